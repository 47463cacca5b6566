/* The table itself; record.c reads and writes it. */
#include "match/match.h"

#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "base/memory.h"

#define UNDONE "# undone:" /* how a line that was taken back stays in the record */

struct match *match_new(const struct game *game, const struct game_settings *settings,
                        struct text *why)
{
    struct match *match = memory_new(1, sizeof *match);
    match->game = game;
    match->settings = *settings;
    if (!game->start(&match->state, settings, why)) {
        match_free(match);
        return NULL;
    }
    return match;
}

void match_free(struct match *match)
{
    if (!match)
        return;
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++)
        bot_close(&match->bot[seat]);
    lines_free(&match->extra);
    lines_free(&match->body);
    game_side_free(&match->side);
    free(match);
}

bool match_set_name(struct match *match, int seat, struct span name, struct text *why)
{
    if (name.length == 0 || name.length >= MATCH_NAME_MAX || !span_is_clean(name) ||
        name.at[0] == ' ' || name.at[name.length - 1] == ' ')
        return text_fail(why, tr("a name is 1 to %d bytes of text, without spaces at its ends"),
                         MATCH_NAME_MAX - 1);
    memcpy(match->name[seat - 1], name.at, name.length);
    match->name[seat - 1][name.length] = '\0';
    return true;
}

void match_show_name(const struct match *match, int seat, struct text *out)
{
    const char *name = match->name[seat - 1];
    int same = 0;
    for (int i = 0; i < match->settings.players; i++)
        same += strcmp(match->name[i], name) == 0;
    if (name[0] == '\0')
        text_printf(out, tr("seat %d"), seat);
    else if (same > 1)
        text_printf(out, "%s (%d)", name, seat);
    else
        text_add(out, name);
}

int match_mover(const struct match *match)
{
    return match->game->mover(&match->state);
}

static bool is_comment(const char *line)
{
    return line[0] == '#';
}

static bool is_chance(const char *line)
{
    return line[0] == '*';
}

/* Where a record leaves a judgement out, the game's own stands (GAME_VERDICTS). */
static void settle_verdict(struct match *match)
{
    struct game_outcome outcome[GAME_OUTCOMES_MAX];
    uint64_t denominator;
    if (match_mover(match) == GAME_CHANCE &&
        match->game->chance(&match->state, outcome, &denominator) == 1)
        match->game->apply(&match->state, outcome[0].action, &match->side);
}

/* Reads and applies a line. `seen`, unless NULL, gets it as the viewer may know it. */
static bool play_line(struct match *match, struct span line, int viewer, struct text *seen,
                      struct text *why)
{
    const struct game *game = match->game;
    union game_state before;
    const size_t trail_before = match->side.trail_count;
    game_action action;
    if (line.length >= GAME_LINE_MAX || !span_is_clean(line))
        return text_fail(why, tr("a move is one line of at most %d bytes of clean UTF-8"),
                         GAME_LINE_MAX - 1);
    if (game->flags & GAME_VERDICTS) {
        memcpy(&before, &match->state, game->state_size);
        if (line.length && !is_chance(line.at))
            settle_verdict(match);
    }
    if (!game_read_line(game, &match->state, line, &action, &match->side, why)) {
        if (game->flags & GAME_VERDICTS) {
            memcpy(&match->state, &before, game->state_size);
            match->side.trail_count = trail_before;
        }
        return false;
    }
    if (seen && (game->flags & GAME_HIDDEN))
        game->write(&match->state, action, viewer, seen);
    else if (seen)
        text_add_bytes(seen, line.at, line.length);
    game->apply(&match->state, action, &match->side);
    return true;
}

bool match_do(struct match *match, struct span line, struct text *why)
{
    if (!play_line(match, line, GAME_OPEN, NULL, why))
        return false;
    lines_add(&match->body, line);
    return true;
}

