#include "match/analyse.h"

#include <math.h>
#include <string.h>

#include "base/lang.h"
#include "base/memory.h"

/* The record being played again, and the judge at work. */
struct replay {
    struct match *match;
    struct judging judging;
    struct judging longer; /* one depth deeper, to check mistakes; judge NULL: no check */
    struct rng rng;
};

static void judge_now(struct replay *replay, struct judgement *out)
{
    const struct match *match = replay->match;
    uint8_t share[GAME_SEATS_MAX];
    if (match_mover(match) == GAME_OVER) {
        match_result(match, share);
        judge_shares(share, match->settings.players, out);
        return;
    }
    judging_state(&replay->judging, &match->state, &match->history, &replay->rng, out);
}

/* A decision: its actions, what the judge says of each, and which is the best. */
struct decision {
    game_action actions[GAME_ACTIONS_MAX];
    struct judgement judged[GAME_ACTIONS_MAX];
    size_t count, best; /* a count below two: there is nothing to decide */
    size_t next;        /* the second best */
    char best_text[GAME_LINE_MAX];
};

/* Writes an action without its seat. */
static void write_choice(const struct match *match, game_action action, char to[GAME_LINE_MAX])
{
    struct text line = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    match->game->write(&match->state, action, &match->history, GAME_OPEN, &line);
    snprintf(to, GAME_LINE_MAX, "%s", line.start + strcspn(line.start, " ") + 1);
}

/* Sets the best choice and the second best, the first among equals. */
static void rank_choices(struct decision *d, int seat)
{
    d->best = judge_best(d->judged, d->count, seat);
    d->next = d->best > 0 ? 0 : 1;
    for (size_t i = 0; i < d->count; i++) {
        if (i != d->best && d->judged[i].share[seat - 1] > d->judged[d->next].share[seat - 1])
            d->next = i;
    }
}

/* Judges the seat's choices, and `played` too if the judge's list leaves it out. NULL: nothing was
 * played. */
static void judge_choice(struct replay *replay, const struct judge *judge, int seat,
                         const game_action *played, struct decision *d)
{
    const struct match *match = replay->match;
    union game_state view = match_state(match);
    size_t at = 0;
    match->game->hide(&view, seat);
    d->count = judge_choices(judge, &view, seat, d->actions);
    while (played && at < d->count && d->actions[at] != *played)
        at++;
    if (played && at > 0 && at == d->count)
        d->actions[d->count++] = *played;
    if (d->count < 2)
        return;
    judging_actions(&replay->judging, &view, &match->history, seat, d->actions, d->count,
                    &replay->rng, d->judged);
    rank_choices(d, seat);
    write_choice(match, d->actions[d->best], d->best_text);
}

/* The loss of `share` against the best action. Differences within their error (`apart`) count
 * as none, since the maximum of many estimates is biased upwards. */
static double cost_of(const struct decision *d, int seat, double share, double apart)
{
    const double cost = d->judged[d->best].share[seat - 1] - share;
    return cost < apart ? 0 : cost;
}

/* The cost once more, from a longer search of just the best action and the played one. */
static double cost_again(struct replay *replay, const struct decision *d, int seat, size_t played,
                         double cost)
{
    const game_action pair[2] = {d->actions[d->best], d->actions[played]};
    const struct match *match = replay->match;
    union game_state view = match_state(match);
    struct judgement judged[2];
    if (cost <= 0 || !replay->longer.judge)
        return cost;
    match->game->hide(&view, seat);
    judging_actions(&replay->longer, &view, &match->history, seat, pair, 2, &replay->rng, judged);
    cost = judged[0].share[seat - 1] - judged[1].share[seat - 1];
    return cost < fmax(judged[0].apart, judged[1].apart) ? 0 : cost;
}

/* The best action was played: by how much it beats the second best, where that is more than the
 * error of the difference. */
static void note_gain(const struct match *match, const struct decision *d,
                      struct analysis_step *step)
{
    const struct judgement *next = &d->judged[d->next];
    const double gain = d->judged[d->best].share[step->seat - 1] - next->share[step->seat - 1];
    if (gain <= next->apart)
        return;
    step->gain = gain;
    write_choice(match, d->actions[d->next], step->next);
}

static bool is_mistake(double cost)
{
    return cost >= ANALYSIS_MISTAKE;
}

static void add_decision(struct analysis_seat *seat, double cost, double speed)
{
    seat->cost += cost;
    seat->speed += speed;
    seat->decisions++;
    seat->mistakes += is_mistake(cost);
}

