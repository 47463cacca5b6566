#include "cli/join_tables.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/lang.h"
#include "cli/my_games.h"
#include "net/fetch.h"
#include "tui/choosing.h"
#include "tui/stepper.h"

enum { TABLES_MAX = 100, GAMES_MAX = 32, PERIOD_MS = 5000, MINE_EVERY = 6 };

/* Whether somebody may sit down there. */
static bool is_free(const json_t *table)
{
    size_t i;
    const json_t *seat;
    json_array_foreach(json_object_get(table, "seats"), i, seat)
    {
        if (strcmp(mirror_text(seat, "kind"), "open") == 0)
            return true;
    }
    return false;
}

/* A table as an item: the game and who sits there. */
static void add_table(const json_t *table, struct choices *choices)
{
    struct text item = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    const struct game *game = game_find(span_of(mirror_text(table, "game")));
    size_t i;
    const json_t *seat;
    text_printf(&item, "%s  ", game ? game->title : "");
    json_array_foreach(json_object_get(table, "seats"), i, seat)
    {
        text_add(&item, i ? ", " : "");
        struct text name = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
        mirror_tame(mirror_text(seat, "name"), &name);
        if (name.length)
            match_show_player(name.start, &item);
        else
            text_add(&item, tr("open"));
    }
    choices_add(choices, item.start, is_free(table) ? tr("take a seat") : tr("watch"));
}

static size_t count_shown(const json_t *tables)
{
    const size_t count = json_array_size(tables);
    return count < TABLES_MAX ? count : TABLES_MAX;
}

/* The tables that are listed, then a new one of each game. */
static void list_tables(const json_t *tables, struct choices *choices)
{
    for (size_t i = 0; i < count_shown(tables); i++)
        add_table(json_array_get(tables, i), choices);
    for (const struct game *const *game = game_list; *game; game++) {
        char item[TEXT_WHY];
        if ((*game)->flags & GAME_EXAMPLE)
            continue;
        snprintf(item, sizeof item, tr("New table: %s"), (*game)->title);
        choices_add(choices, item, tr((*game)->about));
    }
}

/* The game of the n-th item after the tables. */
static const struct game *game_of(size_t index)
{
    const struct game *const *game = game_list;
    for (;; game++) {
        if (!((*game)->flags & GAME_EXAMPLE) && index-- == 0)
            return *game;
    }
}

/* Without a terminal: the tables with their addresses. */
static void print_tables(struct client *c, const char *server, const json_t *tables)
{
    struct choices choices = {0};
    size_t i;
    const json_t *table;
    json_array_foreach(tables, i, table)
    {
        struct text id = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
        add_table(table, &choices);
        mirror_tame(mirror_text(table, "table"), &id);
        screen_printf(&c->guest.screen, "%s  (%s)  %.*s/t/%s\n", choices.items.line[i],
                      choices.labels.line[i],
                      (int)(strlen(server) - (server[strlen(server) - 1] == '/')), server,
                      id.start);
    }
    if (choices.items.count == 0)
        screen_put_wrapped(&c->guest.screen,
                           tr("No public table at the moment; --new GAME makes one."), 0);
    choices_free(&choices);
}

/* The server's tables; NULL: with a reason. */
static json_t *fetch_tables(const struct fetch_url *server, struct text *why)
{
    size_t length;
    int status;
    char *bytes = fetch_get(server, "/api/tables", &length, &status, why);
    json_t *root = bytes ? json_loadb(bytes, length, 0, NULL) : NULL;
    free(bytes);
    return root;
}

/* Lists the tables anew. The selected item stays selected. */
static void refresh(struct choosing *choosing, const struct fetch_url *server, json_t **root,
                    size_t *at)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    const json_t *tables = json_object_get(*root, "tables");
    json_t *fresh = fetch_tables(server, &why);
    const size_t before = count_shown(tables);
    const char *id = mirror_text(json_array_get(tables, *at), "table");
    if (!fresh) {
        full_notice(choosing->full, why.start, true);
        return;
    }
    const json_t *list = json_object_get(fresh, "tables");
    const size_t now = count_shown(list);
    size_t found = 0;
    while (found < now && strcmp(mirror_text(json_array_get(list, found), "table"), id) != 0)
        found++;
    *at = *at >= before ? *at - before + now : found < now ? found : 0;
    full_notice(choosing->full, "", false);
    json_decref(*root);
    *root = fresh;
}

/* One choice: the user's games (if `mine` is not NULL), a table or a new one; false: the user
 * leaves. `?` shows the rules of each. */
