/* cornet perft: counts of a game's move tree, to check and to time a move generator. */
#include <string.h>

#include "base/lang.h"
#include "base/lines.h"
#include "games/debacle/rules.h"
#include "match/match.h"
#include "program/options.h"

enum { DEPTH_MAX = 40 };

static void divide(const struct debacle *s, int depth)
{
    game_action list[GAME_ACTIONS_MAX];
    struct lines lines = {0};
    const size_t count = debacle_list(s, list);
    for (size_t i = 0; i < count; i++) {
        struct text line = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
        struct debacle next = *s;
        const bool over = debacle_make(&next, list[i]);
        debacle_write(s, list[i], NULL, GAME_OPEN, &line);
        text_printf(&line, "\t%llu",
                    (unsigned long long)(over ? 1 : debacle_perft(&next, depth - 1)));
        lines_add(&lines, span_of(line.start));
    }
    lines_sort(&lines);
    for (size_t i = 0; i < lines.count; i++)
        puts(lines.line[i]);
    lines_free(&lines);
}

static int run(const struct command *command, int argc, char **argv)
{
    const char *position = NULL;
    struct command_settings given = {0};
    bool divided = false;
    const struct command_option options[] = {
        {"position", mark("TEXT"), mark("Starts from this position."), .text = &position},
        {"option", mark("name=value"), mark("Sets a game option, such as recover=once."),
         .list = &given.option},
        {"divide", NULL, mark("Prints one count per action."), .flag = &divided},
        {0},
    };
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    uint64_t depth;
    int code;
    if (!options_read(command, options, &argc, &argv, &code))
        return code;
    if (argc != 2 || strcmp(argv[0], debacle_game.id) != 0)
        return command_usage(command, tr("give the game, %s, and a DEPTH"), debacle_game.id);
    if (!command_number(command, "DEPTH", argv[1], 0, DEPTH_MAX, &depth))
        return COMMAND_WRONG_USAGE;
    if (divided && depth == 0)
        return command_usage(command, tr("--divide needs a DEPTH of 1 or more"));
    struct game_settings settings;
    union game_state state;
    if (!options_apply_settings(&debacle_game, &given, &settings, &why) ||
        (position &&
         !game_set(&debacle_game, &settings, span_of("setup"), span_of(position), &why)) ||
        !debacle_game.start(&state, &settings, &why))
        return command_usage(command, "%s", why.start);
    const struct debacle *s = (const struct debacle *)&state;
    if (s->phase != DEBACLE_PLAY)
        return command_usage(command, tr("perft needs a position, not random"));
    if (divided)
        divide(s, (int)depth);
    else
        printf("%llu\n", (unsigned long long)debacle_perft(s, (int)depth));
    return command_finish(command);
}

const struct command command_perft = {
    .name = "perft",
    .topic = COMMAND_BOTS,
    .arguments = mark("debacle DEPTH"),
    .about = mark("Counts the sequences of DEPTH actions, to test the rules."),
    .example = "cornet perft debacle 5",
    .run = run,
};
