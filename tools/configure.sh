#!/bin/sh
# configure.sh PRESET: configures a build, or names the missing packages in one sentence. Installs nothing.
set -eu
cd "$(dirname "$0")/.."
missing=
need() { # need PROGRAM PACKAGE
    command -v "$1" >/dev/null 2>&1 || missing="$missing $2"
}
need cmake cmake
need ninja ninja-build
need gcc gcc
need pkg-config pkg-config
if [ -n "$missing" ]; then
    echo "Cornet needs packages that are not installed:$missing. As root: apt-get install$missing" >&2
    exit 1
fi
exec cmake --preset "$1" >/dev/null
