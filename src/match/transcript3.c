#include "match/transcript3.h"

#include <string.h>

#include "base/lang.h"
#include "base/memory.h"
#include "match/transcript.h"

bool transcript3_is(struct span bytes)
{
    return span_is(span_cut(&bytes, '\n'), TRANSCRIPT3_FIRST);
}

void transcript3_free(struct transcript3 *transcript)
{
    for (size_t i = 0; i < transcript->sents; i++)
        memory_free(transcript->sent[i].text);
    lines_free(&transcript->saw);
    memory_free(transcript->saw_at);
    memory_free(transcript->open);
    memory_free(transcript->sent);
    memory_free(transcript->clock);
    memory_free(transcript->seal);
    memory_free(transcript->contradiction);
    *transcript = (struct transcript3){0};
}

const struct transcript3_open *transcript3_opened(const struct transcript3 *transcript, uint32_t n)
{
    size_t low = 0, high = transcript->opens;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (transcript->open[middle].n < n)
            low = middle + 1;
        else
            high = middle;
    }
    return low < transcript->opens && transcript->open[low].n == n ? &transcript->open[low] : NULL;
}

const struct transcript3_sent *transcript3_word(const struct transcript3 *transcript, uint32_t m)
{
    size_t low = 0, high = transcript->sents;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (transcript->sent[middle].m < m)
            low = middle + 1;
        else
            high = middle;
    }
    return low < transcript->sents && transcript->sent[low].m == m ? &transcript->sent[low] : NULL;
}

/* ---- parts of lines ---- */

static bool take_count(struct span *rest, uint64_t min, uint64_t max, uint32_t *out)
{
    uint64_t number;
    if (!span_number(span_cut(rest, ' '), min, max, &number))
        return false;
    *out = (uint32_t)number;
    return true;
}

static bool take_time(struct span *rest, uint64_t *out)
{
    return span_number(span_cut(rest, ' '), 0, INT64_MAX, out);
}

static bool take_bytes(struct span *rest, unsigned char out[FAIR_BYTES])
{
    return fair_from_hex(span_cut(rest, ' '), out);
}

/* Room for one more element. */
static void *grow(void *array, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return array;
    *capacity = *capacity ? 2 * *capacity : 16;
    return memory_resize(array, *capacity, size);
}

/* ---- lines ---- */

static bool add_table(struct transcript3 *t, struct span value)
{
    char id[FAIR_TABLE_MAX] = "";
    if (value.length == 0 || value.length >= sizeof id || t->table[0])
        return false;
    memcpy(id, value.at, value.length);
    memcpy(t->table, id, sizeof id);
    return transcript_is_table(id);
}

static bool add_chain(struct transcript3 *t, struct span value)
{
    t->chain = (struct fair3_note){.kind = FAIR3_CHAIN, .seat = t->seat};
    const bool good = t->seat && !t->opens &&
                      take_count(&value, 0, FAIR3_LINKS, &t->chain.number) &&
                      take_bytes(&value, t->chain.bytes) && fair3_read_key(value, &t->chain.key);
    t->has_chain = true;
    return good;
}

static bool add_open(struct transcript3 *t, struct span value)
{
    struct transcript3_open open = {0};
    const uint32_t last = t->opens ? t->open[t->opens - 1].n : 0;
    if (!t->has_chain || t->contradiction || !take_count(&value, last + 1, FAIR3_LINKS, &open.n) ||
        !take_time(&value, &open.at) || !take_bytes(&value, open.hash) ||
        !fair_from_hex(value, open.link))
        return false;
    t->open = grow(t->open, t->opens, &t->open_capacity, sizeof *t->open);
    t->open[t->opens++] = open;
    return true;
}

static bool add_got(struct transcript3 *t, struct span value)
{
    uint32_t n;
    if (!take_count(&value, 1, FAIR3_LINKS, &n))
        return false;
    struct transcript3_open *open = (struct transcript3_open *)transcript3_opened(t, n);
    if (!open || !fair3_read_signed(value, &open->got))
        return false;
    open->has_got = true;
    return true;
}

static bool add_sent(struct transcript3 *t, struct span value)
{
    struct transcript3_sent sent = {0};
    unsigned char digest[FAIR_BYTES];
    uint64_t at;
    const uint32_t last = t->sents ? t->sent[t->sents - 1].m : 0;
    if (!t->seat || !take_count(&value, last + 1, INT32_MAX, &sent.m) ||
        !take_count(&value, 0, INT32_MAX, &sent.seen) || !take_time(&value, &at) ||
        !take_bytes(&value, sent.digest))
        return false;
    const struct span salt = span_cut(&value, ' ');
    sent.has_salt = !span_is(salt, "-");
    if ((sent.has_salt && !fair_from_hex(salt, sent.salt)) || !value.length)
        return false;
    fair3_act(sent.has_salt ? sent.salt : NULL, value, digest);
    if (memcmp(digest, sent.digest, FAIR_BYTES) != 0)
        return false;
    sent.text = memory_new(value.length + 1, 1);
    memcpy(sent.text, value.at, value.length);
    t->sent = grow(t->sent, t->sents, &t->sent_capacity, sizeof *t->sent);
    t->sent[t->sents++] = sent;
    return true;
}

