/* Easy Come Easy Go in a terminal: the dice, the nine prizes with their owners, and which of them
 * the dice can win. */
#include <ctype.h>
#include <string.h>

#include "base/lang.h"
#include "games/easycome/rules.h"
#include "games/easycome/solve/turn.h"
#include "tui/game_texts.h"
#include "tui/large.h"
#include "tui/view.h"

/* ---- dice ---- */

/* How large everything is drawn: 2 and 1 with prizes as cards, 0 with a list of them. */
static int scale_of(const struct screen *screen)
{
    enum { CARDS = 78, LARGE_CARDS = 120 }; /* columns */
    return screen->width >= LARGE_CARDS ? screen->scale
           : screen->width >= CARDS     ? screen->scale > 0
                                        : 0;
}

static bool draws_dice(const struct screen *screen)
{
    return !screen->low && !screen->spoken;
}

/* The cursor's spots: the prizes, one a row; below them the dice, the roll and the end. */
enum { DICE_SPOT = 54, ROLL_SPOT = 58, STOP_SPOT };

/* Dice are picked in any order, then the roll. */
static bool spots(const void *state, game_action action, const struct screen_cursor *cursor,
                  uint64_t *next)
{
    const struct easycome *s = state;
    const unsigned value = easycome_value_of(action);
    const struct easycome_set *set = &easycome_tables.set[value % EASYCOME_SETS];
    const char *rolled = easycome_tables.set[s->rolled].digits;
    unsigned left = set->count;
    uint8_t of[EASYCOME_FACES];
    bool rolls = false;
    memcpy(of, set->of, sizeof of);
    if (easycome_kind_of(action) != EASYCOME_KEEP)
        return view_path((const uint8_t[]){easycome_kind_of(action) == EASYCOME_TAKE
                                               ? (uint8_t)(SCREEN_SPOTS * value)
                                               : STOP_SPOT},
                         1, cursor, next);
    for (unsigned i = 0; i < cursor->picks; i++) {
        const unsigned spot = cursor->picked[i];
        rolls |= spot == ROLL_SPOT;
        if (spot == ROLL_SPOT)
            continue;
        if (spot < DICE_SPOT || spot > ROLL_SPOT || !of[rolled[spot - DICE_SPOT] - '0'])
            return false;
        of[rolled[spot - DICE_SPOT] - '0']--;
        left--;
    }
    *next = left || rolls ? 0 : (uint64_t)1 << ROLL_SPOT;
    for (unsigned i = 0; rolled[i] && !rolls; i++) {
        if (of[rolled[i] - '0'] && !screen_is_picked(cursor, DICE_SPOT + i))
            *next |= (uint64_t)1 << (DICE_SPOT + i);
    }
    return left == 0 || !rolls;
}

/* `chosen`: the faces that are marked; they are part of the digits. `spot`: of the first die, for
 * the cursor; 0: none. */
static void draw_group(struct screen *screen, const char *digits, const char *chosen, int row,
                       int style, unsigned spot)
{
    for (const char *face = digits; *face; face++) {
        const bool marked = *chosen == *face;
        chosen += marked;
        screen_printf(screen, "%s ", screen_style(screen, SCREEN_PLAIN));
        screen_put(screen, screen_style(screen, style));
        screen_put(screen, marked ? screen_style(screen, SCREEN_CHOSEN)
                           : spot ? screen_spot(screen, spot + (unsigned)(face - digits))
                                  : "");
        if (draws_dice(screen))
            large_put_pips(screen, (unsigned)(*face - '0'), row, scale_of(screen) == 2, false);
        else
            screen_printf(screen, "[%c]", *face);
    }
    screen_put(screen, screen_style(screen, SCREEN_PLAIN));
}

