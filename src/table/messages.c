/* The messages of a table to its viewers. Each viewer gets its own view of the state and of the
 * lines. In a game without secrets there is one view for all, which is built once. */
#include <stdlib.h>
#include <string.h>

#include "table/internal.h"

#define EVERYBODY (~TABLE_PROVING)

/* ---- the parts of messages ---- */

static struct text *open_message(const struct table *t, const char *type, struct json *json)
{
    struct text *out = t->env->scratch;
    text_clear(out);
    *json = json_on(out);
    json_open(json, '{');
    json_key_string(json, "type", type);
    return out;
}

static struct span close_message(struct json *json)
{
    const struct text *out = json->out;
    json_close(json, '}');
    if (out->cut) {
        fprintf(stderr, "cornet: a message is too long: '%.60s'\n", out->start);
        abort(); /* TABLE_MESSAGE_MAX is too small: a bug */
    }
    return (struct span){out->start, out->length};
}

static void tell_everybody(struct table *t, struct json *json)
{
    t->env->tell(t, EVERYBODY, close_message(json));
}

const char *table_phase_name(int phase)
{
    static const char *const names[] = {"waiting", "fair", "playing", "over"};
    return names[phase];
}

const char *table_seat_kind_name(enum table_seat_kind kind)
{
    static const char *const names[] = {"open", "person", "bot", "stand-in", "left"};
    return names[kind];
}

