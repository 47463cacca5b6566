/* The entries of a ledger and what follows from them. */
#include "table/ledger.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "table/internal.h"

#define SALT "salt " /* private lines of events */
#define HIDDEN "hidden "

/* ---- a new table ---- */

/* A secret of the table, which only the holder of the key file can derive from the nonce. */
static void derive(const struct table_env *env, const char *what, const char *table,
                   const unsigned char nonce[FAIR_BYTES], unsigned char out[FAIR_BYTES])
{
    struct text text = text_on((char[FAIR3_TEXT_MAX]){0}, FAIR3_TEXT_MAX);
    char hex[FAIR_HEX];
    fair_to_hex(nonce, hex);
    text_printf(&text, "cornet fair 3 %s\n%s\n%s\n", what, table, hex);
    fair3_hmac(env->fair3->key, &text, out);
}

/* The server's link for the step after this many. */
static void make_link(const struct table_env *env, const struct table_ledger *ledger,
                      const char *table, uint32_t steps, unsigned char link[FAIR_BYTES])
{
    char what[32];
    snprintf(what, sizeof what, "server link %u", (unsigned)steps + 1);
    derive(env, what, table, ledger->nonce, link);
}

struct table_ledger *table_ledger_new(const struct table_env *env, const char *table,
                                      const unsigned char nonce[FAIR_BYTES])
{
    struct table_ledger *ledger = memory_new(1, sizeof *ledger);
    unsigned char link[FAIR_BYTES];
    memcpy(ledger->nonce, nonce, FAIR_BYTES);
    make_link(env, ledger, table, 0, link);
    fair3_server_promise(table, link, ledger->head.server);
    sodium_memzero(link, sizeof link);
    derive(env, "server hidden", table, nonce, ledger->hidden_seed);
    fair3_promise(table, ledger->hidden_seed, ledger->head.hidden);
    ledger->head.key = env->fair3->secret.key;
    return ledger;
}

void table_ledger_free(struct table_ledger *ledger)
{
    if (!ledger)
        return;
    lines_free(&ledger->entry);
    memory_free(ledger->hash);
    memory_free(ledger->hidden);
    memory_free(ledger->seat);
    sodium_memzero(ledger, sizeof *ledger);
    memory_free(ledger);
}

void table_ledger_write_create(const struct table_ledger *ledger, struct lines *out)
{
    char hex[3][FAIR_HEX];
    struct text key = text_on((char[FAIR_HEX]){0}, FAIR_HEX);
    fair_to_hex(ledger->nonce, hex[0]);
    fair_to_hex(ledger->head.server, hex[1]);
    fair_to_hex(ledger->head.hidden, hex[2]);
    fair3_write_key(&ledger->head.key, &key);
    lines_printf(out, LEDGER_CREATE "%s %s %s %s", hex[0], hex[1], hex[2], key.start);
}

bool table_ledger_read_create(struct table *t, struct span value)
{
    unsigned char promise[FAIR_BYTES];
    struct table_ledger *ledger = t->ledger ? t->ledger : memory_new(1, sizeof *ledger);
    const bool live = t->ledger != NULL; /* it has been created just now */
    t->ledger = ledger;
    if (!fair_from_hex(span_cut(&value, ' '), ledger->nonce) ||
        !fair_from_hex(span_cut(&value, ' '), ledger->head.server) ||
        !fair_from_hex(span_cut(&value, ' '), ledger->head.hidden) ||
        !fair3_read_key(value, &ledger->head.key))
        return false;
    if (live)
        return true;
    ledger->lost = !t->env->fair3;
    if (ledger->lost)
        return true;
    derive(t->env, "server hidden", table_id(t), ledger->nonce, ledger->hidden_seed);
    fair3_promise(table_id(t), ledger->hidden_seed, promise);
    ledger->lost = memcmp(promise, ledger->head.hidden, FAIR_BYTES) != 0;
    return true;
}

void table_ledger_head(const struct table *t, struct lines *out)
{
    fair3_write_head(&t->ledger->head, t->match, out);
}

