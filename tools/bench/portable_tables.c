/* Plays whole games at tables, by messages: a person with random moves, bots, undo, hints, a
 * rematch. Hashes every sent message and every stored event. */
#include "tools/bench/portable_tables.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "protocol/room.h"

enum { STEPS_MAX = 4000, UNDO_EVERY = 7, HINT_EVERY = 50 };

/* The protocol with one client in simulated time. */
static struct world {
    struct protocol protocol;
    struct table_env env;
    struct text scratch;
    struct rng rng, bots;
    struct client client;
    struct room tables[4]; /* the table and its rematches */
    int count;
    struct table_question *asked[GAME_SEATS_MAX];
    int asked_count;
    struct room_hint hint; /* view NULL: none is requested */
    char seed[FAIR_HEX];
    uint64_t now, hash;
} world;

static void add(struct span bytes)
{
    for (size_t i = 0; i < bytes.length; i++)
        world.hash = (world.hash ^ (unsigned char)bytes.at[i]) * 1099511628211u;
}

/* ---- the environment ---- */

static uint64_t now(const struct protocol *protocol)
{
    (void)protocol;
    return world.now;
}

static void send_message(struct client *client, struct span message, bool of_table)
{
    (void)client;
    (void)of_table;
    add(message);
}

static enum room_found find(struct protocol *protocol, const char *id, struct room **out)
{
    (void)protocol;
    *out = NULL;
    for (int i = 0; i < world.count; i++) {
        if (strcmp(table_id(world.tables[i].table), id) == 0)
            *out = &world.tables[i];
    }
    return *out ? ROOM_HERE : ROOM_NONE;
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

static struct room *create(struct protocol *protocol, const struct table_setup *setup)
{
    char id[TABLE_ID_LENGTH + 1];
    unsigned char seed[FAIR_BYTES];
    struct room *room = &world.tables[world.count];
    *room = (struct room){.protocol = protocol};
    protocol_make_id(id, 0);
    randombytes_buf(seed, sizeof seed);
    room->table = table_create(&world.env, room, setup, id, seed, world.now);
    world.count++;
    return room;
}

static void ignore_client(struct client *client)
{
    (void)client;
}

static void ignore_table(struct room *room)
{
    (void)room;
}

static void store(struct table *table, const struct table_event *event)
{
    char head[64];
    snprintf(head, sizeof head, "%u %d %d %llu %lld", (unsigned)table_event_count(table),
             event->kind, event->seat, (unsigned long long)event->at, (long long)event->left);
    add(span_of(head));
    add(event->text);
}

static void tell(struct table *table, unsigned viewers, struct span message)
{
    (void)table;
    (void)viewers;
    add(message);
}

static void reply(struct table *table, const struct table_asker *asker, struct span message)
{
    (void)asker;
    tell(table, 0, message);
}

static void think(struct table *table, int seat)
{
    struct table_question *question = memory_new(1, sizeof *question);
    table_question(table, seat, question);
    world.asked[world.asked_count++] = question; /* at most one per seat */
}

static void ask_hint(struct room *room, const struct room_hint *hint)
{
    (void)room;
    world.hint = *hint;
}

/* ---- the person ---- */

/* Sends a message: pairs of a member's name and its text, ending with NULL; `bots` makes the seats
 * of `create`. */
static void say(const char *const pairs[], int bots)
{
    char reason[TEXT_WHY];
    struct table_refusal r = {.code = "bad-message", .why = text_on(reason, sizeof reason)};
    struct message m;
    char away[TABLE_ID_LENGTH + 1];
    message_clear(&m);
    for (int i = 0; pairs[i]; i += 2) {
        const bool number = strcmp(pairs[i], "protocol") == 0;
        const struct message_value value = {.type = number ? MESSAGE_NUMBER : MESSAGE_STRING,
                                            .string = span_of(pairs[i + 1]),
                                            .number = number};
        message_put(&m, message_find(pairs[i]), &value, &r.why);
    }
    for (int i = 0; i <= bots && bots; i++) {
        const struct message_value list = {.type = MESSAGE_ARRAY};
        const struct message_value seat = {.type = MESSAGE_STRING,
                                           .string = span_of(i ? "bot:easy" : "me")};
        message_put(&m, message_find("seats"), &list, &r.why);
        message_put_inside(&m, message_find("seats"), NULL, &seat);
    }
    const bool good = message_finish(&m, &r.code, &r.why);
    protocol_handle(&world.client, &m, good, &r, away);
}

static void answer_bots(void)
{
    while (world.hint.view) {
        struct room_hint hint = world.hint;
        world.hint.view = NULL;
        room_hint_make(&hint);
        room_hint_answered(world.client.at, &hint);
        room_hint_free(&hint);
    }
    while (world.asked_count > 0) {
        struct table_question *question = world.asked[--world.asked_count];
        table_question_ask(question, &world.bots);
        table_answer(world.client.at->table, question, world.now);
        free(question);
    }
}

/* A new seed, and the commitment to it. */
static void commit(char hex[FAIR_HEX])
{
    unsigned char seed[FAIR_BYTES], hash[FAIR_BYTES];
    randombytes_buf(seed, sizeof seed);
    fair_to_hex(seed, world.seed);
    fair_commit(seed, hash);
    fair_to_hex(hash, hex);
}

static void take_part_in_dice(const struct fair *fair)
{
    char hex[FAIR_HEX];
    if (!(fair->committed >> (world.client.seat - 1) & 1)) {
        commit(hex);
        say((const char *const[]){"do", "fair", "commit", hex, NULL}, 0);
    }
    fair_to_hex(fair->list, hex);
    say((const char *const[]){"do", "fair", "list", hex, NULL}, 0);
    say((const char *const[]){"do", "fair", "seed", world.seed, NULL}, 0);
}

/* Plays a random move if there is one. */
static bool move(const struct table *table)
{
    game_action actions[GAME_ACTIONS_MAX];
    char line[GAME_LINE_MAX];
    const struct match *match = table_match(table);
    const int mover = match_mover(match), seat = world.client.seat;
    const size_t count = match->game->actions(match->state, seat, actions);
    if (!count || (mover != seat && mover != GAME_ANYONE))
        return false;
    if (mover == GAME_ANYONE && rng_below(&world.rng, 2))
        return false;
    struct text out = text_on(line, sizeof line);
    match->game->write(match->state, actions[rng_below(&world.rng, (uint32_t)count)], NULL,
                       GAME_OPEN, &out);
    say((const char *const[]){"do", "move", "line", line, NULL}, 0);
    return true;
}

static void play(void)
{
    const struct room *first = world.client.at;
    for (int i = 0; i < STEPS_MAX && world.client.at == first; i++) {
        const struct table *table = first->table;
        answer_bots();
        if (table_phase(table) == TABLE_FAIR) {
            take_part_in_dice(table_fair(table));
        } else if (table_phase(table) == TABLE_OVER) {
            say((const char *const[]){"do", "propose", "what", "rematch", NULL}, 0);
            return;
        } else {
            if (i % UNDO_EVERY == 0)
                say((const char *const[]){"do", "propose", "what", "undo", NULL}, 0);
            if (i % HINT_EVERY == 0 && !table_is_thinking(table))
                say((const char *const[]){"do", "hint", NULL}, 0);
            answer_bots();
            if (table_phase(table) == TABLE_PLAYING && !move(table) &&
                table_due(table) != TABLE_NEVER) {
                world.now = table_due(table) > world.now ? table_due(table) : world.now + 1;
                table_run(first->table, world.now);
            }
        }
        world.now += rng_below(&world.rng, 500);
    }
}

uint64_t portable_tables(const struct game *game, int games)
{
    world = (struct world){.now = 1800000000000, .hash = 14695981039346656037u};
    rng_seed(&world.rng, 1);
    rng_seed(&world.bots, 2);
    world.scratch = text_on(memory_resize(NULL, TABLE_MESSAGE_MAX, 1), TABLE_MESSAGE_MAX);
    world.env = (struct table_env){.scratch = &world.scratch,
                                   .fair_cache = fair_cache_new(),
                                   .rng = &world.bots,
                                   .round_pause = 1000,
                                   .fair_wait = TABLE_FAIR_WAIT,
                                   .store = store,
                                   .tell = tell,
                                   .reply = reply,
                                   .audience = room_audience,
                                   .throws = room_throws,
                                   .proves = room_proves,
                                   .think = think,
                                   .rematch = room_rematch};
    world.protocol = (struct protocol){.table_env = &world.env,
                                       .server = "portable",
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
    for (int i = 0; i < games; i++) {
        char hex[FAIR_HEX];
        world.client = (struct client){.protocol = &world.protocol};
        say((const char *const[]){"do", "hello", "protocol", "1", NULL}, 0);
        commit(hex);
        say((const char *const[]){"do", "create", "game", game->id, "name", "Anne", "fair", hex,
                                  NULL},
            game->seats_min - 1 + i % (game->seats_max - game->seats_min + 1));
        play();
        room_leave(&world.client);
        while (world.count > 0)
            table_free(world.tables[--world.count].table);
    }
    fair_cache_free(world.env.fair_cache);
    free(world.scratch.start);
    return world.hash;
}
