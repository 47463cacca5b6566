/* Fair dice, version 3: the vectors of docs/design/fair-dice.md, and the texts of the ledger. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "helpers.h"
#include "match/fair3.h"

#define TABLE "k3v9w2mnpq7rt4xy"

/* The value of the vectors: one byte 32 times. */
struct value {
    unsigned char bytes[FAIR_BYTES];
};

static struct value all(unsigned char byte)
{
    struct value value;
    memset(value.bytes, byte, sizeof value.bytes);
    return value;
}

static void is_hex(const unsigned char bytes[FAIR_BYTES], const char *expected)
{
    char hex[FAIR_HEX];
    fair_to_hex(bytes, hex);
    assert_string_equal(hex, expected);
}

/* ---- vectors ---- */

static void vector_chains(void **state)
{
    (void)state;
    struct fair3_chain seat;
    unsigned char link[FAIR_BYTES];
    fair3_chain_make(&seat, TABLE, 1, 4, all(1).bytes);
    fair3_chain_link(&seat, 1, link);
    is_hex(link, "116ac1411bc460f8126211ac7d3bb859513335d3cad2b5ae5e19dff60da0e2a5");
    fair3_chain_link(&seat, 0, link);
    is_hex(link, "37187804a7b53b2c40062593922a2022ad322eb45ea2b73f66c1d09853ae05ed");
    fair3_chain_link(&seat, 4, link);
    assert_memory_equal(link, all(1).bytes, FAIR_BYTES);
    fair3_server_promise(TABLE, all(2).bytes, link);
    is_hex(link, "55e26298ef009327a85d276ad1c95450d7047a75cb114211a46b80729b02b09c");
    fair3_server_promise(TABLE, all(6).bytes, link);
    is_hex(link, "b35894df913d4425d55cf90f0c89c3a81aa49caf6f0b8ba2b0cf867c04ccc417");
}

/* The ledger of vector 2, up to its first draw. */
struct second {
    struct fair3_chain seat;
    struct fair3_secret secret;
    struct fair3_ledger ledger;
    unsigned char asked[FAIR_BYTES], key[FAIR_BYTES];
    struct fair3_note step;
    struct fair3_run run;
};

static void add_note(struct fair3_ledger *ledger, const struct fair3_note *note)
{
    struct text text = text_on((char[FAIR3_NOTE_MAX]){0}, FAIR3_NOTE_MAX);
    struct fair3_note again;
    fair3_write_note(note, &text);
    assert_true(fair3_read_note(span_of(text.start), &again));
    assert_memory_equal(&again, note, sizeof again);
    fair3_ledger_add(ledger, span_of(text.start));
}

/* `game toy` has no rules here, so its head is written by hand. */
static void begin_second(struct second *v)
{
    struct lines head = {0};
    unsigned char promise[FAIR_BYTES], first[FAIR_BYTES], hash[FAIR_BYTES];
    char server[FAIR_HEX], hidden[FAIR_HEX];
    memset(v, 0, sizeof *v);
    fair3_chain_make(&v->seat, TABLE, 1, 4, all(1).bytes);
    fair3_secret_make(&v->secret, all(4).bytes);
    is_hex(v->secret.key.bytes, "ca93ac1705187071d67b83c7ff0efe8108e8ec4530575d7726879333dbdabe7c");
    fair3_promise(TABLE, all(3).bytes, promise);
    fair3_server_promise(TABLE, all(2).bytes, first);
    fair_to_hex(first, server);
    fair_to_hex(promise, hidden);
    assert_string_equal(hidden, "a4cf8db5e7a99628b6c900ed56016dde3a37c7c75339ed793dae85007e984371");
    lines_printf(&head, "cornet fair 3 head");
    lines_printf(&head, "table " TABLE);
    lines_printf(&head, "game toy");
    lines_printf(&head, "players 2");
    lines_printf(&head, "clock move 30");
    lines_printf(&head, "server %s %s -", server, hidden);
    fair3_head_hash(&head, hash);
    is_hex(hash, "2defad90f7d2c586ce5d314530d51825e9a329a718b1d39e00de17a3bdbaf0ba");
    fair3_ledger_begin(&v->ledger, hash);
    lines_free(&head);
}

