#!/bin/sh
# cornet play on the command line: in a pipe, on a terminal, saved, undone and continued, in UTF-8 and ASCII.
set -u
. tests/lib.sh

has_one() { has "$1" || has "$2"; }
fresh() { rm -rf "$work/game" "$work/out"; }
asks() { grep -qs '? for help' "$work/out"; } # the program waits for input
anne() { # anne OPTION...: Anne starts a new game with known dice and types standard input
    fresh
    timeout $wait_limit "$cornet" play easycome --seed 9 --option first=1 --seat Anne --save "$work/game" "$@" \
        >"$work/out" 2>&1
}

# Seat 1 always stops, so the bot wins. The record is kept and replays.
yes stop | timeout $wait_limit "$cornet" play easycome --seed 4 --fast --seat Anne >"$work/out" 2>&1
expect 'a game in a pipe ends' has 'Bot normal wins!'
expect 'no colour in a pipe' lacks "$(printf '\033')"
record=$(ls "$work"/data/cornet/easycome-*.cornet)
expect 'its record is kept and legal' "$cornet" replay "$record" >/dev/null
expect 'its record says who played' grep -q '^seat 1 Anne' "$record"
expect 'and that a bot did' grep -q '^seat 2 bot:normal' "$record"
yes 1 | anne --fast
expect 'a game by numbers ends' has 'wins!'

# The end of input saves the game.
echo stop | anne --fast
expect 'the end of input says how to continue' has "cornet play $work/game"
expect 'the moves are saved' grep -q '^1 stop' "$work/game"
before=$(wc -l <"$work/game")
printf 'stop\nquit\n' | "$cornet" play "$work/game" --fast >"$work/out" 2>&1
expect 'a record continues' test "$(wc -l <"$work/game")" -gt "$before"
expect 'and stays legal' "$cornet" replay "$work/game" >/dev/null
expect 'the rest of the line is refused' sh -c "! '$cornet' play '$work/game' --players 3 2>/dev/null"
echo stop | XDG_DATA_HOME="$work/my data" "$cornet" play easycome --fast >"$work/out" 2>&1
expect 'a path that needs quotes has them' has "cornet play '$work/my data/cornet/easycome-"

# Undo works before the dice are rolled, not after. Only Enter rolls.
echo quit | anne
roll=$(sed -n 's/^\* roll //p' "$work/game" | head -1)
first=$(printf %.1s "$roll")
printf 'keep %s\nundo\nundo\nquit\n' "$first" | anne
expect 'undo before the dice' has 'Taken back.'
expect 'no undo after them' has 'Too late: dice'
expect 'the record tells of it' grep -q "^# undone: 1 keep $first" "$work/game"
expect 'and replays without it' sh -c "'$cornet' replay '$work/game' --legal | grep -q '^1 keep $first\$'"
printf 'keep %s\nunod\nkeep 3\nquit\n' "$first" | anne
expect 'a slip of the pen does not roll' test "$(grep -c '^\*' "$work/game")" -eq 1
printf 'keep %s\n\nquit\n' "$first" | anne
expect 'Enter does' test "$(grep -c '^\*' "$work/game")" -eq 2
head -5 games/easycome/tests/rules/hold-2-players.cornet >"$work/last"
sed -n '/^[*12]/p' games/easycome/tests/rules/hold-2-players.cornet | sed '$d' >>"$work/last"
printf 'stop\nundo\nquit\n' | "$cornet" play "$work/last" >"$work/out" 2>&1
expect 'the last move of all can be undone too' sh -c "'$cornet' replay '$work/last' --legal | grep -q '^2 stop'"
printf 'stop\n\n' | "$cornet" play "$work/last" >"$work/out" 2>&1
expect 'and then the game ends' has 'seat 1 wins!'

# Help, odds, log, save, invalid moves, and moves in the forms that people type.
printf '?\nodds\nlog\nsave %s\ndance\nkeep 9\ntake carre\n  KEEP\n\nsave /nowhere/x\nK %s\nodds\nquit\n' "$work/copy" "$first" | anne
expect 'help shows the rules' has 'hold three prizes'
expect 'odds are exact: a 1 or a 5 beside three 3' has 'Three, all odd              33.33 %  keep 3 3 3'
expect 'also before a roll: as from one die aside' has 'Four of a kind               4.19 %'
expect 'the log is shown' has "You roll $(echo "$roll" | sed 's/./ &/g; s/^ //')"
expect 'save says where' has "Saved: $work/copy"
expect 'the copy is legal' "$cornet" replay "$work/copy" >/dev/null
expect 'a wrong word is refused' has "expected 'keep' and dice"
expect 'wrong dice are refused' has "keep takes 1 to 3 digits"
expect 'a prize out of reach is refused' has "do not win 'Four of a kind'"
expect 'a save that cannot be is said' has 'Not saved: cannot write'
expect 'a short move in capitals is understood' grep -q "^1 keep $first" "$work/game"
printf 'save %s\nquit\n' "$work/copy" | anne
expect 'an existing file is not overwritten' has "already exists"
printf 'Garde 3, 3 3\n\ntake Brelan Impair\nquit\n' | anne --lang fr
expect 'French words are understood' grep -q '^1 keep 333' "$work/game"
printf '%0600d\n\001\nquit\n' 7 | anne
expect 'a control character is refused' has 'characters that no move contains'
awk 'BEGIN { for (i = 0; i < 9000; i++) printf "x"; print "" }' | anne
expect 'an endless line is refused' has 'Too long'

