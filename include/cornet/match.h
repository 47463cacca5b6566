/* match.h: one game in progress, move by move, with its record.
 *
 * A move is either a line of text as in a record, `1 keep 22` or `* roll 0225`
 * (docs/develop/record.md), or an action: a 32-bit number that is valid only in the state where it
 * was listed. Dice and draws are moves too: draw them with cornet_match_roll, or play any possible
 * outcome. */
#ifndef CORNET_MATCH_H
#define CORNET_MATCH_H

#include <cornet/game.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A game in progress. */
typedef struct cornet_match cornet_match;

/* An outcome of chance. Its probability is weight / denominator. */
typedef struct cornet_outcome {
    uint64_t weight;
    uint32_t action;
    uint32_t reserved; /* 0 */
} cornet_outcome;

/* Makes a match at its first state. Refused if the options contradict each other. Free it with
 * cornet_match_free. */
CORNET_API cornet_status cornet_match_new(const cornet_setup *setup, cornet_match **match,
                                          cornet_error *error);

/* Makes an independent copy with the same state, names and lines. Free it with cornet_match_free.
 */
CORNET_API cornet_status cornet_match_copy(const cornet_match *match, cornet_match **copy,
                                           cornet_error *error);

/* Frees a match. NULL is allowed. */
CORNET_API void cornet_match_free(cornet_match *match);

/* The game of the match. */
CORNET_API const cornet_game *cornet_match_game(const cornet_match *match);

/* The number of players. */
CORNET_API int cornet_match_players(const cornet_match *match);

/* The value of an option; NULL if there is no such option. */
CORNET_API const char *cornet_match_option(const cornet_match *match, const char *name);

/* The next mover: a seat, CORNET_CHANCE, CORNET_ANYONE or CORNET_OVER. */
CORNET_API int cornet_match_mover(const cornet_match *match);

/* The number of completed turns, as the game counts them. */
CORNET_API uint64_t cornet_match_turns(const cornet_match *match);

/* Names a seat. `bot:AGENT` makes it a bot's seat, for cornet_match_run and in the record. */
CORNET_API cornet_status cornet_match_set_name(cornet_match *match, int seat, const char *name,
                                               cornet_error *error);

/* The name of a seat, valid until it changes; "" if it has none, NULL if there is no such seat. */
CORNET_API const char *cornet_match_name(const cornet_match *match, int seat);

/* Plays a line of any mover. Refused if it is illegal. */
CORNET_API cornet_status cornet_match_play(cornet_match *match, const char *line,
                                           cornet_error *error);

/* Plays an action of the mover (of any seat if anybody may act), or an outcome of chance. Refused
 * if it is illegal. Every result of cornet_bot_choose is legal, listed or not. */
CORNET_API cornet_status cornet_match_play_action(cornet_match *match, uint32_t action,
                                                  cornet_error *error);

/* At a chance state: draws a random outcome and plays it. */
CORNET_API cornet_status cornet_match_roll(cornet_match *match, cornet_rng *rng,
                                           cornet_error *error);

/* Plays until the game is over or a seat without a bot has to move. Bots choose, and dice are drawn
 * from `rng`. Bots forget everything between two calls. If the call fails, moves already played
 * stay. */
CORNET_API cornet_status cornet_match_run(cornet_match *match, cornet_rng *rng,
                                          cornet_error *error);

/* Undoes the last move, of a seat or of chance. */
CORNET_API cornet_status cornet_match_undo(cornet_match *match, cornet_error *error);

/* Writes the legal actions of a seat: the mover, or any seat if anybody may act. A seat that may
 * not act has none. If anybody may act, the list is a selection: other words that would be accepted
 * are legal too. `actions` has room for CORNET_ACTIONS_MAX. The same state gives the same order. */
CORNET_API cornet_status cornet_match_actions(const cornet_match *match, int seat,
                                              uint32_t *actions, size_t *count,
                                              cornet_error *error);

/* At a chance state: the maximum number of outcomes, to allocate the array. */
CORNET_API size_t cornet_match_outcomes_max(const cornet_match *match);

/* At a chance state: writes the outcomes, whose weights sum to the denominator. `outcomes` has room
 * for cornet_match_outcomes_max. */
CORNET_API cornet_status cornet_match_outcomes(const cornet_match *match, cornet_outcome *outcomes,
                                               size_t *count, uint64_t *denominator,
                                               cornet_error *error);

/* The line of a legal action as the viewer sees it: a seat, CORNET_SPECTATOR or CORNET_OPEN. Free
 * it with cornet_free. */
CORNET_API cornet_status cornet_match_line_of(const cornet_match *match, uint32_t action,
                                              int viewer, char **line, cornet_error *error);

/* The action of a line that is legal now. The match does not change. Refused for a word that is in
 * no list: only cornet_match_play accepts such words. */
CORNET_API cornet_status cornet_match_action_of(const cornet_match *match, const char *line,
                                                uint32_t *action, cornet_error *error);

/* The ids (game.h) of the actions that cornet_match_actions writes, in the same order. `ids` has
 * room for CORNET_ACTIONS_MAX. */
CORNET_API cornet_status cornet_match_ids(const cornet_match *match, int seat, uint32_t *ids,
                                          size_t *count, cornet_error *error);

/* The legal action of a seat that has this id. Refused if there is none. */
CORNET_API cornet_status cornet_match_id_action(const cornet_match *match, int seat, size_t id,
                                                uint32_t *action, cornet_error *error);

/* The legal moves of the mover, or the outcomes of chance, each with a tab and its probability in
 * lowest terms. One per line, sorted by bytes. Free it with cornet_free. */
CORNET_API cornet_status cornet_match_legal(const cornet_match *match, char **lines,
                                            cornet_error *error);

/* The legal moves of one seat, sorted by bytes; if anybody may act, the selection of
 * cornet_match_actions. Free it with cornet_free. */
CORNET_API cornet_status cornet_match_legal_of(const cornet_match *match, int seat, char **lines,
                                               cornet_error *error);

/* The number of lines after the header of the record, including comments. */
CORNET_API size_t cornet_match_line_count(const cornet_match *match);

/* The line with this index, from 0, valid until the match changes; NULL after the last. */
CORNET_API const char *cornet_match_line(const cornet_match *match, size_t index);

/* After the end of the game: writes each seat's share to elements 1 to the number of players of an
 * array of CORNET_SEATS_MAX + 1. Shares sum to 1. Refused before the end. */
CORNET_API cornet_status cornet_match_result(const cornet_match *match, double *share,
                                             cornet_error *error);

/* The state as one JSON object, as the viewer sees it: a seat, CORNET_SPECTATOR or CORNET_OPEN.
 * Free it with cornet_free. */
CORNET_API cornet_status cornet_match_json(const cornet_match *match, int viewer, char **json,
                                           cornet_error *error);

/* The view of a seat as integers, in the order of a batch (batch.h); cornet_batch_number_name names
 * them. `numbers` has room for CORNET_NUMBERS_MAX. */
CORNET_API cornet_status cornet_match_numbers(const cornet_match *match, int seat, int32_t *numbers,
                                              size_t *count, cornet_error *error);

/* The position as text; refused if the game has none. Free it with cornet_free. */
CORNET_API cornet_status cornet_match_position(const cornet_match *match, char **position,
                                               cornet_error *error);

/* The lines as the viewer sees them, with `* draw ?` for secrets. Free it with cornet_free. */
CORNET_API cornet_status cornet_match_log(const cornet_match *match, int viewer, char **lines,
                                          cornet_error *error);

#ifdef __cplusplus
}
#endif

#endif
