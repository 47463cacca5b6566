/* analyse.h: a record looked at move by move: what was luck, and what was error.
 *
 * A judge (agents/judge.h) says everybody's chances at every state. A roll's luck is the chance
 * after it less the chance before it. A decision's cost is the best action's chance less that of
 * the one that was played, as far as the player could know. What the others' choices did to a seat
 * is neither; and what does not add up is the judge's own error. Two more where a game has them:
 * where something is hidden, `hidden` is what a choice did in the world as it was, beyond what it
 * did as far as the player could know; where anybody may act, `speed` is what the best action is
 * worth to a seat when it acts, beyond the chance that it had while everybody was still thinking.
 * So for every seat
 *
 *     start + luck - cost + hidden + speed + others + unexplained = end
 *
 * and with two players and an exact judge `others` is the opponent's cost, and nothing is left
 * unexplained. */
#ifndef CORNET_MATCH_ANALYSE_H
#define CORNET_MATCH_ANALYSE_H

#include "agents/judge.h"
#include "match/match.h"

struct analysis_step {
    size_t line;   /* of the record's body */
    int mover;     /* as the game says: a seat, GAME_CHANCE, or GAME_ANYONE */
    int seat;      /* whose decision it was; at the end of the time, who missed most by silence */
    bool decision; /* a seat had more than one legal action */
    double after[GAME_SEATS_MAX];  /* everybody's chances */
    double cost;                   /* of a decision; 0 within twice the error */
    double missed[GAME_SEATS_MAX]; /* by whom the end of the time found silent: that cost */
    double error;                  /* of these numbers */
    char best[GAME_LINE_MAX];      /* the best action's words, where another was played */
};

struct analysis_seat {
    double luck, cost, hidden, speed, others, unexplained;
    int decisions, mistakes; /* a mistake costs a thousandth of a game or more */
};

struct analysis {
    const struct judge *judge; /* NULL: nobody could judge, and the numbers are all zero */
    int players;
    double start[GAME_SEATS_MAX]; /* everybody's chances at the start */
    struct analysis_step *step;
    size_t count;
    struct analysis_seat seat[GAME_SEATS_MAX];
    size_t luckiest, costliest; /* steps; `count` where there is none */
    bool over;                  /* the game, as far as it was judged */
    bool cut;                   /* it goes on behind what was judged */
    bool race;                  /* anybody might act somewhere: speed counts */
};

/* Told after each line; false ends the analysis there, and what has been judged stands. */
typedef bool analyse_progress(void *context, size_t done, size_t whole);

/* Why there is no judge goes into `why`, which is empty otherwise. `progress` may be NULL. */
void analyse(const struct match *match, struct analysis *analysis, struct text *why,
             analyse_progress *progress, void *context);
void analysis_free(struct analysis *analysis);

/* What a roll was worth to whom it served most, and that seat from 1. */
double analysis_luck(const struct analysis *analysis, size_t step, int *seat);

/* The mean cost of a seat's decisions, in per cent of a game, and what that is in words. */
double analysis_rate(const struct analysis_seat *seat);
const char *analysis_verdict(const struct analysis *analysis, const struct analysis_seat *seat);

/* The analysis as one JSON object, to be freed. `why` as analyse() left it. */
char *analysis_json(const struct match *match, const struct analysis *analysis, const char *why);

#endif
