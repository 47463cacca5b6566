/* make bench: the speed of the rules. Every time is printed with that of a plain loop in the same
 * run: machines differ and are shared, so only the ratio can be compared. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "agents/levels.h"
#include "base/stop.h"
#include "games/debacle/rules.h"
#include "games/easycome/solve/play.h"
#include "games/easycome/solve/solution.h"
#include "games/themots/rules.h"
#include "games/wazabi/bot_value.h"
#include "match/driver.h"
#include "sim/arena.h"
#include "sim/sim.h"
#include "tools/bench/nodes.h"
#include "tools/bench/plain.h"

static volatile uint64_t sink; /* keeps the compiler from removing loops */

/* The time in seconds of this many draws alone, alternating the bounds of a roll and of a choice.
 * */
static double draw_only(uint64_t moves)
{
    struct rng rng;
    uint64_t sum = 0;
    rng_seed(&rng, 1);
    const double began = omp_get_wtime();
    for (uint64_t i = 0; i < moves; i++)
        sum += rng_below(&rng, i % 2 ? 1296 : 12);
    sink = sum;
    return omp_get_wtime() - began;
}

static struct sim_result simulate(const char *id, int players, const char *agent, uint64_t games)
{
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct sim_job job = {.game = game_find(span_of(id)), .games = games, .seed = 1, .threads = 1};
    struct sim_result result;
    game_defaults(job.game, &job.settings);
    job.settings.players = players;
    for (int i = 0; i < players; i++)
        job.agent[i] = span_of(agent);
    if (!sim_run(&job, &result, &reason)) {
        fprintf(stderr, "bench: %s\n", why);
        exit(1);
    }
    return result;
}

/* The best of five runs, since other processes can only slow a run down. */
static void bench_sim(const char *id, int players, const char *agent, uint64_t games)
{
    double best = 1e9, best_draw = 1e9;
    uint64_t moves = 0;
    for (int i = 0; i < 5; i++) {
        const struct sim_result result = simulate(id, players, agent, games);
        moves = result.counts.moves;
        const double draw = draw_only(moves);
        best = result.seconds < best ? result.seconds : best;
        best_draw = draw < best_draw ? draw : best_draw;
    }
    printf("%-10s %d x %-8s %8.1f million moves/s  %6.2f ns a move  generator alone %5.2f ns  "
           "ratio %5.2f\n",
           id, players, agent, (double)moves / best / 1e6, best / (double)moves * 1e9,
           best_draw / (double)moves * 1e9, best / best_draw);
}

/* Random games of Easy Come Easy Go against the same games written plainly, in CPU time: the best
 * of five runs of each, taken in turn. */
static void bench_plain(void)
{
    enum { GAMES = 500000 };
    double best = 1e9, best_plain = 1e9;
    for (int i = 0; i < 5; i++) {
        const clock_t began = clock();
        simulate("easycome", 2, "random", GAMES);
        const clock_t played = clock();
        sink += plain_games(GAMES, 1).wins;
        const double seconds = (double)(played - began) / CLOCKS_PER_SEC;
        const double plain = (double)(clock() - played) / CLOCKS_PER_SEC;
        best = seconds < best ? seconds : best;
        best_plain = plain < best_plain ? plain : best_plain;
    }
    printf("easycome   2 x random   %8.3f us CPU a game   written plainly %.3f us  times as fast "
           "%.2f\n",
           best / GAMES * 1e6, best_plain / GAMES * 1e6, best_plain / best);
}

/* CPU seconds per game in a run of this many games. */
static double game_time(const char *id, int players, const char *agent, uint64_t games)
{
    enum { DRAWS = 100000000 };
    const clock_t began = clock();
    simulate(id, players, agent, games);
    const clock_t played = clock();
    draw_only(DRAWS);
    const clock_t drawn = clock(); /* CPU time too: the machine may be busy */
    const double seconds = (double)(played - began) / CLOCKS_PER_SEC;
    printf("%-10s %d x %-8s %4.0f million games   %6.3f us CPU a game   generator alone %5.2f ns\n",
           id, players, agent, (double)games / 1e6, seconds / (double)games * 1e6,
           (double)(drawn - played) / CLOCKS_PER_SEC / DRAWS * 1e9);
    return seconds / (double)games;
}

#define LENGTH_MAX 1.2 /* of the ratio below; the machine's other work makes it vary by a tenth */

/* In a long run, a thread plays all its games with the same memory. If games get slower with their
 * number, the ratio is above 1; above LENGTH_MAX the benchmark fails. */
