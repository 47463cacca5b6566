#include "server/admin.h"

#include <pwd.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/lang.h"
#include "server/accounts.h"
#include "server/control.h"
#include "server/work/reader.h"

#define OLD_MAX 64         /* tables that are looked for at a time */
#define ANSWER_SECONDS 6.0 /* for the answers of servers that share a database */

struct showing {
    struct store *store;
    admin_on_table *see;
    void *context;
    struct text *why;
    bool good;
};

static bool show(void *context, const struct store_table *row)
{
    struct showing *showing = context;
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    const struct table_env env = {.program = "cornet-" CORNET_VERSION};
    struct table *table = reader_restore(&env, showing->store, row, &why);
    if (!table) {
        showing->good =
            text_fail(showing->why, tr("table %s cannot be read: %s"), row->name, why.start);
        return true;
    }
    char *bytes = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&bytes, &length);
    table_record(table, out);
    fclose(out);
    const struct admin_table seen = {.name = row->name,
                                     .game = table_match(table)->game->id,
                                     .phase = table_phase_name(table_phase(table)),
                                     .changed = table_changed(table),
                                     .lines = table_match(table)->body.count,
                                     .record = {bytes, length}};
    const bool more = showing->see(showing->context, &seen);
    free(bytes);
    table_free(table);
    return more;
}

bool admin_tables(const char *path, const char *name, admin_on_table *see, void *context,
                  struct text *why)
{
    struct store *store = store_open(path, STORE_READ, why);
    struct showing showing = {store, see, context, why, true};
    bool good = store;
    if (good && name) {
        struct store_table row;
        const enum store_found found = store->driver->find(store, name, &row, why);
        good = found == STORE_FOUND ||
               (found == STORE_NONE && text_fail(why, tr("there is no table '%.40s'"), name));
        if (good)
            show(&showing, &row);
    } else if (good) {
        good = store->driver->tables(store, false, TABLE_WAITING, TABLE_OVER, SIZE_MAX, show,
                                     &showing, why);
    }
    store_close(store);
    return good && showing.good;
}

/* The old tables that were found, some at a time. */
struct old {
    struct store_table row[OLD_MAX];
    size_t count;
};

static bool add_old(void *context, const struct store_table *row)
{
    struct old *old = context;
    old->row[old->count++] = *row;
    return true;
}

/* Deletes the tables of a store that no server uses. */
static bool purge(struct store *store, struct store_age *age, size_t *tables, struct text *why)
{
    for (*tables = 0;;) {
        struct old old = {.count = 0};
        if (!store->driver->old(store, age, OLD_MAX, add_old, &old, why))
            return false;
        if (old.count == 0)
            break;
        age->after = old.row[old.count - 1].table;
        for (size_t i = 0, done, deleted; i < old.count; i += done) {
            if (!store->driver->purge(store, old.row + i, old.count - i, &done, &deleted, why))
                return false;
            *tables += deleted;
        }
    }
    store->driver->shrink(store);
    return true;
}

bool admin_count_old(const char *path, uint64_t before, bool unfinished_too, size_t *tables,
                     struct text *why)
{
    struct store_age age = {.before = before,
                            .min_phase = unfinished_too ? TABLE_WAITING : TABLE_OVER};
    struct store *store = store_open(path, STORE_READ, why);
    struct old old = {.count = store ? OLD_MAX : 0};
    bool good = store;
    for (*tables = 0; good && old.count == OLD_MAX; *tables += old.count) {
        old.count = 0;
        good = store->driver->old(store, &age, OLD_MAX, add_old, &old, why);
        age.after = old.count ? old.row[old.count - 1].table : 0;
    }
    store_close(store);
    return good;
}

bool admin_purge(const char *path, uint64_t before, bool unfinished_too, size_t *tables,
                 struct text *why)
{
    struct store_age age = {.before = before,
                            .min_phase = unfinished_too ? TABLE_WAITING : TABLE_OVER};
    const enum control_result asked = control_purge(path, &age, tables, why);
    if (asked != CONTROL_NOBODY)
        return asked == CONTROL_DONE;
    struct store *store = store_open(path, STORE_ADMIN, why);
    const bool good = store && purge(store, &age, tables, why);
    store_close(store);
    return good;
}

