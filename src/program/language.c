/* French works without a French locale: the catalogue is read by base/lang.h. */
#include "program/language.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files.h"
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

/* The catalogue is beside the program in a build folder, and under share/ once installed. It is
 * kept until the program ends. */
static void read_catalogue(void)
{
    static const char *const places[] = {"/locale", "/../share/locale", "/usr/share/locale"};
    char folder[4096], path[4200];
    const ssize_t length = readlink("/proc/self/exe", folder, sizeof folder - 1);
    folder[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(folder, '/');
    if (slash)
        *slash = '\0';
    for (int i = 0; i < 3; i++) {
        size_t size;
        snprintf(path, sizeof path, "%s%s/fr/LC_MESSAGES/cornet.mo", i < 2 ? folder : "",
                 places[i]);
        void *catalogue = files_read(path, &size, TEXT_UNREAD);
        if (catalogue) {
            lang_set_french(catalogue, size);
            return;
        }
    }
}

/* Messages of the system (strerror) are in the same language, if it has French texts. */
static void start_messages_of_system(void)
{
    if (!setlocale(LC_MESSAGES, "fr_FR.UTF-8"))
        setlocale(LC_MESSAGES, "C.UTF-8");
    setenv("LANGUAGE", "fr", 1); /* no other thread runs yet */
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
    const bool french = strcmp(language, "fr") == 0;
    if (french)
        start_messages_of_system();
    read_catalogue(); /* in English too: a client of the server may use French */
    lang_start(french);
    return true;
}
