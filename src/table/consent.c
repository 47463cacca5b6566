/* Proposals that need consent. Undo and a draw change the game, so all people at the table must
 * agree; a player may undo moves of the current turn without consent. For a bot in place of an
 * absent or idle person, and for a rematch, all people present must agree; the person then has the
 * time `grace` to return or to act. To return a seat, its player must agree. To remove a person,
 * the host needs the consent of all other people present. There is one proposal at a time. */
#include <string.h>

#include "base/lang.h"
#include "base/memory.h"
#include "table/internal.h"

#define PROPOSAL_MS 60000 /* after which a proposal expires */

const char *table_proposal_name(int what)
{
    static const char *const names[] = {"", "undo", "bot", "rematch", "draw", "seat", "remove"};
    return names[what];
}

enum table_proposal table_proposal_find(struct span name)
{
    for (int i = PROPOSAL_UNDO; i <= PROPOSAL_REMOVE; i++) {
        if (span_is(name, table_proposal_name(i)))
            return (enum table_proposal)i;
    }
    return PROPOSAL_NONE;
}

static uint64_t find_until(const struct table *t)
{
    return t->proposal == PROPOSAL_NONE ? TABLE_NEVER : t->proposal_since + PROPOSAL_MS;
}

/* When the bot that the others want may take the seat over. */
static uint64_t grace_end(const struct table *t)
{
    const struct table_seat *seat = &t->seat[t->proposal_seat - 1];
    return (seat->present ? t->proposal_since : seat->left_at) + t->env->grace;
}

/* Where the seat's undo begins; the record's count if no move can be undone. */
static size_t find_undo(const struct table *t, int seat)
{
    return match_find_undo(t->match, seat, table_bots(t), TEXT_UNREAD);
}

/* With fair dice 3 a bot plays for a person only if another person has said so: until one has, all
 * of them are asked, also those who are away. */
static unsigned find_witnesses(const struct table *t)
{
    unsigned persons = 0;
    if (!t->ledger || t->words.count || t->ledger->seat[t->proposal_seat - 1].who != FAIR3_PERSON)
        return 0;
    for (int seat = 1; seat <= t->match->settings.players; seat++)
        persons |= (unsigned)(t->ledger->seat[seat - 1].who == FAIR3_PERSON) << (seat - 1);
    return persons & ~(1u << (t->proposal_seat - 1));
}

/* The seats that still have to agree. An undo also waits for people who are away: if they do not
 * return in time, it expires. */
static unsigned find_wanted(const struct table *t)
{
    const unsigned about = 1u << (t->proposal_seat - 1);
    if (t->proposal == PROPOSAL_REMATCH)
        return table_present(t) & ~t->agreed;
    if (t->proposal == PROPOSAL_BOT || t->proposal == PROPOSAL_REMOVE)
        return (table_present(t) & ~t->agreed & ~about) | find_witnesses(t);
    if (t->proposal == PROPOSAL_SEAT)
        return about & ~t->agreed;
    if (t->proposal == PROPOSAL_UNDO &&
        match_undo_is_own(t->match, t->proposal_seat, find_undo(t, t->proposal_seat)))
        return 0;
    return table_persons(t) & ~t->agreed;
}

uint64_t table_consent_due(const struct table *t)
{
    const uint64_t until = find_until(t);
    if (t->proposal != PROPOSAL_BOT || find_wanted(t))
        return until;
    return grace_end(t) < until ? grace_end(t) : until;
}

/* What carrying the proposal out adds to the ledger, and seats give their word for; empty: nothing.
 * The line, or a note. A person who is removed is replaced by a bot first. */
static void write_act(const struct table *t, enum table_proposal what, int seat, struct text *out)
{
    struct fair3_note note = {.kind = FAIR3_SEAT, .seat = seat, .who = FAIR3_STAND_IN};
    if (!t->ledger)
        return;
    if (what == PROPOSAL_UNDO) {
        const size_t from = find_undo(t, seat);
        if (from == t->match->body.count)
            return;
        note = (struct fair3_note){.kind = FAIR3_UNDO,
                                   .number = table_ledger_entry_of(t, from),
                                   .own = match_undo_is_own(t->match, seat, from)};
    }
    if (what == PROPOSAL_DRAW)
        text_printf(out, "%d " MATCH_ACCEPTS, 3 - seat);
    else if (what == PROPOSAL_UNDO || what == PROPOSAL_BOT ||
             (what == PROPOSAL_REMOVE && table_seat_kind(t, seat) == SEAT_PERSON))
        fair3_write_note(&note, out);
}

