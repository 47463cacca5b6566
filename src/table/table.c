#include "table/table.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "agents/levels.h"
#include "base/lang.h"
#include "base/memory.h"
#include "table/internal.h"

#define STAND_IN_LEVEL 2 /* normal */

bool table_refuse(struct table_refusal *refusal, const char *code, const char *sentence)
{
    refusal->code = code;
    return text_fail(&refusal->why, "%s", sentence);
}

struct table *table_new(const struct table_env *env, void *owner, const char *id)
{
    struct table *t = memory_new(1, sizeof *t);
    t->env = env;
    t->owner = owner;
    t->due = TABLE_NEVER;
    t->asleep = true;
    t->fair.version = t->fair.attempt = 1;
    t->logs = memory_new(1, sizeof *t->logs);
    snprintf(t->fair.table, sizeof t->fair.table, "%s", id);
    return t;
}

void table_free(struct table *t)
{
    if (!t)
        return;
    driver_close(&t->driver);
    for (int i = 0; t->seat && i < t->match->settings.players; i++)
        free(t->seat[i].former);
    free(t->seat);
    match_free(t->match);
    lines_free(&t->opening);
    lines_free(&t->chat_log);
    lines_free(&t->words);
    table_ledger_free(t->ledger);
    table_logs_free(t);
    memory_free(t->logs);
    sodium_memzero(&t->fair, sizeof t->fair);
    free(t);
}

/* The text of EVENT_CREATE: a record's header with the server's seed and the table's settings, and
 * the opening. The caller wipes and frees it. */
static struct span write_header(const struct table_setup *setup,
                                const unsigned char seed[FAIR_BYTES],
                                const struct table_ledger *ledger)
{
    char hex[FAIR_HEX], line[160], reason[TEXT_WHY], *bytes = NULL;
    size_t length = 0;
    struct text why = text_on(reason, sizeof reason);
    struct match *match = match_new(setup->game, &setup->settings, &why);
    FILE *out = open_memstream(&bytes, &length);
    if (!match || !out)
        abort(); /* the settings have been checked */
    match_set_names(match, setup->name);
    fair_to_hex(seed, hex);
    snprintf(line, sizeof line, "fair-seed %s", hex);
    if (ledger)
        table_ledger_write_create(ledger, &match->extra);
    else
        lines_add(&match->extra, span_of(line));
    snprintf(line, sizeof line, "table host %d listed %d chat %d clock %d %lld %lld",
             setup->host_seat, setup->listed, setup->chat, setup->clock, (long long)setup->clock_ms,
             (long long)setup->clock_add);
    lines_add(&match->extra, span_of(line));
    if (setup->own_dice)
        lines_add(&match->extra, span_of(FAIR_OWN_DICE));
    if (setup->daily[0])
        lines_printf(&match->extra, "daily %s", setup->daily);
    if (setup->opening.count)
        lines_printf(&match->extra, "fair-from %zu %s", setup->opening.count, setup->source);
    for (size_t i = 0; i < setup->opening.count; i++)
        lines_add(&match->body, span_of(setup->opening.line[i]));
    match_write(match, out);
    fclose(out);
    match_free(match);
    sodium_memzero(hex, sizeof hex);
    return (struct span){bytes, length};
}

struct table *table_create(const struct table_env *env, void *owner,
                           const struct table_setup *setup, const char *id,
                           const unsigned char seed[FAIR_BYTES], uint64_t now)
{
    struct table *t = table_new(env, owner, id);
    if (setup->fair3 && env->fair3)
        t->ledger = table_ledger_new(env, id, seed);
    const struct span header = write_header(setup, seed, t->ledger);
    t->now = now;
    t->asleep = false;
    table_emit(t, EVENT_CREATE, 0, header);
    if (setup->takeover)
        table_emit(t, EVENT_HOST, 0, span_of("takeover 1"));
    if (setup->untimed)
        table_emit(t, EVENT_HOST, 0, span_of("clock 0"));
    sodium_memzero((char *)header.at, header.length);
    free((char *)header.at);
    return t;
}

