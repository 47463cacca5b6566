/* An analysis as a self-contained HTML page: the curve of everybody's chances, the table of luck
 * and errors, and the moments that decided the game, each with the board before it. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "base/memory.h"
#include "base/text.h"
#include "embedded/report_css.h"
#include "program/screen.h"
#include "tui/report.h"
#include "tui/view.h"

enum { WIDTH = 900, HEIGHT = 336, LEFT = 44, TOP = 12, BOTTOM = 44, MOMENTS = 8 };

static const char *const colour[GAME_SEATS_MAX] = {"#c0392b", "#1f5fa8", "#2e8b57",
                                                   "#8e44ad", "#b9770e", "#16808a"};
static const char *const dashes[GAME_SEATS_MAX] = {"", "7 4", "2 4", "10 3 2 3", "1 2", "14 4"};

void report_printf(const char *format, ...)
{
    static const char special[] = "&<>\"'"; /* the last one quotes attributes */
    static const char *const escaped[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    char *text;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0)
        abort();
    va_end(arguments);
    if (lang_is_french())
        text_use_decimal_commas(text);
    for (const char *c = text, *at; *c; c++) {
        if ((at = strchr(special, *c)))
            fputs(escaped[at - special], stdout);
        else
            putchar(*c);
    }
    free(text);
}

void report_put_safe(const char *text)
{
    report_printf("%s", text);
}

/* The text between what opens and what closes an element; a newline follows. */
static void put_in(const char *open, const char *text, const char *close)
{
    fputs(open, stdout);
    report_put_safe(text);
    puts(close);
}

static void put_name(const struct match *match, int seat)
{
    report_put_safe(view_name(match, seat).text);
}

static void put_names(const struct match *match, const struct analysis *a)
{
    for (int seat = 1; seat <= a->players; seat++) {
        fputs(seat > 1 ? ", " : "", stdout);
        put_name(match, seat);
    }
}

/* ---- the curve ---- */

static double x_of(const struct analysis *a, size_t step)
{
    return LEFT + (double)(WIDTH - LEFT - 8) * (double)step / (double)(a->count ? a->count : 1);
}

static double y_of(double share)
{
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share);
}

static void put_axes(const struct analysis *a)
{
    for (int part = 0; part <= 100; part += 25) {
        const double y = y_of(part / 100.0);
        printf("<line x1='%d' x2='%d' y1='%.1f' y2='%.1f' class='grid'/>", LEFT, WIDTH - 8, y, y);
        printf("<text x='%d' y='%.1f' text-anchor='end'>%d %%</text>\n", LEFT - 6, y + 4, part);
    }
    size_t every = 1;
    for (int i = 0; a->count / every > 12; i++) /* 1, 2, 5, 10, 20, … */
        every = i % 3 == 1 ? every / 2 * 5 : every * 2;
    for (size_t i = 0; i <= a->count; i += every)
        printf("<text x='%.1f' y='%d' text-anchor='middle'>%zu</text>\n", x_of(a, i), HEIGHT - 24,
               i);
    printf("<text x='%d' y='%d' text-anchor='middle'>", (LEFT + WIDTH - 8) / 2, HEIGHT - 6);
    put_in("", tr("move"), "</text>");
}

static void put_curve(const struct analysis *a, int seat)
{
    printf("<polyline fill='none' stroke='%s' stroke-width='2' stroke-dasharray='%s' points='",
           colour[seat], dashes[seat]);
    printf("%.1f,%.1f", x_of(a, 0), y_of(a->start[seat]));
    for (size_t i = 0; i < a->count; i++)
        printf(" %.1f,%.1f", x_of(a, i + 1), y_of(a->step[i].after[seat]));
    puts("'/>");
}

/* A step that decided the game, and everything the page shows of it. */
struct moment {
    size_t step;
    int seat; /* whose luck or mistake it is */
    struct match *before;
    char sentence[3 * GAME_LINE_MAX];
};

static size_t find_moments(const struct match *match, const struct analysis *a,
                           struct moment out[MOMENTS])
{
    size_t step[MOMENTS];
    const size_t count = report_moments(a, step, MOMENTS);
    for (size_t i = 0; i < count; i++) {
        struct moment *m = &out[i];
        struct text words = text_on(m->sentence, sizeof m->sentence);
        m->step = step[i];
        m->seat = a->step[step[i]].seat;
        if (a->step[step[i]].mover == GAME_CHANCE)
            analysis_luck(a, step[i], &m->seat);
        m->before = report_until(match, a->step[step[i]].line);
        text_printf(&words, tr("Move %zu. "), step[i] + 1);
        report_sentence(m->before, match, a, step[i], &words);
    }
    return count;
}

