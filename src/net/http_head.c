#include "net/http_head.h"

#include <ctype.h>
#include <http_parser.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "base/text.h"

#define HEAD_MAX 8192 /* bytes of a head; the parser's own limit is ten times that */
#define NAME_MAX_LENGTH 32

struct http_head {
    http_parser parser;
    struct http_request request;
    size_t seen; /* bytes */
    int status;  /* of the refusal; 0: none */
    bool done;

    char target[768];
    size_t target_length;

    /* The header that is being read. */
    char name[NAME_MAX_LENGTH];
    size_t name_length;
    bool in_value;
    const struct known_header *known; /* NULL: one that does not matter */
    char *value;                      /* in `request` */
    size_t value_length;
    unsigned found; /* bits of known_headers */

    char *body;
    size_t body_length, body_capacity;
};

/* The headers that the server reads. Repeating one or exceeding its capacity is an error.
 * Exceptions are a LIST (repeated values are joined; `forwarded_cut` says that it was cut) and a
 * header that only HELPS to choose a response (cut silently). */
static const struct known_header {
    const char *name;
    size_t offset, capacity;
    enum { HEADER_ONCE, HEADER_LIST, HEADER_HELPS } kind;
} known_headers[] = {
#define KNOWN_AS(name, member, kind)                                                               \
    {                                                                                              \
        name, offsetof(struct http_request, member), sizeof((struct http_request *)0)->member,     \
            kind                                                                                   \
    }
#define KNOWN(name, member) KNOWN_AS(name, member, HEADER_ONCE)
    KNOWN("host", host),
    KNOWN("origin", origin),
    KNOWN("if-none-match", if_none_match),
    KNOWN("upgrade", upgrade),
    KNOWN("sec-websocket-key", socket_key),
    KNOWN("sec-websocket-version", socket_version),
    KNOWN("sec-websocket-protocol", socket_protocols),
    KNOWN_AS("x-forwarded-for", forwarded_for, HEADER_LIST),
    KNOWN_AS("x-forwarded-proto", forwarded_proto, HEADER_LIST),
    KNOWN("authorization", authorization),
    KNOWN_AS("cookie", cookie, HEADER_HELPS),
    KNOWN_AS("content-type", content_type, HEADER_HELPS),
    KNOWN_AS("accept", accept, HEADER_HELPS),
    KNOWN_AS("accept-encoding", accept_encoding, HEADER_HELPS),
#undef KNOWN
#undef KNOWN_AS
};
#define KNOWN_HEADERS (sizeof known_headers / sizeof *known_headers)

static int refuse(struct http_head *head, int status)
{
    if (!head->status)
        head->status = status;
    return -1;
}

static int on_target(http_parser *parser, const char *at, size_t length)
{
    struct http_head *head = parser->data;
    if (head->target_length + length >= sizeof head->target)
        return refuse(head, 414);
    memcpy(head->target + head->target_length, at, length);
    head->target_length += length;
    return 0;
}

static int on_name(http_parser *parser, const char *at, size_t length)
{
    struct http_head *head = parser->data;
    if (head->in_value) {
        head->in_value = false;
        head->name_length = 0;
    }
    for (size_t i = 0; i < length; i++, head->name_length++) {
        if (head->name_length < sizeof head->name - 1)
            head->name[head->name_length] = at[i];
    }
    return 0;
}

static int add_to_value(struct http_head *head, const char *at, size_t length)
{
    if (head->value_length + length >= head->known->capacity) {
        head->request.forwarded_cut |= head->known->kind == HEADER_LIST;
        return head->known->kind == HEADER_ONCE ? refuse(head, 431) : 0;
    }
    memcpy(head->value + head->value_length, at, length);
    head->value_length += length;
    head->value[head->value_length] = '\0';
    return 0;
}

