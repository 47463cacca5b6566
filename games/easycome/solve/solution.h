/* easycome_solution: the solution of Easy Come Easy Go: everybody's chance of winning at every
 * position, the accuracy of these values, and the file that stores them.
 * docs/design/easycome-solution.md describes the method.
 *
 * With two players the values are exact. With three and four they belong to an approximate
 * equilibrium: nobody can gain more than `gain` by a best response to the others. */
#ifndef CORNET_GAMES_EASYCOME_SOLVE_SOLUTION_H
#define CORNET_GAMES_EASYCOME_SOLVE_SOLUTION_H

#include "games/easycome/solve/space.h"

struct easycome_solution {
    struct easycome_space *space;
    double *value; /* [position][players], seats counted from the player to roll */
    double noise;  /* the highest of the layers; 0: exactly the best choices, see play.h */
    double layer_noise[EASYCOME_LAYERS_MAX];
    double residual, regret, gain; /* see layer.h */
    double seconds;                /* that solving and checking took, interrupted runs included */
    uint32_t sweeps;               /* how often a position's turn was planned, on average */
    uint32_t threads;
    bool complete;
    bool solved[EASYCOME_LAYERS_MAX]; /* whether a layer's values are valid */
};

struct easycome_solve_job {
    struct easycome_rules rules;
    int threads;
    const char *path; /* of the file; NULL: nothing is stored */
    bool anew;        /* ignore the file and the table that is built in */
    double noise;     /* the goal for more than two players; 0: the default */

    /* May be NULL. `done` of `whole` positions have been solved, or checked if `checking` is true.
     * Called from one thread at a time. */
    void (*progress)(uint32_t done, uint32_t whole, bool checking, void *context);
    void *context;
};

/* Reads the file if it has a complete solution of this game; continues if it has a partial one; if
 * there is no file, writes the table that is built in if that is this game's; otherwise solves the
 * game and writes the file. `note` gets a sentence if the file was refused or cannot be written,
 * and is empty otherwise; the solution is valid in any case. */
struct easycome_solution *easycome_solve(const struct easycome_solve_job *job, struct text *note);
void easycome_solution_free(struct easycome_solution *solution);

/* Measures residual, regret and gain of the values again. */
void easycome_solution_check(struct easycome_solution *solution, int threads);

/* Only reads: the file, unless `path` is NULL, or the table that is built in. NULL with a reason if
 * neither is a complete, undamaged solution of this game. */
struct easycome_solution *easycome_solution_read(struct easycome_rules rules, const char *path,
                                                 struct text *why);

/* The path of this game's file in the user's cache folder; false if no such folder is known. */
bool easycome_solution_path(struct easycome_rules rules, struct text *path);

/* The rules of the game that the state belongs to. */
struct easycome_rules easycome_rules_of(const struct easycome *state);

/* The chances of the seats at the start of the game, with the first seat to roll. */
const double *easycome_solution_start(const struct easycome_solution *solution);

/* A player's values for the choices of a turn: those of the turn's ends, and of setting dice aside
 * (see easycome_play.value for the effect of noise). */
struct easycome_choice {
    double noise;
    double worth[EASYCOME_ENDS]; /* EASYCOME_CLOSED_WORTH for closed ends */
    double value[EASYCOME_ASIDE];
};

/* The choices of the turn that a state is in. */
void easycome_choice_make(const struct easycome_solution *solution, const struct easycome *state,
                          struct easycome_choice *choice);

/* The probability with which the solution plays each of the legal actions. */
void easycome_choice_shares(const struct easycome_choice *choice, const struct easycome *state,
                            const game_action actions[], size_t count, double share[]);

/* The plan of the turn that a state is in: also everybody's chance of winning after each end, by
 * seat from 0, and the chances of the ends for each set of dice aside. */
struct easycome_plan {
    struct easycome_choice choice;
    double worth[EASYCOME_ENDS][EASYCOME_SEATS];
    double after[EASYCOME_ASIDE][EASYCOME_ENDS];
};
void easycome_plan_make(const struct easycome_solution *solution, const struct easycome *state,
                        struct easycome_plan *plan);

/* Everybody's chance of winning after the action, by seat from 0. */
void easycome_plan_action(const struct easycome_plan *plan, const struct easycome *state,
                          game_action action, double chance[EASYCOME_SEATS]);

/* Everybody's chance of winning at any state. */
void easycome_solution_chances(const struct easycome_solution *solution,
                               const struct easycome *state, double chance[EASYCOME_SEATS]);

/* The solution of a game; it lives as long as the program, and any thread may call this. With two
 * players it is computed at first use; with three and four it is built in, and in a browser NULL
 * with a reason until its file has been fetched. */
const struct easycome_solution *easycome_solution_shared(struct easycome_rules rules,
                                                         struct text *why);

#endif
