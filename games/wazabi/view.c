/* Wazabi in a terminal: everybody's dice and cards, the direction of play, and the viewer's hand
 * with what each card does and why it cannot be played now. */
#include <string.h>

#include "base/lang.h"
#include "games/wazabi/rules.h"
#include "tui/game_texts.h"
#include "tui/large.h"
#include "tui/view.h"

static const char *const card_about[WAZABI_KINDS] = {
    [WAZABI_RETIRE1] = mark("take one of your dice out of the game"),
    [WAZABI_TOURNE] = mark("everybody passes all dice to the left or right"),
    [WAZABI_RETIRE2] = mark("take two of your dice out of the game"),
    [WAZABI_DONNE] = mark("give one of your dice to a player"),
    [WAZABI_VOLE] = mark("take a card, unseen, from a player"),
    [WAZABI_RESTE1] = mark("a player with two cards or more keeps one"),
    [WAZABI_PIOCHE3] = mark("draw three cards"),
    [WAZABI_RESTE2] = mark("everybody else keeps two cards at most"),
    [WAZABI_SAUTE] = mark("a player skips their next turn"),
    [WAZABI_REJOUE] = mark("play again, and the direction changes"),
};

static void add_name(const struct match *match, int seat, struct text *out)
{
    match_show_name(match, seat + 1, out);
}

/* ---- the cursor ---- */

/* Its spots: the players; beside them the cards, and below these playing no card; both
 * directions. */
enum { CARD_SPOT = 2, LEFT_SPOT = 4, PASS_SPOT = 10 * SCREEN_SPOTS + 2 };

static uint8_t spot_of_seat(unsigned seat)
{
    return (uint8_t)(SCREEN_SPOTS * seat);
}

static uint8_t spot_of_card(unsigned card)
{
    return (uint8_t)(SCREEN_SPOTS * card + CARD_SPOT);
}

static bool spots(const void *state, game_action action, const struct screen_cursor *cursor,
                  uint64_t *next)
{
    const unsigned a = wazabi_a(action), b = wazabi_b(action);
    const bool two = b != WAZABI_NONE;
    (void)state;
    switch (wazabi_move_of(action)) {
    case WAZABI_DO_GIVE:
    case WAZABI_DO_FROM:
        return view_path((const uint8_t[]){spot_of_seat(a)}, 1, cursor, next);
    case WAZABI_DO_PLAY:
        return view_path((const uint8_t[]){spot_of_card(a), a == WAZABI_TOURNE
                                                                ? (uint8_t)(LEFT_SPOT + b)
                                                                : spot_of_seat(b)},
                         two ? 2 : 1, cursor, next);
    case WAZABI_DO_KEEP: /* two cards in any order */
        if (two && cursor->picks && cursor->picked[0] == spot_of_card(b))
            return view_path((const uint8_t[]){spot_of_card(b), spot_of_card(a)}, 2, cursor, next);
        if (!view_path((const uint8_t[]){spot_of_card(a), spot_of_card(b)}, two ? 2 : 1, cursor,
                       next))
            return false;
        *next |= two && !cursor->picks ? (uint64_t)1 << spot_of_card(b) : 0;
        return true;
    default:
        return view_path((const uint8_t[]){PASS_SPOT}, 1, cursor, next);
    }
}

/* ---- drawing ---- */

/* Marks the player whom the selected choice is about. */
static void put_aim(struct screen *screen, int seat)
{
    const game_action chosen = screen->chosen ? *screen->chosen : 0;
    const enum wazabi_move move = wazabi_move_of(chosen);
    const bool gives = move == WAZABI_DO_GIVE || move == WAZABI_DO_FROM;
    const bool plays = move == WAZABI_DO_PLAY && wazabi_a(chosen) != WAZABI_TOURNE;
    if (screen->chosen && ((gives && wazabi_a(chosen) == (unsigned)seat) ||
                           (plays && wazabi_b(chosen) == (unsigned)seat)))
        screen_put(screen, screen_style(screen, SCREEN_CHOSEN));
    screen_put(screen, screen_spot(screen, spot_of_seat((unsigned)seat)));
}

