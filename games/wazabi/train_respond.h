/* wazabi_respond: how much can be won at all against a frozen player of Wazabi.
 *
 * A best response is a network that learns from its own results against that player, starting from
 * the program's network; in tournaments it sees the standing. One that sees all hands too bounds
 * what any belief about them can win. */
#ifndef CORNET_GAMES_WAZABI_TRAIN_RESPOND_H
#define CORNET_GAMES_WAZABI_TRAIN_RESPOND_H

#include "train/train.h"

/* Against run->rival. The file `response.txt` has a line for each kind of game. */
bool wazabi_respond(struct train_run *run, struct text *why);

#endif
