/* Fair dice in records: the header lines, and the check of a finished game line by line. */
#include <sodium.h>
#include <string.h>

#include "base/lang.h"
#include "match/driver.h"
#include "match/fair.h"

#define WITHHELD "withheld"

/* ---- writing ---- */

static void write_seat(const struct fair *fair, int seat, struct lines *out)
{
    char commit[FAIR_HEX], seed[FAIR_HEX];
    const bool revealed = fair->revealed >> seat & 1;
    fair_to_hex(fair->commit[seat], commit);
    if (revealed)
        fair_to_hex(fair->seat[seat], seed);
    if (fair->version >= 2)
        lines_printf(out, "fair-seat %d %s %s", seat + 1, commit, revealed ? seed : "-");
    else
        lines_printf(out, "fair-seat %d %s%s", seat + 1, revealed ? "" : WITHHELD " ",
                     revealed ? seed : commit);
}

void fair_write(const struct fair *fair, bool with_seed, struct lines *out)
{
    char hex[FAIR_HEX], failed[FAIR_FAILED_MAX];
    unsigned char commit[FAIR_BYTES];
    if (fair->version >= 2)
        lines_printf(out, "fair-version %d", fair->version);
    lines_printf(out, "fair-table %s", fair->table);
    fair_commit(fair->seed, commit);
    fair_to_hex(commit, hex);
    lines_printf(out, "fair-commit %s", hex);
    if (fair->from)
        lines_printf(out, "fair-from %u %s", (unsigned)fair->from, fair->source);
    for (int seat = 0; seat < fair->players; seat++) {
        if ((fair->committed | fair->revealed) >> seat & 1)
            write_seat(fair, seat, out);
    }
    for (int seat = -1; (seat = fair_next_failed(fair, seat)) >= 0;) {
        fair_write_failed(fair, seat, failed);
        lines_printf(out, "fair-failed %s", failed);
    }
    if (with_seed) {
        fair_to_hex(fair->seed, hex);
        lines_printf(out, "fair-seed %s", hex);
    }
}

/* ---- reading ---- */

/* The claims of the header about the dice. */
struct claim {
    struct fair fair;
    unsigned char commit[FAIR_BYTES];
    bool has_table, has_commit, has_seed, has_version;
    unsigned withheld;
};

/* Cuts a seat's number from the front of `rest`. */
static bool read_number(const struct claim *claim, const char *key, struct span *rest, int *seat,
                        struct text *why)
{
    uint64_t number;
    if (!span_number(span_cut(rest, ' '), 1, (uint64_t)claim->fair.players, &number))
        return text_fail(why, tr("'%s' does not name a seat of this table"), key);
    *seat = (int)number - 1;
    return true;
}

/* `COMMIT SEED` of version 2. */
static bool read_pair(struct claim *claim, int seat, struct span rest, struct text *why)
{
    unsigned char commit[FAIR_BYTES];
    const struct span first = span_cut(&rest, ' ');
    if (!fair_from_hex(first, claim->fair.commit[seat]) ||
        !fair_from_hex(rest, claim->fair.seat[seat]))
        return text_fail(why,
                         tr("'fair-seat %d' is not followed by a commitment and a seed, of 64 "
                            "hexadecimal digits each"),
                         seat + 1);
    fair_commit(claim->fair.seat[seat], commit);
    if (memcmp(commit, claim->fair.commit[seat], FAIR_BYTES) != 0)
        return text_fail(why,
                         tr("the seed of 'fair-seat %d' is forged: its SHA-256 is not the "
                            "commitment before it"),
                         seat + 1);
    claim->fair.committed |= (uint8_t)(1u << seat);
    claim->fair.revealed |= (uint8_t)(1u << seat);
    return true;
}

static bool read_seat(struct claim *claim, struct span rest, struct text *why)
{
    int seat;
    if (!read_number(claim, "fair-seat", &rest, &seat, why))
        return false;
    const unsigned bit = 1u << seat;
    if ((claim->fair.revealed | claim->withheld) & bit)
        return text_fail(why, tr("'fair-seat %d' appears twice"), seat + 1);
    if (claim->fair.version >= 2)
        return read_pair(claim, seat, rest, why);
    struct span hex = rest;
    unsigned char bytes[FAIR_BYTES];
    const bool withheld = span_is(span_cut(&hex, ' '), WITHHELD);
    if (!fair_from_hex(withheld ? hex : rest, bytes))
        return text_fail(why, tr("'fair-seat %d' is not followed by 64 hexadecimal digits"),
                         seat + 1);
    if (withheld) {
        claim->withheld |= bit;
    } else {
        claim->fair.revealed |= (uint8_t)bit;
        memcpy(claim->fair.seat[seat], bytes, FAIR_BYTES);
    }
    return true;
}

