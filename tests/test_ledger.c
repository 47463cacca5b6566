/* Fair dice 3: honest tables of all games with everything that may happen at them, and forgeries of
 * every kind, with the verdict on each. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "fair3_house.h"
#include "helpers.h"

/* ---- honest tables ---- */

static void judge_honest(struct house *h, uint64_t seed)
{
    char *record = house_record(h);
    struct verdict verdict;
    house_judge(record, NULL, &verdict);
    if (verdict.grade != VERDICT_NOT_PROVED)
        fail_msg("%s, seed %llu: %s: %s", h->match->game->id, (unsigned long long)seed,
                 verdict_word(verdict.grade), verdict.why);
    verdict_free(&verdict);
    for (int seat = 0; seat <= h->match->settings.players; seat++) {
        const enum verdict_grade expected = house_expected(h, seat);
        if (!h->client[seat].client)
            continue;
        char *transcript = house_transcript(h, seat);
        house_judge(record, transcript, &verdict);
        if (verdict.grade != expected)
            fail_msg("%s, seed %llu, flags %u, seat %d: %s and not %s: %s%s", h->match->game->id,
                     (unsigned long long)seed, h->flags, seat, verdict_word(verdict.grade),
                     verdict_word(expected), verdict.why,
                     verdict.sentences.count > 2 ? verdict.sentences.line[2] : "");
        assert_int_equal(verdict.status, expected == VERDICT_PROVED ? 0 : 1);
        verdict_free(&verdict);
        memory_free(transcript);
    }
    memory_free(record);
}

static void honest(void **state)
{
    (void)state;
    static const unsigned kinds[] = {
        0,
        HOUSE_KEYLESS,
        HOUSE_BOTS,
        HOUSE_PLAIN,
        HOUSE_MISSES,
        HOUSE_SLEEPS,
        HOUSE_LATE,
        HOUSE_UNDO,
        HOUSE_STAND_IN,
        HOUSE_LEAVES,
        HOUSE_DEVICE,
        HOUSE_GIVES_UP,
        HOUSE_GIVES_UP | HOUSE_KEYLESS,
        HOUSE_FROM,
        HOUSE_NO_KEY,
        HOUSE_STOPS,
        HOUSE_KEYLESS | HOUSE_BOTS | HOUSE_PLAIN | HOUSE_MISSES | HOUSE_SLEEPS | HOUSE_LATE |
            HOUSE_UNDO | HOUSE_STAND_IN | HOUSE_LEAVES | HOUSE_DEVICE | HOUSE_FROM,
    };
    const int count = test_count(1, 20), part = test_count(3, 1);
    for (const struct game *const *game = test_games(); *game; game++) {
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
            if ((i + (size_t)(game - test_games())) % (size_t)part)
                continue; /* each kind with some of the games */
            for (int n = 0; n < count; n++) {
                const uint64_t seed = 1000 * i + (uint64_t)n;
                struct house house;
                house_play(&house, *game, kinds[i], seed);
                judge_honest(&house, seed);
                house_free(&house);
            }
        }
    }
}

/* ---- forgeries ---- */

enum op {
    OP_WORD,    /* word `at` of the line becomes `text` */
    OP_FLIP,    /* the last hexadecimal digit of word `at` changes */
    OP_DELETE,  /* the line goes, and `at` lines after it */
    OP_INSERT,  /* `text` before the line */
    OP_AFTER,   /* `text` after the line */
    OP_LINE,    /* the line becomes `text` */
    OP_CUT,     /* the record ends before the line; without V and salts, if `at` is 1 */
    OP_APPEND,  /* `text` at the end */
    OP_COMMENT, /* the line becomes a comment, as if it were undone */
    OP_REVIVE,  /* an undone line becomes a line */
    OP_SWAP,    /* the line changes places with the next */
};

/* One change of an honest record. `%n` in the text is the number of asks and one. Without a reason
 * the verdict without a transcript has `alone` as its grade. */
struct forgery {
    const char *name, *game;
    unsigned flags;
    enum op op;
    const char *prefix; /* the line begins so */
    int nth;            /* the first of them is 1, the last -1 */
    int at;
    const char *text;
    const char *reason; /* part of the sentence */
    enum verdict_grade alone, with;
};

#define ZEROS "0000000000000000000000000000000000000000000000000000000000000000"
#define C VERDICT_CONTRADICTED
#define DICE HOUSE_GIVES_UP
#define PLAINLY (HOUSE_GIVES_UP | HOUSE_UNSIGNED)

