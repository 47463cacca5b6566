#include "tui/keys.h"

#include "base/lang.h"
#include "program/screen.h"

static void write_all(unsigned keys, struct text *out)
{
    static const struct {
        unsigned key;
        const char *words;
    } rows[] = {
        {KEYS_HINT, mark("h hint")}, {KEYS_UNDO, mark("u undo")}, {KEYS_ODDS, mark("o odds")},
        {KEYS_LOG, mark("l log")},   {KEYS_TALK, mark("t talk")}, {KEYS_RULES, mark("? rules")},
        {KEYS_TYPE, mark(": type")}, {KEYS_QUIT, mark("q quit")}, {KEYS_LEAVE, mark("q leave")},
    };
    if (keys & KEYS_MOVES)
        text_add(out, keys & KEYS_CURSOR ? tr("arrows, Tab cursor, Enter;")
                                         : tr("arrows or a number, Enter;"));
    else if (keys & KEYS_CURSOR)
        text_add(out, tr("Tab cursor"));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (keys & rows[i].key)
            text_printf(out, "%s%s", out->length ? " " : "", tr(rows[i].words));
    }
}

void keys_write(unsigned keys, int columns, struct text *out)
{
    static const unsigned dropped[] = {KEYS_TYPE, KEYS_MOVES, KEYS_ODDS, KEYS_LOG, KEYS_UNDO};
    text_clear(out);
    write_all(keys, out);
    for (size_t i = 0; i < sizeof dropped / sizeof *dropped; i++) {
        if (screen_width(out->start) <= columns)
            return;
        keys &= ~dropped[i];
        text_clear(out);
        write_all(keys, out);
    }
}
