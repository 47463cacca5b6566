#include "tui/report.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/lang.h"
#include "tui/view.h"

/* ---- moments ---- */

static double weight_of(const struct analysis *a, size_t step)
{
    int seat;
    return a->step[step].mover == GAME_CHANCE ? analysis_luck(a, step, &seat) : a->step[step].cost;
}

size_t report_moments(const struct analysis *a, size_t step[], size_t max)
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

void report_play(struct match *match, const char *line)
{
    if (line[0] != '#')
        match_replay(match, span_of(line));
}

void report_follow(struct match *at, const struct match *match, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        report_play(at, match->body.line[i]);
}

struct match *report_until(const struct match *match, size_t line)
{
    struct match *again = match_again(match);
    match_set_names(again, match->name);
    report_follow(again, match, 0, line);
    return again;
}

void report_effect(const struct match *match, const struct analysis *a, size_t i, const char *best,
                   struct text *out)
{
    const struct analysis_step *step = &a->step[i];
    int seat = step->seat;
    const double luck = step->mover == GAME_CHANCE ? analysis_luck(a, i, &seat) : 0;
    if (seat < 1 || (luck < 0.00005 && step->cost <= 0))
        return;
    if (step->mover == GAME_CHANCE)
        text_printf(out, tr("Luck for %s: %+.2f %%."), view_name(match, seat).text, 100 * luck);
    else if (match->body.line[step->line][0] == '*')
        text_printf(out, tr("%s said nothing, which costs %.2f %%; best was: %s."),
                    view_first_name(match, seat).text, 100 * step->cost, best);
    else
        text_printf(out, tr("This costs %.2f %%; best was: %s."), 100 * step->cost, best);
}

void report_best(struct match *at, const struct analysis_step *step, struct text *out)
{
    char line[GAME_LINE_MAX + 8];
    game_action action;
    if (!step->best[0])
        return;
    snprintf(line, sizeof line, "%d %s", step->seat, step->best);
    if (game_read_line(at->game, &at->state, span_of(line), &action, &at->history, TEXT_UNREAD))
        view_of(at->game)->phrase(at, &at->state, action, out);
    else
        text_add(out, step->best);
}

void report_event(struct match *at, const char *line, struct text *out)
{
    const size_t before = out->length;
    const struct span words = span_of(line);
    const struct view *view = view_of(at->game);
    game_action action;
    const bool known =
        game_read_line(at->game, &at->state, words, &action, &at->history, TEXT_UNREAD);
    if (match_ending_of(words))
        view_ending(at, words, out);
    else if (known)
        view->tell(&(struct telling){at, GAME_OPEN, false, out}, &at->state, action);
    view_capitals(at, out, before);
    if (out->length > before)
        return;
    if (line[0] != '*')
        text_printf(out, "%s%s", view_first_name(at, line[0] - '0').text, tr(": "));
    if (known)
        view->phrase(at, &at->state, action, out);
    else
        text_add(out, line + 2);
}

/* Ends a sentence, which may have its own mark. */
static void end_sentence(struct text *out)
{
    const char last = out->length ? out->start[out->length - 1] : '.';
    text_add(out, strchr(".!?", last) ? " " : ". ");
}

void report_sentence(struct match *at, const struct match *match, const struct analysis *a,
                     size_t i, struct text *out)
{
    const struct analysis_step *step = &a->step[i];
    struct text best = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    struct text event = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    report_best(at, step, &best);
    report_event(at, match->body.line[step->line], &event);
    text_add(out, event.start);
    end_sentence(out);
    report_effect(match, a, i, best.start, out);
}

/* The typical error of a number: the root mean square of all. */
static double typical_error(const struct analysis *a)
{
    double square = 0;
    for (size_t i = 0; i < a->count; i++)
        square += a->step[i].error * a->step[i].error;
    return a->count ? sqrt(square / (double)a->count) : 0;
}

/* Why the curve does not always move by the cost of a choice. */
static const char *costs_note(const struct match *match, const struct analysis *a)
{
    if (a->race)
        return tr(" A cost compares with the best word of that moment. The curve expected an "
                  "average one before, so it may move less.");
    if (match->game->flags & GAME_HIDDEN)
        return tr(" A cost compares with the best choice as far as the player could know. The "
                  "curve knows all cards, so it may move by another amount.");
    if (typical_error(a) > 0)
        return tr(" A cost compares two moves after both were searched. The curve searched one "
                  "move less before, so it may move by another amount.");
    return "";
}

