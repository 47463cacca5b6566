#include "protocol/lookup.h"

#include <stdlib.h>
#include <string.h>

#include "agents/agent.h"
#include "agents/levels.h"
#include "base/json.h"
#include "base/lang.h"
#include "base/memory.h"
#include "match/outcomes.h"

#define STEPS_MAX 200 /* in one response */

/* ---- lessons ---- */

static bool is_comment(const char *line)
{
    return line[0] == '#';
}

/* The last member of a step. */
static void put_state(const struct match *match, int viewer, struct json *json)
{
    json_put_key(json, "state");
    match_json(match, viewer, json->out);
    json->comma = true;
    json_close(json, '}');
}

static void put_step(const struct match *match, const char *line, const char *note,
                     struct json *json)
{
    json_open(json, '{');
    json_key_string(json, "line", line);
    json_key_string(json, "note", note && is_comment(note) ? note + strspn(note, "# ") : NULL);
    put_state(match, 1, json);
}

static const char *line_at(const struct match *match, size_t i)
{
    return i < match->body.count ? match->body.line[i] : NULL;
}

static void put_steps(const struct match *whole, struct match *replay, struct json *json)
{
    struct match_shown shown = {.viewers = 1u << 1};
    const struct lines *seen = &shown.line[1];
    put_step(replay, NULL, line_at(whole, 0), json);
    for (size_t i = 0; i < whole->body.count; i++) {
        const struct span line = span_of(whole->body.line[i]);
        if (is_comment(line.at))
            continue;
        if (!match_do_shown(replay, line, &shown, TEXT_UNREAD))
            abort(); /* match_read has played it */
        put_step(replay, seen->line[seen->count - 1], line_at(whole, i + 1), json);
    }
    match_shown_free(&shown);
}

bool lookup_lesson(struct span record, struct text *out, struct text *why)
{
    size_t line;
    struct match *whole = match_read(record, &line, why);
    if (!whole)
        return false;
    struct match *replay = match_again(whole);
    struct json json = json_on(out);
    json_open(&json, '{');
    json_key_string(&json, "game", whole->game->id);
    json_key_number(&json, "players", whole->settings.players);
    json_key_open(&json, "names", '[');
    for (int seat = 0; seat < whole->settings.players; seat++)
        json_put_string(&json, whole->name[seat]);
    json_close(&json, ']');
    json_key_open(&json, "steps", '[');
    put_steps(whole, replay, &json);
    json_close(&json, ']');
    json_close(&json, '}');
    match_free(replay);
    match_free(whole);
    return !out->cut || text_fail(why, tr("this lesson is too long"));
}

/* ---- steps ---- */

static void put_whole_step(const struct match *match, const char *line, struct json *json)
{
    json_open(json, '{');
    json_key_string(json, "line", line);
    put_state(match, GAME_OPEN, json);
}

void lookup_steps(const struct match *match, size_t from, struct text *out)
{
    struct match *replay = match_again(match);
    struct json json = json_on(out);
    size_t step = 0, shown = 0;
    const size_t enough = out->capacity - 2 * GAME_JSON_MAX;
    json_open(&json, '{');
    json_key_number(&json, "from", (long long)from);
    json_key_open(&json, "steps", '[');
    if (from == 0) {
        put_whole_step(replay, NULL, &json);
        shown++;
    }
    for (size_t i = 0; i < match->body.count; i++) {
        const char *line = match->body.line[i];
        if (is_comment(line))
            continue;
        step++;
        if (shown >= STEPS_MAX || out->length > enough)
            continue; /* the remaining lines are only counted */
        match_replay(replay, span_of(line));
        if (step < from)
            continue;
        put_whole_step(replay, line, &json);
        shown++;
    }
    json_close(&json, ']');
    json_key_number(&json, "total", (long long)step + 1);
    json_close(&json, '}');
    match_free(replay);
}

/* ---- odds ---- */

/* A list of outcomes as chance() gave it; equal lists have equal lines. */
struct list {
    struct game_outcome *outcome;
    size_t count;
    uint64_t denominator;
};

struct odds {
    struct list *list;
    size_t count, capacity;
};

