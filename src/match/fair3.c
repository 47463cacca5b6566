/* Fair dice, version 3: hashes, chains, the head, the ledger's hash and the draws. */
#include "match/fair3.h"

#include <string.h>

#include "base/lang.h"
#include "base/memory.h"
#include "base/simd.h"

/* ---- hashes ---- */

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "SHA-256 swaps bytes");

/* SHA-256 of whole blocks by the processor's instructions, which it has. */
static void hash_blocks(uint32_t state[8], const unsigned char *blocks, size_t count)
{
    static const uint32_t round[64] = {
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
        0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
        0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
        0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
        0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
        0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
        0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
        0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
        0xc67178f2};
    simd_sha256(state, blocks, count, round);
}

/* crypto_hash_sha256_update, if the processor has instructions for it: several times as fast. The
 * members of the state are as libsodium's, so that both can work on one. */
static void hash_update(crypto_hash_sha256_state *state, const void *bytes, size_t length)
{
    const unsigned char *at = bytes;
    size_t had = state->count / 8 % sizeof state->buf;
    if (!simd_has_sha256()) {
        crypto_hash_sha256_update(state, at, length);
        return;
    }
    state->count += 8 * (uint64_t)length;
    if (had + length >= sizeof state->buf) {
        const size_t first = sizeof state->buf - had, whole = (length - first) / 64;
        memcpy(state->buf + had, at, first);
        hash_blocks(state->state, state->buf, 1);
        hash_blocks(state->state, at + first, whole);
        at += first + 64 * whole;
        length -= first + 64 * whole;
        had = 0;
    }
    memcpy(state->buf + had, at, length);
}

static void hash_final(crypto_hash_sha256_state *state, unsigned char out[FAIR_BYTES])
{
    static const unsigned char padding[64] = {0x80};
    const uint64_t bits = __builtin_bswap64(state->count);
    if (!simd_has_sha256()) {
        crypto_hash_sha256_final(state, out);
        return;
    }
    const size_t had = state->count / 8 % 64;
    hash_update(state, padding, (had < 56 ? 56 : 120) - had);
    hash_update(state, &bits, sizeof bits);
    for (int i = 0; i < 8; i++)
        state->state[i] = __builtin_bswap32(state->state[i]);
    memcpy(out, state->state, FAIR_BYTES);
    sodium_memzero(state, sizeof *state);
}

/* crypto_auth_hmacsha256_init, … for keys of 32 bytes. */
static void hmac_init(crypto_auth_hmacsha256_state *state, const unsigned char key[FAIR_BYTES])
{
    unsigned char inner[64], outer[64];
    memset(inner, 0x36, sizeof inner);
    memset(outer, 0x5c, sizeof outer);
    for (int i = 0; i < FAIR_BYTES; i++) {
        inner[i] ^= key[i];
        outer[i] ^= key[i];
    }
    crypto_hash_sha256_init(&state->ictx);
    hash_update(&state->ictx, inner, sizeof inner);
    crypto_hash_sha256_init(&state->octx);
    hash_update(&state->octx, outer, sizeof outer);
    sodium_memzero(inner, sizeof inner);
    sodium_memzero(outer, sizeof outer);
}

static void hmac_end(crypto_auth_hmacsha256_state *state, const struct text *text,
                     unsigned char out[FAIR_BYTES])
{
    unsigned char digest[FAIR_BYTES];
    hash_update(&state->ictx, text->start, text->length);
    hash_final(&state->ictx, digest);
    hash_update(&state->octx, digest, sizeof digest);
    hash_final(&state->octx, out);
    sodium_memzero(digest, sizeof digest);
}

void fair3_hmac(const unsigned char key[FAIR_BYTES], const struct text *text,
                unsigned char out[FAIR_BYTES])
{
    crypto_auth_hmacsha256_state state;
    hmac_init(&state, key);
    hmac_end(&state, text, out);
}

void fair3_hash_begin(struct fair3_hash *hash, const char *first)
{
    crypto_hash_sha256_init(&hash->state);
    fair3_hash_add(hash, span_of(first));
}

void fair3_hash_add(struct fair3_hash *hash, struct span part)
{
    hash_update(&hash->state, span_start(part), part.length);
    hash_update(&hash->state, "\n", 1);
}

static void hash_number(struct fair3_hash *hash, uint64_t part)
{
    struct text text = text_on((char[32]){0}, 32);
    text_number(&text, (long long)part);
    fair3_hash_add(hash, span_of(text.start));
}

