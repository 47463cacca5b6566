/* Fair dice in records: the header lines, and the check of a finished game line by line. */
#include <sodium.h>
#include <string.h>

#include "base/lang.h"
#include "match/driver.h"
#include "match/fair.h"

#define WITHHELD "withheld"

void fair_write(const struct fair *fair, bool with_seed, struct lines *out)
{
    char buffer[160], hex[FAIR_HEX];
    unsigned char commit[FAIR_BYTES];
    struct text line = text_on(buffer, sizeof buffer);
    text_printf(&line, "fair-table %s", fair->table);
    lines_add(out, span_of(buffer));
    fair_commit(fair->seed, commit);
    fair_to_hex(commit, hex);
    text_clear(&line);
    text_printf(&line, "fair-commit %s", hex);
    lines_add(out, span_of(buffer));
    for (int seat = 0; seat < fair->players; seat++) {
        const bool revealed = fair->revealed >> seat & 1;
        if (!revealed && !(fair->committed >> seat & 1))
            continue;
        fair_to_hex(revealed ? fair->seat[seat] : fair->commit[seat], hex);
        text_clear(&line);
        text_printf(&line, "fair-seat %d %s%s", seat + 1, revealed ? "" : WITHHELD " ", hex);
        lines_add(out, span_of(buffer));
    }
    if (with_seed) {
        fair_to_hex(fair->seed, hex);
        text_clear(&line);
        text_printf(&line, "fair-seed %s", hex);
        lines_add(out, span_of(buffer));
    }
}

/* What the header claims about the dice. */
struct claim {
    struct fair fair;
    unsigned char commit[FAIR_BYTES];
    bool has_table, has_commit, has_seed;
    unsigned withheld;
};

static bool read_seat(struct claim *claim, struct span value, struct text *why)
{
    uint64_t seat;
    struct span rest = value;
    const struct span number = span_cut(&rest, ' ');
    if (!span_number(number, 1, (uint64_t)claim->fair.players, &seat))
        return text_fail(why, tr("'fair-seat' names no seat of this table"));
    const unsigned bit = 1u << (seat - 1);
    if ((claim->fair.revealed | claim->withheld) & bit)
        return text_fail(why, tr("'fair-seat %d' is there twice"), (int)seat);
    struct span hex = rest;
    unsigned char bytes[FAIR_BYTES];
    const bool withheld = span_is(span_cut(&hex, ' '), WITHHELD);
    if (!fair_from_hex(withheld ? hex : rest, bytes))
        return text_fail(why, tr("'fair-seat %d' is not followed by 64 hexadecimal digits"),
                         (int)seat);
    if (withheld) {
        claim->withheld |= bit;
    } else {
        claim->fair.revealed |= bit;
        memcpy(claim->fair.seat[seat - 1], bytes, FAIR_BYTES);
    }
    return true;
}

static bool read_bytes(const char *key, struct span value, bool *has, unsigned char out[FAIR_BYTES],
                       struct text *why)
{
    if (*has)
        return text_fail(why, tr("'%s' is there twice"), key);
    *has = true;
    return fair_from_hex(value, out) ||
           text_fail(why, tr("'%s' is not followed by 64 hexadecimal digits"), key);
}

static bool read_claim_line(struct claim *claim, struct span line, struct text *why)
{
    struct span value = line;
    const struct span key = span_cut(&value, ' ');
    if (span_is(key, "fair-commit"))
        return read_bytes("fair-commit", value, &claim->has_commit, claim->commit, why);
    if (span_is(key, "fair-seed"))
        return read_bytes("fair-seed", value, &claim->has_seed, claim->fair.seed, why);
    if (span_is(key, "fair-seat"))
        return read_seat(claim, value, why);
    if (!span_is(key, "fair-table"))
        return true;
    if (claim->has_table)
        return text_fail(why, tr("'%s' is there twice"), "fair-table");
    if (value.length == 0 || value.length >= FAIR_TABLE_MAX)
        return text_fail(why, tr("'fair-table' is not followed by a table's name"));
    memcpy(claim->fair.table, value.at, value.length);
    claim->has_table = true;
    return true;
}

static bool check_claim(const struct claim *claim, struct text *why)
{
    unsigned char commit[FAIR_BYTES];
    if (!claim->has_commit || !claim->has_table)
        return text_fail(why, tr("no fair dice here: the header has no 'fair-table' and "
                                 "'fair-commit'"));
    if (!claim->has_seed)
        return text_fail(why, tr("the server's seed is withheld: there is no 'fair-seed', which a "
                                 "finished game shows"));
    fair_commit(claim->fair.seed, commit);
    if (sodium_memcmp(commit, claim->commit, FAIR_BYTES) != 0)
        return text_fail(why, tr("'fair-seed' is forged: its SHA-256 is not 'fair-commit'"));
    return true;
}

/* Checks one line of the body against the seeds, and plays it. */
static bool check_line(struct claim *claim, struct fair_cache *cache, struct match *match,
                       struct span line, struct fair_report *report, struct text *why)
{
    if (driver_is_throw(match->game, &match->state)) {
        char expected[GAME_LINE_MAX];
        struct text out = text_on(expected, sizeof expected);
        fair_draw(&claim->fair, cache, match, &out);
        claim->fair.drawn++;
        if (!span_is(line, expected))
            return text_fail(why, tr("forged: draw %llu is '%s' by the seeds, and here '%.*s'"),
                             (unsigned long long)claim->fair.drawn, expected, span_shown(line),
                             span_start(line));
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

/* Reads the header's claims and checks them; `number` gets the count of its lines. `line` is the
 * line of an error. */
static bool read_claim(struct claim *claim, struct span header, size_t *number, size_t *line,
                       struct text *why)
{
    struct span rest = header;
    *number = 0;
    while (rest.length) {
        *line = ++*number;
        if (!read_claim_line(claim, span_cut(&rest, '\n'), why))
            return false;
    }
    *line = 0;
    return check_claim(claim, why);
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
    struct claim claim = {.fair.players = match->settings.players};
    struct fair_cache *cache = fair_cache_new();
    size_t number;
    bool good = read_claim(&claim, header, &number, line, why);
    struct span rest = {bytes.at + header.length, bytes.length - header.length};
    while (good && rest.length) {
        const struct span current = span_cut(&rest, '\n');
        *line = ++number;
        if (current.length == 0 || current.at[0] != '#')
            good = check_line(&claim, cache, match, current, report, why);
    }
    if (good && match_mover(match) != GAME_OVER)
        good = text_fail(why, tr("the game is not over: only a finished game can be checked"));
    report->revealed = claim.fair.revealed;
    report->withheld = claim.withheld;
    fair_cache_free(cache);
    match_free(match);
    return good;
}
