#include "agents/levels.h"

#include <math.h>

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

void agent_adapt(struct span spec, double share, struct text *out)
{
    enum { STEP = 4 }; /* for a game between two that is won or lost */
    struct span settings = spec;
    const struct span name = span_cut(&settings, ':');
    struct span value = settings;
    uint64_t level = AGENT_ADAPTIVE_START;
    const bool plain = !settings.at;
    if (!span_is(name, "adaptive") ||
        (!plain && (!span_is(span_cut(&value, '='), "level") ||
                    !span_number(value, AGENT_ADAPTIVE_MIN, AGENT_ADAPTIVE_MAX, &level)))) {
        text_printf(out, "%.*s", (int)spec.length, spec.at);
        return;
    }
    long next = (long)level + lround(STEP * (share - 1));
    next = next < AGENT_ADAPTIVE_MIN ? AGENT_ADAPTIVE_MIN : next;
    next = next > AGENT_ADAPTIVE_MAX ? AGENT_ADAPTIVE_MAX : next;
    text_printf(out, "adaptive:level=%ld", next);
}
