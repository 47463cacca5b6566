/* Checks the rules by readable records: games/GAME/tests/rules/NAME.cornet.
 *
 * Each is a real record that must replay. Comments that start with `#!` are checked at their
 * position:
 *     #! mover 2                     who moves: a seat, chance, anyone or over
 *     #! legal 1 take 7              the line is legal here
 *     #! illegal 1 take 7 :: meet    it is illegal, and the reason contains the words after `::`
 *     #! exactly 1 stop, 1 take 7    these are all legal actions
 *     #! state "carre":1             the JSON of the state contains this
 *     #! position TEXT               this is the position text
 *     #! wins 1                      the game is over, and this seat has the whole share */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "helpers.h"

struct check {
    const char *path;
    size_t line;
    struct match *match;
};

static void check_mover(const struct check *c, const char *wanted)
{
    const int mover = match_mover(c->match);
    char number[16];
    snprintf(number, sizeof number, "%d", mover);
    const char *is = mover == GAME_CHANCE   ? "chance"
                     : mover == GAME_ANYONE ? "anyone"
                     : mover == GAME_OVER   ? "over"
                                            : number;
    if (strcmp(is, wanted) != 0)
        fail_msg("%s:%zu: the mover is %s, not %s", c->path, c->line, is, wanted);
}

static void check_legal(const struct check *c, const char *line)
{
    char buffer[TEXT_WHY];
    struct text why = text_on(buffer, sizeof buffer);
    if (!test_is_legal(c->match, line, &why))
        fail_msg("%s:%zu: '%s' should be legal: %s", c->path, c->line, line, buffer);
}

static void check_illegal(const struct check *c, char *line)
{
    char buffer[TEXT_WHY];
    struct text why = text_on(buffer, sizeof buffer);
    char *words = strstr(line, " :: ");
    if (words) {
        *words = '\0';
        words += 4;
    }
    if (test_is_legal(c->match, line, &why))
        fail_msg("%s:%zu: '%s' should be illegal", c->path, c->line, line);
    if (words && !strstr(buffer, words))
        fail_msg("%s:%zu: '%s' is refused with '%s', which lacks '%s'", c->path, c->line, line,
                 buffer, words);
}

static void check_exactly(const struct check *c, const char *list)
{
    const int mover = match_mover(c->match);
    game_action action[GAME_ACTIONS_MAX];
    struct lines lines = {0};
    char all[GAME_LINE_MAX * 8], line[GAME_LINE_MAX];
    struct text joined = text_on(all, sizeof all);
    const size_t count = mover > 0 ? c->match->game->actions(&c->match->state, mover, action) : 0;
    for (size_t i = 0; i < count; i++) {
        struct text out = text_on(line, sizeof line);
        c->match->game->write(&c->match->state, action[i], NULL, GAME_OPEN, &out);
        lines_add(&lines, span_of(line));
    }
    struct lines wanted = {0};
    for (struct span rest = span_of(list); rest.at;) {
        struct span part = span_cut(&rest, ',');
        while (part.length && part.at[0] == ' ') {
            part.at++;
            part.length--;
        }
        lines_add(&wanted, part);
    }
    lines_sort(&lines);
    lines_sort(&wanted);
    for (size_t i = 0; i < lines.count; i++)
        text_printf(&joined, "%s%s", i ? ", " : "", lines.line[i]);
    bool same = lines.count == wanted.count;
    for (size_t i = 0; same && i < wanted.count; i++)
        same = strcmp(lines.line[i], wanted.line[i]) == 0;
    lines_free(&lines);
    lines_free(&wanted);
    if (!same)
        fail_msg("%s:%zu: legal are: %s", c->path, c->line, all);
}

static void check_state(const struct check *c, const char *part)
{
    char *json = test_json(c->match, GAME_OPEN);
    if (!strstr(json, part))
        fail_msg("%s:%zu: no %s in %s", c->path, c->line, part, json);
    free(json);
}

static void check_position(const struct check *c, const char *wanted)
{
    char position[GAME_LINE_MAX];
    struct text out = text_on(position, sizeof position);
    if (!c->match->game->position(&c->match->state, &out) || strcmp(position, wanted) != 0)
        fail_msg("%s:%zu: the position is\n%s, not\n%s", c->path, c->line, position, wanted);
}

static void check_wins(const struct check *c, const char *seat)
{
    uint8_t share[GAME_SEATS_MAX];
    check_mover(c, "over");
    c->match->game->result(&c->match->state, share);
    if (share[atoi(seat) - 1] != GAME_WHOLE)
        fail_msg("%s:%zu: seat %s does not win", c->path, c->line, seat);
}

static void check(const struct check *c, char *order)
{
    char *words = strchr(order, ' ');
    if (!words)
        fail_msg("%s:%zu: what is '#! %s'?", c->path, c->line, order);
    *words++ = '\0';
    if (strcmp(order, "mover") == 0)
        check_mover(c, words);
    else if (strcmp(order, "legal") == 0)
        check_legal(c, words);
    else if (strcmp(order, "illegal") == 0)
        check_illegal(c, words);
    else if (strcmp(order, "exactly") == 0)
        check_exactly(c, words);
    else if (strcmp(order, "state") == 0)
        check_state(c, words);
    else if (strcmp(order, "position") == 0)
        check_position(c, words);
    else if (strcmp(order, "wins") == 0)
        check_wins(c, words);
    else
        fail_msg("%s:%zu: what is '#! %s'?", c->path, c->line, order);
}

static int run_record(const char *path)
{
    size_t length, bad;
    char buffer[TEXT_WHY];
    struct text why = text_on(buffer, sizeof buffer);
    char *bytes = test_read_file(path, &length);
    char *body = strstr(bytes, "\n---\n");
    int checks = 0;
    if (!body)
        fail_msg("%s: no header", path);
    body += 5;
    struct check c = {.path = path};
    c.match = match_read((struct span){bytes, (size_t)(body - bytes)}, &bad, &why);
    if (!c.match)
        fail_msg("%s:%zu: %s", path, bad, buffer);
    for (const char *at = bytes; at < body; at++)
        c.line += *at == '\n';
    for (char *next = body, *line; (line = strsep(&next, "\n")) && (next || *line);) {
        c.line++;
        if (strncmp(line, "#! ", 3) == 0) {
            check(&c, line + 3);
            checks++;
        } else if (line[0] != '#' && !match_do(c.match, span_of(line), &why)) {
            fail_msg("%s:%zu: %s", path, c.line, buffer);
        }
    }
    match_free(c.match);
    free(bytes);
    return checks;
}

/* Checks every record of every game; each game must have some. */
static void records_say_the_rules(void **unused)
{
    (void)unused;
    for (const struct game *const *game = game_list; *game; game++) {
        char folder[256], path[1024];
        int files = 0, checks = 0;
        snprintf(folder, sizeof folder, "../games/%s/tests/rules", (*game)->id);
        DIR *dir = opendir(folder);
        if (!dir)
            fail_msg("no folder %s", folder);
        for (struct dirent *entry; (entry = readdir(dir));) {
            if (entry->d_name[0] == '.')
                continue;
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
            checks += run_record(path);
            files++;
        }
        closedir(dir);
        print_message("%s: %d records, %d checks\n", (*game)->id, files, checks);
        assert_true(files > 0 && checks > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(records_say_the_rules)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
