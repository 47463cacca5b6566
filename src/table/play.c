/* The game at a table: from full seats through the exchange of seeds to the last line. */
#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "match/daily.h"
#include "table/internal.h"

/* ---- lines ---- */

/* Whether a round has just ended, so that everybody may look at it before the dice of the next one
 * are thrown. */
static bool begins_pause(const struct table_playing *p)
{
    const struct match *match = p->t->match;
    return p->event.kind == EVENT_MOVE && p->mover != GAME_CHANCE && p->t->env->round_pause &&
           match->game->clock != game_no_clock && driver_is_throw(match->game, &match->state);
}

/* Whether the outcome of chance in this state is public: dice, not cards. */
static bool is_open_chance(const struct match *match)
{
    char open[GAME_LINE_MAX], seen[GAME_LINE_MAX];
    struct text open_line = text_on(open, sizeof open), seen_line = text_on(seen, sizeof seen);
    struct rng rng; /* any outcome will do */
    if (!(match->game->flags & GAME_HIDDEN))
        return true;
    rng_seed(&rng, 0);
    const game_action outcome = match->game->sample(&match->state, &rng);
    match->game->write(&match->state, outcome, NULL, GAME_OPEN, &open_line);
    match->game->write(&match->state, outcome, NULL, GAME_SPECTATOR, &seen_line);
    return strcmp(open, seen) == 0;
}

bool table_awaits_roll(const struct table *t)
{
    return t->own_dice && t->phase == TABLE_PLAYING &&
           driver_is_throw(t->match->game, &t->match->state) && is_open_chance(t->match);
}

int table_thrower(const struct table *t)
{
    const struct match *match = t->match;
    if (t->phase != TABLE_PLAYING || t->own_dice || !driver_is_throw(match->game, &match->state) ||
        (t->ledger && t->ledger->open))
        return 0;
    const int seat = match->game->thrower(&match->state);
    return seat && table_seat_kind(t, seat) == SEAT_PERSON ? seat : 0;
}

/* Until when the dice that are due wait for their owner's hand; 0: they do not wait. The owner's
 * clock ends the wait. Dice of a person who is away wait a moment, since connections break. */
static uint64_t find_throw_end(struct table *t)
{
    const int seat = table_thrower(t);
    const bool throws = seat && t->env->throws(t, seat);
    if (!seat || (t->ledger && t->ledger->thrown) || (!throws && t->seat[seat - 1].present > 0))
        return 0;
    if (throws || !t->away_since)
        t->away_since = throws ? 0 : t->now;
    const uint64_t end = throws ? TABLE_NEVER : t->away_since + TABLE_THROW_WAIT;
    const uint64_t out =
        t->turn_since ? t->now + (uint64_t)table_clock_left(t, seat, t->now) : TABLE_NEVER;
    return out < end ? out : end;
}

uint32_t table_next_round(const struct table *t)
{
    return t->phase == TABLE_PLAYING ? driver_next_race(t->match) : 0;
}

uint32_t table_lead(const struct table *t)
{
    return t->env->lead && !t->own_dice && table_persons(t) && table_next_round(t) ? t->env->lead
                                                                                   : 0;
}

uint64_t table_rest_end(const struct table *t)
{
    if (!t->resting)
        return t->pause_since;
    return t->rested ? t->rested
                     : t->pause_since + t->env->round_pause * (table_persons(t) ? 3 : 1);
}

uint64_t table_pause_end(const struct table *t)
{
    return table_rest_end(t) + table_lead(t);
}

/* Ends the rest if all people present are ready. If a countdown follows at once, it is announced;
 * otherwise it follows the throw of the theme, with its lines. */
static void end_rest(struct table *t)
{
    const unsigned people = table_present(t);
    if (t->resting && people && !(people & ~t->ready) && t->now < table_rest_end(t)) {
        t->rested = t->now;
        t->news++;
    }
    if (!t->resting || t->lead_announced || !table_lead(t) || t->now < table_rest_end(t))
        return;
    t->lead_announced = true;
    table_tell_clock(t);
}