static struct match *read_finished(struct span record, struct text *why)
{
    struct text inner = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    size_t line = 0;
    struct match *match = match_read(record, &line, &inner);
    if (!match) {
        text_fail(why, tr("line %zu: %s"), line, inner.start);
        return NULL;
    }
    if (match_mover(match) != GAME_OVER)
        text_fail(why, tr("only a finished game can be opened"));
    else if (match->body.count > TABLE_LINES_MAX)
        text_fail(why, tr("a game has at most %d lines"), TABLE_LINES_MAX);
    else
        return match;
    match_free(match);
    return NULL;
}

/* How many lines are another table's, as the header says. */
static uint32_t lines_from(struct span record)
{
    struct fair_report report;
    size_t line;
    fair_verify(record, &report, &line, TEXT_UNREAD);
    return report.fair.from;
}

struct table *table_of_record(const struct table_env *env, void *owner, const char *id,
                              struct span record, struct text *why)
{
    struct match *match = read_finished(record, why);
    if (!match)
        return NULL;
    struct table *t = table_new(env, owner, id);
    t->match = match;
    t->shown = true;
    t->phase = TABLE_OVER;
    t->fair.players = (uint8_t)match->settings.players;
    t->fair.from = lines_from(record);
    t->seat = memory_new((size_t)match->settings.players, sizeof *t->seat);
    driver_init(&t->driver, match->game, match->settings.players);
    return t;
}

bool table_setup_from(const struct table *t, size_t step, struct table_setup *setup,
                      struct table_refusal *r)
{
    const struct match *match = t->match;
    if (t->phase != TABLE_OVER)
        return table_refuse(r, "not-now", tr("only a finished game can be continued"));
    setup->game = match->game;
    setup->settings = match->settings;
    setup->settings.bots = 0; /* the new seats say which they are */
    memcpy(setup->source, table_id(t), sizeof setup->source);
    for (size_t i = 0; i < match->body.count && setup->opening.count < step; i++) {
        if (match->body.line[i][0] != '#')
            lines_add(&setup->opening, span_of(match->body.line[i]));
    }
    return setup->opening.count == step ||
           table_refuse(r, "bad-value", tr("the game has no such moment"));
}

bool table_check_opening(const struct table_setup *setup, struct table_refusal *r)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct game_settings settings = setup->settings;
    settings.bots = 0;
    for (int i = 0; i < settings.players; i++)
        settings.bots |= (unsigned)match_names_bot(setup->name[i]) << i;
    struct match *match = match_new(setup->game, &settings, &why);
    bool good = match != NULL;
    size_t i = 0;
    while (good && i < setup->opening.count)
        good = match_do(match, span_of(setup->opening.line[i++]), &why) && match->body.count == i;
    r->code = "illegal";
    if (!good)
        text_fail(&r->why, tr("with these seats the game cannot reach this moment: %s (%s)"),
                  i ? setup->opening.line[i - 1] : "", why.start);
    else if (match_mover(match) == GAME_OVER)
        good = table_refuse(r, "bad-value", tr("the game is over at this moment"));
    match_free(match);
    return good;
}

void table_setup_rematch(const struct table *t, struct table_setup *setup)
{
    *setup = (struct table_setup){.game = t->match->game,
                                  .settings = t->match->settings,
                                  .host_seat = t->host_seat,
                                  .listed = t->listed,
                                  .chat = t->chat,
                                  .takeover = t->takeover,
                                  .own_dice = t->own_dice,
                                  .fair3 = t->ledger != NULL,
                                  .clock = t->clock,
                                  .clock_ms = t->clock_ms,
                                  .clock_add = t->clock_add,
                                  .untimed = t->untimed};
    for (int i = 0; i < t->match->settings.players; i++) {
        if (table_seat_kind(t, i + 1) == SEAT_BOT)
            match_next_name(t->match, i + 1, setup->name[i]);
        else if (table_seat_kind(t, i + 1) == SEAT_GONE)
            snprintf(setup->name[i], MATCH_NAME_MAX, MATCH_BOT "%s", t->seat[i].agent);
    }
}