static const struct forgery forgeries[] = {
    /* draws */
    {"another roll", "easycome", DICE, OP_WORD, "* roll", -1, 2, "5555", "forged: the links", C, C},
    {"an early roll", "easycome", DICE, OP_WORD, "* roll", 1, 2, "5555", "forged: the links", C, C},
    {"another card", "wazabi", DICE, OP_WORD, "* draw", 3, 2, "?", "forged", C, C},
    {"a draw without a step", "easycome", DICE, OP_DELETE, "#3 ask", -1, 1, NULL, "without a step",
     C, C},
    {"a step without a draw", "easycome", DICE, OP_DELETE, "* roll", -1, 0, NULL,
     "something else follows", C, C},
    {"a run that is broken off", "wazabi", DICE, OP_AFTER, "* draw", 2, 0, "#3 seat 1 person",
     "something else follows", C, C},
    {"the rest of a run drawn again", "wazabi", DICE, OP_AFTER, "* draw", 2, 0, "#3 ask 2 1",
     "something else follows", C, C},
    {"a hidden draw that is shown", "wazabi", DICE, OP_DELETE, "#3 hide -", 1, 0, NULL,
     "the rules hide", C, C},
    {"an open draw that is hidden", "easycome", DICE, OP_INSERT, "* roll", 1, 0, "#3 hide -",
     "the rules show", C, C},
    {"two draws in another order", "wazabi", DICE, OP_SWAP, "#3 hide", 1, 0, NULL, "rules hide", C,
     C},
    /* links */
    {"another link of the server", "easycome", DICE, OP_WORD, "#3 step", 2, 3, ZEROS ":" ZEROS,
     "the server's link", C, C},
    {"another promise of the server", "easycome", PLAINLY, OP_FLIP, "#3 step", 2, 3, NULL,
     "the server's link", C, C},
    {"another link of a seat", "easycome", PLAINLY, OP_FLIP, "#3 step", 2, 4, NULL, "the link of S",
     C, C},
    {"another signature of a link", "easycome", DICE, OP_FLIP, "#3 step", 2, 4, NULL,
     "signature of S", C, C},
    {"a step too many", "easycome", DICE, OP_WORD, "#3 step", 2, 2, "3", "not asked for", C, C},
    {"an ask that skips", "easycome", DICE, OP_WORD, "#3 ask", 2, 2, "3", "does not follow ask", C,
     C},
    {"an ask without a seat", "easycome", DICE, OP_LINE, "#3 ask 2 ", 1, 0, "#3 ask 2 -",
     "exactly the links", C, C},
    {"an ask of nobody's chain", "easycome", DICE | HOUSE_BOTS, OP_LINE, "#3 ask 2 ", 1, 0,
     "#3 ask 2 1 2 3 4", "has no", C, C},
    {"an ask where no draw is due", "easycome", DICE, OP_INSERT, "#3 by", 1, 0, "#3 ask 2 1",
     "no draw is due", C, C},
    {"an entry within a step", "easycome", DICE, OP_AFTER, "#3 ask", 2, 0, "#3 seat 1 person",
     "followed by its step", C, C},
    {"a miss instead of a step", "easycome", DICE, OP_LINE, "#3 step 2 ", 1, 0, "#3 miss 2 1",
     "followed by the next ask", C, C},
    {"a miss of who was not asked", "easycome", DICE | HOUSE_MISSES, OP_WORD, "#3 miss", 1, 3, "6",
     "", C, C},
    {"others asked after a miss", "easycome", DICE | HOUSE_MISSES, OP_DELETE, "#3 miss", 1, 1, NULL,
     "", C, C},
    /* chains and seats */
    {"another chain", "easycome", DICE, OP_FLIP, "#3 chain 1", 1, 4, NULL, "", C, C},
    {"another key", "easycome", DICE, OP_FLIP, "#3 chain 1", 1, 5, NULL, "signature of S1", C, C},
    {"a chain from later", "easycome", DICE, OP_WORD, "#3 chain 1", 1, 3, "5", "begins at 5", C, C},
    {"a chain taken out", "easycome", DICE, OP_DELETE, "#3 chain 1", 1, 0, NULL, "has no chain", C,
     C},
    {"a chain of a bot", "easycome", DICE | HOUSE_BOTS, OP_AFTER, "#3 seat 3 bot", 1, 0,
     "#3 chain 3 0 " ZEROS " -", "is not a person", C, C},
    {"a seat of nobody", "easycome", DICE, OP_DELETE, "#3 seat 1 ", 1, 0, NULL, "", C, C},
    {"a person made a bot", "easycome", DICE, OP_LINE, "#3 seat 1 ", 1, 0, "#3 seat 1 bot", "", C,
     C},
    {"a bot made a person", "easycome", DICE | HOUSE_BOTS, OP_AFTER, "#3 seat 3 bot", 1, 0,
     "#3 seat 3 person", "stays a bot's", C, C},
    {"a person who left without a word", "easycome", DICE, OP_INSERT, "#3 by", -1, 0,
     "#3 seat 1 left", "S1 did not say this", C, C},
    {"a stand-in without a word", "easycome", DICE, OP_INSERT, "#3 by", -1, 0, "#3 seat 1 stand-in",
     "nobody said", C, C},
    {"a seat that does not exist", "debacle", DICE, OP_INSERT, "#3 by", 1, 0, "#3 seat 3 left",
     "no such seat", C, C},
    {"a bot's name hidden", "easycome", DICE | HOUSE_BOTS, OP_LINE, "seat 3 bot:", 1, 0,
     "seat 3 S3", "who is a bot", C, C},
    /* words */
    {"a move that nobody said", "easycome", DICE, OP_DELETE, "#3 by", -2, 0, NULL, "did not say", C,
     C},
    {"another move than was said", "easycome", DICE, OP_FLIP, "1 keep", 1, 2, NULL,
     "said something else", C, C},
    {"a word repeated", "easycome", PLAINLY, OP_WORD, "#3 by 1", 2, 3, "1", "does not follow word",
     C, C},
    {"a word about another moment", "easycome", PLAINLY, OP_WORD, "#3 by", 2, 4, "1",
     "changed the game", C, C},
    {"a word from the future", "easycome", PLAINLY, OP_WORD, "#3 by", 2, 4, "99999",
     "was not there", C, C},
    {"a word about another act", "easycome", PLAINLY, OP_FLIP, "#3 by", 2, 5, NULL,
     "said something else", C, C},
    {"a word without its signature", "easycome", DICE, OP_WORD, "#3 by", 2, 6, "-", "is missing", C,
     C},
    {"a word with another signature", "easycome", DICE, OP_FLIP, "#3 by", 2, 6, NULL,
     "signature of S", C, C},
    {"a signature without a key", "easycome", PLAINLY, OP_WORD, "#3 by", 2, 6, ZEROS ZEROS,
     "has no key", C, C},
    {"a word without its act", "easycome", DICE, OP_AFTER, "#3 by", 2, 0, "#3 ask %n 1",
     "followed by their act", C, C},
    {"a second word", "easycome", PLAINLY, OP_AFTER, "#3 by 1", 1, 0, "#3 yes 1 999 1 " ZEROS " -",
     "two words", C, C},
    {"a word of who has no say", "easycome", PLAINLY, OP_AFTER, "#3 by 1", 1, 0,
     "#3 yes 2 999 1 " ZEROS " -", "no say", C, C},
    {"a forfeit that nobody said", "easycome", HOUSE_STOPS, OP_APPEND, NULL, 0, 0, "1 forfeits", "",
     C, C},
    {"the forfeit of another", "easycome", DICE, OP_DELETE, "#3 by", -1, 0, NULL, "did not say", C,
     C},
    {"a draw that nobody agreed to", "debacle", HOUSE_STOPS, OP_APPEND, NULL, 0, 0,
     "1 accepts draw", "", C, C},
    /* time */
    {"a time-out that was never announced", "easycome", DICE | HOUSE_LATE, OP_DELETE, "#3 late", 1,
     0, NULL, "did not say", C, C},
    {"a shorter time", "easycome", DICE | HOUSE_LATE, OP_WORD, "#3 late", 1, 3, "20000",
     "another time", C, C},
    {"a forfeit by time", "easycome", HOUSE_STOPS | HOUSE_LATE, OP_APPEND, NULL, 0, 0,
     "#3 late 1 30000\n1 forfeits", "", C, C},
    {"a time-out without a clock", "easycome", DICE, OP_INSERT, "#3 by", 1, 0, "#3 late 1 30000",
     "no clock runs", C, C},
    {"the time of another seat", "easycome", DICE | HOUSE_LATE | HOUSE_UNSIGNED, OP_WORD, "#3 late",
     1, 2, "6", "", C, C},
    {"a game's time that is not over", "themots", DICE, OP_WORD, "#3 late 0", 1, 3, "1000",
     "its clock says otherwise", C, C},
    {"a time-out of the game without its note", "themots", DICE, OP_DELETE, "#3 late 0", 1, 0, NULL,
     "", C, C},
    /* undo */
    {"an undo that nobody said", "easycome", DICE | HOUSE_UNDO, OP_DELETE, "#3 undo", 1, 0, NULL,
     "", C, C},
    {"an undo of what was drawn", "easycome", DICE, OP_INSERT, "#3 by", -1, 0, "#3 undo 9 all", "",
     C, C},
    {"a line taken back by nobody", "easycome", DICE, OP_COMMENT, "1 ", 1, 0, NULL, "only an undo",
     C, C},
    {"a line that was taken back", "easycome", DICE | HOUSE_UNDO, OP_REVIVE, "# undone:", 1, 0,
     NULL, "only an undo", C, C},
    /* secrets */
    {"another salt", "wazabi", HOUSE_GIVES_UP, OP_FLIP, "fair-salt", 1, 2, NULL, "", C, C},
    {"a salt of an open line", "easycome", DICE, OP_AFTER, "fair-hidden", 1, 0,
     "fair-salt 3 " ZEROS, "not hidden", C, C},
    {"no salt", "wazabi", DICE, OP_DELETE, "fair-salt", 1, 0, NULL, NULL, VERDICT_NOT_PROVED,
     VERDICT_IN_PART},
    {"another V", "easycome", DICE, OP_FLIP, "fair-hidden", 1, 1, NULL, "promised", C, C},
    {"no V", "easycome", DICE, OP_DELETE, "fair-hidden", 1, 0, NULL, NULL, VERDICT_NOT_PROVED,
     VERDICT_IN_PART},
    /* the head */
    {"another table", "easycome", DICE, OP_LINE, "fair-table", 1, 0, "fair-table abcdefghijklmnop",
     "", C, C},
    {"another clock", "easycome", DICE, OP_LINE, "fair-clock", 1, 0, "fair-clock move 60", "", C,
     C},
    {"another promise of links", "easycome", DICE, OP_FLIP, "fair-server", 1, 1, NULL, "", C, C},
    {"another promise of V", "easycome", DICE, OP_FLIP, "fair-server", 1, 2, NULL, "", C, C},
    {"another key of the server", "easycome", DICE, OP_FLIP, "fair-server", 1, 3, NULL, "", C, C},
    {"another opening", "easycome", DICE | HOUSE_FROM, OP_WORD, "* roll", 1, 2, "5555", "", C, C},
    {"an opening of another table", "easycome", DICE | HOUSE_FROM, OP_WORD, "fair-from", 1, 2,
     "zzzz", "", C, C},
    /* the form */
    {"an unknown line", "easycome", DICE, OP_AFTER, "fair-clock", 1, 0, "fair-luck 7", "not at its",
     VERDICT_REFUSED, VERDICT_REFUSED},
    {"lines in another order", "easycome", DICE, OP_SWAP, "fair-clock", 1, 0, NULL, "not at its",
     VERDICT_REFUSED, VERDICT_REFUSED},
    {"no clock", "easycome", DICE, OP_DELETE, "fair-clock", 1, 0, NULL, "lacks", VERDICT_REFUSED,
     VERDICT_REFUSED},
    {"an entry after the end", "easycome", DICE, OP_APPEND, NULL, 0, 0, "#3 seat 1 left",
     "the game is over", C, C},
    {"a note that is none", "easycome", DICE, OP_INSERT, "#3 by", 1, 0, "#3 luck 7", "no entry", C,
     C},
    {"an entry of another spelling", "easycome", DICE, OP_WORD, "#3 ask", 1, 2, "01", "no entry", C,
     C},
    {"a record that was cut", "easycome", DICE, OP_CUT, "#3 ask", -1, 0, NULL, "not over", C, C},
    {"a record that was cut with care", "easycome", DICE, OP_CUT, "#3 ask", -1, 1, NULL, NULL,
     VERDICT_NOT_PROVED, VERDICT_IN_PART},
    {"a move left out", "easycome", DICE, OP_DELETE, "#3 by", 3, 1, NULL, "", C, C},
};

