#include "tui/start.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "agents/agent.h"
#include "agents/levels.h"
#include "base/lang.h"
#include "base/memory.h"
#include "tui/game_texts.h"
#include "tui/preferences.h"
#include "tui/saving.h"
#include "tui/tutorial.h"

enum { SAVED_MAX = 60, VALUES_MAX = 64, NORMAL = 2 };

void start_own_name(char name[MATCH_NAME_MAX])
{
    const char *user = getenv("USER");
    struct preferences preferences;
    preferences_read(&preferences);
    if (preferences.name[0])
        user = preferences.name;
    if (!user || strcmp(user, "root") == 0 || match_names_bot(user) ||
        !match_check_name(span_of(user), name, TEXT_UNREAD))
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
        saved = memory_grow(saved, *count, &capacity, sizeof *saved);
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
    struct match *match = in ? match_read_stream(in, &line, TEXT_UNREAD) : NULL;
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
        text_printf(&turn, "%s%s", tr("; "), strrchr(saved->path, '/') + 1);
        choices_add(choices, item, label);
    }
    match_free(match);
    return mover != GAME_OVER;
}

static bool is_free(const char *path)
{
    struct saving *saving = &(struct saving){0};
    const bool is = saving_resume(saving, path);
    saving_release(saving);
    return is;
}

/* Gives the game's file another name in the same folder. */
static void rename_saved(struct choosing *c, const char *path)
{
    char name[128], to[PATH_MAX];
    const int folder = (int)(strrchr(path, '/') - path);
    if (!choosing_ask(c, tr("Saved games"), tr("the new name"), name, sizeof name))
        return;
    snprintf(to, sizeof to, "%.*s/%s.cornet", folder, path, name);
    if (strchr(name, '/') || name[0] == '.' || !span_is_clean(span_of(name)))
        choosing_page(c, tr("Saved games"),
                      tr("A name has no slash and does not begin with a dot."));
    else if (access(to, F_OK) == 0)
        choosing_page(c, tr("Saved games"), tr("There is a game of this name."));
    else if (rename(path, to) != 0)
        choosing_page(c, tr("Saved games"), strerror(errno));
}

static void delete_saved(struct choosing *c, const char *path)
{
    struct choices choices = {0};
    size_t at = 0;
    choices_add(&choices, tr("Keep the game"), "");
    choices_add(&choices, tr("Delete the game"), tr("this cannot be undone"));
    c->keys = NULL;
    if (choosing_pick(c, strrchr(path, '/') + 1, NULL, &choices, &at) && at == 1 &&
        unlink(path) != 0)
        choosing_page(c, tr("Saved games"), strerror(errno));
    choices_free(&choices);
}

/* Carries out what was chosen; true: the game is continued. */
static bool take_saved(struct choosing *c, struct start *start, const char *path)
{
    const int key = c->key;
    if (!is_free(path))
        choosing_page(c, tr("Saved games"), tr("Another terminal is playing this game."));
    else if (key == 'r')
        rename_saved(c, path);
    else if (key == 'd')
        delete_saved(c, path);
    else
        snprintf(start->path, sizeof start->path, "%s", path);
    start->game = NULL;
    return !key && start->path[0];
}

/* One look at the list. True: it is to be shown again, or `chosen`. */
static bool show_saved(struct choosing *c, struct start *start, size_t *at, bool *chosen)
{
    size_t count, open = 0, index[SAVED_MAX];
    struct choices choices = {0};
    struct saved *saved = find_saved(&count);
    for (size_t i = 0; i < count && open < SAVED_MAX; i++) {
        if (describe(&saved[i], &choices))
            index[open++] = i;
    }
    if (open == 0)
        choices_add(&choices, tr("no unfinished game is saved"), "");
    c->keys = open ? "rd" : NULL;
    c->prompt = tr("Enter continues, r renames, d deletes, q goes back");
    const bool good = choosing_pick(c, tr("Saved games"), NULL, &choices, at) && *at < open;
    *chosen = good && take_saved(c, start, saved[index[*at]].path);
    c->keys = NULL;
    free(saved);
    choices_free(&choices);
    return good;
}

static bool choose_saved(struct choosing *c, struct start *start)
{
    bool chosen = false;
    start->path[0] = '\0';
    for (size_t at = 0; !chosen && show_saved(c, start, &at, &chosen);)
        ;
    return chosen;
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
    struct choices choices = {.offset = start->game->seats_min - 1};
    size_t at = (size_t)(start->settings.players - start->game->seats_min);
    for (int n = start->game->seats_min; n <= start->game->seats_max; n++) {
        lines_printf(&choices.items, trn("%d player", "%d players", (unsigned long)n), n);
        lines_add(&choices.labels, span_of(""));
    }
    if (choosing_pick(c, tr("Number of players"), NULL, &choices, &at))
        start->settings.players = start->game->seats_min + (int)at;
    choices_free(&choices);
}

/* Shows why a choice was refused. */
static void refuse(struct choosing *c, const struct game *game, const char *title,
                   const char *reason)
{
    struct text sentence = text_on((char[2 *TEXT_WHY]){0}, 2 * TEXT_WHY);
    game_text_reason(game, reason, &sentence);
    choosing_page(c, title, sentence.start);
}

