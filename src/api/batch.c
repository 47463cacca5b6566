/* <cornet/batch.h>: many games of one kind at once.
 *
 * Every game lies in its own row of each array: its state, its generator, its legal actions.
 * Between two steps every game waits at a decision whose mover and legal actions are in these rows,
 * so that a step need not ask the rules again. Threads take pieces of the games, and share nothing
 * that is written. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "api/library.h"
#include "api/team.h"
#include "base/lang.h"
#include "base/memory.h"
#include "base/rng.h"

enum {
    TRAIL_ROOM = 64, /* more keys than one apply() adds */
    PIECES_EACH = 8, /* of the games, for each thread */
};

struct cornet_batch {
    const struct game *game;
    struct game_settings settings;
    unsigned flags;
    int players, threads;
    size_t count, width, numbers;
    size_t stride;  /* bytes from one state to the next */
    bool has_trail; /* the game or a bot needs the history */
    bool broken;    /* a step is not ended, or failed half-way: it must be reset */
    union game_state start;

    /* Rows of the games. */
    unsigned char *state;
    struct game_history *history;
    struct rng *rng;
    int32_t *mover;
    uint32_t *legal_count;
    game_action *legal; /* [width] each */
    float *odds;        /* [width] each, with CORNET_BATCH_CHANCE; else NULL */

    struct bot *bot[GAME_SEATS_MAX];                   /* [count] each; NULL: a free seat */
    struct team *team;                                 /* NULL: the calling thread alone */
    void *workspace[TEAM_THREADS_MAX][GAME_SEATS_MAX]; /* lent to the bots of a thread's run */
    struct game_outcome *outcome[TEAM_THREADS_MAX];    /* with CORNET_BATCH_CHANCE */
    struct lines names;                                /* of the numbers */
};

/* A piece of the games: play the choices (if any), and play on. */
struct run {
    struct cornet_batch *batch;
    const int32_t *choice; /* NULL: nothing is chosen, the games are settled */
    const cornet_batch_arrays *to;
    size_t first, end;
    int thread;
    bool too_narrow; /* a state has more legal actions than the batch has columns */
    enum guard_end ended;
    char reason[TEXT_WHY];
};

/* ---- one game ---- */

static unsigned char *state_of(const struct cornet_batch *b, size_t i)
{
    return b->state + i * b->stride;
}

static void grow_trail(void *context)
{
    struct game_history *history = context;
    const size_t capacity = history->trail_capacity * 2 + TRAIL_ROOM;
    history->trail = memory_resize(history->trail, capacity, sizeof *history->trail);
    history->trail_capacity = capacity;
}

static void apply(struct cornet_batch *b, size_t i, game_action action)
{
    struct game_history *history = &b->history[i];
    if (b->has_trail && history->trail_capacity - history->trail_count < TRAIL_ROOM)
        guard_keep(grow_trail, history);
    b->game->apply(state_of(b, i), action, b->has_trail ? history : NULL);
}

static void start_again(struct cornet_batch *b, size_t i)
{
    memcpy(state_of(b, i), &b->start, b->game->state_size);
    b->history[i].trail_count = 0;
}

/* Ends the run if so many actions have no room in a row. */
static void check_room(struct run *run, size_t count)
{
    run->too_narrow = count > run->batch->width;
    if (run->too_narrow)
        guard_fail(tr("a state has %zu legal actions, and the batch a width of %zu"), count,
                   run->batch->width);
}

/* The legal actions of a seat into the game's row. */
static size_t list_actions(struct run *run, size_t i, int seat)
{
    struct cornet_batch *b = run->batch;
    game_action actions[GAME_ACTIONS_MAX];
    const size_t count = b->game->actions(state_of(b, i), seat, actions);
    check_room(run, count);
    memcpy(b->legal + i * b->width, actions, count * sizeof *actions);
    return count;
}

