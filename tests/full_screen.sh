#!/bin/sh
# The full screen in a real pseudo-terminal (tmux): its contents, cell by cell, in several sizes; whole
# games; resizing; every key; the mouse; a slow line; and the state of the terminal afterwards.
# UPDATE_SCREENS=1 rewrites games/NAME/tests/screens/*.txt: read the diff.
set -u
. tests/lib.sh
. tests/tmux_lib.sh
build=$2
export USER=anne
terminal=main

# ---- contents, cell by cell ----

# The clock is the only part that changes by itself, so it is masked.
masked() { tm capture-pane -p -t "=$terminal:" | sed 's/[0-9]* s$/NNNN s/; s/ *$//' >"$work/screen"; }
screen_file() { echo "games/${1%%-*}/tests/screens/$1.txt"; } # screen_file NAME-SIZE
is_screen() { masked && diff "$(screen_file "$1")" "$work/screen" >"$work/out"; }
update_screen() { # update_screen NAME: waits until the screen stays the same
    until masked && cmp -s "$work/screen" "$work/screen.before"; do
        cp "$work/screen" "$work/screen.before"
        sleep 0.5
    done
    cp "$work/screen" "$(screen_file "$1")"
}
for game in easycome wazabi debacle themots; do
    for size in 60x20 80x24 120x40 200x50; do
        cp "games/$game/tests/screens/$game.cornet" "$work/game"
        open "${size%x*}" "${size#*x}" "$cornet play --lang en --pace 0 --seed 1 '$work/game'"
        if [ -n "${UPDATE_SCREENS:-}" ]; then
            await shows_match '  1 |\[1\] Anne'
            update_screen "$game-$size"
        fi
        expect "$game at $size" await is_screen "$game-$size"
    done
done

# Before the letters of a round are rolled: the theme and covered dice.
sed '/^\* roll/,$d' games/themots/tests/screens/themots.cornet >"$work/game"
open 80 24 "$cornet play --lang en --pace 0 '$work/game'"
expect 'dice are covered until the letters fall' await shows '│   ?   │  │   ?   │  │   ?   │  │   ?   │  │   ?   │'
expect 'with the theme' shows 'Theme 2: Animals'
press Enter
expect 'then the letters' await shows_match 'a word that starts with [A-Z]|a word with none of these letters'

# ---- whole games, in several sizes and both languages, resized in the middle ----

lacks_after() { see && lacks "$1"; }
over() { shows_match 'After the game|Après la partie'; }
resize() { tm resize-window -t "=$terminal:" -x "$1" -y "$2"; }
fills() { over || [ -n "$(tail -1 "$work/out")" ]; } # the last row is drawn
play_through() { # play_through KEYS...: plays until the game is over, and resizes the terminal twice meanwhile
    await flag alternate_on 1
    press "$@"
    resize 66 22
    press "$@"
    resize 130 45
    await fills
    resize "$columns" "$rows"
    await over_after "$@"
}
over_after() { # over_after KEYS...: extra keys do nothing in the menu after the game
    over || {
        press "$@" "$@" "$@" "$@"
        false
    }
}
# Daily each size in each language and each game twice; with CORNET_DEEP=1 every game in all of them.
runs='60 20 easycome en,60 20 wazabi fr,80 24 debacle en,80 24 themots fr,120 40 wazabi en,120 40 easycome fr,200 50 themots en,200 50 debacle fr'
if [ -n "${CORNET_DEEP:-}" ]; then
    runs=$(for size in '60 20' '80 24' '120 40' '200 50'; do
        for game in easycome wazabi debacle themots; do printf '%s %s en,%s %s fr,' "$size" $game "$size" $game; done
    done)
fi
while read -r run; do
    set -- $run
    keys=': 1 Enter' # typed as text, see over_after
    option= level=novice
    case $3 in
    debacle) option='--option target=2' ;;
    themots) option='--option tokens=5' keys=': - Enter' level=max ;; # bots below `max` take as long as people to speak
    esac
    rm -f "$work/game"
    open "$1" "$2" "$cornet play $3 --lang $4 --level $level --fast --seed 5 $option --save '$work/game'"
    # shellcheck disable=SC2086 # several keys
    expect "a game of $3 at $1x$2 in $4 ends" play_through $keys
    expect 'its record is legal' "$cornet" replay --lang en "$work/game" >/dev/null
    case $run in '120 40 easycome fr')
        press 2 Enter
        expect 'the analysis after a game' await shows 'chances en pour cent'
        press q
        await over
        press 3 Enter
        expect 'the replay after a game' await shows 'Le début.'
        press q
        await over
        press 4 Enter
        expect 'the menu after a game' await shows 'Parties sauvegardées'
        ;;
    esac
    press q
    await ended
    expect 'it ends well' shows 'code 0'
    expect 'on the usual screen' flag alternate_on 0
