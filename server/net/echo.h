/* echo: the yardstick of `cornet load`: the same library, the same loop, the same rooms, and
 * nothing else. The first text on a connection names its room; every other one goes to everybody in
 * that room as it came. */
#ifndef CORNET_SERVER_ECHO_H
#define CORNET_SERVER_ECHO_H

#include <stdbool.h>

#include "base/text.h"

/* Serves until the process is ended. */
bool echo_run(int connections, void (*ready)(int port, void *context), void *context,
              struct text *why);

#endif
