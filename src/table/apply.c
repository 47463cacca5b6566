/* Applying events: the only code that changes the stored state of a table. The same functions apply
 * an event when it happens and when it is read back, so that a restored table cannot differ. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/levels.h"
#include "base/lang.h"
#include "base/memory.h"
#include "table/internal.h"

/* ---- creating ---- */

/* `LINES TABLE`, and the lines that were read: the game starts with them when its seats are taken.
 */
static bool take_opening(struct table *t, struct span value, struct text *why)
{
    struct match *match = t->match;
    uint64_t count;
    if (!span_number(span_cut(&value, ' '), 1, TABLE_LINES_MAX, &count) ||
        count != match->body.count || value.length != TABLE_ID_LENGTH)
        return false;
    t->opening = match->body;
    match->body = (struct lines){0};
    fair_set_opening(&t->fair, value, &t->opening);
    return match_restart(match, why);
}

/* The table's settings in EVENT_CREATE, from unknown header lines. Times are in milliseconds. */
struct created {
    uint64_t host, listed, chat, clock, ms, add;
    bool seeded;
};

/* Cuts `NAME NUMBER` off, or NUMBER alone if the name is empty. */
static bool cut_number(struct span *rest, const char *name, uint64_t max, uint64_t *number)
{
    return (!*name || span_is(span_cut(rest, ' '), name)) &&
           span_number(span_cut(rest, ' '), 0, max, number);
}

/* The line `table host 1 listed 0 chat 1 clock 2 300000 5000`, as table.c writes it. */
static bool read_settings(const struct table *t, struct span line, struct created *c,
                          struct text *why)
{
    const uint64_t players = (uint64_t)t->match->settings.players;
    const uint64_t ms_max = UINT64_C(1000) * TABLE_CLOCK_SECONDS_MAX;
    if (!span_is(span_cut(&line, ' '), "table") || !cut_number(&line, "host", players, &c->host) ||
        !cut_number(&line, "listed", 1, &c->listed) || !cut_number(&line, "chat", 1, &c->chat) ||
        !cut_number(&line, "clock", CLOCK_BANK, &c->clock))
        return false;
    if (!cut_number(&line, "", ms_max, &c->ms) || !cut_number(&line, "", ms_max, &c->add) ||
        line.at)
        return text_fail(why, tr("the table's clock is out of range: 0 to %d seconds are accepted"),
                         TABLE_CLOCK_SECONDS_MAX);
    return true;
}

static bool read_created(struct table *t, const char *line, struct created *c, struct text *why)
{
    if (strncmp(line, "fair-seed ", 10) == 0)
        return c->seeded = fair_from_hex(span_of(line + 10), t->fair.seed);
    if (strncmp(line, LEDGER_CREATE, strlen(LEDGER_CREATE)) == 0)
        return c->seeded = table_ledger_read_create(t, span_of(line + strlen(LEDGER_CREATE)));
    if (strncmp(line, "fair-from ", 10) == 0)
        return take_opening(t, span_of(line + 10), why);
    if (strcmp(line, FAIR_OWN_DICE) == 0)
        return t->own_dice = true;
    if (strncmp(line, "daily ", 6) == 0) {
        snprintf(t->daily, sizeof t->daily, "%s", line + 6);
        return true;
    }
    return read_settings(t, span_of(line), c, why);
}

static bool apply_create(struct table *t, const struct table_event *event, struct text *why)
{
    struct created created = {0};
    size_t line;
    t->match = match_read(event->text, &line, why);
    if (!t->match)
        return false;
    struct match *match = t->match;
    for (size_t i = 0; i < match->extra.count; i++) {
        if (!read_created(t, match->extra.line[i], &created, why))
            return false;
    }
    if (!created.seeded || match->body.count > 0)
        return false;
    lines_free(&match->extra);
    t->seat = memory_new((size_t)match->settings.players, sizeof *t->seat);
    driver_init(&t->driver, match->game, match->settings.players);
    t->driver.opener = t->env->opener;
    t->fair.players = (uint8_t)match->settings.players;
    t->created = event->at;
    t->host_seat = (uint8_t)created.host;
    t->listed = created.listed;
    t->chat = created.chat;
    t->clock = (uint8_t)created.clock;
    t->clock_ms = (int64_t)created.ms;
    t->clock_add = (int64_t)created.add;
    for (int i = 0; i < match->settings.players; i++)
        t->seat[i].bank = (int64_t)created.ms;
    if (t->ledger)
        table_ledger_begin(t);
    table_find_phase(t, event->at);
    return true;
}

