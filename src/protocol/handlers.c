/* One handler for each verb of the protocol (docs/develop/protocol.md). False with a refusal:
 * nothing has changed, and protocol_handle sends the error. */
#include <sodium.h>
#include <string.h>

#include "base/lang.h"
#include "match/daily.h"
#include "protocol/room.h"

#define IMPORT_LINES 4000 /* of an imported game */
#define IMPORT_BYTES (64u << 10)
#define IMPORT_ID '0' /* how the id of a browser's own table begins */

static struct text *scratch_of(const struct client *client)
{
    struct text *scratch = client->protocol->table_env->scratch;
    text_clear(scratch);
    return scratch;
}

static uint64_t now_of(const struct client *client)
{
    return client->protocol->now(client->protocol);
}

static void send_text(struct client *client, const struct text *text, bool of_table)
{
    client->protocol->send(client, (struct span){text->start, text->length}, of_table);
}

/* All codes are literals, but equal ones may have several addresses. */
static void count_error(struct protocol *protocol, const char *code)
{
    int i = 0;
    while (i < PROTOCOL_CODES - 1 && protocol->errors[i].code &&
           strcmp(protocol->errors[i].code, code) != 0)
        i++;
    protocol->errors[i].code = code;
    protocol->errors[i].count++;
}

void protocol_send_error(struct client *client, long long id, const char *code,
                         const char *sentence)
{
    struct text *out = scratch_of(client);
    struct json json = json_on(out);
    json_open(&json, '{');
    json_key_string(&json, "type", "error");
    if (id >= 0) {
        json_key_number(&json, "id", id);
    }
    json_key_string(&json, "code", code);
    json_key_string(&json, "text", sentence);
    if (strcmp(code, "version") == 0) {
        json_key_open(&json, "protocols", '[');
        json_put_number(&json, PROTOCOL_VERSION);
        json_close(&json, ']');
    }
    if (strcmp(code, "elsewhere") == 0) {
        json_key_string(&json, "at", client->protocol->elsewhere);
    }
    json_close(&json, '}');
    count_error(client->protocol, code);
    send_text(client, out, false);
}

static bool handle_hello(struct client *client, const struct message *m, struct table_refusal *r)
{
    if (m->protocol != PROTOCOL_VERSION)
        return table_refuse(r, "version", tr("this server speaks protocol 1"));
    client->greeted = true;
    client->french = m->lang && strcmp(m->lang, "fr") == 0;
    client->states = m->states > 0;
    client->throws = m->throws > 0;
    client->proves = client->protocol->table_env->fair3 && m->fair && strcmp(m->fair, "3") == 0;
    if (m->person && client->protocol->know)
        client->protocol->know(client, m->person);
    struct text *out = scratch_of(client);
    text_printf(out,
                "{\"type\":\"hello\",\"protocol\":%d,\"server\":\"%s\",\"now\":%llu,"
                "\"message_max\":%d,\"chat_max\":%d,\"name_max\":%d%s",
                PROTOCOL_VERSION, client->protocol->server, (unsigned long long)now_of(client),
                MESSAGE_MAX, TABLE_CHAT_MAX, MATCH_NAME_MAX - 1,
                client->protocol->table_env->fair3 ? ",\"fair\":3" : "");
    struct json json = {.out = out, .comma = true};
    if (client->person) {
        json_key_open(&json, "person", '{');
        json_key_string(&json, "name", client->person_name);
        json_close(&json, '}');
    }
    json_close(&json, '}');
    send_text(client, out, true);
    if (client->at) /* dice may wait for its throw, or no longer */
        table_run(client->at->table, now_of(client));
    return true;
}

static bool handle_ping(struct client *client, const struct message *m, struct table_refusal *r)
{
    struct text *out = scratch_of(client);
    (void)r;
    text_add(out, "{\"type\":\"pong\"");
    if (m->id >= 0)
        text_printf(out, ",\"id\":%lld", m->id);
    text_printf(out, ",\"now\":%llu}", (unsigned long long)now_of(client));
    send_text(client, out, false);
    return true;
}

