/* report.h: the analysis report of `cornet analyse`, as text or as an HTML page. */
#ifndef CORNET_TUI_REPORT_H
#define CORNET_TUI_REPORT_H

#include "match/analyse.h"
#include "program/screen.h"

/* Prints the whole report. `why` says why the game cannot be judged; empty if it can. */
void report_text(struct screen *screen, const struct match *match, const struct analysis *analysis,
                 const char *why);
void report_html(const struct match *match, const struct analysis *analysis, const char *why);

/* The steps that decided the game, the greatest first: rolls by their luck, decisions by their
 * cost. Returns their number, at most `max`. */
size_t report_moments(const struct analysis *analysis, size_t step[], size_t max);

/* Plays a line of a record, which was legal when it was read. */
void report_play(struct match *match, const char *line);

/* The match as it was before this line of its record; the caller frees it. And playing the lines
 * from there to another one. */
struct match *report_until(const struct match *match, size_t line);
void report_follow(struct match *at, const struct match *match, size_t from, size_t to);

/* In words, at the match before it: the best choice of a step; and a line of the record, without a
 * full stop. */
void report_best(struct match *at, const struct analysis_step *step, struct text *out);
void report_event(struct match *at, const char *line, struct text *out);

/* The luck or the cost of a step; nothing if it has neither. `best` is the best choice in
 * words. */
void report_effect(const struct match *match, const struct analysis *analysis, size_t step,
                   const char *best, struct text *out);

/* A step in words: what happened, and its luck or cost. `at` is the match before it. */
void report_sentence(struct match *at, const struct match *match, const struct analysis *analysis,
                     size_t step, struct text *out);

/* The columns of the table of seats that hold percentages of a game, and the legend of the table.
 */
enum { REPORT_COLUMNS = 6 };

struct report_column {
    const char *head;
    size_t at; /* offset of the number in struct analysis_seat */
};

size_t report_columns(const struct match *match, const struct analysis *analysis,
                      struct report_column out[REPORT_COLUMNS]);
/* A verdict in words, with a star if it is based on few decisions; and the footnote for the star,
 * empty if there is none. */
void report_verdict(const struct analysis *analysis, const struct analysis_seat *seat,
                    struct text *out);
const char *report_caution(const struct analysis *analysis);
void report_number(const struct analysis_seat *seat, const struct report_column *column,
                   char out[16]);
const char *report_legend(const struct match *match, const struct analysis *analysis);

/* Lists the players with answers refused as a matter of opinion, which count neither as choices nor
 * as mistakes; nothing if there are none. */
void report_disputed(const struct match *match, const struct analysis *analysis, struct text *out);

/* The source of the numbers and their precision, in several sentences; and how the game ended. */
enum { REPORT_SOURCE_MAX = 4 * TEXT_WHY }; /* bytes */
void report_source(const struct match *match, const struct analysis *analysis, struct text *out);
void report_ending(const struct match *match, const struct analysis *analysis, struct text *out);

/* Write text to the page, escaped for HTML; numbers have a decimal comma in French. */
void report_put_safe(const char *text);
__attribute__((format(printf, 1, 2))) void report_printf(const char *format, ...);

#endif
