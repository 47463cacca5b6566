#include "apps/commands/legal.h"

#include <stdlib.h>

#include "base/memory.h"

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

void legal_lines(const struct match *match, struct lines *out)
{
    const struct game *game = match->game;
    const int mover = match_mover(match);
    char line[GAME_LINE_MAX];
    if (mover == GAME_CHANCE) {
        struct game_outcome *outcome = memory_new(game->outcomes_max, sizeof *outcome);
        uint64_t whole;
        const size_t count = game->chance(&match->state, outcome, &whole);
        for (size_t i = 0; i < count; i++) {
            struct text text = text_on(line, sizeof line);
            const uint64_t divisor = common_divisor(outcome[i].weight, whole);
            game->write(&match->state, outcome[i].action, NULL, GAME_OPEN, &text);
            text_printf(&text, "\t%llu/%llu", (unsigned long long)(outcome[i].weight / divisor),
                        (unsigned long long)(whole / divisor));
            lines_add(out, span_of(line));
        }
        free(outcome);
    } else if (mover > 0) {
        game_action action[GAME_ACTIONS_MAX];
        const size_t count = game->actions(&match->state, mover, action);
        for (size_t i = 0; i < count; i++) {
            struct text text = text_on(line, sizeof line);
            game->write(&match->state, action[i], NULL, GAME_OPEN, &text);
            lines_add(out, span_of(line));
        }
    }
    lines_sort(out);
}
