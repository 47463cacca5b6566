#!/bin/sh
# The Debian packages, for `make test-deep`: built in two versions, checked by lintian and linked against. Then tests/deb_inside.sh
# installs, upgrades, operates (by the commands of docs/operate/club-server.md), removes and purges them in a minimal Debian.
# If a container can be booted, tests/deb_service.sh tests the service under systemd.
# build/chroot keeps the minimal Debian and its downloaded packages; delete it to create it again.
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
tools/deb.sh "$folder" 0.9.0
tools/deb.sh "$folder"
version=$(sed -n 's/^project(cornet VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
for package in cornet cornet-server libcornet1 libcornet-dev; do
    test "$(find "$folder" -name "${package}_$version-*.deb" | wc -l)" -eq 1
done

echo '== lintian'
lintian --fail-on error,warning "$folder/"cornet_"$version"-*.changes

echo '== linking to the library'
for package in "$folder"/libcornet*_"$version"-*.deb; do
    dpkg -x "$package" "$work/dev"
done
libraries=$(dirname "$(find "$work/dev" -name libcornet.so.1)")
readelf -d "$libraries/libcornet.so.1" | grep -qF 'Library soname: [libcornet.so.1]'
sodium=$(pkg-config --variable=pcfiledir libsodium)
# shellcheck disable=SC2046 # flags are words
gcc -std=c17 docs/develop/example.c $(PKG_CONFIG_LIBDIR="$libraries/pkgconfig:$sodium" PKG_CONFIG_SYSROOT_DIR="$work/dev" \
    PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1 PKG_CONFIG_ALLOW_SYSTEM_LIBS=1 pkg-config --cflags --libs cornet) -o "$work/example"
LD_LIBRARY_PATH=$libraries "$work/example" | grep wins

echo '== a minimal Debian'
if [ ! -e build/chroot/base.tar ]; then
    mirror=$(apt-get indextargets --format '$(REPO_URI)' | grep -m 1 '/debian/$' || echo http://deb.debian.org/debian)
    $as_root mmdebstrap --quiet --format=tar --variant=minbase "$(. /etc/os-release && echo "$VERSION_CODENAME")" build/chroot/base.part "$mirror"
    mv build/chroot/base.part build/chroot/base.tar
fi
unpack() { # unpack ROOT
    mkdir "$1"
    $as_root tar -C "$1" -xf build/chroot/base.tar
    $as_root mkdir -p "$1/test"
    $as_root cp "$folder"/*.deb docs/operate/club-server.md tests/deb_inside.sh tests/deb_service.sh "$1/test/"
}
inside() { # inside ROOT COMMAND...
    $as_root unshare --mount --pid --fork sh -eu -c '
        root=$1
        shift
        mount -t proc proc "$root/proc"
        mount --bind build/chroot/archives "$root/var/cache/apt/archives"
        cat /etc/resolv.conf >"$root/etc/resolv.conf"
        exec chroot "$root" "$@"' sh "$@"
}
unpack "$work/root"
inside "$work/root" sh /test/deb_inside.sh "$version"

echo '== the service under systemd'
unpack "$work/booted"
inside "$work/booted" sh /test/deb_service.sh install "$version" >/dev/null
timeout 600 $as_root systemd-nspawn --quiet --directory="$work/booted" --boot --register=no --keep-unit --private-network \
    </dev/null >"$work/console" 2>&1 || true
if $as_root test -e "$work/booted/test/service"; then
    $as_root cat "$work/booted/test/service"
    $as_root grep -qx 'all right' "$work/booted/test/service"
else
    echo 'left out: no container can be booted here:'
    tail -3 "$work/console"
fi