void fair3_hash_bytes(struct fair3_hash *hash, const unsigned char part[FAIR_BYTES])
{
    char hex[FAIR_HEX];
    fair_to_hex(part, hex);
    fair3_hash_add(hash, (struct span){hex, FAIR_HEX - 1});
}

void fair3_hash_end(struct fair3_hash *hash, unsigned char out[FAIR_BYTES])
{
    hash_final(&hash->state, out);
}

void fair3_promise(const char *table, const unsigned char hidden[FAIR_BYTES],
                   unsigned char out[FAIR_BYTES])
{
    struct fair3_hash hash;
    fair3_hash_begin(&hash, "cornet fair 3 hidden");
    fair3_hash_add(&hash, span_of(table));
    fair3_hash_bytes(&hash, hidden);
    fair3_hash_end(&hash, out);
}

/* ---- the server's links ---- */

void fair3_server_promise(const char *table, const unsigned char link[FAIR_BYTES],
                          unsigned char out[FAIR_BYTES])
{
    struct fair3_hash hash;
    fair3_hash_begin(&hash, "cornet fair 3 server");
    fair3_hash_add(&hash, span_of(table));
    fair3_hash_bytes(&hash, link);
    fair3_hash_end(&hash, out);
}

/* ---- chains ---- */

/* One text for all links, of which only the end changes: hashing it in one piece is faster. */
void fair3_link_down(const char *table, int seat, uint32_t from, uint32_t to,
                     unsigned char link[FAIR_BYTES])
{
    char message[FAIR_TABLE_MAX + FAIR_HEX + 64], hex[FAIR_HEX];
    struct text text = text_on(message, sizeof message);
    crypto_hash_sha256_state state;
    text_printf(&text, "cornet fair 3 link\n%s\n%d\n", table, seat);
    const size_t prefix = text.length;
    for (uint32_t i = from; i > to; i--) {
        text.length = prefix;
        text_number(&text, i);
        text_char(&text, '\n');
        fair_to_hex(link, hex);
        text_add_bytes(&text, hex, FAIR_HEX - 1);
        text_char(&text, '\n');
        crypto_hash_sha256_init(&state);
        hash_update(&state, message, text.length);
        hash_final(&state, link);
    }
    sodium_memzero(message, sizeof message);
    sodium_memzero(hex, sizeof hex);
}

/* Row 0 has parts of 1,024 links, row 1 of 32, row 2 of one. */
static uint32_t part_of(int row)
{
    static const uint32_t parts[3] = {FAIR3_ROW * FAIR3_ROW, FAIR3_ROW, 1};
    return parts[row];
}

/* The last link of a part of the row. */
static uint32_t part_end(const struct fair3_chain *chain, int row, int part)
{
    const uint32_t end = chain->at[row] + (uint32_t)(part + 1) * part_of(row);
    return end < chain->links ? end : chain->links;
}

/* Fills the row whose first part begins after `at` from its last link, `link` = x_from. */
static void fill_row(struct fair3_chain *chain, int row, uint32_t at, uint32_t from,
                     unsigned char link[FAIR_BYTES])
{
    chain->at[row] = at;
    for (int part = FAIR3_ROW - 1; part >= 0; part--) {
        const uint32_t end = part_end(chain, row, part);
        if (end < from) {
            fair3_link_down(chain->table, chain->seat, from, end, link);
            from = end;
        }
        memcpy(chain->row[row][part], link, FAIR_BYTES);
    }
}

void fair3_chain_make(struct fair3_chain *chain, const char *table, int seat, uint32_t links,
                      const unsigned char secret[FAIR_BYTES])
{
    unsigned char link[FAIR_BYTES];
    *chain = (struct fair3_chain){.seat = seat, .links = links};
    memcpy(chain->table, table, strlen(table) + 1);
    memcpy(link, secret, FAIR_BYTES);
    fill_row(chain, 0, 0, links, link);
    uint32_t lowest = part_end(chain, 0, 0);
    fill_row(chain, 1, 0, lowest, link);
    lowest = part_end(chain, 1, 0);
    fill_row(chain, 2, 0, lowest, link);
    fair3_link_down(table, seat, part_end(chain, 2, 0), 0, link);
    memcpy(chain->start, link, FAIR_BYTES);
    sodium_memzero(link, sizeof link);
}

