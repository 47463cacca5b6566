#include "agents/agent.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "agents/levels.h"
#include "base/lang.h"

const struct agent_option agent_no_options[] = {{.name = NULL}};

static bool plays(const struct agent *agent, const struct game *game)
{
    return !agent->game || agent->game == game;
}

static bool is_ready(const struct agent *agent, const struct game_settings *settings,
                     struct text *why)
{
    return !agent->ready || agent->ready(settings, why);
}

/* Agents from outside, as games are in game/game.c. */
static struct {
    const struct agent *agent[AGENT_ADDED_MAX];
    atomic_size_t count;
} agents_added;

const struct agent *agent_any(size_t index)
{
    size_t built_in = 0;
    while (built_in < index && agent_list[built_in])
        built_in++;
    if (agent_list[built_in])
        return agent_list[built_in];
    return index - built_in < atomic_load(&agents_added.count)
               ? agents_added.agent[index - built_in]
               : NULL;
}

const struct agent *agent_at(const struct game *game, size_t index)
{
    const struct agent *agent;
    for (size_t i = 0; (agent = agent_any(i)); i++) {
        if (plays(agent, game) && index-- == 0)
            break;
    }
    return agent;
}

void agent_add(const struct agent *agent)
{
    const size_t count = atomic_load(&agents_added.count);
    if (count == AGENT_ADDED_MAX)
        abort(); /* the caller's bug */
    agents_added.agent[count] = agent;
    atomic_store(&agents_added.count, count + 1);
}

const struct agent *agent_best(const struct game *game, const struct game_settings *settings)
{
    const struct agent *best = agent_list[0];
    for (const struct agent *const *agent = agent_list; *agent; agent++) {
        if (plays(*agent, game) && is_ready(*agent, settings, TEXT_UNREAD))
            best = *agent;
    }
    /* One from outside only in a game of which we have no agent. */
    for (size_t i = 0; best->game != game && i < atomic_load(&agents_added.count); i++) {
        if (agents_added.agent[i]->game == game)
            return agents_added.agent[i];
    }
    return best;
}

static bool set_option(struct bot *bot, struct span setting, struct text *why)
{
    struct span value = setting;
    const struct span name = span_cut(&value, '=');
    for (int i = 0; bot->agent->options[i].name; i++) {
        const struct agent_option *option = &bot->agent->options[i];
        if (!span_is(name, option->name))
            continue;
        if (!span_integer(value, option->min, option->max, &bot->value[i]))
            return text_fail(why, tr("agent %s takes %s=%ld..%ld, not '%.*s'"), bot->agent->name,
                             option->name, option->min, option->max, span_shown(setting),
                             setting.at);
        if (option->nondeterministic && bot->value[i] != option->default_value)
            bot->reproducible = false;
        return true;
    }
    struct text names = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    for (int i = 0; bot->agent->options[i].name; i++)
        text_printf(&names, "%s%s", i ? ", " : "", bot->agent->options[i].name);
    return text_fail(why, tr("agent %s has no setting '%.*s'; it has: %s"), bot->agent->name,
                     span_shown(setting), span_start(setting), names.length ? names.start : "-");
}

bool bot_open_as(struct bot *bot, const struct agent *agent, struct span settings, struct text *why)
{
    *bot = (struct bot){.agent = agent, .reproducible = true};
    for (int i = 0; agent->options[i].name; i++)
        bot->value[i] = agent->options[i].default_value;
    while (settings.at) {
        if (!set_option(bot, span_cut(&settings, ':'), why)) {
            bot->agent = NULL; /* marks the bot as not open, for bot_close */
            return false;
        }
    }
    if (agent->open)
        agent->open(bot);
    return true;
}

static bool open_named(struct bot *bot, const struct game *game, struct span spec, struct text *why)
{
    struct text names = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct span settings = spec;
    const struct span name = span_cut(&settings, ':');
    const struct agent *agent;
    for (size_t i = 0; (agent = agent_at(game, i)); i++) {
        if (span_is(name, agent->name))
            return bot_open_as(bot, agent, settings, why);
        if (agent->former && span_is(name, agent->former))
            return bot_open_as(bot, agent, (struct span){NULL, 0}, why);
        text_printf(&names, "%s%s", names.length ? ", " : "", agent->name);
    }
    for (int level = 0; level < AGENT_LEVELS && agent_level_spec(game, level); level++) {
        /* A level whose agent has the same name is listed already. */
        if (strcmp(agent_level_spec(game, level), agent_level_names[level]) != 0)
            text_printf(&names, ", %s", agent_level_names[level]);
    }
    if (settings.at && agent_level_find(name) >= 0 &&
        agent_level_spec(game, agent_level_find(name)))
        return text_fail(why, tr("level %.*s has no settings such as '%.*s'"), span_shown(name),
                         span_start(name), span_shown(settings), span_start(settings));
    return text_fail(why, tr("no agent '%.*s' for %s; there are: %s"), span_shown(name),
                     span_start(name), game->id, names.start);
}