static bool bench_length(const char *id, int players, const char *agent, uint64_t few,
                         uint64_t many)
{
    const double short_run = game_time(id, players, agent, few);
    const double long_run = game_time(id, players, agent, many);
    printf("%-10s %d x %-8s CPU per game: long run / short run = %.3f\n", id, players, agent,
           long_run / short_run);
    return long_run / short_run <= LENGTH_MAX;
}

/* Reads and replays one long record many times. */
static void bench_record(void)
{
    char why[TEXT_WHY], *record = NULL;
    struct text reason = text_on(why, sizeof why);
    size_t length, line;
    struct game_settings settings;
    struct rng rng;
    rng_seed(&rng, 3);
    const struct game *game = game_find(span_of("easycome"));
    game_defaults(game, &settings);
    settings.players = 4;
    struct match *match = match_new(game, &settings, &reason);
    for (int seat = 1; match && seat <= 4; seat++)
        match_set_name(match, seat, span_of("bot:random"), &reason);
    struct driver driver;
    driver_init(&driver, game, settings.players);
    if (!match || !driver_open(&driver, match, &reason))
        exit(1);
    while (driver_play(&driver, match, &rng, &rng))
        ;
    driver_close(&driver);
    FILE *out = open_memstream(&record, &length);
    match_write(match, out);
    fclose(out);
    const size_t lines = match->body.count;
    match_free(match);

    enum { TIMES = 2000 };
    const double began = omp_get_wtime();
    for (int i = 0; i < TIMES; i++)
        match_free(match_read((struct span){record, length}, &line, &reason));
    const double seconds = omp_get_wtime() - began;
    const double draw = draw_only((uint64_t)lines * TIMES);
    printf("record     read and replayed %8.1f million lines/s  %6.1f ns a line  generator alone "
           "%5.2f ns  ratio %5.1f\n",
           (double)lines * TIMES / seconds / 1e6, seconds / (double)lines / TIMES * 1e9,
           draw / (double)lines / TIMES * 1e9, seconds / draw);
    free(record);
}

static void bench_perft(void)
{
    struct debacle s;
    double best = 1e9;
    uint64_t leaves = 0;
    debacle_begin(&s);
    for (int i = 0; i < 3; i++) {
        const double began = omp_get_wtime();
        leaves = debacle_perft(&s, 10);
        const double seconds = omp_get_wtime() - began;
        best = seconds < best ? seconds : best;
    }
    const double draw = draw_only(leaves / 8);
    printf(
        "debacle    perft 10   %8.1f million leaves/s  %6.2f ns a leaf  generator alone %5.2f ns  "
        "ratio %5.2f\n",
        (double)leaves / best / 1e6, best / (double)leaves * 1e9, draw / (double)leaves * 8e9,
        best / draw / 8);
}

/* The engine on fixed positions of a game that it plays against itself. */
static void bench_search(void)
{
    double seconds;
    const uint64_t nodes = debacle_nodes(12, 9, &seconds);
    const double draw = draw_only(nodes);
    printf(
        "debacle    engine     %8.2f million nodes/s   %6.1f ns a node  generator alone %5.2f ns  "
        "ratio %5.0f  (12 positions to depth 9: %.2f s)\n",
        (double)nodes / seconds / 1e6, seconds / (double)nodes * 1e9, draw / (double)nodes * 1e9,
        seconds / draw, seconds);
}

