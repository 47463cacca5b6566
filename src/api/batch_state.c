/* <cornet/batch.h>: batches that are copied, saved and loaded, and games that are set to a match.
 *
 * Legal actions follow from the state and the mover, so only these are written. */
#include <stdio.h>
#include <string.h>

#include "api/batch.h"
#include "base/lang.h"
#include "base/memory.h"

/* ---- copies ---- */

static cornet_status copy_bots(struct cornet_batch *to, const struct cornet_batch *from,
                               cornet_error *error)
{
    cornet_status status = CORNET_OK;
    for (int seat = 1; status == CORNET_OK && seat <= from->players; seat++) {
        struct text name = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
        if (!from->bot[seat - 1])
            continue;
        bot_write(&from->bot[seat - 1][0], &name);
        status = batch_open_bots(to, seat, span_of(name.start), error);
    }
    return status;
}

/* Lists the legal actions of all games. */
static cornet_status list_all(struct cornet_batch *b, cornet_error *error)
{
    struct library_call call;
    bool good = true;
    library_begin(&call);
    for (size_t i = 0; good && i < b->count; i++)
        good = batch_list(b, i, &call.why);
    return library_end(&call, good, error);
}

static cornet_status check_whole(const struct cornet_batch *b, cornet_error *error)
{
    return b->broken ? library_fail(error, CORNET_REFUSED,
                                    tr("a step has failed half-way: reset the batch first"))
                     : CORNET_OK;
}

/* The last step of making a batch: the games' legal actions. Frees `made` on failure. */
static cornet_status finish(cornet_batch *made, cornet_status status, cornet_batch **out,
                            cornet_error *error)
{
    if (status == CORNET_OK)
        status = list_all(made, error);
    if (status == CORNET_OK)
        *out = made;
    else
        cornet_batch_free(made);
    return status;
}

cornet_status cornet_batch_copy(const cornet_batch *batch, cornet_batch **copy, cornet_error *error)
{
    if (!batch || !copy)
        return library_null(error);
    *copy = NULL;
    cornet_batch *made;
    cornet_status status = check_whole(batch, error);
    if (status == CORNET_OK)
        status = batch_make(batch->game, &batch->settings, batch->count, batch->width, batch->flags,
                            &made, error);
    if (status != CORNET_OK)
        return status;
    memcpy(made->state, batch->state, batch->count * batch->stride);
    memcpy(made->rng, batch->rng, batch->count * sizeof *batch->rng);
    memcpy(made->mover, batch->mover, batch->count * sizeof *batch->mover);
    for (size_t i = 0; i < batch->count; i++)
        game_history_set(&made->history[i], &batch->history[i]);
    status = copy_bots(made, batch, error);
    made->has_trail = batch->has_trail;
    return finish(made, status, copy, error);
}

/* ---- bytes ---- */

/* The beginning of a saved batch; texts and games follow. */
struct head {
    char magic[8];
    char version[24]; /* of the library */
    char game[32];
    uint64_t size, check; /* of all that follows the head */
    uint64_t count, width, numbers, state_size;
    uint32_t flags;
    int32_t players;
    uint32_t has_trail, bots; /* the settings' bitmask */
    char values[GAME_VALUES_MAX];
    char agent[GAME_SEATS_MAX][GAME_LINE_MAX];
};

static const char magic[8] = "cbatch1";

/* A buffer that is written, or read up to its end. */
struct stream {
    char *bytes;
    size_t length, room;
    bool cut; /* something was read beyond the end */
};

static void put(struct stream *s, const void *from, size_t size)
{
    if (s->length + size > s->room) {
        s->room = 2 * (s->length + size);
        s->bytes = memory_resize(s->bytes, s->room, 1);
    }
    memcpy(s->bytes + s->length, from, size);
    s->length += size;
}

static void take(struct stream *s, void *to, size_t size)
{
    s->cut = s->cut || size > s->room - s->length;
    if (s->cut) {
        memset(to, 0, size);
        return;
    }
    memcpy(to, s->bytes + s->length, size);
    s->length += size;
}

static uint64_t check_sum(const char *bytes, size_t length)
{
    uint64_t sum = 14695981039346656037u;
    for (size_t i = 0; i < length; i++)
        sum = (sum ^ (unsigned char)bytes[i]) * 1099511628211u;
    return sum;
}

static void put_game(struct stream *s, const struct cornet_batch *b, size_t i)
{
    const struct game_history *history = &b->history[i];
    const uint64_t keys = history->trail_count;
    put(s, batch_state(b, i), b->game->state_size);
    put(s, &b->rng[i], sizeof b->rng[i]);
    put(s, &b->mover[i], sizeof b->mover[i]);
    put(s, history->said, sizeof history->said);
    put(s, &keys, sizeof keys);
    if (keys)
        put(s, history->trail, keys * sizeof *history->trail);
}

static void take_game(struct stream *s, struct cornet_batch *b, size_t i)
{
    struct game_history *history = &b->history[i];
    uint64_t keys, key;
    take(s, batch_state(b, i), b->game->state_size);
    take(s, &b->rng[i], sizeof b->rng[i]);
    take(s, &b->mover[i], sizeof b->mover[i]);
    take(s, history->said, sizeof history->said);
    take(s, &keys, sizeof keys);
    for (; keys && !s->cut; keys--) {
        take(s, &key, sizeof key);
        game_trail_add(history, key);
    }
}

