#include "match/fair.h"

#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/lang.h"
#include "base/memory.h"
#include "match/outcomes.h"

#define CACHE_ENTRIES 64        /* sorted lists of outcomes that are kept */
#define CACHE_BYTES (64u << 20) /* of all of them together */

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "fair_to_hex copies numbers");

/* Eight digits at once, each in a byte of a number: several times as fast as libsodium's, and
 * without branches and tables too. */
void fair_to_hex(const unsigned char bytes[FAIR_BYTES], char hex[FAIR_HEX])
{
    for (int i = 0; i < FAIR_BYTES; i += 4) {
        uint64_t digits = (uint64_t)bytes[i] | (uint64_t)bytes[i + 1] << 16 |
                          (uint64_t)bytes[i + 2] << 32 | (uint64_t)bytes[i + 3] << 48;
        digits = (digits >> 4 & 0x000f000f000f000f) | (digits << 8 & 0x0f000f000f000f00);
        const uint64_t letters = (digits + 0x0606060606060606) >> 4 & 0x0101010101010101;
        digits += 0x3030303030303030 + letters * ('a' - '9' - 1);
        memcpy(hex + 2 * i, &digits, sizeof digits); /* the first digit is in the lowest byte */
    }
    hex[FAIR_HEX - 1] = '\0';
}

bool fair_from_hex(struct span hex, unsigned char bytes[FAIR_BYTES])
{
    char again[FAIR_HEX];
    if (hex.length != FAIR_HEX - 1)
        return false;
    for (size_t i = 0; i < FAIR_BYTES; i++) {
        const unsigned high = (unsigned char)hex.at[2 * i], low = (unsigned char)hex.at[2 * i + 1];
        bytes[i] =
            (unsigned char)(((high & 15) + 9 * (high >> 6)) << 4 | ((low & 15) + 9 * (low >> 6)));
    }
    fair_to_hex(bytes, again); /* one spelling for each seed; nothing else is hexadecimal */
    const bool good = memcmp(again, hex.at, FAIR_HEX - 1) == 0;
    sodium_memzero(again, sizeof again);
    return good;
}

void fair_commit(const unsigned char seed[FAIR_BYTES], unsigned char commit[FAIR_BYTES])
{
    crypto_hash_sha256(commit, seed, FAIR_BYTES);
}

/* ---- lines of another table ---- */

static void add_line(crypto_hash_sha256_state *hash, const char *line)
{
    crypto_hash_sha256_update(hash, (const unsigned char *)line, strlen(line));
    crypto_hash_sha256_update(hash, (const unsigned char *)"\n", 1);
}

void fair_set_opening(struct fair *fair, struct span source, const struct lines *opening)
{
    crypto_hash_sha256_state hash;
    crypto_hash_sha256_init(&hash);
    for (size_t i = 0; i < opening->count; i++)
        add_line(&hash, opening->line[i]);
    crypto_hash_sha256_final(&hash, fair->opening);
    fair->from = (uint32_t)opening->count;
    memmove(fair->source, span_start(source), source.length);
    fair->source[source.length] = '\0';
}

void fair_settings(const struct fair *fair, const struct match *match, struct lines *out)
{
    char hex[FAIR_HEX];
    match_settings(match, out);
    if (!fair->from)
        return;
    fair_to_hex(fair->opening, hex);
    lines_printf(out, "from %u %s %s", (unsigned)fair->from, fair->source, hex);
}

/* ---- the list of commitments ---- */

