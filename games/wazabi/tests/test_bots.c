/* games/wazabi/bot_value.c, games/wazabi/bot_hands.c and games/wazabi/bot.c: no bot uses hidden
 * information, predicted positions match real ones, hands are inferred, obvious moves are found,
 * and judging wins. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agents/agent.h"
#include "agents/judge.h"
#include "games/wazabi/bot_greedy.h"
#include "games/wazabi/bot_hands.h"
#include "games/wazabi/bot_value.h"
#include "sim/arena.h"
#include "tests/helpers.h"

static void start_game(struct wazabi *s, int players, const char *option, const char *value)
{
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct game_settings settings;
    game_defaults(&wazabi_game, &settings);
    settings.players = players;
    if (option)
        assert_true(game_set(&wazabi_game, &settings, span_of(option), span_of(value), &reason));
    assert_true(wazabi_game.start(s, &settings, &reason));
}

/* The value of a winning action: the result if everything is over. If a tournament continues: a
 * full win for a network without the standing, else the value of the next game. */
static void check_win(const struct wazabi *real, const struct wazabi_after *after, int seat)
{
    const int odds = wazabi_odds_by(wazabi_net_for_table(real), after, seat);
    struct wazabi_after fresh;
    uint8_t share[GAME_SEATS_MAX];
    const int plain = wazabi_odds_by(wazabi_net_plain(real, false), after, seat);
    if (real->phase != WAZABI_END) {
        assert_int_equal(plain, WAZABI_ODDS_WON);
        assert_true(wazabi_is_fresh(real));
        wazabi_between(real, &fresh);
        assert_int_equal(odds, wazabi_odds_by(wazabi_net_for_table(real), &fresh, seat));
        return;
    }
    wazabi_game.result(real, share);
    assert_int_equal(odds, plain);
    assert_int_equal(odds, share[seat] == 0                                ? -WAZABI_ODDS_WON
                           : share[seat] == GAME_WHOLE / (1 + real->teams) ? WAZABI_ODDS_WON
                                                                           : 0);
}

/* If an action leads to the next roll without draws, the predicted position has the same value as
 * the real one. */
static void check_foresight(const struct wazabi *s, int seat, game_action action)
{
    struct wazabi_after after, then;
    struct wazabi real = *s;
    wazabi_look_ahead(s, seat, action, &after);
    wazabi_game.apply(&real, action, NULL);
    assert_true(after.won == (real.phase == WAZABI_END || real.game != s->game));
    if (after.won) {
        check_win(&real, &after, seat);
        return;
    }
    if (real.phase != WAZABI_ROLL || s->phase != WAZABI_PLAY)
        return;
    assert_memory_equal(real.skips, after.s.skips, sizeof real.skips);
    assert_int_equal(after.next, real.seat);
    after.played = 0; /* a roll has no information about earlier actions */
    wazabi_between(&real, &then);
    const struct wazabi_net *const nets[] = {wazabi_net_plain(s, false), wazabi_net_plain(s, true),
                                             wazabi_net_for_table(s)};
    for (int i = 0; i < 3; i++)
        assert_int_equal(wazabi_odds_by(nets[i], &after, seat),
                         wazabi_odds_by(nets[i], &then, seat));
}

/* The value of giving a die is the value of the best card after it. */
static void check_give(const struct wazabi *s, int seat, game_action action, int odds)
{
    game_action actions[GAME_ACTIONS_MAX];
    int then[GAME_ACTIONS_MAX];
    struct wazabi real = *s;
    if (s->phase != WAZABI_GIVE || s->gives > 1)
        return;
    wazabi_game.apply(&real, action, NULL);
    if (real.phase != WAZABI_PLAY) /* the last die was given: won */
        return;
    const size_t count = wazabi_game.actions(&real, seat + 1, actions);
    wazabi_evaluate_actions(wazabi_net_for_table(s), &real, seat, actions, count, then);
    assert_int_equal(odds, then[wazabi_highest(then, count)]);
}

