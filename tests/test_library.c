/* libcornet as a host program sees it: uses only <cornet/cornet.h>. */
#include <errno.h>
#include <glob.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include <cornet/cornet.h>

/* ---- failing allocations ---- */

/* The linker redirects every allocation of the library here (--wrap). */
void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);

enum { LARGE = 100000 };        /* bytes */
static long large_left = -1;    /* large allocations until one fails; -1: never */
static int nothing_is_left = 0; /* all allocations fail */

/* Names a game that the test plays. The test is skipped if the library lacks it. */
static void plays(const char *game)
{
    if (!cornet_game_find(game))
        skip();
}

void *__wrap_calloc(size_t count, size_t size)
{
    const int fails = count * size >= LARGE && large_left >= 0 && large_left-- == 0;
    if (!fails && !nothing_is_left)
        return __real_calloc(count, size);
    errno = ENOMEM;
    return NULL;
}

/* ---- helpers ---- */

static cornet_error error;

static void expect(cornet_status wanted, cornet_status status)
{
    if (status != wanted)
        fail_msg("status %d, not %d: %s", status, wanted, error.message);
    if (wanted != CORNET_OK)
        assert_true(error.message[0]);
}

static cornet_setup *new_setup(const char *id, int players)
{
    cornet_setup *setup = NULL;
    expect(CORNET_OK, cornet_setup_new(cornet_game_find(id), &setup, &error));
    expect(CORNET_OK, cornet_setup_set_players(setup, players, &error));
    return setup;
}

static cornet_match *new_match(const char *id, int players)
{
    cornet_match *match = NULL;
    cornet_setup *setup = new_setup(id, players);
    expect(CORNET_OK, cornet_match_new(setup, &match, &error));
    cornet_setup_free(setup);
    return match;
}

static char *record_of(const cornet_match *match)
{
    char *record = NULL;
    expect(CORNET_OK, cornet_record_write(match, &record, &error));
    return record;
}

/* Plays `moves` random moves, or to the end. */
static void play_some(cornet_match *match, cornet_rng *rng, int moves)
{
    uint32_t actions[CORNET_ACTIONS_MAX];
    size_t count;
    for (int mover; moves-- && (mover = cornet_match_mover(match)) != CORNET_OVER;) {
        if (mover == CORNET_CHANCE) {
            expect(CORNET_OK, cornet_match_roll(match, rng, &error));
            continue;
        }
        int seat = mover == CORNET_ANYONE ? 1 : mover;
        expect(CORNET_OK, cornet_match_actions(match, seat, actions, &count, &error));
        while (count == 0)
            expect(CORNET_OK, cornet_match_actions(match, ++seat, actions, &count, &error));
        expect(CORNET_OK, cornet_match_play_action(
                              match, actions[cornet_rng_below(rng, (uint32_t)count)], &error));
    }
}

/* ---- games and matches ---- */

static void test_games(void **unused)
{
    size_t count = 0;
    (void)unused;
    assert_string_equal(cornet_version(), CORNET_VERSION);
    for (const cornet_game *game; (game = cornet_game_at(count)); count++) {
        cornet_option option;
        assert_ptr_equal(cornet_game_find(cornet_game_id(game)), game);
        assert_true(cornet_game_players_min(game) >= 1);
        assert_true(cornet_game_players_max(game) <= CORNET_SEATS_MAX);
        assert_true(cornet_game_title(game)[0] && cornet_game_about(game)[0]);
        for (size_t i = 0; cornet_game_option(game, i, &option); i++)
            assert_true(option.name[0] && option.default_value[0]);
        assert_string_equal(cornet_agent_at(game, 0), "adaptive");
        for (size_t i = 0; cornet_agent_at(game, i); i++)
            assert_non_null(cornet_agent_about(game, cornet_agent_at(game, i)));
        assert_null(cornet_agent_level(game, 0));
        assert_null(cornet_agent_level(game, 6));
    }
    assert_int_equal(count, CORNET_GAMES);
    assert_null(cornet_game_at(count));
    assert_null(cornet_game_find("chess"));
}

/* In Thémots only some legal words are listed. A word that a bot chooses can be written, read and
 * played even if it is not listed; other unlisted words cannot. */
static void test_unlisted(void **unused)
{
    plays("themots");
    cornet_rng rng;
    int unlisted = 0;
    (void)unused;
    cornet_rng_seed(&rng, 7);
    for (int game = 0; game < 6; game++) {
        cornet_setup *setup = new_setup("themots", 2);
        cornet_match *match;
        cornet_bot *bot;
        expect(CORNET_OK,
               cornet_setup_set_option(setup, "variant", game % 2 ? "fermer" : "base", &error));
        expect(CORNET_OK, cornet_match_new(setup, &match, &error));
        expect(CORNET_OK, cornet_bot_open(setup, "max", &bot, &error));
        for (int seat = 1; cornet_match_mover(match) != CORNET_OVER;) {
            uint32_t actions[CORNET_ACTIONS_MAX], action, read;
            size_t count, i = 0;
            char *line;
            if (cornet_match_mover(match) == CORNET_CHANCE) {
                expect(CORNET_OK, cornet_match_roll(match, &rng, &error));
                continue;
            }
            expect(CORNET_OK, cornet_match_actions(match, seat, actions, &count, &error));
            if (count == 0) {
                seat = 3 - seat;
                continue;
            }
            expect(CORNET_OK, cornet_bot_choose(bot, match, seat, &rng, &action, NULL, &error));
            while (i < count && actions[i] != action)
                i++;
            unlisted += i == count;
            expect(CORNET_OK, cornet_match_line_of(match, action, CORNET_OPEN, &line, &error));
            expect(CORNET_OK, cornet_match_action_of(match, line, &read, &error));
            assert_int_equal(read, action);
            cornet_free(line);
            expect(CORNET_REFUSED, cornet_match_play_action(match, action | 0x3ffffe, &error));
            expect(CORNET_REFUSED, cornet_match_play_action(match, action | 7u << 25, &error));
            expect(CORNET_OK, cornet_match_play_action(match, action, &error));
            seat = 3 - seat;
        }
        cornet_bot_close(bot);
        cornet_match_free(match);
        cornet_setup_free(setup);
    }
    assert_true(unlisted > 20);
}

