/* Compares Débâcle's bitboards with a second, slow and plain generator, written only from the rules
 * page. Also tests position texts in both directions, keys, mirrored positions, perft and the turn
 * limits. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "games/debacle/rules.h"
#include "tests/helpers.h"

/* ---- the plain game ---- */

struct plain {
    int die[6][6]; /* by rank and file: 1 to 6 red, -1 to -6 black, 0 empty */
    int side;      /* 1 red, -1 black */
    int moves, done, bonus[2];
    int held[2][7]; /* by holder (0 red) and value */
    int open_rank, open_file, bounce, owed;
    int flip_rank, flip_file; /* -1: none */
    int wait_rank, wait_file; /* flip=always: the other side's */
    unsigned rules;           /* of enum debacle_rule */
    bool recovered, advanced; /* a die has been recovered this turn; the turn has had an advance */
    int made, recoveries[2];  /* moves of this turn that are no bounce; of a side in this round */
};

static int index_of(int side)
{
    return side == 1 ? 0 : 1;
}

static int captured_by(const struct plain *p, int side)
{
    int count = 0;
    for (int value = 1; value <= 6; value++)
        count += p->held[index_of(side)][value];
    return count;
}

static int home(int side)
{
    return side == 1 ? 0 : 5;
}

static bool all_alike(const struct plain *p)
{
    int value = 0;
    for (int r = 0; r < 6; r++) {
        for (int f = 0; f < 6; f++) {
            const int die = p->die[r][f] * p->side;
            if (die > 0 && value && die != value)
                return false;
            value = die > 0 ? die : value;
        }
    }
    return true;
}

static void add(struct lines *out, const char *format, ...)
{
    char line[32];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    lines_add(out, span_of(line));
}

static void plain_moves_of(const struct plain *p, int r, int f, struct lines *out)
{
    static const int ways[4][2] = {{1, 0}, {0, 1}, {0, -1}, {-1, 0}};
    const int value = p->die[r][f] * p->side, seat = index_of(p->side) + 1;
    for (int way = 0; way < 4; way++) {
        const int to_r = r + ways[way][0] * p->side, to_f = f + ways[way][1];
        if (to_r < 0 || to_r > 5 || to_f < 0 || to_f > 5)
            continue;
        const int there = p->die[to_r][to_f];
        const int enemy = -there * p->side;
        if (there == 0 && way < 3)
            add(out, "%d %c%d-%c%d", seat, 'a' + f, r + 1, 'a' + to_f, to_r + 1);
        if (enemy > 0 && enemy != value && (value > enemy || value == 1))
            add(out, "%d %c%dx%c%d", seat, 'a' + f, r + 1, 'a' + to_f, to_r + 1);
    }
    if (r != p->flip_rank || f != p->flip_file)
        add(out, "%d %c%d~", seat, 'a' + f, r + 1);
}

/* `1 a1-a2` and `1 a1xa2` name their ranks. */
static bool is_advance(const struct plain *p, const char *line)
{
    return line[4] == 'x' || (line[4] == '-' && (line[6] - line[3]) * p->side > 0);
}

/* The moves of the dice; returns whether the turn may end. */
static bool plain_moves(const struct plain *p, struct lines *out)
{
    struct lines all = {0};
    int advances = 0, paid = 0;
    for (int r = 0; r < 6; r++) {
        for (int f = 0; f < 6; f++) {
            const bool is_open = p->bounce && r == p->open_rank && f == p->open_file;
            const size_t before = all.count;
            if (p->die[r][f] * p->side <= 0 || !(is_open || (p->moves > 0 && !p->owed)))
                continue;
            plain_moves_of(p, r, f, &all);
            paid += is_open ? 0 : (int)(all.count - before);
        }
    }
    for (size_t i = 0; i < all.count; i++)
        advances += is_advance(p, all.line[i]);
    const bool duty = (p->rules & DEBACLE_TOURNAMENT) && !p->advanced && advances > 0;
    if (duty && p->moves == 1)
        paid = advances; /* no die may bounce: there has been no capture */
    for (size_t i = 0; i < all.count; i++) {
        if (!duty || p->moves != 1 || is_advance(p, all.line[i]))
            lines_add(out, span_of(all.line[i]));
    }
    lines_free(&all);
    return !p->owed && !duty && !((p->rules & DEBACLE_MUST) && p->made < 2 && paid > 0);
}