/* ---- the game ---- */

/* A person who left before the start becomes a bot in the record too: rules may depend on which
 * seats are bots', and a replay must give the same game. */
static void replace_gone(struct table *t)
{
    struct match *match = t->match;
    for (int i = 0; i < match->settings.players; i++) {
        struct table_seat *seat = &t->seat[i];
        if (!seat->gone)
            continue;
        snprintf(match->name[i], MATCH_NAME_MAX, MATCH_BOT "%s", seat->agent);
        seat->gone = false;
        seat->agent = NULL;
    }
}

/* Counts the lines of each seat since the last draw. */
static void count_line(struct table *t, bool thrown, int seat)
{
    for (int i = 0; thrown && i < t->match->settings.players; i++)
        t->seat[i].spoken = 0;
    if (seat && t->seat[seat - 1].spoken < UINT16_MAX)
        t->seat[seat - 1].spoken++;
}

bool table_apply_line(struct table *t, struct span line, struct match_shown *shown, uint64_t at,
                      struct text *why)
{
    struct match *match = t->match;
    const bool thrown = driver_is_throw(match->game, &match->state);
    if (!match_do_shown(match, line, shown, why))
        return false;
    const char actor = line.at[0];
    driver_applied(&t->driver, &match->state, thrown, actor == '*' ? 0 : actor - '0', at);
    count_line(t, thrown, actor == '*' ? 0 : actor - '0');
    t->fair.drawn += thrown;
    return true;
}

/* Plays another game's lines. They cannot be undone, and their draws are not counted. A person who
 * has left is still a person in the record: the lines may be legal only if the seat is a person's.
 */
static bool play_opening(struct table *t, uint64_t at, struct text *why)
{
    for (size_t i = 0; i < t->opening.count; i++) {
        if (!table_apply_line(t, span_of(t->opening.line[i]), NULL, at, why))
            return false;
    }
    lines_free(&t->opening);
    t->fair.drawn = 0;
    t->match->undo_floor = t->match->body.count;
    for (int seat = 1; seat <= t->match->settings.players; seat++) {
        if (t->seat[seat - 1].gone)
            table_record_player(t, seat, t->seat[seat - 1].agent);
    }
    return true;
}

bool table_start(struct table *t, uint64_t at, struct text *why)
{
    struct match *match = t->match;
    const bool keeps = t->fair.from || t->ledger; /* whom the record calls a person */
    if (!keeps)
        replace_gone(t);
    match->settings.bots = keeps ? match_bots(match) : table_bots(t);
    t->phase = TABLE_PLAYING;
    if (t->fair.version >= 2)
        fair_make_key(&t->fair);
    if (!match_restart(match, why))
        return false;
    driver_applied(&t->driver, &match->state, false, 0, at);
    return !t->fair.from || play_opening(t, at, why);
}

/* Bots that follow the game are programs, which nobody needs when it is over. */
static void close_followers(struct table *t)
{
    for (int seat = 1; seat <= t->match->settings.players; seat++) {
        if (t->driver.following >> (seat - 1) & 1)
            driver_close_bot(&t->driver, seat);
    }
}

struct text table_timeout_comment(int seat, char bytes[64])
{
    struct text out = text_on(bytes, 64);
    text_printf(&out, "# seat %d's time was out: a bot moves", seat);
    return out;
}

/* Whose time was out at their last move. */
static void note_late(struct table *t, const struct table_event *event)
{
    char bytes[64];
    const unsigned seat = 1u << (event->seat - 1);
    const struct text late = table_timeout_comment(event->seat, bytes);
    const bool is_late =
        event->text.length > late.length && memcmp(event->text.at, late.start, late.length) == 0;
    t->late = is_late ? t->late | seat : t->late & ~seat;
}

void table_finish_lines(struct table *t, const struct table_event *event, int before)
{
    if (match_mover(t->match) == GAME_OVER) {
        t->phase = TABLE_OVER;
        close_followers(t);
    }
    const bool pauses =
        match_mover(t->match) == GAME_CHANCE && t->match->game->clock != game_no_clock;
    t->pause_since = pauses ? event->at : 0;
    t->resting = pauses && event->kind == EVENT_MOVE && before != GAME_CHANCE;
    t->moved_at = event->at;
    if (event->seat)
        note_late(t, event);
    t->ready = 0;
    t->rested = 0;
    t->lead_announced = false;
    t->away_since = 0;
    if (t->ledger)
        t->ledger->thrown = false;
    if (before == GAME_CHANCE)
        table_clock_thrown(t, event->at);
    table_clock_settle(t, before, event->at);
    table_clock_restore(t, event->seat, event->left, event->at);
}

