/* Fuzzes the parser of client messages with untrusted bytes. An accepted message has every member
 * that its verb requires; a refused one has a code and a sentence. A message after a space is never
 * parsed by the fast path, and must give the same result. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/message_json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Writes the message as text; of nested members it only writes whether they are present. */
static void write_message(const struct message *m, char out[], size_t size)
{
    const char *const string[] = {m->table, m->name, m->secret, m->line,   m->text,
                                  m->what,  m->game, m->fair,   m->commit, m->seed,
                                  m->list,  m->lang, m->fill};
    struct text text = text_on(out, size);
    text_printf(&text, "%d %lld %lld %lld %lld %lld %d %d %d %d %d %d %d", (int)m->verb, m->id,
                m->seat, m->players, m->protocol, m->at, m->listed, m->chat, m->yes, m->states,
                m->has_options, m->has_seats, m->has_clock);
    for (size_t i = 0; i < sizeof string / sizeof *string; i++)
        text_printf(&text, "\n%s", string[i] ? string[i] : "\a");
}

static void check_read(struct span bytes, char out[], size_t size)
{
    struct message message;
    json_t *root;
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    const char *code = NULL;
    if (!message_read(&message, bytes, &root, &code, &why)) {
        if (!code || why.length == 0)
            abort();
        snprintf(out, size, "%s %s %lld", code, reason, message.id);
    } else {
        const bool right = message.verb == MESSAGE_JOIN     ? message.table != NULL
                           : message.verb == MESSAGE_RESUME ? message.secret && message.seat >= 0
                           : message.verb == MESSAGE_MOVE   ? message.line != NULL
                           : message.verb == MESSAGE_AGREE  ? message.what && message.yes >= 0
                                                            : true;
        if (!right)
            abort();
        write_message(&message, out, size);
    }
    json_decref(root);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char spaced[MESSAGE_MAX + 1] = " ", one[8192], other[8192];
    if (size > MESSAGE_MAX)
        return 0;
    memcpy(spaced + 1, data, size);
    check_read((struct span){spaced + 1, size}, one, sizeof one);
    check_read((struct span){spaced, size + 1}, other, sizeof other);
    if (strcmp(one, other) != 0) {
        fprintf(stderr, "%s\n\nbut behind a space:\n\n%s\n", one, other);
        abort();
    }
    return 0;
}
