/* Fair dice, version 3: the notes of the ledger and the texts that are signed. Each note has one
 * spelling. */
#include <string.h>

#include "match/fair3.h"

const char *const fair3_seat_words[] = {
    [FAIR3_PERSON] = "person",     [FAIR3_PLAIN] = "plain", [FAIR3_BOT] = "bot",
    [FAIR3_STAND_IN] = "stand-in", [FAIR3_LEFT] = "left",   NULL};

static const char *const kinds[] = {
    [FAIR3_SEAT] = "seat", [FAIR3_CHAIN] = "chain", [FAIR3_ASK] = "ask", [FAIR3_STEP] = "step",
    [FAIR3_MISS] = "miss", [FAIR3_BY] = "by",       [FAIR3_YES] = "yes", [FAIR3_LATE] = "late",
    [FAIR3_HIDE] = "hide", [FAIR3_UNDO] = "undo",
};

/* ---- keys and signatures ---- */

void fair3_write_key(const struct fair3_key *key, struct text *out)
{
    char hex[FAIR_HEX];
    fair_to_hex(key->bytes, hex);
    text_add(out, key->has ? hex : "-");
}

bool fair3_read_key(struct span text, struct fair3_key *key)
{
    *key = (struct fair3_key){.has = !span_is(text, "-")};
    return !key->has || fair_from_hex(text, key->bytes);
}

void fair3_write_signed(const struct fair3_signed *sign, struct text *out)
{
    char hex[FAIR3_SIGNED_HEX];
    sodium_bin2hex(hex, sizeof hex, sign->bytes, sizeof sign->bytes);
    text_add(out, sign->has ? hex : "-");
}

bool fair3_read_signed(struct span text, struct fair3_signed *sign)
{
    *sign = (struct fair3_signed){.has = !span_is(text, "-")};
    if (!sign->has)
        return true;
    return text.length == FAIR3_SIGNED_HEX - 1 &&
           fair_from_hex((struct span){text.at, FAIR_HEX - 1}, sign->bytes) &&
           fair_from_hex((struct span){text.at + FAIR_HEX - 1, FAIR_HEX - 1},
                         sign->bytes + FAIR_BYTES);
}

/* ---- writing ---- */

static void add_number(struct text *out, uint64_t number)
{
    text_char(out, ' ');
    text_number(out, (long long)number);
}

static void add_bytes(struct text *out, const unsigned char bytes[FAIR_BYTES])
{
    char hex[FAIR_HEX];
    fair_to_hex(bytes, hex);
    text_char(out, ' ');
    text_add_bytes(out, hex, FAIR_HEX - 1);
}

static void add_seats(struct text *out, unsigned seats)
{
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++) {
        if (seats >> seat & 1)
            add_number(out, (uint64_t)seat + 1);
    }
    if (!seats)
        text_add(out, " -");
}

static void add_links(struct text *out, const struct fair3_note *note)
{
    char hex[FAIR_HEX];
    add_bytes(out, note->bytes);
    fair_to_hex(note->next, hex);
    text_printf(out, ":%s", hex);
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++) {
        if (!(note->seats >> seat & 1))
            continue;
        fair_to_hex(note->link[seat], hex);
        text_printf(out, " %d:%s:", seat + 1, hex);
        fair3_write_signed(&note->open[seat], out);
    }
    if (!note->seats) {
        fair_to_hex(note->fresh, hex);
        text_printf(out, " 0:%s:-", hex);
    }
}

