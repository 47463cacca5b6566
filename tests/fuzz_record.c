/* Fuzzes the record parser. It either refuses the bytes with a line number and a reason, or returns
 * a table whose own record reads back to the same state. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "match/match.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char why[TEXT_WHY], *written = NULL;
    struct text reason = text_on(why, sizeof why);
    size_t line = 0, length = 0;
    struct match *match = match_read((struct span){(const char *)data, size}, &line, &reason);
    if (!match) {
        if (line == 0 || reason.length == 0)
            abort();
        return 0;
    }
    FILE *out = open_memstream(&written, &length);
    match_write(match, out);
    fclose(out);
    struct match *again = match_read((struct span){written, length}, &line, &reason);
    if (!again || memcmp(&again->state, &match->state, match->game->state_size) != 0)
        abort();
    match_free(again);
    match_free(match);
    free(written);
    return 0;
}