static bool is_note(struct span line)
{
    return line.length >= strlen(FAIR3_NOTE) &&
           memcmp(line.at, FAIR3_NOTE, strlen(FAIR3_NOTE)) == 0;
}

/* A line of the game, or what else an event has among its lines. */
static bool apply_any_line(struct table *t, struct span line, uint64_t at, struct text *why)
{
    if (t->ledger && is_note(line))
        return table_ledger_note(t, line, at);
    if (t->ledger && table_ledger_is_private(line))
        return table_ledger_private(t->ledger, line);
    if (line.length && line.at[0] == '#') {
        lines_add(&t->match->body, line);
        return true;
    }
    const unsigned viewers = t->ledger ? table_ledger_viewers(t, line) : 0;
    if (!table_apply_line(t, line, NULL, at, why))
        return false;
    if (t->ledger)
        table_ledger_line(t, line, viewers);
    return true;
}

static bool apply_lines(struct table *t, const struct table_event *event, struct text *why)
{
    struct span rest = event->text;
    const int before = event->kind == EVENT_START ? GAME_CHANCE : match_mover(t->match);
    while (rest.length) {
        if (!apply_any_line(t, span_cut(&rest, '\n'), event->at, why))
            return false;
    }
    table_finish_lines(t, event, before);
    return true;
}

/* Notes outside lines. */
static bool apply_notes(struct table *t, struct span rest, uint64_t at)
{
    while (rest.length) {
        if (!table_ledger_note(t, span_cut(&rest, '\n'), at))
            return false;
    }
    return true;
}

/* The running clock stood while seats were probed. */
static bool apply_ledger(struct table *t, const struct table_event *event)
{
    if (event->left > 0 && t->turn_since && t->turn_since + (uint64_t)event->left <= event->at)
        t->turn_since += (uint64_t)event->left;
    if (t->ledger)
        t->ledger->thrown = false;
    return apply_notes(t, event->text, event->at);
}

static bool apply_link(struct table *t, const struct table_event *event)
{
    struct table_ledger *ledger = t->ledger;
    const unsigned bit = 1u << (event->seat - 1);
    struct span rest = event->text;
    if (!ledger || !ledger->open || !(ledger->asked & bit))
        return false;
    ledger->linked |= bit;
    ledger->stored |= bit;
    return fair_from_hex(span_cut(&rest, ' '), ledger->link[event->seat - 1]) &&
           fair3_read_signed(rest, &ledger->sign[event->seat - 1]);
}

static bool apply_undo(struct table *t, const struct table_event *event)
{
    uint64_t from;
    struct span notes = event->text;
    if (!span_number(span_cut(&notes, '\n'), 0, t->match->body.count, &from) ||
        !apply_notes(t, notes, event->at))
        return false;
    if (match_undo_is_own(t->match, event->seat, from) && t->taken_back < UINT8_MAX)
        t->taken_back++;
    match_undo_from(t->match, from);
    table_log_undone(t, from);
    t->moved_at = event->at;
    driver_replan(&t->driver);
    table_clock_settle(t, GAME_CHANCE, event->at);
    return true;
}

/* ---- settings, proposals, pauses ---- */

/* Milliseconds per move from now on. Fair dice of version 3 have promised their clock before. */
static bool apply_clock(struct table *t, struct span ms, uint64_t at)
{
    uint64_t number;
    if (!span_number(ms, 0, UINT64_C(1000) * TABLE_CLOCK_SECONDS_MAX, &number))
        return false;
    t->untimed = number == 0;
    if (t->untimed)
        return true;
    if (t->clock != CLOCK_NONE || t->ledger || t->phase == TABLE_OVER)
        return false;
    t->clock = CLOCK_MOVE;
    t->clock_ms = (int64_t)number;
    table_clock_settle(t, GAME_CHANCE, at);
    return true;
}

static bool apply_host(struct table *t, struct span text, uint64_t at)
{
    struct span rest = text;
    if (span_is(span_cut(&rest, ' '), "clock"))
        return apply_clock(t, rest, at);
    if (span_is(text, "chat 0") || span_is(text, "chat 1"))
        t->chat = text.at[5] == '1';
    else if (span_is(text, "listed 0") || span_is(text, "listed 1"))
        t->listed = text.at[7] == '1';
    else if (span_is(text, "takeover 0") || span_is(text, "takeover 1"))
        t->takeover = text.at[9] == '1';
    else
        return false;
    return true;
}

