/* Clocks. A person's clock (a limit for each move, or a bank) runs while that person has to move or
 * to throw.
 * The game's own clock is the driver's. Both are functions of the events' times. */
#include "table/internal.h"

static int64_t since(uint64_t began, uint64_t now)
{
    const uint64_t elapsed = began && now > began ? now - began : 0;
    return elapsed < INT64_MAX ? (int64_t)elapsed : INT64_MAX;
}

int64_t table_clock_left(const struct table *t, int seat, uint64_t now)
{
    const int64_t full = t->clock == CLOCK_MOVE ? t->clock_ms : t->seat[seat - 1].bank;
    if (t->ledger && t->ledger->open && now > t->ledger->ask_since)
        now = t->ledger->ask_since; /* no clock runs during a step */
    const int64_t left = full - (t->turn_seat == seat ? since(t->turn_since, now) : 0);
    return left > 0 ? left : 0;
}

bool table_clock_is_out(const struct table *t, uint64_t now)
{
    return t->turn_since && table_clock_left(t, t->turn_seat, now) == 0;
}

void table_clock_settle(struct table *t, int before, uint64_t at)
{
    if (t->clock == CLOCK_NONE)
        return;
    const int mover = t->phase == TABLE_PLAYING ? match_mover(t->match) : GAME_OVER;
    const int seat = mover == GAME_CHANCE ? table_thrower(t) : mover;
    const bool timed = seat > 0 && !(table_bots(t) >> (seat - 1) & 1);
    const bool same = timed && t->turn_since && t->turn_seat == seat;
    const bool again = before > 0 && t->taken_back > 0; /* the move got its time before the undo */
    t->taken_back = same ? (uint8_t)(t->taken_back - again) : 0;
    if (same && (before == GAME_CHANCE || again))
        return; /* the clock runs on */
    if (before > 0 && t->turn_since && t->clock == CLOCK_BANK)
        t->seat[before - 1].bank = table_clock_left(t, before, at) + (again ? 0 : t->clock_add);
    t->turn_since = timed ? at : 0;
    t->turn_seat = timed ? (uint8_t)seat : 0;
}

void table_clock_thrown(struct table *t, uint64_t at)
{
    if (!t->turn_since || match_mover(t->match) == t->turn_seat)
        return;
    if (t->clock == CLOCK_BANK)
        t->seat[t->turn_seat - 1].bank = table_clock_left(t, t->turn_seat, at);
    t->turn_since = 0;
}

int64_t table_clock_stored(const struct table *t, int seat, uint64_t at)
{
    if (t->driver.limit)
        return driver_left(&t->driver, at);
    return t->clock == CLOCK_BANK && seat ? t->seat[seat - 1].bank : -1;
}

void table_clock_restore(struct table *t, int seat, int64_t left, uint64_t at)
{
    if (left < 0)
        return;
    if (t->driver.limit)
        driver_set_left(&t->driver, (uint32_t)(left < UINT32_MAX ? left : UINT32_MAX), at);
    else if (t->clock == CLOCK_BANK && seat > 0)
        t->seat[seat - 1].bank = left;
}

/* Before a round: how long its clock will run, and how long until it starts (`lead`); while players
 * look at the last round, `rest` is the time until the countdown. */
static bool write_pause(const struct table *t, uint64_t now, struct json *json)
{
    if (t->phase != TABLE_PLAYING || !t->pause_since || t->own_dice ||
        (!t->resting && !table_lead(t)))
        return false;
    const uint64_t end = table_pause_end(t);
    const uint32_t of = table_next_round(t), lead = table_lead(t);
    const int64_t left = since(now, end);
    json_key_open(json, "clock", '{');
    json_key_string(json, "kind", "game");
    json_key_number(json, "seat", 0);
    json_key_number(json, "left", of);
    json_key_bool(json, "running", false);
    json_key_number(json, "of", of);
    if (t->resting && (left > lead || !lead))
        json_key_number(json, "rest", left - lead);
    else
        json_key_number(json, "lead", left);
    json_close(json, '}');
    return true;
}

void table_clock_write(const struct table *t, uint64_t now, struct json *json)
{
    if (write_pause(t, now, json))
        return;
    const bool game = t->driver.limit > 0;
    if (t->phase != TABLE_PLAYING || (!game && t->clock == CLOCK_NONE)) {
        json_key_null(json, "clock");
        return;
    }
    const int seat = game ? 0 : t->turn_seat;
    json_key_open(json, "clock", '{');
    json_key_string(json, "kind", game ? "game" : t->clock == CLOCK_MOVE ? "move" : "bank");
    json_key_number(json, "seat", seat);
    json_key_number(json, "left",
                    game   ? driver_left(&t->driver, now)
                    : seat ? table_clock_left(t, seat, now)
                           : 0);
    json_key_bool(json, "running",
                  game ? t->driver.running : seat > 0 && !(t->ledger && t->ledger->open));
    json_key_number(json, "of", game ? t->driver.limit : t->clock_ms);
    if (game && t->driver.apart)
        json_key_number(json, "wait", driver_apart_left(&t->driver, now));
    if (!game && t->clock == CLOCK_BANK) {
        json_key_open(json, "banks", '[');
        for (int i = 1; i <= t->match->settings.players; i++)
            json_put_number(json, table_clock_left(t, i, now));
        json_close(json, ']');
    }
    json_close(json, '}');
}
