#include "games/wazabi/bot_value.h"

#include <limits.h>
#include <string.h>

#include "base/simd.h"
#include "embedded/wazabi_net_more.h"
#include "embedded/wazabi_net_more_greedy.h"
#include "embedded/wazabi_net_more_tournament.h"
#include "embedded/wazabi_net_teams.h"
#include "embedded/wazabi_net_two.h"
#include "embedded/wazabi_net_two_greedy.h"
#include "embedded/wazabi_net_two_tournament.h"
#include "games/wazabi/net.h"

/* The first index of each group of inputs. A count is encoded one-hot, the last input standing for
 * that many or more, or in steps: "at least one", "at least two" … Pairs of counts that interact
 * have one input for each combination. */
enum {
    DICE = 12,
    FEW = 8, /* dice, in a pair */
    HELD = 9,
    SKIPS = 2,
    CARDS_EACH = 4,
    UNKNOWN = 3,
    UNSEEN = 8, /* copies of a card */
    PILE = 10,
    NEAR = 4, /* dice of a rival who may win soon */
    SOME = 6, /* cards of such a rival */
    OTHER_HELD_AT = DICE,
    OTHER_SKIPS_AT = OTHER_HELD_AT + HELD,
    OTHER_NEAR_AT = OTHER_SKIPS_AT + SKIPS,
    OTHER = OTHER_NEAR_AT + NEAR * SOME, /* how many inputs another player has */

    CARDS_AT = DICE,
    UNKNOWN_AT = CARDS_AT + WAZABI_KINDS * CARDS_EACH,
    SKIPS_AT = UNKNOWN_AT + UNKNOWN,
    TURN_AT = SKIPS_AT + SKIPS,
    UNSEEN_AT = TURN_AT + WAZABI_SEATS,
    PLAYERS_AT = UNSEEN_AT + WAZABI_KINDS * UNSEEN,
    PLAYED_AT = PLAYERS_AT + 2 * (WAZABI_SEATS - 1),
    PILE_AT = PLAYED_AT + WAZABI_KINDS + 2,
    RETIRE1_AT = PILE_AT + PILE,
    RETIRE2_AT = RETIRE1_AT + FEW * 4,
    TIME_AT = RETIRE2_AT + FEW * 3,
    RACE_AT = TIME_AT + FEW * WAZABI_SEATS,
    TOURNE_AT = RACE_AT + FEW * FEW,
    RIVALS_AT = TOURNE_AT + FEW * FEW,
    ROWS_TWO = RIVALS_AT + OTHER,
    ALLY_AT = RIVALS_AT + (WAZABI_SEATS - 1) * OTHER,
    ROWS = ALLY_AT + OTHER,

    LEADS = 25,     /* classes of a lead in points */
    GAMES_LEFT = 3, /* after this one: none, one, more */
    FRESH = 3,      /* cards dealt in a new game */
};

_Static_assert((int)ROWS == (int)WAZABI_NET_ROWS, "the weights fit the inputs");
_Static_assert((int)ROWS_TWO == (int)WAZABI_NET_ROWS_TWO, "and so do those for two players");
_Static_assert(3 * GAMES_LEFT * LEADS == WAZABI_NET_STANDING, "and those of the standing");
_Static_assert((WAZABI_SEATS - 1) * LEADS == WAZABI_NET_LEADS, "and of the lead over each");

/* ---- the position after an action ---- */

static void discard(struct wazabi *s, int seat, unsigned card)
{
    s->hand[seat][card]--;
    s->cards[seat]--;
    s->discards[card]++;
}

static void lose_cards(struct wazabi *s, int seat, unsigned keep)
{
    if (s->cards[seat] > keep)
        s->cards[seat] = (uint8_t)keep;
}

