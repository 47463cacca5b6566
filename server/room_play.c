/* The game at a table: from full seats through the exchange of seeds to the last line. */
#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "server/inside.h"

#define FAIR_SECONDS 10.0 /* for commitments, and again for seeds */
#define SPEAK_MIN 3.0     /* seconds after which a bot speaks in simultaneous play, */
#define SPEAK_MAX 25.0    /* at random, but within the time there is */

static bool all_people(const struct room *room, bool revealed)
{
    for (int i = 0; i < room->match->settings.players; i++) {
        const struct seat *seat = &room->seat[i];
        if (seat->kind != SEAT_PERSON)
            continue;
        if (revealed ? seat->committed && !seat->revealed : !seat->committed)
            return false;
    }
    return true;
}

/* When the last seat is taken, the seeds are exchanged. */
void room_check_full(struct room *room)
{
    if (room->phase != ROOM_WAITING)
        return;
    for (int i = 0; i < room->match->settings.players; i++) {
        if (room->seat[i].kind == SEAT_OPEN)
            return;
    }
    room->phase = ROOM_FAIR;
    room->fair_until = room_now() + FAIR_SECONDS;
    if (room->loading) { /* goes on by its timer, if nobody is waited for at once */
        if (all_people(room, room->reveal))
            room->fair_until = room_now();
    } else {
        room_try_start(room);
    }
}

static void start(struct room *room);

/* Goes on with the exchange of seeds as far as it can. */
void room_try_start(struct room *room)
{
    if (room->phase != ROOM_FAIR)
        return;
    const bool late = room_now() >= room->fair_until;
    if (!room->reveal && (late || all_people(room, false))) {
        room->reveal = true;
        room->fair_until = room_now() + FAIR_SECONDS;
        room_event(room, EVENT_REVEAL, 0, (struct span){NULL, 0});
        if (!all_people(room, true))
            say_fair(room);
    }
    if (room->reveal && (room_now() >= room->fair_until || all_people(room, true)))
        start(room);
    else
        room_go_on(room);
}

/* The lines of one event: as stored, and as each viewer may know them. */
struct played {
    char bytes[GAME_LINE_MAX * 64];
    struct text stored;
    struct lines shown[GAME_SEATS_MAX + 1];
    unsigned viewers; /* who is there, a bit each; 0 in a game without secrets: [0] is for all */
};

static void played_open(struct played *played, const struct room *room)
{
    const struct match *match = room->match;
    played->stored = text_on(played->bytes, sizeof played->bytes);
    played->viewers = 0;
    if (match->game->flags & GAME_HIDDEN) {
        played->viewers = 1;
        for (const struct conn *conn = room->conns; conn; conn = conn->room_next)
            played->viewers |= 1u << conn->seat;
    }
    memset(played->shown, 0, sizeof played->shown);
}

static void played_close(struct played *played)
{
    for (int i = 0; i <= GAME_SEATS_MAX; i++)
        lines_free(&played->shown[i]);
}

/* Plays a line, keeping what each viewer may know of it. */
static bool play(struct room *room, struct played *played, struct span line, struct text *why)
{
    char seen[GAME_SEATS_MAX + 1][GAME_LINE_MAX];
    struct text out[GAME_SEATS_MAX + 1];
    for (int viewer = 0; played->viewers >> viewer; viewer++)
        out[viewer] = text_on(seen[viewer], GAME_LINE_MAX);
    if (played->viewers)
        match_show_line(room->match, line, played->viewers, out);
    if (!match_do(room->match, line, why))
        return false;
    for (int viewer = 0; played->viewers >> viewer; viewer++) {
        if (played->viewers >> viewer & 1)
            lines_add(&played->shown[viewer], span_of(seen[viewer]));
    }
    if (!played->viewers)
        lines_add(&played->shown[0], line);
    if (played->stored.length)
        text_char(&played->stored, '\n');
    text_add_bytes(&played->stored, line.at, line.length);
    return true;
}

/* Judgements and dice, until a player has to act or the game is over. */
static void play_chance(struct room *room, struct played *played)
{
    struct match *match = room->match;
    while (match_mover(match) == GAME_CHANCE) {
        char line[GAME_LINE_MAX], reason[TEXT_WHY];
        struct text out = text_on(line, sizeof line), why = text_on(reason, sizeof reason);
        game_action ruling;
        if (match->game->ruling(&match->state, &ruling))
            match->game->write(&match->state, ruling, NULL, GAME_OPEN, &out);
        else
            fair_draw(&room->fair, match, &out);
        if (!play(room, played, span_of(line), &why) || played->stored.cut) {
            fprintf(stderr, "cornet serve: %s refuses its own line '%s': %s\n", match->game->id,
                    line, reason);
            abort();
        }
    }
}

