/* The terminal's views, for every game. Random games are drawn at each state for every viewer, in
 * several widths and sizes and in both languages: nothing is cut off, and a tight board fits a
 * screen of 20 rows. Also tests the phrases of all moves, and mirrors of a server's table: built
 * line by line from the messages to each viewer, a mirror looks and reads like the game itself. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "base/lang.h"
#include "base/memory.h"
#include "match/driver.h"
#include "program/grid.h"
#include "tests/helpers.h"
#include "tui/menu.h"
#include "tui/mirror.h"
#include "tui/view.h"

enum { NARROW = 60, TIGHT_ROWS = 16, LINES_MAX = 150 };

static const struct screen model = {.colour = true, .unicode = true};

static struct match *new_match(const struct game *game, struct rng *rng)
{
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct game_settings settings;
    test_random_settings(game, rng, &settings);
    settings.bots = 0;
    struct match *match = match_new(game, &settings, &reason);
    assert_non_null(match);
    for (int seat = 1; seat <= settings.players; seat++) {
        static const char *const names[] = {"Anne", "Maximilienne-Bartholomée", "bot:normal"};
        assert_true(match_set_name(match, seat, span_of(names[seat % 3]), &reason));
    }
    return match;
}

/* Plays one random move; false when the game is over. */
static bool play_one(struct match *match, struct rng *rng)
{
    game_action actions[GAME_ACTIONS_MAX];
    const int mover = match_mover(match);
    if (mover == GAME_OVER)
        return false;
    if (mover == GAME_CHANCE) {
        match_draw(match, rng);
        return true;
    }
    for (;;) {
        const int seat =
            mover > 0 ? mover : 1 + (int)rng_below(rng, (uint32_t)match->settings.players);
        const size_t count = match->game->actions(&match->state, seat, actions);
        if (count == 0)
            continue;
        match_do_action(match, actions[rng_below(rng, (uint32_t)count)]);
        return true;
    }
}

/* `level`: 2 tight, 1 low, 0 usual, -1 and -2 larger. */
static void draw(const struct match *match, const void *state, int viewer, int width, int level,
                 struct grid *grid)
{
    grid_start(grid, width);
    struct screen screen = screen_in(grid, &model);
    screen.scale = level < 0 ? -level : 0;
    screen.low = level >= 1;
    screen.tight = level >= 2;
    view_of(match->game)->draw(&screen, match, state, viewer);
}

static void check_grid(const struct match *match, const struct grid *grid, int level)
{
    if (grid->cut || (level == 2 && grid->rows > TIGHT_ROWS)) {
        for (int row = 0; row < grid->rows; row++) {
            for (int column = 0; column < grid->width; column++) {
                const char *text = grid_at(grid, row, column)->text;
                fputs(*text ? text : " ", stdout);
            }
            puts("|");
        }
        fail_msg("%s: a board of %d columns is %s (%d rows)", match->game->id, grid->width,
                 grid->cut ? "cut" : "too high", grid->rows);
    }
}

static void check_state(const struct match *match)
{
    static const int widths[] = {NARROW, 79, 80, 133};
    for (int viewer = 0; viewer <= match->settings.players; viewer++) {
        union game_state state = match_state(match);
        match->game->hide(&state, viewer);
        for (int i = 0; i < 4; i++) {
            for (int level = -2; level < 3; level++) {
                struct grid grid;
                draw(match, &state, viewer, widths[i], level, &grid);
                check_grid(match, &grid, level);
                grid_free(&grid);
            }
        }
    }
}

/* In `make test` every fifth state of a game, in `make test-deep` all. */
static void test_boards(void **unused)
{
    (void)unused;
    for (const struct game *const *game = game_list; *game; game++) {
        struct rng rng;
        if ((*game)->flags & GAME_EXAMPLE)
            continue;
        rng_seed(&rng, 7);
        for (int i = 0; i < test_repeats(2); i++) {
            struct match *match = new_match(*game, &rng);
            lang_use(i % 2);
            for (int line = 0; line < LINES_MAX && play_one(match, &rng); line++) {
                if (line % test_count(5, 1) == 0)
                    check_state(match);
            }
            match_free(match);
        }
    }
    lang_use(false);
}

/* ---- phrases ---- */

