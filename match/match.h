/* match.h: a table: one game, its named seats, its record, and the bots that play at it.
 *
 * The record is the truth: the state is what replaying its lines gives. Every move of everybody,
 * person, bot or dice, goes through match_do as a line of text. */
#ifndef CORNET_MATCH_MATCH_H
#define CORNET_MATCH_MATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "agents/agent.h"
#include "base/lines.h"
#include "games/game.h"

#define MATCH_NAME_MAX 64           /* bytes of a name, the final NUL included */
#define MATCH_BYTES_MAX (64u << 20) /* of a record that is read */
#define MATCH_BOT "bot:"            /* how a bot's name begins */

struct match {
    const struct game *game;
    struct game_settings settings;
    char name[GAME_SEATS_MAX][MATCH_NAME_MAX]; /* empty: nobody has said */
    struct lines extra;                        /* header lines that are not ours, as they stood */
    struct lines body;                         /* moves, and comments behind '#' */
    size_t firm;                               /* so many lines of it cannot be undone any more */
    uint64_t turns;                            /* completed so far, as apply() counts them */
    union game_state state;
    struct game_history history;
    struct bot *bot; /* of each seat, agent NULL for a person's; NULL: no bot was opened here */
};

/* A new table. NULL with a reason where the settings do not go together. */
struct match *match_new(const struct game *game, const struct game_settings *settings,
                        struct text *why);
void match_free(struct match *match);

/* Names a seat; `bot:AGENT` makes it a bot's, which match_open_bots wakes. */
bool match_set_name(struct match *match, int seat, struct span name, struct text *why);
bool match_check_name(struct span name, char out[MATCH_NAME_MAX], struct text *why);
bool match_names_bot(const char *name);

/* What to call a seat: its name, with its number where others have the same, or "seat 2". */
void match_show_name(const struct match *match, int seat, struct text *out);

int match_mover(const struct match *match);

/* Plays one move line, from whomever. False with a reason, and then nothing has changed. Where a
 * judgement is due and the line is a player's, the game's own verdict is played and written first.
 */
bool match_do(struct match *match, struct span line, struct text *why);

/* The line that is about to be played, as each of the viewers (a bit each, 0 the spectator) may
 * know it: into out[viewer]. False where it cannot be played. */
bool match_show_line(struct match *match, struct span line, unsigned viewers, struct text out[]);

/* Draws at a chance state. */
void match_draw(struct match *match, struct rng *rng);

/* Opens the bots that the names ask for. */
bool match_open_bots(struct match *match, struct text *why);

/* Whether a bot has the seat; lets it choose, and plays what it chose. False: it may not act now.
 */
bool match_is_bot(const struct match *match, int seat);
bool match_bot_move(struct match *match, int seat, struct rng *rng);

/* Where anybody may act: how many milliseconds after the dice fell the bot will, as things are
 * `now`; UINT32_MAX where it may not. To be asked again after everything that happens. */
uint32_t match_bot_when(struct match *match, int seat, uint32_t now, struct rng *rng);

/* Takes back the seat's last move and what bots have answered; refused once dice have been rolled,
 * a hidden card been seen or another person moved since. What is undone stays in the record as
 * comments. */
bool match_undo(struct match *match, int seat, struct text *why);

/* The two halves of it, for whoever knows better which seats bots play for (a bit each): the line
 * of the body from which on to take back, which is the body's count where it is refused; and doing
 * so. */
size_t match_find_undo(const struct match *match, int seat, unsigned bots, struct text *why);
void match_undo_from(struct match *match, size_t from);

/* The record's lines as the viewer may know them: `* draw ?`. Such a log does not replay. */
void match_log(const struct match *match, int viewer, struct lines *out);

/* Records. Reading builds a table of its own and gives NULL, the line and a reason where anything
 * is wrong; match_reload swaps the new one in only when nothing can fail any more. */
struct match *match_read(struct span bytes, size_t *line, struct text *why);
struct match *match_read_stream(FILE *in, size_t *line, struct text *why);
bool match_reload(struct match **match, FILE *in, size_t *line, struct text *why);
void match_write(const struct match *match, FILE *out);

/* Writes to a file beside, makes it durable, and renames it: an old file is whole until then. */
bool match_save(const struct match *match, const char *path, struct text *why);

#endif
