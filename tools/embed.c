/* embed: turns files into C arrays during the build. cmake/embed.cmake calls it.
 *
 *     embed array NAME FILE STEM [MAGIC]
 *
 * writes STEM.c and STEM.h: `const unsigned char NAME[]` contains the bytes of the file. As in a
 * string literal a NUL follows them, so the file's length is `sizeof NAME - 1`, a constant
 * expression. It is aligned to DATA_ALIGNMENT, so that it can be used in place as an array of
 * structs. With MAGIC the file must begin with a struct data_header that has this magic and the
 * file's length.
 *
 *     embed reserve NAME FILE STEM [MAGIC]
 *
 * writes the same with an empty array: space for the bytes of the file, which are loaded at run
 * time. WebAssembly uses it, where files are fetched over the network when they are needed.
 *
 *     embed list NAME OUTPUT GZIP BROTLI KEY=FILE...
 *
 * writes the C file OUTPUT: `const struct file NAME[]` (net/files.h) lists the files by their keys.
 * Each has a tag made of its SHA-256, and is compressed by the programs GZIP and BROTLI (empty: not
 * used) if that makes it smaller.
 *
 * Bytes are written as string literals, which compilers read about ten times as fast as lists of
 * numbers. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sodium.h>

#include "base/data.h"
#include "base/files.h"

enum { LINE = 128, TAG_BYTES = 8 }; /* bytes of a file per line of C; bytes of a hash in a tag */

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

/* The output of the program with the file as its standard input. */
static unsigned char *run_filter(const char *program, const char *option, const char *path,
                                 size_t *length)
{
    int ends[2], status;
    unsigned char *bytes = NULL;
    size_t capacity = 0;
    if (pipe(ends) != 0)
        fail(program, strerror(errno));
    const pid_t child = fork();
    if (child == 0) {
        if (!freopen(path, "r", stdin) || dup2(ends[1], STDOUT_FILENO) < 0)
            _exit(126);
        close(ends[0]);
        close(ends[1]);
        execlp(program, program, option, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    *length = 0;
    for (ssize_t got = 1; got > 0; *length += got > 0 ? (size_t)got : 0) {
        if (*length == capacity) {
            capacity = capacity ? 2 * capacity : 65536;
            bytes = realloc(bytes, capacity);
        }
        if (!bytes)
            fail(program, strerror(errno));
        got = read(ends[0], bytes + *length, capacity - *length);
    }
    close(ends[0]);
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
        fail(program, "it fails");
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

/* Writes the bytes as string literals, one per line. Octal escapes have three digits, so that a
 * digit may follow. Question marks are escaped, because two of them could begin a trigraph. */
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

static void write_array(const char *name, const char *path, const char *stem, const char *magic,
                        bool reserve)
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
    fputs("/* Made by tools/embed.c. */\n", out);
    if (reserve) {
        fprintf(out, "_Alignas(%d) unsigned char %s[%zu];\n", DATA_ALIGNMENT, name, length + 1);
    } else {
        fprintf(out,
                "#include \"embedded/%s.h\"\n\n_Alignas(%d) const unsigned char %s[%zu] =", name,
                DATA_ALIGNMENT, name, length + 1);
        write_bytes(out, bytes, length);
        fputs(";\n", out);
    }
    close_output(out, output);
    free(bytes);
}

/* The first bytes of the content's SHA-256 in hexadecimal, used as an ETag. */
static void make_tag(const unsigned char *bytes, size_t length, char tag[2 * TAG_BYTES + 1])
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(hash, bytes, length);
    sodium_bin2hex(tag, 2 * TAG_BYTES + 1, hash, TAG_BYTES);
}

/* The codings of net/files.h, and the options for the best and reproducible compression. */
enum { GZIP, BROTLI, CODINGS };
static const char *const coding_names[CODINGS] = {"GZIP", "BROTLI"};
static const char *const coding_options[CODINGS] = {"-9nc", "-cZ"};

/* The list's entry for a file. */
struct listed {
    char tag[2 * TAG_BYTES + 1];
    bool coded[CODINGS];
};

static void write_literal(FILE *out, const char *stem, int index, const unsigned char *bytes,
                          size_t length)
{
    fprintf(out, "\nstatic const unsigned char %s_%d[] =", stem, index);
    write_bytes(out, bytes, length);
    fputs(";\n", out);
}

/* Whether the file is already compressed by gzip, as is the data of the browser's module. */
static bool is_compressed(const unsigned char *bytes, size_t length)
{
    return length > 2 && bytes[0] == 0x1f && bytes[1] == 0x8b;
}

/* A compressed file is one more response to cache, so it must be smaller by at least a tenth. */
static void write_file(FILE *out, int index, const char *path, char *const programs[CODINGS],
                       struct listed *listed)
{
    size_t length;
    unsigned char *bytes = read_file(path, &length);
    make_tag(bytes, length, listed->tag);
    write_literal(out, "file", index, bytes, length);
    for (int i = 0; i < CODINGS; i++) {
        size_t less;
        if (!programs[i][0] || is_compressed(bytes, length))
            continue;
        unsigned char *coded = run_filter(programs[i], coding_options[i], path, &less);
        listed->coded[i] = less < length - length / 10;
        if (listed->coded[i])
            write_literal(out, coding_names[i], index, coded, less);
        free(coded);
    }
    free(bytes);
}

static void write_list(const char *name, const char *path, char *const programs[CODINGS],
                       char *const files[], int count)
{
    FILE *out = open_output(path);
    struct listed *listed = calloc((size_t)count, sizeof *listed);
    if (!listed)
        fail(path, strerror(errno));
    fputs("/* Made by tools/embed.c. */\n#include \"net/files.h\"\n", out);
    for (int i = 0; i < count; i++) {
        const char *equals = strchr(files[i], '=');
        if (!equals)
            fail(files[i], "not KEY=FILE");
        write_file(out, i, equals + 1, programs, &listed[i]);
    }
    fprintf(out, "\nconst struct file %s[] = {\n", name);
    for (int i = 0; i < count; i++) {
        fprintf(out,
                "    {.name = \"%.*s\", .bytes = file_%d, .size = sizeof file_%d - 1, "
                ".tag = \"%s\"",
                (int)strcspn(files[i], "="), files[i], i, i, listed[i].tag);
        for (int coding = 0; coding < CODINGS; coding++) {
            if (listed[i].coded[coding])
                fprintf(out, ", .coded[FILES_%s] = {%s_%d, sizeof %s_%d - 1}", coding_names[coding],
                        coding_names[coding], i, coding_names[coding], i);
        }
        fputs("},\n", out);
    }
    fputs("    {.name = 0},\n};\n", out);
    close_output(out, path);
    free(listed);
}

int main(int argc, char **argv)
{
    const bool reserve = argc > 1 && strcmp(argv[1], "reserve") == 0;
    if ((argc == 5 || argc == 6) && (reserve || strcmp(argv[1], "array") == 0)) {
        write_array(argv[2], argv[3], argv[4], argc == 6 ? argv[5] : NULL, reserve);
    } else if (argc > 6 && strcmp(argv[1], "list") == 0) {
        write_list(argv[2], argv[3], argv + 4, argv + 6, argc - 6);
    } else {
        fprintf(stderr, "usage: embed array|reserve NAME FILE STEM [MAGIC]\n"
                        "       embed list NAME OUTPUT GZIP BROTLI KEY=FILE...\n");
        return 2;
    }
    return 0;
}
