#include "cli/transcript_file.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"
#include "base/lang.h"
#include "tui/mirror.h"
#include "tui/saving.h"

#define FILES_MAX 99 /* files per seat and table: one each time the seat is taken again */

/* ---- the file ---- */

bool transcript_file_is_possible(void)
{
    char folder[4096];
    return saving_folder(folder, sizeof folder) && access(folder, W_OK) == 0;
}

static bool read_file(const char *path, struct transcript *transcript, struct text *why)
{
    size_t length, line;
    char *bytes = files_read(path, &length, why);
    const bool good =
        bytes && transcript_read(transcript, (struct span){bytes, length}, &line, why);
    free(bytes);
    return good;
}

/* Whether a seed has been opened at this table before, in another transcript than this one. Also
 * finds the commitment of the server that was seen then. */
static bool has_opened(struct transcript_file *t, const char *folder, const char *table)
{
    char pattern[4200];
    glob_t found;
    bool opened = false;
    snprintf(pattern, sizeof pattern, "%s/dice-%s-*.txt", folder, table);
    if (glob(pattern, GLOB_NOSORT, NULL, &found) != 0)
        return false;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct transcript earlier;
        if (strcmp(found.gl_pathv[i], t->path) == 0)
            continue;
        if (read_file(found.gl_pathv[i], &earlier, TEXT_UNREAD)) {
            opened |= earlier.opened != 0;
            t->has_earlier = true;
            memcpy(t->earlier, earlier.commit, FAIR_BYTES);
        }
        transcript_free(&earlier);
    }
    globfree(&found);
    return opened;
}

/* The name of the n-th transcript of the seat. */
static void name_file(struct transcript_file *t, const char *folder, const char *table, int seat,
                      int n)
{
    char more[16] = "";
    if (n > 1)
        snprintf(more, sizeof more, "-%d", n);
    snprintf(t->path, sizeof t->path, "%s/dice-%s-%d%s.txt", folder, table, seat, more);
}

/* Opens the last transcript of the seat, or a new one; none is ever overwritten. */
static int open_file(struct transcript_file *t, const char *folder, const char *table, int seat,
                     bool resumed)
{
    const int flags = O_RDWR | O_APPEND | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK;
    for (int n = resumed ? FILES_MAX : 1; n >= 1 && n <= FILES_MAX; n += resumed ? -1 : 1) {
        name_file(t, folder, table, seat, n);
        if (resumed && n > 1 && access(t->path, F_OK) != 0)
            continue;
        const int file = open(t->path, flags | (resumed ? 0 : O_CREAT | O_EXCL), 0600);
        if (file >= 0 || errno != EEXIST)
            return file;
    }
    return -1;
}

/* Whether the path still names the open file, and a plain one. */
static bool is_there(const struct transcript_file *t)
{
    struct stat here, named;
    return fstat(t->file, &here) == 0 && S_ISREG(here.st_mode) && lstat(t->path, &named) == 0 &&
           here.st_ino == named.st_ino && here.st_dev == named.st_dev;
}

/* Cuts off what a crash left of a last line. */
static void trim_file(const struct transcript_file *t)
{
    char last = '\n';
    off_t end = lseek(t->file, 0, SEEK_END);
    while (end > 0 && pread(t->file, &last, 1, end - 1) == 1 && last != '\n')
        end--;
    if (ftruncate(t->file, end) != 0)
        return; /* the next write will report the error */
}

/* Locks the file and reads it back. */
static bool take_file(struct transcript_file *t, bool resumed, struct text *why)
{
    const int seat = t->content.seat;
    if (!is_there(t))
        return text_fail(why, tr("%s is not a regular file"), t->path);
    if (flock(t->file, LOCK_EX | LOCK_NB) != 0)
        return text_fail(why, tr("another program plays this seat and takes part in its dice"));
    if (!resumed)
        return true;
    trim_file(t);
    if (!read_file(t->path, &t->content, why))
        return false;
    return t->content.seat == seat || text_fail(why, tr("the stored data belongs to another seat"));
}

