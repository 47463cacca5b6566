#include "server/access.h"

#include <string.h>

#include "base/clock.h"
#include "server/work/report.h"

#define LINE_BYTES 4096

/* Escapes all bytes that are not printable ASCII, so that a client can neither forge a line nor
 * control a terminal. */
static void put_escaped(struct text *out, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)bytes[i];
        if (c <= ' ' || c >= 127 || c == '"' || c == '\\')
            text_printf(out, "\\x%02x", c);
        else
            text_char(out, (char)c);
    }
}

static void put_path(struct text *out, const char *path)
{
    static const char *const before_ids[] = {"/t/", "/api/tables/"};
    for (size_t i = 0; i < sizeof before_ids / sizeof *before_ids; i++) {
        const size_t start = strlen(before_ids[i]);
        if (strncmp(path, before_ids[i], start) != 0)
            continue;
        const size_t id = strcspn(path + start, "/");
        put_escaped(out, path, start + (id < REPORT_ID_SHOWN ? id : REPORT_ID_SHOWN));
        text_char(out, '*');
        path += start + id;
    }
    put_escaped(out, path, strlen(path));
}

static void put_line(const struct access *access, const struct link *link, const char *verb,
                     const char *path, int status, uint64_t bytes, double since)
{
    char buffer[LINE_BYTES], address[IP_TEXT_MAX];
    struct text out = text_on(buffer, sizeof buffer);
    ip_write(&link->client, address);
    report_time(&out);
    text_printf(&out, " %s \"%s", address, verb);
    if (path) {
        text_char(&out, ' ');
        put_path(&out, path);
    }
    text_printf(&out, "\" %d %llu %.0f\n", status, (unsigned long long)bytes,
                (clock_steady() - since) * 1e6);
    log_add(access->log, (struct span){out.start, out.length});
}

void access_answered(const struct access *access, const struct link *link,
                     const struct http_request *request, int status, size_t bytes)
{
    if (!access->log || !link->address) /* at the metrics' own address nobody is counted */
        return;
    const char *verb = !request ? "-" : request->method == HTTP_HEAD_HEAD ? "HEAD" : "GET";
    put_line(access, link, verb, request ? request->path : NULL, status, bytes, access->woken);
}

void access_opened(const struct access *access, const struct link *link,
                   const struct http_request *request)
{
    if (access->log)
        put_line(access, link, "OPEN", request->path, 101, 0, access->woken);
}

void access_closed(const struct access *access, const struct link *link, uint64_t bytes,
                   double opened)
{
    if (access->log)
        put_line(access, link, "CLOSE", "/ws", 101, bytes, opened);
}
