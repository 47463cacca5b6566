#include "apps/commands/stopping.h"

static volatile sig_atomic_t stop;

static void on_signal(int number)
{
    stop = 1;
    signal(number, SIG_DFL);
}

const volatile sig_atomic_t *stopping_watch(void)
{
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    return &stop;
}

void stopping_stop(void)
{
    stop = 1;
}
