/* Thémots: the rules. games/themots/rules.md explains them, text.c has the notation.
 *
 * A word is judged when it is said, because only apply() sees the trail. The state keeps the
 * judgement until the ruling, a chance node, carries out what the record says. */
#include "games/themots/rules.h"

#include <string.h>

#include "base/lang.h"

enum { IDLE_MAX = 20, ROUNDS_MAX = 500 }; /* so that every game ends */
enum { A_ROUND_EACH = 2 };                /* tokens for each player in a round of `manche` */

const char themots_face[WORDS_DICE][THEMOTS_FACES + 1] = {"ABMPST", "CDEGOT", "ACLNRT", "CEORSV",
                                                          "AEFHRS"};
const char *const themots_colour[THEMOTS_COLOURS] = {"vert",  "blanc", "jaune",
                                                     "rouge", "bleu",  "noir"};
const char *const themots_reason_id[THEMOTS_REASONS] = {"",     "initial", "theme",  "root",
                                                        "same", "letter",  "unknown"};

static const struct game_option options[] = {
    {"variant",
     mark("Plays the base game, with new tokens each round (manche), or with words that close "
          "themes (fermer)."),
     "base|manche|fermer", .min = 1, .max = 0, .default_value = "base"},
    {"card", mark("Sets the card of six themes."), "", .min = 1, .max = WORDS_CARDS,
     .default_value = "1"},
    {"tokens", mark("Sets the tokens per player."), "", .min = 1, .max = THEMOTS_TOKENS_MAX,
     .default_value = "15"},
    {"time", mark("Sets the seconds per round."), "", .min = 5, .max = 3600, .default_value = "60"},
    {"vote", mark("Lets players vote on words that the lexicon refuses."), "off|on", .min = 1,
     .max = 0, .default_value = "off", .people_value = "on"},
    {"opening", mark("Allows any first round, or only one that is not black (plain)."), "any|plain",
     .min = 1, .max = 0, .default_value = "any", .people_value = "plain"},
    {"letters",
     mark("Gives a token for each die whose letter is in the word (dice), or only as often as the "
          "word has that letter (word)."),
     "dice|word", .min = 1, .max = 0, .default_value = "dice"},
    {"black",
     mark("Puts a player out of a black round after a wrong letter, or lets them try again."),
     "out|again", .min = 1, .max = 0, .default_value = "out"},
    {.name = NULL},
};

/* ---- the course of a game ---- */