/* Makes the row contain link n. */
static void move_row(struct fair3_chain *chain, int row, uint32_t n)
{
    const uint32_t width = part_of(row) * FAIR3_ROW, above = part_of(row - 1);
    unsigned char link[FAIR_BYTES];
    if (n > chain->at[row] && n <= chain->at[row] + width)
        return;
    const uint32_t part = (n - 1 - chain->at[row - 1]) / above;
    memcpy(link, chain->row[row - 1][part], FAIR_BYTES);
    fill_row(chain, row, chain->at[row - 1] + part * above, part_end(chain, row - 1, (int)part),
             link);
    sodium_memzero(link, sizeof link);
}

void fair3_chain_link(struct fair3_chain *chain, uint32_t n, unsigned char link[FAIR_BYTES])
{
    if (n == 0) {
        memcpy(link, chain->start, FAIR_BYTES);
        return;
    }
    move_row(chain, 1, n);
    move_row(chain, 2, n);
    memcpy(link, chain->row[2][n - 1 - chain->at[2]], FAIR_BYTES);
}

bool fair3_known_advance(struct fair3_known *known, const char *table, int seat, uint32_t n,
                         const unsigned char link[FAIR_BYTES])
{
    unsigned char low[FAIR_BYTES];
    if (n <= known->n || n > FAIR3_LINKS)
        return false;
    memcpy(low, link, FAIR_BYTES);
    fair3_link_down(table, seat, n, known->n, low);
    if (memcmp(low, known->link, FAIR_BYTES) != 0)
        return false;
    known->n = n;
    memcpy(known->link, link, FAIR_BYTES);
    return true;
}

/* ---- the head ---- */

void fair3_head_continue(struct fair3_head *head, struct span source, const struct lines *opening)
{
    struct fair fair = {0};
    fair_set_opening(&fair, source, opening);
    head->from = fair.from;
    memcpy(head->source, fair.source, sizeof head->source);
    memcpy(head->opening, fair.opening, sizeof head->opening);
}

void fair3_write_clock(const struct fair3_clock *clock, struct text *out)
{
    if (clock->kind == FAIR3_CLOCK_MOVE)
        text_printf(out, "move %u", (unsigned)clock->seconds);
    else if (clock->kind == FAIR3_CLOCK_BANK)
        text_printf(out, "bank %u %u", (unsigned)clock->seconds, (unsigned)clock->add);
    else
        text_char(out, '-');
}

bool fair3_read_clock(struct span text, struct fair3_clock *clock)
{
    uint64_t seconds = 0, add = 0;
    const struct span kind = span_cut(&text, ' ');
    *clock = (struct fair3_clock){0};
    if (span_is(kind, "-"))
        return !text.at;
    if (span_is(kind, "move")) {
        clock->kind = FAIR3_CLOCK_MOVE;
        if (!span_number(text, 1, UINT32_MAX, &seconds))
            return false;
    } else if (span_is(kind, "bank")) {
        clock->kind = FAIR3_CLOCK_BANK;
        if (!span_number(span_cut(&text, ' '), 1, UINT32_MAX, &seconds) ||
            !span_number(text, 0, UINT32_MAX, &add))
            return false;
    } else {
        return false;
    }
    clock->seconds = (uint32_t)seconds;
    clock->add = (uint32_t)add;
    return true;
}

void fair3_write_head(const struct fair3_head *head, const struct match *match, struct lines *out)
{
    struct fair fair = {.from = head->from};
    struct lines settings = {0};
    char line[FAIR3_TEXT_MAX], hex[2][FAIR_HEX];
    struct text text = text_on(line, sizeof line);
    memcpy(fair.source, head->source, sizeof fair.source);
    memcpy(fair.opening, head->opening, sizeof fair.opening);
    fair_settings(&fair, match, &settings);
    lines_sort(&settings);
    lines_printf(out, "cornet fair 3 head");
    lines_printf(out, "table %s", head->table);
    for (size_t i = 0; i < settings.count; i++)
        lines_add(out, span_of(settings.line[i]));
    lines_free(&settings);
    text_add(&text, "clock ");
    fair3_write_clock(&head->clock, &text);
    lines_add(out, span_of(line));
    text_clear(&text);
    fair_to_hex(head->server, hex[0]);
    fair_to_hex(head->hidden, hex[1]);
    text_printf(&text, "server %s %s ", hex[0], hex[1]);
    fair3_write_key(&head->key, &text);
    lines_add(out, span_of(line));
}