/* `refused M`, or `lost M`. */
static bool add_fate(struct transcript3 *t, struct span value, bool lost)
{
    uint32_t m;
    if (!take_count(&value, 1, INT32_MAX, &m) || value.at)
        return false;
    struct transcript3_sent *sent = (struct transcript3_sent *)transcript3_word(t, m);
    if (sent)
        *(lost ? &sent->lost : &sent->refused) = true;
    return sent != NULL;
}

static bool add_saw(struct transcript3 *t, struct span value)
{
    uint32_t entry;
    uint64_t at;
    if (!take_count(&value, t->saw.count + 1, TRANSCRIPT_LINES_MAX, &entry) ||
        !take_time(&value, &at) || !value.length)
        return false;
    while (t->saw.count < entry) {
        t->saw_at = grow(t->saw_at, t->saw.count, &t->saw_capacity, sizeof *t->saw_at);
        t->saw_at[t->saw.count] = at;
        lines_add(&t->saw, t->saw.count + 1 < entry ? (struct span){"", 0} : value);
    }
    return true;
}

static bool add_clock(struct transcript3 *t, struct span value)
{
    struct transcript3_clock clock = {0};
    uint32_t seat;
    if (!take_count(&value, 0, TRANSCRIPT_LINES_MAX, &clock.entry) ||
        !take_count(&value, 0, GAME_SEATS_MAX, &seat) || !take_time(&value, &clock.left) ||
        !take_time(&value, &clock.at) || value.at)
        return false;
    clock.seat = (int)seat;
    t->clock = grow(t->clock, t->clocks, &t->clock_capacity, sizeof *t->clock);
    t->clock[t->clocks++] = clock;
    return true;
}

static bool add_seal(struct transcript3 *t, struct span value)
{
    struct transcript3_seal seal = {0};
    if (!take_count(&value, 0, TRANSCRIPT_LINES_MAX, &seal.entry) ||
        !take_bytes(&value, seal.hash) || !fair3_read_signed(value, &seal.sign))
        return false;
    t->seal = grow(t->seal, t->seals, &t->seal_capacity, sizeof *t->seal);
    t->seal[t->seals++] = seal;
    return true;
}

static bool add_contradiction(struct transcript3 *t, struct span value)
{
    if (!value.length)
        return false;
    if (t->contradiction)
        return true; /* the first one says it */
    t->contradiction = memory_new(value.length + 1, 1);
    memcpy(t->contradiction, value.at, value.length);
    return true;
}

static bool add(struct transcript3 *t, struct span key, struct span value)
{
    uint32_t n;
    if (span_is(key, "saw"))
        return add_saw(t, value);
    if (span_is(key, "open"))
        return add_open(t, value);
    if (span_is(key, "got"))
        return add_got(t, value);
    if (span_is(key, "sent"))
        return add_sent(t, value);
    if (span_is(key, "refused") || span_is(key, "lost"))
        return add_fate(t, value, span_is(key, "lost"));
    if (span_is(key, "clock"))
        return add_clock(t, value);
    if (span_is(key, "seal"))
        return add_seal(t, value);
    if (span_is(key, "chain"))
        return add_chain(t, value);
    if (span_is(key, "contradiction"))
        return add_contradiction(t, value);
    if (!span_is(key, "left-out") || !take_count(&value, 1, FAIR3_LINKS, &n) || value.at)
        return false;
    t->left_out++;
    return true;
}

bool transcript3_add(struct transcript3 *t, struct span line, struct text *why)
{
    struct span value = line;
    const struct span key = span_cut(&value, ' ');
    uint64_t seat;
    bool good;
    switch (t->read) {
    case 0:
        good = span_is(line, TRANSCRIPT3_FIRST);
        break;
    case 1:
        good = span_is(key, "table") && add_table(t, value);
        break;
    case 2:
        good = span_is(key, "seat") && span_number(value, 0, GAME_SEATS_MAX, &seat);
        t->seat = good ? (int)seat : 0;
        break;
    case 3:
        good = span_is(key, "head") && fair_from_hex(value, t->head);
        break;
    default:
        good = add(t, key, value);
    }
    t->read += t->read < 4;
    return good || text_fail(why, tr("no honest client writes this line '%.*s' here"),
                             span_shown(key), span_start(key));
}

bool transcript3_read(struct transcript3 *transcript, struct span bytes, size_t *line,
                      struct text *why)
{
    *transcript = (struct transcript3){0};
    *line = 0;
    while (bytes.length && memchr(bytes.at, '\n', bytes.length)) { /* the last may be cut off */
        ++*line;
        const struct span current = span_cut(&bytes, '\n');
        if (!span_is_clean(current))
            return text_fail(why, tr("this line has characters that no record contains"));
        if (!transcript3_add(transcript, current, why))
            return false;
    }
    return transcript->read == 4 || text_fail(why, tr("the transcript names no table or no seat"));
}
