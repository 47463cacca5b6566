/* Thémots in the terminal: the theme, the dice in their colours, the tokens, and rulings. */
#include <string.h>

#include "base/lang.h"
#include "games/themots/rules.h"
#include "tui/game_texts.h"
#include "tui/large.h"
#include "tui/view.h"

static const char *const colour_name[THEMOTS_COLOURS] = {
    mark("green"), mark("white"), mark("yellow"), mark("red"), mark("blue"), mark("black")};

static const char *style_of(const struct screen *screen, unsigned die)
{
    static const char *const escape[WORDS_DICE] = {"\033[1;32m", "\033[1;37m", "\033[1;33m",
                                                   "\033[1;31m", "\033[1;34m"};
    return screen->colour ? escape[die] : "";
}

/* ---- the table ---- */

/* Whether words may be said now, and only some of the players can still score. */
static bool has_places(const struct themots *s)
{
    return s->variant == THEMOTS_BASE && s->rolled && s->colour != THEMOTS_BLACK &&
           s->phase != THEMOTS_END;
}

static void draw_places(struct screen *screen, const struct themots *s)
{
    const int places = themots_places(s);
    if (!has_places(s) || places <= 0)
        return;
    screen_put(screen, tr("; "));
    screen_put(screen, screen_style(screen, places == 1 ? SCREEN_WARN : SCREEN_PLAIN));
    if (places == 1)
        screen_put(screen, tr("only one place left"));
    else
        screen_printf(screen, trn("%d place scores", "%d places score", (unsigned)places), places);
    screen_put(screen, screen_style(screen, SCREEN_PLAIN));
}

static void draw_seats(struct screen *screen, const struct match *match, const struct themots *s)
{
    for (int seat = 0; seat < s->players; seat++) {
        const bool throws = s->phase != THEMOTS_END && seat == s->thrower;
        screen_printf(screen, " %s%s ",
                      view_mark(screen, view_last_line(match, NULL)[0] == '1' + seat),
                      throws ? ">" : " ");
        view_put_name(screen, match, seat + 1, 24);
        screen_printf(screen, trn("%4d token", "%4d tokens", s->score[seat]), s->score[seat]);
        if (s->out >> seat & 1)
            screen_printf(screen, "  %s", tr("out of this round"));
        screen_put(screen, "\n");
    }
    screen_printf(screen, tr("    %d in the centre"), s->centre);
    if (s->variant == THEMOTS_MANCHE)
        screen_printf(screen, tr(", %d in the reserve"), s->reserve);
    screen_printf(screen, tr("; round %d"), s->round);
    draw_places(screen, s);
    screen_put(screen, "\n");
}

static void draw_themes(struct screen *screen, const struct themots *s)
{
    const char *bold = screen_style(screen, SCREEN_BOLD);
    const char *plain = screen_style(screen, SCREEN_PLAIN);
    if (s->variant != THEMOTS_FERMER) {
        screen_printf(screen, tr("  Theme %u: %s%s%s\n"), s->theme + 1u, bold,
                      words_title(themots_theme(s, s->theme)), plain);
        return;
    }
    for (unsigned slot = 0; slot < WORDS_ON_CARD; slot++) {
        const bool open = themots_is_open(s, slot);
        screen_printf(screen, "  %u %s%s%s%s\n", slot + 1,
                      open ? bold : screen_style(screen, SCREEN_DIM),
                      words_title(themots_theme(s, slot)), open ? "" : tr(" (closed)"), plain);
    }
}

/* A die's letter; before the letters fall, the dice are covered. */
static char letter_of(const struct themots *s, unsigned die)
{
    return s->rolled ? (char)('A' + s->letter[die]) : '?';
}

static bool is_chosen(const struct themots *s, unsigned die)
{
    return s->rolled && die == s->colour;
}

/* A drawn die: its columns and rows without the edges, and how wide a pixel of its letter is (0:
 * one character). */
struct die {
    int columns, rows, wide;
};

static struct die find_die(const struct screen *screen)
{
    static const struct die sizes[] = {{3, 1, 0}, {7, 3, 0}, {9, 5, 1}, {14, 7, 2}};
    enum { BIG = 66, HUGE = 92 }; /* the columns of five dice */
    const int largest = screen->width >= HUGE ? 2 : screen->width >= BIG ? 1 : 0;
    if (!screen->grid || screen->low)
        return sizes[0];
    return sizes[1 + (screen->scale < largest ? screen->scale : largest)];
}

