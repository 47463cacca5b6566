/* golden: plays whole random games from a fixed seed, and writes the state and the legal actions at
 * every step as text, so that a change shows as a diff.
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

int main(int argc, char **argv)
{
    if (argc != 3 || (strcmp(argv[1], "--check") != 0 && strcmp(argv[1], "--update") != 0)) {
        fprintf(stderr, "usage: golden --check|--update FOLDER\n");
        return 2;
    }
    int failed = 0, passed = 0;
    for (const struct playthrough *p = golden_list; p->game; p++) {
        char path[4096];
        char *now = play(p);
        snprintf(path, sizeof path, "%s/%s/tests/golden/%s.txt", argv[2], p->game, p->name);
        if (strcmp(argv[1], "--update") == 0) {
            FILE *out = fopen(path, "w");
            if (!out || fputs(now, out) < 0 || fclose(out) != 0) {
                perror(path);
                return 1;
            }
        } else if (same(path, now)) {
            passed++;
        } else {
            failed++;
        }
        free(now);
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
