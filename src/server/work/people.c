#include "server/work/people.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "base/memory.h"
#include "people/names.h"
#include "server/work/report.h"

/* ---- what people/ needs ---- */

static void random_bytes(void *bytes, size_t length)
{
    randombytes_buf(bytes, length);
}

/* Any table, wherever it runs: only its events are read. */
static struct table *find_table(void *context, const char *id, int64_t *row)
{
    struct reader *reader = context;
    struct store_table found;
    if (strlen(id) != TABLE_ID_LENGTH ||
        reader->store->driver->find(reader->store, id, &found, TEXT_UNREAD) != STORE_FOUND)
        return NULL;
    *row = found.table;
    return reader_restore(reader->env, reader->store, &found, TEXT_UNREAD);
}

/* ---- names of deleted accounts ---- */

/* Events of a seat that name somebody. */
struct naming {
    int seat;
    const char *fold; /* only this name; NULL: all */
    struct store_event *event;
    char **hash; /* what follows the name */
    size_t count;
    char first[PEOPLE_FOLD_MAX];
    bool differ; /* several people had the seat */
};

static bool add_naming(void *context, const struct store_event *event)
{
    struct naming *naming = context;
    char name[MATCH_NAME_MAX], fold[PEOPLE_FOLD_MAX];
    struct span rest = event->text;
    if (event->kind != EVENT_SEAT || event->seat != naming->seat)
        return true;
    const struct span cut = span_cut(&rest, '\n');
    snprintf(name, sizeof name, "%.*s", (int)cut.length, cut.at);
    people_fold_name(name, fold);
    naming->differ |= naming->first[0] && strcmp(naming->first, fold) != 0;
    memcpy(naming->first, fold, sizeof fold);
    if (naming->fold && strcmp(naming->fold, fold) != 0)
        return true;
    naming->event = memory_resize(naming->event, naming->count + 1, sizeof *naming->event);
    naming->hash = memory_resize(naming->hash, naming->count + 1, sizeof *naming->hash);
    naming->event[naming->count] = *event;
    naming->hash[naming->count] = memory_new(rest.length + 1, 1);
    memcpy(naming->hash[naming->count++], span_start(rest), rest.length);
    return true;
}

static void free_naming(struct naming *naming)
{
    for (size_t i = 0; i < naming->count; i++)
        free(naming->hash[i]);
    free(naming->event);
    free(naming->hash);
}

static bool write_naming(struct store *store, const struct naming *naming)
{
    bool good = true;
    for (size_t i = 0; i < naming->count && good; i++) {
        char bytes[256];
        struct text text = text_on(bytes, sizeof bytes);
        text_printf(&text, "%s\n%s", PEOPLE_NOBODY, naming->hash[i]);
        good = store->driver->rewrite(store, &naming->event[i],
                                      (struct span){text.start, text.length}, TEXT_UNREAD);
    }
    return good;
}

/* Replaces the name in the events of the seat: in all of them if only one person had it, since
 * people change their names; else where the name is this one. */
static bool rewrite(void *context, const char *table, int seat, const char *fold)
{
    struct store *store = ((struct reader *)context)->store;
    struct store_table row;
    const enum store_found found = store->driver->find(store, table, &row, TEXT_UNREAD);
    if (found != STORE_FOUND)
        return found == STORE_NONE;
    struct naming naming = {.seat = seat};
    bool good = store->driver->events(store, &row, add_naming, &naming, TEXT_UNREAD);
    if (good && naming.differ) {
        free_naming(&naming);
        naming = (struct naming){.seat = seat, .fold = fold};
        good = store->driver->events(store, &row, add_naming, &naming, TEXT_UNREAD);
    }
    good = good && write_naming(store, &naming);
    free_naming(&naming);
    return good;
}

/* ---- jobs ---- */

void people_do(struct reader *reader, struct job *job)
{
    struct people_job *account = job->account;
    const struct people_env env = {.db = reader->store->driver->people(reader->store),
                                   .key = account->key,
                                   .now = account->now,
                                   .random = random_bytes,
                                   .table = find_table,
                                   .context = reader};
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    if (job->task == JOB_PEOPLE) {
        lang_use(account->french);
        people_handle(&env, &account->request, &account->answer);
        lang_use_default();
    } else if (!people_erase(&env, rewrite, reader, &account->done, &why)) {
        account->done = true; /* another try later */
        report(REPORT_WARNING, "people", "deleted accounts cannot be cleared up: %s", why.start);
    }
}
