/* cornet admin: what an operator sees and does, at a running server or all servers of a database.
 */
#include <jansson.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/lang.h"
#include "cli/admin.h"
#include "server/admin.h"
#include "server/rules.h"
#include "table/table.h"

enum { MINUTES_MAX = 10080 };

/* The command line, and what its verb does with it. */
struct request {
    const struct command *command;
    const struct verb *verb;
    const char *what, *who; /* `who` "": not given */
    const char *store, *server, *reason, *french, *to;
    uint64_t minutes, lasts; /* lasts: milliseconds, of --for */
    bool has_minutes, json;
    struct screen screen;
    struct rules rules;
    size_t people, servers, silent; /* counted from the answers */
    bool failed;                    /* an answer was no JSON */
    json_t *answers;                /* for --json */
};

enum operand { NOTHING, A_FILTER, A_TABLE, A_TARGET, A_SEAT_TOO, A_TEXT };

struct verb {
    const char *name;
    enum operand operand;
    bool lasts; /* a rule: it can be stored while no server runs */
    void (*show)(struct request *q, const json_t *answer); /* NULL: the verb is a command */
};

static const char *string_of(const json_t *object, const char *key)
{
    const char *value = json_string_value(json_object_get(object, key));
    return value ? value : "";
}

static long long number_of(const json_t *object, const char *key)
{
    return (long long)json_number_value(json_object_get(object, key));
}

/* ---- what is shown ---- */

/* `45 s`, `12 min`, `5 h`, `3 d` */
static const char *show_seconds(long long seconds, char out[24])
{
    const char *unit = seconds < 120      ? tr("s")
                       : seconds < 7200   ? tr("min")
                       : seconds < 172800 ? tr("h")
                                          : tr("d");
    const long long divisor = seconds < 120      ? 1
                              : seconds < 7200   ? 60
                              : seconds < 172800 ? 3600
                                                 : 86400;
    snprintf(out, 24, "%lld %s", seconds / divisor, unit);
    return out;
}

static void show_status(struct request *q, const json_t *a)
{
    char uptime[24];
    const char *state = string_of(a, "state");
    screen_printf(&q->screen, tr("%s, running for %s\n"), string_of(a, "version"),
                  show_seconds(number_of(a, "uptime"), uptime));
    screen_printf(&q->screen, "%s",
                  strcmp(state, "ok") == 0         ? tr("State: normal\n")
                  : strcmp(state, "draining") == 0 ? tr("State: draining, it takes no new tables\n")
                  : strcmp(state, "store") == 0    ? tr("State: the store cannot be written\n")
                                                   : tr("State: stopping, or without a lease\n"));
    if (string_of(a, "error")[0])
        screen_printf(&q->screen, tr("Last error of the store: %s\n"), string_of(a, "error"));
    screen_printf(&q->screen,
                  tr("Connections: %lld of %lld; people with a seat: %lld, watching: %lld\n"),
                  number_of(a, "connections"), number_of(a, "connections_max"),
                  number_of(a, "people"), number_of(a, "watching"));
    screen_printf(&q->screen, tr("Tables in memory: %lld of %lld\n"), number_of(a, "tables"),
                  number_of(a, "tables_max"));
    screen_printf(&q->screen,
                  tr("Load: %.1f %% of a core, %.1f messages and %.1f events per second\n"),
                  json_number_value(json_object_get(a, "cpu_percent")),
                  json_number_value(json_object_get(a, "messages_per_second")),
                  json_number_value(json_object_get(a, "events_per_second")));
    screen_printf(&q->screen, tr("Memory: %lld MB; store: %lld MB; longest wait: %.0f ms\n"),
                  number_of(a, "memory") >> 20, number_of(a, "store_bytes") >> 20,
                  1000 * json_number_value(json_object_get(a, "longest_turn")));
    if (number_of(a, "rules"))
        screen_printf(&q->screen, tr("Bans, mutes and closed tables: %lld (cornet admin bans)\n"),
                      number_of(a, "rules"));
    if (string_of(a, "announcement")[0])
        screen_printf(&q->screen, tr("Announcement: %s\n"), string_of(a, "announcement"));
}

static void show_names(struct request *q, const json_t *names, int width)
{
    struct text out = text_on((char[512]){0}, 512);
    for (size_t i = 0; i < json_array_size(names); i++) {
        const char *name = json_string_value(json_array_get(names, i));
        text_printf(&out, "%s%s", i ? ", " : "", name && *name ? name : tr("(open)"));
    }
    screen_put_cut(&q->screen, out.start, width);
    screen_put(&q->screen, "\n");
}

