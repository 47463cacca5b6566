#!/bin/sh
# tools/train wazabi on the command line: tiny runs, killed and continued, on one thread and on two. Each error is one sentence.
set -u
. tests/lib.sh
. tests/train_lib.sh
tiny='wazabi --generations 2 --positions 1000 --games 500'
nets='two more two-greedy more-greedy teams two-tournament more-tournament'

# Networks of so few games are weaker than the program's: the run reports that, and its files exist.
# shellcheck disable=SC2086 # a list of options
expect 'a run to its end' run 1 $tiny --out "$work/whole" --threads 1
expect 'says how the test went' has "games against the program's network: rejected"
expect 'and that nothing was won' has "no network was as strong as the program's"
for net in $nets; do
    expect "network $net" test "$(stat -c %s "$work/whole/wazabi-$net.net.new")" -eq "$(stat -c %s "games/wazabi/data/wazabi-$net.net")"
    expect 'is not accepted' test ! -e "$work/whole/wazabi-$net.net"
done
expect 'a table of hands' test "$(stat -c %s "$work/whole/wazabi-hands.table")" -eq "$(stat -c %s games/wazabi/data/wazabi-hands.table)"

# Kills the run while it learns and while it tests. It uses two threads, which must not change the results.
mkdir "$work/killed"
for file in lessons wazabi-two.net.new special-lessons wazabi-teams.net.new; do
    # shellcheck disable=SC2086
    "$train" $tiny --out "$work/killed" --threads 2 >"$work/out" 2>&1 </dev/null &
    process=$!
    await test -e "$work/killed/$file"
    kill -9 $process 2>/dev/null
    wait $process 2>/dev/null
done
# shellcheck disable=SC2086
expect 'continues after a kill' run 1 $tiny --out "$work/killed" --threads 2
rm -f "$work/killed"/*.?????? # temporary files that were not renamed
cp -r "$work/whole" "$work/like"
rm -f "$work/whole"/*.??????
expect 'the files are the same' same "$work/killed"

# Strong enough networks are accepted: here, the program's own.
for net in $nets; do
    cp "games/wazabi/data/wazabi-$net.net" "$work/like/wazabi-$net.net.new"
    rm "$work/like/wazabi-$net.net.verdict"
done
# shellcheck disable=SC2086
expect 'networks that are as strong' run 0 $tiny --out "$work/like"
expect 'are accepted' has 'wazabi-more-greedy.net: 50.00 % of'
expect 'in tournaments too' has 'wazabi-more-tournament.net: 50.00 % of'
expect 'and written' cmp games/wazabi/data/wazabi-two.net "$work/like/wazabi-two.net"

# Damaged files, other settings.
cp -r "$work/killed" "$work/two"
rm "$work/two/wazabi-two.net.new"
printf 'x' | dd of="$work/two/lessons" bs=1 seek=5000 conv=notrunc 2>/dev/null
# shellcheck disable=SC2086
expect 'a damaged checkpoint' run 1 $tiny --out "$work/two"
expect 'is named' one_sentence 'lessons is damaged: delete it'
# The networks that the second population starts with.
cp -r "$work/killed" "$work/begun"
rm "$work/begun/wazabi-teams.net.new"
printf 'xxxxxxxxxxxx' | dd of="$work/begun/wazabi-two.net.new" bs=1 conv=notrunc 2>/dev/null
# shellcheck disable=SC2086
expect 'a damaged network to begin with' run 1 $tiny --out "$work/begun"
expect 'is named as well' one_sentence 'wazabi-two.net.new is damaged: delete it'
printf 'xxxxxxxxxxxx' | dd of="$work/like/wazabi-more.net.new" bs=1 conv=notrunc 2>/dev/null
rm "$work/like/wazabi-more.net.verdict"
# shellcheck disable=SC2086
expect 'a damaged network' run 1 $tiny --out "$work/like"
expect 'is named too' one_sentence 'wazabi-more.net.new is damaged: delete it'
# shellcheck disable=SC2086
expect 'another command in the same folder' run 1 $tiny --seed 2 --out "$work/killed"
expect 'is refused' one_sentence 'has a run with other settings'

expect 'nodes' run 2 wazabi --nodes 5 --out "$work/none"
expect 'have no meaning' has '--nodes does not apply to wazabi'
expect 'parts' run 2 wazabi --shard 1/2 --out "$work/none"
expect 'have none either' has '--shard does not apply to wazabi'
expect 'nothing was made' test ! -e "$work/none"
finish
