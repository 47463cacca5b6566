/* The desk: takes a client's message and does what it asks, or says in one sentence why not. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "server/inside.h"

#define PROTOCOL 1
#define FAULTS_MAX 10
#define TABLE_TOKENS 4
#define SECONDS_MAX 86400

struct refusal {
    const char *code;
    struct text why;
};

static bool refuse(struct refusal *refusal, const char *code, const char *sentence)
{
    refusal->code = code;
    return text_fail(&refusal->why, "%s", sentence);
}

static void answer(struct conn *conn, const struct text *text)
{
    conn_send(conn, note_new((struct span){text->start, text->length}),
              conn->room ? conn->room->batch : 0);
}

void send_error(struct conn *conn, long long id, const char *code, const char *sentence)
{
    struct text *out = say_scratch();
    struct json json = json_on(out);
    json_open(&json, '{');
    json_put_key(&json, "type");
    json_put_string(&json, "error");
    if (id >= 0) {
        json_put_key(&json, "id");
        json_put_number(&json, id);
    }
    json_put_key(&json, "code");
    json_put_string(&json, code);
    json_put_key(&json, "text");
    json_put_string(&json, sentence);
    if (strcmp(code, "version") == 0) {
        json_put_key(&json, "protocols");
        json_open(&json, '[');
        json_put_number(&json, PROTOCOL);
        json_close(&json, ']');
    }
    json_close(&json, '}');
    conn->server->metrics.refused++;
    conn_send(conn, note_new((struct span){out->start, out->length}), 0);
}

static void say_ok(struct conn *conn, const struct message *m)
{
    if (m->id < 0)
        return;
    struct text *out = say_scratch();
    text_printf(out, "{\"type\":\"ok\",\"id\":%lld}", m->id);
    answer(conn, out);
}

static bool do_hello(struct conn *conn, const struct message *m, struct refusal *r)
{
    if (m->protocol != PROTOCOL)
        return refuse(r, "version", tr("this server speaks protocol 1"));
    conn->greeted = true;
    conn->french = m->lang && strcmp(m->lang, "fr") == 0;
    struct text *out = say_scratch();
    text_printf(out,
                "{\"type\":\"hello\",\"protocol\":%d,\"server\":\"cornet %s\",\"now\":%llu,"
                "\"message_max\":%d,\"chat_max\":%d,\"name_max\":%d}",
                PROTOCOL, CORNET_VERSION, (unsigned long long)server_time(), MESSAGE_MAX,
                ROOM_CHAT_MAX, MATCH_NAME_MAX - 1);
    answer(conn, out);
    return true;
}

static bool do_ping(struct conn *conn, const struct message *m, struct refusal *r)
{
    struct text *out = say_scratch();
    (void)r;
    text_add(out, "{\"type\":\"pong\"");
    if (m->id >= 0)
        text_printf(out, ",\"id\":%lld", m->id);
    text_printf(out, ",\"now\":%llu}", (unsigned long long)server_time());
    conn_send(conn, note_new((struct span){out->start, out->length}), 0);
    return true;
}

/* A person's name: a record's, and not one that looks like a bot. */
static bool check_name(const char *name, char out[MATCH_NAME_MAX], struct refusal *r)
{
    r->code = "bad-value";
    if (!match_check_name(span_of(name), out, &r->why))
        return false;
    return !match_names_bot(out) ||
           refuse(r, "bad-value", tr("a person's name does not begin with 'bot:'"));
}

static bool take_options(const struct game *game, struct game_settings *settings,
                         const struct message *m, struct refusal *r)
{
    const char *name;
    json_t *value;
    r->code = "bad-value";
    json_object_foreach(m->options, name, value)
    {
        if (!json_is_string(value))
            return refuse(r, "bad-value", tr("an option's value is a text"));
        const struct span text = {json_string_value(value), json_string_length(value)};
        if (!game_set(game, settings, span_of(name), text, &r->why))
            return false;
    }
    return true;
}

/* `bot` or `bot:AGENT` into a seat's name; checks that there is such an agent for this table. */
static bool name_bot(const struct match *match, const char *spec, char out[MATCH_NAME_MAX],
                     struct refusal *r)
{
    struct bot bot;
    const bool plain = strcmp(spec, "bot") == 0;
    const char *agent =
        plain ? agent_best(match->game, &match->settings)->name : spec + strlen(MATCH_BOT);
    r->code = "bad-value";
    if (!plain && !match_names_bot(spec))
        return refuse(r, "bad-value", tr("a seat is 'me', 'open', 'bot' or 'bot:AGENT'"));
    if (!bot_open(&bot, match->game, span_of(agent), &r->why))
        return false;
    const bool ready =
        bot_is_modest(&bot, match->game, &r->why) && bot_ready(&bot, &match->settings, &r->why);
    bot_close(&bot);
    if (!ready)
        return false;
    char name[MATCH_NAME_MAX + 8];
    snprintf(name, sizeof name, MATCH_BOT "%s", agent);
    return match_check_name(span_of(name), out, &r->why);
}

