/* Clocks. A player's clock (for each move, or a bank) runs while that player, a person, has to
 * move. A game's own clock, its option `time`, runs while the game would take `* time`, and starts
 * afresh when a turn has been completed. */
#include <math.h>
#include <string.h>
#include <time.h>

#include "server/inside.h"

double room_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

bool clock_has_game(const struct room *room)
{
    const struct game *game = room->match->game;
    if (!(game->flags & GAME_SPEECH))
        return false;
    for (int i = 0; game->options[i].name; i++) {
        if (strcmp(game->options[i].name, "time") == 0)
            return game_number(game, &room->match->settings, "time") > 0;
    }
    return false;
}

static int64_t game_full(const struct room *room)
{
    return 1000ll * game_number(room->match->game, &room->match->settings, "time");
}

static int64_t since(double began)
{
    return began > 0 ? (int64_t)llround((room_now() - began) * 1000) : 0;
}

int64_t clock_game_left(const struct room *room)
{
    const int64_t left = room->game_left - since(room->game_began);
    return left > 0 ? left : 0;
}

int64_t clock_left(const struct room *room, int seat)
{
    const bool runs = room->turn_began > 0 && match_mover(room->match) == seat;
    const int64_t full = room->clock == CLOCK_MOVE ? room->clock_ms : room->seat[seat - 1].bank;
    const int64_t left = full - (runs ? since(room->turn_began) : 0);
    return left > 0 ? left : 0;
}

/* Whether the game would take `* time` now. */
static bool takes_time(const struct room *room)
{
    char unused[TEXT_WHY];
    struct text why = text_on(unused, sizeof unused);
    game_action action;
    struct game_history history = {0};
    return match_mover(room->match) == GAME_ANYONE &&
           game_read_line(room->match->game, &room->match->state, span_of("* time"), &action,
                          &history, &why);
}

static void settle_game(struct room *room)
{
    if (!clock_has_game(room))
        return;
    const bool runs = room->phase == ROOM_PLAYING && takes_time(room);
    if (room->game_turns != room->match->turns || room->game_left < 0) {
        room->game_turns = room->match->turns;
        room->game_left = game_full(room);
        room->game_began = 0;
    }
    if (runs && room->game_began == 0) {
        room->game_began = room_now();
    } else if (!runs && room->game_began > 0) {
        room->game_left = clock_game_left(room);
        room->game_began = 0;
    }
}

/* After every change: stops one clock and starts another. `before` is the seat that has moved and
 * used its time; GAME_CHANCE where nobody has, and then a clock that goes on being the same
 * person's runs on. */
void clock_settle(struct room *room, int before)
{
    settle_game(room);
    if (room->clock == CLOCK_NONE)
        return;
    const int mover = room->phase == ROOM_PLAYING ? match_mover(room->match) : GAME_OVER;
    if (before > 0 && room->turn_began > 0 && room->clock == CLOCK_BANK) {
        struct seat *seat = &room->seat[before - 1];
        const int64_t left = seat->bank - since(room->turn_began);
        seat->bank = (left > 0 ? left : 0) + room->clock_add;
    }
    const bool timed = mover > 0 && !room_is_bots(room, mover);
    if (timed && before == GAME_CHANCE && room->turn_began > 0 && room->turn_seat == mover)
        return;
    room->turn_began = timed ? room_now() : 0;
    room->turn_seat = timed ? (uint8_t)mover : 0;
}

/* What an event of the store says of the time: no time has passed since. */
void clock_restore(struct room *room, int seat, int64_t left)
{
    if (left < 0)
        return;
    if (clock_has_game(room)) {
        room->game_left = left;
        room->game_turns = room->match->turns;
    } else if (room->clock == CLOCK_BANK && seat > 0) {
        room->seat[seat - 1].bank = left;
    }
}

void clock_write(const struct room *room, struct json *json)
{
    const int mover = room->phase == ROOM_PLAYING ? match_mover(room->match) : GAME_OVER;
    const bool game = clock_has_game(room);
    if (room->phase != ROOM_PLAYING || (!game && room->clock == CLOCK_NONE)) {
        json_put_null(json);
        return;
    }
    const bool runs = game ? room->game_began > 0 : room->turn_began > 0;
    const int seat = !game && runs ? mover : 0;
    json_open(json, '{');
    json_put_key(json, "kind");
    json_put_string(json, game ? "game" : room->clock == CLOCK_MOVE ? "move" : "bank");
    json_put_key(json, "seat");
    json_put_number(json, seat);
    json_put_key(json, "left");
    json_put_number(json, game ? clock_game_left(room) : seat ? clock_left(room, seat) : 0);
    json_put_key(json, "running");
    json_put_bool(json, runs);
    json_put_key(json, "of");
    json_put_number(json, game ? game_full(room) : room->clock_ms);
    if (!game && room->clock == CLOCK_BANK) {
        json_put_key(json, "banks");
        json_open(json, '[');
        for (int i = 1; i <= room->match->settings.players; i++)
            json_put_number(json, clock_left(room, i));
        json_close(json, ']');
    }
    json_close(json, '}');
}
