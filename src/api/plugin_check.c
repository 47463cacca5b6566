/* Plays random games of an external game before it is registered, to find errors that would
 * otherwise appear later: two actions with the same text, whose records replay as other games; a
 * view that reveals a secret; a guess that contradicts the seat's view.
 *
 * Secrets enter a state by moves, so they are checked there: if two outcomes of chance have the
 * same text for a viewer, the viewer's views after both must be equal. (A seat's secret choice may
 * have public consequences, so it is not checked.) */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/plugins.h"
#include "base/fault.h"
#include "base/lang.h"
#include "base/memory.h"

enum {
    MOVES = 400,         /* at random, with each number of players that is tried */
    LINES = 50000,       /* that are written at most */
    OTHERS = 8,          /* actions that the one that is played is compared with */
    SHOWN = 100,         /* bytes of a position that a sentence shows */
    SEED = 0x706c617965, /* any: the same games each time */
};

/* A legal action or outcome in its words, as in a record. */
struct worded {
    game_action action;
    char line[GAME_LINE_MAX];
};

struct trial {
    const struct game *game;
    struct game_settings settings;
    struct rng rng;
    union game_state state;
    struct game_outcome *outcome;
    struct worded *move; /* the legal ones */
    struct worded **sorted;
    size_t count;
    int moves, lines;
    char last[GAME_LINE_MAX]; /* the move that led here */
};

__attribute__((format(printf, 2, 3))) static void fault(const struct trial *t, const char *format,
                                                        ...)
{
    char what[TEXT_WHY];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    fault_report(tr("game %s is faulty: %s"), t->game->id, what);
}

/* ---- words ---- */

static void write_line(struct trial *t, game_action action, int viewer, char line[GAME_LINE_MAX])
{
    struct text out = text_on(line, GAME_LINE_MAX);
    t->game->write(&t->state, action, NULL, viewer, &out);
    t->lines++;
}

static int compare(const void *a, const void *b)
{
    return strcmp((*(struct worded *const *)a)->line, (*(struct worded *const *)b)->line);
}

static void list_moves(struct trial *t)
{
    game_action action[GAME_ACTIONS_MAX];
    uint64_t denominator;
    const int mover = t->game->mover(&t->state);
    const bool chance = mover == GAME_CHANCE;
    t->count = chance ? t->game->chance(&t->state, t->outcome, &denominator)
                      : t->game->actions(&t->state, mover, action);
    for (size_t i = 0; i < t->count; i++) {
        t->sorted[i] = &t->move[i];
        t->move[i].action = chance ? t->outcome[i].action : action[i];
        write_line(t, t->move[i].action, GAME_OPEN, t->move[i].line);
    }
    qsort(t->sorted, t->count, sizeof *t->sorted, compare);
    for (size_t i = 1; i < t->count; i++) {
        if (compare(&t->sorted[i - 1], &t->sorted[i]) == 0)
            plugins_same_words(t->game->id, t->sorted[i - 1]->action, t->sorted[i]->action,
                               t->sorted[i]->line);
    }
}

void plugins_same_words(const char *game, game_action a, game_action b, const char *words)
{
    fault_report(tr("game %s is faulty: actions %u and %u have the same text, '%s'"), game,
                 a < b ? a : b, a < b ? b : a, words);
}

/* ---- secrets ---- */

static union game_state view_of(const struct trial *t, const union game_state *state, int viewer)
{
    union game_state view;
    memcpy(&view, state, t->game->state_size);
    t->game->hide(&view, viewer);
    return view;
}

static bool is_same(const struct trial *t, const union game_state *a, const union game_state *b)
{
    return memcmp(a, b, t->game->state_size) == 0;
}

/* The position as people are shown it, as far as it fits into a sentence. */
static const char *shown(const union game_state *state, char out[SHOWN])
{
    struct text text = text_on(out, SHOWN);
    plugins_show(state, &text);
    return out;
}

static bool has_actions(const struct trial *t, const union game_state *state, int seat,
                        const game_action expected[], size_t count)
{
    game_action listed[GAME_ACTIONS_MAX];
    return t->game->actions(state, seat, listed) == count &&
           memcmp(listed, expected, count * sizeof *listed) == 0;
}

static void check_view(struct trial *t, int viewer)
{
    game_action expected[GAME_ACTIONS_MAX];
    char before[SHOWN], after[SHOWN];
    const union game_state view = view_of(t, &t->state, viewer);
    const union game_state twice = view_of(t, &view, viewer);
    const int mover = t->game->mover(&t->state);
    if (!is_same(t, &view, &twice))
        fault(t, tr("hide() for seat %d changes a state that is already hidden"), viewer);
    if (t->game->mover(&view) != mover)
        fault(t, tr("in seat %d's view, somebody else is to move"), viewer);
    union game_state guessed = view;
    t->game->guess(&guessed, &t->rng);
    const union game_state seen = view_of(t, &guessed, viewer);
    if (!is_same(t, &view, &seen))
        fault(t, tr("guess() contradicts seat %d's view: '%s', and hidden again '%s'"), viewer,
              shown(&view, before), shown(&seen, after));
    if (viewer == 0 || viewer != mover)
        return;
    const size_t count = t->game->actions(&t->state, viewer, expected);
    if (!has_actions(t, &view, viewer, expected, count))
        fault(t, tr("in seat %d's view, its actions differ"), viewer);
    if (!has_actions(t, &guessed, viewer, expected, count))
        fault(t, tr("guess() gives seat %d different actions"), viewer);
}

