#include "practise/deck.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "base/memory.h"

#define NOTE "#! "

void deck_free(struct deck *deck)
{
    for (size_t i = 0; i < deck->cards; i++)
        memory_free(deck->card[i].text);
    memory_free(deck->card);
    memory_free(deck->review);
    memory_free(deck->drill);
    lines_free(&deck->forgotten);
    lines_free(&deck->unknown);
    *deck = (struct deck){0};
}

/* ---- order ---- */

static int compare_cards(const void *a, const void *b)
{
    const struct deck_card *x = a, *y = b;
    return strcmp(x->id, y->id);
}

/* Wrong answers first: of two answers on one day, the wrong one counts. */
static int compare_reviews(const void *a, const void *b)
{
    const struct deck_review *x = a, *y = b;
    const int id = strcmp(x->id, y->id);
    return id ? id : x->day != y->day ? (x->day > y->day) - (x->day < y->day) : x->right - y->right;
}

static int compare_drills(const void *a, const void *b)
{
    const struct deck_drill *x = a, *y = b;
    if (x->day != y->day)
        return (x->day > y->day) - (x->day < y->day);
    if (x->practice != y->practice)
        return strcmp(x->practice->game->id, y->practice->game->id);
    if (x->theme != y->theme)
        return x->theme - y->theme;
    if (x->seed != y->seed)
        return (x->seed > y->seed) - (x->seed < y->seed);
    return (x->loss > y->loss) - (x->loss < y->loss);
}

/* Keeps one of equal elements that follow each other. */
static size_t drop_doubles(void *list, size_t count, size_t size,
                           int (*compare)(const void *a, const void *b))
{
    char *at = list;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (kept && compare(at + (kept - 1) * size, at + i * size) == 0)
            continue;
        memmove(at + kept++ * size, at + i * size, size);
    }
    return kept;
}

static void drop_equal_lines(struct lines *lines)
{
    struct lines kept = {0};
    lines_sort(lines);
    for (size_t i = 0; i < lines->count; i++) {
        if (i == 0 || strcmp(lines->line[i - 1], lines->line[i]) != 0)
            lines_add(&kept, span_of(lines->line[i]));
    }
    lines_free(lines);
    *lines = kept;
}

/* ---- reading ---- */

static struct deck_card *find(const struct deck *deck, size_t count, const char *id)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(deck->card[i].id, id) == 0)
            return &deck->card[i];
    }
    return NULL;
}

const struct deck_card *deck_find(const struct deck *deck, const char *id)
{
    return find(deck, deck->cards, id);
}

/* Adds a card. Of two texts of a card, the one made first stays; of the same day, the first by its
 * bytes. */
static bool add_card(struct deck *deck, struct span text, size_t *fresh, struct text *why)
{
    struct exercise e;
    struct deck_card card = {.cost = 0};
    if (!card_read(text, &e, &card.made, why))
        return false;
    card_id(&e, card.id);
    card.practice = e.practice;
    card.theme = e.theme;
    card.cost = exercise_loss(&e, &e.choice[e.played]);
    card.text = card_write(&e, card.made);
    exercise_free(&e);
    struct deck_card *same = find(deck, deck->cards, card.id);
    if (!same) {
        deck->card =
            memory_grow(deck->card, deck->cards, &deck->cards_capacity, sizeof *deck->card);
        deck->card[deck->cards++] = card;
        *fresh += 1;
        return true;
    }
    const bool earlier =
        card.made < same->made || (card.made == same->made && strcmp(card.text, same->text) < 0);
    memory_free(earlier ? same->text : card.text);
    if (earlier)
        *same = card;
    return true;
}

static bool read_id(struct span word, char id[CARD_ID_LENGTH + 1])
{
    if (word.length != CARD_ID_LENGTH)
        return false;
    for (size_t i = 0; i < word.length; i++) {
        if (!strchr("0123456789abcdef", word.at[i]) || !word.at[i])
            return false;
    }
    memcpy(id, word.at, word.length);
    id[word.length] = '\0';
    return true;
}

static bool add_review(struct deck *deck, struct span rest)
{
    struct deck_review review;
    const struct span id = span_cut(&rest, ' ');
    const struct span day = rest.at ? span_cut(&rest, ' ') : rest;
    if (!read_id(id, review.id) || !day.at || !day_read(day, &review.day) || !rest.at ||
        !(span_is(rest, "right") || span_is(rest, "wrong")))
        return false;
    review.right = span_is(rest, "right");
    deck->review =
        memory_grow(deck->review, deck->reviews, &deck->reviews_capacity, sizeof *deck->review);
    deck->review[deck->reviews++] = review;
    return true;
}

