/* cornet engine: a line protocol on standard input and output for other programs.
 *
 * One command per line. An answer is any number of lines that begin with the command's word,
 * followed by `ok`; or one line `error REASON`, and then nothing has changed.
 * docs/develop/engine.md is the reference; tests/engine.sh runs its transcript. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "agents/agent.h"
#include "agents/levels.h"
#include "base/lang.h"
#include "base/memory.h"
#include "base/stop.h"
#include "botproc/bots.h"
#include "match/hints.h"
#include "match/legal.h"
#include "match/match.h"
#include "match/query.h"
#include "program/options.h"

enum { LINE_MAX = 65536 };

/* Lines that were read but not executed yet. The reader is a separate thread, so that `stop` is
 * seen while a bot thinks. */
enum { QUEUE_LINES = 4096 };
struct queued {
    char *bytes;
    size_t length;
    bool cut; /* the line was longer than LINE_MAX */
};
struct queue {
    pthread_mutex_t mutex; /* protects all of it */
    pthread_cond_t change;
    struct queued line[QUEUE_LINES]; /* a ring: line `n` of the input at n % QUEUE_LINES */
    uint64_t read, taken;            /* lines so far */
    uint64_t stop_at;                /* how many lines had been read when the last `stop` had */
    bool ended;
};

struct engine {
    struct queue queue;
    stop_flag stop;      /* the current command must end soon */
    struct match *match; /* NULL: no game yet */
    struct rng rng;
    struct query_bots bots; /* those that `best` has asked about this match */
    int depth;              /* of the hints that were given last, for `deepen`; 0: none */
    char seat[8];           /* that was named then; empty: none was */
    char line[LINE_MAX];
    bool cut;  /* the line was longer than that */
    bool over; /* quit was received */
};

/* ---- reading ---- */

/* Puts a line into the queue; waits while that is full. */
static void add_line(struct engine *e, const char *bytes, size_t length, bool cut)
{
    struct queue *q = &e->queue;
    const bool stop = !cut && span_is((struct span){bytes, length}, "stop");
    struct queued line = {memory_copy(bytes, length + 1), length, cut};
    pthread_mutex_lock(&q->mutex);
    while (q->read - q->taken == QUEUE_LINES)
        pthread_cond_wait(&q->change, &q->mutex);
    q->line[q->read++ % QUEUE_LINES] = line;
    if (stop) {
        q->stop_at = q->read;
        atomic_store(&e->stop, 1); /* earlier commands are running or queued */
    }
    pthread_cond_broadcast(&q->change);
    pthread_mutex_unlock(&q->mutex);
}

/* Reads lines to the end of the input. */
static void *read_input(void *context)
{
    struct engine *e = context;
    static char line[LINE_MAX + 1];
    char bytes[4096];
    size_t length = 0;
    bool cut = false;
    for (ssize_t count; (count = read(STDIN_FILENO, bytes, sizeof bytes)) != 0;) {
        if (count < 0 && errno != EINTR)
            break;
        for (ssize_t i = 0; i < count; i++) {
            if (bytes[i] == '\n') {
                add_line(e, line, length - (length > 0 && line[length - 1] == '\r'), cut);
                length = 0;
                cut = false;
            } else if (length < LINE_MAX) {
                line[length++] = bytes[i];
            } else {
                cut = true;
            }
        }
    }
    if (length > 0)
        add_line(e, line, length - (line[length - 1] == '\r'), cut);
    pthread_mutex_lock(&e->queue.mutex);
    e->queue.ended = true;
    pthread_cond_broadcast(&e->queue.change);
    pthread_mutex_unlock(&e->queue.mutex);
    return NULL;
}

/* The next line without its end, in e->line. False at the end of the input. */
static bool next_line(struct engine *e, struct span *line)
{
    struct queue *q = &e->queue;
    pthread_mutex_lock(&q->mutex);
    while (q->read == q->taken && !q->ended)
        pthread_cond_wait(&q->change, &q->mutex);
    const bool found = q->read > q->taken;
    if (found) {
        struct queued *next = &q->line[q->taken++ % QUEUE_LINES];
        memcpy(e->line, next->bytes, next->length);
        *line = (struct span){e->line, next->length};
        e->cut = next->cut;
        free(next->bytes);
        atomic_store(&e->stop, q->stop_at > q->taken);
    }
    pthread_cond_broadcast(&q->change);
    pthread_mutex_unlock(&q->mutex);
    return found;
}

static bool fail_long(struct text *why)
{
    return text_fail(why, tr("a line has at most %d bytes"), LINE_MAX);
}