bool admin_note(const char *path, const char *command, struct text *why)
{
    struct store *store = store_open(path, STORE_NOTES, why);
    const bool good = store && store->driver->note(store, clock_real(), command, why);
    store_close(store);
    return good;
}

static void random_bytes(void *bytes, size_t length)
{
    randombytes_buf(bytes, length);
}

bool admin_rename(const char *path, const char *name, const char *to, struct text *why)
{
    static const unsigned char none[PEOPLE_KEY_BYTES];
    const struct people_request request = {.verb = PEOPLE_RENAME, .name = name, .to = to};
    struct people_answer answer;
    struct store *store = store_open(path, STORE_NOTES, why);
    if (!store)
        return false;
    const struct people_env env = {.db = store->driver->people(store),
                                   .key = none, /* no secret is needed */
                                   .now = clock_real(),
                                   .random = random_bytes};
    people_handle(&env, &request, &answer);
    const bool good = answer.status == 200 || text_fail(why, "%s", answer.text);
    people_answer_free(&answer);
    store_close(store);
    return good;
}

bool admin_notes(const char *path, store_on_note *see, void *context, struct text *why)
{
    struct store *store = store_open(path, STORE_READ, why);
    const bool good = store && store->driver->notes(store, 0, see, context, why);
    store_close(store);
    return good;
}

bool admin_is_owner(const char *path, struct text *why)
{
    struct stat file;
    if (store_is_database(path) || stat(path, &file) != 0 || file.st_uid == geteuid())
        return true;
    const struct passwd *owner = getpwuid(file.st_uid);
    return text_fail(why,
                     tr("%s belongs to the user %s: run this command as that user (runuser -u %s "
                        "-- cornet admin ...)"),
                     path, owner ? owner->pw_name : "?", owner ? owner->pw_name : "?");
}

/* The answers of servers that share a database. */
struct answers {
    admin_on_answer *see;
    void *context;
    size_t missing;
};

static bool count_missing(void *context, const struct store_request *request)
{
    struct answers *answers = context;
    answers->missing += !request->text.at;
    return true;
}

static bool show_answer(void *context, const struct store_request *request)
{
    struct answers *answers = context;
    char *text = request->text.at ? strndup(request->text.at, request->text.length) : NULL;
    answers->see(answers->context, request->server, text);
    free(text);
    return true;
}

static bool ask_database(const char *path, const char *server, const char *request,
                         admin_on_answer *see, void *context, struct text *why)
{
    struct answers answers = {.see = see, .context = context, .missing = 1};
    const double until = clock_steady() + ANSWER_SECONDS;
    struct store *store = store_open(path, STORE_NOTES, why);
    const int64_t asked = store ? store->driver->ask(store, server, request, why) : 0;
    bool good = asked != 0;
    while (good && answers.missing && clock_steady() < until) {
        nanosleep(&(struct timespec){0, 100000000}, NULL);
        answers.missing = 0;
        good = store->driver->answers(store, asked, count_missing, &answers, why);
    }
    good = good && store->driver->answers(store, asked, show_answer, &answers, why);
    store_close(store);
    return good;
}

bool admin_ask(const char *path, const char *server, const char *request, admin_on_answer *see,
               void *context, struct text *why)
{
    char *reply;
    if (store_is_database(path))
        return ask_database(path, server, request, see, context, why);
    const enum control_result asked = control_ask(path, request, &reply, why);
    if (asked == CONTROL_NOBODY)
        text_clear(why);
    if (asked != CONTROL_DONE)
        return false;
    see(context, "", reply);
    free(reply);
    return true;
}

bool admin_restore(const char *from, const char *to, struct copy_counts *counts, struct text *why)
{
    struct store *source = store_open(from, STORE_READ, why);
    struct store *target = source ? store_open(to, STORE_SERVE, why) : NULL;
    const bool good = target && accounts_copy_key(source, from, target, to, why) &&
                      copy_tables(source, target, counts, why) && copy_people(source, target, why);
    store_close(source);
    store_close(target);
    return good;
}

bool admin_backup(const char *path, const char *to, struct text *why)
{
    struct store *store = store_open(path, STORE_READ, why);
    const bool good = store && store->driver->backup(store, to, why) &&
                      accounts_copy_key(store, path, NULL, to, why);
    store_close(store);
    return good;
}
