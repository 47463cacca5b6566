/* The Worker with the tables: the protocol (protocol/room.h) with the host for its surroundings.
 * Clients are ports to pages; events go to the host, which stores them before it passes on the
 * messages that follow; bots and judges are asked in another Worker (job.h). */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "agents/levels.h"
#include "base/lang.h"
#include "base/memory.h"
#include "protocol/room.h"
#include "wasm/host.h"
#include "wasm/job.h"
#include "wasm/lang.h"
#include "wasm/local.h"

#define LEAD 3000        /* milliseconds of the countdown to such a round */
#define ROUND_PAUSE 4000 /* milliseconds between two rounds of a game with its own clock */
#define FAIR_WAIT 600000 /* milliseconds: a phone may sleep, and nobody else waits for it */
#define TABLES_KEPT 16   /* in memory, also if nobody is at them */
#define FIRST '0'        /* of the id of a table here: no server's table begins like that */
#define RECORD 100       /* kind of an event: a whole imported record; only in browsers */

struct local_table {
    struct room base; /* first: a room of this protocol is one of these */
    struct local_table *next;
};

static struct local {
    struct protocol protocol;
    struct table_env env;
    struct text scratch;
    struct rng rng;
    struct local_table *tables; /* list, the last one used first */
    char absent[TABLE_ID_LENGTH + 1];
} local;

/* ---- tables ---- */

static struct local_table *find_table(const char *id)
{
    struct local_table *lt = local.tables;
    while (lt && strcmp(table_id(lt->base.table), id) != 0)
        lt = lt->next;
    return lt;
}

struct table *local_find(const char *id)
{
    const struct local_table *lt = find_table(id);
    return lt ? lt->base.table : NULL;
}

static void insert(struct local_table *lt, struct table *table)
{
    lt->base.protocol = &local.protocol;
    lt->base.table = table;
    table_set_owner(table, lt);
    lt->next = local.tables;
    local.tables = lt;
}

bool local_is_away(const char *id)
{
    return strlen(id) == TABLE_ID_LENGTH && id[0] == FIRST && !find_table(id) &&
           strcmp(id, local.absent) != 0;
}

static enum room_found find(struct protocol *protocol, const char *id, struct room **out)
{
    (void)protocol;
    struct local_table *lt = find_table(id);
    *out = lt ? &lt->base : NULL;
    return lt ? ROOM_HERE : local_is_away(id) ? ROOM_AWAY : ROOM_NONE;
}

static struct room *create(struct protocol *protocol, const struct table_setup *setup)
{
    char id[TABLE_ID_LENGTH + 1];
    unsigned char seed[FAIR_BYTES];
    struct local_table *lt = memory_new(1, sizeof *lt);
    (void)protocol;
    protocol_make_id(id, FIRST);
    host_random(seed, sizeof seed);
    if (setup->daily[0])
        memcpy(seed, setup->seed, sizeof seed);
    insert(lt, table_create(&local.env, lt, setup, id, seed, (uint64_t)host_now()));
    return &lt->base;
}

static bool may_create(struct client *client, struct table_refusal *refusal)
{
    (void)client;
    (void)refusal;
    return true;
}

static bool may_sit(struct client *client, struct room *room, struct table_refusal *refusal)
{
    (void)client;
    (void)room;
    (void)refusal;
    return true;
}

/* Empty tables are suspended, and the oldest of them are unloaded; everything is stored. */
static void settle(void)
{
    size_t count = 0;
    for (struct local_table **at = &local.tables; *at;) {
        struct local_table *lt = *at;
        const bool idle = !lt->base.clients && !table_is_thinking(lt->base.table);
        if (idle)
            table_sleep(lt->base.table, (uint64_t)host_now());
        if (++count <= TABLES_KEPT || !idle) {
            at = &lt->next;
            continue;
        }
        *at = lt->next;
        table_free(lt->base.table);
        free(lt);
    }
}

static void store(struct table *table, const struct table_event *event)
{
    host_store(table_id(table), table_event_count(table), event->kind, event->seat,
               (double)event->at, (double)event->left, event->text.at, event->text.length);
}

/* ---- clients ---- */

static uint64_t now(const struct protocol *protocol)
{
    (void)protocol;
    return (uint64_t)host_now();
}

