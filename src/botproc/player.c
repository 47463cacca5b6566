#include "botproc/player.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "base/memory.h"
#include "match/match.h"
#include "program/stopping.h"

enum { START_TIME = 10000, SEND_TIME = 1000 }; /* more for the first answer; milliseconds */
enum { LATE_MAX = 3 };                         /* consecutive late games after which a run stops */

/* Owned: everything; the program runs from the first question to the first fault. */
struct player {
    struct bots *bots;
    const struct game *game;
    struct game_settings settings;
    char command[BOTS_COMMAND_MAX];
    char *word[BOTS_WORDS_MAX + 1]; /* of the command, which has NULs between them */
    char path[PATH_MAX];
    struct process *process; /* NULL: it does not run */
    bool begun;              /* the program knows the current game: the lines in `sent` */
    bool answered;           /* the program has answered before, and has started */
    int late;                /* games in a row that it has lost by not answering in time */
    struct lines sent;
    char fault[TEXT_WHY];
};

/* Cuts a command into its words, between spaces. */
static bool split(char *command, char *word[], struct text *why)
{
    int count = 0;
    for (char *rest, *one = strtok_r(command, " ", &rest); one; one = strtok_r(NULL, " ", &rest)) {
        if (count == BOTS_WORDS_MAX)
            return text_fail(why, tr("a command has at most %d words"), BOTS_WORDS_MAX);
        word[count++] = one;
    }
    word[count] = NULL;
    return count > 0 || text_fail(why, tr("the command is empty"));
}

bool player_find(const char *command, char *path, size_t capacity, struct text *why)
{
    char words[BOTS_COMMAND_MAX], *word[BOTS_WORDS_MAX + 1];
    snprintf(words, sizeof words, "%s", command);
    return split(words, word, why) && process_find(word[0], path, capacity, why);
}

/* ---- the program ---- */

static void stop(struct player *p, bool gently)
{
    if (!p->process)
        return;
    process_stop(p->process, gently);
    atomic_fetch_sub(&p->bots->running, 1);
    free(p->process);
    p->process = NULL;
    p->begun = p->answered = false;
    lines_free(&p->sent);
}

/* A sentence in the user's language; on a server's threads, which have none, in English. */
__attribute__((format_arg(2))) static const char *words(const struct player *p, const char *text)
{
    return p->bots->aside ? text : tr(text);
}

static bool start(struct player *p, struct text *why)
{
    if (p->process)
        return true;
    p->process = memory_new(1, sizeof *p->process);
    const int reason = process_start(p->process, p->path, p->word, &p->bots->limits);
    if (reason == 0) {
        atomic_fetch_add(&p->bots->running, 1);
        return true;
    }
    free(p->process);
    p->process = NULL;
    return text_fail(why, words(p, mark("cannot start '%s': %s")), p->path, strerror(reason));
}

static void *end_player(void *player)
{
    struct player *p = player;
    if (p->process)
        process_send(p->process, span_of("quit\n"), SEND_TIME);
    stop(p, true);
    free(p);
    return NULL;
}

static void close_player(struct bot *bot)
{
    struct player *p = bot->memory;
    pthread_t thread;
    if (p->process && p->bots->aside && pthread_create(&thread, NULL, end_player, p) == 0)
        pthread_detach(thread);
    else
        end_player(p);
}

/* ---- the program's input ---- */

/* The next move line of a log, without comments. */
static const char *next_move(const struct lines *log, size_t *at)
{
    while (*at < log->count && log->line[*at][0] == '#')
        ++*at;
    return *at < log->count ? log->line[(*at)++] : NULL;
}

/* Whether the lines sent so far are a prefix of the log; `at` is where the rest begins. */
static bool goes_on(const struct player *p, const struct lines *log, size_t *at)
{
    *at = 0;
    for (size_t i = 0; i < p->sent.count; i++) {
        const char *line = next_move(log, at);
        if (!line || strcmp(line, p->sent.line[i]) != 0)
            return false;
    }
    return p->begun;
}

static void put_settings(const struct player *p, int seat, FILE *out)
{
    const struct game *game = p->game;
    fprintf(out, "new\ngame %s\nplayers %d\n", game->id, p->settings.players);
    for (int i = 0; game->options[i].name; i++)
        fprintf(out, "option %s=%s\n", game->options[i].name, game_value_at(&p->settings, i));
    fprintf(out, "seat %d\n", seat);
}

