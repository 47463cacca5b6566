/* Thémots: words on a theme, all at once, against the clock. games/themots/rules.md has the rules.
 *
 * The state is open: everybody hears everything. Spoken words are stored as numbers of lexicon
 * entries. A word accepted only by a vote or by an older record gets the index of its key in the
 * trail as its number, and stays valid until the end of the game. */
#ifndef CORNET_GAMES_THEMOTS_RULES_H
#define CORNET_GAMES_THEMOTS_RULES_H

#include "game/game.h"
#include "games/themots/words.h"

enum { THEMOTS_TOKENS_MAX = 50, THEMOTS_SAID_MAX = GAME_SEATS_MAX * THEMOTS_TOKENS_MAX };
enum { THEMOTS_FACES = 6, THEMOTS_BLACK = 5, THEMOTS_COLOURS = 6 };
enum { THEMOTS_BLACK_TOKENS = 4 }; /* tokens won or lost in a black round */
enum { THEMOTS_VOTE_SECONDS = 15, THEMOTS_DOWN_MAX = 8 };
enum { THEMOTS_LIST_MAX = 80 };              /* maximum number of answers offered to a bot */
enum { THEMOTS_IDS = 3 + THEMOTS_LIST_MAX }; /* action ids: pass, no, yes, and the words by rank */
enum { THEMOTS_TEXTS = 512 }; /* bytes for the words of a round that are not in the lexicon */

enum themots_variant { THEMOTS_BASE, THEMOTS_MANCHE, THEMOTS_FERMER };

enum themots_phase {
    THEMOTS_TO_THEME, /* chance: the numbered die */
    THEMOTS_TO_ROLL,  /* chance: letters and colour */
    THEMOTS_TALK,     /* anyone */
    THEMOTS_VOTE,     /* anyone: the other people about a word */
    THEMOTS_JUDGE,    /* chance: the verdict */
    THEMOTS_END,
};

enum themots_reason {
    THEMOTS_GOOD,
    THEMOTS_INITIAL,
    THEMOTS_THEME,
    THEMOTS_ROOT,
    THEMOTS_SAME,
    THEMOTS_LETTER,
    THEMOTS_UNKNOWN,
    THEMOTS_REASONS,
};

#define THEMOTS_NO_WORD 0xfffff /* a word that has no number yet */
#define THEMOTS_VOTED 0xffc00   /* plus the index in the trail: a word that is not an entry */

/* A word that was accepted in this round. */
struct themots_said {
    uint32_t word : WORDS_ENTRY;
    uint32_t seat : 4;   /* from 0 */
    uint32_t points : 8; /* the tokens that it took */
};

/* Why a word was refused, for reasons that are a matter of opinion. */
struct themots_doubt {
    uint32_t meant;    /* 1 + the form that may have been misspelt; 0: none */
    uint8_t elsewhere; /* 1 + a theme of the lexicon that has the word; 0: none */
};

/* The last word that was refused in this round. */
struct themots_refused {
    char text[GAME_SAID_MAX];
    struct themots_doubt doubt;
    uint8_t seat; /* from 1; 0: none was refused */
    uint8_t reason;
    uint8_t theme; /* on the card, from 0 */
    uint8_t voted; /* whether people voted on it */
};

struct themots {
    uint16_t score[GAME_SEATS_MAX];
    uint16_t centre, reserve;
    uint16_t round;   /* from 1 */
    uint16_t seconds; /* of a round */
    uint8_t idle;     /* consecutive rounds in which no token moved */
    uint8_t moved;    /* whether a token moved in this round */
    uint8_t players;
    uint8_t variant;
    uint8_t card; /* from 0 */
    uint8_t phase;
    uint8_t plain;              /* whether the first round is never black */
    uint8_t last;               /* of the last round: 1 + the theme on the card; 0: none yet */
    uint8_t once;               /* letters=word: a letter scores as often as the word has it */
    uint8_t again;              /* black=again: after a wrong letter a player may try again */
    uint8_t vote;               /* whether people vote on words that the lexicon refuses */
    uint8_t people;             /* bitmask of the seats that people hold */
    uint8_t thrower;            /* from 0 */
    uint8_t theme;              /* on the card, from 0; in `fermer`, of the current word */
    uint8_t letter[WORDS_DICE]; /* A is 0; vert blanc jaune rouge bleu */
    uint8_t colour;             /* index of a die in that order, or THEMOTS_BLACK */
    uint8_t rolled;             /* whether letters and colour are those of this round */
    uint8_t out;                /* bitmask of the seats that are out of the round */
    uint8_t closed;             /* `fermer`: bitmask of the closed themes */
    uint8_t spoken;             /* valid words of this round: the last to speak scores nothing */