done <<END
$(echo "$runs" | tr , '\n' | sed '/^$/d')
END

# ---- tutorials ----

stops() { # stops LESSON: each stop as the number of lines before it, and the move, or - for Enter
    sed '1,/^---$/d' "$1" | awk '
        /^1 / { print (note ? note : NR - 1), $0; note = 0; next }
        note { print note, "-"; note = 0 }
        /^#/ { note = NR }
        END { if (note) print note, "-" }'
}
learn() { # learn GAME COLUMNS ROWS LANGUAGE: the whole tutorial by keys
    mkdir -p "$work/$terminal/cornet"
    echo 'pace 0' >"$work/$terminal/cornet/settings"
    open "$2" "$3" "$cornet play $1 --tutorial --lang $4"
    stops "games/$1/lesson.cornet" >"$work/stops"
    while read -r number seat move; do
        if ! await shows_match " $number (of|sur) [0-9]+$|q (closes|ferme)"; then
            expect "the tutorial of $1 at $2x$3 in $4 stops at $number" false
            return
        fi
        shows_match 'q (closes|ferme)' && press q # a text too long to stand above the board
        if [ "$seat" = - ]; then
            press Enter
        else
            expect_typed "$move"
        fi
    done <"$work/stops"
    expect "the tutorial of $1 at $2x$3 in $4 ends" await shows_match 'You know the game|Vous connaissez le jeu'
    press q
    await ended
}
expect_typed() { # a move as in a record; a word without its verb
    tm send-keys -t "=$terminal:" : C-u
    tm send-keys -l -t "=$terminal:" -- "${1#say }"
    press Enter
}
for run in '60 20 easycome fr' '80 24 themots en' '120 40 wazabi en' '200 50 debacle fr'; do
    set -- $run
    learn "$3" "$1" "$2" "$4"
done
open 80 24 "$cornet play easycome --tutorial --lang en"
await shows 'Nine prizes'
press Enter
await shows 'you start'
press Enter
await shows '1 keep 0'
press Enter
expect 'another move is corrected in a tutorial' await shows 'Possible in a real game. Here: keep 2 2'
press 6
expect 'the choice is previewed there too' await shows 'Your turn: keep dice'
press Enter
await shows 'You keep 2 2'
press '?'
expect 'with the rules' await shows 'Goal: hold three prizes'
press q
press =
expect 'and the text' await shows 'Dice set aside stay fixed'
press q
await shows 'Your turn'
press q
await ended
expect 'leaving a tutorial leaves the program' shows 'code 0'

# The smallest screen has the dice, and says what is asked, with four players too.
for language in en fr; do
    open 60 20 "$cornet play easycome --lang $language --players 4 --option first=1 --seed 5 --pace 0"
    asks='Your turn: keep dice and roll the others'
    [ $language = en ] || asks='gardez des dés et relancez les autres'
    expect "four players at 60x20 are asked ($language)" await shows "$asks"
    expect "and see their dice ($language)" shows_match '^  \[0\] \[1\] \[3\] \[4\]$'
    press q
    await ended
done

# Débâcle: red is red, the choice is previewed, the last move marked, and black sees the board from its side. A large screen has a large one.
escape=$(printf '\033')
styled() { tm capture-pane -e -p -t "=$terminal:" >"$work/out" && grep -qF -- "$1" "$work/out"; }
open 80 24 "$cornet play debacle --lang en --pace 0 --seed 1"
await shows "red's camp"
expect 'red dice are red' await styled "${escape}[31m[3]"
expect 'the choice is previewed' styled ";7m${escape}[31m[2]"
press Enter
expect 'the last move is marked' await shows_match '^   1 › · '
press q
await ended
open 120 40 "$cornet play debacle --lang fr --pace 0 --seed 1 --seat bot:novice --seat Zoé"
expect 'the board turns for black' await shows_match '^ +f +e +d +c +b +a$|^ +f +e +d +c +b +a .*│'
expect 'a large screen has large dice' shows '│ 6 │'
press q
await ended

