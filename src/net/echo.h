/* echo.h: a server that only echoes, as the baseline for `cornet load`: it uses the same library
 * and loop. The first message on a connection is the number of its group; each further one is sent
 * to all connections of that group. */
#ifndef CORNET_SERVER_ECHO_H
#define CORNET_SERVER_ECHO_H

#include <stdbool.h>

#include "base/text.h"

/* Serves until the process is ended. */
bool echo_run(int connections, void (*ready)(int port, void *context), void *context,
              struct text *why);

#endif
