/* Practising in a browser: the deck, the trainers and the cards of a finished game. A module of its
 * own, which a page fetches when it needs it. web/practise/engine.js calls it. */
#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "base/memory.h"
#include "embedded/practise_fr.h"
#include "match/analyse.h"
#include "match/legal.h"
#include "practise/deck.h"
#include "practise/drill.h"
#include "wasm/host.h"

/* Answers a request, a line of words and behind it a text. Returns JSON, which stays valid until
 * the next call:
 *
 *     deck DAY             the text is a deck: adds it, and answers with the state of all
 *     import DAY           the same, with what was new: {"news":[TEXT,...],...}
 *     export DAY           {"text":"..."}
 *     next DAY GAME THEME  the next card of today as an exercise; `-` for any; null: none is due
 *     drill GAME THEME N   the trainer's position of seed N; null: none was found
 *     answer DAY           the text is a line: its values and the reason, and what to store
 *     word DAY             the text is a word: its points
 *     end DAY              of a round of words
 *     forget DAY ID        takes a card out of the deck
 *     collect DAY SEAT     the text is a record: cards of its game
 *
 * A request that fails answers {"why":"..."}. */
HOST_EXPORT(practise_do)
const char *practise_do(const char *request, size_t length, bool french);

HOST_EXPORT(local_allocate) void *local_allocate(size_t size);
HOST_EXPORT(local_free) void local_free(void *memory);

enum { LOSSES = 60 }; /* that a chart shows */

static struct deck deck;
static struct exercise exercise; /* the one that is asked */
static char card[CARD_ID_LENGTH + 1];
static uint64_t seed;
static struct drill_words words;
static char *answer;

void *local_allocate(size_t size)
{
    return memory_resize(NULL, size ? size : 1, 1);
}

void local_free(void *memory)
{
    free(memory);
}

/* ---- answers ---- */

/* The answer being written. */
static struct text out;
static struct json json;

static void begin(size_t room)
{
    free(answer);
    answer = memory_new(room, 1);
    out = text_on(answer, room);
    json = json_on(&out);
    json_open(&json, '{');
}

static const char *end(void)
{
    json_close(&json, '}');
    return answer;
}

static const char *refuse(const char *why)
{
    begin(2 * TEXT_WHY);
    json_key_string(&json, "why", why);
    return end();
}

/* Room for a text as JSON: an escaped byte takes six. */
static size_t room_for(const char *text)
{
    return 6 * strlen(text) + 64;
}

/* ---- the deck ---- */

static void put_theme(const struct practice *practice, int theme, int day)
{
    const struct deck_counts counts =
        deck_count(&deck, (struct deck_filter){practice->game, theme}, day);
    const struct deck_losses all = deck_losses(&deck, practice, theme, 20);
    size_t from = deck.drills, found = 0;
    json_open(&json, '{');
    json_key_string(&json, "id", practice->themes[theme].id);
    json_key_string(&json, "title", tr(practice->themes[theme].title));
    json_key_unsigned(&json, "cards", counts.cards);
    json_key_unsigned(&json, "due", counts.due);
    json_key_unsigned(&json, "learning", counts.learning);
    json_key_unsigned(&json, "known", counts.known);
    json_key_unsigned(&json, "drills", all.count);
    json_key_unsigned(&json, "right", all.right);
    json_key_real(&json, "mean", all.mean);
    while (from > 0 && found < LOSSES) {
        const struct deck_drill *drill = &deck.drill[--from];
        found += drill->practice == practice && drill->theme == theme;
    }
    json_key_open(&json, "losses", '[');
    for (; from < deck.drills; from++) {
        if (deck.drill[from].practice == practice && deck.drill[from].theme == theme)
            json_put_real(&json, deck.drill[from].loss);
    }
    json_close(&json, ']');
    json_close(&json, '}');
}

/* The state of the deck, into the open object; with the days on which its cards are due, so that
 * the home page can count without this module. */
