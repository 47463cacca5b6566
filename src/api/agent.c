/* <cornet/agent.h>: bots. */
#include <string.h>

#include "agents/levels.h"
#include "api/library.h"
#include "base/lang.h"
#include "base/memory.h"

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

cornet_status cornet_bot_open(const cornet_setup *setup, const char *agent, cornet_bot **bot,
                              cornet_error *error)
{
    struct library_call call;
    if (!setup || !agent || !bot)
        return library_null(error);
    struct cornet_bot *made = memory_new(1, sizeof *made);
    made->game = setup->game;
    made->players = setup->settings.players;
    library_begin(&call);
    const bool open =
        agent_make(NULL, &made->bot, made->game, &setup->settings, span_of(agent), &call.why);
    const cornet_status status = library_end(&call, open, error);
    *bot = status == CORNET_OK ? made : NULL;
    if (status != CORNET_OK)
        cornet_bot_close(made);
    return status;
}

void cornet_bot_close(cornet_bot *bot)
{
    if (!bot)
        return;
    bot_close(&bot->bot);
    memory_free(bot);
}

cornet_status cornet_bot_choose(cornet_bot *bot, const cornet_match *match, int seat,
                                cornet_rng *rng, uint32_t *action, uint32_t *at,
                                cornet_error *error)
{
    struct library_call call;
    game_action actions[GAME_ACTIONS_MAX];
    struct agent_plan plan = {0};
    if (!bot || !match || !rng || !action)
        return library_null(error);
    const struct match *m = match->match;
    cornet_status status = library_check_seat(seat, m->settings.players, error);
    if (status != CORNET_OK)
        return status;
    if (bot->game != m->game || bot->players != m->settings.players)
        return library_fail(error, CORNET_BAD_ARGUMENT,
                            tr("the bot was opened for another game or number of players"));
    struct rng own = plugins_rng(rng);
    library_begin(&call);
    const int mover = match_mover(m);
    struct agent_turn turn = {.game = m->game,
                              .view = m->state,
                              .seat = seat,
                              .actions = actions,
                              .count = m->game->actions(m->state, seat, actions),
                              .history = &m->history,
                              .race = mover == GAME_ANYONE};
    const bool acts = turn.count > 0 && mover != GAME_OVER;
    if (acts && turn.race)
        turn.thoughts = rng_next(&own);
    if (acts)
        plan = bot_plan(&bot->bot, &turn, &own);
    else
        text_fail(&call.why, tr("seat %d has nothing to do now"), seat);
    status = library_end(&call, acts, error);
    if (status != CORNET_OK)
        return status;
    library_set_rng(rng, &own);
    *action = plan.action;
    if (at)
        *at = plan.at;
    return CORNET_OK;
}

cornet_status cornet_bot_name(const cornet_bot *bot, char **name, cornet_error *error)
{
    if (!bot || !name)
        return library_null(error);
    *name = memory_new(TEXT_WHY, 1);
    struct text out = text_on(*name, TEXT_WHY);
    bot_write(&bot->bot, &out);
    return CORNET_OK;
}

int cornet_bot_is_reproducible(const cornet_bot *bot)
{
    return bot && bot->bot.reproducible;
}
