/* agents/: settings are parsed, agents see only their own view, and adaptive levels follow people.
 * */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/agent.h"
#include "agents/levels.h"
#include "helpers.h"
#include "sim/sim.h"

static const struct agent_option probe_options[] = {
    {.name = "nodes", .about = "", .min = 1, .max = 1000, .default_value = 10},
    {.name = "ms",
     .about = "",
     .min = 0,
     .max = 1000,
     .default_value = 0,
     .nondeterministic = true},
    {.name = NULL},
};

static game_action first_action(struct bot *bot, const struct agent_turn *turn, struct rng *rng)
{
    (void)bot;
    (void)rng;
    return turn->actions[0];
}

static void settings_are_read_and_checked(void **unused)
{
    (void)unused;
    static const struct agent probe = {
        .name = "probe", .about = "", .options = probe_options, .choose = first_action};
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct bot bot;
    assert_true(bot_open_as(&bot, &probe, (struct span){NULL, 0}, &reason));
    assert_int_equal(bot.value[0], 10);
    assert_true(bot.reproducible);
    assert_true(bot_open_as(&bot, &probe, span_of("nodes=77:ms=5"), &reason));
    assert_int_equal(bot.value[0], 77);
    assert_int_equal(bot.value[1], 5);
    assert_false(bot.reproducible);
    assert_false(bot_open_as(&bot, &probe, span_of("nodes=0"), &reason));
    assert_non_null(strstr(why, "nodes=1..1000, not 'nodes=0'"));
    assert_false(bot_open_as(&bot, &probe, span_of("depth=3"), &reason));
    assert_non_null(strstr(why, "no setting 'depth=3'; it has: nodes, ms"));
    assert_false(bot_open_as(&bot, &probe, span_of(""), &reason));
    const struct game *game = test_game("template");
    assert_false(bot_open(&bot, game, span_of("greedy:x=1"), &reason));
    assert_false(bot_open(&bot, game, span_of(""), &reason));
    static const char *const refused[] = {"adaptive:level=99", "adaptive:level=", "adaptive:lvl=5"};
    for (int i = 0; i < 3; i++) { /* agents that allocate memory in open */
        assert_false(bot_open(&bot, game, span_of(refused[i]), &reason));
        bot_close(&bot);
    }
    const struct game *other = &probe_game; /* has no agent of its own */
    assert_false(bot_open(&bot, other, span_of("greedy"), &reason));
    assert_non_null(strstr(why, "there are: adaptive, random"));
    struct game_settings settings;
    game_defaults(game, &settings);
    assert_string_equal(agent_best(game, &settings)->name, "greedy");
    game_defaults(other, &settings);
    assert_string_equal(agent_best(other, &settings)->name, "random");
}

/* A client of a server gets only bots that think no longer than the levels. */
static void strangers_get_modest_bots(void **unused)
{
    (void)unused;
    static const struct {
        const char *game, *spec, *refusal; /* NULL: modest */
    } asked[] = {
        {"debacle", "max", NULL},
        {"debacle", "engine:nodes=100:blur=200:depth=3", NULL},
        {"debacle", "engine:nodes=0", "here agent engine takes at most nodes=1500000"},
        {"debacle", "engine:nodes=1000000000", "takes at most nodes=1500000"},
        {"debacle", "engine:time=3600000", "takes at most time=0"},
        {"debacle", "engine:threads=64", "takes at most threads=1"},
        {"easycome", "greedy:blur=300", NULL},
        {"wazabi", "judging:blur=10", NULL},
        {"themots", "expert", NULL},
    };
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        const struct game *game = test_game(asked[i].game);
        if (!game)
            continue;
        char why[TEXT_WHY] = "";
        struct text reason = text_on(why, sizeof why);
        struct bot bot;
        assert_true(bot_open(&bot, game, span_of(asked[i].spec), &reason));
        assert_int_equal(bot_is_bounded(&bot, game, &reason), !asked[i].refusal);
        assert_true(!asked[i].refusal || strstr(why, asked[i].refusal));
        bot_close(&bot);
    }
    for (const struct game *const *game = game_list; *game; game++) {
        for (int level = 0; level < AGENT_LEVELS && agent_level_spec(*game, level); level++) {
            char why[TEXT_WHY];
            struct text reason = text_on(why, sizeof why);
            struct bot bot;
            assert_true(bot_open(&bot, *game, span_of(agent_level_names[level]), &reason));
            assert_true(bot_is_bounded(&bot, *game, &reason));
            bot_close(&bot);
        }
    }
}

/* Stores the view it received. */
static game_action spy(struct bot *bot, const struct agent_turn *turn, struct rng *rng)
{
    (void)rng;
    memcpy(bot->memory, turn->view, turn->game->state_size);
    return turn->actions[turn->count - 1];
}

