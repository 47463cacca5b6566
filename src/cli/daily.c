/* cornet daily: the challenges of the day in the terminal. The first attempt counts: a file in the
 * data folder has the results, and the records of whole games lie beside it. */
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "agents/levels.h"
#include "base/lang.h"
#include "cli/game_files.h"
#include "match/analyse.h"
#include "match/daily.h"
#include "program/options.h"
#include "tui/session.h"
#include "tui/start.h"
#include "tui/terminal.h"
#include "tui/view.h"

enum { RESULT = 160, WORDS_SAID = 60, STARS = 3 };

struct request {
    const struct daily *daily;
    const char *date;
    long day;
    int commitments;
    bool plain, fast, again;
};

static long today(void)
{
    return (long)(time(NULL) / 86400);
}

/* ---- results: lines `DATE GAME RESULT` ---- */

static bool results_path(char path[PATH_MAX])
{
    char folder[PATH_MAX - 128];
    if (!saving_folder(folder, sizeof folder))
        return false;
    snprintf(path, PATH_MAX, "%s/daily.txt", folder);
    return true;
}

/* The result of that day; false if there is none. */
static bool find_result(const struct daily *daily, long day, char result[RESULT])
{
    char path[PATH_MAX], line[2 * RESULT], key[2 * DAILY_DATE + 32], date[DAILY_DATE];
    FILE *in = results_path(path) ? fopen(path, "r") : NULL;
    bool found = false;
    daily_date(day, date);
    snprintf(key, sizeof key, "%s %s ", date, daily->game->id);
    while (in && !found && fgets(line, sizeof line, in)) {
        found = strncmp(line, key, strlen(key)) == 0;
        line[strcspn(line, "\n")] = '\0';
        if (found)
            snprintf(result, RESULT, "%.*s", RESULT - 1, line + strlen(key));
    }
    if (in)
        fclose(in);
    return found;
}

/* The first attempt counts: a later one changes nothing. */
static void keep_result(const struct request *r, const char *result)
{
    char path[PATH_MAX], known[RESULT], date[DAILY_DATE];
    if (find_result(r->daily, r->day, known) || !results_path(path))
        return;
    FILE *out = fopen(path, "a");
    if (!out)
        return;
    daily_date(r->day, date);
    fprintf(out, "%s %s %s\n", date, r->daily->game->id, result);
    fclose(out);
}

/* The days in a row, up to this one, with a result of any game. */
static int count_streak(long day)
{
    int days = 0;
    for (bool played = true; played; day--) {
        char result[RESULT];
        played = false;
        for (int i = 0; daily_list[i]; i++)
            played = played || find_result(daily_list[i], day, result);
        days += played;
    }
    return days;
}

/* What can be shown to others: it gives nothing away. */
static void show_result(const struct request *r, const char *result)
{
    struct screen screen = screen_on(stdout);
    char date[DAILY_DATE];
    const int days = count_streak(r->day);
    daily_date(r->day, date);
    screen_printf(&screen, "\n  Cornet · %s · %s\n  %s\n", r->daily->game->title, date, result);
    if (days > 1)
        screen_printf(&screen, trn("  %d day in a row\n", "  %d days in a row\n", days), days);
}

/* ---- a whole game ---- */

static bool continue_game(struct session *t, const char *path, struct text *why)
{
    size_t line = 1;
    FILE *in = fopen(path, "r");
    t->match = match_read_stream(in, &line, why);
    fclose(in);
    for (size_t i = 0; t->match && i < t->match->body.count; i++)
        t->fair->drawn += t->match->body.line[i][0] == '*';
    return t->match != NULL;
}

static bool begin_game(const struct request *r, struct session *t, struct text *why)
{
    char name[GAME_SEATS_MAX][MATCH_NAME_MAX], date[32];
    struct game_settings settings;
    daily_settings(r->daily, &settings, name);
    start_own_name(name[0]);
    t->match = match_new(r->daily->game, &settings, why);
    if (!t->match)
        return false;
    match_set_names(t->match, name);
    game_files_now(date);
    game_files_stamp(&t->match->extra, date, NULL);
    fair_write(t->fair, true, &t->match->extra);
    return true;
}

