/* log.h: a separate thread appends lines to a file, so that no other thread waits for the disk. If
 * the file accepts them too slowly, lines are dropped and counted. */
#ifndef CORNET_SERVER_WORK_LOG_H
#define CORNET_SERVER_WORK_LOG_H

#include "base/text.h"

struct log;

/* Opens the file ("-": standard output) and starts the thread. NULL with a reason. The path must
 * outlive the log. */
struct log *log_open(const char *path, struct text *why);
void log_close(struct log *log); /* writes the remaining lines if possible; NULL: nothing */

/* A whole line, its newline included. */
void log_add(struct log *log, struct span line);

/* Opens the file again by its name, after it was moved away. If that fails, the thread prints an
 * error to standard error and keeps the old file. */
void log_reopen(struct log *log);

uint64_t log_dropped(struct log *log); /* lines */

#endif
