/* Cornet for programs in JavaScript (bindings/js): games without tables, over match/query.h.
 *
 * Each function sets a text, core_answer: the result if it returns true (or a game), else the
 * reason, and then nothing has changed. Texts from the host are bytes and their length; an empty
 * text means absent. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "agents/agent.h"
#include "agents/levels.h"
#include "base/lang.h"
#include "base/memory.h"
#include "match/analyse.h"
#include "match/driver.h"
#include "match/legal.h"
#include "match/query.h"
#include "protocol/lookup.h"
#include "wasm/host.h"
#include "wasm/lang.h"

#define STEPS_BYTES (1u << 20) /* of some steps of a game */
#define GAMES_BYTES (1u << 18)

struct core {
    struct match *match;
    struct rng rng;         /* of chance and of the bots that are asked */
    struct query_bots bots; /* that core_choose has asked */
    struct driver driver;   /* of the seats that have a bot's name, once core_step was called */
    bool driving;
};

HOST_EXPORT(core_answer) const char *core_answer(void);
HOST_EXPORT(core_answer_length) size_t core_answer_length(void);
HOST_EXPORT(core_language) void core_language(bool french);
HOST_EXPORT(core_games) bool core_games(void);
HOST_EXPORT(core_agents) bool core_agents(const char *game, size_t length);

/* A game of that id or record; core_close frees it. NULL with a sentence. */
HOST_EXPORT(core_new)
struct core *core_new(const char *game, size_t game_length, const char *players,
                      size_t players_length, const char *options, size_t options_length);
HOST_EXPORT(core_read) struct core *core_read(const char *bytes, size_t length);
HOST_EXPORT(core_close) void core_close(struct core *core);

/* The id of a record's game, as its header has it; empty if it has none. */
HOST_EXPORT(core_game_of) bool core_game_of(const char *bytes, size_t length);

HOST_EXPORT(core_name)
bool core_name(struct core *core, int seat, const char *name, size_t length);
HOST_EXPORT(core_seed) bool core_seed(struct core *core, const char *number, size_t length);

HOST_EXPORT(core_play) bool core_play(struct core *core, const char *line, size_t length);
HOST_EXPORT(core_roll) bool core_roll(struct core *core);
HOST_EXPORT(core_undo) bool core_undo(struct core *core);

/* The next line in simulated time: of chance, of a bot's seat, of the clock. Empty: there is none,
 * since the game is over or a person is to move. */
HOST_EXPORT(core_step) bool core_step(struct core *core);

HOST_EXPORT(core_mover) int core_mover(const struct core *core);
HOST_EXPORT(core_legal) bool core_legal(struct core *core, const char *seat, size_t length);
HOST_EXPORT(core_time_out) bool core_time_out(struct core *core); /* SECONDS LINE, or nothing */
HOST_EXPORT(core_state) bool core_state(struct core *core);
HOST_EXPORT(core_view) bool core_view(struct core *core, const char *seat, size_t length);
HOST_EXPORT(core_lines) bool core_lines(struct core *core, const char *seat, size_t length);
HOST_EXPORT(core_steps) bool core_steps(struct core *core, size_t from);
HOST_EXPORT(core_position) bool core_position(struct core *core);
HOST_EXPORT(core_write) bool core_write(struct core *core);

/* MILLISECONDS LINE */
HOST_EXPORT(core_choose)
bool core_choose(struct core *core, const char *agent, size_t agent_length, const char *seat,
                 size_t seat_length);
HOST_EXPORT(core_hints) bool core_hints(struct core *core, const char *seat, size_t length);
HOST_EXPORT(core_value) bool core_value(struct core *core);

/* Integers of 32 bits, not text: a seat's view (without a seat: the mover's), and the ids of its
 * legal actions. Their names, one per line; the line of an id. */