static void show_left_out(struct request *q, const json_t *a)
{
    const unsigned long left_out = (unsigned long)number_of(a, "left_out");
    if (left_out)
        screen_printf(&q->screen,
                      trn("%lu more row; add a text that its row contains\n",
                          "%lu more rows; add a text that the rows contain\n", left_out),
                      left_out);
}

static void show_tables(struct request *q, const json_t *a)
{
    const json_t *row;
    size_t i;
    char idle[24];
    screen_put_cut(&q->screen, tr("TABLE"), 17);
    screen_put_cut(&q->screen, tr("GAME"), 10);
    screen_put_cut(&q->screen, tr("PHASE"), 9);
    screen_put_cut(&q->screen, tr("HERE"), 7);
    screen_put_cut(&q->screen, tr("LINES"), 7);
    screen_put_cut(&q->screen, tr("IDLE"), 7);
    screen_printf(&q->screen, "%s\n", tr("NAMES"));
    json_array_foreach(json_object_get(a, "rows"), i, row)
    {
        char text[64];
        screen_put_cut(&q->screen, string_of(row, "table"), 17);
        screen_put_cut(&q->screen, string_of(row, "game"), 10);
        screen_put_cut(&q->screen, string_of(row, "phase"), 9);
        snprintf(text, sizeof text, "%lld+%lld", number_of(row, "people"),
                 number_of(row, "watching"));
        screen_put_cut(&q->screen, text, 7);
        snprintf(text, sizeof text, "%lld", number_of(row, "lines"));
        screen_put_cut(&q->screen, text, 7);
        screen_put_cut(&q->screen, show_seconds(number_of(row, "idle"), idle), 7);
        show_names(q, json_object_get(row, "names"), 23);
    }
    show_left_out(q, a);
}

static void show_people(struct request *q, const json_t *a)
{
    const json_t *row;
    size_t i;
    char since[24], at[TABLE_ID_LENGTH + 8];
    screen_put_cut(&q->screen, tr("NAME"), 21);
    screen_put_cut(&q->screen, tr("TABLE/SEAT"), 20);
    screen_put_cut(&q->screen, tr("ADDRESS"), 29);
    screen_printf(&q->screen, "%s\n", tr("SINCE"));
    json_array_foreach(json_object_get(a, "rows"), i, row)
    {
        const char *table = string_of(row, "table"), *name = string_of(row, "name");
        if (number_of(row, "seat"))
            snprintf(at, sizeof at, "%s/%lld", table, number_of(row, "seat"));
        else
            snprintf(at, sizeof at, "%s", table);
        screen_put_cut(&q->screen, name[0] ? name : table[0] ? tr("(watching)") : "-", 21);
        screen_put_cut(&q->screen, at[0] ? at : "-", 20);
        screen_put_cut(&q->screen, string_of(row, "address"), 29);
        screen_printf(&q->screen, "%s\n", show_seconds(number_of(row, "seconds"), since));
    }
    show_left_out(q, a);
}

static void show_addresses(struct request *q, const json_t *a)
{
    const json_t *row;
    size_t i;
    screen_put_cut(&q->screen, tr("ADDRESS"), 30);
    screen_put_cut(&q->screen, tr("CONNECTIONS"), 13);
    screen_put_cut(&q->screen, tr("TABLES/H"), 10);
    screen_put_cut(&q->screen, tr("REFUSED"), 10);
    screen_printf(&q->screen, "%s\n", tr("SERVER TIME"));
    json_array_foreach(json_object_get(a, "rows"), i, row)
    {
        char text[32];
        screen_put_cut(&q->screen, string_of(row, "address"), 30);
        snprintf(text, sizeof text, "%lld", number_of(row, "connections"));
        screen_put_cut(&q->screen, text, 13);
        snprintf(text, sizeof text, "%lld", number_of(row, "tables"));
        screen_put_cut(&q->screen, text, 10);
        snprintf(text, sizeof text, "%lld", number_of(row, "refused"));
        screen_put_cut(&q->screen, text, 10);
        screen_printf(&q->screen, "%.2f %s%s\n", json_number_value(json_object_get(row, "seconds")),
                      tr("s"), json_is_true(json_object_get(row, "banned")) ? tr(" banned") : "");
    }
    show_left_out(q, a);
}

/* ---- the log, which needs no server ---- */

