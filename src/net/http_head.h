/* http_head.h: parses the head of an HTTP/1.1 request, in pieces of any size. The parser library
 * (http-parser) is used only here.
 *
 * A body is read only for POST to an address under /api/, with its length in the head. Refuses
 * other requests with a body, and ambiguous ones: two lengths, two hosts, a folded or too long
 * header. The bytes are untrusted. */
#ifndef CORNET_NET_HTTP_HEAD_H
#define CORNET_NET_HTTP_HEAD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

#define HTTP_BODY_MAX (96u << 10)

enum http_head_result { HTTP_HEAD_MORE, HTTP_HEAD_DONE, HTTP_HEAD_REFUSED };
enum http_head_method { HTTP_HEAD_OTHER, HTTP_HEAD_GET, HTTP_HEAD_HEAD, HTTP_HEAD_POST };

/* The request. Absent headers are empty. */
struct http_request {
    enum http_head_method method;
    char path[512];  /* decoded */
    char query[256]; /* the part after '?', not decoded */
    char host[256], origin[256], if_none_match[64];
    char accept[256], accept_encoding[128]; /* longer values are truncated */
    char upgrade[32], socket_key[32], socket_version[8], socket_protocols[128];
    char cookie[2048], authorization[128], content_type[64];
    char forwarded_for[512], forwarded_proto[32]; /* repeated headers are joined by commas */
    bool forwarded_cut; /* one was truncated: matters only if a trusted proxy sent it */
    bool upgrades;      /* has "Connection: Upgrade" and an Upgrade */
    bool keeps;         /* keep-alive */
    struct span body;   /* of a POST; valid while its head is */
};

struct http_head;

struct http_head *http_head_new(void);
void http_head_free(struct http_head *head);

/* Parses more bytes; `used` gets the number of bytes that belong to the head. After
 * HTTP_HEAD_REFUSED, answer with http_head_status and close the connection. */
enum http_head_result http_head_read(struct http_head *head, const void *bytes, size_t length,
                                     size_t *used);
int http_head_status(const struct http_head *head);
const struct http_request *http_head_request(const struct http_head *head);

/* The value of a query argument, not decoded; false if it is absent or longer than the buffer. */
bool http_argument(const struct http_request *request, const char *name, char *value,
                   size_t capacity);

/* The quality value of `name`, in thousandths, in a list such as "text/html, *;q=0.5"; -1 if it is
 * not in the list. */
int http_quality(const char *list, const char *name);

#endif
