/* The honest client of fair dice 3 against servers that cheat in each way: it notices at once, and
 * opens nothing afterwards. And its restart at any moment. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "fair3_house.h"
#include "helpers.h"

/* A game that is not over; seat 1's client may receive more. */
struct scene {
    struct house house;
    struct client3_out out;
    struct text why;
    char reason[TEXT_WHY];
};

static void begin(struct scene *scene, unsigned flags)
{
    test_plays("easycome");
    memset(scene, 0, sizeof *scene);
    scene->why = text_on(scene->reason, sizeof scene->reason);
    for (uint64_t seed = 1;; seed++) { /* a game in which seat 1 has to move now */
        house_play(&scene->house, test_game("easycome"), HOUSE_STOPS | flags, seed);
        if (match_mover(scene->house.match) == 1 && scene->house.asks > 2)
            return;
        house_free(&scene->house);
    }
}

static void end(struct scene *scene)
{
    client3_out_free(&scene->out);
    house_free(&scene->house);
}

static struct client3 *client_of(struct scene *scene)
{
    return scene->house.client[1].client;
}

/* Tells entries after the last one; separated by LF. */
static bool tell(struct scene *scene, const char *entries)
{
    struct lines lines = {0};
    struct span rest = span_of(entries);
    while (rest.length)
        lines_add(&lines, span_cut(&rest, '\n'));
    const bool good = client3_entries(client_of(scene), client3_have(client_of(scene)) + 1, &lines,
                                      (struct span){0}, 1000000, &scene->out, &scene->why);
    lines_free(&lines);
    return good;
}

/* The client has noticed, has written it down, and opens nothing any more. */
static void is_caught(struct scene *scene, const char *reason)
{
    struct lines *news = &scene->out.news;
    assert_true(scene->out.contradicted);
    assert_true(client3_is_contradicted(client_of(scene)));
    assert_false(scene->out.link.due);
    if (!strstr(scene->reason, reason))
        fail_msg("%s", scene->reason);
    assert_true(news->count > 0);
    assert_memory_equal(news->line[news->count - 1], "contradiction ", 14);
    client3_out_free(&scene->out);
    char ask[64];
    snprintf(ask, sizeof ask, "#3 ask %u 1", (unsigned)scene->house.asks + 1);
    tell(scene, ask);
    assert_false(scene->out.link.due);
}

/* A word of the seat as `#3 by`, for the line, with the digest of another. */
static void write_word(struct scene *scene, const char *said, const char *line, uint32_t more,
                       char out[FAIR3_NOTE_MAX + GAME_LINE_MAX])
{
    struct client3_word word;
    struct client3_out unused = {0};
    struct fair3_note note = {.kind = FAIR3_BY, .seat = 1};
    struct text text = text_on(out, FAIR3_NOTE_MAX + GAME_LINE_MAX);
    client3_say(client_of(scene), span_of(said), false, false, 1000000, &word, &unused);
    client3_out_free(&unused);
    note.number = word.m + more;
    note.seen = word.seen;
    fair3_act(NULL, span_of(line), note.bytes);
    note.sign = word.sign;
    fair3_write_note(&note, &text);
    text_printf(&text, "\n%s", line);
}

/* Two different legal lines of seat 1. */
static bool two_lines(struct scene *scene, char a[GAME_LINE_MAX], char b[GAME_LINE_MAX])
{
    game_action actions[GAME_ACTIONS_MAX];
    const struct match *match = scene->house.match;
    struct text one = text_on(a, GAME_LINE_MAX), other = text_on(b, GAME_LINE_MAX);
    const size_t count = match->game->actions(&match->state, 1, actions);
    if (count < 2)
        return false;
    match->game->write(&match->state, actions[0], NULL, GAME_OPEN, &one);
    match->game->write(&match->state, actions[count - 1], NULL, GAME_OPEN, &other);
    return true;
}

/* The server between player and table: another legal move than the one that was sent. */
static void replaced_moves(void **state)
{
    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        struct scene scene;
        char a[GAME_LINE_MAX], b[GAME_LINE_MAX], entries[FAIR3_NOTE_MAX + GAME_LINE_MAX];
        begin(&scene, HOUSE_UNSIGNED);
        assert_true(two_lines(&scene, a, b));
        /* another line; a line that was never sent; the one that was sent */
        write_word(&scene, a, kind == 2 ? a : b, kind == 1, entries);
        assert_true(tell(&scene, entries) == (kind == 2));
        if (kind < 2)
            is_caught(&scene, "did not make");
        end(&scene);
    }
}

