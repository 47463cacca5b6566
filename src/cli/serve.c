/* cornet serve: the web table. */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "base/lang.h"
#include "botproc/bots.h"
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
        {"port", "N", mark("port to listen on; 0: any free port"), .integer = &s->port,
         .max = 65535},
        {"bind", mark("ADDRESS"), mark("address to listen on; all: every network of this machine"),
         .default_text = mark("localhost, this computer only"), .text = &r->bind},
        {"store", mark("FILE"),
         mark("store of the tables: a file, or postgresql://..., a database that several servers "
              "can share"),
         .default_text = mark("in the user's data folder"), .text = &s->store},
        {"name", mark("NAME"),
         mark("name of this server among those sharing a database: letters, digits, hyphens"),
         .text = &r->name},
        {"fair-key", mark("FILE"),
         mark("offer fair dice 3, with this key file; made if missing. Copy it, but not to where "
              "the "
              "store's copies are"),
         .text = &s->fair_key},
        {"address", "URL", mark("public address, for links; requests for other hosts are refused"),
         .text = &s->address},
        {"origin", "URL", mark("another site whose pages may connect"), .text = &s->origin},
        {"certificate", mark("FILE"), mark("certificate for TLS, with --key FILE"),
         .text = &s->certificate},
        {"key", mark("FILE"), mark("private key of the certificate"), .text = &s->key},
        {"trusted-proxy", mark("ADDRESS,..."),
         mark("proxies that report the client's address: addresses or networks (10.0.0.0/8)"),
         .text = &s->trusted_proxies},
        {"access-log", mark("FILE"),
         mark("access log, one line per request; - for standard output"), .text = &s->access_log},
        {"log-addresses", mark("WHAT"),
         mark("what the access log has of a client's address: full, network or none"),
         .text = &r->log_addresses},
        {"log-level", mark("LEVEL"),
         mark("lowest level of messages on standard error: error, warning or info"),
         .text = &r->log_level},
        {"log-format", mark("FORMAT"), mark("format of these messages: text or json"),
         .text = &r->log_format},
        {"metrics-bind", mark("ADDRESS:PORT"),
         mark("serve /metrics and /api/health there, instead of to this computer only"),
         .text = &s->metrics_bind},
        {"contact", "URL",
         mark("how to reach you, in the page's footer: https://... or mailto:..."),
         .text = &s->contact},
        {"report", "URL", mark("where to report abuse, in the page's footer"), .text = &s->report},
        {"privacy", "URL", mark("your privacy page, in the page's footer"), .text = &s->privacy},
        {"connections", "N", mark("maximum number of connections"), .integer = &s->connections_max,
         .min = 1, .max = COUNT_MAX},
        {"tables", "N", mark("maximum number of tables in memory"), .integer = &s->tables_max,
         .min = 1, .max = COUNT_MAX},
        {"peraddress", "N", mark("maximum number of connections per address"),
         .integer = &s->per_address, .min = 1, .max = COUNT_MAX},
        {"newtables", "N", mark("maximum number of new tables per hour and address"),
         .integer = &s->creates_per_hour, .min = 1, .max = NEW_TABLES_MAX},
        {"messages", "N", mark("maximum number of messages per second and connection; 0: no limit"),
         .integer = &s->messages_per_second, .max = COUNT_MAX},
        {"loop-share", "N",
         mark("percentage of the server's time that one address may use; 0: no limit"),
         .integer = &s->loop_percent, .max = 100},
        {"storage", "MB", mark("megabytes that one address may store per day; 0: no limit"),
         .integer = &s->storage_per_day, .max = COUNT_MAX},
        {"keep", "DAYS", mark("delete finished tables unchanged for DAYS days; 0: never"),
         .integer = &s->keep, .max = DAYS_MAX},
        {"keep-unfinished", "DAYS",
         mark("delete unfinished tables unchanged for DAYS days; 0: never"),
         .integer = &s->keep_unfinished, .max = DAYS_MAX},
        {"threads", "N", mark("number of threads for bots"), .integer = &s->bot_threads, .min = 1,
         .max = THREADS_MAX},
        bots_row(&r->bots),
        bots_time_row(&r->bots),
        bots_memory_row(&r->bots),
        {"grace", "SECONDS",
         mark("how long an absent person can return before a bot plays the seat"),
         .integer = &s->grace, .max = 50},
        {"pause", "MS",
         mark("pause between two rounds of a game with its own clock, in milliseconds; three times "
              "as long if people play"),
         .integer = &s->round_pause, .max = 60000},
        {"web", mark("DIR"), mark("serve the client files in DIR, for developers"),
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
    char path[4096], reason[TEXT_WHY];
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
    struct sigaction action = {.sa_handler = stop}, again = {.sa_handler = reload};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &again, NULL);
    if (!server_run(settings, say_ready, &request, &why))
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