static bool read_options(const struct game *game, struct game_settings *settings,
                         const struct message *m, struct table_refusal *r)
{
    r->code = "bad-value";
    for (size_t i = 0; i < m->option_count; i++) {
        const struct message_option *option = &m->option[i];
        if (!option->value.at)
            return table_refuse(r, "bad-value", tr("an option's value is a text"));
        if (!game_set(game, settings, span_of(option->name), option->value, &r->why))
            return false;
    }
    return true;
}

/* The table of this id, which is in memory if there is one here: see find_away. NULL with a
 * refusal.
 */
static struct room *find_table(struct protocol *protocol, const char *id, struct table_refusal *r)
{
    struct room *room;
    const enum room_found found = protocol->find(protocol, id, &room);
    if (found == ROOM_HERE)
        return room;
    if (found == ROOM_ELSEWHERE)
        table_refuse(r, "elsewhere", tr("this table is on another server: connect to that one"));
    else if (found == ROOM_FAILED)
        table_refuse(r, "store", tr("the table cannot be read now: try again later"));
    else
        table_refuse(r, "no-table", tr("this table does not exist"));
    return NULL;
}

/* Reads the game, settings and lines of a finished game from which the new table continues:
 * `{"table":ID,"step":N}`. */
static bool read_from(struct protocol *protocol, struct table_setup *setup, const struct message *m,
                      struct table_refusal *r)
{
    if (!m->from_table || m->from_step < 0)
        return table_refuse(r, "bad-value", tr("'from' needs a 'table' and a 'step'"));
    if (m->game || m->has_options || m->players >= 0)
        return table_refuse(
            r, "bad-value",
            tr("with 'from', game, players and options are taken from the old table"));
    struct room *room = find_table(protocol, m->from_table, r);
    return room && table_setup_from(room->table, (size_t)m->from_step, setup, r);
}

/* The seats of a new table. `own_seat` gets the creator's, 0 for none. */
static bool read_seats(const struct agent_opener *opener, struct table_setup *setup,
                       const struct message *m, int *own_seat, struct table_refusal *r)
{
    const int players = setup->settings.players;
    *own_seat = m->has_seats ? 0 : 1;
    if (m->has_seats && m->seat_count != (size_t)players)
        return table_refuse(r, "bad-value", tr("'seats' needs one entry per player"));
    for (int i = 0; i < players; i++) {
        const char *spec = m->has_seats ? m->seat_spec[i] : i == 0 ? "me" : "bot";
        if (!spec)
            return table_refuse(r, "bad-value", tr("a seat is 'me', 'open', 'bot' or 'bot:AGENT'"));
        if (strcmp(spec, "open") == 0 && m->has_from && m->from_lines == -1)
            return table_refuse(r, "bad-value", tr("with a 'step', a seat is 'me' or a bot's"));
        if (strcmp(spec, "open") == 0)
            continue;
        if (strcmp(spec, "me") != 0) {
            if (!table_name_bot(opener, setup->game, &setup->settings, spec, setup->name[i], r))
                return false;
        } else if (m->has_seats && *own_seat) {
            return table_refuse(r, "bad-value", tr("only one seat is 'me'"));
        } else {
            *own_seat = i + 1;
        }
    }
    return true;
}

static bool read_clock(struct table_setup *setup, const struct message *m, struct table_refusal *r)
{
    if (!m->has_clock)
        return true;
    const long long add = m->clock_add == -1 ? 0 : m->clock_add;
    const bool bank = m->clock_kind && strcmp(m->clock_kind, "bank") == 0;
    setup->untimed = m->clock_kind && strcmp(m->clock_kind, "none") == 0;
    if (setup->untimed)
        return true;
    if (!m->clock_kind || (!bank && strcmp(m->clock_kind, "move") != 0) || m->clock_seconds < 1 ||
        m->clock_seconds > TABLE_CLOCK_SECONDS_MAX || add < 0 || add > TABLE_CLOCK_SECONDS_MAX)
        return table_refuse(
            r, "bad-value",
            tr("a clock is {kind: move, bank or none, seconds: 1 to 86400, add: seconds}"));
    setup->clock = bank ? CLOCK_BANK : CLOCK_MOVE;
    setup->clock_ms = m->clock_seconds * 1000;
    setup->clock_add = bank ? add * 1000 : 0;
    return true;
}

