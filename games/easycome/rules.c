/* Easy Come Easy Go (Reiner Knizia, 2004): the rules, as in games/easycome/rules.md.
 *
 * A turn alternates between TO_ROLL (chance) and CHOICE (the seat). Everything about dice is looked
 * up: a multiset of up to four dice is a number below 210, see easycome_tables. */
#include "games/easycome/rules.h"

#include <string.h>

#include "base/lang.h"
#include "embedded/easycome_tables.h" /* easycome_tables */
#include "game/playout.h"
#include "game/rolloff.h"

_Static_assert(sizeof(struct easycome) <= 64, "the state fits in a cache line");

const char *const easycome_prize_id[EASYCOME_PRIZES] = {
    [EASYCOME_CARRE] = "carre",
    [EASYCOME_PAIRES] = "paires",
    [EASYCOME_BRELAN_IMPAIR] = "brelan-impair",
    [EASYCOME_BRELAN_PAIR] = "brelan-pair",
    [EASYCOME_7] = "7",
    [EASYCOME_13] = "13",
    [EASYCOME_3_OR_LESS] = "3-",
    [EASYCOME_17_OR_MORE] = "17+",
    [EASYCOME_SUITE] = "suite",
};

const char *const easycome_prize_titles[EASYCOME_PRIZES] = {
    [EASYCOME_CARRE] = mark("Four of a kind"),
    [EASYCOME_PAIRES] = mark("Two pairs"),
    [EASYCOME_BRELAN_IMPAIR] = mark("Three, all odd"),
    [EASYCOME_BRELAN_PAIR] = mark("Three, all even"),
    [EASYCOME_7] = mark("Exactly 7"),
    [EASYCOME_13] = mark("Exactly 13"),
    [EASYCOME_3_OR_LESS] = mark("3 or less"),
    [EASYCOME_17_OR_MORE] = mark("17 or more"),
    [EASYCOME_SUITE] = mark("Straight"),
};

/* 6^n: how many equal throws n dice have. */
static const unsigned throws_of[EASYCOME_DICE + 1] = {1, 6, 36, 216, 1296};

/* ---- the rules ---- */

static const struct game_option options[] = {
    {"hold",
     mark("Sets how many turns of others you must survive with three prizes; 3 is for 4 players "
          "only."),
     "", .min = 2, .max = 3, .default_value = "2"},
    {"first", mark("Sets who starts: the highest roll, or a seat."), "roll", .min = 1,
     .max = EASYCOME_SEATS, .default_value = "roll"},
    {.name = NULL},
};

/* The roll-off's part of the state. */
static struct rolloff roll_off(struct easycome *s)
{
    return (struct rolloff){&s->seat, &s->contenders, s->total, s->players};
}

static bool start(void *state, const struct game_settings *settings, struct text *why)
{
    struct easycome *s = state;
    memset(s, 0, sizeof *s);
    s->players = (uint8_t)settings->players;
    s->left = EASYCOME_DICE;
    s->hold = (uint8_t)game_number(&easycome_game, settings, "hold");
    const int first = game_number(&easycome_game, settings, "first");
    if (s->hold == 3 && s->players != 4)
        return text_fail(why, tr("option hold=3 is for 4 players, not %d"), s->players);
    if (first > s->players)
        return text_fail(why, tr("option first=%d needs a seat %d, and there are %d players"),
                         first, first, s->players);
    if (first > 0) {
        s->phase = EASYCOME_TO_ROLL;
        s->seat = (uint8_t)(first - 1);
    } else {
        s->phase = EASYCOME_ROLLOFF;
        rolloff_begin(roll_off(s));
    }
    return true;
}

static int mover(const void *state)
{
    const struct easycome *s = state;
    switch (s->phase) {
    case EASYCOME_CHOICE:
        return s->seat + 1;
    case EASYCOME_END:
        return GAME_OVER;
    default:
        return GAME_CHANCE;
    }
}

