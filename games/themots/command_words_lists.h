/* command_words_lists.h: compares people's words with the lexicon: lists written by people, and
 * words that tables accepted by vote. Parts of `cornet words`. */
#ifndef CORNET_GAMES_THEMOTS_COMMAND_WORDS_LISTS_H
#define CORNET_GAMES_THEMOTS_COMMAND_WORDS_LISTS_H

#include "program/command.h"

/* Prints the words of the file (`-`: standard input; one per line) that the theme refuses, and why;
 * then the number that it accepts. Returns the exit code. */
int words_check(const struct command *command, const char *theme, const char *path);

/* Prints the words accepted by vote in these records or, with `count` 0, at the tables of the store
 * (NULL: the user's own); `counted`: with the number of games. Returns the exit code. */
int words_proposals(const struct command *command, char **path, int count, const char *store,
                    bool counted);

#endif
