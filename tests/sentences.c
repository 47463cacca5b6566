/* sentences CATALOGUE RECORD...: what the terminal says about each line of the records to a
 * spectator and to seat 1, for tests/sentences.mjs. Prints one JSON object per record and viewer:
 * {"file", "game", "viewer", "names", "start": STATE, "steps": [{"line", "state", "en", "fr"}]}. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/files.h"
#include "base/json.h"
#include "base/lang.h"
#include "match/match.h"
#include "tui/view.h"

enum { BUFFER = 1 << 16 };

static void put_state(const struct match *match, int viewer, const char *key, struct json *json)
{
    json_put_key(json, key);
    match_json(match, viewer, json->out);
    json->comma = true;
}

static void put_step(struct match *match, const char *line, int viewer, struct json *json)
{
    struct text shown = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    union game_state before = match_state(match);
    match_replay(match, span_of(line));
    match->game->write(&before, match->last, &match->history, viewer, &shown);
    match->game->hide(&before, viewer);
    json_open(json, '{');
    json_key_string(json, "line", shown.start);
    for (int french = 0; french < 2; french++) {
        struct text said = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
        lang_use(french);
        view_tell(view_of(match->game), &(struct telling){match, viewer, true, &said}, &before);
        json_key_string(json, french ? "fr" : "en", said.start);
    }
    put_state(match, viewer, "state", json);
    json_close(json, '}');
}

static void put_record(const char *file, const struct match *whole, int viewer)
{
    static const char *const names[] = {"Anne", "Bruno", "Chloé", "David", "Emma", "Farid"};
    static char buffer[BUFFER * 64];
    struct text out = text_on(buffer, sizeof buffer);
    struct json json = json_on(&out);
    struct match *match = match_again(whole);
    json_open(&json, '{');
    json_key_string(&json, "file", file);
    json_key_string(&json, "game", whole->game->id);
    json_key_number(&json, "viewer", viewer);
    json_key_open(&json, "names", '[');
    for (int seat = 1; seat <= whole->settings.players; seat++) {
        match_set_name(match, seat, span_of(names[seat - 1]), TEXT_UNREAD);
        json_put_string(&json, names[seat - 1]);
    }
    json_close(&json, ']');
    put_state(match, viewer, "start", &json);
    json_key_open(&json, "steps", '[');
    for (size_t i = 0; i < whole->body.count; i++) {
        const char *line = whole->body.line[i];
        if (line[0] != '#' && !match_ending_of(span_of(line)))
            put_step(match, line, viewer, &json);
    }
    json_close(&json, ']');
    json_close(&json, '}');
    if (out.cut)
        abort();
    puts(buffer);
    match_free(match);
}

int main(int argc, char **argv)
{
    size_t size = 0;
    char *catalogue = argc > 1 ? files_read(argv[1], &size, TEXT_UNREAD) : NULL;
    if (!catalogue)
        return 2;
    setlocale(LC_ALL, "C.UTF-8");
    lang_set_french(catalogue, size);
    for (int i = 2; i < argc; i++) {
        char why[TEXT_WHY];
        struct text reason = text_on(why, sizeof why);
        size_t line;
        FILE *in = fopen(argv[i], "r");
        struct match *match = in ? match_read_stream(in, &line, &reason) : NULL;
        if (!match) {
            fprintf(stderr, "%s:%zu: %s\n", argv[i], line, why);
            return 1;
        }
        fclose(in);
        put_record(argv[i], match, GAME_SPECTATOR);
        put_record(argv[i], match, 1);
        match_free(match);
    }
    return 0;
}
