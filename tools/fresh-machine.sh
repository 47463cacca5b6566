#!/bin/sh
# fresh-machine.sh [run|test|both]: runs the README's commands on a new machine: a bare Debian 12, created in a folder by debootstrap, with
# only make, git and sudo, and a clone of HEAD. `run` waits until `make run` serves the page, `test` runs `make test`.
#
#   AS=user    as an ordinary user with sudo, instead of root
#   KEEP=1     keeps the folder
#   FRESH=DIR  creates it there instead of in /var/tmp/cornet-fresh; it takes about 6 GB
#
# Its processes and mounts are in separate namespaces, so that nothing remains. Exit status: 0 if every command did what the README says, 1
# if not, 3 if no such machine can be created here.
set -u
cd "$(dirname "$0")/.."
what=${1:-both}
root=${FRESH:-/var/tmp/cornet-fresh}
port=${PORT:-7797}

impossible() { # impossible REASON
    echo "fresh-machine: no bare Debian can be made here: $1" >&2
    exit 3
}

if [ "${CORNET_FRESH:-}" != inside ]; then # outside the namespaces: creates the folder, and always removes it
    case $what in run | test | both) ;; *) echo 'usage: tools/fresh-machine.sh [run|test|both]' >&2 && exit 2 ;; esac
    [ "$(id -u)" = 0 ] || impossible 'it needs root'
    command -v debootstrap >/dev/null || { apt-get update -qq && apt-get install -y -qq debootstrap; } >/dev/null 2>&1 ||
        impossible 'debootstrap is missing'
    unshare --mount --pid --fork true || impossible 'namespaces are not permitted'
    mirror=$(apt-get indextargets --format '$(REPO_URI)' | grep -m 1 '/debian/$') || impossible 'apt knows no Debian mirror'
    rm -rf --one-file-system "$root"
    [ -n "${KEEP:-}" ] || trap 'rm -rf --one-file-system "$root"' EXIT
    trap 'exit 130' INT TERM HUP
    mkdir -p "$root"
    debootstrap --variant=minbase --include=ca-certificates bookworm "$root" "$mirror" >"$root.log" 2>&1 ||
        impossible "debootstrap failed: $(tail -1 "$root.log")"
    # Network settings of this machine: mirrors, names, certificates, npm.
    rm -f "$root/etc/apt/sources.list"
    cp -a /etc/apt/sources.list /etc/apt/sources.list.d "$root/etc/apt/" 2>/dev/null
    cp /etc/apt/apt.conf.d/99* "$root/etc/apt/apt.conf.d/" 2>/dev/null
    cp /etc/resolv.conf /etc/hosts "$root/etc/"
    cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
    cp /etc/npmrc "$root/etc/npmrc" 2>/dev/null
    cp "$HOME/.npmrc" "$root/root/.npmrc" 2>/dev/null
    chroot "$root" sh -c 'apt-get update && apt-get install -y --no-install-recommends make git sudo' >"$root.log" 2>&1 ||
        impossible "apt failed: $(tail -1 "$root.log")"
    chroot "$root" sh -c 'useradd -m newcomer && echo "newcomer ALL=(ALL) NOPASSWD:ALL" >/etc/sudoers.d/newcomer'
    git clone -q . "$root/home/newcomer/cornet" || impossible 'HEAD cannot be cloned'
    [ "${AS:-root}" = root ] || chroot "$root" chown -R newcomer: /home/newcomer/cornet
    CORNET_FRESH=inside unshare --mount --pid --fork --kill-child sh "$0" "$what" &
    wait $!
    exit
fi

# Inside: creates /dev and /proc.
mount -t proc proc "$root/proc" && mount -t sysfs sys "$root/sys" && mount -t tmpfs -o mode=755 dev "$root/dev" ||
    impossible 'mounts are not permitted'
for node in 'null 1 3' 'zero 1 5' 'full 1 7' 'random 1 8' 'urandom 1 9' 'tty 5 0'; do
    # shellcheck disable=SC2086 # name, major, minor
    set -- $node
    mknod -m 666 "$root/dev/$1" c "$2" "$3" || impossible 'devices are not permitted'
done
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts "$root/dev/pts" || impossible 'no terminals'
mount -t tmpfs -o mode=1777 shm "$root/dev/shm"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
for stream in stdin:0 stdout:1 stderr:2; do ln -s "/proc/self/fd/${stream#*:}" "$root/dev/${stream%:*}"; done

user=newcomer home=/home/newcomer
[ "${AS:-root}" != root ] || { user=root && home=/root; }
newcomer() { # newcomer COMMAND: in the clone, with a login's environment
    chroot "$root" env -i HOME=$home USER=$user PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 ${CI:+CI=$CI} \
        NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt setpriv --reuid $user --regid $user --init-groups \
        sh -c "cd /home/newcomer/cornet && $1" </dev/null
}

status=0
if [ "$what" != test ]; then
    began=$(date +%s)
    newcomer "exec make run PORT=$port" >"$root.run.log" 2>&1 &
    served=no
    while [ $served = no ] && kill -0 $! 2>/dev/null && [ $(($(date +%s) - began)) -lt 300 ]; do
        sleep 1
        curl -sf "http://localhost:$port/" >/dev/null && served=yes
    done
    echo "fresh-machine: make run: served: $served, after $(($(date +%s) - began)) s; log: $root.run.log"
    [ $served = yes ] || { tail -20 "$root.run.log" && status=1; }
    for process in "$root"/proc/[0-9]*; do # the processes of this namespace
        [ "$(tr '\0' ' ' <"$process/cmdline" | cut -d' ' -f1,2)" = 'build/default/cornet serve' ] && kill "${process##*/}"
    done
    wait
fi
if [ "$what" != run ]; then
    began=$(date +%s)
    tested=failed
    if newcomer 'make test'; then tested=passed; else status=1; fi
    echo "fresh-machine: make test: $tested after $(($(date +%s) - began)) s, with set-up"
fi
exit $status
