#include "match/transcript.h"

#include <string.h>

#include "base/lang.h"

#define FIRST_LINE "cornet-transcript 1"
#define UNDONE "# undone: "

/* ---- reading ---- */

static bool read_hex(struct span value, unsigned char out[FAIR_BYTES], struct text *why)
{
    return fair_from_hex(value, out) ||
           text_fail(why, tr("64 hexadecimal digits are missing at the end of this line"));
}

/* `ATTEMPT HEX`: each attempt once. */
static bool read_attempt(struct span value, unsigned *mask, unsigned char (*out)[FAIR_BYTES],
                         struct text *why)
{
    uint64_t attempt;
    if (!span_number(span_cut(&value, ' '), 1, FAIR_ATTEMPTS_MAX, &attempt))
        return text_fail(why, tr("the number of an attempt, from 1 to %d, is missing"),
                         FAIR_ATTEMPTS_MAX);
    if (*mask >> attempt & 1)
        return text_fail(why, tr("attempt %d is there twice, which no honest client writes"),
                         (int)attempt);
    *mask |= 1u << attempt;
    return read_hex(value, out[attempt], why);
}

static bool read_opened(struct transcript *transcript, struct span value, struct text *why)
{
    uint64_t attempt;
    if (!span_number(value, 1, FAIR_ATTEMPTS_MAX, &attempt) ||
        !(transcript->promised & transcript->listed & 1u << attempt))
        return text_fail(why, tr("'opened' names no attempt whose seed and list are kept"));
    transcript->opened |= 1u << attempt;
    return true;
}

static bool read_line(struct transcript *transcript, struct span line, struct text *why)
{
    struct span value = line;
    const struct span key = span_cut(&value, ' ');
    uint64_t seat;
    if (span_is(key, "server"))
        return read_hex(value, transcript->commit, why);
    if (span_is(key, "list"))
        return read_attempt(value, &transcript->listed, transcript->list, why);
    if (span_is(key, "seed"))
        return read_attempt(value, &transcript->promised, transcript->seed, why);
    if (span_is(key, "opened"))
        return read_opened(transcript, value, why);
    if (span_is(key, "seen")) {
        lines_add(&transcript->rolls, value);
        return true;
    }
    if (span_is(key, "seat")) {
        if (!span_number(value, 1, GAME_SEATS_MAX, &seat))
            return text_fail(why, tr("the number of a seat is missing"));
        transcript->seat = (int)seat;
        return true;
    }
    if (!span_is(key, "table"))
        return text_fail(why, tr("a transcript has no line '%.*s'"), span_shown(key),
                         span_start(key));
    if (value.length == 0 || value.length >= FAIR_TABLE_MAX || transcript->table[0])
        return text_fail(why, tr("a transcript is of one table"));
    memcpy(transcript->table, value.at, value.length);
    return true;
}

bool transcript_read(struct transcript *transcript, struct span bytes, size_t *line,
                     struct text *why)
{
    struct span rest = bytes;
    *transcript = (struct transcript){0};
    *line = 1;
    const struct span first = span_cut(&rest, '\n');
    if (fair_from_hex(first, transcript->seed[0]) && rest.length == 0)
        return true;
    if (!span_is(first, FIRST_LINE))
        return text_fail(why,
                         tr("this is no transcript: it does not begin with '%s', and is no "
                            "seed of 64 hexadecimal digits"),
                         FIRST_LINE);
    while (rest.length) {
        ++*line;
        const struct span current = span_cut(&rest, '\n');
        if (!span_is_clean(current))
            return text_fail(why, tr("this line has characters that no record has"));
        if (!read_line(transcript, current, why))
            return false;
    }
    return (transcript->table[0] && transcript->seat) ||
           text_fail(why, tr("the transcript names no table or no seat"));
}

void transcript_free(struct transcript *transcript)
{
    lines_free(&transcript->rolls);
}

/* ---- keeping ---- */

static void add_hex(struct lines *out, const char *key, int attempt,
                    const unsigned char bytes[FAIR_BYTES])
{
    char hex[FAIR_HEX];
    fair_to_hex(bytes, hex);
    lines_printf(out, "%s %d %s", key, attempt, hex);
}

