/* analyse.h: analysis of a record, move by move: luck and mistakes.
 *
 * A judge (agents/judge.h) gives everybody's chances of winning at every state. The luck of a roll
 * is the chance after it minus the chance before it. The cost of a decision is the chance of the
 * best action minus that of the played one, both from what the player could see. `others` is the
 * effect of other players' choices on a seat; the remainder is the judge's error (`unexplained`).
 * If the game has secrets, `hidden` is the difference between a choice's effect on the true state
 * and its expected effect from what the player could see. If anybody may act, `speed` is the value
 * of the best action at the moment when the seat acts, minus the chance it had before anybody
 * acted. For every seat
 *
 *     start + luck - cost + hidden + speed + others + unexplained = end
 *
 * With two players and an exact judge `others` is the opponent's cost and `unexplained` is 0. */
#ifndef CORNET_MATCH_ANALYSE_H
#define CORNET_MATCH_ANALYSE_H

#include "agents/judge.h"
#include "match/match.h"

/* The least cost of a mistake, in games: less is not worth a person's thought. */
#define ANALYSIS_MISTAKE 0.005

struct analysis_step {
    size_t line;   /* index in the record's body */
    int mover;     /* from the game: a seat, GAME_CHANCE, or GAME_ANYONE */
    int seat;      /* the seat that decided; at a timeout, the one that missed most */
    bool decision; /* a seat had more than one legal action */
    double after[GAME_SEATS_MAX];  /* everybody's chances */
    double cost;                   /* of a decision; 0 if within its error */
    double missed[GAME_SEATS_MAX]; /* at a timeout: the cost to each seat of not acting */
    double error;                  /* of these numbers */
    char best[GAME_LINE_MAX];      /* text of the best action if another was played, else empty */
    double gain;                   /* the best action was played: its lead on the second best;
                                      0 if within its error, or if anybody could act */
    char next[GAME_LINE_MAX];      /* text of the second best, if there is a gain */
};

struct analysis_seat {
    double luck, cost, hidden, speed, others, unexplained;
    int decisions, mistakes; /* decisions that cost ANALYSIS_MISTAKE or more */
    int disputed;            /* answers refused as a matter of opinion, without a vote */
};

struct analysis {
    const struct judge *judge; /* NULL: no judge is ready, and all numbers are zero */
    int depth;                 /* the judge's search depth */
    int players;
    double start[GAME_SEATS_MAX]; /* everybody's chances at the start */
    struct analysis_step *step;
    size_t count;
    struct analysis_seat seat[GAME_SEATS_MAX];
    size_t luckiest, costliest; /* indexes of steps; `count` if there is none */
    bool over;                  /* the last judged line ended the game */
    bool cut;                   /* `progress` ended the analysis before the last line */
    int forfeited;              /* the seat that has forfeited; 0: none */
    double forfeit;             /* the chance it lost by that; part of its `unexplained` */
    bool race;                  /* anybody could act at some state, so `speed` has a meaning */
};

/* Called after each line with the number of lines done and the total. Return false to stop there;
 * the results so far are kept. */
typedef bool analyse_progress(void *context, size_t done, size_t whole);

/* `depth` is the judge's search depth; 0: the default. `why` gets the reason if there is no judge,
 * and is empty otherwise. `progress` may be NULL. */
void analyse(const struct match *match, int depth, struct analysis *analysis, struct text *why,
             analyse_progress *progress, void *context);

/* The same; once `*stop` is set the judge returns soon, and the numbers are worthless. */
void analyse_watched(const struct match *match, int depth, const stop_flag *stop,
                     struct analysis *analysis, struct text *why, analyse_progress *progress,
                     void *context);
void analysis_free(struct analysis *analysis);

/* The luck of a roll for the seat that gained most; sets `seat` (from 1) to that seat. */
double analysis_luck(const struct analysis *analysis, size_t step, int *seat);

/* The mean cost of a seat's decisions in percent of a game, and a verdict on it, marked for
 * translation. */
double analysis_rate(const struct analysis_seat *seat);
const char *analysis_verdict(const struct analysis *analysis, const struct analysis_seat *seat);

/* The analysis as one JSON object; the caller frees it. `why` is as analyse() left it. */
char *analysis_json(const struct match *match, const struct analysis *analysis, const char *why);

#endif