/* The name is complete: finds where its value goes. */
static int begin_value(struct http_head *head)
{
    head->in_value = true;
    head->known = NULL;
    if (head->name_length >= sizeof head->name)
        return 0;
    head->name[head->name_length] = '\0';
    for (unsigned i = 0; i < KNOWN_HEADERS; i++) {
        if (strcasecmp(head->name, known_headers[i].name) != 0)
            continue;
        head->known = &known_headers[i];
        head->value = (char *)&head->request + head->known->offset;
        head->value_length = 0;
        if (head->found & 1u << i) {
            if (head->known->kind == HEADER_ONCE)
                return refuse(head, 400);
            head->value_length = strlen(head->value);
            add_to_value(head, ",", 1);
        }
        head->found |= 1u << i;
    }
    return 0;
}

static int on_value(http_parser *parser, const char *at, size_t length)
{
    struct http_head *head = parser->data;
    if (!head->in_value && begin_value(head) != 0)
        return -1;
    return head->known ? add_to_value(head, at, length) : 0;
}

static bool takes_body(const struct http_head *head, const http_parser *parser)
{
    return parser->method == HTTP_POST && !parser->upgrade && head->target_length > 5 &&
           memcmp(head->target, "/api/", 5) == 0 && parser->content_length <= HTTP_BODY_MAX;
}

static int on_headers(http_parser *parser)
{
    struct http_head *head = parser->data;
    const bool has_body =
        (parser->flags & F_CONTENTLENGTH) && parser->content_length && !takes_body(head, parser);
    if (parser->flags & F_CHUNKED || has_body)
        return refuse(head, 413);
    return 0;
}

static int on_body(http_parser *parser, const char *at, size_t length)
{
    struct http_head *head = parser->data;
    if (head->body_length + length > HTTP_BODY_MAX)
        return refuse(head, 413);
    while (head->body_length + length > head->body_capacity) {
        head->body_capacity = head->body_capacity ? 2 * head->body_capacity : 1024;
        head->body = memory_resize(head->body, head->body_capacity, 1);
    }
    memcpy(head->body + head->body_length, at, length);
    head->body_length += length;
    return 0;
}

static int on_end(http_parser *parser)
{
    struct http_head *head = parser->data;
    head->done = true;
    http_parser_pause(parser, 1);
    return 0;
}

struct http_head *http_head_new(void)
{
    struct http_head *head = memory_new(1, sizeof *head);
    http_parser_init(&head->parser, HTTP_REQUEST);
    head->parser.data = head;
    return head;
}

void http_head_free(struct http_head *head)
{
    if (head)
        free(head->body);
    free(head);
}

/* Cuts the target into the decoded path and the query. */
static bool cut_target(struct http_head *head)
{
    struct http_request *request = &head->request;
    char *query = strchr(head->target, '?'), *fragment = strchr(head->target, '#');
    if (head->target[0] != '/' || fragment)
        return false;
    if (query) {
        *query++ = '\0';
        if (strlen(query) >= sizeof request->query)
            return false;
        memcpy(request->query, query, strlen(query) + 1);
    }
    size_t length = 0;
    for (const char *c = head->target; *c; c++) {
        char byte = *c;
        if (byte == '%') {
            const bool is_hex = isxdigit((unsigned char)c[1]) && isxdigit((unsigned char)c[2]);
            byte = is_hex ? (char)strtol((const char[]){c[1], c[2], '\0'}, NULL, 16) : '\0';
            if (byte == '\0')
                return false;
            c += 2;
        }
        if (length + 1 >= sizeof request->path)
            return false;
        request->path[length++] = byte;
    }
    request->path[length] = '\0';
    return true;
}

