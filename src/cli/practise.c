/* cornet practise: the deck of mistakes, and the trainers. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "base/files.h"
#include "base/lang.h"
#include "cli/deck_file.h"
#include "cli/records.h"
#include "match/analyse.h"
#include "program/options.h"
#include "tui/practising.h"
#include "tui/preferences.h"
#include "tui/start.h"

enum { ROW = 10, TITLE_MAX = 160 }; /* positions of a trainer in a row */

struct request {
    const char *theme, *export, *name;
    const struct game *game;
    uint64_t seed, count;
    bool seeded, plain, list, drill, quiet;
    int theme_at, day;
};

/* The course of an evening: what was answered is in the deck and in its file. */
struct course {
    const struct command *command;
    struct request *request;
    struct choosing choosing;
    struct deck deck;
    bool left; /* the user leaves */
};

/* Today's day; SOURCE_DATE_EPOCH overrides it, as the date of a record. */
static int today(void)
{
    const char *fixed = getenv("SOURCE_DATE_EPOCH");
    const time_t now = fixed ? (time_t)strtoll(fixed, NULL, 10) : time(NULL);
    struct tm local;
    struct text text = text_on((char[16]){0}, 16);
    int day = (int)(now / 86400);
    if (fixed ? !gmtime_r(&now, &local) : !localtime_r(&now, &local))
        return day;
    text_printf(&text, "%04d-%02d-%02d", local.tm_year + 1900, local.tm_mon + 1, local.tm_mday);
    day_read(span_of(text.start), &day);
    return day;
}

/* ---- adding ---- */

struct adding {
    struct deck *deck;
    struct lines texts;
    int day;
    size_t found;
};

static void take_card(void *context, struct exercise *e, bool fine)
{
    struct adding *adding = context;
    char id[CARD_ID_LENGTH + 1];
    (void)fine;
    card_id(e, id);
    adding->found++;
    if (!deck_find(adding->deck, id)) {
        char *text = card_write(e, adding->day);
        lines_add(&adding->texts, (struct span){text, strlen(text) - 1}); /* without the last LF */
        free(text);
    }
    exercise_free(e);
}

/* Whether the seat's mistakes are the user's: the seats with the name, else those of people; among
 * several people that of the user's own name. */
static bool is_mine(const struct match *match, int seat, const char *name, const char *own)
{
    int people = 0;
    bool there = false;
    for (int i = 0; i < match->settings.players; i++) {
        people += !match_names_bot(match->name[i]);
        there = there || strcmp(match->name[i], own) == 0;
    }
    const char *it = match->name[seat - 1];
    return name ? strcmp(it, name) == 0
                : !match_names_bot(it) && (people == 1 || !there || strcmp(it, own) == 0);
}

/* Adds the lines that the deck does not know. */
static bool store(struct course *course, struct lines *texts, struct text *why)
{
    if (texts->count == 0)
        return true;
    char *text = lines_join(texts);
    const bool good = deck_file_add(text, why);
    if (good)
        deck_read(&course->deck, span_of(text), NULL, TEXT_UNREAD);
    free(text);
    return good;
}

static void add_game(struct course *course, const struct match *match, struct adding *adding,
                     const char *own)
{
    struct analysis analysis;
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    bool mine = false;
    for (int seat = 1; seat <= match->settings.players; seat++)
        mine = mine || is_mine(match, seat, course->request->name, own);
    if (!mine || !practice_of(match->game))
        return;
    analyse(match, 0, &analysis, &why, NULL, NULL);
    for (int seat = 1; seat <= match->settings.players; seat++) {
        if (is_mine(match, seat, course->request->name, own))
            cards_collect(match, &analysis, seat, take_card, adding);
    }
    analysis_free(&analysis);
}

/* Cards in the file are added as they are; of games, what their analysis finds. */
static bool add_file(struct course *course, char *path, struct adding *adding, const char *own,
                     struct text *why)
{
    struct records records;
    bool good = records_find(&records, &path, 1, why);
    for (size_t i = 0; good && i < records.count; i++) {
        struct match *match = records_read(&records, i, why);
        good = match != NULL;
        if (match && !card_is(match))
            add_game(course, match, adding, own);
        if (match)
            match_free(match);
    }
    records_free(&records);
    return good;
}