static void draw_dice(struct screen *screen, const char *kept, const char *rolled,
                      const char *chosen)
{
    const bool larger = scale_of(screen) == 2;
    const int die = draws_dice(screen) ? large_die_columns(larger) + 1 : 4;
    const int width = (int)strlen(kept) * die;
    const int label = screen_width(tr("set aside"));
    const int kept_width = *kept ? (width > label ? width : label) + 4 : 0;
    screen_put(screen, screen->low ? "" : "\n");
    if (*kept && !screen->tight) {
        screen_put(screen, "  ");
        screen_put_padded(screen, tr("set aside"), kept_width);
        screen_printf(screen, "%s\n", *rolled ? tr("just rolled") : "");
    }
    for (int row = 0; row < (draws_dice(screen) ? large_die_rows(larger) : 1); row++) {
        screen_put(screen, " ");
        draw_group(screen, kept, "", row, SCREEN_DIM, 0);
        screen_printf(screen, "%*s", kept_width - width, "");
        draw_group(screen, rolled, chosen, row, SCREEN_BOLD, DICE_SPOT);
        screen_put(screen, "\n");
    }
}

/* ---- prizes ---- */

/* The exact chance to win this prize in this turn with best play; `keep` gets the dice to keep. */
static double chance_of(const struct easycome *s, int prize, unsigned *keep)
{
    struct easycome_turn turn;
    easycome_turn_make(&turn, (uint16_t)(1 << prize));
    *keep = 0;
    const uint32_t ways = s->phase == EASYCOME_CHOICE
                              ? easycome_turn_best(&turn, s->kept, s->rolled, keep)
                              : turn.ways[s->kept];
    return ways / (double)EASYCOME_TURN_WHOLE;
}

/* Whether a prize can be taken, its chance, or why it has none. */
static void add_prospect(const struct easycome *s, int prize, bool take, struct text *out)
{
    const bool playing = s->phase == EASYCOME_CHOICE || s->phase == EASYCOME_TO_ROLL;
    unsigned keep;
    if (take)
        text_add(out, tr("yours to take"));
    else if (playing && easycome_holder(s, prize) != s->seat) {
        const double chance = chance_of(s, prize, &keep);
        if (!(easycome_open_prizes(s) >> prize & 1))
            text_add(out, tr("closed"));
        else if (chance > 0)
            text_printf(out, tr("%3.0f %% at best"), 100 * chance);
        else
            text_add(out, tr("out of reach"));
    }
}

/* The prizes that the dice meet now. */
static unsigned find_met(const struct easycome *s)
{
    const struct easycome_tables *t = &easycome_tables;
    return s->phase == EASYCOME_CHOICE
               ? t->set[t->join[s->kept][s->rolled]].prizes & easycome_open_prizes(s)
               : 0;
}

/* Whether the last turn took the prize. */
static bool was_taken(const struct match *match, int prize)
{
    const char *last = view_last_line(match, "keep");
    return strncmp(last + (*last != 0), " take ", 6) == 0 &&
           strcmp(last + 7, easycome_prize_id[prize]) == 0;
}

/* How a prize is marked that the selected choice takes, or that the cursor can pick. */
static void add_mark(const struct screen *screen, int prize, struct text *out)
{
    if (screen->chosen && *screen->chosen == easycome_action(EASYCOME_TAKE, (unsigned)prize))
        text_add(out, screen_style(screen, SCREEN_CHOSEN));
    text_add(out, screen_spot(screen, (unsigned)(SCREEN_SPOTS * prize)));
}

