/* Débâcle's engine:
 * - It wins rounds that can be won in this turn, and rounds that can be forced in two, in positions
 * found by exhaustive search.
 * - A blur only confuses close choices.
 * - It repeats a position for the third time only if that is good for it.
 * - The network gives the same numbers incrementally, from scratch, and from the other side.
 * - The transposition table affects only speed, and is kept between turns if allowed.
 * - Each part of the search can be switched off.
 * - The same question gets the same answer, and several threads find what one finds.
 * - It beats the simpler agents. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/debacle/bot_force.h"
#include "games/debacle/bot_search.h"
#include "match/query.h"
#include "sim/sim.h"
#include "tests/helpers.h"

/* The fewest actions by which the side to move can end the round in this turn, by exhaustive
 * search; 99 if it cannot. */
static int wins_in(const struct debacle *s, int max)
{
    game_action list[GAME_ACTIONS_MAX];
    const size_t count = max > 0 ? debacle_list(s, list) : 0;
    int best = 99;
    for (size_t i = 0; i < count; i++) {
        struct debacle next = *s;
        if (debacle_kind_of(list[i]) == DEBACLE_END)
            continue;
        if (debacle_make(&next, list[i]))
            return 1;
        const int rest = wins_in(&next, (best < max ? best : max) - 1);
        best = rest + 1 < best ? rest + 1 : best;
    }
    return best;
}

static void start(struct debacle *s, struct rng *rng)
{
    struct game_settings settings;
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    game_defaults(&debacle_game, &settings);
    assert_true(game_set(&debacle_game, &settings, span_of("setup"), span_of("random"), &reason));
    assert_true(debacle_game.start(s, &settings, &reason));
    debacle_game.apply(s, debacle_game.sample(s, rng), NULL);
}

/* A random action that prefers captures. */
static game_action any_action(const struct debacle *s, struct rng *rng)
{
    game_action list[GAME_ACTIONS_MAX];
    const size_t count = debacle_list(s, list);
    game_action action = list[rng_below(rng, (uint32_t)count)];
    for (size_t i = 0; i < count && rng_below(rng, 3) > 0; i++) {
        if (debacle_kind_of(list[i]) == DEBACLE_CAPTURE)
            action = list[i];
    }
    return action;
}

/* The engine must win rounds that can be won within this turn. */
static void take_won_rounds(const struct debacle_limits *limits, int actions)
{
    struct debacle_searcher *searcher = debacle_searcher_new(15, 1);
    struct rng rng;
    int found = 0, longer = 0;
    rng_seed(&rng, 8);
    while (found < 40 || (actions > 1 && longer < 20)) {
        struct debacle s;
        start(&s, &rng);
        for (int step = 0; step < 300; step++) {
            const int needed = s.captures[s.side] >= 3 && s.moves <= 2 ? wins_in(&s, actions) : 99;
            if (needed <= actions && !s.done) {
                s.score[s.side] = 29; /* the side that ends the round now wins the game */
                struct debacle_answer answer;
                struct debacle at = s;
                bool over = false;
                debacle_search(searcher, &s, NULL, limits, &answer);
                for (int i = 0; i < answer.length && !over && at.side == s.side; i++)
                    over = debacle_make(&at, answer.line[i]);
                if (!over) {
                    char text[GAME_LINE_MAX];
                    struct text out = text_on(text, sizeof text);
                    debacle_position(&s, &out);
                    fail_msg("not won in %d: %s", needed, text);
                }
                found++;
                longer += needed > 1;
                break;
            }
            if (debacle_make(&s, any_action(&s, &rng)))
                break;
        }
    }
    print_message("%d won rounds taken, %d of them by more than one action\n", found, longer);
    debacle_searcher_free(searcher);
}

static void won_rounds_are_taken(void **unused)
{
    (void)unused;
    take_won_rounds(&(struct debacle_limits){.depth = 12, .nodes = 20000}, 4);
}

/* Even with a strong blur, a bot finds the clearly best move; it varies only between close moves.
 */
