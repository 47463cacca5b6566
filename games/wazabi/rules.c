/* Wazabi (Guilhem Debricon, 2008): the rules. games/wazabi/rules.md says them in words,
 * text.c has the notation.
 *
 * The pile has no order: the state counts its cards by kind, and a draw is an outcome of chance.
 * The discards become the pile only when a card is needed and the pile is empty. A card in play is
 * in no other place until its effect is done. A state holds a whole tournament: its games follow
 * each other, and the points decide. */
#include "games/wazabi/rules.h"

#include <string.h>

#include "base/dice.h"
#include "base/lang.h"
#include "embedded/wazabi_throws.h" /* thrown, affordable */
#include "game/playout.h"
#include "games/wazabi/rules_counts.h"

_Static_assert(sizeof(struct wazabi) <= 256, "small enough to be copied by the million");

enum { C, D, W, FACES };

static const uint8_t sides[FACES] = {[C] = 2, [D] = 1, [W] = 3};

static const unsigned throws_of[AT_ONCE + 1] = {1, 6, 36, 216, THROWS};

/* ---- setting up ---- */

static const struct game_option options[] = {
    {"teams", mark("Makes partners, who sit opposite, win together; needs 4 or 6 players."),
     "off|on", .min = 1, .max = 0, .default_value = "off"},
    {"dice", mark("Sets the dice per player at the start, at most 24 in all."), "", .min = 1,
     .max = 12, .default_value = "4"},
    {"games", mark("Sets the number of games in a tournament, won on points."), "", .min = 1,
     .max = 99, .default_value = "1"},
    {"steal", mark("Sets whom vole may name: a player who holds a card, or anyone."),
     "holder|anyone", .min = 1, .max = 0, .default_value = "holder"},
    {.name = NULL},
};

/* A new game of the match: everything but the options and the tournament's score. */
static void deal(struct wazabi *s)
{
    memset(s->hand, 0, sizeof s->hand);
    memset(s->cards, 0, sizeof s->cards);
    memset(s->skips, 0, sizeof s->skips);
    memset(s->discards, 0, sizeof s->discards);
    memset(s->rolled, 0, sizeof s->rolled);
    memset(s->max, 0, sizeof s->max);
    for (int seat = 0; seat < s->players; seat++)
        s->dice[seat] = s->dice_each;
    for (int card = 0; card < WAZABI_KINDS; card++)
        s->pile[card] = wazabi_kinds[card].copies;
    s->pile_size = WAZABI_CARDS;
    s->discards_size = 0;
    s->phase = WAZABI_DEAL;
    s->seat = s->back = s->draws = s->gives = s->victim = s->keeper = s->keep = 0;
    s->in_play = WAZABI_NONE;
    s->contenders = 0;
}

static bool start(void *state, const struct game_settings *settings, struct text *why)
{
    struct wazabi *s = state;
    memset(s, 0, sizeof *s);
    s->players = (uint8_t)settings->players;
    s->teams = strcmp(game_value(&wazabi_game, settings, "teams"), "on") == 0;
    s->dice_each = (uint8_t)game_number(&wazabi_game, settings, "dice");
    s->games = (uint8_t)game_number(&wazabi_game, settings, "games");
    s->anyone = strcmp(game_value(&wazabi_game, settings, "steal"), "anyone") == 0;
    if (s->teams && s->players != 4 && s->players != 6)
        return text_fail(why, tr("option teams=on is for 4 or 6 players, not %d"), s->players);
    if (s->dice_each * s->players > WAZABI_DICE)
        return text_fail(why,
                         tr("option dice=%d: there are 24 dice, at most %d each for %d players"),
                         s->dice_each, WAZABI_DICE / s->players, s->players);
    deal(s);
    return true;
}

/* ---- mover and legal actions ---- */

static int mover(const void *state)
{
    const struct wazabi *s = state;
    if (s->phase <= WAZABI_DRAW)
        return GAME_CHANCE;
    return s->phase <= WAZABI_PLAY   ? s->seat + 1
           : s->phase == WAZABI_KEEP ? s->keeper + 1
                                     : GAME_OVER;
}

