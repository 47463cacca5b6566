/* cornet merge: the parts of a run, played by --shard, as if it had been one. */
#include "cli/merge.h"

#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "base/memory.h"
#include "program/options.h"

/* A part, for sorting. */
struct file {
    const char *path;
    json_t *root;
    uint64_t part[3];
};

static int by_part(const void *a, const void *b)
{
    const struct file *x = a, *y = b;
    if (x->part[0] != y->part[0])
        return x->part[0] < y->part[0] ? -1 : 1;
    return x->part[1] < y->part[1] ? -1 : x->part[1] > y->part[1];
}

/* Reads a file and checks that it is a finished part of the same run as the first. */
static bool read_file(struct file *file, struct merge_parts *parts, struct text *why)
{
    struct text wrong = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct run_identity own;
    file->root = run_read(file->path, why);
    if (!file->root)
        return false;
    if (!run_identify(file->root, &own, &wrong) ||
        (parts->run.command && !run_is_same(file->root, &parts->run, false, &wrong)))
        return text_fail(why, "%s: %s", file->path, wrong.start);
    if (!parts->run.command)
        parts->run = own;
    if (json_is_true(json_object_get(file->root, "stopped")))
        return text_fail(why, tr("%s is incomplete: its run was stopped"), file->path);
    if (strstr(own.rule, "sprt"))
        return text_fail(why, tr("%s: a run with --sprt cannot be merged"), file->path);
    memcpy(file->part, own.part, sizeof file->part);
    const int threads = (int)json_integer_value(json_object_get(file->root, "threads"));
    parts->threads = threads > parts->threads ? threads : parts->threads;
    parts->seconds += json_number_value(json_object_get(file->root, "seconds"));
    parts->reproducible =
        parts->reproducible && !json_is_false(json_object_get(file->root, "reproducible"));
    return true;
}

/* Whether the sorted parts are everything, and nothing twice. */
static bool check_cover(const struct file file[], int count, struct text *why)
{
    uint64_t end = 0;
    for (int i = 0; i < count; i++) {
        if (file[i].part[0] < end && file[i].part[1] > file[i].part[0])
            return text_fail(why, tr("%s and %s contain the same games"), file[i - 1].path,
                             file[i].path);
        if (file[i].part[0] > end)
            return text_fail(why, tr("a part is missing: %llu to %llu of %llu"),
                             (unsigned long long)end + 1, (unsigned long long)file[i].part[0],
                             (unsigned long long)file[i].part[2]);
        end = file[i].part[1] > end ? file[i].part[1] : end;
    }
    if (end < file[0].part[2])
        return text_fail(why, tr("a part is missing: %llu to %llu of %llu"),
                         (unsigned long long)end + 1, (unsigned long long)file[0].part[2],
                         (unsigned long long)file[0].part[2]);
    return true;
}

static int merge(const struct command *command, struct file file[], int count, bool json)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct merge_parts parts = {.count = count, .reproducible = true};
    int wrong = 0;
    for (int i = 0; i < count; i++) {
        if (!read_file(&file[i], &parts, &why))
            return command_failed(command, "%s", why.start);
    }
    qsort(file, (size_t)count, sizeof *file, by_part);
    if (!check_cover(file, count, &why))
        return command_failed(command, "%s", why.start);
    parts.run.part[0] = 0;
    parts.run.part[1] = parts.run.part[2];
    parts.part = memory_new((size_t)count, sizeof *parts.part);
    for (int i = 0; i < count; i++)
        parts.part[i] = file[i].root;
    const bool sim = strcmp(parts.run.command, command_sim.name) == 0;
    const bool good = sim ? sim_merge(&parts, json, &wrong) : arena_merge(&parts, json, &wrong);
    memory_free(parts.part);
    if (!good)
        return command_failed(command, tr("%s is damaged: its totals are impossible"),
                              file[wrong].path);
    return command_finish(command);
}

static int run(const struct command *command, int argc, char **argv)
{
    bool json = false;
    const struct command_option options[] = {
        {.argument = mark("FILE..."),
         .help = mark("output of 'cornet sim --shard I/N --json' or 'cornet arena --shard I/N "
                      "--json', or their --resume files")},
        {"json", NULL, mark("print one JSON object instead of a table"), .flag = &json},
        {0},
    };
    int code;
    if (!options_read(command, options, &argc, &argv, &code))
        return code;
    if (argc == 0)
        return command_usage(command, tr("name the FILEs of all parts"));
    struct file *file = memory_new((size_t)argc, sizeof *file);
    for (int i = 0; i < argc; i++)
        file[i].path = argv[i];
    code = merge(command, file, argc, json);
    for (int i = 0; i < argc; i++)
        json_decref(file[i].root);
    memory_free(file);
    return code;
}

const struct command command_merge = {
    .name = "merge",
    .topic = COMMAND_BOTS,
    .arguments = mark("FILE..."),
    .about =
        mark("Combines the parts of a sim or arena run. The numbers are those of a single run."),
    .example = "cornet merge part-*.json",
    .run = run,
};
