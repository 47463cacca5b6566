#include "match/transcript.h"

#include <string.h>

#include "base/lang.h"

#define FIRST_LINE "cornet-transcript 1"

bool transcript_is_table(const char *id)
{
    const size_t length = strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789");
    return length > 0 && length < FAIR_TABLE_MAX && id[length] == '\0';
}

/* Whether `later` may replace a shown `line`: only a player's line can be undone. In games with
 * secrets nothing more is known. */
static bool is_undone(const char *line, struct span later)
{
    const size_t prefix = strlen(MATCH_UNDONE);
    if (line[0] < '1' || line[0] > '9' || later.length < prefix ||
        memcmp(later.at, MATCH_UNDONE, prefix) != 0)
        return false;
    struct span rest = {later.at + prefix, later.length - prefix};
    if (rest.length && rest.at[0] == ' ')
        rest = (struct span){rest.at + 1, rest.length - 1};
    return rest.length == 0 || span_is(rest, line);
}

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
        return text_fail(why, tr("attempt %d appears twice, which no honest client writes"),
                         (int)attempt);
    *mask |= 1u << attempt;
    return read_hex(value, out[attempt], why);
}

static bool read_opened(struct transcript *transcript, struct span value, struct text *why)
{
    uint64_t attempt;
    if (!span_number(value, 1, FAIR_ATTEMPTS_MAX, &attempt) ||
        !(transcript->promised & transcript->listed & 1u << attempt) || transcript->lines.count)
        return text_fail(why, tr("'opened' names no attempt whose seed and list are kept"));
    transcript->opened |= 1u << attempt;
    return true;
}

static bool read_table(struct transcript *transcript, struct span value, struct text *why)
{
    char id[FAIR_TABLE_MAX] = "";
    if (value.length < sizeof id)
        memcpy(id, value.at, value.length);
    if (transcript->table[0] || !transcript_is_table(id))
        return text_fail(why, tr("a transcript covers one table"));
    memcpy(transcript->table, id, sizeof id);
    return true;
}

/* Puts a line at its index; those between that were not seen are empty. */
static void put_line(struct transcript *transcript, size_t index, struct span line)
{
    while (transcript->lines.count <= index)
        lines_add(&transcript->lines, (struct span){"", 0});
    lines_replace(&transcript->lines, index, line);
}

static bool read_shown(struct transcript *transcript, struct span value, struct text *why)
{
    uint64_t index;
    if (!span_number(span_cut(&value, ' '), 1, TRANSCRIPT_LINES_MAX, &index) || !value.length)
        return text_fail(why, tr("'line' needs the number of a line of the game, and the line"));
    const char *known = index <= transcript->lines.count ? transcript->lines.line[index - 1] : "";
    if (known[0] && !is_undone(known, value))
        return text_fail(why, tr("line %zu of the game appears twice"), (size_t)index);
    put_line(transcript, index - 1, value);
    return true;
}

static bool read_line(struct transcript *transcript, struct span line, struct text *why)
{
    struct span value = line;
    const struct span key = span_cut(&value, ' ');
    uint64_t seat;
    if (span_is(key, "line"))
        return read_shown(transcript, value, why);
    if (span_is(key, "server"))
        return read_hex(value, transcript->commit, why);
    if (span_is(key, "list"))
        return read_attempt(value, &transcript->listed, transcript->list, why);
    if (span_is(key, "seed"))
        return read_attempt(value, &transcript->promised, transcript->seed, why);
    if (span_is(key, "opened"))
        return read_opened(transcript, value, why);
    if (span_is(key, "table"))
        return read_table(transcript, value, why);
    if (span_is(line, "started")) {
        transcript->started = true;
        return true;
    }
    if (!span_is(key, "seat"))
        return text_fail(why, tr("a transcript has no line '%.*s'"), span_shown(key),
                         span_start(key));
    if (transcript->seat || !span_number(value, 1, GAME_SEATS_MAX, &seat))
        return text_fail(why, tr("the number of a seat is missing"));
    transcript->seat = (int)seat;
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
                         tr("this is not a transcript: it does not start with '%s', and is not a "
                            "seed of 64 hexadecimal digits"),
                         FIRST_LINE);
    while (rest.length && memchr(rest.at, '\n', rest.length)) { /* the last one may be cut off */
        ++*line;
        const struct span current = span_cut(&rest, '\n');
        if (!span_is_clean(current))
            return text_fail(why, tr("this line has characters that no record contains"));
        if (!read_line(transcript, current, why))
            return false;
    }
    return (transcript->table[0] && transcript->seat) ||
           text_fail(why, tr("the transcript names no table or no seat"));
}

void transcript_free(struct transcript *transcript)
{
    lines_free(&transcript->lines);
    lines_free(&transcript->settings);
}

/* ---- keeping ---- */

static void add_hex(struct lines *out, const char *key, int attempt,
                    const unsigned char bytes[FAIR_BYTES])
{
    char hex[FAIR_HEX];
    fair_to_hex(bytes, hex);
    lines_printf(out, "%s %d %s", key, attempt, hex);
}

