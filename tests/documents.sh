#!/bin/sh
# The documents (tests/documents.py): forbidden phrases, French typography, length of pages, commands that exist, links. The same checks
# must notice errors that are planted in a copy of the tree.
set -u
. tests/lib.sh
check() { /usr/bin/python3 tests/documents.py "$cornet" "$1" "$work/answers" >"$work/out" 2>&1; }
fails() { ! "$@"; }

expect 'the documents' check .

tree=$work/tree
mkdir "$tree"
git ls-files -co --exclude-standard | tar -cf - --ignore-failed-read -T - 2>/dev/null | tar -xf - -C "$tree"
cat >>"$tree/docs/compatibility.md" <<'END'

It is a page that
a test **follows**.

    cornet nothing                   # no such command
    cornet sim nowhere
    echo 1 | cornet serve --nothing
    cornet serve --port 99999
    make nothing
    make run NOTHING=1
    cmake --preset nothing
    sh tests/nothing.sh

Use `cornet sim easycome --backwards`, or read [nothing](nothing.md).
END
printf '\nmsgid "the agents "\n"differs"\nmsgstr "Vous roulez de a1 à a2"\n' >>"$tree/po/fr.po"
printf '/* docs/nothing.md is\n * told */\n' >>"$tree/src/base/text.h"
sed -i "s/^### Le but$/L'or : voir « ici »;/" "$tree/games/wazabi/rules.md"
printf 'Le dé ! Et la suite\n' >>"$tree/packaging/man/fr/cornet.1"
sed -i "s/Réessayer maintenant/L\\\\'essai/" "$tree/web/core/texts.js"
yes word | head -n 900 >>"$tree/README.md"
yes word | head -n 2500 >>"$tree/docs/design/table.md"
expect 'planted errors are noticed' fails check "$tree"
for line in 'docs/compatibility.md says: a page that a test follows' 'says: the agents differs' 'says: vous roulez de' \
    'words; at most 900' 'words; at most 2500' "cornet nothing: no command 'nothing'" "cornet sim nowhere: no game 'nowhere'" \
    'no option --nothing' '--port takes a number from 0 to 65535' 'no option --backwards' "make nothing: no target 'nothing'" \
    'make takes no NOTHING' "no preset 'nothing'" 'no file tests/nothing.sh' 'src/base/text.h names docs/nothing.md' \
    'docs/compatibility.md links to nothing.md, which is not there' 'games/wazabi/rules.md has a straight apostrophe' \
    'games/wazabi/rules.md has a plain space before a sign' 'games/wazabi/rules.md has a plain space after «' \
    'packaging/man/fr/cornet.1 has a plain space before a sign' 'web/core/texts.js has a straight apostrophe' \
    'src/base/text.h says: is told'; do
    expect "noticed: $line" has "$line"
done
expect 'and nothing else is' test "$(wc -l <"$work/out")" -eq 23
finish