/* What menus show beside a choice can be typed, in both languages, and means that choice. */
static void check_typed(struct match *match, const void *state, const game_action actions[],
                        size_t count)
{
    const struct view *view = view_of(match->game);
    for (int french = 0; french < 2; french++) {
        struct choices choices = {0};
        lang_use(french);
        for (size_t i = 0; i < count; i++) {
            struct text phrase = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
            struct text typed = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
            view->phrase(match, state, actions[i], &phrase);
            view_typed(view, match, state, actions[i], &typed);
            choices_add_move(&choices, phrase.start, typed.start, "");
        }
        for (size_t i = 0; i < count; i++)
            assert_int_equal(choices_find(&choices, choices_typed(&choices, i)), i);
        choices_free(&choices);
    }
}

/* Each choice has a unique phrase in both languages, and the notation beside it can be typed. */
static void check_phrases(struct match *match, int seat)
{
    static char phrase[2][GAME_ACTIONS_MAX][GAME_LINE_MAX];
    const struct view *view = view_of(match->game);
    game_action actions[GAME_ACTIONS_MAX], read;
    union game_state state = match_state(match);
    struct text_unread unread;
    match->game->hide(&state, seat);
    const size_t count = match->game->actions(&state, seat, actions);
    for (size_t i = 0; i < count; i++) {
        char typed[GAME_LINE_MAX], line[GAME_LINE_MAX + 8], tidy[GAME_LINE_MAX];
        struct text notation = text_on(typed, sizeof typed), tidied = text_on(tidy, sizeof tidy);
        for (int french = 0; french < 2; french++) {
            struct text out = text_on(phrase[french][i], sizeof phrase[french][i]);
            lang_use(french);
            view->phrase(match, &state, actions[i], &out);
            assert_true(out.length > 0 && !out.cut);
            for (size_t j = 0; j < i; j++)
                assert_string_not_equal(phrase[french][i], phrase[french][j]);
        }
        assert_string_not_equal(phrase[0][i], phrase[1][i]);
        view_notation(match, &state, actions[i], &notation);
        view->tidy(&state, typed, &tidied);
        snprintf(line, sizeof line, "%d %s", seat, tidy);
        assert_true(game_read_line(match->game, &state, span_of(line), &read, &match->history,
                                   text_unread(&unread)));
        assert_int_equal(read, actions[i]);
    }
    check_typed(match, &state, actions, count);
    lang_use(false);
}

static void test_phrases(void **unused)
{
    (void)unused;
    for (const struct game *const *game = game_list; *game; game++) {
        struct rng rng;
        rng_seed(&rng, 11);
        for (int i = 0; i < test_repeats(3); i++) {
            struct match *match = new_match(*game, &rng);
            for (int line = 0; line < LINES_MAX && play_one(match, &rng); line++) {
                const int mover = match_mover(match);
                for (int seat = 1; seat <= match->settings.players; seat++) {
                    if (mover == seat || mover == GAME_ANYONE)
                        check_phrases(match, seat);
                }
            }
            match_free(match);
        }
    }
}

/* Records contain seat numbers and card ids; people read names in their language. */
static void test_phrases_of_wazabi(void **unused)
{
    static const struct {
        const char *line, *english, *french;
    } moves[] = {
        {"1 give 2", "give a die to Anne", "donner un dé à Anne"},
        {"1 play retire1", "play Remove a die", "jouer Retirez 1 dé"},
        {"1 play vole 2", "play Steal a card on Anne", "jouer Volez 1 carte contre Anne"},
        {"1 play tourne left", "play All dice pass on, to the left",
         "jouer Les dés tournent, vers la gauche"},
        {"1 pass", "play no card", "ne pas jouer de carte"},
    };
    const struct game *wazabi = game_find(span_of("wazabi"));
    struct text_unread unread;
    (void)unused;
    if (!wazabi)
        skip();
    struct game_settings settings;
    game_defaults(wazabi, &settings);
    settings.players = 2;
    struct match *match = match_new(wazabi, &settings, text_unread(&unread));
    static const char *const start[] = {"* draw retire1", "* draw vole",  "* draw tourne",
                                        "* draw saute",   "* draw saute", "* draw donne",
                                        "* roll WWWW",    "* roll CCCC",  "* roll DWWW"};
    assert_true(match_set_name(match, 2, span_of("Anne"), text_unread(&unread)));
    for (size_t i = 0; i < sizeof start / sizeof *start; i++)
        assert_true(match_do(match, span_of(start[i]), text_unread(&unread)));
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        game_action action;
        assert_true(game_read_line(wazabi, &match->state, span_of(moves[i].line), &action,
                                   &match->history, text_unread(&unread)));
        for (int french = 0; french < 2; french++) {
            char buffer[GAME_LINE_MAX];
            struct text out = text_on(buffer, sizeof buffer);
            lang_use(french);
            view_of(wazabi)->phrase(match, &match->state, action, &out);
            assert_string_equal(buffer, french ? moves[i].french : moves[i].english);
        }
        lang_use(false);
        if (i == 0)
            assert_true(match_do(match, span_of(moves[i].line), text_unread(&unread)));
    }
    match_free(match);
}

