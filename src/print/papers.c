/* The papers, and the PDFs by name: in every build, for the command line and the server. */
#include <stdio.h>
#include <string.h>

#include "base/lang.h"
#include "print/print.h"

enum { PAPERS = 2, LANGUAGES = 2 };

const struct print_paper print_papers[PAPERS + 1] = {
    {"a4", 210, 297},
    {"letter", 215.9, 279.4},
    {0},
};

bool print_find(const char *name, size_t *number)
{
    char own[128];
    *number = 0;
    for (size_t game = 0; print_works && game_list[game]; game++) {
        for (size_t i = 0; i < PAPERS * LANGUAGES; i++, ++*number) {
            snprintf(own, sizeof own, "%s-%s-%s.pdf", game_list[game]->id,
                     print_papers[i / LANGUAGES].name, i % LANGUAGES ? "fr" : "en");
            if (strcmp(own, name) == 0)
                return true;
        }
    }
    return false;
}

char *print_numbered(size_t number, size_t *length, struct text *why)
{
    lang_use(number % LANGUAGES != 0);
    char *pdf = print_pdf(game_list[number / LANGUAGES / PAPERS],
                          &print_papers[number / LANGUAGES % PAPERS], length, why);
    lang_use_default();
    return pdf;
}
