#include "match/analyse.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "base/memory.h"

/* The record played again, and the judge at work. */
struct review {
    struct match *again;
    void *memory;
    struct rng rng;
};

static void judge_now(struct review *review, const struct judge *judge, struct judge_word *word)
{
    const struct match *match = review->again;
    if (match_mover(match) == GAME_OVER)
        judge_result(match->game, &match->state, match->settings.players, word);
    else
        judge->state(review->memory, &match->state, &match->side, &review->rng, word);
}

/* What the decision that the line makes costs, and what would have been best. */
static void judge_decision(struct review *review, const struct judge *judge, game_action chosen,
                           struct analysis_step *step)
{
    const struct match *match = review->again;
    const int seat = step->mover;
    game_action actions[GAME_ACTIONS_MAX];
    struct judge_word *word = memory_new(GAME_ACTIONS_MAX, sizeof *word);
    union game_state view = match->state;
    match->game->hide(&view, seat);
    const size_t count = match->game->actions(&view, seat, actions);
    size_t best = 0, played = 0;
    step->decision = count > 1;
    if (count > 1) {
        judge->actions(review->memory, &view, &match->side, seat, actions, count, &review->rng,
                       word);
        for (size_t i = 0; i < count; i++) {
            played = actions[i] == chosen ? i : played;
            best = word[i].share[seat - 1] > word[best].share[seat - 1] ? i : best;
        }
        step->cost = word[best].share[seat - 1] - word[played].share[seat - 1];
        step->error = fmax(word[best].error, word[played].error);
        if (step->cost < 2 * step->error) /* the best of many guesses looks too good */
            step->cost = 0;
        if (step->cost > 0) {
            char line[GAME_LINE_MAX];
            struct text out = text_on(line, sizeof line);
            match->game->write(&match->state, actions[best], NULL, GAME_OPEN, &out);
            snprintf(step->best, sizeof step->best, "%s", line + strcspn(line, " ") + 1);
        }
    }
    free(word);
}

static bool is_mistake(const struct analysis_step *step)
{
    return step->decision && step->cost >= 0.001;
}

/* Puts what the step changed down to luck, cost or others. */
static void account(struct analysis *a, const struct analysis_step *step,
                    const double before[GAME_SEATS_MAX])
{
    for (int i = 0; i < a->players; i++) {
        struct analysis_seat *seat = &a->seat[i];
        const double change = step->after[i] - before[i];
        if (step->mover == GAME_CHANCE) {
            seat->luck += change;
        } else if (step->mover == i + 1) {
            seat->cost += step->cost;
            seat->unexplained += change + step->cost;
            seat->decisions += step->decision;
            seat->mistakes += is_mistake(step);
        } else {
            seat->others += change;
        }
    }
}

static void find_moments(struct analysis *a)
{
    double most_luck = 0, most_cost = 0;
    int seat;
    a->luckiest = a->costliest = a->count;
    for (size_t i = 0; i < a->count; i++) {
        if (a->step[i].mover == GAME_CHANCE && analysis_luck(a, i, &seat) > most_luck) {
            most_luck = analysis_luck(a, i, &seat);
            a->luckiest = i;
        }
        if (is_mistake(&a->step[i]) && a->step[i].cost > most_cost) {
            most_cost = a->step[i].cost;
            a->costliest = i;
        }
    }
}

/* One line of the record: who did what, and what it changed. */
static void take_step(struct review *review, const struct judge *judge, struct analysis *a,
                      struct span line, struct analysis_step *step)
{
    char buffer[TEXT_WHY];
    struct text why = text_on(buffer, sizeof buffer);
    struct match *match = review->again;
    game_action action;
    step->mover = match_mover(match);
    if (judge && step->mover > 0 &&
        game_read_line(match->game, &match->state, line, &action, &match->side, &why))
        judge_decision(review, judge, action, step);
    if (!match_do(match, line, &why))
        abort(); /* it was legal when it was read */
    struct judge_word word = {{0}, 0};
    if (judge)
        judge_now(review, judge, &word);
    memcpy(step->after, word.share, sizeof step->after);
    step->error = fmax(step->error, word.error);
    if (judge)
        account(a, step, step > a->step ? step[-1].after : a->start);
}

void analyse(const struct match *match, struct analysis *a, struct text *why,
             analyse_progress *progress, void *context)
{
    const struct judge *judge = judge_of(match->game);
    struct review review = {0};
    text_clear(why);
    if (!judge)
        text_fail(why, tr("nobody can judge the decisions of %s, so luck and errors are not known"),
                  match->game->title);
    else if (!judge->ready(&match->settings, why))
        judge = NULL;
    *a = (struct analysis){.judge = judge, .players = match->settings.players};
    a->step = memory_new(match->body.count + 1, sizeof *a->step);
    char buffer[TEXT_WHY];
    struct text reason = text_on(buffer, sizeof buffer);
    review.again = match_new(match->game, &match->settings, &reason);
    if (!review.again)
        abort();
    rng_seed(&review.rng, match->body.count);
    struct judge_word word = {{0}, 0};
    if (judge) {
        review.memory = judge->open(&match->settings);
        judge_now(&review, judge, &word);
    }
    memcpy(a->start, word.share, sizeof a->start);
    for (size_t i = 0; i < match->body.count; i++) {
        const struct span line = span_of(match->body.line[i]);
        if (line.at[0] == '#')
            continue;
        a->step[a->count].line = i;
        take_step(&review, judge, a, line, &a->step[a->count]);
        a->count++;
        if (progress && !progress(context, i + 1, match->body.count))
            break;
    }
    a->over = match_mover(review.again) == GAME_OVER;
    if (judge)
        judge->close(review.memory);
    match_free(review.again);
    find_moments(a);
}

void analysis_free(struct analysis *a)
{
    free(a->step);
    a->step = NULL;
}

double analysis_luck(const struct analysis *a, size_t step, int *seat)
{
    const double *before = step > 0 ? a->step[step - 1].after : a->start;
    double most = -1;
    for (int i = 0; i < a->players; i++) {
        const double luck = a->step[step].after[i] - before[i];
        if (luck > most) {
            most = luck;
            *seat = i + 1;
        }
    }
    return most;
}

double analysis_rate(const struct analysis_seat *seat)
{
    return seat->decisions ? 100 * seat->cost / seat->decisions : 0;
}

/* By what bots lose: at Easy Come Easy Go greedy costs about 0.2 a decision, random about 2. */
const char *analysis_verdict(const struct analysis_seat *seat)
{
    static const struct {
        double most;
        const char *words;
    } verdicts[] = {
        {0.005, mark("flawless")}, {0.05, mark("masterly")}, {0.15, mark("very good")},
        {0.4, mark("good")},       {1, mark("fair")},        {2, mark("weak")},
    };
    if (seat->decisions == 0)
        return mark("nothing to decide");
    for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++) {
        if (analysis_rate(seat) <= verdicts[i].most)
            return verdicts[i].words;
    }
    return mark("poor");
}