static void a_blur_confuses_what_is_close(void **unused)
{
    (void)unused;
    struct debacle_searcher *searcher = debacle_searcher_new(15, 1);
    struct debacle_limits limits = {.depth = 12, .nodes = 300, .blur = 400, .mood = 1};
    struct debacle_answer answer, again;
    struct debacle s;
    struct rng rng;
    int others = 0;
    take_won_rounds(&limits, 1);
    rng_seed(&rng, 3);
    start(&s, &rng);
    debacle_search(searcher, &s, NULL, &limits, &answer);
    debacle_search(searcher, &s, NULL, &limits, &again);
    assert_int_equal(answer.line[0], again.line[0]);
    assert_int_equal(answer.value, again.value);
    for (limits.mood = 2; limits.mood < 30; limits.mood++) {
        debacle_search(searcher, &s, NULL, &limits, &again);
        others += answer.line[0] != again.line[0];
    }
    assert_in_range(others, 10, 28);
    debacle_searcher_free(searcher);
}

/* Whether red wins the game after any turn of black: at once, by exhaustive search, or later, by a
 * search without shortcuts. The engine may choose a longer way, or one where black wins the round
 * and red's points win the game. */
static bool is_forced(struct debacle_searcher *searcher, const struct debacle *s, int *longer)
{
    const struct debacle_limits limits = {
        .depth = 16, .nodes = 5000000, .without = DEBACLE_SHORTCUTS};
    game_action list[GAME_ACTIONS_MAX];
    for (size_t i = debacle_list(s, list); i-- > 0;) {
        struct debacle next = *s;
        struct debacle_answer answer;
        long budget = 1000000;
        if (debacle_make(&next, list[i])) {
            if (debacle_round_value(&next, DEBACLE_RED) != DEBACLE_WON)
                return false;
        } else if (next.side != DEBACLE_RED) {
            if (!is_forced(searcher, &next, longer))
                return false;
        } else if (!debacle_can_force(&next, DEBACLE_RED, 1, &budget)) {
            debacle_search(searcher, &next, NULL, &limits, &answer);
            if (answer.value != DEBACLE_WON)
                return false;
            ++*longer;
        }
    }
    return true;
}

static void start_at(struct debacle *s, const char *position, bool once)
{
    struct game_settings settings;
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    game_defaults(&debacle_game, &settings);
    assert_true(game_set(&debacle_game, &settings, span_of("recover"),
                         span_of(once ? "once" : "any"), &reason));
    assert_true(game_set(&debacle_game, &settings, span_of("setup"), span_of(position), &reason));
    if (!debacle_game.start(s, &settings, &reason))
        fail_msg("%s: %s", position, why);
}

/* `once`: the rounds of the file are forced only with recover=once. `make test` checks the first
 * two rounds of the file. */
static void keep_forced_rounds(const char *name, bool once)
{
    struct debacle_searcher *searcher = debacle_searcher_new(18, 1);
    const struct debacle_limits limits = {.depth = DEBACLE_PLY_MAX / 2, .nodes = 5000000};
    char line[GAME_LINE_MAX];
    int found = 0, longer = 0;
    FILE *file = fopen(name, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        struct debacle s, at;
        struct debacle_answer answer;
        long budget = 1000000;
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '#' || (!test_is_deep() && found >= 2))
            continue;
        start_at(&s, line, once);
        assert_false(debacle_can_force(&s, DEBACLE_RED, 1, &budget));
        assert_true(debacle_can_force(&s, DEBACLE_RED, 2, &budget));
        debacle_search(searcher, &s, NULL, &limits, &answer);
        at = s;
        for (int i = 0; i < answer.length && at.side == DEBACLE_RED; i++)
            assert_false(debacle_make(&at, answer.line[i]));
        assert_int_equal(at.side, DEBACLE_BLACK);
        if (answer.value != DEBACLE_WON || !is_forced(searcher, &at, &longer))
            fail_msg("value %d, %llu nodes: %s", answer.value, (unsigned long long)answer.nodes,
                     line);
        at.rules = 0;
        budget = 5000000;
        if (once && (!debacle_can_escape(&at, DEBACLE_RED, 1, &budget) || budget < 0))
            fail_msg("forced with recover=any too, budget %ld: %s", budget, line);
        found++;
    }
    fclose(file);
    print_message("%s: %d rounds forced in two turns; %d replies are answered by a longer way\n",
                  name, found, longer);
    assert_true(found >= test_count(2, 20));
    debacle_searcher_free(searcher);
}

