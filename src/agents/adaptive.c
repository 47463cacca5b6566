/* adaptive: a level that follows the people at the table from game to game. After a game that they
 * won it is a little stronger in the next one, after a game that they lost a little weaker
 * (agent_adapt in levels.h), so that in the long run they win their fair share. Its setting is its
 * strength in tenths of a level: 1 is novice, 11 easy; below novice is the game's beginner, if it
 * has one, at -9. Between two of these each choice is made by one of them at random. So it makes no
 * move that none of them makes. Plays every game; one without levels at random. */
#include <stdlib.h>

#include "agents/agent.h"
#include "agents/levels.h"
#include "base/lang.h"
#include "base/memory.h"

extern const struct agent adaptive_agent;

enum { OPTION_LEVEL };
static const struct agent_option options[] = {
    [OPTION_LEVEL] = {"level", mark("its strength, in tenths of a level; 1: novice"),
                      AGENT_ADAPTIVE_MIN, AGENT_ADAPTIVE_MAX, AGENT_ADAPTIVE_START, .any = true},
    {.name = NULL},
};

enum { PLAYERS = 1 + AGENT_LEVELS }; /* the beginner, and each level */

struct memory {
    struct bot player[PLAYERS]; /* opened when first needed */
};

static void open_memory(struct bot *bot)
{
    bot->memory = memory_new(1, sizeof(struct memory));
}

static void close_memory(struct bot *bot)
{
    struct memory *m = bot->memory;
    for (int i = 0; i < PLAYERS; i++)
        bot_close(&m->player[i]);
    memory_free(m);
}

static void open_player(struct bot *player, const struct game *game, const char *spec)
{
    if (!bot_open(player, game, span_of(spec), TEXT_UNREAD))
        abort(); /* our own bug */
}

/* Which of the players makes the choice, by a number below AGENT_ADAPTIVE_LEVEL. */
static int player_for(const struct game *game, long strength, unsigned draw)
{
    const long min = agent_beginner_spec(game) ? AGENT_ADAPTIVE_BEGINNER : AGENT_ADAPTIVE_NOVICE;
    strength = strength < min ? min : strength;
    strength = strength > AGENT_ADAPTIVE_BEST ? AGENT_ADAPTIVE_BEST : strength;
    return (int)(strength - AGENT_ADAPTIVE_BEGINNER + draw) / AGENT_ADAPTIVE_LEVEL;
}

static const char *spec_of(const struct game *game, int player)
{
    if (!agent_level_spec(game, 0))
        return "random";
    return player == 0 ? agent_beginner_spec(game) : agent_level_names[player - 1];
}

static struct agent_plan make_plan(struct bot *bot, const struct agent_turn *turn, struct rng *rng)
{
    struct memory *m = bot->memory;
    struct agent_turn same = *turn;
    /* Where anybody may act, the noise_seed of the round decide, since it is asked again and again.
     */
    const unsigned draw = turn->race ? (unsigned)(turn->noise_seed % AGENT_ADAPTIVE_LEVEL)
                                     : rng_below(rng, AGENT_ADAPTIVE_LEVEL);
    const int number = player_for(turn->game, bot->value[OPTION_LEVEL], draw);
    struct bot *player = &m->player[number];
    if (!player->agent)
        open_player(player, turn->game, spec_of(turn->game, number));
    const struct agent_plan plan = bot_plan(player, &same, rng);
    if (player->workspace) { /* large: not kept by each table that has such a bot */
        player->agent->close_workspace(player->workspace);
        player->workspace = NULL;
    }
    return plan;
}

const struct agent adaptive_agent = {
    .name = "adaptive",
    .about = mark("adapts its level to the people it plays with, from game to game"),
    .game = NULL,
    .options = options,
    .open = open_memory,
    .close = close_memory,
    .plan = make_plan,
};
