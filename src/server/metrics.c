#include "server/metrics.h"

#include <dirent.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

/* Seconds. */
static const double bounds[METRICS_BOUNDS] = {0.0001, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 2, 10};

static void histogram_add(struct histogram *histogram, double seconds, uint64_t times)
{
    int bucket = 0;
    while (bucket < METRICS_BOUNDS && seconds > bounds[bucket])
        bucket++;
    histogram->count[bucket] += times;
    histogram->sum += seconds * (double)times;
}

void metrics_turn(struct metrics *m, double seconds)
{
    histogram_add(&m->turns, seconds, 1);
    if (seconds > m->turn_longest)
        m->turn_longest = seconds;
    if (seconds > m->turn_longest_ever)
        m->turn_longest_ever = seconds;
}

void metrics_commit(struct metrics *m)
{
    const struct writer_commit last = writer_last(m->writer);
    histogram_add(&m->commits, last.seconds, 1);
    histogram_add(&m->events, last.waited, last.events);
}

static void put_head(struct text *out, const char *name, const char *kind, const char *help)
{
    text_printf(out, "# HELP cornet_%s %s\n# TYPE cornet_%s %s\n", name, help, name, kind);
}

static void put_metric(struct text *out, const char *name, const char *kind, const char *help,
                       double value)
{
    put_head(out, name, kind, help);
    text_printf(out, "cornet_%s %.17g\n", name, value);
}

static double cpu_seconds(void)
{
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (double)used.tv_sec + (double)used.tv_nsec * 1e-9;
}

static void put_clients(const struct metrics *m, struct text *out)
{
    static const char *const names[SOCKET_WAITS] = {
        [SOCKET_SILENT] = "silent", [SOCKET_ANSWER] = "answer", [SOCKET_MESSAGE] = "message",
        [SOCKET_IDLE] = "idle",     [SOCKET_PINGED] = "asked",  [SOCKET_CLOSING] = "closing",
    };
    put_metric(out, "connections", "gauge", "Open WebSockets.", (double)m->conns->count);
    put_metric(out, "connections_total", "counter", "WebSockets opened.", (double)m->conns->opened);
    put_head(out, "sockets", "gauge", "TCP connections by the event they wait for.");
    for (int wait = 0; wait < SOCKET_WAITS; wait++)
        text_printf(out, "cornet_sockets{state=\"%s\"} %zu\n", names[wait],
                    m->listener->waits[wait].count);
    put_metric(out, "messages_total", "counter", "Messages received.", (double)m->conns->received);
    put_metric(out, "sent_bytes_total", "counter", "Bytes of messages sent.",
               (double)m->conns->bytes_out);
    put_metric(out, "dropped_total", "counter",
               "Clients dropped because they did not read their messages.",
               (double)m->conns->dropped);
    put_metric(out, "evicted_total", "counter",
               "Clients without a seat dropped for others when the server was full.",
               (double)m->conns->evicted);
    if (m->access_log)
        put_metric(out, "access_log_dropped_total", "counter",
                   "Lines dropped because the access log was too slow.",
                   (double)log_dropped(m->access_log));
}

static void put_tables(const struct metrics *m, struct text *out)
{
    put_metric(out, "tables", "gauge", "Tables in memory.", (double)m->tables->set->count);
    put_metric(out, "tables_total", "counter", "Tables created.", (double)m->tables->made);
    put_metric(out, "moves_total", "counter", "Moves played, stored and announced.",
               (double)m->tables->moves);
    put_metric(out, "lines_total", "counter", "Lines of records, dice included.",
               (double)m->tables->lines);
}

static void put_store(const struct metrics *m, struct text *out)
{
    uint64_t commits, events, database, log;
    writer_counts(m->writer, &commits, &events);
    put_metric(out, "commits_total", "counter", "Commits of the store.", (double)commits);
    put_metric(out, "events_total", "counter", "Events stored.", (double)events);
    put_metric(out, "store_errors_total", "counter", "Commits that failed.",
               (double)m->store_errors);
    m->store->driver->size(m->store, &database, &log);
    put_head(out, "store_bytes", "gauge", "Size of the store's files.");
    text_printf(out, "cornet_store_bytes{file=\"database\"} %llu\n", (unsigned long long)database);
    text_printf(out, "cornet_store_bytes{file=\"wal\"} %llu\n", (unsigned long long)log);
}

static void put_queues(const struct metrics *m, struct text *out)
{
    static const char *const tasks[] = {[JOB_MOVE] = "move", [JOB_HINT] = "hint"};
    static const char *const tables[] = {"people", "bots"};
    struct queue_counts bots, reviews, reads;
    size_t waiting = 0;
    pool_count(m->bots, &bots);
    pool_count(m->reviewer, &reviews);
    pool_count(m->reader, &reads);
    put_head(out, "bot_queue", "gauge",
             "Moves and hints that wait for a thread, at tables with people and of bots alone.");
    for (int kind = 0; kind < 2; kind++) {
        for (int task = JOB_MOVE; task <= JOB_HINT; task++)
            text_printf(out, "cornet_bot_queue{task=\"%s\",tables=\"%s\"} %zu\n", tasks[task],
                        tables[kind], bots.waiting[kind][task]);
    }
    put_metric(out, "analysis_queue", "gauge", "Analyses that wait for the thread.",
               (double)(reviews.waiting[0][JOB_ANALYSIS] + reviews.waiting[1][JOB_ANALYSIS]));
    for (int task = JOB_TABLE; task < JOB_TASKS; task++)
        waiting += reads.waiting[0][task] + reads.waiting[1][task];
    put_metric(out, "reader_queue", "gauge",
               "Tables and pages that wait for a thread that reads the store.", (double)waiting);
}

