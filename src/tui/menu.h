/* menu.h: numbered choices, in one to four columns. */
#ifndef CORNET_APPS_MENU_H
#define CORNET_APPS_MENU_H

#include "base/lines.h"
#include "program/screen.h"

/* What there is to choose, each with a label, which may be empty. Zero is an empty list. */
struct choices {
    struct lines items, labels;
};
void choices_add(struct choices *choices, const char *item, const char *label);
void choices_free(struct choices *choices);

/* Shows them, numbered from 1, each followed by its label. */
void menu_show(struct screen *screen, const struct choices *choices);

#endif