/* `ATTEMPT SEAT STEP COMMIT`, in the order of attempts, of which none is left out. */
static bool read_failed(struct claim *claim, struct span rest, struct text *why)
{
    uint64_t attempt;
    int seat;
    struct fair *fair = &claim->fair;
    if (fair->version < 2 ||
        !span_number(span_cut(&rest, ' '), fair->attempt > 1 ? fair->attempt - 1u : 1,
                     fair->attempt, &attempt))
        return text_fail(why, tr("'fair-failed' is not followed by the number of an attempt"));
    if (!read_number(claim, "fair-failed", &rest, &seat, why))
        return false;
    if (fair->failed >> seat & 1)
        return text_fail(why, tr("'fair-failed' names seat %d twice"), seat + 1);
    const struct span step = span_cut(&rest, ' ');
    if (!(span_is(step, "list") || span_is(step, "reveal")) ||
        !fair_from_hex(rest, fair->commit[seat]))
        return text_fail(why, tr("'fair-failed' needs 'list' or 'reveal', and a commitment"));
    fair->failed |= (uint8_t)(1u << seat);
    fair->opened |= (uint8_t)(span_is(step, "reveal") << seat);
    fair->failed_at[seat] = (uint8_t)attempt;
    fair->attempt = (uint8_t)(attempt + 1);
    return true;
}

static bool read_bytes(const char *key, struct span value, bool *has, unsigned char out[FAIR_BYTES],
                       struct text *why)
{
    if (*has)
        return text_fail(why, tr("'%s' appears twice"), key);
    *has = true;
    return fair_from_hex(value, out) ||
           text_fail(why, tr("'%s' is not followed by 64 hexadecimal digits"), key);
}

static bool read_table(struct claim *claim, struct span value, struct text *why)
{
    if (claim->has_table)
        return text_fail(why, tr("'%s' appears twice"), "fair-table");
    if (value.length == 0 || value.length >= FAIR_TABLE_MAX)
        return text_fail(why, tr("'fair-table' is not followed by a table's name"));
    memcpy(claim->fair.table, value.at, value.length);
    claim->has_table = true;
    return true;
}

/* `LINES TABLE`: the game continues from the first lines of that table's game. */
static bool read_from(struct claim *claim, struct span value, struct text *why)
{
    struct fair *fair = &claim->fair;
    uint64_t count;
    if (fair->from)
        return text_fail(why, tr("'%s' appears twice"), "fair-from");
    if (fair->version < 2 || !span_number(span_cut(&value, ' '), 1, UINT32_MAX, &count) ||
        value.length == 0 || value.length >= FAIR_TABLE_MAX)
        return text_fail(why, tr("'fair-from' is not followed by a number of lines and a table"));
    fair->from = (uint32_t)count;
    memcpy(fair->source, value.at, value.length);
    return true;
}

/* It must be the first of these lines, since it determines how the others are parsed. */
static bool read_version(struct claim *claim, struct span value, struct text *why)
{
    if (claim->has_version || claim->has_table || claim->fair.revealed || claim->withheld)
        return text_fail(why, tr("'fair-version' is not the first of the lines about the dice"));
    if (!span_is(value, "2"))
        return text_fail(why, tr("this program does not know this version of the fair dice"));
    claim->has_version = true;
    claim->fair.version = 2;
    return true;
}

static bool read_claim_line(struct claim *claim, struct span line, struct text *why)
{
    struct span value = line;
    const struct span key = span_cut(&value, ' ');
    if (span_is(line, FAIR_OWN_DICE))
        return text_fail(why, tr("this game used the players' own dice: nothing can be proved"));
    if (span_is(key, "fair-commit"))
        return read_bytes("fair-commit", value, &claim->has_commit, claim->commit, why);
    if (span_is(key, "fair-seed"))
        return read_bytes("fair-seed", value, &claim->has_seed, claim->fair.seed, why);
    if (span_is(key, "fair-seat"))
        return read_seat(claim, value, why);
    if (span_is(key, "fair-failed"))
        return read_failed(claim, value, why);
    if (span_is(key, "fair-from"))
        return read_from(claim, value, why);
    if (span_is(key, "fair-version"))
        return read_version(claim, value, why);
    if (span_is(key, "fair-table"))
        return read_table(claim, value, why);
    if (claim->fair.version >= 2 && key.length > 5 && memcmp(key.at, "fair-", 5) == 0)
        return text_fail(why, tr("the header has an unknown line '%.*s'"), span_shown(key),
                         span_start(key));
    return true;
}

