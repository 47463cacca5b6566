/* <cornet/batch.h>: many games of one kind at once.
 *
 * Every game has its own row in each array: its state, its generator, its legal actions. Between
 * two steps every game waits at a decision whose mover and legal actions are in these rows, so that
 * a step need not query the rules again. Threads take pieces of the games, and share no data that
 * is written. */
#include <pthread.h>
#include <string.h>

#include "api/batch.h"
#include "base/lang.h"
#include "base/memory.h"

enum { PIECES_EACH = 8 }; /* of the games, for each thread */

/* ---- one game ---- */

static void apply(struct cornet_batch *b, size_t i, game_action action)
{
    b->game->apply(batch_state(b, i), action, b->has_trail ? &b->history[i] : NULL);
}

static void start_again(struct cornet_batch *b, size_t i)
{
    memcpy(batch_state(b, i), &b->start, b->game->state_size);
    b->history[i].trail_count = 0;
}

/* Whether this many actions fit into a row; false with a reason if not. */
static bool has_room(const struct cornet_batch *b, size_t count, struct text *why)
{
    return count <= b->width ||
           text_fail(why, tr("a state has %zu legal actions, and the batch a width of %zu"), count,
                     b->width);
}

/* The legal actions of a seat into the game's row. */
static bool list_actions(struct cornet_batch *b, size_t i, int seat, size_t *count,
                         struct text *why)
{
    game_action actions[GAME_ACTIONS_MAX];
    *count = b->game->actions(batch_state(b, i), seat, actions);
    if (!has_room(b, *count, why))
        return false;
    memcpy(b->legal + i * b->width, actions, *count * sizeof *actions);
    return true;
}

static bool list_outcomes(struct cornet_batch *b, size_t i, int thread, struct text *why)
{
    if (!b->outcome[thread])
        b->outcome[thread] = memory_new(b->game->outcomes_max, sizeof **b->outcome);
    struct game_outcome *outcome = b->outcome[thread];
    uint64_t denominator;
    const size_t count = b->game->chance(batch_state(b, i), outcome, &denominator);
    if (!has_room(b, count, why))
        return false;
    for (size_t k = 0; k < count; k++) {
        b->legal[i * b->width + k] = outcome[k].action;
        b->odds[i * b->width + k] = (float)((double)outcome[k].weight / (double)denominator);
    }
    b->legal_count[i] = (uint32_t)count;
    return true;
}

/* The seat that acts: the mover, or if anybody may act one of those that can, drawn at random. Its
 * actions are in the game's row. */
static bool find_seat(struct cornet_batch *b, size_t i, int mover, int *seat, size_t *count,
                      struct text *why)
{
    *seat = mover;
    if (mover != GAME_ANYONE)
        return list_actions(b, i, mover, count, why);
    const int first = (int)rng_below(&b->rng[i], (uint32_t)b->players);
    for (int k = 0; k < b->players; k++) {
        *seat = 1 + (first + k) % b->players;
        if (!list_actions(b, i, *seat, count, why))
            return false;
        if (*count > 0)
            return true;
    }
    fault_report("%s", tr("nobody has a legal action and the game is not over"));
    return false;
}

static game_action ask_bot(struct cornet_batch *b, size_t i, int seat, size_t count, bool race,
                           int thread)
{
    struct bot *bot = &b->bot[seat - 1][i];
    struct agent_turn turn = {.game = b->game,
                              .view = batch_state(b, i),
                              .seat = seat,
                              .actions = b->legal + i * b->width,
                              .count = count,
                              .history = &b->history[i],
                              .race = race};
    if (race)
        turn.noise_seed = rng_next(&b->rng[i]);
    void **workspace = &b->workspace[thread][seat - 1];
    if (bot->agent->open_workspace && !*workspace)
        *workspace = bot->agent->open_workspace(bot);
    bot->workspace = *workspace;
    const struct agent_plan plan = bot_plan(bot, &turn, &b->rng[i]);
    bot->workspace = NULL;
    return plan.action;
}

/* Plays on to the next decision of a free seat. If the game ends on the way: the result into
 * `reward` and `done`, only of the first that ends in this step. Returns false with a reason if a
 * row is too narrow, and after a fault. */
