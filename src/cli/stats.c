/* cornet stats: what many records say together. */
#include <omp.h>

#include "base/lang.h"
#include "cli/summary.h"
#include "program/options.h"
#include "program/stopping.h"

static int run(const struct command *command, int argc, char **argv)
{
    bool json = false, html = false;
    int threads = omp_get_num_procs();
    const struct command_option options[] = {
        {.argument = mark("DIR..."),
         .help = mark("Names folders of records, or files with one or more records.")},
        {"json", NULL, mark("Prints one JSON object instead of text."), .group = 1, .flag = &json},
        {"html", NULL, mark("Writes a web page with histograms."), .group = 1, .flag = &html},
        {"threads", "T", mark("Sets the number of threads, which affects speed only, not results."),
         .default_text = mark("all cores"), .integer = &threads, .min = 1, .max = 256},
        {0},
    };
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct records records;
    int code;
    if (!options_read(command, options, &argc, &argv, &code))
        return code;
    if (argc == 0)
        return command_usage(command, tr("name folders of records, or files"));
    stopping_watch(); /* finding many records takes a while too */
    if (records_find(&records, argv, argc, &why))
        code = summary_run(command, &records, false, 0, threads,
                           json   ? SUMMARY_JSON
                           : html ? SUMMARY_HTML
                                  : SUMMARY_TEXT);
    else
        code = command_failed(command, "%s", why.start);
    records_free(&records);
    return code;
}

const struct command command_stats = {
    .name = "stats",
    .topic = COMMAND_RECORDS,
    .arguments = mark("DIR..."),
    .about = mark("Summarises many records: how often each player won, and how long games were."),
    .example = "cornet stats games --html > games.html",
    .run = run,
};
