/* greedy and cautious, at Débâcle: `greedy` maximises the captured value after its own turn,
 * `cautious` after the opponent's best reply. The captured value is what the own side holds minus
 * what the other side holds; a won round is worth more than any of it. Both search whole turns,
 * captures first, up to a fixed number of positions, since a turn with many bonus moves has too
 * many. */
#include "agents/agent.h"
#include "base/lang.h"
#include "games/debacle/rules.h"

enum { ROUND = 1000, WORST = -100000, GREEDY_POSITIONS = 5000, CAUTIOUS_POSITIONS = 60000 };

static int held(const struct debacle *s, int side)
{
    return debacle_points(s, side) + (s->captures[side] == DEBACLE_CAPTURES ? ROUND : 0);
}

static int balance(const struct debacle *s, int side)
{
    return held(s, side) - held(s, !side);
}

/* Moves captures to the front, followed by the end of the turn. */
static void sort(game_action list[], size_t count)
{
    size_t front = 0;
    for (int wanted = 0; wanted < 2; wanted++) {
        for (size_t i = front; i < count; i++) {
            const enum debacle_kind kind = debacle_kind_of(list[i]);
            if (kind == (wanted ? DEBACLE_END : DEBACLE_CAPTURE)) {
                const game_action action = list[i];
                list[i] = list[front];
                list[front++] = action;
            }
        }
    }
}

/* Alpha-beta over whole turns: the best balance that `side`, whose turn it is, can reach, with
 * `replies` turns of the other side to follow; exact between `floor` and `ceiling`. */
static int best_turn(const struct debacle *s, int side, int replies, int floor, int ceiling,
                     int *budget);

/* The same after an action of `side`. */
static int value_of(const struct debacle *s, game_action action, int side, int replies, int floor,
                    int ceiling, int *budget)
{
    struct debacle next = *s;
    if (debacle_make(&next, action))
        return balance(&next, side);
    if (next.side == side)
        return best_turn(&next, side, replies, floor, ceiling, budget);
    return replies ? -best_turn(&next, !side, replies - 1, -ceiling, -floor, budget)
                   : balance(&next, side);
}

static int best_turn(const struct debacle *s, int side, int replies, int floor, int ceiling,
                     int *budget)
{
    game_action list[GAME_ACTIONS_MAX];
    const size_t count = debacle_list(s, list);
    int best = WORST;
    sort(list, count);
    for (size_t i = 0; i < count && best < ceiling; i++) {
        const int above = best > floor ? best : floor;
        if (--*budget < 0 && best > WORST)
            break;
        const int value = value_of(s, list[i], side, replies, above, ceiling, budget);
        best = value > best ? value : best;
    }
    return best;
}

/* Chooses at random among the equally good first actions; the budget is divided among them. */
static game_action choose_best(const struct agent_turn *turn, int replies, int positions,
                               struct rng *rng)
{
    const struct debacle *s = turn->view;
    game_action best = turn->actions[0];
    int best_value = WORST - 1;
    uint32_t equal = 0;
    for (size_t i = 0; i < turn->count; i++) {
        int budget = positions / (int)turn->count;
        const int value =
            value_of(s, turn->actions[i], s->side, replies, best_value - 1, -WORST, &budget);
        if (value > best_value) {
            best_value = value;
            equal = 0;
        }
        if (value == best_value && rng_below(rng, ++equal) == 0)
            best = turn->actions[i];
    }
    return best;
}

static game_action choose_greedy(struct bot *bot, const struct agent_turn *turn, struct rng *rng)
{
    (void)bot;
    return choose_best(turn, 0, GREEDY_POSITIONS, rng);
}

static game_action choose_cautious(struct bot *bot, const struct agent_turn *turn, struct rng *rng)
{
    (void)bot;
    return choose_best(turn, 1, CAUTIOUS_POSITIONS, rng);
}

const struct agent debacle_greedy_agent = {
    .name = "greedy",
    .about = mark("maximises the captured value at the end of its own turn"),
    .game = &debacle_game,
    .options = agent_no_options,
    .choose = choose_greedy,
};

const struct agent debacle_cautious_agent = {
    .name = "cautious",
    .about = mark("maximises the captured value after the opponent's best reply"),
    .game = &debacle_game,
    .options = agent_no_options,
    .choose = choose_cautious,
};
