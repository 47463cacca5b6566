/* Débâcle (Jérémie Pelletier, 2009): the rules. games/debacle/rules.md says them in words,
 * text.c has the notation.
 *
 * A turn is many single actions of one side; `end` is one. A die that has just captured is `open`:
 * it may bounce, may owe a return to its camp, or both, until another die moves or the turn ends.
 * Black's forward is down; everything else is the same for both sides. */
#include "games/debacle/rules.h"

#include <string.h>

#include "base/lang.h"
#include "embedded/debacle_keys.h" /* debacle_square_key */
#include "game/playout.h"
#include "games/debacle/rules_make.h"

_Static_assert(sizeof(struct debacle) <= 192, "small enough to be copied at every node");

enum { ROUNDS_MAX = 50, REPETITIONS = 3, ORDERS = 720 };

/* ---- the board ---- */

void debacle_put(struct debacle *s, int side, unsigned value, unsigned square)
{
    debacle_put_inline(s, side, value, square, true);
}

unsigned debacle_die(const struct debacle *s, int side, unsigned square)
{
    for (unsigned value = 1; value <= DEBACLE_VALUES; value++) {
        if (s->dice[side][value - 1] >> square & 1)
            return value;
    }
    return 0;
}

int debacle_points(const struct debacle *s, int side)
{
    int sum = 0;
    for (int value = 1; value <= DEBACLE_VALUES; value++)
        sum += value * s->held[side][value - 1];
    return sum;
}

static uint64_t mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

uint64_t debacle_key(const struct debacle *s)
{
    uint64_t held = 0;
    for (int value = 0; value < DEBACLE_VALUES; value++)
        held = held << 6 | (uint64_t)s->held[0][value] << 3 | s->held[1][value];
    /* Of default options, all bits from 37 on but `recovered` are 0. */
    held |= (uint64_t)(s->rules & DEBACLE_ONCE) << 36 | (uint64_t)s->recovered << 37 |
            (uint64_t)(s->rules >> 1) << 38 | (uint64_t)s->advanced << 41 | (uint64_t)s->due << 42 |
            (uint64_t)s->recoveries[0] << 44 | (uint64_t)s->recoveries[1] << 46 |
            (uint64_t)(s->waiting ^ DEBACLE_NONE) << 48;
    const uint64_t turn = s->side | (uint64_t)s->moves << 1 | (uint64_t)s->done << 6 |
                          (uint64_t)s->bonus[0] << 7 | (uint64_t)s->bonus[1] << 12 |
                          (uint64_t)s->open << 17 | (uint64_t)s->bounce << 23 |
                          (uint64_t)s->owed << 24 | (uint64_t)s->flipped << 25 |
                          (uint64_t)s->score[0] << 31 | (uint64_t)s->score[1] << 47;
    return s->hash ^ mix(held + 0x9e3779b97f4a7c15u) ^ mix(mix(turn) + 0x632be59bd9b4e019u);
}

/* ---- legal actions ---- */

/* Lists the steps of the dice in one direction: a roll onto an empty square (none if `empty` is 0:
 * backward), a capture onto a square of `prey`. `far` is what the step adds to a square's number.
 */
DEBACLE_INLINE size_t list_steps(const struct debacle *s, uint64_t reached, int far, uint64_t empty,
                                 uint64_t prey, unsigned value, game_action out[], size_t n)
{
    for (uint64_t set = reached & empty; set; set &= set - 1) {
        const int to = __builtin_ctzll(set);
        out[n++] = debacle_action(DEBACLE_ROLL, (unsigned)(to - far), (unsigned)to, value, 0);
    }
    for (uint64_t set = reached & prey; set; set &= set - 1) {
        const int to = __builtin_ctzll(set);
        out[n++] = debacle_action(DEBACLE_CAPTURE, (unsigned)(to - far), (unsigned)to, value,
                                  debacle_die(s, !s->side, (unsigned)to));
    }
    return n;
}

/* Lists rolls, flips and captures of the dice in `movers`. Callers pass a constant `side`, so that
 * the compiler makes a copy without branches for each side. */
