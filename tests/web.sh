#!/bin/sh
# The browser client in real Chromium: tests/web/. CORNET_DEEP=1 adds the long ones.
set -eu
cornet=$1
export CORNET_NPM="${CORNET_NPM:-$PWD/build/npm}"
exec node tests/web/run.mjs "$cornet"
