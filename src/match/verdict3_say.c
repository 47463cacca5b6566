/* The grade of a record of version 3, and its sentences: for people, and for experts. */
#include <math.h>

#include "base/lang.h"
#include "match/verdict3_internal.h"

static void say(struct check3 *check, const char *sentence)
{
    lines_add(&check->out->sentences, span_of(sentence));
}

#define NAMES_MAX (GAME_SEATS_MAX * (MATCH_NAME_MAX + 32))

/* The names of the seats of a bitmask. */
static const char *names_of(const struct check3 *check, unsigned seats, struct text *out)
{
    text_clear(out);
    match_show_names(check->record.match, seats, out);
    return out->start;
}

/* log2 of C(k+m,m): the bits of choice of whoever voided m steps. */
static double bits_of(uint32_t k, uint32_t m)
{
    double bits = 0;
    for (uint32_t i = 1; i <= m; i++)
        bits += log2(((double)k + i) / i);
    return bits;
}

/* ---- what is not proved ---- */

static void say_steps(struct check3 *check)
{
    struct text names = text_on((char[NAMES_MAX]){0}, NAMES_MAX);
    const uint32_t without = check->steps - check->with_link;
    if (without)
        lines_printf(&check->out->sentences,
                     trn("Not proved: %u of the steps has no number of yours. The server and the "
                         "others could foresee and choose its draws.",
                         "Not proved: %u of the steps have no number of yours. The server and the "
                         "others could foresee and choose their draws.",
                         without),
                     (unsigned)without);
    if (check->voided)
        lines_printf(&check->out->sentences,
                     trn("Not proved: %u step was started again after you had opened your number, "
                         "because %s did not answer: the server with them, or alone if it "
                         "lied, had %.1f bits of choice.",
                         "Not proved: %u steps were started again after you had opened your "
                         "number, because %s did not answer: the server with them, or alone "
                         "if it lied, had %.1f bits of choice.",
                         check->voided),
                     (unsigned)check->voided, names_of(check, check->voiders, &names),
                     bits_of(check->steps, check->voided));
    if (check->stopped)
        say(check, tr("Not proved: the last draw is missing. The server could stop there, knowing "
                      "it."));
    if (check->replaced)
        say(check, tr("Not proved: what came after your seat got another chain, from another "
                      "device or person."));
}

static void say_lines(struct check3 *check)
{
    struct lines *sentences = &check->out->sentences;
    if (check->unseen)
        lines_printf(sentences,
                     trn("Not proved: %zu of %zu entries, which you were not shown.",
                         "Not proved: %zu of %zu entries, which you were not shown.",
                         check->unseen),
                     check->unseen, (size_t)check->ledger.sum.count);
    if (check->made)
        lines_printf(sentences,
                     trn("Not yours: %zu line of your seat was made for you, by a bot or after "
                         "your time was out.",
                         "Not yours: %zu lines of your seat were made for you, by a bot or after "
                         "your time was out.",
                         check->made),
                     check->made);
    if (check->dropped)
        lines_printf(sentences,
                     trn("%zu of your messages was neither carried out nor refused.",
                         "%zu of your messages were neither carried out nor refused.",
                         check->dropped),
                     check->dropped);
    if (check->untimed)
        lines_printf(sentences,
                     trn("Not proved: %zu time-out, which your client did not time.",
                         "Not proved: %zu time-outs, which your client did not time.",
                         check->untimed),
                     check->untimed);
    if (check->early)
        lines_printf(sentences,
                     trn("%zu time-out came early: a slow connection, or a lie.",
                         "%zu time-outs came early: a slow connection, or a lie.", check->early),
                     check->early);
}

static void say_server(struct check3 *check)
{
    struct text names = text_on((char[NAMES_MAX]){0}, NAMES_MAX);
    const bool over = ledger_is_over(&check->ledger);
    if (check->given_up)
        lines_printf(
            &check->out->sentences,
            tr("Only the server says that the game ended by the will of these players: %s."),
            names_of(check, check->given_up, &names));
    if (check->later)
        say(check,
            tr("Not proved: what came later. The record ends before what you were shown: it is "
               "older than your transcript, or its end was left out."));
    if (!over)
        say(check, tr("Not proved: how it ends. The game is not over."));
    else if (!check->record.has_hidden)
        say(check, tr("Not proved: hidden draws. The server has not shown their secret."));
    else if (check->unsalted)
        say(check, tr("Not proved: hidden moves. The server has not shown their salts."));
    if (check->ledger.unchecked_signs)
        lines_printf(&check->out->sentences,
                     trn("%u signature could not be checked here.",
                         "%u signatures could not be checked here.", check->ledger.unchecked_signs),
                     (unsigned)check->ledger.unchecked_signs);
}

/* Whether a condition of `proved` fails. */
static bool is_whole(const struct check3 *check)
{
    return check->with_link == check->steps && !check->voided && !check->stopped &&
           !check->replaced && !check->unseen && !check->made && !check->dropped &&
           !check->untimed && !check->early && !check->given_up && check->record.has_hidden &&
           !check->unsalted && !check->ledger.unchecked_signs && ledger_is_over(&check->ledger);
}

/* ---- for everybody ---- */

