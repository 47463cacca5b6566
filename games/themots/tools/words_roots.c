/* words_roots: proposes pairs of common nouns whose families a person should look at.
 *
 *     words_roots [THEME] [--decided FILE]...
 *
 * Two kinds, one a line: `different A ; B` are of two families and look alike, `same A ; B` are of
 * one and do not. Pairs of the files (as in games/themots/tests/words/) have been decided and are
 * left out. What looks alike is a guess: a beginning in common, a word that is part of a compound.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "games/themots/words.h"

enum { BEGINNING = 5 }; /* letters in common that make two words look alike */

/* How many letters the words have in common at their beginning. */
static size_t in_common(const char *a, const char *b)
{
    size_t length = 0;
    while (a[length] && a[length] == b[length])
        length++;
    return length;
}

/* Alike: one begins with nearly all of the other, or they share a long beginning. */
static bool look_alike(const char *a, const char *b)
{
    const size_t common = in_common(a, b), first = strlen(a), second = strlen(b);
    const size_t shorter = first < second ? first : second;
    return common >= BEGINNING || (common >= 4 && common + 1 >= shorter);
}

/* Not at all alike: no beginning in common and neither within the other. */
static bool look_unlike(const char *a, const char *b)
{
    return in_common(a, b) < 3 && !strstr(a, b) && !strstr(b, a);
}

/* A pair as the files write it, folded, the first in the alphabet before the other. */
static void write_key(char *out, size_t capacity, const char *a, const char *b)
{
    const bool swap = strcmp(a, b) > 0;
    snprintf(out, capacity, "%s;%s", swap ? b : a, swap ? a : b);
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_decided(const struct lines *decided, const char *a, const char *b)
{
    char text[2 * WORDS_FORM_MAX + 2], *key = text;
    write_key(text, sizeof text, a, b);
    return decided->count &&
           bsearch(&key, decided->line, decided->count, sizeof *decided->line, by_bytes);
}

static bool read_decided(const char *path, struct lines *decided)
{
    char line[512];
    FILE *in = fopen(path, "r");
    if (!in) {
        perror(path);
        return false;
    }
    while (fgets(line, sizeof line, in)) {
        char a[WORDS_FORM_MAX], b[WORDS_FORM_MAX], key[2 * WORDS_FORM_MAX + 2];
        struct span rest = {line, strcspn(line, "\n")};
        span_cut(&rest, ' ');
        const struct span first = span_cut(&rest, ';');
        if (!rest.at || !words_fold(first, a) || !words_fold(rest, b))
            continue;
        write_key(key, sizeof key, a, b);
        lines_add(decided, span_of(key));
    }
    fclose(in);
    return true;
}

static void propose(const struct words_theme *theme, const struct lines *decided)
{
    for (uint32_t i = theme->entry; i < theme->entry + theme->entries; i++) {
        const struct words_entry *e = &words_entry[i];
        char a[WORDS_FORM_MAX], b[WORDS_FORM_MAX];
        if (!e->root)
            continue;
        words_fold(words_written(e->form), a);
        for (uint32_t j = i + 1; j < theme->entry + theme->entries; j++) {
            const struct words_entry *f = &words_entry[j];
            if (!f->root)
                continue;
            words_fold(words_written(f->form), b);
            const bool same = e->root == f->root;
            if ((same ? !look_unlike(a, b) : !look_alike(a, b)) || is_decided(decided, a, b))
                continue;
            const struct span first = words_written(e->form), second = words_written(f->form);
            printf("%s: %s %.*s ; %.*s\n", theme->id, same ? "same" : "different",
                   (int)first.length, first.at, (int)second.length, second.at);
        }
    }
}

int main(int argc, char **argv)
{
    struct lines decided = {0};
    unsigned only = words_themes;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--decided") == 0 && i + 1 < argc) {
            if (!read_decided(argv[++i], &decided))
                return 1;
        } else if ((only = words_find_theme(span_of(argv[i]))) == words_themes) {
            fprintf(stderr, "usage: words_roots [THEME] [--decided FILE]...\n");
            return 2;
        }
    }
    lines_sort(&decided);
    for (unsigned theme = 0; theme < words_themes; theme++) {
        if (only == words_themes || theme == only)
            propose(&words_theme[theme], &decided);
    }
    lines_free(&decided);
    return 0;
}
