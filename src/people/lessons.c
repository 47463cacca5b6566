/* What the analysis of a finished game says of each of its seats. */
#include <math.h>
#include <string.h>

#include "match/analyse.h"
#include "people/internal.h"

static int64_t millionths(double wins)
{
    return llround(wins * 1e6);
}

/* The part of this name, which is added if there is room; else the last one. */
static struct lesson_part *find_part(struct lesson_part part[], size_t *count, size_t max,
                                     struct span name)
{
    char wanted[LESSON_NAME_MAX];
    size_t i = 0;
    snprintf(wanted, sizeof wanted, "%.*s", (int)name.length, span_start(name));
    while (i < *count && strcmp(part[i].name, wanted) != 0)
        i++;
    if (i == max)
        return &part[max - 1];
    if (i == *count) {
        memcpy(part[i].name, wanted, sizeof wanted);
        ++*count;
    }
    return &part[i];
}

/* The kind of mistake: what the best choice does, by its first word. Choices that begin with a
 * place and not with a word are moves. */
static struct span kind_of(const struct analysis_step *step)
{
    size_t length = 0;
    while (step->best[length] >= 'a' && step->best[length] <= 'z')
        length++;
    if (length < 2 || (step->best[length] && step->best[length] != ' '))
        return span_of("move");
    return (struct span){step->best, length};
}

static void add_cost(struct lesson *lesson, const struct analysis_step *step, double cost)
{
    if (cost > 0)
        find_part(lesson->kind, &lesson->kinds, LESSON_KINDS_MAX, kind_of(step))->amount +=
            millionths(cost);
}

/* The costs of one step: of the seat that decided, or of those that let the time pass. */
static void add_costs(const struct analysis *a, const struct analysis_step *step,
                      struct lesson lesson[])
{
    bool silent = false;
    for (int i = 0; i < a->players; i++) {
        add_cost(&lesson[i], step, step->missed[i]);
        silent = silent || step->missed[i] > 0;
    }
    if (step->decision && !silent && step->seat > 0)
        add_cost(&lesson[step->seat - 1], step, step->cost);
}

/* The word that a ruling is about: accepted or refused, by theme. */
static void add_theme(const struct match *before, const struct judge *judge, struct span line,
                      struct lesson lesson[])
{
    struct game_history unused = {0};
    const char *theme = NULL;
    game_action action;
    bool accepted = false;
    int seat = 0;
    if (line.at[0] == '*' && match_mover(before) == GAME_CHANCE &&
        game_read_line(before->game, &before->state, line, &action, &unused, TEXT_UNREAD))
        theme = judge->theme(&before->state, action, &seat, &accepted);
    if (theme) {
        struct lesson *own = &lesson[seat - 1];
        struct lesson_part *part =
            find_part(own->theme, &own->themes, LESSON_THEMES_MAX, span_of(theme));
        part->amount++;
        part->refused += !accepted;
    }
    game_history_free(&unused);
}

void people_lessons(const struct match *match, const struct analysis *a,
                    struct lesson lesson[GAME_SEATS_MAX])
{
    struct match *again = match_again(match);
    double variance[GAME_SEATS_MAX] = {0};
    memset(lesson, 0, GAME_SEATS_MAX * sizeof *lesson);
    for (size_t k = 0; k < a->count; k++) {
        const struct analysis_step *step = &a->step[k];
        const struct span line = span_of(match->body.line[step->line]);
        const double *before = k > 0 ? step[-1].after : a->start;
        add_costs(a, step, lesson);
        if (a->judge->theme)
            add_theme(again, a->judge, line, lesson);
        for (int i = 0; i < a->players && step->mover == GAME_CHANCE; i++)
            variance[i] += pow(step->after[i] - before[i], 2);
        match_replay(again, line);
    }
    for (int i = 0; i < a->players; i++) {
        lesson[i].luck = millionths(a->seat[i].luck);
        lesson[i].cost = millionths(a->seat[i].cost);
        lesson[i].variance = llround(variance[i] * 1e12);
    }
    match_free(again);
}