static void forced_rounds_are_kept(void **unused)
{
    (void)unused;
    keep_forced_rounds("debacle_forced.txt", false);
    keep_forced_rounds("debacle_forced_once.txt", true);
}

/* Black passed, red passed, black passed again: if red passes too, the first position occurs for
 * the third time and the round ends. `s` is the position before that pass. */
static void nearly_repeated(struct debacle *s, struct game_history *trail, const char *position)
{
    start_at(s, position, false);
    for (int turn = 0; turn < 3; turn++)
        debacle_game.apply(s, debacle_action(DEBACLE_END, 0, 0, 0, 0), trail);
    assert_int_equal(s->side, DEBACLE_RED);
}

/* Plays the engine's turn; true if that ended the round. */
static bool turn_ends_round(const char *position)
{
    struct debacle_searcher *searcher = debacle_searcher_new(15, 1);
    const struct debacle_limits limits = {.depth = 20, .nodes = 20000};
    struct game_history trail = {0};
    struct debacle_answer answer;
    struct debacle s;
    nearly_repeated(&s, &trail, position);
    debacle_search(searcher, &s, &trail, &limits, &answer);
    const int rounds = s.rounds;
    for (int i = 0; i < answer.length && s.side == DEBACLE_RED && s.rounds == rounds; i++)
        debacle_game.apply(&s, answer.line[i], &trail);
    debacle_searcher_free(searcher);
    game_history_free(&trail);
    return s.rounds > rounds || s.phase == DEBACLE_OVER;
}

static void repetition_is_for_whoever_is_ahead(void **unused)
{
    (void)unused;
    /* Red holds a 2 and needs two points: the repetition wins the game for red. */
    assert_true(turn_ends_round("FEDC.A/....../....../....../....../123456 b 2 0/0 B - 28/0 - -"));
    /* Black holds a 2 and needs two points: the repetition would lose the game. */
    assert_false(turn_ends_round("FEDCBA/....../....../....../....../1.3456 b 2 0/0 - 2 0/28 - -"));
    /* Nobody holds a die: the engine must not repeat. */
    assert_false(turn_ends_round("FEDCBA/....../....../....../....../123456 b 2 0/0 - - 0/0 - -"));
}

/* Computes the log-odds of the network from scratch, without SIMD. */
static int net_odds_plain(const struct debacle_weights *weights, const struct debacle *s)
{
    const int units = (int)weights->units;
    const int16_t *bias = weights->number, *row = bias + 3 * units;
    int64_t total = 0;
    for (int other = 0; other < 2; other++) {
        const int16_t *output = bias + (1 + other) * units;
        uint16_t rows[DEBACLE_NET_INPUTS];
        const size_t count = debacle_net_inputs(s, s->side ^ other, rows);
        for (int unit = 0; unit < units; unit++) {
            int sum = bias[unit];
            for (size_t i = 0; i < count; i++)
                sum += row[rows[i] * units + unit];
            sum = sum < 0 ? 0 : sum > DEBACLE_NET_ONE ? DEBACLE_NET_ONE : sum;
            total += (int64_t)sum * sum * output[unit];
        }
    }
    return (int)((total / DEBACLE_NET_ONE + weights->output_bias) * 1000 /
                 (DEBACLE_NET_ONE * DEBACLE_NET_OUT_ONE));
}

/* The same position with the sides exchanged. */
static struct debacle mirrored(const struct debacle *s)
{
    struct debacle other = *s;
    memset(other.dice, 0, sizeof other.dice);
    other.hash = 0;
    for (int side = 0; side < 2; side++) {
        for (unsigned square = 0; square < DEBACLE_SQUARES; square++) {
            const unsigned value = debacle_die(s, side, square);
            if (value)
                debacle_put(&other, !side, value, DEBACLE_SQUARES - 1 - square);
        }
        memcpy(other.held[!side], s->held[side], sizeof s->held[side]);
        other.captures[!side] = s->captures[side];
        other.bonus[!side] = s->bonus[side];
        other.score[!side] = s->score[side];
    }
    other.side = !s->side;
    return other;
}

