/* A game from outside as a `struct game`.
 *
 * The functions of a struct game are given a state and nothing else. So the state begins with the
 * number of the game's slot, and the functions here find the rules by it.
 *
 * After a fault (base/fault.h) no function of the rules is called. The game is over then, its only
 * action is 0, and it does nothing. */
#include <math.h>
#include <stdalign.h>
#include <string.h>

#include "api/plugins.h"
#include "base/fault.h"
#include "base/lang.h"

enum { SLOTS = 8 };

struct slot {
    struct game game; /* first: settings know their game */
    const cornet_game_rules *rules;
    struct game_option options[GAME_OPTIONS_MAX + 1];
};

/* Written once each, under the lock, before they can be found. */
static struct {
    struct slot slot[SLOTS];
    int count;
} outside_games;

/* A state; that of the game from outside follows. */
struct outside {
    alignas(max_align_t) uint32_t slot;
    uint32_t players;
};

enum { HEADER = sizeof(struct outside) };
_Static_assert(HEADER + CORNET_STATE_MAX <= GAME_STATE_MAX, "a state fits");
_Static_assert(HEADER % alignof(max_align_t) == 0, "a state is aligned");

/* NULL after a fault. */
static const cornet_game_rules *rules_of(const void *state)
{
    return fault_happened() ? NULL
                            : outside_games.slot[((const struct outside *)state)->slot].rules;
}

static int players_of(const void *state)
{
    return (int)((const struct outside *)state)->players;
}

static const void *inside(const void *state)
{
    return (const unsigned char *)state + HEADER;
}

static void *own(void *state)
{
    return (unsigned char *)state + HEADER;
}

static void fault(const cornet_game_rules *rules, const char *what)
{
    fault_report(tr("game %s is faulty: %s"), rules->id, what);
}

/* ---- members of struct game ---- */

static bool start(void *state, const struct game_settings *settings, struct text *why)
{
    const struct slot *slot = (const struct slot *)settings->game;
    const struct cornet_setup setup = {.game = settings->game, .settings = *settings};
    memset(state, 0, settings->game->state_size);
    *(struct outside *)state = (struct outside){.slot = (uint32_t)(slot - outside_games.slot),
                                                .players = (uint32_t)settings->players};
    text_clear(why);
    if (!fault_happened() && slot->rules->start(own(state), &setup, (cornet_text *)why))
        return true;
    if (why->length == 0)
        text_fail(why, tr("%s does not start with these options"), settings->game->id);
    return false;
}

static int mover(const void *state)
{
    const cornet_game_rules *rules = rules_of(state);
    if (!rules)
        return GAME_OVER;
    const int who = rules->mover(inside(state));
    if (who != CORNET_OVER && (who < 0 || who > players_of(state)))
        fault(rules, tr("the mover is not a seat"));
    if (who == CORNET_CHANCE && rules->outcomes_max == 0)
        fault(rules, tr("chance is to move but has no outcomes"));
    return fault_happened() ? GAME_OVER : who;
}

static size_t actions(const void *state, int seat, game_action out[])
{
    const bool moves = mover(state) == seat;
    const cornet_game_rules *rules = rules_of(state);
    if (rules && !moves)
        return 0;
    const size_t count = rules ? rules->actions(inside(state), seat, out) : 0;
    if (rules && (count < 1 || count > rules->actions_max))
        fault(rules, tr("a list of actions is empty or too long"));
    if (!fault_happened())
        return count;
    out[0] = 0;
    return 1;
}

static size_t list_outcomes(const void *state, cornet_outcome out[], uint64_t *denominator)
{
    const cornet_game_rules *rules = rules_of(state);
    uint64_t sum = 0;
    const size_t count = rules ? rules->chance(inside(state), out, denominator) : 0;
    if (rules && (count < 1 || count > rules->outcomes_max))
        fault(rules, tr("a list of outcomes is empty or too long"));
    for (size_t i = 0; i < count && !fault_happened(); i++) {
        if (out[i].weight == 0 || out[i].weight > *denominator - sum)
            fault(rules, tr("weights of outcomes do not sum to the denominator"));
        sum += out[i].weight;
    }
    if (rules && sum != *denominator)
        fault(rules, tr("weights of outcomes do not sum to the denominator"));
    if (!fault_happened())
        return count;
    out[0] = (cornet_outcome){.weight = *denominator = 1};
    return 1;
}

static size_t chance(const void *state, struct game_outcome out[], uint64_t *denominator)
{
    cornet_outcome outcome[CORNET_OUTCOMES_MAX];
    const size_t count = list_outcomes(state, outcome, denominator);
    for (size_t i = 0; i < count; i++)
        out[i] = (struct game_outcome){.action = outcome[i].action, .weight = outcome[i].weight};
    return count;
}

static game_action sample(const void *state, struct rng *rng)
{
    cornet_outcome outcome[CORNET_OUTCOMES_MAX];
    uint64_t denominator;
    list_outcomes(state, outcome, &denominator);
    uint64_t left = rng_below64(rng, denominator);
    size_t i = 0;
    while (left >= outcome[i].weight)
        left -= outcome[i++].weight;
    return outcome[i].action;
}

