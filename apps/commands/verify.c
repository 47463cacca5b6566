/* cornet verify: were the dice of a finished game fair? */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "apps/commands/options.h"
#include "base/lang.h"
#include "base/memory.h"
#include "match/fair.h"

/* The whole file, or standard input. NULL with a reason. */
static char *read_all(const char *path, size_t *length, struct text *why)
{
    const bool standard = strcmp(path, "-") == 0;
    FILE *in = standard ? stdin : fopen(path, "r");
    char *bytes = NULL;
    size_t capacity = 0;
    *length = 0;
    if (!in) {
        text_fail(why, tr("cannot open: %s"), strerror(errno));
        return NULL;
    }
    do {
        capacity = capacity ? 2 * capacity : 1u << 14;
        bytes = memory_resize(bytes, capacity, 1);
        *length += fread(bytes + *length, 1, capacity - *length, in);
    } while (*length == capacity && capacity <= MATCH_BYTES_MAX);
    if (ferror(in) || *length > MATCH_BYTES_MAX) {
        text_fail(why, tr("cannot read: %s"), strerror(ferror(in) ? errno : EFBIG));
        free(bytes);
        bytes = NULL;
    }
    if (!standard)
        fclose(in);
    return bytes;
}

static void say_seats(struct screen *screen, unsigned seats, const char *text)
{
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++) {
        if (seats >> seat & 1)
            screen_printf(screen, text, seat + 1);
    }
}

static int run(const struct command *command, int argc, char **argv)
{
    const struct command_option options[] = {
        {.argument = mark("FILE"),
         .help = mark("the record of a game that a server ran, or - for standard input; "
                      "docs/fair-dice.md says how it is checked")},
        {0},
    };
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    struct fair_report report;
    size_t length, line = 1;
    int code;
    if (!options_read(command, options, &argc, &argv, &code))
        return code;
    if (argc != 1)
        return command_usage(command, tr("give one FILE, or - for standard input"));
    char *bytes = read_all(argv[0], &length, &why);
    const bool good = bytes && fair_verify((struct span){bytes, length}, &report, &line, &why);
    free(bytes);
    if (!good)
        return command_wrong_line(argv[0], line ? line : 1, reason);
    struct screen screen = screen_on(stdout);
    screen_printf(&screen,
                  dngettext(LANG_DOMAIN, "Fair: the seeds give the one draw of this game.\n",
                            "Fair: the seeds give all %llu draws of this game.\n",
                            (unsigned long)report.draws),
                  (unsigned long long)report.draws);
    say_seats(&screen, report.revealed, tr("Seat %d added a seed of its own.\n"));
    say_seats(&screen, report.withheld,
              tr("Seat %d promised a seed and did not show it; it was left out.\n"));
    if (report.rulings)
        screen_printf(&screen, tr("%llu judgements and clocks are no draws.\n"),
                      (unsigned long long)report.rulings);
    return command_finish(command);
}

const struct command command_verify = {
    .name = "verify",
    .arguments = mark("FILE"),
    .about = mark("checks the fair dice of a finished game, draw by draw"),
    .example = "cornet verify %s.cornet",
    .run = run,
};
