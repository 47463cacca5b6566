# Shared by the test scripts of the terminal. Sets $work, and counts passed and failed checks.
#
# No script depends on the speed of the machine: `await` waits for an event. If the event does not happen within $wait_limit seconds, the
# script ends and prints the awaited command and the last output.
cornet=$1
wait_limit=${PATIENCE:-60} # seconds for one event, or for one command that answers at once
patience=${PATIENCE:-600}  # seconds for one command that computes
work=$(mktemp -d)
clean_up() { # ignores errors: an ending process may remove files at the same time
    chmod -R u+rwx "$work" 2>/dev/null || true
    rm -rf "$work" || true
}
ended() { ! grep -qs '^State:.[^Z]' "/proc/$1/status"; } # a zombie has ended
end_processes() { # end_processes PID...: returns when they have ended
    kill "$@" 2>/dev/null || true
    for pid; do await ended "$pid"; done
}
trap clean_up EXIT
trap 'exit 1' HUP INT TERM # sh runs the EXIT trap only when it exits
export XDG_DATA_HOME="$work/data" LC_ALL=C.UTF-8
unset NO_COLOR LANGUAGE
passed=0
failed=0
name=

skip() { # skip REASON: this test cannot run here
    echo "SKIP $*"
    exit 77
}

expect() { # expect NAME COMMAND...
    name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $name"
        tail -30 "$work/out"
    fi
    name=
}
has_game() { # has_game GAME...: whether this tree has them; tests/CMakeLists.txt lists the games that each script needs
    for needed; do [ -e "games/$needed" ] || return 1; done
}
has() { grep -qF -- "$1" "$work/out"; }
lacks() { ! has "$1"; }

read_clock() { # sets $now, in seconds
    read -r now _ </proc/uptime
    now=${now%.*}
}
# tests/tmux_lib.sh replaces these two.
alive() { :; }
last_output() { tail -60 "$work/out"; }

await() { # await COMMAND...: returns when it succeeds
    read_clock
    began=$now
    checked=$now
    until "$@"; do
        read_clock
        if [ "$now" -ne "$checked" ]; then
            checked=$now
            alive || give_up 'the terminal is gone' "$@"
            [ $((now - began)) -lt "$wait_limit" ] || give_up "waited $wait_limit s" "$@"
        fi
        sleep 0.05
    done
}
give_up() { # give_up WHY COMMAND...
    why=$1
    shift
    {
        echo "FAILED ${name:+$name: }$why; awaited: $*"
        last_output
    } >&2
    exit 1
}

# For a server that restarts at the same address. The loopback address contains this script's process id, so no other test uses it. The port
# is below the range that the kernel assigns by itself. So nobody can take it while the server is down.
own_address=127.$(($$ >> 16 & 63 | 64)).$(($$ >> 8 & 255)).$(($$ & 255))
own_port=7787

# Copies the lines of $work/lines that are over 80 columns wide to $work/out. Continuation bytes of UTF-8 do not count.
too_wide() {
    LC_ALL=C sed 's/[\x80-\xbf]//g' "$work/lines" | LC_ALL=C awk 'length($0) > 80' >"$work/out"
}

finish() {
    echo "$passed passed, $failed failed"
    [ $failed -eq 0 ]
}