bool table_ready(struct table *t, const struct table_asker *asker, uint64_t now,
                 struct table_refusal *r)
{
    t->now = now;
    if (t->phase != TABLE_PLAYING || !t->resting)
        return table_refuse(r, "not-now", tr("no round has just ended"));
    t->ready |= 1u << (asker->seat - 1);
    table_tell_ok(t, asker);
    table_advance(t);
    return true;
}

/* Whether the dice wait while people count down to the round that they start. */
static bool begins_lead(const struct table_playing *p)
{
    const struct table *t = p->t;
    return table_lead(t) && (p->event.kind == EVENT_START || p->mover == GAME_CHANCE) &&
           (p->lines || p->event.kind == EVENT_START);
}

/* Whether the dice wait for their owner's hand: not those that the event is about. */
static bool begins_wait(const struct table_playing *p)
{
    const int seat = table_thrower(p->t);
    const bool due = p->event.kind == EVENT_MOVE && p->mover == GAME_CHANCE && !p->lines;
    return seat && !due && p->t->env->throws(p->t, seat);
}

/* The line of the draw that is due. */
static void write_draw(const struct table *t, struct text *out)
{
    if (t->ledger)
        fair3_draw(&t->ledger->run, fair3_hides_draw(t->match), t->env->fair_cache, t->match, out);
    else
        fair_draw(&t->fair, t->env->fair_cache, t->match, out);
}

/* A line of chance; it may be hidden. */
static void play_chance_line(struct table_playing *p, const char *line)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct table_prelude prelude = {0};
    table_steps_hide(p->t, NULL, span_of(line), &prelude);
    if (!table_playing_line(p, &prelude, span_of(line), &why))
        match_broken(p->t->match->game, line, why.start);
    lines_free(&prelude.note);
}

/* Plays rulings and dice until a player has to act, to throw or to enter a roll, or the game is
 * over; with fair dice 3 also until links must be asked for. `all`: dice do not wait. */
static void play_chance(struct table_playing *p, bool all)
{
    struct table *t = p->t;
    const struct match *match = t->match;
    while (match_mover(match) == GAME_CHANCE &&
           (all || (!begins_pause(p) && !begins_lead(p) && !begins_wait(p))) &&
           !table_awaits_roll(t)) {
        struct text line = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
        game_action ruling;
        if (match->game->ruling(&match->state, &ruling)) {
            match->game->write(&match->state, ruling, NULL, GAME_OPEN, &line);
        } else if (!t->ledger || t->ledger->running) {
            write_draw(t, &line);
        } else {
            if (!all)
                table_steps_ask(p);
            return;
        }
        play_chance_line(p, line.start);
    }
}

/* Plays a line and the chance moves after it as one event, and notifies everybody. `timeout`: the
 * seat ran out of time, and a bot chose the line. `fault`: why the seat's program forfeits; NULL:
 * it does not. */
static bool play_event(struct table *t, int seat, const struct table_prelude *prelude,
                       struct span line, bool timeout, const char *fault, struct text *why)
{
    struct table_playing playing;
    table_playing_begin(&playing, t, EVENT_MOVE, seat);
    if (timeout)
        table_playing_timeout(&playing, seat);
    if (fault)
        table_playing_forfeit(&playing, seat, fault);
    const bool good = table_playing_line(&playing, prelude, line, why);
    if (good) {
        play_chance(&playing, false);
        table_playing_end(&playing);
        table_tell_moves(&playing);
    }
    table_playing_free(&playing);
    return good;
}

/* EVENT_START: the game starts. EVENT_MOVE: the pause between two rounds is over, or the dice no
 * longer wait for a hand. The dice are thrown. */
static void play_draws(struct table *t, enum table_event_kind kind, const struct fair3_note *step,
                       bool all)
{
    struct table_playing playing;
    table_playing_begin(&playing, t, kind, 0);
    if (step)
        table_playing_note(&playing, step);
    play_chance(&playing, all);
    table_playing_end(&playing);
    (kind == EVENT_START ? table_tell_start : table_tell_moves)(&playing);
    table_playing_free(&playing);
    if (t->proposal == PROPOSAL_UNDO)
        table_consent_check(t);
}