played() { [ "$(grep -v '^#' "$work/game" | tail -1)" = "$1" ]; }

# Tab: a cursor on the board instead of the list.
for language in en fr; do
    for size in '60 20' '80 24' '120 40' '200 50'; do
        rm -f "$work/game"
        # shellcheck disable=SC2086 # two words
        open $size "$cornet play debacle --lang $language --pace 0 --seed 1 --seat Anne --seat Bruno --save '$work/game'"
        await shows_match "red's camp|camp des rouges"
        press Tab Right Right Enter
        expect "targets have the resulting face ($language, $size)" await shows_match '^   2 .*‹4›'
        expect 'and the move is named' shows_match 'Enter: flip c1|Entrée.*: flipper c1'
        press Escape
        expect 'Esc takes a pick back' await lacks_after '‹4›'
        press Enter
        await shows '‹4›'
        press Up Enter
        expect 'Enter plays' await played '1 c1-c2'
        press Escape
        expect 'Esc leaves the cursor' await shows_match 'Tab cursor|Tab curseur'
        press Tab Down Down Down
        await shows_match 'Enter: end the turn|Entrée.*: terminer le tour'
        press Enter
        expect 'the end of the turn is below the board' await played '1 end'
        press Up Up Up Up Enter
        expect 'black sees its dice from its side' await shows '‹'
        press q
        await ended
    done
    rm -f "$work/game"
    open 60 20 "$cornet play easycome --lang $language --option first=1 --seed 1 --pace 0 --save '$work/game'"
    await shows '[1] [1] [4] [5]'
    press Tab Right Enter Right Enter
    expect 'dice are picked' await shows_match 'Enter: pick this|Entrée.*: choisir'
    press Enter Enter Right Right
    await shows_match '(Enter: keep|Entrée.*: garder) 1 4'
    press Enter
    expect 'then rolled' await played '1 keep 14'
    press q
    await ended
    for size in '60 20' '80 24' '120 40' '200 50'; do
        sed 's/^seat 2.*/seat 2 bot:normal/; s/^seat 3.*/seat 3 bot:normal/' games/wazabi/tests/screens/wazabi.cornet >"$work/game"
        # shellcheck disable=SC2086 # two words
        open $size "$cornet play --lang $language --pace 0 --seed 2 '$work/game'"
        await shows_match 'Tab cursor|Tab curseur'
        expect "who moved last and whom it was about ($language, $size)" shows_match '^ ›> Anne'
        expect 'are marked' shows_match '^ ›  (bot|robot) '
        press Tab
        await shows_match '(Enter|Entrée.*): (pick this|choisir)' # a card that passes all dice on
        press Enter
        expect "a card, then its direction ($language, $size)" await shows_match 'Enter: .*to the left|Entrée.*vers la gauche'
        press Right
        await shows_match 'to the right|vers la droite'
        press Escape
        await shows_match '(Enter|Entrée.*): (pick this|choisir)'
        press Down Down Down Up
        expect 'or another card' await shows_match 'Enter: play Again, other way|Entrée.*: jouer.*Rejouez'
        press Enter
        expect 'which is played' await played '1 play rejoue'
        press q
        await ended
    done
done

# The game cannot be saved: that is said at once.
open 80 24 "env XDG_DATA_HOME=/proc/nowhere $cornet play easycome --lang en --seed 1"
expect 'an unwritable folder is said at once' await shows 'The game is not being saved'
press q
await lacks_after 'The game is not being saved'
press q
await ended

# The end of a game stays on the screen until the player presses a key.
sed '/^#/d; s/^---/seat 1 Anne\nseat 2 Bruno\n---/' games/easycome/tests/rules/hold-2-players.cornet | sed '$d' >"$work/game"
open 80 24 "$cornet play --lang en --pace 0 '$work/game'"
await shows 'steal Exactly 7 from Anne'
press : s t o p Enter
await shows 'Enter ends the game'
press Enter
expect 'the last board and the winner' await shows 'Anne wins! (Enter to continue)'
expect 'with the prizes' shows 'Four of a kind'
press Enter
expect 'then what can be done' await shows 'After the game'
expect 'and the winner' shows 'Anne wins!'
press q
await ended

