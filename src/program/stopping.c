#include "program/stopping.h"

#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static stop_flag stop;

static void on_signal(int number)
{
    stop = 1;
    signal(number, SIG_DFL);
}

const stop_flag *stopping_watch(void)
{
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    return &stop;
}

void stopping_stop(void)
{
    stop = 1;
}

static void *await_stop(void *context)
{
    struct stopping *s = context;
    while (!stop_is_set(&stop) && !atomic_load(&s->over))
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    if (atomic_load(&s->over))
        return NULL;
    s->say(s->context);
    _exit(STOPPING_STATUS);
}

void stopping_begin(struct stopping *s)
{
    stopping_watch();
    if (pthread_create(&s->thread, NULL, await_stop, s) != 0)
        abort();
}

void stopping_end(struct stopping *s)
{
    atomic_store(&s->over, true);
    pthread_join(s->thread, NULL);
}
