#include "games/debacle/bot_force.h"

bool debacle_can_escape(const struct debacle *s, int side, int turns, long *budget)
{
    game_action list[GAME_ACTIONS_MAX];
    /* `end` is last in the list and is tried first */
    for (size_t i = debacle_list(s, list); i-- > 0;) {
        struct debacle next = *s;
        if (--*budget < 0 || debacle_make(&next, list[i]))
            return true;
        if (next.side == side ? !debacle_can_force(&next, side, turns, budget)
                              : debacle_can_escape(&next, side, turns, budget))
            return true;
    }
    return false;
}

bool debacle_can_force(const struct debacle *s, int side, int turns, long *budget)
{
    game_action list[GAME_ACTIONS_MAX];
    const size_t count = debacle_list(s, list);
    for (size_t i = 0; i < count && --*budget >= 0; i++) {
        struct debacle next = *s;
        if (debacle_make(&next, list[i]))
            return true;
        if (next.side == side ? debacle_can_force(&next, side, turns, budget)
                              : turns > 1 && !debacle_can_escape(&next, side, turns - 1, budget))
            return true;
    }
    return false;
}