static void open_second(struct second *v)
{
    struct text text = text_on((char[FAIR3_TEXT_MAX]){0}, FAIR3_TEXT_MAX);
    struct fair3_note chain = {.kind = FAIR3_CHAIN, .seat = 1, .key = v->secret.key};
    memcpy(chain.bytes, v->seat.start, FAIR_BYTES);
    fair3_ledger_add(&v->ledger, span_of("#3 seat 1 person"));
    fair3_ledger_add(&v->ledger, span_of("#3 seat 2 bot"));
    add_note(&v->ledger, &chain);
    fair3_ledger_add(&v->ledger, span_of("#3 ask 1 1"));
    memcpy(v->asked, v->ledger.hash, FAIR_BYTES);
    v->step = (struct fair3_note){.kind = FAIR3_STEP, .number = 1, .seats = 1};
    memcpy(v->step.bytes, all(2).bytes, FAIR_BYTES);
    fair3_server_promise(TABLE, all(6).bytes, v->step.next);
    fair3_chain_link(&v->seat, 1, v->step.link[0]);
    fair3_text_open(TABLE, 1, 1, v->asked, v->step.link[0], &text);
    v->step.open[0] = fair3_sign(&v->secret, &text);
    assert_true(fair3_check(&v->secret.key, span_of(text.start), &v->step.open[0]));
    add_note(&v->ledger, &v->step);
    fair3_step_key(TABLE, &v->step, v->asked, v->key);
    fair3_run_begin(&v->run, v->key, all(3).bytes);
}

static void vector_step(void **state)
{
    (void)state;
    struct second v;
    struct text sign = text_on((char[FAIR3_SIGNED_HEX]){0}, FAIR3_SIGNED_HEX);
    begin_second(&v);
    open_second(&v);
    is_hex(v.asked, "be4a0dfc7f9b9ee39e9e7043e9a052fff88b8ad42a505735bac54ccc14ea346f");
    fair3_write_signed(&v.step.open[0], &sign);
    assert_string_equal(sign.start,
                        "24110ed6d4ea36b944c750c24a23501918be0fa5c9d5095a382f9c6f530e66a6"
                        "e37c1baf5162afa577f280aa87a775f01f6769c0b044991388ae97697e19a202");
    is_hex(v.key, "d25fc4385780d52a8d6c23720ce594e6470abef7935c22f6f1b04af2924676bc");
    assert_int_equal(fair3_number(&v.run, false, 6), 2 - 1);
    v.run.drawn = 1;
    assert_int_equal(fair3_number(&v.run, false, 6), 4 - 1);
    fair3_ledger_add(&v.ledger, span_of("* roll 2"));
    assert_int_equal(v.ledger.count, 6);
    is_hex(v.ledger.hash, "570afec6a2dd3b9d91a48684e5a0f1683ffe1a6ecacd54c40ec6aab6d2daa3a3");
    v.run.drawn = 58; /* the fourth number of the block */
    assert_true(fair3_number(&v.run, false, (1ull << 63) + 1) == 8972373985624214263ull);
    v.run.drawn = 20; /* the second block */
    assert_true(fair3_number(&v.run, false, (1ull << 63) + 1) == 9219157014857597829ull);
}

static void vector_hidden_draw(void **state)
{
    (void)state;
    struct second v;
    unsigned char key[FAIR_BYTES];
    begin_second(&v);
    open_second(&v);
    fair3_hidden_key(v.key, all(3).bytes, key);
    is_hex(key, "5a037684226739e05d63f56139d9ceab5e47df6ee6111a97dc504ddcfb51b3ab");
    v.run.drawn = 2;
    assert_int_equal(fair3_number(&v.run, true, 8), 2); /* the king: 2 of 16, after the ace's 4 */
}