/* Rulings on words: known words, plurals, full names, words of other themes, unknown words. */
static void bench_ruling(void)
{
    enum { WORDS = 4096, TIMES = 200 };
    static char said[WORDS][GAME_SAID_MAX];
    struct game_settings settings;
    struct themots start, s;
    struct game_history history = {0};
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct rng rng;
    uint64_t sum = 0;
    rng_seed(&rng, 1);
    for (int i = 0; i < WORDS; i++) {
        const struct span word = words_written(rng_below(&rng, words_forms));
        snprintf(said[i], GAME_SAID_MAX, "%.*s%s", (int)word.length, word.at, i % 8 ? "" : "x");
    }
    game_defaults(&themots_game, &settings);
    if (!themots_game.start(&start, &settings, &reason))
        exit(1);
    themots_game.apply(&start, themots_action(THEMOTS_DRAW_THEME, 0, 0, 1), &history);
    themots_game.apply(&start, themots_action(THEMOTS_ROLL, 0, 0, 0), &history);
    s = start;
    const double began = omp_get_wtime();
    for (int time = 0; time < TIMES; time++) {
        for (int i = 0; i < WORDS; i++) {
            game_action action;
            memcpy(history.said, said[i], GAME_SAID_MAX);
            s.phase = THEMOTS_TALK;
            /* usually the right letter */
            s.letter[0] = (uint8_t)((said[i][0] | 0x20) - 'a') % WORDS_LETTERS;
            themots_game.apply(&s, themots_action(THEMOTS_SAY, 0, 0, THEMOTS_SPOKEN), &history);
            sum += themots_game.ruling(&s, &action) ? action : 0;
        }
    }
    const double seconds = omp_get_wtime() - began;
    sink = sum;
    const double draw = draw_only((uint64_t)WORDS * TIMES);
    printf(
        "themots    verdicts   %8.2f million words/s   %6.1f ns a word  generator alone %5.2f ns  "
        "ratio %5.0f\n",
        WORDS * TIMES / seconds / 1e6, seconds / WORDS / TIMES * 1e9, draw / WORDS / TIMES * 1e9,
        seconds / draw);
}

/* All answers to a roll, best first. */
static void bench_answers(void)
{
    enum { QUESTIONS = 20000 };
    static struct words_answer answer[WORDS_ANSWERS_MAX];
    struct rng rng;
    uint64_t sum = 0;
    rng_seed(&rng, 1);
    const double began = omp_get_wtime();
    for (int i = 0; i < QUESTIONS; i++) {
        uint8_t dice[WORDS_DICE];
        for (int die = 0; die < WORDS_DICE; die++)
            dice[die] = (uint8_t)(themots_face[die][rng_below(&rng, THEMOTS_FACES)] - 'A');
        sum += words_answers(rng_below(&rng, words_themes), dice[i % WORDS_DICE], dice, false,
                             WORDS_RARE, answer);
    }
    const double seconds = omp_get_wtime() - began;
    const double draw = draw_only(QUESTIONS);
    printf("themots    answers    %8.2f million lists/s   %6.0f ns a list of %.0f  generator alone "
           "%5.2f ns  ratio %5.0f  (lexicon: %.2f MB)\n",
           QUESTIONS / seconds / 1e6, seconds / QUESTIONS * 1e9, (double)sum / QUESTIONS,
           draw / QUESTIONS * 1e9, seconds / draw, words_bytes / 1e6);
}

/* Rounds per second with random words. */
static void bench_rounds(int players, const char *agent, uint64_t games)
{
    double best = 1e9;
    uint64_t rounds = 0, moves = 0;
    for (int i = 0; i < 3; i++) {
        const struct sim_result result = simulate("themots", players, agent, games);
        rounds = result.counts.turns;
        moves = result.counts.moves;
        best = result.seconds < best ? result.seconds : best;
    }
    const double draw = draw_only(moves);
    printf("themots    %d x %-8s %8.0f rounds/s  %17.1f ns a move  generator alone %5.2f ns  ratio "
           "%5.0f\n",
           players, agent, (double)rounds / best, best / (double)moves * 1e9,
           draw / (double)moves * 1e9, best / draw);
}

/* The time in seconds of this many multiply-adds alone, four in parallel as in the solver. */
static double multiply_only(double count)
{
    double sum[4] = {1, 2, 3, 4}, factor[4] = {0.5, 0.25, 0.125, 0.0625};
    double chain[8][4];
    memset(chain, 0, sizeof chain);
    const uint64_t rounds = (uint64_t)(count / 32) + 1;
    const double began = omp_get_wtime();
    for (uint64_t i = 0; i < rounds; i++) {
        for (int j = 0; j < 8; j++) {
            for (int lane = 0; lane < 4; lane++)
                chain[j][lane] = chain[j][lane] * factor[lane] + sum[lane];
        }
    }
    const double seconds = omp_get_wtime() - began;
    for (int j = 0; j < 8; j++)
        sink += (uint64_t)chain[j][j % 4];
    return seconds;
}

