/* A second, simple proof of a puzzle. It shares nothing with the search of bot_force.c: it knows
 * the game only by the functions of `struct game` and its texts, it tries every action of a turn,
 * from the last of the list on, and it compares positions by their texts. A side that holds four
 * dice and captures has won. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/debacle/rules.h"
#include "games/debacle/tools/puzzles.h"

enum { FIFTH = 4 }; /* dice held before the capture that ends the round */

static const struct game *const game = &debacle_game;

struct turns { /* the positions after a turn, each once */
    struct lines after;
    union game_state *state;
    size_t wins; /* sequences of actions that capture the fifth die */
    char won[256];
};

static void write_position(const union game_state *state, struct text *out)
{
    text_clear(out);
    if (!game->position(state, out))
        abort();
}

/* The captured dice of a side, counted in the position text. */
static int count_held(const union game_state *state, int side)
{
    struct text text = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    write_position(state, &text);
    struct span rest = span_of(text.start), field = {0};
    for (int i = 0; i <= 4 + side; i++)
        field = span_cut(&rest, ' ');
    return span_is(field, "-") ? 0 : (int)field.length;
}

static void add(struct turns *turns, const union game_state *state)
{
    struct text text = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    write_position(state, &text);
    for (size_t i = 0; i < turns->after.count; i++) {
        if (strcmp(turns->after.line[i], text.start) == 0)
            return;
    }
    lines_add(&turns->after, span_of(text.start));
    turns->state = realloc(turns->state, turns->after.count * sizeof *turns->state);
    turns->state[turns->after.count - 1] = *state;
}

/* Plays every sequence of actions of the side to move. `said` is the sequence so far. */
static void play_turns(const union game_state *state, const char *said, struct turns *turns)
{
    game_action list[GAME_ACTIONS_MAX];
    const int side = game->mover(state) - 1;
    const size_t count = game->actions(state, side + 1, list);
    const int held = count_held(state, side);
    for (size_t i = 0; i < count; i++) {
        struct text line = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
        struct text now = text_on((char[256]){0}, 256);
        game->write(state, list[i], NULL, GAME_OPEN, &line);
        text_printf(&now, "%s%s%s", said, *said ? " " : "", line.start + 2);
        if (held == FIFTH && strchr(line.start + 2, 'x')) {
            turns->wins++;
            snprintf(turns->won, sizeof turns->won, "%s", now.start);
            continue;
        }
        union game_state next = *state;
        game->apply(&next, list[i], NULL);
        if (strcmp(line.start + 2, "end") == 0)
            add(turns, &next);
        else
            play_turns(&next, now.start, turns);
    }
}

static struct turns turns_of(const union game_state *state)
{
    struct turns turns = {0};
    play_turns(state, "", &turns);
    return turns;
}

static void forget(struct turns *turns)
{
    lines_free(&turns->after);
    free(turns->state);
}

/* Whether the action takes the fifth die. */
static bool wins(const union game_state *state, game_action action, bool *ends)
{
    struct text line = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    game->write(state, action, NULL, GAME_OPEN, &line);
    *ends = strcmp(line.start + 2, "end") == 0;
    return strchr(line.start + 2, 'x') && count_held(state, game->mover(state) - 1) == FIFTH;
}

static bool is_lost(const union game_state *state, int turns);

/* Whether the side to move takes its fifth die within this number of its turns, this one included,
 * whatever the other side does; and whether the side to move cannot prevent that of the other. Both
 * play on from the middle of a turn too. */
static bool is_won(const union game_state *state, int turns)
{
    game_action list[GAME_ACTIONS_MAX];
    bool ends, won = false;
    for (size_t i = game->actions(state, game->mover(state), list); i-- > 0 && !won;) {
        union game_state next = *state;
        if (wins(state, list[i], &ends))
            return true;
        if (ends && turns == 1)
            continue;
        game->apply(&next, list[i], NULL);
        won = ends ? is_lost(&next, turns - 1) : is_won(&next, turns);
    }
    return won;
}

static bool is_lost(const union game_state *state, int turns)
{
    game_action list[GAME_ACTIONS_MAX];
    bool ends, lost = true;
    for (size_t i = game->actions(state, game->mover(state), list); i-- > 0 && lost;) {
        union game_state next = *state;
        if (wins(state, list[i], &ends))
            return false;
        game->apply(&next, list[i], NULL);
        lost = ends ? is_won(&next, turns) : is_lost(&next, turns);
    }
    return lost;
}

/* The position after the solution's turn. */
static bool play_solution(union game_state *state, struct span solution, struct text *out,
                          struct text *why)
{
    while (solution.length) {
        const struct span word = span_cut(&solution, ' ');
        game_action action;
        if (!game->read(state, 1, word, &action, NULL, why))
            return false;
        game->apply(state, action, NULL);
    }
    write_position(state, out);
    return true;
}

static bool prove_one(const struct turns *all, struct span solution, struct text *why)
{
    if (all->wins != 1)
        return text_fail(why, "%zu sequences win in this turn, not one", all->wins);
    return span_is(solution, all->won) || text_fail(why, "the winning turn is %s", all->won);
}

static bool prove_more(const union game_state *start, const struct turns *all, int turns,
                       struct span solution, struct text *why)
{
    struct text after = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    union game_state solved = *start;
    size_t winners = 0, right = 0;
    if (is_won(start, turns - 1))
        return text_fail(why, "it is won in %d", turns - 1);
    if (!play_solution(&solved, solution, &after, why))
        return false;
    for (size_t i = 0; i < all->after.count; i++) {
        if (!is_lost(&all->state[i], turns - 1))
            continue;
        winners++;
        right += strcmp(all->after.line[i], after.start) == 0;
    }
    return (winners == 1 && right == 1) ||
           text_fail(why, "%zu turns win, %zu of them as the solution says", winners, right);
}

bool puzzles_prove(struct span position, int turns, struct span solution, struct text *why)
{
    struct game_settings settings;
    union game_state start;
    game_defaults(game, &settings);
    if (!game_set(game, &settings, span_of("setup"), position, why) ||
        !game->start(&start, &settings, why))
        return false;
    struct turns all = turns_of(&start);
    const bool good = turns == 1 ? prove_one(&all, solution, why)
                      : all.wins ? text_fail(why, "it is won in this turn")
                                 : prove_more(&start, &all, turns, solution, why);
    forget(&all);
    return good;
}
