/* Action ids of Easy Come Easy Go: 0 stop, 1 to 9 take a prize, from 10 keep a set of dice. */
#include "games/easycome/rules.h"

enum { STOP, TAKE, KEEP = TAKE + EASYCOME_PRIZES };

void easycome_list_ids(const void *state, int seat, const game_action list[], size_t count,
                       uint16_t id[])
{
    (void)state;
    (void)seat;
    for (size_t i = 0; i < count; i++) {
        const unsigned value = easycome_value_of(list[i]);
        const enum easycome_kind kind = easycome_kind_of(list[i]);
        id[i] = (uint16_t)(kind == EASYCOME_KEEP   ? KEEP + value - 1 /* set 0 is the empty one */
                           : kind == EASYCOME_TAKE ? TAKE + value
                                                   : STOP);
    }
}

void easycome_id_name(unsigned id, struct text *out)
{
    if (id >= KEEP)
        text_printf(out, "keep %s", easycome_tables.set[id - KEEP + 1].digits);
    else if (id >= TAKE)
        text_printf(out, "take %s", easycome_prize_id[id - TAKE]);
    else
        text_add(out, "stop");
}