static bool add_drill(struct deck *deck, struct span rest)
{
    struct deck_drill drill;
    struct span word[4];
    for (int i = 0; i < 4; i++) {
        if (!rest.at)
            return false;
        word[i] = span_cut(&rest, ' ');
    }
    const struct game *game = game_find(word[0]);
    char loss[16];
    struct text text = text_on(loss, sizeof loss);
    drill.practice = game ? practice_of(game) : NULL;
    drill.theme = drill.practice ? practice_theme(drill.practice, word[1]) : -1;
    if (drill.theme < 0 || !day_read(word[2], &drill.day) ||
        !span_number(word[3], 0, UINT64_MAX, &drill.seed) || !rest.at || rest.length > 12)
        return false;
    text_add_bytes(&text, rest.at, rest.length);
    char *end;
    drill.loss = strtod(loss, &end);
    if (*end || !(drill.loss >= 0 && drill.loss <= 100))
        return false;
    deck->drill =
        memory_grow(deck->drill, deck->drills, &deck->drills_capacity, sizeof *deck->drill);
    deck->drill[deck->drills++] = drill;
    return true;
}

/* A line between cards. Those that are not understood are kept. */
static void add_line(struct deck *deck, struct span line)
{
    struct span rest = line;
    char id[CARD_ID_LENGTH + 1];
    span_cut(&rest, ' ');
    const struct span kind = rest.at ? span_cut(&rest, ' ') : rest;
    const bool review = kind.at && rest.at && span_is(kind, "review");
    const bool drill = kind.at && rest.at && span_is(kind, "drill");
    if (kind.at && rest.at && span_is(kind, "forget") &&
        read_id((struct span){rest.at, strcspn(rest.at, " \n")}, id))
        lines_add(&deck->forgotten, line);
    else if (!(review && add_review(deck, rest)) && !(drill && add_drill(deck, rest)))
        lines_add(&deck->unknown, line);
}

static bool begins(struct span line, const char *with)
{
    return line.length >= strlen(with) && memcmp(line.at, with, strlen(with)) == 0;
}

static bool is_between(struct span line)
{
    return begins(line, NOTE "review ") || begins(line, NOTE "drill ") ||
           begins(line, NOTE "forget ");
}

/* Computes what follows from cards and answers. */
static void settle(struct deck *deck)
{
    if (deck->cards)
        qsort(deck->card, deck->cards, sizeof *deck->card, compare_cards);
    if (deck->reviews)
        qsort(deck->review, deck->reviews, sizeof *deck->review, compare_reviews);
    if (deck->drills)
        qsort(deck->drill, deck->drills, sizeof *deck->drill, compare_drills);
    deck->reviews =
        drop_doubles(deck->review, deck->reviews, sizeof *deck->review, compare_reviews);
    deck->drills = drop_doubles(deck->drill, deck->drills, sizeof *deck->drill, compare_drills);
    drop_equal_lines(&deck->forgotten);
    drop_equal_lines(&deck->unknown);
    for (size_t i = 0; i < deck->cards; i++) {
        struct deck_card *card = &deck->card[i];
        card->schedule = schedule_of(card->made);
        card->forgotten = false;
        for (size_t j = 0; j < deck->forgotten.count; j++)
            card->forgotten = card->forgotten || strstr(deck->forgotten.line[j], card->id);
    }
    for (size_t i = 0; i < deck->reviews; i++) {
        struct deck_card *card = find(deck, deck->cards, deck->review[i].id);
        if (card)
            schedule_answer(&card->schedule, deck->review[i].day, deck->review[i].right);
    }
}

bool deck_read(struct deck *deck, struct span text, size_t *fresh, struct text *why)
{
    struct text first = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct span rest = text, card = {NULL, 0};
    size_t added = 0;
    bool good = true;
    while (rest.at && rest.length) {
        const struct span line = span_cut(&rest, '\n');
        const bool between = is_between(line), begin = begins(line, "cornet ");
        if ((between || begin) && card.at) {
            good = add_card(deck, card, &added, good ? &first : TEXT_UNREAD) && good;
            card.at = NULL;
        }
        if (begin)
            card = (struct span){line.at, 0};
        if (card.at)
            card.length = (size_t)(line.at - card.at) + line.length +
                          (line.at + line.length < text.at + text.length);
        else if (line.length)
            add_line(deck, line);
    }
    if (card.at)
        good = add_card(deck, card, &added, good ? &first : TEXT_UNREAD) && good;
    settle(deck);
    if (fresh)
        *fresh = added;
    return good || text_fail(why, "%s", first.start);
}

