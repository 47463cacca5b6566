/* run_file.h: a run of games between agents, as the JSON that `sim --json` and
 * `arena --json` print. The file of --resume has the same format.
 *
 * The object "run" identifies the run: everything that affects the numbers. */
#ifndef CORNET_CLI_RUN_FILE_H
#define CORNET_CLI_RUN_FILE_H

#include <jansson.h>

#include "base/json.h"
#include "cli/game_files.h"

enum { RUN_AGENTS_MAX = 16 };

/* The caller owns the strings. */
struct run_identity {
    const char *command; /* "sim" or "arena" */
    const struct game *game;
    struct game_settings settings;
    struct span agent[RUN_AGENTS_MAX];
    int agents;
    uint64_t seed;
    const char *rule; /* other settings that affect the result: "gauntlet", the bounds of an SPRT;
                         "": none */
    uint64_t whole;   /* games or sets in all */
    uint64_t step;    /* a run can be extended if its `whole` is a multiple of this */
};

/* Adds the member "agents". */
void run_put_agents(struct json *json, const struct run_identity *run);

/* Adds the member "run" and leaves it open for the command's own sums. `files` may be NULL. */
void run_put(struct json *json, const struct run_identity *run, const struct game_files *files);

/* Writes a command's result. `files` is set for the file of --resume; NULL: for output. */
typedef void run_writer(const void *job, const void *result, const struct run_identity *run,
                        const struct game_files *files, struct json *json);

/* The JSON that `write` produces; the caller frees it with memory_free. */
char *run_json(run_writer *write, const void *job, const void *result,
               const struct run_identity *run, const struct game_files *files);

/* False with a reason if `path` exists and is not a regular file; it may be NULL. */
bool run_is_file(const char *path, struct text *why);

/* The JSON in this file, which the caller frees with json_decref; NULL with a reason. */
json_t *run_read(const char *path, struct text *why);

/* Whether it is the same run; false with a reason if not. */
bool run_is_same(const json_t *root, const struct run_identity *run, struct text *why);

/* Writes a number, and its 95 % interval as `key_95`. */
void run_put_interval(struct json *json, const char *key, double value, double low, double high);

/* Read numbers of an object, or of an array in it; false if one is missing or negative. */
bool run_number(const json_t *object, const char *key, uint64_t *number);
bool run_numbers(const json_t *object, const char *key, uint64_t number[], size_t count);

/* Reads the byte counts of a resumed run's files, and its date. */
void run_take_files(const json_t *root, struct game_files *files);

#endif