static void finish_if_over(struct room *room)
{
    if (match_mover(room->match) != GAME_OVER)
        return;
    room->phase = ROOM_OVER;
    room->game_began = room->turn_began = 0;
}

static void start(struct room *room)
{
    struct match *match = room->match;
    struct played played;
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    room_count_bots(room);
    if (!match->game->start(&match->state, &match->settings, &why)) {
        fprintf(stderr, "cornet serve: %s does not start: %s\n", match->game->id, reason);
        abort(); /* it did when the table was made */
    }
    room->phase = ROOM_PLAYING;
    room->game_left = -1;
    played_open(&played, room);
    play_chance(room, &played);
    finish_if_over(room);
    clock_settle(room, GAME_CHANCE);
    room_event(room, EVENT_START, 0, (struct span){played.stored.start, played.stored.length});
    room_row(room);
    played_close(&played);
    say_table_to_all(room, "start");
    room_go_on(room);
}

/* Plays a line and what follows from it, stores both and tells everybody. */
static bool play_event(struct room *room, int seat, struct span line, struct text *why)
{
    struct played played;
    const int before = match_mover(room->match);
    played_open(&played, room);
    const bool good = play(room, &played, line, why);
    if (good) {
        play_chance(room, &played);
        finish_if_over(room);
        clock_settle(room, before);
        room_event(room, EVENT_MOVE, seat,
                   (struct span){played.stored.start, played.stored.length});
        if (room->phase == ROOM_OVER)
            room_row(room);
        room->server->metrics.moves++;
        room->server->metrics.lines += played.shown[0].count;
        say_moves(room, played.shown);
    }
    played_close(&played);
    return good;
}

bool room_move(struct room *room, int seat, struct span line, const char **code, struct text *why)
{
    *code = "not-now";
    if (room->phase == ROOM_OVER)
        return text_fail(why, tr("the game is over"));
    if (room->phase != ROOM_PLAYING)
        return text_fail(why, tr("the game has not started yet"));
    *code = "not-yours";
    if (line.length < 2 || line.at[0] != '0' + seat || line.at[1] != ' ')
        return text_fail(why, tr("your lines begin with your seat's number, %d"), seat);
    *code = "limit";
    if (room->match->body.count >= ROOM_LINES_MAX)
        return text_fail(why, tr("this game has had %d lines, and ends here"), ROOM_LINES_MAX);
    *code = "illegal";
    if (!play_event(room, seat, line, why))
        return false;
    room->seat[seat - 1].think_at = 0;
    if (room->proposal == PROPOSAL_UNDO)
        consent_check(room);
    room_go_on(room);
    return true;
}

static const char *agent_of(const struct room *room, int seat)
{
    const struct seat *s = &room->seat[seat - 1];
    if (s->kind == SEAT_BOT)
        return room->match->name[seat - 1] + strlen(MATCH_BOT);
    return s->agent ? s->agent : room_best_agent(room);
}

static void ask_bot(struct room *room, int seat, bool forced)
{
    if (room->thinking >> (seat - 1) & 1)
        return;
    struct bots_job *job = bots_new_job(room->match);
    memcpy(job->table, room->id, sizeof room->id);
    job->seq = room->seq;
    job->seat = seat;
    job->forced = forced;
    snprintf(job->agent, sizeof job->agent, "%s", agent_of(room, seat));
    room->thinking |= 1u << (seat - 1);
    bots_ask(room->server->bots, job);
}

void room_bot_done(struct room *room, const struct bots_job *job)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    room->thinking &= ~(1u << (job->seat - 1));
    if (room->phase != ROOM_PLAYING)
        return;
    struct seat *seat = &room->seat[job->seat - 1];
    const int mover = match_mover(room->match);
    const bool in_time = mover == job->seat ? room->seq == job->seq : mover == GAME_ANYONE;
    const bool wanted = room_is_bots(room, job->seat) || job->forced;
    seat->think_at = 0;
    if (in_time && wanted && job->line[0] && room->match->body.count < ROOM_LINES_MAX)
        play_event(room, job->seat, span_of(job->line), &why); /* refused: it is asked again */
    room_go_on(room);
}

