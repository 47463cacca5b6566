/* player.h: a program as a bot: what it is told before an answer, and what its answer means. */
#ifndef CORNET_BOTPROC_PLAYER_H
#define CORNET_BOTPROC_PLAYER_H

#include "botproc/bots.h"

#define PLAYER_PROTOCOL 1

/* Finds the program of a command. False with a reason. */
bool player_find(const char *command, char *path, size_t capacity, struct text *why);

/* Makes a bot of a command; the program starts when it is first asked. False with a reason. */
bool player_open(struct bot *bot, struct bots *bots, const char *command, const struct game *game,
                 const struct game_settings *settings, struct text *why);

#endif
