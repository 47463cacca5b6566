/* names.h: names of people: which are accepted, and which are alike. */
#ifndef CORNET_PEOPLE_NAMES_H
#define CORNET_PEOPLE_NAMES_H

#include "people/people.h"

/* Whether a person may have this name: 2 to 24 visible characters, letters of one alphabet. `out`
 * gets it without spaces at its ends. */
bool people_check_name(const char *name, char out[MATCH_NAME_MAX], struct text *why);

/* The form by which names are compared: without case, accents, spaces and punctuation, and with one
 * letter for all that look alike. Empty if nothing is left, or if it is not UTF-8. */
void people_fold_name(const char *name, char fold[PEOPLE_FOLD_MAX]);

/* A device's label: visible characters, at most 40; cut where it is longer. */
void people_clean_device(const char *device, char out[PEOPLE_DEVICE_MAX]);

#endif
