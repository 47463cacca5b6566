/* language.h: which language to speak, and whether the terminal shows more than ASCII. */
#ifndef CORNET_APPS_LANGUAGE_H
#define CORNET_APPS_LANGUAGE_H

#include <stdbool.h>

/* `language` is "fr", "en" or NULL for what the environment says. False for any other. */
bool language_start(const char *language);

#endif