void fair3_head_hash(const struct lines *head, unsigned char hash[FAIR_BYTES])
{
    struct fair3_hash state;
    fair3_hash_begin(&state, head->line[0]);
    for (size_t i = 1; i < head->count; i++)
        fair3_hash_add(&state, span_of(head->line[i]));
    fair3_hash_end(&state, hash);
}

/* A line of the head other than the settings. */
static bool read_head_line(struct fair3_head *head, struct span key, struct span value)
{
    uint64_t from;
    if (span_is(key, "table") && value.length > 0 && value.length < FAIR_TABLE_MAX) {
        memcpy(head->table, value.at, value.length);
        return true;
    }
    if (span_is(key, "clock"))
        return fair3_read_clock(value, &head->clock);
    if (span_is(key, "server"))
        return fair_from_hex(span_cut(&value, ' '), head->server) &&
               fair_from_hex(span_cut(&value, ' '), head->hidden) &&
               fair3_read_key(value, &head->key);
    if (!span_is(key, "from") || !span_number(span_cut(&value, ' '), 1, UINT32_MAX, &from))
        return false;
    const struct span source = span_cut(&value, ' ');
    if (source.length == 0 || source.length >= FAIR_TABLE_MAX)
        return false;
    head->from = (uint32_t)from;
    memcpy(head->source, source.at, source.length);
    return fair_from_hex(value, head->opening);
}

/* Whether the head, written again, has the same lines. */
static bool is_written_so(const struct fair3_head *head, const struct match *match,
                          const struct lines *lines)
{
    struct lines again = {0};
    fair3_write_head(head, match, &again);
    bool same = again.count == lines->count;
    for (size_t i = 0; same && i < again.count; i++)
        same = strcmp(again.line[i], lines->line[i]) == 0;
    lines_free(&again);
    return same;
}

struct match *fair3_read_head(const struct lines *lines, struct fair3_head *head, struct text *why)
{
    struct lines record = {0};
    bool good = true;
    *head = (struct fair3_head){0};
    lines_add(&record, span_of("cornet 1")); /* the reader of records checks the settings */
    for (size_t i = 1; good && i < lines->count; i++) {
        struct span value = span_of(lines->line[i]);
        const struct span key = span_cut(&value, ' ');
        if (span_is(key, "game") || span_is(key, "option") || span_is(key, "players"))
            lines_add(&record, span_of(lines->line[i]));
        else
            good = read_head_line(head, key, value);
    }
    lines_add(&record, span_of("---"));
    char *bytes = lines_join(&record);
    size_t line;
    struct match *match = good ? match_read(span_of(bytes), &line, why) : NULL;
    memory_free(bytes);
    if (match && is_written_so(head, match, lines))
        return match;
    if (match || !good)
        text_fail(why, tr("the head of the table's ledger is malformed"));
    match_free(match);
    return NULL;
}

/* ---- the ledger ---- */

void fair3_hidden_line(struct span line, struct text *out)
{
    const struct span actor = span_cut(&line, ' '), word = span_cut(&line, ' ');
    text_add_bytes(out, span_start(actor), actor.length);
    text_char(out, ' ');
    text_add_bytes(out, span_start(word), word.length);
    text_add(out, " ?");
}

void fair3_ledger_begin(struct fair3_ledger *ledger, const unsigned char head[FAIR_BYTES])
{
    *ledger = (struct fair3_ledger){0};
    memcpy(ledger->hash, head, FAIR_BYTES);
}

void fair3_ledger_add(struct fair3_ledger *ledger, struct span entry)
{
    static const char hide[] = FAIR3_NOTE "hide ";
    struct text text = text_on((char[FAIR3_NOTE_MAX]){0}, FAIR3_NOTE_MAX);
    struct fair3_hash hash;
    if (ledger->hidden) {
        fair3_hidden_line(entry, &text);
        entry = (struct span){text.start, text.length};
    }
    fair3_hash_begin(&hash, "cornet fair 3 entry");
    fair3_hash_bytes(&hash, ledger->hash);
    fair3_hash_add(&hash, entry);
    fair3_hash_end(&hash, ledger->hash);
    ledger->hidden =
        entry.length >= sizeof hide - 1 && memcmp(entry.at, hide, sizeof hide - 1) == 0;
    ledger->count++;
}

