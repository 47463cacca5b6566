#!/bin/sh
# Brings po/cornet.pot and po/fr.po up to date with the texts in the sources.
set -eu
cd "$(dirname "$0")/.."
xgettext --language=C --from-code=UTF-8 --keyword=tr --keyword=mark --keyword=dngettext:2,3 \
    --package-name=cornet --add-comments=TRANSLATORS --sort-by-file --no-wrap \
    -o build/cornet.pot $(git ls-files -co --exclude-standard '*.c' | grep -v '^tests/')
msgmerge --quiet --update --backup=none --no-wrap --sort-by-file --previous po/fr.po build/cornet.pot
msgfmt --check --statistics -o /dev/null po/fr.po
