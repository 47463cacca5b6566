#!/bin/sh
# Several servers on one PostgreSQL database behind HAProxy and nginx, killed at random; and first the checker that judges it. In
# `make test-deep` fifty times as many kills, each twenty with tables of their own.
set -eu
cornet=$1
node tests/cluster/check_test.mjs

said=$("$cornet" serve --port 0 --store 'postgresql://127.0.0.1:1/none?connect_timeout=1' --lang en 2>&1) || true
case $said in *'without PostgreSQL'*)
    echo "skipped: this program was built without PostgreSQL (libpq-dev)"
    exit 77
    ;;
esac
node tests/cluster/browser.mjs "$cornet"
rounds=1
[ -z "${CORNET_DEEP:-}" ] || [ "${2##*/}" != default ] || rounds=50 # once, not with every compiler
while [ $rounds -gt 0 ]; do
    node tests/cluster/run.mjs "$cornet"
    rounds=$((rounds - 1))
done
