#!/bin/sh
# setup.sh PURPOSE: installs the packages of tools/packages.txt that are missing for a purpose, and the npm packages of the tests. Purposes:
# build; site (the page that plays without a server); python (the Python package); compile (all of these, and the tests' programs); test
# (everything to run the tests); docs (the documents as a site); test-deep; deb; bench. If nothing is missing, it prints nothing.
set -eu
cd "$(dirname "$0")/.."

case "${1:-}" in
build) purposes='build' ;;
site) purposes='build site' ;;
python) purposes='build python' ;;
deb) purposes='build site deb' ;;
docs) purposes='docs' ;;
compile) purposes='build site python units' ;;
test) purposes='build site python units docs test' ;;
test-deep) purposes='build site python units docs test deb deep' ;;
bench) purposes='build site bench' ;;
*)
    echo "usage: tools/setup.sh build|site|python|compile|deb|docs|test|test-deep|bench" >&2
    exit 2
    ;;
esac

missing=
for purpose in $purposes; do
    for entry in $(awk -v purpose="$purpose" '$1 == purpose { print $2 ":" $3 }' tools/packages.txt); do
        package=${entry%%:*} program=${entry#*:}
        status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
        [ "$status" = installed ] ||
            { [ -n "$program" ] && command -v "$program" >/dev/null; } || missing="$missing $package"
    done
done

case " $purposes " in *" test "*)
    command -v node >/dev/null 2>&1 || missing="$missing nodejs"
    command -v npm >/dev/null 2>&1 || missing="$missing npm"
    ;;
*" bench "*)
    command -v node >/dev/null 2>&1 || missing="$missing nodejs"
    ;;
esac

if [ -n "$missing" ]; then
    echo "setup: installing$missing"
    as_root=
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null 2>&1; then
            echo "setup: not root and no sudo: as root, run: apt-get install$missing" >&2
            exit 1
        fi
        as_root=sudo
    fi
    export DEBIAN_FRONTEND=noninteractive
    # Package lists are fetched again after ten minutes.
    lists=/var/lib/apt/lists
    { [ -n "$(find $lists -maxdepth 0 -mmin -10)" ] && ls $lists/*Packages* >/dev/null 2>&1; } || $as_root apt-get update -qq
    # The tests start their own PostgreSQL, HAProxy and nginx. If this script installs them, it creates no database and starts no service,
    # now or at the next boot. Existing installations stay unchanged.
    policy=/usr/sbin/policy-rc.d cluster=/etc/postgresql-common/createcluster.d/cornet-setup.conf services=
    for service in haproxy nginx; do
        case " $missing " in *" $service "*) services="$services $service" ;; esac
    done
    case " $missing " in *" postgresql "* | *" haproxy "* | *" nginx "*)
        if [ -e $policy ]; then policy=; else printf '#!/bin/sh\nexit 101\n' | $as_root tee $policy >/dev/null && $as_root chmod 755 $policy; fi
        $as_root mkdir -p "${cluster%/*}"
        echo 'create_main_cluster = false' | $as_root tee $cluster >/dev/null
        trap '$as_root rm -f $policy $cluster' EXIT
        ;;
    esac
    # shellcheck disable=SC2086 # a list of words
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        $missing >/dev/null
    if [ "$services" ] && [ -d /run/systemd/system ]; then
        # shellcheck disable=SC2086 # a list of words
        $as_root systemctl disable --quiet $services
    fi
    echo "setup: done"
fi
mkdir -p build

# The tests' npm packages, beside the build: browser automation, accessibility checks, type checks.
case " $purposes " in *" test "*)
    if [ ! -d build/npm/node_modules/playwright-core ] || [ ! -d build/npm/node_modules/axe-core ] ||
        [ ! -d build/npm/node_modules/typescript ]; then
        echo "setup: installing playwright-core, axe-core and typescript into build/npm"
        mkdir -p build/npm
        npm install --prefix build/npm --no-package-lock --no-fund --no-audit --loglevel=error \
            playwright-core@1.55.0 axe-core@4.14.0 typescript@5.9.3 >/dev/null ||
            echo 'setup: npm failed: tests that need a browser or TypeScript will be skipped' >&2
    fi
    ;;
esac
touch "build/.setup-$1"
