#!/bin/sh
# The library alone, shared and static, without the packages that only the server needs: its reference, its exported symbols and its binary
# interface. External programs link to each by pkg-config.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/pc"
cp "$(pkg-config --variable=pcfiledir libsodium)/libsodium.pc" "$work/pc/"
export PKG_CONFIG_LIBDIR="$work/pc"

# CMake must list all missing packages at once.
if cmake -G Ninja -S . -B "$work/program" >"$work/out" 2>&1; then
    echo 'the program was configured without its dependencies'
    exit 1
fi
tr -s ' \n' ' ' <"$work/out" | grep -qF 'Cornet needs packages that are not installed: libsqlite3-dev libjansson-dev libqrencode-dev libncurses-dev libedit-dev libssl-dev'

# This test only checks how the library is put together, so it reuses the layers' objects of the tested build. It compiles only src/api/,
# with debug information for abidw.
export CORNET_COMPILE='src/api/*'
if grep -q '^CMAKE_C_COMPILER:.*gcc$' "$2/CMakeCache.txt"; then
    export CMAKE_C_COMPILER_LAUNCHER="$PWD/tests/reuse_objects.sh;$PWD;$2;$PWD;$work/build"
fi
cmake -G Ninja -S . -B "$work/build" -DCORNET_PROGRAM=OFF -DCMAKE_BUILD_TYPE=Debug \
    -DCMAKE_INSTALL_LIBDIR=lib/somewhere >"$work/out"
if grep -q -e -Werror "$work/build/build.ninja"; then
    echo 'a warning is an error only in the presets of make test'
    exit 1
fi
if grep -E '^(EV|WSLAY|HTTP_PARSER|MSGFMT|SQLITE|JANSSON|NCURSES)[A-Z_]*:' "$work/build/CMakeCache.txt"; then
    echo 'above: dependencies that the library alone must not look for'
    exit 1
fi
cmake --build "$work/build" >"$work/out" || { cat "$work/out"; exit 1; }
cmake --install "$work/build" --prefix "$work/prefix" >/dev/null
library=$work/prefix/lib/somewhere/libcornet.so
readelf -d "$library" | grep -qF 'Library soname: [libcornet.so.1]'
readelf -d "$library" | sed -n 's/.*Shared library: \[\(.*\)\]/\1/p' >"$work/needed"
if grep -vE '^(libsodium|libgomp|libomp|libm|libc|ld-linux|libclang|libgcc)' "$work/needed"; then
    echo 'above: libraries that the library must not need'
    exit 1
fi
test ! -e "$work/prefix/bin"

# The reference must match the headers. A function without a comment is not in it.
python3 tools/library_reference.py >"$work/reference"
if ! diff docs/develop/library.md "$work/reference"; then
    echo 'docs/develop/library.md is not up to date: tools/library_reference.py >docs/develop/library.md'
    exit 1
fi

# Both libraries export exactly the functions that the headers declare.
sed -n 's/^CORNET_API .*\<\(cornet_[a-z_]*\)(.*/\1/p' include/cornet/*.h | LC_ALL=C sort >"$work/declared"
test "$(wc -l <"$work/declared")" = "$(grep -c '^CORNET_API ' include/cornet/*.h | awk -F: '{ n += $2 } END { print n }')"
nm -D --defined-only "$library" | awk '$2 != "A" { sub("@.*", "", $3); print $3 }' | LC_ALL=C sort >"$work/shown"
diff "$work/declared" "$work/shown"
# (Names with a dot are OpenMP's locks.)
nm -g --defined-only "${library%.so}.a" | awk 'NF == 3 && $3 !~ /^\.gomp/ { print $3 }' | LC_ALL=C sort >"$work/shown"
diff "$work/declared" "$work/shown"

# The library's writable data, as listed in <cornet/base.h>: registered games and agents with their lock, shared solutions with theirs, and
# a pointer per thread. (Names with two underscores and completed.0 belong to the compiler.)
nm --format=sysv "$library" | awk -F'|' '{ gsub(" ", "") } $7 ~ /^\.t?(data|bss)$/ && $1 !~ /^__|^completed/ { print $7, $1 }' |
    LC_ALL=C sort >"$work/writable"
cat >"$work/permitted" <<'END'
.bss .gomp_critical_user_easycome_shared
.bss agents_added
.bss games_added
.bss outside_agents
.bss outside_games
.bss registering
.bss solutions_shared
.tbss fault_now
END
if ! diff "$work/permitted" "$work/writable"; then
    echo 'above: > writable data that the library must not have'
    exit 1
fi

# Compared with the last release, the binary interface may only grow.
if [ "$(uname -m)" = x86_64 ]; then
    tools/abi.sh "$library" >"$work/abi.xml"
    if ! abidiff --no-added-syms tests/abi/libcornet.so.1.xml "$work/abi.xml"; then
        echo 'above: what programs that are linked to libcornet.so.1 would notice (tools/abi.sh)'
        exit 1
    fi
fi

export PKG_CONFIG_PATH="$work/prefix/lib/somewhere/pkgconfig"
test "$(pkg-config --modversion cornet)" = "$("$1" --version | sed 's/^cornet //')"
# shellcheck disable=SC2046 # flags are words
gcc -std=c17 docs/develop/example.c $(pkg-config --cflags --libs cornet) -o "$work/shared"
LD_LIBRARY_PATH=${library%/*} "$work/shared" | grep 'wins'
# Errors are in the language that the host program has chosen, as <cornet/base.h> says.
cat >"$work/host.c" <<'END'
#include <cornet/cornet.h>
#include <libintl.h>
#include <locale.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    cornet_error error;
    setlocale(LC_MESSAGES, "C.UTF-8");
    bind_textdomain_codeset("cornet", "UTF-8");
    bindtextdomain("cornet", argv[1]);
    if (cornet_sim_run(&(cornet_sim_job){0}, &(cornet_sim_result){0}, &error) != CORNET_OK)
        puts(error.message);
    return argc != 2;
}
END
# shellcheck disable=SC2046
gcc -std=c17 "$work/host.c" $(pkg-config --cflags --libs cornet) -o "$work/host"
LD_LIBRARY_PATH=${library%/*} LANGUAGE=fr "$work/host" "$2/locale" | grep 'structure'
LD_LIBRARY_PATH=${library%/*} LANGUAGE=en "$work/host" "$2/locale" | grep 'the struct$'
rm "$work"/prefix/lib/somewhere/libcornet.so*
# shellcheck disable=SC2046
gcc -std=c17 docs/develop/example.c $(pkg-config --static --cflags --libs cornet) -o "$work/static"
"$work/static" | grep 'wins'
