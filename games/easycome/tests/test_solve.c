/* The solution of Easy Come Easy Go, checked against the rules. Positions and turns are compared
 * with the game's own apply(), a reduced game with a second, slow and plain solution, the
 * equilibria of three and four players with plain walks through their turns, and everything with
 * simulation. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files.h"
#include "base/memory.h"
#include "games/easycome/solve/file.h"
#include "games/easycome/solve/gmres.h"
#include "games/easycome/solve/pack.h"
#include "games/easycome/solve/play.h"
#include "games/easycome/solve/solution.h"
#include "games/easycome/solve/turn.h"
#include "games/easycome/tests/cutoff.h"
#include "games/easycome/tools/pack_make.h"
#include "sim/sim.h"
#include "tests/helpers.h"

enum { ALL = (1 << EASYCOME_PRIZES) - 1 };

static void start_game(struct easycome *s, int players, int hold, int first)
{
    char why[TEXT_WHY], number[16];
    struct text reason = text_on(why, sizeof why);
    struct game_settings settings;
    game_defaults(&easycome_game, &settings);
    settings.players = players;
    snprintf(number, sizeof number, "%d", hold);
    assert_true(game_set(&easycome_game, &settings, span_of("hold"), span_of(number), &reason));
    snprintf(number, sizeof number, "%d", first);
    assert_true(game_set(&easycome_game, &settings, span_of("first"),
                         span_of(first ? number : "roll"), &reason));
    assert_true(easycome_game.start(s, &settings, &reason));
}

static game_action any_action(const struct easycome *s, struct rng *rng)
{
    game_action actions[GAME_ACTIONS_MAX];
    if (easycome_game.mover(s) == GAME_CHANCE)
        return easycome_game.sample(s, rng);
    const size_t count = easycome_game.actions(s, s->seat + 1, actions);
    return actions[rng_below(rng, (uint32_t)count)];
}

/* ---- positions ---- */

/* In random games, the end of every turn leads to the position that the solver expects. */
static void turns_lead_where_the_rules_say(void **unused)
{
    (void)unused;
    static const int games[][2] = {{2, 2}, {3, 2}, {4, 2}, {4, 3}};
    struct rng rng;
    rng_seed(&rng, 5);
    for (size_t g = 0; g < 4; g++) {
        const struct easycome_rules rules = {games[g][0], games[g][1], ALL};
        struct easycome_space *space = easycome_space_new(rules);
        for (int game = 0; game < test_count(20, 60); game++) {
            struct easycome s;
            start_game(&s, rules.players, rules.hold, 1);
            while (s.phase != EASYCOME_END) {
                const struct easycome before = s;
                const game_action action = any_action(&s, &rng);
                struct easycome_spot spot, after;
                easycome_spot_from(&before, &spot);
                assert_true(easycome_spot_number(space, &spot) >= 0);
                const uint16_t open = easycome_open_prizes(&before);
                for (int prize = 0; prize < EASYCOME_PRIZES; prize++)
                    assert_int_equal(easycome_spot_next(space, &spot, prize).number !=
                                         EASYCOME_CLOSED,
                                     open >> prize & 1);
                if (easycome_game.apply(&s, action, NULL) == 0)
                    continue;
                const bool took = easycome_kind_of(action) == EASYCOME_TAKE;
                const struct easycome_next next = easycome_spot_next(
                    space, &spot, took ? (int)easycome_value_of(action) : EASYCOME_NONE);
                if (s.phase == EASYCOME_END) {
                    assert_int_equal(next.number, EASYCOME_WON);
                    assert_int_equal((before.seat + next.seat) % rules.players, s.seat);
                    continue;
                }
                easycome_spot_from(&s, &after);
                assert_int_equal(next.number, easycome_spot_number(space, &after));
                assert_int_equal((before.seat + next.seat) % rules.players, s.seat);
            }
        }
        easycome_space_free(space);
    }
}

/* ---- one turn ---- */

static double random_part(struct rng *rng)
{
    return (double)(rng_next(rng) >> 11) * 0x1p-53;
}

/* If wanted prizes are worth 1 and everything else 0, the value is the chance that easycome_turn
 * computes exactly. */