/* A player who keeps dice has already chosen to throw the others. */
static int thrower(const void *state)
{
    const struct easycome *s = state;
    return mover(s) == GAME_CHANCE && !s->kept ? s->seat + 1 : 0;
}

uint16_t easycome_open_prizes(const struct easycome *s)
{
    /* With two players, a player whose opponent holds three prizes may only steal: the centre is
     * closed. */
    if (s->players == 2 && s->count[1 - s->seat] == EASYCOME_TO_HOLD)
        return s->own[1 - s->seat];
    return (uint16_t)(((1 << EASYCOME_PRIZES) - 1) & ~s->own[s->seat]);
}

int easycome_holder(const struct easycome *s, int prize)
{
    for (int seat = 0; seat < s->players; seat++) {
        if (s->own[seat] >> prize & 1)
            return seat;
    }
    return -1;
}

static inline unsigned takeable(const struct easycome *s)
{
    return easycome_open_prizes(s) &
           easycome_tables.met[easycome_tables.met_at[s->kept] + s->rolled];
}

static size_t actions(const void *state, int seat, game_action out[])
{
    const struct easycome *s = state;
    if (s->phase != EASYCOME_CHOICE || seat != s->seat + 1)
        return 0;
    const struct easycome_set *rolled = &easycome_tables.set[s->rolled];
    const game_action *keeps = &easycome_tables.keeps[rolled->keeps_at];
    size_t n = 0;
    for (unsigned prizes = takeable(s); prizes; prizes &= prizes - 1)
        out[n++] = easycome_action(EASYCOME_TAKE, (unsigned)__builtin_ctz(prizes));
    /* Always copies the maximum number: much faster than a loop whose length is not predicted. */
    memcpy(out + n, keeps, EASYCOME_KEEPS_MAX * sizeof *keeps);
    n += rolled->keeps_count;
    out[n++] = easycome_action(EASYCOME_STOP, 0);
    return n;
}

static int dice_to_roll(const struct easycome *s)
{
    return s->left;
}

static size_t chance(const void *state, struct game_outcome out[], uint64_t *denominator)
{
    const int count = dice_to_roll(state);
    size_t n = 0;
    for (unsigned set = easycome_tables.first[count]; set < easycome_tables.first[count + 1]; set++)
        out[n++] = (struct game_outcome){.action = easycome_action(EASYCOME_ROLL, set),
                                         .weight = easycome_tables.set[set].weight};
    *denominator = throws_of[count];
    return n;
}

static game_action sample(const void *state, struct rng *rng)
{
    const int count = dice_to_roll(state);
    return easycome_action(EASYCOME_ROLL,
                           easycome_tables.thrown[count][rng_below(rng, throws_of[count])]);
}

/* Counts a turn that the seats with three prizes have endured. True if that ends the game or keeps
 * the turn with this seat: with two players, a player whose opponent holds three plays again. */
static bool endure(struct easycome *s)
{
    bool stays = false;
    int winner = -1;
    for (int seat = 0; seat < s->players; seat++) {
        if (s->count[seat] != EASYCOME_TO_HOLD || seat == s->seat)
            continue;
        if (++s->endured[seat] == s->hold)
            winner = seat;
        stays = s->players == 2;
    }
    if (winner < 0)
        return stays;
    s->phase = EASYCOME_END;
    s->seat = (uint8_t)winner;
    return true;
}

static void end_turn(struct easycome *s)
{
    /* A count is at most three: no bit pattern but that of three has both bits. */
    uint32_t counts;
    memcpy(&counts, s->count, sizeof counts);
    s->kept = s->rolled = 0;
    s->left = EASYCOME_DICE;
    s->phase = EASYCOME_TO_ROLL;
    if (counts & counts >> 1 & 0x01010101 && endure(s))
        return;
    s->seat = (uint8_t)(s->seat + 1 == s->players ? 0 : s->seat + 1);
}

