#include "server/metrics.h"

#include <time.h>

/* Seconds. The last bucket is for the turns above all of them. */
static const double bounds[METRICS_BOUNDS] = {0.0001, 0.001, 0.01, 0.1, 0.5, 2, 10};

void metrics_turn(struct metrics *m, double seconds)
{
    int bucket = 0;
    while (bucket < METRICS_BOUNDS && seconds > bounds[bucket])
        bucket++;
    m->turns[bucket]++;
    m->turn_seconds += seconds;
    if (seconds > m->turn_longest)
        m->turn_longest = seconds;
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
    put_metric(out, "refused_total", "counter", "Messages refused.",
               (double)m->tables->protocol.refused);
    put_metric(out, "sent_bytes_total", "counter", "Bytes of messages sent.",
               (double)m->conns->bytes_out);
    put_metric(out, "dropped_total", "counter", "Clients dropped for not reading.",
               (double)m->conns->dropped);
    if (m->access_log)
        put_metric(out, "access_log_dropped_total", "counter",
                   "Lines that the access log was too slow for.",
                   (double)log_dropped(m->access_log));
}

static void put_tables(const struct metrics *m, struct text *out)
{
    put_metric(out, "tables", "gauge", "Tables in memory.", (double)m->tables->set->count);
    put_metric(out, "tables_total", "counter", "Tables made.", (double)m->tables->made);
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

static void put_loop(const struct metrics *m, struct text *out)
{
    uint64_t turns = 0;
    put_head(out, "loop_delay_seconds", "histogram",
             "How long the turns of the loop take, for which everybody waits.");
    for (int i = 0; i < METRICS_BOUNDS; i++) {
        turns += m->turns[i];
        text_printf(out, "cornet_loop_delay_seconds_bucket{le=\"%g\"} %llu\n", bounds[i],
                    (unsigned long long)turns);
    }
    turns += m->turns[METRICS_BOUNDS];
    text_printf(out, "cornet_loop_delay_seconds_bucket{le=\"+Inf\"} %llu\n",
                (unsigned long long)turns);
    text_printf(out, "cornet_loop_delay_seconds_sum %.17g\ncornet_loop_delay_seconds_count %llu\n",
                m->turn_seconds, (unsigned long long)turns);
    put_metric(out, "loop_longest_seconds", "gauge", "The longest turn since the start.",
               m->turn_longest);
}

void metrics_write(const struct metrics *m, struct text *out)
{
    put_tables(m, out);
    put_clients(m, out);
    put_store(m, out);
    put_queues(m, out);
    put_loop(m, out);
    put_metric(out, "cpu_seconds_total", "counter", "Processor time used.", cpu_seconds());
    put_metric(out, "uptime_seconds", "gauge", "Since the start.", clock_steady() - m->began);
}
