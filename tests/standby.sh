#!/bin/sh
# standby.sh PROGRAM: runs the commands of docs/operate/standby.md in order, on two databases of this machine, while a server plays on them.
# /etc, /var and /usr/local are folders of this test. Small scripts replace systemctl, runuser and install; the two machines are two
# loopback addresses.
set -eu
. tests/lib.sh
cornet=$(realpath "$cornet")
page=$PWD/docs/operate/standby.md
bin=$(ls -d /usr/lib/postgresql/15/bin 2>/dev/null) || skip 'PostgreSQL 15 is not installed'
if "$cornet" export --store postgresql://127.0.0.1:1/x 2>&1 | grep -q 'without PostgreSQL'; then
    skip 'this program was built without PostgreSQL (libpq-dev)'
fi
export PATH="$bin:$PATH"
chmod 755 "$work"
base=${own_address%.*} # 127.x.y
address() { echo "$base.$((${1#db} + 100))"; }
as() { "$@"; }
if [ "$(id -u)" = 0 ]; then # PostgreSQL refuses to run as root
    as() { setpriv --reuid=nobody --regid=nogroup --clear-groups "$@"; }
fi
down() { as pg_ctl -D "$work/$1/etc/postgresql/15/main" -m immediate stop >/dev/null 2>&1 || true; }
served=
trap 'end_processes $served; down db1; down db2; clean_up' EXIT

machine() { # machine NAME: a freshly installed one
    root=$work/$1
    etc=$root/etc/postgresql/15/main
    mkdir -p "$root/bin" "$root/usr/local/sbin" "$root/etc/systemd/system" "$etc" "$root/var/lib/postgresql/15" "$root/run"
    [ "$(id -u)" != 0 ] || chown -R nobody "$root"
    as initdb -D "$root/var/lib/postgresql/15/main" -U postgres -A trust --no-sync >"$work/out" 2>&1 ||
        skip "initdb fails here: $(tail -n 1 "$work/out")"
    as mv "$root/var/lib/postgresql/15/main/postgresql.conf" "$root/var/lib/postgresql/15/main/pg_hba.conf" "$etc"
    as touch "$root/var/lib/postgresql/15/main/pg_ident.conf"
    as mkdir "$etc/conf.d"
    # As in Debian, but for the socket, and hosts have to give a password.
    as sed -i '/^host/d' "$etc/pg_hba.conf"
    as sh -c "cat >>'$etc/postgresql.conf'" <<END
data_directory = '$root/var/lib/postgresql/15/main'
hba_file = '$etc/pg_hba.conf'
ident_file = '$root/var/lib/postgresql/15/main/pg_ident.conf'
unix_socket_directories = '$root/run'
fsync = off
listen_addresses = ''
include_dir = 'conf.d'
END
    cat >"$root/bin/systemctl" <<END
#!/bin/sh
case \$1 in
daemon-reload) ;;
stop) $(as_word) pg_ctl -D "$etc" -m fast stop >/dev/null 2>&1 || true ;;
start)
    # shellcheck disable=SC2046
    \$(sed -n 's/^ExecStartPre=//p' "$root/etc/systemd/system/postgresql@15-main.service.d/guard.conf") || exit 1
    $(as_word) pg_ctl -D "$etc" -l "$root/log" -w -t $wait_limit start >/dev/null 2>&1 ;;
restart) "$root/bin/systemctl" stop && "$root/bin/systemctl" start ;;
esac
END
    cat >"$root/bin/runuser" <<END
#!/bin/sh
[ "\$1 \$2 \$3" = '-u postgres --' ] && shift 3
export PGHOST="$root/run" PGUSER=postgres PGPASSFILE="$root/var/lib/postgresql/.pgpass"
exec $(as_word) "\$@"
END
    cat >"$root/bin/install" <<END