static void take(struct easycome *s, unsigned prize)
{
    const uint16_t bit = (uint16_t)(1u << prize);
    for (int seat = 0; seat < s->players; seat++) {
        if (s->own[seat] & bit) {
            s->own[seat] &= (uint16_t)~bit;
            s->count[seat]--;
            s->endured[seat] = 0;
        }
    }
    s->own[s->seat] |= bit;
    s->count[s->seat]++;
}

/* Not inlined: apply() is shorter without it, and few moves belong to the roll-off. */
static __attribute__((noinline)) unsigned roll_for_start(struct easycome *s, unsigned set)
{
    if (rolloff_roll(roll_off(s), easycome_tables.set[set].sum))
        s->phase = EASYCOME_TO_ROLL;
    return 0;
}

static unsigned apply(void *state, game_action action, struct game_history *history)
{
    struct easycome *s = state;
    const unsigned value = easycome_value_of(action);
    (void)history;
    switch (easycome_kind_of(action)) {
    case EASYCOME_KEEP:
        s->left = (uint8_t)(s->left - easycome_tables.set[value].count);
        s->kept = easycome_tables.join[s->kept][value];
        s->rolled = 0;
        s->phase = EASYCOME_TO_ROLL;
        return 0;
    case EASYCOME_ROLL:
        if (s->phase == EASYCOME_ROLLOFF)
            return roll_for_start(s, value);
        s->rolled = (uint8_t)value;
        s->phase = EASYCOME_CHOICE;
        /* The last die cannot be rolled again: if nothing can be taken, the turn ends by itself. */
        if (s->left > 1 || takeable(s))
            return 0;
        break;
    case EASYCOME_TAKE:
        take(s, value);
        break;
    case EASYCOME_STOP:
        break;
    }
    end_turn(s);
    return 1;
}

static void result(const void *state, uint8_t share[])
{
    const struct easycome *s = state;
    for (int seat = 0; seat < s->players; seat++)
        share[seat] = seat == s->seat ? GAME_WHOLE : 0;
}

/* ---- text ---- */

/* `SEAT VERB WORD`. Not by printf: a table's legal lines are written after every move. */
static void write_words(struct text *out, int seat, const char *verb, const char *word)
{
    text_number(out, seat);
    text_add(out, verb);
    text_add(out, word);
}

static void write_action(const void *state, game_action action, const struct game_history *history,
                         int viewer, struct text *out)
{
    const struct easycome *s = state;
    const unsigned value = easycome_value_of(action);
    const int seat = s->seat + 1;
    (void)history;
    (void)viewer;
    switch (easycome_kind_of(action)) {
    case EASYCOME_KEEP:
        write_words(out, seat, " keep ", easycome_tables.set[value].digits);
        break;
    case EASYCOME_TAKE:
        write_words(out, seat, " take ", easycome_prize_id[value]);
        break;
    case EASYCOME_STOP:
        write_words(out, seat, " stop", "");
        break;
    case EASYCOME_ROLL:
        text_add(out, "* roll ");
        text_add(out, easycome_tables.set[value].digits);
        break;
    }
}

/* The set written as 1 to 4 ascending digits; 0, the empty set, if it is anything else. */
static unsigned read_set(struct span digits)
{
    unsigned set = 0;
    if (digits.length < 1 || digits.length > EASYCOME_DICE)
        return 0;
    for (size_t i = 0; i < digits.length; i++) {
        const char c = digits.at[i];
        if (c < '0' || c >= '0' + EASYCOME_FACES || (i > 0 && c < digits.at[i - 1]))
            return 0;
        set = easycome_tables.join[set][easycome_tables.first[1] + (c - '0')];
    }
    return set;
}

static bool read_roll(const struct easycome *s, struct span digits, game_action *action,
                      struct text *why)
{
    const unsigned set = read_set(digits);
    if (set == 0 || easycome_tables.set[set].count != dice_to_roll(s))
        return text_fail(why,
                         trn("a roll here is %d digit from 0 to 5, not '%.*s'",
                             "a roll here is %d digits from 0 to 5, ascending, not '%.*s'",
                             (unsigned long)dice_to_roll(s)),
                         dice_to_roll(s), span_shown(digits), span_start(digits));
    *action = easycome_action(EASYCOME_ROLL, set);
    return true;
}

