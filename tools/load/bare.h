/* bare.h: a minimal WebSocket server, as the baseline for tools/load: epoll, buffers of fixed size,
 * and nothing between the system calls and the frames. It does the same as echo.h: the first
 * message on a connection is the number of its group, and each further message is sent to all of
 * that group. It trusts its clients, so it is not for the internet. */
#ifndef CORNET_TOOLS_LOAD_BARE_H
#define CORNET_TOOLS_LOAD_BARE_H

#include <stdbool.h>

#include "base/text.h"

/* Serves the loopback until the process ends. */
bool bare_run(int connections, void (*ready)(int port), struct text *why);

#endif
