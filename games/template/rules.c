/* Template: the smallest complete game, to copy. docs/develop/adding-a-game.md starts from this
 * file.
 *
 * The game is the folk game of Pig. On your turn throw a die as often as you like: the pips add up
 * to the turn's points, but a 1 loses them and ends the turn. `hold` banks them. First to the
 * target wins. */
#include "games/template/rules.h"

#include <string.h>

#include "base/lang.h"
#include "game/playout.h"

static const struct game_option options[] = {
    {"target", mark("Sets the points needed to win."), "", .min = 2, .max = 1000,
     .default_value = "100"},
    {.name = NULL},
};

static bool start(void *state, const struct game_settings *settings, struct text *why)
{
    struct template *s = state;
    (void)why; /* any target goes with any number of players */
    memset(s, 0, sizeof *s);
    s->players = (uint8_t)settings->players;
    s->target = (uint16_t)game_number(&template_game, settings, "target");
    return true;
}

static int mover(const void *state)
{
    const struct template *s = state;
    return s->phase == TEMPLATE_END       ? GAME_OVER
           : s->phase == TEMPLATE_TO_ROLL ? GAME_CHANCE
                                          : s->seat + 1;
}

static size_t actions(const void *state, int seat, game_action out[])
{
    const struct template *s = state;
    if (s->phase != TEMPLATE_TO_CHOOSE || seat != s->seat + 1)
        return 0;
    size_t n = 0;
    out[n++] = template_action(TEMPLATE_ROLL, 0);
    if (s->turn_points > 0)
        out[n++] = template_action(TEMPLATE_HOLD, 0);
    return n;
}

static size_t chance(const void *state, struct game_outcome out[], uint64_t *denominator)
{
    (void)state;
    for (unsigned pips = 1; pips <= 6; pips++)
        out[pips - 1] =
            (struct game_outcome){.action = template_action(TEMPLATE_DIE, pips), .weight = 1};
    *denominator = 6;
    return 6;
}

static game_action sample(const void *state, struct rng *rng)
{
    (void)state;
    return template_action(TEMPLATE_DIE, 1 + rng_below(rng, 6));
}

static unsigned end_turn(struct template *s)
{
    s->turn_points = 0;
    if (s->score[s->seat] >= s->target) {
        s->phase = TEMPLATE_END;
    } else {
        s->phase = TEMPLATE_TO_CHOOSE;
        s->seat = (uint8_t)((s->seat + 1) % s->players);
    }
    return 1;
}

static unsigned apply(void *state, game_action action, struct game_history *history)
{
    struct template *s = state;
    const unsigned pips = template_pips(action);
    (void)history;
    switch (template_kind_of(action)) {
    case TEMPLATE_ROLL:
        s->phase = TEMPLATE_TO_ROLL;
        return 0;
    case TEMPLATE_HOLD:
        s->score[s->seat] = (uint16_t)(s->score[s->seat] + s->turn_points);
        return end_turn(s);
    default:
        if (pips == 1)
            return end_turn(s);
        s->turn_points = (uint16_t)(s->turn_points + pips);
        if (s->score[s->seat] + s->turn_points >= s->target) { /* no reason to continue */
            s->score[s->seat] = (uint16_t)(s->score[s->seat] + s->turn_points);
            return end_turn(s);
        }
        s->phase = TEMPLATE_TO_CHOOSE;
        return 0;
    }
}

static void result(const void *state, uint8_t share[])
{
    const struct template *s = state;
    for (int seat = 0; seat < s->players; seat++)
        share[seat] = seat == s->seat ? GAME_WHOLE : 0;
}

static void write_action(const void *state, game_action action, const struct game_history *history,
                         int viewer, struct text *out)
{
    const struct template *s = state;
    (void)history; /* nobody says anything */
    (void)viewer;  /* nothing is hidden */
    if (template_kind_of(action) == TEMPLATE_DIE)
        text_printf(out, "* die %u", template_pips(action));
    else
        text_printf(out, "%d %s", s->seat + 1,
                    template_kind_of(action) == TEMPLATE_ROLL ? "roll" : "hold");
}

static bool read_action(const void *state, int who, struct span words, game_action *action,
                        struct game_history *history, struct text *why)
{
    const struct template *s = state;
    (void)history;
    if (who == GAME_CHANCE) {
        uint64_t pips;
        struct span rest = words;
        const struct span verb = span_cut(&rest, ' ');
        if (!span_is(verb, "die") || !span_number(rest, 1, 6, &pips))
            return text_fail(why, tr("expected 'die' and a number from 1 to 6, not '%.*s'"),
                             span_shown(words), words.at);
        *action = template_action(TEMPLATE_DIE, (unsigned)pips);
        return true;
    }
    if (span_is(words, "roll")) {
        *action = template_action(TEMPLATE_ROLL, 0);
        return true;
    }
    if (span_is(words, "hold") && s->turn_points > 0) {
        *action = template_action(TEMPLATE_HOLD, 0);
        return true;
    }
    return text_fail(why,
                     s->turn_points > 0 ? tr("expected 'roll' or 'hold', not '%.*s'")
                                        : tr("expected 'roll', not '%.*s'"),
                     span_shown(words), words.at);
}

static void write_json(const void *state, struct json *json)
{
    const struct template *s = state;
    json_key_number(json, "target", s->target);
    json_key_number(json, "turn", s->seat + 1);
    json_key_number(json, "turn_points", s->turn_points);
    json_key_open(json, "scores", '[');
    for (int seat = 0; seat < s->players; seat++)
        json_put_number(json, s->score[seat]);
    json_close(json, ']');
}

static void observe(const void *view, int seat, struct game_numbers *out)
{
    const struct template *s = view;
    for (int i = 0; i < s->players; i++)
        game_put_number(out, "score", i + 1, s->score[(seat - 1 + i) % s->players]);
    game_put_number(out, "turn points", 0, s->turn_points);
    game_put_number(out, "target", 0, s->target);
}

/* The kinds of a seat's actions are its ids. */
static void list_ids(const void *state, int seat, const game_action list[], size_t count,
                     uint16_t out[])
{
    (void)state;
    (void)seat;
    for (size_t i = 0; i < count; i++)
        out[i] = (uint16_t)template_kind_of(list[i]);
}

static void id_name(unsigned id, struct text *out)
{
    text_add(out, id == TEMPLATE_ROLL ? "roll" : "hold");
}

/* ---- random games ---- */

static __attribute__((flatten)) void play_out(void *state, uint64_t most,
                                              struct game_history *history, struct rng *rng,
                                              struct game_tally *tally)
{
    playout_loop(&template_game, playout_pick_listed, state, most, history, rng, tally);
}

const struct game template_game = {
    .id = "template",
    .title = "Template",
    .about = mark("Throw a die as often as you dare; a 1 loses the turn's points."),
    .flags = GAME_EXAMPLE,
    .seats_min = 2,
    .seats_max = TEMPLATE_SEATS,
    .options = options,
    .state_size = sizeof(struct template),
    .actions_max = 2,
    .outcomes_max = 6,
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
    .write = write_action,
    .read = read_action,
    .json = write_json,
    .load = game_loads_nothing,
    .observe = observe,
    .position = game_no_position,
    .ids = 2,
    .list_ids = list_ids,
    .id_name = id_name,
};
