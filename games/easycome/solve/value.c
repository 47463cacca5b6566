/* Uses of easycome_solution during a game: the turn's plan, and everybody's chances at a state. */
#include <math.h>
#include <string.h>

#include "games/easycome/solve/play.h"
#include "games/easycome/solve/solution.h"

struct easycome_rules easycome_rules_of(const struct easycome *state)
{
    return (struct easycome_rules){
        .players = state->players, .hold = state->hold, .centre = (1 << EASYCOME_PRIZES) - 1};
}

/* Everybody's chance, by seat, at the position with this number and `roller` to roll. */
static void chances_at(const struct easycome_solution *s, int32_t number, int roller,
                       double chance[EASYCOME_SEATS])
{
    const int players = s->space->rules.players;
    for (int seat = 0; seat < players; seat++)
        chance[seat] = s->value[(size_t)number * (size_t)players +
                                (size_t)((seat - roller + players) % players)];
}

/* The noise of the layer that the turn's position is in. */
static double noise_at(const struct easycome_solution *s, const struct easycome *state)
{
    struct easycome_spot spot;
    easycome_spot_from(state, &spot);
    const uint32_t number = (uint32_t)easycome_spot_number(s->space, &spot);
    int low = 0, high = s->space->layers - 1;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (number < s->space->layer[middle].end)
            high = middle;
        else
            low = middle + 1;
    }
    return s->layer_noise[low];
}

static void find_worths(const struct easycome_solution *s, const struct easycome *state,
                        double worth[EASYCOME_ENDS][EASYCOME_SEATS])
{
    const int players = state->players;
    struct easycome_spot spot;
    easycome_spot_from(state, &spot);
    for (int end = 0; end < EASYCOME_ENDS; end++) {
        const struct easycome_next next = easycome_spot_next(s->space, &spot, end);
        if (next.number >= 0) {
            chances_at(s, next.number, (state->seat + next.seat) % players, worth[end]);
            continue;
        }
        for (int seat = 0; seat < players; seat++) {
            const int place = (seat - state->seat + players) % players;
            worth[end][seat] =
                next.number == EASYCOME_CLOSED ? EASYCOME_CLOSED_WORTH : place == next.seat;
        }
    }
}

/* Writes the values for the player of the turn into `choice` and, in every lane, into `play`. */
static void start_choice(const struct easycome_solution *s, const struct easycome *state,
                         double worth[EASYCOME_ENDS][EASYCOME_SEATS], struct easycome_play *play,
                         struct easycome_choice *choice)
{
    choice->noise = noise_at(s, state);
    for (int end = 0; end < EASYCOME_ENDS; end++) {
        choice->worth[end] = worth[end][state->seat];
        for (int lane = 0; lane < EASYCOME_LANES; lane++)
            play->worth[end][lane] = choice->worth[end];
    }
}

void easycome_choice_make(const struct easycome_solution *s, const struct easycome *state,
                          struct easycome_choice *choice)
{
    struct easycome_play play;
    double worth[EASYCOME_ENDS][EASYCOME_SEATS];
    find_worths(s, state, worth);
    start_choice(s, state, worth, &play, choice);
    easycome_play_values(&play, choice->noise);
    for (int set = 0; set < EASYCOME_ASIDE; set++)
        choice->value[set] = play.value[set][0];
}

void easycome_plan_make(const struct easycome_solution *s, const struct easycome *state,
                        struct easycome_plan *plan)
{
    struct easycome_play play;
    find_worths(s, state, plan->worth);
    start_choice(s, state, plan->worth, &play, &plan->choice);
    if (plan->choice.noise > 0)
        easycome_play_noisy(&play, plan->choice.noise, false);
    else
        easycome_play_best(&play);
    easycome_play_follow(&play);
    for (int set = 0; set < EASYCOME_ASIDE; set++) {
        plan->choice.value[set] = play.value[set][0];
        for (int end = 0; end < EASYCOME_ENDS; end++)
            plan->after[set][end] = play.after[set][end][0];
    }
}

static int end_of(game_action action)
{
    return easycome_kind_of(action) == EASYCOME_TAKE ? (int)easycome_value_of(action)
                                                     : EASYCOME_NONE;
}

static unsigned set_after_keep(const struct easycome *state, game_action action)
{
    return easycome_tables.join[state->kept][easycome_value_of(action)];
}

/* The probabilities of options with these values: 1 for the first best if there is no noise.
 * Returns the value of the choice. */
static double share_out(const double value[], size_t count, double noise, double share[])
{
    size_t best = 0;
    double sum = 0;
    for (size_t i = 1; i < count; i++)
        best = value[i] > value[best] ? i : best;
    if (noise == 0) {
        for (size_t i = 0; i < count; i++)
            share[i] = i == best;
        return value[best];
    }
    for (size_t i = 0; i < count; i++) {
        share[i] = exp((value[i] - value[best]) / noise);
        sum += share[i];
    }
    for (size_t i = 0; i < count; i++)
        share[i] /= sum;
    return value[best] + noise * log(sum);
}

