#include "api/team.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"

/* How long a thread looks again and again before it sleeps: about as long as waking it takes. */
enum { LOOK_NANOSECONDS = 50000 };

struct helper {
    struct team *team;
    int thread;
    pthread_t id;
};

/* `work` and `context` are written before `ticket` announces pieces, and not again until all pieces
 * are done. So a thread that has taken a piece may read them. */
struct team {
    struct helper *helper; /* threads - 1 */
    int threads;
    int started;   /* helpers that run */
    pid_t process; /* in which the helpers run; 0: never started */
    team_work *work;
    void *context;
    atomic_uint_least64_t ticket; /* the run's number, and in the low half the pieces left */
    atomic_int undone;            /* pieces that are not done */
    atomic_int sleeping;          /* threads that must be woken */
    atomic_bool closing;
    pthread_mutex_t lock;   /* of the condition */
    pthread_cond_t changed; /* there are pieces, the last one is done, or the team is closing */
};

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static bool is_called(struct team *team)
{
    return (uint32_t)atomic_load(&team->ticket) != 0 || atomic_load(&team->closing);
}

static bool is_emptied(struct team *team)
{
    return atomic_load(&team->undone) == 0;
}

/* Looks for a while, and lets others have the processor meanwhile; then sleeps. */
static void wait_until(struct team *team, bool (*is_so)(struct team *team))
{
    for (const int64_t until = now() + LOOK_NANOSECONDS; now() <= until; sched_yield()) {
        if (is_so(team))
            return;
    }
    pthread_mutex_lock(&team->lock);
    atomic_fetch_add(&team->sleeping, 1);
    while (!is_so(team))
        pthread_cond_wait(&team->changed, &team->lock);
    atomic_fetch_sub(&team->sleeping, 1);
    pthread_mutex_unlock(&team->lock);
}

/* After a change: threads about to sleep see it, and sleeping threads are woken. */
static void wake(struct team *team)
{
    if (atomic_load(&team->sleeping) == 0)
        return;
    pthread_mutex_lock(&team->lock);
    pthread_cond_broadcast(&team->changed);
    pthread_mutex_unlock(&team->lock);
}

/* Does a piece that nobody has taken; false if there is none. */
static bool do_piece(struct team *team, int thread)
{
    uint64_t ticket = atomic_load(&team->ticket);
    do {
        if ((uint32_t)ticket == 0)
            return false;
    } while (!atomic_compare_exchange_weak(&team->ticket, &ticket, ticket - 1));
    team->work(team->context, (int)(uint32_t)ticket - 1, thread);
    if (atomic_fetch_sub(&team->undone, 1) == 1)
        wake(team);
    return true;
}

static void *help(void *argument)
{
    const struct helper *helper = argument;
    struct team *team = helper->team;
    while (!atomic_load(&team->closing)) {
        if (!do_piece(team, helper->thread))
            wait_until(team, is_called);
    }
    return NULL;
}

/* Starts the helpers, which take no signals of the host's. */
static void start(struct team *team)
{
    sigset_t all, before;
    team->process = getpid();
    team->started = 0;
    atomic_store(&team->sleeping, 0);
    pthread_mutex_init(&team->lock, NULL);
    pthread_cond_init(&team->changed, NULL);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    for (int thread = 1; thread < team->threads; thread++) {
        struct helper *helper = &team->helper[thread - 1];
        *helper = (struct helper){.team = team, .thread = thread};
        if (pthread_create(&helper->id, NULL, help, helper) != 0)
            break;
        team->started++;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

struct team *team_open(int threads)
{
    struct team *team = memory_new(1, sizeof *team);
    team->threads = threads;
    team->helper = memory_new((size_t)threads, sizeof *team->helper);
    return team;
}

void team_close(struct team *team)
{
    if (!team)
        return;
    if (team->process == getpid()) { /* fork does not copy threads: a child has none to join */
        atomic_store(&team->closing, true);
        wake(team);
        for (int i = 0; i < team->started; i++)
            pthread_join(team->helper[i].id, NULL);
        pthread_mutex_destroy(&team->lock);
        pthread_cond_destroy(&team->changed);
    }
    memory_free(team->helper);
    memory_free(team);
}

void team_run(struct team *team, int pieces, team_work *work, void *context)
{
    if (team->process != getpid())
        start(team);
    team->work = work;
    team->context = context;
    atomic_store(&team->undone, pieces);
    const uint64_t run = (atomic_load(&team->ticket) >> 32) + 1;
    atomic_store(&team->ticket, run << 32 | (uint32_t)pieces);
    wake(team);
    while (do_piece(team, 0))
        ;
    wait_until(team, is_emptied);
}
