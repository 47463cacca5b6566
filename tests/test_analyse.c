/* Hints and analysis: luck and cost add up, unknown values are not reported, and nobody gets hints
 * against other people. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/stop.h"
#include "helpers.h"
#include "match/analyse.h"
#include "match/driver.h"
#include "match/hints.h"

static struct match *new_table_with(const char *id, const char *option, const char *value,
                                    const char *const names[], int players)
{
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct game_settings settings;
    const struct game *game =
        span_is(span_of(id), probe_game.id) ? &probe_game : game_find(span_of(id));
    game_defaults(game, &settings);
    settings.players = players;
    if (option)
        assert_true(game_set(game, &settings, span_of(option), span_of(value), &reason));
    struct match *match = match_new(game, &settings, &reason);
    assert_non_null(match);
    for (int seat = 1; seat <= players; seat++)
        assert_true(match_set_name(match, seat, span_of(names[seat - 1]), &reason));
    return match;
}

static struct match *new_table(const char *id, const char *const names[], int players)
{
    return new_table_with(id, NULL, NULL, names, players);
}

static struct match *read_table(const char *record)
{
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    size_t line;
    struct match *match = match_read(span_of(record), &line, &reason);
    if (!match)
        fail_msg("line %zu: %s", line, why);
    return match;
}

/* Plays until the game is over, it has this many lines, or only people may act. */
static void play_some(struct match *match, size_t lines, struct rng *rng)
{
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct driver driver;
    driver_init(&driver, match->game, match->settings.players);
    assert_true(driver_open(&driver, match, &reason));
    while (match->body.count < lines && driver_play(&driver, match, rng, rng))
        ;
    driver_close(&driver);
}

static void play_bots(struct match *match, struct rng *rng)
{
    play_some(match, SIZE_MAX, rng);
}

/* For every seat, start, luck, cost, hidden, speed, others and unexplained add up to the last
 * chance. If the game is over, that is the result. */
static void assert_adds_up(const struct match *match, const struct analysis *a, double within)
{
    uint8_t share[GAME_SEATS_MAX];
    double luck = 0;
    if (a->over)
        match->game->result(&match->state, share);
    for (int i = 0; i < a->players; i++) {
        const struct analysis_seat *seat = &a->seat[i];
        const double end = a->over ? share[i] / (double)GAME_WHOLE : a->step[a->count - 1].after[i];
        assert_near(a->start[i] + seat->luck - seat->cost + seat->hidden + seat->speed +
                        seat->others + seat->unexplained,
                    end, within);
        luck += seat->luck;
    }
    assert_near(luck, 0, within);
}

static void two_players_luck_and_cost_are_the_result(void **unused)
{
    (void)unused;
    test_plays("easycome");
    static const char *const tables[][2] = {{"bot:random", "bot:greedy"},
                                            {"bot:perfect", "bot:random"},
                                            {"bot:perfect", "bot:perfect"}};
    struct rng rng;
    rng_seed(&rng, 21);
    for (int game = 0; game < test_count(3, 30); game++) {
        char why[TEXT_WHY];
        struct text reason = text_on(why, sizeof why);
        struct match *match = new_table("easycome", tables[game % 3], 2);
        struct analysis a;
        play_bots(match, &rng);
        analyse(match, 0, &a, &reason, NULL, NULL);
        assert_string_equal(why, "");
        assert_true(a.over);
        assert_int_equal(a.count, match->body.count);
        assert_adds_up(match, &a, 1e-9);
        for (int i = 0; i < 2; i++) {
            assert_near(a.seat[i].unexplained, 0, 1e-9);
            assert_near(a.seat[i].others, a.seat[1 - i].cost, 1e-9);
            assert_near(a.start[i], 0.5, 1e-9);
        }
        if (game % 3 > 0) {
            assert_near(a.seat[0].cost, 0, 1e-9);
            assert_string_equal(analysis_verdict(&a, &a.seat[0]), "flawless");
        }
        if (game % 3 == 1) {
            assert_true(a.seat[1].cost > 0.05);
            assert_true(a.seat[1].mistakes > 0 && a.seat[1].mistakes <= a.seat[1].decisions);
        }
        for (size_t i = 0; i < a.count; i++) {
            int seat;
            assert_true(a.step[i].cost >= 0);
            if (a.costliest < a.count)
                assert_true(a.step[i].cost <= a.step[a.costliest].cost);
            if (a.step[i].mover == GAME_CHANCE)
                assert_true(analysis_luck(&a, i, &seat) <= analysis_luck(&a, a.luckiest, &seat));
        }
        analysis_free(&a);
        match_free(match);
    }
}

