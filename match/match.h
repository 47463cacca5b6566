/* match.h: one game being played: its named seats, its record, and the state that follows from it.
 *
 * The record is the truth: the state is what replaying its lines gives. Every move of everybody,
 * person, bot or dice, goes through match_do as a line of text. */
#ifndef CORNET_MATCH_MATCH_H
#define CORNET_MATCH_MATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

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
    size_t firm;                               /* lines from here on can still be undone */
    uint64_t turns;                            /* completed so far, as apply() counts them */
    game_action last;                          /* the action of the last line that was played */
    union game_state state;
    struct game_history history;
};

/* A new table. NULL with a reason where the settings do not go together. */
struct match *match_new(const struct game *game, const struct game_settings *settings,
                        struct text *why);
void match_free(struct match *match);

/* Names a seat; `bot:AGENT` makes it a bot's, which driver_open opens. */
bool match_set_name(struct match *match, int seat, struct span name, struct text *why);
bool match_check_name(struct span name, char out[MATCH_NAME_MAX], struct text *why);
bool match_names_bot(const char *name);

/* What to call a seat: its name, with its number where others have the same, or "seat 2". */
void match_show_name(const struct match *match, int seat, struct text *out);

int match_mover(const struct match *match);

/* The seats whose names are bots', as a bitmask. */
unsigned match_bots(const struct match *match);

/* What each viewer may know of lines that are played: `line[viewer]` grows for each viewer in the
 * bitmask (bit 0: spectators). In a game without secrets all see the same, and only the lowest
 * viewer's lines grow. */
struct match_shown {
    unsigned viewers;
    struct lines line[GAME_SEATS_MAX + 1];
};
void match_shown_free(struct match_shown *shown);

/* Plays one move line, from whomever. False with a reason, and then nothing has changed. Where a
 * ruling is due and the line is a player's, the game's own ruling is played and written first. */
bool match_do(struct match *match, struct span line, struct text *why);
bool match_do_shown(struct match *match, struct span line, struct match_shown *shown,
                    struct text *why);

/* Plays a legal action, through its line; an illegal one is the caller's bug. */
void match_do_action(struct match *match, game_action action);

/* Draws at a chance state. */
void match_draw(struct match *match, struct rng *rng);

/* Takes back the seat's last move and what bots have answered; refused once dice have been rolled,
 * a hidden card been seen or another person moved since. What is undone stays in the record as
 * comments. */
bool match_undo(struct match *match, int seat, struct text *why);

/* The two halves of it, for whoever knows better which seats bots play for (a bitmask): the index
 * of the first line to take back, which is the body's count where that is refused; and taking back.
 */
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
