#include "server/work/queue.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void job_list_init(struct job_list *list)
{
    *list = (struct job_list){.first = NULL, .end = &list->first};
}

void job_list_add(struct job_list *list, struct job *job)
{
    job->next = NULL;
    *list->end = job;
    list->end = &job->next;
}

struct job *job_list_take(struct job_list *list)
{
    struct job *job = list->first;
    if (job) {
        list->first = job->next;
        if (!list->first)
            list->end = &list->first;
    }
    return job;
}

/* The jobs of one client address. It exists while it has jobs. */
struct queue_client {
    char address[IP_TEXT_MAX];
    struct queue_client *next;      /* in the order of turns */
    struct queue_client *hash_next; /* in its bucket */
    struct job_list jobs;
};

static struct queue_client **find_slot(struct queue_kind *kind, const char *address)
{
    struct queue_client **at = &kind->hash[text_hash(address) % QUEUE_HASH];
    while (*at && strcmp((*at)->address, address) != 0)
        at = &(*at)->hash_next;
    return at;
}

static void add_client(struct queue_kind *kind, struct queue_client *client)
{
    client->next = NULL;
    if (kind->first)
        kind->last->next = client;
    else
        kind->first = client;
    kind->last = client;
}

void queue_add(struct queue *queue, struct job *job)
{
    struct queue_kind *kind = &queue->kind[!job->people];
    struct queue_client **at = find_slot(kind, job->address);
    if (!*at) {
        *at = memory_new(1, sizeof **at);
        memcpy((*at)->address, job->address, sizeof job->address);
        job_list_init(&(*at)->jobs);
        add_client(kind, *at);
    }
    job_list_add(&(*at)->jobs, job);
    queue->count++;
    queue->counts.waiting[!job->people][job->task]++;
}

/* The next job of the address whose turn it is; the turn goes to the next address. */
static struct job *take(struct queue_kind *kind)
{
    struct queue_client *client = kind->first;
    struct job *job = job_list_take(&client->jobs);
    kind->first = client->next;
    if (client->jobs.first) {
        add_client(kind, client);
    } else {
        *find_slot(kind, client->address) = client->hash_next;
        free(client);
    }
    return job;
}

struct job *queue_take(struct queue *queue)
{
    struct queue_kind *people = &queue->kind[0], *others = &queue->kind[1];
    if (queue->count == 0)
        return NULL;
    const bool takes_people = people->first && (!others->first || queue->turns < QUEUE_TURNS - 1);
    struct job *job = take(takes_people ? people : others);
    queue->turns = takes_people ? queue->turns + 1 : 0;
    queue->count--;
    queue->counts.waiting[!takes_people][job->task]--;
    return job;
}