/* Sums are right in every game, with bots of every kind, finished or not. `make test` plays fewer
 * lines of the games with slow judges, and none if `few` is 0. */
static void it_adds_up_in_every_game(void **unused)
{
    (void)unused;
    int gains = 0;
    static const struct {
        const char *game, *option, *value;
        int players;
        const char *names[4];
        size_t lines, few;
        double unexplained; /* upper limit */
    } tables[] = {
        {"easycome", "first", "1", 2, {"bot:random", "bot:perfect"}, SIZE_MAX, SIZE_MAX, 1e-9},
        {"wazabi", "dice", "2", 3, {"bot:greedy", "bot:random", "bot:judging"}, 70, 20, 1e-9},
        {"wazabi", "dice", "2", 2, {"bot:greedy", "bot:attentive"}, SIZE_MAX, 20, 1e-9},
        {"wazabi",
         "teams",
         "on",
         4,
         {"bot:easy", "bot:easy", "bot:easy", "bot:easy"},
         40,
         21,
         1e-9},
        {"debacle", "target", "3", 2, {"bot:random", "bot:greedy"}, 30, 6, 1},
        {"themots", "tokens", "4", 2, {"bot:novice", "bot:expert"}, SIZE_MAX, SIZE_MAX, 0.1},
        {"themots",
         "tokens",
         "2",
         4,
         {"bot:easy", "bot:hard", "bot:novice", "bot:easy"},
         25,
         8,
         0.1},
        {"themots", "variant", "fermer", 2, {"bot:easy", "bot:hard"}, 20, 0, 0.1},
        {"themots", "variant", "manche", 3, {"bot:easy", "bot:hard", "bot:random"}, 20, 8, 0.1},
    };
    struct rng rng;
    rng_seed(&rng, 22);
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
        if ((!test_is_deep() && tables[t].few == 0) || !test_game(tables[t].game))
            continue;
        char why[TEXT_WHY];
        struct text reason = text_on(why, sizeof why);
        struct match *match = new_table_with(tables[t].game, tables[t].option, tables[t].value,
                                             tables[t].names, tables[t].players);
        struct analysis a;
        play_some(match, test_is_deep() ? tables[t].lines : tables[t].few, &rng);
        analyse(match, 0, &a, &reason, NULL, NULL);
        assert_string_equal(why, "");
        assert_non_null(a.judge);
        assert_false(a.cut);
        assert_int_equal(a.over, match_mover(match) == GAME_OVER);
        assert_int_equal(a.race, strcmp(tables[t].game, "themots") == 0);
        assert_adds_up(match, &a, 1e-6);
        int decisions = 0;
        for (int i = 0; i < a.players; i++) {
            assert_near(a.seat[i].unexplained, 0, tables[t].unexplained);
            assert_true(a.seat[i].cost >= 0 && a.seat[i].mistakes <= a.seat[i].decisions);
            decisions += a.seat[i].decisions;
        }
        if (decisions == 0)
            fail_msg("%s, %d players: nothing was decided", tables[t].game, tables[t].players);
        for (size_t i = 0; i < a.count; i++) {
            double sum = 0;
            for (int seat = 0; seat < a.players; seat++) {
                assert_true(a.step[i].after[seat] > -1e-9 && a.step[i].after[seat] < 1 + 1e-9);
                sum += a.step[i].after[seat];
            }
            assert_near(sum, 1, 1e-6);
            assert_int_equal(a.step[i].best[0] != '\0', a.step[i].cost > 0);
            assert_int_equal(a.step[i].next[0] != '\0', a.step[i].gain > 0);
            assert_true(a.step[i].gain == 0 || (a.step[i].cost == 0 && a.step[i].decision));
            gains += a.step[i].gain > 0;
        }
        analysis_free(&a);
        match_free(match);
    }
    assert_true(gains > 0);
}

