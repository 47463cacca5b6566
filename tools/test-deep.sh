#!/bin/sh
# test-deep.sh [PART]: make test-deep, the long tests. Each part should take less than two hours on two cores. Without PART all parts run.
#   unit       unit tests with their long simulations and statistics, under the sanitizers
#   fuzz       each fuzz target for 20 minutes
#   program    scripts that drive the program, with their long variants
#   browser    whole games in Chromium at every size, with a server and without; the package with bundlers
#   cluster    servers that share a database, under 300 faults
#   threads    server, batches, engine and solver under ThreadSanitizer
#   builds     the unit tests compiled by clang, and the tree without each of the games
#   packages   the Debian packages and the container, built, installed and run in a minimal Debian
set -eu
cd "$(dirname "$0")/.."
export CORNET_DEEP=1
browser='web|offline|package|rules_pages' cluster='cluster|postgres'

without() ( # without GAME: tests the tree after docs/develop/adding-a-game.md has removed the game
    tree=$(mktemp -d)
    trap 'rm -rf "$tree"' EXIT
    git ls-files -co --exclude-standard | tar -cf - -T - | tar -xf - -C "$tree"
    here=$PWD
    cd "$tree"
    git init -q .
    rm -r "games/$1"
    mkdir build
    ln -s "$here/build/npm" build/npm
    tools/update-po.sh >/dev/null 2>&1
    msgattrib --no-obsolete -o po/fr.po po/fr.po
    for preset in ci sanitize; do
        cmake --preset $preset
        cmake --build --preset $preset
    done
    unset CORNET_DEEP
    ctest --test-dir build/sanitize --output-on-failure --no-tests=error -j "$(nproc)" -E '^fuzz_'
    ctest --test-dir build/default --output-on-failure --no-tests=error -j "$(nproc)" -E '^(adding_a_game|library|make_install)$'
)

builds() {
    cmake --preset clang -DCORNET_TESTS=ON -DCORNET_TEST_KINDS=unit >/dev/null
    cmake --build --preset clang
    env -u CORNET_DEEP ctest --test-dir build/clang --output-on-failure --no-tests=error -j "$(($(nproc) * 2))"
    for game in easycome wazabi debacle themots; do
        echo "=== without $game"
        without $game
    done
}

threads() {
    cmake --preset tsan >/dev/null
    cmake --build --preset tsan
    env -u CORNET_DEEP ctest --test-dir build/tsan --output-on-failure --no-tests=error -j "$(nproc)"
}

fuzz() {
    cmake --preset fuzz >/dev/null
    cmake --build --preset fuzz
    ctest --test-dir build/fuzz --output-on-failure --no-tests=error -j "$(($(nproc) * 2))" -R '^fuzz_'
}

run_part() { # run_part PART
    echo "=== $1"
    case $1 in
    unit) tools/test.sh -L unit -E '^fuzz_' ;;
    fuzz) fuzz ;;
    program) tools/test.sh -L program -E "^($browser|$cluster)\$" ;;
    browser) tools/test.sh -R "^($browser)\$" && { sh tests/bundlers.sh || [ $? = 77 ]; } ;;
    cluster) tools/test.sh -R "^($cluster)\$" ;;
    threads) threads ;;
    builds) builds ;;
    packages) sh tests/deb.sh && sh tests/container.sh ;;
    *)
        echo "make test-deep: no part '$1'; parts are unit, fuzz, program, browser, cluster, threads, builds and packages" >&2
        exit 2
        ;;
    esac
}

if [ $# -gt 0 ]; then
    run_part "$1"
    exit
fi
failed=
for part in unit fuzz program browser cluster threads builds packages; do
    "$0" $part || failed="$failed $part"
done
[ -z "$failed" ] || { echo "Failed parts:$failed" && exit 1; }
