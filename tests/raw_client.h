/* raw_client.h: connections to a server on the loopback that can send any bytes. */
#ifndef CORNET_TESTS_RAW_CLIENT_H
#define CORNET_TESTS_RAW_CLIENT_H

#include <stdbool.h>
#include <stddef.h>

/* A WebSocket upgrade request without Host and without the final empty line. */
#define RAW_UPGRADE                                                                                \
    "GET /ws HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"                            \
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: Y29ybmV0IGNvcm5ldCBjbw==\r\n"                 \
    "Sec-WebSocket-Protocol: cornet.1\r\n"

int raw_dial(int port);
int raw_dial_from(const char *address,
                  int port); /* from another loopback address, such as 127.0.0.2 */

/* Sends as much as the server accepts: at once, or byte by byte. */
void raw_put(int fd, const void *bytes, size_t length);
void raw_put_slowly(int fd, const void *bytes, size_t length);
void raw_put_text(int fd, const char *text);

/* Waits until there is input or the end of the connection. After one minute it prints `awaited` and
 * returns false. */
bool raw_wait(int fd, const char *awaited);

/* Reads until the server's output contains `text`. Returns false on the end of the connection or a
 * timeout. */
bool raw_says(int fd, const char *text);

/* raw_answer reads the head of a response, and perhaps more; returns its status, or 0 if there is
 * none. raw_has_policy checks the headers that every response must have. */
#define RAW_ANSWER 8192
int raw_answer(int fd, char answer[RAW_ANSWER]);
bool raw_has_policy(const char *answer);

/* Whether the server closes the connection in time. Reads its remaining output. */
bool raw_ends(int fd);

/* Writes a key and a self-signed certificate for this host name. */
void raw_certificate(const char *key_path, const char *certificate_path, const char *name);

#endif