static void best_play_is_the_exact_chance(void **unused)
{
    (void)unused;
    struct easycome_play *play = memory_new(1, sizeof *play);
    for (unsigned wanted = 0; wanted <= ALL; wanted += 37) {
        struct easycome_turn turn;
        easycome_turn_make(&turn, (uint16_t)wanted);
        for (int end = 0; end < EASYCOME_ENDS; end++) {
            for (int lane = 0; lane < EASYCOME_LANES; lane++)
                play->worth[end][lane] = lane == 1 && wanted >> end & 1;
        }
        easycome_play_best(play);
        double chance = 0;
        for (int end = 0; end < EASYCOME_NONE; end++)
            chance += wanted >> end & 1 ? play->chance[end][1] : 0;
        assert_near(play->value[0][1], turn.ways[0] / (double)EASYCOME_TURN_WHOLE, 1e-13);
        assert_near(chance, turn.ways[0] / (double)EASYCOME_TURN_WHOLE, 1e-13);
    }
    free(play);
}

/* With noise the value is smooth: its derivative is the chance, and the derivative of the chance is
 * `slope`. */
static void noisy_play_has_the_slopes_it_says(void **unused)
{
    (void)unused;
    struct easycome_play *play = memory_new(1, sizeof *play), *moved = memory_new(1, sizeof *play);
    struct rng rng;
    rng_seed(&rng, 3);
    for (int round = 0; round < 3; round++) {
        const double noise = round == 0 ? 0.1 : round == 1 ? 0.01 : 0.001, step = 1e-3 * noise;
        for (int end = 0; end < EASYCOME_ENDS; end++) {
            for (int lane = 0; lane < EASYCOME_LANES; lane++)
                play->worth[end][lane] = end == 4 ? EASYCOME_CLOSED_WORTH : random_part(&rng);
        }
        easycome_play_noisy(play, noise, true);
        for (int by = 0; by < EASYCOME_ENDS; by++) {
            if (by == 4)
                continue;
            double up[EASYCOME_ENDS], value_up = 0;
            for (int sign = 1; sign >= -1; sign -= 2) {
                memcpy(moved->worth, play->worth, sizeof play->worth);
                moved->worth[by][2] += sign * step;
                easycome_play_noisy(moved, noise, false);
                for (int end = 0; end < EASYCOME_ENDS && sign > 0; end++)
                    up[end] = moved->chance[end][2];
                value_up = sign > 0 ? moved->value[0][2] : value_up;
            }
            assert_near((value_up - moved->value[0][2]) / (2 * step), play->chance[by][2], 1e-6);
            for (int end = 0; end < EASYCOME_ENDS; end++)
                assert_near((up[end] - moved->chance[end][2]) / (2 * step), play->slope[end][by][2],
                            2e-5 / noise);
        }
    }
    free(play);
    free(moved);
}

/* ---- linear systems ---- */

enum { SIZE = 40 };

static void multiply(void *context, const double *in, double *out)
{
    const double(*matrix)[SIZE] = context;
    for (int i = 0; i < SIZE; i++) {
        out[i] = 0;
        for (int j = 0; j < SIZE; j++)
            out[i] += matrix[i][j] * in[j];
    }
}

static void gmres_solves(void **unused)
{
    (void)unused;
    static double matrix[SIZE][SIZE], basis[(GMRES_MAX + 1) * SIZE];
    double right[SIZE], x[SIZE], back[SIZE];
    struct rng rng;
    rng_seed(&rng, 8);
    for (int i = 0; i < SIZE; i++) {
        right[i] = random_part(&rng);
        for (int j = 0; j < SIZE; j++)
            matrix[i][j] = random_part(&rng) - 0.5 + (i == j ? 3 : 0);
    }
    assert_true(gmres(SIZE, multiply, matrix, right, x, 1e-13, basis) <= SIZE);
    multiply(matrix, x, back);
    for (int i = 0; i < SIZE; i++)
        assert_near(back[i], right[i], 1e-11);
    memset(right, 0, sizeof right);
    assert_int_equal(gmres(SIZE, multiply, matrix, right, x, 1e-13, basis), 0);
}

/* ---- two players: the slow, plain solution ----
 *
 * Value iteration over whole states with the game's own functions, from seat 1's point of view:
 * without layers, mirroring, relative seats or optimised turns. */

