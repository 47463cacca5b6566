#include "server/answers.h"

#include <string.h>

/* A viewer of a table has one slot for each reason. */
static struct kept_answer *slot_of(struct answer_cache *answers, uint64_t instance,
                                   const struct table_answer *what)
{
    const uint64_t number =
        instance * 31 + what->viewer * UINT64_C(7) + text_hash(what->why) % ANSWERS_MAX;
    return &answers->slot[number % ANSWERS_MAX];
}

static bool is_same(const struct table_answer *a, const struct table_answer *b)
{
    return a->events == b->events && a->news == b->news && a->spectators == b->spectators &&
           a->viewer == b->viewer && strcmp(a->why, b->why) == 0;
}

struct outgoing *answers_find(struct answer_cache *answers, uint64_t instance,
                              const struct table_answer *what)
{
    struct kept_answer *answer = slot_of(answers, instance, what);
    if (!answer->message || answer->instance != instance || !is_same(&answer->what, what))
        return NULL;
    answer->used = true;
    answers->shared++;
    return answer->message;
}

static void drop(struct kept_answer *answer)
{
    if (answer->message)
        outgoing_release(answer->message);
    *answer = (struct kept_answer){0};
}

void answers_keep(struct answer_cache *answers, uint64_t instance, const struct table_answer *what,
                  struct outgoing *message)
{
    struct kept_answer *answer = slot_of(answers, instance, what);
    drop(answer);
    message->references++;
    *answer = (struct kept_answer){instance, *what, message, true};
}

void answers_expire(struct answer_cache *answers, bool all)
{
    for (int i = 0; i < ANSWERS_MAX; i++) {
        if (all || !answers->slot[i].used)
            drop(&answers->slot[i]);
        answers->slot[i].used = false;
    }
}
