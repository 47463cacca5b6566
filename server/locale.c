/* Two languages in one process: gettext reads LANGUAGE again when its catalogue counter has
 * changed. The variable's text is a static buffer that is overwritten in place, so that the
 * environment never moves under another thread. */
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "server/locale.h"

extern int _nl_msg_cat_cntr; /* GNU gettext's; its manual says to increment it */

static char variable[] = "LANGUAGE=en";

void locale_open(void)
{
    const char *locale = setlocale(LC_MESSAGES, NULL);
    if (!locale || strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0)
        setlocale(LC_MESSAGES, "C.UTF-8"); /* in the locale C gettext ignores LANGUAGE */
    const char *language = getenv("LANGUAGE");
    if (language && strncmp(language, "fr", 2) == 0)
        memcpy(strchr(variable, '=') + 1, "fr", 2);
    putenv(variable);
    _nl_msg_cat_cntr++;
}

void locale_use(bool french)
{
    char *at = strchr(variable, '=') + 1;
    const char *wanted = french ? "fr" : "en";
    if (memcmp(at, wanted, 2) == 0)
        return;
    memcpy(at, wanted, 2);
    _nl_msg_cat_cntr++;
}
