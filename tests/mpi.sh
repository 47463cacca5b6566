#!/bin/sh
# mpirun cornet: the same numbers as one process, whatever the number of ranks.
# mpi.sh CORNET CORNET-WITH-MPI
set -u
. tests/lib.sh
mpi=$2
export XDG_CACHE_HOME="$work/cache" SOURCE_DATE_EPOCH=1700000000
# As root too, and with more processes than cores; one machine, whatever its network is.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_btl=self,vader OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_hwloc_base_binding_policy=none
export OMPI_MCA_plm_rsh_agent=sh # there need not be an ssh
export TMPDIR="$work"

limited() { # limited COMMAND...: it is ended after a minute, with status 124
    timeout -k 5 60 "$@" </dev/null
    status=$?
    [ $status -ne 124 ] || echo "ended after 60 seconds: $*" >&2
    return $status
}
run() { # run COMMAND...: it succeeds
    limited "$@" >"$work/out" 2>"$work/err" || { cat "$work/err"; false; }
}
ended() { # ended ARGUMENTS...: of mpirun, whatever its status is; what it says goes to $work/out
    limited mpirun "$@" >"$work/out" 2>&1
}
plain() { sed -E 's/"(seconds[a-z_]*|threads|answers_measured|file)":[^,}]*//g' "$work/out"; } # but for times
many() { # many RANKS ARGUMENTS...
    ranks=$1
    shift
    run mpirun -n "$ranks" "$mpi" "$@"
}

expect 'it runs alone too' run "$mpi" sim easycome --agents greedy,random --games 100 --json
same() { # same COUNTS COMMAND: as many ranks as each of the counts say what one process says
    counts=$1
    command=$2
    [ -z "${CORNET_DEEP:-}" ] || counts='1 2 3'
    rm -f "$work/one.csv" "$work/one.cornet"
    # shellcheck disable=SC2086 # the command is a list of words
    expect "$command" run "$cornet" $command --json --threads 1 --results "$work/one.csv" --records "$work/one.cornet"
    plain >"$work/one"
    for ranks in $counts; do
        # shellcheck disable=SC2086
        expect "$command: $ranks ranks" many "$ranks" $command --json --threads 2 --results "$work/$ranks.csv" --records "$work/$ranks.cornet"
        plain >"$work/several"
        expect "$command: $ranks ranks, the same numbers" cmp "$work/one" "$work/several"
        expect "$command: $ranks ranks, the same lines" cmp "$work/one.csv" "$work/$ranks.csv"
        expect "$command: $ranks ranks, the same records" cmp "$work/one.cornet" "$work/$ranks.cornet"
        rm -f "$work/$ranks.csv" "$work/$ranks.cornet"
    done
}
same '1 3' 'sim easycome --agents greedy,random,greedy --games 5000'
if has_game wazabi; then
    same '2' 'arena wazabi --agents judging,greedy,random --games 60'
    same '3' 'arena wazabi --agents judging,greedy --games 3000 --sprt 0,400'
fi

run "$cornet" solve easycome --players 2 --anew --json --threads 1 --file "$work/one.table"
plain >"$work/one"
for ranks in ${CORNET_DEEP:+2} 3; do
    expect "solve: $ranks ranks" many "$ranks" solve easycome --players 2 --anew --json --threads 1 --file "$work/$ranks.table"
    plain >"$work/several"
    expect "solve: $ranks ranks, the same numbers" cmp "$work/one" "$work/several"
    expect "solve: $ranks ranks, a table that can be read" run "$cornet" solve easycome --players 2 --file "$work/$ranks.table"
done

# One sentence, not one from each rank; and nobody waits for ever.
ended -n 2 "$mpi" sim easycome --agents nobody,random
expect 'an error ends all' test $? -eq 2
expect 'with one sentence' test "$(grep -c "no agent 'nobody'" "$work/out")" -eq 1
ended -n 2 "$mpi" sim easycome --agents exec:cat,random --games 5
expect 'dice of a program that nobody has chosen' test $? -eq 2
expect 'are the same for all ranks or none' has 'need --seed if a program plays'
ended -n 2 "$mpi" sim easycome --games 5 --results "$work/one.csv"
expect 'an error of the first alone, too' test $? -eq 1
expect 'with its sentence' has 'already exists'

# A rank that gives up by itself is named by the first, which ends too. If both others give up at once, one of them is named.
lost() { # lost NAME SENTENCE FIRST OTHERS: the commands of the first rank and of two more
    # shellcheck disable=SC2086 # the commands are lists of words
    ended -n 1 "$mpi" $3 : -n 2 "$mpi" $4
    status=$?
    expect "$1: it ends" test $status -ne 0 -a $status -ne 124
    expect "$1: one sentence" test "$(grep -c 'gave up' "$work/out")" -eq 1
    expect "$1: it says who and why" grep -qE "^cornet: rank [12] on .* gave up: $2" "$work/out"
}
shows_so_far() { # what was played before, and that it is not all
    grep -qE 'Stopped before the end|No game was finished' "$work/out"
}
cat >"$work/silent" <<'END'
#!/bin/sh
while read -r word move; do
    case $word in legal) first=$move ;; go) break ;; esac
done
echo "play $first"
exec sleep 1000
END
chmod +x "$work/silent"
for fault in 0 12; do
    gcc -shared -fPIC -Iinclude -DFAULT=$fault tests/bad_plugin.c -o "$work/bad$fault.so"
done
many_games='sim easycome --agents greedy,random --games 1000000000'
lost 'an option' "no agent 'nobody'" "$many_games" 'sim easycome --agents nobody,random'
lost 'a program' 'program .*silent did not answer in time in 3 games in a row' \
    "sim easycome --agents mine,random --seed 1 --games 1000000000 --bot mine=$PWD/examples/bots/bot.py" \
    "sim easycome --agents mine,random --seed 1 --games 1000000000 --bot mine=$work/silent --bot-time 100"
expect 'a program: what was played before is shown' shows_so_far
# Both ranks choose wrong in their first game, and rank 0 has 16 threads that learn of it.
lost 'a plugin' '.* it chose action 2 of 2' "--load $work/bad0.so sim bad --agents first,first --games 1000000000 --threads 8" \
    "--load $work/bad12.so sim bad --agents first,first --games 1000000000 --threads 8"
expect 'a plugin: what was played before is shown' shows_so_far
lost 'the solver' "easycome is for 2 to 4 players, not '9'" "solve easycome --players 2 --anew --file $work/lost.table" \
    'solve easycome --players 9'
# shellcheck disable=SC2086
ended -n 1 "$mpi" sim easycome --agents nobody,random : -n 2 "$mpi" $many_games
expect 'the first alone: its exit status' test $? -eq 2
expect 'and its sentence' has "no agent 'nobody'"
expect 'and nobody else is named' lacks 'given up'
finish
