#!/bin/sh
# The Debian packages, for `make test-deep`: built in two versions, checked by lintian, linked against, and then installed, upgraded,
# operated by the commands of docs/operating.md, removed and purged in a minimal Debian of their own (tests/deb_chroot.sh). The
# minimal Debian is kept in build/chroot, with what apt has downloaded for it; delete it to have it made anew.
set -eu
cd "$(dirname "$0")/.."
as_root=
[ "$(id -u)" -eq 0 ] || as_root=sudo
folder=$PWD/build/deb-test
work=$(mktemp -d)
trap '$as_root rm -rf --one-file-system "$work"' EXIT
mkdir -p build/chroot/archives/partial

echo '== packages'
rm -f "$folder"/*.deb "$folder"/*.changes
scripts/deb.sh "$folder" 0.9.0
scripts/deb.sh "$folder"
version=$(sed -n 's/^project(cornet VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
for package in cornet cornet-server libcornet0 libcornet-dev; do
    test "$(find "$folder" -name "${package}_$version-*.deb" | wc -l)" -eq 1
done

echo '== lintian'
lintian --fail-on error,warning "$folder/"cornet_"$version"-*.changes

echo '== linking to the library'
for package in "$folder"/libcornet*_"$version"-*.deb; do
    dpkg -x "$package" "$work/dev"
done
libraries=$(dirname "$(find "$work/dev" -name libcornet.so.0)")
readelf -d "$libraries/libcornet.so.0" | grep -qF 'Library soname: [libcornet.so.0]'
sodium=$(pkg-config --variable=pcfiledir libsodium)
# shellcheck disable=SC2046 # flags are words
gcc -std=c17 docs/example.c $(PKG_CONFIG_LIBDIR="$libraries/pkgconfig:$sodium" PKG_CONFIG_SYSROOT_DIR="$work/dev" \
    PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1 PKG_CONFIG_ALLOW_SYSTEM_LIBS=1 pkg-config --cflags --libs cornet) -o "$work/example"
LD_LIBRARY_PATH=$libraries "$work/example" | grep wins

echo '== a minimal Debian'
if [ ! -e build/chroot/base.tar ]; then
    mirror=$(apt-get indextargets --format '$(REPO_URI)' | grep -m 1 '/debian/$' || echo http://deb.debian.org/debian)
    $as_root mmdebstrap --quiet --variant=minbase "$(. /etc/os-release && echo "$VERSION_CODENAME")" build/chroot/base.part "$mirror"
    mv build/chroot/base.part build/chroot/base.tar
fi
mkdir "$work/root"
$as_root tar -C "$work/root" -xf build/chroot/base.tar
$as_root mkdir -p "$work/root/test"
$as_root cp "$folder"/*.deb docs/operating.md tests/deb_inside.sh "$work/root/test/"
$as_root unshare --mount --pid --fork sh -eu -c '
    mount -t proc proc "$1/proc"
    mount --bind build/chroot/archives "$1/var/cache/apt/archives"
    cat /etc/resolv.conf >"$1/etc/resolv.conf"
    exec chroot "$1" sh /test/deb_inside.sh "$2"' sh "$work/root" "$version"