/* The seats of a new table. Gives the creator's, 0 for none. */
static bool take_seats(struct match *match, const struct message *m, int *mine, struct refusal *r)
{
    const int players = match->settings.players;
    *mine = m->seats ? 0 : 1;
    if (m->seats && json_array_size(m->seats) != (size_t)players)
        return refuse(r, "bad-value", tr("'seats' has one entry for each player"));
    for (int i = 0; i < players; i++) {
        const char *spec = m->seats ? json_string_value(json_array_get(m->seats, (size_t)i))
                           : i == 0 ? "me"
                                    : "bot";
        if (!spec)
            return refuse(r, "bad-value", tr("a seat is 'me', 'open', 'bot' or 'bot:AGENT'"));
        if (strcmp(spec, "open") == 0)
            continue;
        if (strcmp(spec, "me") != 0) {
            if (!name_bot(match, spec, match->name[i], r))
                return false;
        } else if (m->seats && *mine) {
            return refuse(r, "bad-value", tr("only one seat is 'me'"));
        } else {
            *mine = i + 1;
        }
    }
    return true;
}

static bool take_clock(struct room *room, const struct message *m, struct refusal *r)
{
    if (!m->clock)
        return true;
    const char *kind = json_string_value(json_object_get(m->clock, "kind"));
    const json_t *seconds = json_object_get(m->clock, "seconds");
    const json_t *add = json_object_get(m->clock, "add");
    const json_int_t full = json_is_integer(seconds) ? json_integer_value(seconds) : 0;
    const json_int_t more = json_is_integer(add) ? json_integer_value(add) : 0;
    const bool bank = kind && strcmp(kind, "bank") == 0;
    if (!kind || (!bank && strcmp(kind, "move") != 0) || full < 1 || full > SECONDS_MAX ||
        more < 0 || more > SECONDS_MAX)
        return refuse(r, "bad-value",
                      tr("a clock is {kind: move or bank, seconds: 1 to 86400, add: seconds}"));
    room->clock = bank ? CLOCK_BANK : CLOCK_MOVE;
    room->clock_ms = full * 1000;
    room->clock_add = bank ? more * 1000 : 0;
    return true;
}

/* A commitment to a seat's seed, from wherever it came. */
static bool take_commit(struct room *room, int seat, const char *hex, struct refusal *r)
{
    struct seat *s = &room->seat[seat - 1];
    unsigned char commit[FAIR_BYTES];
    if (room->phase > ROOM_FAIR || room->reveal || s->committed)
        return refuse(r, "not-now", tr("no commitment is taken from this seat any more"));
    if (!fair_from_hex(span_of(hex), commit))
        return refuse(r, "bad-value", tr("a commitment or a seed is 64 hexadecimal digits"));
    memcpy(s->commit, commit, FAIR_BYTES);
    s->committed = true;
    room_event(room, EVENT_COMMIT, seat, span_of(hex));
    return true;
}

static void sit_down(struct conn *conn, struct room *room, int seat, const char *name,
                     const struct message *m)
{
    char secret[2 * ROOM_SECRET_BYTES + 1], unused[TEXT_WHY];
    struct refusal ignored = {.why = text_on(unused, sizeof unused)};
    room_remove_conn(conn);
    if (seat) {
        room_sit(room, seat, span_of(name), secret);
        if (m->fair)
            take_commit(room, seat, m->fair, &ignored);
    }
    room_add_conn(room, conn, seat);
    say_joined(conn, m->id, seat ? secret : NULL);
    sodium_memzero(secret, sizeof secret);
    say_table(room, conn, "join");
    say_seats(room);
    room_check_full(room);
    room_go_on(room);
}

