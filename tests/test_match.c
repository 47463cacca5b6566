/* match/: invalid records, saving, undoing, resuming, and logs with hidden moves. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "helpers.h"
#include "match/driver.h"

#define HEAD "cornet 1\ngame easycome\nplayers 2\noption first=1\n---\n"

static struct match *read_text(const char *record, size_t *line, struct text *why)
{
    return match_read(span_of(record), line, why);
}

static struct match *must_read(const char *record)
{
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    size_t line = 0;
    struct match *match = read_text(record, &line, &reason);
    if (!match)
        fail_msg("%zu: %s", line, why);
    return match;
}

static void must_do(struct match *match, const char *line)
{
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    if (!match_do(match, span_of(line), &reason))
        fail_msg("%s: %s", line, why);
}

static void wrong_records_say_where_and_why(void **unused)
{
    (void)unused;
    test_plays("easycome", "debacle");
    static const struct {
        const char *record;
        size_t line;
        const char *reason; /* part of the reason */
    } wrong[] = {
        {"", 1, "starts with the line 'cornet 1'"},
        {"\n", 1, "starts with the line 'cornet 1'"},
        {"cornet 3\n", 1, "version '3'"},
        {"cornet 1 \n", 1, "version '1 '"},
        {"\xef\xbb\xbf"
         "cornet 1\n",
         1, "starts with the line 'cornet 1'"},
        {"cornet 1\r\ngame easycome\r\n", 1, "CR"},
        {"cornet 1\n", 1, "'---' is missing"},
        {"cornet 1\ngame easycome\nplayers 2\n", 3, "'---' is missing"},
        {"cornet 1\n---\n", 2, "names no game"},
        {"cornet 1\ngame\n---\n", 2, "no game ''"},
        {"cornet 1\ngame chess\nplayers 2\n---\n", 2, "no game 'chess'; there are: easycome"},
        {"cornet 1\ngame easycome\ngame easycome\nplayers 2\n---\n", 3, "twice"},
        {"cornet 1\ngame easycome\n---\n", 3, "'players NUMBER'"},
        {"cornet 1\ngame easycome\nplayers 1\n---\n", 3, "2 to 4 players, not '1'"},
        {"cornet 1\ngame easycome\nplayers 5\n---\n", 3, "2 to 4 players, not '5'"},
        {"cornet 1\ngame easycome\nplayers 02\n---\n", 3, "not '02'"},
        {"cornet 1\ngame easycome\nplayers 2\nplayers 2\n---\n", 4, "twice"},
        {"cornet 1\ngame easycome\nplayers 2\noption hold\n---\n", 4, "name=value"},
        {"cornet 1\ngame easycome\nplayers 2\noption speed=3\n---\n", 4, "it has: hold, first"},
        {"cornet 1\ngame easycome\nplayers 2\noption hold=4\n---\n", 4, "takes 2 to 3, not '4'"},
        {"cornet 1\ngame easycome\nplayers 2\noption hold=\n---\n", 4, "takes 2 to 3, not ''"},
        {"cornet 1\ngame easycome\nplayers 2\noption first=0\n---\n", 4, "roll or 1 to 4"},
        {"cornet 1\ngame easycome\nplayers 2\noption first=3\n---\n", 4, "there are 2 players"},
        {"cornet 1\ngame easycome\nplayers 3\noption hold=3\n---\n", 4, "4 players, not 3"},
        {"cornet 1\ngame easycome\nplayers 2\noption first=1\noption first=2\n---\n", 5, "twice"},
        {"cornet 1\ngame debacle\nplayers 2\noption setup=bad\noption target=40\n---\n", 4, "nine"},
        {"cornet 1\ngame debacle\nplayers 3\n---\n", 3, "debacle is for 2 players, not '3'"},
        {"cornet 1\ngame easycome\nplayers 2\nseat 3 Anne\n---\n", 4, "from 1 to 2, not '3'"},
        {"cornet 1\ngame easycome\nplayers 2\nseat 1\n---\n", 4, "a name has"},
        {"cornet 1\ngame easycome\nplayers 2\nseat 1 A\nseat 1 B\n---\n", 5, "twice"},
        {"cornet 1\ngame easycome\nplayers 2\nseat 1  A\n---\n", 4, "a name has"},
        {"cornet 1\ngame easycome\nplayers 2\n\n---\n", 4, "an empty line"},
        {"cornet 1\ngame easycome\nplayers 2\nnote \xff\n---\n", 4, "not UTF-8"},
        {"cornet 1\ngame easycome\ncornet 1\nplayers 2\n---\n", 3, "once, at the top"},
        {HEAD "* roll 0225\n\n", 7, "an empty line"},
        {HEAD "* roll 0225\n2 stop\n", 7, "seat 1 is to move, not seat 2"},
        {HEAD "* roll 0225\n3 stop\n", 7, "seat 1 is to move, not seat 3"},
        {HEAD "* roll 2250\n", 6, "ascending"},
        {HEAD "* roll 025\n", 6, "4 digits"},
        {HEAD "* roll 0226\n", 6, "from 0 to 5"},
        {HEAD "* roll\n", 6, "4 digits"},
        {HEAD "x roll 0225\n", 6, "starts with '*' or a seat from 1 to 6"},
        {HEAD "* roll 0225 \n", 6, "4 digits"},
        {HEAD "*  roll 0225\n", 6, "expected '* roll'"},
        {HEAD " * roll 0225\n", 6, "a space before"},
        {HEAD "*\n", 6, "but no move"},
        {HEAD "1\n", 6, "a roll or a draw comes next"},
        {HEAD "1 stop\n", 6, "a roll or a draw comes next"},
        {HEAD "* roll 0225\n1 jump\n", 7, "expected 'keep'"},
        {HEAD "* roll 0225\n1 stop now\n", 7, "expected 'keep'"},
        {HEAD "* roll 0225\n1 take crown\n", 7, "no prize 'crown'"},
        {HEAD "* roll 0225\n1 keep ?\n", 7, "cannot be replayed"},
        {HEAD "* roll ?\n", 6, "cannot be replayed"},
        {HEAD "* roll 0225\n1 stop\n* roll 0\t1\n", 8, "clean UTF-8"},
        {HEAD "* roll 0225\n1 st\x1bop\n", 7, "control character"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char why[TEXT_WHY];
        struct text reason = text_on(why, sizeof why);
        size_t line = 0;
        struct match *match = read_text(wrong[i].record, &line, &reason);
        if (match)
            fail_msg("should be wrong:\n%s", wrong[i].record);
        if (line != wrong[i].line || !strstr(why, wrong[i].reason))
            fail_msg("'%zu: %s' is said of\n%s", line, why, wrong[i].record);
    }
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    size_t line = 0;
    static const char with_nul[] = HEAD "* roll\0 0225\n";
    assert_null(match_read((struct span){with_nul, sizeof with_nul - 1}, &line, &reason));
    assert_int_equal(line, 6);
}

