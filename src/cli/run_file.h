/* run_file.h: a run of games between agents, or a part of one, as the JSON that `sim --json` and
 * `arena --json` print. The file of --resume is such JSON too, and so is what `merge` reads.
 *
 * The object "run" says which run it is and which part of it: everything that changes the numbers.
 */
#ifndef CORNET_CLI_RUN_FILE_H
#define CORNET_CLI_RUN_FILE_H

#include <jansson.h>

#include "base/json.h"
#include "cli/game_files.h"

enum { RUN_AGENTS_MAX = 16 };

/* The caller owns what it points to. */
struct run_identity {
    const char *command; /* "sim" or "arena" */
    const struct game *game;
    struct game_settings settings;
    struct span agent[RUN_AGENTS_MAX];
    int agents;
    uint64_t seed;
    const char *rule; /* what else changes the result: "gauntlet", an SPRT's marks; "": nothing */
    uint64_t part[3]; /* games or sets: from the first to before the second, of the third */
};

/* Adds the member "agents". */
void run_put_agents(struct json *json, const struct run_identity *run);

/* Adds the member "run", which is left open for the command's own sums. `files` may be NULL. */
void run_put(struct json *json, const struct run_identity *run, const struct game_files *files);

/* Writes a command's result. `files` is for the file of --resume; NULL: the result is shown. */
typedef void run_writer(const void *job, const void *result, const struct run_identity *run,
                        const struct game_files *files, struct json *json);

/* What it writes, which the caller frees with memory_free. */
char *run_json(run_writer *write, const void *job, const void *result,
               const struct run_identity *run, const struct game_files *files);

/* False with a reason if there is something of this name that is no plain file; `path` may be NULL.
 */
bool run_is_file(const char *path, struct text *why);

/* The JSON in this file, which the caller frees with json_decref; NULL with a reason. */
json_t *run_read(const char *path, struct text *why);

/* Whether it is the same run, and with `whole_part` also the same part of it; a reason if not. */
bool run_is_same(const json_t *root, const struct run_identity *run, bool same_part,
                 struct text *why);

/* What run it is: false with a reason if the JSON is not that of a run. The agents are the root's.
 */
bool run_identify(const json_t *root, struct run_identity *run, struct text *why);

/* Numbers of an object, and of an array in it; false if one is missing or negative. */
bool run_number(const json_t *object, const char *key, uint64_t *number);
bool run_numbers(const json_t *object, const char *key, uint64_t number[], size_t count);

/* Where a resumed run's files end, and its date. */
void run_take_files(const json_t *root, struct game_files *files);

#endif
