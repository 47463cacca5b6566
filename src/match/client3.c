#include "match/client3.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/lang.h"
#include "base/memory.h"

struct client3 {
    int seat;
    unsigned char secret[FAIR_BYTES]; /* x_L */
    struct fair3_secret key;
    struct fair3_chain chain; /* made when it is needed first */
    bool has_chain;
    bool mine; /* the ledger's chain of the seat is ours */
    bool contradicted;
    struct fair3_head head;
    struct lines opening;
    struct fair_cache *cache;
    struct ledger ledger;
    bool has_head, restored;
    struct transcript3 kept; /* what the transcript says, line by line */
};

void client3_out_free(struct client3_out *out)
{
    lines_free(&out->news);
    *out = (struct client3_out){0};
}

struct client3 *client3_new(int seat, const unsigned char secret[FAIR_BYTES],
                            const unsigned char key[FAIR_BYTES])
{
    struct client3 *client = memory_new(1, sizeof *client);
    client->seat = seat;
    if (seat)
        memcpy(client->secret, secret, FAIR_BYTES);
    if (seat && key)
        fair3_secret_make(&client->key, key);
    client->cache = fair_cache_new();
    return client;
}

void client3_free(struct client3 *client)
{
    if (!client)
        return;
    ledger_free(&client->ledger);
    fair_cache_free(client->cache);
    lines_free(&client->opening);
    transcript3_free(&client->kept);
    sodium_memzero(client, sizeof *client);
    memory_free(client);
}

uint32_t client3_have(const struct client3 *client)
{
    return (uint32_t)client->kept.saw.count;
}

bool client3_is_contradicted(const struct client3 *client)
{
    return client->contradicted;
}

/* ---- the transcript ---- */

/* Adds a line to the transcript. */
__attribute__((format(printf, 3, 4))) static void
note(struct client3 *client, struct client3_out *out, const char *format, ...)
{
    char line[FAIR3_NOTE_MAX + 64];
    struct text_unread unread;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    lines_add(&out->news, span_of(line));
    transcript3_add(&client->kept, span_of(line), text_unread(&unread));
}

/* The server contradicts itself or the rules: nothing more is opened. Returns false. */
__attribute__((format(printf, 4, 5))) static bool contradict(struct client3 *client,
                                                             struct client3_out *out,
                                                             struct text *why, const char *format,
                                                             ...)
{
    char sentence[TEXT_WHY];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    text_fail(why, "%s", sentence);
    client->contradicted = out->contradicted = true;
    out->link.due = false;
    if (!client->kept.contradiction)
        note(client, out, "contradiction %s", sentence);
    return false;
}

/* ---- the chain ---- */

static struct fair3_chain *our_chain(struct client3 *client)
{
    if (!client->has_chain)
        fair3_chain_make(&client->chain, client->head.table, client->seat, FAIR3_LINKS,
                         client->secret);
    client->has_chain = true;
    return &client->chain;
}

/* Whether the chain of the ledger is the one of our secret. */
static bool is_our_end(struct client3 *client, const struct fair3_note *chain)
{
    unsigned char end[FAIR_BYTES];
    if (chain->number > FAIR3_LINKS)
        return false;
    fair3_chain_link(our_chain(client), chain->number, end);
    return memcmp(end, chain->bytes, FAIR_BYTES) == 0;
}

void client3_chain(struct client3 *client, struct client3_chain *chain, struct client3_out *out)
{
    const struct ledger *ledger = &client->ledger;
    const enum fair3_seat kind = client->seat ? ledger->seat[client->seat - 1].kind : FAIR3_NOBODY;
    struct text line = text_on((char[FAIR3_TEXT_MAX]){0}, FAIR3_TEXT_MAX);
    char hex[FAIR_HEX];
    *chain = (struct client3_chain){.asks = ledger->asks, .key = client->key.key};
    if ((kind != FAIR3_PERSON && kind != FAIR3_PLAIN) || client->mine || client->contradicted ||
        client->kept.opens || ledger->asking || ledger->again)
        return;
    chain->due = true;
    fair3_chain_link(our_chain(client), chain->asks, chain->end);
    if (client->kept.has_chain && client->kept.chain.number == chain->asks)
        return; /* it is sent again */
    fair_to_hex(chain->end, hex);
    text_printf(&line, "chain %u %s ", (unsigned)chain->asks, hex);
    fair3_write_key(&chain->key, &line);
    note(client, out, "%s", line.start);
}

/* ---- entries ---- */