/* The prizes as cards, each with an example of its dice. */
static void draw_cards(struct screen *screen, const struct match *match, const struct easycome *s)
{
    static const char *const example[EASYCOME_PRIZES] = {"3333", "1144", "1115", "2224", "0124",
                                                         "1345", "0012", "4445", "1234"};
    struct large_card card[EASYCOME_PRIZES];
    const char *plain = screen_style(screen, SCREEN_PLAIN);
    const unsigned now = find_met(s);
    for (int prize = 0; prize < EASYCOME_PRIZES; prize++) {
        const int holder = easycome_holder(s, prize);
        const bool take = now >> prize & 1;
        struct text style = text_on(card[prize].style, sizeof card[prize].style);
        struct text out = text_on(card[prize].text, sizeof card[prize].text);
        text_add(&style, take ? screen_style(screen, SCREEN_GOOD) : "");
        add_mark(screen, prize, &style);
        text_printf(&out, "%s%s%s%s%s\n", screen_style(screen, SCREEN_BOLD),
                    was_taken(match, prize) ? view_mark(screen, true) : "", take ? "★ " : "",
                    tr(easycome_prize_titles[prize]), plain);
        text_add(&out, screen_style(screen, SCREEN_DIM));
        for (const char *face = example[prize]; *face; face++)
            text_printf(&out, "[%c]", *face);
        text_printf(&out, "%s\n%s%s%s\n", plain,
                    holder >= 0 ? screen_style(screen, SCREEN_SEAT + holder + 1) : "",
                    holder >= 0 ? view_name(match, holder + 1).text : tr("centre"), plain);
        struct text prospect = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
        add_prospect(s, prize, take, &prospect);
        text_printf(&out, "%s%s%s\n", screen_style(screen, take ? SCREEN_GOOD : SCREEN_DIM),
                    prospect.start + strspn(prospect.start, " "), plain);
    }
    large_cards(screen, card, EASYCOME_PRIZES, (screen->width - 2) / 3 - 1,
                scale_of(screen) == 2 ? 6 : 4);
}

/* On a narrow screen a prize's short name, which a typed move needs, is left out. */
enum { WIDE = 78, ID = 15, NAME = 27, HOLDER = 18, NAME_NARROW = 19, HOLDER_NARROW = 18 };

static void draw_prizes(struct screen *screen, const struct match *match, const struct easycome *s)
{
    const bool wide = screen->width >= WIDE;
    const int holder_width = wide ? HOLDER : HOLDER_NARROW;
    const unsigned now = find_met(s);
    for (int prize = 0; prize < EASYCOME_PRIZES; prize++) {
        const int holder = easycome_holder(s, prize);
        const bool take = now >> prize & 1;
        struct text mark = text_on((char[32]){0}, 32);
        struct text prospect = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
        screen_put(screen, screen_style(screen, take ? SCREEN_GOOD : SCREEN_PLAIN));
        screen_printf(screen, " %s%s ", view_mark(screen, was_taken(match, prize)),
                      take ? "★" : " ");
        add_mark(screen, prize, &mark);
        screen_put(screen, mark.start);
        if (wide)
            screen_put_padded(screen, easycome_prize_id[prize], ID);
        screen_put_padded(screen, tr(easycome_prize_titles[prize]), wide ? NAME : NAME_NARROW);
        screen_put(screen, screen_style(screen, SCREEN_PLAIN));
        if (holder >= 0)
            view_put_name(screen, match, holder + 1, holder_width);
        else
            screen_put_padded(screen, tr("centre"), holder_width);
        add_prospect(s, prize, take, &prospect);
        screen_printf(screen, "%s%s%s\n", screen_style(screen, take ? SCREEN_GOOD : SCREEN_DIM),
                      prospect.start, screen_style(screen, SCREEN_PLAIN));
    }
}

/* The turns that a player with three prizes must still hold out. */
static void put_left(struct screen *screen, const struct easycome *s, int seat)
{
    const int left = s->hold - s->endured[seat];
    screen_put(screen, screen_style(screen, SCREEN_WARN));
    screen_printf(
        screen,
        screen->width >= WIDE
            ? trn("three prizes: %d more turn to hold out",
                  "three prizes: %d more turns to hold out", (unsigned long)left)
            : trn("%d more turn to hold out", "%d more turns to hold out", (unsigned long)left),
        left);
    screen_put(screen, screen_style(screen, SCREEN_PLAIN));
}

static bool holds_all(const struct easycome *s, int seat)
{
    return s->count[seat] == EASYCOME_TO_HOLD && s->phase != EASYCOME_END;
}