/* Everything about a new table that a client can get wrong, before anything has happened. */
static struct room *new_room(struct conn *conn, const struct message *m, int *mine,
                             char name[MATCH_NAME_MAX], struct refusal *r)
{
    struct game_settings settings;
    const struct game *game = game_find(span_of(m->game));
    r->code = "bad-value";
    if (!game) {
        char list[TEXT_WHY];
        struct text names = text_on(list, sizeof list);
        game_names(&names);
        text_fail(&r->why, tr("no game '%.40s'; there are: %s"), m->game, list);
        return NULL;
    }
    game_defaults(game, &settings);
    if (m->players >= 0) {
        char digits[24];
        snprintf(digits, sizeof digits, "%lld", m->players);
        if (!game_set_players(game, &settings, span_of(digits), &r->why))
            return NULL;
    } else if (m->seats) {
        char digits[24];
        snprintf(digits, sizeof digits, "%zu", json_array_size(m->seats));
        if (!game_set_players(game, &settings, span_of(digits), &r->why))
            return NULL;
    }
    if (!take_options(game, &settings, m, r))
        return NULL;
    struct match *match = match_new(game, &settings, &r->why);
    if (!match)
        return NULL;
    struct room *room = room_make(conn->server, match);
    if (!take_seats(match, m, mine, r) || !take_clock(room, m, r) ||
        (*mine && !check_name(m->name ? m->name : "", name, r))) {
        room_free(room);
        return NULL;
    }
    if (m->fair) {
        unsigned char commit[FAIR_BYTES];
        if (!fair_from_hex(span_of(m->fair), commit)) {
            refuse(r, "bad-value", tr("a commitment or a seed is 64 hexadecimal digits"));
            room_free(room);
            return NULL;
        }
    }
    return room;
}

static bool do_create(struct conn *conn, const struct message *m, struct refusal *r)
{
    struct server *server = conn->server;
    char name[MATCH_NAME_MAX] = "";
    int mine;
    if (server->room_count >= (size_t)server->settings.tables_max)
        return refuse(r, "limit", tr("the server has as many tables as it can hold"));
    struct room *room = new_room(conn, m, &mine, name, r);
    if (!room)
        return false;
    if (!address_may_create(server, conn->address)) {
        room_free(room);
        return refuse(r, "limit", tr("too many new tables from your address; try again later"));
    }
    room->host = (uint8_t)mine;
    room->listed = m->listed == 1;
    room->chat = m->chat != 0;
    room_found(room);
    sit_down(conn, room, mine, name, m);
    return true;
}

static struct room *find_table(struct conn *conn, const struct message *m, struct refusal *r)
{
    struct room *room = room_find(conn->server, m->table);
    if (!room)
        refuse(r, "no-table", tr("there is no such table"));
    return room;
}

static bool do_join(struct conn *conn, const struct message *m, struct refusal *r)
{
    char name[MATCH_NAME_MAX];
    struct room *room = find_table(conn, m, r);
    if (!room || !check_name(m->name, name, r))
        return false;
    int seat = 0;
    for (int i = room->match->settings.players; i >= 1; i--) {
        if (room->seat[i - 1].kind == SEAT_OPEN && (m->seat < 0 || m->seat == i))
            seat = i;
    }
    if (!seat)
        return refuse(r, "no-seat",
                      m->seat < 0 ? tr("no seat is open at this table")
                                  : tr("that seat is not open"));
    unsigned char commit[FAIR_BYTES];
    if (m->fair && !fair_from_hex(span_of(m->fair), commit))
        return refuse(r, "bad-value", tr("a commitment or a seed is 64 hexadecimal digits"));
    sit_down(conn, room, seat, name, m);
    return true;
}

static bool do_watch(struct conn *conn, const struct message *m, struct refusal *r)
{
    struct room *room = find_table(conn, m, r);
    if (!room)
        return false;
    room_remove_conn(conn);
    room_add_conn(room, conn, 0);
    say_joined(conn, m->id, NULL);
    say_table(room, conn, "join");
    room_go_on(room);
    return true;
}

static bool do_resume(struct conn *conn, const struct message *m, struct refusal *r)
{
    struct room *room = find_table(conn, m, r);
    unsigned char hash[ROOM_HASH_BYTES];
    if (!room)
        return false;
    if (m->seat < 1 || m->seat > room->match->settings.players)
        return refuse(r, "no-seat", tr("there is no such seat"));
    const int number = (int)m->seat;
    struct seat *seat = &room->seat[number - 1];
    crypto_hash_sha256(hash, (const unsigned char *)m->secret, strlen(m->secret));
    if ((seat->kind != SEAT_PERSON && seat->kind != SEAT_STAND_IN) ||
        sodium_memcmp(hash, seat->hash, sizeof hash) != 0)
        return refuse(r, "bad-secret", tr("that is not the secret of this seat"));
    room_remove_conn(conn);
    room_add_conn(room, conn, number);
    if (seat->kind == SEAT_STAND_IN) {
        room_set_kind(room, number, SEAT_PERSON, NULL);
        clock_settle(room, GAME_CHANCE);
    }
    say_joined(conn, m->id, NULL);
    say_table(room, conn, "join");
    say_seats(room);
    room_go_on(room);
    return true;
}

