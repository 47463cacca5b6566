#!/bin/sh
# cornet practise: adding games, cards in lines and on the full screen, both languages, the deck's file; and the promise of the cards, by
# tools/cards with a fixed seed. CORNET_DEEP=1: 1,000 cards per game.
set -u
. tests/lib.sh
build=$2
export SOURCE_DATE_EPOCH=1795132800 # 2026-11-20
run() { # run CODE WORD...: the program with that exit status
    code=$1
    shift
    "$cornet" "$@" >"$work/out" 2>&1
    [ $? -eq "$code" ]
}
answers() { # answers TEXT WORD...: the program with these lines as input
    text=$1
    shift
    # shellcheck disable=SC2059 # the text has escapes
    printf "$text" | "$cornet" "$@" >"$work/out" 2>&1
}
deck=$work/data/cornet/practise.deck
lines() { [ "$(grep -c -- "$1" "$deck")" -eq "$2" ]; }

expect 'an empty deck' run 0 practise --list
expect 'has no card' has 'Cards: 0; to practise today: 0'
expect 'nothing to add' run 2 practise add
expect 'no such file' run 1 practise add "$work/none"
expect 'no such game' run 2 practise chess
expect 'no such theme' run 2 practise debacle --theme castling
expect 'the themes are named' has 'capture, recovery, ending, move'
expect 'a theme of no game' run 2 practise --theme keep

# Games in which Anne and a bot have played.
for game in easycome debacle; do
    "$cornet" sim $game --agents easy,normal --games 1 --seed 5 --records "$work/$game.cornet" $([ $game = debacle ] && echo --option target=6) >"$work/out" 2>&1
    sed -i 's/^seat 1 .*/seat 1 Anne/' "$work/$game.cornet"
done
expect 'a game becomes cards' run 0 practise add "$work/easycome.cornet"
made=$(grep -c '^#! worth' "$deck")
expect 'there are some' test "$made" -gt 1
cp "$deck" "$work/before"
expect 'the same game again' run 0 practise add "$work/easycome.cornet"
expect 'adds nothing' has 'Cards added: 0'
expect 'the file is the same' cmp "$deck" "$work/before"
expect 'a deck is made of records' run 0 replay "$deck" --plain
expect 'which are legal' has 'every line is legal'
expect 'a game of nobody' run 0 practise add "$work/debacle.cornet" --name Bruno
expect 'gives no card' has 'Cards added: 0'
expect 'a second game' run 0 practise add "$work/debacle.cornet" --name Anne

# A card in lines: a wrong move, then the worst one; the reason; the next day.
expect 'a card is asked' answers '99\nq\n' practise easycome --plain
expect 'in lines' has 'Easy Come Easy Go'
expect 'with its day' has 'Your game, 2026-11-20.'
expect 'and its question' grep -qE 'What do you do\?|Which dice do you keep\?|Do you take a prize, or roll again\?|Which prize do you take\?' "$work/out"
expect 'nothing is stored without an answer' lines '^#! review' 0
expect 'an answer' answers '1\nq\n' practise easycome --plain
expect 'has values' grep -qE '^ +[0-9]+\.[0-9]+ %.*your answer' "$work/out"
expect 'and a reason' grep -qE 'The best choice is worth [0-9.]+ of 100 games' "$work/out"
expect 'and a day' has 'This card returns on 2026-11-2'
expect 'is stored' lines '^#! review [0-9a-f]\{16\} 2026-11-20 \(right\|wrong\)$' 1
expect 'in French' answers '1\nq\n' practise easycome --plain --lang fr
expect 'every word' has 'Cette carte reviendra le 2026-11-2'
expect 'with a reason' has 'Le meilleur choix vaut'

# Trainers: the same seed repeats them.
expect 'a trainer' answers '1\n\nq\n' practise easycome --trainer --theme keep --seed 4 --plain
expect 'has a chart' grep -qE 'lost per decision: [0-9.]+ % ?#*$' "$work/out"
sed -n '/1 of 10/,/Which dice/p' "$work/out" >"$work/first"
answers 'q\n' practise easycome --trainer --theme keep --seed 4 --plain
sed -n '/1 of 10/,/Which dice/p' "$work/out" >"$work/second"
expect 'repeats its position' cmp "$work/first" "$work/second"
expect 'an ending that is won now' answers '1\nq\n' practise debacle --trainer --theme ending --seed 4 --plain
expect 'is certain' has '100.00 %'
expect 'words against the clock' answers 'qqq\n\nq\n' practise themots --trainer --theme words --seed 3 --plain
expect 'are refused with a reason' has 'Refused: '
expect 'what was missed' has 'Words that earn more'

# Export, and joining two decks.
expect 'export' run 0 practise --export "$work/exported"
cp "$deck" "$work/mine"
rm "$deck"
expect 'import' run 0 practise add "$work/exported"
expect 'export again' run 0 practise --export "$work/again"
expect 'is the same' cmp "$work/exported" "$work/again"
expect 'a deck joined with itself' run 0 practise add "$work/mine"
run 0 practise --export "$work/again"
expect 'stays the same' cmp "$work/exported" "$work/again"
expect 'to the screen' run 0 practise --export -
expect 'as text' cmp "$work/out" "$work/exported"
sed '0,/^#! worth.*/s//#! worth 2.0 0 0 stop/' "$work/exported" >"$work/bad"
expect 'a damaged card' run 1 practise add "$work/bad"
expect 'says why' has 'three numbers from 0 to 1'
run 0 practise --export "$work/again"
expect 'and changes nothing' cmp "$work/exported" "$work/again"

# The promise: a much deeper search, or the exact value, agrees with every card.
check() { # check GAME CARDS [option NAME=VALUE]: short games, unless CORNET_DEEP=1
    game=$1 count=$2
    shift 2
    [ -z "${CORNET_DEEP:-}" ] || { count=1000 && set --; }
    OMP_NUM_THREADS=1 "$build/tools/cards" "$game" "$count" 2 "$@" >"$work/out" 2>&1
    expect "$count cards of $game are mistakes" test $? -eq 0
    expect "of $game: said so" grep -qE "^mistakes +$count cards" "$work/out"
}
check easycome 100
check wazabi 2 option dice=2
check debacle 2 option target=1
check themots 1 option tokens=2

# The full screen; and cards of a game that was played there.
. tests/tmux_lib.sh
terminal=practise
files=$work/$terminal
mkdir -p "$files/cornet"
cp "$work/exported" "$files/cornet/practise.deck"
open 100 32 env SOURCE_DATE_EPOCH=1795219200 "$cornet" practise debacle # the next day
expect 'a card on the full screen' await shows 'What do you play?'
expect 'with its board' shows 'Your game, 2026-11-20.'
press Enter
expect 'its values' await shows 'The best choice is worth'
press q
press q
expect 'leaves' await ended
expect 'the answer is stored' grep -q '^#! review .* 2026-11-21' "$files/cornet/practise.deck"
terminal=played
sed '$d' "$work/easycome.cornet" >"$work/unfinished.cornet" # a bot is to move, then Anne has won
open 100 32 "$cornet" play "$work/unfinished.cornet" --fast --seed 1
over() { # the keys that show the next thing
    shows 'After the game' || { press Enter; false; }
}
expect 'a game ends' await over
made() { [ -s "$work/played/cornet/practise.deck" ]; }
expect 'its cards are made in the background' await made
expect 'as records' grep -q '^#! worth' "$work/played/cornet/practise.deck"
press q
expect 'the end' await ended

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
