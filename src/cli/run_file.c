#include "cli/run_file.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/lang.h"
#include "base/memory.h"

enum { JSON_MAX = RUN_AGENTS_MAX * RUN_AGENTS_MAX * 2 * GAME_LINE_MAX }; /* all pairs of agents */

void run_put_agents(struct json *json, const struct run_identity *run)
{
    json_key_open(json, "agents", '[');
    for (int i = 0; i < run->agents; i++) {
        struct text name = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
        text_add_bytes(&name, run->agent[i].at, run->agent[i].length);
        json_put_string(json, name.start);
    }
    json_close(json, ']');
}

void run_put(struct json *json, const struct run_identity *run, const struct game_files *files)
{
    const struct game_option *option = run->game->options;
    json_key_open(json, "run", '{');
    json_key_string(json, "command", run->command);
    json_key_string(json, "version", CORNET_VERSION);
    run_put_agents(json, run);
    json_key_open(json, "options", '{');
    for (int i = 0; option[i].name; i++) {
        const char *value = game_value_at(&run->settings, i);
        if (strcmp(value, option[i].default_value) != 0)
            json_key_string(json, option[i].name, value);
    }
    json_close(json, '}');
    json_key_string(json, "rule", run->rule);
    json_key_counts(json, "part", run->part, 3);
    if (files) {
        json_key_string(json, "date", files->date);
        json_key_number(json, "records_bytes", files->records_bytes);
        json_key_number(json, "results_bytes", files->results_bytes);
    }
}

void run_put_interval(struct json *json, const char *key, double value, double low, double high)
{
    char name[32];
    snprintf(name, sizeof name, "%s_95", key);
    json_key_real(json, key, value);
    json_key_reals(json, name, (const double[]){low, high}, 2);
}

char *run_json(run_writer *write, const void *job, const void *result,
               const struct run_identity *run, const struct game_files *files)
{
    char *bytes = memory_new(JSON_MAX, 1);
    struct text out = text_on(bytes, JSON_MAX);
    struct json json = json_on(&out);
    write(job, result, run, files, &json);
    return bytes;
}

bool run_is_file(const char *path, struct text *why)
{
    struct stat about;
    if (path && stat(path, &about) == 0 && !S_ISREG(about.st_mode))
        return text_fail(why, tr("cannot read %s: it is not a regular file"), path);
    return true;
}

json_t *run_read(const char *path, struct text *why)
{
    json_error_t error;
    struct stat about;
    if (!run_is_file(path, why))
        return NULL;
    if (stat(path, &about) != 0) {
        text_fail(why, tr("cannot read %s: %s"), path, strerror(errno));
        return NULL;
    }
    json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (!root && about.st_size == 0)
        text_fail(why, tr("cannot read %s: %s"), path, tr("it is empty"));
    else if (!root && json_error_code(&error) == json_error_cannot_open_file)
        text_fail(why, tr("cannot read %s: %s"), path, strerror(errno));
    else if (!root)
        text_fail(why, tr("cannot read %s: it is not JSON, or damaged (line %d)"), path,
                  error.line);
    return root;
}

bool run_number(const json_t *object, const char *key, uint64_t *number)
{
    const json_t *value = json_object_get(object, key);
    if (!json_is_integer(value) || json_integer_value(value) < 0)
        return false;
    *number = (uint64_t)json_integer_value(value);
    return true;
}

bool run_numbers(const json_t *object, const char *key, uint64_t number[], size_t count)
{
    const json_t *list = json_object_get(object, key);
    if (json_array_size(list) != count)
        return false;
    for (size_t i = 0; i < count; i++) {
        const json_t *value = json_array_get(list, i);
        if (!json_is_integer(value) || json_integer_value(value) < 0)
            return false;
        number[i] = (uint64_t)json_integer_value(value);
    }
    return true;
}

static bool read_options(const json_t *options, struct run_identity *run, struct text *why)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)options, name, value)
    {
        const char *text = json_string_value(value);
        if (!text || !game_set(run->game, &run->settings, span_of(name), span_of(text), why))
            return false;
    }
    return true;
}

