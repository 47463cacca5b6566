/* wazabi_respond: measures the maximum that can be won against a fixed player of Wazabi.
 *
 * A best response is a network that learns from its own results against that player, starting from
 * the program's network; in tournaments it sees the standing. A response that also sees all hands
 * is an upper bound for any inference about hidden cards. */
#ifndef CORNET_GAMES_WAZABI_TRAIN_RESPOND_H
#define CORNET_GAMES_WAZABI_TRAIN_RESPOND_H

#include "train/train.h"

/* Trains against run->rival. Writes one line per kind of game to `response.txt`. */
bool wazabi_respond(struct train_run *run, struct text *why);

#endif
