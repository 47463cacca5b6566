/* probe: a game of the tests alone, with everything at once that game.h offers and the first game
 * does not need: hidden cards, a trail, simultaneous play, spoken words that no list knows,
 * rulings that a record may leave out, the clock, a free-text option and a position text.
 *
 * Each of 2 or 3 players is dealt one of five cards, which the others do not see. Then anybody says
 * words, at any time. A word is good if it starts with the letter of the speaker's card (a to e).
 * A good word scores; a player who passes is out. The same word twice ends the game, and so does
 * everybody having passed, or the clock. Most points share the win. */
#include <string.h>

#include "game/game.h"
#include "helpers.h"

enum { DEAL, SAY, PASS, TIME, YES, NO };
enum { DEALING, TALKING, JUDGING, END };
enum { CARDS = 5, UNKNOWN = 255, SAID_MAX = 12 };

struct probe {
    uint64_t pending; /* the key of the word being judged */
    uint8_t players, phase, dealt, words;
    uint8_t card[3]; /* UNKNOWN: not dealt yet, or hidden */
    uint8_t score[3];
    uint8_t out;      /* bitmask of the seats that have passed */
    uint8_t speaker;  /* from 0, while judging */
    uint8_t initial;  /* first letter of the pending word */
    uint8_t viewer;   /* 1 + the seat that this hidden state is for; 0 if nothing is hidden */
    uint16_t seconds; /* time limit for talking */
};

/* Actions: kind, seat from 0, and a card or the initial of a known word. */
static game_action make(unsigned kind, unsigned seat, unsigned value)
{
    return kind << 16 | seat << 8 | value;
}

static unsigned kind_of(game_action action)
{
    return action >> 16;
}

static const struct game_option options[] = {
    {"mood", "anything but 'bad'", "good", .min = 1, .max = 0, .free = true,
     .default_value = "good"},
    {"time", "seconds to talk", "", .min = 1, .max = 600, .default_value = "60"},
    {.name = NULL},
};

static bool start(void *state, const struct game_settings *settings, struct text *why)
{
    struct probe *s = state;
    if (strcmp(game_value(&probe_game, settings, "mood"), "bad") == 0)
        return text_fail(why, "nobody plays in a bad mood");
    memset(s, 0, sizeof *s);
    memset(s->card, UNKNOWN, sizeof s->card);
    s->players = (uint8_t)settings->players;
    s->seconds = (uint16_t)game_number(&probe_game, settings, "time");
    return true;
}

static int mover(const void *state)
{
    const struct probe *s = state;
    return s->phase == TALKING ? GAME_ANYONE : s->phase == END ? GAME_OVER : GAME_CHANCE;
}

static unsigned clock_of(const void *state, game_action *time_out)
{
    const struct probe *s = state;
    *time_out = make(TIME, 0, 0);
    return s->phase == TALKING ? s->seconds : 0;
}

static size_t actions(const void *state, int seat, game_action out[])
{
    const struct probe *s = state;
    size_t n = 0;
    if (s->phase != TALKING || s->out >> (seat - 1) & 1)
        return 0;
    for (unsigned word = 0; word < CARDS; word++)
        out[n++] = make(SAY, (unsigned)seat - 1, word);
    out[n++] = make(PASS, (unsigned)seat - 1, 0);
    return n;
}

static unsigned cards_left(const struct probe *s)
{
    unsigned left = (1u << CARDS) - 1;
    for (int i = 0; i < 3; i++) {
        if (s->card[i] < CARDS)
            left &= ~(1u << s->card[i]);
    }
    return left;
}

static bool ruling(const void *state, game_action *action)
{
    const struct probe *s = state;
    *action = make(s->initial == s->card[s->speaker] ? YES : NO, 0, 0);
    return s->phase == JUDGING;
}

/* A player who passes shows their card. */
static bool reveals(const void *state, game_action action)
{
    (void)state;
    return kind_of(action) == PASS;
}

static size_t chance(const void *state, struct game_outcome out[], uint64_t *denominator)
{
    const struct probe *s = state;
    size_t n = 0;
    if (s->phase == JUDGING) {
        out[n].weight = 1;
        ruling(s, &out[n++].action);
    } else {
        for (unsigned left = cards_left(s); left; left &= left - 1)
            out[n++] = (struct game_outcome){
                .action = make(DEAL, s->dealt, (unsigned)__builtin_ctz(left)), .weight = 3};
    }
    *denominator = s->phase == JUDGING ? 1 : 3 * n;
    return n;
}