/* Which moves are signed, and what else is the server's word. */
static void say_signed(struct check3 *check)
{
    const struct ledger *ledger = &check->ledger;
    struct lines *sentences = &check->out->sentences;
    struct text names = text_on((char[NAMES_MAX]){0}, NAMES_MAX);
    unsigned all = 0, changed = 0;
    for (uint32_t i = 1; i <= ledger->sum.count; i++) {
        const struct ledger_entry *entry = &ledger->entry[i];
        if (entry->kind == FAIR3_LINE && entry->how == LEDGER_SAID)
            all |= 1u << (entry->seat - 1);
        if (entry->kind == FAIR3_CHAIN && entry->changed)
            changed |= 1u << (entry->seat - 1);
    }
    for (int i = 0; i < GAME_SEATS_MAX; i++) {
        if (ledger->unsigned_lines[i])
            lines_printf(sentences,
                         trn("%u move of %s is not signed.", "%u moves of %s are not signed.",
                             ledger->unsigned_lines[i]),
                         (unsigned)ledger->unsigned_lines[i], names_of(check, 1u << i, &names));
        if (ledger->unsigned_lines[i])
            all &= ~(1u << i);
    }
    if (all)
        lines_printf(sentences, tr("All moves of these players are signed: %s."),
                     names_of(check, all, &names));
    if (changed)
        lines_printf(sentences, tr("These seats changed hands without a signature: %s."),
                     names_of(check, changed, &names));
    if (ledger->other_rulings)
        lines_printf(sentences,
                     trn("%u ruling is not that of this program's lexicon: it is the server's "
                         "word.",
                         "%u rulings are not those of this program's lexicon: they are the "
                         "server's word.",
                         ledger->other_rulings),
                     (unsigned)ledger->other_rulings);
    if (check->record.head.from)
        lines_printf(sentences,
                     trn("Its first %lu line is that of table %s, from where it was continued: "
                         "its draws were not checked.",
                         "Its first %lu lines are those of table %s, from where it was continued: "
                         "their draws were not checked.",
                         check->record.head.from),
                     (unsigned long)check->record.head.from, check->record.head.source);
}

static void say_experts(struct check3 *check)
{
    struct lines *experts = &check->out->experts;
    const struct ledger *ledger = &check->ledger;
    struct text names = text_on((char[NAMES_MAX]){0}, NAMES_MAX);
    unsigned keyless = 0;
    for (int i = 0; i < GAME_SEATS_MAX; i++)
        keyless |= (unsigned)(ledger->seat[i].has_chain && !ledger->seat[i].key.has) << i;
    if (check->out->grade == VERDICT_PROVED)
        lines_printf(experts, tr("Steps: %u, all with your link under your hash; m = 0."),
                     (unsigned)check->steps);
    else if (check->out->grade == VERDICT_IN_PART)
        lines_printf(experts,
                     tr("Steps with your link: %u of %u; m = %u, log2 C(k+m,m) = %.1f. Entries not "
                        "shown: %zu of %zu."),
                     (unsigned)check->with_link, (unsigned)check->steps, (unsigned)check->voided,
                     bits_of(check->steps, check->voided), check->unseen,
                     (size_t)ledger->sum.count);
    else
        lines_printf(experts, tr("No opened link of yours. Steps: %u; entries: %u."),
                     (unsigned)check->steps, (unsigned)ledger->sum.count);
    if (keyless)
        lines_printf(experts, tr("Seats without a key: %s."), names_of(check, keyless, &names));
}

void verdict3_say(struct check3 *check)
{
    struct verdict *out = check->out;
    struct text names = text_on((char[NAMES_MAX]){0}, NAMES_MAX);
    const char *name = names_of(check, check->bit, &names);
    const bool offline = check->record.head.table[0] == '0';
    if (!check->kept || check->with_link == 0 || offline) {
        out->grade = VERDICT_NOT_PROVED;
        out->status = 1;
        say(check, tr("Not proved."));
        say(check, tr("The record fits together, but could be made up."));
        if (offline)
            say(check, tr("The game was played without a server: nothing can be proved about it."));
        else if (!check->kept)
            say(check, tr("A player's transcript would prove more."));
        say_server(check);
    } else if (is_whole(check)) {
        out->grade = VERDICT_PROVED;
        out->status = 0;
        lines_printf(&out->sentences, tr("Proved for %s."), name);
        say(check, tr("Nobody could foresee or choose a draw, and your lines are those you sent."));
    } else {
        out->grade = VERDICT_IN_PART;
        out->status = 1;
        lines_printf(&out->sentences, tr("Proved in part for %s."), name);
        lines_printf(&out->sentences,
                     trn("Proved: nobody could foresee the draws of %u of %u step.",
                         "Proved: nobody could foresee the draws of %u of %u steps.", check->steps),
                     (unsigned)check->with_link, (unsigned)check->steps);
        say_steps(check);
        say_lines(check);
        say_server(check);
    }
    say_signed(check);
    say_experts(check);
}

void verdict3_say_contradicted(struct check3 *check)
{
    struct lines *experts = &check->out->experts;
    if (check->convinces)
        lines_add(experts, span_of(tr("The server's signature in the transcript convinces others "
                                      "too.")));
    else if (check->kept)
        lines_add(experts, span_of(tr("The transcript convinces its owner; no signature convinces "
                                      "others.")));
    else
        lines_add(experts, span_of(tr("The record breaks the rules of fair dice 3 by itself, so "
                                      "that everybody can see it.")));
}
