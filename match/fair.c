#include "match/fair.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "base/memory.h"
#include "match/outcomes.h"

#define ORDERS 64               /* lists of outcomes whose order is remembered */
#define ORDER_BYTES (64u << 20) /* of all of them together */

void fair_to_hex(const unsigned char bytes[FAIR_BYTES], char hex[FAIR_HEX])
{
    sodium_bin2hex(hex, FAIR_HEX, bytes, FAIR_BYTES);
}

bool fair_from_hex(struct span hex, unsigned char bytes[FAIR_BYTES])
{
    size_t length;
    if (hex.length != FAIR_HEX - 1)
        return false;
    for (size_t i = 0; i < hex.length; i++) {
        if (!strchr("0123456789abcdef", hex.at[i]) || !hex.at[i]) /* one spelling */
            return false;
    }
    return sodium_hex2bin(bytes, FAIR_BYTES, hex.at, hex.length, NULL, &length, NULL) == 0 &&
           length == FAIR_BYTES;
}

void fair_commit(const unsigned char seed[FAIR_BYTES], unsigned char commit[FAIR_BYTES])
{
    crypto_hash_sha256(commit, seed, FAIR_BYTES);
}

/* Block `block` of draw `number`: four numbers of 64 bits. */
static void digest_of(const struct fair *fair, uint64_t number, unsigned block,
                      unsigned char digest[FAIR_BYTES])
{
    char message[FAIR_TABLE_MAX + GAME_SEATS_MAX * FAIR_HEX + 96], hex[FAIR_HEX];
    struct text out = text_on(message, sizeof message);
    text_add(&out, "cornet fair 1\n");
    text_add(&out, fair->table);
    text_char(&out, '\n');
    for (int seat = 0; seat < fair->players; seat++) {
        const bool given = fair->given >> seat & 1;
        if (given)
            fair_to_hex(fair->seat[seat], hex);
        text_add(&out, given ? hex : "-");
        text_char(&out, '\n');
    }
    text_printf(&out, "%llu %u\n", (unsigned long long)number, block);
    crypto_auth_hmacsha256(digest, (const unsigned char *)message, out.length, fair->seed);
}

uint64_t fair_number(const struct fair *fair, uint64_t number, uint64_t denominator)
{
    /* The numbers from `uneven` up divide evenly by the denominator: none below is used. */
    const uint64_t uneven = -denominator % denominator;
    for (unsigned block = 0;; block++) {
        unsigned char digest[FAIR_BYTES];
        digest_of(fair, number, block, digest);
        for (int word = 0; word < 4; word++) {
            uint64_t value = 0;
            for (int i = 0; i < 8; i++)
                value = value << 8 | digest[8 * word + i];
            if (value >= uneven)
                return value % denominator;
        }
    }
}

/* A list of outcomes and the order of their lines. Most draws meet a list that was met before (the
 * same dice again), and comparing lists is much cheaper than writing and sorting lines. */
struct order {
    const struct game *game;
    size_t count;
    uint64_t denominator;
    uint64_t used;                /* when last; 0 for an empty place */
    struct game_outcome *outcome; /* as chance() gave them */
    struct game_outcome *sorted;  /* in the order of their lines; weights summed up */
};

struct fair_orders {
    struct order order[ORDERS];
    size_t bytes;                 /* of all lists together */
    uint64_t clock;               /* counts uses */
    struct game_outcome *scratch; /* for the longest list so far */
    size_t capacity;
};

static void sort_outcomes(const struct match *match, struct order *order)
{
    uint64_t sum = 0;
    memcpy(order->sorted, order->outcome, order->count * sizeof *order->sorted);
    outcomes_sort(match->game, &match->state, order->sorted, order->count, NULL);
    for (size_t i = 0; i < order->count; i++) {
        sum += order->sorted[i].weight;
        order->sorted[i].weight = sum;
    }
}

static size_t bytes_of(const struct order *order)
{
    return 2 * order->count * sizeof *order->outcome;
}

static void forget(struct fair_orders *orders, struct order *order)
{
    orders->bytes -= bytes_of(order);
    free(order->outcome);
    free(order->sorted);
    *order = (struct order){0};
}

/* Whether the lists are the same. Member by member: the structure has padding. */
static bool same_outcomes(const struct game_outcome a[], const struct game_outcome b[],
                          size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (a[i].action != b[i].action || a[i].weight != b[i].weight)
            return false;
    }
    return true;
}

struct fair_orders *fair_orders_new(void)
{
    return memory_new(1, sizeof(struct fair_orders));
}

void fair_orders_free(struct fair_orders *orders)
{
    if (!orders)
        return;
    for (int i = 0; i < ORDERS; i++)
        forget(orders, &orders->order[i]);
    free(orders->scratch);
    free(orders);
}

/* The place that was used longest ago, emptied; further ones are emptied where there is too much in
 * all. */
static struct order *make_place(struct fair_orders *orders, size_t bytes)
{
    for (;;) {
        struct order *oldest = &orders->order[0], *victim = NULL;
        for (int i = 0; i < ORDERS; i++) {
            struct order *order = &orders->order[i];
            if (order->used < oldest->used)
                oldest = order;
            if (order->used && (!victim || order->used < victim->used))
                victim = order;
        }
        if (!victim || (oldest->used == 0 && orders->bytes + bytes <= ORDER_BYTES))
            return oldest;
        forget(orders, victim);
    }
}

static struct order *find_order(struct fair_orders *orders, const struct match *match)
{
    const struct game *game = match->game;
    if (orders->capacity < game->outcomes_max) {
        orders->scratch =
            memory_resize(orders->scratch, game->outcomes_max, sizeof *orders->scratch);
        orders->capacity = game->outcomes_max;
    }
    struct game_outcome *outcome = orders->scratch;
    uint64_t denominator;
    const size_t count = game->chance(&match->state, outcome, &denominator);
    for (int i = 0; i < ORDERS; i++) {
        struct order *order = &orders->order[i];
        if (order->game == game && order->count == count && order->denominator == denominator &&
            same_outcomes(order->outcome, outcome, count)) {
            order->used = ++orders->clock;
            return order;
        }
    }
    struct order *order = make_place(orders, 2 * count * sizeof *outcome);
    *order = (struct order){.game = game,
                            .count = count,
                            .denominator = denominator,
                            .used = ++orders->clock,
                            .outcome = memory_new(count, sizeof *outcome),
                            .sorted = memory_new(count, sizeof *outcome)};
    memcpy(order->outcome, outcome, count * sizeof *outcome);
    orders->bytes += bytes_of(order);
    sort_outcomes(match, order);
    return order;
}

void fair_draw(const struct fair *fair, struct fair_orders *orders, const struct match *match,
               struct text *line)
{
    const struct order *order = find_order(orders, match);
    const uint64_t drawn = fair_number(fair, fair->drawn, order->denominator);
    size_t low = 0, high = order->count - 1; /* the first whose sum is above what was drawn */
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (order->sorted[middle].weight > drawn)
            high = middle;
        else
            low = middle + 1;
    }
    match->game->write(&match->state, order->sorted[low].action, NULL, GAME_OPEN, line);
}
