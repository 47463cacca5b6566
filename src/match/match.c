/* Playing and undoing; record.c reads and writes records. */
#include "match/match.h"

#include <stdlib.h>
#include <string.h>

#include "agents/levels.h"
#include "base/fault.h"
#include "base/lang.h"
#include "base/memory.h"

/* A match that has not started. */
static struct match *make_match(const struct game *game, const struct game_settings *settings)
{
    const size_t names = (size_t)settings->players * MATCH_NAME_MAX;
    struct match *match = memory_new(1, sizeof *match + game->state_size + names);
    match->game = game;
    match->name = (char(*)[MATCH_NAME_MAX])(match->state + game->state_size);
    match->settings = *settings;
    return match;
}

struct match *match_new(const struct game *game, const struct game_settings *settings,
                        struct text *why)
{
    struct match *match = make_match(game, settings);
    if (game->start(&match->state, settings, why))
        return match;
    match_free(match);
    return NULL;
}

struct match *match_again(const struct match *match)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct match *again = make_match(match->game, &match->settings);
    if (!match->game->start(&again->state, &match->settings, &why))
        match_broken(match->game, "", why.start);
    return again;
}

void match_free(struct match *match)
{
    if (!match)
        return;
    lines_free(&match->extra);
    lines_free(&match->body);
    game_history_free(&match->history);
    memory_free(match);
}

bool match_restart(struct match *match, struct text *why)
{
    lines_free(&match->body);
    game_history_free(&match->history);
    match->undo_floor = 0;
    match->turns = 0;
    match->turn_start = 0;
    match->last = 0;
    match->ended = 0;
    return match->game->start(&match->state, &match->settings, why);
}

bool match_set_name(struct match *match, int seat, struct span name, struct text *why)
{
    return match_check_name(name, match->name[seat - 1], why);
}

void match_set_names(struct match *match, const char name[][MATCH_NAME_MAX])
{
    memcpy(match->name, name, (size_t)match->settings.players * MATCH_NAME_MAX);
}

bool match_check_name(struct span name, char out[MATCH_NAME_MAX], struct text *why)
{
    if (name.length == 0 || name.length >= MATCH_NAME_MAX || !span_is_clean(name) ||
        name.at[0] == ' ' || name.at[name.length - 1] == ' ')
        return text_fail(why, tr("a name has 1 to %d bytes and no spaces at either end"),
                         MATCH_NAME_MAX - 1);
    memcpy(out, name.at, name.length);
    out[name.length] = '\0';
    return true;
}

bool match_names_bot(const char *name)
{
    return strncmp(name, MATCH_BOT, strlen(MATCH_BOT)) == 0;
}

void match_show_player(const char *name, struct text *out)
{
    static const char *const levels[AGENT_LEVELS] = {mark("bot novice"), mark("bot easy"),
                                                     mark("bot normal"), mark("bot hard"),
                                                     mark("bot max")};
    if (!match_names_bot(name)) {
        text_add(out, name);
        return;
    }
    name += strlen(MATCH_BOT);
    const struct span agent = {name, strcspn(name, ":")};
    const int level = agent_level_find(agent);
    if (level >= 0)
        text_add(out, tr(levels[level]));
    else if (span_is(agent, "adaptive"))
        text_add(out, tr("bot adaptive"));
    else
        text_printf(out, tr("bot %.*s"), (int)agent.length, agent.at);
}

/* The people's share relative to their fair share, which is 1. Also 1 if there are none or the game
 * is not over. */
static double share_of_people(const struct match *match)
{
    uint8_t share[GAME_SEATS_MAX];
    int people = 0, won = 0;
    if (match_mover(match) != GAME_OVER)
        return 1;
    match_result(match, share);
    for (int i = 0; i < match->settings.players; i++) {
        if (!match_names_bot(match->name[i])) {
            people++;
            won += share[i];
        }
    }
    return people ? (double)won * match->settings.players / (people * GAME_WHOLE) : 1;
}

void match_next_name(const struct match *match, int seat, char name[MATCH_NAME_MAX])
{
    const char *now = match->name[seat - 1];
    const size_t bot = strlen(MATCH_BOT);
    struct text out = text_on(name, MATCH_NAME_MAX);
    if (!match_names_bot(now)) {
        text_add(&out, now);
        return;
    }
    text_add(&out, MATCH_BOT);
    agent_adapt(match->game, span_of(now + bot), share_of_people(match), &out);
}