static bool check_commit(const char *hex, struct table_refusal *r)
{
    unsigned char commit[FAIR_BYTES];
    return !hex || fair_from_hex(span_of(hex), commit) ||
           table_refuse(r, "bad-value", tr("a commitment or a seed is 64 hexadecimal digits"));
}

/* The number of players: as the message says, or the number of seats in it. */
static bool read_players(struct table_setup *setup, const struct message *m,
                         struct table_refusal *r)
{
    char digits[24];
    if (m->players < 0 && !m->has_seats)
        return true;
    snprintf(digits, sizeof digits, "%lld",
             m->players >= 0 ? m->players : (long long)m->seat_count);
    r->code = "bad-value";
    return game_set_players(setup->game, &setup->settings, span_of(digits), &r->why);
}

/* The game and the settings of a new game. */
static bool read_game(struct table_setup *setup, const struct message *m, struct table_refusal *r)
{
    union game_state state;
    r->code = "bad-message";
    if (!m->game)
        return text_fail(&r->why, tr("'%s' needs '%s'"), "create", "game");
    r->code = "bad-value";
    setup->game = game_find(span_of(m->game));
    if (!setup->game) {
        struct text names = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
        game_names(&names);
        return text_fail(&r->why, tr("no game '%.40s'; there are: %s"), m->game, names.start);
    }
    game_defaults(setup->game, &setup->settings);
    return read_players(setup, m, r) && read_options(setup->game, &setup->settings, m, r) &&
           setup->game->start(&state, &setup->settings, &r->why);
}

static bool is_browsers(const char *id)
{
    return id && strlen(id) == TABLE_ID_LENGTH && id[0] == IMPORT_ID &&
           strspn(id + 1, TABLE_ID_LETTERS) == TABLE_ID_LENGTH - 1;
}

/* Continues a game from lines that the client has imported: `{"table":ID,"lines":N}`. They are
 * replayed move by move (table_check_opening); the fairness of their draws is unknown. */
static bool read_imported(struct client *client, struct table_setup *setup, const struct message *m,
                          struct table_refusal *r)
{
    if (!read_game(setup, m, r))
        return false;
    if (!is_browsers(m->from_table))
        return table_refuse(
            r, "bad-value",
            tr("lines can be imported only from a browser's own table, whose id begins with 0"));
    if (m->from_lines < 1 || (size_t)m->from_lines != client->imported.count)
        return table_refuse(r, "bad-value", tr("'lines' is the number of imported lines"));
    setup->opening = client->imported;
    client->imported = (struct lines){0};
    memcpy(setup->source, m->from_table, sizeof setup->source);
    return true;
}

/* The game, and the lines that it starts with. */
static bool read_origin(struct client *client, struct table_setup *setup, const struct message *m,
                        struct table_refusal *r)
{
    if (!m->has_from)
        return read_game(setup, m, r);
    return m->from_lines != -1 ? read_imported(client, setup, m, r)
                               : read_from(client->protocol, setup, m, r);
}

static bool has_open_seat(const struct table_setup *setup)
{
    for (int i = 0; i < setup->settings.players; i++) {
        if (!setup->name[i][0] && i + 1 != setup->host_seat)
            return true;
    }
    return false;
}

/* A table with people has their defaults for options that the message does not set. */
static void set_for_people(struct table_setup *setup, const struct message *m)
{
    bool people = false;
    for (int i = 0; i < setup->settings.players; i++)
        people = people || !setup->name[i][0];
    for (const struct game_option *option = setup->game->options; people && option->name;
         option++) {
        bool chosen = !option->people_value;
        for (size_t i = 0; i < m->option_count; i++)
            chosen = chosen || strcmp(m->option[i].name, option->name) == 0;
        if (!chosen)
            game_set(setup->game, &setup->settings, span_of(option->name),
                     span_of(option->people_value), TEXT_UNREAD);
    }
}

