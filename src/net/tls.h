/* tls.h: the OpenSSL calls that sockets need. */
#ifndef CORNET_NET_TLS_H
#define CORNET_NET_TLS_H

#include <openssl/ssl.h>
#include <stdbool.h>
#include <sys/types.h>

#include "base/text.h"

enum tls_result { TLS_DONE, TLS_LATER, TLS_FAILED };

/* NULL with a reason if the files cannot be used. */
SSL_CTX *tls_open(const char *certificate, const char *key, struct text *why);
SSL *tls_new(SSL_CTX *context, int fd); /* NULL: no memory */
enum tls_result tls_handshake(SSL *ssl, bool *writes);

/* Reading and writing return the number of bytes, or one of these. If `ssl` is NULL, `fd` is used
 * without TLS. */
enum { TLS_AGAIN = -1, TLS_ENDED = -2 };
ssize_t tls_read(SSL *ssl, int fd, void *bytes, size_t length);
ssize_t tls_write(SSL *ssl, int fd, const void *bytes, size_t length);
void tls_end(SSL *ssl);

#endif