static void put_seat(struct screen *screen, const struct match *match, const struct easycome *s,
                     int seat, int width)
{
    screen_printf(screen, " %s%s ",
                  view_mark(screen, view_last_line(match, "keep")[0] == '1' + seat),
                  s->phase != EASYCOME_END && seat == s->seat ? ">" : " ");
    view_put_name(screen, match, seat + 1, width);
    if (screen->spoken && s->phase != EASYCOME_ROLLOFF)
        screen_printf(screen, trn("%d of %d prize", "%d of %d prizes", EASYCOME_TO_HOLD),
                      s->count[seat], EASYCOME_TO_HOLD);
    for (int i = 0; i < EASYCOME_TO_HOLD && s->phase != EASYCOME_ROLLOFF && !screen->spoken; i++)
        screen_put(screen, i < s->count[seat] ? "[*]" : "[ ]");
    if (s->phase == EASYCOME_ROLLOFF && s->total[seat] > 0)
        screen_printf(screen, "%*d", 3 * EASYCOME_TO_HOLD, s->total[seat]);
    else if (s->phase == EASYCOME_ROLLOFF)
        screen_printf(screen, "%*s", 3 * EASYCOME_TO_HOLD, "");
}

static void draw_seats(struct screen *screen, const struct match *match, const struct easycome *s)
{
    for (int seat = 0; seat < s->players; seat++) {
        put_seat(screen, match, s, seat, 18);
        if (holds_all(s, seat)) {
            screen_put(screen, "  ");
            put_left(screen, s, seat);
        }
        screen_put(screen, "\n");
    }
}

/* Two in a row, so that the dice have one. */
static void draw_tight_seats(struct screen *screen, const struct match *match,
                             const struct easycome *s)
{
    for (int seat = 0; seat < s->players; seat++) {
        put_seat(screen, match, s, seat, 15);
        screen_put(screen, seat % 2 || seat + 1 == s->players ? "\n" : "");
    }
    for (int seat = 0; seat < s->players; seat++) {
        if (!holds_all(s, seat))
            continue;
        screen_put(screen, "    ");
        view_put_name(screen, match, seat + 1, 15);
        put_left(screen, s, seat);
        screen_put(screen, "\n");
    }
}

static void draw(struct screen *screen, const struct match *match, const void *state, int seat)
{
    const struct easycome *s = state;
    const struct easycome_tables *t = &easycome_tables;
    (void)seat; /* everybody sees everything */
    screen_put(screen, screen->low ? "" : "\n");
    (screen->tight ? draw_tight_seats : draw_seats)(screen, match, s);
    screen_put(screen, screen->low ? "" : "\n");
    (scale_of(screen) ? draw_cards : draw_prizes)(screen, match, s);
    if (s->kept || s->rolled) {
        const bool keeps = screen->chosen && easycome_kind_of(*screen->chosen) == EASYCOME_KEEP;
        draw_dice(screen, t->set[s->kept].digits, t->set[s->rolled].digits,
                  keeps ? t->set[easycome_value_of(*screen->chosen)].digits : "");
    }
}

/* ---- descriptions ---- */

/* Adds the digits with spaces between them. */
static void put_spaced(struct text *out, const char *digits)
{
    for (const char *digit = digits; *digit; digit++) {
        if (digit != digits)
            text_char(out, ' ');
        text_char(out, *digit);
    }
}

/* The text of a prize's name, and of the thing that it is. */
static const char *prize_text(const char *what, int prize)
{
    return game_text("ec.%s%s", what, easycome_prize_id[prize]);
}

/* Appends a part of a list: "a, b or c". */
static void add_either(struct text *out, const char *part, unsigned index, unsigned count)
{
    text_add(out, index == 0 ? "" : index + 1 < count ? ", " : game_text("ec.or"));
    text_add(out, part);
}

/* The faces of the last die that would have met a prize: `a 2 or 3`; their number. */
static unsigned add_faces(const struct easycome *s, int prize, struct text *out)
{
    const struct easycome_tables *t = &easycome_tables;
    char faces[EASYCOME_FACES][2];
    unsigned count = 0;
    for (unsigned set = 0; set < EASYCOME_SETS; set++) {
        if (t->set[set].count == 1 && t->set[t->join[s->kept][set]].prizes >> prize & 1)
            snprintf(faces[count++], sizeof faces[0], "%c", t->set[set].digits[0]);
    }
    struct text list = text_on((char[64]){0}, 64);
    for (unsigned i = 0; i < count; i++)
        add_either(&list, faces[i], i, count);
    if (count)
        game_text_fill(game_text("ec.face"), VIEW_VALUES("n", list.start), out);
    return count;
}

