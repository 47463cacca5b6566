/* guard: calls whose failure deep inside is told to the caller instead of ending the program.
 *
 * Two things fail that deep: memory that is missing, and a game or agent from outside that breaks
 * its contract. libcornet guards every call of its host; the program does not, and ends with the
 * sentence. */
#ifndef CORNET_BASE_GUARD_H
#define CORNET_BASE_GUARD_H

#include "base/text.h"

enum guard_end {
    GUARD_DONE,
    GUARD_NO_MEMORY,
    GUARD_FAULT, /* guard_fail was called; `why` has its sentence */
};

/* Runs `body`. If it fails, all that it allocated on this thread is freed: what it was going to
 * change must still be whole then, or be put back by the caller. It must hold no lock while it
 * allocates. If it succeeds, what it has allocated is the caller's, also under another guard. */
enum guard_end guard_call(void (*body)(void *context), void *context, struct text *why);

/* Runs `body`, whose work belongs to something that lives longer than the guarded call, such as a
 * bot's memory: if the call fails later, it stays. If `body` itself fails, so does the call. */
void guard_keep(void (*body)(void *context), void *context);

/* Ends the guarded call with a sentence; without a guard, prints it and ends the program. */
_Noreturn __attribute__((format(printf, 1, 2))) void guard_fail(const char *format, ...);

#endif
