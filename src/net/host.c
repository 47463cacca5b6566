#include "net/host.h"

#include <string.h>

/* In lower case, without the default port. False if it is empty, too long, or has characters that
 * no host has. */
static bool normalise(const char *text, size_t length, const char *default_port,
                      char name[HOST_MAX])
{
    const size_t port = strlen(default_port);
    if (length > port && memcmp(text + length - port, default_port, port) == 0)
        length -= port;
    if (length == 0 || length >= HOST_MAX)
        return false;
    for (size_t i = 0; i < length; i++) {
        const char c = text[i];
        const bool is_upper = c >= 'A' && c <= 'Z';
        if (!is_upper && !(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9') &&
            !(c && strchr(".-_:[]", c)))
            return false;
        name[i] = is_upper ? (char)(c - 'A' + 'a') : c;
    }
    name[length] = '\0';
    return true;
}

bool host_of_url(struct host *host, const char *url)
{
    static const struct {
        const char *start, *port;
    } schemes[] = {{"http://", ":80"}, {"https://", ":443"}};
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
        const size_t start = strlen(schemes[i].start);
        if (strncmp(url, schemes[i].start, start) != 0)
            continue;
        host->default_port = schemes[i].port;
        return normalise(url + start, strcspn(url + start, "/?#"), schemes[i].port, host->name);
    }
    return false;
}

bool host_is(const struct host *host, const char *header)
{
    char name[HOST_MAX];
    return normalise(header, strlen(header), host->default_port, name) &&
           strcmp(name, host->name) == 0;
}