/* After a turn that won nothing: what its last die could have won. */
static void tell_miss(const struct telling *to, const struct easycome *s)
{
    static const int order[EASYCOME_PRIZES] = {4, 5, 0, 1, 2, 3, 6, 7, 8}; /* sums first */
    char needed[EASYCOME_PRIZES][TEXT_WHY];
    struct text list = text_on((char[4 *TEXT_WHY]){0}, 4 * TEXT_WHY);
    unsigned count = 0;
    for (int i = 0; i < EASYCOME_PRIZES; i++) {
        const int prize = order[i], holder = easycome_holder(s, prize);
        struct text faces = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
        struct text words = text_on(needed[count], sizeof needed[count]);
        if (holder == s->seat || !(easycome_open_prizes(s) >> prize & 1) ||
            !add_faces(s, prize, &faces))
            continue;
        view_words(&(struct telling){to->match, to->viewer, to->heard, &words},
                   holder < 0 ? "ec.needed" : "ec.needed.steal", 0, holder + 1, "faces",
                   faces.start, "prize", prize_text("thing.", prize), NULL);
        count++;
    }
    for (unsigned i = 0; i < count; i++)
        add_either(&list, needed[i], i, count);
    view_words(to, count ? "ec.missed.why" : "ec.missed.none", 0, 0, "what", list.start, NULL);
}

/* After a roll for the start: who starts, or rolls again. */
static void tell_start(const struct telling *to, const struct easycome *s,
                       const struct easycome *after, unsigned total)
{
    const unsigned won = after->seat == s->seat ? total : s->total[after->seat];
    struct text names = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    if (after->phase != EASYCOME_ROLLOFF) {
        view_words(to, "ec.starts", after->seat + 1, 0, "total", view_number(won).text, NULL);
    } else if (after->seat <= s->seat) { /* a tie: from the first of them again */
        const bool own = to->viewer > 0 && after->contenders >> (to->viewer - 1) & 1;
        view_list_names(to->match, to->viewer, after->contenders, &names);
        view_words(to, own ? "ec.tie.you" : "ec.tie", 0, 0, "names", names.start, NULL);
    }
}

static void tell_take(const struct telling *to, const struct easycome *s, int prize)
{
    const int holder = easycome_holder(s, prize);
    struct text dice = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    text_add(&dice, prize_text("", prize));
    dice.start[0] = (char)tolower((unsigned char)dice.start[0]);
    view_words(to, holder < 0 ? "ec.say.take" : "ec.say.steal", s->seat + 1, holder + 1, "prize",
               prize_text("thing.", prize), "dice", dice.start, NULL);
}

/* `heard`: with the taker's prizes, and without what the board shows during the roll for the start.
 */
static void tell(const struct telling *to, const void *before, game_action action)
{
    const struct easycome *s = before;
    const union game_state state = view_after(to->match, s, action);
    const struct easycome *after = (const void *)&state;
    const unsigned value = easycome_value_of(action);
    const bool starts = s->phase == EASYCOME_ROLLOFF;
    struct text dice = text_on((char[16]){0}, 16);
    put_spaced(&dice, easycome_tables.set[value % EASYCOME_SETS].digits);
    switch (easycome_kind_of(action)) {
    case EASYCOME_ROLL:
        view_words(to, starts && !to->heard ? "ec.say.first" : "ec.say.rolled", s->seat + 1, 0,
                   "dice", dice.start, NULL);
        if (starts)
            tell_start(to, s, after, easycome_tables.set[value].sum);
        else if (after->phase != EASYCOME_CHOICE)
            tell_miss(to, s);
        break;
    case EASYCOME_KEEP:
        view_words(to, "ec.say.keep", s->seat + 1, 0, "dice", dice.start, NULL);
        break;
    case EASYCOME_STOP:
        view_words(to, "ec.say.stop", s->seat + 1, 0, NULL);
        break;
    case EASYCOME_TAKE:
        tell_take(to, s, (int)value);
        if (to->heard && after->phase != EASYCOME_END)
            view_words(to, after->count[s->seat] < EASYCOME_TO_HOLD ? "ec.hear.has" : "ec.hear.all",
                       s->seat + 1, 0, "n", view_number(after->count[s->seat]).text, "of",
                       view_number(EASYCOME_TO_HOLD).text, "turns", view_number(s->hold).text,
                       NULL);
        break;
    }
}

