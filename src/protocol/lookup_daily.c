/* The challenges of the day as JSON: docs/develop/protocol.md. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/levels.h"
#include "base/lang.h"
#include "protocol/lookup.h"

static const char *const kinds[] = {
    [DAILY_GAME] = "game", [DAILY_TURNS] = "turns", [DAILY_WORDS] = "words"};
static const char *const statuses[] = {
    [DAILY_OPEN] = "open", [DAILY_WON] = "won", [DAILY_LOST] = "lost"};

enum { SAID_WORDS = 60, SAID_BYTES = 1024 };

void lookup_decode(struct span said, struct text *out)
{
    for (size_t i = 0; i < said.length; i++) {
        char code[3] = {0};
        if (said.at[i] == '%' && i + 3 <= said.length) {
            memcpy(code, said.at + i + 1, 2);
            text_char(out, (char)strtoul(code, NULL, 16));
            i += 2;
        } else {
            text_char(out, said.at[i] == '+' ? ' ' : said.at[i]);
        }
    }
}

static void put_head(const struct daily *daily, long day, struct json *json)
{
    char date[DAILY_DATE], first[DAILY_DATE];
    daily_date(day, date);
    daily_date(daily_first, first);
    json_open(json, '{');
    json_key_string(json, "game", daily->game->id);
    json_key_string(json, "date", date);
    json_key_string(json, "first", first);
    json_key_string(json, "kind", kinds[daily->kind]);
}

static void put_game(const struct daily *daily, long day, struct json *json)
{
    unsigned char seed[FAIR_BYTES], commit[FAIR_BYTES];
    char hex[FAIR_HEX];
    daily_seed(daily, day, seed);
    fair_commit(seed, commit);
    fair_to_hex(commit, hex);
    json_key_number(json, "players", daily->players);
    json_key_string(json, "level", agent_level_names[daily->level]);
    json_key_string(json, "commit", hex);
}

static void put_lines(struct json *json, const char *key, const struct lines *lines)
{
    json_key_open(json, key, '[');
    for (size_t i = 0; i < lines->count; i++)
        json_put_string(json, lines->line[i]);
    json_close(json, ']');
}

static void put_legal(const struct daily *daily, const struct daily_turns *turns, struct json *json)
{
    game_action action[GAME_ACTIONS_MAX];
    const size_t count =
        turns->status == DAILY_OPEN ? daily->game->actions(&turns->state, 1, action) : 0;
    json_key_open(json, "legal", '[');
    for (size_t i = 0; i < count; i++) {
        struct text line = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
        daily->game->write(&turns->state, action[i], NULL, GAME_OPEN, &line);
        json_put_string(json, line.start);
    }
    json_close(json, ']');
}

/* `said`: the player's actions without the seat, with commas between them. */
static bool put_turns(const struct daily *daily, unsigned number, struct span said, bool solution,
                      struct json *json, struct text *why)
{
    struct daily_turns turns = {0};
    struct lines lines = {0};
    struct game_settings settings;
    while (said.length && lines.count <= DAILY_SAID_MAX)
        lines_add(&lines, span_cut(&said, ','));
    const bool good = lines.count <= DAILY_SAID_MAX
                          ? daily->turns(number, &lines, &turns, why)
                          : text_fail(why, tr("this challenge takes fewer moves"));
    lines_free(&lines);
    if (good) {
        game_defaults(daily->game, &settings);
        json_key_number(json, "turns", turns.turns);
        json_key_number(json, "grade", turns.grade);
        json_key_number(json, "used", turns.used);
        json_key_string(json, "status", statuses[turns.status]);
        put_lines(json, "log", &turns.log);
        put_legal(daily, &turns, json);
        json_put_key(json, "state");
        game_json(daily->game, &settings, &turns.state, GAME_OPEN, json->out);
        json->comma = true;
        if (solution)
            put_lines(json, "solution", &turns.solution);
    }
    lines_free(&turns.log);
    lines_free(&turns.solution);
    return good;
}

/* Words of one family count once. */
static void put_said(const struct daily *daily, unsigned number, struct span said,
                     struct json *json)
{
    uint32_t family[SAID_WORDS];
    size_t good = 0;
    int total = 0;
    json_key_open(json, "said", '[');
    for (int i = 0; said.length && i < SAID_WORDS; i++) {
        const struct span one = span_cut(&said, ',');
        struct daily_word word;
        daily->word(number, one, &word);
        bool again = false;
        for (size_t at = 0; word.good && at < good; at++)
            again = again || family[at] == word.family;
        if (word.good && !again) {
            family[good++] = word.family;
            total += word.points;
        }
        json_open(json, '{');
        char text[GAME_SAID_MAX];
        snprintf(text, sizeof text, "%.*s", span_shown(one), span_start(one));
        json_key_string(json, "said", text);
        json_key_string(json, "written", word.good ? word.written : NULL);
        json_key_number(json, "points", word.good && !again ? word.points : 0);
        json_key_string(json, "why",
                        again       ? tr("a word of its family was already said")
                        : word.good ? NULL
                                    : word.why);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_key_number(json, "total", total);
}

static void put_words(const struct daily *daily, unsigned number, struct span said, bool solution,
                      struct json *json)
{
    struct daily_words words;
    struct lines best = {0};
    daily->words(number, &words);
    json_key_number(json, "seconds", DAILY_SECONDS);
    json_key_open(json, "theme", '{');
    json_key_string(json, "fr", words.theme[0]);
    json_key_string(json, "en", words.theme[1]);
    json_close(json, '}');
    json_key_open(json, "dice", '[');
    for (int i = 0; i < DAILY_LETTERS; i++) {
        json_open(json, '{');
        json_key_string(json, "letter", (char[]){words.letter[i], '\0'});
        json_key_string(json, "colour", words.colour[i]);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_key_number(json, "initial", words.initial);
    put_said(daily, number, said, json);
    if (solution) {
        daily->best(number, &best);
        put_lines(json, "solution", &best);
        lines_free(&best);
    }
}

enum lookup_daily lookup_daily(struct span path, struct span said, bool solution, struct text *out,
                               struct text *why)
{
    const struct game *game = game_find(span_cut(&path, '/'));
    const struct daily *daily = game ? daily_of(game) : NULL;
    struct json json = json_on(out);
    long day;
    if (!daily || !path.at)
        return LOOKUP_DAILY_NONE;
    if (!daily_read(path, &day)) {
        text_fail(why, tr("a date is YYYY-MM-DD"));
        return LOOKUP_DAILY_REFUSED;
    }
    if (daily->count && !daily->count())
        return LOOKUP_DAILY_NONE;
    struct text plain = text_on((char[SAID_BYTES]){0}, SAID_BYTES);
    bool good = true;
    lookup_decode(said, &plain);
    said = (struct span){plain.start, plain.length};
    put_head(daily, day, &json);
    if (daily->kind == DAILY_GAME)
        put_game(daily, day, &json);
    else if (daily->kind == DAILY_TURNS)
        good = put_turns(daily, daily_number(daily, day), said, solution, &json, why);
    else
        put_words(daily, daily_number(daily, day), said, solution, &json);
    json_close(&json, '}');
    return good ? LOOKUP_DAILY_DONE : LOOKUP_DAILY_REFUSED;
}
