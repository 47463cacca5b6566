#include "cli/transcript_file.h"

#include <glob.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files.h"
#include "base/lang.h"
#include "tui/mirror.h"
#include "tui/saving.h"

/* ---- the file ---- */

bool transcript_file_is_possible(void)
{
    char folder[4096];
    return saving_folder(folder, sizeof folder) && access(folder, W_OK) == 0;
}

static bool read_file(const char *path, struct transcript *transcript, struct text *why)
{
    size_t length, line;
    char *bytes = files_read(path, &length, why);
    const bool good =
        bytes && transcript_read(transcript, (struct span){bytes, length}, &line, why);
    free(bytes);
    return good;
}

/* Whether a seed has been opened at this table before, in another transcript than this one. Also
 * finds the commitment of the server that was seen then. */
static bool has_opened(struct transcript_file *t, const char *folder, const char *table)
{
    char pattern[4200];
    glob_t found;
    bool opened = false;
    snprintf(pattern, sizeof pattern, "%s/dice-%s-*.txt", folder, table);
    if (glob(pattern, GLOB_NOSORT, NULL, &found) != 0)
        return false;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct transcript earlier;
        if (strcmp(found.gl_pathv[i], t->kept.path) == 0)
            continue;
        if (read_file(found.gl_pathv[i], &earlier, TEXT_UNREAD)) {
            opened |= earlier.opened != 0;
            t->has_earlier = true;
            memcpy(t->earlier, earlier.commit, FAIR_BYTES);
        }
        transcript_free(&earlier);
    }
    globfree(&found);
    return opened;
}

/* Reads the file back. */
static bool read_back(struct transcript_file *t, struct text *why)
{
    const int seat = t->content.seat;
    return read_file(t->kept.path, &t->content, why) &&
           (t->content.seat == seat ||
            text_fail(why, tr("the stored data belongs to another seat")));
}

bool transcript_file_open(struct transcript_file *t, const char *table, int seat, bool resumed,
                          const unsigned char *seed, struct text *why)
{
    char folder[4096];
    transcript_file_close(t);
    *t = (struct transcript_file){.kept.file = -1,
                                  .content = {.seat = seat, .promised = seed ? 2 : 0}};
    if (seed)
        memcpy(t->content.seed[1], seed, FAIR_BYTES);
    if (!transcript_is_table(table) || !saving_folder(folder, sizeof folder))
        return text_fail(why, tr("data of this table cannot be stored"));
    if (!kept_file_open(&t->kept, table, seat, resumed, why))
        return false;
    const bool opened = has_opened(t, folder, table);
    if (opened)
        text_fail(why, tr("you have already revealed a seed at this table, and the server asks for "
                          "a new one"));
    if (!opened && (!resumed || read_back(t, why)))
        return true;
    if (resumed)
        kept_file_close(&t->kept);
    else
        kept_file_drop(&t->kept);
    return false;
}

void transcript_file_close(struct transcript_file *t)
{
    transcript_free(&t->content);
    sodium_memzero(&t->content, sizeof t->content);
    kept_file_close(&t->kept);
}

bool transcript_file_saw(struct transcript_file *t, long long from, const json_t *lines, bool whole,
                         struct text *why)
{
    struct lines news = {0};
    size_t i;
    const json_t *line;
    bool good = true;
    if (t->kept.file < 0)
        return true;
    if (from < 0 || from > TRANSCRIPT_LINES_MAX)
        return text_fail(why, tr("the server shows a line that no game contains"));
    if (whole && (size_t)from + json_array_size(lines) < t->content.lines.count)
        return text_fail(why, tr("the server shows fewer lines of the game than before"));
    json_array_foreach(lines, i, line)
    {
        const struct span text = {json_string_value(line), json_string_length(line)};
        if (good)
            good = transcript_saw(&t->content, (size_t)from + i,
                                  text.at ? text : (struct span){"", 0}, &news, why);
    }
    const bool written = kept_file_write(&t->kept, &news, true, why);
    return good && written;
}

/* ---- what the server says ---- */

static bool read_hex(const json_t *object, const char *key, unsigned char out[FAIR_BYTES])
{
    return fair_from_hex(span_of(mirror_text(object, key)), out);
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
        if (read_hex(seat, "seed", fair->seat[i]))
            fair->revealed |= (uint8_t)(1u << i);
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
        if (strcmp(mirror_text(one, "step"), "reveal") == 0)
            fair->opened |= (uint8_t)(1u << seat);
    }
    return true;
}

