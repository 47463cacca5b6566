/* view.h: how a game looks and reads in a terminal.
 *
 * A view has no rules: it draws a state that has been hidden for the person who looks, and says
 * actions in words. A game without a view of its own gets a plain one. */
#ifndef CORNET_APPS_VIEW_H
#define CORNET_APPS_VIEW_H

#include "apps/terminal/screen.h"
#include "games/game.h"
#include "match/match.h"

struct view {
    const struct game *game;

    /* The table as `seat` sees it. `state` is the hidden view; the match is for names only. */
    void (*draw)(struct screen *screen, const struct match *match, const void *state, int seat);

    /* What has just happened, as a sentence: the action at the state before it, without anything
     * the viewer may not know. */
    void (*tell)(const struct match *match, const void *before, game_action action, int viewer,
                 struct text *out);

    /* An action as a choice in the menu: what it does. */
    void (*label)(const struct match *match, const void *state, game_action action,
                  struct text *out);

    /* What a person typed, to the words of a move line: other orders, other languages. */
    void (*tidy)(const void *state, const char *typed, struct text *out);

    /* Where anybody may act, after the last word, at the state before it: what else there was.
     * NULL: nothing to say. */
    void (*recap)(struct screen *screen, const struct match *match, const void *state);

    /* Where anybody may act while the clock stands (a vote): the question that each person is
     * asked, with its keys, and whether a key stands for an action. */
    void (*ask)(const struct match *match, const void *state, struct text *out);
    bool (*has_key)(game_action action, int key);

    /* The rules in short, marked for translation. */
    const char *rules;

    /* More that can be asked: the exact odds, where the game has them. May say there are none. */
    void (*odds)(struct screen *screen, const struct match *match, const void *state);
};

/* Made from games.cmake: all views, ending with NULL. */
extern const struct view *const view_list[];

const struct view *view_of(const struct game *game);

/* For games whose odds nobody has worked out. */
void view_no_odds(struct screen *screen, const struct match *match, const void *state);

#endif
