/* bare.h: the least that a WebSocket server can do, as the measure for tools/load: epoll,
 * buffers of fixed size, and nothing between the system calls and the frames. It does what echo.h
 * does: the first message on a connection is the number of its group, each further one is sent to
 * all of that group. It trusts its clients, and is not for the internet. */
#ifndef CORNET_TOOLS_LOAD_BARE_H
#define CORNET_TOOLS_LOAD_BARE_H

#include <stdbool.h>

#include "base/text.h"

/* Serves the loopback until the process is ended. */
bool bare_run(int connections, void (*ready)(int port), struct text *why);

#endif