static bool read_keep(const struct easycome *s, struct span digits, game_action *action,
                      struct text *why)
{
    const struct easycome_set *rolled = &easycome_tables.set[s->rolled];
    const unsigned set = read_set(digits);
    if (set == 0)
        return text_fail(why, tr("keep takes 1 to 3 digits from 0 to 5, ascending, not '%.*s'"),
                         span_shown(digits), span_start(digits));
    if (!easycome_contains(rolled, &easycome_tables.set[set]))
        return text_fail(why, tr("cannot keep %s: the dice just rolled are %s"),
                         easycome_tables.set[set].digits, rolled->digits);
    if (easycome_tables.set[set].count == rolled->count)
        return text_fail(why, tr("keep must leave at least one die to roll; 'stop' ends the turn"));
    *action = easycome_action(EASYCOME_KEEP, set);
    return true;
}

static bool read_take(const struct easycome *s, struct span id, game_action *action,
                      struct text *why)
{
    unsigned prize = 0;
    while (prize < EASYCOME_PRIZES && !span_is(id, easycome_prize_id[prize]))
        prize++;
    const unsigned final = easycome_tables.join[s->kept][s->rolled];
    if (prize == EASYCOME_PRIZES)
        return text_fail(why,
                         tr("no prize '%.*s'; they are carre, paires, brelan-impair, brelan-pair, "
                            "7, 13, 3-, 17+, suite"),
                         span_shown(id), span_start(id));
    if (!(easycome_tables.set[final].prizes >> prize & 1))
        return text_fail(why, tr("the dice %s do not win '%s'"), easycome_tables.set[final].digits,
                         tr(easycome_prize_titles[prize]));
    if (s->own[s->seat] >> prize & 1)
        return text_fail(why, tr("you already hold '%s'"), tr(easycome_prize_titles[prize]));
    if (!(easycome_open_prizes(s) >> prize & 1))
        return text_fail(why, tr("the centre is closed: you can only steal from the other player"));
    *action = easycome_action(EASYCOME_TAKE, prize);
    return true;
}

static bool read_action(const void *state, int who, struct span words, game_action *action,
                        struct game_history *history, struct text *why)
{
    const struct easycome *s = state;
    struct span rest = words;
    const struct span verb = span_cut(&rest, ' ');
    (void)history;
    if (who == GAME_CHANCE) {
        if (span_is(verb, "roll"))
            return read_roll(s, rest, action, why);
        return text_fail(why, tr("expected '* roll' and the dice, not '* %.*s'"), span_shown(words),
                         words.at);
    }
    if (span_is(verb, "keep"))
        return read_keep(s, rest, action, why);
    if (span_is(verb, "take"))
        return read_take(s, rest, action, why);
    if (span_is(words, "stop")) {
        *action = easycome_action(EASYCOME_STOP, 0);
        return true;
    }
    return text_fail(why, tr("expected 'keep' and dice, 'take' and a prize, or 'stop', not '%.*s'"),
                     span_shown(words), words.at);
}

static void write_json(const void *state, struct json *json)
{
    static const char *const phases[] = {"rolloff", "roll", "choose", "over"};
    const struct easycome *s = state;
    struct easycome copy = *s;
    json_key_string(json, "phase", phases[s->phase]);
    json_key_number(json, "turn", s->seat + 1); /* whose turn; at the end, who won */
    json_key_number(json, "hold", s->hold);
    json_key_string(json, "kept", easycome_tables.set[s->kept].digits);
    json_key_string(json, "rolled", easycome_tables.set[s->rolled].digits);
    json_key_open(json, "prizes", '{'); /* id: the holder's seat, 0 for the centre */
    for (int prize = 0; prize < EASYCOME_PRIZES; prize++)
        json_key_number(json, easycome_prize_id[prize], easycome_holder(s, prize) + 1);
    json_close(json, '}');
    json_key_open(json, "takeable", '[');
    for (unsigned prizes = s->phase == EASYCOME_CHOICE ? takeable(s) : 0; prizes;
         prizes &= prizes - 1)
        json_put_string(json, easycome_prize_id[__builtin_ctz(prizes)]);
    json_close(json, ']');
    json_key_open(json, "endured", '[');
    for (int seat = 0; seat < s->players; seat++)
        json_put_number(json, s->endured[seat]);
    json_close(json, ']');
    json_put_key(json, "rolloff");
    rolloff_json(roll_off(&copy), json);
    json_key_number(json, "prizes_to_win", EASYCOME_TO_HOLD);
}

