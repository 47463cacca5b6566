/* agent_games.h: the command line that `cornet sim` and `cornet arena` share: games between agents.
 */
#ifndef CORNET_APPS_AGENT_GAMES_H
#define CORNET_APPS_AGENT_GAMES_H

#include "apps/bots/bots.h"
#include "apps/commands/options.h"

struct agent_games {
    const struct game *game;
    struct game_settings settings; /* made from `given` */
    struct command_settings given;
    const char *agents; /* a list with commas; NULL: not given */
    struct bots bots;   /* the programs among the agents */
    struct agent_opener opener;
    uint64_t games, seed;
    bool seeded; /* the seed was given */
    int threads;
    bool json;
};

/* Reads the command line: the options of the command's own, which this table lists, and then those
 * that both commands have: seed, threads, option, json. False if the command ends here with `code`.
 */
bool agent_games_read(const struct command *command, const struct command_option own[], int argc,
                      char **argv, struct agent_games *games, int *code);

#endif
