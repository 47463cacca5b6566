/* cornet print: a game as a PDF, to play at a real table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "base/lang.h"
#include "print/print.h"
#include "program/options.h"

static const struct print_paper *find_paper(const char *name)
{
    const struct print_paper *paper = print_papers;
    while (paper->name && strcmp(paper->name, name) != 0)
        paper++;
    return paper->name ? paper : NULL;
}

static int run(const struct command *command, int argc, char **argv)
{
    const char *paper = "a4", *path = NULL;
    const struct command_option options[] = {
        {"paper", mark("PAPER"), mark("Sets the paper size: a4 or letter."), .text = &paper},
        {"out", mark("FILE"), mark("Writes to this file, or with - to standard output."),
         mark("GAME.pdf"), .text = &path},
        {0},
    };
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    char own[128];
    size_t length;
    int code;
    if (!options_read(command, options, &argc, &argv, &code))
        return code;
    const struct print_paper *sheet = find_paper(paper);
    if (!sheet)
        return command_usage(command, tr("--paper is a4 or letter, not '%s'"), paper);
    const struct game *game = command_game(command, argc == 1 ? argv[0] : NULL);
    if (!game)
        return COMMAND_WRONG_USAGE;
    char *pdf = print_pdf(game, sheet, &length, &why);
    if (!pdf)
        return command_failed(command, "%s", why.start);
    snprintf(own, sizeof own, "%s.pdf", game->id);
    path = path ? path : own;
    if (strcmp(path, "-") == 0) {
        fwrite(pdf, 1, length, stdout);
        code = command_finish(command);
    } else if (files_replace(path, pdf, length, &why)) {
        printf(tr("%s: print it at 100 %%, on both sides, turned along the long edge.\n"), path);
        code = command_finish(command);
    } else {
        code = command_failed(command, "%s", why.start);
    }
    free(pdf);
    return code;
}

const struct command command_print = {
    .name = "print",
    .topic = COMMAND_PLAY,
    .arguments = mark("GAME"),
    .about = mark("Makes a PDF with everything you need to play at a real table."),
    .notes =
        mark("The PDF has the rules as a leaflet, cards with their backs, boards, tokens, and dice "
             "to cut out and fold."),
    .example = "cornet print %s --paper a4",
    .run = run,
};