static bool check_claim(struct claim *claim, const struct match *match, struct text *why)
{
    unsigned char commit[FAIR_BYTES];
    struct lines settings = {0};
    if (!claim->has_commit || !claim->has_table)
        return text_fail(why, tr("no fair dice here: the header has no 'fair-table' and "
                                 "'fair-commit'"));
    if (!claim->has_seed)
        return text_fail(why, tr("the server's seed is withheld: there is no 'fair-seed', which a "
                                 "finished game shows"));
    fair_commit(claim->fair.seed, commit);
    if (sodium_memcmp(commit, claim->commit, FAIR_BYTES) != 0)
        return text_fail(why, tr("'fair-seed' is forged: its SHA-256 is not 'fair-commit'"));
    if (claim->fair.failed & claim->fair.revealed)
        return text_fail(why, tr("a seat that failed in one attempt cannot take part in the next"));
    if (claim->fair.version < 2)
        return true;
    fair_settings(&claim->fair, match, &settings);
    fair_close(&claim->fair, commit, &settings);
    fair_make_key(&claim->fair);
    lines_free(&settings);
    return true;
}

/* ---- checking ---- */

/* Checks one line of the body against the seeds, and plays it. */
static bool check_line(struct claim *claim, struct fair_cache *cache, struct match *match,
                       struct span line, struct fair_report *report, struct text *why)
{
    if (!match_ending_of(line) && driver_is_throw(match->game, &match->state)) {
        struct text expected = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
        fair_draw(&claim->fair, cache, match, &expected);
        claim->fair.drawn++;
        if (!span_is(line, expected.start))
            return text_fail(why, tr("forged: draw %llu is '%s' by the seeds, and here '%.*s'"),
                             (unsigned long long)claim->fair.drawn, expected.start,
                             span_shown(line), span_start(line));
        report->draws++;
    } else if (line.length && line.at[0] == '*') {
        report->rulings++;
    }
    return match_do(match, line, why);
}

/* The bytes up to and including the line `---`. */
static struct span header_of(struct span bytes)
{
    struct span rest = bytes;
    while (rest.length) {
        if (span_is(span_cut(&rest, '\n'), "---"))
            return (struct span){bytes.at, rest.at ? (size_t)(rest.at - bytes.at) : bytes.length};
    }
    return bytes;
}

static bool is_comment(struct span line)
{
    return line.length && line.at[0] == '#';
}

/* Finds the lines of another table at the start of the body, which the list binds. */
static bool read_opening(struct claim *claim, struct span body, struct text *why)
{
    const struct span source = span_of(claim->fair.source);
    const uint32_t from = claim->fair.from;
    struct lines opening = {0};
    while (opening.count < from && body.length) {
        const struct span line = span_cut(&body, '\n');
        if (!is_comment(line))
            lines_add(&opening, line);
    }
    const bool good =
        opening.count == from ||
        text_fail(why, tr("the number of lines in 'fair-from' is %u, and the game has %zu"), from,
                  opening.count);
    if (good && from)
        fair_set_opening(&claim->fair, source, &opening);
    lines_free(&opening);
    return good;
}

/* Reads the header's claims and checks them; `number` gets the count of its lines. `line` is the
 * line of an error. */
static bool read_claim(struct claim *claim, const struct match *match, struct span header,
                       struct span body, size_t *number, size_t *line, struct text *why)
{
    struct span rest = header;
    *number = 0;
    while (rest.length) {
        *line = ++*number;
        if (!read_claim_line(claim, span_cut(&rest, '\n'), why))
            return false;
    }
    *line = 0;
    return read_opening(claim, body, why) && check_claim(claim, match, why);
}

/* The body is checked line by line while it is played, so that the first forged line is named and
 * not an illegal one that follows from it. */
bool fair_verify(struct span bytes, struct fair_report *report, size_t *line, struct text *why)
{
    const struct span header = header_of(bytes);
    struct match *match = match_read(header, line, why);
    *report = (struct fair_report){0};
    if (!match)
        return false;
    struct claim claim = {
        .fair = {.players = (uint8_t)match->settings.players, .version = 1, .attempt = 1}};
    struct fair_cache *cache = fair_cache_new();
    size_t number, played = 0;
    struct span rest = {bytes.at + header.length, bytes.length - header.length};
    bool good = read_claim(&claim, match, header, rest, &number, line, why);
    while (good && rest.length) {
        const struct span current = span_cut(&rest, '\n');
        *line = ++number;
        if (is_comment(current))
            continue;
        good = played++ < claim.fair.from ? match_do(match, current, why)
                                          : check_line(&claim, cache, match, current, report, why);
    }
    if (good && match_mover(match) != GAME_OVER)
        good = text_fail(why, tr("the game is not over: only a finished game can be checked"));
    struct match *whole = good ? match_read(bytes, line, why) : NULL; /* also its version */
    good = whole != NULL;
    match_free(whole);
    report->fair = claim.fair;
    report->withheld = claim.withheld;
    fair_cache_free(cache);
    match_free(match);
    return good;
}