/* Ending the turn is one option beside each keep; how to end it is a second choice. */
void easycome_choice_shares(const struct easycome_choice *choice, const struct easycome *state,
                            const game_action actions[], size_t count, double share[])
{
    double value[GAME_ACTIONS_MAX], among[GAME_ACTIONS_MAX], of[GAME_ACTIONS_MAX];
    size_t ends = 0, keeps = 0;
    value[0] = EASYCOME_CLOSED_WORTH; /* always overwritten, since stopping is legal */
    for (size_t i = 0; i < count; i++) {
        if (easycome_kind_of(actions[i]) != EASYCOME_KEEP)
            value[ends++] = choice->worth[end_of(actions[i])];
    }
    value[0] = share_out(value, ends, choice->noise, among);
    for (size_t i = 0; i < count; i++) {
        if (easycome_kind_of(actions[i]) == EASYCOME_KEEP)
            value[++keeps] = choice->value[set_after_keep(state, actions[i])];
    }
    share_out(value, keeps + 1, choice->noise, of);
    ends = keeps = 0;
    for (size_t i = 0; i < count; i++)
        share[i] =
            easycome_kind_of(actions[i]) == EASYCOME_KEEP ? of[++keeps] : of[0] * among[ends++];
}

static void chances_after(const struct easycome_plan *plan, int players, unsigned set,
                          double chance[EASYCOME_SEATS])
{
    for (int seat = 0; seat < players; seat++) {
        chance[seat] = 0;
        for (int end = 0; end < EASYCOME_ENDS; end++)
            chance[seat] +=
                plan->after[set][end] > 0 ? plan->after[set][end] * plan->worth[end][seat] : 0;
    }
}

void easycome_plan_action(const struct easycome_plan *plan, const struct easycome *state,
                          game_action action, double chance[EASYCOME_SEATS])
{
    if (easycome_kind_of(action) == EASYCOME_KEEP)
        chances_after(plan, state->players, set_after_keep(state, action), chance);
    else
        memcpy(chance, plan->worth[end_of(action)], state->players * sizeof *chance);
}

/* The roll-off, recursively: the contenders from `seat` on roll each sum with its probability;
 * those tied for the highest roll again, and then have equal chances. */
static void roll_off(const struct easycome *state, int seat, unsigned best, unsigned tied,
                     double odds, double first[EASYCOME_SEATS])
{
    const struct easycome_tables *t = &easycome_tables;
    while (seat < state->players && !(state->contenders >> seat & 1))
        seat++;
    if (seat == state->players) {
        for (int i = 0; i < state->players; i++)
            first[i] += tied >> i & 1 ? odds / __builtin_popcount(tied) : 0;
        return;
    }
    double sum_odds[21] = {0};
    for (unsigned set = t->first[EASYCOME_DICE]; set < EASYCOME_SETS; set++)
        sum_odds[t->set[set].sum] += t->set[set].weight / 1296.0;
    for (unsigned sum = 0; sum <= 20; sum++) {
        const unsigned now = tied && sum < best    ? tied
                             : tied && sum == best ? tied | 1u << seat
                                                   : 1u << seat;
        roll_off(state, seat + 1, sum > best ? sum : best, now, odds * sum_odds[sum], first);
    }
}

static void chances_of_rolloff(const struct easycome_solution *s, const struct easycome *state,
                               double chance[EASYCOME_SEATS])
{
    double first[EASYCOME_SEATS] = {0};
    unsigned best = 0, tied = 0;
    for (int seat = 0; seat < state->seat; seat++) {
        if (!(state->contenders >> seat & 1))
            continue;
        tied = !tied || state->total[seat] > best ? 1u << seat
               : state->total[seat] == best       ? tied | 1u << seat
                                                  : tied;
        best = state->total[seat] > best ? state->total[seat] : best;
    }
    roll_off(state, state->seat, best, tied, 1, first);
    const double *start = easycome_solution_start(s);
    for (int seat = 0; seat < state->players; seat++) {
        chance[seat] = 0;
        for (int roller = 0; roller < state->players; roller++)
            chance[seat] +=
                first[roller] * start[(seat - roller + state->players) % state->players];
    }
}

void easycome_solution_chances(const struct easycome_solution *s, const struct easycome *state,
                               double chance[EASYCOME_SEATS])
{
    struct easycome_plan plan;
    game_action actions[GAME_ACTIONS_MAX];
    double share[GAME_ACTIONS_MAX], one[EASYCOME_SEATS];
    switch (state->phase) {
    case EASYCOME_ROLLOFF:
        chances_of_rolloff(s, state, chance);
        return;
    case EASYCOME_END:
        for (int seat = 0; seat < state->players; seat++)
            chance[seat] = seat == state->seat;
        return;
    case EASYCOME_TO_ROLL:
        easycome_plan_make(s, state, &plan);
        chances_after(&plan, state->players, state->kept, chance);
        return;
    default:
        break;
    }
    easycome_plan_make(s, state, &plan);
    const size_t count = easycome_game.actions(state, state->seat + 1, actions);
    easycome_choice_shares(&plan.choice, state, actions, count, share);
    memset(chance, 0, state->players * sizeof *chance);
    for (size_t i = 0; i < count; i++) {
        easycome_plan_action(&plan, state, actions[i], one);
        for (int seat = 0; seat < state->players; seat++)
            chance[seat] += share[i] * one[seat];
    }
}
