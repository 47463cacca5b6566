/* The judge of the template game, by playouts: the share of a seat is the fraction of playouts that
 * it wins if every player throws until the turn has 20 points. Playout i always uses the same dice,
 * so that two actions are compared with equal luck. */
#include <math.h>
#include <string.h>

#include "agents/judge.h"
#include "base/lang.h"
#include "base/memory.h"
#include "games/template/rules.h"

enum { PLAYOUTS = 400, HOLD_AT = 20 };

/* Half of a 95 % interval is 1.96 standard errors. */
static const struct judge_error errors[1][JUDGE_KINDS] = {{{{1.96, 0}, {1.96, 0}}}};

static void *open_memory(const struct game_settings *settings, int depth)
{
    (void)depth;
    (void)settings;
    return NULL; /* nothing to remember */
}

static void close_memory(void *memory)
{
    (void)memory;
}

/* Plays to the end; the seat that wins, from 0. */
static int play_out(struct template s, struct rng *rng)
{
    while (s.phase != TEMPLATE_END) {
        game_action action = template_action(TEMPLATE_ROLL, 0);
        if (s.phase == TEMPLATE_TO_ROLL)
            action = template_game.sample(&s, rng);
        else if (s.turn_points >= HOLD_AT)
            action = template_action(TEMPLATE_HOLD, 0);
        template_game.apply(&s, action, NULL);
    }
    return s.seat;
}

/* The value of the state. `won`, unless NULL, receives for each playout 1 if the seat won it. */
static void estimate(const struct template *s, int seat, float won[], struct judgement *word)
{
    memset(word, 0, sizeof *word);
    for (int i = 0; i < PLAYOUTS; i++) {
        struct rng rng;
        rng_seed(&rng, (uint64_t)i);
        const int winner = play_out(*s, &rng);
        word->share[winner] += 1.0 / PLAYOUTS;
        if (won)
            won[i] = winner == seat - 1;
    }
    for (int i = 0; i < s->players; i++) {
        const double share = word->share[i];
        word->error = fmax(word->error, sqrt(fmax(share * (1 - share), 0) / PLAYOUTS));
    }
}

static void judge_actions(void *memory, const void *view, const struct game_history *history,
                          int seat, const game_action actions[], size_t count, struct rng *rng,
                          struct judgement word[])
{
    float *won = memory_new(count * PLAYOUTS, sizeof *won);
    size_t best = 0;
    (void)memory;
    (void)history;
    (void)rng;
    for (size_t i = 0; i < count; i++) {
        struct template after = *(const struct template *)view;
        template_game.apply(&after, actions[i], NULL);
        estimate(&after, seat, won + i * PLAYOUTS, &word[i]);
        best = word[i].share[seat - 1] > word[best].share[seat - 1] ? i : best;
    }
    for (size_t i = 0; i < count; i++)
        word[i].apart = judge_distance_error(won + best * PLAYOUTS, won + i * PLAYOUTS, PLAYOUTS);
    memory_free(won);
}

static void judge_state(void *memory, const void *state, const struct game_history *history,
                        struct rng *rng, struct judgement *word)
{
    const struct template *s = state;
    game_action actions[GAME_ACTIONS_MAX];
    struct judgement of[GAME_ACTIONS_MAX];
    const size_t count = template_game.actions(s, s->seat + 1, actions);
    if (count == 0) { /* the die is falling */
        estimate(s, 0, NULL, word);
        return;
    }
    judge_actions(memory, s, history, s->seat + 1, actions, count, rng, of);
    *word = of[judge_best(of, count, s->seat + 1)];
}

const struct judge template_judge = {
    .game = &template_game,
    .how = mark("estimated by playing on with a simple bot; ± is the confidence interval (95 %)"),
    .rest = mark("noise in the estimates"),
    .verdict = {0.2, 0.5, 1, 2, 4, 7},
    .ready = judge_is_always_ready,
    .depths = 1,
    .usual = 1,
    .errors = errors,
    .open = open_memory,
    .close = close_memory,
    .state = judge_state,
    .actions = judge_actions,
};
