#include "sim/sim.h"

#include <math.h>
#include <omp.h>
#include <string.h>

#include "base/fault.h"
#include "base/memory.h"
#include "sim/batch.h"

uint64_t sim_seed(uint64_t seed, uint64_t number, uint64_t use)
{
    uint64_t x = seed ^ (number + 1) * 0xd6e8feb86659fd93u ^ use * 0xa0761d6478bd642fu;
    x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
    return x ^ x >> 32;
}

/* Seeds the dice after a turn in which dice fell. They depend only on the number of such turns, so
 * that two games of the same seed get the same dice again after they have diverged. */
static void next_dice(const struct sim_player *p, uint64_t turns, struct rng *dice)
{
    rng_seed(dice, p->turns_seed ^ turns * 0x9e3779b97f4a7c15u);
}

enum { LINE_ROOM = GAME_LINE_MAX > 2 * TEXT_WHY ? GAME_LINE_MAX + 1 : 2 * TEXT_WHY };

/* Room for one more line of the game, or for a comment with a reason. */
static struct text next_line(struct sim_player *p)
{
    const struct sim_game *game = &p->game;
    if (p->lines_capacity - game->lines.length < LINE_ROOM) {
        p->lines_capacity = 2 * p->lines_capacity + LINE_ROOM;
        p->lines = memory_resize(p->lines, p->lines_capacity, 1);
    }
    return text_on(p->lines + game->lines.length, LINE_ROOM);
}

static void end_line(struct sim_player *p, struct text *out)
{
    text_char(out, '\n');
    p->game.lines.length += out->length;
    p->game.lines.at = p->lines;
}

/* Notifies the bots that follow the game of an action that is about to be applied, and keeps the
 * action's line. */
static void note_move(struct sim_player *p, const union game_state *state, game_action action)
{
    driver_saw(&p->driver, state, action, &p->history);
    if (!p->job->lines)
        return;
    struct text out = next_line(p);
    p->job->game->write(state, action, &p->history, GAME_OPEN, &out);
    end_line(p, &out);
}

/* The seat has lost, and the others share the game; a comment says why. */
static void end_by_forfeit(struct sim_player *p)
{
    const char *fault = p->driver.bot[p->game.forfeits - 1]->fault;
    game_forfeit(p->job->settings.players, p->game.forfeits, p->game.share);
    if (!p->job->lines)
        return;
    struct text out = next_line(p);
    text_printf(&out, "# seat %d's program: %s", p->game.forfeits, fault ? fault : "");
    end_line(p, &out);
    out = next_line(p);
    text_printf(&out, "%d " MATCH_FORFEITS, p->game.forfeits);
    end_line(p, &out);
}

static void add_game(struct sim_player *p)
{
    const struct sim_game *game = &p->game;
    for (int i = 0; i < p->job->settings.players; i++) {
        p->counts.share[i] += game->share[i];
        p->counts.share_squared[i] += (uint64_t)game->share[i] * game->share[i];
    }
    p->counts.games++;
    p->counts.moves += game->moves;
    p->counts.turns += game->turns;
    p->counts.decisions += game->decisions;
    p->counts.forced += game->forced;
    if (game->forfeits)
        p->counts.forfeits[game->forfeits - 1]++;
}

/* Also checked after an agent's answer: an answer given after a stop must not count. */
static bool is_halted(const struct sim_player *p)
{
    return (p->halt && atomic_load_explicit(p->halt, memory_order_relaxed)) ||
           stop_is_set(p->driver.stop);
}

/* Whether the game's own loop can play: all bots are random, and nobody needs its moves. */
static bool plays_out(const struct sim_player *p, const struct rng *dice, const struct rng *rng)
{
    bool all = p->job->game->play_out != game_no_play_out && dice == rng && !p->by_turns &&
               !p->job->lines && !p->driver.following;
    for (int i = 0; all && i < p->job->settings.players; i++)
        all = p->driver.bot[i]->agent == &random_agent && !p->driver.thinking[i];
    return all;
}

enum { PLAYOUT_MOVES = 10000 }; /* so that a stop is noticed */

