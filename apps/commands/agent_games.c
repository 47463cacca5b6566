#include "apps/commands/agent_games.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "base/lang.h"

enum { THREADS_MAX = 256, OWN_MAX = 16 };

static bool read_options(const struct command *command, const struct command_option own[],
                         int *argc, char ***argv, struct agent_games *games, int *code)
{
    const struct command_option shared[] = {
        {.name = "seed",
         .argument = "S",
         .help = mark("of the dice and the agents; else 1, and any if a program plays"),
         .given = &games->seeded,
         .number = &games->seed,
         .max = UINT64_MAX},
        {.name = "threads",
         .argument = "T",
         .help = mark("changes nothing but the time"),
         .default_text = mark("all cores"),
         .integer = &games->threads,
         .min = 1,
         .max = THREADS_MAX},
        {.name = "option",
         .argument = mark("name=value"),
         .help = mark("an option of the game; may be repeated"),
         .list = &games->given.option},
        bots_row(&games->bots),
        bots_time_row(&games->bots),
        bots_memory_row(&games->bots),
        {.name = "json", .help = mark("one JSON object instead of a table"), .flag = &games->json},
        {0},
    };
    struct command_option all[OWN_MAX + sizeof shared / sizeof *shared];
    int count = 0;
    for (; own[count].help; count++) {
        if (count == OWN_MAX)
            abort(); /* more rows than the capacity: our own bug */
        all[count] = own[count];
    }
    memcpy(all + count, shared, sizeof shared);
    return options_read(command, all, argc, argv, code);
}

/* A program could compute the dice from a seed that it knows. */
static uint64_t random_seed(void)
{
    uint64_t seed;
    return getrandom(&seed, sizeof seed, 0) == sizeof seed ? seed : (uint64_t)time(NULL);
}

bool agent_games_read(const struct command *command, const struct command_option own[], int argc,
                      char **argv, struct agent_games *games, int *code)
{
    char buffer[TEXT_WHY];
    struct text why = text_on(buffer, sizeof buffer);
    games->threads = omp_get_num_procs();
    games->bots = bots_defaults();
    games->bots.exec = games->bots.tell = true;
    if (!read_options(command, own, &argc, &argv, games, code))
        return false;
    *code = COMMAND_WRONG_USAGE;
    games->game = command_game(command, argc ? argv[0] : NULL);
    if (!games->game)
        return false;
    if (argc > 1) {
        command_usage(command, tr("one game at a time; '%s' is too much"), argv[1]);
        return false;
    }
    if (!options_apply_settings(games->game, &games->given, &games->settings, &why)) {
        command_usage(command, "%s", buffer);
        return false;
    }
    if (!bots_read(&games->bots, &why)) {
        command_usage(command, "%s", buffer);
        return false;
    }
    games->opener = bots_opener(&games->bots);
    if (!games->seeded && bots_in_list(&games->bots, games->agents))
        games->seed = random_seed();
    return true;
}
