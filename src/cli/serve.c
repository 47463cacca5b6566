/* cornet serve: the web table. */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/lang.h"
#include "botproc/bots.h"
#include "net/socket.h"
#include "program/options.h"
#include "server/access.h"
#include "server/server.h"
#include "server/work/report.h"
#include "store/store.h"
#include "table/table.h"
#include "tui/saving.h"

enum { COUNT_MAX = 1000000, NEW_TABLES_MAX = 100000000, THREADS_MAX = 256, DAYS_MAX = 36500 };
enum { PROGRAM_SECONDS = 600 }; /* of CPU time, from a program's start to its end */
#define EVERYWHERE "all"        /* --bind all: at all addresses of the machine */
#define NO_KEY "none"           /* --fair-key none: no table has version 3 of the fair dice */
#define KEY_ENDING ".fair-key"

static void stop(int number)
{
    (void)number;
    server_stop();
}

/* SIGHUP requests a reload. But it is also sent when the server's terminal is closed; then the
 * server ends. */
static void reload(int number)
{
    const int before = errno;
    struct termios terminal;
    (void)number;
    if (tcgetattr(STDIN_FILENO, &terminal) != 0 && errno == EIO)
        server_stop();
    else
        server_reload();
    errno = before;
}

/* The parsed command line. */
struct request {
    struct server_settings settings;
    const char *bind; /* an address or EVERYWHERE; NULL: not given */
    const char *name; /* among those that share a database */
    const char *log_level, *log_format, *log_addresses;
    struct bots bots; /* programs that people may choose as bots */
    struct agent_opener opener;
};

/* The first line of standard output is the address, for people and for programs. */
static void say_ready(int port, int metrics_port, void *context)
{
    const struct request *r = context;
    const struct server_settings *s = &r->settings;
    struct screen screen = screen_on(stdout);
    char url[SERVER_URL_MAX];
    server_url(s, r->bind && !server_is_everywhere(s) ? r->bind : "localhost", port, url);
    screen_printf(&screen, tr("Cornet is at %s\n"), s->address ? s->address : url);
    if (s->metrics_bind && strcmp(strrchr(s->metrics_bind, ':'), ":0") == 0)
        screen_printf(&screen, tr("Metrics are at port %d.\n"), metrics_port);
    if (!r->bind && !s->address)
        screen_put(&screen,
                   tr("Only this computer can open it; cornet serve --bind all opens it to "
                      "your network.\n"));
    screen_put(&screen, tr("Press Ctrl-C to stop; no game is lost.\n"));
    fflush(stdout);
}