/* Whether the file is a deck, or cards: their answers come too. */
static bool import_deck(struct course *course, const char *path, size_t *fresh, bool *is_deck,
                        struct text *why)
{
    size_t length;
    struct deck both = {0};
    struct text ignored = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    char *bytes = files_read(path, &length, &ignored); /* a folder is no deck */
    *is_deck = bytes && (memmem(bytes, length, "\n#! worth ", 10) ||
                         memmem(bytes, length, "#! ", 3) == bytes);
    bool good = true;
    if (*is_deck) {
        good = deck_read(&both, (struct span){bytes, length}, NULL, why);
        if (good) { /* as the program writes it: whole lines */
            char *text = deck_write(&both);
            good = deck_file_add(text, why) && deck_read(&course->deck, span_of(text), fresh, why);
            free(text);
        }
        deck_free(&both);
    }
    free(bytes);
    return good;
}

static int add_files(struct course *course, int count, char **paths)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct adding adding = {.deck = &course->deck, .day = course->request->day};
    struct preferences preferences;
    size_t fresh = 0, imported = 0;
    preferences_read(&preferences);
    for (int i = 0; i < count; i++) {
        bool is_deck, good = import_deck(course, paths[i], &fresh, &is_deck, &why);
        if (good && !is_deck)
            good = add_file(course, paths[i], &adding, preferences.name, &why);
        if (!good) {
            lines_free(&adding.texts);
            return command_failed(course->command, "%s", why.start);
        }
        imported += is_deck ? fresh : 0;
    }
    const size_t made = adding.texts.count;
    if (!store(course, &adding.texts, &why))
        return command_failed(course->command, "%s", why.start);
    if (course->request->quiet)
        return COMMAND_DONE;
    printf(tr("Cards added: %zu; known already: %zu.\n"), made + imported, adding.found - made);
    return command_finish(course->command);
}

static int export_deck(struct course *course)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    const char *path = course->request->export;
    char *text = deck_write(&course->deck);
    bool good = true;
    if (strcmp(path, "-") == 0)
        fputs(text, stdout);
    else
        good = files_replace(path, text, strlen(text), &why);
    free(text);
    return good ? command_finish(course->command)
                : command_failed(course->command, "%s", why.start);
}

/* ---- cards ---- */

static void warn(struct course *course, const char *why)
{
    if (course->choosing.full)
        full_notice(course->choosing.full, why, true);
    else
        fprintf(stderr, "cornet practise: %s\n", why);
}

static void keep(struct course *course, const char *line)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct lines lines = {0};
    lines_add(&lines, span_of(line));
    if (!store(course, &lines, &why))
        warn(course, why.start);
}

/* Asks one card. False: the user leaves. */
static bool ask_card(struct course *course, const struct deck_card *card, size_t number, size_t of)
{
    char title[TITLE_MAX], status[32], story[TITLE_MAX], after[TITLE_MAX], id[CARD_ID_LENGTH + 1];
    struct exercise e;
    struct answer answer;
    struct text made = text_on((char[16]){0}, 16), due = text_on((char[16]){0}, 16);
    int made_on;
    if (!card_read(span_of(card->text), &e, &made_on, TEXT_UNREAD))
        return true; /* deck_read has read it */
    memcpy(id, card->id, sizeof id);
    day_write(card->made, &made);
    snprintf(title, sizeof title, tr("%s: %s"), e.match->game->title,
             tr(e.practice->themes[e.theme].title));
    snprintf(status, sizeof status, tr("%zu of %zu"), number, of);
    snprintf(story, sizeof story, tr("Your game, %s."), made.start);
    const struct practising p = {&course->choosing, title, status, story};
    const bool answered = practising_ask(&p, &e, &answer);
    if (answered) {
        struct text line = text_on((char[128]){0}, 128);
        deck_review_line(id, course->request->day, answer.right, &line);
        keep(course, line.start);
        const struct deck_card *now = deck_find(&course->deck, id);
        if (now)
            day_write(now->schedule.due, &due);
        snprintf(after, sizeof after, tr("This card returns on %s."), due.start);
        practising_tell(&p, &e, &answer, after);
    }
    exercise_free(&e);
    return answered && practising_next(&p);
}

static void ask_cards(struct course *course)
{
    const struct request *r = course->request;
    const struct deck_filter filter = {r->game, r->theme_at};
    const size_t left = deck_count(&course->deck, filter, r->day).left;
    for (size_t i = 0; i < left && !course->left; i++) {
        const struct deck_card *card = deck_next(&course->deck, filter, r->day);
        if (!card)
            break;
        course->left = !ask_card(course, card, i + 1, left);
    }
}

