/* agent.h: bots. An agent is named `name`, `name:key=value:…`, or by a level: novice, easy, normal,
 * hard, max. It sees only its seat's view. */
#ifndef CORNET_AGENT_H
#define CORNET_AGENT_H

#include <cornet/match.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An agent that plays a seat, with its settings and memory. It can play one match after another. */
typedef struct cornet_bot cornet_bot;

/* A setting of an agent: `name=number`. The agent owns the texts. */
typedef struct cornet_agent_option {
    const char *name;
    const char *about;
    int64_t min, max, default_value;
} cornet_agent_option;

/* The name of the agent with this index, from 0; NULL after the last. A game's own agents are
 * sorted from weak to strong. Callable from any thread. */
CORNET_API const char *cornet_agent_at(const cornet_game *game, size_t index);

/* One sentence about an agent of the game, in the language of the process; NULL if there is no such
 * agent. Callable from any thread. */
CORNET_API const char *cornet_agent_about(const cornet_game *game, const char *name);

/* Writes the setting with this index, from 0. Returns 1, or 0 after the last. */
CORNET_API int cornet_agent_option_at(const cornet_game *game, const char *name, size_t index,
                                      cornet_agent_option *option);

/* The agent and settings of a level, from 1 (weakest) to 5; NULL if the game has no levels.
 * Callable from any thread. */
CORNET_API const char *cornet_agent_level(const cornet_game *game, int level);

/* Makes a bot for games with this setup. Free it with cornet_bot_close. */
CORNET_API cornet_status cornet_bot_open(const cornet_setup *setup, const char *agent,
                                         cornet_bot **bot, cornet_error *error);

/* Frees a bot. NULL is allowed. */
CORNET_API void cornet_bot_close(cornet_bot *bot);

/* Asks the bot for its choice in the current state, from the view of the seat. The seat is the
 * mover. In simultaneous play (CORNET_ANYONE) it is any seat that may act, and `at`, if not NULL,
 * is the time at which the bot wants to act, in milliseconds since the dice fell; otherwise `at` is
 * 0. The match does not change. */
CORNET_API cornet_status cornet_bot_choose(cornet_bot *bot, const cornet_match *match, int seat,
                                           cornet_rng *rng, uint32_t *action, uint32_t *at,
                                           cornet_error *error);

/* The name that opens the same bot, `name:key=value:…`. Free it with cornet_free. */
CORNET_API cornet_status cornet_bot_name(const cornet_bot *bot, char **name, cornet_error *error);

/* 1 if the same generator gives the same choices; 0 for a bot with a time limit. */
CORNET_API int cornet_bot_is_reproducible(const cornet_bot *bot);

#ifdef __cplusplus
}
#endif

#endif