enum { PLAIN_MAX = 4096 };

struct plain {
    struct easycome state[PLAIN_MAX]; /* a hash table; `value` is below 0 in empty slots */
    double value[PLAIN_MAX];
    int list[1000], count; /* indices of the used slots, in the order of discovery */
};

static int find_plain(struct plain *plain, const struct easycome *s)
{
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < sizeof *s; i++)
        hash = (hash ^ ((const unsigned char *)s)[i]) * 1099511628211u;
    unsigned at = (unsigned)(hash >> 32) % PLAIN_MAX;
    while (plain->value[at] >= 0 && memcmp(&plain->state[at], s, sizeof *s) != 0)
        at = (at + 1) % PLAIN_MAX;
    if (plain->value[at] < 0) {
        assert_true(plain->count < 1000);
        plain->list[plain->count++] = (int)at;
        plain->state[at] = *s;
        plain->value[at] = 0.5;
    }
    return (int)at;
}

static double plain_value(struct plain *plain, const struct easycome *s, double aside[]);

/* The value before a roll in the middle of a turn; cached for each set of dice aside. */
static double plain_roll(struct plain *plain, const struct easycome *s, double aside[])
{
    struct game_outcome outcome[126];
    uint64_t whole;
    if (aside[s->kept] >= 0)
        return aside[s->kept];
    const size_t count = easycome_game.chance(s, outcome, &whole);
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        struct easycome next = *s;
        easycome_game.apply(&next, outcome[i].action, NULL);
        sum += (double)outcome[i].weight / (double)whole * plain_value(plain, &next, aside);
    }
    return aside[s->kept] = sum;
}

static double plain_value(struct plain *plain, const struct easycome *s, double aside[])
{
    game_action actions[GAME_ACTIONS_MAX];
    if (s->phase == EASYCOME_END)
        return s->seat == 0;
    if (s->phase == EASYCOME_TO_ROLL)
        return s->kept == 0 ? plain->value[find_plain(plain, s)] : plain_roll(plain, s, aside);
    const size_t count = easycome_game.actions(s, s->seat + 1, actions);
    double best = s->seat == 0 ? -1 : 2;
    for (size_t i = 0; i < count; i++) {
        struct easycome next = *s;
        easycome_game.apply(&next, actions[i], NULL);
        const double value = plain_value(plain, &next, aside);
        best = s->seat == 0 ? fmax(best, value) : fmin(best, value);
    }
    return best;
}

/* The value of a new turn, from the values of the turns after it. */
static double plain_turn(struct plain *plain, const struct easycome *s)
{
    double aside[EASYCOME_SETS];
    for (int i = 0; i < EASYCOME_SETS; i++)
        aside[i] = -1;
    return plain_roll(plain, s, aside);
}

/* Each player holds two prizes; these are left in the centre. */
enum {
    SMALL = 1 << EASYCOME_CARRE | 1 << EASYCOME_PAIRES | 1 << EASYCOME_SUITE | 1 << EASYCOME_7 |
            1 << EASYCOME_13
};

/* Sweeps from 0.5 everywhere until nothing changes. */
static void solve_plainly(struct plain *plain)
{
    double change = 1;
    for (int sweep = 0; sweep < 400 && change > 1e-13; sweep++) {
        change = 0;
        for (int i = plain->count; i-- > 0;) { /* the first sweep adds states while it runs */
            const int at = plain->list[i];
            const double value = plain_turn(plain, &plain->state[at]);
            change = fmax(change, fabs(value - plain->value[at]));
            plain->value[at] = value;
        }
        if (sweep < 8)
            change = 1;
    }
    assert_true(change <= 1e-13);
}

/* Gives all positions after the first the values of the solution, and checks that one sweep does
 * not change them: sweeps have only one fixed point. */
static void sweep_once(struct plain *plain, const struct easycome_solution *solution)
{
    for (int known = 0, i = 0; i < plain->count; i++) {
        plain_turn(plain, &plain->state[plain->list[i]]); /* finds the positions that follow */
        for (; known < plain->count; known++) {
            double chance[EASYCOME_SEATS];
            easycome_solution_chances(solution, &plain->state[plain->list[known]], chance);
            plain->value[plain->list[known]] = chance[0];
        }
        const int at = plain->list[i];
        assert_near(plain_turn(plain, &plain->state[at]), plain->value[at], 1e-11);
    }
}

