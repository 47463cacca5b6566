#include "tools/load/prover.h"

#include <stdlib.h>
#include <string.h>

static const char *behind(struct span message, const char *key)
{
    const char *at = memmem(message.at, message.length, key, strlen(key));
    return at ? at + strlen(key) : NULL;
}

/* The next text of a list, without escapes; false at its end. */
static bool next_text(const char **at, struct span *text)
{
    if (**at == ',')
        (*at)++;
    if (**at != '"')
        return false;
    text->at = *at + 1;
    text->length = (size_t)(strchr(text->at, '"') - text->at);
    *at = text->at + text->length + 1;
    return true;
}

void prover_table(struct prover *prover, struct span message)
{
    const char *at = behind(message, "\"head\":["), *id = behind(message, "\"table\":\"");
    struct lines head = {0};
    unsigned char hash[FAIR_BYTES], secret[FAIR_BYTES];
    struct span line;
    if (!at || !id || (prover->has_head && strncmp(prover->table, id, strlen(prover->table)) == 0))
        return;
    *prover = (struct prover){.seat = prover->seat, .has_head = true, .signs = prover->signs};
    memcpy(prover->table, id, 16);
    while (next_text(&at, &line))
        lines_add(&head, line);
    fair3_head_hash(&head, hash);
    lines_free(&head);
    fair3_ledger_begin(&prover->sum, hash);
    randombytes_buf(secret, sizeof secret);
    if (prover->signs)
        fair3_secret_make(&prover->secret, secret); /* any key will do */
    fair3_chain_make(&prover->chain, prover->table, prover->seat, PROVER_LINKS, secret);
}

static bool names(const struct prover *prover, const struct fair3_note *note)
{
    return note->seats >> (prover->seat - 1) & 1;
}

static void write_chain(struct prover *prover, struct text *out)
{
    char hex[FAIR_HEX];
    unsigned char end[FAIR_BYTES];
    fair3_chain_link(&prover->chain, prover->asks, end);
    fair_to_hex(end, hex);
    text_printf(out, "{\"do\":\"chain\",\"asks\":%u,\"end\":\"%s\",\"key\":\"",
                (unsigned)prover->asks, hex);
    fair3_write_key(&prover->secret.key, out);
    text_add(out, "\"}");
}

static void write_link(struct prover *prover, struct text *out)
{
    struct text text = text_on((char[FAIR3_TEXT_MAX]){0}, FAIR3_TEXT_MAX);
    char hash[FAIR_HEX], hex[FAIR_HEX];
    unsigned char link[FAIR_BYTES];
    fair3_chain_link(&prover->chain, prover->asks, link);
    fair_to_hex(link, hex);
    fair_to_hex(prover->sum.hash, hash);
    text_printf(out, "{\"do\":\"link\",\"step\":%u,\"hash\":\"%s\",\"link\":\"%s\",\"sig\":\"",
                (unsigned)prover->asks, hash, hex);
    fair3_text_open(prover->table, prover->seat, prover->asks, prover->sum.hash, link, &text);
    const struct fair3_signed sign = fair3_sign(&prover->secret, &text);
    fair3_write_signed(&sign, out);
    text_add(out, "\"}");
}

void prover_entries(struct prover *prover, struct span message, struct text *out)
{
    const char *at = behind(message, "\"lines\":[");
    const char *from = behind(message, "\"from\":");
    struct span line;
    bool seated = false, asked = false;
    uint32_t number = (uint32_t)atoi(from);
    for (; next_text(&at, &line); number++) {
        struct fair3_note note;
        if (!prover->has_head || number != prover->sum.count + 1)
            continue;
        fair3_ledger_add(&prover->sum, line);
        asked = false;
        if (line.at[0] != '#' || !fair3_read_note(line, &note))
            continue;
        if (note.kind == FAIR3_ASK) {
            prover->asks = note.number;
            asked = names(prover, &note);
        }
        seated = seated || note.kind == FAIR3_SEAT;
    }
    if (asked) {
        write_link(prover, out);
    } else if (seated && !prover->chained) {
        prover->chained = true;
        write_chain(prover, out);
    }
}

void prover_word(struct prover *prover, struct span line, struct text *out)
{
    struct text text = text_on((char[FAIR3_TEXT_MAX]){0}, FAIR3_TEXT_MAX);
    struct fair3_note word = {.kind = FAIR3_BY,
                              .seat = prover->seat,
                              .number = ++prover->said,
                              .seen = prover->sum.count};
    char hex[FAIR_HEX];
    fair3_act(NULL, line, word.bytes);
    fair_to_hex(word.bytes, hex);
    text_printf(out, "{\"m\":%u,\"seen\":%u,\"digest\":\"%s\",\"salt\":\"-\",\"sig\":\"",
                (unsigned)word.number, (unsigned)word.seen, hex);
    fair3_text_word(prover->table, &word, prover->sum.hash, &text);
    word.sign = fair3_sign(&prover->secret, &text);
    fair3_write_signed(&word.sign, out);
    text_add(out, "\"}");
}
