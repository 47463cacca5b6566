#include "tui/choosing.h"

#include <string.h>

#include "base/lang.h"
#include "tui/edit.h"
#include "tui/menu.h"
#include "tui/terminal.h"

/* Reads a line after a prompt; false at the end of input. */
static bool read_line(struct choosing *c, const char *hint, char *line, size_t capacity)
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

static bool pick_plain(struct choosing *c, const char *title, const char *about,
                       const struct choices *choices, size_t *at)
{
    const struct lines *items = &choices->items, *labels = &choices->labels;
    show_title(c, title, about);
    screen_put(&c->screen, "\n");
    for (size_t i = 0; i < items->count; i++) {
        char line[TEXT_WHY * 2];
        struct text out = text_on(line, sizeof line);
        text_printf(&out, "%2zu  %s", i + 1, items->line[i]);
        if (labels->line[i][0])
            text_printf(&out, tr(": %s"), labels->line[i]);
        screen_put_wrapped(&c->screen, line, 2);
    }
    for (;;) {
        char typed[64];
        uint64_t number;
        if (!read_line(c, tr("(a number; Enter alone goes back)"), typed, sizeof typed) ||
            typed[0] == '\0' || typed[0] == 'q')
            return false;
        if (span_number(span_of(typed), 1, items->count, &number)) {
            *at = number - 1;
            return true;
        }
        screen_printf(&c->screen, tr("  Type a number from 1 to %zu.\n"), items->count);
    }
}

bool choosing_pick(struct choosing *c, const char *title, const char *about,
                   const struct choices *choices, size_t *at)
{
    if (!c->full)
        return pick_plain(c, title, about, choices, at);
    const struct scene scene = {
        .title = title,
        .about = about,
        .choices = choices,
        .list = true,
        .no_log = true,
        .keys = "qb",
        .prompt = tr("arrows or a number, Enter; q goes back"),
    };
    full_select(c->full, *at);
    for (;;) {
        full_draw(c->full, &scene);
        const struct full_event event = full_wait(c->full, &scene, -1);
        if (event.kind == FULL_MOVE || event.kind == FULL_RIGHT) {
            *at = event.index;
            return true;
        }
        if (event.kind == FULL_COMMAND || event.kind == FULL_LEFT || event.kind == FULL_END)
            return false;
    }
}

bool choosing_ask(struct choosing *c, const char *title, const char *question, char *out,
                  size_t capacity)
{
    if (!c->full) {
        show_title(c, title, NULL);
        return read_line(c, question, out, capacity) && out[0];
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
