#include "match/query.h"

#include <string.h>

#include "agents/levels.h"
#include "base/lang.h"
#include "base/memory.h"

/* ---- setting a match ---- */

static bool set_options(const struct game *game, struct game_settings *settings,
                        struct span options, struct text *why)
{
    while (options.at && options.length > 0) {
        const struct span line = span_cut(&options, '\n');
        struct span value = line;
        const struct span name = span_cut(&value, '=');
        if (!value.at || !span_is_clean(line))
            return text_fail(why, tr("option takes name=value, not '%.*s'"), span_shown(line),
                             span_start(line));
        if (!game_set(game, settings, name, value, why))
            return false;
    }
    return true;
}

struct match *query_new(struct span id, struct span players, struct span options, struct text *why)
{
    struct game_settings settings;
    const struct game *game = id.at ? game_find(id) : NULL;
    if (!game) {
        struct text names = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
        game_names(&names);
        text_fail(why, tr("no game '%.*s'; there are: %s"), span_shown(id), span_start(id),
                  names.start);
        return NULL;
    }
    game_defaults(game, &settings);
    if ((players.at && !game_set_players(game, &settings, players, why)) ||
        !set_options(game, &settings, options, why))
        return NULL;
    return match_new(game, &settings, why);
}

bool query_option(struct match **match, struct span name, struct span value, struct text *why)
{
    struct game_settings settings = (*match)->settings;
    if ((*match)->body.count > 0)
        return text_fail(why,
                         tr("options must be set before the first move; start again with 'new'"));
    if (!game_set((*match)->game, &settings, name, value, why))
        return false;
    struct match *changed = match_new((*match)->game, &settings, why);
    if (!changed)
        return false;
    match_free(*match);
    *match = changed;
    return true;
}

struct match *query_record(struct span bytes, struct text *why)
{
    size_t bad = 0;
    struct text reason = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    if (bytes.length > MATCH_BYTES_MAX) {
        text_fail(why, tr("a record has at most %u MiB"), MATCH_BYTES_MAX >> 20);
        return NULL;
    }
    struct match *match = match_read(bytes, &bad, &reason);
    if (!match)
        text_fail(why, tr("line %zu: %s"), bad, reason.start);
    return match;
}

/* ---- moving ---- */

const char *query_roll(struct match *match, struct rng *rng, struct text *why)
{
    if (match_mover(match) != GAME_CHANCE) {
        text_fail(why, tr("there is nothing to roll or draw now"));
        return NULL;
    }
    match_draw(match, rng);
    return match->body.count ? match->body.line[match->body.count - 1] : NULL;
}

/* ---- asking ---- */

bool query_seed(struct rng *rng, struct span number, struct text *why)
{
    uint64_t seed;
    if (!number.at || !span_number(number, 0, UINT64_MAX, &seed))
        return text_fail(why, tr("seed takes a number"));
    rng_seed(rng, seed);
    return true;
}

bool query_viewer(const struct match *match, struct span seat, int *viewer, struct text *why)
{
    uint64_t number;
    if (!seat.at || !span_number(seat, 0, (uint64_t)match->settings.players, &number))
        return text_fail(why, tr("view takes a seat from 0 (a spectator) to %d"),
                         match->settings.players);
    *viewer = (int)number;
    return true;
}

bool query_position(const struct match *match, struct text *out, struct text *why)
{
    return match->game->position(&match->state, out) ||
           text_fail(why, tr("%s has no position text here; use 'state' for JSON"),
                     match->game->id);
}

bool query_seat(const struct match *match, struct span named, int *seat, struct text *why)
{
    uint64_t number;
    const int mover = match_mover(match), players = match->settings.players;
    *seat = mover;
    if (mover == GAME_OVER)
        return text_fail(why, tr("the game is over"));
    if (mover == GAME_CHANCE)
        return text_fail(why, tr("the dice are next: send 'roll', or 'play' with their line"));
    if (!named.at)
        return mover != GAME_ANYONE || text_fail(why, tr("several seats may act now: name one"));
    if (!span_number(named, 1, (uint64_t)players, &number))
        return text_fail(why, tr("a seat is a number from 1 to %d, not '%.*s'"), players,
                         span_shown(named), named.at);
    *seat = (int)number;
    return true;
}

