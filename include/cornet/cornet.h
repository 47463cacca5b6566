/* cornet.h: all of libcornet. Compile and link with `pkg-config --cflags --libs cornet`. */
#ifndef CORNET_CORNET_H
#define CORNET_CORNET_H

#include "agents/agent.h"
#include "agents/judge.h"
#include "agents/levels.h"
#include "base/dice.h"
#include "base/rng.h"
#include "base/text.h"
#include "games/debacle.h"
#include "games/easycome.h"
#include "games/game.h"
#include "games/themots.h"
#include "games/wazabi.h"
#include "match/analyse.h"
#include "match/arena.h"
#include "match/driver.h"
#include "match/hints.h"
#include "match/match.h"
#include "match/sim.h"
#include "solve/easycome_solution.h"
#include "solve/easycome_turn.h"
#include "words/words.h"

#endif