/* A guess has every card once and the right sizes of hands, and keeps the own hand. */
static void check_guess(const struct wazabi *view, const struct game_history *history, int seat,
                        struct rng *rng)
{
    struct wazabi s = *view;
    struct wazabi_reading reading;
    wazabi_read_hands(view, history, &reading);
    wazabi_guess_hands(&s, rng_below(rng, 2) ? &reading : NULL, rng);
    assert_int_equal(s.viewer, 0);
    assert_memory_equal(s.hand[seat], view->hand[seat], sizeof s.hand[seat]);
    unsigned held[WAZABI_SEATS] = {0}, pile = 0;
    for (int card = 0; card < WAZABI_KINDS; card++) {
        unsigned copies = s.pile[card] + s.discards[card] + (s.in_play == card);
        for (int other = 0; other < s.players; other++) {
            copies += s.hand[other][card] + (card == WAZABI_SAUTE ? s.skips[other] : 0u);
            held[other] += s.hand[other][card];
        }
        assert_int_equal(copies, wazabi_kinds[card].copies);
        pile += s.pile[card];
    }
    assert_int_equal(pile, s.pile_size);
    for (int other = 0; other < s.players; other++)
        assert_int_equal(held[other], s.cards[other]);
}

static void views_are_judged_as_states_are(void **unused)
{
    (void)unused;
    struct game_history history = {0};
    struct rng rng;
    rng_seed(&rng, 5);
    for (int game = 0; game < 60; game++) {
        struct wazabi s;
        const bool teams = game % 5 == 2 && game % 2;
        history.trail_count = 0;
        start_game(&s, 2 + game % 5,
                   teams      ? "teams"
                   : game % 3 ? "games"
                              : NULL,
                   teams ? "on" : "2");
        for (int mover, moves = 0; (mover = wazabi_game.mover(&s)) != GAME_OVER && moves < 2000;
             moves++) {
            game_action actions[GAME_ACTIONS_MAX];
            int odds[GAME_ACTIONS_MAX], seen[GAME_ACTIONS_MAX];
            if (mover == GAME_CHANCE) {
                wazabi_game.apply(&s, wazabi_game.sample(&s, &rng), &history);
                continue;
            }
            struct wazabi view = s;
            const size_t count = wazabi_game.actions(&s, mover, actions);
            wazabi_game.hide(&view, mover);
            const struct wazabi_net *const nets[] = {
                wazabi_net_plain(&s, true), wazabi_net_plain(&s, false), wazabi_net_for_table(&s)};
            for (int i = 0; i < 3; i++) {
                wazabi_evaluate_actions(nets[i], &s, mover - 1, actions, count, odds);
                wazabi_evaluate_actions(nets[i], &view, mover - 1, actions, count, seen);
                assert_memory_equal(odds, seen, count * sizeof *odds);
            }
            check_guess(&view, &history, mover - 1, &rng);
            for (size_t i = 0; i < count; i++) {
                check_foresight(&s, mover - 1, actions[i]);
                check_give(&s, mover - 1, actions[i], odds[i]);
            }
            wazabi_game.apply(&s, actions[rng_below(&rng, (uint32_t)count)], &history);
        }
    }
    game_history_free(&history);
}

/* The number of cards of a hand that a guess got right. */
static int right(const struct wazabi *real, const struct wazabi *guess, int seat)
{
    int sum = 0;
    for (int card = 0; card < WAZABI_KINDS; card++) {
        const int a = real->hand[seat][card], b = guess->hand[seat][card];
        sum += a < b ? a : b;
    }
    return sum;
}

/* The reading allows the real hand: for every set of kinds it allows at least as many cards as are
 * held. */
static void check_reading(const struct wazabi_reading *r, const struct wazabi *s, int seat)
{
    assert_false(r->unlike[seat]);
    assert_int_equal(r->cards[seat], s->cards[seat]);
    for (unsigned kinds = 1; kinds < 1u << WAZABI_KINDS; kinds++) {
        int held = 0, allowed = 0;
        for (int card = 0; card < WAZABI_KINDS; card++)
            held += kinds >> card & 1 ? s->hand[seat][card] : 0;
        for (int i = 0; i < r->cards[seat]; i++)
            allowed += (r->may[seat][i] & kinds) != 0;
        assert_true(held <= allowed);
    }
}