static void put_state(int day)
{
    const struct deck_counts counts = deck_count(&deck, (struct deck_filter){NULL, -1}, day);
    json_key_number(&json, "day", day);
    json_key_unsigned(&json, "cards", counts.cards);
    json_key_unsigned(&json, "due", counts.due);
    json_key_unsigned(&json, "left", counts.left);
    json_key_unsigned(&json, "done", counts.done);
    json_key_unsigned(&json, "learning", counts.learning);
    json_key_unsigned(&json, "known", counts.known);
    json_key_number(&json, "next", counts.next);
    json_key_number(&json, "daily", SCHEDULE_DAILY);
    json_key_open(&json, "dues", '[');
    for (size_t i = 0; i < deck.cards; i++) {
        if (deck.card[i].practice && !deck.card[i].forgotten)
            json_put_number(&json, deck.card[i].schedule.due);
    }
    json_close(&json, ']');
    json_key_open(&json, "reviews", '['); /* of the last seven days, the last is today */
    for (int of = day - 6; of <= day; of++) {
        int count = 0;
        for (size_t i = 0; i < deck.reviews; i++)
            count += deck.review[i].day == of;
        json_put_number(&json, count);
    }
    json_close(&json, ']');
    json_key_open(&json, "games", '[');
    for (const struct practice *const *practice = practice_list; *practice; practice++) {
        json_open(&json, '{');
        json_key_string(&json, "id", (*practice)->game->id);
        json_key_bool(&json, "race", drill_is_race(*practice));
        json_key_open(&json, "themes", '[');
        for (int theme = 0; (*practice)->themes[theme].id; theme++)
            put_theme(*practice, theme, day);
        json_close(&json, ']');
        json_close(&json, '}');
    }
    json_close(&json, ']');
}

static size_t room_for_state(void)
{
    return 65536 + deck.cards * 8;
}

static const char *read_deck(int day, struct span text, bool import)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct deck given = {0};
    size_t fresh = 0;
    const bool good = deck_read(&given, text, NULL, &why);
    if (import &&
        (!good || given.cards + given.reviews + given.drills + given.forgotten.count == 0)) {
        deck_free(&given);
        return refuse(good ? tr("there is no card in this file") : why.start);
    }
    char *normal = deck_write(&given);
    deck_free(&given);
    deck_read(&deck, span_of(normal), &fresh, TEXT_UNREAD);
    begin(room_for_state() + room_for(normal));
    json_key_unsigned(&json, "fresh", fresh);
    if (!good)
        json_key_string(&json, "damaged", why.start);
    if (import)
        json_key_string(&json, "text", normal);
    put_state(day);
    free(normal);
    return end();
}

static const char *export_deck(void)
{
    char *text = deck_write(&deck);
    begin(room_for(text));
    json_key_string(&json, "text", text);
    free(text);
    return end();
}

static const char *forget(int day, struct span id)
{
    struct text line = text_on((char[128]){0}, 128);
    char known[CARD_ID_LENGTH + 1] = "";
    if (id.length == CARD_ID_LENGTH)
        memcpy(known, id.at, CARD_ID_LENGTH);
    if (!deck_find(&deck, known))
        return refuse(tr("the deck has no such card"));
    deck_forget_line(known, day, &line);
    deck_read(&deck, span_of(line.start), NULL, TEXT_UNREAD);
    begin(room_for_state() + 256);
    json_key_string(&json, "store", line.start);
    put_state(day);
    return end();
}

/* ---- exercises ---- */

static void put_lines(const char *key, struct lines *lines)
{
    json_key_open(&json, key, '[');
    for (size_t i = 0; i < lines->count; i++)
        json_put_string(&json, lines->line[i]);
    json_close(&json, ']');
    lines_free(lines);
}

static size_t bytes_of(const struct lines *lines)
{
    size_t bytes = 0;
    for (size_t i = 0; i < lines->count; i++)
        bytes += room_for(lines->line[i]);
    return bytes;
}

static void put_seats(const struct match *match)
{
    json_key_open(&json, "seats", '[');
    for (int i = 0; i < match->settings.players; i++) {
        json_open(&json, '{');
        json_key_string(&json, "name", match->name[i]);
        json_key_string(&json, "kind", match_names_bot(match->name[i]) ? "bot" : "person");
        json_close(&json, '}');
    }
    json_close(&json, ']');
}

