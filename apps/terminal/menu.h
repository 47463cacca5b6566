/* menu.h: numbered choices, in as many columns as fit. */
#ifndef CORNET_APPS_MENU_H
#define CORNET_APPS_MENU_H

#include "apps/terminal/screen.h"
#include "base/lines.h"

/* Shows `moves`, each with what it does from `labels` behind it, numbered from 1. */
void menu_show(struct screen *screen, const struct lines *moves, const struct lines *labels);

#endif