/* The seat's own link is in the step, and no other. */
static bool take_step(struct client3 *client, const struct fair3_note *step,
                      struct client3_out *out, struct text *why)
{
    const struct transcript3_open *open = transcript3_opened(&client->kept, step->number);
    if (!client->mine || !(step->seats >> (client->seat - 1) & 1))
        return true;
    if (!open || memcmp(open->link, step->link[client->seat - 1], FAIR_BYTES) != 0)
        return contradict(client, out, why,
                          tr("the server has made a draw with a link of your seat that you did not "
                             "open"));
    return true;
}

static bool take_ask(struct client3 *client, const struct fair3_note *ask, struct client3_out *out,
                     struct text *why)
{
    const struct ledger *ledger = &client->ledger;
    if (!client->mine || ledger->seat[client->seat - 1].kind != FAIR3_PERSON ||
        ask->seats >> (client->seat - 1) & 1)
        return true;
    out->left_out = true;
    note(client, out, "left-out %u", (unsigned)ask->number);
    text_fail(why, tr("the server makes a draw without your number: it proves nothing to you"));
    return true;
}

static bool take_miss(struct client3 *client, const struct fair3_note *miss,
                      struct client3_out *out, struct text *why)
{
    const struct transcript3_open *open = transcript3_opened(&client->kept, miss->number);
    if (!client->mine || !(miss->seats >> (client->seat - 1) & 1) || !open)
        return true;
    if (open->has_got)
        return contradict(
            client, out, why,
            tr("the server confirmed that it had your link, and says that you did not "
               "answer"));
    out->left_out = true;
    note(client, out, "left-out %u", (unsigned)miss->number);
    text_fail(why, tr("the server says that you did not answer, and makes a draw without your "
                      "number"));
    return true;
}

/* A word of this seat was sent so, and was not refused. */
static bool take_word(struct client3 *client, const struct fair3_note *word,
                      struct client3_out *out, struct text *why)
{
    const struct transcript3_sent *sent = transcript3_word(&client->kept, word->number);
    if (!client->mine)
        return true;
    if (!sent || sent->seen != word->seen || sent->refused ||
        memcmp(sent->digest, word->bytes, FAIR_BYTES) != 0)
        return contradict(
            client, out, why,
            tr("the server writes down a decision of your seat that you did not make"));
    return true;
}

/* What an entry means to this seat; it is in the ledger already. */
static bool take_meaning(struct client3 *client, struct span entry, bool restoring,
                         struct client3_out *out, struct text *why)
{
    struct text own = text_on((char[FAIR3_NOTE_MAX]){0}, FAIR3_NOTE_MAX);
    struct fair3_note parsed;
    fair3_read_note(entry, &parsed);
    switch (parsed.kind) {
    case FAIR3_ASK: /* the transcript of an earlier run says already whether we were left out */
        return restoring || take_ask(client, &parsed, out, why);
    case FAIR3_STEP:
        return take_step(client, &parsed, out, why);
    case FAIR3_MISS:
        return restoring || take_miss(client, &parsed, out, why);
    case FAIR3_CHAIN:
        if (parsed.seat != client->seat || !client->seat)
            return true;
        if (client->kept.has_chain)
            fair3_write_note(&client->kept.chain, &own);
        client->mine = span_is(entry, own.start) && is_our_end(client, &parsed);
        return true;
    case FAIR3_BY:
    case FAIR3_YES:
        return parsed.seat != client->seat || take_word(client, &parsed, out, why);
    default:
        return true;
    }
}

/* Adds an entry that is not known yet. `restoring`: the transcript has it already. */
static bool take_entry(struct client3 *client, struct span entry, uint64_t now, bool restoring,
                       struct client3_out *out, struct text *why)
{
    struct text reason = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    const uint32_t number = client->ledger.sum.count + 1;
    if (entry.length == 0 || entry.length >= FAIR3_NOTE_MAX || !span_is_clean(entry))
        return contradict(client, out, why, tr("the server shows a line that no game contains"));
    if (!restoring)
        note(client, out, "saw %u %llu %.*s", (unsigned)number, (unsigned long long)now,
             (int)entry.length, entry.at);
    if (!ledger_add(&client->ledger, entry, NULL, &reason))
        return contradict(client, out, why, tr("entry %u of the game breaks the rules: %s"),
                          (unsigned)number, reason.start);
    return restoring && client->kept.contradiction
               ? false
               : take_meaning(client, entry, restoring, out, why);
}

