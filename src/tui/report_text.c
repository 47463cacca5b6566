/* An analysis as text: a line for each move, the table of seats, and what decided the game. */
#include "base/lang.h"
#include "program/screen.h"
#include "tui/report.h"
#include "tui/view.h"

enum { NAME = 11 }; /* columns of a name */

/* Columns of a move's number, of a seat's chance, and of luck or cost. */
enum { NUMBER = 8, CHANCE = 7, EFFECT = 9, MOVE_MIN = 21 };

static int move_width(const struct screen *screen, const struct analysis *a)
{
    const int left = screen->width - NUMBER - CHANCE * a->players - EFFECT;
    return left > MOVE_MIN ? left : MOVE_MIN;
}

/* The move in words; on separate rows if it is too wide for its column. */
static void put_move(struct screen *screen, size_t i, const char *event, int width)
{
    char buffer[2 * GAME_LINE_MAX];
    if (screen_width(event) < width) {
        screen_printf(screen, "  %4zu  ", i + 1);
        screen_put_padded(screen, event, width);
        return;
    }
    snprintf(buffer, sizeof buffer, "%4zu  %s", i + 1, event);
    screen_put_wrapped(screen, buffer, 2);
    screen_put_padded(screen, "", NUMBER + width);
}

/* Everybody's chances after the step, and its luck or cost with the better choice. */
static void put_judgement(struct screen *screen, const struct analysis *a, size_t i,
                          const char *best)
{
    const struct analysis_step *step = &a->step[i];
    int seat;
    for (int s = 0; s < a->players; s++)
        screen_printf(screen, "%6.2f ", 100 * step->after[s]);
    if (step->mover == GAME_CHANCE) {
        const double luck = analysis_luck(a, i, &seat);
        if (luck >= 0.00005)
            screen_printf(screen, " %d %+.2f", seat, 100 * luck);
    } else if (step->cost > 0 && step->cost < 0.00005) {
        screen_put(screen, " -0.00");
    } else if (step->cost > 0) {
        char buffer[GAME_LINE_MAX + 32];
        snprintf(buffer, sizeof buffer, tr("better: %s"), best);
        screen_printf(screen, " %d -%.2f\n", step->seat, 100 * step->cost);
        screen_put_wrapped(screen, buffer, NUMBER);
        return;
    }
    screen_put(screen, "\n");
}

static void put_moves(struct screen *screen, const struct match *match, const struct analysis *a)
{
    const int width = move_width(screen, a);
    struct match *at = report_until(match, 0);
    size_t line = 0;
    const char *head = a->judge ? tr("chances in percent") : "";
    screen_printf(screen, "  %4s  ", tr("move"));
    screen_put_right(screen, head, width - 1);
    screen_put(screen, " ");
    for (int seat = 1; a->judge && seat <= a->players; seat++)
        screen_printf(screen, "%6d ", seat);
    screen_put(screen, "\n");
    for (size_t i = 0; i < a->count; i++) {
        const struct analysis_step *step = &a->step[i];
        char event[GAME_LINE_MAX], best[GAME_LINE_MAX];
        struct text words = text_on(event, sizeof event), better = text_on(best, sizeof best);
        report_follow(at, match, line, step->line);
        line = step->line;
        report_event(at, match->body.line[line], &words);
        report_best(at, step, &better);
        put_move(screen, i, event, width);
        if (a->judge)
            put_judgement(screen, a, i, best);
        else
            screen_put(screen, "\n");
    }
    match_free(at);
}

static void put_seat(struct screen *screen, const struct match *match, const struct analysis *a,
                     int i)
{
    struct report_column column[REPORT_COLUMNS];
    const size_t count = report_columns(match, a, column);
    const struct analysis_seat *seat = &a->seat[i];
    char errors[32];
    snprintf(errors, sizeof errors, "%d/%d", seat->mistakes, seat->decisions);
    screen_put(screen, "  ");
    screen_put_cut(screen, view_name(match, i + 1).text, NAME);
    for (size_t c = 0; c < count; c++) {
        char number[16];
        report_number(seat, &column[c], number);
        screen_printf(screen, "%8s", number);
    }
    struct text verdict_buffer = text_on((char[64]){0}, 64);
    report_verdict(a, seat, &verdict_buffer);
    screen_printf(screen, "%8s%7.3f %s\n", errors, analysis_rate(seat), verdict_buffer.start);
}

static void put_seats(struct screen *screen, const struct match *match, const struct analysis *a)
{
    struct report_column column[REPORT_COLUMNS];
    const size_t count = report_columns(match, a, column);
    screen_put(screen, "\n  ");
    screen_put_padded(screen, tr("seat"), NAME);
    for (size_t c = 0; c < count; c++)
        screen_put_right(screen, column[c].head, 8);
    screen_put_right(screen, tr("errors"), 8);
    screen_put_right(screen, tr("each"), 7);
    screen_printf(screen, " %s\n", tr("verdict"));
    for (int i = 0; i < a->players; i++)
        put_seat(screen, match, a, i);
    screen_put(screen, "\n");
    screen_put_wrapped(screen, report_legend(match, a), 2);
    screen_put_wrapped(screen, report_caution(a), 2);
    struct text disputed = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    report_disputed(match, a, &disputed);
    if (disputed.length)
        screen_put_wrapped(screen, disputed.start, 2);
}

static void put_sentence(struct screen *screen, const struct match *match, const struct analysis *a,
                         const char *what, size_t step)
{
    struct text out = text_on((char[2 *GAME_LINE_MAX]){0}, 2 * GAME_LINE_MAX);
    if (step == a->count)
        return;
    struct match *at = report_until(match, a->step[step].line);
    text_printf(&out, tr("%s: move %zu. "), what, step + 1);
    report_sentence(at, match, a, step, &out);
    screen_put_wrapped(screen, out.start, 2);
    match_free(at);
}

void report_text(struct screen *screen, const struct match *match, const struct analysis *a,
                 const char *why)
{
    screen_printf(screen, trn("%s, %d player", "%s, %d players", (unsigned long)a->players),
                  match->game->title, a->players);
    screen_printf(screen, trn(", %zu move\n\n", ", %zu moves\n\n", a->count), a->count);
    put_moves(screen, match, a);
    if (a->judge) {
        put_seats(screen, match, a);
        put_sentence(screen, match, a, tr("The luckiest roll"), a->luckiest);
        put_sentence(screen, match, a, tr("The costliest mistake"), a->costliest);
        if (a->costliest == a->count)
            screen_put_wrapped(screen, tr("No mistake was found."), 2);
        struct text out = text_on((char[REPORT_SOURCE_MAX]){0}, REPORT_SOURCE_MAX);
        report_source(match, a, &out);
        screen_put_wrapped(screen, out.start, 2);
    } else {
        char buffer[TEXT_WHY + 8];
        snprintf(buffer, sizeof buffer, "%s.", why);
        screen_put(screen, "\n");
        screen_put_wrapped(screen, buffer, 2);
    }
    struct text ending = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    report_ending(match, a, &ending);
    screen_put_wrapped(screen, ending.start, 2);
}
