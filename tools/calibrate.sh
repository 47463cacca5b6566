#!/bin/sh
# Fits the errors that hints and analyses state, so that 95 % of them contain the deep value, and writes
# games/GAME/judge_errors.h: after a judge, its network or its bots have changed.
#   sh tools/calibrate.sh [POSITIONS] [GAME...]
# 1000 positions take 5 to 10 minutes a game on one core; what holds is printed, as a table. A run
# that was stopped goes on: the samples lie in the build folder. Threads: OMP_NUM_THREADS.
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
    if [ "$game" = debacle ]; then # half of them where one round decides the game
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
