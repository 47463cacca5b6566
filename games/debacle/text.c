/* Débâcle's notation, position text and JSON. */
#include <string.h>

#include "base/lang.h"
#include "games/debacle/rules.h"

/* ---- squares ---- */

static void add_square(struct text *out, unsigned square)
{
    text_char(out, (char)('a' + square % 6));
    text_char(out, (char)('1' + square / 6));
}

static void add_square_or_none(struct text *out, unsigned square)
{
    if (square == DEBACLE_NONE)
        text_char(out, '-');
    else
        add_square(out, square);
}

/* The square written in two characters; DEBACLE_NONE if they are not a square. */
static unsigned read_square(const char *at)
{
    if (at[0] < 'a' || at[0] > 'f' || at[1] < '1' || at[1] > '6')
        return DEBACLE_NONE;
    return (unsigned)(at[0] - 'a' + 6 * (at[1] - '1'));
}

/* ---- writing ---- */

void debacle_write(const void *state, game_action action, const struct game_history *history,
                   int viewer, struct text *out)
{
    const struct debacle *s = state;
    const enum debacle_kind kind = debacle_kind_of(action);
    (void)history;
    (void)viewer;
    if (kind == DEBACLE_FIRST) {
        text_add(out, "* first ");
        text_number(out, debacle_to(action) + 1);
        return;
    }
    if (kind == DEBACLE_SETUP) {
        text_add(out, "* setup ");
        for (int i = 5; i >= 0; i--)
            text_number(out, action >> 3 * i & 7);
        return;
    }
    text_number(out, s->side + 1); /* not by printf: legal lines are written after every move */
    text_char(out, ' ');
    switch (kind) {
    case DEBACLE_ROLL:
    case DEBACLE_CAPTURE:
        add_square(out, debacle_from(action));
        text_char(out, kind == DEBACLE_ROLL ? '-' : 'x');
        add_square(out, debacle_to(action));
        break;
    case DEBACLE_FLIP:
        add_square(out, debacle_from(action));
        text_char(out, '~');
        break;
    case DEBACLE_RETURN:
    case DEBACLE_RECOVER:
        text_char(out, kind == DEBACLE_RETURN ? '@' : '+');
        add_square(out, debacle_to(action));
        break;
    default:
        text_add(out, "end");
        break;
    }
}

/* ---- reading ---- */

static bool read_chance(const struct debacle *s, struct span words, game_action *action,
                        struct text *why)
{
    struct span rest = words;
    const struct span verb = span_cut(&rest, ' ');
    uint64_t seat;
    if (s->phase == DEBACLE_CHOOSE_FIRST) {
        if (!span_is(verb, "first") || !span_number(rest, 1, 2, &seat))
            return text_fail(why, tr("expected '* first 1' or '* first 2', not '* %.*s'"),
                             span_shown(words), words.at);
        *action = debacle_action(DEBACLE_FIRST, 0, (unsigned)seat - 1, 0, 0);
        return true;
    }
    unsigned packed = 0, seen = 0;
    for (size_t i = 0; i < rest.length && i < DEBACLE_DICE; i++) {
        const unsigned value = (unsigned)(rest.at[i] - '0');
        packed = packed << 3 | (value & 7);
        seen |= value >= 1 && value <= 6 ? 1u << value : 0;
    }
    if (!span_is(verb, "setup") || rest.length != DEBACLE_DICE || seen != 0x7e)
        return text_fail(why,
                         tr("expected '* setup' and the digits 1 to 6 in some order, not "
                            "'* %.*s'"),
                         span_shown(words), words.at);
    *action = (game_action)DEBACLE_SETUP << 18 | packed;
    return true;
}

/* Whether only the tournament form forbids this flip or sideways roll: the dice could make it. */
static bool is_held_back(const struct debacle *s, enum debacle_kind kind, unsigned from,
                         unsigned to)
{
    struct debacle free = *s;
    game_action list[GAME_ACTIONS_MAX];
    free.rules &= (uint8_t)~DEBACLE_TOURNAMENT;
    const size_t count = debacle_list(&free, list);
    for (size_t i = 0; i < count; i++) {
        if (debacle_kind_of(list[i]) == kind && debacle_from(list[i]) == from &&
            debacle_to(list[i]) == to)
            return true;
    }
    return false;
}