static unsigned apply(void *state, game_action action, struct game_history *history)
{
    const cornet_game_rules *rules = rules_of(state);
    (void)history;
    return rules ? rules->apply(own(state), action) : 0;
}

/* A game that hides something may show it by any move. */
static bool reveals(const void *state, game_action action)
{
    const cornet_game_rules *rules = rules_of(state);
    (void)action;
    return rules && (rules->flags & CORNET_GAME_HIDDEN);
}

static void result(const void *state, uint8_t share[])
{
    const cornet_game_rules *rules = rules_of(state);
    const int players = players_of(state);
    double shares[CORNET_SEATS_MAX + 1] = {0};
    int sum = 0;
    memset(share, 0, (size_t)players);
    if (!rules)
        return;
    rules->result(inside(state), shares);
    for (int seat = 1; seat <= players; seat++) {
        const double sixtieths = shares[seat] * GAME_WHOLE;
        if (!(sixtieths > -0.01 && sixtieths < GAME_WHOLE + 0.01) ||
            fabs(sixtieths - round(sixtieths)) > 0.01)
            return fault(
                rules, tr("a share of the result is not a whole number of sixtieths from 0 to 1"));
        share[seat - 1] = (uint8_t)lround(sixtieths);
        sum += share[seat - 1];
    }
    if (sum != GAME_WHOLE)
        fault(rules, tr("the shares of the result do not sum to 1"));
}

static void hide(void *state, int seat)
{
    const cornet_game_rules *rules = rules_of(state);
    if (rules && rules->flags & CORNET_GAME_HIDDEN)
        rules->hide(own(state), seat);
}

static void guess(void *state, struct rng *rng)
{
    const cornet_game_rules *rules = rules_of(state);
    cornet_rng copy;
    if (!rules || !(rules->flags & CORNET_GAME_HIDDEN))
        return;
    memcpy(copy.state, rng->s, sizeof copy.state);
    rules->guess(own(state), &copy);
    memcpy(rng->s, copy.state, sizeof copy.state);
}

static void write_action(const void *state, game_action action, const struct game_history *history,
                         int viewer, struct text *out)
{
    const int who = mover(state);
    const cornet_game_rules *rules = rules_of(state);
    (void)history;
    if (!rules)
        return text_add(out, "?");
    if (who == GAME_CHANCE)
        text_add(out, "* ");
    else
        text_printf(out, "%d ", who);
    char buffer[GAME_LINE_MAX - 8]; /* the actor precedes them */
    struct text words = text_on(buffer, sizeof buffer);
    rules->write(inside(state), action, viewer, (cornet_text *)&words);
    if (words.length == 0 || words.cut || !span_is_clean(span_of(buffer)) || buffer[0] == ' ')
        fault(rules, tr("the text of an action is empty or not one clean line"));
    text_add(out, buffer);
}

/* The action among those that are legal whose words these are. */
static bool read_action(const void *state, int who, struct span words, game_action *action,
                        struct game_history *history, struct text *why)
{
    const cornet_game_rules *rules = rules_of(state);
    game_action legal[GAME_ACTIONS_MAX];
    cornet_outcome outcome[CORNET_OUTCOMES_MAX];
    uint64_t denominator;
    const bool dice = who == GAME_CHANCE;
    const size_t count =
        dice ? list_outcomes(state, outcome, &denominator) : actions(state, who, legal);
    bool found = false;
    (void)history;
    for (size_t i = 0; i < count && !fault_happened();
         i++) { /* all: a second one would make it another game */
        struct text written = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
        const game_action listed = dice ? outcome[i].action : legal[i];
        rules->write(inside(state), listed, GAME_OPEN, (cornet_text *)&written);
        if (!span_is(words, written.start))
            continue;
        if (found)
            plugins_same_words(rules->id, *action, listed, written.start);
        *action = listed;
        found = true;
    }
    return found || text_fail(why, tr("not possible now: '%.*s'"), span_shown(words), words.at);
}

static void write_json(const void *state, struct json *json)
{
    struct text shown = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    plugins_show(state, &shown);
    json_key_string(json, "text", shown.start);
}

static void observe(const void *view, int seat, struct game_numbers *out)
{
    const cornet_game_rules *rules = rules_of(view);
    out->count = rules ? rules->numbers : 0;
    if (!rules)
        memset(out->value, 0, sizeof out->value);
    else if (rules->numbers)
        rules->observe(inside(view), seat, out->value);
    for (size_t i = 0; out->names && i < out->count; i++)
        game_number_name(out, "number", (int)i + 1);
}

const void *plugins_view(const struct game *game, const void *state)
{
    return game->mover == mover ? inside(state) : NULL;
}

void plugins_show(const void *state, struct text *out)
{
    const cornet_game_rules *rules = rules_of(state);
    if (rules)
        rules->show(inside(state), (cornet_text *)out);
}

