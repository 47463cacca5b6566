/* Shared by all games: settings, whole lines, JSON, and the members of games without secrets. */
#include "game/game.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "base/memory.h"

/* External games in the order of registration. Written under the lock of api/plugin_load.c, and
 * read by any thread without it: a game is stored before the count includes it, and is never
 * removed. */
static struct {
    const struct game *game[GAME_ADDED_MAX];
    atomic_size_t count;
} games_added;

const struct game *game_at(size_t index)
{
    size_t built_in = 0;
    while (built_in < index && game_list[built_in])
        built_in++;
    if (game_list[built_in])
        return game_list[built_in];
    return index - built_in < atomic_load(&games_added.count) ? games_added.game[index - built_in]
                                                              : NULL;
}

void game_add(const struct game *game)
{
    const size_t count = atomic_load(&games_added.count);
    if (count == GAME_ADDED_MAX)
        abort(); /* the caller's bug */
    games_added.game[count] = game;
    atomic_store(&games_added.count, count + 1);
}

const struct game *game_find(struct span id)
{
    const struct game *game;
    for (size_t i = 0; (game = game_at(i)) && !span_is(id, game->id);)
        i++;
    return game;
}

void game_names(struct text *out)
{
    const struct game *game;
    for (size_t i = 0; (game = game_at(i)); i++) {
        if (!(game->flags & GAME_EXAMPLE))
            text_printf(out, "%s%s", out->length ? ", " : "", game->id);
    }
}

void game_trail_grow(struct game_history *history)
{
    const size_t capacity = history->trail_capacity ? history->trail_capacity * 2 : 256;
    history->trail = memory_resize(history->trail, capacity, sizeof *history->trail);
    history->trail_capacity = capacity;
}

void game_number_name(struct game_numbers *numbers, const char *name, int index)
{
    if (index)
        lines_printf(numbers->names, "%s %d", name, index);
    else
        lines_add(numbers->names, span_of(name));
}

void game_history_set(struct game_history *history, const struct game_history *past)
{
    history->trail_count = 0;
    history->said[0] = '\0';
    if (!past)
        return;
    for (size_t i = 0; i < past->trail_count; i++)
        game_trail_add(history, past->trail[i]);
    memcpy(history->said, past->said, sizeof history->said);
}

void game_history_free(struct game_history *history)
{
    memory_free(history->trail);
    *history = (struct game_history){0};
}

static size_t value_offset(const struct game_settings *settings, int index)
{
    size_t at = 0;
    for (int i = 0; i < index; i++)
        at += strlen(settings->values + at) + 1;
    return at;
}

const char *game_value_at(const struct game_settings *settings, int index)
{
    return settings->values + value_offset(settings, index);
}

/* Replaces the value of an option; false if it is too long. */
static bool put_value(const struct game *game, struct game_settings *settings, int index,
                      struct span value)
{
    int count = 0;
    while (game->options[count].name)
        count++;
    const size_t at = value_offset(settings, index), behind = at + value.length + 1;
    const size_t next = value_offset(settings, index + 1), end = value_offset(settings, count);
    if (value.length >= GAME_VALUE_MAX || behind + (end - next) > GAME_VALUES_MAX)
        return false;
    memmove(settings->values + behind, settings->values + next, end - next);
    memcpy(settings->values + at, value.at, value.length);
    settings->values[behind - 1] = '\0';
    return true;
}

void game_defaults(const struct game *game, struct game_settings *settings)
{
    memset(settings, 0, sizeof *settings);
    settings->game = game;
    settings->players = game->seats_min;
    for (int i = 0; game->options[i].name; i++) {
        if (!put_value(game, settings, i, span_of(game->options[i].default_value)))
            abort(); /* GAME_VALUES_MAX is too small: a bug */
    }
}

void game_people_defaults(const struct game *game, struct game_settings *settings, bool clocked)
{
    for (int i = 0; game->options[i].name; i++) {
        const struct game_option *option = &game->options[i];
        const char *value =
            clocked && option->clock_value ? option->clock_value : option->people_value;
        if (value && !put_value(game, settings, i, span_of(value)))
            abort(); /* as above */
    }
}

static bool is_one_of(struct span value, const char *words)
{
    struct span rest = span_of(words);
    while (rest.length) {
        const struct span word = span_cut(&rest, '|');
        if (word.length == value.length && memcmp(word.at, value.at, word.length) == 0)
            return true;
    }
    return false;
}

/* What precedes choice `index` of `count` in a list: "a, b or c". */
static const char *separator(int index, int count)
{
    return index == 0 ? "" : index < count - 1 ? ", " : tr(" or ");
}

