/* cornet join: a table of a server, in the terminal. A client of docs/protocol.md like any other:
 * it has no rules; it shows the lines that were played and the lines it may play. */
#include <ev.h>
#include <fcntl.h>
#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <utf8proc.h>

#include "apps/commands/dial.h"
#include "apps/commands/kept.h"
#include "apps/commands/options.h"
#include "apps/terminal/saving.h"
#include "base/lang.h"
#include "base/lines.h"
#include "base/rng.h"

#define SILENCE_SECONDS 25.0 /* without a message from the server: the connection is dead */
#define PING_SECONDS 10.0
#define SLOW_SECONDS 1.0
#define WAIT_MAX 15.0
#define TYPED_MAX 1024

struct client {
    const struct command *command;
    struct screen screen;
    char host[256], table[64], seat_file[4200];
    int port, seat; /* seat: the wanted one, then ours; 0: any, or none */
    bool tls, watch, automatic, create;
    const char *name;
    json_t *creation;
    char secret[64];
    unsigned char seed[FAIR_BYTES]; /* promised with the request for a seat that is under way */
    bool promised;
    struct ev_loop *loop;
    struct dial *dial; /* NULL: not connected, and not trying */
    ev_io input;
    ev_timer again, pulse, slow;
    double wait, heard;
    struct lines legal;
    struct kept kept;
    bool may, over, connected, leaving;
    bool seated;         /* at `seat`, which only a rematch may change */
    bool wants_rematch;  /* the user has proposed one, or agreed */
    size_t failures;     /* broken promises that the user has been told of */
    long long log_count; /* lines of the game so far */
    struct rng rng;
    char typed[TYPED_MAX];
    size_t typed_length;
    int code;
};

static void stop(struct client *c, int code)
{
    c->code = code;
    c->leaving = true;
    ev_break(c->loop, EVBREAK_ALL);
}

static void send_json(struct client *c, json_t *message)
{
    char *text = json_dumps(message, JSON_COMPACT);
    json_decref(message);
    if (c->dial)
        dial_send(c->dial, span_of(text));
    free(text);
}

/* A new seed for each request for a seat: none is ever promised twice. Nothing is promised where
 * nothing can be kept. */
static void promise_seed(struct client *c, json_t *request)
{
    unsigned char commit[FAIR_BYTES];
    char hex[FAIR_HEX];
    c->promised = kept_is_possible();
    if (!c->promised)
        return;
    randombytes_buf(c->seed, sizeof c->seed);
    fair_commit(c->seed, commit);
    fair_to_hex(commit, hex);
    json_object_set_new(request, "fair", json_string(hex));
}

