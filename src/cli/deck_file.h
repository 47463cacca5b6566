/* deck_file.h: the deck in the user's data folder. Programs only append to it, under a lock. */
#ifndef CORNET_CLI_DECK_FILE_H
#define CORNET_CLI_DECK_FILE_H

#include "practise/deck.h"

/* The path of the file; false if there is no data folder. */
bool deck_file_path(char *path, size_t capacity);

/* Reads the deck; an empty one if there is no file. False with a reason, for a damaged card too:
 * the others are there. */
bool deck_file_read(struct deck *deck, struct text *why);

/* Appends a text, whole lines: cards or lines of the deck. */
bool deck_file_add(const char *text, struct text *why);

#endif
