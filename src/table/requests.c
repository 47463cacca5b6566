/* Requests of people other than moves, seeds and proposals: taking a seat, coming back, leaving,
 * chat, and the host's settings. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "table/internal.h"

static void emit_seat(struct table *t, int seat, const char *name,
                      const unsigned char hash[TABLE_HASH_BYTES])
{
    char text[MATCH_NAME_MAX + 1 + 2 * TABLE_HASH_BYTES + 1], hex[2 * TABLE_HASH_BYTES + 1];
    sodium_bin2hex(hex, sizeof hex, hash, TABLE_HASH_BYTES);
    snprintf(text, sizeof text, "%s\n%s", name, hex);
    table_emit(t, EVENT_SEAT, seat, span_of(text));
}

void table_take_seat(struct table *t, int seat, const char *name, const char *secret, uint64_t now)
{
    unsigned char hash[TABLE_HASH_BYTES];
    t->now = now;
    crypto_hash_sha256(hash, (const unsigned char *)secret, strlen(secret));
    emit_seat(t, seat, name, hash);
}

void table_emit_former(struct table *t, int seat)
{
    const struct table_former former = *t->seat[seat - 1].former;
    emit_seat(t, seat, former.name, former.hash);
}

bool table_return_seat(struct table *t, int seat, uint64_t now)
{
    if (t->phase != TABLE_PLAYING || table_seat_kind(t, seat) == SEAT_PERSON)
        return false;
    t->now = now;
    table_emit_former(t, seat);
    return true;
}

void table_sit(struct table *t, const struct table_asker *asker, const char *name,
               const char *secret, const char *commit, uint64_t now)
{
    table_take_seat(t, asker->seat, name, secret, now);
    if (commit && !t->daily[0] && t->phase < TABLE_PLAYING)
        table_emit(t, EVENT_COMMIT, asker->seat, span_of(commit));
    if (t->ledger)
        t->ledger->heard[asker->seat - 1] = now;
    table_tell_joined(t, asker, secret);
    table_tell_table(t, asker, "join", now);
    table_tell_entries(t, asker);
    table_tell_seats(t);
    if (t->proposal != PROPOSAL_NONE)
        table_consent_review(t);
    table_advance(t);
}

void table_emit_kind(struct table *t, int seat, enum table_seat_kind kind, const char *agent)
{
    struct text text = text_on((char[MATCH_NAME_MAX + 32]){0}, MATCH_NAME_MAX + 32);
    text_printf(&text, "%s\n%s", table_seat_kind_name(kind), agent);
    table_emit(t, EVENT_KIND, seat, span_of(text.start));
}

void table_resume(struct table *t, const struct table_asker *asker, uint64_t now)
{
    t->now = now;
    if (asker->seat && table_seat_kind(t, asker->seat) == SEAT_STAND_IN)
        table_emit_kind(t, asker->seat, SEAT_PERSON, "");
    if (t->ledger && asker->seat)
        t->ledger->heard[asker->seat - 1] = now;
    table_tell_joined(t, asker, NULL);
    table_tell_table(t, asker, "join", now);
    table_tell_entries(t, asker);
    if (asker->seat)
        table_tell_seats(t);
    else
        table_tell_spectators(t);
    if (asker->seat && t->proposal != PROPOSAL_NONE)
        table_consent_review(t);
    table_advance(t);
}

/* Writes into the ledger that the person leaves. */
static bool note_quit(struct table *t, const struct table_asker *asker, struct table_refusal *r)
{
    const struct fair3_note left = {.kind = FAIR3_SEAT, .seat = asker->seat, .who = FAIR3_LEFT};
    struct text act = text_on((char[FAIR3_NOTE_MAX]){0}, FAIR3_NOTE_MAX);
    struct lines notes = {0}, word = {0};
    if (!t->ledger || t->phase == TABLE_WAITING || t->phase == TABLE_OVER)
        return true;
    fair3_write_note(&left, &act);
    table_steps_void(t, asker->seat, &notes);
    const bool good =
        (notes.count || table_steps_free(t, r)) &&
        table_steps_word(t, asker, FAIR3_BY, span_of(act.start), false, asker->seat, &word, r);
    for (size_t i = 0; i < word.count; i++)
        lines_add(&notes, span_of(word.line[i]));
    lines_free(&word);
    lines_add(&notes, span_of(act.start));
    if (good)
        table_steps_emit(t, 0, &notes);
    lines_free(&notes);
    return good;
}

