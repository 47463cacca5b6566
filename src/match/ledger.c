/* The ledger's notes about seats, chains and steps, and the order of entries. */
#include "match/ledger.h"

#include <string.h>

#include "base/lang.h"
#include "base/memory.h"
#include "match/driver.h"
#include "match/ledger_internal.h"

/* ---- beginning and looking ---- */

void ledger_begin(struct ledger *ledger, const struct ledger_given *given,
                  const unsigned char head[FAIR_BYTES])
{
    *ledger = (struct ledger){.given = *given};
    fair3_ledger_begin(&ledger->sum, head);
    memcpy(ledger->promise, given->head->server, FAIR_BYTES);
    ledger->entry_capacity = 64;
    ledger->entry = memory_new(ledger->entry_capacity, sizeof *ledger->entry);
    memcpy(ledger->entry[0].hash, head, FAIR_BYTES); /* entry 0 stands for the head */
}

void ledger_free(struct ledger *ledger)
{
    match_free(ledger->given.match);
    memory_free(ledger->entry);
    memory_free(ledger->step);
    *ledger = (struct ledger){0};
}

const unsigned char *ledger_hash(const struct ledger *ledger, uint32_t entry)
{
    return ledger->entry[entry].hash;
}

bool ledger_is_over(const struct ledger *ledger)
{
    return ledger->given.match && ledger->started && match_mover(ledger->given.match) == GAME_OVER;
}

unsigned ledger_seats(const struct ledger *ledger, enum fair3_seat kind)
{
    unsigned seats = 0;
    for (int i = 0; i < GAME_SEATS_MAX; i++)
        seats |= (unsigned)(ledger->seat[i].kind == kind) << i;
    return seats;
}

bool ledger_is_barred(const struct ledger *ledger, int seat)
{
    const uint32_t second = ledger->seat[seat - 1].misses[1];
    return second && second + LEDGER_WINDOW > ledger->asks;
}

bool ledger_draw_is_due(const struct ledger *ledger)
{
    const struct match *match = ledger->given.match;
    return match && ledger->started && match_mover(match) == GAME_CHANCE &&
           driver_is_throw(match->game, &match->state);
}

void ledger_view(const struct ledger *ledger, struct span entry, int viewer, struct text *out)
{
    const struct match *match = ledger->given.match;
    struct game_history history = match->history;
    struct text_unread unread;
    game_action action;
    if (ledger->sum.hidden && ledger->started &&
        game_read_line(match->game, &match->state, entry, &action, &history, text_unread(&unread)))
        match->game->write(&match->state, action, &history, viewer, out);
    else
        text_add_bytes(out, span_start(entry), entry.length);
}

/* ---- keeping ---- */

/* Keeps what is known of the entry that was just hashed. */
static void keep(struct ledger *ledger, const struct ledger_entry *entry)
{
    const size_t index = ledger->sum.count;
    if (index >= ledger->entry_capacity) {
        ledger->entry_capacity *= 2;
        ledger->entry = memory_resize(ledger->entry, ledger->entry_capacity, sizeof *ledger->entry);
    }
    ledger->entry[index] = *entry;
    memcpy(ledger->entry[index].hash, ledger->sum.hash, FAIR_BYTES);
}

static struct ledger_step *last_step(const struct ledger *ledger)
{
    return &ledger->step[ledger->asks - 1];
}

static void keep_step(struct ledger *ledger, unsigned asked)
{
    if (ledger->asks == ledger->step_capacity) {
        ledger->step_capacity = ledger->step_capacity ? 2 * ledger->step_capacity : 32;
        ledger->step = memory_resize(ledger->step, ledger->step_capacity, sizeof *ledger->step);
    }
    ledger->step[ledger->asks++] =
        (struct ledger_step){.ask = ledger_now(ledger), .asked = (uint8_t)asked};
}

const char *ledger_who(const struct ledger *ledger, int seat, char name[LEDGER_WHO])
{
    struct text out = text_on(name, LEDGER_WHO);
    if (ledger->given.match)
        match_show_name(ledger->given.match, seat, &out);
    else
        text_printf(&out, tr("seat %d"), seat);
    return name;
}