/* Stores the seat's secret in a file of the user, so that the same command returns to the seat. */
static void keep_secret(struct client *c)
{
    char folder[4096];
    if (!saving_folder(folder, sizeof folder))
        return;
    snprintf(c->seat_file, sizeof c->seat_file, "%s/seat-%s", folder, c->table);
    const int fd = open(c->seat_file, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    FILE *out = fd < 0 ? NULL : fdopen(fd, "w");
    if (!out)
        return;
    fprintf(out, "%d %s - %s\n", c->seat, c->secret, c->name); /* a seed was in the third place */
    fclose(out);
}

static void find_secret(struct client *c)
{
    char folder[4096];
    char name[256] = "";
    int seat;
    if (!saving_folder(folder, sizeof folder) || c->watch)
        return;
    snprintf(c->seat_file, sizeof c->seat_file, "%s/seat-%s", folder, c->table);
    FILE *in = fopen(c->seat_file, "r");
    if (!in)
        return;
    const bool read = fscanf(in, "%d %40s %*64s %255[^\n]", &seat, c->secret, name) == 3;
    if (read && (!c->seat || c->seat == seat) && strcmp(name, c->name) == 0)
        c->seat = seat;
    else
        c->secret[0] = '\0'; /* another player's, on the same machine */
    fclose(in);
}

static void greet(struct client *c)
{
    const char *language = getenv("LANGUAGE");
    const bool french = language && strncmp(language, "fr", 2) == 0;
    send_json(
        c, json_pack("{s:s,s:i,s:s}", "do", "hello", "protocol", 1, "lang", french ? "fr" : "en"));
    if (c->create && !c->table[0]) {
        json_t *create = json_copy(c->creation);
        promise_seed(c, create);
        send_json(c, create);
    } else if (c->watch) {
        send_json(c, json_pack("{s:s,s:s}", "do", "watch", "table", c->table));
    } else if (c->secret[0]) {
        send_json(c, json_pack("{s:s,s:s,s:i,s:s}", "do", "resume", "table", c->table, "seat",
                               c->seat, "secret", c->secret));
    } else {
        json_t *join = json_pack("{s:s,s:s,s:s}", "do", "join", "table", c->table, "name", c->name);
        promise_seed(c, join);
        if (c->seat)
            json_object_set_new(join, "seat", json_integer(c->seat));
        send_json(c, join);
    }
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* Characters that a terminal would obey, or that turn the direction of writing, must not reach it.
 * Our server sends none; another one might. */
static bool is_tame(const char *at, size_t *length)
{
    utf8proc_int32_t letter;
    const utf8proc_ssize_t bytes = utf8proc_iterate((const utf8proc_uint8_t *)at, -1, &letter);
    *length = bytes > 0 ? (size_t)bytes : 1;
    if (bytes <= 0)
        return false;
    const utf8proc_category_t kind = utf8proc_category(letter);
    return kind != UTF8PROC_CATEGORY_CC && kind != UTF8PROC_CATEGORY_CF &&
           kind != UTF8PROC_CATEGORY_ZL && kind != UTF8PROC_CATEGORY_ZP;
}

static void put_line(struct client *c, const char *text)
{
    char bytes[1200];
    struct text tame = text_on(bytes, sizeof bytes);
    for (size_t length; *text; text += length) {
        if (is_tame(text, &length))
            text_add_bytes(&tame, text, length);
        else
            text_char(&tame, '?');
    }
    screen_put_wrapped(&c->screen, bytes, 2);
}

static void show_state(struct client *c, json_t *state)
{
    const char *key;
    json_t *value;
    json_object_foreach(state, key, value)
    {
        char line[1100];
        char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
        snprintf(line, sizeof line, "%s: %s", key, text);
        free(text);
        if (strcmp(key, "game") != 0 && strcmp(key, "players") != 0)
            put_line(c, line);
    }
}

static void prompt(struct client *c)
{
    if (!isatty(STDIN_FILENO))
        return;
    screen_put(&c->screen, "> ");
    fflush(stdout);
}

static void take_legal(struct client *c, const json_t *message)
{
    size_t i;
    const json_t *line;
    const json_t *legal = json_object_get(message, "legal");
    lines_cut(&c->legal, 0);
    c->may = json_is_true(json_object_get(message, "may"));
    json_array_foreach(legal, i, line)
    {
        if (json_is_string(line))
            lines_add(&c->legal, span_of(json_string_value(line)));
    }
}

/* How the dice of the finished game can be checked. */
static void tell_check(struct client *c)
{
    if (c->seated && c->kept.file >= 0 && c->kept.transcript.listed)
        screen_printf(
            &c->screen,
            tr("To check the dice, save %s://%s:%d/api/tables/%s/record and run: cornet verify "
               "--transcript %s RECORD\n"),
            c->tls ? "https" : "http", c->host, c->port, c->table, c->kept.path);
}

static void offer(struct client *c, json_t *state)
{
    const char *mover = json_string_value(json_object_get(state, "mover"));
    c->over = mover && strcmp(mover, "over") == 0;
    if (c->over) {
        screen_printf(&c->screen, "%s\n", tr("The game is over."));
        show_state(c, state);
        tell_check(c);
        if (c->automatic)
            stop(c, COMMAND_DONE);
        return;
    }
    if (!c->may)
        return;
    if (c->automatic && c->legal.count) {
        const char *line = c->legal.line[rng_below(&c->rng, (uint32_t)c->legal.count)];
        send_json(c, json_pack("{s:s,s:s}", "do", "move", "line", line));
        return;
    }
    show_state(c, state);
    for (size_t i = 0; i < c->legal.count; i++)
        screen_printf(&c->screen, "  %2zu  %s\n", i + 1, c->legal.line[i] + 2);
    if (!c->legal.count)
        screen_printf(&c->screen, "%s\n", tr("Speak when you like, for example: say Bono"));
    prompt(c);
}

static void take_lines(struct client *c, const json_t *lines)
{
    size_t i;
    const json_t *line;
    json_array_foreach(lines, i, line)
    {
        if (json_is_string(line))
            put_line(c, json_string_value(line));
    }
}

/* What the server does against the rules of the dice. */
static void warn(struct client *c, const char *reason)
{
    screen_printf(&c->screen, tr("Dice: %s. Do not trust the dice of this table.\n"), reason);
}

/* The exchange of seeds. */
static void take_fair(struct client *c, const json_t *fair)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    json_t *answer = c->seated ? kept_answer(&c->kept, fair, &why) : NULL;
    if (answer)
        send_json(c, answer);
    if (why.length)
        warn(c, reason);
}

/* Who has not kept a promise, as the server says it: each once. */
static void tell_failed(struct client *c, const json_t *fair)
{
    const json_t *failed = json_object_get(fair, "failed");
    for (; c->failures < json_array_size(failed); c->failures++) {
        const json_int_t seat =
            json_integer_value(json_object_get(json_array_get(failed, c->failures), "seat"));
        if (seat != c->seat)
            screen_printf(&c->screen,
                          tr("Dice: seat %d promised a seed and did not give it; the exchange is "
                             "made anew without it.\n"),
                          (int)seat);
    }
}

/* Shows lines of the game, and keeps them. */
static void take_log(struct client *c, long long from, const json_t *lines, bool whole)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    take_lines(c, lines);
    if (c->seated && !kept_saw(&c->kept, from, lines, whole, &why))
        warn(c, reason);
    if (!whole && from != c->log_count) /* something was left out: all of it is asked for */
        send_json(c, json_pack("{s:s}", "do", "sync"));
    c->log_count = from + (long long)json_array_size(lines);
}

