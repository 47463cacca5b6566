#!/bin/sh
# cornet join on a full screen (tmux) and in lines: every game as in `play`, with chat, proposals, clocks, a rematch, spectators, a server
# that is killed and restarted, and French.
set -u
. tests/lib.sh
. tests/tmux_lib.sh
server=
clients= # process ids of the clients without a terminal
# shellcheck disable=SC2086 # several processes
stop() { kill $server $clients 2>/dev/null; }
trap 'stop; exec 8>&- 9>&-; tm kill-server 2>/dev/null; clean_up' EXIT

start() { # start [PAUSE]: milliseconds between the rounds of a game with a clock
    rm -f "$work/server" # remove the output of an earlier start
    "$cornet" serve --bind "$own_address" --messages 0 --pause ${1:-0} --port $own_port --store "$work/tables.db" --lang en >"$work/server" 2>&1 &
    server=$!
    await grep -qs 'Cornet is at' "$work/server"
    url=$(sed -n 's/.*Cornet is at \(http[^ ]*\).*/\1/p' "$work/server" | head -1)
}
start

window() { # window WHO COLUMNS ROWS COMMAND...
    terminal=$1
    shift
    open "$@"
}
anne() { window anne 80 24 "$@"; }
back() { see && lacks 'No connection' && has '> Anne'; }
link() { see && link=$(grep -o 'http://[^ ]*/t/[a-z0-9]*' "$work/out" | head -1) && [ -n "$link" ]; }
bruno_sees() { grep -qF -- "$1" "$work/bruno.out"; }

# Bruno has no terminal: `types` writes his lines to a pipe.
bruno() { # bruno OPTION...
    rm -f "$work/typed" "$work/bruno.out"
    mkfifo "$work/typed"
    XDG_DATA_HOME="$work/bruno" "$cornet" join "$link" --name Bruno "$@" <"$work/typed" >"$work/bruno.out" 2>&1 &
    clients="$clients $!"
    exec 9>"$work/typed"
}
carla() { # a spectator without a terminal
    rm -f "$work/eyes" "$work/watch.out"
    mkfifo "$work/eyes"
    XDG_DATA_HOME="$work/carla" "$cornet" join "$link" --watch --lang en <"$work/eyes" >"$work/watch.out" 2>&1 &
    clients="$clients $!"
    exec 8>"$work/eyes"
}
types() { printf '%s\n' "$*" >&9; }

# ---- Easy Come Easy Go: the board, chat, undo, a spectator, a killed server ----

anne "$cornet join $url --new easycome --option first=1 --name Anne --lang en"
expect 'a new table waits' await shows 'Waiting for players.'
expect 'seats in words' shows '(open)'
await link
bruno --lang fr
await shows 'end the turn'
expect 'the board is drawn by the view' shows 'Four of a kind'
expect 'as in play' shows 'at best'
expect 'Bruno gets French messages' await bruno_sees 'À la table'
expect 'kinds of seats too' bruno_sees '(personne)'
types 'dire bonjour à tous'
expect 'chat arrives' await shows 'Bruno says: bonjour à tous'
press t b o n s o i r Enter
expect 'and is sent' await bruno_sees 'Anne dit : bonsoir'
press : s t o p Enter
expect 'a move is described in French' await bruno_sees 'Anne s’arrête'
press u
expect 'an undo after the dice is refused with a reason' await shows 'Too late: dice or cards have been seen since'
types 'voir'
types 'stop'
expect 'Bruno plays a line' await shows 'Bruno stops'
carla
expect 'a spectator sees the move' await grep -qs 'Bruno stops' "$work/watch.out"
echo show >&8
expect 'and sees the board when she asks' await grep -qs 'Four of a kind' "$work/watch.out"
expect 'and whose turn it is' await grep -qsE '(Anne|Bruno) to move' "$work/watch.out"
kill -9 "$server"
wait "$server" 2>/dev/null
expect 'a lost connection is said' await shows 'No connection'
types 'dire perdu'
bruno_waits() { [ "$(grep -c 'Pas de connexion' "$work/bruno.out")" -ge 2 ]; }
expect 'and that typed lines are lost' await bruno_waits
start
expect 'and the table is restored' await back
press q
expect 'leaving says how to return' await shows 'To return: cornet join'
anne "$cornet join $link --lang en"
expect 'that command returns to the seat, for any user' await shows '> Anne'
press q
await shows 'To return'
anne "$cornet join $link --name Anne --lang en"
expect 'the same command returns to the seat' await shows '> Anne'
press :
press q u i t Enter
await shows 'code 0'
exec 8>&- 9>&-

# ---- nobody answers, and a server that stops ----

