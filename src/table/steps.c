/* Fair dice 3 at a table: asks, links and steps, the notes about seats, and the words of seats. */
#include <string.h>

#include "base/lang.h"
#include "base/memory.h"
#include "table/internal.h"

/* ---- notes ---- */

void table_steps_note(struct lines *out, const struct fair3_note *note)
{
    struct text text = text_on((char[FAIR3_NOTE_MAX]){0}, FAIR3_NOTE_MAX);
    fair3_write_note(note, &text);
    lines_add(out, span_of(text.start));
}

/* Stores notes as an event, and frees them. `left` as in struct table_event. */
static void emit(struct table *t, int seat, int64_t left, struct lines *notes)
{
    char *text = lines_join(notes);
    table_emit_left(t, EVENT_LEDGER, seat, left, (struct span){text, strlen(text) - 1});
    memory_free(text);
}

void table_steps_emit(struct table *t, int seat, struct lines *notes)
{
    emit(t, seat, -1, notes);
}

bool table_steps_free(struct table *t, struct table_refusal *r)
{
    if (t->ledger && t->ledger->running) /* the rest of the run is fixed, and waits for a hand */
        table_play_rest(t);
    return !t->ledger || !t->ledger->open ||
           table_refuse(r, "not-now", tr("dice are being drawn: wait for them"));
}

/* ---- seats ---- */

/* What the ledger is to say about the seat. */
static enum fair3_seat who_plays(const struct table *t, int seat)
{
    const enum fair3_seat now = (enum fair3_seat)t->ledger->seat[seat - 1].who;
    switch (table_seat_kind(t, seat)) {
    case SEAT_BOT:
        return now == FAIR3_NOBODY ? FAIR3_BOT : now; /* a person who left before the start */
    case SEAT_STAND_IN:
        return FAIR3_STAND_IN;
    case SEAT_GONE:
        return FAIR3_LEFT;
    default:
        return now == FAIR3_PERSON || now == FAIR3_PLAIN ? now
               : t->env->proves(t, seat)                 ? FAIR3_PERSON
                                                         : FAIR3_PLAIN;
    }
}

void table_steps_seats(struct table *t)
{
    struct lines notes = {0};
    if (!t->ledger || t->ledger->open || t->ledger->running || t->phase == TABLE_WAITING ||
        t->phase == TABLE_OVER)
        return;
    for (int seat = 1; seat <= t->match->settings.players; seat++) {
        const struct fair3_note note = {
            .kind = FAIR3_SEAT, .seat = seat, .who = who_plays(t, seat)};
        if (note.who != (enum fair3_seat)t->ledger->seat[seat - 1].who)
            table_steps_note(&notes, &note);
    }
    if (notes.count)
        table_steps_emit(t, 0, &notes);
}

/* Whether the seat's person could be asked, if their client is here. */
static bool may_ask(const struct table *t, int seat)
{
    const struct table_ledger_seat *s = &t->ledger->seat[seat - 1];
    const bool barred = s->missed[1] && t->ledger->asks + 1 - s->missed[1] <= LEDGER_WINDOW;
    return s->who == FAIR3_PERSON && s->chained && !s->passed && !barred &&
           table_seat_kind(t, seat) == SEAT_PERSON;
}

/* Whether a client that speaks version 3 is here and will promise a chain. */
static bool awaits_chain(const struct table *t, int seat)
{
    const struct table_ledger_seat *s = &t->ledger->seat[seat - 1];
    return s->who == FAIR3_PERSON && (!s->chained || s->passed) &&
           table_seat_kind(t, seat) == SEAT_PERSON && t->env->proves(t, seat);
}

bool table_steps_chained(const struct table *t)
{
    for (int seat = 1; seat <= t->match->settings.players; seat++) {
        if (awaits_chain(t, seat))
            return false;
    }
    return true;
}