/* An entry that is known must be the same, as far as it is shown. */
static bool is_known(const struct client3 *client, uint32_t number, struct span entry)
{
    const char *known = client->kept.saw.line[number - 1];
    struct text one = text_on((char[FAIR3_NOTE_MAX]){0}, FAIR3_NOTE_MAX);
    struct text other = text_on((char[FAIR3_NOTE_MAX]){0}, FAIR3_NOTE_MAX);
    if (span_is(entry, known))
        return true;
    if (number > client->ledger.sum.count || !client->ledger.entry[number].hidden)
        return false;
    fair3_hidden_line(entry, &one); /* more or less of it may be shown */
    fair3_hidden_line(span_of(known), &other);
    return strcmp(one.start, other.start) == 0;
}

/* The last entry asks for this seat's link: opens it, under one hash only. */
static bool open_link(struct client3 *client, uint64_t now, struct client3_out *out,
                      struct text *why)
{
    const struct ledger *ledger = &client->ledger;
    struct client3_link *link = &out->link;
    struct text text = text_on((char[FAIR3_TEXT_MAX]){0}, FAIR3_TEXT_MAX);
    char hash[FAIR_HEX], hex[FAIR_HEX];
    if (client->contradicted || !client->mine || !ledger->asking ||
        !(ledger->step[ledger->asks - 1].asked >> (client->seat - 1) & 1))
        return true;
    link->step = ledger->asks;
    memcpy(link->hash, ledger->sum.hash, FAIR_BYTES);
    fair3_chain_link(our_chain(client), link->step, link->link);
    const struct transcript3_open *open = transcript3_opened(&client->kept, link->step);
    if (open && memcmp(open->hash, link->hash, FAIR_BYTES) != 0)
        return contradict(client, out, why,
                          tr("the server asks for a link that you opened after other entries"));
    if (!open) {
        fair_to_hex(link->hash, hash);
        fair_to_hex(link->link, hex);
        note(client, out, "open %u %llu %s %s", (unsigned)link->step, (unsigned long long)now, hash,
             hex);
        if (!transcript3_opened(&client->kept, link->step))
            return contradict(client, out, why, tr("the server asks for an older link again"));
    }
    fair3_text_open(client->head.table, client->seat, link->step, link->hash, link->link, &text);
    link->sign = fair3_sign(&client->key, &text);
    link->due = true;
    return true;
}

/* The server's signature of the entries so far. */
static bool take_seal(struct client3 *client, struct span seal, struct client3_out *out,
                      struct text *why)
{
    const struct fair3_ledger *sum = &client->ledger.sum;
    struct text text = text_on((char[FAIR3_TEXT_MAX]){0}, FAIR3_TEXT_MAX);
    struct text line = text_on((char[FAIR3_TEXT_MAX]){0}, FAIR3_TEXT_MAX);
    struct fair3_signed sign;
    char hex[FAIR_HEX];
    if (!client->head.key.has || !seal.at || span_is(seal, "-"))
        return true;
    fair3_text_seal(client->head.table, sum->count, sum->hash, &text);
    if (!fair3_read_signed(seal, &sign) ||
        !fair3_check(&client->head.key, (struct span){text.start, text.length}, &sign))
        return contradict(client, out, why,
                          tr("the server signed other entries than those that it showed"));
    fair_to_hex(sum->hash, hex);
    text_printf(&line, "seal %u %s ", (unsigned)sum->count, hex);
    fair3_write_signed(&sign, &line);
    note(client, out, "%s", line.start);
    return true;
}

bool client3_entries(struct client3 *client, uint32_t from, const struct lines *entries,
                     struct span seal, uint64_t now, struct client3_out *out, struct text *why)
{
    if (!client->has_head || client->contradicted || from == 0 || from > client3_have(client) + 1)
        return !client->contradicted;
    for (size_t i = 0; i < entries->count; i++) {
        const struct span entry = span_of(entries->line[i]);
        const uint32_t number = from + (uint32_t)i;
        if (number <= client3_have(client)) {
            if (!is_known(client, number, entry))
                return contradict(client, out, why,
                                  tr("the server has changed entry %u of the game"),
                                  (unsigned)number);
        } else if (!take_entry(client, entry, now, false, out, why)) {
            return false;
        }
    }
    if (from + entries->count == client3_have(client) + 1 && !take_seal(client, seal, out, why))
        return false;
    return open_link(client, now, out, why);
}

/* ---- the head ---- */