static void put_die_row(struct screen *screen, const struct die *die, char letter, bool chosen,
                        int row)
{
    static const char *const fancy[2][6] = {{"┌", "─", "┐", "│", "└", "┘"},
                                            {"╔", "═", "╗", "║", "╚", "╝"}};
    static const char *const simple[2][6] = {{"+", "-", "+", "|", "+", "+"},
                                             {"#", "=", "#", "#", "#", "#"}};
    const char *const *edge = (screen->unicode ? fancy : simple)[chosen];
    const bool inside = row > 0 && row <= die->rows;
    const int high = die->wide ? LARGE_LETTER : 1, width = die->wide ? die->wide * LARGE_LETTER : 1;
    const int of_letter = row - 1 - (die->rows - high) / 2, side = (die->columns - width) / 2;
    if (!inside) {
        screen_put(screen, edge[row ? 4 : 0]);
        for (int i = 0; i < die->columns; i++)
            screen_put(screen, edge[1]);
        screen_put(screen, edge[row ? 5 : 2]);
        return;
    }
    screen_printf(screen, "%s%*s", edge[3], side, "");
    if (of_letter < 0 || of_letter >= high)
        screen_printf(screen, "%*s", width, "");
    else if (die->wide)
        large_put_letter(screen, letter, of_letter, die->wide);
    else
        screen_printf(screen, "%c", letter);
    screen_printf(screen, "%*s%s", side, "", edge[3]);
}

static void draw_dice(struct screen *screen, const struct themots *s)
{
    const struct die die = find_die(screen);
    const char *gap = die.columns == 3 ? "   " : "  ";
    for (int row = 0; row < die.rows + 2; row++) {
        screen_put(screen, "  ");
        for (unsigned i = 0; i < WORDS_DICE; i++) {
            screen_put(screen, style_of(screen, i));
            put_die_row(screen, &die, letter_of(s, i), is_chosen(s, i), row);
            screen_printf(screen, "%s%s", screen_style(screen, SCREEN_PLAIN), gap);
        }
        screen_put(screen, "\n");
    }
    screen_put(screen, "  ");
    for (unsigned i = 0; i < WORDS_DICE; i++)
        screen_put_padded(screen, tr(colour_name[i]), die.columns + 2 + (int)strlen(gap));
    screen_put(screen, "\n");
}

/* The dice for a listener: each letter with its colour. */
static void write_dice(struct screen *screen, const struct themots *s)
{
    struct text line = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    text_add(&line, tr("Letters: "));
    for (unsigned die = 0; die < WORDS_DICE; die++)
        text_printf(&line, "%s%c (%s)", die ? ", " : "", letter_of(s, die), tr(colour_name[die]));
    screen_put_wrapped(screen, line.start, 2);
}

/* The dice in one line, the chosen one between angles. */
static void draw_tight_dice(struct screen *screen, const struct themots *s)
{
    screen_put(screen, "  ");
    for (unsigned die = 0; die < WORDS_DICE; die++)
        screen_printf(screen, is_chosen(s, die) ? "%s<%c>%s  " : "%s %c %s  ",
                      style_of(screen, die), letter_of(s, die), screen_style(screen, SCREEN_PLAIN));
    screen_put(screen, "\n");
}

static void draw_task(struct screen *screen, const struct themots *s)
{
    char line[256];
    if (s->colour == THEMOTS_BLACK) {
        snprintf(line, sizeof line,
                 s->again ? tr("  %sBlack%s: a word with none of these letters, for %d tokens; a "
                               "word with one costs %d, if you have them.\n")
                          : tr("  %sBlack%s: a word with none of these letters, for %d tokens; a "
                               "word with one costs %d.\n"),
                 screen_style(screen, SCREEN_WARN), screen_style(screen, SCREEN_PLAIN),
                 THEMOTS_BLACK_TOKENS, THEMOTS_BLACK_TOKENS);
        screen_put_wrapped(screen, line, 0);
    } else
        screen_printf(screen, tr("  The die is %s%s%s: a word that starts with %s%c%s.\n"),
                      style_of(screen, s->colour), tr(colour_name[s->colour]),
                      screen_style(screen, SCREEN_PLAIN), style_of(screen, s->colour),
                      'A' + s->letter[s->colour], screen_style(screen, SCREEN_PLAIN));
}

/* The words that were said, from the word `first` on; `mark` precedes the last one. */
static void list_said(const struct themots *s, unsigned first, const char *mark, struct text *out)
{
    text_clear(out);
    for (unsigned i = first; i < s->said_count; i++) {
        text_add(out, i > first ? ", " : tr("Said: "));
        text_add(out, i == first && first > 0 ? "…, " : "");
        text_add(out, i + 1 == s->said_count ? mark : "");
        if (!themots_said_text(s, i, out))
            text_add(out, "?");
    }
}

