/* cornet analyse: what was luck and what was error in a game. */
#include "apps/commands/analyse.h"

#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "apps/commands/options.h"
#include "apps/commands/progress.h"
#include "apps/views/view.h"
#include "base/lang.h"

enum { NAME = 11 }; /* columns of a name */

/* ---- moments ---- */

static double weight_of(const struct analysis *a, size_t step)
{
    int seat;
    return a->step[step].mover == GAME_CHANCE ? analysis_luck(a, step, &seat) : a->step[step].cost;
}

size_t analyse_moments(const struct analysis *a, size_t step[], size_t max)
{
    size_t count = 0;
    if (!a->judge)
        return 0;
    for (size_t i = 0; i < a->count; i++) {
        if (weight_of(a, i) < 0.005)
            continue;
        size_t at = count < max ? count++ : max;
        while (at > 0 && weight_of(a, step[at - 1]) < weight_of(a, i)) {
            if (at < max)
                step[at] = step[at - 1];
            at--;
        }
        if (at < max)
            step[at] = i;
    }
    return count;
}

struct match *analyse_until(const struct match *match, size_t line)
{
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct match *again = match_new(match->game, &match->settings, &reason);
    if (!again)
        abort();
    memcpy(again->name, match->name, sizeof again->name);
    for (size_t i = 0; i < line; i++) {
        if (match->body.line[i][0] != '#' &&
            !match_do(again, span_of(match->body.line[i]), &reason))
            abort(); /* it was legal when it was read */
    }
    return again;
}

void analyse_effect(const struct match *match, const struct analysis *a, size_t i, const char *best,
                    struct text *out)
{
    const struct analysis_step *step = &a->step[i];
    char buffer[MATCH_NAME_MAX + 16];
    struct text name = text_on(buffer, sizeof buffer);
    int seat = step->seat;
    const double luck = step->mover == GAME_CHANCE ? analysis_luck(a, i, &seat) : 0;
    if (seat < 1 || (luck < 0.00005 && step->cost <= 0))
        return;
    match_show_name(match, seat, &name);
    if (step->mover == GAME_CHANCE)
        text_printf(out, tr("Luck for %s: %+.2f %%."), buffer, 100 * luck);
    else if (match->body.line[step->line][0] == '*')
        text_printf(out, tr("%s has said nothing, which costs %.2f %%; best was: %s."), buffer,
                    100 * step->cost, best);
    else
        text_printf(out, tr("That costs %.2f %%; best was: %s."), 100 * step->cost, best);
}

/* The best action as it is written, and what it does. */
static void put_best(struct match *at, const struct analysis_step *step, struct text *out)
{
    char line[GAME_LINE_MAX + 8], unused[TEXT_WHY], meaning[GAME_LINE_MAX] = "";
    struct text why = text_on(unused, sizeof unused), label = text_on(meaning, sizeof meaning);
    game_action action;
    snprintf(line, sizeof line, "%d %s", step->seat, step->best);
    text_add(out, step->best);
    if (game_read_line(at->game, &at->state, span_of(line), &action, &at->history, &why))
        view_of(at->game)->label(at, &at->state, action, &label);
    if (meaning[0])
        text_printf(out, " (%s)", meaning);
}

/* What happened, without a full stop: as the view tells it, or as it is written. */
static void put_event(struct match *at, const char *line, struct text *out)
{
    char unused[TEXT_WHY];
    struct text why = text_on(unused, sizeof unused);
    const size_t before = out->length;
    const struct span words = span_of(line);
    game_action action;
    if (game_read_line(at->game, &at->state, words, &action, &at->history, &why))
        view_of(at->game)->tell(at, &at->state, action, GAME_OPEN, out);
    if (out->length > before)
        return;
    if (line[0] != '*') {
        match_show_name(at, line[0] - '0', out);
        text_add(out, ": ");
    }
    text_add(out, line + 2);
}

