/* load_servers.h: the servers that `cornet load` measures, each in a process of its own, so that
 * its processor time and its memory can be read from outside. */
#ifndef CORNET_APPS_LOAD_SERVERS_H
#define CORNET_APPS_LOAD_SERVERS_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/text.h"

/* From the least that a server can do to all of ours. */
enum load_kind { LOAD_BARE, LOAD_ECHO, LOAD_GAMES, LOAD_KINDS };
extern const char *const load_kind_name[LOAD_KINDS]; /* as in JSON */

struct load_server {
    enum load_kind kind;
    pid_t pid; /* 0: it does not run */
    int port;
};

/* Starts a server with room for so many connections; `store` is a file, for LOAD_GAMES. */
bool load_server_start(struct load_server *server, enum load_kind kind, int connections,
                       const char *store, struct text *why);
void load_server_stop(struct load_server *server);

/* The same for several, on any thread. None starts any more. */
void load_servers_end(const struct load_server server[], size_t count);

/* The process of a server is this program, started again with its own arguments and four more. main
 * looks for those before it does anything else, and then returns what load_server_main returns. */
bool load_server_is_asked(int argc, char **argv);
int load_server_main(int argc, char **argv);

double load_cpu(pid_t pid);    /* processor time of all its threads, in seconds */
double load_memory(pid_t pid); /* its private memory, in bytes */

/* Lets this process, and those it starts, open so many connections. */
bool load_raise_limit(int connections);

#endif
