/* cornet engine: a line protocol on standard input and output for other programs.
 *
 * One command a line; every answer is any number of lines that begin with the command's word, and
 * then `ok`, or one line `error REASON`, after which nothing has changed. docs/engine.md says it
 * all and tests/engine.sh plays its transcript. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "agents/levels.h"
#include "apps/commands/legal.h"
#include "apps/commands/options.h"
#include "base/lang.h"
#include "base/memory.h"
#include "match/driver.h"
#include "match/hints.h"
#include "match/match.h"

enum { LINE_MAX = 65536 };

struct engine {
    struct match *match; /* NULL: no game yet */
    struct rng rng;
    FILE *in;
    char line[LINE_MAX];
    bool cut;  /* the line was longer than that */
    bool over; /* quit was said */
};

/* Reads a line without its end. False at the end of the input. */
static bool next_line(struct engine *e, struct span *line)
{
    size_t length = 0;
    int byte;
    e->cut = false;
    while ((byte = getc_unlocked(e->in)) != EOF && byte != '\n') {
        e->cut = length == LINE_MAX;
        if (!e->cut)
            e->line[length++] = (char)byte;
    }
    if (byte == EOF && length == 0)
        return false;
    if (length > 0 && e->line[length - 1] == '\r')
        length--;
    *line = (struct span){e->line, length};
    return true;
}

static bool fail_long(struct text *why)
{
    return text_fail(why, tr("a line has at most %d bytes"), LINE_MAX);
}

/* Cuts the first word off `rest`; `rest->at` is NULL if nothing follows it. */
static struct span first_word(struct span *rest)
{
    return span_cut(rest, ' ');
}

static bool need_game(const struct engine *e, struct text *why)
{
    return e->match || text_fail(why, tr("no game yet: new GAME, or record"));
}

static bool need_nothing(struct span rest, struct text *why)
{
    return !rest.at || text_fail(why, tr("'%.*s' is too much"), span_shown(rest), rest.at);
}

static void put_match(struct engine *e, struct match *match)
{
    match_free(e->match);
    e->match = match;
}

/* ---- setting a game ---- */

static bool do_new(struct engine *e, struct span rest, struct text *why)
{
    struct game_settings settings;
    const struct span id = first_word(&rest);
    const struct game *game = id.at ? game_find(id) : NULL;
    if (!game) {
        char list[TEXT_WHY];
        struct text names = text_on(list, sizeof list);
        game_names(&names);
        return text_fail(why, tr("no game '%.*s'; there are: %s"), span_shown(id), span_start(id),
                         list);
    }
    game_defaults(game, &settings);
    if (rest.at && !game_set_players(game, &settings, rest, why))
        return false;
    struct match *match = match_new(game, &settings, why);
    if (match)
        put_match(e, match);
    return match != NULL;
}

/* The game from its beginning with one option changed. */
static bool set_option(struct engine *e, struct span name, struct span value, struct text *why)
{
    struct game_settings settings = e->match->settings;
    if (e->match->body.count > 0)
        return text_fail(why, tr("options are set before the first move; begin with new"));
    if (!game_set(e->match->game, &settings, name, value, why))
        return false;
    struct match *match = match_new(e->match->game, &settings, why);
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
    return set_option(e, name, value, why);
}

/* Without a text: shows the position; with one: sets it, in games that can begin from one. */
static bool do_position(struct engine *e, struct span rest, struct text *why)
{
    if (rest.at)
        return set_option(e, span_of("setup"), rest, why);
    char position[GAME_LINE_MAX];
    struct text out = text_on(position, sizeof position);
    if (!e->match->game->position(&e->match->state, &out))
        return text_fail(why, tr("%s has no position text here; state gives JSON"),
                         e->match->game->id);
    printf("position %s\n", position);
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
    size_t length, bad = 0;
    bool cut;
    char reason[TEXT_WHY];
    struct text said = text_on(reason, sizeof reason);
    if (!need_nothing(rest, why))
        return false;
    char *bytes = read_lines(e, &length, &cut);
    struct match *match = cut || length > MATCH_BYTES_MAX
                              ? NULL
                              : match_read((struct span){bytes, length}, &bad, &said);
    free(bytes);
    if (match) {
        put_match(e, match);
        return true;
    }
    if (cut)
        return fail_long(why);
    if (length > MATCH_BYTES_MAX)
        return text_fail(why, tr("a record is at most %u MiB"), MATCH_BYTES_MAX >> 20);
    return text_fail(why, tr("line %zu: %s"), bad, reason);
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
    if (match_mover(e->match) != GAME_CHANCE)
        return text_fail(why, tr("there is nothing to roll or draw now"));
    match_draw(e->match, &e->rng);
    printf("roll %s\n", e->match->body.line[e->match->body.count - 1]);
    return true;
}