static int thrower(const void *state)
{
    const struct wazabi *s = state;
    return s->phase == WAZABI_START || s->phase == WAZABI_ROLL ? s->seat + 1 : 0;
}

/* Appends the action for each other player who holds at least `cards` cards. */
static size_t add_targets(const struct wazabi *s, enum wazabi_move move, unsigned card,
                          unsigned cards, game_action out[], size_t n)
{
    for (unsigned seat = 0; seat < s->players; seat++) { /* without a branch: much faster */
        out[n] = move == WAZABI_DO_PLAY ? wazabi_action(move, card, seat)
                                        : wazabi_action(move, seat, WAZABI_NONE);
        n += (seat != s->seat) & (s->cards[seat] >= cards);
    }
    return n;
}

/* Bitmask of the kinds of cards that the seat may play. */
static unsigned playable(const struct wazabi *s)
{
    const unsigned cards =
        wazabi_kinds_in(s->hand[s->seat]) & affordable[s->rolled[W] < 3 ? s->rolled[W] : 3];
    return cards & ~((s->rolled[D] >= 2u) << WAZABI_RETIRE1);
}

static size_t add_plays(const struct wazabi *s, game_action out[])
{
    size_t n = 0;
    for (unsigned cards = playable(s); cards; cards &= cards - 1) {
        const unsigned card = (unsigned)__builtin_ctz(cards);
        const size_t before = n;
        switch (card) {
        case WAZABI_TOURNE:
            out[n++] = wazabi_action(WAZABI_DO_PLAY, card, 0);
            out[n++] = wazabi_action(WAZABI_DO_PLAY, card, 1);
            break;
        case WAZABI_DONNE:
        case WAZABI_SAUTE:
            n = add_targets(s, WAZABI_DO_PLAY, card, 0, out, n);
            break;
        case WAZABI_RESTE1:
            n = add_targets(s, WAZABI_DO_PLAY, card, 2, out, n);
            break;
        case WAZABI_VOLE:
            n = add_targets(s, WAZABI_DO_PLAY, card, !s->anyone, out, n);
            if (n == before) /* nobody else has a card: the player draws one */
                out[n++] = wazabi_action(WAZABI_DO_PLAY, card, WAZABI_NONE);
            break;
        default:
            out[n++] = wazabi_action(WAZABI_DO_PLAY, card, WAZABI_NONE);
            break;
        }
    }
    out[n++] = wazabi_action(WAZABI_DO_PASS, 0, 0);
    return n;
}

static size_t add_keeps(const struct wazabi *s, game_action out[])
{
    const uint8_t *hand = s->hand[s->keeper];
    size_t n = 0;
    for (unsigned kinds = wazabi_kinds_in(hand); kinds; kinds &= kinds - 1) {
        const unsigned a = (unsigned)__builtin_ctz(kinds);
        if (s->keep == 1) {
            out[n++] = wazabi_action(WAZABI_DO_KEEP, a, WAZABI_NONE);
            continue;
        }
        out[n] = wazabi_action(WAZABI_DO_KEEP, a, a);
        n += hand[a] > 1;
        for (unsigned others = kinds & (kinds - 1); others; others &= others - 1)
            out[n++] = wazabi_action(WAZABI_DO_KEEP, a, (unsigned)__builtin_ctz(others));
    }
    return n;
}

static size_t actions(const void *state, int seat, game_action out[])
{
    const struct wazabi *s = state;
    if (mover(s) != seat)
        return 0;
    switch (s->phase) {
    case WAZABI_FROM:
        return add_targets(s, WAZABI_DO_FROM, 0, 1, out, 0);
    case WAZABI_GIVE:
        return add_targets(s, WAZABI_DO_GIVE, 0, 0, out, 0);
    case WAZABI_KEEP:
        return add_keeps(s, out);
    default:
        return add_plays(s, out);
    }
}