static bool pick(struct choosing *choosing, const char *mine, const json_t *tables, size_t *at)
{
    const struct game *games[TABLES_MAX + GAMES_MAX + 1];
    struct choices choices = {0};
    const size_t own = mine != NULL, count = own + count_shown(tables);
    if (mine)
        choices_add(&choices, tr("Your games"), mine);
    list_tables(tables, &choices);
    for (size_t i = 0; i < choices.items.count; i++)
        games[choosing->games_count++] =
            i < own     ? NULL
            : i < count ? game_find(span_of(mirror_text(json_array_get(tables, i - own), "game")))
                        : game_of(i - count);
    choosing->games = games;
    const bool chosen = choosing_pick(
        choosing, tr("Tables"),
        count > own ? NULL : tr("No public table at the moment. Start a new one."), &choices, at);
    choosing->games_count = 0;
    choices_free(&choices);
    return chosen;
}

/* The lobby: the user's games, the tables, new tables. */
struct lobby {
    struct client *client;
    const struct fetch_url *server;
    json_t *root; /* the answer with the tables */
    struct choosing choosing;
    char mine[TEXT_WHY]; /* of the user's games */
    unsigned stale;      /* times that the period was over */
};

static void label_mine(struct lobby *l)
{
    struct text label = text_on(l->mine, sizeof l->mine);
    text_clear(&label);
    if (l->client->account.known)
        my_games_label(&l->client->account, &label);
}

/* The period is over, or the user is back: lists everything anew. */
static void list_again(struct lobby *l, size_t own, size_t *at)
{
    size_t index = *at >= own ? *at - own : 0;
    refresh(&l->choosing, l->server, &l->root, &index);
    if (*at >= own)
        *at = index + own;
    if (l->stale++ % MINE_EVERY == 0)
        label_mine(l);
}

/* Until a table is chosen or set up; false: the user leaves. */
static bool choose(struct lobby *l, struct start *start)
{
    struct client *c = l->client;
    struct choosing *choosing = &l->choosing;
    const size_t own = c->account.known;
    size_t at = 0;
    bool chosen, made = false;
    label_mine(l);
    c->listed = true;
    do {
        const json_t *tables = json_object_get(l->root, "tables");
        const size_t count = own + count_shown(tables);
        choosing->period = PERIOD_MS;
        chosen = pick(choosing, own ? l->mine : NULL, tables, &at);
        choosing->period = 0;
        const bool stale = chosen && choosing->key == CHOOSING_STALE;
        if (chosen && !stale && at < own) {
            my_games_choose(c, choosing);
            label_mine(l);
        } else if (chosen && !stale && at < count) {
            const json_t *table = json_array_get(tables, at - own);
            snprintf(c->table, sizeof c->table, "%s", mirror_text(table, "table"));
            c->watch |= !is_free(table);
        } else if (chosen && !stale) {
            start->game = game_of(at - count);
            made = start_choose_table(choosing, start, &c->listed);
        }
        if (chosen && !c->table[0] && !made && choosing->full)
            list_again(l, own, &at);
    } while (chosen && !c->table[0] && !made);
    start->game = made ? start->game : NULL;
    return chosen;
}

bool join_choose_table(struct client *c, const char *url, struct start *start, int *code)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct fetch_url at;
    if (!fetch_read_url(url, &at))
        return true;
    json_t *root = fetch_tables(&at, &why);
    *code = root ? COMMAND_DONE : command_failed(c->command, "%s", why.start);
    const bool asks = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    struct lobby lobby = {c, &at, root, {.screen = c->guest.screen}, "", 1};
    if (root && asks && !c->plain)
        lobby.choosing.full = full_open();
    const bool chosen = root && asks && choose(&lobby, start);
    full_close(lobby.choosing.full);
    root = lobby.root;
    if (root && !asks && c->account.known)
        my_games_print(&c->account, &c->guest.screen, url, &why);
    if (root && !asks)
        print_tables(c, url, json_object_get(root, "tables"));
    json_decref(root);
    return chosen;
}

void join_review(struct client *c)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    struct fetch_url url;
    char path[128];
    size_t length, line = 1;
    int status;
    if (!fetch_read_url(c->guest.link, &url))
        return;
    snprintf(path, sizeof path, "/api/tables/%s/record", c->table);
    char *bytes = fetch_get(&url, path, &length, &status, &why);
    struct match *match = bytes ? match_read((struct span){bytes, length}, &line, &why) : NULL;
    free(bytes);
    if (match)
        stepper_run(c->guest.full, match, true);
    for (size_t i = 0; match && i < c->guest.story.count; i++) /* the stepper had the log */
        full_say(c->guest.full, c->guest.story.line[i]);
    if (!match)
        full_notice(c->guest.full, reason, true);
    match_free(match);
}