static bool settle(struct cornet_batch *b, size_t i, int thread, float reward[], uint8_t *done,
                   struct text *why)
{
    for (;;) {
        unsigned char *state = batch_state(b, i);
        const int mover = b->game->mover(state);
        int seat;
        size_t count = 0;
        b->legal_count[i] = 0;
        b->has_id[i] = 0;
        b->mover[i] = mover;
        if (mover == GAME_OVER) {
            uint8_t share[GAME_SEATS_MAX];
            b->game->result(state, share);
            if (fault_happened())
                return false;
            for (int k = 0; k < b->players && !*done; k++)
                reward[k] = (float)share[k] / GAME_WHOLE;
            *done = 1;
            if (b->flags & CORNET_BATCH_STAY)
                return true;
            start_again(b, i);
            continue;
        }
        if (mover == GAME_CHANCE && !(b->flags & CORNET_BATCH_CHANCE)) {
            apply(b, i, b->game->sample(state, &b->rng[i]));
            continue;
        }
        if (mover == GAME_CHANCE)
            return list_outcomes(b, i, thread, why);
        if (!find_seat(b, i, mover, &seat, &count, why))
            return false;
        if (b->bot[seat - 1]) {
            apply(b, i, ask_bot(b, i, seat, count, mover == GAME_ANYONE, thread));
            if (fault_happened())
                return false;
        } else if (count == 1 && !(b->flags & CORNET_BATCH_FORCED)) {
            apply(b, i, b->legal[i * b->width]);
        } else {
            b->mover[i] = seat;
            b->legal_count[i] = (uint32_t)count;
            return true;
        }
    }
}

bool batch_list(struct cornet_batch *b, size_t i, struct text *why)
{
    size_t count = 0;
    b->legal_count[i] = 0;
    b->has_id[i] = 0;
    if (b->mover[i] == GAME_CHANCE)
        return list_outcomes(b, i, 0, why);
    if (b->mover[i] != GAME_OVER && !list_actions(b, i, b->mover[i], &count, why))
        return false;
    b->legal_count[i] = (uint32_t)count;
    return true;
}

/* ---- output arrays ---- */

