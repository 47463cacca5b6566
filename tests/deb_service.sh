#!/bin/sh
# deb_service.sh install VERSION: installs systemd and the packages in a minimal Debian, with a unit that runs this script without arguments
# at boot. Then it tests the service, writes the results to /test/service, and powers off.
set -eu
if [ "${1:-}" = install ]; then
    export DEBIAN_FRONTEND=noninteractive
    apt-get -qq update
    apt-get -qq -y --no-install-recommends -o Binary::apt-get::APT::Keep-Downloaded-Packages=true install \
        systemd-sysv /test/*_"$2"-*.deb </dev/null
    printf '[Unit]\nAfter=cornet.service\n[Service]\nType=oneshot\nExecStart=/bin/sh /test/deb_service.sh\n' >/etc/systemd/system/probe.service
    ln -s /etc/systemd/system/probe.service /etc/systemd/system/multi-user.target.wants/
    exit
fi

exec >/test/service 2>&1
trap 'systemctl poweroff 2>/dev/null' EXIT
check() { # check NAME COMMAND...
    name=$1
    shift
    "$@" >/test/out 2>&1 && echo "ok   $name" || { echo "FAILED $name"; cat /test/out; journalctl -u cornet --no-pager; exit 1; }
}
active() { until [ "$(systemctl is-active cornet)" = active ]; do sleep 0.1; done; }
score() { systemd-analyze security cornet.service --no-pager | tail -n 1 | grep ': [0-2]\.[0-9] OK'; }
play() {
    rm -f /test/one # remove the output of the game before
    cornet join http://127.0.0.1:7777/ --new easycome --name One --auto --lang en >/test/one 2>&1 &
    until grep -qs '/t/' /test/one; do kill -0 $! || return 1; sleep 0.05; done
    cornet join "http://127.0.0.1:7777/t/$(sed -n 's/.*\/t\/\([a-z2-7]*\)$/\1/p' /test/one | head -n 1)" --name Two --auto --lang en
    wait $!
}
main() { systemctl show -P MainPID cornet; }
check 'it is running when the machine has started' systemctl is-active cornet
check 'a game is played' play
check 'its store is its own' test "$(stat -c '%U %a' /var/lib/cornet /var/lib/cornet/tables.db | tr '\n' ' ')" = 'cornet 700 cornet 600 '
first=$(main)
check 'reload' systemctl reload cornet
check 'is the same process' test "$(main)" = "$first"
echo 'CORNET_OPTIONS="--access-log /var/log/cornet/access.log"' >/etc/default/cornet
check 'settings are taken up' systemctl restart cornet
check 'another game' play
check 'its log is written' grep -q 'OPEN /ws' /var/log/cornet/access.log
first=$(main)
kill -9 "$first"
until [ "$(main)" != "$first" ]; do sleep 0.1; done
active
check 'it is restarted after kill -9' test "$(main)" != 0
check 'with both games' test "$(runuser -u cornet -- cornet export --store /var/lib/cornet/tables.db | grep -c ' over')" -eq 2
check 'its sandbox is closed' score
check 'it stops' systemctl stop cornet
check 'without a failure' test "$(systemctl is-failed cornet)" = inactive
echo 'all right'
