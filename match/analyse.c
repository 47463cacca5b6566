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

static void judge_now(struct review *review, const struct judge *judge, struct judgement *word)
{
    const struct match *match = review->again;
    if (match_mover(match) == GAME_OVER)
        judge_result(match->game, &match->state, match->settings.players, word);
    else
        judge->state(review->memory, &match->state, &match->history, &review->rng, word);
}

/* A decision: what the judge thinks of its actions, of which one is the best. */
struct decision {
    game_action actions[GAME_ACTIONS_MAX];
    struct judgement word[GAME_ACTIONS_MAX];
    size_t count, best; /* fewer than two: there is nothing to decide */
    char best_words[GAME_LINE_MAX];
};

/* `played` is judged, too, where it is not among the best or no list knows it. */
static void judge_choice(struct review *review, const struct judge *judge, int seat,
                         const game_action *played, struct decision *d)
{
    const struct match *match = review->again;
    union game_state view = match->state;
    char line[GAME_LINE_MAX];
    struct text out = text_on(line, sizeof line);
    size_t at = 0;
    match->game->hide(&view, seat);
    d->best = 0;
    d->count = judge_choices(judge, &view, seat, d->actions);
    while (played && at < d->count && d->actions[at] != *played)
        at++;
    if (played && at > 0 && at == d->count)
        d->actions[d->count++] = *played;
    if (d->count < 2)
        return;
    judge->actions(review->memory, &view, &match->history, seat, d->actions, d->count, &review->rng,
                   d->word);
    for (size_t i = 0; i < d->count; i++) {
        if (d->word[i].share[seat - 1] > d->word[d->best].share[seat - 1])
            d->best = i;
    }
    match->game->write(&match->state, d->actions[d->best], &match->history, GAME_OPEN, &out);
    snprintf(d->best_words, sizeof d->best_words, "%s", line + strcspn(line, " ") + 1);
}

/* What is lost by `share` instead of the best; nothing within twice the error, since the best of
 * many guesses looks too good. */
static double cost_of(const struct decision *d, int seat, double share, double apart)
{
    const double cost = d->word[d->best].share[seat - 1] - share;
    return cost < 2 * apart ? 0 : cost;
}

/* Before it is called a mistake: the best and what was played again, longer, unless they were the
 * only two anyway. */
static double cost_again(struct review *review, const struct judge *judge, const struct decision *d,
                         int seat, size_t played, double cost)
{
    const game_action pair[2] = {d->actions[d->best], d->actions[played]};
    const struct match *match = review->again;
    union game_state view = match->state;
    struct judgement word[2];
    if (cost <= 0 || !judge->looks_longer || d->count < 3)
        return cost;
    match->game->hide(&view, seat);
    judge->actions(review->memory, &view, &match->history, seat, pair, 2, &review->rng, word);
    cost = word[0].share[seat - 1] - word[1].share[seat - 1];
    return cost < 2 * fmax(word[0].apart, word[1].apart) ? 0 : cost;
}

static bool is_mistake(double cost)
{
    return cost >= 0.001;
}

static void add_decision(struct analysis_seat *seat, double cost, double speed)
{
    seat->cost += cost;
    seat->speed += speed;
    seat->decisions++;
    seat->mistakes += is_mistake(cost);
}

/* What the decision that the line makes costs, and what would have been best. `expected` receives
 * what it makes of everybody's chances, as far as that can be said before it is done; returns what
 * speed was worth. */
static double judge_decision(struct review *review, const struct judge *judge, game_action chosen,
                             const double before[], struct analysis *a, struct analysis_step *step,
                             double expected[])
{
    struct decision *d = memory_new(1, sizeof *d);
    const int i = step->seat - 1;
    size_t played = 0;
    double speed = 0;
    judge_choice(review, judge, step->seat, &chosen, d);
    while (played < d->count && d->actions[played] != chosen)
        played++;
    /* A word that is refused at no price leaves everything as it was: nothing was decided. */
    if (d->count > 1 && (step->mover != GAME_ANYONE || d->word[played].share[i] != before[i])) {
        const struct judgement *word = &d->word[played];
        step->decision = true;
        memcpy(expected, word->share, sizeof word->share);
        step->error = fmax(d->word[d->best].error, word->error);
        step->cost = cost_of(d, step->seat, word->share[i], word->apart);
        step->cost = cost_again(review, judge, d, step->seat, played, step->cost);
        if (step->cost > 0)
            memcpy(step->best, d->best_words, sizeof step->best);
        if (step->mover == GAME_ANYONE)
            speed = word->share[i] + step->cost - before[i];
        add_decision(&a->seat[i], step->cost, speed);
    }
    free(d);
    return speed;
}

/* The time is out, and everybody has been judged: who could still have spoken has missed something.
 */