/* The name under which the client sits down: that of its account, or what it says. */
static const char *name_of(const struct client *client, const struct message *m)
{
    return client->person ? client->person_name : m->name ? m->name : "";
}

/* Reads and checks everything about a new table, before anything is changed. The caller frees the
 * opening in any case. */
static bool read_setup(struct client *client, struct table_setup *setup, const struct message *m,
                       int *own_seat, char name[MATCH_NAME_MAX], struct table_refusal *r)
{
    *setup = (struct table_setup){
        .listed = m->listed == 1, .chat = m->chat != 0, .takeover = m->takeover == 1};
    if (!read_origin(client, setup, m, r) ||
        !read_seats(client->protocol->table_env->opener, setup, m, own_seat, r) ||
        !read_clock(setup, m, r) ||
        (*own_seat && !table_check_name(NULL, 0, name_of(client, m), name, r)) ||
        !check_commit(m->fair, r) || (m->has_from && !table_check_opening(setup, r)))
        return false;
    setup->host_seat = *own_seat;
    if (!m->has_from)
        set_for_people(setup, m);
    if (!m->has_clock && setup->listed && has_open_seat(setup) &&
        setup->game->clock == game_no_clock) { /* strangers will come */
        setup->clock = CLOCK_MOVE;
        setup->clock_ms = TABLE_STRANGERS_MS;
    }
    if (m->dice && strcmp(m->dice, "own") != 0)
        return table_refuse(r, "bad-value", tr("'dice' must be 'own' or be left out"));
    setup->own_dice = m->dice != NULL;
    setup->fair3 = client->proves && !setup->own_dice;
    return true;
}

/* A challenge of the day, `{"game":ID,"daily":DATE}`: everything else follows from it. */
static bool read_daily(struct table_setup *setup, const struct message *m, int *own_seat,
                       char name[MATCH_NAME_MAX], struct table_refusal *r)
{
    long day;
    *setup = (struct table_setup){.host_seat = 1};
    if (!read_game(setup, m, r))
        return false;
    const struct daily *daily = daily_of(setup->game);
    if (!daily || daily->kind != DAILY_GAME)
        return table_refuse(r, "bad-value", tr("this game's challenge is not played at a table"));
    if (!daily_read(span_of(m->daily), &day))
        return table_refuse(r, "bad-value", tr("a date is YYYY-MM-DD"));
    if (m->has_options || m->has_seats || m->has_clock || m->has_from || m->players >= 0 || m->dice)
        return table_refuse(r, "bad-value",
                            tr("with 'daily', the options, seats and clock are those of the day"));
    *own_seat = 1;
    if (!table_check_name(NULL, 0, m->name ? m->name : "", name, r))
        return false;
    daily_settings(daily, &setup->settings, setup->name);
    daily_name(daily, day, setup->daily);
    daily_seed(daily, day, setup->seed);
    return true;
}

static struct table_asker asker_of(struct client *client, int seat, const struct message *m)
{
    return (struct table_asker){.seat = seat,
                                .id = m->id,
                                .who = client,
                                .have = m->have > 0 && m->have < INT32_MAX ? (uint32_t)m->have : 0,
                                .proves = client->proves};
}

/* Moves the client to a table: to an open seat, or as a spectator (0). */
static void sit_down(struct client *client, struct room *room, int seat, const char *name,
                     const struct message *m)
{
    char secret[TABLE_SECRET_HEX];
    const struct table_asker asker = asker_of(client, seat, m);
    const uint64_t now = now_of(client);
    room_leave(client);
    room_enter(room, client, seat);
    if (!seat) {
        table_resume(room->table, &asker, now);
        return;
    }
    protocol_make_secret(secret);
    table_sit(room->table, &asker, name, secret, m->fair, now);
    if (client->protocol->on_sit)
        client->protocol->on_sit(client);
    sodium_memzero(secret, sizeof secret);
}

