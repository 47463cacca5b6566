/* An agent from outside as a `struct agent`. */
#include <stdio.h>
#include <string.h>

#include "agents/agent.h"
#include "api/plugins.h"
#include "base/fault.h"
#include "base/lang.h"

enum { AGENTS = 32 };

struct outside {
    struct agent agent; /* first: a bot knows its agent */
    const cornet_agent_rules *rules;
};

/* Written once each, under the lock, before they can be found. */
static struct {
    struct outside agent[AGENTS];
    int count;
} outside_agents;

static const cornet_agent_rules *rules_of(const struct bot *bot)
{
    return ((const struct outside *)bot->agent)->rules;
}

static void open_bot(struct bot *bot)
{
    bot->memory = rules_of(bot)->open ? rules_of(bot)->open() : NULL;
}

static void close_bot(struct bot *bot)
{
    if (rules_of(bot)->close)
        rules_of(bot)->close(bot->memory);
}

void cornet_turn_line(const cornet_turn *turn, size_t index, char *line, size_t size)
{
    struct text whole = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    if (!turn || !line || size == 0)
        return;
    const struct agent_turn *inner = turn->inner;
    if (index < inner->count)
        inner->game->write(inner->view, inner->actions[index], NULL, inner->seat, &whole);
    snprintf(line, size, "%s", whole.start); /* as much as there is room for */
}

static game_action choose(struct bot *bot, const struct agent_turn *turn, struct rng *rng)
{
    const cornet_agent_rules *rules = rules_of(bot);
    struct game_numbers numbers;
    cornet_rng copy;
    numbers.count = 0;
    numbers.names = NULL;
    turn->game->observe(turn->view, turn->seat, &numbers);
    const cornet_turn asked = {.size = sizeof asked,
                               .game = turn->game->id,
                               .seat = turn->seat,
                               .view = plugins_view(turn->game, turn->view),
                               .numbers = numbers.value,
                               .number_count = numbers.count,
                               .actions = turn->actions,
                               .action_count = turn->count,
                               .inner = turn};
    memcpy(copy.state, rng->s, sizeof copy.state);
    const size_t index = rules->choose(bot->memory, &asked, &copy);
    memcpy(rng->s, copy.state, sizeof copy.state);
    if (index < turn->count)
        return turn->actions[index];
    fault_report(tr("agent %s is faulty: it chose action %zu of %zu"), rules->name, index,
                 turn->count);
    return turn->actions[0];
}

/* ---- registering ---- */

static cornet_status add(const cornet_agent_rules *rules, cornet_error *error)
{
    const struct game *game = rules->game ? game_find(span_of(rules->game)) : NULL;
    const struct agent *other;
    if (rules->game && !game)
        return library_fail(error, CORNET_REFUSED, tr("there is no game '%s' for the agent %s"),
                            rules->game, rules->name);
    for (size_t i = 0; (other = agent_any(i)); i++) {
        const bool meets = !game || !other->game || other->game == game;
        if (meets && strcmp(other->name, rules->name) == 0)
            return library_fail(error, CORNET_REFUSED, tr("agent %s already exists"), rules->name);
    }
    if (outside_agents.count == AGENTS)
        return library_fail(error, CORNET_REFUSED, tr("there are already %d plugin agents"),
                            AGENTS);
    struct outside *outside = &outside_agents.agent[outside_agents.count++];
    *outside = (struct outside){.agent = {.name = rules->name,
                                          .about = rules->about,
                                          .game = game,
                                          .options = agent_no_options,
                                          .open = open_bot,
                                          .close = close_bot,
                                          .choose = choose},
                                .rules = rules};
    agent_add(&outside->agent);
    return CORNET_OK;
}

cornet_status cornet_agent_register(const cornet_agent_rules *rules, cornet_error *error)
{
    if (!rules)
        return library_null(error);
    if (rules->size < sizeof *rules)
        return library_fail(error, CORNET_REFUSED,
                            tr("`size` of the rules does not match the struct"));
    if (!plugins_is_name(rules->name) || !rules->about || !rules->choose ||
        !rules->open != !rules->close)
        return library_fail(error, CORNET_REFUSED,
                            tr("an agent needs a name in lower case, a description and choose()"));
    plugins_lock();
    const cornet_status status = add(rules, error);
    plugins_unlock();
    return status;
}
