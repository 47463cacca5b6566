/* Action ids of Thémots: 0 pass, 1 vote no, 2 vote yes, and from 3 on the words on offer by rank.
 *
 * The lexicon has tens of thousands of words and grows, so a word has no number of its own. Rank 1
 * is the word on offer that earns the most tokens. Words of equal worth are in the order of
 * actions(), which is that of the lexicon. */
#include "games/themots/rules.h"

enum { PASS, NO, YES, WORD };

void themots_list_ids(const void *state, int seat, const game_action list[], size_t count,
                      uint16_t id[])
{
    const struct themots *s = state;
    uint8_t points[GAME_ACTIONS_MAX];
    uint16_t next[WORDS_DICE + 1] = {0}; /* by points: first their number, then the next id */
    const bool alike = s->colour == THEMOTS_BLACK; /* all words are worth the same */
    (void)seat;
    for (size_t i = 0; i < count; i++) {
        if (themots_kind(list[i]) != THEMOTS_SAY)
            continue;
        points[i] = alike ? 0 : (uint8_t)words_value(themots_value(list[i]), s->letter, s->once);
        next[points[i]]++;
    }
    unsigned first = WORD;
    for (int worth = WORDS_DICE; worth >= 0; worth--) {
        const unsigned number = next[worth];
        next[worth] = (uint16_t)first;
        first += number;
    }
    for (size_t i = 0; i < count; i++) {
        const unsigned kind = themots_kind(list[i]);
        id[i] = kind == THEMOTS_SAY    ? next[points[i]]++
                : kind == THEMOTS_CAST ? (uint16_t)(themots_value(list[i]) ? YES : NO)
                                       : (uint16_t)PASS;
    }
}

void themots_id_name(unsigned id, struct text *out)
{
    static const char *const other[WORD] = {"pass", "vote no", "vote yes"};
    if (id >= WORD)
        text_printf(out, "word %u", id - WORD + 1);
    else
        text_add(out, other[id]);
}
