#include "base/guard.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/memory.h"

struct guard {
    struct memory_guard memory; /* first: fail() is given its address */
    jmp_buf back;
    enum guard_end end;
    struct text *why;
};

static void end_call(struct memory_guard *memory, const char *why)
{
    struct guard *guard = (struct guard *)memory;
    guard->end = why ? GUARD_FAULT : GUARD_NO_MEMORY;
    text_clear(guard->why);
    if (why)
        text_add(guard->why, why);
    longjmp(guard->back, 1);
}

/* Apart, so that nothing local changes between setjmp and longjmp. */
static void run(struct guard *guard, void (*body)(void *context), void *context)
{
    if (setjmp(guard->back) == 0)
        body(context);
}

enum guard_end guard_call(void (*body)(void *context), void *context, struct text *why)
{
    struct guard guard = {.memory = {.fail = end_call}, .why = why};
    memory_guard_enter(&guard.memory);
    run(&guard, body, context);
    memory_guard_leave(&guard.memory, guard.end != GUARD_DONE);
    return guard.end;
}

void guard_keep(void (*body)(void *context), void *context)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    const enum guard_end end = guard_call(body, context, &why);
    if (end != GUARD_DONE)
        memory_fail(end == GUARD_FAULT ? reason : NULL);
}

void guard_fail(const char *format, ...)
{
    char why[TEXT_WHY];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    memory_fail(why);
}
