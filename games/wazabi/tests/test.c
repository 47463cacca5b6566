/* Wazabi: hiding and guessing, conservation of cards and dice, rolls of 24 dice, and the greedy
 * bot. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/wazabi/rules.h"
#include "sim/sim.h"
#include "tests/helpers.h"

/* ---- conservation ---- */

static unsigned dice_in(const struct wazabi *s)
{
    unsigned dice = 0;
    for (int seat = 0; seat < s->players; seat++)
        dice += s->dice[seat];
    return dice;
}

static void check_cards(const struct wazabi *s)
{
    unsigned pile = 0, discards = 0;
    for (int card = 0; card < WAZABI_KINDS; card++) {
        unsigned count = s->pile[card] + s->discards[card] + (s->in_play == card);
        for (int seat = 0; seat < s->players; seat++)
            count += s->hand[seat][card] + (card == WAZABI_SAUTE ? s->skips[seat] : 0);
        assert_int_equal(count, wazabi_kinds[card].copies);
        pile += s->pile[card];
        discards += s->discards[card];
    }
    assert_int_equal(pile, s->pile_size);
    assert_int_equal(discards, s->discards_size);
    for (int seat = 0; seat < s->players; seat++) {
        unsigned cards = 0;
        for (int card = 0; card < WAZABI_KINDS; card++)
            cards += s->hand[seat][card];
        assert_int_equal(cards, s->cards[seat]);
    }
}

/* The number of dice that an action removes from the game. */
static unsigned removed_by(game_action action)
{
    if (wazabi_move_of(action) != WAZABI_DO_PLAY)
        return 0;
    return wazabi_a(action) == WAZABI_RETIRE1 ? 1 : wazabi_a(action) == WAZABI_RETIRE2 ? 2 : 0;
}

static void start_random(struct wazabi *s, struct rng *rng)
{
    struct game_settings settings;
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    test_random_settings(&wazabi_game, rng, &settings);
    assert_true(wazabi_game.start(s, &settings, &reason));
}

static game_action random_action(const struct wazabi *s, struct rng *rng)
{
    game_action actions[GAME_ACTIONS_MAX];
    const int mover = wazabi_game.mover(s);
    if (mover == GAME_CHANCE)
        return wazabi_game.sample(s, rng);
    const size_t count = wazabi_game.actions(s, mover, actions);
    return actions[rng_below(rng, (uint32_t)count)];
}

static void cards_and_dice_are_all_there(void **unused)
{
    (void)unused;
    struct rng rng;
    struct wazabi s;
    uint64_t nodes = 0, reshuffles = 0, from = 0;
    rng_seed(&rng, 1);
    for (int game = 0; game < test_repeats(300); game++) {
        start_random(&s, &rng);
        while (wazabi_game.mover(&s) != GAME_OVER) {
            check_cards(&s);
            const struct wazabi before = s;
            const game_action action = random_action(&s, &rng);
            wazabi_game.apply(&s, action, NULL);
            if (s.game == before.game && s.phase != WAZABI_END)
                assert_int_equal(dice_in(&s) + removed_by(action), dice_in(&before));
            for (int seat = 0; seat < s.players && s.phase != WAZABI_END; seat++)
                assert_true(s.dice[seat] > 0);
            reshuffles += s.pile_size > before.pile_size && s.game == before.game;
            from += before.phase == WAZABI_FROM;
            nodes++;
        }
        check_cards(&s);
    }
    print_message("%llu nodes, %llu reshuffles, %llu draws from hands\n", (unsigned long long)nodes,
                  (unsigned long long)reshuffles, (unsigned long long)from);
    assert_true(reshuffles > 100);
}

/* ---- secrets ---- */

/* A random place that the seat cannot see: another hand, or the pile. */
static uint8_t *hidden_place(struct wazabi *s, int seat, struct rng *rng)
{
    const int other = (int)rng_below(rng, s->players + 1u);
    return other == s->players || other == seat ? s->pile : s->hand[other];
}