/* `make test-deep` also computes the plain solution from scratch. */
static void two_players_agree_with_a_plain_solution(void **unused)
{
    (void)unused;
    static struct plain plain;
    struct easycome s;
    const struct easycome_solve_job job = {.rules = {2, 2, SMALL}, .threads = 1};
    char why[TEXT_WHY];
    struct text note = text_on(why, sizeof why);
    start_game(&s, 2, 2, 1);
    s.own[0] = 1 << EASYCOME_BRELAN_IMPAIR | 1 << EASYCOME_3_OR_LESS;
    s.own[1] = 1 << EASYCOME_BRELAN_PAIR | 1 << EASYCOME_17_OR_MORE;
    s.count[0] = s.count[1] = 2;
    for (int at = 0; at < PLAIN_MAX; at++)
        plain.value[at] = -1;
    find_plain(&plain, &s);
    struct easycome_solution *solution = easycome_solve(&job, &note);
    if (test_is_deep())
        solve_plainly(&plain);
    else
        sweep_once(&plain, solution);
    assert_true(plain.count > 200);
    assert_true(solution->residual < 1e-13);
    assert_true(solution->regret < 1e-13);
    for (int i = 0; i < plain.count; i++) {
        double chance[EASYCOME_SEATS];
        easycome_solution_chances(solution, &plain.state[plain.list[i]], chance);
        assert_near(chance[0], plain.value[plain.list[i]], 1e-11);
        assert_near(chance[0] + chance[1], 1, 1e-13);
    }
    easycome_solution_free(solution);
}

/* ---- more players: no player gains by playing a turn differently ----
 *
 * Several equilibria may exist, so a second solution may have other values. But a plain walk
 * through each turn, with the game's own functions, shows that the values are an equilibrium: the
 * plan of the turn gives all players the values of the solution, and no other play gives its player
 * more. */

struct turn {
    const struct easycome_solution *solution;
    int seat, players;
    struct {
        double best, planned[EASYCOME_SEATS];
    } known[EASYCOME_SETS + EASYCOME_ENDS]; /* by dice aside, then by the end of the turn */
    bool is_known[EASYCOME_SETS + EASYCOME_ENDS];
};

static double walk_turn(struct turn *turn, const struct easycome *s, double planned[]);

/* The result of walk_turn, cached under a number. */
static double walk_once(struct turn *turn, const struct easycome *s, unsigned number,
                        double planned[])
{
    if (!turn->is_known[number]) {
        turn->known[number].best = walk_turn(turn, s, turn->known[number].planned);
        turn->is_known[number] = true;
    }
    memcpy(planned, turn->known[number].planned, sizeof turn->known[number].planned);
    return turn->known[number].best;
}

static double walk_roll(struct turn *turn, const struct easycome *s, double planned[])
{
    struct game_outcome outcome[126];
    uint64_t whole;
    double best = 0;
    const size_t count = easycome_game.chance(s, outcome, &whole);
    memset(planned, 0, EASYCOME_SEATS * sizeof *planned);
    for (size_t i = 0; i < count; i++) {
        struct easycome next = *s;
        double then[EASYCOME_SEATS];
        const double weight = (double)outcome[i].weight / (double)whole;
        easycome_game.apply(&next, outcome[i].action, NULL);
        best += weight * walk_turn(turn, &next, then);
        for (int seat = 0; seat < turn->players; seat++)
            planned[seat] += weight * then[seat];
    }
    return best;
}

