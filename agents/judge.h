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

struct judgement {
    double share[GAME_SEATS_MAX]; /* by seat from 0; they sum to 1 */
    double error;                 /* how far off each may well be: a standard error, or a bound */
    double apart; /* of an action: how far off the seat's distance from the best one may be */
};

enum { JUDGE_VERDICTS = 6 };

struct judge {
    const struct game *game;
    const char *how;  /* marked for translation, after "the numbers are": where they come from */
    const char *rest; /* marked for translation: what an analysis by it leaves unexplained */

    /* Up to which mean cost of a decision, in per cent of a game between two, play is called
     * flawless, masterly, very good, good, fair and weak; beyond the last it is poor.
     * docs/analysis.md has the figures. */
    double verdict[JUDGE_VERDICTS];

    /* Whether it can judge games with these settings; a reason where it cannot. */
    bool (*ready)(const struct game_settings *settings, struct text *why);

    /* Whether it looks longer where it is asked about two actions alone: before a choice is called
     * a mistake, it is asked again about that and the best. */
    bool looks_longer;

    void *(*open)(const struct game_settings *settings); /* once it is ready */
    void (*close)(void *memory);

    /* The actions of the seat that are worth judging, where more are legal than anybody wants to
     * read; none where nothing is to be judged. NULL: all that are legal. */
    size_t (*choices)(const void *view, int seat, game_action out[]);

    /* At any state that is not over, with everything in it. At a decision it is what the best
     * action gives, so that whoever plays that loses nothing. */
    void (*state)(void *memory, const void *state, const struct game_history *history,
                  struct rng *rng, struct judgement *word);

    /* Some actions of the seat, whose view this is. `side` holds a word that no list knows. */
    void (*actions)(void *memory, const void *view, const struct game_history *history, int seat,
                    const game_action actions[], size_t count, struct rng *rng,
                    struct judgement word[]);
};

/* Made from games.cmake: all judges, ending with NULL. */
extern const struct judge *const judge_list[];

/* NULL where nobody can judge the game. */
const struct judge *judge_of(const struct game *game);

/* The seat's actions that are judged at this view; how many. */
size_t judge_choices(const struct judge *judge, const void *view, int seat, game_action out[]);

/* The standard error of the mean of a - b, which were drawn in pairs. */
double judge_distance_error(const float a[], const float b[], int count);

/* The result of a finished game as a word. */
void judge_result(const struct game *game, const void *state, int players, struct judgement *word);

#endif