/* ---- trainers ---- */

/* One position of a theme. False: the user leaves, or there is none. */
static bool ask_drill(struct course *course, const struct practice *practice, int theme,
                      uint64_t seed, size_t number, size_t of)
{
    char title[TITLE_MAX], status[32];
    struct exercise e;
    struct answer answer = {.loss = 0};
    struct drill_words words;
    bool answered;
    snprintf(title, sizeof title, tr("%s: %s"), practice->game->title,
             tr(practice->themes[theme].title));
    snprintf(status, sizeof status, tr("%zu of %zu"), number, of);
    const struct practising p = {&course->choosing, title, status, ""};
    if (!drill_make(practice, theme, seed, &e)) {
        warn(course, tr("no position of this theme was found; try another one"));
        return false;
    }
    char own[MATCH_NAME_MAX];
    start_own_name(own);
    match_set_name(e.match, e.seat, span_of(own), TEXT_UNREAD);
    if (drill_is_race(practice)) {
        answered = practising_race(&p, &e, &words);
        answer.loss = words.most - words.best;
        if (answered)
            practising_tell_words(&p, &words);
        drill_words_free(&words);
    } else {
        answered = practising_ask(&p, &e, &answer);
        if (answered)
            practising_tell(&p, &e, &answer, "");
    }
    if (answered) {
        struct text line = text_on((char[128]){0}, 128);
        const struct deck_drill drill = {practice, theme, course->request->day, seed, answer.loss};
        deck_drill_line(&drill, &line);
        keep(course, line.start);
    }
    exercise_free(&e);
    return answered && practising_next(&p);
}

static void show_summary(struct course *course, struct deck_filter filter)
{
    struct screen screen = course->choosing.screen;
    if (course->choosing.full) {
        screen = *full_model(course->choosing.full);
        screen.width = full_columns(course->choosing.full) - 2;
    }
    char *text = practising_summary(&screen, &course->deck, filter, course->request->day);
    choosing_page(&course->choosing, tr("Practise"), text);
    free(text);
}

static void run_trainer(struct course *course, const struct practice *practice, int theme)
{
    struct request *r = course->request;
    bool more = true;
    for (uint64_t i = 0; i < r->count && more; i++)
        more = ask_drill(course, practice, theme, r->seed++, i + 1, r->count);
    show_summary(course, (struct deck_filter){practice->game, -1});
}

/* Which trainer: `at` gets the practice and its theme. False: the user goes back. */
static bool choose_trainer(struct course *course, const struct practice **practice, int *theme)
{
    struct choices choices = {0};
    const struct practice *of[64];
    int themes[64];
    size_t at = 0;
    char item[TITLE_MAX];
    for (const struct practice *const *one = practice_list; *one; one++) {
        if (course->request->game && (*one)->game != course->request->game)
            continue;
        for (int i = 0; (*one)->themes[i].id && choices.items.count < 64; i++) {
            of[choices.items.count] = *one;
            themes[choices.items.count] = i;
            snprintf(item, sizeof item, tr("%s: %s"), (*one)->game->title,
                     tr((*one)->themes[i].title));
            choices_add(&choices, item, "");
        }
    }
    const bool chosen =
        choosing_pick(&course->choosing, tr("Trainers"),
                      tr("Endless positions whose best choice is known."), &choices, &at);
    choices_free(&choices);
    if (chosen) {
        *practice = of[at];
        *theme = themes[at];
    }
    return chosen;
}

static int practise(struct course *course)
{
    const struct request *r = course->request;
    const struct practice *practice = r->game ? practice_of(r->game) : NULL;
    int theme = r->theme_at;
    course->choosing.full = r->plain ? NULL : full_open();
    if (!r->drill)
        ask_cards(course);
    if (practice && theme >= 0) {
        if (!course->left)
            run_trainer(course, practice, theme);
    } else {
        while (!course->left && choose_trainer(course, &practice, &theme))
            run_trainer(course, practice, theme);
    }
    if (course->choosing.full)
        full_close(course->choosing.full);
    return command_finish(course->command);
}

/* ---- the command line ---- */

