/* stopping.h: Ctrl-C during long work: the command stops the work and shows the results so far. */
#ifndef CORNET_PROGRAM_STOPPING_H
#define CORNET_PROGRAM_STOPPING_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/stop.h"

/* Returns a flag that is set by SIGINT or SIGTERM. A second signal ends the program immediately. */
const stop_flag *stopping_watch(void);

/* The program itself sets the flag: the work cannot continue. */
void stopping_stop(void);

/* For work that can be abandoned because its results so far are saved: on a signal, a thread calls
 * `say` and ends the program with status STOPPING_STATUS, without waiting for the other threads. */
enum { STOPPING_STATUS = 130 };
struct stopping {
    void (*say)(void *context);
    void *context;
    pthread_t thread;
    atomic_bool over;
};
void stopping_begin(struct stopping *stopping);
void stopping_end(struct stopping *stopping);

#endif