/* The value of a state equals the value of its best choice. */
static void states_are_worth_their_best_choice(void **unused)
{
    (void)unused;
    static const char *const names[] = {"bot:random", "bot:random"};
    static const char *const games[] = {"easycome", "debacle", "wazabi"};
    struct rng rng;
    rng_seed(&rng, 23);
    for (int g = 0; g < 3; g++) {
        if (!test_game(games[g]))
            continue;
        struct match *match = new_table(games[g], names, 2);
        const struct judge *judge = judge_of(match->game);
        struct judging judging = judging_open(judge, &match->settings, 1);
        for (int seen = 0; seen < 5 && match_mover(match) != GAME_OVER;) {
            game_action actions[GAME_ACTIONS_MAX];
            static struct judgement word[GAME_ACTIONS_MAX];
            struct judgement here, after;
            const int seat = match_mover(match);
            size_t best = 0;
            const size_t count = seat > 0 ? match->game->actions(&match->state, seat, actions) : 0;
            if (count > 1) {
                union game_state view = match_state(match);
                match->game->hide(&view, seat);
                judging_state(&judging, &match->state, &match->history, &rng, &here);
                judging_actions(&judging, &view, &match->history, seat, actions, count, &rng, word);
                for (size_t i = 0; i < count; i++)
                    best = word[i].share[seat - 1] > word[best].share[seat - 1] ? i : best;
                if (!(match->game->flags & GAME_HIDDEN))
                    assert_near(here.share[seat - 1], word[best].share[seat - 1], 1e-9);
                if (match->game->flags & GAME_HIDDEN) { /* for the actual hidden cards */
                    union game_state next = match_state(match);
                    match->game->apply(&next, actions[best], NULL);
                    judging_state(&judging, &next, NULL, &rng, &after);
                    if (match->game->mover(&next) != GAME_OVER)
                        assert_near(here.share[seat - 1], after.share[seat - 1], 1e-12);
                }
                seen++;
            }
            play_some(match, match->body.count + 1, &rng);
        }
        judging_close(&judging);
        match_free(match);
    }
}

/* The example of the rules, and other possible words. */
static const char themots_start[] = "cornet 1\ngame themots\nplayers 2\noption tokens=5\n"
                                    "seat 1 Anne\nseat 2 bot:easy\n---\n"
                                    "* theme 1\n* roll BORVA vert\n";