/* The values of an option that can be listed. */
static void list_values(const struct game_option *option, struct choices *choices,
                        struct lines *values)
{
    struct span words = span_of(option->words);
    while (words.length)
        lines_add(values, span_cut(&words, '|'));
    if (option->max >= option->min && option->min >= (int)values->count)
        choices->offset = option->min - (int)values->count - 1;
    for (int n = option->min; n <= option->max && values->count < VALUES_MAX; n++)
        lines_printf(values, "%d", n);
}

/* An option's value: one of its words or numbers, or typed. */
static void choose_option(struct choosing *c, struct start *start, int index)
{
    const struct game *game = start->game;
    const struct game_option *option = &game->options[index];
    const char *title = game_text_option(game, index);
    struct choices choices = {0};
    struct lines values = {0};
    char reason[TEXT_WHY], value[GAME_VALUE_MAX] = "";
    struct text why = text_on(reason, sizeof reason);
    size_t at = 0;
    list_values(option, &choices, &values);
    for (size_t i = 0; i < values.count; i++) {
        choices_add(&choices, game_text_value(game, index, values.line[i]),
                    game_text_about(game, index, values.line[i]));
        if (strcmp(values.line[i], game_value_at(&start->settings, index)) == 0)
            at = i;
    }
    if (option->free || (option->max >= option->min && option->max - option->min >= VALUES_MAX)) {
        const char *own = game_text("opt.%s.%s.=", game->id, option->name);
        choices_add(&choices, own ? own : tr("something else"),
                    own ? game_text_about(game, index, "") : "");
    }
    if (choosing_pick(c, title, NULL, &choices, &at)) {
        const bool listed = at < values.count;
        snprintf(value, sizeof value, "%s", listed ? values.line[at] : "");
        if ((listed || choosing_ask(c, title, tr("the value"), value, sizeof value)) &&
            !game_set(game, &start->settings, span_of(option->name), span_of(value), &why))
            refuse(c, game, title, reason);
    }
    lines_free(&values);
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
    refuse(c, start->game, start->game->title, why.start);
    return false;
}

static void list_players(const struct start *start, struct choices *choices)
{
    lines_printf(&choices->items, tr("Players: %d"), start->settings.players);
    if (start->game->seats_min < start->game->seats_max)
        lines_printf(&choices->labels, tr("%d to %d"), start->game->seats_min,
                     start->game->seats_max);
    else
        lines_printf(&choices->labels, tr("this game is for %d"), start->game->seats_min);
}

static void list_options(const struct start *start, struct choices *choices)
{
    for (int i = 0; start->game->options[i].name; i++) {
        const char *value = game_value_at(&start->settings, i);
        lines_printf(&choices->items, tr("%s: %s"), game_text_option(start->game, i),
                     game_text_value(start->game, i, value));
        lines_add(&choices->labels, span_of(game_text_about(start->game, i, value)));
    }
}

/* The lines of a new game's menu: play, the tutorial, players, seats, options. */
enum { SETUP_PLAY, SETUP_TUTORIAL, SETUP_PLAYERS, SETUP_SEATS };

static void list_setup(const struct start *start, struct choices *choices)
{
    choices_add(choices, tr("Play"), tr("with the settings below"));
    choices_add(choices, tr("Tutorial"),
                tutorial_exists(start->game) ? tr("your first game, step by step")
                                             : tr("this game has none"));
    list_players(start, choices);
    for (int seat = 0; seat < start->settings.players; seat++) {
        struct text shown = text_on((char[MATCH_NAME_MAX + 16]){0}, MATCH_NAME_MAX + 16);
        match_show_player(start->name[seat], &shown);
        lines_printf(&choices->items, tr("Seat %d: %s"), seat + 1, shown.start);
        lines_add(&choices->labels, span_of(tr("a person, or a bot of some level")));
    }
    list_options(start, choices);
}

int start_level(const char *name)
{
    return strcmp(name, "adaptive") == 0 ? START_ADAPTIVE : agent_level_find(span_of(name));
}

/* Keeps the first person's name, and the level if all bots have the same. */
static void keep_setup(const struct start *start)
{
    struct preferences preferences;
    const char *level = NULL;
    char own[MATCH_NAME_MAX];
    bool same = true;
    preferences_read(&preferences);
    start_own_name(own);
    if (!match_names_bot(start->name[0]) && strcmp(start->name[0], own) != 0)
        snprintf(preferences.name, sizeof preferences.name, "%s", start->name[0]);
    for (int seat = 0; seat < start->settings.players; seat++) {
        if (!match_names_bot(start->name[seat]))
            continue;
        same = same && (!level || strcmp(level, start->name[seat]) == 0);
        level = start->name[seat];
    }
    if (level && same && start_level(level + strlen(MATCH_BOT)) >= 0)
        snprintf(preferences.level, sizeof preferences.level, "%s", level + strlen(MATCH_BOT));
    preferences_write(&preferences);
}