static bool handle_create(struct client *client, const struct message *m, struct table_refusal *r)
{
    struct protocol *protocol = client->protocol;
    struct table_setup setup;
    char name[MATCH_NAME_MAX] = "";
    int own_seat = 0;
    const bool good = (m->daily ? read_daily(&setup, m, &own_seat, name, r)
                                : read_setup(client, &setup, m, &own_seat, name, r)) &&
                      protocol->may_create(client, r);
    protocol_drop_imported(client); /* for one attempt */
    if (good)
        sit_down(client, protocol->create(protocol, &setup), own_seat, name, m);
    lines_free(&setup.opening);
    return good;
}

static bool handle_join(struct client *client, const struct message *m, struct table_refusal *r)
{
    char name[MATCH_NAME_MAX];
    if (!client->person && !m->name) {
        r->code = "bad-message";
        return text_fail(&r->why, tr("'%s' needs '%s'"), "join", "name");
    }
    struct room *room = find_table(client->protocol, m->table, r);
    if (!room || !table_check_name(room->table, m->seat, name_of(client, m), name, r) ||
        !table_takes_requests(room->table, r))
        return false;
    int seat = 0; /* a seat that a bot plays must be named */
    for (int i = table_players(room->table); i >= 1; i--) {
        if (m->seat == i ? table_may_take(room->table, i, now_of(client))
                         : m->seat < 0 && table_seat_kind(room->table, i) == SEAT_OPEN)
            seat = i;
    }
    if (!seat)
        return table_refuse(r, "no-seat",
                            m->seat < 0 ? tr("no seat is open at this table")
                                        : tr("that seat is not open"));
    if (!check_commit(m->fair, r) || !client->protocol->may_sit(client, room, r))
        return false;
    sit_down(client, room, seat, name, m);
    return true;
}

static bool handle_watch(struct client *client, const struct message *m, struct table_refusal *r)
{
    struct room *room = find_table(client->protocol, m->table, r);
    if (room)
        sit_down(client, room, 0, NULL, m);
    return room != NULL;
}

static bool handle_resume(struct client *client, const struct message *m, struct table_refusal *r)
{
    struct room *room = find_table(client->protocol, m->table, r);
    if (!room)
        return false;
    if (m->seat < 1 || m->seat > table_players(room->table))
        return table_refuse(r, "no-seat", tr("this seat does not exist"));
    struct table_asker asker = asker_of(client, (int)m->seat, m);
    bool returned = false;
    if (!table_check_secret(room->table, asker.seat, m->secret) &&
        !(client->protocol->opens &&
          client->protocol->opens(client, room, asker.seat, m->secret))) {
        if (!table_was_theirs(room->table, asker.seat, m->secret))
            return table_refuse(r, "bad-secret", tr("this is not the secret of this seat"));
        returned = table_return_seat(room->table, asker.seat, now_of(client));
        if (!returned) {
            asker.taken = asker.seat;
            asker.seat = 0;
        }
    }
    room_leave(client);
    room_enter(room, client, asker.seat);
    if (returned && client->protocol->on_sit)
        client->protocol->on_sit(client);
    table_resume(room->table, &asker, now_of(client));
    return true;
}

static void send_ok(struct client *client, const struct message *m)
{
    struct text *out = scratch_of(client);
    if (m->id < 0)
        return;
    text_printf(out, "{\"type\":\"ok\",\"id\":%lld}", m->id);
    send_text(client, out, true);
}

static bool handle_leave(struct client *client, const struct message *m, struct table_refusal *r)
{
    (void)r;
    send_ok(client, m);
    room_leave(client);
    return true;
}

/* The table at which the client has a seat; NULL with a refusal if it has none. */
static struct table *seated_table(struct client *client, const struct message *m,
                                  struct table_asker *asker, struct table_refusal *r)
{
    *asker = asker_of(client, client->seat, m);
    if (client->at && client->seat)
        return client->at->table;
    table_refuse(r, "not-seated", tr("only players of this table can do this"));
    return NULL;
}