static union game_state after(const struct trial *t, game_action action)
{
    union game_state state;
    memcpy(&state, &t->state, t->game->state_size);
    t->game->apply(&state, action, NULL); /* games from outside have no history */
    return state;
}

/* Checks that two moves with the same text for a viewer lead to the same view. */
static void compare_moves(struct trial *t, const struct worded *a, const struct worded *b)
{
    char received[GAME_LINE_MAX], other[GAME_LINE_MAX], one[SHOWN], two[SHOWN];
    const union game_state after_a = after(t, a->action), after_b = after(t, b->action);
    const bool chance = t->game->mover(&t->state) == GAME_CHANCE;
    for (int viewer = 0; viewer <= t->settings.players; viewer++) {
        const union game_state view_a = view_of(t, &after_a, viewer);
        const union game_state view_b = view_of(t, &after_b, viewer);
        write_line(t, a->action, viewer, received);
        write_line(t, b->action, viewer, other);
        const bool same_words = strcmp(received, other) == 0,
                   same_view = is_same(t, &view_a, &view_b);
        if (chance && same_words && !same_view)
            fault(t,
                  tr("seat %d receives '%s' and sees whether it was '%s' or '%s': '%s', or '%s'"),
                  viewer, received, a->line, b->line, shown(&view_a, one), shown(&view_b, two));
        if (!same_words && same_view && !is_same(t, &after_a, &after_b))
            fault(t, tr("seat %d receives '%s' or '%s', which hide() then hides from it"), viewer,
                  received, other);
    }
}

/* ---- random games ---- */

static void play_move(struct trial *t)
{
    const struct worded *chosen = &t->move[rng_below(&t->rng, (uint32_t)t->count)];
    const union game_state expected = after(t, chosen->action);
    if (t->game->flags & GAME_HIDDEN) {
        for (int viewer = 0; viewer <= t->settings.players; viewer++)
            check_view(t, viewer);
        for (int i = 0; i < OTHERS && t->count > 1; i++) {
            const struct worded *other = &t->move[rng_below(&t->rng, (uint32_t)t->count)];
            if (other != chosen)
                compare_moves(t, chosen, other);
        }
    }
    t->game->apply(&t->state, chosen->action, NULL);
    if (!is_same(t, &expected, &t->state))
        fault(t, tr("apply() gives two different states for the same state and action"));
    if (fault_happened())
        return; /* the sentence names the move before */
    snprintf(t->last, sizeof t->last, "%s", chosen->line);
    t->moves++;
}

static void play_games(struct trial *t)
{
    const struct game *game = t->game;
    const size_t most =
        game->actions_max > game->outcomes_max ? game->actions_max : game->outcomes_max;
    uint8_t share[GAME_SEATS_MAX];
    t->outcome = memory_new(game->outcomes_max, sizeof *t->outcome);
    t->move = memory_new(most, sizeof *t->move);
    t->sorted = memory_new(most, sizeof *t->sorted);
    for (int moves = 0; moves < MOVES && t->lines < LINES; moves += t->moves + 1) {
        if (fault_happened() || !game->start(&t->state, &t->settings, TEXT_UNREAD))
            break; /* a fault, or these options do not allow this number of players */
        t->moves = 0;
        while (moves + t->moves < MOVES && t->lines < LINES &&
               game->mover(&t->state) != GAME_OVER) {
            list_moves(t);
            play_move(t);
        }
        if (game->mover(&t->state) == GAME_OVER)
            game->result(&t->state, share);
    }
    memory_free(t->sorted);
    memory_free(t->move);
    memory_free(t->outcome);
}

cornet_status plugins_check(const struct game *game, cornet_error *error)
{
    const int players[] = {game->seats_min, game->seats_max};
    for (int i = 0; i < 1 + (players[0] != players[1]); i++) {
        struct fault found;
        struct trial trial = {.game = game};
        rng_seed(&trial.rng, SEED);
        game_defaults(game, &trial.settings);
        trial.settings.players = players[i];
        fault_watch(&found, NULL);
        play_games(&trial);
        fault_unwatch(&found);
        if (found.why[0] && trial.moves > 0)
            return library_fail(error, CORNET_FAULT,
                                trn("%s (after '%s', move %d of a random game for %d player)",
                                    "%s (after '%s', move %d of a random game for %d players)",
                                    (unsigned long)players[i]),
                                found.why, trial.last, trial.moves, players[i]);
        if (found.why[0])
            return library_fail(error, CORNET_FAULT, "%s", found.why);
    }
    return CORNET_OK;
}
