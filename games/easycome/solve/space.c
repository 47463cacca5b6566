#include "games/easycome/solve/space.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* The prize that each prize becomes if every die d is replaced by 5-d. */
static const uint8_t mirror_of[EASYCOME_PRIZES] = {
    [EASYCOME_CARRE] = EASYCOME_CARRE,
    [EASYCOME_PAIRES] = EASYCOME_PAIRES,
    [EASYCOME_BRELAN_IMPAIR] = EASYCOME_BRELAN_PAIR,
    [EASYCOME_BRELAN_PAIR] = EASYCOME_BRELAN_IMPAIR,
    [EASYCOME_7] = EASYCOME_13,
    [EASYCOME_13] = EASYCOME_7,
    [EASYCOME_3_OR_LESS] = EASYCOME_17_OR_MORE,
    [EASYCOME_17_OR_MORE] = EASYCOME_3_OR_LESS,
    [EASYCOME_SUITE] = EASYCOME_SUITE,
};

static uint32_t codes(const struct easycome_rules *rules)
{
    uint32_t count = 2; /* `second` */
    for (int i = 0; i < EASYCOME_PRIZES; i++)
        count *= (uint32_t)rules->players + 1;
    return count;
}

static uint32_t encode(const struct easycome_rules *rules, const struct easycome_spot *spot,
                       bool mirrored)
{
    uint32_t code = 0;
    for (int i = EASYCOME_PRIZES; i-- > 0;)
        code = code * ((uint32_t)rules->players + 1) + spot->at[mirrored ? mirror_of[i] : i];
    return code * 2 + spot->second;
}

static void decode(const struct easycome_rules *rules, uint32_t code, struct easycome_spot *spot)
{
    const uint32_t base = (uint32_t)rules->players + 1;
    spot->second = code % 2;
    code /= 2;
    for (int i = 0; i < EASYCOME_PRIZES; i++, code /= base)
        spot->at[i] = (uint8_t)(code % base);
}

/* The smaller code of a position and its mirror: this one has the number. */
static uint32_t canonical(const struct easycome_rules *rules, const struct easycome_spot *spot)
{
    const uint32_t a = encode(rules, spot, false), b = encode(rules, spot, true);
    return a < b ? a : b;
}

static void count_prizes(const struct easycome_spot *spot, int count[EASYCOME_SEATS + 1])
{
    memset(count, 0, (EASYCOME_SEATS + 1) * sizeof *count);
    for (int i = 0; i < EASYCOME_PRIZES; i++)
        count[spot->at[i]]++;
}

/* A player who holds three prizes and has survived enough turns has won, so only some seats can
 * hold three when somebody rolls. */
static bool is_position(const struct easycome_rules *rules, const struct easycome_spot *spot)
{
    int count[EASYCOME_SEATS + 1];
    count_prizes(spot, count);
    for (int i = 0; i < EASYCOME_PRIZES; i++) {
        if (spot->at[i] == 0 && !(rules->centre >> i & 1))
            return false;
    }
    for (int seat = 0; seat < rules->players; seat++) {
        const bool may_hold =
            rules->players == 2 ? seat == 1 : seat >= rules->players - rules->hold;
        if (count[1 + seat] > (may_hold ? EASYCOME_TO_HOLD : EASYCOME_TO_HOLD - 1))
            return false;
    }
    return !spot->second || (rules->players == 2 && count[2] == EASYCOME_TO_HOLD);
}