static size_t chance(const void *state, struct game_outcome out[], uint64_t *denominator)
{
    const struct wazabi *s = state;
    size_t n = 0;
    if (s->phase == WAZABI_START || s->phase == WAZABI_ROLL) {
        struct dice dice = dice_first(s->dice[s->seat]);
        *denominator = 1;
        for (int i = 0; i < s->dice[s->seat]; i++)
            *denominator *= 6;
        do
            out[n++] = (struct game_outcome){
                .action = wazabi_action(WAZABI_DO_ROLL, dice.of[C], dice.of[D]),
                .weight = dice_weight(&dice, FACES, sides)};
        while (dice_next(&dice, FACES));
        return n;
    }
    const bool steal = s->phase == WAZABI_STEAL;
    const uint8_t *from = steal ? s->hand[s->victim] : s->pile;
    *denominator = steal ? s->cards[s->victim] : s->pile_size;
    for (unsigned card = 0; card < WAZABI_KINDS; card++) {
        if (from[card])
            out[n++] = (struct game_outcome){
                .action = wazabi_action(steal ? WAZABI_DO_STEAL : WAZABI_DO_DRAW, card, 0),
                .weight = from[card]};
    }
    return n;
}

static game_action sample(const void *state, struct rng *rng)
{
    const struct wazabi *s = state;
    if (s->phase == WAZABI_STEAL)
        return wazabi_action(WAZABI_DO_STEAL,
                             wazabi_pick(s->hand[s->victim], s->cards[s->victim], rng), 0);
    if (s->phase != WAZABI_START && s->phase != WAZABI_ROLL)
        return wazabi_action(WAZABI_DO_DRAW, wazabi_pick(s->pile, s->pile_size, rng), 0);
    unsigned c = 0, d = 0;
    for (int left = s->dice[s->seat]; left > 0; left -= AT_ONCE) {
        const int dice = left < AT_ONCE ? left : AT_ONCE;
        const unsigned packed = thrown[dice][rng_below(rng, throws_of[dice])];
        c += packed & 15;
        d += packed >> 4;
    }
    return wazabi_action(WAZABI_DO_ROLL, c, d);
}

/* ---- the course of a turn ---- */

/* The seat's whole turn is ahead of it. */
static void begin_turn(struct wazabi *s)
{
    memset(s->rolled, 0, sizeof s->rolled);
    s->phase = WAZABI_ROLL;
}

static void next_turn(struct wazabi *s)
{
    int seat = wazabi_next(s, s->seat);
    for (; s->skips[seat] > 0; seat = wazabi_next(s, seat)) {
        s->skips[seat]--;
        s->discards[WAZABI_SAUTE]++;
        s->discards_size++;
    }
    s->seat = (uint8_t)seat;
    begin_turn(s);
}

/* The seat has no dice left: it wins this game, and perhaps the match is over. */
static void win(struct wazabi *s)
{
    unsigned left = 0;
    for (int seat = 0; seat < s->players; seat++) {
        if (!wazabi_allies(s, s->seat, seat))
            left += s->dice[seat];
    }
    for (int seat = 0; seat < s->players; seat++) {
        if (wazabi_allies(s, s->seat, seat)) {
            s->points[seat] = (uint16_t)(s->points[seat] + left);
            s->won[seat]++;
        }
    }
    if (++s->game == s->games) {
        s->game--;
        s->phase = WAZABI_END;
    } else {
        deal(s);
    }
}

/* Ends the effect of the card in play. */
static void finish_card(struct wazabi *s)
{
    s->discards[s->in_play]++;
    s->discards_size++;
    s->in_play = WAZABI_NONE;
    next_turn(s);
}

static bool others_hold_cards(const struct wazabi *s)
{
    for (int seat = 0; seat < s->players; seat++) {
        if (seat != s->seat && s->cards[seat])
            return true;
    }
    return false;
}

