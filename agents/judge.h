/* judge.h: what a state or an action is worth, for hints and analysis.
 *
 * A judge says everybody's expected share of the result: exactly, where the game is solved, and
 * otherwise as an estimate with its error. Like an agent, it is shown no more than a seat's view
 * when it judges that seat's choice. */
#ifndef CORNET_AGENTS_JUDGE_H
#define CORNET_AGENTS_JUDGE_H

#include <stdbool.h>
#include <stddef.h>

#include "games/game.h"

struct judge_word {
    double share[GAME_SEATS_MAX]; /* by seat from 0; they sum to 1 */
    double error;                 /* how far off each may well be: a standard error, or a bound */
};

struct judge {
    const struct game *game;
    const char *how; /* one sentence, marked for translation: where the numbers come from */

    /* Whether it can judge games with these settings; a reason where it cannot. */
    bool (*ready)(const struct game_settings *settings, struct text *why);

    void *(*open)(const struct game_settings *settings); /* once it is ready */
    void (*close)(void *memory);

    /* At any state that is not over, with everything in it. */
    void (*state)(void *memory, const void *state, const struct game_side *side, struct rng *rng,
                  struct judge_word *word);

    /* Each legal action of the seat, whose view this is. */
    void (*actions)(void *memory, const void *view, const struct game_side *side, int seat,
                    const game_action actions[], size_t count, struct rng *rng,
                    struct judge_word word[]);
};

/* list.c: all judges, ending with NULL. */
extern const struct judge *const judge_list[];

/* NULL where nobody can judge the game. */
const struct judge *judge_of(const struct game *game);

/* The result of a finished game as a word. */
void judge_result(const struct game *game, const void *state, int players, struct judge_word *word);

#endif
