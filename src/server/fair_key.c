#include "server/fair_key.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/lang.h"

/* Writes a new key under another name and links it, so that of two servers that start at once one
 * makes the file, and nobody reads half of it. */
static bool make_file(const char *path, struct text *why)
{
    char name[4096 + 16], hex[FAIR_HEX];
    unsigned char key[FAIR_BYTES];
    snprintf(name, sizeof name, "%s.%ld", path, (long)getpid());
    randombytes_buf(key, sizeof key);
    fair_to_hex(key, hex);
    hex[FAIR_HEX - 1] = '\n';
    const int file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    bool good = file >= 0 && write(file, hex, FAIR_HEX) == FAIR_HEX && fsync(file) == 0;
    if (file >= 0)
        close(file);
    good = good && (link(name, path) == 0 || errno == EEXIST);
    if (!good)
        text_fail(why, tr("the key file of the fair dice, %s, cannot be made: %s"), path,
                  strerror(errno));
    if (file >= 0)
        unlink(name);
    sodium_memzero(key, sizeof key);
    sodium_memzero(hex, sizeof hex);
    return good;
}

static bool read_file(int file, const char *path, unsigned char key[FAIR_BYTES], struct text *why)
{
    char bytes[FAIR_HEX + 1];
    struct stat about;
    const ssize_t length = read(file, bytes, sizeof bytes);
    if (fstat(file, &about) == 0 && about.st_mode & (S_IRWXG | S_IRWXO))
        return text_fail(
            why,
            tr("the key file of the fair dice, %s, must be readable for its owner only "
               "(chmod 600)"),
            path);
    const bool good = length == FAIR_HEX && bytes[FAIR_HEX - 1] == '\n' &&
                      fair_from_hex((struct span){bytes, FAIR_HEX - 1}, key);
    sodium_memzero(bytes, sizeof bytes);
    return good || text_fail(why,
                             tr("%s is no key file of the fair dice: it has one line of 64 "
                                "hexadecimal digits"),
                             path);
}

/* The key of the server's signatures, which players can recognise at all its tables. */
static void make_secret(struct table_fair3 *fair)
{
    static const char text[] = "cornet fair 3 server key\n";
    unsigned char seed[FAIR_BYTES];
    crypto_auth_hmacsha256(seed, (const unsigned char *)text, sizeof text - 1, fair->key);
    fair3_secret_make(&fair->secret, seed);
    sodium_memzero(seed, sizeof seed);
}

bool fair_key_open(const char *path, struct table_fair3 *fair, bool *made, struct text *why)
{
    if (access(path, F_OK) != 0 && errno == ENOENT) {
        if (!make_file(path, why))
            return false;
        *made = true;
    }
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return text_fail(why, tr("the key file of the fair dice, %s, cannot be read: %s"), path,
                         strerror(errno));
    const bool good = read_file(file, path, fair->key, why);
    close(file);
    if (!good)
        return false;
    make_secret(fair);
    fair->sign = fair3_sign;
    fair->check = fair3_check;
    fair->random = randombytes_buf;
    return true;
}