void match_show_name(const struct match *match, int seat, struct text *out)
{
    const char *name = match->name[seat - 1];
    int same = 0;
    for (int i = 0; i < match->settings.players; i++)
        same += strcmp(match->name[i], name) == 0;
    if (name[0] == '\0')
        text_printf(out, tr("seat %d"), seat);
    else
        match_show_player(name, out);
    if (same > 1 && name[0])
        text_printf(out, " %d", seat);
}

void match_show_first_name(const struct match *match, int seat, struct text *out)
{
    const char *name = match->name[seat - 1];
    char *first = out->start + out->length;
    match_show_name(match, seat, out);
    if ((!name[0] || match_names_bot(name)) && *first >= 'a' && *first <= 'z')
        *first = (char)(*first - 'a' + 'A');
}

void match_show_names(const struct match *match, unsigned seats, struct text *out)
{
    const size_t start = out->length;
    for (int seat = 1; seat <= match->settings.players; seat++) {
        if (!(seats >> (seat - 1) & 1))
            continue;
        text_add(out, out->length > start ? ", " : "");
        match_show_name(match, seat, out);
    }
}

int match_mover(const struct match *match)
{
    return match->ended ? GAME_OVER : match->game->mover(&match->state);
}

void match_result(const struct match *match, uint8_t share[])
{
    const int players = match->settings.players;
    if (!match->ended)
        match->game->result(&match->state, share);
    else if (match->ended == MATCH_DRAWN)
        memset(share, GAME_WHOLE / players, (size_t)players);
    else
        game_forfeit(players, match->ended, share);
}

void match_json(const struct match *match, int viewer, struct text *out)
{
    uint8_t share[GAME_SEATS_MAX];
    if (match->ended)
        match_result(match, share);
    game_json_ended(match->game, &match->settings, &match->state, viewer,
                    match->ended ? share : NULL, out);
}

union game_state match_state(const struct match *match)
{
    union game_state state;
    memcpy(&state, match->state, match->game->state_size);
    return state;
}

struct match *match_view(const struct match *match, int seat)
{
    struct match *view = match_again(match);
    memcpy(view->state, match->state, match->game->state_size);
    match->game->hide(view->state, seat);
    game_history_set(&view->history, &match->history);
    return view;
}

static bool is_comment(const char *line)
{
    return line[0] == '#';
}

static bool is_chance(const char *line)
{
    return line[0] == '*';
}

/* Adds the line of an action, which is about to be applied, to what each viewer is shown. */
static void show(const struct match *match, game_action action, struct span line,
                 struct match_shown *shown)
{
    const bool secret = match->game->flags & GAME_HIDDEN;
    for (int viewer = 0; shown->viewers >> viewer; viewer++) {
        struct text written = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
        if (!(shown->viewers >> viewer & 1))
            continue;
        if (secret)
            match->game->write(&match->state, action, &match->history, viewer, &written);
        lines_add(&shown->line[viewer], secret ? span_of(written.start) : line);
        if (!secret)
            return;
    }
}

int match_ending_of(struct span line)
{
    uint64_t seat;
    struct span words = line;
    const struct span actor = span_cut(&words, ' ');
    if (!span_number(actor, 1, GAME_SEATS_MAX, &seat))
        return 0;
    return span_is(words, MATCH_FORFEITS)  ? (int)seat
           : span_is(words, MATCH_ACCEPTS) ? MATCH_DRAWN
                                           : 0;
}

bool match_may_draw(const struct match *match)
{
    return match->game->flags & GAME_DRAWS && match->settings.players == 2;
}

/* Ends the game by a forfeit or an agreed draw; everybody may see that line. */
static bool play_ending(struct match *match, struct span line, struct match_shown *shown,
                        struct text *why)
{
    const int players = match->settings.players;
    if (match_mover(match) == GAME_OVER)
        return text_fail(why, tr("the game is over"));
    if (match_ending_of(line) == MATCH_DRAWN && !match_may_draw(match))
        return text_fail(why, tr("the players of this game cannot agree to a draw"));
    if (line.at[0] > '0' + players)
        return text_fail(why, tr("a seat is a number from 1 to %d, not '%.*s'"), players, 1,
                         line.at);
    for (int viewer = 0; shown && shown->viewers >> viewer; viewer++) {
        if (!(shown->viewers >> viewer & 1))
            continue;
        lines_add(&shown->line[viewer], line);
        if (!(match->game->flags & GAME_HIDDEN))
            break; /* one viewer gets the lines for all */
    }
    lines_add(&match->body, line);
    match->ended = match_ending_of(line);
    return true;
}