static const char *put_exercise(const struct deck_card *from)
{
    const struct exercise *e = &exercise;
    const struct practice_theme *theme = &e->practice->themes[e->theme];
    struct lines legal = {0}, log = {0};
    struct text state = text_on(memory_new(GAME_JSON_MAX, 1), GAME_JSON_MAX);
    legal_lines_of(e->match, e->seat, &legal);
    match_log(e->match, e->seat, &log);
    match_json(e->match, e->seat, &state);
    begin(4096 + GAME_JSON_MAX + bytes_of(&legal) + bytes_of(&log));
    json_key_string(&json, "id", from ? from->id : NULL);
    json_key_string(&json, "game", e->practice->game->id);
    json_key_string(&json, "theme", theme->id);
    json_key_string(&json, "title", tr(theme->title));
    json_key_string(&json, "ask", tr(theme->ask));
    json_key_number(&json, "seat", e->seat);
    if (from)
        json_key_number(&json, "made", from->made);
    if (!from && drill_is_race(e->practice))
        json_key_number(&json, "seconds", e->practice->seconds);
    put_seats(e->match);
    put_lines("legal", &legal);
    put_lines("log", &log);
    json_put_key(&json, "state");
    text_add_bytes(&out, state.start, state.length);
    json.comma = true;
    memory_free(state.start);
    return end();
}

static const char *nothing(void)
{
    free(answer);
    answer = memory_new(8, 1);
    strcpy(answer, "null");
    return answer;
}

static const char *ask_card(const struct deck_card *from)
{
    int made;
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    exercise_free(&exercise);
    drill_words_free(&words);
    if (!from)
        return nothing();
    if (!card_read(span_of(from->text), &exercise, &made, &why))
        return refuse(why.start);
    memcpy(card, from->id, sizeof card);
    return put_exercise(from);
}

static const char *ask_drill(struct span game, struct span theme, struct span number)
{
    const struct game *found = game_find(game);
    const struct practice *practice = found ? practice_of(found) : NULL;
    const int at = practice ? practice_theme(practice, theme) : -1;
    exercise_free(&exercise);
    drill_words_free(&words);
    words = (struct drill_words){0};
    if (at < 0 || !span_number(number, 0, UINT64_MAX, &seed))
        return refuse("a drill has a game, a theme and a seed");
    if (!drill_make(practice, at, seed, &exercise))
        return nothing();
    if (drill_is_race(practice))
        drill_words_begin(&exercise, &words);
    card[0] = '\0';
    return put_exercise(NULL);
}

static void put_choice(const struct choice *choice, bool own, bool then)
{
    struct text line = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    text_printf(&line, "%d ", exercise.seat);
    exercise_words(&exercise, choice->action, &line);
    json_open(&json, '{');
    json_key_string(&json, "line", line.start);
    json_key_real(&json, "share", choice->share);
    json_key_real(&json, "error", choice->error);
    json_key_bool(&json, "own", own);
    json_key_bool(&json, "then", then);
    json_close(&json, '}');
}

/* Adds a line to the deck, and to the answer, for the host to store. */
static void store(const struct text *line)
{
    deck_read(&deck, span_of(line->start), NULL, TEXT_UNREAD);
    json_key_string(&json, "store", line->start);
}

static const char *take_answer(int day, struct span line)
{
    struct answer given;
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct text reason = text_on((char[3 *TEXT_WHY]){0}, 3 * TEXT_WHY);
    struct text stored = text_on((char[128]){0}, 128);
    bool listed = false;
    if (!exercise.match || !exercise.count)
        return refuse("there is no question");
    if (!exercise_answer(&exercise, line, &given, &why))
        return refuse(why.start);
    begin(room_for_state() + (exercise.count + 2) * 2 * GAME_LINE_MAX);
    json_key_bool(&json, "right", given.right);
    json_key_real(&json, "loss", given.loss);
    json_key_open(&json, "choices", '[');
    for (size_t i = 0; i < exercise.count; i++) {
        const bool own = exercise.choice[i].action == given.choice.action;
        put_choice(&exercise.choice[i], own, i == exercise.played);
        listed = listed || own;
    }
    if (!listed)
        put_choice(&given.choice, true, false);
    json_close(&json, ']');
    exercise_explain(&exercise, &given, &reason);
    json_key_string(&json, "because", reason.start);
    if (card[0]) {
        deck_review_line(card, day, given.right, &stored);
        store(&stored);
        const struct deck_card *now = deck_find(&deck, card);
        if (now)
            json_key_number(&json, "returns", now->schedule.due);
    } else {
        deck_drill_line(
            &(struct deck_drill){exercise.practice, exercise.theme, day, seed, given.loss},
            &stored);
        store(&stored);
    }
    put_state(day);
    return end();
}

/* ---- words ---- */

