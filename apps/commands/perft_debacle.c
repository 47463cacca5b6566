/* cornet perft: counts of a game's move tree, to check and to time a move generator. */
#include <stdlib.h>
#include <string.h>

#include "apps/commands/command.h"
#include "base/lang.h"
#include "base/lines.h"
#include "games/debacle.h"
#include "match/match.h"

enum { POSITION = 1, DIVIDE };

static void divide(const struct debacle *s, int depth)
{
    game_action list[GAME_ACTIONS_MAX];
    struct lines lines = {0};
    const size_t count = debacle_list(s, list);
    for (size_t i = 0; i < count; i++) {
        char line[GAME_LINE_MAX];
        struct text out = text_on(line, sizeof line);
        struct debacle next = *s;
        const bool over = debacle_make(&next, list[i]);
        debacle_write(s, list[i], NULL, GAME_OPEN, &out);
        text_printf(&out, "\t%llu",
                    (unsigned long long)(over ? 1 : debacle_perft(&next, depth - 1)));
        lines_add(&lines, span_of(line));
    }
    lines_sort(&lines);
    for (size_t i = 0; i < lines.count; i++)
        puts(lines.line[i]);
    lines_free(&lines);
}

static int run(const struct command *command, int argc, char **argv)
{
    static const struct option options[] = {
        {"position", required_argument, NULL, POSITION},
        {"divide", no_argument, NULL, DIVIDE},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    char buffer[TEXT_WHY];
    struct text why = text_on(buffer, sizeof buffer);
    const char *position = "standard";
    bool divided = false;
    uint64_t depth;
    int found, code;
    while ((found = command_option(command, argc, argv, options, &code)) > 0) {
        if (found == POSITION)
            position = optarg;
        else
            divided = true;
    }
    if (found < 0)
        return code;
    if (optind + 2 != argc || strcmp(argv[optind], debacle_game.id) != 0)
        return command_usage(command, tr("give the game, %s, and a DEPTH"), debacle_game.id);
    if (!command_number(command, "DEPTH", argv[optind + 1], 0, 40, &depth))
        return COMMAND_WRONG_USAGE;
    if (divided && depth == 0)
        return command_usage(command, tr("--divide needs a DEPTH of 1 or more"));
    struct game_settings settings;
    union game_state state;
    game_defaults(&debacle_game, &settings);
    if (!game_set(&debacle_game, &settings, span_of("setup"), span_of(position), &why) ||
        !debacle_game.start(&state, &settings, &why))
        return command_usage(command, "%s", buffer);
    const struct debacle *s = (const struct debacle *)&state;
    if (s->phase != DEBACLE_PLAY)
        return command_usage(command, tr("--position takes a position text"));
    if (divided)
        divide(s, (int)depth);
    else
        printf("%llu\n", (unsigned long long)debacle_perft(s, (int)depth));
    return command_finish(command);
}

const struct command command_perft = {
    .name = "perft",
    .arguments = "debacle DEPTH",
    .about = mark("counts the tree of single actions to a depth"),
    .help = mark("  --position TEXT   from this position instead of the start\n"
                 "  --divide          the count behind each action, one a line\n"),
    .example = "cornet perft debacle 5",
    .run = run,
};
