/* Fair dice: compared with a second, plain implementation; and every way to cheat. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "helpers.h"
#include "match/fair.h"

/* ---- a plain implementation of docs/design/fair-dice-2.md ---- */

static size_t plain_seeds(const struct fair *fair, char *out)
{
    size_t length = 0;
    for (int seat = 0; seat < fair->players; seat++) {
        char hex[FAIR_HEX] = "-";
        if (fair->revealed >> seat & 1)
            sodium_bin2hex(hex, sizeof hex, fair->seat[seat], FAIR_BYTES);
        length += (size_t)sprintf(out + length, "%s\n", hex);
    }
    return length;
}

static void plain_hmac(const unsigned char key[32], const char *message, unsigned char out[32])
{
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, key, 32);
    crypto_auth_hmacsha256_update(&state, (const unsigned char *)message, strlen(message));
    crypto_auth_hmacsha256_final(&state, out);
}

/* The key of version 2, from the complete text of the list. `failed` is the part of the list about
 * failures. */
static void plain_key(const struct fair *fair, const char *settings, const char *failed,
                      unsigned char key[32])
{
    char list[4096], message[1024], hex[65];
    unsigned char digest[32];
    crypto_hash_sha256(digest, fair->seed, 32);
    sodium_bin2hex(hex, sizeof hex, digest, 32);
    size_t length = (size_t)sprintf(list, "cornet fair 2 list\ntable %s\n%sattempt %d\nserver %s\n",
                                    fair->table, settings, fair->attempt, hex);
    for (int seat = 0; seat < fair->players; seat++) {
        if (fair->committed >> seat & 1)
            sodium_bin2hex(hex, sizeof hex, fair->commit[seat], 32);
        length += (size_t)sprintf(list + length, "seat %d %s\n", seat + 1,
                                  fair->committed >> seat & 1 ? hex : "-");
    }
    strcpy(list + length, failed);
    crypto_hash_sha256(digest, (unsigned char *)list, strlen(list));
    sodium_bin2hex(hex, sizeof hex, digest, 32);
    length = (size_t)sprintf(message, "cornet fair 2 key\n%s\n", hex);
    plain_seeds(fair, message + length);
    plain_hmac(fair->seed, message, key);
}

static uint64_t plain_number(const struct fair *fair, uint64_t number, uint64_t denominator)
{
    for (unsigned block = 0;; block++) {
        char message[1024] = "";
        size_t length = 0;
        if (fair->version == 1) {
            length = (size_t)sprintf(message, "cornet fair 1\n%s\n", fair->table);
            length += plain_seeds(fair, message + length);
        }
        sprintf(message + length, "%llu %u\n", (unsigned long long)number, block);
        unsigned char digest[32];
        plain_hmac(fair->version == 1 ? fair->seed : fair->key, message, digest);
        for (int word = 0; word < 4; word++) {
            unsigned __int128 value = 0, range = (unsigned __int128)1 << 64;
            for (int i = 0; i < 8; i++)
                value = value * 256 + digest[8 * word + i];
            if (value >= range % denominator)
                return (uint64_t)(value % denominator);
        }
    }
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static uint64_t plain_divisor(uint64_t a, uint64_t b)
{
    return b ? plain_divisor(b, a % b) : a;
}

/* The draw of docs/design/fair-dice-2.md: sorts the lines and lays their weights end to end. */
static void plain_draw(const struct fair *fair, const struct match *match, uint64_t number,
                       char line[GAME_LINE_MAX])
{
    const struct game *game = match->game;
    struct game_outcome *outcome = malloc(game->outcomes_max * sizeof *outcome);
    uint64_t whole;
    const size_t count = game->chance(&match->state, outcome, &whole);
    char **text = malloc(count * sizeof *text);
    for (size_t i = 0; i < count; i++) {
        text[i] = malloc(GAME_LINE_MAX + 32);
        struct text out = text_on(text[i], GAME_LINE_MAX);
        game->write(&match->state, outcome[i].action, NULL, GAME_OPEN, &out);
        sprintf(text[i] + out.length, "\t%llu", (unsigned long long)outcome[i].weight);
    }
    qsort(text, count, sizeof *text, by_text);
    uint64_t divisor = 0;
    for (size_t i = 0; i < count; i++)
        divisor = plain_divisor(outcome[i].weight, divisor);
    if (fair->version == 1)
        divisor = 1;
    uint64_t drawn = plain_number(fair, number, whole / divisor);
    for (size_t i = 0; i < count; i++) {
        const uint64_t weight = strtoull(strchr(text[i], '\t') + 1, NULL, 10) / divisor;
        if (line && drawn < weight) {
            sprintf(line, "%.*s", (int)strcspn(text[i], "\t"), text[i]);
            line = NULL;
        }
        drawn -= weight;
        free(text[i]);
    }
    free(text);
    free(outcome);
}

static struct fair new_fair(int players, unsigned revealed, unsigned char mark)
{
    struct fair fair = {.table = "abcdefghijklmnop",
                        .players = (uint8_t)players,
                        .version = 1,
                        .attempt = 1,
                        .revealed = (uint8_t)revealed};
    memset(fair.seed, mark, sizeof fair.seed);
    for (int i = 0; i < players; i++)
        memset(fair.seat[i], mark + 1 + i, FAIR_BYTES);
    return fair;
}

static void numbers(void **state)
{
    (void)state;
    static const uint64_t ranges[] = {
        1, 2, 6, 7, 1296, 46656, 4738381338321616896u, 9223372036854775809u, UINT64_MAX};
    const struct fair fair = new_fair(4, 5, 77);
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        for (uint64_t n = 0; n < 500; n++) {
            const uint64_t number = fair_number(&fair, n, ranges[i]);
            assert_true(number < ranges[i]);
            assert_true(number == plain_number(&fair, n, ranges[i]));
        }
    }
}

