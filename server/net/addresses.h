/* addresses.h: what each address uses of the server, and where the server can be reached. */
#ifndef CORNET_SERVER_ADDRESSES_H
#define CORNET_SERVER_ADDRESSES_H

#include <stdbool.h>

#include "base/lines.h"

#define ADDRESS_NAME_MAX 48

struct server;

/* A token bucket. */
struct bucket {
    double left, at;
};

/* What one address has used. */
struct address {
    struct address *hash_next;
    char name[ADDRESS_NAME_MAX];
    unsigned connections;
    struct bucket creates, messages, requests;
};

void address_name(const char *text, char name[ADDRESS_NAME_MAX]);
struct address *address_take(struct server *server, const char *name);
void address_drop(struct server *server, struct address *address);
void addresses_forget(struct server *server);
bool address_may_create(struct server *server, struct address *address);
bool address_may_speak(struct server *server, struct address *address);
bool address_may_ask(struct server *server, const char *name); /* over HTTP */
void addresses_of_machine(const struct server *server, struct lines *out);

#endif