static void words_are_judged(void **unused)
{
    (void)unused;
    test_plays("themots");
    char record[512], why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct analysis a;
    snprintf(record, sizeof record,
             "%s1 say Xyzzy\n* no initial\n1 say Blouglou\n* no unknown\n1 say banane\n* no theme\n"
             "1 say Bu\u00f1uel\n* yes 1\n2 say Brejnev\n* yes 3\n",
             themots_start);
    struct match *match = read_table(record);
    analyse(match, 0, &a, &reason, NULL, NULL);
    assert_false(a.step[2].decision); /* a refused word costs only time */
    assert_near(a.step[2].after[0], a.step[1].after[0], 1e-12);
    assert_true(a.step[8].decision);
    assert_int_equal(a.step[8].seat, 1);
    assert_true(a.step[8].cost > 0.01); /* one letter, though longer words were possible */
    assert_memory_equal(a.step[8].best, "say ", 4);
    assert_true(a.step[10].decision && a.step[10].seat == 2);
    assert_true(a.step[8].cost > a.step[10].cost); /* three letters */
    assert_int_equal(a.seat[0].decisions, 1);
    assert_int_equal(a.seat[0].disputed, 2); /* disputed words are counted separately */
    assert_int_equal(a.seat[1].disputed, 0);
    char *disputed = analysis_json(match, &a, "");
    assert_non_null(strstr(disputed, "\"disputed\":2"));
    free(disputed);
    assert_adds_up(match, &a, 1e-6);
    analysis_free(&a);
    match_free(match);

    snprintf(record, sizeof record, "%s* time\n", themots_start); /* both players missed a word */
    match = read_table(record);
    analyse(match, 0, &a, &reason, NULL, NULL);
    assert_true(a.step[2].decision && a.step[2].seat > 0);
    assert_true(a.step[2].missed[0] > 0.01 && a.step[2].missed[1] > 0.01);
    assert_int_equal(a.seat[0].decisions, 1);
    assert_int_equal(a.seat[1].mistakes, 1);
    assert_int_equal(a.costliest, 2);
    assert_adds_up(match, &a, 1e-6);
    char *json = analysis_json(match, &a, "");
    assert_non_null(strstr(json, "\"missed\":["));
    free(json);
    analysis_free(&a);
    match_free(match);

    snprintf(record, sizeof record, "%s1 pass\n2 pass\n", themots_start);
    match = read_table(record);
    analyse(match, 0, &a, &reason, NULL, NULL);
    assert_true(a.step[2].cost > 0.01 && a.step[3].cost > 0.01);
    analysis_free(&a);
    match_free(match);
}

/* Words that people voted for are judged too. */
static void votes_are_followed(void **unused)
{
    (void)unused;
    test_plays("themots");
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct analysis a;
    struct match *match = read_table("cornet 1\ngame themots\nplayers 3\noption vote=on\n"
                                     "seat 1 Anne\nseat 2 Bruno\nseat 3 bot:novice\n---\n"
                                     "* theme 2\n* roll SELOE blanc\n2 say Eblouglou\n"
                                     "1 vote yes\n* yes 4\n1 say \u00e9l\u00e9phant\n");
    analyse(match, 0, &a, &reason, NULL, NULL);
    assert_string_equal(why, "");
    assert_true(a.step[4].after[1] > a.step[2].after[1]);
    assert_adds_up(match, &a, 1e-6);
    analysis_free(&a);
    match_free(match);
}

static bool stop_after_two(void *context, size_t done, size_t whole)
{
    (void)context;
    assert_true(done <= whole);
    return done < 2;
}

static void an_analysis_can_be_stopped(void **unused)
{
    (void)unused;
    test_plays("easycome", "themots");
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct analysis a;
    struct match *match = read_table(themots_start);
    analyse(match, 0, &a, &reason, stop_after_two, NULL);
    assert_false(a.cut); /* stopped after the last line: nothing is missing */
    assert_int_equal(a.count, 2);
    analysis_free(&a);
    match_free(match);
    match = read_table("cornet 1\ngame easycome\nplayers 2\noption first=1\n---\n* roll 0225\n"
                       "1 keep 22\n* roll 25\n1 keep 2\n");
    analyse(match, 0, &a, &reason, stop_after_two, NULL);
    assert_true(a.cut && !a.over);
    assert_int_equal(a.count, 2);
    assert_adds_up(match, &a, 1e-9);
    analysis_free(&a);
    match_free(match);
}

