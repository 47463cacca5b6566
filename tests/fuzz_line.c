/* Fuzzes the parsers of move lines: the first bytes choose a game and the number of random moves
 * before, the rest is a line. An accepted line must be a listed action, and must be written exactly
 * as it was read. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/game.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool is_listed(const struct game *game, const void *state, game_action action)
{
    static game_action actions[GAME_ACTIONS_MAX];
    static struct game_outcome outcomes[1 << 16];
    const int mover = game->mover(state);
    uint64_t whole;
    if (mover == GAME_CHANCE) {
        const size_t count = game->chance(state, outcomes, &whole);
        for (size_t i = 0; i < count; i++) {
            if (outcomes[i].action == action)
                return true;
        }
        game_action ruling; /* any ruling is legal, not only the game's own */
        return game->ruling(state, &ruling);
    }
    const size_t count = game->actions(state, mover, actions);
    for (size_t i = 0; i < count; i++) {
        if (actions[i] == action)
            return true;
    }
    return false;
}

/* Chooses random words for the options; numbers keep their defaults. */
static void choose_settings(const struct game *game, struct rng *rng,
                            struct game_settings *settings)
{
    game_defaults(game, settings);
    for (int i = 0; game->options[i].name; i++) {
        struct span words = span_of(game->options[i].words);
        while (words.length && rng_below(rng, 2)) {
            const struct span word = span_cut(&words, '|');
            char reason[TEXT_WHY];
            struct text why = text_on(reason, sizeof reason);
            game_set(game, settings, span_of(game->options[i].name), word, &why);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 3)
        return 0;
    size_t games = 0;
    while (game_list[games])
        games++;
    const struct game *game = game_list[data[0] % games];
    char why[TEXT_WHY], line[GAME_LINE_MAX];
    struct text reason = text_on(why, sizeof why), out = text_on(line, sizeof line);
    struct game_settings settings;
    struct game_history history = {0};
    union game_state state;
    struct rng rng;
    rng_seed(&rng, data[1]);
    choose_settings(game, &rng, &settings);
    if (!game->start(&state, &settings, &reason)) {
        game_defaults(game, &settings);
        if (!game->start(&state, &settings, &reason))
            abort();
    }
    for (int i = 0; i < data[2]; i++) {
        game_action actions[GAME_ACTIONS_MAX];
        const int mover = game->mover(&state);
        if (mover == GAME_OVER || mover == GAME_ANYONE)
            break;
        const size_t count = mover > 0 ? game->actions(&state, mover, actions) : 0;
        game->apply(&state,
                    mover > 0 ? actions[rng_below(&rng, (uint32_t)count)]
                              : game->sample(&state, &rng),
                    &history);
    }
    const struct span words = {(const char *)data + 3, size - 3};
    game_action action;
    if (!game_read_line(game, &state, words, &action, &history, &reason)) {
        if (reason.length == 0)
            abort();
    } else if (game->mover(&state) != GAME_ANYONE) {
        game->write(&state, action, &history, GAME_OPEN, &out);
        if (!is_listed(game, &state, action) || out.length != words.length ||
            memcmp(line, words.at, words.length) != 0)
            abort();
    } else { /* free text: it is written as it was read, and judged */
        game->write(&state, action, &history, GAME_OPEN, &out);
        if (out.length != words.length || memcmp(line, words.at, words.length) != 0)
            abort();
        game->apply(&state, action, &history);
        while (game->mover(&state) == GAME_CHANCE && game->ruling(&state, &action))
            game->apply(&state, action, &history);
    }
    game_history_free(&history);
    return 0;
}
