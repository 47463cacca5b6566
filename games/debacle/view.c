/* Débâcle in a terminal: the board with red dice in [ ] and black ones in ( ), what each side
 * holds, and what an open die may or must do. */
#include <string.h>

#include "base/lang.h"
#include "games/debacle/bot_search.h"
#include "games/debacle/rules.h"
#include "tui/game_texts.h"
#include "tui/large.h"
#include "tui/view.h"

static void add_square(struct text *out, unsigned square)
{
    text_printf(out, "%c%u", 'a' + square % 6, square / 6 + 1);
}

/* Red, as seat 1; black has the colour of text. */
static const char *style_of(const struct screen *screen, int side)
{
    return screen_style(screen, side == DEBACLE_RED ? SCREEN_SEAT + 1 : SCREEN_BOLD);
}

static void put_die(struct screen *screen, int side, unsigned value)
{
    screen_put(screen, style_of(screen, side));
    screen_printf(screen, side == DEBACLE_RED ? "[%u]" : "(%u)", value);
    screen_put(screen, screen_style(screen, SCREEN_PLAIN));
}

/* The cursor's spots are the squares as the player to move sees them, and the end of the turn. */
enum { END_SPOT = 36 };

static unsigned spot_of(const struct debacle *s, unsigned square)
{
    return s->side == DEBACLE_RED ? 6 * (5 - square / 6) + square % 6
                                  : 6 * (square / 6) + 5 - square % 6;
}

static bool spots(const void *state, game_action action, const struct screen_cursor *cursor,
                  uint64_t *next)
{
    const struct debacle *s = state;
    const uint8_t from = (uint8_t)spot_of(s, debacle_from(action));
    const uint8_t to = (uint8_t)spot_of(s, debacle_to(action));
    switch (debacle_kind_of(action)) {
    case DEBACLE_ROLL:
    case DEBACLE_CAPTURE:
        return view_path((const uint8_t[]){from, to}, 2, cursor, next);
    case DEBACLE_FLIP:
        return view_path((const uint8_t[]){from, from}, 2, cursor, next);
    case DEBACLE_RETURN:
    case DEBACLE_RECOVER:
        return view_path(&to, 1, cursor, next);
    default:
        return view_path((const uint8_t[]){END_SPOT}, 1, cursor, next);
    }
}

/* The value of the die after the action. */
static unsigned value_after(game_action action)
{
    const unsigned value = debacle_value(action);
    switch (debacle_kind_of(action)) {
    case DEBACLE_ROLL:
        return debacle_after_roll(value);
    case DEBACLE_FLIP:
        return debacle_after_flip(value);
    case DEBACLE_CAPTURE:
        return debacle_victim(action);
    default:
        return value;
    }
}

/* The value of the picked die on a square that is offered to it; 0: not offered. */
static unsigned value_there(const struct screen *screen, const struct debacle *s, unsigned square)
{
    const struct screen_cursor *cursor = screen->cursor;
    game_action actions[GAME_ACTIONS_MAX];
    uint64_t next;
    const bool offered = cursor && cursor->picks && cursor->offered >> spot_of(s, square) & 1;
    const size_t count = offered ? debacle_game.actions(s, s->side + 1, actions) : 0;
    for (size_t i = 0; i < count; i++) {
        if (spots(s, actions[i], cursor, &next) && next == (uint64_t)1 << spot_of(s, square))
            return value_after(actions[i]);
    }
    return 0;
}

/* What the board marks: the squares of the last move, and the selected choice. */
struct marks {
    uint64_t last;
    unsigned from, to, value; /* of the choice: the die, its target, and its value there; from
                                 DEBACLE_NONE: none */
};