/* Judges the game: what the player's choices cost against the best ones. */
static void write_game_result(const struct match *match, struct text *out)
{
    uint8_t share[GAME_SEATS_MAX];
    struct analysis analysis;
    match_result(match, share);
    text_add(out, share[0] == GAME_WHOLE ? tr("won") : share[0] ? tr("drawn") : tr("lost"));
    analyse(match, 0, &analysis, TEXT_UNREAD, NULL, NULL);
    if (analysis.judge && analysis.seat[0].decisions)
        text_printf(
            out, tr("; your choices cost %.1f %% of a game (best play: 0), mistakes: %d of %d"),
            100 * analysis.seat[0].cost, analysis.seat[0].mistakes, analysis.seat[0].decisions);
    analysis_free(&analysis);
    if (lang_is_french())
        text_use_decimal_commas(out->start);
}

static int play_game(const struct command *command, const struct request *r)
{
    struct session *t = &(struct session){.screen = screen_on(stdout), .fast = r->fast};
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct text result = text_on((char[RESULT]){0}, RESULT);
    char folder[PATH_MAX - 128], path[PATH_MAX] = "", date[DAILY_DATE], known[RESULT];
    struct fair fair;
    daily_dice(r->daily, r->day, &fair);
    t->fair = &fair;
    daily_date(r->day, date);
    if (saving_folder(folder, sizeof folder))
        snprintf(path, sizeof path, "%s/" DAILY_PREFIX "%s-%s%s.cornet", folder, date,
                 r->daily->game->id, r->again ? "-again" : "");
    if (r->again)
        unlink(path);
    const bool there = path[0] && access(path, R_OK) == 0;
    if (!(there ? continue_game(t, path, &why) : begin_game(r, t, &why)))
        return command_failed(command, "%s", why.start);
    driver_init(&t->driver, t->match->game, t->match->settings.players);
    if (!driver_open(&t->driver, t->match, &why))
        return command_failed(command, "%s", why.start);
    if (there && !saving_resume(&t->saving, path))
        return command_failed(command, tr("another terminal is playing the game of %s"), path);
    snprintf(t->saving.path, sizeof t->saving.path, "%s", path);
    t->view = view_of(t->match->game);
    rng_seed(&t->dice, 0);
    if (match_mover(t->match) != GAME_OVER) {
        t->full = r->plain ? NULL : full_open();
        session_play(t);
        if (t->full)
            full_close(t->full);
        t->full = NULL;
    }
    if (match_mover(t->match) == GAME_OVER) {
        write_game_result(t->match, &result);
        if (!r->again)
            keep_result(r, result.start);
        if (!r->again && find_result(r->daily, r->day, known))
            show_result(r, known);
        else
            show_result(r, result.start);
        screen_printf(&t->screen, tr("  Record: %s\n"), path);
    }
    driver_close(&t->driver);
    match_free(t->match);
    saving_release(&t->saving);
    return command_finish(command);
}

/* ---- a position ---- */

static void show_position(struct screen *screen, const struct daily *daily,
                          const struct daily_turns *turns)
{
    struct game_settings settings;
    game_defaults(daily->game, &settings);
    struct match *match = match_new(daily->game, &settings, TEXT_UNREAD);
    memcpy(match->state, &turns->state, daily->game->state_size);
    match_set_name(match, 1, span_of(tr("You")), TEXT_UNREAD);
    view_of(daily->game)->draw(screen, match, &match->state, 1);
    match_free(match);
}

static void show_lines(struct screen *screen, const char *head, const struct lines *lines)
{
    screen_printf(screen, "  %s", head);
    for (size_t i = 0; i < lines->count; i++)
        screen_printf(screen, " %s", lines->line[i] + (lines->line[i][1] == ' ' ? 2 : 0));
    screen_put(screen, "\n");
}

static void free_turns(struct daily_turns *turns)
{
    lines_free(&turns->log);
    lines_free(&turns->solution);
}

