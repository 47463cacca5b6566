# Shared by serve.sh and serve3.sh: a server, and Anne and Bruno who play at it. $fair_key: whether the server offers fair dice 3.
. tests/lib.sh
server=
stop() { [ -z "$server" ] || kill "$server" 2>/dev/null || true; }
trap 'stop; clean_up' EXIT

start() {
    rm -f "$work/server" # remove the output of an earlier start
    "$cornet" serve --bind "$own_address" --messages 0 --port $own_port --store "$work/tables.db" \
        --fair-key "$([ "$fair_key" ] && echo "$work/fair.key" || echo none)" --lang en >"$work/server" 2>&1 &
    server=$!
    await grep -qs 'Cornet is at' "$work/server"
    url=$(sed -n 's/^Cornet is at \(.*\)$/\1/p' "$work/server")
}
has_table() { # has_table FILE: whether the output names a table; sets $table
    table=$(sed -n 's/.*\/t\/\([a-z2-7]*\)$/\1/p' "$1" | head -1)
    [ -n "$table" ]
}

begin() { # begin GAME [OPTION...]: Anne creates a table, Bruno joins, and both programs play; sets $anne, $bruno and $table
    rm -f "$work/anne.out" "$work/bruno.out" # the last game's table must not be found
    XDG_DATA_HOME="$work/anne" timeout $wait_limit "$cornet" join "$url" --new "$@" --name Anne --auto --lang en >"$work/anne.out" 2>&1 &
    anne=$!
    await has_table "$work/anne.out"
    XDG_DATA_HOME="$work/bruno" timeout $wait_limit "$cornet" join "${url}t/$table" --name Bruno --auto --lang en >"$work/bruno.out" 2>&1 &
    bruno=$!
}

survives_a_kill() { # survives_a_kill [OPTION...]: the server is killed during a game and restarted; both clients reconnect and continue
    begin debacle "$@"
    await grep -qs '^  2 end' "$work/bruno.out"
    kill -9 "$server"
    wait "$server" 2>/dev/null || true
    start
    wait "$anne" && code=0 || code=$?
    expect 'Anne reconnects and finishes' test "$code" -eq 0
    wait "$bruno" && code=0 || code=$?
    expect 'so does Bruno' test "$code" -eq 0
}

plays_a_game() { # a game with dice; exports its record to game.cornet
    begin easycome
    wait "$bruno" && code=0 || code=$?
    cp "$work/bruno.out" "$work/out"
    expect 'two players finish a game' test "$code" -eq 0
    wait "$anne" || true
    "$cornet" export "$table" --store "$work/tables.db" >"$work/game.cornet"
}

begun() { [ "$(grep -cs 'At the table' "$1")" -ge 2 ]; } # the table is shown when it opens and when the game starts
end_by() { # end_by GAME LINE SENTENCE COMMAND_OF_ANNE [COMMAND_OF_BRUNO]: this command ends a game by LINE, which all see as SENTENCE
    rm -f "$work/anne.in" "$work/bruno.in" "$work/anne3.out" "$work/bruno3.out" # the last game's table must not be found
    mkfifo "$work/anne.in" "$work/bruno.in"
    XDG_DATA_HOME="$work/anne" timeout $wait_limit "$cornet" join "$url" --new "$1" --name Anne --lang en \
        <"$work/anne.in" >"$work/anne3.out" 2>&1 &
    anne=$!
    exec 8>"$work/anne.in"
    await has_table "$work/anne3.out"
    XDG_DATA_HOME="$work/bruno" timeout $wait_limit "$cornet" join "${url}t/$table" --name Bruno --lang en \
        <"$work/bruno.in" >"$work/bruno3.out" 2>&1 &
    bruno=$!
    exec 7>"$work/bruno.in"
    await grep -qs 'Bruno' "$work/anne3.out"
    await begun "$work/bruno3.out"
    echo "$4" >&8
    if [ $# -gt 4 ]; then
        await grep -q 'agree or refuse' "$work/bruno3.out"
        echo "$5" >&7
    fi
    await grep -q "$3" "$work/bruno3.out"
    await grep -q 'The record' "$work/anne3.out"
    exec 8>&- 7>&-
    wait "$anne" "$bruno" || true
    "$cornet" export "$table" --store "$work/tables.db" >"$work/ended.cornet"
    expect "$2 is the last line" test "$(tail -1 "$work/ended.cornet")" = "$2"
    "$cornet" replay "$work/ended.cornet" --lang en >"$work/out"
    expect "a record with $2 replays" has 'legal. The game is over'
    "$cornet" verify "$work/ended.cornet" --transcript "$work/bruno/cornet/dice-$table-2.txt" --lang en >"$work/out" 2>&1 && code=0 || code=$?
}
