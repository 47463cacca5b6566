/* Débâcle in a terminal: the board with red dice in [ ] and black ones in ( ), what each side
 * holds, and what an open die may or must do. */
#include <string.h>

#include "base/lang.h"
#include "games/debacle/bot_search.h"
#include "games/debacle/rules.h"
#include "tui/view.h"

static void add_square(struct text *out, unsigned square)
{
    text_printf(out, "%c%u", 'a' + square % 6, square / 6 + 1);
}

static void put_die(struct screen *screen, int side, unsigned value)
{
    screen_put(screen, screen_style(screen, SCREEN_SEAT + side + 1));
    screen_printf(screen, side == DEBACLE_RED ? "[%u]" : "(%u)", value);
    screen_put(screen, screen_style(screen, SCREEN_PLAIN));
}

static void draw_board(struct screen *screen, const struct debacle *s)
{
    screen_put(screen, screen->tight ? "" : "\n");
    screen_put(screen, "       a   b   c   d   e   f\n");
    for (int rank = 5; rank >= 0; rank--) {
        screen_printf(screen, "   %d ", rank + 1);
        for (int file = 0; file < 6; file++) {
            const unsigned square = (unsigned)(6 * rank + file);
            const unsigned red = debacle_die(s, DEBACLE_RED, square);
            const unsigned black = debacle_die(s, DEBACLE_BLACK, square);
            screen_put(screen, " ");
            if (red || black)
                put_die(screen, red ? DEBACLE_RED : DEBACLE_BLACK, red ? red : black);
            else
                screen_put(screen, " · ");
        }
        screen_printf(screen, "  %d", rank + 1);
        if (rank == 5 || rank == 0)
            screen_printf(screen, "   %s", rank ? tr("black's camp") : tr("red's camp"));
        screen_put(screen, "\n");
    }
    if (!screen->tight)
        screen_put(screen, "       a   b   c   d   e   f\n\n");
}

static void draw_seats(struct screen *screen, const struct match *match, const struct debacle *s)
{
    const bool wide = screen->width >= 78; /* with room for five dice that are held */
    for (int side = 0; side < 2; side++) {
        char points[64];
        screen_printf(screen, "  %s ", s->phase == DEBACLE_PLAY && side == s->side ? ">" : " ");
        view_put_name(screen, match, side + 1, wide ? 20 : 13);
        screen_put(screen, screen_style(screen, SCREEN_SEAT + side + 1));
        screen_put_padded(screen, side == DEBACLE_RED ? tr("red [ ]") : tr("black ( )"),
                          wide ? 11 : 10);
        screen_put(screen, screen_style(screen, SCREEN_PLAIN));
        snprintf(points, sizeof points, wide ? tr("%d of %d points") : "%d/%d", s->score[side],
                 s->target);
        screen_put_padded(screen, points, wide ? 18 : 7);
        screen_put(screen, tr("holds"));
        for (unsigned value = 1; value <= DEBACLE_VALUES; value++) {
            for (int i = 0; i < s->held[side][value - 1]; i++) {
                screen_put(screen, " ");
                put_die(screen, !side, value);
            }
        }
        screen_printf(screen, "%s\n", s->captures[side] ? "" : " -");
    }
}

static void draw_turn(struct screen *screen, const struct debacle *s)
{
    struct text line = text_on((char[256]){0}, 256);
    if (s->phase != DEBACLE_PLAY)
        return;
    text_printf(&line, tr("Round %d. "), s->rounds + 1);
    text_printf(&line, trn("%d move left.", "%d moves left.", s->moves), s->moves);
    if (s->bonus[!s->side])
        text_printf(&line,
                    trn(" The opponent will have %d more move.",
                        " The opponent will have %d more moves.", s->bonus[!s->side]),
                    s->bonus[!s->side]);
    if (s->recovered)
        text_add(&line, tr(" A die has been recovered: no other this turn."));
    screen_put_wrapped(screen, line.start, 2);
    text_clear(&line);
    if (s->open == DEBACLE_NONE)
        return;
    text_add(&line, tr("The die on "));
    add_square(&line, s->open);
    if (s->bounce && s->owed)
        text_add(&line, tr(" may bounce, and must return to its camp (@) before or after that."));
    else
        text_add(&line, s->bounce ? tr(" may bounce: one more move, for free.")
                                  : tr(" must return to its camp now (@)."));
    screen_put(screen, screen_style(screen, SCREEN_WARN));
    screen_put_wrapped(screen, line.start, 2);
    screen_put(screen, screen_style(screen, SCREEN_PLAIN));
}

