#include "tools/load/wire.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/memory.h"

static bool write_all(int fd, const char *bytes, size_t length)
{
    while (length) {
        const ssize_t sent = send(fd, bytes, length, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return false;
        bytes += sent;
        length -= (size_t)sent;
    }
    return true;
}

static bool shake_hands(struct wire *wire, int port, const char *path, const char *headers,
                        struct text *why)
{
    char request[1024];
    snprintf(request, sizeof request,
             "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\n"
             "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
             "Sec-WebSocket-Key: Y29ybmV0IGNvcm5ldCBjbw==\r\n"
             "Sec-WebSocket-Protocol: cornet.1\r\n%s\r\n",
             path, port, headers);
    if (!write_all(wire->fd, request, strlen(request)))
        return text_fail(why, "%s", strerror(errno));
    char *end;
    do {
        if (!wire_read(wire))
            return text_fail(why, "closed");
        wire->bytes[wire->length] = '\0';
        end = strstr(wire->bytes, "\r\n\r\n");
    } while (!end);
    if (strncmp(wire->bytes, "HTTP/1.1 101", 12) != 0)
        return text_fail(why, "%.*s", (int)strcspn(wire->bytes, "\r"), wire->bytes);
    wire->taken = (size_t)(end + 4 - wire->bytes);
    return true;
}

bool wire_open(struct wire *wire, int port, const char *path, const char *headers, struct text *why)
{
    const struct sockaddr_in to = {.sin_family = AF_INET,
                                   .sin_port = htons((uint16_t)port),
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const int one = 1;
    *wire = (struct wire){.fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    if (wire->fd < 0 || connect(wire->fd, (const struct sockaddr *)&to, sizeof to) != 0) {
        text_fail(why, "%s", strerror(errno));
        wire_close(wire);
        return false;
    }
    setsockopt(wire->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (shake_hands(wire, port, path, headers, why))
        return true;
    wire_close(wire);
    return false;
}

void wire_close(struct wire *wire)
{
    if (wire->fd >= 0)
        close(wire->fd);
    free(wire->bytes);
    *wire = (struct wire){.fd = -1};
}

bool wire_send_frame(struct wire *wire, unsigned char first, const char *bytes, size_t length)
{
    static const unsigned char mask[4] = {0x37, 0xfa, 0x21, 0x3d};
    unsigned char head[14];
    size_t n = 0;
    head[n++] = first;
    if (length < 126) {
        head[n++] = (unsigned char)(0x80 | length);
    } else if (length < 65536) {
        head[n++] = 0x80 | 126;
        head[n++] = (unsigned char)(length >> 8);
        head[n++] = (unsigned char)length;
    } else {
        head[n++] = 0x80 | 127;
        for (int shift = 56; shift >= 0; shift -= 8)
            head[n++] = (unsigned char)((uint64_t)length >> shift);
    }
    memcpy(head + n, mask, sizeof mask);
    n += sizeof mask;
    char small[1024],
        *frame = n + length <= sizeof small ? small : memory_resize(NULL, n + length, 1);
    memcpy(frame, head, n);
    for (size_t i = 0; i < length; i++)
        frame[n + i] = (char)(bytes[i] ^ mask[i & 3]);
    const bool good = write_all(wire->fd, frame, n + length);
    if (frame != small)
        free(frame);
    return good;
}

bool wire_send(struct wire *wire, const char *text)
{
    return wire_send_frame(wire, 0x81, text, strlen(text));
}

bool wire_read(struct wire *wire)
{
    if (wire->taken) {
        memmove(wire->bytes, wire->bytes + wire->taken, wire->length - wire->taken);
        wire->length -= wire->taken;
        wire->taken = 0;
    }
    if (wire->length + 4096 >= wire->capacity) {
        wire->capacity = wire->capacity ? 2 * wire->capacity : 8192;
        wire->bytes = memory_resize(wire->bytes, wire->capacity, 1);
    }
    const ssize_t got =
        recv(wire->fd, wire->bytes + wire->length, wire->capacity - wire->length - 1, 0);
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return true;
    if (got <= 0)
        return false;
    wire->length += (size_t)got;
    return true;
}

bool wire_take(struct wire *wire, struct span *message, bool *closed)
{
    *closed = false;
    for (;;) {
        const unsigned char *at = (const unsigned char *)wire->bytes + wire->taken;
        const size_t have = wire->length - wire->taken;
        if (have < 2)
            return false;
        size_t head = 2, length = at[1] & 127;
        if (length == 126) {
            head = 4;
            if (have < head)
                return false;
            length = (size_t)at[2] << 8 | at[3];
        } else if (length == 127) {
            head = 10;
            if (have < head)
                return false;
            length = 0;
            for (int i = 2; i < 10; i++)
                length = length << 8 | at[i];
        }
        if (have < head + length)
            return false;
        wire->taken += head + length;
        if ((at[0] & 15) == 8)
            *closed = true;
        if ((at[0] & 15) == 9)
            wire_send_frame(wire, 0x8a, (const char *)at + head, length);
        if ((at[0] & 15) <= 1) {
            *message = (struct span){(const char *)at + head, length};
            return true;
        }
    }
}
