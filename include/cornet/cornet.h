/* cornet.h: all of libcornet. Compile and link with `pkg-config --cflags --libs cornet`. */
#ifndef CORNET_CORNET_H
#define CORNET_CORNET_H

#include <cornet/agent.h>
#include <cornet/analysis.h>
#include <cornet/base.h>
#include <cornet/batch.h>
#include <cornet/game.h>
#include <cornet/match.h>
#include <cornet/plugin.h>
#include <cornet/record.h>
#include <cornet/sim.h>

#endif
