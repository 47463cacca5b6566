/* Easy Come Easy Go in a terminal: four dice, nine prizes, whose they are and what the dice can
 * win. */
#include <ctype.h>
#include <string.h>

#include "apps/view.h"
#include "base/lang.h"
#include "games/easycome.h"
#include "solve/easycome_turn.h"

static const char *const prize_name[EASYCOME_PRIZES] = {
    [EASYCOME_CARRE] = mark("Four of a kind"),
    [EASYCOME_PAIRES] = mark("Two pairs"),
    [EASYCOME_BRELAN_IMPAIR] = mark("Three of a kind, all odd"),
    [EASYCOME_BRELAN_PAIR] = mark("Three of a kind, all even"),
    [EASYCOME_7] = mark("Exactly 7"),
    [EASYCOME_13] = mark("Exactly 13"),
    [EASYCOME_3_OR_LESS] = mark("3 or less"),
    [EASYCOME_17_OR_MORE] = mark("17 or more"),
    [EASYCOME_SUITE] = mark("Straight"),
};

/* ---- dice ---- */

/* Where a face has its pips, as three rows of three. */
static const char *const pips[EASYCOME_FACES][3] = {
    {"   ", "   ", "   "}, {"   ", " x ", "   "}, {"x  ", "   ", "  x"},
    {"x  ", " x ", "  x"}, {"x x", "   ", "x x"}, {"x x", " x ", "x x"},
};

/* One line of a die, the face's number in its lower edge. */
static void draw_row(struct screen *screen, char face, int row)
{
    const char *side = screen->unicode ? "│" : "|";
    if (row == 0) {
        screen_put(screen, screen->unicode ? "┌───────┐" : "+-------+");
    } else if (row == 4) {
        screen_put(screen, screen->unicode ? "└── " : "+-- ");
        screen_printf(screen, "%c", face);
        screen_put(screen, screen->unicode ? " ──┘" : " --+");
    } else {
        screen_put(screen, side);
        for (const char *dot = pips[face - '0'][row - 1]; *dot; dot++)
            screen_printf(screen, " %s", *dot == 'x' ? "●" : " ");
        screen_printf(screen, " %s", side);
    }
}

static void draw_group(struct screen *screen, const char *digits, int row, int style)
{
    screen_put(screen, screen_style(screen, style));
    for (const char *face = digits; *face; face++) {
        screen_put(screen, " ");
        if (screen->low)
            screen_printf(screen, "[%c]", *face);
        else
            draw_row(screen, *face, row);
    }
    screen_put(screen, screen_style(screen, SCREEN_PLAIN));
}

static void draw_dice(struct screen *screen, const char *kept, const char *rolled)
{
    const int width = (int)strlen(kept) * (screen->low ? 4 : 10);
    screen_put(screen, "\n");
    if (*kept) {
        screen_put(screen, "  ");
        screen_put_padded(screen, tr("set aside"), width + 6);
        screen_printf(screen, "%s\n", *rolled ? tr("just rolled") : "");
    }
    for (int row = 0; row < (screen->low ? 1 : 5); row++) {
        screen_put(screen, " ");
        draw_group(screen, kept, row, SCREEN_DIM);
        screen_put(screen, *kept ? "      " : "");
        draw_group(screen, rolled, row, SCREEN_BOLD);
        screen_put(screen, "\n");
    }
}

/* ---- prizes ---- */

/* The prizes that the dice set aside and some throw of the others would meet. */
static unsigned in_reach(unsigned kept)
{
    const struct easycome_tables *t = easycome_tables();
    const int dice = EASYCOME_DICE - t->set[kept].count;
    unsigned reach = 0;
    for (unsigned rolled = t->first[dice]; rolled < t->first[dice + 1]; rolled++)
        reach |= t->set[t->join[kept][rolled]].prizes;
    return reach;
}

/* What can still be won by keeping some of the dice just rolled. */
static unsigned reach_of(const struct easycome *s)
{
    const struct easycome_tables *t = easycome_tables();
    const struct easycome_set *rolled = &t->set[s->rolled];
    unsigned reach = 0;
    if (s->phase == EASYCOME_TO_ROLL)
        return in_reach(s->kept);
    for (int i = 0; i < rolled->keeps_count; i++)
        reach |= in_reach(t->join[s->kept][easycome_value_of(t->keeps[rolled->keeps_at + i])]);
    return reach;
}

static void put_seat(struct screen *screen, const struct match *match, int seat, int width)
{
    char buffer[MATCH_NAME_MAX];
    struct text name = text_on(buffer, sizeof buffer);
    match_show_name(match, seat, &name);
    screen_put(screen, screen_style(screen, SCREEN_SEAT + seat));
    screen_put_padded(screen, buffer, width);
    screen_put(screen, screen_style(screen, SCREEN_PLAIN));
}

