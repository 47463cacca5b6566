/* cornet serve: the web table. */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "base/lang.h"
#include "botproc/bots.h"
#include "program/options.h"
#include "server/server.h"
#include "table/table.h"
#include "tui/saving.h"

enum { COUNT_MAX = 1000000, NEW_TABLES_MAX = 100000000, THREADS_MAX = 256 };
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

/* What the command line asks for. */
struct request {
    struct server_settings settings;
    const char *bind; /* an address or EVERYWHERE; NULL: not given */
    const char *name; /* among those that share a database */
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
    screen_put(&screen, tr("Ctrl-C ends it; no game is lost.\n"));
    fflush(stdout);
}

static bool read_line(const struct command *command, int *argc, char ***argv, struct request *r,
                      int *code)
{
    struct server_settings *s = &r->settings;
    const struct command_option options[] = {
        {"port", "N", mark("the port to listen at; 0 takes any that is free"), .integer = &s->port,
         .max = 65535},
        {"bind", mark("ADDRESS"),
         mark("the address to listen at; all: those of every network that the machine is in"),
         .default_text = mark("localhost, this computer only"), .text = &r->bind},
        {"store", mark("FILE"),
         mark("where tables are kept: a file, or postgresql://..., a database that several"
              " servers may share"),
         .default_text = mark("in the user's data folder"), .text = &s->store},
        {"name", mark("LETTER"),
         mark("this server's name among those that share a database: a to z, 2 to 7"),
         .text = &r->name},
        {"address", "URL",
         mark("the address that others use, for links; requests to another host are "
              "refused"),
         .text = &s->address},
        {"origin", "URL", mark("another site whose pages may connect"), .text = &s->origin},
        {"certificate", mark("FILE"), mark("with --key FILE: TLS"), .text = &s->certificate},
        {"key", mark("FILE"), mark("the certificate's private key"), .text = &s->key},
        {"trusted-proxy", mark("ADDRESS,..."),
         mark("proxies that name the real client: addresses or networks (10.0.0.0/8)"),
         .text = &s->trusted_proxies},
        {"access-log", mark("FILE"), mark("a line for each request; - for standard output"),
         .text = &s->access_log},
        {"metrics-bind", mark("ADDRESS:PORT"),
         mark("/metrics and /api/health there, and not at the public address"),
         .text = &s->metrics_bind},
        {"connections", "N", mark("at most this many connections"), .integer = &s->connections_max,
         .min = 1, .max = COUNT_MAX},
        {"tables", "N", mark("at most this many tables in memory"), .integer = &s->tables_max,
         .min = 1, .max = COUNT_MAX},
        {"peraddress", "N", mark("connections from one address"), .integer = &s->per_address,
         .min = 1, .max = COUNT_MAX},
        {"newtables", "N", mark("new tables an hour from one address"),
         .integer = &s->creates_per_hour, .min = 1, .max = NEW_TABLES_MAX},
        {"messages", "N", mark("messages a second from one connection; 0: no limit"),
         .integer = &s->messages_per_second, .max = COUNT_MAX},
        {"threads", "N", mark("threads on which bots think"), .integer = &s->bot_threads, .min = 1,
         .max = THREADS_MAX},
        bots_row(&r->bots),
        bots_time_row(&r->bots),
        bots_memory_row(&r->bots),
        {"pause", "MS",
         mark("milliseconds between two rounds, where a game has a clock of its own"),
         .integer = &s->round_pause, .max = 60000},
        {"web", mark("DIR"),
         mark("serves the files of DIR as the client, for those who work on it"), .text = &s->web},
        {0},
    };
    return options_read(command, options, argc, argv, code);
}

static int run(const struct command *command, int argc, char **argv)
{
    struct request request = {.name = "a", .bots = bots_defaults()};
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
    if (strlen(request.name) != 1 || !strchr(TABLE_ID_LETTERS, request.name[0]))
        return command_usage(command, tr("--name is one letter, a to z, or a digit, 2 to 7"));
    settings->name = request.name[0];
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
        return command_failed(command, "%s", reason);
    return command_finish(command);
}

const struct command command_serve = {
    .name = "serve",
    .arguments = "",
    .about = mark("the web table: people and bots at tables, over the network"),
    .example = "cornet serve",
    .run = run,
};