static void test_refusals(void **unused)
{
    plays("easycome");
    int32_t numbers[CORNET_NUMBERS_MAX];
    cornet_setup *setup = new_setup("easycome", 2);
    cornet_match *match = new_match("easycome", 2);
    cornet_batch *batch;
    cornet_bot *bot;
    uint32_t actions[CORNET_ACTIONS_MAX];
    size_t count;
    char *text;
    double share[CORNET_SEATS_MAX + 1];
    (void)unused;
    expect(CORNET_BAD_ARGUMENT, cornet_setup_new(NULL, &setup, &error));
    expect(CORNET_REFUSED, cornet_setup_set_players(setup, 9, &error));
    assert_string_equal(error.message, "easycome is for 2 to 4 players, not '9'");
    expect(CORNET_REFUSED, cornet_setup_set_option(setup, "hold", "7", &error));
    expect(CORNET_REFUSED, cornet_setup_set_option(setup, "colour", "red", &error));
    assert_string_equal(cornet_setup_option(setup, "hold"), "2");
    assert_null(cornet_setup_option(setup, "colour"));
    expect(CORNET_REFUSED, cornet_match_play(match, "1 stop", &error));
    expect(CORNET_REFUSED, cornet_match_play_action(match, 12345, &error));
    expect(CORNET_REFUSED, cornet_match_undo(match, &error));
    expect(CORNET_REFUSED, cornet_match_result(match, share, &error));
    expect(CORNET_REFUSED, cornet_match_position(match, &text, &error));
    assert_null(text);
    expect(CORNET_BAD_ARGUMENT, cornet_match_set_name(match, 3, "Anne", &error));
    expect(CORNET_BAD_ARGUMENT, cornet_match_set_name(match, 0, "Anne", &error));
    expect(CORNET_BAD_ARGUMENT, cornet_match_actions(match, 0, actions, &count, &error));
    expect(CORNET_BAD_ARGUMENT, cornet_match_json(match, -2, &text, &error));
    expect(CORNET_BAD_ARGUMENT, cornet_match_json(match, 3, &text, &error));
    expect(CORNET_BAD_ARGUMENT, cornet_match_numbers(match, 0, numbers, &count, &error));
    expect(CORNET_BAD_ARGUMENT, cornet_match_numbers(match, 3, numbers, &count, &error));
    expect(CORNET_BAD_ARGUMENT, cornet_match_numbers(match, 1, NULL, &count, &error));
    expect(CORNET_OK, cornet_match_numbers(match, 1, numbers, &count, &error));
    assert_in_range(count, 1, CORNET_NUMBERS_MAX);
    expect(CORNET_REFUSED, cornet_bot_open(setup, "nobody", &bot, &error));
    expect(CORNET_BAD_ARGUMENT, cornet_batch_new(setup, 0, 0, 1, 0, &batch, &error));
    expect(CORNET_BAD_ARGUMENT, cornet_batch_new(setup, 1, 0, 1, 64, &batch, &error));
    assert_int_equal(cornet_match_play(match, "nonsense", NULL), CORNET_REFUSED);
    assert_null(cornet_match_name(match, 0));
    cornet_match_free(match);
    cornet_setup_free(setup);
    cornet_match_free(NULL);
    cornet_setup_free(NULL);
    cornet_batch_free(NULL);
    cornet_bot_close(NULL);
    cornet_free(NULL);
}

/* Random play in every game: copies, records, lines and actions agree. */
static void test_matches(void **unused)
{
    cornet_rng rng;
    (void)unused;
    cornet_rng_seed(&rng, 1);
    for (size_t i = 0; cornet_game_at(i); i++) {
        const char *id = cornet_game_id(cornet_game_at(i));
        cornet_match *match = new_match(id, 2), *copy, *read;
        expect(CORNET_OK, cornet_match_set_name(match, 2, "Bruno", &error));
        play_some(match, &rng, 40);
        expect(CORNET_OK, cornet_match_copy(match, &copy, &error));
        char *record = record_of(match), *again = record_of(copy), *json, *other;
        assert_string_equal(record, again);
        expect(CORNET_OK, cornet_record_read(record, strlen(record), &read, NULL, &error));
        for (int viewer = CORNET_OPEN; viewer <= 2; viewer++) {
            expect(CORNET_OK, cornet_match_json(read, viewer, &json, &error));
            expect(CORNET_OK, cornet_match_json(copy, viewer, &other, &error));
            assert_string_equal(json, other);
            cornet_free(json);
            cornet_free(other);
        }
        assert_string_equal(cornet_match_name(read, 2), "Bruno");
        assert_int_equal(cornet_match_line_count(read), cornet_match_line_count(match));
        /* Undoes the last line and plays it again. */
        const size_t last = cornet_match_line_count(match) - 1;
        char *line = strdup(cornet_match_line(match, last));
        expect(CORNET_OK, cornet_match_undo(match, &error));
        assert_int_equal(cornet_match_line_count(match), last);
        expect(CORNET_OK, cornet_match_play(match, line, &error));
        cornet_free(again);
        again = record_of(match);
        assert_string_equal(record, again);
        free(line);
        cornet_free(record);
        cornet_free(again);
        cornet_match_free(match);
        cornet_match_free(copy);
        cornet_match_free(read);
    }
}

static void test_record_errors(void **unused)
{
    plays("easycome");
    static const char bad[] = "cornet 1\ngame easycome\nplayers 2\n---\n* roll 0009\n";
    cornet_match *match;
    size_t line = 99;
    (void)unused;
    expect(CORNET_REFUSED, cornet_record_read(bad, strlen(bad), &match, &line, &error));
    assert_int_equal(line, 5);
    assert_null(match);
    expect(CORNET_REFUSED, cornet_record_load("/nonexistent", &match, &line, &error));
    assert_int_equal(line, 0);
}

/* Chance: weights, lines and the action of a line. */
static void test_chance(void **unused)
{
    cornet_match *match = new_match("template", 2);
    (void)unused;
    cornet_outcome *outcome = calloc(cornet_match_outcomes_max(match), sizeof *outcome);
    uint64_t denominator, sum = 0;
    size_t count;
    char *line, *legal;
    uint32_t action;
    expect(CORNET_REFUSED, cornet_match_outcomes(match, outcome, &count, &denominator, &error));
    expect(CORNET_OK, cornet_match_play(match, "1 roll", &error));
    expect(CORNET_OK, cornet_match_outcomes(match, outcome, &count, &denominator, &error));
    assert_int_equal(count, 6);
    for (size_t i = 0; i < count; i++)
        sum += outcome[i].weight;
    assert_int_equal(sum, denominator);
    expect(CORNET_OK, cornet_match_line_of(match, outcome[2].action, CORNET_OPEN, &line, &error));
    assert_string_equal(line, "* die 3");
    expect(CORNET_OK, cornet_match_action_of(match, line, &action, &error));
    assert_int_equal(action, outcome[2].action);
    expect(CORNET_OK, cornet_match_legal(match, &legal, &error));
    assert_non_null(strstr(legal, "* die 3\t1/6\n"));
    expect(CORNET_OK, cornet_match_play_action(match, action, &error));
    assert_int_equal(cornet_match_mover(match), 1);
    cornet_free(line);
    cornet_free(legal);
    free(outcome);
    cornet_match_free(match);
}

/* ---- bots, values, simulation ---- */

/* `deviation` receives one double for all shares; the memory after it stays unchanged. */
static void test_value(void **unused)
{
    plays("wazabi");
    cornet_match *match = new_match("wazabi", 3);
    cornet_rng rng;
    double share[CORNET_SEATS_MAX + 1], deviation[2] = {-1, -2}, sum = 0;
    (void)unused;
    for (int i = 0; i <= CORNET_SEATS_MAX; i++)
        share[i] = -1;
    cornet_rng_seed(&rng, 1);
    expect(CORNET_OK, cornet_value(match, &rng, share, deviation, &error));
    for (int seat = 1; seat <= 3; seat++) {
        assert_true(share[seat] >= 0);
        sum += share[seat];
    }
    assert_true(sum > 0.999999 && sum < 1.000001);
    assert_true(share[0] == 0 && share[4] == -1);
    assert_true(deviation[0] > 0 && deviation[0] < 0.5);
    assert_true(deviation[1] == -2);
    cornet_match_free(match);
}