/* The list and the key of version 2, with a failed attempt in the list. */
static void keys(void **state)
{
    (void)state;
    test_plays("easycome");
    struct fair fair = new_fair(3, 0, 20);
    struct lines settings = {0};
    unsigned char commit[FAIR_BYTES], expected[FAIR_BYTES];
    char failed[256], hex[FAIR_HEX];
    lines_add(&settings, span_of("players 3")); /* the list is sorted */
    lines_add(&settings, span_of("game easycome"));
    lines_add(&settings, span_of("option hold=2"));
    for (int i = 0; i < 3; i++)
        fair_commit(fair.seat[i], fair.commit[i]);
    fair.committed = 7;
    fair.acknowledged = 5;
    fair_to_hex(fair.commit[1], hex);
    fair_fail(&fair, 2);
    fair.committed = fair.revealed = 1;
    fair_commit(fair.seed, commit);
    fair_close(&fair, commit, &settings);
    fair_make_key(&fair);
    sprintf(failed, "failed 1 2 list %s\n", hex);
    plain_key(&fair, "game easycome\noption hold=2\nplayers 3\n", failed, expected);
    assert_memory_equal(fair.key, expected, FAIR_BYTES);
    for (uint64_t n = 0; n < 100; n++)
        assert_true(fair_number(&fair, n, 1296) == plain_number(&fair, n, 1296));
    lines_free(&settings);
}

/* Every part of the message changes the numbers. */
static void everything_counts(void **state)
{
    (void)state;
    const struct fair base = new_fair(3, 7, 1);
    struct fair other[5] = {base, base, base, base, base};
    other[0].seed[31] ^= 1;
    other[1].seat[2][0] ^= 1;
    other[2].revealed = 3;
    other[3].table[0] = 'b';
    memcpy(other[4].seat[0], base.seat[1], FAIR_BYTES);
    memcpy(other[4].seat[1], base.seat[0], FAIR_BYTES);
    const uint64_t big = 1ull << 62;
    for (int i = 0; i < 5; i++)
        assert_true(fair_number(&base, 0, big) != fair_number(&other[i], 0, big));
    assert_true(fair_number(&base, 0, big) != fair_number(&base, 1, big));
}

/* The chi-square of 100,000 throws of a die, with 5 degrees of freedom: one seed in 7,000 is above
 * 25, and the seed is fixed. */
static void even_odds(void **state)
{
    (void)state;
    const struct fair fair = new_fair(2, 3, 9);
    double count[6] = {0}, chi = 0;
    for (uint64_t n = 0; n < 100000; n++)
        count[fair_number(&fair, n, 6)]++;
    for (int i = 0; i < 6; i++)
        chi += (count[i] - 100000 / 6.0) * (count[i] - 100000 / 6.0) / (100000 / 6.0);
    assert_true(chi < 25);
}

