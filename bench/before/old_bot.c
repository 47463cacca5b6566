/* old_bot: Débâcle's engine of commit 7bf36b6 as a bot from outside (docs/bots.md), to play against
 * today's. It compiles against the sources of that commit and no others; match.py does that.
 *
 *     old_bot engine:nodes=0:time=12 LOG
 *
 * One bot is kept for all games, as in that commit's own arena, so that it searches once a turn.
 * After each game a line is added to LOG: the turns of the old engine, those of the other side, and
 * the CPU time of this process for that game in seconds.
 *
 * Anything that is not as expected ends the program with a sentence, and so forfeits the game:
 * match.py counts no run with forfeits. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "agents/agent.h"
#include "agents/debacle_search.h"
#include "agents/levels.h"

enum { LINE_BYTES = 2 * GAME_JSON_MAX };

/* Of that commit only what Débâcle's engine needs is linked: the lists have nothing else, and there
 * are no levels. */
extern const struct agent debacle_engine_agent;
const struct agent *const agent_list[] = {&debacle_engine_agent, NULL};
const struct game *const game_list[] = {&debacle_game, NULL};
const char *const agent_level_names[AGENT_LEVELS];

const char *agent_level_spec(const struct game *game, int level)
{
    (void)game, (void)level;
    return NULL;
}

int agent_level_find(struct span name)
{
    (void)name;
    return -1;
}

struct table {
    struct bot bot;
    struct rng rng; /* the engine asks for none unless it has blur= */
    struct game_settings settings;
    int seat;
    bool started;
    union game_state state;
    struct game_side side;
    unsigned turns[2]; /* by seat */
    size_t legal;      /* lines of the question */
    double began;      /* CPU time at the start of the game */
    const char *log;
};

__attribute__((format(printf, 1, 2))) static _Noreturn void fail(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    fputs("old_bot: ", stderr);
    vfprintf(stderr, format, values);
    fputs("\n", stderr);
    exit(1);
}

static double cpu_seconds(void)
{
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (double)used.tv_sec + (double)used.tv_nsec / 1e9;
}

static void begin(struct table *t)
{
    game_presets(&debacle_game, &t->settings);
    t->side.trail_count = 0;
    t->turns[0] = t->turns[1] = 0;
    t->started = false;
}

static void set_option(struct table *t, struct span value)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    if (span_is(value, "recover=any")) /* that commit has no other rule, and no name for it */
        return;
    const struct span name = span_cut(&value, '=');
    if (!game_set(&debacle_game, &t->settings, name, value, &why))
        fail("%s", reason);
}

/* The game starts with its first move or question, when all options are known. */
static void start(struct table *t)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    if (t->started)
        return;
    if (!debacle_game.start(&t->state, &t->settings, &why))
        fail("%s", reason);
    t->started = true;
}

static void take_move(struct table *t, struct span line)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    game_action action;
    start(t);
    const int mover = debacle_game.mover(&t->state);
    if (!game_read_line(&debacle_game, &t->state, line, &action, &t->side, &why))
        fail("'%.*s': %s", (int)line.length, line.at, reason);
    const unsigned turns = debacle_game.apply(&t->state, action, &t->side);
    if (mover > 0)
        t->turns[mover - 1] += turns;
}

static void answer(struct table *t)
{
    game_action actions[GAME_ACTIONS_MAX];
    char line[GAME_LINE_MAX];
    struct text out = text_on(line, sizeof line);
    start(t);
    const size_t count = debacle_game.actions(&t->state, t->seat, actions);
    if (count != t->legal)
        fail("%zu legal moves by the old rules, %zu by today's", count, t->legal);
    const game_action action =
        bot_choose(&t->bot, &debacle_game, &t->state, t->seat, actions, count, &t->side, &t->rng);
    debacle_game.write(&t->state, action, &t->side, GAME_OPEN, &out);
    printf("play %s\n", line);
    fflush(stdout);
}

static void end(struct table *t)
{
    const double now = cpu_seconds();
    FILE *log = fopen(t->log, "a");
    if (!log ||
        fprintf(log, "%u %u %.6f\n", t->turns[t->seat - 1], t->turns[2 - t->seat], now - t->began) <
            0 ||
        fclose(log) != 0)
        fail("cannot write to %s", t->log);
    t->began = now;
}

/* False: that was the last line. */
static bool take_line(struct table *t, struct span line)
{
    struct span rest = line;
    const struct span word = span_cut(&rest, ' ');
    if (span_is(word, "new"))
        begin(t);
    else if (span_is(word, "option"))
        set_option(t, rest);
    else if (span_is(word, "seat"))
        t->seat = span_is(rest, "1") ? 1 : 2;
    else if (span_is(word, "move"))
        take_move(t, rest);
    else if (span_is(word, "view"))
        t->legal = 0;
    else if (span_is(word, "legal"))
        t->legal++;
    else if (span_is(word, "go"))
        answer(t);
    else if (span_is(word, "result"))
        end(t);
    return !span_is(word, "quit");
}

int main(int argc, char *argv[])
{
    static char line[LINE_BYTES];
    static struct table table;
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    if (argc != 3)
        fail("old_bot AGENT LOG");
    if (!bot_open(&table.bot, &debacle_game, span_of(argv[1]), &why))
        fail("%s", reason);
    table.log = argv[2];
    rng_seed(&table.rng, 1);
    while (fgets(line, sizeof line, stdin)) {
        const size_t length = strcspn(line, "\n");
        if (!take_line(&table, (struct span){line, length}))
            break;
    }
    bot_close(&table.bot);
    game_side_free(&table.side);
    return 0;
}
