#include "base/fault.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static _Thread_local struct fault *fault_now; /* of this thread; NULL: nobody watches */

void fault_watch(struct fault *fault, atomic_bool *halt)
{
    fault->outer = fault_now;
    fault->halt = halt;
    fault->why[0] = '\0';
    fault_now = fault;
}

void fault_unwatch(const struct fault *fault)
{
    fault_now = fault->outer;
}

bool fault_happened(void)
{
    return fault_now && fault_now->why[0];
}

void fault_report(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (!fault_now) {
        fputs("cornet: ", stderr);
        vfprintf(stderr, format, arguments);
        fputc('\n', stderr);
        exit(1);
    }
    if (!fault_happened())
        vsnprintf(fault_now->why, sizeof fault_now->why, format, arguments);
    va_end(arguments);
    if (fault_now->halt)
        atomic_store(fault_now->halt, true);
}
