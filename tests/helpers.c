#include "helpers.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"

const struct game *const *test_games(void)
{
    static const struct game *games[32];
    const char *only = getenv("CORNET_GAME");
    size_t count = 0;
    for (const struct game *const *game = game_list; *game; game++) {
        if (!only || strcmp(only, (*game)->id) == 0)
            games[count++] = *game;
    }
    if (!only)
        games[count++] = &probe_game;
    games[count] = NULL;
    assert_true(count > 0);
    return games;
}

const struct game *test_game(const char *name)
{
    return game_find(span_of(name));
}

void test_plays_all(const char *const names[])
{
    for (; *names; names++) {
        if (!test_game(*names)) {
            print_message("this build has no %s\n", *names);
            skip();
        }
    }
}

char *test_read_file(const char *path, size_t *length)
{
    FILE *in = fopen(path, "r");
    if (!in)
        fail_msg("cannot open %s", path);
    char *bytes = memory_new(1u << 22, 1);
    *length = fread(bytes, 1, (1u << 22) - 1, in);
    fclose(in);
    return bytes;
}

char *test_json(const struct match *match, int viewer)
{
    char *json = memory_new(1, GAME_JSON_MAX);
    struct text out = text_on(json, GAME_JSON_MAX);
    game_json(match->game, &match->settings, &match->state, viewer, &out);
    assert_false(out.cut);
    return json;
}

void test_same_trail(const struct game_history *a, const struct game_history *b)
{
    assert_int_equal(a->trail_count, b->trail_count);
    if (a->trail_count && memcmp(a->trail, b->trail, a->trail_count * sizeof *a->trail) != 0)
        assert_memory_equal(a->trail, b->trail, a->trail_count * sizeof *a->trail);
}

struct game_history test_copy_trail(const struct game_history *history)
{
    struct game_history copy = {.trail_count = history->trail_count,
                                .trail_capacity = history->trail_count};
    if (history->trail_count) {
        copy.trail = memory_new(history->trail_count, sizeof *copy.trail);
        memcpy(copy.trail, history->trail, history->trail_count * sizeof *copy.trail);
    }
    return copy;
}

void test_same_table(const struct match *a, const struct match *b)
{
    assert_memory_equal(&a->state, &b->state, a->game->state_size);
    test_same_trail(&a->history, &b->history);
    assert_int_equal(a->turns, b->turns);
    assert_int_equal(a->last, b->last);
    assert_int_equal(a->turn_start, b->turn_start);
    for (int seat = 1; seat <= a->settings.players; seat++) {
        char why[2][TEXT_WHY];
        struct text reason[2] = {text_on(why[0], TEXT_WHY), text_on(why[1], TEXT_WHY)};
        assert_int_equal(match_find_undo(a, seat, 0, &reason[0]),
                         match_find_undo(b, seat, 0, &reason[1]));
        assert_string_equal(why[0], why[1]);
    }
}

bool test_is_legal(const struct match *match, const char *line, struct text *why)
{
    struct game_history history = {0};
    game_action action;
    return game_read_line(match->game, &match->state, span_of(line), &action, &history, why);
}

char *test_record(const struct match *match)
{
    char *bytes = NULL;
    size_t length;
    FILE *out = open_memstream(&bytes, &length);
    match_write(match, out);
    fclose(out);
    return bytes;
}

static void set_option(const struct game *game, struct game_settings *settings, int index,
                       struct span value)
{
    char buffer[TEXT_WHY];
    struct text why = text_on(buffer, sizeof buffer);
    if (!game_set(game, settings, span_of(game->options[index].name), value, &why))
        fail_msg("%s", buffer);
}

void test_random_settings(const struct game *game, struct rng *rng, struct game_settings *settings)
{
    char buffer[TEXT_WHY];
    struct text why = text_on(buffer, sizeof buffer);
    union game_state state;
    for (int tries = 0; tries < 1000; tries++) {
        game_defaults(game, settings);
        const uint32_t counts = (uint32_t)(game->seats_max - game->seats_min + 1);
        settings->players = game->seats_min + (int)rng_below(rng, counts);
        for (int i = 0; game->options[i].name; i++) {
            const struct game_option *option = &game->options[i];
            if (option->min <= option->max && rng_below(rng, 2)) {
                uint32_t values = (uint32_t)(option->max - option->min + 1);
                if (values > 4 && rng_below(rng, 16) > 0)
                    values = 4; /* rarely: large values make long games */
                char number[16];
                snprintf(number, sizeof number, "%d", option->min + (int)rng_below(rng, values));
                set_option(game, settings, i, span_of(number));
            }
            struct span words = span_of(option->words);
            while (words.length && rng_below(rng, 2)) {
                const struct span word = span_cut(&words, '|');
                set_option(game, settings, i, word);
            }
        }
        if (game->start(&state, settings, &why))
            return;
    }
    fail_msg("%s: no settings go together: %s", game->id, buffer);
}

bool test_is_deep(void)
{
    return getenv("CORNET_DEEP");
}

int test_count(int daily, int deep)
{
    return test_is_deep() ? deep : daily;
}

int test_repeats(int count)
{
    return test_count(count, 50 * count);
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void test_pause(double *since, const char *awaited)
{
    const double now = seconds();
    *since = *since > 0 ? *since : now;
    if (now - *since > TEST_PATIENCE_MS / 1000.0)
        fail_msg("awaited for a minute: %s", awaited);
    usleep(5000);
}

int test_wait_for(pid_t child, const char *awaited)
{
    const double began = seconds();
    int status;
    pid_t ended;
    while ((ended = waitpid(child, &status, WNOHANG)) == 0) {
        if (seconds() - began > TEST_PATIENCE_MS / 1000.0) {
            kill(child, SIGKILL);
            waitpid(child, NULL, 0);
            fail_msg("awaited for a minute: %s", awaited);
        }
        usleep(5000);
    }
    assert_int_equal(ended, child);
    return status;
}

pid_t test_fork(void)
{
    const pid_t test = getpid();
    fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != test) /* the test has ended since the fork */
            _exit(1);
        setenv("CMOCKA_TEST_ABORT", "1", 1);
    }
    return child;
}

void test_near(double a, double b, double within, const char *file, int line)
{
    if (fabs(a - b) <= within)
        return;
    print_error("%.17g and %.17g differ by %g, more than %g\n", a, b, fabs(a - b), within);
    _fail(file, line);
}
