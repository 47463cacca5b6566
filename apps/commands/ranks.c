/* Several processes over MPI. All calls of MPI are made under one lock, and none of them waits for
 * long: whoever waits for a message asks for it again and again, and sleeps in between, so that
 * waiting takes no time from the threads that work. */
#include "apps/commands/ranks.h"

#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Tags of messages: a thread's block, what it gave, the end of a run, and the answer to that. */
enum { TAG_BLOCK = 0, TAG_RESULT = 10000, TAG_STOP = 20000, TAG_DONE };

static const double patience = 0.4; /* seconds that the end of a run waits for the helpers */

static struct {
    int rank, count;
    bool joined;  /* there are other processes */
    bool stopped; /* rank 0: the helpers have been told; helpers: they have answered */
    pthread_mutex_t lock;
} all = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void rest(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
}

static void send(const void *bytes, size_t length, int rank, int tag)
{
    pthread_mutex_lock(&all.lock);
    MPI_Send(bytes, (int)length, MPI_BYTE, rank, tag, MPI_COMM_WORLD);
    pthread_mutex_unlock(&all.lock);
}

/* Receives a message if one is there, into new memory; false if there is none. */
static bool receive(int *rank, int *tag, unsigned char **bytes, size_t *length)
{
    MPI_Status status;
    int there = 0, count = 0;
    pthread_mutex_lock(&all.lock);
    MPI_Iprobe(*rank, *tag, MPI_COMM_WORLD, &there, &status);
    if (there) {
        MPI_Get_count(&status, MPI_BYTE, &count);
        *bytes = memory_new((size_t)count + 1, 1);
        *length = (size_t)count;
        *rank = status.MPI_SOURCE;
        *tag = status.MPI_TAG;
        MPI_Recv(*bytes, count, MPI_BYTE, *rank, *tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    pthread_mutex_unlock(&all.lock);
    return there;
}

/* Receives a message without content, or one that nobody wants; false if there is none. */
static bool drop(int *rank, int *tag)
{
    unsigned char *bytes;
    size_t length;
    const bool there = receive(rank, tag, &bytes, &length);
    if (there)
        memory_free(bytes);
    return there;
}

/* ---- rank 0 ---- */

/* What goes with a block: its pieces, and from a helper what they gave follows. */
struct head {
    uint64_t first, end;
};

static bool ask(int rank, int thread, struct batch_block *block)
{
    const struct head head = {block->first, block->end};
    unsigned char *bytes;
    size_t length;
    send(&head, sizeof head, rank, TAG_BLOCK + thread);
    for (;;) {
        int from = rank, tag = TAG_RESULT + thread;
        if (receive(&from, &tag, &bytes, &length))
            break;
        if (atomic_load(block->halt))
            return false;
        rest();
    }
    struct head back;
    memcpy(&back, bytes, sizeof back);
    block->end = back.end;
    batch_add(block, bytes + sizeof back, length - sizeof back);
    memory_free(bytes);
    return true;
}

/* Tells the helpers that the run is over, and waits until they have answered. Returns whether all
 * have. */
static bool stop_helpers(void)
{
    int answers = 0;
    if (all.stopped)
        return true;
    all.stopped = true;
    for (int rank = 1; rank < all.count; rank++)
        send(NULL, 0, rank, TAG_STOP);
    for (double left = patience; answers < all.count - 1 && left > 0;) {
        int rank = MPI_ANY_SOURCE, tag = MPI_ANY_TAG;
        if (drop(&rank, &tag)) {
            answers += tag == TAG_DONE;
        } else {
            rest();
            left -= 0.0002;
        }
    }
    return answers == all.count - 1;
}

static void finish(void)
{
    stop_helpers();
}

/* ---- the helpers ---- */

struct helper {
    const struct batch_job *job;
    const atomic_bool *halt;
    int thread;
};

static void *help(void *argument)
{
    const struct helper *h = argument;
    void *worker = h->job->open(h->job->context);
    while (!atomic_load(h->halt)) {
        int rank = 0, tag = TAG_BLOCK + h->thread;
        unsigned char *bytes;
        size_t length;
        if (!receive(&rank, &tag, &bytes, &length)) {
            rest();
            continue;
        }
        struct head head;
        memcpy(&head, bytes, sizeof head);
        memory_free(bytes);
        struct batch_block work = {.first = head.first, .end = head.end, .halt = h->halt};
        h->job->work(worker, &work);
        struct batch_block answer = {0};
        head.end = work.end;
        batch_add(&answer, &head, sizeof head);
        batch_add(&answer, work.bytes, work.length);
        if (!atomic_load(h->halt))
            send(answer.bytes, answer.length, 0, TAG_RESULT + h->thread);
        memory_free(answer.bytes);
        memory_free(work.bytes);
    }
    h->job->close(worker);
    return NULL;
}

static void answer_stop(void)
{
    if (!all.stopped)
        send(NULL, 0, 0, TAG_DONE);
    all.stopped = true;
}

static void serve(const struct batch_job *job)
{
    atomic_bool halt = false;
    struct helper *helper = memory_new((size_t)job->threads, sizeof *helper);
    pthread_t *thread = memory_new((size_t)job->threads, sizeof *thread);
    for (int i = 0; i < job->threads; i++) {
        helper[i] = (struct helper){job, &halt, i};
        if (pthread_create(&thread[i], NULL, help, &helper[i]) != 0)
            MPI_Abort(MPI_COMM_WORLD, 1); /* rank 0 would wait for it */
    }
    for (int rank = 0, tag = TAG_STOP; !drop(&rank, &tag);)
        rest();
    atomic_store(&halt, true);
    for (int i = 0; i < job->threads; i++)
        pthread_join(thread[i], NULL);
    memory_free(helper);
    memory_free(thread);
    answer_stop();
}

/* ---- all ---- */

/* At the end of the program. If a helper goes on thinking, it is ended. */
static void leave(void)
{
    if (all.rank == 0 && !stop_helpers())
        MPI_Abort(MPI_COMM_WORLD, 0);
    if (all.rank > 0)
        answer_stop();
    MPI_Finalize();
}

/* A program that mpirun or a batch system has started finds one of these. */
static bool is_started_by_mpi(void)
{
    return getenv("OMPI_COMM_WORLD_SIZE") || getenv("PMIX_RANK") || getenv("PMI_RANK");
}

void ranks_start(void)
{
    int given;
    if (!is_started_by_mpi())
        return;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &given);
    MPI_Comm_rank(MPI_COMM_WORLD, &all.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &all.count);
    all.joined = all.count > 1 && given >= MPI_THREAD_SERIALIZED;
    all.stopped = !all.joined;
    atexit(leave);
    if (all.rank == 0)
        return;
    /* Rank 0 says everything, and is told of Ctrl-C. */
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr))
        MPI_Abort(MPI_COMM_WORLD, 1);
}