/* ---- signatures ---- */

/* Whether the bytes are no point in its one spelling, or a point of small order: a key or an R with
 * which one signature fits any text. Libraries differ in what they say of these. */
static bool is_odd_point(const unsigned char point[FAIR_BYTES])
{
    static const unsigned char small[][FAIR_BYTES] = {
        {0},
        {1},
        {0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4,
         0x89, 0xf2, 0xef, 0x98, 0xf0, 0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6,
         0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05},
        {0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b,
         0x76, 0x0d, 0x10, 0x67, 0x0f, 0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39,
         0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a},
        {0xec, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
         0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
         0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f},
    };
    unsigned char y[FAIR_BYTES];
    unsigned high = 0xff;
    memcpy(y, point, FAIR_BYTES);
    y[FAIR_BYTES - 1] &= 0x7f;
    for (size_t i = 0; i < sizeof small / sizeof *small; i++) {
        if (memcmp(y, small[i], FAIR_BYTES) == 0)
            return true;
    }
    for (int i = 1; i < FAIR_BYTES - 1; i++)
        high &= y[i];
    return high == 0xff && y[FAIR_BYTES - 1] == 0x7f && y[0] >= 0xed; /* 2^255 - 19 and above */
}

enum ledger_sign ledger_judge_sign(const struct ledger_given *given, const struct fair3_key *key,
                                   struct span text, const struct fair3_signed *sign)
{
    return is_odd_point(key->bytes) || is_odd_point(sign->bytes)
               ? SIGN_BAD
               : given->check_sign(given->sign_context, key, text, sign);
}

bool ledger_check_seat_sign(struct ledger *ledger, int seat, const struct text *text,
                            const struct fair3_signed *sign, struct text *why)
{
    const struct fair3_key *key = &ledger->seat[seat - 1].key;
    if (sign->has != key->has)
        return text_fail(why,
                         key->has ? tr("a signature of %s is missing")
                                  : tr("%s has no key, and here is a signature"),
                         ledger_who(ledger, seat, (char[LEDGER_WHO]){0}));
    if (!key->has)
        return true;
    const enum ledger_sign result =
        ledger_judge_sign(&ledger->given, key, (struct span){text->start, text->length}, sign);
    ledger->unchecked_signs += result == SIGN_UNKNOWN;
    return result != SIGN_BAD || text_fail(why, tr("the signature of %s is wrong"),
                                           ledger_who(ledger, seat, (char[LEDGER_WHO]){0}));
}

/* ---- seats and chains ---- */

/* Who must say that the seat becomes this. */
static bool need_for_seat(const struct ledger *ledger, const struct fair3_note *note,
                          struct ledger_need *need, struct text *why)
{
    const struct ledger_seat *seat = &ledger->seat[note->seat - 1];
    const unsigned bit = 1u << (note->seat - 1);
    const unsigned others = ledger_seats(ledger, FAIR3_PERSON) & ~bit;
    *need = (struct ledger_need){.about = note->seat};
    if (seat->kind == FAIR3_BOT ||
        (note->who == FAIR3_BOT && (seat->kind == FAIR3_PERSON || ledger->started)))
        return text_fail(why, tr("a bot's seat stays a bot's, and no other becomes one"));
    if (note->who == FAIR3_LEFT || note->who == FAIR3_PLAIN) {
        if (seat->kind == FAIR3_PERSON && seat->key.has)
            need->by = note->seat;
        else if (seat->kind == FAIR3_PERSON || seat->kind == FAIR3_STAND_IN)
            need->may = bit;
    } else if (note->who == FAIR3_STAND_IN) {
        need->may = need->agree = ledger_seats(ledger, FAIR3_PERSON);
        const bool said = ledger->group.by.kind == FAIR3_BY;
        if (!said && (ledger->group.first || (others && seat->kind == FAIR3_PERSON)))
            return text_fail(why, tr("nobody said that a bot plays for %s"),
                             ledger_who(ledger, note->seat, (char[LEDGER_WHO]){0}));
    }
    return true;
}