/* Continues with the seat's remaining draws, then with the next phase. */
static void go_on_drawing(struct wazabi *s)
{
    if (s->draws > 0) {
        if (s->pile_size == 0 && s->discards_size > 0) {
            memcpy(s->pile, s->discards, sizeof s->pile);
            memset(s->discards, 0, sizeof s->discards);
            s->pile_size = s->discards_size;
            s->discards_size = 0;
        }
        if (s->pile_size > 0) {
            s->phase = WAZABI_DRAW;
            return;
        }
        if (others_hold_cards(s)) {
            s->phase = WAZABI_FROM;
            return;
        }
        s->draws = 0; /* no card is left anywhere */
    }
    if (s->in_play != WAZABI_NONE)
        finish_card(s);
    else
        s->phase = s->gives > 0 ? WAZABI_GIVE : WAZABI_PLAY;
}

/* The next player after `seat` in the order of play who holds more than may be kept. */
static void go_on_keeping(struct wazabi *s, int seat)
{
    for (seat = wazabi_next(s, seat); seat != s->seat; seat = wazabi_next(s, seat)) {
        if (s->cards[seat] > s->keep) {
            s->keeper = (uint8_t)seat;
            s->phase = WAZABI_KEEP;
            return;
        }
    }
    s->keep = s->keeper = 0;
    finish_card(s);
}

static void roll(struct wazabi *s, unsigned c, unsigned d)
{
    s->rolled[C] = s->draws = (uint8_t)c;
    s->rolled[D] = s->gives = (uint8_t)d;
    s->rolled[W] = (uint8_t)(s->dice[s->seat] - c - d);
    go_on_drawing(s);
}

static void take_card(struct wazabi *s, unsigned card)
{
    s->hand[s->seat][card]++;
    s->cards[s->seat]++;
}

static void draw(struct wazabi *s, unsigned card)
{
    s->pile[card]--;
    s->pile_size--;
    take_card(s, card);
    if (s->phase == WAZABI_DRAW) {
        s->draws--;
        go_on_drawing(s);
    } else if (s->cards[s->seat] == 3 && ++s->seat == s->players) {
        rolloff_begin(wazabi_roll_off(s));
        s->phase = WAZABI_START;
    }
}

static void steal(struct wazabi *s, unsigned card)
{
    s->hand[s->victim][card]--;
    s->cards[s->victim]--;
    s->victim = 0;
    take_card(s, card);
    if (s->draws > 0) { /* a draw with both piles empty; `vole` otherwise */
        s->draws--;
        go_on_drawing(s);
    } else {
        finish_card(s);
    }
}

static void give(struct wazabi *s, unsigned seat)
{
    s->dice[s->seat]--;
    s->dice[seat]++;
    s->gives--;
    if (s->dice[s->seat] == 0)
        win(s);
    else if (s->gives == 0)
        s->phase = WAZABI_PLAY;
}

void wazabi_pass_dice(uint8_t dice[WAZABI_SEATS], int players, bool right)
{
    uint8_t passed[WAZABI_SEATS];
    memcpy(passed, dice, sizeof passed);
    for (int seat = 0; seat < players; seat++) {
        const int left = seat + 1 == players ? 0 : seat + 1;
        if (right)
            dice[seat] = passed[left];
        else
            dice[left] = passed[seat];
    }
}

bool wazabi_wins(const struct wazabi *s, game_action action)
{
    const enum wazabi_move move = wazabi_move_of(action);
    return s->dice[s->seat] == 1 &&
           (move == WAZABI_DO_GIVE ||
            (move == WAZABI_DO_PLAY && wazabi_a(action) == WAZABI_RETIRE1));
}

