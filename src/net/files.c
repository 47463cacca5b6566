#include "net/files.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "net/http_head.h"

#define FILE_MAX (16u << 20)

const char *files_type(const char *name)
{
    static const char *const types[][2] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".mjs", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".json", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".ico", "image/x-icon"},
        {".woff2", "font/woff2"},
        {".txt", "text/plain; charset=utf-8"},
        {".md", "text/plain; charset=utf-8"},
        {".cornet", "text/plain; charset=utf-8"},
    };
    const char *end = strrchr(name, '.');
    for (size_t i = 0; end && i < sizeof types / sizeof *types; i++) {
        if (strcmp(end, types[i][0]) == 0)
            return types[i][1];
    }
    return "application/octet-stream";
}

/* Whether no part of the path is empty or begins with a dot, and all characters are plain. */
static bool is_plain(const char *name)
{
    bool start = true;
    for (const char *c = name; *c; c++) {
        const bool letter = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
                            (*c >= '0' && *c <= '9') || *c == '-' || *c == '_';
        if (!(letter || (!start && (*c == '.' || *c == '/'))))
            return false;
        start = *c == '/';
    }
    return !start;
}

/* Opens a file below the folder, one part of the path after the other, without following links. */
static int open_below(const char *folder, const char *name)
{
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const char *part = name;
    while (fd >= 0) {
        char step[256];
        const size_t length = strcspn(part, "/");
        const bool last = part[length] == '\0';
        if (length >= sizeof step) {
            close(fd);
            return -1;
        }
        memcpy(step, part, length);
        step[length] = '\0';
        const int next = openat(
            fd, step, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | (last ? 0 : O_DIRECTORY));
        close(fd);
        fd = next;
        if (last)
            break;
        part += length + 1;
    }
    return fd;
}

static bool read_below(const char *folder, const char *name, struct file *out)
{
    struct stat stat;
    const int fd = open_below(folder, name);
    if (fd < 0)
        return false;
    bool good = fstat(fd, &stat) == 0 && S_ISREG(stat.st_mode) && stat.st_size <= FILE_MAX;
    unsigned char *bytes = NULL;
    if (good) {
        bytes = memory_resize(NULL, (size_t)stat.st_size + 1, 1);
        good = read(fd, bytes, (size_t)stat.st_size) == stat.st_size;
    }
    close(fd);
    if (!good) {
        free(bytes);
        return false;
    }
    *out = (struct file){.name = name, .bytes = bytes, .size = (size_t)stat.st_size, .tag = NULL};
    return true;
}

bool files_find(const char *folder, const char *name, struct file *out)
{
    if (!is_plain(name))
        return false;
    if (folder && read_below(folder, name, out))
        return true;
    for (const struct file *file = files_built_in; file->name; file++) {
        if (strcmp(file->name, name) == 0) {
            *out = *file;
            return true;
        }
    }
    return false;
}

const char *files_coding_name(enum files_coding coding)
{
    static const char *const names[] = {[FILES_BROTLI] = "br", [FILES_GZIP] = "gzip"};
    return names[coding];
}

/* The one that the client likes best; of those that it likes alike the smallest. The file as it is
 * comes last, unless the client says that it likes it better. */
enum files_coding files_choose(const struct file *file, const char *accept_encoding)
{
    enum files_coding best = FILES_CODINGS;
    int most = http_quality(accept_encoding, "identity");
    for (int i = FILES_CODINGS - 1; i >= 0; i--) {
        const char *name = files_coding_name((enum files_coding)i);
        int quality = http_quality(accept_encoding, name);
        if (quality < 0)
            quality = http_quality(accept_encoding, "*");
        if (file->coded[i].bytes && quality > 0 && quality >= most) {
            best = (enum files_coding)i;
            most = quality;
        }
    }
    return best;
}

void files_release(struct file *file)
{
    if (!file->tag) /* read from a folder */
        free((void *)file->bytes);
}
