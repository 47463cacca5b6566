/* match.h: one game being played: the names of its seats, its record, and its state.
 *
 * The state is always what replaying the record's lines gives. Every move of a person, a bot or the
 * dice goes through match_do as a line of text. */
#ifndef CORNET_MATCH_MATCH_H
#define CORNET_MATCH_MATCH_H

#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/lines.h"
#include "game/game.h"

#define MATCH_NAME_MAX 64           /* bytes of a name, the final NUL included */
#define MATCH_BYTES_MAX (64u << 20) /* of a record that is read */
#define MATCH_BOT "bot:"            /* how a bot's name begins */
#define MATCH_UNDONE "# undone:"    /* the start of the comment that an undone line becomes */
#define MATCH_FORFEITS "forfeits"   /* `2 forfeits`: the seat has lost, and the game is over */

/* One block of memory, as large as this game and its players need: a server has many. */
struct match {
    const struct game *game;
    struct game_settings settings;
    char (*name)[MATCH_NAME_MAX]; /* of each seat; empty: no name was given */
    struct lines extra;           /* unknown header lines, unchanged */
    struct lines body;            /* moves, and comments that start with '#' */
    size_t firm;                  /* index of the first line that can be undone */
    uint64_t turns;               /* completed so far, as apply() counts them */
    size_t turn_start;            /* index of the first line of the present turn */
    game_action last;             /* the action of the last line that was played */
    int forfeited;                /* the seat that has forfeited; 0: none */
    struct game_history history;
    alignas(
        max_align_t) unsigned char state[]; /* game->state_size bytes; the names lie behind it */
};

/* A new match. NULL with a reason if the settings cannot be combined. */
struct match *match_new(const struct game *game, const struct game_settings *settings,
                        struct text *why);
void match_free(struct match *match);

/* A new match with the same game and settings, without names and lines; and playing there a line
 * that the match has taken before. */
struct match *match_again(const struct match *match);
void match_replay(struct match *match, struct span line);

/* Goes back to the start of the game, without any lines, with the present settings. */
bool match_restart(struct match *match, struct text *why);

/* Names a seat; `bot:AGENT` makes it a bot's seat (driver_open opens the bot). */
bool match_set_name(struct match *match, int seat, struct span name, struct text *why);
void match_set_names(struct match *match, const char name[][MATCH_NAME_MAX]); /* as checked names */
bool match_check_name(struct span name, char out[MATCH_NAME_MAX], struct text *why);
/* The name of a seat in the next game with the same players: a bot that adapts is a little stronger
 * or weaker, as the people of this one did, if it is over. */
void match_next_name(const struct match *match, int seat, char name[MATCH_NAME_MAX]);

bool match_names_bot(const char *name);

/* The seat's name for people: its name, with its number if others have the same, or "seat 2". */
void match_show_name(const struct match *match, int seat, struct text *out);

/* Who moves: GAME_OVER too if a seat has forfeited, which the state does not know. */
int match_mover(const struct match *match);

/* Of a game that is over: each seat's share in sixtieths. The state as JSON, as game_json. */
void match_result(const struct match *match, uint8_t share[]);
void match_json(const struct match *match, int viewer, struct text *out);

/* A copy of the state; and a match at what the seat sees of it, to be judged elsewhere: without
 * names and lines. */
union game_state match_state(const struct match *match);
struct match *match_view(const struct match *match, int seat);

/* The bitmask of the seats whose names are bots'. */
unsigned match_bots(const struct match *match);

/* Lines as viewers may see them, collected while they are played: `line[viewer]` for each viewer in
 * the bitmask `viewers` (bit 0: spectators). In a game without secrets all viewers see the same,
 * and only the lowest viewer in the bitmask gets lines. */
struct match_shown {
    unsigned viewers;
    struct lines line[GAME_SEATS_MAX + 1];
};
void match_shown_free(struct match_shown *shown);

/* Plays one move line of anybody, or the line `2 forfeits` at any time before the end. False with a
 * reason, and then nothing has changed. If a ruling is
 * due and the line is a player's, the game's default ruling is played and recorded first. */
bool match_do(struct match *match, struct span line, struct text *why);
bool match_do_shown(struct match *match, struct span line, struct match_shown *shown,
                    struct text *why);

/* What a move changes of a match, to put it back if the move is not finished. */
struct match_moment {
    union game_state state;
    size_t trail_count, lines, firm, turn_start;
    uint64_t turns;
    game_action last;
    int forfeited;
};
void match_remember(const struct match *match, struct match_moment *moment);
void match_put_back(struct match *match, const struct match_moment *moment);

/* The seat that the line says has forfeited; 0: it is another line. */
int match_forfeit_of(struct span line);

/* Ends a game that is not over: the seat has lost, and the others share the game. */
void match_forfeit(struct match *match, int seat);

/* Plays a legal action through its line. If the game refuses it, that is a fault, and nothing has
 * changed. */
void match_do_action(struct match *match, game_action action);

/* The game refuses what it allowed before: our own bug, or a game from outside (base/fault.h). */
void match_broken(const struct game *game, const char *line, const char *why);

/* Draws an outcome at a chance state and plays it. */
void match_draw(struct match *match, struct rng *rng);

/* Undoes the seat's last move and the bots' moves after it. Refused if dice have been rolled, a
 * hidden card has been seen or another person has moved since. Undone lines stay in the record as
 * comments. */
bool match_undo(struct match *match, int seat, struct text *why);

/* The two halves of match_undo, for a caller that knows which seats bots play for (a bitmask):
 * match_find_undo gives the index of the first line to undo, or the body's count with a reason if
 * undo is refused; match_undo_from undoes from there. */
size_t match_find_undo(const struct match *match, int seat, unsigned bots, struct text *why);
void match_undo_from(struct match *match, size_t from);

/* Whether undoing from that line takes back only what the seat has done in its present turn: it is
 * still the seat's move, and no turn has ended since. */
bool match_undo_is_own(const struct match *match, int seat, size_t from);

/* The record's lines as the viewer may see them, for example `* draw ?`. Such a log does not
 * replay. */
void match_log(const struct match *match, int viewer, struct lines *out);

/* Reading a record gives a new match, or NULL with the line (0: the file itself) and a reason.
 * match_read_bytes gives its bytes, which the caller frees with memory_free, or NULL with a reason.
 * match_reload replaces `*match` only if reading succeeds. */
struct match *match_read(struct span bytes, size_t *line, struct text *why);
char *match_read_bytes(FILE *in, size_t *length, struct text *why);
struct match *match_read_stream(FILE *in, size_t *line, struct text *why);
bool match_reload(struct match **match, FILE *in, size_t *line, struct text *why);
void match_write(const struct match *match, FILE *out);
void match_record(const struct match *match, struct lines *out); /* the same as lines */

/* Adds the header lines that say which game it is: `game`, `players`, and each `option` that
 * differs from its default. */
void match_settings(const struct match *match, struct lines *out);

/* Replaces the file atomically and durably. */
bool match_save(const struct match *match, const char *path, struct text *why);

#endif