bool transcript_file_open(struct transcript_file *t, const char *table, int seat, bool resumed,
                          const unsigned char *seed, struct text *why)
{
    char folder[4096];
    transcript_file_close(t);
    *t = (struct transcript_file){.file = -1, .content = {.seat = seat, .promised = seed ? 2 : 0}};
    if (seed)
        memcpy(t->content.seed[1], seed, FAIR_BYTES);
    if (!transcript_is_table(table) || !saving_folder(folder, sizeof folder))
        return text_fail(why, tr("data of this table cannot be stored"));
    t->file = open_file(t, folder, table, seat, resumed);
    if (t->file < 0)
        return text_fail(why, tr("cannot write %s: %s"), t->path, strerror(errno));
    const bool opened = has_opened(t, folder, table);
    if (opened)
        text_fail(why, tr("you have already revealed a seed at this table, and the server asks for "
                          "a new one"));
    if (!opened && take_file(t, resumed, why))
        return true;
    if (!resumed)
        unlink(t->path);
    close(t->file);
    t->file = -1;
    return false;
}

void transcript_file_close(struct transcript_file *t)
{
    transcript_free(&t->content);
    sodium_memzero(&t->content, sizeof t->content);
    if (t->file > 0)
        close(t->file);
    t->file = -1;
}

/* Appends the bytes and syncs the file. A partial write is truncated again. */
static bool append(const struct transcript_file *t, const char *bytes, size_t length)
{
    const off_t end = lseek(t->file, 0, SEEK_END);
    errno = 0;
    if (end < 0 || !is_there(t))
        return false;
    if (write(t->file, bytes, length) == (ssize_t)length && fsync(t->file) == 0)
        return true;
    const int fault = errno ? errno : ENOSPC;
    if (ftruncate(t->file, end) == 0)
        errno = fault;
    return false;
}

static bool write_news(struct transcript_file *t, struct lines *news, struct text *why)
{
    char *bytes = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&bytes, &length);
    for (size_t i = 0; out && i < news->count; i++)
        fprintf(out, "%s\n", news->line[i]);
    const bool good = out && fclose(out) == 0 && (length == 0 || append(t, bytes, length));
    free(bytes);
    lines_free(news);
    return good ||
           text_fail(why, tr("cannot write %s: %s"), t->path, strerror(errno ? errno : ENOENT));
}

bool transcript_file_saw(struct transcript_file *t, long long from, const json_t *lines, bool whole,
                         struct text *why)
{
    struct lines news = {0};
    size_t i;
    const json_t *line;
    bool good = true;
    if (t->file < 0)
        return true;
    if (from < 0 || from > TRANSCRIPT_LINES_MAX)
        return text_fail(why, tr("the server shows a line that no game contains"));
    if (whole && (size_t)from + json_array_size(lines) < t->content.lines.count)
        return text_fail(why, tr("the server shows fewer lines of the game than before"));
    json_array_foreach(lines, i, line)
    {
        const struct span text = {json_string_value(line), json_string_length(line)};
        if (good)
            good = transcript_saw(&t->content, (size_t)from + i,
                                  text.at ? text : (struct span){"", 0}, &news, why);
    }
    const bool written = write_news(t, &news, why);
    return good && written;
}

/* ---- what the server says ---- */

static bool read_hex(const json_t *object, const char *key, unsigned char out[FAIR_BYTES])
{
    return fair_from_hex(span_of(mirror_text(object, key)), out);
}

static bool read_seats(const json_t *seats, struct fair *fair)
{
    size_t i;
    const json_t *seat;
    if (json_array_size(seats) > GAME_SEATS_MAX)
        return false;
    fair->players = (uint8_t)json_array_size(seats);
    json_array_foreach(seats, i, seat)
    {
        if (json_is_null(seat))
            continue;
        fair->committed |= (uint8_t)(1u << i);
        if (!read_hex(seat, "commit", fair->commit[i]))
            return false;
        if (read_hex(seat, "seed", fair->seat[i]))
            fair->revealed |= (uint8_t)(1u << i);
    }
    return true;
}

static bool read_failed(const json_t *failed, struct fair *fair)
{
    size_t i;
    const json_t *one;
    json_array_foreach(failed, i, one)
    {
        const json_int_t attempt = json_integer_value(json_object_get(one, "attempt"));
        const json_int_t seat = json_integer_value(json_object_get(one, "seat")) - 1;
        if (attempt < 1 || attempt > FAIR_ATTEMPTS_MAX || seat < 0 || seat >= fair->players ||
            fair->failed >> seat & 1 || fair->committed >> seat & 1 ||
            !read_hex(one, "commit", fair->commit[seat]))
            return false;
        fair->failed |= (uint8_t)(1u << seat);
        fair->failed_at[seat] = (uint8_t)attempt;
        if (strcmp(mirror_text(one, "step"), "reveal") == 0)
            fair->opened |= (uint8_t)(1u << seat);
    }
    return true;
}