/* Reads `by`, if the message has it. */
static bool read_word(struct table_asker *asker, const struct message *m, struct table_word *word,
                      struct table_refusal *r)
{
    if (!m->has_by)
        return true;
    *word = (struct table_word){.number = (uint32_t)m->by_number,
                                .seen = (uint32_t)m->by_seen,
                                .salted = m->by_salt && strcmp(m->by_salt, "-") != 0};
    asker->by = word;
    return (m->by_number > 0 && m->by_number < INT32_MAX && m->by_seen >= 0 &&
            m->by_seen < INT32_MAX && m->by_digest && m->by_sign &&
            fair_from_hex(span_of(m->by_digest), word->digest) &&
            (!word->salted || fair_from_hex(span_of(m->by_salt), word->salt)) &&
            fair3_read_signed(span_of(m->by_sign), &word->sign)) ||
           table_refuse(r, "bad-value", tr("'by' needs 'm', 'seen', 'digest', 'salt' and 'sig'"));
}

/* The seat is free: its other clients become spectators and are notified. */
static void unseat(struct room *room, int seat)
{
    const uint64_t now = room->protocol->now(room->protocol);
    for (struct client *client = room->clients, *next; client; client = next) {
        const struct table_asker asker = {.id = -1, .who = client, .proves = client->proves};
        next = client->next;
        if (client->seat != seat)
            continue;
        room_leave(client);
        room_enter(room, client, 0);
        table_resume(room->table, &asker, now);
    }
}

/* The people at these seats have been removed. */
static void unseat_removed(struct room *room)
{
    for (int seat = 1; seat <= table_players(room->table); seat++) {
        const enum table_seat_kind kind = table_seat_kind(room->table, seat);
        if (kind == SEAT_PERSON || kind == SEAT_STAND_IN)
            continue;
        for (struct client *client = room->clients; client; client = client->next) {
            if (client->seat == seat)
                room->protocol->on_removed(client);
        }
        unseat(room, seat);
    }
}

static bool handle_quit(struct client *client, const struct message *m, struct table_refusal *r)
{
    struct table_asker asker;
    struct table *table = seated_table(client, m, &asker, r);
    struct room *room = client->at;
    struct table_word word;
    if (!table || !read_word(&asker, m, &word, r) || !table_quit(table, &asker, now_of(client), r))
        return false;
    room_leave(client);
    unseat(room, asker.seat);
    table_run(table, now_of(client));
    room->protocol->schedule(room);
    return true;
}

static bool handle_sync(struct client *client, const struct message *m, struct table_refusal *r)
{
    const struct table_asker asker = {.seat = client->seat, .id = m->id, .who = client};
    if (!client->at)
        return table_refuse(r, "not-seated", tr("you are not at a table"));
    table_tell_table(client->at->table, &asker, "sync", now_of(client));
    return true;
}

static bool handle_entries(struct client *client, const struct message *m, struct table_refusal *r)
{
    const struct table_asker asker = asker_of(client, client->seat, m);
    if (!client->at)
        return table_refuse(r, "not-seated", tr("you are not at a table"));
    table_tell_entries(client->at->table, &asker);
    return true;
}

static bool is_stale(const struct table *table, const struct message *m, struct table_refusal *r)
{
    return m->at >= 0 && m->at != table_seq(table) &&
           !table_refuse(r, "stale", tr("the table has moved on"));
}

static bool handle_move(struct client *client, const struct message *m, struct table_refusal *r)
{
    struct table_asker asker;
    struct table *table = seated_table(client, m, &asker, r);
    struct table_word word;
    return table && !is_stale(table, m, r) && read_word(&asker, m, &word, r) &&
           table_move(table, &asker, span_of(m->line), now_of(client), r);
}

static bool handle_chat(struct client *client, const struct message *m, struct table_refusal *r)
{
    struct table_asker asker;
    struct table *table = seated_table(client, m, &asker, r);
    return table && table_chat(table, &asker, m->text, now_of(client), r);
}

static bool handle_host(struct client *client, const struct message *m, struct table_refusal *r)
{
    struct table_asker asker;
    struct table *table = seated_table(client, m, &asker, r);
    const int remove = m->remove > GAME_SEATS_MAX ? GAME_SEATS_MAX + 1 : (int)m->remove;
    const struct table_wish wish = {m->chat, m->listed, m->takeover, remove, m->fill};
    if (!table || !table_set_by_host(table, &asker, &wish, now_of(client), r))
        return false;
    if (remove >= 0)
        unseat_removed(client->at);
    return true;
}