/* ---- mirrors ---- */

static void keep_sentence(void *context, int seat, const char *sentence)
{
    (void)seat;
    lines_add(context, span_of(sentence));
}

static json_t *state_json(const struct match *match, int viewer)
{
    char *text = test_json(match, viewer);
    json_t *json = json_loads(text, 0, NULL);
    assert_non_null(json);
    free(text);
    return json;
}

/* The `table` message that a server sends when the game starts. */
static json_t *table_json(const struct match *match, int viewer)
{
    json_t *options = json_object(), *seats = json_array();
    for (int i = 0; match->game->options[i].name; i++)
        json_object_set_new(options, match->game->options[i].name,
                            json_string(game_value_at(&match->settings, i)));
    for (int i = 0; i < match->settings.players; i++)
        json_array_append_new(seats,
                              json_pack("{s:s,s:s}", "name", match->name[i], "kind", "person"));
    json_t *first = state_json(match, viewer);
    return json_pack("{s:s,s:i,s:i,s:o,s:o,s:[],s:O,s:[o]}", "game", match->game->id, "players",
                     match->settings.players, "you", viewer, "options", options, "seats", seats,
                     "log", "state", first, "states", first);
}

static void assert_same_look(const struct match *match, const struct mirror *mirror)
{
    union game_state state = match_state(match);
    struct grid here, there;
    match->game->hide(&state, mirror->viewer);
    assert_true(mirror->drawable);
    draw(match, &state, mirror->viewer, 80, 0, &here);
    draw(mirror->match, mirror->match->state, mirror->viewer, 80, 0, &there);
    assert_int_equal(here.rows, there.rows);
    assert_memory_equal(here.cell, there.cell,
                        (size_t)(here.rows * here.width) * sizeof *here.cell);
    grid_free(&here);
    grid_free(&there);
}

static void assert_same_lines(const struct lines *a, const struct lines *b)
{
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++)
        assert_string_equal(a->line[i], b->line[i]);
}

/* Replaces some lines by other lines of the game. */
static void shuffle(json_t *lines, struct rng *rng)
{
    const uint32_t count = (uint32_t)json_array_size(lines);
    for (uint32_t i = 0; i < count; i++) {
        if (rng_below(rng, 8) == 0)
            json_array_set(lines, i, json_array_get(lines, rng_below(rng, count)));
    }
}

/* Plays a game and mirrors it, with one or several lines per message. Then mirrors all of it at
 * once, as for a player who reconnects. */
static void mirror_game(const struct game *game, struct rng *rng)
{
    struct match *match = new_match(game, rng);
    const int viewer = (int)rng_below(rng, (uint32_t)match->settings.players + 1);
    const bool heard = rng_below(rng, 2);
    struct mirror mirror = {.heard = heard};
    struct lines sentences = {0}, expected = {0};
    json_t *table = table_json(match, viewer), *log = json_array();
    assert_true(mirror_set(&mirror, table, keep_sentence, &sentences));
    for (int n = 0; n < LINES_MAX && match_mover(match) != GAME_OVER; n++) {
        json_t *lines = json_array(), *states = json_array();
        const uint32_t count = 1 + rng_below(rng, 4);
        for (uint32_t i = 0; i < count; i++) {
            char sentence[GAME_LINE_MAX], line[GAME_LINE_MAX];
            struct text out = text_on(sentence, sizeof sentence),
                        shown = text_on(line, sizeof line);
            const union game_state before = match_state(match);
            if (i > 0)
                json_array_append_new(states, state_json(match, viewer));
            if (!play_one(match, rng))
                break;
            union game_state seen = before;
            game->hide(&seen, viewer);
            game->write(&before, match->last, &match->history, viewer, &shown);
            view_say(view_of(game), &(struct telling){match, viewer, heard, &out}, &seen,
                     match->last);
            if (out.length)
                lines_add(&expected, span_of(sentence));
            json_array_append_new(lines, json_string(line));
        }
        json_t *moves = json_pack("{s:o,s:o,s:o}", "lines", lines, "states", states, "state",
                                  state_json(match, viewer));
        for (size_t i = 0; i < json_array_size(lines); i++)
            mirror_add(&mirror, moves, i, keep_sentence, &sentences);
        json_array_extend(log, lines);
        json_decref(moves);
        assert_same_look(match, &mirror);
    }
    assert_same_lines(&sentences, &expected);
    lines_cut(&sentences, 0);
    json_object_set(table, "log", log);
    json_object_set_new(table, "state", state_json(match, viewer));
    json_object_del(table, "states");
    assert_true(
        mirror_set(&mirror, table, keep_sentence, &sentences)); /* a player who reconnects */
    assert_same_look(match, &mirror);
    assert_same_lines(&sentences, &expected);
    shuffle(log, rng);
    assert_true(
        mirror_set(&mirror, table, keep_sentence, &sentences)); /* no real server sends this */
    json_decref(log);
    json_decref(table);
    lines_free(&sentences);
    lines_free(&expected);
    mirror_free(&mirror);
    match_free(match);
}

