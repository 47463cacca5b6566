/* process.h: runs an external program and asks it line by line.
 *
 * Between the program and ours is a guardian process, which only waits for one of two ends: the
 * program's exit, or the end of a pipe that closes when we close it or when our process ends in any
 * way. Then it kills the program and everything that the program has started, even processes that
 * left its process group, since these become the guardian's children. So nothing is left behind,
 * and a signal from the terminal, which goes to our process group, reaches neither. If the program
 * kills the guardian, we notice that when we next look, and kill the program's group.
 *
 * The program may be hostile: it never makes a call here wait longer than its time limit. */
#ifndef CORNET_BOTPROC_PROCESS_H
#define CORNET_BOTPROC_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/stop.h"
#include "base/text.h"

enum { PROCESS_ANSWER_MAX = 65536 }; /* bytes that a program may write before its answer ends */

struct process_limits {
    int memory;  /* MiB of address space of each of its processes; 0: no limit */
    int seconds; /* of CPU time of each of its processes; 0: no limit */
    bool quiet;  /* discards its standard error */
    bool closed; /* passes only PATH, HOME, TMPDIR and the locale from our environment */
};

/* Owned: the process and its guardian, until process_stop. */
struct process {
    pid_t guardian; /* 0: none is running */
    pid_t program;  /* and its process group */
    int lifeline;   /* the guardian kills everything when this is closed */
    int in, out;    /* the program's input and output */
    size_t length;  /* bytes of output buffered here */
    size_t taken;   /* bytes of it returned as answers */
    char received[PROCESS_ANSWER_MAX];
};

/* Finds the program as a shell does: by its path, or by its name in PATH. False with a reason. */
bool process_find(const char *program, char *path, size_t capacity, struct text *why);

/* Starts it; `argv` ends with NULL. Returns 0, or an errno, and then nothing is running. */
int process_start(struct process *process, const char *path, char *const argv[],
                  const struct process_limits *limits);

/* Kills the program and everything it has started, and waits for that; if `gently`, after its
 * input has ended and it has had half a second to end by itself. Returns its exit status, 128 and
 * the signal's number if a signal ended it, or -1 if that is unknown. */
int process_stop(struct process *process, bool gently);

enum process_answer {
    PROCESS_ANSWERED,
    PROCESS_LATE,      /* the time is over */
    PROCESS_ENDED,     /* closed its output or its input */
    PROCESS_LONG,      /* too many bytes without an answer */
    PROCESS_EARLY,     /* wrote something before it was asked */
    PROCESS_UNGUARDED, /* killed its guardian */
};

/* Sends a message without waiting for an answer. False if the program does not read it in time or
 * has closed its input. */
bool process_send(struct process *process, struct span message, int milliseconds);

/* Sends a question and waits for a line, which stays valid until the next call. Empty lines and
 * lines that begin with '#' are not answers. `stop` may be NULL; once set, the question times out.
 */
enum process_answer process_ask(struct process *process, struct span question, int milliseconds,
                                const stop_flag *stop, struct span *line);

#endif
