#!/bin/sh
# tools/train on the command line: tiny runs, killed and continued, on one thread and on two. Each error is one sentence.
set -u
. tests/lib.sh
. tests/train_lib.sh
tiny='debacle --generations 2 --positions 1000 --last 1200 --nodes 20 --games 6 --units 64'

# With so few positions no network wins: the run reports that, and its files exist nevertheless.
# shellcheck disable=SC2086 # a list of options
expect 'a run to its end' run 1 $tiny --out "$work/whole" --threads 1
expect 'says how the test went' has 'generation 2 of 2: test: won '
expect 'and that nothing was won' has 'no network beat the hand-written evaluation'
expect 'a network for each generation' test -s "$work/whole/generation-2.net"
expect 'of 64 units' test "$(stat -c %s "$work/whole/generation-2.net")" -eq $((64 + 2 * 64 * 659))
expect 'the positions' test "$(stat -c %s "$work/whole/generation-1.positions")" -gt $((32 * 1000))
expect 'no checkpoint of the fit is left' test ! -e "$work/whole/generation-1.fit"

# Kills the run at three moments. It uses two threads, which must not change the results.
mkdir "$work/killed"
for file in generation-1.positions generation-1.net generation-2.positions; do
    # shellcheck disable=SC2086
    "$train" $tiny --out "$work/killed" --threads 2 >"$work/out" 2>&1 </dev/null &
    process=$!
    await test -e "$work/killed/$file"
    kill -9 $process 2>/dev/null
    wait $process 2>/dev/null
done
# Files that a killed run may leave: the checkpoint of a finished fit, a partial block, and a temporary file that was not renamed.
echo ended >"$work/killed/generation-1.fit"
# (If it was killed after writing all positions, there is no partial block.)
[ "$(stat -c %s "$work/killed/generation-2.positions")" -ge "$(stat -c %s "$work/whole/generation-2.positions")" ] ||
    printf 'half of a block' >>"$work/killed/generation-2.positions"
rm -f "$work/killed"/*.net.?????? "$work/killed/generation-2.net" "$work/killed/generation-2.test"
# shellcheck disable=SC2086
expect 'continues after a kill' run 1 $tiny --out "$work/killed" --threads 2
rm -f "$work/killed"/*.??????
cp -r "$work/whole" "$work/like"
cp -r "$work/whole" "$work/two"
expect 'the files are the same' same "$work/killed"

# Ctrl-C prints a sentence at any moment.
# shellcheck disable=SC2086
"$train" $tiny --out "$work/stopped" --threads 2 >"$work/out" 2>&1 </dev/null &
process=$!
await test -e "$work/stopped/settings.txt"
kill -INT $process
wait $process
expect 'Ctrl-C ends it' test $? -eq 130
expect 'with a sentence' has "stopped: run the same command to continue with $work/stopped"

# The loops in docs/design/training.md run the default number of generations.
defaults=$("$train" --help | sed -n 's/.*--generations .*debacle \([0-9]*\).*/\1/p')
# shellcheck disable=SC2086 # the words of the loop
set -- $(sed -n 's/^for generation in \(.*\); do$/\1/p' docs/design/training.md)
expect 'the loops of docs/design/training.md' test "$*" = "$(seq -s ' ' "$defaults") $(seq -s ' ' "$defaults")"

# Shards: each is played alone, in any order, killed and continued. The files are the same.
part() { # part EXIT-CODE I/N
    # shellcheck disable=SC2086
    run "$1" $tiny --out "$work/parts" --threads 1 --shard "$2"
}
join() { # shellcheck disable=SC2086
    run "$1" $tiny --out "$work/parts" --threads 1 --join
}
expect 'nothing to join' join 0
expect 'says what to do next' one_sentence 'generation 1 of 2: self-play: play its parts with --shard'
for generation in 1 2; do
    file=$work/parts/generation-$generation.positions
    # shellcheck disable=SC2086
    "$train" $tiny --out "$work/parts" --threads 1 --shard 2/3 >"$work/out" 2>&1 </dev/null &
    process=$!
    await test -e "$file.2-of-3"
    kill -9 $process 2>/dev/null
    wait $process 2>/dev/null
    printf 'half of a block' >>"$file.2-of-3"
    expect 'the third part' part 0 3/3
    expect 'says what it has' has 'self-play: part 3 of 3 has '
    expect 'the second part, after having been killed' part 0 2/3
    cp "$file.2-of-3" "$work/again"
    expect 'an existing part' part 0 2/3
    expect 'is left as it is' cmp "$file.2-of-3" "$work/again"
    expect 'nothing else is made by parts' test ! -e "$file" -a ! -e "$work/parts/generation-$generation.net"
    expect 'joined, with a part that nobody has played' join $((generation - 1))
    expect 'no parts are left' test ! -e "$file.2-of-3"
done
expect 'the files are those of one run' same "$work/parts"

