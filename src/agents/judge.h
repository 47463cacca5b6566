/* judge.h: rates states and actions, for hints and analysis.
 *
 * A judge gives everybody's expected share of the result: exactly if the game is solved, otherwise
 * as an estimate with its error. Like an agent, it gets only a seat's view when it judges that
 * seat's choice.
 *
 * The caller sets the depth: depths count from 1, and each takes at most JUDGE_GROWTH times as long
 * as the one before. At a given depth, the same question has the same answer on every machine. */
#ifndef CORNET_AGENTS_JUDGE_H
#define CORNET_AGENTS_JUDGE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/stop.h"
#include "game/game.h"

struct judgement {
    double share[GAME_SEATS_MAX]; /* by seat from 0; they sum to 1 */
    double error; /* of each share: half of its 95 % interval, or a bound if the game is solved */
    double apart; /* of an action: of the difference between its share and the best */
    int kind;     /* kind of the estimate, below JUDGE_KINDS: selects the judge's error */
};

enum { JUDGE_VERDICTS = 6, JUDGE_KINDS = 4, JUDGE_GROWTH = 5, JUDGE_DEPTHS_MAX = 9 };

/* Converts the judge's own measure `raw` to half of a 95 % interval: the root of (factor * raw)^2 +
 * (floor * doubt)^2, where doubt is 0 if the game is decided and 1 if somebody's share is a half.
 * tools/calibrate.c fits both. */
struct judge_spread {
    double factor, floor;
};

struct judge_error {
    struct judge_spread share, apart;
};

struct judge {
    const struct game *game;
    const char *how;  /* marked for translation, after "the numbers are": where they come from */
    const char *rest; /* marked for translation: the cause of the unexplained part of an analysis */

    /* Upper limits of the mean cost of a decision, in percent of a two-player game, for the
     * verdicts flawless, masterly, very good, good, fair and weak; above the last: poor.
     * docs/measurements/analysis.md has the figures. */
    double verdict[JUDGE_VERDICTS];

    /* Whether it can judge games with these settings; `why` gets the reason if it cannot. */
    bool (*ready)(const struct game_settings *settings, struct text *why);

    /* Whether an analysis compares two choices again, one depth deeper, before it calls the worse
     * one a mistake. */
    bool looks_longer;

    int depths; /* number of depths */
    int usual;  /* the default depth of an analysis */

    /* The errors of each depth, by kind. NULL: its own measure is already a bound. `fitted` is the
     * fingerprint of the judge to which they were fitted (tools/calibrate.c); 0: not fitted. */
    const struct judge_error (*errors)[JUDGE_KINDS];
    uint64_t fitted;

    /* Call it after ready() returned true. Depth `depths` + 1 is the reference to which the errors
     * are fitted: much deeper, and with other random numbers. */
    void *(*open)(const struct game_settings *settings, int depth);
    void (*close)(void *memory);

    /* Once `*stop` is set, the judge returns soon with an arbitrary result, which the caller
     * ignores. NULL: the judge is always quick. */
    void (*watch)(void *memory, const stop_flag *stop);

    /* The seat's actions to judge, for games with too many legal actions to list; may be empty.
     * NULL: all legal actions. */
    size_t (*choices)(const void *view, int seat, game_action out[]);

    /* state() and actions() give `error` and `apart` as measured; judging_state() and
     * judging_actions() convert them to intervals.
     *
     * Judges any state that is not over, with nothing hidden. At a decision the result is that of
     * the best action, so that playing it costs nothing. */
    void (*state)(void *memory, const void *state, const struct game_history *history,
                  struct rng *rng, struct judgement *out);

    /* Judges some actions of the seat whose view this is. `history` holds the text of a word that
     * is not in the lexicon. */
    void (*actions)(void *memory, const void *view, const struct game_history *history, int seat,
                    const game_action actions[], size_t count, struct rng *rng,
                    struct judgement out[]);

    /* The expected continuation after the action: at most `max` actions of any seats, up to the
     * next chance node. Returns their number. NULL: the judge does not look ahead. */
    size_t (*line)(void *memory, const void *view, const struct game_history *history,
                   game_action action, size_t max, game_action out[]);

    /* The seat whose answer this ruling refuses as a matter of opinion, without a vote; 0 if it
     * does not. NULL: the game has no such rulings. */
    int (*disputed)(const void *state, game_action ruling);

    /* The theme of the word that this ruling accepts or refuses, as an id, and who has said the
     * word; NULL if the ruling is about something else. theme_title: its title in the language of
     * the program; NULL: there is no such theme. Both NULL: the game has no themes. */
    const char *(*theme)(const void *state, game_action ruling, int *seat, bool *accepted);
    const char *(*theme_title)(struct span id);
};

/* All judges, ending with NULL; generated by cmake/games.cmake. */
extern const struct judge *const judge_list[];

/* NULL if the game has no judge. */
const struct judge *judge_of(const struct game *game);

/* An open judge at one depth. */
struct judging {
    const struct judge *judge;
    int depth;
    void *memory;
};

/* `depth` below 1: the default; above the maximum: the last one. The judge must be ready. */
struct judging judging_open(const struct judge *judge, const struct game_settings *settings,
                            int depth);
void judging_close(struct judging *judging);
void judging_watch(const struct judging *judging, const stop_flag *stop); /* may be NULL */
void judging_state(const struct judging *judging, const void *state,
                   const struct game_history *history, struct rng *rng, struct judgement *out);
void judging_actions(const struct judging *judging, const void *view,
                     const struct game_history *history, int seat, const game_action actions[],
                     size_t count, struct rng *rng, struct judgement out[]);

/* judge_doubt: how open the game is, from 0 to 1: the largest 4p(1 - p) of all shares p.
 * judge_width: half of an interval, from the judge's measure. */
double judge_doubt(const struct judgement *judged);
double judge_width(const struct judge_spread *spread, double raw, double doubt);

/* The depth that judging_open uses for this one. */
int judge_depth(const struct judge *judge, int depth);

/* The seat's actions to judge at this view. Returns how many. */
size_t judge_choices(const struct judge *judge, const void *view, int seat, game_action out[]);

/* The index of the choice that is best for the seat, the first among equals. */
size_t judge_best(const struct judgement judged[], size_t count, int seat);

/* The `watch` of judges whose memory begins with a `const stop_flag *`. */
void judge_watch(void *memory, const stop_flag *stop);

/* For judges that need nothing to be ready. */
bool judge_is_always_ready(const struct game_settings *settings, struct text *why);

/* For judges that sample: seeds the generator of a sample by its number, from 0, so that all
 * estimates use the same random numbers. The reference for fitting errors uses others. */
void judge_seed(int number, bool deepest, struct rng *rng);

/* Sums of samples of everybody's share. A sample is added as `share` divided by `weight`. The
 * result is their means, with the largest standard error as the error. */
struct judge_sums {
    double share[GAME_SEATS_MAX], square[GAME_SEATS_MAX];
    int count;
};
void judge_add(struct judge_sums *sums, const double share[], double weight, int players);
void judge_conclude(const struct judge_sums *sums, int players, struct judgement *out);

/* The standard error of the mean of a - b, for samples drawn in pairs. */
double judge_distance_error(const float a[], const float b[], int count);

/* The result of a finished game as a judgement; or shares in sixtieths. */
void judge_result(const struct game *game, const void *state, int players, struct judgement *out);
void judge_shares(const uint8_t share[], int players, struct judgement *out);

#endif
