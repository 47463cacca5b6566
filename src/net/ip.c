#include "net/ip.h"

#include <arpa/inet.h>
#include <string.h>

#define FOUR_BITS 96 /* of an IPv4 address that are the same for all */

struct in6_addr ip_of_four(const void *four)
{
    struct in6_addr ip = {.s6_addr = {[10] = 0xff, [11] = 0xff}};
    memcpy(&ip.s6_addr[12], four, 4);
    return ip;
}

bool ip_read(struct span text, struct in6_addr *out)
{
    char copy[IP_TEXT_MAX];
    struct in_addr four;
    if (text.length >= sizeof copy || memchr(text.at, '\0', text.length))
        return false;
    memcpy(copy, text.at, text.length);
    copy[text.length] = '\0';
    if (inet_pton(AF_INET, copy, &four) != 1)
        return inet_pton(AF_INET6, copy, out) == 1;
    *out = ip_of_four(&four);
    return true;
}

void ip_write(const struct in6_addr *ip, char text[IP_TEXT_MAX])
{
    if (IN6_IS_ADDR_V4MAPPED(ip))
        inet_ntop(AF_INET, &ip->s6_addr[12], text, IP_TEXT_MAX);
    else
        inet_ntop(AF_INET6, ip, text, IP_TEXT_MAX);
}

void ip_of_peer(const struct sockaddr_storage *peer, struct in6_addr *out)
{
    if (peer->ss_family == AF_INET6)
        *out = ((const struct sockaddr_in6 *)(const void *)peer)->sin6_addr;
    else
        *out = ip_of_four(&((const struct sockaddr_in *)(const void *)peer)->sin_addr);
}

bool ip_read_place(struct span text, char address[IP_TEXT_MAX], int *port)
{
    struct in6_addr ip;
    uint64_t number;
    size_t colon = text.length;
    while (colon > 0 && text.at[colon - 1] != ':')
        colon--;
    if (colon < 2)
        return false;
    struct span host = {text.at, colon - 1};
    const struct span digits = {text.at + colon, text.length - colon};
    const bool is_bracketed =
        host.length > 2 && host.at[0] == '[' && host.at[host.length - 1] == ']';
    if (is_bracketed)
        host = (struct span){host.at + 1, host.length - 2};
    if (!ip_read(host, &ip) || is_bracketed != (memchr(host.at, ':', host.length) != NULL) ||
        !span_number(digits, 0, 65535, &number))
        return false;
    memcpy(address, host.at, host.length);
    address[host.length] = '\0';
    *port = (int)number;
    return true;
}

void ip_write_for_url(const char *address, struct text *out)
{
    text_printf(out, strchr(address, ':') ? "[%s]" : "%s", address);
}

bool ip_net_read(struct span text, struct ip_net *out)
{
    uint64_t bits;
    const struct span address = span_cut(&text, '/');
    if (!ip_read(address, &out->ip))
        return false;
    const bool is_four = !memchr(address.at, ':', address.length);
    const unsigned fixed = is_four ? FOUR_BITS : 0;
    out->bits = 128;
    if (!text.at)
        return true;
    if (!span_number(text, 0, 128 - fixed, &bits))
        return false;
    out->bits = fixed + (unsigned)bits;
    return true;
}

bool ip_net_has(const struct ip_net *net, const struct in6_addr *ip)
{
    const unsigned bytes = net->bits / 8, rest = net->bits % 8;
    if (memcmp(&net->ip, ip, bytes) != 0)
        return false;
    return rest == 0 || (net->ip.s6_addr[bytes] ^ ip->s6_addr[bytes]) >> (8 - rest) == 0;
}