HOST_EXPORT(core_numbers) bool core_numbers(struct core *core, const char *seat, size_t length);
HOST_EXPORT(core_number_names) bool core_number_names(struct core *core);
HOST_EXPORT(core_ids) bool core_ids(struct core *core, const char *seat, size_t length);
HOST_EXPORT(core_id_names) bool core_id_names(const char *game, size_t length);
HOST_EXPORT(core_id_line)
bool core_id_line(struct core *core, unsigned id, const char *seat, size_t length);

/* WHOLE JSON: the game so far, line by line. WHOLE is 0 if that many seconds did not suffice; 0
 * seconds: as many as it takes. */
HOST_EXPORT(core_analysis) bool core_analysis(struct core *core, double seconds);

/* ---- answers ---- */

static char *answer;
static size_t answer_length;

const char *core_answer(void)
{
    return answer;
}

size_t core_answer_length(void)
{
    return answer_length;
}

/* Starts an answer with room for that many bytes, and frees the previous one. */
static struct text begin(size_t capacity)
{
    free(answer);
    answer = memory_new(capacity, 1);
    answer_length = 0;
    return text_on(answer, capacity);
}

static bool end(const struct text *out)
{
    answer_length = out->length;
    return true;
}

static char reason[TEXT_WHY]; /* why the present call fails */

static struct text *why(void)
{
    static struct text out;
    out = text_on(reason, sizeof reason);
    return &out;
}

static bool refuse(void)
{
    struct text out = begin(TEXT_WHY);
    text_add(&out, reason);
    end(&out);
    return false;
}

static bool respond(const char *text)
{
    const size_t length = strlen(text);
    struct text out = begin(length + 1);
    text_add_bytes(&out, text, length);
    return end(&out);
}

static bool respond_lines(struct lines *lines)
{
    size_t room = 1;
    for (size_t i = 0; i < lines->count; i++)
        room += strlen(lines->line[i]) + 1;
    struct text out = begin(room);
    for (size_t i = 0; i < lines->count; i++)
        text_printf(&out, "%s%s", i ? "\n" : "", lines->line[i]);
    lines_free(lines);
    return end(&out);
}

static struct span given(const char *bytes, size_t length)
{
    return (struct span){length ? bytes : NULL, length};
}

/* Whether the words are fit for a line of a record. */
static bool is_clean(struct span words)
{
    return !words.at || span_is_clean(words) ||
           text_fail(why(), tr("a control character, or bytes that are not UTF-8")) || refuse();
}

/* ---- games ---- */

void core_language(bool french)
{
    wasm_use_language(french);
}

bool core_games(void)
{
    struct text out = begin(GAMES_BYTES);
    lookup_games(NULL, &out);
    return end(&out);
}