"$cornet" join http://127.0.0.1:1/t/k3v7w2mnpq7rt4xy --lang en >"$work/out" 2>&1 </dev/null
expect 'without a terminal, a dead address fails' test $? -eq 1
expect 'and is named' has 'cannot connect to 127.0.0.1:1'
anne "$cornet join http://127.0.0.1:1/t/k3v7w2mnpq7rt4xy --lang en"
expect 'on a terminal it is named, with the way out' await shows 'No connection to 127.0.0.1:1; retrying. q leaves'
press q
await ended
anne "$cornet join $url --new easycome --option first=1 --players 3 --name Anne --lang en"
await link
press b
await shows 'Your turn: '
kill "$server"
wait "$server" 2>/dev/null
expect 'a server that stops says so' await shows 'the server is stopping'
start
back_as_before() { see && has 'Your turn: ' && lacks 'the server is stopping'; }
expect 'the table is back, without the old notice' await back_as_before
press q
await ended

# Without a table: the tables of the server. After a game, its record comes from the server.
window bruno 80 24 "$cornet join $url --name Bruno --lang en"
expect 'without a public table, new ones are offered' await shows 'No public table at the moment'
press '?'
expect 'with the rules' await shows 'Goal: hold three prizes'
press q
await shows 'No public table'
press 2 Enter
expect 'a new table has players and options' await shows 'Players: 2'
expect 'and is for everybody' shows 'For everybody'
press 2 Enter
await shows '3 players'
press 3 Enter
await shows 'Players: 3'
press q
await shows 'No public table'
anne "$cornet join $url --new debacle --listed --option target=1 --name Anne --lang en"
await link
table=$link
terminal=bruno
expect 'the list of tables follows by itself' await shows '1 Débâcle  Anne, open'
press Enter
await shows 'Players: 2'
press 3 Enter
expect 'a new table need not be in the list' await shows 'For those who have the link'
press Home Enter
expect 'and waits for people' await shows 'Waiting for players.'
press q
await ended
expect 'a game that is not over has no record' sh -c "! '$cornet' replay '$table' --lang en 2>'$work/err' && grep -q 'the game is not over' '$work/err'"
window bruno 80 24 "$cornet join $url --name Bruno --lang en"
expect 'a listed table is shown with its players' await shows '1 Débâcle  Anne, open'
press Enter
expect 'and can be joined' await shows "Anne to move"
terminal=anne
await shows 'Your turn: '
press : r e s i g n Enter
await shows 'The game is over: r proposes a rematch, a analyses'
press a
expect 'the game can be analysed' await shows 'The start.'
press q
expect 'and the table is there again' await shows 'The game is over'
press q
await ended
expect 'replay reads a link' "$cornet" replay "$table"
expect 'analyse too' sh -c "'$cornet' analyse '$table' --lang en | grep -q 'Anne resigns'"
expect 'a table that is not there' sh -c "! '$cornet' replay '${table%/*}/aaaaaaaaaaaaaaaa' --lang en 2>'$work/err' && grep -q 'there is no such table' '$work/err'"

# Choices are in the order of the game, the end of a turn last, not sorted as text.
anne "$cornet join $url --new wazabi --name Anne --lang en --option dice=12"
await link
press b
cards() { # plays the first choice until there are cards to play
    see
    grep -qE '([2-9]|[1-9][0-9]) play no card' "$work/out" || {
        press Enter
        false
    }
}
expect 'playing no card is not the first choice' await cards
press q
await ended

# ---- a game to its end against a bot, in French; then a rematch ----

anne "$cornet join $url --new debacle --name Anne --lang fr"
await link
bruno --lang en
expect 'Débâcle in French' await shows 'camp des rouges'
press q
await shows 'code 0'
exec 9>&-
anne "$cornet join $url --new easycome --name Anne --lang fr"
await link
XDG_DATA_HOME="$work/bruno" "$cornet" join "$link" --name Bruno --auto >"$work/bruno.out" 2>&1 </dev/null &
clients="$clients $!"
ends() {
    shows 'La partie est finie' || {
        press End Enter End Enter # the last choice takes a prize if possible
        false
    }
}
expect 'a game ends' await ends
expect 'with its winner' shows 'gagne !'
press r
press q
await shows 'code 0'

# ---- Wazabi: hidden hands ----

anne "$cornet join $url --new wazabi --name Anne --lang en"
await link
bruno --lang en
expect 'a hand is drawn, and no other' await shows '3 cards'
expect 'with what cards do' await shows_match '[123] x  (Remove|All|Give|Steal|Down|Draw|Skip|Again)'
expect 'draws of others are hidden' sh -c "! grep -qE 'Bruno draws (Remove|All|Give|Steal|Down|Draw|Skip|Again|retire|tourne|donne|vole|reste|pioche|saute|rejoue)' '$work/out'"
press q
exec 9>&-

