/* bots.h: external bots: programs in any language that play a seat. docs/develop/bots.md describes
 * their input and answers.
 *
 * Only the user names programs, on the command line: `exec:COMMAND` in place of an agent, or `--bot
 * NAME=COMMAND`, which makes NAME an agent. Records, the engine's input and clients of a server can
 * only use such a NAME; they can never start a program of their choice. */
#ifndef CORNET_BOTPROC_BOTS_H
#define CORNET_BOTPROC_BOTS_H

#include <stdatomic.h>

#include "agents/agent.h"
#include "botproc/process.h"
#include "program/options.h"

#define BOTS_EXEC "exec:" /* prefix of an agent's name that is a command */

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
    bool tell;  /* prints the reason for a forfeit on standard error */
    bool aside; /* closes programs on a separate thread, since the caller must not wait; at most
                   BOTS_KEPT run between two answers */
    atomic_int running;
    atomic_int given_up; /* with `tell`: a program hangs, and the run has been stopped */
    const char *names[BOTS_MAX + 1]; /* of the programs, ending with NULL */
    struct bots_program program[BOTS_MAX];
    int count;
};

/* The defaults; and the rows of the options. */
struct bots bots_defaults(void);
struct command_option bots_row(struct bots *bots);
struct command_option bots_time_row(struct bots *bots);
struct command_option bots_memory_row(struct bots *bots);

/* Parses `given`. False with a reason. */
bool bots_read(struct bots *bots, struct text *why);

/* Gives a command a name for records: the program's name, followed by a number if necessary. False
 * with a reason. */
bool bots_name(struct bots *bots, struct span command, const char **name, struct text *why);

/* An agent's name in a record: for a command the program's name without its path, written to
 * `name`; for any other agent its own name. */
struct span bots_shown(struct span agent, char name[BOTS_NAME_MAX]);

/* Whether an agent in this comma-separated list is a program. */
bool bots_in_list(const struct bots *bots, const char *agents);

/* Creates built-in bots and programs; `bots` must outlive them. */
struct agent_opener bots_opener(struct bots *bots);

#endif
