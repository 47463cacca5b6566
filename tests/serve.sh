#!/bin/sh
# The server with fair dice of version 2, and its clients on the command line: two players, a server that is killed and restarted during
# their game, the record, its dice, the store.
set -eu
fair_key=
. tests/serve_lib.sh
start

# The listening address: this computer only, all addresses, or a given one.
bound() { # bound HOST ARGUMENT...: checks the host in the first line, then the open port as the kernel lists it
    host=$1
    shift
    rm -f "$work/out" # remove the output of an earlier start
    "$cornet" serve "$@" --port 0 --store "$work/bound.db" --lang en >"$work/out" 2>&1 &
    other=$!
    await grep -qs 'Ctrl-C' "$work/out"
    open=$(sed -n "s/^Cornet is at http:\/\/$host:\([0-9]*\)\/$/\1/p" "$work/out")
    sed -n "s/^ *[0-9]*: \([0-9A-F]*\):$(printf %04X "${open:-0}") [0-9A-F:]* 0A .*/\1/p" /proc/net/tcp /proc/net/tcp6 >"$work/places"
    kill "$other"
    wait "$other" || true
    tr '\n' ' ' <"$work/places"
}
places=$(bound localhost)
expect "it listens at the loopback, not '$places'" test "$places" = '0100007F 00000000000000000000000001000000 ' -o "$places" = '0100007F '
"$cornet" serve --help --lang en | tr -s ' \n' ' ' >"$work/out"
expect 'which its help says' has 'localhost, this computer only'
everywhere=$(bound localhost --bind all)
expect "on all addresses with --bind all, not '$everywhere'" test "$everywhere" = '00000000000000000000000000000000 ' -o "$everywhere" = '00000000 '
expect 'without the hint' lacks 'Only this computer'
expect 'at IPv4 addresses alone' test "$(bound localhost --bind 0.0.0.0)" = '00000000 '
bound localhost >"$work/places"
expect 'by default it says how others come in' has 'cornet serve --bind all'
"$cornet" serve --bind nowhere --store "$work/bound.db" --lang en >"$work/out" 2>&1 && code=0 || code=$?
expect 'and nothing else' test "$code" -eq 2
expect 'is an address' has "--bind takes an IPv4 or IPv6 address or all, not 'nowhere'"

# Options from the environment; the command line overrides them.
expect 'a variable stands for an option' test "$(CORNET_BIND=0.0.0.0 bound localhost)" = '00000000 '
expect 'an option overrides its variable' test "$(CORNET_BIND=nowhere bound localhost --bind 0.0.0.0)" = '00000000 '
CORNET_PORT=many "$cornet" serve --store "$work/bound.db" --lang en >"$work/out" 2>&1 && code=0 || code=$?
expect 'a wrong variable is refused' test "$code" -eq 2
expect 'by its name' has 'CORNET_PORT takes'
bound localhost --trusted-proxy 10.0.0.0/8 >"$work/places"
expect 'a network of proxies is fine' lacks 'trusts every address'
bound localhost --trusted-proxy 10.0.0.0/8,0.0.0.0/0 >"$work/places"
expect 'all addresses as proxies are warned of' has 'trusts every address'

# Messages to the operator.
expect 'with time and level' grep -Eq '^[0-9]{4}-[0-9-]{5}T[0-9:.]{12}Z info stop: the server is stopping$' "$work/out"
bound localhost --log-format json >"$work/places"
expect 'or as JSON' grep -Eq '^\{"time":"[0-9TZ:.-]*","level":"info","event":"stop","text":"the server is stopping"\}$' "$work/out"
bound localhost --log-level warning >"$work/places"
expect 'of the chosen level only' lacks 'the server is stopping'
"$cornet" serve --log-level loud --lang en >"$work/out" 2>&1 && code=0 || code=$?
expect 'no other level' test "$code" -eq 2
expect 'is accepted' has "--log-level is error, warning or info, not 'loud'"