static void test_bots(void **unused)
{
    plays("easycome");
    cornet_setup *setup = new_setup("easycome", 2);
    cornet_match *match = new_match("easycome", 2), *same;
    cornet_bot *bot;
    cornet_rng rng, again;
    uint32_t action, at;
    char *name;
    double share[CORNET_SEATS_MAX + 1], deviation;
    cornet_hint hint[CORNET_ACTIONS_MAX];
    size_t count;
    (void)unused;
    rng = (cornet_rng){{0}}; /* a generator that was not seeded works like seed 0 */
    cornet_rng_seed(&again, 0);
    assert_int_equal(cornet_rng_below(&rng, 1000), cornet_rng_below(&again, 1000));
    cornet_rng_seed(NULL, 1);
    assert_int_equal(cornet_rng_below(NULL, 6) + cornet_rng_next(NULL), 0);
    cornet_text_print(NULL, "x");
    cornet_turn_line(NULL, 0, NULL, 0);
    cornet_rng_seed(&rng, 3);
    again = rng;
    expect(CORNET_OK, cornet_bot_open(setup, "greedy:blur=20", &bot, &error));
    expect(CORNET_OK, cornet_bot_name(bot, &name, &error));
    assert_string_equal(name, "greedy:blur=20");
    assert_true(cornet_bot_is_reproducible(bot));
    expect(CORNET_REFUSED, cornet_bot_choose(bot, match, 1, &rng, &action, &at, &error));
    while (cornet_match_mover(match) == CORNET_CHANCE)
        expect(CORNET_OK, cornet_match_roll(match, &rng, &error));
    const int mover = cornet_match_mover(match);
    expect(CORNET_OK, cornet_bot_choose(bot, match, mover, &rng, &action, &at, &error));
    expect(CORNET_OK, cornet_hints(match, mover, 0, hint, &count, &error));
    assert_true(count > 0 && hint[0].share >= hint[count - 1].share);
    expect(CORNET_REFUSED, cornet_hints(match, 3 - mover, 0, hint, &count, &error));
    expect(CORNET_OK, cornet_value(match, &rng, share, &deviation, &error));
    assert_true(share[1] + share[2] > 0.999999 && share[1] + share[2] < 1.000001);
    expect(CORNET_OK, cornet_match_play_action(match, action, &error));
    cornet_free(name);
    cornet_bot_close(bot);
    cornet_match_free(match);

    /* A whole game between bots is reproducible from the generator's seed. */
    match = new_match("easycome", 2);
    same = new_match("easycome", 2);
    for (int seat = 1; seat <= 2; seat++) {
        expect(CORNET_OK, cornet_match_set_name(match, seat, "bot:greedy", &error));
        expect(CORNET_OK, cornet_match_set_name(same, seat, "bot:greedy", &error));
    }
    rng = again;
    expect(CORNET_OK, cornet_match_run(match, &rng, &error));
    expect(CORNET_OK, cornet_match_run(same, &again, &error));
    expect(CORNET_OK, cornet_match_result(match, share, &error));
    assert_true(share[1] + share[2] == 1);
    char *record = record_of(match), *second = record_of(same), *json;
    assert_string_equal(record, second);
    expect(CORNET_OK, cornet_analyse(match, 0, NULL, NULL, &json, &error));
    assert_int_equal(json[0], '{');
    cornet_free(json);
    cornet_free(record);
    cornet_free(second);
    cornet_match_free(match);
    cornet_match_free(same);
    cornet_setup_free(setup);
}

static void count_calls(void *context, uint64_t done)
{
    *(uint64_t *)context = done;
}

static void stop_it(void *context, uint64_t done)
{
    if (done > 0)
        __atomic_store_n((int *)context, 1, __ATOMIC_RELAXED);
}

static void stop_anyway(void *context, uint64_t done)
{
    (void)done;
    __atomic_store_n((int *)context, 1, __ATOMIC_RELAXED);
}

/* A stopped run returns the same numbers as a shorter run. */
static void test_stop(void **unused)
{
    plays("easycome");
    plays("debacle");
    static const char *const agents[] = {"greedy", "random"};
    static const char *const slow[] = {"engine:nodes=1000000000", "engine:nodes=1000000000"};
    cornet_setup *setup = new_setup("easycome", 2);
    int stop = 0;
    cornet_sim_job job = {.size = sizeof job,
                          .setup = setup,
                          .agents = agents,
                          .games = UINT64_MAX / 4,
                          .seed = 5,
                          .threads = 2,
                          .progress = stop_it,
                          .context = &stop};
    cornet_sim_result stopped = {.size = sizeof stopped}, whole = {.size = sizeof whole};
    (void)unused;
    expect(CORNET_OK, cornet_sim_run_until(&job, &stop, &stopped, &error));
    assert_true(stopped.games > 0 && stopped.games < job.games);
    job.games = stopped.games;
    job.progress = NULL;
    stop = 0;
    expect(CORNET_OK, cornet_sim_run_until(&job, &stop, &whole, &error));
    assert_int_equal(whole.games, stopped.games);
    assert_memory_equal(whole.sixtieths, stopped.sixtieths, sizeof whole.sixtieths);
    assert_int_equal(whole.moves, stopped.moves);
    stop = 1;
    expect(CORNET_OK, cornet_sim_run_until(&job, &stop, &whole, &error));
    assert_int_equal(whole.games, 0);

    cornet_arena_job arena = {.size = sizeof arena,
                              .setup = setup,
                              .agents = agents,
                              .agent_count = 2,
                              .games = UINT64_MAX / 256,
                              .seed = 5,
                              .threads = 2,
                              .progress = stop_it,
                              .context = &stop};
    cornet_arena_result table = {.size = sizeof table};
    stop = 0;
    expect(CORNET_OK, cornet_arena_run_until(&arena, &stop, &table, &error));
    assert_true(table.games > 0 && table.games < arena.games);
    cornet_setup_free(setup);

    /* Stops agents in the middle of a long search, before any game has ended. */
    setup = new_setup("debacle", 2);
    job.setup = setup;
    job.agents = slow;
    job.games = 100;
    job.progress = stop_anyway;
    stop = 0;
    expect(CORNET_OK, cornet_sim_run_until(&job, &stop, &whole, &error));
    assert_int_equal(whole.games, 0);
    assert_true(whole.mean[1] == 0 && whole.standard_error[2] == 0);
    cornet_setup_free(setup);
}

static void test_simulation(void **unused)
{
    plays("easycome");
    static const char *const agents[] = {"greedy", "random"};
    cornet_setup *setup = new_setup("easycome", 2);
    uint64_t done = 0;
    cornet_sim_job job = {.size = sizeof job,
                          .setup = setup,
                          .agents = agents,
                          .games = 3000,
                          .seed = 5,
                          .threads = 1,
                          .progress = count_calls,
                          .context = &done};
    cornet_sim_result one = {.size = sizeof one}, two = {.size = sizeof two};
    (void)unused;
    expect(CORNET_OK, cornet_sim_run(&job, &one, &error));
    assert_int_equal(done, 3000);
    job.threads = 2;
    expect(CORNET_OK, cornet_sim_run(&job, &two, &error));
    assert_int_equal(one.games, 3000);
    assert_memory_equal(one.sixtieths, two.sixtieths, sizeof one.sixtieths);
    assert_int_equal(one.sixtieths[1] + one.sixtieths[2], 3000 * 60);
    assert_true(one.mean[0] == 0 && one.mean[1] > 0.9 && one.mean[2] < 0.1);
    assert_true(one.reproducible);
    job.size = 8;
    expect(CORNET_BAD_ARGUMENT, cornet_sim_run(&job, &one, &error));
    job.size = sizeof job;
    job.threads = 0;
    expect(CORNET_BAD_ARGUMENT, cornet_sim_run(&job, &one, &error));

    cornet_arena_job arena = {.size = sizeof arena,
                              .setup = setup,
                              .agents = agents,
                              .agent_count = 2,
                              .games = 200,
                              .seed = 5,
                              .threads = 2};
    cornet_arena_result table = {.size = sizeof table};
    expect(CORNET_OK, cornet_arena_run(&arena, &table, &error));
    assert_int_equal(table.pair_count, 1);
    assert_true(table.rating[0].value > table.rating[1].value);
    assert_true(table.pair[0].elo.low > 0);
    arena.agent_count = 1;
    expect(CORNET_BAD_ARGUMENT, cornet_arena_run(&arena, &table, &error));
    cornet_setup_free(setup);
}