/* Parses and applies a line, and adds it to the body. */
static bool play_line(struct match *match, struct span line, struct match_shown *shown,
                      struct text *why)
{
    const struct game *game = match->game;
    game_action action;
    if (line.length >= GAME_LINE_MAX || !span_is_clean(line))
        return text_fail(why, tr("a move is one line of at most %d bytes of clean UTF-8"),
                         GAME_LINE_MAX - 1);
    if (match->ended)
        return text_fail(why, tr("the game is over"));
    if (match_ending_of(line))
        return play_ending(match, line, shown, why);
    if (!game_read_line(game, &match->state, line, &action, &match->history, why))
        return false;
    const bool seen = is_chance(line.at) || game->reveals(&match->state, action);
    if (shown)
        show(match, action, line, shown);
    lines_add(&match->body, line);
    match->last = action;
    const unsigned turns = game->apply(&match->state, action, &match->history);
    match->turns += turns;
    if (turns)
        match->turn_start = match->body.count;
    if (seen)
        match->undo_floor = match->body.count;
    return true;
}

void match_shown_free(struct match_shown *shown)
{
    for (int viewer = 0; viewer <= GAME_SEATS_MAX; viewer++)
        lines_free(&shown->line[viewer]);
}

void match_remember(const struct match *match, struct match_moment *moment)
{
    memcpy(&moment->state, match->state, match->game->state_size);
    moment->trail_count = match->history.trail_count;
    moment->lines = match->body.count;
    moment->undo_floor = match->undo_floor;
    moment->turn_start = match->turn_start;
    moment->turns = match->turns;
    moment->last = match->last;
    moment->ended = match->ended;
}

void match_put_back(struct match *match, const struct match_moment *moment)
{
    memcpy(match->state, &moment->state, match->game->state_size);
    match->history.trail_count = moment->trail_count;
    lines_cut(&match->body, moment->lines);
    match->undo_floor = moment->undo_floor;
    match->turn_start = moment->turn_start;
    match->turns = moment->turns;
    match->last = moment->last;
    match->ended = moment->ended;
}

/* Plays the game's ruling, which a record may leave out, and then the line. If the line is refused
 * the ruling is rolled back, and nothing has changed. */
static bool rule_and_play(struct match *match, struct span line, game_action ruling,
                          struct match_shown *shown, struct text *why)
{
    const struct game *game = match->game;
    struct match_moment before;
    struct text written = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    match_remember(match, &before);
    game->write(&match->state, ruling, NULL, GAME_OPEN, &written);
    if (play_line(match, span_of(written.start), shown, why) && play_line(match, line, shown, why))
        return true;
    for (int viewer = 0; shown && shown->viewers >> viewer; viewer++) {
        if (shown->line[viewer].count > 0) /* the ruling's line */
            lines_cut(&shown->line[viewer], shown->line[viewer].count - 1);
    }
    match_put_back(match, &before);
    return false;
}

bool match_do(struct match *match, struct span line, struct text *why)
{
    return match_do_shown(match, line, NULL, why);
}

bool match_do_shown(struct match *match, struct span line, struct match_shown *shown,
                    struct text *why)
{
    game_action ruling;
    if (play_line(match, line, shown, why))
        return true;
    if (line.length && !is_chance(line.at) && match_mover(match) != GAME_OVER &&
        match->game->ruling(&match->state, &ruling))
        return rule_and_play(match, line, ruling, shown, why);
    return false;
}

void match_replay(struct match *match, struct span line)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    if (!match_do(match, line, &why))
        match_broken(match->game, line.at, why.start);
}

void match_do_action(struct match *match, game_action action)
{
    struct text line = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    match->game->write(&match->state, action, &match->history, GAME_OPEN, &line);
    match_replay(match, span_of(line.start));
}

void match_broken(const struct game *game, const char *line, const char *why)
{
    fault_report(tr("game %s is faulty: it refuses its own line '%s': %s"), game->id, line, why);
}

void match_forfeit(struct match *match, int seat)
{
    char line[GAME_LINE_MAX], why[TEXT_WHY];
    struct text out = text_on(line, sizeof line), reason = text_on(why, sizeof why);
    text_printf(&out, "%d " MATCH_FORFEITS, seat);
    if (!match_do(match, span_of(line), &reason))
        abort(); /* the game is over already: the caller's bug */
}

void match_draw(struct match *match, struct rng *rng)
{
    match_do_action(match, match->game->sample(&match->state, rng));
}