static bool do_leave(struct conn *conn, const struct message *m, struct refusal *r)
{
    (void)r;
    say_ok(conn, m);
    room_remove_conn(conn);
    return true;
}

/* A seated person's table, or a refusal. */
static struct room *seated(struct conn *conn, struct refusal *r)
{
    if (conn->room && conn->seat)
        return conn->room;
    refuse(r, "not-seated", tr("only a player at the table can do this"));
    return NULL;
}

static bool do_quit(struct conn *conn, const struct message *m, struct refusal *r)
{
    struct room *room = seated(conn, r);
    if (!room)
        return false;
    const int seat = conn->seat;
    struct seat *s = &room->seat[seat - 1];
    memset(s->hash, 0, sizeof s->hash);
    if (room->phase == ROOM_PLAYING || room->phase == ROOM_FAIR) {
        room_set_kind(room, seat, SEAT_LEFT, room_best_agent(room));
    } else if (room->phase == ROOM_WAITING) {
        room_set_kind(room, seat, SEAT_OPEN, NULL);
        room->match->name[seat - 1][0] = '\0';
        s->committed = false;
    }
    room_find_host(room);
    say_ok(conn, m);
    for (struct conn *other = room->conns, *next; other; other = next) {
        next = other->room_next;
        if (other->seat == seat)
            room_remove_conn(other);
    }
    say_seats(room);
    clock_settle(room, GAME_CHANCE);
    room_try_start(room);
    room_go_on(room);
    return true;
}

static bool do_sync(struct conn *conn, const struct message *m, struct refusal *r)
{
    (void)m;
    if (!conn->room)
        return refuse(r, "not-seated", tr("you are at no table"));
    say_table(conn->room, conn, "sync");
    return true;
}

static bool do_move(struct conn *conn, const struct message *m, struct refusal *r)
{
    struct room *room = seated(conn, r);
    if (!room)
        return false;
    if (m->at >= 0 && m->at != room->seq)
        return refuse(r, "stale", tr("the table has moved on"));
    return room_move(room, conn->seat, span_of(m->line), &r->code, &r->why);
}

static bool do_chat(struct conn *conn, const struct message *m, struct refusal *r)
{
    struct room *room = seated(conn, r);
    char said[ROOM_CHAT_MAX + 8];
    if (!room)
        return false;
    if (!room->chat)
        return refuse(r, "chat-off", tr("chat is switched off at this table"));
    if (m->text[0] == '\0' || strlen(m->text) > ROOM_CHAT_MAX)
        return refuse(r, "bad-value", tr("a chat line has 1 to 200 bytes"));
    snprintf(said, sizeof said, "%d %s", conn->seat, m->text);
    if (room->said.count == ROOM_SAID_MAX) {
        free(room->said.line[0]);
        memmove(room->said.line, room->said.line + 1,
                (ROOM_SAID_MAX - 1) * sizeof *room->said.line);
        room->said.count--;
    }
    lines_add(&room->said, span_of(said));
    say_chat(room, conn->seat, m->text);
    say_ok(conn, m);
    return true;
}

static void set_by_host(struct room *room, bool *what, const char *name, bool value)
{
    char text[32];
    *what = value;
    snprintf(text, sizeof text, "%s %d", name, value);
    room_event(room, EVENT_HOST, 0, span_of(text));
    room_row(room);
}

static bool do_host(struct conn *conn, const struct message *m, struct refusal *r)
{
    struct room *room = seated(conn, r);
    if (!room)
        return false;
    if (room->host != conn->seat)
        return refuse(r, "not-host", tr("only the table's host can do this"));
    char bot[MATCH_NAME_MAX] = "";
    if (m->fill && room->phase != ROOM_WAITING)
        return refuse(r, "not-now", tr("no seat is open at this table"));
    if (m->fill && !name_bot(room->match, m->fill, bot, r))
        return false;
    if (m->chat >= 0)
        set_by_host(room, &room->chat, "chat", m->chat);
    if (m->listed >= 0)
        set_by_host(room, &room->listed, "listed", m->listed);
    for (int seat = 1; m->fill && seat <= room->match->settings.players; seat++) {
        if (room->seat[seat - 1].kind != SEAT_OPEN)
            continue;
        memcpy(room->match->name[seat - 1], bot, sizeof bot);
        room_set_kind(room, seat, SEAT_BOT, bot + strlen(MATCH_BOT));
        room->seat[seat - 1].agent = NULL; /* its name says which */
    }
    say_ok(conn, m);
    say_seats(room);
    room_check_full(room);
    return true;
}