static void phrase(const struct match *match, const void *state, game_action action,
                   struct text *out)
{
    const struct easycome *s = state;
    const unsigned value = easycome_value_of(action);
    struct text dice = text_on((char[16]){0}, 16);
    switch (easycome_kind_of(action)) {
    case EASYCOME_KEEP:
        put_spaced(&dice, easycome_tables.set[value].digits);
        text_printf(out, tr("keep %s"), dice.start);
        break;
    case EASYCOME_TAKE: {
        const int holder = easycome_holder(s, (int)value);
        if (holder < 0)
            text_printf(out, tr("take %s"), tr(easycome_prize_titles[value]));
        else
            text_printf(out, tr("steal %s from %s"), tr(easycome_prize_titles[value]),
                        view_name(match, holder + 1).text);
        break;
    }
    case EASYCOME_STOP:
        text_add(out, tr("end the turn"));
        break;
    default: /* the dice */
        view_notation(match, state, action, out);
        break;
    }
}

/* The other player who wins unless a prize is stolen now; 0: nobody. */
static int find_danger(const struct easycome *s)
{
    for (int seat = 0; seat < s->players; seat++) {
        if (seat != s->seat && holds_all(s, seat) && s->hold - s->endured[seat] <= 1)
            return seat + 1;
    }
    return 0;
}

static void task(const struct match *match, const void *state, struct text *out)
{
    const struct easycome *s = state;
    game_action actions[GAME_ACTIONS_MAX];
    bool takes = false, keeps = false;
    const size_t count = easycome_game.actions(s, s->seat + 1, actions);
    for (size_t i = 0; i < count; i++) {
        takes |= easycome_kind_of(actions[i]) == EASYCOME_TAKE;
        keeps |= easycome_kind_of(actions[i]) == EASYCOME_KEEP;
    }
    if (find_danger(s)) {
        text_printf(out, tr("steal a prize, or %s wins"), view_name(match, find_danger(s)).text);
        return;
    }
    text_add(out, takes && keeps ? tr("take a prize, or keep dice and roll again")
                  : takes        ? tr("take a prize, or stop")
                  : keeps        ? tr("keep dice and roll the others")
                                 : tr("nothing can be taken"));
}

static void typed(const struct match *match, const void *state, game_action action,
                  struct text *out)
{
    const unsigned value = easycome_value_of(action);
    (void)match;
    (void)state;
    if (easycome_kind_of(action) == EASYCOME_KEEP)
        text_printf(out, tr("keep %s"), easycome_tables.set[value].digits);
    else if (easycome_kind_of(action) == EASYCOME_TAKE)
        text_printf(out, tr("take %s"), easycome_prize_id[value]);
    else
        text_add(out, tr("stop"));
}

static void label(const struct match *match, const void *state, game_action action,
                  struct text *out)
{
    const struct easycome *s = state;
    const struct easycome_tables *t = &easycome_tables;
    (void)match;
    if (easycome_kind_of(action) == EASYCOME_KEEP) {
        const int left = t->set[s->rolled].count - t->set[easycome_value_of(action)].count;
        text_printf(out, trn("roll %d die", "roll %d dice", (unsigned long)left), left);
    }
}

/* Reads a prize as people write it: `3`, `brelan pair`, `Carré`. */
static void tidy_prize(const char *typed, struct text *out)
{
    static const struct {
        const char *typed, *id;
    } others[] = {{"3", "3-"},
                  {"17", "17+"},
                  {"brelan pair", "brelan-pair"},
                  {"brelan impair", "brelan-impair"},
                  {"2 paires", "paires"}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (strcmp(typed, others[i].typed) == 0)
            typed = others[i].id;
    }
    text_add(out, typed);
}

