/* Plays every game at random, from random settings to its end, and checks the promises of game.h at
 * every state. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/memory.h"
#include "helpers.h"
#include "match/driver.h"

struct walk {
    struct match *match;
    struct rng rng;
    const struct game *game;
    char why[TEXT_WHY];
    struct text reason;
    size_t numbers; /* of a view; 0: not known yet */
    /* the lines that check_text wrote, one after the other */
    char lines[GAME_ACTIONS_MAX * GAME_LINE_MAX];
    size_t written;
    char json[GAME_JSON_MAX]; /* the last one checked, of this state */
};

/* Changes the setting if some number of players can play with it. */
static void try_setting(const struct game *game, struct game_settings *settings, struct span name,
                        struct span value)
{
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct game_settings changed = *settings;
    union game_state state;
    assert_true(game_set(game, &changed, name, value, &reason));
    for (int more = 0; more <= game->seats_max - game->seats_min; more++) {
        if (game->start(&state, &changed, &reason)) {
            *settings = changed;
            return;
        }
        if (++changed.players > game->seats_max)
            changed.players = game->seats_min;
    }
}

/* Sets all options of words by the number of the walk, so that a few walks play every word. */
static void set_words(const struct game *game, int walk, struct game_settings *settings)
{
    for (int i = 0; game->options[i].name; i++) {
        struct span words[8], rest = span_of(game->options[i].words);
        int count = 0;
        while (rest.length)
            words[count++] = span_cut(&rest, '|');
        if (count)
            try_setting(game, settings, span_of(game->options[i].name),
                        words[walk / (1 + i % 2) % count]);
    }
}

/* `number`: of the walk; -1: all options are random. */
static void start_walk(struct walk *w, const struct game *game, int number, uint64_t seed)
{
    struct game_settings settings;
    rng_seed(&w->rng, seed);
    w->game = game;
    w->reason = text_on(w->why, sizeof w->why);
    w->written = 0;
    w->numbers = 0;
    w->json[0] = '\0';
    test_random_settings(game, &w->rng, &settings);
    if (number >= 0)
        set_words(game, number, &settings);
    w->match = match_new(game, &settings, &w->reason);
    assert_non_null(w->match);
}

/* Returns the action's line, which must be clean and complete, and must read back as the same
 * action. It stays in w->lines until w->written is reset. */
