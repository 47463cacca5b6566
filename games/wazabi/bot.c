/* judging and attentive, at Wazabi: `judging` plays the action whose position the network evaluates
 * best. `attentive` also considers the other players' actions: as long as they all play like
 * `greedy`, it uses the networks for either kind of rivals. In teams and tournaments it uses
 * separate networks, which know the partner and the standing.
 *
 * With `blur` a random amount is added to the value of every position, so that it confuses close
 * choices but not clear ones. */
#include "agents/agent.h"
#include "base/lang.h"
#include "games/wazabi/bot_hands.h"
#include "games/wazabi/bot_value.h"

enum { BLUR, JUDGING_GREEDY };

/* Weight in percent of the network for `greedy` opponents while they may be `greedy`: GREEDY_STEP
 * for each of their steps, up to GREEDY_MOST. (With the maximum from the first step, the first
 * turns against other players would cost as much as those against `greedy` gain.) */
enum { GREEDY_STEP = 10, GREEDY_MOST = 80 };

static game_action choose_judging(struct bot *bot, const struct agent_turn *turn, struct rng *rng)
{
    const uint32_t blur = (uint32_t)(bot->value[BLUR] * WAZABI_ODDS_ONE / 100);
    int odds[GAME_ACTIONS_MAX];
    wazabi_evaluate_actions(wazabi_net_plain(turn->view, bot->value[JUDGING_GREEDY]), turn->view,
                            turn->seat - 1, turn->actions, turn->count, odds);
    for (size_t i = 0; blur && i < turn->count; i++)
        odds[i] += (int)rng_below(rng, 2 * blur + 1) - (int)blur;
    return turn->actions[wazabi_highest(odds, turn->count)];
}

static const struct agent_option judging_options[] = {
    {"blur", mark("judgement noise, in hundredths of log-odds"), .max = 1000},
    {"greedy", mark("1: assumes greedy opponents; 0: opponents like itself"), .max = 1},
    {.name = NULL},
};

const struct agent wazabi_judging_agent = {
    .name = "judging",
    .about = mark("plays the favourite move of a self-taught network at once"),
    .game = &wazabi_game,
    .options = judging_options,
    .choose = choose_judging,
};

static game_action choose_attentive(struct bot *bot, const struct agent_turn *turn, struct rng *rng)
{
    const struct wazabi *view = turn->view;
    const int seat = turn->seat - 1;
    int odds[GAME_ACTIONS_MAX], among[GAME_ACTIONS_MAX];
    (void)bot;
    (void)rng;
    const struct wazabi_net *net = wazabi_net_for_choice(view);
    const int steps =
        net == wazabi_net_plain(view, false) ? wazabi_greedy_steps(view, turn->history, seat) : 0;
    wazabi_evaluate_actions(net, view, seat, turn->actions, turn->count, odds);
    if (steps > 0) {
        const int many = GREEDY_STEP * steps / (view->players - 1);
        const int weight = many < GREEDY_MOST ? many : GREEDY_MOST;
        wazabi_evaluate_actions(wazabi_net_plain(view, true), view, seat, turn->actions,
                                turn->count, among);
        for (size_t i = 0; i < turn->count; i++)
            odds[i] = (odds[i] * (100 - weight) + among[i] * weight) / 100;
    }
    return turn->actions[wazabi_highest(odds, turn->count)];
}

const struct agent wazabi_attentive_agent = {
    .name = "attentive",
    .former = "search",
    .about = mark(
        "like judging; also weighs what the others played, the partner, and tournament points"),
    .game = &wazabi_game,
    .options = agent_no_options,
    .choose = choose_attentive,
};