static void play_throw(struct table *t, enum table_event_kind kind)
{
    play_draws(t, kind, NULL, false);
}

void table_play_step(struct table *t, const struct fair3_note *step)
{
    play_draws(t, EVENT_MOVE, step, false);
}

void table_play_rest(struct table *t)
{
    play_draws(t, EVENT_MOVE, NULL, true);
}

/* Why a line is the server's: the time of the seat, or of the game (0), is out. */
static void note_late(const struct table *t, int seat, struct lines *out)
{
    const struct fair3_note late = {.kind = FAIR3_LATE,
                                    .seat = seat,
                                    .ms = !seat ? t->driver.limit
                                          : t->clock == CLOCK_MOVE
                                              ? (uint64_t)t->clock_ms
                                              : (uint64_t)t->seat[seat - 1].bank};
    table_steps_note(out, &late);
}

/* The same for an action of a bot or of the clock. */
static void play_action(struct table *t, int seat, game_action action)
{
    const bool timeout = seat && seat == t->turn_seat && table_clock_is_out(t, t->now);
    char line[GAME_LINE_MAX], reason[TEXT_WHY];
    struct text out = text_on(line, sizeof line), why = text_on(reason, sizeof reason);
    const struct match *match = t->match;
    struct table_prelude prelude = {0};
    match->game->write(&match->state, action, &match->history, GAME_OPEN, &out);
    if (t->ledger && (timeout || !seat))
        note_late(t, seat, &prelude.note);
    table_steps_hide(t, NULL, span_of(line), &prelude);
    if (!play_event(t, seat, &prelude, span_of(line), timeout, NULL, &why))
        match_broken(match->game, line, reason);
    lines_free(&prelude.note);
}

/* The seat's bot has failed. */
static void play_forfeit(struct table *t, int seat)
{
    char line[GAME_LINE_MAX], reason[TEXT_WHY];
    struct text out = text_on(line, sizeof line), why = text_on(reason, sizeof reason);
    text_printf(&out, "%d " MATCH_FORFEITS, seat);
    if (!play_event(t, seat, NULL, span_of(line), false, t->driver.bot[seat - 1]->fault, &why))
        abort(); /* the game is not over: a bot was due */
}

void table_play_draw(struct table *t, int seat, const struct lines *words)
{
    const struct table_prelude prelude = {.note = *words};
    char line[GAME_LINE_MAX], reason[TEXT_WHY];
    struct text out = text_on(line, sizeof line), why = text_on(reason, sizeof reason);
    text_printf(&out, "%d " MATCH_ACCEPTS, seat);
    if (!play_event(t, seat, &prelude, span_of(line), false, NULL, &why))
        abort(); /* the proposal was possible */
}

/* Whether a person may end the game by this line: only one of two players resigns, and a draw needs
 * a proposal. */
static bool check_ending(const struct table *t, struct span line, struct table_refusal *r)
{
    if (match_ending_of(line) == MATCH_DRAWN)
        return table_refuse(r, "illegal", tr("propose a draw instead"));
    return !match_ending_of(line) || table_may_resign(t) ||
           table_refuse(r, "illegal", tr("a player can resign only in a game of two"));
}

/* Whether it is the seat's turn. The rules check it too, but know no names. */
static bool check_mover(const struct table *t, int seat, struct text *why)
{
    struct text name = text_on((char[MATCH_NAME_MAX + 16]){0}, MATCH_NAME_MAX + 16);
    const int mover = match_mover(t->match);
    if (mover <= GAME_CHANCE || mover == seat)
        return true;
    match_show_name(t->match, mover, &name);
    return text_fail(why, tr("it is %s's turn"), name.start);
}