/* A seat's word about the proposal, until it is carried out. */
static void keep_word(struct table *t, struct span word)
{
    if (word.length)
        lines_add(&t->words, word);
}

static bool apply_propose(struct table *t, const struct table_event *event)
{
    struct span word = event->text, rest = span_cut(&word, '\n');
    const enum table_proposal what = table_proposal_find(span_cut(&rest, ' '));
    uint64_t about;
    if (what == PROPOSAL_NONE ||
        !span_number(rest, 1, (uint64_t)t->match->settings.players, &about) ||
        (what == PROPOSAL_SEAT && !t->seat[about - 1].former) ||
        (what == PROPOSAL_DRAW && !match_may_draw(t->match)))
        return false;
    t->proposal = (uint8_t)what;
    t->proposal_by = (uint8_t)event->seat;
    t->proposal_seat = (uint8_t)about;
    t->proposal_since = event->at;
    t->agreed = what == PROPOSAL_SEAT ? 0 : 1u << (event->seat - 1);
    if (t->ledger)
        t->proposal_seen = t->ledger->sum.count;
    keep_word(t, word);
    return true;
}

/* `done`, `refused`, or `dropped`: it expired or became impossible. */
static bool apply_settle(struct table *t, const struct table_event *event)
{
    const bool refused = span_is(event->text, "refused");
    if (refused && t->proposal != PROPOSAL_NONE)
        t->seat[t->proposal_by - 1].refused[t->proposal] =
            (struct table_refused){event->at, t->match->body.count};
    t->proposal = PROPOSAL_NONE;
    t->agreed = 0;
    lines_free(&t->words);
    return refused || span_is(event->text, "done") || span_is(event->text, "dropped");
}

/* Moves all clocks by the time since the last event, so that it does not count. */
static void apply_wake(struct table *t, uint64_t at)
{
    const uint64_t pause = at - t->changed;
    if (t->turn_since)
        t->turn_since += pause;
    if (t->pause_since)
        t->pause_since += pause;
    t->fair_since += pause;
    t->moved_at += pause;
    t->proposal_since += pause;
    if (t->ledger)
        t->ledger->ask_since += pause;
    driver_shift(&t->driver, -(int64_t)pause);
}

/* ---- the exchange of seeds ---- */

static bool apply_commit(struct table *t, const struct table_event *event)
{
    t->fair.committed |= (uint8_t)(1u << (event->seat - 1));
    return fair_from_hex(event->text, t->fair.commit[event->seat - 1]);
}

/* Closes the list. Events of version 1 have no text: there was no list then. */
static bool apply_reveal(struct table *t, const struct table_event *event)
{
    struct lines settings = {0};
    unsigned char commit[FAIR_BYTES];
    t->reveal = true;
    t->fair_since = event->at;
    if (event->text.length == 0)
        return true;
    if (!span_is(event->text, "2"))
        return false;
    fair_settings(&t->fair, t->match, &settings);
    fair_commit(t->fair.seed, commit);
    if (t->daily[0]) { /* the dice do not depend on the table's id */
        char id[FAIR_TABLE_MAX];
        memcpy(id, t->fair.table, sizeof id);
        memcpy(t->fair.table, t->daily, sizeof id);
        fair_close(&t->fair, commit, &settings);
        memcpy(t->fair.table, id, sizeof id);
    } else {
        fair_close(&t->fair, commit, &settings);
    }
    lines_free(&settings);
    return true;
}

/* The time for seeds begins when everybody has acknowledged. */
static void acknowledge(struct table *t, const struct table_event *event)
{
    const bool before = table_all_acknowledged(t);
    t->fair.acknowledged |= (uint8_t)(1u << (event->seat - 1));
    if (!before && table_all_acknowledged(t))
        t->fair_since = event->at;
}

static bool apply_seed(struct table *t, const struct table_event *event)
{
    if (t->fair.version >= 2)
        acknowledge(t, event); /* a client of old says nothing else */
    t->fair.revealed |= (uint8_t)(1u << (event->seat - 1));
    return fair_from_hex(event->text, t->fair.seat[event->seat - 1]);
}

static bool apply_fail(struct table *t, const struct table_event *event)
{
    struct span rest = event->text;
    unsigned seats = 0;
    uint64_t seat;
    while (rest.length) {
        if (!span_number(span_cut(&rest, ' '), 1, t->fair.players, &seat))
            return false;
        seats |= 1u << (seat - 1);
    }
    if (!t->reveal || !seats || (seats & ~t->fair.committed) || (seats & t->fair.revealed))
        return false;
    fair_fail(&t->fair, seats);
    t->reveal = false;
    t->fair_since = event->at;
    return true;
}

