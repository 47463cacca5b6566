/* Which decisions of an analysed game become cards. */
#include "base/memory.h"
#include "match/analyse.h"
#include "practise/card.h"

/* The game up to a line, with the names of its seats. */
static struct match *play_until(const struct match *match, size_t line)
{
    struct match *again = match_again(match);
    match_set_names(again, (const char(*)[MATCH_NAME_MAX])match->name);
    for (size_t i = 0; i < match->body.count && i < line; i++) {
        if (match->body.line[i][0] != '#')
            match_replay(again, span_of(match->body.line[i]));
    }
    return again;
}

/* What a step cost the seat. */
static double cost_of(const struct analysis *a, const struct analysis_step *step, int seat)
{
    if (!step->decision)
        return 0;
    if (step->seat == seat && step->mover != GAME_CHANCE && step->missed[seat - 1] == 0)
        return step->cost;
    return step->mover == GAME_ANYONE && seat <= a->players ? step->missed[seat - 1] : 0;
}

/* What the seat did at a line; at a timeout, nothing. False if the game cannot say. */
static bool find_played(const struct exercise *e, const char *line, game_action *played)
{
    struct game_history said = {0};
    bool found = true;
    game_history_set(&said, &e->match->history);
    if (line[0] == '0' + e->seat)
        found = game_read_line(e->match->game, e->match->state, span_of(line), played, &said,
                               TEXT_UNREAD);
    else if (e->practice->silence)
        *played = e->practice->silence(e->seat);
    else
        found = false;
    game_history_free(&said);
    return found;
}

/* Whether the interval of the difference separates the choices: the card's one promise. */
static bool is_separate(const struct practice_rule *rule, const struct exercise *e, size_t other)
{
    const struct choice *choice = &e->choice[other];
    const double loss = e->choice[0].share - choice->share;
    return loss >= rule->least && loss - rule->times * choice->apart >= ANALYSIS_MISTAKE;
}

/* Makes the exercise of a step, and judges it by the rule. */
static bool make(const struct match *match, const struct analysis *a, size_t step, int seat,
                 bool fine, const struct judging *judging, struct exercise *out)
{
    const struct practice *practice = practice_of(match->game);
    const size_t line = a->step[step].line;
    game_action played;
    *out = exercise_on(practice, play_until(match, line), seat);
    if (find_played(out, match->body.line[line], &played) &&
        exercise_judge_by(out, judging, &played) && out->played < out->count &&
        (out->played == 0) == fine && is_separate(&practice->rule, out, fine ? 1 : out->played))
        return true;
    exercise_free(out);
    return false;
}

/* The step that is next by its value, below that of the one before. */
struct next {
    double value;
    size_t step;
};

static double value_of(const struct analysis *a, size_t i, int seat, bool fine)
{
    const struct analysis_step *step = &a->step[i];
    if (!fine)
        return cost_of(a, step, seat);
    return step->decision && step->seat == seat ? step->gain : 0;
}

static bool find_next(const struct analysis *a, int seat, bool fine, struct next *next)
{
    struct next found = {0, a->count};
    for (size_t i = 0; i < a->count; i++) {
        const double value = value_of(a, i, seat, fine);
        const bool later = value < next->value || (value == next->value && i > next->step);
        if (later && value > found.value)
            found = (struct next){value, i};
    }
    *next = found;
    return found.step < a->count && found.value >= ANALYSIS_MISTAKE;
}

void cards_collect(const struct match *match, const struct analysis *a, int seat, card_taker *take,
                   void *context)
{
    if (!a->judge || !practice_of(match->game))
        return;
    struct judging judging =
        judging_open(a->judge, &match->settings, practice_of(match->game)->rule.depth);
    for (int fine = 0; fine < 2; fine++) {
        const int most = fine ? 1 : CARDS_OF_GAME;
        struct next next = {2, 0};
        /* Some candidates are not separate enough when they are judged again. */
        for (int tried = 0, made = 0; made < most && tried < 2 * most; tried++) {
            struct exercise e;
            if (!find_next(a, seat, fine, &next))
                break;
            if (make(match, a, next.step, seat, fine, &judging, &e)) {
                take(context, &e, fine);
                made++;
            }
        }
    }
    judging_close(&judging);
}
