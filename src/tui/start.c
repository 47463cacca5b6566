#include "tui/start.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "agents/agent.h"
#include "agents/levels.h"
#include "base/lang.h"
#include "tui/saving.h"

enum { SAVED_MAX = 60, VALUES_MAX = 64, NORMAL = 2 };

void start_own_name(char name[MATCH_NAME_MAX])
{
    const char *user = getenv("USER");
    if (!user || strcmp(user, "root") == 0 || match_names_bot(user) ||
        !match_check_name(span_of(user), name, text_unread(&(struct text_unread){0})))
        snprintf(name, MATCH_NAME_MAX, "%s", tr("Player"));
}

void start_bot_name(const struct game *game, const struct game_settings *settings, int level,
                    char name[MATCH_NAME_MAX])
{
    const bool levels = agent_level_spec(game, 0) != NULL;
    snprintf(name, MATCH_NAME_MAX, MATCH_BOT "%s",
             !levels                   ? agent_best(game, settings)->name
             : level == START_ADAPTIVE ? "adaptive"
                                       : agent_level_names[level]);
}

/* ---- saved games ---- */

struct saved {
    char path[PATH_MAX];
    time_t when;
};

static int newest_first(const void *a, const void *b)
{
    const time_t x = ((const struct saved *)a)->when, y = ((const struct saved *)b)->when;
    return (x < y) - (x > y);
}

/* The records in the data folder, newest first. The caller frees them. */
static struct saved *find_saved(size_t *count)
{
    char folder[PATH_MAX - 300];
    struct saved *saved = NULL;
    size_t capacity = 0;
    const struct dirent *entry;
    DIR *files = saving_folder(folder, sizeof folder) ? opendir(folder) : NULL;
    *count = 0;
    while (files && (entry = readdir(files))) {
        struct stat about;
        struct saved one;
        const size_t length = strlen(entry->d_name);
        if (length < 8 || strcmp(entry->d_name + length - 7, ".cornet") != 0)
            continue;
        snprintf(one.path, sizeof one.path, "%s/%s", folder, entry->d_name);
        if (stat(one.path, &about) != 0)
            continue;
        one.when = about.st_mtime;
        if (*count == capacity) {
            capacity = capacity ? 2 * capacity : 16;
            saved = realloc(saved, capacity * sizeof *saved);
            if (!saved)
                abort();
        }
        saved[(*count)++] = one;
    }
    if (files)
        closedir(files);
    if (*count)
        qsort(saved, *count, sizeof *saved, newest_first);
    return saved;
}

/* When, which game, who, and whose turn it is; false for a game that is over or cannot be read. */
static bool describe(const struct saved *saved, struct choices *choices)
{
    char item[TEXT_WHY], label[TEXT_WHY], when[32];
    struct text about = text_on(item, sizeof item);
    struct text turn = text_on(label, sizeof label);
    size_t line = 1;
    FILE *in = fopen(saved->path, "r");
    struct match *match =
        in ? match_read_stream(in, &line, text_unread(&(struct text_unread){0})) : NULL;
    if (in)
        fclose(in);
    const int mover = match ? match_mover(match) : GAME_OVER;
    if (mover != GAME_OVER) {
        strftime(when, sizeof when, "%Y-%m-%d %H:%M", localtime(&saved->when));
        text_printf(&about, "%s  %s  ", when, match->game->title);
        for (int seat = 1; seat <= match->settings.players; seat++) {
            text_add(&about, seat > 1 ? ", " : "");
            match_show_name(match, seat, &about);
        }
        if (mover > 0) {
            match_show_name(match, mover, &turn);
            text_add(&turn, tr(" to move"));
        } else {
            text_add(&turn, tr("dice to roll"));
        }
        choices_add(choices, item, label);
    }
    match_free(match);
    return mover != GAME_OVER;
}