/* Why a move that is written well is not legal, in the order in which a player would ask. */
static bool refuse(const struct debacle *s, enum debacle_kind kind, unsigned from, unsigned to,
                   struct text *why)
{
    const unsigned value = from < DEBACLE_SQUARES ? debacle_die(s, s->side, from) : 0;
    const unsigned enemy = to < DEBACLE_SQUARES ? debacle_die(s, !s->side, to) : 0;
    const bool bounces = s->bounce && from == s->open;
    if (kind == DEBACLE_RETURN && !s->owed)
        return text_fail(why, tr("no die has to return to its camp now"));
    if (s->owed && kind != DEBACLE_RETURN && !bounces)
        return text_fail(
            why, s->bounce ? tr("a die must return first: '@' and a camp square, or a bounce")
                           : tr("a die must return first: '@' and a camp square"));
    if (kind == DEBACLE_RETURN)
        return text_fail(why, tr("a die returns to an empty square of its own camp"));
    if (kind == DEBACLE_RECOVER) {
        if (!s->done)
            return text_fail(why, tr("a die can be recovered only after a move"));
        if (s->recovered)
            return text_fail(why, tr("with recover=once, one die per turn can be recovered"));
        if (s->captures[!s->side] == 0)
            return text_fail(why, tr("none of your dice has been captured"));
        if (s->recoveries[s->side] == DEBACLE_RECOVERIES)
            return text_fail(why, tr("in the tournament form, a player recovers at most three dice "
                                     "in a round"));
        for (int v = 0; v < DEBACLE_VALUES; v++) {
            if (s->dice[s->side][v] == debacle_all(s, s->side))
                return text_fail(why,
                                 tr("a recovered die goes on an empty square of its own camp"));
        }
        return text_fail(why,
                         tr("a die can be recovered only while all your dice show the same value"));
    }
    if (kind == DEBACLE_END)
        return text_fail(why, s->due ? tr("with moves=must, both moves of a turn must be made")
                                     : tr("in the tournament form, every turn needs a roll "
                                          "forward or a capture"));
    if (!value)
        return text_fail(why, tr("you have no die there"));
    if (s->moves == 0 && !bounces)
        return text_fail(why, tr("no move is left this turn"));
    if (kind == DEBACLE_FLIP && from == s->flipped)
        return text_fail(why, tr("the same die is not flipped twice in a row"));
    if (is_held_back(s, kind, from, to))
        return text_fail(why, tr("in the tournament form, the last move must be a roll forward or "
                                 "a capture, because the turn has had none"));
    if (kind == DEBACLE_CAPTURE && !enemy)
        return text_fail(why, tr("there is no enemy die to capture there"));
    if (kind == DEBACLE_CAPTURE && (enemy == value || (enemy > value && value != 1)))
        return text_fail(why, tr("a %u does not capture a %u"), value, enemy);
    if (kind == DEBACLE_ROLL && (enemy || (to < DEBACLE_SQUARES && debacle_die(s, s->side, to))))
        return text_fail(why, tr("a die rolls onto an empty square"));
    return text_fail(why, kind == DEBACLE_ROLL
                              ? tr("a die rolls one square forward, left or right")
                              : tr("a die captures one square forward, left, right or backward"));
}

static bool read_move(const struct debacle *s, struct span words, enum debacle_kind *kind,
                      unsigned *from, unsigned *to)
{
    *from = *to = DEBACLE_NONE;
    if (span_is(words, "end")) {
        *kind = DEBACLE_END;
        return true;
    }
    if (words.length == 3 && (words.at[0] == '@' || words.at[0] == '+')) {
        *kind = words.at[0] == '@' ? DEBACLE_RETURN : DEBACLE_RECOVER;
        *from = *kind == DEBACLE_RETURN ? s->open : 0;
        *to = read_square(words.at + 1);
        return *to != DEBACLE_NONE;
    }
    if (words.length == 3 && words.at[2] == '~') {
        *kind = DEBACLE_FLIP;
        *from = *to = read_square(words.at);
        return *from != DEBACLE_NONE;
    }
    if (words.length == 5 && (words.at[2] == '-' || words.at[2] == 'x')) {
        *kind = words.at[2] == '-' ? DEBACLE_ROLL : DEBACLE_CAPTURE;
        *from = read_square(words.at);
        *to = read_square(words.at + 3);
        return *from != DEBACLE_NONE && *to != DEBACLE_NONE;
    }
    return false;
}