# Files must not be overwritten or changed silently.
echo precious >"$work/precious"
"$cornet" play easycome --save "$work/precious" >"$work/out" 2>&1
expect 'a new game overwrites nothing' test $? -eq 2
expect 'and the file is unchanged' grep -q precious "$work/precious"
echo quit | anne
chmod 600 "$work/game"
ln -s "$work/game" "$work/link"
printf 'keep %s\nquit\n' "$first" | "$cornet" play "$work/link" >/dev/null 2>&1
expect 'a link stays a link' test -L "$work/link"
expect 'the move is behind it' grep -q "^1 keep $first" "$work/game"
expect 'permissions stay' test "$(stat -c %a "$work/game")" = 600
echo quit | anne
mkfifo "$work/fifo"
rm -f "$work/out"
"$cornet" play "$work/game" --fast <"$work/fifo" >"$work/out" 2>&1 &
pid=$!
exec 9>"$work/fifo"
await asks
cp "$work/game" "$work/before"
printf 'stop\n' | "$cornet" play "$work/game" --fast >"$work/second" 2>&1
expect 'a second window is refused' test $? -eq 1
expect 'with a reason' grep -q 'another terminal is playing the game of' "$work/second"
expect 'and changes nothing' cmp "$work/game" "$work/before"
echo '# somebody else' >>"$work/game"
echo stop >&9
echo quit >&9
exec 9>&-
wait $pid
expect 'a file changed by another program is not overwritten' grep -q '# somebody else' "$work/game"
expect 'and that is said' has 'somebody else changed'

# A new game in which nobody has moved is not kept.
XDG_DATA_HOME="$work/new" "$cornet" play easycome --seed 1 >"$work/out" 2>&1 </dev/null
expect 'a game without a move leaves nothing behind' test -z "$(ls "$work/new/cornet")"
expect 'and promises nothing' lacks 'To continue'
yes stop | timeout $wait_limit "$cornet" play easycome --seed 4 --fast --save /nowhere/x >"$work/out" 2>&1
expect 'playing without saving' has 'The game is not being saved'
expect 'to the end' has 'wins!'
printf 'save %s\nstop\nquit\n' "$work/rescued" | "$cornet" play easycome --seed 4 --fast --save /nowhere/x >"$work/out" 2>&1
expect 'a place named later is kept to' has "To continue: $cornet play $work/rescued"
env -u HOME -u XDG_DATA_HOME "$cornet" play easycome >"$work/out" 2>&1 </dev/null
expect 'without a home that is said at once' has 'there is no folder for it'

# Four players at one terminal, the variant, and unusual names.
yes stop | timeout $wait_limit "$cornet" play easycome --fast --seed 2 --option hold=3 --seat Zoé --seat Émile \
    --seat bot:greedy --seat bot:greedy >"$work/out" 2>&1
expect 'two people and two bots' has 'bot greedy 4'
expect 'and one of them wins' has 'wins!'
USER=$(printf '\377') "$cornet" play easycome >"$work/out" 2>&1 </dev/null
expect 'a strange user is just a player' has 'Player'

