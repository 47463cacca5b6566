/* agent.h: bots. An agent is named `name`, `name:key=value:…`, or by a level: novice, easy, normal,
 * hard, max. It sees its seat's view and nothing else. */
#ifndef CORNET_AGENT_H
#define CORNET_AGENT_H

#include <cornet/match.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An agent at work for one seat of one match after another, with its settings and its memory. */
typedef struct cornet_bot cornet_bot;

/* A setting of an agent: `name=number`. The texts belong to the agent. */
typedef struct cornet_agent_option {
    const char *name;
    const char *about;
    int64_t min, max, default_value;
} cornet_agent_option;

/* The name of an agent of the game by its index from 0, a game's own from weak to strong; NULL
 * behind the last. From any thread. */
CORNET_API const char *cornet_agent_at(const cornet_game *game, size_t index);

/* One sentence about an agent of the game, in the language of the process; NULL if there is none of
 * that name. From any thread. */
CORNET_API const char *cornet_agent_about(const cornet_game *game, const char *name);

/* Writes a setting of an agent by its index from 0. Returns 1, or 0 behind the last. */
CORNET_API int cornet_agent_option_at(const cornet_game *game, const char *name, size_t index,
                                      cornet_agent_option *option);

/* The agent with its settings that a level of the game is, by the level's number from 1, the
 * weakest, to 5; NULL if the game has no levels. From any thread. */
CORNET_API const char *cornet_agent_level(const cornet_game *game, int level);

/* Makes a bot for games with this setup. The caller ends it with cornet_bot_close. */
CORNET_API cornet_status cornet_bot_open(const cornet_setup *setup, const char *agent,
                                         cornet_bot **bot, cornet_error *error);

/* Ends a bot. NULL is allowed. */
CORNET_API void cornet_bot_close(cornet_bot *bot);

/* Asks the bot for its choice at the match's present state, from what the seat sees of it. The seat
 * is the mover, or any that may act if anybody may. `at`, if it is not NULL, is then the moment
 * when it wants to act, in milliseconds since the dice fell; otherwise 0. The match does not
 * change. */
CORNET_API cornet_status cornet_bot_choose(cornet_bot *bot, const cornet_match *match, int seat,
                                           cornet_rng *rng, uint32_t *action, uint32_t *at,
                                           cornet_error *error);

/* The name that opens the same bot, `name:key=value:…`. The caller frees it with cornet_free. */
CORNET_API cornet_status cornet_bot_name(const cornet_bot *bot, char **name, cornet_error *error);

/* 1 if the same generator gives the same choices; 0 for a bot with a time budget. */
CORNET_API int cornet_bot_is_reproducible(const cornet_bot *bot);

#ifdef __cplusplus
}
#endif

#endif