static bool need_game(const struct engine *e, struct text *why)
{
    return e->match || text_fail(why, tr("no game yet: send 'new GAME' or 'record'"));
}

static bool need_nothing(struct span rest, struct text *why)
{
    return !rest.at || text_fail(why, tr("'%.*s' is too much"), span_shown(rest), rest.at);
}

static void put_match(struct engine *e, struct match *match)
{
    query_forget(&e->bots);
    match_free(e->match);
    e->match = match;
}

/* ---- setting a game ---- */

static bool do_new(struct engine *e, struct span rest, struct text *why)
{
    const struct span id = span_cut(&rest, ' ');
    struct match *match = query_new(id, rest, (struct span){0}, why);
    if (match)
        put_match(e, match);
    return match != NULL;
}

static bool do_option(struct engine *e, struct span rest, struct text *why)
{
    struct span value = rest;
    const struct span name = span_cut(&value, '=');
    if (!value.at)
        return text_fail(why, tr("option takes name=value, not '%.*s'"), span_shown(rest),
                         span_start(rest));
    query_forget(&e->bots);
    return query_option(&e->match, name, value, why);
}

/* Without a text: shows the position; with one: sets it, in games that can begin from one. */
static bool do_position(struct engine *e, struct span rest, struct text *why)
{
    if (rest.at) {
        query_forget(&e->bots);
        return query_option(&e->match, span_of("setup"), rest, why);
    }
    struct text position = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    if (!query_position(e->match, &position, why))
        return false;
    printf("position %s\n", position.start);
    return true;
}

/* Reads the lines up to one with a dot alone, even if they cannot be used. */
static char *read_lines(struct engine *e, size_t *length, bool *cut)
{
    char *bytes = NULL;
    size_t count = 0;
    FILE *all = open_memstream(&bytes, length);
    *cut = false;
    for (struct span line; next_line(e, &line) && !span_is(line, ".");) {
        *cut = *cut || e->cut;
        count += line.length + 1;
        if (*cut || count > MATCH_BYTES_MAX)
            continue;
        fwrite(line.at, 1, line.length, all);
        fputc('\n', all);
    }
    fclose(all);
    *length = count;
    return bytes;
}

/* The lines of a record up to a line with a dot alone. */
static bool do_record(struct engine *e, struct span rest, struct text *why)
{
    size_t length;
    bool cut;
    if (!need_nothing(rest, why))
        return false;
    char *bytes = read_lines(e, &length, &cut);
    struct match *match = cut ? NULL : query_record((struct span){bytes, length}, why);
    free(bytes);
    if (match) {
        put_match(e, match);
        return true;
    }
    return cut ? fail_long(why) : false;
}

/* ---- moving ---- */

static bool do_play(struct engine *e, struct span rest, struct text *why)
{
    if (!rest.at)
        return text_fail(why, tr("play takes a move line, such as '1 pass' or '* roll 0225'"));
    return match_do(e->match, rest, why);
}

static bool do_roll(struct engine *e, struct span rest, struct text *why)
{
    if (!need_nothing(rest, why))
        return false;
    const char *line = query_roll(e->match, &e->rng, why);
    if (line)
        printf("roll %s\n", line);
    return line != NULL;
}

static bool do_undo(struct engine *e, struct span rest, struct text *why)
{
    query_forget(&e->bots);
    return need_nothing(rest, why) && match_undo_last(e->match, why);
}

/* ---- asking ---- */

static bool do_legal(struct engine *e, struct span rest, struct text *why)
{
    struct lines lines = {0};
    if (!need_nothing(rest, why))
        return false;
    legal_lines(e->match, &lines);
    for (size_t i = 0; i < lines.count; i++)
        printf("legal %s\n", lines.line[i]);
    lines_free(&lines);
    return true;
}

static void print_state(const struct engine *e, const char *word, int viewer)
{
    struct text json = text_on((char[GAME_JSON_MAX]){0}, GAME_JSON_MAX);
    match_json(e->match, viewer, &json);
    printf("%s %s\n", word, json.start);
}

static bool do_state(struct engine *e, struct span rest, struct text *why)
{
    if (!need_nothing(rest, why))
        return false;
    print_state(e, "state", GAME_OPEN);
    return true;
}

static bool do_view(struct engine *e, struct span rest, struct text *why)
{
    int viewer;
    if (!query_viewer(e->match, rest, &viewer, why))
        return false;
    print_state(e, "view", viewer);
    return true;
}

