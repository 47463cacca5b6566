/* menu.h: numbered choices, in one to four columns. */
#ifndef CORNET_TUI_MENU_H
#define CORNET_TUI_MENU_H

#include "base/lines.h"
#include "program/screen.h"

/* The choices, each with a label, which may be empty. All zero is an empty list. */
struct choices {
    struct lines items, labels;
};
void choices_add(struct choices *choices, const char *item, const char *label);
void choices_free(struct choices *choices);

/* Shows them, numbered from 1, each followed by its label. */
void menu_show(struct screen *screen, const struct choices *choices);

#endif