void analyse_sentence(struct match *at, const struct match *match, const struct analysis *a,
                      size_t i, struct text *out)
{
    const struct analysis_step *step = &a->step[i];
    char best[2 * GAME_LINE_MAX] = "";
    struct text words = text_on(best, sizeof best);
    if (step->best[0])
        put_best(at, step, &words);
    text_printf(out, tr("Move %zu: "), i + 1);
    put_event(at, match->body.line[step->line], out);
    text_add(out, ". ");
    analyse_effect(match, a, i, best, out);
}

/* The error of a number, as a rule: the root of the mean square. */
static double typical_error(const struct analysis *a)
{
    double square = 0;
    for (size_t i = 0; i < a->count; i++)
        square += a->step[i].error * a->step[i].error;
    return a->count ? sqrt(square / (double)a->count) : 0;
}

void analyse_source(const struct analysis *a, struct text *out)
{
    double unexplained = 0;
    const double error = typical_error(a);
    for (int i = 0; i < a->players; i++)
        unexplained = fmax(unexplained, fabs(a->seat[i].unexplained));
    text_printf(out, tr("The numbers are %s."), tr(a->judge->how));
    if (error > 0)
        text_printf(out, tr(" As a rule each is off by %.1g %%."), 100 * error);
    if (unexplained >= 0.00005)
        text_printf(out, tr(" Over the game up to %.1f %% stay unexplained: %s."),
                    100 * unexplained, tr(a->judge->rest));
    else
        text_add(out, tr(" Nothing stays unexplained."));
}

void analyse_ending(const struct match *match, const struct analysis *a, struct text *out)
{
    char list[GAME_SEATS_MAX * (MATCH_NAME_MAX + 16)];
    struct text winners = text_on(list, sizeof list);
    uint8_t share[GAME_SEATS_MAX];
    if (!a->over) {
        text_add(out, tr("The game is not over."));
        return;
    }
    match->game->result(&match->state, share);
    for (int seat = 1; seat <= a->players; seat++) {
        if (share[seat - 1] == 0)
            continue;
        text_add(&winners, winners.length ? ", " : "");
        match_show_name(match, seat, &winners);
    }
    text_printf(out, tr("The game is won by: %s."), list);
}

/* ---- text ---- */

static void put_moves(struct screen *screen, const struct match *match, const struct analysis *a)
{
    screen_printf(screen, "  %4s  ", tr("move"));
    screen_put_padded(screen, "", 25);
    for (int seat = 1; seat <= a->players; seat++)
        screen_printf(screen, "%6d ", seat);
    screen_printf(screen, " %s\n", a->judge ? tr("chances in per cent") : "");
    for (size_t i = 0; i < a->count; i++) {
        const struct analysis_step *step = &a->step[i];
        int seat;
        screen_printf(screen, "  %4zu  ", i + 1);
        screen_put_cut(screen, match->body.line[step->line], 25);
        for (int s = 0; a->judge && s < a->players; s++)
            screen_printf(screen, "%6.2f ", 100 * step->after[s]);
        if (a->judge && step->mover == GAME_CHANCE) {
            const double luck = analysis_luck(a, i, &seat);
            if (luck >= 0.00005)
                screen_printf(screen, " %d %+.2f", seat, 100 * luck);
        } else if (step->cost > 0 && step->cost < 0.00005) {
            screen_put(screen, " -0.00");
        } else if (step->cost > 0) {
            screen_printf(screen, " %d -%.2f", step->seat, 100 * step->cost);
            screen_printf(screen, tr("\n        better: %.60s"), step->best);
        }
        screen_put(screen, "\n");
    }
}

