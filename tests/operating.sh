#!/bin/sh
# The commands of docs/operating.md, taken from the page: backup, reading a backup, the nightly script, restore; against a server in
# play. As an ordinary user: /var and /etc are folders of this test, and what takes root (systemctl, runuser, owners of files) is
# played by small scripts. tests/deb.sh runs the same commands as they are, with the installed packages.
set -eu
. tests/lib.sh
cornet=$(realpath "$cornet")
page=$PWD/docs/operating.md
root=$work/root
trap 'kill $(cat "$root/pid" 2>/dev/null) 2>/dev/null || true; chmod -R u+rwx "$work"; rm -rf "$work"' EXIT
mkdir -p "$root/bin" "$root/etc/cron.daily" "$root/var/lib/cornet" "$root/var/backups"

cat >"$root/bin/systemctl" <<END
#!/bin/sh
case \$1 in
start)
    rm -f "$root/said" # what an earlier one said is no answer of this one
    "$cornet" serve --messages 0 --port 0 --store "$root/var/lib/cornet/tables.db" --lang en >"$root/said" 2>&1 &
    echo \$! >"$root/pid"
    timeout $wait_limit sh -c 'until grep -qs "Cornet is at" "$root/said"; do kill -0 \$(cat "$root/pid") || exit 1; sleep 0.05; done' ||
        { echo 'the server did not start within $wait_limit s:'; cat "$root/said"; exit 1; } ;;
stop)
    kill \$(cat "$root/pid")
    timeout $wait_limit sh -c 'while kill -0 \$(cat "$root/pid") 2>/dev/null; do sleep 0.05; done' ||
        { echo 'the server did not stop within $wait_limit s:'; cat "$root/said"; exit 1; } ;;
esac
END
cat >"$root/bin/runuser" <<'END'
#!/bin/sh
[ "$1 $2 $3" = '-u cornet --' ] && shift 3 && exec "$@"
END
cat >"$root/bin/install" <<'END'
#!/bin/sh
for word; do
    shift
    case $word in -o | -g) skip=1 ;; *) [ "${skip:-}" ] && skip= || set -- "$@" "$word" ;; esac
done
exec /usr/bin/install "$@"
END
cat >"$root/bin/date" <<END
#!/bin/sh
# The day does not change while this test runs, and every call is in a second of its own: files are named by it.
case "\$*" in
+%F) echo $(date +%F) ;;
+%F-%H%M%S)
    echo >>"$root/calls"
    echo $(date +%F)-\$((100000 + \$(wc -l <"$root/calls"))) ;;
*) exec /bin/date "\$@" ;;
esac
END
ln -s "$cornet" "$root/bin/cornet"
chmod +x "$root"/bin/systemctl "$root"/bin/runuser "$root"/bin/install "$root"/bin/date
PATH="$root/bin:$PATH"

block() { # block N: runs the page's N-th block of commands
    awk -v n="$1" '/^```sh$/ { on = ++i == n; next } /^```$/ { on = 0 } on' "$page" |
        sed "s|/var/|$root/var/|g; s|/etc/|$root/etc/|g" >"$work/block"
    sh -eu "$work/block" >"$work/out" 2>&1
}
play() { # play NAME: a whole game of two; sets $table
    url=$(sed -n 's/^Cornet is at \(.*\)$/\1/p' "$root/said")
    XDG_DATA_HOME="$work/$1.one" timeout $patience "$cornet" join "$url" --new template --name One --auto --lang en >"$work/$1" 2>&1 &
    await grep -qs '/t/' "$work/$1"
    table=$(sed -n 's/.*\/t\/\([a-z2-7]*\)$/\1/p' "$work/$1" | head -1)
    XDG_DATA_HOME="$work/$1.two" timeout $patience "$cornet" join "${url}t/$table" --name Two --auto --lang en >"$work/out" 2>&1
    wait $!
}

expect 'the page has four blocks' test "$(grep -c '^```sh$' "$page")" -eq 4
systemctl start cornet
play before
kept=$table
"$cornet" export "$kept" --store "$root/var/lib/cornet/tables.db" >"$work/record"
expect 'a backup' block 1
play after
lost=$table
expect 'a backup is read' block 2
expect 'it has the table of before' has "$kept"
expect 'and not the one of after' lacks "$lost"
expect 'the records are written' cmp "$work/record" "$root/var/backups/cornet/records/template-$kept.cornet"
expect 'the nightly script' block 3
sh -eu "$root/etc/cron.daily/cornet-backup"
expect 'makes a backup' test "$(find "$root/var/backups/cornet" -name 'tables-*.db' | wc -l)" -eq 2
for i in $(seq 40); do
    touch -d "@$i" "$root/var/backups/cornet/tables-old-$i.db"
done
sh -eu "$root/etc/cron.daily/cornet-backup"
expect 'thirty are kept' test "$(find "$root/var/backups/cornet" -name 'tables-*.db' | wc -l)" -eq 30
rm "$root"/var/backups/cornet/tables-*-*-*-*.db # back to the first
expect 'restoring' block 4
"$cornet" export --store "$root/var/lib/cornet/tables.db" >"$work/out"
expect 'the table of before is there' has "$kept"
expect 'the one of after is not' lacks "$lost"
"$cornet" export "$kept" --store "$root/var/lib/cornet/tables.db" >"$work/out"
expect 'with the same record' cmp "$work/record" "$work/out"
play again
"$cornet" export --store "$root/var/lib/cornet.before/tables.db" >"$work/out"
expect 'what was there before is kept' has "$lost"
expect 'only its owner reads the store' test "$(stat -c %a "$root/var/lib/cornet/tables.db")" = 600
systemctl stop cornet
finish