/* Plays the game by its own loop. False if it was halted. */
static bool play_out(struct sim_player *p, union game_state *state, struct rng *rng)
{
    const struct game *game = p->job->game;
    struct game_tally tally = {0};
    do {
        if (is_halted(p))
            return false;
        game->play_out(state, PLAYOUT_MOVES, &p->history, rng, &tally);
    } while (game->mover(state) != GAME_OVER);
    game->result(state, p->game.share);
    p->game.moves = tally.moves;
    p->game.turns = tally.turns;
    p->game.decisions = tally.decisions;
    p->game.forced = tally.forced;
    add_game(p);
    return true;
}

bool sim_play(struct sim_player *p, struct rng *dice, struct rng *rng)
{
    const struct game *game = p->job->game;
    const bool noted = p->job->lines || p->driver.following;
    union game_state state;
    uint64_t moves = 0, turns = 0, decisions = 0, forced = 0;
    uint64_t thrown = 0; /* turns in which dice fell */
    bool fell = false;   /* dice fell in this turn */
    memcpy(&state, p->start, game->state_size);
    p->history.trail_count = 0;
    p->game.lines = (struct span){0};
    p->game.forfeits = 0;
    p->driver.number = p->game.number;
    if (plays_out(p, dice, rng))
        return play_out(p, &state, rng);
    driver_restart(&p->driver);
    struct agent_turn turn = driver_open_turn(&p->driver, &p->history);
    for (int mover; (mover = game->mover(&state)) != GAME_OVER;) {
        game_action action;
        if (mover == GAME_CHANCE) {
            action = driver_roll(&p->driver, &state, dice);
            fell = true;
        } else {
            if (is_halted(p))
                return false;
            const struct driver_move move = driver_act(&p->driver, &turn, &state, mover, rng);
            if (p->driver.stop && is_halted(p))
                return false;
            if (move.forfeits) {
                p->game.forfeits = (uint8_t)move.forfeits;
                break;
            }
            action = move.action;
            if (move.choices > 1)
                decisions++;
            else
                forced += move.choices;
        }
        if (noted)
            note_move(p, &state, action);
        const unsigned completed = game->apply(&state, action, &p->history);
        if (completed && p->by_turns && fell) {
            next_dice(p, ++thrown, dice);
            fell = false;
        }
        turns += completed;
        moves++;
    }
    if (p->game.forfeits)
        end_by_forfeit(p);
    else
        game->result(&state, p->game.share);
    driver_over(&p->driver, p->game.share);
    p->game.moves = moves;
    p->game.turns = turns;
    p->game.decisions = decisions;
    p->game.forced = forced;
    add_game(p);
    return true;
}

void sim_game_add(struct batch_block *block, const struct sim_game *game)
{
    batch_add(block, game, sizeof *game);
    batch_add(block, game->lines.at, game->lines.length);
}

struct sim_game sim_game_get(const struct batch_block *block, size_t *at)
{
    struct sim_game game;
    memcpy(&game, block->bytes + *at, sizeof game);
    game.lines.at = (const char *)block->bytes + *at + sizeof game;
    *at += sizeof game + game.lines.length;
    return game;
}

static void add(struct sim_counts *sum, const struct sim_counts *part)
{
    sum->games += part->games;
    sum->moves += part->moves;
    sum->turns += part->turns;
    sum->decisions += part->decisions;
    sum->forced += part->forced;
    for (int i = 0; i < GAME_SEATS_MAX; i++) {
        sum->share[i] += part->share[i];
        sum->share_squared[i] += part->share_squared[i];
        sum->forfeits[i] += part->forfeits[i];
    }
}

/* Opens a bot for each seat; on failure none is open. */
static bool open_bots(struct sim_player *p, struct text *why)
{
    const struct sim_job *job = p->job;
    driver_init(&p->driver, job->game, job->settings.players);
    p->driver.opener = job->opener;
    for (int seat = 1; seat <= job->settings.players; seat++) {
        if (!driver_open_bot(&p->driver, seat, job->agent[seat - 1], &job->settings, why)) {
            driver_close(&p->driver);
            return false;
        }
    }
    return true;
}

/* ---- a run, as a batch ---- */

/* On the heap, because an agent that does not stop thinking may still use it. */
struct run {
    const struct sim_job *job;
    union game_state start;
    struct sim_counts counts; /* of the blocks taken so far and of the earlier games */
};

