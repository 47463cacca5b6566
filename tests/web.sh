#!/bin/sh
# The browser client in Chromium: tests/web/. CORNET_DEEP=1 adds the long tests.
set -eu
cornet=$1
exec node tests/web/run.mjs "$cornet"