static void long_lines_are_refused_whole(void **unused)
{
    (void)unused;
    test_plays("easycome");
    char *record = malloc(1u << 20);
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    size_t line = 0;
    const size_t head = strlen(HEAD);
    memcpy(record, HEAD, head);
    memset(record + head, '1', (1u << 20) - head);
    assert_null(match_read((struct span){record, 1u << 20}, &line, &reason));
    assert_int_equal(line, 6);
    assert_non_null(strstr(why, "at most"));
    free(record);
}

static void headers_come_in_any_order_and_are_kept(void **unused)
{
    (void)unused;
    test_plays("easycome");
    struct match *match =
        must_read("cornet 1\nseat 2 bot:greedy\nevent Fête à Nice\noption first=2\n"
                  "players 2\nfair-commit 00ff\noption hold=2\ngame easycome\n"
                  "---\n# hello\n* roll 0225");
    char *record = test_record(match);
    assert_string_equal(record, "cornet 1\ngame easycome\nplayers 2\noption first=2\n"
                                "seat 2 bot:greedy\nevent Fête à Nice\nfair-commit 00ff\n"
                                "---\n# hello\n* roll 0225\n");
    assert_int_equal(match_mover(match), 2);
    free(record);
    match_free(match);
}

static void a_line_after_the_end_is_wrong(void **unused)
{
    (void)unused;
    test_plays("easycome");
    size_t length, line = 0;
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    char *record = test_read_file("../games/easycome/tests/rules/hold-2-players.cornet", &length);
    struct match *match = must_read(record);
    assert_int_equal(match_mover(match), GAME_OVER);
    match_free(match);
    size_t lines = 0;
    for (size_t i = 0; i < length; i++)
        lines += record[i] == '\n';
    strcpy(record + length, "* roll 0000\n");
    assert_null(match_read(span_of(record), &line, &reason));
    assert_int_equal(line, lines + 1);
    assert_string_equal(why, "the game is over");
    free(record);
}