static char *check_text(struct walk *w, game_action action)
{
    char line[GAME_LINE_MAX];
    struct text out = text_on(line, sizeof line);
    struct game_history history = {0};
    game_action again;
    w->game->write(&w->match->state, action, &history, GAME_OPEN, &out);
    assert_false(out.cut);
    assert_true(span_is_clean(span_of(line)));
    assert_true(
        game_read_line(w->game, &w->match->state, span_of(line), &again, &history, &w->reason));
    assert_int_equal(again, action);
    const size_t length = strlen(line) + 1;
    assert_true(w->written + length <= sizeof w->lines);
    char *copy = memcpy(w->lines + w->written, line, length);
    w->written += length;
    return copy;
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* All lines differ, and so all actions, since each line reads back as its action. */
static void check_different(char *lines[], size_t count)
{
    if (count)
        qsort(lines, count, sizeof *lines, by_bytes);
    for (size_t i = 1; i < count; i++)
        assert_string_not_equal(lines[i - 1], lines[i]);
}

/* Ids are small and different, have a name, and lead back to their action. */
static void check_ids(struct walk *w, int seat, const game_action actions[], size_t count)
{
    uint16_t ids[GAME_ACTIONS_MAX];
    bool seen[GAME_IDS_MAX + 1] = {false};
    w->game->list_ids(&w->match->state, seat, actions, count, ids);
    for (size_t i = 0; i < count; i++) {
        game_action again = ~actions[i];
        assert_true(ids[i] < w->game->ids);
        assert_false(seen[ids[i]]);
        seen[ids[i]] = true;
        assert_true(game_find_id(w->game, &w->match->state, seat, ids[i], &again));
        assert_int_equal(again, actions[i]);
    }
    const unsigned other = rng_below(&w->rng, (uint32_t)w->game->ids + 1);
    game_action none;
    if (!seen[other])
        assert_false(game_find_id(w->game, &w->match->state, seat, other, &none));
}

static size_t check_actions(struct walk *w, int mover, game_action actions[])
{
    size_t all = 0;
    for (int seat = 1; seat <= w->match->settings.players; seat++) {
        char *lines[GAME_ACTIONS_MAX];
        const size_t count = w->game->actions(&w->match->state, seat, actions + all);
        assert_true(all + count <= GAME_ACTIONS_MAX);
        assert_true(count <= w->game->actions_max);
        w->written = 0;
        if (mover != GAME_ANYONE)
            assert_true(seat == mover ? count > 0 : count == 0);
        for (size_t i = 0; i < count; i++)
            lines[i] = check_text(w, actions[all + i]);
        check_different(lines, count);
        check_ids(w, seat, actions + all, count);
        all += count;
    }
    return all;
}

static int by_action(const void *a, const void *b)
{
    const game_action x = ((const struct game_outcome *)a)->action;
    const game_action y = ((const struct game_outcome *)b)->action;
    return (x > y) - (x < y);
}

/* Sorts by action; most lists are already sorted. */
static void sort_outcomes(struct game_outcome out[], size_t count)
{
    size_t i = 1;
    while (i < count && out[i - 1].action < out[i].action)
        i++;
    if (i < count)
        qsort(out, count, sizeof *out, by_action);
}

/* For long lists, checks the text of some outcomes, of others at each call. */
static size_t check_chance(struct walk *w, game_action actions[])
{
    enum { TEXTS_MAX = 500 };
    struct game_outcome *out = memory_new(w->game->outcomes_max, sizeof *out);
    char **lines = memory_new(w->game->outcomes_max, sizeof *lines);
    uint64_t whole = 0, sum = 0;
    const size_t count = w->game->chance(&w->match->state, out, &whole);
    assert_in_range(count, 1, w->game->outcomes_max);
    sort_outcomes(out, count);
    for (size_t i = 0; i < count; i++) {
        /* so the sum does not overflow */
        assert_true(out[i].weight > 0 && out[i].weight <= whole - sum);
        assert_true(i == 0 || out[i].action != out[i - 1].action);
        sum += out[i].weight;
        actions[i] = out[i].action;
    }
    assert_int_equal(sum, whole);
    size_t checked = 0;
    w->written = 0;
    const uint32_t step = (uint32_t)(count + TEXTS_MAX - 1) / TEXTS_MAX;
    for (size_t i = rng_below(&w->rng, step); i < count; i += step)
        lines[checked++] = check_text(w, out[i].action);
    check_different(lines, checked);
    free(lines);
    for (int i = 0; i < 3; i++) {
        const game_action drawn = w->game->sample(&w->match->state, &w->rng);
        size_t found = 0;
        while (found < count && actions[found] != drawn)
            found++;
        assert_true(found < count);
    }
    free(out);
    return count;
}

/* A text that another viewer has too is checked once. */
static void check_json(struct walk *w, int viewer)
{
    char text[GAME_JSON_MAX];
    struct text out = text_on(text, sizeof text);
    json_error_t error;
    game_json(w->game, &w->match->settings, &w->match->state, viewer, &out);
    assert_false(out.cut);
    if (strcmp(text, w->json) == 0)
        return;
    strcpy(w->json, text);
    json_t *json = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    if (!json)
        fail_msg("%s: %s", error.text, text);
    const int mover = match_mover(w->match);
    const json_t *shown = json_object_get(json, "mover");
    assert_string_equal(json_string_value(json_object_get(json, "game")), w->game->id);
    assert_int_equal(json_integer_value(json_object_get(json, "players")),
                     w->match->settings.players);
    if (mover > 0)
        assert_int_equal(json_integer_value(shown), mover);
    else
        assert_string_equal(json_string_value(shown), mover == GAME_CHANCE   ? "chance"
                                                      : mover == GAME_ANYONE ? "anyone"
                                                                             : "over");
    const json_t *result = json_object_get(json, "result");
    assert_true(mover == GAME_OVER ? json_is_array(result) : json_is_null(result));
    json_decref(json);
}

/* The numbers of a view: the same count at every state, each with a unique name. A seat's numbers
 * depend only on its view. */
static void check_numbers(struct walk *w, const void *hidden, int seat)
{
    struct lines names = {0};
    struct game_numbers seen = {.names = &names}, again = {0};
    w->game->observe(hidden, seat, &seen);
    w->game->observe(hidden, seat, &again);
    assert_in_range(seen.count, 1, GAME_NUMBERS_MAX);
    assert_int_equal(seen.count, names.count);
    assert_int_equal(seen.count, again.count);
    assert_memory_equal(seen.value, again.value, seen.count * sizeof *seen.value);
    if (w->numbers == 0)
        w->numbers = seen.count;
    assert_int_equal(seen.count, w->numbers);
    check_different(names.line, names.count);
    lines_free(&names);
}

/* A client receives a view as JSON (here the last one of check_json) and loads it: that gives the
 * same view. Damaged JSON is refused, or gives a state that can be shown. */
static void check_load(struct walk *w, const union game_state *hidden, int viewer)
{
    const struct game_settings *settings = &w->match->settings;
    char text[GAME_JSON_MAX], damaged[GAME_JSON_MAX];
    struct text out = text_on(text, sizeof text);
    union game_state loaded;
    assert_ptr_not_equal(w->game->load, game_loads_nothing);
    assert_true(w->game->start(&loaded, settings, &w->reason));
    if (!w->game->load(&loaded, viewer, span_of(w->json)))
        fail_msg("%s does not load %s", w->game->id, w->json);
    game_json(w->game, settings, &loaded, viewer, &out);
    assert_string_equal(text, w->json);
    assert_int_equal(w->game->mover(&loaded), w->game->mover(hidden));
    if (viewer > 0) {
        game_action seen[GAME_ACTIONS_MAX], again[GAME_ACTIONS_MAX];
        struct game_numbers numbers[2] = {0};
        const size_t count = w->game->actions(hidden, viewer, seen);
        assert_int_equal(w->game->actions(&loaded, viewer, again), count);
        assert_memory_equal(seen, again, count * sizeof *seen);
        w->game->observe(hidden, viewer, &numbers[0]);
        w->game->observe(&loaded, viewer, &numbers[1]);
        assert_memory_equal(&numbers[0], &numbers[1], sizeof numbers[0]);
    }
    strcpy(damaged, w->json);
    damaged[rng_below(&w->rng, (uint32_t)strlen(damaged))] =
        "{}[],:\"\\09n"[rng_below(&w->rng, 11)];
    text_clear(&out);
    assert_true(w->game->start(&loaded, settings, &w->reason));
    if (w->game->load(&loaded, viewer, span_of(damaged)))
        game_json(w->game, settings, &loaded, viewer, &out);
}

/* The line of an action as a viewer receives it can be read at the viewer's state, written again
 * identically, and applied. */
static void check_shown_line(struct walk *w, game_action action, int viewer)
{
    char line[GAME_LINE_MAX], again[GAME_LINE_MAX];
    struct text shown = text_on(line, sizeof line), twice = text_on(again, sizeof again);
    struct game_history past = test_copy_trail(&w->match->history);
    union game_state hidden = match_state(w->match);
    game_action read;
    w->game->hide(&hidden, viewer);
    w->game->write(&w->match->state, action, &past, viewer, &shown);
    if (!game_read_line(w->game, &hidden, span_of(line), &read, &past, &w->reason))
        fail_msg("%s does not read '%s' for viewer %d: %s", w->game->id, line, viewer, w->why);
    w->game->write(&hidden, read, &past, viewer, &twice);
    assert_string_equal(line, again);
    w->game->apply(&hidden, read, &past);
    w->game->hide(&hidden, viewer);
    game_history_free(&past);
}

/* A seat's view gives its actions the same ids. */
static void check_seen_ids(struct walk *w, const union game_state *view, int seat,
                           const game_action actions[], size_t count)
{
    uint16_t real[GAME_ACTIONS_MAX], seen[GAME_ACTIONS_MAX];
    w->game->list_ids(&w->match->state, seat, actions, count, real);
    w->game->list_ids(view, seat, actions, count, seen);
    assert_memory_equal(real, seen, count * sizeof *real);
}

/* A seat's view: hiding twice changes nothing more, a guess looks the same to the seat, and the
 * seat sees its own actions. */
static void check_views(struct walk *w)
{
    const size_t size = w->game->state_size;
    w->json[0] = '\0';
    for (int seat = 0; seat <= w->match->settings.players; seat++) {
        union game_state hidden = match_state(w->match), twice, guessed;
        w->game->hide(&hidden, seat);
        twice = hidden;
        w->game->hide(&twice, seat);
        assert_memory_equal(&hidden, &twice, size);
        if (!(w->game->flags & GAME_HIDDEN))
            assert_memory_equal(&hidden, &w->match->state, size);
        assert_int_equal(w->game->mover(&hidden), match_mover(w->match));
        guessed = hidden;
        w->game->guess(&guessed, &w->rng);
        twice = guessed; /* nothing left to guess */
        w->game->guess(&twice, &w->rng);
        assert_memory_equal(&guessed, &twice, size);
        twice = guessed;
        w->game->hide(&twice, seat);
        assert_memory_equal(&hidden, &twice, size);
        if (seat > 0) {
            game_action real[GAME_ACTIONS_MAX], seen[GAME_ACTIONS_MAX], dreamt[GAME_ACTIONS_MAX];
            const size_t count = w->game->actions(&w->match->state, seat, real);
            assert_int_equal(w->game->actions(&hidden, seat, seen), count);
            assert_int_equal(w->game->actions(&guessed, seat, dreamt), count);
            assert_memory_equal(real, seen, count * sizeof *real);
            assert_memory_equal(real, dreamt, count * sizeof *real);
            check_seen_ids(w, &hidden, seat, real, count);
            check_numbers(w, &hidden, seat);
        }
        check_json(w, seat);
        if (w->game->flags & GAME_HIDDEN)
            check_load(w, &hidden, seat);
    }
    check_json(w, GAME_OPEN);
}

/* Tries lines that are similar to a legal one. An accepted line must be legal and canonical; a
 * refused one gives a reason and changes nothing. */
static void check_refusals(struct walk *w, const game_action actions[], size_t count)
{
    const int mover = match_mover(w->match);
    char line[GAME_LINE_MAX];
    struct text out = text_on(line, sizeof line);
    if (count > 0)
        w->game->write(&w->match->state, actions[rng_below(&w->rng, (uint32_t)count)], NULL,
                       GAME_OPEN, &out);
    else
        text_add(&out, "1 stop");
    static const char alphabet[] = " *0123456789abcdeiknoprst-+?x";
    const uint32_t kind = rng_below(&w->rng, 4);
    const size_t at = rng_below(&w->rng, (uint32_t)strlen(line) + (kind != 0));
    const char c = alphabet[rng_below(&w->rng, sizeof alphabet - 1)];
    if (kind == 0)
        line[at] = c;
    else if (kind == 1)
        memmove(line + at + 1, line + at, strlen(line + at) + 1), line[at] = c;
    else if (kind == 2)
        line[at] = '\0';
    else
        line[0] = (char)('0' + rng_below(&w->rng, 8));

    union game_state before = match_state(w->match);
    struct game_history history = {0};
    game_action action;
    text_clear(&w->reason);
    if (game_read_line(w->game, &w->match->state, span_of(line), &action, &history, &w->reason)) {
        assert_int_not_equal(mover, GAME_OVER);
        if (mover != GAME_ANYONE) {
            char again[GAME_LINE_MAX];
            struct text text = text_on(again, sizeof again);
            size_t found = 0;
            while (found < count && actions[found] != action)
                found++;
            game_action ruling; /* any ruling may be written */
            if (found == count && !w->game->ruling(&w->match->state, &ruling))
                fail_msg("%s accepts '%s', which is not listed", w->game->id, line);
            w->game->write(&w->match->state, action, &history, GAME_OPEN, &text);
            assert_string_equal(again, line);
        }
    } else {
        assert_true(w->reason.length > 0);
    }
    assert_memory_equal(&before, &w->match->state, w->game->state_size);
}

/* If reveals() is false for an action, it shows a viewer nothing new: two worlds that look the same
 * to the viewer, and both allow the action, still look the same after it. */
static void check_reveals(struct walk *w, game_action action, const char *line)
{
    if (!(w->game->flags & GAME_HIDDEN) || line[0] == '*' ||
        w->game->reveals(&w->match->state, action))
        return;
    for (int viewer = 0; viewer <= w->match->settings.players; viewer++) {
        union game_state real = match_state(w->match), other = real;
        struct game_history past[2] = {test_copy_trail(&w->match->history),
                                       test_copy_trail(&w->match->history)};
        game_action same;
        w->game->hide(&other, viewer);
        w->game->guess(&other, &w->rng);
        if (game_read_line(w->game, &other, span_of(line), &same, &past[1], &w->reason)) {
            w->game->apply(&real, action, &past[0]);
            w->game->apply(&other, same, &past[1]);
            w->game->hide(&real, viewer);
            w->game->hide(&other, viewer);
            assert_memory_equal(&real, &other, w->game->state_size);
            test_same_trail(&past[0], &past[1]);
        }
        game_history_free(&past[0]);
        game_history_free(&past[1]);
    }
}

/* Everything that an action can change. */
struct moment {
    union game_state state;
    struct game_history history;
    uint64_t turns;
};

static struct moment moment_of(const struct match *match)
{
    return (struct moment){match_state(match), match->history, match->turns};
}

/* A seat's last move can be undone unless it revealed something. Undoing it restores `before`. */
static void check_undo(struct walk *w, const char *line, bool undo_floor,
                       const struct moment *before)
{
    const bool undone = match_undo(w->match, line[0] - '0', &w->reason);
    assert_int_equal(undone, !undo_floor);
    if (!undone)
        return;
    assert_memory_equal(&before->state, &w->match->state, w->game->state_size);
    test_same_trail(&before->history, &w->match->history);
    assert_int_equal(before->turns, w->match->turns);
    assert_true(match_do(w->match, span_of(line), &w->reason));
}

/* Saving and loading gives the same table. Only for games that records can name. */
static void check_record(struct walk *w)
{
    if (!game_find(span_of(w->game->id)))
        return;
    size_t line;
    char *record = test_record(w->match);
    struct match *again = match_read(span_of(record), &line, &w->reason);
    if (!again)
        fail_msg("%zu: %s in\n%s", line, w->why, record);
    char *twice = test_record(again);
    assert_string_equal(record, twice);
    test_same_table(w->match, again);
    match_free(again);
    free(record);
    free(twice);
}

/* Applies the action directly and by its text. Both give the same state and trail, byte for byte,
 * and apply() must count the turns. The trail only grows. */
static void step(struct walk *w, game_action action)
{
    struct moment before = moment_of(w->match), direct = before;
    w->written = 0;
    const char *line = check_text(w, action);
    const bool undo_floor = line[0] == '*' || w->game->reveals(&before.state, action);
    check_reveals(w, action, line);
    for (int viewer = 0; w->game->flags & GAME_HIDDEN && viewer <= w->match->settings.players;
         viewer++)
        check_shown_line(w, action, viewer);
    direct.history = test_copy_trail(&before.history);
    direct.turns += w->game->apply(&direct.state, action, &direct.history);
    before.history.trail = direct.history.trail;
    test_same_trail(&before.history, &w->match->history);
    assert_true(match_do(w->match, span_of(line), &w->reason));
    assert_memory_equal(&direct.state, &w->match->state, w->game->state_size);
    test_same_trail(&direct.history, &w->match->history);
    assert_int_equal(direct.turns, w->match->turns);
    const uint32_t rare = 1 + (uint32_t)w->match->body.count / 4; /* undo plays all moves again */
    if (line[0] != '*' && rng_below(&w->rng, rare) == 0)
        check_undo(w, line, undo_floor, &before);
    game_history_free(&direct.history);
}

/* If somebody throws the dice, it is chance's turn, the thrower is a seat, and the outcome is
 * public. */
static void check_thrower(struct walk *w)
{
    const struct match *match = w->match;
    const int seat = w->game->thrower(&match->state);
    char open[GAME_LINE_MAX], seen[GAME_LINE_MAX];
    struct text all = text_on(open, sizeof open), part = text_on(seen, sizeof seen);
    assert_in_range(seat, 0, match->settings.players);
    if (!seat)
        return;
    assert_true(driver_is_throw(w->game, &match->state));
    const game_action roll = w->game->sample(&match->state, &w->rng);
    w->game->write(&match->state, roll, NULL, GAME_OPEN, &all);
    w->game->write(&match->state, roll, NULL, GAME_SPECTATOR, &part);
    assert_string_equal(open, seen);
}

static void walk_one(const struct game *game, int number)
{
    struct walk *w = memory_new(1, sizeof *w);
    game_action *actions = memory_new(game->outcomes_max + 8 * GAME_ACTIONS_MAX, sizeof *actions);
    start_walk(w, game, number, (uint64_t)number + 1000);
    for (int steps = 0;; steps++) {
        const union game_state before = match_state(w->match);
        const int mover = match_mover(w->match);
        size_t count = 0;
        if (steps > 100000)
            fail_msg("%s: walk %d does not end", game->id, number);
        if (mover == GAME_CHANCE)
            count = check_chance(w, actions);
        else if (mover != GAME_OVER)
            count = check_actions(w, mover, actions);
        check_views(w);
        check_thrower(w);
        check_refusals(w, actions, count);
        assert_memory_equal(&before, &w->match->state, game->state_size);
        /* Reading a record replays all moves, so long games are checked less often per move. */
        if (rng_below(&w->rng, 10 + (uint32_t)w->match->body.count / 8) == 0)
            check_record(w);
        if (mover == GAME_OVER)
            break;
        assert_true(count > 0);
        const game_action chosen = mover == GAME_CHANCE
                                       ? game->sample(&w->match->state, &w->rng)
                                       : actions[rng_below(&w->rng, (uint32_t)count)];
        step(w, chosen);
    }
    uint8_t share[GAME_SEATS_MAX] = {0};
    int sum = 0;
    game->result(&w->match->state, share);
    for (int i = 0; i < GAME_SEATS_MAX; i++)
        sum += share[i];
    assert_int_equal(sum, GAME_WHOLE);
    for (int seat = 1; seat <= w->match->settings.players; seat++)
        assert_int_equal(game->actions(&w->match->state, seat, actions), 0);
    check_record(w);
    match_free(w->match);
    free(actions);
    free(w);
}

static void every_game_keeps_its_promises(void **unused)
{
    (void)unused;
    for (const struct game *const *game = test_games(); *game; game++) {
        const int games = test_repeats(5);
        for (int i = 0; i < games; i++)
            walk_one(*game, i);
        print_message("%s: %d games\n", (*game)->id, games);
    }
}

/* Compares sample() with chance() by chi-square, at states of random play. */
static void sampling_agrees_with_the_list(void **unused)
{
    (void)unused;
    for (const struct game *const *game = test_games(); *game; game++) {
        struct walk w;
        struct game_outcome *out = memory_new((*game)->outcomes_max, sizeof *out);
        uint32_t *seen = memory_new((*game)->outcomes_max, sizeof *seen);
        start_walk(&w, *game, -1, 5);
        for (int tested = 0; tested < 8;) {
            const int mover = match_mover(w.match);
            if (mover == GAME_OVER) {
                match_free(w.match);
                start_walk(&w, *game, -1, 6 + (uint64_t)tested++);
            } else if (mover == GAME_CHANCE) {
                uint64_t whole;
                const size_t count = (*game)->chance(&w.match->state, out, &whole);
                sort_outcomes(out, count);
                memset(seen, 0, (*game)->outcomes_max * sizeof *seen);
                const uint32_t draws = 200000;
                double chi = 0;
                for (uint32_t i = 0; i < draws; i++) {
                    const struct game_outcome drawn = {
                        .action = (*game)->sample(&w.match->state, &w.rng)};
                    const struct game_outcome *found =
                        bsearch(&drawn, out, count, sizeof *out, by_action);
                    assert_non_null(found);
                    seen[found - out]++;
                }
                for (size_t j = 0; j < count; j++) {
                    const double expected = draws * ((double)out[j].weight / (double)whole);
                    chi += (seen[j] - expected) * (seen[j] - expected) / expected;
                }
                /* The mean is n, the deviation sqrt(2n): six deviations do not happen by chance. */
                const double freedom = (double)count - 1;
                assert_true((chi - freedom) * (chi - freedom) <= 36 * 2 * (freedom + 1) + 200);
                match_draw(w.match, &w.rng);
                tested++;
            } else {
                game_action actions[GAME_ACTIONS_MAX];
                size_t count = 0;
                for (int seat = 1; seat <= w.match->settings.players; seat++)
                    count += (*game)->actions(&w.match->state, seat, actions + count);
                step(&w, actions[rng_below(&w.rng, (uint32_t)count)]);
            }
        }
        free(out);
        free(seen);
        match_free(w.match);
    }
}

/* All members of a game must be set: no pointer is NULL and no number 0. To check members that are
 * added later too, this looks at the struct as words of a pointer's size, none of which may be 0.
 * `flags`, the only member that may be 0, shares its word with `seats_min`. */
static void check_no_zero_word(const struct game *game)
{
    _Static_assert(sizeof *game % sizeof(uintptr_t) == 0, "the struct is whole words");
    for (size_t at = 0; at < sizeof *game; at += sizeof(uintptr_t)) {
        uintptr_t word;
        memcpy(&word, (const char *)game + at, sizeof word);
        if (!word)
            fail_msg("%s: the member at byte %zu of struct game is not set", game->id, at);
    }
}

/* The total length of a game's option values if each has its maximum length. */
static size_t longest_values(const struct game *game)
{
    size_t sum = 0;
    for (const struct game_option *option = game->options; option->name; option++) {
        char number[16];
        struct span words = span_of(option->words);
        size_t longest = option->free ? GAME_VALUE_MAX - 1 : strlen(option->default_value);
        while (words.length) {
            const struct span word = span_cut(&words, '|');
            longest = word.length > longest ? word.length : longest;
        }
        const size_t digits = (size_t)snprintf(number, sizeof number, "%d", option->max);
        sum += (digits > longest ? digits : longest) + 1;
    }
    return sum;
}

/* Setting a value of any length does not change the others. */
static void values_stand_side_by_side(void **unused)
{
    test_plays("debacle");
    char why[TEXT_WHY], text[GAME_VALUE_MAX + 1];
    struct text reason = text_on(why, sizeof why);
    const struct game *game = game_find(span_of("debacle"));
    struct game_settings settings, defaults;
    (void)unused;
    game_defaults(game, &settings);
    game_defaults(game, &defaults);
    memset(text, 'x', GAME_VALUE_MAX);
    text[GAME_VALUE_MAX] = '\0';
    assert_false(game_set(game, &settings, span_of("setup"), span_of(text), &reason));
    assert_memory_equal(&settings, &defaults, sizeof settings);
    assert_true(game_set(game, &settings, span_of("setup"), span_of(text + 1), &reason));
    assert_true(game_set(game, &settings, span_of("first"), span_of("2"), &reason));
    assert_true(game_set(game, &settings, span_of("target"), span_of("100"), &reason));
    assert_string_equal(game_value(game, &settings, "first"), "2");
    assert_string_equal(game_value(game, &settings, "setup"), text + 1);
    assert_string_equal(game_value(game, &settings, "target"), "100");
    assert_true(game_set(game, &settings, span_of("setup"), span_of("standard"), &reason));
    assert_string_equal(game_value(game, &settings, "setup"), "standard");
    assert_string_equal(game_value(game, &settings, "target"), "100");
}

/* All members are set, and names are valid in records and on command lines. */
static void every_member_is_set(void **unused)
{
    (void)unused;
    for (const struct game *const *at = test_games(); *at; at++) {
        const struct game *game = *at;
        int options = 0;
        check_no_zero_word(game);
        assert_true(span_is_clean(span_of(game->id)) && !strchr(game->id, ' '));
        assert_in_range(game->seats_min, 1, GAME_SEATS_MAX);
        assert_in_range(game->seats_max, game->seats_min, GAME_SEATS_MAX);
        assert_in_range(game->state_size, 1, GAME_STATE_MAX);
        for (; game->options[options].name; options++) {
            assert_non_null(game->options[options].about);
            assert_non_null(game->options[options].words);
            assert_non_null(game->options[options].default_value);
            struct game_settings settings;
            char why[TEXT_WHY];
            struct text reason = text_on(why, sizeof why);
            game_defaults(game, &settings);
            assert_true(game_set(game, &settings, span_of(game->options[options].name),
                                 span_of(game->options[options].default_value), &reason));
        }
        assert_true(options <= GAME_OPTIONS_MAX);
        assert_in_range(game->ids, 1, GAME_IDS_MAX);
        assert_true(longest_values(game) <= GAME_VALUES_MAX);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_member_is_set),
        cmocka_unit_test(values_stand_side_by_side),
        cmocka_unit_test(every_game_keeps_its_promises),
        cmocka_unit_test(sampling_agrees_with_the_list),
    };
    cmocka_set_test_filter(getenv("CORNET_TEST"));
    return cmocka_run_group_tests(tests, NULL, NULL);
}