void table_ledger_begin(struct table *t)
{
    struct table_ledger *ledger = t->ledger;
    struct fair3_head *head = &ledger->head;
    struct lines lines = {0};
    unsigned char hash[FAIR_BYTES];
    memcpy(head->table, t->fair.table, sizeof head->table);
    head->clock = (struct fair3_clock){.kind = t->clock == CLOCK_MOVE   ? FAIR3_CLOCK_MOVE
                                               : t->clock == CLOCK_BANK ? FAIR3_CLOCK_BANK
                                                                        : FAIR3_CLOCK_NONE,
                                       .seconds = (uint32_t)(t->clock_ms / 1000),
                                       .add = (uint32_t)(t->clock_add / 1000)};
    if (t->fair.from)
        fair3_head_continue(head, span_of(t->fair.source), &t->opening);
    table_ledger_head(t, &lines);
    fair3_head_hash(&lines, hash);
    lines_free(&lines);
    fair3_ledger_begin(&ledger->sum, hash);
    ledger->seat = memory_new((size_t)t->match->settings.players, sizeof *ledger->seat);
    ledger->hash_capacity = 8;
    ledger->hash = memory_new(ledger->hash_capacity, sizeof *ledger->hash);
    memcpy(ledger->hash[0], hash, FAIR_BYTES);
}

/* ---- entries ---- */

/* Adds the entry and its hash; `barrier`: later words must not be older than it. */
static void add(struct table_ledger *ledger, struct span entry, bool barrier)
{
    lines_add(&ledger->entry, entry);
    fair3_ledger_add(&ledger->sum, entry);
    if (barrier)
        ledger->barrier = ledger->sum.count;
    const size_t index = ledger->sum.count - ledger->barrier;
    if (index >= ledger->hash_capacity) {
        ledger->hash_capacity *= 2;
        ledger->hash = memory_resize(ledger->hash, ledger->hash_capacity, sizeof *ledger->hash);
    }
    memcpy(ledger->hash[index], ledger->sum.hash, FAIR_BYTES);
}

/* The ask is answered; no clock ran meanwhile. */
static void close_ask(struct table *t, uint64_t at)
{
    struct table_ledger *ledger = t->ledger;
    if (t->turn_since)
        t->turn_since += at - ledger->ask_since;
    ledger->open = false;
    ledger->linked = ledger->stored = 0;
}

static bool apply_chain(struct table *t, const struct fair3_note *note)
{
    struct table_ledger_seat *seat = &t->ledger->seat[note->seat - 1];
    if (note->number != t->ledger->asks)
        return false;
    seat->changed = t->ledger->sum.count;
    seat->chained = true;
    seat->passed = false;
    seat->said = 0;
    seat->key = note->key;
    seat->known.n = note->number;
    memcpy(seat->known.link, note->bytes, FAIR_BYTES);
    return true;
}

static bool apply_ask(struct table_ledger *ledger, const struct fair3_note *note, uint64_t at)
{
    if (ledger->open || note->number != ledger->asks + 1)
        return false;
    ledger->asks = note->number;
    ledger->open = true;
    ledger->asked = note->seats;
    ledger->linked = ledger->stored = 0;
    ledger->ask_since = at;
    memcpy(ledger->ask_hash, ledger->sum.hash, FAIR_BYTES);
    return true;
}

static bool apply_step(struct table *t, const struct fair3_note *note, uint64_t at)
{
    struct table_ledger *ledger = t->ledger;
    unsigned char key[FAIR_BYTES];
    if (!ledger->open || note->number != ledger->asks || note->seats != ledger->asked)
        return false;
    for (int i = 0; i < t->match->settings.players; i++) {
        if (!(note->seats >> i & 1))
            continue;
        ledger->seat[i].known.n = note->number;
        memcpy(ledger->seat[i].known.link, note->link[i], FAIR_BYTES);
    }
    ledger->steps++;
    close_ask(t, at);
    fair3_step_key(table_id(t), note, ledger->ask_hash, key);
    fair3_run_begin(&ledger->run, key,
                    t->match->game->flags & GAME_HIDDEN ? ledger->hidden_seed : NULL);
    ledger->running = true;
    sodium_memzero(key, sizeof key);
    return true;
}