/* Swaps one card between two such places; false if there is nothing to swap. */
static bool swap_unseen(struct wazabi *s, int seat, struct rng *rng)
{
    uint8_t *a = hidden_place(s, seat, rng), *b = hidden_place(s, seat, rng);
    const unsigned x = rng_below(rng, WAZABI_KINDS), y = rng_below(rng, WAZABI_KINDS);
    if (a == b || x == y || !a[x] || !b[y])
        return false;
    a[x]--, b[x]++, b[y]--, a[y]++;
    return true;
}

static void what_a_seat_cannot_know_does_not_show(void **unused)
{
    (void)unused;
    struct rng rng;
    struct wazabi s;
    int compared = 0;
    rng_seed(&rng, 2);
    while (compared < 5000) {
        start_random(&s, &rng);
        while (wazabi_game.mover(&s) != GAME_OVER) {
            for (int seat = 0; seat <= s.players; seat++) {
                struct wazabi other = s, hidden = s;
                if (!swap_unseen(&other, seat - 1, &rng))
                    continue;
                wazabi_game.hide(&hidden, seat);
                wazabi_game.hide(&other, seat);
                assert_memory_equal(&hidden, &other, sizeof hidden);
                compared++;
            }
            wazabi_game.apply(&s, random_action(&s, &rng), NULL);
        }
    }
}

/* A guess deals every card once, including cards in play and skip cards in front of players. */
static void guesses_hold_every_card_once(void **unused)
{
    (void)unused;
    struct rng rng;
    struct wazabi s;
    int in_play = 0, skips = 0;
    rng_seed(&rng, 8);
    for (int game = 0; game < 50; game++) {
        start_random(&s, &rng);
        while (wazabi_game.mover(&s) != GAME_OVER) {
            for (int seat = 0; seat <= s.players; seat++) {
                struct wazabi guessed = s;
                wazabi_game.hide(&guessed, seat);
                wazabi_game.guess(&guessed, &rng);
                check_cards(&guessed);
            }
            in_play += s.in_play != WAZABI_NONE;
            for (int seat = 0; seat < s.players; seat++)
                skips += s.skips[seat];
            wazabi_game.apply(&s, random_action(&s, &rng), NULL);
        }
    }
    assert_true(in_play > 100 && skips > 100);
}

static void what_a_seat_knows_stays(void **unused)
{
    (void)unused;
    struct rng rng;
    struct wazabi s;
    rng_seed(&rng, 3);
    start_random(&s, &rng);
    while (s.phase != WAZABI_PLAY)
        wazabi_game.apply(&s, random_action(&s, &rng), NULL);
    struct wazabi hidden = s;
    const int seat = s.seat;
    wazabi_game.hide(&hidden, seat + 1);
    assert_memory_equal(hidden.hand[seat], s.hand[seat], WAZABI_KINDS);
    assert_memory_equal(hidden.cards, s.cards, sizeof s.cards);
    assert_memory_equal(hidden.dice, s.dice, sizeof s.dice);
    assert_memory_equal(hidden.discards, s.discards, sizeof s.discards);
    assert_int_equal(hidden.pile_size, s.pile_size);
}

/* Five unplaced cards, two in seat 2's hand and three in the pile. Counts all ways to deal five
 * physical cards; guesses must have the same frequencies. */