static double walk_choice(struct turn *turn, const struct easycome *s, double planned[])
{
    game_action actions[GAME_ACTIONS_MAX];
    double best = -1, share[GAME_ACTIONS_MAX];
    struct easycome_choice choice;
    const size_t count = easycome_game.actions(s, turn->seat + 1, actions);
    easycome_choice_make(turn->solution, s, &choice);
    easycome_choice_shares(&choice, s, actions, count, share);
    memset(planned, 0, EASYCOME_SEATS * sizeof *planned);
    for (size_t i = 0; i < count; i++) {
        struct easycome next = *s;
        double then[EASYCOME_SEATS];
        const int kind = easycome_kind_of(actions[i]);
        easycome_game.apply(&next, actions[i], NULL);
        const unsigned number = kind == EASYCOME_KEEP ? next.kept
                                : kind == EASYCOME_TAKE
                                    ? EASYCOME_SETS + easycome_value_of(actions[i])
                                    : EASYCOME_SETS + EASYCOME_NONE;
        best = fmax(best, walk_once(turn, &next, number, then));
        for (int seat = 0; seat < turn->players; seat++)
            planned[seat] += share[i] * then[seat];
    }
    return best;
}

/* The maximum that the player of the turn can get from here; `planned` gets everybody's value under
 * the solution's own plan. Positions after the turn have the solution's values. */
static double walk_turn(struct turn *turn, const struct easycome *s, double planned[])
{
    const bool first = s->phase == EASYCOME_TO_ROLL && !s->kept;
    if (s->phase == EASYCOME_END || s->seat != turn->seat || first) {
        easycome_solution_chances(turn->solution, s, planned);
        return planned[turn->seat];
    }
    return s->phase == EASYCOME_TO_ROLL ? walk_roll(turn, s, planned)
                                        : walk_choice(turn, s, planned);
}

/* Deals all prizes outside the centre at random, at most two to the player who rolls. A player with
 * three prizes has held them as long as that seat can. */
static bool deal_prizes(struct easycome *s, int players, uint16_t centre, struct rng *rng)
{
    for (int prize = 0; prize < EASYCOME_PRIZES; prize++) {
        const int seat = (int)rng_below(rng, (uint32_t)players);
        if (centre >> prize & 1)
            continue;
        s->own[seat] |= (uint16_t)(1 << prize);
        s->count[seat]++;
    }
    for (int i = 0; i < players; i++) { /* i seats after the player who rolls */
        const int seat = (s->seat + i) % players, endured = players - 1 - i;
        const bool holds_three = s->count[seat] == 3;
        if (s->count[seat] > 3 || (holds_three && (i == 0 || endured >= s->hold)))
            return false;
        s->endured[seat] = (uint8_t)(holds_three ? endured : 0);
    }
    return true;
}

static void check_turns(const struct easycome_rules rules, double noise, double regret_max)
{
    const struct easycome_solve_job job = {.rules = rules, .threads = 2, .noise = noise};
    char why[TEXT_WHY];
    struct text note = text_on(why, sizeof why);
    struct rng rng;
    rng_seed(&rng, 4);
    struct easycome_solution *solution = easycome_solve(&job, &note);
    assert_true(solution->residual < 1e-8);
    assert_true(solution->regret < regret_max);
    assert_true(solution->gain < 2 * regret_max);
    assert_true(solution->regret <= solution->gain + 1e-12);
    for (int round = 0; round < test_count(2, 40); round++) {
        struct easycome s;
        double chance[EASYCOME_SEATS], planned[EASYCOME_SEATS], sum = 0;
        do
            start_game(&s, rules.players, rules.hold, 1 + round % rules.players);
        while (!deal_prizes(&s, rules.players, rules.centre, &rng));
        struct turn turn = {.solution = solution, .seat = s.seat, .players = rules.players};
        easycome_solution_chances(solution, &s, chance);
        struct easycome_plan plan;
        struct easycome_choice choice;
        easycome_plan_make(solution, &s, &plan);
        easycome_choice_make(solution, &s, &choice);
        assert_memory_equal(&choice, &plan.choice, sizeof choice);
        const double best = walk_roll(&turn, &s, planned);
        for (int seat = 0; seat < rules.players; seat++) {
            assert_near(planned[seat], chance[seat], solution->residual + 1e-9);
            sum += chance[seat];
        }
        assert_near(sum, 1, 1e-12);
        assert_true(best - chance[s.seat] > -1e-9);
        assert_true(best - chance[s.seat] < solution->regret + 1e-9);
    }
    easycome_solution_free(solution);
}