static bool do_undo(struct engine *e, struct span rest, struct text *why)
{
    const struct lines *body = &e->match->body;
    size_t last = body->count;
    if (!need_nothing(rest, why))
        return false;
    while (last > 0 && body->line[last - 1][0] == '#')
        last--;
    if (last == 0)
        return text_fail(why, tr("there is no move to take back"));
    struct match *match = match_new(e->match->game, &e->match->settings, why);
    for (size_t i = 0; match && i + 1 < last; i++) {
        if (body->line[i][0] != '#' && !match_do(match, span_of(body->line[i]), why))
            abort(); /* it was legal before: our own bug */
    }
    if (match)
        put_match(e, match);
    return match != NULL;
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
    char json[GAME_JSON_MAX];
    struct text out = text_on(json, sizeof json);
    game_json(e->match->game, &e->match->settings, &e->match->state, viewer, &out);
    printf("%s %s\n", word, json);
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
    uint64_t seat;
    if (!rest.at || !span_number(rest, 0, (uint64_t)e->match->settings.players, &seat))
        return text_fail(why, tr("view takes a seat from 0 (a spectator) to %d"),
                         e->match->settings.players);
    print_state(e, "view", (int)seat);
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

/* The seat that is asked about: the mover's, or if anybody may act the one that is named. */
static bool find_seat(const struct engine *e, struct span named, int *seat, struct text *why)
{
    uint64_t number;
    const int mover = match_mover(e->match), players = e->match->settings.players;
    *seat = mover;
    if (mover == GAME_OVER)
        return text_fail(why, tr("the game is over"));
    if (mover == GAME_CHANCE)
        return text_fail(why, tr("the dice are to move: roll, or play their line"));
    if (!named.at)
        return mover != GAME_ANYONE || text_fail(why, tr("anybody may act now: name a seat too"));
    if (!span_number(named, 1, (uint64_t)players, &number))
        return text_fail(why, tr("a seat is a number from 1 to %d, not '%.*s'"), players,
                         span_shown(named), named.at);
    *seat = (int)number;
    return true;
}

/* The agent's choice, from what the seat sees. Without an agent: the strongest level's. */
static bool do_best(struct engine *e, struct span rest, struct text *why)
{
    const struct game *game = e->match->game;
    struct span agent = first_word(&rest);
    game_action actions[GAME_ACTIONS_MAX];
    struct driver driver;
    int seat;
    if (!agent.at)
        agent = span_of(agent_level_spec(game, 0) ? agent_level_names[AGENT_LEVELS - 1]
                                                  : agent_best(game, &e->match->settings)->name);
    if (!find_seat(e, rest, &seat, why))
        return false;
    if (game->actions(&e->match->state, seat, actions) == 0)
        return text_fail(why, tr("seat %d has nothing to do now"), seat);
    driver_init(&driver, game, e->match->settings.players);
    if (!driver_open_bot(&driver, seat, agent, &e->match->settings, why))
        return false;
    driver_ask(&driver, &e->match->state, &e->match->history, seat, 0, &e->rng);
    const game_action action = driver.plan[seat - 1].action;
    driver_close(&driver);
    char line[GAME_LINE_MAX];
    struct text out = text_on(line, sizeof line);
    game->write(&e->match->state, action, NULL, GAME_OPEN, &out);
    printf("best %s\n", line);
    return true;
}

/* ---- what things are worth ---- */

static bool find_judge(const struct engine *e, const struct judge **judge, struct text *why)
{
    *judge = judge_of(e->match->game);
    if (!*judge)
        return text_fail(why, tr("nobody can judge %s: it has no hints"), e->match->game->title);
    return (*judge)->ready(&e->match->settings, why);
}

/* Each legal action with the mover's chance, best first. */
static bool do_hints(struct engine *e, struct span rest, struct text *why)
{
    struct match *match = e->match;
    const struct judge *judge;
    game_action actions[GAME_ACTIONS_MAX];
    int seat;
    if (!find_judge(e, &judge, why) || !find_seat(e, rest, &seat, why))
        return false;
    if (match->game->actions(&match->state, seat, actions) == 0 ||
        judge_choices(judge, &match->state, seat, actions) == 0)
        return text_fail(why, tr("seat %d has nothing to do now"), seat);
    struct hints *hints = memory_new(1, sizeof *hints);
    hints_make(match, seat, judge, match->body.count, hints);
    for (size_t i = 0; i < hints->count; i++) {
        char line[GAME_LINE_MAX];
        struct text out = text_on(line, sizeof line);
        match->game->write(&match->state, hints->hint[i].action, NULL, GAME_OPEN, &out);
        printf("hints %.4f %.4f %s\n", hints->hint[i].share, hints->hint[i].error, line);
    }
    free(hints);
    return true;
}

/* What each seat may expect, and how far off that may be. */
static bool do_value(struct engine *e, struct span rest, struct text *why)
{
    const struct match *match = e->match;
    const struct judge *judge;
    struct judgement word;
    if (!need_nothing(rest, why) || !find_judge(e, &judge, why))
        return false;
    if (match_mover(match) == GAME_OVER) {
        judge_result(match->game, &match->state, match->settings.players, &word);
    } else {
        void *memory = judge->open(&match->settings);
        judge->state(memory, &match->state, &match->history, &e->rng, &word);
        judge->close(memory);
    }
    printf("value");
    for (int seat = 0; seat < match->settings.players; seat++)
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
    for (const struct game *const *game = game_list; *game; game++) {
        if (!((*game)->flags & GAME_EXAMPLE))
            printf("games %s %d..%d\n", (*game)->id, (*game)->seats_min, (*game)->seats_max);
    }
    return true;
}

static bool do_agents(struct engine *e, struct span rest, struct text *why)
{
    const struct game *game = e->match->game;
    if (!need_nothing(rest, why))
        return false;
    for (const struct agent *const *agent = agent_list; *agent; agent++) {
        if ((*agent)->game && (*agent)->game != game)
            continue;
        printf("agents %s", (*agent)->name);
        for (const struct agent_option *option = (*agent)->options; option->name; option++)
            printf(" %s=%ld..%ld", option->name, option->min, option->max);
        puts("");
    }
    for (int level = 0; level < AGENT_LEVELS && agent_level_spec(game, level); level++)
        printf("agents %s is %s\n", agent_level_names[level], agent_level_spec(game, level));
    return true;
}

static bool do_seed(struct engine *e, struct span rest, struct text *why)
{
    uint64_t seed;
    if (!rest.at || !span_number(rest, 0, UINT64_MAX, &seed))
        return text_fail(why, tr("seed takes a number"));
    rng_seed(&e->rng, seed);
    return true;
}

static bool do_quit(struct engine *e, struct span rest, struct text *why)
{
    e->over = need_nothing(rest, why);
    return e->over;
}

struct verb {
    const char *name;
    bool game; /* it needs one */
    bool (*act)(struct engine *engine, struct span rest, struct text *why);
};

static const struct verb verbs[] = {
    {"hello", false, do_hello},      {"games", false, do_games},   {"seed", false, do_seed},
    {"new", false, do_new},          {"record", false, do_record}, {"option", true, do_option},
    {"position", true, do_position}, {"play", true, do_play},      {"roll", true, do_roll},
    {"undo", true, do_undo},         {"legal", true, do_legal},    {"state", true, do_state},
    {"view", true, do_view},         {"save", true, do_save},      {"agents", true, do_agents},
    {"best", true, do_best},         {"hints", true, do_hints},    {"value", true, do_value},
    {"quit", false, do_quit},
};

static bool obey(struct engine *e, struct span line, struct text *why)
{
    char list[TEXT_WHY];
    struct text names = text_on(list, sizeof list);
    struct span rest = line;
    const struct span word = first_word(&rest);
    if (e->cut)
        return fail_long(why);
    if (!span_is_clean(line))
        return text_fail(why, tr("a command is a line of UTF-8 without control characters"));
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        if (span_is(word, verbs[i].name))
            return (!verbs[i].game || need_game(e, why)) && verbs[i].act(e, rest, why);
        text_printf(&names, "%s%s", i ? ", " : "", verbs[i].name);
    }
    return text_fail(why, tr("no command '%.*s'; there are: %s"), span_shown(word), word.at, list);
}