bool ranks_is_helper(void)
{
    return all.rank > 0;
}

int ranks_threads(int threads)
{
    int least = threads;
    if (all.joined)
        MPI_Allreduce(&threads, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    return least;
}

const struct batch_remote *ranks_remote(void)
{
    static struct batch_remote remote = {.ask = ask, .serve = serve, .finish = finish};
    if (!all.joined)
        return NULL;
    remote.ranks = all.count - 1;
    remote.is_helper = all.rank > 0;
    return &remote;
}

/* Sends bytes of one rank to all others. */
static void share(void *bytes, size_t length, int from)
{
    for (size_t at = 0; at < length;) {
        const size_t part = length - at < (1u << 30) ? length - at : 1u << 30;
        MPI_Request request;
        int done = 0;
        MPI_Ibcast((char *)bytes + at, (int)part, MPI_BYTE, from, MPI_COMM_WORLD, &request);
        while (!done) {
            MPI_Test(&request, &done, MPI_STATUS_IGNORE);
            if (!done)
                rest();
        }
        at += part;
    }
}

const struct ranks *ranks_all(void)
{
    static struct ranks ranks = {.share = share};
    if (!all.joined)
        return NULL;
    ranks.rank = all.rank;
    ranks.count = all.count;
    return &ranks;
}