bool table_chain(struct table *t, const struct table_asker *asker, uint32_t asks, const char *end,
                 const char *key, uint64_t now, struct table_refusal *r)
{
    struct table_ledger *ledger = t->ledger;
    struct fair3_note person = {.kind = FAIR3_SEAT, .seat = asker->seat, .who = FAIR3_PERSON};
    struct fair3_note note = {.kind = FAIR3_CHAIN, .seat = asker->seat, .number = asks};
    struct text act = text_on((char[FAIR3_NOTE_MAX]){0}, FAIR3_NOTE_MAX);
    struct lines notes = {0};
    t->now = now;
    if (!ledger || t->phase == TABLE_WAITING || t->phase == TABLE_OVER)
        return table_refuse(r, "not-now", tr("no chain is expected from this seat now"));
    if (!fair_from_hex(span_of(end), note.bytes) || !fair3_read_key(span_of(key), &note.key))
        return table_refuse(r, "bad-value", tr("a link or a key is 64 hexadecimal digits"));
    const struct table_ledger_seat *seat = &ledger->seat[asker->seat - 1];
    const bool same = seat->chained && !seat->passed && seat->known.n == asks &&
                      memcmp(seat->known.link, note.bytes, FAIR_BYTES) == 0;
    if (!same) { /* else it is sent again */
        if (!table_steps_free(t, r))
            return false;
        if (asks != ledger->asks)
            return table_refuse(r, "stale", tr("the table has moved on"));
        fair3_write_note(&note, &act);
        if (!table_takes_requests(t, r))
            return false;
        if (seat->who != FAIR3_PERSON)
            table_steps_note(&notes, &person);
        if (asker->by && seat->key.has && !seat->passed &&
            !table_steps_word(t, asker, FAIR3_BY, span_of(act.start), false, TABLE_ABOUT_MOVE,
                              &notes, r)) {
            lines_free(&notes);
            return false;
        }
        lines_add(&notes, span_of(act.start));
        table_steps_emit(t, asker->seat, &notes);
        table_tell_ledger(t);
    }
    table_tell_ok(t, asker);
    table_advance(t);
    return true;
}

/* ---- asking ---- */

/* The bitmasks of seats that are here and can be asked, and of those among them that have been
 * silent; `wanted`: all who could be asked if they came. */
static unsigned find_here(const struct table *t, unsigned *silent, unsigned *wanted)
{
    unsigned here = 0;
    *silent = *wanted = 0;
    for (int seat = 1; seat <= t->match->settings.players; seat++) {
        const unsigned bit = 1u << (seat - 1);
        if (!may_ask(t, seat))
            continue;
        *wanted |= bit;
        if (!t->env->proves(t, seat))
            continue;
        here |= bit;
        if (t->ledger->heard[seat - 1] + TABLE_SILENCE <= t->now)
            *silent |= bit;
    }
    return here;
}

/* When the chains of people who have just come are no longer awaited; 0: none is. */
static uint64_t chains_until(const struct table *t)
{
    uint64_t until = 0;
    for (int seat = 1; seat <= t->match->settings.players; seat++) {
        const uint64_t end = t->seat[seat - 1].kind_since + t->env->fair_wait;
        if (awaits_chain(t, seat) && end > t->now && end > until)
            until = end;
    }
    return until;
}

/* Whom to ask now. False: not yet; `when` is when to try again. Silent clients are probed first,
 * and then left out. If nobody could answer, the table waits for the people who could; without such
 * people the server draws alone. */
static bool find_asked(struct table *t, unsigned *seats, uint64_t *when)
{
    struct table_ledger *ledger = t->ledger;
    unsigned silent, wanted;
    const unsigned here = find_here(t, &silent, &wanted);
    *when = TABLE_NEVER;
    *seats = here & ~silent;
    if (ledger->lost || ledger->asks >= FAIR3_LINKS)
        return false;
    if (silent && !ledger->probe_since) {
        ledger->probe_since = t->now;
        ledger->probed = silent;
        table_tell_ready(t, silent);
    }
    if (silent && t->now < ledger->probe_since + TABLE_PROBE_WAIT) {
        *when = ledger->probe_since + TABLE_PROBE_WAIT;
        return false;
    }
    if (*seats)
        return true;
    if (wanted)
        return false;
    *when = chains_until(t) ? chains_until(t) : TABLE_NEVER;
    return *when == TABLE_NEVER;
}