static bool do_save(struct engine *e, struct span rest, struct text *why)
{
    char *bytes = NULL;
    size_t length = 0;
    if (!need_nothing(rest, why))
        return false;
    FILE *out = open_memstream(&bytes, &length);
    match_write(e->match, out);
    fclose(out);
    struct span all = {bytes, length};
    while (all.at && all.length > 0) {
        const struct span line = span_cut(&all, '\n');
        printf("save %.*s\n", (int)line.length, line.at);
    }
    free(bytes);
    return true;
}

/* The agent's choice, from what the seat sees. Without an agent: the strongest level's. */
static bool do_best(struct engine *e, struct span rest, struct text *why)
{
    const struct span agent = span_cut(&rest, ' ');
    struct text line = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    uint32_t at;
    if (!query_choice(e->match, &e->bots, agent, rest, &e->rng, &line, &at, why))
        return false;
    printf("best %s\n", line.start);
    return true;
}

/* ---- what things are worth ---- */

/* Each legal action with the seat's chance, best first; each line begins with the verb. */
static bool put_hints(struct engine *e, const char *verb, struct span seat, int depth,
                      struct text *why)
{
    const struct match *match = e->match;
    struct hints *hints = query_hints(match, seat, depth, &e->stop, why);
    if (!hints)
        return false;
    for (size_t i = 0; i < hints->count; i++) {
        struct text line = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
        match->game->write(&match->state, hints->hint[i].action, NULL, GAME_OPEN, &line);
        printf("%s %.4f %.4f %s\n", verb, hints->hint[i].share, hints->hint[i].error, line.start);
    }
    e->depth = hints->depth;
    free(hints);
    return true;
}

static bool do_hints(struct engine *e, struct span rest, struct text *why)
{
    snprintf(e->seat, sizeof e->seat, "%.*s", rest.at ? (int)rest.length : 0, rest.at);
    return put_hints(e, "hints", rest, 0, why);
}

/* The hints that were given last, one depth deeper. */
static bool do_deepen(struct engine *e, struct span rest, struct text *why)
{
    const struct span none = {NULL, 0};
    const struct judge *judge = judge_of(e->match->game);
    if (!need_nothing(rest, why))
        return false;
    if (!e->depth)
        return text_fail(why, tr("'deepen' must follow 'hints' or 'deepen'"));
    if (e->depth >= judge->depths)
        return text_fail(why, tr("the judge of %s cannot look deeper"), e->match->game->title);
    return put_hints(e, "deepen", e->seat[0] ? span_of(e->seat) : none, e->depth + 1, why);
}

/* The expected share of each seat, with its error. */
static bool do_value(struct engine *e, struct span rest, struct text *why)
{
    struct judgement word;
    if (!need_nothing(rest, why) || !query_value(e->match, &e->rng, &e->stop, &word, why))
        return false;
    printf("value");
    for (int seat = 0; seat < e->match->settings.players; seat++)
        printf(" %.4f", word.share[seat]);
    printf(" error %.4f\n", word.error);
    return true;
}

/* ---- about the engine ---- */

static bool do_hello(struct engine *e, struct span rest, struct text *why)
{
    (void)e;
    if (!need_nothing(rest, why))
        return false;
    puts("hello cornet " CORNET_VERSION " protocol 1");
    return true;
}

static bool do_games(struct engine *e, struct span rest, struct text *why)
{
    (void)e;
    if (!need_nothing(rest, why))
        return false;
    const struct game *game;
    for (size_t i = 0; (game = game_at(i)); i++) {
        if (!(game->flags & GAME_EXAMPLE))
            printf("games %s %d..%d\n", game->id, game->seats_min, game->seats_max);
    }
    return true;
}

static bool do_agents(struct engine *e, struct span rest, struct text *why)
{
    const struct game *game = e->match->game;
    if (!need_nothing(rest, why))
        return false;
    const struct agent *agent;
    for (size_t i = 0; (agent = agent_at(game, i)); i++) {
        printf("agents %s", agent->name);
        for (const struct agent_option *option = agent->options; option->name; option++)
            printf(" %s=%ld..%ld", option->name, option->min, option->max);
        puts("");
    }
    for (int level = 0; level < AGENT_LEVELS && agent_level_spec(game, level); level++)
        printf("agents %s is %s\n", agent_level_names[level], agent_level_spec(game, level));
    return true;
}

static bool do_seed(struct engine *e, struct span rest, struct text *why)
{
    query_forget(&e->bots);
    return query_seed(&e->rng, rest, why);
}

/* The running command was stopped when this line was read; nothing is left to stop. */
static bool do_stop(struct engine *e, struct span rest, struct text *why)
{
    (void)e;
    return need_nothing(rest, why);
}

