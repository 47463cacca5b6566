/* Wazabi's notation and JSON. All input is untrusted: it is checked here against everything that
 * rules.c relies on. */
#include <string.h>

#include "base/lang.h"
#include "games/wazabi/rules.h"

static const char letters[] = "CDW";
static const char *const phases[] = {"deal", "start", "roll", "steal", "draw",
                                     "from", "give",  "play", "keep",  "over"};

/* ---- writing ---- */

/* `SEAT VERB`. Not by printf: a table's legal lines are written after every move. */
static void write_verb(struct text *out, unsigned seat, const char *verb)
{
    text_number(out, seat + 1);
    text_add(out, verb);
}

static void write_play(const struct wazabi *s, unsigned card, unsigned target, struct text *out)
{
    write_verb(out, s->seat, " play ");
    text_add(out, wazabi_kinds[card].id);
    if (card == WAZABI_TOURNE) {
        text_add(out, target == 0 ? " left" : " right");
    } else if (target != WAZABI_NONE) {
        text_char(out, ' ');
        text_number(out, target + 1);
    }
}

static void write_keep(const struct wazabi *s, unsigned a, unsigned b, bool shown, struct text *out)
{
    write_verb(out, s->keeper, " keep ");
    text_add(out, shown ? wazabi_kinds[a].id : "?");
    if (shown && b != WAZABI_NONE) {
        text_char(out, ' ');
        text_add(out, wazabi_kinds[b].id);
    }
}

void wazabi_write(const void *state, game_action action, const struct game_history *history,
                  int viewer, struct text *out)
{
    const struct wazabi *s = state;
    const unsigned a = wazabi_a(action), b = wazabi_b(action);
    const bool open = viewer == GAME_OPEN, own = viewer == s->seat + 1;
    (void)history;
    switch (wazabi_move_of(action)) {
    case WAZABI_DO_ROLL:
        text_add(out, "* roll ");
        for (unsigned i = 0; i < s->dice[s->seat]; i++)
            text_char(out, letters[i < a ? 0 : i < a + b ? 1 : 2]);
        break;
    case WAZABI_DO_DRAW:
        text_add(out, "* draw ");
        text_add(out, open || own ? wazabi_kinds[a].id : "?");
        break;
    case WAZABI_DO_STEAL:
        text_add(out, "* steal ");
        text_add(out, open || own || viewer == s->victim + 1 ? wazabi_kinds[a].id : "?");
        break;
    case WAZABI_DO_FROM:
        write_verb(out, s->seat, " from ");
        text_number(out, a + 1);
        break;
    case WAZABI_DO_GIVE:
        write_verb(out, s->seat, " give ");
        text_number(out, a + 1);
        break;
    case WAZABI_DO_PLAY:
        write_play(s, a, b, out);
        break;
    case WAZABI_DO_PASS:
        write_verb(out, s->seat, " pass");
        break;
    case WAZABI_DO_KEEP:
        write_keep(s, a, b, open || viewer == s->keeper + 1, out);
        break;
    }
}

/* ---- reading ---- */

/* The card of that name; WAZABI_KINDS: none. */
static unsigned find_card(struct span id)
{
    unsigned card = 0;
    while (card < WAZABI_KINDS && !span_is(id, wazabi_kinds[card].id))
        card++;
    return card;
}

/* Whether the seat's cards are not in this state, since its viewer may not see them. */
static bool is_hidden(const struct wazabi *s, int seat)
{
    return s->viewer && s->viewer != seat + 2;
}

/* Whether the seat holds the card, or might. */
static bool may_hold(const struct wazabi *s, int seat, unsigned card)
{
    return is_hidden(s, seat) ? s->cards[seat] > 0 : s->hand[seat][card] > 0;
}

/* The same with a reason if there is none. */
static unsigned read_card(struct span id, struct text *why)
{
    const unsigned card = find_card(id);
    if (card < WAZABI_KINDS)
        return card;
    text_fail(why,
              tr("no card '%.*s'; they are retire1, tourne, retire2, donne, vole, reste1, pioche3, "
                 "reste2, saute, rejoue"),
              span_shown(id), span_start(id));
    return WAZABI_KINDS;
}