static void a_refused_line_changes_nothing(void **unused)
{
    (void)unused;
    test_plays("easycome");
    struct match *match = must_read(HEAD "* roll 0225\n");
    char *before = test_record(match);
    const union game_state state = match_state(match);
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    assert_false(match_do(match, span_of("1 keep 33"), &reason));
    assert_false(match_do(match, span_of("1 keep 2\n"), &reason));
    assert_false(match_do(match, span_of("# note"), &reason));
    char *after = test_record(match);
    assert_string_equal(before, after);
    assert_memory_equal(&state, &match->state, match->game->state_size);
    free(before);
    free(after);
    match_free(match);
}

static void undo_stops_at_dice(void **unused)
{
    (void)unused;
    test_plays("easycome");
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct match *match = must_read(HEAD "* roll 0225\n");
    assert_false(match_undo(match, 1, &reason));
    assert_non_null(strstr(why, "have been seen since"));
    const union game_state before = match_state(match);
    must_do(match, "1 keep 22");
    assert_true(match_undo(match, 1, &reason));
    assert_memory_equal(&before, &match->state, match->game->state_size);
    must_do(match, "1 keep 25");
    assert_false(match_undo(match, 2, &reason));
    char *record = test_record(match);
    assert_string_equal(record, HEAD "* roll 0225\n# undone: 1 keep 22\n1 keep 25\n");
    struct match *again = must_read(record);
    assert_memory_equal(&again->state, &match->state, match->game->state_size);
    must_do(match, "* roll 25");
    assert_false(match_undo(match, 1, &reason));
    match_free(again);
    free(record);
    match_free(match);
}

/* Undo also undoes the bots' answers, but never another person's move. */
static void undo_takes_back_answers_of_bots(void **unused)
{
    (void)unused;
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    const char *body = "players 2\nseat 1 Anne\n%s---\n1 roll\n* die 3\n1 hold\n# a bot\n2 roll\n";
    for (int bot = 0; bot < 2; bot++) {
        char record[256] = "cornet 1\ngame template\n";
        snprintf(record + strlen(record), 200, body, bot ? "seat 2 bot:random\n" : "");
        struct match *match = must_read(record);
        assert_int_equal(match_undo(match, 1, &reason), bot);
        if (bot) {
            assert_string_equal(match->body.line[2], "# undone: 1 hold");
            assert_string_equal(match->body.line[3], "# a bot");
            assert_string_equal(match->body.line[4], "# undone: 2 roll");
            assert_int_equal(match_mover(match), 1);
        } else {
            assert_non_null(strstr(why, "Too late: seat 2 has already moved"));
        }
        match_free(match);
    }
    /* Moves that reveal a secret cannot be undone either: in the probe, passing reveals one. */
    struct game_settings settings;
    game_defaults(&probe_game, &settings);
    struct match *match = match_new(&probe_game, &settings, &reason);
    must_do(match, "* deal 1");
    must_do(match, "* deal 4");
    must_do(match, "1 pass");
    assert_false(match_undo(match, 1, &reason));
    match_free(match);
}

/* A move that revealed something to others cannot be undone, even if no dice have been rolled: in
 * Wazabi, discarded cards lie face up. Playing a card and passing reveal nothing else. */