/* The index of the line; the count if there is none. */
static size_t find_line(const struct lines *lines, const char *prefix, int nth)
{
    size_t found = lines->count;
    int seen = 0;
    for (size_t i = 0; prefix && i < lines->count; i++) {
        if (strncmp(lines->line[i], prefix, strlen(prefix)) != 0)
            continue;
        found = i;
        if (++seen == nth)
            return i;
    }
    if (nth > 0)
        return lines->count;
    for (size_t i = lines->count; prefix && i-- > 0;) {
        if (strncmp(lines->line[i], prefix, strlen(prefix)) == 0 && ++nth == 0)
            return i;
    }
    return nth == 0 ? found : lines->count;
}

static void insert_line(struct lines *lines, size_t at, const char *text)
{
    lines_add(lines, span_of(text));
    char *line = lines->line[lines->count - 1];
    memmove(lines->line + at + 1, lines->line + at, (lines->count - 1 - at) * sizeof line);
    lines->line[at] = line;
}

static void delete_line(struct lines *lines, size_t at)
{
    memory_free(lines->line[at]);
    lines->count--;
    memmove(lines->line + at, lines->line + at + 1, (lines->count - at) * sizeof *lines->line);
}

/* Replaces a word; without a text its last character changes. */
static bool edit_word(struct lines *lines, size_t at, int word, const char *text)
{
    char line[FAIR3_NOTE_MAX + 600] = "", *end = line;
    struct span rest = span_of(lines->line[at]);
    for (int i = 0; rest.at; i++) {
        const struct span part = span_cut(&rest, ' ');
        end += sprintf(end, "%s", i ? " " : "");
        if (i == word && text) {
            end += sprintf(end, "%s", text);
            continue;
        }
        end += sprintf(end, "%.*s", (int)part.length, part.at);
        char *last = end[-1] == '-' ? end - 3 : end - 1; /* of a link, if it is not signed */
        if (i == word)
            *last = *last == '1' ? '2' : '1';
    }
    const bool changed = strcmp(line, lines->line[at]) != 0;
    lines_replace(lines, at, span_of(line));
    return changed;
}