static void begin_transcript(struct client *c, bool resumed)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    if (!kept_begin(&c->kept, c->table, c->seat, resumed, c->promised && !resumed ? c->seed : NULL,
                    &why))
        screen_printf(&c->screen, tr("Dice: %s. Your seat takes no part in them.\n"), reason);
    c->promised = false;
    sodium_memzero(c->seed, sizeof c->seed);
    c->failures = 0;
}

/* A seat is what was asked for; only a rematch that the user wants leads to another table. */
static bool may_join(const struct client *c, const char *table, int seat)
{
    if (!transcript_is_table(table))
        return false;
    const bool same = strcmp(table, c->table) == 0;
    if (!c->seated && c->secret[0])
        return same && (seat == c->seat || seat == 0);
    if (!c->seated)
        return same || (c->create && !c->table[0]);
    return same ? seat == c->seat || seat == 0 : c->over && c->wants_rematch;
}

static void take_joined(struct client *c, const json_t *message)
{
    const char *table = text_of(message, "table"), *secret = text_of(message, "secret");
    const int seat = (int)json_integer_value(json_object_get(message, "seat"));
    if (!may_join(c, table, seat) || seat < 0 || seat > GAME_SEATS_MAX) {
        command_failed(c->command, tr("the server gives a seat that was not asked for"));
        stop(c, COMMAND_WRONG_INPUT);
        return;
    }
    const bool other = strcmp(table, c->table) != 0;
    snprintf(c->table, sizeof c->table, "%s", table);
    c->seat = seat;
    c->watch |= !seat;
    if (secret[0] && seat) {
        snprintf(c->secret, sizeof c->secret, "%s", secret);
        keep_secret(c);
        begin_transcript(c, false);
    } else if (seat && (!c->seated || other)) {
        begin_transcript(c, true);
    }
    c->seated = seat > 0;
    c->wants_rematch = false;
    screen_printf(&c->screen, tr("Table %s, seat %d: %s://%s:%d/t/%s\n"), c->table, c->seat,
                  c->tls ? "https" : "http", c->host, c->port, c->table);
    fflush(stdout);
}