/* Plays a game between random players with these dice. */
static struct match *play_as(const struct game *game, const struct game_settings *settings,
                             struct fair *fair, struct rng *rng)
{
    struct fair_cache *cache = fair_cache_new();
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    struct match *match = match_new(game, settings, &why);
    size_t checked = 0;
    while (match_mover(match) != GAME_OVER && match->body.count < 600) {
        const int mover = match_mover(match);
        char line[GAME_LINE_MAX], expected[GAME_LINE_MAX];
        struct text out = text_on(line, sizeof line);
        game_action action[GAME_ACTIONS_MAX], ruling;
        if (mover == GAME_CHANCE && game->ruling(&match->state, &ruling)) {
            game->write(&match->state, ruling, NULL, GAME_OPEN, &out);
        } else if (mover == GAME_CHANCE) {
            if (game->outcomes_max < 10000 || checked < 5) { /* sorting long lists is slow */
                plain_draw(fair, match, fair->drawn, expected);
                checked++;
            } else {
                expected[0] = '\0';
            }
            fair_draw(fair, cache, match, &out);
            fair->drawn++;
            if (expected[0])
                assert_string_equal(line, expected);
        } else {
            int seat = mover;
            size_t count = 0;
            while (count == 0) {
                if (mover == GAME_ANYONE)
                    seat = 1 + (int)rng_below(rng, (uint32_t)settings->players);
                count = game->actions(&match->state, seat, action);
            }
            game->write(&match->state, action[rng_below(rng, (uint32_t)count)], &match->history,
                        GAME_OPEN, &out);
        }
        if (!match_do(match, span_of(line), &why))
            fail_msg("%s: %s", line, reason);
    }
    fair_cache_free(cache);
    return match;
}

static struct match *play(const struct game *game, struct fair *fair, struct rng *rng)
{
    struct game_settings settings;
    game_defaults(game, &settings);
    return play_as(game, &settings, fair, rng);
}

static void order_of_outcomes(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 5);
    for (const struct game *const *game = test_games(); *game; game++) {
        struct fair fair = new_fair((*game)->seats_min, 1, 33);
        match_free(play(*game, &fair, &rng));
        fair.version = 2;
        fair_make_key(&fair);
        match_free(play(*game, &fair, &rng));
    }
}

/* A finished game with its header. */
static char *finished(struct fair *fair, bool with_seed)
{
    struct rng rng;
    rng_seed(&rng, 5);
    struct match *match = play(test_game("easycome"), fair, &rng);
    while (match_mover(match) != GAME_OVER) { /* tries the next seed until a game ends in time */
        match_free(match);
        fair->drawn = 0;
        fair->seed[0]++;
        match = play(test_game("easycome"), fair, &rng);
    }
    fair->committed |= 2;
    memset(fair->commit[1], 0, FAIR_BYTES);
    fair->commit[1][0] = 7;
    fair_write(fair, with_seed, &match->extra);
    char *record = test_record(match);
    match_free(match);
    return record;
}

static void refused(const char *record, const char *words)
{
    struct fair_report report;
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    size_t line;
    assert_false(fair_verify(span_of(record), &report, &line, &why));
    if (!strstr(reason, words))
        fail_msg("'%s' says nothing of '%s'", reason, words);
}

static void honest(void **state)
{
    (void)state;
    test_plays("easycome");
    struct fair fair = new_fair(2, 1, 50);
    struct fair_report report;
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    size_t line;
    char *record = finished(&fair, true);
    if (!fair_verify(span_of(record), &report, &line, &why))
        fail_msg("line %zu: %s", line, reason);
    assert_true(report.draws == fair.drawn);
    assert_int_equal(report.fair.revealed, 1);
    assert_int_equal(report.withheld, 2);
    free(record);
}

/* Replaces the first occurrence of `from` at the start of a line. */
static char *changed(const char *record, const char *from, const char *to)
{
    const char *at = strstr(record, from);
    assert_non_null(at);
    char *out = malloc(strlen(record) + strlen(to) + 1);
    const size_t before = (size_t)(at - record);
    memcpy(out, record, before);
    strcpy(out + before, to);
    strcat(out, at + strlen(from));
    return out;
}

