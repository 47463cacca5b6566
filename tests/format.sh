#!/bin/sh
# Every C file is as clang-format leaves it.
set -eu
git ls-files -co --exclude-standard '*.c' '*.h' | xargs clang-format --dry-run -Werror
