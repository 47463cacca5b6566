#include "match/outcomes.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

struct written {
    char *line;
    struct game_outcome outcome;
};

static int by_line(const void *a, const void *b)
{
    return strcmp(((const struct written *)a)->line, ((const struct written *)b)->line);
}

void outcomes_sort(const struct game *game, const void *state, struct game_outcome outcome[],
                   size_t count, struct lines *lines)
{
    struct lines own = {0};
    struct lines *const all = lines ? lines : &own;
    struct written *written = memory_new(count, sizeof *written);
    for (size_t i = 0; i < count; i++) {
        struct text line = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
        game->write(state, outcome[i].action, NULL, GAME_OPEN, &line);
        lines_add(all, span_of(line.start));
        written[i] = (struct written){all->line[i], outcome[i]};
    }
    qsort(written, count, sizeof *written, by_line);
    for (size_t i = 0; i < count; i++) {
        outcome[i] = written[i].outcome;
        all->line[i] = written[i].line;
    }
    memory_free(written);
    lines_free(&own);
}

void outcomes_sort_few(const struct game *game, const void *state, struct game_outcome outcome[],
                       size_t count)
{
    char line[OUTCOMES_FEW][GAME_LINE_MAX];
    struct written written[OUTCOMES_FEW];
    for (size_t i = 0; i < count; i++) {
        struct text out = text_on(line[i], sizeof line[i]);
        game->write(state, outcome[i].action, NULL, GAME_OPEN, &out);
        size_t at = i;
        for (; at > 0 && strcmp(written[at - 1].line, line[i]) > 0; at--)
            written[at] = written[at - 1];
        written[at] = (struct written){line[i], outcome[i]};
    }
    for (size_t i = 0; i < count; i++)
        outcome[i] = written[i].outcome;
}

/* Not by memcmp: the structure has padding. */
bool outcomes_are_same(const struct game_outcome a[], const struct game_outcome b[], size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (a[i].action != b[i].action || a[i].weight != b[i].weight)
            return false;
    }
    return true;
}

uint64_t outcomes_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}
