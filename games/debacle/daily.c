/* The challenge of the day: positions in which exactly one turn of red forces its fifth capture.
 * games/debacle/tools/puzzles.c found them, and proves them again. A line of the list is `TURNS
 * GRADE BOARD HELD-BY-RED HELD-BY-BLACK: ACTIONS`, with the actions of that turn. */
#include "match/daily.h"

#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "embedded/debacle_daily.h"
#include "games/debacle/bot_force.h"

enum { FIFTH = DEBACLE_CAPTURES, ACTIONS_MAX = 32 };

static const long nodes_max = 2000000; /* far more than any position of the list needs */

static struct span whole(void)
{
    return (struct span){(const char *)debacle_daily, sizeof debacle_daily};
}

static unsigned count(void)
{
    unsigned lines = 0;
    for (size_t i = 0; i < sizeof debacle_daily; i++)
        lines += debacle_daily[i] == '\n';
    return lines; /* in a browser the list has only zeros until it is loaded */
}

static struct span line_at(unsigned number)
{
    struct span rest = whole(), line = span_cut(&rest, '\n');
    while (number-- > 0)
        line = span_cut(&rest, '\n');
    return line;
}

/* ---- the list ---- */

struct puzzle {
    uint64_t turns, grade;
    struct debacle start;
    struct span solution; /* actions with spaces between them */
};

static void read_puzzle(unsigned number, struct puzzle *out)
{
    char position[GAME_VALUE_MAX];
    struct text text = text_on(position, sizeof position);
    struct span rest = line_at(number), head = span_cut(&rest, ':'), field[5];
    struct game_settings settings;
    for (int i = 0; i < 5; i++)
        field[i] = span_cut(&head, ' ');
    text_printf(&text, "%.*s r 2 0/0 %.*s %.*s 0/0 - -", (int)field[2].length, field[2].at,
                (int)field[3].length, field[3].at, (int)field[4].length, field[4].at);
    game_defaults(&debacle_game, &settings);
    out->solution = (struct span){rest.at + 1, rest.length - 1};
    if (!span_number(field[0], 1, 9, &out->turns) || !span_number(field[1], 1, 9, &out->grade) ||
        !game_set(&debacle_game, &settings, span_of("setup"), span_of(position), TEXT_UNREAD) ||
        !debacle_game.start(&out->start, &settings, TEXT_UNREAD))
        abort(); /* a test reads them all */
}

static bool read_action(const struct debacle *s, struct span words, game_action *action,
                        struct text *why)
{
    game_action list[GAME_ACTIONS_MAX];
    if (!debacle_read(s, s->side + 1, words, action, NULL, why))
        return false;
    for (size_t i = debacle_list(s, list); i-- > 0;) {
        if (list[i] == *action)
            return true;
    }
    return text_fail(why, tr("this move is not possible now"));
}

static void log_action(const struct debacle *s, game_action action, struct lines *log)
{
    struct text line = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    debacle_write(s, action, NULL, GAME_OPEN, &line);
    lines_add(log, span_of(line.start));
}

/* ---- black's answer ---- */

/* The sequence of actions that is the hardest to answer: if possible, red cannot win at once after
 * it; and among those that are equal, red has the fewest winning sequences. */
struct reply {
    game_action action[ACTIONS_MAX], best[ACTIONS_MAX];
    int length;
    long score;
};

static long count_wins(const struct debacle *s)
{
    game_action list[GAME_ACTIONS_MAX];
    const size_t listed = debacle_list(s, list);
    long wins = 0;
    for (size_t i = 0; i < listed; i++) {
        struct debacle next = *s;
        if (debacle_kind_of(list[i]) == DEBACLE_END)
            continue;
        wins += debacle_make(&next, list[i]) ? 1 : count_wins(&next);
    }
    return wins;
}

static void find_reply(const struct debacle *s, int depth, int turns, struct reply *reply)
{
    game_action list[GAME_ACTIONS_MAX];
    const size_t listed = debacle_list(s, list);
    for (size_t i = 0; i < listed && depth < ACTIONS_MAX; i++) {
        struct debacle next = *s;
        reply->action[depth] = list[i];
        if (debacle_make(&next, list[i]))
            continue; /* red's turn was right: black has no fifth capture */
        if (next.side == s->side) {
            find_reply(&next, depth + 1, turns, reply);
            continue;
        }
        long budget = nodes_max;
        const bool longer = turns > 1 && !debacle_can_force(&next, DEBACLE_RED, 1, &budget);
        const long score = longer ? 0 : 1 + count_wins(&next);
        if (reply->length && score >= reply->score)
            continue;
        reply->score = score;
        reply->length = depth + 1;
        memcpy(reply->best, reply->action, sizeof reply->best);
    }
}

static void answer_black(struct debacle *s, int turns, struct daily_turns *out)
{
    struct reply reply = {0};
    find_reply(s, 0, turns, &reply);
    for (int i = 0; i < reply.length; i++) {
        log_action(s, reply.best[i], &out->log);
        debacle_make(s, reply.best[i]);
    }
}

/* ---- red's turn ---- */

/* Whether red's turn keeps the win: the first is the solution's; later ones are searched. */
static bool is_right(const struct puzzle *puzzle, const struct debacle *after, int left, bool first)
{
    struct debacle solved = puzzle->start;
    struct span rest = puzzle->solution;
    long budget = nodes_max;
    if (!first)
        return !debacle_can_escape(after, DEBACLE_RED, left, &budget) && budget >= 0;
    while (rest.length) {
        game_action action;
        if (!read_action(&solved, span_cut(&rest, ' '), &action, TEXT_UNREAD))
            abort(); /* a test reads them all */
        debacle_make(&solved, action);
    }
    return debacle_key(&solved) == debacle_key(after);
}

static bool turns(unsigned number, const struct lines *said, struct daily_turns *out,
                  struct text *why)
{
    struct puzzle puzzle;
    read_puzzle(number, &puzzle);
    struct debacle s = puzzle.start;
    *out = (struct daily_turns){.turns = (int)puzzle.turns, .grade = (int)puzzle.grade};
    for (size_t i = 0; i < said->count; i++) {
        game_action action;
        if (out->status != DAILY_OPEN)
            return text_fail(why, tr("this challenge is over"));
        if (!read_action(&s, span_of(said->line[i]), &action, why))
            return false;
        log_action(&s, action, &out->log);
        if (debacle_make(&s, action)) {
            out->status = DAILY_WON;
        } else if (s.side != DEBACLE_RED) {
            const int left = out->turns - ++out->used;
            if (left == 0 || !is_right(&puzzle, &s, left, out->used == 1))
                out->status = DAILY_LOST;
            else
                answer_black(&s, left, out);
        }
    }
    memcpy(&out->state, &s, sizeof s);
    for (struct span rest = puzzle.solution; rest.length;)
        lines_add(&out->solution, span_cut(&rest, ' '));
    return true;
}

const struct daily debacle_challenge = {
    .game = &debacle_game,
    .kind = DAILY_TURNS,
    .count = count,
    .task = mark("Take your fifth die in this turn. Exactly one turn does it."),
    .task_more = mark("Take your fifth die, whatever black does. Turns: %d. Exactly one first turn "
                      "does it."),
    .turns = turns};
