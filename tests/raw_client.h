/* raw_client.h: connections to a server on the loopback that send any bytes. */
#ifndef CORNET_TESTS_RAW_CLIENT_H
#define CORNET_TESTS_RAW_CLIENT_H

#include <stdbool.h>
#include <stddef.h>

/* A request for a WebSocket, but for its Host and the empty line. */
#define RAW_UPGRADE                                                                                \
    "GET /ws HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"                            \
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: Y29ybmV0IGNvcm5ldCBjbw==\r\n"                 \
    "Sec-WebSocket-Protocol: cornet.1\r\n"

int raw_dial(int port);
int raw_dial_from(const char *address, int port); /* another address of the loopback: 127.0.0.2 */

/* Sends as much as the server takes: at once, or in single bytes. */
void raw_put(int fd, const void *bytes, size_t length);
void raw_put_slowly(int fd, const void *bytes, size_t length);
void raw_put_text(int fd, const char *text);

/* Waits until there is something to read, or the end; after a minute prints `awaited` and returns
 * false. */
bool raw_wait(int fd, const char *awaited);

/* Reads until the server says something that has `text` in it; false if it ends or is silent. */
bool raw_says(int fd, const char *text);

/* Reads the head of a response, and perhaps more; its status, 0 if none comes. And whether it has
 * the headers that every response must have. */
#define RAW_ANSWER 8192
int raw_answer(int fd, char answer[RAW_ANSWER]);
bool raw_has_policy(const char *answer);

/* Whether the server closes the connection in time; reads its remaining output. */
bool raw_ends(int fd);

/* Writes a key and a certificate signed with it, in which this is the name of the host. */
void raw_certificate(const char *key_path, const char *certificate_path, const char *name);

#endif
