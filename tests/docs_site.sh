#!/bin/sh
# The documents as a site (make docs): every page is in a chapter, every link of the documents and of the built pages has a target, and no
# page loads anything from another site. The check must notice a wrong link, a wrong anchor and a forgotten page.
set -u
. tests/lib.sh
tree=$work/tree
mkdir "$tree"
git ls-files -co --exclude-standard | tar -cf - --ignore-failed-read -T - 2>/dev/null | tar -xf - -C "$tree"
site() { /usr/bin/python3 "$tree/tools/docs_site.py" "$1" >"$work/out" 2>&1; }
fails() { ! "$@"; }
build() { (cd "$tree" && mkdocs build --quiet >"$work/out" 2>&1); }

expect 'the links of the documents hold' site check
expect 'the pages are staged' site stage
expect 'mkdocs takes them without a warning' build
expect 'the links of the site hold' site built
expect 'the first page exists' test -s "$tree/build/docs/index.html"
expect 'it is styled' test -s "$tree/build/docs/style.css"

echo '[nowhere](nowhere.md) [no place](record.md#no-such-place)' >>"$tree/docs/develop/words.md"
echo '# New' >"$tree/docs/new-page.md"
expect 'wrong links are noticed' fails site check
expect 'a file that is not there' has 'docs/develop/words.md links to nowhere.md, which is not there'
expect 'a place that is not there' has 'docs/develop/words.md links to record.md#no-such-place, and docs/develop/record.md has no such heading'
expect 'a page that no chapter names' has 'docs/new-page.md is in no chapter of mkdocs.yml'
echo '<img src="https://example.org/picture.png">' >>"$tree/build/docs/index.html"
expect 'pictures from elsewhere are noticed' fails site built
expect 'by name' has 'loads https://example.org/picture.png, which is elsewhere'
finish