/* ---- batches ---- */

enum { GAMES = 7 };

/* A batch with all its arrays. */
struct fixture {
    cornet_batch *batch;
    size_t width, numbers;
    int players;
    cornet_batch_arrays arrays;
    int32_t choice[GAMES];
};

static void open_batch(struct fixture *f, const char *id, int players, unsigned flags)
{
    cornet_setup *setup = new_setup(id, players);
    expect(CORNET_OK, cornet_batch_new(setup, GAMES, 0, 11, flags, &f->batch, &error));
    cornet_setup_free(setup);
    f->width = cornet_batch_width(f->batch);
    f->numbers = cornet_batch_numbers(f->batch);
    f->players = cornet_batch_players(f->batch);
    assert_int_equal(f->players, players);
    assert_null(cornet_batch_number_name(f->batch, f->numbers));
    assert_non_null(cornet_batch_number_name(f->batch, f->numbers - 1));
    f->arrays = (cornet_batch_arrays){
        .size = sizeof f->arrays,
        .mover = calloc(GAMES, sizeof(int32_t)),
        .legal_count = calloc(GAMES, sizeof(int32_t)),
        .actions = calloc(GAMES * f->width, sizeof(uint32_t)),
        .mask = calloc(GAMES * f->width, 1),
        .probability = calloc(GAMES * f->width, sizeof(float)),
        .numbers = calloc(GAMES * f->numbers, sizeof(int32_t)),
        .features = calloc(GAMES * f->numbers, sizeof(float)),
        .reward = calloc(GAMES * (size_t)players, sizeof(float)),
        .done = calloc(GAMES, 1),
    };
    expect(CORNET_OK, cornet_batch_look(f->batch, &f->arrays, &error));
}

static void close_batch(struct fixture *f)
{
    cornet_batch_free(f->batch);
    free(f->arrays.mover);
    free(f->arrays.legal_count);
    free(f->arrays.actions);
    free(f->arrays.mask);
    free(f->arrays.probability);
    free(f->arrays.numbers);
    free(f->arrays.features);
    free(f->arrays.reward);
    free(f->arrays.done);
}

static void check_row(const struct fixture *f, size_t i, unsigned flags)
{
    const cornet_batch_arrays *a = &f->arrays;
    const size_t count = (size_t)a->legal_count[i];
    double sum = 0;
    if (a->mover[i] == CORNET_OVER) {
        assert_true(flags & CORNET_BATCH_STAY);
        assert_int_equal(count, 0);
        return;
    }
    assert_in_range(count, flags & (CORNET_BATCH_FORCED | CORNET_BATCH_CHANCE) ? 1 : 2, f->width);
    for (size_t k = 0; k < f->width; k++) {
        assert_int_equal(a->mask[i * f->width + k], k < count);
        sum += (double)a->probability[i * f->width + k];
    }
    assert_true(a->mover[i] == CORNET_CHANCE ? sum > 0.999 && sum < 1.001 : sum == 0);
    for (size_t k = 0; k < f->numbers; k++)
        assert_true((float)a->numbers[i * f->numbers + k] == a->features[i * f->numbers + k]);
    if (a->mover[i] > 0) { /* each action has a line that begins with the mover */
        char *line;
        expect(CORNET_OK,
               cornet_batch_line_of(f->batch, i, a->actions[i * f->width], &line, &error));
        assert_int_equal(line[0], '0' + a->mover[i]);
        cornet_free(line);
    }
}

static void step_at_random(struct fixture *f, cornet_rng *rng)
{
    for (size_t i = 0; i < GAMES; i++)
        f->choice[i] = (int32_t)cornet_rng_below(rng, (uint32_t)f->arrays.legal_count[i]);
    expect(CORNET_OK, cornet_batch_step(f->batch, f->choice, &f->arrays, &error));
}

/* Random play in every game with every combination of flags. Two threads give the same results as
 * one. */
static void test_batches(void **unused)
{
    (void)unused;
    for (size_t g = 0; cornet_game_at(g); g++) {
        const char *id = cornet_game_id(cornet_game_at(g));
        for (unsigned flags = 0; flags < 8; flags++) {
            struct fixture one, two;
            cornet_rng rng, same;
            cornet_rng_seed(&rng, flags);
            same = rng;
            open_batch(&one, id, 2, flags);
            open_batch(&two, id, 2, flags);
            expect(CORNET_OK, cornet_batch_set_threads(two.batch, 2, &error));
            for (int step = 0; step < 20; step++) {
                step_at_random(&one, &rng);
                step_at_random(&two, &same);
                for (size_t i = 0; i < GAMES; i++) {
                    const float *reward = &one.arrays.reward[i * 2];
                    check_row(&one, i, flags);
                    assert_true(reward[0] + reward[1] == (one.arrays.done[i] ? 1.0f : 0.0f));
                    if (one.arrays.mover[i] == CORNET_OVER && step % 8 == 7) {
                        expect(CORNET_OK, cornet_batch_restart(one.batch, i, &error));
                        expect(CORNET_OK, cornet_batch_restart(two.batch, i, &error));
                    }
                }
                assert_memory_equal(one.arrays.actions, two.arrays.actions,
                                    GAMES * one.width * sizeof(uint32_t));
                assert_memory_equal(one.arrays.numbers, two.arrays.numbers,
                                    GAMES * one.numbers * sizeof(int32_t));
                expect(CORNET_OK, cornet_batch_look(one.batch, &one.arrays, &error));
                expect(CORNET_OK, cornet_batch_look(two.batch, &two.arrays, &error));
            }
            close_batch(&one);
            close_batch(&two);
        }
    }
}

/* A step by ids is the step by the indexes of these ids. A copy and a loaded batch play the same
 * games as the batch they were made from. */
