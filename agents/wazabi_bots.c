/* judging and search, at Wazabi: `judging` plays the action whose position the network evaluates
 * best, `search` searches ahead (wazabi_search.h).
 *
 * With `blur` a random amount is added to the value of every position, so that it confuses choices
 * that are close and not those that are clear. */
#include "agents/agent.h"
#include "agents/wazabi_search.h"
#include "agents/wazabi_value.h"
#include "base/lang.h"

extern const struct agent wazabi_judging_agent;
extern const struct agent wazabi_search_agent;

enum { BLUR, JUDGING_GREEDY };
enum { ITERATIONS, TIME, SEARCH_GREEDY };

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

static void *open_searcher(const struct bot *bot)
{
    (void)bot;
    return wazabi_searcher_new();
}

static void close_searcher(void *searcher)
{
    wazabi_searcher_free(searcher);
}

static game_action choose_search(struct bot *bot, const struct agent_turn *turn, struct rng *rng)
{
    const struct wazabi_limits limits = {.iterations = (uint64_t)bot->value[ITERATIONS],
                                         .time_ms = (int)bot->value[TIME],
                                         .stop = turn->stop,
                                         .greedy = (int)bot->value[SEARCH_GREEDY]};
    struct wazabi_answer answer;
    wazabi_search(bot->workspace, turn->view, turn->history, turn->seat, turn->actions, turn->count,
                  &limits, rng, &answer);
    return turn->actions[answer.best];
}

static const struct agent_option search_options[] = {
    {.name = "iterations",
     .about = mark("games to play on for each action it could choose; 0 for no limit"),
     .min = 0,
     .max = 1000000000,
     .default_value = 250},
    {.name = "time",
     .about = mark("milliseconds to think for each choice; 0 for no limit"),
     .min = 0,
     .max = 3600000,
     .default_value = 0,
     .nondeterministic = true},
    {.name = "greedy",
     .about = mark(
         "so many times of a hundred it takes the others for greedy, until they act otherwise"),
     .min = 0,
     .max = 100,
     .default_value = 80},
    {.name = NULL},
};

const struct agent wazabi_search_agent = {
    .name = "search",
    .about = mark("searches the worlds that it cannot tell apart: iterations= and time= limit it"),
    .game = &wazabi_game,
    .options = search_options,
    .open = agent_open_nothing,
    .close = agent_close_nothing,
    .open_workspace = open_searcher,
    .close_workspace = close_searcher,
    .choose = choose_search,
};
