/* event_log.h: the events that a table has stored, and the table restored from them. */
#ifndef CORNET_TESTS_EVENT_LOG_H
#define CORNET_TESTS_EVENT_LOG_H

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "helpers.h"
#include "table/table.h"

struct event_log {
    struct table_event *event; /* owned, with their texts */
    size_t count, capacity;
};

static inline void event_log_add(struct event_log *log, const struct table_event *event)
{
    if (log->count == log->capacity) {
        log->capacity = log->capacity ? 2 * log->capacity : 64;
        log->event = memory_resize(log->event, log->capacity, sizeof *log->event);
    }
    struct table_event *kept = &log->event[log->count++];
    *kept = *event;
    char *text = memory_new(event->text.length + 1, 1);
    memcpy(text, span_start(event->text), event->text.length);
    kept->text.at = text;
}

static inline void event_log_free(struct event_log *log)
{
    for (size_t i = 0; i < log->count; i++)
        free((char *)log->event[i].text.at);
    free(log->event);
    *log = (struct event_log){0};
}

static inline struct table *event_log_restore(const struct event_log *log,
                                              const struct table_env *env, const char *id)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    struct table *t = table_new(env, NULL, id);
    for (size_t i = 0; i < log->count; i++) {
        if (!table_apply(t, &log->event[i], &why))
            fail_msg("event %zu, kind %d: %s", i + 1, log->event[i].kind, reason);
    }
    return t;
}

#endif
