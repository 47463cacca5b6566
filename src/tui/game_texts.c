#include "tui/game_texts.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/lang.h"

const char *game_text(const char *format, ...)
{
    char key[GAME_VALUE_MAX + 80];
    const struct game_text *text = game_text_list;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(key, sizeof key, format, arguments);
    va_end(arguments);
    while (text->key && strcmp(text->key, key) != 0)
        text++;
    return lang_is_french() ? text->french : text->english;
}

static const char *value_of(struct span name, const char *const values[])
{
    for (; values[0]; values += 2) {
        if (span_is(name, values[0]))
            return values[1];
    }
    return "";
}

/* The text up to `end` that is not within braces. */
static struct span cut_part(struct span *rest, char end)
{
    int depth = 0;
    size_t length = 0;
    while (length < rest->length && (depth > 0 || rest->at[length] != end)) {
        depth += rest->at[length] == '{';
        depth -= rest->at[length++] == '}';
    }
    const struct span part = {rest->at, length};
    length += length < rest->length;
    *rest = (struct span){rest->at + length, rest->length - length};
    return part;
}

/* Whether a French `de` or `que` before this value loses its e. */
static bool is_elided(const char *value)
{
    static const char vowels[] = "aeiouyAEIOUÀÂÄÉÈÊËÎÏÔÖÙÛÜŒàâäéèêëîïôöùûüœ";
    char first[8] = "";
    snprintf(first, sizeof first, "%.*s", (int)((*value & 0x80) ? 2 : 1), value);
    return *value && *value != 'y' && strstr(vowels, first);
}

static void elide(const char *value, struct text *out)
{
    const char *end = out->start + out->length;
    const bool word = (out->length >= 3 && memcmp(end - 3, "de ", 3) == 0) ||
                      (out->length >= 4 && memcmp(end - 4, "que ", 4) == 0);
    if (!lang_is_french() || !word || !is_elided(value))
        return;
    out->length -= 2;
    text_add(out, "’");
}

static void fill(struct span pattern, const char *const values[], struct text *out)
{
    while (pattern.length) {
        const struct span plain = cut_part(&pattern, '{');
        text_add_bytes(out, plain.at, plain.length);
        if (!pattern.length)
            return;
        struct span hole = cut_part(&pattern, '}');
        const char *value = value_of(cut_part(&hole, '|'), values);
        if (!hole.length) {
            elide(value, out);
            text_add(out, value);
            continue;
        }
        const struct span one = cut_part(&hole, '|');
        const bool single = lang_is_french() ? atoi(value) < 2 : atoi(value) == 1;
        fill(single ? one : hole, values, out);
    }
}

void game_text_fill(const char *pattern, const char *const values[], struct text *out)
{
    fill(span_of(pattern), values, out);
}

const char *game_text_option(const struct game *game, int option)
{
    const char *name = game->options[option].name, *text = game_text("opt.%s.%s", game->id, name);
    return text ? text : name;
}

const char *game_text_value(const struct game *game, int option, const char *value)
{
    const char *text = game_text("opt.%s.%s.=%s", game->id, game->options[option].name, value);
    return text ? text : value;
}

const char *game_text_about(const struct game *game, int option, const char *value)
{
    const char *name = game->options[option].name, *text = NULL;
    if (value)
        text = game_text("opt.%s.%s.=%s.about", game->id, name, value);
    if (!text)
        text = game_text("opt.%s.%s.about", game->id, name);
    return text                                     ? text
           : game_text("opt.%s.%s", game->id, name) ? ""
                                                    : tr(game->options[option].about);
}

/* The option whose name `text` begins with; -1: none. `value` gets what follows its `=`. */
static int find_option(const struct game *game, const char *text, char value[GAME_VALUE_MAX])
{
    const size_t length = strcspn(text, "= ,:"), end = strcspn(text, " ,:");
    for (int i = 0; game->options[i].name; i++) {
        if (!span_is((struct span){text, length}, game->options[i].name))
            continue;
        snprintf(value, GAME_VALUE_MAX, "%.*s", (int)(end - length), text + length);
        return i;
    }
    return -1;
}

void game_text_reason(const struct game *game, const char *reason, struct text *out)
{
    static const char *const before[] = {"l’option ", "option "};
    while (*reason) {
        char value[GAME_VALUE_MAX];
        size_t skipped = 0;
        for (size_t i = 0; i < 2 && !skipped; i++) {
            const size_t length = strlen(before[i]);
            skipped = strncmp(reason, before[i], length) == 0 ? length : 0;
        }
        const int option = skipped ? find_option(game, reason + skipped, value) : -1;
        if (option >= 0) {
            text_printf(out, *value ? tr("“%s: %s”") : tr("“%s”"), game_text_option(game, option),
                        *value ? game_text_value(game, option, value + 1) : "");
            reason += skipped + strcspn(reason + skipped, " ,:");
        } else {
            text_char(out, *reason++);
        }
    }
}
