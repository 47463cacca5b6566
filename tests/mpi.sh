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

run() { # run COMMAND...: it succeeds
    timeout $patience "$@" >"$work/out" 2>"$work/err" </dev/null || { cat "$work/err"; false; }
}
plain() { sed -E 's/"(seconds[a-z_]*|threads|answers_measured|file)":[^,}]*//g' "$work/out"; } # but for times
many() { # many RANKS ARGUMENTS...
    ranks=$1
    shift
    run mpirun -n "$ranks" "$mpi" "$@"
}

expect 'it runs alone too' run "$mpi" sim easycome --agents greedy,random --games 100 --json
for command in 'sim easycome --agents greedy,random,greedy --games 5000' \
    'arena wazabi --agents judging,greedy,random --games 60' \
    'arena wazabi --agents judging,greedy --games 3000 --sprt 0,400'; do
    rm -f "$work/one.csv" "$work/one.cornet"
    expect "$command" run "$cornet" $command --json --threads 1 --results "$work/one.csv" --records "$work/one.cornet"
    plain >"$work/one"
    for ranks in 1 2 3; do
        expect "$command: $ranks ranks" many $ranks $command --json --threads 2 --results "$work/$ranks.csv" --records "$work/$ranks.cornet"
        plain >"$work/several"
        expect "$command: $ranks ranks, the same numbers" cmp "$work/one" "$work/several"
        expect "$command: $ranks ranks, the same lines" cmp "$work/one.csv" "$work/$ranks.csv"
        expect "$command: $ranks ranks, the same records" cmp "$work/one.cornet" "$work/$ranks.cornet"
        rm -f "$work/$ranks.csv" "$work/$ranks.cornet"
    done
done

run "$cornet" solve easycome --players 2 --anew --json --threads 1 --file "$work/one.table"
plain >"$work/one"
for ranks in 2 3; do
    expect "solve: $ranks ranks" many $ranks solve easycome --players 2 --anew --json --threads 1 --file "$work/$ranks.table"
    plain >"$work/several"
    expect "solve: $ranks ranks, the same numbers" cmp "$work/one" "$work/several"
    expect "solve: $ranks ranks, a table that can be read" run "$cornet" solve easycome --players 2 --file "$work/$ranks.table"
done

# One sentence, not one from each rank; and nobody waits for ever.
mpirun -n 2 "$mpi" sim easycome --agents nobody,random >"$work/out" 2>&1 </dev/null
expect 'an error ends all' test $? -eq 2
expect 'with one sentence' test "$(grep -c "no agent 'nobody'" "$work/out")" -eq 1
mpirun -n 2 "$mpi" sim easycome --agents exec:cat,random --games 5 >"$work/out" 2>&1 </dev/null
expect 'dice of a program that nobody has chosen' test $? -eq 2
expect 'are the same for all ranks or none' has 'need --seed if a program plays'
mpirun -n 2 "$mpi" sim easycome --games 5 --results "$work/one.csv" >"$work/out" 2>&1 </dev/null
expect 'an error of the first alone, too' test $? -eq 1
expect 'with its sentence' has 'is there already'
finish
