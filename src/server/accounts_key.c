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
static bool add_to_database(const struct people_db *db, const unsigned char key[PEOPLE_KEY_BYTES],
                            struct text *why)
{
    const struct people_value value = {PEOPLE_BYTES, 0, {(const char *)key, PEOPLE_KEY_BYTES}};
    return db->run(db->context,
                   "INSERT INTO secret(name, value) VALUES('people', $1) ON CONFLICT DO NOTHING",
                   &value, 1, NULL, NULL, why);
}

static bool find_in_database(const struct people_db *db, unsigned char key[PEOPLE_KEY_BYTES],
                             struct text *why)
{
    return db->run(db->context, "SELECT value FROM secret WHERE name = 'people'", NULL, 0, take_key,
                   key, why);
}

/* ---- in a file ---- */

static bool count_people(void *context, const struct people_value column[], int columns)
{
    (void)columns;
    *(int64_t *)context = column[0].number;
    return false;
}

static bool write_file(const char *path, const unsigned char key[PEOPLE_KEY_BYTES],
                       struct text *why)
{
    char hex[HEX_LENGTH + 1];
    sodium_bin2hex(hex, sizeof hex, key, PEOPLE_KEY_BYTES);
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
    sodium_memzero(hex, sizeof hex);
    return good;
}

static bool make_file(const struct people_db *db, const char *path, struct text *why)
{
    unsigned char key[PEOPLE_KEY_BYTES];
    int64_t people = 0;
    if (!db->run(db->context, "SELECT count(*) FROM person", NULL, 0, count_people, &people, why))
        return false;
    if (people)
        return text_fail(why,
                         tr("%s is missing: without this key nobody can sign in; copy it from the "
                            "backup"),
                         path);
    randombytes_buf(key, sizeof key);
    const bool good = write_file(path, key, why);
    sodium_memzero(key, sizeof key);
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

static bool name_file(const char *path, char name[PATH_MAX], struct text *why)
{
    return snprintf(name, PATH_MAX, "%s.key", path) < PATH_MAX ||
           text_fail(why, tr("the key of the accounts, %s, cannot be read: %s"), path,
                     strerror(ENAMETOOLONG));
}

bool accounts_key(struct store *store, const char *path, unsigned char key[PEOPLE_KEY_BYTES],
                  struct text *why)
{
    const struct people_db db = store->driver->people(store);
    char name[PATH_MAX];
    memset(key, 0, PEOPLE_KEY_BYTES);
    if (store_is_shared(store)) {
        randombytes_buf(key, PEOPLE_KEY_BYTES);
        return add_to_database(&db, key, why) && find_in_database(&db, key, why);
    }
    return name_file(path, name, why) && (access(name, F_OK) == 0 || make_file(&db, name, why)) &&
           read_file(name, key, why);
}

/* The key of a store that is being copied; all zero: it has none yet. */
static bool find_key(struct store *store, const char *path, unsigned char key[PEOPLE_KEY_BYTES],
                     struct text *why)
{
    const struct people_db db = store->driver->people(store);
    char name[PATH_MAX];
    memset(key, 0, PEOPLE_KEY_BYTES);
    if (store_is_shared(store))
        return find_in_database(&db, key, why);
    return name_file(path, name, why) && (access(name, F_OK) != 0 || read_file(name, key, why));
}

bool accounts_copy_key(struct store *from, const char *from_path, struct store *target,
                       const char *to, struct text *why)
{
    unsigned char key[PEOPLE_KEY_BYTES], there[PEOPLE_KEY_BYTES] = {0};
    char name[PATH_MAX];
    if (!find_key(from, from_path, key, why))
        return false;
    if (sodium_is_zero(key, sizeof key))
        return true;
    const bool shared = target && store_is_shared(target);
    const struct people_db db = target ? target->driver->people(target) : (struct people_db){0};
    bool good = shared ? add_to_database(&db, key, why)
                       : name_file(to, name, why) &&
                             (access(name, F_OK) == 0 || write_file(name, key, why));
    good = good && (shared ? find_in_database(&db, there, why) : read_file(name, there, why));
    if (good && sodium_memcmp(key, there, sizeof key) != 0)
        good = text_fail(why, tr("%s has accounts with another key"), to);
    sodium_memzero(key, sizeof key);
    sodium_memzero(there, sizeof there);
    return good;
}
