#!/bin/sh
# fuzz.sh TARGET CORPUS: runs a fuzz target from its seed corpus, for a fixed number of inputs or, with CORNET_DEEP, for 20 minutes. The
# seeds are tests/corpus/CORPUS and, for records, also the rules' examples.
set -eu
target=$1
seeds="corpus/$2"
[ "$2" != record ] || seeds="$seeds ../games/*/tests/rules corpus/old"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
case $2 in
record) limit=-runs=100000 ;;
line) limit=-runs=100000 ;;
message) limit=-runs=60000 ;;
socket) limit=-runs=1000 ;;
people) limit=-runs=20000 ;;
esac
[ -z "${CORNET_DEEP:-}" ] || limit=-max_total_time=1200
# shellcheck disable=SC2086 # a list of folders
found=$(dirname "$target")/found-
"$target" $limit -timeout=60 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="$found" "$work" $seeds 2>"$work/log" || {
    tail -40 "$work/log"
    echo "the input is kept: $found*"
    exit 1
}
grep -E 'number_of_executed_units|new_units_added' "$work/log"
