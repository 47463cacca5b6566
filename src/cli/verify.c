/* cornet verify: were the dice of a finished game fair? */
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "base/lang.h"
#include "match/match.h"
#include "match/verdict.h"
#include "program/options.h"

/* Shows the verdict. */
static void show(const struct verdict *verdict)
{
    struct screen screen = screen_on(stdout);
    for (size_t i = 0; i < verdict->sentences.count; i++)
        screen_printf(&screen, "%s\n", verdict->sentences.line[i]);
    for (size_t i = 0; i < verdict->experts.count; i++)
        screen_printf(&screen, tr("For experts: %s\n"), verdict->experts.line[i]);
}

/* Checks the record with the transcript at `path`; NULL: without one. Returns the exit status. */
static int check(const struct command *command, struct span record, const char *record_path,
                 const char *path)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct span transcript = {0};
    struct verdict verdict;
    char *bytes = path ? files_read(path, &transcript.length, &why) : NULL;
    if (path && !bytes)
        return command_failed(command, "%s", why.start); /* which names the file */
    transcript.at = bytes;
    verdict_of(record, transcript, ledger_sodium, NULL, &verdict);
    int code;
    if (verdict.why[0]) {
        command_wrong_line(verdict.in_transcript ? path : record_path, verdict.line, verdict.why);
        show(&verdict);
        code = verdict.status;
    } else {
        show(&verdict);
        code = command_finish(command);
        if (code == COMMAND_DONE)
            code = verdict.status;
    }
    verdict_free(&verdict);
    free(bytes);
    return code;
}

static int run(const struct command *command, int argc, char **argv)
{
    const char *kept = NULL;
    const struct command_option options[] = {
        {.argument = mark("FILE"),
         .help = mark("Names the record or the link of a game played on a server, or - for "
                      "standard input. docs/design/fair-dice.md describes the check.")},
        {"transcript", mark("FILE"),
         mark("Names your client's transcript of the seed exchange, or gives your seed. The record "
              "must contain it. cornet join names the file, and the page /check offers it."),
         .text = &kept},
        {0},
    };
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    size_t length;
    int code;
    if (!options_read(command, options, &argc, &argv, &code))
        return code;
    if (argc != 1)
        return command_usage(command, tr("name one FILE, or - for standard input"));
    char *bytes = command_bytes(argv[0], &length, &why);
    code = bytes ? check(command, (struct span){bytes, length}, argv[0], kept)
                 : command_wrong_line(argv[0], 0, why.start);
    free(bytes);
    return code;
}

const struct command command_verify = {
    .name = "verify",
    .topic = COMMAND_RECORDS,
    .arguments = mark("FILE"),
    .about = mark("Checks the fair dice of a finished game, draw by draw."),
    .example = "cornet verify %s.cornet",
    .run = run,
};
