/* cornet serve: the web table. */
#include <signal.h>

#include "apps/commands/command.h"
#include "apps/terminal/saving.h"
#include "base/lang.h"
#include "server/server.h"

enum {
    PORT = 1,
    BIND,
    STORE,
    ADDRESS,
    ORIGIN,
    CERTIFICATE,
    KEY,
    TABLES,
    CONNECTIONS,
    PER_ADDRESS,
    NEW_TABLES,
    MESSAGES,
    BOT_THREADS,
    WEB
};

static const struct option options[] = {
    {"port", required_argument, NULL, PORT},
    {"bind", required_argument, NULL, BIND},
    {"store", required_argument, NULL, STORE},
    {"address", required_argument, NULL, ADDRESS},
    {"origin", required_argument, NULL, ORIGIN},
    {"certificate", required_argument, NULL, CERTIFICATE},
    {"key", required_argument, NULL, KEY},
    {"tables", required_argument, NULL, TABLES},
    {"connections", required_argument, NULL, CONNECTIONS},
    {"peraddress", required_argument, NULL, PER_ADDRESS},
    {"newtables", required_argument, NULL, NEW_TABLES},
    {"messages", required_argument, NULL, MESSAGES},
    {"threads", required_argument, NULL, BOT_THREADS},
    {"web", required_argument, NULL, WEB},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static void stop(int number)
{
    (void)number;
    server_stop();
}

/* Standard output is a line for programs and people alike: where to go. */
static void say_ready(int port, void *context)
{
    const struct server_settings *settings = context;
    struct screen screen = screen_on(stdout);
    const char *host = settings->interface ? settings->interface : "localhost";
    if (settings->address)
        screen_printf(&screen, tr("Cornet is at %s\n"), settings->address);
    else {
        char url[160];
        snprintf(url, sizeof url, "%s://%s:%d/", settings->certificate ? "https" : "http", host,
                 port);
        screen_printf(&screen, tr("Cornet is at %s\n"), url);
    }
    screen_put(&screen, tr("Ctrl-C ends it; no game is lost.\n"));
    fflush(stdout);
}

static bool take_number(const struct command *command, const char *name, const char *value,
                        uint64_t min, uint64_t max, int *out)
{
    uint64_t number;
    if (!command_number(command, name, value, min, max, &number))
        return false;
    *out = (int)number;
    return true;
}

static bool take_option(const struct command *command, int found, struct server_settings *s)
{
    switch (found) {
    case PORT:
        return take_number(command, "--port", optarg, 0, 65535, &s->port);
    case TABLES:
        return take_number(command, "--tables", optarg, 1, 1000000, &s->tables_max);
    case CONNECTIONS:
        return take_number(command, "--connections", optarg, 1, 1000000, &s->connections_max);
    case PER_ADDRESS:
        return take_number(command, "--peraddress", optarg, 1, 1000000, &s->per_address);
    case NEW_TABLES:
        return take_number(command, "--newtables", optarg, 1, 100000000, &s->creates_per_hour);
    case MESSAGES:
        return take_number(command, "--messages", optarg, 0, 1000000, &s->messages_per_second);
    case BOT_THREADS:
        return take_number(command, "--threads", optarg, 1, 256, &s->bot_threads);
    case BIND:
        s->interface = optarg;
        return true;
    case STORE:
        s->store = optarg;
        return true;
    case ADDRESS:
        s->address = optarg;
        return true;
    case ORIGIN:
        s->origin = optarg;
        return true;
    case CERTIFICATE:
        s->certificate = optarg;
        return true;
    case KEY:
        s->key = optarg;
        return true;
    default:
        s->web = optarg;
        return true;
    }
}

static int run(const struct command *command, int argc, char **argv)
{
    struct server_settings settings;
    char path[4096], reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    server_defaults(&settings);
    int found, code;
    while ((found = command_option(command, argc, argv, options, &code)) > 0) {
        if (!take_option(command, found, &settings))
            return COMMAND_WRONG_USAGE;
    }
    if (found < 0)
        return code;
    if (optind != argc)
        return command_usage(command, tr("serve takes options only, not '%s'"), argv[optind]);
    if (!settings.certificate != !settings.key)
        return command_usage(command, tr("--certificate and --key go together"));
    if (!settings.store) {
        if (!saving_store(path, sizeof path))
            return command_usage(command, tr("there is no data folder: name a file with --store"));
        settings.store = path;
    }
    struct sigaction action = {.sa_handler = stop};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    if (!server_run(&settings, say_ready, &settings, &why))
        return command_failed(command, "%s", reason);
    return command_finish(command);
}

const struct command command_serve = {
    .name = "serve",
    .arguments = "",
    .about = mark("the web table: people and bots at tables, over the network"),
    .help = mark("  --port N          the port to listen at (7777; 0 takes any)\n"
                 "  --bind ADDRESS    the address to listen at (all of the machine's)\n"
                 "  --store FILE      where tables are kept (in the user's data folder)\n"
                 "  --address URL     the address that others use, for links\n"
                 "  --origin URL      another site whose pages may connect\n"
                 "  --certificate FILE  with --key FILE: TLS\n"
                 "  --key FILE        the certificate's private key\n"
                 "  --connections N   at most so many (12000)\n"
                 "  --tables N        at most so many in memory (20000)\n"
                 "  --peraddress N    connections from one address (200)\n"
                 "  --newtables N     new tables an hour from one address (120)\n"
                 "  --messages N      a second from one connection (20; 0: no limit)\n"
                 "  --threads N       on which bots think (2)\n"
                 "  --web DIR         serves the files of DIR as the client, for those\n"
                 "                    who work on it\n"),
    .example = "cornet serve",
    .run = run,
};