DEBACLE_INLINE size_t list_side(const struct debacle *s, int side, uint64_t movers,
                                game_action out[], size_t n)
{
    const uint64_t *d = s->dice[side], *e = s->dice[!side];
    const uint64_t other = debacle_all(s, !side);
    const uint64_t empty = ~(debacle_all(s, side) | other) & DEBACLE_BOARD;
    const uint64_t may_flip = s->flipped == DEBACLE_NONE ? ~0ull : ~(1ull << s->flipped);
    uint64_t lower = 0;
    for (unsigned value = 1; value <= DEBACLE_VALUES; value++) {
        /* A die captures lower ones; a 1 captures all but other 1s. */
        const uint64_t prey = value == 1 ? other & ~e[0] : lower;
        const uint64_t dice = d[value - 1] & movers;
        lower |= e[value - 1];
        if (!dice)
            continue;
        const uint64_t up = dice << 6 & DEBACLE_BOARD, down = dice >> 6;
        const uint64_t right = dice << 1 & ~DEBACLE_FILE_A & DEBACLE_BOARD;
        const uint64_t left = dice >> 1 & ~DEBACLE_FILE_F;
        n = list_steps(s, up, 6, side == DEBACLE_RED ? empty : 0, prey, value, out, n);
        n = list_steps(s, down, -6, side == DEBACLE_RED ? 0 : empty, prey, value, out, n);
        n = list_steps(s, right, 1, empty, prey, value, out, n);
        n = list_steps(s, left, -1, empty, prey, value, out, n);
        for (uint64_t set = dice & may_flip; set; set &= set - 1) {
            const unsigned square = (unsigned)__builtin_ctzll(set);
            out[n++] = debacle_action(DEBACLE_FLIP, square, square, value, 0);
        }
    }
    return n;
}

static size_t list_moves(const struct debacle *s, uint64_t movers, game_action out[], size_t n)
{
    return s->side == DEBACLE_RED ? list_side(s, DEBACLE_RED, movers, out, n)
                                  : list_side(s, DEBACLE_BLACK, movers, out, n);
}

static uint64_t empty_camp(const struct debacle *s)
{
    return debacle_camp(s->side) & ~(debacle_all(s, 0) | debacle_all(s, 1));
}

/* The value of the die that may be recovered now; 0 for none. */
static unsigned recoverable(const struct debacle *s)
{
    const uint64_t *d = s->dice[s->side];
    const uint64_t all = debacle_all(s, s->side);
    bool same = false;
    if (!s->done || s->owed || s->recovered || s->captures[!s->side] == 0 ||
        s->recoveries[s->side] == DEBACLE_RECOVERIES)
        return 0;
    for (int value = 0; value < DEBACLE_VALUES; value++)
        same = same || d[value] == all;
    for (unsigned value = 1; same && value <= DEBACLE_VALUES; value++) {
        if (s->held[!s->side][value - 1])
            return value;
    }
    return 0;
}

static bool is_advance(const struct debacle *s, game_action action)
{
    const enum debacle_kind kind = debacle_kind_of(action);
    const int ahead = s->side == DEBACLE_RED ? 6 : -6;
    return kind == DEBACLE_CAPTURE ||
           (kind == DEBACLE_ROLL && debacle_to(action) == debacle_from(action) + (unsigned)ahead);
}

/* The duties of form=tournament and moves=must: removes moves that are illegal although the dice
 * could make them, and returns whether the turn may end. */
static bool obey(const struct debacle *s, game_action out[], size_t *count)
{
    size_t advances = 0, n = 0;
    bool may_end = true;
    for (size_t i = 0; i < *count; i++)
        advances += is_advance(s, out[i]);
    if ((s->rules & DEBACLE_TOURNAMENT) && !s->advanced && advances > 0) {
        may_end = false;
        for (size_t i = 0; s->moves == 1 && i < *count; i++) {
            if (is_advance(s, out[i]))
                out[n++] = out[i];
        }
        *count = n ? n : *count;
    }
    for (size_t i = 0; s->due && i < *count; i++) /* a bounce is free */
        may_end = may_end && s->bounce && debacle_from(out[i]) == s->open;
    return may_end;
}