/* Plays an action that must be legal: our own bug if it is not. */
static void do_action(struct match *match, game_action action)
{
    char line[GAME_LINE_MAX], why[TEXT_WHY];
    struct text out = text_on(line, sizeof line), reason = text_on(why, sizeof why);
    match->game->write(&match->state, action, GAME_OPEN, &out);
    if (!match_do(match, span_of(line), &reason)) {
        fprintf(stderr, "cornet: %s refuses its own line '%s': %s\n", match->game->id, line, why);
        abort();
    }
}

void match_draw(struct match *match, struct rng *rng)
{
    do_action(match, match->game->sample(&match->state, rng));
}

bool match_open_bots(struct match *match, struct text *why)
{
    for (int seat = 0; seat < match->settings.players; seat++) {
        const char *name = match->name[seat];
        if (match->bot[seat].agent || strncmp(name, MATCH_BOT, strlen(MATCH_BOT)) != 0)
            continue;
        if (!bot_open(&match->bot[seat], match->game, span_of(name + strlen(MATCH_BOT)), why))
            return false;
    }
    return true;
}

bool match_bot_moves(const struct match *match)
{
    const int mover = match_mover(match);
    return mover > 0 && match->bot[mover - 1].agent;
}

void match_bot_move(struct match *match, struct rng *rng)
{
    const int seat = match_mover(match);
    game_action actions[GAME_ACTIONS_MAX];
    const size_t count = match->game->actions(&match->state, seat, actions);
    do_action(match, bot_choose(&match->bot[seat - 1], match->game, &match->state, seat, actions,
                                count, &match->side, rng));
}

/* Where the seat's last move stands in the body; the body's count where undo is refused. */
static size_t find_undo(const struct match *match, int seat, struct text *why)
{
    for (size_t i = match->body.count; i-- > 0;) {
        const char *line = match->body.line[i];
        if (is_comment(line))
            continue;
        if (is_chance(line)) {
            text_fail(why, tr("nothing to take back: dice or cards have been seen since"));
            return match->body.count;
        }
        if (line[0] == '0' + seat)
            return i;
    }
    text_fail(why, tr("nothing to take back: seat %d has not moved yet"), seat);
    return match->body.count;
}

/* The same table played again from its lines; `log`, unless NULL, gets them as the viewer may know
 * them. What was undone may hold a secret too. */
static struct match *replayed(const struct match *match, int viewer, struct lines *log)
{
    char why[TEXT_WHY], line[GAME_LINE_MAX];
    struct text reason = text_on(why, sizeof why);
    struct match *again = match_new(match->game, &match->settings, &reason);
    for (size_t i = 0; again && i < match->body.count; i++) {
        const char *written = match->body.line[i];
        struct text seen = text_on(line, sizeof line);
        if (is_comment(written)) {
            const bool secret = (match->game->flags & GAME_HIDDEN) && viewer != GAME_OPEN &&
                                strncmp(written, UNDONE, strlen(UNDONE)) == 0;
            if (log)
                lines_add(log, span_of(secret ? UNDONE : written));
            continue;
        }
        if (!play_line(again, span_of(written), viewer, &seen, &reason)) {
            match_free(again);
            again = NULL;
        } else if (log) {
            lines_add(log, span_of(line));
        }
    }
    if (!again) {
        fprintf(stderr, "cornet: a record no longer replays: %s\n", why);
        abort();
    }
    return again;
}

bool match_undo(struct match *match, int seat, struct text *why)
{
    const size_t from = find_undo(match, seat, why);
    if (from == match->body.count)
        return false;
    for (size_t i = from; i < match->body.count; i++) {
        if (is_comment(match->body.line[i]))
            continue;
        char note[GAME_LINE_MAX + 16];
        struct text out = text_on(note, sizeof note);
        text_printf(&out, UNDONE " %s", match->body.line[i]);
        lines_replace(&match->body, i, span_of(note));
    }

    struct match *again = replayed(match, GAME_OPEN, NULL);
    match->state = again->state;
    const struct game_side side = match->side;
    match->side = again->side;
    again->side = side;
    match_free(again);
    return true;
}

void match_log(const struct match *match, int viewer, struct lines *out)
{
    match_free(replayed(match, viewer, out));
}