/* A tight screen has one line for them: the last words that fit, and at least the last one. */
static void draw_said(struct screen *screen, const struct match *match, const struct themots *s)
{
    enum { INDENT = 2 };
    struct text out = text_on((char[GAME_LINE_MAX * 4]){0}, GAME_LINE_MAX * 4);
    unsigned first = 0;
    const char *line = view_last_line(match, NULL);
    const char *mark = strstr(line, " say ") ? view_mark(screen, true) : "";
    list_said(s, first, mark, &out);
    while (screen->tight && first + 1 < s->said_count &&
           screen_width(out.start) > screen->width - INDENT)
        list_said(s, ++first, mark, &out);
    screen_put_wrapped(screen, out.start, INDENT);
}

static void draw(struct screen *screen, const struct match *match, const void *state, int seat)
{
    const struct themots *s = state;
    (void)seat; /* everybody hears everything */
    screen_put(screen, screen->low ? "" : "\n");
    draw_seats(screen, match, s);
    if ((!s->rolled && s->phase != THEMOTS_TO_ROLL) || s->phase == THEMOTS_END)
        return;
    screen_put(screen, screen->low ? "" : "\n");
    draw_themes(screen, s);
    (screen->tight ? draw_tight_dice : screen->spoken ? write_dice : draw_dice)(screen, s);
    if (!s->rolled) {
        screen_put_wrapped(screen, tr("Get ready: the letters are about to fall."), 2);
        return;
    }
    draw_task(screen, s);
    draw_said(screen, match, s);
}

/* ---- descriptions ---- */

/* The spoken word and its ruling. */
static void tell_ruling(const struct telling *to, const struct themots *s, game_action action)
{
    const unsigned value = themots_value(action);
    const bool black = s->colour == THEMOTS_BLACK;
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    view_words(to, "tm.say.say", s->speaker + 1, 0, "word", s->text, NULL);
    if (themots_kind(action) == THEMOTS_YES) {
        view_words(to,
                   black                    ? "tm.say.yes.black"
                   : themots_places(s) <= 0 ? "tm.say.yes.late"
                                            : "tm.say.yes",
                   0, 0, "n", view_number(value).text, NULL);
        if (!black && has_places(s) && s->players > 2 && themots_places(s) == 2)
            view_words(to, "tm.places.one", 0, 0, NULL);
        return;
    }
    text_add(&why, game_text("tm.no.%s", themots_reason_id[value]));
    if (value != THEMOTS_SAME) {
        text_add(&why, " (");
        themots_explain(s, action, &why);
        text_add(&why, ")");
    }
    view_words(to, "tm.say.no", 0, 0, "reason", why.start, NULL);
}

/* The letters with spaces; for black the banned ones, else all. */
static void add_letters(unsigned value, struct text *out)
{
    struct text line = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    themots_write(NULL, themots_action(THEMOTS_ROLL, 0, 0, value), NULL, GAME_OPEN, &line);
    for (int i = 0; i < WORDS_DICE; i++)
        text_printf(out, "%s%c", i ? " " : "", line.start[strlen("* roll ") + (size_t)i]);
}

static void tell_roll(const struct telling *to, unsigned value)
{
    struct text letters = text_on((char[32]){0}, 32);
    const unsigned colour = value % THEMOTS_COLOURS;
    char initial[2] = "";
    add_letters(value, &letters);
    view_words(to, "tm.say.roll", 0, 0, "letters", letters.start, "colour",
               game_text("tm.%s", themots_colour[colour]), NULL);
    initial[0] = colour < WORDS_DICE ? letters.start[2 * colour] : '\0';
    if (to->heard)
        view_words(to, colour == THEMOTS_BLACK ? "tm.task.black" : "tm.task", 0, 0, "letters",
                   letters.start, "letter", initial, NULL);
}