static size_t list_outcomes(struct run *run, size_t i)
{
    struct cornet_batch *b = run->batch;
    struct game_outcome *outcome = b->outcome[run->thread];
    uint64_t denominator;
    const size_t count = b->game->chance(state_of(b, i), outcome, &denominator);
    check_room(run, count);
    for (size_t k = 0; k < count; k++) {
        b->legal[i * b->width + k] = outcome[k].action;
        b->odds[i * b->width + k] = (float)((double)outcome[k].weight / (double)denominator);
    }
    return count;
}

/* The seat that acts: the mover, or if anybody may act one of those that can, drawn at random. Its
 * actions are in the game's row. */
static int find_seat(struct run *run, size_t i, int mover, size_t *count)
{
    struct cornet_batch *b = run->batch;
    if (mover != GAME_ANYONE) {
        *count = list_actions(run, i, mover);
        return mover;
    }
    const int first = (int)rng_below(&b->rng[i], (uint32_t)b->players);
    int seat = 1 + first;
    for (int k = 1; (*count = list_actions(run, i, seat)) == 0 && k < b->players; k++)
        seat = 1 + (first + k) % b->players;
    return seat;
}

struct lending {
    const struct bot *bot;
    void **workspace;
};

static void open_workspace(void *context)
{
    const struct lending *lending = context;
    *lending->workspace = lending->bot->agent->open_workspace(lending->bot);
}

static game_action ask_bot(struct run *run, size_t i, int seat, size_t count, bool race)
{
    struct cornet_batch *b = run->batch;
    struct bot *bot = &b->bot[seat - 1][i];
    struct agent_turn turn = {.game = b->game,
                              .view = state_of(b, i),
                              .seat = seat,
                              .actions = b->legal + i * b->width,
                              .count = count,
                              .history = &b->history[i],
                              .race = race};
    if (race)
        turn.thoughts = rng_next(&b->rng[i]);
    void **workspace = &b->workspace[run->thread][seat - 1];
    if (bot->agent->open_workspace && !*workspace)
        guard_keep(open_workspace, &(struct lending){bot, workspace});
    bot->workspace = *workspace;
    const struct agent_plan plan = bot_plan(bot, &turn, &b->rng[i]);
    bot->workspace = NULL;
    if (plan.forfeits)
        guard_fail("%s", bot->fault);
    return plan.action;
}

/* Plays on to the next decision of a free seat. If the game ends on the way: the result into
 * `reward` and `done`, only of the first that ends in this step. */
static void settle(struct run *run, size_t i, float reward[], uint8_t *done)
{
    struct cornet_batch *b = run->batch;
    for (;;) {
        unsigned char *state = state_of(b, i);
        const int mover = b->game->mover(state);
        size_t count = 0;
        b->legal_count[i] = 0;
        b->mover[i] = mover;
        if (mover == GAME_OVER) {
            uint8_t share[GAME_SEATS_MAX];
            b->game->result(state, share);
            for (int k = 0; k < b->players && !*done; k++)
                reward[k] = (float)share[k] / GAME_WHOLE;
            *done = 1;
            if (b->flags & CORNET_BATCH_STAY)
                return;
            start_again(b, i);
            continue;
        }
        if (mover == GAME_CHANCE && !(b->flags & CORNET_BATCH_CHANCE)) {
            apply(b, i, b->game->sample(state, &b->rng[i]));
            continue;
        }
        if (mover == GAME_CHANCE) {
            b->legal_count[i] = (uint32_t)list_outcomes(run, i);
            return;
        }
        const int seat = find_seat(run, i, mover, &count);
        if (count == 0)
            guard_fail(tr("nobody has a legal action and the game is not over"));
        if (b->bot[seat - 1]) {
            apply(b, i, ask_bot(run, i, seat, count, mover == GAME_ANYONE));
        } else if (count == 1 && !(b->flags & CORNET_BATCH_FORCED)) {
            apply(b, i, b->legal[i * b->width]);
        } else {
            b->mover[i] = seat;
            b->legal_count[i] = (uint32_t)count;
            return;
        }
    }
}

/* ---- what is written ---- */

