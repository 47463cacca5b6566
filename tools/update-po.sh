#!/bin/sh
# update-po.sh [--keep-obsolete]: updates po/fr.po from the texts in the sources. Entries whose text is gone are removed.
set -eu
cd "$(dirname "$0")/.."
xgettext --language=C --from-code=UTF-8 --keyword=tr --keyword=mark --keyword=trn:1,2 \
    --package-name=cornet --add-comments=TRANSLATORS --add-location=file --no-wrap \
    -o build/cornet.pot $(git ls-files -co --exclude-standard '*.c' | grep -v '^tests/' | LC_ALL=C sort)
msgmerge --quiet --update --backup=none --no-wrap --add-location=file --previous po/fr.po build/cornet.pot
[ "${1:-}" = --keep-obsolete ] || msgattrib --no-obsolete --no-wrap -o po/fr.po po/fr.po
msgfmt --check --statistics -o /dev/null po/fr.po