static bool forge(struct lines *lines, const struct forgery *f, uint32_t asks)
{
    const size_t at = find_line(lines, f->prefix, f->nth);
    char text[FAIR3_NOTE_MAX] = "", *mark;
    if (f->prefix && at == lines->count)
        return false;
    if (f->text)
        strcpy(text, f->text);
    if ((mark = strstr(text, "%n")) != NULL) {
        char rest[FAIR3_NOTE_MAX];
        strcpy(rest, mark + 2);
        sprintf(mark, "%u%s", (unsigned)asks + 1, rest);
    }
    switch (f->op) {
    case OP_WORD:
        return edit_word(lines, at, f->at, text);
    case OP_FLIP:
        return edit_word(lines, at, f->at, NULL);
    case OP_DELETE:
        for (int i = 0; i <= f->at; i++)
            delete_line(lines, at);
        return true;
    case OP_INSERT:
        insert_line(lines, at, text);
        return true;
    case OP_AFTER:
        insert_line(lines, at + 1, text);
        return true;
    case OP_LINE:
        lines_replace(lines, at, span_of(text));
        return true;
    case OP_CUT:
        lines_cut(lines, at);
        for (size_t i = lines->count; f->at && i-- > 0;) {
            if (strncmp(lines->line[i], "fair-hidden", 11) == 0 ||
                strncmp(lines->line[i], "fair-salt", 9) == 0)
                delete_line(lines, i);
        }
        return true;
    case OP_APPEND:
        lines_replace(lines, 0, span_of("cornet 2"));
        for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
            lines_add(lines, span_of(line));
        return true;
    case OP_COMMENT:
        snprintf(text, sizeof text, MATCH_UNDONE " %s", lines->line[at]);
        lines_replace(lines, at, span_of(text));
        return true;
    case OP_REVIVE:
        strcpy(text, lines->line[at] + strlen(MATCH_UNDONE " "));
        lines_replace(lines, at, span_of(text));
        return true;
    case OP_SWAP: {
        char *line = lines->line[at];
        lines->line[at] = lines->line[at + 1];
        lines->line[at + 1] = line;
        return true;
    }
    }
    return false;
}

