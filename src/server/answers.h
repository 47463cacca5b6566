/* answers.h: the last messages `table`, kept as they are sent. Spectators who ask for the same
 * table share one. */
#ifndef CORNET_SERVER_ANSWERS_H
#define CORNET_SERVER_ANSWERS_H

#include "server/conn.h"
#include "table/table.h"

#define ANSWERS_MAX 64 /* at most 13 MB */

/* A slot; `message` is NULL if it is empty. */
struct kept_answer {
    uint64_t instance; /* of the table */
    struct table_answer what;
    struct outgoing *message; /* with a reference of ours */
    bool used;                /* since the last answers_expire */
};

/* All zero: empty. */
struct answer_cache {
    struct kept_answer slot[ANSWERS_MAX];
    uint64_t shared; /* answers that were found, since the start */
};

/* The message, or NULL. */
struct outgoing *answers_find(struct answer_cache *answers, uint64_t instance,
                              const struct table_answer *what);

/* Keeps the message, instead of another one in its slot. */
void answers_keep(struct answer_cache *answers, uint64_t instance, const struct table_answer *what,
                  struct outgoing *message);

/* Frees those that nobody has asked for since the last call; `all`: all. */
void answers_expire(struct answer_cache *answers, bool all);

#endif
