/* wazabi_tally: counts the cards that players of Wazabi hold, for games/wazabi/bot_hands.h.
 *
 * Good players keep some cards and play others immediately, so a hand is not a fair sample of the
 * unseen cards. The table gives, for each kind of card, how many a hand holds divided by how many a
 * fair sample would hold. It has players with these networks (for two players, and for more) and
 * `greedy`, by dice and by the number of cards. */
#ifndef CORNET_TOOLS_TRAIN_WAZABI_TALLY_H
#define CORNET_TOOLS_TRAIN_WAZABI_TALLY_H

#include "games/wazabi/bot_hands.h"
#include "games/wazabi/net.h"
#include "tools/train/train.h"

/* Plays `games` games of each kind. */
void wazabi_tally_hands(struct train_run *run, const struct wazabi_net *const nets[2],
                        uint64_t games, uint64_t seed, struct wazabi_hands_table *out);

#endif
