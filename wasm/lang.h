/* lang.h: the language of the sentences for clients. */
#ifndef CORNET_WASM_LANG_H
#define CORNET_WASM_LANG_H

#include <stdbool.h>

void locale_use(bool use_french);

#endif
