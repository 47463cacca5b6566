/* Thémots in words: lines of a record, reasons, JSON. Anybody's bytes come through read(). */
#include <string.h>

#include "base/lang.h"
#include "games/themots/rules.h"

enum { SAID_SHOWN = 60 }; /* in JSON: the last words of a round */

/* ---- lines ---- */

static void write_roll(unsigned value, struct text *out)
{
    char letters[WORDS_DICE + 1] = "";
    const char *colour = themots_colour[value % THEMOTS_COLOURS];
    value /= THEMOTS_COLOURS;
    for (int die = WORDS_DICE - 1; die >= 0; die--) {
        letters[die] = themots_face[die][value % THEMOTS_FACES];
        value /= THEMOTS_FACES;
    }
    text_printf(out, "* roll %s %s", letters, colour);
}

static void write_say(const struct themots *s, game_action action,
                      const struct game_history *history, struct text *out)
{
    const unsigned form = themots_value(action);
    text_printf(out, "%u say ", themots_seat(action) + 1);
    if (s->variant == THEMOTS_FERMER)
        text_printf(out, "%u ", themots_slot(action) + 1);
    const struct span said = form == THEMOTS_SPOKEN ? span_of(history->said) : words_written(form);
    text_add_bytes(out, said.at, said.length);
}

void themots_write(const void *state, game_action action, const struct game_history *history,
                   int viewer, struct text *out)
{
    const unsigned value = themots_value(action), seat = themots_seat(action) + 1;
    (void)viewer; /* nothing is hidden */
    switch (themots_kind(action)) {
    case THEMOTS_DRAW_THEME:
        text_printf(out, "* theme %u", value + 1);
        break;
    case THEMOTS_ROLL:
        write_roll(value, out);
        break;
    case THEMOTS_TIME:
        text_add(out, "* time");
        break;
    case THEMOTS_SAY:
        write_say(state, action, history, out);
        break;
    case THEMOTS_PASS:
        text_printf(out, "%u pass", seat);
        break;
    case THEMOTS_CAST:
        text_printf(out, "%u vote %s", seat, value ? "yes" : "no");
        break;
    case THEMOTS_CLOSE:
        text_add(out, "* vote");
        break;
    case THEMOTS_YES:
        text_printf(out, "* yes %u", value);
        break;
    default:
        text_printf(out, "* no %s", themots_reason_id[value]);
        break;
    }
}

static bool read_theme(struct span words, game_action *action, struct text *why)
{
    uint64_t theme;
    struct span rest = words;
    if (!span_is(span_cut(&rest, ' '), "theme") || !span_number(rest, 1, WORDS_ON_CARD, &theme))
        return text_fail(why, tr("expected 'theme' and a number from 1 to %d, not '%.*s'"),
                         WORDS_ON_CARD, span_shown(words), words.at);
    *action = themots_action(THEMOTS_DRAW_THEME, 0, 0, (unsigned)theme - 1);
    return true;
}

static bool read_roll(const struct themots *s, struct span words, game_action *action,
                      struct text *why)
{
    struct span rest = words;
    const bool verb = span_is(span_cut(&rest, ' '), "roll");
    const struct span letters = span_cut(&rest, ' ');
    unsigned value = 0, colour = 0;
    if (!verb || letters.length != WORDS_DICE)
        return text_fail(why, tr("expected 'roll', five letters and a colour, not '%.*s'"),
                         span_shown(words), words.at);
    for (int die = 0; die < WORDS_DICE; die++) {
        const char *face = letters.at[die] ? strchr(themots_face[die], letters.at[die]) : NULL;
        if (!face)
            return text_fail(
                why, tr("the %s die has %s, not '%c'"), themots_colour[die], themots_face[die],
                letters.at[die] > ' ' && letters.at[die] < 127 ? letters.at[die] : '?');
        value = value * THEMOTS_FACES + (unsigned)(face - themots_face[die]);
    }
    while (colour < THEMOTS_COLOURS && !span_is(rest, themots_colour[colour]))
        colour++;
    if (colour == THEMOTS_COLOURS)
        return text_fail(why, tr("a colour is vert, blanc, jaune, rouge, bleu or noir, not '%.*s'"),
                         span_shown(rest), span_start(rest));
    if (colour == THEMOTS_BLACK && themots_is_plain(s))
        return text_fail(why, tr("with opening=plain the first round is not black"));
    *action = themots_action(THEMOTS_ROLL, 0, 0, value * THEMOTS_COLOURS + colour);
    return true;
}

