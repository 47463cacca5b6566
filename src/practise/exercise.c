#include "practise/exercise.h"

#include <math.h>
#include <string.h>

#include "base/lang.h"
#include "base/memory.h"
#include "match/analyse.h"

const struct practice *practice_of(const struct game *game)
{
    for (const struct practice *const *practice = practice_list; *practice; practice++) {
        if ((*practice)->game == game)
            return *practice;
    }
    return NULL;
}

int practice_theme(const struct practice *practice, struct span id)
{
    for (int i = 0; practice->themes[i].id; i++) {
        if (span_is(id, practice->themes[i].id))
            return i;
    }
    return -1;
}

struct exercise exercise_on(const struct practice *practice, struct match *match, int seat)
{
    return (struct exercise){.practice = practice, .match = match, .seat = seat};
}

void exercise_free(struct exercise *exercise)
{
    if (exercise->match)
        match_free(exercise->match);
    memory_free(exercise->choice);
    *exercise = (struct exercise){0};
}

union game_state exercise_view(const struct exercise *exercise)
{
    union game_state view = match_state(exercise->match);
    exercise->match->game->hide(&view, exercise->seat);
    return view;
}

/* Sorts by value, equal ones in their order. */
static void insert(struct choice list[], size_t count, struct choice choice)
{
    for (; count > 0 && list[count - 1].share < choice.share; count--)
        list[count] = list[count - 1];
    list[count] = choice;
}

/* Judges some actions of the exercise's seat into `out`. */
static void judge_by(const struct exercise *e, const struct judging *judging,
                     const game_action actions[], size_t count, struct judgement out[])
{
    const struct match *match = e->match;
    const union game_state view = exercise_view(e);
    struct rng rng;
    rng_seed(&rng, match->body.count);
    judging_actions(judging, &view, &match->history, e->seat, actions, count, &rng, out);
}

/* The judge of the exercise, opened. False if none is ready. */
static bool open_judge(const struct exercise *e, int depth, struct judging *judging)
{
    const struct judge *found = judge_of(e->match->game);
    if (!found || !found->ready(&e->match->settings, TEXT_UNREAD))
        return false;
    *judging = judging_open(found, &e->match->settings, depth);
    return true;
}

bool exercise_judge(struct exercise *e, int depth, const game_action *played)
{
    struct judging judging;
    if (!open_judge(e, depth, &judging))
        return false;
    const bool judged = exercise_judge_by(e, &judging, played);
    judging_close(&judging);
    return judged;
}

bool exercise_judge_by(struct exercise *e, const struct judging *judging, const game_action *played)
{
    const union game_state view = exercise_view(e);
    game_action actions[GAME_ACTIONS_MAX];
    size_t count = judge_choices(judging->judge, &view, e->seat, actions), at = 0;
    while (played && at < count && actions[at] != *played)
        at++;
    if (played && at > 0 && at == count && count < GAME_ACTIONS_MAX)
        actions[count++] = *played;
    if (count < 2)
        return false;
    struct judgement *judged = memory_new(count, sizeof *judged);
    judge_by(e, judging, actions, count, judged);
    e->choice = memory_new(count, sizeof *e->choice);
    e->count = count;
    e->depth = judging->depth;
    for (size_t i = 0; i < count; i++)
        insert(e->choice, i,
               (struct choice){actions[i], judged[i].share[e->seat - 1], judged[i].error,
                               judged[i].apart});
    memory_free(judged);
    for (e->played = 0; e->played < count; e->played++) {
        if (played && e->choice[e->played].action == *played)
            break;
    }
    const size_t other = e->played < count && e->played > 0 ? e->played : 1;
    e->theme = e->practice->theme(&view, e->seat, e->choice[0].action, e->choice[other].action);
    return true;
}

double exercise_loss(const struct exercise *e, const struct choice *choice)
{
    const double loss = e->choice[0].share - choice->share;
    return loss < choice->apart ? 0 : loss;
}

/* Judges the best choice and another one. */
static bool judge_other(const struct exercise *e, game_action action, struct choice *out)
{
    const game_action pair[2] = {e->choice[0].action, action};
    struct judgement judged[2];
    struct judging judging;
    if (!open_judge(e, e->depth, &judging))
        return false;
    judge_by(e, &judging, pair, 2, judged);
    judging_close(&judging);
    const int i = e->seat - 1;
    /* Shown beside the listed values, so by its distance from the best. */
    *out = (struct choice){
        action,
        fmin(e->choice[0].share, e->choice[0].share + judged[1].share[i] - judged[0].share[i]),
        judged[1].error, fmax(judged[0].apart, judged[1].apart)};
    return true;
}

bool exercise_answer(const struct exercise *e, struct span line, struct answer *answer,
                     struct text *why)
{
    char buffer[GAME_LINE_MAX];
    struct text whole = text_on(buffer, sizeof buffer);
    struct game_history said = {0};
    game_action action;
    if (line.length < 2 || line.at[1] != ' ' || line.at[0] != '0' + e->seat)
        text_printf(&whole, "%d ", e->seat);
    text_add_bytes(&whole, line.at, line.length);
    game_history_set(&said, &e->match->history);
    const bool legal =
        game_read_line(e->match->game, e->match->state, span_of(buffer), &action, &said, why);
    memcpy(e->match->history.said, said.said, sizeof said.said); /* the judge says the word */
    game_history_free(&said);
    if (!legal)
        return false;
    size_t at = 0;
    while (at < e->count && e->choice[at].action != action)
        at++;
    if (at < e->count)
        answer->choice = e->choice[at];
    else if (!judge_other(e, action, &answer->choice))
        return text_fail(why, tr("this choice cannot be judged"));
    answer->loss = exercise_loss(e, &answer->choice);
    answer->right = answer->loss < ANALYSIS_MISTAKE;
    return true;
}

void exercise_words(const struct exercise *e, game_action action, struct text *out)
{
    char buffer[GAME_LINE_MAX];
    struct text line = text_on(buffer, sizeof buffer);
    e->match->game->write(e->match->state, action, &e->match->history, GAME_OPEN, &line);
    text_add(out, buffer + strcspn(buffer, " ") + 1);
}

void exercise_explain(const struct exercise *e, const struct answer *answer, struct text *out)
{
    const union game_state view = exercise_view(e);
    const struct choice *best = &e->choice[0], *other = &answer->choice;
    char numbers[TEXT_WHY];
    struct text values = text_on(numbers, sizeof numbers);
    if (other->action == best->action)
        other = e->played > 0 && e->played < e->count ? &e->choice[e->played] : &e->choice[1];
    text_printf(&values, tr("The best choice is worth %.0f of 100 games, the other %.0f."),
                100 * best->share, 100 * other->share);
    if (fabs(best->share - other->share) < 0.01) {
        text_clear(&values);
        text_printf(&values, tr("The best choice is worth %.1f of 100 games, the other %.1f."),
                    100 * best->share, 100 * other->share);
    }
    if (lang_is_french())
        text_use_decimal_commas(numbers);
    text_add(out, numbers);
    struct text facts = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    e->practice->because(e->match, &view, e->seat, best->action, other->action, &facts);
    if (facts.length)
        text_printf(out, " %s", facts.start);
}
