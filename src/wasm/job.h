/* job.h: questions of the Worker with the tables to the Worker that thinks. Both run the same
 * module, so a job is passed as the bytes of a struct. */
#ifndef CORNET_WASM_JOB_H
#define CORNET_WASM_JOB_H

#include "match/hints.h"
#include "table/table.h"

enum job_kind { JOB_MOVE, JOB_HINT, JOB_ANALYSIS };

#define JOB_AGENT_MAX 128

/* Behind it in memory: the keys of the trail; of an analysis, the record's text. */
struct job {
    enum job_kind kind;
    char table[TABLE_ID_LENGTH + 1];
    char game[24]; /* its id */
    struct game_settings settings;
    int seat;
    char agent[JOB_AGENT_MAX]; /* JOB_MOVE: as bot_write writes it */
    bool race;                 /* this and the next three as in struct table_question */
    uint32_t now, acted;
    uint64_t noise_seed;
    uint64_t seed;    /* of the bot's random numbers */
    int depth;        /* of the judge, for a hint or an analysis; 0: the usual one */
    uint32_t lines;   /* JOB_HINT: of the record */
    uint32_t follows; /* the number of keys, or of bytes of the record */
    union game_state state;
};

/* The answers: a struct agent_plan; a struct hints, or nothing if no judge is ready; the analysis
 * as JSON, or nothing, behind a struct job_analysed. */
struct job_analysed {
    uint32_t done, whole; /* lines */
};

#endif
