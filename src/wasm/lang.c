#include "wasm/lang.h"

#include "base/lang.h"
#include "embedded/catalogue_fr.h"

void wasm_use_language(bool french)
{
    lang_set_french(catalogue_fr, sizeof catalogue_fr - 1);
    lang_use(french);
}
