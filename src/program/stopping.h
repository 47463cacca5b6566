/* stopping.h: Ctrl-C during long work: the command ends the work and shows what there is. */
#ifndef CORNET_PROGRAM_STOPPING_H
#define CORNET_PROGRAM_STOPPING_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/stop.h"

/* Is set when the program is interrupted or told to end. A second signal ends it at once. */
const stop_flag *stopping_watch(void);

/* The same by the program itself: the work cannot go on. */
void stopping_stop(void);
bool stopping_is_asked(void);

/* For work that need not be finished, since what it has made is kept: when the program is told to
 * end, a thread calls `say` and ends it with status STOPPING_STATUS, whatever the others do. */
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