const char *table_id(const struct table *t)
{
    return t->fair.table;
}

void *table_owner(const struct table *t)
{
    return t->owner;
}

void table_set_owner(struct table *t, void *owner)
{
    t->owner = owner;
}

const struct match *table_match(const struct table *t)
{
    return t->match;
}

int table_players(const struct table *t)
{
    return t->match->settings.players;
}

uint32_t table_event_count(const struct table *t)
{
    return t->event_count;
}

uint32_t table_seq(const struct table *t)
{
    return t->seq;
}

uint64_t table_created(const struct table *t)
{
    return t->created;
}

uint64_t table_changed(const struct table *t)
{
    return t->changed;
}

uint64_t table_due(const struct table *t)
{
    return t->due;
}

enum table_phase table_phase(const struct table *t)
{
    return (enum table_phase)t->phase;
}

int table_host(const struct table *t)
{
    const enum table_seat_kind kind = t->host_seat ? table_seat_kind(t, t->host_seat) : SEAT_OPEN;
    return kind == SEAT_PERSON || kind == SEAT_STAND_IN ? t->host_seat : 0;
}

bool table_is_listed(const struct table *t)
{
    return t->listed;
}

bool table_has_clock(const struct table *t)
{
    return t->clock != CLOCK_NONE;
}

bool table_is_thinking(const struct table *t)
{
    return t->thinking != 0;
}

bool table_is_lost(const struct table *t)
{
    return t->ledger && t->ledger->lost && t->phase != TABLE_OVER;
}

const struct fair *table_fair(const struct table *t)
{
    return &t->fair;
}

enum table_seat_kind table_seat_kind(const struct table *t, int seat)
{
    const struct table_seat *s = &t->seat[seat - 1];
    const char *name = t->match->name[seat - 1];
    if (name[0] == '\0')
        return t->shown ? SEAT_PERSON : SEAT_OPEN; /* a record need not name its players */
    if (match_names_bot(name))
        return SEAT_BOT;
    return s->gone ? SEAT_GONE : s->stand_in ? SEAT_STAND_IN : SEAT_PERSON;
}

static unsigned seats_of(const struct table *t, unsigned kinds)
{
    unsigned seats = 0;
    for (int seat = 1; seat <= t->match->settings.players; seat++)
        seats |= (kinds >> table_seat_kind(t, seat) & 1) << (seat - 1);
    return seats;
}

unsigned table_bots(const struct table *t)
{
    return seats_of(t, 1u << SEAT_BOT | 1u << SEAT_STAND_IN | 1u << SEAT_GONE);
}

unsigned table_people(const struct table *t)
{
    return seats_of(t, 1u << SEAT_OPEN | 1u << SEAT_PERSON | 1u << SEAT_STAND_IN);
}

unsigned table_persons(const struct table *t)
{
    return seats_of(t, 1u << SEAT_PERSON);
}

unsigned table_present(const struct table *t)
{
    return table_viewers(t) >> 1 & table_persons(t);
}

unsigned table_viewers(const struct table *t)
{
    unsigned viewers = t->spectators > 0;
    for (int seat = 1; seat <= t->match->settings.players; seat++)
        viewers |= (unsigned)(t->seat[seat - 1].present > 0) << seat;
    return viewers;
}

bool table_check_secret(const struct table *t, int seat, const char *secret)
{
    unsigned char hash[TABLE_HASH_BYTES];
    const enum table_seat_kind kind = table_seat_kind(t, seat);
    crypto_hash_sha256(hash, (const unsigned char *)secret, strlen(secret));
    return (kind == SEAT_PERSON || kind == SEAT_STAND_IN) &&
           sodium_memcmp(hash, t->seat[seat - 1].hash, sizeof hash) == 0;
}

