/* <cornet/batch.h>: action ids of a batch.
 *
 * A game's row of ids is written when it is first needed after a decision; `has_id` tells whether
 * it has been. */
#include <string.h>

#include "api/batch.h"
#include "base/lang.h"
#include "base/memory.h"

/* The ids of the game's legal actions. An outcome of chance has its place in the list. */
static const uint16_t *ids_of(struct cornet_batch *b, size_t i)
{
    uint16_t *id = b->id + i * b->width;
    const game_action *legal = b->legal + i * b->width;
    if (b->has_id[i])
        return id;
    if (b->mover[i] > 0)
        b->game->list_ids(batch_state(b, i), b->mover[i], legal, b->legal_count[i], id);
    else
        game_id_place(NULL, 0, legal, b->legal_count[i], id);
    b->has_id[i] = 1;
    return id;
}

void batch_write_ids(struct cornet_batch *b, size_t i)
{
    const size_t count = b->legal_count[i];
    const uint16_t *id = ids_of(b, i);
    for (size_t k = 0; b->ids_to && k < b->width; k++)
        b->ids_to[i * b->width + k] = k < count ? id[k] : -1;
    if (!b->mask_to)
        return;
    uint8_t *mask = b->mask_to + i * b->ids;
    memset(mask, 0, b->ids);
    for (size_t k = 0; k < count; k++)
        mask[id[k]] = 1;
}

/* Makes room for the ids when they are first asked for. */
static bool has_ids(struct cornet_batch *b)
{
    if (!b->id)
        b->id = memory_try(b->count, b->width * sizeof *b->id);
    if (!b->choice)
        b->choice = memory_try(b->count, sizeof *b->choice);
    return b->id && b->choice;
}

cornet_status cornet_batch_bind_ids(cornet_batch *batch, int32_t *ids, uint8_t *mask,
                                    cornet_error *error)
{
    if (!batch)
        return library_null(error);
    if (!has_ids(batch))
        return batch_no_memory(error);
    batch->ids_to = ids;
    batch->mask_to = mask;
    return CORNET_OK;
}

/* The place of an id among the game's legal actions; -1 if it is not there. */
static int32_t find_id(struct cornet_batch *b, size_t i, int32_t id)
{
    const uint16_t *ids = ids_of(b, i);
    for (uint32_t k = 0; k < b->legal_count[i]; k++) {
        if (ids[k] == id)
            return (int32_t)k;
    }
    return -1;
}

static cornet_status bad_id(const struct cornet_batch *b, size_t i, int32_t id, cornet_error *error)
{
    struct text name = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    if (id < 0 || (size_t)id >= b->ids)
        return library_fail(error, CORNET_BAD_ARGUMENT,
                            tr("game %zu: action ids are 0 to %zu, not %d"), i, b->ids - 1, id);
    if (b->mover[i] > 0 && (size_t)id < b->game->ids)
        b->game->id_name((unsigned)id, &name);
    return library_fail(error, CORNET_BAD_ARGUMENT,
                        tr("game %zu: action id %d (%s) is not legal now; choose one that the mask "
                           "of ids allows"),
                        i, id, name.start);
}

cornet_status cornet_batch_step_ids(cornet_batch *batch, const int32_t *id,
                                    const cornet_batch_arrays *arrays, cornet_error *error)
{
    const cornet_status status = batch_check(batch, arrays, error);
    if (status != CORNET_OK)
        return status;
    if (!id)
        return library_null(error);
    if (!has_ids(batch))
        return batch_no_memory(error);
    for (size_t i = 0; i < batch->count; i++) {
        batch->choice[i] = find_id(batch, i, id[i]);
        if (batch->choice[i] < 0 && batch->mover[i] != GAME_OVER)
            return bad_id(batch, i, id[i], error);
    }
    return batch_play(batch, 0, batch->count, batch->choice, arrays, error);
}