static void nobody_gains_by_another_turn(void **unused)
{
    (void)unused;
    check_turns((struct easycome_rules){3, 2, 1 << EASYCOME_SUITE}, 0, 1e-6);
    if (!test_is_deep())
        /* with four players even the smallest game takes long, and is solved less exactly */
        return;
    check_turns((struct easycome_rules){4, 2, 0}, 3e-3, 3e-3);
    check_turns((struct easycome_rules){4, 3, 0}, 3e-3, 3e-3);
}

/* ---- two players ---- */

/* The whole game, solved once for all tests that only read it. */
static const struct easycome_solution *two_solved(void)
{
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    return easycome_solution_shared((struct easycome_rules){2, 2, ALL}, &reason);
}

/* A small part of the game; the whole game in `make test-deep`. */
static struct easycome_rules part_of_two(void)
{
    return (struct easycome_rules){2, 2, (uint16_t)test_count(SMALL, ALL)};
}

static struct easycome_solution *solve_part(const char *path, struct text *note)
{
    const struct easycome_solve_job job = {.rules = part_of_two(), .threads = 2, .path = path};
    return easycome_solve(&job, note);
}

static void the_value_is_what_cutting_off_late_gives(void **unused)
{
    (void)unused;
    double value[EASYCOME_SEATS];
    char why[TEXT_WHY];
    struct text note = text_on(why, sizeof why);
    struct easycome_solution *solution = solve_part(NULL, &note);
    const struct easycome_cutoff cutoff = {.rules = part_of_two(), .turns = 60, .threads = 2};
    assert_int_equal(easycome_cutoff_solve(&cutoff, value), solution->space->count);
    const double *start = easycome_solution_start(solution);
    assert_near(start[0], value[0], 1e-4);
    assert_near(value[0] + value[1], 1, 1e-12);
    assert_true(solution->residual < 1e-12);
    easycome_solution_free(solution);
}

static void the_roll_off_gives_everybody_the_same(void **unused)
{
    (void)unused;
    struct easycome s;
    double chance[EASYCOME_SEATS];
    start_game(&s, 2, 2, 0);
    easycome_solution_chances(two_solved(), &s, chance);
    assert_near(chance[0], 0.5, 1e-12);
    assert_true(two_solved()->residual < 1e-12);
}

/* At every state, the chances are the mean over the dice, or the best choice, of the next states'
 * chances. */
static void chances_follow_from_each_other(void **unused)
{
    (void)unused;
    const struct easycome_solution *solution = two_solved();
    struct rng rng;
    rng_seed(&rng, 6);
    for (int game = 0; game < test_count(1, 6); game++) {
        struct easycome s;
        start_game(&s, 2, 2, 0);
        while (s.phase != EASYCOME_END) {
            double now[EASYCOME_SEATS], then[EASYCOME_SEATS], sum = 0, best = 0;
            const int seat = s.seat;
            easycome_solution_chances(solution, &s, now);
            if (easycome_game.mover(&s) == GAME_CHANCE) {
                struct game_outcome outcome[126];
                uint64_t whole;
                const size_t count = easycome_game.chance(&s, outcome, &whole);
                for (size_t i = 0; i < count; i++) {
                    struct easycome next = s;
                    easycome_game.apply(&next, outcome[i].action, NULL);
                    easycome_solution_chances(solution, &next, then);
                    sum += (double)outcome[i].weight / (double)whole * then[seat];
                }
                assert_near(sum, now[seat], 1e-12);
            } else {
                game_action actions[GAME_ACTIONS_MAX];
                const size_t count = easycome_game.actions(&s, seat + 1, actions);
                for (size_t i = 0; i < count; i++) {
                    struct easycome next = s;
                    easycome_game.apply(&next, actions[i], NULL);
                    easycome_solution_chances(solution, &next, then);
                    best = fmax(best, then[seat]);
                }
                assert_near(best, now[seat], 1e-12);
            }
            easycome_game.apply(&s, any_action(&s, &rng), NULL);
        }
    }
}