/* Another player's seat, from 0. */
static bool read_target(const struct wazabi *s, struct span number, unsigned *seat,
                        struct text *why)
{
    uint64_t value;
    if (!span_number(number, 1, s->players, &value) || (int)value == s->seat + 1)
        return text_fail(why, tr("expected the seat of another player, from 1 to %d, not '%.*s'"),
                         s->players, span_shown(number), span_start(number));
    *seat = (unsigned)value - 1;
    return true;
}

static bool read_roll(const struct wazabi *s, struct span faces, game_action *action,
                      struct text *why)
{
    unsigned of[3] = {0}, last = 0;
    bool good = faces.length == s->dice[s->seat];
    for (size_t i = 0; good && i < faces.length; i++) {
        const char *letter = strchr(letters, faces.at[i]);
        good = letter && *letter && (unsigned)(letter - letters) >= last;
        if (good) {
            last = (unsigned)(letter - letters);
            of[last]++;
        }
    }
    if (!good)
        return text_fail(why,
                         trn("a roll here is %d letter C, D or W, not '%.*s'",
                             "a roll here is %d letters C, D, W in this order, not '%.*s'",
                             s->dice[s->seat]),
                         s->dice[s->seat], span_shown(faces), span_start(faces));
    *action = wazabi_action(WAZABI_DO_ROLL, of[0], of[1]);
    return true;
}

static bool read_chance(const struct wazabi *s, struct span words, game_action *action,
                        struct text *why)
{
    static const char *const verbs[] = {
        [WAZABI_DEAL] = "draw", [WAZABI_START] = "roll",  [WAZABI_ROLL] = "roll",
        [WAZABI_DRAW] = "draw", [WAZABI_STEAL] = "steal",
    };
    struct span rest = words;
    const struct span verb = span_cut(&rest, ' ');
    if (!span_is(verb, verbs[s->phase]))
        return text_fail(why, tr("expected '* %s', not '* %.*s'"), verbs[s->phase],
                         span_shown(words), words.at);
    if (s->phase == WAZABI_START || s->phase == WAZABI_ROLL)
        return read_roll(s, rest, action, why);
    const bool steals = s->phase == WAZABI_STEAL;
    if (span_is(rest, "?") && is_hidden(s, s->seat) && (!steals || is_hidden(s, s->victim))) {
        *action = wazabi_action(steals ? WAZABI_DO_STEAL : WAZABI_DO_DRAW, 0, 0);
        return true;
    }
    const unsigned card = read_card(rest, why);
    if (card == WAZABI_KINDS)
        return false;
    if (steals) {
        if (!may_hold(s, s->victim, card))
            return text_fail(why, tr("seat %d has no %s to steal"), s->victim + 1,
                             wazabi_kinds[card].id);
        *action = wazabi_action(WAZABI_DO_STEAL, card, 0);
        return true;
    }
    if (s->viewer ? s->pile_size == 0 : s->pile[card] == 0)
        return text_fail(why, tr("the pile has no %s left"), wazabi_kinds[card].id);
    *action = wazabi_action(WAZABI_DO_DRAW, card, 0);
    return true;
}

/* Whether the card can be played, apart from its target. */
static bool may_play(const struct wazabi *s, unsigned card, struct text *why)
{
    if (!may_hold(s, s->seat, card))
        return text_fail(why, tr("you have no card '%s'"), tr(wazabi_titles[card]));
    if (wazabi_kinds[card].cost > s->rolled[2])
        return text_fail(why, tr("this card costs %d W, and you rolled %d"),
                         wazabi_kinds[card].cost, s->rolled[2]);
    if (card == WAZABI_RETIRE1 && s->rolled[1] >= 2)
        return text_fail(why, tr("this card cannot be played after rolling two or more D"));
    return true;
}

/* tourne: which way the dice go. */
static bool read_direction(struct span word, unsigned *target, struct text *why)
{
    if (!span_is(word, "left") && !span_is(word, "right"))
        return text_fail(why, tr("'%s' goes 'left' or 'right', not '%.*s'"),
                         tr(wazabi_titles[WAZABI_TOURNE]), span_shown(word), span_start(word));
    *target = span_is(word, "right");
    return true;
}