static void tell(const struct telling *to, const void *before, game_action action)
{
    const struct themots *s = before;
    const unsigned value = themots_value(action);
    const int seat = (int)themots_seat(action) + 1;
    switch (themots_kind(action)) {
    case THEMOTS_DRAW_THEME:
        view_words(to, "tm.say.theme", 0, 0, "theme", words_title(themots_theme(s, value)), NULL);
        break;
    case THEMOTS_ROLL:
        tell_roll(to, value);
        break;
    case THEMOTS_TIME:
        view_words(to, "tm.say.time", 0, 0, NULL);
        break;
    case THEMOTS_SAY:
        break; /* described with its ruling */
    case THEMOTS_PASS:
        view_words(to, has_places(s) && themots_places(s) <= 0 ? "tm.say.toolate" : "tm.say.pass",
                   seat, 0, NULL);
        break;
    case THEMOTS_CAST:
        view_words(to, "tm.say.vote", seat, 0, "vote", value ? tr("yes") : tr("no"), NULL);
        break;
    case THEMOTS_CLOSE:
        view_words(to, "tm.say.voted", 0, 0, NULL);
        break;
    default:
        tell_ruling(to, s, action);
        break;
    }
}

static void phrase(const struct match *match, const void *state, game_action action,
                   struct text *out)
{
    const struct themots *s = state;
    struct text line = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    view_notation(match, state, action, &line);
    const char *word = line.start + strcspn(line.start, " ") + 1;
    switch (themots_kind(action)) {
    case THEMOTS_SAY:
        if (s->variant == THEMOTS_FERMER)
            text_printf(out, tr("say \"%s\" for theme %u"), word + 2, themots_slot(action) + 1);
        else
            text_printf(out, tr("say \"%s\""), word);
        break;
    case THEMOTS_PASS:
        text_add(out, tr("pass"));
        break;
    case THEMOTS_CAST:
        text_add(out, themots_value(action) ? tr("vote yes") : tr("vote no"));
        break;
    default: /* dice and verdicts */
        text_add(out, line.start);
        break;
    }
}

static void label(const struct match *match, const void *state, game_action action,
                  struct text *out)
{
    const struct themots *s = state;
    (void)match;
    if (themots_kind(action) == THEMOTS_SAY && themots_value(action) < words_forms) {
        const unsigned points = themots_points(s, themots_value(action));
        text_printf(out, trn("%u token", "%u tokens", points), points);
    }
}

/* The question of a vote: the word, and the keys; for the others that a vote is running. */
static void ask(const struct match *match, const void *state, int seat, struct text *out)
{
    const struct themots *s = state;
    const bool votes = seat > 0 && (themots_voters(s) & ~s->voted) >> (seat - 1) & 1;
    (void)match;
    if (s->phase == THEMOTS_VOTE)
        text_printf(out,
                    votes ? tr("vote y or n: \"%s\" for \"%s\"?")
                          : tr("the others vote: \"%s\" for \"%s\"?"),
                    s->text, words_title(themots_theme(s, s->theme)));
}

static bool has_key(game_action action, int key)
{
    const char *keys = themots_value(action) ? "yYoO" : "nN";
    return themots_kind(action) == THEMOTS_CAST && strchr(keys, key);
}

/* In the variant `fermer`: adds the number of the first open theme that the word fits, unless a
 * number was typed. */
static void tidy_theme(const struct themots *s, const char *word, struct text *out)
{
    char folded[WORDS_FORM_MAX];
    unsigned slot = 0;
    if (word[0] >= '1' && word[0] < '1' + WORDS_ON_CARD && word[1] == ' ') {
        text_printf(out, "say %s", word);
        return;
    }
    while (slot < WORDS_ON_CARD &&
           (!themots_is_open(s, slot) ||
            words_look_up(themots_theme(s, slot), span_of(word), folded) == WORDS_NONE))
        slot++;
    if (slot < WORDS_ON_CARD)
        text_printf(out, "say %u %s", slot + 1, word);
    else
        text_printf(out, "say %s", word); /* refused by the rules, with a reason */
}

/* Typed text is a word; `-` is `pass`. A move in record notation is accepted too. */
static void tidy(const void *state, const char *typed, struct text *out)
{
    const struct themots *s = state;
    char word[GAME_LINE_MAX];
    typed += strspn(typed, " ");
    snprintf(word, sizeof word, "%s", typed);
    for (size_t length = strlen(word); length && word[length - 1] == ' ';)
        word[--length] = '\0';
    if (strcmp(word, "-") == 0 || strcmp(word, "pass") == 0)
        text_add(out, "pass");
    else if (strncmp(word, "say ", 4) == 0 || strncmp(word, "vote ", 5) == 0)
        text_add(out, word);
    else if (s->variant == THEMOTS_FERMER)
        tidy_theme(s, word, out);
    else
        text_printf(out, "say %s", word);
}

/* Appends who said which word, and the tokens it was worth; a word after the last place earned
 * none. */
