#include "server/work/bots.h"

#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "server/work/review.h"

#define KEPT 8 /* bots that a thread keeps open */

struct list {
    struct bots_job *first, **end;
};

struct bots {
    struct ev_loop *loop;
    ev_async wake;
    bots_done *done;
    void *context;
    int threads;
    pthread_t *thread;
    pthread_mutex_t mutex; /* for what follows */
    pthread_cond_t change;
    struct list asked, answered;
    atomic_bool stop; /* changes under the mutex */
};

static void list_add(struct list *list, struct bots_job *job)
{
    job->next = NULL;
    *list->end = job;
    list->end = &job->next;
}

static struct bots_job *list_take(struct list *list)
{
    struct bots_job *job = list->first;
    if (job) {
        list->first = job->next;
        if (!list->first)
            list->end = &list->first;
    }
    return job;
}

static void free_job(struct bots_job *job)
{
    game_history_free(&job->history);
    free(job->hints);
    free(job->record);
    free(job->json);
    free(job);
}

/* The bots that one thread has open, the last used first. */
struct kept {
    struct {
        const struct game *game;
        char agent[MATCH_NAME_MAX];
        struct bot bot;
    } place[KEPT];
};

static struct bot *find_bot(struct kept *kept, const struct bots_job *job)
{
    int i = 0;
    while (i < KEPT - 1 && kept->place[i].game &&
           !(kept->place[i].game == job->game && strcmp(kept->place[i].agent, job->agent) == 0))
        i++;
    struct kept now = *kept;
    if (now.place[i].game != job->game || strcmp(now.place[i].agent, job->agent) != 0) {
        char unused[TEXT_WHY];
        struct text why = text_on(unused, sizeof unused);
        bot_close(&now.place[i].bot);
        now.place[i].game = job->game;
        memcpy(now.place[i].agent, job->agent, sizeof job->agent);
        struct game_settings usual;
        game_defaults(job->game, &usual);
        if (!bot_open(&now.place[i].bot, job->game, span_of(job->agent), &why))
            bot_open_as(&now.place[i].bot, agent_best(job->game, &usual), (struct span){NULL, 0},
                        &why);
    }
    kept->place[0] = now.place[i];
    memcpy(&kept->place[1], &now.place[0], (size_t)i * sizeof now.place[0]);
    return &kept->place[0].bot;
}

static void think(struct kept *kept, struct bots_job *job, struct rng *rng)
{
    game_action actions[GAME_ACTIONS_MAX];
    const size_t count = job->game->actions(&job->state, job->seat, actions);
    job->line[0] = '\0';
    if (count == 0)
        return;
    const game_action chosen = bot_choose(find_bot(kept, job), job->game, &job->state, job->seat,
                                          actions, count, &job->history, rng);
    struct text line = text_on(job->line, sizeof job->line);
    job->game->write(&job->state, chosen, &job->history, GAME_OPEN, &line);
}

static void *work(void *context)
{
    struct bots *bots = context;
    struct kept *kept = memory_new(1, sizeof *kept);
    struct rng rng;
    uint64_t seed;
    randombytes_buf(&seed, sizeof seed);
    rng_seed(&rng, seed);
    for (;;) {
        pthread_mutex_lock(&bots->mutex);
        while (!bots->asked.first && !bots->stop)
            pthread_cond_wait(&bots->change, &bots->mutex);
        struct bots_job *job = bots->stop ? NULL : list_take(&bots->asked);
        pthread_mutex_unlock(&bots->mutex);
        if (!job)
            break;
        if (job->task == BOTS_MOVE)
            think(kept, job, &rng);
        else if (job->task == BOTS_HINT)
            review_hint(job);
        else
            review_analyse(job, &bots->stop);
        pthread_mutex_lock(&bots->mutex);
        list_add(&bots->answered, job);
        pthread_mutex_unlock(&bots->mutex);
        ev_async_send(bots->loop, &bots->wake);
    }
    for (int i = 0; i < KEPT; i++)
        bot_close(&kept->place[i].bot);
    free(kept);
    return NULL;
}

static void on_wake(struct ev_loop *loop, ev_async *wake, int events)
{
    struct bots *bots = wake->data;
    (void)loop;
    (void)events;
    for (;;) {
        pthread_mutex_lock(&bots->mutex);
        struct bots_job *job = list_take(&bots->answered);
        pthread_mutex_unlock(&bots->mutex);
        if (!job)
            return;
        bots->done(bots->context, job);
        free_job(job);
    }
}

struct bots *bots_open(int threads, struct ev_loop *loop, bots_done *done, void *context)
{
    struct bots *bots = memory_new(1, sizeof *bots);
    bots->loop = loop;
    bots->done = done;
    bots->context = context;
    bots->threads = threads;
    bots->thread = memory_new((size_t)threads, sizeof *bots->thread);
    bots->asked.end = &bots->asked.first;
    bots->answered.end = &bots->answered.first;
    ev_async_init(&bots->wake, on_wake);
    bots->wake.data = bots;
    ev_async_start(loop, &bots->wake);
    pthread_mutex_init(&bots->mutex, NULL);
    pthread_cond_init(&bots->change, NULL);
    for (int i = 0; i < threads; i++) {
        if (pthread_create(&bots->thread[i], NULL, work, bots) != 0)
            abort();
    }
    return bots;
}

void bots_close(struct bots *bots)
{
    pthread_mutex_lock(&bots->mutex);
    bots->stop = true;
    pthread_cond_broadcast(&bots->change);
    pthread_mutex_unlock(&bots->mutex);
    for (int i = 0; i < bots->threads; i++)
        pthread_join(bots->thread[i], NULL);
    ev_async_stop(bots->loop, &bots->wake);
    for (struct bots_job *job; (job = list_take(&bots->asked));)
        free_job(job);
    for (struct bots_job *job; (job = list_take(&bots->answered));)
        free_job(job);
    pthread_mutex_destroy(&bots->mutex);
    pthread_cond_destroy(&bots->change);
    free(bots->thread);
    free(bots);
}

void bots_ask(struct bots *bots, struct bots_job *job)
{
    pthread_mutex_lock(&bots->mutex);
    list_add(&bots->asked, job);
    pthread_cond_signal(&bots->change);
    pthread_mutex_unlock(&bots->mutex);
}

struct bots_job *bots_new_job(const struct match *match)
{
    struct bots_job *job = memory_new(1, sizeof *job);
    job->game = match->game;
    job->settings = match->settings;
    job->lines = match->body.count;
    job->state = match->state;
    for (size_t i = 0; i < match->history.trail_count; i++)
        game_trail_add(&job->history, match->history.trail[i]);
    return job;
}
