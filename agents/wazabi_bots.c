/* judging and attentive, at Wazabi: `judging` plays the action whose position the network evaluates
 * best. `attentive` also looks at what the others did: as long as all of it is what `greedy` would
 * do it asks the networks for either kind of rivals; and in the last game of a tournament it plays
 * for the points. (In the games before it, minding the points that are at stake before they are won
 * lost more than it won.)
 *
 * With `blur` a random amount is added to the value of every position, so that it confuses choices
 * that are close and not those that are clear. */
#include "agents/agent.h"
#include "agents/wazabi_expect.h"
#include "agents/wazabi_hands.h"
#include "agents/wazabi_value.h"
#include "base/lang.h"

extern const struct agent wazabi_judging_agent;
extern const struct agent wazabi_attentive_agent;

enum { BLUR, JUDGING_GREEDY };

/* Per cent that the network for greedy rivals counts as long as they may be greedy: with all of it
 * the first turns against others would cost more than it wins. */
enum { GREEDY_WEIGHT = 80 };

static game_action choose_judging(struct bot *bot, const struct agent_turn *turn, struct rng *rng)
{
    const uint32_t blur = (uint32_t)(bot->value[BLUR] * WAZABI_ODDS_ONE / 100);
    int odds[GAME_ACTIONS_MAX];
    if (bot->value[JUDGING_GREEDY])
        wazabi_evaluate_among_greedy(turn->view, turn->seat - 1, turn->actions, turn->count, odds);
    else
        wazabi_evaluate_actions(turn->view, turn->seat - 1, turn->actions, turn->count, odds);
    for (size_t i = 0; blur && i < turn->count; i++)
        odds[i] += (int)rng_below(rng, 2 * blur + 1) - (int)blur;
    return turn->actions[wazabi_highest(odds, turn->count)];
}

static const struct agent_option judging_options[] = {
    {.name = "blur",
     .about = mark("how far its judgement may be off, in hundredths of log-odds"),
     .min = 0,
     .max = 1000,
     .default_value = 0},
    {.name = "greedy",
     .about = mark("1: takes the others for greedy; 0: for players like itself"),
     .min = 0,
     .max = 1,
     .default_value = 0},
    {.name = NULL},
};

const struct agent wazabi_judging_agent = {
    .name = "judging",
    .about = mark("plays at once what a network taught by self-play likes best"),
    .game = &wazabi_game,
    .options = judging_options,
    .open = agent_open_nothing,
    .close = agent_close_nothing,
    .choose = choose_judging,
};

static game_action choose_attentive(struct bot *bot, const struct agent_turn *turn, struct rng *rng)
{
    const struct wazabi *view = turn->view;
    const int seat = turn->seat - 1;
    int odds[GAME_ACTIONS_MAX], among[GAME_ACTIONS_MAX];
    size_t best = 0;
    double best_value = -1;
    (void)bot;
    (void)rng;
    wazabi_evaluate_actions(view, seat, turn->actions, turn->count, odds);
    if (wazabi_may_be_greedy(view, turn->history, seat)) {
        wazabi_evaluate_among_greedy(view, seat, turn->actions, turn->count, among);
        for (size_t i = 0; i < turn->count; i++)
            odds[i] = (odds[i] * (100 - GREEDY_WEIGHT) + among[i] * GREEDY_WEIGHT) / 100;
    }
    if (view->games == 1 || view->game + 1 < view->games)
        return turn->actions[wazabi_highest(odds, turn->count)];
    for (size_t i = 0; i < turn->count; i++) {
        const double value = wazabi_expect_last(view, seat, turn->actions[i], odds[i]);
        if (value > best_value) {
            best_value = value;
            best = i;
        }
    }
    return turn->actions[best];
}

const struct agent wazabi_attentive_agent = {
    .name = "attentive",
    .former = "search",
    .about = mark("as judging, with an eye on what the others did and on a tournament's points"),
    .game = &wazabi_game,
    .options = agent_no_options,
    .open = agent_open_nothing,
    .close = agent_close_nothing,
    .choose = choose_attentive,
};
