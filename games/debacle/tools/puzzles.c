/* tools/puzzles: the challenges of Débâcle, one a day.
 *
 *     puzzles find DAYS SEED [FIRST] >games/debacle/data/debacle-daily.txt
 *     puzzles prove [EVERY [FIRST]] <games/debacle/data/debacle-daily.txt
 *
 * `find` searches random positions for those in which exactly one turn of red forces its fifth
 * capture, and prints a line for each day: `TURNS GRADE BOARD HELD-BY-RED HELD-BY-BLACK: ACTIONS`.
 * In the course of a week they grow harder: a day's kind depends on its number. `prove` proves
 * every line again with puzzles_prove.c (or every EVERY-th, from the one with the number FIRST). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/rng.h"
#include "games/debacle/rules.h"
#include "games/debacle/tools/puzzles.h"

enum { LINE = 256, AFTER_MAX = 4096, FIFTH = 5, WEEK = 7, DEPTH_MAX = 8, SEEN = 8192 };

/* What is wanted: own turns until the fifth capture; with one turn also the number of actions. */
struct kind {
    int turns, least, most, grade;
    int held; /* dice that red holds */
};
static const struct kind week[WEEK] = {
    {2, 0, 0, 4, 3}, /* Sunday, as the first day of the list is one */
    {1, 2, 3, 1, 4}, {1, 3, 3, 1, 4}, {1, 3, 4, 2, 3},
    {1, 4, 5, 2, 3}, {2, 0, 0, 3, 4}, {2, 0, 0, 3, 4},
};

struct found {
    long sequences;          /* that capture the fifth die in this turn */
    uint64_t key[AFTER_MAX]; /* of the positions after a turn */
    size_t count;
    int winners; /* turns after which the win is forced */
    char solution[LINE];
    int actions;
};

/* ---- the search: turns, with their positions once each, and a memory of what was found ---- */

enum { MEMORY = 1 << 18 };
static struct {
    uint64_t key; /* of the position, and of the number of turns */
    bool won;
} memory[MEMORY];

static bool is_won(const struct debacle *s, int turns);

/* Recoveries give the other side extra moves, and its turn thousands of sequences. Where one is
 * possible within the turns that are searched, the position is not taken. */
static bool wild;

static size_t list_of(const struct debacle *s, game_action list[])
{
    const size_t count = debacle_list(s, list);
    for (size_t i = 0; i < count; i++)
        wild = wild || debacle_kind_of(list[i]) == DEBACLE_RECOVER;
    return wild ? 0 : count;
}

/* Room for the positions after a turn, at each depth of the search. */
static struct debacle after_at[DEPTH_MAX][AFTER_MAX];
static int depth;

/* Whether some sequence of the turn captures the fifth die. */
static bool wins_now(const struct debacle *s)
{
    game_action list[GAME_ACTIONS_MAX];
    const size_t count = list_of(s, list);
    const bool last = s->captures[s->side] == FIFTH - 1;
    for (size_t i = 0; i < count && last; i++) {
        if (debacle_kind_of(list[i]) == DEBACLE_CAPTURE)
            return true;
    }
    for (size_t i = 0; i < count; i++) {
        struct debacle next = *s;
        if (debacle_kind_of(list[i]) == DEBACLE_END)
            continue;
        if (debacle_make(&next, list[i]))
            return true;
        if ((next.moves || next.bounce) && wins_now(&next)) /* else it can only return or recover */
            return true;
    }
    return false;
}

/* Adds the positions after the turn that are not known yet: `seen` holds their keys. */
static void collect(const struct debacle *s, uint64_t seen[SEEN], struct debacle after[],
                    size_t *count)
{
    game_action list[GAME_ACTIONS_MAX];
    for (size_t i = list_of(s, list); i-- > 0;) { /* `end` is last in the list */
        struct debacle next = *s;
        if (debacle_make(&next, list[i]))
            continue;
        if (next.side == s->side) {
            collect(&next, seen, after, count);
            continue;
        }
        const uint64_t key = debacle_key(&next);
        size_t at = key % SEEN;
        while (seen[at] && seen[at] != key)
            at = (at + 1) % SEEN;
        if (!seen[at] && *count < AFTER_MAX)
            after[(*count)++] = next;
        seen[at] = key;
    }
}