static bool read_line(const struct command *command, int *argc, char ***argv, struct request *r,
                      int *code)
{
    struct server_settings *s = &r->settings;
    const struct command_option options[] = {
        {"port", "N", mark("Sets the port to listen on; 0 chooses a free one."),
         .integer = &s->port, .max = 65535},
        {"bind", mark("ADDRESS"),
         mark("Sets the address to listen on; all means every network of this machine."),
         .default_text = mark("localhost, this computer only"), .text = &r->bind},
        {"store", mark("FILE"),
         mark("Names the store of the tables: a file, or postgresql://..., a database that several "
              "servers can share."),
         .default_text = mark("in the user's data folder"), .text = &s->store},
        {"name", mark("NAME"),
         mark(
             "Names this server among those sharing a database, with letters, digits and hyphens."),
         .text = &r->name},
        {"fair-key", mark("FILE"),
         mark("Names the key file of the fair dice, made if it is missing; none means that tables "
              "have version 2. Copy it, but not to where the store's copies are."),
         .default_text = mark("beside the store, with .fair-key after its name"),
         .text = &s->fair_key},
        {"address", "URL",
         mark("Sets the public address for links; the server refuses requests for other hosts."),
         .text = &s->address},
        {"origin", "URL", mark("Lets the pages of another site connect."), .text = &s->origin},
        {"certificate", mark("FILE"), mark("Names the certificate for TLS; --key names its key."),
         .text = &s->certificate},
        {"key", mark("FILE"), mark("Names the private key of the certificate."), .text = &s->key},
        {"trusted-proxy", mark("ADDRESS,..."),
         mark("Names the proxies that report the client's address: addresses, or networks such as "
              "10.0.0.0/8."),
         .text = &s->trusted_proxies},
        {"access-log", mark("FILE"),
         mark("Writes an access log to this file, one line per request; - means standard output."),
         .text = &s->access_log},
        {"log-addresses", mark("WHAT"),
         mark("Sets what the access log has of a client's address: full, network or none."),
         .text = &r->log_addresses},
        {"log-level", mark("LEVEL"),
         mark("Sets the lowest level of messages on standard error: error, warning or info."),
         .text = &r->log_level},
        {"log-format", mark("FORMAT"), mark("Sets the format of these messages: text or json."),
         .text = &r->log_format},
        {"metrics-bind", mark("ADDRESS:PORT"),
         mark("Serves /metrics and /api/health there, instead of to this computer only."),
         .text = &s->metrics_bind},
        {"contact", "URL",
         mark("Puts your address, https://... or mailto:..., into the page's footer."),
         .text = &s->contact},
        {"report", "URL", mark("Says in the page's footer where to report abuse."),
         .text = &s->report},
        {"privacy", "URL", mark("Names your privacy page, for the page's footer."),
         .text = &s->privacy},
        {"connections", "N", mark("Limits the number of connections."),
         .integer = &s->connections_max, .min = 1, .max = COUNT_MAX},
        {"tables", "N", mark("Limits the number of tables in memory."), .integer = &s->tables_max,
         .min = 1, .max = COUNT_MAX},
        {"peraddress", "N", mark("Limits the number of connections per address."),
         .integer = &s->per_address, .min = 1, .max = COUNT_MAX},
        {"newtables", "N", mark("Limits the number of new tables per hour and address."),
         .integer = &s->creates_per_hour, .min = 1, .max = NEW_TABLES_MAX},
        {"messages", "N",
         mark("Limits the number of messages per second and connection; 0 means no limit."),
         .integer = &s->messages_per_second, .max = COUNT_MAX},
        {"loop-share", "N",
         mark("Limits the share of the server's time that one address may use, as a percentage; 0 "
              "means no limit."),
         .integer = &s->loop_percent, .max = 100},
        {"storage", "MB",
         mark("Limits the megabytes that one address may store per day; 0 means no limit."),
         .integer = &s->storage_per_day, .max = COUNT_MAX},
        {"keep", "DAYS", mark("Deletes finished tables unchanged for DAYS days; 0 means never."),
         .integer = &s->keep, .max = DAYS_MAX},
        {"keep-unfinished", "DAYS",
         mark("Deletes unfinished tables unchanged for DAYS days; 0 means never."),
         .integer = &s->keep_unfinished, .max = DAYS_MAX},
        {"threads", "N", mark("Sets the number of threads for bots."), .integer = &s->bot_threads,
         .min = 1, .max = THREADS_MAX},
        bots_row(&r->bots),
        bots_time_row(&r->bots),
        bots_memory_row(&r->bots),
        {"grace", "SECONDS",
         mark("Sets how many seconds an absent person has to return before a bot plays the seat."),
         .integer = &s->grace, .max = 50},
        {"pause", "MS",
         mark("Sets the pause, in milliseconds, between two rounds of a game with its own clock; "
              "it is three times as long if people play."),
         .integer = &s->round_pause, .max = 60000},
        {"web", mark("DIR"), mark("Serves the client files in DIR, for developers."),
         .text = &s->web},
        {0},
    };
    return options_read(command, options, argc, argv, code);
}

/* Table ids begin with the first character of the name, so that a proxy finds the server. */
static bool is_name(const char *name)
{
    const size_t length = strlen(name);
    return length > 0 && length < STORE_SERVER_MAX && strchr(TABLE_ID_LETTERS, name[0]) &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == length;
}

/* The key of the fair dice is beside the store. Servers that share a database need the same key,
 * so that there it is given. */
