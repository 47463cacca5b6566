#include "train/train.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <omp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"
#include "base/lang.h"
#include "base/memory.h"

/* ---- the folder ---- */

const char *train_path(const struct train_run *run, const char *name, char path[TRAIN_PATH])
{
    if (snprintf(path, TRAIN_PATH, "%s/%s", run->folder, name) >= TRAIN_PATH)
        path[0] = '\0'; /* no file has this name: opening it says so */
    return path;
}

bool train_has(const struct train_run *run, const char *name)
{
    char path[TRAIN_PATH];
    return access(train_path(run, name, path), F_OK) == 0;
}

void train_forget(const struct train_run *run, const char *name)
{
    char path[TRAIN_PATH];
    unlink(train_path(run, name, path));
}

static void write_settings(const struct train_run *run, const struct trainer *trainer,
                           struct text *out)
{
    const struct train_settings *s = &run->settings;
    text_printf(out,
                "cornet train %s --generations %" PRIu64 " --positions %" PRIu64 " --last %" PRIu64
                " --nodes %" PRIu64 " --units %" PRIu64 " --games %" PRIu64 " --seed %" PRIu64,
                trainer->game->id, s->generations, s->positions, s->last_positions, s->nodes,
                s->units, s->games, s->seed);
    if (run->rival)
        text_printf(out, " --respond %s", run->rival);
    text_char(out, '\n');
}

bool train_open(struct train_run *run, const struct trainer *trainer, struct text *why)
{
    static const char name[] = "settings.txt";
    char path[TRAIN_PATH], buffer[512];
    struct text wanted = text_on(buffer, sizeof buffer);
    write_settings(run, trainer, &wanted);
    files_make_folder(run->folder);
    train_path(run, name, path);
    if (!train_has(run, name))
        return files_replace(path, buffer, wanted.length, why);
    size_t length;
    char *found = files_read(path, &length, why);
    if (!found)
        return false;
    const bool same = length == wanted.length && memcmp(found, buffer, length) == 0;
    free(found);
    return same || text_fail(why, tr("%s has a run with other settings (%s): name another folder"),
                             run->folder, name);
}

uint64_t train_seed(const struct train_run *run, uint64_t generation, uint64_t use, uint64_t index)
{
    uint64_t x = run->settings.seed;
    const uint64_t part[] = {generation, use, index};
    for (int i = 0; i < 3; i++) {
        x = (x ^ (part[i] + 1)) * 0xd6e8feb86659fd93u;
        x = (x ^ x >> 32) * 0xa0761d6478bd642fu;
        x ^= x >> 29;
    }
    return x;
}