static void send_message(struct client *client, struct span message, bool of_table)
{
    (void)of_table; /* messages and events keep their order */
    host_send(client, message.at, message.length);
}

static void tell(struct table *table, unsigned viewers, struct span message)
{
    const struct room *room = table_owner(table);
    for (struct client *client = room->clients; client; client = client->next) {
        if (room_is_viewer(client, viewers))
            host_send(client, message.at, message.length);
    }
}

static void reply(struct table *table, const struct table_asker *asker, struct span message)
{
    (void)table;
    host_send(asker->who, message.at, message.length);
}

static void ignore_client(struct client *client)
{
    (void)client;
}

static void ignore_table(struct room *room)
{
    (void)room; /* settle() looks at all of them after each call */
}

struct client *local_connect(void)
{
    struct client *client = memory_new(1, sizeof *client);
    client->protocol = &local.protocol;
    return client;
}

void local_disconnect(struct client *client)
{
    room_leave(client);
    protocol_drop_imported(client);
    free(client);
    settle();
}

/* ---- messages ---- */

/* One member: the name of the member that it is in, or nothing; its name; a letter for the type,
 * and the value. Each ends with a NUL. */
static const char *take(const char **at)
{
    const char *text = *at;
    *at += strlen(text) + 1;
    return text;
}

static struct message_value value_of(const char *text)
{
    static const char types[] = {
        [MESSAGE_STRING] = 's', [MESSAGE_NUMBER] = 'n', [MESSAGE_BOOLEAN] = 'b',
        [MESSAGE_OBJECT] = 'o', [MESSAGE_ARRAY] = 'a',  [MESSAGE_NULL] = '0',
        [MESSAGE_OTHER] = '?'};
    const char *type = memchr(types, text[0], sizeof types);
    return (struct message_value){.type = type ? (enum message_type)(type - types) : MESSAGE_OTHER,
                                  .string = span_of(text + 1),
                                  .number = strtoll(text + 1, NULL, 10)};
}

static bool read_message(struct message *m, const char *members, size_t length, const char **code,
                         struct text *why)
{
    const char *const end = members + length;
    message_clear(m);
    while (members < end) {
        const char *within = take(&members), *name = take(&members);
        const struct message_value value = value_of(take(&members));
        const struct message_member *member = message_find(*within ? within : name);
        if (member && !*within)
            message_put(m, member, &value, why);
        else if (member && message_is_set(m, member))
            message_put_inside(m, member, name, &value);
    }
    return message_finish(m, code, why);
}

const char *local_receive(struct client *client, const char *members, size_t length)
{
    static char away[TABLE_ID_LENGTH + 1];
    char reason[TEXT_WHY];
    struct table_refusal r = {.code = "bad-message", .why = text_on(reason, sizeof reason)};
    static struct message m;
    wasm_use_language(client->french);
    const bool good = read_message(&m, members, length, &r.code, &r.why);
    const bool done = protocol_handle(client, &m, good, &r, away);
    if (done)
        local.absent[0] = '\0';
    settle();
    return done ? NULL : away;
}

void local_failed(struct client *client, const char *members, size_t length)
{
    static struct message m;
    const char *code;
    wasm_use_language(client->french);
    read_message(&m, members, length, &code, TEXT_UNREAD);
    protocol_send_error(client, m.id, "files",
                        tr("data for this game cannot be loaded now; try again later"));
}

/* ---- what a message needs ---- */

enum { NEEDS = 512 }; /* room for what a table needs, in words */

/* Whether the seat's name asks for more than the levels below the highest: the best agent. */
static bool is_best(const char *name)
{
    const int level =
        match_names_bot(name) ? agent_level_find(span_of(name + strlen(MATCH_BOT))) : 0;
    return level < 0 || level == AGENT_LEVELS - 1;
}

static bool creates_best(const struct message *m)
{
    bool best = !m->has_seats;
    for (size_t i = 0; i < m->seat_count && i < GAME_SEATS_MAX; i++)
        best = best || !m->seat_spec[i] || strcmp(m->seat_spec[i], "bot") == 0 ||
               is_best(m->seat_spec[i]);
    return best;
}

