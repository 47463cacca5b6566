#!/bin/sh
# Fits the errors that hints and analyses state, so that 95 % of the intervals contain the deep value, and writes games/GAME/judge_errors.h.
# Run it after a judge, its network or its bots have changed.
#   sh tools/calibrate.sh [POSITIONS] [GAME...]
# 1000 positions take 5 to 10 minutes per game on one core. It prints a table of the coverage. An interrupted run continues: the build
# folder keeps the samples. OMP_NUM_THREADS sets the number of threads.
set -eu
cd "$(dirname "$0")/.."
positions=1000
case ${1-} in
[0-9]*)
    positions=$1
    shift
    ;;
esac
[ $# -gt 0 ] || set -- wazabi themots debacle
build=${CORNET_BUILD:-build/default}
cmake --build "$build" --target calibrate
for game; do
    samples=$build/$game.samples
    half=$positions
    if [ "$game" = debacle ]; then # half of the positions: games that one round may decide
        half=$((positions / 2))
        "$build/tools/calibrate" sample "$game" "$samples" "$half" "$positions" \
            option target=6 option setup=random
    fi
    "$build/tools/calibrate" sample "$game" "$samples" 0 "$half"
    new=$(mktemp)
    "$build/tools/calibrate" fit "$game" "$samples" >"$new"
    clang-format --assume-filename="games/$game/judge_errors.h" <"$new" >"games/$game/judge_errors.h"
    rm "$new"
done
cmake --build "$build" --target calibrate
"$build/tools/calibrate" check