static void vector_words(void **state)
{
    (void)state;
    struct second v;
    struct text text = text_on((char[FAIR3_TEXT_MAX]){0}, FAIR3_TEXT_MAX);
    struct text sign = text_on((char[FAIR3_SIGNED_HEX]){0}, FAIR3_SIGNED_HEX);
    struct fair3_note word = {.kind = FAIR3_BY, .seat = 1, .number = 1, .seen = 6};
    unsigned char digest[FAIR_BYTES];
    begin_second(&v);
    open_second(&v);
    fair3_ledger_add(&v.ledger, span_of("* roll 2"));
    fair3_act(NULL, span_of("1 go"), word.bytes);
    is_hex(word.bytes, "21aed67c5255ad239b7093a1cc665c121de52ddc764a1b022e557fe0fd0da15e");
    fair3_text_word(TABLE, &word, v.ledger.hash, &text);
    word.sign = fair3_sign(&v.secret, &text);
    fair3_write_signed(&word.sign, &sign);
    assert_string_equal(sign.start,
                        "2b60f1c454fe77dd2345056c47ee1e420aff3081920b04f1edcb9ba3025b0075"
                        "4fe92892431b001675e2741aa321cf2351b89aea44b021fb36879e7a323e8701");
    add_note(&v.ledger, &word);
    fair3_act(all(5).bytes, span_of("1 keep ace"), digest);
    is_hex(digest, "6b2ee81658af87d21c6791921c6fe3a4bdaf80ddfd9b291cc1057a854486291f");
}

/* ---- chains ---- */

/* Every link of a whole chain is the hash of the next; in any order; lengths that fill no row. */
static void chains(void **state)
{
    (void)state;
    static const uint32_t lengths[] = {1, 31, 32, 33, 1023, 1024, 1025, 5000, FAIR3_LINKS};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        const uint32_t links = lengths[i];
        struct fair3_chain chain;
        struct fair3_known known = {0};
        unsigned char link[FAIR_BYTES], next[FAIR_BYTES];
        fair3_chain_make(&chain, TABLE, 3, links, all(9).bytes);
        memcpy(known.link, chain.start, FAIR_BYTES);
        for (uint32_t n = 1; n <= links; n++) {
            fair3_chain_link(&chain, n, link);
            assert_true(fair3_known_advance(&known, TABLE, 3, n, link));
        }
        assert_memory_equal(link, all(9).bytes, FAIR_BYTES);
        for (uint32_t n = links; n > 0; n -= n > 977 ? 977 : 1) {
            fair3_chain_link(&chain, n, next);
            fair3_chain_link(&chain, n - 1, link);
            fair3_link_down(TABLE, 3, n, n - 1, next);
            assert_memory_equal(link, next, FAIR_BYTES);
        }
    }
}

static void known_links(void **state)
{
    (void)state;
    struct fair3_chain chain;
    struct fair3_known known = {0};
    unsigned char link[FAIR_BYTES];
    fair3_chain_make(&chain, TABLE, 2, 100, all(7).bytes);
    memcpy(known.link, chain.start, FAIR_BYTES);
    fair3_chain_link(&chain, 5, link);
    assert_false(fair3_known_advance(&known, TABLE, 2, 4, link)); /* another number */
    assert_false(fair3_known_advance(&known, TABLE, 1, 5, link)); /* another seat */
    assert_false(fair3_known_advance(&known, "k3v9w2mnpq7rt4xz", 2, 5, link));
    link[0] ^= 1;
    assert_false(fair3_known_advance(&known, TABLE, 2, 5, link));
    link[0] ^= 1;
    assert_true(fair3_known_advance(&known, TABLE, 2, 5, link));  /* four links are skipped */
    assert_false(fair3_known_advance(&known, TABLE, 2, 5, link)); /* once */
}

/* ---- notes ---- */

#define HEX32 "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