static bool read_settings(const json_t *settings, struct lines *out)
{
    size_t i;
    const json_t *line;
    if (json_array_size(settings) > GAME_OPTIONS_MAX + 2)
        return false;
    json_array_foreach(settings, i, line)
    {
        const struct span text = {json_string_value(line), json_string_length(line)};
        if (!text.at || memchr(text.at, '\0', text.length))
            return false;
        lines_add(out, text);
    }
    return true;
}

static bool read_offer(const json_t *object, struct transcript_offer *offer)
{
    const json_int_t attempt = json_integer_value(json_object_get(object, "attempt"));
    const char *table = mirror_text(object, "table"), *step = mirror_text(object, "step");
    const bool open = json_is_true(json_object_get(object, "open"));
    offer->fair.attempt = (uint8_t)(attempt < 1 || attempt > UINT8_MAX ? 0 : attempt);
    offer->step = strcmp(step, "commit") == 0   ? OFFER_COMMIT
                  : strcmp(step, "reveal") == 0 ? open ? OFFER_OPEN : OFFER_LIST
                                                : OFFER_DONE;
    if (!transcript_is_table(table) || !read_hex(object, "commit", offer->commit))
        return false;
    memcpy(offer->fair.table, table, strlen(table));
    return read_settings(json_object_get(object, "settings"), &offer->settings) &&
           read_seats(json_object_get(object, "seats"), &offer->fair) &&
           read_failed(json_object_get(object, "failed"), &offer->fair);
}

/* ---- the exchange ---- */

/* The server's seed, which it shows at the end, is the one that it committed to. */
static bool check_seed(const struct transcript_file *t, const json_t *fair, struct text *why)
{
    unsigned char seed[FAIR_BYTES], commit[FAIR_BYTES];
    if (!json_is_string(json_object_get(fair, "seed")))
        return true;
    if (read_hex(fair, "seed", seed)) {
        fair_commit(seed, commit);
        if (memcmp(commit, t->content.commit, FAIR_BYTES) == 0)
            return true;
    }
    return text_fail(why, tr("the server's seed does not match its commitment"));
}

static enum transcript_step find_step(struct transcript_file *t, struct transcript_offer *offer,
                                      const json_t *fair, struct text *why)
{
    unsigned char fresh[FAIR_BYTES];
    struct lines news = {0};
    randombytes_buf(fresh, sizeof fresh);
    if (!read_offer(fair, offer)) {
        text_fail(why, tr("the server's message about the seed exchange cannot be read"));
        return TRANSCRIPT_CHEATED;
    }
    if (t->has_earlier && memcmp(t->earlier, offer->commit, FAIR_BYTES) != 0) {
        text_fail(why, tr("the server has changed its commitment"));
        return TRANSCRIPT_CHEATED;
    }
    enum transcript_step step = transcript_next(&t->content, offer, fresh, &news, why);
    if (!kept_file_write(&t->kept, &news, true, why))
        return TRANSCRIPT_LEFT_OUT; /* without a stored transcript there is no proof: send nothing
                                     */
    if (step == TRANSCRIPT_WAIT && !check_seed(t, fair, why))
        step = TRANSCRIPT_CHEATED;
    return step;
}

static json_t *answer_with(const char *key, const unsigned char bytes[FAIR_BYTES])
{
    char hex[FAIR_HEX];
    fair_to_hex(bytes, hex);
    return json_pack("{s:s,s:s}", "do", "fair", key, hex);
}

json_t *transcript_file_answer(struct transcript_file *t, const json_t *fair, struct text *why)
{
    const struct transcript *transcript = &t->content;
    struct transcript_offer offer = {.step = OFFER_COMMIT};
    unsigned char commit[FAIR_BYTES];
    if (t->kept.file < 0)
        return NULL;
    const enum transcript_step step = find_step(t, &offer, fair, why);
    const int attempt = offer.fair.attempt;
    lines_free(&offer.settings);
    if (step == t->warned)
        text_clear(why);
    if (step == TRANSCRIPT_CHEATED || step == TRANSCRIPT_LEFT_OUT)
        t->warned = step;
    if (t->warned == TRANSCRIPT_CHEATED)
        return NULL; /* once and for all */
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
