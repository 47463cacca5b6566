/* Reading and writing records: `cornet 1` (or 2, if the game ended by a forfeit or an agreed draw),
 * a header, `---`, then move lines and comments (docs/develop/record.md).
 *
 * Reading builds a new match and stops at the first error; the caller's match is unchanged. */
#include <errno.h>
#include <string.h>

#include "base/files.h"
#include "base/lang.h"
#include "base/memory.h"
#include "match/match.h"

/* The version that knows the lines `2 forfeits` and `2 accepts draw`. Records without them are of
 * version 1, so that every program reads them. */
enum { VERSION_ENDED = 2 };

struct reader {
    struct span rest;
    struct span current; /* the line that was read last */
    size_t line;         /* its number, from 1 */
    int version;
    struct text *why;
};

/* Advances to the next line. False at the end (`why` is empty) or if the bytes are not text. */
static bool next_line(struct reader *r)
{
    text_clear(r->why);
    if (r->rest.length == 0)
        return false;
    r->current = span_cut(&r->rest, '\n');
    r->line++;
    if (r->current.length && r->current.at[r->current.length - 1] == '\r')
        return text_fail(r->why, tr("lines end with LF alone, and this one has a CR"));
    for (struct span rest = r->current; rest.at;) {
        if (!span_is_clean(span_cut(&rest, '\t'))) /* tabs are allowed in comments */
            return text_fail(r->why, tr("a control character, or bytes that are not UTF-8"));
    }
    return true;
}

/* The contents of the header, with their line numbers. */
struct header {
    const struct game *game;
    struct game_settings settings;
    size_t players_line; /* 0: not read yet */
    size_t option_line[GAME_OPTIONS_MAX];
    size_t last_option_line;
    char name[GAME_SEATS_MAX][MATCH_NAME_MAX];
    struct lines extra;
};

static bool read_game(struct header *h, struct span value, struct text *why)
{
    if (h->game)
        return text_fail(why, tr("the game is named twice"));
    h->game = game_find(value);
    if (h->game) {
        game_defaults(h->game, &h->settings);
        return true;
    }
    struct text names = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    game_names(&names);
    return text_fail(why, tr("no game '%.*s'; there are: %s"), span_shown(value), span_start(value),
                     names.start);
}

static bool read_players(struct header *h, struct span value, size_t line, struct text *why)
{
    if (h->players_line)
        return text_fail(why, tr("the number of players is given twice"));
    h->players_line = line;
    return game_set_players(h->game, &h->settings, value, why);
}

static bool read_option(struct header *h, struct span value, size_t line, struct text *why)
{
    struct span rest = value;
    const struct span name = span_cut(&rest, '=');
    if (!rest.at)
        return text_fail(why, tr("an option reads 'option name=value'"));
    if (!game_set(h->game, &h->settings, name, rest, why))
        return false;
    for (int i = 0; h->game->options[i].name; i++) {
        if (!span_is(name, h->game->options[i].name))
            continue;
        if (h->option_line[i])
            return text_fail(why, tr("option %s is given twice"), h->game->options[i].name);
        h->option_line[i] = h->last_option_line = line;
    }
    return true;
}

static bool read_seat(struct header *h, struct span value, struct text *why)
{
    struct span name = value;
    const struct span number = span_cut(&name, ' ');
    uint64_t seat;
    if (!span_number(number, 1, (uint64_t)h->settings.players, &seat))
        return text_fail(why, tr("a seat is a number from 1 to %d, not '%.*s'"),
                         h->settings.players, span_shown(number), span_start(number));
    if (h->name[seat - 1][0])
        return text_fail(why, tr("seat %d is named twice"), (int)seat);
    if (!match_check_name(name, h->name[seat - 1], why))
        return false;
    if (match_names_bot(h->name[seat - 1]))
        h->settings.bots |= 1u << (seat - 1);
    return true;
}

/* The header is read in three passes, since its lines may come in any order: the players and
 * options depend on the game, and the seats on the number of players. */
enum pass { PASS_GAME, PASS_SETTINGS, PASS_REST };

static bool read_header_line(struct header *h, enum pass pass, const struct reader *r)
{
    struct span value = r->current;
    const struct span key = span_cut(&value, ' ');
    const bool is_game = span_is(key, "game"), is_players = span_is(key, "players");
    const bool is_option = span_is(key, "option"), is_seat = span_is(key, "seat");
    if (key.length == 0)
        return text_fail(r->why, tr("an empty line, or a space before the first word"));
    if (span_is(key, "cornet"))
        return text_fail(r->why, tr("the line 'cornet' comes once, at the top"));
    if (pass == PASS_GAME && is_game)
        return read_game(h, value, r->why);
    if (pass == PASS_SETTINGS && is_players)
        return read_players(h, value, r->line, r->why);
    if (pass == PASS_SETTINGS && is_option)
        return read_option(h, value, r->line, r->why);
    if (pass == PASS_REST && is_seat)
        return read_seat(h, value, r->why);
    if (pass == PASS_REST && !is_game && !is_players && !is_option)
        lines_add(&h->extra, r->current);
    return true;
}

/* Reads up to the `---`, from the second line of the record on. */
static bool read_pass(struct header *h, enum pass pass, struct reader *r)
{
    while (next_line(r)) {
        if (span_is(r->current, "---"))
            return true;
        if (!read_header_line(h, pass, r))
            return false;
    }
    return r->why->length ? false
                          : text_fail(r->why, tr("the header has no end: a line '---' is missing"));
}