static struct fair3_note ask_for(const struct table *t, unsigned seats)
{
    return (struct fair3_note){.kind = FAIR3_ASK, .number = t->ledger->asks + 1, .seats = seats};
}

void table_steps_ask(struct table_playing *p)
{
    unsigned seats;
    uint64_t when;
    if (!find_asked(p->t, &seats, &when))
        return;
    const struct fair3_note note = ask_for(p->t, seats);
    table_playing_note(p, &note);
    p->t->ledger->probe_since = 0;
    p->t->ledger->restored = 0;
}

/* The ask as an event of its own: the dice have waited for something. */
static bool ask_alone(struct table *t, uint64_t *when)
{
    struct lines notes = {0};
    unsigned seats;
    if (!find_asked(t, &seats, when))
        return false;
    const struct fair3_note note = ask_for(t, seats);
    const uint64_t since = t->ledger->probe_since;
    table_steps_note(&notes, &note);
    t->ledger->probe_since = 0;
    t->ledger->restored = 0;
    emit(t, 0, since ? (int64_t)(t->now - since) : -1, &notes);
    table_tell_ledger(t);
    if (t->clock != CLOCK_NONE)
        table_tell_clock(t);
    return true;
}

/* ---- an open ask ---- */

static void make_step(struct table *t)
{
    struct table_ledger *ledger = t->ledger;
    struct fair3_note note = {.kind = FAIR3_STEP, .number = ledger->asks, .seats = ledger->asked};
    table_ledger_own_link(t, &note);
    memcpy(note.link, ledger->link, sizeof note.link);
    memcpy(note.open, ledger->sign, sizeof note.open);
    if (!note.seats)
        t->env->fair3->random(note.fresh, sizeof note.fresh);
    table_play_step(t, &note);
}

/* Seats that have not answered are left out of the next ask. */
static void make_miss(struct table *t)
{
    struct table_ledger *ledger = t->ledger;
    const struct fair3_note miss = {
        .kind = FAIR3_MISS, .number = ledger->asks, .seats = ledger->asked & ~ledger->linked};
    const struct fair3_note ask = ask_for(t, ledger->linked);
    struct lines notes = {0};
    table_steps_note(&notes, &miss);
    table_steps_note(&notes, &ask);
    ledger->restored = 0;
    table_steps_emit(t, 0, &notes);
    table_tell_ledger(t);
}

static void store_link(struct table *t, int seat)
{
    struct text text = text_on((char[FAIR3_TEXT_MAX]){0}, FAIR3_TEXT_MAX);
    char hex[FAIR_HEX];
    fair_to_hex(t->ledger->link[seat - 1], hex);
    text_printf(&text, "%s ", hex);
    fair3_write_signed(&t->ledger->sign[seat - 1], &text);
    table_emit(t, EVENT_LINK, seat, span_of(text.start));
    table_tell_got(t, seat);
}

/* Others are missing for a while: the links that came are stored and acknowledged. */
static void store_links(struct table *t)
{
    for (int seat = 1; seat <= t->match->settings.players; seat++) {
        if ((t->ledger->linked & ~t->ledger->stored) >> (seat - 1) & 1)
            store_link(t, seat);
    }
}

void table_steps_void(const struct table *t, int seat, struct lines *out)
{
    const struct fair3_note miss = {
        .kind = FAIR3_MISS, .number = t->ledger->asks, .seats = 1u << (seat - 1)};
    if (t->ledger->open && t->ledger->asked == miss.seats)
        table_steps_note(out, &miss);
}

