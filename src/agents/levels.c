#include "agents/levels.h"

#include <math.h>

const char *const agent_level_names[AGENT_LEVELS] = {"novice", "easy", "normal", "hard", "max"};

static const struct agent_levels *levels_of(const struct game *game)
{
    const struct agent_levels *levels = agent_levels_list;
    while (levels->game && levels->game != game)
        levels++;
    return levels; /* for a game without levels: the last entry, whose members are NULL */
}

const char *agent_level_spec(const struct game *game, int level)
{
    return levels_of(game)->spec[level];
}

const char *agent_beginner_spec(const struct game *game)
{
    return levels_of(game)->beginner;
}

int agent_level_find(struct span name)
{
    for (int level = 0; level < AGENT_LEVELS; level++) {
        if (span_is(name, agent_level_names[level]))
            return level;
    }
    return -1;
}

/* The step from this level, in whole tenths. A fraction is rounded up at as many of ten levels as
 * it has tenths, so that it counts in the mean: of four players, three people win 4/3 or lose 4. */
static long whole_step(long level, double step)
{
    const long place = (level - AGENT_ADAPTIVE_MIN) * 7 % 10; /* neighbours differ */
    return (long)floor(step + ((double)place + 0.5) / 10);
}

void agent_adapt(const struct game *game, struct span spec, double share, struct text *out)
{
    enum { STEP = 4 }; /* tenths of a level, for a game of two players */
    struct span settings = spec;
    const struct span name = span_cut(&settings, ':');
    struct span value = settings;
    long level = AGENT_ADAPTIVE_START;
    const bool plain = !settings.at;
    if (!span_is(name, "adaptive") ||
        (!plain && (!span_is(span_cut(&value, '='), "level") ||
                    !span_integer(value, AGENT_ADAPTIVE_MIN, AGENT_ADAPTIVE_MAX, &level)))) {
        text_printf(out, "%.*s", (int)spec.length, spec.at);
        return;
    }
    const long min = agent_beginner_spec(game) ? AGENT_ADAPTIVE_MIN : AGENT_ADAPTIVE_NOVICE;
    long next = level + whole_step(level, STEP * (share - 1));
    next = next < min ? min : next;
    next = next > AGENT_ADAPTIVE_MAX ? AGENT_ADAPTIVE_MAX : next;
    text_printf(out, "adaptive:level=%ld", next);
}