/* Any ruling that the rules know is accepted: a replay follows the record. */
static bool read_ruling(const struct themots *s, struct span words, game_action *action,
                        struct text *why)
{
    const bool black = s->colour == THEMOTS_BLACK;
    const unsigned never = black ? THEMOTS_INITIAL : THEMOTS_LETTER;
    struct span rest = words;
    const struct span verb = span_cut(&rest, ' ');
    uint64_t points;
    if (span_is(verb, "yes") &&
        span_number(rest, 1, black ? THEMOTS_BLACK_TOKENS : WORDS_DICE, &points)) {
        *action = themots_action(THEMOTS_YES, 0, 0, (unsigned)points);
        return true;
    }
    for (unsigned reason = THEMOTS_INITIAL; reason < THEMOTS_REASONS; reason++) {
        if (span_is(verb, "no") && reason != never && span_is(rest, themots_reason_id[reason])) {
            *action = themots_action(THEMOTS_NO, 0, 0, reason);
            return true;
        }
    }
    return text_fail(why,
                     tr("expected the verdict, 'yes' and the points from 1 to %d, or 'no' and a "
                        "reason (%s, theme, root, same, unknown), not '%.*s'"),
                     black ? THEMOTS_BLACK_TOKENS : WORDS_DICE,
                     themots_reason_id[black ? THEMOTS_LETTER : THEMOTS_INITIAL], span_shown(words),
                     words.at);
}

static bool read_chance(const struct themots *s, struct span words, game_action *action,
                        struct text *why)
{
    switch (s->phase) {
    case THEMOTS_TO_THEME:
        return read_theme(words, action, why);
    case THEMOTS_TO_ROLL:
        return read_roll(s, words, action, why);
    case THEMOTS_TALK:
        if (!span_is(words, "time"))
            return text_fail(why, tr("people are talking: only '* time' can come, not '%.*s'"),
                             span_shown(words), words.at);
        *action = themots_action(THEMOTS_TIME, 0, 0, 0);
        return true;
    default:
        *action = themots_action(THEMOTS_CLOSE, 0, 0, 0);
        return (s->phase == THEMOTS_VOTE && span_is(words, "vote")) ||
               read_ruling(s, words, action, why);
    }
}

static bool is_same(struct span a, struct span b)
{
    return a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
}

/* Finds the form with exactly this text; otherwise stores the spoken text in the history. */
static bool read_word(const struct themots *s, unsigned seat, struct span words,
                      game_action *action, struct game_history *history, struct text *why)
{
    char folded[WORDS_FORM_MAX];
    uint64_t slot = s->theme + 1u;
    struct span rest = words;
    if (s->variant == THEMOTS_FERMER) {
        const struct span number = span_cut(&rest, ' ');
        if (!span_number(number, 1, WORDS_ON_CARD, &slot))
            return text_fail(why,
                             tr("with variant 'fermer' a theme number from 1 to %d precedes the "
                                "word, not '%.*s'"),
                             WORDS_ON_CARD, span_shown(number), span_start(number));
    }
    if (rest.length == 0 || rest.length >= GAME_SAID_MAX || !span_is_clean(rest) ||
        rest.at[0] == ' ' || rest.at[rest.length - 1] == ' ')
        return text_fail(why, tr("a word has 1 to %d bytes and no spaces at either end"),
                         GAME_SAID_MAX - 1);
    const unsigned shown = s->variant == THEMOTS_FERMER ? (unsigned)slot - 1 : 0;
    unsigned value = THEMOTS_SPOKEN;
    memset(history->said, 0, sizeof history->said);
    memcpy(history->said, rest.at, rest.length);
    if (words_fold(rest, folded)) {
        const unsigned theme = themots_theme(s, (unsigned)slot - 1);
        uint32_t form = words_find(theme, folded);
        if (form != WORDS_NONE && words_form[form].has_twin)
            form = words_find_twin(theme, form, rest);
        if (form != WORDS_NONE && is_same(rest, words_written(form))) {
            value = form;
            history->said[0] = '\0';
        }
    }
    *action = themots_action(THEMOTS_SAY, seat, shown, value);
    return true;
}

