/* embed: turns files into C arrays, while the program is built. cmake/embed.cmake calls it.
 *
 *     embed array NAME FILE STEM [MAGIC]
 *
 * writes STEM.c and STEM.h: `const unsigned char NAME[]` holds the file's bytes. Like a string
 * literal it has a NUL behind them, so the file's length is `sizeof NAME - 1`, a constant
 * expression. It is aligned to DATA_ALIGNMENT, so that it can be used in place as an array of
 * structs. With MAGIC the file must begin with a struct data_header that has this magic and the
 * file's length.
 *
 *     embed list NAME OUTPUT KEY=FILE...
 *
 * writes the C file OUTPUT: `const struct file NAME[]` (server/net/files.h) lists the files by
 * their keys, each with a tag made of its SHA-256.
 *
 * Bytes are written as string literals, which compilers read about ten times as fast as lists of
 * numbers. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "base/data.h"
#include "base/files.h"

enum { LINE = 128, TAG_BYTES = 8 }; /* bytes of a file in a line of C; bytes of a hash in a tag */

__attribute__((noreturn)) static void fail(const char *path, const char *reason)
{
    fprintf(stderr, "embed: %s: %s\n", path, reason);
    exit(1);
}

static unsigned char *read_file(const char *path, size_t *length)
{
    char buffer[TEXT_WHY];
    struct text why = text_on(buffer, sizeof buffer);
    unsigned char *bytes = files_read(path, length, &why);
    if (!bytes) {
        fprintf(stderr, "embed: %s\n", buffer);
        exit(1);
    }
    return bytes;
}

static FILE *open_output(const char *path)
{
    FILE *out = fopen(path, "w");
    if (!out)
        fail(path, strerror(errno));
    return out;
}

static void close_output(FILE *out, const char *path)
{
    const bool failed = ferror(out) != 0; /* before fclose, which frees it */
    if (fclose(out) != 0 || failed)
        fail(path, "cannot be written");
}

/* The bytes as string literals, one a line. Octal escapes have three digits, so that a digit may
 * follow; a question mark is escaped because two of them could begin a trigraph. */
static void write_bytes(FILE *out, const unsigned char *bytes, size_t length)
{
    for (size_t i = 0; i < length || i == 0; i += LINE) {
        char line[4 * LINE + 1], *end = line;
        for (size_t j = i; j < i + LINE && j < length; j++) {
            const unsigned char c = bytes[j];
            if (c >= ' ' && c <= '~' && c != '"' && c != '\\' && c != '?') {
                *end++ = (char)c;
            } else {
                *end++ = '\\';
                *end++ = (char)('0' + (c >> 6));
                *end++ = (char)('0' + (c >> 3 & 7));
                *end++ = (char)('0' + (c & 7));
            }
        }
        *end = '\0';
        fprintf(out, "\n\"%s\"", line);
    }
}

static void check_header(const char *path, const unsigned char *bytes, size_t length,
                         const char *magic)
{
    struct data_header header;
    if (strlen(magic) != sizeof header.magic || length < sizeof header ||
        memcmp(bytes, magic, sizeof header.magic) != 0)
        fail(path, "it does not begin with the magic of its format");
    memcpy(&header, bytes, sizeof header);
    if (header.length != length)
        fail(path, "it has not the length that its header says");
}

static void write_array(const char *name, const char *path, const char *stem, const char *magic)
{
    char output[4096];
    size_t length;
    unsigned char *bytes = read_file(path, &length);
    if (magic)
        check_header(path, bytes, length, magic);

    snprintf(output, sizeof output, "%s.h", stem);
    FILE *out = open_output(output);
    fprintf(out, "/* Made by tools/embed.c. */\nextern const unsigned char %s[%zu];\n", name,
            length + 1);
    close_output(out, output);

    snprintf(output, sizeof output, "%s.c", stem);
    out = open_output(output);
    fprintf(out,
            "/* Made by tools/embed.c. */\n#include \"embedded/%s.h\"\n\n"
            "_Alignas(%d) const unsigned char %s[%zu] =",
            name, DATA_ALIGNMENT, name, length + 1);
    write_bytes(out, bytes, length);
    fputs(";\n", out);
    close_output(out, output);
    free(bytes);
}

/* The first bytes of the content's SHA-256 in hexadecimal: an ETag of HTTP. */
static void make_tag(const unsigned char *bytes, size_t length, char tag[2 * TAG_BYTES + 1])
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(hash, bytes, length);
    sodium_bin2hex(tag, 2 * TAG_BYTES + 1, hash, TAG_BYTES);
}

static void write_list(const char *name, const char *path, char *const files[], int count)
{
    FILE *out = open_output(path);
    char(*tag)[2 * TAG_BYTES + 1] = calloc((size_t)count, sizeof *tag);
    if (!tag)
        fail(path, strerror(errno));
    fputs("/* Made by tools/embed.c. */\n#include \"server/net/files.h\"\n", out);
    for (int i = 0; i < count; i++) {
        const char *equals = strchr(files[i], '=');
        size_t length;
        if (!equals)
            fail(files[i], "not KEY=FILE");
        unsigned char *bytes = read_file(equals + 1, &length);
        make_tag(bytes, length, tag[i]);
        fprintf(out, "\nstatic const unsigned char file_%d[] =", i);
        write_bytes(out, bytes, length);
        fputs(";\n", out);
        free(bytes);
    }
    fprintf(out, "\nconst struct file %s[] = {\n", name);
    for (int i = 0; i < count; i++)
        fprintf(out,
                "    {.name = \"%.*s\", .bytes = file_%d, .size = sizeof file_%d - 1, "
                ".tag = \"%s\"},\n",
                (int)strcspn(files[i], "="), files[i], i, i, tag[i]);
    fputs("    {.name = 0},\n};\n", out);
    close_output(out, path);
    free(tag);
}

int main(int argc, char **argv)
{
    if ((argc == 5 || argc == 6) && strcmp(argv[1], "array") == 0) {
        write_array(argv[2], argv[3], argv[4], argc == 6 ? argv[5] : NULL);
    } else if (argc > 4 && strcmp(argv[1], "list") == 0) {
        write_list(argv[2], argv[3], argv + 4, argc - 4);
    } else {
        fprintf(stderr, "usage: embed array NAME FILE STEM [MAGIC]\n"
                        "       embed list NAME OUTPUT KEY=FILE...\n");
        return 2;
    }
    return 0;
}
