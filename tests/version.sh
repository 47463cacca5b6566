#!/bin/sh
# The version is written only in CMakeLists.txt: the program prints it, the newest entry of the changelog names it, and no other file of the
# build contains a version.
set -eu
cornet=$1
version=$(sed -n 's/^project(cornet VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
[ "$("$cornet" --version)" = "cornet $version" ]
newest=$(sed -n 's/^## //p' CHANGELOG.md | head -1)
if ! echo "$newest" | grep -qE "^$version \([0-9]{4}-[0-9]{2}-[0-9]{2}\)$"; then
    echo "CHANGELOG.md begins with '$newest', not with '$version (DATE)'"
    exit 1
fi
if grep -nF "$version" bindings/js/package.json packaging/debian/* packaging/man/cornet.1 packaging/man/fr/cornet.1 packaging/pkg-config/cornet.pc.in packaging/container/Containerfile 2>/dev/null; then
    echo "above: a second place for the version"
    exit 1
fi