/* The head is complete: whether the request is one that we answer. */
static bool check(struct http_head *head)
{
    const http_parser *parser = &head->parser;
    struct http_request *request = &head->request;
    const bool hosted = head->found & 1u;
    if (parser->http_major != 1)
        return refuse(head, 505) == 0;
    if (parser->http_minor >= 1 && !hosted)
        return refuse(head, 400) == 0;
    request->method = parser->method == HTTP_GET    ? HTTP_HEAD_GET
                      : parser->method == HTTP_HEAD ? HTTP_HEAD_HEAD
                      : parser->method == HTTP_POST ? HTTP_HEAD_POST
                                                    : HTTP_HEAD_OTHER;
    if (request->method == HTTP_HEAD_OTHER)
        return refuse(head, 405) == 0;
    if (!cut_target(head))
        return refuse(head, 400) == 0;
    if (request->method == HTTP_HEAD_POST && strncmp(request->path, "/api/", 5) != 0)
        return refuse(head, 405) == 0;
    request->body = (struct span){head->body, head->body_length};
    request->upgrades = parser->upgrade;
    request->keeps = http_should_keep_alive(parser) && !parser->upgrade;
    return true;
}

enum http_head_result http_head_read(struct http_head *head, const void *bytes, size_t length,
                                     size_t *used)
{
    static const http_parser_settings settings = {
        .on_url = on_target,
        .on_header_field = on_name,
        .on_header_value = on_value,
        .on_headers_complete = on_headers,
        .on_body = on_body,
        .on_message_complete = on_end,
    };
    *used = http_parser_execute(&head->parser, &settings, bytes, length);
    head->seen += *used;
    const enum http_errno error = HTTP_PARSER_ERRNO(&head->parser);
    if (head->seen > HEAD_MAX + head->body_length || error == HPE_HEADER_OVERFLOW)
        refuse(head, 431);
    else if (!head->done && error != HPE_OK)
        refuse(head, 400);
    if (head->status)
        return HTTP_HEAD_REFUSED;
    if (!head->done)
        return HTTP_HEAD_MORE;
    return check(head) ? HTTP_HEAD_DONE : HTTP_HEAD_REFUSED;
}

int http_head_status(const struct http_head *head)
{
    return head->status;
}

const struct http_request *http_head_request(const struct http_head *head)
{
    return &head->request;
}

bool http_argument(const struct http_request *request, const char *name, char *value,
                   size_t capacity)
{
    const size_t name_length = strlen(name);
    for (const char *at = request->query; *at;) {
        const size_t length = strcspn(at, "&");
        if (length > name_length && at[name_length] == '=' && strncmp(at, name, name_length) == 0) {
            const size_t rest = length - name_length - 1;
            if (rest >= capacity)
                return false;
            memcpy(value, at + name_length + 1, rest);
            value[rest] = '\0';
            return true;
        }
        at += length + (at[length] == '&');
    }
    return false;
}

static struct span trim(struct span text)
{
    while (text.length && (text.at[0] == ' ' || text.at[0] == '\t'))
        text = (struct span){text.at + 1, text.length - 1};
    while (text.length && (text.at[text.length - 1] == ' ' || text.at[text.length - 1] == '\t'))
        text.length--;
    return text;
}

/* The q of an entry's parameters, in thousandths; 1000 without one. */
static int read_quality(struct span parameters)
{
    while (parameters.length) {
        const struct span one = trim(span_cut(&parameters, ';'));
        if (one.length < 2 || (one.at[0] | 0x20) != 'q' || one.at[1] != '=')
            continue;
        int quality = 0, digit = 1000;
        for (size_t i = 2; i < one.length && digit; i++) {
            if (one.at[i] == '.')
                continue;
            if (one.at[i] < '0' || one.at[i] > '9')
                break;
            quality += (one.at[i] - '0') * digit;
            digit /= 10;
        }
        return quality > 1000 ? 1000 : quality;
    }
    return 1000;
}

int http_quality(const char *list, const char *name)
{
    struct span rest = span_of(list);
    while (rest.length) {
        struct span parameters = span_cut(&rest, ',');
        const struct span entry = trim(span_cut(&parameters, ';'));
        if (entry.length == strlen(name) && strncasecmp(entry.at, name, entry.length) == 0)
            return read_quality(parameters);
    }
    return -1;
}