/* The squares of the last move that is not an end of a turn. */
static uint64_t find_last(const struct match *match)
{
    size_t i = match->body.count;
    uint64_t last = 0;
    while (i > 0 && (match->body.line[i - 1][0] == '#' || strstr(match->body.line[i - 1], " end")))
        i--;
    const char *line = i ? match->body.line[i - 1] : "*";
    for (const char *c = line; line[0] != '*' && *c; c++) {
        if (c[0] >= 'a' && c[0] <= 'f' && c[1] >= '1' && c[1] <= '6')
            last |= (uint64_t)1 << (c[0] - 'a' + 6 * (c[1] - '1'));
    }
    return last;
}

static struct marks find_marks(const struct screen *screen, const struct match *match)
{
    struct marks marks = {.last = find_last(match), .from = DEBACLE_NONE, .to = DEBACLE_NONE};
    if (!screen->chosen || debacle_kind_of(*screen->chosen) == DEBACLE_END)
        return marks;
    const enum debacle_kind kind = debacle_kind_of(*screen->chosen);
    const unsigned from = debacle_from(*screen->chosen), to = debacle_to(*screen->chosen);
    marks.from = kind == DEBACLE_RECOVER ? to : from;
    marks.to = kind == DEBACLE_FLIP ? from : to;
    marks.value = value_after(*screen->chosen);
    return marks;
}

/* The rows of a square, and the columns of its die: small, large, huge. */
enum size { SMALL, LARGE, HUGE };
static const int square_rows[] = {1, 3, 5}, die_columns[] = {3, 5, 9};

/* One row of a die. Black dice have round edges. */
static void put_die_row(struct screen *screen, enum size size, int side, unsigned value, int row)
{
    static const char *const edge[2][2][2] = {{{"+---+", "+---+"}, {".---.", "'---'"}},
                                              {{"┌───┐", "└───┘"}, {"╭───╮", "╰───╯"}}};
    const bool black = side == DEBACLE_BLACK;
    if (size == SMALL) {
        put_die(screen, side, value);
        return;
    }
    screen_put(screen, style_of(screen, side));
    if (size == HUGE)
        large_put_pips(screen, value, row, false, black);
    else if (row == 1)
        screen_printf(screen, screen->unicode ? "│ %u │" : "| %u |", value);
    else
        screen_put(screen, edge[screen->unicode][black][row == 2]);
}

/* Text in the middle of a square. */
static void put_centred(struct screen *screen, enum size size, const char *text)
{
    const int side = (die_columns[size] - screen_width(text)) / 2;
    screen_printf(screen, "%*s%s%*s", side, "", text, side, "");
}

/* A row of a square, and the gap between it and the next. */
static void put_square(struct screen *screen, const struct debacle *s, const struct marks *marks,
                       unsigned square, enum size size, int row)
{
    const unsigned red = debacle_die(s, DEBACLE_RED, square);
    const unsigned black = debacle_die(s, DEBACLE_BLACK, square);
    const bool target = marks->to == square, chosen = target || marks->from == square;
    const unsigned value = target ? marks->value : red ? red : black;
    const int side = target ? s->side : red ? DEBACLE_RED : DEBACLE_BLACK;
    const bool middle = row == square_rows[size] / 2, last = middle && marks->last >> square & 1;
    screen_put(screen, last ? screen_style(screen, SCREEN_WARN) : "");
    screen_put(screen, !last ? " " : screen->unicode ? "›" : ">");
    screen_put(screen, screen_style(screen, SCREEN_PLAIN));
    const unsigned there = target ? 0 : value_there(screen, s, square);
    screen_put(screen, there ? screen_style(screen, SCREEN_GOOD) : "");
    screen_put(screen, chosen ? screen_style(screen, SCREEN_CHOSEN)
                       : screen->cursor && s->phase == DEBACLE_PLAY
                           ? screen_spot(screen, spot_of(s, square))
                           : "");
    if (there) {
        char lit[16];
        snprintf(lit, sizeof lit, screen->unicode ? "‹%u›" : "<%u>", there);
        put_centred(screen, size, middle ? lit : " ");
    } else if (value) {
        put_die_row(screen, size, side, value, row);
    } else {
        put_centred(screen, size, middle ? "·" : " ");
    }
    screen_put(screen, screen_style(screen, SCREEN_PLAIN));
    screen_put(screen, size == SMALL ? "" : " ");
}

