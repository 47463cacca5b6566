#include "game/rolloff.h"

#include <string.h>

void rolloff_begin(struct rolloff r)
{
    *r.seat = 0;
    *r.contenders = (uint8_t)((1 << r.players) - 1);
}

bool rolloff_roll(struct rolloff r, unsigned rolled)
{
    r.total[*r.seat] = (uint8_t)rolled;
    for (int seat = *r.seat + 1; seat < r.players; seat++) {
        if (*r.contenders >> seat & 1) {
            *r.seat = (uint8_t)seat;
            return false;
        }
    }
    unsigned best = 0, tied = 0;
    for (int seat = 0; seat < r.players; seat++) {
        if (!(*r.contenders >> seat & 1) || r.total[seat] < best)
            continue;
        tied = r.total[seat] > best ? 0 : tied;
        best = r.total[seat];
        tied |= 1u << seat;
    }
    *r.contenders = (uint8_t)tied;
    *r.seat = (uint8_t)__builtin_ctz(tied);
    if (tied & (tied - 1))
        return false;
    memset(r.total, 0, (size_t)r.players);
    *r.contenders = 0;
    return true;
}

void rolloff_json(struct rolloff r, struct json *json)
{
    if (*r.contenders == 0) {
        json_put_null(json);
        return;
    }
    json_open(json, '[');
    for (int seat = 0; seat < r.players; seat++) {
        if (seat >= *r.seat && (*r.contenders >> seat & 1))
            json_put_null(json);
        else
            json_put_number(json, r.total[seat]);
    }
    json_close(json, ']');
}
