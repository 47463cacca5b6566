#include "match/legal.h"

#include "base/memory.h"
#include "match/outcomes.h"

/* The outcomes, each followed by a tab and its probability in lowest terms. */
static void list_outcomes(const struct match *match, struct lines *out)
{
    const struct game *game = match->game;
    struct game_outcome *outcome = memory_new(game->outcomes_max, sizeof *outcome);
    struct lines lines = {0};
    uint64_t whole;
    const size_t count = game->chance(&match->state, outcome, &whole);
    outcomes_sort(game, &match->state, outcome, count, &lines);
    for (size_t i = 0; i < count; i++) {
        const uint64_t divisor = outcomes_divisor(outcome[i].weight, whole);
        lines_printf(out, "%s\t%llu/%llu", lines.line[i],
                     (unsigned long long)(outcome[i].weight / divisor),
                     (unsigned long long)(whole / divisor));
    }
    lines_free(&lines);
    memory_free(outcome);
}

void legal_lines_of(const struct match *match, int seat, struct lines *out)
{
    game_action action[GAME_ACTIONS_MAX];
    const size_t count = match->game->actions(&match->state, seat, action);
    for (size_t i = 0; i < count; i++) {
        struct text line = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
        match->game->write(&match->state, action[i], NULL, GAME_OPEN, &line);
        lines_add(out, span_of(line.start));
    }
    lines_sort(out);
}

void legal_lines(const struct match *match, struct lines *out)
{
    const int mover = match_mover(match);
    if (mover == GAME_CHANCE)
        list_outcomes(match, out);
    else if (mover > 0)
        legal_lines_of(match, mover, out);
}
