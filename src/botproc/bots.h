/* bots.h: bots from outside: programs in any language that play a seat. docs/develop/bots.md says
 * what they are told and what they answer.
 *
 * A program is named by whoever runs ours, on the command line: `exec:COMMAND` where an agent is
 * named, or `--bot NAME=COMMAND`, after which NAME is an agent. A record, the engine's input and
 * people at a server can only use such a NAME: they never start a program of their choice. */
#ifndef CORNET_BOTPROC_BOTS_H
#define CORNET_BOTPROC_BOTS_H

#include <stdatomic.h>

#include "agents/agent.h"
#include "botproc/process.h"
#include "program/options.h"

#define BOTS_EXEC "exec:" /* how an agent's name begins that is a command */

enum {
    BOTS_MAX = 16,
    BOTS_WORDS_MAX = 32,
    BOTS_COMMAND_MAX = 1024,
    BOTS_NAME_MAX = 32,
    BOTS_KEPT = 32
};

/* A name for a command. */
struct bots_program {
    char name[BOTS_NAME_MAX];
    char command[BOTS_COMMAND_MAX];
};

/* The programs that may be run, and how. The options' rows fill in `given`, `time` and
 * `limits.memory`; after bots_read nothing changes but `running` and `given_up`, and threads may
 * share it. */
struct bots {
    struct command_list given; /* NAME=COMMAND */
    int time;                  /* milliseconds for an answer */
    struct process_limits limits;
    bool exec;  /* an agent's name may be `exec:COMMAND` */
    bool tell;  /* why a program forfeits is printed on standard error */
    bool aside; /* programs are closed on a thread of their own, since who closes a bot must not
                   wait; and at most BOTS_KEPT run between two answers */
    atomic_int running;
    atomic_int given_up; /* with `tell`: a program hangs, and the run has been stopped */
    const char *names[BOTS_MAX + 1]; /* of the programs, ending with NULL */
    struct bots_program program[BOTS_MAX];
    int count;
};

/* What is preset; and the rows of the options. */
struct bots bots_defaults(void);
struct command_option bots_row(struct bots *bots);
struct command_option bots_time_row(struct bots *bots);
struct command_option bots_memory_row(struct bots *bots);

/* Takes over what was given. False with a reason. */
bool bots_read(struct bots *bots, struct text *why);

/* Gives a command a name, so that a record can have it: that of the program, or with a number
 * behind it. False with a reason. */
bool bots_name(struct bots *bots, struct span command, const char **name, struct text *why);

/* An agent's name as a record has it: a command's program without the path, made in `name`; any
 * other as it is. */
struct span bots_shown(struct span agent, char name[BOTS_NAME_MAX]);

/* Whether an agent of this list, with commas between them, is a program. */
bool bots_in_list(const struct bots *bots, const char *agents);

/* Makes our bots and those of programs; `bots` must outlive them. */
struct agent_opener bots_opener(struct bots *bots);

#endif