static void show_until(struct request *q, uint64_t until)
{
    struct text date = text_on((char[32]){0}, 32);
    if (until)
        text_date(&date, (int64_t)(until / 1000));
    screen_put_cut(&q->screen, until ? date.start : tr("for good"), 21);
}

static void show_rules(struct request *q)
{
    static const char *const kinds[RULE_KINDS] = {mark("ban"), mark("mute"), mark("close")};
    const uint64_t now = clock_real();
    size_t shown = 0;
    for (size_t i = 0; i < q->rules.count; i++) {
        const struct rule *rule = &q->rules.rule[i];
        if (!rule_holds(rule, now))
            continue;
        if (!shown++) {
            screen_put_cut(&q->screen, tr("RULE"), 7);
            screen_put_cut(&q->screen, tr("WHO"), 28);
            screen_put_cut(&q->screen, tr("UNTIL"), 21);
            screen_printf(&q->screen, "%s\n", tr("REASON"));
        }
        screen_put_cut(&q->screen, tr(kinds[rule->kind]), 7);
        screen_put_cut(&q->screen, rule->who, 28);
        show_until(q, rule->until);
        screen_put_cut(&q->screen, rule->reason, 24);
        screen_put(&q->screen, "\n");
    }
    if (!shown)
        screen_put(&q->screen, tr("Nobody is banned or muted, and no table is closed.\n"));
}

static bool see_note(void *context, const struct store_note *note)
{
    struct request *q = context;
    json_t *text = json_loadb(note->text.at, note->text.length, 0, NULL);
    if (!text)
        return true;
    rules_apply(&q->rules, text, note->at);
    if (strcmp(q->what, "log") == 0 && q->json) {
        json_object_set_new(text, "at", json_integer((json_int_t)note->at));
        json_array_append_new(q->answers, text);
        return true;
    }
    if (strcmp(q->what, "log") == 0) {
        struct text line = text_on((char[1024]){0}, 1024);
        text_date(&line, (int64_t)(note->at / 1000));
        text_printf(&line, "  %s  %s %s", string_of(text, "by"), string_of(text, "do"),
                    string_of(text, string_of(text, "text")[0] ? "text" : "who"));
        if (json_object_get(text, "until")) {
            text_add(&line, tr(" until "));
            text_date(&line, number_of(text, "until") / 1000);
        }
        if (string_of(text, "reason")[0])
            text_printf(&line, ": %s", string_of(text, "reason"));
        screen_put_wrapped(&q->screen, line.start, 0);
    }
    json_decref(text);
    return true;
}

static json_t *rules_json(const struct rules *rules)
{
    static const char *const kinds[RULE_KINDS] = {"ban", "mute", "close"};
    json_t *list = json_array();
    for (size_t i = 0; i < rules->count; i++) {
        const struct rule *rule = &rules->rule[i];
        if (rule_holds(rule, clock_real()))
            json_array_append_new(list, json_pack("{s:s,s:s,s:I,s:I,s:s}", "rule",
                                                  kinds[rule->kind], "who", rule->who, "since",
                                                  (json_int_t)rule->since, "until",
                                                  (json_int_t)rule->until, "reason", rule->reason));
    }
    return list;
}

static int print_json(struct request *q)
{
    char *text = json_dumps(q->answers, JSON_COMPACT | JSON_SORT_KEYS);
    puts(text);
    free(text);
    return command_finish(q->command);
}

static int run_log(struct request *q)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    if (!admin_notes(q->store, see_note, q, &why))
        return command_failed(q->command, "%s", why.start);
    const bool is_log = strcmp(q->what, "log") == 0;
    if (q->json && !is_log) {
        json_decref(q->answers);
        q->answers = rules_json(&q->rules);
    }
    if (q->json)
        return print_json(q);
    if (!is_log)
        show_rules(q);
    return command_finish(q->command);
}

/* ---- asking the servers ---- */

static void see_answer(void *context, const char *server, const char *text)
{
    struct request *q = context;
    json_t *answer = text ? json_loads(text, 0, NULL) : NULL;
    q->servers++;
    q->failed = q->failed || (text && !answer);
    q->silent += !text;
    q->people += (size_t)number_of(answer, "people");
    if (q->json && answer)
        json_array_append(q->answers, answer);
    if (q->json) {
        json_decref(answer);
        return;
    }
    if (server[0] && (q->verb->show || !text))
        screen_printf(&q->screen,
                      answer ? tr("%sServer %s:\n") : tr("%sServer %s did not answer.\n"),
                      q->servers > 1 ? "\n" : "", server);
    if (q->verb->show && answer)
        q->verb->show(q, answer);
    json_decref(answer);
}

