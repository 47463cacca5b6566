/* Action ids of Débâcle: 0 end, then a square to recover to, a square to return to, a square to
 * flip on, and a square with one of four directions to roll or capture in.
 *
 * Squares are those of observe(): each side sees its own camp on rank 1. The values of dice are in
 * no id: the board shows them. */
#include "games/debacle/rules.h"

enum { FILES = 6, RANKS = 6 };
enum { FORWARD, RIGHT, LEFT, BACK, DIRECTIONS };
enum { STEPS = 30 }; /* the squares from which one can go in a direction */
enum {
    END,
    RECOVER,
    RETURN = RECOVER + FILES,
    FLIP = RETURN + FILES,
    STEP = FLIP + DEBACLE_SQUARES
};
_Static_assert(STEP + STEPS * DIRECTIONS == DEBACLE_IDS, "all are counted");

static const char *const direction[DIRECTIONS] = {"forward", "right", "left", "back"};
_Static_assert(STEPS == FILES * (RANKS - 1) && STEPS == (FILES - 1) * RANKS, "of each direction");

static unsigned seen(unsigned square, int seat)
{
    return seat == 1 ? square : DEBACLE_SQUARES - 1 - square;
}

static unsigned step(unsigned from, unsigned to)
{
    const unsigned in_ranks = from / FILES * (FILES - 1) + from % FILES;
    if (to == from + FILES)
        return FORWARD * STEPS + from;
    if (to + FILES == from)
        return BACK * STEPS + to;
    return to == from + 1 ? RIGHT * STEPS + in_ranks : LEFT * STEPS + in_ranks - 1;
}

/* The square where a step begins: the inverse of step(). */
static unsigned start_of(unsigned way, unsigned number)
{
    const unsigned in_ranks = number / (FILES - 1) * FILES + number % (FILES - 1);
    return way == FORWARD ? number : way == BACK ? number + FILES : in_ranks + (way == LEFT);
}

static unsigned id_of(int seat, game_action action)
{
    const unsigned from = seen(debacle_from(action), seat), to = seen(debacle_to(action), seat);
    switch (debacle_kind_of(action)) {
    case DEBACLE_ROLL:
    case DEBACLE_CAPTURE:
        return STEP + step(from, to);
    case DEBACLE_FLIP:
        return FLIP + from;
    case DEBACLE_RETURN:
        return RETURN + to;
    case DEBACLE_RECOVER:
        return RECOVER + to;
    default:
        return END;
    }
}

void debacle_list_ids(const void *state, int seat, const game_action list[], size_t count,
                      uint16_t id[])
{
    (void)state;
    for (size_t i = 0; i < count; i++)
        id[i] = (uint16_t)id_of(seat, list[i]);
}

static void name(const char *verb, unsigned square, struct text *out)
{
    text_printf(out, "%s %c%u", verb, (char)('a' + square % FILES), square / FILES + 1);
}

void debacle_id_name(unsigned id, struct text *out)
{
    if (id >= STEP) {
        const unsigned way = (id - STEP) / STEPS;
        name("step", start_of(way, (id - STEP) % STEPS), out);
        text_printf(out, " %s", direction[way]);
    } else if (id >= FLIP) {
        name("flip", id - FLIP, out);
    } else if (id >= RETURN) {
        name("return", id - RETURN, out);
    } else if (id >= RECOVER) {
        name("recover", id - RECOVER, out);
    } else {
        text_add(out, "end");
    }
}
