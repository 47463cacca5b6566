/* The ledger's words, lines and undos. */
#include <string.h>

#include "base/lang.h"
#include "match/driver.h"
#include "match/ledger_internal.h"

/* ---- words ---- */

static bool add_said(struct ledger *ledger, const struct fair3_note *note,
                     struct ledger_entry *entry, struct text *why)
{
    struct ledger_group *group = &ledger->group;
    struct ledger_seat *seat = &ledger->seat[note->seat - 1];
    struct text text = text_on((char[FAIR3_TEXT_MAX]){0}, FAIR3_TEXT_MAX);
    const unsigned bit = 1u << (note->seat - 1);
    if (seat->kind != FAIR3_PERSON && seat->kind != FAIR3_STAND_IN)
        return text_fail(why, tr("a word of %s, who is not a person"),
                         ledger_who(ledger, note->seat, (char[LEDGER_WHO]){0}));
    if (note->kind == FAIR3_BY
            ? group->first != 0
            : group->said & bit || (group->by.kind == FAIR3_BY && group->by.seat == note->seat))
        return text_fail(why, tr("%s says two words about one act"),
                         ledger_who(ledger, note->seat, (char[LEDGER_WHO]){0}));
    if (note->number <= seat->word)
        return text_fail(why, tr("word %u of %s does not follow word %u"), (unsigned)note->number,
                         ledger_who(ledger, note->seat, (char[LEDGER_WHO]){0}),
                         (unsigned)seat->word);
    if (note->seen >= ledger_now(ledger))
        return text_fail(why, tr("%s claims to have seen an entry that was not there"),
                         ledger_who(ledger, note->seat, (char[LEDGER_WHO]){0}));
    fair3_text_word(ledger->given.head->table, note, ledger_hash(ledger, note->seen), &text);
    if (!ledger_check_seat_sign(ledger, note->seat, &text, &note->sign, why))
        return false;
    seat->word = note->number;
    entry->vouched = seat->vouched;
    memcpy(entry->digest, note->bytes, FAIR_BYTES);
    if (!group->first)
        group->first = ledger_now(ledger);
    if (note->kind == FAIR3_BY) {
        group->by = *note;
    } else {
        group->said |= bit;
        group->yes[note->seat - 1] = *note;
    }
    return true;
}

/* Whether MS is the clock's. */
static bool check_late(const struct ledger *ledger, const struct fair3_note *note, struct text *why)
{
    const struct match *match = ledger->given.match;
    const struct fair3_clock *clock = &ledger->given.head->clock;
    game_action time_out;
    if (note->seat == 0) {
        const unsigned seconds = match && ledger->started
                                     ? match->game->clock(&match->state, &time_out)
                                     : (unsigned)(note->ms / 1000);
        return (seconds > 0 && note->ms == 1000ull * seconds) ||
               text_fail(why, tr("the game's time is out, and its clock says otherwise"));
    }
    const enum fair3_seat kind = ledger->seat[note->seat - 1].kind;
    if (clock->kind == FAIR3_CLOCK_NONE || (kind != FAIR3_PERSON && kind != FAIR3_PLAIN))
        return text_fail(why, tr("the time of %s is out, and no clock runs for them"),
                         ledger_who(ledger, note->seat, (char[LEDGER_WHO]){0}));
    if (clock->kind == FAIR3_CLOCK_MOVE && note->ms != 1000ull * clock->seconds)
        return text_fail(why, tr("%s had another time for this move"),
                         ledger_who(ledger, note->seat, (char[LEDGER_WHO]){0}));
    return true;
}

bool ledger_add_word(struct ledger *ledger, const struct fair3_note *note,
                     struct ledger_entry *entry, struct text *why)
{
    struct ledger_group *group = &ledger->group;
    if (note->kind == FAIR3_HIDE) {
        group->hide = *note;
        return true;
    }
    if (note->kind != FAIR3_LATE)
        return add_said(ledger, note, entry, why);
    if (!check_late(ledger, note, why))
        return false;
    group->late = *note;
    return true;
}

/* Whether an entry may stand between SEEN and the word. */
static bool may_stand(const struct ledger_entry *entry, const struct ledger_need *need)
{
    const enum fair3_kind kind = (enum fair3_kind)entry->kind;
    if (need->about)
        return !((kind == FAIR3_SEAT || kind == FAIR3_CHAIN) && entry->seat == need->about);
    return kind != FAIR3_ASK && kind != FAIR3_STEP && kind != FAIR3_MISS && kind != FAIR3_UNDO;
}

