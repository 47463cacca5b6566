#include "practise/schedule.h"

static const int pauses[] = {3, 10, 30, 90, 270};
enum { PAUSES = sizeof pauses / sizeof *pauses };

/* Days before a year that begins in March, so that a leap day is its last. */
enum { ERA = 146097, YEARS = 400, OFFSET = 719468 };

void day_write(int day, struct text *out)
{
    const int shifted = day + OFFSET, era = shifted / ERA, of_era = shifted % ERA;
    const int year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    const int of_year = of_era - (365 * year + year / 4 - year / 100);
    const int march = (5 * of_year + 2) / 153;
    const int month = march < 10 ? march + 3 : march - 9;
    text_printf(out, "%04d-%02d-%02d", year + era * YEARS + (month <= 2), month,
                of_year - (153 * march + 2) / 5 + 1);
}

static int day_of(int year, int month, int of_month)
{
    year -= month <= 2;
    const int era = year / YEARS, of_era = year % YEARS;
    const int of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + of_month - 1;
    return era * ERA + of_era * 365 + of_era / 4 - of_era / 100 + of_year - OFFSET;
}

/* A number with leading zeros. */
static bool read_digits(struct span text, size_t from, size_t length, int *out)
{
    *out = 0;
    for (size_t i = from; i < from + length; i++) {
        if (text.at[i] < '0' || text.at[i] > '9')
            return false;
        *out = 10 * *out + text.at[i] - '0';
    }
    return true;
}

bool day_read(struct span text, int *day)
{
    int year, month, of_month;
    char again[16];
    struct text out = text_on(again, sizeof again);
    if (text.length != 10 || text.at[4] != '-' || text.at[7] != '-' ||
        !read_digits(text, 0, 4, &year) || !read_digits(text, 5, 2, &month) ||
        !read_digits(text, 8, 2, &of_month) || year < 1970 || month < 1 || month > 12)
        return false;
    *day = day_of(year, month, of_month);
    day_write(*day, &out);
    return span_is(text, again); /* no 31 February */
}

struct schedule schedule_of(int made)
{
    return (struct schedule){.due = made, .last = -1};
}

bool schedule_answer(struct schedule *s, int day, bool right)
{
    if (day < s->due)
        return false;
    s->due = day + (right ? pauses[s->row < PAUSES ? s->row : PAUSES - 1] : 1);
    s->row = right ? s->row + 1 : 0;
    s->answers++;
    s->last = day;
    return true;
}