/* Whether the best agent may play at the table: as a bot, or for a person who is away. */
static bool has_best(const struct table *table)
{
    for (int seat = 1; seat <= table_players(table); seat++) {
        const enum table_seat_kind kind = table_seat_kind(table, seat);
        if (kind == SEAT_STAND_IN || kind == SEAT_GONE ||
            is_best(table_match(table)->name[seat - 1]))
            return true;
    }
    return table_has_clock(table);
}

static const struct table *table_of(const struct client *client, const struct message *m)
{
    const char *id = m->has_from ? m->from_table : m->table;
    return id ? local_find(id) : client->at ? client->at->table : NULL;
}

/* The files that the best agent needs at such a table, as host.js reads it:
 * `NAME/PLAYERS/OPTION=VALUE…`, with the options that differ from the default. */
static void write_needs(const struct game *game, const struct game_settings *settings,
                        struct text *out)
{
    text_printf(out, "%s/%d", game->id, settings->players);
    for (int i = 0; game->options[i].name; i++) {
        if (strcmp(game_value_at(settings, i), game->options[i].default_value) != 0)
            text_printf(out, "/%s=%s", game->options[i].name, game_value_at(settings, i));
    }
}

const char *local_needs(const struct client *client, const char *members, size_t length)
{
    static char needs[NEEDS];
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason), out = text_on(needs, sizeof needs);
    static struct message m;
    const char *code;
    if (!read_message(&m, members, length, &code, &why))
        return "";
    const struct table *table = m.game ? NULL : table_of(client, &m);
    const struct game *game = m.game  ? game_find(span_of(m.game))
                              : table ? table_match(table)->game
                                      : NULL;
    const bool plain = m.verb == MESSAGE_MOVE || m.verb == MESSAGE_FAIR || m.verb == MESSAGE_RESUME;
    const bool best = m.verb == MESSAGE_CREATE ? creates_best(&m)
                      : plain                  ? table && has_best(table)
                                               : m.verb != MESSAGE_PING && m.verb != MESSAGE_CHAT;
    if (game && best)
        text_add(&out, "+");
    if (game && best && table)
        write_needs(game, &table_match(table)->settings, &out);
    else if (game)
        text_add(&out, game->id);
    if (game && best && !table) {
        text_printf(&out, "/%d", (int)m.players);
        for (size_t i = 0; i < m.option_count && i < GAME_OPTIONS_MAX; i++)
            text_printf(&out, "/%s=%.*s", m.option[i].name, (int)m.option[i].value.length,
                        m.option[i].value.at ? m.option[i].value.at : "");
    }
    return needs;
}

/* ---- restoring ---- */

static struct table *restored;

void local_restore(const char *id)
{
    table_free(restored);
    restored = table_new(&local.env, NULL, id);
}

/* A table of that id with the record; NULL with a reason if the record is invalid. */
static struct table *show_instead(struct table *empty, struct span record, struct text *why)
{
    char id[TABLE_ID_LENGTH + 1];
    snprintf(id, sizeof id, "%s", table_id(empty));
    table_free(empty);
    return table_of_record(&local.env, NULL, id, record, why);
}

static bool restore_event(const struct table_event *event, struct text *why)
{
    if (!restored)
        return text_fail(why, "an event after a wrong one");
    if (event->kind != RECORD || table_match(restored))
        return table_apply(restored, event, why);
    restored = show_instead(restored, event->text, why);
    return restored != NULL;
}

/* Whether a number of JavaScript, which may be NaN, can be converted; table_apply refuses the rest.
 */
static bool is_within(double number, double min, double max)
{
    return number >= min && number <= max;
}

bool local_restore_event(int kind, int seat, double at, double left, const char *text,
                         size_t length)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    const struct table_event event = {
        .kind = kind,
        .seat = seat,
        .at = is_within(at, 0, TABLE_AT_MAX) ? (uint64_t)at : UINT64_MAX,
        .left = is_within(left, -1, TABLE_LEFT_MAX) ? (int64_t)left : INT64_MIN,
        .text = {text, length}};
    if (restore_event(&event, &why))
        return true;
    fprintf(stderr, "cornet: a stored table cannot be read: %s\n", why.start);
    table_free(restored);
    restored = NULL;
    return false;
}