static bool add_seat(struct ledger *ledger, const struct fair3_note *note, struct span text,
                     struct text *why)
{
    struct ledger_seat *seat = &ledger->seat[note->seat - 1];
    struct ledger_need need;
    if (!need_for_seat(ledger, note, &need, why) ||
        !ledger_check_words(ledger, &need, text, false, NULL, why))
        return false;
    const bool said = ledger->group.by.kind == FAIR3_BY && ledger->group.by.seat == note->seat;
    if (seat->kind == FAIR3_PERSON && note->who != FAIR3_PERSON &&
        !(said && seat->key.has && seat->vouched))
        seat->taken = true;
    if (note->who == FAIR3_LEFT || note->who == FAIR3_STAND_IN)
        ledger->leaving &= ~(1u << (note->seat - 1));
    seat->kind = note->who;
    return true;
}

static bool add_chain(struct ledger *ledger, const struct fair3_note *note, struct span text,
                      struct ledger_entry *entry, struct text *why)
{
    struct ledger_seat *seat = &ledger->seat[note->seat - 1];
    const bool first = !seat->has_chain, said = ledger->group.by.kind == FAIR3_BY;
    const struct ledger_need need = {.about = note->seat,
                                     .may = first ? 0 : 1u << (note->seat - 1)};
    if (seat->kind != FAIR3_PERSON)
        return text_fail(why, tr("%s has a chain, and is not a person"),
                         ledger_who(ledger, note->seat, (char[LEDGER_WHO]){0}));
    if (note->number != ledger->asks)
        return text_fail(why, tr("the chain of %s begins at %u; asks so far: %u"),
                         ledger_who(ledger, note->seat, (char[LEDGER_WHO]){0}),
                         (unsigned)note->number, (unsigned)ledger->asks);
    if (!ledger_check_words(ledger, &need, text, false, NULL, why))
        return false;
    const bool follows = said && seat->key.has;
    seat->vouched = note->key.has && (first ? !seat->taken : follows && seat->vouched);
    entry->changed = !first && !follows;
    seat->has_chain = true;
    seat->key = note->key;
    seat->word = 0;
    seat->known.n = note->number;
    memcpy(seat->known.link, note->bytes, FAIR_BYTES);
    return true;
}

/* ---- steps ---- */

static bool add_ask(struct ledger *ledger, const struct fair3_note *note, struct text *why)
{
    if (note->number != ledger->asks + 1 || note->number > FAIR3_LINKS)
        return text_fail(why, tr("ask %u does not follow ask %u"), (unsigned)note->number,
                         (unsigned)ledger->asks);
    if (ledger->again && note->seats != ledger->again)
        return text_fail(why, tr("after a miss, others are asked than those who answered"));
    if (!ledger_start(ledger, why))
        return false;
    if (ledger->given.match && !ledger_draw_is_due(ledger))
        return text_fail(why, tr("links are asked for, and no draw is due"));
    for (int seat = 1; seat <= GAME_SEATS_MAX; seat++) {
        const struct ledger_seat *party = &ledger->seat[seat - 1];
        if (!(note->seats >> (seat - 1) & 1))
            continue;
        if (party->kind != FAIR3_PERSON || !party->has_chain)
            return text_fail(why, tr("%s is asked, and has no chain"),
                             ledger_who(ledger, seat, (char[LEDGER_WHO]){0}));
        if (ledger_is_barred(ledger, seat))
            return text_fail(why, tr("%s is asked, and has missed two asks lately"),
                             ledger_who(ledger, seat, (char[LEDGER_WHO]){0}));
    }
    keep_step(ledger, note->seats);
    ledger->again = 0;
    ledger->asking = true;
    return true;
}