/* A game whose first throw has other odds than later ones. */
static void first_throw(void **state)
{
    (void)state;
    test_plays("themots");
    struct fair fair = new_fair(2, 1, 50);
    struct fair_report report;
    struct game_settings settings;
    struct rng rng;
    char reason[TEXT_WHY], own[32], other[32];
    struct text why = text_on(reason, sizeof reason);
    size_t line;
    rng_seed(&rng, 6);
    game_defaults(test_game("themots"), &settings);
    assert_true(
        game_set(test_game("themots"), &settings, span_of("opening"), span_of("plain"), &why));
    assert_true(game_set(test_game("themots"), &settings, span_of("tokens"), span_of("9"), &why));
    struct match *match = play_as(test_game("themots"), &settings, &fair, &rng);
    assert_int_equal(match_mover(match), GAME_OVER);
    fair_write(&fair, true, &match->extra);
    char *record = test_record(match);
    match_free(match);
    if (!fair_verify(span_of(record), &report, &line, &why))
        fail_msg("line %zu: %s", line, reason);
    assert_true(report.draws == fair.drawn && report.draws > 3);
    const char *roll = strstr(record, "\n* roll ");
    snprintf(own, sizeof own, "%.*s", (int)strcspn(roll + 1, "\n") + 2, roll);
    snprintf(other, sizeof other, "%.14snoir\n", own); /* the rules forbid it too */
    char *forged = changed(record, own, other);
    refused(forged, "forged: draw 2 ");
    free(forged);
    forged = changed(record, "option opening=plain\n", ""); /* other odds give another draw */
    refused(forged, "forged: draw ");
    free(forged);
    free(record);
}

static void cheats(void **state)
{
    (void)state;
    test_plays("easycome");
    struct fair fair = new_fair(2, 3, 60);
    char *record = finished(&fair, true), *forged;
    char own[32], other[32];
    /* a better roll */
    const char *roll = strstr(record, "\n* roll ");
    snprintf(own, sizeof own, "%.*s", (int)strcspn(roll + 1, "\n") + 2, roll);
    snprintf(other, sizeof other, "\n* roll %s\n",
             strcmp(own, "\n* roll 5555\n") ? "5555" : "4444");
    forged = changed(record, own, other);
    refused(forged, "forged: draw 1 ");
    free(forged);
    /* the first two rolls swapped (the roll-off) */
    const char *second = strchr(roll + 1, '\n');
    char swapped[64], both[64];
    const int first_length = (int)strcspn(roll + 1, "\n"),
              second_length = (int)strcspn(second + 1, "\n");
    snprintf(both, sizeof both, "%.*s\n%.*s", first_length, roll + 1, second_length, second + 1);
    snprintf(swapped, sizeof swapped, "%.*s\n%.*s", second_length, second + 1, first_length,
             roll + 1);
    assert_string_not_equal(both, swapped);
    forged = changed(record, both, swapped);
    refused(forged, "forged: draw 1 ");
    free(forged);
    /* seeds */
    static const char *const keys[] = {"fair-seed ", "fair-seat 2 ", "fair-commit "};
    static const char *const words[] = {"is forged", "forged: draw", "is forged"};
    for (int i = 0; i < 3; i++) {
        char from[32], to[32];
        const char digit = strstr(record, keys[i])[strlen(keys[i])];
        snprintf(from, sizeof from, "%s%c", keys[i], digit);
        snprintf(to, sizeof to, "%s%c", keys[i], digit == '0' ? '1' : '0');
        forged = changed(record, from, to);
        refused(forged, words[i]);
        free(forged);
    }
    forged = changed(record, "fair-table a", "fair-table b");
    refused(forged, "forged: draw 1 ");
    free(forged);
    /* a seat's seed missing or duplicated */
    forged = changed(record, "fair-seat 2 ", "fair-gone 2 ");
    refused(forged, "forged: draw 1 ");
    free(forged);
    forged = changed(record, "fair-seat 2 ", "fair-seat 1 ");
    refused(forged, "twice");
    free(forged);
    /* a game cut short */
    const size_t length = strlen(record);
    forged = strdup(record);
    size_t cut = length - 1;
    while (forged[cut - 1] != '\n')
        cut--;
    forged[cut] = '\0';
    refused(forged, "not over");
    free(forged);
    /* invalid digits */
    forged = changed(record, "fair-seed ", "fair-seed G");
    refused(forged, "64 hexadecimal digits");
    free(forged);
    free(record);
    /* a record without the server's seed */
    struct fair again = new_fair(2, 3, 60);
    record = finished(&again, false);
    refused(record, "withheld");
    free(record);
    refused("cornet 1\ngame template\nplayers 2\n---\n", "no fair dice");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers),           cmocka_unit_test(keys),
        cmocka_unit_test(everything_counts), cmocka_unit_test(even_odds),
        cmocka_unit_test(order_of_outcomes), cmocka_unit_test(honest),
        cmocka_unit_test(first_throw),       cmocka_unit_test(cheats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
