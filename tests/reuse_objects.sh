#!/bin/sh
# reuse_objects.sh COMPILER ARGUMENTS...: a compiler launcher for a copy of the tree, which takes an
# object from the original's build if compiling would only make the same one again: the command is
# the same but for the folder, and no file that the object was made of has changed since. In every
# other case it compiles. tests/adding_a_game.sh sets:
#   REUSE_FROM, REUSE_TO   the roots of the original and of the copy
#   REUSE_BUILD            the original's build folder
#   REUSE_LISTS            a folder with `commands` (of the original's build) and deps/OBJECT
set -eu

object=
for argument; do
    [ "${before:-}" != -o ] || object=$argument
    before=$argument
done
here=$(pwd)
command=$(printf '%s' "$*" | sed "s|$REUSE_TO|$REUSE_FROM|g")
deps=$REUSE_LISTS/deps/$(printf '%s' "$object" | tr / _)
if [ "$here" != "$REUSE_TO${REUSE_BUILD#"$REUSE_FROM"}" ] || [ ! -s "$deps" ] ||
    ! grep -qF -- "$command" "$REUSE_LISTS/commands"; then
    exec "$@"
fi

# The copy keeps the times of the original's files; what is generated again may be the same again.
for file in $(xargs <"$deps" sh -c 'find "$@" -newer "$0"' "$REUSE_BUILD/$object" || echo none); do
    case $file in
    /*) original=$REUSE_FROM${file#"$REUSE_TO"} ;;
    *) original=$REUSE_BUILD/$file ;;
    esac
    cmp -s "$file" "$original" || exec "$@"
done
cp "$REUSE_BUILD/$object" "$object"
{ printf '%s: ' "$object" && tr '\n' ' ' <"$deps" && echo; } >"$object.d"