/* Writes the moves not sent yet, or all of them if this is another game or moves were undone. */
static void put_moves(struct player *p, int seat, const struct lines *log, FILE *out)
{
    size_t at;
    if (!goes_on(p, log, &at)) {
        put_settings(p, seat, out);
        lines_cut(&p->sent, 0);
        p->begun = true;
        at = 0;
    }
    for (const char *line; (line = next_move(log, &at));) {
        fprintf(out, "move %s\n", line);
        lines_add(&p->sent, span_of(line));
    }
}

static void put_question(struct player *p, const struct agent_turn *turn, FILE *out)
{
    char json[GAME_JSON_MAX];
    struct text view = text_on(json, sizeof json);
    game_action time_out;
    if (!p->answered)
        fprintf(out, "cornet bot %d\n", PLAYER_PROTOCOL);
    put_moves(p, turn->seat, turn->log, out);
    game_json(p->game, &p->settings, turn->view, GAME_OPEN, &view); /* it is hidden already */
    fprintf(out, "view %s\n", json);
    for (size_t i = 0; i < turn->count; i++) {
        struct text line = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
        p->game->write(turn->view, turn->actions[i], NULL, GAME_OPEN, &line);
        fprintf(out, "legal %s\n", line.start);
    }
    if (turn->race)
        fprintf(out, "clock %u %u\n", turn->now, 1000 * p->game->clock(turn->view, &time_out));
    fprintf(out, "time %d\ngo\n", p->bots->time);
}

/* ---- the program's answer ---- */

/* The legal action that is written so, whether it was listed or not. */
static bool find_action(const struct player *p, const struct agent_turn *turn, struct span line,
                        game_action *action)
{
    for (size_t i = 0; i < turn->count; i++) {
        struct text legal = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
        p->game->write(turn->view, *action = turn->actions[i], NULL, GAME_OPEN, &legal);
        if (span_is(line, legal.start))
            return true;
    }
    struct game_history heard = {0};
    return turn->race && game_read_line(p->game, turn->view, line, action, &heard, TEXT_UNREAD) &&
           p->game->allows(turn->view, turn->seat, *action);
}

/* `play LINE`; or if anybody may act also `at MS LINE`. */
static bool read_answer(const struct player *p, const struct agent_turn *turn, struct span line,
                        struct agent_plan *plan, struct text *why)
{
    uint64_t at = turn->race ? turn->now + 1u : turn->now;
    struct span rest = line;
    const struct span word = span_cut(&rest, ' ');
    const bool timed = turn->race && span_is(word, "at") && rest.at &&
                       span_number(span_cut(&rest, ' '), 0, UINT32_MAX - 1, &at);
    if (!span_is_clean(line))
        return text_fail(why, words(p, mark("its answer is not clean UTF-8")));
    if (!rest.at || (!timed && !span_is(word, "play")))
        return text_fail(why, words(p, mark("its answer is '%.*s' instead of 'play LINE'")),
                         span_shown(line), line.at);
    if (!find_action(p, turn, rest, &plan->action))
        return text_fail(why, words(p, mark("its answer '%.*s' is not legal")), span_shown(rest),
                         rest.at);
    plan->at = turn->race && at <= turn->now ? turn->now + 1 : (uint32_t)at;
    return true;
}

static bool fail_answer(struct player *p, enum process_answer answer, int time, struct text *why)
{
    switch (answer) {
    case PROCESS_LATE:
        p->late++;
        return text_fail(why, words(p, mark("it did not answer within %d ms")), time);
    case PROCESS_LONG:
        return text_fail(why, words(p, mark("it wrote %d bytes without an answer")),
                         PROCESS_ANSWER_MAX);
    case PROCESS_EARLY:
        return text_fail(why, words(p, mark("it answered without being asked")));
    case PROCESS_UNGUARDED:
        return text_fail(why, words(p, mark("it killed the process that supervises it")));
    default: {
        const int status = process_stop(p->process, true);
        if (status > 128 && status != 128 + 9)
            return text_fail(why, words(p, mark("it was ended by signal %d")), status - 128);
        return status < 0 || status > 128
                   ? text_fail(why, words(p, mark("it closed its output or its input")))
                   : text_fail(why, words(p, mark("it exited with status %d")), status);
    }
    }
}