/* If all players play perfectly, with seat 1 first, the results must match the solution. */
static void check_by_playing(int players, uint64_t games)
{
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct sim_job job = {.game = &easycome_game, .games = games, .seed = 12, .threads = 2};
    struct sim_result result;
    game_defaults(&easycome_game, &job.settings);
    job.settings.players = players;
    for (int seat = 0; seat < players; seat++)
        job.agent[seat] = span_of("perfect");
    assert_true(game_set(&easycome_game, &job.settings, span_of("first"), span_of("1"), &reason));
    assert_true(sim_run(&job, &result, &reason));
    const struct easycome_solution *solution =
        easycome_solution_shared((struct easycome_rules){players, 2, ALL}, &reason);
    const double *start = easycome_solution_start(solution);
    for (int seat = 0; seat < players; seat++)
        assert_near(sim_mean(&result.counts, seat), start[seat],
                    3 * sim_standard_error(&result.counts, seat));
    /* No other agent does better against it. */
    job.agent[0] = span_of("greedy");
    job.games = (uint64_t)test_count(1500, (int)(games / 10));
    assert_true(sim_run(&job, &result, &reason));
    assert_true(sim_mean(&result.counts, 0) < start[0] - 3 * sim_standard_error(&result.counts, 0));
}

/* `make test` plays few games, enough to notice swapped seats or signs. */
static void simulation_agrees(void **unused)
{
    (void)unused;
    check_by_playing(2, (uint64_t)test_count(1000, 1000000));
    check_by_playing(3, (uint64_t)test_count(200, 1000000));
}

/* Solving gives the same table as the one in the program. */
static void solving_gives_what_comes_with_the_program(void **unused)
{
    (void)unused;
    const struct easycome_rules rules = {3, 2, ALL};
    const struct easycome_solve_job job = {.rules = rules, .threads = 2, .anew = true};
    char why[TEXT_WHY];
    struct text note = text_on(why, sizeof why);
    struct easycome_solution *given = easycome_solution_read(rules, NULL, &note);
    assert_non_null(given);
    assert_true(given->residual < 1e-9);
    assert_true(given->gain < 1e-6);
    if (test_is_deep()) { /* takes minutes */
        struct easycome_solution *made = easycome_solve(&job, &note);
        for (size_t n = 0; n < given->space->count * 3; n++)
            assert_near(made->value[n], given->value[n], 1e-9);
        easycome_solution_free(made);
    }
    easycome_solution_free(given);
}

/* ---- files ---- */

static void files_are_kept_and_damage_is_noticed(void **unused)
{
    (void)unused;
    char folder[] = "/tmp/cornet-test-XXXXXX", path[64], why[TEXT_WHY];
    struct text note = text_on(why, sizeof why);
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a/two.table", folder);
    struct easycome_solution *made = solve_part(path, &note);
    assert_string_equal(why, "");
    assert_null(easycome_solution_read((struct easycome_rules){4, 3, 7}, path, &note));
    assert_non_null(strstr(why, "another variant"));
    struct easycome_solution *again = easycome_solution_read(part_of_two(), path, &note);
    assert_non_null(again);
    assert_memory_equal(made->value, again->value, made->space->count * 2 * sizeof *made->value);
    assert_true(again->residual == made->residual);
    easycome_solution_free(again);

    /* Any changed byte is noticed, and the table is solved again. */
    size_t length;
    unsigned char *bytes = files_read(path, &length, &note);
    for (size_t at = 0; at < length; at += length / 9) {
        bytes[at] ^= 0x10;
        assert_true(files_replace(path, bytes, length, &note));
        assert_null(easycome_solution_read(part_of_two(), path, &note));
        bytes[at] ^= 0x10;
    }
    assert_true(files_replace(path, bytes, length - 3, &note));
    again = solve_part(path, &note);
    assert_non_null(strstr(why, "is computed again: it is damaged"));
    assert_memory_equal(made->value, again->value, made->space->count * 2 * sizeof *made->value);
    easycome_solution_free(again);
    again = solve_part(path, &note);
    assert_string_equal(why, "");
    easycome_solution_free(again);
    easycome_solution_free(made);
    free(bytes);
    unlink(path);
    path[strlen(path) - strlen("/two.table")] = '\0';
    rmdir(path);
    rmdir(folder);
}