/* Whether the last move is this player's, or about them: `2 give 3`, `2 play saute 3`. */
static bool is_last(const struct match *match, int seat)
{
    const char *line = view_last_line(match, NULL), *target = strrchr(line, ' ');
    return line[0] == '1' + seat || (target && target[1] == '1' + seat && !target[2]);
}

/* Whether the selected choice plays or keeps the card. */
static bool is_chosen(const struct screen *screen, unsigned card)
{
    const game_action chosen = screen->chosen ? *screen->chosen : 0;
    return screen->chosen &&
           ((wazabi_move_of(chosen) == WAZABI_DO_PLAY && wazabi_a(chosen) == card) ||
            (wazabi_move_of(chosen) == WAZABI_DO_KEEP &&
             (wazabi_a(chosen) == card || wazabi_b(chosen) == card)));
}

static void draw_seats(struct screen *screen, const struct match *match, const struct wazabi *s)
{
    const bool wide = screen->width >= 78;
    const int name = wide ? 20 : s->teams || s->games > 1 ? 13 : 18;
    for (int seat = 0; seat < s->players; seat++) {
        char dice[64], cards[64];
        snprintf(dice, sizeof dice, trn("%d die", "%d dice", s->dice[seat]), s->dice[seat]);
        snprintf(cards, sizeof cards, trn("%d card", "%d cards", s->cards[seat]), s->cards[seat]);
        screen_printf(screen, " %s%s ", view_mark(screen, is_last(match, seat)),
                      s->phase != WAZABI_END && seat == s->seat ? ">" : " ");
        put_aim(screen, seat);
        view_put_name(screen, match, seat + 1, name);
        screen_put(screen, screen_style(screen, s->dice[seat] == 1 ? SCREEN_WARN : SCREEN_PLAIN));
        screen_put_padded(screen, dice, 9);
        screen_put(screen, screen_style(screen, SCREEN_PLAIN));
        screen_put_padded(screen, cards, 11);
        if (s->teams)
            screen_printf(screen, tr("team %c  "), 'A' + wazabi_team(s, seat));
        if (s->games > 1) {
            char points[64];
            snprintf(points, sizeof points, trn("%d point", "%d points", s->points[seat]),
                     s->points[seat]);
            screen_put_padded(screen, points, 12);
        }
        if (s->skips[seat]) {
            if (!wide && s->games > 1)
                screen_put(screen, "\n      ");
            screen_put(screen, screen_style(screen, SCREEN_WARN));
            screen_printf(screen, trn("skips %d turn", "skips %d turns", s->skips[seat]),
                          s->skips[seat]);
            screen_put(screen, screen_style(screen, SCREEN_PLAIN));
        }
        screen_put(screen, "\n");
    }
}

static void draw_centre(struct screen *screen, const struct match *match, const struct wazabi *s)
{
    struct text line = text_on((char[1024]){0}, 1024);
    text_add(&line, screen->tight ? tr("Next:  ") : tr("Order:  "));
    if (screen->tight)
        add_name(match, wazabi_next(s, s->seat), &line);
    for (int i = 0, seat = s->seat; i <= s->players && !screen->tight;
         i++, seat = wazabi_next(s, seat)) {
        text_add(&line, i ? " → " : "");
        add_name(match, seat, &line);
    }
    screen_put_wrapped(screen, line.start, 2);
    text_clear(&line);
    text_printf(&line,
                trn("Pile:  %d card; discards: ", "Pile:  %d cards; discards: ", s->pile_size),
                s->pile_size);
    if (screen->tight && s->discards_size)
        text_printf(&line, "%d", s->discards_size);
    struct span played = span_of(view_last_line(match, NULL));
    span_cut(&played, ' ');
    const bool plays = span_is(span_cut(&played, ' '), "play");
    const struct span id = span_cut(&played, ' ');
    for (int card = 0, some = 0; card < WAZABI_KINDS && !screen->tight; card++) {
        const bool last = plays && span_is(id, wazabi_kinds[card].id);
        if (s->discards[card])
            text_printf(&line, "%s%s%d x %s", some++ ? tr("; ") : "",
                        last ? view_mark(screen, true) : "", s->discards[card],
                        tr(wazabi_titles[card]));
    }
    if (s->discards_size == 0)
        text_add(&line, tr("none"));
    screen_put_wrapped(screen, line.start, 2);
    if (s->games > 1)
        screen_printf(screen, tr("  Game %d of %d\n"), s->game + 1, s->games);
}

