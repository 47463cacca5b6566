/* cornet analyse: the luck and the errors in a game. */
#include <omp.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/lang.h"
#include "base/stop.h"
#include "cli/summary.h"
#include "program/options.h"
#include "program/progress.h"
#include "program/stopping.h"
#include "tui/report.h"

struct watch {
    struct progress progress;
    const stop_flag *stop;
};

static bool show_progress(void *context, size_t done, size_t whole)
{
    struct watch *watch = context;
    char what[128];
    snprintf(what, sizeof what, trn("%zu of %zu move", "%zu of %zu moves", whole), done, whole);
    progress_part(&watch->progress, 0, whole ? (double)done / (double)whole : 1, what);
    return !stop_is_set(watch->stop);
}

/* Folders, and files with many records; false if there is one record to be read by itself, or
 * nothing that could be read. */
static bool analyse_many(const struct command *command, char **argv, int argc, int depth,
                         enum summary_form form, int *code)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct records records = {0};
    struct stat about;
    const bool there = stat(argv[0], &about) == 0;
    bool many = argc > 1 || (there && S_ISDIR(about.st_mode));
    if (!many && !(there && S_ISREG(about.st_mode)))
        return false;
    const bool found = records_find(&records, argv, argc, &why);
    many = many || (found && records.count > 1);
    if (many && found)
        *code = summary_run(command, &records, true, depth, omp_get_num_procs(), form);
    else if (many)
        *code = command_failed(command, "%s", why.start);
    records_free(&records);
    return many;
}

static int run(const struct command *command, int argc, char **argv)
{
    bool json = false, html = false;
    int depth = 0;
    const struct command_option options[] = {
        {.argument = mark("FILE"),
         .help =
             mark("Names a record, the link of a finished game, or - for standard input. Folders "
                  "or files with many records are summed up: luck and mistakes of each player.")},
        {"json", NULL, mark("Prints one JSON object instead of text."), .group = 1, .flag = &json},
        {"depth", mark("N"), mark("Sets the judge's search depth."),
         .default_text = mark("the game's usual depth"), .integer = &depth, .min = 1,
         .max = JUDGE_DEPTHS_MAX},
        {"html", NULL, mark("Writes a web page with the curve of the chances."), .group = 1,
         .flag = &html},
        {0},
    };
    int code;
    if (!options_read(command, options, &argc, &argv, &code))
        return code;
    if (argc == 0)
        return command_usage(command, tr("name one FILE, or - for standard input"));
    stopping_watch(); /* finding many records takes a while too */
    if (analyse_many(command, argv, argc, depth,
                     json   ? SUMMARY_JSON
                     : html ? SUMMARY_HTML
                            : SUMMARY_TEXT,
                     &code))
        return code;
    struct match *match = command_record(argv[0]);
    if (!match)
        return COMMAND_WRONG_INPUT;
    const struct judge *judge = judge_of(match->game);
    if (judge && depth > judge->depths) {
        fprintf(stderr, tr("cornet analyse: %s is judged at depths 1 to %d, not %d\n"),
                match->game->title, judge->depths, depth);
        match_free(match);
        return COMMAND_WRONG_USAGE;
    }
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct analysis analysis;
    struct watch watch = {progress_start(), stopping_watch()};
    analyse(match, depth, &analysis, &why, show_progress, &watch);
    progress_clear(&watch.progress);
    if (json) {
        char *text = analysis_json(match, &analysis, why.start);
        puts(text);
        free(text);
    } else if (html) {
        report_html(match, &analysis, why.start);
    } else {
        struct screen screen = screen_on(stdout);
        report_text(&screen, match, &analysis, why.start);
    }
    analysis_free(&analysis);
    match_free(match);
    return command_finish(command);
}

const struct command command_analyse = {
    .name = "analyse",
    .topic = COMMAND_RECORDS,
    .arguments = mark("FILE"),
    .about = mark("Separates luck from mistakes in a game, for every roll and every decision."),
    .example = "cornet analyse %s-20261115-201500.cornet --html > game.html",
    .run = run,
};