# A menu shows the whole label of the selected item, on a narrow screen too.
open 60 20 "$cornet --lang en"
await shows 'Saved games'
expect 'the label of the selected item has several rows' await shows ' while others steal.'
press q
await ended

# ---- keys ----

cp games/easycome/tests/screens/easycome.cornet "$work/game"
open 80 24 "$cornet play --lang en --pace 0 --seed 1 '$work/game'"
await shows 'take carre'
press '?'
expect '? opens the rules' await shows 'Goal: hold three prizes'
press PageDown
expect 'which scroll' await shows 'that sum exactly'
press q
press o
expect 'o shows the odds' await shows 'Exact chance of each prize'
press q
press l
expect 'l shows the log' await shows 'You roll 0 3 3 5'
press q
press h
expect 'h shows a hint' await shows 'Your chance of winning'
expect 'beside the choices, the best one selected' shows_match '1 steal .* ★ *[0-9.]+ %'
press u
expect 'u says why not' await shows 'Too late: dice'
press +
expect '+ and - set the pace' await shows 'A pause of 0.0 s'
press -
await shows 'A pause of 0.2 s'
press : d a n c e Enter
expect 'a typed move is refused' await shows "expected 'keep' and dice"
press : k e e p Space 9 Left BSpace Space 3 Home Delete k End BSpace Enter
expect 'a line can be edited' await played '1 keep 3'
press u
expect 'u takes back' await played '* roll 33'
await shows 'take carre'
press s
press Enter
expect 'a letter finds a move' await played '1 stop'
press u
await shows 'take carre'
press End Home Down Enter
expect 'arrows choose' await played '1 keep 3'
press u
await shows 'take carre'
press 9 1 3 Enter
expect 'digits choose' await played '1 stop'
press u
await shows 'take carre'
row=$(grep -n '[0-9] end the turn ' "$work/out" | cut -d: -f1)
at=$(printf '(\\%o' $((32 + row))) # column 8 and this row, in the terminal's mouse encoding
click() { press -l "$(printf '\033[M '"$at"'\033[M#'"$at")"; }
selected() { tm capture-pane -e -p -t "=$terminal:" >"$work/out" && grep -q "7m[^ ]*  $1" "$work/out"; } # in reverse video
click
expect 'a click selects' await selected '3 end the turn'
click
expect 'a second one plays' await played '1 stop'
press u
await shows 'take carre'
press Tab
await shows 'Tab: the list'
click
expect 'a click leads from the cursor to the list' await selected '3 end the turn'
press q
await ended
expect 'q leaves, and says how to continue' shows 'The game is saved. To continue'

# ---- hands that stay hidden between people ----

sed 's/^seat 2.*/seat 2 Bruno/' games/wazabi/tests/screens/wazabi.cornet >"$work/game"
open 80 24 "$cornet play --lang en --pace 0 --seed 2 '$work/game'"
await shows 'Enter shows your hand'
expect 'nobody sees a hand before saying so' lacks 'Again, other way'
press Enter
expect 'Anne sees hers' await shows '2 x  Again, other way'
expect 'and not how the others drew' lacks 'Skip a turn'
press End Enter
await shows 'Enter rolls'
press Enter
await shows "It is Bruno's turn"
expect 'then the screen is empty' lacks 'Again, other way'
press q
await ended

# ---- the menu ----

