/* Without ncurses: there is no full screen, and plain mode does everything. */
#include "tui/full.h"

struct full *full_open(void)
{
    return NULL;
}

void full_close(struct full *full)
{
    (void)full;
}

const struct screen *full_model(const struct full *full)
{
    (void)full;
    return NULL;
}

int full_columns(const struct full *full)
{
    (void)full;
    return SCREEN_COLUMNS;
}

void full_say(struct full *full, const char *sentence)
{
    (void)full;
    (void)sentence;
}

void full_forget(struct full *full)
{
    (void)full;
}

void full_notice(struct full *full, const char *text, bool warning)
{
    (void)full;
    (void)text;
    (void)warning;
}

void full_page(struct full *full, const char *title, const char *text)
{
    (void)full;
    (void)title;
    (void)text;
}

bool full_is_paging(const struct full *full)
{
    (void)full;
    return false;
}

void full_select(struct full *full, size_t index)
{
    (void)full;
    (void)index;
}

void full_type(struct full *full, const char *text)
{
    (void)full;
    (void)text;
}

bool full_is_typing(const struct full *full)
{
    (void)full;
    return false;
}

void full_untype(struct full *full)
{
    (void)full;
}

void full_draw(struct full *full, const struct scene *scene)
{
    (void)full;
    (void)scene;
}

struct full_event full_wait(struct full *full, const struct scene *scene, int ms)
{
    (void)full;
    (void)scene;
    (void)ms;
    return (struct full_event){.kind = FULL_END};
}
