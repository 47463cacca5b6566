#!/bin/sh
# cornet play themots: in a pipe, on a terminal with keys and a clock, votes, both languages; and
# cornet words.
set -u
. tests/lib.sh

# A game among bots ends, and its record agrees with the lexicon.
timeout $wait_limit "$cornet" play themots --seat bot:novice --seat bot:expert --seat bot:amateur --fast --seed 4 \
    --save "$work/bots" >"$work/out" 2>&1 </dev/null
expect 'a game among bots ends' has 'wins!'
expect 'its record is legal' "$cornet" replay "$work/bots" >/dev/null
"$cornet" replay --check "$work/bots" >"$work/out"
expect 'and agrees with the lexicon' has ', 0 different today.'

"$cornet" replay --check games/themots/tests/rules/verdicts-written.cornet >"$work/out"
expect 'what differs today is listed' has '1 say estragonite: yes 2; today: no unknown'
expect 'each time' has '5 verdicts, 2 different today.'

# In a pipe: a seat's number and its move.
cat >"$work/two" <<'RECORD'
cornet 1
game themots
players 3
option vote=on
seat 1 Anne
seat 2 Bruno
seat 3 bot:novice
---
* theme 2
* roll SELOE blanc
RECORD
cp "$work/two" "$work/game"
printf '1 say lion\n1 say éléphant\n2 say éléphanteau\n2 say Eblouglou\no\nquit\n' |
    "$cornet" play "$work/game" >"$work/out" 2>&1
expect 'a refusal has its reason' has 'it must start with E'
expect 'so has a family' has 'same root as éléphant'
expect 'a vote is announced' has 'Anne votes yes'
expect 'and what it accepts' has 'Bruno says “Eblouglou”. Accepted'
"$cornet" words --suggestions "$work/game" "$work/bots" >"$work/out"
expect 'an accepted word is a suggestion' test "$(cat "$work/out")" = 'animaux: Eblouglou'
cp "$work/game" "$work/again"
"$cornet" words --voted "$work/game" "$work/again" "$work/bots" >"$work/out"
expect 'and a proposal, counted' test "$(cat "$work/out")" = "$(printf 'animaux: Eblouglou\t2')"
if has_game easycome wazabi debacle; then # this store has tables of each
    "$cornet" words --voted --store tests/corpus/store/1.db >"$work/out" 2>&1
    expect 'a store may have none' test $? -eq 0
fi
"$cornet" words --voted --store "$work/nowhere.db" >"$work/out" 2>&1
expect 'a store that is not there' test $? -eq 1
expect 'is named in a sentence' has "there is no store $work/nowhere.db: 'cornet serve' creates it"
CORNET_STORE=$work/variable.db "$cornet" words --voted >"$work/out" 2>&1
expect 'the variable names the store too' has "there is no store $work/variable.db"
printf '# a list\nchat\nLe chien\nEblouglou\nparapluie\néléphent\n' >"$work/list"
"$cornet" words --check animaux "$work/list" >"$work/out"
expect 'a list is checked' has 'animaux: 2 of 5 words accepted, 40.0 %'
expect 'an unknown word' grep -qE '^Eblouglou  *unknown$' "$work/out"
expect 'a word of other themes' grep -qE '^parapluie  *only in: .*maison' "$work/out"
expect 'a misspelt word' has 'unknown; did you mean éléphant?'
"$cornet" words --check Animaux - <"$work/list" >"$work/out"
expect 'from standard input' has 'animaux: 2 of 5'
cp "$work/two" "$work/game"
printf '1 say lion\n2 say éléphant\n1 say éléphanteau\nquit\n' | "$cornet" play "$work/game" --lang fr >"$work/out" 2>&1
expect 'reasons in French' has 'même racine'