open 80 24 "$cornet --lang en"
expect 'cornet alone is a menu' await shows 'Saved games'
press Enter
expect 'a game has its options, in words' await shows 'Turns to hold: Two turns'
press 3 Enter
await shows 'Number of players'
press 3 Enter
expect 'players are chosen by their number' await shows 'Players: 3'
expect 'and have seats' shows 'Seat 3: bot normal'
press '?'
expect '? shows the rules before a game' await shows 'Goal: hold three prizes'
press q
await shows 'Seat 3: bot normal'
press End Up Enter
await shows 'Three turns'
press 3 Enter
await shows 'Turns to hold: Three turns'
press Home Enter
expect 'a refusal names options in words' await shows '“Turns to hold: Three turns” is for 4 players, not 3'
press q
await shows 'Turns to hold: Three turns'
press End Up Enter
await shows 'Two turns'
press 2 Enter
await shows 'Turns to hold: Two turns'
press 6 Enter
await shows 'a person'
press Home Enter
expect 'bots by level' await shows 'Seat 3: bot novice'
press 4 Enter
await shows 'a person'
press End Enter
await shows 'the name'
press Z o é Enter
expect 'people by name' await shows 'Seat 1: Zoé'
press Home Enter
expect 'and the game starts' await shows 'Zoé'
await shows 'end the turn'
press End Enter
await shows 'You stop without a prize.'
press q
expect 'leaving goes back to the menu' await shows 'Saved games'
press 5 Enter
expect 'saved games: who and whose turn' await shows 'Zoé, bot normal, bot novice'
press r
await shows 'the new name'
press s o i r Enter
expect 'a saved game can be renamed' await shows 'soir.cornet'
press Enter
expect 'a saved game continues' await shows 'Four of a kind'
press C-c
await ended
expect 'Ctrl-C leaves nothing on the screen' flag alternate_on 0
launch sh "$files.run" # the same menu and data
await shows 'Saved games'
press 5 Enter
await shows 'soir.cornet'
press d
await shows 'Delete the game'
press 2 Enter
gone() { see && has 'Saved games' && lacks 'soir.cornet' && lacks 'Delete'; }
expect 'and deleted' await gone
press q
await shows 'En français'
press 1 Enter
expect 'the name is kept' await shows 'Seat 1: Zoé'
press q
await shows 'En français'
press 6 Enter
expect 'the language can be changed' await shows 'Parties sauvegardées'
press 3 Enter
expect 'options too' await shows_match 'Dés au départ.*Selon la règle choisie'
press q
await shows 'Parties sauvegardées'
press q
await ended
expect 'and is kept' grep -qx 'language fr' "$files/cornet/settings"
launch sh "$files.run" # the same data
await shows 'Colours: for a dark background'
press 3 Enter
await shows 'Points to win: 30'
expect 'with the names of their values' shows 'Dice at the start: As the form of play'
press Home Enter
expect 'dice are red' await styled "${escape}[31m[3]"
press q
await shows 'Colours: for a dark background'
press 7 Enter
await shows 'for a light background'
press 3 Enter
await shows 'Colours: without colours'
press q
await ended
expect 'the colours are kept' grep -qx 'look plain' "$files/cornet/settings"
launch sh "$files.run"
await shows 'Colours: without colours'
press 3 Enter
await shows 'Points to win: 30'
press Home Enter
await shows "red's camp"
uncoloured() { tm capture-pane -e -p -t "=$terminal:" >"$work/out" && ! grep -q "${escape}\[3[0-7]m" "$work/out"; }
expect 'and dice have none' uncoloured
press q
await shows 'without colours'
press q
await ended

# ---- replay ----

open 80 30 "$cornet replay --lang en games/easycome/tests/screens/easycome.cornet"
expect 'replay steps' await shows '0 of 21'
press Right Right Right
expect 'forward' await shows '3 of 21'
press Left
expect 'and back' await shows '2 of 21'
press End
await shows '21 of 21'
press : 5 Enter
expect 'it jumps' await shows '5 of 21'
press a
expect 'the judge draws a curve' await shows '100 %'
press m
press Home
await shows 'The start.'
press Space
expect 'it plays by itself' await shows_match '([3-9]|1[0-9]|2[01]) of 21'
press q
await ended
expect 'and leaves' flag alternate_on 0
open 60 20 "$cornet replay --lang en games/easycome/tests/screens/easycome.cornet"
await shows '0 of 21'
press a
await shows '100 %'
press End
expect 'a small screen has room for the dice and the curve' await shows '[3] [3]      [3] [3]'
expect 'both' shows '100 %'
press q
await ended

# ---- the terminal afterwards ----

left_behind() { # left_behind NAME: the terminal has its former state
    await ended
    expect "$1: the screen is as before" shows BEFORE
    expect "$1: not the other screen" flag alternate_on 0
    expect "$1: the cursor is visible" flag cursor_flag 1
    expect "$1: the mouse is free" flag mouse_any_flag 0
    expect "$1: the mode is as before" same_mode
}
for command in "$cornet --lang en" "$cornet replay --lang en games/easycome/tests/screens/easycome.cornet"; do
    open 80 24 "$command"
    await shows 'Easy Come Easy Go'
    signal HUP
    left_behind "HUP: $command"
