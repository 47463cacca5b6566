#include "tools/bench/nodes.h"

#include <omp.h>
#include <stdlib.h>

#include "games/debacle/bot_search.h"

void debacle_begin(struct debacle *s)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    struct game_settings settings;
    game_defaults(&debacle_game, &settings);
    if (!debacle_game.start(s, &settings, &why))
        abort(); /* impossible: the game accepts its own options */
}

uint64_t debacle_nodes(int turns, int depth, double *seconds)
{
    struct debacle s;
    struct debacle_searcher *searcher = debacle_searcher_new(18, 1);
    const struct debacle_limits play = {.depth = 32, .nodes = 2000}, deep = {.depth = depth};
    struct debacle_answer answer;
    uint64_t nodes = 0;
    *seconds = 0;
    debacle_begin(&s);
    for (int turn = 0; turn < turns; turn++) {
        const double began = omp_get_wtime();
        debacle_search(searcher, &s, NULL, &deep, &answer);
        *seconds += omp_get_wtime() - began;
        nodes += answer.nodes;
        for (const int side = s.side; s.side == side;) {
            debacle_search(searcher, &s, NULL, &play, &answer);
            if (debacle_make(&s, answer.line[0]))
                debacle_begin(&s);
        }
    }
    debacle_searcher_free(searcher);
    return nodes;
}