static double random_between(struct room *room, double min, double max)
{
    return min + (max - min) * (double)(rng_next(&room->server->rng) >> 11) * 0x1p-53;
}

/* In simultaneous play each bot that may act speaks at a moment of its own. */
static void plan_bots(struct room *room)
{
    for (int seat = 1; seat <= room->match->settings.players; seat++) {
        struct seat *s = &room->seat[seat - 1];
        game_action actions[GAME_ACTIONS_MAX];
        if (!room_is_bots(room, seat) ||
            room->match->game->actions(&room->match->state, seat, actions) == 0) {
            s->think_at = 0;
        } else if (s->think_at == 0) {
            double max = SPEAK_MAX;
            if (clock_has_game(room) && (double)clock_game_left(room) * 0.0006 < max)
                max = (double)clock_game_left(room) * 0.0006;
            s->think_at = room_now() + random_between(room, max < SPEAK_MIN ? 0 : SPEAK_MIN, max);
        }
    }
}

static void sooner(double *when, double other)
{
    if (other > 0 && other < *when)
        *when = other;
}

/* The next moment at which something is due. */
static double next_due(const struct room *room)
{
    double when = 1e300;
    if (room->phase == ROOM_FAIR)
        sooner(&when, room->fair_until);
    if (room->proposal != PROPOSAL_NONE)
        sooner(&when, room->proposal_until);
    if (room->phase != ROOM_PLAYING)
        return when;
    const int mover = match_mover(room->match);
    if (room->turn_began > 0 && mover > 0 && !(room->thinking >> (mover - 1) & 1))
        sooner(&when, room_now() + (double)clock_left(room, mover) / 1000);
    if (room->game_began > 0)
        sooner(&when, room_now() + (double)clock_game_left(room) / 1000);
    for (int i = 0; mover == GAME_ANYONE && i < room->match->settings.players; i++) {
        if (!(room->thinking >> i & 1))
            sooner(&when, room->seat[i].think_at);
    }
    return when;
}

void room_go_on(struct room *room)
{
    struct ev_loop *loop = room->server->loop;
    const double hold = room->server->store_retry - room_now();
    if (hold > 0) { /* nothing moves by itself while nothing can be stored */
        ev_timer_stop(loop, &room->timer);
        ev_timer_set(&room->timer, hold, 0.);
        ev_timer_start(loop, &room->timer);
        return;
    }
    if (room->phase == ROOM_PLAYING && room->conns) { /* bots rest while nobody is there */
        const int mover = match_mover(room->match);
        if (mover > 0 && room_is_bots(room, mover))
            ask_bot(room, mover, false);
        else if (mover == GAME_ANYONE)
            plan_bots(room);
    }
    const double when = next_due(room);
    if (when > 1e299) {
        if (ev_is_active(&room->timer))
            ev_timer_stop(loop, &room->timer);
        return;
    }
    const double wait = when - room_now();
    ev_timer_stop(loop, &room->timer);
    ev_timer_set(&room->timer, wait > 0.001 ? wait : 0.001, 0.);
    ev_timer_start(loop, &room->timer);
}

static void time_is_out(struct room *room)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    if (!play_event(room, 0, span_of("* time"), &why)) {
        fprintf(stderr, "cornet serve: %s does not take its time: %s\n", room->match->game->id,
                reason);
        room->game_began = 0;
    }
}

void room_on_timer(struct ev_loop *loop, ev_timer *timer, int events)
{
    struct room *room = timer->data;
    const double now = room_now() + 0.0005;
    (void)loop;
    (void)events;
    if (room->proposal != PROPOSAL_NONE && room->proposal_until <= now)
        consent_check(room);
    if (room->phase == ROOM_FAIR && room->fair_until <= now) {
        room_try_start(room);
        return;
    }
    if (room->phase == ROOM_PLAYING) {
        const int mover = match_mover(room->match);
        if (mover > 0 && room->turn_began > 0 && clock_left(room, mover) == 0)
            ask_bot(room, mover, true);
        else if (room->game_began > 0 && clock_game_left(room) == 0)
            time_is_out(room);
        for (int seat = 1;
             match_mover(room->match) == GAME_ANYONE && seat <= room->match->settings.players;
             seat++) {
            const double at = room->seat[seat - 1].think_at;
            if (at > 0 && at <= now)
                ask_bot(room, seat, false);
        }
    }
    room_go_on(room);
}