static void split(const char *text, struct lines *out)
{
    struct span rest = span_of(text);
    while (rest.length)
        lines_add(out, span_cut(&rest, '\n'));
}

static bool is_expected(const char *name, const char *record, const char *transcript,
                        enum verdict_grade grade, const char *reason)
{
    struct verdict verdict;
    house_judge(record, transcript, &verdict);
    const bool good = verdict.grade == grade && (!reason || strstr(verdict.why, reason)) &&
                      verdict.status == (grade == C ? 2 : 1) &&
                      verdict.experts.count >= (grade != VERDICT_REFUSED);
    if (!good)
        print_error("%s%s: %s and not %s: %s\n", name, transcript ? ", with a transcript" : "",
                    verdict_word(verdict.grade), verdict_word(grade), verdict.why);
    verdict_free(&verdict);
    return good;
}

/* The texts of a game. Many forgeries change the same one. */
struct played {
    const char *game;
    unsigned flags;
    uint64_t seed;
    uint32_t asks, with_link;
    char *record, *transcript; /* seat 1's */
};

static const struct played *play_once(const char *game, unsigned flags, uint64_t seed)
{
    static struct played kept[64];
    static size_t next;
    for (size_t i = 0; i < 64; i++) {
        if (kept[i].game && strcmp(kept[i].game, game) == 0 && kept[i].flags == flags &&
            kept[i].seed == seed)
            return &kept[i];
    }
    struct played *played = &kept[next++ % 64];
    struct house house;
    memory_free(played->record);
    memory_free(played->transcript);
    house_play(&house, test_game(game), flags, seed);
    *played = (struct played){game,
                              flags,
                              seed,
                              house.asks,
                              house.client[1].with_link,
                              house_record(&house),
                              house_transcript(&house, 1)};
    house_free(&house);
    return played;
}

