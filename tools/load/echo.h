/* echo.h: a server that only echoes, as the baseline for tools/load: it uses the same network
 * layer and loop as the game server. The first message on a connection is the number of its group;
 * each further one is sent to all connections of that group. */
#ifndef CORNET_TOOLS_LOAD_ECHO_H
#define CORNET_TOOLS_LOAD_ECHO_H

#include <stdbool.h>

#include "base/text.h"

/* Serves until the process ends. */
bool echo_run(int connections, void (*ready)(int port), struct text *why);

#endif
