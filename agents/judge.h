/* judge.h: what a state or an action is worth, for hints and analysis.
 *
 * A judge gives everybody's expected share of the result: exactly if the game is solved, otherwise
 * as an estimate with its error. Like an agent, it gets only a seat's view when it judges that
 * seat's choice. */
#ifndef CORNET_AGENTS_JUDGE_H
#define CORNET_AGENTS_JUDGE_H

#include <stdbool.h>
#include <stddef.h>

#include "games/game.h"

struct judgement {
    double share[GAME_SEATS_MAX]; /* by seat from 0; they sum to 1 */
    double error;                 /* of each share: a standard error, or a bound */
    double apart; /* of an action: the error of the difference between its share and the best */
};

enum { JUDGE_VERDICTS = 6 };

struct judge {
    const struct game *game;
    const char *how;  /* marked for translation, after "the numbers are": where they come from */
    const char *rest; /* marked for translation: what an analysis by it leaves unexplained */

    /* The upper limits of the mean cost of a decision, in per cent of a game between two, at which
     * play is called flawless, masterly, very good, good, fair and weak; above the last it is
     * poor. docs/analysis.md has the figures. */
    double verdict[JUDGE_VERDICTS];

    /* Whether it can judge games with these settings; `why` gets the reason if it cannot. */
    bool (*ready)(const struct game_settings *settings, struct text *why);

    /* Whether it searches longer when asked about two actions only: before a choice is called a
     * mistake, it is asked again about that choice and the best. */
    bool looks_longer;

    void *(*open)(const struct game_settings *settings); /* after ready() returned true */
    void (*close)(void *memory);

    /* The actions of the seat that are worth judging, for games with too many legal ones to list;
     * may be none. NULL: all legal actions. */
    size_t (*choices)(const void *view, int seat, game_action out[]);

    /* Judges any state that is not over, with nothing hidden. At a decision the result is that of
     * the best action, so that playing it costs nothing. */
    void (*state)(void *memory, const void *state, const struct game_history *history,
                  struct rng *rng, struct judgement *out);

    /* Judges some actions of the seat whose view this is. `history` holds the text of a word that
     * is not in the lexicon. */
    void (*actions)(void *memory, const void *view, const struct game_history *history, int seat,
                    const game_action actions[], size_t count, struct rng *rng,
                    struct judgement out[]);

    /* What it expects to be played after the action: at most `max` actions of any seats, up to the
     * next chance node. Returns how many. NULL: the judge does not look ahead. */
    size_t (*line)(void *memory, const void *view, const struct game_history *history,
                   game_action action, size_t max, game_action out[]);

    /* The seat whose answer this ruling refuses as a matter of opinion, without anybody having been
     * asked; 0 if it does not. NULL: the game has no such rulings. */
    int (*disputed)(const void *state, game_action ruling);
};

/* Made from games.cmake: all judges, ending with NULL. */
extern const struct judge *const judge_list[];

/* NULL if the game has no judge. */
const struct judge *judge_of(const struct game *game);

/* The seat's actions to judge at this view. Returns how many. */
size_t judge_choices(const struct judge *judge, const void *view, int seat, game_action out[]);

/* The standard error of the mean of a - b, for samples drawn in pairs. */
double judge_distance_error(const float a[], const float b[], int count);

/* The result of a finished game as a judgement; or shares in sixtieths. */
void judge_result(const struct game *game, const void *state, int players, struct judgement *out);
void judge_shares(const uint8_t share[], int players, struct judgement *out);

#endif