bool table_was_theirs(const struct table *t, int seat, const char *secret)
{
    unsigned char hash[TABLE_HASH_BYTES];
    const struct table_former *former = t->seat[seat - 1].former;
    crypto_hash_sha256(hash, (const unsigned char *)secret, strlen(secret));
    return former && sodium_memcmp(hash, former->hash, sizeof hash) == 0;
}

uint64_t table_seat_mark(const struct table *t, int seat)
{
    uint64_t mark = 0;
    for (int i = 0; i < 8; i++)
        mark = mark << 8 | t->seat[seat - 1].hash[i];
    return mark;
}

bool table_is_turn(const struct table *t, int seat)
{
    const int mover = t->phase == TABLE_PLAYING ? match_mover(t->match) : GAME_OVER;
    return mover == seat || mover == GAME_ANYONE || table_thrower(t) == seat ||
           (mover == GAME_CHANCE && table_awaits_roll(t));
}

uint64_t table_free_from(const struct table *t, int seat)
{
    const enum table_seat_kind kind = table_seat_kind(t, seat);
    if (kind == SEAT_OPEN)
        return 0;
    if (t->phase != TABLE_PLAYING || !t->takeover)
        return TABLE_NEVER;
    return kind == SEAT_GONE       ? 0
           : kind == SEAT_STAND_IN ? t->seat[seat - 1].kind_since + t->env->take_wait
                                   : TABLE_NEVER;
}

bool table_may_take(const struct table *t, int seat, uint64_t now)
{
    return table_free_from(t, seat) <= now;
}

uint64_t table_idle_from(const struct table *t, int seat)
{
    const int mover = t->phase == TABLE_PLAYING ? match_mover(t->match) : GAME_OVER;
    const bool alone = !(table_persons(t) & ~(1u << (seat - 1)));
    const bool acts = seat == (mover == GAME_CHANCE ? table_thrower(t) : mover);
    if (!acts || alone || table_seat_kind(t, seat) != SEAT_PERSON)
        return TABLE_NEVER;
    if (t->turn_since)
        return t->late >> (seat - 1) & 1 ? 0 : TABLE_NEVER; /* at once */
    return t->moved_at + TABLE_IDLE_WAIT;
}

bool table_may_resign(const struct table *t)
{
    return t->match->settings.players == 2;
}

uint32_t table_seat_event(const struct table *t, int seat)
{
    return t->seat[seat - 1].kind_event;
}

bool table_same_person(const struct table *t, const struct table *other, int seat)
{
    return table_seat_kind(t, seat) != SEAT_OPEN &&
           sodium_memcmp(t->seat[seat - 1].hash, other->seat[seat - 1].hash, TABLE_HASH_BYTES) == 0;
}

const char *table_best_agent(const struct table *t)
{
    return agent_best(t->match->game, &t->match->settings)->name;
}

const char *table_stand_in(const struct table *t)
{
    const struct game *game = t->match->game;
    for (int seat = 1; seat <= t->match->settings.players; seat++) {
        const char *name = t->match->name[seat - 1];
        const int level =
            match_names_bot(name) ? agent_level_find(span_of(name + strlen(MATCH_BOT))) : -1;
        if (level >= 0 && agent_level_spec(game, level))
            return agent_level_names[level];
    }
    return agent_level_spec(game, STAND_IN_LEVEL) ? agent_level_names[STAND_IN_LEVEL]
                                                  : table_best_agent(t);
}

unsigned table_seated(const struct table *t)
{
    return seats_of(t, 1u << SEAT_PERSON | 1u << SEAT_STAND_IN);
}

bool table_all_acknowledged(const struct table *t)
{
    return !(t->fair.committed & ~t->fair.acknowledged);
}

/* ---- presence ---- */