/* Looks for a game that has what the forgery changes, and judges the forged record. */
static bool try_forgery(const struct forgery *f)
{
    for (uint64_t seed = 1; seed < 40; seed++) {
        const struct played *played = play_once(f->game, f->flags, seed);
        struct lines lines = {0};
        split(played->record, &lines);
        const bool done = played->with_link > 0 && forge(&lines, f, played->asks);
        char *forged = lines_join(&lines);
        bool good = true;
        if (done) {
            good = is_expected(f->name, forged, NULL, f->alone, f->reason) &&
                   is_expected(f->name, forged, played->transcript, f->with, NULL);
        }
        memory_free(forged);
        if (done)
            return good;
    }
    print_error("no game has what '%s' changes\n", f->name);
    return false;
}

static void forged_records(void **state)
{
    (void)state;
    test_plays("easycome", "wazabi", "debacle", "themots");
    int failed = 0;
    for (size_t i = 0; i < sizeof forgeries / sizeof *forgeries; i++)
        failed += !try_forgery(&forgeries[i]);
    assert_int_equal(failed, 0);
}

/* ---- transcripts ---- */

/* Changes of an honest transcript, which stand for servers that showed seat 1 something else. */
struct kept {
    const char *name;
    unsigned flags;
    enum op op;
    const char *prefix;
    int nth, at;
    const char *text;
    const char *reason;
    enum verdict_grade grade;
};

static const struct kept changes[] = {
    {"the client saw a contradiction", DICE, OP_APPEND, NULL, 0, 0, "contradiction tricked",
     "your client noted: tricked", C},
    {"another head", DICE, OP_FLIP, "head", 1, 1, NULL, "promises are not", C},
    {"another table", DICE, OP_LINE, "table", 1, 0, "table abcdefghijklmnop", "belongs to", C},
    {"a link opened after other entries", DICE, OP_FLIP, "open", 2, 3, NULL, "after other entries",
     C},
    {"another link", DICE, OP_FLIP, "open", 2, 4, NULL, "was replaced", C},
    {"a link that was never opened", DICE, OP_DELETE, "open", 2, 0, NULL, "never opened", C},
    {"a link that nothing asks for", DICE, OP_APPEND, NULL, 0, 0, "open 8000 1 " ZEROS " " ZEROS,
     "nothing asks", C},
    {"a chain that is missing", DICE, OP_FLIP, "chain", 1, 2, NULL, "your chain is missing", C},
    {"a word that was not sent", DICE, OP_DELETE, "sent", 2, 0, NULL, "not your words", C},
    {"a word with another act", DICE, OP_FLIP, "sent", 2, 4, NULL, "no honest client",
     VERDICT_REFUSED},
    {"a word about another moment", DICE, OP_WORD, "sent", 2, 2, "2", "not your words", C},
    {"a word that was refused", DICE, OP_AFTER, "sent 1 ", 1, 0, "refused 1", "was refused", C},
    {"a word that was dropped", DICE, OP_APPEND, NULL, 0, 0,
     "sent 90000 3 1 9148be369d84ff709394df33f3ec367af226131f4272b060e00c3aba7f947c3a - 1 forfeits",
     NULL, VERDICT_IN_PART},
    {"an entry that was not shown", DICE, OP_DELETE, "saw", -1, 0, NULL, NULL, VERDICT_IN_PART},
    {"another entry", DICE, OP_WORD, "saw", 4, 3, "2", "you were shown", C},
    {"an entry more", DICE, OP_APPEND, NULL, 0, 0, "saw 99999 1 1 keep 22", "you were shown", C},
    {"a time that was longer", DICE | HOUSE_LATE, OP_WORD, "clock", 1, 3, "31000", "more time", C},
    {"a time-out that was not timed", DICE | HOUSE_LATE, OP_DELETE, "clock", 1, 0, NULL, NULL,
     VERDICT_IN_PART},
    {"a time-out that was early", DICE | HOUSE_LATE, OP_WORD, "clock", 1, 4, "99999999", NULL,
     VERDICT_IN_PART},
    {"a line no client writes", DICE, OP_APPEND, NULL, 0, 0, "luck 7", "no honest client",
     VERDICT_REFUSED},
    {"links in no order", DICE, OP_SWAP, "open 1", 1, 0, NULL, NULL, VERDICT_PROVED},
};

