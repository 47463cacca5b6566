/* fold_table: writes the letters to which words_fold (games/themots/words_fold.c) folds each
 * character, as rows of C, while the program is built. Only this program uses Unicode's tables, so
 * the library does not need them.
 *
 * A row is a run of characters that fold to the same letters; characters in no row are not folded
 * at all. Plain letters are in no row either: words_fold.c reads those itself. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <utf8proc.h>

enum { LETTERS_MAX = 3, LAST = 0x10ffff }; /* letters of one character; the last character */

/* Letters that Unicode does not decompose: the two ligatures of French, and strokes in names. */
static const char *by_hand(utf8proc_int32_t code)
{
    switch (code) {
    case 0x152: /* Œ */
    case 0x153:
        return "OE";
    case 0xc6: /* Æ */
    case 0xe6:
        return "AE";
    case 0xd8: /* Ø */
    case 0xf8:
        return "O";
    case 0x141: /* Ł */
    case 0x142:
        return "L";
    case 0x110: /* Đ */
    case 0x111:
        return "D";
    case 0x131: /* ı */
        return "I";
    default:
        return NULL;
    }
}

/* Spaces, hyphens, apostrophes and the like, which folding drops. */
static bool is_silent(utf8proc_int32_t code)
{
    switch (utf8proc_category(code)) {
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_PC:
    case UTF8PROC_CATEGORY_PD:
    case UTF8PROC_CATEGORY_PS:
    case UTF8PROC_CATEGORY_PE:
    case UTF8PROC_CATEGORY_PI:
    case UTF8PROC_CATEGORY_PF:
    case UTF8PROC_CATEGORY_PO:
    case UTF8PROC_CATEGORY_SK:
        return code != '%' && code != '#' && code != '@';
    default:
        return code == 0x2bc; /* the letter apostrophe */
    }
}

/* The letters that are left of the character without case and accents; false if it has others. */
static bool decompose(utf8proc_int32_t code, char letters[LETTERS_MAX + 1])
{
    utf8proc_int32_t part[LETTERS_MAX];
    int boundary = 0;
    const utf8proc_ssize_t count = utf8proc_decompose_char(
        code, part, LETTERS_MAX, UTF8PROC_DECOMPOSE | UTF8PROC_STRIPMARK | UTF8PROC_CASEFOLD,
        &boundary);
    if (count < 0 || count > LETTERS_MAX)
        return false;
    for (utf8proc_ssize_t i = 0; i < count; i++) {
        if (part[i] < 'a' || part[i] > 'z')
            return false;
        letters[i] = (char)(part[i] - 'a' + 'A');
    }
    letters[count] = '\0';
    return true;
}

/* The letters that the character folds to; false: no word has it. */
static bool fold(utf8proc_int32_t code, char letters[LETTERS_MAX + 1])
{
    const char *known = by_hand(code);
    if (known || is_silent(code)) {
        strcpy(letters, known ? known : "");
        return true;
    }
    return utf8proc_codepoint_valid(code) && decompose(code, letters);
}

static bool is_plain_letter(utf8proc_int32_t code)
{
    return (code >= 'A' && code <= 'Z') || (code >= 'a' && code <= 'z');
}

int main(void)
{
    char run[LETTERS_MAX + 1] = "", now[LETTERS_MAX + 1];
    utf8proc_int32_t first = -1;
    puts("/* Made by games/themots/tools/fold_table.c: {first character, last character, letters}. "
         "*/");
    for (utf8proc_int32_t code = 0; code <= LAST + 1; code++) {
        const bool folds = code <= LAST && !is_plain_letter(code) && fold(code, now);
        if (first >= 0 && (!folds || strcmp(now, run) != 0)) {
            printf("{0x%x, 0x%x, \"%s\"},\n", (unsigned)first, (unsigned)code - 1, run);
            first = -1;
        }
        if (folds && first < 0) {
            first = code;
            strcpy(run, now);
        }
    }
    return ferror(stdout) || fflush(stdout) != 0;
}
