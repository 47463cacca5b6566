#include "agents/levels.h"

const char *const agent_level_names[AGENT_LEVELS] = {"novice", "easy", "normal", "hard", "max"};

const char *agent_level_spec(const struct game *game, int level)
{
    for (const struct agent_levels *levels = agent_levels_list; levels->game; levels++) {
        if (levels->game == game)
            return levels->spec[level];
    }
    return NULL;
}

int agent_level_find(struct span name)
{
    for (int level = 0; level < AGENT_LEVELS; level++) {
        if (span_is(name, agent_level_names[level]))
            return level;
    }
    return -1;
}
