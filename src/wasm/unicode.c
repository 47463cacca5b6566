#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "base/memory.h"
#include "base/text.h"
#include "wasm/host.h"

utf8proc_category_t utf8proc_category(utf8proc_int32_t code)
{
    return (utf8proc_category_t)host_category((uint32_t)code);
}

utf8proc_ssize_t utf8proc_iterate(const utf8proc_uint8_t *bytes, utf8proc_ssize_t length,
                                  utf8proc_int32_t *code)
{
    const char *text = (const char *)bytes;
    uint32_t found = 0;
    const size_t used =
        span_character((struct span){text, length < 0 ? strnlen(text, 4) : (size_t)length}, &found);
    *code = used ? (utf8proc_int32_t)found : -1;
    return used ? (utf8proc_ssize_t)used : -1;
}

utf8proc_ssize_t utf8proc_map(const utf8proc_uint8_t *bytes, utf8proc_ssize_t length,
                              utf8proc_uint8_t **out, utf8proc_option_t options)
{
    const size_t room = 18 * strlen((const char *)bytes) + 1; /* NFKC makes at most 18 of one */
    char *mapped = memory_new(room, 1);
    (void)length;
    (void)options;
    const size_t used = host_fold_name((const char *)bytes, mapped, room);
    if (!used) {
        free(mapped);
        return -1;
    }
    *out = (utf8proc_uint8_t *)mapped;
    return (utf8proc_ssize_t)used;
}
