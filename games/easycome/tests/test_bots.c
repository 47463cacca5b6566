/* Which prizes the greedy bot takes, plays for and leaves. */
#include <stdlib.h>
#include <string.h>

#include "agents/agent.h"
#include "games/easycome/rules.h"
#include "games/easycome/solve/turn.h"
#include "tests/helpers.h"

/* The bot's choice at the end of a record, as a line. */
static void choose_by(const char *record, const char *agent, uint64_t seed,
                      char line[GAME_LINE_MAX])
{
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why), out = text_on(line, GAME_LINE_MAX);
    size_t bad = 0;
    struct match *match = match_read(span_of(record), &bad, &reason);
    if (!match)
        fail_msg("%zu: %s", bad, why);
    struct bot bot;
    struct rng rng;
    game_action actions[GAME_ACTIONS_MAX];
    rng_seed(&rng, seed);
    assert_true(bot_open(&bot, match->game, span_of(agent), &reason));
    const int seat = match_mover(match);
    const struct agent_turn turn = {.game = match->game,
                                    .view = &match->state,
                                    .seat = seat,
                                    .actions = actions,
                                    .count = match->game->actions(&match->state, seat, actions)};
    match->game->write(&match->state, bot.agent->choose(&bot, &turn, &rng), NULL, GAME_OPEN, &out);
    bot_close(&bot);
    match_free(match);
}

static void choose_at(const char *record, const char *agent, char line[GAME_LINE_MAX])
{
    choose_by(record, agent, 1, line);
}

#define HEAD "cornet 1\ngame easycome\nplayers 2\noption first=1\n---\n"

static void greedy_takes_what_it_can(void **unused)
{
    (void)unused;
    char line[GAME_LINE_MAX];
    choose_at(HEAD "* roll 0025\n", "greedy", line);
    assert_string_equal(line, "1 take 7");
    /* Of two prizes in the centre it takes the harder one: a carré rather than three or less. */
    choose_at(HEAD "* roll 0000\n", "greedy", line);
    assert_string_equal(line, "1 take carre");
    /* It prefers to steal from the player who holds most, before the centre. */
    choose_at(HEAD "* roll 0000\n1 take 3-\n* roll 0000\n", "greedy", line);
    assert_string_equal(line, "2 take 3-");
    /* It plays on if it rolled a prize that it already holds. */
    choose_at(HEAD "* roll 0025\n1 take 7\n* roll 0145\n2 stop\n* roll 0124\n", "greedy", line);
    assert_true(strncmp(line, "1 keep", 6) == 0);
}

/* While the centre is closed, only steals count: seat 1 holds 7, 13 and carre. After the roll 0123,
 * with no chance of a straight, the bot must keep the best dice for those three. */
static void greedy_plays_for_what_is_open(void **unused)
{
    (void)unused;
    char line[GAME_LINE_MAX];
    const char *record = HEAD "* roll 0025\n1 take 7\n* roll 0145\n2 stop\n* roll 0355\n1 take 13\n"
                              "* roll 0145\n2 stop\n* roll 2222\n1 take carre\n* roll 0123\n";
    const struct easycome_tables *t = &easycome_tables;
    struct easycome_turn turn;
    easycome_turn_make(&turn, 1 << EASYCOME_7 | 1 << EASYCOME_13 | 1 << EASYCOME_CARRE);
    double best = 0;
    char expected[32] = "";
    for (unsigned set = t->first[1]; set < t->first[4]; set++) {
        bool part = true;
        for (int face = 0; face < EASYCOME_FACES; face++)
            part = part && t->set[set].of[face] <= (face < 4);
        const double chance = turn.ways[set] / (double)EASYCOME_TURN_WHOLE;
        if (part && chance > best) {
            best = chance;
            snprintf(expected, sizeof expected, "2 keep %s", t->set[set].digits);
        }
    }
    choose_at(record, "greedy", line);
    assert_string_equal(line, expected);
}

static void greedy_stops_without_hope(void **unused)
{
    (void)unused;
    char line[GAME_LINE_MAX];
    /* Seat 1 holds suite, 3- and brelan-pair. With 5 and 5 aside, none of them can be reached. */
    choose_at(HEAD "* roll 0123\n1 take suite\n* roll 0145\n2 stop\n* roll 0003\n1 take 3-\n"
                   "* roll 0145\n2 stop\n* roll 0002\n1 take brelan-pair\n* roll 0055\n2 keep 55\n"
                   "* roll 04\n",
              "greedy", line);
    assert_string_equal(line, "2 stop");
}

/* With any blur, the bot takes a prize if it can, and continues while it has a chance. */
static void greedy_is_never_silly(void **unused)
{
    (void)unused;
    char line[GAME_LINE_MAX];
    const uint64_t seeds = (uint64_t)test_count(50, 500);
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        choose_by(HEAD "* roll 0025\n", "greedy:blur=1000", seed, line);
        assert_string_equal(line, "1 take 7");
        choose_by(HEAD "* roll 0145\n1 keep 45\n* roll 01\n", "greedy:blur=1000", seed, line);
        assert_true(strncmp(line, "1 keep", 6) == 0);
    }
}

/* By default, the best bot plays the solution. */
static void the_best_bot_is_perfect(void **unused)
{
    (void)unused;
    struct game_settings settings;
    game_defaults(&easycome_game, &settings);
    assert_string_equal(agent_best(&easycome_game, &settings)->name, "perfect");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(greedy_takes_what_it_can),
        cmocka_unit_test(greedy_plays_for_what_is_open),
        cmocka_unit_test(greedy_stops_without_hope),
        cmocka_unit_test(greedy_is_never_silly),
        cmocka_unit_test(the_best_bot_is_perfect),
    };
    cmocka_set_test_filter(getenv("CORNET_TEST"));
    return cmocka_run_group_tests(tests, NULL, NULL);
}
