#!/bin/sh
# packaging/container/Containerfile, for `make test-deep`: buildah builds it on the minimal Debian of tests/deb.sh, so no registry is
# needed. Then the image's own command serves a game. build/container keeps the layers of the image.
set -eu
cd "$(dirname "$0")/.."
[ "$(id -u)" -eq 0 ] || exec sudo --preserve-env=HOME sh "$0"
export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
work=$(mktemp -d)
container=
server=
buildah() { command buildah --root "$PWD/build/container/root" --runroot "$PWD/build/container/run" "$@"; }
below() ( # below PID: its descendants
    for pid in $(pgrep -P "$1"); do
        below "$pid"
        echo "$pid"
    done
)
end() {
    # shellcheck disable=SC2046 # a list of process ids
    [ -z "$server" ] || kill $(below "$server") 2>/dev/null || true
    wait
    [ -z "$container" ] || buildah rm "$container" >/dev/null
    rm -rf "$work"
}
trap end EXIT
if [ -z "$(buildah images -q localhost/debian 2>/dev/null)" ]; then
    container=$(buildah from scratch)
    buildah add -q "$container" build/chroot/base.tar / >/dev/null
    buildah commit -q "$container" localhost/debian >/dev/null
    buildah rm "$container" >/dev/null
fi
buildah build --layers --build-arg DEBIAN=localhost/debian -t cornet -f packaging/container/Containerfile . >"$work/log" 2>&1 || { tail -20 "$work/log"; exit 1; }

# The image's own command, with another port: this isolation shares the network of the machine.
container=$(buildah from cornet)
command=$(buildah inspect --type image --format '{{.OCIv1.Config.Entrypoint}} {{.OCIv1.Config.Cmd}}' cornet | tr -d '[]')
[ "$command" = 'cornet serve' ]
[ "$(buildah inspect --type image --format '{{.OCIv1.Config.User}}' cornet)" = 7777 ]
# shellcheck disable=SC2086 # a list of words
buildah run "$container" -- $command --port 0 >"$work/said" 2>&1 &
server=$!
until grep -qs 'Ctrl-C' "$work/said"; do kill -0 $server || { cat "$work/said"; exit 1; }; sleep 0.1; done
url=$(sed -n 's/^Cornet is at \(.*\)$/\1/p' "$work/said" | sed 's/localhost/127.0.0.1/')
buildah run "$container" -- cornet join "$url" --new easycome --name One --auto --lang en >"$work/one" 2>&1 &
one=$!
until grep -qs '/t/' "$work/one"; do kill -0 $one || { cat "$work/one"; exit 1; }; sleep 0.1; done
table=$(sed -n 's/.*\/t\/\([a-z2-7]*\)$/\1/p' "$work/one" | head -n 1)
buildah run "$container" -- cornet join "${url}t/$table" --name Two --auto --lang en >"$work/two" 2>&1
wait $one
buildah run "$container" -- cornet export --store /var/lib/cornet/tables.db | grep "$table.* over"
buildah run "$container" -- stat -c '%U %a' /var/lib/cornet/tables.db | grep -x 'cornet 600'
