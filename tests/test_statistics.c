/* Statistics of people without a server: what an analysis says of a seat, counts and sums in a
 * store in a file, which game is analysed next, and when nothing is analysed. */
#include <ev.h>
#include <jansson.h>
#include <math.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "helpers.h"
#include "match/analyse.h"
#include "match/driver.h"
#include "people/internal.h"
#include "server/studies.h"
#include "store/sqlite_internal.h"

static char reason[TEXT_WHY], path[128];
static struct text why;

/* ---- luck ---- */

static struct match *new_match(const char *id, int players)
{
    struct game_settings settings;
    const struct game *game = game_find(span_of(id));
    game_defaults(game, &settings);
    settings.players = players;
    struct match *match = match_new(game, &settings, &why);
    for (int seat = 1; seat <= players; seat++)
        assert_true(
            match_set_name(match, seat, span_of(seat == 1 ? "bot:greedy" : "bot:random"), &why));
    return match;
}

static void play_out(struct match *match, struct rng *rng)
{
    struct driver driver;
    driver_init(&driver, match->game, match->settings.players);
    assert_true(driver_open(&driver, match, &why));
    while (match_mover(match) != GAME_OVER)
        assert_true(driver_play(&driver, match, rng, rng));
    driver_close(&driver);
}

/* Of many players, one better than the others, about 95 % have the luck that chance alone gives,
 * 68 % one standard deviation; with half of the spread it would be far fewer. */
static void ledger_of_chance(void **state)
{
    const bool deep = getenv("CORNET_DEEP") != NULL;
    const int players = deep ? 300 : 100, games = deep ? 25 : 8;
    struct rng rng;
    int within[3] = {0}; /* 1.96 and 1 standard deviations, and 1.96 halves */
    double luck_of_all = 0;
    (void)state;
    test_plays("easycome");
    rng_seed(&rng, 20261120);
    for (int player = 0; player < players; player++) {
        double luck = 0, variance = 0;
        for (int game = 0; game < games; game++) {
            struct match *match = new_match("easycome", 3);
            struct analysis analysis;
            struct lesson lesson[GAME_SEATS_MAX];
            play_out(match, &rng);
            analyse(match, 0, &analysis, &why, NULL, NULL);
            assert_non_null(analysis.judge);
            people_lessons(match, &analysis, lesson);
            assert_true(lesson[0].variance > 0 && lesson[0].cost >= 0);
            luck += (double)lesson[0].luck;
            variance += (double)lesson[0].variance;
            analysis_free(&analysis);
            match_free(match);
        }
        within[0] += fabs(luck) <= 1.96 * sqrt(variance);
        within[1] += fabs(luck) <= sqrt(variance);
        within[2] += fabs(luck) <= 0.98 * sqrt(variance);
        luck_of_all += luck;
    }
    print_message("%d, %d and %d of %d players\n", within[0], within[1], within[2], players);
    assert_in_range(within[0], players * 88 / 100, players * 99 / 100);
    assert_in_range(within[1], players * 55 / 100, players * 78 / 100);
    assert_true(within[2] < players * 80 / 100);
    /* Nobody is lucky on average. */
    assert_true(fabs(luck_of_all) / 1e6 < 0.1 * players * games);
}

/* Kinds of mistakes add up to the cost. */
static void kinds_add_up(void **state)
{
    struct rng rng;
    struct match *match;
    struct analysis analysis;
    struct lesson lesson[GAME_SEATS_MAX];
    (void)state;
    test_plays("easycome");
    rng_seed(&rng, 7);
    match = new_match("easycome", 3);
    play_out(match, &rng);
    analyse(match, 0, &analysis, &why, NULL, NULL);
    people_lessons(match, &analysis, lesson);
    for (int seat = 0; seat < 3; seat++) {
        int64_t sum = 0;
        for (size_t i = 0; i < lesson[seat].kinds; i++)
            sum += lesson[seat].kind[i].amount;
        assert_true(llabs(sum - lesson[seat].cost) < 100);
    }
    assert_true(lesson[1].cost > 0 && lesson[1].kinds > 0); /* random moves */
    analysis_free(&analysis);
    match_free(match);
}

