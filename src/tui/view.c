/* Finds a game's view; and the plain one, with JSON and move lines. */
#include "tui/view.h"

#include "base/lang.h"

static void draw(struct screen *screen, const struct match *match, const void *state, int seat)
{
    char json[GAME_JSON_MAX];
    struct text out = text_on(json, sizeof json);
    game_json(match->game, &match->settings, state, seat, &out);
    screen_printf(screen, "\n  %s\n", json);
}

static void tell(const struct match *match, const void *before, game_action action, int viewer,
                 struct text *out)
{
    match->game->write(before, action, &match->history, viewer, out);
}

static void label(const struct match *match, const void *state, game_action action,
                  struct text *out)
{
    (void)match;
    (void)state;
    (void)action;
    (void)out; /* the move line says enough */
}

static void tidy(const void *state, const char *typed, struct text *out)
{
    (void)state;
    text_add(out, typed);
}

static void ask(const struct match *match, const void *state, struct text *out)
{
    (void)match;
    (void)state;
    text_add(out, tr("(any key)"));
}

static bool has_key(game_action action, int key)
{
    (void)action;
    return key > ' ';
}

void view_no_odds(struct screen *screen, const struct match *match, const void *state)
{
    (void)state;
    screen_printf(screen, tr("  No odds are known for %s.\n"), match->game->title);
}

const struct view *view_of(const struct game *game)
{
    static const struct view plain = {.draw = draw,
                                      .tell = tell,
                                      .label = label,
                                      .tidy = tidy,
                                      .ask = ask,
                                      .has_key = has_key,
                                      .rules = mark("This game has no short rules yet."),
                                      .odds = view_no_odds};
    for (const struct view *const *view = view_list; *view; view++) {
        if ((*view)->game == game)
            return *view;
    }
    return &plain;
}

void view_tell(const struct view *view, const struct match *match, const void *before, int viewer,
               struct text *out)
{
    if (match->forfeited)
        view_forfeit(match, match->forfeited, out);
    else
        view->tell(match, before, match->last, viewer, out);
}

void view_forfeit(const struct match *match, int seat, struct text *out)
{
    char buffer[MATCH_NAME_MAX + 16];
    struct text name = text_on(buffer, sizeof buffer);
    match_show_name(match, seat, &name);
    text_printf(out, tr("%s forfeits the game"), buffer);
}