static void write_numbers(const struct cornet_batch *b, size_t i, const cornet_batch_arrays *to)
{
    struct game_numbers seen; /* its numbers are not set first: that takes longer than the rest */
    float real[GAME_NUMBERS_MAX];
    seen.count = 0;
    seen.names = NULL;
    if (b->mover[i] > 0) {
        union game_state view;
        const void *shown = state_of(b, i);
        if (b->game->flags & GAME_HIDDEN) {
            memcpy(&view, shown, b->game->state_size);
            b->game->hide(&view, b->mover[i]);
            shown = &view;
        }
        b->game->observe(shown, b->mover[i], &seen);
    } else {
        memset(seen.value, 0, b->numbers * sizeof *seen.value);
    }
    if (to->numbers)
        memcpy(to->numbers + i * b->numbers, seen.value, b->numbers * sizeof *seen.value);
    if (!to->features)
        return;
    for (size_t k = 0; k < b->numbers; k += 8) { /* eight at once: the compiler uses vectors */
        for (size_t j = 0; j < 8; j++)
            real[k + j] = (float)seen.value[k + j];
    }
    memcpy(to->features + i * b->numbers, real, b->numbers * sizeof *real);
}

static void write_row(const struct cornet_batch *b, size_t i, const cornet_batch_arrays *to)
{
    const size_t count = b->legal_count[i], at = i * b->width, rest = b->width - count;
    if (to->mover)
        to->mover[i] = b->mover[i];
    if (to->legal_count)
        to->legal_count[i] = (int32_t)count;
    if (to->actions) {
        memcpy(to->actions + at, b->legal + at, count * sizeof *b->legal);
        memset(to->actions + at + count, 0, rest * sizeof *b->legal);
    }
    if (to->mask) {
        memset(to->mask + at, 1, count);
        memset(to->mask + at + count, 0, rest);
    }
    if (to->probability) {
        const size_t outcomes = b->mover[i] == GAME_CHANCE ? count : 0;
        if (outcomes)
            memcpy(to->probability + at, b->odds + at, outcomes * sizeof *b->odds);
        memset(to->probability + at + outcomes, 0, (b->width - outcomes) * sizeof *b->odds);
    }
    if (to->numbers || to->features)
        write_numbers(b, i, to);
}

/* ---- all games ---- */

static void play_run(void *context)
{
    struct run *run = context;
    struct cornet_batch *b = run->batch;
    const cornet_batch_arrays *to = run->to;
    for (size_t i = run->first; i < run->end; i++) {
        if (i + 1 < run->end) /* large states are too far apart for the processor to guess */
            __builtin_prefetch(state_of(b, i + 1), 1);
        float unused[GAME_SEATS_MAX];
        float *reward = to->reward ? to->reward + i * (size_t)b->players : unused;
        uint8_t done = 0;
        memset(reward, 0, (size_t)b->players * sizeof *reward);
        if (!run->choice || b->mover[i] != GAME_OVER) {
            if (run->choice)
                apply(b, i, b->legal[i * b->width + (size_t)run->choice[i]]);
            settle(run, i, reward, &done);
        }
        if (to->done)
            to->done[i] = done;
        write_row(b, i, to);
    }
}

static void guard_run(struct run *run)
{
    struct text why = text_on(run->reason, sizeof run->reason);
    run->ended = guard_call(play_run, run, &why);
}

static cornet_status status_of(const struct run *run, cornet_error *error)
{
    return run->too_narrow ? library_fail(error, CORNET_REFUSED, run->reason)
                           : library_ended(run->ended, run->reason, error);
}

/* All games: what every piece of them is made of, and the first piece that failed. */
struct step {
    struct cornet_batch *batch;
    const int32_t *choice;
    const cornet_batch_arrays *to;
    int pieces;
    pthread_mutex_t lock; /* of what follows */
    int failed;           /* the number of that piece; `pieces` if none has */
    struct run failure;   /* the piece */
};