/* Plays the line of a person, or a roll, with what the ledger says before it. */
static bool play_word(struct table *t, const struct table_asker *asker, struct span line,
                      bool rolls, struct table_refusal *r)
{
    struct table_prelude prelude = {0};
    const bool anyone = t->phase == TABLE_PLAYING && match_mover(t->match) == GAME_ANYONE;
    bool good = table_steps_free(t, r);
    if (good && t->ledger) {
        good = table_steps_word(t, asker, FAIR3_BY, line, fair3_is_hidden(t->match, line),
                                anyone ? TABLE_ABOUT_ANY : TABLE_ABOUT_MOVE, &prelude.note, r);
        table_steps_hide(t, asker->by, line, &prelude);
    }
    if (good) {
        r->code = "illegal";
        good = play_event(t, rolls ? 0 : asker->seat, &prelude, line, false, NULL, &r->why);
    }
    lines_free(&prelude.note);
    return good;
}

bool table_move(struct table *t, const struct table_asker *asker, struct span line, uint64_t now,
                struct table_refusal *r)
{
    t->now = now;
    if (t->phase == TABLE_OVER)
        return table_refuse(r, "not-now", tr("the game is over"));
    if (t->phase != TABLE_PLAYING)
        return table_refuse(r, "not-now", tr("the game has not started yet"));
    const bool rolls = t->own_dice && line.length >= 2 && line.at[0] == '*' && line.at[1] == ' ';
    if (rolls && !table_awaits_roll(t))
        return table_refuse(r, "not-now", tr("no roll is expected now"));
    const bool ends = match_ending_of(line);
    if (!rolls && !ends && t->resting && !t->own_dice && now < table_rest_end(t))
        return table_refuse(r, "not-now", tr("the round is over: wait for the next one"));
    if (!rolls && !ends && table_lead(t))
        return table_refuse(r, "not-now", tr("the dice have not fallen yet: wait for them"));
    r->code = "not-yours";
    if (!rolls && (line.length < 2 || line.at[0] != '0' + asker->seat || line.at[1] != ' '))
        return text_fail(&r->why, tr("your lines begin with your seat's number, %d"), asker->seat);
    r->code = "limit";
    if (t->match->body.count >= TABLE_LINES_MAX)
        return text_fail(&r->why, tr("this game has reached %d lines and ends here"),
                         TABLE_LINES_MAX);
    if (t->driver.running && match_mover(t->match) == GAME_ANYONE &&
        t->seat[asker->seat - 1].spoken >= TABLE_WORDS_MAX) /* votes do not count: no clock runs */
        return text_fail(&r->why, tr("you have said %d words in this round, the maximum"),
                         TABLE_WORDS_MAX);
    if (!check_ending(t, line, r))
        return false;
    r->code = "illegal";
    if (!rolls && !ends && !check_mover(t, asker->seat, &r->why))
        return false;
    if (!play_word(t, asker, line, rolls, r))
        return false;
    table_consent_moved(t, rolls ? 0 : asker->seat);
    table_advance(t);
    return true;
}

bool table_throw(struct table *t, const struct table_asker *asker, uint64_t now,
                 struct table_refusal *r)
{
    t->now = now;
    if (!asker->seat || table_thrower(t) != asker->seat)
        return table_refuse(r, "not-now", tr("you have no dice to throw now"));
    table_tell_ok(t, asker);
    if (t->ledger && !t->ledger->running)
        t->ledger->thrown = true; /* now the others' links are asked for */
    else
        play_throw(t, EVENT_MOVE);
    table_advance(t);
    return true;
}

/* ---- the exchange of seeds ---- */

static bool is_late(const struct table *t)
{
    return t->now >= t->fair_since + t->env->fair_wait;
}

/* The seats that have failed in the exchange: those that left, and those that are late with the
 * acknowledgement or the seed. */
static unsigned find_failed(const struct table *t)
{
    const struct fair *fair = &t->fair;
    const unsigned missing = fair->committed & ~fair->revealed;
    if (missing & ~table_seated(t))
        return missing & ~table_seated(t);
    if (!is_late(t))
        return 0;
    return table_all_acknowledged(t) ? missing : missing & ~fair->acknowledged;
}