enum { DIE = 4 }; /* columns */

/* Starts a new line if the next text does not fit into this one. */
static void put_or_break(struct screen *screen, int *column, int width)
{
    if (*column + width > screen->width) {
        screen_put(screen, "\n ");
        *column = 1;
    }
    *column += width;
}

/* A drawn die: with a letter of one character, or on a larger screen a big one. */
struct die {
    int columns, rows;
};

/* The largest die that fits this many times in a row; no rows: it is written, [W]. */
static struct die find_die(const struct screen *screen, int dice)
{
    static const struct die sizes[] = {{12, 7}, {6, 3}};
    for (size_t i = screen->scale > 0 ? 0 : 1; i < 2; i++) {
        if (screen->grid && !screen->low && 1 + sizes[i].columns * dice <= screen->width)
            return sizes[i];
    }
    return (struct die){DIE, 0};
}

static void put_die_row(struct screen *screen, const struct die *die, char letter, int row)
{
    static const char *const edge[2][2][2] = {
        {{"+---+", "+---+"}, {"╭───╮", "╰───╯"}},
        {{"+---------+", "+---------+"}, {"╭─────────╮", "╰─────────╯"}}};
    const char *side = screen->unicode ? "│" : "|";
    const bool large = die->rows > 3;
    if (die->rows == 0) {
        screen_printf(screen, " [%c]", letter);
    } else if (row == 0 || row == die->rows - 1) {
        screen_printf(screen, " %s", edge[large][screen->unicode][row > 0]);
    } else if (large) {
        screen_printf(screen, " %s  ", side);
        large_put_letter(screen, letter, row - 1, 1);
        screen_printf(screen, "  %s", side);
    } else {
        screen_printf(screen, " %s %c %s", side, letter, side);
    }
}

static void draw_roll(struct screen *screen, const struct wazabi *s)
{
    static const char letters[] = "CDW";
    static const int styles[] = {SCREEN_WARN, SCREEN_GOOD, SCREEN_BOLD};
    const int dice = s->rolled[0] + s->rolled[1] + s->rolled[2];
    int column = 1;
    if (dice == 0)
        return;
    const struct die die = find_die(screen, dice);
    screen_put(screen, screen->low ? " " : "\n ");
    for (int row = 0; row < (die.rows ? die.rows : 1); row++) {
        for (int face = 0; face < 3; face++) {
            for (int i = 0; i < s->rolled[face]; i++) {
                if (die.rows == 0)
                    put_or_break(screen, &column, DIE);
                screen_put(screen, screen_style(screen, styles[face]));
                put_die_row(screen, &die, letters[face], row);
                screen_put(screen, screen_style(screen, SCREEN_PLAIN));
            }
        }
        screen_put(screen, die.rows ? "\n " : "");
    }
    struct text line = text_on((char[256]){0}, 256);
    text_printf(&line, tr("   %d W to pay with"), s->rolled[2]);
    if (s->gives)
        text_printf(&line, trn(", %d die to give", ", %d dice to give", s->gives), s->gives);
    put_or_break(screen, &column, screen_width(line.start));
    screen_printf(screen, "%s\n", line.start);
}

/* Whether the card can be played now; if not, `why` gets the rules' reason. */
static bool is_playable(const struct wazabi *s, unsigned card, struct text *why)
{
    game_action actions[GAME_ACTIONS_MAX], unused;
    char line[64];
    const size_t count = wazabi_game.actions(s, s->seat + 1, actions);
    for (size_t i = 0; i < count; i++) {
        if (wazabi_move_of(actions[i]) == WAZABI_DO_PLAY && wazabi_a(actions[i]) == card)
            return true;
    }
    const int other = s->seat == 0 ? 2 : 1;
    snprintf(line, sizeof line, wazabi_kinds[card].has_target ? "play %s %d" : "play %s",
             wazabi_kinds[card].id, other);
    wazabi_game.read(s, s->seat + 1, span_of(line), &unused, NULL, why);
    return false;
}