static void look_at_play(struct wazabi_after *after, int seat, unsigned card, unsigned target)
{
    struct wazabi *s = &after->s;
    discard(s, seat, card);
    switch ((enum wazabi_card)card) {
    case WAZABI_RETIRE1:
        s->dice[seat]--;
        break;
    case WAZABI_RETIRE2:
        s->dice[seat] = (uint8_t)(s->dice[seat] - 2);
        break;
    case WAZABI_TOURNE:
        wazabi_pass_dice(s->dice, s->players, target == 1);
        break;
    case WAZABI_DONNE:
        s->dice[seat]--;
        s->dice[target]++;
        break;
    case WAZABI_VOLE:
        after->unknown = 1;
        if (target != WAZABI_NONE && s->cards[target] > 0)
            s->cards[target]--;
        break;
    case WAZABI_RESTE1:
        lose_cards(s, (int)target, 1);
        break;
    case WAZABI_PIOCHE3:
        after->unknown = 3;
        break;
    case WAZABI_RESTE2:
        for (int other = 0; other < s->players; other++) {
            if (other != seat)
                lose_cards(s, other, 2);
        }
        break;
    case WAZABI_SAUTE:
        s->discards[card]--; /* the card lies in front of its target */
        s->skips[target]++;
        break;
    case WAZABI_REJOUE:
        s->back = !s->back;
        after->next = seat;
        break;
    }
}

static void look_at_keep(struct wazabi *s, int seat, unsigned a, unsigned b)
{
    uint8_t *hand = s->hand[seat];
    for (unsigned card = 0; card < WAZABI_KINDS; card++) {
        const unsigned kept = (card == a) + (card == b);
        s->discards[card] = (uint8_t)(s->discards[card] + hand[card] - kept);
        hand[card] = (uint8_t)kept;
    }
    s->cards[seat] = s->keep;
}

/* Finds who rolls next; seats before it use up a skip. */
static void find_next(struct wazabi_after *after, int seat)
{
    struct wazabi *s = &after->s;
    for (seat = wazabi_next(s, seat); s->skips[seat] > 0; seat = wazabi_next(s, seat)) {
        s->skips[seat]--;
        s->discards[WAZABI_SAUTE]++;
    }
    after->next = seat;
}

bool wazabi_is_fresh(const struct wazabi *s)
{
    return s->game > 0 && s->phase == WAZABI_DEAL && s->pile_size == WAZABI_CARDS;
}

void wazabi_between(const struct wazabi *s, struct wazabi_after *out)
{
    const bool fresh = s->phase != WAZABI_ROLL;
    *out =
        (struct wazabi_after){.s = *s, .next = fresh ? -1 : s->seat, .unknown = fresh ? FRESH : 0};
}

void wazabi_look_ahead(const struct wazabi *s, int seat, game_action action,
                       struct wazabi_after *after)
{
    const unsigned a = wazabi_a(action), b = wazabi_b(action);
    *after = (struct wazabi_after){.s = *s, .next = -1, .played = WAZABI_KINDS + 1};
    switch (wazabi_move_of(action)) {
    case WAZABI_DO_GIVE:
        after->s.dice[seat]--;
        after->s.dice[a]++;
        break;
    case WAZABI_DO_FROM:
        after->unknown = 1;
        after->s.cards[a]--;
        break;
    case WAZABI_DO_PLAY:
        after->played = 1 + (int)a;
        look_at_play(after, seat, a, b);
        break;
    case WAZABI_DO_KEEP:
        after->played = WAZABI_KINDS + 2;
        after->s.discards[s->in_play]++;
        look_at_keep(&after->s, seat, a, b);
        break;
    default:
        break;
    }
    if (after->s.dice[seat] == 0 && s->dice[seat] > 0) {
        struct wazabi then = *s;
        wazabi_game.apply(&then, action, NULL);
        wazabi_between(&then, after);
        after->won = true;
    } else if (after->next < 0) {
        find_next(after, s->seat);
    }
}

/* ---- the network ---- */

