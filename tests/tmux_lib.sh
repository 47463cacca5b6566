# Shared by the tests of the full screen; source it after tests/lib.sh. Runs pseudo-terminals in tmux. The functions act on the terminal
# named $terminal; each terminal has its own folder of saved games.
command -v tmux >/dev/null || skip 'tmux is not installed'
unset TMUX NO_COLOR
export TERM=xterm-256color
terminal=
tm() { tmux -S "$work/tmux" -f "$work/tmux.conf" "$@"; }
printf '%s\n' 'set -s exit-empty off' 'set -g history-limit 1000' >"$work/tmux.conf"
trap 'tm kill-server 2>/dev/null; clean_up' EXIT
tm new-session -d sleep 1 >"$work/out" 2>&1 || skip "tmux does not run here: $(cat "$work/out")"

# tmux starts the command without a login shell, which might run it as a child.
launch() { # launch WORD...: in a new terminal of $columns by $rows
    tm kill-session -t "=$terminal" 2>/dev/null
    tm new-session -d -s "$terminal" -x "$columns" -y "$rows" "$@"
}
open() { # open COLUMNS ROWS COMMAND...: COMMAND is one simple shell command
    columns=$1 rows=$2
    shift 2
    files=$work/$terminal
    printf '%s\n' "echo \$\$ >'$files.pid'; exec $*" >"$files.command"
    cat >"$files.run" <<END
trap : INT
export XDG_DATA_HOME='$files'
stty -g >'$files.before'
echo BEFORE
sh '$files.command'
code=\$?
stty -g >'$files.after'
echo "ENDED code \$code"
exec sleep 10000
END
    launch sh "$files.run"
}
alive() { [ -z "$terminal" ] || tm has-session -t "=$terminal" 2>/dev/null; }
last_output() {
    echo 'compared:'
    tail -60 "$work/out"
    for each in $(tm list-sessions -F '#{session_name}'); do
        echo "the terminal $each:"
        tm capture-pane -p -t "=$each:"
    done
}
see() { tm capture-pane -p -t "=$terminal:" >"$work/out"; }
shows() { see && has "$1"; }
shows_match() { see && grep -qE -- "$1" "$work/out"; }
press() { tm send-keys -t "=$terminal:" "$@"; }
signal() { kill "-$1" "$(cat "$work/$terminal.pid")"; }
ended() { shows 'ENDED code'; } # by then the screen has all output of the command
flag() { [ "$(tm display-message -p -t "=$terminal:" "#{$1}")" = "$2" ]; }
same_mode() { cmp -s "$work/$terminal.before" "$work/$terminal.after"; }
