/* helpers.h: what the test programs share. */
#ifndef CORNET_TESTS_HELPERS_H
#define CORNET_TESTS_HELPERS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <cmocka.h>

#include "match/match.h"

/* A game of the tests alone that uses everything game.h offers: see probe_game.c. */
extern const struct game probe_game;

/* All games of the list, and the probe; with CORNET_GAME=NAME in the environment that game alone.
 * Ends with NULL. */
const struct game *const *test_games(void);

/* A game by its name; NULL if this build has no such game. */
const struct game *test_game(const char *name);

/* Which games a test plays, at its beginning: it is skipped if this build lacks one of them. */
#define test_plays(...) test_plays_all((const char *const[]){__VA_ARGS__, NULL})
void test_plays_all(const char *const names[]);

/* The whole file, NUL-terminated, which the caller frees. Fails the test if it cannot be read. */
char *test_read_file(const char *path, size_t *length);

/* The state's JSON for a viewer. The caller frees. */
char *test_json(const struct match *match, int viewer);

/* Fails if two tables differ in anything that their moves make: the state, the trail key by key,
 * the turns, and what each seat can still take back. */
void test_same_table(const struct match *a, const struct match *b);

/* Fails if two trails differ, in any key. */
void test_same_trail(const struct game_history *a, const struct game_history *b);

/* A copy of the trail. The caller frees it with game_history_free. */
struct game_history test_copy_trail(const struct game_history *history);

/* Whether the line is a legal move now; `why` gets the reason if not. Changes nothing. */
bool test_is_legal(const struct match *match, const char *line, struct text *why);

/* The record as text. The caller frees. */
char *test_record(const struct match *match);

/* Random settings that start() accepts. */
void test_random_settings(const struct game *game, struct rng *rng, struct game_settings *settings);

/* Fails if two numbers differ by more than `within`; cmocka's own macro compares floats. */
#define assert_near(a, b, within) test_near(a, b, within, __FILE__, __LINE__)
void test_near(double a, double b, double within, const char *file, int line);

/* Whether this is `make test-deep` (CORNET_DEEP=1): statistics and repetitions in full. */
bool test_is_deep(void);

/* How much of something repeated or statistical is done in `make test`, and how much in
 * `make test-deep`. Random tries: 50 times as many there. */
int test_count(int daily, int deep);
int test_repeats(int count);

/* Every wait ends after a minute: only what hangs takes that long. */
#define TEST_PATIENCE_MS 60000

/* Between two looks at something that must happen: sleeps for 5 ms. `*since` is 0 at first; once a
 * minute has passed since the first call, the test fails and prints `awaited`. */
void test_pause(double *since, const char *awaited);

/* Waits until the child process ends; its status as waitpid gives it. A process that has not ended
 * after a minute is killed, and the test fails. */
int test_wait_for(pid_t child, const char *awaited);

/* fork(). The child is killed when the test ends, however it ends, and a failed assertion ends the
 * child: it does not continue with the next test. */
pid_t test_fork(void);

#endif
