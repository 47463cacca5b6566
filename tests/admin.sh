#!/bin/sh
# admin.sh PROGRAM: what an operator does with cornet admin, against running servers with people at their tables (tests/admin.py).
# tests/postgres.sh does the same with two servers on a database.
set -eu
. tests/lib.sh
python3 tests/admin.py "$(realpath "$cornet")" "$work"
