#include "net/host.h"

#include <netdb.h>
#include <string.h>
#include <unistd.h>

#include "net/ip.h"

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

static void add_name(struct lines *names, const char *text, const char *end)
{
    char name[HOST_MAX];
    const size_t length = strlen(text);
    if (length > 0 && text[length - 1] != '.' && length + strlen(end) < HOST_MAX &&
        normalise(text, length, "", name))
        lines_printf(names, "%s%s", name, end);
}

void host_own_names(struct lines *names)
{
    char name[HOST_MAX] = "";
    const struct addrinfo hints = {.ai_flags = AI_CANONNAME, .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    if (gethostname(name, sizeof name - 1) != 0)
        return;
    add_name(names, name, "");
    if (getaddrinfo(name, NULL, &hints, &found) == 0 && found->ai_canonname)
        add_name(names, found->ai_canonname, "");
    if (found)
        freeaddrinfo(found);
    name[strcspn(name, ".")] = '\0';
    add_name(names, name, "");
    add_name(names, name, ".local");
}

/* Whether it is `localhost` or a name in that domain, which browsers resolve to this machine. */
static bool is_localhost(struct span name)
{
    static const char local[] = "localhost";
    const size_t length = sizeof local - 1;
    return name.length >= length && memcmp(name.at + name.length - length, local, length) == 0 &&
           (name.length == length || name.at[name.length - length - 1] == '.');
}

bool host_is_own(const struct lines *names, const char *header)
{
    char name[HOST_MAX];
    struct in6_addr address;
    if (!normalise(header, strlen(header), "", name))
        return false;
    if (name[0] == '[') {
        const char *end = strchr(name, ']');
        return end && ip_read((struct span){name + 1, (size_t)(end - name) - 1}, &address);
    }
    const struct span host = {name, strcspn(name, ":")};
    if (is_localhost(host) || ip_read(host, &address))
        return true;
    for (size_t i = 0; i < names->count; i++) {
        if (span_is(host, names->line[i]))
            return true;
    }
    return false;
}
