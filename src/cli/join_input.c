/* The input of `cornet join`: commands and moves, as lines or as keys of the full screen. */
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agents/levels.h"
#include "base/lang.h"
#include "cli/join.h"
#include "cli/join_tables.h"
#include "tui/asking.h"
#include "tui/edit.h"

/* The commands, and the keys that they are for do_command. */
static const struct {
    const char *english, *french;
    char key;
} said_words[] = {{"help", "aide", '?'},      {"?", "?", '?'},
                  {"show", "voir", 's'},      {"hint", "indice", 'h'},
                  {"odds", "chances", 'o'},   {"log", "journal", 'l'},
                  {"undo", "annuler", 'u'},   {"rematch", "revanche", 'r'},
                  {"agree", "accepter", 'y'}, {"refuse", "refuser", 'n'},
                  {"leave", "sortir", 'q'},   {"quit", "quitter", 'Q'},
                  {"chat", "dire", 'c'},      {"bot", "robot", 'b'},
                  {"fill", "remplir", 'f'},   {"resign", "abandonner", 'R'},
                  {"draw", "nulle", 'd'},     {"back", "reprendre", 'B'},
                  {"remove", "retirer", 'X'}};

static const char *help_text(void)
{
    return tr(
        "a number, or a move as listed; a word where everybody plays at once, - passes\n"
        "show, hint, odds, log\n"
        "chat TEXT, undo, rematch, agree, refuse\n"
        "resign, draw (offers one): in a game of two; back (to your seat)\n"
        "fill [LEVEL] (bots for the open seats), bot SEAT (for a player who is away or does not "
        "act)\n"
        "remove SEAT (for the host: removes a person)\n"
        "leave (the seat stays yours), quit (for good)\n");
}

/* Prints a text, or pages it. */
static void show_text(struct client *c, const char *text)
{
    if (c->guest.full)
        full_page(c->guest.full, tr("Table"), text);
    else
        screen_put_wrapped(&c->guest.screen, text, 2);
}

static void show_help(struct client *c)
{
    char *text = NULL;
    const struct guest *g = &c->guest;
    const bool points = g->full && g->mirror.view && g->mirror.view->spots;
    if (asprintf(&text, "%s\n%s%s\n", g->mirror.view ? tr(g->mirror.view->rules) : "", help_text(),
                 points ? full_point_help() : "") < 0)
        return;
    show_text(c, text);
    free(text);
}

/* The information that a view prints about the game: its odds. */
static void show_odds(struct client *c)
{
    char *text = NULL;
    size_t length;
    struct screen screen = c->guest.screen;
    if (!c->guest.mirror.drawable)
        return;
    if (!guest_may_see_odds(&c->guest)) {
        const char *why = tr("there are no hints in a game with other people");
        c->guest.full ? full_notice(c->guest.full, why, true) : guest_say(&c->guest, why);
        return;
    }
    screen.out = open_memstream(&text, &length);
    c->guest.mirror.view->odds(&screen, c->guest.mirror.match, c->guest.mirror.match->state);
    fclose(screen.out);
    show_text(c, text);
    free(text);
}

static void show_log(struct client *c)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    const struct guest *g = &c->guest;
    const struct lines *lines = &g->story;
    if (g->raw)
        lines = c->transcript.content.lines.count || !g->mirror.match ? &c->transcript.content.lines
                                                                      : &g->mirror.match->body;
    for (size_t i = 0; i < lines->count; i++)
        fprintf(out, "%s\n", lines->line[i]);
    fclose(out);
    show_text(c, text);
    free(text);
}

static json_t *request(const char *verb, const char *key, const char *value)
{
    return key ? json_pack("{s:s,s:s}", "do", verb, key, value) : json_pack("{s:s}", "do", verb);
}

/* Sends a request; without a connection, prints that it is lost. */
static void ask(struct client *c, json_t *message)
{
    if (c->connected) {
        join_send(c, message);
        return;
    }
    json_decref(message);
    guest_no_server(&c->guest);
}

static void agree(struct client *c, bool yes)
{
    const char *what = mirror_text(c->guest.proposal, "what");
    c->wants_rematch |= yes;
    if (*what)
        ask(c, json_pack("{s:s,s:s,s:b}", "do", "agree", "what", what, "yes", yes));
    else
        guest_say(&c->guest, tr("There is no proposal."));
}