static bool do_quit(struct engine *e, struct span rest, struct text *why)
{
    e->over = need_nothing(rest, why);
    return e->over;
}

struct verb {
    const char *name;
    bool game; /* whether the command needs a game */
    bool (*act)(struct engine *engine, struct span rest, struct text *why);
};

static const struct verb verbs[] = {
    {"hello", false, do_hello},      {"games", false, do_games},   {"seed", false, do_seed},
    {"new", false, do_new},          {"record", false, do_record}, {"option", true, do_option},
    {"position", true, do_position}, {"play", true, do_play},      {"roll", true, do_roll},
    {"undo", true, do_undo},         {"legal", true, do_legal},    {"state", true, do_state},
    {"view", true, do_view},         {"save", true, do_save},      {"agents", true, do_agents},
    {"best", true, do_best},         {"hints", true, do_hints},    {"deepen", true, do_deepen},
    {"value", true, do_value},       {"stop", false, do_stop},     {"quit", false, do_quit},
};

static bool obey(struct engine *e, struct span line, struct text *why)
{
    struct text names = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct span rest = line;
    const struct span word = span_cut(&rest, ' ');
    if (e->cut)
        return fail_long(why);
    if (!span_is_clean(line))
        return text_fail(why, tr("a command is a line of UTF-8 without control characters"));
    if (!span_is(word, "deepen") && !span_is(word, "stop"))
        e->depth = 0;
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        if (span_is(word, verbs[i].name))
            return (!verbs[i].game || need_game(e, why)) && verbs[i].act(e, rest, why);
        text_printf(&names, "%s%s", i ? ", " : "", verbs[i].name);
    }
    return text_fail(why, tr("no command '%.*s'; there are: %s"), span_shown(word), word.at,
                     names.start);
}

static struct engine *volatile kept; /* so that it is no leak */

static int run(const struct command *command, int argc, char **argv)
{
    struct bots programs = bots_defaults();
    const struct command_option options[] = {
        bots_row(&programs), bots_time_row(&programs), bots_memory_row(&programs), {0}};
    struct text wrong = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    int code;
    if (!options_read(command, options, &argc, &argv, &code))
        return code;
    if (argc > 0)
        return command_usage(command, tr("commands are read from standard input; '%s' is too much"),
                             argv[0]);
    if (!bots_read(&programs, &wrong))
        return command_usage(command, "%s", wrong.start);
    const struct agent_opener opener = bots_opener(&programs);
    struct engine *engine = memory_new(1, sizeof *engine);
    engine->bots.opener = &opener;
    engine->bots.stop = &engine->stop;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    rng_seed(&engine->rng, (uint64_t)now.tv_sec ^ (uint64_t)now.tv_nsec << 32);
    pthread_t reader;
    pthread_mutex_init(&engine->queue.mutex, NULL);
    pthread_cond_init(&engine->queue.change, NULL);
    if (pthread_create(&reader, NULL, read_input, engine) != 0)
        abort();
    for (struct span line; !engine->over && next_line(engine, &line);) {
        struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
        if (line.length == 0 || line.at[0] == '#')
            continue;
        const bool done = obey(engine, line, &why);
        if (!done)
            printf("error %s\n", why.start);
        else if (!engine->over)
            puts("ok");
        fflush(stdout);
    }
    query_forget(&engine->bots);
    match_free(engine->match);
    /* After `quit` the reader may wait for input, and has the engine until the program ends. */
    kept = engine;
    if (engine->over) {
        pthread_detach(reader);
    } else {
        pthread_join(reader, NULL);
        free(engine);
        kept = NULL;
    }
    return command_finish(command);
}

const struct command command_engine = {
    .name = "engine",
    .topic = COMMAND_TOOLS,
    .arguments = "",
    .about = mark("Lets another program play, through lines on standard input and output."),
    .notes = mark("  One command per line; each answer ends with 'ok', or is 'error REASON'.\n"
                  "  new GAME [PLAYERS], option name=value, position TEXT, record: set up a game\n"
                  "  play LINE, roll, undo: move\n"
                  "  legal, state, view SEAT, position, save: ask for the position\n"
                  "  best [AGENT [SEAT]], hints [SEAT], deepen, value: ask for advice\n"
                  "  stop: the thinking bot answers at once; hints and value are abandoned\n"
                  "  hello, games, agents, seed N, quit\n"
                  "  docs/develop/engine.md has the details and an example.\n"),
    .example = "printf 'new %s\\nroll\\nlegal\\n' | cornet engine",
    .run = run,
};
