/* frames.h: WebSocket frames (RFC 6455), read with wslay and written here.
 *
 * wslay's reader holds a buffer of 4 KB, and a fragmented message needs another, so readers are
 * pooled: a connection holds one only from the first byte of a message to its last. We use wslay's
 * frame interface, because its event interface closes the connection on a message that is too long
 * or not UTF-8 before we can answer it. */
#ifndef CORNET_NET_FRAMES_H
#define CORNET_NET_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

#define FRAMES_MESSAGE_MAX 4096 /* bytes */
#define FRAMES_HEAD_MAX 10      /* bytes before the payload of a frame that we send */
#define FRAMES_CONTROL_MAX 125

enum frames_opcode {
    FRAMES_TEXT = 1,
    FRAMES_BINARY = 2,
    FRAMES_CLOSE = 8,
    FRAMES_PING = 9,
    FRAMES_PONG = 10,
};

struct frames_reader;

struct frames_pool {
    struct frames_reader *unused;
    size_t unused_count;
};

/* Callbacks of a reader. Return false to stop it. */
struct frames_events {
    bool (*message)(void *context, struct span text);
    /* A message is longer than FRAMES_MESSAGE_MAX; `rest` is the number of bytes of the frame still
     * to be received. The rest of the message is ignored. */
    bool (*too_long)(void *context, uint64_t rest);
    bool (*control)(void *context, enum frames_opcode opcode, struct span payload);
    bool (*empty)(void *context); /* a fragment without content, not the last one */
};

/* Parses more bytes. `*reader` is NULL between messages. Returns 0, or the close code with which
 * the connection must be closed. */
int frames_read(struct frames_pool *pool, struct frames_reader **reader, const unsigned char *bytes,
                size_t length, const struct frames_events *events, void *context);

/* Whether the last frames_read completed a message or a control frame. */
bool frames_progress(const struct frames_reader *reader);

void frames_drop(struct frames_reader *reader); /* may be NULL */
void frames_pool_free(struct frames_pool *pool);

/* Writes the header of an unfragmented frame; returns its length. */
size_t frames_put_head(unsigned char head[FRAMES_HEAD_MAX], enum frames_opcode opcode,
                       uint64_t length);

/* The close code of a received close frame: 1005 if it has none, 1002 if the code is not allowed.
 */
int frames_close_code(struct span payload);

/* The value of Sec-WebSocket-Accept. */
void frames_accept(const char *key, char accept[32]);

#endif