static void the_network_is_exact(void **unused)
{
    (void)unused;
    struct debacle_net nets[2] = {{.begun = false}, {.begun = false}}; /* the second: tournament */
    struct rng rng;
    int smallest = 0, largest = 0;
    rng_seed(&rng, 7);
    for (int game = 0; game < test_count(15, 60); game++) {
        struct debacle s;
        start(&s, &rng);
        s.score[0] = (uint16_t)rng_below(&rng, 30);
        s.score[1] = (uint16_t)rng_below(&rng, 30);
        s.rules = game % 2 ? DEBACLE_TOURNAMENT : 0;
        struct debacle_net *net = &nets[game % 2];
        for (int step = 0; step < 200; step++) {
            struct debacle_net fresh = {.begun = false};
            const struct debacle other = mirrored(&s);
            const int odds = debacle_net_odds(net, &s);
            assert_int_equal(odds, net_odds_plain(debacle_net_shipped(s.rules), &s));
            assert_int_equal(odds, debacle_net_odds(&fresh, &s));
            assert_int_equal(odds, debacle_net_odds(net, &other));
            assert_int_equal(debacle_evaluate(&s, net, 0), debacle_evaluate(&other, net, 0));
            smallest = odds < smallest ? odds : smallest;
            largest = odds > largest ? odds : largest;
            if (debacle_make(&s, any_action(&s, &rng)))
                break;
        }
    }
    assert_true(smallest < -300 && largest > 300); /* the network does distinguish positions */
}

/* Networks of every width with the largest weights that training produces, for large sums. */
static void wide_networks_are_exact(void **unused)
{
    (void)unused;
    struct rng rng;
    rng_seed(&rng, 8);
    for (uint32_t units = DEBACLE_NET_UNITS_MIN; units <= DEBACLE_NET_UNITS_MAX;
         units += DEBACLE_NET_UNITS_MIN) {
        const size_t numbers = (3 + DEBACLE_NET_ROWS) * units;
        const size_t length = sizeof(struct debacle_weights) + numbers * sizeof(int16_t);
        struct debacle_weights *weights = calloc(1, length);
        weights->header =
            (struct data_header){.length = (uint32_t)length, .rows = DEBACLE_NET_ROWS};
        memcpy(weights->header.magic, DEBACLE_NET_MAGIC, DATA_MAGIC);
        weights->units = units;
        for (size_t i = 0; i < numbers; i++)
            weights->number[i] =
                (int16_t)(i / units == 1 || i / units == 2 ? (int)rng_below(&rng, 244) - 120
                                                           : (int)rng_below(&rng, 400) - 190);
        assert_true(debacle_net_is_whole(weights, length));
        assert_false(debacle_net_is_whole(weights, length - 2));
        struct debacle_net net = {.weights = weights};
        struct debacle s;
        start(&s, &rng);
        for (int step = 0; step < 300; step++) {
            assert_int_equal(debacle_net_odds(&net, &s), net_odds_plain(weights, &s));
            if (debacle_make(&s, any_action(&s, &rng)))
                start(&s, &rng);
        }
        weights->units++;
        assert_false(debacle_net_is_whole(weights, length));
        free(weights);
    }
}

static void threads_find_what_one_finds(void **unused)
{
    (void)unused;
    struct debacle_searcher *searcher = debacle_searcher_new(16, 3);
    /* A limit of nodes, not of depth: with the results of other threads, the first may reach any
     * depth. */
    const struct debacle_limits limits = {.depth = DEBACLE_PLY_MAX / 2,
                                          .nodes = (uint64_t)test_count(60000, 300000)};
    struct debacle_answer answer;
    struct debacle s;
    /* Red captures the die next to its own, its fifth. */
    start_at(&s, "....../....../..A.../..4D../...1../...... r 2 0/0 BBCC 2446 29/0 - -", false);
    for (int i = 0; i < test_count(4, 20); i++) {
        debacle_search(searcher, &s, NULL, &limits, &answer);
        assert_int_equal(answer.value, DEBACLE_WON);
        assert_true(answer.nodes <= limits.nodes + 3);
    }
    start_at(&s, "FEDCBA/....../....../....../....../123456 r 2 0/0 - - 0/0 - -", false);
    debacle_search(searcher, &s, NULL, &limits, &answer);
    assert_in_range(answer.nodes, limits.nodes / 3, limits.nodes + 3);
    assert_true(answer.depth >= 4 && answer.length > 0);
    debacle_searcher_free(searcher);
}

