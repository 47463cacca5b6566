/* An analysis as one JSON object. */
#include "base/memory.h"
#include "match/analyse.h"

static void put_shares(struct json *json, const char *key, const double share[], int players)
{
    json_put_key(json, key);
    json_open(json, '[');
    for (int i = 0; i < players; i++)
        json_put_real(json, share[i]);
    json_close(json, ']');
}

static void put_seat(struct json *json, const struct match *match, const struct analysis *a, int i)
{
    const struct analysis_seat *seat = &a->seat[i];
    char buffer[MATCH_NAME_MAX + 16];
    struct text name = text_on(buffer, sizeof buffer);
    match_show_name(match, i + 1, &name);
    json_open(json, '{');
    json_put_key(json, "name");
    json_put_string(json, buffer);
    if (a->judge) {
        json_put_key(json, "luck");
        json_put_real(json, seat->luck);
        json_put_key(json, "cost");
        json_put_real(json, seat->cost);
        if (match->game->flags & GAME_HIDDEN) {
            json_put_key(json, "hidden");
            json_put_real(json, seat->hidden);
        }
        if (a->race) {
            json_put_key(json, "speed");
            json_put_real(json, seat->speed);
        }
        json_put_key(json, "others");
        json_put_real(json, seat->others);
        json_put_key(json, "unexplained");
        json_put_real(json, seat->unexplained);
        json_put_key(json, "decisions");
        json_put_number(json, seat->decisions);
        json_put_key(json, "mistakes");
        json_put_number(json, seat->mistakes);
        json_put_key(json, "rate");
        json_put_real(json, analysis_rate(seat));
        json_put_key(json, "verdict");
        json_put_string(json, analysis_verdict(a, seat));
    }
    json_close(json, '}');
}

static void put_step(struct json *json, const struct match *match, const struct analysis *a,
                     size_t i)
{
    const struct analysis_step *step = &a->step[i];
    const double *before = i > 0 ? a->step[i - 1].after : a->start;
    json_open(json, '{');
    json_put_key(json, "move");
    json_put_string(json, match->body.line[step->line]);
    if (a->judge) {
        put_shares(json, "chances", step->after, a->players);
        json_put_key(json, "error");
        json_put_real(json, step->error);
        if (step->mover == GAME_CHANCE) {
            double luck[GAME_SEATS_MAX];
            for (int seat = 0; seat < a->players; seat++)
                luck[seat] = step->after[seat] - before[seat];
            put_shares(json, "luck", luck, a->players);
        } else if (step->decision) {
            if (step->mover == GAME_ANYONE && match->body.line[step->line][0] == '*')
                put_shares(json, "missed", step->missed, a->players);
            json_put_key(json, "seat");
            json_put_number(json, step->seat);
            json_put_key(json, "cost");
            json_put_real(json, step->cost);
            if (step->best[0]) {
                json_put_key(json, "best");
                json_put_string(json, step->best);
            }
        }
    }
    json_close(json, '}');
}

static void put_step_number(struct json *json, const char *key, const struct analysis *a,
                            size_t step)
{
    json_put_key(json, key);
    if (step < a->count)
        json_put_unsigned(json, step + 1);
    else
        json_put_null(json);
}

char *analysis_json(const struct match *match, const struct analysis *a, const char *why)
{
    const size_t capacity = 4096 + (a->count + 1) * 3 * GAME_LINE_MAX;
    char *buffer = memory_new(capacity, 1);
    struct text out = text_on(buffer, capacity);
    struct json json = json_on(&out);
    json_open(&json, '{');
    json_put_key(&json, "game");
    json_put_string(&json, match->game->id);
    json_put_key(&json, "players");
    json_put_number(&json, a->players);
    json_put_key(&json, "over");
    json_put_bool(&json, a->over);
    json_put_key(&json, "judged");
    json_put_bool(&json, a->judge != NULL);
    json_put_key(&json, "how");
    json_put_string(&json, a->judge ? a->judge->how : why);
    if (a->judge)
        put_shares(&json, "start", a->start, a->players);
    json_put_key(&json, "seats");
    json_open(&json, '[');
    for (int i = 0; i < a->players; i++)
        put_seat(&json, match, a, i);
    json_close(&json, ']');
    put_step_number(&json, "luckiest", a, a->luckiest);
    put_step_number(&json, "costliest", a, a->costliest);
    json_put_key(&json, "moves");
    json_open(&json, '[');
    for (size_t i = 0; i < a->count; i++)
        put_step(&json, match, a, i);
    json_close(&json, ']');
    json_close(&json, '}');
    return buffer;
}
