/* admin.h: the option --store of the commands that administer a server. */
#ifndef CORNET_CLI_ADMIN_H
#define CORNET_CLI_ADMIN_H

#include "program/options.h"

struct command_option admin_store_option(const char **store);

/* Sets `store` if it is not given. False with `code` if there is none, or if it must be there and
 * is not; the sentence has been printed. */
bool admin_find_store(const struct command *command, const char **store, bool must_be_there,
                      int *code);

#endif