bool debacle_read(const void *state, int who, struct span words, game_action *action,
                  struct game_history *history, struct text *why)
{
    const struct debacle *s = state;
    game_action list[GAME_ACTIONS_MAX];
    enum debacle_kind kind;
    unsigned from, to;
    (void)history;
    if (who == GAME_CHANCE)
        return read_chance(s, words, action, why);
    if (!read_move(s, words, &kind, &from, &to))
        return text_fail(
            why, tr("expected a move such as a1-a2, a1~, a1xa2, @c1, +c1 or end, not '%.*s'"),
            span_shown(words), words.at);
    const size_t count = debacle_list(s, list);
    for (size_t i = 0; i < count; i++) {
        const bool same_squares =
            kind == DEBACLE_END || (debacle_to(list[i]) == to && debacle_from(list[i]) == from);
        if (debacle_kind_of(list[i]) == kind && same_squares) {
            *action = list[i];
            return true;
        }
    }
    return refuse(s, kind, from, to, why);
}

/* ---- the position text ---- */

static void add_held(const struct debacle *s, int side, struct text *out)
{
    if (s->captures[side] == 0)
        text_char(out, '-');
    for (int value = 0; value < DEBACLE_VALUES; value++) {
        for (int i = 0; i < s->held[side][value]; i++)
            text_char(out, (char)((side == DEBACLE_RED ? 'A' : '1') + value));
    }
}

static void add_pair(struct text *out, int red, int black)
{
    text_number(out, red);
    text_char(out, '/');
    text_number(out, black);
}

bool debacle_position(const void *state, struct text *out)
{
    const struct debacle *s = state;
    if (s->phase == DEBACLE_CHOOSE_FIRST || s->phase == DEBACLE_CHOOSE_SETUP)
        return false;
    for (int rank = 5; rank >= 0; rank--) {
        for (int file = 0; file < 6; file++) {
            const unsigned square = (unsigned)(6 * rank + file);
            const unsigned red = debacle_die(s, DEBACLE_RED, square);
            const unsigned black = debacle_die(s, DEBACLE_BLACK, square);
            text_char(out, red ? (char)('0' + red) : black ? (char)('A' + black - 1) : '.');
        }
        if (rank)
            text_char(out, '/');
    }
    text_add(out, s->phase == DEBACLE_OVER ? " - " : s->side == DEBACLE_RED ? " r " : " b ");
    text_number(out, s->moves);
    text_add(out, s->done && s->moves >= 2 ? "*" : "");
    text_add(out, s->recovered ? "+" : "");
    text_add(out, s->advanced ? "a" : "");
    text_add(out, (s->rules & DEBACLE_MUST) && s->due == 0 && s->moves ? "m " : " ");
    add_pair(out, s->bonus[0], s->bonus[1]);
    text_char(out, ' ');
    add_held(s, DEBACLE_RED, out);
    text_char(out, ' ');
    add_held(s, DEBACLE_BLACK, out);
    text_char(out, ' ');
    add_pair(out, s->score[0], s->score[1]);
    text_char(out, ' ');
    if (s->open == DEBACLE_NONE) {
        text_char(out, '-');
    } else {
        if (!s->bounce)
            text_char(out, '!');
        add_square(out, s->open);
        if (s->bounce && s->owed)
            text_char(out, '!');
    }
    text_char(out, ' ');
    const bool mover_first = s->side == DEBACLE_RED || !(s->rules & DEBACLE_ALWAYS);
    add_square_or_none(out, mover_first ? s->flipped : s->waiting);
    if (s->rules & DEBACLE_ALWAYS) {
        text_char(out, '/');
        add_square_or_none(out, mover_first ? s->waiting : s->flipped);
    }
    if (s->rules & DEBACLE_TOURNAMENT) {
        text_char(out, ' ');
        add_pair(out, s->recoveries[0], s->recoveries[1]);
    }
    return true;
}

static bool read_board(struct debacle *s, struct span board, struct text *why)
{
    int square = 30;
    for (size_t i = 0; i < board.length; i++) {
        const char c = board.at[i];
        const bool at_end = i % 7 == 6;
        if (board.length != 41 || at_end != (c == '/'))
            return text_fail(why, tr("a board is six ranks of six squares with '/' between them"));
        if (at_end) {
            square -= 12;
            continue;
        }
        if (c >= '1' && c <= '6')
            debacle_put(s, DEBACLE_RED, (unsigned)(c - '0'), (unsigned)square);
        else if (c >= 'A' && c <= 'F')
            debacle_put(s, DEBACLE_BLACK, (unsigned)(c - 'A' + 1), (unsigned)square);
        else if (c != '.')
            return text_fail(why, tr("a square is 1 to 6 for red, A to F for black, or '.'"));
        square++;
    }
    if (board.length != 41)
        return text_fail(why, tr("a board is six ranks of six squares with '/' between them"));
    return true;
}