/* What the seat had seen when it said the word was all that mattered. */
static bool check_seen(const struct ledger *ledger, const struct ledger_need *need,
                       const struct fair3_note *word, struct text *why)
{
    const struct match *match = ledger->given.match;
    const uint32_t first = ledger->group.first;
    const bool anyone = !match || !ledger->started || match_mover(match) == GAME_ANYONE;
    bool good = word->seen + 1 == first || anyone || need->about;
    for (uint32_t i = word->seen + 1; good && i < first; i++)
        good = may_stand(&ledger->entry[i], need);
    return good ||
           text_fail(why, tr("%s said it before entry %u, which changed the game"),
                     ledger_who(ledger, word->seat, (char[LEDGER_WHO]){0}), (unsigned)first - 1);
}

bool ledger_check_words(struct ledger *ledger, const struct ledger_need *need, struct span act,
                        bool hidden, const unsigned char salt[FAIR_BYTES], struct text *why)
{
    const struct ledger_group *group = &ledger->group;
    const int by = group->by.kind == FAIR3_BY ? group->by.seat : 0;
    unsigned char digest[FAIR_BYTES];
    if (need->by && by != need->by)
        return text_fail(why, tr("%s did not say this"),
                         ledger_who(ledger, need->by, (char[LEDGER_WHO]){0}));
    if (by && !need->by && !(need->may >> (by - 1) & 1))
        return text_fail(why, tr("%s has no say in this"),
                         ledger_who(ledger, by, (char[LEDGER_WHO]){0}));
    if (need->yes & ~group->said)
        return text_fail(
            why, tr("%s did not agree to this"),
            ledger_who(ledger, 1 + __builtin_ctz(need->yes & ~group->said), (char[LEDGER_WHO]){0}));
    if (group->said & ~(need->yes | need->agree))
        return text_fail(why, tr("%s has no say in this"),
                         ledger_who(ledger,
                                    1 + __builtin_ctz(group->said & ~(need->yes | need->agree)),
                                    (char[LEDGER_WHO]){0}));
    if (hidden && !salt)
        memcpy(digest, group->hide.bytes, FAIR_BYTES); /* cannot be checked yet */
    else
        fair3_act(hidden ? salt : NULL, act, digest);
    for (int i = 0; i <= GAME_SEATS_MAX; i++) {
        const struct fair3_note *word = i ? &group->yes[i - 1] : &group->by;
        if (i ? !(group->said >> (i - 1) & 1) : !by)
            continue;
        if (memcmp(word->bytes, digest, FAIR_BYTES) != 0)
            return text_fail(why, tr("%s said something else"),
                             ledger_who(ledger, word->seat, (char[LEDGER_WHO]){0}));
        if (!check_seen(ledger, need, word, why))
            return false;
    }
    return true;
}

/* ---- lines ---- */

/* The seat of a line, 0 for chance; -1: it has none. */
static int actor_of(struct span line)
{
    uint64_t seat;
    const struct span actor = span_cut(&line, ' ');
    if (span_is(actor, "*"))
        return 0;
    return span_number(actor, 1, GAME_SEATS_MAX, &seat) ? (int)seat : -1;
}

/* A draw is the next one of the run. */
static bool check_draw(struct ledger *ledger, struct span line, struct text *why)
{
    const struct match *match = ledger->given.match;
    const bool hidden = ledger->group.hide.kind == FAIR3_HIDE;
    struct text expected = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    if (!ledger->running)
        return text_fail(why, tr("a draw without a step"));
    if (match && hidden != fair3_hides_draw(match))
        return text_fail(why, hidden ? tr("a draw is hidden that the rules show to everybody")
                                     : tr("a draw is shown that the rules hide"));
    if (!match || (hidden && !ledger->run.has_hidden)) {
        ledger->unchecked_draws++;
    } else {
        fair3_draw(&ledger->run, hidden, ledger->given.cache, match, &expected);
        if (!span_is(line, expected.start))
            return text_fail(why, tr("forged: the links give '%s', and here is '%.*s'"),
                             expected.start, span_shown(line), span_start(line));
    }
    ledger->run.drawn++;
    ledger->drew = ledger->step[ledger->asks - 1].drew = true;
    return true;
}

