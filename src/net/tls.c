#include "net/tls.h"

#include <errno.h>
#include <limits.h>
#include <openssl/err.h>
#include <string.h>
#include <sys/socket.h>

#include "base/lang.h"

/* We speak HTTP/1.1 only. */
static int choose_protocol(SSL *ssl, const unsigned char **chosen, unsigned char *length,
                           const unsigned char *offered, unsigned offered_length, void *context)
{
    static const unsigned char ours[] = "\x08http/1.1";
    unsigned char *found;
    (void)ssl;
    (void)context;
    if (SSL_select_next_proto(&found, length, ours, sizeof ours - 1, offered, offered_length) !=
        OPENSSL_NPN_NEGOTIATED)
        return SSL_TLSEXT_ERR_NOACK;
    *chosen = found;
    return SSL_TLSEXT_ERR_OK;
}

/* A key with a password is refused: OpenSSL must not ask for it on the terminal. */
static int no_password(char *password, int capacity, int writes, void *context)
{
    (void)password;
    (void)capacity;
    (void)writes;
    (void)context;
    return 0;
}

/* The first error that OpenSSL reports. */
static const char *reason(void)
{
    const unsigned long error = ERR_get_error();
    const char *text =
        ERR_SYSTEM_ERROR(error) ? strerror(ERR_GET_REASON(error)) : ERR_reason_error_string(error);
    return text ? text : "OpenSSL";
}

static bool load(SSL_CTX *tls, const char *certificate, const char *key, struct text *why)
{
    SSL_CTX_set_default_passwd_cb(tls, no_password);
    if (SSL_CTX_use_certificate_chain_file(tls, certificate) != 1)
        return text_fail(why, tr("the certificate %s cannot be used: %s"), certificate, reason());
    ERR_clear_error();
    if (SSL_CTX_use_PrivateKey_file(tls, key, SSL_FILETYPE_PEM) != 1)
        return text_fail(why, tr("the key %s cannot be used with the certificate %s: %s"), key,
                         certificate, reason());
    return true;
}

SSL_CTX *tls_open(const char *certificate, const char *key, struct text *why)
{
    ERR_clear_error();
    SSL_CTX *tls = SSL_CTX_new(TLS_server_method());
    if (!tls) {
        text_fail(why, "%s", reason());
        return NULL;
    }
    SSL_CTX_set_min_proto_version(tls, TLS1_2_VERSION);
    SSL_CTX_set_options(tls, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                 SSL_OP_IGNORE_UNEXPECTED_EOF | SSL_OP_CIPHER_SERVER_PREFERENCE);
    SSL_CTX_set_mode(tls, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE |
                              SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_session_cache_mode(tls, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_alpn_select_cb(tls, choose_protocol, NULL);
    if (!load(tls, certificate, key, why)) {
        SSL_CTX_free(tls);
        return NULL;
    }
    return tls;
}

SSL *tls_new(SSL_CTX *context, int fd)
{
    ERR_clear_error();
    SSL *ssl = SSL_new(context);
    if (ssl && SSL_set_fd(ssl, fd) == 1) {
        SSL_set_accept_state(ssl);
        return ssl;
    }
    SSL_free(ssl);
    return NULL;
}

enum tls_result tls_handshake(SSL *ssl, bool *writes)
{
    ERR_clear_error();
    const int result = SSL_do_handshake(ssl);
    const int error = SSL_get_error(ssl, result);
    *writes = error == SSL_ERROR_WANT_WRITE;
    if (result == 1)
        return TLS_DONE;
    return *writes || error == SSL_ERROR_WANT_READ ? TLS_LATER : TLS_FAILED;
}

static ssize_t plain_result(ssize_t result)
{
    if (result > 0)
        return result;
    return result < 0 && (errno == EAGAIN || errno == EINTR) ? TLS_AGAIN : TLS_ENDED;
}

static ssize_t result_of(SSL *ssl, int result)
{
    if (result > 0)
        return result;
    const int error = SSL_get_error(ssl, result);
    return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE ? TLS_AGAIN : TLS_ENDED;
}

ssize_t tls_read(SSL *ssl, int fd, void *bytes, size_t length)
{
    if (!ssl)
        return plain_result(recv(fd, bytes, length, 0));
    ERR_clear_error();
    return result_of(ssl, SSL_read(ssl, bytes, length > INT_MAX ? INT_MAX : (int)length));
}

ssize_t tls_write(SSL *ssl, int fd, const void *bytes, size_t length)
{
    if (!ssl)
        return plain_result(send(fd, bytes, length, MSG_NOSIGNAL));
    ERR_clear_error();
    return result_of(ssl, SSL_write(ssl, bytes, length > INT_MAX ? INT_MAX : (int)length));
}

void tls_end(SSL *ssl)
{
    ERR_clear_error();
    SSL_shutdown(ssl);
}
