/* helpers.h: what the test programs share. */
#ifndef CORNET_TESTS_HELPERS_H
#define CORNET_TESTS_HELPERS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "match/match.h"

/* A game of the tests alone that uses everything game.h offers: see probe_game.c. */
extern const struct game probe_game;

/* All games of the list, and the probe; with CORNET_GAME=NAME in the environment that game alone.
 * Ends with NULL. */
const struct game *const *test_games(void);

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

/* Whether this build has sanitizers, which make it ten times slower. */
bool test_is_instrumented(void);

/* Fails if two numbers differ by more than `within`; cmocka's own macro compares floats. */
#define assert_near(a, b, within) test_near(a, b, within, __FILE__, __LINE__)
void test_near(double a, double b, double within, const char *file, int line);

/* 1 in `make test`, more in `make test-deep`. */
int test_depth(void);

/* How often something random is tried: `count` times, or a quarter of them under sanitizers, since
 * the build without them looks for what is rare; more in `make test-deep`. */
int test_repeats(int count);

#endif