static void draw(struct screen *screen, const struct match *match, const void *state, int seat)
{
    const struct debacle *s = state;
    (void)seat; /* everybody sees everything */
    draw_board(screen, s);
    draw_seats(screen, match, s);
    draw_turn(screen, s);
}

/* A square as text. */
struct square {
    char text[4];
};

static struct square show_square(unsigned square)
{
    struct square shown;
    struct text out = text_on(shown.text, sizeof shown.text);
    add_square(&out, square);
    return shown;
}

static void tell_chance(const struct match *match, game_action action, struct text *out)
{
    if (debacle_kind_of(action) == DEBACLE_FIRST) {
        text_printf(out, tr("%s starts"), view_name(match, (int)debacle_to(action) + 1).text);
        return;
    }
    text_add(out, tr("The dice from a to f:"));
    for (int i = 5; i >= 0; i--)
        text_printf(out, " %u", action >> 3 * i & 7);
}

static void tell(const struct match *match, const void *before, game_action action, int viewer,
                 struct text *out)
{
    const struct debacle *s = before;
    const struct square from = show_square(debacle_from(action)),
                        to = show_square(debacle_to(action));
    const unsigned value = debacle_value(action);
    (void)viewer; /* everybody sees everything */
    if (s->phase != DEBACLE_PLAY) {
        tell_chance(match, action, out);
        return;
    }
    const struct view_name name = view_name(match, s->side + 1);
    switch (debacle_kind_of(action)) {
    case DEBACLE_ROLL:
        text_printf(out, tr("%s rolls %s to %s: %u becomes %u"), name.text, from.text, to.text,
                    value, debacle_after_roll(value));
        break;
    case DEBACLE_FLIP:
        text_printf(out, tr("%s flips %s: %u becomes %u"), name.text, from.text, value,
                    debacle_after_flip(value));
        break;
    case DEBACLE_CAPTURE:
        text_printf(out, tr("%s captures the %u on %s from %s"), name.text, debacle_victim(action),
                    to.text, from.text);
        break;
    case DEBACLE_RETURN:
        text_printf(out, tr("%s brings the %u back to its camp, on %s"), name.text, value, to.text);
        break;
    case DEBACLE_RECOVER:
        text_printf(out, tr("%s recovers the %u, on %s"), name.text, value, to.text);
        break;
    default:
        text_printf(out, tr("%s ends the turn"), name.text);
        break;
    }
}

static void phrase(const struct match *match, const void *state, game_action action,
                   struct text *out)
{
    const struct square from = show_square(debacle_from(action)),
                        to = show_square(debacle_to(action));
    switch (debacle_kind_of(action)) {
    case DEBACLE_ROLL:
        text_printf(out, tr("roll %s to %s"), from.text, to.text);
        break;
    case DEBACLE_FLIP:
        text_printf(out, tr("flip %s"), from.text);
        break;
    case DEBACLE_CAPTURE:
        text_printf(out, tr("capture from %s to %s"), from.text, to.text);
        break;
    case DEBACLE_RETURN:
        text_printf(out, tr("return to %s"), to.text);
        break;
    case DEBACLE_RECOVER:
        text_printf(out, tr("recover a die on %s"), to.text);
        break;
    case DEBACLE_END:
        text_add(out, tr("end the turn"));
        break;
    default: /* who starts, and the order of the dice */
        view_notation(match, state, action, out);
        break;
    }
}

/* The result of a move for the die. */
static void label(const struct match *match, const void *state, game_action action,
                  struct text *out)
{
    const unsigned value = debacle_value(action);
    (void)match;
    (void)state;
    switch (debacle_kind_of(action)) {
    case DEBACLE_ROLL:
        text_printf(out, tr("%u becomes %u"), value, debacle_after_roll(value));
        break;
    case DEBACLE_FLIP:
        text_printf(out, tr("%u becomes %u"), value, debacle_after_flip(value));
        break;
    case DEBACLE_CAPTURE:
        text_printf(out, tr("captures the %u"), debacle_victim(action));
        break;
    case DEBACLE_RETURN:
        text_printf(out, tr("the %u returns to its camp"), value);
        break;
    case DEBACLE_RECOVER:
        text_printf(out, tr("the %u is recovered"), value);
        break;
    default:
        break;
    }
}