static unsigned min(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Sets the table for a round; `refill`: with new tokens in the centre, in `manche`. */
static void begin_round(struct themots *s, bool refill)
{
    if (s->variant == THEMOTS_MANCHE && refill) {
        const unsigned moved = min(A_ROUND_EACH * s->players, s->reserve);
        s->reserve = (uint16_t)(s->reserve - moved);
        s->centre = (uint16_t)(s->centre + moved);
    }
    s->round++;
    s->moved = s->out = s->closed = s->spoken = s->rolled = 0;
    s->theme = 0;
    memset(s->said, 0, s->said_count * sizeof *s->said);
    s->said_count = 0;
    memset(&s->refused, 0, sizeof s->refused);
    memset(s->down, 0, sizeof s->down);
    s->downs = 0;
    if (s->texts[0])
        memset(s->texts, 0, sizeof s->texts);
    s->phase = s->variant == THEMOTS_FERMER ? THEMOTS_TO_ROLL : THEMOTS_TO_THEME;
}

static bool start(void *state, const struct game_settings *settings, struct text *why)
{
    struct themots *s = state;
    const char *variant = game_value(&themots_game, settings, "variant");
    const unsigned each = (unsigned)game_number(&themots_game, settings, "tokens");
    (void)why; /* all values go together */
    memset(s, 0, sizeof *s);
    s->players = (uint8_t)settings->players;
    s->people = (uint8_t)(((1u << s->players) - 1) & ~settings->bots);
    s->variant = strcmp(variant, "manche") == 0   ? THEMOTS_MANCHE
                 : strcmp(variant, "fermer") == 0 ? THEMOTS_FERMER
                                                  : THEMOTS_BASE;
    s->card = (uint8_t)(game_number(&themots_game, settings, "card") - 1);
    s->seconds = (uint16_t)game_number(&themots_game, settings, "time");
    s->plain = strcmp(game_value(&themots_game, settings, "opening"), "plain") == 0;
    s->vote = strcmp(game_value(&themots_game, settings, "vote"), "on") == 0;
    s->once = strcmp(game_value(&themots_game, settings, "letters"), "word") == 0;
    s->again = strcmp(game_value(&themots_game, settings, "black"), "again") == 0;
    if (s->variant == THEMOTS_MANCHE)
        s->reserve = (uint16_t)(each * s->players);
    else
        s->centre = (uint16_t)(each * s->players);
    begin_round(s, true);
    return true;
}

static int mover(const void *state)
{
    const struct themots *s = state;
    switch (s->phase) {
    case THEMOTS_TALK:
    case THEMOTS_VOTE:
        return GAME_ANYONE;
    case THEMOTS_END:
        return GAME_OVER;
    default:
        return GAME_CHANCE;
    }
}

/* If none of the remaining players can score, the table passes for each of them immediately;
 * otherwise the clock runs. */
static unsigned clock_of(const void *state, game_action *time_out)
{
    const struct themots *s = state;
    const unsigned left = ~(unsigned)s->out & ((1u << s->players) - 1);
    *time_out = themots_action(s->phase == THEMOTS_VOTE ? THEMOTS_CLOSE : THEMOTS_TIME, 0, 0, 0);
    if (s->phase == THEMOTS_VOTE)
        return THEMOTS_VOTE_SECONDS | GAME_APART;
    if (s->phase != THEMOTS_TALK)
        return 0;
    if (s->colour == THEMOTS_BLACK || themots_places(s) > 0)
        return s->seconds;
    *time_out = themots_action(THEMOTS_PASS, (unsigned)__builtin_ctz(left), 0, 0);
    return 1;
}

/* Ends the round and begins the next one, or ends the game. Returns the turns completed: one. */
static unsigned end_round(struct themots *s)
{
    const bool black = s->colour == THEMOTS_BLACK;
    s->last = (uint8_t)(s->theme + 1);
    s->idle = s->moved ? 0 : (uint8_t)(s->idle + 1);
    if (s->centre + s->reserve == 0 || s->idle == IDLE_MAX || s->round == ROUNDS_MAX) {
        s->phase = THEMOTS_END;
        return 1;
    }
    s->thrower = (uint8_t)((s->thrower + 1) % s->players);
    begin_round(s, !black);
    return 1;
}

/* After a word or a pass: ends the round or the game if it is time. */
static unsigned go_on(struct themots *s, bool over)
{
    s->phase = THEMOTS_TALK;
    if (s->centre == 0 && s->variant != THEMOTS_MANCHE) {
        s->last = (uint8_t)(s->theme + 1);
        s->phase = THEMOTS_END;
        return 1;
    }
    const bool empty = s->centre == 0;
    const bool all_closed = s->closed == (1 << WORDS_ON_CARD) - 1;
    const bool all_out = s->out == (1 << s->players) - 1;
    return over || empty || all_closed || all_out ? end_round(s) : 0;
}

/* ---- words ---- */

bool themots_is_open(const struct themots *s, unsigned slot)
{
    return s->variant == THEMOTS_FERMER ? !(s->closed >> slot & 1) : slot == s->theme;
}

int themots_places(const struct themots *s)
{
    if (s->variant != THEMOTS_BASE)
        return s->players; /* all places score */
    return s->players - (s->players == 2 ? 0 : s->players <= 4 ? 1 : 2) - s->spoken;
}

unsigned themots_voters(const struct themots *s)
{
    return s->vote ? s->people & ~(1u << s->speaker) : 0;
}

/* Which word that was said is the same as the entry, or else of its family; -1 for none. */
static int find_clash(const struct themots *s, const struct words_entry *entry, bool *same)
{
    int family = -1;
    *same = false;
    for (int i = 0; i < s->said_count; i++) {
        if (s->said[i].word >= THEMOTS_VOTED)
            continue;
        const struct words_entry *other = &words_entry[s->said[i].word];
        if (other->word == entry->word) {
            *same = true;
            return i;
        }
        if (family < 0 && entry->root && other->root == entry->root)
            family = i;
    }
    return family;
}

int themots_clash(const struct themots *s, uint32_t form)
{
    bool same;
    return s->said_count ? find_clash(s, &words_entry[words_form[form].entry], &same) : -1;
}

/* The key of a word that is not in the lexicon: the theme and the folded word. A plural has the key
 * of its singular. */
static uint64_t key_of(unsigned theme, const char *folded)
{
    uint64_t key = 14695981039346656037u ^ theme;
    size_t length = strlen(folded);
    const bool aux = length > 4 && strcmp(folded + length - 3, "AUX") == 0;
    const bool al = aux && folded[length - 4] != 'E'; /* -aux of -al, not of -eau */
    length -= al ? 2 : length > 3 && strchr("SX", folded[length - 1]) ? 1 : 0;
    for (size_t i = 0; i < length; i++)
        key = (key ^ (unsigned char)folded[i]) * 1099511628211u;
    return al ? (key ^ 'L') * 1099511628211u : key;
}

/* Whether people may be asked about the word: not about a letter, the same letter three times in a
 * row, more than six vowels or consonants in a row, or a long word without a vowel. */
static bool is_pronounceable(const char *folded)
{
    const size_t length = strlen(folded);
    size_t same = 0, run = 0, vowels = 0;
    for (size_t i = 0; i < length; i++) {
        const bool vowel = strchr("AEIOUY", folded[i]) != NULL;
        const bool before = i > 0 && strchr("AEIOUY", folded[i - 1]) != NULL;
        same = i > 0 && folded[i] == folded[i - 1] ? same + 1 : 1;
        run = i > 0 && vowel == before ? run + 1 : 1;
        vowels += vowel;
        if (same == 3 || run > 6)
            return false;
    }
    return length > 1 && (vowels || length <= 3);
}

/* Whether a vote has refused the word in this round. */
static bool is_down(const struct themots *s, uint32_t key)
{
    for (unsigned i = 0; i < s->downs && i < THEMOTS_DOWN_MAX; i++) {
        if (s->down[i] == key)
            return true;
    }
    return false;
}

/* The index of the word in the trail; the trail's length if it is not there. */
static size_t find_key(const struct game_history *history, uint64_t key)
{
    size_t at = 0;
    while (at < history->trail_count && history->trail[at] != key)
        at++;
    return at;
}

/* The judgement of a word by the rules. */
struct ruling {
    uint8_t reason, points;
    uint32_t word; /* as in struct themots */
    uint16_t against;
};

/* Judges a word that is not in the theme's list. */
static unsigned judge_other(const struct themots *s, const char *folded,
                            const struct game_history *history, struct ruling *ruling)
{
    const size_t at = find_key(history, key_of(themots_theme(s, s->theme), folded));
    if (at < history->trail_count) { /* accepted before in this game */
        ruling->word = (uint32_t)(THEMOTS_VOTED + at);
        for (int i = 0; i < s->said_count; i++) {
            if (s->said[i].word == ruling->word) {
                ruling->against = (uint16_t)i;
                return THEMOTS_SAME;
            }
        }
        return THEMOTS_GOOD;
    }
    return words_find(WORDS_ANYWHERE, folded) == WORDS_NONE ? THEMOTS_UNKNOWN : THEMOTS_THEME;
}

static unsigned judge_form(const struct themots *s, uint32_t form, struct ruling *ruling)
{
    const struct words_form *said = &words_form[form];
    bool same;
    ruling->word = said->entry;
    const int clash = find_clash(s, &words_entry[said->entry], &same);
    if (clash < 0)
        return THEMOTS_GOOD;
    ruling->against = (uint16_t)clash;
    return same ? THEMOTS_SAME : THEMOTS_ROOT;
}

unsigned themots_points(const struct themots *s, uint32_t form)
{
    return s->colour == THEMOTS_BLACK ? THEMOTS_BLACK_TOKENS
                                      : words_value(form, s->letter, s->once);
}

size_t themots_answers(const struct themots *s, unsigned slot, struct words_answer out[])
{
    const unsigned theme = themots_theme(s, slot);
    return s->colour == THEMOTS_BLACK
               ? words_without(theme, s->letter, WORDS_RARE, out)
               : words_answers(theme, s->letter[s->colour], s->letter, s->once, WORDS_RARE, out);
}

/* Judges a form of the theme, or with WORDS_NONE another word by its folded text. */
static struct ruling judge_reading(const struct themots *s, uint32_t form, const char *folded,
                                   const struct game_history *history)
{
    const bool known = form != WORDS_NONE, black = s->colour == THEMOTS_BLACK;
    const uint32_t letters = known ? words_form[form].letters : words_letters(folded);
    const unsigned initial = known ? words_form[form].initial : (unsigned)(folded[0] - 'A');
    const unsigned dice = known     ? words_value(form, s->letter, s->once)
                          : s->once ? words_points_once(letters, folded, s->letter)
                                    : words_points(letters, s->letter);
    struct ruling ruling = {.word = THEMOTS_NO_WORD,
                            .points = (uint8_t)(black ? THEMOTS_BLACK_TOKENS : dice)};
    if (black && dice > 0)
        ruling.reason = THEMOTS_LETTER;
    else if (!black && initial != s->letter[s->colour])
        ruling.reason = THEMOTS_INITIAL;
    else if (!themots_is_open(s, s->theme))
        ruling.reason = THEMOTS_THEME;
    else
        ruling.reason = (uint8_t)(known ? judge_form(s, form, &ruling)
                                        : judge_other(s, folded, history, &ruling));
    return ruling;
}

/* Whether the first of two rulings is better for the player. */
static bool is_better(const struct ruling *a, const struct ruling *b)
{
    static const uint8_t rank[THEMOTS_REASONS] = {
        [THEMOTS_GOOD] = 0,    [THEMOTS_SAME] = 1,    [THEMOTS_ROOT] = 1,  [THEMOTS_THEME] = 2,
        [THEMOTS_UNKNOWN] = 3, [THEMOTS_INITIAL] = 4, [THEMOTS_LETTER] = 4};
    return rank[a->reason] != rank[b->reason] ? rank[a->reason] < rank[b->reason]
                                              : a->points > b->points;
}

/* Judges the text, which may be taken in several ways, in the best of them; `folded` gets that one,
 * or "" if the text has characters that no word has. */
static struct ruling judge(const struct themots *s, struct span text,
                           const struct game_history *history, char folded[WORDS_FORM_MAX])
{
    struct words_reading reading[WORDS_READINGS];
    struct ruling best = {.reason = THEMOTS_UNKNOWN, .word = THEMOTS_NO_WORD};
    const size_t count = words_readings(themots_theme(s, s->theme), text, reading);
    folded[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        const struct ruling ruling = judge_reading(s, reading[i].form, reading[i].folded, history);
        if (i > 0 && !is_better(&ruling, &best))
            continue;
        best = ruling;
        memcpy(folded, reading[i].folded, WORDS_FORM_MAX);
    }
    return best;
}

/* Arguments for a word that is refused as unknown or off the theme. */
static struct themots_doubt doubt_of(const struct themots *s, const char *folded)
{
    struct themots_doubt doubt = {0};
    if (!folded[0] || !themots_is_opinion(s->reason) || !themots_is_open(s, s->theme))
        return doubt;
    if (s->reason == THEMOTS_THEME) {
        const uint32_t form = words_find(WORDS_ANYWHERE, folded);
        doubt.elsewhere = (uint8_t)(words_entry[words_form[form].entry].theme + 1);
    } else {
        doubt.meant = words_near(themots_theme(s, s->theme), folded) + 1; /* none: 0 */
    }
    return doubt;
}

static unsigned say(struct themots *s, game_action action, const struct game_history *history)
{
    char folded[WORDS_FORM_MAX] = "";
    const uint32_t form = themots_value(action);
    s->speaker = (uint8_t)themots_seat(action);
    if (s->variant == THEMOTS_FERMER)
        s->theme = (uint8_t)themots_slot(action);
    memset(s->text, 0, sizeof s->text);
    if (form == THEMOTS_SPOKEN)
        memcpy(s->text, history->said, sizeof s->text);
    else
        memcpy(s->text, words_written(form).at, words_written(form).length);
    const bool plain = form != THEMOTS_SPOKEN && words_is_plain(themots_theme(s, s->theme), form);
    const struct ruling ruling =
        plain ? judge_reading(s, form, NULL, history) : judge(s, span_of(s->text), history, folded);
    s->reason = ruling.reason;
    s->points = ruling.points;
    s->word = ruling.word;
    s->against = ruling.against;
    s->doubt = doubt_of(s, folded);
    const bool votable = themots_is_opinion(s->reason) && themots_voters(s) &&
                         themots_is_open(s, s->theme) && is_pronounceable(folded);
    const uint32_t key = votable ? (uint32_t)key_of(themots_theme(s, s->theme), folded) | 1 : 0;
    s->key = is_down(s, key) ? 0 : key;
    s->phase = s->key ? THEMOTS_VOTE : THEMOTS_JUDGE;
    return 0;
}

/* A word that is accepted although the theme's list does not have it: its number, for the rest of
 * the game. */
static uint32_t learn(const struct themots *s, struct game_history *history)
{
    char folded[WORDS_FORM_MAX];
    judge(s, span_of(s->text), history, folded);
    const uint64_t key = key_of(themots_theme(s, s->theme), folded);
    const size_t at = find_key(history, key);
    if (at == history->trail_count)
        game_trail_add(history, key);
    return min(THEMOTS_VOTED + (unsigned)at, THEMOTS_NO_WORD - 1);
}

/* Stores the text of the current word, which is not an entry, if there is room. */
static void keep_text(struct themots *s)
{
    size_t at = 0;
    while (at < sizeof s->texts && s->texts[at])
        at += strlen(s->texts + at) + 1;
    if (at + strlen(s->text) + 1 < sizeof s->texts)
        memcpy(s->texts + at, s->text, strlen(s->text));
}

/* Clears the word in hand. */
static void put_away(struct themots *s)
{
    s->speaker = s->reason = s->points = s->voted = s->yes = 0;
    s->word = s->against = 0;
    s->key = 0;
    memset(&s->doubt, 0, sizeof s->doubt);
    memset(s->text, 0, sizeof s->text);
    if (s->variant == THEMOTS_FERMER)
        s->theme = 0;
}

/* ---- rulings ---- */

/* Returns how many tokens there were to take. */
static uint8_t take(struct themots *s, uint16_t *from, unsigned tokens)
{
    const unsigned taken = min(tokens, *from);
    *from = (uint16_t)(*from - taken);
    s->score[s->speaker] = (uint16_t)(s->score[s->speaker] + taken);
    s->moved |= taken > 0;
    return (uint8_t)taken;
}

static unsigned accept(struct themots *s, unsigned points, struct game_history *history)
{
    const bool black = s->colour == THEMOTS_BLACK;
    if (s->word == THEMOTS_NO_WORD)
        s->word = learn(s, history);
    if (s->word >= THEMOTS_VOTED)
        keep_text(s);
    struct themots_said *said =
        s->said_count < THEMOTS_SAID_MAX ? &s->said[s->said_count++] : &(struct themots_said){0};
    *said = (struct themots_said){s->word, s->speaker, 0};
    if (black) {
        const bool reserve = s->variant == THEMOTS_MANCHE && s->reserve > 0;
        said->points = take(s, reserve ? &s->reserve : &s->centre, points);
    } else {
        if (themots_places(s) > 0)
            said->points = take(s, &s->centre, points);
        s->spoken++;
        if (s->variant == THEMOTS_BASE)
            s->out |= (uint8_t)(1u << s->speaker);
        else if (s->variant == THEMOTS_FERMER)
            s->closed |= (uint8_t)(1u << s->theme);
    }
    put_away(s);
    return go_on(s, black);
}

static unsigned refuse(struct themots *s, unsigned reason)
{
    if (reason == THEMOTS_LETTER) {
        uint16_t *to = s->variant == THEMOTS_MANCHE ? &s->reserve : &s->centre;
        const unsigned has = s->score[s->speaker];
        const unsigned paid =
            s->again && has < THEMOTS_BLACK_TOKENS ? 0 : min(THEMOTS_BLACK_TOKENS, has);
        s->score[s->speaker] = (uint16_t)(s->score[s->speaker] - paid);
        *to = (uint16_t)(*to + paid);
        s->moved |= paid > 0;
        s->out |= (uint8_t)(!s->again << s->speaker);
    }
    if (s->key)
        s->down[s->downs++ % THEMOTS_DOWN_MAX] = s->key;
    s->refused = (struct themots_refused){.doubt = s->doubt,
                                          .seat = (uint8_t)(s->speaker + 1),
                                          .reason = (uint8_t)reason,
                                          .theme = s->theme,
                                          .voted = s->voted != 0};
    memcpy(s->refused.text, s->text, sizeof s->refused.text);
    put_away(s);
    return go_on(s, false);
}

static bool ruling(const void *state, game_action *action)
{
    const struct themots *s = state;
    if (s->phase != THEMOTS_JUDGE)
        return false;
    *action = s->reason == THEMOTS_GOOD ? themots_action(THEMOTS_YES, 0, 0, s->points)
                                        : themots_action(THEMOTS_NO, 0, 0, s->reason);
    return true;
}

/* The votes cast decide, regardless of the lexicon. */
static unsigned close_vote(struct themots *s)
{
    if (2 * __builtin_popcount(s->yes) > __builtin_popcount(s->voted))
        s->reason = THEMOTS_GOOD;
    else if (!themots_is_opinion(s->reason))
        s->reason = THEMOTS_UNKNOWN; /* today's lexicon has it */
    s->phase = THEMOTS_JUDGE;
    return 0;
}

static unsigned cast(struct themots *s, unsigned seat, bool yes)
{
    s->phase = THEMOTS_VOTE;
    s->voted |= (uint8_t)(1u << seat);
    s->yes |= (uint8_t)((unsigned)yes << seat);
    return themots_voters(s) & ~s->voted ? 0 : close_vote(s);
}

/* ---- dice ---- */

static unsigned roll(struct themots *s, unsigned value)
{
    s->colour = (uint8_t)(value % THEMOTS_COLOURS);
    value /= THEMOTS_COLOURS;
    for (int die = WORDS_DICE - 1; die >= 0; die--) {
        s->letter[die] = (uint8_t)(themots_face[die][value % THEMOTS_FACES] - 'A');
        value /= THEMOTS_FACES;
    }
    s->rolled = true;
    s->phase = THEMOTS_TALK;
    return 0;
}

/* The roll of this number among those that are not black. */
static unsigned plain_roll(unsigned number)
{
    const unsigned colours = THEMOTS_COLOURS - 1; /* black is the last */
    return number / colours * THEMOTS_COLOURS + number % colours;
}

static size_t chance(const void *state, struct game_outcome out[], uint64_t *denominator)
{
    const struct themots *s = state;
    size_t count = 1;
    if (s->phase == THEMOTS_TO_THEME)
        count = WORDS_ON_CARD;
    else if (s->phase == THEMOTS_TO_ROLL)
        count = themots_is_plain(s) ? THEMOTS_PLAIN_ROLLS : THEMOTS_ROLLS;
    const bool plain = count == THEMOTS_PLAIN_ROLLS;
    const unsigned kind = s->phase == THEMOTS_TO_THEME ? THEMOTS_DRAW_THEME : THEMOTS_ROLL;
    for (size_t i = 0; i < count; i++) {
        const unsigned value = plain ? plain_roll((unsigned)i) : (unsigned)i;
        out[i] = (struct game_outcome){themots_action(kind, 0, 0, value), 1};
    }
    ruling(s, &out[0].action);
    *denominator = count;
    return count;
}

static game_action sample(const void *state, struct rng *rng)
{
    const struct themots *s = state;
    game_action action;
    if (ruling(s, &action))
        return action;
    if (s->phase == THEMOTS_TO_THEME)
        return themots_action(THEMOTS_DRAW_THEME, 0, 0, rng_below(rng, WORDS_ON_CARD));
    if (themots_is_plain(s))
        return themots_action(THEMOTS_ROLL, 0, 0, plain_roll(rng_below(rng, THEMOTS_PLAIN_ROLLS)));
    return themots_action(THEMOTS_ROLL, 0, 0, rng_below(rng, THEMOTS_ROLLS));
}

/* ---- what can be done ---- */

/* Lists entries that begin with a letter and would be accepted now, at most `max`, evenly spread
 * over the good and the poor ones. */
static size_t list_some(const struct themots *s, unsigned theme, unsigned letter, size_t max,
                        game_action say, game_action out[])
{
    const uint32_t first = words_theme[theme].first[letter];
    const uint32_t end = words_theme[theme].others[letter];
    const uint32_t step = (uint32_t)((end - first + max - 1) / max);
    uint64_t words = 0, roots = 0; /* of said words, modulo 64: no common bit, no clash */
    size_t count = 0;
    for (int i = 0; i < s->said_count; i++) {
        if (s->said[i].word < THEMOTS_VOTED) {
            const struct words_entry *entry = &words_entry[s->said[i].word];
            words |= 1ull << entry->word % 64;
            roots |= (uint64_t)(entry->root != 0) << entry->root % 64;
        }
    }
    if (!words) {
        for (uint32_t form = first; form < end; form += step)
            out[count++] = say | form;
        return count;
    }
    for (uint32_t form = first; form < end; form += step) {
        const struct words_entry *entry = &words_entry[words_form[form].entry];
        out[count++] = say | form;
        if ((words >> entry->word % 64 & 1 || roots >> entry->root % 64 & 1) &&
            themots_clash(s, form) >= 0)
            count--;
    }
    return count;
}

/* The same for a black round: the first with none of the letters, a few for each initial. */
static size_t list_without(const struct themots *s, unsigned theme, size_t max, game_action say,
                           game_action out[])
{
    const size_t each = (max + WORDS_LETTERS - 1) / WORDS_LETTERS;
    uint32_t letters = 0;
    size_t count = 0;
    for (int die = 0; die < WORDS_DICE; die++)
        letters |= 1u << s->letter[die];
    for (unsigned letter = 0; letter < WORDS_LETTERS && count + each <= max; letter++) {
        const uint32_t end = words_theme[theme].others[letter];
        const size_t full = count + each;
        if (letters >> letter & 1)
            continue;
        for (uint32_t form = words_theme[theme].first[letter]; form < end && count < full; form++) {
            out[count] = say | form; /* stays if it is counted: a branch would be guessed wrong */
            count += (words_form[form].letters & letters) == 0;
        }
    }
    return count;
}

static size_t actions(const void *state, int seat, game_action out[])
{
    const struct themots *s = state;
    const unsigned who = (unsigned)seat - 1;
    size_t count = 0;
    if (s->phase == THEMOTS_VOTE && (themots_voters(s) & ~s->voted) >> who & 1) {
        out[count++] = themots_action(THEMOTS_CAST, who, 0, 1);
        out[count++] = themots_action(THEMOTS_CAST, who, 0, 0);
    }
    if (s->phase != THEMOTS_TALK || s->out >> who & 1)
        return count;
    const bool fermer = s->variant == THEMOTS_FERMER;
    const size_t max = fermer ? THEMOTS_LIST_MAX / WORDS_ON_CARD : THEMOTS_LIST_MAX;
    for (unsigned slot = 0; slot < WORDS_ON_CARD; slot++) {
        const game_action word = themots_action(THEMOTS_SAY, who, fermer ? slot : 0, 0);
        if (!themots_is_open(s, slot))
            continue;
        count += s->colour == THEMOTS_BLACK
                     ? list_without(s, themots_theme(s, slot), max, word, out + count)
                     : list_some(s, themots_theme(s, slot), s->letter[s->colour], max, word,
                                 out + count);
    }
    out[count++] = themots_action(THEMOTS_PASS, who, 0, 0);
    return count;
}

/* Every word of the lexicon that would be accepted now, of which actions() lists some. */
static bool allows(const void *state, int seat, game_action action)
{
    const struct themots *s = state;
    const unsigned who = (unsigned)seat - 1, form = themots_value(action);
    const bool fermer = s->variant == THEMOTS_FERMER;
    const unsigned slot = fermer ? themots_slot(action) : s->theme;
    if (s->phase != THEMOTS_TALK || s->out >> who & 1 || form >= words_forms ||
        action != themots_action(THEMOTS_SAY, who, fermer ? slot : 0, form))
        return false;
    if (slot >= WORDS_ON_CARD || !themots_is_open(s, slot) ||
        words_entry[words_form[form].entry].theme != themots_theme(s, slot))
        return false;
    const bool fits = s->colour == THEMOTS_BLACK
                          ? words_points(words_form[form].letters, s->letter) == 0
                          : words_form[form].initial == s->letter[s->colour];
    return fits && themots_clash(s, form) < 0;
}

static unsigned apply(void *state, game_action action, struct game_history *history)
{
    struct themots *s = state;
    const unsigned value = themots_value(action), seat = themots_seat(action);
    switch (themots_kind(action)) {
    case THEMOTS_DRAW_THEME:
        s->theme = (uint8_t)value;
        s->phase = THEMOTS_TO_ROLL;
        return 0;
    case THEMOTS_ROLL:
        return roll(s, value);
    case THEMOTS_SAY:
        return say(s, action, history);
    case THEMOTS_PASS:
        s->out |= (uint8_t)(1u << seat);
        return go_on(s, false);
    case THEMOTS_TIME:
        return go_on(s, true);
    case THEMOTS_CAST:
        return cast(s, seat, value);
    case THEMOTS_CLOSE:
        return close_vote(s);
    case THEMOTS_YES:
        return accept(s, value, history);
    default:
        return refuse(s, value);
    }
}

/* A word that was said cannot be taken back. */
static bool reveals(const void *state, game_action action)
{
    (void)state;
    (void)action;
    return true;
}

static void result(const void *state, uint8_t share[])
{
    const struct themots *s = state;
    unsigned best = 0, winners = 0;
    for (int i = 0; i < s->players; i++)
        best = s->score[i] > best ? s->score[i] : best;
    for (int i = 0; i < s->players; i++)
        winners += s->score[i] == best;
    for (int i = 0; i < s->players; i++)
        share[i] = s->score[i] == best ? (uint8_t)(GAME_WHOLE / winners) : 0;
}

const struct game themots_game = {
    .id = "themots",
    .title = "Thémots",
    .about = mark("Words on a theme, all at once: start with one letter, use as many of the five "
                  "as you can, be quick."),
    .flags = GAME_TRAIL | GAME_SPEECH,
    .seats_min = 2,
    .seats_max = GAME_SEATS_MAX,
    .options = options,
    .state_size = sizeof(struct themots),
    .actions_max = THEMOTS_LIST_MAX + WORDS_ON_CARD,
    .outcomes_max = THEMOTS_ROLLS,
    .start = start,
    .mover = mover,
    .clock = clock_of,
    .actions = actions,
    .chance = chance,
    .sample = sample,
    .allows = allows,
    .apply = apply,
    .play_out = game_no_play_out,
    .reveals = reveals,
    .ruling = ruling,
    .thrower = game_no_thrower,
    .result = result,
    .hide = game_hide_nothing,
    .guess = game_guess_nothing,
    .write = themots_write,
    .read = themots_read,
    .json = themots_json,
    .load = game_loads_nothing,
    .observe = themots_observe,
    .position = game_no_position,
    .ids = THEMOTS_IDS,
    .list_ids = themots_list_ids,
    .id_name = themots_id_name,
};