static void plain_legal(const struct plain *p, struct lines *out)
{
    const bool few = !(p->rules & DEBACLE_TOURNAMENT) || p->recoveries[index_of(p->side)] < 3;
    const int seat = index_of(p->side) + 1, row = home(p->side);
    for (int f = 0; f < 6; f++) {
        if (p->owed && p->die[row][f] == 0)
            add(out, "%d @%c%d", seat, 'a' + f, row + 1);
        if (!p->owed && p->done && captured_by(p, -p->side) && all_alike(p) &&
            p->die[row][f] == 0 && few && !((p->rules & DEBACLE_ONCE) && p->recovered))
            add(out, "%d +%c%d", seat, 'a' + f, row + 1);
    }
    if (plain_moves(p, out))
        add(out, "%d end", seat);
}

/* Plays a line; true if the round is over. */
static bool plain_play(struct plain *p, const char *line)
{
    const char *move = line + 2;
    if (strcmp(move, "end") == 0) {
        p->side = -p->side;
        p->moves = 2 + p->bonus[index_of(p->side)];
        p->bonus[index_of(p->side)] = 0;
        p->done = p->bounce = p->owed = 0;
        p->recovered = p->advanced = false;
        p->made = 0;
        const int rank = p->flip_rank, file = p->flip_file;
        p->flip_rank = p->wait_rank;
        p->flip_file = p->wait_file;
        p->wait_rank = p->rules & DEBACLE_ALWAYS ? rank : -1;
        p->wait_file = p->rules & DEBACLE_ALWAYS ? file : -1;
        p->open_rank = p->open_file = -1;
        return false;
    }
    p->done = 1;
    if (move[0] == '@' || move[0] == '+') {
        const int f = move[1] - 'a', r = move[2] - '1';
        if (move[0] == '@') {
            p->die[r][f] = p->die[p->open_rank][p->open_file];
            p->die[p->open_rank][p->open_file] = 0;
            if (p->flip_rank == p->open_rank && p->flip_file == p->open_file) {
                p->flip_rank = r;
                p->flip_file = f;
            }
            p->owed = 0;
            p->open_rank = p->bounce ? r : -1;
            p->open_file = p->bounce ? f : -1;
        } else {
            int value = 1;
            while (!p->held[index_of(-p->side)][value])
                value++;
            p->held[index_of(-p->side)][value]--;
            p->die[r][f] = value * p->side;
            p->bonus[index_of(-p->side)] += value <= 3 ? 1 : 2;
            p->recovered = true;
            p->recoveries[index_of(p->side)]++;
        }
        return false;
    }
    const int f = move[0] - 'a', r = move[1] - '1';
    const bool bounces = p->bounce && r == p->open_rank && f == p->open_file;
    const int value = p->die[r][f] * p->side;
    if (!bounces) {
        p->moves--;
        p->made++;
        p->owed = 0;
    }
    p->advanced = p->advanced || is_advance(p, line);
    p->bounce = 0;
    p->flip_rank = p->flip_file = -1;
    int at_r = r, at_f = f;
    if (move[2] == '~') {
        p->die[r][f] = (7 - value) * p->side;
        p->flip_rank = r;
        p->flip_file = f;
    } else {
        at_f = move[3] - 'a';
        at_r = move[4] - '1';
        p->die[r][f] = 0;
        if (move[2] == 'x') {
            const int enemy = -p->die[at_r][at_f] * p->side;
            p->held[index_of(p->side)][enemy]++;
            p->die[at_r][at_f] = enemy * p->side;
            p->bounce = 1;
            if (at_r == p->wait_rank && at_f == p->wait_file)
                p->wait_rank = p->wait_file = -1;
        } else {
            p->die[at_r][at_f] = (value % 6 + 1) * p->side;
        }
        if (at_r == home(-p->side))
            p->owed = 1;
    }
    p->open_rank = p->bounce || p->owed ? at_r : -1;
    p->open_file = p->bounce || p->owed ? at_f : -1;
    return captured_by(p, p->side) == 5;
}

static void add_place(int rank, int file, struct text *out)
{
    if (rank < 0)
        text_char(out, '-');
    else
        text_printf(out, "%c%d", 'a' + file, rank + 1);
}