static void fail_seats(struct table *t, unsigned seats)
{
    struct text text = text_on((char[32]){0}, 32);
    for (int seat = 1; seat <= t->fair.players; seat++) {
        if (seats >> (seat - 1) & 1)
            text_printf(&text, "%s%d", text.length ? " " : "", seat);
    }
    table_emit(t, EVENT_FAIL, 0, span_of(text.start));
    table_tell_fair(t);
}

/* The next step of the exchange, if it is due. */
static bool take_step(struct table *t)
{
    const struct fair *fair = &t->fair;
    if (t->ledger) {
        table_steps_seats(t);
        if (table_steps_chained(t) || is_late(t))
            play_throw(t, EVENT_START);
        return false;
    }
    if (!t->reveal) {
        if (!t->daily[0] && !is_late(t) && (table_seated(t) & ~fair->committed & ~fair->failed))
            return false;
        table_emit(t, EVENT_REVEAL, 0, span_of("2"));
        if (fair->committed)
            table_tell_fair(t);
        return true;
    }
    const unsigned failed = fair->version >= 2 ? find_failed(t) : 0;
    if (failed) {
        fail_seats(t, failed);
        return true;
    }
    if (!(fair->committed & ~fair->revealed) || (fair->version < 2 && is_late(t)))
        play_throw(t, EVENT_START);
    return false;
}

void table_exchange(struct table *t)
{
    while (t->phase == TABLE_FAIR && take_step(t))
        ;
}

bool table_commit(struct table *t, const struct table_asker *asker, const char *hex, uint64_t now,
                  struct table_refusal *r)
{
    unsigned char commit[FAIR_BYTES];
    t->now = now;
    if (t->ledger || t->daily[0] || t->phase > TABLE_FAIR || t->reveal ||
        (t->fair.committed | t->fair.failed) >> (asker->seat - 1) & 1)
        return table_refuse(r, "not-now", tr("this seat can no longer commit"));
    if (!fair_from_hex(span_of(hex), commit))
        return table_refuse(r, "bad-value", tr("a commitment or a seed is 64 hexadecimal digits"));
    table_emit(t, EVENT_COMMIT, asker->seat, span_of(hex));
    table_tell_ok(t, asker);
    table_advance(t);
    return true;
}

bool table_acknowledge(struct table *t, const struct table_asker *asker, const char *hex,
                       uint64_t now, struct table_refusal *r)
{
    const unsigned bit = 1u << (asker->seat - 1);
    unsigned char list[FAIR_BYTES];
    t->now = now;
    if (!fair_from_hex(span_of(hex), list))
        return table_refuse(r, "bad-value", tr("a digest is 64 hexadecimal digits"));
    if (t->phase != TABLE_FAIR || !t->reveal || !(t->fair.committed & bit))
        return table_refuse(r, "not-now", tr("this seat has no list of commitments now"));
    if (memcmp(list, t->fair.list, FAIR_BYTES) != 0)
        return table_refuse(r, "bad-value", tr("this is not the list of commitments"));
    if (!(t->fair.acknowledged & bit)) {
        table_emit(t, EVENT_ACKNOWLEDGE, asker->seat, (struct span){NULL, 0});
        if (table_all_acknowledged(t))
            table_tell_fair(t);
    }
    table_tell_ok(t, asker);
    table_advance(t);
    return true;
}

