/* The check of a finished game, for the page /check: the one verifier, with the rules. */
#include <stdlib.h>

#include "base/json.h"
#include "base/memory.h"
#include "match/verdict.h"
#include "wasm/host.h"
#include "wasm/lang.h"

/* Checks a record with a transcript, or without one if its length is 0. Returns the verdict as
 * JSON, which stays valid until the next call:
 * {"grade":"in-part","version":2,"sentences":[…],"experts":[…],"why":null,"line":0,"in_transcript":false,
 *  "signs":[["<key>","<text>","<signature>"],…]}
 *
 * The host checks signatures. The first call, with no answers, lists them in `signs`. The second
 * one has an answer for each, in their order: '1' if it is right, else '0'. */
HOST_EXPORT(check_record)
const char *check_record(const char *record, size_t record_length, const char *transcript,
                         size_t transcript_length, const char *answers, size_t answers_length,
                         bool french);

static char *answer;

/* The signatures of a check, and the host's answers. */
struct signs {
    struct span answers;
    size_t asked;
    struct lines list; /* key, text, signature, and so on */
};

static enum ledger_sign check_sign(void *context, const struct fair3_key *key, struct span text,
                                   const struct fair3_signed *sign)
{
    struct signs *signs = context;
    struct text hex = text_on((char[FAIR3_SIGNED_HEX]){0}, FAIR3_SIGNED_HEX);
    if (signs->answers.length) {
        const bool known = signs->asked < signs->answers.length;
        const char one = known ? signs->answers.at[signs->asked] : '\0';
        signs->asked++;
        return !known ? SIGN_UNKNOWN : one == '1' ? SIGN_GOOD : SIGN_BAD;
    }
    fair3_write_key(key, &hex);
    lines_add(&signs->list, (struct span){hex.start, hex.length});
    lines_add(&signs->list, text);
    text_clear(&hex);
    fair3_write_signed(sign, &hex);
    lines_add(&signs->list, (struct span){hex.start, hex.length});
    return SIGN_UNKNOWN;
}

static void write_lines(struct json *json, const char *key, const struct lines *lines)
{
    json_key_open(json, key, '[');
    for (size_t i = 0; i < lines->count; i++)
        json_put_string(json, lines->line[i]);
    json_close(json, ']');
}

static void write_signs(struct json *json, const struct lines *list)
{
    json_key_open(json, "signs", '[');
    for (size_t i = 0; i + 2 < list->count; i += 3) {
        json_open(json, '[');
        for (size_t part = 0; part < 3; part++)
            json_put_string(json, list->line[i + part]);
        json_close(json, ']');
    }
    json_close(json, ']');
}

/* Bytes that lines need as JSON at most: an escaped byte takes six. */
static size_t room_for(const struct lines *lines)
{
    size_t room = 0;
    for (size_t i = 0; i < lines->count; i++)
        room += 6 * strlen(lines->line[i]) + 6;
    return room;
}

const char *check_record(const char *record, size_t record_length, const char *transcript,
                         size_t transcript_length, const char *answers, size_t answers_length,
                         bool french)
{
    struct verdict verdict;
    struct signs signs = {.answers = {answers, answers_length}};
    wasm_use_language(french);
    verdict_of((struct span){record, record_length},
               (struct span){transcript_length ? transcript : NULL, transcript_length}, check_sign,
               &signs, &verdict);
    free(answer);
    const size_t room = 512 + 6 * sizeof verdict.why + room_for(&verdict.sentences) +
                        room_for(&verdict.experts) + room_for(&signs.list);
    answer = memory_new(room, 1);
    struct text out = text_on(answer, room);
    struct json json = json_on(&out);
    json_open(&json, '{');
    json_key_string(&json, "grade", verdict_word(verdict.grade));
    json_key_number(&json, "version", verdict.version);
    write_lines(&json, "sentences", &verdict.sentences);
    write_lines(&json, "experts", &verdict.experts);
    json_key_string(&json, "why", verdict.why[0] ? verdict.why : NULL);
    json_key_number(&json, "line", (long long)verdict.line);
    json_key_bool(&json, "in_transcript", verdict.in_transcript);
    write_signs(&json, &signs.list);
    json_close(&json, '}');
    verdict_free(&verdict);
    lines_free(&signs.list);
    return answer;
}