static void plain_text(const struct plain *p, struct text *out)
{
    for (int r = 5; r >= 0; r--) {
        for (int f = 0; f < 6; f++) {
            const int die = p->die[r][f];
            text_char(out, die > 0 ? (char)('0' + die) : die < 0 ? (char)('A' - die - 1) : '.');
        }
        text_add(out, r ? "/" : "");
    }
    text_printf(
        out, " %c %d%s%s%s%s %d/%d", p->side == 1 ? 'r' : 'b', p->moves,
        p->done && p->moves >= 2 ? "*" : "", (p->rules & DEBACLE_ONCE) && p->recovered ? "+" : "",
        (p->rules & DEBACLE_TOURNAMENT) && p->advanced ? "a" : "",
        (p->rules & DEBACLE_MUST) && p->made >= 2 && p->moves ? "m" : "", p->bonus[0], p->bonus[1]);
    for (int holder = 0; holder < 2; holder++) {
        text_char(out, ' ');
        if (captured_by(p, holder ? -1 : 1) == 0)
            text_char(out, '-');
        for (int value = 1; value <= 6; value++) {
            for (int i = 0; i < p->held[holder][value]; i++)
                text_char(out, (char)((holder ? '0' : 'A' - 1) + value));
        }
    }
    text_add(out, " 0/0 ");
    if (p->open_rank < 0)
        text_char(out, '-');
    else
        text_printf(out, "%s%c%d%s", p->bounce ? "" : "!", 'a' + p->open_file, p->open_rank + 1,
                    p->bounce && p->owed ? "!" : "");
    text_char(out, ' ');
    if ((p->rules & DEBACLE_ALWAYS) && p->side < 0) {
        add_place(p->wait_rank, p->wait_file, out);
        text_char(out, '/');
    }
    add_place(p->flip_rank, p->flip_file, out);
    if ((p->rules & DEBACLE_ALWAYS) && p->side > 0) {
        text_char(out, '/');
        add_place(p->wait_rank, p->wait_file, out);
    }
    if (p->rules & DEBACLE_TOURNAMENT)
        text_printf(out, " %d/%d", p->recoveries[0], p->recoveries[1]);
}

static struct plain plain_start(unsigned rules)
{
    struct plain p = {.side = 1,
                      .moves = rules & DEBACLE_TOURNAMENT ? 1 : 2,
                      .open_rank = -1,
                      .open_file = -1,
                      .flip_rank = -1,
                      .flip_file = -1,
                      .wait_rank = -1,
                      .wait_file = -1,
                      .rules = rules};
    for (int i = 0; i < 6; i++) {
        p.die[0][i] = i + 1;
        p.die[5][5 - i] = -(i + 1);
    }
    return p;
}

static struct plain plain_from(const struct debacle *s)
{
    struct plain p = plain_start(s->rules);
    memset(p.die, 0, sizeof p.die);
    for (unsigned square = 0; square < DEBACLE_SQUARES; square++)
        p.die[square / 6][square % 6] =
            (int)debacle_die(s, 0, square) - (int)debacle_die(s, 1, square);
    p.side = s->side ? -1 : 1;
    p.moves = s->moves;
    p.done = s->done;
    p.bounce = s->bounce;
    p.owed = s->owed;
    p.recovered = s->recovered;
    p.advanced = s->advanced;
    p.made = 2 - s->due;
    for (int side = 0; side < 2; side++) {
        p.bonus[side] = s->bonus[side];
        p.recoveries[side] = s->recoveries[side];
        for (int value = 1; value <= 6; value++)
            p.held[side][value] = s->held[side][value - 1];
    }
    if (s->open != DEBACLE_NONE) {
        p.open_rank = s->open / 6;
        p.open_file = s->open % 6;
    }
    if (s->flipped != DEBACLE_NONE) {
        p.flip_rank = s->flipped / 6;
        p.flip_file = s->flipped % 6;
    }
    return p;
}

static uint64_t plain_perft(const struct plain *p, int depth)
{
    struct lines legal = {0};
    uint64_t sum = 0;
    if (depth == 0)
        return 1;
    plain_legal(p, &legal);
    for (size_t i = 0; i < legal.count; i++) {
        struct plain next = *p;
        sum += plain_play(&next, legal.line[i]) ? 1 : plain_perft(&next, depth - 1);
    }
    lines_free(&legal);
    return sum;
}