static bool read_vote(const struct themots *s, unsigned seat, struct span choice,
                      game_action *action, struct text *why)
{
    if (!(themots_voters(s) >> seat & 1))
        return text_fail(why, tr("you cannot vote: only the other people vote, with vote=on"));
    if (s->voted >> seat & 1)
        return text_fail(why, tr("you have already voted"));
    if (!span_is(choice, "yes") && !span_is(choice, "no"))
        return text_fail(why, tr("a vote is 'vote yes' or 'vote no'"));
    *action = themots_action(THEMOTS_CAST, seat, 0, span_is(choice, "yes"));
    return true;
}

bool themots_read(const void *state, int who, struct span words, game_action *action,
                  struct game_history *history, struct text *why)
{
    const struct themots *s = state;
    const unsigned seat = (unsigned)who - 1;
    struct span rest = words;
    if (who == GAME_CHANCE)
        return read_chance(s, words, action, why);
    if (who > s->players)
        return text_fail(why, tr("there is no seat %d: %d players are at the table"), who,
                         s->players);
    const struct span verb = span_cut(&rest, ' ');
    if (s->phase == THEMOTS_VOTE || s->phase == THEMOTS_JUDGE) {
        if (span_is(verb, "vote"))
            return read_vote(s, seat, rest, action, why);
        return text_fail(why, s->phase == THEMOTS_VOTE
                                  ? tr("the other people are voting: 'vote yes' or 'vote no'")
                                  : tr("the last word must be judged first"));
    }
    if (s->out >> seat & 1)
        return text_fail(why, tr("you are out of this round"));
    if (span_is(verb, "say"))
        return read_word(s, seat, rest, action, history, why);
    if (span_is(words, "pass")) {
        *action = themots_action(THEMOTS_PASS, seat, 0, 0);
        return true;
    }
    return text_fail(why, tr("expected 'say' and a word, or 'pass', not '%.*s'"), span_shown(words),
                     words.at);
}

/* ---- reasons ---- */

/* The text of a word that is not an entry; NULL if there was no room for it. */
static const char *kept_text(const struct themots *s, unsigned index)
{
    size_t at = 0;
    for (unsigned i = 0; i < index; i++) {
        if (s->said[i].word >= THEMOTS_VOTED && at < sizeof s->texts && s->texts[at])
            at += strlen(s->texts + at) + 1;
    }
    return at < sizeof s->texts && s->texts[at] ? s->texts + at : NULL;
}

bool themots_said_text(const struct themots *s, unsigned index, struct text *out)
{
    const unsigned word = s->said[index].word;
    if (index >= s->said_count)
        return false;
    if (word >= THEMOTS_VOTED) {
        const char *kept = kept_text(s, index);
        text_add(out, kept ? kept : "");
        return kept != NULL;
    }
    const struct span text = words_written(words_entry[word].form);
    text_add_bytes(out, text.at, text.length);
    return true;
}

/* The first letter on the dice that the word in hand has; '?' if it has none. */
static char guilty_letter(const struct themots *s)
{
    char folded[WORDS_FORM_MAX];
    const uint32_t form = words_look_up(themots_theme(s, s->theme), span_of(s->text), folded);
    const uint32_t letters = form == WORDS_NONE ? words_letters(folded) : words_form[form].letters;
    for (int die = 0; die < WORDS_DICE; die++) {
        if (letters >> s->letter[die] & 1)
            return (char)('A' + s->letter[die]);
    }
    return '?';
}

