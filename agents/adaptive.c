/* adaptive: a level that follows the people at the table from game to game. After a game that they
 * won it is a little stronger in the next one, after a game that they lost a little weaker
 * (agent_adapt in levels.h), so that in the long run they win their fair share. Its setting is its
 * strength, in tenths of a level from 1; between two levels each choice is made by one of them at
 * random. So it makes no move that no level makes. Plays every game; one without levels at random.
 */
#include <stdlib.h>

#include "agents/agent.h"
#include "agents/levels.h"
#include "base/guard.h"
#include "base/lang.h"
#include "base/memory.h"

extern const struct agent adaptive_agent;

enum { OPTION_LEVEL };
static const struct agent_option options[] = {
    [OPTION_LEVEL] = {"level", mark("how strong it is, in tenths of a level"), AGENT_ADAPTIVE_MIN,
                      AGENT_ADAPTIVE_MAX, AGENT_ADAPTIVE_START, .any = true},
    {.name = NULL},
};

struct memory {
    struct bot level[AGENT_LEVELS]; /* opened when first needed */
};

static void open_memory(struct bot *bot)
{
    bot->memory = memory_new(1, sizeof(struct memory));
}

static void close_memory(struct bot *bot)
{
    struct memory *m = bot->memory;
    for (int level = 0; level < AGENT_LEVELS; level++)
        bot_close(&m->level[level]);
    memory_free(m);
}

struct opening {
    struct bot *player;
    const struct game *game;
    const char *spec;
};

static void open_player(void *context)
{
    struct opening *o = context;
    char unused[TEXT_WHY];
    struct text why = text_on(unused, sizeof unused);
    struct bot player;
    if (!bot_open(&player, o->game, span_of(o->spec), &why))
        abort(); /* our own bug */
    *o->player = player;
}

static struct agent_plan make_plan(struct bot *bot, const struct agent_turn *turn, struct rng *rng)
{
    struct memory *m = bot->memory;
    struct agent_turn same = *turn;
    /* Where anybody may act, the thoughts of the round decide, since it is asked again and again.
     */
    const unsigned draw = turn->race ? (unsigned)(turn->thoughts % AGENT_ADAPTIVE_LEVEL)
                                     : rng_below(rng, AGENT_ADAPTIVE_LEVEL);
    const int level = (int)((unsigned)(bot->value[OPTION_LEVEL] - AGENT_ADAPTIVE_MIN) + draw) /
                      AGENT_ADAPTIVE_LEVEL;
    const char *spec = agent_level_spec(turn->game, level) ? agent_level_names[level] : "random";
    struct bot *player = &m->level[level];
    if (!player->agent)
        guard_keep(open_player, &(struct opening){player, turn->game, spec});
    const struct agent_plan plan = bot_plan(player, &same, rng);
    if (player->workspace) { /* large: not kept by each table that has such a bot */
        player->agent->close_workspace(player->workspace);
        player->workspace = NULL;
    }
    return plan;
}

const struct agent adaptive_agent = {
    .name = "adaptive",
    .about = mark("a level that follows the people it plays with, from game to game"),
    .game = NULL,
    .options = options,
    .open = open_memory,
    .close = close_memory,
    .plan = make_plan,
};
