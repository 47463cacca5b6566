/* The lexicon file lacks its hash table, which is computed from the rest: that saves a fifth of the
 * download. */
#include "embedded/words_slot_data.h"
#include "games/themots/words.h"
#include "wasm/host.h"

HOST_EXPORT(ready_themots) void ready_themots(void);

void ready_themots(void)
{
    /* The array is reserved memory (embed reserve), so it can be written. */
    words_fill_slots((uint32_t *)words_slot_data);
}
