/* menu.h: numbered choices, in one to four columns. */
#ifndef CORNET_TUI_MENU_H
#define CORNET_TUI_MENU_H

#include "base/lines.h"
#include "program/screen.h"

/* Shows the moves, numbered from 1, each followed by its label. */
void menu_show(struct screen *screen, const struct lines *moves, const struct lines *labels);

#endif
