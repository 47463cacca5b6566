#include "tools/train/train.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <omp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"
#include "base/memory.h"

enum { SETS_AT_ONCE = 16 }; /* least sets between two evaluations of a test */

/* ---- the folder ---- */

const char *train_path(const struct train_run *run, const char *name, char path[TRAIN_PATH])
{
    if (snprintf(path, TRAIN_PATH, "%s/%s", run->folder, name) >= TRAIN_PATH)
        path[0] = '\0'; /* no such file: opening it reports the error */
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
                "train %s --generations %" PRIu64 " --positions %" PRIu64 " --last %" PRIu64
                " --nodes %" PRIu64 " --units %" PRIu64 " --games %" PRIu64 " --seed %" PRIu64,
                trainer->game->id, s->generations, s->positions, s->last_positions, s->nodes,
                s->units, s->games, s->seed);
    text_printf(out, run->option ? " --option %s\n" : "\n", run->option);
}

/* On a file system without locks, runs work without them. */
static bool is_locked(int file, int how)
{
    return flock(file, how | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

static bool take_lock(struct train_run *run, struct text *why)
{
    run->lock = open(run->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (run->lock < 0 || !is_locked(run->lock, run->shards ? LOCK_SH : LOCK_EX))
        return true; /* not a folder: writing into it reports the error */
    train_close(run);
    return text_fail(why, "another process is using %s", run->folder);
}

void train_close(struct train_run *run)
{
    if (run->lock >= 0)
        close(run->lock);
    run->lock = -1;
}

bool train_open(struct train_run *run, const struct trainer *trainer, struct text *why)
{
    static const char name[] = "settings.txt";
    char path[TRAIN_PATH], buffer[512];
    struct text wanted = text_on(buffer, sizeof buffer);
    write_settings(run, trainer, &wanted);
    files_make_folder(run->folder);
    if (!take_lock(run, why))
        return false;
    train_path(run, name, path);
    if (!train_has(run, name))
        return files_replace(path, buffer, wanted.length, why);
    size_t length;
    char *found = files_read(path, &length, why);
    if (!found)
        return false;
    const bool same = length == wanted.length && memcmp(found, buffer, length) == 0;
    free(found);
    return same || text_fail(why, "%s has a run with other settings (%s): name another folder",
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
    return text_fail(why, "%s/%s is damaged: delete it, and it will be made again", run->folder,
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

/* The header of each block in the file. */
struct block {
    uint64_t number, count, sum; /* index; number of records; checksum of their bytes */
};

static void reserve(struct train_set *set, size_t more)
{
    if (set->count + more > set->capacity) {
        set->capacity = set->count + more + set->capacity / 2;
        set->bytes = memory_resize(set->bytes, set->capacity, set->record);
    }
}

uint64_t train_set_next(const struct train_set *set)
{
    return set->shards ? set->blocks * set->shards + set->shard - 1 : set->blocks;
}

/* Reads the header of the set's next block. Returns false at the end of the file, or if the block
 * is incomplete because the run was killed. */
static bool read_head(FILE *in, const struct train_set *set, size_t left, struct block *block,
                      bool *damaged)
{
    if (left < sizeof *block || fread(block, sizeof *block, 1, in) != 1)
        return false;
    *damaged = block->number != train_set_next(set) || block->count > SIZE_MAX / set->record / 2;
    return !*damaged && block->count * set->record <= left - sizeof *block;
}

static bool read_block(FILE *in, struct train_set *set, size_t left, bool *damaged)
{
    struct block block;
    if (!read_head(in, set, left, &block, damaged))
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
    set->end = 0;
    FILE *in = fopen(train_path(run, name, path), "rb");
    if (!in)
        return errno == ENOENT || text_fail(why, "cannot read %s: %s", path, strerror(errno));
    if (fstat(fileno(in), &about) == 0) {
        while (read_block(in, set, (size_t)(about.st_size - set->end), &damaged))
            set->end = ftell(in);
    }
    fclose(in);
    return !damaged || is_damaged(run, name, why);
}

bool train_set_add(const struct train_run *run, const char *name, struct train_set *set,
                   const void *records, size_t count, struct text *why)
{
    char path[TRAIN_PATH];
    const size_t bytes = count * set->record;
    const struct block block = {train_set_next(set), count, checksum(records, bytes)};
    FILE *out = fopen(train_path(run, name, path), "ab");
    bool good = out && ftruncate(fileno(out), set->end) == 0 &&
                fwrite(&block, sizeof block, 1, out) == 1 &&
                (count == 0 || fwrite(records, set->record, count, out) == count);
    good = out && fclose(out) == 0 && good;
    if (!good)
        return text_fail(why, "cannot write %s: %s", path, strerror(errno));
    reserve(set, count);
    memcpy(set->bytes + set->count * set->record, records, bytes);
    set->end += (long)(sizeof block + bytes);
    set->count += count;
    set->blocks++;
    return true;
}

void train_set_free(struct train_set *set)
{
    free(set->bytes);
    *set = (struct train_set){.record = set->record};
}

/* ---- shards of a set ---- */

const char *train_part_name(const struct train_run *run, const char *name, char part[TRAIN_NAME])
{
    snprintf(part, TRAIN_NAME, "%s.%" PRIu64 "-of-%" PRIu64, name, run->shard, run->shards);
    return part;
}

bool train_part_lock(const struct train_run *run, const char *part, struct text *why)
{
    char path[TRAIN_PATH];
    const int file = open(train_path(run, part, path), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0)
        return text_fail(why, "cannot write %s: %s", path, strerror(errno));
    if (!is_locked(file, LOCK_EX))
        return true; /* the file stays open */
    close(file);
    return text_fail(why, "another process is playing %s", path);
}

/* Whether the file is a shard of the set with this name, and which one. */
static bool is_part(const char *file, const char *name, uint64_t *shard, uint64_t *shards)
{
    const size_t length = strlen(name);
    if (strncmp(file, name, length) != 0 || file[length] != '.')
        return false;
    struct span rest = span_of(file + length + 1);
    const struct span first = span_cut(&rest, '-');
    if (!rest.at || !span_is(span_cut(&rest, '-'), "of") || !rest.at)
        return false;
    return span_number(rest, 1, UINT64_MAX, shards) && span_number(first, 1, *shards, shard);
}

/* Calls `visit` for each shard until it returns false. */
static void each_part(const struct train_run *run, const char *name, void *context,
                      bool visit(void *context, const char *file, uint64_t shard, uint64_t shards))
{
    DIR *folder = opendir(run->folder);
    const struct dirent *entry;
    uint64_t shard, shards;
    while (folder && (entry = readdir(folder))) {
        if (is_part(entry->d_name, name, &shard, &shards) &&
            !visit(context, entry->d_name, shard, shards))
            break;
    }
    if (folder)
        closedir(folder);
}

static bool note_part(void *context, const char *file, uint64_t shard, uint64_t shards)
{
    (void)file, (void)shard, (void)shards;
    *(bool *)context = true;
    return false;
}

bool train_part_has(const struct train_run *run, const char *name)
{
    bool found = false;
    each_part(run, name, &found, note_part);
    return found;
}

static bool forget_part(void *context, const char *file, uint64_t shard, uint64_t shards)
{
    (void)shard, (void)shards;
    train_forget(context, file);
    return true;
}

void train_part_forget(const struct train_run *run, const char *name)
{
    each_part(run, name, (void *)run, forget_part);
}

/* A search for a block. */
struct wanted {
    const struct train_run *run;
    uint64_t number;
    struct train_set set;
    bool found;
    struct text *why;
};

/* Skips from block to block of a shard; reads only the wanted one. */
static bool seek_block(void *context, const char *file, uint64_t shard, uint64_t shards)
{
    struct wanted *w = context;
    char path[TRAIN_PATH];
    struct stat about;
    struct block block;
    bool damaged = false;
    FILE *in = w->number % shards == shard - 1 ? fopen(train_path(w->run, file, path), "rb") : NULL;
    if (!in)
        return true;
    w->set.shard = shard;
    w->set.shards = shards;
    w->set.blocks = 0;
    size_t left = fstat(fileno(in), &about) == 0 ? (size_t)about.st_size : 0;
    while (train_set_next(&w->set) < w->number && read_head(in, &w->set, left, &block, &damaged) &&
           fseek(in, (long)(block.count * w->set.record), SEEK_CUR) == 0) {
        left -= sizeof block + block.count * w->set.record;
        w->set.blocks++;
    }
    w->found = train_set_next(&w->set) == w->number && read_block(in, &w->set, left, &damaged);
    fclose(in);
    if (damaged)
        is_damaged(w->run, file, w->why);
    return !w->found && !damaged;
}

void *train_part_block(const struct train_run *run, const char *name, const struct train_set *set,
                       size_t *count, struct text *why)
{
    struct wanted w = {
        .run = run, .number = set->blocks, .set = {.record = set->record}, .why = why};
    text_clear(why);
    each_part(run, name, &w, seek_block);
    *count = w.set.count;
    if (w.found)
        return w.set.bytes;
    free(w.set.bytes);
    return NULL;
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
        const uint64_t batch = arena_batch(done) > SETS_AT_ONCE ? arena_batch(done) : SETS_AT_ONCE;
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
