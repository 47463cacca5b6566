/* Dice that bind the server: an honest client against servers that cheat, each in another way. The
 * test is the server: it knows its seed, plays seat 2, and sees what seat 1 sends. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "helpers.h"
#include "match/transcript.h"

/* ---- a server that can cheat ---- */

struct world {
    const struct game *game;
    struct game_settings settings;
    struct fair fair;             /* the server's state */
    struct transcript transcript; /* what seat 1 has kept */
    struct lines kept;            /* the same as a file */
    struct lines opening;         /* lines of another game from which this one continues */
    int step;                     /* of the exchange: OFFER_… */
    unsigned char fresh;          /* for the client's next random seed */
};

static void setup(struct world *w)
{
    *w = (struct world){.game = test_game("easycome"), .fresh = 100};
    game_defaults(w->game, &w->settings);
    w->fair = (struct fair){
        .table = "abcdefghijklmnop", .players = 2, .version = 1, .attempt = 1, .seed = {1}};
    w->transcript.seat = 1;
}

static void teardown(struct world *w)
{
    transcript_free(&w->transcript);
    lines_free(&w->kept);
    lines_free(&w->opening);
}

static struct match *new_match(const struct world *w)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    struct match *match = match_new(w->game, &w->settings, &why);
    assert_non_null(match);
    return match;
}

static void close_list(const struct world *w, struct fair *fair)
{
    struct match *match = new_match(w);
    struct lines settings = {0};
    unsigned char commit[FAIR_BYTES];
    fair_settings(fair, match, &settings);
    fair_commit(fair->seed, commit);
    fair_close(fair, commit, &settings);
    lines_free(&settings);
    match_free(match);
}

/* The client's next step for the server's current state. Stores its commitments and seeds. */
static enum transcript_step step_of(struct world *w, char reason[TEXT_WHY])
{
    struct match *match = new_match(w);
    struct transcript_offer offer = {.fair = w->fair, .step = w->step};
    struct text why = text_on(reason, TEXT_WHY);
    unsigned char fresh[FAIR_BYTES] = {w->fresh++};
    struct lines news = {0};
    sodium_memzero(offer.fair.seed, FAIR_BYTES);
    fair_commit(w->fair.seed, offer.commit);
    fair_settings(&w->fair, match, &offer.settings);
    lines_sort(&offer.settings);
    const enum transcript_step step = transcript_next(&w->transcript, &offer, fresh, &news, &why);
    const unsigned char *seed = w->transcript.seed[w->fair.attempt];
    if (step == TRANSCRIPT_COMMIT) {
        fair_commit(seed, w->fair.commit[0]);
        w->fair.committed |= 1;
    } else if (step == TRANSCRIPT_ACKNOWLEDGE) {
        w->fair.acknowledged |= 1;
    } else if (step == TRANSCRIPT_OPEN) {
        memcpy(w->fair.seat[0], seed, FAIR_BYTES);
        w->fair.revealed |= 1;
    }
    for (size_t i = 0; i < news.count; i++)
        lines_add(&w->kept, span_of(news.line[i]));
    lines_free(&news);
    lines_free(&offer.settings);
    match_free(match);
    return step;
}

static void expect_step(struct world *w, enum transcript_step step, const char *words)
{
    char reason[TEXT_WHY] = "";
    assert_int_equal(step_of(w, reason), step);
    if (!strstr(reason, words))
        fail_msg("'%s' says nothing of '%s'", reason, words);
}

/* The server's own seat 2 commits to this seed. */
static void promise(struct fair *fair, unsigned char mark)
{
    memset(fair->seat[1], mark, FAIR_BYTES);
    fair_commit(fair->seat[1], fair->commit[1]);
    fair->committed |= 2;
}

