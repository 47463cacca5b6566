#!/bin/sh
# The Python package, packed as a wheel and unpacked as by an installer: its interface, the same numbers and records as the program's, wrong
# arguments of every kind, and the adapters. It uses Debian's Python, which has numpy; another one in the PATH may lack it.
set -eu
cornet=$1
build=$2
python=/usr/bin/python3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_DATA_HOME="$work/data" LC_ALL=C.UTF-8 PYTHONDONTWRITEBYTECODE=1 CORNET="$cornet"
unset PYTHONPATH PYTHONHOME

"$python" tools/python_wheel.py "$build" "$work/wheel" "$("$cornet" --version | sed 's/cornet //')" >"$work/path"
"$python" tools/python_wheel.py "$build" "$work/again" "$("$cornet" --version | sed 's/cornet //')" >"$work/path_again"
cmp "$(cat "$work/path")" "$(cat "$work/path_again")"

# The example plugin, and one without an entry function.
mkdir "$work/plugins"
gcc -std=c99 -shared -fPIC -Iinclude examples/plugin/race.c -o "$work/plugins/race.so"
echo 'int nothing;' >"$work/plugins/empty.c"
gcc -shared -fPIC "$work/plugins/empty.c" -o "$work/plugins/empty.so"
export PLUGINS="$work/plugins"

# The wheel lists exactly its files, with their hashes.
"$python" - "$(cat "$work/path")" "$work/site" <<'END'
import base64, csv, hashlib, sys, zipfile
wheel = zipfile.ZipFile(sys.argv[1])
record = next(name for name in wheel.namelist() if name.endswith('/RECORD'))
listed = {row[0]: row[1] for row in csv.reader(wheel.read(record).decode().splitlines())}
assert set(listed) == set(wheel.namelist()), set(listed) ^ set(wheel.namelist())
for name, said in listed.items():
    found = 'sha256=' + base64.urlsafe_b64encode(hashlib.sha256(wheel.read(name)).digest()).rstrip(b'=').decode()
    assert name == record or said == found, name
wheel.extractall(sys.argv[2])
END

# The extension exports only its entry function, and needs no library of ours.
extension=$work/site/cornet/_cornet.abi3.so
nm -D --defined-only "$extension" | awk '{ print $3 }' >"$work/shown"
[ "$(cat "$work/shown")" = PyInit__cornet ] || { cat "$work/shown"; exit 1; }
if readelf -d "$extension" | sed -n 's/.*Shared library: \[\(.*\)\]/\1/p' | grep -vE '^(libgomp|libm|libc|ld-linux.*)\.so'; then
    echo 'above: libraries that the extension must not need'
    exit 1
fi

# The type hints are consistent, and the extension's stub declares what the extension has, argument by argument. If the packages of the
# adapters are missing, their `type: ignore` comments are unused. Reading numpy's own hints takes most of the time.
echo '[mypy]' >"$work/mypy.ini"
[ -n "${CORNET_DEEP:-}" ] || printf '[mypy-numpy.*]\nfollow_imports = skip\nfollow_imports_for_stubs = True\n' >>"$work/mypy.ini"
export MYPYPATH="$work/site"
"$python" -m mypy --config-file "$work/mypy.ini" --cache-dir /dev/null --strict --ignore-missing-imports --no-warn-unused-ignores -p cornet \
    >"$work/out" 2>&1 || { cat "$work/out"; exit 1; }
PYTHONPATH="$work/site" "$python" -m mypy.stubtest --mypy-config-file "$work/mypy.ini" --ignore-missing-stub cornet._cornet \
    >"$work/out" 2>&1 || { cat "$work/out"; exit 1; }

for file in tests/python/test_*.py; do
    PYTHONPATH="$work/site" "$python" -X faulthandler -W error "$file" 2>"$work/out" || { cat "$work/out"; exit 1; }
    grep skipped "$work/out" || tail -n 3 "$work/out"
done

# The example on the page runs unchanged.
awk '/^```python/ { inside = 1; next } /^```/ { inside = 0 } inside' docs/develop/python.md >"$work/page.py"
[ -s "$work/page.py" ]
(cd "$work" && PYTHONPATH="$work/site" "$python" -W error page.py >page.out) || { cat "$work/page.out"; exit 1; }

# The example runs, and with CORNET_DEEP=1 it must learn: a random player wins 0.35 of the games against greedy, and this training reaches
# about 0.55.
long='--rounds 8 --games 128 --steps 64 --test 60' short='--rounds 1 --games 32 --steps 64 --test 4'
# shellcheck disable=SC2046 # a list of words
OPENBLAS_NUM_THREADS=1 PYTHONPATH="$work/site" "$python" -W error examples/python/train_wazabi.py $([ "${CORNET_DEEP:-}" ] && echo $long || echo $short) \
    >"$work/out" || { cat "$work/out"; exit 1; }
least=-1
[ -z "${CORNET_DEEP:-}" ] || least=0.45
awk -v least=$least '/^against greedy:/ { won = $3; said = 1 } END { exit !(said && won > least) }' "$work/out" || { cat "$work/out"; exit 1; }
