/* view.h: how a game looks and reads in a terminal: for play, join, replay and the full screen
 * alike.
 *
 * A view has no rules: it draws a state as hide() leaves it for the viewer, and describes actions.
 * It draws on a screen, which may be a grid of cells of any width from 60 columns on, with large
 * drawings, small ones (`low`) or as little as possible (`tight`).
 * A game without a view of its own gets a plain one. */
#ifndef CORNET_TUI_VIEW_H
#define CORNET_TUI_VIEW_H

#include "game/game.h"
#include "match/match.h"
#include "program/screen.h"

struct view {
    const struct game *game;

    /* Draws the table as `seat` sees it. `state` is that view; the match is for names only. */
    void (*draw)(struct screen *screen, const struct match *match, const void *state, int seat);

    /* A sentence about an action that was played at the state `before`, without anything the viewer
     * may not know. */
    void (*tell)(const struct match *match, const void *before, game_action action, int viewer,
                 struct text *out);

    /* An action that may be chosen, as a short phrase with names for seats: `keep 2 2`, `give a die
     * to Anne`. */
    void (*phrase)(const struct match *match, const void *state, game_action action,
                   struct text *out);

    /* What a menu says beside the phrase: the dice that are left to roll. May add nothing. */
    void (*label)(const struct match *match, const void *state, game_action action,
                  struct text *out);

    /* Turns what a person typed into a move line without its seat: accepts abbreviations, French
     * and other word orders. */
    void (*tidy)(const void *state, const char *typed, struct text *out);

    /* After a race: what else could have been played, at the state before its last action. NULL:
     * nothing to say. */
    void (*recap)(struct screen *screen, const struct match *match, const void *state);

    /* In a race while the clock is stopped (a vote): the question that each person is asked, with
     * its keys; and whether a key means an action. */
    void (*ask)(const struct match *match, const void *state, struct text *out);
    bool (*has_key)(game_action action, int key);

    /* The rules in short, marked for translation. */
    const char *rules;

    /* Prints the odds, or that there are none. */
    void (*odds)(struct screen *screen, const struct match *match, const void *state);
};

/* Made by cmake/games.cmake: all views, ending with NULL. */
extern const struct view *const view_list[];

const struct view *view_of(const struct game *game);

/* A sentence about the match's last line, which was played at the state `before`, without anything
 * the viewer may not know. */
void view_tell(const struct view *view, const struct match *match, const void *before, int viewer,
               struct text *out);

/* The same about a seat that forfeits. */
void view_forfeit(const struct match *match, int seat, struct text *out);

/* An action as it can be typed: its line without the seat. */
void view_notation(const struct match *match, const void *state, game_action action,
                   struct text *out);

/* A seat's name as it is shown. */
struct view_name {
    char text[MATCH_NAME_MAX + 16];
};
struct view_name view_name(const struct match *match, int seat);

/* Puts the name in the seat's colour, padded or cut to this width. */
void view_put_name(struct screen *screen, const struct match *match, int seat, int width);

/* Lists who has won, with commas; returns how many. And the same as a sentence. */
int view_list_winners(const struct match *match, struct text *out);
void view_winners(const struct match *match, struct text *out);

/* A row of the hints: the chance of winning after a choice, its error, and the choice in words. */
void view_write_hint(double share, double error, const char *choice, struct text *out);

/* The verb that the first word of a typed line stands for; NULL: none. The table ends with NULL. */
struct view_verb {
    const char *typed, *verb;
};
const char *view_find_verb(const struct view_verb verbs[], const char *typed);

/* The `label` of games whose phrases say enough, and the `odds` of games that have none. */
void view_no_label(const struct match *match, const void *state, game_action action,
                   struct text *out);
void view_no_odds(struct screen *screen, const struct match *match, const void *state);

#endif