static int run(const struct command *command, int argc, char **argv)
{
    const struct command_option options[] = {{0}};
    int code;
    if (!options_read(command, options, &argc, &argv, &code))
        return code;
    if (argc > 0)
        return command_usage(command, tr("commands come on standard input; '%s' is too much"),
                             argv[0]);
    struct engine *engine = memory_new(1, sizeof *engine);
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    rng_seed(&engine->rng, (uint64_t)now.tv_sec ^ (uint64_t)now.tv_nsec << 32);
    engine->in = stdin;
    for (struct span line; !engine->over && next_line(engine, &line);) {
        char buffer[TEXT_WHY];
        struct text why = text_on(buffer, sizeof buffer);
        if (line.length == 0 || line.at[0] == '#')
            continue;
        const bool done = obey(engine, line, &why);
        if (!done)
            printf("error %s\n", buffer);
        else if (!engine->over)
            puts("ok");
        fflush(stdout);
    }
    match_free(engine->match);
    free(engine);
    return command_finish(command);
}

const struct command command_engine = {
    .name = "engine",
    .arguments = "",
    .about = mark("a line protocol on standard input and output, for other programs"),
    .notes = mark("  One command a line; each answer ends with 'ok', or is 'error REASON'.\n"
                  "  new GAME [PLAYERS], option name=value, position TEXT, record: set a game\n"
                  "  play LINE, roll, undo: move\n"
                  "  legal, state, view SEAT, position, save: ask what is\n"
                  "  best [AGENT [SEAT]], hints [SEAT], value: ask what is good\n"
                  "  hello, games, agents, seed N, quit\n"
                  "  docs/engine.md says it all, with an example.\n"),
    .example = "printf 'new %s\\nroll\\nlegal\\n' | cornet engine",
    .run = run,
};