static void signed_moves(void **state)
{
    (void)state;
    struct scene scene;
    char a[GAME_LINE_MAX], b[GAME_LINE_MAX], entries[FAIR3_NOTE_MAX + GAME_LINE_MAX];
    begin(&scene, 0);
    assert_true(two_lines(&scene, a, b));
    write_word(&scene, a, b, 0, entries);
    assert_false(tell(&scene, entries));
    is_caught(&scene, "the signature of seat 1 is wrong");
    end(&scene);
}

/* What nobody said, or what the rules forbid. */
static void lies(void **state)
{
    (void)state;
    static const struct {
        const char *entries, *reason;
    } told[] = {
        {"1 forfeits", "did not say this"},
        {"2 forfeits", "did not say this"},
        {"#3 late 1 30000\n1 forfeits", "no clock"},
        {"#3 undo 20 all", ""},
        {"#3 seat 1 left", "did not say this"},
        {"#3 seat 1 stand-in", "nobody said"},
        {"#3 ask 9000 1", "does not follow"},
        {"* roll 5555", ""},
        {"#3 step 1 -", "no entry"},
        {"# a comment", "no entry"},
        {"1 keep \x07", "no game contains"},
    };
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        struct scene scene;
        begin(&scene, 0);
        assert_false(tell(&scene, told[i].entries));
        is_caught(&scene, told[i].reason);
        end(&scene);
    }
}

/* Entries once shown, the head and the seals do not change. */
static void rewritten(void **state)
{
    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        struct scene scene;
        struct lines lines = {0};
        begin(&scene, 0);
        struct client3 *client = client_of(&scene);
        struct house *house = &scene.house;
        if (kind == 0) { /* another entry */
            lines_add(&lines, span_of("#3 seat 1 plain"));
            assert_false(
                client3_entries(client, 1, &lines, (struct span){0}, 9, &scene.out, &scene.why));
            is_caught(&scene, "changed entry 1");
        } else if (kind == 1) { /* the same */
            lines_add(&lines, span_of(house->record.entries.line[0]));
            assert_true(
                client3_entries(client, 1, &lines, (struct span){0}, 9, &scene.out, &scene.why));
            assert_int_equal(scene.out.news.count, 0);
        } else if (kind == 2) { /* another clock */
            struct fair3_head head = house->record.head;
            head.clock = (struct fair3_clock){FAIR3_CLOCK_MOVE, 1, 0};
            fair3_write_head(&head, house->match, &lines);
            assert_false(client3_head(client, &lines, NULL, &scene.out, &scene.why));
            is_caught(&scene, "promises");
        } else { /* a seal of other entries */
            char seal[FAIR3_SIGNED_HEX];
            memset(seal, '7', sizeof seal - 1);
            seal[sizeof seal - 1] = '\0';
            assert_false(client3_entries(client, client3_have(client) + 1, &lines, span_of(seal), 9,
                                         &scene.out, &scene.why));
            is_caught(&scene, "signed other entries");
        }
        lines_free(&lines);
        end(&scene);
    }
}

/* A gap is not taken; a draw without this seat is reported. */
static void gaps_and_left_out(void **state)
{
    (void)state;
    struct scene scene;
    struct lines lines = {0};
    begin(&scene, HOUSE_UNSIGNED);
    struct client3 *client = client_of(&scene);
    const uint32_t have = client3_have(client);
    lines_add(&lines, span_of("#3 seat 1 left"));
    assert_true(
        client3_entries(client, have + 2, &lines, (struct span){0}, 9, &scene.out, &scene.why));
    assert_int_equal(client3_have(client), have);
    lines_free(&lines);
    end(&scene);
    for (uint64_t seed = 1;; seed++) {
        house_play(&scene.house, test_game("easycome"), HOUSE_SLEEPS | HOUSE_GIVES_UP, seed);
        const struct lines *transcript = &scene.house.client[1].transcript;
        size_t left_out = 0;
        for (size_t i = 0; i < transcript->count; i++)
            left_out += strncmp(transcript->line[i], "left-out ", 9) == 0;
        const uint32_t missing = scene.house.steps - scene.house.client[1].with_link;
        assert_int_equal(left_out, missing);
        house_free(&scene.house);
        if (missing)
            return;
    }
}

/* A client is restored from its transcript, cut after any line, and knows the rest of the game as
 * before. With another secret it opens nothing. */
