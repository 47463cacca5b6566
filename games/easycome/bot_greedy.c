/* greedy, at Easy Come Easy Go: takes a prize if it can; otherwise keeps the dice that give the
 * best exact chance of any prize it may take, and stops if there is no chance.
 *
 * Of several prizes it takes the one of the player who holds most, and then the one that is hardest
 * to roll, since that is the hardest to lose again. Of equally good keeps it takes the first in the
 * game's list.
 *
 * With `blur` every chance and the appeal of every prize is multiplied by a random factor that
 * differs from 1 by up to that many hundredths, so that it confuses choices that are close and not
 * those that are clear. */

#include "agents/agent.h"
#include "base/lang.h"
#include "base/memory.h"
#include "games/easycome/rules.h"
#include "games/easycome/solve/turn.h"

enum { BLUR };

struct memory {
    uint32_t alone[EASYCOME_PRIZES];  /* each prize's own chance in a turn */
    bool known[1 << EASYCOME_PRIZES]; /* by the bitmask of prizes that may be taken */
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
    memory_free(bot->memory);
}

/* Prizes are ordered by how many their holder has, then by how rare they are. */
static uint64_t appeal(const struct memory *memory, const struct easycome *s, unsigned prize)
{
    const int holder = easycome_holder(s, (int)prize);
    const uint64_t holds = holder < 0 ? 0 : s->count[holder];
    return holds << 32 | (UINT32_MAX - memory->alone[prize]);
}

/* The value with the noise of `blur`; a blur over 100 is applied in several steps. Positive values
 * stay positive: the bot always takes a prize if it can, and never ends a turn with a chance. */
static uint64_t blurred(const struct bot *bot, uint64_t value, struct rng *rng)
{
    const bool worthless = value == 0;
    for (uint32_t left = (uint32_t)bot->value[BLUR]; left > 0;) {
        const uint32_t blur = left < 100 ? left : 100;
        value = value / 100 * (100 - blur + rng_below(rng, 2 * blur + 1));
        left -= blur;
    }
    return value || worthless ? value : 1;
}

/* The keep with the best blurred chance; 0 if none has a chance. */
static unsigned keep_for(const struct bot *bot, const struct easycome_turn *odds,
                         const struct easycome *s, struct rng *rng)
{
    const struct easycome_tables *t = &easycome_tables;
    const struct easycome_set *set = &t->set[s->rolled];
    uint64_t best = 0;
    unsigned best_keep = 0;
    for (int i = 0; i < set->keeps_count; i++) {
        const unsigned keep = easycome_value_of(t->keeps[set->keeps_at + i]);
        const uint64_t chance = blurred(bot, odds->ways[t->join[s->kept][keep]], rng);
        if (chance > best) {
            best = chance;
            best_keep = keep;
        }
    }
    return best_keep;
}

static game_action choose(struct bot *bot, const struct agent_turn *turn, struct rng *rng)
{
    const struct easycome *s = turn->view;
    struct memory *memory = bot->memory;
    game_action best = easycome_action(EASYCOME_STOP, 0);
    uint64_t best_appeal = 0;
    for (size_t i = 0; i < turn->count; i++) {
        const unsigned prize = easycome_value_of(turn->actions[i]);
        if (easycome_kind_of(turn->actions[i]) != EASYCOME_TAKE)
            continue;
        const uint64_t seems = blurred(bot, appeal(memory, s, prize), rng);
        if (seems > best_appeal) {
            best = turn->actions[i];
            best_appeal = seems;
        }
    }
    if (best_appeal > 0)
        return best;
    const struct easycome_turn *odds = turn_for(memory, easycome_open_prizes(s));
    const unsigned keep = keep_for(bot, odds, s, rng);
    return keep ? easycome_action(EASYCOME_KEEP, keep) : best;
}

static const struct agent_option options[] = {
    {"blur", mark("judgement noise, in hundredths"), .max = 1000},
    {.name = NULL},
};

const struct agent easycome_greedy_agent = {
    .name = "greedy",
    .about = mark(
        "takes any prize it can; otherwise keeps the dice with the best exact chance of a prize"),
    .game = &easycome_game,
    .options = options,
    .open = open_memory,
    .close = close_memory,
    .choose = choose,
};