    /* The word being judged. */
    uint8_t speaker; /* from 0 */
    uint8_t reason;  /* of today's ruling */
    uint8_t points;
    uint8_t voted, yes; /* bitmasks: who has voted, and who voted yes */
    uint32_t word;      /* as in `said` */
    uint16_t against;   /* for THEMOTS_ROOT and _SAME: which of those said */
    struct themots_doubt doubt;
    char text[GAME_SAID_MAX];
    uint32_t key; /* if people vote on it */

    struct themots_refused refused;
    uint32_t down[THEMOTS_DOWN_MAX]; /* keys of the words that a vote refused in this round */
    uint32_t downs;                  /* their number; only the last ones are kept */
    char texts[THEMOTS_TEXTS]; /* the words in `said` that are not entries, in order, each with its
                                  NUL; words without room are missing */
    uint16_t said_count;
    struct themots_said said[THEMOTS_SAID_MAX];
};

/* Actions: kind, seat, theme of the card, and a value. */
enum {
    THEMOTS_DRAW_THEME, /* value: the theme on the card, from 0 */
    THEMOTS_ROLL,       /* value: five faces and a colour, in base 6 */
    THEMOTS_TIME,
    THEMOTS_SAY, /* value: a form of the lexicon, or THEMOTS_SPOKEN */
    THEMOTS_PASS,
    THEMOTS_CAST,  /* value: whether the vote is yes */
    THEMOTS_YES,   /* value: points */
    THEMOTS_NO,    /* value: the reason */
    THEMOTS_CLOSE, /* ends a vote: the votes cast count */
};
#define THEMOTS_SPOKEN 0x3fffffu   /* the word is in the history's `said` */
#define THEMOTS_ROLLS 46656u       /* 6^6 */
#define THEMOTS_PLAIN_ROLLS 38880u /* those that are not black */

static inline game_action themots_action(unsigned kind, unsigned seat, unsigned theme,
                                         unsigned value)
{
    return kind << 28 | seat << 25 | theme << 22 | value;
}
static inline unsigned themots_kind(game_action action)
{
    return action >> 28;
}
static inline unsigned themots_seat(game_action action)
{
    return action >> 25 & 7;
}
static inline unsigned themots_slot(game_action action)
{
    return action >> 22 & 7;
}
static inline unsigned themots_value(game_action action)
{
    return action & 0x3fffffu;
}

extern const char themots_face[WORDS_DICE][THEMOTS_FACES + 1]; /* the letters on each die */
extern const char *const themots_colour[THEMOTS_COLOURS];      /* as records name them */
extern const char *const themots_reason_id[THEMOTS_REASONS];
extern const struct game themots_game;

/* The lexicon's number of a theme of the card. */
static inline unsigned themots_theme(const struct themots *s, unsigned slot)
{
    return words_card[s->card][slot];
}

/* Whether a theme of the card can be played now. */
bool themots_is_open(const struct themots *s, unsigned slot);

/* Whether the reason is a matter of opinion, so that people may vote: the lexicon does not know the
 * word, or only for other themes. */
static inline bool themots_is_opinion(unsigned reason)
{
    return reason == THEMOTS_UNKNOWN || reason == THEMOTS_THEME;
}

/* Whether the throw that is due cannot be black: the first, with opening=plain. */
static inline bool themots_is_plain(const struct themots *s)
{
    return s->plain && s->round == 1;
}

/* How many players may still score with a word in a colour round; the last to speak do not score.
 */
int themots_places(const struct themots *s);

/* The tokens that a valid word of the lexicon earns now. */
unsigned themots_points(const struct themots *s, uint32_t form);

/* The lexicon's words for a theme of the card that fit the dice, most points first. Returns their
 * number. `out` has room for WORDS_ANSWERS_MAX. */
size_t themots_answers(const struct themots *s, unsigned slot, struct words_answer out[]);

/* Bitmask of the seats that must vote on the current word. */
unsigned themots_voters(const struct themots *s);

/* The index of the spoken word that makes this form invalid; -1 for none. */
int themots_clash(const struct themots *s, uint32_t form);

/* The text of a spoken word; false if it is not in the lexicon and there was no room for its text.
 */
bool themots_said_text(const struct themots *s, unsigned index, struct text *out);

/* The reason for the ruling, as a sentence without its full stop, at the state before it. */
void themots_explain(const struct themots *s, game_action ruling, struct text *out);

/* text.c: members of themots_game. */
void themots_write(const void *state, game_action action, const struct game_history *history,
                   int viewer, struct text *out);
bool themots_read(const void *state, int who, struct span words, game_action *action,
                  struct game_history *history, struct text *why);
void themots_json(const void *state, struct json *json);
void themots_observe(const void *view, int seat, struct game_numbers *out);

/* rules_ids.c: action ids. */
void themots_list_ids(const void *state, int seat, const game_action list[], size_t count,
                      uint16_t id[]);
void themots_id_name(unsigned id, struct text *out);

#endif