static uint64_t movers_of(const struct debacle *s)
{
    const uint64_t open = s->open == DEBACLE_NONE ? 0 : 1ull << s->open;
    return (s->moves ? ~0ull : 0) | (s->bounce ? open : 0);
}

bool debacle_may_end(const struct debacle *s)
{
    game_action list[GAME_ACTIONS_MAX];
    if (s->owed || !(s->rules & DEBACLE_DUTIES))
        return !s->owed;
    size_t count = list_moves(s, movers_of(s), list, 0);
    return obey(s, list, &count);
}

size_t debacle_list(const struct debacle *s, game_action out[])
{
    size_t n = 0;
    const uint64_t open = s->open == DEBACLE_NONE ? 0 : 1ull << s->open;
    if (s->owed) {
        const unsigned value = debacle_die(s, s->side, s->open);
        for (uint64_t set = empty_camp(s); set; set &= set - 1)
            out[n++] =
                debacle_action(DEBACLE_RETURN, s->open, (unsigned)__builtin_ctzll(set), value, 0);
        return s->bounce ? list_moves(s, open, out, n) : n;
    }
    const uint64_t movers = movers_of(s);
    if (movers)
        n = list_moves(s, movers, out, n);
    const bool may_end = !(s->rules & DEBACLE_DUTIES) || obey(s, out, &n);
    const unsigned value = recoverable(s);
    for (uint64_t set = value ? empty_camp(s) : 0; set; set &= set - 1)
        out[n++] = debacle_action(DEBACLE_RECOVER, 0, (unsigned)__builtin_ctzll(set), value, 0);
    if (may_end)
        out[n++] = debacle_action(DEBACLE_END, 0, 0, 0, 0);
    return n;
}

/* ---- carrying out ---- */

/* Changes the fields that only the options of DEBACLE_MORE use, before the action. */
static void note(struct debacle *s, game_action action)
{
    const enum debacle_kind kind = debacle_kind_of(action);
    const bool tournament = s->rules & DEBACLE_TOURNAMENT;
    const bool bounces = s->bounce && s->open == debacle_from(action);
    if (kind <= DEBACLE_CAPTURE && s->due && !bounces)
        s->due--;
    if (tournament && is_advance(s, action))
        s->advanced = 1;
    if (kind == DEBACLE_CAPTURE && s->waiting == debacle_to(action)) /* the die is gone */
        s->waiting = DEBACLE_NONE;
    s->recoveries[s->side] += tournament && kind == DEBACLE_RECOVER;
    if (kind == DEBACLE_END) {
        s->due = s->rules & DEBACLE_MUST ? 2 : 0;
        s->advanced = 0;
    }
}

bool debacle_make(struct debacle *s, game_action action)
{
    if (!(s->rules & DEBACLE_MORE))
        return debacle_make_inline(s, action, true);
    note(s, action);
    const uint8_t flipped = s->flipped, waiting = s->waiting;
    const bool over = debacle_make_inline(s, action, true);
    if (debacle_kind_of(action) == DEBACLE_END && (s->rules & DEBACLE_ALWAYS)) {
        s->flipped = waiting;
        s->waiting = flipped;
    }
    return over;
}

/* ---- rounds and the game ---- */

/* Sets up the board for a round. */
static void begin_round(struct debacle *s)
{
    memset(s->dice, 0, sizeof s->dice);
    memcpy(s->held, s->first_held, sizeof s->held);
    s->hash = 0;
    for (int side = 0; side < 2; side++) {
        s->captures[side] = 0;
        for (int value = 0; value < DEBACLE_VALUES; value++)
            s->captures[side] = (uint8_t)(s->captures[side] + s->held[side][value]);
        for (int i = 0; i < DEBACLE_DICE; i++) {
            if (s->first_square[side][i] != DEBACLE_NONE)
                debacle_put(s, side, s->first_value[side][i], s->first_square[side][i]);
        }
        s->bonus[side] = 0;
    }
    s->side = s->starter;
    s->moves = s->rules & DEBACLE_TOURNAMENT ? 1 : 2;
    s->due = s->rules & DEBACLE_MUST ? s->moves : 0;
    s->done = s->lively = s->advanced = s->recovered = s->quiet = 0;
    s->recoveries[0] = s->recoveries[1] = 0;
    s->turns = 0;
    s->flipped = s->waiting = DEBACLE_NONE;
    debacle_close_die(s);
    s->phase = DEBACLE_PLAY;
}