/* On a tight screen the hand is one paragraph; the rules explain the cards. */
static void draw_tight_hand(struct screen *screen, const struct wazabi *s, int seat)
{
    struct text line = text_on((char[1024]){0}, 1024);
    const bool choosing = s->phase == WAZABI_PLAY && s->seat == seat;
    for (unsigned card = 0; card < WAZABI_KINDS; card++) {
        if (!s->hand[seat][card])
            continue;
        const bool playable = choosing && is_playable(s, card, TEXT_UNREAD);
        text_printf(&line, "%s%s%s%d x %s (%d W)%s", line.length ? tr("; ") : tr("Hand:  "),
                    screen_spot(screen, spot_of_card(card)), playable ? "★" : "",
                    s->hand[seat][card], tr(wazabi_titles[card]), wazabi_kinds[card].cost,
                    screen_style(screen, SCREEN_PLAIN));
    }
    screen_put_wrapped(screen, line.length ? line.start : tr("Your hand is empty."), 2);
}

/* The style of a card that can be played, or not, or is selected. */
static void add_card_style(const struct screen *screen, unsigned card, bool choosing, bool playable,
                           struct text *out)
{
    text_add(out, screen_style(screen, playable   ? SCREEN_GOOD
                                       : choosing ? SCREEN_DIM
                                                  : SCREEN_PLAIN));
    text_add(out, is_chosen(screen, card) ? screen_style(screen, SCREEN_CHOSEN) : "");
    text_add(out, screen_spot(screen, spot_of_card(card)));
}

/* The hand as cards, on a large screen. */
static void draw_cards(struct screen *screen, const struct wazabi *s, int seat)
{
    enum { WIDTH = 25, LARGER = 32, ROWS = 4, MORE_ROWS = 6 };
    const bool choosing = s->phase == WAZABI_PLAY && s->seat == seat, larger = screen->scale == 2;
    const char *plain = screen_style(screen, SCREEN_PLAIN);
    struct large_card cards[WAZABI_KINDS];
    int count = 0;
    for (unsigned kind = 0; kind < WAZABI_KINDS; kind++) {
        struct large_card *card = &cards[count];
        char buffer[TEXT_WHY];
        struct text why = text_on(buffer, sizeof buffer);
        struct text out = text_on(card->text, sizeof card->text);
        struct text style = text_on(card->style, sizeof card->style);
        if (!s->hand[seat][kind])
            continue;
        const bool playable = choosing && is_playable(s, kind, &why);
        add_card_style(screen, kind, choosing, playable, &style);
        text_printf(&out, "%s%s%s%s\n", screen_style(screen, playable ? SCREEN_GOOD : SCREEN_BOLD),
                    playable ? "★ " : "", tr(wazabi_titles[kind]), plain);
        text_printf(&out, "%d W", wazabi_kinds[kind].cost);
        if (s->hand[seat][kind] > 1)
            text_printf(&out, "; %d x", s->hand[seat][kind]);
        text_printf(&out, "\n%s\n", tr(card_about[kind]));
        if (why.length)
            text_printf(&out, "%s(%s)%s", screen_style(screen, SCREEN_DIM), buffer, plain);
        count++;
    }
    large_cards(screen, cards, count, larger ? LARGER : WIDTH, larger ? MORE_ROWS : ROWS);
}

static void draw_hand(struct screen *screen, const struct wazabi *s, int seat)
{
    const uint8_t *hand = s->hand[seat];
    const bool choosing = s->phase == WAZABI_PLAY && s->seat == seat;
    screen_put(screen, screen->low ? "" : "\n");
    if (s->cards[seat] == 0)
        screen_put(screen, tr("  Your hand is empty.\n"));
    if (screen->scale > 0) {
        draw_cards(screen, s, seat);
        return;
    }
    for (unsigned card = 0; card < WAZABI_KINDS; card++) {
        char buffer[TEXT_WHY], line[TEXT_WHY * 2];
        struct text why = text_on(buffer, sizeof buffer), out = text_on(line, sizeof line);
        struct text style = text_on((char[32]){0}, 32);
        if (!hand[card])
            continue;
        const bool playable = choosing && is_playable(s, card, &why);
        add_card_style(screen, card, choosing, playable, &style);
        screen_put(screen, style.start);
        text_printf(&out, tr("%s %d x  %s, %d W: %s"), playable ? "★" : " ", hand[card],
                    tr(wazabi_titles[card]), wazabi_kinds[card].cost, tr(card_about[card]));
        if (why.length)
            text_printf(&out, " (%s)", buffer);
        screen_put_wrapped(screen, line, 2);
        screen_put(screen, screen_style(screen, SCREEN_PLAIN));
    }
}