static void play(struct wazabi *s, unsigned card, unsigned target)
{
    s->hand[s->seat][card]--;
    s->cards[s->seat]--;
    s->in_play = (uint8_t)card;
    switch ((enum wazabi_card)card) {
    case WAZABI_RETIRE1:
        if (--s->dice[s->seat] == 0)
            win(s);
        else
            finish_card(s);
        break;
    case WAZABI_RETIRE2:
        s->dice[s->seat] = (uint8_t)(s->dice[s->seat] - 2);
        finish_card(s);
        break;
    case WAZABI_TOURNE:
        wazabi_pass_dice(s->dice, s->players, target == 1);
        finish_card(s);
        break;
    case WAZABI_DONNE:
        s->dice[s->seat]--;
        s->dice[target]++;
        finish_card(s);
        break;
    case WAZABI_VOLE:
        if (target == WAZABI_NONE || s->cards[target] == 0) {
            s->draws = 1;
            go_on_drawing(s);
        } else {
            s->victim = (uint8_t)target;
            s->phase = WAZABI_STEAL;
        }
        break;
    case WAZABI_RESTE1:
        s->keep = 1;
        s->keeper = (uint8_t)target;
        s->phase = WAZABI_KEEP;
        break;
    case WAZABI_PIOCHE3:
        s->draws = 3;
        go_on_drawing(s);
        break;
    case WAZABI_RESTE2:
        s->keep = 2;
        go_on_keeping(s, s->seat);
        break;
    case WAZABI_SAUTE: /* placed in front of its target, and discarded from there */
        s->skips[target]++;
        s->in_play = WAZABI_NONE;
        next_turn(s);
        break;
    case WAZABI_REJOUE:
        s->back = !s->back;
        s->discards[card]++;
        s->discards_size++;
        s->in_play = WAZABI_NONE;
        begin_turn(s);
        break;
    }
}

static void keep(struct wazabi *s, unsigned a, unsigned b)
{
    uint8_t *hand = s->hand[s->keeper];
    const int keeper = s->keeper;
    hand[a]--;
    if (b != WAZABI_NONE)
        hand[b]--;
    for (int card = 0; card < WAZABI_KINDS; card++)
        s->discards[card] = (uint8_t)(s->discards[card] + hand[card]);
    s->discards_size = (uint8_t)(s->discards_size + s->cards[keeper] - s->keep);
    memset(hand, 0, WAZABI_KINDS);
    hand[a]++;
    if (b != WAZABI_NONE)
        hand[b]++;
    s->cards[keeper] = s->keep;
    if (s->in_play == WAZABI_RESTE2) {
        go_on_keeping(s, keeper);
    } else {
        s->keep = s->keeper = 0;
        finish_card(s);
    }
}

/* ---- what the table remembers ---- */

enum { STEP_KEYS = 2 };
_Static_assert(sizeof(struct wazabi_step) == STEP_KEYS * sizeof(uint64_t), "a step is two keys");

static void note(const struct wazabi_step *step, struct game_history *history)
{
    uint64_t key[STEP_KEYS];
    memcpy(key, step, sizeof key);
    for (int i = 0; i < STEP_KEYS; i++)
        game_trail_add(history, key[i]);
}

static void note_step(const struct wazabi *s, unsigned card, struct game_history *history)
{
    if (!history)
        return;
    struct wazabi_step step = {.game = s->game,
                               .seat = s->seat,
                               .card = card,
                               .c = s->rolled[C],
                               .d = s->rolled[D],
                               .w = s->rolled[W]};
    memcpy(step.dice, s->dice, sizeof step.dice);
    memcpy(step.cards, s->cards, sizeof step.cards);
    note(&step, history);
}

static void note_keep(const struct wazabi *s, unsigned a, unsigned b, struct game_history *history)
{
    if (!history)
        return;
    struct wazabi_step step = {.game = s->game, .seat = s->keeper, .card = WAZABI_KEPT};
    for (unsigned card = 0; card < WAZABI_KINDS; card++)
        step.gone[card] = (uint8_t)(s->hand[s->keeper][card] - (card == a) - (card == b));
    note(&step, history);
}

size_t wazabi_steps(const struct game_history *history)
{
    return history ? history->trail_count / STEP_KEYS : 0;
}

struct wazabi_step wazabi_step_at(const struct game_history *history, size_t i)
{
    struct wazabi_step step;
    memcpy(&step, history->trail + i * STEP_KEYS, sizeof step);
    return step;
}

