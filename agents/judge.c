#include "agents/judge.h"

#include <string.h>

const struct judge *judge_of(const struct game *game)
{
    for (const struct judge *const *judge = judge_list; *judge; judge++) {
        if ((*judge)->game == game)
            return *judge;
    }
    return NULL;
}

void judge_result(const struct game *game, const void *state, int players, struct judge_word *word)
{
    uint8_t share[GAME_SEATS_MAX];
    game->result(state, share);
    memset(word, 0, sizeof *word);
    for (int seat = 0; seat < players; seat++)
        word->share[seat] = share[seat] / (double)GAME_WHOLE;
}