static bool choose_saved(struct choosing *c, struct start *start)
{
    size_t count, open = 0, at = 0, index[SAVED_MAX];
    struct choices choices = {0};
    struct saved *saved = find_saved(&count);
    for (size_t i = 0; i < count && open < SAVED_MAX; i++) {
        if (describe(&saved[i], &choices))
            index[open++] = i;
    }
    if (open == 0)
        choices_add(&choices, tr("no unfinished game is saved"), "");
    const bool good = choosing_pick(c, tr("Saved games"), NULL, &choices, &at) && at < open;
    if (good) {
        start->game = NULL;
        snprintf(start->path, sizeof start->path, "%s", saved[index[at]].path);
    }
    free(saved);
    choices_free(&choices);
    return good;
}

/* ---- a new game ---- */

/* A seat: a bot of some level, or a person. */
static void choose_seat(struct choosing *c, struct start *start, int seat)
{
    struct choices choices = {0};
    char title[64];
    size_t at = SIZE_MAX;
    const int levels = agent_level_spec(start->game, 0) ? START_ADAPTIVE + 1 : 1;
    for (int level = 0; level < levels; level++) {
        char name[MATCH_NAME_MAX], shown[MATCH_NAME_MAX + 16];
        struct text out = text_on(shown, sizeof shown);
        start_bot_name(start->game, &start->settings, level, name);
        match_show_player(name, &out);
        choices_add(&choices, shown, "");
        if (strcmp(name, start->name[seat]) == 0)
            at = (size_t)level;
    }
    choices_add(&choices, tr("a person"), tr("somebody in front of this screen"));
    if (at == SIZE_MAX)
        at = (size_t)levels;
    snprintf(title, sizeof title, tr("Seat %d"), seat + 1);
    if (choosing_pick(c, title, NULL, &choices, &at)) {
        char typed[256], reason[TEXT_WHY];
        struct text why = text_on(reason, sizeof reason);
        if (at < (size_t)levels)
            start_bot_name(start->game, &start->settings, (int)at, start->name[seat]);
        else if (choosing_ask(c, title, tr("the name"), typed, sizeof typed) &&
                 (match_names_bot(typed) ||
                  !match_check_name(span_of(typed), start->name[seat], &why)))
            choosing_page(c, title, reason[0] ? reason : tr("this cannot be a person's name"));
    }
    choices_free(&choices);
}

static void choose_players(struct choosing *c, struct start *start)
{
    struct choices choices = {0};
    size_t at = (size_t)(start->settings.players - start->game->seats_min);
    for (int n = start->game->seats_min; n <= start->game->seats_max; n++) {
        lines_printf(&choices.items, "%d", n);
        lines_add(&choices.labels, span_of(""));
    }
    if (choosing_pick(c, tr("Number of players"), NULL, &choices, &at))
        start->settings.players = start->game->seats_min + (int)at;
    choices_free(&choices);
}

/* An option's value: one of its words or numbers, or typed. */
static void choose_option(struct choosing *c, struct start *start, int index)
{
    const struct game_option *option = &start->game->options[index];
    struct choices choices = {0};
    char reason[TEXT_WHY], value[GAME_VALUE_MAX] = "";
    struct text why = text_on(reason, sizeof reason);
    struct span words = span_of(option->words);
    size_t at = 0;
    struct lines *items = &choices.items;
    while (words.length)
        lines_add(items, span_cut(&words, '|'));
    for (int n = option->min; n <= option->max && items->count < VALUES_MAX; n++)
        lines_printf(items, "%d", n);
    if (option->free || (option->max >= option->min && option->max - option->min >= VALUES_MAX))
        lines_add(items, span_of(tr("something else")));
    for (size_t i = 0; i < items->count; i++) {
        lines_add(&choices.labels, span_of(""));
        if (strcmp(items->line[i], game_value_at(&start->settings, index)) == 0)
            at = i;
    }
    if (choosing_pick(c, option->name, tr(option->about), &choices, &at)) {
        const bool other = strcmp(items->line[at], tr("something else")) == 0;
        snprintf(value, sizeof value, "%s", other ? "" : items->line[at]);
        if ((!other || choosing_ask(c, option->name, tr("the value"), value, sizeof value)) &&
            !game_set(start->game, &start->settings, span_of(option->name), span_of(value), &why))
            choosing_page(c, option->name, reason);
    }
    choices_free(&choices);
}