/* Pins the server's commitment as first seen; it must not change later. */
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

static enum transcript_step left_out(struct text *why, const char *sentence)
{
    text_fail(why, "%s", sentence);
    return TRANSCRIPT_LEFT_OUT;
}

/* Whether a seat failed in every earlier attempt: the server cannot drop an attempt without a
 * reason. */
static bool attempts_failed(const struct fair *fair)
{
    unsigned failed = 0;
    for (int seat = 0; seat < fair->players; seat++) {
        if (fair->failed >> seat & 1)
            failed |= 1u << fair->failed_at[seat];
    }
    return failed == (1u << fair->attempt) - 2;
}

/* Checks the table's settings: they must be valid record lines, and must not differ from those
 * first received. */
static bool settings_hold(struct transcript *transcript, const struct lines *settings)
{
    struct lines *first = &transcript->settings;
    for (size_t i = 0; i < settings->count; i++) {
        if (!span_is_clean(span_of(settings->line[i])) ||
            (i && strcmp(settings->line[i - 1], settings->line[i]) >= 0))
            return false;
        if (first->count < settings->count && first->count == i)
            lines_add(first, span_of(settings->line[i]));
        if (i >= first->count || strcmp(first->line[i], settings->line[i]) != 0)
            return false;
    }
    return first->count == settings->count && settings->count >= 2;
}

/* The error in the offer as a whole; NULL: none. */
static const char *find_fault(struct transcript *transcript, const struct transcript_offer *offer)
{
    const struct fair *fair = &offer->fair;
    const int attempt = fair->attempt;
    if (strcmp(transcript->table, fair->table) != 0 ||
        memcmp(transcript->commit, offer->commit, FAIR_BYTES) != 0)
        return tr("the server has changed its commitment");
    if (!settings_hold(transcript, &offer->settings))
        return tr("the server has changed the settings of the table");
    if (transcript->seat > fair->players || attempt < 1 || attempt > FAIR_ATTEMPTS_MAX ||
        !attempts_failed(fair) || transcript->listed >> attempt > 1 ||
        ((transcript->started || transcript->lines.count) && offer->step != OFFER_DONE))
        return tr("the server has restarted the exchange of seeds without a reason");
    return NULL;
}

/* The list is closed: keeps it, and opens the seed once everybody else has kept it too. */
static enum transcript_step take_list(struct transcript *transcript, struct transcript_offer *offer,
                                      struct lines *news, struct text *why)
{
    struct fair *fair = &offer->fair;
    const int attempt = fair->attempt;
    const unsigned bit = 1u << attempt;
    fair_close(fair, offer->commit, &offer->settings);
    if (!(transcript->listed & bit) && offer->step != OFFER_DONE) {
        transcript->listed |= bit;
        memcpy(transcript->list[attempt], fair->list, FAIR_BYTES);
        add_hex(news, "list", attempt, fair->list);
        return TRANSCRIPT_ACKNOWLEDGE;
    }
    if (!(transcript->listed & bit) ||
        memcmp(transcript->list[attempt], fair->list, FAIR_BYTES) != 0)
        return cheated(why, tr("the server has changed the list of commitments after it was "
                               "acknowledged"));
    if (offer->step == OFFER_LIST)
        return TRANSCRIPT_ACKNOWLEDGE; /* again, after a lost connection */
    if (!(transcript->opened & bit) && offer->step == OFFER_OPEN) {
        lines_printf(news, "opened %d", attempt);
        transcript->opened |= bit;
    }
    return offer->step == OFFER_OPEN ? TRANSCRIPT_OPEN : TRANSCRIPT_WAIT;
}

/* The game has started: with all seeds of the list, ours among them, and with no others. */
static enum transcript_step take_start(struct transcript *transcript,
                                       struct transcript_offer *offer, struct lines *news,
                                       struct text *why)
{
    const struct fair *fair = &offer->fair;
    const int seat = transcript->seat - 1, attempt = fair->attempt;
    const enum transcript_step step = take_list(transcript, offer, news, why);
    if (step != TRANSCRIPT_WAIT)
        return step;
    for (int i = 0; i < fair->players; i++) {
        unsigned char commit[FAIR_BYTES];
        if (!(fair->committed >> i & 1))
            continue;
        fair_commit(fair->seat[i], commit);
        if (!(fair->revealed >> i & 1) || memcmp(commit, fair->commit[i], FAIR_BYTES) != 0)
            return cheated(why, tr("the server has started with seeds that are not those of the "
                                   "list"));
    }
    if (!(transcript->opened >> attempt & 1) ||
        memcmp(fair->seat[seat], transcript->seed[attempt], FAIR_BYTES) != 0)
        return cheated(why, tr("the server has started without your seed"));
    if (!transcript->started)
        lines_printf(news, "started");
    transcript->started = true;
    return TRANSCRIPT_WAIT;
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
    const char *fault = find_fault(transcript, offer);
    if (fault)
        return cheated(why, fault);
    const bool committed = fair->committed >> seat & 1;
    if (fair->failed >> seat & 1)
        return left_out(why, tr("the server says that you did not answer in time, and makes the "
                                "dice without your seed: nobody is bound to you"));
    if (offer->step != OFFER_COMMIT && !committed)
        return left_out(why, tr("the server makes the dice without your seed: nobody is bound to "
                                "you"));
    if (committed && !(transcript->promised >> attempt & 1))
        return left_out(why, tr("the seed that was promised for your seat is not known here, so "
                                "it cannot be opened"));
    if (!(transcript->promised >> attempt & 1)) {
        transcript->promised |= 1u << attempt;
        memcpy(transcript->seed[attempt], fresh, FAIR_BYTES);
        add_hex(news, "seed", attempt, fresh);
    }
    fair_commit(transcript->seed[attempt], commit);
    if (committed && memcmp(commit, fair->commit[seat], FAIR_BYTES) != 0)
        return cheated(why, tr("the server has replaced your commitment"));
    if (offer->step == OFFER_DONE)
        return take_start(transcript, offer, news, why);
    if (offer->step != OFFER_COMMIT)
        return take_list(transcript, offer, news, why);
    return committed ? TRANSCRIPT_WAIT : TRANSCRIPT_COMMIT;
}

