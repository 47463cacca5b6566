/* language.h: the language of the program, and the character set of the terminal. */
#ifndef CORNET_PROGRAM_LANGUAGE_H
#define CORNET_PROGRAM_LANGUAGE_H

#include <stdbool.h>

/* `language` is "fr", "en" or NULL for the language of the environment. False for any other. */
bool language_start(const char *language);

#endif