void fair3_write_note(const struct fair3_note *note, struct text *out)
{
    text_printf(out, FAIR3_NOTE "%s", kinds[note->kind]);
    switch (note->kind) {
    case FAIR3_SEAT:
        text_printf(out, " %d %s", note->seat, fair3_seat_words[note->who]);
        break;
    case FAIR3_CHAIN:
        text_printf(out, " %d %u", note->seat, (unsigned)note->number);
        add_bytes(out, note->bytes);
        text_char(out, ' ');
        fair3_write_key(&note->key, out);
        break;
    case FAIR3_ASK:
    case FAIR3_MISS:
        add_number(out, note->number);
        add_seats(out, note->seats);
        break;
    case FAIR3_STEP:
        add_number(out, note->number);
        add_links(out, note);
        break;
    case FAIR3_BY:
    case FAIR3_YES:
        text_printf(out, " %d %u %u", note->seat, (unsigned)note->number, (unsigned)note->seen);
        add_bytes(out, note->bytes);
        text_char(out, ' ');
        fair3_write_signed(&note->sign, out);
        break;
    case FAIR3_LATE:
        add_number(out, (uint64_t)note->seat);
        add_number(out, note->ms);
        break;
    case FAIR3_HIDE:
        if (note->has_bytes)
            add_bytes(out, note->bytes);
        else
            text_add(out, " -");
        break;
    case FAIR3_UNDO:
        text_printf(out, " %u %s", (unsigned)note->number, note->own ? "own" : "all");
        break;
    case FAIR3_LINE:
        break;
    }
}

/* ---- reading ---- */

static bool read_number(struct span *rest, uint64_t min, uint64_t max, uint64_t *number)
{
    return span_number(span_cut(rest, ' '), min, max, number);
}

/* A number that fits the 32-bit member. */
static bool read_count(struct span *rest, uint64_t min, uint32_t *count)
{
    uint64_t number;
    if (!read_number(rest, min, INT32_MAX, &number))
        return false;
    *count = (uint32_t)number;
    return true;
}

static bool read_seat(struct span *rest, int min, int *seat)
{
    uint64_t number;
    if (!read_number(rest, (uint64_t)min, GAME_SEATS_MAX, &number))
        return false;
    *seat = (int)number;
    return true;
}

static bool read_who(struct span word, enum fair3_seat *who)
{
    for (int i = FAIR3_PERSON; fair3_seat_words[i]; i++) {
        *who = (enum fair3_seat)i;
        if (span_is(word, fair3_seat_words[i]))
            return true;
    }
    return false;
}

/* The seats in ascending order; `-`: none. */
static bool read_seats(struct span rest, unsigned *seats)
{
    *seats = 0;
    if (span_is(rest, "-"))
        return true;
    for (int last = 0, seat; rest.at; last = seat) {
        if (!read_seat(&rest, last + 1, &seat))
            return false;
        *seats |= 1u << (seat - 1);
    }
    return *seats != 0;
}

/* `LINK:NEXT S:LINK:SIG …`, or `LINK:NEXT 0:R:-`. */
static bool read_links(struct span rest, struct fair3_note *note)
{
    struct span own = span_cut(&rest, ' ');
    if (!fair_from_hex(span_cut(&own, ':'), note->bytes) || !fair_from_hex(own, note->next) ||
        !rest.at)
        return false;
    for (int last = -1; rest.at;) {
        struct span part = span_cut(&rest, ' ');
        const struct span number = span_cut(&part, ':'), link = span_cut(&part, ':');
        uint64_t seat;
        if (!span_number(number, 0, GAME_SEATS_MAX, &seat) || (int)seat <= last || last == 0)
            return false;
        last = (int)seat;
        if (seat == 0) {
            if (!fair_from_hex(link, note->fresh) || !span_is(part, "-"))
                return false;
            continue;
        }
        if (!fair_from_hex(link, note->link[seat - 1]) ||
            !fair3_read_signed(part, &note->open[seat - 1]))
            return false;
        note->seats |= 1u << (seat - 1);
    }
    return true;
}

static bool read_word(struct span rest, struct fair3_note *note)
{
    return read_seat(&rest, 1, &note->seat) && read_count(&rest, 1, &note->number) &&
           read_count(&rest, 0, &note->seen) && fair_from_hex(span_cut(&rest, ' '), note->bytes) &&
           fair3_read_signed(rest, &note->sign);
}

static bool read_undo(struct span rest, struct fair3_note *note)
{
    if (!read_count(&rest, 1, &note->number))
        return false;
    note->own = span_is(rest, "own");
    return note->own || span_is(rest, "all");
}