static bool answer_due(struct table *t, uint64_t *when)
{
    const struct table_ledger *ledger = t->ledger;
    const uint64_t got = ledger->ask_since + TABLE_GOT_WAIT;
    const uint64_t patient = ledger->restored ? ledger->restored + TABLE_RESTORE_WAIT : 0;
    const uint64_t usual = ledger->ask_since + TABLE_LINK_WAIT;
    const uint64_t end = patient > usual ? patient : usual;
    *when = TABLE_NEVER;
    if (ledger->lost)
        return false;
    if (ledger->linked == ledger->asked) {
        make_step(t);
        return true;
    }
    if (!ledger->linked) /* a miss must not leave nobody */
        return false;
    if (t->now >= got && (ledger->linked & ~ledger->stored))
        store_links(t);
    if (t->now >= end) {
        make_miss(t);
        return true;
    }
    *when = (ledger->linked & ~ledger->stored) ? got : end;
    return false;
}

bool table_steps_due(struct table *t, uint64_t *when)
{
    return t->ledger->open ? answer_due(t, when) : ask_alone(t, when);
}

/* Whether the link is the seat's, as the chain and the key say. */
static bool check_link(const struct table *t, int seat, const unsigned char link[FAIR_BYTES],
                       const struct fair3_signed *sign, struct table_refusal *r)
{
    const struct table_ledger *ledger = t->ledger;
    const struct table_ledger_seat *s = &ledger->seat[seat - 1];
    struct fair3_known known = s->known;
    struct text text = text_on((char[FAIR3_TEXT_MAX]){0}, FAIR3_TEXT_MAX);
    if (!fair3_known_advance(&known, table_id(t), seat, ledger->asks, link))
        return table_refuse(r, "bad-value", tr("this is not the link that the seat has promised"));
    fair3_text_open(table_id(t), seat, ledger->asks, ledger->ask_hash, link, &text);
    return (s->key.has ? t->env->fair3->check(&s->key, span_of(text.start), sign) : !sign->has) ||
           table_refuse(r, "bad-value", tr("the signature is wrong"));
}

bool table_link(struct table *t, const struct table_asker *asker, const struct table_link *given,
                uint64_t now, struct table_refusal *r)
{
    struct table_ledger *ledger = t->ledger;
    const int i = asker->seat - 1;
    unsigned char hash[FAIR_BYTES], link[FAIR_BYTES];
    struct fair3_signed sign;
    t->now = now;
    if (!ledger || given->step > ledger->asks)
        return table_refuse(r, "not-now", tr("no link is expected from this seat now"));
    if (given->step < ledger->asks || !ledger->open)
        return table_refuse(r, "stale", tr("the table has moved on"));
    if (!(ledger->asked >> i & 1))
        return table_refuse(r, "not-now", tr("no link is expected from this seat now"));
    if (!fair_from_hex(span_of(given->hash), hash) || !fair_from_hex(span_of(given->link), link) ||
        !fair3_read_signed(span_of(given->sign), &sign))
        return table_refuse(r, "bad-value", tr("a link or a key is 64 hexadecimal digits"));
    if (memcmp(hash, ledger->ask_hash, FAIR_BYTES) != 0)
        return table_refuse(r, "bad-value", tr("this is not the hash of the ledger"));
    if (ledger->linked >> i & 1) { /* sent again by a client that reconnected */
        if (ledger->stored >> i & 1)
            table_tell_got(t, asker->seat);
    } else {
        if (!check_link(t, asker->seat, link, &sign, r))
            return false;
        memcpy(ledger->link[i], link, FAIR_BYTES);
        ledger->sign[i] = sign;
        ledger->linked |= 1u << i;
    }
    table_tell_ok(t, asker);
    table_advance(t);
    return true;
}

void table_heard(struct table *t, int seat, uint64_t now)
{
    if (!t->ledger || !seat)
        return;
    t->ledger->heard[seat - 1] = now;
    if (!(t->ledger->probed >> (seat - 1) & 1))
        return;
    t->ledger->probed &= ~(1u << (seat - 1));
    t->now = now;
    table_advance(t);
}

