/* A plugin for Cornet: a tiny game, `race`, and an agent for it, `careful`.
 *
 *     cc -shared -fPIC race.c $(pkg-config --cflags cornet) -o race.so
 *     cornet play race --load ./race.so
 *     cornet sim race --load ./race.so --agents careful,random --games 10000
 *
 * The game: whoever is first at field 20 wins. On your turn walk one field, or throw a die and go
 * as far as it says; but a die that takes you beyond field 20 sends you back to the start. The
 * plugin links to nothing: the host gives it the functions that it needs. */
#include <string.h>

#include <cornet/plugin.h>

enum { FIELDS = 20, SEATS = 4 };
enum { WALK, THROW, DIE }; /* actions; a die that fell is DIE plus its pips */

/* Flat, and every byte is set: two equal positions are equal bytes. */
struct race {
    uint8_t at[SEATS];
    uint8_t players;
    uint8_t seat;   /* from 0: whose turn */
    uint8_t thrown; /* a die is about to fall */
    uint8_t over;
};

static const cornet_host *host;

static int start(void *state, const cornet_setup *setup, cornet_text *why)
{
    struct race *r = (struct race *)state;
    (void)why; /* there are no options */
    memset(r, 0, sizeof *r);
    r->players = (uint8_t)host->setup_players(setup);
    return 1;
}

static int mover(const void *state)
{
    const struct race *r = (const struct race *)state;
    return r->over ? CORNET_OVER : r->thrown ? CORNET_CHANCE : r->seat + 1;
}

static size_t actions(const void *state, int seat, uint32_t *out)
{
    (void)state;
    (void)seat;
    out[0] = WALK;
    out[1] = THROW;
    return 2;
}

static size_t chance(const void *state, cornet_outcome *out, uint64_t *denominator)
{
    (void)state;
    for (uint32_t pips = 1; pips <= 6; pips++) {
        out[pips - 1].action = DIE + pips;
        out[pips - 1].weight = 1;
    }
    *denominator = 6;
    return 6;
}

static unsigned apply(void *state, uint32_t action)
{
    struct race *r = (struct race *)state;
    uint8_t *at = &r->at[r->seat];
    if (action == THROW) {
        r->thrown = 1;
        return 0;
    }
    *at = (uint8_t)(*at + (action == WALK ? 1 : action - DIE));
    r->thrown = 0;
    if (*at == FIELDS) {
        r->over = 1;
        return 1;
    }
    if (*at > FIELDS)
        *at = 0;
    r->seat = (uint8_t)((r->seat + 1) % r->players);
    return 1;
}

static void result(const void *state, double *share)
{
    const struct race *r = (const struct race *)state;
    for (int seat = 1; seat <= r->players; seat++)
        share[seat] = seat == r->seat + 1;
}

static void write_action(const void *state, uint32_t action, int viewer, cornet_text *out)
{
    (void)state;
    (void)viewer; /* nothing is hidden */
    if (action > DIE)
        host->text_print(out, "die %d", (int)(action - DIE));
    else
        host->text_print(out, action == WALK ? "walk" : "throw");
}

static void show(const void *state, cornet_text *out)
{
    const struct race *r = (const struct race *)state;
    for (int i = 0; i < r->players; i++)
        host->text_print(out, "%sseat %d at %d of %d", i ? ", " : "", i + 1, r->at[i], FIELDS);
}

static void observe(const void *view, int seat, int32_t *out)
{
    const struct race *r = (const struct race *)view;
    for (int i = 0; i < SEATS; i++)
        out[i] = i < r->players ? r->at[(seat - 1 + i) % r->players] : 0;
}

/* Throws while no die can take it too far, and then walks. */
static size_t choose(void *memory, const cornet_turn *turn, cornet_rng *rng)
{
    (void)memory;
    (void)rng;
    return turn->numbers[0] + 6 <= FIELDS ? THROW : WALK;
}

static const cornet_game_rules rules = {.size = sizeof rules,
                                        .id = "race",
                                        .title = "Race",
                                        .about = "First at field 20: walk, or dare to throw.",
                                        .players_min = 2,
                                        .players_max = SEATS,
                                        .state_size = sizeof(struct race),
                                        .actions_max = 2,
                                        .outcomes_max = 6,
                                        .numbers = SEATS,
                                        .start = start,
                                        .mover = mover,
                                        .actions = actions,
                                        .chance = chance,
                                        .apply = apply,
                                        .result = result,
                                        .write = write_action,
                                        .show = show,
                                        .observe = observe};

static const cornet_agent_rules careful = {.size = sizeof careful,
                                           .name = "careful",
                                           .about = "throws while that cannot go too far",
                                           .game = "race",
                                           .choose = choose};

/* The one name that it exports. */
CORNET_API cornet_plugin_function cornet_plugin;

cornet_status cornet_plugin(const cornet_host *given, cornet_error *error)
{
    host = given;
    if (host->version != CORNET_PLUGIN_VERSION) {
        strcpy(error->message, "it was made for another version of Cornet");
        return CORNET_REFUSED;
    }
    const cornet_status status = host->game_register(&rules, error);
    return status == CORNET_OK ? host->agent_register(&careful, error) : status;
}
