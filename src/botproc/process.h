/* process.h: a program that somebody else wrote, run beside ours and asked line by line.
 *
 * Between the program and ours stands a guardian, a process of ours that does nothing but wait for
 * the end of either: the program's, or that of a pipe, which ends when we close it or when our
 * process ends in whatever way. Then it kills the program and everything that the program has
 * started, also what has left its process group, since such processes become the guardian's
 * children. So nothing is left behind, and a signal from the terminal, which goes to our process
 * group, reaches neither. If the program kills the guardian, we notice that when we next look, and
 * kill the program's group.
 *
 * The program may be hostile: it never makes a call here wait longer than its time limit. */
#ifndef CORNET_BOTPROC_PROCESS_H
#define CORNET_BOTPROC_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/stop.h"
#include "base/text.h"

enum { PROCESS_ANSWER_MAX = 65536 }; /* bytes that a program may say until it has answered */

struct process_limits {
    int memory;  /* MiB of address space of each of its processes; 0: no limit */
    int seconds; /* of CPU time of each of its processes; 0: no limit */
    bool quiet;  /* its standard error goes nowhere */
    bool closed; /* of our environment it gets PATH, HOME, TMPDIR and the locale only */
};

/* Owned: the process and its guardian, until process_stop. */
struct process {
    pid_t guardian; /* 0: none is running */
    pid_t program;  /* and its process group */
    int lifeline;   /* the guardian ends everything when this is closed */
    int in, out;    /* what the program reads, and what it says */
    size_t length;  /* of what it has said and is kept here */
    size_t taken;   /* how much of that has been handed out as an answer */
    char said[PROCESS_ANSWER_MAX];
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
    PROCESS_ENDED,     /* it has closed its output or its input */
    PROCESS_LONG,      /* too many bytes, and no end */
    PROCESS_EARLY,     /* it has said something that was not asked for */
    PROCESS_UNGUARDED, /* it has killed its guardian */
};

/* Sends a message without waiting for an answer. False: it does not read, or no more. */
bool process_send(struct process *process, struct span message, int milliseconds);

/* Sends a question and waits for a line, which stays valid until the next call. Empty lines and
 * those that begin with '#' are no answer. `stop` may be NULL; if it is set the time is over. */
enum process_answer process_ask(struct process *process, struct span question, int milliseconds,
                                const stop_flag *stop, struct span *line);

#endif
