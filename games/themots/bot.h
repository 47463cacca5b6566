/* bot.h: the model of a player of Thémots: a vocabulary, a pace and a temper.
 * docs/design/themots-people.md has the figures behind it. */
#ifndef CORNET_GAMES_THEMOTS_BOT_H
#define CORNET_GAMES_THEMOTS_BOT_H

#include "agents/agent.h"

/* Times are in milliseconds. */
struct themots_player {
    unsigned level;    /* of words it knows */
    unsigned plurals;  /* the level of words whose plural it thinks of; 0: of none */
    double spread;     /* how much longer a word of each further level takes */
    uint32_t read;     /* to read the theme, the letters and the colour */
    uint32_t search;   /* from there to the first moment when a word can come to mind */
    uint32_t interval; /* mean time from there to the first word; 0: it knows them all at once */
    uint32_t key;      /* to type a letter */
    uint32_t send;     /* to look at the typed word and send it */
    uint32_t hold;     /* how long it holds out for each point more if all can score */
    uint32_t race;     /* as `hold`, if the last do not score */
    uint32_t leave;    /* until then it leaves the last scoring place to people; 0: it does not */
    uint32_t give_up;  /* when it passes without a word */
    bool tokens;       /* counts the tokens that are left, and those that it needs to win */
};

/* The plan of a player who knows `recall` in 100 of the words of its levels. */
struct agent_plan themots_plan(const struct themots_player *player, long recall,
                               const struct agent_turn *turn);

#endif