void game_option_range(const struct game_option *option, struct text *out)
{
    const bool has_numbers = option->min <= option->max;
    int words = 0, index = 0;
    for (struct span rest = span_of(option->words); rest.length; words++)
        span_cut(&rest, '|');
    const int count = words + has_numbers + option->free;
    for (struct span rest = span_of(option->words); rest.length; index++) {
        const struct span word = span_cut(&rest, '|');
        text_printf(out, "%s%.*s", separator(index, count), (int)word.length, word.at);
    }
    if (has_numbers) {
        text_add(out, separator(index++, count));
        text_printf(out, tr("%d to %d"), option->min, option->max);
    }
    if (option->free)
        text_printf(out, "%s%s", separator(index, count), tr("a text"));
}

bool game_set(const struct game *game, struct game_settings *settings, struct span name,
              struct span value, struct text *why)
{
    struct text names = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    for (int i = 0; game->options[i].name; i++) {
        const struct game_option *option = &game->options[i];
        text_printf(&names, "%s%s", i ? ", " : "", option->name);
        if (!span_is(name, option->name))
            continue;
        uint64_t number;
        const bool in_range =
            option->min <= option->max &&
            span_number(value, (uint64_t)option->min, (uint64_t)option->max, &number);
        const bool good = value.length > 0 && span_is_clean(value) &&
                          (option->free || in_range || is_one_of(value, option->words));
        if (!good || !put_value(game, settings, i, value)) {
            struct text accepted = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
            game_option_range(option, &accepted);
            return text_fail(why, tr("option %s takes %s, not '%.*s'"), option->name,
                             accepted.start, span_shown(value), value.at);
        }
        return true;
    }
    return text_fail(why, tr("%s has no option '%.*s'; it has: %s"), game->id, span_shown(name),
                     name.at, names.length ? names.start : "-");
}

bool game_set_players(const struct game *game, struct game_settings *settings, struct span number,
                      struct text *why)
{
    uint64_t players;
    const bool good =
        span_number(number, (uint64_t)game->seats_min, (uint64_t)game->seats_max, &players);
    if (!good && game->seats_min == game->seats_max)
        return text_fail(why,
                         trn("%s is for %d player, not '%.*s'", "%s is for %d players, not '%.*s'",
                             (unsigned long)game->seats_min),
                         game->id, game->seats_min, span_shown(number), span_start(number));
    if (!good)
        return text_fail(why, tr("%s is for %d to %d players, not '%.*s'"), game->id,
                         game->seats_min, game->seats_max, span_shown(number), span_start(number));
    settings->players = (int)players;
    return true;
}

int game_option_index(const struct game *game, const char *name)
{
    for (int i = 0; name && game->options[i].name; i++) {
        if (strcmp(game->options[i].name, name) == 0)
            return i;
    }
    return -1;
}

const char *game_value(const struct game *game, const struct game_settings *settings,
                       const char *name)
{
    const int index = game_option_index(game, name);
    if (index >= 0)
        return game_value_at(settings, index);
    fprintf(stderr, "cornet: %s asks for its own unknown option %s\n", game->id, name);
    abort();
}

int game_number(const struct game *game, const struct game_settings *settings, const char *name)
{
    uint64_t number;
    const struct span value = span_of(game_value(game, settings, name));
    return span_number(value, 0, INT32_MAX, &number) ? (int)number : -1;
}

bool game_is_legal(const struct game *game, const void *state, int seat, game_action action)
{
    game_action actions[GAME_ACTIONS_MAX];
    const size_t count = game->actions(state, seat, actions);
    for (size_t i = 0; i < count; i++) {
        if (actions[i] == action)
            return true;
    }
    return game->allows(state, seat, action);
}

bool game_find_id(const struct game *game, const void *state, int seat, unsigned id,
                  game_action *action)
{
    game_action list[GAME_ACTIONS_MAX];
    uint16_t ids[GAME_ACTIONS_MAX];
    const size_t count = game->actions(state, seat, list);
    game->list_ids(state, seat, list, count, ids);
    for (size_t i = 0; i < count; i++) {
        if (ids[i] == id) {
            *action = list[i];
            return true;
        }
    }
    return false;
}

