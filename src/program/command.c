#include "program/command.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "api/plugins.h"
#include "base/lang.h"
#include "match/match.h"
#include "net/fetch.h"

void command_synopsis(const struct command *command, struct screen *screen)
{
    screen_printf(screen, "cornet %s%s%s\n", command->name, *command->arguments ? " " : "",
                  *command->arguments ? tr(command->arguments) : "");
}

void command_example(const struct command *command, struct screen *screen)
{
    screen_put(screen, "  ");
    screen_printf(screen, command->example, game_list[0]->id);
    screen_put(screen, "\n");
}

/* Control characters in text from others must not reach the terminal. */
static void put_tame(char *text)
{
    struct screen screen = screen_on(stderr);
    for (char *c = text; *c; c++) {
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            *c = '?';
    }
    screen_printf(&screen, "%s\n", text);
}

static void say(const struct command *command, const char *format, va_list arguments)
{
    char *sentence, *text;
    if (vasprintf(&sentence, format, arguments) < 0)
        return;
    if (asprintf(&text, "cornet %s: %s", command->name, sentence) >= 0) {
        put_tame(text);
        free(text);
    }
    free(sentence);
}

int command_wrong_line(const char *file, size_t line, const char *reason)
{
    char *text;
    const int length = line ? asprintf(&text, "%s:%zu: %s", file, line, reason)
                            : asprintf(&text, "%s: %s", file, reason);
    if (length >= 0) {
        put_tame(text);
        free(text);
    }
    return COMMAND_WRONG_INPUT;
}

int command_usage(const struct command *command, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(command, format, arguments);
    va_end(arguments);
    return COMMAND_WRONG_USAGE;
}

int command_failed(const struct command *command, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(command, format, arguments);
    va_end(arguments);
    return COMMAND_WRONG_INPUT;
}

/* The record of a server's table, by the link of the table or the address of its record. */
static char *fetch_record(const char *link, size_t *length, struct text *why)
{
    struct fetch_url url;
    char path[600];
    int status;
    *length = 0;
    if (!fetch_read_url(link, &url)) {
        text_fail(why, tr("give the table's address: http://HOST:PORT/t/TABLE"));
        return NULL;
    }
    const int id = (int)strcspn(url.path + 3, "/?#");
    if (strncmp(url.path, "/t/", 3) == 0)
        snprintf(path, sizeof path, "/api/tables/%.*s/record", id, url.path + 3);
    else
        snprintf(path, sizeof path, "%s", url.path);
    char *bytes = fetch_get(&url, path, length, &status, why);
    if (status == 403 || status == 404) {
        text_clear(why);
        text_fail(why, status == 403 ? tr("the game is not over: its record is shown afterwards")
                                     : tr("there is no such table"));
    }
    return bytes;
}

char *command_bytes(const char *path, size_t *length, struct text *why)
{
    if (strstr(path, "://"))
        return fetch_record(path, length, why);
    const bool standard = strcmp(path, "-") == 0;
    FILE *in = standard ? stdin : fopen(path, "r");
    if (!in) {
        text_fail(why, tr("cannot open: %s"), strerror(errno));
        return NULL;
    }
    char *bytes = match_read_bytes(in, length, why);
    if (!standard)
        fclose(in);
    return bytes;
}

struct match *command_record(const char *path)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    size_t line = 1, length = 0;
    char *bytes = command_bytes(path, &length, &why);
    struct match *match = bytes ? match_read((struct span){bytes, length}, &line, &why) : NULL;
    if (!match)
        command_wrong_line(path, bytes || length > MATCH_BYTES_MAX ? line : 0, why.start);
    free(bytes);
    return match;
}

const struct game *command_game(const struct command *command, const char *id)
{
    const struct game *found = id ? game_find(span_of(id)) : NULL;
    if (found)
        return found;
    struct text names = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    game_names(&names);
    if (id)
        command_usage(command, tr("no game '%s'; there are: %s"), id, names.start);
    else
        command_usage(command, tr("which game? There are: %s"), names.start);
    return NULL;
}

bool command_number(const struct command *command, const char *option, const char *argument,
                    uint64_t min, uint64_t max, uint64_t *number)
{
    if (span_number(span_of(argument), min, max, number))
        return true;
    command_usage(command, tr("%s takes a number from %llu to %llu, not '%s'"), option,
                  (unsigned long long)min, (unsigned long long)max, argument);
    return false;
}

static struct lines loaded; /* the plugins' paths, as they were given */

bool command_plugin(const char *path)
{
    cornet_error error = {.message = ""};
    if (*path == '\0') {
        fprintf(stderr, "cornet: %s\n", tr("--load takes the file of a plugin"));
        return false;
    }
    if (cornet_plugin_load(path, &error) != CORNET_OK) {
        fprintf(stderr, "cornet: %s\n", error.message);
        return false;
    }
    lines_add(&loaded, span_of(path));
    return true;
}

void command_plugins(struct text *out)
{
    for (size_t i = 0; i < loaded.count; i++) {
        text_add(out, " --load ");
        command_quote(loaded.line[i], out);
    }
}

void command_quote(const char *path, struct text *out)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+";
    if (strspn(path, plain) == strlen(path)) {
        text_add(out, path);
        return;
    }
    text_char(out, '\'');
    for (const char *c = path; *c; c++)
        text_add_bytes(out, *c == '\'' ? "'\\''" : c, *c == '\'' ? 4 : 1);
    text_char(out, '\'');
}

int command_finish(const struct command *command)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return COMMAND_DONE;
    return command_failed(command, tr("cannot write the output: %s"), strerror(errno));
}