static void undo_stops_at_cards_that_were_seen(void **unused)
{
    (void)unused;
    test_plays("wazabi");
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    static const char hands[] = "cornet 1\ngame wazabi\nplayers 3\n---\n"
                                "* draw reste1\n* draw reste1\n* draw reste1\n"
                                "* draw retire1\n* draw tourne\n* draw tourne\n"
                                "* draw vole\n* draw vole\n* draw donne\n"
                                "* roll WWWW\n* roll CCCC\n* roll CCCC\n* roll WWWW\n";
    struct match *match = must_read(hands);
    must_do(match, "1 play reste1 2");
    assert_true(match_undo(match, 1, &reason));
    must_do(match, "1 pass");
    assert_true(match_undo(match, 1, &reason));
    must_do(match, "1 play reste1 2");
    must_do(match, "2 keep tourne");
    const size_t lines = match->body.count;
    assert_false(match_undo(match, 2, &reason));
    assert_string_equal(why, "Too late: dice or cards have been seen since");
    assert_false(match_undo(match, 1, &reason));
    assert_int_equal(match->body.count, lines);
    assert_string_equal(match->body.line[lines - 1], "2 keep tourne");
    match_free(match);
}

/* An undo within the player's own turn needs no consent; an earlier one does. */
static void a_turn_is_ones_own_until_it_ends(void **unused)
{
    (void)unused;
    test_plays("debacle");
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct match *match = must_read("cornet 1\ngame debacle\nplayers 2\n---\n");
    const unsigned bots = 0;
    must_do(match, "1 a1-a2");
    must_do(match, "1 b1~");
    assert_int_equal(match_find_undo(match, 1, bots, &reason), 1);
    assert_true(match_undo_is_own(match, 1, 1));
    assert_true(match_undo_is_own(match, 1, 0));
    assert_false(match_undo_is_own(match, 2, 1));
    assert_false(match_undo_is_own(match, 1, match->body.count));
    must_do(match, "1 end");
    assert_false(match_undo_is_own(match, 1, 2));
    must_do(match, "2 a6-a5");
    assert_true(match_undo_is_own(match, 2, 3));
    assert_false(match_undo_is_own(match, 2, 2)); /* the end of another turn */
    assert_true(match_undo(match, 2, &reason));
    assert_true(match_undo(match, 1, &reason)); /* undoes the end: the turn continues */
    assert_true(match_undo_is_own(match, 1, 1));
    match_free(match);
}

/* After an undo and after a restart, everything is as if the undone lines had never been played. */
static void nothing_is_left_of_undone_lines(void **unused)
{
    (void)unused;
    test_plays("debacle");
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct match *match = must_read("cornet 1\ngame debacle\nplayers 2\n---\n");
    must_do(match, "1 a1-a2");
    const game_action first = match->last;
    must_do(match, "1 b1~");
    assert_int_not_equal(match->last, first);
    assert_true(match_undo(match, 1, &reason));
    assert_int_equal(match->last, first);
    assert_true(match_undo(match, 1, &reason));
    assert_int_equal(match->last, 0);
    must_do(match, "1 a1-a2");
    must_do(match, "1 end");
    assert_true(match_restart(match, &reason));
    assert_int_equal(match->last, 0);
    must_do(match, "1 a1-a2");
    assert_true(match_undo_is_own(match, 1, 0)); /* the first turn begins with the first line */
    match_free(match);
}

