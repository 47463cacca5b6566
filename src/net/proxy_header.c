#include "net/proxy_header.h"

#include <string.h>

#include "net/ip.h"

#define LINE_MAX_LENGTH 107 /* of version 1, CRLF included */
#define BINARY_HEAD 16      /* bytes of version 2 before the addresses */
#define TCP_FOUR 0x11
#define TCP_SIX 0x21
#define UNIX_STREAM 0x31
#define UNSPECIFIED 0x00

static const unsigned char line_start[] = "PROXY ";
static const unsigned char signature[] = "\r\n\r\n\0\r\nQUIT\n";

/* Whether the bytes are the start of the pattern, or begin with it. */
static bool fits(const struct proxy_header *header, const unsigned char *pattern, size_t length)
{
    return memcmp(header->bytes, pattern, header->length < length ? header->length : length) == 0;
}

/* ---- version 1 ---- */

/* The address must be of the family that was announced. */
static bool read_ip(struct span text, bool six, struct in6_addr *out)
{
    return text.at && ip_read(text, out) && six == (memchr(text.at, ':', text.length) != NULL);
}

/* Parses the text after "PROXY ", without the CRLF. */
static bool read_words(struct proxy_header *header, struct span rest)
{
    struct in6_addr to;
    uint64_t port;
    const struct span family = span_cut(&rest, ' ');
    const bool six = span_is(family, "TCP6");
    if (span_is(family, "UNKNOWN"))
        return true;
    if (!six && !span_is(family, "TCP4"))
        return false;
    header->names_client = true;
    if (!read_ip(span_cut(&rest, ' '), six, &header->client) ||
        !read_ip(span_cut(&rest, ' '), six, &to))
        return false;
    const struct span from_port = span_cut(&rest, ' ');
    return rest.at && span_number(from_port, 0, 65535, &port) && span_number(rest, 0, 65535, &port);
}

static enum proxy_header_result read_line(struct proxy_header *header)
{
    const unsigned char *bytes = header->bytes;
    const size_t length = header->length;
    if (bytes[length - 1] != '\n')
        return length < LINE_MAX_LENGTH ? PROXY_HEADER_MORE : PROXY_HEADER_NONE;
    const size_t start = sizeof line_start - 1;
    if (length < start + 2 || bytes[length - 2] != '\r')
        return PROXY_HEADER_NONE;
    const struct span words = {(const char *)bytes + start, length - start - 2};
    return read_words(header, words) ? PROXY_HEADER_DONE : PROXY_HEADER_NONE;
}

/* ---- version 2 ---- */

static size_t announced(const struct proxy_header *header)
{
    return (size_t)header->bytes[14] << 8 | header->bytes[15];
}

/* Whether the rest of the header, after the addresses, is a well-formed list of TLVs. */
static bool has_good_extras(const struct proxy_header *header, size_t at)
{
    while (at < header->length) {
        if (header->length - at < 3)
            return false;
        at += 3 + ((size_t)header->bytes[at + 1] << 8 | header->bytes[at + 2]);
    }
    return at == header->length;
}

/* The header is complete. */
static bool read_binary(struct proxy_header *header)
{
    const unsigned char *at = header->bytes + BINARY_HEAD;
    const unsigned char family = header->bytes[13];
    const bool is_local = header->bytes[12] == 0x20;
    const size_t addresses = family == TCP_FOUR      ? 12
                             : family == TCP_SIX     ? 36
                             : family == UNIX_STREAM ? 216
                                                     : 0;
    if (is_local)
        return true;
    if ((addresses == 0 && family != UNSPECIFIED) || announced(header) < addresses ||
        !has_good_extras(header, BINARY_HEAD + addresses))
        return false;
    header->names_client = family == TCP_FOUR || family == TCP_SIX;
    if (family == TCP_SIX)
        memcpy(&header->client, at, 16);
    if (family == TCP_FOUR)
        header->client = ip_of_four(at);
    return true;
}

static enum proxy_header_result read_signed(struct proxy_header *header)
{
    if (header->length < BINARY_HEAD)
        return PROXY_HEADER_MORE;
    const unsigned char command = header->bytes[12];
    if ((command != 0x20 && command != 0x21) ||
        BINARY_HEAD + announced(header) > sizeof header->bytes)
        return PROXY_HEADER_NONE;
    if (header->length < BINARY_HEAD + announced(header))
        return PROXY_HEADER_MORE;
    return read_binary(header) ? PROXY_HEADER_DONE : PROXY_HEADER_NONE;
}

/* ---- both ---- */

/* The number of next bytes that certainly belong to the header; 0: it cannot be one. */
static size_t wanted(const struct proxy_header *header, const unsigned char *bytes, size_t length)
{
    const size_t before = header->length;
    if (before && header->bytes[0] == signature[0]) {
        const size_t whole = before < BINARY_HEAD ? BINARY_HEAD : BINARY_HEAD + announced(header);
        return whole - before < length ? whole - before : length;
    }
    if (before) {
        const unsigned char *end = memchr(bytes, '\n', length);
        const size_t line = end ? (size_t)(end - bytes) + 1 : length;
        return line < LINE_MAX_LENGTH - before ? line : LINE_MAX_LENGTH - before;
    }
    return bytes[0] == signature[0] || bytes[0] == line_start[0];
}

enum proxy_header_result proxy_header_read(struct proxy_header *header, const unsigned char *bytes,
                                           size_t length, size_t *used)
{
    enum proxy_header_result result = PROXY_HEADER_MORE;
    *used = 0;
    while (result == PROXY_HEADER_MORE && *used < length) {
        const size_t more = wanted(header, bytes + *used, length - *used);
        if (more == 0)
            return PROXY_HEADER_NONE;
        memcpy(header->bytes + header->length, bytes + *used, more);
        header->length += more;
        *used += more;
        if (fits(header, signature, sizeof signature - 1))
            result = read_signed(header);
        else if (fits(header, line_start, sizeof line_start - 1))
            result = read_line(header);
        else
            result = PROXY_HEADER_NONE;
    }
    return result;
}