bool table_quit(struct table *t, const struct table_asker *asker, uint64_t now,
                struct table_refusal *r)
{
    t->now = now;
    if (!note_quit(t, asker, r))
        return false;
    if (t->phase == TABLE_WAITING)
        table_emit_kind(t, asker->seat, SEAT_OPEN, "");
    else
        table_emit_kind(t, asker->seat, SEAT_GONE, table_stand_in(t));
    table_tell_ok(t, asker);
    return true;
}

bool table_chat(struct table *t, const struct table_asker *asker, const char *text, uint64_t now,
                struct table_refusal *r)
{
    char line[MATCH_NAME_MAX + TABLE_CHAT_MAX + 8], clean[TABLE_CHAT_MAX + 1];
    uint64_t *until = &t->seat[asker->seat - 1].chat_until;
    if (!t->chat)
        return table_refuse(r, "chat-off", tr("chat is switched off at this table"));
    if (strlen(text) <= TABLE_CHAT_MAX)
        table_clean_chat(text, clean);
    if (strlen(text) > TABLE_CHAT_MAX || !clean[0])
        return table_refuse(r, "bad-value", tr("a chat line has 1 to 200 visible bytes"));
    *until = *until > now ? *until : now;
    if (*until + TABLE_CHAT_PAUSE > now + TABLE_CHAT_BURST * TABLE_CHAT_PAUSE)
        return table_refuse(r, "not-now", tr("you have written much: wait a second"));
    *until += TABLE_CHAT_PAUSE;
    snprintf(line, sizeof line, "%d %s\t%s", asker->seat, t->match->name[asker->seat - 1], clean);
    if (t->chat_log.count == TABLE_CHAT_LINES) {
        free(t->chat_log.line[0]);
        memmove(t->chat_log.line, t->chat_log.line + 1,
                (TABLE_CHAT_LINES - 1) * sizeof *t->chat_log.line);
        t->chat_log.count--;
    }
    lines_add(&t->chat_log, span_of(line));
    t->news++;
    table_tell_chat(t, asker->seat, clean);
    table_tell_ok(t, asker);
    return true;
}

bool table_name_bot(const struct agent_opener *opener, const struct game *game,
                    const struct game_settings *settings, const char *spec,
                    char out[MATCH_NAME_MAX], struct table_refusal *r)
{
    struct bot bot;
    const bool plain = strcmp(spec, "bot") == 0;
    const char *agent = plain ? agent_best(game, settings)->name : spec + strlen(MATCH_BOT);
    if (!plain && !match_names_bot(spec))
        return table_refuse(r, "bad-value", tr("a seat is 'me', 'open', 'bot' or 'bot:AGENT'"));
    r->code = "bad-value";
    if (!agent_make(opener, &bot, game, settings, span_of(agent), &r->why))
        return false;
    const bool ready = bot_is_bounded(&bot, game, &r->why);
    bot_close(&bot);
    if (!ready)
        return false;
    char name[MATCH_NAME_MAX + 8];
    snprintf(name, sizeof name, MATCH_BOT "%s", agent);
    return match_check_name(span_of(name), out, &r->why);
}

bool table_takes_requests(const struct table *t, struct table_refusal *r)
{
    return t->requests < TABLE_REQUESTS_MAX ||
           table_refuse(r, "limit", tr("this table has been changed too often"));
}

/* Stores a setting if it changes: -1 or the present value changes nothing. */
static void set_flag(struct table *t, const char *name, bool present, int value)
{
    char text[32];
    if (value < 0 || value == present)
        return;
    snprintf(text, sizeof text, "%s %d", name, value);
    table_emit(t, EVENT_HOST, 0, span_of(text));
}

/* Whether the lines that the game is to start with are legal if this bot has all open seats. */
static bool fits_opening(const struct table *t, const char *bot, struct table_refusal *r)
{
    struct table_setup setup = {
        .game = t->match->game, .settings = t->match->settings, .opening = t->opening};
    for (int i = 0; i < t->match->settings.players; i++)
        snprintf(setup.name[i], MATCH_NAME_MAX, "%s",
                 t->match->name[i][0] ? t->match->name[i] : bot);
    return table_check_opening(&setup, r);
}