/* Runs the exchange until the client has acknowledged the list. */
static void exchange_list(struct world *w)
{
    w->step = OFFER_COMMIT;
    expect_step(w, TRANSCRIPT_COMMIT, "");
    expect_step(w, TRANSCRIPT_WAIT, "");
    promise(&w->fair, (unsigned char)(40 + w->fair.attempt));
    close_list(w, &w->fair);
    w->step = OFFER_LIST;
    expect_step(w, TRANSCRIPT_ACKNOWLEDGE, "");
    expect_step(w, TRANSCRIPT_ACKNOWLEDGE, ""); /* again after a lost connection */
}

static void exchange(struct world *w)
{
    exchange_list(w);
    w->fair.acknowledged |= 2;
    w->step = OFFER_OPEN;
    expect_step(w, TRANSCRIPT_OPEN, "");
    w->fair.revealed |= 2;
    fair_make_key(&w->fair);
    w->step = OFFER_DONE;
    expect_step(w, TRANSCRIPT_WAIT, "");
}

/* Plays a random game with these dice to its end. */
static char *play(const struct world *w, struct fair fair)
{
    struct match *match = new_match(w);
    struct fair_cache *cache = fair_cache_new();
    struct rng rng;
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    rng_seed(&rng, 7);
    for (size_t i = 0; i < fair.from; i++)
        assert_true(match_do(match, span_of(w->opening.line[i]), &why));
    while (match_mover(match) != GAME_OVER) {
        char line[GAME_LINE_MAX];
        struct text out = text_on(line, sizeof line);
        game_action action[GAME_ACTIONS_MAX];
        const int mover = match_mover(match);
        if (mover == GAME_CHANCE) {
            fair_draw(&fair, cache, match, &out);
            fair.drawn++;
        } else {
            const size_t count = w->game->actions(&match->state, mover, action);
            w->game->write(&match->state, action[rng_below(&rng, (uint32_t)count)], &match->history,
                           GAME_OPEN, &out);
        }
        assert_true(match_do(match, span_of(line), &why));
    }
    fair_write(&fair, true, &match->extra);
    char *record = test_record(match);
    fair_cache_free(cache);
    match_free(match);
    return record;
}

/* Shows a line of the game to the client, which must accept it. */
static void show(struct world *w, size_t index, const char *line)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    if (!transcript_saw(&w->transcript, index, span_of(line), &w->kept, &why))
        fail_msg("'%s': %s", line, reason);
}

/* Shows the lines of a record, without every `gap`-th one (0: all). */
static size_t show_all(struct world *w, const char *record, size_t gap)
{
    char line[GAME_LINE_MAX];
    size_t i = 0;
    for (const char *at = strstr(record, "---\n") + 4; *at; at += strlen(line) + 1, i++) {
        snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
        if (!gap || i % gap)
            show(w, i, line);
    }
    return i;
}

/* Checks the record against the kept file. `words` are part of the refusal; NULL: it is accepted.
 * */
static struct transcript_proof check(struct world *w, const char *record, const char *words)
{
    struct fair_report report;
    struct transcript kept;
    struct transcript_proof proof;
    char reason[TEXT_WHY] = "", *file = malloc(1 << 17);
    struct text why = text_on(reason, sizeof reason), out = text_on(file, 1 << 17);
    size_t line;
    if (!fair_verify(span_of(record), &report, &line, &why))
        fail_msg("the forgery does not even agree with itself: %s", reason);
    for (size_t i = 0; i < w->kept.count; i++)
        text_printf(&out, "%s\n", w->kept.line[i]);
    assert_false(out.cut);
    if (!transcript_read(&kept, span_of(file), &line, &why))
        fail_msg("line %zu of the transcript: %s", line, reason);
    const bool good = transcript_check(&kept, &report, span_of(record), &proof, &why);
    if (good != (words == NULL))
        fail_msg("the check says '%s'", reason);
    if (words && !strstr(reason, words))
        fail_msg("'%s' says nothing of '%s'", reason, words);
    transcript_free(&kept);
    free(file);
    return proof;
}

/* ---- records of servers that cheat ---- */

