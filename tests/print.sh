#!/bin/sh
# cornet print: the PDFs of all games on both papers in both languages (tests/print.mjs measures them), and wrong command lines.
set -u
. tests/lib.sh

run() { # run EXIT-CODE ARGUMENTS...
    code=$1
    shift
    timeout $patience "$cornet" "$@" >"$work/out" 2>&1 </dev/null
    [ $? -eq "$code" ]
}
measure() { node tests/print.mjs "$@" >"$work/out" 2>&1; }

for paper in a4 letter; do
    for language in fr en; do
        for game in easycome wazabi debacle themots; do
            expect "$game" run 0 print "$game" --paper $paper --lang $language --out "$work/$game.pdf"
        done
        expect "all of it in $language on $paper" measure "$work" $language $paper
    done
done
expect 'standard output' run 0 print easycome --out -
expect 'is the PDF alone' test "$(head -c 5 "$work/out")" = %PDF-
expect 'no such paper' run 2 print easycome --paper a5
expect 'one sentence says which there are' has 'a4 or letter'
expect 'no game' run 2 print
expect 'no such folder' run 1 print easycome --out "$work/none/file.pdf"
finish