/* The target of a card that names one. `vole` names nobody if nobody has a card. */
static bool read_card_target(const struct wazabi *s, unsigned card, struct span rest,
                             unsigned *target, struct text *why)
{
    const unsigned min = card == WAZABI_RESTE1 ? 2 : card == WAZABI_VOLE ? !s->anyone : 0;
    bool some = false;
    for (int seat = 0; seat < s->players; seat++)
        some = some || (seat != s->seat && s->cards[seat] >= min);
    if (!some && card == WAZABI_VOLE) {
        if (rest.at)
            return text_fail(why, tr("nobody else has a card: type 'play vole'"));
        return true;
    }
    if (!some)
        return text_fail(why, tr("nobody else has two cards or more"));
    if (!read_target(s, rest, target, why))
        return false;
    if (s->cards[*target] < min)
        return text_fail(why,
                         trn("this player has %d card, and '%s' needs %d",
                             "this player has %d cards, and '%s' needs %d", s->cards[*target]),
                         s->cards[*target], tr(wazabi_titles[card]), (int)min);
    return true;
}

static bool read_play(const struct wazabi *s, struct span words, game_action *action,
                      struct text *why)
{
    struct span rest = words;
    const unsigned card = read_card(span_cut(&rest, ' '), why);
    unsigned target = WAZABI_NONE;
    if (card == WAZABI_KINDS || !may_play(s, card, why))
        return false;
    if (card == WAZABI_TOURNE) {
        if (!read_direction(rest, &target, why))
            return false;
    } else if (wazabi_kinds[card].has_target) {
        if (!read_card_target(s, card, rest, &target, why))
            return false;
    } else if (rest.at) {
        return text_fail(why, tr("'%s' is played without '%.*s'"), tr(wazabi_titles[card]),
                         span_shown(rest), rest.at);
    }
    *action = wazabi_action(WAZABI_DO_PLAY, card, target);
    return true;
}

static bool read_keep(const struct wazabi *s, struct span words, game_action *action,
                      struct text *why)
{
    uint8_t hand[WAZABI_KINDS];
    unsigned card[2] = {WAZABI_NONE, WAZABI_NONE}, count = 0;
    struct span rest = words;
    if (span_is(words, "?") && is_hidden(s, s->keeper)) {
        *action = wazabi_action(WAZABI_DO_KEEP, 0, s->keep == 2 ? 0 : WAZABI_NONE);
        return true;
    }
    memcpy(hand, s->hand[s->keeper], sizeof hand);
    while (rest.at && count < s->keep) {
        const unsigned next = read_card(span_cut(&rest, ' '), why);
        if (next == WAZABI_KINDS)
            return false;
        if (hand[next] == 0)
            return text_fail(why, tr("you do not have these cards"));
        hand[next]--;
        card[count++] = next;
    }
    if (count != s->keep || rest.at)
        return text_fail(why,
                         trn("keep must name exactly %d card here",
                             "keep must name exactly %d cards here", s->keep),
                         s->keep);
    if (count == 2 && card[0] > card[1])
        return text_fail(why, tr("cards are named in the order of the table: %s %s"),
                         wazabi_kinds[card[1]].id, wazabi_kinds[card[0]].id);
    *action = wazabi_action(WAZABI_DO_KEEP, card[0], card[1]);
    return true;
}

