/* engine, at Débâcle: searches once for each turn, as deep as its budget allows, and plays the
 * actions of the principal variation until the turn ends.
 *
 * With `time` or `threads`, where the result is not reproducible anyway, the table is kept from one
 * turn to the next.
 *
 * With `blur` a random amount is added to the value of every position, so that it confuses choices
 * that are close and not those that are clear. */

#include "agents/agent.h"
#include "base/lang.h"
#include "base/memory.h"
#include "games/debacle/bot_search.h"

enum { DEPTH, NODES, TIME, THREADS, BLUR, WITHOUT };
enum { TABLE_BITS_MIN = 15, TABLE_BITS_MAX = 20 };

struct memory {
    struct debacle_answer answer;
    int at;        /* index of the line's next action */
    uint64_t next; /* key of the position in which that action is to be played */
};

/* One entry for every four positions of the budget. */
static int table_bits(const struct bot *bot)
{
    const long nodes = bot->value[NODES];
    int bits = TABLE_BITS_MIN;
    while (bits < TABLE_BITS_MAX && (nodes == 0 || 4L << bits < nodes))
        bits++;
    return bits;
}

static void open_memory(struct bot *bot)
{
    bot->memory = memory_new(1, sizeof(struct memory));
}

static void close_memory(struct bot *bot)
{
    memory_free(bot->memory);
}

static void *open_searcher(const struct bot *bot)
{
    return debacle_searcher_new(table_bits(bot), (int)bot->value[THREADS]);
}

static void close_searcher(void *searcher)
{
    debacle_searcher_free(searcher);
}

static game_action choose(struct bot *bot, const struct agent_turn *turn, struct rng *rng)
{
    struct memory *m = bot->memory;
    const struct debacle *s = turn->view;
    if (m->at == 0 || m->at >= m->answer.length || m->next != debacle_key(s) ||
        !game_is_legal(&debacle_game, s, turn->seat, m->answer.line[m->at])) {
        const bool unlimited = bot->value[NODES] == 0 && bot->value[TIME] == 0;
        const long nodes = unlimited ? bot->agent->options[NODES].max : bot->value[NODES];
        const struct debacle_limits limits = {.depth = (int)bot->value[DEPTH],
                                              .nodes = (uint64_t)nodes,
                                              .time_ms = (int)bot->value[TIME],
                                              .stop = turn->stop,
                                              .blur = (uint32_t)bot->value[BLUR],
                                              .keep_table = !bot->reproducible,
                                              .without = (unsigned)bot->value[WITHOUT],
                                              .mood = bot->value[BLUR] ? rng_next(rng) : 0};
        debacle_search(bot->workspace, s, turn->history, &limits, &m->answer);
        m->at = 0;
    }
    const game_action action = m->answer.line[m->at++];
    struct debacle next = *s;
    debacle_make(&next, action);
    m->next = next.side == s->side ? debacle_key(&next) : 0; /* a new turn is a new search */
    return action;
}

static const struct agent_option options[] = {
    {"depth", mark("maximum search depth, in single actions"), .min = 1, .max = DEBACLE_PLY_MAX / 2,
     .default_value = DEBACLE_PLY_MAX / 2},
    {"nodes", mark("positions to search per turn; 0: as many as time= allows"), .max = 1000000000,
     .default_value = 20000},
    {"time", mark("thinking time per turn in milliseconds; 0: no limit"), .max = 3600000,
     .nondeterministic = true},
    {"threads", mark("number of search threads"), .min = 1, .max = DEBACLE_THREADS_MAX,
     .default_value = 1, .nondeterministic = true},
    {"blur", mark("evaluation noise, in thousandths of log-odds"), .max = 5000},
    {"without", mark("search features to switch off, for measurements: the sum of their numbers"),
     .max = DEBACLE_PARTS},
    {.name = NULL},
};

const struct agent debacle_engine_agent = {
    .name = "engine",
    .about = mark("searches ahead, limited by depth=, nodes= and time="),
    .game = &debacle_game,
    .options = options,
    .open = open_memory,
    .close = close_memory,
    .open_workspace = open_searcher,
    .close_workspace = close_searcher,
    .choose = choose,
};
