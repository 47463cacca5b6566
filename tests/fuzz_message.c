/* Fuzzes the reader of client messages: anybody's bytes. What is accepted has every member that its
 * verb needs; what is refused has a code and a sentence. */
#include <stdlib.h>
#include <string.h>

#include "server/net/message.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct message message;
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    const char *code = NULL;
    if (size > MESSAGE_MAX)
        return 0;
    if (!message_read(&message, (struct span){(const char *)data, size}, &code, &why)) {
        if (!code || why.length == 0)
            abort();
    } else {
        const bool right = message.verb == MESSAGE_JOIN     ? message.table && message.name
                           : message.verb == MESSAGE_RESUME ? message.secret && message.seat >= 0
                           : message.verb == MESSAGE_MOVE   ? message.line != NULL
                           : message.verb == MESSAGE_AGREE  ? message.what && message.yes >= 0
                                                            : true;
        if (!right)
            abort();
    }
    message_free(&message);
    return 0;
}