/* ---- writing ---- */

void deck_review_line(const char *id, int day, bool right, struct text *out)
{
    text_printf(out, NOTE "review %s ", id);
    day_write(day, out);
    text_add(out, right ? " right" : " wrong");
}

void deck_drill_line(const struct deck_drill *drill, struct text *out)
{
    text_printf(out, NOTE "drill %s %s ", drill->practice->game->id,
                drill->practice->themes[drill->theme].id);
    day_write(drill->day, out);
    text_printf(out, " %llu %.4f", (unsigned long long)drill->seed, drill->loss);
}

void deck_forget_line(const char *id, int day, struct text *out)
{
    text_printf(out, NOTE "forget %s ", id);
    day_write(day, out);
}

static void add_to(struct lines *lines, const char *text)
{
    struct span rest = span_of(text);
    while (rest.at && rest.length)
        lines_add(lines, span_cut(&rest, '\n'));
}

char *deck_write(const struct deck *deck)
{
    struct lines lines = {0};
    char buffer[128];
    for (size_t i = 0; i < deck->cards; i++)
        add_to(&lines, deck->card[i].text);
    for (size_t i = 0; i < deck->reviews; i++) {
        struct text line = text_on(buffer, sizeof buffer);
        deck_review_line(deck->review[i].id, deck->review[i].day, deck->review[i].right, &line);
        lines_add(&lines, span_of(buffer));
    }
    for (size_t i = 0; i < deck->drills; i++) {
        struct text line = text_on(buffer, sizeof buffer);
        deck_drill_line(&deck->drill[i], &line);
        lines_add(&lines, span_of(buffer));
    }
    for (size_t i = 0; i < deck->forgotten.count; i++)
        lines_add(&lines, span_of(deck->forgotten.line[i]));
    for (size_t i = 0; i < deck->unknown.count; i++)
        lines_add(&lines, span_of(deck->unknown.line[i]));
    return lines_join(&lines);
}

/* ---- asking ---- */

static bool fits(const struct deck_card *card, struct deck_filter filter)
{
    return card->practice && !card->forgotten &&
           (!filter.game || card->practice->game == filter.game) &&
           (filter.theme < 0 || card->theme == filter.theme);
}

struct deck_counts deck_count(const struct deck *deck, struct deck_filter filter, int day)
{
    struct deck_counts counts = {.next = -1};
    for (size_t i = 0; i < deck->cards; i++) {
        const struct deck_card *card = &deck->card[i];
        const struct schedule *s = &card->schedule;
        if (!fits(card, filter))
            continue;
        counts.cards++;
        counts.done += s->last == day;
        if (s->due <= day)
            counts.due++;
        else if (s->row >= SCHEDULE_KNOWN)
            counts.known++;
        else
            counts.learning++;
        if (s->due > day && (counts.next < 0 || s->due < counts.next))
            counts.next = s->due;
    }
    const size_t most = counts.done < SCHEDULE_DAILY ? SCHEDULE_DAILY - counts.done : 0;
    counts.left = counts.due < most ? counts.due : most;
    return counts;
}

const struct deck_card *deck_next(const struct deck *deck, struct deck_filter filter, int day)
{
    const struct deck_card *next = NULL;
    for (size_t i = 0; i < deck->cards; i++) {
        const struct deck_card *card = &deck->card[i];
        if (!fits(card, filter) || card->schedule.due > day)
            continue;
        if (!next || card->schedule.due < next->schedule.due ||
            (card->schedule.due == next->schedule.due && card->cost > next->cost))
            next = card;
    }
    return next;
}

struct deck_losses deck_losses(const struct deck *deck, const struct practice *practice, int theme,
                               size_t last)
{
    struct deck_losses losses = {0};
    size_t counted = 0;
    for (size_t i = deck->drills; i > 0; i--) {
        const struct deck_drill *drill = &deck->drill[i - 1];
        if (drill->practice != practice || (theme >= 0 && drill->theme != theme))
            continue;
        losses.count++;
        losses.right += drill->loss == 0;
        if (counted < last) {
            losses.mean += drill->loss;
            counted++;
        }
    }
    losses.mean = counted ? losses.mean / (double)counted : 0;
    return losses;
}