/* ---- draws ---- */

void fair3_step_key(const char *table, const struct fair3_note *step,
                    const unsigned char asked[FAIR_BYTES], unsigned char key[FAIR_BYTES])
{
    struct fair3_hash hash;
    struct text part = text_on((char[FAIR_HEX + 4]){0}, FAIR_HEX + 4);
    char hex[FAIR_HEX];
    fair3_hash_begin(&hash, "cornet fair 3 key");
    fair3_hash_add(&hash, span_of(table));
    hash_number(&hash, step->number);
    fair3_hash_bytes(&hash, asked);
    for (int who = 0; who <= GAME_SEATS_MAX + 1; who++) {
        const bool fresh = who > GAME_SEATS_MAX; /* R comes last */
        if (fresh ? step->seats != 0 : who > 0 && !(step->seats >> (who - 1) & 1))
            continue;
        fair_to_hex(fresh ? step->fresh : who ? step->link[who - 1] : step->bytes, hex);
        text_clear(&part);
        text_printf(&part, "%d %s", fresh ? 0 : who, hex);
        fair3_hash_add(&hash, span_of(part.start));
    }
    fair3_hash_end(&hash, key);
}

void fair3_hidden_key(const unsigned char key[FAIR_BYTES], const unsigned char hidden[FAIR_BYTES],
                      unsigned char out[FAIR_BYTES])
{
    struct text text = text_on((char[FAIR_HEX + 32]){0}, FAIR_HEX + 32);
    char hex[FAIR_HEX];
    fair_to_hex(key, hex);
    text_printf(&text, "cornet fair 3 hidden draw\n%s\n", hex);
    fair3_hmac(hidden, &text, out);
}

void fair3_run_begin(struct fair3_run *run, const unsigned char key[FAIR_BYTES],
                     const unsigned char hidden[FAIR_BYTES])
{
    unsigned char derived[FAIR_BYTES];
    *run = (struct fair3_run){.has_hidden = hidden != NULL};
    hmac_init(&run->open, key);
    if (!hidden)
        return;
    fair3_hidden_key(key, hidden, derived);
    hmac_init(&run->hidden, derived);
    sodium_memzero(derived, sizeof derived);
}

/* A fair_digest: the source is the keyed HMAC. */
static void digest_of(const void *source, uint64_t number, unsigned block,
                      unsigned char digest[FAIR_BYTES])
{
    crypto_auth_hmacsha256_state state = *(const crypto_auth_hmacsha256_state *)source;
    struct text text = text_on((char[48]){0}, 48);
    text_number(&text, (long long)number);
    text_char(&text, ' ');
    text_number(&text, block);
    text_char(&text, '\n');
    hmac_end(&state, &text, digest);
}

uint64_t fair3_number(const struct fair3_run *run, bool hidden, uint64_t denominator)
{
    return fair_number_from(digest_of, hidden ? &run->hidden : &run->open, run->drawn, denominator);
}

void fair3_draw(const struct fair3_run *run, bool hidden, struct fair_cache *cache,
                const struct match *match, struct text *line)
{
    fair_draw_from(digest_of, hidden ? &run->hidden : &run->open, run->drawn, true, cache, match,
                   line);
}

/* Whether spectators see another line than the complete one. */
static bool hides_action(const struct match *match, game_action action,
                         const struct game_history *history)
{
    struct text all = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    struct text seen = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    match->game->write(&match->state, action, history, GAME_OPEN, &all);
    match->game->write(&match->state, action, history, GAME_SPECTATOR, &seen);
    return strcmp(all.start, seen.start) != 0;
}

bool fair3_is_hidden(const struct match *match, struct span line)
{
    struct game_history history = match->history; /* reading changes only `said` */
    struct text_unread unread;
    game_action action;
    return match->game->flags & GAME_HIDDEN && !match->ended && !match_ending_of(line) &&
           game_read_line(match->game, &match->state, line, &action, &history,
                          text_unread(&unread)) &&
           hides_action(match, action, &history);
}

/* A game hides all outcomes of a chance state or none, so that any of them answers. */
bool fair3_hides_draw(const struct match *match)
{
    struct rng rng;
    rng_seed(&rng, 1);
    return match->game->flags & GAME_HIDDEN &&
           hides_action(match, match->game->sample(&match->state, &rng), NULL);
}