/* Judges the seat's decision to play `chosen`: sets the step's cost, error and best action, and
 * `expected`, everybody's chances as predicted before it is applied. Returns what speed was worth.
 */
static double judge_decision(struct replay *replay, const struct judge *judge, game_action chosen,
                             const double before[], struct analysis *a, struct analysis_step *step,
                             double expected[])
{
    struct decision *d = memory_new(1, sizeof *d);
    const int i = step->seat - 1;
    size_t played = 0;
    double speed = 0;
    judge_choice(replay, judge, step->seat, &chosen, d);
    while (played < d->count && d->actions[played] != chosen)
        played++;
    /* In a race, an answer that is refused without a penalty changes nothing: no decision. */
    if (d->count > 1 && (step->mover != GAME_ANYONE || d->judged[played].share[i] != before[i])) {
        const struct judgement *choice = &d->judged[played];
        step->decision = true;
        memcpy(expected, choice->share, sizeof choice->share);
        step->error = fmax(d->judged[d->best].error, choice->error);
        step->cost = cost_of(d, step->seat, choice->share[i], choice->apart);
        step->cost = cost_again(replay, d, step->seat, played, step->cost);
        if (step->cost > 0)
            memcpy(step->best, d->best_text, sizeof step->best);
        else if (step->mover != GAME_ANYONE && played == d->best)
            note_gain(replay->match, d, step);
        if (step->mover == GAME_ANYONE)
            speed = choice->share[i] + step->cost - before[i];
        add_decision(&a->seat[i], step->cost, speed);
    }
    memory_free(d);
    return speed;
}

/* At the end of the time: a seat that could still have acted has missed something. `silent` holds
 * every seat's judged choices. */
static void add_silence(const struct decision silent[], const double before[], struct analysis *a,
                        struct analysis_step *step)
{
    for (int i = 0; i < a->players; i++) {
        const struct decision *d = &silent[i];
        if (d->count < 2) {
            a->seat[i].others += step->after[i] - before[i];
            continue;
        }
        const double cost = cost_of(d, i + 1, step->after[i], d->judged[d->best].error);
        step->missed[i] = cost;
        step->decision = true;
        add_decision(&a->seat[i], cost, step->after[i] + cost - before[i]);
        if (cost > step->cost) {
            step->cost = cost;
            step->seat = i + 1;
            memcpy(step->best, d->best_text, sizeof step->best);
        }
    }
}

/* Attributes the step's change of each seat's chances to luck or to others. The acting seat's cost
 * and speed have been added already. The difference to `expected` goes to `hidden` in a game with
 * secrets, and stays unexplained otherwise. */
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

/* Whether the seat has exactly one legal action. */
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

/* The seat whose line it is; 0 for dice and the clock. */
static int actor_of(struct span line)
{
    return line.at[0] == '*' ? 0 : line.at[0] - '0';
}

/* Counts an answer that the line, a ruling, refuses as a matter of opinion. */
static void count_disputed(const struct match *match, const struct judge *judge, struct span line,
                           struct analysis *a)
{
    struct game_history unused = {0};
    game_action action;
    const int seat = judge->disputed && game_read_line(match->game, &match->state, line, &action,
                                                       &unused, TEXT_UNREAD)
                         ? judge->disputed(&match->state, action)
                         : 0;
    if (seat)
        a->seat[seat - 1].disputed++;
}

/* A seat forfeits: that is a loss which its play does not explain, and a gift to the others. An
 * agreed draw is a gift between the players. */
static void take_ending(struct replay *replay, struct analysis *a, struct analysis_step *step)
{
    const double *before = step > a->step ? step[-1].after : a->start;
    struct judgement now;
    if (replay->match->ended != MATCH_DRAWN) {
        a->forfeited = step->seat;
        a->forfeit = before[step->seat - 1];
    }
    judge_now(replay, &now);
    memcpy(step->after, now.share, sizeof step->after);
    for (int i = 0; i < a->players; i++) {
        struct analysis_seat *seat = &a->seat[i];
        *(i + 1 == a->forfeited ? &seat->unexplained : &seat->others) += step->after[i] - before[i];
    }
}

