/* lang.h: the language of the sentences for clients. */
#ifndef CORNET_WASM_LANG_H
#define CORNET_WASM_LANG_H

#include <stdbool.h>

/* As lang_use, with the French texts of the data file `catalogue_fr`. */
void wasm_use_language(bool french);

#endif
