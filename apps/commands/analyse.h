/* analyse.h: the forms in which `cornet analyse` shows an analysis. */
#ifndef CORNET_APPS_ANALYSE_H
#define CORNET_APPS_ANALYSE_H

#include "match/analyse.h"

/* `why` says why nobody judges, and is empty otherwise. */
void analyse_text(const struct match *match, const struct analysis *analysis, const char *why);
void analyse_html(const struct match *match, const struct analysis *analysis, const char *why);

/* The moments that decided the game, the greatest first: rolls by their luck, decisions by their
 * cost. Returns how many there are, at most `most`. */
size_t analyse_moments(const struct analysis *analysis, size_t step[], size_t max);

/* The match as it stood before a line of its record, to be freed. */
struct match *analyse_until(const struct match *match, size_t line);

/* What a step did to luck or error, `best` being what to call the best action; nothing where it did
 * nothing. */
void analyse_effect(const struct match *match, const struct analysis *analysis, size_t step,
                    const char *best, struct text *out);

/* A moment in words: what happened, and that. `at` is the match before it. */
void analyse_sentence(struct match *at, const struct match *match, const struct analysis *analysis,
                      size_t step, struct text *out);

/* The columns of the table of seats that hold per cents of a game; and what they all mean. */
enum { ANALYSE_COLUMNS = 6 };

struct analyse_column {
    const char *head;
    size_t at; /* of the number, in struct analysis_seat */
};

size_t analyse_columns(const struct match *match, const struct analysis *analysis,
                       struct analyse_column out[ANALYSE_COLUMNS]);
void analyse_number(const struct analysis_seat *seat, const struct analyse_column *column,
                    char out[16]);
const char *analyse_legend(const struct match *match, const struct analysis *analysis);

/* Where the numbers come from and how good they are; and how the game ended. */
void analyse_source(const struct analysis *analysis, struct text *out);
void analyse_ending(const struct match *match, const struct analysis *analysis, struct text *out);

#endif
