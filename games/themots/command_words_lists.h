/* words_lists_themots.h: what people say, compared with the lexicon: lists that somebody wrote
 * down, and words that tables have accepted by vote. Parts of `cornet words`. */
#ifndef CORNET_GAMES_THEMOTS_COMMAND_WORDS_LISTS_H
#define CORNET_GAMES_THEMOTS_COMMAND_WORDS_LISTS_H

#include "program/command.h"

/* Prints the words of the file (`-`: standard input), one a line, that the theme refuses, and why;
 * then how many it accepts. Returns the exit code. */
int words_check(const struct command *command, const char *theme, const char *path);

/* Prints the words that people have accepted by vote in these records, or with `count` 0 at the
 * tables of the store (NULL: the user's own); `counted`: and in how many games. Returns the exit
 * code. */
int words_proposals(const struct command *command, char **path, int count, const char *store,
                    bool counted);

#endif