/* ---- registering ---- */

/* The first member that is missing or out of bounds; NULL: none. */
static const char *find_fault(const cornet_game_rules *r)
{
    const bool hidden = r->flags & CORNET_GAME_HIDDEN;
    if (!plugins_is_name(r->id) || !r->title || !r->about)
        return tr("a game needs an id in lower case, a title and a description");
    if (r->players_min < 1 || r->players_max > CORNET_SEATS_MAX || r->players_min > r->players_max)
        return tr("its numbers of players are out of range");
    if (r->state_size < 1 || r->state_size > CORNET_STATE_MAX || r->actions_max < 1 ||
        r->actions_max > CORNET_ACTIONS_MAX || r->outcomes_max > CORNET_OUTCOMES_MAX ||
        r->numbers > CORNET_NUMBERS_MAX)
        return tr("a size is 0 or too large");
    if (!r->start || !r->mover || !r->actions || !r->apply || !r->result || !r->write || !r->show ||
        (r->outcomes_max && !r->chance) || (r->numbers && !r->observe) ||
        (hidden && (!r->hide || !r->guess)))
        return tr("a function is missing");
    if (r->flags & ~(CORNET_GAME_HIDDEN | CORNET_GAME_EXAMPLE))
        return tr("it has a flag that plugin games cannot use");
    return NULL;
}

/* Copies the options; false if they are not possible. */
static bool take_options(struct slot *slot)
{
    const cornet_option *from = slot->rules->options;
    size_t bytes = 0;
    int count = 0;
    for (; from && from[count].name; count++) {
        const cornet_option *o = &from[count];
        if (count == GAME_OPTIONS_MAX || !plugins_is_name(o->name) || !o->default_value)
            return false;
        bytes += strlen(o->default_value) + 1;
        slot->options[count] = (struct game_option){.name = o->name,
                                                    .about = o->about ? o->about : "",
                                                    .words = o->words ? o->words : "",
                                                    .min = o->min,
                                                    .max = o->max,
                                                    .free = o->free_text != 0,
                                                    .default_value = o->default_value};
    }
    slot->options[count] = (struct game_option){.name = NULL};
    return bytes <= GAME_VALUES_MAX;
}

static void fill(struct slot *slot)
{
    const cornet_game_rules *r = slot->rules;
    slot->game = (struct game){
        .id = r->id,
        .title = r->title,
        .about = r->about,
        .flags = (r->flags & CORNET_GAME_HIDDEN ? GAME_HIDDEN : 0u) |
                 (r->flags & CORNET_GAME_EXAMPLE ? GAME_EXAMPLE : 0u),
        .seats_min = r->players_min,
        .seats_max = r->players_max,
        .options = slot->options,
        .state_size = HEADER + r->state_size,
        .actions_max = r->actions_max,
        .outcomes_max = r->outcomes_max ? r->outcomes_max : 1,
        .start = start,
        .mover = mover,
        .clock = game_no_clock,
        .actions = actions,
        .chance = chance,
        .sample = sample,
        .apply = apply,
        .play_out = game_no_play_out,
        .reveals = reveals,
        .allows = game_lists_all,
        .ruling = game_no_ruling,
        .thrower = game_no_thrower,
        .result = result,
        .hide = hide,
        .guess = guess,
        .write = write_action,
        .read = read_action,
        .json = write_json,
        .load = game_loads_nothing,
        .observe = observe,
        .position = game_no_position,
        .ids = r->actions_max,
        .list_ids = game_id_place,
        .id_name = game_name_place,
    };
}

static cornet_status add(const cornet_game_rules *rules, cornet_error *error)
{
    struct slot *slot = &outside_games.slot[outside_games.count];
    if (game_find(span_of(rules->id)))
        return library_fail(error, CORNET_REFUSED, tr("game %s already exists"), rules->id);
    if (outside_games.count == SLOTS)
        return library_fail(error, CORNET_REFUSED, tr("there are already %d plugin games"), SLOTS);
    slot->rules = rules;
    if (!take_options(slot))
        return library_fail(error, CORNET_REFUSED, tr("the game %s cannot be registered: %s"),
                            rules->id, tr("its options are not valid"));
    fill(slot);
    const cornet_status status = plugins_check(&slot->game, error);
    if (status != CORNET_OK)
        return status;
    game_add(&slot->game);
    outside_games.count++;
    return CORNET_OK;
}

cornet_status cornet_game_register(const cornet_game_rules *rules, cornet_error *error)
{
    if (!rules)
        return library_null(error);
    if (rules->size < sizeof *rules)
        return library_fail(error, CORNET_REFUSED,
                            tr("`size` of the rules does not match the struct"));
    const char *wrong = find_fault(rules);
    if (wrong)
        return library_fail(error, CORNET_REFUSED, tr("the game %s cannot be registered: %s"),
                            rules->id ? rules->id : "?", wrong);
    plugins_lock();
    const cornet_status status = add(rules, error);
    plugins_unlock();
    return status;
}