/* Proposing a draw or a rematch that another player has just proposed agrees to it. */
static void propose(struct client *c, const char *what)
{
    if (strcmp(what, "undo") != 0 && guest_is_asked(&c->guest) &&
        strcmp(mirror_text(c->guest.proposal, "what"), what) == 0) {
        agree(c, true);
        return;
    }
    c->wants_rematch |= strcmp(what, "rematch") == 0;
    ask(c, request("propose", "what", what));
}

static void resign(struct client *c)
{
    char line[32];
    snprintf(line, sizeof line, "%d " MATCH_FORFEITS, c->seat);
    ask(c, request("move", "line", line));
}

static void leave_for_good(struct client *c)
{
    if (!c->connected) { /* not connected: the server keeps the seat */
        join_stop(c, COMMAND_DONE);
        return;
    }
    join_send(c, request("quit", NULL, NULL));
    if (c->seat_file[0])
        unlink(c->seat_file);
    c->leaving = true;
}

/* Bots for the open seats, of a level (also in French) or an agent's name. */
static void fill(struct client *c, const char *who)
{
    static const char *const french[AGENT_LEVELS] = {"novice", "facile", "solide", "coriace",
                                                     "champion"};
    char bot[128];
    for (int level = 0; level < AGENT_LEVELS; level++) {
        if (strcmp(who, french[level]) == 0)
            who = agent_level_names[level];
    }
    snprintf(bot, sizeof bot, "bot:%s", *who ? who : "normal");
    ask(c, request("host", "fill", bot));
}

/* Runs a command by its key, with the text after its word; false: unknown command. */
static bool do_command(struct client *c, char key, const char *rest)
{
    switch (key) {
    case '?':
        show_help(c);
        break;
    case 's':
        guest_look(&c->guest);
        break;
    case 'h':
        ask(c, json_pack("{s:s,s:b}", "do", "hint", "grows", isatty(STDOUT_FILENO)));
        break;
    case 'o':
        show_odds(c);
        break;
    case 'l':
        show_log(c);
        break;
    case 'u':
        propose(c, "undo");
        break;
    case 'r':
        propose(c, "rematch");
        break;
    case 'y':
    case 'n':
        agree(c, key == 'y');
        break;
    case 'd':
        propose(c, "draw");
        break;
    case 'R':
        resign(c);
        break;
    case 'B':
        ask(c, c->taken ? json_pack("{s:s,s:s,s:i,s:s}", "do", "propose", "what", "seat", "seat",
                                    c->taken, "secret", c->secret)
                        : json_pack("{s:s,s:s,s:i,s:s}", "do", "resume", "table", c->table, "seat",
                                    c->seat, "secret", c->secret));
        break;
    case 'q':
        join_stop(c, COMMAND_DONE);
        break;
    case 'Q':
        leave_for_good(c);
        break;
    case 'c':
        ask(c, request("chat", "text", rest));
        break;
    case 'f':
        fill(c, rest);
        break;
    case 'X':
        if (strcmp(c->guest.phase, "playing") == 0)
            ask(c,
                json_pack("{s:s,s:s,s:i}", "do", "propose", "what", "remove", "seat", atoi(rest)));
        else
            ask(c, json_pack("{s:s,s:i}", "do", "host", "remove", atoi(rest)));
        break;
    case 'b':
        ask(c, json_pack("{s:s,s:s,s:i}", "do", "propose", "what", "bot", "seat", atoi(rest)));
        break;
    default:
        return false;
    }
    return true;
}

/* The key of the command at the start of the text, and the text after it; 0: not a command. */
static char command_of(const char *typed, const char **rest)
{
    const size_t length = strcspn(typed, " ");
    const struct span word = {typed, length};
    *rest = typed + length + strspn(typed + length, " ");
    for (size_t i = 0; i < sizeof said_words / sizeof *said_words; i++) {
        if (span_is(word, said_words[i].english) || span_is(word, said_words[i].french))
            return said_words[i].key;
    }
    return 0;
}

static void take_typed(struct client *c, const char *typed)
{
    struct text line = text_on((char[TYPED_MAX + 64]){0}, TYPED_MAX + 64);
    typed += strspn(typed, " ");
    const char *rest;
    const char key = command_of(typed + (*typed == '/'), &rest);
    if (*typed == '\0' && guest_may_continue(&c->guest)) {
        ask(c, request("ready", NULL, NULL));
    } else if (*typed == '\0') {
        guest_look(&c->guest);
    } else if (do_command(c, key, rest)) {
        if (!c->guest.full)
            guest_prompt(&c->guest);
    } else {
        guest_to_line(&c->guest, typed, &line);
        ask(c, request("move", "line", line.start));
    }
}