/* In every game, verdicts go from best to worst as the cost of a decision grows. */
static void verdicts_are_in_order(void **unused)
{
    (void)unused;
    static const char *const words[] = {"flawless", "masterly", "very good", "good",
                                        "fair",     "weak",     "poor"};
    for (const struct judge *const *judge = judge_list; *judge; judge++) {
        const struct analysis a = {.judge = *judge, .players = 2};
        struct analysis_seat seat = {.decisions = 1};
        assert_string_equal(analysis_verdict(&a, &seat), words[0]);
        for (int i = 0; i < JUDGE_VERDICTS; i++) {
            const double max = (*judge)->verdict[i];
            assert_true(max > 0 && (i == 0 || max > (*judge)->verdict[i - 1]));
            seat.cost = max * 0.999 / 100;
            assert_string_equal(analysis_verdict(&a, &seat), words[i]);
            seat.cost = max * 1.001 / 100;
            assert_string_equal(analysis_verdict(&a, &seat), words[i + 1]);
        }
        /* with more players all costs are smaller */
        const struct analysis four = {.judge = *judge, .players = 4};
        seat.cost = (*judge)->verdict[3] * 0.706 / 100;
        assert_string_equal(analysis_verdict(&four, &seat), words[3]);
        seat.cost = (*judge)->verdict[3] * 0.708 / 100;
        assert_string_equal(analysis_verdict(&four, &seat), words[4]);
        seat.decisions = 0;
        assert_string_equal(analysis_verdict(&a, &seat), "nothing to decide");
    }
}

/* Other programs read this JSON: its keys must not change. */
static void the_json_keeps_its_keys(void **unused)
{
    (void)unused;
    static const struct {
        const char *game;
        const char *seat; /* keys of a seat, in order */
    } games[] = {
        {"easycome", "\"luck\",\"cost\",\"others\",\"unexplained\",\"decisions\",\"mistakes\","
                     "\"rate\",\"verdict\","},
        {"wazabi", "\"luck\",\"cost\",\"hidden\",\"others\",\"unexplained\",\"decisions\","
                   "\"mistakes\",\"rate\",\"verdict\","},
        {"themots", "\"luck\",\"cost\",\"speed\",\"others\",\"unexplained\",\"decisions\","
                    "\"mistakes\",\"disputed\",\"rate\",\"verdict\","},
    };
    static const char *const top[] = {"game",  "players", "over",     "judged",    "how",
                                      "start", "seats",   "luckiest", "costliest", "moves",
                                      "name",  "move",    "chances",  "error",     "luck"};
    static const char *const names[] = {"bot:random", "bot:random"};
    struct rng rng;
    rng_seed(&rng, 26);
    for (int g = 0; g < 3; g++) {
        if (!test_game(games[g].game))
            continue;
        char why[TEXT_WHY], keys[512] = "", key[64];
        struct text reason = text_on(why, sizeof why);
        struct match *match = new_table(games[g].game, names, 2);
        struct analysis a;
        play_some(match, 12, &rng);
        analyse(match, 0, &a, &reason, NULL, NULL);
        char *json = analysis_json(match, &a, why);
        for (size_t i = 0; i < sizeof top / sizeof *top; i++) {
            snprintf(key, sizeof key, "\"%s\":", top[i]);
            if (!strstr(json, key))
                fail_msg("no %s in %s", key, json);
        }
        /* collects the keys of the first seat */
        const char *at = strstr(json, "\"luck\":"), *end = strstr(at, "}");
        for (const char *quote = at; quote && quote < end; quote = strchr(quote, '"')) {
            const char *close = strchr(quote + 1, '"');
            if (close[1] == ':')
                snprintf(keys + strlen(keys), sizeof keys - strlen(keys), "%.*s,",
                         (int)(close + 1 - quote), quote);
            quote = close + 1;
        }
        assert_string_equal(keys, games[g].seat);
        free(json);
        analysis_free(&a);
        match_free(match);
    }
}

static void unknown_is_said_in_a_sentence(void **unused)
{
    (void)unused;
    static const char *const names[] = {"bot:random", "bot:random"};
    struct rng rng;
    rng_seed(&rng, 24);
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct match *match = new_table("probe", names, 2); /* the probe has no judge */
    struct analysis a;
    play_bots(match, &rng);
    analyse(match, 0, &a, &reason, NULL, NULL);
    assert_non_null(strstr(why, "no judge exists"));
    assert_null(a.judge);
    assert_int_equal(a.count, match->body.count);
    analysis_free(&a);
    match_free(match);
}