static unsigned apply(void *state, game_action action, struct game_history *history)
{
    struct wazabi *s = state;
    const unsigned a = wazabi_a(action), b = wazabi_b(action);
    switch (wazabi_move_of(action)) {
    case WAZABI_DO_ROLL:
        if (s->phase == WAZABI_ROLL) {
            roll(s, a, b);
            return 1; /* a turn is its roll */
        }
        if (rolloff_roll(wazabi_roll_off(s), s->dice[s->seat] - a - b))
            s->phase = WAZABI_ROLL;
        break;
    case WAZABI_DO_DRAW:
        draw(s, a);
        break;
    case WAZABI_DO_STEAL:
        steal(s, a);
        break;
    case WAZABI_DO_FROM:
        s->victim = (uint8_t)a;
        s->phase = WAZABI_STEAL;
        break;
    case WAZABI_DO_GIVE:
        give(s, a);
        break;
    case WAZABI_DO_PLAY:
        note_step(s, a, history);
        play(s, a, b);
        break;
    case WAZABI_DO_PASS:
        note_step(s, WAZABI_PASSED, history);
        next_turn(s);
        break;
    case WAZABI_DO_KEEP:
        note_keep(s, a, b, history);
        keep(s, a, b);
        break;
    }
    return 0;
}

/* Most points, then most games won; level again, shared. One game is a tournament of one. */
static void result(const void *state, uint8_t share[])
{
    const struct wazabi *s = state;
    unsigned best = 0;
    int winners = 0;
    for (int seat = 0; seat < s->players; seat++) {
        const unsigned score = s->points[seat] * 256u + s->won[seat];
        winners = score > best ? 0 : winners;
        best = score > best ? score : best;
        winners += score == best;
    }
    for (int seat = 0; seat < s->players; seat++)
        share[seat] =
            s->points[seat] * 256u + s->won[seat] == best ? (uint8_t)(GAME_WHOLE / winners) : 0;
}

/* ---- random games ---- */

/* Bitmask of the other seats that hold at least one card (`two`: at least two). */
static inline unsigned holders(const struct wazabi *s, bool two)
{
    uint64_t cards = 0;
    memcpy(&cards, s->cards, sizeof s->cards);
    cards = le64toh(cards) + (WAZABI_HIGHS - (two ? 2 : 1) * WAZABI_ONES);
    const unsigned some = (unsigned)(((cards & WAZABI_HIGHS) >> 7) * 0x0102040810204080u >> 56);
    return some & ~(1u << s->seat) & ((1u << s->players) - 1);
}

/* The seats that a card may name; 0 if it names none. */
static inline unsigned targets_of(const struct wazabi *s, unsigned card)
{
    const unsigned others = ((1u << s->players) - 1) & ~(1u << s->seat);
    switch (card) {
    case WAZABI_DONNE:
    case WAZABI_SAUTE:
        return others;
    case WAZABI_RESTE1:
        return holders(s, true);
    case WAZABI_VOLE:
        return s->anyone ? others : holders(s, false);
    case WAZABI_TOURNE:
        return 3; /* left and right */
    default:
        return 0;
    }
}

static inline unsigned bits_of(unsigned seats)
{
    seats = (seats & 0x15) + (seats >> 1 & 0x15);
    return (seats & 3) + (seats >> 2 & 3) + (seats >> 4);
}

/* How many actions add_plays lists for each of the first eight kinds, a byte each, if the seat may
 * play them all; the last two kinds have one for each other seat, and one. */
static inline uint64_t plays_of(const struct wazabi *s)
{
    const uint64_t others = s->players - 1u;
    const uint64_t robbed = s->anyone ? others : bits_of(holders(s, false));
    const uint64_t lowered = bits_of(holders(s, true));
    return (uint64_t)1 << 8 * WAZABI_RETIRE1 | (uint64_t)2 << 8 * WAZABI_TOURNE |
           (uint64_t)1 << 8 * WAZABI_RETIRE2 | others << 8 * WAZABI_DONNE |
           (robbed + !robbed) << 8 * WAZABI_VOLE | lowered << 8 * WAZABI_RESTE1 |
           (uint64_t)1 << 8 * WAZABI_PIOCHE3 | (uint64_t)1 << 8 * WAZABI_RESTE2;
}