# A terminal. `keys WORDS KEYS...` sends KEYS once the terminal shows WORDS after the previous keys. A buzz and its word are sent together,
# because a buzz lasts only seconds.
# Only people play, with hours per round, and with more players than scoring words: the table would pass for players who can no longer
# score. So nothing happens by itself.
terminal() { # terminal ARGUMENTS: types standard input
    timeout $patience script -qec "stty rows 50 cols 80; TERM=xterm $cornet play --plain $*" /dev/null >>"$work/out" 2>&1
}
shows() { # shows WORDS: looks after byte $shown and moves it just behind the words, since the next words may already be there
    at=$(tail -c +$((shown + 1)) "$work/out" | LC_ALL=C grep -aobF -- "$1" | head -1)
    [ -n "$at" ] && shown=$((shown + ${at%%:*} + $(printf %s "$1" | wc -c)))
}
keys() {
    shown=0
    while [ $# -gt 0 ]; do
        await shows "$1"
        printf "$2"
        shift 2
    done
}
sed 's/^option vote=on/&\noption time=3600/; s/^players 3/players 4/; s/^seat 3.*/seat 3 Carla\nseat 4 Diane/' "$work/two" >"$work/people"
cp "$work/people" "$work/game"
: >"$work/out"
keys 'buzz;' '1lion\r' 'it must start with E' '2élaX\177n\r' 'Accepted, 3' '21Eblouglou\r' \
    'vote y or n' 'y' 'vote y or n' 'y' 'vote y or n' 'y' 'Accepted, 4' '/log\r' 'Letters S E L O E, colour white' '' 'Accepted, 4' '' 'buzz;' '/quit\r' 'is saved' '' |
    terminal "$work/game"
expect 'a buzz gives the floor' has 'Anne'
expect 'a typed word is judged' has 'it must start with E'
expect 'a letter can be taken back' grep -q '^2 say élan' "$work/game"
expect 'a player who is out cannot buzz, and a vote takes a key' grep -q '^2 vote yes' "$work/game"
expect 'commands work' has 'Letters S E L O E, colour white'
expect 'leaving says how to continue' has 'The game is saved'
cat >"$work/alone" <<'RECORD'
cornet 1
game themots
players 2
option time=3600
seat 1 Anne
seat 2 bot:novice
---
* theme 2
* roll SELOE blanc
2 pass
RECORD
cp "$work/alone" "$work/game" # the bot has passed, so a slow machine cannot give it time for a word
: >"$work/out"
keys 'a word; - passes' 'éléphant\r' '(Enter' 'quit\r' 'is saved' '' | terminal "$work/game"
expect 'alone, one types at once' grep -q '^1 say éléphant' "$work/game"
sed 's/^option time=.*/option time=5/' "$work/alone" >"$work/game"
: >"$work/out"
keys 'Enter throws the dice' 'quit\r' 'is saved' '' | terminal "$work/game"
expect 'the time ends the round' grep -q '^\* time' "$work/game"
expect 'what else there was is shown' has 'There was also'
expect 'the terminal asks before the next dice' has 'Enter throws the dice'
expect 'who said what' has 'Animals, SELOE, white. Nobody had a word.'

# A countdown precedes the letters, and keys pressed meanwhile are dropped. The last free place is announced.
sed 's/^players 2/players 4/; s/^seat 2.*/seat 2 Bruno\nseat 3 Carla\nseat 4 Diane/; /^\* roll/,$d' "$work/alone" >"$work/game"
: >"$work/out"
keys 'Enter throws the dice' '\r' '3…' '1' '2…' '1' '1…' '' 'buzz;' '/quit\r' 'is saved' '' | terminal "$work/game"
expect 'the letters come after the countdown' sh -c "tr '\\r' '\\n' <'$work/out' | grep -aA3 '1…' | grep -aq 'Letters [A-Z ]*, colour'"
expect 'before it only the theme is known' sh -c "! tr '\\r' '\\n' <'$work/out' | sed '/3…/,\$d' | grep -aq 'Letters [A-Z ]*, colour'"
expect 'keys that come too early are dropped' sh -c "! grep -q '^1 ' '$work/game'"
sed 's/^players 2/players 4/; s/^seat 2.*/seat 2 Bruno\nseat 3 Carla\nseat 4 Diane/; $d' "$work/alone" >"$work/game"
printf '2 say éléphant\n* yes 3\n' >>"$work/game"
: >"$work/out"
keys '2 places score' '' 'buzz;' '1écureuil\r' 'Accepted, 3' '/show\r' 'only one place left' '' 'buzz;' '3escargot\r' \
    'Diane: too late, the others have spoken' '' 'Enter throws' 'quit\r' 'is saved' '' | terminal "$work/game"
expect 'a player who can no longer score does not pass' has 'Diane: too late, the others have spoken'
expect 'nobody is said to pass' sh -c "! grep -aq 'Diane passes' '$work/out'"
expect 'who said what, with the tokens' has 'white. Bruno: éléphant (3), Anne: écureuil (3), Carla:'

# With opening=plain, the default of a new game with people, the first round is not black. With opening=any it may be.
for seed in 1 2 3 4 5 6 7 8 9 10 11 12; do
    rm -f "$work/game" "$work/other"
    "$cornet" play themots --seed $seed --fast --save "$work/game" >/dev/null 2>&1 </dev/null
    "$cornet" play themots --option opening=any --seed $seed --fast --save "$work/other" >/dev/null 2>&1 </dev/null
    cat "$work/game" >>"$work/plain"
    cat "$work/other" >>"$work/any"
done
expect 'a game with people begins with a colour' sh -c "grep -q '^option opening=plain' '$work/plain' && ! grep -q ' noir$' '$work/plain'"
expect 'unless any roll is chosen' grep -q ' noir$' "$work/any"
timeout $wait_limit "$cornet" play themots --seat bot:max --seat bot:max --option tokens=1 --fast --save "$work/only" >/dev/null 2>&1 </dev/null
expect 'bots alone have the rules as they are' sh -c "! grep -q opening '$work/only'"

# The odds of the first roll: no black face.
printf 'cornet 1\ngame themots\nplayers 2\noption opening=plain\n---\n* theme 2\n' >"$work/first"
"$cornet" replay --legal "$work/first" >"$work/out"
expect 'the first roll has 38,880 outcomes' test "$(grep -c roll "$work/out")" -eq 38880
expect 'none of them black' sh -c "! grep -q noir '$work/out'"
printf '* roll SELOE noir\n' >>"$work/first"
"$cornet" replay "$work/first" >"$work/out" 2>&1
expect 'a black one is refused' has 'the first round is not black'

# Everything drawn on a terminal fits into 80 columns, in both languages, also with six people.
for language in en fr; do
    : >"$work/lines"
    buzz='buzz;' saved='is saved'
    [ $language = en ] || buzz='buzzez' saved='est sauvegard'
    for roll in 'SELOE blanc' 'SOCRA noir'; do
        { sed -n '1,/^---/p' "$work/people" | sed 's/^players 4/players 6/; s/^seat 3.*/seat 3 Marie-Antoinette/; s/^seat 4.*/seat 4 Jean-Christophe\nseat 5 Maximilienne\nseat 6 Bartholomé/'
            printf '* theme 5\n* roll %s\n' "$roll"; } >"$work/game"
        : >"$work/out"
        keys "$buzz" '4abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrst' 'nopqr' '\r' \
            "$buzz" '/quit\r' "$saved" '' | terminal "$work/game" --lang $language
        tr '\r' '\n' <"$work/out" | sed 's/\x1b\[[0-9;]*[mK]//g' | grep -v cornet >>"$work/lines"
    done
    too_wide
    expect "the terminal in $language fits" test ! -s "$work/out"
done

# Whole games of every variant in both languages: they end, and no line is over 80 columns.
for language in en fr; do
    : >"$work/lines"
    for options in '--players 2' '--players 6 --option variant=manche --option card=7' \
        '--players 4 --option variant=fermer --option card=2 --option tokens=5'; do
        { printf '?\nodds\n'; yes ''; } | timeout $wait_limit "$cornet" play themots $options --lang $language --seed 5 --fast \
            --seat bot:amateur >"$work/out" 2>&1
        expect "a game with $options in $language ends" grep -qE 'wins!|gagne !|Winners:|Gagnants :' "$work/out"
        grep -v 'cornet' "$work/out" >>"$work/lines"
    done
    "$cornet" words --lang $language >>"$work/lines"
    "$cornet" words personnalites BORVA --lang $language >>"$work/lines"
    too_wide
    expect "no line over 80 columns in $language" test ! -s "$work/out"
done

# cornet words
"$cornet" words personnalites BORVA vert >"$work/out"
expect 'answers have their scores' grep -qE '^3 Brejnev' "$work/out"
expect 'best first' sh -c "cut -c1 '$work/out' | sort -rc"
"$cornet" words Animaux SOCRA noir >"$work/out"
expect 'black answers have none of the letters' grep -qE '^ +lynx' "$work/out"
expect 'and no others' sh -c "! grep -qE '^ +chat ' '$work/out'"
for wrong in 'nonsense BORVA' 'animaux' 'animaux BORV' 'animaux BORVA green' '--suggestions' \
    'animaux BORVA vert more' '--check --suggestions' '--check' '--check animaux' '--check nonsense -' \
    '--store x.db' '--suggestions --store x.db'; do
    "$cornet" words $wrong >"$work/out" 2>&1
    expect "bad usage: words $wrong" test $? -eq 2
done
"$cornet" words --check animaux "$work/nowhere" >"$work/out" 2>&1
expect 'a list that is not there' test $? -eq 1
"$cornet" words --suggestions "$work/nowhere" >"$work/out" 2>&1
expect 'a record that is not there' test $? -eq 1
finish
