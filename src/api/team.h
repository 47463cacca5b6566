/* team.h: a few threads that help the calling one with short pieces of work, run after run.
 *
 * Pieces are handed out one by one, so that a helper that gets no processor costs nothing: the
 * caller does what nobody has taken, and waits only for pieces that somebody has begun. Helpers
 * look for the next run for some microseconds and then sleep. A child process made by fork has none
 * of its parent's threads; a team that is used there starts its own. */
#ifndef CORNET_API_TEAM_H
#define CORNET_API_TEAM_H

enum { TEAM_THREADS_MAX = 256 };

struct team;

/* Does one piece, by its number from 0, on a thread, from 0 (the caller's) to threads - 1. */
typedef void team_work(void *context, int piece, int thread);

/* A team of so many threads, the caller's included. Allocates; the threads start when they are
 * first needed, and are fewer if the system gives no more. */
struct team *team_open(int threads);

/* Ends the threads. NULL is allowed. */
void team_close(struct team *team);

/* Does all pieces, in any order, and returns when they are done. */
void team_run(struct team *team, int pieces, team_work *work, void *context);

#endif
