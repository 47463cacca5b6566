/* bot_greedy.h: how the agent `greedy` decides, for agents that model it. */
#ifndef CORNET_GAMES_WAZABI_BOT_GREEDY_H
#define CORNET_GAMES_WAZABI_BOT_GREEDY_H

#include "games/wazabi/rules.h"

/* Its score for an action of the seat (from 0): it plays the first action with the highest score.
 * The score depends only on public information and the action. */
int wazabi_greedy_worth(const struct wazabi *s, int seat, game_action action);

game_action wazabi_greedy_choice(const struct wazabi *s, int seat, const game_action actions[],
                                 size_t count);

#endif
