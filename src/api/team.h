/* team.h: a few threads that help the calling thread with short pieces of work, repeatedly.
 *
 * Pieces are handed out one by one, so that a helper without a processor costs nothing: the caller
 * does every piece that no helper has taken, and waits only for pieces already begun. Helpers spin
 * for some microseconds before they sleep. After fork, a child process does not have the parent's
 * threads; a team used there starts its own. */
#ifndef CORNET_API_TEAM_H
#define CORNET_API_TEAM_H

enum { TEAM_THREADS_MAX = 256 };

struct team;

/* Does one piece (numbered from 0) on a thread (from 0, the caller's, to threads - 1). */
typedef void team_work(void *context, int piece, int thread);

/* A team of `threads` threads, including the caller's. The threads start on first use; there are
 * fewer if the system refuses more. */
struct team *team_open(int threads);

/* Ends the threads. NULL is allowed. */
void team_close(struct team *team);

/* Does all pieces, in any order, and returns when they are done. */
void team_run(struct team *team, int pieces, team_work *work, void *context);

#endif