static void test_batch_ids(void **unused)
{
    (void)unused;
    for (size_t g = 0; cornet_game_at(g); g++) {
        const char *id = cornet_game_id(cornet_game_at(g));
        for (unsigned flags = 0; flags < 8; flags += 2) {
            struct fixture one, two;
            cornet_batch *copy, *loaded;
            cornet_rng rng;
            char *bytes;
            size_t length;
            open_batch(&one, id, 2, flags);
            open_batch(&two, id, 2, flags);
            expect(CORNET_OK, cornet_batch_set_bot(one.batch, 2, "random", &error));
            expect(CORNET_OK, cornet_batch_set_bot(two.batch, 2, "random", &error));
            const size_t ids = cornet_batch_ids(one.batch);
            assert_int_equal(ids, cornet_game_ids(cornet_game_at(g)));
            int32_t *list = calloc(GAMES * one.width, sizeof *list), choice[GAMES];
            uint8_t *mask = calloc(GAMES, ids);
            expect(CORNET_OK, cornet_batch_bind_ids(one.batch, list, mask, &error));
            expect(CORNET_OK, cornet_batch_look(one.batch, &one.arrays, &error));
            cornet_rng_seed(&rng, flags);
            for (int step = 0; step < 12; step++) {
                for (size_t i = 0; i < GAMES; i++) {
                    const uint32_t count = (uint32_t)one.arrays.legal_count[i];
                    two.choice[i] = (int32_t)cornet_rng_below(&rng, count);
                    choice[i] = list[i * one.width + (size_t)two.choice[i]];
                    assert_true(count == 0 || mask[i * ids + (size_t)choice[i]]);
                    size_t marked = 0;
                    for (size_t k = 0; k < ids; k++)
                        marked += mask[i * ids + k];
                    assert_int_equal(marked, count);
                }
                expect(CORNET_OK, cornet_batch_step_ids(one.batch, choice, &one.arrays, &error));
                expect(CORNET_OK, cornet_batch_step(two.batch, two.choice, &two.arrays, &error));
                assert_memory_equal(one.arrays.numbers, two.arrays.numbers,
                                    GAMES * one.numbers * sizeof(int32_t));
            }
            expect(CORNET_OK, cornet_batch_copy(one.batch, &copy, &error));
            expect(CORNET_OK, cornet_batch_save(one.batch, &bytes, &length, &error));
            expect(CORNET_OK, cornet_batch_load(bytes, length, &loaded, &error));
            bytes[length - 1] ^= 1;
            cornet_batch *none;
            expect(CORNET_REFUSED, cornet_batch_load(bytes, length, &none, &error));
            assert_null(none);
            expect(CORNET_REFUSED, cornet_batch_load(bytes, length - 1, &none, &error));
            expect(CORNET_REFUSED, cornet_batch_load(bytes, 3, &none, &error));
            cornet_free(bytes);
            for (int step = 0; step < 6; step++) {
                for (size_t i = 0; i < GAMES; i++)
                    two.choice[i] = 0;
                expect(CORNET_OK, cornet_batch_step(copy, two.choice, &two.arrays, &error));
                expect(CORNET_OK, cornet_batch_step(one.batch, two.choice, &one.arrays, &error));
                assert_memory_equal(one.arrays.numbers, two.arrays.numbers,
                                    GAMES * one.numbers * sizeof(int32_t));
                expect(CORNET_OK, cornet_batch_step(loaded, two.choice, &two.arrays, &error));
                assert_memory_equal(one.arrays.numbers, two.arrays.numbers,
                                    GAMES * one.numbers * sizeof(int32_t));
            }
            for (size_t i = 0; i < GAMES; i++)
                choice[i] = (int32_t)ids;
            if (!(flags & CORNET_BATCH_STAY)) {
                expect(CORNET_BAD_ARGUMENT,
                       cornet_batch_step_ids(one.batch, choice, &one.arrays, &error));
                choice[0] = -1;
                expect(CORNET_BAD_ARGUMENT,
                       cornet_batch_step_ids(one.batch, choice, &one.arrays, &error));
            }
            free(list);
            free(mask);
            cornet_batch_free(copy);
            cornet_batch_free(loaded);
            close_batch(&one);
            close_batch(&two);
        }
    }
}

/* A match and its ids; a game of a batch that continues from a match; other matches are refused. */
static void test_match_ids(void **unused)
{
    (void)unused;
    plays("wazabi");
    cornet_setup *setup = new_setup("wazabi", 2), *three = new_setup("wazabi", 3);
    cornet_match *match, *other;
    cornet_batch *batch;
    cornet_rng rng;
    uint32_t actions[CORNET_ACTIONS_MAX], ids[CORNET_ACTIONS_MAX], action;
    size_t count, id_count;
    char *name, *lines, *state, *set;
    cornet_rng_seed(&rng, 3);
    expect(CORNET_OK, cornet_match_new(setup, &match, &error));
    expect(CORNET_OK, cornet_match_new(three, &other, &error));
    expect(CORNET_OK, cornet_match_run(match, &rng, &error)); /* to the first decision */
    const int seat = cornet_match_mover(match);
    expect(CORNET_OK, cornet_match_actions(match, seat, actions, &count, &error));
    expect(CORNET_OK, cornet_match_ids(match, seat, ids, &id_count, &error));
    assert_int_equal(count, id_count);
    for (size_t i = 0; i < count; i++) {
        expect(CORNET_OK, cornet_match_id_action(match, seat, ids[i], &action, &error));
        assert_int_equal(action, actions[i]);
    }
    expect(CORNET_REFUSED, cornet_match_id_action(match, seat, 999, &action, &error));
    expect(CORNET_REFUSED, cornet_match_id_action(match, 3 - seat, ids[0], &action, &error));
    expect(CORNET_BAD_ARGUMENT, cornet_match_ids(match, 3, ids, &id_count, &error));
    const cornet_game *game = cornet_match_game(match);
    expect(CORNET_OK, cornet_game_id_name(game, 0, &name, &error));
    assert_string_equal(name, "pass");
    cornet_free(name);
    expect(CORNET_BAD_ARGUMENT, cornet_game_id_name(game, cornet_game_ids(game), &name, &error));
    assert_null(name);
    expect(CORNET_OK, cornet_match_legal_of(match, seat, &lines, &error));
    assert_int_equal(lines[0], '0' + seat);
    cornet_free(lines);
    expect(CORNET_BAD_ARGUMENT, cornet_match_legal_of(match, 0, &lines, &error));

    expect(CORNET_OK, cornet_batch_new(setup, 2, 0, 1, CORNET_BATCH_FORCED, &batch, &error));
    assert_int_equal(cornet_batch_flags(batch), CORNET_BATCH_FORCED);
    expect(CORNET_OK, cornet_batch_set(batch, 1, match, &error));
    expect(CORNET_OK, cornet_batch_json(batch, 1, CORNET_OPEN, &set, &error));
    expect(CORNET_OK, cornet_match_json(match, CORNET_OPEN, &state, &error));
    assert_string_equal(set, state);
    cornet_free(set);
    cornet_free(state);
    expect(CORNET_REFUSED, cornet_batch_set(batch, 1, other, &error));
    expect(CORNET_BAD_ARGUMENT, cornet_batch_set(batch, 2, match, &error));
    cornet_batch_free(batch);
    cornet_match_free(match);
    cornet_match_free(other);
    cornet_setup_free(setup);
    cornet_setup_free(three);
}

/* Each invalid number has its own error message. A width may turn out too small during play. */
static void test_batch_numbers(void **unused)
{
    plays("wazabi");
    cornet_batch *batch;
    cornet_setup *setup;
    (void)unused;
    expect(CORNET_OK, cornet_setup_new(cornet_game_find("wazabi"), &setup, &error));
    expect(CORNET_BAD_ARGUMENT, cornet_batch_new(setup, 0, 0, 1, 0, &batch, &error));
    assert_string_equal(error.message, "a batch has 1 to 2147483647 games, not 0");
    expect(CORNET_BAD_ARGUMENT, cornet_batch_new(setup, (size_t)1 << 31, 0, 1, 0, &batch, &error));
    assert_string_equal(error.message, "a batch has 1 to 2147483647 games, not 2147483648");
    expect(CORNET_BAD_ARGUMENT,
           cornet_batch_new(setup, 1, CORNET_ACTIONS_MAX + 1, 1, 0, &batch, &error));
    assert_string_equal(error.message, "the width of a batch is at most 512 here, not 513");
    expect(CORNET_BAD_ARGUMENT, cornet_batch_new(setup, 1, 0, 1, 8, &batch, &error));
    assert_string_equal(error.message, "unknown batch flags");
    expect(CORNET_REFUSED, cornet_batch_new(setup, 1, 1, 1, 0, &batch, &error));
    expect(CORNET_OK, cornet_batch_new(setup, 1, CORNET_ACTIONS_MAX, 1, 0, &batch, &error));
    cornet_batch_free(batch);

    /* The width is enough at first. Two threads give the same error. */
    const cornet_batch_arrays nothing = {.size = sizeof nothing};
    for (int threads = 1; threads <= 2; threads++) {
        int32_t choice[GAMES] = {0};
        expect(CORNET_OK, cornet_batch_new(setup, GAMES, 9, 1, 0, &batch, &error));
        expect(CORNET_OK, cornet_batch_set_threads(batch, threads, &error));
        cornet_status status = CORNET_OK;
        for (int step = 0; step < 10000 && status == CORNET_OK; step++)
            status = cornet_batch_step(batch, choice, &nothing, &error);
        assert_int_equal(status, CORNET_REFUSED);
        assert_non_null(strstr(error.message, "legal actions, and the batch a width of 9"));
        expect(CORNET_REFUSED, cornet_batch_step(batch, choice, &nothing, &error));
        expect(CORNET_OK, cornet_batch_reset(batch, 1, &error));
        expect(CORNET_OK, cornet_batch_step(batch, choice, &nothing, &error));
        cornet_batch_free(batch);
    }
    cornet_setup_free(setup);
}

