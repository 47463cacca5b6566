#include "agents/levels.h"

#include "games/debacle.h"
#include "games/easycome.h"
#include "games/themots.h"
#include "games/wazabi.h"

const char *const agent_level_names[AGENT_LEVELS] = {"novice", "easy", "normal", "hard", "max"};

/* docs/levels.md has the measurements. */
static const struct {
    const struct game *game;
    const char *spec[AGENT_LEVELS];
} table[] = {
    {&easycome_game,
     {"greedy:blur=300", "greedy:blur=150", "greedy:blur=60", "greedy:blur=20", "perfect"}},
    {&wazabi_game,
     {"judging:blur=400", "judging:blur=160", "judging:blur=70", "judging:blur=25",
      "search:iterations=300"}},
    {&debacle_game,
     {"engine:nodes=300:blur=420", "engine:nodes=300:blur=250", "engine:nodes=300:blur=140",
      "engine:nodes=300:blur=65", "engine:nodes=1500000"}},
    {&themots_game, {"novice", "easy", "amateur", "hard", "expert"}},
};

const char *agent_level_spec(const struct game *game, int level)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (table[i].game == game)
            return table[i].spec[level];
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
