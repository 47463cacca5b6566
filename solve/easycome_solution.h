/* easycome_solution: Easy Come Easy Go solved: everybody's chance of winning at every position, how
 * good these numbers are, and the file that keeps them. docs/easycome-solution.md tells how.
 *
 * With two players the values are exact. With three and four they belong to an equilibrium: nobody
 * gains more than `gain` by playing otherwise while the others play on. */
#ifndef CORNET_SOLVE_EASYCOME_SOLUTION_H
#define CORNET_SOLVE_EASYCOME_SOLUTION_H

#include "solve/easycome_space.h"

struct easycome_solution {
    struct easycome_space *space;
    double *value; /* [position][players], counted from the player to roll */
    double noise;  /* of the choices, at the most; 0 for exactly the best, see easycome_play.h */
    double layer_noise[EASYCOME_LAYERS_MAX];
    double residual, regret, gain; /* see easycome_layer.h */
    double seconds;                /* that solving and checking took, all sittings together */
    uint32_t sweeps;               /* how often a position's turn was planned, on the average */
    uint32_t threads;
    bool complete;
    bool solved[EASYCOME_LAYERS_MAX]; /* a layer's values are there */
};

struct easycome_solve_job {
    struct easycome_rules rules;
    int threads;
    const char *path; /* the file; NULL keeps nothing */
    bool anew;        /* do not look at what the file has */
    double noise;     /* at which to stop, with more than two players; 0: as low as is usual */

    /* May be NULL. Of `whole` positions so many are solved (`checking` false) or checked. Called
     * from one thread at a time. */
    void (*progress)(uint32_t done, uint32_t whole, bool checking, void *context);
    void *context;
};

/* Reads the file where it holds this game whole, goes on with it where it holds a part, writes it
 * from the table that comes with the program where that is this game's, and otherwise solves and
 * writes it. `note` gets a sentence where the file was refused or cannot be
 * written, and is empty otherwise; the solution is good all the same. */
struct easycome_solution *easycome_solve(const struct easycome_solve_job *job, struct text *note);
void easycome_solution_free(struct easycome_solution *solution);

/* Only reads, the file (where `path` is not NULL) or what comes with the program; NULL with a
 * reason where neither is whole, undamaged and this game's. */
struct easycome_solution *easycome_solution_read(struct easycome_rules rules, const char *path,
                                                 struct text *why);

/* The file of this game in the user's cache folder; false where there is no such folder. */
bool easycome_solution_path(struct easycome_rules rules, struct text *path);

/* The rules that a game's settings or state have. */
struct easycome_rules easycome_rules_of(const struct easycome *state);

/* The chances of the seats at the start of the game, the first one rolling. */
const double *easycome_solution_start(const struct easycome_solution *solution);

/* What a player needs to choose throughout a turn: the worths to that player of the turn's ends,
 * and of setting dice aside (as noise sees it: a little more than is won). */
struct easycome_choice {
    double noise;
    double worth[EASYCOME_ENDS]; /* EASYCOME_CLOSED_WORTH for what is not open */
    double value[EASYCOME_ASIDE];
};

/* The choices of the turn that a state is in. */
void easycome_choice_make(const struct easycome_solution *solution, const struct easycome *state,
                          struct easycome_choice *choice);

/* How likely the solution takes each of the legal actions, at a choice of the turn. */
void easycome_choice_shares(const struct easycome_choice *choice, const struct easycome *state,
                            const game_action actions[], size_t count, double share[]);

/* Everything about the turn that a state is in: also everybody's chance of winning after each end,
 * seats from 0, and the chances of the ends once dice are set aside. */
struct easycome_plan {
    struct easycome_choice choice;
    double worth[EASYCOME_ENDS][EASYCOME_SEATS];
    double after[EASYCOME_ASIDE][EASYCOME_ENDS];
};
void easycome_plan_make(const struct easycome_solution *solution, const struct easycome *state,
                        struct easycome_plan *plan);

/* Everybody's chance of winning after the action, seats from 0. */
void easycome_plan_action(const struct easycome_plan *plan, const struct easycome *state,
                          game_action action, double chance[EASYCOME_SEATS]);

/* Everybody's chance of winning at any state. */
void easycome_solution_chances(const struct easycome_solution *solution,
                               const struct easycome *state, double chance[EASYCOME_SEATS]);

/* The solution of a game, for as long as the program runs; any thread may ask. With two players it
 * is made at the first use, with three it comes with the program; with four, NULL with a reason
 * where `cornet solve` has not made it. */
const struct easycome_solution *easycome_solution_shared(struct easycome_rules rules,
                                                         struct text *why);

#endif