/* A byte of ones for each of the eight bits that is set. */
static inline uint64_t bytes_of(unsigned bits)
{
    const uint64_t some = (bits & 0xff) * WAZABI_ONES & 0x8040201008040201u;
    return (((some + (WAZABI_HIGHS - WAZABI_ONES)) | some) & WAZABI_HIGHS) / 0x80 * 0xff;
}

/* The action at a place of add_plays' list, drawn without the list. The running sums of plays_of
 * find the card, as in wazabi_pick. */
static inline game_action pick_play(const struct wazabi *s, struct rng *rng, bool *choice)
{
    const unsigned cards = playable(s);
    const uint64_t plays = plays_of(s) & bytes_of(cards), sums = plays * WAZABI_ONES;
    const unsigned eight = (unsigned)(sums >> 56);
    const unsigned skips = cards >> WAZABI_SAUTE & 1 ? s->players - 1u : 0;
    const unsigned count = eight + skips + (cards >> WAZABI_REJOUE & 1) + 1;
    *choice = count > 1;
    if (!*choice)
        return wazabi_action(WAZABI_DO_PASS, 0, 0);
    const unsigned drawn = rng_below(rng, count);
    if (drawn + 1 == count)
        return wazabi_action(WAZABI_DO_PASS, 0, 0);
    unsigned card, place = drawn;
    if (drawn < eight) {
        const uint64_t passed = ((sums | WAZABI_HIGHS) - (drawn + 1) * WAZABI_ONES) & WAZABI_HIGHS;
        card = (unsigned)__builtin_ctzll(passed) / 8;
        place -= (unsigned)((sums - plays) >> 8 * card & 0xff);
    } else {
        card = drawn - eight < skips ? WAZABI_SAUTE : WAZABI_REJOUE;
        place -= eight;
    }
    unsigned seats = targets_of(s, card);
    if (!seats)
        return wazabi_action(WAZABI_DO_PLAY, card, WAZABI_NONE);
    for (; place; place--)
        seats &= seats - 1;
    return wazabi_action(WAZABI_DO_PLAY, card, (unsigned)__builtin_ctz(seats));
}

static inline game_action pick(const struct game *game, const void *state, int seat,
                               struct rng *rng, bool *choice)
{
    const struct wazabi *s = state;
    return s->phase == WAZABI_PLAY ? pick_play(s, rng, choice)
                                   : playout_pick_listed(game, state, seat, rng, choice);
}

static __attribute__((flatten)) void play_out(void *state, uint64_t most,
                                              struct game_history *history, struct rng *rng,
                                              struct game_tally *tally)
{
    struct wazabi s = *(const struct wazabi *)state;
    (void)history;
    playout_loop(&wazabi_game, pick, &s, most, NULL, rng, tally);
    *(struct wazabi *)state = s;
}

const struct game wazabi_game = {
    .id = "wazabi",
    .title = "Wazabi",
    .about = mark("Be the first without dice: give them away, throw them out, pass them on."),
    .flags = GAME_HIDDEN,
    .seats_min = 2,
    .seats_max = WAZABI_SEATS,
    .options = options,
    .state_size = sizeof(struct wazabi),
    .actions_max = 64,
    .outcomes_max = 325, /* throws of 24 dice with three faces */
    .start = start,
    .mover = mover,
    .clock = game_no_clock,
    .actions = actions,
    .chance = chance,
    .sample = sample,
    .allows = game_lists_all,
    .apply = apply,
    .play_out = play_out,
    .reveals = wazabi_reveals,
    .ruling = game_no_ruling,
    .thrower = thrower,
    .result = result,
    .hide = wazabi_hide,
    .guess = wazabi_guess,
    .write = wazabi_write,
    .read = wazabi_read,
    .json = wazabi_json,
    .load = wazabi_load,
    .observe = wazabi_observe,
    .position = game_no_position,
    .ids = WAZABI_IDS,
    .list_ids = wazabi_list_ids,
    .id_name = wazabi_id_name,
};