bool table_seed(struct table *t, const struct table_asker *asker, const char *hex, uint64_t now,
                struct table_refusal *r)
{
    const int i = asker->seat - 1;
    const bool revealed = t->fair.revealed >> i & 1, open = table_all_acknowledged(t);
    unsigned char seed[FAIR_BYTES], commit[FAIR_BYTES];
    t->now = now;
    if (!fair_from_hex(span_of(hex), seed))
        return table_refuse(r, "bad-value", tr("a commitment or a seed is 64 hexadecimal digits"));
    if (revealed && memcmp(seed, t->fair.seat[i], FAIR_BYTES) == 0) {
        table_tell_ok(t, asker); /* sent again by a client that reconnected */
        return true;
    }
    if (t->phase != TABLE_FAIR || !t->reveal || !(t->fair.committed >> i & 1) || revealed)
        return table_refuse(r, "not-now", tr("no seed is expected from this seat now"));
    fair_commit(seed, commit);
    if (memcmp(commit, t->fair.commit[i], FAIR_BYTES) != 0)
        return table_refuse(r, "bad-value", tr("this is not the seed that was committed"));
    table_emit(t, EVENT_SEED, asker->seat, span_of(hex));
    if (!open && table_all_acknowledged(t) && t->fair.committed != t->fair.revealed)
        table_tell_fair(t);
    table_tell_ok(t, asker);
    table_advance(t);
    return true;
}

/* ---- bots ---- */

static const char *agent_of(const struct table *t, int seat)
{
    const struct table_seat *s = &t->seat[seat - 1];
    if (table_seat_kind(t, seat) == SEAT_BOT)
        return t->match->name[seat - 1] + strlen(MATCH_BOT);
    return s->agent ? s->agent : table_best_agent(t);
}

/* Opens the seat's bot; the game's best agent if the stored one no longer exists. */
static void open_bot(struct table *t, int seat)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    const struct game_settings *settings = &t->match->settings;
    if (t->driver.bot[seat - 1] ||
        driver_open_bot(&t->driver, seat, span_of(agent_of(t, seat)), settings, &why))
        return;
    if (!driver_open_bot(&t->driver, seat, span_of(table_best_agent(t)), settings, &why))
        abort(); /* the best agent is ready for these settings */
}

void table_question(struct table *t, int seat, struct table_question *q)
{
    game_action actions[GAME_ACTIONS_MAX];
    const struct match *match = t->match;
    open_bot(t, seat);
    const struct agent_turn turn =
        driver_turn(&t->driver, &match->state, &match->history, seat, t->now, t->env->rng, actions);
    *q = (struct table_question){.bot = t->driver.bot[seat - 1],
                                 .game = match->game,
                                 .seat = seat,
                                 .event_count = t->event_count,
                                 .kind_event = t->seat[seat - 1].kind_event,
                                 .race = turn.race,
                                 .now = turn.now,
                                 .acted = turn.acted,
                                 .noise_seed = turn.noise_seed,
                                 .stop = t->env->stop,
                                 .state = match_state(match)};
    if (t->daily[0])
        q->seed = daily_bot_seed(t->fair.seed, match);
    if (q->bot->agent->follows)
        match_log(match, seat, &q->log);
    game_history_set(&q->history, &match->history);
    t->driver.bot[seat - 1] = NULL; /* the question owns it until table_answer */
    t->thinking |= 1u << (seat - 1);
}

void table_question_ask(struct table_question *q, struct rng *rng)
{
    game_action actions[GAME_ACTIONS_MAX];
    struct agent_turn turn = {.game = q->game,
                              .view = &q->state,
                              .seat = q->seat,
                              .actions = actions,
                              .count = q->game->actions(&q->state, q->seat, actions),
                              .history = &q->history,
                              .log = &q->log,
                              .stop = q->stop,
                              .race = q->race,
                              .now = q->now,
                              .acted = q->acted,
                              .noise_seed = q->noise_seed};
    struct rng own;
    if (q->seed)
        rng_seed(&own, q->seed);
    q->plan = bot_plan(q->bot, &turn, q->seed ? &own : rng);
}

void table_question_free(struct table_question *q)
{
    if (q->bot)
        bot_close(q->bot);
    free(q->bot);
    q->bot = NULL;
    game_history_free(&q->history);
    lines_free(&q->log);
}

void table_answer(struct table *t, struct table_question *q, uint64_t now)
{
    struct bot **own = &t->driver.bot[q->seat - 1];
    t->now = now;
    t->thinking &= ~(1u << (q->seat - 1));
    if (!*own && q->kind_event == t->seat[q->seat - 1].kind_event) {
        *own = q->bot;
        q->bot = NULL;
    }
    if (q->event_count == t->event_count && t->phase == TABLE_PLAYING)
        driver_answer(&t->driver, q->seat, q->plan);
    table_question_free(q);
    table_advance(t);
}