static bool add_miss(struct ledger *ledger, const struct fair3_note *note, struct text *why)
{
    struct ledger_step *step = ledger->asking ? last_step(ledger) : NULL;
    if (!step || note->number != ledger->asks || note->seats & ~(unsigned)step->asked)
        return text_fail(why, tr("a miss of seats that were not asked"));
    for (int i = 0; i < GAME_SEATS_MAX; i++) {
        if (note->seats >> i & 1) {
            ledger->seat[i].misses[1] = ledger->seat[i].misses[0];
            ledger->seat[i].misses[0] = note->number;
        }
    }
    step->missed = (uint8_t)note->seats;
    ledger->asking = false;
    ledger->again = step->asked & ~note->seats;
    ledger->leaving = ledger->again ? 0 : note->seats;
    return true;
}

static bool check_links(struct ledger *ledger, const struct fair3_note *note, struct text *why)
{
    const char *table = ledger->given.head->table;
    const unsigned char *asked = ledger_hash(ledger, last_step(ledger)->ask);
    unsigned char promise[FAIR_BYTES];
    fair3_server_promise(table, note->bytes, promise);
    if (memcmp(promise, ledger->promise, FAIR_BYTES) != 0)
        return text_fail(why, tr("the server's link is not the one that it promised"));
    memcpy(ledger->promise, note->next, FAIR_BYTES);
    for (int seat = 1; seat <= GAME_SEATS_MAX; seat++) {
        struct text text = text_on((char[FAIR3_TEXT_MAX]){0}, FAIR3_TEXT_MAX);
        const unsigned char *link = note->link[seat - 1];
        if (!(note->seats >> (seat - 1) & 1))
            continue;
        if (!fair3_known_advance(&ledger->seat[seat - 1].known, table, seat, note->number, link))
            return text_fail(why, tr("the link of %s is not of the promised chain"),
                             ledger_who(ledger, seat, (char[LEDGER_WHO]){0}));
        fair3_text_open(table, seat, note->number, asked, link, &text);
        if (!ledger_check_seat_sign(ledger, seat, &text, &note->open[seat - 1], why))
            return false;
    }
    return true;
}

static bool add_step(struct ledger *ledger, const struct fair3_note *note, struct text *why)
{
    unsigned char key[FAIR_BYTES];
    if (!ledger->asking || note->number != ledger->asks)
        return text_fail(why, tr("a step that was not asked for"));
    if (note->seats != last_step(ledger)->asked)
        return text_fail(why, tr("the step has not exactly the links that were asked for"));
    if (!check_links(ledger, note, why))
        return false;
    fair3_step_key(ledger->given.head->table, note, ledger_hash(ledger, last_step(ledger)->ask),
                   key);
    fair3_run_begin(&ledger->run, key, ledger->given.hidden);
    last_step(ledger)->done = true;
    ledger->asking = false;
    ledger->running = true;
    ledger->drew = false;
    return true;
}

/* ---- order ---- */

bool ledger_start(struct ledger *ledger, struct text *why)
{
    struct match *match = ledger->given.match;
    const struct lines *opening = ledger->given.opening;
    if (ledger->started)
        return true;
    for (int i = 0; match && i < match->settings.players; i++) {
        if (ledger->seat[i].kind == FAIR3_NOBODY)
            return text_fail(why, tr("the game begins, and nobody has seat %d"), i + 1);
    }
    ledger->started = true;
    if (!match)
        return true;
    match->settings.bots = ledger_seats(ledger, FAIR3_BOT);
    if (!match_restart(match, why))
        return false;
    for (size_t i = 0; opening && i < opening->count; i++) {
        if (!match_do(match, span_of(opening->line[i]), why))
            return false;
    }
    return true;
}

/* Whether a seat that missed an ask with all others is left or replaced. */
static bool leaves(const struct ledger *ledger, const struct fair3_note *note)
{
    return note->kind == FAIR3_SEAT && ledger->leaving >> (note->seat - 1) & 1 &&
           (note->who == FAIR3_LEFT || note->who == FAIR3_STAND_IN);
}