#!/bin/sh
for word; do file=\$word; done
$(as_word) sh -c ": >'\$file' && chmod 600 '\$file'"
END
    chmod 755 "$root/bin/systemctl" "$root/bin/runuser" "$root/bin/install"
    : >"$root/log"
    chmod 666 "$root/log"
}
as_word() { [ "$(id -u)" != 0 ] || echo 'setpriv --reuid=nobody --regid=nogroup --clear-groups'; }
commands() { # commands MACHINE FILE: runs them there
    root=$work/$1
    sed "s|\bdb1\b|$(address db1)|g; s|\bdb2\b|$(address db2)|g; s|10\.0\.0\.0/24|127.0.0.0/8|
        s|listen_addresses = '\*'|listen_addresses = '$(address "$1")'|; s|/var/lib|$root/var/lib|g; s|/etc/|$root/etc/|g
        s|/usr/local|$root/usr/local|g" "$2" >"$work/block"
    PATH="$root/bin:$root/usr/local/sbin:$PATH" sh -eu "$work/block" >"$work/out" 2>&1
}
block() { # block MACHINE N [SED]: the page's N-th block of commands there, changed as the page says
    awk -v n="$2" '/^```sh$/ { on = ++i == n; next } /^```$/ { on = 0 } on' "$page" | sed "${3:-}" >"$work/commands"
    commands "$1" "$work/commands"
}
query() { # query MACHINE SQL
    PGHOST="$work/$1/run" PGUSER=postgres PGDATABASE=postgres as psql -Atc "$2" 2>/dev/null
}
play() { # play NAME: two clients play a whole game at the server
    XDG_DATA_HOME="$work/$1.one" timeout $patience "$cornet" join "$url" --new template --name One --auto --lang en >"$work/$1" 2>&1 &
    await grep -qs '/t/' "$work/$1"
    table=$(sed -n 's/.*\/t\/\([a-z2-7]*\)$/\1/p' "$work/$1" | head -1)
    XDG_DATA_HOME="$work/$1.two" timeout $patience "$cornet" join "${url}t/$table" --name Two --auto --lang en >"$work/out" 2>&1
    wait $!
}
is_in_sync() { [ "$(query "$1" 'SELECT state, sync_state FROM pg_stat_replication')" = 'streaming|sync' ]; }
has_tables() { # has_tables TABLE...: the servers' database has them
    "$cornet" export --store "$store" >"$work/out" 2>&1
    for id; do has "$id" || return 1; done
}

expect 'the page has eight blocks' test "$(grep -c '^```sh$' "$page")" -eq 8
machine db1
machine db2
expect 'both machines are prepared' block db1 1
expect 'the second one too' block db2 1 's/^other=db2$/other=db1/'
expect 'roles and database' block db1 2
expect 'the standby follows' block db2 3
expect 'the primary waits for it' block db1 4
await is_in_sync db1

# The unit must leave the choice of the store to the file /etc/default/cornet.
expect 'the service reads CORNET_STORE' sh -c "! grep -q '^ExecStart=.*--store' packaging/systemd/cornet.service.in"
store=$(sed -n 's/^    CORNET_STORE=//p' "$page" | sed "s/db1/$(address db1)/; s/db2/$(address db2)/")
"$cornet" serve --messages 0 --port 0 --store "$store" --lang en >"$work/served" 2>&1 &
served=$!
await grep -qs 'Cornet is at' "$work/served"
url=$(sed -n 's/^Cornet is at \(.*\)$/\1/p' "$work/served")
play first
first=$table

name='the primary is lost'
down db1
expect 'the standby is promoted' block db2 5
play second
second=$table
expect 'nothing is lost' has_tables "$first" "$second"
echo 'systemctl start postgresql@15-main' >"$work/again"
expect 'the lost primary does not start' test "$(commands db1 "$work/again" && echo started)" = ''
expect 'and says why' has 'is the primary now'
expect 'servers are not led astray' has_tables "$first" "$second"
expect 'it becomes the standby' block db1 6
expect 'the new primary waits for it' block db2 7
await is_in_sync db2
play third
third=$table

name='the standby is lost'
down db1
expect 'the primary continues alone' block db2 8
play fourth
expect 'all games are there' has_tables "$first" "$second" "$third" "$table"
echo 'systemctl restart postgresql@15-main' >"$work/again"
down db2
expect 'after a power cut a primary starts, though the other machine is off' commands db2 "$work/again"
finish