/* Asks the program; false with a reason. */
static bool ask(struct player *p, const struct agent_turn *turn, struct agent_plan *plan,
                struct text *why)
{
    char *bytes = NULL;
    size_t length = 0;
    struct span line;
    if (!start(p, why))
        return false;
    FILE *out = open_memstream(&bytes, &length);
    put_question(p, turn, out);
    fclose(out);
    const int time = p->bots->time + (p->answered ? 0 : START_TIME);
    const enum process_answer answer =
        process_ask(p->process, (struct span){bytes, length}, time, turn->stop, &line);
    free(bytes);
    if (answer == PROCESS_LATE && stop_is_set(turn->stop))
        return text_fail(why, words(p, mark("it was stopped before it answered")));
    if (answer != PROCESS_ANSWERED)
        return fail_answer(p, answer, time, why);
    p->answered = true;
    if (!read_answer(p, turn, line, plan, why))
        return false;
    if (p->bots->aside && atomic_load(&p->bots->running) > BOTS_KEPT)
        stop(p, true); /* the next question starts it again and sends the whole game */
    return true;
}

/* Says that the program forfeits, and ends the run if it never answers. That sentence is the last:
 * other threads say nothing after it. */
static void tell_fault(struct player *p, const struct agent_turn *turn)
{
    flockfile(stderr);
    if (!atomic_load(&p->bots->given_up)) {
        fprintf(stderr, tr("cornet: game %llu, seat %d: the program %s forfeits: %s\n"),
                (unsigned long long)turn->number, turn->seat, p->word[0], p->fault);
        if (p->late == LATE_MAX) {
            fprintf(stderr,
                    tr("cornet: program %s did not answer in time in %d games in a row: the run "
                       "stops here\n"),
                    p->word[0], LATE_MAX);
            atomic_store(&p->bots->given_up, 1);
            stopping_stop();
        }
    }
    funlockfile(stderr);
}

static struct agent_plan make_plan(struct bot *bot, const struct agent_turn *turn, struct rng *rng)
{
    struct player *p = bot->memory;
    struct text why = text_on(p->fault, sizeof p->fault);
    struct agent_plan plan = {.action = turn->actions[0], .at = turn->now};
    (void)rng;
    if ((turn->count == 1 && !turn->race) || ask(p, turn, &plan, &why))
        return plan;
    stop(p, false);
    bot->fault = p->fault;
    plan.forfeits = true;
    if (p->bots->tell)
        tell_fault(p, turn);
    return plan;
}

/* Sends the rest of the game and its result. A program that does not read them is restarted for the
 * next game. */
static void tell_end(struct bot *bot, int seat, const struct lines *log, const uint8_t share[])
{
    struct player *p = bot->memory;
    char *bytes = NULL;
    size_t length = 0;
    if (!p->process || !p->begun)
        return;
    FILE *out = open_memstream(&bytes, &length);
    put_moves(p, seat, log, out);
    fputs("result", out);
    for (int i = 0; i < p->settings.players; i++)
        fprintf(out, " %d/%d", share[i], GAME_WHOLE);
    fputs("\n", out);
    fclose(out);
    p->begun = false;
    p->late = 0;
    lines_cut(&p->sent, 0);
    if (!process_send(p->process, (struct span){bytes, length}, SEND_TIME))
        stop(p, false);
    free(bytes);
}

static const struct agent program_agent = {
    .name = "exec",
    .about = mark("your program"),
    .game = NULL,
    .follows = true,
    .options = agent_no_options,
    .close = close_player,
    .plan = make_plan,
    .over = tell_end,
};

bool player_open(struct bot *bot, struct bots *bots, const char *command, const struct game *game,
                 const struct game_settings *settings, struct text *why)
{
    struct player *p = memory_new(1, sizeof *p);
    p->bots = bots;
    p->game = game;
    p->settings = *settings;
    snprintf(p->command, sizeof p->command, "%s", command);
    if (!split(p->command, p->word, why) ||
        !process_find(p->word[0], p->path, sizeof p->path, why)) {
        free(p);
        return false;
    }
    *bot = (struct bot){.agent = &program_agent, .memory = p};
    return true;
}
