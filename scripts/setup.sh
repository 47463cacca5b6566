#!/bin/sh
# Installs what is missing of scripts/packages.txt for a purpose: build, site (the page that plays
# without a server), test (both included; also what the browser tests take from npm), test-deep, deb or bench. Says what it does; does nothing, quietly, when everything is there.
set -eu
cd "$(dirname "$0")/.."

case "${1:-}" in
build) purposes='build' ;;
site) purposes='build site' ;;
deb) purposes='build site deb' ;;
test) purposes='build site test' ;;
test-deep) purposes='build site test deb deep' ;;
bench) purposes='build site bench' ;;
*)
    echo "usage: scripts/setup.sh build|site|deb|test|test-deep|bench" >&2
    exit 2
    ;;
esac

missing=
for purpose in $purposes; do
    for entry in $(awk -v purpose="$purpose" '$1 == purpose { print $2 ":" $3 }' scripts/packages.txt); do
        package=${entry%%:*} program=${entry#*:}
        status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
        [ "$status" = installed ] ||
            { [ -n "$program" ] && command -v "$program" >/dev/null; } || missing="$missing $package"
    done
done

case " $purposes " in *" test "*)
    command -v node >/dev/null 2>&1 || missing="$missing nodejs"
    command -v npm >/dev/null 2>&1 || missing="$missing npm"
    ;;
*" bench "*)
    command -v node >/dev/null 2>&1 || missing="$missing nodejs"
    ;;
esac

if [ -n "$missing" ]; then
    echo "setup: installing$missing"
    as_root=
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null 2>&1; then
            echo "setup: not root and no sudo: as root, run: apt-get install$missing" >&2
            exit 1
        fi
        as_root=sudo
    fi
    export DEBIAN_FRONTEND=noninteractive
    $as_root apt-get update -qq
    # shellcheck disable=SC2086 # a list of words
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        $missing >/dev/null
    echo "setup: done"
fi
mkdir -p build

# What the tests take from npm, beside the build: a browser's remote control, checks of pages, checks of types.
case " $purposes " in *" test "*)
    if [ ! -d build/npm/node_modules/playwright-core ] || [ ! -d build/npm/node_modules/axe-core ] ||
        [ ! -d build/npm/node_modules/typescript ]; then
        echo "setup: installing playwright-core, axe-core and typescript into build/npm"
        mkdir -p build/npm
        npm install --prefix build/npm --no-package-lock --no-fund --no-audit --loglevel=error \
            playwright-core@1.55.0 axe-core@4.14.0 typescript@5.9.3 >/dev/null
    fi
    ;;
esac
touch "build/.setup-$1"