static void check_theme(const struct lesson *lesson, const char *name, int words, int refused)
{
    for (size_t i = 0; i < lesson->themes; i++) {
        if (strcmp(lesson->theme[i].name, name) == 0) {
            assert_int_equal(lesson->theme[i].amount, words);
            assert_int_equal(lesson->theme[i].refused, refused);
            return;
        }
    }
    fail_msg("no theme %s", name);
}

/* The first lines are enough: words do not depend on the end of the game. */
static bool go_on(void *context, size_t done, size_t whole)
{
    (void)context;
    (void)whole;
    return done < 100;
}

/* Words that were accepted and refused count for their speakers, by theme. */
static void words_by_theme(void **state)
{
    static const char record[] = "cornet 1\ngame themots\nplayers 2\n---\n"
                                 "* theme 2\n* roll SELOE blanc\n"
                                 "1 say éléphanteau\n* yes 3\n"
                                 "2 say éléphant\n* no root\n"
                                 "2 say écureuil\n* yes 3\n";
    struct analysis analysis;
    struct lesson lesson[GAME_SEATS_MAX];
    size_t line = 0;
    (void)state;
    test_plays("themots");
    struct match *match = match_read(span_of(record), &line, &why);
    if (!match)
        fail_msg("line %zu: %s", line, reason);
    analyse(match, 1, &analysis, &why, go_on, NULL);
    people_lessons(match, &analysis, lesson);
    assert_int_equal(lesson[0].themes, 1);
    assert_int_equal(lesson[1].themes, 1);
    check_theme(&lesson[0], "animaux", 1, 0);
    check_theme(&lesson[1], "animaux", 2, 1);
    assert_non_null(analysis.judge->theme_title(span_of("animaux")));
    assert_null(analysis.judge->theme_title(span_of("nothing")));
    analysis_free(&analysis);
    match_free(match);
}

/* ---- a store ---- */

static struct store *store;
static sqlite3 *direct; /* a connection of the test's own */
static uint64_t now = UINT64_C(1794823200000);
static int64_t steps; /* of the database's machine, in thousands */

static bool begin_direct(void *context, struct text *unused)
{
    return sqlite_people_run(context, "BEGIN IMMEDIATE", NULL, 0, NULL, NULL, unused);
}

static bool end_direct(void *context, bool commit, struct text *unused)
{
    return sqlite_people_run(context, commit ? "COMMIT" : "ROLLBACK", NULL, 0, NULL, NULL, unused);
}

static void random_bytes(void *bytes, size_t length)
{
    randombytes_buf(bytes, length);
}

static struct table *no_table(void *context, const char *id, int64_t *row)
{
    (void)context;
    (void)id;
    (void)row;
    return NULL;
}

static const unsigned char key[PEOPLE_KEY_BYTES] = {5};

static struct people_env env_of(void)
{
    return (struct people_env){.db = {.context = direct,
                                      .run = sqlite_people_run,
                                      .begin = begin_direct,
                                      .end = end_direct},
                               .key = key,
                               .now = now,
                               .random = random_bytes,
                               .table = no_table};
}

static int count_steps(void *context)
{
    (void)context;
    steps++;
    return 0;
}

static int open_store(void **state)
{
    (void)state;
    snprintf(path, sizeof path, "/tmp/cornet-statistics-%d.db", (int)getpid());
    unlink(path);
    store = store_open(path, STORE_SERVE, &why);
    if (!store || sqlite3_open(path, &direct) != SQLITE_OK)
        return -1;
    sqlite3_busy_timeout(direct, 20000);
    sqlite3_progress_handler(direct, 1000, count_steps, NULL);
    return sqlite3_exec(direct, "PRAGMA synchronous = OFF", NULL, NULL, NULL);
}

static int close_store(void **state)
{
    char command[256];
    (void)state;
    sqlite3_close(direct);
    store_close(store);
    snprintf(command, sizeof command, "rm -f %s*", path);
    return system(command);
}

