#!/bin/sh
# attack.sh PROGRAM: hostile clients from five addresses, while two people play (tests/attack.py). With CORNET_DEEP=1 a thousand of them, and the
# time that the two people wait is measured. On a busy machine it is not judged.
set -eu
. tests/lib.sh
if [ -n "${CORNET_DEEP:-}" ]; then
    python3 tests/attack.py "$(realpath "$cornet")" "$work" 1000 60
else
    python3 tests/attack.py "$(realpath "$cornet")" "$work"
fi
