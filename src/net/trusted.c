#include "net/trusted.h"

#include <string.h>

#include "base/lang.h"

bool trusted_read(struct trusted *trusted, const char *list, struct text *why)
{
    struct span rest = list ? span_of(list) : (struct span){0};
    trusted->count = 0;
    while (rest.at) {
        const struct span one = span_cut(&rest, ',');
        if (trusted->count == TRUSTED_MAX)
            return text_fail(why, tr("--trusted-proxy takes at most %d addresses"), TRUSTED_MAX);
        if (!ip_net_read(one, &trusted->net[trusted->count++]))
            return text_fail(why,
                             tr("--trusted-proxy takes addresses or networks such as 10.0.0.0/8, "
                                "separated by commas, not '%.*s'"),
                             span_shown(one), span_start(one));
    }
    return true;
}

bool trusted_has(const struct trusted *trusted, const struct in6_addr *ip)
{
    for (size_t i = 0; i < trusted->count; i++) {
        if (ip_net_has(&trusted->net[i], ip))
            return true;
    }
    return false;
}

bool trusted_has_all(const struct trusted *trusted)
{
    bool all = false;
    for (size_t i = 0; i < trusted->count; i++) {
        const struct ip_net *net = &trusted->net[i];
        all = all || net->bits == 0 || (net->bits == 96 && IN6_IS_ADDR_V4MAPPED(&net->ip));
    }
    return all;
}

/* An address as proxies write it: alone, in brackets, and perhaps with a port. */
static bool read_address(struct span text, struct in6_addr *out)
{
    char unused[IP_TEXT_MAX];
    int port;
    while (text.length && (text.at[0] == ' ' || text.at[0] == '\t'))
        text = (struct span){text.at + 1, text.length - 1};
    while (text.length && strchr(" \t", text.at[text.length - 1]))
        text.length--;
    if (ip_read(text, out))
        return true;
    if (ip_read_place(text, unused, &port) && port)
        return ip_read(span_of(unused), out);
    return text.length > 2 && text.at[0] == '[' && text.at[text.length - 1] == ']' &&
           memchr(text.at, ':', text.length) &&
           ip_read((struct span){text.at + 1, text.length - 2}, out);
}

bool trusted_client(const struct trusted *trusted, const char *header, struct in6_addr *client)
{
    size_t end = strlen(header);
    for (;;) {
        size_t start = end;
        while (start > 0 && header[start - 1] != ',')
            start--;
        if (!read_address((struct span){header + start, end - start}, client))
            return false;
        if (start == 0 || !trusted_has(trusted, client))
            return true;
        end = start - 1;
    }
}
