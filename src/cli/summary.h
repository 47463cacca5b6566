/* summary.h: what many records say together: who won how often, how long games were, and, if they
 * are judged, what was luck and what was error (match/analyse.h). `cornet stats` and `cornet
 * analyse` print it. */
#ifndef CORNET_CLI_SUMMARY_H
#define CORNET_CLI_SUMMARY_H

#include "cli/records.h"
#include "program/command.h"

/* Sums of a number that each game gives. */
struct summary_sum {
    uint64_t count;
    double sum, squares;
};

/* Bars of a histogram: of per cent of a game, those below the first and above the last included in
 * them. */
enum { SUMMARY_BARS = 40, SUMMARY_LENGTHS = 4096 };

/* What one player or bot did in one game. */
struct summary_player {
    char name[MATCH_NAME_MAX]; /* empty: no name was given */
    const struct game *game;
    struct summary_sum share;         /* from 0 to 1 */
    struct summary_sum expected;      /* an equal share: 1 by the number of players */
    struct summary_sum luck, cost;    /* of each judged game */
    uint64_t decisions, mistakes;     /* in those games */
    uint64_t forfeits;                /* games that it has forfeited */
    uint32_t luck_bars[SUMMARY_BARS]; /* from -100 % to 100 % */
    uint32_t cost_bars[SUMMARY_BARS]; /* from 0 % to 100 % */
};

struct summary_game {
    const struct game *game;
    uint64_t games, unfinished, unjudged;
    struct summary_sum turns, moves;
    uint32_t lengths[SUMMARY_LENGTHS]; /* games by their turns; the last: as many or more */
    int players_max;
};

struct summary {
    struct summary_game *game;
    size_t games;
    struct summary_player *player; /* sorted: by game, then by their share of what was expected */
    size_t players, capacity;
    uint64_t records, wrong; /* read, and those of them that are none */
    bool judged, stopped;
};

enum summary_form { SUMMARY_TEXT, SUMMARY_JSON, SUMMARY_HTML };

/* Reads all records, judges them at this depth (0: the usual one) if `judged`, and prints what they
 * say. Returns the exit code. */
int summary_run(const struct command *command, const struct records *records, bool judged,
                int depth, int threads, enum summary_form form);

/* Printing. */
void summary_text(const struct summary *summary);
void summary_json(const struct summary *summary);
void summary_html(const struct summary *summary);

/* The mean, and half of its 95 % interval (0 if there are fewer than two). */
double summary_mean(const struct summary_sum *sum);
double summary_margin(const struct summary_sum *sum);

/* The player's name for people; and the verdict on its decisions, marked for translation. */
void summary_name(const struct summary_player *player, struct text *out);
const char *summary_verdict(const struct summary *summary, const struct summary_player *player);

#endif
