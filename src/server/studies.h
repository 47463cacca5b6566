/* studies.h: analyses of people's games in the background: when one begins, and its way through the
 * threads (work/study.h). One at a time. */
#ifndef CORNET_SERVER_STUDIES_H
#define CORNET_SERVER_STUDIES_H

#include "server/health.h"
#include "server/work/pool.h"
#include "server/work/study.h"

struct clock;

enum { STUDIES_PLAY = 4 };

/* Initialise with zeros, and set the pointers. */
struct studies {
    const struct health *health;
    const struct clock *clock;
    const char *server; /* "" if it is alone */
    struct pool *desk, *student;
    struct pool *play[STUDIES_PLAY]; /* nothing begins while one of these is busy; NULL: none */
    const stop_flag *halt;

    bool working, has_taken;
    double next; /* monotonic seconds: when to look for a game */
};

/* Now and then: begins an analysis if nobody plays. */
void studies_tick(struct studies *studies);

/* Handles the pools' answers. */
void studies_done(struct studies *studies, struct job *job);

#endif
