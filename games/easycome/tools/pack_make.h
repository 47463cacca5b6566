/* pack_make: writes what games/easycome/solve/pack.h reads. */
#ifndef CORNET_GAMES_EASYCOME_TOOLS_PACK_MAKE_H
#define CORNET_GAMES_EASYCOME_TOOLS_PACK_MAKE_H

#include "games/easycome/solve/solution.h"

/* Packs the solution. The caller frees the bytes. The quality that is stored is the solution's. */
unsigned char *easycome_pack_make(const struct easycome_solution *solution, size_t *length);

#endif