/* Why a word that people might accept is refused. */
static void explain_opinion(const struct themots *s, bool current, struct text *out)
{
    const char *title = words_title(themots_theme(s, s->theme));
    if (!themots_is_open(s, s->theme)) {
        text_printf(out, tr("the theme \"%s\" is closed"), title);
        return;
    }
    if (s->voted) {
        text_add(out, tr("the others voted against it"));
        return;
    }
    if (current && s->doubt.elsewhere)
        text_printf(out, tr("known for \"%s\", but not for the theme \"%s\""),
                    words_title(s->doubt.elsewhere - 1u), title);
    else
        text_printf(out, tr("not known for the theme \"%s\""), title);
    if (current && s->doubt.meant) {
        const struct span meant = words_written(s->doubt.meant - 1);
        text_printf(out, tr("; did you mean %.*s?"), (int)meant.length, meant.at);
    }
}

static void explain_no(const struct themots *s, unsigned reason, struct text *out)
{
    const bool current = s->reason == reason; /* the state's details belong to this reason */
    struct text other = text_on((char[GAME_SAID_MAX]){0}, GAME_SAID_MAX);
    switch (reason) {
    case THEMOTS_INITIAL:
        text_printf(out, tr("it must start with %c"), 'A' + s->letter[s->colour % WORDS_DICE]);
        break;
    case THEMOTS_ROOT:
        if (current && themots_said_text(s, s->against, &other))
            text_printf(out, tr("same root as %s"), other.start);
        else
            text_add(out, tr("same root as a word already said"));
        break;
    case THEMOTS_SAME:
        text_add(out, tr("already said"));
        break;
    case THEMOTS_LETTER:
        text_printf(out, tr("it contains %c"), guilty_letter(s));
        break;
    default:
        explain_opinion(s, current, out);
        break;
    }
}

void themots_explain(const struct themots *s, game_action ruling, struct text *out)
{
    const unsigned value = themots_value(ruling);
    if (themots_kind(ruling) == THEMOTS_NO)
        explain_no(s, value, out);
    else if (s->colour != THEMOTS_BLACK && themots_places(s) <= 0)
        text_printf(out, tr("correct, but too late to score"));
    else if (s->colour == THEMOTS_BLACK)
        text_add(out, tr("none of the letters: wins the round"));
    else
        text_printf(out, trn("correct, %u letter", "correct, %u letters", value), value);
}

/* ---- JSON ---- */

static void put_bits(struct json *json, const char *key, unsigned bits, int count)
{
    json_key_open(json, key, '[');
    for (int i = 0; i < count; i++) {
        if (bits >> i & 1)
            json_put_number(json, i + 1);
    }
    json_close(json, ']');
}

static void put_titles(struct json *json, unsigned theme)
{
    json_key_string(json, "id", words_theme[theme].id);
    json_key_string(json, "fr", words_theme[theme].title[0]);
    json_key_string(json, "en", words_theme[theme].title[1]);
    json_close(json, '}');
}

static void put_theme(struct json *json, const char *key, unsigned theme)
{
    json_key_open(json, key, '{');
    put_titles(json, theme);
}

static void put_themes(const struct themots *s, struct json *json)
{
    json_key_open(json, "themes", '[');
    for (unsigned slot = 0; slot < WORDS_ON_CARD; slot++) {
        json_open(json, '{');
        put_titles(json, themots_theme(s, slot));
    }
    json_close(json, ']');
}

static void put_dice(const struct themots *s, struct json *json)
{
    char letters[WORDS_DICE + 1] = "";
    for (int die = 0; die < WORDS_DICE; die++)
        letters[die] = (char)('A' + s->letter[die]);
    json_key_string(json, "letters", s->rolled ? letters : NULL);
    json_key_string(json, "colour", s->rolled ? themots_colour[s->colour] : NULL);
}

