/* greedy, at Template: throws until the turn's points reach `hold`. At 20 points, one more throw
 * loses as much as it gains on average. */
#include "agents/agent.h"
#include "base/lang.h"
#include "games/template/rules.h"

enum { HOLD_AT }; /* index of the option */

static game_action choose(struct bot *bot, const struct agent_turn *turn, struct rng *rng)
{
    const struct template *s = turn->view;
    (void)rng; /* the same choice every time */
    return template_action(s->turn_points >= bot->value[HOLD_AT] ? TEMPLATE_HOLD : TEMPLATE_ROLL,
                           0);
}

static const struct agent_option options[] = {
    {"hold", mark("turn points at which it holds"), .min = 1, .max = 1000, .default_value = 20},
    {.name = NULL},
};

const struct agent template_greedy_agent = {
    .name = "greedy",
    .about = mark("throws until the turn has scored enough points"),
    .game = &template_game,
    .options = options,
    .choose = choose,
};