void local_restored(const char *id)
{
    if (restored && table_match(restored))
        insert(memory_new(1, sizeof(struct local_table)), restored);
    else
        snprintf(local.absent, sizeof local.absent, "%s", id);
    restored = NULL;
}

/* ---- imported records ---- */

void local_record_id(struct span record, char id[TABLE_ID_LENGTH + 1])
{
    static const char letters[] = TABLE_ID_LETTERS;
    unsigned char hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(hash, (const unsigned char *)record.at, record.length);
    for (int i = 0; i < TABLE_ID_LENGTH; i++)
        id[i] = letters[hash[i] & 31];
    id[0] = FIRST;
    id[TABLE_ID_LENGTH] = '\0';
}

bool local_add_record(const char *id, struct span record, struct text *why)
{
    struct table *table = table_of_record(&local.env, NULL, id, record, why);
    if (!table)
        return false;
    insert(memory_new(1, sizeof(struct local_table)), table);
    host_store(id, 1, RECORD, 0, host_now(), -1, record.at, record.length);
    settle();
    return true;
}

/* ---- time ---- */

double local_due(void)
{
    uint64_t due = TABLE_NEVER;
    for (const struct local_table *lt = local.tables; lt; lt = lt->next)
        due = table_due(lt->base.table) < due ? table_due(lt->base.table) : due;
    return due == TABLE_NEVER ? -1 : (double)due;
}

void local_run(void)
{
    for (struct local_table *lt = local.tables, *next; lt; lt = next) {
        next = lt->next;
        if (table_due(lt->base.table) <= (uint64_t)host_now())
            table_run(lt->base.table, (uint64_t)host_now());
    }
    settle();
}

/* ---- bots and hints ---- */

/* A question that is being thought about. */
struct asked {
    struct asked *next;
    uint32_t number;
    enum job_kind kind;
    char table[TABLE_ID_LENGTH + 1];
    struct table_question question;
    struct room_hint hint;
};

static struct asked *asked;
static uint32_t jobs;

static struct asked *new_asked(enum job_kind kind, const char *table)
{
    struct asked *a = memory_new(1, sizeof *a);
    a->number = ++jobs;
    a->kind = kind;
    snprintf(a->table, sizeof a->table, "%s", table);
    a->next = asked;
    asked = a;
    return a;
}

/* Sends a job with its data. `best`: it needs all data files of the game. */
static void send_job(uint32_t number, const struct job *job, const void *follows, size_t size,
                     bool best)
{
    char *bytes = memory_resize(NULL, sizeof *job + size, 1);
    memcpy(bytes, job, sizeof *job);
    if (size)
        memcpy(bytes + sizeof *job, follows, size);
    struct text needs = text_on((char[NEEDS]){0}, NEEDS);
    if (best)
        write_needs(game_find(span_of(job->game)), &job->settings, &needs);
    else
        text_add(&needs, job->game);
    host_think(number, job->kind == JOB_ANALYSIS, needs.start, best, bytes, sizeof *job + size);
    free(bytes);
}

static struct job job_of(enum job_kind kind, const char *table, const struct game *game,
                         const struct game_settings *settings)
{
    struct job job = {.kind = kind, .settings = *settings};
    snprintf(job.table, sizeof job.table, "%s", table);
    snprintf(job.game, sizeof job.game, "%s", game->id);
    return job;
}

/* The strongest agent of the game, whether it is ready or not. */
static const struct agent *strongest(const struct game *game)
{
    const struct agent *best = NULL;
    for (const struct agent *const *agent = agent_list; *agent; agent++)
        best = (*agent)->game == game ? *agent : best;
    return best;
}

static void think(struct table *table, int seat)
{
    struct asked *a = new_asked(JOB_MOVE, table_id(table));
    struct table_question *q = &a->question;
    table_question(table, seat, q);
    struct job job = job_of(JOB_MOVE, a->table, q->game, &table_match(table)->settings);
    struct text agent = text_on(job.agent, sizeof job.agent);
    bot_write(q->bot, &agent);
    job.seat = seat;
    job.race = q->race;
    job.now = q->now;
    job.acted = q->acted;
    job.noise_seed = q->noise_seed;
    job.seed = q->seed ? q->seed : rng_next(&local.rng);
    job.state = q->state;
    job.follows = (uint32_t)q->history.trail_count;
    send_job(a->number, &job, q->history.trail, job.follows * sizeof *q->history.trail,
             q->bot->agent == strongest(q->game));
}