static void *open_player(void *context)
{
    struct run *run = context;
    struct text reason = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct sim_player *p = memory_new(1, sizeof *p);
    p->job = run->job;
    p->start = &run->start;
    for (int i = 0; i < GAME_SEATS_MAX; i++)
        p->game.agent[i] = (uint8_t)i;
    if (!open_bots(p, &reason))
        fault_report("%s", reason.start); /* the probe has opened the same bots */
    p->driver.stop = run->job->patient ? run->job->stop : NULL;
    return p;
}

static void close_player(void *worker)
{
    struct sim_player *p = worker;
    driver_close(&p->driver);
    game_history_free(&p->history);
    memory_free(p->lines);
    memory_free(p);
}

/* A block holds its counts, and then its games if anybody wants them. */
static void play_block(void *worker, struct batch_block *block)
{
    struct sim_player *p = worker;
    p->halt = block->halt;
    memset(&p->counts, 0, sizeof p->counts);
    batch_add(block, &p->counts, sizeof p->counts);
    for (uint64_t number = block->first; number < block->end; number++) {
        struct rng rng;
        rng_seed(&rng, sim_seed(p->job->seed, number, 0));
        p->game.number = number + 1;
        if (!sim_play(p, &rng, &rng)) {
            block->end = number;
            break;
        }
        if (p->job->take)
            sim_game_add(block, &p->game);
    }
    memcpy(block->bytes, &p->counts, sizeof p->counts);
}

static bool take_block(void *context, const struct batch_block *block)
{
    struct run *run = context;
    struct sim_counts counts;
    memcpy(&counts, block->bytes, sizeof counts);
    add(&run->counts, &counts);
    for (size_t at = sizeof counts; at < block->length;) {
        const struct sim_game game = sim_game_get(block, &at);
        if (!run->job->take(&game, run->job->context))
            return false;
    }
    return true;
}

static void watch_run(void *context)
{
    const struct run *run = context;
    run->job->progress(&run->counts, run->job->context);
}

bool sim_check(const struct sim_job *job, bool *reproducible, struct text *why)
{
    union game_state start;
    struct sim_player probe = {.job = job, .start = &start};
    if (!job->game->start(&start, &job->settings, why) || !open_bots(&probe, why))
        return false;
    *reproducible = true;
    for (int i = 0; i < job->settings.players; i++)
        *reproducible = *reproducible && probe.driver.bot[i]->reproducible;
    driver_close(&probe.driver);
    return true;
}

bool sim_run(const struct sim_job *job, struct sim_result *result, struct text *why)
{
    memset(result, 0, sizeof *result);
    if (!sim_check(job, &result->reproducible, why))
        return false;
    struct run *run = memory_new(1, sizeof *run);
    job->game->start(&run->start, &job->settings, why);
    const double began = omp_get_wtime();
    run->job = job;
    if (job->earlier)
        run->counts = *job->earlier;
    const struct batch_job batch = {.first = run->counts.games,
                                    .end = job->games,
                                    .threads = job->threads,
                                    .stop = job->stop,
                                    .patient = job->patient,
                                    .context = run,
                                    .open = open_player,
                                    .close = close_player,
                                    .work = play_block,
                                    .take = take_block,
                                    .watch = job->progress ? watch_run : NULL};
    result->abandoned = !batch_run(&batch);
    result->counts = run->counts;
    result->stopped = run->counts.games < job->games;
    result->seconds = omp_get_wtime() - began;
    if (!result->abandoned)
        memory_free(run);
    return true;
}

double sim_mean(const struct sim_counts *counts, int seat)
{
    return (double)counts->share[seat] / GAME_WHOLE / (double)counts->games;
}

double sim_standard_error(const struct sim_counts *counts, int seat)
{
    const double n = (double)counts->games;
    const double mean = sim_mean(counts, seat);
    const double square = (double)counts->share_squared[seat] / GAME_WHOLE / GAME_WHOLE / n;
    const double variance = square - mean * mean;
    return variance > 0 ? sqrt(variance / n) : 0;
}

void sim_wilson(double mean, uint64_t count, double *low, double *high)
{
    const double z = 1.959963985, n = (double)count;
    const double centre = (mean + z * z / (2 * n)) / (1 + z * z / n);
    const double half = z / (1 + z * z / n) * sqrt(mean * (1 - mean) / n + z * z / (4 * n * n));
    *low = mean > 0 ? centre - half : 0; /* not a rounding error beside them */
    *high = mean < 1 ? centre + half : 1;
}
