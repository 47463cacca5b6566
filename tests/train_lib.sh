# Shared by the tests of tools/train; source it after tests/lib.sh.
train=$2/tools/train
run() { # run EXIT-CODE ARGUMENTS...: standard output and errors together
    code=$1
    shift
    timeout "$patience" "$train" "$@" >"$work/out" 2>&1 </dev/null
    [ $? -eq "$code" ]
}
one_sentence() { [ "$(grep -c '' "$work/out")" -eq 1 ] && has "$1"; }
same() { diff -r "$work/whole" "$1" >"$work/out" 2>&1; }