static void take_table(struct client *c, json_t *message)
{
    const char *phase = text_of(message, "phase");
    const json_t *seat;
    size_t i;
    screen_printf(&c->screen, "%s\n", tr("At the table:"));
    json_array_foreach(json_object_get(message, "seats"), i, seat)
    {
        char line[200];
        snprintf(line, sizeof line, "%zu  %s  (%s)", i + 1, text_of(seat, "name"),
                 text_of(seat, "kind"));
        put_line(c, line);
    }
    take_log(c, json_integer_value(json_object_get(message, "log_from")),
             json_object_get(message, "log"), true);
    tell_failed(c, json_object_get(message, "fair"));
    take_fair(c, json_object_get(message, "fair"));
    take_legal(c, message);
    if (json_is_object(json_object_get(message, "state")))
        offer(c, json_object_get(message, "state"));
    else
        put_line(c, phase);
}

static void take_error(struct client *c, const json_t *message)
{
    const char *code = text_of(message, "code");
    put_line(c, text_of(message, "text"));
    const bool fatal = strcmp(code, "no-table") == 0 || strcmp(code, "no-seat") == 0 ||
                       strcmp(code, "bad-secret") == 0 || strcmp(code, "version") == 0 ||
                       (strcmp(code, "bad-value") == 0 && !c->seat && !c->watch);
    if (strcmp(code, "too-fast") == 0 && c->automatic && !ev_is_active(&c->slow)) {
        ev_timer_set(&c->slow, SLOW_SECONDS, 0.);
        ev_timer_start(c->loop, &c->slow);
    }
    if (strcmp(code, "bad-secret") == 0 && c->seat_file[0])
        unlink(c->seat_file);
    if (fatal) {
        command_failed(c->command, "%s", text_of(message, "text"));
        stop(c, COMMAND_WRONG_INPUT);
    }
}

static void take_message(struct client *c, struct span bytes)
{
    json_t *message = json_loadb(bytes.at, bytes.length, 0, NULL);
    const char *type = text_of(message, "type");
    c->heard = ev_now(c->loop);
    if (strcmp(type, "joined") == 0) {
        take_joined(c, message);
    } else if (strcmp(type, "table") == 0) {
        take_table(c, message);
    } else if (strcmp(type, "fair") == 0) {
        tell_failed(c, json_object_get(message, "fair"));
        take_fair(c, json_object_get(message, "fair"));
    } else if (strcmp(type, "moves") == 0) {
        const json_t *from = json_object_get(message, "from");
        take_log(c,
                 json_is_integer(from) ? json_integer_value(from)
                 : from                ? -1
                                       : c->log_count,
                 json_object_get(message, "lines"), false);
        if (json_object_get(message, "fair"))
            take_fair(c, json_object_get(message, "fair"));
        take_legal(c, message);
        offer(c, json_object_get(message, "state"));
    } else if (strcmp(type, "chat") == 0) {
        char line[400];
        snprintf(line, sizeof line, "%s: %s", text_of(message, "name"), text_of(message, "text"));
        put_line(c, line);
    } else if (strcmp(type, "proposal") == 0) {
        const json_t *proposal = json_object_get(message, "proposal");
        if (json_is_object(proposal))
            screen_printf(&c->screen, tr("Seat %d proposes: %s (agree or refuse)\n"),
                          (int)json_integer_value(json_object_get(proposal, "by")),
                          text_of(proposal, "what"));
    } else if (strcmp(type, "error") == 0) {
        take_error(c, message);
    }
    fflush(stdout);
    json_decref(message);
}

