/* Several processes over MPI. All calls of MPI are made under one lock, and none of them waits for
 * long: whoever waits for a message asks for it again and again, and sleeps in between, so that
 * waiting takes no time from the threads that work.
 *
 * A helper that ends before it is told to says why: rank 0 gets the last line that the helper wrote
 * to its standard error, and prints it. Wherever rank 0 waits for helpers it looks for that. */
#include "cli/ranks.h"

#include <fcntl.h>
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "base/fault.h"
#include "base/lang.h"
#include "program/command.h"
#include "program/stopping.h"

/* Tags of messages: a thread's block, and what it gave; the end of a run, and the answer to that; a
 * helper's number of threads, and how many all have; a helper has given up. */
enum {
    TAG_BLOCK = 0,
    TAG_RESULT = 10000,
    TAG_STOP = 20000,
    TAG_DONE,
    TAG_READY,
    TAG_START,
    TAG_GONE
};

enum { REMARKS_MAX = 1 << 16 }; /* bytes of a helper's standard error that are kept */

static const double patience = 0.4; /* seconds that the end of a run waits for the helpers */

static struct {
    int rank, count;
    bool joined;     /* there are other processes */
    bool stopped;    /* rank 0: the helpers have been told; helpers: they have answered */
    atomic_int lost; /* rank 0: helpers that have given up and whose reason was received */
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

/* Receives a message if one is there, into new memory; false if there is none. No memory is
 * allocated under the lock. */
static bool receive(int *rank, int *tag, unsigned char **bytes, size_t *length)
{
    MPI_Message message;
    MPI_Status status;
    int there = 0, count = 0;
    pthread_mutex_lock(&all.lock);
    MPI_Improbe(*rank, *tag, MPI_COMM_WORLD, &there, &message, &status);
    if (there)
        MPI_Get_count(&status, MPI_BYTE, &count);
    pthread_mutex_unlock(&all.lock);
    if (!there)
        return false;
    *bytes = memory_new((size_t)count + 1, 1);
    *length = (size_t)count;
    *rank = status.MPI_SOURCE;
    *tag = status.MPI_TAG;
    pthread_mutex_lock(&all.lock);
    MPI_Mrecv(*bytes, count, MPI_BYTE, &message, MPI_STATUS_IGNORE);
    pthread_mutex_unlock(&all.lock);
    return true;
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

/* Says which helper has given up and why, if one has, and stops the run. Of several only the first
 * is named: threads may receive the reasons of two at once. Returns whether one has given up. */
static bool look_for_lost(void)
{
    int rank = MPI_ANY_SOURCE, tag = TAG_GONE;
    unsigned char *reason;
    size_t length;
    if (ranks_are_lost() || !receive(&rank, &tag, &reason, &length))
        return ranks_are_lost();
    if (atomic_fetch_add(&all.lost, 1) == 0) {
        fprintf(stderr, tr("cornet: rank %d on %s gave up: %s\n"), rank, (const char *)reason,
                (const char *)reason + strlen((const char *)reason) + 1);
        stopping_stop();
    }
    memory_free(reason);
    return true;
}

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
        if (atomic_load(block->halt) || look_for_lost())
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
    for (double left = patience; answers + atomic_load(&all.lost) < all.count - 1 && left > 0;) {
        int rank = MPI_ANY_SOURCE, tag = MPI_ANY_TAG;
        if (drop(&rank, &tag)) {
            answers += tag == TAG_DONE || tag == TAG_GONE;
        } else {
            rest();
            left -= 0.0002;
        }
    }
    return answers + atomic_load(&all.lost) == all.count - 1;
}

static void finish(void)
{
    stop_helpers();
}

/* ---- the helpers ---- */

/* What the threads of a helper share. */
struct service {
    const struct batch_job *job;
    atomic_bool halt;
    atomic_bool failed; /* a thread has, and has said why */
};

struct helper {
    struct service *service;
    int thread;
};

static void help(const struct helper *h)
{
    const struct batch_job *job = h->service->job;
    const atomic_bool *halt = &h->service->halt;
    void *worker = job->open(job->context);
    while (!atomic_load(halt)) {
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
        struct batch_block work = {.first = head.first, .end = head.end, .halt = halt};
        job->work(worker, &work);
        struct batch_block answer = {0};
        head.end = work.end;
        batch_add(&answer, &head, sizeof head);
        batch_add(&answer, work.bytes, work.length);
        if (!atomic_load(halt))
            send(answer.bytes, answer.length, 0, TAG_RESULT + h->thread);
        memory_free(answer.bytes);
        memory_free(work.bytes);
    }
    job->close(worker);
}

static void *run_helper(void *argument)
{
    struct helper *h = argument;
    struct fault fault;
    fault_watch(&fault, &h->service->halt);
    help(h);
    fault_unwatch(&fault);
    if (fault.why[0]) {
        fprintf(stderr, "cornet: %s\n", fault.why);
        atomic_store(&h->service->failed, true);
    }
    return NULL;
}

static void answer_stop(void)
{
    if (!all.stopped)
        send(NULL, 0, 0, TAG_DONE);
    all.stopped = true;
}

/* What the programs that play have said must not fill the memory. */
static void shorten_remarks(void)
{
    if (lseek(STDERR_FILENO, 0, SEEK_END) > REMARKS_MAX && ftruncate(STDERR_FILENO, 0) != 0)
        return; /* it is no file */
}

/* Tells rank 0 the name of this machine and the last line of what has been said here. */
static void give_up(void)
{
    char message[MPI_MAX_PROCESSOR_NAME + 1 + REMARKS_MAX + 1];
    int name;
    MPI_Get_processor_name(message, &name);
    char *reason = message + name + 1;
    shorten_remarks();
    const ssize_t length = pread(STDERR_FILENO, reason, REMARKS_MAX, 0);
    size_t end = length > 0 ? (size_t)length : 0;
    while (end > 0 && reason[end - 1] == '\n')
        end--;
    reason[end] = '\0';
    char *line = strrchr(reason, '\n') ? strrchr(reason, '\n') + 1 : reason;
    if (strncmp(line, "cornet", 6) == 0 && strstr(line, ": "))
        line = strstr(line, ": ") + 2; /* rank 0 says that itself */
    memmove(reason, line, strlen(line) + 1);
    send(message, (size_t)name + 1 + strlen(reason) + 1, 0, TAG_GONE);
    all.stopped = true;
}

static void serve(const struct batch_job *job)
{
    struct service service = {.job = job};
    struct helper *helper = memory_new((size_t)job->threads, sizeof *helper);
    pthread_t *thread = memory_new((size_t)job->threads, sizeof *thread);
    for (int i = 0; i < job->threads; i++) {
        helper[i] = (struct helper){&service, i};
        if (pthread_create(&thread[i], NULL, run_helper, &helper[i]) != 0)
            fault_report("%s", tr("a thread could not be started"));
    }
    for (int rank = 0, tag = TAG_STOP; !drop(&rank, &tag);) {
        if (atomic_load(&service.failed) || stopping_is_asked())
            exit(COMMAND_WRONG_INPUT);
        shorten_remarks();
        rest();
    }
    atomic_store(&service.halt, true);
    for (int i = 0; i < job->threads; i++)
        pthread_join(thread[i], NULL);
    memory_free(helper);
    memory_free(thread);
    answer_stop();
}

/* ---- all ---- */

/* At the end of the program. If a helper goes on thinking, it is ended. The threads that go on here
 * wait for the lock until the process is gone. */
static void leave(int status, void *unused)
{
    (void)unused;
    if (all.rank == 0 && !stop_helpers())
        MPI_Abort(MPI_COMM_WORLD, status);
    if (all.rank > 0 && !all.stopped)
        give_up();
    pthread_mutex_lock(&all.lock);
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
    on_exit(leave, NULL);
    if (all.rank == 0)
        return;
    /* Rank 0 says everything, and is told of Ctrl-C. */
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    const int remarks = memfd_create("remarks", MFD_CLOEXEC);
    if (!freopen("/dev/null", "w", stdout) || remarks < 0 ||
        fcntl(remarks, F_SETFL, O_APPEND) != 0 || dup2(remarks, STDERR_FILENO) < 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
}

bool ranks_is_helper(void)
{
    return all.rank > 0;
}

bool ranks_are_lost(void)
{
    return atomic_load(&all.lost) > 0;
}

/* The number that the rank sends with the tag; -1 if it comes to an end instead. */
static int await_number(int from, int tag)
{
    int number = -1;
    for (;;) {
        int rank = from, found = tag, stop = TAG_STOP;
        unsigned char *bytes;
        size_t length;
        if (receive(&rank, &found, &bytes, &length)) {
            memcpy(&number, bytes, sizeof number);
            memory_free(bytes);
            return number;
        }
        if (all.rank == 0 ? look_for_lost() : drop(&rank, &stop))
            return -1;
        rest();
    }
}

int ranks_threads(int threads)
{
    int least = threads;
    if (!all.joined)
        return threads;
    if (all.rank > 0) {
        send(&threads, sizeof threads, 0, TAG_READY);
        least = await_number(0, TAG_START);
        if (least > 0)
            return least;
        answer_stop();
        exit(COMMAND_DONE);
    }
    for (int rank = 1; rank < all.count; rank++) {
        const int there = await_number(rank, TAG_READY);
        if (there < 0)
            exit(COMMAND_WRONG_INPUT);
        least = there < least ? there : least;
    }
    for (int rank = 1; rank < all.count; rank++)
        send(&least, sizeof least, rank, TAG_START);
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
            if (!done && all.rank == 0 && look_for_lost())
                MPI_Abort(MPI_COMM_WORLD,
                          COMMAND_WRONG_INPUT); /* the others wait as this one did */
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
