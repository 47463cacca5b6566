#include "server/access.h"

#include <stdio.h>
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
    static const char *const before_ids[] = {"/t/", "/api/tables/", "/l/"};
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

bool access_find(const char *name, int *what)
{
    static const char *const names[] = {
        [ADDRESSES_FULL] = "full", [ADDRESSES_NETWORK] = "network", [ADDRESSES_NONE] = "none"};
    for (int i = 0; i < 3; i++) {
        if (strcmp(name, names[i]) == 0) {
            *what = i;
            return true;
        }
    }
    return false;
}

/* The address, or the network of 256 IPv4 addresses or a /48 that it belongs to. */
static void write_address(const struct access *access, const struct in6_addr *client,
                          char out[IP_TEXT_MAX])
{
    const int what = access->settings ? (int)access->settings->log_addresses : ADDRESSES_FULL;
    struct in6_addr shown = *client;
    if (what == ADDRESSES_NETWORK && IN6_IS_ADDR_V4MAPPED(client))
        shown.s6_addr[15] = 0;
    else if (what == ADDRESSES_NETWORK && !IN6_IS_ADDR_LOOPBACK(client))
        memset(&shown.s6_addr[6], 0, 10);
    if (what == ADDRESSES_NONE)
        snprintf(out, IP_TEXT_MAX, "-");
    else
        ip_write(&shown, out);
}

static void put_line(const struct access *access, const struct link *link, const char *verb,
                     const char *path, int status, uint64_t bytes, double since)
{
    char buffer[LINE_BYTES], address[IP_TEXT_MAX];
    struct text out = text_on(buffer, sizeof buffer);
    write_address(access, &link->client, address);
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
    const char *verb = !request                            ? "-"
                       : request->method == HTTP_HEAD_HEAD ? "HEAD"
                       : request->method == HTTP_HEAD_POST ? "POST"
                                                           : "GET";
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