void train_note(struct train_run *run, const char *format, ...)
{
    char line[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (run->note)
        run->note(run->context, line);
}

/* ---- checkpoints ---- */

static uint64_t checksum(const void *bytes, size_t length)
{
    const unsigned char *at = bytes;
    uint64_t sum = length * 0x9e3779b97f4a7c15u;
    for (; length >= 8; at += 8, length -= 8) {
        uint64_t word;
        memcpy(&word, at, 8);
        sum = rng_rotate(sum ^ word, 27) * 0xd6e8feb86659fd93u;
    }
    for (; length > 0; at++, length--)
        sum = rng_rotate(sum ^ *at, 27) * 0xd6e8feb86659fd93u;
    return sum ^ sum >> 32;
}

enum { SUM = sizeof(uint64_t) };

static bool is_damaged(const struct train_run *run, const char *name, struct text *why)
{
    return text_fail(why, tr("%s/%s is damaged: remove it, and it will be made again"), run->folder,
                     name);
}

bool train_keep(const struct train_run *run, const char *name, const void *bytes, size_t length,
                struct text *why)
{
    char path[TRAIN_PATH];
    const uint64_t sum = checksum(bytes, length);
    char *all = memory_new(length + SUM, 1);
    memcpy(all, &sum, SUM);
    memcpy(all + SUM, bytes, length);
    const bool good = files_replace(train_path(run, name, path), all, length + SUM, why);
    free(all);
    return good;
}

void *train_kept(const struct train_run *run, const char *name, size_t *length, struct text *why)
{
    char path[TRAIN_PATH];
    uint64_t sum;
    if (!train_has(run, name))
        return NULL;
    char *all = files_read(train_path(run, name, path), length, why);
    if (!all)
        return NULL;
    if (*length >= SUM) {
        *length -= SUM;
        memcpy(&sum, all, SUM);
        memmove(all, all + SUM, *length);
        if (checksum(all, *length) == sum)
            return all;
    }
    free(all);
    is_damaged(run, name, why);
    return NULL;
}

/* ---- sets of positions ---- */

/* Before each block in the file. */
struct block {
    uint64_t number, count, sum; /* which one; records; the checksum of their bytes */
};

static void reserve(struct train_set *set, size_t more)
{
    if (set->count + more > set->capacity) {
        set->capacity = set->count + more + set->capacity / 2;
        set->bytes = memory_resize(set->bytes, set->capacity, set->record);
    }
}

/* Reads one block. Returns false at the end of the file, or if the block is not whole: what a
 * killed run had begun to write. */
static bool read_block(FILE *in, struct train_set *set, size_t left, bool *damaged)
{
    struct block block;
    if (left < sizeof block || fread(&block, sizeof block, 1, in) != 1)
        return false;
    *damaged = block.number != set->blocks || block.count > SIZE_MAX / set->record / 2;
    if (*damaged || block.count * set->record > left - sizeof block)
        return false;
    reserve(set, block.count);
    char *to = set->bytes + set->count * set->record;
    if (block.count && fread(to, set->record, block.count, in) != block.count)
        return false;
    *damaged = checksum(to, block.count * set->record) != block.sum;
    if (*damaged)
        return false;
    set->count += block.count;
    set->blocks++;
    return true;
}

bool train_set_read(const struct train_run *run, const char *name, struct train_set *set,
                    struct text *why)
{
    char path[TRAIN_PATH];
    struct stat about;
    bool damaged = false;
    set->count = set->blocks = 0;
    FILE *in = fopen(train_path(run, name, path), "r+b");
    if (!in)
        return errno == ENOENT || text_fail(why, tr("cannot read %s: %s"), path, strerror(errno));
    long whole = 0;
    if (fstat(fileno(in), &about) == 0) {
        while (read_block(in, set, (size_t)(about.st_size - whole), &damaged))
            whole = ftell(in);
    }
    const bool cut = damaged || ftruncate(fileno(in), whole) == 0;
    fclose(in);
    if (damaged)
        return is_damaged(run, name, why);
    return cut || text_fail(why, tr("cannot write %s: %s"), path, strerror(errno));
}

bool train_set_add(const struct train_run *run, const char *name, struct train_set *set,
                   const void *records, size_t count, struct text *why)
{
    char path[TRAIN_PATH];
    const size_t bytes = count * set->record;
    const struct block block = {set->blocks, count, checksum(records, bytes)};
    FILE *out = fopen(train_path(run, name, path), "ab");
    bool good = out && fwrite(&block, sizeof block, 1, out) == 1 &&
                (count == 0 || fwrite(records, set->record, count, out) == count);
    good = out && fclose(out) == 0 && good;
    if (!good)
        return text_fail(why, tr("cannot write %s: %s"), path, strerror(errno));
    reserve(set, count);
    memcpy(set->bytes + set->count * set->record, records, bytes);
    set->count += count;
    set->blocks++;
    return true;
}

void train_set_free(struct train_set *set)
{
    free(set->bytes);
    *set = (struct train_set){.record = set->record};
}

/* ---- the test ---- */

enum arena_decision train_compare(struct train_run *run, const struct train_test *test,
                                  const char *step, struct arena_pair *pair, double *llr)
{
    const struct arena_job job = {
        .settings = {.players = 2}, .sprt = true, .elo = {test->elo[0], test->elo[1]}};
    const uint64_t sets = (run->settings.games + 1) / 2;
    enum arena_decision decision = ARENA_OPEN;
    *pair = (struct arena_pair){.a = 0, .b = 1};
    *llr = 0;
    for (uint64_t done = 0; done < sets && decision == ARENA_OPEN;) {
        const uint64_t batch = arena_batch(done);
        const uint64_t to = done + batch < sets ? done + batch : sets;
        uint64_t sum = 0, squares = 0;
#pragma omp parallel for schedule(dynamic, 1) num_threads(run->threads) reduction(+ : sum, squares)
        for (uint64_t set = done; set < to; set++) {
            const uint64_t share = test->play(test->context, set, omp_get_thread_num());
            sum += share;
            squares += share * share;
        }
        pair->sets = done = to;
        pair->games = 2 * to;
        pair->sum += sum;
        pair->squares += squares;
        decision = arena_sprt(&job, pair, llr);
        if (run->progress)
            run->progress(run->context, step, (double)done / (double)sets);
    }
    return decision;
}