const char *analyse_legend(const struct match *match, const struct analysis *a)
{
    if (a->race)
        return tr(
            "In per cent of a game: what the dice gave; what the player's own choices cost; "
            "what it was worth to be ready with a word while others were still thinking; what "
            "the others' choices gave or took; what stays unexplained; mistakes among "
            "decisions; the mean cost of a decision.");
    if (match->game->flags & GAME_HIDDEN)
        return tr("In per cent of a game: what dice and draws gave; what the player's own choices "
                  "cost, as far as they could know; what these choices did beyond that, with the "
                  "cards as they really lay; what the others' choices gave or took; what stays "
                  "unexplained; mistakes among decisions; the mean cost of a decision.");
    return tr("In per cent of a game: what the dice gave; what the player's own choices cost; what "
              "the others' choices gave or took; what stays unexplained; mistakes among "
              "decisions; the mean cost of a decision.");
}

size_t analyse_columns(const struct match *match, const struct analysis *a,
                       struct analyse_column out[ANALYSE_COLUMNS])
{
    size_t count = 0;
    out[count++] = (struct analyse_column){tr("luck"), offsetof(struct analysis_seat, luck)};
    out[count++] = (struct analyse_column){tr("cost"), offsetof(struct analysis_seat, cost)};
    if (match->game->flags & GAME_HIDDEN)
        out[count++] =
            (struct analyse_column){tr("hidden"), offsetof(struct analysis_seat, hidden)};
    if (a->race)
        out[count++] = (struct analyse_column){tr("speed"), offsetof(struct analysis_seat, speed)};
    out[count++] = (struct analyse_column){tr("others"), offsetof(struct analysis_seat, others)};
    out[count++] = (struct analyse_column){tr("rest"), offsetof(struct analysis_seat, unexplained)};
    return count;
}

void analyse_number(const struct analysis_seat *seat, const struct analyse_column *column,
                    char out[16])
{
    double number;
    memcpy(&number, (const char *)seat + column->at, sizeof number);
    number = fabs(number) < 0.00005 ? 0 : 100 * number; /* no -0.00 */
    snprintf(out, 16, column->at == offsetof(struct analysis_seat, cost) ? "%.2f" : "%+.2f",
             number);
}

/* A head that ends where the column ends. */
static void put_head(struct screen *screen, const char *head, int width)
{
    screen_put_padded(screen, "", width - screen_width(head));
    screen_put(screen, head);
}

static void put_seat(struct screen *screen, const struct match *match, const struct analysis *a,
                     int i)
{
    struct analyse_column column[ANALYSE_COLUMNS];
    const size_t count = analyse_columns(match, a, column);
    const struct analysis_seat *seat = &a->seat[i];
    char name_buffer[MATCH_NAME_MAX + 16], errors[32];
    struct text name = text_on(name_buffer, sizeof name_buffer);
    match_show_name(match, i + 1, &name);
    snprintf(errors, sizeof errors, "%d/%d", seat->mistakes, seat->decisions);
    screen_put(screen, "  ");
    screen_put_cut(screen, name_buffer, NAME);
    for (size_t c = 0; c < count; c++) {
        char number[16];
        analyse_number(seat, &column[c], number);
        screen_printf(screen, "%8s", number);
    }
    screen_printf(screen, "%8s%7.3f %s\n", errors, analysis_rate(seat),
                  seat->decisions ? tr(analysis_verdict(a, seat)) : tr("no choices"));
}

static void put_seats(struct screen *screen, const struct match *match, const struct analysis *a)
{
    struct analyse_column column[ANALYSE_COLUMNS];
    const size_t count = analyse_columns(match, a, column);
    screen_put(screen, "\n  ");
    screen_put_padded(screen, tr("seat"), NAME);
    for (size_t c = 0; c < count; c++)
        put_head(screen, column[c].head, 8);
    put_head(screen, tr("errors"), 8);
    put_head(screen, tr("each"), 7);
    screen_printf(screen, " %s\n", tr("verdict"));
    for (int i = 0; i < a->players; i++)
        put_seat(screen, match, a, i);
    screen_put(screen, "\n");
    screen_put_wrapped(screen, analyse_legend(match, a), 2);
}