static void put_files(struct screen *screen, bool turned, enum size size)
{
    screen_put(screen, size == SMALL ? "     " : "      ");
    for (int i = 0; i < 6; i++) {
        const char name[] = {(char)('a' + (turned ? 5 - i : i)), '\0'};
        screen_put(screen, " ");
        put_centred(screen, size, name);
        screen_put(screen, size == SMALL ? "" : " ");
    }
    screen_put(screen, "\n");
}

static enum size find_size(const struct screen *screen)
{
    enum { LARGE_WIDTH = 72, HUGE_WIDTH = 96 }; /* with the names of the camps */
    if (!screen->grid || screen->low || screen->width < LARGE_WIDTH)
        return SMALL;
    return screen->scale == 2 && screen->width >= HUGE_WIDTH ? HUGE : LARGE;
}

/* Seen from red's side; `turned`: from black's. */
static void draw_board(struct screen *screen, const struct match *match, const struct debacle *s,
                       bool turned)
{
    const struct marks marks = find_marks(screen, match);
    const enum size size = find_size(screen);
    screen_put(screen, screen->tight ? "" : "\n");
    put_files(screen, turned, size);
    for (int y = 5; y >= 0; y--) {
        const int rank = turned ? 5 - y : y;
        for (int row = 0; row < square_rows[size]; row++) {
            const bool middle = row == square_rows[size] / 2;
            screen_printf(screen, middle ? "   %d " : "     ", rank + 1);
            screen_put(screen, size == SMALL ? "" : " ");
            for (int x = 0; x < 6; x++)
                put_square(screen, s, &marks, (unsigned)(6 * rank + (turned ? 5 - x : x)), size,
                           row);
            if (middle)
                screen_printf(screen, "  %d", rank + 1);
            if (middle && (rank == 5 || rank == 0))
                screen_printf(screen, "   %s", rank ? tr("black's camp") : tr("red's camp"));
            screen_put(screen, "\n");
        }
    }
    if (!screen->tight) {
        put_files(screen, turned, size);
        screen_put(screen, "\n");
    }
}

