#!/bin/sh
# `make install` never calls apt or sudo. If something is missing, it prints one sentence. Runs in a separate tree in which nothing is
# built.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/tree" "$work/fakes" "$work/few" "$work/no-modules"
for entry in *; do
    [ "$entry" = build ] || ln -s "$PWD/$entry" "$work/tree/$entry"
done
for program in apt-get apt dpkg-query sudo; do
    printf '#!/bin/sh\necho "%s $*" >>%s/called\nexit 1\n' $program "$work" >"$work/fakes/$program"
    chmod +x "$work/fakes/$program"
done
refused() { # refused SENTENCE ENVIRONMENT...
    sentence=$1
    shift
    if env "$@" make -C "$work/tree" install DESTDIR="$work/root" >"$work/out" 2>&1; then
        echo "make install did not say: $sentence"
        exit 1
    fi
    tr -s ' \n' ' ' <"$work/out" | grep -qF "$sentence" || { cat "$work/out"; exit 1; }
}

# Without a library; without cmake and most other programs; and with everything installed.
refused 'Cornet needs packages that are not installed: libsodium-dev' PATH="$work/fakes:$PATH" PKG_CONFIG_LIBDIR="$work/no-modules"
for program in sh make env dirname gcc pkg-config; do
    ln -s "$(command -v $program)" "$work/few/$program"
done
refused 'Cornet needs packages that are not installed: cmake ninja-build. As root: apt-get install cmake ninja-build' \
    PATH="$work/fakes:$work/few"
rm -rf "$work/tree/build"
make -n -C "$work/tree" install >"$work/out"
grep -q 'cmake --install build/default' "$work/out"
touch "$work/called"
if grep -E 'setup|apt|sudo' "$work/out" "$work/called"; then
    echo 'above: what make install must not call'
    exit 1
fi
test ! -e "$work/root"

# `make run` runs the setup.
make -n -C "$work/tree" run >"$work/out"
grep -q 'tools/setup.sh build' "$work/out"
