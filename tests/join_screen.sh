#!/bin/sh
# cornet join in a terminal (tmux) and in lines: every game as in play, with chat, proposals, clocks, a
# rematch, spectators, a server that dies and comes back, and French.
set -u
. tests/lib.sh
unset TMUX NO_COLOR
export TERM=xterm-256color
socket=cornet-join-$$
tm() { tmux -L "$socket" -f /dev/null "$@"; }
server=
stop() { [ -z "$server" ] || kill "$server" 2>/dev/null; }
trap 'stop; exec 8>&- 9>&-; tm kill-server 2>/dev/null; chmod -R u+rwx "$work"; rm -rf "$work"' EXIT

start() { # start PORT
    rm -f "$work/server" # what an earlier one said is no answer of this one
    "$cornet" serve --bind 127.0.0.1 --messages 0 --pause 0 --port "$1" --store "$work/tables.db" --lang en >"$work/server" 2>&1 &
    server=$!
    await grep -qs 'Cornet is at' "$work/server"
    url=$(sed -n 's/.*Cornet is at \(http[^ ]*\).*/\1/p' "$work/server" | head -1)
    port=${url##*:}
    port=${port%/}
}
start 0

open() { # open COMMAND...: Anne's terminal, 80x24
    tm kill-server 2>/dev/null
    printf '%s\n' "trap : INT; export XDG_DATA_HOME='$work/anne'; $*; echo \"code \$?\"; exec sleep 10000" >"$work/run"
    await open_window
}
open_window() { tm new-session -d -x 80 -y 24 "sh '$work/run'" 2>/dev/null; }
see() { tm capture-pane -p >"$work/out"; }
shows() { see && has "$1"; }
flag() { [ "$(tm display-message -p "#{$1}")" = "$2" ]; }
press() { tm send-keys "$@"; }
back() { see && lacks 'No connection' && has '> Anne'; }
link() { see && link=$(grep -o 'http://[^ ]*/t/[a-z0-9]*' "$work/out" | head -1) && [ -n "$link" ]; }
bruno_sees() { grep -qF -- "$1" "$work/bruno.out"; }

# Bruno types lines into a pipe: `say` what he types; he is in lines because it is no terminal.
bruno() { # bruno OPTION...
    rm -f "$work/typed" "$work/bruno.out"
    mkfifo "$work/typed"
    XDG_DATA_HOME="$work/bruno" "$cornet" join "$link" --name Bruno "$@" <"$work/typed" >"$work/bruno.out" 2>&1 &
    exec 9>"$work/typed"
}
types() { printf '%s\n' "$*" >&9; }

# ---- Easy Come Easy Go: the board, chat, undo, a spectator, the server's death ----

open "$cornet join $url --new easycome --option first=1 --name Anne --lang en"
expect 'a new table waits' await shows 'Waiting for players.'
expect 'seats in words' shows '(open)'
await link
bruno --lang fr
await shows 'stop'
expect 'the board is drawn by the view' shows 'Four of a kind'
expect 'as in play' shows 'at best'
expect 'Bruno is told in French' await bruno_sees 'À la table'
expect 'kinds of seats too' bruno_sees '(personne)'
types 'dire bonjour à tous'
expect 'chat arrives' await shows 'Bruno says: bonjour à tous'
press t b o n s o i r Enter
expect 'and is sent' await bruno_sees 'Anne dit : bonsoir'
press : s t o p Enter
expect 'a move is told in French' await bruno_sees "Anne s'arrête"
press u
expect 'an undo is asked for, or refused with a reason' await sh -c "tmux -L $socket capture-pane -p | grep -qE 'asks to take back|nothing to take back|dice'"
types 'voir'
types 'stop'
expect 'Bruno plays a line' await shows 'Bruno stops'
mkfifo "$work/eyes"
XDG_DATA_HOME="$work/carla" "$cornet" join "$link" --watch --lang en <"$work/eyes" >"$work/watch.out" 2>&1 &
exec 8>"$work/eyes"
expect 'a spectator is told what was played' await grep -qs 'Bruno stops' "$work/watch.out"
echo show >&8
expect 'and sees the board when she asks' await grep -qs 'Four of a kind' "$work/watch.out"
expect 'and whose turn it is' await grep -qsE '(Anne|Bruno) to move' "$work/watch.out"
kill -9 "$server"
wait "$server" 2>/dev/null
expect 'a lost connection is said' await shows 'No connection'
types 'dire perdu'
bruno_waits() { [ "$(grep -c 'Pas de connexion' "$work/bruno.out")" -ge 2 ]; }
expect 'and that what is typed is lost' await bruno_waits
start "$port"
expect 'and the table comes back' await back
press q
expect 'leaving says how to come back' await shows 'Come back with: cornet join'
open "$cornet join $link --lang en"
expect 'that command comes back to the seat, whoever the user is' await shows '> Anne'
press q
await shows 'Come back with'
open "$cornet join $link --name Anne --lang en"
expect 'the same command comes back to the seat' await shows '> Anne'
press :
press q u i t Enter
await shows 'code 0'
exec 8>&- 9>&-

# ---- a game to its end against a program, in French; a rematch is proposed ----

open "$cornet join $url --new debacle --name Anne --lang fr"
await link
bruno --lang en
expect 'Débâcle in French' await shows 'camp des rouges'
press q
await shows 'code 0'
exec 9>&-
open "$cornet join $url --new easycome --name Anne --lang fr"
await link
XDG_DATA_HOME="$work/bruno" timeout $patience "$cornet" join "$link" --name Bruno --auto >"$work/bruno.out" 2>&1 &
ends() {
    tries=3000
    until shows 'La partie est finie'; do
        tries=$((tries - 1))
        [ $tries -gt 0 ] || return 1
        press End Enter
        sleep 0.05
    done
}
expect 'a game ends' ends
expect 'with its winner' shows 'gagne !'
press r
press q
await shows 'code 0'

# ---- Wazabi: hidden hands ----

open "$cornet join $url --new wazabi --name Anne --lang en"
await link
bruno --lang en
expect 'a hand is drawn, and no other' await shows '3 cards'
expect 'with what cards do' await sh -c "tmux -L $socket capture-pane -p | grep -qE '[123] x (retire|tourne|donne|vole|reste|pioche|saute|rejoue)'"
expect 'draws of others are hidden' sh -c "! tmux -L $socket capture-pane -p | grep -qE 'Bruno draws (retire|tourne|donne|vole|reste|pioche|saute|rejoue)'"
press q
exec 9>&-

# ---- Thémots: words against the clock ----

open "$cornet join $url --new themots --option time=3600 --name Anne --lang en"
await link
bruno --lang fr
expect 'the clock runs' await shows 's left'
press x y z z y Enter
expect 'a word is judged' await shows 'Anne says "xyzzy": no'
types 'pass'
expect 'Bruno passes' await shows 'Bruno passes'
press / l o g Enter
expect 'commands after a slash' await shows '2 pass'
press q
press Escape
press - Enter
await shows 'Anne passes'
press C-c
expect 'Ctrl-C gives the screen back' await flag alternate_on 0
expect 'and the mouse' flag mouse_any_flag 0
exec 9>&-

# ---- two people, each at a terminal of their own ----

window() { # window NAME COLUMNS ROWS COMMAND...
    who=$1 columns=$2 rows=$3
    shift 3
    tm kill-session -t "$who" 2>/dev/null
    rm -f "$work/mode-$who"
    printf '%s\n' "trap : INT; export XDG_DATA_HOME='$work/$who'; stty -g >'$work/mode-$who'; $*; echo \"code \$?\"; stty -g >'$work/after-$who'; exec sleep 10000" >"$work/run-$who"
    await new_window
}
new_window() { tm new-session -d -s "$who" -x "$columns" -y "$rows" "sh '$work/run-$who'" 2>/dev/null; }
sees() { tm capture-pane -p -t "$1" >"$work/out" && has "$2"; }
keys() {
    who=$1
    shift
    tm send-keys -t "$who" "$@"
}
find_link() { tm capture-pane -p -t "$1" >"$work/out" && link=$(grep -o 'http://[^ ]*/t/[a-z0-9]*' "$work/out" | head -1) && [ -n "$link" ]; }
pair() { # pair GAME OPTION...: Anne in English at 80x24 and Bruno in French at 60x20
    window anne 80 24 "$cornet join $url --new $* --name Anne --lang en --pace 0"
    await find_link anne
    window bruno 60 20 "$cornet join $link --name Bruno --lang fr --pace 0"
}

# An undo by consent, with time banks.
pair debacle --clock 3000+5
await sees bruno 'Anne doit jouer'
expect 'time banks are shown, and which one runs' sees anne '>Anne '
expect 'everybody'"'"'s' sees anne 'Bruno 50:00'
keys anne : a 1 - a 2 Enter
await sees bruno 'Anne : a1-a2, 1 devient 2'
keys anne u
expect 'a move of the own turn is taken back without asking' await sees bruno 'Un coup a été repris'
keys anne : a 1 - a 2 Enter
await sees anne 'Anne: a1-a2'
keys anne : e n d Enter
expect 'the clock of the next one runs' await sees anne '>Bruno '
keys anne u
expect 'an undo is asked for' await sees bruno 'Anne demande à reprendre un coup : o accepte, n refuse'
expect 'and one waits' await sees anne 'Anne asks to take back a move'
keys bruno n
expect 'no' await sees anne 'Nothing comes of what was proposed'
keys anne u
await sees bruno ': o accepte, n refuse'
keys bruno o
expect 'yes' await sees anne 'A move was taken back.'
expect 'it is her turn again' await sees anne '>Anne '
keys bruno q
await sees bruno 'code 0'
expect 'who is away is said' await sees anne 'Bruno is away.'
keys anne / b o t Space 2 Enter
expect 'a bot for who is away' await sees anne 'A bot stands in for Bruno.'
keys anne q

# A whole game, and its rematch, which a spectator follows.
pair easycome
await sees bruno 'lance'
rm -f "$work/eyes"
mkfifo "$work/eyes"
XDG_DATA_HOME="$work/carla" "$cornet" join "$link" --watch --lang en <"$work/eyes" >"$work/watch.out" 2>&1 &
exec 8>"$work/eyes"
await grep -qs 'rolls' "$work/watch.out"
play_both() {
    tries=3000
    until sees anne 'The game is over'; do
        tries=$((tries - 1))
        [ $tries -gt 0 ] || return 1
        keys anne End Enter
        keys bruno End Enter
        sleep 0.05
    done
}
expect 'two people play to the end' play_both
expect 'both see it' await sees bruno 'La partie est finie'
keys anne r
expect 'a rematch is proposed' await sees bruno 'Anne propose une revanche : o accepte'
keys bruno o
begun() { sees "$1" '[ ][ ][ ]' && sees "$1" "$2"; }
expect 'and played: for her' await begun anne 'rolls'
expect 'for him' await begun bruno 'lance'
expect 'and who watches is there' await grep -qs 'A rematch begins.' "$work/watch.out"
exec 8>&-
old=$link
keys anne q
expect 'the seat is one at the new table' await sees anne 'Come back with: cornet join http'
await find_link anne
expect 'another one' test "$old" != "$link"
keys bruno q

# A player's own clock.
window anne 120 40 "$cornet join $url --new easycome --clock 1 --name Anne --lang en --pace 0"
await find_link anne
window bruno 60 20 "$cornet join $link --name Bruno --lang fr --pace 0"
expect 'a move whose time is out is a bot'"'"'s' await sees anne 'The time of '
keys anne q
keys bruno q

# Bots for the open seats; one beat a line, which can be skipped.
window anne 120 40 "$cornet join $url --new wazabi --players 3 --name Anne --lang en --pace 10000"
await sees anne 'b bots for the open seats'
keys anne b
expect 'the game starts with bots' await sees anne 'Anne draws'
expect 'one line after the other' sees anne 'Space skips'
expect 'and not all at once' sh -c "! grep -qF 'rolls for the start' '$work/out'"
keys anne +
expect 'the pace can be set' await sees anne 'A pause of 9.8 s'
keys anne Space
expect 'and what waits skipped' await sees anne 'rolls for the start'

# The seat of a game with secrets: what was before is told in sentences.
pair wazabi
await sees bruno 'Pioche :'
keys bruno q
await sees bruno 'code 0'
window bruno 120 40 "$cornet join $link --name Bruno --lang en"
expect 'who comes back reads sentences' await sees bruno 'Bruno rolls for the start'
expect 'of cards too' sees bruno 'Bruno draws'
expect 'and no lines of a record' sh -c "! grep -qF '* draw' '$work/out'"
keys bruno q
keys anne q

# ---- lines on a terminal: editing, history, completion ----

window anne 80 24 "$cornet join $url --new easycome --option first=1 --name Anne --lang en --plain"
await find_link anne
window bruno 60 20 "$cornet join $link --name Bruno --lang fr --pace 0"
await sees anne 'Anne (number or move'
keys anne k e e x Left Delete
keys bruno t s a l u t Enter
expect 'what comes does not disturb what is typed' await sees anne 'Bruno says: salut'
expect 'which stands below it' await sees anne '> kee'
keys anne BSpace e p Space 9 Enter
expect 'a line can be edited, and its move is refused with a reason' await sees anne "keep"
await sees anne 'digits'
expect 'a new prompt follows' await sh -c "tmux -L $socket capture-pane -p -t anne | grep -v '^ *\$' | tail -1 | grep -q 'Anne (number or move, ? for help) >\$'"
keys anne s t Tab Enter
expect 'Tab completes a move' await sees bruno 'Bruno lance'
keys anne Up Up C-a C-k c h a Tab Space b o n s o i r Enter
expect 'and a command' await sees bruno 'Anne dit : bonsoir'
keys anne Up
expect 'the history is there' await sees anne '> chat bonsoir'
keys anne C-u C-d
expect 'Ctrl-D leaves' await sees anne 'code 0'
same_mode() { cmp -s "$work/mode-$1" "$work/after-$1"; }
expect 'with the terminal as before' await same_mode anne
window anne 80 24 "$cornet join $link --name Anne --lang en --plain"
await sees anne '>'
keys anne C-c
await test -e "$work/after-anne"
expect 'so does Ctrl-C' await same_mode anne
keys bruno q

# ---- what is left behind, terminals that cannot, and a slow line ----

pid_in() { tm list-panes -t "$1" -F '#{pane_pid}' | xargs ps -o pid= --ppid | head -1; }
flag_of() { [ "$(tm display-message -p -t "$1" "#{$2}")" = "$3" ]; }
for signal in INT TERM HUP; do
    rm -f "$work/after-anne"
    window anne 80 24 "$cornet join $url --new easycome --name Anne --lang en"
    await sees anne 'Waiting for players.'
    kill "-$signal" "$(pid_in anne)"
    await test -e "$work/after-anne"
    expect "$signal: how to come back" await sees anne 'Come back with: cornet join http'
    expect "$signal: the usual screen" flag_of anne alternate_on 0
    expect "$signal: the cursor" flag_of anne cursor_flag 1
    expect "$signal: the mouse" flag_of anne mouse_any_flag 0
    expect "$signal: the mode" await same_mode anne
done
window anne 80 24 "TERM=dumb $cornet join $url --new easycome --option first=1 --name Anne --lang en"
await find_link anne
window bruno 80 24 "$2/tests/slow_line 1000 $cornet join $link --name Bruno --lang fr --pace 0"
expect 'a dumb terminal gets lines' await sees anne 'stop'
expect 'and no other screen' flag_of anne alternate_on 0
keys anne s t o p Enter
expect 'a slow line shows the table' await sees bruno 'Bruno lance'
keys bruno : s t o p Enter
expect 'and carries a move' await sees anne 'Bruno stops'
keys bruno q
expect 'and ends' await sees bruno 'code 0'
finish