/* Which moves of each game can be undone, and the reason for the others. */
static void undo_in_every_game(void **unused)
{
    (void)unused;
    static const char seen[] = "Too late: dice or cards have been seen since";
    static const struct {
        const char *game, *start, *line;
        bool may;
    } moves[] = {
        {"easycome", "option first=1\n---\n* roll 0225\n", "1 keep 22", true},
        {"easycome", "option first=1\n---\n* roll 0225\n", "1 stop", true},
        {"debacle", "---\n", "1 a1-a2", true},
        {"themots", "---\n* theme 2\n* roll SELOE blanc\n", "1 say lion", false},
        {"themots", "---\n* theme 2\n* roll SELOE blanc\n", "1 pass", false},
        {"template", "---\n1 roll\n* die 3\n", "1 hold", true},
    };
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        char record[256], why[TEXT_WHY];
        struct text reason = text_on(why, sizeof why);
        if (!test_game(moves[i].game))
            continue;
        snprintf(record, sizeof record, "cornet 1\ngame %s\nplayers 2\n%s", moves[i].game,
                 moves[i].start);
        struct match *match = must_read(record);
        const bool fresh = match->body.count == 0;
        assert_false(match_undo(match, 1, &reason));
        assert_string_equal(why, fresh ? "There is no move to take back yet" : seen);
        must_do(match, moves[i].line);
        text_clear(&reason);
        if (match_undo(match, 1, &reason) != moves[i].may)
            fail_msg("undo of %s: %s", moves[i].line, why);
        /* An undone line cannot be undone again. */
        text_clear(&reason);
        assert_false(match_undo(match, 1, &reason));
        assert_string_equal(why, fresh ? "There is no move to take back yet" : seen);
        match_free(match);
    }
}

static void endless_input_is_refused(void **unused)
{
    (void)unused;
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    size_t line = 0;
    FILE *zero = fopen("/dev/zero", "r");
    assert_null(match_read_stream(zero, &line, &reason));
    assert_non_null(strstr(why, "at most 64 MiB"));
    fclose(zero);
}

static void a_save_is_whole_or_not_there(void **unused)
{
    (void)unused;
    test_plays("easycome");
    char path[] = "/tmp/cornet-test-XXXXXX", why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    const int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    struct match *match = must_read(HEAD "* roll 0225\n");
    assert_true(match_save(match, path, &reason));
    size_t length, line;
    char *bytes = test_read_file(path, &length), *record = test_record(match);
    assert_string_equal(bytes, record);
    free(bytes);
    free(record);

    FILE *broken = fmemopen((char[]){HEAD "1 stop\n"}, strlen(HEAD "1 stop\n"), "r");
    assert_null(match_read_stream(broken, &line, &reason));
    fclose(broken);
    assert_int_equal(line, 6);

    assert_false(match_save(match, "/nowhere/at/all", &reason));
    assert_non_null(strstr(why, "/nowhere/at/all"));
    unlink(path);
    match_free(match);
}

static void bots_play_and_persons_do_not(void **unused)
{
    (void)unused;
    test_plays("easycome");
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct match *match = must_read("cornet 1\ngame easycome\nplayers 3\nseat 1 bot:greedy\n"
                                    "seat 2 bot:random\nseat 3 bot:greedy\n---\n");
    struct rng rng;
    rng_seed(&rng, 3);
    struct driver driver;
    driver_init(&driver, match->game, 3);
    assert_true(driver_open(&driver, match, &reason));
    while (driver_play(&driver, match, &rng, &rng))
        ;
    assert_int_equal(match_mover(match), GAME_OVER);
    driver_close(&driver);
    char *record = test_record(match);
    match_free(must_read(record));
    free(record);
    match_free(match);

    match = must_read("cornet 1\ngame easycome\nplayers 2\nseat 1 Anne\nseat 2 bot:deep\n---\n");
    driver_init(&driver, match->game, 2);
    assert_false(driver_open(&driver, match, &reason));
    assert_non_null(
        strstr(why, "no agent 'deep' for easycome; there are: adaptive, random, greedy"));
    match_free(match);
}

