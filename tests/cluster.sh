#!/bin/sh
# Several servers on one PostgreSQL database behind HAProxy and nginx, killed at random; before that, the test of the checker.
# `make test` causes each kind of fault once, at a few tables. `make test-deep` causes 300 faults in 15 runs, each at 200 tables.
set -eu
. tests/lib.sh
node tests/cluster/check_test.mjs

output=$("$cornet" serve --port 0 --store 'postgresql://127.0.0.1:1/none?connect_timeout=1' --lang en 2>&1) || true
case $output in *'without PostgreSQL'*) skip 'this program was built without PostgreSQL (libpq-dev)' ;; esac
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || skip 'PostgreSQL is not installed'
PATH=$PATH:/usr/sbin:/sbin # where Debian installs both proxies
for program in haproxy nginx openssl setpriv; do
    command -v $program >/dev/null || skip "$program is not installed"
done

if [ -n "${CORNET_DEEP:-}" ]; then
    for _ in $(seq 15); do
        node tests/cluster/run.mjs "$cornet"
    done
    node tests/cluster/browser.mjs "$cornet" # only in test-deep: `interruptions` of tests/web tests a page whose server ends every day
else
    node tests/cluster/run.mjs "$cornet" --kills 9 --tables 20 --seed 1
fi