done
for how in q C-c C-d TERM HUP; do
    cp games/easycome/tests/screens/easycome.cornet "$work/game"
    open 80 24 "$cornet play --lang en --pace 0 --seed 1 '$work/game'"
    await shows 'take carre'
    expect 'the full screen is another one' flag alternate_on 1
    case $how in
    TERM | HUP) signal $how ;;
    *) press $how ;;
    esac
    left_behind "$how"
    expect "$how: the game is saved" shows 'To continue'
done

# Ctrl-Z in a shell with job control.
cp games/easycome/tests/screens/easycome.cornet "$work/game"
columns=80 rows=24
launch env PS1='ready> ' sh -i
await shows 'ready>'
press "$cornet play --lang en --pace 0 --seed 1 '$work/game'" Enter
await shows 'take carre'
press C-z
await flag alternate_on 0
expect 'Ctrl-Z gives the terminal back' await shows 'ready>'
press "stty -a >'$work/stty'; touch '$work/asked'" Enter
await test -e "$work/asked"
expect 'with its echo' grep -q ' echo ' "$work/stty"
press fg Enter
await flag alternate_on 1
expect 'fg brings the game back' await shows 'take carre'
press q
await flag alternate_on 0

# ---- unsuitable terminals ----

for how in 'TERM=dumb' 'TERM=nonsense-terminal' 'NOTHING=1'; do
    cp games/easycome/tests/screens/easycome.cornet "$work/game"
    size='80 24'
    [ "$how" != NOTHING=1 ] || size='50 15'
    # shellcheck disable=SC2086
    open $size "env $how $cornet play --lang en --seed 1 '$work/game'"
    expect "lines where there is no full screen: $how" await shows '? for help'
    press quit Enter
    await ended
    expect 'and it leaves' flag alternate_on 0
done

# ---- plain lines: editing, history, completion, show ----

cp games/easycome/tests/screens/easycome.cornet "$work/game"
open 80 24 "$cornet play --plain --lang en --seed 1 '$work/game'"
await shows '? for help'
press k e e x Left Delete BSpace e p Space 9 Enter
expect 'a typed line can be edited' await shows 'keep takes 1 to 3 digits'
press o d Tab Enter
expect 'Tab completes' await shows 'Exact chance of each prize'
press Up Enter
press C-l
press s h o w Enter
expect 'show draws the board again' await shows 'take carre'
press q u i t Enter
await ended

# Ctrl-Z, and back: the line that was being typed is there.
cp games/easycome/tests/screens/easycome.cornet "$work/game"
columns=80 rows=24
launch env PS1='ready> ' sh -i
await shows 'ready>'
press "$cornet play --plain --lang en --seed 1 '$work/game'" Enter
await shows '? for help'
press k e
await shows '> ke'
press C-z
await shows 'Stopped'
press C-l
press clear Enter fg Enter
expect 'a typed line is restored after Ctrl-Z' await shows 'help) > ke'
press C-c

# ---- a slow line ----

# At 1,000 bytes a second everything arrives, keys that were typed meanwhile count, and a move costs
# less than a second.
cp games/debacle/tests/screens/debacle.cornet "$work/game"
open 80 24 "$build/tests/slow_line 1000 $cornet play --lang en --pace 0 --seed 1 '$work/game'"
await shows "black's camp"
press Down Down Enter
expect 'a slow line shows the game' await shows 'You roll your 3 from c1 to b1'
press q
await ended
expect 'and ends' shows 'code 0'
open 80 24 "script -qec \"$cornet play --lang en --pace 0 --seed 1 '$work/game'\" '$work/stream'"
await shows "black's camp"
press j j Down
await selected ' *2 '
press q
await ended
expect 'nothing is cleared but at the start' test "$(grep -ao "$(printf '\033')\[2J\|$(printf '\033')\[H$(printf '\033')\[J" "$work/stream" | wc -l)" -le 2
expect 'a whole session is small' test "$(wc -c <"$work/stream")" -lt 8000
finish
