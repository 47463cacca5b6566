/* verdicts: runs the analysis on bots of known strength, to set the thresholds of its verdicts.
 *
 *     verdicts GAME PLAYERS GAMES [option NAME=VALUE...] [AGENT...]
 *
 * Each agent (by default random and the five levels) plays GAMES games against itself. The program
 * analyses them and prints the mean cost of a decision in percent of a game, its 10th, 50th and
 * 90th percentile over games, the mean unexplained part, and how often each verdict is given.
 * docs/measurements/analysis.md has the figures. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/levels.h"
#include "base/memory.h"
#include "match/analyse.h"
#include "match/driver.h"

enum { VERDICTS = JUDGE_VERDICTS + 1 };

struct tally {
    double *rate; /* per seat and game */
    int seats, decisions;
    double cost, unexplained, moves;
    int verdict[VERDICTS];
};

static void fail(const char *why)
{
    fprintf(stderr, "verdicts: %s\n", why);
    exit(1);
}

/* Plays a whole game between bots of the agent. */
static struct match *play(const struct game *game, const struct game_settings *settings,
                          const char *agent, struct rng *rng)
{
    char why[TEXT_WHY], name[MATCH_NAME_MAX];
    struct text reason = text_on(why, sizeof why);
    struct driver driver;
    struct match *match = match_new(game, settings, &reason);
    snprintf(name, sizeof name, MATCH_BOT "%s", agent);
    for (int seat = 1; match && seat <= settings->players; seat++) {
        if (!match_set_name(match, seat, span_of(name), &reason))
            fail(why);
    }
    driver_init(&driver, game, settings->players);
    if (!match || !driver_open(&driver, match, &reason))
        fail(why);
    while (driver_play(&driver, match, rng, rng))
        ;
    driver_close(&driver);
    return match;
}

static void add_game(struct tally *tally, const struct analysis *a)
{
    static const char *const names[VERDICTS] = {"flawless", "masterly", "very good", "good",
                                                "fair",     "weak",     "poor"};
    tally->moves += (double)a->count;
    for (int i = 0; i < a->players; i++) {
        const struct analysis_seat *seat = &a->seat[i];
        if (seat->decisions == 0)
            continue;
        tally->rate[tally->seats++] = analysis_rate(seat);
        tally->cost += seat->cost;
        tally->decisions += seat->decisions;
        tally->unexplained += fabs(seat->unexplained);
        for (int v = 0; v < VERDICTS; v++)
            tally->verdict[v] += strcmp(names[v], analysis_verdict(a, seat)) == 0;
    }
}

static int lesser_first(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void measure(const struct game *game, const struct game_settings *settings, int games,
                    const char *agent)
{
    struct tally tally = {.rate =
                              memory_new((size_t)(games * settings->players), sizeof *tally.rate)};
    double seconds = 0;
    for (int i = 0; i < games; i++) {
        char why[TEXT_WHY];
        struct text reason = text_on(why, sizeof why);
        struct analysis a;
        struct rng rng;
        rng_seed(&rng, (uint64_t)i);
        struct match *match = play(game, settings, agent, &rng);
        const double began = omp_get_wtime();
        analyse(match, 0, &a, &reason, NULL, NULL);
        seconds += omp_get_wtime() - began;
        if (!a.judge)
            fail(why);
        add_game(&tally, &a);
        analysis_free(&a);
        match_free(match);
    }
    qsort(tally.rate, (size_t)tally.seats, sizeof *tally.rate, lesser_first);
    printf("%-18s %6.3f  %6.3f %6.3f %6.3f  %6.2f %6.1f %6.0f ", agent,
           100 * tally.cost / tally.decisions, tally.rate[tally.seats / 10],
           tally.rate[tally.seats / 2], tally.rate[tally.seats * 9 / 10],
           100 * tally.unexplained / tally.seats, seconds / games, tally.moves / games);
    for (int v = 0; v < VERDICTS; v++)
        printf(" %3.0f", 100.0 * tally.verdict[v] / tally.seats);
    puts("");
    fflush(stdout);
    free(tally.rate);
}

int main(int argc, char **argv)
{
    char why[TEXT_WHY] = "";
    struct text reason = text_on(why, sizeof why);
    struct game_settings settings;
    const struct game *game = argc > 1 ? game_find(span_of(argv[1])) : NULL;
    int at = 4;
    if (!game || argc < 4)
        fail("usage: verdicts GAME PLAYERS GAMES [option NAME=VALUE...] [AGENT...]");
    game_defaults(game, &settings);
    const int games = atoi(argv[3]);
    if (!game_set_players(game, &settings, span_of(argv[2]), &reason))
        fail(why);
    if (games < 1)
        fail("give a number of games");
    settings.bots = (1u << settings.players) - 1;
    for (; at + 1 < argc && strcmp(argv[at], "option") == 0; at += 2) {
        const size_t name = strcspn(argv[at + 1], "=");
        if (!argv[at + 1][name] || !game_set(game, &settings, (struct span){argv[at + 1], name},
                                             span_of(argv[at + 1] + name + 1), &reason))
            fail(why[0] ? why : "an option is NAME=VALUE");
    }
    printf("%-18s %6s  %6s %6s %6s  %6s %6s %6s  verdicts in percent, the best first\n", "agent",
           "mean", "10 %", "50 %", "90 %", "unexpl", "s/game", "moves");
    for (int i = at; i < argc; i++)
        measure(game, &settings, games, argv[i]);
    if (at < argc)
        return 0;
    measure(game, &settings, games, "random");
    for (int level = 0; level < AGENT_LEVELS; level++)
        measure(game, &settings, games, agent_level_names[level]);
    return 0;
}