/* ---- the full screen ---- */

void join_draw(struct client *c)
{
    if (!c->guest.full)
        return;
    const struct scene scene = guest_scene(&c->guest);
    full_draw(c->guest.full, &scene);
}

static void take_key(struct client *c, int key)
{
    struct text line = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    if (key == ' ') {
        join_skip(c);
    } else if (asking_set_pace(c->guest.full, key, &c->guest.pace)) {
        return;
    } else if (key == 't') {
        full_type(c->guest.full, "/chat ");
    } else if (key == '/') {
        full_type(c->guest.full, "/");
    } else if (strchr("yYoOnN", key) && guest_key_line(&c->guest, key, &line)) {
        ask(c, request("move", "line", line.start));
    } else if (strchr("yYoOnN", key) && c->guest.proposal) {
        agree(c, !strchr("nN", key));
    } else if (key == 'a') {
        join_review(c);
    } else if (key < 128 && strchr("hulo?qrb", key)) {
        do_command(c, key == 'b' ? 'f' : (char)key, "");
    }
}

/* Handles pending keys. */
static void take_keys(struct client *c)
{
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    do {
        const struct scene scene = guest_scene(&c->guest);
        const struct full_event event = full_wait(c->guest.full, &scene, 0);
        if (event.kind == FULL_END)
            join_stop(c, COMMAND_DONE);
        else if (event.kind == FULL_COMMAND)
            take_key(c, event.key);
        else if (event.kind == FULL_LINE && *event.text)
            take_typed(c, event.text);
        else if (event.kind == FULL_MOVE && event.index < c->guest.legal.count)
            ask(c, request("move", "line", c->guest.legal.line[event.index]));
        else if (event.kind == FULL_ENTER && guest_may_continue(&c->guest))
            ask(c, request("ready", NULL, NULL));
        else if (event.kind == FULL_ENTER)
            join_skip(c);
    } while (!c->leaving && poll(&in, 1, 0) > 0);
    join_draw(c);
}

/* Updates the clock and checks the window's size. */
void join_on_tick(struct ev_loop *loop, ev_timer *timer, int events)
{
    struct client *c = timer->data;
    (void)loop;
    (void)events;
    c->guest.online = c->connected;
    take_keys(c);
}

void join_on_input(struct ev_loop *loop, ev_io *io, int events)
{
    struct client *c = io->data;
    (void)events;
    if (c->guest.full) {
        take_keys(c);
        return;
    }
    if (c->guest.edited)
        return; /* the line editor reads it */
    const ssize_t got =
        read(STDIN_FILENO, c->typed + c->typed_length, sizeof c->typed - 1 - c->typed_length);
    if (got <= 0) {
        ev_io_stop(loop, io);
        c->ended = !c->automatic;
        if (c->ended && c->met)
            join_stop(c, COMMAND_DONE);
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
    fflush(stdout); /* flush each answer to a pipe or file */
    if (c->typed_length == sizeof c->typed - 1)
        c->typed_length = 0; /* longer than any command: dropped */
}
/* ---- lines with an editor ---- */

/* The prompt and the completions of a line editor. */
void join_prepare_editor(struct client *c)
{
    struct text out = text_on(c->prompt, sizeof c->prompt);
    lines_cut(&c->words, 0);
    guest_add_words(&c->guest, &c->words);
    for (size_t i = 0; i < sizeof said_words / sizeof *said_words; i++) {
        lines_add(&c->words, span_of(said_words[i].english));
        if (lang_is_french())
            lines_add(&c->words, span_of(said_words[i].french));
    }
    guest_write_prompt(&c->guest, &out);
}

/* For the line editor: runs the event loop until a key or another event. */
static bool wait_for_key(void *context)
{
    struct client *c = context;
    if (!c->leaving)
        ev_run(c->loop, EVRUN_ONCE);
    return !c->leaving;
}

/* Lines, with a line editor. */
void join_edit_lines(struct client *c)
{
    char typed[TYPED_MAX];
    edit_set_wait(wait_for_key, c);
    while (!c->leaving) {
        join_prepare_editor(c);
        const bool read = edit_read(c->prompt, &c->words, typed, sizeof typed);
        if (read)
            take_typed(c, typed);
        else if (!c->leaving) /* the end of input */
            join_stop(c, COMMAND_DONE);
        if (!read)
            putchar('\n');
        fflush(stdout);
    }
    edit_set_wait(NULL, NULL);
}
