/* cornet replay: checks that every line of a record is legal, and prints the state at its end; on a
 * terminal it goes through the game step by step. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/lang.h"
#include "cli/records.h"
#include "match/legal.h"
#include "match/match.h"
#include "program/options.h"
#include "tui/stepper.h"
#include "tui/view.h"

/* The requested output; by default a summary. */
struct request {
    bool legal, state, view, position, check, plain, analyse;
    int viewer; /* for view: a seat, or 0 for a spectator */
};

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
    struct text json = text_on((char[GAME_JSON_MAX]){0}, GAME_JSON_MAX);
    match_json(match, viewer, &json);
    if (json.cut)
        abort(); /* GAME_JSON_MAX is too small: our own bug */
    puts(json.start);
}

static void print_summary(const struct match *match)
{
    struct screen screen = screen_on(stdout);
    size_t moves = 0;
    for (size_t i = 0; i < match->body.count; i++)
        moves += match->body.line[i][0] != '#';
    screen_printf(&screen,
                  trn("%s, %d player", "%s, %d players", (unsigned long)match->settings.players),
                  match->game->title, match->settings.players);
    screen_printf(&screen, trn(": %zu move, legal.", ": %zu moves, all legal.", moves), moves);
    if (match_mover(match) == GAME_OVER) {
        char list[GAME_SEATS_MAX * sizeof(struct view_name)];
        struct text winners = text_on(list, sizeof list);
        if (view_list_winners(match, &winners) < match->settings.players)
            screen_printf(&screen, tr(" The game is over; won by: %s.\n"), list);
        else
            screen_put(&screen, tr(" The game is over; it is a draw.\n"));
    } else {
        screen_put(&screen, tr(" The game is not over.\n"));
    }
}

/* Lists the verdicts that would be different today, each after the line it judges. */
static void print_check(const struct match *match)
{
    struct screen screen = screen_on(stdout);
    struct match *again = match_new(match->game, &match->settings, TEXT_UNREAD);
    const char *judged = "";
    size_t verdicts = 0, different = 0;
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
            struct text today = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
            match->game->write(&again->state, ruling, NULL, GAME_OPEN, &today);
            verdicts++;
            if (strcmp(today.start, line) != 0) {
                different++;
                screen_printf(&screen, tr("%s: %s; today: %s\n"), judged, line + 2,
                              today.start + 2);
            }
        }
        if (!match_do(again, span_of(line), TEXT_UNREAD))
            abort(); /* the record with this line has been read before */
    }
    match_free(again);
    screen_printf(&screen,
                  trn("%zu verdict, %zu different today.\n", "%zu verdicts, %zu different today.\n",
                      verdicts),
                  verdicts, different);
}

static int print_position(const struct command *command, const struct match *match)
{
    struct text position = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    if (!match->game->position(&match->state, &position))
        return command_usage(command, tr("%s has no position text here; use --state for JSON"),
                             match->game->id);
    puts(position.start);
    return command_finish(command);
}

/* Used on a terminal, if no other output is requested. False if there is no full screen. */
static bool step_through(const struct match *match, const struct request *request, const char *path)
{
    const bool other = request->legal || request->state || request->view || request->position ||
                       request->check || request->plain || strcmp(path, "-") == 0;
    struct full *full = other ? NULL : full_open();
    if (!full)
        return false;
    stepper_run(full, match, request->analyse);
    full_close(full);
    return true;
}

static int answer(const struct command *command, const struct match *match,
                  const struct request *request)
{
    if (request->position)
        return print_position(command, match);
    if (request->view && request->viewer > match->settings.players)
        return command_usage(command, tr("--view takes 0 to %d in this game, not %d"),
                             match->settings.players, request->viewer);
    if (request->legal)
        print_legal(match);
    else if (request->state)
        print_state(match, GAME_OPEN);
    else if (request->view)
        print_state(match, request->viewer);
    else if (request->check)
        print_check(match);
    else
        print_summary(match);
    return command_finish(command);
}

/* A file with many records: all of them are checked. False if it has one, or cannot be read. */
static bool check_many(const struct command *command, char *path, const struct request *request,
                       int *code)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct records records = {0};
    struct stat about;
    const bool many = stat(path, &about) == 0 && S_ISREG(about.st_mode) &&
                      records_find(&records, &path, 1, &why) && records.count > 1;
    *code = COMMAND_DONE;
    if (many && (request->legal || request->state || request->view || request->position ||
                 request->check || request->analyse))
        *code = command_usage(command, tr("%s has %zu records, but this option needs exactly one"),
                              path, records.count);
    for (size_t i = 0; many && *code == COMMAND_DONE && i < records.count; i++) {
        struct match *match = records_read(&records, i, &why);
        if (!match) {
            fprintf(stderr, "%s\n", why.start);
            *code = COMMAND_WRONG_INPUT;
        }
        match_free(match);
    }
    if (many && *code == COMMAND_DONE) {
        struct screen screen = screen_on(stdout);
        screen_printf(&screen, tr("%zu records; every line is legal.\n"), records.count);
        *code = command_finish(command);
    }
    records_free(&records);
    return many;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct request request = {0};
    const struct command_option options[] = {
        {.argument = mark("FILE"),
         .help = mark("Names a record, the link of a finished game, or - for standard input.")},
        {"legal", NULL,
         mark("Prints the legal actions at the end of the record; for dice, their probabilities."),
         .group = 1, .flag = &request.legal},
        {"state", NULL, mark("Prints the final state as JSON, hidden cards included."), .group = 1,
         .flag = &request.state},
        {"view", mark("SEAT"),
         mark("Prints the final state as that seat sees it; 0 means a spectator."), .group = 1,
         .given = &request.view, .integer = &request.viewer, .max = GAME_SEATS_MAX},
        {"position", NULL, mark("Prints the position text, for games that have one."), .group = 1,
         .flag = &request.position},
        {"check", NULL, mark("Prints the words that the lexicon would judge differently today."),
         .group = 1, .flag = &request.check},
        {"analyse", NULL,
         mark("Shows, on a terminal, the judge's curve and verdicts from the start."), .group = 1,
         .flag = &request.analyse},
        {"plain", NULL, mark("Prints, on a terminal, one line instead of using the full screen."),
         .flag = &request.plain},
        {0},
    };
    int code;
    if (!options_read(command, options, &argc, &argv, &code))
        return code;
    if (argc != 1)
        return command_usage(command, tr("name one FILE, or - for standard input"));
    if (check_many(command, argv[0], &request, &code))
        return code;
    struct match *match = command_record(argv[0]);
    if (!match)
        return COMMAND_WRONG_INPUT;
    code = step_through(match, &request, argv[0]) ? COMMAND_DONE : answer(command, match, &request);
    match_free(match);
    return code;
}

const struct command command_replay = {
    .name = "replay",
    .topic = COMMAND_RECORDS,
    .arguments = mark("FILE"),
    .about = mark("Replays a record, on a terminal step by step. If a line is illegal, reports it "
                  "with the reason."),
    .example = "cornet replay %s-20261115-201500.cornet --legal",
    .run = run,
};