# On a terminal: colour unless NO_COLOR is set; ASCII if the locale needs it; few rows.
on_terminal() {
    fresh
    echo quit | timeout $wait_limit script -qec "stty rows ${ROWS:-50} cols 80; $*" /dev/null >"$work/out" 2>&1
}
game="$cornet play easycome --plain --seed 9 --option first=1 --seat Anne --save $work/game"
on_terminal "$game"
expect 'colour on a terminal' has "$(printf '\033[1m')"
expect 'dice are written, not drawn' lacks '┌───────┐'
expect 'as faces' grep -qE '\[[0-5]\]' "$work/out"
NO_COLOR=1 on_terminal "$game"
expect 'NO_COLOR is heeded' lacks "$(printf '\033')"
LC_ALL=C on_terminal "$game"
expect 'only ASCII' sh -c "! LC_ALL=C grep -q '[^[:print:][:space:][:cntrl:]]' '$work/out'"
expect 'nothing but ASCII' sh -c "! LC_ALL=C grep -q '[^ -~[:cntrl:]]' '$work/out'"
echo quit | LC_ALL=C anne --lang fr
expect 'French on an ASCII terminal' has "pour l'aide"
expect 'without its accents' sh -c "! LC_ALL=C grep -q '[^ -~[:cntrl:]]' '$work/out'"
for players in 2 4; do
    ROWS=24 on_terminal "$game --players $players"
    expect "small dice where lines are few, $players players" lacks '┌───────┐'
    expect 'and all of it fits' test "$(grep -c . "$work/out")" -le 24
done

# Whole games in both languages, four players, every command: no line over 80 columns.
for language in en fr; do
    : >"$work/lines"
    for seed in 1 2 3 4 5 6 7 8 9 10; do
        { printf '?\nodds\n'; yes 1; } | timeout $wait_limit "$cornet" play easycome --lang $language --seed $seed --fast \
            --seat 'Anne-Sophie' --seat bot:greedy --seat Bruno --seat bot:greedy 2>&1 |
            grep -v 'cornet' >>"$work/lines"
    done
    for command in '' 'help play' 'help sim' 'help replay'; do
        "$cornet" --lang $language $command >>"$work/lines"
    done
    too_wide
    expect "no line over 80 columns in $language" test ! -s "$work/out"
done

# On a signal, the game is saved and the program says how to continue it.
for signal in INT TERM HUP; do
    fresh
    "$cornet" play easycome --seed 9 --option first=1 --seat Anne --save "$work/game" <"$work/fifo" >"$work/out" 2>&1 &
    pid=$!
    exec 9>"$work/fifo"
    await asks
    kill -$signal $pid
    wait $pid
    code=$?
    exec 9>&-
    expect "SIG$signal ends it" test $code -gt 128
    expect 'and says how to continue' has "cornet play $work/game"
    expect 'with the game on disk' "$cornet" replay "$work/game" >/dev/null
done

# Tutorials, from their records: another move is refused with the right one, which is then accepted; a text follows each comment.
for lesson in games/*/lesson.cornet; do
    game=$(basename "$(dirname "$lesson")")
    for language in en fr; do
        sed '1,/^---$/d' "$lesson" | awk '
            { if (was ~ /^#/ && $0 !~ /^1 /) print "" }
            /^1 / { print "dance"; sub(/^1 (say )?/, ""); print }
            { was = $0 }
            END { print "" }' >"$work/typed"
        "$cornet" play "$game" --tutorial --lang $language <"$work/typed" >"$work/out" 2>&1
        expect "the tutorial of $game in $language ends well" test $? -eq 0
        expect 'at its end' has_one 'You know the game!' 'Vous connaissez le jeu'
        expect 'every other move is corrected' test "$(grep -cE 'Possible in a real game|possible dans une vraie partie' "$work/out")" -eq "$(grep -c '^1 ' "$lesson")"
        expect 'every text is shown' test "$(grep -cE 'Enter continues|Entrée continue|> dance$' "$work/out")" -ge "$(grep -c '^# ' "$lesson")"
    done
done
printf '\nq\n' | "$cornet" play easycome --tutorial --lang en >"$work/out" 2>&1
expect 'q leaves a tutorial' lacks 'You know the game!'
printf '\n\nkeep 22\n' | "$cornet" play easycome --tutorial --lang en >"$work/out" 2>&1
expect 'so does the end of input' lacks 'You know the game!'
expect 'after the moves' has 'You roll 2 5'
"$cornet" play --tutorial >"$work/out" 2>&1
expect 'a tutorial needs a game' test $? -eq 2

# Wrong usage.
"$cornet" play chess >"$work/out" 2>&1
expect 'neither a game nor a file' test $? -eq 2
"$cornet" play easycome chess >"$work/out" 2>&1
expect 'two games' has "'chess' is too much"
printf 'cornet 1\ngame easycome\nplayers 2\n---\n1 stop\n' >"$work/broken"
"$cornet" play "$work/broken" >"$work/out" 2>&1
expect 'a broken record' test $? -eq 1
expect 'with its line' has "$work/broken:5: "
"$cornet" play easycome --seat bot:deep >"$work/out" 2>&1
expect 'an unknown agent' has "no agent 'deep'"
"$cornet" play easycome --players 2 --seat A --seat B --seat C >"$work/out" 2>&1
expect 'too many seats' has 'more seats are named (3) than there are players (2)'

finish
