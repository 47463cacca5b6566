/* Practising Wazabi: which card, to whom, which cards to keep. */
#include "base/lang.h"
#include "games/wazabi/bot_value.h"
#include "practise/practice.h"

enum { CARD, WHOM, DICE, HAND };

static const struct practice_theme themes[] = {
    [CARD] = {"card", mark("Which card to play"), mark("Which card do you play, if any?"), 3, 60},
    [WHOM] = {"whom", mark("Whom a card is for"), mark("Whom do you choose?"), 3, 60},
    [DICE] = {"dice", mark("Who gets your dice"), mark("Who gets your die?"), 3, 60},
    [HAND] = {"hand", mark("Which cards to keep"), mark("Which cards do you keep?"), 3, 80},
    {.id = NULL},
};

static int theme(const void *view, int seat, game_action best, game_action other)
{
    (void)view;
    (void)seat;
    switch (wazabi_move_of(best)) {
    case WAZABI_DO_GIVE:
        return DICE;
    case WAZABI_DO_KEEP:
        return HAND;
    case WAZABI_DO_FROM:
        return WHOM;
    default: /* the same card with another target, or another card */
        return wazabi_move_of(best) == WAZABI_DO_PLAY && wazabi_move_of(other) == WAZABI_DO_PLAY &&
                       wazabi_a(best) == wazabi_a(other)
                   ? WHOM
                   : CARD;
    }
}

static bool offers(const void *view, int seat, int wanted, const game_action actions[],
                   size_t count)
{
    for (size_t i = 1; i < count; i++) {
        if (theme(view, seat, actions[i], actions[i - 1]) == wanted)
            return true;
    }
    return false;
}

static struct text *name_of(const struct match *match, int seat, struct text *name)
{
    text_clear(name);
    match_show_name(match, seat, name);
    return name;
}

#define NAME(variable)                                                                             \
    struct text variable = text_on((char[MATCH_NAME_MAX + 16]){0}, MATCH_NAME_MAX + 16)

static void add_holdings(const struct match *match, const struct wazabi *s, int seat,
                         struct text *out)
{
    NAME(name);
    if (out->length)
        text_char(out, ' ');
    name_of(match, seat + 1, &name);
    text_printf(out, trn("%s has %u die", "%s has %u dice", s->dice[seat]), name.start,
                s->dice[seat]);
    text_printf(out, trn(" and %u card.", " and %u cards.", s->cards[seat]), s->cards[seat]);
}

/* The seat that an action names, from 0; -1: none. */
static int target_of(game_action action)
{
    switch (wazabi_move_of(action)) {
    case WAZABI_DO_GIVE:
    case WAZABI_DO_FROM:
        return (int)wazabi_a(action);
    case WAZABI_DO_PLAY:
        return wazabi_kinds[wazabi_a(action)].has_target && wazabi_b(action) != WAZABI_NONE
                   ? (int)wazabi_b(action)
                   : -1;
    default:
        return -1;
    }
}

static void because(const struct match *match, const void *view, int seat, game_action best,
                    game_action other, struct text *out)
{
    const struct wazabi *s = view;
    struct wazabi_after after[2];
    const int whom[2] = {target_of(best), target_of(other)};
    if (wazabi_move_of(best) == WAZABI_DO_KEEP)
        return;
    if (theme(view, seat, best, other) != CARD && whom[0] >= 0 && whom[1] >= 0) {
        add_holdings(match, s, whom[0], out);
        if (whom[1] != whom[0])
            add_holdings(match, s, whom[1], out);
        return;
    }
    wazabi_look_ahead(s, seat - 1, best, &after[0]);
    wazabi_look_ahead(s, seat - 1, other, &after[1]);
    if (after[0].won) {
        text_add(out, tr("It takes away your last die, and wins the game."));
        return;
    }
    const unsigned dice[2] = {after[0].s.dice[seat - 1], after[1].s.dice[seat - 1]};
    if (dice[0] < dice[1])
        text_printf(out, tr("Your dice after it: %u; after the other choice: %u."), dice[0],
                    dice[1]);
    else if (whom[0] >= 0)
        add_holdings(match, s, whom[0], out);
}

const struct practice wazabi_practice = {
    .game = &wazabi_game,
    .themes = themes,
    .rule = {.depth = 3, .least = 0.015, .times = 1},
    .theme = theme,
    .offers = offers,
    .because = because,
    .level = "normal",
    .depth = 2,
};