static const char *take_word(struct span word)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    if (!exercise.match || !drill_is_race(exercise.practice))
        return refuse("there is no round of words");
    if (word.length > 2 && word.at[0] == '0' + exercise.seat && word.at[1] == ' ') /* a line */
        word = (struct span){word.at + 2, word.length - 2};
    const int points = drill_words_add(&exercise, word, &words, &why);
    if (points < 0)
        return refuse(why.start);
    begin(256);
    json_key_number(&json, "points", points);
    json_key_number(&json, "best", words.best);
    json_key_number(&json, "most", words.most);
    return end();
}

static const char *end_words(int day)
{
    struct text stored = text_on((char[128]){0}, 128);
    if (!exercise.match || !drill_is_race(exercise.practice))
        return refuse("there is no round of words");
    drill_words_end(&exercise, &words);
    const double loss = words.most - words.best;
    deck_drill_line(&(struct deck_drill){exercise.practice, exercise.theme, day, seed, loss},
                    &stored);
    begin(room_for_state() + bytes_of(&words.missed));
    json_key_number(&json, "best", words.best);
    json_key_number(&json, "most", words.most);
    put_lines("missed", &words.missed);
    words.missed = (struct lines){0};
    store(&stored);
    put_state(day);
    return end();
}

/* ---- a finished game ---- */

struct collecting {
    struct lines cards;
    int day;
    size_t mistakes, fine;
};

static void take_card(void *context, struct exercise *e, bool fine)
{
    struct collecting *collecting = context;
    char *text = card_write(e, collecting->day);
    lines_add(&collecting->cards, span_of(text));
    *(fine ? &collecting->fine : &collecting->mistakes) += 1;
    free(text);
    exercise_free(e);
}

static const char *collect(int day, struct span seat, struct span record)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct collecting collecting = {.day = day};
    struct analysis analysis;
    uint64_t number;
    size_t line;
    struct match *match = match_read(record, &line, &why);
    if (!match)
        return refuse(why.start);
    if (!span_number(seat, 1, (uint64_t)match->settings.players, &number)) {
        match_free(match);
        return refuse("there is no such seat");
    }
    analyse(match, 0, &analysis, &why, NULL, NULL);
    cards_collect(match, &analysis, (int)number, take_card, &collecting);
    analysis_free(&analysis);
    match_free(match);
    begin(256 + bytes_of(&collecting.cards));
    json_key_unsigned(&json, "mistakes", collecting.mistakes);
    json_key_unsigned(&json, "fine", collecting.fine);
    put_lines("cards", &collecting.cards);
    return end();
}

/* ---- requests ---- */

static struct deck_filter filter_of(struct span game, struct span theme)
{
    const struct game *found = game_find(game);
    const struct practice *practice = found ? practice_of(found) : NULL;
    return (struct deck_filter){found, practice ? practice_theme(practice, theme) : -1};
}

static const char *answer_to(struct span words_of[4], struct span text)
{
    uint64_t number = 0;
    span_number(words_of[1], 0, 100000, &number);
    const int day = (int)number;
    if (span_is(words_of[0], "deck"))
        return read_deck(day, text, false);
    if (span_is(words_of[0], "import"))
        return read_deck(day, text, true);
    if (span_is(words_of[0], "export"))
        return export_deck();
    if (span_is(words_of[0], "next"))
        return ask_card(deck_next(&deck, filter_of(words_of[2], words_of[3]), day));
    if (span_is(words_of[0], "drill"))
        return ask_drill(words_of[1], words_of[2], words_of[3]);
    if (span_is(words_of[0], "answer"))
        return take_answer(day, text);
    if (span_is(words_of[0], "word"))
        return take_word(text);
    if (span_is(words_of[0], "end"))
        return end_words(day);
    if (span_is(words_of[0], "forget"))
        return forget(day, words_of[2]);
    if (span_is(words_of[0], "collect"))
        return collect(day, words_of[2], text);
    return refuse("no such request");
}

const char *practise_do(const char *request, size_t length, bool french)
{
    struct span rest = {request, length}, first = span_cut(&rest, '\n'), of[4] = {{"", 0}};
    lang_set_french(practise_fr, sizeof practise_fr - 1);
    lang_use(french);
    for (int i = 0; i < 4; i++)
        of[i] = first.at ? span_cut(&first, ' ') : (struct span){"", 0};
    return answer_to(of, rest.at ? rest : (struct span){"", 0});
}
