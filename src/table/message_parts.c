/* The parts of a table's messages. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/message_parts.h"

struct text *table_open_message(const struct table *t, const char *type, struct json *json)
{
    struct text *out = t->env->scratch;
    text_clear(out);
    *json = json_on(out);
    json_open(json, '{');
    json_key_string(json, "type", type);
    return out;
}

struct span table_close_message(struct json *json)
{
    const struct text *out = json->out;
    json_close(json, '}');
    if (out->cut) {
        fprintf(stderr, "cornet: a message is too long: '%.60s'\n", out->start);
        abort(); /* TABLE_MESSAGE_MAX is too small: a bug */
    }
    return (struct span){out->start, out->length};
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

void table_put_people(const struct table *t, uint64_t now, struct json *json)
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

/* What clock people have, as `create` says it. */
void table_put_timing(const struct table *t, struct json *json)
{
    if (t->clock == CLOCK_NONE)
        return;
    json_key_open(json, "timing", '{');
    json_key_string(json, "kind", t->clock == CLOCK_MOVE ? "move" : "bank");
    json_key_number(json, "seconds", t->clock_ms / 1000);
    if (t->clock == CLOCK_BANK)
        json_key_number(json, "add", t->clock_add / 1000);
    json_close(json, '}');
}

void table_put_lines(const struct lines *lines, size_t from, struct json *json)
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
    table_put_lines(&settings, 0, json);
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

void table_put_fair(const struct table *t, struct json *json)
{
    const struct fair *fair = &t->fair;
    const bool shown = t->phase >= TABLE_PLAYING;
    unsigned char commit[FAIR_BYTES];
    if (t->shown || t->ledger || t->daily[0]) { /* nobody takes part, or table_put_ledger says it */
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
void table_put_ledger(const struct table *t, bool head, struct json *json)
{
    const struct table_ledger *ledger = t->ledger;
    struct lines lines = {0};
    if (!ledger)
        return;
    json_key_open(json, "fair3", '{');
    if (head) {
        table_ledger_head(t, &lines);
        json_put_key(json, "head");
        table_put_lines(&lines, 0, json);
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

void table_put_state(const struct table *t, int viewer, struct json *json)
{
    json_put_key(json, "state");
    if (t->phase < TABLE_PLAYING)
        json_put_null(json);
    else
        match_json(t->match, viewer, json->out);
    json->comma = true;
}

/* The mover; GAME_OVER before the start too. */
int table_mover(const struct table *t)
{
    return t->phase == TABLE_PLAYING ? match_mover(t->match) : GAME_OVER;
}

void table_put_thrower(const struct table *t, struct json *json)
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
void table_put_legal(const struct table *t, int seat, struct json *json)
{
    const int mover = table_mover(t);
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

void table_put_options(const struct table *t, struct json *json)
{
    const struct match *match = t->match;
    json_key_open(json, "options", '{');
    for (int i = 0; match->game->options[i].name; i++)
        json_key_string(json, match->game->options[i].name, game_value_at(&match->settings, i));
    json_close(json, '}');
}

/* The position of another table's game from which this one continues. */
void table_put_origin(const struct table *t, struct json *json)
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

void table_put_chat_log(const struct table *t, struct json *json)
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
