#!/bin/sh
# Every C file is as clang-format leaves it. No line of a style sheet or a script of the browser client has more than 140
# characters.
set -eu
git ls-files -co --exclude-standard '*.c' '*.h' | xargs clang-format --dry-run -Werror
if git ls-files -co --exclude-standard 'web/*.css' 'web/*.js' 'games/*.css' 'games/*.js' | LC_ALL=C.UTF-8 xargs grep -nE '.{141}'; then
    echo 'these lines have more than 140 characters'
    exit 1
fi