static bool do_propose(struct conn *conn, const struct message *m, struct refusal *r)
{
    struct room *room = seated(conn, r);
    if (!room || !consent_propose(room, conn->seat, m, &r->code, &r->why))
        return false;
    say_ok(conn, m);
    return true;
}

static bool do_agree(struct conn *conn, const struct message *m, struct refusal *r)
{
    struct room *room = seated(conn, r);
    if (!room || !consent_agree(room, conn->seat, m, &r->code, &r->why))
        return false;
    say_ok(conn, m);
    return true;
}

static bool take_seed(struct room *room, int seat, const char *hex, struct refusal *r)
{
    struct seat *s = &room->seat[seat - 1];
    unsigned char seed[FAIR_BYTES], commit[FAIR_BYTES];
    if (!fair_from_hex(span_of(hex), seed))
        return refuse(r, "bad-value", tr("a commitment or a seed is 64 hexadecimal digits"));
    if (s->revealed && memcmp(seed, room->fair.seat[seat - 1], FAIR_BYTES) == 0)
        return true; /* said twice, by a client that came back */
    if (room->phase != ROOM_FAIR || !room->reveal || !s->committed || s->revealed)
        return refuse(r, "not-now", tr("no seed is awaited from this seat now"));
    fair_commit(seed, commit);
    if (sodium_memcmp(commit, s->commit, FAIR_BYTES) != 0)
        return refuse(r, "bad-value", tr("that is not the seed that was committed to"));
    memcpy(room->fair.seat[seat - 1], seed, FAIR_BYTES);
    room->fair.given |= 1u << (seat - 1);
    s->revealed = true;
    room_event(room, EVENT_SEED, seat, span_of(hex));
    return true;
}

static bool do_fair(struct conn *conn, const struct message *m, struct refusal *r)
{
    struct room *room = seated(conn, r);
    if (!room)
        return false;
    if (!m->commit == !m->seed)
        return refuse(r, "bad-message", tr("'fair' needs either 'commit' or 'seed'"));
    if (m->commit ? !take_commit(room, conn->seat, m->commit, r)
                  : !take_seed(room, conn->seat, m->seed, r))
        return false;
    say_ok(conn, m);
    room_try_start(room);
    return true;
}

static bool do_hint(struct conn *conn, const struct message *m, struct refusal *r)
{
    struct room *room = seated(conn, r);
    if (!room)
        return false;
    if (m->at >= 0 && m->at != room->seq)
        return refuse(r, "stale", tr("the table has moved on"));
    return room_hint(room, conn, m->id, &r->code, &r->why);
}

static bool (*const verbs[MESSAGE_VERBS])(struct conn *, const struct message *,
                                          struct refusal *) = {
    [MESSAGE_HELLO] = do_hello,     [MESSAGE_PING] = do_ping,     [MESSAGE_CREATE] = do_create,
    [MESSAGE_JOIN] = do_join,       [MESSAGE_RESUME] = do_resume, [MESSAGE_WATCH] = do_watch,
    [MESSAGE_LEAVE] = do_leave,     [MESSAGE_QUIT] = do_quit,     [MESSAGE_SYNC] = do_sync,
    [MESSAGE_MOVE] = do_move,       [MESSAGE_CHAT] = do_chat,     [MESSAGE_HOST] = do_host,
    [MESSAGE_PROPOSE] = do_propose, [MESSAGE_AGREE] = do_agree,   [MESSAGE_FAIR] = do_fair,
    [MESSAGE_HINT] = do_hint,
};

void handle_message(struct conn *conn, struct span bytes)
{
    char reason[TEXT_WHY];
    struct refusal r = {.code = "bad-message", .why = text_on(reason, sizeof reason)};
    struct message m;
    locale_use(conn->french);
    bool good = message_read(&m, bytes, &r.code, &r.why);
    const bool fault = !good && strcmp(r.code, "bad-message") == 0;
    if (good && m.verb != MESSAGE_HELLO && !conn->greeted)
        good = refuse(&r, "version", tr("'hello' comes first"));
    if (good)
        good = verbs[m.verb](conn, &m, &r);
    if (m.verb == MESSAGE_SYNC || m.verb == MESSAGE_JOIN || m.verb == MESSAGE_RESUME ||
        m.verb == MESSAGE_WATCH || m.verb == MESSAGE_HINT)
        conn->tokens -= TABLE_TOKENS; /* a whole table is dear, and so is a hint */
    if (!good)
        send_error(conn, m.id, r.code, reason);
    if (fault && ++conn->faults >= FAULTS_MAX)
        conn_close(conn);
    message_free(&m);
}