bool wazabi_read(const void *state, int who, struct span words, game_action *action,
                 struct game_history *history, struct text *why)
{
    const struct wazabi *s = state;
    struct span rest = words;
    unsigned seat;
    (void)history;
    if (who == GAME_CHANCE)
        return read_chance(s, words, action, why);
    const struct span verb = span_cut(&rest, ' ');
    switch (s->phase) {
    case WAZABI_GIVE:
        if (!span_is(verb, "give"))
            return text_fail(why, tr("a D die must be given: 'give' and a seat, not '%.*s'"),
                             span_shown(words), words.at);
        if (!read_target(s, rest, &seat, why))
            return false;
        *action = wazabi_action(WAZABI_DO_GIVE, seat, WAZABI_NONE);
        return true;
    case WAZABI_FROM:
        if (!span_is(verb, "from"))
            return text_fail(why, tr("both piles are empty: 'from' and a seat, not '%.*s'"),
                             span_shown(words), words.at);
        if (!read_target(s, rest, &seat, why))
            return false;
        if (s->cards[seat] == 0)
            return text_fail(why, tr("this player has no cards"));
        *action = wazabi_action(WAZABI_DO_FROM, seat, WAZABI_NONE);
        return true;
    case WAZABI_KEEP:
        if (!span_is(verb, "keep"))
            return text_fail(why, tr("choose cards to keep: 'keep' and cards, not '%.*s'"),
                             span_shown(words), words.at);
        return read_keep(s, rest, action, why);
    default:
        if (span_is(verb, "play"))
            return read_play(s, rest, action, why);
        if (!span_is(words, "pass"))
            return text_fail(why, tr("expected 'play' and a card, or 'pass', not '%.*s'"),
                             span_shown(words), words.at);
        *action = wazabi_action(WAZABI_DO_PASS, 0, 0);
        return true;
    }
}

/* ---- JSON ---- */

static void json_seats(struct json *json, const char *key, const uint8_t value[], int seats)
{
    json_key_open(json, key, '[');
    for (int seat = 0; seat < seats; seat++)
        json_put_number(json, value[seat]);
    json_close(json, ']');
}

static void json_cards(struct json *json, const uint8_t of[WAZABI_KINDS])
{
    json_open(json, '{');
    for (int card = 0; card < WAZABI_KINDS; card++) {
        if (of[card]) {
            json_key_number(json, wazabi_kinds[card].id, of[card]);
        }
    }
    json_close(json, '}');
}

/* A hand as its cards, or null if the viewer may not see it. */
static void json_hands(const struct wazabi *s, struct json *json)
{
    json_key_open(json, "hands", '[');
    for (int seat = 0; seat < s->players; seat++) {
        if (s->viewer == 0 || s->viewer == seat + 2)
            json_cards(json, s->hand[seat]);
        else
            json_put_null(json);
    }
    json_close(json, ']');
}

/* The cost of each card in W, in the order in which a record names several. */
static void json_costs(struct json *json)
{
    json_key_open(json, "costs", '{');
    for (int card = 0; card < WAZABI_KINDS; card++)
        json_key_number(json, wazabi_kinds[card].id, wazabi_kinds[card].cost);
    json_close(json, '}');
}

/* Everybody's partner; null without teams. */
static void json_partners(const struct wazabi *s, struct json *json)
{
    if (!s->teams) {
        json_key_null(json, "partners");
        return;
    }
    json_key_open(json, "partners", '[');
    for (int seat = 0; seat < s->players; seat++)
        json_put_number(json, wazabi_partner(s, seat) + 1);
    json_close(json, ']');
}

void wazabi_json(const void *state, struct json *json)
{
    const struct wazabi *s = state;
    struct wazabi copy = *s;
    json_key_string(json, "phase", phases[s->phase]);
    json_key_number(json, "turn", s->seat + 1);
    json_key_string(json, "direction", s->back ? "right" : "left");
    json_seats(json, "dice", s->dice, s->players);
    json_seats(json, "cards", s->cards, s->players);
    json_hands(s, json);
    json_seats(json, "skips", s->skips, s->players);
    json_key_number(json, "pile", s->pile_size);
    json_put_key(json, "discards");
    json_cards(json, s->discards);
    json_key_open(json, "rolled", '{');
    for (int face = 0; face < 3; face++) {
        json_key_number(json, (const char[]){letters[face], '\0'}, s->rolled[face]);
    }
    json_close(json, '}');
    json_put_key(json, "victim"); /* whose card is being taken */
    if (s->phase == WAZABI_STEAL)
        json_put_number(json, s->victim + 1);
    else
        json_put_null(json);
    json_put_key(json, "start"); /* W rolled for the start; null: not rolled yet */
    rolloff_json(wazabi_roll_off(&copy), json);
    json_key_number(json, "draws", s->draws);
    json_key_number(json, "gives", s->gives);
    json_key_string(json, "in_play",
                    s->in_play == WAZABI_NONE ? NULL : wazabi_kinds[s->in_play].id);
    json_key_bool(json, "teams", s->teams);
    json_key_number(json, "round", s->game + 1);
    json_key_number(json, "rounds", s->games);
    json_key_open(json, "points", '[');
    for (int seat = 0; seat < s->players; seat++)
        json_put_number(json, s->points[seat]);
    json_close(json, ']');
    json_seats(json, "won", s->won, s->players);
    json_costs(json);
    json_partners(s, json);
}