/* The dice that a side holds: the other side's letters or digits, ascending, or `-`. */
static bool read_held(struct debacle *s, int side, struct span held, struct text *why)
{
    const char first = side == DEBACLE_RED ? 'A' : '1';
    char last = first;
    if (span_is(held, "-"))
        return true;
    for (size_t i = 0; i < held.length; i++) {
        const char c = held.at[i];
        if (c < last || c >= first + DEBACLE_VALUES)
            last = 127;
        else {
            last = c;
            s->held[side][c - first]++;
            s->captures[side]++;
        }
    }
    if (held.length == 0 || last == 127)
        return text_fail(why, tr("captures are %s, ascending, or '-'"),
                         side == DEBACLE_RED ? "A-F" : "1-6");
    return true;
}

static bool read_pair(struct span text, uint64_t max, uint64_t out[2])
{
    struct span rest = text;
    const struct span first = span_cut(&rest, '/');
    return span_number(first, 0, max, &out[0]) && span_number(rest, 0, max, &out[1]);
}

/* A side's own die on the square that the text names. */
static bool read_own_square(const struct debacle *s, int side, struct span text, uint8_t *square)
{
    if (text.length != 2)
        return false;
    *square = (uint8_t)read_square(text.at);
    return *square != DEBACLE_NONE && debacle_die(s, side, *square);
}

static bool read_open(struct debacle *s, struct span open, struct text *why)
{
    s->open = DEBACLE_NONE;
    if (span_is(open, "-"))
        return true;
    if (open.length == 3 && open.at[0] == '!') {
        s->owed = 1;
        open = (struct span){open.at + 1, 2};
    } else {
        s->bounce = 1;
        if (open.length == 3 && open.at[2] == '!') {
            s->owed = 1;
            open.length = 2;
        }
    }
    if (!read_own_square(s, s->side, open, &s->open))
        return text_fail(why,
                         tr("the open die is '-', c6, c6! or !c6, with a die of the mover there"));
    return true;
}

/* Refuses positions that are impossible, though every field is well-formed. */
static bool check_position(const struct debacle *s, struct text *why)
{
    for (int side = 0; side < 2; side++) {
        const int on_board = __builtin_popcountll(debacle_all(s, side));
        if (on_board + s->captures[!side] != DEBACLE_DICE)
            return text_fail(why, tr("%s must have 6 dice, captured ones included, not %d"),
                             side == DEBACLE_RED ? tr("red") : tr("black"),
                             on_board + s->captures[!side]);
        if (s->captures[side] >= DEBACLE_CAPTURES)
            return text_fail(why, tr("with 5 captures the round is over"));
        uint64_t astray =
            debacle_all(s, side) & (side == DEBACLE_RED ? DEBACLE_RANK_6 : DEBACLE_RANK_1);
        if (side == s->side && s->owed)
            astray &= ~(1ull << s->open);
        if (astray)
            return text_fail(why, tr("a die in the enemy's camp must owe a return"));
    }
    return true;
}

static bool cut_mark(struct span *text, char mark)
{
    const bool marked = text->length > 0 && text->at[text->length - 1] == mark;
    text->length -= marked;
    return marked;
}

/* The moves left; `*`: something has been done this turn; `+`: a die has been recovered; `a`: the
 * turn has had an advance; `m`: its two moves have been made, and the rest is bonus. */
static bool read_moves(struct debacle *s, struct span text, struct text *why)
{
    const bool made = (s->rules & DEBACLE_MUST) && cut_mark(&text, 'm');
    const bool advanced = (s->rules & DEBACLE_TOURNAMENT) && cut_mark(&text, 'a');
    const bool recovered = cut_mark(&text, '+'), starred = cut_mark(&text, '*');
    uint64_t moves;
    if (!span_number(text, starred ? 2 : 0, 18, &moves))
        return text_fail(why,
                         tr("the moves left are 0 to 18, with '*' only where they are 2 or more"));
    s->moves = (uint8_t)moves;
    s->done = starred || moves < 2;
    s->recovered = recovered;
    s->advanced = advanced;
    s->due = !(s->rules & DEBACLE_MUST) || made || moves == 0 ? 0 : s->done || moves == 1 ? 1 : 2;
    if (recovered && (!(s->rules & DEBACLE_ONCE) || !s->done))
        return text_fail(why, tr("'+' says that the recovery of recover=once was used, which is "
                                 "possible only after a move"));
    return true;
}