static void put_chart(const struct match *match, const struct analysis *a,
                      const struct moment moment[], size_t moments)
{
    printf("<svg viewBox='0 0 %d %d' role='group' aria-label='", WIDTH, HEIGHT);
    put_in("", tr("Everybody's chance of winning after each move"), "'><g aria-hidden='true'>");
    put_axes(a);
    for (int seat = 0; seat < a->players; seat++)
        put_curve(a, seat);
    puts("</g>");
    for (size_t i = 0; i < moments; i++) {
        const struct analysis_step *step = &a->step[moment[i].step];
        const int seat = moment[i].seat - 1;
        printf("<a href='#m%zu' aria-label='", moment[i].step + 1);
        report_put_safe(moment[i].sentence);
        printf("'><circle cx='%.1f' cy='%.1f' r='6' stroke='%s' fill='%s'><title>",
               x_of(a, moment[i].step + 1), y_of(step->after[seat]), colour[seat],
               step->mover == GAME_CHANCE ? "#fff" : colour[seat]);
        put_in("", moment[i].sentence, "</title></circle></a>");
    }
    puts("</svg><p class='legend'>");
    for (int seat = 0; seat < a->players; seat++) {
        printf(
            "<svg class='key' viewBox='0 0 40 10' aria-hidden='true'><line x1='0' x2='40' y1='5' "
            "y2='5' stroke='%s' stroke-width='3' stroke-dasharray='%s'/></svg> ",
            colour[seat], dashes[seat]);
        put_name(match, seat + 1);
        puts("&ensp;");
    }
    put_in("", tr("○ luck   ● mistake"), "</p>");
}

/* ---- tables and boards ---- */

/* Opens a region that scrolls if it is wider than the screen, by keyboard too. */
static void open_wide(const char *label)
{
    put_in("<div class='wide' tabindex='0' role='region' aria-label='", label, "'>");
}

static void put_head(const char *head)
{
    put_in("<th scope='col'>", head, "</th>");
}

static void put_seats(const struct match *match, const struct analysis *a)
{
    open_wide(tr("Luck and mistakes of each player"));
    puts("<table><thead><tr>");
    struct report_column column[REPORT_COLUMNS];
    const size_t count = report_columns(match, a, column);
    put_head(tr("seat"));
    for (size_t c = 0; c < count; c++)
        put_head(column[c].head);
    put_head(tr("errors"));
    put_head(tr("each"));
    put_head(tr("verdict"));
    puts("</tr></thead><tbody>");
    for (int i = 0; i < a->players; i++) {
        const struct analysis_seat *seat = &a->seat[i];
        fputs("<tr><th scope='row'>", stdout);
        put_name(match, i + 1);
        fputs("</th>", stdout);
        for (size_t c = 0; c < count; c++) {
            char number[16];
            report_number(seat, &column[c], number);
            fputs("<td>", stdout);
            report_put_safe(number);
            fputs("</td>", stdout);
        }
        printf("<td>%d / %d</td>", seat->mistakes, seat->decisions);
        fputs("<td>", stdout);
        report_printf("%.3f", analysis_rate(seat));
        fputs("</td><td>", stdout);
        struct text verdict_buffer = text_on((char[64]){0}, 64);
        report_verdict(a, seat, &verdict_buffer);
        put_in("", verdict_buffer.start, "</td></tr>");
    }
    put_in("</tbody></table></div><p class='small'>\n", report_legend(match, a),
           "</p><p class='small'>");
    put_in("", report_caution(a), "</p>");
    struct text disputed = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    report_disputed(match, a, &disputed);
    if (disputed.length)
        put_in("<p class='small'>\n", disputed.start, "</p>");
}

/* The board as the terminal draws it for a spectator. */
static void put_board(const struct match *match)
{
    char *drawn = NULL;
    size_t length;
    union game_state view = match_state(match);
    FILE *memory = open_memstream(&drawn, &length);
    if (!memory)
        abort();
    struct screen screen = {.out = memory, .unicode = true, .width = SCREEN_COLUMNS};
    match->game->hide(&view, GAME_SPECTATOR);
    view_of(match->game)->draw(&screen, match, &view, GAME_SPECTATOR);
    fclose(memory);
    put_in("<pre tabindex='0'>", drawn, "</pre>");
    free(drawn);
}

/* Everybody's chances before and after the step. */
static void put_change(const struct match *match, const struct analysis *a, size_t step)
{
    const double *before = step > 0 ? a->step[step - 1].after : a->start;
    fputs("<p class='change'>", stdout);
    for (int seat = 0; seat < a->players; seat++) {
        printf("<span><b style='color:%s'>■</b> ", colour[seat]);
        put_name(match, seat + 1);
        report_printf(" %.1f\u00a0%% → %.1f\u00a0%%", 100 * before[seat],
                      100 * a->step[step].after[seat]);
        fputs("</span> ", stdout);
    }
    puts("</p>");
}

