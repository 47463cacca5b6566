/* Action ids of Wazabi. Other seats are counted from the seat that acts, which is 1. */
#include "games/wazabi/rules.h"

enum { OTHERS = WAZABI_SEATS - 1 };

/* The ids in their order. A card that names a player has OTHERS ids; `vole` has one more, for
 * nobody; `tourne` has two. */
enum {
    PASS,
    PLAY,
    FROM = PLAY + 28,
    GIVE = FROM + OTHERS,
    KEEP_ONE = GIVE + OTHERS,
    KEEP_TWO = KEEP_ONE + WAZABI_KINDS,
};
_Static_assert(KEEP_TWO + WAZABI_KINDS * (WAZABI_KINDS + 1) / 2 == WAZABI_IDS, "all are counted");

static const uint8_t play[WAZABI_KINDS] = {
    [WAZABI_RETIRE1] = PLAY,      [WAZABI_TOURNE] = PLAY + 1,  [WAZABI_RETIRE2] = PLAY + 3,
    [WAZABI_DONNE] = PLAY + 4,    [WAZABI_VOLE] = PLAY + 9,    [WAZABI_RESTE1] = PLAY + 15,
    [WAZABI_PIOCHE3] = PLAY + 20, [WAZABI_RESTE2] = PLAY + 21, [WAZABI_SAUTE] = PLAY + 22,
    [WAZABI_REJOUE] = PLAY + 27,
};

/* How far the other seat is, from 0 for the next one. */
static unsigned distance(const struct wazabi *s, int seat, unsigned other)
{
    return (other + s->players - (unsigned)seat) % s->players;
}

/* The number of the pair among all with a <= b, in the order of a, then b. */
static unsigned pair(unsigned a, unsigned b)
{
    return a * WAZABI_KINDS - a * (a + 1) / 2 + b;
}

static unsigned id_of(const struct wazabi *s, int seat, game_action action)
{
    const unsigned a = wazabi_a(action), b = wazabi_b(action);
    switch (wazabi_move_of(action)) {
    case WAZABI_DO_FROM:
        return FROM + distance(s, seat, a);
    case WAZABI_DO_GIVE:
        return GIVE + distance(s, seat, a);
    case WAZABI_DO_KEEP:
        return b == WAZABI_NONE ? KEEP_ONE + a : KEEP_TWO + pair(a, b);
    case WAZABI_DO_PLAY:
        if (a == WAZABI_TOURNE)
            return play[a] + b;
        if (!wazabi_kinds[a].has_target)
            return play[a];
        return play[a] + (b == WAZABI_NONE ? OTHERS : distance(s, seat, b));
    default:
        return PASS;
    }
}

void wazabi_list_ids(const void *state, int seat, const game_action list[], size_t count,
                     uint16_t id[])
{
    for (size_t i = 0; i < count; i++)
        id[i] = (uint16_t)id_of(state, seat, list[i]);
}

static void name_play(unsigned id, struct text *out)
{
    unsigned card = WAZABI_KINDS - 1;
    while (play[card] > id) /* the cards are in the order of their ids */
        card--;
    const unsigned rest = id - play[card];
    text_printf(out, "play %s", wazabi_kinds[card].id);
    if (card == WAZABI_TOURNE)
        text_add(out, rest ? " right" : " left");
    else if (wazabi_kinds[card].has_target && rest < OTHERS)
        text_printf(out, " seat %u", rest + 2);
}

void wazabi_id_name(unsigned id, struct text *out)
{
    if (id >= KEEP_TWO) {
        unsigned a = 0;
        while (a + 1 < WAZABI_KINDS && KEEP_TWO + pair(a + 1, a + 1) <= id)
            a++;
        text_printf(out, "keep %s %s", wazabi_kinds[a].id,
                    wazabi_kinds[id - KEEP_TWO - pair(a, a) + a].id);
    } else if (id >= KEEP_ONE) {
        text_printf(out, "keep %s", wazabi_kinds[id - KEEP_ONE].id);
    } else if (id >= GIVE) {
        text_printf(out, "give seat %u", id - GIVE + 2);
    } else if (id >= FROM) {
        text_printf(out, "from seat %u", id - FROM + 2);
    } else if (id >= PLAY) {
        name_play(id, out);
    } else {
        text_add(out, "pass");
    }
}
