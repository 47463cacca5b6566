/* perfect, at Easy Come Easy Go: plays from the solved game. With two players this is optimal; with
 * more it plays its part of an equilibrium, and chooses at random if the equilibrium mixes. */
#include <stdlib.h>

#include "agents/agent.h"
#include "base/lang.h"
#include "base/memory.h"
#include "games/easycome/solve/solution.h"

enum { CACHE_BITS = 14, PROBES = 8 };

/* A cache of planned turns, by position: a hash table with open addressing. */
struct memory {
    struct bot greedy; /* plays in a browser that could not fetch the solution */
    const struct easycome_solution *solution;
    uint64_t key[1 << CACHE_BITS];
    struct easycome_choice choice[1 << CACHE_BITS];
};

static void open_memory(struct bot *bot)
{
    struct memory *m = memory_new(1, sizeof *m);
    if (!bot_open(&m->greedy, &easycome_game, span_of("greedy"), TEXT_UNREAD))
        abort();
    bot->memory = m;
}

static void close_memory(struct bot *bot)
{
    struct memory *m = bot->memory;
    bot_close(&m->greedy);
    memory_free(m);
}

static bool ready(const struct game_settings *settings, struct text *why)
{
    struct easycome state;
    return !easycome_game.start(&state, settings,
                                TEXT_UNREAD) || /* starting the game reports that */
           easycome_solution_shared(easycome_rules_of(&state), why);
}

/* The cache's key, never 0; seats are counted from the one to move. */
static uint64_t key_of(const struct easycome *s)
{
    uint64_t key = s->players << 2 | s->hold;
    for (int i = 0, seat = s->seat; i < s->players; i++) {
        key = key << EASYCOME_PRIZES | s->own[seat];
        seat = seat + 1 == s->players ? 0 : seat + 1;
    }
    return key << 1 | (s->players == 2 && s->endured[1 - s->seat] > 0);
}

/* NULL if there is no solution. */
static const struct easycome_choice *choice_at(struct memory *m, const struct easycome *s)
{
    const uint64_t key = key_of(s);
    const size_t first = key * 0x9e3779b97f4a7c15u >> (64 - CACHE_BITS);
    size_t slot = first;
    for (size_t i = 0; i < PROBES && m->key[slot] != key && m->key[slot] != 0; i++)
        slot = (first + i) % (1 << CACHE_BITS);
    if (m->key[slot] == key)
        return &m->choice[slot];
    const struct easycome_rules rules = easycome_rules_of(s);
    if (!m->solution || m->solution->space->rules.players != rules.players ||
        m->solution->space->rules.hold != rules.hold)
        m->solution = easycome_solution_shared(rules, TEXT_UNREAD);
    if (!m->solution)
        return NULL;
    easycome_choice_make(m->solution, s, &m->choice[slot]);
    m->key[slot] = key;
    return &m->choice[slot];
}

static game_action choose(struct bot *bot, const struct agent_turn *turn, struct rng *rng)
{
    const struct easycome *s = turn->view;
    double share[GAME_ACTIONS_MAX];
    struct memory *m = bot->memory;
    const struct easycome_choice *choice = choice_at(m, s);
    if (!choice)
        return m->greedy.agent->choose(&m->greedy, turn, rng);
    easycome_choice_shares(choice, s, turn->actions, turn->count, share);
    size_t last = 0, likely = 0;
    for (size_t i = 0; i < turn->count; i++) {
        likely += share[i] > 1e-9;
        last = share[i] > 1e-9 ? i : last;
    }
    if (likely == 1)
        return turn->actions[last];
    double draw = (double)(rng_next(rng) >> 11) * 0x1p-53;
    for (size_t i = 0; i < last; i++) {
        if ((draw -= share[i]) < 0)
            return turn->actions[i];
    }
    return turn->actions[last];
}

const struct agent easycome_perfect_agent = {
    .name = "perfect",
    .about = mark("plays the exact solution"),
    .game = &easycome_game,
    .options = agent_no_options,
    .ready = ready,
    .open = open_memory,
    .close = close_memory,
    .choose = choose,
};
