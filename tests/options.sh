#!/bin/sh
# Every option of every command with wrong values: tests/options.py.
set -eu
. tests/lib.sh
python3 tests/options.py "$cornet" "$work"