/* Bytes of a network file: before the rows, and per row. */
enum { HEAD = sizeof(struct wazabi_net), ROW = sizeof(int16_t[WAZABI_NET_HIDDEN]) };
_Static_assert(sizeof wazabi_net_two - 1 == HEAD + ROWS_TWO * ROW, "two players");
_Static_assert(sizeof wazabi_net_two_greedy - 1 == HEAD + ROWS_TWO * ROW, "two players");
_Static_assert(sizeof wazabi_net_more - 1 == HEAD + ROWS * ROW, "more players");
_Static_assert(sizeof wazabi_net_more_greedy - 1 == HEAD + ROWS * ROW, "more players");
_Static_assert(sizeof wazabi_net_teams - 1 == HEAD + ROWS * ROW, "teams");
_Static_assert(sizeof wazabi_net_two_tournament - 1 ==
                   HEAD + (ROWS_TWO + WAZABI_NET_STANDING) * ROW,
               "two players, who see the standing");
_Static_assert(sizeof wazabi_net_more_tournament - 1 ==
                   HEAD + (ROWS + WAZABI_NET_STANDING + WAZABI_NET_LEADS) * ROW,
               "more players, who see the standing");

static int lesser(int a, int b)
{
    return a < b ? a : b;
}

/* One-hot: a count from 1 to `max` or more. */
static size_t put_one(uint16_t out[], size_t n, int at, int count, int max)
{
    if (count > 0)
        out[n++] = (uint16_t)(at + lesser(count, max) - 1);
    return n;
}

/* In steps: at least one, at least two … */
static size_t put_steps(uint16_t out[], size_t n, int at, int count, int max)
{
    for (int i = 0; i < count && i < max; i++)
        out[n++] = (uint16_t)(at + i);
    return n;
}

/* The input of a pair of counts: the first from 1, the second from 0. */
static uint16_t pair(int at, int first, int firsts, int second, int seconds)
{
    return (uint16_t)(at + (lesser(first, firsts) - 1) * seconds + lesser(second, seconds - 1));
}

static size_t put_other(const struct wazabi *s, int other, int at, uint16_t out[], size_t n)
{
    n = put_one(out, n, at, s->dice[other], DICE);
    out[n++] = (uint16_t)(at + OTHER_HELD_AT + lesser(s->cards[other], HELD - 1));
    n = put_steps(out, n, at + OTHER_SKIPS_AT, s->skips[other], SKIPS);
    if (s->dice[other] <= NEAR)
        out[n++] = pair(at + OTHER_NEAR_AT, s->dice[other], NEAR, s->cards[other], SOME);
    return n;
}

static size_t put_unseen(const struct wazabi *s, const uint8_t hand[], uint16_t out[], size_t n)
{
    for (int card = 0; card < WAZABI_KINDS; card++) {
        int unseen = wazabi_kinds[card].copies - hand[card] - s->discards[card];
        for (int seat = 0; card == WAZABI_SAUTE && seat < s->players; seat++)
            unseen -= s->skips[seat];
        n = put_one(out, n, UNSEEN_AT + card * UNSEEN, unseen, UNSEEN);
    }
    return n;
}

static int lead_class(int lead, int shift, int left)
{
    const int class = (left ? (lead + 64) / 2 - 32 : lead) + shift; /* points, or pairs of them */
    return class < 0 ? 0 : lesser(class, LEADS - 1);
}

/* With more than two players: the lead over each other one. */
static size_t put_leads(const struct wazabi *s, int seat, int left, int at, uint16_t out[],
                        size_t n)
{
    for (int other = wazabi_next(s, seat); s->players > 2 && other != seat;
         other = wazabi_next(s, other), at += LEADS)
        out[n++] = (uint16_t)(at + lead_class(s->points[seat] - s->points[other], LEADS / 2, left));
    return n;
}

/* The lead over the best adversary: now, and if this game were won now by the seat's side or by
 * that adversary's. */
