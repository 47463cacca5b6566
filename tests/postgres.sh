#!/bin/sh
# postgres.sh PROGRAM BUILD: the store in a private PostgreSQL server: the store's own tests, whole games of the server's tests, and a
# migration from a file to the database and back.
# `make test-deep` runs all play tests of the server. `make test` runs only those that store something: bots and clocks do not depend on the
# store.
set -eu
. tests/lib.sh
build=$2
bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -1)
[ -n "$bin" ] || skip 'PostgreSQL is not installed'
if "$cornet" export --store postgresql://127.0.0.1:1/x 2>&1 | grep -q 'without PostgreSQL'; then
    skip 'this program was built without PostgreSQL (libpq-dev)'
fi
export PATH="$bin:$PATH"
chmod 755 "$work"
mkdir "$work/data"
as() { "$@"; }
if [ "$(id -u)" = 0 ]; then # PostgreSQL refuses to run as root
    chown nobody "$work/data"
    as() { setpriv --reuid=nobody --regid=nogroup --clear-groups "$@"; }
fi
stop() { as pg_ctl -D "$work/data" -m immediate stop >/dev/null 2>&1 || true; }
trap 'stop; clean_up' EXIT
as initdb -D "$work/data" -U postgres -A trust --no-sync >"$work/out" 2>&1 || skip "initdb fails here: $(tail -n 1 "$work/out")"
# A Unix socket in the test's folder: another process could take a TCP port before the server listens there.
as pg_ctl -D "$work/data" -l "$work/data/log" -w -t 60 \
    -o "-c listen_addresses='' -c unix_socket_directories='$work/data' -c fsync=off" start >/dev/null ||
    skip "PostgreSQL does not start here: $(tail -n 1 "$work/data/log")"
CORNET_TEST_DATABASE=postgresql://postgres@$(printf %s "$work/data" | sed 's,/,%2F,g')/
export CORNET_TEST_DATABASE
cd tests
"$build/tests/test_store"
"$build/tests/test_server_seats"
if [ -n "${CORNET_DEEP:-}" ]; then
    "$build/tests/test_server_play"
else
    for name in whole_games secrets_stay votes promises acknowledgements leaving_early bringing imported_open; do
        CORNET_TEST=$name "$build/tests/test_server_play"
    done
fi
cd ..

# Migrates a store of an older version, with real games, to the database and back.
psql -q -c 'CREATE DATABASE moved' "${CORNET_TEST_DATABASE}postgres"
database=${CORNET_TEST_DATABASE}moved
if [ -e games/easycome ] && [ -e games/wazabi ] && [ -e games/debacle ] && [ -e games/themots ]; then
    cp tests/corpus/store/1.db "$work/old.db"
    mkdir "$work/before" "$work/after"
    "$cornet" export --store "$work/old.db" --to "$work/before" >/dev/null
    "$cornet" restore --from "$work/old.db" --store "$database"
    "$cornet" restore --from "$work/old.db" --store "$database"
    "$cornet" backup --store "$database" --to "$work/new.db"
    "$cornet" export --store "$work/new.db" --to "$work/after" >/dev/null
    diff -r "$work/before" "$work/after"
    test "$(ls "$work/after" | wc -l)" -gt 0
    "$cornet" purge --older 0 --unfinished --store "$database"
    test -z "$("$cornet" export --store "$database")"
fi

# The metrics of a server that shares its database.
"$cornet" serve --port 0 --metrics-bind 127.0.0.1:0 --store "$database" --lang en >"$work/served" 2>&1 &
served=$!
await grep -qs 'Metrics are at port' "$work/served"
port=$(sed -n 's/^Metrics are at port \([0-9]*\).$/\1/p' "$work/served")
python3 -c 'import sys, urllib.request; print(urllib.request.urlopen(sys.argv[1], timeout=60).read().decode())' \
    "http://127.0.0.1:$port/metrics" >"$work/metrics"
kill $served
wait $served
grep -qx 'cornet_lease 1' "$work/metrics"
grep -qx 'cornet_takeovers_total 0' "$work/metrics"
grep -q 'cornet_store_bytes{file="database"} [1-9]' "$work/metrics"
grep -q '^cornet_database_round_trips_total [1-9]' "$work/metrics"
[ ! -e games/debacle ] || python3 tests/people.py "$cornet" "$work" "$database"
if [ -e games/debacle ] && [ -e games/easycome ]; then # names of people are those of another database
    psql -q -c 'CREATE DATABASE counted' "${CORNET_TEST_DATABASE}postgres"
    python3 tests/statistics.py "$cornet" "$work" "${CORNET_TEST_DATABASE}counted"
fi
[ ! -e games/easycome ] || python3 tests/admin.py "$cornet" "$work" "$database" # plays it
if "$cornet" serve --port 0 --store "${CORNET_TEST_DATABASE}nothing" 2>"$work/said"; then exit 1; fi
cat "$work/said"
grep -q 'database "nothing" does not exist' "$work/said"
echo "ok   postgres"