/* An interrupted solution: its solved layers stay, and only the others are solved. */
static void solving_goes_on_where_it_stopped(void **unused)
{
    (void)unused;
    char path[] = "/tmp/cornet-test-XXXXXX", why[TEXT_WHY];
    struct text note = text_on(why, sizeof why);
    const int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    struct easycome_solution *made = solve_part(NULL, &note);
    struct easycome_solution *part = solve_part(NULL, &note);
    const int from = part->space->layers / 2;
    assert_true(from > 0);
    part->complete = false;
    for (int layer = from; layer < part->space->layers; layer++)
        part->solved[layer] = false;
    for (size_t n = part->space->layer[from].first * 2; n < part->space->count * 2; n++)
        part->value[n] = 0;
    part->value[0] += 1e-9; /* a mark: existing values are not solved again */
    part->value[1] -= 1e-9;
    assert_true(easycome_file_write(part, path, &note));
    assert_null(easycome_solution_read(part_of_two(), path, &note));
    assert_non_null(strstr(why, "not complete"));
    struct easycome_solution *again = solve_part(path, &note);
    assert_string_equal(why, "");
    assert_true(again->complete);
    assert_near(again->value[0] - made->value[0], 1e-9, 1e-12);
    for (size_t n = 2; n < made->space->count * 2; n++)
        assert_near(again->value[n], made->value[n], 1e-8);
    easycome_solution_free(made);
    easycome_solution_free(part);
    easycome_solution_free(again);
    unlink(path);
}

static struct easycome_solution *blank(struct easycome_rules rules)
{
    struct easycome_solution *s = memory_new(1, sizeof *s);
    s->space = easycome_space_new(rules);
    s->value = memory_new((size_t)s->space->count * (size_t)rules.players, sizeof *s->value);
    return s;
}

/* After packing and unpacking, values differ only by rounding; damaged packs are refused. */
static void packing_keeps_the_values(void **unused)
{
    (void)unused;
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    const struct easycome_rules three = {3, 2, ALL};
    struct easycome_solution *s = easycome_solution_read(three, NULL, &reason);
    struct easycome_solution *again = blank(three);
    size_t length;
    assert_non_null(s);
    unsigned char *bytes = easycome_pack_make(s, &length);
    assert_true(length < (size_t)s->space->count * 2 * sizeof(double) / 3);
    for (size_t at = 40; at < length; at += length / 7) { /* the first bytes are no values */
        bytes[at] ^= 4;
        assert_false(at > 100 && easycome_pack_parse(again, bytes, length));
        assert_false(again->complete);
        bytes[at] ^= 4;
    }
    assert_false(easycome_pack_parse(again, bytes, length - 1));
    assert_false(easycome_pack_is_for((struct easycome_rules){4, 2, ALL}, bytes, length));
    assert_true(easycome_pack_parse(again, bytes, length));
    assert_true(again->complete);
    /* the third is computed from the other two */
    for (size_t i = 0; i < (size_t)s->space->count * 3; i++)
        assert_near(again->value[i], s->value[i], i % 3 == 2 ? 0x1p-19 : 0x1p-20 + 1e-12);
    for (int i = 0; i < s->space->layers; i++)
        assert_near(again->layer_noise[i], s->layer_noise[i], 1e-6 * s->layer_noise[i]);
    assert_true(again->gain == s->gain && again->regret == s->regret);
    free(bytes);
    easycome_solution_free(again);
    easycome_solution_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_lead_where_the_rules_say),
        cmocka_unit_test(best_play_is_the_exact_chance),
        cmocka_unit_test(noisy_play_has_the_slopes_it_says),
        cmocka_unit_test(gmres_solves),
        cmocka_unit_test(two_players_agree_with_a_plain_solution),
        cmocka_unit_test(nobody_gains_by_another_turn),
        cmocka_unit_test(the_value_is_what_cutting_off_late_gives),
        cmocka_unit_test(the_roll_off_gives_everybody_the_same),
        cmocka_unit_test(chances_follow_from_each_other),
        cmocka_unit_test(simulation_agrees),
        cmocka_unit_test(solving_gives_what_comes_with_the_program),
        cmocka_unit_test(files_are_kept_and_damage_is_noticed),
        cmocka_unit_test(solving_goes_on_where_it_stopped),
        cmocka_unit_test(packing_keeps_the_values),
    };
    cmocka_set_test_filter(getenv("CORNET_TEST"));
    return cmocka_run_group_tests(tests, NULL, NULL);
}