static void draw(struct screen *screen, const struct match *match, const void *state, int seat)
{
    const struct wazabi *s = state;
    screen_put(screen, screen->low ? "" : "\n");
    draw_seats(screen, match, s);
    draw_centre(screen, match, s);
    draw_roll(screen, s);
    if (seat > 0 && s->phase != WAZABI_END)
        (screen->tight ? draw_tight_hand : draw_hand)(screen, s, seat - 1);
}

/* ---- descriptions ---- */

static const char *card_name(unsigned card)
{
    return game_text("wz.%s", wazabi_kinds[card].id);
}

/* Appends the card in quotation marks. */
static void add_quoted(unsigned card, struct text *out)
{
    game_text_fill(game_text("wz.quoted"), VIEW_VALUES("card", card_name(card)), out);
}

/* `heard`: the rolled dice in words; at the start only W count. */
static void add_dice(const struct wazabi *s, unsigned c, unsigned d, bool heard, struct text *out)
{
    static const char *const keys[] = {"wz.hear.C", "wz.hear.D", "wz.hear.W"};
    const bool starts = s->phase == WAZABI_START;
    const unsigned all = s->dice[s->seat], count[] = {c, d, all - c - d};
    int left = 0;
    for (unsigned i = 0; i < all && !heard; i++)
        text_printf(out, "%s%c", i ? " " : "", i < c ? 'C' : i < c + d ? 'D' : 'W');
    for (int face = starts ? 2 : 0; face < 3; face++)
        left += count[face] > 0 || starts;
    for (int face = starts ? 2 : 0; face < 3 && heard; face++) {
        if (count[face] == 0 && !starts)
            continue;
        game_text_fill(game_text("%s", keys[face]), VIEW_VALUES("n", view_number(count[face]).text),
                       out);
        text_add(out, --left > 1 ? ", " : left ? tr(" and ") : "");
    }
}

/* After a roll for the start: who starts, or rolls again. */
static void tell_start(const struct telling *to, const struct wazabi *s, const struct wazabi *after,
                       unsigned rolled)
{
    const unsigned most = after->seat == s->seat ? rolled : s->max[after->seat];
    struct text names = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    if (after->phase != WAZABI_START) {
        view_words(to, "wz.starts", after->seat + 1, 0, "n", view_number(most).text, NULL);
    } else if (after->seat <= s->seat) { /* a tie: from the first of them again */
        view_list_names(to->match, GAME_SPECTATOR, after->contenders, &names);
        view_words(to, "wz.tie", 0, 0, "names", names.start, NULL);
    }
}

/* The end of the deal: the viewer's cards, and what comes next. */
static void tell_dealt(const struct telling *to, const struct wazabi *s)
{
    struct text cards = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    const uint8_t *hand = to->viewer > 0 ? s->hand[to->viewer - 1] : NULL;
    int left = 0;
    for (int card = 0; hand && card < WAZABI_KINDS; card++)
        left += hand[card];
    for (unsigned card = 0; left > 0; card++) {
        for (int i = 0; i < hand[card]; i++) {
            text_add(&cards, card_name(card));
            text_add(&cards, --left > 1 ? ", " : left ? tr(" and ") : "");
        }
    }
    view_words(to, "wz.deal", 0, 0, NULL);
    if (cards.length)
        view_words(to, "wz.deal.yours", 0, 0, "cards", cards.start, NULL);
    view_words(to, "wz.forstart", 0, 0, NULL);
    text_add(to->out, ".");
}

static void tell_play(const struct telling *to, const struct wazabi *s, unsigned card,
                      unsigned target)
{
    if (card == WAZABI_TOURNE)
        view_words(to, "wz.say.turn", s->seat + 1, 0, "way",
                   game_text(target == 0 ? "wz.left" : "wz.right"), NULL);
    else
        view_words(to, target == WAZABI_NONE ? "wz.say.play" : "wz.say.at", s->seat + 1,
                   target == WAZABI_NONE ? 0 : (int)target + 1, "card", card_name(card), NULL);
}