static void put_moments(const struct match *match, const struct analysis *a,
                        const struct moment moment[], size_t moments)
{
    put_in("<h2>", tr("What decided the game"), "</h2>");
    if (moments == 0)
        put_in("<p>", tr("No move changed anybody's chance by half a percent or more."), "</p>");
    for (size_t i = 0; i < moments; i++) {
        printf("<section id='m%zu' aria-labelledby='h%zu'><h3 id='h%zu'>", moment[i].step + 1,
               moment[i].step + 1, moment[i].step + 1);
        put_in("", moment[i].sentence, "</h3>");
        put_change(match, a, moment[i].step);
        put_board(moment[i].before);
        puts("</section>");
    }
}

static void put_moves(const struct match *match, const struct analysis *a)
{
    put_in("<details><summary>", tr("All moves"), "</summary>");
    open_wide(tr("All moves"));
    puts("<table><thead><tr><th scope='col'>#</th><th scope='col'>");
    report_put_safe(tr("move"));
    fputs("</th>", stdout);
    for (int seat = 1; a->judge && seat <= a->players; seat++)
        put_head(view_name(match, seat).text);
    put_in("<th scope='col'>", a->judge ? tr("luck or cost") : "", "</th></tr></thead><tbody>");
    struct match *at = report_until(match, 0);
    for (size_t i = 0, line = 0; i < a->count; i++) {
        const struct analysis_step *step = &a->step[i];
        char event[GAME_LINE_MAX], best[GAME_LINE_MAX];
        struct text words = text_on(event, sizeof event), better = text_on(best, sizeof best);
        report_follow(at, match, line, step->line);
        line = step->line;
        report_event(at, match->body.line[line], &words);
        report_best(at, step, &better);
        printf("<tr><td>%zu</td><td class='move'>", i + 1);
        report_put_safe(event);
        fputs("</td>", stdout);
        for (int seat = 0; a->judge && seat < a->players; seat++) {
            fputs("<td>", stdout);
            report_printf("%.2f", 100 * step->after[seat]);
            fputs("</td>", stdout);
        }
        struct text out = text_on((char[2 *GAME_LINE_MAX]){0}, 2 * GAME_LINE_MAX);
        if (a->judge)
            report_effect(match, a, i, best, &out);
        put_in("<td class='move'>", out.start, "</td></tr>");
    }
    match_free(at);
    puts("</tbody></table></div></details>");
}

/* The luckiest roll or the costliest mistake, with a link to its moment if it is one. */
static void put_extreme(const struct match *match, const struct analysis *a, const char *what,
                        size_t step, const struct moment moment[], size_t moments)
{
    struct text out = text_on((char[3 *GAME_LINE_MAX]){0}, 3 * GAME_LINE_MAX);
    bool linked = false;
    if (step == a->count)
        return;
    struct match *at = report_until(match, a->step[step].line);
    report_sentence(at, match, a, step, &out);
    match_free(at);
    for (size_t i = 0; i < moments; i++)
        linked = linked || moment[i].step == step;
    fputs("<li>", stdout);
    report_printf(tr("%s: move %zu. "), what, step + 1);
    if (linked)
        printf("<a href='#m%zu'>", step + 1);
    put_in("", out.start, linked ? "</a></li>" : "</li>");
}

static void put_judgement(const struct match *match, const struct analysis *a)
{
    struct moment *moment = memory_new(MOMENTS, sizeof *moment);
    const size_t moments = find_moments(match, a, moment);
    struct text out = text_on((char[2 *GAME_LINE_MAX]){0}, 2 * GAME_LINE_MAX);
    put_chart(match, a, moment, moments);
    put_seats(match, a);
    puts("<ul>");
    put_extreme(match, a, tr("The luckiest roll"), a->luckiest, moment, moments);
    put_extreme(match, a, tr("The costliest mistake"), a->costliest, moment, moments);
    report_source(match, a, &out);
    put_in("</ul><p class='small'>\n", out.start, "</p>");
    put_moments(match, a, moment, moments);
    for (size_t i = 0; i < moments; i++)
        match_free(moment[i].before);
    free(moment);
}

void report_html(const struct match *match, const struct analysis *a, const char *why)
{
    struct text out = text_on((char[2 *GAME_LINE_MAX]){0}, 2 * GAME_LINE_MAX);
    printf("<!doctype html>\n<html lang='%s'><head><meta charset='utf-8'>"
           "<meta name='viewport' content='width=device-width,initial-scale=1'><title>",
           tr("en"));
    report_put_safe(match->game->title);
    fputs(": ", stdout);
    put_names(match, a);
    printf("</title><style>%s</style></head>\n<body><main><h1>", (const char *)report_css);
    report_put_safe(match->game->title);
    fputs("</h1><p>", stdout);
    put_names(match, a);
    report_ending(match, a, &out);
    put_in("</p><p>\n", out.start, "</p>");
    if (a->judge && a->count > 0) {
        put_judgement(match, a);
    } else if (!a->judge) {
        put_in("<p>", why, ".</p>");
        put_board(match);
    }
    put_moves(match, a);
    puts("</main></body></html>");
}