static void play_piece(void *context, int piece, int thread)
{
    struct step *step = context;
    const size_t count = step->batch->count, pieces = (size_t)step->pieces;
    struct run run = {.batch = step->batch,
                      .choice = step->choice,
                      .to = step->to,
                      .first = count * (size_t)piece / pieces,
                      .end = count * ((size_t)piece + 1) / pieces,
                      .thread = thread};
    guard_run(&run);
    if (run.ended == GUARD_DONE)
        return;
    pthread_mutex_lock(&step->lock);
    if (piece < step->failed) {
        step->failed = piece;
        step->failure = run;
    }
    pthread_mutex_unlock(&step->lock);
}

static cornet_status play(struct cornet_batch *b, const int32_t *choice,
                          const cornet_batch_arrays *to, cornet_error *error)
{
    const size_t most = b->team ? (size_t)b->threads * PIECES_EACH : 1;
    struct step step = {.batch = b,
                        .choice = choice,
                        .to = to,
                        .pieces = (int)(b->count < most ? b->count : most),
                        .lock = PTHREAD_MUTEX_INITIALIZER};
    step.failed = step.pieces;
    b->broken = true; /* for a child process that is made meanwhile, too */
    if (step.pieces == 1)
        play_piece(&step, 0, 0);
    else
        team_run(b->team, step.pieces, play_piece, &step);
    b->broken = step.failed < step.pieces;
    return b->broken ? status_of(&step.failure, error) : CORNET_OK;
}

/* ---- making and ending ---- */

struct making {
    struct library_call call;
    const struct cornet_setup *setup;
    size_t count, width;
    unsigned flags;
    struct cornet_batch *made;
};

static void name_numbers(struct cornet_batch *b)
{
    struct game_numbers numbers = {.names = &b->names};
    union game_state view = b->start;
    b->game->hide(&view, 1);
    b->game->observe(&view, 1, &numbers);
    b->numbers = numbers.count;
}

static void make_rows(struct cornet_batch *b)
{
    enum { LINE = 64 }; /* no two states share a cache line */
    b->stride = (b->game->state_size + LINE - 1) / LINE * LINE;
    b->state = memory_new(b->count, b->stride);
    b->history = memory_new(b->count, sizeof *b->history);
    b->rng = memory_new(b->count, sizeof *b->rng);
    b->mover = memory_new(b->count, sizeof *b->mover);
    b->legal_count = memory_new(b->count, sizeof *b->legal_count);
    b->legal = memory_new(b->count, b->width * sizeof *b->legal);
    if (!(b->flags & CORNET_BATCH_CHANCE))
        return;
    b->odds = memory_new(b->count, b->width * sizeof *b->odds);
    b->outcome[0] = memory_new(b->game->outcomes_max, sizeof **b->outcome);
}

static void make(void *context)
{
    struct making *c = context;
    struct cornet_batch *b = c->made = memory_new(1, sizeof *b);
    b->game = c->setup->game;
    b->settings = c->setup->settings;
    b->flags = c->flags;
    b->players = b->settings.players;
    b->threads = 1;
    b->count = c->count;
    b->has_trail = (b->game->flags & (GAME_TRAIL | GAME_SPEECH)) != 0;
    const size_t chance = c->flags & CORNET_BATCH_CHANCE ? b->game->outcomes_max : 0;
    const size_t most = b->game->actions_max > chance ? b->game->actions_max : chance;
    b->width = c->width ? c->width : most;
    if (!b->game->start(&b->start, &b->settings, &c->call.why)) {
        c->call.refused = true;
        memory_free(b);
        return;
    }
    name_numbers(b);
    make_rows(b);
}

static void seed_games(struct cornet_batch *b, uint64_t seed)
{
    struct rng stream;
    rng_seed(&stream, seed);
    for (size_t i = 0; i < b->count; i++, rng_jump(&stream))
        b->rng[i] = stream;
}

static cornet_status begin(struct cornet_batch *b, cornet_error *error)
{
    const cornet_batch_arrays nothing = {.size = sizeof nothing};
    for (size_t i = 0; i < b->count; i++)
        start_again(b, i);
    return play(b, NULL, &nothing, error);
}