/* `a1 a2` is a capture if an enemy die is on a2, else a roll; `e` and `fin` are `end`. */
static void tidy(const void *state, const char *typed, struct text *out)
{
    const struct debacle *s = state;
    char plain[GAME_LINE_MAX], tight[8];
    struct text folded = text_on(plain, sizeof plain), squares = text_on(tight, sizeof tight);
    screen_fold(typed, &folded);
    for (const char *c = plain; *c; c++) {
        if (*c != ' ')
            text_char(&squares, *c);
    }
    if (strcmp(plain, "e") == 0 || strcmp(plain, "fin") == 0) {
        text_add(out, "end");
    } else if (squares.length == 4 && tight[2] >= 'a' && tight[2] <= 'f' && tight[3] >= '1' &&
               tight[3] <= '6') {
        const unsigned to = (unsigned)(tight[2] - 'a' + 6 * (tight[3] - '1'));
        text_printf(out, "%.2s%c%.2s", tight, debacle_die(s, !s->side, to) ? 'x' : '-', tight + 2);
    } else {
        text_add(out, plain);
    }
}

/* The engine's evaluation: the winning chance of the side to move, and the principal variation. */
static void odds(struct screen *screen, const struct match *match, const void *state)
{
    enum { SHOWN = 12 };
    const struct debacle *s = state;
    const struct debacle_limits limits = {.depth = DEBACLE_PLY_MAX / 2, .nodes = 300000};
    struct debacle_searcher *searcher = debacle_searcher_new(18, 1);
    struct debacle_answer answer;
    struct debacle at = *s;
    struct text out = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    if (s->phase != DEBACLE_PLAY) {
        debacle_searcher_free(searcher);
        return;
    }
    debacle_search(searcher, s, &match->history, &limits, &answer);
    debacle_searcher_free(searcher);
    text_printf(&out, tr("The engine gives the player to move %d %% of the game at depth %d:"),
                (answer.value + DEBACLE_WON) / (2 * DEBACLE_WON / 100), answer.depth);
    for (int i = 0; i < answer.length && i < SHOWN; i++) {
        const int side = at.side;
        text_char(&out, ' ');
        phrase(match, &at, answer.line[i], &out);
        const bool over = debacle_make(&at, answer.line[i]);
        text_add(&out, over || i + 1 == answer.length || i + 1 == SHOWN ? "."
                       : at.side == side                                ? ","
                                                                        : tr(";"));
        if (over)
            break;
    }
    screen_put_wrapped(screen, out.start, 2);
}

const struct view view_debacle = {
    .game = &debacle_game,
    .draw = draw,
    .tell = tell,
    .phrase = phrase,
    .label = label,
    .tidy = tidy,
    .rules = mark(
        "Goal: points. A round ends when somebody holds five enemy dice; everybody then scores the "
        "values of the dice they hold. The points that win stand beside everybody's own.\n"
        "\n"
        "A turn is up to two moves:\n"
        "  a1-a2  roll: one square forward, left or right, onto an empty square; the value goes up "
        "by one, 6 becomes 1\n"
        "  a1~    flip: v becomes 7 - v; not the same die twice in a row\n"
        "  a1xa2  capture, also backward: a lower die, or any but a 1 with a 1; the capturer takes "
        "over its value\n"
        "  end    the turn is over\n"
        "These cost no move:\n"
        "  bounce  after a capture that die may move once more, and again if it captures again\n"
        "  @c1     a die in the enemy's camp goes back to your own; after a capture before or "
        "after "
        "the bounce\n"
        "  +c1     while all your dice show the same, after a move, your lowest captured die comes "
        "back; the opponent gets one move more for a 1, 2 or 3, two for a 4, 5 or 6; with "
        "recover=once, once a turn\n"
        "\n"
        "Two squares are enough for a roll or a capture: a1 a2.\n"),
    .odds = odds,
};
