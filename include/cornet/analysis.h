/* analysis.h: what states and moves are worth: exactly if the game is solved, otherwise as an
 * estimate with its error (docs/play/analysis.md). */
#ifndef CORNET_ANALYSIS_H
#define CORNET_ANALYSIS_H

#include <cornet/match.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What one action is worth. */
typedef struct cornet_hint {
    double share; /* the seat's expected share of the result */
    double error; /* of the share: half of its 95 % interval, or a bound; 0 if it is exact */
    uint32_t action;
    uint32_t reserved; /* 0 */
} cornet_hint;

/* How deep the judge of a game can look: depths are 1 to this number, and each takes about five
 * times as long as the one before; 0 if the game has no judge. From any thread. */
CORNET_API int cornet_depths(const cornet_game *game);

/* What the actions of a seat are worth to it, best first, from what it sees, at a depth; 0 is the
 * usual one. `hints` has room for CORNET_ACTIONS_MAX. The same state gives the same numbers.
 * Refused if the game has no judge or not that depth. */
CORNET_API cornet_status cornet_hints(const cornet_match *match, int seat, int depth,
                                      cornet_hint *hints, size_t *count, cornet_error *error);

/* What each seat may expect of the result, seen with everything open: elements 1 to the number of
 * players of `share`, an array of CORNET_SEATS_MAX + 1; element 0 is set to 0. `deviation`, if it
 * is not NULL, points to one double, not to an array: all shares have the same error, half of their
 * 95 % interval, or a bound; 0 if they are exact. Refused if the game has no judge; then both are
 * left as they were. */
CORNET_API cornet_status cornet_value(const cornet_match *match, cornet_rng *rng, double *share,
                                      double *deviation, cornet_error *error);

/* Called after each line of an analysis with how many are done and how many there are. Returning 0
 * ends the analysis there. */
typedef int cornet_progress(void *context, size_t done, size_t whole);

/* The analysis of a match, move by move, as one JSON object: luck, error, what would have been
 * better (docs/play/analysis.md), at a depth; 0 is the usual one. `progress` may be NULL. The
 * caller frees it with cornet_free. */
CORNET_API cornet_status cornet_analyse(const cornet_match *match, int depth,
                                        cornet_progress *progress, void *context, char **json,
                                        cornet_error *error);

#ifdef __cplusplus
}
#endif

#endif