static cornet_status refuse_number(const char *format, size_t max, size_t number,
                                   cornet_error *error)
{
    char sentence[TEXT_WHY];
    snprintf(sentence, sizeof sentence, format, max, number);
    return library_fail(error, CORNET_BAD_ARGUMENT, sentence);
}

cornet_status cornet_batch_new(const cornet_setup *setup, size_t count, size_t width, uint64_t seed,
                               unsigned flags, cornet_batch **batch, cornet_error *error)
{
    const unsigned known = CORNET_BATCH_CHANCE | CORNET_BATCH_STAY | CORNET_BATCH_FORCED;
    if (!setup || !batch)
        return library_null(error);
    *batch = NULL;
    if (flags & ~known)
        return library_fail(error, CORNET_BAD_ARGUMENT, tr("a batch has no such flags"));
    const struct game *game = setup->game;
    const size_t chance = flags & CORNET_BATCH_CHANCE ? game->outcomes_max : 0;
    const size_t width_max = chance > CORNET_ACTIONS_MAX ? chance : CORNET_ACTIONS_MAX;
    if (count < 1 || count > INT32_MAX)
        return refuse_number(tr("a batch has 1 to %zu games, not %zu"), INT32_MAX, count, error);
    if (width > width_max)
        return refuse_number(tr("the width of a batch is at most %zu here, not %zu"), width_max,
                             width, error);
    struct making c = {.setup = setup, .count = count, .width = width, .flags = flags};
    cornet_status status = library_run(make, &c.call, error);
    if (status != CORNET_OK)
        return status;
    seed_games(c.made, seed);
    status = begin(c.made, error);
    if (status == CORNET_OK)
        *batch = c.made;
    else
        cornet_batch_free(c.made);
    return status;
}

/* The bots of a seat, and what they were lent. */
static void close_bots(struct cornet_batch *b, int seat)
{
    struct bot *bots = b->bot[seat - 1];
    for (int t = 0; bots && t < TEAM_THREADS_MAX; t++) {
        if (b->workspace[t][seat - 1])
            bots->agent->close_workspace(b->workspace[t][seat - 1]);
        b->workspace[t][seat - 1] = NULL;
    }
    for (size_t i = 0; bots && i < b->count; i++)
        bot_close(&bots[i]);
    memory_free(bots);
    b->bot[seat - 1] = NULL;
}

void cornet_batch_free(cornet_batch *batch)
{
    if (!batch)
        return;
    team_close(batch->team);
    for (int seat = 1; seat <= batch->players; seat++)
        close_bots(batch, seat);
    for (size_t i = 0; i < batch->count; i++)
        game_history_free(&batch->history[i]);
    for (int t = 0; t < TEAM_THREADS_MAX; t++)
        memory_free(batch->outcome[t]);
    lines_free(&batch->names);
    memory_free(batch->state);
    memory_free(batch->history);
    memory_free(batch->rng);
    memory_free(batch->mover);
    memory_free(batch->legal_count);
    memory_free(batch->legal);
    memory_free(batch->odds);
    memory_free(batch);
}

/* ---- what it is ---- */

size_t cornet_batch_count(const cornet_batch *batch)
{
    return batch ? batch->count : 0;
}

int cornet_batch_players(const cornet_batch *batch)
{
    return batch ? batch->players : 0;
}

size_t cornet_batch_width(const cornet_batch *batch)
{
    return batch ? batch->width : 0;
}

size_t cornet_batch_numbers(const cornet_batch *batch)
{
    return batch ? batch->numbers : 0;
}

const char *cornet_batch_number_name(const cornet_batch *batch, size_t index)
{
    return batch && index < batch->names.count ? batch->names.line[index] : NULL;
}

/* ---- threads and bots ---- */

struct threading {
    struct library_call call;
    struct cornet_batch *batch;
    int threads;
    struct team *team;
    struct game_outcome *outcome[TEAM_THREADS_MAX];
};