static bool handle_propose(struct client *client, const struct message *m, struct table_refusal *r)
{
    struct table_asker asker;
    if (client->at && !client->seat && m->secret && strcmp(m->what, "seat") == 0) {
        asker = (struct table_asker){.id = m->id, .who = client};
        return table_ask_back(client->at->table, &asker, m->seat, m->secret, now_of(client), r);
    }
    struct table *table = seated_table(client, m, &asker, r);
    if (table && table_phase(table) == TABLE_OVER && strcmp(m->what, "rematch") == 0 &&
        !client->protocol->may_create(client, r))
        return false;
    struct table_word word;
    return table && read_word(&asker, m, &word, r) &&
           table_propose(table, &asker, m->what, m->seat, now_of(client), r);
}

static bool handle_agree(struct client *client, const struct message *m, struct table_refusal *r)
{
    struct table_asker asker;
    struct table *table = seated_table(client, m, &asker, r);
    struct table_word word;
    if (!table || !read_word(&asker, m, &word, r))
        return false;
    const uint32_t before = table_seat_event(table, asker.seat);
    if (!table_agree(table, &asker, m->what, m->yes > 0, now_of(client), r))
        return false;
    if (table_seat_event(table, asker.seat) != before)
        unseat(client->at, asker.seat); /* the seat was returned */
    if (strcmp(m->what, "remove") == 0)
        unseat_removed(client->at);
    return true;
}

static bool handle_throw(struct client *client, const struct message *m, struct table_refusal *r)
{
    struct table_asker asker;
    struct table *table = seated_table(client, m, &asker, r);
    return table && !is_stale(table, m, r) && table_throw(table, &asker, now_of(client), r);
}

static bool handle_ready(struct client *client, const struct message *m, struct table_refusal *r)
{
    struct table_asker asker;
    struct table *table = seated_table(client, m, &asker, r);
    if (table && m->step >= 0) { /* the answer to `ready`: that it came is enough */
        send_ok(client, m);
        return true;
    }
    return table && table_ready(table, &asker, now_of(client), r);
}

static bool handle_chain(struct client *client, const struct message *m, struct table_refusal *r)
{
    struct table_asker asker;
    struct table *table = seated_table(client, m, &asker, r);
    struct table_word word;
    return table && read_word(&asker, m, &word, r) &&
           table_chain(table, &asker, (uint32_t)(m->asks < INT32_MAX ? m->asks : INT32_MAX), m->end,
                       m->key, now_of(client), r);
}

static bool handle_link(struct client *client, const struct message *m, struct table_refusal *r)
{
    struct table_asker asker;
    struct table *table = seated_table(client, m, &asker, r);
    const struct table_link link = {.step = (uint32_t)(m->step < INT32_MAX ? m->step : INT32_MAX),
                                    .hash = m->hash,
                                    .link = m->link,
                                    .sign = m->sign};
    return table && table_link(table, &asker, &link, now_of(client), r);
}

static bool handle_fair(struct client *client, const struct message *m, struct table_refusal *r)
{
    struct table_asker asker;
    struct table *table = seated_table(client, m, &asker, r);
    const uint64_t now = now_of(client);
    if (!table)
        return false;
    if (!m->commit + !m->list + !m->seed != 2)
        return table_refuse(r, "bad-message", tr("'fair' needs one of 'commit', 'list' or 'seed'"));
    if (m->commit)
        return table_commit(table, &asker, m->commit, now, r);
    return m->list ? table_acknowledge(table, &asker, m->list, now, r)
                   : table_seed(table, &asker, m->seed, now, r);
}

static bool handle_hint(struct client *client, const struct message *m, struct table_refusal *r)
{
    struct table_asker asker;
    const struct table *table = seated_table(client, m, &asker, r);
    if (!table || is_stale(table, m, r) || !table_may_hint(table, client->seat, r))
        return false;
    if (client->at->hint && !client->at->hint_answered)
        return table_refuse(r, "not-now", tr("a hint is already being computed"));
    room_ask_hint(client, m->id, m->grows == 1);
    return true;
}