static const char *const good_notes[] = {
    "#3 seat 1 person",
    "#3 seat 6 stand-in",
    "#3 chain 2 0 " HEX32 " -",
    "#3 chain 2 17 " HEX32 " " HEX32,
    "#3 ask 1 -",
    "#3 ask 300 1 3 6",
    "#3 step 1 " HEX32 ":" HEX32 " 0:" HEX32 ":-",
    "#3 step 2 " HEX32 ":" HEX32 " 1:" HEX32 ":- 4:" HEX32 ":" HEX32 HEX32,
    "#3 miss 4 2",
    "#3 by 1 1 0 " HEX32 " -",
    "#3 yes 6 12 900 " HEX32 " " HEX32 HEX32,
    "#3 late 0 30000",
    "#3 late 2 0",
    "#3 hide -",
    ("#3 hide " HEX32),
    "#3 undo 7 own",
    "#3 undo 7 all",
};

static const char *const bad_notes[] = {
    "",
    "#",
    "#3",
    "#3 ",
    "#3 seat",
    "#3 seat 1",
    "#3 seat 0 person",
    "#3 seat 7 person",
    "#3 seat 01 person",
    "#3 seat 1  person",
    "#3 seat 1 person ",
    "#3 seat 1 Person",
    "#3 seat 1 nobody",
    "#3  seat 1 person",
    "# 3 seat 1 person",
    "#4 seat 1 person",
    "# undone: 1 keep 2",
    "#3 chain 2 0 " HEX32,
    "#3 chain 2 -1 " HEX32 " -",
    "#3 ask 0 1",
    "#3 ask 1",
    "#3 ask 1 ",
    "#3 ask 1 2 1",
    "#3 ask 1 1 1",
    "#3 ask 1 - 1",
    "#3 ask 1 1,2",
    "#3 ask 99999999999 1",
    ("#3 step 1 " HEX32),
    "#3 step 1 " HEX32 " 0:" HEX32 ":-",
    "#3 step 1 " HEX32 ":" HEX32,
    "#3 step 1 " HEX32 ":" HEX32 " ",
    "#3 step 1 " HEX32 ":" HEX32 " 0:" HEX32 ":" HEX32 HEX32,
    "#3 step 1 " HEX32 ":" HEX32 " 0:" HEX32 ":- 1:" HEX32 ":-",
    "#3 step 1 " HEX32 ":" HEX32 " 2:" HEX32 ":- 1:" HEX32 ":-",
    "#3 step 1 " HEX32 ":" HEX32 " 2:" HEX32,
    "#3 step 1 " HEX32 ":" HEX32 " 2:" HEX32 ":" HEX32,
    "#3 miss 4 -",
    "#3 by 1 0 0 " HEX32 " -",
    "#3 by 1 1 0 " HEX32,
    "#3 by 1 1 0 " HEX32 " - -",
    "#3 by 1 1 0 00112233445566778899AABBCCDDEEFF00112233445566778899aabbccddeeff -",
    "#3 late 0 -1",
    "#3 late 0",
    "#3 hide",
    "#3 hide - -",
    "#3 undo 0 own",
    "#3 undo 7 both",
    "#3 note 1",
};

static void notes(void **state)
{
    (void)state;
    struct fair3_note note;
    for (size_t i = 0; i < sizeof good_notes / sizeof *good_notes; i++) {
        struct text text = text_on((char[FAIR3_NOTE_MAX]){0}, FAIR3_NOTE_MAX);
        assert_true(fair3_read_note(span_of(good_notes[i]), &note));
        fair3_write_note(&note, &text);
        assert_string_equal(text.start, good_notes[i]);
    }
    for (size_t i = 0; i < sizeof bad_notes / sizeof *bad_notes; i++) {
        if (fair3_read_note(span_of(bad_notes[i]), &note))
            fail_msg("accepted: %s", bad_notes[i]);
    }
    assert_true(fair3_read_note(span_of("1 keep 22"), &note));
    assert_int_equal(note.kind, FAIR3_LINE);
}