static void draw_prizes(struct screen *screen, const struct match *match, const struct easycome *s)
{
    const struct easycome_tables *t = easycome_tables();
    const bool playing = s->phase == EASYCOME_CHOICE || s->phase == EASYCOME_TO_ROLL;
    const unsigned open = playing ? easycome_open_prizes(s) : 0;
    const unsigned now =
        s->phase == EASYCOME_CHOICE ? t->set[t->join[s->kept][s->rolled]].prizes : 0;
    const unsigned reach = playing ? reach_of(s) : 0;
    screen_put(screen, "\n");
    for (int prize = 0; prize < EASYCOME_PRIZES; prize++) {
        const int holder = easycome_holder(s, prize);
        const bool take = open & now & (1u << prize);
        screen_put(screen, screen_style(screen, take ? SCREEN_GOOD : SCREEN_PLAIN));
        screen_printf(screen, "  %s ", take ? "★" : " ");
        screen_put_padded(screen, easycome_prize_id[prize], 15);
        screen_put_padded(screen, tr(prize_name[prize]), 28);
        screen_put(screen, screen_style(screen, SCREEN_PLAIN));
        if (holder >= 0)
            put_seat(screen, match, holder + 1, 18);
        else
            screen_put_padded(screen, tr("centre"), 18);
        screen_put(screen, screen_style(screen, take ? SCREEN_GOOD : SCREEN_DIM));
        if (take)
            screen_put(screen, tr("yours to take"));
        else if (playing && !(open >> prize & 1))
            screen_put(screen, holder == s->seat ? "" : tr("closed"));
        else if (reach >> prize & 1)
            screen_put(screen, tr("possible"));
        else if (playing)
            screen_put(screen, tr("out of reach"));
        screen_printf(screen, "%s\n", screen_style(screen, SCREEN_PLAIN));
    }
}

static void draw_seats(struct screen *screen, const struct match *match, const struct easycome *s)
{
    screen_put(screen, "\n");
    for (int seat = 0; seat < s->players; seat++) {
        screen_printf(screen, "  %s ", s->phase != EASYCOME_END && seat == s->seat ? ">" : " ");
        put_seat(screen, match, seat + 1, 18);
        for (int i = 0; i < EASYCOME_TO_HOLD; i++)
            screen_put(screen, i < s->count[seat] ? "[*]" : "[ ]");
        if (s->phase == EASYCOME_ROLLOFF && s->total[seat] > 0)
            screen_printf(screen, "  %d", s->total[seat]);
        if (s->count[seat] == EASYCOME_TO_HOLD && s->phase != EASYCOME_END) {
            const int left = s->hold - s->endured[seat];
            screen_printf(screen, "  %s", screen_style(screen, SCREEN_WARN));
            screen_printf(screen,
                          dngettext(LANG_DOMAIN, "three prizes: %d more turn to hold out",
                                    "three prizes: %d more turns to hold out", (unsigned long)left),
                          left);
            screen_put(screen, screen_style(screen, SCREEN_PLAIN));
        }
        screen_put(screen, "\n");
    }
}

static void draw(struct screen *screen, const struct match *match, const void *state, int seat)
{
    const struct easycome *s = state;
    const struct easycome_tables *t = easycome_tables();
    (void)seat; /* everybody sees everything */
    draw_seats(screen, match, s);
    draw_prizes(screen, match, s);
    if (s->kept || s->rolled)
        draw_dice(screen, t->set[s->kept].digits, t->set[s->rolled].digits);
}

/* ---- words ---- */

/* The digits with spaces between them. */
static void put_spaced(struct text *out, const char *digits)
{
    for (const char *digit = digits; *digit; digit++) {
        if (digit != digits)
            text_char(out, ' ');
        text_char(out, *digit);
    }
}

static void tell(const struct match *match, const void *before, game_action action, int viewer,
                 struct text *out)
{
    const struct easycome *s = before;
    (void)viewer;
    const struct easycome_tables *t = easycome_tables();
    const unsigned value = easycome_value_of(action);
    char buffer[MATCH_NAME_MAX], from_buffer[MATCH_NAME_MAX], dice[16];
    struct text name = text_on(buffer, sizeof buffer);
    struct text from = text_on(from_buffer, sizeof from_buffer),
                spaced = text_on(dice, sizeof dice);
    match_show_name(match, s->seat + 1, &name);
    switch (easycome_kind_of(action)) {
    case EASYCOME_ROLL:
        put_spaced(&spaced, t->set[value].digits);
        if (s->phase == EASYCOME_ROLLOFF)
            text_printf(out, tr("%s rolls for the start: %s, that is %d"), buffer, dice,
                        t->set[value].sum);
        else if (t->set[value].count == 1 &&
                 !(t->set[t->join[s->kept][value]].prizes & easycome_open_prizes(s)))
            text_printf(out, tr("%s rolls %s: nothing to take, the turn ends"), buffer, dice);
        else
            text_printf(out, tr("%s rolls %s"), buffer, dice);
        break;
    case EASYCOME_KEEP:
        put_spaced(&spaced, t->set[value].digits);
        text_printf(out, tr("%s sets aside %s"), buffer, dice);
        break;
    case EASYCOME_STOP:
        text_printf(out, tr("%s stops"), buffer);
        break;
    case EASYCOME_TAKE: {
        const int holder = easycome_holder(s, (int)value);
        if (holder < 0) {
            text_printf(out, tr("%s takes: %s"), buffer, tr(prize_name[value]));
        } else {
            match_show_name(match, holder + 1, &from);
            text_printf(out, tr("%s steals from %s: %s"), buffer, from_buffer,
                        tr(prize_name[value]));
        }
        break;
    }
    }
}

