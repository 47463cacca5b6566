/* The key of all hashes: without it nobody can sign in. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/lang.h"
#include "server/accounts.h"

#define HEX_LENGTH (2 * PEOPLE_KEY_BYTES)

/* ---- in a database ---- */

static bool take_key(void *context, const struct people_value column[], int columns)
{
    (void)columns;
    if (column[0].bytes.length == PEOPLE_KEY_BYTES)
        memcpy(context, column[0].bytes.at, PEOPLE_KEY_BYTES);
    return false;
}

/* Of servers that start at once, the first one's key counts. */
static bool find_in_database(const struct people_db *db, unsigned char key[PEOPLE_KEY_BYTES],
                             struct text *why)
{
    unsigned char made[PEOPLE_KEY_BYTES];
    randombytes_buf(made, sizeof made);
    const struct people_value value = {PEOPLE_BYTES, 0, {(const char *)made, sizeof made}};
    return db->run(db->context,
                   "INSERT INTO secret(name, value) VALUES('people', $1) ON CONFLICT DO NOTHING",
                   &value, 1, NULL, NULL, why) &&
           db->run(db->context, "SELECT value FROM secret WHERE name = 'people'", NULL, 0, take_key,
                   key, why) &&
           (!sodium_is_zero(key, PEOPLE_KEY_BYTES) ||
            text_fail(why, tr("the key of the accounts cannot be read")));
}

/* ---- in a file ---- */

static bool count_people(void *context, const struct people_value column[], int columns)
{
    (void)columns;
    *(int64_t *)context = column[0].number;
    return false;
}

static bool make_file(const struct people_db *db, const char *path, struct text *why)
{
    unsigned char key[PEOPLE_KEY_BYTES];
    char hex[HEX_LENGTH + 1];
    int64_t people = 0;
    if (!db->run(db->context, "SELECT count(*) FROM person", NULL, 0, count_people, &people, why))
        return false;
    if (people)
        return text_fail(why,
                         tr("%s is missing: without this key nobody can sign in; copy it from the "
                            "backup"),
                         path);
    randombytes_buf(key, sizeof key);
    sodium_bin2hex(hex, sizeof hex, key, sizeof key);
    hex[HEX_LENGTH] = '\n';
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    const bool good =
        file >= 0 && write(file, hex, sizeof hex) == (ssize_t)sizeof hex && fsync(file) == 0;
    if (!good)
        text_fail(why, tr("the key of the accounts, %s, cannot be made: %s"), path,
                  strerror(errno));
    if (file >= 0)
        close(file);
    if (!good && file >= 0)
        unlink(path);
    sodium_memzero(key, sizeof key);
    sodium_memzero(hex, sizeof hex);
    return good;
}

static bool read_file(const char *path, unsigned char key[PEOPLE_KEY_BYTES], struct text *why)
{
    char hex[HEX_LENGTH + 2];
    size_t length = 0;
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return text_fail(why, tr("the key of the accounts, %s, cannot be read: %s"), path,
                         strerror(errno));
    const ssize_t count = read(file, hex, sizeof hex);
    close(file);
    const bool good =
        count == HEX_LENGTH + 1 && hex[HEX_LENGTH] == '\n' &&
        sodium_hex2bin(key, PEOPLE_KEY_BYTES, hex, HEX_LENGTH, NULL, &length, NULL) == 0 &&
        length == PEOPLE_KEY_BYTES;
    sodium_memzero(hex, sizeof hex);
    return good || text_fail(why,
                             tr("%s is no key of accounts: it has one line of 64 hexadecimal "
                                "digits"),
                             path);
}

bool accounts_key(struct store *store, const char *path, unsigned char key[PEOPLE_KEY_BYTES],
                  struct text *why)
{
    const struct people_db db = store->driver->people(store);
    char name[PATH_MAX];
    memset(key, 0, PEOPLE_KEY_BYTES);
    if (store_is_shared(store))
        return find_in_database(&db, key, why);
    if (snprintf(name, sizeof name, "%s.key", path) >= (int)sizeof name)
        return text_fail(why, tr("the key of the accounts, %s, cannot be read: %s"), path,
                         strerror(ENAMETOOLONG));
    return (access(name, F_OK) == 0 || make_file(&db, name, why)) && read_file(name, key, why);
}