/* Six values from each player's left to right, the same for both. */
static void set_order(struct debacle *s, const unsigned order[DEBACLE_DICE])
{
    for (unsigned i = 0; i < DEBACLE_DICE; i++) {
        s->first_square[DEBACLE_RED][i] = (uint8_t)i;
        s->first_square[DEBACLE_BLACK][i] = (uint8_t)(DEBACLE_SQUARES - 1 - i);
        s->first_value[DEBACLE_RED][i] = s->first_value[DEBACLE_BLACK][i] = (uint8_t)order[i];
    }
}

static void next_round(struct debacle *s)
{
    if (s->random_setup) { /* the board is empty until chance has chosen */
        memset(s->first_square, DEBACLE_NONE, sizeof s->first_square);
        begin_round(s);
        s->phase = DEBACLE_CHOOSE_SETUP;
    } else {
        begin_round(s);
    }
}

static void end_round(struct debacle *s)
{
    for (int side = 0; side < 2; side++)
        s->score[side] = (uint16_t)(s->score[side] + debacle_points(s, side));
    s->rounds++;
    const unsigned best = s->score[0] > s->score[1] ? s->score[0] : s->score[1];
    if ((best >= s->target && s->score[0] != s->score[1]) || s->rounds == ROUNDS_MAX) {
        s->phase = DEBACLE_OVER;
        return;
    }
    s->starter = !s->starter;
    next_round(s);
}

/* Whether the position of this key, which has been appended already, has occurred often enough in
 * this round to end it. */
static bool is_repeated(const struct debacle *s, const struct game_history *history, uint64_t key)
{
    const size_t turns = (size_t)s->turns + 1; /* begun in this round: a key for each */
    const size_t left = turns < history->trail_count ? turns : history->trail_count;
    const uint64_t *first = history->trail + (history->trail_count - left);
    int count = 0;
    for (const uint64_t *at = first + (left - 1) % 2; at < first + left; at += 2) {
        if (*at == key && ++count == REPETITIONS) /* the keys between are of the other side */
            return true;
    }
    return false;
}

static const struct game_option options[] = {
    {"first", mark("Sets who starts round 1."), "random", .min = 1, .max = 2, .default_value = "1"},
    {"setup",
     mark("Sets the order of the dice: standard, random, or a position text. With auto it is "
          "random if form=tournament, and else standard."),
     "auto|standard|random", .min = 1, .max = 0, .free = true, .default_value = "auto"},
    {"target", mark("Sets the points needed to win."), "", .min = 1, .max = 999,
     .default_value = "30"},
    {"recover", mark("Allows any number of recoveries per turn, or one."), "any|once", .min = 1,
     .max = 0, .default_value = "any"},
    {"flip", mark("Forbids a double flip within a turn, or also from turn to turn."), "turn|always",
     .min = 1, .max = 0, .default_value = "turn"},
    {"moves", mark("Lets you pass, or requires both moves if you can make them."), "may|must",
     .min = 1, .max = 0, .default_value = "may"},
    {"form",
     mark("Follows the rules as written (literal), or makes every turn advance or capture "
          "(tournament)."),
     "literal|tournament", .min = 1, .max = 0, .default_value = "literal",
     .clock_value = "tournament"},
    {.name = NULL},
};

/* Whether an option has this value. */
static bool has(const struct game_settings *settings, const char *name, const char *value)
{
    return strcmp(game_value(&debacle_game, settings, name), value) == 0;
}