static size_t put_standing(const struct wazabi_after *after, int seat, int at, uint16_t out[],
                           size_t n)
{
    const struct wazabi *s = &after->s;
    const int left = lesser(s->games - s->game - 1, GAMES_LEFT - 1);
    int best = -1, win = 0, loss = 0; /* the points of a win, and of a loss */
    for (int other = 0; other < s->players; other++) {
        if (wazabi_allies(s, seat, other))
            continue;
        best = best < 0 || s->points[other] > s->points[best] ? other : best;
        win += s->dice[other];
    }
    for (int other = 0; other < s->players; other++)
        loss += wazabi_allies(s, best, other) ? 0 : s->dice[other];
    const int lead = s->points[seat] - s->points[best];
    n = put_leads(s, seat, left, at + WAZABI_NET_STANDING, out, n);
    at += left * LEADS;
    out[n++] = (uint16_t)(at + lead_class(lead, LEADS / 2, left));
    if (after->next < 0)
        return n;
    at += GAMES_LEFT * LEADS;
    out[n++] = (uint16_t)(at + lead_class(lead + win, LEADS / 3, left));
    at += GAMES_LEFT * LEADS;
    out[n++] = (uint16_t)(at + lead_class(lead - loss, LEADS - 1 - LEADS / 3, left));
    return n;
}

/* Inputs for pairs of counts that interact. */
static size_t put_pairs(const struct wazabi *s, int seat, int turns, int rival, uint16_t out[],
                        size_t n)
{
    const uint8_t *hand = s->hand[seat];
    const int dice = s->dice[seat];
    const int left = seat + 1 == s->players ? 0 : seat + 1, right = (seat ? seat : s->players) - 1;
    out[n++] = pair(RETIRE1_AT, dice, FEW, hand[WAZABI_RETIRE1], 4);
    out[n++] = pair(RETIRE2_AT, dice, FEW, hand[WAZABI_RETIRE2], 3);
    if (turns >= 0)
        out[n++] = pair(TIME_AT, dice, FEW, turns, WAZABI_SEATS);
    out[n++] = pair(RACE_AT, dice, FEW, rival - 1, FEW);
    if (hand[WAZABI_TOURNE])
        out[n++] = pair(TOURNE_AT, dice, FEW, lesser(s->dice[left], s->dice[right]) - 1, FEW);
    return n;
}

/* How many others roll before the seat does; -1 if nobody knows. */
static int turns_until(const struct wazabi_after *after, int seat)
{
    int turns = 0;
    if (after->next < 0)
        return -1;
    for (int other = after->next; other != seat; other = wazabi_next(&after->s, other))
        turns++;
    return turns;
}

size_t wazabi_net_inputs(const struct wazabi_after *after, int seat, bool standing,
                         uint16_t out[WAZABI_NET_INPUTS])
{
    const struct wazabi *s = &after->s;
    const uint8_t *hand = s->hand[seat];
    size_t n = put_one(out, 0, 0, s->dice[seat], DICE);
    for (int card = 0; card < WAZABI_KINDS; card++)
        n = put_steps(out, n, CARDS_AT + card * CARDS_EACH, hand[card], CARDS_EACH);
    n = put_steps(out, n, UNKNOWN_AT, after->unknown, UNKNOWN);
    n = put_steps(out, n, SKIPS_AT, s->skips[seat], SKIPS);
    n = put_unseen(s, hand, out, n);
    int rival = WAZABI_DICE; /* the fewest dice of one */
    for (int i = 1, other = wazabi_next(s, seat); i < s->players;
         i++, other = wazabi_next(s, other)) {
        const bool ally = wazabi_allies(s, seat, other);
        n = put_other(s, other, ally ? ALLY_AT : RIVALS_AT + (i - 1) * OTHER, out, n);
        if (!ally)
            rival = lesser(rival, s->dice[other]);
    }
    const int turns = turns_until(after, seat);
    n = put_pairs(s, seat, turns, rival, out, n);
    n = put_one(out, n, PLAYED_AT, after->played, WAZABI_KINDS + 2);
    n = put_one(out, n, TURN_AT, turns + 1, WAZABI_SEATS);
    out[n++] = (uint16_t)(PLAYERS_AT + 2 * (s->players - 2) + s->teams);
    out[n++] = (uint16_t)(PILE_AT + lesser((s->pile_size + 3) / 4, PILE - 1));
    return standing ? put_standing(after, seat, s->players == 2 ? ROWS_TWO : ROWS, out, n) : n;
}