/* A ruling, or the end of the game's time. */
static bool check_chance(struct ledger *ledger, struct span line, struct ledger_entry *entry,
                         struct text *why)
{
    const struct match *match = ledger->given.match;
    struct text own = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    game_action ruling;
    const bool late = ledger->group.late.kind == FAIR3_LATE;
    if (!match) { /* nothing tells a ruling from a draw but the step before it */
        entry->how = late ? LEDGER_TIME : ledger->running ? LEDGER_DRAW : LEDGER_RULING;
        return late || !ledger->running || check_draw(ledger, line, why);
    }
    if (ledger_draw_is_due(ledger)) {
        entry->how = LEDGER_DRAW;
        return check_draw(ledger, line, why);
    }
    entry->how = late ? LEDGER_TIME : LEDGER_RULING;
    if (late || !match->game->ruling(&match->state, &ruling))
        return late || text_fail(why, tr("chance moves, and neither a draw nor a ruling is due"));
    match->game->write(&match->state, ruling, NULL, GAME_OPEN, &own);
    ledger->rulings++;
    ledger->other_rulings += !span_is(line, own.start);
    return true;
}

/* The line after `late`: of the seat whose time is out, or what the rules demand. */
static bool check_late_line(const struct ledger *ledger, struct span line, int actor,
                            struct text *why)
{
    const struct match *match = ledger->given.match;
    const int seat = ledger->group.late.seat;
    struct text out = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    game_action time_out;
    if (match_ending_of(line))
        return text_fail(why, tr("a time-out is no reason to give up"));
    if (seat)
        return actor == seat || text_fail(why, tr("the time of %s is out, and %s moves"),
                                          ledger_who(ledger, seat, (char[LEDGER_WHO]){0}),
                                          ledger_who(ledger, actor, (char[LEDGER_WHO]){0}));
    if (!match)
        return true;
    match->game->clock(&match->state, &time_out);
    match->game->write(&match->state, time_out, NULL, GAME_OPEN, &out);
    return span_is(line, out.start) ||
           text_fail(why, tr("the game's time is out, and '%.*s' is not what follows"),
                     span_shown(line), span_start(line));
}

/* Who must say a player's line. */
static struct ledger_need need_for_line(const struct ledger *ledger, struct span line, int actor)
{
    const unsigned persons = ledger_seats(ledger, FAIR3_PERSON), bit = 1u << (actor - 1);
    struct ledger_need need = {0};
    if (ledger->group.late.kind == FAIR3_LATE)
        return need;
    if (persons & bit)
        need.by = actor;
    if (match_ending_of(line) == MATCH_DRAWN)
        need.yes = persons & ~bit;
    return need;
}

/* A player's line: whose word it is, and whether it is hidden as the rules say. */
static bool check_player(struct ledger *ledger, struct span line, int actor,
                         const unsigned char salt[FAIR_BYTES], struct ledger_entry *entry,
                         struct text *why)
{
    const struct ledger_group *group = &ledger->group;
    const struct match *match = ledger->given.match;
    const bool hidden = group->hide.kind == FAIR3_HIDE;
    const struct ledger_need need = need_for_line(ledger, line, actor);
    unsigned char digest[FAIR_BYTES];
    if (match && hidden != fair3_is_hidden(match, line))
        return text_fail(why, hidden ? tr("a line is hidden that the rules show to everybody")
                                     : tr("a line is shown that the rules hide"));
    if (hidden != group->hide.has_bytes)
        return text_fail(why, tr("the digest of a hidden line is missing"));
    if (!ledger_check_words(ledger, &need, line, hidden, salt, why))
        return false;
    if (hidden && salt) {
        fair3_act(salt, line, digest);
        if (memcmp(digest, group->hide.bytes, FAIR_BYTES) != 0)
            return text_fail(why, tr("the hidden line is another than the one that was sealed"));
    }
    entry->how = group->late.kind == FAIR3_LATE ? (group->late.seat ? LEDGER_LATE : LEDGER_TIME)
                 : need.by                      ? LEDGER_SAID
                                                : LEDGER_UNSAID;
    entry->vouched = need.by && group->by.sign.has && ledger->seat[actor - 1].vouched;
    if (need.by && !group->by.sign.has)
        ledger->unsigned_lines[actor - 1]++;
    return true;
}