/* Whether an entry of this kind may stand here. */
static bool check_order(const struct ledger *ledger, const struct fair3_note *note, bool chance,
                        struct text *why)
{
    const struct ledger_group *group = &ledger->group;
    const enum fair3_kind kind = note->kind;
    const bool line = kind == FAIR3_LINE, hide = kind == FAIR3_HIDE;
    if (ledger_is_over(ledger))
        return text_fail(why, tr("the game is over"));
    if (ledger->asking && kind != FAIR3_STEP && kind != FAIR3_MISS)
        return text_fail(why, tr("an ask must be followed by its step or a miss"));
    if (ledger->again && kind != FAIR3_ASK)
        return text_fail(why, tr("a miss must be followed by the next ask"));
    if (ledger->leaving && kind != FAIR3_BY && kind != FAIR3_YES && !leaves(ledger, note))
        return text_fail(why, tr("nobody answered, and seats that did not are still here"));
    if (group->hide.kind == FAIR3_HIDE && !line)
        return text_fail(why, tr("'hide' must be followed by its line"));
    if (group->late.kind == FAIR3_LATE && !line && !hide)
        return text_fail(why, tr("'late' must be followed by its line"));
    if (group->first && kind != FAIR3_YES && !hide && !line && kind != FAIR3_UNDO &&
        kind != FAIR3_SEAT && kind != FAIR3_CHAIN)
        return text_fail(why, tr("words must be followed by their act"));
    if (ledger->running && (!ledger->drew || ledger_draw_is_due(ledger)) && !(line && chance) &&
        !hide)
        return text_fail(why, tr("a draw is due after a step, and something else follows"));
    return true;
}

static bool add(struct ledger *ledger, const struct fair3_note *note, struct span text,
                const unsigned char salt[FAIR_BYTES], struct ledger_entry *entry, struct text *why)
{
    switch (note->kind) {
    case FAIR3_LINE:
        return ledger_add_line(ledger, text, salt, entry, why);
    case FAIR3_SEAT:
        return add_seat(ledger, note, text, why);
    case FAIR3_CHAIN:
        return add_chain(ledger, note, text, entry, why);
    case FAIR3_ASK:
        return add_ask(ledger, note, why);
    case FAIR3_STEP:
        return add_step(ledger, note, why);
    case FAIR3_MISS:
        return add_miss(ledger, note, why);
    case FAIR3_UNDO:
        return ledger_add_undo(ledger, note, text, entry, why);
    case FAIR3_BY:
    case FAIR3_YES:
    case FAIR3_LATE:
    case FAIR3_HIDE:
        break;
    }
    return ledger_add_word(ledger, note, entry, why);
}

bool ledger_add(struct ledger *ledger, struct span text, const unsigned char salt[FAIR_BYTES],
                struct text *why)
{
    struct fair3_note note;
    const int players =
        ledger->given.match ? ledger->given.match->settings.players : GAME_SEATS_MAX;
    if (!fair3_read_note(text, &note) || !span_is_clean(text))
        return text_fail(why, tr("this is no entry of a ledger"));
    if (note.seat > players || note.seats >> players)
        return text_fail(why, tr("this table has no such seat"));
    const bool chance = note.kind == FAIR3_LINE && text.at[0] == '*';
    struct ledger_entry entry = {.kind = (uint8_t)note.kind,
                                 .seat = (uint8_t)note.seat,
                                 .number = note.number,
                                 .ms = note.ms};
    if (!check_order(ledger, &note, chance, why))
        return false;
    const bool word = note.kind == FAIR3_BY || note.kind == FAIR3_YES || note.kind == FAIR3_LATE ||
                      note.kind == FAIR3_HIDE;
    if (!add(ledger, &note, text, salt, &entry, why))
        return false;
    if (note.kind != FAIR3_STEP && note.kind != FAIR3_HIDE && entry.how != LEDGER_DRAW)
        ledger->running = false;
    if (!word)
        ledger->group = (struct ledger_group){0};
    if (entry.seat)
        entry.who = (uint8_t)ledger->seat[entry.seat - 1].kind;
    fair3_ledger_add(&ledger->sum, text);
    keep(ledger, &entry);
    return true;
}
