/* message_json.h: reads a client's message from JSON. The bytes are untrusted
 * (tests/fuzz_message.c). */
#ifndef CORNET_SERVER_MESSAGE_JSON_H
#define CORNET_SERVER_MESSAGE_JSON_H

#include <jansson.h>

#include "protocol/message.h"

/* False with an error code of the protocol and a sentence; `id` is set if the message has one.
 * `root` gets the JSON value that owns the message's strings: free it with json_decref in any case.
 */
bool message_read(struct message *message, struct span bytes, json_t **root, const char **code,
                  struct text *why);

#endif
