#!/bin/sh
# people.sh PROGRAM: people with a name, against a server with a file (tests/people.py). tests/postgres.sh does the same with two servers
# on a database.
set -eu
. tests/lib.sh
python3 tests/people.py "$(realpath "$cornet")" "$work"