static bool read_settings(const json_t *settings, struct lines *out)
{
    size_t i;
    const json_t *line;
    if (json_array_size(settings) > GAME_OPTIONS_MAX + 2)
        return false;
    json_array_foreach(settings, i, line)
    {
        const struct span text = {json_string_value(line), json_string_length(line)};
        if (!text.at || memchr(text.at, '\0', text.length))
            return false;
        lines_add(out, text);
    }
    return true;
}

static bool read_offer(const json_t *object, struct transcript_offer *offer)
{
    const json_int_t attempt = json_integer_value(json_object_get(object, "attempt"));
    const char *table = mirror_text(object, "table"), *step = mirror_text(object, "step");
    const bool open = json_is_true(json_object_get(object, "open"));
    offer->fair.attempt = (uint8_t)(attempt < 1 || attempt > UINT8_MAX ? 0 : attempt);
    offer->step = strcmp(step, "commit") == 0   ? OFFER_COMMIT
                  : strcmp(step, "reveal") == 0 ? open ? OFFER_OPEN : OFFER_LIST
                                                : OFFER_DONE;
    if (!transcript_is_table(table) || !read_hex(object, "commit", offer->commit))
        return false;
    memcpy(offer->fair.table, table, strlen(table));
    return read_settings(json_object_get(object, "settings"), &offer->settings) &&
           read_seats(json_object_get(object, "seats"), &offer->fair) &&
           read_failed(json_object_get(object, "failed"), &offer->fair);
}

/* ---- the exchange ---- */

/* The server's seed, which it shows at the end, is the one that it committed to. */
static bool check_seed(const struct transcript_file *t, const json_t *fair, struct text *why)
{
    unsigned char seed[FAIR_BYTES], commit[FAIR_BYTES];
    if (!json_is_string(json_object_get(fair, "seed")))
        return true;
    if (read_hex(fair, "seed", seed)) {
        fair_commit(seed, commit);
        if (memcmp(commit, t->content.commit, FAIR_BYTES) == 0)
            return true;
    }
    return text_fail(why, tr("the server's seed does not match its commitment"));
}

static enum transcript_step find_step(struct transcript_file *t, struct transcript_offer *offer,
                                      const json_t *fair, struct text *why)
{
    unsigned char fresh[FAIR_BYTES];
    struct lines news = {0};
    randombytes_buf(fresh, sizeof fresh);
    if (!read_offer(fair, offer)) {
        text_fail(why, tr("the server's message about the seed exchange cannot be read"));
        return TRANSCRIPT_CHEATED;
    }
    if (t->has_earlier && memcmp(t->earlier, offer->commit, FAIR_BYTES) != 0) {
        text_fail(why, tr("the server has changed its commitment"));
        return TRANSCRIPT_CHEATED;
    }
    enum transcript_step step = transcript_next(&t->content, offer, fresh, &news, why);
    if (!write_news(t, &news, why))
        return TRANSCRIPT_LEFT_OUT; /* without a stored transcript there is no proof: send nothing
                                     */
    if (step == TRANSCRIPT_WAIT && !check_seed(t, fair, why))
        step = TRANSCRIPT_CHEATED;
    return step;
}

static json_t *answer_with(const char *key, const unsigned char bytes[FAIR_BYTES])
{
    char hex[FAIR_HEX];
    fair_to_hex(bytes, hex);
    return json_pack("{s:s,s:s}", "do", "fair", key, hex);
}

json_t *transcript_file_answer(struct transcript_file *t, const json_t *fair, struct text *why)
{
    const struct transcript *transcript = &t->content;
    struct transcript_offer offer = {.step = OFFER_COMMIT};
    unsigned char commit[FAIR_BYTES];
    if (t->file < 0)
        return NULL;
    const enum transcript_step step = find_step(t, &offer, fair, why);
    const int attempt = offer.fair.attempt;
    lines_free(&offer.settings);
    if (step == t->warned)
        text_clear(why);
    if (step == TRANSCRIPT_CHEATED || step == TRANSCRIPT_LEFT_OUT)
        t->warned = step;
    if (t->warned == TRANSCRIPT_CHEATED)
        return NULL; /* once and for all */
    switch (step) {
    case TRANSCRIPT_COMMIT:
        fair_commit(transcript->seed[attempt], commit);
        return answer_with("commit", commit);
    case TRANSCRIPT_ACKNOWLEDGE:
        return answer_with("list", transcript->list[attempt]);
    case TRANSCRIPT_OPEN:
        return answer_with("seed", transcript->seed[attempt]);
    default:
        return NULL;
    }
}
