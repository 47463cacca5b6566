/* fault: an external game or agent has broken its contract.
 *
 * A program prints the reason and exits. A call of libcornet watches for faults instead: the code
 * that detects one reports it and continues with a harmless value, and the call returns an error
 * status at its end. After a fault no function of an external game is called: src/api/plugin_game.c
 * reports the game as over. So running code soon returns and frees its memory. */
#ifndef CORNET_BASE_FAULT_H
#define CORNET_BASE_FAULT_H

#include <stdatomic.h>
#include <stdbool.h>

#include "base/text.h"

/* The first fault on this thread since fault_watch. */
struct fault {
    struct fault *outer;
    atomic_bool *halt;  /* set when a fault happens; may be NULL */
    char why[TEXT_WHY]; /* "": none has happened */
};

/* Watches this thread until fault_unwatch, which restores the outer watch. */
void fault_watch(struct fault *fault, atomic_bool *halt);
void fault_unwatch(const struct fault *fault);

/* Whether the thread is watched and a fault has happened. */
bool fault_happened(void);

/* Stores the reason if it is the first on a watched thread. On an unwatched thread, prints it and
 * exits. */
__attribute__((format(printf, 1, 2))) void fault_report(const char *format, ...);

#endif