static bool fail_idle(int seat, struct text *why)
{
    return text_fail(why, tr("seat %d has nothing to do now"), seat);
}

static struct span strongest(const struct match *match)
{
    return span_of(agent_level_spec(match->game, 0)
                       ? agent_level_names[AGENT_LEVELS - 1]
                       : agent_best(match->game, &match->settings)->name);
}

void query_forget(struct query_bots *bots)
{
    driver_close(&bots->driver);
    *bots = (struct query_bots){.opener = bots->opener, .stop = bots->stop};
}

/* Opens the bot, unless it is already open. In a race bots are reopened, since the driver's times
 * since the dice do not apply here. */
static bool open_bot(struct query_bots *bots, const struct match *match, int seat, struct span spec,
                     struct text *why)
{
    char *open = bots->spec[seat - 1];
    if (bots->driver.game != match->game || match_mover(match) == GAME_ANYONE)
        query_forget(bots);
    if (!bots->driver.game) {
        driver_init(&bots->driver, match->game, match->settings.players);
        bots->driver.opener = bots->opener;
        bots->driver.stop = bots->stop;
    }
    if (open[0] && span_is(spec, open))
        return true;
    open[0] = '\0';
    if (!driver_open_bot(&bots->driver, seat, spec, &match->settings, why))
        return false;
    if (spec.length < QUERY_SPEC_MAX) {
        memcpy(open, spec.at, spec.length);
        open[spec.length] = '\0';
    }
    return true;
}

bool query_choice(const struct match *match, struct query_bots *bots, struct span agent,
                  struct span named, struct rng *rng, struct text *line, uint32_t *at,
                  struct text *why)
{
    const struct game *game = match->game;
    game_action actions[GAME_ACTIONS_MAX];
    int seat;
    if (!query_seat(match, named, &seat, why))
        return false;
    if (game->actions(&match->state, seat, actions) == 0)
        return fail_idle(seat, why);
    if (!open_bot(bots, match, seat, agent.at ? agent : strongest(match), why))
        return false;
    driver_follow(&bots->driver, match);
    driver_ask(&bots->driver, &match->state, &match->history, seat, 0, rng);
    const struct agent_plan plan = bots->driver.plan[seat - 1];
    if (plan.forfeits)
        return text_fail(why, tr("the program forfeits: %s"), bots->driver.bot[seat - 1]->fault);
    game->write(&match->state, plan.action, NULL, GAME_OPEN, line);
    *at = plan.at;
    return true;
}

/* ---- what things are worth ---- */

static const struct judge *find_judge(const struct match *match, struct text *why)
{
    const struct judge *judge = judge_of(match->game);
    if (!judge)
        text_fail(why, tr("no judge exists for %s: it has no hints"), match->game->title);
    return judge && judge->ready(&match->settings, why) ? judge : NULL;
}

struct hints *query_hints(const struct match *match, struct span named, int depth,
                          const stop_flag *stop, struct text *why)
{
    const struct judge *judge = find_judge(match, why);
    game_action actions[GAME_ACTIONS_MAX];
    int seat;
    if (!judge || !query_seat(match, named, &seat, why))
        return NULL;
    if (match->game->actions(&match->state, seat, actions) == 0 ||
        judge_choices(judge, &match->state, seat, actions) == 0) {
        fail_idle(seat, why);
        return NULL;
    }
    struct hints *hints = memory_new(1, sizeof *hints);
    if (hints_make(match, seat, judge, depth, match->body.count, stop, hints))
        return hints;
    text_fail(why, tr("stopped before the hints were found"));
    memory_free(hints);
    return NULL;
}

bool query_value(const struct match *match, struct rng *rng, const stop_flag *stop,
                 struct judgement *out, struct text *why)
{
    const struct judge *judge = find_judge(match, why);
    if (!judge)
        return false;
    if (match_mover(match) == GAME_OVER) {
        uint8_t share[GAME_SEATS_MAX];
        match_result(match, share);
        judge_shares(share, match->settings.players, out);
        return true;
    }
    struct rng drawn = *rng;
    struct judging judging = judging_open(judge, &match->settings, 0);
    judging_watch(&judging, stop);
    judging_state(&judging, &match->state, &match->history, &drawn, out);
    judging_close(&judging);
    if (stop_is_set(stop))
        return text_fail(why, tr("stopped before the value was found"));
    *rng = drawn;
    return true;
}
