/* golden: plays whole random games from a fixed seed, and writes the state and the legal actions at
 * every step as text, so that a change shows as a diff. Also the table of each game's action ids.
 *
 *     golden --check FOLDER     compares, and shows the first line that differs
 *     golden --update FOLDER    writes the files again
 *
 * FOLDER is games/; the files are in its NAME/tests/golden/. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden.h"
#include "helpers.h"
#include "match/match.h"

static void write_step(const struct match *match, FILE *out)
{
    const struct game *game = match->game;
    const int mover = match_mover(match);
    char *json = test_json(match, GAME_OPEN), line[GAME_LINE_MAX];
    fprintf(out, "  %s\n", json);
    free(json);
    if (mover > 0) {
        game_action action[GAME_ACTIONS_MAX];
        const size_t count = game->actions(&match->state, mover, action);
        fprintf(out, "  legal:");
        for (size_t i = 0; i < count; i++) {
            struct text text = text_on(line, sizeof line);
            game->write(&match->state, action[i], NULL, GAME_OPEN, &text);
            fprintf(out, "%s %s", i ? "," : "", line);
        }
        fputs("\n", out);
    } else if (mover == GAME_CHANCE) {
        struct game_outcome *outcome = calloc(game->outcomes_max, sizeof *outcome);
        uint64_t whole;
        const size_t count = game->chance(&match->state, outcome, &whole);
        fprintf(out, "  outcomes: %zu of %llu\n", count, (unsigned long long)whole);
        free(outcome);
    }
}

/* The playthrough as text. The caller frees. */
static char *play(const struct playthrough *p)
{
    char why[TEXT_WHY], *bytes = NULL;
    struct text reason = text_on(why, sizeof why);
    const struct game *game = game_find(span_of(p->game));
    struct game_settings settings;
    size_t length;
    FILE *out = open_memstream(&bytes, &length);
    game_defaults(game, &settings);
    bool good = game_set_players(game, &settings, span_of(p->players), &reason);
    if (p->option) {
        struct span value = span_of(p->option);
        const struct span name = span_cut(&value, '=');
        good = good && game_set(game, &settings, name, value, &reason);
    }
    struct match *match = good ? match_new(game, &settings, &reason) : NULL;
    if (!match) {
        fprintf(stderr, "%s: %s\n", p->name, why);
        exit(1);
    }
    struct rng rng;
    rng_seed(&rng, p->seed);
    write_step(match, out);
    while (match_mover(match) != GAME_OVER) {
        const int mover = match_mover(match);
        if (mover == GAME_CHANCE) {
            match_draw(match, &rng);
        } else {
            game_action action[GAME_ACTIONS_MAX];
            char line[GAME_LINE_MAX];
            struct text text = text_on(line, sizeof line);
            const size_t count = game->actions(&match->state, mover, action);
            game->write(&match->state, action[rng_below(&rng, (uint32_t)count)], NULL, GAME_OPEN,
                        &text);
            if (!match_do(match, span_of(line), &reason))
                abort();
        }
        fprintf(out, "%s\n", match->body.line[match->body.count - 1]);
        write_step(match, out);
    }
    fclose(out);
    match_free(match);
    return bytes;
}

static bool same(const char *path, const char *now)
{
    size_t length, line = 1;
    char *then = test_read_file(path, &length);
    const bool equal = strcmp(then, now) == 0;
    if (!equal) {
        const char *a = then, *b = now;
        while (*a && *a == *b) {
            line += *a == '\n';
            a++;
            b++;
        }
        while (a > then && a[-1] != '\n') {
            a--;
            b--;
        }
        printf("%s:%zu: differs\n- %.*s\n+ %.*s\n", path, line, (int)strcspn(a, "\n"), a,
               (int)strcspn(b, "\n"), b);
    }
    free(then);
    return equal;
}

/* The table of the game's action ids. The caller frees. */
static char *write_ids(const struct game *game)
{
    char *bytes = NULL;
    size_t length;
    FILE *out = open_memstream(&bytes, &length);
    for (unsigned id = 0; id < game->ids; id++) {
        struct text name = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
        game->id_name(id, &name);
        fprintf(out, "%u %s\n", id, name.start);
    }
    fclose(out);
    return bytes;
}

/* Whether no two ids have the same name. */
static bool are_different(const char *table)
{
    for (const char *a = table; *a; a = strchr(a, '\n') + 1) {
        const char *name = strchr(a, ' ');
        const size_t length = strcspn(name, "\n") + 1;
        for (const char *b = name + length; *b; b = strchr(b, '\n') + 1) {
            if (strncmp(strchr(b, ' '), name, length) == 0) {
                printf("two ids have the name%.*s", (int)length, name);
                return false;
            }
        }
    }
    return true;
}

/* Writes the file. Ids keep their meaning: a table may only grow. */
static void update(const char *path, const char *now, bool grows)
{
    FILE *out = fopen(path, "r");
    if (out) {
        size_t length;
        fclose(out);
        char *then = test_read_file(path, &length);
        if (grows && strncmp(then, now, length) != 0) {
            fprintf(stderr, "%s: an id has changed; ids may only be added\n", path);
            exit(1);
        }
        free(then);
    }
    out = fopen(path, "w");
    if (!out || fputs(now, out) < 0 || fclose(out) != 0) {
        perror(path);
        exit(1);
    }
}

int main(int argc, char **argv)
{
    if (argc != 3 || (strcmp(argv[1], "--check") != 0 && strcmp(argv[1], "--update") != 0)) {
        fprintf(stderr, "usage: golden --check|--update FOLDER\n");
        return 2;
    }
    const bool updating = strcmp(argv[1], "--update") == 0;
    int failed = 0, passed = 0;
    char path[4096];
    for (const struct playthrough *p = golden_list; p->game; p++) {
        char *now = play(p);
        snprintf(path, sizeof path, "%s/%s/tests/golden/%s.txt", argv[2], p->game, p->name);
        if (updating)
            update(path, now, false);
        else
            same(path, now) ? passed++ : failed++;
        free(now);
    }
    for (const struct game *const *game = game_list; *game; game++) {
        char *now = write_ids(*game);
        snprintf(path, sizeof path, "%s/%s/tests/golden/ids.txt", argv[2], (*game)->id);
        if (updating)
            update(path, now, true);
        else
            same(path, now) && are_different(now) ? passed++ : failed++;
        free(now);
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
