/* helpers.h: shared by the test programs. */
#ifndef CORNET_TESTS_HELPERS_H
#define CORNET_TESTS_HELPERS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <cmocka.h>

#include "match/match.h"

/* A game only for tests that uses everything game.h offers: see probe_game.c. */
extern const struct game probe_game;

/* All games of the build and the probe, ending with NULL. With CORNET_GAME=NAME in the environment,
 * only that game. */
const struct game *const *test_games(void);

/* A game by its name; NULL if this build has no such game. */
const struct game *test_game(const char *name);

/* Names the games that a test plays, at its start. The test is skipped if this build lacks one of
 * them. */
#define test_plays(...) test_plays_all((const char *const[]){__VA_ARGS__, NULL})
void test_plays_all(const char *const names[]);

/* The whole file, NUL-terminated. The caller frees it. Fails the test if the file cannot be read.
 * */
char *test_read_file(const char *path, size_t *length);

/* The state's JSON for a viewer. The caller frees. */
char *test_json(const struct match *match, int viewer);

/* Fails if two tables that made the same moves differ: in the state, in any key of the trail, in
 * the turns, or in what each seat can undo. */
void test_same_table(const struct match *a, const struct match *b);

/* Fails if two trails differ in any key. */
void test_same_trail(const struct game_history *a, const struct game_history *b);

/* A copy of the trail. The caller frees it with game_history_free. */
struct game_history test_copy_trail(const struct game_history *history);

/* Whether the line is a legal move now; `why` gets the reason if not. Changes nothing. */
bool test_is_legal(const struct match *match, const char *line, struct text *why);

/* The record as text. The caller frees. */
char *test_record(const struct match *match);

/* Random settings that start() accepts. */
void test_random_settings(const struct game *game, struct rng *rng, struct game_settings *settings);

/* Fails if two numbers differ by more than `within`. cmocka's own macro compares only floats. */
#define assert_near(a, b, within) test_near(a, b, within, __FILE__, __LINE__)
void test_near(double a, double b, double within, const char *file, int line);

/* Whether this is `make test-deep` (CORNET_DEEP=1), with all statistics and repetitions. */
bool test_is_deep(void);

/* The number of repetitions: `daily` in `make test`, `deep` in `make test-deep`. test_repeats gives
 * 50 times `count` there. */
int test_count(int daily, int deep);
int test_repeats(int count);

/* Limit of every wait, one minute: only a process that hangs takes that long. */
#define TEST_PATIENCE_MS 60000

/* Sleeps for 5 ms between two checks of a condition. `*since` is 0 at the first call. One minute
 * after that call the test fails and prints `awaited`. */
void test_pause(double *since, const char *awaited);

/* Waits until the child process ends and returns its status as waitpid does. After one minute it
 * kills the process and fails the test. */
int test_wait_for(pid_t child, const char *awaited);

/* fork(). The child is killed when the test ends. A failed assertion ends the child, so that it
 * does not continue with the next test. */
pid_t test_fork(void);

#endif