static void put_histogram(struct text *out, const char *name, const char *help,
                          const struct histogram *histogram)
{
    uint64_t count = 0;
    put_head(out, name, "histogram", help);
    for (int i = 0; i < METRICS_BOUNDS; i++) {
        count += histogram->count[i];
        text_printf(out, "cornet_%s_bucket{le=\"%g\"} %llu\n", name, bounds[i],
                    (unsigned long long)count);
    }
    count += histogram->count[METRICS_BOUNDS];
    text_printf(out, "cornet_%s_bucket{le=\"+Inf\"} %llu\n", name, (unsigned long long)count);
    text_printf(out, "cornet_%s_sum %.17g\ncornet_%s_count %llu\n", name, histogram->sum, name,
                (unsigned long long)count);
}

static void put_times(struct metrics *m, struct text *out)
{
    put_histogram(out, "loop_delay_seconds",
                  "How long the turns of the loop take, for which everybody waits.", &m->turns);
    put_histogram(out, "commit_seconds", "How long commits of the store take.", &m->commits);
    put_histogram(out, "event_latency_seconds",
                  "From a move or other event to its confirmation: an upper bound for each.",
                  &m->events);
    put_metric(out, "loop_longest_seconds", "gauge",
               "Longest iteration of the event loop since this page was last read.",
               m->turn_longest);
    put_metric(out, "loop_longest_ever_seconds", "gauge",
               "Longest iteration of the event loop since the start.", m->turn_longest_ever);
    m->turn_longest = 0;
}

/* The number of this process's open files; 0 if the system does not tell. */
static size_t count_files(void)
{
    DIR *folder = opendir("/proc/self/fd");
    size_t count = 0;
    if (!folder)
        return 0;
    while (readdir(folder))
        count++;
    closedir(folder);
    return count - 3; /* `.`, `..` and the folder itself */
}

double metrics_memory(void)
{
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file)
        return 0;
    if (fscanf(file, "%*u %lu", &pages) != 1)
        pages = 0;
    fclose(file);
    return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

static void put_process(const struct metrics *m, struct text *out)
{
    put_head(out, "build_info", "gauge", "The version; the value is always 1.");
    text_printf(out, "cornet_build_info{version=\"%s\"} 1\n", CORNET_VERSION);
    put_metric(out, "cpu_seconds_total", "counter", "CPU time used.", cpu_seconds());
    put_metric(out, "resident_memory_bytes", "gauge", "Memory in use.", metrics_memory());
    put_metric(out, "open_files", "gauge", "Open file descriptors.", (double)count_files());
    put_metric(out, "uptime_seconds", "gauge", "Seconds since the start.",
               clock_steady() - m->began);
}

static void put_cluster(const struct metrics *m, struct text *out)
{
    if (!m->health->is_shared)
        return;
    put_metric(out, "lease", "gauge", "1 while this server holds a lease, else 0.",
               m->health->number ? 1 : 0);
    put_metric(out, "leases_lost_total", "counter", "Leases lost.", (double)m->leases_lost);
    const struct store_trips trips = postgres_trips();
    put_metric(out, "database_round_trips_total", "counter", "Queries to the database.",
               (double)trips.count);
    put_metric(out, "database_round_trip_seconds_total", "counter",
               "Waiting for the answers to these queries, in all threads together.", trips.seconds);
    put_metric(out, "takeovers_total", "counter", "Tables taken over from other servers.",
               (double)m->tables->takeovers);
}

static void put_errors(const struct metrics *m, struct text *out)
{
    const struct protocol *protocol = &m->tables->protocol;
    uint64_t refused = 0;
    put_head(out, "errors_total", "counter", "Requests refused, by the code of the error.");
    for (int i = 0; i < PROTOCOL_CODES && protocol->errors[i].code; i++) {
        text_printf(out, "cornet_errors_total{code=\"%s\"} %llu\n", protocol->errors[i].code,
                    (unsigned long long)protocol->errors[i].count);
        refused += protocol->errors[i].count;
    }
    put_metric(out, "refused_total", "counter", "Messages refused.", (double)refused);
}

void metrics_write(struct metrics *m, struct text *out)
{
    put_tables(m, out);
    put_clients(m, out);
    put_errors(m, out);
    put_store(m, out);
    put_cluster(m, out);
    put_queues(m, out);
    put_times(m, out);
    put_process(m, out);
}