static bool load_number(struct span value, unsigned max, uint8_t *out)
{
    uint64_t number;
    if (!span_number(value, 0, max, &number))
        return false;
    *out = (uint8_t)number;
    return true;
}

/* A seat, which is counted from 1 in JSON. */
static bool load_seat(const struct wazabi *s, struct span value, uint8_t *out)
{
    if (!load_number(value, s->players, out) || *out == 0)
        return false;
    --*out;
    return true;
}

static bool load_seats(struct span array, int players, uint8_t out[])
{
    struct span rest = json_inside(array, '[');
    for (int seat = 0; seat < players; seat++) {
        if (!load_number(json_cut(&rest), UINT8_MAX, &out[seat]))
            return false;
    }
    return !rest.at;
}

static bool load_cards(struct span object, uint8_t out[WAZABI_KINDS])
{
    struct span rest = json_inside(object, '{');
    const bool good = rest.at != NULL;
    memset(out, 0, WAZABI_KINDS);
    while (rest.length) {
        const unsigned card = find_card(json_inside(json_cut(&rest), '"'));
        if (card == WAZABI_KINDS || !load_number(json_cut(&rest), WAZABI_CARDS, &out[card]))
            return false;
    }
    return good;
}

static bool load_phase(struct span value, uint8_t *phase)
{
    const struct span name = json_inside(value, '"');
    *phase = 0;
    while (*phase <= WAZABI_END && !span_is(name, phases[*phase]))
        ++*phase;
    return *phase <= WAZABI_END;
}

static bool load_hands(struct wazabi *s, struct span json)
{
    struct span hands = json_inside(json_get(json, "hands"), '[');
    memset(s->hand, 0, sizeof s->hand);
    for (int seat = 0; seat < s->players; seat++) {
        const struct span hand = json_cut(&hands);
        if (!is_hidden(s, seat) && !load_cards(hand, s->hand[seat]))
            return false;
    }
    return true;
}

/* Loads the roll for the start. In JSON, seats that are out look like seats that have rolled. */
static bool load_start(struct wazabi *s, struct span json)
{
    struct span start = json_inside(json_get(json, "start"), '[');
    for (int seat = 0; start.at && seat < s->players; seat++) {
        const struct span total = json_cut(&start);
        if (span_is(total, "null"))
            s->contenders = (uint8_t)(s->contenders | 1u << seat);
        else if (!load_number(total, WAZABI_DICE, &s->max[seat]))
            return false;
    }
    return true;
}

static bool load_centre(struct wazabi *s, struct span json)
{
    const struct span rolled = json_get(json, "rolled");
    const struct span in_play = json_inside(json_get(json, "in_play"), '"');
    memset(s->pile, 0, sizeof s->pile);
    if (!load_cards(json_get(json, "discards"), s->discards))
        return false;
    s->discards_size = 0;
    for (int card = 0; card < WAZABI_KINDS; card++)
        s->discards_size = (uint8_t)(s->discards_size + s->discards[card]);
    s->in_play = in_play.at ? (uint8_t)find_card(in_play) : WAZABI_NONE;
    return s->in_play != WAZABI_KINDS &&
           load_number(json_get(json, "pile"), WAZABI_CARDS, &s->pile_size) &&
           load_number(json_get(rolled, "C"), WAZABI_DICE, &s->rolled[0]) &&
           load_number(json_get(rolled, "D"), WAZABI_DICE, &s->rolled[1]) &&
           load_number(json_get(rolled, "W"), WAZABI_DICE, &s->rolled[2]) &&
           load_number(json_get(json, "draws"), WAZABI_CARDS, &s->draws) &&
           load_number(json_get(json, "gives"), WAZABI_DICE, &s->gives);
}

