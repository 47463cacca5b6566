/* tutorial.h: a guided first game: the record games/NAME/lesson.cornet, whose comments name the
 * texts of lesson.js. The browser has the same. */
#ifndef CORNET_TUI_TUTORIAL_H
#define CORNET_TUI_TUTORIAL_H

#include "game/game.h"
#include "tui/choosing.h"

bool tutorial_exists(const struct game *game);

/* Plays it: the learner makes the moves of seat 1. True: a real game is wanted next. */
bool tutorial_run(struct choosing *choosing, const struct game *game);

#endif
