/* Plugins that break their contract, each in one way: -DFAULT=N. tests/plugin.sh builds them. */
#include <string.h>

#include <cornet/plugin.h>

enum {
    FINE,
    VERSION, /* refuses the host's version */
    SILENT,  /* fails without an error message */
    SIZE,    /* wrong size of the rules */
    ID,      /* id of a built-in game */
    MISSING, /* a missing function */
    MOVER,   /* a mover without a seat */
    EMPTY,   /* no legal actions */
    LONG,    /* too many actions */
    WEIGHTS, /* wrong weights of outcomes */
    WORDS,   /* an action whose words have two lines */
    RESULT,  /* a result that does not sum to 1 */
    CHOICE,  /* the agent chooses no legal action */
    WORDY,   /* an action with more words than a line may have */
    SAME,    /* two actions with the same words */
};

static int start(void *state, const cornet_setup *setup, cornet_text *why)
{
    (void)setup;
    (void)why;
    memset(state, 0, 4);
    return 1;
}

/* Seat 1 moves, then chance, then seat 2; then the game is over. */
static int mover(const void *state)
{
    static const int movers[] = {1, CORNET_CHANCE, 2, CORNET_OVER};
    const unsigned char *at = (const unsigned char *)state;
    return FAULT == MOVER && *at == 2 ? 3 : movers[*at];
}

static size_t actions(const void *state, int seat, uint32_t *out)
{
    (void)state;
    (void)seat;
    out[0] = 0;
    out[1] = 1;
    return FAULT == EMPTY ? 0 : FAULT == LONG ? 3 : 2;
}

static size_t chance(const void *state, cornet_outcome *out, uint64_t *denominator)
{
    (void)state;
    out[0].action = 0;
    out[0].weight = 1;
    *denominator = FAULT == WEIGHTS ? 2 : 1;
    return 1;
}

static unsigned apply(void *state, uint32_t action)
{
    (void)action;
    ++*(unsigned char *)state;
    return 1;
}

static void result(const void *state, double *share)
{
    (void)state;
    share[1] = 1;
    share[2] = FAULT == RESULT ? 1 : 0;
}

static const cornet_host *host;

static void write_action(const void *state, uint32_t action, int viewer, cornet_text *out)
{
    (void)state;
    (void)viewer;
    host->text_print(out,
                     FAULT == WORDS   ? "a\nb"
                     : FAULT == WORDY ? "%0600d"
                     : FAULT == SAME  ? "do"
                                      : "do %d",
                     (int)action);
}

static void show(const void *state, cornet_text *out)
{
    (void)state;
    host->text_print(out, "nothing to see");
}

static size_t choose(void *memory, const cornet_turn *turn, cornet_rng *rng)
{
    (void)memory;
    (void)rng;
    return FAULT == CHOICE ? turn->action_count : 0;
}

static const cornet_game_rules rules = {
    .size = FAULT == SIZE ? 8 : sizeof rules,
    .id = FAULT == ID ? "template" : "bad",
    .title = "Bad",
    .about = "Breaks its contract.",
    .players_min = 2,
    .players_max = 2,
    .state_size = 4,
    .actions_max = 2,
    .outcomes_max = 1,
    .start = start,
    .mover = mover,
    .actions = actions,
    .chance = chance,
    .apply = apply,
    .result = FAULT == MISSING ? NULL : result,
    .write = write_action,
    .show = show,
};

static const cornet_agent_rules agent = {
    .size = sizeof agent, .name = "first", .about = "takes the first", .choose = choose};

CORNET_API cornet_plugin_function cornet_plugin;

cornet_status cornet_plugin(const cornet_host *given, cornet_error *error)
{
    host = given;
    if (FAULT == VERSION) {
        strcpy(error->message, "it needs version 99");
        return CORNET_REFUSED;
    }
    if (FAULT == SILENT)
        return CORNET_REFUSED;
    const cornet_status status = host->game_register(&rules, error);
    return status == CORNET_OK ? host->agent_register(&agent, error) : status;
}