/* ---- comparison ---- */

static void start(struct debacle *s, const char *setup, unsigned rules)
{
    static const char *const option[][2] = {
        {"recover", "once"}, {"flip", "always"}, {"moves", "must"}, {"form", "tournament"}};
    struct game_settings settings;
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    game_defaults(&debacle_game, &settings);
    for (int i = 0; i < 4; i++) {
        if (rules >> i & 1)
            assert_true(game_set(&debacle_game, &settings, span_of(option[i][0]),
                                 span_of(option[i][1]), &reason));
    }
    assert_true(game_set(&debacle_game, &settings, span_of("setup"),
                         span_of(setup ? setup : "standard"), &reason));
    if (!debacle_game.start(s, &settings, &reason))
        fail_msg("%s: %s", setup, why);
}

static void position_of(const struct debacle *s, char text[GAME_LINE_MAX])
{
    struct text out = text_on(text, GAME_LINE_MAX);
    assert_true(debacle_position(s, &out));
}

static void same_legal(const struct debacle *s, const struct plain *p, struct lines *plain)
{
    game_action list[GAME_ACTIONS_MAX];
    struct lines fast = {0};
    const size_t count = debacle_list(s, list);
    assert_true(count <= 64);
    for (size_t i = 0; i < count; i++) {
        char line[GAME_LINE_MAX];
        struct text out = text_on(line, sizeof line);
        debacle_write(s, list[i], NULL, GAME_OPEN, &out);
        lines_add(&fast, span_of(line));
    }
    plain_legal(p, plain);
    lines_sort(&fast);
    lines_sort(plain);
    assert_int_equal(fast.count, plain->count);
    for (size_t i = 0; i < fast.count; i++)
        assert_string_equal(fast.line[i], plain->line[i]);
    assert_int_equal(debacle_perft(s, 1), count);
    lines_free(&fast);
}

/* The same position from the other side: colours swapped, the board rotated. */
static void mirror(const struct debacle *s, struct debacle *out)
{
    *out = *s;
    memset(out->dice, 0, sizeof out->dice);
    out->hash = 0;
    for (int side = 0; side < 2; side++) {
        for (unsigned square = 0; square < DEBACLE_SQUARES; square++) {
            const unsigned value = debacle_die(s, side, square);
            if (value)
                debacle_put(out, !side, value, DEBACLE_SQUARES - 1 - square);
        }
        memcpy(out->held[side], s->held[!side], DEBACLE_VALUES);
        out->captures[side] = s->captures[!side];
        out->bonus[side] = s->bonus[!side];
        out->score[side] = s->score[!side];
    }
    out->side = !s->side;
    out->open = s->open == DEBACLE_NONE ? DEBACLE_NONE : (uint8_t)(35 - s->open);
    out->flipped = s->flipped == DEBACLE_NONE ? DEBACLE_NONE : (uint8_t)(35 - s->flipped);
    out->waiting = s->waiting == DEBACLE_NONE ? DEBACLE_NONE : (uint8_t)(35 - s->waiting);
    out->recoveries[0] = s->recoveries[1];
    out->recoveries[1] = s->recoveries[0];
}

/* Reading a position's text gives the same position and key. The mirrored position has the same
 * tree. */
static void check_position(const struct debacle *s)
{
    struct debacle again, turned;
    char text[GAME_LINE_MAX], text_again[GAME_LINE_MAX];
    position_of(s, text);
    start(&again, text, s->rules);
    position_of(&again, text_again);
    assert_string_equal(text, text_again);
    if (!(s->rules & DEBACLE_TOURNAMENT) || s->done || s->moves > 1) /* see read_moves() */
        assert_int_equal(debacle_key(s), debacle_key(&again));
    for (unsigned rule = 1; rule < 16; rule *= 2) { /* another tree needs another key */
        again = *s;
        again.rules ^= (uint8_t)rule;
        assert_int_not_equal(debacle_key(s), debacle_key(&again));
    }
    mirror(s, &turned);
    assert_int_equal(debacle_perft(s, 2), debacle_perft(&turned, 2));
    assert_int_not_equal(debacle_key(s), debacle_key(&turned));
}