static void put_seats(const struct table *t, uint64_t now, struct json *json)
{
    json_key_open(json, "seats", '[');
    for (int seat = 1; seat <= t->match->settings.players; seat++) {
        const enum table_seat_kind kind = table_seat_kind(t, seat);
        json_open(json, '{');
        json_key_string(json, "name", t->match->name[seat - 1]);
        json_key_string(json, "kind", table_seat_kind_name(kind));
        json_key_bool(json, "here", kind == SEAT_BOT || t->seat[seat - 1].present > 0);
        if (kind == SEAT_PERSON && t->env->is_person && t->env->is_person(t, seat))
            json_key_bool(json, "person", true);
        if (kind != SEAT_OPEN && table_may_take(t, seat, now))
            json_key_bool(json, "free", true);
        if (table_idle_from(t, seat) <= now)
            json_key_bool(json, "idle", true);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_lines(const struct lines *lines, size_t from, struct json *json)
{
    json_open(json, '[');
    for (size_t i = from; i < lines->count; i++)
        json_put_string(json, lines->line[i]);
    json_close(json, ']');
}

static void put_hex(struct json *json, const char *key, const unsigned char *bytes)
{
    char hex[FAIR_HEX];
    if (bytes)
        fair_to_hex(bytes, hex);
    json_key_string(json, key, bytes ? hex : NULL);
}

void table_put_seats(struct json *json, const char *key, unsigned seats)
{
    json_key_open(json, key, '[');
    for (int seat = 1; seat <= GAME_SEATS_MAX; seat++) {
        if (seats >> (seat - 1) & 1)
            json_put_number(json, seat);
    }
    json_close(json, ']');
}

/* The additions of version 2: the list of commitments, and the results of earlier attempts. */
static void put_list(const struct table *t, struct json *json)
{
    const struct fair *fair = &t->fair;
    struct lines settings = {0};
    fair_settings(&t->fair, t->match, &settings);
    lines_sort(&settings);
    json_key_number(json, "attempt", fair->attempt);
    json_put_key(json, "settings");
    put_lines(&settings, 0, json);
    lines_free(&settings);
    put_hex(json, "list", t->reveal && fair->version >= 2 ? fair->list : NULL);
    table_put_seats(json, "acknowledged", fair->acknowledged);
    json_key_bool(json, "open", t->reveal && table_all_acknowledged(t));
    json_key_open(json, "failed", '[');
    for (int i = -1; (i = fair_next_failed(fair, i)) >= 0;) {
        json_open(json, '{');
        json_key_number(json, "attempt", fair->failed_at[i]);
        json_key_number(json, "seat", i + 1);
        json_key_string(json, "step", fair->opened >> i & 1 ? "reveal" : "list");
        put_hex(json, "commit", fair->commit[i]);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_fair(const struct table *t, struct json *json)
{
    const struct fair *fair = &t->fair;
    const bool shown = t->phase >= TABLE_PLAYING;
    unsigned char commit[FAIR_BYTES];
    if (t->shown || t->ledger) { /* its record says what there is to say; put_ledger */
        json_key_null(json, "fair");
        return;
    }
    fair_commit(fair->seed, commit);
    json_key_open(json, "fair", '{');
    json_key_string(json, "table", table_id(t));
    put_hex(json, "commit", commit);
    json_key_string(json, "step", shown ? "done" : t->reveal ? "reveal" : "commit");
    json_key_open(json, "seats", '[');
    for (int i = 0; i < fair->players; i++) {
        if (!(fair->committed >> i & 1)) {
            json_put_null(json);
            continue;
        }
        json_open(json, '{');
        put_hex(json, "commit", fair->commit[i]);
        put_hex(json, "seed", shown && fair->revealed >> i & 1 ? fair->seat[i] : NULL);
        json_close(json, '}');
    }
    json_close(json, ']');
    put_hex(json, "seed", t->phase == TABLE_OVER ? fair->seed : NULL);
    put_list(t, json);
    json_close(json, '}');
}

/* What the clients of version 3 need. `head`: the whole. */
static void put_ledger(const struct table *t, bool head, struct json *json)
{
    const struct table_ledger *ledger = t->ledger;
    struct lines lines = {0};
    if (!ledger)
        return;
    json_key_open(json, "fair3", '{');
    if (head) {
        table_ledger_head(t, &lines);
        json_put_key(json, "head");
        put_lines(&lines, 0, json);
        lines_free(&lines);
    }
    json_key_number(json, "last", ledger->sum.count);
    put_hex(json, "hidden", ledger->shown ? ledger->hidden_seed : NULL);
    json_key_open(json, "salts", '[');
    for (size_t i = 0; ledger->shown && i < ledger->hidden_count; i++) {
        char hex[FAIR_HEX];
        if (!ledger->hidden[i].salted)
            continue;
        fair_to_hex(ledger->hidden[i].salt, hex);
        json_open(json, '[');
        json_put_number(json, ledger->hidden[i].entry);
        json_put_string(json, hex);
        json_close(json, ']');
    }
    json_close(json, ']');
    json_close(json, '}');
}

static void put_state(const struct table *t, int viewer, struct json *json)
{
    json_put_key(json, "state");
    if (t->phase < TABLE_PLAYING)
        json_put_null(json);
    else
        match_json(t->match, viewer, json->out);
    json->comma = true;
}

/* The mover; GAME_OVER before the start too. */
static int mover_of(const struct table *t)
{
    return t->phase == TABLE_PLAYING ? match_mover(t->match) : GAME_OVER;
}

static void put_thrower(const struct table *t, struct json *json)
{
    if (table_thrower(t))
        json_key_number(json, "throws", table_thrower(t));
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The lines of actions, sorted. */
static void put_actions(const struct match *match, int seat, const game_action action[],
                        size_t count, struct json *json)
{
    char bytes[GAME_ACTIONS_MAX * 64], *at = bytes, *const end = bytes + sizeof bytes;
    const char *line[GAME_ACTIONS_MAX];
    for (size_t i = 0; i < count; i++) {
        struct text out = text_on(at, (size_t)(end - at));
        match->game->write(&match->state, action[i], &match->history, seat, &out);
        if (out.cut)
            abort(); /* longer lines than anybody foresaw: our own bug */
        line[i] = at;
        at += out.length + 1;
    }
    qsort(line, count, sizeof *line, by_bytes);
    for (size_t i = 0; i < count; i++)
        json_put_string(json, line[i]);
}

/* Whether spectators see another line than the complete one. */
static bool hides(const struct match *match, game_action action)
{
    struct text open = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    match->game->write(&match->state, action, &match->history, GAME_OPEN, &open);
    return fair3_is_hidden(match, span_of(open.start));
}

/* `may` and `legal`: whether the seat may act now, and its legal moves if it has the turn. */
static void put_legal(const struct table *t, int seat, struct json *json)
{
    const int mover = mover_of(t);
    game_action action[GAME_ACTIONS_MAX];
    size_t count = 0;
    if (seat > 0 && (mover == seat || mover == GAME_ANYONE) && !(table_bots(t) >> (seat - 1) & 1))
        count = t->match->game->actions(&t->match->state, seat, action);
    const bool rolls = seat > 0 && table_awaits_roll(t) && !(table_bots(t) >> (seat - 1) & 1);
    const bool throws = seat > 0 && table_thrower(t) == seat;
    json_key_bool(json, "may", count > 0 || rolls || throws);
    json_key_open(json, "legal", '[');
    if (mover == seat)
        put_actions(t->match, seat, action, count, json);
    json_close(json, ']');
    if (t->ledger && mover == seat && count && hides(t->match, action[0]))
        json_key_bool(json, "salt", true);
}

static void put_options(const struct table *t, struct json *json)
{
    const struct match *match = t->match;
    json_key_open(json, "options", '{');
    for (int i = 0; match->game->options[i].name; i++)
        json_key_string(json, match->game->options[i].name, game_value_at(&match->settings, i));
    json_close(json, '}');
}

/* The position of another table's game from which this one continues. */
static void put_origin(const struct table *t, struct json *json)
{
    if (!t->fair.from || t->shown) {
        json_key_null(json, "origin");
        return;
    }
    json_key_open(json, "origin", '{');
    json_key_string(json, "table", t->fair.source);
    json_key_number(json, "step", t->fair.from);
    json_close(json, '}');
}

static void put_chat_log(const struct table *t, struct json *json)
{
    json_key_open(json, "said", '[');
    for (size_t i = 0; i < t->chat_log.count; i++) {
        char name[MATCH_NAME_MAX];
        const char *line = t->chat_log.line[i], *text = strchr(line, '\t') + 1;
        snprintf(name, sizeof name, "%.*s", (int)(text - line - 3), line + 2);
        json_open(json, '{');
        json_key_number(json, "seat", line[0] - '0');
        json_key_string(json, "name", name);
        json_key_string(json, "text", text);
        json_close(json, '}');
    }
    json_close(json, ']');
}

/* ---- the states between lines ---- */

/* Bytes of the states in a message, at most; when there are more lines, the last ones have none. */
#define STATES_BYTES (64u << 10)

/* Stores the state after the last line, or before the first line of a game, for the viewers of whom
 * a client wants it. A ruling that was added before a line has no separate state. */
void table_note_states(struct table_playing *p)
{
    struct table *t = p->t;
    for (int viewer = 0; viewer <= t->match->settings.players; viewer++) {
        struct lines *states = &p->states[viewer];
        const size_t lines = p->shown.line[viewer].count + (p->event.kind == EVENT_START);
        size_t bytes = 0;
        if (!(p->wants_states >> viewer & 1))
            continue;
        for (size_t i = 0; i < states->count; i++)
            bytes += strlen(states->line[i]) + 1;
        while (states->count + 1 < lines)
            lines_add(states, span_of("null"));
        text_clear(t->env->scratch);
        match_json(t->match, viewer, t->env->scratch);
        const struct span state = {t->env->scratch->start, t->env->scratch->length};
        if (bytes + state.length <= STATES_BYTES)
            lines_add(states, state);
    }
}

/* In a game without secrets all viewers have the same. */
static const struct lines *states_of(const struct table_playing *p, int viewer)
{
    return &p->states[p->t->match->game->flags & GAME_HIDDEN ? viewer : 0];
}

/* The clients of these viewers that want the states, or those that do not. */
static unsigned who_wants(const struct table_playing *p, unsigned viewers, bool states)
{
    return states ? viewers << TABLE_WITH_STATES & p->audience
                  : viewers & p->audience & ((1u << TABLE_WITH_STATES) - 1);
}

/* All but the last, which is the state that the message has anyway. */
static void put_states(struct json *json, const struct lines *states)
{
    if (!states || states->count < 2)
        return;
    json_key_open(json, "states", '[');
    for (size_t i = 0; i + 1 < states->count; i++) {
        if (i > 0)
            text_char(json->out, ',');
        text_add(json->out, states->line[i]);
    }
    json_close(json, ']');
}

/* ---- the whole table ---- */

/* The whole table; `states` are the states after each line of the log; NULL: not sent. */
static void write_whole(const struct table *t, int viewer, const char *why,
                        const struct lines *states, uint64_t now, struct text *out)
{
    struct json json = json_on(out);
    json_open(&json, '{');
    json_key_string(&json, "type", "table");
    json_key_string(&json, "table", table_id(t));
    json_key_number(&json, "seq", t->seq);
    json_key_string(&json, "game", t->match->game->id);
    json_key_number(&json, "players", t->match->settings.players);
    put_options(t, &json);
    json_key_string(&json, "phase", table_phase_name(t->phase));
    json_key_number(&json, "you", viewer);
    json_key_number(&json, "host", table_host(t));
    json_key_bool(&json, "listed", t->listed);
    json_key_bool(&json, "chat", t->chat);
    json_key_bool(&json, "takeover", t->takeover);
    json_key_bool(&json, "resign", table_may_resign(t));
    json_key_bool(&json, "draw", match_may_draw(t->match));
    if (t->own_dice)
        json_key_string(&json, "dice", "own");
    json_key_bool(&json, "judged", judge_of(t->match->game) != NULL);
    put_seats(t, now, &json);
    json_key_number(&json, "watching", t->spectators);
    table_log_write(t, viewer, &json);
    put_state(t, viewer, &json);
    put_thrower(t, &json);
    put_legal(t, viewer, &json);
    table_undo_write(t, &json);
    table_clock_write(t, now, &json);
    put_fair(t, &json);
    put_ledger(t, true, &json);
    table_consent_write(t, now, &json);
    put_chat_log(t, &json);
    put_origin(t, &json);
    json_key_string(&json, "next", t->next[0] ? t->next : NULL);
    json_key_string(&json, "why", why);
    put_states(&json, states);
    json_close(&json, '}');
}

void table_write(const struct table *t, int viewer, const char *why, uint64_t now, struct text *out)
{
    write_whole(t, viewer, why, NULL, now, out);
}

static struct span write_table(const struct table *t, int viewer, const char *why,
                               const struct lines *states, uint64_t now)
{
    struct text *out = t->env->scratch;
    text_clear(out);
    write_whole(t, viewer, why, states, now, out);
    if (out->cut)
        abort(); /* TABLE_LOG_BYTES is too large for TABLE_MESSAGE_MAX: a bug */
    return (struct span){out->start, out->length};
}

void table_tell_table(struct table *t, const struct table_asker *asker, const char *why,
                      uint64_t now)
{
    table_tell_ledger(t);
    t->env->reply(t, asker, write_table(t, asker->seat, why, NULL, now));
}

void table_tell_all(struct table *t, const char *why, uint64_t now)
{
    const unsigned viewers = table_viewers(t);
    table_tell_ledger(t);
    for (int viewer = 0; viewer <= t->match->settings.players; viewer++) {
        if (viewers >> viewer & 1)
            t->env->tell(t, 1u << viewer | 1u << (viewer + TABLE_WITH_STATES),
                         write_table(t, viewer, why, NULL, now));
    }
}

void table_tell_start(const struct table_playing *p)
{
    struct table *t = p->t;
    table_tell_ledger(t);
    for (int i = 0; i <= 2 * t->match->settings.players + 1; i++) {
        const int viewer = i / 2;
        const unsigned clients = who_wants(p, 1u << viewer, i % 2);
        if (clients)
            t->env->tell(
                t, clients,
                write_table(t, viewer, "start", i % 2 ? states_of(p, viewer) : NULL, t->now));
    }
}

/* ---- news ---- */

/* Opens the message `moves`: all but `may` and `legal`. */
static void open_moves(const struct table_playing *p, int viewer, bool states, struct json *json)
{
    const struct table *t = p->t;
    open_message(t, "moves", json);
    json_key_number(json, "seq", t->seq);
    json_key_number(json, "from", (long long)(t->match->body.count - p->shown.line[viewer].count));
    json_put_key(json, "lines");
    put_lines(&p->shown.line[viewer], 0, json);
    if (states)
        put_states(json, &p->states[viewer]);
    put_state(t, viewer, json);
    put_thrower(t, json);
    table_undo_write(t, json);
    table_clock_write(t, t->now, json);
    if (p->timeout)
        json_key_number(json, "timeout", p->timeout);
    if (p->fault[0])
        json_key_string(json, "fault", p->fault);
    if (t->phase == TABLE_OVER) {
        put_fair(t, json);
        put_ledger(t, false, json);
    }
}

/* In a game without secrets the message is the same for all viewers except for `may` and `legal`.
 * All viewers who may not act get the same one. */
static void tell_open_moves(const struct table_playing *p, unsigned viewers, bool states)
{
    struct json json;
    struct table *t = p->t;
    const int mover = mover_of(t);
    const unsigned all = viewers;
    const bool anyone = mover == GAME_ANYONE || table_awaits_roll(t);
    const int actor = mover > 0 ? mover : table_thrower(t);
    const unsigned acting = anyone ? all & ~1u : actor ? all & 1u << actor : 0;
    if (!who_wants(p, viewers, states))
        return;
    open_moves(p, GAME_SPECTATOR, states, &json);
    const size_t common = json.out->length;
    for (int viewer = 0; viewer <= t->match->settings.players; viewer++) {
        const unsigned now = who_wants(p, viewer ? acting & 1u << viewer : all & ~acting, states);
        if (!now)
            continue;
        json.out->length = common;
        json.out->start[common] = '\0';
        json.comma = true;
        put_legal(t, viewer, &json);
        t->env->tell(t, now, close_message(&json));
    }
}

void table_tell_moves(const struct table_playing *p)
{
    struct table *t = p->t;
    table_tell_ledger(t);
    if (!(t->match->game->flags & GAME_HIDDEN)) {
        tell_open_moves(p, table_viewers(t), false);
        tell_open_moves(p, table_viewers(t), true);
        return;
    }
    for (int i = 0; i <= 2 * t->match->settings.players + 1; i++) {
        struct json json;
        const int viewer = i / 2;
        const unsigned clients = who_wants(p, 1u << viewer, i % 2);
        if (!clients)
            continue;
        open_moves(p, viewer, i % 2, &json);
        put_legal(t, viewer, &json);
        t->env->tell(t, clients, close_message(&json));
    }
}

/* Spectator counts are throttled, since each update goes to every viewer. */
void table_tell_spectators(struct table *t)
{
    const unsigned few = 16, count = t->spectators;
    if (count <= few || count % (count / few) == 0)
        table_tell_seats(t);
}

void table_tell_seats(struct table *t)
{
    struct json json;
    t->free_announced = t->idle_announced = 0;
    for (int seat = 1; seat <= t->match->settings.players; seat++) {
        t->free_announced |= (unsigned)table_may_take(t, seat, t->now) << (seat - 1);
        t->idle_announced |= (unsigned)(table_idle_from(t, seat) <= t->now) << (seat - 1);
    }
    if (!table_viewers(t))
        return;
    table_tell_ledger(t);
    open_message(t, "seats", &json);
    json_key_number(&json, "seq", t->seq);
    json_key_string(&json, "phase", table_phase_name(t->phase));
    json_key_number(&json, "host", table_host(t));
    json_key_bool(&json, "chat", t->chat);
    json_key_bool(&json, "listed", t->listed);
    json_key_bool(&json, "takeover", t->takeover);
    put_seats(t, t->now, &json);
    json_key_number(&json, "watching", t->spectators);
    tell_everybody(t, &json);
}

void table_tell_chat(struct table *t, int seat, const char *text)
{
    struct json json;
    open_message(t, "chat", &json);
    json_key_number(&json, "seat", seat);
    json_key_string(&json, "name", t->match->name[seat - 1]);
    json_key_string(&json, "text", text);
    tell_everybody(t, &json);
}

void table_tell_fair(struct table *t)
{
    struct json json;
    open_message(t, "fair", &json);
    json_key_number(&json, "seq", t->seq);
    put_fair(t, &json);
    tell_everybody(t, &json);
}

void table_tell_clock(struct table *t)
{
    struct json json;
    open_message(t, "clock", &json);
    table_clock_write(t, t->now, &json);
    tell_everybody(t, &json);
}

void table_tell_proposal(struct table *t, enum table_proposal what, bool done, int refused_by,
                         const struct lines *words)
{
    struct json json;
    open_message(t, "proposal", &json);
    table_consent_write(t, t->now, &json);
    if (t->proposal == PROPOSAL_NONE) {
        json_key_string(&json, "what", table_proposal_name((int)what));
        json_key_bool(&json, "done", done);
        if (words && words->count)
            table_put_words(t, words, &json);
        if (refused_by)
            json_key_number(&json, "refused", refused_by);
    }
    tell_everybody(t, &json);
}

/* ---- the ledger ---- */

#define ENTRIES_BYTES (48u << 10) /* of a message `entries`, about */
#define ENTRIES_SEALED 64         /* entries after which a message is sealed */

/* The server's signature of the ledger up to here. It covers everything before, so that not every
 * message needs one. */
static void put_seal(const struct table *t, bool sealed, struct json *json)
{
    struct text text = text_on((char[FAIR3_TEXT_MAX]){0}, FAIR3_TEXT_MAX);
    struct text hex = text_on((char[FAIR3_SIGNED_HEX]){0}, FAIR3_SIGNED_HEX);
    struct fair3_signed sign = {0};
    fair3_text_seal(table_id(t), t->ledger->sum.count, t->ledger->sum.hash, &text);
    if (sealed && t->ledger->head.key.has && t->env->fair3)
        sign = t->env->fair3->sign(&t->env->fair3->secret, &text);
    fair3_write_signed(&sign, &hex);
    json_key_string(json, "seal", hex.start);
}

/* A message with the entries from `from` on, as the viewer may know them. Returns the last. */
static uint32_t open_entries(const struct table *t, uint32_t from, int viewer, bool sealed,
                             struct json *json)
{
    const struct table_ledger *ledger = t->ledger;
    uint32_t entry = from;
    open_message(t, "entries", json);
    json_key_number(json, "from", from);
    json_key_open(json, "lines", '[');
    for (; entry <= ledger->sum.count && json->out->length < ENTRIES_BYTES; entry++) {
        struct text shown = text_on((char[FAIR3_NOTE_MAX]){0}, FAIR3_NOTE_MAX);
        json_put_string(json, table_ledger_shown(ledger, entry, viewer, &shown).at);
    }
    json_close(json, ']');
    put_seal(t, sealed && entry > ledger->sum.count, json);
    return entry - 1;
}

void table_tell_entries(struct table *t, const struct table_asker *asker)
{
    uint32_t have = asker->have;
    if (!t->ledger || !asker->proves || have > t->ledger->sum.count)
        return;
    for (int messages = 0; messages < 2 && (!messages || have < t->ledger->sum.count); messages++) {
        struct json json;
        have = open_entries(t, have + 1, asker->seat, true, &json);
        t->env->reply(t, asker, close_message(&json));
    }
}

/* To the clients of these viewers that speak version 3. */
static void tell_proving(struct table *t, unsigned viewers, struct span message)
{
    t->env->tell(t, viewers | viewers << TABLE_WITH_STATES | TABLE_PROVING, message);
}

/* Whether all viewers see these entries alike. */
static bool are_open(const struct table_ledger *ledger, uint32_t from)
{
    return !ledger->hidden_count || ledger->hidden[ledger->hidden_count - 1].entry < from;
}

void table_tell_ledger(struct table *t)
{
    struct table_ledger *ledger = t->ledger;
    if (!ledger || ledger->told >= ledger->sum.count)
        return;
    const uint32_t from = ledger->told + 1;
    const bool alike = are_open(ledger, from);
    const unsigned viewers = table_viewers(t);
    const bool sealed = t->phase == TABLE_OVER ||
                        ledger->sum.count / ENTRIES_SEALED != ledger->told / ENTRIES_SEALED;
    ledger->told = ledger->sum.count;
    for (int viewer = 0; viewer <= t->match->settings.players; viewer++) {
        const unsigned who = alike ? viewers : viewers & 1u << viewer;
        struct json json;
        if (!who)
            continue;
        open_entries(t, from, viewer, sealed, &json);
        tell_proving(t, who, close_message(&json));
        if (alike)
            return;
    }
}

void table_tell_ready(struct table *t, unsigned seats)
{
    struct json json;
    open_message(t, "ready", &json);
    json_key_number(&json, "step", t->ledger->asks + 1);
    tell_proving(t, seats << 1, close_message(&json));
}

void table_tell_got(struct table *t, int seat)
{
    struct text text = text_on((char[FAIR3_TEXT_MAX]){0}, FAIR3_TEXT_MAX);
    struct text hex = text_on((char[FAIR3_SIGNED_HEX]){0}, FAIR3_SIGNED_HEX);
    struct fair3_signed sign = {0};
    struct json json;
    fair3_text_got(table_id(t), seat, t->ledger->asks, t->ledger->link[seat - 1], &text);
    if (t->ledger->head.key.has)
        sign = t->env->fair3->sign(&t->env->fair3->secret, &text);
    fair3_write_signed(&sign, &hex);
    open_message(t, "got", &json);
    json_key_number(&json, "step", t->ledger->asks);
    json_key_string(&json, "sig", hex.start);
    tell_proving(t, 2u << (seat - 1), close_message(&json));
}

/* ---- answers ---- */

static void put_id(struct json *json, const struct table_asker *asker)
{
    if (asker->id >= 0)
        json_key_number(json, "id", asker->id);
}

void table_tell_ok(struct table *t, const struct table_asker *asker)
{
    struct json json;
    if (asker->id < 0)
        return;
    open_message(t, "ok", &json);
    put_id(&json, asker);
    t->env->reply(t, asker, close_message(&json));
}

void table_tell_joined(struct table *t, const struct table_asker *asker, const char *secret)
{
    struct json json;
    open_message(t, "joined", &json);
    put_id(&json, asker);
    json_key_string(&json, "table", table_id(t));
    json_key_number(&json, "seat", asker->seat);
    if (secret)
        json_key_string(&json, "secret", secret);
    if (asker->taken)
        json_key_number(&json, "taken", asker->taken);
    t->env->reply(t, asker, close_message(&json));
}

void table_tell_next(struct table *t)
{
    struct json json;
    open_message(t, "next", &json);
    json_key_string(&json, "table", t->next);
    tell_everybody(t, &json);
}

void table_tell_hint(struct table *t, const struct table_asker *asker, const struct hints *hints,
                     bool more)
{
    struct json json;
    open_message(t, "hint", &json);
    put_id(&json, asker);
    json_key_number(&json, "seq", t->seq);
    json_key_bool(&json, "more", more);
    json_put_key(&json, "advice");
    hints_json(t->match, hints, json.out);
    json.comma = true;
    t->env->reply(t, asker, close_message(&json));
}

void table_summary(const struct table *t, struct json *json)
{
    const struct match *match = t->match;
    const int mover = table_thrower(t) ? table_thrower(t) : mover_of(t);
    json_open(json, '{');
    json_key_string(json, "table", table_id(t));
    json_key_string(json, "game", match->game->id);
    json_key_number(json, "players", match->settings.players);
    json_key_string(json, "phase", table_phase_name(t->phase));
    put_seats(t, t->now, json);
    if (t->phase < TABLE_PLAYING)
        json_key_null(json, "mover");
    else if (mover > 0)
        json_key_number(json, "mover", mover);
    else
        json_key_string(json, "mover",
                        mover == GAME_ANYONE   ? "anyone"
                        : mover == GAME_CHANCE ? "chance"
                                               : "over");
    if (t->phase == TABLE_OVER) {
        uint8_t share[GAME_SEATS_MAX];
        match_result(match, share);
        json_key_open(json, "result", '[');
        for (int i = 0; i < match->settings.players; i++)
            json_put_real(json, share[i] / (double)GAME_WHOLE);
        json_close(json, ']');
    } else {
        json_key_null(json, "result");
    }
    json_key_number(json, "moves", (long long)match->body.count);
    put_origin(t, json);
    json_key_bool(json, "listed", t->listed);
    json_key_number(json, "created", (long long)t->created);
    json_key_number(json, "changed", (long long)t->changed);
    json_close(json, '}');
}