static void ask_hint(struct room *room, const struct room_hint *hint)
{
    struct asked *a = new_asked(JOB_HINT, table_id(room->table));
    const struct match *view = hint->view;
    a->hint = *hint;
    struct job job = job_of(JOB_HINT, a->table, view->game, &view->settings);
    job.seat = hint->asker.seat;
    job.depth = hint->depth;
    job.lines = (uint32_t)hint->lines;
    memcpy(&job.state, view->state, view->game->state_size);
    job.follows = (uint32_t)view->history.trail_count;
    send_job(a->number, &job, view->history.trail, job.follows * sizeof *view->history.trail, true);
}

static void move_answered(struct asked *a, const void *answer, size_t size)
{
    struct table *table = local_find(a->table);
    if (!table || size != sizeof a->question.plan) {
        table_question_free(&a->question);
        return;
    }
    memcpy(&a->question.plan, answer, size);
    table_answer(table, &a->question, (uint64_t)host_now());
}

static void hint_answered(struct asked *a, const void *answer, size_t size)
{
    struct local_table *lt = find_table(a->table);
    if (size == sizeof *a->hint.hints) {
        a->hint.hints = memory_new(1, size);
        memcpy(a->hint.hints, answer, size);
        a->hint.hints->how = judge_of(a->hint.view->game)->how;
    }
    if (lt)
        room_hint_answered(&lt->base, &a->hint);
    room_hint_free(&a->hint);
}

void local_answer(uint32_t number, const void *answer, size_t size)
{
    struct asked **at = &asked;
    while (*at && (*at)->number != number)
        at = &(*at)->next;
    struct asked *a = *at;
    if (a) {
        *at = a->next;
        a->kind == JOB_MOVE ? move_answered(a, answer, size) : hint_answered(a, answer, size);
        free(a);
    } else {
        local_reviewed(number, answer, size);
    }
    settle();
}

char *local_record(const struct table *table, size_t *length)
{
    char *record = NULL;
    FILE *out = open_memstream(&record, length);
    if (!out)
        abort(); /* out of memory */
    table_record(table, out);
    fclose(out);
    return record;
}

uint32_t local_analyse(const struct table *table, int depth)
{
    size_t length;
    char *record = local_record(table, &length);
    struct job job = job_of(JOB_ANALYSIS, table_id(table), table_match(table)->game,
                            &table_match(table)->settings);
    job.depth = depth;
    job.follows = (uint32_t)length;
    send_job(++jobs, &job, record, length, true);
    free(record);
    return jobs;
}

/* ---- the beginning ---- */

void local_open(void)
{
    uint64_t seed;
    host_random(&seed, sizeof seed);
    rng_seed(&local.rng, seed);
    local.scratch = text_on(memory_resize(NULL, TABLE_MESSAGE_MAX, 1), TABLE_MESSAGE_MAX);
    local.env = (struct table_env){.scratch = &local.scratch,
                                   .fair_cache = fair_cache_new(),
                                   .rng = &local.rng,
                                   .round_pause = ROUND_PAUSE,
                                   .lead = LEAD,
                                   .fair_wait = FAIR_WAIT,
                                   .program = "cornet-" CORNET_VERSION,
                                   .store = store,
                                   .tell = tell,
                                   .reply = reply,
                                   .audience = room_audience,
                                   .throws = room_throws,
                                   .proves = room_proves,
                                   .think = think,
                                   .rematch = room_rematch};
    local.protocol = (struct protocol){.table_env = &local.env,
                                       .server = "cornet " CORNET_VERSION,
                                       .now = now,
                                       .send = send_message,
                                       .find = find,
                                       .may_create = may_create,
                                       .may_sit = may_sit,
                                       .create = create,
                                       .on_join = ignore_client,
                                       .on_removed = ignore_client,
                                       .on_empty = ignore_table,
                                       .schedule = ignore_table,
                                       .ask_hint = ask_hint};
}

void *local_allocate(size_t size)
{
    return memory_resize(NULL, size ? size : 1, 1);
}

void local_free(void *memory)
{
    free(memory);
}
