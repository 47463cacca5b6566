/* wazabi_expect: what a position of Wazabi is worth to everybody, with the points of a tournament:
 * the network of wazabi_value.h knows only who wins this game. */
#ifndef CORNET_AGENTS_WAZABI_EXPECT_H
#define CORNET_AGENTS_WAZABI_EXPECT_H

#include "agents/wazabi_value.h"

/* Whether the game that was being played at `since` is over. */
bool wazabi_is_decided(const struct wazabi *since, const struct wazabi *s);

/* The expected result of that game for each seat's side, from 0 to 1: its result if it is over, or
 * the network's value before a roll. In a tournament with games left, the value of the standing
 * that the points of this game lead to. */
void wazabi_expect(const struct wazabi *since, const struct wazabi *s, double out[]);

/* In the last game of a tournament: the chance of the seat's side to win the tournament after an
 * action, if its log-odds in this game are `odds` then. Whoever wins the game gets the dice that
 * its adversaries have after the action, more or less; all adversaries are equally likely to. */
double wazabi_expect_last(const struct wazabi *s, int seat, game_action action, int odds);

#endif