static void label(const struct match *match, const void *state, game_action action,
                  struct text *out)
{
    const struct easycome *s = state;
    const struct easycome_tables *t = easycome_tables();
    const unsigned value = easycome_value_of(action);
    switch (easycome_kind_of(action)) {
    case EASYCOME_KEEP: {
        const int left = t->set[s->rolled].count - t->set[value].count;
        text_printf(out, dngettext(LANG_DOMAIN, "roll %d die", "roll %d dice", (unsigned long)left),
                    left);
        break;
    }
    case EASYCOME_TAKE: {
        const int holder = easycome_holder(s, (int)value);
        text_add(out, tr(prize_name[value]));
        if (holder >= 0) {
            text_add(out, tr(", from "));
            match_show_name(match, holder + 1, out);
        }
        break;
    }
    default:
        text_add(out, tr("end the turn"));
        break;
    }
}

/* `k 5 2`, `garde 25` and `25` are all `keep 25`; `t 7` and `prends 7` are `take 7`. */
static void tidy(const char *typed, struct text *out)
{
    static const struct {
        const char *typed, *verb;
    } verbs[] = {{"k", "keep"},      {"keep", "keep"},    {"g", "keep"},    {"garde", "keep"},
                 {"garder", "keep"}, {"t", "take"},       {"take", "take"}, {"p", "take"},
                 {"prends", "take"}, {"prendre", "take"}, {"s", "stop"},    {"stop", "stop"},
                 {"arrete", "stop"}, {"arrête", "stop"}};
    struct span rest = span_of(typed);
    const struct span first = span_cut(&rest, ' ');
    const char *verb = NULL;
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs && !verb; i++) {
        if (span_is(first, verbs[i].typed))
            verb = verbs[i].verb;
    }
    if (!verb) {
        text_add(out, typed);
        return;
    }
    text_add(out, verb);
    if (strcmp(verb, "keep") == 0) {
        int of[EASYCOME_FACES] = {0};
        for (size_t i = 0; i < rest.length; i++) {
            const char c = rest.at[i];
            if (c >= '0' && c < '0' + EASYCOME_FACES)
                of[c - '0']++;
            else if (c != ' ' && c != ',') {
                text_printf(out, " %.*s", (int)rest.length, rest.at);
                return;
            }
        }
        text_char(out, ' ');
        for (int face = 0; face < EASYCOME_FACES; face++) {
            for (int i = 0; i < of[face]; i++)
                text_char(out, (char)('0' + face));
        }
    } else if (rest.length) {
        text_printf(out, " %.*s", (int)rest.length, rest.at);
    }
}

static void odds(struct screen *screen, const struct match *match, const void *state)
{
    const struct easycome *s = state;
    const struct easycome_tables *t = easycome_tables();
    const unsigned open = easycome_open_prizes(s);
    (void)match;
    screen_put(screen,
               tr("  The exact chance of each prize this turn, if you play for it alone:\n"));
    for (int prize = 0; prize < EASYCOME_PRIZES; prize++) {
        if (!(open >> prize & 1))
            continue;
        struct easycome_turn turn;
        unsigned best_keep = 0;
        double best = 0;
        easycome_turn_make(&turn, (uint16_t)(1 << prize));
        const struct easycome_set *rolled = &t->set[s->rolled];
        for (int i = 0; i < rolled->keeps_count; i++) {
            const unsigned keep = easycome_value_of(t->keeps[rolled->keeps_at + i]);
            const unsigned aside = t->join[s->kept][keep];
            const double chance =
                turn.ways[aside] / (double)easycome_turn_whole(t->set[aside].count);
            if (chance > best) {
                best = chance;
                best_keep = keep;
            }
        }
        screen_put(screen, "    ");
        screen_put_padded(screen, easycome_prize_id[prize], 15);
        if (t->set[t->join[s->kept][s->rolled]].prizes >> prize & 1)
            screen_printf(screen, "%s\n", tr("now"));
        else if (best > 0)
            screen_printf(screen, "%5.1f %%  keep %s\n", 100 * best, t->set[best_keep].digits);
        else
            screen_put(screen, "    0 %\n");
    }
}

const struct view view_easycome = {
    .game = &easycome_game,
    .draw = draw,
    .tell = tell,
    .label = label,
    .tidy = tidy,
    .rules = mark(
        "Goal: hold three prizes, and still hold all three after the turns of the next two players "
        "(with four players and hold=3: after those of all three others).\n"
        "\n"
        "Your turn: roll four dice, numbered 0 to 5. After each roll you may\n"
        "  take   one prize that all four dice meet, from the centre or from another player;\n"
        "  keep   at least one of the dice just rolled, and roll the others again: what is set "
        "aside stays as it is for the turn;\n"
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