/* ---- words ---- */

/* Whether the client had seen what matters to its word. */
static bool is_fresh(const struct table_ledger *ledger, uint32_t seen, int about)
{
    if (seen > ledger->sum.count || seen < ledger->barrier)
        return false;
    return about == TABLE_ABOUT_MOVE  ? seen == ledger->sum.count
           : about == TABLE_ABOUT_ANY ? true
                                      : seen >= ledger->seat[about - 1].changed;
}

/* Whether the word fits the ledger: its number, what the client had seen, the act and the key. */
static bool check_word(const struct table *t, const struct table_word *word,
                       const struct fair3_note *note, struct span act, bool hidden, int about,
                       struct table_refusal *r)
{
    const struct table_ledger *ledger = t->ledger;
    const struct table_ledger_seat *seat = &ledger->seat[note->seat - 1];
    struct text text = text_on((char[FAIR3_TEXT_MAX]){0}, FAIR3_TEXT_MAX);
    unsigned char digest[FAIR_BYTES];
    if (word->number <= seat->said)
        return table_refuse(r, "bad-value", tr("the numbers of a seat's words must grow"));
    if (!is_fresh(ledger, word->seen, about))
        return table_refuse(r, "stale", tr("the table has moved on"));
    if (word->salted != hidden)
        return table_refuse(r, "bad-value",
                            hidden ? tr("a hidden line needs a salt")
                                   : tr("a line that everybody sees has no salt"));
    fair3_act(word->salted ? word->salt : NULL, act, digest);
    if (memcmp(digest, word->digest, FAIR_BYTES) != 0)
        return table_refuse(r, "bad-value", tr("this is not the digest of what is asked for"));
    fair3_text_word(table_id(t), note, ledger->hash[word->seen - ledger->barrier], &text);
    return (seat->key.has ? t->env->fair3->check(&seat->key, span_of(text.start), &word->sign)
                          : !word->sign.has) ||
           table_refuse(r, "bad-value", tr("the signature is wrong"));
}

bool table_steps_word(struct table *t, const struct table_asker *asker, enum fair3_kind kind,
                      struct span act, bool hidden, int about, struct lines *out,
                      struct table_refusal *r)
{
    const struct table_word *word = asker->by;
    if (!t->ledger || t->ledger->seat[asker->seat - 1].who != FAIR3_PERSON)
        return true;
    const struct table_ledger_seat *seat = &t->ledger->seat[asker->seat - 1];
    if (!word && !seat->key.has) { /* a client of old plays the seat */
        const struct fair3_note plain = {
            .kind = FAIR3_SEAT, .seat = asker->seat, .who = FAIR3_PLAIN};
        table_steps_note(out, &plain);
        return true;
    }
    if (!word || (seat->passed && seat->key.has))
        return table_refuse(r, "no-word", tr("this seat's moves must be signed on its own device"));
    struct fair3_note note = {.kind = kind,
                              .seat = asker->seat,
                              .number = word->number,
                              .seen = word->seen,
                              .sign = word->sign};
    memcpy(note.bytes, word->digest, FAIR_BYTES);
    if (!check_word(t, word, &note, act, hidden, about, r))
        return false;
    table_steps_note(out, &note);
    return true;
}

void table_steps_hide(const struct table *t, const struct table_word *word, struct span line,
                      struct table_prelude *prelude)
{
    struct fair3_note note = {.kind = FAIR3_HIDE};
    if (!t->ledger || !fair3_is_hidden(t->match, line))
        return;
    if (line.at[0] != '*') {
        prelude->salted = note.has_bytes = true;
        if (word && word->salted)
            memcpy(prelude->salt, word->salt, FAIR_BYTES);
        else
            t->env->fair3->random(prelude->salt, FAIR_BYTES);
        fair3_act(prelude->salt, line, note.bytes);
    }
    table_steps_note(&prelude->note, &note);
}
