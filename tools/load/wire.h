/* wire: a minimal WebSocket client for measurements and tests. It is cheap, and it can send what a
 * correct client never sends. */
#ifndef CORNET_TOOLS_LOAD_WIRE_H
#define CORNET_TOOLS_LOAD_WIRE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

struct wire {
    int fd; /* -1: closed */
    char *bytes;
    size_t length, capacity; /* of the bytes read */
    size_t taken;
};

/* Connects to the loopback and performs the WebSocket handshake. `headers` are further lines of the
 * request, each ending with CRLF. On failure returns false; `why` then has the first line of the
 * response, or an error. */
bool wire_open(struct wire *wire, int port, const char *path, const char *headers,
               struct text *why);
void wire_close(struct wire *wire);

/* Sends a text frame; false if the connection is lost. */
bool wire_send(struct wire *wire, const char *text);

/* Sends a frame of any kind, given its first byte and its payload, which is masked. */
bool wire_send_frame(struct wire *wire, unsigned char first, const char *bytes, size_t length);

/* Reads the available bytes; waits if the socket is blocking. False at the end. */
bool wire_read(struct wire *wire);

/* Takes the next complete text message, if there is one; it is valid until the next call of any
 * function here. Other frames are skipped; a close frame sets `closed`. */
bool wire_take(struct wire *wire, struct span *message, bool *closed);

#endif
