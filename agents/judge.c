#include "agents/judge.h"

#include <math.h>
#include <string.h>

const struct judge *judge_of(const struct game *game)
{
    for (const struct judge *const *judge = judge_list; *judge; judge++) {
        if ((*judge)->game == game)
            return *judge;
    }
    return NULL;
}

size_t judge_choices(const struct judge *judge, const void *view, int seat, game_action out[])
{
    return judge->choices ? judge->choices(view, seat, out) : judge->game->actions(view, seat, out);
}

double judge_distance_error(const float a[], const float b[], int count)
{
    double sum = 0, square = 0;
    for (int i = 0; i < count; i++) {
        const double apart = (double)a[i] - (double)b[i];
        sum += apart;
        square += apart * apart;
    }
    return sqrt(fmax(square - sum * sum / count, 0)) / count;
}

void judge_result(const struct game *game, const void *state, int players, struct judgement *out)
{
    uint8_t share[GAME_SEATS_MAX];
    game->result(state, share);
    judge_shares(share, players, out);
}

void judge_shares(const uint8_t share[], int players, struct judgement *out)
{
    memset(out, 0, sizeof *out);
    for (int seat = 0; seat < players; seat++)
        out->share[seat] = share[seat] / (double)GAME_WHOLE;
}
