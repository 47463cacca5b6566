/* greedy, at Easy Come Easy Go: takes what can be taken; otherwise keeps the dice that give the
 * best exact chance of any prize it may take, and stops where there is none.
 *
 * Of several prizes it takes the one of the player who holds most, and then the one that is hardest
 * to roll, since that is the hardest to lose again. Of several keeps that are equally good it takes
 * the first in the game's list. */
#include <stdlib.h>

#include "agents/agent.h"
#include "base/lang.h"
#include "base/memory.h"
#include "games/easycome.h"
#include "solve/easycome_turn.h"

extern const struct agent easycome_greedy_agent;

struct memory {
    uint32_t alone[EASYCOME_PRIZES];                 /* each prize's own chance in a turn */
    bool known[1 << EASYCOME_PRIZES];                /* by the prizes that may be taken */
    struct easycome_turn turn[1 << EASYCOME_PRIZES]; /* made when first needed */
};

static const struct easycome_turn *turn_for(struct memory *memory, uint16_t wanted)
{
    if (!memory->known[wanted]) {
        easycome_turn_make(&memory->turn[wanted], wanted);
        memory->known[wanted] = true;
    }
    return &memory->turn[wanted];
}

static void open_memory(struct bot *bot)
{
    struct memory *memory = memory_new(1, sizeof *memory);
    for (int prize = 0; prize < EASYCOME_PRIZES; prize++)
        memory->alone[prize] = turn_for(memory, (uint16_t)(1 << prize))->ways[0];
    bot->memory = memory;
}

static void close_memory(struct bot *bot)
{
    free(bot->memory);
}

/* How much a prize is worth taking: first by what its holder has, then by how rare it is. */
static uint64_t appeal(const struct memory *memory, const struct easycome *s, unsigned prize)
{
    const int holder = easycome_holder(s, (int)prize);
    const uint64_t holds = holder < 0 ? 0 : s->count[holder];
    return holds << 32 | (UINT32_MAX - memory->alone[prize]);
}

static game_action choose(struct bot *bot, const struct agent_turn *turn, struct rng *rng)
{
    const struct easycome *s = turn->view;
    struct memory *memory = bot->memory;
    game_action best = easycome_action(EASYCOME_STOP, 0);
    uint64_t best_appeal = 0;
    unsigned keep;
    (void)rng;
    for (size_t i = 0; i < turn->count; i++) {
        const unsigned prize = easycome_value_of(turn->actions[i]);
        if (easycome_kind_of(turn->actions[i]) == EASYCOME_TAKE &&
            appeal(memory, s, prize) > best_appeal) {
            best = turn->actions[i];
            best_appeal = appeal(memory, s, prize);
        }
    }
    if (best_appeal > 0)
        return best;
    const struct easycome_turn *odds = turn_for(memory, easycome_open_prizes(s));
    return easycome_turn_best(odds, s->kept, s->rolled, &keep) > 0
               ? easycome_action(EASYCOME_KEEP, keep)
               : best;
}

const struct agent easycome_greedy_agent = {
    .name = "greedy",
    .about = mark("takes what can be taken, else keeps for the best exact chance of any prize"),
    .game = &easycome_game,
    .options = agent_no_options,
    .open = open_memory,
    .close = close_memory,
    .choose = choose,
};
