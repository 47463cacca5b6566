#include "server/work/lease.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "base/memory.h"

#define RENEW_SECONDS 1.0
#define PATIENCE_SECONDS (STORE_LEASE_SECONDS + 4.0) /* for the name of a server that died */

struct lease {
    struct store *store; /* the thread's, once it runs */
    const char *name;
    pthread_t thread;
    bool runs;
    pthread_mutex_t mutex; /* protects the members below */
    pthread_cond_t change;
    bool stop;
    int64_t number; /* 0: none */
    double until;   /* seconds of the steady clock */
};

/* Sleeps until the timeout or the end of the thread. Call it with the mutex held; false: the thread
 * must end. */
static bool rest(struct lease *lease, double seconds)
{
    const double when = clock_steady() + seconds;
    const struct timespec until = {(time_t)when, (long)((when - (double)(time_t)when) * 1e9)};
    while (!lease->stop && pthread_cond_timedwait(&lease->change, &lease->mutex, &until) == 0)
        ;
    return !lease->stop;
}

static void set(struct lease *lease, int64_t number, double until)
{
    pthread_mutex_lock(&lease->mutex);
    lease->number = number;
    lease->until = until;
    pthread_mutex_unlock(&lease->mutex);
}

/* The time of a lease counts from before its request. */
static void renew(struct lease *lease)
{
    const double asked = clock_steady();
    int64_t number = lease->number; /* only this thread changes it */
    const enum store_lease state =
        number ? lease->store->driver->renew(lease->store, number, TEXT_UNREAD) : LEASE_LOST;
    if (state == LEASE_UNKNOWN)
        return;
    if (state == LEASE_LOST) {
        set(lease, 0, 0);
        number = lease->store->driver->join(lease->store, lease->name, TEXT_UNREAD);
    }
    set(lease, number, number ? asked + STORE_LEASE_SECONDS : 0);
}

static void *work(void *context)
{
    struct lease *lease = context;
    pthread_mutex_lock(&lease->mutex);
    while (rest(lease, RENEW_SECONDS)) {
        pthread_mutex_unlock(&lease->mutex);
        renew(lease);
        pthread_mutex_lock(&lease->mutex);
    }
    pthread_mutex_unlock(&lease->mutex);
    return NULL;
}

/* Tries until the name is free. */
static bool join(struct lease *lease, struct text *why)
{
    const double until = clock_steady() + PATIENCE_SECONDS;
    for (;;) {
        const double asked = clock_steady();
        text_clear(why);
        const int64_t number = lease->store->driver->join(lease->store, lease->name, why);
        if (number)
            set(lease, number, asked + STORE_LEASE_SECONDS);
        if (number || asked > until)
            return number;
        nanosleep(&(struct timespec){0, 250000000}, NULL);
    }
}

struct lease *lease_open(const char *store, const char *name, struct text *why)
{
    struct lease *lease = memory_new(1, sizeof *lease);
    pthread_condattr_t steady_clock;
    lease->name = name;
    pthread_mutex_init(&lease->mutex, NULL);
    pthread_condattr_init(&steady_clock);
    pthread_condattr_setclock(&steady_clock, CLOCK_MONOTONIC);
    pthread_cond_init(&lease->change, &steady_clock);
    pthread_condattr_destroy(&steady_clock);
    lease->store = store_open(store, STORE_READ, why);
    if (!lease->store || !join(lease, why)) {
        lease_close(lease);
        return NULL;
    }
    if (pthread_create(&lease->thread, NULL, work, lease) != 0)
        abort();
    lease->runs = true;
    return lease;
}

int64_t lease_number(struct lease *lease)
{
    pthread_mutex_lock(&lease->mutex);
    const int64_t number = clock_steady() < lease->until ? lease->number : 0;
    pthread_mutex_unlock(&lease->mutex);
    return number;
}

void lease_leave(struct lease *lease)
{
    if (!lease->runs)
        return;
    pthread_mutex_lock(&lease->mutex);
    lease->stop = true;
    pthread_cond_signal(&lease->change);
    pthread_mutex_unlock(&lease->mutex);
    pthread_join(lease->thread, NULL);
    lease->runs = false;
    if (lease->number)
        lease->store->driver->leave(lease->store, lease->number);
    set(lease, 0, 0);
}

void lease_close(struct lease *lease)
{
    if (!lease)
        return;
    lease_leave(lease);
    if (lease->store)
        store_close(lease->store);
    pthread_mutex_destroy(&lease->mutex);
    pthread_cond_destroy(&lease->change);
    free(lease);
}
