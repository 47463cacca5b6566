#include "cli/game_files.h"

#include <dirent.h>
#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/files.h"
#include "base/lang.h"
#include "botproc/bots.h"

static bool ends_with(const char *path, const char *ending)
{
    const size_t length = strlen(path), end = strlen(ending);
    return length > end && strcmp(path + length - end, ending) == 0;
}

void game_files_now(char date[32])
{
    const char *fixed = getenv("SOURCE_DATE_EPOCH");
    struct text out = text_on(date, 32);
    text_date(&out, fixed ? strtoll(fixed, NULL, 10) : time(NULL));
}

static bool is_stamp(const char *line)
{
    struct span rest = span_of(line);
    const struct span key = span_cut(&rest, ' ');
    return span_is(key, "date") || span_is(key, "program") || span_is(key, "seed");
}

void game_files_stamp(struct lines *extra, const char *date, const uint64_t *seed)
{
    struct lines kept = {0};
    for (size_t i = 0; i < extra->count; i++) {
        if (!is_stamp(extra->line[i]))
            lines_add(&kept, span_of(extra->line[i]));
    }
    lines_free(extra);
    *extra = kept;
    lines_printf(extra, "date %s", date);
    lines_printf(extra, "program cornet-%s", CORNET_VERSION);
    if (seed)
        lines_printf(extra, "seed %llu", (unsigned long long)*seed);
}

/* ---- opening ---- */

/* A mistyped path is created too, so if more than one folder is new, this is printed. */
static void make_folder(const char *path)
{
    char above[PATH_MAX];
    snprintf(above, sizeof above, "%s", path);
    const bool deep = access(dirname(above), F_OK) != 0;
    files_make_folder(path);
    if (deep && access(path, F_OK) == 0)
        fprintf(stderr, tr("cornet: created the folder %s and its parents\n"), path);
}

/* A file that is new, or that is cut after `bytes` and continued. */
static FILE *open_file(const char *path, bool resumed, long long bytes, struct text *why)
{
    if (!resumed) {
        FILE *new = fopen(path, "wxe");
        if (!new &&errno == EEXIST)
            text_fail(why, tr("%s already exists: name another file"), path);
        else if (!new)
            text_fail(why, tr("cannot write %s: %s"), path, strerror(errno));
        return new;
    }
    struct stat about;
    FILE *file = fopen(path, bytes == 0 ? "we" : "r+e");
    if (!file || fstat(fileno(file), &about) != 0 || about.st_size < bytes ||
        ftruncate(fileno(file), bytes) != 0 || fseeko(file, 0, SEEK_END) != 0) {
        text_fail(why, tr("cannot continue %s: it has changed since the run was interrupted"),
                  path);
        if (file)
            fclose(file);
        return NULL;
    }
    return file;
}

static bool open_records(struct game_files *f, struct text *why)
{
    if (ends_with(f->records_path, ".cornet"))
        return (f->records = open_file(f->records_path, f->resumed, f->records_bytes, why)) != NULL;
    struct stat about;
    make_folder(f->records_path);
    if (stat(f->records_path, &about) != 0 || !S_ISDIR(about.st_mode) ||
        access(f->records_path, W_OK) != 0)
        return text_fail(why, tr("--records: cannot write into the folder %s"), f->records_path);
    return true;
}

static void put_columns(struct game_files *f)
{
    fputs("number,seed", f->results);
    for (int seat = 1; seat <= f->settings->players; seat++)
        fprintf(f->results, ",agent_%d", seat);
    for (int seat = 1; seat <= f->settings->players; seat++)
        fprintf(f->results, ",score_%d", seat);
    fputs(",winner,turns,decisions,forced,moves\n", f->results);
}

static bool open_results(struct game_files *f, struct text *why)
{
    f->results = open_file(f->results_path, f->resumed, f->results_bytes, why);
    if (f->results && f->results_bytes == 0)
        put_columns(f);
    return f->results != NULL;
}

/* False if the folder of records has the record of a game of this run. Records with higher numbers
 * are allowed: they may be from another part of the run. */
static bool check_folder(const struct game_files *f, struct text *why)
{
    DIR *folder = opendir(f->records_path);
    bool good = true;
    if (!folder)
        return true; /* it is made later */
    for (const struct dirent *file; good && (file = readdir(folder));) {
        struct span ending = span_of(file->d_name);
        struct span name = span_cut(&ending, '.');
        uint64_t number;
        for (; name.length > 1 && *name.at == '0'; name.length--)
            name.at++;
        if (span_is(ending, "cornet") && span_number(name, 1, f->games, &number))
            good = text_fail(why, tr("%s/%s already exists: name another folder"), f->records_path,
                             file->d_name);
    }
    closedir(folder);
    return good;
}

bool game_files_check(struct game_files *f, struct text *why)
{
    const char *path[2] = {f->results_path, f->records_path};
    if (!f->date[0])
        game_files_now(f->date);
    if (f->results_path && !ends_with(f->results_path, ".csv"))
        return text_fail(why, tr("--results takes a file that ends in .csv, not '%s'"),
                         f->results_path);
    for (int i = 0; i < 2 && !f->resumed; i++) {
        if (path[i] && (i == 0 || ends_with(path[i], ".cornet")) && access(path[i], F_OK) == 0)
            return text_fail(why, tr("%s already exists: name another file"), path[i]);
    }
    if (f->records_path && !f->resumed && !ends_with(f->records_path, ".cornet"))
        return check_folder(f, why);
    return true;
}