/* The longest note fits, and a longer text is none. */
static void longest_note(void **state)
{
    (void)state;
    struct fair3_note note = {.kind = FAIR3_STEP, .number = FAIR3_LINKS, .seats = 63}, again;
    struct text text = text_on((char[FAIR3_NOTE_MAX]){0}, FAIR3_NOTE_MAX);
    char longer[FAIR3_NOTE_MAX + 8];
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++)
        note.open[seat].has = true;
    fair3_write_note(&note, &text);
    assert_false(text.cut);
    assert_true(fair3_read_note(span_of(text.start), &again));
    assert_memory_equal(&again, &note, sizeof note);
    memset(longer, ' ', sizeof longer);
    memcpy(longer, "#3 hide -", 9);
    assert_false(fair3_read_note((struct span){longer, FAIR3_NOTE_MAX}, &note));
}

/* ---- the ledger ---- */

/* A hidden line has the same hash for everybody, whatever they are shown of it. */
static void hidden_lines(void **state)
{
    (void)state;
    static const char *const shown[] = {"* draw king", "* draw ?", "* draw ace of hearts"};
    unsigned char first[FAIR_BYTES];
    for (size_t i = 0; i < 3; i++) {
        struct fair3_ledger ledger;
        fair3_ledger_begin(&ledger, all(1).bytes);
        fair3_ledger_add(&ledger, span_of("#3 hide -"));
        fair3_ledger_add(&ledger, span_of(shown[i]));
        fair3_ledger_add(&ledger, span_of(shown[0])); /* this one is open */
        if (i == 0)
            memcpy(first, ledger.hash, FAIR_BYTES);
        assert_memory_equal(ledger.hash, first, FAIR_BYTES);
    }
}

/* A head is read back from its lines, and nothing else is accepted. */
static void heads(void **state)
{
    (void)state;
    test_plays("easycome");
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct game_settings settings;
    struct lines lines = {0}, opening = {0};
    struct fair3_head head = {.table = TABLE, .clock = {FAIR3_CLOCK_BANK, 60, 5}}, again;
    const struct game *game = test_game("easycome");
    game_defaults(game, &settings);
    settings.players = 3;
    struct match *match = match_new(game, &settings, &why);
    lines_add(&opening, span_of("* roll 0225"));
    lines_add(&opening, span_of("1 keep 22"));
    fair3_head_continue(&head, span_of("abcdefghijklmnop"), &opening);
    head.key.has = true;
    fair3_write_head(&head, match, &lines);
    struct match *read = fair3_read_head(&lines, &again, &why);
    assert_non_null(read);
    assert_memory_equal(&again, &head, sizeof head);
    assert_int_equal(read->settings.players, 3);
    match_free(read);
    for (size_t i = 0; i < lines.count; i++) { /* without a line, and with it at the end */
        struct lines other = {0};
        for (size_t j = 0; j < lines.count; j++) {
            if (j != i)
                lines_add(&other, span_of(lines.line[j]));
        }
        const bool is_from = strncmp(lines.line[i], "from", 4) == 0;
        read = fair3_read_head(&other, &again, &why);
        assert_true((read != NULL) == is_from);
        match_free(read);
        lines_add(&other, span_of(lines.line[i]));
        assert_true((read = fair3_read_head(&other, &again, &why)) == NULL || i + 1 == lines.count);
        match_free(read);
        lines_free(&other);
    }
    match_free(match);
    lines_free(&lines);
    lines_free(&opening);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vector_chains),
        cmocka_unit_test(vector_step),
        cmocka_unit_test(vector_hidden_draw),
        cmocka_unit_test(vector_words),
        cmocka_unit_test(chains),
        cmocka_unit_test(known_links),
        cmocka_unit_test(notes),
        cmocka_unit_test(longest_note),
        cmocka_unit_test(hidden_lines),
        cmocka_unit_test(heads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