static void honest(void **state)
{
    (void)state;
    test_plays("easycome");
    for (size_t gap = 0; gap < 4; gap += 3) {
        struct world w;
        setup(&w);
        exchange(&w);
        char *record = play(&w, w.fair);
        const size_t lines = show_all(&w, record, gap);
        show_all(&w, record, gap); /* again after a lost connection */
        const struct transcript_proof proof = check(&w, record, NULL);
        assert_int_equal(proof.broken, 0);
        assert_int_equal(proof.played, lines);
        assert_int_equal(proof.seen, gap ? lines - (lines + gap - 1) / gap : lines);
        free(record);
        teardown(&w);
    }
}

/* Ways to bend the dice after the client has revealed its seed. Each makes a consistent record. */
static void choose_own_seed(struct world *w, struct fair *fair)
{
    promise(fair, 200); /* tried until the dice suit the server */
    close_list(w, fair);
}

static void replace_seed(struct world *w, struct fair *fair)
{
    memset(fair->seat[0], 201, FAIR_BYTES);
    fair_commit(fair->seat[0], fair->commit[0]);
    close_list(w, fair);
}

static void drop_seed(struct world *w, struct fair *fair)
{
    fair->committed = fair->revealed = 2;
    close_list(w, fair);
}

static void call_it_withheld(struct world *w, struct fair *fair)
{
    fair_fail(fair, 1);
    promise(fair, 202);
    close_list(w, fair);
    fair->revealed = 2;
}

static void change_own_seed(struct world *w, struct fair *fair)
{
    fair->seed[5] = 203;
    close_list(w, fair);
}

static void change_settings(struct world *w, struct fair *fair)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);

    assert_true(game_set(w->game, &w->settings, span_of("first"), span_of("2"), &why));
    close_list(w, fair);
}

static void name_another_table(struct world *w, struct fair *fair)
{
    fair->table[0] = 'z';
    close_list(w, fair);
}

static void say_it_is_old(struct world *w, struct fair *fair)
{
    (void)w;
    fair->version = 1;
}

static void forgeries(void **state)
{
    (void)state;
    test_plays("easycome");
    static const struct {
        void (*cheat)(struct world *w, struct fair *fair);
        const char *words;
    } cheats[] = {
        {choose_own_seed, "changed after you had acknowledged"},
        {replace_seed, "your seed was replaced"},
        {drop_seed, "the record has no seed of yours"},
        {call_it_withheld, "says that you did not answer in attempt 1"},
        {change_own_seed, "not the one that you saw first"},
        {change_settings, "changed after you had acknowledged"},
        {name_another_table, "to table zbcdefghijklmnop"},
        {say_it_is_old, "the record has none"},
    };
    for (size_t i = 0; i < sizeof cheats / sizeof *cheats; i++) {
        struct world w;
        setup(&w);
        exchange(&w);
        struct fair fair = w.fair;
        cheats[i].cheat(&w, &fair);
        if (fair.version >= 2)
            fair_make_key(&fair);
        char *record = play(&w, fair);
        check(&w, record, cheats[i].words);
        free(record);
        teardown(&w);
    }
}

