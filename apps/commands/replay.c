/* cornet replay: is every line of a record legal, and what is there at its end. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "apps/commands/command.h"
#include "apps/commands/legal.h"
#include "base/lang.h"
#include "match/match.h"

enum question { SUMMARY = 1, LEGAL, STATE, VIEW, POSITION, CHECK };

static void print_legal(const struct match *match)
{
    struct lines lines = {0};
    legal_lines(match, &lines);
    for (size_t i = 0; i < lines.count; i++)
        puts(lines.line[i]);
    lines_free(&lines);
}

static void print_state(const struct match *match, int viewer)
{
    char json[GAME_JSON_MAX];
    struct text out = text_on(json, sizeof json);
    game_json(match->game, &match->settings, &match->state, viewer, &out);
    if (out.cut)
        abort(); /* GAME_JSON_MAX is too small: our own bug */
    puts(json);
}

static void print_summary(const struct match *match)
{
    struct screen screen = screen_on(stdout);
    size_t moves = 0;
    for (size_t i = 0; i < match->body.count; i++)
        moves += match->body.line[i][0] != '#';
    screen_printf(&screen,
                  dngettext(LANG_DOMAIN, "%s, %d players: %zu move, legal.",
                            "%s, %d players: %zu moves, all legal.", moves),
                  match->game->title, match->settings.players, moves);
    if (match_mover(match) == GAME_OVER) {
        uint8_t share[GAME_SEATS_MAX];
        match->game->result(&match->state, share);
        char list[GAME_SEATS_MAX * (MATCH_NAME_MAX + 16)];
        struct text winners = text_on(list, sizeof list);
        for (int seat = 1; seat <= match->settings.players; seat++) {
            if (share[seat - 1] == 0)
                continue;
            text_add(&winners, winners.length ? ", " : "");
            match_show_name(match, seat, &winners);
        }
        screen_printf(&screen, tr(" The game is over; it is won by: %s.\n"), list);
    } else {
        screen_put(&screen, tr(" The game is not over.\n"));
    }
}

/* Lists the judgements that would be others today, each behind the line it judges. */
static void print_check(const struct match *match)
{
    struct screen screen = screen_on(stdout);
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    struct match *again = match_new(match->game, &match->settings, &why);
    const char *judged = "";
    size_t judgements = 0, different = 0;
    if (!again)
        abort();
    for (size_t i = 0; i < match->body.count; i++) {
        const char *line = match->body.line[i];
        game_action ruling;
        if (line[0] == '#')
            continue;
        if (line[0] != '*') {
            judged = strstr(line, " vote ") ? judged : line;
        } else if (match->game->ruling(&again->state, &ruling)) {
            char today[GAME_LINE_MAX];
            struct text out = text_on(today, sizeof today);
            match->game->write(&again->state, ruling, NULL, GAME_OPEN, &out);
            judgements++;
            if (strcmp(today, line) != 0) {
                different++;
                screen_printf(&screen, tr("%s: %s; today: %s\n"), judged, line + 2, today + 2);
            }
        }
        if (!match_do(again, span_of(line), &why))
            abort(); /* it has just been read */
    }
    match_free(again);
    screen_printf(&screen,
                  dngettext(LANG_DOMAIN, "%zu judgement, %zu different today.\n",
                            "%zu judgements, %zu different today.\n", judgements),
                  judgements, different);
}

static int answer(const struct command *command, const struct match *match, enum question question,
                  int viewer)
{
    switch (question) {
    case LEGAL:
        print_legal(match);
        break;
    case STATE:
        print_state(match, GAME_OPEN);
        break;
    case VIEW:
        if (viewer > match->settings.players)
            return command_usage(command, tr("--view takes 0 to %d in this game, not %d"),
                                 match->settings.players, viewer);
        print_state(match, viewer);
        break;
    case POSITION: {
        char position[GAME_LINE_MAX];
        struct text out = text_on(position, sizeof position);
        if (!match->game->position(&match->state, &out))
            return command_usage(command, tr("%s has no position text here; --state prints JSON"),
                                 match->game->id);
        puts(position);
        break;
    }
    case CHECK:
        print_check(match);
        break;
    case SUMMARY:
        print_summary(match);
        break;
    }
    return command_finish(command);
}

static int replay(const char *path, struct match **match)
{
    char buffer[TEXT_WHY];
    struct text why = text_on(buffer, sizeof buffer);
    size_t line = 1;
    const bool standard = strcmp(path, "-") == 0;
    FILE *in = standard ? stdin : fopen(path, "r");
    if (!in)
        text_fail(&why, tr("cannot open: %s"), strerror(errno));
    else
        *match = match_read_stream(in, &line, &why);
    if (in && !standard)
        fclose(in);
    if (*match)
        return COMMAND_DONE;
    return command_wrong_line(path, line, buffer);
}

static int run(const struct command *command, int argc, char **argv)
{
    static const struct option options[] = {
        {"legal", no_argument, NULL, LEGAL},
        {"state", no_argument, NULL, STATE},
        {"view", required_argument, NULL, VIEW},
        {"position", no_argument, NULL, POSITION},
        {"check", no_argument, NULL, CHECK},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    enum question question = SUMMARY;
    uint64_t viewer = 0;
    int found, code;
    while ((found = command_option(command, argc, argv, options, &code)) > 0) {
        if (question != SUMMARY)
            return command_usage(command,
                                 tr("one of --legal, --state, --view, --position and --check at a "
                                    "time"));
        question = (enum question)found;
        if (found == VIEW && !command_number(command, "--view", optarg, 0, GAME_SEATS_MAX, &viewer))
            return COMMAND_WRONG_USAGE;
    }
    if (found < 0)
        return code;
    if (optind + 1 != argc)
        return command_usage(command, tr("give one FILE, or - for standard input"));
    struct match *match = NULL;
    code = replay(argv[optind], &match);
    if (code == COMMAND_DONE)
        code = answer(command, match, question, (int)viewer);
    match_free(match);
    return code;
}

const struct command command_replay = {
    .name = "replay",
    .arguments = "FILE",
    .about = mark("replays a record; says the line and the reason where it is illegal"),
    .help = mark("  FILE              a record, or - for standard input\n"
                 "  --legal           the legal actions at its end; for dice their probabilities\n"
                 "  --state           the state at its end as JSON, with everything in it\n"
                 "  --view SEAT       the same as that seat sees it; 0 is a spectator\n"
                 "  --position        the position text, for games that have one\n"
                 "  --check           the verdicts on words that would be others today\n"),
    .example = "cornet replay %s-20261115-201500.cornet --legal",
    .run = run,
};