static bool apply_miss(struct table *t, const struct fair3_note *note, uint64_t at)
{
    struct table_ledger *ledger = t->ledger;
    if (!ledger->open || note->number != ledger->asks || (note->seats & ~ledger->asked))
        return false;
    for (int i = 0; i < t->match->settings.players; i++) {
        if (!(note->seats >> i & 1))
            continue;
        ledger->seat[i].missed[1] = ledger->seat[i].missed[0];
        ledger->seat[i].missed[0] = note->number;
    }
    close_ask(t, at);
    return true;
}

/* What the note changes; it has been added. */
static bool apply_note(struct table *t, const struct fair3_note *note, uint64_t at)
{
    struct table_ledger *ledger = t->ledger;
    switch (note->kind) {
    case FAIR3_SEAT:
        ledger->seat[note->seat - 1].who = (uint8_t)note->who;
        ledger->seat[note->seat - 1].changed = ledger->sum.count;
        return true;
    case FAIR3_CHAIN:
        return apply_chain(t, note);
    case FAIR3_ASK:
        return apply_ask(ledger, note, at);
    case FAIR3_STEP:
        return apply_step(t, note, at);
    case FAIR3_MISS:
        return apply_miss(t, note, at);
    case FAIR3_BY:
    case FAIR3_YES:
        ledger->seat[note->seat - 1].said = note->number;
        return true;
    default:
        return true;
    }
}

bool table_ledger_note(struct table *t, struct span entry, uint64_t at)
{
    struct fair3_note note;
    if (!t->ledger || !fair3_read_note(entry, &note) || note.kind == FAIR3_LINE ||
        note.seat > t->match->settings.players || note.seats >> t->match->settings.players)
        return false;
    add(t->ledger, entry,
        note.kind == FAIR3_ASK || note.kind == FAIR3_STEP || note.kind == FAIR3_MISS ||
            note.kind == FAIR3_UNDO);
    return apply_note(t, &note, at);
}

unsigned table_ledger_viewers(const struct table *t, struct span line)
{
    const struct match *match = t->match;
    struct game_history *history = (struct game_history *)&match->history; /* as in fair3.c */
    const unsigned all = (2u << match->settings.players) - 1;
    game_action action;
    if (!(match->game->flags & GAME_HIDDEN) || match_ending_of(line) ||
        !game_read_line(match->game, &match->state, line, &action, history, TEXT_UNREAD))
        return all;
    unsigned viewers = 0;
    for (int viewer = 0; viewer <= match->settings.players; viewer++) {
        struct text seen = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
        match->game->write(&match->state, action, &match->history, viewer, &seen);
        viewers |= (unsigned)span_is(line, seen.start) << viewer;
    }
    return viewers & 1 ? all : viewers; /* it is hidden if spectators may not see it */
}

void table_ledger_line(struct table *t, struct span line, unsigned viewers)
{
    struct table_ledger *ledger = t->ledger;
    const bool hidden = ledger->sum.hidden;
    add(ledger, line, false);
    if (ledger->running) {
        ledger->run.drawn++;
        ledger->running = match_mover(t->match) == GAME_CHANCE &&
                          driver_is_throw(t->match->game, &t->match->state);
    }
    if (!hidden)
        return;
    if (ledger->hidden_count == ledger->hidden_capacity) {
        ledger->hidden_capacity = ledger->hidden_capacity ? 2 * ledger->hidden_capacity : 8;
        ledger->hidden =
            memory_resize(ledger->hidden, ledger->hidden_capacity, sizeof *ledger->hidden);
    }
    struct table_hidden *now = &ledger->hidden[ledger->hidden_count++];
    *now = (struct table_hidden){
        .entry = ledger->sum.count, .viewers = viewers, .salted = ledger->has_salt};
    memcpy(now->salt, ledger->salt, FAIR_BYTES);
    ledger->has_salt = false;
}

bool table_ledger_is_private(struct span line)
{
    return line.length && (line.at[0] == SALT[0] || line.at[0] == HIDDEN[0]);
}

bool table_ledger_private(struct table_ledger *ledger, struct span line)
{
    const struct span key = span_cut(&line, ' ');
    if (span_is(key, "salt"))
        return ledger->has_salt = fair_from_hex(line, ledger->salt);
    ledger->shown = true;
    return span_is(key, "hidden") && fair_from_hex(line, ledger->hidden_seed);
}