# Without a table, join lists the public ones; usage errors.
"$cornet" join "$url" --lang en </dev/null >"$work/out" 2>&1 && code=0 || code=$?
expect 'join without a table lists the tables' test "$code" -eq 0
expect 'of which there is none' has 'No public table at the moment'
"$cornet" join "${url}t/aaaaaaaaaaaaaaaa" --auto --lang en >"$work/out" 2>&1 && code=0 || code=$?
expect 'join at no table fails' test "$code" -eq 1
expect 'and says so' has 'this table does not exist'
"$cornet" purge --older 0 --store "$work/tables.db" --lang en >"$work/out" 2>&1 && code=0 || code=$?
expect 'purge beside a server' test "$code" -eq 0
expect 'finds nothing yet' has '0 tables deleted'
"$cornet" backup --store "$work/tables.db" >"$work/out" 2>&1 && code=0 || code=$?
expect 'backup without a name says what it needs' test "$code" -eq 2

# Two players: the server is killed during the game and restarted, and both clients reconnect and continue.
survives_a_kill

# A game with dice, its record, and forged versions of it.
plays_a_game
"$cornet" replay "$work/game.cornet" --lang en >"$work/out"
expect 'its record replays' has 'all legal'
"$cornet" verify "$work/game.cornet" --lang en >"$work/out"
expect 'its dice are right' has 'Right: the seeds give all'
expect 'with both seeds' has 'Bruno added a seed'
expect 'the unproved part is reported' has 'Not proved'
kept="$work/anne/cornet/dice-$table-1.txt"
"$cornet" verify "$work/game.cornet" --transcript "$kept" --lang en >"$work/out"
expect 'the transcript proves it' has 'Proved for Anne'
"$cornet" verify "$work/game.cornet" --lang en --transcript "$work/bruno/cornet/dice-$table-2.txt" >"$work/out"
expect 'to both' has 'Proved for Bruno'
sed 's/^list 1 .*/list 1 '"$(sed -n 's/^seed 1 //p' "$kept")"'/' "$kept" >"$work/other.txt"
"$cornet" verify "$work/game.cornet" --transcript "$work/other.txt" --lang en >"$work/out" 2>&1 && code=0 || code=$?
expect 'another list is refused' test "$code" -eq 1
expect 'and said' has 'changed after you had acknowledged'
sed -n 's/^seed 1 //p' "$kept" >"$work/seed.txt"
"$cornet" verify "$work/game.cornet" --transcript "$work/seed.txt" --lang en >"$work/out"
expect 'a seed alone is found' has 'Your seed is in the dice'
sed '0,/^\* roll 0/s//* roll 5/' "$work/game.cornet" >"$work/forged.cornet"
if ! cmp -s "$work/game.cornet" "$work/forged.cornet"; then
    "$cornet" verify "$work/forged.cornet" --lang en >"$work/out" 2>&1 && code=0 || code=$?
    expect 'a forged roll is refused' test "$code" -eq 1
    expect 'and named' has 'forged: draw'
fi
grep -v '^fair-seed' "$work/game.cornet" >"$work/forged.cornet"
"$cornet" verify "$work/forged.cornet" --lang en >"$work/out" 2>&1 && code=0 || code=$?
expect 'a withheld seed is named' has 'withheld'

# A store of an earlier version exports the same records.
version=$("$cornet" --version | cut -d ' ' -f 2)
if has_game easycome wazabi debacle themots; then # the store has tables of each
    cp tests/corpus/store/1.db "$work/old.db"
    mkdir "$work/old"
    "$cornet" export --to "$work/old" --store "$work/old.db" --lang en >"$work/out"
    expect 'an old store is read' has '7 records written'
    for record in tests/corpus/store/*.cornet; do
        sed '/^---$/q' "$work/old/${record##*/}" >"$work/out"
        expect "an old store: $record, its date" grep -qE '^date 20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z$' "$work/out"
        expect "an old store: $record, its program" has "program cornet-$version"
        grep -vE '^(date|program) ' "$work/old/${record##*/}" >"$work/out" # the old records have neither
        expect "an old store: $record" cmp "$record" "$work/out"
    done