unsigned match_bots(const struct match *match)
{
    unsigned bots = 0;
    for (int i = 0; i < match->settings.players; i++)
        bots |= (unsigned)match_names_bot(match->name[i]) << i;
    return bots;
}

size_t match_find_undo(const struct match *match, int seat, unsigned bots, struct text *why)
{
    for (size_t i = match->body.count; i-- > match->undo_floor;) {
        const char *line = match->body.line[i];
        if (is_comment(line))
            continue;
        if (line[0] == '0' + seat)
            return i;
        if (!(bots >> (line[0] - '1') & 1)) {
            struct text name = text_on((char[MATCH_NAME_MAX + 16]){0}, MATCH_NAME_MAX + 16);
            match_show_name(match, line[0] - '0', &name);
            text_fail(why, tr("Too late: %s has already moved"), name.start);
            return match->body.count;
        }
    }
    if (match->undo_floor > 0)
        text_fail(why, tr("Too late: dice or cards have been seen since"));
    else
        text_fail(why, tr("There is no move to take back yet"));
    return match->body.count;
}

/* A new match, made by playing the first lines of this one. If `log` is not NULL it gets them as
 * the viewer may see them; an undone line is cut to its prefix there, since it may hold a secret.
 */
static struct match *replay_lines(const struct match *match, size_t count, int viewer,
                                  struct lines *log)
{
    struct text reason = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct match *replay = match_again(match);
    struct match_shown shown = {.viewers = 1u << (viewer > 0 ? viewer : 0)};
    struct lines *seen = &shown.line[viewer > 0 ? viewer : 0];
    for (size_t i = 0; i < count; i++) {
        const char *written = match->body.line[i];
        if (!is_comment(written)) {
            if (play_line(replay, span_of(written), log ? &shown : NULL, &reason))
                continue;
            match_broken(match->game, written, reason.start);
            break;
        }
        const bool undone = strncmp(written, MATCH_UNDONE, strlen(MATCH_UNDONE)) == 0;
        lines_add(&replay->body, span_of(written));
        if (log)
            lines_add(seen, span_of(undone ? MATCH_UNDONE : written));
    }
    if (log)
        *log = *seen;
    return replay;
}

/* Takes over the position of a replay, and frees it. */
static void adopt(struct match *match, struct match *replay)
{
    const struct game_history history = match->history;
    memcpy(match->state, replay->state, match->game->state_size);
    match->turns = replay->turns;
    match->turn_start = replay->turn_start;
    match->last = replay->last;
    match->ended = replay->ended;
    match->history = replay->history;
    replay->history = history;
    match_free(replay);
}

void match_undo_from(struct match *match, size_t from)
{
    for (size_t i = from; i < match->body.count; i++) {
        if (is_comment(match->body.line[i]))
            continue;
        struct text comment = text_on((char[GAME_LINE_MAX + 16]){0}, GAME_LINE_MAX + 16);
        text_printf(&comment, MATCH_UNDONE " %s", match->body.line[i]);
        lines_replace(&match->body, i, span_of(comment.start));
    }
    adopt(match, replay_lines(match, match->body.count, GAME_OPEN, NULL));
}

bool match_undo_last(struct match *match, struct text *why)
{
    size_t last = match->body.count;
    while (last > 0 && is_comment(match->body.line[last - 1]))
        last--;
    if (last == 0)
        return text_fail(why, tr("there is no move to take back"));
    struct match *replay = replay_lines(match, last - 1, GAME_OPEN, NULL);
    if (replay->body.count < last - 1) { /* the game has a fault, which is reported */
        match_free(replay);
        return false;
    }
    lines_cut(&match->body, last - 1);
    match->undo_floor = replay->undo_floor;
    adopt(match, replay);
    return true;
}

bool match_undo_is_own(const struct match *match, int seat, size_t from)
{
    return from >= match->turn_start && from < match->body.count && match_mover(match) == seat;
}

bool match_undo(struct match *match, int seat, struct text *why)
{
    const size_t from = match_find_undo(match, seat, match_bots(match), why);
    if (from == match->body.count)
        return false;
    match_undo_from(match, from);
    return true;
}

void match_log(const struct match *match, int viewer, struct lines *out)
{
    struct lines log = {0};
    const struct lines *seen = &match->body; /* without secrets everybody sees everything */
    if ((match->game->flags & GAME_HIDDEN) && viewer != GAME_OPEN) {
        match_free(replay_lines(match, match->body.count, viewer, &log));
        seen = &log;
    }
    for (size_t i = 0; i < seen->count; i++)
        lines_add(out, span_of(seen->line[i]));
    lines_free(&log);
}