/* Plays random rounds with many captures in both generators: all lists and positions must be equal.
 * */
static void compare_generators(unsigned rules, int repeats)
{
    struct rng rng;
    uint64_t nodes = 0, owed = 0, recoveries = 0, bounces = 0, rounds = 0, used = 0;
    const bool usual = rules <= DEBACLE_ONCE;
    rng_seed(&rng, 1);
    for (int round = 0; round < test_repeats(repeats); round++) {
        struct debacle s;
        struct plain p = plain_start(rules);
        start(&s, NULL, rules);
        for (int step = 0; step < 400; step++) {
            struct lines legal = {0};
            char fast[GAME_LINE_MAX], slow[GAME_LINE_MAX], why[TEXT_WHY];
            struct text out = text_on(slow, sizeof slow), reason = text_on(why, sizeof why);
            game_action action;
            same_legal(&s, &p, &legal);
            position_of(&s, fast);
            plain_text(&p, &out);
            assert_string_equal(fast, slow);
            if (step % 8 == 0)
                check_position(&s);
            nodes++;
            owed += s.owed;
            bounces += s.bounce;
            used += s.recovered;
            /* Prefers captures, returns and recoveries, which random play would make too rarely. */
            const char *line = legal.line[rng_below(&rng, (uint32_t)legal.count)];
            for (size_t i = 0; i < legal.count && rng_below(&rng, 2); i++) {
                if (strpbrk(legal.line[i], "x+"))
                    line = legal.line[i];
            }
            recoveries += strchr(line, '+') != NULL;
            assert_true(game_read_line(&debacle_game, &s, span_of(line), &action, NULL, &reason));
            const bool over = debacle_make(&s, action);
            assert_int_equal(plain_play(&p, line), over);
            lines_free(&legal);
            rounds += over;
            if (over)
                break;
        }
    }
    print_message("%llu positions, %llu rounds to the end, %llu bounces, %llu returns owed, %llu "
                  "recoveries, %llu positions after the one recovery of a turn\n",
                  (unsigned long long)nodes, (unsigned long long)rounds,
                  (unsigned long long)bounces, (unsigned long long)owed,
                  (unsigned long long)recoveries, (unsigned long long)used);
    assert_true(recoveries > 20 && owed > (usual ? 100u : 20u) &&
                rounds > (uint64_t)test_count(usual ? 20 : 5, 20) &&
                (used > (usual ? 20u : 0)) == ((rules & DEBACLE_ONCE) != 0));
}

static void two_generators_agree(void **unused)
{
    (void)unused;
    compare_generators(0, 60);
    compare_generators(DEBACLE_ONCE, 60);
    compare_generators(DEBACLE_ALWAYS, 20);
    compare_generators(DEBACLE_MUST, 20);
    compare_generators(DEBACLE_TOURNAMENT, 40);
    compare_generators(DEBACLE_ONCE | DEBACLE_ALWAYS | DEBACLE_DUTIES, 40);
}

/* Known counts on which both generators agree. */
static void perft_counts_stay(void **unused)
{
    (void)unused;
    static const uint64_t counts[] = {1, 13, 183, 497, 4767, 40849, 204099, 1782619, 13471530};
    struct debacle s;
    static const uint64_t tournament[] = {1, 6, 6, 72, 804, 1320, 17560, 132270, 311159};
    struct plain p = plain_start(0);
    start(&s, NULL, 0);
    for (int depth = 0; depth <= 8; depth++)
        assert_int_equal(debacle_perft(&s, depth), counts[depth]);
    for (int depth = 0; depth <= 5; depth++)
        assert_int_equal(plain_perft(&p, depth), counts[depth]);
    p = plain_start(DEBACLE_TOURNAMENT);
    start(&s, NULL, DEBACLE_TOURNAMENT);
    for (int depth = 0; depth <= 8; depth++)
        assert_int_equal(debacle_perft(&s, depth), tournament[depth]);
    for (int depth = 0; depth <= 6; depth++)
        assert_int_equal(plain_perft(&p, depth), tournament[depth]);
    static const struct {
        const char *position;
        uint64_t count, once; /* to depth 5, with recover=any and recover=once */
    } others[] = {
        {".DE..F/.C6..B/....../....../....../12345. r 2 0/0 A - 0/0 - -", 56861, 56861},
        {"..B..C/....../....../....../4...../.4.3.. r 2 0/0 DEFF 445 0/0 - -", 21837, 18445},
        {"....../..C.../.4BA../.F2D../..65.E/1....3 b 3* 0/1 - - 12/7 - -", 199011, 199011},
        {".4...F/.C...B/....../....../....../12345. r 1 0/0 ADE - 0/0 b6! -", 2773, 2773},
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        for (int once = 0; once < 2; once++) {
            start(&s, others[i].position, once ? DEBACLE_ONCE : 0);
            const struct plain other = plain_from(&s);
            assert_int_equal(debacle_perft(&s, 5), plain_perft(&other, 5));
            const uint64_t wanted = once ? others[i].once : others[i].count;
            if (debacle_perft(&s, 5) != wanted)
                fail_msg("%s: %llu", others[i].position, (unsigned long long)debacle_perft(&s, 5));
        }
    }
}

