#!/bin/sh
# The documents (tests/documents.py): forbidden phrases, length of pages, commands that exist, links. The same checks must notice errors
# that are planted in a copy of the tree.
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
echo '/* docs/nothing.md */' >>"$tree/src/base/text.h"
yes word | head -n 900 >>"$tree/README.md"
yes word | head -n 2500 >>"$tree/docs/design/table.md"
expect 'planted errors are noticed' fails check "$tree"
for line in 'docs/compatibility.md says: a page that a test follows' 'says: the agents differs' 'says: vous roulez de' \
    'words; at most 900' 'words; at most 2500' "cornet nothing: no command 'nothing'" "cornet sim nowhere: no game 'nowhere'" \
    'no option --nothing' '--port takes a number from 0 to 65535' 'no option --backwards' "make nothing: no target 'nothing'" \
    'make takes no NOTHING' "no preset 'nothing'" 'no file tests/nothing.sh' 'src/base/text.h names docs/nothing.md' \
    'docs/compatibility.md links to nothing.md, which is not there'; do
    expect "noticed: $line" has "$line"
done
expect 'and nothing else is' test "$(wc -l <"$work/out")" -eq 16
finish
