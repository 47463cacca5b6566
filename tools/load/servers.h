/* servers.h: the servers that tools/load measures, each in a separate process, so that its CPU time
 * and memory can be read. */
#ifndef CORNET_TOOLS_LOAD_SERVERS_H
#define CORNET_TOOLS_LOAD_SERVERS_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/text.h"

/* From a minimal server to ours, with fair dice of version 2 and of version 3. */
enum load_kind { LOAD_BARE, LOAD_ECHO, LOAD_GAMES, LOAD_FAIR3, LOAD_KINDS };
extern const char *const load_kind_name[LOAD_KINDS]; /* as in JSON */

struct load_server {
    enum load_kind kind;
    pid_t pid; /* 0: not running */
    int port;
    int output; /* a pipe from its standard output */
};

/* Starts a server for this many connections. `program` is `cornet` and `store` a file; only
 * LOAD_GAMES and LOAD_FAIR3 use them. The other kinds run this program again: see load_baseline. */
bool load_server_start(struct load_server *server, enum load_kind kind, const char *program,
                       int connections, const char *store, struct text *why);
void load_server_stop(struct load_server *server);

/* If load_server_start has passed these arguments, serves until the process ends. Returns false if
 * it has not, or if the server fails. */
bool load_baseline(int argc, char **argv);

double load_cpu(pid_t pid);    /* CPU time of all its threads, in seconds */
double load_memory(pid_t pid); /* its private memory, in bytes */

/* Raises the limit of open files of this process and its children to this many connections. */
bool load_raise_limit(int connections);

#endif