static void choose_key(struct server_settings *settings, char *path, size_t size)
{
    if (settings->fair_key && strcmp(settings->fair_key, NO_KEY) == 0) {
        settings->fair_key = NULL;
    } else if (!settings->fair_key && store_is_database(settings->store)) {
        report(REPORT_INFO, "fair",
               "new tables have version 2 of the fair dice: servers that share a database need "
               "--fair-key FILE, the same key for each of them");
    } else if (!settings->fair_key) {
        snprintf(path, size, "%s" KEY_ENDING, settings->store);
        settings->fair_key = path;
    }
}

/* The links of the page's footer. */
static bool check_links(const struct command *command, const struct server_settings *s, int *code)
{
    const struct {
        const char *option, *url;
    } links[] = {{"contact", s->contact}, {"report", s->report}, {"privacy", s->privacy}};
    for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
        const char *url = links[i].url;
        if (!url || strncmp(url, "https://", 8) == 0 || strncmp(url, "http://", 7) == 0 ||
            strncmp(url, "mailto:", 7) == 0)
            continue;
        *code = command_usage(command, tr("--%s takes https://... or mailto:..., not '%s'"),
                              links[i].option, url);
        return false;
    }
    return true;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct request request = {.name = "a",
                              .bots = bots_defaults(),
                              .log_level = "info",
                              .log_format = "text",
                              .log_addresses = "network"};
    enum report_level level;
    struct server_settings *settings = &request.settings;
    char path[4096], key[4096 + sizeof KEY_ENDING], reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    int code;
    server_defaults(settings);
    if (!read_line(command, &argc, &argv, &request, &code))
        return code;
    request.bots.aside = request.bots.limits.quiet = request.bots.limits.closed = true;
    request.bots.limits.seconds = PROGRAM_SECONDS;
    request.opener = bots_opener(&request.bots);
    if (!bots_read(&request.bots, &why))
        return command_usage(command, "%s", reason);
    settings->opener = request.bots.count ? &request.opener : NULL;
    if (argc > 0)
        return command_usage(command, tr("serve takes options only, not '%s'"), argv[0]);
    if (!is_name(request.name))
        return command_usage(command, tr("--name has 1 to 16 letters a to z, digits and '-', and "
                                         "begins with a letter or a digit from 2 to 7"));
    if (!report_find(request.log_level, &level))
        return command_usage(command, tr("--log-level is error, warning or info, not '%s'"),
                             request.log_level);
    if (strcmp(request.log_format, "text") != 0 && strcmp(request.log_format, "json") != 0)
        return command_usage(command, tr("--log-format is text or json, not '%s'"),
                             request.log_format);
    if (!access_find(request.log_addresses, &settings->log_addresses))
        return command_usage(command, tr("--log-addresses is full, network or none, not '%s'"),
                             request.log_addresses);
    if (!check_links(command, settings, &code))
        return code;
    report_open(level, request.log_format[0] == 'j');
    settings->name = request.name;
    if (!settings->certificate != !settings->key)
        return command_usage(command, tr("--certificate and --key go together"));
    if (request.bind)
        settings->interface = strcmp(request.bind, EVERYWHERE) == 0 ? NULL : request.bind;
    if (!settings->store) {
        if (!saving_store(path, sizeof path))
            return command_usage(command, tr("there is no data folder: name a file with --store"));
        settings->store = path;
    }
    choose_key(settings, key, sizeof key);
    struct sigaction action = {.sa_handler = stop}, again = {.sa_handler = reload};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &again, NULL);
    const struct server_runtime runtime = {clock_start(), socket_timeouts, say_ready, &request};
    if (!server_run(settings, &runtime, &why))
        return strncmp(reason, "--", 2) == 0 /* about an option's value */
                   ? command_usage(command, "%s", reason)
                   : command_failed(command, "%s", reason);
    return command_finish(command);
}

const struct command command_serve = {
    .name = "serve",
    .topic = COMMAND_SERVER,
    .arguments = "",
    .about = mark("Serves tables for people and bots over the network."),
    .notes = mark("Options can also be set by environment variables: CORNET_PORT=8000 for --port "
                  "8000, CORNET_TRUSTED_PROXY for --trusted-proxy."),
    .example = "cornet serve",
    .environment = true,
    .run = run,
};