static bool read_theme(const struct command *command, struct request *r, int *code)
{
    struct text list = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    const struct practice *practice = r->game ? practice_of(r->game) : NULL;
    r->theme_at = -1;
    *code = COMMAND_WRONG_USAGE;
    if (r->game && !practice) {
        command_usage(command, tr("%s has nothing to practise"), r->game->title);
        return false;
    }
    if (!r->theme)
        return true;
    if (!practice) {
        command_usage(command, tr("--theme needs a GAME before it"));
        return false;
    }
    r->theme_at = practice_theme(practice, span_of(r->theme));
    for (int i = 0; practice->themes[i].id; i++)
        text_printf(&list, "%s%s", i ? ", " : "", practice->themes[i].id);
    if (r->theme_at < 0)
        command_usage(command, tr("%s has no theme '%s'; there are: %s"), r->game->title, r->theme,
                      list.start);
    return r->theme_at >= 0;
}

/* Between games: nobody waits for it, so others have the processor first; and it is silent. */
static void be_quiet(void)
{
    const int nothing = open("/dev/null", O_RDWR);
    if (nothing >= 0) {
        dup2(nothing, STDIN_FILENO);
        dup2(nothing, STDOUT_FILENO);
        dup2(nothing, STDERR_FILENO);
    }
    if (nice(10) < 0)
        return; /* as it is */
}

static int start(const struct command *command, struct request *r, int argc, char **argv)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct course course = {
        .command = command, .request = r, .choosing = {.screen = screen_on(stdout)}};
    const bool adds = argc > 0 && strcmp(argv[0], "add") == 0;
    int code = COMMAND_WRONG_USAGE;
    if (adds && argc == 1)
        return command_usage(command, tr("name the files whose games are to be added"));
    if (!adds && argc > 1)
        return command_usage(command, tr("name one game; '%s' is too much"), argv[1]);
    if (!adds && argc == 1) {
        r->game = command_game(command, argv[0]);
        if (!r->game)
            return COMMAND_WRONG_USAGE;
    }
    if (!adds && !read_theme(command, r, &code))
        return code;
    if (adds && r->quiet)
        be_quiet();
    if (!deck_file_read(&course.deck, &why))
        fprintf(stderr, "cornet practise: %s\n", why.start);
    if (adds)
        code = add_files(&course, argc - 1, argv + 1);
    else if (r->export)
        code = export_deck(&course);
    else if (r->list) {
        show_summary(&course, (struct deck_filter){r->game, r->theme_at});
        code = command_finish(command);
    } else
        code = practise(&course);
    deck_free(&course.deck);
    return code;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct request r = {.count = ROW, .day = today()};
    int code;
    const struct command_option options[] = {
        {.argument = mark("GAME"),
         .help = mark("Shows today's cards of this game, then its trainers. Without it, shows "
                      "those of all games.")},
        {.argument = mark("add FILE"),
         .help = mark("Analyses the games of files and folders, and adds their mistakes to the "
                      "deck. A deck or a card is added as it is.")},
        {"theme", mark("THEME"), mark("Limits cards and trainers to this kind of mistake."),
         .text = &r.theme},
        {"trainer", NULL, mark("Starts the trainer at once, without cards."), .flag = &r.drill},
        {"count", "N", mark("Sets how many positions of a trainer follow in a row."),
         .number = &r.count, .min = 1, .max = 1000},
        {"seed", "S", mark("Sets the seed of the trainer's positions; the same seed repeats them."),
         .given = &r.seeded, .number = &r.seed, .max = UINT64_MAX},
        {"list", NULL, mark("Prints the state of the deck and what each theme costs you."),
         .group = 1, .flag = &r.list},
        {"export", mark("FILE"),
         mark("Writes the deck as text records to this file, or with - to standard output."),
         .group = 1, .text = &r.export},
        {"name", mark("NAME"), mark("Says whose mistakes add takes; by default, yours."),
         .text = &r.name},
        {"quiet", NULL, mark("Prints nothing while add works."), .flag = &r.quiet},
        {"plain", NULL, mark("Prints lines instead of using the full screen."), .flag = &r.plain},
        {0},
    };
    if (!options_read(command, options, &argc, &argv, &code))
        return code;
    if (!r.seeded && getrandom(&r.seed, sizeof r.seed, 0) != sizeof r.seed)
        r.seed = (uint64_t)time(NULL);
    return start(command, &r, argc, argv);
}

const struct command command_practise = {
    .name = "practise",
    .topic = COMMAND_PLAY,
    .arguments = mark("[GAME|add FILE…]"),
    .about = mark("Practises your own mistakes: a few cards a day, made of your games; then "
                  "trainers with endless positions."),
    .example = "cornet practise %s",
    .run = run,
};