static void begin(struct client3 *client, struct match *match, const unsigned char hash[FAIR_BYTES])
{
    const struct ledger_given given = {.head = &client->head,
                                       .match = match,
                                       .opening = &client->opening,
                                       .cache = client->cache,
                                       .check_sign = ledger_sodium};
    ledger_begin(&client->ledger, &given, hash);
    client->has_head = true;
}

/* Plays the entries that the transcript has. */
static bool replay(struct client3 *client, struct client3_out *out, struct text *why)
{
    client->contradicted = client->kept.contradiction != NULL;
    for (size_t i = 0; i < client->kept.saw.count; i++) {
        if (!take_entry(client, span_of(client->kept.saw.line[i]), 0, true, out, why))
            return false;
    }
    return true;
}

bool client3_has_head(const struct client3 *client)
{
    return client->has_head;
}

bool client3_head(struct client3 *client, const struct lines *head, const struct lines *opening,
                  struct client3_out *out, struct text *why)
{
    struct text reason = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct fair3_head read;
    unsigned char hash[FAIR_BYTES];
    char hex[FAIR_HEX];
    struct match *match = head->count ? fair3_read_head(head, &read, &reason) : NULL;
    if (!match && !client->has_head && !client->restored)
        return text_fail(why, "%s", reason.start); /* a newer server's game: no contradiction */
    if (!match)
        return contradict(client, out, why, "%s", reason.start);
    fair3_head_hash(head, hash);
    if (client->has_head || client->restored) {
        const bool same = memcmp(hash, client->kept.head, FAIR_BYTES) == 0;
        if (client->has_head || !same)
            match_free(match);
        if (!same)
            return contradict(client, out, why,
                              tr("the server has changed the settings or promises of the table"));
        if (client->has_head)
            return true;
    }
    client->head = read;
    bool rules = !(match->game->flags & GAME_HIDDEN) && !read.from;
    if (read.from && opening) {
        struct fair3_head claimed = read;
        fair3_head_continue(&claimed, span_of(read.source), opening);
        rules = !(match->game->flags & GAME_HIDDEN) && claimed.from == read.from &&
                memcmp(claimed.opening, read.opening, FAIR_BYTES) == 0;
        for (size_t i = 0; rules && i < opening->count; i++)
            lines_add(&client->opening, span_of(opening->line[i]));
    }
    if (!rules) {
        match_free(match);
        match = NULL;
    }
    begin(client, match, hash);
    if (client->restored)
        return replay(client, out, why);
    fair_to_hex(hash, hex);
    note(client, out, TRANSCRIPT3_FIRST);
    note(client, out, "table %s", read.table);
    note(client, out, "seat %d", client->seat);
    note(client, out, "head %s", hex);
    return true;
}

bool client3_restore(struct client3 *client, struct transcript3 *kept, struct text *why)
{
    if (kept->seat != client->seat)
        return text_fail(why, tr("this transcript is of seat %d"), kept->seat);
    client->kept = *kept;
    *kept = (struct transcript3){0};
    client->restored = true;
    client->contradicted = client->kept.contradiction != NULL;
    return true;
}

/* ---- words and the rest ---- */

void client3_say(struct client3 *client, struct span act, bool yes, bool salted, uint64_t now,
                 struct client3_word *word, struct client3_out *out)
{
    const struct transcript3 *kept = &client->kept;
    struct text text = text_on((char[FAIR3_TEXT_MAX]){0}, FAIR3_TEXT_MAX);
    char digest[FAIR_HEX], salt[FAIR_HEX] = "-";
    struct fair3_note said = {.kind = yes ? FAIR3_YES : FAIR3_BY, .seat = client->seat};
    *word = (struct client3_word){.m = kept->sents ? kept->sent[kept->sents - 1].m + 1 : 1,
                                  .seen = client3_have(client),
                                  .has_salt = salted};
    if (salted) {
        randombytes_buf(word->salt, FAIR_BYTES);
        fair_to_hex(word->salt, salt);
    }
    fair3_act(salted ? word->salt : NULL, act, word->digest);
    said.number = word->m;
    said.seen = word->seen;
    memcpy(said.bytes, word->digest, FAIR_BYTES);
    fair3_text_word(client->head.table, &said, client->ledger.sum.hash, &text);
    if (client->mine) /* without a chain the seat is keyless */
        word->sign = fair3_sign(&client->key, &text);
    fair_to_hex(word->digest, digest);
    note(client, out, "sent %u %u %llu %s %s %.*s", (unsigned)word->m, (unsigned)word->seen,
         (unsigned long long)now, digest, salt, (int)act.length, act.at);
}