static bool try_change(const struct kept *change)
{
    for (uint64_t seed = 1; seed < 40; seed++) {
        const struct played *played = play_once("easycome", change->flags, seed);
        const struct forgery f = {.op = change->op,
                                  .prefix = change->prefix,
                                  .nth = change->nth,
                                  .at = change->at,
                                  .text = change->text};
        struct lines lines = {0};
        split(played->transcript, &lines);
        char *first = lines.count ? strdup(lines.line[0]) : NULL;
        const bool done = played->with_link > 1 && forge(&lines, &f, played->asks);
        lines_replace(&lines, 0, span_of(first)); /* OP_APPEND is made for records */
        free(first);
        char *changed = lines_join(&lines);
        struct verdict verdict = {0};
        house_judge(played->record, changed, &verdict);
        const bool good = verdict.grade == change->grade &&
                          (!change->reason || strstr(verdict.why, change->reason));
        if (done && !good)
            print_error("%s: %s and not %s: %s\n", change->name, verdict_word(verdict.grade),
                        verdict_word(change->grade), verdict.why);
        verdict_free(&verdict);
        memory_free(changed);
        if (done)
            return good;
    }
    print_error("no transcript has what '%s' changes\n", change->name);
    return false;
}

static void changed_transcripts(void **state)
{
    (void)state;
    test_plays("easycome");
    int failed = 0;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        failed += !try_change(&changes[i]);
    assert_int_equal(failed, 0);
}

/* ---- what servers sign ---- */

/* A seal of another ledger, and a miss of who holds `got`, convince others too. */
static void signed_lies(void **state)
{
    (void)state;
    test_plays("easycome");
    for (int lie = 0; lie < 3; lie++) {
        struct house house;
        struct text text = text_on((char[FAIR3_TEXT_MAX]){0}, FAIR3_TEXT_MAX);
        struct text sign = text_on((char[FAIR3_SIGNED_HEX]){0}, FAIR3_SIGNED_HEX);
        struct verdict verdict;
        uint64_t seed = 1;
        house_play(&house, test_game("easycome"), HOUSE_MISSES | HOUSE_GIVES_UP, seed);
        while (house.misses[0][0] == 0) { /* a game in which seat 1 misses a step */
            house_free(&house);
            house_play(&house, test_game("easycome"), HOUSE_MISSES | HOUSE_GIVES_UP, ++seed);
        }
        struct lines *transcript = &house.client[1].transcript;
        unsigned char hash[FAIR_BYTES] = {1}, link[FAIR_BYTES];
        char line[FAIR3_TEXT_MAX], open[32], hex[FAIR_HEX];
        snprintf(open, sizeof open, "open %u ", (unsigned)house.misses[0][0]);
        const size_t at = find_line(transcript, open, 1);
        assert_true(at < transcript->count);
        fair_from_hex(span_of(strrchr(transcript->line[at], ' ') + 1), link);
        if (lie) /* `got`, signed by the server or by nobody */
            fair3_text_got(house.record.head.table, 1, house.misses[0][0], link, &text);
        else
            fair3_text_seal(house.record.head.table, 9, hash, &text);
        struct fair3_signed signature = fair3_sign(&house.key, &text);
        signature.bytes[0] ^= lie == 2;
        fair3_write_signed(&signature, &sign);
        fair_to_hex(hash, hex);
        if (lie)
            snprintf(line, sizeof line, "got %u %s", (unsigned)house.misses[0][0], sign.start);
        else
            snprintf(line, sizeof line, "seal 9 %s %s", hex, sign.start);
        insert_line(transcript, at + 1, line);
        char *record = house_record(&house), *kept = house_transcript(&house, 1);
        house_judge(record, kept, &verdict);
        assert_int_equal(verdict.grade, lie == 2 ? VERDICT_IN_PART : C);
        if (lie < 2)
            assert_non_null(strstr(verdict.experts.line[0], "convinces others"));
        verdict_free(&verdict);
        memory_free(record);
        memory_free(kept);
        house_free(&house);
    }
}

/* ---- the kind rule about misses ---- */