/* One attempt; how it ended, or DAILY_OPEN if the player gave up. */
static enum daily_status attempt(struct screen *screen, const struct request *r,
                                 struct lines *solution)
{
    struct lines said = {0};
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    char *line = NULL;
    size_t capacity = 0, seen = 0;
    enum daily_status status = DAILY_OPEN;
    for (bool asks = true; asks;) {
        struct daily_turns turns = {0};
        if (!r->daily->turns(daily_number(r->daily, r->day), &said, &turns, &why)) {
            screen_printf(screen, "  %s.\n", why.start);
            lines_cut(&said, said.count - 1);
            continue;
        }
        if (turns.log.count > seen + 1)
            show_lines(screen, tr("The answer, after your turn:"), &turns.log);
        seen = turns.log.count;
        show_position(screen, r->daily, &turns);
        lines_free(solution);
        *solution = turns.solution;
        turns.solution = (struct lines){0};
        status = turns.status;
        free_turns(&turns);
        if (status != DAILY_OPEN)
            break;
        screen_put(screen, tr("  Your move (u takes back, give up ends): "));
        fflush(stdout);
        const ssize_t length = getline(&line, &capacity, stdin);
        if (length > 0)
            line[strcspn(line, "\r\n")] = '\0';
        if (length <= 0 || strcmp(line, "give up") == 0 || strcmp(line, tr("give up")) == 0)
            asks = false;
        else if (strcmp(line, "u") == 0)
            lines_cut(&said, said.count ? said.count - 1 : 0);
        else if (line[0])
            lines_add(&said, span_of(line));
    }
    free(line);
    lines_free(&said);
    return status;
}

static int play_turns(const struct command *command, const struct request *r)
{
    struct screen screen = screen_on(stdout);
    struct daily_turns turns = {0};
    struct lines solution = {0};
    char result[RESULT], known[RESULT];
    const time_t start = time(NULL);
    enum daily_status status = DAILY_LOST;
    int attempts = 0;
    if (!r->daily->turns(daily_number(r->daily, r->day), &(struct lines){0}, &turns, TEXT_UNREAD))
        abort();
    char task[TEXT_WHY];
    snprintf(task, sizeof task, tr(turns.turns > 1 ? r->daily->task_more : r->daily->task),
             turns.turns);
    screen_printf(&screen, tr("  %s Level %d of 4.\n"), task, turns.grade);
    free_turns(&turns);
    while (status == DAILY_LOST) {
        attempts++;
        status = attempt(&screen, r, &solution);
        if (status == DAILY_LOST)
            screen_put(&screen, tr("  Not this turn. Once more.\n"));
    }
    const int seconds = (int)(time(NULL) - start);
    if (status == DAILY_WON)
        snprintf(result, sizeof result, tr("found at attempt %d, in %d:%02d"), attempts,
                 seconds / 60, seconds % 60);
    else
        snprintf(result, sizeof result, "%s", tr("not found"));
    keep_result(r, result);
    show_lines(&screen, tr("The winning turn:"), &solution);
    show_result(r, find_result(r->daily, r->day, known) ? known : result);
    lines_free(&solution);
    return command_finish(command);
}

/* ---- words ---- */

/* Waits for a line until that time. A pipe is read at once. */
static bool has_input(time_t end)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    const time_t now = time(NULL);
    return now < end && (!isatty(STDIN_FILENO) || poll(&input, 1, (int)(end - now) * 1000) > 0);
}

static int play_words(const struct command *command, const struct request *r)
{
    const struct daily *daily = r->daily;
    const unsigned number = daily_number(daily, r->day);
    struct screen screen = screen_on(stdout);
    struct daily_words words;
    struct lines best = {0};
    uint32_t family[WORDS_SAID];
    char *line = NULL, result[RESULT], known[RESULT];
    size_t capacity = 0;
    int good = 0, total = 0;
    daily->words(number, &words);
    screen_printf(&screen,
                  tr("  Words on a theme, against the clock. Seconds: %d. Press Enter to begin.\n"),
                  DAILY_SECONDS);
    if (getline(&line, &capacity, stdin) <= 0) {
        free(line);
        return command_finish(command);
    }
    screen_printf(&screen, tr("  Theme: %s. Words begin with %c. Letters:"),
                  words.theme[!lang_is_french()], words.letter[words.initial]);
    for (int i = 0; i < DAILY_LETTERS; i++)
        screen_printf(&screen, " %c", words.letter[i]);
    screen_put(&screen, "\n");
    const time_t end = time(NULL) + DAILY_SECONDS;
    while (good < WORDS_SAID && has_input(end) && getline(&line, &capacity, stdin) > 0) {
        struct daily_word word;
        bool again = false;
        line[strcspn(line, "\r\n")] = '\0';
        if (!line[0] || time(NULL) > end)
            continue;
        daily->word(number, span_of(line), &word);
        for (int i = 0; i < good; i++)
            again = again || family[i] == word.family;
        if (word.good && !again) {
            family[good++] = word.family;
            total += word.points;
            screen_printf(&screen, "  %s +%d\n", word.written, word.points);
        } else {
            screen_printf(&screen, "  %s.\n",
                          again ? tr("a word of its family was already said") : word.why);
        }
    }
    free(line);
    daily->best(number, &best);
    screen_put(&screen, tr("  The best answers: "));
    for (size_t i = 0; i < best.count; i++)
        screen_printf(&screen, "%s%s", i ? ", " : "", best.line[i]);
    screen_put(&screen, "\n");
    lines_free(&best);
    snprintf(result, sizeof result, trn("%d token, words: %d", "%d tokens, words: %d", total),
             total, good);
    keep_result(r, result);
    show_result(r, find_result(daily, r->day, known) ? known : result);
    return command_finish(command);
}