/* The first word of the server: its commitment, which it cannot change any more. */
static void pin(struct transcript *transcript, const struct transcript_offer *offer,
                struct lines *news)
{
    char hex[FAIR_HEX];
    memcpy(transcript->table, offer->fair.table, FAIR_TABLE_MAX);
    memcpy(transcript->commit, offer->commit, FAIR_BYTES);
    fair_to_hex(offer->commit, hex);
    lines_printf(news, FIRST_LINE);
    lines_printf(news, "table %s", transcript->table);
    lines_printf(news, "seat %d", transcript->seat);
    lines_printf(news, "server %s", hex);
    if (transcript->promised & 2) /* given when the seat was taken */
        add_hex(news, "seed", 1, transcript->seed[1]);
}

static enum transcript_step cheated(struct text *why, const char *sentence)
{
    text_fail(why, "%s", sentence);
    return TRANSCRIPT_CHEATED;
}

/* Whether each earlier attempt failed by some seat: none can be dropped for no reason. */
static bool attempts_failed(const struct fair *fair)
{
    unsigned failed = 0;
    for (int seat = 0; seat < fair->players; seat++) {
        if (fair->failed >> seat & 1)
            failed |= 1u << fair->failed_at[seat];
    }
    return failed == (1u << fair->attempt) - 2;
}

/* The list is closed: keeps it, and opens the seed once everybody else has kept it too. */
static enum transcript_step take_list(struct transcript *transcript, struct transcript_offer *offer,
                                      struct lines *news, struct text *why)
{
    struct fair *fair = &offer->fair;
    const int attempt = fair->attempt;
    const unsigned bit = 1u << attempt;
    fair_close(fair, offer->commit, &offer->settings);
    if (!(transcript->listed & bit)) {
        transcript->listed |= bit;
        memcpy(transcript->list[attempt], fair->list, FAIR_BYTES);
        add_hex(news, "list", attempt, fair->list);
        return TRANSCRIPT_ACKNOWLEDGE;
    }
    if (memcmp(transcript->list[attempt], fair->list, FAIR_BYTES) != 0)
        return cheated(why, tr("the server has changed the list of commitments after it was "
                               "acknowledged"));
    if (!offer->open)
        return TRANSCRIPT_ACKNOWLEDGE; /* again, after a lost connection */
    if (!(transcript->opened & bit))
        lines_printf(news, "opened %d", attempt);
    transcript->opened |= bit;
    return TRANSCRIPT_OPEN;
}

enum transcript_step transcript_next(struct transcript *transcript, struct transcript_offer *offer,
                                     const unsigned char fresh[FAIR_BYTES], struct lines *news,
                                     struct text *why)
{
    const struct fair *fair = &offer->fair;
    const int seat = transcript->seat - 1, attempt = fair->attempt;
    unsigned char commit[FAIR_BYTES];
    if (!transcript->table[0])
        pin(transcript, offer, news);
    if (strcmp(transcript->table, fair->table) != 0 ||
        memcmp(transcript->commit, offer->commit, FAIR_BYTES) != 0)
        return cheated(why, tr("the server has changed its commitment"));
    if (seat >= fair->players || attempt < 1 || attempt > FAIR_ATTEMPTS_MAX ||
        !attempts_failed(fair) || transcript->listed >> attempt > 1)
        return cheated(why, tr("the server has begun the exchange of seeds anew, for no reason"));
    const bool committed = fair->committed >> seat & 1;
    if (fair->failed >> seat & 1 || (offer->closed && !committed)) {
        text_fail(why, tr("the server makes the dice without your seed: nobody is bound to you"));
        return TRANSCRIPT_LEFT_OUT;
    }
    if (!(transcript->promised >> attempt & 1)) {
        transcript->promised |= 1u << attempt;
        memcpy(transcript->seed[attempt], fresh, FAIR_BYTES);
        add_hex(news, "seed", attempt, fresh);
    }
    fair_commit(transcript->seed[attempt], commit);
    if (committed && memcmp(commit, fair->commit[seat], FAIR_BYTES) != 0)
        return cheated(why, tr("the server has replaced your commitment"));
    if (offer->closed)
        return take_list(transcript, offer, news, why);
    return committed ? TRANSCRIPT_WAIT : TRANSCRIPT_COMMIT;
}

