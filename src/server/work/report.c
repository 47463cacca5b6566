#include "server/work/report.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/json.h"

#define LINE_BYTES 2048

static const char *const names[] = {
    [REPORT_ERROR] = "error", [REPORT_WARNING] = "warning", [REPORT_INFO] = "info"};

/* Set before the first thread starts. */
static enum report_level most = REPORT_INFO;
static bool as_json, in_journal;

/* Whether standard error goes to journald, which names the device and the inode of its socket. */
static bool is_journal(void)
{
    const char *stream = getenv("JOURNAL_STREAM");
    unsigned long long device, inode;
    struct stat file;
    return stream && sscanf(stream, "%llu:%llu", &device, &inode) == 2 &&
           fstat(fileno(stderr), &file) == 0 && file.st_dev == device && file.st_ino == inode;
}

void report_open(enum report_level level, bool json)
{
    most = level;
    as_json = json;
    in_journal = is_journal();
}

bool report_find(const char *name, enum report_level *level)
{
    for (int i = REPORT_ERROR; i <= REPORT_INFO; i++) {
        if (strcmp(name, names[i]) == 0) {
            *level = (enum report_level)i;
            return true;
        }
    }
    return false;
}

void report_time(struct text *out)
{
    struct timespec now;
    struct tm utc;
    char date[32];
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &utc);
    text_printf(out, "%s.%03dZ", date, (int)(now.tv_nsec / 1000000));
}

static void put_json(struct text *line, enum report_level level, const char *event,
                     const char *text)
{
    struct text time = text_on((char[64]){0}, 64);
    struct json json = json_on(line);
    report_time(&time);
    json_open(&json, '{');
    json_key_string(&json, "time", time.start);
    json_key_string(&json, "level", names[level]);
    json_key_string(&json, "event", event);
    json_key_string(&json, "text", text);
    json_close(&json, '}');
}

static void put_text(struct text *line, enum report_level level, const char *event,
                     const char *text)
{
    static const int priorities[] = {
        [REPORT_ERROR] = 3, [REPORT_WARNING] = 4, [REPORT_INFO] = 6}; /* of syslog */
    if (in_journal) {
        text_printf(line, "<%d>", priorities[level]);
    } else {
        report_time(line);
        text_printf(line, " %s ", names[level]);
    }
    text_printf(line, "%s: %s", event, text);
}

void report(enum report_level level, const char *event, const char *format, ...)
{
    char text[LINE_BYTES / 2];
    struct text line = text_on((char[LINE_BYTES]){0}, LINE_BYTES - 1);
    va_list arguments;
    if (level > most)
        return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    (as_json ? put_json : put_text)(&line, level, event, text);
    text_char(&line, '\n');
    fwrite(line.start, 1, line.length, stderr); /* one call: lines of two threads do not mix */
}

const char *report_id(const char *id, char out[REPORT_ID_MAX])
{
    snprintf(out, REPORT_ID_MAX, "%.*s*", REPORT_ID_SHOWN, id);
    return out;
}