static void the_table_changes_nothing_but_the_time(void **unused)
{
    (void)unused;
    struct debacle_searcher *searcher = debacle_searcher_new(16, 1);
    struct rng rng;
    rng_seed(&rng, 9);
    for (int game = 0; game < test_count(2, 12); game++) {
        struct debacle s;
        start(&s, &rng);
        s.rules = (uint8_t)(game == 0 ? DEBACLE_ONCE : game == 1 ? 15 : game);
        s.due = s.rules & DEBACLE_MUST ? 2 : 0;
        for (int step = 0; step < 60; step++) {
            if (step % 6 == 5) {
                struct debacle_limits limits = {.depth = 3, .without = DEBACLE_SHORTCUTS};
                struct debacle_answer with, without, again;
                debacle_search(searcher, &s, NULL, &limits, &with);
                debacle_search(searcher, &s, NULL, &limits, &again);
                limits.no_table = true;
                debacle_search(searcher, &s, NULL, &limits, &without);
                assert_int_equal(with.value, without.value);
                assert_int_equal(with.line[0], without.line[0]);
                assert_int_equal(with.line[0], again.line[0]);
                assert_int_equal(with.nodes, again.nodes);
            }
            if (debacle_make(&s, any_action(&s, &rng)))
                break;
        }
    }
    debacle_searcher_free(searcher);
}

/* With a limit of nodes alone the search is reproducible. With a time limit too it may keep the
 * table, and then the same number of nodes reaches deeper after a search of the position before. */
static void the_table_is_kept_between_turns(void **unused)
{
    (void)unused;
    struct rng rng;
    int deeper = 0, shallower = 0;
    rng_seed(&rng, 12);
    for (int game = 0; game < test_count(6, 24); game++) {
        struct debacle_searcher *kept = debacle_searcher_new(16, 1);
        struct debacle_searcher *fresh = debacle_searcher_new(16, 1);
        const struct debacle_limits limits = {.depth = 20, .nodes = 4000, .keep_table = true};
        struct debacle_limits emptied = limits;
        struct debacle s;
        struct debacle_answer before, after, alone, without;
        emptied.without = DEBACLE_KEPT_TABLE;
        start(&s, &rng);
        debacle_search(kept, &s, NULL, &limits, &before);
        debacle_make(&s, before.line[0]);
        debacle_search(kept, &s, NULL, &limits, &after);
        debacle_search(fresh, &s, NULL, &limits, &alone);
        debacle_search(kept, &s, NULL, &emptied, &without);
        deeper += after.depth > alone.depth;
        shallower += after.depth < alone.depth;
        assert_memory_equal(without.line, alone.line, sizeof *alone.line);
        assert_int_equal(without.value, alone.value);
        debacle_searcher_free(kept);
        debacle_searcher_free(fresh);
    }
    print_message("%d deeper, %d shallower\n", deeper, shallower);
    assert_true(deeper > shallower);
}

/* `best` uses one bot for the whole game, so that the bot keeps its table for the next turn. */
static void best_keeps_the_bot_between_turns(void **unused)
{
    (void)unused;
    char buffer[TEXT_WHY], text[GAME_LINE_MAX];
    struct text why = text_on(buffer, sizeof buffer), line = text_on(text, sizeof text);
    struct match *match = query_new(span_of("debacle"), (struct span){0}, (struct span){0}, &why);
    struct query_bots bots = {0};
    const struct span agent = span_of("engine:nodes=500");
    struct rng rng;
    void *table = NULL;
    uint32_t at;
    rng_seed(&rng, 1);
    for (int turns = 0; turns < 6;) {
        const int seat = match_mover(match);
        text_clear(&line);
        assert_true(query_choice(match, &bots, agent, (struct span){0}, &rng, &line, &at, &why));
        if (seat == 1 && !table)
            table = bots.driver.bot[0]->workspace;
        assert_non_null(table);
        assert_ptr_equal(bots.driver.bot[0]->workspace, table);
        assert_true(match_do(match, span_of(text), &why));
        turns += match_mover(match) != seat;
    }
    query_forget(&bots);
    match_free(match);
}

