#!/bin/sh
# make install into an empty prefix: the program, its French translation, its documents, and exactly the headers that <cornet/cornet.h>
# needs. An external program, in C and in C++, finds the library by pkg-config.
set -eu
build=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/prefix" >/dev/null 2>"$work/said"

# It says how programs find the library there: `ldconfig` for a folder that the system searches, variables for any other. While a package
# is built (DESTDIR), and if the system knows the library, it says nothing.
grep -qx "Programs do not look for libraries in $work/prefix/lib. To use libcornet from there:" "$work/said"
grep -qx "    export PKG_CONFIG_PATH=$work/prefix/lib/pkgconfig LD_LIBRARY_PATH=$work/prefix/lib" "$work/said"
mkdir "$work/fakes"
notice() { # notice KNOWN SEARCHED: what it says if ldconfig prints these
    printf '#!/bin/sh\ncase $1 in -p) printf "%s\\n" ;; *) printf "%s\\n" ;; esac\n' "$1" "$2" >"$work/fakes/ldconfig"
    chmod +x "$work/fakes/ldconfig"
    PATH="$work/fakes:$PATH" cmake -DCMAKE_INSTALL_PREFIX="$work/prefix" -Dlibdir=lib -Dsoname=libcornet.so.1 -P cmake/install_notice.cmake 2>&1
}
[ "$(notice '' "$work/prefix/lib: (from x)")" = "Run ldconfig as root. Until then programs do not find $work/prefix/lib/libcornet.so.1." ]
[ -z "$(notice "libcornet.so.1 => $work/prefix/lib/libcornet.so.1" "$work/prefix/lib: (from x)")" ]
DESTDIR="$work/root" cmake --install "$build" --prefix /usr/local >/dev/null 2>"$work/said"
[ ! -s "$work/said" ]

# The steps of docs/develop/library.md, as printed, in a home folder. `make` there is the installation of this build.
mkdir -p "$work/home" "$work/steps/docs/develop"
cp docs/develop/example.c "$work/steps/docs/develop/"
awk '/^```sh$/ { inside = 1; next } /^```$/ { inside = 0 } inside' docs/develop/library.md >"$work/steps/steps"
grep -q '^make install ' "$work/steps/steps"
printf '#!/bin/sh\nexec cmake --install "%s" --prefix "${2#PREFIX=}"\n' "$build" >"$work/fakes/make"
rm "$work/fakes/ldconfig"
chmod +x "$work/fakes/make"
(cd "$work/steps" && HOME="$work/home" PATH="$work/fakes:$PATH" sh -eu steps) >"$work/steps/out" 2>&1 || { cat "$work/steps/out"; exit 1; }
grep -q 'wins' "$work/steps/out"
"$work/prefix/bin/cornet" --lang fr | grep -q Jeux
test -s "$work/prefix/share/man/man1/cornet.1"
test -s "$work/prefix/share/man/fr/man1/cornet.1"
test -s "$work/prefix/share/doc/cornet/develop/engine.md" # the man page refers to it
test -s "$work/prefix/share/doc/cornet/develop/bots.md"
test -x "$work/prefix/share/doc/cornet/examples/bots/bot.py"
test -s "$work/prefix/share/doc/cornet/examples/bots/bot.c"
for place in bash-completion/completions/cornet zsh/site-functions/_cornet fish/vendor_completions.d/cornet.fish; do
    shell=${place%%[-/]*}
    "$1" completion "$shell" --lang en | cmp - "$work/prefix/share/$place"
done
for icon in scalable/apps/cornet.svg 192x192/apps/cornet.png 512x512/apps/cornet.png; do
    test -s "$work/prefix/share/icons/hicolor/$icon"
done
desktop=$work/prefix/share/applications/cornet.desktop
grep -qx 'Exec=cornet' "$desktop"
if command -v desktop-file-validate >/dev/null; then
    desktop-file-validate "$desktop"
fi
grep -q '^u cornet ' "$work/prefix/lib/sysusers.d/cornet.conf"
unit=$work/prefix/lib/systemd/system/cornet.service
grep -qF "ExecStart=$work/prefix/bin/cornet serve " "$unit"
if command -v systemd-analyze >/dev/null; then
    systemd-analyze verify --man=no "$unit"
    # The exposure of the service's sandbox, from 0 (closed) to 10 (open); below 3 is "OK".
    systemd-analyze security --offline=true --no-pager "$unit" >"$work/sandbox"
    tail -1 "$work/sandbox"
    tail -1 "$work/sandbox" | grep -q ': [0-2]\.[0-9] OK'
fi
mkdir "$work/elsewhere"
cp docs/develop/example.c "$work/elsewhere/"
cd "$work/elsewhere"
PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name cornet.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046 # flags are words
gcc -std=c17 -Wall -Wextra -Werror example.c $(pkg-config --cflags --libs cornet) -o example
LD_LIBRARY_PATH=$(pkg-config --variable=libdir cornet) ./example | tee output
grep -q 'wins' output

# The same program compiles as C++, and each header compiles alone in both languages.
# shellcheck disable=SC2046
g++ -x c++ -Wall -Wextra -Werror example.c $(pkg-config --cflags --libs cornet) -o example_cpp
(cd "$work/elsewhere" && LD_LIBRARY_PATH=$(pkg-config --variable=libdir cornet) ./example_cpp) | cmp - output
for header in "$work"/prefix/include/cornet/*.h; do
    # shellcheck disable=SC2046
    gcc -std=c99 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -x c $(pkg-config --cflags cornet) "$header"
    # shellcheck disable=SC2046
    g++ -Wall -Wextra -Wpedantic -Werror -fsyntax-only -x c++ $(pkg-config --cflags cornet) "$header"
done

# The installed headers are exactly those that the compiler reads for the public one.
include=$work/prefix/include
(cd "$include" && find . -type f | sed 's|^\./||' | LC_ALL=C sort) >installed
echo '#include <cornet/cornet.h>' >public.c
# shellcheck disable=SC2046
gcc -std=c17 -M public.c $(pkg-config --cflags cornet) | tr -s ' \\' '\n' | grep '/cornet/' >read
# Paths may contain `lib/../..`: keep only the part after the prefix's include folder.
sed 's|^.*/include/cornet/|cornet/|' read | LC_ALL=C sort -u >needed
if ! diff needed installed; then
    echo 'above: < needed and not installed, > installed and not public'
    exit 1
fi
grep -qx 'cornet/batch.h' installed
