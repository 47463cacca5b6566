/* contest.h: what `cornet sim` and `cornet arena` read alike from the command line, and how they
 * show how far they are. */
#ifndef CORNET_APPS_CONTEST_H
#define CORNET_APPS_CONTEST_H

#include "apps/commands/command.h"

struct contest {
    const struct game *game;
    struct game_settings settings; /* with bots in all seats */
    bool players_given;
    const char *agents; /* the list as it stands; NULL: not given */
    uint64_t games, games_max, seed;
    int threads;
    bool json;
};

/* Options of the command's own are numbered from here. */
enum { CONTEST_OWN = 100, CONTEST_OWN_MAX = 8 };

/* Reads the command line into the contest, which has the presets. `own` options, as for
 * getopt_long, are handed to `take`, which says what is wrong with them. False: the command ends
 * here, with that code. */
bool contest_read(const struct command *command, int argc, char **argv, const struct option own[],
                  bool (*take)(const struct command *command, int option, void *context),
                  void *context, struct contest *contest, int *code);

/* A line on the terminal, written over again and again, four times a second at the most. */
struct contest_progress {
    bool line;   /* standard error is a terminal */
    double last; /* when it was shown */
};
struct contest_progress contest_progress_start(void);
void contest_progress_show(struct contest_progress *progress, uint64_t done, uint64_t max);
void contest_progress_clear(const struct contest_progress *progress);

#endif
