#!/bin/sh
# deb_inside.sh VERSION: the part of tests/deb.sh that runs as root in the minimal Debian. /test contains the packages of 0.9.0 and of
# VERSION. There is no systemd, so a script replaces `systemctl start` and `stop` and does what the unit says.
set -eu
version=$1
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
cd /test
check() { # check NAME COMMAND...
    name=$1
    shift
    if "$@" >/test/out 2>&1; then
        echo "ok   $name"
    else
        echo "FAILED $name"
        cat /test/out
        exit 1
    fi
}
apt() { apt-get -qq -y --no-install-recommends -o APT::Keep-Downloaded-Packages=true -o Binary::apt-get::APT::Keep-Downloaded-Packages=true "$@" </dev/null; }

cat >/usr/local/sbin/systemctl <<'END'
#!/bin/sh
unit=/lib/systemd/system/cornet.service
value() { sed -n "s/^$1=//p" $unit; }
case $1 in
start)
    rm -f /test/said # remove the output of an earlier start
    user=$(value User)
    install -d -m "$(value StateDirectoryMode)" -o "$user" -g "$user" "/var/lib/$(value StateDirectory)"
    install -d -m "$(value LogsDirectoryMode)" -o "$user" -g "$user" "/var/log/$(value LogsDirectory)"
    set -a
    eval "$(value Environment | sed 's|%S|/var/lib|')"
    . "$(value EnvironmentFile | sed 's/^-//')"
    runuser -u "$user" -- sh -c "exec $(value ExecStart) --port 0" >/test/said 2>&1 &
    until grep -qs 'Cornet is at' /test/said; do kill -0 $! || { cat /test/said; exit 1; }; sleep 0.05; done ;;
stop)
    for pid in $(cat /proc/[0-9]*/stat | awk '$2 == "(cornet)" { print $1 }'); do kill "$pid"; done
    while cat /proc/[0-9]*/stat 2>/dev/null | grep -q '(cornet)'; do sleep 0.05; done ;;
esac
END
sed -i "s|exec \$(value ExecStart|CORNET_OPTIONS='\$CORNET_OPTIONS'; exec \$(value ExecStart|" /usr/local/sbin/systemctl
cat >/usr/local/sbin/date <<END
#!/bin/sh
# The date stays the same, even if the test runs past midnight.
[ "\$*" = +%F ] && echo $(date +%F) || exec /bin/date "\$@"
END
chmod +x /usr/local/sbin/*

block() { # block N: the N-th block of commands on the page
    awk -v n="$1" '/^```sh$/ { on = ++i == n; next } /^```$/ { on = 0 } on' club-server.md >"block$1"
    sh -eu "block$1"
}
play() { # play NAME: two clients play a whole game; sets $table
    url=$(sed -n 's/^Cornet is at \(.*\)$/\1/p' said | sed 's/localhost/127.0.0.1/')
    HOME=/test/one cornet join "$url" --new easycome --name One --auto --lang en >"$1" 2>&1 &
    until grep -qs '/t/' "$1"; do kill -0 $! || { cat "$1"; exit 1; }; sleep 0.05; done
    table=$(sed -n 's/.*\/t\/\([a-z2-7]*\)$/\1/p' "$1" | head -n 1)
    HOME=/test/two cornet join "${url}t/$table" --name Two --auto --lang en >out 2>&1 || { cat out; exit 1; }
    wait $!
}
store() { runuser -u cornet -- cornet export --store /var/lib/cornet/tables.db "$@"; }
left() { find / -xdev \( -path /proc -o -path /test -o -path /var/cache/apt \) -prune -o -name '*cornet*' -print | LC_ALL=C sort; }
installed() { test "$(dpkg-query -W -f '${Status} ${Version}' "$1")" = "install ok installed $2-0cornet1"; }

check 'lists of packages' apt update
left >before

check 'install 0.9.0' apt install ./*_0.9.0-*.deb
check 'the program runs' sh -c 'cornet --version | grep -qx "cornet 0.9.0"'
check 'in French too' sh -c 'cornet --lang fr | grep -q Jeux'
check 'a game is played' sh -c 'cornet sim wazabi --games 10 --json | grep -q wins'
check 'the service has a user' id cornet
check 'and is enabled' test -L /etc/systemd/system/multi-user.target.wants/cornet.service
check 'its settings are a configuration file' sh -c "dpkg-query -W -f '\${Conffiles}' cornet-server | grep -q '^ /etc/default/cornet '"
for file in /usr/share/bash-completion/completions/cornet /usr/share/zsh/vendor-completions/_cornet \
    /usr/share/fish/vendor_completions.d/cornet.fish /usr/share/applications/cornet.desktop \
    /usr/share/icons/hicolor/scalable/apps/cornet.svg; do
    check "$file" test -s $file
done
echo 'CORNET_OPTIONS="--messages 0"' >/etc/default/cornet
check 'the service starts' systemctl start
play first
first=$table
store "$first" >record
before_user=$(id -u cornet)
systemctl stop

check "upgrade to $version" apt install ./*_"$version"-*.deb
for package in cornet cornet-server libcornet1 libcornet-dev; do
    check "$package is upgraded" installed $package "$version"
done
check 'so is the program' sh -c "cornet --version | grep -qx 'cornet $version'"
check 'the settings are kept' grep -qx 'CORNET_OPTIONS="--messages 0"' /etc/default/cornet
check 'and the user' test "$(id -u cornet)" = "$before_user"
check 'it starts again' systemctl start
store "$first" >again
for file in record again; do # each version writes its own name into the record
    grep -v '^program cornet-' $file >$file.game
done
check 'the game is there' cmp record.game again.game
check 'only the service reads the store' test "$(stat -c '%U %a' /var/lib/cornet/tables.db)" = 'cornet 600'

check 'the page: a backup' block 1
play second
check 'the page: reading a backup' block 2
check 'it has the first game' cmp again "/var/backups/cornet/records/easycome-$first.cornet"
check 'the page: every night' block 3
check 'the page: going back' block 4
store >listed
check 'the first game is there' grep -q "$first" listed
check 'the second is not' sh -c "! grep -q $table listed"
check 'the nightly script runs' sh -eu /etc/cron.daily/cornet-backup
systemctl stop

check 'remove' apt remove cornet cornet-server libcornet1 libcornet-dev
check 'the program is gone' test ! -e /usr/bin/cornet
check 'tables and settings are not' test -s /var/lib/cornet/tables.db -a -s /etc/default/cornet
check 'purge' apt purge cornet-server
check 'dpkg knows none of them' sh -c "! dpkg -l | grep cornet"
rm -rf /var/backups/cornet /var/lib/cornet.before /etc/cron.daily/cornet-backup # the files that the page's commands created
left >after
check 'nothing is left' diff before after