static void draw_seats(struct screen *screen, const struct match *match, const struct debacle *s)
{
    const bool wide = screen->width >= 78; /* with room for five dice that are held */
    for (int side = 0; side < 2; side++) {
        char points[64];
        screen_printf(screen, "  %s ", s->phase == DEBACLE_PLAY && side == s->side ? ">" : " ");
        view_put_name(screen, match, side + 1, wide ? 20 : 13);
        screen_put(screen, style_of(screen, side));
        screen_put_padded(screen, side == DEBACLE_RED ? tr("red [ ]") : tr("black ( )"),
                          wide ? 11 : 10);
        screen_put(screen, screen_style(screen, SCREEN_PLAIN));
        snprintf(points, sizeof points,
                 wide ? trn("%d of %d point", "%d of %d points", (unsigned long)s->target)
                      : "%d/%d",
                 s->score[side], s->target);
        screen_put_padded(screen, points, wide ? 18 : 7);
        screen_printf(screen, "%s ", tr("holds"));
        for (unsigned value = 1; value <= DEBACLE_VALUES; value++) {
            for (int i = 0; i < s->held[side][value - 1]; i++)
                put_die(screen, !side, value);
        }
        screen_printf(screen, "%s\n", s->captures[side] ? "" : "-");
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
    if (!s->owed && !debacle_may_end(s))
        text_add(&line, s->due ? tr(" Both moves of the turn must be made.")
                               : tr(" This turn needs a roll forward or a capture."));
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

/* The dice of a side and their squares, for those who listen. */
static void write_dice(struct screen *screen, const struct debacle *s, int side)
{
    char line[GAME_LINE_MAX];
    struct text out = text_on(line, sizeof line);
    text_add(&out, game_text(side == DEBACLE_RED ? "db.side.red" : "db.side.black"));
    bool any = false;
    for (unsigned square = 0; square < DEBACLE_SQUARES; square++) {
        const unsigned value = debacle_die(s, side, square);
        if (!value)
            continue;
        text_add(&out, any ? ", " : tr(": "));
        game_text_fill(
            game_text("db.where.die"),
            VIEW_VALUES("n", view_number(value).text, "square", show_square(square).text), &out);
        any = true;
    }
    screen_put_wrapped(screen, line, 2);
}

static void draw(struct screen *screen, const struct match *match, const void *state, int seat)
{
    const struct debacle *s = state;
    draw_board(screen, match, s, seat == DEBACLE_BLACK + 1);
    for (int side = 0; side < 2 && screen->spoken; side++)
        write_dice(screen, s, side);
    draw_seats(screen, match, s);
    draw_turn(screen, s);
}

static void tell_chance(const struct telling *to, game_action action)
{
    struct text dice = text_on((char[16]){0}, 16);
    for (int i = 5; i >= 0; i--)
        text_printf(&dice, "%u%s", action >> 3 * i & 7, i ? " " : "");
    if (debacle_kind_of(action) == DEBACLE_FIRST)
        view_words(to, "db.say.first", (int)debacle_to(action) + 1, 0, NULL);
    else
        view_words(to, "db.say.setup", 0, 0, "dice", dice.start, NULL);
}

/* Both players' points, most first. */
static void add_scores(const struct match *match, const struct debacle *s, struct text *out)
{
    const int first = s->score[1] > s->score[0];
    for (int i = 0; i < 2; i++) {
        const int side = i ? !first : first;
        text_printf(out, "%s%s%s%u", i ? ", " : "", view_name(match, side + 1).text, tr(": "),
                    s->score[side]);
    }
}

/* The results of a move; `heard`: with the dice that the captor holds. */
static void tell_results(const struct telling *to, const struct debacle *s,
                         const struct debacle *after, enum debacle_kind kind)
{
    const int other = !s->side, more = after->bonus[other] - s->bonus[other];
    const unsigned owed = after->owed ? after->open : DEBACLE_NONE;
    struct text scores = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    if (more > 0 && kind == DEBACLE_RECOVER)
        view_words(to, "db.tell.bonus", other + 1, 0, "n", view_number((unsigned)more).text, NULL);
    if (owed != DEBACLE_NONE && owed != (s->owed ? s->open : DEBACLE_NONE))
        view_words(to, "db.tell.owed", 0, 0, NULL);
    const bool ends = after->rounds > s->rounds, over = after->phase == DEBACLE_OVER;
    add_scores(to->match, after, &scores);
    if (ends && !over)
        view_words(to, "db.tell.round", 0, 0, "n", view_number(s->rounds + 1u).text, "list",
                   scores.start, NULL);
    if (to->heard && kind == DEBACLE_CAPTURE && !ends && !over)
        view_words(to, "db.hear.held", s->side + 1, 0, "n",
                   view_number(after->captures[s->side]).text, "of",
                   view_number(DEBACLE_CAPTURES).text, "sum",
                   view_number((unsigned)debacle_points(after, s->side)).text, NULL);
}

static void tell(const struct telling *to, const void *before, game_action action)
{
    const struct debacle *s = before;
    static const char *const keys[] = {
        [DEBACLE_ROLL] = "db.tell.roll",       [DEBACLE_FLIP] = "db.tell.flip",
        [DEBACLE_CAPTURE] = "db.tell.capture", [DEBACLE_RETURN] = "db.tell.return",
        [DEBACLE_RECOVER] = "db.tell.recover", [DEBACLE_END] = "db.say.end",
    };
    const union game_state state = view_after(to->match, s, action);
    const enum debacle_kind kind = debacle_kind_of(action);
    const bool captured = kind == DEBACLE_CAPTURE;
    if (s->phase != DEBACLE_PLAY) {
        tell_chance(to, action);
        return;
    }
    view_words(to, keys[kind], s->side + 1, captured ? 2 - s->side : 0, "from",
               show_square(debacle_from(action)).text, "to", show_square(debacle_to(action)).text,
               "was", view_number(debacle_value(action)).text, "becomes",
               view_number(captured ? debacle_victim(action) : value_after(action)).text, "taken",
               view_number(captured ? debacle_victim(action) : 0).text, NULL);
    tell_results(to, s, (const void *)&state, kind);
}

static void phrase(const struct match *match, const void *state, game_action action,
                   struct text *out)
{
    const struct square from = show_square(debacle_from(action)),
                        to = show_square(debacle_to(action));
    const char *const values[] = {"from", from.text, "to", to.text, NULL};
    switch (debacle_kind_of(action)) {
    case DEBACLE_ROLL:
        game_text_fill(tr("roll {from} to {to}"), values, out);
        break;
    case DEBACLE_FLIP:
        text_printf(out, tr("flip %s"), from.text);
        break;
    case DEBACLE_CAPTURE:
        game_text_fill(tr("capture from {from} to {to}"), values, out);
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

static void task(const struct match *match, const void *state, struct text *out)
{
    const struct debacle *s = state;
    (void)match;
    if (s->phase != DEBACLE_PLAY)
        return;
    if (s->open != DEBACLE_NONE && s->owed && !s->bounce)
        text_printf(out, tr("put the die of %s back in your camp"), show_square(s->open).text);
    else if (s->open != DEBACLE_NONE && s->bounce)
        text_printf(out, tr("the die on %s may bounce"), show_square(s->open).text);
    else if (s->moves)
        text_printf(
            out,
            trn("roll, flip or capture (%d move)", "roll, flip or capture (%d moves)", s->moves),
            s->moves);
    else
        text_add(out, tr("end the turn, or take a move back"));
}

static void typed(const struct match *match, const void *state, game_action action,
                  struct text *out)
{
    if (debacle_kind_of(action) == DEBACLE_END)
        text_add(out, tr("end"));
    else
        view_notation(match, state, action, out);
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
    case DEBACLE_FLIP:
        text_printf(out, tr("%u becomes %u"), value, value_after(action));
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
    .typed = typed,
    .task = task,
    .label = label,
    .tidy = tidy,
    .spots = spots,
    .rules = mark(
        "Goal: points. A round ends when a player holds five enemy dice; then both score the "
        "values "
        "of the dice they hold. The score to reach is next to each player's score.\n"
        "\n"
        "A turn is up to two moves:\n"
        "  a1-a2  roll: one square forward, left or right, onto an empty square; the value goes up "
        "by one, 6 becomes 1\n"
        "  a1~    flip: v becomes 7 - v; not the same die twice in a row\n"
        "  a1xa2  capture, also backward: a die of lower value; a 1 captures any die but a 1; your "
        "die takes the value of the captured die\n"
        "  end    end the turn\n"
        "These cost no move:\n"
        "  bounce  right after a capture, that die may move once more, and again if it captures "
        "again\n"
        "  @c1     a die that has reached the enemy's camp returns to your own; after a capture, "
        "before or after the bounce\n"
        "  +c1     if all your dice show the same value after a move, your lowest captured die "
        "returns; the opponent gets one more move for a 1, 2 or 3, two for a 4, 5 or 6; with "
        "recover=once, once per turn\n"
        "\n"
        "Two squares are enough for a roll or a capture: a1 a2.\n"
        "\n"
        "Options: with flip=always, no double flip across your turns either; with moves=must, "
        "both moves are compulsory where possible; with form=tournament, every turn must have a "
        "roll forward or a capture if one is legal, the first turn of a round has one move, and a "
        "player recovers at most three dice in a round.\n"),
    .odds = odds,
    .advises = true,
};