/* Switching off any part changes the result at some position; switching off none changes nothing.
 * */
static void every_part_can_be_left_out(void **unused)
{
    (void)unused;
    struct debacle_searcher *searcher = debacle_searcher_new(16, 1);
    struct rng rng;
    unsigned changed = 0;
    rng_seed(&rng, 11);
    for (int game = 0; game < test_count(3, 10); game++) {
        struct debacle s;
        start(&s, &rng);
        for (int step = 0; step < 12; step++) {
            if (debacle_make(&s, any_action(&s, &rng)))
                break;
            struct debacle_limits limits = {.depth = 20, .nodes = 3000};
            struct debacle_answer whole, less;
            debacle_search(searcher, &s, NULL, &limits, &whole);
            for (unsigned part = 1; part < DEBACLE_PARTS; part *= 2) {
                limits.without = part;
                debacle_search(searcher, &s, NULL, &limits, &less);
                if (less.value != whole.value || less.nodes != whole.nodes ||
                    less.depth != whole.depth || less.line[0] != whole.line[0])
                    changed |= part;
            }
        }
    }
    assert_int_equal(changed, DEBACLE_PARTS - DEBACLE_KEPT_TABLE); /* no table is kept here */
    debacle_searcher_free(searcher);
}

/* Corrections learn from searches that used corrections. They must not grow by that until an even
 * position looks lost. */
static void corrections_stay_small(void **unused)
{
    (void)unused;
    struct debacle_searcher *searcher = debacle_searcher_new(18, 1);
    struct rng rng;
    rng_seed(&rng, 3);
    for (int game = 0; game < test_count(1, 3); game++) {
        struct debacle s;
        struct debacle_limits limits = {.depth = 20, .nodes = (uint64_t)test_count(40000, 200000)};
        struct debacle_answer with, without;
        start(&s, &rng);
        debacle_search(searcher, &s, NULL, &limits, &with);
        limits.without = DEBACLE_CORRECTION;
        debacle_search(searcher, &s, NULL, &limits, &without);
        assert_in_range(with.value - without.value + 500, 0, 1000);
    }
    debacle_searcher_free(searcher);
}

static double rate(const char *first, const char *second, uint64_t games)
{
    struct sim_job job = {.game = &debacle_game, .games = games, .seed = 4, .threads = 2};
    struct sim_result result;
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    game_defaults(&debacle_game, &job.settings);
    assert_true(
        game_set(&debacle_game, &job.settings, span_of("setup"), span_of("random"), &reason));
    job.agent[0] = span_of(first);
    job.agent[1] = span_of(second);
    if (!sim_run(&job, &result, &reason))
        fail_msg("%s", why);
    return sim_mean(&result.counts, 0);
}

/* `make test` plays two games per pair: a much weaker agent would lose one of them. */
static void each_agent_beats_the_one_below(void **unused)
{
    (void)unused;
    const uint64_t games = (uint64_t)test_count(2, 30);
    const double greedy = rate("greedy", "random", games);
    const double cautious = rate("cautious", "greedy", games);
    const double engine = rate("engine:nodes=2000", "greedy", games);
    print_message("greedy %.2f, cautious %.2f, engine %.2f\n", greedy, cautious, engine);
    assert_true(greedy > 0.9 && cautious > 0.7 && engine > 0.8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(won_rounds_are_taken),
        cmocka_unit_test(a_blur_confuses_what_is_close),
        cmocka_unit_test(forced_rounds_are_kept),
        cmocka_unit_test(repetition_is_for_whoever_is_ahead),
        cmocka_unit_test(the_network_is_exact),
        cmocka_unit_test(wide_networks_are_exact),
        cmocka_unit_test(threads_find_what_one_finds),
        cmocka_unit_test(the_table_changes_nothing_but_the_time),
        cmocka_unit_test(the_table_is_kept_between_turns),
        cmocka_unit_test(best_keeps_the_bot_between_turns),
        cmocka_unit_test(every_part_can_be_left_out),
        cmocka_unit_test(corrections_stay_small),
        cmocka_unit_test(each_agent_beats_the_one_below),
    };
    cmocka_set_test_filter(getenv("CORNET_TEST"));
    return cmocka_run_group_tests(tests, NULL, NULL);
}
