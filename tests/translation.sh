#!/bin/sh
# Every text in the sources is in po/fr.po, translated, and nothing there is fuzzy or left over.
# Sources of a copy of the tree are read, so that nothing here is changed.
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