static void show_help(struct client *c)
{
    screen_put(&c->screen, tr("  a number, or a move such as  keep 22\n"
                              "  say WORD, pass          where everybody plays at once\n"
                              "  chat TEXT, undo, bot SEAT, rematch, agree, refuse\n"
                              "  leave (the seat stays yours), quit (for good)\n"));
}

static json_t *request(const char *verb, const char *key, const char *value)
{
    return key ? json_pack("{s:s,s:s}", "do", verb, key, value) : json_pack("{s:s}", "do", verb);
}

static void take_typed(struct client *c, char *typed)
{
    static const char *proposals[] = {"undo", "rematch"};
    uint64_t number;
    while (*typed == ' ')
        typed++;
    for (int i = 0; i < 2; i++) {
        if (strcmp(typed, proposals[i]) == 0) {
            c->wants_rematch |= typed[0] == 'r';
            send_json(c, request("propose", "what", typed));
            return;
        }
    }
    if (*typed == '\0') {
        prompt(c);
    } else if (strcmp(typed, "help") == 0 || strcmp(typed, "?") == 0) {
        show_help(c);
        prompt(c);
    } else if (strcmp(typed, "leave") == 0) {
        stop(c, COMMAND_DONE);
    } else if (strcmp(typed, "quit") == 0) {
        send_json(c, request("quit", NULL, NULL));
        if (c->seat_file[0])
            unlink(c->seat_file);
        c->leaving = true;
    } else if (strncmp(typed, "chat ", 5) == 0) {
        send_json(c, request("chat", "text", typed + 5));
    } else if (strncmp(typed, "bot ", 4) == 0) {
        send_json(
            c, json_pack("{s:s,s:s,s:i}", "do", "propose", "what", "bot", "seat", atoi(typed + 4)));
    } else if (strcmp(typed, "agree") == 0 || strcmp(typed, "refuse") == 0) {
        static const char *all[] = {"undo", "bot", "rematch"};
        c->wants_rematch |= typed[0] == 'a';
        for (int i = 0; i < 3; i++)
            send_json(c, json_pack("{s:s,s:s,s:b}", "do", "agree", "what", all[i], "yes",
                                   typed[0] == 'a'));
    } else if (span_number(span_of(typed), 1, c->legal.count, &number)) {
        send_json(c, request("move", "line", c->legal.line[number - 1]));
    } else {
        char line[TYPED_MAX + 16];
        snprintf(line, sizeof line, "%d %s", c->seat, typed);
        send_json(c, request("move", "line", line));
    }
}

static void on_input(struct ev_loop *loop, ev_io *io, int events)
{
    struct client *c = io->data;
    (void)events;
    const ssize_t got =
        read(STDIN_FILENO, c->typed + c->typed_length, sizeof c->typed - 1 - c->typed_length);
    if (got <= 0) {
        ev_io_stop(loop, io);
        if (!c->automatic)
            stop(c, COMMAND_DONE);
        return;
    }
    c->typed_length += (size_t)got;
    for (char *end; (end = memchr(c->typed, '\n', c->typed_length));) {
        const size_t length = (size_t)(end - c->typed) + 1;
        *end = '\0';
        take_typed(c, c->typed);
        memmove(c->typed, c->typed + length, c->typed_length - length);
        c->typed_length -= length;
    }
    if (c->typed_length == sizeof c->typed - 1)
        c->typed_length = 0; /* longer than any command: dropped */
}

static void connect_now(struct client *c);

