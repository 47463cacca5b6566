#!/bin/sh
# Every text of the sources is in po/fr.po and translated; no entry is fuzzy or obsolete. Plurals are right for 0, 1 and 2, in the
# terminal and in the browser. The test works in a copy of the tree.
set -eu
build=$(cd "$2" && pwd)
tree=$(pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
node tests/web/plurals.mjs "$build"
git ls-files -co --exclude-standard | tar -cf - -T - | tar -xf - -C "$work"
cd "$work"
git init -q .
mkdir -p build
tools/update-po.sh --keep-obsolete >"$work/statistics" 2>&1
msgattrib --untranslated --no-obsolete po/fr.po >untranslated
msgattrib --only-fuzzy po/fr.po >fuzzy
msgattrib --only-obsolete po/fr.po >obsolete
for list in untranslated fuzzy obsolete; do
    if [ -s "$list" ]; then
        echo "po/fr.po has $list texts (make update-po brings it up to date):"
        cat "$list"
        exit 1
    fi
done

/usr/bin/python3 tests/plurals.py po/fr.po

# Planted errors are noticed: numbers without plural forms, and forms for the wrong numbers.
{
    cat po/fr.po
    printf '\nmsgid "on %%d threads"\nmsgstr "sur %%d fils"\n'
    printf '\nmsgid "%%d moves here"\nmsgid_plural "%%d move here"\nmsgstr[0] "ici %%d coups"\nmsgstr[1] "ici %%d coup"\n'
} >planted.po
if /usr/bin/python3 tests/plurals.py planted.po >noticed || [ "$(grep -c '“' noticed)" -ne 8 ]; then
    echo "planted plurals are not noticed:"
    cat noticed
    exit 1
fi

# The same in the browser's texts: a text without plural forms, and one with its forms exchanged.
mkdir -p build/planted
cp -R "$build/web" build/planted/web
sed -i "s/'{n} {n|open seat|open seats}', '{n} {n|place libre|places libres}'/'{n} open seats', '{n} {n|secondes|seconde} libres'/" build/planted/web/core/texts.js
if node "$tree/tests/web/plurals.mjs" build/planted >noticed || ! grep -q 'home.open, en, 1:' noticed || ! grep -q 'home.open, fr, [01]:' noticed; then
    echo "planted plurals of the browser are not noticed:"
    cat noticed
    exit 1
fi

# French typography, and both forms of every plural.
python3 - po/fr.po <<'P'
import re, sys
wrong = 0
for entry in open(sys.argv[1], encoding='utf-8').read().split('\n\n')[1:]:
    texts = re.findall(r'^msgstr(?:\[\d\])? ((?:".*"\n?)+)', entry, re.M)
    texts = [''.join(re.findall(r'"(.*)"', text)) for text in texts]
    if 'msgid_plural' in entry and len(texts) != 2:
        print('not two forms:', entry)
        wrong = 1
    for text in texts:
        for pattern, why in ((r"[a-zà-ÿ]'[a-zà-ÿ]", 'a straight apostrophe'), (r' [;!?»]| :(?!/)', 'a plain space before a sign'),
                             (r'« ', 'a plain space after «')):
            if re.search(pattern, text, re.I):
                print(f'{why}: {text}')
                wrong = 1
sys.exit(wrong)
P