static void tell_keep(const struct telling *to, const struct wazabi *s, unsigned a, unsigned b)
{
    struct text cards = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    const bool known = to->viewer == GAME_OPEN || to->viewer == s->keeper + 1;
    if (known) {
        add_quoted(a, &cards);
        text_add(&cards, b != WAZABI_NONE ? ", " : "");
        if (b != WAZABI_NONE)
            add_quoted(b, &cards);
    }
    view_words(to, known ? "wz.say.keep" : "wz.say.keeps", s->keeper + 1, 0, "cards", cards.start,
               NULL);
}

static void tell_draw(const struct telling *to, const struct wazabi *s, unsigned card)
{
    const bool own = to->viewer == GAME_OPEN || to->viewer == s->seat + 1;
    if (!own && s->phase == WAZABI_DEAL)
        return; /* the deal is not announced */
    view_words(to, own ? "wz.say.draw.by" : "wz.say.hidden.by", s->seat + 1, 0, "n", "1", "card",
               own ? card_name(card) : "", NULL);
}

static void tell_steal(const struct telling *to, const struct wazabi *s, unsigned card)
{
    struct text name = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    if (to->viewer == GAME_OPEN || to->viewer == s->seat + 1 || to->viewer == s->victim + 1)
        add_quoted(card, &name);
    else
        text_add(&name, game_text("wz.hidden"));
    view_words(to, "wz.say.rob", s->seat + 1, s->victim + 1, "card", name.start, NULL);
}

/* For a listener: who has lost cards or has other dice now, who skips, and the direction. */
static void tell_changes(const struct telling *to, const struct wazabi *s,
                         const struct wazabi *after)
{
    if (s->phase == WAZABI_START || after->game != s->game || after->phase == WAZABI_END)
        return;
    for (int seat = 0; seat < s->players;
         seat++) { /* one's own turn costs the card that is played */
        if (s->cards[seat] > after->cards[seat] && seat != s->seat)
            view_words(to, "wz.hear.cards", seat + 1, 0, "n", view_number(after->cards[seat]).text,
                       NULL);
    }
    for (int seat = 0; seat < s->players; seat++) {
        if (s->dice[seat] != after->dice[seat])
            view_words(to, "wz.hear.dice", seat + 1, 0, "n", view_number(after->dice[seat]).text,
                       NULL);
    }
    for (int seat = 0; seat < s->players; seat++) {
        if (s->skips[seat] > after->skips[seat])
            view_words(to, "wz.hear.skips", seat + 1, 0, NULL);
    }
    if (s->back != after->back)
        view_words(to, after->back ? "wz.hear.right" : "wz.hear.left", 0, 0, NULL);
}

static void tell_roll(const struct telling *to, const struct wazabi *s, const struct wazabi *after,
                      game_action action)
{
    struct text dice = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    const unsigned c = wazabi_a(action), d = wazabi_b(action);
    const bool starts = s->phase == WAZABI_START;
    add_dice(s, c, d, to->heard, &dice);
    view_words(to, starts && !to->heard ? "wz.say.first.by" : "wz.say.roll.by", s->seat + 1, 0,
               "dice", dice.start, NULL);
    if (starts)
        tell_start(to, s, after, s->dice[s->seat] - c - d);
}