static void put_list(const struct match *match, const struct list *list, struct json *json)
{
    struct lines lines = {0};
    struct game_outcome *sorted = memory_new(list->count, sizeof *sorted);
    memcpy(sorted, list->outcome, list->count * sizeof *sorted);
    outcomes_sort(match->game, &match->state, sorted, list->count, &lines);
    json_open(json, '{');
    json_key_unsigned(json, "of", list->denominator);
    json_key_open(json, "outcomes", '[');
    for (size_t i = 0; i < list->count; i++) {
        json_open(json, '[');
        json_put_string(json, lines.line[i]);
        json_put_unsigned(json, sorted[i].weight);
        json_close(json, ']');
    }
    json_close(json, ']');
    json_close(json, '}');
    free(sorted);
    lines_free(&lines);
}

/* The index of the draw's list, which is written if it is new. */
static size_t find_list(struct odds *odds, const struct match *match, struct game_outcome scratch[],
                        struct json *json)
{
    uint64_t denominator;
    const size_t count = match->game->chance(&match->state, scratch, &denominator);
    for (size_t i = 0; i < odds->count; i++) {
        const struct list *list = &odds->list[i];
        if (list->count == count && list->denominator == denominator &&
            outcomes_are_same(list->outcome, scratch, count))
            return i;
    }
    odds->list = memory_grow(odds->list, odds->count, &odds->capacity, sizeof *odds->list);
    struct list *list = &odds->list[odds->count];
    *list = (struct list){memory_new(count, sizeof *scratch), count, denominator};
    memcpy(list->outcome, scratch, count * sizeof *scratch);
    put_list(match, list, json);
    return odds->count++;
}

static void put_draws(const size_t list[], size_t steps, struct json *json)
{
    json_key_open(json, "draws", '[');
    for (size_t step = 1; step <= steps; step++) {
        if (list[step] == SIZE_MAX)
            continue;
        json_open(json, '{');
        json_key_unsigned(json, "step", step);
        json_key_unsigned(json, "list", list[step]);
        json_close(json, '}');
    }
    json_close(json, ']');
}

bool lookup_odds(const struct match *match, size_t from, struct text *out)
{
    struct match *replay = match_again(match);
    struct game_outcome *scratch = memory_new(match->game->outcomes_max, sizeof *scratch);
    size_t *list = memory_new(match->body.count + 1, sizeof *list), step = 0;
    struct odds odds = {0};
    struct json json = json_on(out);
    json_open(&json, '{');
    json_key_open(&json, "lists", '[');
    for (size_t i = 0; i < match->body.count; i++) {
        game_action ruling;
        if (is_comment(match->body.line[i]))
            continue;
        const bool drawn = match_mover(replay) == GAME_CHANCE &&
                           !match->game->ruling(&replay->state, &ruling) &&
                           !match_ending_of(span_of(match->body.line[i]));
        step++;
        list[step] = drawn && step > from ? find_list(&odds, replay, scratch, &json) : SIZE_MAX;
        match_replay(replay, span_of(match->body.line[i]));
    }
    json_close(&json, ']');
    put_draws(list, step, &json);
    json_close(&json, '}');
    for (size_t i = 0; i < odds.count; i++)
        free(odds.list[i].outcome);
    free(odds.list);
    free(list);
    free(scratch);
    match_free(replay);
    return !out->cut;
}

/* ---- the games ---- */

static void put_option(const struct game_option *option, struct json *json)
{
    struct span rest = span_of(option->words);
    json_open(json, '{');
    json_key_string(json, "name", option->name);
    json_key_string(json, "about", tr(option->about));
    json_key_open(json, "words", '[');
    while (rest.length) {
        struct text word = text_on((char[GAME_VALUE_MAX]){0}, GAME_VALUE_MAX);
        const struct span part = span_cut(&rest, '|');
        text_add_bytes(&word, part.at, part.length);
        json_put_string(json, word.start);
    }
    json_close(json, ']');
    const bool numbers = option->min <= option->max;
    json_put_key(json, "least");
    numbers ? json_put_number(json, option->min) : json_put_null(json);
    json_put_key(json, "most");
    numbers ? json_put_number(json, option->max) : json_put_null(json);
    json_key_bool(json, "free", option->free);
    json_key_string(json, "preset", option->default_value);
    json_key_string(json, "people", option->people_value);
    json_key_string(json, "clock", option->clock_value);
    json_close(json, '}');
}