/* What happened to a command. */
static void tell_done(struct request *q)
{
    static const struct {
        const char *what, *sentence;
    } done[] = {
        {"close", mark("The table is closed.")},
        {"reopen", mark("The table is open again.")},
        {"mute", mark("Muted.")},
        {"unmute", mark("No longer muted.")},
        {"ban", mark("Banned.")},
        {"unban", mark("No longer banned.")},
        {"announce", mark("Everybody sees the announcement.")},
        {"retract", mark("The announcement is gone.")},
        {"drain", mark("The server takes no new tables. Running games continue.")},
        {"resume", mark("The server takes new tables again.")},
    };
    for (size_t i = 0; i < sizeof done / sizeof *done; i++) {
        if (strcmp(q->what, done[i].what) == 0)
            screen_printf(&q->screen, "%s\n", tr(done[i].sentence));
    }
    if (strcmp(q->what, "kick") == 0 || strcmp(q->what, "ban") == 0 ||
        strcmp(q->what, "close") == 0)
        screen_printf(
            &q->screen,
            trn("%zu connection was closed.\n", "%zu connections were closed.\n", q->people),
            q->people);
}

static int run_request(struct request *q, json_t *request)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    char *text = json_dumps(request, JSON_COMPACT);
    const bool is_command = !q->verb->show;
    const bool noted = !is_command || admin_note(q->store, text, &why);
    struct text unasked = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    const bool asked = admin_ask(q->store, q->server, text, see_answer, q, &unasked);
    free(text);
    if (!asked && unasked.length)
        return command_failed(q->command, "%s", unasked.start);
    if (!asked && q->server)
        return command_failed(q->command, tr("no server named '%s' is running"), q->server);
    if (!asked && !(q->verb->lasts && noted))
        return store_is_database(q->store)
                   ? command_failed(q->command, tr("no server of this database is running"))
                   : command_failed(q->command, tr("no server is running with the store %s"),
                                    q->store);
    if (q->failed)
        return command_failed(q->command, tr("the server's answer is not valid JSON"));
    if (strcmp(q->what, "kick") == 0 && !q->people && !q->silent)
        return command_failed(q->command, tr("nobody like '%s' is connected"), q->who);
    if (is_command && !q->json && asked)
        tell_done(q);
    if (!asked)
        screen_put(&q->screen, tr("No server is running: it applies when one starts.\n"));
    if (!noted)
        return command_failed(q->command,
                              tr("it applies only until the server restarts, since the log could "
                                 "not be written: %s"),
                              why.start);
    if (q->silent)
        return command_failed(q->command,
                              trn("%zu server did not answer within 6 seconds",
                                  "%zu servers did not answer within 6 seconds", q->silent),
                              q->silent);
    return q->json ? print_json(q) : command_finish(q->command);
}

/* ---- the command line ---- */

/* `90m`, `12h`, `7d`; false: it is none. */
static bool read_duration(const char *text, uint64_t *milliseconds)
{
    uint64_t number;
    const size_t length = strlen(text);
    if (length < 2 || !span_number((struct span){text, length - 1}, 1, 100000, &number))
        return false;
    const char unit = text[length - 1];
    const uint64_t seconds = unit == 'm' ? 60 : unit == 'h' ? 3600 : unit == 'd' ? 86400 : 0;
    *milliseconds = number * seconds * 1000;
    return seconds != 0;
}

static bool is_table(const char *id, size_t length)
{
    return length == TABLE_ID_LENGTH && strspn(id, TABLE_ID_LETTERS) >= TABLE_ID_LENGTH;
}

static bool check_operand(const struct request *q, struct text *why)
{
    struct ip_net net;
    const char *slash = strchr(q->who, '/');
    const bool seat = slash && is_table(q->who, (size_t)(slash - q->who));
    switch (q->verb->operand) {
    case A_TABLE:
        return is_table(q->who, strlen(q->who)) ||
               text_fail(why, tr("name the table by its 16 letters: cornet admin tables"));
    case A_TARGET:
    case A_SEAT_TOO:
        if (!q->who[0] || strlen(q->who) >= RULE_WHO_MAX)
            return text_fail(why, tr("name an address, a network such as 198.51.100.0/24, or a "
                                     "person's name"));
        if (slash && !seat && !ip_net_read(span_of(q->who), &net))
            return text_fail(why, tr("'%s' is neither an address nor a network"), q->who);
        return !seat || q->verb->operand == A_SEAT_TOO ||
               text_fail(why, tr("a seat can only be kicked: name its address or its person"));
    default:
        return true;
    }
}