static void bots_see_the_hidden_view_and_nothing_else(void **unused)
{
    (void)unused;
    static const struct agent agent = {
        .name = "spy", .about = "", .options = agent_no_options, .choose = spy};
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    union game_state state, other, shown, shown_other;
    struct game_settings settings;
    struct bot bot;
    game_action actions[GAME_ACTIONS_MAX];
    game_defaults(&probe_game, &settings);
    assert_true(probe_game.start(&state, &settings, &reason));
    other = state;
    struct rng rng;
    rng_seed(&rng, 1);
    const game_action mine = probe_game.sample(&state, &rng);
    struct game_outcome deal[8];
    uint64_t whole;
    probe_game.apply(&state, mine, NULL);
    probe_game.apply(&other, mine, NULL);
    assert_true(probe_game.chance(&state, deal, &whole) > 1);
    probe_game.apply(&state, deal[0].action, NULL); /* the two differ in seat 2's card alone */
    probe_game.apply(&other, deal[1].action, NULL);
    assert_memory_not_equal(&state, &other, probe_game.state_size);

    assert_true(bot_open_as(&bot, &agent, (struct span){NULL, 0}, &reason));
    const size_t count = probe_game.actions(&state, 1, actions);
    bot.memory = &shown;
    struct agent_turn turn = {
        .game = &probe_game, .view = &state, .seat = 1, .actions = actions, .count = count};
    assert_int_equal(bot_plan(&bot, &turn, &rng).action, actions[count - 1]);
    bot.memory = &shown_other;
    turn.view = &other; /* bot_plan must hide seat 2's card in both */
    bot_plan(&bot, &turn, &rng);
    assert_memory_equal(&shown, &shown_other, probe_game.state_size);
}

static void every_agent_is_complete(void **unused)
{
    (void)unused;
    for (const struct agent *const *agent = agent_list; *agent; agent++) {
        assert_non_null((*agent)->name);
        assert_non_null((*agent)->about);
        assert_true(!(*agent)->choose != !(*agent)->plan); /* exactly one of the two */
        assert_true(!(*agent)->open_workspace == !(*agent)->close_workspace);
        assert_true((*agent)->open && (*agent)->close && (*agent)->options);
    }
}

/* Plays one game with the first agent in the given seat and `others` in all other seats. Returns
 * its share. */
static double one_game(const struct game *game, const struct game_settings *settings,
                       const char *first, const char *others, int seat, uint64_t seed)
{
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct sim_job job = {
        .game = game, .games = 1, .seed = seed, .threads = 1, .settings = *settings};
    struct sim_result result;
    for (int i = 0; i < settings->players; i++)
        job.agent[i] = span_of(i == seat - 1 ? first : others);
    job.settings.bots = (1u << settings->players) - 1;
    if (!sim_run(&job, &result, &reason))
        fail_msg("%s", why);
    return sim_mean(&result.counts, seat - 1);
}

/* The share of a person in a long series against `adaptive`, where 1 is the fair share. The first
 * sixth of the games does not count: in it `adaptive` finds the person's strength. */
static double play_adaptive(const struct game *game, const struct game_settings *settings,
                            const char *person, int games)
{
    char name[64] = "adaptive";
    double won = 0;
    for (int n = 0; n < games; n++) {
        const double share =
            settings->players *
            one_game(game, settings, person, name, 1 + n % settings->players, (uint64_t)n + 1);
        char next[64];
        struct text out = text_on(next, sizeof next);
        agent_adapt(game, span_of(name), share, &out);
        memcpy(name, next, sizeof name);
        won += n >= games / 6 ? share : 0;
    }
    return won / (games - games / 6);
}

/* Simulated people between novice and the game's beginner: a fixed level that does not adapt. */
#define BEGINNER "adaptive:level=-9"
#define BELOW_NOVICE "adaptive:level=-4"

/* Simulated people of every strength win their fair share of the games against `adaptive`, even if
 * they are weaker than any level. The tolerance is a tenth of the share plus the sampling error.
 * `make test` plays a few games with the first person of each line only: `adaptive` must move
 * towards that person's strength. */
