#!/bin/sh
# tools/words_pack: an error in a theme file is reported with its line, and nothing is written.
set -u
. tests/lib.sh
pack=$2/words_pack

head='# fr: Essai\n# en: Test\n# set: open\n'
cards=$work/cards.txt
for n in 1 2 3 4 5 6 7 8; do echo "$n: essai essai essai essai essai essai"; done >"$cards"
try() { # try TEXT: packs a theme with these entries
    printf "$head$1" >"$work/essai.txt"
    rm -rf "$work/packed" && mkdir "$work/packed"
    "$pack" "$work/packed" "$cards" "$work/essai.txt" >/dev/null 2>"$work/out"
}
refused() { # refused NAME TEXT LINE REASON
    try "$2"
    expect "$1 is refused" test $? -eq 1 -a -z "$(ls "$work/packed")"
    expect "$1 is said" has "essai.txt:$3: $4"
}

try 'abeille; easy\nœil; plural=yeux\n'
expect 'a good theme is packed' grep -qa yeux "$work/packed/text"
try 'Hugo; name=Victor Hugo\n'
expect 'a full name is kept' grep -qa 'Victor Hugo' "$work/packed/text"
try 'clé; first; also=clef\nvisser; plural=-\n'
expect 'spellings have their plural' grep -qa clefs "$work/packed/text"
expect 'a verb has none' sh -c "! grep -qa vissers '$work/packed/text'"
refused 'a word twice' 'abeille\nAbeille\n' 5 "'Abeille' is there already, on line 4"
refused 'a spelling twice' 'clé; also=clef\nclef\n' 4 "'clef' is there already"
refused 'a wrong order' 'zèbre\nabeille\n' 5 "'abeille' comes before 'zèbre'"
refused 'a sign' 'abeille@\n' 4 "'abeille@' does not fold"
refused 'too long a word' 'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz\n' 4 "'abcdefghijklmn"
refused 'an unknown attribute' 'abeille; hard\n' 4 "'hard' is not first, easy, rare"
refused 'an attribute without a value' 'abeille; root=\n' 4 "'root=' is not first, easy, rare"
refused 'a root of a proper noun' 'Paris; root=paris\n' 4 'a proper noun has no root'
refused 'a root with accents' 'abeillon; root=Abeille\n' 4 'a root is small letters'
refused 'roots in a chain' 'abeille; root=miel\nabeillon; root=abeille\n' 5 "root of 'abeillon'"
refused 'the name of a thing' 'abeille; name=Maya\n' 4 'name= is for people'
refused 'a plural of a name' 'Paris; plural=Parises\n' 4 'plural= is for common nouns'
refused 'an empty line' 'abeille\n\nzèbre\n' 5 'an empty line'
refused 'bytes that are not UTF-8' 'ab\377eille\n' 4 'an empty line, stray spaces, or bytes'
head='# fr: Essai\n# set: open\n'
refused 'a head without a title' 'abeille\n' 1 "the head needs '# fr: TITLE'"
head='# fr: Essai\n# en: Test\n# set: ajar\n'
refused 'a head that says something else' 'abeille\n' 3 'the head has lines'

head='# fr: Essai\n# en: Test\n# set: open\n'
sed -i '8s/essai$/autre/' "$cards"
try 'abeille\n'
expect 'a card with an unknown theme' has "cards.txt:8: no theme 'autre'"
sed -i '8d' "$cards"
try 'abeille\n'
expect 'a card too few' has '7 cards, and WORDS_CARDS'

# words_add.py puts what players voted in into its place.
echo '8: essai essai essai essai essai essai' >>"$cards"
try 'abeille; easy\nzèbre\n'
printf 'essai: éléphant\t3\nessai: Abeille\t1\nessai: zébu; rare\nessai: 4x4\nnowhere: loup\n' |
    python3 games/themots/tools/words_add.py --themes "$work" >"$work/out"
expect 'what cannot be added is said' has 'not added: essai: 4x4'
expect 'so is an unknown theme' has 'not added: nowhere: loup'
expect 'a word that is there stays' has 'there already: essai: Abeille'
expect 'the others are in their places' test "$(sed 1,3d "$work/essai.txt" | tr '\n' ' ')" = 'abeille; easy éléphant zèbre zébu; rare '
expect 'the file is a good one' "$pack" "$work/packed" "$cards" "$work/essai.txt"
"$pack" "$work/packed" "$cards" "$work/nowhere.txt" >/dev/null 2>"$work/out"
expect 'a file that is not there' has 'nowhere.txt:1: cannot open'
finish