bool table_consent_is_stale(const struct table *t)
{
    if (!t->ledger || t->proposal == PROPOSAL_NONE || t->proposal == PROPOSAL_REMATCH ||
        t->proposal == PROPOSAL_SEAT)
        return false;
    if (t->proposal != PROPOSAL_BOT && t->proposal != PROPOSAL_REMOVE)
        return t->proposal_seen != t->ledger->sum.count;
    const unsigned seats = t->agreed | 1u << (t->proposal_seat - 1);
    for (int seat = 1; seat <= t->match->settings.players; seat++) {
        if (seats >> (seat - 1) & 1 && t->ledger->seat[seat - 1].changed > t->proposal_seen)
            return true; /* words under another chain, or about another person */
    }
    return false;
}

void table_put_words(const struct table *t, const struct lines *words, struct json *json)
{
    json_key_open(json, "words", '[');
    for (int seat = 1; seat <= t->match->settings.players; seat++) {
        struct fair3_note note = {0};
        size_t i = 0;
        while (i < words->count &&
               !(fair3_read_note(span_of(words->line[i]), &note) && note.seat == seat))
            i++;
        json_put_number(json, i < words->count ? (long long)note.number : 0);
    }
    json_close(json, ']');
}

void table_consent_write(const struct table *t, uint64_t now, struct json *json)
{
    const uint64_t until = find_until(t);
    if (t->proposal == PROPOSAL_NONE) {
        json_key_null(json, "proposal");
        return;
    }
    json_key_open(json, "proposal", '{');
    json_key_string(json, "what", table_proposal_name(t->proposal));
    json_key_number(json, "by", t->proposal_by);
    json_key_number(json, "seat", t->proposal_seat);
    if (t->proposal == PROPOSAL_SEAT)
        json_key_string(json, "name", t->seat[t->proposal_seat - 1].former->name);
    table_put_seats(json, "agreed", t->agreed);
    table_put_seats(json, "wanted", find_wanted(t));
    json_key_number(json, "left", until > now ? (long long)(until - now) : 0);
    if (t->proposal == PROPOSAL_BOT)
        json_key_number(json, "grace", grace_end(t) > now ? (long long)(grace_end(t) - now) : 0);
    struct text act = text_on((char[FAIR3_NOTE_MAX]){0}, FAIR3_NOTE_MAX);
    write_act(t, (enum table_proposal)t->proposal, t->proposal_seat, &act);
    if (act.length)
        json_key_string(json, "act", act.start);
    if (t->words.count)
        table_put_words(t, &t->words, json);
    json_close(json, '}');
}

/* Whether nobody else needs to agree to the seat's undo from there. */
static bool is_free(const struct table *t, int seat, size_t from)
{
    return match_undo_is_own(t->match, seat, from) || !(table_persons(t) & ~(1u << (seat - 1)));
}

/* What each of these seats gives its word for if it proposes to undo. */
static void put_acts(const struct table *t, unsigned seats, struct json *json)
{
    json_key_open(json, "acts", '[');
    for (int seat = 1; seat <= t->match->settings.players; seat++) {
        struct text act = text_on((char[64]){0}, 64);
        if (seats >> (seat - 1) & 1)
            write_act(t, PROPOSAL_UNDO, seat, &act);
        json_put_string(json, act.start);
    }
    json_close(json, ']');
}

void table_undo_write(const struct table *t, struct json *json)
{
    unsigned asked = 0, unasked = 0;
    const bool closed = t->phase != TABLE_PLAYING || (t->ledger && t->ledger->open);
    for (int seat = 1; !closed && seat <= t->match->settings.players; seat++) {
        const size_t from = find_undo(t, seat);
        if (from == t->match->body.count || !(table_persons(t) >> (seat - 1) & 1))
            continue;
        *(is_free(t, seat, from) ? &unasked : &asked) |= 1u << (seat - 1);
    }
    json_key_open(json, "undo", '{');
    table_put_seats(json, "free", unasked);
    table_put_seats(json, "asked", asked);
    if (t->ledger)
        put_acts(t, asked | unasked, json);
    json_close(json, '}');
}

