/* The lexicon's arrays, embedded as games/themots/tools/words_pack.c laid them out, and used in
 * place. */
#include "embedded/words_card_data.h"
#include "embedded/words_entry_data.h"
#include "embedded/words_form_data.h"
#include "embedded/words_slot_data.h"
#include "embedded/words_text_data.h"
#include "embedded/words_theme_data.h"
#include "games/themots/words.h"

_Static_assert(sizeof words_card_data - 1 == sizeof(uint8_t[WORDS_CARDS][WORDS_ON_CARD]),
               "all cards are there");
_Static_assert((sizeof words_theme_data - 1) % sizeof(struct words_theme) == 0, "whole themes");
_Static_assert((sizeof words_entry_data - 1) % sizeof(struct words_entry) == 0, "whole entries");
_Static_assert((sizeof words_form_data - 1) % sizeof(struct words_form) == 0, "whole forms");

const struct words_theme *const words_theme = (const struct words_theme *)words_theme_data;
const struct words_entry *const words_entry = (const struct words_entry *)words_entry_data;
const struct words_form *const words_form = (const struct words_form *)words_form_data;
const char *const words_text = (const char *)words_text_data;
const uint32_t *const words_slot = (const uint32_t *)words_slot_data;
const uint8_t (*const words_card)[WORDS_ON_CARD] = (const uint8_t (*)[WORDS_ON_CARD])
    words_card_data;

const uint32_t words_themes = (sizeof words_theme_data - 1) / sizeof(struct words_theme);
const uint32_t words_entries = (sizeof words_entry_data - 1) / sizeof(struct words_entry);
const uint32_t words_forms = (sizeof words_form_data - 1) / sizeof(struct words_form);
const uint32_t words_slots = (sizeof words_slot_data - 1) / sizeof(uint32_t);
const uint32_t words_bytes = sizeof words_text_data + sizeof words_theme_data +
                             sizeof words_entry_data + sizeof words_form_data +
                             sizeof words_slot_data + sizeof words_card_data - 6;
