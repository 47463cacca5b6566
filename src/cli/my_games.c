#include "cli/my_games.h"

#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "tui/mirror.h"
#include "tui/stepper.h"

enum { PAGE = 50 };

static const char *const results[][2] = {{"won", mark("you won")},
                                         {"drawn", mark("a draw")},
                                         {"lost", mark("you lost")},
                                         {"left", mark("you left")}};

static const char *result_word(const json_t *game)
{
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++) {
        if (strcmp(mirror_text(game, "result"), results[i][0]) == 0)
            return tr(results[i][1]);
    }
    return "";
}

/* The game's title and the other players. */
static void add_title(const json_t *game, struct text *out)
{
    const struct game *known = game_find(span_of(mirror_text(game, "game")));
    const json_t *people = json_object_get(game, "opponents");
    const int own = (int)json_integer_value(json_object_get(game, "seat"));
    size_t i, named = 0;
    const json_t *one;
    text_printf(out, "%s  ", known ? known->title : "");
    json_array_foreach(people ? people : json_object_get(game, "players"), i, one)
    {
        struct text name = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
        if (!people && json_integer_value(json_object_get(one, "seat")) == own)
            continue;
        text_add(out, named++ ? ", " : "");
        mirror_tame(mirror_text(one, "name"), &name);
        if (name.length)
            match_show_player(name.start, out);
        else
            text_add(out, tr("somebody"));
    }
}

static void add_day(const json_t *game, struct text *out)
{
    char date[32];
    struct text day = text_on(date, sizeof date);
    text_date(&day, json_integer_value(json_object_get(game, "ended")) / 1000);
    text_add_bytes(out, date, strcspn(date, "T"));
}

static void add_running(const json_t *game, struct choices *choices)
{
    struct text item = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    add_title(game, &item);
    choices_add(choices, item.start,
                json_is_true(json_object_get(game, "turn")) ? tr("your turn") : tr("continue"));
}

static void add_finished(const json_t *game, struct choices *choices)
{
    struct text item = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct text label = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    add_title(game, &item);
    text_printf(&label, "%s, ", result_word(game));
    add_day(game, &label);
    if (json_is_true(json_object_get(game, "hints")))
        text_printf(&label, ", %s", tr("with hints"));
    if (json_is_true(json_object_get(game, "imported")))
        text_printf(&label, ", %s", tr("imported"));
    choices_add(choices, item.start, label.start);
}

static json_t *fetch_running(struct account *account, struct text *why)
{
    return account_ask(account, "/api/me/games?running=1", NULL, why);
}

static json_t *fetch_finished(struct account *account, const char *cursor, struct text *why)
{
    char path[300];
    snprintf(path, sizeof path, "/api/me/games?limit=%d%s%.200s", PAGE, *cursor ? "&cursor=" : "",
             cursor);
    return account_ask(account, path, NULL, why);
}

void my_games_label(struct account *account, struct text *out)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    json_t *answer = fetch_running(account, &why);
    const json_t *games = json_object_get(answer, "games");
    const int count = (int)json_array_size(games);
    size_t i;
    const json_t *game;
    bool turn = false;
    json_array_foreach(games, i, game) turn |= json_is_true(json_object_get(game, "turn"));
    if (count)
        text_printf(out, trn("%d game running", "%d games running", (unsigned long)count), count);
    if (turn)
        text_printf(out, ", %s", tr("your turn"));
    json_decref(answer);
}

