#!/bin/sh
# Plugins for games and agents: the example in play, sim, arena, engine, replay and serve. Plugins that do not load or break their contract
# produce one sentence each.
set -eu
cornet=$1
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$work"' EXIT
export HOME="$work" XDG_DATA_HOME="$work/data" LC_ALL=C.UTF-8

build() { # build SOURCE OBJECT [FLAGS...]
    source=$1 object=$2
    shift 2
    gcc -std=c99 -Wall -Wextra -Werror -shared -fPIC -Iinclude "$@" "$source" -o "$object"
}
build examples/plugin/race.c "$work/race.so"
# The plugin needs no symbol of the library, and exports one.
test "$(nm -D --defined-only "$work/race.so" | awk '{ print $3 }')" = cornet_plugin
if nm -D --undefined-only "$work/race.so" | grep cornet; then exit 1; fi
load="--load $work/race.so"

# shellcheck disable=SC2086 # two words
{
    "$cornet" $load --lang en | grep -q '^  race  *Race, 2 to 4 players'
    "$cornet" sim race $load --agents careful,random --games 4000 --seed 1 --threads 1 --json >"$work/one"
    "$cornet" sim race $load --agents careful,random --games 4000 --seed 1 --threads 2 --json >"$work/two"
    grep -q '"wins":\[0\.8' "$work/one"
    for file in one two; do sed 's/"\(threads\|seconds\)":[^,]*,//g' "$work/$file" >"$work/$file.same"; done
    cmp "$work/one.same" "$work/two.same"
    "$cornet" arena race --players 3 $load --agents careful,random --games 60 --json | grep -q '"careful"'
    printf 'new race 2\nseed 5\nplay 1 throw\nroll\nbest careful\nsave\nquit\n' | "$cornet" engine $load >"$work/engine"
    grep -q '^roll \* die [1-6]$' "$work/engine"
    grep -q '^best 2 throw$' "$work/engine"
    sed -n 's/^save //p' "$work/engine" >"$work/race.cornet"
    "$cornet" replay "$work/race.cornet" $load --legal >"$work/legal"
    printf '2 throw\n2 walk\n' | cmp - "$work/legal"
    yes '1

' | head -200 | "$cornet" play race --plain --lang en $load --seat Anne --seat bot:careful --seed 2 >"$work/play" 2>&1 || true
    grep -q 'die [1-6]' "$work/play"
    # The command that continues a game includes the plugin's option.
    printf '1\nquit\n' | "$cornet" play race --plain --lang en $load --seat Anne --seat Bruno --save "$work/on" >"$work/play" 2>&1
    grep -qF "To continue: $cornet play $work/on $load" "$work/play"
    sed -n 's/.*To continue: //p' "$work/play" >"$work/again"
    echo quit | sh "$work/again" | grep -qF "play $work/on $load"
    # Without the plugin, the error names the missing game.
    if "$cornet" replay "$work/race.cornet" 2>"$work/err"; then exit 1; fi
    grep -q "no game 'race'" "$work/err"
    # A server loads the plugin, and its bots play a whole game.
    "$cornet" serve $load --port 0 --store "$work/store.db" --lang en >"$work/serve" 2>&1 &
    server=$!
}
tries=0
until grep -q 'http://' "$work/serve"; do
    tries=$((tries + 1))
    [ $tries -lt 600 ] && kill -0 $server || { echo 'waited 60 s for the server to start:'; cat "$work/serve"; exit 1; }
    sleep 0.1
done
address=$(sed -n 's|.*\(http://[^ ]*/\).*|\1|p' "$work/serve" | head -1)
node -e 'fetch(process.argv[1] + "api/games").then(async (r) => {
    const game = (await r.json()).games.find((g) => g.id === "race");
    if (!game || !game.agents.some((a) => a.name === "careful")) { console.log(game); process.exit(1); }
})' "$address"
kill $server
wait $server || true
server=

# says SENTENCE ARGUMENTS...: the program fails and prints only that sentence.
says() {
    sentence=$1
    shift
    if "$cornet" "$@" --lang en >"$work/out" 2>"$work/err"; then
        echo "accepted: $*"
        exit 1
    fi
    if ! grep -qF -e "$sentence" "$work/err" || [ "$(wc -l <"$work/err")" -ne 1 ]; then
        echo "not '$sentence' for: $*"
        cat "$work/err"
        exit 1
    fi
}
says 'cannot load' sim race --load "$work/nothing.so"
says 'cannot load' sim race --load tests/plugin.sh
says '--load takes the file of a plugin' sim race --load
echo 'int nothing;' >"$work/empty.c"
build "$work/empty.c" "$work/empty.so"
says 'it does not export cornet_plugin' sim race --load "$work/empty.so"
# shellcheck disable=SC2086
says 'game race already exists' sim race $load $load
bad() { # bad FAULT SENTENCE: FAULT is its number in tests/bad_plugin.c
    build tests/bad_plugin.c "$work/bad.so" -DFAULT="$1"
    says "$2" sim bad --load "$work/bad.so" --agents first,first --games 10
}
bad 1 'it needs version 99'
bad 2 'does not start'
bad 3 'does not match the struct'
bad 4 'game template already exists'
bad 5 'a function is missing'
bad 6 'the mover is not a seat'
bad 7 'a list of actions is empty or too long'
bad 8 'a list of actions is empty or too long'
bad 9 'do not sum to the denominator'
bad 11 'the shares of the result do not sum to 1'
bad 12 'it chose action 2 of 2'
bad 10 'not one clean line'
bad 13 'not one clean line'
bad 14 "actions 0 and 1 have the same text, '1 do'"
build tests/bad_plugin.c "$work/bad.so" -DFAULT=0
"$cornet" sim bad --load "$work/bad.so" --agents first,first --games 10 --json | grep -q '"wins":\[1'

# Secrets: when a plugin is loaded, random games find each fault, and the error names it and its place.
secret() { # secret FAULT SENTENCE: FAULT is its number in tests/card_plugin.c
    build tests/card_plugin.c "$work/card.so" -DFAULT="$1"
    says "game card is faulty: $2" sim card --load "$work/card.so" --games 10
}
secret 1 "seat 0 receives '* card ?' and sees whether it was '* card"
secret 2 "seat 0 receives '* card ?' and sees whether it was '* card"
grep -qE "\(after '[12] ask', move [0-9]+ of a random game for 2 players\)" "$work/err"
secret 3 "seat 0 receives '* card"
grep -qF 'which hide() then hides from it' "$work/err"
secret 4 'guess() contradicts seat'
secret 5 'hide() for seat 0 changes a state that is already hidden'
secret 6 "in seat 1's view, its actions differ"
grep -qF "(after '" "$work/err"
secret 7 'guess() gives seat'
secret 8 'in seat'
grep -qF 'somebody else is to move' "$work/err"
secret 9 'apply() gives two different states for the same state and action'
secret 10 "actions 4 and 5 have the same text, '* card 4'"
build tests/card_plugin.c "$work/card.so" -DFAULT=0
"$cornet" sim card --load "$work/card.so" --games 100 --players 3 --json | grep -q '"games":100'