static void put_said(const struct themots *s, struct json *json)
{
    json_key_open(json, "said", '[');
    for (unsigned i = s->said_count > SAID_SHOWN ? s->said_count - SAID_SHOWN : 0;
         i < s->said_count; i++) {
        struct text word = text_on((char[GAME_SAID_MAX]){0}, GAME_SAID_MAX);
        json_open(json, '{');
        json_key_number(json, "seat", s->said[i].seat + 1);
        json_key_string(json, "word", themots_said_text(s, i, &word) ? word.start : NULL);
        json_key_number(json, "points", s->said[i].points);
        json_close(json, '}');
    }
    json_close(json, ']');
}

/* Arguments for a refused word: which word may be meant, which theme has it. */
static void put_doubt(const struct themots_doubt *doubt, struct json *json)
{
    struct text word = text_on((char[GAME_SAID_MAX]){0}, GAME_SAID_MAX);
    if (doubt->meant)
        text_add_bytes(&word, words_written(doubt->meant - 1).at,
                       words_written(doubt->meant - 1).length);
    json_key_string(json, "meant", doubt->meant ? word.start : NULL);
    if (doubt->elsewhere)
        put_theme(json, "elsewhere", doubt->elsewhere - 1u);
    else
        json_key_null(json, "elsewhere");
}

/* The last word that was refused in this round. */
static void put_refused(const struct themots *s, struct json *json)
{
    const struct themots_refused *refused = &s->refused;
    if (!refused->seat) {
        json_key_null(json, "refused");
        return;
    }
    json_key_open(json, "refused", '{');
    json_key_number(json, "seat", refused->seat);
    json_key_string(json, "word", refused->text);
    json_key_number(json, "theme", refused->theme + 1);
    json_key_string(json, "reason", themots_reason_id[refused->reason]);
    put_doubt(&refused->doubt, json);
    json_key_bool(json, "voted", refused->voted);
    json_close(json, '}');
}

/* The word that is being voted on or judged. */
static void put_in_hand(const struct themots *s, struct json *json)
{
    if (s->phase != THEMOTS_VOTE && s->phase != THEMOTS_JUDGE) {
        json_key_null(json, "in_hand");
        return;
    }
    json_key_open(json, "in_hand", '{');
    json_key_number(json, "seat", s->speaker + 1);
    json_key_string(json, "word", s->text);
    json_key_number(json, "theme", s->theme + 1);
    put_bits(json, "voters", s->phase == THEMOTS_VOTE ? themots_voters(s) : 0, s->players);
    put_bits(json, "voted", s->voted, s->players);
    json_key_string(json, "reason", s->reason ? themots_reason_id[s->reason] : NULL);
    put_doubt(&s->doubt, json);
    json_close(json, '}');
}

/* The task: the first letter or, in a black round, the forbidden letters; the possible themes, and
 * whether a word is said with its theme's number. */
static void put_task(const struct themots *s, struct json *json)
{
    char letters[WORDS_DICE + 1] = "", initial[2] = "";
    const bool black = s->colour == THEMOTS_BLACK;
    unsigned open = 0;
    for (int die = 0; die < WORDS_DICE; die++)
        letters[die] = (char)('A' + s->letter[die]);
    for (unsigned slot = 0; s->phase != THEMOTS_TO_THEME && slot < WORDS_ON_CARD; slot++)
        open |= themots_is_open(s, slot) ? 1u << slot : 0;
    if (!black)
        initial[0] = letters[s->colour];
    json_key_string(json, "initial", s->rolled && !black ? initial : NULL);
    json_key_string(json, "banned", s->rolled && black ? letters : NULL);
    put_bits(json, "open", open, WORDS_ON_CARD);
    json_key_bool(json, "numbered", s->variant == THEMOTS_FERMER);
    json_key_open(json, "colours", '['); /* of the dice, in the order of `letters` */
    for (int die = 0; die < WORDS_DICE; die++)
        json_put_string(json, themots_colour[die]);
    json_close(json, ']');
}

/* The last round, once it is over: its theme (null in `fermer`), letters, colour and the lexicon's
 * best words. */
