#!/bin/sh
# deb.sh FOLDER [VERSION]: builds the Debian packages into FOLDER, in a copy of the tree, FOLDER/source. packaging/debian becomes its
# debian/, with a generated changelog and control file: the version is that of CMakeLists.txt, the build dependencies are those of
# tools/packages.txt. Our revision (-0cornet1) sorts before one of Debian itself. The test of an upgrade passes another VERSION.
# Compiled files are kept, so that a second run is short. DEBFULLNAME and DEBEMAIL name the packager. Installs nothing, and names missing
# packages.
set -eu
cd "$(dirname "$0")/.."
version=$(sed -n 's/^project(cornet VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
release=${2:-$version}
mkdir -p "$1"
folder=$(realpath "$1")
source=$folder/source
if ! command -v dpkg-buildpackage >/dev/null; then
    echo 'make deb needs build-essential and debhelper. As root: apt-get install build-essential debhelper' >&2
    exit 1
fi

# Copies the tree without build outputs, preserving file times.
mkdir -p "$source"
find "$source" -mindepth 1 -maxdepth 1 ! -name build ! -name 'obj-*' -exec rm -rf {} +
if git rev-parse --git-dir >/dev/null 2>&1; then
    git ls-files -co --exclude-standard -z
else
    find . \( -path ./build -o -path ./.git \) -prune -o \( -type f -o -type l \) -print0
fi | xargs -0 sh -c 'for file; do [ ! -e "$file" ] || printf "%s\0" "$file"; done' sh | xargs -0 cp -pP --parents -t "$source"
[ "$release" = "$version" ] || sed -i "s/^project(cornet VERSION $version/project(cornet VERSION $release/" "$source/CMakeLists.txt"

# debian/
mv "$source/packaging/debian" "$source/debian"
cd "$source/debian"
name=${DEBFULLNAME:-Cornet}
mail=${DEBEMAIL:-cornet@example.org}
date=$(sed -n "s/^## $version (\(.*\))$/\1/p" ../CHANGELOG.md)
[ -n "$date" ] || { echo "CHANGELOG.md has no line '## $version (DATE)'" >&2; exit 1; }
cat >changelog <<END
cornet ($release-0cornet1) unstable; urgency=medium

  * Release $release: see CHANGELOG.md.

 -- $name <$mail>  $(LC_ALL=C date -Ru -d "$date 12:00 UTC")
END
awk '$1 == "build" || $1 == "site" { print "               " $2 "," }' ../tools/packages.txt |
    grep -vE ' (gcc|libc6-dev|make),' >depends
sed -e "s/@MAINTAINER@/$name <$mail>/" -e '/@BUILD_DEPENDS@/{r depends' -e 'd}' control.in >control
copyright=$(sed -n 's/^Copyright (c) //p' ../LICENSE)
sed '1,/^Copyright/d' ../LICENSE | sed -e '/./,$!d' -e 's/^$/./' -e 's/^/ /' >licence
sed -e "s/@COPYRIGHT@/$copyright/" -e '/@LICENSE@/{r licence' -e 'd}' copyright >copyright.made
mv copyright.made copyright
rm depends licence control.in

# By default no debug packages and no tests; uses ccache if there is one.
cd ..
export DEB_BUILD_OPTIONS="${DEB_BUILD_OPTIONS:-noautodbgsym nocheck parallel=$(nproc)}"
export CCACHE_DIR="${CCACHE_DIR:-${HOME:-/nonexistent}/.cache/ccache}"
dpkg-buildpackage -b -nc -uc -us >"$folder/log" 2>&1 || {
    tail -30 "$folder/log" >&2
    exit 1
}
ls "$folder"/*_"$release"-0cornet1_*.deb