static void tell(const struct telling *to, const void *before, game_action action)
{
    const struct wazabi *s = before;
    const unsigned a = wazabi_a(action), b = wazabi_b(action);
    const union game_state state = view_after(to->match, s, action);
    const struct wazabi *after = (const void *)&state;
    if (to->heard && s->phase == WAZABI_DEAL) {
        if (after->phase != WAZABI_DEAL)
            tell_dealt(to, after);
        return;
    }
    switch (wazabi_move_of(action)) {
    case WAZABI_DO_ROLL:
        tell_roll(to, s, after, action);
        break;
    case WAZABI_DO_DRAW:
        tell_draw(to, s, a);
        break;
    case WAZABI_DO_STEAL:
        tell_steal(to, s, a);
        break;
    case WAZABI_DO_FROM:
        view_words(to, "wz.say.from", s->seat + 1, (int)a + 1, NULL);
        break;
    case WAZABI_DO_GIVE:
        view_words(to, "wz.say.give", s->seat + 1, (int)a + 1, "n", "1", NULL);
        break;
    case WAZABI_DO_PLAY:
        tell_play(to, s, a, b);
        break;
    case WAZABI_DO_PASS:
        view_words(to, "wz.say.pass", s->seat + 1, 0, NULL);
        break;
    case WAZABI_DO_KEEP:
        tell_keep(to, s, a, b);
        break;
    }
    if (to->heard)
        tell_changes(to, s, after);
    if (wazabi_wins(s, action) && s->games > 1)
        view_words(to, "wz.hear.won", s->seat + 1, 0, "n", view_number(s->game + 1u).text, "of",
                   view_number(s->games).text, NULL);
}

static void phrase_play(const struct match *match, unsigned card, unsigned target, struct text *out)
{
    const char *name = tr(wazabi_titles[card]);
    if (card == WAZABI_TOURNE)
        text_printf(out, target == 0 ? tr("play %s, to the left") : tr("play %s, to the right"),
                    name);
    else if (target == WAZABI_NONE)
        text_printf(out, tr("play %s"), name);
    else
        text_printf(out, tr("play %s on %s"), name, view_name(match, (int)target + 1).text);
}

static void phrase(const struct match *match, const void *state, game_action action,
                   struct text *out)
{
    const unsigned a = wazabi_a(action), b = wazabi_b(action);
    switch (wazabi_move_of(action)) {
    case WAZABI_DO_GIVE:
        text_printf(out, tr("give a die to %s"), view_name(match, (int)a + 1).text);
        break;
    case WAZABI_DO_FROM:
        text_printf(out, tr("draw from the hand of %s"), view_name(match, (int)a + 1).text);
        break;
    case WAZABI_DO_PLAY:
        phrase_play(match, a, b, out);
        break;
    case WAZABI_DO_PASS:
        text_add(out, tr("play no card"));
        break;
    case WAZABI_DO_KEEP:
        if (b == WAZABI_NONE)
            text_printf(out, tr("keep %s"), tr(wazabi_titles[a]));
        else
            text_printf(out, tr("keep %s and %s"), tr(wazabi_titles[a]), tr(wazabi_titles[b]));
        break;
    default: /* dice and the pile */
        view_notation(match, state, action, out);
        break;
    }
}

static void task(const struct match *match, const void *state, struct text *out)
{
    const struct wazabi *s = state;
    game_action actions[GAME_ACTIONS_MAX];
    (void)match;
    switch (s->phase) {
    case WAZABI_GIVE:
        text_printf(out,
                    trn("to whom do you give a die? (%d to give)",
                        "to whom do you give a die? (%d to give)", s->gives),
                    s->gives);
        break;
    case WAZABI_FROM:
        text_add(out, tr("both piles are empty; whose card do you take?"));
        break;
    case WAZABI_KEEP:
        text_printf(out, trn("keep %d card", "keep %d cards", s->keep), s->keep);
        break;
    default:
        if (wazabi_game.actions(s, s->seat + 1, actions) > 1)
            text_printf(out, tr("play a card, or none; you have %d W"), s->rolled[2]);
        else if (s->cards[s->seat] > 0)
            text_add(out, tr("no card you can pay for"));
        else
            text_add(out, tr("you have no card to play"));
    }
}