/* Plays one line of the record and fills in its step. */
static void take_step(struct replay *replay, const struct judge *judge, struct analysis *a,
                      struct span line, struct analysis_step *step)
{
    struct match *match = replay->match;
    struct decision *silent = NULL;
    const double *before = step > a->step ? step[-1].after : a->start;
    double expected[GAME_SEATS_MAX], speed = 0;
    game_action action;
    step->mover = match_mover(match);
    if (match_ending_of(line)) {
        match_replay(match, line);
        step->seat = step->mover = actor_of(line); /* even at a roll, the ending is this seat's */
        if (judge)
            take_ending(replay, a, step);
        return;
    }
    step->seat = actor_of(line);
    const bool forced = step->seat && is_forced(match, step->seat);
    memcpy(expected, before, sizeof expected);
    a->race = a->race || step->mover == GAME_ANYONE;
    if (judge && !step->seat)
        count_disputed(match, judge, line, a);
    if (judge && step->seat &&
        game_read_line(match->game, &match->state, line, &action, &match->history, TEXT_UNREAD))
        speed = judge_decision(replay, judge, action, before, a, step, expected);
    if (judge && step->mover == GAME_ANYONE && !step->seat) {
        silent = memory_new((size_t)a->players, sizeof *silent);
        for (int seat = 1; seat <= a->players; seat++)
            judge_choice(replay, judge, seat, NULL, &silent[seat - 1]);
    }
    match_replay(match, line);
    struct judgement now = {0};
    if (judge)
        judge_now(replay, &now);
    memcpy(step->after, now.share, sizeof step->after);
    step->error = fmax(step->error, now.error);
    if (a->players == 2 && step->mover > 0) /* one player's loss is the other's gain */
        expected[2 - step->seat] = before[2 - step->seat] + step->cost;
    else if (!forced && (!step->decision || match->game->flags & GAME_HIDDEN))
        memcpy(expected, step->after, sizeof expected); /* the judge saw only the seat's view */
    if (silent)
        add_silence(silent, before, a, step);
    else if (judge)
        account(a, step, match->game->flags & GAME_HIDDEN, speed, before, expected);
    memory_free(silent);
}

void analyse_watched(const struct match *match, int depth, const stop_flag *stop,
                     struct analysis *a, struct text *why, analyse_progress *progress,
                     void *context)
{
    const struct judge *judge = judge_of(match->game);
    struct replay replay = {.match = match_again(match)};
    text_clear(why);
    if (!judge)
        text_fail(why, tr("no judge exists for %s, so luck and mistakes are unknown"),
                  match->game->title);
    else if (!judge->ready(&match->settings, why))
        judge = NULL;
    *a = (struct analysis){.judge = judge, .players = match->settings.players};
    a->step = memory_new(match->body.count + 1, sizeof *a->step);
    rng_seed(&replay.rng, match->body.count);
    struct judgement now = {0};
    if (judge) {
        replay.judging = judging_open(judge, &match->settings, depth);
        a->depth = replay.judging.depth;
        if (judge->looks_longer && a->depth < judge->depths)
            replay.longer = judging_open(judge, &match->settings, a->depth + 1);
        judging_watch(&replay.judging, stop);
        if (replay.longer.judge)
            judging_watch(&replay.longer, stop);
        judge_now(&replay, &now);
    }
    memcpy(a->start, now.share, sizeof a->start);
    for (size_t i = 0; i < match->body.count; i++) {
        const struct span line = span_of(match->body.line[i]);
        if (line.at[0] == '#')
            continue;
        a->step[a->count].line = i;
        take_step(&replay, judge, a, line, &a->step[a->count]);
        a->count++;
        a->cut =
            progress && !progress(context, i + 1, match->body.count) && i + 1 < match->body.count;
        if (a->cut)
            break;
    }
    a->over = match_mover(replay.match) == GAME_OVER;
    if (judge)
        judging_close(&replay.judging);
    if (replay.longer.judge)
        judging_close(&replay.longer);
    match_free(replay.match);
    find_moments(a);
}

void analyse(const struct match *match, int depth, struct analysis *a, struct text *why,
             analyse_progress *progress, void *context)
{
    analyse_watched(match, depth, NULL, a, why, progress, context);
}

void analysis_free(struct analysis *a)
{
    memory_free(a->step);
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
    static const char *const names[JUDGE_VERDICTS + 1] = {
        mark("flawless"), mark("masterly"), mark("very good"), mark("good"),
        mark("fair"),     mark("weak"),     mark("poor"),
    };
    /* With more players each decision changes a chance less. */
    const double rate = analysis_rate(seat) * sqrt(a->players / 2.0);
    int i = 0;
    if (seat->decisions == 0)
        return mark("nothing to decide");
    while (i < JUDGE_VERDICTS && rate > a->judge->verdict[i])
        i++;
    return names[i];
}