/* A position text as the first round, and its board as the start of every later one. */
static bool start_from(struct debacle *s, const char *text, struct text *why)
{
    if (!debacle_read_position(s, span_of(text), why))
        return false;
    const unsigned best = s->score[0] > s->score[1] ? s->score[0] : s->score[1];
    if (best >= s->target && s->score[0] != s->score[1])
        return text_fail(why, tr("option setup: the game is already over at these scores"));
    memcpy(s->first_held, s->held, sizeof s->held);
    for (int side = 0; side < 2; side++) {
        int n = 0;
        for (unsigned square = 0; square < DEBACLE_SQUARES; square++) {
            const unsigned value = debacle_die(s, side, square);
            if (value) {
                s->first_square[side][n] = (uint8_t)square;
                s->first_value[side][n++] = (uint8_t)value;
            }
        }
    }
    s->starter = s->side;
    s->phase = DEBACLE_PLAY;
    return true;
}

static bool start(void *state, const struct game_settings *settings, struct text *why)
{
    static const unsigned standard[DEBACLE_DICE] = {1, 2, 3, 4, 5, 6};
    struct debacle *s = state;
    const char *setup = game_value(&debacle_game, settings, "setup");
    const char *first = game_value(&debacle_game, settings, "first");
    memset(s, 0, sizeof *s);
    memset(s->first_square, DEBACLE_NONE, sizeof s->first_square);
    s->rules = (uint8_t)((has(settings, "recover", "once") ? DEBACLE_ONCE : 0) |
                         (has(settings, "flip", "always") ? DEBACLE_ALWAYS : 0) |
                         (has(settings, "moves", "must") ? DEBACLE_MUST : 0) |
                         (has(settings, "form", "tournament") ? DEBACLE_TOURNAMENT : 0));
    s->target = (uint16_t)game_number(&debacle_game, settings, "target");
    if (strcmp(setup, "auto") == 0)
        setup = s->rules & DEBACLE_TOURNAMENT ? "random" : "standard";
    s->random_setup = strcmp(setup, "random") == 0;
    if (!s->random_setup && strcmp(setup, "standard") != 0) {
        if (strcmp(first, "1") != 0)
            return text_fail(why,
                             tr("option first: the position in setup already says who starts"));
        return start_from(s, setup, why);
    }
    if (!s->random_setup)
        set_order(s, standard);
    s->starter = strcmp(first, "2") == 0;
    next_round(s);
    if (strcmp(first, "random") == 0)
        s->phase = DEBACLE_CHOOSE_FIRST;
    return true;
}

static int mover(const void *state)
{
    const struct debacle *s = state;
    return s->phase == DEBACLE_PLAY   ? s->side + 1
           : s->phase == DEBACLE_OVER ? GAME_OVER
                                      : GAME_CHANCE;
}

static size_t actions(const void *state, int seat, game_action out[])
{
    const struct debacle *s = state;
    return mover(s) == seat ? debacle_list(s, out) : 0;
}

/* The n-th of the 720 orders of six values, in the order of their digits. */
static void order_of(unsigned n, unsigned order[DEBACLE_DICE])
{
    unsigned left[DEBACLE_DICE] = {1, 2, 3, 4, 5, 6}, block = ORDERS;
    for (unsigned i = 0; i < DEBACLE_DICE; i++) {
        block /= DEBACLE_DICE - i;
        const unsigned pick = n / block;
        n %= block;
        order[i] = left[pick];
        memmove(left + pick, left + pick + 1, (DEBACLE_DICE - 1 - pick) * sizeof *left);
    }
}

/* Six values as an action: three bits each, and the kind above them. */
static game_action order_action(unsigned n)
{
    unsigned order[DEBACLE_DICE], packed = 0;
    order_of(n, order);
    for (int i = 0; i < DEBACLE_DICE; i++)
        packed = packed << 3 | order[i];
    return (game_action)DEBACLE_SETUP << 18 | packed;
}