/* More lines of a game, with `|` between them, for the next `create`. */
static bool handle_bring(struct client *client, const struct message *m, struct table_refusal *r)
{
    struct span rest = span_of(m->text);
    client->imported_bytes += rest.length;
    while (rest.length && client->imported_bytes <= IMPORT_BYTES)
        lines_add(&client->imported, span_cut(&rest, '|'));
    if (client->imported_bytes > IMPORT_BYTES || client->imported.count > IMPORT_LINES) {
        protocol_drop_imported(client);
        return table_refuse(r, "limit", tr("this game is too long to import"));
    }
    struct text *out = scratch_of(client);
    text_printf(out, "{\"type\":\"ok\",\"id\":%lld}", m->id);
    if (m->id >= 0)
        send_text(client, out, false);
    return true;
}

static bool (*const handlers[MESSAGE_VERBS])(struct client *, const struct message *,
                                             struct table_refusal *) = {
    [MESSAGE_HELLO] = handle_hello,     [MESSAGE_PING] = handle_ping,
    [MESSAGE_CREATE] = handle_create,   [MESSAGE_JOIN] = handle_join,
    [MESSAGE_RESUME] = handle_resume,   [MESSAGE_WATCH] = handle_watch,
    [MESSAGE_LEAVE] = handle_leave,     [MESSAGE_QUIT] = handle_quit,
    [MESSAGE_SYNC] = handle_sync,       [MESSAGE_MOVE] = handle_move,
    [MESSAGE_CHAT] = handle_chat,       [MESSAGE_HOST] = handle_host,
    [MESSAGE_PROPOSE] = handle_propose, [MESSAGE_AGREE] = handle_agree,
    [MESSAGE_FAIR] = handle_fair,       [MESSAGE_HINT] = handle_hint,
    [MESSAGE_BRING] = handle_bring,     [MESSAGE_READY] = handle_ready,
    [MESSAGE_THROW] = handle_throw,     [MESSAGE_CHAIN] = handle_chain,
    [MESSAGE_LINK] = handle_link,       [MESSAGE_ENTRIES] = handle_entries,
};

/* The table that must be read before the message can be handled: the one that the client is at, or
 * the one that it names. NULL: none. */
static const char *find_away(const struct client *client, const struct message *m)
{
    struct room *room;
    if (client->at && client->at->suspended)
        return table_id(client->at->table);
    const bool comes =
        m->verb == MESSAGE_JOIN || m->verb == MESSAGE_RESUME || m->verb == MESSAGE_WATCH;
    const char *id = comes                                              ? m->table
                     : m->verb == MESSAGE_CREATE && m->from_lines == -1 ? m->from_table
                                                                        : NULL;
    return id && client->protocol->find(client->protocol, id, &room) == ROOM_AWAY ? id : NULL;
}

bool protocol_handle(struct client *client, const struct message *m, bool good,
                     struct table_refusal *r, char away[TABLE_ID_LENGTH + 1])
{
    const char *id = good && client->greeted ? find_away(client, m) : NULL;
    if (id) {
        snprintf(away, TABLE_ID_LENGTH + 1, "%s", id);
        return false;
    }
    if (client->at && client->seat)
        table_heard(client->at->table, client->seat, now_of(client));
    if (good && m->verb != MESSAGE_HELLO && !client->greeted)
        good = table_refuse(r, "version", tr("send 'hello' first"));
    if (good)
        good = handlers[m->verb](client, m, r);
    if (client->at)
        client->protocol->schedule(client->at);
    if (!good)
        protocol_send_error(client, m->id, r->code, r->why.start);
    return true;
}

bool protocol_is_expensive(const struct message *m)
{
    return m->verb == MESSAGE_SYNC || m->verb == MESSAGE_JOIN || m->verb == MESSAGE_RESUME ||
           m->verb == MESSAGE_WATCH || m->verb == MESSAGE_HINT || m->verb == MESSAGE_ENTRIES ||
           m->has_from;
}