/* The lines as one event; they are freed. */
static void emit_joined(struct table *t, enum table_event_kind kind, int seat, struct lines *lines)
{
    const bool empty = lines->count == 0;
    char *text = lines_join(lines);
    table_emit(t, kind, seat, (struct span){text, empty ? 0 : strlen(text) - 1});
    memory_free(text);
}

static void undo(struct table *t, const struct lines *words, const char *act)
{
    struct lines text = {0};
    const size_t from = find_undo(t, t->proposal_seat);
    if (from == t->match->body.count)
        return;
    lines_printf(&text, "%zu", from);
    for (size_t i = 0; i < words->count; i++)
        lines_add(&text, span_of(words->line[i]));
    if (t->ledger)
        lines_add(&text, span_of(act));
    emit_joined(t, EVENT_UNDO, t->proposal_seat, &text);
    table_tell_all(t, "undo", t->now);
}

/* A bot plays the seat: the person is away, or removed. If a step waits for this seat alone, it is
 * void. */
static void stand_in(struct table *t, enum table_seat_kind kind, const struct lines *words,
                     const char *act)
{
    struct lines notes = {0};
    if (t->ledger && *act) {
        table_steps_void(t, t->proposal_seat, &notes);
        for (size_t i = 0; i < words->count; i++)
            lines_add(&notes, span_of(words->line[i]));
        lines_add(&notes, span_of(act));
        table_steps_emit(t, 0, &notes);
    }
    table_emit_kind(t, t->proposal_seat, kind, table_stand_in(t));
    table_tell_seats(t);
}

/* The words, in the order of the ledger: `by` first. The caller frees them. */
static struct lines take_words(const struct table *t)
{
    struct lines words = {0};
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < t->words.count; i++) {
            if ((strncmp(t->words.line[i], FAIR3_NOTE "by", 5) != 0) == pass)
                lines_add(&words, span_of(t->words.line[i]));
        }
    }
    return words;
}

/* `refused_by`: the seat that refused, or 0. */
static void end_proposal(struct table *t, bool done, int refused_by)
{
    const enum table_proposal what = (enum table_proposal)t->proposal;
    struct text act = text_on((char[FAIR3_NOTE_MAX]){0}, FAIR3_NOTE_MAX);
    struct lines words = take_words(t);
    write_act(t, what, t->proposal_seat, &act);
    table_emit(t, EVENT_SETTLE, 0, span_of(done ? "done" : refused_by ? "refused" : "dropped"));
    table_tell_proposal(t, what, done, refused_by, &words);
    if (done && what == PROPOSAL_UNDO)
        undo(t, &words, act.start);
    else if (done && what == PROPOSAL_BOT)
        stand_in(t, SEAT_STAND_IN, &words, act.start);
    else if (done && what == PROPOSAL_REMOVE)
        stand_in(t, SEAT_GONE, &words, act.start);
    else if (done && what == PROPOSAL_DRAW)
        table_play_draw(t, 3 - t->proposal_seat, &words);
    lines_free(&words);
    if (!done)
        return;
    if (what == PROPOSAL_SEAT) {
        table_emit_former(t, t->proposal_seat);
        table_tell_seats(t);
    } else if (what == PROPOSAL_REMATCH) {
        t->env->rematch(t);
    }
}

