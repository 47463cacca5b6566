/* wazabi_greedy.h: how the agent `greedy` decides, for those who reckon with it. */
#ifndef CORNET_AGENTS_WAZABI_GREEDY_H
#define CORNET_AGENTS_WAZABI_GREEDY_H

#include "games/wazabi.h"

/* What it thinks of an action of the seat (from 0): it takes the first of the highest. It looks at
 * nothing but what is public and the action itself. */
int wazabi_greedy_worth(const struct wazabi *s, int seat, game_action action);

game_action wazabi_greedy_choice(const struct wazabi *s, int seat, const game_action actions[],
                                 size_t count);

#endif