/* Exponential backoff with random jitter, so that clients do not all reconnect at once. */
static void try_again(struct client *c)
{
    if (c->leaving || ev_is_active(&c->again))
        return;
    const double cut = (double)(rng_next(&c->rng) >> 11) * 0x1p-54;
    if (c->connected || c->wait == 0)
        screen_printf(&c->screen, "%s\n", tr("No connection; trying again."));
    c->connected = false;
    c->wait = c->wait == 0 ? 0.5 : c->wait * 2 > WAIT_MAX ? WAIT_MAX : c->wait * 2;
    ev_timer_set(&c->again, c->wait * (1 - cut), 0.);
    ev_timer_start(c->loop, &c->again);
    fflush(stdout);
}

static void on_again(struct ev_loop *loop, ev_timer *timer, int events)
{
    struct client *c = timer->data;
    (void)loop;
    (void)events;
    connect_now(c);
}

/* After the pause that follows a too-fast error: asks for the current state. */
static void on_slow(struct ev_loop *loop, ev_timer *timer, int events)
{
    (void)loop;
    (void)events;
    send_json(timer->data, request("sync", NULL, NULL));
}

static void on_pulse(struct ev_loop *loop, ev_timer *timer, int events)
{
    struct client *c = timer->data;
    (void)events;
    if (!c->dial || !c->connected)
        return;
    if (ev_now(loop) - c->heard <= SILENCE_SECONDS) {
        send_json(c, request("ping", NULL, NULL));
        return;
    }
    dial_close(c->dial);
    c->dial = NULL;
    try_again(c);
}

static void on_opened(void *context)
{
    struct client *c = context;
    c->connected = true;
    c->wait = 0;
    c->heard = ev_now(c->loop);
    greet(c);
}

static void on_message(void *context, struct span text)
{
    take_message(context, text);
}

static void on_sent(void *context)
{
    struct client *c = context;
    if (c->leaving)
        stop(c, COMMAND_DONE);
}

static void on_closed(void *context)
{
    struct client *c = context;
    c->dial = NULL;
    if (c->leaving)
        ev_break(c->loop, EVBREAK_ALL);
    try_again(c);
}

static void connect_now(struct client *c)
{
    static const struct dial_events events = {on_opened, on_message, on_sent, on_closed};
    c->dial = dial_open(c->loop, c->host, c->port, c->tls, &events, c);
    if (!c->dial)
        try_again(c);
}

/* http://HOST:PORT/t/TABLE, or without the table. */
static bool take_url(struct client *c, const char *url)
{
    const char *at = strstr(url, "://");
    c->tls = strncmp(url, "https:", 6) == 0 || strncmp(url, "wss:", 4) == 0;
    at = at ? at + 3 : url;
    const size_t host = strcspn(at, ":/");
    if (host == 0 || host >= sizeof c->host)
        return false;
    memcpy(c->host, at, host);
    at += host;
    c->port = c->tls ? 443 : 80;
    if (*at == ':') {
        char *end;
        c->port = (int)strtol(at + 1, &end, 10);
        at = end;
    }
    if (strncmp(at, "/t/", 3) == 0)
        snprintf(c->table, sizeof c->table, "%.*s", (int)strcspn(at + 3, "/?#"), at + 3);
    return c->port > 0 && c->port < 65536 && (*at == '/' || *at == '\0');
}

/* The request that creates the table of --new. */
static json_t *creation(const struct client *c, const struct game *game,
                        const struct command_settings *given, struct text *why)
{
    struct game_settings settings;
    if (!options_apply_settings(game, given, &settings, why))
        return NULL;
    json_t *options = json_object(), *seats = json_array();
    for (int i = 0; game->options[i].name; i++) {
        if (strcmp(game_value_at(&settings, i), game->options[i].default_value) != 0)
            json_object_set_new(options, game->options[i].name,
                                json_string(game_value_at(&settings, i)));
    }
    for (int i = 0; i < settings.players; i++)
        json_array_append_new(seats, json_string(i == 0 ? "me" : "open"));
    return json_pack("{s:s,s:s,s:i,s:o,s:o,s:s}", "do", "create", "game", game->id, "players",
                     settings.players, "options", options, "seats", seats, "name", c->name);
}