/* Whether this can be proposed now; it must also hold until the proposal is carried out. */
static bool is_possible(const struct table *t, enum table_proposal what, int seat, struct text *why)
{
    if (what != PROPOSAL_REMATCH && t->phase != TABLE_PLAYING)
        return text_fail(why, tr("the game is not being played"));
    switch (what) {
    case PROPOSAL_UNDO:
        return match_find_undo(t->match, seat, table_bots(t), why) != t->match->body.count;
    case PROPOSAL_BOT:
        if (seat < 1 || seat > t->match->settings.players ||
            table_seat_kind(t, seat) != SEAT_PERSON ||
            (t->seat[seat - 1].present > 0 && table_idle_from(t, seat) > t->now))
            return text_fail(why, tr("a bot can replace only a person who is away, or who has not "
                                     "acted for two minutes, or whose time was out"));
        return true;
    case PROPOSAL_REMOVE:
        if (seat < 1 || seat > t->match->settings.players || seat == t->host_seat ||
            (table_seat_kind(t, seat) != SEAT_PERSON && table_seat_kind(t, seat) != SEAT_STAND_IN))
            return text_fail(why, tr("the host can remove only another person"));
        return (table_present(t) & ~(1u << (seat - 1)) & ~(1u << (t->host_seat - 1))) ||
               text_fail(why, tr("removing somebody needs the consent of another person; if your "
                                 "opponent is away or does not act, propose a bot"));
    case PROPOSAL_DRAW:
        return (match_may_draw(t->match) && table_seat_kind(t, seat) == SEAT_PERSON) ||
               text_fail(why, tr("the players of this game cannot agree to a draw"));
    case PROPOSAL_SEAT:
        return (t->seat[seat - 1].former && table_seat_kind(t, seat) == SEAT_PERSON) ||
               text_fail(why, tr("this seat cannot be returned"));
    default:
        if (t->phase != TABLE_OVER)
            return text_fail(why, tr("a rematch is possible when the game is over"));
        return !t->next[0] || text_fail(why, tr("there is already a rematch"));
    }
}

/* The bot that refuses the proposal; 0: none. Only a draw is a bot's to decide. */
static int refusing_bot(const struct table *t)
{
    for (int seat = 1; t->proposal == PROPOSAL_DRAW && seat <= t->match->settings.players; seat++) {
        if (table_bots(t) >> (seat - 1) & 1 && !hints_accept_draw(t->match, seat))
            return seat;
    }
    return 0;
}

void table_consent_check(struct table *t)
{
    const enum table_proposal what = (enum table_proposal)t->proposal;
    if (what == PROPOSAL_NONE)
        return;
    if (find_until(t) <= t->now || table_consent_is_stale(t) ||
        !is_possible(t, what, t->proposal_seat, TEXT_UNREAD)) {
        end_proposal(t, false, 0);
        return;
    }
    if (!find_wanted(t) && (what != PROPOSAL_BOT || grace_end(t) <= t->now)) {
        const int refuses = refusing_bot(t);
        end_proposal(t, !refuses, refuses);
    }
}

void table_consent_moved(struct table *t, int seat)
{
    if (t->proposal == PROPOSAL_DRAW && t->phase == TABLE_PLAYING && seat && seat != t->proposal_by)
        end_proposal(t, false, seat);
    else
        table_consent_check(t);
}

void table_consent_review(struct table *t)
{
    const enum table_proposal what = (enum table_proposal)t->proposal;
    if (is_possible(t, what, t->proposal_seat, TEXT_UNREAD))
        table_tell_proposal(t, what, false, 0, NULL);
    else
        end_proposal(t, false, 0);
}

/* Nobody is pestered: a seat repeats a refused undo or draw only after the next line, and any other
 * refused proposal only after a while, since no line may follow. */
static bool check_refused(const struct table *t, enum table_proposal what, int by,
                          struct table_refusal *r)
{
    const struct table_refused *last = &t->seat[by - 1].refused[what];
    if (what == PROPOSAL_UNDO || what == PROPOSAL_DRAW)
        return !last->at || last->lines != t->match->body.count ||
               table_refuse(r, "not-now",
                            tr("this was refused: propose it again after the next move"));
    return t->now >= last->at + PROPOSAL_MS ||
           table_refuse(r, "not-now", tr("this was refused: propose it again in a minute"));
}

/* The asker's word about the proposal, as the text of an event. The line of a draw is that of the
 * seat that accepts; so its word is `by`. The caller frees `out`. */
static bool take_word(struct table *t, const struct table_asker *asker, enum table_proposal what,
                      int about, bool proposes, struct lines *out, struct table_refusal *r)
{
    struct text act = text_on((char[FAIR3_NOTE_MAX]){0}, FAIR3_NOTE_MAX);
    write_act(t, what, about, &act);
    if (!act.length)
        return true;
    const bool about_seat = what == PROPOSAL_BOT || what == PROPOSAL_REMOVE;
    if (!(about_seat && t->ledger->open && t->ledger->asked == 1u << (about - 1)) &&
        !table_steps_free(t, r))
        return false;
    const bool old = !asker->by && t->ledger->seat[asker->seat - 1].who == FAIR3_PERSON;
    struct lines plain = {0}; /* a client of old says nothing: that is written at once */
    const bool good = table_steps_word(
        t, asker, (what == PROPOSAL_DRAW) == proposes ? FAIR3_YES : FAIR3_BY, span_of(act.start),
        false, about_seat ? about : TABLE_ABOUT_MOVE, old ? &plain : out, r);
    if (plain.count && t->ledger->open)
        lines_free(&plain);
    if (plain.count)
        table_steps_emit(t, 0, &plain);
    return good;
}

