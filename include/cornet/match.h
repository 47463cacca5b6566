/* match.h: one game being played, move by move, with its record.
 *
 * A move is a line of text, `1 keep 22` or `* roll 0225`, as in a record (docs/develop/record.md);
 * or an action, a number of 32 bits of which only the game knows the meaning, and which belongs to
 * the state it was asked at. Dice and draws are moves like all others: whoever runs the match draws
 * them (cornet_match_roll) or plays any outcome that is possible. */
#ifndef CORNET_MATCH_H
#define CORNET_MATCH_H

#include <cornet/game.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One game being played. */
typedef struct cornet_match cornet_match;

/* An outcome of chance: its probability is weight / the denominator of all outcomes. */
typedef struct cornet_outcome {
    uint64_t weight;
    uint32_t action;
    uint32_t reserved; /* 0 */
} cornet_outcome;

/* Makes a match at its first state. The caller ends it with cornet_match_free. Refused if the
 * options do not go together. */
CORNET_API cornet_status cornet_match_new(const cornet_setup *setup, cornet_match **match,
                                          cornet_error *error);

/* Makes a copy that goes its own way: the same state, names and lines. The caller ends it with
 * cornet_match_free. */
CORNET_API cornet_status cornet_match_copy(const cornet_match *match, cornet_match **copy,
                                           cornet_error *error);

/* Ends a match. NULL is allowed. */
CORNET_API void cornet_match_free(cornet_match *match);

/* The game that is played. */
CORNET_API const cornet_game *cornet_match_game(const cornet_match *match);

/* The number of players. */
CORNET_API int cornet_match_players(const cornet_match *match);

/* The value of an option of the game; NULL if there is no such option. */
CORNET_API const char *cornet_match_option(const cornet_match *match, const char *name);

/* Who moves next: a seat, CORNET_CHANCE, CORNET_ANYONE or CORNET_OVER. */
CORNET_API int cornet_match_mover(const cornet_match *match);

/* How many turns have been completed, as the game counts them. */
CORNET_API uint64_t cornet_match_turns(const cornet_match *match);

/* Names a seat. `bot:AGENT` makes it a bot's seat, for cornet_match_run and in the record. */
CORNET_API cornet_status cornet_match_set_name(cornet_match *match, int seat, const char *name,
                                               cornet_error *error);

/* The name of a seat, until it is changed; "" if it has none, NULL if there is no such seat. */
CORNET_API const char *cornet_match_name(const cornet_match *match, int seat);

/* Plays one move line of anybody; refused if it is illegal. */
CORNET_API cornet_status cornet_match_play(cornet_match *match, const char *line,
                                           cornet_error *error);

/* Plays an action of the mover (of any seat if anybody may act), or an outcome at a chance state;
 * refused if it is illegal. Whatever cornet_bot_choose gives is legal, listed or not. */
CORNET_API cornet_status cornet_match_play_action(cornet_match *match, uint32_t action,
                                                  cornet_error *error);

/* At a chance state: draws an outcome with the right probabilities and plays it. */
CORNET_API cornet_status cornet_match_roll(cornet_match *match, cornet_rng *rng,
                                           cornet_error *error);

/* Plays on until the game is over or a seat without a bot's name is to move: bots choose, dice are
 * drawn from `rng`. What a bot remembers does not last from one call to the next. If it fails, what
 * was played before stays. */
CORNET_API cornet_status cornet_match_run(cornet_match *match, cornet_rng *rng,
                                          cornet_error *error);

/* Takes back the last move, of a seat or of chance, whoever has seen it. */
CORNET_API cornet_status cornet_match_undo(cornet_match *match, cornet_error *error);

/* Writes the legal actions of a seat: the mover, or any seat if anybody may act; none for a seat
 * that may not. If anybody may act they are a selection: other words that would be accepted are
 * legal too. `actions` has room for CORNET_ACTIONS_MAX. Their order is the same at the same
 * state. */
CORNET_API cornet_status cornet_match_actions(const cornet_match *match, int seat,
                                              uint32_t *actions, size_t *count,
                                              cornet_error *error);

/* At a chance state: how many outcomes there are at most, so that the caller can make room. */
CORNET_API size_t cornet_match_outcomes_max(const cornet_match *match);

/* At a chance state: writes the outcomes, whose weights sum to the denominator. `outcomes` has room
 * for cornet_match_outcomes_max. */
CORNET_API cornet_status cornet_match_outcomes(const cornet_match *match, cornet_outcome *outcomes,
                                               size_t *count, uint64_t *denominator,
                                               cornet_error *error);

/* The line of a legal action, as the viewer may see it: a seat, CORNET_SPECTATOR or CORNET_OPEN.
 * The caller frees it with cornet_free. */
CORNET_API cornet_status cornet_match_line_of(const cornet_match *match, uint32_t action,
                                              int viewer, char **line, cornet_error *error);

/* The action of a line that is legal now; the match does not change. Refused for a word that is in
 * no list: only cornet_match_play says that. */
CORNET_API cornet_status cornet_match_action_of(const cornet_match *match, const char *line,
                                                uint32_t *action, cornet_error *error);

/* The legal moves of the mover, or the outcomes of chance each with a tab and its probability in
 * lowest terms, one a line, sorted by their bytes. The caller frees them with cornet_free. */
CORNET_API cornet_status cornet_match_legal(const cornet_match *match, char **lines,
                                            cornet_error *error);

/* How many lines the record has after its header, comments included. */
CORNET_API size_t cornet_match_line_count(const cornet_match *match);

/* One of these lines by its index from 0, until the next change; NULL behind the last. */
CORNET_API const char *cornet_match_line(const cornet_match *match, size_t index);

/* At the end of the game: writes each seat's share of the result, which sum to 1, to elements 1 to
 * the number of players of an array of CORNET_SEATS_MAX + 1. Refused before. */
CORNET_API cornet_status cornet_match_result(const cornet_match *match, double *share,
                                             cornet_error *error);

/* The state as one JSON object, as the viewer may see it: a seat, CORNET_SPECTATOR or CORNET_OPEN.
 * The caller frees it with cornet_free. */
CORNET_API cornet_status cornet_match_json(const cornet_match *match, int viewer, char **json,
                                           cornet_error *error);

/* What a seat sees, as whole numbers: the same ones in the same order as in a batch (batch.h),
 * whose cornet_batch_number_name names them. `numbers` has room for CORNET_NUMBERS_MAX. */
CORNET_API cornet_status cornet_match_numbers(const cornet_match *match, int seat, int32_t *numbers,
                                              size_t *count, cornet_error *error);

/* The position as text; refused if the game has none. The caller frees it with cornet_free. */
CORNET_API cornet_status cornet_match_position(const cornet_match *match, char **position,
                                               cornet_error *error);

/* The lines as the viewer may see them, `* draw ?` for what is secret. The caller frees them with
 * cornet_free. */
CORNET_API cornet_status cornet_match_log(const cornet_match *match, int viewer, char **lines,
                                          cornet_error *error);

#ifdef __cplusplus
}
#endif

#endif
