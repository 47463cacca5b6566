/* random: any legal action, each as likely as the others. Plays every game. */
#include "agents/agent.h"
#include "base/lang.h"

static game_action choose(struct bot *bot, const struct agent_turn *turn, struct rng *rng)
{
    (void)bot;
    return turn->actions[rng_below(rng, (uint32_t)turn->count)];
}

const struct agent random_agent = {
    .name = "random",
    .about = mark("any legal action, all equally likely"),
    .game = NULL,
    .blind = true,
    .options = agent_no_options,
    .choose = choose,
};