/* Waits until every other thread of this process sleeps. A thread that has just started may hold a
 * lock of the sanitizer's allocator, and a forked child would wait for that lock forever. */
static void await_sleeping_threads(void)
{
    enum { TRIES = 60000 }; /* one per millisecond */
    for (int i = 0; i < TRIES; i++) {
        glob_t task;
        size_t awake = 0;
        assert_int_equal(glob("/proc/self/task/*/stat", 0, NULL, &task), 0);
        for (size_t k = 0; k < task.gl_pathc; k++) {
            char line[512] = "";
            FILE *in = fopen(task.gl_pathv[k], "r");
            if (in && fgets(line, sizeof line, in))
                awake += strstr(line, ") S ") == NULL;
            if (in)
                fclose(in);
        }
        globfree(&task);
        if (awake == 1) /* only this thread */
            return;
        usleep(1000);
    }
    fail_msg("other threads were still awake after 60 seconds");
}

/* A forked child has none of its parent's threads. Batches must still work in it. */
static void test_batch_fork(void **unused)
{
    plays("wazabi");
    enum { STEPS = 20, CHILD_SECONDS = 60 };
    int ends[2], status;
    (void)unused;
    assert_int_equal(pipe(ends), 0);
    struct fixture f;
    cornet_rng rng;
    cornet_rng_seed(&rng, 1);
    open_batch(&f, "wazabi", 2, 0);
    expect(CORNET_OK, cornet_batch_set_threads(f.batch, 2, &error));
    step_at_random(&f, &rng);
    await_sleeping_threads();
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        alarm(CHILD_SECONDS); /* ends a child that hangs */
    for (int step = 0; step < STEPS; step++)
        step_at_random(&f, &rng);
    const size_t length = GAMES * f.numbers * sizeof(int32_t);
    if (child == 0) {
        const bool written = write(ends[1], f.arrays.numbers, length) == (ssize_t)length;
        close_batch(&f);
        _exit(written ? 0 : 1);
    }
    close(ends[1]);
    unsigned char *theirs = malloc(length + 1);
    size_t got = 0;
    for (ssize_t more; (more = read(ends[0], theirs + got, length + 1 - got)) > 0;)
        got += (size_t)more;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_int_equal(got, length);
    assert_memory_equal(theirs, f.arrays.numbers, length);
    free(theirs);
    close(ends[0]);
    close_batch(&f);
}

/* A bot in the other seat; a choice out of range; the same seed again. */
static void test_batch_bots(void **unused)
{
    plays("wazabi");
    struct fixture f;
    cornet_rng rng;
    int games = 0;
    (void)unused;
    open_batch(&f, "wazabi", 2, 0);
    cornet_rng_seed(&rng, 1);
    expect(CORNET_BAD_ARGUMENT, cornet_batch_set_bot(f.batch, 3, "greedy", &error));
    expect(CORNET_REFUSED, cornet_batch_set_bot(f.batch, 2, "nobody", &error));
    expect(CORNET_OK, cornet_batch_set_bot(f.batch, 2, "greedy", &error));
    expect(CORNET_REFUSED, cornet_batch_set_bot(f.batch, 1, "greedy", &error));
    expect(CORNET_OK, cornet_batch_look(f.batch, &f.arrays, &error));
    for (int step = 0; step < 300; step++) {
        for (size_t i = 0; i < GAMES; i++) {
            assert_int_equal(f.arrays.mover[i], 1);
            games += f.arrays.done[i];
        }
        step_at_random(&f, &rng);
    }
    assert_true(games > 0);
    f.choice[3] = f.arrays.legal_count[3];
    char *before, *after;
    expect(CORNET_OK, cornet_batch_json(f.batch, 0, CORNET_OPEN, &before, &error));
    expect(CORNET_BAD_ARGUMENT, cornet_batch_step(f.batch, f.choice, &f.arrays, &error));
    f.choice[3] = -1;
    expect(CORNET_BAD_ARGUMENT, cornet_batch_step(f.batch, f.choice, &f.arrays, &error));
    expect(CORNET_OK, cornet_batch_json(f.batch, 0, CORNET_OPEN, &after, &error));
    assert_string_equal(before, after);
    cornet_free(before);
    cornet_free(after);
    expect(CORNET_OK, cornet_batch_reset(f.batch, 5, &error));
    expect(CORNET_OK, cornet_batch_json(f.batch, 6, CORNET_OPEN, &before, &error));
    expect(CORNET_OK, cornet_batch_reset(f.batch, 5, &error));
    expect(CORNET_OK, cornet_batch_json(f.batch, 6, CORNET_OPEN, &after, &error));
    assert_string_equal(before, after);
    cornet_free(before);
    cornet_free(after);
    expect(CORNET_OK, cornet_batch_set_bot(f.batch, 2, NULL, &error));
    close_batch(&f);
}

/* ---- external games and agents ---- */

/* The fault that the game injects next: 0 none, 1 a wrong mover, 2 a wrong result, 3 wrong words,
 * 4 different actions each time, 5 no actions, 6 too many actions, 7 a wrong mover every fifth
 * time, 8 chance without outcomes. */
enum { FAULTS = 8 };
static int fault;

static int count_start(void *state, const cornet_setup *setup, cornet_text *why)
{
    const char *length = cornet_setup_option(setup, "length");
    memset(state, 0, 4);
    if (strcmp(length, "13") == 0) {
        cornet_text_print(why, "thirteen is too many");
        return 0;
    }
    ((unsigned char *)state)[1] = (unsigned char)atoi(length);
    return 1;
}

static int count_mover(const void *state)
{
    static atomic_uint times;
    const unsigned char *s = state;
    if (fault == 1 || (fault == 7 && ++times % 5 == 0))
        return 77;
    if (fault == 8)
        return CORNET_CHANCE;
    return s[0] >= s[1] ? CORNET_OVER : 1 + s[0] % 2;
}

static size_t count_actions(const void *state, int seat, uint32_t *out)
{
    (void)state;
    (void)seat;
    out[0] = 1;
    out[1] = 2;
    return fault == 5 ? 0 : fault == 6 ? 3 : 2;
}

static unsigned count_apply(void *state, uint32_t action)
{
    ((unsigned char *)state)[0] = (unsigned char)(((unsigned char *)state)[0] + action);
    return 1;
}

static void count_result(const void *state, double *share)
{
    (void)state;
    share[1] = fault == 2 ? 0.3 : 0.5;
    share[2] = 0.5;
}

static void count_write(const void *state, uint32_t action, int viewer, cornet_text *out)
{
    static atomic_uint times;
    (void)state;
    (void)viewer;
    if (fault == 4)
        cornet_text_print(out, "%u ", ++times);
    cornet_text_print(out, "add %u", fault == 3 ? 1 : action);
}

static void count_show(const void *state, cornet_text *out)
{
    cornet_text_print(out, "%d", ((const unsigned char *)state)[0]);
}

static size_t last_choice(void *memory, const cornet_turn *turn, cornet_rng *rng)
{
    char line[64];
    (void)memory;
    cornet_turn_line(turn, turn->action_count - 1, line, sizeof line);
    assert_int_equal(line[0], '0' + turn->seat);
    cornet_rng_next(rng);
    return turn->action_count - 1;
}

