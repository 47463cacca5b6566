/* portable: does the same work on every machine, with the same results. `make test` compares this
 * program with its WebAssembly version, and `make bench` compares their times.
 *
 *     portable [quick]
 *
 * prints a line for each piece of work: `NAME RESULT SECONDS`. The result is a count or a hash. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/debacle/rules.h"
#include "games/easycome/solve/solution.h"
#include "match/match.h"
#include "sim/sim.h"
#include "tools/bench/nodes.h"
#include "tools/bench/portable_tables.h"

__attribute__((noreturn)) static void fail(const char *reason)
{
    fprintf(stderr, "portable: %s\n", reason);
    exit(1);
}

static void report(const char *name, uint64_t result, double seconds)
{
    printf("%s %llu %.6f\n", name, (unsigned long long)result, seconds);
    fflush(stdout);
}

/* ---- hashes of random games: states, lines, and every viewer's view ---- */

static void add(uint64_t *hash, const void *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        *hash = (*hash ^ ((const unsigned char *)bytes)[i]) * 1099511628211u;
}

static void add_views(uint64_t *hash, const struct match *match)
{
    char json[GAME_JSON_MAX];
    for (int viewer = GAME_OPEN; viewer <= match->settings.players; viewer++) {
        struct text out = text_on(json, sizeof json);
        game_json(match->game, &match->settings, match->state, viewer, &out);
        add(hash, json, out.length);
    }
}

/* Hashes the legal actions as lines, and chooses one of them at random. Returns their number. */
static size_t add_actions(uint64_t *hash, const struct match *match, struct rng *rng,
                          game_action *chosen)
{
    game_action actions[GAME_ACTIONS_MAX];
    size_t total = 0;
    for (int seat = 1; seat <= match->settings.players; seat++) {
        const size_t count = match->game->actions(match->state, seat, actions);
        for (size_t i = 0; i < count; i++) {
            char line[GAME_LINE_MAX];
            struct text out = text_on(line, sizeof line);
            match->game->write(match->state, actions[i], NULL, GAME_OPEN, &out);
            add(hash, line, out.length);
        }
        if (count && rng_below(rng, ++total) == 0)
            *chosen = actions[rng_below(rng, count)];
    }
    return total;
}

static void add_game(uint64_t *hash, struct match *match, struct rng *rng)
{
    enum { MOVES_MAX = 2000 };
    for (int i = 0; i < MOVES_MAX && match_mover(match) != GAME_OVER; i++) {
        game_action action = 0;
        add(hash, match->state, match->game->state_size);
        add_views(hash, match);
        if (match_mover(match) == GAME_CHANCE)
            match_draw(match, rng);
        else if (add_actions(hash, match, rng, &action))
            match_do_action(match, action);
        const char *line = match->body.line[match->body.count - 1];
        add(hash, line, strlen(line));
    }
}

static void hash_games(const struct game *game, int games)
{
    char why[TEXT_WHY], name[64];
    struct text reason = text_on(why, sizeof why);
    uint64_t hash = 14695981039346656037u;
    struct rng rng;
    rng_seed(&rng, 1);
    const double began = omp_get_wtime();
    for (int i = 0; i < games; i++) {
        struct game_settings settings;
        game_defaults(game, &settings);
        settings.players = game->seats_min + i % (game->seats_max - game->seats_min + 1);
        struct match *match = match_new(game, &settings, &reason);
        if (!match)
            fail(why);
        add_game(&hash, match, &rng);
        match_free(match);
    }
    snprintf(name, sizeof name, "games/%s", game->id);
    report(name, hash, omp_get_wtime() - began);
}

static void hash_tables(const struct game *game, int games)
{
    char name[64];
    const double began = omp_get_wtime();
    const uint64_t hash = portable_tables(game, games);
    snprintf(name, sizeof name, "tables/%s", game->id);
    report(name, hash, omp_get_wtime() - began);
}

/* ---- speed ---- */

static void simulate(const struct game *game, int players, uint64_t games)
{
    char why[TEXT_WHY], name[64];
    struct text reason = text_on(why, sizeof why);
    struct sim_job job = {.game = game, .games = games, .seed = 1, .threads = 1};
    struct sim_result result;
    game_defaults(game, &job.settings);
    job.settings.players = players;
    for (int i = 0; i < players; i++)
        job.agent[i] = span_of("random");
    if (!sim_run(&job, &result, &reason))
        fail(why);
    snprintf(name, sizeof name, "moves/%s", game->id);
    report(name, result.counts.moves, result.seconds);
}

static void count_leaves(int depth)
{
    struct debacle s;
    debacle_begin(&s);
    const double began = omp_get_wtime();
    const uint64_t leaves = debacle_perft(&s, depth);
    report("leaves/debacle", leaves, omp_get_wtime() - began);
}

static void count_nodes(int turns, int depth)
{
    double seconds;
    const uint64_t nodes = debacle_nodes(turns, depth, &seconds);
    report("nodes/debacle", nodes, seconds);
}

/* Solves the game of two players, and prints the first player's chance in billionths. */
static void solve(void)
{
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    const struct easycome_solve_job job = {
        .rules = {.players = 2, .hold = 2, .centre = (1 << EASYCOME_PRIZES) - 1}, .threads = 1};
    const double began = omp_get_wtime();
    struct easycome_solution *solution = easycome_solve(&job, &reason);
    report("solved/easycome", (uint64_t)(easycome_solution_start(solution)[0] * 1e9 + 0.5),
           omp_get_wtime() - began);
    easycome_solution_free(solution);
}

int main(int argc, char **argv)
{
    portable_random();
    const bool quick = argc > 1 && strcmp(argv[1], "quick") == 0;
    for (const struct game *const *game = game_list; *game; game++) {
        hash_games(*game, quick ? 10 : 50);
        hash_tables(*game, quick ? 4 : 20);
        if (!((*game)->flags & GAME_EXAMPLE))
            simulate(*game, (*game)->seats_min, quick ? 500 : 20000);
    }
    count_leaves(quick ? 7 : 10);
    count_nodes(quick ? 4 : 12, quick ? 6 : 9);
    solve();
    return 0;
}