static void test_mirrors(void **unused)
{
    struct rng rng;
    (void)unused;
    rng_seed(&rng, 3);
    for (const struct game *const *game = game_list; *game; game++) {
        for (int i = 0; i < test_repeats(3) && !((*game)->flags & GAME_EXAMPLE); i++)
            mirror_game(*game, &rng);
    }
}

/* Malformed messages instead of a table. */
static void test_nonsense(void **unused)
{
    static const char *const tables[] = {
        "{}",
        "{\"game\":\"nothing\",\"players\":2}",
        "{\"game\":\"GAME\",\"players\":99,\"seats\":[]}",
        "{\"game\":\"GAME\",\"players\":2,\"seats\":[{},{}],\"options\":{\"x\":\"y\"}}",
    };
    (void)unused;
    for (const struct game *const *game = game_list; *game; game++) {
        for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
            char text[256];
            struct mirror mirror = {0};
            struct lines sentences = {0};
            const char *at = strstr(tables[i], "GAME");
            snprintf(text, sizeof text, "%.*s%s%s", (int)(at ? at - tables[i] : 0), tables[i],
                     at ? (*game)->id : "", at ? at + 4 : tables[i]);
            json_t *table = json_loads(text, 0, NULL);
            assert_non_null(table);
            assert_false(mirror_set(&mirror, table, keep_sentence, &sentences));
            mirror_free(&mirror);
            lines_free(&sentences);
            json_decref(table);
        }
        struct rng rng;
        rng_seed(&rng, 1);
        struct match *match = new_match(*game, &rng);
        json_t *table = table_json(match, 0);
        struct mirror mirror = {0};
        struct lines sentences = {0};
        json_object_set_new(table, "states", json_null());
        json_object_set_new(table, "state", json_pack("{s:s}", "phase", "what"));
        json_object_set_new(table, "log", json_pack("[s,s]", "* dance \033[2J", "9"));
        assert_true(mirror_set(&mirror, table, keep_sentence, &sentences));
        assert_false(mirror.drawable);
        assert_int_equal(sentences.count, 1);
        assert_null(strchr(sentences.line[0], '\033'));
        lines_free(&sentences);
        mirror_free(&mirror);
        json_decref(table);
        match_free(match);
    }
}

/* Loads the French texts of the build. CORNET_LOCALE is the folder of its catalogues. */
static int read_french(void **state)
{
    const char *folder = getenv("CORNET_LOCALE");
    char path[4096], why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    size_t size;
    snprintf(path, sizeof path, "%s/fr/LC_MESSAGES/cornet.mo", folder ? folder : "locale");
    *state = files_read(path, &size, &reason);
    if (!*state) {
        print_error("%s\n", why);
        return -1;
    }
    lang_set_french(*state, size);
    return 0;
}

static int free_french(void **state)
{
    lang_set_french(NULL, 0);
    memory_free(*state);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boards),
        cmocka_unit_test(test_phrases),
        cmocka_unit_test(test_phrases_of_wazabi),
        cmocka_unit_test(test_mirrors),
        cmocka_unit_test(test_nonsense),
    };
    setlocale(LC_CTYPE, "C.UTF-8");
    return cmocka_run_group_tests(tests, read_french, free_french);
}