void table_enter(struct table *t, int seat)
{
    t->news += seat > 0;
    if (seat)
        t->seat[seat - 1].present++;
    else
        t->spectators++;
}

void table_leave(struct table *t, int seat, uint64_t now)
{
    t->now = now;
    if (!seat) {
        t->spectators--;
        table_tell_spectators(t);
        return;
    }
    const uint32_t events = t->event_count;
    t->news++;
    if (--t->seat[seat - 1].present == 0) {
        t->seat[seat - 1].left_at = now;
        table_tell_seats(t);
        table_consent_check(t);
        if (t->proposal != PROPOSAL_NONE) /* whose consent is wanted has changed */
            table_tell_proposal(t, (enum table_proposal)t->proposal, false, 0, NULL);
    }
    /* Dice may wait for it, and all who remain may be ready. */
    if (t->event_count != events || table_thrower(t) == seat || t->resting || t->ledger)
        table_advance(t);
}

void table_replace(struct table *t, const struct table *live)
{
    lines_free(&t->chat_log);
    for (size_t i = 0; i < live->chat_log.count; i++)
        lines_add(&t->chat_log, span_of(live->chat_log.line[i]));
    t->owner = live->owner;
    t->asleep = false;
    if (t->ledger) {
        t->ledger->told = t->ledger->sum.count;
        t->ledger->restored = live->now;
    }
}

/* Whether something runs out at this table. */
static bool is_timed(const struct table *t)
{
    return t->turn_since || t->pause_since || t->driver.running || t->phase == TABLE_FAIR ||
           t->proposal != PROPOSAL_NONE || (t->ledger && t->ledger->open);
}

void table_wake(struct table *t, uint64_t now)
{
    if (!t->asleep)
        return;
    t->now = now;
    t->asleep = false;
    t->away_since = 0;
    if (t->ledger) {
        t->ledger->told = t->ledger->sum.count;
        t->ledger->restored = now;
    }
    t->moved_at = now; /* nobody could move before */
    for (int i = 0; i < t->match->settings.players; i++)
        t->seat[i].left_at = now;
    if (is_timed(t))
        table_emit(t, EVENT_WAKE, 0, (struct span){NULL, 0});
    table_advance(t);
}

void table_sleep(struct table *t, uint64_t now)
{
    if (t->asleep)
        return;
    t->now = now;
    if (is_timed(t))
        table_emit(t, EVENT_SLEEP, 0, (struct span){NULL, 0});
    t->asleep = true;
    t->due = TABLE_NEVER;
}

void table_run(struct table *t, uint64_t now)
{
    t->now = now;
    table_advance(t);
}

static void write_origin(const struct table *t, struct lines *extra)
{
    struct text date = text_on((char[32]){0}, 32);
    text_date(&date, (int64_t)(t->created / 1000));
    lines_printf(extra, "date %s", date.start);
    if (t->env->program)
        lines_printf(extra, "program %s", t->env->program);
}

void table_record(const struct table *t, FILE *out)
{
    const struct lines body = t->match->body;
    if (!t->shown)
        write_origin(t, &t->match->extra);
    if (t->own_dice)
        lines_add(&t->match->extra, span_of(FAIR_OWN_DICE));
    else if (!t->shown && !t->ledger) {
        struct fair fair = t->fair;
        if (t->daily[0])
            memcpy(fair.table, t->daily, sizeof fair.table);
        fair_write(&fair, t->phase == TABLE_OVER, &t->match->extra);
        sodium_memzero(&fair, sizeof fair);
    }
    if (t->ledger) {
        table_ledger_write_header(t, &t->match->extra);
        t->match->body = (struct lines){0};
        table_ledger_write_body(t, &body, &t->match->body);
    }
    match_write(t->match, out);
    if (t->ledger) {
        lines_free(&t->match->body);
        t->match->body = body;
    }
    if (!t->shown)
        lines_cut(&t->match->extra, 0);
}
