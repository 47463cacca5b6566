/* locale.h: the language of texts, switched for each client. For the loop's thread only. */
#ifndef CORNET_SERVER_LOCALE_H
#define CORNET_SERVER_LOCALE_H

#include <stdbool.h>

/* tr() goes on in the operator's language. */
void locale_open(void);

/* From here on tr() gives French or English. */
void locale_use(bool french);

#endif