static void guesses_have_the_right_odds(void **unused)
{
    (void)unused;
    static const int unplaced[5] = {WAZABI_RETIRE1, WAZABI_RETIRE1, WAZABI_RETIRE1, WAZABI_TOURNE,
                                    WAZABI_SAUTE};
    struct game_settings settings;
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct wazabi s;
    struct rng rng;
    enum { GUESSES = 100000 };
    double expected[WAZABI_KINDS][WAZABI_KINDS] = {{0}};
    unsigned seen[WAZABI_KINDS][WAZABI_KINDS] = {{0}};
    rng_seed(&rng, 4);
    game_defaults(&wazabi_game, &settings);
    assert_true(wazabi_game.start(&s, &settings, &reason));
    memcpy(s.discards, s.pile, sizeof s.pile);
    memset(s.pile, 0, sizeof s.pile);
    for (int i = 0; i < 5; i++)
        s.discards[unplaced[i]]--;
    s.discards[WAZABI_VOLE]--; /* seat 1 holds one vole */
    s.hand[0][WAZABI_VOLE] = s.cards[0] = 1;
    s.cards[1] = 2;
    s.pile_size = 3;
    s.discards_size = 30;
    s.phase = WAZABI_PLAY;
    wazabi_game.hide(&s, 1);

    for (int a = 0; a < 5; a++) {
        for (int b = a + 1; b < 5; b++)
            expected[unplaced[a]][unplaced[b]] += GUESSES / 10.0;
    }
    for (int i = 0; i < GUESSES; i++) {
        struct wazabi guessed = s;
        wazabi_game.guess(&guessed, &rng);
        check_cards(&guessed);
        int hand[2], n = 0;
        for (int card = 0; card < WAZABI_KINDS; card++) {
            for (int j = 0; j < guessed.hand[1][card]; j++)
                hand[n++] = card;
        }
        seen[hand[0]][hand[1]]++;
    }
    double chi = 0;
    int cells = 0;
    for (int a = 0; a < WAZABI_KINDS; a++) {
        for (int b = 0; b < WAZABI_KINDS; b++) {
            if (expected[a][b] > 0) {
                const double off = seen[a][b] - expected[a][b];
                chi += off * off / expected[a][b];
                cells++;
            } else {
                assert_int_equal(seen[a][b], 0);
            }
        }
    }
    assert_int_equal(cells, 4);
    assert_true(chi < 30); /* three degrees of freedom: one seed in a million is above */
}

/* ---- many dice ---- */

static void rolls_of_24_dice_agree_with_their_list(void **unused)
{
    (void)unused;
    struct game_settings settings;
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct wazabi s;
    struct rng rng;
    rng_seed(&rng, 5);
    game_defaults(&wazabi_game, &settings);
    assert_true(wazabi_game.start(&s, &settings, &reason));
    for (int dice = 1; dice <= WAZABI_DICE; dice++) {
        enum { ROLLS = 40000 };
        static struct game_outcome out[325];
        static unsigned seen[25][25];
        uint64_t whole;
        s.phase = WAZABI_ROLL;
        s.dice[0] = (uint8_t)dice;
        const size_t count = wazabi_game.chance(&s, out, &whole);
        assert_int_equal(count, (size_t)(dice + 1) * (size_t)(dice + 2) / 2);
        assert_near((double)whole, pow(6, dice), pow(6, dice) * 1e-12);
        memset(seen, 0, sizeof seen);
        for (int i = 0; i < ROLLS; i++) {
            const game_action rolled = wazabi_game.sample(&s, &rng);
            seen[wazabi_a(rolled)][wazabi_b(rolled)]++;
        }
        double chi = 0, rare_expected = 0, rare_seen = 0;
        int cells = 0;
        for (size_t i = 0; i < count; i++) {
            const double expected = ROLLS * ((double)out[i].weight / (double)whole);
            const double got = seen[wazabi_a(out[i].action)][wazabi_b(out[i].action)];
            if (expected < 8) { /* rare throws are merged */
                rare_expected += expected;
                rare_seen += got;
                continue;
            }
            chi += (got - expected) * (got - expected) / expected;
            cells++;
        }
        if (rare_expected > 8)
            chi += (rare_seen - rare_expected) * (rare_seen - rare_expected) / rare_expected;
        assert_true(chi < cells + 6 * sqrt(2.0 * cells) + 20);
    }
}

