#!/bin/sh
# make bench: times with their ratios, and instruction counts by callgrind, which do not depend on the load of the machine.
set -eu
cd "$(dirname "$0")/.."
tools/setup.sh bench
bench=build/default/bench/bench
$bench

# A game in a long run takes as long as one in a short run. Takes about two minutes.
$bench length easycome 2 random 1000000 50000000

# Solves for 3 players, and roughly for 4. The full precision for 4 takes minutes and needs LONG=1.
$bench solve 3 2 2 0
$bench solve 4 2 2 0.01
if [ "${LONG:-}" ]; then
    $bench solve 4 2 2 0
    $bench solve 4 3 2 0
fi

# The server against a bare epoll server and a plain echo through our network layer.
for game in easycome wazabi debacle; do
    build/default/tools/load build/default/cornet $game --seconds 5 --idle 0
done
build/default/tools/load build/default/cornet --tables 50 --seconds 5

# Several servers on one PostgreSQL database, and how long a table is unavailable when its server stops.
if [ "${LONG:-}" ]; then
    node tools/bench/cluster.mjs build/default/cornet --seconds 30 --rounds 10
else
    node tools/bench/cluster.mjs build/default/cornet
fi

# The browser version against the native one in the same run; its start in Chromium, if `make test` has installed that.
cmake --preset wasm >/dev/null
cmake --build --preset wasm >/dev/null
node tools/bench/offline.mjs build/default/bench/portable

# For comparison, the perft of the strongest chess program, if it is installed.
for stockfish in stockfish /usr/games/stockfish; do
    command -v $stockfish >/dev/null || continue
    before=$(date +%s%N)
    leaves=$(printf 'position startpos\ngo perft 6\nquit\n' | $stockfish | sed -n 's/^Nodes searched: //p')
    after=$(date +%s%N)
    awk -v n="$leaves" -v t=$((after - before)) \
        'BEGIN { printf "stockfish  perft 6    %8.1f million leaves/s\n", n / t * 1e3 }'
    break
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
instructions() { # instructions GAME PLAYERS AGENT GAMES
    valgrind --tool=callgrind --callgrind-out-file="$work/out" "$bench" moves "$@" \
        >"$work/moves" 2>"$work/log"
    sed -n 's/.*Collected : //p' "$work/log"
}
for what in 'easycome 2 random' 'easycome 2 greedy' 'wazabi 4 random' 'themots 2 random' 'template 2 random'; do
    # The difference of two lengths excludes the start of the program.
    # shellcheck disable=SC2086 # words
    short=$(instructions $what 500) && short_moves=$(cat "$work/moves")
    # shellcheck disable=SC2086
    long=$(instructions $what 2500) && long_moves=$(cat "$work/moves")
    awk -v what="$what" -v i=$((long - short)) -v m=$((long_moves - short_moves)) \
        'BEGIN { printf "%-22s %6.1f instructions a move\n", what, i / m }'
done