static void hints_are_best_first_and_for_one_person_alone(void **unused)
{
    (void)unused;
    test_plays("easycome");
    static const char *const alone[] = {"Anne", "bot:greedy"}, *const both[] = {"Anne", "Bruno"};
    static struct hints hints;
    struct rng rng;
    rng_seed(&rng, 25);
    char why[TEXT_WHY], json[GAME_JSON_MAX];
    struct text reason = text_on(why, sizeof why), out = text_on(json, sizeof json);
    struct match *match = new_table("easycome", alone, 2);
    assert_false(hints_find(match, 1, 1, &hints, &reason)); /* the dice must be rolled first */
    play_bots(match, &rng);
    assert_int_equal(match_mover(match), 1);
    assert_true(hints_find(match, 1, 1, &hints, &reason));
    game_action actions[GAME_ACTIONS_MAX];
    assert_int_equal(hints.count, match->game->actions(&match->state, 1, actions));
    for (size_t i = 1; i < hints.count; i++)
        assert_true(hints.hint[i].share <= hints.hint[i - 1].share);
    const struct judge *judge = judge_of(match->game);
    struct judgement word;
    struct judging judging = judging_open(judge, &match->settings, 1);
    judging_state(&judging, &match->state, &match->history, &rng, &word);
    judging_close(&judging);
    assert_near(hints.hint[0].share, word.share[0], 1e-12);
    hints_json(match, &hints, &out);
    assert_non_null(strstr(json, "\"hints\":[{\"move\":\""));
    assert_false(out.cut);
    match_free(match);

    match = new_table("easycome", both, 2);
    play_bots(match, &rng);
    assert_false(hints_find(match, match_mover(match), 1, &hints, &reason));
    assert_non_null(strstr(why, "other people"));
    match_free(match);
}

/* In every game, a stopped judge gives no hints; afterwards it gives the same hints as before. */
static void hints_can_be_stopped(void **unused)
{
    (void)unused;
    static struct hints hints;
    const struct game *game;
    for (size_t i = 0; (game = game_at(i)); i++) {
        struct match *match = new_table(game->id, (const char *const[]){"Anne", "bot:easy"}, 2);
        const struct judge *judge = judge_of(game);
        struct rng rng;
        stop_flag stop = 1;
        rng_seed(&rng, 1);
        while (match_mover(match) == GAME_CHANCE)
            match_draw(match, &rng);
        const int seat = hints_seat(match);
        assert_false(hints_make(match, seat, judge, judge->depths, 1, &stop, &hints));
        stop = 0;
        assert_true(hints_make(match, seat, judge, 1, 1, &stop, &hints));
        assert_true(hints.count > 0);
        match_free(match);
    }
}

/* In simultaneous play, hints are the best words. Only a person alone among bots gets them, while
 * they may still speak. */
static void hints_are_words_where_anybody_may_speak(void **unused)
{
    (void)unused;
    test_plays("themots");
    static struct hints hints;
    char why[TEXT_WHY], record[512];
    struct text reason = text_on(why, sizeof why);
    struct match *match = read_table(themots_start);
    assert_int_equal(hints_seat(match), 1);
    assert_true(hints_find(match, 1, 1, &hints, &reason));
    assert_true(hints.count > 5 && hints.count < 20);
    for (size_t i = 0; i < hints.count; i++) {
        char line[GAME_LINE_MAX];
        struct text out = text_on(line, sizeof line);
        assert_true(i == 0 || hints.hint[i].share <= hints.hint[i - 1].share);
        assert_true(hints.hint[i].error >= 0 && hints.hint[i].error < 0.1);
        match->game->write(&match->state, hints.hint[i].action, NULL, GAME_OPEN, &out);
        assert_memory_equal(line, i + 1 < hints.count ? "1 say B" : "1 pass",
                            i + 1 < hints.count ? 7 : 6);
    }
    assert_false(hints_find(match, 0, 1, &hints, &reason));
    assert_true(match_do(match, span_of("1 say Bono"), &reason));
    assert_false(hints_find(match, 1, 1, &hints, &reason)); /* a word is being judged */
    assert_true(match_do(match, span_of("* yes 2"), &reason));
    assert_false(hints_find(match, 1, 1, &hints, &reason)); /* this seat is out of the round */
    assert_non_null(strstr(why, "nothing to decide"));
    match_free(match);

    snprintf(record, sizeof record, "%s", themots_start);
    memcpy(strstr(record, "bot:easy"), "Bruno   ", 8);
    memmove(strstr(record, "Bruno") + 5, strstr(record, "Bruno") + 8,
            strlen(strstr(record, "Bruno") + 8) + 1);
    match = read_table(record);
    assert_false(hints_find(match, 1, 1, &hints, &reason));
    assert_non_null(strstr(why, "other people"));
    match_free(match);
}

