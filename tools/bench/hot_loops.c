/* The loops whose instructions tests/instructions.sh counts: games as `cornet sim` plays them on
 * one thread, perft, and moves at a table with fair dice. Each loop first runs for a while, to
 * allocate memory and bind library functions. Then it runs once more in a function named counted_…,
 * whose instructions callgrind counts. Prints `LOOP UNIT COUNT` for each. */
#include <stdio.h>
#include <stdlib.h>

#include "games/debacle/rules.h"
#include "sim/sim.h"
#include "tools/bench/nodes.h"
#include "tools/bench/table_moves.h"

struct loop {
    const char *game;
    int players;
    const char *agent;
    uint64_t games;
};

static const struct loop loops[] = {
    {"easycome", 2, "random", 2000},
    {"easycome", 2, "greedy", 1000},
    {"wazabi", 4, "random", 1000},
    {"themots", 2, "random", 300},
};

enum { WARM_UP = 50, PERFT_DEPTH = 7, TABLE_MOVES = 200 };

static void play(struct sim_player *player, uint64_t first, uint64_t end)
{
    for (uint64_t number = first; number < end; number++) {
        struct rng rng;
        rng_seed(&rng, sim_seed(1, number, 0));
        player->game.number = number + 1;
        sim_play(player, &rng, &rng);
    }
}

static __attribute__((noinline)) void counted_games(struct sim_player *player, uint64_t games)
{
    play(player, WARM_UP, WARM_UP + games);
}

static __attribute__((noinline)) uint64_t counted_perft(const struct debacle *state)
{
    return debacle_perft(state, PERFT_DEPTH);
}

static void run_loop(const struct loop *loop)
{
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct sim_job job = {.game = game_find(span_of(loop->game))};
    union game_state start;
    struct sim_player player = {.job = &job, .start = &start};
    game_defaults(job.game, &job.settings);
    job.settings.players = loop->players;
    bool good = job.game->start(&start, &job.settings, &reason);
    driver_init(&player.driver, job.game, loop->players);
    for (int seat = 1; good && seat <= loop->players; seat++)
        good = driver_open_bot(&player.driver, seat, span_of(loop->agent), &job.settings, &reason);
    if (!good) {
        fprintf(stderr, "hot_loops: %s\n", why);
        exit(1);
    }
    play(&player, 0, WARM_UP);
    const uint64_t before = player.counts.moves;
    counted_games(&player, loop->games);
    printf("%s-%d-%s move %llu\n", loop->game, loop->players, loop->agent,
           (unsigned long long)(player.counts.moves - before));
    driver_close(&player.driver);
    game_history_free(&player.history);
}

int main(void)
{
    for (size_t i = 0; i < sizeof loops / sizeof *loops; i++)
        run_loop(&loops[i]);
    struct debacle state;
    debacle_begin(&state);
    debacle_perft(&state, 3);
    printf("debacle-perft leaf %llu\n", (unsigned long long)counted_perft(&state));
    for (int version = 2; version <= 3; version++) {
        table_moves(game_find(span_of("easycome")), version, TABLE_MOVES);
        printf("easycome-table-%d move %d\n", version, TABLE_MOVES);
    }
    return 0;
}