static void put_agent(const struct agent *agent, struct json *json)
{
    json_open(json, '{');
    json_key_string(json, "name", agent->name);
    json_key_string(json, "about", tr(agent->about));
    json_key_open(json, "settings", '[');
    for (const struct agent_option *option = agent->options; option->name; option++) {
        json_open(json, '{');
        json_key_string(json, "name", option->name);
        json_key_string(json, "about", tr(option->about));
        json_key_number(json, "least", option->min);
        json_key_number(json, "most", option->max);
        json_key_number(json, "preset", option->default_value);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_close(json, '}');
}

/* NULL with a sentence that lists the games. */
static const struct game *find_game(const char *id, size_t length)
{
    const struct game *game = game_find((struct span){id, length});
    if (!game) {
        query_new((struct span){id, length}, (struct span){0}, (struct span){0}, why());
        refuse();
    }
    return game;
}

bool core_agents(const char *id, size_t length)
{
    const struct game *game = find_game(id, length);
    if (!game)
        return false;
    struct text out = begin(GAMES_BYTES);
    struct json json = json_on(&out);
    json_open(&json, '{');
    json_key_open(&json, "agents", '[');
    for (const struct agent *const *agent = agent_list; *agent; agent++) {
        if (!(*agent)->game || (*agent)->game == game)
            put_agent(*agent, &json);
    }
    json_close(&json, ']');
    json_key_open(&json, "levels", '{');
    for (int level = 0; level < AGENT_LEVELS && agent_level_spec(game, level); level++)
        json_key_string(&json, agent_level_names[level], agent_level_spec(game, level));
    json_close(&json, '}');
    json_close(&json, '}');
    return end(&out);
}

static struct core *open_core(struct match *match)
{
    uint64_t seed;
    if (!match) {
        refuse();
        return NULL;
    }
    struct core *core = memory_new(1, sizeof *core);
    core->match = match;
    host_random(&seed, sizeof seed);
    rng_seed(&core->rng, seed);
    return core;
}

struct core *core_new(const char *game, size_t game_length, const char *players,
                      size_t players_length, const char *options, size_t options_length)
{
    const struct span id = {game, game_length};
    return open_core(
        query_new(id, given(players, players_length), given(options, options_length), why()));
}

struct core *core_read(const char *bytes, size_t length)
{
    return open_core(query_record((struct span){bytes, length}, why()));
}

/* The game has changed: bots are reopened on demand. */
static void stop_driving(struct core *core)
{
    if (core->driving)
        driver_close(&core->driver);
    core->driving = false;
}

void core_close(struct core *core)
{
    stop_driving(core);
    query_forget(&core->bots);
    match_free(core->match);
    free(core);
}

bool core_game_of(const char *bytes, size_t length)
{
    struct span rest = {bytes, length};
    while (rest.at) {
        struct span line = span_cut(&rest, '\n');
        if (span_is(line, "---"))
            break;
        if (line.length > 5 && memcmp(line.at, "game ", 5) == 0) {
            struct text out = begin(line.length);
            text_add_bytes(&out, line.at + 5, line.length - 5);
            return end(&out);
        }
    }
    return respond("");
}

bool core_name(struct core *core, int seat, const char *name, size_t length)
{
    const int players = core->match->settings.players;
    if (seat < 1 || seat > players) {
        char number[16];
        const int digits = snprintf(number, sizeof number, "%d", seat);
        text_fail(why(), tr("a seat is a number from 1 to %d, not '%.*s'"), players, digits,
                  number);
        return refuse();
    }
    stop_driving(core);
    return match_set_name(core->match, seat, (struct span){name, length}, why()) || refuse();
}

bool core_seed(struct core *core, const char *number, size_t length)
{
    query_forget(&core->bots);
    return query_seed(&core->rng, given(number, length), why()) || refuse();
}

/* ---- moving ---- */

bool core_play(struct core *core, const char *line, size_t length)
{
    const bool thrown = driver_is_throw(core->match->game, &core->match->state);
    if (!is_clean(given(line, length)))
        return false;
    if (!match_do(core->match, (struct span){line, length}, why()))
        return refuse();
    if (thrown)
        driver_thrown(&core->driver);
    driver_replan(&core->driver);
    return true;
}

bool core_roll(struct core *core)
{
    const bool thrown = driver_is_throw(core->match->game, &core->match->state);
    const char *line = query_roll(core->match, &core->rng, why());
    if (!line)
        return refuse();
    if (thrown)
        driver_thrown(&core->driver);
    driver_replan(&core->driver);
    return respond(line);
}

bool core_undo(struct core *core)
{
    query_forget(&core->bots);
    if (!match_undo_last(core->match, why()))
        return refuse();
    stop_driving(core);
    return true;
}

bool core_step(struct core *core)
{
    struct match *match = core->match;
    if (!core->driving) {
        driver_init(&core->driver, match->game, match->settings.players);
        core->driving = true;
        if (!driver_open(&core->driver, match, why())) {
            stop_driving(core);
            return refuse();
        }
    }
    return respond(driver_play(&core->driver, match, &core->rng, &core->rng)
                       ? match->body.line[match->body.count - 1]
                       : "");
}

/* ---- asking ---- */

int core_mover(const struct core *core)
{
    return match_mover(core->match);
}

bool core_legal(struct core *core, const char *seat, size_t length)
{
    struct lines lines = {0};
    const struct match *match = core->match;
    const int mover = match_mover(match);
    int who;
    if (mover == GAME_CHANCE || mover == GAME_OVER || (mover != GAME_ANYONE && !length)) {
        legal_lines(match, &lines);
        return respond_lines(&lines);
    }
    if (!query_seat(match, given(seat, length), &who, why()))
        return refuse();
    legal_lines_of(match, who, &lines);
    return respond_lines(&lines);
}

bool core_time_out(struct core *core)
{
    const struct match *match = core->match;
    game_action action;
    const unsigned seconds =
        match_mover(match) == GAME_ANYONE ? match->game->clock(&match->state, &action) : 0;
    struct text out = begin(GAME_LINE_MAX + 16);
    if (seconds) {
        text_printf(&out, "%u ", seconds & ~GAME_APART);
        match->game->write(&match->state, action, NULL, GAME_OPEN, &out);
    }
    return end(&out);
}

static bool respond_state(const struct match *match, int viewer)
{
    struct text out = begin(GAME_JSON_MAX);
    match_json(match, viewer, &out);
    return end(&out);
}

bool core_state(struct core *core)
{
    return respond_state(core->match, GAME_OPEN);
}

bool core_view(struct core *core, const char *seat, size_t length)
{
    int viewer;
    return query_viewer(core->match, given(seat, length), &viewer, why())
               ? respond_state(core->match, viewer)
               : refuse();
}

/* The lines as a seat sees them; without a seat, as in the record. */
bool core_lines(struct core *core, const char *seat, size_t length)
{
    struct lines lines = {0};
    int viewer = GAME_OPEN;
    if (length && !query_viewer(core->match, given(seat, length), &viewer, why()))
        return refuse();
    match_log(core->match, viewer, &lines);
    return respond_lines(&lines);
}

bool core_steps(struct core *core, size_t from)
{
    struct text out = begin(STEPS_BYTES);
    lookup_steps(core->match, from, &out);
    return end(&out);
}

bool core_position(struct core *core)
{
    struct text out = begin(GAME_LINE_MAX);
    return query_position(core->match, &out, why()) ? end(&out) : refuse();
}

/* ---- numbers for learning programs ---- */

static bool respond_numbers(const int32_t *numbers, size_t count)
{
    struct text out = begin(count * sizeof *numbers + 1);
    text_add_bytes(&out, (const char *)numbers, count * sizeof *numbers);
    return end(&out);
}

/* A seat's view as numbers, with their names on request. */
static void observe(const struct match *match, int seat, struct game_numbers *numbers)
{
    union game_state view = match_state(match);
    match->game->hide(&view, seat);
    match->game->observe(&view, seat, numbers);
}

bool core_numbers(struct core *core, const char *seat, size_t length)
{
    struct game_numbers numbers = {.count = 0};
    int viewer;
    if (!length ? !query_seat(core->match, given(seat, length), &viewer, why())
                : !query_viewer(core->match, given(seat, length), &viewer, why()))
        return refuse();
    if (viewer < 1) {
        text_fail(why(), tr("a seat is a number from 1 to %d, not '%.*s'"),
                  core->match->settings.players, (int)length, seat);
        return refuse();
    }
    observe(core->match, viewer, &numbers);
    return respond_numbers(numbers.value, numbers.count);
}

bool core_number_names(struct core *core)
{
    struct lines names = {0};
    struct game_numbers numbers = {.names = &names};
    observe(core->match, 1, &numbers);
    return respond_lines(&names);
}

bool core_ids(struct core *core, const char *seat, size_t length)
{
    const struct match *match = core->match;
    game_action actions[GAME_ACTIONS_MAX];
    uint16_t ids[GAME_ACTIONS_MAX];
    int32_t numbers[GAME_ACTIONS_MAX];
    int who;
    if (!query_seat(match, given(seat, length), &who, why()))
        return refuse();
    const size_t count = match->game->actions(&match->state, who, actions);
    match->game->list_ids(&match->state, who, actions, count, ids);
    for (size_t i = 0; i < count; i++)
        numbers[i] = ids[i];
    return respond_numbers(numbers, count);
}

bool core_id_names(const char *id, size_t length)
{
    const struct game *game = find_game(id, length);
    struct lines names = {0};
    for (unsigned i = 0; game && i < game->ids; i++) {
        struct text name = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
        game->id_name(i, &name);
        lines_add(&names, span_of(name.start));
    }
    return game && respond_lines(&names);
}

bool core_id_line(struct core *core, unsigned id, const char *seat, size_t length)
{
    const struct match *match = core->match;
    game_action action;
    int who;
    if (!query_seat(match, given(seat, length), &who, why()))
        return refuse();
    if (!game_find_id(match->game, &match->state, who, id, &action)) {
        text_fail(why(), tr("action id %u is not legal for seat %d now"), id, who);
        return refuse();
    }
    struct text out = begin(GAME_LINE_MAX);
    match->game->write(&match->state, action, NULL, GAME_OPEN, &out);
    return end(&out);
}

bool core_write(struct core *core)
{
    free(answer);
    FILE *out = open_memstream(&answer, &answer_length);
    if (!out)
        abort(); /* out of memory */
    match_write(core->match, out);
    fclose(out);
    return true;
}

bool core_choose(struct core *core, const char *agent, size_t agent_length, const char *seat,
                 size_t seat_length)
{
    struct text line = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    uint32_t at;
    if (!is_clean(given(agent, agent_length)))
        return false;
    if (!query_choice(core->match, &core->bots, given(agent, agent_length),
                      given(seat, seat_length), &core->rng, &line, &at, why()))
        return refuse();
    struct text out = begin(GAME_LINE_MAX + 16);
    text_printf(&out, "%lu %s", (unsigned long)at, line.start);
    return end(&out);
}

bool core_hints(struct core *core, const char *seat, size_t length)
{
    struct hints *hints = query_hints(core->match, given(seat, length), 0, NULL, why());
    if (!hints)
        return refuse();
    struct text out = begin(HINTS_JSON_MAX);
    hints_json(core->match, hints, &out);
    free(hints);
    return end(&out);
}

bool core_value(struct core *core)
{
    struct judgement word;
    if (!query_value(core->match, &core->rng, NULL, &word, why()))
        return refuse();
    struct text out = begin(GAMES_BYTES);
    struct json json = json_on(&out);
    json_open(&json, '{');
    json_key_reals(&json, "shares", word.share, (size_t)core->match->settings.players);
    json_key_real(&json, "error", word.error);
    json_close(&json, '}');
    return end(&out);
}

/* When an analysis is to end, in seconds of the clock; 0: when it is done. */
static bool is_in_time(void *context, size_t done, size_t whole)
{
    const double *end_at = context;
    struct timespec now;
    (void)done;
    (void)whole;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return *end_at == 0 || (double)now.tv_sec + 1e-9 * (double)now.tv_nsec < *end_at;
}

bool core_analysis(struct core *core, double seconds)
{
    struct analysis analysis;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double end_at = seconds > 0 ? (double)now.tv_sec + 1e-9 * (double)now.tv_nsec + seconds : 0;
    analyse(core->match, 0, &analysis, why(), is_in_time, &end_at);
    const bool judged = analysis.judge != NULL;
    if (judged) {
        char *json = analysis_json(core->match, &analysis, "");
        struct text out = begin(strlen(json) + 3);
        text_add(&out, analysis.cut ? "0 " : "1 ");
        text_add_bytes(&out, json, strlen(json));
        end(&out);
        free(json);
    }
    analysis_free(&analysis);
    return judged || refuse();
}