static size_t chance(const void *state, struct game_outcome out[], uint64_t *denominator)
{
    const struct debacle *s = state;
    if (s->phase == DEBACLE_CHOOSE_FIRST) {
        for (unsigned side = 0; side < 2; side++)
            out[side] = (struct game_outcome){
                .action = debacle_action(DEBACLE_FIRST, 0, side, 0, 0), .weight = 1};
        *denominator = 2;
        return 2;
    }
    for (unsigned n = 0; n < ORDERS; n++)
        out[n] = (struct game_outcome){.action = order_action(n), .weight = 1};
    *denominator = ORDERS;
    return ORDERS;
}

static game_action sample(const void *state, struct rng *rng)
{
    const struct debacle *s = state;
    return s->phase == DEBACLE_CHOOSE_FIRST
               ? debacle_action(DEBACLE_FIRST, 0, rng_below(rng, 2), 0, 0)
               : order_action(rng_below(rng, ORDERS));
}

static void apply_chance(struct debacle *s, game_action action)
{
    if (debacle_kind_of(action) == DEBACLE_FIRST) {
        s->starter = (uint8_t)debacle_to(action);
        next_round(s);
        return;
    }
    unsigned order[DEBACLE_DICE];
    for (int i = DEBACLE_DICE - 1; i >= 0; i--, action >>= 3)
        order[i] = action & 7;
    set_order(s, order);
    begin_round(s);
}

static unsigned apply(void *state, game_action action, struct game_history *history)
{
    struct debacle *s = state;
    if (s->phase != DEBACLE_PLAY) {
        apply_chance(s, action);
        return 0;
    }
    const bool ends = debacle_kind_of(action) == DEBACLE_END;
    if (history && s->turns == 0 && !s->done) /* the round's first position counts */
        game_trail_add(history, debacle_key(s));
    bool over = debacle_make(s, action);
    if (ends) {
        bool repeated = false;
        if (history) {
            const uint64_t key = debacle_key(s);
            game_trail_add(history, key);
            repeated = is_repeated(s, history, key);
        }
        over = repeated || s->quiet >= DEBACLE_QUIET_MAX || s->turns >= DEBACLE_TURNS_MAX;
    }
    if (over)
        end_round(s);
    return ends || over;
}

static void result(const void *state, uint8_t share[])
{
    const struct debacle *s = state;
    const int best = s->score[0] > s->score[1] ? s->score[0] : s->score[1];
    const bool won = best >= s->target && s->score[0] != s->score[1];
    for (int side = 0; side < 2; side++)
        share[side] = !won ? GAME_WHOLE / 2 : s->score[side] == best ? GAME_WHOLE : 0;
}

/* ---- random games ---- */

static __attribute__((flatten)) void play_out(void *state, uint64_t most,
                                              struct game_history *history, struct rng *rng,
                                              struct game_tally *tally)
{
    playout_loop(&debacle_game, playout_pick_listed, state, most, history, rng, tally);
}

const struct game debacle_game = {
    .id = "debacle",
    .title = "Débâcle",
    .about = mark("Roll, flip and capture dice on a small board; five captures end a round."),
    .flags = GAME_TRAIL | GAME_DRAWS,
    .seats_min = 2,
    .seats_max = 2,
    .options = options,
    .state_size = sizeof(struct debacle),
    .actions_max = 64,
    .outcomes_max = ORDERS,
    .start = start,
    .mover = mover,
    .clock = game_no_clock,
    .actions = actions,
    .chance = chance,
    .sample = sample,
    .allows = game_lists_all,
    .apply = apply,
    .play_out = play_out,
    .reveals = game_reveals_nothing,
    .ruling = game_no_ruling,
    .thrower = game_no_thrower,
    .result = result,
    .hide = game_hide_nothing,
    .guess = game_guess_nothing,
    .write = debacle_write,
    .read = debacle_read,
    .json = debacle_json,
    .load = game_loads_nothing,
    .observe = debacle_observe,
    .position = debacle_position,
    .ids = DEBACLE_IDS,
    .list_ids = debacle_list_ids,
    .id_name = debacle_id_name,
};
