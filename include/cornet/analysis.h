/* analysis.h: values of states and moves: exact if the game is solved, otherwise estimates with an
 * error (docs/play/analysis.md). */
#ifndef CORNET_ANALYSIS_H
#define CORNET_ANALYSIS_H

#include <cornet/match.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The value of one action. */
typedef struct cornet_hint {
    double share; /* the seat's expected share of the result */
    double error; /* of the share: half of its 95 % interval, or a bound; 0 if it is exact */
    uint32_t action;
    uint32_t reserved; /* 0 */
} cornet_hint;

/* The number of depths of a game's judge. Depths start at 1; each takes about five times as long as
 * the one before. 0 if the game has no judge. Callable from any thread. */
CORNET_API int cornet_depths(const cornet_game *game);

/* Rates the actions of a seat from its view, best first. `depth` 0 is the default depth. `hints`
 * has room for CORNET_ACTIONS_MAX. The same state gives the same numbers. Refused if the game has
 * no judge or no such depth. */
CORNET_API cornet_status cornet_hints(const cornet_match *match, int seat, int depth,
                                      cornet_hint *hints, size_t *count, cornet_error *error);

/* The expected share of each seat, computed from the whole state: elements 1 to the number of
 * players of `share`, an array of CORNET_SEATS_MAX + 1. Element 0 is set to 0. `deviation`, if not
 * NULL, gets one number: the error of all shares. It is half of the 95 % confidence interval or an
 * upper bound, not a standard deviation; 0 if the shares are exact. Refused if the game has no
 * judge; then both stay unchanged. */
CORNET_API cornet_status cornet_value(const cornet_match *match, cornet_rng *rng, double *share,
                                      double *deviation, cornet_error *error);

/* Called after each line of an analysis with the number of finished lines and of all lines. Return
 * 0 to end the analysis. */
typedef int cornet_progress(void *context, size_t done, size_t whole);

/* The analysis of a match as one JSON object: luck, mistakes and better choices of every move
 * (docs/play/analysis.md). `depth` 0 is the default depth. `progress` may be NULL. Free the
 * text with cornet_free. */
CORNET_API cornet_status cornet_analyse(const cornet_match *match, int depth,
                                        cornet_progress *progress, void *context, char **json,
                                        cornet_error *error);

#ifdef __cplusplus
}
#endif

#endif
