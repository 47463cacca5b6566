#include "apps/commands/kept.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "apps/terminal/saving.h"
#include "base/files.h"
#include "base/lang.h"

/* ---- the file ---- */

static bool read_back(struct kept *kept, struct text *why)
{
    size_t length, line;
    char *bytes = files_read(kept->path, &length, why);
    const bool good =
        bytes && transcript_read(&kept->transcript, (struct span){bytes, length}, &line, why);
    free(bytes);
    return good;
}

bool kept_begin(struct kept *kept, const char *table, int seat, bool resumed,
                const unsigned char seed[FAIR_BYTES], struct text *why)
{
    char folder[4096];
    kept_free(kept);
    *kept = (struct kept){.transcript = {.seat = seat, .promised = 2}};
    memcpy(kept->transcript.seed[1], seed, FAIR_BYTES);
    if (!saving_folder(folder, sizeof folder))
        return true;
    snprintf(kept->path, sizeof kept->path, "%s/dice-%s-%d.txt", folder, table, seat);
    if (!resumed)
        unlink(kept->path); /* of somebody who had the seat before */
    else if (access(kept->path, F_OK) == 0 && !read_back(kept, why)) {
        kept->path[0] = '\0';
        return false;
    }
    return true;
}

void kept_free(struct kept *kept)
{
    transcript_free(&kept->transcript);
}

/* Appends to the file, and waits until it is there. */
static void write_news(struct kept *kept, struct lines *news)
{
    const int fd =
        !news->count || !kept->path[0]
            ? -1
            : open(kept->path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0600);
    FILE *out = fd < 0 ? NULL : fdopen(fd, "a");
    for (size_t i = 0; out && i < news->count; i++)
        fprintf(out, "%s\n", news->line[i]);
    if (out)
        fclose(out);
    lines_free(news);
}

void kept_saw(struct kept *kept, const json_t *lines)
{
    struct lines news = {0};
    size_t i;
    const json_t *line;
    json_array_foreach(lines, i, line)
    {
        const struct span text = {json_string_value(line), json_string_length(line)};
        if (text.at && span_is_clean(text))
            transcript_saw(&kept->transcript, text, &news);
    }
    write_news(kept, &news);
}

/* ---- the exchange ---- */

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static bool read_hex(const json_t *object, const char *key, unsigned char out[FAIR_BYTES])
{
    return fair_from_hex(span_of(text_of(object, key)), out);
}

static bool read_seats(const json_t *seats, struct fair *fair)
{
    size_t i;
    const json_t *seat;
    if (json_array_size(seats) > GAME_SEATS_MAX)
        return false;
    fair->players = (uint8_t)json_array_size(seats);
    json_array_foreach(seats, i, seat)
    {
        if (json_is_null(seat))
            continue;
        fair->committed |= (uint8_t)(1u << i);
        if (!read_hex(seat, "commit", fair->commit[i]))
            return false;
    }
    return true;
}

static bool read_failed(const json_t *failed, struct fair *fair)
{
    size_t i;
    const json_t *one;
    json_array_foreach(failed, i, one)
    {
        const json_int_t attempt = json_integer_value(json_object_get(one, "attempt"));
        const json_int_t seat = json_integer_value(json_object_get(one, "seat")) - 1;
        if (attempt < 1 || attempt > FAIR_ATTEMPTS_MAX || seat < 0 || seat >= fair->players ||
            fair->failed >> seat & 1 || fair->committed >> seat & 1 ||
            !read_hex(one, "commit", fair->commit[seat]))
            return false;
        fair->failed |= (uint8_t)(1u << seat);
        fair->failed_at[seat] = (uint8_t)attempt;
        if (strcmp(text_of(one, "step"), "reveal") == 0)
            fair->opened |= (uint8_t)(1u << seat);
    }
    return true;
}

static bool read_offer(const json_t *object, struct transcript_offer *offer)
{
    size_t i;
    const json_t *line;
    const json_int_t attempt = json_integer_value(json_object_get(object, "attempt"));
    const char *table = text_of(object, "table");
    *offer = (struct transcript_offer){
        .closed = strcmp(text_of(object, "step"), "reveal") == 0,
        .open = json_is_true(json_object_get(object, "open")),
        .fair.attempt = (uint8_t)(attempt < 1 || attempt > UINT8_MAX ? 0 : attempt)};
    if (strlen(table) >= FAIR_TABLE_MAX || !read_hex(object, "commit", offer->commit))
        return false;
    memcpy(offer->fair.table, table, strlen(table));
    json_array_foreach(json_object_get(object, "settings"), i, line)
    {
        lines_add(&offer->settings,
                  (struct span){json_string_value(line), json_string_length(line)});
    }
    return read_seats(json_object_get(object, "seats"), &offer->fair) &&
           read_failed(json_object_get(object, "failed"), &offer->fair);
}

static json_t *answer_with(const char *key, const unsigned char bytes[FAIR_BYTES])
{
    char hex[FAIR_HEX];
    fair_to_hex(bytes, hex);
    return json_pack("{s:s,s:s}", "do", "fair", key, hex);
}

json_t *kept_answer(struct kept *kept, const json_t *fair, struct text *why)
{
    struct transcript *transcript = &kept->transcript;
    struct transcript_offer offer;
    struct lines news = {0};
    unsigned char fresh[FAIR_BYTES], commit[FAIR_BYTES];
    enum transcript_step step = TRANSCRIPT_CHEATED;
    if (strcmp(text_of(fair, "step"), "done") == 0 || !json_is_object(fair))
        return NULL;
    randombytes_buf(fresh, sizeof fresh);
    if (read_offer(fair, &offer))
        step = transcript_next(transcript, &offer, fresh, &news, why);
    else
        text_fail(why, tr("what the server says of the exchange of seeds cannot be read"));
    lines_free(&offer.settings);
    write_news(kept, &news);
    const int attempt = offer.fair.attempt;
    if (step == kept->warned)
        text_clear(why);
    if (step == TRANSCRIPT_CHEATED || step == TRANSCRIPT_LEFT_OUT)
        kept->warned = step;
    switch (step) {
    case TRANSCRIPT_COMMIT:
        fair_commit(transcript->seed[attempt], commit);
        return answer_with("commit", commit);
    case TRANSCRIPT_ACKNOWLEDGE:
        return answer_with("list", transcript->list[attempt]);
    case TRANSCRIPT_OPEN:
        return answer_with("seed", transcript->seed[attempt]);
    default:
        return NULL;
    }
}
