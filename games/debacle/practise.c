/* Practising Débâcle: captures, recoveries, and endings with two dice against two. */
#include "base/lang.h"
#include "games/debacle/bot_eval.h"
#include "practise/practice.h"

enum { CAPTURE, RECOVERY, ENDING, MOVE };
enum { FEW = 2 }; /* dice of a side in an ending: the next capture ends the round */

static const struct practice_theme themes[] = {
    [CAPTURE] = {"capture", mark("Captures"), mark("What do you play?"), 2, 60},
    [RECOVERY] = {"recovery", mark("Recoveries"), mark("What do you play?"), 2, 0},
    [ENDING] =
        {"ending", mark("Endings"),
         mark("Two dice against two. You can win this round in this turn: how does it begin?"), 2,
         0},
    [MOVE] = {"move", mark("Moves"), mark("What do you play?"), 2, 40},
    {.id = NULL},
};

static int dice_of(const struct debacle *s, int side)
{
    return __builtin_popcountll(debacle_all(s, side));
}

static int theme(const void *view, int seat, game_action best, game_action other)
{
    const enum debacle_kind kind[2] = {debacle_kind_of(best), debacle_kind_of(other)};
    (void)seat;
    if (dice_of(view, DEBACLE_RED) <= FEW && dice_of(view, DEBACLE_BLACK) <= FEW)
        return ENDING;
    if (kind[0] == DEBACLE_RECOVER || kind[1] == DEBACLE_RECOVER)
        return RECOVERY;
    return kind[0] == DEBACLE_CAPTURE || kind[1] == DEBACLE_CAPTURE ? CAPTURE : MOVE;
}

static bool offers(const void *view, int seat, int wanted, const game_action actions[],
                   size_t count)
{
    const enum debacle_kind kind = wanted == RECOVERY ? DEBACLE_RECOVER : DEBACLE_CAPTURE;
    (void)view;
    (void)seat;
    for (size_t i = 0; i < count; i++) {
        if (wanted == ENDING || wanted == MOVE || debacle_kind_of(actions[i]) == kind)
            return true;
    }
    return false;
}

/* The dice that a side can capture with one move, as they stand after the action. */
static unsigned prey_after(const struct debacle *before, int side, game_action action)
{
    struct debacle s = *before;
    uint64_t attacked, near;
    debacle_make(&s, action);
    debacle_attacks(&s, side, &attacked, &near);
    return (unsigned)__builtin_popcountll(attacked);
}

static void because(const struct match *match, const void *view, int seat, game_action best,
                    game_action other, struct text *out)
{
    const struct debacle *s = view;
    const int side = seat - 1;
    (void)match;
    if (debacle_kind_of(best) == DEBACLE_CAPTURE && debacle_kind_of(other) != DEBACLE_CAPTURE)
        text_printf(out, tr("It captures a %u."), debacle_victim(best));
    else if (debacle_kind_of(best) == DEBACLE_RECOVER && debacle_kind_of(other) != DEBACLE_RECOVER)
        text_add(out, tr("It brings one of your dice back."));
    else if (debacle_kind_of(other) == DEBACLE_END && s->moves > 0)
        text_printf(out,
                    trn("Ending the turn gives up %u move.", "Ending the turn gives up %u moves.",
                        s->moves),
                    s->moves);
    const unsigned loose[2] = {prey_after(s, !side, best), prey_after(s, !side, other)};
    const unsigned prey[2] = {prey_after(s, side, best), prey_after(s, side, other)};
    if (loose[0] >= loose[1] && prey[0] <= prey[1])
        return;
    text_add(out, out->length ? " " : "");
    if (loose[0] < loose[1])
        text_printf(out,
                    tr("Dice of yours that can be captured then: %u; after the other choice: %u."),
                    loose[0], loose[1]);
    else
        text_printf(out, tr("Dice that you can capture then: %u; after the other choice: %u."),
                    prey[0], prey[1]);
}

/* ---- positions ---- */

/* Whether the side can capture its fifth die in this turn: every sequence is tried. */
static bool can_win_now(const struct debacle *s, int side, int depth)
{
    game_action actions[GAME_ACTIONS_MAX];
    if (depth == 0)
        return false;
    const size_t count = debacle_list(s, actions);
    for (size_t i = 0; i < count; i++) {
        struct debacle next = *s;
        if (debacle_kind_of(actions[i]) == DEBACLE_END)
            continue;
        if (debacle_make(&next, actions[i])) {
            if (next.captures[side] == DEBACLE_CAPTURES)
                return true;
        } else if (next.side == side && can_win_now(&next, side, depth - 1)) {
            return true;
        }
    }
    return false;
}

/* Puts dice of a side on free squares outside the enemy's camp; the rest are captured. */
static void put_dice(struct debacle *s, int side, int count, unsigned same, struct rng *rng)
{
    const uint64_t camp = side == DEBACLE_RED ? DEBACLE_RANK_6 : DEBACLE_RANK_1;
    for (int i = 0; i < DEBACLE_DICE; i++) {
        const unsigned value = i < count && same ? same : 1 + rng_below(rng, DEBACLE_VALUES);
        unsigned square;
        if (i >= count) {
            s->held[!side][value - 1]++;
            s->captures[!side]++;
            continue;
        }
        do
            square = rng_below(rng, DEBACLE_SQUARES);
        while ((debacle_all(s, 0) | debacle_all(s, 1) | camp) >> square & 1);
        debacle_put(s, side, value, square);
    }
}

static bool pose(int wanted, struct rng *rng, struct game_settings *settings)
{
    char text[GAME_VALUE_MAX];
    struct text position = text_on(text, sizeof text);
    struct debacle s;
    game_action actions[GAME_ACTIONS_MAX];
    game_set(&debacle_game, settings, span_of("target"), span_of("1"), TEXT_UNREAD);
    if (wanted != ENDING && wanted != RECOVERY)
        return true;
    if (!debacle_game.start(&s, settings, TEXT_UNREAD))
        return false;
    do {
        memset(s.dice, 0, sizeof s.dice);
        memset(s.held, 0, sizeof s.held);
        s.captures[0] = s.captures[1] = 0;
        s.hash = 0;
        if (wanted == ENDING) {
            put_dice(&s, DEBACLE_RED, FEW, 0, rng);
            put_dice(&s, DEBACLE_BLACK, FEW, 0, rng);
        } else { /* dice that are equal, or nearly */
            put_dice(&s, DEBACLE_RED, 3, 1 + rng_below(rng, DEBACLE_VALUES), rng);
            put_dice(&s, DEBACLE_BLACK, 3 + (int)rng_below(rng, 2), 0, rng);
            s.done = 1;
            s.moves = 1;
        }
    } while (wanted == ENDING &&
             (debacle_points(&s, DEBACLE_RED) < debacle_points(&s, DEBACLE_BLACK) ||
              can_win_now(&s, DEBACLE_RED, 1) || !can_win_now(&s, DEBACLE_RED, 6)));
    (void)actions;
    return debacle_position(&s, &position) &&
           game_set(&debacle_game, settings, span_of("setup"), span_of(text), TEXT_UNREAD);
}

const struct practice debacle_practice = {
    .game = &debacle_game,
    .themes = themes,
    .rule = {.depth = 3, .least = 0.02, .times = 1},
    .theme = theme,
    .offers = offers,
    .because = because,
    .level = "easy",
    .depth = 2,
    .pose = pose,
};