static bool load_scores(struct wazabi *s, struct span json)
{
    struct span points = json_inside(json_get(json, "points"), '[');
    for (int seat = 0; seat < s->players; seat++) {
        uint64_t number;
        if (!span_number(json_cut(&points), 0, UINT16_MAX, &number))
            return false;
        s->points[seat] = (uint16_t)number;
    }
    if (!load_number(json_get(json, "round"), s->games, &s->game) || s->game == 0)
        return false;
    s->game--;
    return load_seats(json_get(json, "won"), s->players, s->won);
}

/* Loads the mover if it is not the seat whose turn it is. */
static bool load_movers(struct wazabi *s, struct span json)
{
    if (s->phase == WAZABI_KEEP)
        s->keep = s->in_play == WAZABI_RESTE1 ? 1 : 2;
    return load_seat(s, json_get(json, "turn"), &s->seat) &&
           (s->phase != WAZABI_KEEP || load_seat(s, json_get(json, "mover"), &s->keeper)) &&
           (s->phase != WAZABI_STEAL || load_seat(s, json_get(json, "victim"), &s->victim));
}

bool wazabi_load(void *state, int viewer, struct span json)
{
    struct wazabi *s = state;
    s->viewer = (uint8_t)(viewer + 1);
    s->back = span_is(json_get(json, "direction"), "\"right\"");
    return load_phase(json_get(json, "phase"), &s->phase) && load_centre(s, json) &&
           load_movers(s, json) && load_hands(s, json) && load_start(s, json) &&
           load_scores(s, json) && load_seats(json_get(json, "dice"), s->players, s->dice) &&
           load_seats(json_get(json, "cards"), s->players, s->cards) &&
           load_seats(json_get(json, "skips"), s->players, s->skips);
}

/* A seat as the viewer sees it, and its relation to the viewer. */
static void observe_seat(const struct wazabi *s, int me, int i, struct game_numbers *out)
{
    const int of = (me + i) % s->players;
    game_put_number(out, "dice", i + 1, s->dice[of]);
    game_put_number(out, "cards", i + 1, s->cards[of]);
    game_put_number(out, "skips", i + 1, s->skips[of]);
    game_put_number(out, "won", i + 1, s->won[of]);
    game_put_number(out, "ally", i + 1, wazabi_allies(s, me, of));
    game_put_number(out, "turn of", i + 1, s->seat == of);
}

void wazabi_observe(const void *view, int seat, struct game_numbers *out)
{
    static const char *const rolled[] = {"rolled C", "rolled D", "rolled W"};
    static const char *const phase[] = {[WAZABI_FROM] = "to draw from",
                                        [WAZABI_GIVE] = "to give",
                                        [WAZABI_PLAY] = "to play",
                                        [WAZABI_KEEP] = "to keep"};
    const struct wazabi *s = view;
    for (int i = 0; i < s->players; i++)
        observe_seat(s, seat - 1, i, out);
    for (int kind = 0; kind < WAZABI_KINDS; kind++)
        game_put_number(out, wazabi_kinds[kind].id, 0, s->hand[seat - 1][kind]);
    for (int kind = 0; kind < WAZABI_KINDS; kind++)
        game_put_number(out, "discarded", kind + 1, s->discards[kind]);
    for (int face = 0; face < 3; face++)
        game_put_number(out, rolled[face], 0, s->rolled[face]);
    for (int p = WAZABI_FROM; p <= WAZABI_KEEP; p++)
        game_put_number(out, phase[p], 0, s->phase == p);
    game_put_number(out, "pile", 0, s->pile_size);
    game_put_number(out, "draws left", 0, s->draws);
    game_put_number(out, "gives left", 0, s->gives);
    game_put_number(out, "cards to keep", 0, s->keep);
    game_put_number(out, "backwards", 0, s->back);
    game_put_number(out, "games left", 0, s->games - s->game);
}