/* The die that may not be flipped; with flip=always, red's and black's. */
static bool read_flipped(struct debacle *s, struct span text, struct text *why)
{
    struct span rest = text;
    s->flipped = s->waiting = DEBACLE_NONE;
    if (span_is(text, "-"))
        return true;
    for (int side = 0; side < 2; side++) {
        const bool both = s->rules & DEBACLE_ALWAYS;
        uint8_t *square = side == s->side ? &s->flipped : &s->waiting;
        const struct span one = both ? span_cut(&rest, '/') : text;
        const bool own = both || side == s->side;
        if ((own && !span_is(one, "-") && !read_own_square(s, side, one, square)) ||
            (both && side && rest.at))
            return text_fail(why, both ? tr("the flipped dice are squares with a die of red and "
                                            "of black, or '-', as in a1/f6")
                                       : tr("the flipped die is '-' or a square with a die of "
                                            "the mover"));
    }
    return true;
}

bool debacle_read_position(struct debacle *s, struct span text, struct text *why)
{
    const bool counts = s->rules & DEBACLE_TOURNAMENT;
    struct span rest = text, field[9];
    uint64_t bonus[2], score[2], recoveries[2] = {0, 0};
    for (int i = 0; i < 9; i++)
        field[i] = span_cut(&rest, ' ');
    if ((rest.at && !counts) || field[8].length == 0)
        return text_fail(why, tr("a position has nine fields with one space between them"));
    if (rest.at && !read_pair(rest, DEBACLE_RECOVERIES, recoveries))
        return text_fail(why, tr("the recoveries of this round read red/black, such as 0/3"));
    memset(s->dice, 0, sizeof s->dice);
    memset(s->held, 0, sizeof s->held);
    memset(s->captures, 0, sizeof s->captures);
    s->hash = 0;
    s->bounce = s->owed = s->lively = 0;
    if (!read_board(s, field[0], why))
        return false;
    if (!span_is(field[1], "r") && !span_is(field[1], "b"))
        return text_fail(why, tr("the side to move is r or b, not '%.*s'"), span_shown(field[1]),
                         span_start(field[1]));
    s->side = span_is(field[1], "b");
    if (!read_moves(s, field[2], why))
        return false;
    if (!read_pair(field[3], 16, bonus))
        return text_fail(why, tr("the bonus reads red/black, such as 0/1"));
    if (!read_held(s, DEBACLE_RED, field[4], why) || !read_held(s, DEBACLE_BLACK, field[5], why))
        return false;
    if (!read_pair(field[6], 9999, score))
        return text_fail(why, tr("the scores read red/black, such as 12/0"));
    for (int side = 0; side < 2; side++) {
        s->bonus[side] = (uint8_t)bonus[side];
        s->score[side] = (uint16_t)score[side];
        s->recoveries[side] = (uint8_t)recoveries[side];
    }
    if (!read_open(s, field[7], why))
        return false;
    return read_flipped(s, field[8], why) && check_position(s, why);
}

/* ---- JSON ---- */

static void json_pair(struct json *json, const char *key, unsigned red, unsigned black)
{
    json_key_open(json, key, '[');
    json_put_number(json, red);
    json_put_number(json, black);
    json_close(json, ']');
}

static void json_square(struct json *json, const char *key, unsigned square)
{
    struct text name = text_on((char[4]){0}, 4);
    if (square != DEBACLE_NONE)
        add_square(&name, square);
    json_key_string(json, key, square != DEBACLE_NONE ? name.start : NULL);
}