/* A seat that forfeits has lost, whatever the mover, and the others share the game. */
static void a_seat_may_forfeit(void **unused)
{
    (void)unused;
    test_plays("easycome");
    static const char start[] = "game easycome\nplayers 3\noption first=1\n---\n* roll 0225\n";
    char text[512], why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    uint8_t share[GAME_SEATS_MAX];
    size_t line;
    snprintf(text, sizeof text, "cornet 1\n%s", start);
    struct match *match = must_read(text);
    assert_false(match_do(match, span_of("4 forfeits"), &reason));
    assert_false(match_do(match, span_of("1 forfeits "), &reason));
    assert_int_equal(match_mover(match), 1);
    match_forfeit(match, 3);
    assert_int_equal(match_mover(match), GAME_OVER);
    match_result(match, share);
    assert_int_equal(share[0], 30);
    assert_int_equal(share[1], 30);
    assert_int_equal(share[2], 0);
    assert_false(match_do(match, span_of("1 stop"), &reason));
    assert_false(match_do(match, span_of("1 forfeits"), &reason));
    char *record = test_record(match);
    snprintf(text, sizeof text, "cornet 2\n%s3 forfeits\n", start);
    assert_string_equal(record, text);
    struct match *again = must_read(record);
    assert_int_equal(again->ended, 3);
    match_free(again);
    free(record);

    match_undo_from(match, match->body.count - 1); /* undoes the forfeit: the record is as before */
    assert_int_equal(match_mover(match), 1);
    record = test_record(match);
    snprintf(text, sizeof text, "cornet 1\n%s# undone: 3 forfeits\n", start);
    assert_string_equal(record, text);
    free(record);
    match_free(match);

    snprintf(text, sizeof text, "cornet 1\n%s3 forfeits\n", start);
    assert_null(read_text(text, &line, &reason));
    assert_int_equal(line, 7);
    assert_non_null(strstr(why, "'cornet 2'"));
    snprintf(text, sizeof text, "cornet 2\n%s3 forfeits\n1 stop\n", start);
    assert_null(read_text(text, &line, &reason));
    assert_int_equal(line, 8);
}

/* Two players may agree to a draw if the rules have draws: the game is over, with equal shares. */
static void two_may_agree_to_a_draw(void **unused)
{
    (void)unused;
    test_plays("debacle", "easycome");
    static const char start[] = "game debacle\nplayers 2\n---\n1 a1-a2\n";
    char text[512], why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    uint8_t share[GAME_SEATS_MAX];
    size_t line;
    snprintf(text, sizeof text, "cornet 1\n%s", start);
    struct match *match = must_read(text);
    assert_false(match_do(match, span_of("3 accepts draw"), &reason));
    assert_false(match_do(match, span_of("2 accepts"), &reason));
    assert_true(match_do(match, span_of("2 accepts draw"), &reason));
    assert_int_equal(match_mover(match), GAME_OVER);
    match_result(match, share);
    assert_true(share[0] == GAME_WHOLE / 2 && share[1] == GAME_WHOLE / 2);
    assert_false(match_do(match, span_of("1 end"), &reason));
    char *record = test_record(match);
    snprintf(text, sizeof text, "cornet 2\n%s2 accepts draw\n", start);
    assert_string_equal(record, text);
    struct match *again = must_read(record);
    assert_int_equal(again->ended, MATCH_DRAWN);
    match_free(again);
    free(record);
    match_undo_from(match, match->body.count - 1);
    assert_int_equal(match_mover(match), 1);
    match_free(match);
    snprintf(text, sizeof text, "cornet 1\n%s2 accepts draw\n", start);
    assert_null(read_text(text, &line, &reason));
    assert_non_null(strstr(why, "'cornet 2'"));
    match = must_read("cornet 1\ngame easycome\nplayers 2\n---\n");
    assert_false(match_do(match, span_of("2 accepts draw"), &reason)); /* its rules have no draws */
    match_free(match);
}

/* The probe: records may omit rulings. A written ruling counts even if the game would rule
 * otherwise. A refused line does not leave an omitted ruling behind. */
static void rulings_may_be_left_out(void **unused)
{
    (void)unused;
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct game_settings settings;
    game_defaults(&probe_game, &settings);
    struct match *match = match_new(&probe_game, &settings, &reason);
    must_do(match, "* deal 1");
    must_do(match, "* deal 0");
    must_do(match, "2 say aurochs");
    const union game_state judging = match_state(match);
    assert_false(match_do(match, span_of("3 pass"), &reason));
    /* only players' lines may omit a ruling */
    assert_false(match_do(match, span_of("* time"), &reason));
    assert_memory_equal(&judging, &match->state, match->game->state_size);
    assert_int_equal(match->body.count, 3);
    must_do(match, "1 say zebu"); /* the omitted ruling before it: yes for seat 2 */
    must_do(match, "* yes");      /* the game would have ruled no */
    char position[GAME_LINE_MAX];
    struct text out = text_on(position, sizeof position);
    assert_true(match->game->position(&match->state, &out));
    assert_string_equal(position, "1/1/0");
    /* The omitted ruling was written. */
    assert_string_equal(match->body.line[2], "2 say aurochs");
    assert_string_equal(match->body.line[3], "* yes");
    must_do(match, "* time");
    assert_int_equal(match_mover(match), GAME_OVER);
    match_free(match);
}