static void make_threads(void *context)
{
    struct threading *c = context;
    if (c->threads > 1)
        c->team = team_open(c->threads);
    for (int t = 0; c->batch->flags & CORNET_BATCH_CHANCE && t < c->threads; t++) {
        if (!c->batch->outcome[t])
            c->outcome[t] = memory_new(c->batch->game->outcomes_max, sizeof **c->outcome);
    }
}

cornet_status cornet_batch_set_threads(cornet_batch *batch, int threads, cornet_error *error)
{
    if (!batch)
        return library_null(error);
    if (threads < 1 || threads > TEAM_THREADS_MAX)
        return library_fail(error, CORNET_BAD_ARGUMENT, tr("threads are a number from 1 to 256"));
    struct threading c = {.batch = batch, .threads = threads};
    const cornet_status status = library_run(make_threads, &c.call, error);
    if (status != CORNET_OK)
        return status;
    for (int t = 0; t < threads; t++)
        batch->outcome[t] = c.outcome[t] ? c.outcome[t] : batch->outcome[t];
    team_close(batch->team);
    batch->team = c.team;
    batch->threads = threads;
    return CORNET_OK;
}

struct seating {
    struct library_call call;
    struct cornet_batch *batch;
    const char *agent;
    struct bot *bots;
};

static void open_bots(void *context)
{
    struct seating *c = context;
    const struct cornet_batch *b = c->batch;
    c->bots = memory_new(b->count, sizeof *c->bots);
    for (size_t i = 0; i < b->count; i++) {
        struct bot *bot = &c->bots[i];
        if (bot_open(bot, b->game, span_of(c->agent), &c->call.why) &&
            bot_ready(bot, &b->settings, &c->call.why))
            continue;
        for (size_t k = 0; k <= i; k++)
            bot_close(&c->bots[k]);
        memory_free(c->bots);
        c->call.refused = true;
        return;
    }
}

static bool is_last_free(const struct cornet_batch *b, int seat)
{
    for (int other = 1; other <= b->players; other++) {
        if (other != seat && !b->bot[other - 1])
            return false;
    }
    return true;
}

cornet_status cornet_batch_set_bot(cornet_batch *batch, int seat, const char *agent,
                                   cornet_error *error)
{
    if (!batch)
        return library_null(error);
    cornet_status status = library_check_seat(seat, batch->players, error);
    if (status != CORNET_OK)
        return status;
    if (agent && is_last_free(batch, seat))
        return library_fail(error, CORNET_REFUSED, tr("at least one seat must stay free"));
    struct seating c = {.batch = batch, .agent = agent};
    if (agent)
        status = library_run(open_bots, &c.call, error);
    if (status != CORNET_OK)
        return status;
    close_bots(batch, seat);
    batch->bot[seat - 1] = c.bots;
    batch->has_trail = true; /* bots may read it */
    return begin(batch, error);
}

/* ---- playing ---- */

cornet_status cornet_batch_reset(cornet_batch *batch, uint64_t seed, cornet_error *error)
{
    if (!batch)
        return library_null(error);
    seed_games(batch, seed);
    return begin(batch, error);
}

static cornet_status check(const struct cornet_batch *b, const cornet_batch_arrays *arrays,
                           cornet_error *error)
{
    if (!b || !arrays)
        return library_null(error);
    if (arrays->size < sizeof *arrays)
        return library_fail(error, CORNET_BAD_ARGUMENT,
                            tr("`size` of the arrays is not that of the struct"));
    if (b->broken)
        return library_fail(error, CORNET_REFUSED,
                            tr("a step has failed half-way: reset the batch first"));
    return CORNET_OK;
}

static cornet_status check_index(const struct cornet_batch *b, size_t index, cornet_error *error)
{
    if (index < b->count)
        return CORNET_OK;
    return library_fail(error, CORNET_BAD_ARGUMENT, tr("the batch has no game with that index"));
}