static void typed(const struct match *match, const void *state, game_action action,
                  struct text *out)
{
    const unsigned a = wazabi_a(action), b = wazabi_b(action);
    (void)state;
    if (wazabi_move_of(action) == WAZABI_DO_GIVE)
        text_printf(out, tr("give %s"), view_name(match, (int)a + 1).text);
    else if (wazabi_move_of(action) == WAZABI_DO_FROM)
        text_printf(out, tr("from %s"), view_name(match, (int)a + 1).text);
    else if (wazabi_move_of(action) == WAZABI_DO_PASS)
        text_add(out, tr("pass"));
    else if (wazabi_move_of(action) == WAZABI_DO_PLAY && a == WAZABI_TOURNE)
        text_printf(out, "%s %s", wazabi_kinds[a].id, b == 0 ? tr("left") : tr("right"));
    else if (wazabi_move_of(action) == WAZABI_DO_PLAY)
        text_printf(out, "%s%s%s", wazabi_kinds[a].id, b == WAZABI_NONE ? "" : " ",
                    b == WAZABI_NONE ? "" : view_name(match, (int)b + 1).text);
    else if (wazabi_move_of(action) == WAZABI_DO_KEEP)
        text_printf(out, "%s %s%s%s", tr("keep"), wazabi_kinds[a].id, b == WAZABI_NONE ? "" : " ",
                    b == WAZABI_NONE ? "" : wazabi_kinds[b].id);
    else
        view_notation(match, state, action, out);
}

/* How many dice or cards the other player has. */
static void label(const struct match *match, const void *state, game_action action,
                  struct text *out)
{
    const struct wazabi *s = state;
    const unsigned a = wazabi_a(action);
    (void)match;
    if (wazabi_move_of(action) == WAZABI_DO_GIVE)
        text_printf(out, trn("%d die", "%d dice", s->dice[a]), s->dice[a]);
    else if (wazabi_move_of(action) == WAZABI_DO_FROM)
        text_printf(out, trn("%d card", "%d cards", s->cards[a]), s->cards[a]);
}

/* `retire1` alone is `play retire1`; `joue`, `passe`, `garde` and `donner` are understood. */
static void tidy(const void *state, const char *typed, struct text *out)
{
    static const struct view_verb verbs[] = {
        {"p", "pass"},      {"passe", "pass"}, {"passer", "pass"}, {"joue", "play"},
        {"jouer", "play"},  {"garde", "keep"}, {"garder", "keep"}, {"k", "keep"},
        {"donner", "give"}, {"g", "give"},     {"de", "from"},     {"chez", "from"},
        {NULL, NULL}};
    (void)state;
    struct text folded = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    screen_fold(typed, &folded);
    const struct span word = {folded.start, strcspn(folded.start, " ")};
    const char *verb = view_find_verb(verbs, folded.start);
    text_add(out, verb ? verb : "");
    for (int card = 0; card < WAZABI_KINDS; card++)
        text_add(out, span_is(word, wazabi_kinds[card].id) ? "play " : "");
    text_add(out, folded.start + (verb ? word.length : 0));
}

const struct view view_wazabi = {
    .game = &wazabi_game,
    .draw = draw,
    .tell = tell,
    .phrase = phrase,
    .typed = typed,
    .task = task,
    .label = label,
    .tidy = tidy,
    .spots = spots,
    .rules = mark(
        "Goal: be the first without dice.\n"
        "\n"
        "Your turn:\n"
        "  1.  Roll all your dice.\n"
        "  2.  C: draw a card for each.\n"
        "  3.  D: give each of these dice to another player.\n"
        "  4.  W: play one card that costs no more W than you have rolled, or none.\n"
        "You win at once if you give away your last die as a D or remove it with a card.\n"
        "\n"
        "  retire1  Remove a die, 1 W: take one of your dice out of the game; not if you rolled "
        "two D or more\n"
        "  tourne   All dice pass on, 2 W: everybody passes all dice to the left or right, as you "
        "choose\n"
        "  retire2  Remove two dice, 3 W: take two of your dice out of the game\n"
        "  donne    Give a die, 3 W: give one of your dice to a player\n"
        "  vole     Steal a card, 1 W: take a card, unseen, from a player; with steal=anyone you "
        "may name a player without cards, and draw one\n"
        "  reste1   Down to one card, 1 W: a player with two cards or more keeps one, of their "
        "choice\n"
        "  pioche3  Draw three, 1 W: draw three cards\n"
        "  reste2   All down to two, 2 W: everybody else keeps two cards at most\n"
        "  saute    Skip a turn, 0 W: a player skips their next turn\n"
        "  rejoue   Again, other way, 0 W: play again, and the direction of play changes\n"
        "\n"
        "If the pile is empty, the discards become the new pile. If both are empty, you draw from "
        "another player's hand.\n"),
    .odds = view_no_odds,
};
