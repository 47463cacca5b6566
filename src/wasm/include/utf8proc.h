/* utf8proc.h for WebAssembly: the part of it that table/names.c uses, by wasm/unicode.c: browsers
 * have Unicode's tables. */
#ifndef CORNET_WASM_INCLUDE_UTF8PROC_H
#define CORNET_WASM_INCLUDE_UTF8PROC_H

#include <stddef.h>
#include <stdint.h>

typedef uint8_t utf8proc_uint8_t;
typedef int32_t utf8proc_int32_t;
typedef ptrdiff_t utf8proc_ssize_t;

/* In the order of the rows in web/offline/host.js. */
typedef enum {
    UTF8PROC_CATEGORY_CN,
    UTF8PROC_CATEGORY_CC,
    UTF8PROC_CATEGORY_CF,
    UTF8PROC_CATEGORY_CO,
    UTF8PROC_CATEGORY_CS,
    UTF8PROC_CATEGORY_ZL,
    UTF8PROC_CATEGORY_ZP,
    UTF8PROC_CATEGORY_ZS,
    UTF8PROC_CATEGORY_MN,
    UTF8PROC_CATEGORY_ME,
    UTF8PROC_CATEGORY_SO,
    UTF8PROC_CATEGORY_SK,
    UTF8PROC_CATEGORY_OTHER, /* all the rest */
} utf8proc_category_t;

/* The host's form is the one with all of these. */
typedef enum {
    UTF8PROC_NULLTERM = 1,
    UTF8PROC_STABLE = 2,
    UTF8PROC_COMPAT = 4,
    UTF8PROC_COMPOSE = 8,
    UTF8PROC_CASEFOLD = 16,
    UTF8PROC_IGNORE = 32,
} utf8proc_option_t;

utf8proc_category_t utf8proc_category(utf8proc_int32_t code);

/* `length` is -1: the bytes end with a NUL. */
utf8proc_ssize_t utf8proc_iterate(const utf8proc_uint8_t *bytes, utf8proc_ssize_t length,
                                  utf8proc_int32_t *code);
utf8proc_ssize_t utf8proc_map(const utf8proc_uint8_t *bytes, utf8proc_ssize_t length,
                              utf8proc_uint8_t **out, utf8proc_option_t options);

#endif
