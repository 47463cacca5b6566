#include "server/settings.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <string.h>

#include "net/ip.h"
#include "table/table.h"

void server_defaults(struct server_settings *settings)
{
    *settings = (struct server_settings){.interface = "localhost",
                                         .port = 7777,
                                         .name = "a",
                                         .tables_max = 20000,
                                         .connections_max = 12000,
                                         .per_address = 200,
                                         .creates_per_hour = 120,
                                         .messages_per_second = 20,
                                         .loop_percent = 5,
                                         .storage_per_day = 100,
                                         .bot_threads = 2,
                                         .round_pause = 4000,
                                         .grace = TABLE_GRACE / 1000};
}

bool server_is_everywhere(const struct server_settings *settings)
{
    const char *at = settings->interface;
    return !at || strcmp(at, "0.0.0.0") == 0 || strcmp(at, "::") == 0;
}

void server_url(const struct server_settings *settings, const char *host, int port,
                char url[SERVER_URL_MAX])
{
    struct text out = text_on(url, SERVER_URL_MAX);
    text_add(&out, settings->certificate ? "https://" : "http://");
    ip_write_for_url(host, &out);
    text_printf(&out, ":%d/", port);
}

void server_urls(const struct server_settings *settings, int port, struct lines *out)
{
    struct ifaddrs *list = NULL;
    char url[SERVER_URL_MAX];
    if (settings->address) {
        lines_add(out, span_of(settings->address));
        return;
    }
    const bool all = server_is_everywhere(settings);
    if (all && getifaddrs(&list) == 0) {
        for (const struct ifaddrs *i = list; i; i = i->ifa_next) {
            char text[INET_ADDRSTRLEN];
            if (!i->ifa_addr || i->ifa_addr->sa_family != AF_INET || !(i->ifa_flags & IFF_UP) ||
                (i->ifa_flags & IFF_LOOPBACK))
                continue;
            const void *address =
                &((const struct sockaddr_in *)(const void *)i->ifa_addr)->sin_addr;
            if (!inet_ntop(AF_INET, address, text, sizeof text))
                continue;
            server_url(settings, text, port, url);
            lines_add(out, span_of(url));
        }
        freeifaddrs(list);
    }
    const bool is_local = all || strcmp(settings->interface, "127.0.0.1") == 0;
    server_url(settings, is_local ? "localhost" : settings->interface, port, url);
    lines_add(out, span_of(url));
}