/* For greedy players, inference from cards not played is better than their general statistics, and
 * never wrong. A `judging` player is recognised. */
static void hands_are_read(void **unused)
{
    (void)unused;
    struct game_history history = {0};
    struct rng rng;
    int cards = 0, fair = 0, usual = 0, read = 0, found = 0;
    const int games = test_count(20, 600);
    rng_seed(&rng, 8);
    for (int game = 0; game < games; game++) {
        struct wazabi s;
        const int judging = game % 2 ? 1 : GAME_CHANCE; /* or nobody */
        bool unlike = false;
        history.trail_count = 0;
        start_game(&s, 2 + game / 2 % 3, game % 9 ? NULL : "games", "2");
        for (int mover; (mover = wazabi_game.mover(&s)) != GAME_OVER;) {
            game_action actions[GAME_ACTIONS_MAX];
            if (mover == GAME_CHANCE) {
                wazabi_game.apply(&s, wazabi_game.sample(&s, &rng), &history);
                continue;
            }
            struct wazabi view = s, guess[3];
            struct wazabi_reading nothing, reading;
            wazabi_game.hide(&view, mover);
            wazabi_read_hands(&view, NULL, &nothing);
            wazabi_read_hands(&view, &history, &reading);
            for (int i = 0; i < 3; i++)
                guess[i] = view;
            wazabi_game.guess(&guess[0], &rng);
            wazabi_guess_hands(&guess[1], &nothing, &rng);
            wazabi_guess_hands(&guess[2], &reading, &rng);
            for (int seat = 0; seat < s.players; seat++) {
                if (seat == judging - 1)
                    unlike |= reading.unlike[seat];
                if (seat == mover - 1 || seat == judging - 1)
                    continue;
                check_reading(&reading, &s, seat);
                cards += s.cards[seat];
                fair += right(&s, &guess[0], seat);
                usual += right(&s, &guess[1], seat);
                read += right(&s, &guess[2], seat);
            }
            const size_t count = wazabi_game.actions(&s, mover, actions);
            wazabi_game.apply(&s,
                              mover == judging
                                  ? wazabi_best(&s, mover - 1, actions, count)
                                  : wazabi_greedy_choice(&s, mover - 1, actions, count),
                              &history);
        }
        found += unlike;
    }
    game_history_free(&history);
    print_message("of %d cards guessed right: %.3f dealt alike, %.3f as usual, %.3f read; judging "
                  "gave itself away in %d of %d games\n",
                  cards, fair / (double)cards, usual / (double)cards, read / (double)cards, found,
                  games / 2);
    assert_true(usual > fair);
    assert_true(read > usual * 1.08);
    assert_true(found > games / 10);
}

static const char *choice(const struct wazabi *s, char line[GAME_LINE_MAX])
{
    char buffer[TEXT_WHY];
    struct text why = text_on(buffer, sizeof buffer), out = text_on(line, GAME_LINE_MAX);
    struct game_history history = {0};
    struct bot bot;
    struct rng rng;
    game_action actions[GAME_ACTIONS_MAX];
    const int seat = wazabi_game.mover(s);
    struct agent_turn turn = {.game = &wazabi_game,
                              .view = s,
                              .seat = seat,
                              .actions = actions,
                              .count = wazabi_game.actions(s, seat, actions),
                              .history = &history};
    rng_seed(&rng, 1);
    assert_true(bot_open(&bot, &wazabi_game, span_of("attentive"), &why));
    wazabi_game.write(s, bot_plan(&bot, &turn, &rng).action, NULL, GAME_OPEN, &out);
    bot_close(&bot);
    return line;
}