/* Solves Easy Come, and compares the time with as many plain multiply-adds as its turns need. */
static void bench_solve(int players, int hold, int threads, double noise)
{
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    const struct easycome_solve_job job = {.rules = {players, hold, (1 << EASYCOME_PRIZES) - 1},
                                           .threads = threads,
                                           .anew = true,
                                           .noise = noise};
    struct easycome_solution *solution = easycome_solve(&job, &reason);
    const double work =
        (double)solution->sweeps * solution->space->count * easycome_play_multiplications();
    const double plain = multiply_only(work > 4e9 ? 4e9 : work) * (work > 4e9 ? work / 4e9 : 1);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("easycome   solve %d hold %d  %8.2f s on %d threads  %5.1f thousand million "
           "multiply-adds, alone %.2f s  ratio %5.1f  %ld MB  gain %.1e\n",
           players, hold, solution->seconds, threads, work / 1e9, plain,
           solution->seconds * threads / plain, usage.ru_maxrss / 1024, solution->gain);
    easycome_solution_free(solution);
}

static stop_flag stop;

static void check_stop(const struct arena_result *so_far, void *context)
{
    const double *began = context;
    const bool enough = so_far->thinking[0].measured >= 500 || omp_get_wtime() - *began > 5;
    atomic_store(&stop, enough);
}

/* The time that a level takes to answer, in games against the weakest level. */
static void bench_level(const struct game *game, int level)
{
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    double began = omp_get_wtime();
    struct arena_job job = {
        .game = game,
        .agent = {span_of(agent_level_names[level]), span_of(agent_level_names[0])},
        .agents = 2,
        .games = 20000,
        .seed = 1,
        .threads = 1,
        .stop = &stop,
        .progress = check_stop,
        .context = &began};
    struct arena_result result;
    game_defaults(game, &job.settings);
    if (!arena_run(&job, &result, &reason)) {
        fprintf(stderr, "bench: %s\n", why);
        exit(1);
    }
    atomic_store(&stop, 0);
    const struct driver_thinking *t = &result.thinking[0];
    printf("%-10s %-6s answers in %9.4f ms, at the slowest %8.3f ms, of %llu\n", game->id,
           agent_level_names[level], 1000 * t->seconds / (double)t->measured, 1000 * t->slowest,
           (unsigned long long)t->measured);
}

static void bench_levels(void)
{
    for (const struct game *const *game = game_list; *game; game++) {
        if ((*game)->flags & GAME_EXAMPLE)
            continue;
        for (int level = 0; level < AGENT_LEVELS && agent_level_spec(*game, level); level++)
            bench_level(*game, level);
    }
}

/* `bench solve PLAYERS HOLD THREADS NOISE` solves Easy Come; NOISE 0 is the default noise. `bench
 * levels` measures how long the levels take to answer. `bench length GAME PLAYERS AGENT FEW MANY`
 * compares the CPU time per game of two runs. `bench moves GAME PLAYERS AGENT GAMES` plays games
 * and prints the number of moves, to count instructions per move. */
int main(int argc, char **argv)
{
    if (argc == 6 && strcmp(argv[1], "moves") == 0) {
        const struct sim_result result =
            simulate(argv[2], atoi(argv[3]), argv[4], strtoull(argv[5], NULL, 10));
        printf("%llu\n", (unsigned long long)result.counts.moves);
        return 0;
    }
    if (argc == 6 && strcmp(argv[1], "solve") == 0) {
        bench_solve(atoi(argv[2]), atoi(argv[3]), atoi(argv[4]), atof(argv[5]));
        return 0;
    }
    if (argc == 7 && strcmp(argv[1], "length") == 0) {
        return bench_length(argv[2], atoi(argv[3]), argv[4], strtoull(argv[5], NULL, 10),
                            strtoull(argv[6], NULL, 10))
                   ? 0
                   : 1;
    }
    if (argc == 2 && strcmp(argv[1], "levels") == 0) {
        bench_levels();
        return 0;
    }
    if (argc != 1) {
        fprintf(stderr, "usage: bench [length GAME PLAYERS AGENT FEW MANY | levels | "
                        "moves GAME PLAYERS AGENT GAMES | solve PLAYERS HOLD THREADS NOISE]\n");
        return 2;
    }
    bench_sim("easycome", 2, "random", 300000);
    bench_plain();
    bench_sim("easycome", 4, "random", 200000);
    bench_sim("easycome", 2, "greedy", 300000);
    bench_sim("wazabi", 4, "random", 100000);
    bench_sim("wazabi", 4, "greedy", 50000);
    bench_sim("wazabi", 4, "judging", 20000);
    bench_sim("template", 2, "random", 50000);
    bench_record();
    bench_perft();
    bench_search();
    bench_rounds(2, "random", 20000);
    bench_rounds(4, "random", 10000);
    bench_rounds(4, "expert", 1000);
    bench_ruling();
    bench_answers();
    bench_solve(2, 2, 1, 0);
    bench_levels();
    return 0;
}