bool game_read_line(const struct game *game, const void *state, struct span line,
                    game_action *action, struct game_history *history, struct text *why)
{
    const int mover = game->mover(state);
    if (mover == GAME_OVER)
        return text_fail(why, tr("the game is over"));
    struct span words = line;
    const struct span actor = span_cut(&words, ' ');
    if (actor.length == 0)
        return text_fail(why, tr("an empty line, or a space before the first word"));
    uint64_t seat;
    int who;
    if (span_is(actor, "*"))
        who = GAME_CHANCE;
    else if (span_number(actor, 1, GAME_SEATS_MAX, &seat))
        who = (int)seat;
    else
        return text_fail(why, tr("a move line starts with '*' or a seat from 1 to %d, not '%.*s'"),
                         GAME_SEATS_MAX, span_shown(actor), actor.at);
    game_action ruling;
    if (mover != GAME_ANYONE && who != mover && !game->ruling(state, &ruling)) {
        if (mover == GAME_CHANCE)
            return text_fail(why, tr("a roll or a draw comes next: a line '* ...'"));
        if (who == GAME_CHANCE)
            return text_fail(why, tr("no roll or draw now: seat %d is to move"), mover);
        return text_fail(why, tr("seat %d is to move, not seat %d"), mover, who);
    }
    if (words.length == 0)
        return text_fail(why, tr("the line names a mover but no move"));
    const bool shown = words.length > 2 && memcmp(words.at + words.length - 2, " ?", 2) == 0;
    if (!(shown && game->load == game_loads_nothing) &&
        game->read(state, who, words, action, history, why))
        return true;
    return shown &&
           text_fail(why, tr("'?' marks hidden information; such a log cannot be replayed"));
}

void game_json(const struct game *game, const struct game_settings *settings, const void *state,
               int viewer, struct text *out)
{
    game_json_ended(game, settings, state, viewer, NULL, out);
}

void game_forfeit(int players, int seat, uint8_t share[])
{
    for (int i = 0; i < players; i++)
        share[i] = i == seat - 1 ? 0 : (uint8_t)(GAME_WHOLE / (players - 1));
}

void game_json_ended(const struct game *game, const struct game_settings *settings,
                     const void *state, int viewer, const uint8_t ended[], struct text *out)
{
    union game_state seen;
    memcpy(&seen, state, game->state_size);
    if (viewer != GAME_OPEN)
        game->hide(&seen, viewer);

    struct json json = json_on(out);
    const int mover = ended ? GAME_OVER : game->mover(&seen);
    json_open(&json, '{');
    json_key_string(&json, "game", game->id);
    json_key_number(&json, "players", settings->players);
    if (mover > 0)
        json_key_number(&json, "mover", mover);
    else
        json_key_string(&json, "mover",
                        mover == GAME_CHANCE   ? "chance"
                        : mover == GAME_ANYONE ? "anyone"
                                               : "over");
    if (mover == GAME_OVER) {
        uint8_t own[GAME_SEATS_MAX];
        if (!ended)
            game->result(&seen, own);
        json_key_open(&json, "result", '[');
        for (int i = 0; i < settings->players; i++)
            json_put_real(&json, (ended ? ended : own)[i] / (double)GAME_WHOLE);
        json_close(&json, ']');
    } else {
        json_key_null(&json, "result");
    }
    game->json(&seen, &json);
    json_close(&json, '}');
}

void game_hide_nothing(void *state, int seat)
{
    (void)state;
    (void)seat;
}

void game_guess_nothing(void *state, struct rng *rng)
{
    (void)state;
    (void)rng;
}

bool game_loads_nothing(void *state, int viewer, struct span json)
{
    (void)state;
    (void)viewer;
    (void)json;
    return false;
}

bool game_no_position(const void *state, struct text *out)
{
    (void)state;
    (void)out;
    return false;
}

void game_no_play_out(void *state, uint64_t most, struct game_history *history, struct rng *rng,
                      struct game_tally *tally)
{
    (void)state;
    (void)most;
    (void)history;
    (void)rng;
    (void)tally;
}

bool game_reveals_nothing(const void *state, game_action action)
{
    (void)state;
    (void)action;
    return false;
}

bool game_lists_all(const void *state, int seat, game_action action)
{
    (void)state;
    (void)seat;
    (void)action;
    return false;
}

bool game_no_ruling(const void *state, game_action *action)
{
    (void)state;
    (void)action;
    return false;
}

int game_no_thrower(const void *state)
{
    (void)state;
    return 0;
}

unsigned game_no_clock(const void *state, game_action *time_out)
{
    (void)time_out;
    (void)state;
    return 0;
}

void game_id_place(const void *state, int seat, const game_action list[], size_t count,
                   uint16_t id[])
{
    (void)state;
    (void)seat;
    (void)list;
    for (size_t i = 0; i < count; i++)
        id[i] = (uint16_t)i;
}

void game_name_place(unsigned id, struct text *out)
{
    text_printf(out, "action %u", id);
}