/* One of the items of a game's menu, where `?` shows its rules. */
static bool pick_of_game(struct choosing *c, const struct game *game, const struct choices *choices,
                         size_t *at)
{
    c->games = (const struct game *const[]){game};
    c->games_count = 1;
    const bool chosen = choosing_pick(c, game->title, tr(game->about), choices, at);
    c->games_count = 0;
    return chosen;
}

bool start_choose_table(struct choosing *c, struct start *start, bool *listed)
{
    enum { MAKE, PLAYERS, LISTED, OPTIONS };
    game_defaults(start->game, &start->settings);
    game_people_defaults(start->game, &start->settings, false);
    for (size_t at = MAKE;;) {
        struct choices choices = {0};
        choices_add(&choices, tr("Make the table"), tr("others join it, or bots"));
        list_players(start, &choices);
        choices_add(&choices, *listed ? tr("For everybody") : tr("For those who have the link"),
                    *listed ? tr("the table is in the list of this server")
                            : tr("the table is in no list"));
        list_options(start, &choices);
        const bool chosen = pick_of_game(c, start->game, &choices, &at);
        choices_free(&choices);
        if (!chosen)
            return false;
        if (at == MAKE && can_start(c, start))
            return true;
        if (at == PLAYERS)
            choose_players(c, start);
        else if (at == LISTED)
            *listed = !*listed;
        else if (at >= OPTIONS)
            choose_option(c, start, (int)at - OPTIONS);
    }
}

static bool choose_setup(struct choosing *c, struct start *start)
{
    struct preferences preferences;
    preferences_read(&preferences);
    game_defaults(start->game, &start->settings);
    game_people_defaults(start->game, &start->settings, false);
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++)
        start_bot_name(start->game, &start->settings,
                       preferences.level[0] ? start_level(preferences.level) : NORMAL,
                       start->name[seat]);
    start_own_name(start->name[0]);
    for (size_t at = 0;;) {
        struct choices choices = {0};
        list_setup(start, &choices);
        const bool chosen = pick_of_game(c, start->game, &choices, &at);
        choices_free(&choices);
        const size_t players = (size_t)start->settings.players;
        if (!chosen)
            return false;
        if ((at == SETUP_PLAY || (at == SETUP_TUTORIAL && tutorial_run(c, start->game))) &&
            can_start(c, start)) {
            keep_setup(start);
            return true;
        }
        if (at == SETUP_PLAYERS)
            choose_players(c, start);
        else if (at >= SETUP_SEATS && at < SETUP_SEATS + players)
            choose_seat(c, start, (int)at - SETUP_SEATS);
        else if (at >= SETUP_SEATS + players)
            choose_option(c, start, (int)(at - SETUP_SEATS - players));
    }
}

static void change_language(void)
{
    struct preferences preferences;
    lang_start(!lang_is_french());
    preferences_read(&preferences);
    snprintf(preferences.language, sizeof preferences.language, "%s",
             lang_is_french() ? "fr" : "en");
    preferences_write(&preferences);
}

static const char *show_look(enum look look)
{
    const char *const shown[] = {tr("for a dark background"), tr("for a light background"),
                                 tr("without colours")};
    return shown[look];
}

static void choose_look(struct choosing *c)
{
    struct choices choices = {0};
    struct preferences preferences;
    preferences_read(&preferences);
    size_t at = preferences.look;
    for (int look = 0; look < LOOKS; look++)
        choices_add(&choices, show_look((enum look)look), "");
    if (choosing_pick(c, tr("Colours"), NULL, &choices, &at)) {
        preferences.look = (enum look)at;
        preferences_write(&preferences);
        choosing_look(c, preferences.look);
    }
    choices_free(&choices);
}

bool start_choose(struct choosing *c, struct start *start)
{
    for (size_t at = 0;;) {
        struct choices choices = {0};
        const struct game *games[32];
        size_t count = 0;
        const struct game *game;
        struct preferences preferences;
        for (size_t i = 0; (game = game_at(i)) && count < 32; i++) {
            if (game->flags & GAME_EXAMPLE)
                continue;
            games[count++] = game;
            choices_add(&choices, game->title, tr(game->about));
        }
        choices_add(&choices, tr("Saved games"), tr("continue an unfinished game"));
        choices_add(&choices, lang_is_french() ? "In English" : "En français", "");
        preferences_read(&preferences);
        lines_printf(&choices.items, tr("%s: %s"), tr("Colours"), show_look(preferences.look));
        lines_add(&choices.labels, span_of(""));
        choices_add(&choices, tr("Leave"), "");
        c->games = games;
        c->games_count = count;
        const bool chosen = choosing_pick(
            c, "Cornet", tr("Dice games for people, bots and programs."), &choices, &at);
        c->games_count = 0;
        choices_free(&choices);
        if (!chosen || at > count + 2)
            return false;
        if (at == count + 2) {
            choose_look(c);
            continue;
        }
        if (at > count) {
            change_language();
            continue;
        }
        start->game = at < count ? games[at] : NULL;
        if (at < count ? choose_setup(c, start) : choose_saved(c, start))
            return true;
    }
}