static void restarts(void **state)
{
    (void)state;
    test_plays("easycome");
    struct house house;
    const unsigned char secret[FAIR_BYTES] = {1}, key[FAIR_BYTES] = {2};
    house_play(&house, test_game("easycome"), HOUSE_STOPS | HOUSE_UNSIGNED, 5);
    const struct lines *transcript = &house.client[1].transcript;
    struct lines head = {0};
    fair3_write_head(&house.record.head, house.match, &head);
    for (size_t cut = 4; cut < transcript->count; cut += 3) {
        struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
        struct transcript3 kept = {0};
        struct client3_out out = {0};
        struct lines rest = {0};
        for (size_t i = 0; i < cut; i++)
            assert_true(transcript3_add(&kept, span_of(transcript->line[i]), &why));
        const uint32_t have = (uint32_t)kept.saw.count;
        struct client3 *client = client3_new(1, secret, key); /* of another chain */
        assert_true(client3_restore(client, &kept, &why));
        if (!client3_head(client, &head, NULL, &out, &why))
            fail_msg("after %zu lines: %s", cut, why.start);
        assert_int_equal(out.news.count, 0);
        assert_int_equal(client3_have(client), have);
        for (size_t i = have; i < house.record.entries.count; i++)
            lines_add(&rest, span_of(house.record.entries.line[i]));
        if (!client3_entries(client, have + 1, &rest, (struct span){0}, 9, &out, &why))
            fail_msg("after %zu lines: %s", cut, why.start);
        assert_int_equal(client3_have(client), house.record.entries.count);
        assert_false(out.link.due);
        client3_out_free(&out);
        client3_free(client);
        lines_free(&rest);
    }
    lines_free(&head);
    house_free(&house);
}

/* After a restart the link of an open ask is sent again, the same one. */
static void open_asks(void **state)
{
    (void)state;
    test_plays("easycome");
    const unsigned char secret[FAIR_BYTES] = {1}, key[FAIR_BYTES] = {2};
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct game_settings settings;
    struct fair3_head head = {.table = "abc"};
    struct lines lines = {0}, entries = {0}, file = {0};
    struct client3_link first = {0};
    game_defaults(test_game("easycome"), &settings);
    settings.players = 2;
    struct match *match = match_new(test_game("easycome"), &settings, &why);
    fair3_write_head(&head, match, &lines);
    lines_add(&entries, span_of("#3 seat 1 person"));
    lines_add(&entries, span_of("#3 seat 2 bot"));
    for (int run = 0; run < 3; run++) {
        struct client3_out out = {0};
        struct transcript3 kept = {0};
        struct client3_chain chain;
        struct client3 *client = client3_new(1, secret, key);
        for (size_t i = 0; i < file.count; i++)
            assert_true(transcript3_add(&kept, span_of(file.line[i]), &why));
        if (run)
            assert_true(client3_restore(client, &kept, &why));
        assert_true(client3_head(client, &lines, NULL, &out, &why));
        if (run == 0) {
            struct fair3_note note = {.kind = FAIR3_CHAIN, .seat = 1};
            struct text text = text_on((char[FAIR3_NOTE_MAX]){0}, FAIR3_NOTE_MAX);
            assert_true(client3_entries(client, 1, &entries, (struct span){0}, 1, &out, &why));
            client3_chain(client, &chain, &out);
            assert_true(chain.due);
            note.key = chain.key;
            memcpy(note.bytes, chain.end, FAIR_BYTES);
            fair3_write_note(&note, &text);
            lines_add(&entries, span_of(text.start));
            lines_add(&entries, span_of("#3 ask 1 1"));
        }
        assert_true(client3_entries(client, 1, &entries, (struct span){0}, 2, &out, &why));
        assert_true(out.link.due);
        if (run == 0)
            first = out.link;
        assert_memory_equal(out.link.link, first.link, FAIR_BYTES);
        assert_memory_equal(out.link.hash, first.hash, FAIR_BYTES);
        for (size_t i = 0; i < out.news.count; i++)
            lines_add(&file, span_of(out.news.line[i]));
        client3_out_free(&out);
        client3_free(client);
    }
    match_free(match);
    lines_free(&lines);
    lines_free(&entries);
    lines_free(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replaced_moves),
        cmocka_unit_test(signed_moves),
        cmocka_unit_test(lies),
        cmocka_unit_test(rewritten),
        cmocka_unit_test(gaps_and_left_out),
        cmocka_unit_test(restarts),
        cmocka_unit_test(open_asks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
