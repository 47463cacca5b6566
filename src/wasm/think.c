/* The Worker that thinks: bots' moves, hints and analyses, one job (job.h) after the other. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "match/analyse.h"
#include "wasm/host.h"
#include "wasm/job.h"

#define BOTS_MAX 8          /* that are kept between two answers: those of one table, at least */
#define ANALYSIS_SECONDS 60 /* after that it is cut off */

HOST_IMPORT(progress) void host_progress(uint32_t done, uint32_t whole);
HOST_EXPORT(think_do) size_t think_do(const struct job *job);
HOST_EXPORT(think_answer) const void *think_answer(void);

/* The most recently used bots, latest first. A bot has memory, so each seat has its own. */
static struct {
    char table[TABLE_ID_LENGTH + 1];
    int seat;
    char agent[JOB_AGENT_MAX];
    struct bot bot; /* agent NULL: none */
} bots[BOTS_MAX];

static void *answer;

const void *think_answer(void)
{
    return answer;
}

/* ---- moves ---- */

static bool is_kept(int i, const struct job *job)
{
    return bots[i].bot.agent && bots[i].seat == job->seat &&
           strcmp(bots[i].table, job->table) == 0 && strcmp(bots[i].agent, job->agent) == 0;
}

/* The bot, moved to the front. */
static struct bot *find_bot(const struct game *game, const struct job *job)
{
    int i = 0;
    while (i < BOTS_MAX - 1 && !is_kept(i, job))
        i++;
    const bool kept = is_kept(i, job);
    if (!kept)
        bot_close(&bots[i].bot);
    __typeof__(bots[0]) found = bots[i];
    memmove(&bots[1], &bots[0], (size_t)i * sizeof found);
    bots[0] = found;
    if (kept)
        return &bots[0].bot;
    memcpy(bots[0].table, job->table, sizeof job->table);
    memcpy(bots[0].agent, job->agent, sizeof job->agent);
    bots[0].seat = job->seat;
    if (!bot_open(&bots[0].bot, game, span_of(job->agent), TEXT_UNREAD) ||
        !bot_ready(&bots[0].bot, &job->settings, TEXT_UNREAD))
        abort(); /* the Worker with the table has checked this */
    return &bots[0].bot;
}

static size_t move(const struct game *game, const struct job *job)
{
    struct rng rng;
    struct table_question question = {.bot = find_bot(game, job),
                                      .game = game,
                                      .seat = job->seat,
                                      .race = job->race,
                                      .now = job->now,
                                      .acted = job->acted,
                                      .noise_seed = job->noise_seed,
                                      .state = job->state};
    const uint64_t *trail = (const uint64_t *)(job + 1);
    for (uint32_t i = 0; i < job->follows; i++)
        game_trail_add(&question.history, trail[i]);
    rng_seed(&rng, job->seed);
    table_question_ask(&question, &rng);
    question.bot = NULL; /* kept in bots[] */
    answer = memory_new(1, sizeof question.plan);
    memcpy(answer, &question.plan, sizeof question.plan);
    table_question_free(&question);
    return sizeof question.plan;
}

/* ---- hints and analyses ---- */

static size_t hint(const struct game *game, const struct job *job)
{
    const struct judge *judge = judge_of(game);
    struct match *view = match_new(game, &job->settings, TEXT_UNREAD);
    const uint64_t *trail = (const uint64_t *)(job + 1);
    if (!view)
        abort(); /* the table has accepted these settings */
    memcpy(view->state, &job->state, game->state_size);
    for (uint32_t i = 0; i < job->follows; i++)
        game_trail_add(&view->history, trail[i]);
    if (judge->ready(&job->settings, TEXT_UNREAD)) {
        answer = memory_new(1, sizeof(struct hints));
        hints_make(view, job->seat, judge, job->depth, job->lines, NULL, answer);
    }
    match_free(view);
    return answer ? sizeof(struct hints) : 0;
}

struct progress {
    struct job_analysed lines;
    struct timespec began;
};

static bool on_progress(void *context, size_t done, size_t whole)
{
    struct progress *progress = context;
    struct timespec now;
    progress->lines = (struct job_analysed){(uint32_t)done, (uint32_t)whole};
    host_progress((uint32_t)done, (uint32_t)whole);
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec - progress->began.tv_sec < ANALYSIS_SECONDS;
}

static size_t analyse_record(const struct job *job)
{
    size_t line;
    struct progress progress = {0};
    struct analysis analysis;
    struct match *match =
        match_read((struct span){(const char *)(job + 1), job->follows}, &line, TEXT_UNREAD);
    if (!match)
        abort(); /* the record is a table's */
    clock_gettime(CLOCK_MONOTONIC, &progress.began);
    analyse(match, job->depth, &analysis, TEXT_UNREAD, on_progress, &progress);
    if (!analysis.cut)
        progress.lines.done = progress.lines.whole;
    char *json = analysis.judge ? analysis_json(match, &analysis, "") : NULL;
    const size_t length = json ? strlen(json) : 0;
    answer = memory_new(1, sizeof progress.lines + length);
    memcpy(answer, &progress.lines, sizeof progress.lines);
    if (json)
        memcpy((char *)answer + sizeof progress.lines, json, length);
    free(json);
    analysis_free(&analysis);
    match_free(match);
    return sizeof progress.lines + length;
}

size_t think_do(const struct job *job)
{
    const struct game *game = game_find(span_of(job->game));
    free(answer);
    answer = NULL;
    switch (job->kind) {
    case JOB_MOVE:
        return move(game, job);
    case JOB_HINT:
        return hint(game, job);
    default:
        return analyse_record(job);
    }
}