/* Whether the side to move, which has not won in this turn, loses whatever it does. */
static bool is_lost(const struct debacle *s, int turns)
{
    bool lost = !wins_now(s);
    if (!lost)
        return false;
    struct debacle *after = after_at[depth++], passed = *s;
    size_t count = 0;
    if (debacle_may_end(s)) { /* often enough */
        debacle_make(&passed, debacle_action(DEBACLE_END, 0, 0, 0, 0));
        lost = is_won(&passed, turns);
    }
    if (lost)
        collect(s, (uint64_t[SEEN]){0}, after, &count);
    for (size_t i = 0; i < count && lost; i++)
        lost = is_won(&after[i], turns);
    depth--;
    return lost;
}

static bool is_won(const struct debacle *s, int turns)
{
    if (wins_now(s))
        return true;
    if (turns == 1)
        return false;
    const uint64_t key = debacle_key(s) * 31 + (uint64_t)turns;
    if (memory[key % MEMORY].key == key)
        return memory[key % MEMORY].won;
    struct debacle *after = after_at[depth++];
    size_t count = 0;
    bool won = false;
    collect(s, (uint64_t[SEEN]){0}, after, &count);
    for (size_t i = 0; i < count && !won; i++)
        won = is_lost(&after[i], turns - 1);
    depth--;
    if (wild)
        return false;
    memory[key % MEMORY].key = key;
    memory[key % MEMORY].won = won;
    return won;
}

/* ---- positions ---- */

static unsigned roll(struct rng *rng, unsigned faces)
{
    return rng_below(rng, faces);
}

/* A random position, red to move, with the dice where a turn may end. */
static bool make(struct rng *rng, const struct kind *kind, char position[LINE])
{
    char board[DEBACLE_SQUARES + 1], held[2][DEBACLE_DICE + 1] = {{0}};
    const int captures[2] = {kind->held, 2 + (int)roll(rng, kind->turns == 1 ? 3 : 2)};
    memset(board, '.', DEBACLE_SQUARES);
    for (int side = 0; side < 2; side++) {
        for (int i = captures[!side]; i < DEBACLE_DICE; i++) {
            const unsigned square = roll(rng, 30) + (side == DEBACLE_BLACK ? 6 : 0);
            if (board[square] != '.')
                return false;
            board[square] = (char)((side == DEBACLE_RED ? '1' : 'A') + (int)roll(rng, 6));
        }
        for (int i = 0; i < captures[side]; i++)
            held[side][i] = (char)((side == DEBACLE_RED ? 'A' : '1') + (int)roll(rng, 6));
        for (int i = 1; i < captures[side]; i++) { /* in order, as the text has them */
            for (int j = i; j > 0 && held[side][j - 1] > held[side][j]; j--) {
                const char high = held[side][j - 1];
                held[side][j - 1] = held[side][j];
                held[side][j] = high;
            }
        }
    }
    struct text out = text_on(position, LINE);
    for (int rank = 5; rank >= 0; rank--)
        text_printf(&out, "%.6s%s", board + 6 * rank, rank ? "/" : "");
    text_printf(&out, " r 2 0/0 %s %s 0/0 - -", held[0], held[1]);
    return true;
}

static void add_word(const struct debacle *s, game_action action, struct text *said)
{
    struct text line = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    debacle_write(s, action, NULL, GAME_OPEN, &line);
    text_printf(said, "%s%s", said->length ? " " : "", line.start + 2);
}

/* Goes through the sequences of red's turn. One turn: counts those that win. Otherwise: tests each
 * position after the turn once. Stops when there are two. */
