#!/bin/sh
# Runs the commands and files of docs/operate/club-server.md: backup, reading a backup, the nightly script and restore, against a running
# server; the settings of nginx and Cornet together; systemd units.
# It runs as an ordinary user. /var and /etc are folders of this test, and small scripts replace the commands that need root (systemctl,
# runuser, chown). tests/deb.sh runs the same commands unchanged, with the installed packages.
set -eu
. tests/lib.sh
cornet=$(realpath "$cornet")
page=$PWD/docs/operate/club-server.md
root=$work/root
# shellcheck disable=SC2046 # a list of process ids
trap 'end_processes $(cat "$root/pid" "$work/nginx/pid" 2>/dev/null); clean_up' EXIT
mkdir -p "$root/bin" "$root/etc/cron.daily" "$root/var/lib/cornet" "$root/var/backups"

cat >"$root/bin/systemctl" <<END
#!/bin/sh
case \$1 in
start)
    rm -f "$root/said" # remove the output of an earlier start
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
# The date stays the same during the test, and each call has its own second, because file names contain them.
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
play() { # play NAME: two clients play a whole game; sets $table
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
rm "$root"/var/backups/cornet/tables-*-*-*-*.db # keeps the first backup, whose name has no time
expect 'restoring' block 4
"$cornet" export --store "$root/var/lib/cornet/tables.db" >"$work/out"
expect 'the table of the backup is restored' has "$kept"
expect 'the one of after is not' lacks "$lost"
"$cornet" export "$kept" --store "$root/var/lib/cornet/tables.db" >"$work/out"
expect 'with the same record' cmp "$work/record" "$work/out"
play again
"$cornet" export --store "$root/var/lib/cornet.before/tables.db" >"$work/out"
expect 'the replaced store is kept' has "$lost"
expect 'only its owner reads the store' test "$(stat -c %a "$root/var/lib/cornet/tables.db")" = 600
systemctl stop cornet

# The files of the page: systemd units, and nginx in front of the server. nginx listens at a Unix socket instead of ports 80 and 443, so the
# client's address is made up. The server has a free port.
file() { # file N KIND: the page's N-th block of that kind
    awk -v n="$1" -v kind="$2" '$0 == "```" kind { on = ++i == n; next } /^```$/ { on = 0 } on' "$page"
}
for number in 1 2; do
    unit=$(file $number ini | sed -n 's|^# /etc/systemd/system/||p')
    file $number ini | sed "s|/usr/bin/cornet|$cornet|; s|/var/|$root/var/|; s/^User=cornet$/User=$(id -un)/" >"$work/$unit"
done
if command -v systemd-analyze >/dev/null; then
    expect 'the units of the purge' systemd-analyze verify --man=no "$work/cornet-purge.timer" >"$work/out" 2>&1
    expect 'without a warning' test ! -s "$work/out"
fi
expect 'the purge' sh -euc "$(sed -n 's/^ExecStart=//p' "$work/cornet-purge.service")" >"$work/out"

eval "$(file 1 text | sed "s|/var/|$root/var/|; s/ --metrics-bind [^\"]*//")" # without --metrics-bind, whose port may be in use here
mkdir -p "$root/var/log/cornet" "$work/nginx"
"$cornet" serve --port 0 --store "$work/proxied.db" --lang en $CORNET_OPTIONS >"$work/proxied" 2>&1 &
echo $! >"$root/pid"
await grep -qs 'Cornet is at https://dice.example/' "$work/proxied"
port=$(python3 - "$(cat "$root/pid")" <<'END'
import os, sys
folder = f"/proc/{sys.argv[1]}/fd"
inodes = {os.readlink(f"{folder}/{name}")[8:-1] for name in os.listdir(folder) if os.readlink(f"{folder}/{name}").startswith("socket:")}
ports = [int(row.split()[1].split(":")[1], 16) for row in open("/proc/net/tcp") if row.split()[3] == "0A" and row.split()[9] in inodes]
print(*ports)
END
)
expect 'the service has a port' test "$port" -gt 0

# The alert rules and the dashboard name metrics that the server has. Those of a cluster are not here: tests/postgres.sh has them.
python3 - "http://127.0.0.1:$port/metrics" packaging/monitoring/alerts.yml packaging/monitoring/dashboard.json >"$work/out" 2>&1 <<'END'
import json, re, sys, urllib.request
page = urllib.request.urlopen(urllib.request.Request(sys.argv[1], headers={"Host": "dice.example"}), timeout=60).read().decode()
known = set(re.findall(r"^# TYPE (cornet_\w+)", page, re.M)) | {"cornet_lease", "cornet_takeovers_total"}
json.load(open(sys.argv[3]))
for name in sys.argv[2:]:
    used = {re.sub(r"_bucket$", "", metric) for metric in re.findall(r"cornet_\w+", open(name).read())}
    print(name, len(used), *sorted(used - known))
END
expect 'the alert rules name metrics that exist' grep -Eqx 'packaging/monitoring/alerts.yml [1-9][0-9]*' "$work/out"
expect 'and the dashboard' grep -Eqx 'packaging/monitoring/dashboard.json [1-9][0-9]*' "$work/out"
nginx=$(command -v nginx || echo /usr/sbin/nginx)
[ -x "$nginx" ] || skip 'nginx is not installed'
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$work/key.pem" -out "$work/cert.pem" -days 2 \
    -subj /CN=dice.example 2>/dev/null
file 1 nginx | sed "s|127.0.0.1:7777|127.0.0.1:$port|; /listen \[::\]/d; s|listen 80|listen unix:$work/80|; s|listen 443|listen unix:$work/443|
    s|/etc/letsencrypt/live/dice.example/fullchain.pem|$work/cert.pem|; s|/etc/letsencrypt/live/dice.example/privkey.pem|$work/key.pem|
    s|/var/www/html|$work/www|; s|\$remote_addr|198.51.100.7|" >"$work/nginx/site"
{
    [ "$(id -u)" -ne 0 ] || echo 'user root;' # for access to the folder of this test
    echo "pid $work/nginx/pid; error_log $work/nginx/error; events {}"
    echo "http { access_log off; include $work/nginx/site;"
    for path in client_body proxy fastcgi uwsgi scgi; do echo "${path}_temp_path $work/nginx/$path;"; done
    echo '}'
} >"$work/nginx/nginx.conf"
expect 'nginx takes its file' "$nginx" -q -t -c "$work/nginx/nginx.conf"
"$nginx" -q -c "$work/nginx/nginx.conf"
mkdir -p "$work/www/.well-known/acme-challenge"
echo proof >"$work/www/.well-known/acme-challenge/token"
cat >"$work/get.py" <<'END'
import socket, ssl, sys
path, url, *headers = sys.argv[1:]
plain = socket.socket(socket.AF_UNIX)
plain.settimeout(60)
plain.connect(path)
context = ssl.create_default_context()
context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
connection = context.wrap_socket(plain, server_hostname="dice.example") if path.endswith("443") else plain
connection.sendall("\r\n".join([f"GET {url} HTTP/1.1", "Host: dice.example", *(headers or ["Connection: close"]), "", ""]).encode())
answer = b""
while piece := connection.recv(65536):
    answer += piece
    if headers and b"\r\n\r\n" in answer:  # a WebSocket stays open
        break
sys.stdout.buffer.write(answer)
END
get() { python3 "$work/get.py" "$work/$@" >"$work/out" 2>&1; } # get PORT PATH HEADER...: with headers it opens a WebSocket
get 80 /.well-known/acme-challenge/token
expect 'certbot finds its file' has proof
get 80 /t/abc
expect 'port 80 redirects' has 'Location: https://dice.example/t/abc'
get 443 /
expect 'port 443 has the page' has '<title>'
expect 'HSTS for one year' has 'strict-transport-security: max-age=31536000'
get 443 /ws 'Connection: Upgrade' 'Upgrade: websocket' 'Sec-WebSocket-Version: 13' 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==' \
    'Sec-WebSocket-Protocol: cornet.1' 'Origin: https://dice.example'
expect 'and WebSockets' has '101 Switching Protocols'
await grep -qs '198.51.100.0 "OPEN /ws" 101' "$root/var/log/cornet/access.log"
finish
