/* menu.h: numbered choices, in one to four columns. */
#ifndef CORNET_TUI_MENU_H
#define CORNET_TUI_MENU_H

#include "base/lines.h"
#include "program/screen.h"

/* The choices, each with a label, which may be empty; and for moves also their notation. Zero is an
 * empty list. */
struct choices {
    struct lines items, typed, labels;
    struct lines hints; /* what each is worth, shown instead of what can be typed; may be empty */
    int typed_width;    /* of the widest `[typed]`, and two spaces after it */
    int offset; /* the number of the first item is 1 more: items that are numbers have theirs */
};

/* The number of an item, and a space; nothing if the item begins with it. */
void choices_number(const struct choices *choices, size_t index, struct text *out);

void choices_add(struct choices *choices, const char *item, const char *label);
void choices_add_move(struct choices *choices, const char *phrase, const char *typed,
                      const char *label);
const char *choices_typed(const struct choices *choices, size_t index); /* "": nothing */
void choices_free(struct choices *choices);

/* The choice that was typed as it is shown or as it can be typed, ignoring capitals and accents; or
 * by its number. If there is none, their count. */
size_t choices_find(const struct choices *choices, const char *typed);

/* Adds what a menu shows beside an item: what can be typed, in brackets, if the item is something
 * else; and the label. */
enum aside { ASIDE_NONE, ASIDE_TYPED, ASIDE_ALL };
enum { ASIDE_MAX = 1024 }; /* bytes */
void choices_aside(const struct choices *choices, size_t index, enum aside aside, struct text *out);

/* Shows them, numbered from 1, each followed by its label. */
void menu_show(struct screen *screen, const struct choices *choices);

#endif