static bool read_version(struct reader *r)
{
    const bool read = next_line(r);
    r->version = read && span_is(r->current, "cornet 1") ? 1 : VERSION_ENDED;
    if (read && (r->version == 1 || span_is(r->current, "cornet 2")))
        return true;
    struct span version = r->current;
    r->line = 1;
    if (r->why->length)
        return false;
    if (span_is(span_cut(&version, ' '), "cornet") && version.length)
        return text_fail(
            r->why,
            tr("version '%.*s' of the record; this program reads 'cornet 1' and 'cornet 2'"),
            span_shown(version), version.at);
    return text_fail(r->why, tr("a record starts with the line 'cornet 1'"));
}

/* Reads the header up to and including the `---`. */
static bool read_header(struct header *h, struct reader *r)
{
    if (!read_version(r))
        return false;
    const struct reader first = *r;
    if (!read_pass(h, PASS_GAME, r))
        return false;
    if (!h->game)
        return text_fail(r->why, tr("the header names no game: a line 'game NAME' is missing"));
    *r = first;
    if (!read_pass(h, PASS_SETTINGS, r))
        return false;
    if (!h->players_line)
        return text_fail(r->why, tr("the header has no line 'players NUMBER'"));
    *r = first;
    return read_pass(h, PASS_REST, r);
}

/* The line to name if the settings cannot be combined: that of the first option which, set back to
 * its default, makes them valid. */
static size_t conflicting_line(const struct header *h)
{
    for (int i = 0; h->game->options[i].name; i++) {
        struct game_settings settings = h->settings;
        struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
        union game_state state;
        game_set(h->game, &settings, span_of(h->game->options[i].name),
                 span_of(h->game->options[i].default_value), &why);
        if (h->option_line[i] && h->game->start(&state, &settings, &why))
            return h->option_line[i];
    }
    return h->last_option_line ? h->last_option_line : h->players_line;
}

struct match *match_read(struct span bytes, size_t *line, struct text *why)
{
    struct reader r = {.rest = bytes, .why = why};
    struct header h = {0};
    struct match *match = NULL;
    if (!read_header(&h, &r))
        goto cleanup;
    match = match_new(h.game, &h.settings, why);
    if (!match) {
        r.line = conflicting_line(&h);
        goto cleanup;
    }
    match_set_names(match, h.name);
    match->extra = h.extra;
    h.extra = (struct lines){0};
    while (next_line(&r)) {
        if (r.current.length && r.current.at[0] == '#')
            lines_add(&match->body, r.current);
        else if (r.version < VERSION_ENDED && match_ending_of(r.current)) {
            text_fail(why, tr("a forfeit or an agreed draw requires a record that begins with "
                              "'cornet 2'"));
            goto cleanup;
        } else if (!match_do(match, r.current, why))
            goto cleanup;
    }
    if (why->length == 0)
        return match;
cleanup:
    match_free(match);
    lines_free(&h.extra);
    *line = r.line;
    return NULL;
}

char *match_read_bytes(FILE *in, size_t *length, struct text *why)
{
    size_t capacity = 1u << 14;
    char *bytes = memory_resize(NULL, capacity, 1);
    for (*length = 0;; bytes = memory_resize(bytes, capacity, 1)) {
        *length += fread(bytes + *length, 1, capacity - *length, in);
        if (*length < capacity || *length > MATCH_BYTES_MAX)
            break;
        capacity *= 2;
    }
    if (!ferror(in) && *length <= MATCH_BYTES_MAX)
        return bytes;
    if (ferror(in))
        text_fail(why, tr("cannot read: %s"), strerror(errno));
    else
        text_fail(why, tr("a record has at most %u MiB"), MATCH_BYTES_MAX >> 20);
    memory_free(bytes);
    return NULL;
}

struct match *match_read_stream(FILE *in, size_t *line, struct text *why)
{
    size_t length;
    char *bytes = match_read_bytes(in, &length, why);
    *line = ferror(in) ? 0 : 1;
    struct match *match = bytes ? match_read((struct span){bytes, length}, line, why) : NULL;
    memory_free(bytes);
    return match;
}

void match_settings(const struct match *match, struct lines *out)
{
    const struct game *game = match->game;
    lines_printf(out, "game %s", game->id);
    lines_printf(out, "players %d", match->settings.players);
    for (int i = 0; game->options[i].name; i++) {
        const char *value = game_value_at(&match->settings, i);
        if (strcmp(value, game->options[i].default_value) != 0)
            lines_printf(out, "option %s=%s", game->options[i].name, value);
    }
}

void match_record_header(const struct match *match, struct lines *out)
{
    lines_printf(out, "cornet %d", match->ended ? VERSION_ENDED : 1);
    match_settings(match, out);
    for (int seat = 0; seat < match->settings.players; seat++) {
        if (match->name[seat][0])
            lines_printf(out, "seat %d %s", seat + 1, match->name[seat]);
    }
    for (size_t i = 0; i < match->extra.count; i++)
        lines_add(out, span_of(match->extra.line[i]));
}

void match_record(const struct match *match, struct lines *out)
{
    match_record_header(match, out);
    lines_add(out, span_of("---"));
    for (size_t i = 0; i < match->body.count; i++)
        lines_add(out, span_of(match->body.line[i]));
}

void match_write(const struct match *match, FILE *out)
{
    struct lines lines = {0};
    match_record(match, &lines);
    for (size_t i = 0; i < lines.count; i++)
        fprintf(out, "%s\n", lines.line[i]);
    lines_free(&lines);
}

bool match_save(const struct match *match, const char *path, struct text *why)
{
    struct lines lines = {0};
    match_record(match, &lines);
    char *bytes = lines_join(&lines);
    const bool good = files_replace(path, bytes, strlen(bytes), why);
    memory_free(bytes);
    return good;
}
