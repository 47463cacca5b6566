#include "raw_client.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "helpers.h"

static int dial(const struct sockaddr_in *from, int port)
{
    const struct sockaddr_in to = {.sin_family = AF_INET,
                                   .sin_port = htons((uint16_t)port),
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const int one = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(fd >= 0);
    if (from)
        assert_int_equal(bind(fd, (const struct sockaddr *)from, sizeof *from), 0);
    assert_int_equal(connect(fd, (const struct sockaddr *)&to, sizeof to), 0);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return fd;
}

int raw_dial(int port)
{
    return dial(NULL, port);
}

int raw_dial_from(const char *address, int port)
{
    struct sockaddr_in from = {.sin_family = AF_INET};
    assert_int_equal(inet_pton(AF_INET, address, &from.sin_addr), 1);
    return dial(&from, port);
}

void raw_put(int fd, const void *bytes, size_t length)
{
    const char *at = bytes;
    for (ssize_t sent; length && (sent = send(fd, at, length, MSG_NOSIGNAL)) > 0;) {
        at += sent;
        length -= (size_t)sent;
    }
}

void raw_put_slowly(int fd, const void *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        raw_put(fd, (const char *)bytes + i, 1);
}

void raw_put_text(int fd, const char *text)
{
    raw_put(fd, text, strlen(text));
}

bool raw_wait(int fd, const char *awaited)
{
    struct pollfd ready = {.fd = fd, .events = POLLIN};
    const bool good = poll(&ready, 1, TEST_PATIENCE_MS) > 0;
    if (!good)
        print_error("awaited for a minute: %s\n", awaited);
    return good;
}

bool raw_says(int fd, const char *text)
{
    char bytes[65536];
    size_t length = 0;
    while (length < sizeof bytes - 1) {
        if (!raw_wait(fd, text))
            return false;
        const ssize_t got = recv(fd, bytes + length, sizeof bytes - 1 - length, 0);
        if (got <= 0)
            return false;
        length += (size_t)got;
        for (size_t i = 0; i < length; i++) /* strstr stops at zeros */
            bytes[i] = bytes[i] ? bytes[i] : ' ';
        bytes[length] = '\0';
        if (strstr(bytes, text))
            return true;
    }
    return false;
}

int raw_answer(int fd, char answer[RAW_ANSWER])
{
    size_t length = 0;
    answer[0] = '\0';
    while (length < RAW_ANSWER - 1 && !strstr(answer, "\r\n\r\n")) {
        if (!raw_wait(fd, "an HTTP response"))
            return 0;
        const ssize_t got = recv(fd, answer + length, RAW_ANSWER - 1 - length, 0);
        if (got <= 0)
            return 0;
        length += (size_t)got;
        answer[length] = '\0';
    }
    int status = 0;
    sscanf(answer, "HTTP/1.1 %d", &status);
    return status;
}

bool raw_has_policy(const char *answer)
{
    return strstr(answer, "\r\ncontent-security-policy: default-src 'none';") &&
           strstr(answer, "\r\nx-content-type-options: nosniff\r\n") &&
           strstr(answer, "\r\nreferrer-policy: no-referrer\r\n") &&
           strstr(answer, "\r\ncache-control: ");
}

bool raw_ends(int fd)
{
    char bytes[4096];
    for (;;) {
        if (!raw_wait(fd, "the end of the connection"))
            return false;
        if (recv(fd, bytes, sizeof bytes, 0) <= 0)
            return true;
    }
}

void raw_certificate(const char *key_path, const char *certificate_path, const char *name)
{
    EVP_PKEY *key = EVP_EC_gen("P-256");
    X509 *certificate = X509_new();
    X509_gmtime_adj(X509_getm_notBefore(certificate), -3600);
    X509_gmtime_adj(X509_getm_notAfter(certificate), 3600);
    X509_set_pubkey(certificate, key);
    X509_NAME_add_entry_by_txt(X509_get_subject_name(certificate), "CN", MBSTRING_ASC,
                               (const unsigned char *)name, -1, -1, 0);
    X509_set_issuer_name(certificate, X509_get_subject_name(certificate));
    assert_true(X509_sign(certificate, key, EVP_sha256()) > 0);
    FILE *out = fopen(key_path, "w");
    assert_int_equal(PEM_write_PrivateKey(out, key, NULL, NULL, 0, NULL, NULL), 1);
    fclose(out);
    out = fopen(certificate_path, "w");
    assert_int_equal(PEM_write_X509(out, certificate), 1);
    fclose(out);
    X509_free(certificate);
    EVP_PKEY_free(key);
}