fi

# A backup, the export of all records, then the deletion of all tables.
"$cornet" backup --to "$work/copy.db" --store "$work/tables.db" --lang en >"$work/out"
expect 'backup beside a server' has 'copy.db is a copy of'
cp "$work/copy.db" "$work/newer.db"
printf '\000\000\003\347' | dd of="$work/newer.db" bs=1 seek=60 conv=notrunc 2>/dev/null # PRAGMA user_version in the header
cp "$work/newer.db" "$work/newer.before"
for command in 'export' 'serve --port 0'; do
    # shellcheck disable=SC2086 # words
    timeout $wait_limit "$cornet" $command --store "$work/newer.db" --lang en >"$work/out" 2>&1 && code=0 || code=$?
    expect "$command: a store of a later version is refused" test "$code" -eq 1
    expect "$command: with a sentence" has 'was written by a newer Cornet (version 999;'
    expect "$command: and left as it is" cmp "$work/newer.db" "$work/newer.before"
done
mkdir "$work/records"
"$cornet" export --to "$work/records" --store "$work/tables.db" --lang en >"$work/out"
expect 'export writes every record' has '2 records written'
for record in "$work"/records/*.cornet; do
    expect "$record replays" "$cornet" replay "$record" >/dev/null
done
"$cornet" purge --older 1 --store "$work/tables.db" --lang en >"$work/out"
expect 'nothing is old yet' has '0 tables deleted'
purged=0
purges() { # both tables, at once or one after the other: `older than 0 days` excludes the current moment
    "$cornet" purge --older 0 --store "$work/tables.db" --lang en >"$work/out" || return
    purged=$((purged + $(sed -n 's/^.*\b\([0-9][0-9]*\) tables* deleted.*/\1/p' "$work/out")))
    [ "$purged" -eq 2 ]
}
expect 'purge beside a server deletes finished tables' await purges

# One of two players resigns while it is the other's turn; in another game they agree to a draw. Both records replay and verify.
ends() {
    end_by "$@"
    expect "and is proved in part: $2" has 'Proved in part for Bruno'
    expect "since nothing proves whose will that was: $2" test "$code" -eq 1
}
ends easycome '1 forfeits' 'Anne resigns' resign
ends debacle '2 accepts draw' 'Bruno accepts the draw' draw agree
kill "$server"
wait "$server" && code=0 || code=$?
expect 'the server ends well' test "$code" -eq 0
server=
"$cornet" purge --older 0 --dry-run --store "$work/copy.db" --lang en >"$work/out"
expect 'purge --dry-run only counts them' has '2 tables would be deleted'
"$cornet" purge --older 0 --store "$work/copy.db" --lang en >"$work/out"
expect 'purge without a server deletes those of the copy' has '2 tables deleted'

# tools/load: a short run, and a run that Ctrl-C interrupts: it prints its results and leaves nothing behind.
load=$2/tools/load
mkdir "$work/measured"
"$load" "$cornet" easycome --tables 2 --seconds 1 --idle 0 --store "$work/measured" --json >"$work/out" 2>&1
for kind in bare echo games; do
    expect "load measures $kind" grep -q "\"$kind\":{\"moves_per_second\":[1-9]" "$work/out"
done
"$load" "$cornet" easycome --tables 2 --seconds 3600 --idle 0 --store "$work/measured" >"$work/out" 2>&1 &
process=$!
is_measuring() { ls "$work"/measured/cornet-load.*/load.db >/dev/null 2>&1; }
await is_measuring
kill -INT $process
wait $process && code=0 || code=$?
expect 'load ends on a signal' test $code -eq 130
expect 'and says so' has 'load: stopped; rounds of play so far: '
expect 'and leaves nothing' test -z "$(ls "$work/measured")"
finish
