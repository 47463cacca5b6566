#!/bin/sh
# cornet play wazabi: a game among bots, hands that stay hidden between people, the effects of cards and why they cannot be played, the
# variants, both languages.
set -u
. tests/lib.sh

bots() { # bots COUNT
    for _ in $(seq "$1"); do printf ' --seat bot:greedy'; done
}
"$cornet" play wazabi --players 4 --seat Anne --seed 3 --fast --save "$work/default" >"$work/out" 2>&1 </dev/null
expect 'bots of the level normal play if nobody says otherwise' has 'bot normal 4'
"$cornet" play wazabi --level hard --seed 3 --fast --save "$work/hard" >"$work/out" 2>&1 </dev/null
expect 'or of another one' has 'bot hard'
"$cornet" play wazabi --level best >"$work/out" 2>&1 </dev/null
expect 'a level that there is not' has 'novice, easy, normal, hard, max or adaptive'

# One person among bots sees only their own drawn cards.
yes 1 | timeout $wait_limit "$cornet" play wazabi --seat Anne $(bots 3) --seed 3 --fast --save "$work/one" >"$work/out" 2>&1
expect 'a game ends' has 'wins!'
expect 'its record is legal' "$cornet" replay "$work/one" >/dev/null
expect 'own draws are shown' grep -qE '(You draw|Yours): (Remove|All|Give|Steal|Down|Draw|Skip|Again)' "$work/out"
expect 'draws of others only as such' has 'Bot greedy 2 draws a hidden card'
expect 'draws of others are not' sh -c "! grep -qiE 'bot greedy [234] draws (Remove|All|Give|Steal|Down|Draw|Skip|Again|retire|tourne|donne|vole|reste|pioche|saute|rejoue)' '$work/out'"

# Two people at one screen: a record with known hands.
cat >"$work/two" <<'RECORD'
cornet 1
game wazabi
players 2
seat 1 Anne
seat 2 Bruno
---
* draw rejoue
* draw rejoue
* draw tourne
* draw saute
* draw saute
* draw vole
* roll WWWW
* roll CCCC
* roll DWWW
RECORD
cp "$work/two" "$work/game"
"$cornet" play "$work/game" >"$work/out" 2>&1 </dev/null
expect 'nobody sees a hand before saying so' lacks 'Again, other way'
cp "$work/two" "$work/game"
printf '\ngive 2\nlog\npass\n' | "$cornet" play "$work/game" --fast --seed 1 >"$work/out" 2>&1
expect 'Anne sees her hand' has '2 x  Again, other way'
expect 'and that Bruno has three cards' grep -qE 'Bruno +[45] dice +3 cards' "$work/out"
expect 'but not which' lacks 'Skip a turn'
expect 'the log has her draws' has '    You draw: Again, other way'
expect 'and not his' lacks 'Bruno draws Skip'
expect 'then the screen is handed over' has 'Bruno (your turn'
cp "$work/two" "$work/game"
printf '\ngive 2\npass\n\n' | "$cornet" play "$work/game" --fast --seed 1 >"$work/all" 2>&1
sed -n '/Bruno (your turn/,$p' "$work/all" >"$work/out"
expect 'Bruno sees his hand' has '2 x  Skip a turn'
expect 'and reads what happened meanwhile' has 'Anne gives you a die'
expect 'and nothing of her hand' lacks 'Again, other way'
cp "$work/two" "$work/game"
script -qec "stty rows 50 cols 80; printf '\n' | $cornet play $work/game --seed 1" /dev/null </dev/null >"$work/out" 2>&1
expect 'a terminal is cleared in between' has "$(printf '\033[2J')"

# The effects of cards, why they cannot be played now, and moves in the forms that people type.
cp "$work/two" "$work/game"
printf '\ngive 2\nplay tourne\nplay saute 2\nTOURNE left\nquit\n' | "$cornet" play "$work/game" >"$work/out" 2>&1
expect 'a card says what it does' has 'everybody passes all dice'
expect 'a card needs its side' has "'left' or 'right'"
expect 'a card one does not have' has "you have no card 'Skip a turn'"
expect 'a card is understood without play' grep -q '^1 play tourne left' "$work/game"
sed 's/^\* roll DWWW/* roll CCCW\n* draw retire1\n* draw retire2\n* draw donne/' "$work/two" >"$work/game"
printf '\nquit\n' | "$cornet" play "$work/game" >"$work/out" 2>&1
expect 'why not now: the cost' sh -c "tr -s ' \n' ' ' <'$work/out' | grep -qF '(this card costs 3 W, and you rolled 1)'"
sed 's/^\* roll DWWW/* roll DDWW\n1 give 2\n1 give 2/; s/^\* draw tourne/* draw retire1/' "$work/two" >"$work/game"
printf '\nquit\n' | "$cornet" play "$work/game" >"$work/out" 2>&1
expect 'why not now: two D' sh -c "tr -s ' \n' ' ' <'$work/out' | grep -qF 'this card cannot be played after rolling two or more D'"
printf '\nquit\n' | "$cornet" play "$work/game" --lang fr >"$work/out" 2>&1
expect 'and in French' sh -c "tr -s ' \n' ' ' <'$work/out' | grep -qF 'deux D ou plus'"

# Whole games of every variant in both languages: they end, and no line is over 80 columns.
for language in en fr; do
    : >"$work/lines"
    for options in '--players 2' '--players 3 --option games=2' '--players 4 --option teams=on' '--players 6 --option dice=2' \
        '--players 6 --option teams=on --option games=3 --option dice=1'; do
        { printf '?\nodds\n'; yes 1; } | timeout $wait_limit "$cornet" play wazabi $options --lang $language --seed 5 --fast \
            --seat 'Anne-Sophie' $(bots $(($(echo "$options" | cut -c11) - 1))) >"$work/out" 2>&1
        expect "a game with $options in $language ends" grep -qE 'wins!|gagne !|Winners:|Gagnants :' "$work/out"
        case $options in *games=3*) expect 'each game of a tournament is announced' sh -c "tr -s ' \n' ' ' <'$work/out' | grep -qE '(wins game|gagne la partie) 2 '" ;; esac
        grep -v 'cornet' "$work/out" >>"$work/lines"
    done
    too_wide
    expect "no line over 80 columns in $language" test ! -s "$work/out"
done
finish