void debacle_json(const void *state, struct json *json)
{
    static const char *const phases[] = {"first", "setup", "play", "over"};
    const struct debacle *s = state;
    struct text position = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    json_key_string(json, "phase", phases[s->phase]);
    json_key_string(json, "position", debacle_position(s, &position) ? position.start : NULL);
    json_key_number(json, "moves", s->moves);
    json_pair(json, "bonus", s->bonus[0], s->bonus[1]);
    json_key_open(json, "held", '['); /* what each side has captured, as in the position text */
    for (int side = 0; side < 2; side++) {
        text_clear(&position);
        add_held(s, side, &position);
        json_put_string(json, s->captures[side] ? position.start : "");
    }
    json_close(json, ']');
    json_pair(json, "scores", s->score[0], s->score[1]);
    json_square(json, "bounce", s->bounce ? s->open : DEBACLE_NONE);
    json_square(json, "owed", s->owed ? s->open : DEBACLE_NONE);
    json_square(json, "flipped", s->flipped);
    json_key_number(json, "round", s->rounds + (s->phase != DEBACLE_OVER));
    json_key_number(json, "turns", s->turns);
    json_key_number(json, "quiet", s->quiet);
    json_key_number(json, "target", s->target);
    json_pair(json, "worth", (unsigned)debacle_points(s, 0), (unsigned)debacle_points(s, 1));
    json_key_number(json, "captures_to_end", DEBACLE_CAPTURES);
    json_key_string(json, "recover", s->rules & DEBACLE_ONCE ? "once" : "any");
    json_key_bool(json, "recovered", s->recovered);
    json_key_string(json, "flip", s->rules & DEBACLE_ALWAYS ? "always" : "turn");
    json_key_string(json, "form", s->rules & DEBACLE_TOURNAMENT ? "tournament" : "literal");
    json_key_bool(json, "must", s->rules & DEBACLE_MUST);
    json_key_bool(json, "may_end", s->phase == DEBACLE_PLAY && debacle_may_end(s));
    json_pair(json, "recoveries", s->recoveries[0], s->recoveries[1]);
    json_pair(json, "camps", 1, 6); /* the ranks */
}

/* A square as the side sees it: black turns the board round. */
static int seen_square(unsigned square, int side)
{
    return side == DEBACLE_RED ? (int)square : DEBACLE_SQUARES - 1 - (int)square;
}

static int seen_or_none(unsigned square, int side)
{
    return square == DEBACLE_NONE ? -1 : seen_square(square, side);
}

/* A side's dice as the viewer sees them: the viewer's own as positive values, the other side's as
 * negative ones. */
static void see_dice(const struct debacle *s, int side, int viewer, int32_t square[])
{
    for (int value = 1; value <= DEBACLE_VALUES; value++) {
        for (uint64_t dice = s->dice[side][value - 1]; dice; dice &= dice - 1)
            square[seen_square((unsigned)__builtin_ctzll(dice), viewer)] =
                side == viewer ? value : -value;
    }
}

void debacle_observe(const void *view, int seat, struct game_numbers *out)
{
    const struct debacle *s = view;
    const int me = seat - 1, other = 1 - me;
    int32_t square[DEBACLE_SQUARES] = {0}, held[DEBACLE_VALUES];
    see_dice(s, me, me, square);
    see_dice(s, other, me, square);
    game_put_row(out, "square", square, DEBACLE_SQUARES);
    for (int i = 0; i < 2; i++) {
        const int side = i ? other : me;
        for (int value = 0; value < DEBACLE_VALUES; value++)
            held[value] = s->held[side][value];
        game_put_row(out, i ? "held by 2" : "held by 1", held, DEBACLE_VALUES);
        game_put_number(out, "bonus", i + 1, s->bonus[side]);
        game_put_number(out, "score", i + 1, s->score[side]);
    }
    game_put_number(out, "moves left", 0, s->moves);
    game_put_number(out, "done", 0, s->done);
    game_put_number(out, "open square", 0, seen_or_none(s->open, me));
    game_put_number(out, "may bounce", 0, s->bounce);
    game_put_number(out, "owes a return", 0, s->owed);
    game_put_number(out, "flipped square", 0, seen_or_none(s->flipped, me));
    game_put_number(out, "recovered", 0, s->recovered);
    game_put_number(out, "quiet turns", 0, s->quiet);
    game_put_number(out, "turns", 0, s->turns);
    game_put_number(out, "target", 0, s->target);
    if (s->rules & DEBACLE_ALWAYS) /* the default options keep their numbers */
        game_put_number(out, "other flipped square", 0, seen_or_none(s->waiting, me));
    if (s->rules & DEBACLE_MUST)
        game_put_number(out, "moves due", 0, s->due);
    if (s->rules & DEBACLE_TOURNAMENT) {
        game_put_number(out, "advanced", 0, s->advanced);
        game_put_number(out, "recoveries", 1, s->recoveries[me]);
        game_put_number(out, "recoveries", 2, s->recoveries[other]);
    }
}