static void write_numbers(const struct cornet_batch *b, size_t i, const cornet_batch_arrays *to)
{
    struct game_numbers seen; /* its numbers are not set first: that takes longer than the rest */
    float real[GAME_NUMBERS_MAX];
    seen.count = 0;
    seen.names = NULL;
    if (b->mover[i] > 0) {
        union game_state view;
        const void *shown = batch_state(b, i);
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

static void write_row(struct cornet_batch *b, size_t i, const cornet_batch_arrays *to)
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
    if (b->ids_to || b->mask_to)
        batch_write_ids(b, i);
}

/* ---- all games ---- */

/* Plays the choices of some games, if there are any, and plays on; in pieces, each of which one
 * thread plays. */
struct step {
    struct cornet_batch *batch;
    const int32_t *choice; /* NULL: nothing is chosen, the games are settled */
    const cornet_batch_arrays *to;
    size_t first, count;  /* the games */
    int pieces;           /* that they are divided into */
    pthread_mutex_t lock; /* protects the members below */
    int failed;           /* the number of the first piece that failed; `pieces` if none has */
    cornet_status status; /* of that piece */
    cornet_error error;
};

static bool play_game(const struct step *step, size_t i, int thread, struct text *why)
{
    struct cornet_batch *b = step->batch;
    const cornet_batch_arrays *to = step->to;
    float unused[GAME_SEATS_MAX];
    float *reward = to->reward ? to->reward + i * (size_t)b->players : unused;
    uint8_t done = 0;
    memset(reward, 0, (size_t)b->players * sizeof *reward);
    if (!step->choice || b->mover[i] != GAME_OVER) {
        if (step->choice)
            apply(b, i, b->legal[i * b->width + (size_t)step->choice[i]]);
        if (!settle(b, i, thread, reward, &done, why))
            return false;
    }
    if (to->done)
        to->done[i] = done;
    write_row(b, i, to);
    return true;
}

static void play_piece(void *context, int piece, int thread)
{
    struct step *step = context;
    struct library_call call;
    cornet_error error;
    const size_t pieces = (size_t)step->pieces;
    const size_t end = step->first + step->count * ((size_t)piece + 1) / pieces;
    bool good = true;
    library_begin(&call);
    for (size_t i = step->first + step->count * (size_t)piece / pieces; good && i < end; i++) {
        if (i + 1 < end) /* large states are too far apart for the processor to guess */
            __builtin_prefetch(batch_state(step->batch, i + 1), 1);
        good = play_game(step, i, thread, &call.why);
    }
    const cornet_status status = library_end(&call, good, &error);
    if (status == CORNET_OK)
        return;
    pthread_mutex_lock(&step->lock);
    if (piece < step->failed) {
        step->failed = piece;
        step->status = status;
        step->error = error;
    }
    pthread_mutex_unlock(&step->lock);
}

cornet_status batch_play(struct cornet_batch *b, size_t first, size_t count, const int32_t *choice,
                         const cornet_batch_arrays *to, cornet_error *error)
{
    const size_t most = b->team ? (size_t)b->threads * PIECES_EACH : 1;
    struct step step = {.batch = b,
                        .choice = choice,
                        .to = to,
                        .first = first,
                        .count = count,
                        .pieces = (int)(count < most ? count : most),
                        .lock = PTHREAD_MUTEX_INITIALIZER};
    step.failed = step.pieces;
    b->broken = true; /* during the step, so that a child forked now cannot use the batch */
    if (step.pieces == 1)
        play_piece(&step, 0, 0);
    else
        team_run(b->team, step.pieces, play_piece, &step);
    b->broken = step.status != CORNET_OK;
    return b->broken ? library_fail(error, step.status, "%s", step.error.message) : CORNET_OK;
}

/* ---- making and ending ---- */

static void name_numbers(struct cornet_batch *b)
{
    struct game_numbers numbers = {.names = &b->names};
    union game_state view = b->start;
    b->game->hide(&view, 1);
    b->game->observe(&view, 1, &numbers);
    b->numbers = numbers.count;
}

/* False if there is not enough memory. */
static bool make_rows(struct cornet_batch *b)
{
    enum { LINE = 64 }; /* no two states share a cache line */
    b->stride = (b->game->state_size + LINE - 1) / LINE * LINE;
    b->state = memory_try(b->count, b->stride);
    b->history = memory_try(b->count, sizeof *b->history);
    b->rng = memory_try(b->count, sizeof *b->rng);
    b->mover = memory_try(b->count, sizeof *b->mover);
    b->legal_count = memory_try(b->count, sizeof *b->legal_count);
    b->legal = memory_try(b->count, b->width * sizeof *b->legal);
    b->has_id = memory_try(b->count, sizeof *b->has_id);
    const bool chance = b->flags & CORNET_BATCH_CHANCE;
    b->odds = chance ? memory_try(b->count, b->width * sizeof *b->odds) : NULL;
    return b->state && b->history && b->rng && b->mover && b->legal_count && b->legal &&
           b->has_id && (b->odds || !chance);
}

static void seed_games(struct cornet_batch *b, uint64_t seed)
{
    struct rng stream;
    rng_seed(&stream, seed);
    for (size_t i = 0; i < b->count; i++, rng_jump(&stream))
        b->rng[i] = stream;
}

/* The same without choices, and without writing any array. */
static cornet_status play_unseen(struct cornet_batch *b, size_t first, size_t count,
                                 cornet_error *error)
{
    const cornet_batch_arrays nothing = {.size = sizeof nothing};
    int32_t *const ids = b->ids_to;
    uint8_t *const mask = b->mask_to;
    b->ids_to = NULL;
    b->mask_to = NULL;
    const cornet_status status = batch_play(b, first, count, NULL, &nothing, error);
    b->ids_to = ids;
    b->mask_to = mask;
    return status;
}

cornet_status batch_settle(struct cornet_batch *b, size_t i, cornet_error *error)
{
    return play_unseen(b, i, 1, error);
}

cornet_status batch_no_memory(cornet_error *error)
{
    return library_fail(error, CORNET_NO_MEMORY, tr("there is not enough memory"));
}

static cornet_status begin(struct cornet_batch *b, cornet_error *error)
{
    for (size_t i = 0; i < b->count; i++)
        start_again(b, i);
    return play_unseen(b, 0, b->count, error);
}

cornet_status batch_make(const struct game *game, const struct game_settings *settings,
                         size_t count, size_t width, unsigned flags, cornet_batch **batch,
                         cornet_error *error)
{
    const unsigned known = CORNET_BATCH_CHANCE | CORNET_BATCH_STAY | CORNET_BATCH_FORCED;
    struct library_call call;
    *batch = NULL;
    if (flags & ~known)
        return library_fail(error, CORNET_BAD_ARGUMENT, tr("unknown batch flags"));
    const size_t outcomes = flags & CORNET_BATCH_CHANCE ? game->outcomes_max : 0;
    const size_t width_max = outcomes > CORNET_ACTIONS_MAX ? outcomes : CORNET_ACTIONS_MAX;
    if (count < 1 || count > INT32_MAX)
        return library_fail(error, CORNET_BAD_ARGUMENT, tr("a batch has 1 to %zu games, not %zu"),
                            (size_t)INT32_MAX, count);
    if (width > width_max)
        return library_fail(error, CORNET_BAD_ARGUMENT,
                            tr("the width of a batch is at most %zu here, not %zu"), width_max,
                            width);
    struct cornet_batch *b = memory_new(1, sizeof *b);
    b->game = game;
    b->settings = *settings;
    b->flags = flags;
    b->players = settings->players;
    b->threads = 1;
    b->count = count;
    b->has_trail = (game->flags & (GAME_TRAIL | GAME_SPEECH)) != 0;
    b->width = width ? width : game->actions_max > outcomes ? game->actions_max : outcomes;
    b->ids = game->ids > outcomes ? game->ids : outcomes;
    library_begin(&call);
    const bool started = game->start(&b->start, &b->settings, &call.why);
    if (started)
        name_numbers(b);
    cornet_status status = library_end(&call, started, error);
    if (status == CORNET_OK && !make_rows(b))
        status = batch_no_memory(error);
    if (status == CORNET_OK)
        *batch = b;
    else
        cornet_batch_free(b);
    return status;
}

cornet_status cornet_batch_new(const cornet_setup *setup, size_t count, size_t width, uint64_t seed,
                               unsigned flags, cornet_batch **batch, cornet_error *error)
{
    if (!setup || !batch)
        return library_null(error);
    cornet_status status =
        batch_make(setup->game, &setup->settings, count, width, flags, batch, error);
    if (status != CORNET_OK)
        return status;
    seed_games(*batch, seed);
    status = begin(*batch, error);
    if (status != CORNET_OK) {
        cornet_batch_free(*batch);
        *batch = NULL;
    }
    return status;
}

/* Those that are not open are zeros. */
static void free_bots(struct bot *bots, size_t count)
{
    for (size_t i = 0; bots && i < count; i++)
        bot_close(&bots[i]);
    memory_free(bots);
}

/* Closes the bots of a seat, and frees the workspaces lent to them. */
static void close_bots(struct cornet_batch *b, int seat)
{
    struct bot *bots = b->bot[seat - 1];
    for (int t = 0; bots && t < TEAM_THREADS_MAX; t++) {
        if (b->workspace[t][seat - 1])
            bots->agent->close_workspace(b->workspace[t][seat - 1]);
        b->workspace[t][seat - 1] = NULL;
    }
    free_bots(bots, b->count);
    b->bot[seat - 1] = NULL;
}

void cornet_batch_free(cornet_batch *batch)
{
    if (!batch)
        return;
    team_close(batch->team);
    for (int seat = 1; seat <= batch->players; seat++)
        close_bots(batch, seat);
    for (size_t i = 0; batch->history && i < batch->count; i++)
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
    memory_free(batch->id);
    memory_free(batch->has_id);
    memory_free(batch->choice);
    memory_free(batch);
}

/* ---- properties ---- */

size_t cornet_batch_count(const cornet_batch *batch)
{
    return batch ? batch->count : 0;
}

int cornet_batch_players(const cornet_batch *batch)
{
    return batch ? batch->players : 0;
}

unsigned cornet_batch_flags(const cornet_batch *batch)
{
    return batch ? batch->flags : 0;
}

size_t cornet_batch_width(const cornet_batch *batch)
{
    return batch ? batch->width : 0;
}

size_t cornet_batch_ids(const cornet_batch *batch)
{
    return batch ? batch->ids : 0;
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

cornet_status cornet_batch_set_threads(cornet_batch *batch, int threads, cornet_error *error)
{
    if (!batch)
        return library_null(error);
    if (threads < 1 || threads > TEAM_THREADS_MAX)
        return library_fail(error, CORNET_BAD_ARGUMENT,
                            tr("the number of threads must be 1 to 256"));
    team_close(batch->team);
    batch->team = threads > 1 ? team_open(threads) : NULL;
    batch->threads = threads;
    return CORNET_OK;
}

static bool is_last_free(const struct cornet_batch *b, int seat)
{
    for (int other = 1; other <= b->players; other++) {
        if (other != seat && !b->bot[other - 1])
            return false;
    }
    return true;
}

cornet_status batch_open_bots(struct cornet_batch *b, int seat, struct span agent,
                              cornet_error *error)
{
    struct library_call call;
    struct bot *bots = agent.at ? memory_try(b->count, sizeof *bots) : NULL;
    if (agent.at && !bots)
        return batch_no_memory(error);
    bool open = true;
    library_begin(&call);
    for (size_t i = 0; bots && open && i < b->count; i++)
        open = agent_make(NULL, &bots[i], b->game, &b->settings, agent, &call.why);
    const cornet_status status = library_end(&call, open, error);
    if (status != CORNET_OK) {
        free_bots(bots, b->count);
        return status;
    }
    close_bots(b, seat);
    b->bot[seat - 1] = bots;
    b->has_trail = true; /* bots may read it */
    return CORNET_OK;
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
    status = batch_open_bots(batch, seat, agent ? span_of(agent) : (struct span){NULL, 0}, error);
    return status == CORNET_OK ? begin(batch, error) : status;
}

/* ---- playing ---- */

cornet_status cornet_batch_reset(cornet_batch *batch, uint64_t seed, cornet_error *error)
{
    if (!batch)
        return library_null(error);
    seed_games(batch, seed);
    return begin(batch, error);
}

cornet_status batch_check(const struct cornet_batch *b, const cornet_batch_arrays *arrays,
                          cornet_error *error)
{
    if (!b || !arrays)
        return library_null(error);
    if (arrays->size < sizeof *arrays)
        return library_fail(error, CORNET_BAD_ARGUMENT,
                            tr("`size` of the arrays does not match the struct"));
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
    cornet_status status = batch_check(batch, &nothing, error);
    if (status == CORNET_OK)
        status = check_index(batch, index, error);
    if (status != CORNET_OK)
        return status;
    start_again(batch, index);
    return batch_settle(batch, index, error);
}

cornet_status cornet_batch_look(cornet_batch *batch, const cornet_batch_arrays *arrays,
                                cornet_error *error)
{
    const cornet_status status = batch_check(batch, arrays, error);
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
    const cornet_status status = batch_check(batch, arrays, error);
    if (status != CORNET_OK)
        return status;
    if (!choice)
        return library_null(error);
    for (size_t i = 0; i < batch->count; i++) {
        if ((uint32_t)choice[i] >= batch->legal_count[i] && batch->mover[i] != GAME_OVER)
            return library_fail(
                error, CORNET_BAD_ARGUMENT,
                tr("choice %d is out of range: the legal actions of game %zu are numbered 0 to %u"),
                choice[i], i, batch->legal_count[i] - 1);
    }
    return batch_play(batch, 0, batch->count, choice, arrays, error);
}

/* ---- one of them as text ---- */

cornet_status cornet_batch_json(const cornet_batch *batch, size_t index, int viewer, char **json,
                                cornet_error *error)
{
    struct library_call call;
    if (!batch || !json)
        return library_null(error);
    cornet_status status = check_index(batch, index, error);
    if (status == CORNET_OK)
        status = library_check_viewer(viewer, batch->players, error);
    if (status != CORNET_OK)
        return status;
    char *made = memory_new(GAME_JSON_MAX, 1);
    struct text out = text_on(made, GAME_JSON_MAX);
    library_begin(&call);
    game_json(batch->game, &batch->settings, batch_state(batch, index), viewer, &out);
    return library_end_text(&call, true, made, json, error);
}

cornet_status cornet_batch_line_of(const cornet_batch *batch, size_t index, uint32_t action,
                                   char **line, cornet_error *error)
{
    struct library_call call;
    if (!batch || !line)
        return library_null(error);
    const cornet_status status = check_index(batch, index, error);
    if (status != CORNET_OK)
        return status;
    const void *state = batch_state(batch, index);
    char *made = memory_new(GAME_LINE_MAX, 1);
    struct text out = text_on(made, GAME_LINE_MAX);
    library_begin(&call);
    const bool legal = library_is_legal(batch->game, state, batch->players, action, &call.why);
    if (legal)
        batch->game->write(state, action, NULL, GAME_OPEN, &out);
    return library_end_text(&call, legal, made, line, error);
}