static void test_outside(void **unused)
{
    static const cornet_option options[] = {
        {.name = "length", .words = "", .default_value = "9", .min = 2, .max = 99}, {.name = NULL}};
    static const cornet_game_rules rules = {.size = sizeof rules,
                                            .id = "count",
                                            .title = "Count",
                                            .about = "Counts.",
                                            .players_min = 2,
                                            .players_max = 2,
                                            .options = options,
                                            .state_size = 4,
                                            .actions_max = 2,
                                            .start = count_start,
                                            .mover = count_mover,
                                            .actions = count_actions,
                                            .apply = count_apply,
                                            .result = count_result,
                                            .write = count_write,
                                            .show = count_show};
    static const cornet_agent_rules agent = {
        .size = sizeof agent, .name = "last", .about = "Takes the last.", .choose = last_choice};
    cornet_match *match, *copy;
    cornet_rng rng;
    char *text;
    double share[CORNET_SEATS_MAX + 1];
    (void)unused;
    fault = 2; /* found at registration, which leaves nothing behind */
    expect(CORNET_FAULT, cornet_game_register(&rules, &error));
    assert_non_null(strstr(error.message, "the shares of the result do not sum to 1"));
    fault = 0;
    assert_null(cornet_game_find("count"));
    expect(CORNET_OK, cornet_game_register(&rules, &error));
    expect(CORNET_REFUSED, cornet_game_register(&rules, &error));
    expect(CORNET_OK, cornet_agent_register(&agent, &error));
    expect(CORNET_REFUSED, cornet_agent_register(&agent, &error));
    expect(CORNET_BAD_ARGUMENT, cornet_game_register(NULL, &error));
    expect(CORNET_REFUSED, cornet_plugin_load("/nonexistent.so", &error));
    cornet_setup *setup = new_setup("count", 2);
    expect(CORNET_OK, cornet_setup_set_option(setup, "length", "13", &error));
    expect(CORNET_REFUSED, cornet_match_new(setup, &match, &error));
    assert_string_equal(error.message, "thirteen is too many");
    cornet_setup_free(setup);
    match = new_match("count", 2);
    cornet_rng_seed(&rng, 1);
    expect(CORNET_OK, cornet_match_play(match, "1 add 2", &error));
    expect(CORNET_REFUSED, cornet_match_play(match, "1 add 3", &error));
    /* A fault is returned as a status, and the match stays unchanged. */
    fault = 1;
    expect(CORNET_FAULT, cornet_match_play(match, "1 add 1", &error));
    assert_non_null(strstr(error.message, "the mover is not a seat"));
    fault = 3; /* the words are ambiguous */
    expect(CORNET_FAULT, cornet_match_play(match, "1 add 1", &error));
    assert_non_null(strstr(error.message, "actions 1 and 2 have the same text, 'add 1'"));
    fault = 4;
    expect(CORNET_FAULT, cornet_match_play_action(match, 1, &error));
    assert_non_null(strstr(error.message, "it refuses its own line"));
    fault = 0;
    expect(CORNET_OK, cornet_match_copy(match, &copy, &error));
    expect(CORNET_OK, cornet_match_play(copy, "1 add 1", &error));
    fault = 4; /* noticed when the lines are played again */
    expect(CORNET_FAULT, cornet_match_undo(copy, &error));
    fault = 0;
    assert_int_equal(cornet_match_line_count(copy), 2);
    cornet_match_free(copy);
    assert_int_equal(cornet_match_line_count(match), 1);
    for (int seat = 1; seat <= 2; seat++)
        expect(CORNET_OK, cornet_match_set_name(match, seat, "bot:last", &error));
    expect(CORNET_OK, cornet_match_run(match, &rng, &error));
    assert_int_equal(cornet_match_mover(match), CORNET_OVER);
    fault = 2;
    expect(CORNET_FAULT, cornet_match_result(match, share, &error));
    fault = 0;
    expect(CORNET_OK, cornet_match_result(match, share, &error));
    expect(CORNET_OK, cornet_match_json(match, 0, &text, &error));
    assert_non_null(strstr(text, "\"text\":\"10\""));
    cornet_free(text);
    cornet_match_free(match);

    /* An external agent plays built-in games too, and its faults are reported from other threads.
     * */
    static const char *const agents[] = {"last", "last"};
    cornet_sim_job job = {.size = sizeof job, .agents = agents, .games = 20, .threads = 2};
    cornet_sim_result result = {.size = sizeof result};
    if (cornet_game_find("wazabi")) {
        job.setup = setup = new_setup("wazabi", 2);
        expect(CORNET_OK, cornet_sim_run(&job, &result, &error));
        cornet_setup_free(setup);
    }
    job.setup = setup = new_setup("count", 2);
    fault = 2;
    expect(CORNET_FAULT, cornet_sim_run(&job, &result, &error));
    fault = 0;
    expect(CORNET_OK, cornet_sim_run(&job, &result, &error));
    cornet_setup_free(setup);
}

/* Counts the calls that returned a fault. All other calls must succeed or refuse. */
static int faults;

static void note(cornet_status status)
{
    if (status != CORNET_OK && status != CORNET_REFUSED)
        expect(CORNET_FAULT, status);
    faults += status == CORNET_FAULT;
}

static void note_text(cornet_status status, char **text)
{
    note(status);
    assert_true((status == CORNET_OK) == (*text != NULL));
    cornet_free(*text);
    *text = NULL;
}

static void play_while_wrong(cornet_match *match)
{
    cornet_rng rng;
    cornet_rng_seed(&rng, fault);
    note(cornet_match_play(match, "2 add 1", &error));
    note(cornet_match_play_action(match, 1, &error));
    note(cornet_match_roll(match, &rng, &error));
    note(cornet_match_run(match, &rng, &error));
    note(cornet_match_undo(match, &error));
}

static void look_while_wrong(const cornet_match *match)
{
    uint32_t actions[CORNET_ACTIONS_MAX];
    int32_t numbers[CORNET_NUMBERS_MAX];
    cornet_outcome outcomes[1];
    cornet_hint hints[CORNET_ACTIONS_MAX];
    double share[CORNET_SEATS_MAX + 1];
    uint64_t denominator;
    size_t count;
    char *text = NULL;
    cornet_match *copy = NULL;
    cornet_rng rng = {{0}};
    cornet_match_mover(match);
    note(cornet_match_actions(match, 2, actions, &count, &error));
    note(cornet_match_outcomes(match, outcomes, &count, &denominator, &error));
    note_text(cornet_match_line_of(match, 1, CORNET_OPEN, &text, &error), &text);
    note(cornet_match_action_of(match, "2 add 1", actions, &error));
    note_text(cornet_match_legal(match, &text, &error), &text);
    note(cornet_match_result(match, share, &error));
    note_text(cornet_match_json(match, 1, &text, &error), &text);
    note(cornet_match_numbers(match, 1, numbers, &count, &error));
    note_text(cornet_match_position(match, &text, &error), &text);
    note_text(cornet_match_log(match, 0, &text, &error), &text);
    note(cornet_hints(match, 2, 0, hints, &count, &error));
    note(cornet_value(match, &rng, share, NULL, &error));
    note_text(cornet_analyse(match, 0, NULL, NULL, &text, &error), &text);
    note(cornet_match_copy(match, &copy, &error));
    cornet_match_free(copy);
    text = record_of(match);
    note(cornet_record_read(text, strlen(text), &copy, NULL, &error));
    cornet_match_free(copy);
    cornet_free(text);
}

