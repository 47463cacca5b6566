#include "match/hints.h"

#include <string.h>

#include "base/lang.h"
#include "base/memory.h"

enum { LINES = 5 }; /* hints that get a line */

/* Inserts a hint among the first `count`, which are sorted, after those of equal value. qsort is
 * not stable, and its order of equal elements differs between platforms. */
static void insert(struct hint hints[], size_t count, struct hint hint)
{
    for (; count > 0 && hints[count - 1].share < hint.share; count--)
        hints[count] = hints[count - 1];
    hints[count] = hint;
}

bool hints_make(const struct match *match, int seat, const struct judge *judge, int depth,
                uint64_t seed, const stop_flag *stop, struct hints *hints)
{
    const struct game *game = match->game;
    union game_state view = match_state(match);
    game_action actions[GAME_ACTIONS_MAX];
    struct judgement *judged = memory_new(GAME_ACTIONS_MAX, sizeof *judged);
    struct rng rng;
    rng_seed(&rng, seed);
    game->hide(&view, seat);
    hints->how = judge->how;
    hints->count = judge_choices(judge, &view, seat, actions);
    struct judging judging = judging_open(judge, &match->settings, depth);
    judging_watch(&judging, stop);
    hints->depth = judging.depth;
    hints->depths = judge->depths;
    judging_actions(&judging, &view, &match->history, seat, actions, hints->count, &rng, judged);
    for (size_t i = 0; i < hints->count; i++)
        insert(hints->hint, i,
               (struct hint){.action = actions[i],
                             .share = judged[i].share[seat - 1],
                             .error = judged[i].error});
    memory_free(judged);
    for (size_t i = 0; judge->line && i < hints->count && i < LINES; i++) {
        struct hint *hint = &hints->hint[i];
        hint->length = judge->line(judging.memory, &view, &match->history, hint->action,
                                   HINT_LINE_MAX, hint->line);
    }
    judging_close(&judging);
    return !stop_is_set(stop);
}

/* Whether the seat has anything to choose now. */
static bool may_choose(const struct match *match, int seat)
{
    union game_state view = match_state(match);
    game_action actions[GAME_ACTIONS_MAX];
    const int mover = match_mover(match);
    if (seat < 1 || (mover != seat && mover != GAME_ANYONE))
        return false;
    match->game->hide(&view, seat);
    return judge_choices(judge_of(match->game), &view, seat, actions) > 0;
}

bool hints_allowed(const struct match *match, int seat, unsigned others, struct text *why)
{
    if (others)
        return text_fail(why, tr("there are no hints in a game with other people"));
    if (!judge_of(match->game))
        return text_fail(why, tr("no judge exists for %s: it has no hints"), match->game->title);
    if (!may_choose(match, seat))
        return text_fail(why, tr("you have nothing to decide now"));
    return true;
}

int hints_seat(const struct match *match)
{
    int person = 0;
    if (match_mover(match) > 0)
        return match_mover(match);
    for (int seat = match->settings.players; seat > 0; seat--)
        person = match_names_bot(match->name[seat - 1]) ? person : seat;
    return person;
}

bool hints_continue(const struct hints *hints, uint64_t spent, uint64_t last)
{
    return hints->depth < hints->depths && spent + JUDGE_GROWTH * last <= HINTS_MS;
}

bool hints_find(const struct match *match, int seat, int depth, struct hints *hints,
                struct text *why)
{
    const struct judge *judge = judge_of(match->game);
    const unsigned people = ((1u << match->settings.players) - 1) & ~match_bots(match);
    const unsigned others = seat > 0 ? people & ~(1u << (seat - 1)) : people;
    if (!hints_allowed(match, seat, others, why) || !judge->ready(&match->settings, why))
        return false;
    return hints_make(match, seat, judge, depth, match->body.count, NULL, hints);
}

/* The lines that are expected to follow the hint, with their seats. */
static void put_line(const struct match *match, const struct hint *hint, struct json *json)
{
    const struct game *game = match->game;
    union game_state state = match_state(match);
    struct game_history past = {0};
    game_history_set(&past, &match->history);
    game->apply(&state, hint->action, &past);
    json_key_open(json, "line", '[');
    for (size_t i = 0; i < hint->length; i++) {
        struct text line = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
        game->write(&state, hint->line[i], NULL, GAME_OPEN, &line);
        json_put_string(json, line.start);
        game->apply(&state, hint->line[i], &past);
    }
    json_close(json, ']');
    game_history_free(&past);
}

void hints_json(const struct match *match, const struct hints *hints, struct text *out)
{
    struct json json = json_on(out);
    json_open(&json, '{');
    json_key_string(&json, "how", tr(hints->how));
    json_key_number(&json, "depth", hints->depth);
    json_key_number(&json, "depths", hints->depths);
    json_key_open(&json, "hints", '[');
    for (size_t i = 0; i < hints->count; i++) {
        struct text line = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
        match->game->write(&match->state, hints->hint[i].action, NULL, GAME_OPEN, &line);
        json_open(&json, '{');
        json_key_string(&json, "move", line.start + strcspn(line.start, " ") + 1);
        json_key_real(&json, "share", hints->hint[i].share);
        json_key_real(&json, "error", hints->hint[i].error);
        if (hints->hint[i].length)
            put_line(match, &hints->hint[i], &json);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_close(&json, '}');
}

bool hints_accept_draw(const struct match *match, int seat)
{
    const struct judge *judge = judge_of(match->game);
    struct judgement judged;
    struct rng rng;
    if (!judge || !judge->ready(&match->settings, TEXT_UNREAD))
        return false;
    rng_seed(&rng, match->body.count);
    struct judging judging = judging_open(judge, &match->settings, 1);
    judging_state(&judging, &match->state, &match->history, &rng, &judged);
    judging_close(&judging);
    return judged.share[seat - 1] * match->settings.players <= 1;
}