bool game_files_open(struct game_files *f, struct text *why)
{
    if (f->results_path && !open_results(f, why))
        return false;
    if (!f->records_path)
        return true;
    f->match = match_new(f->game, f->settings, why);
    return f->match && open_records(f, why);
}

/* ---- writing ---- */

/* The header of the game's record, in f->match. */
static bool set_header(struct game_files *f, const struct sim_game *game, struct text *why)
{
    for (int seat = 1; seat <= f->settings->players; seat++) {
        char program[BOTS_NAME_MAX];
        const struct span agent = bots_shown(f->agent[game->agent[seat - 1]], program);
        char name[MATCH_NAME_MAX + 8];
        const int length =
            snprintf(name, sizeof name, MATCH_BOT "%.*s", (int)agent.length, agent.at);
        if (length >= MATCH_NAME_MAX)
            return text_fail(why, tr("'%.*s' is too long for the name of a seat in a record"),
                             span_shown(agent), agent.at);
        if (!match_set_name(f->match, seat, span_of(name), why))
            return false;
    }
    lines_cut(&f->match->extra, 0);
    game_files_stamp(&f->match->extra, f->date, f->seed);
    lines_printf(&f->match->extra, "number %llu", (unsigned long long)game->number);
    return true;
}

static bool put_record(struct game_files *f, const struct sim_game *game, struct text *why)
{
    char path[PATH_MAX];
    FILE *out = f->records;
    if (!set_header(f, game, why))
        return false;
    snprintf(path, sizeof path, "%s", f->records_path);
    if (!out) {
        snprintf(path, sizeof path, "%s/%09llu.cornet", f->records_path,
                 (unsigned long long)game->number);
        out = fopen(path, f->resumed ? "we" : "wxe");
        if (!out && errno == EEXIST)
            return text_fail(why, tr("%s already exists: name another folder"), path);
        if (!out)
            return text_fail(why, tr("cannot write %s: %s"), path, strerror(errno));
    }
    f->match->ended = game->forfeits; /* the version of the record depends on this */
    match_write(f->match, out);
    fwrite(game->lines.at, 1, game->lines.length, out);
    const bool written = !ferror(out);
    if ((out != f->records && fclose(out) != 0) || !written)
        return text_fail(why, tr("cannot write %s: %s"), path, strerror(errno));
    return true;
}

/* A field of a CSV file, in quotes if it needs them. */
static void put_field(FILE *out, struct span text)
{
    bool quote = false;
    for (size_t i = 0; i < text.length; i++)
        quote = quote || strchr(",\"\r\n", text.at[i]);
    if (quote)
        putc('"', out);
    for (size_t i = 0; i < text.length; i++) {
        if (text.at[i] == '"')
            putc('"', out);
        putc(text.at[i], out);
    }
    if (quote)
        putc('"', out);
}

/* Those with the largest share. */
static unsigned winners_of(const struct sim_game *game, int players)
{
    unsigned winners = 0;
    uint8_t most = 0;
    for (int i = 0; i < players; i++) {
        if (game->share[i] > most)
            winners = 0;
        most = game->share[i] > most ? game->share[i] : most;
        winners |= (unsigned)(game->share[i] == most) << i;
    }
    return winners;
}

static void put_results(struct game_files *f, const struct sim_game *game)
{
    const int players = f->settings->players;
    const unsigned winners = winners_of(game, players);
    FILE *out = f->results;
    fprintf(out, "%llu,", (unsigned long long)game->number);
    if (f->seed)
        fprintf(out, "%llu", (unsigned long long)*f->seed);
    for (int i = 0; i < players; i++) {
        putc(',', out);
        put_field(out, f->agent[game->agent[i]]);
    }
    for (int i = 0; i < players; i++)
        fprintf(out, ",%.12g", (double)game->share[i] / GAME_WHOLE);
    for (int i = 0, before = 0; i < players; i++) {
        if (winners >> i & 1)
            fprintf(out, "%c%d", before++ ? '+' : ',', i + 1);
    }
    fprintf(out, ",%llu,%llu,%llu,%llu\n", (unsigned long long)game->turns,
            (unsigned long long)game->decisions, (unsigned long long)game->forced,
            (unsigned long long)game->moves);
}

bool game_files_put(const struct sim_game *game, void *files)
{
    struct game_files *f = files;
    struct text why = text_on(f->why, sizeof f->why);
    if (f->records_path && !put_record(f, game, &why))
        return false;
    if (f->results)
        put_results(f, game);
    if (f->results && ferror(f->results))
        return text_fail(&why, tr("cannot write %s: %s"), f->results_path, strerror(errno));
    return true;
}

static bool flush(struct game_files *f, FILE *file, const char *path, long long *bytes)
{
    struct text why = text_on(f->why, sizeof f->why);
    *bytes = 0;
    if (!file)
        return true;
    if (fflush(file) != 0 || ferror(file))
        return text_fail(&why, tr("cannot write %s: %s"), path, strerror(errno));
    *bytes = ftello(file);
    return true;
}

bool game_files_flush(struct game_files *f)
{
    return !f->why[0] && flush(f, f->records, f->records_path, &f->records_bytes) &&
           flush(f, f->results, f->results_path, &f->results_bytes);
}

bool game_files_close(struct game_files *f)
{
    const bool good = game_files_flush(f);
    if (f->records)
        fclose(f->records);
    if (f->results)
        fclose(f->results);
    match_free(f->match);
    f->records = f->results = NULL;
    f->match = NULL;
    return good;
}
