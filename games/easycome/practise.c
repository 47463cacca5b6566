/* Practising Easy Come Easy Go: every value is the solution's. */
#include "base/lang.h"
#include "games/easycome/solve/solution.h"
#include "practise/practice.h"

enum { KEEP, TAKE, WHICH, DEFEND };

static const struct practice_theme themes[] = {
    [KEEP] = {"keep", mark("What to keep"), mark("Which dice do you keep?"), 2, 40},
    [TAKE] = {"take", mark("Take or go on"), mark("Do you take a prize, or roll again?"), 2, 40},
    [WHICH] = {"which", mark("Which prize to take"), mark("Which prize do you take?"), 2, 40},
    [DEFEND] = {"defend", mark("Defend against three prizes"),
                mark("Somebody has three prizes. What do you do?"), 2, 60},
    {.id = NULL},
};

static bool is_threatened(const struct easycome *s, int seat)
{
    for (int other = 0; other < s->players; other++) {
        if (other != seat - 1 && s->count[other] >= EASYCOME_TO_HOLD)
            return true;
    }
    return false;
}

static int theme(const void *view, int seat, game_action best, game_action other)
{
    const bool keep[2] = {easycome_kind_of(best) == EASYCOME_KEEP,
                          easycome_kind_of(other) == EASYCOME_KEEP};
    if (is_threatened(view, seat))
        return DEFEND;
    return keep[0] && keep[1] ? KEEP : keep[0] || keep[1] ? TAKE : WHICH;
}

static bool offers(const void *view, int seat, int wanted, const game_action actions[],
                   size_t count)
{
    size_t keeps = 0;
    for (size_t i = 0; i < count; i++)
        keeps += easycome_kind_of(actions[i]) == EASYCOME_KEEP;
    if (is_threatened(view, seat) != (wanted == DEFEND))
        return false;
    return wanted == DEFEND || (wanted == KEEP   ? keeps > 1
                                : wanted == TAKE ? keeps > 0 && keeps < count
                                                 : count - keeps > 1);
}

/* The prize, and whose it is. */
static void add_prize(const struct match *match, const struct easycome *s, int seat, int prize,
                      struct text *out)
{
    const int holder = easycome_holder(s, prize);
    const unsigned own = s->count[seat - 1] + 1u;
    const char *title = tr(easycome_prize_titles[prize]);
    if (holder < 0) {
        text_printf(out,
                    trn("“%s” is in the centre: you then have %u prize.",
                        "“%s” is in the centre: you then have %u prizes.", own),
                    title, own);
        return;
    }
    struct text name = text_on((char[MATCH_NAME_MAX + 16]){0}, MATCH_NAME_MAX + 16);
    match_show_name(match, holder + 1, &name);
    text_printf(out,
                trn("“%s” comes from %s: you then have %u prize, and they have %u.",
                    "“%s” comes from %s: you then have %u prizes, and they have %u.", own),
                title, name.start, own, s->count[holder] - 1u);
}

/* Dice with a space between them. */
static void add_dice(unsigned set, struct text *out)
{
    const size_t start = out->length;
    for (const char *at = easycome_tables.set[set].digits; *at; at++)
        text_printf(out, out->length > start ? " %c" : "%c", *at);
}

/* The chances of the turn's ends after dice are kept. */
static const double *ends_after(const struct easycome_plan *plan, const struct easycome *s,
                                game_action keep)
{
    return plan->after[easycome_tables.join[s->kept][easycome_value_of(keep)]];
}

/* The prize that a turn ends with most often. */
static int likeliest(const double ends[])
{
    int best = 0;
    for (int prize = 1; prize < EASYCOME_PRIZES; prize++)
        best = ends[prize] > ends[best] ? prize : best;
    return best;
}

