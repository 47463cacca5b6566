/* The check of a finished game, for the page /check: the one verifier, with the rules. */
#include <stdlib.h>

#include "base/json.h"
#include "base/memory.h"
#include "match/verdict.h"
#include "wasm/host.h"
#include "wasm/lang.h"

/* Checks a record with a transcript, or without one if its length is 0. Returns the verdict as
 * JSON, which stays valid until the next call:
 * {"grade":"in-part","version":2,"said":[…],"experts":[…],"why":null,"line":0,"in_transcript":false}
 */
HOST_EXPORT(check_record)
const char *check_record(const char *record, size_t record_length, const char *transcript,
                         size_t transcript_length, bool french);

static char *answer;

static void write_lines(struct json *json, const char *key, const struct lines *lines)
{
    json_key_open(json, key, '[');
    for (size_t i = 0; i < lines->count; i++)
        json_put_string(json, lines->line[i]);
    json_close(json, ']');
}

/* Bytes that the verdict needs as JSON at most: an escaped byte takes six. */
static size_t room_for(const struct verdict *verdict)
{
    size_t room = 512 + 6 * sizeof verdict->why;
    for (size_t i = 0; i < verdict->said.count; i++)
        room += 6 * strlen(verdict->said.line[i]) + 3;
    for (size_t i = 0; i < verdict->experts.count; i++)
        room += 6 * strlen(verdict->experts.line[i]) + 3;
    return room;
}

/* No libsodium here: the verdict says that signatures were not checked. */
static enum ledger_sign unknown(void *context, const struct fair3_key *key, struct span text,
                                const struct fair3_signed *sign)
{
    (void)context, (void)key, (void)text, (void)sign;
    return SIGN_UNKNOWN;
}

const char *check_record(const char *record, size_t record_length, const char *transcript,
                         size_t transcript_length, bool french)
{
    struct verdict verdict;
    wasm_use_language(french);
    verdict_of((struct span){record, record_length},
               (struct span){transcript_length ? transcript : NULL, transcript_length}, unknown,
               NULL, &verdict);
    free(answer);
    const size_t room = room_for(&verdict);
    answer = memory_new(room, 1);
    struct text out = text_on(answer, room);
    struct json json = json_on(&out);
    json_open(&json, '{');
    json_key_string(&json, "grade", verdict_word(verdict.grade));
    json_key_number(&json, "version", verdict.version);
    write_lines(&json, "said", &verdict.said);
    write_lines(&json, "experts", &verdict.experts);
    json_key_string(&json, "why", verdict.why[0] ? verdict.why : NULL);
    json_key_number(&json, "line", (long long)verdict.line);
    json_key_bool(&json, "in_transcript", verdict.in_transcript);
    json_close(&json, '}');
    verdict_free(&verdict);
    return answer;
}
