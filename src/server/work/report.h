/* report.h: the server's messages to its operator, one line each on standard error.
 *
 *     2026-05-01T18:03:07.412Z error store: the disk is full
 *
 * Under journald the time is left out, and the level is the prefix that journald reads (<3>). With
 * `json`, each line is an object with `time`, `level`, `event` and `text`. Any thread may report.
 */
#ifndef CORNET_SERVER_WORK_REPORT_H
#define CORNET_SERVER_WORK_REPORT_H

#include <stdbool.h>

#include "base/text.h"

enum report_level { REPORT_ERROR, REPORT_WARNING, REPORT_INFO };

/* Call it before the first thread starts: lines above `level` are left out. */
void report_open(enum report_level level, bool json);

/* The level with this name: error, warning or info. */
bool report_find(const char *name, enum report_level *level);

/* `event` is one word for programs that filter: store, lease, table. */
__attribute__((format(printf, 3, 4))) void report(enum report_level level, const char *event,
                                                  const char *format, ...);

/* The current time in UTC, as in the lines of all logs. */
void report_time(struct text *out);

/* A table's id for logs: its first four characters and `*`, since whoever knows an id can take a
 * seat. */
enum { REPORT_ID_SHOWN = 4, REPORT_ID_MAX = 8 };
const char *report_id(const char *id, char out[REPORT_ID_MAX]);

#endif