/* Records that contradict themselves. */
static void contradictions(void **state)
{
    (void)state;
    test_plays("easycome");
    static const struct {
        const char *from, *to, *words;
    } changes[] = {
        {"fair-version 2", "fair-version 3", "does not know this version"},
        {"fair-version 2\n", "", "not followed by 64 hexadecimal digits"},
        {"fair-seat 2 ", "fair-seat 2 0", "a commitment and a seed"},
        {"fair-seat 2 ", "fair-seat 1 ", "twice"},
        {"fair-seat 2 ", "fair-seat 4 ", "does not name a seat"},
        {"fair-seat 2 ", "gone-seat 2 ", "forged: draw 1 "},
        {"fair-failed 1 3 ", "gone-failed 1 3 ", "forged: draw 1 "},
        {"fair-failed 1 3 reveal", "fair-failed 1 3 list", "forged: draw 1 "},
        {"fair-failed 1 3 ", "fair-failed 2 3 ", "the number of an attempt"},
        {"fair-failed 1 3 ", "fair-failed 1 2 ", "cannot take part in the next"},
        {"fair-failed 1 3 reveal", "fair-failed 1 3 tea", "'list' or 'reveal'"},
        {"fair-table a", "fair-table b", "forged: draw 1 "},
        {"players 3", "players 4", "forged: draw 1 "},
        {"fair-table ", "fair-tea\nfair-table ", "unknown line"},
    };
    struct world w;
    setup(&w);
    w.fair.players = 3;
    w.settings.players = 3;
    w.fair.committed = 4;
    w.fair.acknowledged = 4;
    w.fair.commit[2][0] = 9;
    fair_fail(&w.fair, 4);
    exchange(&w);
    char *record = play(&w, w.fair);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        struct fair_report report;
        char reason[TEXT_WHY] = "", *forged = malloc(strlen(record) + 64);
        struct text why = text_on(reason, sizeof reason);
        const char *at = strstr(record, changes[i].from);
        size_t line;
        assert_non_null(at);
        sprintf(forged, "%.*s%s%s", (int)(at - record), record, changes[i].to,
                at + strlen(changes[i].from));
        assert_false(fair_verify(span_of(forged), &report, &line, &why));
        if (!strstr(reason, changes[i].words))
            fail_msg("%s: '%s' says nothing of '%s'", changes[i].to, reason, changes[i].words);
        free(forged);
    }
    /* a seed that does not match its commitment, in a record without any other fault */
    w.fair.seat[1][0] ^= 1;
    fair_make_key(&w.fair);
    char *forged = play(&w, w.fair), reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    struct fair_report report;
    size_t line;
    assert_false(fair_verify(span_of(forged), &report, &line, &why));
    assert_non_null(strstr(reason, "the seed of 'fair-seat 2' is forged"));
    free(forged);
    free(record);
    teardown(&w);
}

/* Records that differ from the lines that were shown. */
static void other_lines(void **state)
{
    (void)state;
    test_plays("easycome");
    static const struct {
        size_t index;
        const char *line, *words;
    } shown[] = {
        {0, "* roll 9999", "line 1 of the game was '* roll 9999' when you saw it"},
        {1, "* roll ?", "'* roll ?'"}, /* nothing is hidden in this game */
        {40000, "1 stop", "line 40001"},
        {2, "# undone: * roll 0000", "line 3"},
    };
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        struct world w;
        setup(&w);
        exchange(&w);
        char *record = play(&w, w.fair);
        show(&w, shown[i].index, shown[i].line);
        check(&w, record, shown[i].words);
        free(record);
        teardown(&w);
    }
}