/* Before the game the host decides alone; later the others must agree (consent.c). */
static bool may_remove(const struct table *t, int seat, struct table_refusal *r)
{
    if (t->phase != TABLE_WAITING)
        return table_refuse(r, "not-now", tr("the game has begun: propose it to the others"));
    return (seat >= 1 && seat <= t->match->settings.players && seat != t->host_seat &&
            table_seat_kind(t, seat) == SEAT_PERSON) ||
           table_refuse(r, "bad-value", tr("the host can remove only another person"));
}

/* Strangers can come to the table, and nobody has said whether their moves are timed. */
static bool needs_clock(const struct table *t, bool listed, bool takeover)
{
    const unsigned people = table_seated(t);
    const bool open =
        t->phase == TABLE_WAITING || (t->phase < TABLE_OVER && takeover && (people & (people - 1)));
    return listed && open && t->clock == CLOCK_NONE && !t->untimed &&
           t->match->game->clock == game_no_clock;
}

/* Fair dice of version 3 have promised that there is no clock, so strangers cannot come later. */
static bool may_open(const struct table *t, const struct table_wish *wish, struct table_refusal *r)
{
    const bool listed = wish->listed >= 0 ? wish->listed : t->listed;
    const bool takeover = wish->takeover >= 0 ? wish->takeover : t->takeover;
    return !t->ledger || (wish->listed <= 0 && wish->takeover <= 0) ||
           !needs_clock(t, listed, takeover) ||
           table_refuse(r, "no-clock",
                        tr("strangers need a clock, and the fair dice of this table are bound to "
                           "have none: create a new table for everybody"));
}

static void set_clock(struct table *t)
{
    char text[32];
    snprintf(text, sizeof text, "clock %d", TABLE_STRANGERS_MS);
    table_emit(t, EVENT_HOST, 0, span_of(text));
}

bool table_set_by_host(struct table *t, const struct table_asker *asker,
                       const struct table_wish *wish, uint64_t now, struct table_refusal *r)
{
    char bot[MATCH_NAME_MAX] = "";
    const char *fill = wish->fill;
    t->now = now;
    if (t->host_seat != asker->seat)
        return table_refuse(r, "not-host", tr("only the table's host can do this"));
    if (wish->remove >= 0 && !may_remove(t, wish->remove, r))
        return false;
    if (!may_open(t, wish, r))
        return false;
    if (fill && t->phase != TABLE_WAITING)
        return table_refuse(r, "not-now", tr("no seat is open at this table"));
    if (fill && !table_name_bot(t->env->opener, t->match->game, &t->match->settings, fill, bot, r))
        return false;
    if ((fill && t->opening.count && !fits_opening(t, bot, r)) || !table_takes_requests(t, r))
        return false;
    const uint32_t before = t->event_count;
    set_flag(t, "chat", t->chat, wish->chat);
    set_flag(t, "listed", t->listed, wish->listed);
    set_flag(t, "takeover", t->takeover, wish->takeover);
    const bool timed = t->event_count != before && needs_clock(t, t->listed, t->takeover);
    if (timed)
        set_clock(t);
    if (wish->remove >= 0)
        table_emit_kind(t, wish->remove, SEAT_OPEN, "");
    for (int seat = 1; fill && seat <= t->match->settings.players; seat++) {
        if (table_seat_kind(t, seat) == SEAT_OPEN)
            table_emit_kind(t, seat, SEAT_BOT, bot + strlen(MATCH_BOT));
    }
    table_tell_ok(t, asker);
    if (t->event_count != before)
        table_tell_seats(t);
    if (timed)
        table_tell_clock(t);
    table_advance(t);
    return true;
}

bool table_may_hint(const struct table *t, int seat, struct table_refusal *r)
{
    const unsigned others = table_people(t) & ~(1u << (seat - 1));
    if (t->phase == TABLE_OVER)
        return table_refuse(r, "not-now", tr("the game is over"));
    if (t->phase != TABLE_PLAYING)
        return table_refuse(r, "not-now", tr("the game has not started yet"));
    if (t->daily[0])
        return table_refuse(r, "no-hints", tr("the challenge of the day has no hints"));
    r->code = others || !judge_of(t->match->game) ? "no-hints" : "not-now";
    return hints_allowed(t->match, seat, others, &r->why);
}

void table_set_next(struct table *t, const char *id, uint64_t now)
{
    t->now = now;
    table_emit(t, EVENT_NEXT, 0, span_of(id));
}