static game_action sample(const void *state, struct rng *rng)
{
    struct game_outcome out[CARDS];
    uint64_t denominator;
    const size_t n = chance(state, out, &denominator);
    return out[rng_below(rng, (uint32_t)n)].action;
}

static uint64_t key_of(const char *word)
{
    uint64_t key = 14695981039346656037u;
    for (; *word; word++)
        key = (key ^ (unsigned char)*word) * 1099511628211u;
    return key;
}

static unsigned end_if_all_passed(struct probe *s)
{
    s->phase = s->out == (1 << s->players) - 1 ? END : TALKING;
    return s->phase == END;
}

static unsigned apply(void *state, game_action action, struct game_history *history)
{
    static const char *const known[CARDS] = {"ane", "boa", "cerf", "daim", "elan"};
    struct probe *s = state;
    const unsigned seat = action >> 8 & 0xff, value = action & 0xff;
    switch (kind_of(action)) {
    case DEAL:
        s->card[s->dealt++] = (uint8_t)value;
        s->phase = s->dealt == s->players ? TALKING : DEALING;
        return 0;
    case SAY: {
        const char *word = value < CARDS ? known[value] : history->said;
        s->pending = key_of(word);
        s->initial = (uint8_t)(word[0] - 'a');
        s->speaker = (uint8_t)seat;
        s->phase = JUDGING;
        return 0;
    }
    case PASS:
        s->out |= (uint8_t)(1u << seat);
        return end_if_all_passed(s);
    case TIME:
        s->phase = END;
        return 1;
    default:
        s->phase = TALKING;
        if (kind_of(action) == YES)
            s->score[s->speaker]++;
        for (size_t i = 0; i < history->trail_count; i++) {
            if (history->trail[i] == s->pending)
                s->phase = END;
        }
        game_trail_add(history, s->pending);
        s->pending = 0;
        s->initial = s->speaker = 0;
        if (++s->words == SAID_MAX)
            s->phase = END;
        return s->phase == END;
    }
}

static void result(const void *state, uint8_t share[])
{
    const struct probe *s = state;
    int best = 0, winners = 0;
    for (int i = 0; i < s->players; i++)
        best = s->score[i] > best ? s->score[i] : best;
    for (int i = 0; i < s->players; i++)
        winners += s->score[i] == best;
    for (int i = 0; i < s->players; i++)
        share[i] = s->score[i] == best ? (uint8_t)(GAME_WHOLE / winners) : 0;
}

static void hide(void *state, int seat)
{
    struct probe *s = state;
    for (int i = 0; i < 3; i++) {
        if (i != seat - 1)
            s->card[i] = UNKNOWN;
    }
    s->viewer = (uint8_t)(seat + 1);
}

static void guess(void *state, struct rng *rng)
{
    struct probe *s = state;
    for (int i = 0; i < s->dealt; i++) {
        if (s->card[i] != UNKNOWN)
            continue;
        unsigned left = cards_left(s), skip = rng_below(rng, (uint32_t)__builtin_popcount(left));
        while (skip--)
            left &= left - 1;
        s->card[i] = (uint8_t)__builtin_ctz(left);
    }
    s->viewer = 0;
}

static void write_action(const void *state, game_action action, const struct game_history *history,
                         int viewer, struct text *out)
{
    static const char *const known[CARDS] = {"ane", "boa", "cerf", "daim", "elan"};
    const struct probe *s = state;
    const unsigned seat = action >> 8 & 0xff, value = action & 0xff;
    switch (kind_of(action)) {
    case DEAL:
        if (viewer == GAME_OPEN || viewer == s->dealt + 1)
            text_printf(out, "* deal %u", value);
        else
            text_add(out, "* deal ?");
        break;
    case SAY:
        text_printf(out, "%u say %s", seat + 1, value < CARDS ? known[value] : history->said);
        break;
    case PASS:
        text_printf(out, "%u pass", seat + 1);
        break;
    default:
        text_add(out, kind_of(action) == TIME  ? "* time"
                      : kind_of(action) == YES ? "* yes"
                                               : "* no");
        break;
    }
}

