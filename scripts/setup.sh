#!/bin/sh
# Installs what is missing of scripts/packages.txt for a purpose: build, test (build included) or
# bench. Says what it does; does nothing, quietly, when everything is there.
set -eu
cd "$(dirname "$0")/.."

case "${1:-}" in
build) purposes='build' ;;
test) purposes='build test' ;;
bench) purposes='build bench' ;;
*)
    echo "usage: scripts/setup.sh build|test|bench" >&2
    exit 2
    ;;
esac

missing=
for purpose in $purposes; do
    for package in $(awk -v purpose="$purpose" '$1 == purpose { print $2 }' scripts/packages.txt); do
        status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
        [ "$status" = installed ] || missing="$missing $package"
    done
done

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
touch "build/.setup-$1"