static void add_said(const struct match *match, const struct themots *s, unsigned index,
                     struct text *out)
{
    const bool in_hand = index == s->said_count;
    const int seat = (in_hand ? s->speaker : s->said[index].seat) + 1;
    const unsigned points = in_hand ? s->points : s->said[index].points;
    const bool late =
        s->colour != THEMOTS_BLACK && (int)index >= themots_places(s) + (int)s->spoken;
    text_printf(out, "%s%s%s", index ? ", " : "", view_name(match, seat).text, tr(": "));
    if (in_hand)
        text_add(out, s->text);
    else if (!themots_said_text(s, index, out))
        text_add(out, "?");
    if (late)
        text_printf(out, " (%s)", tr("too late"));
    else
        text_printf(out, " (%u)", points);
}

/* The theme, the letters and who said what, when the round is over. */
static void recap_said(struct screen *screen, const struct match *match, const struct themots *s)
{
    struct text out = text_on((char[GAME_LINE_MAX * 4]){0}, GAME_LINE_MAX * 4);
    const bool good = s->phase == THEMOTS_JUDGE && s->reason == THEMOTS_GOOD;
    const unsigned count = s->said_count + good;
    if (s->variant != THEMOTS_FERMER)
        text_printf(&out, "%s, ", words_title(themots_theme(s, s->theme)));
    for (unsigned die = 0; die < WORDS_DICE; die++)
        text_char(&out, letter_of(s, die));
    text_printf(&out, ", %s. ", tr(colour_name[s->colour]));
    for (unsigned i = 0; i < count; i++)
        add_said(match, s, i, &out);
    text_add(&out, count ? "" : tr("Nobody had a word."));
    screen_put_wrapped(screen, out.start, 2);
}

/* When the round is over: who said what, and the best words that nobody has said. */
static void recap(struct screen *screen, const struct match *match, const void *state)
{
    enum { SHOWN = 5 };
    static struct words_answer answer[WORDS_ANSWERS_MAX];
    const struct themots *s = state;
    struct text out = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    if (!s->rolled)
        return;
    recap_said(screen, match, s);
    if (s->variant == THEMOTS_FERMER)
        return;
    const bool black = s->colour == THEMOTS_BLACK;
    const size_t count = themots_answers(s, s->theme, answer);
    int shown = 0;
    for (size_t i = 0; i < count && shown < SHOWN; i++) {
        const struct span text = words_written(answer[i].form);
        if (themots_clash(s, answer[i].form) >= 0 ||
            (s->phase == THEMOTS_JUDGE && words_form[answer[i].form].entry == s->word))
            continue;
        text_add(&out, shown++ ? ", " : tr("There was also: "));
        text_add_bytes(&out, text.at, text.length);
        if (!black)
            text_printf(&out, " (%u)", answer[i].points);
    }
    screen_put(screen, screen_style(screen, SCREEN_DIM));
    screen_put_wrapped(screen, shown ? out.start : tr("The lexicon has no other answer."), 2);
    screen_put(screen, screen_style(screen, SCREEN_PLAIN));
}

static void odds(struct screen *screen, const struct match *match, const void *state)
{
    (void)state;
    screen_printf(screen, tr("  No odds for %s; 'cornet words' lists answers.\n"),
                  match->game->title);
}

const struct view view_themots = {
    .game = &themots_game,
    .draw = draw,
    .tell = tell,
    .phrase = phrase,
    .label = label,
    .tidy = tidy,
    .ask = ask,
    .has_key = has_key,
    .recap = recap,
    .rules = mark(
        "Goal: the most tokens when the centre is empty.\n"
        "\n"
        "A theme is thrown, then five letters and a colour. Everybody plays at once: say a word "
        "that fits the theme and starts with the letter on the die of that colour. It scores a "
        "token for each die whose letter is in the word.\n"
        "  once      after a good word you are out of the round; a wrong word costs only time\n"
        "  roots     no common noun with the root of one already said (éléphant, éléphanteau)\n"
        "  people    by their family name or nickname\n"
        "  last      with 3 or 4 players the last to speak scores nothing, with 5 or 6 the last "
        "two\n"
        "  black     a word with none of the five letters: the first takes four tokens; one with "
        "a letter costs four\n"
        "  options   with letters=word a letter scores at most as often as the word has it; with "
        "black=again a wrong letter costs four tokens if you have four, and you may try again\n"
        "Accents, capitals, spaces, hyphens and apostrophes do not count.\n"
        "\n"
        "Alone against bots, type your word and press Enter. With several people, press the number "
        "of your seat to buzz, then type your word before the short clock runs out. - passes. In "
        "the variant fermer, a theme's number may come first: 4 Brejnev.\n"),
    .odds = odds,
};