bool transcript_saw(struct transcript *transcript, size_t index, struct span line,
                    struct lines *news, struct text *why)
{
    if (index >= TRANSCRIPT_LINES_MAX || line.length == 0 || line.length >= GAME_LINE_MAX ||
        !span_is_clean(line))
        return text_fail(why, tr("the server shows a line that no game contains"));
    const char *known = index < transcript->lines.count ? transcript->lines.line[index] : "";
    if (span_is(line, known))
        return true;
    if (known[0] && !is_undone(known, line))
        return text_fail(why, tr("the server has changed line %zu of the game: it was '%s'"),
                         index + 1, known);
    put_line(transcript, index, line);
    lines_printf(news, "line %zu %.*s", index + 1, (int)line.length, line.at);
    return true;
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

/* The seeds and lists, at the attempt that counts, which is the last one. */
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
    if (transcript->promised >> attempt > 1)
        return text_fail(why,
                         tr("the record belongs to attempt %d of the exchange, and you took part "
                            "in a later one"),
                         attempt);
    if (fair->failed >> seat & 1)
        return text_fail(why,
                         tr("your seed is not in the dice: the record says that you did not answer "
                            "in attempt %d"),
                         fair->failed_at[seat]);
    if (!(fair->revealed >> seat & 1))
        return text_fail(why, tr("your seed is not in the dice: the record has no seed of yours"));
    if (!(transcript->opened >> attempt & 1))
        return text_fail(
            why, tr("your client revealed no seed in attempt %d, to which the record belongs"),
            attempt);
    if (memcmp(transcript->seed[attempt], fair->seat[seat], FAIR_BYTES) != 0)
        return text_fail(why, tr("your seed was replaced by another"));
    if (memcmp(transcript->list[attempt], fair->list, FAIR_BYTES) != 0)
        return text_fail(why, tr("the commitments or the settings were changed after you had "
                                 "acknowledged them"));
    return true;
}

/* Every line that was shown is in the record at its position, as this seat may see it. */
static bool check_lines(const struct transcript *transcript, struct span record,
                        struct transcript_proof *proof, struct text *why)
{
    size_t number;
    struct lines log = {0};
    struct match *match = match_read(record, &number, why);
    if (!match)
        return false;
    match_log(match, transcript->seat, &log);
    match_free(match);
    bool good = true;
    for (size_t i = 0; good && i < transcript->lines.count; i++) {
        const char *shown = transcript->lines.line[i], *line = i < log.count ? log.line[i] : "";
        if (shown[0] && strcmp(shown, line) != 0 && !is_undone(shown, span_of(line)))
            good = text_fail(why,
                             tr("line %zu of the game was '%s' when you saw it, and is '%s' "
                                "in the record"),
                             i + 1, shown, line);
    }
    for (size_t i = 0; i < log.count; i++) {
        const bool played = log.line[i][0] != '#';
        proof->played += played;
        proof->seen +=
            played && i < transcript->lines.count && transcript->lines.line[i][0] != '\0';
    }
    lines_free(&log);
    return good;
}

bool transcript_check(const struct transcript *transcript, const struct fair_report *report,
                      struct span record, struct transcript_proof *proof, struct text *why)
{
    const struct fair *fair = &report->fair;
    *proof = (struct transcript_proof){0};
    if (!transcript->table[0])
        return check_seed(transcript->seed[0], fair, why);
    if (strcmp(transcript->table, fair->table) != 0)
        return text_fail(why, tr("this record belongs to table %s, and the transcript to table %s"),
                         fair->table, transcript->table);
    if (fair->version < 2)
        return text_fail(why,
                         tr("the transcript has a list of commitments, and the record has none"));
    for (int attempt = 1; attempt < fair->attempt; attempt++)
        proof->broken += transcript->opened >> attempt & 1;
    return check_exchange(transcript, fair, why) && check_lines(transcript, record, proof, why);
}
