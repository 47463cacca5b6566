#!/bin/sh
# tools/embed: an embedded file has exactly the bytes of the file. A file with a wrong header stops the build.
set -u
. tests/lib.sh
embed=$2/embed
mkdir "$work/embedded"
stem=$work/embedded/sample

# All bytes, each followed by a digit, a quotation mark, a backslash and a possible trigraph.
awk 'BEGIN { for (i = 0; i < 256; i++) printf "\\%03o\\0617\"\\0134??(", i }' >"$work/escapes"
# shellcheck disable=SC2059 # octal escapes
printf "$(cat "$work/escapes")" >"$work/bytes"
expect 'a file is embedded' "$embed" array sample "$work/bytes" "$stem"
cat >"$work/main.c" <<'C'
#include <stdint.h>
#include <stdio.h>
#include "embedded/sample.h"
int main(void)
{
    fwrite(sample, 1, sizeof sample - 1, stdout);
    return (uintptr_t)sample % 64 != 0 || sample[sizeof sample - 1] != 0;
}
C
gcc -std=c17 -Wall -Wextra -Werror -I"$work" "$work/main.c" "$stem.c" -o "$work/main" 2>"$work/out"
expect 'it compiles' test $? -eq 0
"$work/main" >"$work/again"
expect 'it is aligned' test $? -eq 0
expect 'it has the same bytes' cmp "$work/bytes" "$work/again"

with_magic() { # with_magic MAGIC FORMAT: embeds the output of printf FORMAT
    # shellcheck disable=SC2059
    printf "$2" >"$work/bytes"
    "$embed" array sample "$work/bytes" "$stem" "$1" 2>"$work/out"
}
with_magic sample-1 'sample-1\020\000\000\000\000\000\000\000'
expect 'a header that fits is accepted' test $? -eq 0
with_magic sample-2 'sample-1\020\000\000\000\000\000\000\000'
expect 'another magic is refused' has 'magic'
with_magic sample-1 'sample-1\020\000\000\000\000\000\000\000more'
expect 'another length is refused' has 'length'
with_magic sample-1 'sample-1'
expect 'a file without a header is refused' has 'magic'
expect 'a file that is not there is refused' test ! "$("$embed" array sample "$work/nowhere" "$stem" 2>&1)" = ''

# A list compresses files if that makes them smaller, and leaves compressed files as they are.
yes 'a line that compresses well' | head -n 200 >"$work/plain"
gzip -9nc "$work/plain" >"$work/packed"
"$embed" list sample "$work/list.c" "$(command -v gzip)" '' plain="$work/plain" packed="$work/packed"
expect 'a list is embedded' test $? -eq 0
expect 'a plain file is compressed' grep -q '"plain".*FILES_GZIP' "$work/list.c"
expect 'a compressed one is left as it is' test "$(grep -c '"packed".*FILES_GZIP' "$work/list.c")" -eq 0
finish
