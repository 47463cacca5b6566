/* base/: the generator against published numbers, unbiased draws, dice, text, JSON,
 * faults, languages. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <jansson.h>

#include "base/dice.h"
#include "base/fault.h"
#include "base/files.h"
#include "base/json.h"
#include "base/lang.h"
#include "base/lines.h"
#include "base/memory.h"
#include "base/rng.h"
#include "base/simd.h"
#include "helpers.h"

/* The first numbers of xoshiro256++ from the state 1 2 3 4, and of splitmix64 from 1234567, as
 * printed by the reference programs of their authors. */
static void rng_gives_the_published_numbers(void **unused)
{
    (void)unused;
    static const uint64_t expected[] = {41943041u,
                                        58720359u,
                                        3588806011781223u,
                                        3591011842654386u,
                                        9228616714210784205u,
                                        9973669472204895162u,
                                        14011001112246962877u,
                                        12406186145184390807u,
                                        15849039046786891736u,
                                        10450023813501588000u};
    struct rng rng = {{1, 2, 3, 4}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_int_equal(rng_next(&rng), expected[i]);
    rng_seed(&rng, 1234567);
    assert_int_equal(rng.s[0], 6457827717110365317u);
    assert_int_equal(rng.s[1], 3203168211198807973u);
    assert_int_equal(rng.s[2], 9817491932198370423u);
    assert_int_equal(rng.s[3], 4593380528125082431u);
}

/* The step is linear over bits, so jump(a xor b) = jump(a) xor jump(b), and a jump commutes with a
 * step. A wrong polynomial would still be linear; commuting pins it to a power of the step, and the
 * published first number after a jump from 1 2 3 4 pins the power. */
static void rng_jump_is_a_power_of_the_step(void **unused)
{
    (void)unused;
    struct rng step_first, jump_first;
    rng_seed(&step_first, 99);
    jump_first = step_first;
    rng_next(&step_first);
    rng_jump(&step_first);
    rng_jump(&jump_first);
    rng_next(&jump_first);
    assert_memory_equal(&step_first, &jump_first, sizeof step_first);

    struct rng a, b;
    rng_seed(&a, 1);
    rng_seed(&b, 2);
    struct rng both = a;
    for (int i = 0; i < 4; i++)
        both.s[i] ^= b.s[i];
    rng_jump(&a);
    rng_jump(&b);
    rng_jump(&both);
    for (int i = 0; i < 4; i++)
        assert_int_equal(both.s[i], a.s[i] ^ b.s[i]);
}

/* Computes the jump by its definition: squares the matrix of the step 128 times and applies it. */
static void rng_jump_is_two_to_the_128_steps(void **unused)
{
    (void)unused;
    static uint64_t power[256][4], squared[256][4];
    for (int bit = 0; bit < 256; bit++) {
        struct rng unit = {{0, 0, 0, 0}};
        unit.s[bit / 64] = 1ull << bit % 64;
        rng_next(&unit);
        memcpy(power[bit], unit.s, sizeof unit.s);
    }
    for (int i = 0; i < 128; i++) {
        memset(squared, 0, sizeof squared);
        for (int bit = 0; bit < 256; bit++) {
            for (int j = 0; j < 256; j++) {
                if (power[bit][j / 64] >> j % 64 & 1) {
                    for (int k = 0; k < 4; k++)
                        squared[bit][k] ^= power[j][k];
                }
            }
        }
        memcpy(power, squared, sizeof power);
    }
    struct rng rng, expected = {{0, 0, 0, 0}};
    rng_seed(&rng, 7);
    for (int bit = 0; bit < 256; bit++) {
        if (rng.s[bit / 64] >> bit % 64 & 1) {
            for (int k = 0; k < 4; k++)
                expected.s[k] ^= power[bit][k];
        }
    }
    rng_jump(&rng);
    assert_memory_equal(&rng, &expected, sizeof rng);
}

/* With a bound of three quarters of 2^32, a remainder without rejection would favour a third of the
 * values by a factor of two. A chi-square test over 12 cells detects that. */
static void draws_are_unbiased(void **unused)
{
    (void)unused;
    enum { CELLS = 12, DRAWS = 1200000 };
    static const uint32_t bounds[] = {12, 0xc0000000u};
    for (int b = 0; b < 2; b++) {
        struct rng rng;
        uint32_t cell[CELLS] = {0};
        rng_seed(&rng, 42);
        for (int i = 0; i < DRAWS; i++) {
            const uint32_t drawn = rng_below(&rng, bounds[b]);
            assert_true(drawn < bounds[b]);
            cell[(uint64_t)drawn * CELLS / bounds[b]]++;
        }
        double chi = 0;
        for (int i = 0; i < CELLS; i++) {
            const double off = cell[i] - DRAWS / (double)CELLS;
            chi += off * off / (DRAWS / (double)CELLS);
        }
        assert_true(chi < 40); /* 11 degrees of freedom: one seed in 30,000 is above */
    }
    struct rng rng;
    uint32_t low = 0;
    rng_seed(&rng, 43);
    const uint64_t bound = 3ull << 62;
    for (int i = 0; i < DRAWS; i++) {
        const uint64_t drawn = rng_below64(&rng, bound);
        assert_true(drawn < bound);
        low += drawn < 1ull << 62;
    }
    assert_in_range(low, DRAWS / 3 - 3000, DRAWS / 3 + 3000);
    assert_int_equal(rng_below(&rng, 1), 0);
    assert_int_equal(rng_below64(&rng, 1), 0);
}

static void dice_are_listed_once_and_weigh_all(void **unused)
{
    (void)unused;
    static const uint8_t wazabi[3] = {2, 1, 3}, plain[6] = {1, 1, 1, 1, 1, 1};
    for (int count = 0; count <= 24; count++) {
        for (int faces = 3; faces <= (count <= 8 ? 6 : 3); faces += 3) {
            struct dice dice = dice_first(count), before = dice;
            uint64_t total = 0, whole = 1;
            /* binomial coefficient (count + faces - 1) over (faces - 1) */
            uint32_t listed = 0, throws = 1;
            do {
                int thrown = 0;
                for (int face = 0; face < faces; face++)
                    thrown += dice.of[face];
                assert_int_equal(thrown, count);
                if (listed) /* ascending digits: the first face that differs has fewer dice */
                    assert_true(memcmp(dice.of, before.of, sizeof dice.of) < 0);
                before = dice;
                total += dice_weight(&dice, faces, faces == 3 ? wazabi : plain);
                listed++;
            } while (dice_next(&dice, faces));
            for (int i = 0; i < count; i++)
                whole *= 6;
            assert_int_equal(total, whole);
            for (int i = 1; i < faces; i++)
                throws = throws * (uint32_t)(count + i) / (uint32_t)i;
            assert_int_equal(listed, throws);
        }
    }
    const struct dice two_pairs = {{2, 0, 2}};
    assert_int_equal(dice_weight(&two_pairs, 6, plain), 6);
}

static void text_never_overflows(void **unused)
{
    (void)unused;
    char small[8];
    struct text text = text_on(small, sizeof small);
    text_add(&text, "abcé");
    assert_string_equal(small, "abcé");
    text_add(&text, "éé"); /* room for one of the two characters */
    assert_string_equal(small, "abcéé");
    assert_true(text.cut);
    text_add(&text, "x"); /* a truncated text stays truncated */
    assert_string_equal(small, "abcéé");
    text_clear(&text);
    text_printf(&text, "%s", "abcdeé€");
    assert_string_equal(small, "abcdeé");
    assert_true(text.cut);
    text_clear(&text);
    text_printf(&text, "%s", "abcdef€");
    assert_string_equal(small, "abcdef");
    assert_false(text_fail(&text, "%d", 1234567890));
    assert_string_equal(small, "1234567");
}

static void numbers_have_one_spelling(void **unused)
{
    (void)unused;
    uint64_t number;
    assert_true(span_number(span_of("0"), 0, 9, &number) && number == 0);
    assert_true(span_number(span_of("18446744073709551615"), 0, UINT64_MAX, &number));
    assert_int_equal(number, UINT64_MAX);
    static const char *const wrong[] = {"",
                                        "00",
                                        "01",
                                        "+1",
                                        "-1",
                                        " 1",
                                        "1 ",
                                        "1x",
                                        "10",
                                        "0x1",
                                        "18446744073709551616",
                                        "99999999999999999999",
                                        "100000000000000000000"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const uint64_t max = strcmp(wrong[i], "10") == 0 ? 9 : UINT64_MAX;
        assert_false(span_number(span_of(wrong[i]), 0, max, &number));
    }
    long integer;
    assert_true(span_integer(span_of("-20"), -20, 9, &integer) && integer == -20);
    assert_true(span_integer(span_of("0"), -20, 9, &integer) && integer == 0);
    assert_true(span_integer(span_of("9"), -20, 9, &integer) && integer == 9);
    static const char *const no_integer[] = {"",    "-",  "-0",  "--1", "-01",
                                             "- 1", "+1", "-21", "10",  "-99999999999999999999"};
    for (size_t i = 0; i < sizeof no_integer / sizeof *no_integer; i++)
        assert_false(span_integer(span_of(no_integer[i]), -20, 9, &integer));
    assert_false(span_integer((struct span){NULL, 0}, -20, 9, &integer));
}

static void only_clean_text_passes(void **unused)
{
    (void)unused;
    static const char *const clean[] = {"", "a", "é", "€", "😀", "~ Ünïcödé «»"};
    static const char *const wrong[] = {"\t",
                                        "\r",
                                        "\x7f",
                                        "\xc3",
                                        "\xc0\x80",
                                        "\xe0\x80\x80",
                                        "\xed\xa0\x80",
                                        "\xf5\x80\x80\x80",
                                        "\xf4\x90\x80\x80",
                                        "\x80",
                                        "\xff",
                                        "\xc2\x85",
                                        "\xe2\x80\xa8",
                                        "a\x1b[0m"};
    for (size_t i = 0; i < sizeof clean / sizeof *clean; i++)
        assert_true(span_is_clean(span_of(clean[i])));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(span_is_clean(span_of(wrong[i])));
    assert_false(span_is_clean((struct span){"a\0b", 3}));
}

static void spans_are_cut_at_separators(void **unused)
{
    (void)unused;
    struct span rest = span_of("a bb ");
    assert_true(span_is(span_cut(&rest, ' '), "a"));
    assert_true(span_is(span_cut(&rest, ' '), "bb"));
    assert_non_null(rest.at);
    assert_true(span_is(span_cut(&rest, ' '), ""));
    assert_null(rest.at);
    assert_int_equal(span_cut(&rest, ' ').length, 0);
}

static void json_is_json(void **unused)
{
    (void)unused;
    char buffer[256];
    struct text out = text_on(buffer, sizeof buffer);
    struct json json = json_on(&out);
    json_open(&json, '{');
    json_key_string(&json, "text", "a\"b\\c\n\x01é");
    json_key_open(&json, "list", '[');
    json_put_number(&json, -3);
    json_put_real(&json, 1.0 / 3);
    json_put_unsigned(&json, UINT64_MAX);
    json_put_bool(&json, true);
    json_put_null(&json);
    json_open(&json, '[');
    json_close(&json, ']');
    json_close(&json, ']');
    json_close(&json, '}');
    json_t *parsed = json_loads(buffer, JSON_DECODE_INT_AS_REAL, NULL);
    assert_non_null(parsed);
    assert_string_equal(json_string_value(json_object_get(parsed, "text")), "a\"b\\c\n\x01é");
    assert_int_equal(json_array_size(json_object_get(parsed, "list")), 6);
    json_decref(parsed);
}

static void json_is_read_back(void **unused)
{
    (void)unused;
    const struct span object =
        span_of("{\"a,\\\"}\":[1,{\"b\":[]},\"x]\"],\"b\":\"\\\\\",\"c\":{},\"d\":-1}");
    struct span list = json_inside(json_get(object, "a,\\\"}"), '[');
    assert_true(span_is(json_cut(&list), "1"));
    const struct span inner = json_cut(&list);
    assert_true(span_is(json_get(inner, "b"), "[]"));
    assert_true(span_is(json_inside(json_cut(&list), '"'), "x]"));
    assert_null(list.at);
    assert_int_equal(json_cut(&list).length, 0);
    assert_true(span_is(json_inside(json_get(object, "b"), '"'), "\\\\"));
    assert_true(span_is(json_get(object, "d"), "-1"));
    assert_null(json_get(object, "e").at);
    assert_null(json_inside(json_get(object, "c"), '[').at);
    const struct span empty = json_inside(json_get(object, "c"), '{');
    assert_true(empty.at && !empty.length);
}

static void lines_grow_and_change(void **unused)
{
    (void)unused;
    struct lines lines = {0};
    for (int i = 0; i < 1000; i++) {
        char number[16];
        snprintf(number, sizeof number, "%d", i);
        lines_add(&lines, span_of(number));
    }
    lines_replace(&lines, 500, span_of("half"));
    assert_string_equal(lines.line[499], "499");
    assert_string_equal(lines.line[500], "half");
    assert_string_equal(lines.line[999], "999");
    lines_free(&lines);
}

/* A file is replaced through links, keeps its mode, and nothing is left beside it. */
static void files_are_replaced_whole(void **unused)
{
    (void)unused;
    char folder[] = "/tmp/cornet-test-XXXXXX", path[64], link[64], why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct stat about;
    size_t length;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/file", folder);
    snprintf(link, sizeof link, "%s/link", folder);
    assert_int_equal(symlink(path, link), 0);
    assert_true(files_replace(path, "old", 3, &reason));
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0644);
    assert_int_equal(chmod(path, 0600), 0);
    assert_true(files_replace(link, "new one", 7, &reason));
    assert_int_equal(lstat(link, &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    char *bytes = files_read(path, &length, &reason);
    assert_non_null(bytes);
    assert_int_equal(length, 7);
    assert_string_equal(bytes, "new one");
    free(bytes);
    assert_false(files_replace(folder, "x", 1, &reason));
    assert_non_null(strstr(why, "not a regular file"));
    assert_false(files_replace("/nowhere/at/all", "x", 1, &reason));
    assert_non_null(strstr(why, "/nowhere/at/all"));
    unlink(link);
    unlink(path);
    assert_int_equal(rmdir(folder), 0); /* it is empty: no temporary file remains */
}

/* Operations on rows of 16-bit numbers give the same results with vectors of sixteen, of eight and
 * in plain C. */
static void vectors_agree(void **unused)
{
    (void)unused;
    enum { N = 192, ROWS = 7 };
    int16_t rows[ROWS * N], from[N], weight[N];
    const uint16_t added[] = {0, 3, 6, 3}, removed[] = {1, 5};
    struct rng rng;
    rng_seed(&rng, 3);
    for (int round = 0; round < 200; round++) {
        int16_t narrow[N], any[N];
        int total = 0;
        for (int i = 0; i < ROWS * N; i++)
            rows[i] = (int16_t)((int)rng_below(&rng, 1000) - 500);
        for (int i = 0; i < N; i++) {
            from[i] = (int16_t)((int)rng_below(&rng, 2000) - 1000);
            weight[i] = (int16_t)((int)rng_below(&rng, 243) - 121);
        }
        simd_change_rows16(any, from, rows, added, 4, removed, 2, N);
        simd_change_rows16_narrow(narrow, from, rows, added, 4, removed, 2, N);
        for (int i = 0; i < N; i++) {
            int sum = from[i];
            for (int k = 0; k < 4; k++)
                sum += rows[added[k] * N + i];
            for (int k = 0; k < 2; k++)
                sum -= rows[removed[k] * N + i];
            assert_int_equal(any[i], sum);
            assert_int_equal(narrow[i], sum);
            const int cut = sum < 0 ? 0 : sum > 255 ? 255 : sum;
            total += cut * cut * weight[i];
        }
        assert_int_equal(simd_squares16(any, weight, 255, N), total);
        assert_int_equal(simd_squares16_narrow(any, weight, 255, N), total);
    }
}

/* ---- faults ---- */

/* The innermost watching call keeps the first fault. */
static void faults_are_kept(void **unused)
{
    struct fault outer, inner;
    atomic_bool halt = false;
    (void)unused;
    assert_false(fault_happened());
    fault_watch(&outer, NULL);
    fault_watch(&inner, &halt);
    assert_false(fault_happened() || halt);
    fault_report("the %s", "first");
    fault_report("the second");
    assert_true(fault_happened() && halt);
    fault_unwatch(&inner);
    assert_string_equal(inner.why, "the first");
    assert_false(fault_happened());
    fault_report("outside");
    fault_unwatch(&outer);
    assert_string_equal(outer.why, "outside");
    assert_false(fault_happened());
}

/* If no call watches, a fault ends the program with its message. */
static void faults_end_the_program(void **unused)
{
    char said[64] = "";
    int status, ends[2];
    (void)unused;
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        fault_report("wrong by %d", 3);
        _exit(0);
    }
    close(ends[1]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    assert_true(read(ends[0], said, sizeof said - 1) > 0);
    close(ends[0]);
    assert_string_equal(said, "cornet: wrong by 3\n");
}

/* ---- languages ---- */

/* A catalogue as msgfmt writes it: a header, two lists of (length, offset), the texts. */
static const struct {
    uint32_t head[7], english[3][2], french[3][2];
    char text[64];
} catalogue = {
    .head = {0x950412de, 0, 3, 28, 52, 0, 76},
    .english = {{14, 76}, {4, 91}, {3, 96}},
    .french = {{14, 100}, {2, 115}, {3, 118}},
    .text = "%d die\0%d dice\0pile\0yes\0%d d\303\251\0%d d\303\251s\0ta\0oui",
};

static void *speak_english(void *context)
{
    pthread_barrier_wait(context);
    lang_use(false);
    for (int i = 0; i < 10000; i++)
        assert_string_equal(tr("yes"), "yes");
    lang_use_default();
    assert_true(lang_is_french());
    return NULL;
}

static void *speak_the_default(void *context)
{
    pthread_barrier_wait(context);
    for (int i = 0; i < 10000; i++)
        assert_string_equal(tr("yes"), "oui");
    return NULL;
}

/* Each thread has its own language. */
static void each_thread_has_its_language(void **unused)
{
    pthread_barrier_t start;
    pthread_t thread[2];
    (void)unused;
    lang_set_french(&catalogue, sizeof catalogue);
    lang_start(true);
    pthread_barrier_init(&start, NULL, 3);
    assert_int_equal(pthread_create(&thread[0], NULL, speak_english, &start), 0);
    assert_int_equal(pthread_create(&thread[1], NULL, speak_the_default, &start), 0);
    pthread_barrier_wait(&start);
    for (int i = 0; i < 10000; i++) {
        lang_use(i % 2);
        assert_string_equal(tr("yes"), i % 2 ? "oui" : "yes");
    }
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    pthread_barrier_destroy(&start);
    lang_start(false);
    lang_use_default();
    assert_string_equal(tr("yes"), "yes");
}

static void plurals_are_french(void **unused)
{
    (void)unused;
    lang_set_french(&catalogue, sizeof catalogue);
    for (int french = 0; french < 2; french++) {
        lang_use(french);
        assert_string_equal(trn("%d die", "%d dice", 0), french ? "%d dé" : "%d dice");
        assert_string_equal(trn("%d die", "%d dice", 1), french ? "%d dé" : "%d die");
        assert_string_equal(trn("%d die", "%d dice", 2), french ? "%d dés" : "%d dice");
        assert_string_equal(trn("%d cat", "%d cats", 1), "%d cat");
        assert_string_equal(trn("%d cat", "%d cats", 2), "%d cats");
        assert_string_equal(tr("maybe"), "maybe");
    }
    lang_use_default();
}

/* Reads texts of a catalogue that is allocated with exactly this size, so that the sanitizer
 * notices reads beyond it. */
static void read_damaged(const unsigned char *bytes, size_t size)
{
    unsigned char *copy = malloc(size + !size);
    memcpy(copy, bytes, size);
    lang_set_french(copy, size);
    assert_true(strlen(tr("yes")) < sizeof catalogue);
    assert_true(strlen(tr("aaa")) < sizeof catalogue);
    assert_true(strlen(trn("%d die", "%d dice", 2)) < sizeof catalogue);
    free(copy);
}

static void damaged_catalogues_do_no_harm(void **unused)
{
    unsigned char bytes[sizeof catalogue];
    (void)unused;
    lang_use(true);
    lang_set_french(NULL, 0);
    assert_string_equal(tr("yes"), "yes");
    for (size_t size = 0; size < sizeof bytes; size++)
        read_damaged((const unsigned char *)&catalogue, size);
    for (size_t at = 0; at < sizeof bytes; at++) {
        for (unsigned value = 0; value < 256; value += 15) {
            memcpy(bytes, &catalogue, sizeof bytes);
            bytes[at] = (unsigned char)value;
            read_damaged(bytes, sizeof bytes);
        }
    }
    lang_set_french(NULL, 0);
    lang_use_default();
}

/* Only decimal numbers in sentences get a comma, not addresses, versions or file names. */
static void decimal_commas(void **state)
{
    static const char *const text[][2] = {
        {"57.3 % (55.0 to 59.5).", "57,3 % (55,0 to 59,5)."},
        {"-0.5, +12.25; .5 5. 3", "-0,5, +12,25; .5 5. 3"},
        {"\033[1;32m1.5\033[0m", "\033[1;32m1,5\033[0m"},
        {"http://127.0.0.1:7777/ 10.0.0.0/8 1.1.0 a.1",
         "http://127.0.0.1:7777/ 10.0.0.0/8 1.1.0 a.1"},
        {"game-1.cornet 2.5/3", "game-1.cornet 2.5/3"},
        {"", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        char line[100];
        snprintf(line, sizeof line, "%s", text[i][0]);
        text_use_decimal_commas(line);
        assert_string_equal(line, text[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decimal_commas),
        cmocka_unit_test(rng_gives_the_published_numbers),
        cmocka_unit_test(rng_jump_is_a_power_of_the_step),
        cmocka_unit_test(rng_jump_is_two_to_the_128_steps),
        cmocka_unit_test(draws_are_unbiased),
        cmocka_unit_test(dice_are_listed_once_and_weigh_all),
        cmocka_unit_test(text_never_overflows),
        cmocka_unit_test(numbers_have_one_spelling),
        cmocka_unit_test(only_clean_text_passes),
        cmocka_unit_test(spans_are_cut_at_separators),
        cmocka_unit_test(json_is_json),
        cmocka_unit_test(json_is_read_back),
        cmocka_unit_test(lines_grow_and_change),
        cmocka_unit_test(files_are_replaced_whole),
        cmocka_unit_test(vectors_agree),
        cmocka_unit_test(faults_are_kept),
        cmocka_unit_test(faults_end_the_program),
        cmocka_unit_test(each_thread_has_its_language),
        cmocka_unit_test(plurals_are_french),
        cmocka_unit_test(damaged_catalogues_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