void transcript_saw(struct transcript *transcript, struct span line, struct lines *news)
{
    if (line.length < 2 || line.at[0] != '*' || line.length >= GAME_LINE_MAX)
        return;
    lines_add(&transcript->rolls, line);
    lines_printf(news, "seen %.*s", (int)line.length, line.at);
}

/* ---- checking ---- */

/* Only a seed was kept: is it in the dice? */
static bool check_seed(const unsigned char seed[FAIR_BYTES], const struct fair *fair,
                       struct text *why)
{
    for (int seat = 0; seat < fair->players; seat++) {
        if (fair->revealed >> seat & 1 && memcmp(seed, fair->seat[seat], FAIR_BYTES) == 0)
            return true;
    }
    return text_fail(why, tr("your seed is not in this record: it was left out or replaced"));
}

/* The seeds and lists, at the attempt that counts. */
static bool check_exchange(const struct transcript *transcript, const struct fair *fair,
                           struct text *why)
{
    const int seat = transcript->seat - 1, attempt = fair->attempt;
    unsigned char commit[FAIR_BYTES];
    fair_commit(fair->seed, commit);
    if (memcmp(commit, transcript->commit, FAIR_BYTES) != 0)
        return text_fail(why, tr("the server has changed its commitment: it is not the one that "
                                 "you saw first"));
    if (seat >= fair->players)
        return text_fail(why, tr("this record has no seat %d"), seat + 1);
    if (fair->failed >> seat & 1)
        return text_fail(why,
                         tr("your seed is not in the dice: the record says that seat %d did not "
                            "answer in attempt %d"),
                         seat + 1, fair->failed_at[seat]);
    if (!(fair->revealed >> seat & 1) || !(transcript->opened >> attempt & 1))
        return text_fail(why, tr("your seed is not in the dice: the record has none of seat %d"),
                         seat + 1);
    if (memcmp(transcript->seed[attempt], fair->seat[seat], FAIR_BYTES) != 0)
        return text_fail(why, tr("your seed was replaced by another"));
    if (!(transcript->listed >> attempt & 1) ||
        memcmp(transcript->list[attempt], fair->list, FAIR_BYTES) != 0)
        return text_fail(why, tr("the commitments or the settings were changed after you had "
                                 "acknowledged them"));
    return true;
}

/* Whether a line of the record is this roll, also if it was undone (a ruling may be). */
static bool is_roll(struct span line, const char *roll)
{
    const size_t prefix = strlen(UNDONE);
    if (line.length > prefix && memcmp(line.at, UNDONE, prefix) == 0)
        line = (struct span){line.at + prefix, line.length - prefix};
    return span_is(line, roll);
}

/* Every roll that was seen is in the record, in the same order. What was hidden from the seat then
 * has a `?`, and is passed over. */
static bool check_rolls(const struct lines *rolls, struct span record, struct text *why)
{
    struct span rest = record;
    for (size_t i = 0; i < rolls->count; i++) {
        bool found = strchr(rolls->line[i], '?') != NULL;
        while (!found && rest.length)
            found = is_roll(span_cut(&rest, '\n'), rolls->line[i]);
        if (!found)
            return text_fail(why, tr("you saw '%s', and the record does not have it there"),
                             rolls->line[i]);
    }
    return true;
}

bool transcript_check(const struct transcript *transcript, const struct fair_report *report,
                      struct span record, int *broken, struct text *why)
{
    const struct fair *fair = &report->fair;
    *broken = 0;
    if (!transcript->table[0])
        return check_seed(transcript->seed[0], fair, why);
    if (strcmp(transcript->table, fair->table) != 0)
        return text_fail(why, tr("this record is of table %s, and the transcript of table %s"),
                         fair->table, transcript->table);
    if (fair->version < 2)
        return text_fail(why, tr("the transcript is of a table with a list of commitments, and the "
                                 "record has none"));
    for (int attempt = 1; attempt < fair->attempt; attempt++)
        *broken += transcript->opened >> attempt & 1;
    return check_exchange(transcript, fair, why) && check_rolls(&transcript->rolls, record, why);
}
