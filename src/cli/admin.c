/* cornet export, backup, restore and purge: administration of a server's store. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/files.h"
#include "base/lang.h"
#include "cli/admin.h"
#include "server/admin.h"
#include "tui/saving.h"

enum { DAYS_MAX = 36500 };

struct exporting {
    const char *folder; /* NULL: standard output */
    bool list;
    size_t count;
    char why[TEXT_WHY];
};

static bool write_record(struct exporting *e, const struct admin_table *table)
{
    char path[4200];
    struct text why = text_on(e->why, sizeof e->why);
    snprintf(path, sizeof path, "%s/%s-%s.cornet", e->folder, table->game, table->name);
    const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0644);
    FILE *out = fd < 0 ? NULL : fdopen(fd, "w");
    const bool good =
        out && fwrite(table->record.at, 1, table->record.length, out) == table->record.length;
    if (out ? fclose(out) != 0 || !good : true)
        return text_fail(&why, tr("cannot write %s: %s"), path, strerror(errno));
    return true;
}

static bool see(void *context, const struct admin_table *table)
{
    struct exporting *e = context;
    e->count++;
    if (e->list) {
        const time_t when = (time_t)(table->changed / 1000);
        char text[32];
        strftime(text, sizeof text, "%Y-%m-%d %H:%M", localtime(&when));
        printf("%s  %-10s %-8s %5zu  %s\n", table->name, table->game, table->phase, table->lines,
               text);
        return true;
    }
    if (e->folder)
        return write_record(e, table);
    fwrite(table->record.at, 1, table->record.length, stdout);
    return true;
}

bool admin_find_store(const struct command *command, const char **store, bool must_be_there,
                      int *code)
{
    static char path[4096];
    const char *variable = getenv("CORNET_STORE"); /* as cornet serve reads it */
    if (!*store && variable && *variable)
        *store = variable;
    if (!*store && !saving_store(path, sizeof path)) {
        *code = command_usage(command, tr("there is no data folder: name a file with --store"));
        return false;
    }
    *store = *store ? *store : path;
    if (!must_be_there || store_is_database(*store) || access(*store, F_OK) == 0)
        return true;
    *code = command_failed(
        command, tr("there is no store %s: 'cornet serve' creates it, --store names another one"),
        *store);
    return false;
}

struct command_option admin_store_option(const char **store)
{
    return (struct command_option){
        "store", mark("FILE"), mark("Names the store."),
        .default_text = mark("CORNET_STORE, or in the user's data folder"), .text = store};
}

static int run_export(const struct command *command, int argc, char **argv)
{
    const char *store = NULL;
    struct exporting e = {0};
    const struct command_option options[] = {
        {.argument = mark("TABLE"),
         .help = mark("Names the table whose record the command writes to standard output.")},
        {"to", mark("DIR"), mark("Writes every table's record into the folder DIR."),
         .text = &e.folder},
        admin_store_option(&store),
        {0},
    };
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    int code;
    if (!options_read(command, options, &argc, &argv, &code))
        return code;
    if (argc > 1)
        return command_usage(command, tr("name one TABLE, or none for all of them"));
    const char *table = argc ? argv[0] : NULL;
    e.list = !table && !e.folder;
    if (!admin_find_store(command, &store, true, &code))
        return code;
    if (e.folder)
        files_make_folder(e.folder);
    if (e.folder && access(e.folder, W_OK) != 0)
        return command_failed(command, tr("cannot write %s: %s"), e.folder, strerror(errno));
    if (!admin_tables(store, table, see, &e, &why))
        return command_failed(command, "%s", why.start);
    if (e.why[0])
        return command_failed(command, "%s", e.why);
    if (e.folder) {
        struct screen screen = screen_on(stdout);
        screen_printf(&screen,
                      trn("%zu record written to %s\n", "%zu records written to %s\n", e.count),
                      e.count, e.folder);
    }
    return command_finish(command);
}

