/* A game with secrets that breaks its contract in one way, chosen by -DFAULT=N. tests/plugin.sh
 * builds it. Every player is dealt a card from 1 to 6, keeps it or asks for another, and the
 * highest card wins. */
#include <string.h>

#include <cornet/plugin.h>

enum {
    FINE,
    LEAK,    /* hide() leaves the other players' cards visible */
    LATE,    /* hide() leaves a replaced card visible */
    SHOWN,   /* the words show the cards to everybody */
    SEATS,   /* guess() changes the viewer's own card too */
    TWICE,   /* hide() changes a state that is already hidden */
    ACTIONS, /* the actions depend on a hidden card */
    DREAM,   /* the actions depend on a guessed card */
    MOVER,   /* the mover depends on a hidden card */
    CHANCE,  /* apply() is not deterministic */
    WORDS,   /* two cards with the same words */
};

enum { CARDS = 6, KEEP = 10, ASK };

struct card {
    unsigned char players, dealt, turn, asked; /* `asked`: bitmask of the seats that asked */
    unsigned char of[CORNET_SEATS_MAX];        /* 0: hidden, or not dealt yet */
};

static const cornet_host *host;

static int start(void *state, const cornet_setup *setup, cornet_text *why)
{
    struct card *c = (struct card *)state;
    (void)why;
    memset(c, 0, sizeof *c);
    c->players = (unsigned char)host->setup_players(setup);
    return 1;
}

/* Every player is dealt a card; then each in turn keeps it or is dealt another. */
static int mover(const void *state)
{
    const struct card *c = (const struct card *)state;
    if (FAULT == MOVER && c->dealt == c->players && c->turn == 1 && c->of[0] == 0)
        return CORNET_OVER;
    if (c->dealt < c->players || (c->turn < c->players && c->asked >> c->turn & 1))
        return CORNET_CHANCE;
    return c->turn == c->players ? CORNET_OVER : c->turn + 1;
}

static size_t actions(const void *state, int seat, uint32_t *out)
{
    const struct card *c = (const struct card *)state;
    out[0] = KEEP;
    out[1] = ASK;
    if (FAULT == ACTIONS)
        return c->of[seat % c->players] ? 2 : 1;
    return FAULT == DREAM && c->of[seat % c->players] > CARDS ? 1 : 2;
}

static size_t chance(const void *state, cornet_outcome *out, uint64_t *denominator)
{
    (void)state;
    for (uint32_t i = 0; i < CARDS; i++) {
        out[i].action = i + 1;
        out[i].weight = 1;
    }
    *denominator = CARDS;
    return CARDS;
}

static unsigned apply(void *state, uint32_t action)
{
    static unsigned char times;
    struct card *c = (struct card *)state;
    const int whose = c->dealt < c->players ? c->dealt : c->turn;
    if (action == ASK) {
        c->asked |= (unsigned char)(1 << c->turn);
        return 0;
    }
    if (action == KEEP) {
        c->turn++;
        return 1;
    }
    c->of[whose] = FAULT == CHANCE ? ++times : (unsigned char)action;
    if (c->dealt < c->players) {
        c->dealt++;
        return 0;
    }
    c->turn++;
    return 1;
}

static void result(const void *state, double *share)
{
    const struct card *c = (const struct card *)state;
    int best = 0, count = 0;
    for (int i = 0; i < c->players; i++) {
        count = c->of[i] > best ? 1 : count + (c->of[i] == best);
        best = c->of[i] > best ? c->of[i] : best;
    }
    for (int i = 0; i < c->players; i++)
        share[i + 1] = c->of[i] == best ? 1.0 / count : 0;
}

static void write_action(const void *state, uint32_t action, int viewer, cornet_text *out)
{
    const struct card *c = (const struct card *)state;
    const int whose = c->dealt < c->players ? c->dealt : c->turn;
    if (action >= KEEP)
        host->text_print(out, action == KEEP ? "keep" : "ask");
    else if (viewer != CORNET_OPEN && viewer != whose + 1 && FAULT != SHOWN)
        host->text_print(out, "card ?");
    else
        host->text_print(out, "card %d", FAULT == WORDS && action == 5 ? 4 : (int)action);
}

static void show(const void *state, cornet_text *out)
{
    const struct card *c = (const struct card *)state;
    for (int i = 0; i < c->players; i++)
        host->text_print(out, c->of[i] ? "%s%d" : "%s?", i ? " " : "", c->of[i]);
}

static void hide(void *state, int seat)
{
    struct card *c = (struct card *)state;
    for (int i = 0; i < c->players; i++) {
        if (i + 1 == seat || FAULT == LEAK || (FAULT == LATE && c->asked >> i & 1))
            continue;
        c->of[i] = 0;
    }
    if (FAULT == TWICE)
        c->asked ^= 1 << 7;
}

static void guess(void *state, cornet_rng *rng)
{
    struct card *c = (struct card *)state;
    const unsigned char most = FAULT == DREAM ? CARDS + 9 : CARDS;
    for (int i = 0; i < c->dealt; i++) {
        if (c->of[i] == 0 || FAULT == SEATS)
            c->of[i] = (unsigned char)(1 + host->rng_below(rng, most));
    }
}

static const cornet_game_rules rules = {.size = sizeof rules,
                                        .id = "card",
                                        .title = "Card",
                                        .about = "The highest card wins.",
                                        .flags = CORNET_GAME_HIDDEN,
                                        .players_min = 2,
                                        .players_max = 3,
                                        .state_size = sizeof(struct card),
                                        .actions_max = 2,
                                        .outcomes_max = CARDS,
                                        .start = start,
                                        .mover = mover,
                                        .actions = actions,
                                        .chance = chance,
                                        .apply = apply,
                                        .result = result,
                                        .write = write_action,
                                        .show = show,
                                        .hide = hide,
                                        .guess = guess};

CORNET_API cornet_plugin_function cornet_plugin;

cornet_status cornet_plugin(const cornet_host *given, cornet_error *error)
{
    host = given;
    return host->game_register(&rules, error);
}