/* Whether the choices can be combined; prints the reason if not. */
static bool can_start(struct choosing *c, struct start *start)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    union game_state state;
    start->settings.bots = 0;
    for (int i = 0; i < start->settings.players; i++)
        start->settings.bots |= (unsigned)match_names_bot(start->name[i]) << i;
    if (start->game->start(&state, &start->settings, &why))
        return true;
    choosing_page(c, start->game->title, why.start);
    return false;
}

/* The lines of a new game's menu: play, players, seats, options. */
static void list_setup(const struct start *start, struct choices *choices)
{
    struct lines *items = &choices->items, *labels = &choices->labels;
    choices_add(choices, tr("Play"), tr("with the settings below"));
    lines_printf(items, tr("Players: %d"), start->settings.players);
    if (start->game->seats_min < start->game->seats_max)
        lines_printf(labels, tr("%d to %d"), start->game->seats_min, start->game->seats_max);
    else
        lines_printf(labels, tr("this game is for %d"), start->game->seats_min);
    for (int seat = 0; seat < start->settings.players; seat++) {
        struct text shown = text_on((char[MATCH_NAME_MAX + 16]){0}, MATCH_NAME_MAX + 16);
        match_show_player(start->name[seat], &shown);
        lines_printf(items, tr("Seat %d: %s"), seat + 1, shown.start);
        lines_add(labels, span_of(tr("a person, or a bot of some level")));
    }
    for (int i = 0; start->game->options[i].name; i++) {
        lines_printf(items, "%s = %s", start->game->options[i].name,
                     game_value_at(&start->settings, i));
        lines_add(labels, span_of(tr(start->game->options[i].about)));
    }
}

static bool choose_setup(struct choosing *c, struct start *start)
{
    game_defaults(start->game, &start->settings);
    game_people_defaults(start->game, &start->settings);
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++)
        start_bot_name(start->game, &start->settings, NORMAL, start->name[seat]);
    start_own_name(start->name[0]);
    for (size_t at = 0;;) {
        struct choices choices = {0};
        list_setup(start, &choices);
        const bool chosen =
            choosing_pick(c, start->game->title, tr(start->game->about), &choices, &at);
        choices_free(&choices);
        const size_t players = (size_t)start->settings.players;
        if (!chosen)
            return false;
        if (at == 0 && can_start(c, start))
            return true;
        if (at == 1)
            choose_players(c, start);
        else if (at >= 2 && at < 2 + players)
            choose_seat(c, start, (int)at - 2);
        else if (at >= 2 + players)
            choose_option(c, start, (int)(at - 2 - players));
    }
}

bool start_choose(struct choosing *c, struct start *start)
{
    for (size_t at = 0;;) {
        struct choices choices = {0};
        const struct game *games[32];
        size_t count = 0;
        const struct game *game;
        for (size_t i = 0; (game = game_at(i)) && count < 32; i++) {
            if (game->flags & GAME_EXAMPLE)
                continue;
            games[count++] = game;
            choices_add(&choices, game->title, tr(game->about));
        }
        choices_add(&choices, tr("Saved games"), tr("continue an unfinished game"));
        choices_add(&choices, tr("Leave"), "");
        const bool chosen = choosing_pick(
            c, "Cornet", tr("Dice games for people, bots and programs."), &choices, &at);
        choices_free(&choices);
        if (!chosen || at > count)
            return false;
        start->game = at < count ? games[at] : NULL;
        if (at < count ? choose_setup(c, start) : choose_saved(c, start))
            return true;
    }
}
