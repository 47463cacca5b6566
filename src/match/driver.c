#include "match/driver.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"

void driver_init(struct driver *d, const struct game *game, int players)
{
    *d = (struct driver){.game = game, .players = players};
}

void driver_close(struct driver *d)
{
    for (int seat = 1; seat <= GAME_SEATS_MAX; seat++) {
        driver_close_bot(d, seat);
        lines_free(&d->log[seat - 1]);
    }
}

void driver_close_bot(struct driver *d, int seat)
{
    struct bot *bot = d->bot[seat - 1];
    d->bot[seat - 1] = NULL;
    if (bot)
        bot_close(bot);
    memory_free(bot);
}

void driver_set_kinds(struct driver *d)
{
    d->timed = false;
    d->following = 0;
    for (int i = 0; i < d->players; i++) {
        d->timed = d->timed || (d->bot[i] && d->bot[i]->agent->plan);
        d->following |= (unsigned)(d->bot[i] && d->bot[i]->agent->follows) << i;
    }
}

bool driver_open_bot(struct driver *d, int seat, struct span spec,
                     const struct game_settings *settings, struct text *why)
{
    driver_close_bot(d, seat);
    struct bot *bot = d->bot[seat - 1] = memory_new(1, sizeof *bot);
    const bool good = agent_make(d->opener, bot, d->game, settings, spec, why);
    if (!good)
        driver_close_bot(d, seat);
    driver_set_kinds(d);
    return good;
}

bool driver_open(struct driver *d, const struct match *match, struct text *why)
{
    for (int seat = 1; seat <= d->players; seat++) {
        const char *name = match->name[seat - 1];
        if (!d->bot[seat - 1] && match_names_bot(name) &&
            !driver_open_bot(d, seat, span_of(name + strlen(MATCH_BOT)), &match->settings, why))
            return false;
    }
    return true;
}

/* ---- due actions ---- */

/* The earliest of the bots' plans and the end of the time. A bot without a plan is asked first. */
static struct driver_due due_in_race(const struct driver *d, const void *state, unsigned bots)
{
    struct driver_due due = {.kind = DUE_PERSON, .at = DRIVER_NEVER};
    game_action actions[GAME_ACTIONS_MAX], time_out;
    const unsigned seconds = d->game->clock(state, &time_out);
    const uint32_t limit = seconds & GAME_APART ? 0 : 1000 * seconds;
    const bool stands = d->limit && !limit; /* the clock: its action is due immediately */
    for (int i = 0; i < d->players; i++) {
        const int seat = (d->first + i) % d->players;
        const uint32_t at = stands ? 0 : d->plan[seat].at;
        if (!(bots >> seat & 1))
            continue;
        if (!(d->planned >> seat & 1)) {
            if (d->game->actions(state, seat + 1, actions) > 0)
                return (struct driver_due){.kind = DUE_ASK, .seat = seat + 1};
        } else if (d->plan[seat].forfeits) {
            return (struct driver_due){.kind = DUE_FORFEIT, .seat = seat + 1};
        } else if (at < due.at) {
            due = (struct driver_due){DUE_BOT, seat + 1, d->plan[seat].action, at, false};
        }
    }
    if (limit && due.at >= limit)
        due = (struct driver_due){.kind = DUE_CLOCK, .action = time_out, .at = limit};
    else if (seconds & GAME_APART && due.kind == DUE_PERSON)
        due = (struct driver_due){DUE_CLOCK, 0, time_out, 1000 * (seconds & ~GAME_APART), true};
    return due;
}

struct driver_due driver_due(const struct driver *d, const void *state, unsigned bots)
{
    const int mover = d->game->mover(state);
    if (mover == GAME_ANYONE)
        return due_in_race(d, state, bots);
    if (mover == GAME_OVER || mover == GAME_CHANCE)
        return (struct driver_due){.kind = mover == GAME_OVER ? DUE_OVER : DUE_CHANCE};
    if (!(bots >> (mover - 1) & 1))
        return (struct driver_due){.kind = DUE_PERSON, .seat = mover};
    if (!(d->planned >> (mover - 1) & 1))
        return (struct driver_due){.kind = DUE_ASK, .seat = mover};
    if (d->plan[mover - 1].forfeits)
        return (struct driver_due){.kind = DUE_FORFEIT, .seat = mover};
    return (struct driver_due){.kind = DUE_BOT, .seat = mover, .action = d->plan[mover - 1].action};
}

/* ---- asking bots ---- */

/* The CPU time now, or -1 if this answer is not measured. Answers are slow if they take more than
 * 0.1 ms on average; then all are measured. */