# ---- Thémots: words against the clock ----

counts_down_again() { [ "$(grep -c 'Préparez-vous' "$work/bruno.out")" -eq 2 ]; }

kill $server
wait $server
start 60000
anne "$cornet join $url --new themots --option time=3600 --name Anne --lang en"
await link
bruno --lang fr
expect 'a countdown' await bruno_sees 'Préparez-vous'
expect 'the clock runs' await shows 's left'
press x y z z y Enter
expect 'a word is judged' await shows 'You say “xyzzy”. Refused'
types 'pass'
expect 'Bruno passes' await shows 'Bruno passes'
press / l o g Enter
expect 'commands after a slash' await shows 'q closes'
expect 'the log is in sentences' shows 'Bruno passes'
press q
press Escape
press - Enter
await shows 'You pass'
expect 'after a round: who said what' await shows 'Nobody had a word.'
expect 'and what else there was' await shows 'There was also'
expect 'and when the next one begins' await shows_match 'Next round in [0-9]+ s; Enter continues now'
press Enter
types ''
expect 'everybody continues: the next countdown' await counts_down_again
expect 'a client without a full screen sees the pause' bruno_sees 'Entrée continue tout de suite'
press C-c
expect 'Ctrl-C gives the screen back' await flag alternate_on 0
expect 'and the mouse' flag mouse_any_flag 0
exec 9>&-
kill $server
wait $server
start

# ---- two people, each with a full screen ----

sees() { # sees WHO TEXT
    terminal=$1
    shows "$2"
}
keys() { # keys WHO KEY...
    terminal=$1
    shift
    press "$@"
}
find_link() { # find_link WHO
    terminal=$1
    link
}
pair() { # pair GAME OPTION...: Anne in English at 80x24 and Bruno in French at 60x20
    window anne 80 24 "$cornet join $url --new $* --name Anne --lang en --pace 0"
    await find_link anne
    window bruno 60 20 "$cornet join $link --name Bruno --lang fr --pace 0"
}

# An undo by consent, with time banks. All lines are legal in the tournament form, with any set-up.
pair debacle --clock 3000+5
await sees bruno 'Anne doit jouer'
expect 'time banks are shown, and which one runs' sees anne '>Anne '
expect 'everybody'"'"'s' sees anne 'Bruno 50:00'
expect 'with a clock, the tournament form is proposed' await sees anne 'This turn needs a roll forward or a capture.'
keys anne o
expect 'the engine says nothing to people who play each other' await sees anne 'there are no hints in a game with other people'
keys anne : a 1 - a 2 Enter
await sees bruno 'd’a1 à a2'
keys anne u
expect 'a move of the own turn is taken back without asking' await sees bruno 'Un coup a été repris'
keys anne : a 1 - a 2 Enter
await sees anne 'from a1 to a2'
keys anne : e n d Enter
expect 'the clock of the next one runs' await sees anne '>Bruno '
keys anne u
expect 'an undo is asked for' await sees bruno 'Anne demande à reprendre un coup : o accepte, n refuse'
expect 'and one waits' await sees anne 'Anne asks to take back a move'
keys bruno o
expect 'yes' await sees anne 'A move was taken back.'
expect 'it is her turn again' await sees anne '>Anne '
keys anne : e n d Enter
await sees anne '>Bruno '
keys anne u
await sees bruno ': o accepte, n refuse'
keys bruno n
expect 'no, and who said it' await sees anne 'Bruno refused.'
keys anne u
expect 'a refused proposal cannot be repeated at once' await sees anne 'this was refused'
keys bruno q
await sees bruno 'code 0'
expect 'it says who is away' await sees anne 'Bruno is away.'
# The bot's moves follow at once and may replace the sentence; but only a bot can end Bruno's turn now.
stands_in() { sees anne 'A bot stands in for Bruno.' || sees anne '>Anne '; }
keys anne / b o t Space 2 Enter
expect 'a bot stands in for the absent player' await stands_in
keys anne q

# A whole game and its rematch, with a spectator.
pair easycome
await sees bruno 'lance'
carla
await grep -qs 'rolls' "$work/watch.out"
play_both() {
    sees anne 'The game is over' || {
        keys anne Home Enter Home Enter
        keys bruno Home Enter Home Enter
        false
    }
}
expect 'two people play to the end' await play_both
expect 'both see it' await sees bruno 'La partie est finie'
keys anne r
expect 'a rematch is proposed' await sees bruno 'Anne propose une revanche : o accepte'
keys bruno o
begun() { sees "$1" '[ ][ ][ ]' && sees "$1" "$2"; }
expect 'and played: for her' await begun anne 'rolls'
expect 'for him' await begun bruno 'lance'
expect 'and the spectator follows' await grep -qs 'A rematch begins.' "$work/watch.out"
exec 8>&-
old=$link
keys anne q
expect 'the seat is one at the new table' await sees anne 'To return: cornet join http'
await find_link anne
expect 'another one' test "$old" != "$link"
keys bruno q

