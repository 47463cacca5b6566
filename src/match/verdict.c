#include "match/verdict.h"

#include <string.h>

#include "base/lang.h"
#include "match/daily.h"
#include "match/fair3_record.h"
#include "match/transcript.h"
#include "match/verdict3.h"

#define NAME_MAX_SHOWN (MATCH_NAME_MAX + 32)

const char *verdict_word(enum verdict_grade grade)
{
    static const char *const words[] = {"proved", "in-part", "not-proved", "contradicted",
                                        "refused"};
    return words[grade];
}

void verdict_free(struct verdict *verdict)
{
    lines_free(&verdict->sentences);
    lines_free(&verdict->experts);
}

static void say(struct verdict *out, const char *sentence)
{
    lines_add(&out->sentences, span_of(sentence));
}

/* A sentence about each of these seats; `sentence` has a %s for the name. `first`: at its start. */
static void say_seats(struct verdict *out, const struct match *match, unsigned seats, bool first,
                      const char *sentence)
{
    for (int seat = 1; seat <= match->settings.players; seat++) {
        struct text name = text_on((char[NAME_MAX_SHOWN]){0}, NAME_MAX_SHOWN);
        if (!(seats >> (seat - 1) & 1))
            continue;
        if (first)
            match_show_first_name(match, seat, &name);
        else
            match_show_name(match, seat, &name);
        lines_printf(&out->sentences, sentence, name.start);
    }
}

/* ---- versions 1 and 2: seeds ---- */

static void say_draws(struct verdict *out, const struct fair_report *report)
{
    const struct fair *fair = &report->fair;
    lines_printf(&out->sentences,
                 trn("Right: the seeds give the one draw of this game.",
                     "Right: the seeds give all %llu draws of this game.",
                     (unsigned long)report->draws),
                 (unsigned long long)report->draws);
    if (fair->from && fair->source[0] == '0' && fair->table[0] != '0')
        lines_printf(
            &out->sentences,
            trn("A player imported its first %lu line from table %s of their own browser: it is "
                "legal, but nothing can be proved about its draws.",
                "A player imported its first %lu lines from table %s of their own browser: they "
                "are legal, but nothing can be proved about their draws.",
                fair->from),
            (unsigned long)fair->from, fair->source);
    else if (fair->from)
        lines_printf(&out->sentences,
                     trn("Its first %lu line is that of table %s, from where it was continued: "
                         "the draws there are not of these seeds and were not checked.",
                         "Its first %lu lines are those of table %s, from where it was continued: "
                         "the draws there are not of these seeds and were not checked.",
                         fair->from),
                     (unsigned long)fair->from, fair->source);
}

static void say_seeds(struct verdict *out, const struct fair_report *report,
                      const struct match *match)
{
    const struct fair *fair = &report->fair;
    say_seats(out, match, fair->revealed, true, tr("%s added a seed of their own."));
    say_seats(out, match, report->withheld, true,
              tr("%s promised a seed and did not reveal it; it was left out."));
    say_seats(out, match, fair->failed & ~fair->opened, true,
              tr("%s promised a seed and did not answer before any was revealed; the exchange "
                 "started again without that seed."));
    say_seats(out, match, fair->opened, true,
              tr("%s promised a seed and did not reveal it, when others may have revealed theirs; "
                 "the exchange started again without that seed."));
    if (report->rulings)
        lines_printf(&out->sentences,
                     trn("%llu verdict or clock event is not a draw.",
                         "%llu verdicts and clock events are not draws.", report->rulings),
                     (unsigned long long)report->rulings);
}

/* The seats, as a bitmask, by whose will the game ended: nothing proves it. Bots may forfeit. */
static unsigned find_given_up(const struct match *match)
{
    const unsigned all = (1u << match->settings.players) - 1;
    const unsigned seats = !match->ended                 ? 0
                           : match->ended == MATCH_DRAWN ? all
                                                         : 1u << (match->ended - 1);
    return seats & ~match_bots(match);
}

/* A challenge of the day has the dice of its day. False with a reason if it has others. */
static bool check_daily(const struct fair *fair, struct verdict *out, struct text *why)
{
    unsigned char seed[FAIR_BYTES];
    char date[DAILY_DATE];
    const struct daily *daily;
    long day;
    if (strncmp(fair->table, DAILY_PREFIX, strlen(DAILY_PREFIX)) != 0)
        return true;
    if (!daily_of_name(span_of(fair->table), &daily, &day))
        return text_fail(why, tr("'fair-table' names a challenge of the day that does not exist"));
    daily_seed(daily, day, seed);
    daily_date(day, date);
    if (memcmp(seed, fair->seed, sizeof seed) != 0)
        return text_fail(why, tr("forged: this is not the seed of the challenge of %s"), date);
    lines_printf(
        &out->sentences,
        tr("These are the dice of the challenge of %s. Their commitment is in the list that "
           "came with this program."),
        date);
    return true;
}

