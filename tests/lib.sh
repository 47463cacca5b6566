# What the test scripts of the terminal share. Sets $work, and counts what passes and fails.
#
# No script depends on how fast the machine is: it waits with `await` for what it needs to see, and
# only something that hangs takes $patience seconds.
cornet=$1
patience=${PATIENCE:-600}
work=$(mktemp -d)
trap 'chmod -R u+rwx "$work"; rm -rf "$work"' EXIT
export XDG_DATA_HOME="$work/data" LC_ALL=C.UTF-8
unset NO_COLOR LANGUAGE
passed=0
failed=0

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
}
has() { grep -qF -- "$1" "$work/out"; }
lacks() { ! has "$1"; }

await() { # await COMMAND...: until it succeeds; false if it never does
    tries=$((patience * 20))
    until "$@"; do
        tries=$((tries - 1))
        if [ $tries -eq 0 ]; then
            echo "FAILED: waited in vain for: $*"
            return 1
        fi
        sleep 0.05
    done
}

# Keeps only the lines of $work/lines that are over 80 columns, in $work/out. Bytes that continue a
# character do not count.
too_wide() {
    LC_ALL=C sed 's/[\x80-\xbf]//g' "$work/lines" | LC_ALL=C awk 'length($0) > 80' >"$work/out"
}

finish() {
    echo "$passed passed, $failed failed"
    [ $failed -eq 0 ]
}