static void put_sentence(struct screen *screen, const struct match *match, const struct analysis *a,
                         const char *what, size_t step)
{
    char buffer[2 * GAME_LINE_MAX];
    struct text out = text_on(buffer, sizeof buffer);
    if (step == a->count)
        return;
    struct match *at = analyse_until(match, a->step[step].line);
    text_printf(&out, "%s ", what);
    analyse_sentence(at, match, a, step, &out);
    screen_put_wrapped(screen, buffer, 2);
    match_free(at);
}

void analyse_text(const struct match *match, const struct analysis *a, const char *why)
{
    struct screen screen = screen_on(stdout);
    screen_printf(&screen, tr("%s, %d players, %zu moves\n\n"), match->game->title, a->players,
                  a->count);
    put_moves(&screen, match, a);
    if (a->judge) {
        put_seats(&screen, match, a);
        put_sentence(&screen, match, a, tr("The luckiest roll:"), a->luckiest);
        put_sentence(&screen, match, a, tr("The costliest mistake:"), a->costliest);
        if (a->costliest == a->count)
            screen_put_wrapped(&screen, tr("No mistake was found."), 2);
        char source[TEXT_WHY];
        struct text out = text_on(source, sizeof source);
        analyse_source(a, &out);
        screen_put_wrapped(&screen, source, 2);
    } else {
        char buffer[TEXT_WHY + 8];
        snprintf(buffer, sizeof buffer, "%s.", why);
        screen_put(&screen, "\n");
        screen_put_wrapped(&screen, buffer, 2);
    }
    char ending[GAME_LINE_MAX];
    struct text end = text_on(ending, sizeof ending);
    analyse_ending(match, a, &end);
    screen_put_wrapped(&screen, ending, 2);
}

/* ---- the command ---- */

static bool show_progress(void *context, size_t done, size_t whole)
{
    progress_show(context, tr("%zu of %zu moves"), done, whole);
    return true;
}

static struct match *read_record(const char *path)
{
    char buffer[TEXT_WHY];
    struct text why = text_on(buffer, sizeof buffer);
    size_t line = 1;
    const bool standard = strcmp(path, "-") == 0;
    FILE *in = standard ? stdin : fopen(path, "r");
    struct match *match = NULL;
    if (!in)
        text_fail(&why, tr("cannot open: %s"), strerror(errno));
    else
        match = match_read_stream(in, &line, &why);
    if (in && !standard)
        fclose(in);
    if (!match)
        command_wrong_line(path, line, buffer);
    return match;
}

static int run(const struct command *command, int argc, char **argv)
{
    bool json = false, html = false;
    const struct command_option options[] = {
        {.argument = mark("FILE"), .help = mark("a record, or - for standard input")},
        {.name = "json",
         .help = mark("one JSON object instead of text"),
         .group = 1,
         .flag = &json},
        {.name = "html",
         .help = mark("a page for a browser, with the curve of the chances"),
         .group = 1,
         .flag = &html},
        {0},
    };
    int code;
    if (!options_read(command, options, &argc, &argv, &code))
        return code;
    if (argc != 1)
        return command_usage(command, tr("give one FILE, or - for standard input"));
    struct match *match = read_record(argv[0]);
    if (!match)
        return COMMAND_WRONG_INPUT;
    char buffer[TEXT_WHY];
    struct text why = text_on(buffer, sizeof buffer);
    struct analysis analysis;
    struct progress progress = progress_start();
    analyse(match, &analysis, &why, progress.terminal ? show_progress : NULL, &progress);
    progress_clear(&progress);
    if (json) {
        char *text = analysis_json(match, &analysis, buffer);
        puts(text);
        free(text);
    } else if (html) {
        analyse_html(match, &analysis, buffer);
    } else {
        analyse_text(match, &analysis, buffer);
    }
    analysis_free(&analysis);
    match_free(match);
    return command_finish(command);
}

const struct command command_analyse = {
    .name = "analyse",
    .arguments = mark("FILE"),
    .about = mark("what was luck and what was error in a game: every roll, every decision"),
    .example = "cornet analyse %s-20261115-201500.cornet --html > game.html",
    .run = run,
};
