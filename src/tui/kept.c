/* A text file with a line for each: the key, a space, and the value. */
#include "tui/kept.h"

#include <limits.h>
#include <string.h>

#include "agents/levels.h"
#include "base/files.h"
#include "tui/saving.h"

enum { PACE_MAX = 10000 };

static const char *const looks[KEPT_LOOKS] = {"dark", "light", "plain"};

static bool file_path(char path[PATH_MAX])
{
    char folder[PATH_MAX - 16];
    return saving_folder(folder, sizeof folder) &&
           snprintf(path, PATH_MAX, "%s/settings", folder) < PATH_MAX;
}

/* Takes a line; values that cannot be used are left out. */
static void take(struct kept *kept, struct span line)
{
    const struct span key = span_cut(&line, ' ');
    uint64_t number;
    if (span_is(key, "name") &&
        !match_check_name(line, kept->name, text_unread(&(struct text_unread){0})))
        kept->name[0] = '\0';
    else if (span_is(key, "level") && (agent_level_find(line) >= 0 || span_is(line, "adaptive")))
        snprintf(kept->level, sizeof kept->level, "%.*s", (int)line.length, line.at);
    else if (span_is(key, "language") && (span_is(line, "en") || span_is(line, "fr")))
        snprintf(kept->language, sizeof kept->language, "%.*s", (int)line.length, line.at);
    else if (span_is(key, "pace") && span_number(line, 0, PACE_MAX, &number))
        kept->pace = (int)number;
    for (int i = 0; span_is(key, "look") && i < KEPT_LOOKS; i++) {
        if (span_is(line, looks[i]))
            kept->look = (enum kept_look)i;
    }
}

void kept_read(struct kept *kept)
{
    char path[PATH_MAX], line[2 * MATCH_NAME_MAX];
    FILE *in = file_path(path) ? fopen(path, "re") : NULL;
    *kept = (struct kept){.pace = -1};
    while (in && fgets(line, sizeof line, in)) {
        line[strcspn(line, "\n")] = '\0';
        take(kept, span_of(line));
    }
    if (in)
        fclose(in);
}

void kept_write(const struct kept *kept)
{
    char path[PATH_MAX];
    struct text out = text_on((char[512]){0}, 512);
    if (kept->name[0])
        text_printf(&out, "name %s\n", kept->name);
    if (kept->level[0])
        text_printf(&out, "level %s\n", kept->level);
    if (kept->language[0])
        text_printf(&out, "language %s\n", kept->language);
    if (kept->pace >= 0)
        text_printf(&out, "pace %d\n", kept->pace);
    if (kept->look)
        text_printf(&out, "look %s\n", looks[kept->look]);
    if (file_path(path))
        files_replace(path, out.start, out.length, text_unread(&(struct text_unread){0}));
}