/* The expected continuation of the best choice is legal, line by line. */
static void check_hint_line(const struct match *match, const struct hints *hints)
{
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    char *record = test_record(match);
    size_t line;
    struct match *copy = match_read(span_of(record), &line, &reason);
    for (size_t i = 0; i < hints->hint[0].length; i++) {
        if (i == 0)
            match_do_action(copy, hints->hint[0].action);
        match_do_action(copy, hints->hint[0].line[i]);
    }
    match_free(copy);
    free(record);
}

/* Every game has hints at every decision: each legal action exactly once, with an error, best
 * first. */
static void every_game_has_hints(void **unused)
{
    (void)unused;
    static const char *const names[] = {"Anne", "bot:random"};
    static struct hints hints;
    struct rng rng;
    rng_seed(&rng, 27);
    for (const struct judge *const *judge = judge_list; *judge; judge++) {
        char why[TEXT_WHY];
        struct text reason = text_on(why, sizeof why);
        struct match *match = new_table((*judge)->game->id, names, 2);
        while (match_mover(match) != 1 && match_mover(match) != GAME_ANYONE)
            play_some(match, match->body.count + 1, &rng);
        game_action actions[GAME_ACTIONS_MAX];
        union game_state view = match_state(match);
        match->game->hide(&view, 1);
        const size_t count = judge_choices(*judge, &view, 1, actions);
        assert_true(hints_find(match, 1, 1, &hints, &reason));
        assert_int_equal(hints.count, count);
        for (size_t i = 0; i < count; i++) {
            int found = 0;
            for (size_t j = 0; j < count; j++)
                found += actions[j] == hints.hint[i].action;
            assert_int_equal(found, 1);
            assert_true(i == 0 || hints.hint[i].share <= hints.hint[i - 1].share);
            assert_true(hints.hint[i].error >= 0);
            assert_true((*judge)->line || hints.hint[i].length == 0);
        }
        assert_true(!(*judge)->line || hints.hint[0].length > 1);
        check_hint_line(match, &hints);
        assert_false(hints_find(match, 3, 1, &hints, &reason)); /* no such seat */
        match_free(match);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_players_luck_and_cost_are_the_result),
        cmocka_unit_test(it_adds_up_in_every_game),
        cmocka_unit_test(states_are_worth_their_best_choice),
        cmocka_unit_test(words_are_judged),
        cmocka_unit_test(votes_are_followed),
        cmocka_unit_test(an_analysis_can_be_stopped),
        cmocka_unit_test(verdicts_are_in_order),
        cmocka_unit_test(the_json_keeps_its_keys),
        cmocka_unit_test(unknown_is_said_in_a_sentence),
        cmocka_unit_test(hints_are_best_first_and_for_one_person_alone),
        cmocka_unit_test(hints_can_be_stopped),
        cmocka_unit_test(hints_are_words_where_anybody_may_speak),
        cmocka_unit_test(every_game_has_hints),
    };
    cmocka_set_test_filter(getenv("CORNET_TEST"));
    return cmocka_run_group_tests(tests, NULL, NULL);
}
