#!/bin/sh
# French and English, by locale and by --lang, also if the locale is not installed.
set -u
cornet=$1
passed=0
failed=0
expect() { # expect NAME WORDS ENVIRONMENT-AND-COMMAND...
    name=$1 words=$2
    shift 2
    if env -u LANG -u LC_ALL -u LC_MESSAGES -u LANGUAGE "$@" 2>&1 | grep -qF -- "$words"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $name"
    fi
}
expect 'English by default' 'Games' "$cornet"
expect 'English in the C locale' 'Games' LC_ALL=C "$cornet"
expect 'French by LANG' 'Jeux' LANG=fr_FR.UTF-8 "$cornet"
expect 'French by LC_ALL' 'Jeux' LC_ALL=fr_CA.utf8 "$cornet"
expect 'French by LANGUAGE' 'Jeux' LANG=en_GB.UTF-8 LANGUAGE=fr:en "$cornet"
expect 'French by --lang' 'Jeux' "$cornet" --lang fr
expect 'French by --lang in the C locale' 'Jeux' LC_ALL=C "$cornet" --lang=fr
expect 'English by --lang' 'Games' LANG=fr_FR.UTF-8 "$cornet" --lang en
expect 'after the command too' 'Exemple' "$cornet" play --help --lang fr
expect 'accents in UTF-8' 'dés' LANG=fr_FR.UTF-8 "$cornet"
expect 'no accents in ASCII' 'jeux de des' LC_ALL=C "$cornet" --lang fr
expect 'errors in French' 'aucun jeu' "$cornet" sim chess --lang fr
expect 'another language is refused' 'takes fr or en' "$cornet" --lang de
expect 'a missing language is refused' 'takes fr or en' "$cornet" --lang
expect 'numbers of JSON stay JSON' '"wins":[0.' LANG=fr_FR.UTF-8 "$cornet" sim template --games 100 --json
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