/* Who gives the command: for the log. */
static void find_self(char out[128])
{
    char host[64] = "";
    const struct passwd *user = getpwuid(getuid());
    const char *sudo = getenv("SUDO_USER");
    gethostname(host, sizeof host - 1);
    snprintf(out, 128, "%.40s@%s", sudo ? sudo : user ? user->pw_name : "?", host);
}

static json_t *make_request(const struct request *q)
{
    json_t *request = json_pack("{s:s}", "do", q->what);
    char self[128];
    if (q->verb->show) {
        json_object_set_new(request, "find", json_string(q->who));
        return request;
    }
    find_self(self);
    json_object_set_new(request, "by", json_string(self));
    const uint64_t lasts = q->has_minutes ? q->minutes * 60000 : q->lasts;
    if (lasts)
        json_object_set_new(request, "until", json_integer((json_int_t)(clock_real() + lasts)));
    if (q->verb->operand == A_TEXT && q->who[0])
        json_object_set_new(request, "text", json_string(q->who));
    else if (q->who[0])
        json_object_set_new(request, "who", json_string(q->who));
    if (q->reason)
        json_object_set_new(request, "reason", json_string(q->reason));
    if (q->french)
        json_object_set_new(request, "fr", json_string(q->french));
    return request;
}

static const struct verb verbs[] = {
    {"status", NOTHING, false, show_status},
    {"tables", A_FILTER, false, show_tables},
    {"people", A_FILTER, false, show_people},
    {"addresses", A_FILTER, false, show_addresses},
    {"bans", NOTHING, true, NULL},
    {"log", NOTHING, true, NULL},
    {"close", A_TABLE, true, NULL},
    {"reopen", A_TABLE, true, NULL},
    {"mute", A_TARGET, true, NULL},
    {"unmute", A_TARGET, true, NULL},
    {"kick", A_SEAT_TOO, false, NULL},
    {"ban", A_TARGET, true, NULL},
    {"unban", A_TARGET, true, NULL},
    {"rename", A_TEXT, true, NULL},
    {"announce", A_TEXT, true, NULL},
    {"retract", NOTHING, true, NULL},
    {"drain", NOTHING, false, NULL},
    {"resume", NOTHING, false, NULL},
};

static const struct verb *find_verb(const char *name)
{
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        if (strcmp(verbs[i].name, name) == 0)
            return &verbs[i];
    }
    return NULL;
}

/* Checks that do not concern one option alone. */
static bool check(const struct request *q, struct text *why)
{
    const bool announces = strcmp(q->what, "announce") == 0;
    if (announces && !q->who[0] && !q->has_minutes)
        return text_fail(why, tr("write what to announce, or --in MINUTES for a restart"));
    if (announces && q->who[0] && q->has_minutes)
        return text_fail(why, tr("--in MINUTES announces a restart in its own words; --for says "
                                 "how long another text is shown"));
    if (q->reason && strlen(q->reason) >= RULE_REASON_MAX)
        return text_fail(why, tr("a reason has at most %d bytes"), RULE_REASON_MAX - 1);
    if (announces &&
        (strlen(q->who) >= RULE_TEXT_MAX || (q->french && strlen(q->french) >= RULE_TEXT_MAX)))
        return text_fail(why, tr("an announcement has at most %d bytes"), RULE_TEXT_MAX - 1);
    if ((strcmp(q->what, "drain") == 0 || strcmp(q->what, "resume") == 0) &&
        store_is_database(q->store))
        return text_fail(why, tr("servers that share a database need no draining: stop one, and "
                                 "its tables continue at once on the others"));
    return check_operand(q, why);
}

/* Changes the name of an account, in the store: no server is asked. */
static int run_rename(struct request *q)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    if (!q->who[0] || !q->to)
        return command_usage(q->command, tr("rename takes a name, and the new one with --to"));
    json_t *request = make_request(q);
    json_object_set_new(request, "to", json_string(q->to));
    char *text = json_dumps(request, JSON_COMPACT);
    const bool good =
        admin_rename(q->store, q->who, q->to, &why) && admin_note(q->store, text, &why);
    free(text);
    json_decref(request);
    if (!good)
        return command_failed(q->command, "%s", why.start);
    screen_put(&q->screen, tr("Renamed.\n"));
    return command_finish(q->command);
}