# Two processes cannot use the same files.
rm -f "$work/parts/generation-2".*
expect 'the only part' part 0 1/1
flock "$work/parts" sh -c "timeout $patience '$train' $tiny --out '$work/parts' --shard 1/1" >"$work/out" 2>&1
expect 'a folder where another process is at work is refused' one_sentence 'another process is using'
flock "$work/parts/generation-2.positions.1-of-1" sh -c "timeout $patience '$train' $tiny --out '$work/parts' --shard 1/1" >"$work/out" 2>&1
expect "so is a part that another process plays" has 'another process is playing'
printf 'x' | dd of="$work/parts/generation-2.positions.1-of-1" bs=1 seek=500 conv=notrunc 2>/dev/null
expect 'a damaged part' join 1
expect 'is named' has 'generation-2.positions.1-of-1 is damaged: delete it'
rm "$work/parts/generation-2.positions.1-of-1"
# shellcheck disable=SC2086
expect 'a whole run continues from parts' run 1 $tiny --out "$work/parts" --threads 1
expect 'with the same files' same "$work/parts"
expect 'a part of none' run 2 debacle --out "$work/none" --shard 3/2
expect 'is refused' has '--shard takes I/N, the part I of N'

# Self-play with another option of the game starts from the program's network, which nothing beats here.
form='debacle --generations 1 --positions 1000 --nodes 20 --games 2 --units 64 --threads 1'
# shellcheck disable=SC2086
expect 'another form of the game' run 0 $form --option form=tournament --out "$work/form"
expect 'starts from the own network' has "the result is the program's own network"
# shellcheck disable=SC2086
expect 'the same folder without the option' run 1 $form --out "$work/form"
expect 'has other settings' has 'has a run with other settings'
# shellcheck disable=SC2086
expect 'an option that does not exist' run 1 $form --option form=long --out "$work/long"
expect 'says what there is' one_sentence 'option form takes literal or tournament'

# A run with another seed needs another folder.
# shellcheck disable=SC2086
expect 'another command in the same folder' run 1 $tiny --out "$work/like" --seed 2
expect 'is refused' one_sentence 'has a run with other settings'

# Damaged files.
printf 'x' | dd of="$work/like/generation-1.positions" bs=1 seek=500 conv=notrunc 2>/dev/null
rm "$work/like/generation-2.net" "$work/like/generation-2.test"
# shellcheck disable=SC2086
expect 'damaged positions' run 1 $tiny --out "$work/like"
expect 'are named' has 'generation-1.positions is damaged: delete it'
printf 'x' | dd of="$work/two/generation-1.test" bs=1 seek=20 conv=notrunc 2>/dev/null
# shellcheck disable=SC2086
expect 'a damaged result' run 1 $tiny --out "$work/two"
expect 'is named' one_sentence 'generation-1.test is damaged: delete it'
printf 'x' | dd of="$work/two/generation-1.net" bs=1 seek=16 conv=notrunc 2>/dev/null
# shellcheck disable=SC2086
expect 'a damaged network' run 1 $tiny --out "$work/two"
expect 'is named too' one_sentence 'generation-1.net is damaged: delete it'

# A network that wins its test is the result, and then plays against the program's own network. A copy of the program's own network is
# recognised.
units=$((($(stat -c %s games/debacle/data/debacle.net) - 64) / 2 / 659))
result() { # result FOLDER
    run 0 debacle --generations 1 --positions 1500 --nodes 30 --games 40 --units $units --out "$1"
}
mkdir "$work/shipped" "$work/other"
cp games/debacle/data/debacle.net "$work/shipped/generation-1.net"
expect 'the network of the program' result "$work/shipped"
expect 'is known again' has "the result is the program's own network"
expect 'is the result' cmp games/debacle/data/debacle.net "$work/shipped/debacle.net"
cp games/debacle/data/debacle.net "$work/other/generation-1.net"
printf '\001' | dd of="$work/other/generation-1.net" bs=1 seek=64 conv=notrunc 2>/dev/null
expect 'another network' result "$work/other"
expect 'plays against it' has "the result against the program's network: won "

# Bad options.
expect 'no game' run 2 --out "$work/none"
expect 'lists the games' has 'debacle'
expect 'a game without networks' run 2 template --out "$work/none"
expect 'no folder' run 2 debacle
expect 'asks for it' has '--out FOLDER is required'
expect 'odd units' run 2 debacle --out "$work/none" --units 100
expect 'are refused' has 'a multiple of 64 up to 512'
expect 'the help' run 0 --help
expect 'says the defaults of each game' has 'hidden layer (default: '
expect 'no positions' run 2 debacle --out "$work/none" --positions 3
expect 'nothing was made' test ! -e "$work/none"
echo precious >"$work/file"
expect 'a folder that cannot be' run 1 debacle --out "$work/file/below"
expect 'is said' one_sentence 'cannot write'
finish
