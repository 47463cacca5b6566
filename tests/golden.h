/* golden.h: the golden playthroughs, made by cmake/games.cmake. */
#ifndef CORNET_TESTS_GOLDEN_H
#define CORNET_TESTS_GOLDEN_H

#include <stddef.h>
#include <stdint.h>

struct playthrough {
    const char *name;    /* of its file in games/NAME/tests/golden/, without .txt */
    const char *game;    /* NULL at the end of the list */
    const char *players; /* as text */
    const char *option;  /* `name=value`, or NULL */
    uint64_t seed;
};

extern const struct playthrough golden_list[];

#endif
