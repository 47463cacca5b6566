#include "games/wazabi/train_respond.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/files.h"
#include "base/lang.h"
#include "base/memory.h"
#include "games/wazabi/train_school.h"

enum { KINDS = 8, ROUND_GAMES = 7200 };

static const struct kind {
    const char *name;
    struct wazabi_table table;
    int games;
} kinds[KINDS] = {
    {mark("two players"), {.players = 2, .games = 1}, 400},
    {mark("two players, all hands visible to it"), {.players = 2, .games = 1, .open = true}, 400},
    {mark("alone against three"), {.players = 4, .games = 1}, 200},
    {mark("alone against three, all hands visible to it"),
     {.players = 4, .games = 1, .open = true},
     200},
    {mark("teams of two"), {.players = 4, .teams = true, .games = 1}, 160},
    {mark("teams of two, all hands visible to it"),
     {.players = 4, .teams = true, .games = 1, .open = true},
     160},
    {mark("a tournament of two games, two players"),
     {.players = 2, .games = 2, .standing = true},
     160},
    {mark("a tournament of three games, two players"),
     {.players = 2, .games = 3, .standing = true},
     120},
};

/* The network for such tables. */
static enum wazabi_net_kind begin_with(const struct wazabi_table *table)
{
    if (table->standing)
        return WAZABI_NET_TWO_TOURNAMENT;
    if (table->teams)
        return WAZABI_NET_TEAMS;
    return table->players == 2 ? WAZABI_NET_TWO : WAZABI_NET_MORE;
}

static const char report[] = "response.txt";

static bool measure(struct train_run *run, const struct wazabi_student student[], struct text *why)
{
    char path[TRAIN_PATH], buffer[KINDS * 160];
    struct text lines = text_on(buffer, sizeof buffer);
    for (int i = 0; i < KINDS; i++) {
        struct wazabi_score score;
        if (!wazabi_school_measure(run, &student[i], run->rival, run->settings.games, &score, why))
            return false;
        text_printf(&lines, "%s: %.2f +- %.2f %%\n", kinds[i].name, 100 * score.mean,
                    100 * score.error);
        train_note(run, tr("best response to %s, %s: it wins %.2f ± %.2f %%"), run->rival,
                   tr(kinds[i].name), 100 * score.mean, 100 * score.error);
    }
    return files_replace(train_path(run, report, path), buffer, lines.length, why);
}

bool wazabi_respond(struct train_run *run, struct text *why)
{
    const uint64_t each = (run->settings.positions + ROUND_GAMES - 1) / ROUND_GAMES;
    if (train_has(run, report))
        return true;
    struct wazabi_student *student = memory_new(KINDS, sizeof *student);
    struct wazabi_school school = {.student = student,
                                   .students = KINDS,
                                   .rival = run->rival,
                                   .rounds = run->settings.generations * each,
                                   .keep = each,
                                   .checkpoint = "lessons"};
    for (int i = 0; i < KINDS; i++) {
        student[i].table = kinds[i].table;
        student[i].games = kinds[i].games;
        student[i].rate = 0.003;
        student[i].decay = -4;
        wazabi_weights_read(&student[i].now, wazabi_net_shipped(begin_with(&kinds[i].table)));
    }
    const bool good = wazabi_school_run(run, &school, why) && measure(run, student, why);
    free(student);
    return good;
}
