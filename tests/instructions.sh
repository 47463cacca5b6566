#!/bin/sh
# The instructions per move of sim's inner loop in three games, per leaf of Débâcle's perft, and per move at a table with fair dice of
# versions 2 and 3, against tests/instructions.txt.
# Fails if one of them has grown by more than 3 %. callgrind counts, so the machine's speed and load do not matter.
#
#     UPDATE_INSTRUCTIONS=1 sh tests/instructions.sh build/default/cornet build/default
#
# writes tests/instructions.txt again. Read the diff, and say in the commit why a figure grew.
#
# tools/bench/hot_loops.c runs the loops. Only its functions counted_… are counted, after a warm-up, so start-up is left out. The figures hold
# for gcc 12 on x86-64. The C library chooses its string functions by the processor; the test makes it choose the plain ones. With the
# processor's own, Thémots differs by 0.1 % and nothing else by as much.
set -u
. tests/lib.sh
build=$2
figures=tests/instructions.txt
tolerance=3 # percent

cached() { sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"; }
defines() { "$(cached CMAKE_C_COMPILER)" -dM -E -x c /dev/null | sed -n "s/^#define $1 //p"; }
[ "$(defines __x86_64__)" = 1 ] || skip 'the figures are for x86-64'
[ "$(defines __GNUC__)$(defines __clang__)" = 12 ] || skip 'the figures are for gcc 12'
case "$(cached CMAKE_BUILD_TYPE)$(cached CMAKE_C_FLAGS)" in
'' | RelWithDebInfo) ;;
*) skip 'the figures are for the flags of the preset default' ;;
esac
valgrind --version >"$work/out" 2>&1 || skip 'valgrind does not start'

count() { # writes a line `LOOP INSTRUCTIONS UNIT` for each loop to $work/counted; the instructions are per unit
    plain=-AVX2,-AVX_Fast_Unaligned_Load,-ERMS,-FSRM,-SSSE3,-SSE4_1,-SSE4_2,-AVX512F,-AVX512VL,-AVX512BW
    GLIBC_TUNABLES=glibc.cpu.hwcaps=$plain timeout $patience valgrind --tool=callgrind --callgrind-out-file="$work/profile" \
        --toggle-collect='counted_*' --dump-after=counted_games --dump-after=counted_perft --dump-after=counted_table \
        "$build/bench/hot_loops" >"$work/units" 2>"$work/out" || return 1
    : >"$work/counted"
    part=0
    while read -r loop unit units; do
        part=$((part + 1)) # callgrind numbers its profiles in the order of the loops
        all=$(sed -n 's/^totals: //p' "$work/profile.$part")
        echo "$loop $all $units $unit" | awk '{ printf "%s %.2f %s\n", $1, $2 / $3, $4 }' >>"$work/counted"
    done <"$work/units"
    [ $part -gt 0 ] && [ ! -e "$work/profile.$((part + 1))" ]
}

compare() { # compare FIGURES: a table of both in $work/out; fails if a loop grew too much, or if the loops are not the same
    awk -v tolerance=$tolerance '
        /^#/ { next }
        NR == FNR { figure[$1] = $2; next }
        {
            change = figure[$1] ? 100 * ($2 / figure[$1] - 1) : 0
            verdict = !figure[$1] ? "no figure" : $2 <= 0 ? "not counted" : change > tolerance ? "too many" : ""
            printf "%-18s %8.2f instructions per %s, %8.2f in the file, %+.1f %% %s\n", $1, $2, $3, figure[$1], change, verdict
            wrong = wrong || verdict != ""
            seen[$1] = 1
        }
        END {
            for (loop in figure) if (!seen[loop]) { print loop " was not counted"; wrong = 1 }
            exit wrong
        }' "$1" "$work/counted" >"$work/out"
}

expect 'the loops are counted' count
[ $failed -eq 0 ] || finish || exit 1
if [ -n "${UPDATE_INSTRUCTIONS:-}" ]; then
    {
        echo '# Instructions per move, per leaf of perft, and per move at a table: gcc 12, x86-64. tests/instructions.sh reads this file and writes it again.'
        cat "$work/counted"
    } >$figures
fi
expect "no loop has grown by more than $tolerance %" compare $figures
[ $failed -gt 0 ] || cat "$work/out"

# The comparison fails if it should.
awk '/^#/ { next } { print $1, $2 / 1.04, $3 }' "$work/counted" >"$work/lower"
expect 'a growth of 4 % is found' eval '! compare "$work/lower"'
sed 1d "$work/counted" >"$work/fewer"
expect 'a loop without a figure is found' eval '! compare "$work/fewer"'
finish