bool bot_open(struct bot *bot, const struct game *game, struct span spec, struct text *why)
{
    const int level = agent_level_find(spec);
    const char *meant = level < 0 ? NULL : agent_level_spec(game, level);
    if (!open_named(bot, game, meant ? span_of(meant) : spec, why))
        return false;
    bot->level = meant ? level + 1 : 0;
    return true;
}

bool agent_make(const struct agent_opener *opener, struct bot *bot, const struct game *game,
                const struct game_settings *settings, struct span spec, struct text *why)
{
    if (opener && opener->open)
        return opener->open(opener->context, bot, game, settings, spec, why);
    if (!bot_open(bot, game, spec, why))
        return false;
    const bool ready = bot_ready(bot, settings, why);
    if (!ready)
        bot_close(bot);
    return ready;
}

bool bot_ready(struct bot *bot, const struct game_settings *settings, struct text *why)
{
    while (!is_ready(bot->agent, settings, why)) {
        const struct game *game = bot->agent->game;
        if (bot->level <= 1)
            return false;
        const int below = bot->level - 2;
        bot_close(bot);
        if (!open_named(bot, game, span_of(agent_level_spec(game, below)), why))
            return false;
        bot->level = below + 1;
    }
    return true;
}

/* The largest value of this option among the game's levels and its default. */
static long bounded_max(const struct bot *bot, const struct game *game, int option)
{
    long max = bot->agent->options[option].default_value;
    for (int level = 0; level < AGENT_LEVELS && agent_level_spec(game, level); level++) {
        struct span settings = span_of(agent_level_spec(game, level));
        const struct span name = span_cut(&settings, ':');
        struct bot other = {.agent = bot->agent};
        if (!span_is(name, bot->agent->name))
            continue;
        while (settings.at)
            set_option(&other, span_cut(&settings, ':'), TEXT_UNREAD);
        max = other.value[option] > max ? other.value[option] : max;
    }
    return max;
}

bool bot_is_bounded(const struct bot *bot, const struct game *game, struct text *why)
{
    for (int i = 0; bot->agent->options[i].name; i++) {
        const struct agent_option *option = &bot->agent->options[i];
        const long max = option->any ? option->max : bounded_max(bot, game, i);
        const bool endless =
            bot->value[i] == 0 && option->default_value != 0 && !option->any; /* 0 means no limit */
        if (bot->value[i] > max || endless)
            return text_fail(why, tr("here agent %s takes at most %s=%ld"), bot->agent->name,
                             option->name, max);
    }
    return true;
}

void bot_close(struct bot *bot)
{
    if (bot->agent) {
        if (bot->agent->close)
            bot->agent->close(bot);
        if (bot->workspace)
            bot->agent->close_workspace(bot->workspace);
    }
    *bot = (struct bot){.agent = NULL};
}

void bot_write(const struct bot *bot, struct text *out)
{
    text_add(out, bot->agent->name);
    for (int i = 0; bot->agent->options[i].name; i++) {
        const struct agent_option *option = &bot->agent->options[i];
        if (bot->value[i] != option->default_value)
            text_printf(out, ":%s=%ld", option->name, bot->value[i]);
    }
}

bool bot_is_same(const struct bot *a, const struct bot *b)
{
    return a->agent == b->agent && memcmp(a->value, b->value, sizeof a->value) == 0;
}

/* The agent's view of the state. If it differs from the state, it is in `scratch`. */
static const void *view_of(const struct bot *bot, const struct agent_turn *turn,
                           union game_state *scratch)
{
    if (bot->agent->blind)
        return NULL;
    if (!(turn->game->flags & GAME_HIDDEN)) /* without secrets the state is the view */
        return turn->view;
    memcpy(scratch, turn->view, turn->game->state_size);
    turn->game->hide(scratch, turn->seat);
    return scratch;
}

struct agent_plan bot_plan_any(struct bot *bot, struct agent_turn *turn, struct rng *rng)
{
    enum { ANY_TIME = 10000 }; /* milliseconds within which an agent without a pace acts */
    const struct agent *agent = bot->agent;
    union game_state scratch;
    if (agent->open_workspace && !bot->workspace)
        bot->workspace = agent->open_workspace(bot);
    if (agent->plan) {
        turn->view = view_of(bot, turn, &scratch);
        return agent->plan(bot, turn, rng);
    }
    const uint32_t at = turn->race ? turn->now + 1 + rng_below(rng, ANY_TIME) : turn->now;
    if (turn->count == 1)
        return (struct agent_plan){.action = turn->actions[0], .at = at};
    turn->view = view_of(bot, turn, &scratch);
    return (struct agent_plan){.action = agent->choose(bot, turn, rng), .at = at};
}
