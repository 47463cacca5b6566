#!/bin/sh
# tools/calibrate: an interrupted run that is continued gives the same samples as a whole run. Samples of another judge are not used.
set -u
. tests/lib.sh
calibrate=$2/tools/calibrate
run() { # run EXIT-CODE ARGUMENTS...
    code=$1
    shift
    timeout $patience "$calibrate" "$@" >"$work/out" 2>&1
    [ $? -eq "$code" ]
}

expect 'two positions' run 0 sample wazabi "$work/whole" 0 2
expect 'one of them' run 0 sample wazabi "$work/parts" 0 1
printf '1 1 0 0 0.01 0.9 0.01\n1 1 0 0 0.01 0.9 0.0' >>"$work/parts" # the run stopped while it wrote the last line
expect 'and the other' run 0 sample wazabi "$work/parts" 0 2
expect 'are fitted' run 0 fit wazabi "$work/parts"
cp "$work/out" "$work/fitted"
expect 'as those of one run are' run 0 fit wazabi "$work/whole"
expect 'to the same header and table' cmp "$work/out" "$work/fitted"
expect 'the table has every depth' test "$(grep -c '^| Wazabi | [123] |' "$work/out")" = 3
sed '1s/.*/0123456789abcdef/' "$work/whole" >"$work/other"
expect 'samples of another judge are refused' run 1 fit wazabi "$work/other"
expect 'with a sentence' has 'no samples of this judge'
expect 'an option that is none' run 1 sample wazabi "$work/x" 0 1 option nothing=1
expect 'no range' run 1 sample wazabi "$work/x" 5 5
finish
