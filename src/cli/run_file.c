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
    json_key_unsigned(json, "whole", run->whole);
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

/* The member "run" of our own run, as it would be in a file. */
static json_t *own_members(const struct run_identity *run)
{
    json_error_t error;
    char *bytes = memory_new(JSON_MAX, 1);
    struct text out = text_on(bytes, JSON_MAX);
    struct json json = json_on(&out);
    json_open(&json, '{');
    run_put(&json, run, NULL);
    json_close(&json, '}');
    json_close(&json, '}');
    json_t *own = json_loads(bytes, 0, &error);
    memory_free(bytes);
    return own;
}

bool run_is_same(const json_t *root, const struct run_identity *run, struct text *why)
{
    static const struct {
        const char *key, *differs;
    } member[] = {
        {"command", mark("the command differs")},
        {"options", mark("an option of the game differs")},
        {"agents", mark("the agents differ")},
        {"rule", mark("--gauntlet or --sprt differs")},
    };
    const json_t *of = json_object_get(root, "run");
    const char *game = json_string_value(json_object_get(root, "game"));
    const char *version = json_string_value(json_object_get(of, "version"));
    uint64_t players, seed, whole;
    if (!game || !version || !run_number(root, "players", &players) ||
        !run_number(root, "seed", &seed) || !run_number(of, "whole", &whole))
        return text_fail(
            why, tr("this is not the output of 'cornet sim --json' or 'cornet arena --json'"));
    if (strcmp(version, CORNET_VERSION) != 0)
        return text_fail(why, tr("written by Cornet %s, and this is %s: its games may differ"),
                         version, CORNET_VERSION);
    const char *differs = strcmp(game, run->game->id) != 0 ? tr("the game differs")
                          : players != (uint64_t)run->settings.players
                              ? tr("the number of players differs")
                          : seed != run->seed  ? tr("the seed differs")
                          : whole > run->whole ? tr("it has more games than --games")
                          : whole < run->whole && whole % run->step
                              ? tr("with its number of games it cannot be extended")
                              : NULL;
    json_t *own = own_members(run);
    for (size_t i = 0; !differs && i < sizeof member / sizeof *member; i++) {
        if (!json_equal(json_object_get(json_object_get(own, "run"), member[i].key),
                        json_object_get(of, member[i].key)))
            differs = tr(member[i].differs);
    }
    json_decref(own);
    return !differs || text_fail(why, tr("another run: %s"), differs);
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