static void observe(const void *view, int seat, struct game_numbers *out)
{
    const struct easycome *s = view;
    const struct easycome_tables *t = &easycome_tables;
    for (int i = 0; i < s->players; i++) {
        const int of = (seat - 1 + i) % s->players;
        for (int prize = 0; prize < EASYCOME_PRIZES; prize++)
            game_put_number(out, easycome_prize_id[prize], i + 1, s->own[of] >> prize & 1);
        game_put_number(out, "prizes", i + 1, s->count[of]);
        game_put_number(out, "endured", i + 1, s->endured[of]);
    }
    for (int face = 0; face < EASYCOME_FACES; face++)
        game_put_number(out, "kept", face + 1, t->set[s->kept].of[face]);
    for (int face = 0; face < EASYCOME_FACES; face++)
        game_put_number(out, "rolled", face + 1, t->set[s->rolled].of[face]);
    game_put_number(out, "hold", 0, s->hold);
}

/* ---- random games ---- */

/* One of the actions, by its place in actions(): without the list. */
static inline game_action pick(const struct game *game, const void *state, int seat,
                               struct rng *rng, bool *choice)
{
    const struct easycome *s = state;
    const struct easycome_set *rolled = &easycome_tables.set[s->rolled];
    unsigned prizes = takeable(s);
    const unsigned takes = easycome_tables.bits[prizes], count = takes + rolled->keeps_count + 1;
    (void)game;
    (void)seat;
    *choice = true; /* apply() ends a turn without one */
    unsigned place = rng_below(rng, count);
    if (place < takes) {
        for (; place; place--)
            prizes &= prizes - 1;
        return easycome_action(EASYCOME_TAKE, (unsigned)__builtin_ctz(prizes));
    }
    place -= takes;
    const game_action keep = easycome_tables.keeps[rolled->keeps_at + place];
    return place < rolled->keeps_count ? keep : easycome_action(EASYCOME_STOP, 0);
}

static __attribute__((flatten)) void play_out(void *state, uint64_t most,
                                              struct game_history *history, struct rng *rng,
                                              struct game_tally *tally)
{
    struct easycome s = *(const struct easycome *)state; /* the compiler knows all its pointers */
    playout_loop(&easycome_game, pick, &s, most, history, rng, tally);
    *(struct easycome *)state = s;
}

const struct game easycome_game = {
    .id = "easycome",
    .title = "Easy Come Easy Go",
    .about = mark("Roll, set dice aside, win fabulous prizes, and keep three while others steal."),
    .seats_min = 2,
    .seats_max = EASYCOME_SEATS,
    .options = options,
    .state_size = sizeof(struct easycome),
    .actions_max = EASYCOME_KEEPS_MAX + EASYCOME_PRIZES + 1,
    .outcomes_max = 126, /* throws of four dice */
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
    .thrower = thrower,
    .result = result,
    .hide = game_hide_nothing,
    .guess = game_guess_nothing,
    .write = write_action,
    .read = read_action,
    .json = write_json,
    .load = game_loads_nothing,
    .observe = observe,
    .position = game_no_position,
    .ids = EASYCOME_IDS,
    .list_ids = easycome_list_ids,
    .id_name = easycome_id_name,
};