/* If a line is refused after an omitted ruling was played for it, that ruling is undone completely.
 * Here the second `boa` ends the game, which completes a turn, and then nobody may speak. */
static void a_refused_line_takes_its_judgement_back(void **unused)
{
    (void)unused;
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct game_settings settings;
    game_defaults(&probe_game, &settings);
    struct match *match = match_new(&probe_game, &settings, &reason),
                 *other = match_new(&probe_game, &settings, &reason);
    static const char *const lines[] = {"* deal 1",  "* deal 0", "1 say boa",
                                        "2 say ane", "* yes",    "1 say boa"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        must_do(match, lines[i]);
        must_do(other, lines[i]);
    }
    assert_int_equal(match->body.count, 7); /* the first ruling was omitted and then written */
    assert_false(match_do(match, span_of("2 say daim"), &reason));
    assert_string_equal(why, "the game is over");
    assert_int_equal(match->body.count, 7);
    test_same_table(match, other);
    assert_int_equal(match->turns, 0);
    must_do(match, "* yes");
    assert_int_equal(match->turns, 1);
    match_free(other);

    /* The line before the ruling can still be undone. */
    other = match_new(&probe_game, &settings, &reason);
    for (size_t i = 0; i < 3; i++)
        must_do(other, lines[i]);
    assert_false(match_do(other, span_of("3 pass"), &reason));
    assert_true(match_undo(other, 1, &reason));
    match_free(other);
    match_free(match);
}

/* A seat's log hides what its view hides, in undone lines too. */
static void logs_hide_what_views_hide(void **unused)
{
    (void)unused;
    test_plays("easycome", "wazabi");
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct game_settings settings;
    game_defaults(&probe_game, &settings);
    struct match *match = match_new(&probe_game, &settings, &reason);
    must_do(match, "* deal 1");
    must_do(match, "* deal 4");
    must_do(match, "1 say boa");
    assert_true(match_undo(match, 1, &reason));
    struct lines log = {0};
    match_log(match, 2, &log);
    assert_int_equal(log.count, 3);
    assert_string_equal(log.line[0], "* deal ?");
    assert_string_equal(log.line[1], "* deal 4");
    assert_string_equal(log.line[2], "# undone:");
    lines_free(&log);
    match_log(match, GAME_OPEN, &log);
    assert_string_equal(log.line[0], "* deal 1");
    assert_string_equal(log.line[2], "# undone: 1 say boa");
    lines_free(&log);
    char *seen = test_json(match, 1), *open = test_json(match, GAME_OPEN);
    assert_non_null(strstr(seen, "\"cards\":[1,null]"));
    assert_non_null(strstr(open, "\"cards\":[1,4]"));
    free(seen);
    free(open);
    match_free(match);

    /* Everybody sees other comments, and undone lines too in games without secrets. */
    match = must_read("cornet 1\ngame wazabi\nplayers 2\n---\n# hello\n* draw vole\n");
    match_log(match, 2, &log);
    assert_int_equal(log.count, 2);
    assert_string_equal(log.line[0], "# hello");
    assert_string_equal(log.line[1], "* draw ?");
    lines_free(&log);
    match_free(match);
    match = must_read(HEAD "* roll 0225\n1 keep 22\n");
    assert_true(match_undo(match, 1, &reason));
    match_log(match, 2, &log);
    assert_string_equal(log.line[1], "# undone: 1 keep 22");
    lines_free(&log);
    match_free(match);
}

/* Each viewer receives the lines as they are played. A refused line and the omitted ruling before
 * it are not among them. */