/* Copies the store to a file, or back. */
static int run_copy(const struct command *command, int argc, char **argv, bool restores)
{
    const char *store = NULL, *file = NULL;
    const struct command_option options[] = {
        {restores ? "from" : "to", mark("FILE"),
         restores ? mark("Reads this copy made by cornet backup, or another store.")
                  : mark("Writes the copy to this new file, which only you can read."),
         .text = &file},
        admin_store_option(&store),
        {0},
    };
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct copy_counts counts = {0, 0};
    int code;
    if (!options_read(command, options, &argc, &argv, &code))
        return code;
    if (argc > 0 || !file)
        return command_usage(command, restores ? tr("name the file to restore with --from FILE")
                                               : tr("name the copy with --to FILE"));
    if (restores && !store_is_database(file) && access(file, R_OK) != 0)
        return command_failed(command, tr("cannot read %s: %s"), file, strerror(errno));
    if (!admin_find_store(command, &store, !restores, &code))
        return code;
    if (restores ? !admin_restore(file, store, &counts, &why) : !admin_backup(store, file, &why))
        return command_failed(command, "%s", why.start);
    struct screen screen = screen_on(stdout);
    if (!restores) {
        screen_printf(&screen, tr("%s is a copy of %s\n"), file,
                      store_is_database(store) ? tr("the database")
                                               : store); /* its address may hold a password */
        return command_finish(command);
    }
    screen_printf(&screen, trn("%zu table restored", "%zu tables restored", counts.copied),
                  counts.copied);
    screen_printf(&screen, trn("; %zu existed already\n", "; %zu existed already\n", counts.there),
                  counts.there);
    return command_finish(command);
}

static int run_backup(const struct command *command, int argc, char **argv)
{
    return run_copy(command, argc, argv, false);
}

static int run_restore(const struct command *command, int argc, char **argv)
{
    return run_copy(command, argc, argv, true);
}

static int run_purge(const struct command *command, int argc, char **argv)
{
    const char *store = NULL;
    uint64_t days = 0;
    bool given = false, unfinished = false, dry_run = false;
    const struct command_option options[] = {
        {"older", mark("DAYS"), mark("Deletes finished tables unchanged for DAYS days."),
         .given = &given, .number = &days, .max = DAYS_MAX},
        {"unfinished", NULL, mark("Deletes unfinished tables too."), .flag = &unfinished},
        {"dry-run", NULL, mark("Only reports how many tables would be deleted."), .flag = &dry_run},
        admin_store_option(&store),
        {0},
    };
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    int code;
    if (!options_read(command, options, &argc, &argv, &code))
        return code;
    if (argc > 0 || !given)
        return command_usage(command, tr("say with --older DAYS how long to keep tables"));
    if (!admin_find_store(command, &store, true, &code))
        return code;
    size_t tables;
    const uint64_t before = clock_real() - days * 86400000u;
    if (!(dry_run ? admin_count_old : admin_purge)(store, before, unfinished, &tables, &why))
        return command_failed(command, "%s", why.start);
    struct screen screen = screen_on(stdout);
    screen_printf(&screen,
                  dry_run
                      ? trn("%zu table would be deleted\n", "%zu tables would be deleted\n", tables)
                      : trn("%zu table deleted\n", "%zu tables deleted\n", tables),
                  tables);
    return command_finish(command);
}

const struct command command_export = {
    .name = "export",
    .topic = COMMAND_SERVER,
    .arguments = mark("[TABLE]"),
    .about = mark("Lists the tables of a server's store, or writes their records."),
    .notes = mark("Without TABLE and --to it prints a list. The server may be running."),
    .example = "cornet export --to records",
    .run = run_export,
};

const struct command command_backup = {
    .name = "backup",
    .topic = COMMAND_SERVER,
    .arguments = mark("--to FILE"),
    .about = mark("Makes a consistent copy of a server's store."),
    .notes = mark("The server may be running. The copy is a store: cornet serve --store FILE"
                  " opens it."),
    .example = "cornet backup --to tables-backup.db",
    .run = run_backup,
};

const struct command command_restore = {
    .name = "restore",
    .topic = COMMAND_SERVER,
    .arguments = mark("--from FILE"),
    .about = mark("Copies the tables of one store into another."),
    .notes = mark("FILE is not changed. Tables that already exist in the store are kept as they "
                  "are. To move a server from a file to a database, run cornet restore --from FILE "
                  "--store postgresql://...; to move back, run cornet backup."),
    .example = "cornet restore --from tables-backup.db --store new.db",
    .run = run_restore,
};

const struct command command_purge = {
    .name = "purge",
    .topic = COMMAND_SERVER,
    .arguments = mark("--older DAYS"),
    .about = mark("Deletes old tables from a server's store."),
    .notes = mark("The server may be running: it then deletes them itself, except tables with "
                  "somebody present."),
    .example = "cornet purge --older 90",
    .run = run_purge,
};
