#!/bin/sh
# attack.sh PROGRAM: hostile clients from five addresses, while two people play (tests/attack.py). With CORNET_DEEP=1 a thousand of them, and the
# time that the two people wait is judged too. The store is then in memory, since the speed of the disk does not matter here.
set -eu
. tests/lib.sh
if [ -n "${CORNET_DEEP:-}" ]; then
    memory=$(mktemp -d /dev/shm/cornet.XXXXXX)
    trap 'rm -rf "$memory"; clean_up' EXIT
    python3 tests/attack.py "$(realpath "$cornet")" "$memory" 1000 60
else
    python3 tests/attack.py "$(realpath "$cornet")" "$work"
fi