static void look(const struct debacle *s, int turns, const char *said, int actions,
                 struct found *found)
{
    game_action list[GAME_ACTIONS_MAX];
    const size_t count = turns > 1 ? list_of(s, list) : debacle_list(s, list);
    for (size_t i = 0; i < count && found->sequences < 2 && found->winners < 2; i++) {
        struct text now = text_on((char[LINE]){0}, LINE);
        struct debacle next = *s;
        text_add(&now, said);
        add_word(s, list[i], &now);
        if (debacle_make(&next, list[i])) {
            found->sequences++;
            found->actions = actions + 1;
            snprintf(found->solution, LINE, "%s", now.start);
            continue;
        }
        if (next.side == s->side) {
            look(&next, turns, now.start, actions + 1, found);
            continue;
        }
        const uint64_t key = debacle_key(&next);
        size_t at = 0;
        while (at < found->count && found->key[at] != key)
            at++;
        if (turns == 1 || at < found->count || found->count == AFTER_MAX)
            continue;
        found->key[found->count++] = key;
        if (is_lost(&next, turns - 1)) {
            found->winners++;
            found->actions = actions + 1;
            snprintf(found->solution, LINE, "%s", now.start);
        }
    }
}

static bool is_good(const struct debacle *s, const struct kind *kind, struct found *found)
{
    found->sequences = 0;
    found->count = 0;
    found->winners = 0;
    wild = false;
    if (kind->turns > 1 && (is_won(s, kind->turns - 1) || wild))
        return false;
    look(s, kind->turns, "", 0, found);
    if (wild)
        return false;
    if (kind->turns > 1)
        return found->sequences == 0 && found->winners == 1;
    return found->sequences == 1 && found->actions >= kind->least && found->actions <= kind->most;
}

static void set(struct debacle *s, const char *position)
{
    struct game_settings settings;
    game_defaults(&debacle_game, &settings);
    if (!game_set(&debacle_game, &settings, span_of("setup"), span_of(position), TEXT_UNREAD) ||
        !debacle_game.start(s, &settings, TEXT_UNREAD))
        abort();
}

static void find(int days, uint64_t seed, int first)
{
    struct found *found = memory_new(1, sizeof *found);
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    for (int day = first; day < days; day++) {
        const struct kind *kind = &week[day % WEEK];
        char position[LINE];
        struct debacle s;
        struct rng rng;
        rng_seed(&rng, seed + (uint64_t)day);
        do {
            while (!make(&rng, kind, position))
                ;
            set(&s, position);
        } while (!is_good(&s, kind, found));
        if (!puzzles_prove(span_of(position), kind->turns, span_of(found->solution), &why)) {
            fprintf(stderr, "%s: %s\n", position, why.start);
            exit(1);
        }
        struct span rest = span_of(position), field[6];
        for (int i = 0; i < 6; i++)
            field[i] = span_cut(&rest, ' ');
        printf("%d %d %.*s %.*s %.*s: %s\n", kind->turns, kind->grade, (int)field[0].length,
               field[0].at, (int)field[4].length, field[4].at, (int)field[5].length, field[5].at,
               found->solution);
        fflush(stdout);
    }
    memory_free(found);
}

/* One line of the file. */
static bool prove_line(char *line, struct text *why)
{
    int turns, grade;
    char board[64], held[2][8], position[LINE];
    char *solution = strstr(line, ": ");
    line[strcspn(line, "\n")] = '\0';
    if (!solution ||
        sscanf(line, "%d %d %63s %7s %7[^:]", &turns, &grade, board, held[0], held[1]) != 5)
        return text_fail(why, "not understood");
    snprintf(position, sizeof position, "%s r 2 0/0 %s %s 0/0 - -", board, held[0], held[1]);
    return puzzles_prove(span_of(position), turns, span_of(solution + 2), why);
}

static int prove(int every, int first)
{
    char line[LINE];
    int number = 0, proved = 0;
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    for (; fgets(line, sizeof line, stdin); number++) {
        if (number % every != first % every)
            continue;
        if (!prove_line(line, &why)) {
            fprintf(stderr, "line %d: %s\n", number + 1, why.start);
            return 1;
        }
        proved++;
    }
    printf("%d of %d positions: exactly one winning turn\n", proved, number);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc >= 4 && strcmp(argv[1], "find") == 0) {
        find(atoi(argv[2]), strtoull(argv[3], NULL, 10), argc > 4 ? atoi(argv[4]) : 0);
        return 0;
    }
    if (argc >= 2 && strcmp(argv[1], "prove") == 0)
        return prove(argc > 2 ? atoi(argv[2]) : 1, argc > 3 ? atoi(argv[3]) : 0);
    fprintf(stderr, "puzzles find DAYS SEED [FIRST], or puzzles prove [EVERY [FIRST]]\n");
    return 2;
}