static double begin_answer(struct driver_thinking *thinking)
{
    struct timespec now;
    if (!thinking)
        return -1;
    const bool slow = thinking->seconds > 1e-4 * (double)thinking->measured;
    if (thinking->answers++ % DRIVER_SAMPLE != 0 && !slow)
        return -1;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void end_answer(struct driver_thinking *thinking, double began)
{
    struct timespec now;
    if (began < 0)
        return;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    const double seconds = (double)now.tv_sec + (double)now.tv_nsec / 1e9 - began;
    thinking->measured++;
    thinking->seconds += seconds;
    thinking->slowest = fmax(thinking->slowest, seconds);
}

struct agent_plan driver_measure(struct driver *d, struct agent_turn *turn, struct rng *rng)
{
    const int i = turn->seat - 1;
    struct driver_thinking *thinking = turn->count > 1 || turn->race ? d->thinking[i] : NULL;
    const double began = begin_answer(thinking);
    const struct agent_plan plan = bot_plan(d->bot[i], turn, rng);
    end_answer(thinking, began);
    return plan;
}

/* Sets the members of a turn that only a race uses. */
static void add_race(struct driver *d, struct agent_turn *turn, uint32_t elapsed, struct rng *rng)
{
    const int i = turn->seat - 1;
    if (!(d->has_noise_seed >> i & 1) && d->bot[i] && d->bot[i]->agent->plan) {
        d->noise_seed[i] = rng_next(rng);
        d->has_noise_seed |= 1u << i;
    }
    turn->race = true;
    turn->now = elapsed;
    turn->acted = d->acted[i];
    turn->noise_seed = d->noise_seed[i];
}

struct agent_turn driver_turn(struct driver *d, const void *state,
                              const struct game_history *history, int seat, uint64_t now,
                              struct rng *rng, game_action actions[])
{
    struct agent_turn turn = {.game = d->game,
                              .view = state,
                              .seat = seat,
                              .number = d->number,
                              .actions = actions,
                              .count = d->game->actions(state, seat, actions),
                              .history = history,
                              .log = driver_log(d, seat),
                              .stop = d->stop};
    if (d->game->mover(state) == GAME_ANYONE) {
        add_race(d, &turn, driver_elapsed(d, now), rng);
        if (!d->planned)
            d->first = (int)rng_below(rng, (uint32_t)d->players);
    }
    return turn;
}

void driver_answer(struct driver *d, int seat, struct agent_plan plan)
{
    d->plan[seat - 1] = plan;
    d->planned |= 1u << (seat - 1);
}

void driver_ask(struct driver *d, const void *state, const struct game_history *history, int seat,
                uint64_t now, struct rng *rng)
{
    game_action actions[GAME_ACTIONS_MAX];
    struct agent_turn turn = driver_turn(d, state, history, seat, now, rng, actions);
    if (turn.count > 0)
        driver_answer(d, seat, driver_measure(d, &turn, rng));
}

game_action driver_chance(const struct driver *d, const void *state, struct rng *dice)
{
    game_action ruling;
    return d->game->ruling(state, &ruling) ? ruling : d->game->sample(state, dice);
}

/* ---- reports ---- */

bool driver_is_throw(const struct game *game, const void *state)
{
    game_action ruling;
    return game->mover(state) == GAME_CHANCE && !game->ruling(state, &ruling);
}

uint32_t driver_next_race(const struct match *match)
{
    const struct game *game = match->game;
    struct game_history history = {0};
    game_action time_out;
    struct rng rng; /* any outcome will do */
    if (game->clock == game_no_clock || !driver_is_throw(game, &match->state))
        return 0;
    union game_state state = match_state(match);
    rng_seed(&rng, 0);
    game->apply(&state, game->sample(&state, &rng), &history);
    game_history_free(&history);
    return game->mover(&state) == GAME_ANYONE ? 1000 * game->clock(&state, &time_out) : 0;
}

bool driver_ended_race(const struct match *match, const void *before)
{
    const struct game *game = match->game;
    return game->clock != game_no_clock && !driver_is_throw(game, before) &&
           (driver_is_throw(game, &match->state) || match_mover(match) == GAME_OVER);
}

void driver_replan(struct driver *d)
{
    d->planned = 0;
}

void driver_thrown(struct driver *d)
{
    d->elapsed = d->limit = 0;
    d->has_noise_seed = 0;
    memset(d->acted, 0, sizeof d->acted);
}

void driver_applied(struct driver *d, const void *after, bool thrown, int seat, uint64_t now)
{
    game_action time_out;
    d->elapsed = driver_elapsed(d, now);
    d->since = now;
    d->planned = 0;
    if (thrown)
        driver_thrown(d);
    if (seat)
        d->acted[seat - 1] = d->elapsed;
    const bool race = d->game->mover(after) == GAME_ANYONE;
    const unsigned seconds = race ? d->game->clock(after, &time_out) : 0;
    const uint32_t limit = seconds & GAME_APART ? 0 : 1000 * seconds;
    if (!d->apart)
        d->apart_since = now;
    d->apart = seconds & GAME_APART ? 1000 * (seconds & ~GAME_APART) : 0;
    if (limit)
        d->limit = limit;
    d->running = race && (limit || !d->limit); /* a game that stops its clock stops the stopwatch */
}

uint32_t driver_elapsed(const struct driver *d, uint64_t now)
{
    const uint64_t more = d->running && now > d->since ? now - d->since : 0;
    return more < DRIVER_NEVER - d->elapsed ? d->elapsed + (uint32_t)more : DRIVER_NEVER - 1;
}

uint32_t driver_left(const struct driver *d, uint64_t now)
{
    const uint32_t elapsed = driver_elapsed(d, now);
    return elapsed < d->limit ? d->limit - elapsed : 0;
}

uint32_t driver_apart_left(const struct driver *d, uint64_t now)
{
    const uint64_t passed = now > d->apart_since ? now - d->apart_since : 0;
    return passed < d->apart ? d->apart - (uint32_t)passed : 0;
}

uint32_t driver_wait(const struct driver *d, const struct driver_due *due, uint64_t now)
{
    const uint32_t elapsed = driver_elapsed(d, now);
    return due->apart ? driver_apart_left(d, now) : due->at > elapsed ? due->at - elapsed : 0;
}

void driver_set_left(struct driver *d, uint32_t left, uint64_t now)
{
    d->elapsed = left < d->limit ? d->limit - left : 0;
    d->since = now;
}

void driver_shift(struct driver *d, int64_t ms)
{
    d->since -= (uint64_t)ms;
    d->apart_since -= (uint64_t)ms;
}

/* ---- simulated time ---- */

void driver_restart(struct driver *d)
{
    driver_thrown(d);
    d->planned = 0;
    d->running = false;
    for (int i = 0; d->following >> i; i++)
        lines_cut(&d->log[i], 0);
}

/* A race without timed bots: one of the bots that may act does, drawn at random. */
static struct driver_move draw_seat(struct driver *d, const void *state,
                                    const struct game_history *history, struct rng *rng)
{
    struct agent_turn turn = driver_open_turn(d, history);
    game_action actions[GAME_ACTIONS_MAX];
    const int first = (int)rng_below(rng, (uint32_t)d->players);
    for (int i = 0; i < d->players; i++) {
        const int seat = 1 + (first + i) % d->players;
        const size_t count = d->game->actions(state, seat, actions);
        if (count == 0 || !d->bot[seat - 1])
            continue;
        const struct agent_plan plan = driver_choose(d, &turn, state, seat, actions, count, rng);
        return (struct driver_move){.action = plan.action,
                                    .choices = (uint16_t)count,
                                    .forfeits = plan.forfeits ? seat : 0};
    }
    return (struct driver_move){.nobody = true};
}

struct driver_move driver_race(struct driver *d, const void *state,
                               const struct game_history *history, struct rng *rng)
{
    uint16_t choices[GAME_SEATS_MAX];
    if (!d->timed)
        return draw_seat(d, state, history, rng);
    d->planned = 0;
    for (int seat = 1; seat <= d->players; seat++) {
        game_action actions[GAME_ACTIONS_MAX];
        struct agent_turn turn = driver_turn(d, state, history, seat, 0, rng, actions);
        choices[seat - 1] = (uint16_t)turn.count;
        if (turn.count > 0 && d->bot[seat - 1])
            driver_answer(d, seat, driver_measure(d, &turn, rng));
    }
    const struct driver_due due = due_in_race(d, state, d->planned);
    d->planned = 0;
    if (due.kind == DUE_PERSON)
        return (struct driver_move){.nobody = true};
    if (due.kind == DUE_FORFEIT)
        return (struct driver_move){.forfeits = due.seat};
    d->elapsed = due.at > d->elapsed && !due.apart ? due.at : d->elapsed;
    if (due.kind == DUE_CLOCK)
        return (struct driver_move){.action = due.action};
    d->acted[due.seat - 1] = due.at;
    return (struct driver_move){.action = due.action, .choices = choices[due.seat - 1]};
}

bool driver_play(struct driver *d, struct match *match, struct rng *dice, struct rng *rng)
{
    const int mover = match_mover(match);
    if (mover == GAME_OVER)
        return false;
    driver_follow(d, match);
    if (mover == GAME_CHANCE) {
        match_do_action(match, driver_roll(d, &match->state, dice));
        return true;
    }
    struct agent_turn turn = driver_open_turn(d, &match->history);
    const struct driver_move move = driver_act(d, &turn, &match->state, mover, rng);
    if (move.forfeits)
        match_forfeit(match, move.forfeits);
    else if (!move.nobody)
        match_do_action(match, move.action);
    return !move.nobody;
}

/* ---- bots that follow the game ---- */

void driver_follow(struct driver *d, const struct match *match)
{
    for (int i = 0; d->following >> i; i++) {
        if (!(d->following >> i & 1))
            continue;
        lines_cut(&d->log[i], 0);
        match_log(match, i + 1, &d->log[i]);
    }
}

void driver_saw(struct driver *d, const void *state, game_action action,
                const struct game_history *history)
{
    for (int i = 0; d->following >> i; i++) {
        struct text line = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
        if (!(d->following >> i & 1))
            continue;
        d->game->write(state, action, history, i + 1, &line);
        lines_add(&d->log[i], span_of(line.start));
    }
}

void driver_over(struct driver *d, const uint8_t share[])
{
    for (int i = 0; d->following >> i; i++) {
        if (d->following >> i & 1)
            d->bot[i]->agent->over(d->bot[i], i + 1, &d->log[i], share);
    }
}