static bool open_proposal(struct table *t, const struct table_asker *asker,
                          enum table_proposal what, int by, int about, struct table_refusal *r)
{
    struct lines text = {0};
    if (t->proposal != PROPOSAL_NONE)
        return table_refuse(r, "not-now", tr("another proposal is open"));
    r->code = "illegal";
    if (!is_possible(t, what, about, &r->why) || !check_refused(t, what, by, r) ||
        !table_takes_requests(t, r))
        return false;
    lines_printf(&text, "%s %d", table_proposal_name((int)what), about);
    if (!take_word(t, asker, what, about, true, &text, r)) {
        lines_free(&text);
        return false;
    }
    emit_joined(t, EVENT_PROPOSE, by, &text);
    table_tell_proposal(t, what, false, 0, NULL);
    table_consent_check(t);
    table_tell_ok(t, asker);
    table_advance(t);
    return true;
}

bool table_propose(struct table *t, const struct table_asker *asker, const char *name,
                   long long seat, uint64_t now, struct table_refusal *r)
{
    const enum table_proposal what = table_proposal_find(span_of(name));
    const bool other = what == PROPOSAL_BOT || what == PROPOSAL_REMOVE;
    const int about = other ? (int)(seat > 99 ? 99 : seat) : asker->seat;
    t->now = now;
    if (what == PROPOSAL_REMOVE && t->host_seat != asker->seat)
        return table_refuse(r, "not-host", tr("only the table's host can do this"));
    r->code = "bad-value";
    if (what == PROPOSAL_NONE || what == PROPOSAL_SEAT)
        return text_fail(
            &r->why, tr("only undo, bot, remove, rematch and draw can be proposed, not '%.40s'"),
            name);
    return open_proposal(t, asker, what, asker->seat, about, r);
}

bool table_ask_back(struct table *t, const struct table_asker *asker, long long seat,
                    const char *secret, uint64_t now, struct table_refusal *r)
{
    t->now = now;
    if (seat < 1 || seat > t->match->settings.players || !table_was_theirs(t, (int)seat, secret))
        return table_refuse(r, "bad-secret", tr("this seat was not taken from you"));
    return open_proposal(t, asker, PROPOSAL_SEAT, (int)seat, (int)seat, r);
}

/* An idle player gets more time once per turn: afterwards only a move ends the proposal. */
static bool may_refuse(const struct table *t, int seat)
{
    bool refused = false;
    for (int i = 0; i < t->match->settings.players; i++) {
        const struct table_refused *last = &t->seat[i].refused[PROPOSAL_BOT];
        refused |= last->at && last->lines == t->match->body.count;
    }
    return t->proposal != PROPOSAL_BOT || t->proposal_seat != seat || !refused;
}

bool table_agree(struct table *t, const struct table_asker *asker, const char *name, bool yes,
                 uint64_t now, struct table_refusal *r)
{
    t->now = now;
    if (t->proposal == PROPOSAL_NONE || strcmp(name, table_proposal_name(t->proposal)) != 0)
        return table_refuse(r, "not-now", tr("this proposal is no longer open"));
    if (t->proposal == PROPOSAL_SEAT && t->proposal_seat != asker->seat)
        return table_refuse(r, "not-yours", tr("only the player at this seat can return it"));
    if (!yes && !may_refuse(t, asker->seat))
        return table_refuse(r, "not-now", tr("you have refused this once: play your move"));
    struct lines word = {0};
    if (yes &&
        !take_word(t, asker, (enum table_proposal)t->proposal, t->proposal_seat, false, &word, r)) {
        lines_free(&word);
        return false;
    }
    if (yes) {
        emit_joined(t, EVENT_AGREE, asker->seat, &word);
        table_tell_proposal(t, (enum table_proposal)t->proposal, false, 0, NULL);
        table_consent_check(t);
    } else {
        end_proposal(t, false, asker->seat);
    }
    table_tell_ok(t, asker);
    table_advance(t);
    return true;
}