bool my_games_print(struct account *account, struct screen *screen, const char *server,
                    struct text *why)
{
    struct choices choices = {0};
    json_t *running = fetch_running(account, why);
    json_t *finished = running ? fetch_finished(account, "", why) : NULL;
    size_t i;
    const json_t *game;
    json_array_foreach(json_object_get(running, "games"), i, game) add_running(game, &choices);
    const size_t count = choices.items.count;
    json_array_foreach(json_object_get(finished, "games"), i, game) add_finished(game, &choices);
    for (i = 0; finished && i < choices.items.count; i++) {
        struct text id = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
        const json_t *from = json_object_get(i < count ? running : finished, "games");
        game = json_array_get(from, i < count ? i : i - count);
        mirror_tame(mirror_text(game, "table"), &id);
        screen_printf(screen, "%s  (%s)", choices.items.line[i], choices.labels.line[i]);
        if (id.start[0] != '-') /* an imported game has no page */
            screen_printf(screen, "  %.*s/t/%s",
                          (int)(strlen(server) - (server[strlen(server) - 1] == '/')), server,
                          id.start);
        screen_put(screen, "\n");
    }
    if (finished && choices.items.count == 0)
        screen_put_wrapped(screen, tr("No game yet."), 0);
    const bool good = finished != NULL;
    choices_free(&choices);
    json_decref(running);
    json_decref(finished);
    return good;
}

/* Shows why something failed. */
static void fail(struct choosing *choosing, const char *reason)
{
    if (choosing->full)
        full_notice(choosing->full, reason, true);
    else
        screen_put_wrapped(&choosing->screen, reason, 2);
}

/* Replays a finished game, or prints its record in lines. */
static void look_at(struct account *account, struct choosing *choosing, const json_t *game)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    char path[128];
    size_t line = 1;
    snprintf(path, sizeof path, "/api/me/record?table=%.40s&seat=%d", mirror_text(game, "table"),
             (int)json_integer_value(json_object_get(game, "seat")));
    json_t *record = account_ask(account, path, NULL, &why);
    struct match *match =
        json_is_string(record)
            ? match_read((struct span){json_string_value(record), json_string_length(record)},
                         &line, &why)
            : NULL;
    if (match && choosing->full)
        stepper_run(choosing->full, match, false);
    else if (match)
        screen_put(&choosing->screen, json_string_value(record));
    else
        fail(choosing, why.start);
    match_free(match);
    json_decref(record);
}

/* One page of finished games. Gets the cursor of the next one; false: the user goes back. */
static bool choose_finished(struct account *account, struct choosing *choosing, char cursor[200])
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct choices choices = {0};
    json_t *answer = fetch_finished(account, cursor, &why);
    const json_t *games = json_object_get(answer, "games");
    const char *next = mirror_text(answer, "next");
    size_t i, at = 0;
    const json_t *game;
    bool chosen = false;
    json_array_foreach(games, i, game) add_finished(game, &choices);
    if (*next)
        choices_add(&choices, tr("Older games"), "");
    if (!answer)
        fail(choosing, why.start);
    while (answer && choices.items.count &&
           (chosen = choosing_pick(choosing, tr("Finished games"), NULL, &choices, &at)) &&
           at < json_array_size(games))
        look_at(account, choosing, json_array_get(games, at));
    snprintf(cursor, 200, "%s", next);
    choices_free(&choices);
    json_decref(answer);
    return chosen;
}

static void look_at_finished(struct account *account, struct choosing *choosing)
{
    char cursor[200] = "";
    while (choose_finished(account, choosing, cursor) && cursor[0])
        ;
}

bool my_games_choose(struct client *c, struct choosing *choosing)
{
    const int period = choosing->period;
    choosing->period = 0;
    bool chosen = true;
    for (size_t at = 0; chosen && !c->table[0];) {
        struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
        struct choices choices = {0};
        json_t *answer = fetch_running(&c->account, &why);
        const json_t *games = json_object_get(answer, "games");
        size_t i;
        const json_t *game;
        json_array_foreach(games, i, game) add_running(game, &choices);
        choices_add(&choices, tr("Finished games"), "");
        if (!answer)
            fail(choosing, why.start);
        chosen =
            answer && choosing_pick(choosing, tr("Your games"), c->account.name, &choices, &at);
        if (chosen && at < json_array_size(games)) {
            game = json_array_get(games, at);
            snprintf(c->table, sizeof c->table, "%s", mirror_text(game, "table"));
            c->seat = (int)json_integer_value(json_object_get(game, "seat"));
        } else if (chosen) {
            look_at_finished(&c->account, choosing);
        }
        choices_free(&choices);
        json_decref(answer);
    }
    choosing->period = period;
    return chosen;
}