static void adaptive_bots_follow_people(void **unused)
{
    (void)unused;
    static const struct {
        const char *game, *option;
        int players, games;
        const char *person[8];
    } of[] = {
        {"easycome", NULL, 2, 1200, {BEGINNER, "novice", "easy", "normal", "hard"}},
        {"easycome", NULL, 3, 1200, {BEGINNER, "novice"}},
        {"easycome", NULL, 4, 300, {"novice", "normal"}},
        {"wazabi", NULL, 2, 1200, {BEGINNER, "novice", "easy", "normal", "hard"}},
        {"wazabi", NULL, 4, 600, {BELOW_NOVICE, "normal"}},
        {"debacle", "target=1", 2, 90, {BELOW_NOVICE, "novice", "easy"}},
        {"themots",
         NULL,
         2,
         600,
         {"novice:recall=10", "easy:recall=10", "novice", "easy", "normal", "hard"}},
        {"themots", NULL, 4, 120, {"easy:recall=10", "normal"}},
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        const struct game *game = test_game(of[i].game);
        if (!game)
            continue;
        const int games = test_count(of[i].games / 30, of[i].games);
        char why[TEXT_WHY];
        struct text reason = text_on(why, sizeof why);
        struct game_settings settings;
        game_defaults(game, &settings);
        settings.players = of[i].players;
        struct span value = span_of(of[i].option ? of[i].option : "");
        const struct span option = span_cut(&value, '=');
        assert_true(!of[i].option || game_set(game, &settings, option, value, &reason));
        for (const char *const *person = of[i].person; *person; person++) {
            if (person > of[i].person && !test_is_deep())
                break;
            const double won = play_adaptive(game, &settings, *person, games);
            const double error = 1.5 * sqrt((of[i].players - 1.0) / (games - games / 6.0));
            print_message("%s, %d players: %s wins %.3f of a fair share\n", of[i].game,
                          of[i].players, *person, won);
            if (fabs(won - 1) > 0.1 + error)
                fail_msg("%s, %d players: %s wins %.3f", of[i].game, of[i].players, *person, won);
        }
    }
}

/* The spec of an adaptive bot for the next game, from its spec and its share of the last one. */
static void adaptive_bots_step(void **unused)
{
    (void)unused;
    test_plays("easycome");
    static const struct {
        const char *now, *next;
        double share;
    } of[] = {
        {"adaptive", "adaptive:level=25", 2},
        {"adaptive", "adaptive:level=17", 0},
        {"adaptive:level=17", "adaptive:level=17", 1},
        {"adaptive:level=17", "adaptive:level=29", 4}, /* one of four players won everything */
        {"adaptive:level=60", "adaptive:level=61", 2},
        {"adaptive:level=2", "adaptive:level=-2", 0},
        {"adaptive:level=-2", "adaptive:level=2", 2},
        {"adaptive:level=-28", "adaptive:level=-29", 0},
        {"adaptive:level=99", "adaptive:level=99", 2}, /* no such agent */
        {"adaptive:level=-30", "adaptive:level=-30", 2},
        {"hard", "hard", 2},
        {"engine:nodes=300", "engine:nodes=300", 0},
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        char next[64];
        struct text out = text_on(next, sizeof next);
        agent_adapt(test_game("easycome"), span_of(of[i].now), of[i].share, &out);
        assert_string_equal(next, of[i].next);
    }
    char weakest[64];
    struct text out = text_on(weakest, sizeof weakest);
    agent_adapt(&probe_game, span_of("adaptive:level=2"), 0, &out); /* the probe has no beginner */
    assert_string_equal(weakest, "adaptive:level=1");
    for (const struct game *const *game = game_list; *game; game++) {
        static const char *const specs[] = {"adaptive:level=-29", "adaptive:level=0",
                                            "adaptive:level=41", "adaptive:level=61"};
        char why[TEXT_WHY];
        struct text reason = text_on(why, sizeof why);
        struct bot bot;
        for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
            assert_true(bot_open(&bot, *game, span_of(specs[i]), &reason));
            assert_true(bot_is_bounded(&bot, *game, &reason));
            bot_close(&bot);
        }
        if (agent_beginner_spec(*game)) {
            assert_true(bot_open(&bot, *game, span_of(agent_beginner_spec(*game)), &reason));
            bot_close(&bot);
        }
    }
}

/* With three people among four players, a win is 4/3 of the fair share and moves the level by 4/3.
 * */
static void fractions_of_steps_are_not_lost(void **unused)
{
    (void)unused;
    test_plays("easycome");
    long sum = 0;
    for (long level = -9; level <= 20; level++) {
        char now[64], next[64];
        struct text out = text_on(next, sizeof next);
        snprintf(now, sizeof now, "adaptive:level=%ld", level);
        agent_adapt(test_game("easycome"), span_of(now), 4.0 / 3, &out);
        sum += strtol(strchr(next, '=') + 1, NULL, 10) - level;
    }
    assert_in_range(sum, 38, 42);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings_are_read_and_checked),
        cmocka_unit_test(strangers_get_modest_bots),
        cmocka_unit_test(bots_see_the_hidden_view_and_nothing_else),
        cmocka_unit_test(every_agent_is_complete),
        cmocka_unit_test(adaptive_bots_step),
        cmocka_unit_test(fractions_of_steps_are_not_lost),
        cmocka_unit_test(adaptive_bots_follow_people),
    };
    cmocka_set_test_filter(getenv("CORNET_TEST"));
    return cmocka_run_group_tests(tests, NULL, NULL);
}