static int64_t query(const char *statement)
{
    sqlite3_stmt *row;
    assert_int_equal(sqlite3_prepare_v2(direct, statement, -1, &row, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(row), SQLITE_ROW);
    const int64_t number = sqlite3_column_int64(row, 0);
    sqlite3_finalize(row);
    return number;
}

static void execute(const char *statement)
{
    if (sqlite3_exec(direct, statement, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s: %s", statement, sqlite3_errmsg(direct));
}

static struct people_change change_of(enum people_change_kind kind, int64_t table, int seat,
                                      int64_t person)
{
    struct people_change change = {.kind = kind,
                                   .table = table,
                                   .seat = seat,
                                   .person = person,
                                   .at = now,
                                   .played = {.game = "debacle", .players = 3, .lines = 9}};
    snprintf(change.name, sizeof change.name, "table%lld", (long long)table);
    snprintf(change.played.name[0], MATCH_NAME_MAX, "Léa");
    snprintf(change.played.name[1], MATCH_NAME_MAX, "Marie");
    snprintf(change.played.name[2], MATCH_NAME_MAX, "bot:normal:nodes=7");
    return change;
}

static void write_change(const struct people_change *change)
{
    const struct people_env env = env_of();
    if (!people_write_change(&env.db, change, &why))
        fail_msg("%s", reason);
}

/* The counts are what the rows say, computed in another way. */
static void check_counts(void)
{
    static const char *const differences[] = {
        "SELECT (SELECT count(*) FROM played WHERE ended > 0) -"
        " (SELECT coalesce(sum(played), 0) FROM tally WHERE kind = 0)",
        "SELECT count(*) FROM (SELECT person, game, count(*) AS n, sum(result = 1) AS w,"
        " sum(result = 2) AS d, sum(result = 3) AS l, sum(result = 4) AS g FROM played"
        " WHERE ended > 0 AND tbl > 0 AND hints = 0 GROUP BY 1, 2) r LEFT JOIN tally t"
        " ON t.person = r.person AND t.game = r.game AND t.kind = 1"
        " WHERE (t.played, t.won, t.drawn, t.lost, t.gone) IS NOT (r.n, r.w, r.d, r.l, r.g)",
        "SELECT (SELECT count(*) FROM played WHERE ended > 0 AND tbl > 0 AND hints > 0) -"
        " (SELECT coalesce(sum(played), 0) FROM tally WHERE kind = 2)",
        "SELECT (SELECT count(*) FROM played WHERE ended > 0 AND tbl < 0) -"
        " (SELECT coalesce(sum(played), 0) FROM tally WHERE kind = 3)",
        "SELECT count(*) FROM (SELECT person, game, strftime('%Y-%m', ended / 1000, 'unixepoch') AS"
        " m, count(*) AS n, sum(result = 1) AS w FROM played WHERE ended > 0 AND tbl > 0"
        " AND hints = 0 GROUP BY 1, 2, 3) r LEFT JOIN tally t ON t.person = r.person"
        " AND t.game = r.game AND t.name = r.m AND t.kind = 4 WHERE (t.played, t.won) IS NOT"
        " (r.n, r.w)",
        "SELECT count(*) FROM (SELECT person, opponent, count(*) AS n, sum(result = 1) AS w,"
        " sum(result = 3) AS l FROM against WHERE tbl > 0 AND hints = 0 AND opponent NOT LIKE"
        " 'bot:%' GROUP BY 1, 2) r LEFT JOIN tally t ON t.person = r.person AND t.name = r.opponent"
        " AND t.kind = 5 WHERE (t.played, t.won, t.lost) IS NOT (r.n, r.w, r.l)",
        "SELECT count(*) FROM (SELECT person, opponent, game, count(*) AS n FROM against"
        " WHERE tbl > 0 AND hints = 0 AND opponent LIKE 'bot:%' GROUP BY 1, 2, 3) r LEFT JOIN"
        " tally t ON t.person = r.person AND 'bot:' || t.name = r.opponent AND t.game = r.game"
        " AND t.kind = 6 WHERE t.played IS NOT r.n",
        "SELECT (SELECT count(*) FROM played WHERE ended > 0 AND result = 4) -"
        " (SELECT coalesce(sum(played), 0) FROM tally WHERE kind = 7)",
        "SELECT count(*) FROM tally WHERE played < 0 OR played <> won + drawn + lost + gone",
    };
    for (size_t i = 0; i < sizeof differences / sizeof *differences; i++) {
        if (query(differences[i]) != 0)
            fail_msg("difference %zu", i);
    }
}

/* Whatever happens at many tables, and twice: the counts stay those of the rows. */
static void counts_follow(void **state)
{
    enum { TABLES = 60, CHANGES = 900 };
    static const char *const games[] = {"debacle", "wazabi", "easycome"};
    struct rng rng;
    (void)state;
    rng_seed(&rng, 39);
    bool over[TABLES + 1] = {false};
    for (int i = 0; i < CHANGES; i++) {
        const int64_t table = 1 + (int64_t)rng_below(&rng, TABLES);
        const enum people_change_kind kind = (enum people_change_kind)rng_below(&rng, 5);
        const int seat = 1 + (int)rng_below(&rng, 2);
        if (over[table])
            continue;
        struct people_change change =
            change_of(kind, table, seat, kind == PEOPLE_SIT ? 1 + (int64_t)rng_below(&rng, 3) : 0);
        now += rng_below(&rng, 400000000);
        change.at = now;
        change.played.game = games[table % 3];
        change.played.share[rng_below(&rng, 3)] = GAME_WHOLE;
        if (rng_below(&rng, 4) == 0)
            change.played.share[0] = change.played.share[1] = GAME_WHOLE / 2;
        over[table] = kind == PEOPLE_OVER;
        write_change(&change);
        if (rng_below(&rng, 3) == 0)
            write_change(&change);
        if (i % 50 == 0)
            check_counts();
    }
    check_counts();
    assert_true(query("SELECT count(*) FROM tally WHERE kind = 5 AND shown = 'Marie'") > 0);
    assert_true(query("SELECT sum(played) FROM tally WHERE kind = 7") > 0);
    assert_true(query("SELECT sum(played) FROM tally WHERE kind = 2") > 0);
}

/* ---- which game is analysed ---- */

static void finish(int64_t table, int64_t person)
{
    struct people_change change = change_of(PEOPLE_SIT, table, 1, person);
    write_change(&change);
    change.kind = PEOPLE_OVER;
    change.played.share[0] = GAME_WHOLE;
    write_change(&change);
}

/* The number of the table that this server gets; 0: none. */
static int64_t take(const char *server, bool restarted)
{
    const struct people_env env = env_of();
    struct people_study study;
    if (!people_study_take(&env, server, restarted, &study, &why))
        fail_msg("%s", reason);
    const int64_t table = study.table;
    people_study_free(&study);
    return table;
}

static void keep(int64_t table, const struct match *match, const struct analysis *analysis)
{
    const struct people_env env = env_of();
    if (!people_study_keep(&env, table, match, analysis, &why))
        fail_msg("%s", reason);
}

/* A game is taken by one server until it dies; numbers are kept once. */
static void games_are_taken_once(void **state)
{
    struct rng rng;
    struct analysis analysis;
    (void)state;
    test_plays("easycome");
    finish(1, 1);
    now++;
    finish(2, 2);
    struct people_change left = change_of(PEOPLE_SIT, 3, 1, 1);
    write_change(&left);
    left.kind = PEOPLE_TAKE;
    left.person = 0;
    write_change(&left); /* a game that the person has left is never analysed */
    assert_int_equal(take("a", false), 2);
    assert_int_equal(take("b", false), 1);
    assert_int_equal(take("a", false), 0);
    assert_int_equal(take("b", false), 0);
    assert_int_equal(take("a", true), 2); /* after a crash, at once */
    now += PEOPLE_STUDY_MS;
    assert_int_equal(take("a", false), 2); /* the last of its tries */
    struct match *match = new_match("easycome", 3);
    rng_seed(&rng, 1);
    play_out(match, &rng);
    analyse(match, 0, &analysis, &why, NULL, NULL);
    for (int i = 0; i < 3; i++)
        keep(1, match, &analysis);
    assert_int_equal(query("SELECT count(*) FROM ledger"), 1);
    assert_int_equal(query("SELECT games FROM ledger"), 1);
    assert_int_equal(query("SELECT sum(played) FROM tally WHERE kind = 8"), 1);
    assert_int_equal(query("SELECT l.luck - p.luck FROM ledger l JOIN played p ON p.tbl = 1"), 0);
    assert_int_equal(query("SELECT count(*) FROM played WHERE luck IS NOT NULL"), 1);
    now += PEOPLE_STUDY_MS;
    assert_int_equal(take("a", false), 0); /* a game that is never finished is given up */
    assert_int_equal(query("SELECT sum(played) FROM tally WHERE kind = 7 AND person = 2"), 1);
    assert_int_equal(query("SELECT count(*) FROM study"), 0);
    assert_int_equal(query("SELECT count(*) FROM played WHERE analysed = 0 AND ended > 0"), 0);
    analysis_free(&analysis);
    match_free(match);
}

/* Somebody with very many games does not hold up the others for longer than a day's share. */
static void shares_of_a_day(void **state)
{
    int taken = 0;
    (void)state;
    finish(1, 1);
    for (int i = 0; i < PEOPLE_STUDY_DAILY + 20; i++) {
        now++;
        finish(10 + i, 2);
    }
    while (take("a", false) != 1) {
        taken++;
        assert_in_range(taken, 0, PEOPLE_STUDY_DAILY);
    }
    assert_int_equal(taken, PEOPLE_STUDY_DAILY);
    assert_int_equal(take("a", false), 0);
    now += DAY_MS;
    assert_true(take("a", false) > 1);
}

/* ---- many games ---- */

static int64_t ask_statistics(const char *token)
{
    struct people_answer answer;
    const struct people_env env = env_of();
    const struct people_request request = {.verb = PEOPLE_STATISTICS, .token = token};
    steps = 0;
    people_handle(&env, &request, &answer);
    if (answer.status != 200 || answer.body.cut)
        fail_msg("%d: %s", answer.status, answer.text);
    people_answer_free(&answer);
    return steps;
}

/* The work of an answer does not grow with the games, but with what it shows. */
static void many_games(void **state)
{
    struct people_answer answer;
    const struct people_env env = env_of();
    const struct people_request request = {.verb = PEOPLE_CREATE, .name = "Léa", .program = true};
    char token[PEOPLE_TOKEN_HEX];
    int64_t few = 0;
    (void)state;
    people_handle(&env, &request, &answer);
    assert_int_equal(answer.status, 200);
    snprintf(token, sizeof token, "%s", answer.token);
    people_answer_free(&answer);
    for (int64_t games = 600; games <= 60000; games *= 100) {
        char statement[900];
        execute("DELETE FROM played; DELETE FROM tally; BEGIN");
        snprintf(
            statement, sizeof statement,
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %lld)"
            " INSERT INTO played SELECT (SELECT id FROM person), i, 1, 'table' || i, 'debacle',"
            " 2, i, i * 1000000, 1 + i %% 4, 60, 0, 9, '[]', NULL, 1, 2, 3, 1, NULL FROM n",
            (long long)games);
        execute(statement);
        execute("INSERT INTO tally SELECT person, 5, 'o' || (tbl % 20000), '', '', 1 + count(*), 0,"
                " 0, 0, 0 FROM played GROUP BY 1, 3");
        execute("INSERT INTO tally SELECT person, 0, '', '', '', count(*), 0, 0, 0, 0 FROM played"
                " GROUP BY 1; COMMIT");
        assert_true(query("SELECT count(*) FROM played") == games);
        const int64_t spent = ask_statistics(token);
        print_message("%lld games: %lld thousand steps\n", (long long)games, (long long)spent);
        if (!few)
            few = spent + 1;
        assert_true(spent <= 2 * few);
    }
}

/* ---- priority ---- */

static struct ev_loop *loop;
static int answered;

static void on_done(void *context, struct job *job)
{
    struct studies *studies = context;
    if (job->task >= JOB_TAKE) {
        studies_done(studies, job);
        answered += job->task == JOB_KEEP;
    } else {
        answered++;
    }
}

static void turn(void)
{
    ev_run(loop, EVRUN_NOWAIT);
    usleep(1000);
}

static int busy_asked;
static bool busy_until_asked(const void *context)
{
    (void)context;
    return ++busy_asked < 5;
}

/* While another pool has something to do, nothing is taken; the analysis of a game that was taken
 * waits between its lines. */
static void play_comes_first(void **state)
{
    (void)state;
    struct health health = {0};
    struct clock clock = clock_start();
    stop_flag halt = 0;
    loop = ev_loop_new(EVFLAG_AUTO);
    struct studies studies = {.health = &health, .clock = &clock, .server = "", .halt = &halt};
    struct pool *desk = pool_open(1, path, STORE_NOTES, NULL, loop, on_done, &studies, &why),
                *student = pool_open(1, NULL, STORE_READ, NULL, loop, on_done, &studies, &why),
                *play = pool_open(1, path, STORE_NOTES, NULL, loop, on_done, &studies, &why);
    studies.desk = desk;
    studies.student = student;
    studies.play[0] = play;
    assert_true(pool_lower(student));
    /* A table that does not exist any more: it is given up as soon as it is taken. */
    finish(1, 1);
    execute("BEGIN IMMEDIATE"); /* holds the job of the pool */
    struct job *job = job_new(JOB_ERASE, "", "", false);
    pool_ask(play, job);
    assert_true(pool_is_busy(play));
    for (int i = 0; i < 50; i++) {
        studies_tick(&studies);
        turn();
        assert_false(studies.working);
        assert_false(pool_is_busy(student) || pool_is_busy(desk));
    }
    execute("COMMIT");
    while (pool_is_busy(play) || answered < 1)
        turn();
    studies_tick(&studies);
    assert_true(studies.working);
    while (studies.working)
        turn();
    assert_int_equal(query("SELECT sum(played) FROM tally WHERE kind = 7"), 1);
    assert_int_equal(answered, 2);
    pool_close(student);
    pool_close(desk);
    pool_close(play);
    ev_loop_destroy(loop);
}

/* Between two lines an analysis waits for those who play, and ends at shutdown. */
static void analyses_wait(void **state)
{
    (void)state;
    test_plays("easycome");
    stop_flag halt = 0;
    struct study_job study = {.is_play_busy = busy_until_asked, .halt = &halt};
    struct job analysing = {.task = JOB_STUDY, .study = &study};
    const atomic_bool stop = false, stopped = true;
    struct rng rng;
    rng_seed(&rng, 5);
    study.match = new_match("easycome", 3);
    play_out(study.match, &rng);
    study_analyse(&analysing, &stop);
    assert_true(study.finished && busy_asked >= 5 + (int)study.match->body.count - 1);
    analysis_free(&study.analysis);
    study.finished = false;
    study_analyse(&analysing, &stopped);
    assert_false(study.finished);
    match_free(study.match);
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    why = text_on(reason, sizeof reason);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ledger_of_chance),
        cmocka_unit_test(kinds_add_up),
        cmocka_unit_test(words_by_theme),
        cmocka_unit_test_setup_teardown(counts_follow, open_store, close_store),
        cmocka_unit_test_setup_teardown(games_are_taken_once, open_store, close_store),
        cmocka_unit_test_setup_teardown(shares_of_a_day, open_store, close_store),
        cmocka_unit_test_setup_teardown(many_games, open_store, close_store),
        cmocka_unit_test_setup_teardown(play_comes_first, open_store, close_store),
        cmocka_unit_test(analyses_wait),
    };
    cmocka_set_test_filter(getenv("CORNET_TEST"));
    return cmocka_run_group_tests(tests, NULL, NULL);
}
