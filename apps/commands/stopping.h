/* stopping.h: Ctrl-C during long work: the command ends the work and shows what there is. */
#ifndef CORNET_APPS_STOPPING_H
#define CORNET_APPS_STOPPING_H

#include <signal.h>

/* Becomes 1 when the program is interrupted or told to end. A second signal ends it at once. */
const volatile sig_atomic_t *stopping_watch(void);

/* The same by the program itself: the work cannot go on. */
void stopping_stop(void);

#endif
