/* French works without a French locale: if it is not installed, C.UTF-8 is used instead, and
 * LANGUAGE selects the catalogue. */
#include "apps/commands/language.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/lang.h"

/* The value of the first variable that is set, in the order in which setlocale looks. */
static const char *from_environment(const char *category)
{
    const char *const names[] = {"LC_ALL", category, "LANG"};
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(names[i]);
        if (value && *value)
            return value;
    }
    return "C";
}

static void start_characters(void)
{
    if (setlocale(LC_CTYPE, ""))
        return;
    const char *wanted = from_environment("LC_CTYPE");
    if (strcasestr(wanted, "utf-8") || strcasestr(wanted, "utf8"))
        setlocale(LC_CTYPE, "C.UTF-8");
}

/* The catalogues are beside the program in a build folder, and under share/ once installed. */
static void find_catalogues(void)
{
    char path[4096], try[4200];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0)
        return;
    path[length] = '\0';
    char *slash = strrchr(path, '/');
    *slash = '\0';
    static const char *const places[] = {"locale", "../share/locale"};
    for (int i = 0; i < 2; i++) {
        snprintf(try, sizeof try, "%s/%s/fr/LC_MESSAGES/cornet.mo", path, places[i]);
        if (access(try, R_OK) == 0) {
            snprintf(try, sizeof try, "%s/%s", path, places[i]);
            bindtextdomain(LANG_DOMAIN, try);
            return;
        }
    }
}

bool language_start(const char *language)
{
    start_characters();
    if (!language) {
        /* LANGUAGE is ignored in the C locale, as gettext does. */
        const char *locale = from_environment("LC_MESSAGES");
        const char *list = getenv("LANGUAGE");
        const bool none = strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0;
        const char *wanted = !none && list && *list ? list : locale;
        language = strncmp(wanted, "fr", 2) == 0 ? "fr" : "en";
    } else if (strcmp(language, "fr") != 0 && strcmp(language, "en") != 0) {
        return false;
    }
    if (strcmp(language, "fr") == 0) {
        if (!setlocale(LC_MESSAGES, "fr_FR.UTF-8"))
            setlocale(LC_MESSAGES, "C.UTF-8");
        setenv("LANGUAGE", "fr", 1);
    }
    find_catalogues(); /* in English too: a client of the server may use French */
    bind_textdomain_codeset(LANG_DOMAIN, "UTF-8");
    return true;
}
