/* match.h: one game being played: the names of its seats, its record, and its state.
 *
 * The state always equals the replay of the record's lines. Every move of a person, a bot or the
 * dice goes through match_do as a line of text. */
#ifndef CORNET_MATCH_MATCH_H
#define CORNET_MATCH_MATCH_H

#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/lines.h"
#include "game/game.h"

#define MATCH_NAME_MAX 64            /* bytes of a name, the final NUL included */
#define MATCH_BYTES_MAX (64u << 20)  /* limit for reading a record */
#define MATCH_BOT "bot:"             /* prefix of a bot's name */
#define MATCH_UNDONE "# undone:"     /* prefix of an undone line, which becomes a comment */
#define MATCH_FORFEITS "forfeits"    /* `2 forfeits`: the seat has lost, and the game is over */
#define MATCH_ACCEPTS "accepts draw" /* `2 accepts draw`: the game is over, with equal shares */
#define MATCH_DRAWN (-1)             /* value of `ended`: the players have agreed to a draw */

/* One memory block, no larger than this game and its players need: a server has many. */
struct match {
    const struct game *game;
    struct game_settings settings;
    char (*name)[MATCH_NAME_MAX]; /* of each seat; empty: no name was given */
    struct lines extra;           /* unknown header lines, unchanged */
    struct lines body;            /* moves, and comments that start with '#' */
    size_t undo_floor;            /* index of the first line that can be undone */
    uint64_t turns;               /* completed so far, as apply() counts them */
    size_t turn_start;            /* index of the first line of the present turn */
    game_action last;             /* the action of the last line that was played */
    int ended; /* outside the rules: the seat that has forfeited, or MATCH_DRAWN; 0: neither */
    struct game_history history;
    alignas(max_align_t) unsigned char state[]; /* game->state_size bytes, followed by the names */
};

/* A new match. NULL with a reason if the settings cannot be combined. */
struct match *match_new(const struct game *game, const struct game_settings *settings,
                        struct text *why);
void match_free(struct match *match);

/* match_again: a new match with the same game and settings, without names and lines. match_replay
 * plays a line there that the first match has accepted. */
struct match *match_again(const struct match *match);
void match_replay(struct match *match, struct span line);

/* Resets the game to its start: the same settings, no lines. */
bool match_restart(struct match *match, struct text *why);

/* Names a seat; `bot:AGENT` makes it a bot's seat (driver_open opens the bot). */
bool match_set_name(struct match *match, int seat, struct span name, struct text *why);
void match_set_names(struct match *match, const char name[][MATCH_NAME_MAX]); /* checked names */
bool match_check_name(struct span name, char out[MATCH_NAME_MAX], struct text *why);
/* The name of a seat in the next game with the same players. If this game is over, an adaptive bot
 * becomes a little stronger or weaker according to the people's results. */
void match_next_name(const struct match *match, int seat, char name[MATCH_NAME_MAX]);

bool match_names_bot(const char *name);

/* A player's display name: a bot's level in the reader's language, or its agent's name. */
void match_show_player(const char *name, struct text *out);

/* The seat's display name: its player's, followed by its number if others have the same name, or
 * "seat 2". */
void match_show_name(const struct match *match, int seat, struct text *out);

/* The same as the first word of a sentence: `Seat 2` and a bot's name get a capital, and a person's
 * name stays as it was typed. */
void match_show_first_name(const struct match *match, int seat, struct text *out);

/* The display names of the seats of a bitmask: `Anne, Bruno`. */
void match_show_names(const struct match *match, unsigned seats, struct text *out);

/* The mover. Also GAME_OVER after a forfeit or an agreed draw, which the game's state does not know
 * about. */
int match_mover(const struct match *match);

/* match_result: each seat's share in sixtieths, once the game is over. match_json: the state as
 * JSON, like game_json. */
void match_result(const struct match *match, uint8_t share[]);
void match_json(const struct match *match, int viewer, struct text *out);

/* match_state: a copy of the state. match_view: a match with the seat's view of the state, without
 * names and lines, to be judged on another thread. */
union game_state match_state(const struct match *match);
struct match *match_view(const struct match *match, int seat);

/* Bitmask of the seats that have a bot's name. */
unsigned match_bots(const struct match *match);

/* Lines as viewers may see them, collected while they are played: `line[viewer]` for each viewer in
 * the bitmask `viewers` (bit 0: spectators). In a game without secrets all viewers see the same,
 * and only the lowest viewer in the bitmask gets lines. */
struct match_shown {
    unsigned viewers;
    struct lines line[GAME_SEATS_MAX + 1];
};
void match_shown_free(struct match_shown *shown);

/* Plays a move line of any actor, or `2 forfeits` or `2 accepts draw` at any time before the end.
 * On failure returns false with a reason and changes nothing. If a ruling is due and the line is a
 * player's, the game's default ruling is played and recorded first. */
bool match_do(struct match *match, struct span line, struct text *why);
bool match_do_shown(struct match *match, struct span line, struct match_shown *shown,
                    struct text *why);

/* The parts of a match that a move changes, to roll back an unfinished move. */
struct match_moment {
    union game_state state;
    size_t trail_count, lines, undo_floor, turn_start;
    uint64_t turns;
    game_action last;
    int ended;
};
void match_remember(const struct match *match, struct match_moment *moment);
void match_put_back(struct match *match, const struct match_moment *moment);

/* How the line ends the game outside the rules: the value of `ended`; 0: it does not. */
int match_ending_of(struct span line);

/* Whether the players of this game may agree to a draw. */
bool match_may_draw(const struct match *match);

/* Ends a game that is not over: the seat has lost, and the others share the game. */
void match_forfeit(struct match *match, int seat);

/* Plays a legal action by its line. If the game refuses it, reports a fault and changes nothing. */
void match_do_action(struct match *match, game_action action);

/* Reports that the game refused a legal action: a bug of ours, or of an external game
 * (base/fault.h). */
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

/* Undoes the last line, of a seat or of chance, and removes it and the comments after it. */
bool match_undo_last(struct match *match, struct text *why);

/* Whether undoing from that line affects only the seat's own moves in the current turn: it is still
 * the seat's move, and no turn has ended since. */
bool match_undo_is_own(const struct match *match, int seat, size_t from);

/* The record's lines as the viewer may see them, for example `* draw ?`. Such a log cannot be
 * replayed. */
void match_log(const struct match *match, int viewer, struct lines *out);

/* Reading a record gives a new match, or NULL with the line (0: the file itself) and a reason.
 * match_read_bytes gives its bytes, which the caller frees with memory_free, or NULL with a reason.
 */
struct match *match_read(struct span bytes, size_t *line, struct text *why);
char *match_read_bytes(FILE *in, size_t *length, struct text *why);
struct match *match_read_stream(FILE *in, size_t *line, struct text *why);
void match_write(const struct match *match, FILE *out);
void match_record(const struct match *match, struct lines *out); /* as match_write, as lines */
void match_record_header(const struct match *match, struct lines *out); /* without the `---` */

/* Adds the header lines that describe the game: `game`, `players`, and each `option` that differs
 * from its default. */
void match_settings(const struct match *match, struct lines *out);

/* Replaces the file atomically and durably. */
bool match_save(const struct match *match, const char *path, struct text *why);

#endif