static void add_silence(const struct decision silent[], const double before[], struct analysis *a,
                        struct analysis_step *step)
{
    for (int i = 0; i < a->players; i++) {
        const struct decision *d = &silent[i];
        if (d->count < 2) {
            a->seat[i].others += step->after[i] - before[i];
            continue;
        }
        const double cost = cost_of(d, i + 1, step->after[i], d->word[d->best].error);
        step->missed[i] = cost;
        step->decision = true;
        add_decision(&a->seat[i], cost, step->after[i] + cost - before[i]);
        if (cost > step->cost) {
            step->cost = cost;
            step->seat = i + 1;
            memcpy(step->best, d->best_words, sizeof step->best);
        }
    }
}

/* Puts what the step changed down to luck or to others; what a seat's own step changed is in the
 * books already. What was not expected of it stays unexplained. */
static void account(struct analysis *a, const struct analysis_step *step, bool hidden, double speed,
                    const double before[], const double expected[])
{
    for (int i = 0; i < a->players; i++) {
        struct analysis_seat *seat = &a->seat[i];
        double *rest = hidden && step->decision ? &seat->hidden : &seat->unexplained;
        if (step->mover == GAME_CHANCE) {
            seat->luck += step->after[i] - before[i];
        } else if (step->seat == i + 1) {
            *rest += step->after[i] - before[i] + step->cost - speed;
        } else {
            seat->others += expected[i] - before[i];
            *rest += step->after[i] - expected[i];
        }
    }
}

/* Whether the seat has no choice. */
static bool is_forced(const struct match *match, int seat)
{
    game_action actions[GAME_ACTIONS_MAX];
    return match->game->actions(&match->state, seat, actions) == 1;
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
        if (is_mistake(a->step[i].cost) && a->step[i].cost > most_cost) {
            most_cost = a->step[i].cost;
            a->costliest = i;
        }
    }
}

/* The seat that a line names; 0 for dice and clock. */
static int actor_of(struct span line)
{
    return line.at[0] == '*' ? 0 : line.at[0] - '0';
}

/* One line of the record: who did what, and what it changed. */
static void take_step(struct review *review, const struct judge *judge, struct analysis *a,
                      struct span line, struct analysis_step *step)
{
    char buffer[TEXT_WHY];
    struct text why = text_on(buffer, sizeof buffer);
    struct match *match = review->again;
    struct decision *silent = NULL;
    const double *before = step > a->step ? step[-1].after : a->start;
    double expected[GAME_SEATS_MAX], speed = 0;
    game_action action;
    step->mover = match_mover(match);
    step->seat = actor_of(line);
    const bool forced = step->seat && is_forced(match, step->seat);
    memcpy(expected, before, sizeof expected);
    a->race = a->race || step->mover == GAME_ANYONE;
    if (judge && step->seat &&
        game_read_line(match->game, &match->state, line, &action, &match->history, &why))
        speed = judge_decision(review, judge, action, before, a, step, expected);
    if (judge && step->mover == GAME_ANYONE && !step->seat) {
        silent = memory_new((size_t)a->players, sizeof *silent);
        for (int seat = 1; seat <= a->players; seat++)
            judge_choice(review, judge, seat, NULL, &silent[seat - 1]);
    }
    if (!match_do(match, line, &why))
        abort(); /* it was legal when it was read */
    struct judgement word = {{0}, 0, 0};
    if (judge)
        judge_now(review, judge, &word);
    memcpy(step->after, word.share, sizeof step->after);
    step->error = fmax(step->error, word.error);
    if (a->players == 2 && step->mover > 0) /* what one loses the other gains */
        expected[2 - step->seat] = before[2 - step->seat] + step->cost;
    else if (!forced && (!step->decision || match->game->flags & GAME_HIDDEN))
        memcpy(expected, step->after, sizeof expected); /* the chooser's word is of other worlds */
    if (silent)
        add_silence(silent, before, a, step);
    else if (judge)
        account(a, step, match->game->flags & GAME_HIDDEN, speed, before, expected);
    free(silent);
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
    struct judgement word = {{0}, 0, 0};
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
        a->cut =
            progress && !progress(context, i + 1, match->body.count) && i + 1 < match->body.count;
        if (a->cut)
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
    double max = -1;
    for (int i = 0; i < a->players; i++) {
        const double luck = a->step[step].after[i] - before[i];
        if (luck > max) {
            max = luck;
            *seat = i + 1;
        }
    }
    return max;
}

double analysis_rate(const struct analysis_seat *seat)
{
    return seat->decisions ? 100 * seat->cost / seat->decisions : 0;
}

const char *analysis_verdict(const struct analysis *a, const struct analysis_seat *seat)
{
    static const char *const words[JUDGE_VERDICTS + 1] = {
        mark("flawless"), mark("masterly"), mark("very good"), mark("good"),
        mark("fair"),     mark("weak"),     mark("poor"),
    };
    /* Among more players everything moves a chance less. */
    const double rate = analysis_rate(seat) * sqrt(a->players / 2.0);
    int i = 0;
    if (seat->decisions == 0)
        return mark("nothing to decide");
    while (i < JUDGE_VERDICTS && rate > a->judge->verdict[i])
        i++;
    return words[i];
}
