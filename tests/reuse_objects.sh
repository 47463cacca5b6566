#!/bin/sh
# reuse_objects.sh SOURCE BUILD COPY COPY-BUILD GCC... -o OBJECT -c FILE: stands before the compiler (CMAKE_C_COMPILER_LAUNCHER) in tests that
# build a copy of the tree, or a part of it, once more. If FILE is the same in SOURCE, its object of BUILD is copied instead of being
# compiled again: headers must not have changed. The rest is compiled without optimisation, since its speed is not tested.
# CORNET_COMPILE, a pattern: files of the tree that are compiled all the same.
here=$1 build=$2 copy=$3 copy_build=$4
shift 4
for word; do
    case $last in -o) object=$word ;; -c) source=$word ;; esac
    last=$word
done
case $source in
"$copy_build"/*) same=$build/${source#"$copy_build/"} ;;
"$copy"/${CORNET_COMPILE:-/}) same= ;;
"$copy"/*) same=$here/${source#"$copy/"} ;;
esac
if [ -f "$build/$object" ] && cmp -s "$source" "$same"; then
    exec cp "$build/$object" "$object"
fi
exec "$@" -O0
