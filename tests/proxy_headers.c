#include "proxy_headers.h"

#define SIGNED "\r\n\r\n\0\r\nQUIT\n"
#define FOUR_TO_FOUR "\xc6\x33\x64\x07\x7f\0\0\1\x12\x34\0\x50" /* 198.51.100.7 */
#define SIX_TO_SIX                                                                                 \
    "\x20\x01\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\1"                                                     \
    "\x20\x01\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\2\x12\x34\0\x50"

const struct proxy_case proxy_cases[PROXY_CASES] = {
#define HEADER(bytes, client)                                                                      \
    {                                                                                              \
        bytes, sizeof bytes - 1, client                                                            \
    }
    HEADER("PROXY TCP4 198.51.100.7 127.0.0.1 4711 80\r\n", "198.51.100.7"),
    HEADER("PROXY TCP6 2001:db8::1 2001:db8::2 4711 80\r\n", "2001:db8::1"),
    HEADER("PROXY UNKNOWN\r\n", ""),
    HEADER("PROXY UNKNOWN ffff::1 anything 1 2\r\n", ""),
    HEADER("PROXY TCP4 198.51.100.7 127.0.0.1 4711 80\n", NULL),
    HEADER("PROXY TCP4 198.51.100.7 127.0.0.1 4711\r\n", NULL),
    HEADER("PROXY TCP4 198.51.100.7 127.0.0.1 4711 80 90\r\n", NULL),
    HEADER("PROXY TCP4 198.51.100.7  127.0.0.1 4711 80\r\n", NULL),
    HEADER("PROXY TCP4 2001:db8::1 2001:db8::2 4711 80\r\n", NULL),
    HEADER("PROXY TCP6 198.51.100.7 127.0.0.1 4711 80\r\n", NULL),
    HEADER("PROXY TCP4 198.51.100.7 127.0.0.1 4711 65536\r\n", NULL),
    HEADER("PROXY TCP4 198.51.100.7 127.0.0.1 -1 80\r\n", NULL),
    HEADER("PROXY TCP4 198.51.100.300 127.0.0.1 4711 80\r\n", NULL),
    HEADER("PROXY TCP5 198.51.100.7 127.0.0.1 4711 80\r\n", NULL),
    HEADER("PROXY \r\n", NULL),
    HEADER("PROXY TCP4 \0 127.0.0.1 4711 80\r\n", NULL),
    HEADER("PROXY UNKNOWN 0123456789012345678901234567890123456789012345678901234567890123456789"
           "0123456789012345678901\r\n",
           NULL),
    HEADER(SIGNED "\x21\x11\0\x0c" FOUR_TO_FOUR, "198.51.100.7"),
    HEADER(SIGNED "\x21\x21\0\x24" SIX_TO_SIX, "2001:db8::1"),
    HEADER(SIGNED "\x21\x11\0\x13" FOUR_TO_FOUR "\x04\0\4abcd", "198.51.100.7"),
    HEADER(SIGNED "\x20\0\0\0", ""),
    HEADER(SIGNED "\x20\x11\0\x0c" FOUR_TO_FOUR, ""),
    HEADER(SIGNED "\x21\0\0\0", ""),
    HEADER(SIGNED "\x21\x11\0\x0b" FOUR_TO_FOUR, NULL), /* too short for its addresses */
    HEADER(SIGNED "\x21\x21\0\x0c" FOUR_TO_FOUR, NULL),
    HEADER(SIGNED "\x21\x31\0\x0c" FOUR_TO_FOUR, NULL),
    HEADER(SIGNED "\x21\x12\0\x0c" FOUR_TO_FOUR, NULL),          /* datagrams */
    HEADER(SIGNED "\x21\x11\xff\xff" FOUR_TO_FOUR, NULL),        /* longer than the limit */
    HEADER(SIGNED "\x21\x11\0\x0e" FOUR_TO_FOUR "\x04\0", NULL), /* half of an extension */
    HEADER(SIGNED "\x21\x11\0\x13" FOUR_TO_FOUR "\x04\0\5abcd",
           NULL), /* an extension with a wrong length */
    HEADER(SIGNED "\x31\x11\0\x0c" FOUR_TO_FOUR, NULL),
    HEADER(SIGNED "\x22\x11\0\x0c" FOUR_TO_FOUR, NULL),
#undef HEADER
};
