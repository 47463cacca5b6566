/* exercise.h: a position, the choice to make there, and the value of each choice. */
#ifndef CORNET_PRACTISE_EXERCISE_H
#define CORNET_PRACTISE_EXERCISE_H

#include "practise/practice.h"

struct choice {
    game_action action;
    double share; /* the seat's expected share of the game */
    double error; /* of the share */
    double apart; /* of the difference to the best choice */
};

struct exercise {
    const struct practice *practice;
    struct match *match; /* owned: the position, with the lines that led to it */
    int seat;
    int theme;
    int depth;             /* of the judge; 0: nothing is judged (a trainer with words) */
    struct choice *choice; /* best first */
    size_t count;
    size_t played; /* the index of the choice that was made in a game; `count`: none */
};

void exercise_free(struct exercise *exercise);

/* Takes the match. */
struct exercise exercise_on(const struct practice *practice, struct match *match, int seat);

/* Judges the choices of the position, and `played` (NULL: none) too if the judge's list leaves it
 * out, and sets the theme. False if there is nothing to choose, or the judge is not ready. */
bool exercise_judge(struct exercise *exercise, int depth, const game_action *played);

/* The same by an open judge: opening one may take longer than judging. */
bool exercise_judge_by(struct exercise *exercise, const struct judging *judging,
                       const game_action *played);

/* What a choice loses against the best one; 0 within the error. */
double exercise_loss(const struct exercise *exercise, const struct choice *choice);

/* The view of the seat that chooses. */
union game_state exercise_view(const struct exercise *exercise);

/* An answer: a move line with or without its seat. */
struct answer {
    struct choice choice;
    double loss;
    bool right; /* it loses less than half a percent of a game, or less than its error */
};

/* False with a reason if the line is not a legal choice. Judges a choice that is not listed. */
bool exercise_answer(const struct exercise *exercise, struct span line, struct answer *answer,
                     struct text *why);

/* The words of a choice, as in a record without the seat. */
void exercise_words(const struct exercise *exercise, game_action action, struct text *out);

/* Why the best choice is better than the answer: the values, then facts, as sentences. */
void exercise_explain(const struct exercise *exercise, const struct answer *answer,
                      struct text *out);

#endif
