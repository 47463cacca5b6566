/* fault: a game or an agent from outside breaks its contract.
 *
 * The program ends with the sentence. A call of libcornet instead watches for faults: the code that
 * finds one reports it, goes on with some harmless value, and the call returns a status at its end.
 * After a fault no function of a game from outside is called: src/api/plugin_game.c answers for it
 * that the game is over. So whatever runs ends soon, and frees what it has. */
#ifndef CORNET_BASE_FAULT_H
#define CORNET_BASE_FAULT_H

#include <stdatomic.h>
#include <stdbool.h>

#include "base/text.h"

/* The first fault on this thread since fault_watch. */
struct fault {
    struct fault *outer;
    atomic_bool *halt;  /* a fault sets it; NULL: none */
    char why[TEXT_WHY]; /* "": none has happened */
};

/* Watches this thread until fault_unwatch, which makes the outer one watch again. */
void fault_watch(struct fault *fault, atomic_bool *halt);
void fault_unwatch(const struct fault *fault);

/* Whether the thread is watched and a fault has happened. */
bool fault_happened(void);

/* Notes the sentence, if it is the first; if nobody watches, prints it and ends the program. */
__attribute__((format(printf, 1, 2))) void fault_report(const char *format, ...);

#endif
