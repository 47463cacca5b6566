#include "agents/rollout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void rollout_open(struct rollout *r, const struct game *game, const struct game_settings *settings,
                  const char *agent, int games)
{
    char unused[TEXT_WHY];
    struct text why = text_on(unused, sizeof unused);
    *r = (struct rollout){.game = game, .players = settings->players, .games = games};
    for (int seat = 0; seat < r->players; seat++) {
        if (!bot_open(&r->bot[seat], game, span_of(agent), &why))
            abort(); /* our own bug */
    }
}

void rollout_close(struct rollout *r)
{
    for (int seat = 0; seat < r->players; seat++)
        bot_close(&r->bot[seat]);
    game_side_free(&r->side);
}

/* The past as it was, for a game to go on from. */
static void set_past(struct rollout *r, const struct game_side *side)
{
    r->side.trail_count = 0;
    for (size_t i = 0; side && i < side->trail_count; i++)
        game_trail_add(&r->side, side->trail[i]);
}

static void play_on(struct rollout *r, union game_state *state, struct rng *rng)
{
    game_action actions[GAME_ACTIONS_MAX];
    for (;;) {
        const int mover = r->game->mover(state);
        game_action action;
        if (mover == GAME_OVER)
            return;
        if (mover == GAME_CHANCE) {
            action = r->game->sample(state, rng);
        } else {
            const size_t count = r->game->actions(state, mover, actions);
            action = bot_choose(&r->bot[mover - 1], r->game, state, mover, actions, count, &r->side,
                                rng);
        }
        r->game->apply(state, action, &r->side);
    }
}

struct sums {
    double share[GAME_SEATS_MAX], square[GAME_SEATS_MAX];
};

static void add_result(const struct rollout *r, const union game_state *state, struct sums *sums)
{
    struct judge_word word;
    judge_result(r->game, state, r->players, &word);
    for (int seat = 0; seat < r->players; seat++) {
        sums->share[seat] += word.share[seat];
        sums->square[seat] += word.share[seat] * word.share[seat];
    }
}

/* Means, and the largest of their standard errors. */
static void conclude(const struct rollout *r, const struct sums *sums, struct judge_word *word)
{
    const double games = r->games;
    memset(word, 0, sizeof *word);
    for (int seat = 0; seat < r->players; seat++) {
        const double mean = sums->share[seat] / games;
        /* As if one more game had been won and one lost: no estimate is certain. */
        const double spread =
            (sums->square[seat] + 1) / (games + 2) - pow((sums->share[seat] + 1) / (games + 2), 2);
        word->share[seat] = mean;
        word->error = fmax(word->error, sqrt(fmax(spread, 0) / games));
    }
}

void rollout_state(struct rollout *r, const void *state, const struct game_side *side,
                   struct rng *rng, struct judge_word *word)
{
    struct sums sums = {{0}, {0}};
    for (int i = 0; i < r->games; i++) {
        union game_state at;
        memcpy(&at, state, r->game->state_size);
        set_past(r, side);
        play_on(r, &at, rng);
        add_result(r, &at, &sums);
    }
    conclude(r, &sums, word);
}

void rollout_actions(struct rollout *r, const void *view, const struct game_side *side,
                     const game_action actions[], size_t count, struct rng *rng,
                     struct judge_word word[])
{
    const struct rng worlds = *rng;
    for (size_t a = 0; a < count; a++) {
        struct sums sums = {{0}, {0}};
        struct rng stream = worlds;
        for (int i = 0; i < r->games; i++) {
            union game_state at;
            struct rng own;
            rng_seed(&own, rng_next(&stream));
            memcpy(&at, view, r->game->state_size);
            r->game->guess(&at, &own);
            set_past(r, side);
            r->game->apply(&at, actions[a], &r->side);
            play_on(r, &at, &own);
            add_result(r, &at, &sums);
        }
        conclude(r, &sums, &word[a]);
        *rng = stream;
    }
}
