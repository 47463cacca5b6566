#!/bin/sh
# The browser client in real Chromium: tests/web/. CORNET_DEEP=1 adds the long ones.
set -eu
cornet=$1
exec node tests/web/run.mjs "$cornet"