__attribute__((format(printf, 2, 3))) static void add_words(crypto_hash_sha256_state *hash,
                                                            const char *format, ...)
{
    char line[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    add_line(hash, line);
}

void fair_close(struct fair *fair, const unsigned char commit[FAIR_BYTES], struct lines *settings)
{
    crypto_hash_sha256_state hash;
    char hex[FAIR_HEX], line[FAIR_FAILED_MAX];
    fair->version = 2;
    lines_sort(settings); /* so that the order of a game's options does not matter */
    crypto_hash_sha256_init(&hash);
    add_line(&hash, "cornet fair 2 list");
    add_words(&hash, "table %s", fair->table);
    for (size_t i = 0; i < settings->count; i++)
        add_line(&hash, settings->line[i]);
    add_words(&hash, "attempt %d", fair->attempt);
    fair_to_hex(commit, hex);
    add_words(&hash, "server %s", hex);
    for (int seat = 0; seat < fair->players; seat++) {
        const bool committed = fair->committed >> seat & 1;
        if (committed)
            fair_to_hex(fair->commit[seat], hex);
        add_words(&hash, "seat %d %s", seat + 1, committed ? hex : "-");
    }
    for (int seat = -1; (seat = fair_next_failed(fair, seat)) >= 0;) {
        fair_write_failed(fair, seat, line);
        add_words(&hash, "failed %s", line);
    }
    crypto_hash_sha256_final(&hash, fair->list);
}

int fair_next_failed(const struct fair *fair, int seat)
{
    int attempt = seat < 0 ? 1 : fair->failed_at[seat];
    for (int next = seat + 1; attempt < fair->attempt; attempt++, next = 0) {
        for (; next < fair->players; next++) {
            if (fair->failed >> next & 1 && fair->failed_at[next] == attempt)
                return next;
        }
    }
    return -1;
}

void fair_write_failed(const struct fair *fair, int seat, char line[FAIR_FAILED_MAX])
{
    char hex[FAIR_HEX];
    fair_to_hex(fair->commit[seat], hex);
    snprintf(line, FAIR_FAILED_MAX, "%d %d %s %s", fair->failed_at[seat], seat + 1,
             fair->opened >> seat & 1 ? "reveal" : "list", hex);
}

void fair_fail(struct fair *fair, unsigned seats)
{
    for (int seat = 0; seat < fair->players; seat++) {
        if (seats >> seat & 1)
            fair->failed_at[seat] = fair->attempt;
    }
    fair->failed |= (uint8_t)seats;
    fair->opened |= (uint8_t)(seats & fair->acknowledged);
    fair->committed = fair->acknowledged = fair->revealed = 0;
    fair->attempt++;
}

/* ---- draws ---- */

/* The seats' seeds, one a line. */
static void add_seeds(const struct fair *fair, struct text *out)
{
    char hex[FAIR_HEX];
    for (int seat = 0; seat < fair->players; seat++) {
        const bool revealed = fair->revealed >> seat & 1;
        if (revealed)
            fair_to_hex(fair->seat[seat], hex);
        text_add(out, revealed ? hex : "-");
        text_char(out, '\n');
    }
}

void fair_make_key(struct fair *fair)
{
    char message[(GAME_SEATS_MAX + 1) * FAIR_HEX + 96], hex[FAIR_HEX];
    struct text out = text_on(message, sizeof message);
    fair_to_hex(fair->list, hex);
    text_printf(&out, "cornet fair 2 key\n%s\n", hex);
    add_seeds(fair, &out);
    crypto_auth_hmacsha256(fair->key, (const unsigned char *)message, out.length, fair->seed);
    crypto_auth_hmacsha256_init(&fair->keyed, fair->key, sizeof fair->key);
}

/* A fair_digest of versions 1 and 2. */
static void digest_of(const void *source, uint64_t number, unsigned block,
                      unsigned char digest[FAIR_BYTES])
{
    const struct fair *fair = source;
    char message[FAIR_TABLE_MAX + GAME_SEATS_MAX * FAIR_HEX + 96];
    struct text out = text_on(message, sizeof message);
    crypto_auth_hmacsha256_state state = fair->keyed;
    if (fair->version < 2) {
        crypto_auth_hmacsha256_init(&state, fair->seed, sizeof fair->seed);
        text_printf(&out, "cornet fair 1\n%s\n", fair->table);
        add_seeds(fair, &out);
    }
    text_number(&out, (long long)number);
    text_char(&out, ' ');
    text_number(&out, block);
    text_char(&out, '\n');
    crypto_auth_hmacsha256_update(&state, (const unsigned char *)message, out.length);
    crypto_auth_hmacsha256_final(&state, digest);
}

uint64_t fair_number_from(fair_digest *digest_at, const void *source, uint64_t number,
                          uint64_t denominator)
{
    /* 2^64 modulo the denominator: values below it are rejected, so that the rest is unbiased. */
    const uint64_t uneven = -denominator % denominator;
    for (unsigned block = 0;; block++) {
        unsigned char digest[FAIR_BYTES];
        digest_at(source, number, block, digest);
        for (int i = 0; i < 4; i++) {
            uint64_t value = 0;
            for (int byte = 0; byte < 8; byte++)
                value = value << 8 | digest[8 * i + byte];
            if (value >= uneven)
                return value % denominator;
        }
    }
}

uint64_t fair_number(const struct fair *fair, uint64_t number, uint64_t denominator)
{
    return fair_number_from(digest_of, fair, number, denominator);
}

/* A list of outcomes, sorted by their lines. Comparing lists is much cheaper than writing and
 * sorting lines. */
struct entry {
    const struct game *game;
    size_t count;
    uint64_t denominator;
    uint64_t used;                /* the cache's clock at the last use; 0: this entry is free */
    struct game_outcome *outcome; /* as chance() gave them */
    struct game_outcome *sorted;  /* by line; each weight is the sum up to and with its own */
};

struct fair_cache {
    struct entry entry[CACHE_ENTRIES];
    size_t bytes;                 /* of all lists together */
    uint64_t clock;               /* the number of uses so far */
    struct game_outcome *scratch; /* holds the list that is being looked up */
    size_t capacity;              /* outcomes that fit into `scratch` */
};

/* Makes each weight the sum up to and with its own. */
static void add_weights(struct game_outcome outcome[], size_t count)
{
    for (size_t i = 1; i < count; i++)
        outcome[i].weight += outcome[i - 1].weight;
}

static size_t bytes_of(const struct entry *entry)
{
    return 2 * entry->count * sizeof *entry->outcome;
}

static void clear_entry(struct fair_cache *cache, struct entry *entry)
{
    cache->bytes -= bytes_of(entry);
    memory_free(entry->outcome);
    memory_free(entry->sorted);
    *entry = (struct entry){0};
}

struct fair_cache *fair_cache_new(void)
{
    return memory_new(1, sizeof(struct fair_cache));
}

void fair_cache_free(struct fair_cache *cache)
{
    if (!cache)
        return;
    for (int i = 0; i < CACHE_ENTRIES; i++)
        clear_entry(cache, &cache->entry[i]);
    memory_free(cache->scratch);
    memory_free(cache);
}

/* A free entry for a list of this size. Clears the least recently used entries until one is free
 * and CACHE_BYTES is kept. */
static struct entry *make_space(struct fair_cache *cache, size_t bytes)
{
    for (;;) {
        struct entry *oldest = &cache->entry[0], *victim = NULL;
        for (int i = 0; i < CACHE_ENTRIES; i++) {
            struct entry *entry = &cache->entry[i];
            if (entry->used < oldest->used)
                oldest = entry;
            if (entry->used && (!victim || entry->used < victim->used))
                victim = entry;
        }
        if (!victim || (oldest->used == 0 && cache->bytes + bytes <= CACHE_BYTES))
            return oldest;
        clear_entry(cache, victim);
    }
}

/* The outcomes of the state, in the cache's scratch. */
static size_t list_outcomes(struct fair_cache *cache, const struct match *match,
                            uint64_t *denominator)
{
    const struct game *game = match->game;
    if (cache->capacity < game->outcomes_max) {
        cache->scratch = memory_resize(cache->scratch, game->outcomes_max, sizeof *cache->scratch);
        cache->capacity = game->outcomes_max;
    }
    return game->chance(&match->state, cache->scratch, denominator);
}

/* The list in the cache's scratch, sorted: found, or added. */
static const struct game_outcome *find_sorted(struct fair_cache *cache, const struct match *match,
                                              size_t count, uint64_t denominator)
{
    const struct game_outcome *outcome = cache->scratch;
    for (int i = 0; i < CACHE_ENTRIES; i++) {
        struct entry *entry = &cache->entry[i];
        if (entry->game == match->game && entry->count == count &&
            entry->denominator == denominator &&
            outcomes_are_same(entry->outcome, outcome, count)) {
            entry->used = ++cache->clock;
            return entry->sorted;
        }
    }
    struct entry *entry = make_space(cache, 2 * count * sizeof *outcome);
    *entry = (struct entry){.game = match->game,
                            .count = count,
                            .denominator = denominator,
                            .used = ++cache->clock,
                            .outcome = memory_new(count, sizeof *outcome),
                            .sorted = memory_new(count, sizeof *outcome)};
    memcpy(entry->outcome, outcome, count * sizeof *outcome);
    memcpy(entry->sorted, outcome, count * sizeof *outcome);
    cache->bytes += bytes_of(entry);
    outcomes_sort(match->game, &match->state, entry->sorted, count, NULL);
    add_weights(entry->sorted, count);
    return entry->sorted;
}

/* A short list is sorted faster than it is found, and draws from a pile of cards rarely have one
 * that was there before. */
static const struct game_outcome *sort_few(struct fair_cache *cache, const struct match *match,
                                           size_t count)
{
    outcomes_sort_few(match->game, &match->state, cache->scratch, count);
    add_weights(cache->scratch, count);
    return cache->scratch;
}

/* The common divisor of all weights, by which they are in lowest terms. */
static uint64_t divisor_of(const struct game_outcome sums[], size_t count)
{
    uint64_t divisor = 0;
    for (size_t i = 0; i < count && divisor != 1; i++)
        divisor = outcomes_divisor(sums[i].weight, divisor);
    return divisor;
}

void fair_draw_from(fair_digest *digest_at, const void *source, uint64_t number, bool in_lowest,
                    struct fair_cache *cache, const struct match *match, struct text *line)
{
    uint64_t denominator;
    const size_t count = list_outcomes(cache, match, &denominator);
    const struct game_outcome *sorted = count <= OUTCOMES_FEW
                                            ? sort_few(cache, match, count)
                                            : find_sorted(cache, match, count, denominator);
    const uint64_t divisor = in_lowest ? divisor_of(sorted, count) : 1;
    const uint64_t drawn =
        fair_number_from(digest_at, source, number, denominator / divisor) * divisor;
    size_t low = 0, high = count - 1; /* finds the first sum above the drawn number */
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (sorted[middle].weight > drawn)
            high = middle;
        else
            low = middle + 1;
    }
    match->game->write(&match->state, sorted[low].action, NULL, GAME_OPEN, line);
}

void fair_draw(const struct fair *fair, struct fair_cache *cache, const struct match *match,
               struct text *line)
{
    fair_draw_from(digest_of, fair, fair->drawn, fair->version >= 2, cache, match, line);
}