/* ---- greedy ---- */

static void choose_at(const char *record, char line[GAME_LINE_MAX])
{
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why), out = text_on(line, GAME_LINE_MAX);
    size_t bad = 0;
    struct match *match = match_read(span_of(record), &bad, &reason);
    struct bot bot;
    struct rng rng;
    game_action actions[GAME_ACTIONS_MAX];
    if (!match)
        fail_msg("%zu: %s", bad, why);
    rng_seed(&rng, 1);
    assert_true(bot_open(&bot, match->game, span_of("greedy"), &reason));
    const int seat = match_mover(match);
    const size_t count = match->game->actions(&match->state, seat, actions);
    const game_action chosen = bot_plan(&bot,
                                        &(struct agent_turn){.game = match->game,
                                                             .view = &match->state,
                                                             .seat = seat,
                                                             .actions = actions,
                                                             .count = count},
                                        &rng)
                                   .action;
    match->game->write(&match->state, chosen, NULL, GAME_OPEN, &out);
    bot_close(&bot);
    match_free(match);
}

#define DEAL3(a, b, c) "* draw " a "\n* draw " b "\n* draw " c "\n"

static void greedy_knows_what_it_does(void **unused)
{
    (void)unused;
    char line[GAME_LINE_MAX];
    /* The bot wins if it can, though retire2 would remove two dice. */
    choose_at("cornet 1\ngame wazabi\nplayers 2\noption dice=1\n---\n" //
              DEAL3("retire1", "saute", "rejoue")
                  DEAL3("vole", "vole", "vole") "* roll W\n* roll C\n* roll W\n",
              line);
    assert_string_equal(line, "1 play retire1");
    /* It removes as many dice as possible, */
    choose_at("cornet 1\ngame wazabi\nplayers 2\n---\n" //
              DEAL3("retire1", "retire2", "pioche3")
                  DEAL3("vole", "vole", "vole") "* roll WWWW\n* roll CCCC\n* roll WWWW\n",
              line);
    assert_string_equal(line, "1 play retire2");
    /* it prefers removing a die to another turn, */
    choose_at("cornet 1\ngame wazabi\nplayers 2\n---\n" //
              DEAL3("retire1", "rejoue", "pioche3")
                  DEAL3("vole", "vole", "vole") "* roll WWWW\n* roll CCCC\n* roll WWWW\n",
              line);
    assert_string_equal(line, "1 play retire1");
    /* and to an attack, even on a large hand: seat 2 holds eight cards. */
    choose_at(
        "cornet 1\ngame wazabi\nplayers 2\n---\n" //
        DEAL3("retire1", "reste1", "reste2")
            DEAL3("vole", "pioche3", "pioche3") "* roll CCCC\n* roll WWWW\n* roll CCCW\n" DEAL3(
                "saute", "saute", "rejoue") "2 play pioche3\n" DEAL3("vole", "vole",
                                                                     "pioche3") "* roll WWWW\n",
        line);
    assert_string_equal(line, "1 play retire1");
    /* It gives a D die to the rival with the fewest dice: seat 2 has given two dice away. */
    choose_at("cornet 1\ngame wazabi\nplayers 3\n---\n" //
              DEAL3("vole", "vole", "vole") DEAL3("donne", "donne", "donne")
                  DEAL3("tourne", "tourne", "tourne") "* roll CCCC\n* roll WWWW\n* roll CCCC\n* "
                                                      "roll DDWW\n2 give 3\n2 give 1\n2 pass\n"
                                                      "* roll WWWWW\n3 pass\n* roll DWWWW\n",
              line);
    assert_string_equal(line, "1 give 2");
    /* It spares its partner: seat 3 has the fewest dice and is seat 1's partner. */
    choose_at("cornet 1\ngame wazabi\nplayers 4\noption teams=on\n---\n" //
              DEAL3("vole", "vole", "vole") DEAL3("donne", "donne", "donne")
                  DEAL3("tourne", "tourne", "tourne")
                      DEAL3("saute", "saute",
                            "retire1") "* roll CCCC\n* roll CCCC\n* roll WWWW\n* roll CCCC\n* roll "
                                       "DDWW\n3 give 2\n"
                                       "3 give 2\n3 pass\n* roll WWWW\n4 pass\n* roll DWWW\n",
              line);
    assert_string_not_equal(line, "1 give 3");
    /* It does not play a `tourne` that gives its few dice to a rival for nothing. */
    choose_at("cornet 1\ngame wazabi\nplayers 2\noption dice=3\n---\n" //
              DEAL3("tourne", "tourne", "tourne")
                  DEAL3("vole", "vole", "vole") "* roll WWW\n* roll CCC\n* roll DWW\n1 give 2\n",
              line);
    assert_string_equal(line, "1 pass");
}