static bool read_action(const void *state, int who, struct span words, game_action *action,
                        struct game_history *history, struct text *why)
{
    static const char *const known[CARDS] = {"ane", "boa", "cerf", "daim", "elan"};
    const struct probe *s = state;
    struct span rest = words;
    const struct span verb = span_cut(&rest, ' ');
    uint64_t card;
    if (who > s->players)
        return text_fail(why, "no seat %d", who);
    if (s->phase == JUDGING && who == GAME_CHANCE &&
        (span_is(words, "yes") || span_is(words, "no"))) {
        *action = make(span_is(words, "yes") ? YES : NO, 0, 0);
        return true;
    }
    if (s->phase == DEALING && span_is(words, "deal ?") && s->viewer && s->viewer != s->dealt + 2) {
        *action = make(DEAL, s->dealt, 0);
        return true;
    }
    if (s->phase == DEALING && span_is(verb, "deal") && span_number(rest, 0, CARDS - 1, &card) &&
        cards_left(s) >> card & 1) {
        *action = make(DEAL, s->dealt, (unsigned)card);
        return true;
    }
    if (s->phase == TALKING && who == GAME_CHANCE && span_is(words, "time")) {
        *action = make(TIME, 0, 0);
        return true;
    }
    if (s->phase == TALKING && who > 0 && !(s->out >> (who - 1) & 1)) {
        if (span_is(words, "pass")) {
            *action = make(PASS, (unsigned)who - 1, 0);
            return true;
        }
        if (span_is(verb, "say") && rest.length > 0 && rest.length < GAME_SAID_MAX) {
            *action = make(SAY, (unsigned)who - 1, CARDS);
            memcpy(history->said, rest.at, rest.length);
            history->said[rest.length] = '\0';
            for (unsigned i = 0; i < CARDS; i++) {
                if (span_is(rest, known[i]))
                    *action = make(SAY, (unsigned)who - 1, i);
            }
            return true;
        }
    }
    return text_fail(why, "not possible now: '%.*s'", span_shown(words), words.at);
}

static void write_json(const void *state, struct json *json)
{
    const struct probe *s = state;
    json_key_number(json, "phase", s->phase);
    json_key_number(json, "dealt", s->dealt);
    json_key_number(json, "out", s->out);
    json_key_open(json, "scores", '[');
    for (int i = 0; i < s->players; i++)
        json_put_number(json, s->score[i]);
    json_close(json, ']');
    json_key_open(json, "cards", '[');
    for (int i = 0; i < s->players; i++) {
        if (s->card[i] == UNKNOWN)
            json_put_null(json);
        else
            json_put_number(json, s->card[i]);
    }
    json_close(json, ']');
}

static bool load_number(struct span value, unsigned max, uint8_t *out)
{
    uint64_t number;
    if (!span_number(value, 0, max, &number))
        return false;
    *out = (uint8_t)number;
    return true;
}

static bool load(void *state, int viewer, struct span json)
{
    struct probe *s = state;
    struct span cards = json_inside(json_get(json, "cards"), '[');
    struct span scores = json_inside(json_get(json, "scores"), '[');
    s->viewer = (uint8_t)(viewer + 1);
    for (int i = 0; i < s->players; i++) {
        const struct span card = json_cut(&cards);
        if (!load_number(json_cut(&scores), UINT8_MAX, &s->score[i]) ||
            (!span_is(card, "null") && !load_number(card, CARDS - 1, &s->card[i])))
            return false;
    }
    return load_number(json_get(json, "phase"), END, &s->phase) &&
           load_number(json_get(json, "dealt"), s->players, &s->dealt) &&
           load_number(json_get(json, "out"), UINT8_MAX, &s->out);
}

static void observe(const void *view, int seat, struct game_numbers *out)
{
    const struct probe *s = view;
    for (int i = 0; i < s->players; i++)
        game_put_number(out, "card", i + 1, s->card[(seat - 1 + i) % s->players]);
}

static bool position(const void *state, struct text *out)
{
    const struct probe *s = state;
    text_printf(out, "%d/%d/%d", s->score[0], s->score[1], s->score[2]);
    return true;
}

const struct game probe_game = {
    .id = "probe",
    .title = "Probe",
    .about = "For the tests.",
    .flags = GAME_HIDDEN | GAME_TRAIL | GAME_SPEECH | GAME_EXAMPLE,
    .seats_min = 2,
    .seats_max = 3,
    .options = options,
    .state_size = sizeof(struct probe),
    .actions_max = 16,
    .outcomes_max = CARDS,
    .start = start,
    .mover = mover,
    .clock = clock_of,
    .actions = actions,
    .chance = chance,
    .sample = sample,
    .allows = game_lists_all,
    .apply = apply,
    .play_out = game_no_play_out,
    .reveals = reveals,
    .ruling = ruling,
    .thrower = game_no_thrower,
    .result = result,
    .hide = hide,
    .guess = guess,
    .write = write_action,
    .read = read_action,
    .json = write_json,
    .load = load,
    .observe = observe,
    .position = position,
    .ids = CARDS + 1,
    .list_ids = game_id_place,
    .id_name = game_name_place,
};