/* Two ways to keep dice: the chances of any prize, or of the likeliest one. */
static void compare_keeps(const struct easycome *s, const struct easycome_plan *plan,
                          game_action best, game_action other, struct text *out)
{
    const double *const ends[2] = {ends_after(plan, s, best), ends_after(plan, s, other)};
    const double prize[2] = {1 - ends[0][EASYCOME_PRIZES], 1 - ends[1][EASYCOME_PRIZES]};
    const int end[2] = {likeliest(ends[0]), likeliest(ends[1])};
    struct text dice[2] = {text_on((char[16]){0}, 16), text_on((char[16]){0}, 16)};
    add_dice(easycome_value_of(best), &dice[0]);
    add_dice(easycome_value_of(other), &dice[1]);
    if (prize[0] >= prize[1] + 0.01)
        text_printf(
            out,
            tr("With %s kept, well played, the turn ends with a prize in %.0f %% of cases; with "
               "%s kept, in %.0f %%."),
            dice[0].start, 100 * prize[0], dice[1].start, 100 * prize[1]);
    else if (end[0] != end[1])
        text_printf(out,
                    tr("With %s kept, well played, the turn ends most often with “%s”, in %.0f %% "
                       "of cases; "
                       "with %s kept, with “%s”, in %.0f %%."),
                    dice[0].start, tr(easycome_prize_titles[end[0]]), 100 * ends[0][end[0]],
                    dice[1].start, tr(easycome_prize_titles[end[1]]), 100 * ends[1][end[1]]);
}

static void add_fact(const struct match *match, const struct easycome *s, int seat,
                     const struct easycome_plan *plan, game_action action, struct text *out)
{
    struct text dice = text_on((char[16]){0}, 16);
    if (out->length)
        text_char(out, ' ');
    switch (easycome_kind_of(action)) {
    case EASYCOME_KEEP:
        add_dice(easycome_value_of(action), &dice);
        text_printf(
            out, tr("With %s kept, well played, the turn ends with a prize in %.0f %% of cases."),
            dice.start, 100 * (1 - ends_after(plan, s, action)[EASYCOME_PRIZES]));
        break;
    case EASYCOME_TAKE:
        add_prize(match, s, seat, (int)easycome_value_of(action), out);
        break;
    default:
        text_add(out, tr("Stopping ends the turn without a prize."));
    }
}

static void because(const struct match *match, const void *view, int seat, game_action best,
                    game_action other, struct text *out)
{
    const struct easycome *s = view;
    struct easycome_plan plan;
    const struct easycome_solution *solution =
        easycome_solution_shared(easycome_rules_of(s), TEXT_UNREAD);
    if (!solution)
        return;
    easycome_plan_make(solution, s, &plan);
    for (int i = 0; i < s->players; i++) {
        if (i == seat - 1 || s->count[i] < EASYCOME_TO_HOLD)
            continue;
        struct text name = text_on((char[MATCH_NAME_MAX + 16]){0}, MATCH_NAME_MAX + 16);
        const unsigned left = (unsigned)(s->hold > s->endured[i] ? s->hold - s->endured[i] : 0);
        match_show_name(match, i + 1, &name);
        text_printf(
            out,
            trn("%s has three prizes and wins if they survive %u more turn, this one.",
                "%s has three prizes and wins if they survive %u more turns, with this one.", left),
            name.start, left);
        break;
    }
    if (easycome_kind_of(best) == EASYCOME_KEEP && easycome_kind_of(other) == EASYCOME_KEEP) {
        text_add(out, out->length ? " " : "");
        compare_keeps(s, &plan, best, other, out);
        return;
    }
    add_fact(match, s, seat, &plan, best, out);
    add_fact(match, s, seat, &plan, other, out);
}

const struct practice easycome_practice = {
    .game = &easycome_game,
    .themes = themes,
    .rule = {.depth = 1, .least = 0.01, .times = 1},
    .theme = theme,
    .offers = offers,
    .because = because,
    .level = "easy",
    .depth = 1,
};