static double rate(int players, uint64_t games, const char *option)
{
    struct sim_job job = {.game = &wazabi_game, .games = games, .seed = 3, .threads = 2};
    struct sim_result result;
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    game_defaults(&wazabi_game, &job.settings);
    job.settings.players = players;
    if (option)
        assert_true(game_set(&wazabi_game, &job.settings, span_of(option), span_of("on"), &reason));
    for (int i = 0; i < players; i++)
        job.agent[i] = span_of(i == 1 || (option && i == 3) ? "greedy" : "random");
    assert_true(sim_run(&job, &result, &reason));
    return sim_mean(&result.counts, 1);
}

static void greedy_beats_random_players(void **unused)
{
    (void)unused;
    const uint64_t games = (uint64_t)test_count(10000, 100000); /* the seed is fixed */
    const double two = rate(2, games, NULL), four = rate(4, games, NULL);
    const double team = 2 * rate(4, games / 5, "teams");
    print_message("greedy among random players: %.4f of two, %.4f of four, its team %.4f\n", two,
                  four, team);
    assert_true(two >= 0.64);
    assert_true(four >= 0.45);
    assert_true(team >= 0.75);
}

static void the_state_is_small(void **unused)
{
    (void)unused;
    assert_true(wazabi_game.state_size <= 256);
}

/* Options that exclude each other are refused with a sentence. */
static void impossible_settings_are_refused(void **unused)
{
    (void)unused;
    static const struct {
        int players;
        const char *option, *value, *words;
    } wrong[] = {{2, "teams", "on", "4 or 6 players, not 2"},
                 {3, "teams", "on", "4 or 6 players, not 3"},
                 {5, "teams", "on", "4 or 6 players, not 5"},
                 {6, "dice", "5", "at most 4 each for 6 players"},
                 {3, "dice", "9", "at most 8 each for 3 players"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct game_settings settings;
        char why[TEXT_WHY];
        struct text reason = text_on(why, sizeof why);
        union game_state state;
        game_defaults(&wazabi_game, &settings);
        settings.players = wrong[i].players;
        assert_true(game_set(&wazabi_game, &settings, span_of(wrong[i].option),
                             span_of(wrong[i].value), &reason));
        assert_false(wazabi_game.start(&state, &settings, &reason));
        assert_non_null(strstr(why, wrong[i].words));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_state_is_small),
        cmocka_unit_test(impossible_settings_are_refused),
        cmocka_unit_test(cards_and_dice_are_all_there),
        cmocka_unit_test(what_a_seat_cannot_know_does_not_show),
        cmocka_unit_test(guesses_hold_every_card_once),
        cmocka_unit_test(what_a_seat_knows_stays),
        cmocka_unit_test(guesses_have_the_right_odds),
        cmocka_unit_test(rolls_of_24_dice_agree_with_their_list),
        cmocka_unit_test(greedy_knows_what_it_does),
        cmocka_unit_test(greedy_beats_random_players),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