static void put_last(const struct themots *s, struct json *json)
{
    enum { BEST = 5 };
    struct words_answer answer[WORDS_ANSWERS_MAX];
    char letters[WORDS_DICE + 1] = "";
    const bool over = s->last && (s->phase == THEMOTS_TO_THEME || s->phase == THEMOTS_TO_ROLL ||
                                  s->phase == THEMOTS_END);
    if (!over) {
        json_key_null(json, "last");
        return;
    }
    for (int die = 0; die < WORDS_DICE; die++)
        letters[die] = (char)('A' + s->letter[die]);
    json_key_open(json, "last", '{');
    if (s->variant == THEMOTS_FERMER)
        json_key_null(json, "theme");
    else
        json_key_number(json, "theme", s->last);
    json_key_string(json, "letters", letters);
    json_key_string(json, "colour", themots_colour[s->colour]);
    json_key_open(json, "best", '[');
    const size_t count =
        s->variant == THEMOTS_FERMER ? 0 : themots_answers(s, s->last - 1u, answer);
    for (size_t i = 0; i < count && i < BEST; i++) {
        char word[GAME_SAID_MAX] = "";
        struct text out = text_on(word, sizeof word);
        const struct span text = words_written(answer[i].form);
        text_add_bytes(&out, text.at, text.length);
        json_open(json, '{');
        json_key_string(json, "word", word);
        json_key_number(json, "points", themots_points(s, answer[i].form));
        json_close(json, '}');
    }
    json_close(json, ']');
    json_close(json, '}');
}

void themots_json(const void *state, struct json *json)
{
    static const char *const variant[] = {"base", "manche", "fermer"};
    const struct themots *s = state;
    json_key_string(json, "variant", variant[s->variant]);
    json_key_string(json, "scoring", s->once ? "word" : "dice");
    json_key_string(json, "wrong", s->again ? "again" : "out");
    json_key_number(json, "card", s->card + 1);
    put_themes(s, json);
    json_key_number(json, "round", s->round);
    json_key_number(json, "thrower", s->thrower + 1);
    if (s->variant == THEMOTS_FERMER || s->phase == THEMOTS_TO_THEME)
        json_key_null(json, "theme");
    else
        json_key_number(json, "theme", s->theme + 1);
    put_dice(s, json);
    json_key_number(json, "centre", s->centre);
    json_key_number(json, "reserve", s->reserve);
    json_key_open(json, "tokens", '[');
    for (int i = 0; i < s->players; i++)
        json_put_number(json, s->score[i]);
    json_close(json, ']');
    put_bits(json, "out", s->out, s->players);
    put_bits(json, "closed", s->closed, WORDS_ON_CARD);
    put_said(s, json);
    put_in_hand(s, json);
    put_refused(s, json);
    put_last(s, json);
    if (s->variant == THEMOTS_BASE && s->rolled && s->colour != THEMOTS_BLACK)
        json_key_number(json, "places", themots_places(s) > 0 ? themots_places(s) : 0);
    else
        json_key_null(json, "places");
    json_key_number(json, "seconds", s->seconds);
    put_task(s, json);
}

void themots_observe(const void *view, int seat, struct game_numbers *out)
{
    const struct themots *s = view;
    for (int i = 0; i < s->players; i++) {
        const int of = (seat - 1 + i) % s->players;
        game_put_number(out, "score", i + 1, s->score[of]);
        game_put_number(out, "out", i + 1, s->out >> of & 1);
    }
    game_put_number(out, "centre", 0, s->centre);
    game_put_number(out, "reserve", 0, s->reserve);
    game_put_number(out, "round", 0, s->round);
    game_put_number(out, "card", 0, s->card + 1);
    game_put_number(out, "theme", 0, s->theme + 1);
    for (int die = 0; die < WORDS_DICE; die++)
        game_put_number(out, "letter", die + 1, s->letter[die]);
    for (int colour = 0; colour < THEMOTS_COLOURS; colour++)
        game_put_number(out, themots_colour[colour], 0, s->colour == colour);
    for (int slot = 0; slot < WORDS_ON_CARD; slot++)
        game_put_number(out, "closed", slot + 1, s->closed >> slot & 1);
    game_put_number(out, "words said", 0, s->spoken);
    game_put_number(out, "to vote", 0, s->phase == THEMOTS_VOTE);
}
