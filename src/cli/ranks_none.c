#include "cli/ranks.h"

void ranks_start(void)
{
}

bool ranks_is_helper(void)
{
    return false;
}

int ranks_threads(int threads)
{
    return threads;
}

bool ranks_are_lost(void)
{
    return false;
}

const struct batch_remote *ranks_remote(void)
{
    return NULL;
}

const struct ranks *ranks_all(void)
{
    return NULL;
}