static void impossible_positions_are_refused(void **unused)
{
    (void)unused;
    static const struct {
        const char *position, *words;
    } wrong[] = {
        {"FEDCBA/....../....../....../....../123456", "nine fields"},
        {"FEDCBA/....../....../....../....../123456 r 2 0/0 - - 0/0 - - -", "nine fields"},
        {"FEDCBA/....../....../....../....../123456  r 2 0/0 - - 0/0 -", "r or b"},
        {"FEDCBA/....../....../....../123456 r 2 0/0 - - 0/0 - -", "six ranks"},
        {"FEDCBA/......./...../....../....../123456 r 2 0/0 - - 0/0 - -", "six ranks"},
        {"FEDCBA/....../....../....../....../12345 r 2 0/0 - - 0/0 - -", "six ranks"},
        {"FEDCBA/....../...x../....../....../123456 r 2 0/0 - - 0/0 - -", "a square is"},
        {"FEDCBG/....../....../....../....../123456 r 2 0/0 - - 0/0 - -", "a square is"},
        {"FEDCBA/....../....../....../....../123456 w 2 0/0 - - 0/0 - -", "r or b"},
        {"FEDCBA/....../....../....../....../123456 - 2 0/0 - - 0/0 - -", "r or b"},
        {"FEDCBA/....../....../....../....../123456 r x 0/0 - - 0/0 - -", "moves left"},
        {"FEDCBA/....../....../....../....../123456 r 1* 0/0 - - 0/0 - -", "moves left"},
        {"FEDCBA/....../....../....../....../123456 r 1+* 0/0 - - 0/0 - -", "moves left"},
        {"FEDCBA/....../....../....../....../123456 r 1+ 0/0 - - 0/0 - -", "recover=once"},
        {"FEDCBA/....../....../....../....../123456 r 2 0 - - 0/0 - -", "bonus"},
        {"FEDCBA/....../....../....../....../123456 r 2 0/0 a - 0/0 - -", "captures are A-F"},
        {"FEDC.A/....../....../....../....../123456 r 2 0/0 BA - 0/0 - -", "captures are A-F"},
        {"FEDCBA/....../....../....../....../123456 r 2 0/0 - - 0/x - -", "scores"},
        {"FEDCBA/....../....../....../....../123456 r 2 0/0 - - 0/0 a2 -", "open die"},
        {"FEDCBA/....../....../....../....../123456 r 2 0/0 - - 0/0 a6 -", "open die"},
        {"FEDCBA/....../....../....../....../123456 r 2 0/0 - - 0/0 - a6", "flipped die"},
        {"FEDCBA/....../....../....../....../12345. r 2 0/0 - - 0/0 - -", "red must have 6 dice"},
        {"FEDCBA/....../....../....../..A.../123456 r 2 0/0 - - 0/0 - -", "black must have 6 dice"},
        {"F...../....../....../....../....../123456 r 2 0/0 ABCDE - 0/0 - -", "5 captures"},
        {"FEDCBA/....../....../....../6...../12345. r 2 0/0 - - 30/0 - -",
         "the game is already over"},
        {"FEDC.A/....../....../....../....../12345B r 2 0/0 - 6 0/0 - -", "must owe a return"},
        {"FEDCB1/....../....../....../....../.23456 r 2 0/0 A - 0/0 f6 -", "must owe a return"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct game_settings settings;
        struct debacle s;
        char why[TEXT_WHY];
        struct text reason = text_on(why, sizeof why);
        game_defaults(&debacle_game, &settings);
        assert_true(game_set(&debacle_game, &settings, span_of("setup"), span_of(wrong[i].position),
                             &reason));
        if (debacle_game.start(&s, &settings, &reason) || !strstr(why, wrong[i].words))
            fail_msg("'%s' is said of %s", why, wrong[i].position);
    }
    /* A die in the enemy's camp that must return is valid. */
    struct debacle s;
    start(&s, "FEDCB1/....../....../....../....../.23456 r 1 0/0 A - 0/0 f6! -", 0);
    start(&s, "FEDCB1/....../....../....../....../.23456 r 1 0/0 A - 0/0 !f6 -", 0);
}

/* A `+` means that the turn's recovery has been used. It needs recover=once and at least one
 * action. The position differs from the one that may still recover. */
static void a_used_recovery_is_in_the_position(void **unused)
{
    (void)unused;
    struct game_settings settings;
    struct debacle used, free;
    char why[TEXT_WHY], text[GAME_LINE_MAX];
    struct text reason = text_on(why, sizeof why);
    static const char *const positions[] = {
        "..B..C/....../....../....../4..4../44.... r 1+ 0/2 DEFF 45 0/0 - -",
        "..B..C/....../....../....../4..4../44.... r 2*+ 0/2 DEFF 45 0/0 - -",
    };
    for (int i = 0; i < 2; i++) {
        start(&used, positions[i], DEBACLE_ONCE);
        position_of(&used, text);
        assert_string_equal(text, positions[i]);
        free = used;
        free.recovered = 0;
        assert_int_not_equal(debacle_key(&used), debacle_key(&free));
        assert_int_equal(debacle_perft(&free, 1), debacle_perft(&used, 1) + 4);
    }
    game_defaults(&debacle_game, &settings);
    assert_true(game_set(&debacle_game, &settings, span_of("recover"), span_of("once"), &reason));
    assert_true(game_set(
        &debacle_game, &settings, span_of("setup"),
        span_of("..B..C/....../....../....../4..4../44.... r 2+ 0/2 DEFF 45 0/0 - -"), &reason));
    assert_false(debacle_game.start(&used, &settings, &reason));
    assert_non_null(strstr(why, "after a move"));
}

/* A round of quiet turns ends after 200 turns, and one with captures after 1000. Without the trail,
 * repetition does not end it first. */
static void turn_limits_end_rounds(void **unused)
{
    (void)unused;
    struct debacle s;
    const game_action end = debacle_action(DEBACLE_END, 0, 0, 0, 0);
    start(&s, NULL, 0);
    for (int i = 1; i < 200; i++) {
        debacle_game.apply(&s, end, NULL);
        assert_int_equal(s.rounds, 0);
    }
    debacle_game.apply(&s, end, NULL);
    assert_int_equal(s.rounds, 1);
    assert_int_equal(s.side, DEBACLE_BLACK);
    for (int i = 1; i < 1000; i++) {
        s.lively = 1;
        debacle_game.apply(&s, end, NULL);
        assert_int_equal(s.rounds, 1);
    }
    s.lively = 1;
    debacle_game.apply(&s, end, NULL);
    assert_int_equal(s.rounds, 2);
    /* Fifty rounds without a winner are a draw. */
    while (debacle_game.mover(&s) != GAME_OVER)
        debacle_game.apply(&s, end, NULL);
    uint8_t share[2];
    debacle_game.result(&s, share);
    assert_int_equal(s.rounds, 50);
    assert_int_equal(share[0], GAME_WHOLE / 2);
    assert_int_equal(share[1], GAME_WHOLE / 2);
}

int main(void)
{
    assert_true(debacle_game.state_size <= 192);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_generators_agree),
        cmocka_unit_test(perft_counts_stay),
        cmocka_unit_test(impossible_positions_are_refused),
        cmocka_unit_test(a_used_recovery_is_in_the_position),
        cmocka_unit_test(turn_limits_end_rounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
