/* cornet picture: a position, the curve of a game, a replay that moves, or the challenge of the day
 * as a picture. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/files.h"
#include "base/lang.h"
#include "picture/picture.h"
#include "print/print.h"
#include "program/options.h"

struct request {
    const char *svg, *png, *daily, *date;
    int move, milliseconds;
    bool has_move, has_time, curve, replay;
};

static char *draw_curve(const struct match *match, struct text *why)
{
    struct analysis analysis;
    char *svg = NULL;
    analyse(match, 0, &analysis, why, NULL, NULL);
    if (analysis.judge)
        svg = picture_curve(match, &analysis);
    analysis_free(&analysis);
    return svg;
}

static char *draw_record(const char *path, const struct request *r, struct text *why, int *code)
{
    struct match *match = command_record((char *)path);
    char *svg;
    if (!match) {
        *code = COMMAND_WRONG_INPUT;
        return NULL;
    }
    if (r->curve)
        svg = draw_curve(match, why);
    else if (r->replay)
        svg = picture_replay(match, r->milliseconds / 1000.0);
    else
        svg = picture_position(match, r->has_move ? (size_t)r->move : SIZE_MAX);
    match_free(match);
    return svg;
}

static char *draw_daily(const struct command *command, const struct request *r, int *code)
{
    const struct game *game = command_game(command, r->daily);
    const struct daily *daily = game ? daily_of(game) : NULL;
    long day = (long)(time(NULL) / 86400);
    *code = COMMAND_WRONG_USAGE;
    if (game && !daily)
        command_usage(command, tr("%s has no challenge of the day"), game->id);
    else if (daily && r->date && !daily_read(span_of(r->date), &day))
        command_usage(command, tr("--date takes a date as YYYY-MM-DD, not '%s'"), r->date);
    else if (daily)
        return picture_daily(daily, day, -1);
    return NULL;
}

static int write_bytes(const struct command *command, const char *path, const char *bytes,
                       size_t length)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    if (strcmp(path, "-") == 0)
        fwrite(bytes, 1, length, stdout);
    else if (!files_replace(path, bytes, length, &why))
        return command_failed(command, "%s", why.start);
    return command_finish(command);
}

static int write_picture(const struct command *command, const struct request *r, const char *svg)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    size_t length;
    if (!r->png)
        return write_bytes(command, r->svg ? r->svg : "-", svg, strlen(svg));
    char *png = print_png(svg, strlen(svg), PICTURE_WIDTH, PICTURE_HEIGHT, &length, &why);
    if (!png)
        return command_failed(command, "%s", why.start);
    const int code = write_bytes(command, r->png, png, length);
    free(png);
    return code;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct request r = {.milliseconds = 1200};
    const struct command_option options[] = {
        {.argument = mark("FILE"),
         .help = mark("Names a record, the link of a finished game, or - for standard input.")},
        {"svg", mark("FILE"), mark("Writes an SVG to this file, or with - to standard output."),
         .default_text = "-", .group = 1, .text = &r.svg},
        {"png", mark("FILE"), mark("Writes a PNG of 1200 by 630 pixels to this file."), .group = 1,
         .text = &r.png},
        {"move", "N", mark("Draws the position after N lines, instead of the last one."),
         .group = 2, .given = &r.has_move, .integer = &r.move, .max = 1000000},
        {"curve", NULL,
         mark("Draws the curve of everybody's chances, as cornet analyse computes it."), .group = 2,
         .flag = &r.curve},
        {"replay", NULL, mark("Shows all positions, one after the other, as an SVG that moves."),
         .group = 2, .flag = &r.replay},
        {"time", "MS", mark("Sets how many milliseconds --replay shows each position."),
         .given = &r.has_time, .integer = &r.milliseconds, .min = 50, .max = 60000},
        {"daily", mark("GAME"), mark("Draws the challenge of the day, without its solution."),
         .group = 2, .text = &r.daily},
        {"date", mark("DATE"), mark("Sets the day of --daily, as YYYY-MM-DD."),
         .default_text = mark("today, by UTC"), .text = &r.date},
        {0},
    };
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    int code = COMMAND_DONE;
    if (!options_read(command, options, &argc, &argv, &code))
        return code;
    if (argc != (r.daily ? 0 : 1))
        return command_usage(command, r.daily ? tr("--daily needs no FILE")
                                              : tr("name one FILE, or - for standard input"));
    if (r.date && !r.daily)
        return command_usage(command, tr("--date needs --daily"));
    if (r.has_time && !r.replay)
        return command_usage(command, tr("--time needs --replay"));
    if (r.replay && r.png)
        return command_usage(command, tr("--replay moves: it needs --svg, not --png"));
    char *svg = r.daily ? draw_daily(command, &r, &code) : draw_record(argv[0], &r, &why, &code);
    if (!svg)
        return why.length ? command_failed(command, "%s", why.start) : code;
    code = write_picture(command, &r, svg);
    free(svg);
    return code;
}

const struct command command_picture = {
    .name = "picture",
    .topic = COMMAND_RECORDS,
    .arguments = mark("[FILE]"),
    .about = mark("Draws a position, the result, the curve or a whole replay as SVG or PNG."),
    .example = "cornet picture %s-20261115-201500.cornet --png game.png",
    .run = run,
};
