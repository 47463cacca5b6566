#!/bin/sh
# statistics.sh PROGRAM: the statistics of people with a name, against a server with a file (tests/statistics.py). tests/postgres.sh does
# the same with two servers on a database.
set -eu
. tests/lib.sh
python3 tests/statistics.py "$(realpath "$cornet")" "$work"