cornet_status cornet_batch_restart(cornet_batch *batch, size_t index, cornet_error *error)
{
    const cornet_batch_arrays nothing = {.size = sizeof nothing};
    cornet_status status = check(batch, &nothing, error);
    if (status == CORNET_OK)
        status = check_index(batch, index, error);
    if (status != CORNET_OK)
        return status;
    start_again(batch, index);
    struct run run = {.batch = batch, .to = &nothing, .first = index, .end = index + 1};
    guard_run(&run);
    batch->broken = run.ended != GUARD_DONE;
    return status_of(&run, error);
}

cornet_status cornet_batch_look(cornet_batch *batch, const cornet_batch_arrays *arrays,
                                cornet_error *error)
{
    const cornet_status status = check(batch, arrays, error);
    if (status != CORNET_OK)
        return status;
    for (size_t i = 0; i < batch->count; i++)
        write_row(batch, i, arrays);
    if (arrays->reward)
        memset(arrays->reward, 0, batch->count * (size_t)batch->players * sizeof *arrays->reward);
    if (arrays->done)
        memset(arrays->done, 0, batch->count);
    return CORNET_OK;
}

cornet_status cornet_batch_step(cornet_batch *batch, const int32_t *choice,
                                const cornet_batch_arrays *arrays, cornet_error *error)
{
    const cornet_status status = check(batch, arrays, error);
    if (status != CORNET_OK)
        return status;
    if (!choice)
        return library_null(error);
    for (size_t i = 0; i < batch->count; i++) {
        char sentence[TEXT_WHY];
        struct text out = text_on(sentence, sizeof sentence);
        if ((uint32_t)choice[i] < batch->legal_count[i] || batch->mover[i] == GAME_OVER)
            continue;
        text_printf(&out, tr("game %zu has %u legal actions, counted from 0: choice %d is none"), i,
                    batch->legal_count[i], choice[i]);
        return library_fail(error, CORNET_BAD_ARGUMENT, sentence);
    }
    return play(batch, choice, arrays, error);
}

/* ---- one of them as text ---- */

struct writing {
    struct library_call call;
    const struct cornet_batch *batch;
    size_t index;
    int viewer;
    game_action action;
    char *text;
};

static void write_json(void *context)
{
    struct writing *c = context;
    const struct cornet_batch *b = c->batch;
    char *buffer = memory_new(GAME_JSON_MAX, 1);
    struct text out = text_on(buffer, GAME_JSON_MAX);
    game_json(b->game, &b->settings, state_of(b, c->index), c->viewer, &out);
    c->text = buffer;
}

cornet_status cornet_batch_json(const cornet_batch *batch, size_t index, int viewer, char **json,
                                cornet_error *error)
{
    if (!batch || !json)
        return library_null(error);
    cornet_status status = check_index(batch, index, error);
    if (status == CORNET_OK)
        status = library_check_viewer(viewer, batch->players, error);
    if (status != CORNET_OK)
        return status;
    struct writing c = {.batch = batch, .index = index, .viewer = viewer};
    status = library_run(write_json, &c.call, error);
    *json = status == CORNET_OK ? c.text : NULL;
    return status;
}

static void write_line(void *context)
{
    struct writing *c = context;
    const struct cornet_batch *b = c->batch;
    const void *state = state_of(b, c->index);
    char line[GAME_LINE_MAX];
    struct text out = text_on(line, sizeof line);
    if (!library_is_legal(b->game, state, b->players, c->action)) {
        c->call.refused = !text_fail(&c->call.why, tr("action %u is not legal here"), c->action);
        return;
    }
    b->game->write(state, c->action, NULL, GAME_OPEN, &out);
    c->text = library_copy(line);
}

cornet_status cornet_batch_line_of(const cornet_batch *batch, size_t index, uint32_t action,
                                   char **line, cornet_error *error)
{
    if (!batch || !line)
        return library_null(error);
    cornet_status status = check_index(batch, index, error);
    if (status != CORNET_OK)
        return status;
    struct writing c = {.batch = batch, .index = index, .action = action};
    status = library_run(write_line, &c.call, error);
    *line = status == CORNET_OK ? c.text : NULL;
    return status;
}