void report_source(const struct match *match, const struct analysis *a, struct text *out)
{
    double unexplained = 0;
    const double error = typical_error(a);
    for (int i = 0; i < a->players; i++) {
        const double known = i == a->forfeited - 1 ? a->forfeit : 0;
        unexplained = fmax(unexplained, fabs(a->seat[i].unexplained + known));
    }
    text_printf(out, tr("The numbers are %s."), tr(a->judge->how));
    if (a->judge->depths > 1)
        text_printf(out, tr(" The depth is %d of %d."), a->depth, a->judge->depths);
    if (error > 0)
        text_printf(out, tr(" Most are accurate to %.1g %%."), 100 * error);
    if (a->forfeited && unexplained < 0.00005)
        text_add(out, tr(" Only the forfeit stays unexplained."));
    else if (a->forfeited)
        text_printf(out, tr(" Besides the forfeit, up to %.1f %% stays unexplained: %s."),
                    100 * unexplained, tr(a->judge->rest));
    else if (unexplained >= 0.00005)
        text_printf(out, tr(" Over the game, up to %.1f %% stays unexplained: %s."),
                    100 * unexplained, tr(a->judge->rest));
    else
        text_add(out, tr(" Nothing stays unexplained."));
    text_add(out, costs_note(match, a));
}

void report_ending(const struct match *match, const struct analysis *a, struct text *out)
{
    char list[GAME_SEATS_MAX * sizeof(struct view_name)];
    struct text winners = text_on(list, sizeof list);
    if (!a->over) {
        text_add(out, tr("The game is not over."));
        return;
    }
    if (a->forfeited)
        text_printf(out, tr("%s forfeited and lost %.2f %%. "),
                    view_first_name(match, a->forfeited).text, 100 * a->forfeit);
    view_list_winners(match, &winners);
    text_printf(out, tr("Won by: %s."), list);
}

void report_disputed(const struct match *match, const struct analysis *a, struct text *out)
{
    bool any = false;
    for (int i = 0; i < a->players; i++) {
        if (!a->seat[i].disputed)
            continue;
        text_add(out, any ? ", " : tr("Refused, although people might accept it: "));
        text_printf(out, "%s %d", view_name(match, i + 1).text, a->seat[i].disputed);
        any = true;
    }
    if (any)
        text_add(out, ".");
}

/* ---- the table of seats ---- */

static bool has_luck(const struct analysis *a)
{
    for (size_t i = 0; i < a->count; i++) {
        if (a->step[i].mover == GAME_CHANCE)
            return true;
    }
    return false;
}

/* Whether a seat's verdict is based on few decisions. */
static bool has_few(const struct analysis_seat *seat)
{
    enum { FEW = 10 };
    return seat->decisions > 0 && seat->decisions < FEW;
}

void report_verdict(const struct analysis *a, const struct analysis_seat *seat, struct text *out)
{
    text_add(out, seat->decisions ? tr(analysis_verdict(a, seat)) : tr("no choices"));
    text_add(out, has_few(seat) ? "*" : "");
}

const char *report_caution(const struct analysis *a)
{
    for (int i = 0; i < a->players; i++) {
        if (has_few(&a->seat[i]))
            return tr("* Fewer than ten decisions: too few to judge a player.");
    }
    return "";
}

const char *report_legend(const struct match *match, const struct analysis *a)
{
    if (a->race)
        return tr("In percent of a game: luck of the dice; cost of one's own choices; value of "
                  "having a word before the others; effect of the others' choices; unexplained "
                  "rest; mistakes among decisions; mean cost per decision.");
    if (match->game->flags & GAME_HIDDEN)
        return tr("In percent of a game: luck of dice and draws; cost of one's own choices, as far "
                  "as one could know; further effect of these choices with the cards as they "
                  "really lay; effect of the others' choices; unexplained rest; mistakes among "
                  "decisions; mean cost per decision.");
    if (!has_luck(a))
        return tr("In percent of a game: cost of one's own choices; effect of the others' choices; "
                  "unexplained rest; mistakes among decisions; mean cost per decision.");
    return tr(
        "In percent of a game: luck of the dice; cost of one's own choices; effect of the others' "
        "choices; unexplained rest; mistakes among decisions; mean cost per decision.");
}

size_t report_columns(const struct match *match, const struct analysis *a,
                      struct report_column out[REPORT_COLUMNS])
{
    size_t count = 0;
    if (has_luck(a))
        out[count++] = (struct report_column){tr("luck"), offsetof(struct analysis_seat, luck)};
    out[count++] = (struct report_column){tr("cost"), offsetof(struct analysis_seat, cost)};
    if (match->game->flags & GAME_HIDDEN)
        out[count++] = (struct report_column){tr("hidden"), offsetof(struct analysis_seat, hidden)};
    if (a->race)
        out[count++] = (struct report_column){tr("speed"), offsetof(struct analysis_seat, speed)};
    out[count++] = (struct report_column){tr("others"), offsetof(struct analysis_seat, others)};
    out[count++] = (struct report_column){tr("rest"), offsetof(struct analysis_seat, unexplained)};
    return count;
}

void report_number(const struct analysis_seat *seat, const struct report_column *column,
                   char out[16])
{
    double number;
    memcpy(&number, (const char *)seat + column->at, sizeof number);
    number = fabs(number) < 0.00005 ? 0 : 100 * number; /* no -0.00 */
    snprintf(out, 16, column->at == offsetof(struct analysis_seat, cost) ? "%.2f" : "%+.2f",
             number);
}