uint32_t wazabi_net_rows(enum wazabi_net_kind kind)
{
    static const uint32_t rows[WAZABI_NET_KINDS] = {
        [WAZABI_NET_TWO] = ROWS_TWO,
        [WAZABI_NET_MORE] = ROWS,
        [WAZABI_NET_TWO_GREEDY] = ROWS_TWO,
        [WAZABI_NET_MORE_GREEDY] = ROWS,
        [WAZABI_NET_TEAMS] = ROWS,
        [WAZABI_NET_TWO_TOURNAMENT] = ROWS_TWO + WAZABI_NET_STANDING,
        [WAZABI_NET_MORE_TOURNAMENT] = ROWS + WAZABI_NET_STANDING + WAZABI_NET_LEADS,
    };
    return rows[kind];
}

/* The embedded files are used in place. */
const struct wazabi_net *wazabi_net_shipped(enum wazabi_net_kind kind)
{
    static const void *const files[WAZABI_NET_KINDS] = {
        [WAZABI_NET_TWO] = wazabi_net_two,
        [WAZABI_NET_MORE] = wazabi_net_more,
        [WAZABI_NET_TWO_GREEDY] = wazabi_net_two_greedy,
        [WAZABI_NET_MORE_GREEDY] = wazabi_net_more_greedy,
        [WAZABI_NET_TEAMS] = wazabi_net_teams,
        [WAZABI_NET_TWO_TOURNAMENT] = wazabi_net_two_tournament,
        [WAZABI_NET_MORE_TOURNAMENT] = wazabi_net_more_tournament,
    };
    return files[kind];
}

const struct wazabi_net *wazabi_net_plain(const struct wazabi *s, bool greedy)
{
    if (s->players == 2)
        return wazabi_net_shipped(greedy ? WAZABI_NET_TWO_GREEDY : WAZABI_NET_TWO);
    return wazabi_net_shipped(greedy ? WAZABI_NET_MORE_GREEDY : WAZABI_NET_MORE);
}

/* For a single game, or one of a tournament as if it were single. */
static const struct wazabi_net *net_for_game(const struct wazabi *s)
{
    return s->teams ? wazabi_net_shipped(WAZABI_NET_TEAMS) : wazabi_net_plain(s, false);
}

const struct wazabi_net *wazabi_net_for_table(const struct wazabi *s)
{
    if (s->games == 1)
        return net_for_game(s);
    return wazabi_net_shipped(s->players == 2 ? WAZABI_NET_TWO_TOURNAMENT
                                              : WAZABI_NET_MORE_TOURNAMENT);
}

const struct wazabi_net *wazabi_net_for_choice(const struct wazabi *s)
{
    const bool last = s->game + 1 == s->games, few = s->players == 3 || s->teams;
    return s->players == 2 || (last && few) ? wazabi_net_for_table(s) : net_for_game(s);
}

/* Whether the network's inputs include the standing of a tournament. */
static bool sees_standing(const struct wazabi_net *net)
{
    return net->header.rows == wazabi_net_rows(WAZABI_NET_TWO_TOURNAMENT) ||
           net->header.rows == wazabi_net_rows(WAZABI_NET_MORE_TOURNAMENT);
}

