/* <cornet/agent.h>: bots. */
#include <string.h>

#include "agents/levels.h"
#include "api/library.h"
#include "base/lang.h"
#include "base/memory.h"
#include "match/driver.h"

/* A driver for all seats, since a bot may be asked for one after the other. */
struct cornet_bot {
    const struct game *game;
    int players;
    struct bot bot;
};

/* ---- which there are ---- */

static const struct agent *find_agent(const struct game *game, const char *name)
{
    const struct agent *agent;
    for (size_t i = 0; (agent = agent_at(game, i)); i++) {
        if (strcmp(agent->name, name) == 0)
            return agent;
    }
    return NULL;
}

const char *cornet_agent_at(const cornet_game *game, size_t index)
{
    const struct agent *agent = game ? agent_at(library_game(game), index) : NULL;
    return agent ? agent->name : NULL;
}

const char *cornet_agent_about(const cornet_game *game, const char *name)
{
    const struct agent *agent = game && name ? find_agent(library_game(game), name) : NULL;
    return agent ? tr(agent->about) : NULL;
}

int cornet_agent_option_at(const cornet_game *game, const char *name, size_t index,
                           cornet_agent_option *option)
{
    const struct agent *agent = game && name ? find_agent(library_game(game), name) : NULL;
    if (!agent || !option)
        return 0;
    const struct agent_option *own = agent->options;
    for (size_t i = 0; own->name && i < index; i++)
        own++;
    if (!own->name)
        return 0;
    *option = (cornet_agent_option){.name = own->name,
                                    .about = tr(own->about),
                                    .min = own->min,
                                    .max = own->max,
                                    .default_value = own->default_value};
    return 1;
}

const char *cornet_agent_level(const cornet_game *game, int level)
{
    if (!game || level < 1 || level > AGENT_LEVELS)
        return NULL;
    return agent_level_spec(library_game(game), level - 1);
}

/* ---- one at work ---- */

struct opening {
    struct library_call call;
    const struct cornet_setup *setup;
    const char *agent;
    struct cornet_bot *made;
};

static void open_bot(void *context)
{
    struct opening *c = context;
    struct cornet_bot *made = c->made = memory_new(1, sizeof *made);
    made->game = c->setup->game;
    made->players = c->setup->settings.players;
    c->call.refused = !bot_open(&made->bot, made->game, span_of(c->agent), &c->call.why);
    if (!c->call.refused && !bot_ready(&made->bot, &c->setup->settings, &c->call.why)) {
        bot_close(&made->bot);
        c->call.refused = true;
    }
    if (c->call.refused)
        memory_free(made);
}

cornet_status cornet_bot_open(const cornet_setup *setup, const char *agent, cornet_bot **bot,
                              cornet_error *error)
{
    if (!setup || !agent || !bot)
        return library_null(error);
    struct opening c = {.setup = setup, .agent = agent};
    const cornet_status status = library_run(open_bot, &c.call, error);
    *bot = status == CORNET_OK ? c.made : NULL;
    return status;
}

void cornet_bot_close(cornet_bot *bot)
{
    if (!bot)
        return;
    bot_close(&bot->bot);
    memory_free(bot);
}

struct choosing {
    struct library_call call;
    struct cornet_bot *bot;
    const struct match *match;
    int seat;
    struct rng rng;
    struct agent_plan plan;
};

static void choose(void *context)
{
    struct choosing *c = context;
    const struct match *match = c->match;
    game_action actions[GAME_ACTIONS_MAX];
    struct agent_turn turn = {.game = match->game,
                              .view = match->state,
                              .seat = c->seat,
                              .actions = actions,
                              .count = match->game->actions(match->state, c->seat, actions),
                              .history = &match->history};
    if (turn.count == 0 || match_mover(match) == GAME_OVER) {
        c->call.refused = !text_fail(&c->call.why, tr("seat %d has nothing to do now"), c->seat);
        return;
    }
    if (match_mover(match) == GAME_ANYONE) {
        turn.race = true;
        turn.thoughts = rng_next(&c->rng);
    }
    c->plan = bot_plan(&c->bot->bot, &turn, &c->rng);
    if (c->plan.forfeits)
        guard_fail("%s", c->bot->bot.fault);
}

cornet_status cornet_bot_choose(cornet_bot *bot, const cornet_match *match, int seat,
                                cornet_rng *rng, uint32_t *action, uint32_t *at,
                                cornet_error *error)
{
    if (!bot || !match || !rng || !action)
        return library_null(error);
    const cornet_status good = library_check_seat(seat, match->match->settings.players, error);
    if (good != CORNET_OK)
        return good;
    if (bot->game != match->match->game || bot->players != match->match->settings.players)
        return library_fail(error, CORNET_BAD_ARGUMENT,
                            tr("the bot was opened for another game or number of players"));
    struct choosing c = {.bot = bot, .match = match->match, .seat = seat, .rng = plugins_rng(rng)};
    const cornet_status status = library_run(choose, &c.call, error);
    if (status != CORNET_OK)
        return status;
    library_set_rng(rng, &c.rng);
    *action = c.plan.action;
    if (at)
        *at = c.plan.at;
    return CORNET_OK;
}

struct naming {
    struct library_call call;
    const struct cornet_bot *bot;
    char *text;
};

static void write_name(void *context)
{
    struct naming *c = context;
    char buffer[TEXT_WHY];
    struct text out = text_on(buffer, sizeof buffer);
    bot_write(&c->bot->bot, &out);
    c->text = library_copy(buffer);
}

cornet_status cornet_bot_name(const cornet_bot *bot, char **name, cornet_error *error)
{
    if (!bot || !name)
        return library_null(error);
    struct naming c = {.bot = bot};
    const cornet_status status = library_run(write_name, &c.call, error);
    *name = status == CORNET_OK ? c.text : NULL;
    return status;
}

int cornet_bot_is_reproducible(const cornet_bot *bot)
{
    return bot && bot->bot.reproducible;
}