/* Whether the ledger has this word of the seat. */
static bool has_word(const struct client3 *client, const struct transcript3_sent *sent)
{
    const struct ledger *ledger = &client->ledger;
    for (uint32_t i = sent->seen + 1; i <= ledger->sum.count; i++) {
        const struct ledger_entry *entry = &ledger->entry[i];
        if ((entry->kind == FAIR3_BY || entry->kind == FAIR3_YES) && entry->seat == client->seat &&
            entry->number == sent->m && memcmp(entry->digest, sent->digest, FAIR_BYTES) == 0)
            return true;
    }
    return false;
}

void client3_refused(struct client3 *client, uint32_t m, struct client3_out *out)
{
    const struct transcript3_sent *sent = transcript3_word(&client->kept, m);
    if (sent && !sent->refused && !has_word(client, sent))
        note(client, out, "refused %u", (unsigned)m);
}

uint32_t client3_said(const struct client3 *client)
{
    return client->kept.sents ? client->kept.sent[client->kept.sents - 1].m : 0;
}

void client3_lose(struct client3 *client, uint32_t m, struct client3_out *out)
{
    const struct transcript3_sent *sent = transcript3_word(&client->kept, m);
    if (client->has_head && sent && !sent->refused && !sent->lost && !has_word(client, sent))
        note(client, out, "lost %u", (unsigned)m);
}

void client3_settle(struct client3 *client, uint32_t last, uint32_t open, struct client3_out *out)
{
    for (size_t i = 0; i < client->kept.sents; i++) {
        if (client->kept.sent[i].m <= last && client->kept.sent[i].m != open)
            client3_lose(client, client->kept.sent[i].m, out);
    }
}

bool client3_may_say(const struct client3 *client)
{
    return client->mine || !client->seat || !client->ledger.seat[client->seat - 1].has_chain;
}

bool client3_is_asking(const struct client3 *client)
{
    return client->has_head && client->ledger.asking && !client->contradicted;
}

bool client3_is_moved(const struct client3 *client)
{
    return !client3_may_say(client) && client->kept.opens > 0 && !client->contradicted;
}

bool client3_has_lines(const struct client3 *client, const struct lines *shown, bool whole)
{
    const struct ledger *ledger = &client->ledger;
    size_t left = shown->count;
    uint32_t entry = ledger->sum.count;
    for (; entry > 0 && (left > 0 || whole); entry--) {
        const struct ledger_entry *kept = &ledger->entry[entry];
        if (kept->kind != FAIR3_LINE || kept->undone)
            continue;
        if (left == 0 || !is_known(client, entry, span_of(shown->line[--left])))
            return false;
    }
    if (!shown->count) /* before the game begins, the lines of the other table are not shown */
        return true;
    return whole ? left == client->head.from : left == 0 || client->head.from > 0;
}

void client3_contradict(struct client3 *client, const char *sentence, struct client3_out *out)
{
    contradict(client, out, TEXT_UNREAD, "%s", sentence);
}

bool client3_is_person(const struct client3 *client)
{
    return client->seat && client->ledger.seat[client->seat - 1].kind == FAIR3_PERSON;
}

bool client3_is_played(const struct client3 *client, int seat)
{
    if (seat < 1 || seat > GAME_SEATS_MAX)
        return false;
    const enum fair3_seat kind = client->ledger.seat[seat - 1].kind;
    return kind == FAIR3_PERSON || kind == FAIR3_PLAIN;
}

bool client3_is_chained(const struct client3 *client)
{
    return client->mine;
}

void client3_got(struct client3 *client, uint32_t step, struct span sign, struct client3_out *out)
{
    const struct transcript3_open *open = transcript3_opened(&client->kept, step);
    struct text text = text_on((char[FAIR3_TEXT_MAX]){0}, FAIR3_TEXT_MAX);
    struct fair3_signed got;
    if (!open || open->has_got || !fair3_read_signed(sign, &got) || got.has != client->head.key.has)
        return;
    fair3_text_got(client->head.table, client->seat, step, open->link, &text);
    if (!got.has || fair3_check(&client->head.key, (struct span){text.start, text.length}, &got))
        note(client, out, "got %u %.*s", (unsigned)step, (int)sign.length, sign.at);
}

void client3_clock(struct client3 *client, int seat, uint64_t left, uint64_t now,
                   struct client3_out *out)
{
    if (client->has_head)
        note(client, out, "clock %u %d %llu %llu", (unsigned)client3_have(client), seat,
             (unsigned long long)left, (unsigned long long)now);
}