static int serve(struct client *c)
{
    c->loop = ev_loop_new(EVFLAG_AUTO);
    ev_timer_init(&c->again, on_again, 0., 0.);
    c->again.data = c;
    ev_timer_init(&c->slow, on_slow, 0., 0.);
    c->slow.data = c;
    ev_timer_init(&c->pulse, on_pulse, PING_SECONDS, PING_SECONDS);
    c->pulse.data = c;
    ev_timer_start(c->loop, &c->pulse);
    ev_io_init(&c->input, on_input, STDIN_FILENO, EV_READ);
    c->input.data = c;
    if (!c->automatic)
        ev_io_start(c->loop, &c->input);
    connect_now(c);
    ev_run(c->loop, 0);
    c->leaving = true;
    dial_close(c->dial);
    ev_loop_destroy(c->loop);
    lines_free(&c->legal);
    kept_end(&c->kept);
    json_decref(c->creation);
    return c->code;
}

static bool read_line(struct client *c, int *argc, char ***argv, const struct game **game,
                      struct command_settings *given, int *code)
{
    const struct command_option options[] = {
        {.argument = "URL", .help = mark("the table's link, http://HOST:PORT/t/TABLE")},
        {.name = "name",
         .argument = mark("NAME"),
         .help = mark("your name"),
         .default_text = mark("the user's"),
         .text = &c->name},
        {.name = "seat",
         .argument = "N",
         .help = mark("this seat, and not the first that is open"),
         .integer = &c->seat,
         .min = 1,
         .max = GAME_SEATS_MAX},
        {.name = "watch", .help = mark("only looks on"), .flag = &c->watch},
        {.name = "new",
         .argument = mark("GAME"),
         .help = mark("makes a table at the server http://HOST:PORT/"),
         .game = game},
        {.name = "players",
         .argument = "N",
         .help = mark("of the new table"),
         .text = &given->players},
        {.name = "option",
         .argument = mark("name=value"),
         .help = mark("an option of the game; may be repeated"),
         .list = &given->option},
        {.name = "auto",
         .help = mark("plays by itself, at random, to the end of the game"),
         .flag = &c->automatic},
        {0},
    };
    return options_read(c->command, options, argc, argv, code);
}

static int run(const struct command *command, int argc, char **argv)
{
    const char *user = getenv("USER");
    struct client c = {.command = command, .screen = screen_on(stdout), .kept.file = -1};
    struct command_settings given = {0};
    const struct game *game = NULL;
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    uint64_t seed;
    int code;
    c.name = user && *user ? user : tr("guest");
    if (!read_line(&c, &argc, &argv, &game, &given, &code))
        return code;
    if (argc != 1 || !take_url(&c, argv[0]))
        return command_usage(command, tr("give the table's address: http://HOST:PORT/t/TABLE"));
    if (!c.table[0] == !game)
        return command_usage(command, tr("give either a table's address, or a server's with --new "
                                         "GAME"));
    if (sodium_init() < 0)
        return command_failed(command, tr("the machine gives no random numbers"));
    if (game && !(c.creation = creation(&c, game, &given, &why)))
        return command_usage(command, "%s", reason);
    c.create = game != NULL;
    randombytes_buf(&seed, sizeof seed);
    rng_seed(&c.rng, seed);
    if (!game)
        find_secret(&c);
    return serve(&c);
}

const struct command command_join = {
    .name = "join",
    .arguments = "URL",
    .about = mark("plays at a table of a server, from the terminal"),
    .notes = mark("The seat stays yours: the same command comes back to it."),
    .example = "cornet join http://localhost:7777/t/k3v7w2mnpq7rt4xy",
    .run = run,
};