static void put_game(const struct game *game, const struct agent_opener *opener, struct json *json)
{
    json_open(json, '{');
    json_key_string(json, "id", game->id);
    json_key_string(json, "title", game->title);
    json_key_string(json, "about", tr(game->about));
    json_key_number(json, "seats_least", game->seats_min);
    json_key_number(json, "seats_most", game->seats_max);
    json_key_bool(json, "hidden", game->flags & GAME_HIDDEN);
    json_key_bool(json, "speech", game->flags & GAME_SPEECH);
    json_key_open(json, "options", '[');
    for (int i = 0; game->options[i].name; i++)
        put_option(&game->options[i], json);
    json_close(json, ']');
    json_key_open(json, "agents", '[');
    const struct agent *agent;
    for (size_t i = 0; (agent = agent_at(game, i)); i++) {
        json_open(json, '{');
        json_key_string(json, "name", agent->name);
        json_key_string(json, "about", tr(agent->about));
        json_close(json, '}');
    }
    for (const char *const *name = opener ? opener->names : NULL; name && *name; name++) {
        json_open(json, '{');
        json_key_string(json, "name", *name);
        json_key_string(json, "about", tr("a program of this server"));
        json_close(json, '}');
    }
    json_close(json, ']');
    json_key_open(json, "levels", '[');
    for (int level = 0; level < AGENT_LEVELS; level++) {
        if (agent_level_spec(game, level))
            json_put_string(json, agent_level_names[level]);
    }
    json_close(json, ']');
    json_close(json, '}');
}

void lookup_games(const struct agent_opener *opener, struct text *out)
{
    struct json json = json_on(out);
    json_open(&json, '{');
    json_key_open(&json, "games", '[');
    const struct game *game;
    for (size_t i = 0; (game = game_at(i)); i++) {
        if (!(game->flags & GAME_EXAMPLE))
            put_game(game, opener, &json);
    }
    json_close(&json, ']');
    json_close(&json, '}');
}

/* ---- analyses ---- */

void lookup_no_judge(const struct game *game, struct text *sentence)
{
    text_fail(sentence, tr("no judge exists for %s, so luck and mistakes are unknown"),
              game->title);
}

static void put_status(struct json *json, const char *status)
{
    json_open(json, '{');
    json_key_string(json, "status", status);
}

char *lookup_unjudged(const char *sentence)
{
    char *buffer = memory_new(2 * TEXT_WHY + 64, 1);
    struct text out = text_on(buffer, 2 * TEXT_WHY + 64);
    struct json json = json_on(&out);
    put_status(&json, "unjudged");
    json_key_string(&json, "text", sentence);
    json_close(&json, '}');
    return buffer;
}

char *lookup_computing(size_t done, size_t whole)
{
    char *buffer = memory_new(128, 1);
    struct text out = text_on(buffer, 128);
    struct json json = json_on(&out);
    put_status(&json, "computing");
    json_key_unsigned(&json, "done", done);
    json_key_unsigned(&json, "whole", whole);
    json_close(&json, '}');
    return buffer;
}

char *lookup_analysis(const char *analysis, size_t done, size_t whole, const struct judge *judge)
{
    const size_t size = strlen(analysis) + 4 * TEXT_WHY;
    char *buffer = memory_new(size, 1);
    struct text out = text_on(buffer, size);
    struct json json = json_on(&out);
    put_status(&json, "ready");
    json_key_string(&json, "how", tr(judge->how));
    if (done < whole) {
        struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
        text_printf(&why,
                    tr("judging the whole game would take too long here; lines judged: %zu of %zu"),
                    done, whole);
        json_key_string(&json, "text", why.start);
    }
    json_put_key(&json, "analysis");
    text_add(&out, analysis);
    json_close(&json, '}');
    return buffer;
}