static bool add(struct ledger *ledger, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static bool add(struct ledger *ledger, const char *format, ...)
{
    char line[FAIR3_NOTE_MAX];
    struct text_unread unread;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    return ledger_add(ledger, span_of(line), NULL, text_unread(&unread));
}

/* A ledger without rules, with two persons. */
static void begin_pair(struct ledger *ledger, struct fair3_head *head, struct fair3_chain chain[3])
{
    const struct ledger_given given = {.head = head, .check_sign = ledger_sodium};
    unsigned char secret[FAIR_BYTES] = {0};
    char hex[FAIR_HEX];
    *head = (struct fair3_head){.table = "abc"};
    fair3_server_promise("abc", secret, head->server); /* all its links are alike */
    for (int seat = 1; seat < 3; seat++) {
        secret[0] = (unsigned char)seat;
        fair3_chain_make(&chain[seat], "abc", seat, FAIR3_LINKS, secret);
    }
    ledger_begin(ledger, &given, secret);
    for (int seat = 1; seat < 3; seat++) {
        fair_to_hex(chain[seat].start, hex);
        assert_true(add(ledger, "#3 seat %d person", seat));
        assert_true(add(ledger, "#3 chain %d 0 %s -", seat, hex));
    }
}

/* A whole step of these seats, with one draw. */
static bool add_step(struct ledger *ledger, struct fair3_chain chain[3], unsigned seats)
{
    struct fair3_note note = {.kind = FAIR3_STEP, .number = ledger->asks, .seats = seats};
    struct text text = text_on((char[FAIR3_NOTE_MAX]){0}, FAIR3_NOTE_MAX);
    memcpy(note.next, ledger->given.head->server, FAIR_BYTES);
    for (int seat = 1; seat < 3; seat++)
        fair3_chain_link(&chain[seat], note.number, note.link[seat - 1]);
    fair3_write_note(&note, &text);
    return add(ledger, "%s", text.start) && add(ledger, "* roll 1");
}

static void misses(void **state)
{
    (void)state;
    struct ledger ledger, copy;
    struct fair3_head head;
    struct fair3_chain chain[3];
    begin_pair(&ledger, &head, chain);
    for (int i = 0; i < 2; i++) { /* seat 2 misses asks 1 and 3 */
        assert_true(add(&ledger, "#3 ask %d 1 2", 2 * i + 1));
        assert_true(add(&ledger, "#3 miss %d 2", 2 * i + 1));
        assert_true(add(&ledger, "#3 ask %d 1", 2 * i + 2));
        assert_true(add_step(&ledger, chain, 1));
    }
    for (uint32_t n = 5; n <= 51; n++) { /* 1 and 3 are among the last 50 asks */
        copy = ledger;
        assert_true(ledger_is_barred(&ledger, 2));
        assert_false(add(&copy, "#3 ask %u 1 2", (unsigned)n));
        assert_true(add(&ledger, "#3 ask %u 1", (unsigned)n));
        assert_true(add_step(&ledger, chain, 1));
    }
    assert_false(ledger_is_barred(&ledger, 2));
    assert_true(add(&ledger, "#3 ask 52 1 2"));
    assert_true(add_step(&ledger, chain, 3)); /* its chain goes on, 51 links later */
    ledger_free(&ledger);
}

/* A miss of all is possible only if all of them leave or are replaced. */
static void empty_sets(void **state)
{
    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        struct ledger ledger;
        struct fair3_head head;
        struct fair3_chain chain[3];
        begin_pair(&ledger, &head, chain);
        assert_true(add(&ledger, "#3 ask 1 1 2"));
        assert_true(add(&ledger, "#3 miss 1 1 2"));
        if (kind > 0)
            assert_true(add(&ledger, "#3 seat 1 left"));
        if (kind > 1)
            assert_true(add(&ledger, kind == 2 ? "#3 seat 2 left" : "#3 seat 2 stand-in"));
        assert_true(add(&ledger, "#3 ask 2 -") == (kind > 1));
        ledger_free(&ledger);
    }
}

/* A library that accepts every signature. */
static enum ledger_sign accept(void *context, const struct fair3_key *key, struct span text,
                               const struct fair3_signed *sign)
{
    (void)context;
    (void)key;
    (void)text;
    (void)sign;
    return SIGN_GOOD;
}

/* Keys and signatures with which one signature fits any text are wrong, whatever a library says. */
static void odd_keys(void **state)
{
    static const char *const odd[] = {
        ZEROS,
        "0100000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000080",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    };
    const struct ledger_given given = {.check_sign = accept};
    struct fair3_secret secret;
    struct fair3_key key = {.has = true};
    struct text text = text_on((char[16]){0}, 16);
    (void)state;
    fair3_secret_make(&secret, (const unsigned char[FAIR_BYTES]){4});
    text_add(&text, "1 go");
    const struct fair3_signed good = fair3_sign(&secret, &text);
    const struct span signs = {text.start, text.length};
    assert_int_equal(ledger_judge_sign(&given, &secret.key, signs, &good), SIGN_GOOD);
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        struct fair3_signed sign = good;
        assert_true(fair_from_hex(span_of(odd[i]), key.bytes));
        memcpy(sign.bytes, key.bytes, FAIR_BYTES);
        assert_int_equal(ledger_judge_sign(&given, &key, signs, &good), SIGN_BAD);
        assert_int_equal(ledger_judge_sign(&given, &secret.key, signs, &sign), SIGN_BAD);
        assert_int_equal(ledger_sodium(NULL, &key, signs, &good), SIGN_BAD);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(honest),
        cmocka_unit_test(forged_records),
        cmocka_unit_test(changed_transcripts),
        cmocka_unit_test(signed_lies),
        cmocka_unit_test(misses),
        cmocka_unit_test(empty_sets),
        cmocka_unit_test(odd_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