/* ---- the rest ---- */

static bool apply_next(struct table *t, struct span id)
{
    if (id.length != TABLE_ID_LENGTH)
        return false;
    memcpy(t->next, id.at, TABLE_ID_LENGTH);
    return true;
}

static bool apply_by_kind(struct table *t, const struct table_event *event, struct text *why)
{
    switch (event->kind) {
    case EVENT_SEAT:
        return table_apply_seat(t, event);
    case EVENT_KIND:
        return table_apply_kind(t, event);
    case EVENT_COMMIT:
        return apply_commit(t, event);
    case EVENT_REVEAL:
        return apply_reveal(t, event);
    case EVENT_ACKNOWLEDGE:
        acknowledge(t, event);
        return true;
    case EVENT_SEED:
        return apply_seed(t, event);
    case EVENT_FAIL:
        return apply_fail(t, event);
    case EVENT_START:
        return table_start(t, event->at, why) && apply_lines(t, event, why);
    case EVENT_MOVE:
        return apply_lines(t, event, why);
    case EVENT_UNDO:
        return apply_undo(t, event);
    case EVENT_HOST:
        return apply_host(t, event->text, event->at);
    case EVENT_NEXT:
        return apply_next(t, event->text);
    case EVENT_PROPOSE:
        return apply_propose(t, event);
    case EVENT_AGREE:
        t->agreed |= 1u << (event->seat - 1);
        keep_word(t, event->text);
        return true;
    case EVENT_SETTLE:
        return apply_settle(t, event);
    case EVENT_LEDGER:
        return apply_ledger(t, event);
    case EVENT_LINK:
        return apply_link(t, event);
    case EVENT_SLEEP: /* its time is all that matters */
        return true;
    case EVENT_WAKE:
        apply_wake(t, event->at);
        return true;
    default:
        return false;
    }
}

/* Whether an event of this kind and seat is possible in the table's phase. */
static bool is_possible(const struct table *t, const struct table_event *event)
{
    static const bool needs_seat[] = {
        [EVENT_SEAT] = true,   [EVENT_KIND] = true,        [EVENT_COMMIT] = true,
        [EVENT_SEED] = true,   [EVENT_PROPOSE] = true,     [EVENT_AGREE] = true,
        [EVENT_SLEEP] = false, [EVENT_ACKNOWLEDGE] = true, [EVENT_LINK] = true};
    if (!t->match || event->kind == EVENT_CREATE)
        return !t->match && event->kind == EVENT_CREATE;
    if (event->kind < EVENT_CREATE || event->kind > EVENT_LINK || event->seat < 0 ||
        event->seat > t->match->settings.players)
        return false;
    const bool in_game = event->kind == EVENT_MOVE || event->kind == EVENT_UNDO;
    return (event->seat || !needs_seat[event->kind]) && (!in_game || t->phase == TABLE_PLAYING) &&
           (event->kind != EVENT_START || t->phase < TABLE_PLAYING);
}

void table_count_event(struct table *t, const struct table_event *event)
{
    t->event_count++;
    t->seq +=
        event->kind < EVENT_PROPOSE || (event->kind > EVENT_SLEEP && event->kind < EVENT_LEDGER);
    t->requests += event->kind == EVENT_SEAT || event->kind == EVENT_HOST ||
                   event->kind == EVENT_PROPOSE || (event->kind == EVENT_LEDGER && event->seat);
    t->changed = event->at;
}

/* Whether the event's times are within what clocks can be computed from. */
static bool has_times(const struct table_event *event)
{
    return event->at <= TABLE_AT_MAX && event->left >= -1 && event->left <= TABLE_LEFT_MAX;
}

bool table_apply(struct table *t, const struct table_event *event, struct text *why)
{
    if (!has_times(event))
        return text_fail(why, tr("event %u of the table cannot be read: its time is out of range"),
                         (unsigned)t->event_count + 1);
    const bool good =
        is_possible(t, event) &&
        (event->kind == EVENT_CREATE ? apply_create(t, event, why) : apply_by_kind(t, event, why));
    if (!good)
        return why->length > 0 ? false
                               : text_fail(why, tr("event %u of the table cannot be read"),
                                           (unsigned)t->event_count + 1);
    table_count_event(t, event);
    return true;
}