/* Sorted by level, centre and code. */
static int by_layer(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* By level, layer and code. A centre and its mirror are the same layer. */
static uint64_t sort_key(const struct easycome_spot *spot, uint32_t code)
{
    uint16_t centre = 0, mirrored = 0;
    for (int i = 0; i < EASYCOME_PRIZES; i++) {
        centre |= (uint16_t)((spot->at[i] == 0) << i);
        mirrored |= (uint16_t)((spot->at[mirror_of[i]] == 0) << i);
    }
    centre = mirrored < centre ? mirrored : centre;
    return (uint64_t)__builtin_popcount(centre) << 48 | (uint64_t)centre << 32 | code;
}

static void make_layers(struct easycome_space *space, const uint64_t key[])
{
    int level = -1;
    for (uint32_t i = 0; i < space->count; i++) {
        const uint16_t centre = (uint16_t)(key[i] >> 32);
        if (i > 0 && centre == space->layer[space->layers - 1].centre) {
            space->layer[space->layers - 1].end = i + 1;
            continue;
        }
        if (__builtin_popcount(centre) != level) {
            level = __builtin_popcount(centre);
            space->level[space->levels++] = space->layers;
        }
        space->layer[space->layers++] =
            (struct easycome_layer){.first = i, .end = i + 1, .centre = centre};
    }
    space->level[space->levels] = space->layers;
}

struct easycome_space *easycome_space_new(struct easycome_rules rules)
{
    struct easycome_space *space = memory_new(1, sizeof *space);
    struct easycome_spot spot;
    const uint32_t all = codes(&rules);
    space->rules = rules;
    space->number = memory_new(all, sizeof *space->number);
    for (uint32_t code = 0; code < all; code++) {
        decode(&rules, code, &spot);
        const bool numbered = is_position(&rules, &spot) && canonical(&rules, &spot) == code;
        space->number[code] = numbered ? 0 : -1;
        space->count += numbered;
    }
    uint64_t *key = memory_new(space->count, sizeof *key);
    uint32_t found = 0;
    for (uint32_t code = 0; code < all; code++) {
        if (space->number[code] < 0)
            continue;
        decode(&rules, code, &spot);
        key[found++] = sort_key(&spot, code);
    }
    qsort(key, space->count, sizeof *key, by_layer);
    space->code = memory_new(space->count, sizeof *space->code);
    for (uint32_t i = 0; i < space->count; i++) {
        space->code[i] = (uint32_t)key[i];
        space->number[space->code[i]] = (int32_t)i;
    }
    make_layers(space, key);
    memory_free(key);
    return space;
}

void easycome_space_free(struct easycome_space *space)
{
    if (!space)
        return;
    memory_free(space->number);
    memory_free(space->code);
    memory_free(space);
}

void easycome_spot_of(const struct easycome_space *space, uint32_t number,
                      struct easycome_spot *spot)
{
    decode(&space->rules, space->code[number], spot);
}

int32_t easycome_spot_number(const struct easycome_space *space, const struct easycome_spot *spot)
{
    return space->number[canonical(&space->rules, spot)];
}

void easycome_spot_from(const struct easycome *s, struct easycome_spot *spot)
{
    for (int prize = 0; prize < EASYCOME_PRIZES; prize++) {
        const int holder = easycome_holder(s, prize);
        spot->at[prize] =
            (uint8_t)(holder < 0 ? 0 : 1 + (holder - s->seat + s->players) % s->players);
    }
    spot->second = s->players == 2 && s->endured[1 - s->seat] == 1;
}

struct easycome_next easycome_spot_next(const struct easycome_space *space,
                                        const struct easycome_spot *spot, int end)
{
    const struct easycome_rules *rules = &space->rules;
    const int players = rules->players;
    struct easycome_spot after = *spot;
    int count[EASYCOME_SEATS + 1];
    count_prizes(spot, count);
    const bool closed = players == 2 && count[2] == EASYCOME_TO_HOLD;
    if (end != EASYCOME_NONE) {
        if (spot->at[end] == 1 || (closed && spot->at[end] != 2))
            return (struct easycome_next){.number = EASYCOME_CLOSED};
        after.at[end] = 1;
        count_prizes(&after, count);
    }
    after.second = false;
    if (players == 2 && count[2] == EASYCOME_TO_HOLD) {
        if (spot->second)
            return (struct easycome_next){.number = EASYCOME_WON, .seat = 1};
        after.second = true; /* the same player rolls again */
        return (struct easycome_next){.number = easycome_spot_number(space, &after), .seat = 0};
    }
    /* The only seat that can have survived enough turns now. */
    const int due = players - rules->hold;
    if (due > 0 && count[1 + due] == EASYCOME_TO_HOLD)
        return (struct easycome_next){.number = EASYCOME_WON, .seat = (uint8_t)due};
    for (int prize = 0; prize < EASYCOME_PRIZES; prize++) {
        if (after.at[prize] > 0) /* the next player rolls: everybody moves up one place */
            after.at[prize] = (uint8_t)(after.at[prize] == 1 ? players : after.at[prize] - 1);
    }
    return (struct easycome_next){.number = easycome_spot_number(space, &after), .seat = 1};
}
