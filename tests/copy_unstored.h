/* copy_unstored.h: makes a table that was restored from its events comparable with the live one. */
#ifndef CORNET_TESTS_COPY_UNSTORED_H
#define CORNET_TESTS_COPY_UNSTORED_H

#include "table/internal.h"

/* Copies the data that is not stored: presence and chat. */
static inline void copy_unstored(struct table *restored, const struct table *live)
{
    lines_free(&restored->chat_log);
    for (size_t i = 0; i < live->chat_log.count; i++)
        lines_add(&restored->chat_log, span_of(live->chat_log.line[i]));
    restored->spectators = live->spectators;
    restored->rested = live->rested;
    restored->moved_at = live->moved_at; /* a table that was woken has a later one */
    for (int i = 0; i < restored->match->settings.players; i++) {
        restored->seat[i].present = live->seat[i].present;
        restored->seat[i].left_at = live->seat[i].left_at;
    }
}

#endif
