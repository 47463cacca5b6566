/* fair_key.h: the key file of fair dice 3, from which the server's links and its part of hidden
 * draws derive. It is kept out of the store and of its backups; servers that share a database share
 * it. */
#ifndef CORNET_SERVER_FAIR_KEY_H
#define CORNET_SERVER_FAIR_KEY_H

#include "table/table.h"

/* Reads the file, or makes it with a new key, readable for its owner only. False with a reason. */
bool fair_key_open(const char *path, struct table_fair3 *fair, bool *made, struct text *why);

#endif