/* Seat 1 must play a card: sets the numbers of dice and its hand; all dice show a W. */
static void set_up(struct wazabi *s, int players, const char *teams, const uint8_t dice[],
                   const uint8_t hand[WAZABI_KINDS])
{
    start_game(s, players, "teams", teams);
    for (int seat = 0; seat < players; seat++) {
        s->dice[seat] = dice[seat];
        s->cards[seat] = seat ? 3 : 0;
    }
    for (int card = 0; card < WAZABI_KINDS; card++) {
        s->hand[0][card] = hand[card];
        s->cards[0] = (uint8_t)(s->cards[0] + hand[card]);
        s->pile[card] = (uint8_t)(s->pile[card] - hand[card]);
    }
    s->pile_size = (uint8_t)(WAZABI_CARDS - s->cards[0] - 3 * (players - 1));
    s->phase = WAZABI_PLAY;
    s->rolled[2] = dice[0];
}

static void the_plain_moves_are_found(void **unused)
{
    (void)unused;
    struct wazabi s;
    char line[GAME_LINE_MAX];
    /* It removes its last die. */
    set_up(&s, 2, "off", (const uint8_t[]){1, 1},
           (const uint8_t[WAZABI_KINDS]){[WAZABI_RETIRE1] = 1, [WAZABI_VOLE] = 1});
    assert_string_equal(choice(&s, line), "1 play retire1");
    /* It exchanges all its dice for the rival's single one. */
    set_up(&s, 2, "off", (const uint8_t[]){7, 1},
           (const uint8_t[WAZABI_KINDS]){[WAZABI_TOURNE] = 1, [WAZABI_RESTE2] = 1});
    assert_true(strncmp(choice(&s, line), "1 play tourne", 13) == 0);
    /* With partners opposite: seat 2, with one die, is a rival; seat 3, also with one, is the
     * partner. */
    set_up(&s, 4, "on", (const uint8_t[]){4, 1, 1, 6},
           (const uint8_t[WAZABI_KINDS]){[WAZABI_DONNE] = 1});
    assert_string_equal(choice(&s, line), "1 play donne 2");
    /* It lets the rival who is about to win skip, not the partner. */
    set_up(&s, 4, "on", (const uint8_t[]){5, 1, 1, 6},
           (const uint8_t[WAZABI_KINDS]){[WAZABI_SAUTE] = 1});
    assert_string_equal(choice(&s, line), "1 play saute 2");
}

/* In the last game of a tournament points count: a player who is 9 points behind does not end it
 * with a win of 1 point. A player who is level does, there and in the first game. */
static void the_last_game_is_played_for_points(void **unused)
{
    (void)unused;
    struct wazabi s;
    char line[GAME_LINE_MAX];
    set_up(&s, 2, "off", (const uint8_t[]){1, 1},
           (const uint8_t[WAZABI_KINDS]){[WAZABI_RETIRE1] = 1, [WAZABI_VOLE] = 1});
    s.games = 2;
    assert_string_equal(choice(&s, line), "1 play retire1"); /* the first of two games */
    s.game = 1;
    s.points[1] = 9;
    s.won[1] = 1;
    assert_string_not_equal(choice(&s, line), "1 play retire1");
    s.points[0] = 9;
    s.won[0] = 1;
    assert_string_equal(choice(&s, line), "1 play retire1");
}

/* Partners win together, so the judge gives both the same value, in every game of a tournament and
 * between its games. */
