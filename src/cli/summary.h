/* summary.h: statistics over many records: wins, lengths of games and, if they are judged, luck and
 * errors (match/analyse.h). Printed by `cornet stats` and `cornet analyse`. */
#ifndef CORNET_CLI_SUMMARY_H
#define CORNET_CLI_SUMMARY_H

#include "cli/records.h"
#include "program/command.h"

/* Sums of a quantity, with one value per game. */
struct summary_sum {
    uint64_t count;
    double sum, squares;
};

/* Bars of a histogram, in percent of a game; the first and last bars include all values beyond
 * them. */
enum { SUMMARY_BARS = 40, SUMMARY_LENGTHS = 4096 };

/* The results of one player or bot in one of the four games. */
struct summary_player {
    char name[MATCH_NAME_MAX]; /* empty: no name was given */
    const struct game *game;
    struct summary_sum share;         /* from 0 to 1, of all its seats in a game */
    struct summary_sum expected;      /* an equal share: its seats / number of players */
    struct summary_sum luck, cost;    /* per judged game: the mean of its seats */
    double spent;                     /* the cost of all its decisions */
    uint64_t decisions, mistakes;     /* in those games */
    uint64_t forfeits;                /* forfeited games */
    uint32_t luck_bars[SUMMARY_BARS]; /* from -100 % to 100 % */
    uint32_t cost_bars[SUMMARY_BARS]; /* from 0 % to 100 % */
};

struct summary_game {
    const struct game *game;
    uint64_t games, unfinished, unjudged;
    struct summary_sum turns, moves;
    struct summary_sum seat[GAME_SEATS_MAX], even[GAME_SEATS_MAX]; /* share and equal share */
    uint32_t lengths[SUMMARY_LENGTHS]; /* games by number of turns; the last: this many or more */
    int players_max;
};

struct summary {
    struct summary_game *game;
    size_t games;
    struct summary_player *player; /* sorted by game, then by share relative to the expected one */
    size_t players, capacity;
    uint64_t records, wrong; /* records read, and invalid ones among them */
    bool judged, stopped;
};

enum summary_form { SUMMARY_TEXT, SUMMARY_JSON, SUMMARY_HTML };

/* Reads all records, judges them at this depth (0: the default) if `judged`, and prints the
 * summary. Returns the exit code. */
int summary_run(const struct command *command, const struct records *records, bool judged,
                int depth, int threads, enum summary_form form);

/* Printing. */
void summary_text(const struct summary *summary);
void summary_json(const struct summary *summary);
void summary_html(const struct summary *summary);

/* The mean, and half of its 95 % interval by Student's distribution (0 if there are fewer than
 * two). Shares have Wilson's interval instead (sim_wilson). */
double summary_mean(const struct summary_sum *sum);
double summary_margin(const struct summary_sum *sum);

/* The player's display name; and the verdict on its decisions, marked for translation. */
void summary_name(const struct summary_player *player, struct text *out);
const char *summary_verdict(const struct summary *summary, const struct summary_player *player);

#endif
