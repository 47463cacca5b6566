#include "tui/choosing.h"

#include <string.h>

#include "base/lang.h"
#include "tui/edit.h"
#include "tui/menu.h"
#include "tui/terminal.h"

bool choosing_read(struct choosing *c, const char *hint, char *line, size_t capacity)
{
    char prompt[TEXT_WHY];
    snprintf(prompt, sizeof prompt, "  %s > ", hint);
    screen_put(&c->screen, "\n");
    if (terminal_is_possible())
        return edit_read(prompt, NULL, line, capacity);
    screen_put(&c->screen, prompt);
    fflush(stdout);
    if (!fgets(line, (int)capacity, stdin))
        return false;
    line[strcspn(line, "\r\n")] = '\0';
    return true;
}

static void show_title(struct choosing *c, const char *title, const char *about)
{
    screen_printf(&c->screen, "\n  %s%s%s\n", screen_style(&c->screen, SCREEN_BOLD), title,
                  screen_style(&c->screen, SCREEN_PLAIN));
    if (about && *about)
        screen_put_wrapped(&c->screen, about, 2);
}

/* The rules for an item; NULL: none. */
static const struct view *rules_of(const struct choosing *c, size_t at)
{
    const size_t index = c->games_count == 1 ? 0 : at;
    return index < c->games_count && c->games[index] ? view_of(c->games[index]) : NULL;
}

/* `?` or `?2` in lines: the rules of an item. False: something else was typed. */
static bool show_rules(struct choosing *c, const char *typed, const struct choices *choices)
{
    const size_t found = typed[1] ? choices_find(choices, typed + 1) : 0;
    const struct view *view = typed[0] == '?' ? rules_of(c, found) : NULL;
    if (view)
        screen_put_wrapped(&c->screen, tr(view->rules), 2);
    return view != NULL;
}

static bool pick_plain(struct choosing *c, const char *title, const char *about,
                       const struct choices *choices, size_t *at)
{
    const struct lines *items = &choices->items, *labels = &choices->labels;
    show_title(c, title, about);
    screen_put(&c->screen, "\n");
    for (size_t i = 0; i < items->count; i++) {
        char line[TEXT_WHY * 2];
        struct text out = text_on(line, sizeof line);
        choices_number(choices, i, &out);
        text_add(&out, items->line[i]);
        if (labels->line[i][0])
            text_printf(&out, tr(": %s"), labels->line[i]);
        screen_put_wrapped(&c->screen, line, 2);
    }
    for (;;) {
        char typed[64];
        if (!choosing_read(
                c,
                c->games_count ? tr("(a number, ? and a number for rules; Enter goes back)")
                : c->keys      ? tr("(a number, or a letter and a number; Enter alone goes back)")
                               : tr("(a number; Enter alone goes back)"),
                typed, sizeof typed) ||
            typed[0] == '\0' || typed[0] == 'q')
            return false;
        if (show_rules(c, typed, choices))
            continue;
        c->key = c->keys && typed[1] && strchr(c->keys, typed[0]) ? typed[0] : 0;
        const size_t found = choices_find(choices, typed + (c->key != 0));
        if (found < items->count) {
            *at = found;
            return true;
        }
        screen_printf(&c->screen, tr("  Type a number from %d to %d.\n"), 1 + choices->offset,
                      (int)items->count + choices->offset);
    }
}

bool choosing_pick(struct choosing *c, const char *title, const char *about,
                   const struct choices *choices, size_t *at)
{
    if (!c->full)
        return pick_plain(c, title, about, choices, at);
    char keys[16];
    snprintf(keys, sizeof keys, "qb%s%s", c->games_count ? "?" : "", c->keys ? c->keys : "");
    c->key = 0;
    const struct scene scene = {
        .title = title,
        .about = about,
        .choices = choices,
        .list = true,
        .no_log = true,
        .keys = keys,
        .prompt = c->keys          ? c->prompt
                  : c->games_count ? tr("arrows or a number, Enter; ? rules; q goes back")
                                   : tr("arrows or a number, Enter; q goes back"),
    };
    const int64_t end = terminal_now() + c->period;
    full_select(c->full, *at);
    for (;;) {
        full_draw(c->full, &scene);
        const int64_t left = end - terminal_now();
        const bool waits = c->period && !full_is_paging(c->full);
        const struct full_event event = full_wait(c->full, &scene,
                                                  !waits     ? -1
                                                  : left > 0 ? (int)left
                                                             : 0);
        if (waits && event.kind == FULL_NOTHING && terminal_now() >= end) {
            c->key = CHOOSING_STALE;
            *at = full_selected(c->full);
            return true;
        }
        if (event.kind == FULL_MOVE || event.kind == FULL_RIGHT) {
            *at = event.index;
            return true;
        }
        const struct view *view = event.key == '?' ? rules_of(c, event.index) : NULL;
        if (event.kind == FULL_COMMAND && view) {
            full_page(c->full, view->game->title, tr(view->rules));
        } else if (event.kind == FULL_COMMAND && c->keys && strchr(c->keys, event.key)) {
            c->key = event.key;
            *at = event.index;
            return true;
        } else if (event.kind == FULL_COMMAND || event.kind == FULL_LEFT ||
                   event.kind == FULL_END) {
            return false;
        }
    }
}

bool choosing_ask(struct choosing *c, const char *title, const char *question, char *out,
                  size_t capacity)
{
    if (!c->full) {
        show_title(c, title, NULL);
        return choosing_read(c, question, out, capacity) && out[0];
    }
    const struct scene scene = {.title = title, .prompt = question, .typing = true, .no_log = true};
    full_type(c->full, "");
    for (;;) {
        full_draw(c->full, &scene);
        const struct full_event event = full_wait(c->full, &scene, -1);
        if (event.kind == FULL_LINE) {
            snprintf(out, capacity, "%s", event.text);
            return out[0];
        }
        if (event.kind == FULL_END || !full_is_typing(c->full)) {
            full_untype(c->full);
            return false;
        }
    }
}

void choosing_look(struct choosing *c, enum look look)
{
    c->screen.colour = look != LOOK_PLAIN && screen_on(stdout).colour;
    if (c->full)
        full_look(c->full, look);
}

void choosing_page(struct choosing *c, const char *title, const char *text)
{
    if (!c->full) {
        screen_put(&c->screen, text);
        return;
    }
    const struct scene scene = {.title = title};
    full_page(c->full, title, text);
    while (full_is_paging(c->full)) {
        full_draw(c->full, &scene);
        if (full_wait(c->full, &scene, -1).kind == FULL_END)
            return;
    }
}