bool wazabi_is_settled(const struct wazabi_after *after, int seat, bool standing, int *odds)
{
    uint8_t share[GAME_SEATS_MAX];
    *odds = WAZABI_ODDS_WON;
    if (!after->won)
        return false;
    if (after->s.phase != WAZABI_END)
        return !standing;
    wazabi_game.result(&after->s, share);
    if (share[seat] < GAME_WHOLE / (1 + after->s.teams))
        *odds = share[seat] ? 0 : -WAZABI_ODDS_WON;
    return true;
}

int wazabi_odds_by(const struct wazabi_net *net, const struct wazabi_after *after, int seat)
{
    uint16_t rows[WAZABI_NET_INPUTS];
    alignas(32) int16_t sum[WAZABI_NET_HIDDEN];
    const bool standing = sees_standing(net);
    int settled;
    if (wazabi_is_settled(after, seat, standing, &settled))
        return settled;
    const size_t count = wazabi_net_inputs(after, seat, standing, rows);
    simd_change_rows16(sum, net->bias, net->row[0], rows, count, NULL, 0, WAZABI_NET_HIDDEN);
    const int64_t total = simd_weigh_squares16(sum, net->output, WAZABI_NET_HIDDEN);
    return (int)((total + net->output_bias) * WAZABI_ODDS_ONE /
                 (SIMD_SQUARE_ONE * WAZABI_NET_OUT_ONE));
}

/* ---- choosing ---- */

/* How many dice to give are considered together; if more are due, the card is evaluated as if it
 * could be played after these. */
enum { GIVES = 2 };

static int best_odds(wazabi_evaluation *evaluate, const void *context, const struct wazabi *s,
                     int seat, int gives);

static int action_odds(wazabi_evaluation *evaluate, const void *context, const struct wazabi *s,
                       int seat, game_action action, int gives)
{
    struct wazabi_after after;
    wazabi_look_ahead(s, seat, action, &after);
    if (after.won || wazabi_move_of(action) != WAZABI_DO_GIVE)
        return evaluate(context, &after, seat);
    struct wazabi then = *s; /* the same turn continues: evaluate the actions that can follow */
    wazabi_game.apply(&then, action, NULL);
    if (gives == 1)
        then.phase = WAZABI_PLAY;
    return best_odds(evaluate, context, &then, seat, gives - 1);
}

static int best_odds(wazabi_evaluation *evaluate, const void *context, const struct wazabi *s,
                     int seat, int gives)
{
    game_action actions[GAME_ACTIONS_MAX];
    const size_t count = wazabi_game.actions(s, seat + 1, actions);
    int best = INT_MIN;
    for (size_t i = 0; i < count; i++) {
        const int odds = action_odds(evaluate, context, s, seat, actions[i], gives);
        best = odds > best ? odds : best;
    }
    return best;
}

void wazabi_evaluate_actions_with(wazabi_evaluation *evaluate, const void *context,
                                  const struct wazabi *s, int seat, const game_action actions[],
                                  size_t count, int odds[])
{
    for (size_t i = 0; i < count; i++)
        odds[i] = action_odds(evaluate, context, s, seat, actions[i], GIVES);
}

static int odds_by(const void *net, const struct wazabi_after *after, int seat)
{
    return wazabi_odds_by(net, after, seat);
}

void wazabi_evaluate_actions(const struct wazabi_net *net, const struct wazabi *s, int seat,
                             const game_action actions[], size_t count, int odds[])
{
    wazabi_evaluate_actions_with(odds_by, net, s, seat, actions, count, odds);
}

size_t wazabi_highest(const int odds[], size_t count)
{
    size_t best = 0;
    for (size_t i = 1; i < count; i++)
        best = odds[i] > odds[best] ? i : best;
    return best;
}

game_action wazabi_best(const struct wazabi *s, int seat, const game_action actions[], size_t count)
{
    int odds[GAME_ACTIONS_MAX];
    wazabi_evaluate_actions(wazabi_net_for_choice(s), s, seat, actions, count, odds);
    return actions[wazabi_highest(odds, count)];
}
