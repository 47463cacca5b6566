/* servers.h: the servers that tools/load measures, each in a process of its own, so that its
 * processor time and its memory can be read from outside. */
#ifndef CORNET_TOOLS_LOAD_SERVERS_H
#define CORNET_TOOLS_LOAD_SERVERS_H

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
    int output; /* a pipe from its standard output */
};

/* Starts a server with room for this many connections. `program` is `cornet` and `store` a file;
 * only LOAD_GAMES uses them. The others are this program again: see load_baseline. */
bool load_server_start(struct load_server *server, enum load_kind kind, const char *program,
                       int connections, const char *store, struct text *why);
void load_server_stop(struct load_server *server);

/* If the arguments are those of a server that load_server_start has started, serves until the
 * process is ended. False if they are not, or if it cannot serve. */
bool load_baseline(int argc, char **argv);

double load_cpu(pid_t pid);    /* processor time of all its threads, in seconds */
double load_memory(pid_t pid); /* its private memory, in bytes */

/* Lets this process and those it starts open this many connections. */
bool load_raise_limit(int connections);

#endif
