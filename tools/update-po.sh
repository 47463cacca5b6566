#!/bin/sh
# Updates po/cornet.pot and po/fr.po from the texts in the sources.
set -eu
cd "$(dirname "$0")/.."
xgettext --language=C --from-code=UTF-8 --keyword=tr --keyword=mark --keyword=trn:1,2 \
    --package-name=cornet --add-comments=TRANSLATORS --add-location=file --no-wrap \
    -o build/cornet.pot $(git ls-files -co --exclude-standard '*.c' | grep -v '^tests/' | LC_ALL=C sort)
msgmerge --quiet --update --backup=none --no-wrap --add-location=file --previous po/fr.po build/cornet.pot
msgfmt --check --statistics -o /dev/null po/fr.po