/* What follows the kind; nothing may be left. */
static bool read_rest(struct span rest, struct fair3_note *note)
{
    switch (note->kind) {
    case FAIR3_SEAT:
        return read_seat(&rest, 1, &note->seat) && read_who(rest, &note->who);
    case FAIR3_CHAIN:
        return read_seat(&rest, 1, &note->seat) && read_count(&rest, 0, &note->number) &&
               fair_from_hex(span_cut(&rest, ' '), note->bytes) && fair3_read_key(rest, &note->key);
    case FAIR3_ASK:
        return read_count(&rest, 1, &note->number) && read_seats(rest, &note->seats);
    case FAIR3_MISS:
        return read_count(&rest, 1, &note->number) && read_seats(rest, &note->seats) && note->seats;
    case FAIR3_STEP:
        return read_count(&rest, 1, &note->number) && read_links(rest, note);
    case FAIR3_BY:
    case FAIR3_YES:
        return read_word(rest, note);
    case FAIR3_LATE:
        return read_seat(&rest, 0, &note->seat) &&
               span_number(rest, 0, (uint64_t)INT64_MAX, &note->ms);
    case FAIR3_HIDE:
        note->has_bytes = !span_is(rest, "-");
        return !note->has_bytes || fair_from_hex(rest, note->bytes);
    case FAIR3_UNDO:
        return read_undo(rest, note);
    case FAIR3_LINE:
        break;
    }
    return false;
}

bool fair3_read_note(struct span entry, struct fair3_note *note)
{
    struct span rest = entry;
    *note = (struct fair3_note){.kind = FAIR3_LINE};
    if (entry.length == 0 || entry.at[0] != '#')
        return entry.length > 0 && entry.length < GAME_LINE_MAX;
    if (entry.length >= FAIR3_NOTE_MAX || !span_is(span_cut(&rest, ' '), "#3"))
        return false;
    const struct span word = span_cut(&rest, ' ');
    for (int kind = FAIR3_SEAT; kind <= FAIR3_UNDO; kind++) {
        if (span_is(word, kinds[kind])) {
            note->kind = (enum fair3_kind)kind;
            return rest.at && read_rest(rest, note);
        }
    }
    return false;
}

/* ---- words ---- */

void fair3_act(const unsigned char salt[FAIR_BYTES], struct span act,
               unsigned char digest[FAIR_BYTES])
{
    struct fair3_hash hash;
    fair3_hash_begin(&hash, "cornet fair 3 act");
    if (salt)
        fair3_hash_bytes(&hash, salt);
    else
        fair3_hash_add(&hash, span_of("-"));
    fair3_hash_add(&hash, act);
    fair3_hash_end(&hash, digest);
}

static void add_line(struct text *out, const unsigned char bytes[FAIR_BYTES])
{
    char hex[FAIR_HEX];
    fair_to_hex(bytes, hex);
    text_add_bytes(out, hex, FAIR_HEX - 1);
    text_char(out, '\n');
}

void fair3_text_open(const char *table, int seat, uint32_t n, const unsigned char asked[FAIR_BYTES],
                     const unsigned char link[FAIR_BYTES], struct text *out)
{
    text_printf(out, "cornet fair 3 open\n%s\n%d\n%u\n", table, seat, (unsigned)n);
    add_line(out, asked);
    add_line(out, link);
}

void fair3_text_got(const char *table, int seat, uint32_t n, const unsigned char link[FAIR_BYTES],
                    struct text *out)
{
    text_printf(out, "cornet fair 3 got\n%s\n%d\n%u\n", table, seat, (unsigned)n);
    add_line(out, link);
}

void fair3_text_word(const char *table, const struct fair3_note *word,
                     const unsigned char seen[FAIR_BYTES], struct text *out)
{
    text_printf(out, "cornet fair 3 %s\n%s\n%d\n%u\n%u\n", kinds[word->kind], table, word->seat,
                (unsigned)word->number, (unsigned)word->seen);
    add_line(out, seen);
    add_line(out, word->bytes);
}

void fair3_text_seal(const char *table, uint32_t count, const unsigned char hash[FAIR_BYTES],
                     struct text *out)
{
    text_printf(out, "cornet fair 3 seal\n%s\n%u\n", table, (unsigned)count);
    add_line(out, hash);
}
