/* greedy, at Wazabi: plays the winning card; otherwise sheds as many dice as it can; otherwise
 * plays again, draws, makes a rival skip or attacks a hand, whichever scores highest. Dice and
 * attacks go to the rival nearest to winning. It never plays a `tourne` that gains a rival more
 * than its own side. Partners are on its own side: it never gives them dice or attacks them.
 *
 * The score of an action is an integer; passing scores 0. Shedding a die scores more than any
 * action that sheds none. The other values were tuned in games against random players. */
#include "games/wazabi/bot_greedy.h"

#include <string.h>

#include "agents/agent.h"
#include "base/lang.h"

enum { DIE = 1000, NEVER = -100000, WIN = 100000 };

/* The value of keeping a card in hand. */
static const int card_value[WAZABI_KINDS] = {
    [WAZABI_RETIRE1] = 130, [WAZABI_TOURNE] = 70, [WAZABI_RETIRE2] = 100, [WAZABI_DONNE] = 60,
    [WAZABI_VOLE] = 25,     [WAZABI_RESTE1] = 15, [WAZABI_PIOCHE3] = 40,  [WAZABI_RESTE2] = 20,
    [WAZABI_SAUTE] = 50,    [WAZABI_REJOUE] = 55,
};

/* How near a seat is to winning: the fewer dice, the nearer. */
static int danger(const struct wazabi *s, int seat)
{
    return 1000 / (s->dice[seat] + 1);
}

/* Giving a die to that seat scores higher the nearer the seat is to winning. */
static int worth_of_burdening(const struct wazabi *s, int me, int seat)
{
    return wazabi_allies(s, me, seat) ? NEVER : danger(s, seat);
}

static int fewest_dice(const uint8_t dice[], const struct wazabi *s, int me, bool allies)
{
    int fewest = WAZABI_DICE + 1;
    for (int seat = 0; seat < s->players; seat++) {
        if (wazabi_allies(s, me, seat) == allies && dice[seat] < fewest)
            fewest = dice[seat];
    }
    return fewest;
}

/* Compares what passing all dice on gains for the best placed player of each side. */
static int worth_of_tourne(const struct wazabi *s, int me, bool right)
{
    uint8_t after[WAZABI_SEATS];
    memcpy(after, s->dice, sizeof after);
    wazabi_pass_dice(after, s->players, right);
    const int own_gain = fewest_dice(s->dice, s, me, true) - fewest_dice(after, s, me, true);
    const int rival_gain = fewest_dice(s->dice, s, me, false) - fewest_dice(after, s, me, false);
    return own_gain > 0 && own_gain > rival_gain ? own_gain * DIE + 5 : NEVER;
}

/* Taking cards or a turn from that seat. */
static int worth_of_hurting(const struct wazabi *s, int me, int seat, int base, int each_card)
{
    if (wazabi_allies(s, me, seat))
        return NEVER;
    return base + each_card * s->cards[seat] + danger(s, seat) / 20;
}

static int worth_of_reste2(const struct wazabi *s, int me)
{
    int worth = 0;
    for (int seat = 0; seat < s->players; seat++) {
        if (seat != me && s->cards[seat] > 2)
            worth += (wazabi_allies(s, me, seat) ? -15 : 15) * (s->cards[seat] - 2);
    }
    return worth;
}

static int worth_of_play(const struct wazabi *s, int me, unsigned card, unsigned target)
{
    switch ((enum wazabi_card)card) {
    case WAZABI_RETIRE1:
        return s->dice[me] == 1 ? WIN : DIE;
    case WAZABI_RETIRE2:
        return 2 * DIE;
    case WAZABI_DONNE:
        return wazabi_allies(s, me, (int)target)
                   ? NEVER
                   : DIE + worth_of_burdening(s, me, (int)target) / 10;
    case WAZABI_TOURNE:
        return worth_of_tourne(s, me, target == 1);
    case WAZABI_REJOUE:
        return 110;
    case WAZABI_SAUTE:
        return worth_of_hurting(s, me, (int)target, s->players == 2 ? 75 : 20, 0);
    case WAZABI_PIOCHE3:
        return 95;
    case WAZABI_VOLE:
        return target == WAZABI_NONE || s->cards[target] == 0
                   ? 30
                   : worth_of_hurting(s, me, (int)target, 30, 0);
    case WAZABI_RESTE1:
        return worth_of_hurting(s, me, (int)target, 0, 15);
    case WAZABI_RESTE2:
        return worth_of_reste2(s, me);
    }
    return 0;
}

int wazabi_greedy_worth(const struct wazabi *s, int me, game_action action)
{
    const unsigned a = wazabi_a(action), b = wazabi_b(action);
    switch (wazabi_move_of(action)) {
    case WAZABI_DO_GIVE:
        return worth_of_burdening(s, me, (int)a);
    case WAZABI_DO_FROM:
        return worth_of_hurting(s, me, (int)a, 0, 5);
    case WAZABI_DO_KEEP:
        return card_value[a] + (b == WAZABI_NONE ? 0 : card_value[b] - 10 * (a == b));
    case WAZABI_DO_PLAY:
        return worth_of_play(s, me, a, b);
    default:
        return 0; /* passing */
    }
}

game_action wazabi_greedy_choice(const struct wazabi *s, int seat, const game_action actions[],
                                 size_t count)
{
    size_t best = 0;
    int best_worth = NEVER - 1;
    for (size_t i = 0; i < count; i++) {
        const int worth = wazabi_greedy_worth(s, seat, actions[i]);
        if (worth > best_worth) {
            best = i;
            best_worth = worth;
        }
    }
    return actions[best];
}

static game_action choose(struct bot *bot, const struct agent_turn *turn, struct rng *rng)
{
    (void)bot;
    (void)rng;
    return wazabi_greedy_choice(turn->view, turn->seat - 1, turn->actions, turn->count);
}

const struct agent wazabi_greedy_agent = {
    .name = "greedy",
    .about = mark("gets rid of dice as fast as it can and burdens whoever is closest to winning"),
    .game = &wazabi_game,
    .options = agent_no_options,
    .choose = choose,
};