static void played_lines_are_shown_to_each_viewer(void **unused)
{
    (void)unused;
    test_plays("easycome");
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct game_settings settings;
    game_defaults(&probe_game, &settings);
    struct match *match = match_new(&probe_game, &settings, &reason);
    struct match_shown shown = {.viewers = 1 << 0 | 1 << 1 | 1 << 2};
    static const char *const lines[] = {"* deal 1", "* deal 4", "1 say boa"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_true(match_do_shown(match, span_of(lines[i]), &shown, &reason));
    assert_false(match_do_shown(match, span_of("3 pass"), &shown, &reason));
    static const char *const seen[3][3] = {{"* deal ?", "* deal ?", "1 say boa"},
                                           {"* deal 1", "* deal ?", "1 say boa"},
                                           {"* deal ?", "* deal 4", "1 say boa"}};
    for (int viewer = 0; viewer < 3; viewer++) {
        assert_int_equal(shown.line[viewer].count, 3);
        for (int i = 0; i < 3; i++)
            assert_string_equal(shown.line[viewer].line[i], seen[viewer][i]);
    }
    /* after the omitted ruling */
    assert_true(match_do_shown(match, span_of("2 pass"), &shown, &reason));
    assert_int_equal(shown.line[0].count, 5);
    assert_string_equal(shown.line[0].line[3], "* yes");
    match_shown_free(&shown);
    match_free(match);

    /* In a game without secrets, the lowest viewer has the lines for all viewers. */
    match = must_read(HEAD);
    shown = (struct match_shown){.viewers = 1 << 1 | 1 << 2};
    assert_true(match_do_shown(match, span_of("* roll 0225"), &shown, &reason));
    assert_int_equal(shown.line[1].count, 1);
    assert_int_equal(shown.line[2].count, 0);
    match_shown_free(&shown);
    match_free(match);
}

/* Records of earlier versions stay readable, line by line. */
static void old_records_still_replay(void **unused)
{
    (void)unused;
    DIR *folder = opendir("corpus/old");
    int count = 0;
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        char path[512];
        size_t length;
        if (entry->d_name[0] == '.')
            continue;
        count++;
        char game[sizeof entry->d_name]; /* GAME-….cornet */
        snprintf(game, sizeof game, "%.*s", (int)strcspn(entry->d_name, "-"), entry->d_name);
        if (!test_game(game))
            continue;
        snprintf(path, sizeof path, "corpus/old/%s", entry->d_name);
        char *bytes = test_read_file(path, &length);
        struct match *match = must_read(bytes);
        assert_int_equal(match_mover(match), GAME_OVER);
        char *record = test_record(match);
        assert_string_equal(record, bytes);
        free(record);
        free(bytes);
        match_free(match);
    }
    closedir(folder);
    assert_true(count >= 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_records_say_where_and_why),
        cmocka_unit_test(long_lines_are_refused_whole),
        cmocka_unit_test(headers_come_in_any_order_and_are_kept),
        cmocka_unit_test(a_line_after_the_end_is_wrong),
        cmocka_unit_test(a_refused_line_changes_nothing),
        cmocka_unit_test(undo_stops_at_dice),
        cmocka_unit_test(undo_takes_back_answers_of_bots),
        cmocka_unit_test(undo_stops_at_cards_that_were_seen),
        cmocka_unit_test(undo_in_every_game),
        cmocka_unit_test(a_turn_is_ones_own_until_it_ends),
        cmocka_unit_test(nothing_is_left_of_undone_lines),
        cmocka_unit_test(endless_input_is_refused),
        cmocka_unit_test(a_save_is_whole_or_not_there),
        cmocka_unit_test(bots_play_and_persons_do_not),
        cmocka_unit_test(a_refused_line_takes_its_judgement_back),
        cmocka_unit_test(a_seat_may_forfeit),
        cmocka_unit_test(two_may_agree_to_a_draw),
        cmocka_unit_test(rulings_may_be_left_out),
        cmocka_unit_test(logs_hide_what_views_hide),
        cmocka_unit_test(played_lines_are_shown_to_each_viewer),
        cmocka_unit_test(old_records_still_replay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