static bool read_agents(const json_t *agents, struct run_identity *run)
{
    const size_t count = json_array_size(agents);
    if (count < 2 || count > RUN_AGENTS_MAX)
        return false;
    run->agents = (int)count;
    for (size_t i = 0; i < count; i++) {
        const char *agent = json_string_value(json_array_get(agents, i));
        if (!agent)
            return false;
        run->agent[i] = span_of(agent);
    }
    return true;
}

bool run_identify(const json_t *root, struct run_identity *run, struct text *why)
{
    const json_t *of = json_object_get(root, "run");
    const char *game = json_string_value(json_object_get(root, "game"));
    const char *version = json_string_value(json_object_get(of, "version"));
    uint64_t players;
    memset(run, 0, sizeof *run);
    run->command = json_string_value(json_object_get(of, "command"));
    run->rule = json_string_value(json_object_get(of, "rule"));
    run->game = game ? game_find(span_of(game)) : NULL;
    if (!run->command || !run->rule || !version || !run->game ||
        !run_number(root, "players", &players) || !run_number(root, "seed", &run->seed) ||
        !run_numbers(of, "part", run->part, 3) || run->part[0] > run->part[1] ||
        run->part[1] > run->part[2] || !read_agents(json_object_get(of, "agents"), run) ||
        players < (uint64_t)run->game->seats_min || players > (uint64_t)run->game->seats_max)
        return text_fail(
            why, tr("this is not the output of 'cornet sim --json' or 'cornet arena --json'"));
    if (strcmp(version, CORNET_VERSION) != 0)
        return text_fail(why, tr("written by Cornet %s, and this is %s: its games may differ"),
                         version, CORNET_VERSION);
    game_defaults(run->game, &run->settings);
    run->settings.players = (int)players;
    run->settings.bots = (1u << players) - 1;
    return read_options(json_object_get(of, "options"), run, why);
}

static bool same_options(const struct run_identity *a, const struct run_identity *b)
{
    bool same = true;
    for (int i = 0; same && a->game->options[i].name; i++)
        same = strcmp(game_value_at(&a->settings, i), game_value_at(&b->settings, i)) == 0;
    return same;
}

static bool same_agents(const struct run_identity *a, const struct run_identity *b)
{
    bool same = a->agents == b->agents;
    for (int i = 0; same && i < a->agents; i++)
        same = a->agent[i].length == b->agent[i].length &&
               memcmp(a->agent[i].at, b->agent[i].at, a->agent[i].length) == 0;
    return same;
}

bool run_is_same(const json_t *root, const struct run_identity *run, bool same_part,
                 struct text *why)
{
    struct run_identity other;
    if (!run_identify(root, &other, why))
        return false;
    const char *differs =
        strcmp(other.command, run->command) != 0          ? tr("the command differs")
        : other.game != run->game                         ? tr("the game differs")
        : other.settings.players != run->settings.players ? tr("the number of players differs")
        : !same_options(&other, run)                      ? tr("an option of the game differs")
        : !same_agents(&other, run)                       ? tr("the agents differ")
        : other.seed != run->seed                         ? tr("the seed differs")
        : strcmp(other.rule, run->rule) != 0              ? tr("--gauntlet or --sprt differs")
        : other.part[2] != run->part[2]                   ? tr("the number of games differs")
        : same_part && memcmp(other.part, run->part, sizeof run->part) ? tr("the shard differs")
                                                                       : NULL;
    if (differs)
        return text_fail(why, tr("another run: %s"), differs);
    return true;
}

void run_take_files(const json_t *root, struct game_files *files)
{
    const json_t *run = json_object_get(root, "run");
    const char *date = json_string_value(json_object_get(run, "date"));
    files->resumed = true;
    files->records_bytes = json_integer_value(json_object_get(run, "records_bytes"));
    files->results_bytes = json_integer_value(json_object_get(run, "results_bytes"));
    snprintf(files->date, sizeof files->date, "%s", date ? date : "");
}
