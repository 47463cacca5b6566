/* Two languages in one process: gettext looks at LANGUAGE whenever its counter has changed. The
 * variable's text is ours and is overwritten in place, so nothing moves under another thread. */
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "server/locale.h"

extern int _nl_msg_cat_cntr; /* GNU gettext's; its manual says to count it up */

static char variable[] = "LANGUAGE=en";

void locale_open(void)
{
    const char *locale = setlocale(LC_MESSAGES, NULL);
    if (!locale || strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0)
        setlocale(LC_MESSAGES, "C.UTF-8"); /* in the locale C gettext looks at nothing */
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