static int run_verb(struct request *q)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    if (!check(q, &why))
        return command_usage(q->command, "%s", why.start);
    if (!admin_is_owner(q->store, &why))
        return command_failed(q->command, "%s", why.start);
    q->answers = json_array();
    int code;
    if (strcmp(q->what, "bans") == 0 || strcmp(q->what, "log") == 0) {
        code = run_log(q);
    } else if (strcmp(q->what, "rename") == 0) {
        code = run_rename(q);
    } else {
        json_t *request = make_request(q);
        code = run_request(q, request);
        json_decref(request);
    }
    json_decref(q->answers);
    rules_free(&q->rules);
    return code;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct request q = {.command = command, .screen = screen_on(stdout)};
    const char *duration = NULL;
    int code;
    const struct command_option options[] = {
        {.argument = "status", .help = mark("show state, load and counts (the default)")},
        {.argument = mark("tables [TEXT]"),
         .help = mark("list the tables in memory; with TEXT, only matching rows")},
        {.argument = mark("people [TEXT]"),
         .help = mark("list the connections: names, seats and addresses")},
        {.argument = mark("addresses [TEXT]"),
         .help = mark("list the addresses, those that use most server time first")},
        {.argument = "bans", .help = mark("list the bans, mutes and closed tables in force")},
        {.argument = "log", .help = mark("list all commands that were ever given")},
        {.argument = "close TABLE",
         .help = mark("disconnect everybody and keep the table closed; also reopen")},
        {.argument = mark("mute WHO"),
         .help = mark("refuse chat of an address, network or name; also "
                      "unmute")},
        {.argument = mark("kick WHO"),
         .help = mark("free the seat and disconnect: an address, network, "
                      "name or TABLE/SEAT")},
        {.argument = mark("ban WHO"),
         .help = mark("kick, and let nobody with this address, network or "
                      "name in; also unban")},
        {.argument = mark("rename NAME"), .help = mark("change the name of an account: --to")},
        {.argument = mark("announce TEXT"), .help = mark("show a text to everybody; also retract")},
        {.argument = "drain", .help = mark("take no new tables before a restart; also resume")},
        {"reason", mark("TEXT"), mark("reason, for the person concerned and the log"),
         .text = &q.reason},
        {"for", mark("DURATION"), mark("how long: 90m, 12h, 7d; without it, for good"),
         .text = &duration},
        {"in", mark("MINUTES"), mark("announce a restart in MINUTES minutes"),
         .given = &q.has_minutes, .number = &q.minutes, .min = 1, .max = MINUTES_MAX},
        {"to", mark("NAME"), mark("the new name of an account"), .text = &q.to},
        {"text-fr", mark("TEXT"), mark("the announcement for French clients"), .text = &q.french},
        {"server", mark("NAME"), mark("ask only this server of those that share a database"),
         .text = &q.server},
        {"json", NULL, mark("write JSON, an array with an element per server"), .flag = &q.json},
        admin_store_option(&q.store),
        {0},
    };
    if (!options_read(command, options, &argc, &argv, &code))
        return code;
    q.what = argc ? argv[0] : "status";
    q.who = argc > 1 ? argv[1] : "";
    q.verb = find_verb(q.what);
    if (!q.verb)
        return command_usage(
            command, tr("there is no request '%s': cornet admin --help lists them"), q.what);
    if (argc > 2 || (q.who[0] && q.verb->operand == NOTHING))
        return command_usage(command, tr("too many words: put a text with spaces into quotes"));
    if (q.to && strcmp(q.what, "rename") != 0)
        return command_usage(command, tr("--to goes with rename"));
    if (duration && !read_duration(duration, &q.lasts))
        return command_usage(command, tr("--for takes a duration such as 90m, 12h or 7d, not '%s'"),
                             duration);
    if (!admin_find_store(command, &q.store, true, &code))
        return code;
    if (q.server && !store_is_database(q.store))
        return command_usage(command,
                             tr("--server names one of the servers of a database; %s is "
                                "a file with one server"),
                             q.store);
    return run_verb(&q);
}

const struct command command_admin = {
    .name = "admin",
    .topic = COMMAND_SERVER,
    .arguments = mark("[REQUEST]"),
    .about = mark("Shows what happens on a running server, and acts on it."),
    .notes =
        mark("Bans, mutes, closed tables and announcements are kept in the store: they survive "
             "a restart and apply to all servers of a database. Only the user who owns the "
             "store may give commands."),
    .example = "cornet admin ban 198.51.100.7 --for 7d --reason insults",
    .run = run,
};