/* Revealed lines are final: only a player's move can be undone. */
static void changed_lines(void **state)
{
    (void)state;
    test_plays("easycome");
    struct world w;
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    setup(&w);
    show(&w, 0, "* roll 0011");
    show(&w, 0, "* roll 0011");
    show(&w, 1, "1 keep 00");
    show(&w, 1, "# undone: 1 keep 00");
    show(&w, 5, "* roll 2345");
    show(&w, 7, "1 stop");
    assert_int_equal(w.kept.count, 5);
    assert_string_equal(w.kept.line[3], "line 6 * roll 2345");
    static const struct {
        size_t index;
        const char *line;
    } bad[] = {{0, "* roll 0012"}, {0, "# undone: * roll 0011"}, {1, "1 keep 0"},
               {5, "* roll 5555"}, {2, "* roll 00\x1b"},         {2, ""},
               {100000, "1 stop"}, {7, "# undone: 1 keep 5"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(
            transcript_saw(&w.transcript, bad[i].index, span_of(bad[i].line), &w.kept, &why));
    assert_int_equal(w.kept.count, 5);
    teardown(&w);
}

/* Continues the exchange without seat 2 until the start. */
static void exchange_alone(struct world *w)
{
    w->step = OFFER_COMMIT;
    expect_step(w, TRANSCRIPT_COMMIT, "");
    close_list(w, &w->fair);
    w->step = OFFER_LIST;
    expect_step(w, TRANSCRIPT_ACKNOWLEDGE, "");
    w->step = OFFER_OPEN;
    expect_step(w, TRANSCRIPT_OPEN, "");
    fair_make_key(&w->fair);
}

/* Seat 2 does not reveal its seed because the server dislikes the dice. That is a choice, and it
 * counts, even if the server claims that no seed had been revealed. A record of the first attempt
 * is refused. */
static void second_attempt(void **state)
{
    (void)state;
    test_plays("easycome");
    for (int lie = 0; lie < 2; lie++) {
        struct world w;
        setup(&w);
        exchange_list(&w);
        w.step = OFFER_OPEN;
        expect_step(&w, TRANSCRIPT_OPEN, "");
        struct fair first = w.fair;
        w.fair.acknowledged = lie ? 1 : 3;
        fair_fail(&w.fair, 2);
        exchange_alone(&w);
        assert_memory_not_equal(w.transcript.seed[1], w.transcript.seed[2], FAIR_BYTES);
        char *record = play(&w, w.fair);
        show_all(&w, record, 0);
        assert_non_null(
            strstr(record, lie ? "\nfair-failed 1 2 list " : "\nfair-failed 1 2 reveal "));
        assert_int_equal(check(&w, record, NULL).broken, 1);
        free(record);
        first.revealed = 3;
        fair_make_key(&first);
        record = play(&w, first);
        check(&w, record, "you took part in a later one");
        free(record);
        teardown(&w);
    }
}

/* ---- servers that cheat during the exchange: the client reveals nothing ---- */

static void change_commitment(struct world *w)
{
    w->fair.seed[0]++;
    w->step = OFFER_OPEN;
}

static void change_list(struct world *w)
{
    promise(&w->fair, 77);
    w->step = OFFER_OPEN;
}

static void replace_commitment(struct world *w)
{
    w->fair.commit[0][3] ^= 1;
}

static void leave_out(struct world *w)
{
    w->fair.committed = 2;
}

static void call_missing(struct world *w)
{
    fair_fail(&w->fair, 1);
    w->step = OFFER_COMMIT;
}

static void begin_again(struct world *w)
{
    w->fair.attempt = 2;
    w->step = OFFER_COMMIT;
}

static void other_settings(struct world *w)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    assert_true(game_set(w->game, &w->settings, span_of("first"), span_of("2"), &why));
}

static void start_without(struct world *w)
{
    w->fair.revealed = 2;
    w->step = OFFER_DONE;
}

static void start_before_opening(struct world *w)
{
    w->fair.revealed = 3;
    memcpy(w->fair.seat[0], w->transcript.seed[1], FAIR_BYTES);
    w->step = OFFER_DONE;
}

/* Each cheat happens after the client has acknowledged a list: it reports the cheat and reveals
 * nothing. */
static void live_cheats(void **state)
{
    (void)state;
    test_plays("easycome");
    static const struct {
        void (*cheat)(struct world *w);
        enum transcript_step step;
        const char *words;
    } cheats[] = {
        {change_commitment, TRANSCRIPT_CHEATED, "changed its commitment"},
        {change_list, TRANSCRIPT_CHEATED, "changed the list"},
        {replace_commitment, TRANSCRIPT_CHEATED, "replaced your commitment"},
        {leave_out, TRANSCRIPT_LEFT_OUT, "without your seed"},
        {call_missing, TRANSCRIPT_LEFT_OUT, "you did not answer in time"},
        {begin_again, TRANSCRIPT_CHEATED, "without a reason"},
        {other_settings, TRANSCRIPT_CHEATED, "changed the settings"},
        {start_without, TRANSCRIPT_CHEATED, "not those of the list"},
        {start_before_opening, TRANSCRIPT_CHEATED, "started without your seed"},
    };
    for (size_t i = 0; i < sizeof cheats / sizeof *cheats; i++) {
        struct world w;
        setup(&w);
        exchange_list(&w);
        cheats[i].cheat(&w);
        expect_step(&w, cheats[i].step, cheats[i].words);
        assert_int_equal(w.transcript.opened, 0);
        teardown(&w);
    }
}

/* Cheats at other moments: requesting a seed before the list was shown; a new exchange during the
 * game; returning to an earlier attempt; a seed that this client does not know. */
static void other_moments(void **state)
{
    (void)state;
    test_plays("easycome");
    struct world w;
    setup(&w);
    expect_step(&w, TRANSCRIPT_COMMIT, "");
    promise(&w.fair, 41);
    w.step = OFFER_OPEN;
    expect_step(&w, TRANSCRIPT_ACKNOWLEDGE, "");
    teardown(&w);

    setup(&w);
    exchange(&w);
    fair_fail(&w.fair, 2);
    w.step = OFFER_COMMIT;
    expect_step(&w, TRANSCRIPT_CHEATED, "without a reason");
    teardown(&w);

    setup(&w);
    exchange_list(&w);
    const struct fair first = w.fair;
    fair_fail(&w.fair, 2);
    exchange_alone(&w);
    w.fair = first;
    w.step = OFFER_LIST;
    expect_step(&w, TRANSCRIPT_CHEATED, "without a reason");
    teardown(&w);

    setup(&w); /* the server requests a seed after lines have been shown */
    exchange_list(&w);
    show(&w, 0, "* roll 0123");
    w.step = OFFER_OPEN;
    expect_step(&w, TRANSCRIPT_CHEATED, "without a reason");
    teardown(&w);

    setup(&w);
    promise(&w.fair, 9);
    w.fair.committed = 3;
    memcpy(w.fair.commit[0], w.fair.commit[1], FAIR_BYTES);
    expect_step(&w, TRANSCRIPT_LEFT_OUT, "is not known here");
    teardown(&w);
}

/* ---- files that are not transcripts ---- */

static void files(void **state)
{
    (void)state;
    test_plays("easycome");
#define DIGITS "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
#define START "cornet-transcript 1\n"
    static const struct {
        const char *text, *words;
        size_t line;
    } bad[] = {
        {"", "not a transcript", 1},
        {"cornet 1\n", "not a transcript", 1},
        {DIGITS "0", "not a transcript", 1},
        {START, "names no table", 1},
        {START "table a\nseat 0\n", "number of a seat", 3},
        {START "table a\ntable b\n", "covers one table", 3},
        {START "list 1 12\n", "64 hexadecimal", 2},
        {START "list 0 " DIGITS "\n", "number of an attempt", 2},
        {START "list 1 " DIGITS "\nlist 1 " DIGITS "\n", "twice", 3},
        {START "opened 1\n", "names no attempt", 2},
        {START "tea 1\n", "no line 'tea'", 2},
        {START "line 1 * roll \x1b[2J\n", "characters", 2},
        {START "line 0 * roll 0123\n", "number of a line", 2},
        {START "line 1 \n", "number of a line", 2},
        {START "line 1 * roll 9999\nline 1 * roll 0123\n", "twice", 3},
        {START "seed 1 " DIGITS "\nlist 1 " DIGITS "\nline 1 1 stop\nopened 1\n",
         "names no attempt", 5},
        {START "table ../a\n", "covers one table", 2},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct transcript transcript;
        char reason[TEXT_WHY] = "";
        struct text why = text_on(reason, sizeof reason);
        size_t line;
        assert_false(transcript_read(&transcript, span_of(bad[i].text), &line, &why));
        if (!strstr(reason, bad[i].words) || line != bad[i].line)
            fail_msg("%zu: line %zu: '%s' says nothing of '%s'", i, line, reason, bad[i].words);
        transcript_free(&transcript);
    }
}

/* A seed without a transcript: it is in the record or not. */
static void seed_alone(void **state)
{
    (void)state;
    test_plays("easycome");
    struct world w;
    struct fair_report report;
    struct transcript kept;
    char reason[TEXT_WHY], hex[FAIR_HEX];
    struct text why = text_on(reason, sizeof reason);
    size_t line;
    struct transcript_proof proof;
    setup(&w);
    exchange(&w);
    char *record = play(&w, w.fair);
    assert_true(fair_verify(span_of(record), &report, &line, &why));
    fair_to_hex(w.fair.seat[0], hex);
    assert_true(transcript_read(&kept, span_of(hex), &line, &why));
    assert_true(transcript_check(&kept, &report, span_of(record), &proof, &why));
    kept.seed[0][0] ^= 1;
    assert_false(transcript_check(&kept, &report, span_of(record), &proof, &why));
    assert_non_null(strstr(reason, "your seed is not in this record"));
    free(record);
    transcript_free(&kept);
    teardown(&w);
}

/* Takes the first `count` lines of a record's game as the opening. */
static void take_opening(struct world *w, const char *record, size_t count)
{
    struct span rest = span_of(strstr(record, "---\n") + 4);
    while (w->opening.count < count)
        lines_add(&w->opening, span_cut(&rest, '\n'));
}

static void verify_changed(const char *record, const char *from, const char *to, const char *words)
{
    struct fair_report report;
    char reason[TEXT_WHY] = "", *forged = malloc(strlen(record) + 64);
    struct text why = text_on(reason, sizeof reason);
    const char *at = strstr(record, from);
    size_t line;
    assert_non_null(at);
    sprintf(forged, "%.*s%s%s", (int)(at - record), record, to, at + strlen(from));
    assert_false(fair_verify(span_of(forged), &report, &line, &why));
    if (!strstr(reason, words))
        fail_msg("'%s' says nothing of '%s'", reason, words);
    free(forged);
}

/* A game that continues another one: its own draws begin at that moment, and the list binds the
 * earlier lines. */
static void goes_on(void **state)
{
    (void)state;
    test_plays("easycome");
    enum { LINES = 12 };
    struct world first, w;
    struct fair_report report;
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    size_t line;
    setup(&first);
    exchange(&first);
    char *old = play(&first, first.fair);
    setup(&w);
    w.fair.seed[0] = 3;
    take_opening(&w, old, LINES);
    fair_set_opening(&w.fair, span_of("ponmlkjihgfedcba"), &w.opening);
    exchange(&w);
    char *record = play(&w, w.fair);
    assert_non_null(strstr(record, "\nfair-from 12 ponmlkjihgfedcba\n"));
    if (!fair_verify(span_of(record), &report, &line, &why))
        fail_msg("line %zu: %s", line, reason);
    assert_int_equal(report.fair.from, LINES);
    show_all(&w, record, 0);
    check(&w, record, NULL);
    verify_changed(record, "fair-from 12 ", "fair-from 11 ", "forged: draw ");
    verify_changed(record, "ponmlkji", "ponmlkjj", "forged: draw ");
    verify_changed(record, "fair-from 12 ", "fair-from 9999 ", "is 9999");
    verify_changed(record, "fair-from 12 ", "fair-from x ", "a number of lines and a table");
    verify_changed(record, "fair-from 12 ponmlkjihgfedcba\n", "", "forged: draw ");
    verify_changed(record, "fair-from ", "fair-from 12 a\nfair-from ", "twice");
    /* The server changes the opening once it knows the seeds. */
    struct fair fair = w.fair;
    lines_cut(&w.opening, LINES - 1);
    fair_set_opening(&fair, span_of("ponmlkjihgfedcba"), &w.opening);
    close_list(&w, &fair);
    fair_make_key(&fair);
    char *forged = play(&w, fair);
    check(&w, forged, "changed after you had acknowledged");
    free(forged);
    free(record);
    free(old);
    teardown(&w);
    teardown(&first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(honest),         cmocka_unit_test(forgeries),
        cmocka_unit_test(contradictions), cmocka_unit_test(other_lines),
        cmocka_unit_test(changed_lines),  cmocka_unit_test(second_attempt),
        cmocka_unit_test(live_cheats),    cmocka_unit_test(other_moments),
        cmocka_unit_test(files),          cmocka_unit_test(seed_alone),
        cmocka_unit_test(goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