/* ---- lists ---- */

static int list_today(const struct command *command, const struct request *r)
{
    struct screen screen = screen_on(stdout);
    char date[DAILY_DATE], result[RESULT];
    daily_date(r->day, date);
    screen_printf(&screen, tr("The challenges of %s:\n"), date);
    for (int i = 0; daily_list[i]; i++)
        screen_printf(&screen, "  cornet daily %-10s %s\n", daily_list[i]->game->id,
                      find_result(daily_list[i], r->day, result) ? result : tr("not played yet"));
    return command_finish(command);
}

/* The commitments from that day on: `DATE GAME SHA-256`. */
static int list_commitments(const struct command *command, const struct request *r)
{
    for (long day = r->day; day < r->day + r->commitments; day++) {
        for (int i = 0; daily_list[i]; i++) {
            unsigned char seed[FAIR_BYTES], commit[FAIR_BYTES];
            char hex[FAIR_HEX], date[DAILY_DATE];
            if (daily_list[i]->kind != DAILY_GAME)
                continue;
            daily_seed(daily_list[i], day, seed);
            fair_commit(seed, commit);
            fair_to_hex(commit, hex);
            daily_date(day, date);
            printf("%s %s %s\n", date, daily_list[i]->game->id, hex);
        }
    }
    return command_finish(command);
}

static int play(const struct command *command, const struct request *r)
{
    char result[RESULT], date[DAILY_DATE];
    daily_date(r->day, date);
    if (!r->again && r->daily->kind != DAILY_GAME && find_result(r->daily, r->day, result)) {
        show_result(r, result);
        printf(tr("  You have played this one. The first attempt counts; --again plays it for "
                  "practice.\n"));
        return command_finish(command);
    }
    return r->daily->kind == DAILY_GAME    ? play_game(command, r)
           : r->daily->kind == DAILY_TURNS ? play_turns(command, r)
                                           : play_words(command, r);
}

static int run(const struct command *command, int argc, char **argv)
{
    struct request r = {.day = today()};
    const struct command_option options[] = {
        {"date", mark("DATE"), mark("Plays the challenge of another day, as YYYY-MM-DD."),
         .default_text = mark("today, by UTC"), .text = &r.date},
        {"again", NULL, mark("Plays it again for practice: the first attempt counts."),
         .flag = &r.again},
        {"commitments", mark("DAYS"),
         mark("Prints the commitments to the dice of that number of days, instead of playing."),
         .integer = &r.commitments, .min = 1, .max = 3660},
        {"fast", NULL, mark("Rolls at once after a move, without time to undo."), .flag = &r.fast},
        {"plain", NULL, mark("Prints lines instead of using the full screen."), .flag = &r.plain},
        {0},
    };
    int code;
    if (!options_read(command, options, &argc, &argv, &code))
        return code;
    if (r.date && !daily_read(span_of(r.date), &r.day))
        return command_usage(command, tr("--date takes a date as YYYY-MM-DD, not '%s'"), r.date);
    if (argc > 1)
        return command_usage(command, tr("name one game; '%s' is too much"), argv[1]);
    if (r.commitments)
        return list_commitments(command, &r);
    if (argc == 0)
        return list_today(command, &r);
    const struct game *game = command_game(command, argv[0]);
    if (!game)
        return COMMAND_WRONG_USAGE;
    r.daily = daily_of(game);
    if (!r.daily)
        return command_usage(command, tr("%s has no challenge of the day"), game->id);
    return play(command, &r);
}

const struct command command_daily = {
    .name = "daily",
    .topic = COMMAND_PLAY,
    .arguments = mark("[GAME]"),
    .about =
        mark("Plays the challenge of the day, which is the same for everybody. Without a game, "
             "lists today's."),
    .notes = mark("docs/play/daily.md explains the challenges, and what is hidden from whom."),
    .example = "cornet daily %s",
    .run = run,
};
