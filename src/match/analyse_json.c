/* An analysis as one JSON object. */
#include "base/memory.h"
#include "match/analyse.h"

static void put_seat(struct json *json, const struct match *match, const struct analysis *a, int i)
{
    const struct analysis_seat *seat = &a->seat[i];
    struct text name = text_on((char[MATCH_NAME_MAX + 16]){0}, MATCH_NAME_MAX + 16);
    match_show_name(match, i + 1, &name);
    json_open(json, '{');
    json_key_string(json, "name", name.start);
    if (a->judge) {
        json_key_real(json, "luck", seat->luck);
        json_key_real(json, "cost", seat->cost);
        if (match->game->flags & GAME_HIDDEN)
            json_key_real(json, "hidden", seat->hidden);
        if (a->race) {
            json_key_real(json, "speed", seat->speed);
        }
        json_key_real(json, "others", seat->others);
        json_key_real(json, "unexplained", seat->unexplained);
        json_key_number(json, "decisions", seat->decisions);
        json_key_number(json, "mistakes", seat->mistakes);
        if (a->judge->disputed)
            json_key_number(json, "disputed", seat->disputed);
        json_key_real(json, "rate", analysis_rate(seat));
        json_key_string(json, "verdict", analysis_verdict(a, seat));
    }
    json_close(json, '}');
}

static void put_step(struct json *json, const struct match *match, const struct analysis *a,
                     size_t i)
{
    const struct analysis_step *step = &a->step[i];
    const double *before = i > 0 ? a->step[i - 1].after : a->start;
    json_open(json, '{');
    json_key_string(json, "move", match->body.line[step->line]);
    if (a->judge) {
        json_key_reals(json, "chances", step->after, (size_t)a->players);
        json_key_real(json, "error", step->error);
        if (step->mover == GAME_CHANCE) {
            double luck[GAME_SEATS_MAX];
            for (int seat = 0; seat < a->players; seat++)
                luck[seat] = step->after[seat] - before[seat];
            json_key_reals(json, "luck", luck, (size_t)a->players);
        } else if (step->decision) {
            if (step->mover == GAME_ANYONE && match->body.line[step->line][0] == '*')
                json_key_reals(json, "missed", step->missed, (size_t)a->players);
            json_key_number(json, "seat", step->seat);
            json_key_real(json, "cost", step->cost);
            if (step->best[0])
                json_key_string(json, "best", step->best);
            if (step->gain > 0) {
                json_key_real(json, "gain", step->gain);
                json_key_string(json, "next", step->next);
            }
        }
    }
    json_close(json, '}');
}

static void put_step_number(struct json *json, const char *key, const struct analysis *a,
                            size_t step)
{
    if (step < a->count)
        json_key_unsigned(json, key, step + 1);
    else
        json_key_null(json, key);
}

char *analysis_json(const struct match *match, const struct analysis *a, const char *why)
{
    const size_t capacity = 4096 + (a->count + 1) * 3 * GAME_LINE_MAX;
    char *buffer = memory_new(capacity, 1);
    struct text out = text_on(buffer, capacity);
    struct json json = json_on(&out);
    json_open(&json, '{');
    json_key_string(&json, "game", match->game->id);
    json_key_number(&json, "players", a->players);
    json_key_bool(&json, "over", a->over);
    json_key_bool(&json, "judged", a->judge != NULL);
    json_key_string(&json, "how", a->judge ? a->judge->how : why);
    if (a->judge) {
        json_key_number(&json, "depth", a->depth);
        json_key_number(&json, "depths", a->judge->depths);
        json_key_reals(&json, "start", a->start, (size_t)a->players);
    }
    json_key_open(&json, "seats", '[');
    for (int i = 0; i < a->players; i++)
        put_seat(&json, match, a, i);
    json_close(&json, ']');
    put_step_number(&json, "luckiest", a, a->luckiest);
    put_step_number(&json, "costliest", a, a->costliest);
    json_key_open(&json, "moves", '[');
    for (size_t i = 0; i < a->count; i++)
        put_step(&json, match, a, i);
    json_close(&json, ']');
    json_close(&json, '}');
    return buffer;
}
