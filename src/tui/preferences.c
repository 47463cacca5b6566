/* A text file with a line for each: the key, a space, and the value. */
#include "tui/preferences.h"

#include <limits.h>
#include <string.h>

#include "agents/levels.h"
#include "base/files.h"
#include "tui/saving.h"

enum { PACE_MAX = 10000 };

static const char *const looks[LOOKS] = {"dark", "light", "plain"};

static bool file_path(char path[PATH_MAX])
{
    char folder[PATH_MAX - 16];
    return saving_folder(folder, sizeof folder) &&
           snprintf(path, PATH_MAX, "%s/settings", folder) < PATH_MAX;
}

/* Takes a line; values that cannot be used are left out. */
static void take(struct preferences *p, struct span line)
{
    const struct span key = span_cut(&line, ' ');
    uint64_t number;
    if (span_is(key, "name") && !match_check_name(line, p->name, TEXT_UNREAD))
        p->name[0] = '\0';
    else if (span_is(key, "level") && (agent_level_find(line) >= 0 || span_is(line, "adaptive")))
        snprintf(p->level, sizeof p->level, "%.*s", (int)line.length, line.at);
    else if (span_is(key, "language") && (span_is(line, "en") || span_is(line, "fr")))
        snprintf(p->language, sizeof p->language, "%.*s", (int)line.length, line.at);
    else if (span_is(key, "pace") && span_number(line, 0, PACE_MAX, &number))
        p->pace = (int)number;
    for (int i = 0; span_is(key, "look") && i < LOOKS; i++) {
        if (span_is(line, looks[i]))
            p->look = (enum look)i;
    }
}

void preferences_read(struct preferences *p)
{
    char path[PATH_MAX], line[2 * MATCH_NAME_MAX];
    FILE *in = file_path(path) ? fopen(path, "re") : NULL;
    *p = (struct preferences){.pace = -1};
    while (in && fgets(line, sizeof line, in)) {
        line[strcspn(line, "\n")] = '\0';
        take(p, span_of(line));
    }
    if (in)
        fclose(in);
}

void preferences_write(const struct preferences *p)
{
    char path[PATH_MAX];
    struct text out = text_on((char[512]){0}, 512);
    if (p->name[0])
        text_printf(&out, "name %s\n", p->name);
    if (p->level[0])
        text_printf(&out, "level %s\n", p->level);
    if (p->language[0])
        text_printf(&out, "language %s\n", p->language);
    if (p->pace >= 0)
        text_printf(&out, "pace %d\n", p->pace);
    if (p->look)
        text_printf(&out, "look %s\n", looks[p->look]);
    if (file_path(path))
        files_replace(path, out.start, out.length, TEXT_UNREAD);
}