cornet_status cornet_batch_save(const cornet_batch *batch, char **bytes, size_t *length,
                                cornet_error *error)
{
    if (!batch || !bytes || !length)
        return library_null(error);
    *bytes = NULL;
    const cornet_status status = check_whole(batch, error);
    if (status != CORNET_OK)
        return status;
    struct stream s = {0};
    struct head head = {.count = batch->count,
                        .width = batch->width,
                        .numbers = batch->numbers,
                        .state_size = batch->game->state_size,
                        .flags = batch->flags,
                        .players = batch->players,
                        .has_trail = batch->has_trail,
                        .bots = batch->settings.bots};
    memcpy(head.magic, magic, sizeof magic);
    snprintf(head.version, sizeof head.version, "%s", cornet_version());
    snprintf(head.game, sizeof head.game, "%s", batch->game->id);
    memcpy(head.values, batch->settings.values, sizeof head.values);
    for (int seat = 0; seat < batch->players; seat++) {
        struct text name = text_on(head.agent[seat], sizeof head.agent[seat]);
        if (batch->bot[seat])
            bot_write(&batch->bot[seat][0], &name);
    }
    put(&s, &head, sizeof head);
    for (size_t i = 0; i < batch->count; i++)
        put_game(&s, batch, i);
    head.size = s.length - sizeof head;
    head.check = check_sum(s.bytes + sizeof head, head.size);
    memcpy(s.bytes, &head, sizeof head);
    *bytes = s.bytes;
    *length = s.length;
    return CORNET_OK;
}

/* The reason why these bytes are no batch of this library; NULL if they are one. */
static const char *find_fault(const char *bytes, size_t length, const struct head *head)
{
    if (length < sizeof *head || memcmp(head->magic, magic, sizeof magic) != 0)
        return tr("these bytes are not a saved batch");
    if (strncmp(head->version, cornet_version(), sizeof head->version) != 0)
        return tr("the batch was saved by another version of libcornet: keep games as records");
    if (head->size != length - sizeof *head ||
        head->check != check_sum(bytes + sizeof *head, length - sizeof *head))
        return tr("the saved batch is damaged");
    const struct game *game =
        game_find((struct span){head->game, strnlen(head->game, sizeof head->game)});
    if (!game)
        return tr("the saved batch has a game that is not loaded: load its plugin first");
    if (head->state_size != game->state_size || head->players < game->seats_min ||
        head->players > game->seats_max || head->values[sizeof head->values - 1])
        return tr("the saved batch is damaged");
    return NULL;
}

cornet_status cornet_batch_load(const char *bytes, size_t length, cornet_batch **batch,
                                cornet_error *error)
{
    struct head head = {0};
    if (!bytes || !batch)
        return library_null(error);
    *batch = NULL;
    memcpy(&head, bytes, length < sizeof head ? length : sizeof head);
    const char *fault = find_fault(bytes, length, &head);
    if (fault)
        return library_fail(error, CORNET_REFUSED, "%s", fault);
    const struct game *game = game_find(span_of(head.game));
    struct game_settings settings;
    game_defaults(game, &settings);
    settings.players = head.players;
    settings.bots = head.bots;
    memcpy(settings.values, head.values, sizeof settings.values);
    cornet_batch *made;
    cornet_status status =
        batch_make(game, &settings, head.count, head.width, head.flags, &made, error);
    if (status != CORNET_OK)
        return status;
    struct stream s = {.bytes = memory_copy(bytes, length), .length = sizeof head, .room = length};
    for (size_t i = 0; i < made->count; i++)
        take_game(&s, made, i);
    memory_free(s.bytes);
    if (s.cut || s.length != length || made->numbers != head.numbers)
        status = library_fail(error, CORNET_REFUSED, "%s", tr("the saved batch is damaged"));
    for (int seat = 1; status == CORNET_OK && seat <= head.players; seat++) {
        if (head.agent[seat - 1][0])
            status = batch_open_bots(made, seat, span_of(head.agent[seat - 1]), error);
    }
    made->has_trail = head.has_trail;
    return finish(made, status, batch, error);
}

/* ---- positions ---- */

/* The name of an option that the match must share with the batch and does not; NULL if there is
 * none. */
static const char *find_other_option(const struct cornet_batch *b, const struct match *m)
{
    for (int i = 0; b->game->options[i].name; i++) {
        if (!b->game->options[i].free &&
            strcmp(game_value_at(&b->settings, i), game_value_at(&m->settings, i)) != 0)
            return b->game->options[i].name;
    }
    return NULL;
}

cornet_status cornet_batch_set(cornet_batch *batch, size_t index, const cornet_match *match,
                               cornet_error *error)
{
    if (!batch || !match)
        return library_null(error);
    const struct match *m = match->match;
    const cornet_status status = check_whole(batch, error);
    if (status != CORNET_OK)
        return status;
    if (index >= batch->count)
        return library_fail(error, CORNET_BAD_ARGUMENT,
                            tr("the batch has no game with that index"));
    if (m->game != batch->game || m->settings.players != batch->players)
        return library_fail(error, CORNET_REFUSED,
                            tr("the batch plays %s (players: %d), and the match %s (players: %d)"),
                            batch->game->id, batch->players, m->game->id, m->settings.players);
    const char *other = find_other_option(batch, m);
    if (other)
        return library_fail(error, CORNET_REFUSED,
                            tr("the match has another value of the option %s than the batch"),
                            other);
    if (match_mover(m) == GAME_OVER)
        return library_fail(error, CORNET_REFUSED, tr("the game is over"));
    memcpy(batch_state(batch, index), m->state, batch->game->state_size);
    game_history_set(&batch->history[index], &m->history);
    return batch_settle(batch, index, error);
}