void table_ledger_own_link(const struct table *t, struct fair3_note *step)
{
    struct table_ledger *ledger = t->ledger;
    if (ledger->next_step && ledger->next_step == ledger->steps)
        memcpy(step->bytes, ledger->next, FAIR_BYTES);
    else
        make_link(t->env, ledger, table_id(t), ledger->steps, step->bytes);
    make_link(t->env, ledger, table_id(t), ledger->steps + 1, ledger->next);
    ledger->next_step = ledger->steps + 1;
    fair3_server_promise(table_id(t), ledger->next, step->next);
}

/* ---- reading entries ---- */

static bool is_undone(const char *line)
{
    return strncmp(line, MATCH_UNDONE, strlen(MATCH_UNDONE)) == 0;
}

/* Whether the line of a body is in the ledger. */
static bool is_entry(const char *line)
{
    return line[0] != '#' || is_undone(line);
}

uint32_t table_ledger_entry_of(const struct table *t, size_t line)
{
    const struct lines *body = &t->match->body, *entry = &t->ledger->entry;
    size_t behind = 0, i = entry->count;
    for (size_t j = body->count; j-- > line;)
        behind += is_entry(body->line[j]);
    while (behind && i > 0)
        behind -= entry->line[--i][0] != '#';
    return (uint32_t)(i + 1);
}

struct span table_ledger_shown(const struct table_ledger *ledger, uint32_t entry, int viewer,
                               struct text *out)
{
    const struct span line = span_of(ledger->entry.line[entry - 1]);
    size_t i = line.at[0] == '#' ? 0 : ledger->hidden_count;
    while (i > 0 && ledger->hidden[i - 1].entry > entry)
        i--;
    if (i == 0 || ledger->hidden[i - 1].entry != entry ||
        ledger->hidden[i - 1].viewers >> viewer & 1)
        return line;
    text_clear(out);
    fair3_hidden_line(line, out);
    return span_of(out->start);
}

/* ---- the record ---- */

void table_ledger_write_header(const struct table *t, struct lines *out)
{
    const struct table_ledger *ledger = t->ledger;
    const struct fair3_head *head = &ledger->head;
    struct text line = text_on((char[FAIR3_TEXT_MAX]){0}, FAIR3_TEXT_MAX);
    char hex[2][FAIR_HEX];
    lines_printf(out, "fair-version 3");
    lines_printf(out, "fair-table %s", head->table);
    text_add(&line, "fair-clock ");
    fair3_write_clock(&head->clock, &line);
    lines_add(out, span_of(line.start));
    text_clear(&line);
    fair_to_hex(head->server, hex[0]);
    fair_to_hex(head->hidden, hex[1]);
    text_printf(&line, "fair-server %s %s ", hex[0], hex[1]);
    fair3_write_key(&head->key, &line);
    lines_add(out, span_of(line.start));
    if (head->from)
        lines_printf(out, "fair-from %u %s", (unsigned)head->from, head->source);
    if (t->phase != TABLE_OVER)
        return;
    fair_to_hex(ledger->hidden_seed, hex[0]);
    if (ledger->shown)
        lines_printf(out, "fair-hidden %s", hex[0]);
    for (size_t i = 0; i < ledger->hidden_count; i++) {
        fair_to_hex(ledger->hidden[i].salt, hex[0]);
        if (ledger->hidden[i].salted)
            lines_printf(out, "fair-salt %u %s", (unsigned)ledger->hidden[i].entry, hex[0]);
    }
}

/* The body of the match with the ledger's notes between its lines. */
void table_ledger_write_body(const struct table *t, const struct lines *body, struct lines *out)
{
    const struct lines *entry = &t->ledger->entry;
    size_t next = 0, lines = 0;
    for (size_t i = 0; i < body->count; i++) {
        const bool own = is_entry(body->line[i]) && ++lines > t->ledger->head.from;
        while (own && next < entry->count && entry->line[next][0] == '#')
            lines_add(out, span_of(entry->line[next++]));
        next += own;
        lines_add(out, span_of(body->line[i]));
    }
    while (next < entry->count)
        lines_add(out, span_of(entry->line[next++]));
}
