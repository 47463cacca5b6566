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
kill -9 "$server"
wait "$server" 2>/dev/null
expect 'a lost connection is said' await shows 'No connection'
start "$port"
expect 'and the table comes back' await back
press q
expect 'leaving says how to come back' await shows 'Come back with: cornet join'
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
expect 'with what cards do' await sh -c "tmux -L $socket capture-pane -p | grep -qE '[12] x (retire|tourne|donne|vole|reste|pioche|saute|rejoue)'"
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
finish