/* Runs simulations, tournaments and batches on two threads, with agents that choose an action. */
static void run_while_wrong(const cornet_setup *setup, const char *const agents[])
{
    const cornet_sim_job sim = {
        .size = sizeof sim, .setup = setup, .agents = agents, .games = 300, .threads = 2};
    const cornet_arena_job arena = {.size = sizeof arena,
                                    .setup = setup,
                                    .agents = agents,
                                    .agent_count = 2,
                                    .games = 300,
                                    .threads = 2};
    const cornet_batch_arrays nothing = {.size = sizeof nothing};
    static cornet_sim_result counts = {.size = sizeof counts};
    static cornet_arena_result table = {.size = sizeof table};
    enum { MANY = 50 };
    const int32_t choice[MANY] = {0};
    cornet_batch *batch = NULL;
    const int wrong = fault;
    note(cornet_sim_run(&sim, &counts, &error));
    note(cornet_arena_run(&arena, &table, &error));
    note(cornet_batch_new(setup, MANY, 0, 1, 0, &batch, &error));
    cornet_batch_free(batch);
    fault = 0;
    expect(CORNET_OK, cornet_batch_new(setup, MANY, 0, 1, 0, &batch, &error));
    expect(CORNET_OK, cornet_batch_set_threads(batch, 2, &error));
    fault = wrong;
    for (int i = 0; i < 12; i++)
        note(cornet_batch_step(batch, choice, &nothing, &error));
    note(cornet_batch_set_bot(batch, 1, agents[0], &error));
    note(cornet_batch_restart(batch, 3, &error));
    fault = 0;
    expect(CORNET_OK, cornet_batch_set_bot(batch, 1, "random", &error));
    expect(CORNET_OK, cornet_batch_step(batch, choice, &nothing, &error));
    cornet_batch_free(batch);
}

/* For every fault of a game, every call returns, the match stays unchanged, and no memory leaks. */
static void test_faults(void **unused)
{
    static const char *const agents[] = {"random", "adaptive"};
    cornet_setup *setup = new_setup("count", 2);
    (void)unused;
    for (int wrong = 1; wrong <= FAULTS; wrong++) {
        cornet_match *match = new_match("count", 2);
        cornet_bot *bot = NULL;
        cornet_rng rng = {{0}};
        uint32_t action;
        for (int seat = 1; seat <= 2; seat++)
            expect(CORNET_OK, cornet_match_set_name(match, seat, "bot:random", &error));
        expect(CORNET_OK, cornet_match_play(match, "1 add 1", &error));
        expect(CORNET_OK, cornet_bot_open(setup, "random", &bot, &error));
        char *before = record_of(match);
        faults = 0;
        fault = wrong;
        look_while_wrong(match);
        note(cornet_bot_choose(bot, match, 2, &rng, &action, NULL, &error));
        char *after = record_of(match);
        assert_string_equal(before, after);
        cornet_free(after);
        play_while_wrong(match);
        fault = 0;
        after = record_of(match); /* a match that continues after the fault is intact */
        cornet_match *read = NULL;
        expect(CORNET_OK, cornet_record_read(after, strlen(after), &read, NULL, &error));
        assert_int_equal(cornet_match_mover(read), cornet_match_mover(match));
        cornet_match_free(read);
        expect(CORNET_OK, cornet_match_run(match, &rng, &error));
        assert_int_equal(cornet_match_mover(match), CORNET_OVER);
        fault = wrong;
        run_while_wrong(setup, agents);
        assert_true(faults > 2);
        cornet_free(before);
        cornet_free(after);
        cornet_bot_close(bot);
        cornet_match_free(match);
    }
    cornet_setup_free(setup);
}

static size_t wrong_choice(void *memory, const cornet_turn *turn, cornet_rng *rng)
{
    (void)memory;
    (void)rng;
    return turn->action_count;
}

/* The same for faults of an agent in a built-in game. */
static void test_wrong_agent(void **unused)
{
    plays("debacle");
    static const cornet_agent_rules agent = {
        .size = sizeof agent, .name = "wrong", .about = "Is wrong.", .choose = wrong_choice};
    static const char *const agents[] = {"wrong", "wrong"};
    cornet_rng rng = {{0}};
    cornet_setup *setup = new_setup("debacle", 2);
    cornet_match *match = new_match("debacle", 2);
    cornet_bot *bot = NULL;
    uint32_t action;
    (void)unused;
    faults = 0;
    expect(CORNET_OK, cornet_agent_register(&agent, &error));
    expect(CORNET_OK, cornet_bot_open(setup, "wrong", &bot, &error));
    expect(CORNET_FAULT, cornet_bot_choose(bot, match, 1, &rng, &action, NULL, &error));
    assert_non_null(strstr(error.message, "agent wrong is faulty: it chose action "));
    expect(CORNET_OK, cornet_match_set_name(match, 1, "bot:wrong", &error));
    expect(CORNET_FAULT, cornet_match_run(match, &rng, &error));
    assert_int_equal(cornet_match_line_count(match), 0);
    run_while_wrong(setup, agents);
    assert_true(faults >= 3);
    cornet_bot_close(bot);
    cornet_match_free(match);
    cornet_setup_free(setup);
}

/* ---- out of memory ---- */

/* The host chooses the size of a batch's rows, so a failed allocation returns a status. */
static void test_memory(void **unused)
{
    plays("easycome");
    cornet_setup *setup = new_setup("easycome", 2);
    cornet_batch *batch;
    cornet_status status;
    int failures = 0;
    (void)unused;
    for (;; failures++) {
        batch = NULL;
        large_left = failures;
        status = cornet_batch_new(setup, LARGE, 0, 1, CORNET_BATCH_CHANCE, &batch, &error);
        const int all = large_left >= 0; /* all allocations succeeded */
        large_left = -1;
        if (all)
            break;
        expect(CORNET_NO_MEMORY, status);
        assert_string_equal(error.message, "there is not enough memory");
        assert_null(batch);
    }
    expect(CORNET_OK, status);
    assert_int_equal(failures, 8);
    large_left = 0;
    expect(CORNET_NO_MEMORY, cornet_batch_set_bot(batch, 1, "random", &error));
    large_left = -1;
    expect(CORNET_OK, cornet_batch_set_bot(batch, 1, "random", &error));
    cornet_batch_free(batch);
    cornet_setup_free(setup);
}

/* Any other failed allocation ends the process with an error message. */
static void test_no_memory(void **unused)
{
    char said[64] = "";
    cornet_setup *setup;
    int ended, ends[2];
    (void)unused;
    plays("easycome");
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        signal(SIGABRT, SIG_DFL);
        nothing_is_left = 1;
        cornet_setup_new(cornet_game_find("easycome"), &setup, &error);
        _exit(0);
    }
    close(ends[1]);
    assert_true(read(ends[0], said, sizeof said - 1) > 0);
    close(ends[0]);
    assert_int_equal(waitpid(child, &ended, 0), child);
    assert_true(WIFSIGNALED(ended) && WTERMSIG(ended) == SIGABRT);
    assert_string_equal(said, "cornet: Cannot allocate memory\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory),      cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_games),       cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_matches),     cmocka_unit_test(test_record_errors),
        cmocka_unit_test(test_unlisted),    cmocka_unit_test(test_chance),
        cmocka_unit_test(test_value),       cmocka_unit_test(test_bots),
        cmocka_unit_test(test_simulation),  cmocka_unit_test(test_stop),
        cmocka_unit_test(test_batches),     cmocka_unit_test(test_batch_numbers),
        cmocka_unit_test(test_batch_ids),   cmocka_unit_test(test_match_ids),
        cmocka_unit_test(test_batch_fork),  cmocka_unit_test(test_batch_bots),
        cmocka_unit_test(test_outside),     cmocka_unit_test(test_faults),
        cmocka_unit_test(test_wrong_agent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