/* What the record proves without a transcript, and what it does not. */
static void say_proved(struct verdict *out, const struct fair *fair)
{
    out->grade = VERDICT_NOT_PROVED;
    say(out, tr("Proved: the dice follow from the seeds in this record."));
    if (fair->version < 2)
        say(out,
            tr("Not proved: that the server did not choose seeds after it saw those of "
               "others. This record is of version 1, which has no commitments of the players."));
    else if (strncmp(fair->table, DAILY_PREFIX, strlen(DAILY_PREFIX)) == 0)
        say(out, tr("Not proved: that the player saw these dice for the first time. Everybody gets "
                    "the same ones, and they are in the program."));
    else if (!fair->revealed)
        say(out, tr("Not proved: that the server did not choose its seed for the dice it gives. No "
                    "player added one."));
    else
        say(out, tr("Not proved: that the seeds were fixed before the players revealed theirs. A "
                    "player's transcript shows that."));
}

static void say_lines(struct verdict *out, const struct transcript_proof *proof)
{
    if (proof->seen == proof->played)
        lines_printf(&out->sentences,
                     trn("The game has %zu line, the one you saw.",
                         "All %zu lines of the game are those you saw.", proof->played),
                     proof->played);
    else
        lines_printf(&out->sentences,
                     tr("Lines of the game that you saw: %zu of %zu; all of these match. Not "
                        "proved: that the others were played as recorded."),
                     proof->seen, proof->played);
    if (proof->broken)
        lines_printf(&out->sentences,
                     trn("But %d attempt was broken off after you had opened your seed: whoever "
                         "failed then, together with the server, could choose between two games.",
                         "But %d attempts were broken off after you had opened your seed: whoever "
                         "failed then, together with the server, could choose among as many games "
                         "and one.",
                         (unsigned long)proof->broken),
                     proof->broken);
}

/* What the transcript, or a seed alone, proves. */
static void say_bound(struct verdict *out, const struct transcript *transcript,
                      const struct transcript_proof *proof, const struct match *match)
{
    const unsigned given_up = find_given_up(match);
    const bool whole = proof->seen == proof->played && !proof->broken && !given_up;
    if (!transcript->table[0]) {
        out->grade = VERDICT_IN_PART;
        say(out, tr("Your seed is in the dice. Not proved: that the other seeds were bound before "
                    "yours was opened; a transcript shows that."));
        return;
    }
    out->grade = whole ? VERDICT_PROVED : VERDICT_IN_PART;
    out->status = whole ? 0 : 1;
    say_seats(out, match, 1u << (transcript->seat - 1), false,
              whole ? tr("Proved for %s: all seeds were bound before yours was opened.")
                    : tr("Proved in part for %s: all seeds were bound before yours was opened."));
    say_lines(out, proof);
}

static bool read_transcript(struct span bytes, struct transcript *transcript, struct verdict *out,
                            struct text *why)
{
    out->in_transcript = true;
    out->line = 1;
    const bool good =
        bytes.length > TRANSCRIPT_BYTES_MAX
            ? text_fail(why, tr("a transcript has at most %u MiB"), TRANSCRIPT_BYTES_MAX >> 20)
            : transcript_read(transcript, bytes, &out->line, why);
    if (good) {
        out->in_transcript = false;
        out->line = 0;
    }
    return good;
}

/* Checks a record of version 1 or 2. False with a reason. */
static bool check_seeds(struct span record, struct span bytes, struct transcript *transcript,
                        struct verdict *out, struct text *why)
{
    struct fair_report report;
    struct transcript_proof proof = {0};
    out->line = 1;
    if (!fair_verify(record, &report, &out->line, why)) {
        out->line += out->line == 0;
        return false;
    }
    out->line = 0;
    out->version = report.fair.version;
    if (bytes.at && !read_transcript(bytes, transcript, out, why))
        return false;
    if (bytes.at && !transcript_check(transcript, &report, record, &proof, why)) {
        out->grade = VERDICT_CONTRADICTED;
        out->line = 1;
        return false;
    }
    size_t line;
    struct match *match = match_read(record, &line, why);
    if (!match)
        return false;
    say_draws(out, &report);
    if (!check_daily(&report.fair, out, why)) {
        match_free(match);
        out->line = 1;
        return false;
    }
    say_seeds(out, &report, match);
    if (bytes.at)
        say_bound(out, transcript, &proof, match);
    else
        say_proved(out, &report.fair);
    say_seats(out, match, find_given_up(match), false,
              tr("That the game ended by the will of %s is only the server's word."));
    match_free(match);
    return true;
}

/* ---- all ---- */

void verdict_of(struct span record, struct span bytes, ledger_check_sign *check_sign,
                void *sign_context, struct verdict *out)
{
    struct transcript transcript = {0};
    *out = (struct verdict){.grade = VERDICT_REFUSED};
    if (fair3_record_is(record)) {
        verdict3_of(record, bytes, check_sign, sign_context, out);
        return;
    }
    struct text why = text_on(out->why, sizeof out->why);
    if (!check_seeds(record, bytes, &transcript, out, &why))
        out->status = 1;
    transcript_free(&transcript);
}