static void partners_are_judged_alike(void **unused)
{
    (void)unused;
    const struct judge *judge = judge_of(&wazabi_game);
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct game_settings settings;
    struct wazabi s;
    struct rng rng;
    int judged = 0, fresh = 0;
    rng_seed(&rng, 3);
    game_defaults(&wazabi_game, &settings);
    settings.players = 4;
    assert_true(game_set(&wazabi_game, &settings, span_of("teams"), span_of("on"), &reason));
    assert_true(game_set(&wazabi_game, &settings, span_of("games"), span_of("2"), &reason));
    assert_true(wazabi_game.start(&s, &settings, &reason));
    void *memory = judge->open(&settings, 1);
    for (int mover, moves = 0; (mover = wazabi_game.mover(&s)) != GAME_OVER; moves++) {
        game_action actions[GAME_ACTIONS_MAX];
        if (wazabi_is_fresh(&s) || moves % 40 == 0) {
            const struct game_history none = {0};
            struct judgement all;
            judge->state(memory, &s, &none, &rng, &all);
            assert_true(all.share[0] == all.share[2] && all.share[1] == all.share[3]);
            assert_true(fabs(all.share[0] + all.share[1] - 0.5) < 1e-9);
            judged++;
            fresh += wazabi_is_fresh(&s);
        }
        wazabi_game.apply(
            &s,
            mover == GAME_CHANCE
                ? wazabi_game.sample(&s, &rng)
                : wazabi_best(&s, mover - 1, actions, wazabi_game.actions(&s, mover, actions)),
            NULL);
    }
    judge->close(memory);
    assert_int_equal(fresh, 1);
    assert_true(judged > 3);
}

/* Records and tables of earlier versions use the name `search`, with its settings. */
static void the_former_name_is_known(void **unused)
{
    (void)unused;
    char buffer[TEXT_WHY], spec[TEXT_WHY];
    struct text why = text_on(buffer, sizeof buffer), out = text_on(spec, sizeof spec);
    struct bot bot;
    assert_true(bot_open(&bot, &wazabi_game, span_of("search:iterations=300"), &why));
    bot_write(&bot, &out);
    assert_string_equal(spec, "attentive");
    bot_close(&bot);
    assert_false(bot_open(&bot, &wazabi_game, span_of("attentive:iterations=300"), &why));
}

static void better(const char *option, const char *value, int players, const char *strong,
                   const char *weak, uint64_t games)
{
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct arena_job job = {.game = &wazabi_game,
                            .agent = {span_of(strong), span_of(weak)},
                            .agents = 2,
                            .games = games,
                            .seed = 2,
                            .threads = 2};
    struct arena_result result;
    game_defaults(&wazabi_game, &job.settings);
    job.settings.players = players;
    if (option)
        assert_true(
            game_set(&wazabi_game, &job.settings, span_of(option), span_of(value), &reason));
    assert_true(arena_run(&job, &result, &reason));
    const struct arena_estimate score = arena_score(&job, &result.pair[0]);
    if (score.low <= 0.5)
        fail_msg("%s wins %.3f against %s", strong, score.value, weak);
}

/* `make test` plays as many games as this seed needs to show the difference. */
static void judging_wins(void **unused)
{
    (void)unused;
    const uint64_t games = (uint64_t)test_count(300, 2000);
    better(NULL, NULL, 2, "judging", "greedy", games);
    better(NULL, NULL, 4, "judging", "greedy", games);
    better("teams", "on", 4, "judging", "greedy", games);
    better(NULL, NULL, 2, "judging:greedy=1", "greedy", games);
    better(NULL, NULL, 2, "attentive", "greedy", games);
    better("teams", "on", 4, "attentive", "greedy", games);
}

/* Networks that know partners and the standing play better than those for single games. It takes
 * thousands of games to show that, so only `make test-deep` does. */
static void the_table_is_minded(void **unused)
{
    (void)unused;
    const uint64_t games = 6000;
    if (!test_is_deep())
        return;
    better("teams", "on", 4, "attentive", "judging", games);
    better("games", "2", 2, "attentive", "judging", games);
    better("games", "2", 3, "attentive", "judging", games);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(views_are_judged_as_states_are),
        cmocka_unit_test(hands_are_read),
        cmocka_unit_test(the_plain_moves_are_found),
        cmocka_unit_test(the_last_game_is_played_for_points),
        cmocka_unit_test(partners_are_judged_alike),
        cmocka_unit_test(the_former_name_is_known),
        cmocka_unit_test(judging_wins),
        cmocka_unit_test(the_table_is_minded),
    };
    cmocka_set_test_filter(getenv("CORNET_TEST"));
    return cmocka_run_group_tests(tests, NULL, NULL);
}
