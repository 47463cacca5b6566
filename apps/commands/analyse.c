/* cornet analyse: what was luck and what was error in a game. */
#include <stdlib.h>

#include "apps/commands/options.h"
#include "apps/commands/progress.h"
#include "apps/commands/report.h"
#include "base/lang.h"

static bool show_progress(void *context, size_t done, size_t whole)
{
    progress_show(context, tr("%zu of %zu moves"), done, whole);
    return true;
}

static int run(const struct command *command, int argc, char **argv)
{
    bool json = false, html = false;
    int depth = 0;
    const struct command_option options[] = {
        {.argument = mark("FILE"), .help = mark("a record, or - for standard input")},
        {.name = "json",
         .help = mark("one JSON object instead of text"),
         .group = 1,
         .flag = &json},
        {.name = "depth",
         .argument = mark("N"),
         .help = mark("how deep the judge looks"),
         .default_text = mark("the game's usual depth"),
         .integer = &depth,
         .min = 1,
         .max = JUDGE_DEPTHS_MAX},
        {.name = "html",
         .help = mark("a page for a browser, with the curve of the chances"),
         .group = 1,
         .flag = &html},
        {0},
    };
    int code;
    if (!options_read(command, options, &argc, &argv, &code))
        return code;
    if (argc != 1)
        return command_usage(command, tr("give one FILE, or - for standard input"));
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
    char buffer[TEXT_WHY];
    struct text why = text_on(buffer, sizeof buffer);
    struct analysis analysis;
    struct progress progress = progress_start();
    analyse(match, depth, &analysis, &why, progress.terminal ? show_progress : NULL, &progress);
    progress_clear(&progress);
    if (json) {
        char *text = analysis_json(match, &analysis, buffer);
        puts(text);
        free(text);
    } else if (html) {
        report_html(match, &analysis, buffer);
    } else {
        struct screen screen = screen_on(stdout);
        report_text(&screen, match, &analysis, buffer);
    }
    analysis_free(&analysis);
    match_free(match);
    return command_finish(command);
}

const struct command command_analyse = {
    .name = "analyse",
    .arguments = mark("FILE"),
    .about = mark("what was luck and what was error in a game: every roll, every decision"),
    .example = "cornet analyse %s-20261115-201500.cornet --html > game.html",
    .run = run,
};
