#!/bin/sh
# Fair dice, version 3: `cornet verify` and the independent verifier tools/verify_fair3.py give each honest game and each forgery
# the grade of the specification.
set -eu
. tests/lib.sh
/usr/bin/python3 -B tests/fair3/check.py test "$cornet"

# The verifier as a program: its first line and its status.
expect() { # expect STATUS LINE ARGUMENT...
    status=$1 line=$2 got=0
    shift 2
    /usr/bin/python3 -B tools/verify_fair3.py --cornet "$cornet" "$@" >"$work/out" 2>"$work/err" || got=$?
    if [ "$got" != "$status" ] || [ "$(head -n 1 "$work/out")" != "$line" ]; then
        echo "expected status $status and '$line' of $*, got $got and:"
        cat "$work/out" "$work/err"
        exit 1
    fi
}
corpus=tests/fair3/corpus
expect 0 'grade: proved' $corpus/cards.cornet $corpus/cards.txt
expect 1 'grade: not proved' $corpus/cards.cornet
expect 2 'grade: contradicted' $corpus/cards.cornet $corpus/duel.txt
expect 1 'grade: refused' $corpus/cards.txt $corpus/cards.cornet
expect 3 '' $corpus/no-such-file
expect 3 ''