/* ---- due actions ---- */

/* The bitmask of seats that bots act for now: of bots, if any viewer is present, and of a person
 * whose time is out; without those whose bot is thinking. */
static unsigned acting_bots(const struct table *t)
{
    unsigned bots = table_viewers(t) ? table_bots(t) : 0;
    if (table_clock_is_out(t, t->now))
        bots |= 1u << (t->turn_seat - 1);
    return t->match->body.count < TABLE_LINES_MAX ? bots & ~t->thinking : 0;
}

/* Does the next thing that is due in the game now. False if nothing is; then `when` is the next due
 * time. */
static bool play_due(struct table *t, uint64_t *when)
{
    const struct driver_due due = driver_due(&t->driver, &t->match->state, acting_bots(t));
    const uint32_t wait = driver_wait(&t->driver, &due, t->now);
    *when = TABLE_NEVER;
    switch (due.kind) {
    case DUE_CHANCE:
        if (table_awaits_roll(t))
            return false;
        end_rest(t);
        *when = table_thrower(t)             ? find_throw_end(t)
                : t->now < table_rest_end(t) ? table_rest_end(t)
                                             : table_pause_end(t);
        if (*when > t->now && !(t->ledger && t->ledger->open))
            return false;
        if (t->ledger && !t->ledger->running && driver_is_throw(t->match->game, &t->match->state))
            return table_steps_due(t, when);
        play_throw(t, EVENT_MOVE);
        return true;
    case DUE_ASK:
        t->env->think(t, due.seat);
        return true;
    case DUE_FORFEIT:
        play_forfeit(t, due.seat);
        return true;
    case DUE_BOT:
    case DUE_CLOCK:
        if (wait) {
            *when = t->now + wait;
            return false;
        }
        play_action(t, due.seat, due.action);
        table_consent_check(t);
        return true;
    default:
        if (t->turn_since && !(t->thinking >> (t->turn_seat - 1) & 1) && due.kind == DUE_PERSON)
            *when = t->now + (uint64_t)table_clock_left(t, t->turn_seat, t->now);
        return false;
    }
}

/* Whether `from` has just come: then `announced` lacks the seat. Otherwise `next` is the earliest
 * of the times that are to come. */
static bool has_come(const struct table *t, uint64_t from, unsigned announced, int seat,
                     uint64_t *next)
{
    if (from > t->now && from < *next)
        *next = from;
    return from <= t->now && !(announced >> (seat - 1) & 1);
}

/* Announces seats of absent people that anybody may take from now on, and players who are idle from
 * now on. Returns when the next one follows. */
static uint64_t tell_free(struct table *t)
{
    uint64_t next = TABLE_NEVER;
    bool news = false;
    for (int seat = 1; seat <= t->match->settings.players; seat++) {
        news |= has_come(t, table_free_from(t, seat), t->free_announced, seat, &next);
        news |= has_come(t, table_idle_from(t, seat), t->idle_announced, seat, &next);
    }
    if (news)
        table_tell_seats(t);
    return next;
}

void table_advance(struct table *t)
{
    uint64_t when = TABLE_NEVER;
    t->due = TABLE_NEVER;
    if (t->asleep)
        return;
    if (table_consent_due(t) <= t->now || table_consent_is_stale(t))
        table_consent_check(t);
    table_exchange(t);
    table_steps_seats(t);
    while (t->phase == TABLE_PLAYING && play_due(t, &when))
        ;
    if (t->phase == TABLE_FAIR)
        when = t->fair_since + t->env->fair_wait;
    if (table_consent_due(t) < when)
        when = table_consent_due(t);
    const uint64_t freed = t->phase == TABLE_PLAYING ? tell_free(t) : TABLE_NEVER;
    if (freed < when)
        when = freed;
    table_steps_seats(t); /* those that waited for a step */
    table_tell_ledger(t);
    t->due = when;
}