bool ledger_add_line(struct ledger *ledger, struct span line, const unsigned char salt[FAIR_BYTES],
                     struct ledger_entry *entry, struct text *why)
{
    struct match *match = ledger->given.match;
    const int actor = actor_of(line);
    if (!ledger_start(ledger, why))
        return false;
    if (actor < 0 || (match && actor > match->settings.players))
        return text_fail(why, tr("'%.*s' is a line of nobody"), span_shown(line), span_start(line));
    entry->seat = (uint8_t)actor;
    entry->hidden = ledger->group.hide.kind == FAIR3_HIDE;
    if (ledger->group.late.kind == FAIR3_LATE && !check_late_line(ledger, line, actor, why))
        return false;
    if (actor == 0 && (ledger->group.first || ledger->group.hide.has_bytes))
        return text_fail(why, tr("chance moves at nobody's word"));
    if (!(actor ? check_player(ledger, line, actor, salt, entry, why)
                : check_chance(ledger, line, entry, why)))
        return false;
    if (!match)
        return true;
    const size_t before = match->body.count;
    if (!match_do(match, line, why))
        return false;
    entry->line = (uint32_t)before;
    return match->body.count == before + 1 ||
           text_fail(why, tr("a ruling was due before this line, and is missing"));
}

/* ---- undo ---- */

/* Whether the lines from entry `from` on are all the seat's, and may be taken back. */
static bool check_undone(const struct ledger *ledger, uint32_t from, int seat, bool own,
                         struct text *why)
{
    for (uint32_t i = from; i <= ledger->sum.count; i++) {
        const struct ledger_entry *entry = &ledger->entry[i];
        if (entry->kind == FAIR3_ASK || entry->kind == FAIR3_STEP)
            return text_fail(why, tr("an undo cannot take back what was drawn"));
        if (entry->kind != FAIR3_LINE || entry->undone)
            continue;
        if (entry->seat == 0)
            return text_fail(why, tr("an undo cannot take back what was drawn"));
        if (entry->hidden)
            return text_fail(why, tr("an undo cannot take back what somebody has seen"));
        if (own && entry->seat != seat)
            return text_fail(why, tr("%s takes back a line of %s"),
                             ledger_who(ledger, seat, (char[LEDGER_WHO]){0}),
                             ledger_who(ledger, entry->seat, (char[LEDGER_WHO]){0}));
    }
    return true;
}

/* Whether the seat's turn, to which the line belongs, goes on: no other seat moves or throws. */
static bool has_turn(const struct match *match, int seat, uint32_t line)
{
    const int mover = match_mover(match);
    const int thrower = mover == GAME_CHANCE ? match->game->thrower(&match->state) : 0;
    return line >= match->turn_start &&
           (mover == seat || (mover == GAME_CHANCE && (thrower == 0 || thrower == seat)));
}

bool ledger_add_undo(struct ledger *ledger, const struct fair3_note *note, struct span text,
                     struct ledger_entry *entry, struct text *why)
{
    struct match *match = ledger->given.match;
    const uint32_t from = note->number;
    if (from > ledger->sum.count || ledger->entry[from].kind != FAIR3_LINE ||
        ledger->entry[from].undone)
        return text_fail(why, tr("an undo of entry %u, which is no line"), (unsigned)from);
    const int seat = ledger->entry[from].seat;
    const unsigned persons = ledger_seats(ledger, FAIR3_PERSON);
    if (!check_undone(ledger, from, seat, note->own, why))
        return false;
    const unsigned bit = 1u << (seat - 1);
    const struct ledger_need need = {.by = persons & bit ? seat : 0,
                                     .yes = note->own ? 0 : persons & ~bit};
    const uint32_t line = ledger->entry[from].line;
    if (match && line < match->undo_floor)
        return text_fail(why, tr("an undo cannot take back what somebody has seen"));
    if (match && note->own && !has_turn(match, seat, line))
        return text_fail(why, tr("the turn of %s has ended: the others must agree"),
                         ledger_who(ledger, seat, (char[LEDGER_WHO]){0}));
    if (!ledger_check_words(ledger, &need, text, false, NULL, why))
        return false;
    entry->seat = (uint8_t)seat;
    for (uint32_t i = from; i <= ledger->sum.count; i++)
        ledger->entry[i].undone |= ledger->entry[i].kind == FAIR3_LINE;
    if (match)
        match_undo_from(match, line);
    return true;
}
