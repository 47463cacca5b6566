/* locale.h: texts in a client's language. */
#ifndef CORNET_SERVER_LOCALE_H
#define CORNET_SERVER_LOCALE_H

#include <stdbool.h>

void locale_open(void);
void locale_use(bool french);

#endif
