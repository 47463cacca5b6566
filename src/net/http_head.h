/* http_head.h: reads the head of an HTTP/1.1 request, in pieces of any size. All that knows the
 * parser (http-parser) is behind this.
 *
 * Requests with a body are refused, and what is ambiguous: two lengths, two hosts, a folded or too
 * long header. The bytes are untrusted. */
#ifndef CORNET_NET_HTTP_HEAD_H
#define CORNET_NET_HTTP_HEAD_H

#include <stdbool.h>
#include <stddef.h>

enum http_head_result { HTTP_HEAD_MORE, HTTP_HEAD_DONE, HTTP_HEAD_REFUSED };
enum http_head_method { HTTP_HEAD_OTHER, HTTP_HEAD_GET, HTTP_HEAD_HEAD };

/* The request. Headers that it does not have are empty. */
struct http_request {
    enum http_head_method method;
    char path[512];  /* decoded */
    char query[256]; /* what is behind the '?', as it came */
    char host[256], origin[256], if_none_match[64];
    char accept[256], accept_encoding[128]; /* longer ones are cut */
    char upgrade[32], socket_key[32], socket_version[8], socket_protocols[128];
    char forwarded_for[512], forwarded_proto[32]; /* if they come again: joined by commas */
    bool forwarded_cut; /* one of them was longer: it matters only if a trusted proxy sent it */
    bool upgrades;      /* has "Connection: Upgrade" and an Upgrade */
    bool keeps;         /* the connection may be used again */
};

struct http_head;

struct http_head *http_head_new(void);
void http_head_free(struct http_head *head);

/* Reads on; `used` gets how many bytes belong to the head. After HTTP_HEAD_REFUSED the connection
 * must be closed; http_head_status says with what. */
enum http_head_result http_head_read(struct http_head *head, const void *bytes, size_t length,
                                     size_t *used);
int http_head_status(const struct http_head *head);
const struct http_request *http_head_request(const struct http_head *head);

/* The value of an argument of the query, without decoding; false if there is none or it is longer
 * than the buffer. */
bool http_argument(const struct http_request *request, const char *name, char *value,
                   size_t capacity);

/* How much a client wants `name`, in thousandths, by a list such as "text/html, *;q=0.5"; -1 if it
 * is not in the list. */
int http_quality(const char *list, const char *name);

#endif