/* Adds the digits, sorted, without what separates them; or the text as typed if it has anything
 * else. */
static void tidy_dice(const char *typed, struct text *out)
{
    if (typed[strspn(typed, "012345 ,")] != '\0') {
        text_add(out, typed);
        return;
    }
    for (char face = '0'; face < '0' + EASYCOME_FACES; face++) {
        for (const char *c = typed; *c; c++) {
            if (*c == face)
                text_char(out, face);
        }
    }
}

/* `k 5 2` and `Garde 25` are `keep 25`; `t 7`, `prends 7` are `take 7`; `s` is `stop`. */
static void tidy(const void *state, const char *typed, struct text *out)
{
    static const struct view_verb verbs[] = {
        {"k", "keep"},      {"keep", "keep"},    {"g", "keep"},    {"garde", "keep"},
        {"garder", "keep"}, {"t", "take"},       {"take", "take"}, {"p", "take"},
        {"prends", "take"}, {"prendre", "take"}, {"s", "stop"},    {"stop", "stop"},
        {"arrete", "stop"}, {NULL, NULL}};
    (void)state;
    struct text folded = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    screen_fold(typed, &folded); /* no accents, no capitals */
    const char *rest = folded.start + strcspn(folded.start, " ");
    rest += strspn(rest, " ");
    const char *verb = view_find_verb(verbs, folded.start);
    text_add(out, verb ? verb : typed);
    if (!verb || !*rest)
        return;
    text_char(out, ' ');
    (strcmp(verb, "keep") == 0 ? tidy_dice : tidy_prize)(rest, out);
}

static void odds(struct screen *screen, const struct match *match, const void *state)
{
    const struct easycome *s = state;
    const struct easycome_tables *t = &easycome_tables;
    (void)match;
    screen_put(screen, tr("  Exact chance of each prize this turn if you play for it alone:\n"));
    for (int prize = 0; prize < EASYCOME_PRIZES; prize++) {
        unsigned keep;
        if (!(easycome_open_prizes(s) >> prize & 1))
            continue;
        const double chance = chance_of(s, prize, &keep);
        screen_put(screen, "    ");
        screen_put_padded(screen, tr(easycome_prize_titles[prize]), NAME);
        screen_printf(screen, "%6.2f %%", 100 * chance);
        if (keep) {
            struct text dice = text_on((char[16]){0}, 16);
            put_spaced(&dice, t->set[keep].digits);
            screen_put(screen, "  ");
            screen_printf(screen, tr("keep %s"), dice.start);
        }
        screen_put(screen, "\n");
    }
}

const struct view view_easycome = {
    .game = &easycome_game,
    .draw = draw,
    .tell = tell,
    .phrase = phrase,
    .typed = typed,
    .task = task,
    .label = label,
    .tidy = tidy,
    .spots = spots,
    .rules = mark(
        "Goal: hold three prizes, and still hold all three after the turns of the next two players "
        "(with four players and hold=3: after those of all three others).\n"
        "\n"
        "Your turn: roll four dice, numbered 0 to 5. After each roll you may\n"
        "  take   one prize that all four dice meet, from the centre or from another player;\n"
        "  keep   at least one of the dice just rolled, and roll the others again; dice that are "
        "set aside stay as they are for the turn;\n"
        "  stop   and end the turn without a prize.\n"
        "One prize a turn. You may leave a prize to try for another.\n"
        "\n"
        "  carre          four equal dice\n"
        "  paires         two pairs of two different numbers\n"
        "  brelan-impair  three equal dice and a fourth, different, all odd\n"
        "  brelan-pair    the same, all even; 0 is even\n"
        "  7, 13          that sum exactly\n"
        "  3-, 17+        a sum of 3 or less, of 17 or more\n"
        "  suite          four numbers in a row\n"
        "\n"
        "Two players: against three prizes you get two turns, the second if the first stole "
        "nothing, and may only steal: the centre is closed.\n"),
    .odds = odds,
};