# A clock per move. After the timeout bots play the game to its end, so the screen may already show the end.
window anne 120 40 "$cornet join $url --new easycome --clock 1 --name Anne --lang en --pace 0"
await find_link anne
bruno --lang fr
expect 'a move whose time is out is a bot'"'"'s' await bruno_sees 'Temps écoulé pour'
expect 'for the full screen too' await shows 'ran out of time: a bot moves.'
keys anne q
exec 9>&-

# Bots take the open seats. Lines appear one after the other, and a key skips the wait.
window anne 120 40 "$cornet join $url --new wazabi --players 3 --name Anne --lang en --pace 10000"
await sees anne 'b bots for the open seats'
keys anne b
expect 'the game starts with bots' await sees anne 'You draw'
expect 'one line after the other' sees anne 'Space skips'
expect 'and not all at once' sh -c "! grep -qF 'for the start' '$work/out'"
keys anne +
expect 'the pace can be set' await sees anne 'A pause of 9.8 s'
keys anne Space
expect 'and what waits skipped' await shows_match 'for the start|rolls? [CDW]'

# Reconnecting to a seat in a game with secrets: earlier moves are listed as sentences.
pair wazabi
await sees bruno 'Pioche :'
keys bruno q
await sees bruno 'code 0'
window bruno 120 40 "$cornet join $link --name Bruno --lang en"
expect 'a reconnecting player reads sentences' await sees bruno 'for the start'
expect 'of cards too' sees bruno 'You draw'
expect 'and no lines of a record' sh -c "! grep -qF '* draw' '$work/out'"
keys bruno q
keys anne q

# ---- lines on a terminal: editing, history, completion ----

window anne 80 24 "$cornet join $url --new easycome --option first=1 --name Anne --lang en --plain"
await find_link anne
window bruno 60 20 "$cornet join $link --name Bruno --lang fr --pace 0"
await sees anne '(? for help)'
keys anne k e e x Left Delete
keys bruno t s a l u t Enter
expect 'messages do not disturb the typed line' await sees anne 'Bruno says: salut'
expect 'which stands below it' await sees anne '> kee'
keys anne BSpace e p Space 9 Enter
expect 'a line can be edited, and its move is refused with a reason' await sees anne "keep"
await sees anne 'digits'
prompts() { see && grep . "$work/out" | tail -1 | grep -q 'Your turn: .* (? for help) >$'; }
expect 'a new prompt follows' await prompts
keys anne s t Tab Enter
expect 'Tab completes a move' await sees bruno 'Vous lancez'
keys anne Up Up C-a C-k c h a Tab Space b o n s o i r Enter
expect 'and a command' await sees bruno 'Anne dit : bonsoir'
keys anne Up
expect 'the history is kept' await sees anne '> chat bonsoir'
keys anne C-u C-d
expect 'Ctrl-D leaves' await sees anne 'code 0'
expect 'with the terminal as before' same_mode
window anne 80 24 "$cornet join $link --name Anne --lang en --plain"
await sees anne '>'
keys anne C-c
await ended
expect 'so does Ctrl-C' same_mode
keys bruno q

# ---- the terminal afterwards, unsuitable terminals, and a slow line ----

for signal in INT TERM HUP; do
    window anne 80 24 "$cornet join $url --new easycome --name Anne --lang en"
    await sees anne 'Waiting for players.'
    signal $signal
    await ended
    expect "$signal: how to return" sees anne 'To return: cornet join http'
    expect "$signal: the usual screen" flag alternate_on 0
    expect "$signal: the cursor" flag cursor_flag 1
    expect "$signal: the mouse" flag mouse_any_flag 0
    expect "$signal: the mode" same_mode
done
window anne 80 24 "env TERM=dumb $cornet join $url --new easycome --option first=1 --name Anne --lang en"
await find_link anne
window bruno 80 24 "$2/tests/slow_line 1000 $cornet join $link --name Bruno --lang fr --pace 0"
expect 'a dumb terminal gets lines' await sees anne 'end the turn'
expect 'and no other screen' flag alternate_on 0
keys anne s t o p Enter
expect 'a slow line shows the table' await sees bruno 'Vous lancez'
keys bruno : s t o p Enter
expect 'and carries a move' await sees anne 'Bruno stops'
keys bruno q
expect 'and ends' await sees bruno 'code 0'
finish
