/* schedule.h: when a card is due again, as a pure function of its answers; and days as numbers.
 *
 * A card is due on the day when it was made. A right answer returns it after 3 days, the next ones
 * after 10, 30, 90 and 270 days; a wrong one on the next day, and the row begins again. An answer
 * before the card is due changes nothing. docs/play/practise.md describes it. */
#ifndef CORNET_PRACTISE_SCHEDULE_H
#define CORNET_PRACTISE_SCHEDULE_H

#include "base/text.h"

/* Cards of a day; and right answers in a row after which a card counts as known. */
enum { SCHEDULE_DAILY = 5, SCHEDULE_KNOWN = 3 };

/* A day is a number of days since 1 January 1970. As text: 2026-11-20. */
void day_write(int day, struct text *out);
bool day_read(struct span text, int *day);

struct schedule {
    int due;
    int row;     /* right answers one after the other */
    int answers; /* that counted */
    int last;    /* the day of the last of them; -1: none */
};

struct schedule schedule_of(int made);
/* Returns whether the answer counted. */
bool schedule_answer(struct schedule *schedule, int day, bool right);

#endif
