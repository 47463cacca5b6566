#!/bin/sh
# Every text of the sources is in po/fr.po and translated; no entry is fuzzy or obsolete. The test works in a copy of the tree.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git ls-files -co --exclude-standard | tar -cf - -T - | tar -xf - -C "$work"
cd "$work"
git init -q .
mkdir -p build
tools/update-po.sh >"$work/statistics" 2>&1
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
