/* Simulated people against the bots of every level: how often they win, and when bots speak if a
 * person does not. docs/design/themots-people.md states what is promised. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "games/themots/bot.h"
#include "games/themots/rules.h"
#include "match/driver.h"
#include "sim/sim.h"
#include "table/table.h"
#include "tests/helpers.h"

enum { LEVELS = 5, PEOPLE = 4, TABLES = 4 };
enum { NOVICE, EASY, NORMAL, HARD, MAX };
enum { SLOW, NEWCOMER, AVERAGE, QUICK };

static const char *const levels[LEVELS] = {"novice", "easy", "normal", "hard", "max"};
static const int tables[TABLES] = {2, 3, 4, 6}; /* numbers of players */

/* ---- people ---- */

enum { RECALL = 60 }; /* percentage of common words that a person thinks of at all */

/* A slow player: one finger on a phone. */
static const struct themots_player slow = {.level = WORDS_PLAIN,
                                           .spread = 4.5,
                                           .read = 6000,
                                           .search = 4000,
                                           .interval = 13000,
                                           .key = 420,
                                           .send = 1500,
                                           .hold = 500,
                                           .race = 200,
                                           .give_up = 60000};

/* A newcomer: the first game, in the middle of the 15 to 25 s that people need. */
static const struct themots_player newcomer = {.level = WORDS_PLAIN,
                                               .spread = 4.5,
                                               .read = 4500,
                                               .search = 3600,
                                               .interval = 10300,
                                               .key = 370,
                                               .send = 1300,
                                               .hold = 500,
                                               .race = 200,
                                               .give_up = 60000};

/* An average player: two thumbs on a phone. */
static const struct themots_player average = {.level = WORDS_PLAIN,
                                              .plurals = WORDS_EASY,
                                              .spread = 4.5,
                                              .read = 3500,
                                              .search = 3300,
                                              .interval = 8400,
                                              .key = 332,
                                              .send = 1200,
                                              .hold = 1000,
                                              .race = 700,
                                              .give_up = 60000};

/* A quick player: a keyboard, and some practice. */
static const struct themots_player quick = {.level = WORDS_PLAIN,
                                            .plurals = WORDS_EASY,
                                            .spread = 4.5,
                                            .read = 2400,
                                            .search = 2200,
                                            .interval = 4700,
                                            .key = 231,
                                            .send = 800,
                                            .hold = 1000,
                                            .race = 700,
                                            .give_up = 60000,
                                            .tokens = true};

/* The promises for each person. Wins are percentages of whole games, by the number of players and
 * the level; draws count for their share. */
static const struct {
    const char *name;
    const struct themots_player *player;
    double seconds; /* for a typical word */
    double wins[TABLES][LEVELS];
} people[PEOPLE] = {
    {"slow",
     &slow,
     25,
     {{63, 44, 35, 16, 0}, {58, 25, 10, 0, 0}, {47, 17, 7, 0, 0}, {41, 12, 3, 0, 0}}},
    {"newcomer",
     &newcomer,
     21,
     {{73, 57, 48, 22, 0}, {80, 53, 33, 1, 0}, {68, 40, 23, 1, 0}, {66, 36, 17, 0, 0}}},
    {"average",
     &average,
     18,
     {{82, 68, 59, 30, 0}, {90, 76, 58, 5, 0}, {82, 61, 44, 4, 0}, {82, 60, 39, 1, 0}}},
    {"quick",
     &quick,
     12,
     {{92, 85, 79, 54, 0}, {99, 98, 95, 56, 0}, {96, 91, 86, 45, 0}, {97, 94, 88, 36, 0}}},
};

static struct agent_plan make_plan(struct bot *bot, const struct agent_turn *turn, struct rng *rng)
{
    (void)rng;
    return themots_plan(people[bot->value[0]].player, RECALL, turn);
}

static const struct agent_option options[] = {
    {.name = "index", .about = "of the person", .max = PEOPLE - 1},
    {.name = NULL},
};

static const struct agent person = {
    .name = "person", .game = &themots_game, .options = options, .plan = make_plan};

/* Opens a simulated person by name, or any other bot. */
static bool open_person(void *unused, struct bot *bot, const struct game *game,
                        const struct game_settings *settings, struct span spec, struct text *why)
{
    (void)unused;
    for (int i = 0; i < PEOPLE; i++) {
        if (span_is(spec, people[i].name)) {
            const bool good = bot_open_as(bot, &person, (struct span){NULL, 0}, why);
            bot->value[0] = i;
            return good;
        }
    }
    return bot_open(bot, game, spec, why) && bot_ready(bot, settings, why);
}

static const struct agent_opener opener = {.open = open_person};

/* ---- games ---- */

/* The share of games that one agent wins against others of one kind, over all seats. */
static double share_of(const char *name, const char *others, int players, int games)
{
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    double sum = 0;
    for (int seat = 0; seat < players; seat++) {
        struct sim_job job = {.game = &themots_game,
                              .opener = &opener,
                              .games = (uint64_t)(games / players),
                              .seed = 11 + (uint64_t)seat,
                              .threads = 1};
        struct sim_result result;
        game_defaults(&themots_game, &job.settings);
        job.settings.players = players;
        job.settings.bots = ((1u << players) - 1) & ~(1u << seat);
        for (int i = 0; i < players; i++)
            job.agent[i] = span_of(i == seat ? name : others);
        if (!sim_run(&job, &result, &reason))
            fail_msg("%s", why);
        sum += sim_mean(&result.counts, seat);
    }
    return sum / players;
}

/* Times of many rounds, in milliseconds. */
enum { TIMES_MAX = 60000 };
struct times {
    uint32_t at[TIMES_MAX];
    size_t count;
};

static void add_time(struct times *times, uint32_t at)
{
    assert_true(times->count < TIMES_MAX);
    times->at[times->count++] = at;
}

static int by_time(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* The percentile of the times, in seconds. Sorts them. */
static double percentile(struct times *times, unsigned percent)
{
    assert_true(times->count > 0);
    qsort(times->at, times->count, sizeof times->at[0], by_time);
    return times->at[(times->count - 1) * percent / 100] / 1000.0;
}

/* For each round: when the first bot spoke (the end of the time if none did), the same for black
 * rounds only, and when the round ended. */
struct rounds {
    struct times first, black, end;
};

static void play_round(struct driver *driver, struct match *match, struct rng *rng,
                       struct rounds *rounds)
{
    const struct themots *s = (const struct themots *)&match->state;
    const unsigned round = s->round;
    uint32_t first = 0;
    while (match_mover(match) == GAME_CHANCE)
        match_do_action(match, driver_roll(driver, &match->state, rng));
    const bool black = s->colour == THEMOTS_BLACK;
    while (match_mover(match) == GAME_ANYONE && s->round == round) {
        match_do_action(match, driver_race(driver, &match->state, &match->history, rng).action);
        if (s->phase == THEMOTS_JUDGE) {
            first = first ? first : driver->elapsed;
            match_draw(match, rng);
        }
    }
    first = first ? first : 1000u * s->seconds;
    add_time(&rounds->first, first);
    if (black)
        add_time(&rounds->black, first);
    add_time(&rounds->end, driver->elapsed);
}

/* Plays games of bots of one level with a person in seat 1 who never speaks. */
static void hands_off(const char *level, int players, int games, struct rounds *rounds)
{
    struct rng rng;
    rng_seed(&rng, 3);
    memset(rounds, 0, sizeof *rounds);
    for (int game = 0; game < games; game++) {
        char head[512], why[TEXT_WHY];
        struct text reason = text_on(why, sizeof why), text = text_on(head, sizeof head);
        size_t line;
        text_printf(&text, "cornet 1\ngame themots\nplayers %d\noption card=%d\nseat 1 Anne\n",
                    players, 1 + game % WORDS_CARDS);
        for (int seat = 2; seat <= players; seat++)
            text_printf(&text, "seat %d bot:%s\n", seat, level);
        text_printf(&text, "---\n");
        struct match *match = match_read(span_of(head), &line, &reason);
        struct driver driver;
        assert_non_null(match);
        driver_init(&driver, match->game, players);
        assert_true(driver_open(&driver, match, &reason));
        while (match_mover(match) != GAME_OVER)
            play_round(&driver, match, &rng, rounds);
        driver_close(&driver);
        match_free(match);
    }
}

/* The median time in seconds that a player needs for a word in a colour round if nobody else
 * speaks. */
static double typical(const char *name)
{
    static struct times times;
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct game_settings settings;
    struct bot bot;
    struct rng rng;
    rng_seed(&rng, 8);
    times.count = 0;
    game_defaults(&themots_game, &settings);
    settings.players = 3;
    assert_true(agent_make(&opener, &bot, &themots_game, &settings, span_of(name), &reason));
    for (int i = 0; i < 6000; i++) {
        game_action actions[GAME_ACTIONS_MAX];
        struct game_history history = {0};
        struct themots s;
        assert_true(themots_game.start(&s, &settings, &reason));
        s.card = (uint8_t)(i % WORDS_CARDS);
        while (themots_game.mover(&s) == GAME_CHANCE)
            themots_game.apply(&s, themots_game.sample(&s, &rng), &history);
        struct agent_turn turn = {.game = &themots_game,
                                  .view = &s,
                                  .seat = 1 + i % 3,
                                  .actions = actions,
                                  .count = themots_game.actions(&s, 1 + i % 3, actions),
                                  .history = &history,
                                  .race = true,
                                  .noise_seed = rng_next(&rng)};
        const struct agent_plan plan = bot_plan(&bot, &turn, &rng);
        if (s.colour != THEMOTS_BLACK && themots_kind(plan.action) == THEMOTS_SAY)
            add_time(&times, plan.at);
    }
    bot_close(&bot);
    return percentile(&times, 50);
}

/* ---- tests ---- */

static void people_take_their_time(void **unused)
{
    (void)unused;
    for (int i = 0; i < PEOPLE; i++) {
        const double seconds = typical(people[i].name);
        print_message("%s: a typical word after %.1f s\n", people[i].name, seconds);
        assert_near(seconds, people[i].seconds, 1);
    }
    for (int i = 0; i < LEVELS; i++)
        print_message("%s: a typical word after %.1f s\n", levels[i], typical(levels[i]));
}

/* The promises are what a family would call fair, at every table: at `novice` even a slow player
 * wins more than a fair share, at `easy` a newcomer does, at `normal` a newcomer wins about a fair
 * share, at `hard` a quick player more than one, and against `max` nobody wins. */
static void promises_are_fair(void **unused)
{
    (void)unused;
    for (int table = 0; table < TABLES; table++) {
        const double fair = 100.0 / tables[table];
        assert_true(people[SLOW].wins[table][NOVICE] > fair);
        assert_true(people[NEWCOMER].wins[table][EASY] > fair);
        assert_near(people[NEWCOMER].wins[table][NORMAL], fair, 5);
        assert_true(people[QUICK].wins[table][HARD] > fair);
        assert_near(people[QUICK].wins[table][MAX], 0, 1e-9);
    }
}

/* At every level, people win the promised share, within 3 percentage points and three standard
 * errors. Only the quickest plays against `max`. Six play only in make test-deep. */
static void levels_keep_their_promise(void **unused)
{
    (void)unused;
    const int games = test_count(400, 6000);
    int broken = 0;
    for (int i = 0; i < PEOPLE; i++) {
        for (int table = 0; table < test_count(TABLES - 1, TABLES); table++) {
            for (int level = 0; level < (i == PEOPLE - 1 ? LEVELS : LEVELS - 1); level++) {
                const int players = tables[table];
                const double promised = people[i].wins[table][level];
                const double won = 100 * share_of(people[i].name, levels[level], players, games);
                print_message("%s, %d players, %s: wins %.1f %%, promised %.0f\n", people[i].name,
                              players, levels[level], won, promised);
                const double error = sqrt(promised * (100 - promised) / games);
                broken += fabs(won - promised) > 3 + 3 * error;
            }
        }
    }
    assert_int_equal(broken, 0);
}

/* With a person who never speaks, bots up to `normal` leave enough time. */
static void robots_leave_time(void **unused)
{
    (void)unused;
    static const struct {
        double first, end; /* seconds: of the first word, in nine of ten rounds; of the end and of
                            * the first word of a black round, in every round */
    } least[] = {{10, 25}, {10, 22}, {8, 20}};
    static struct rounds rounds;
    for (int table = 0; table < TABLES; table++) {
        const int players = tables[table];
        for (size_t i = 0; i < LEVELS; i++) {
            hands_off(levels[i], players, test_count(60, 600), &rounds);
            print_message("%d players, %s: the round ends at %.1f, %.1f, %.1f s; first word at "
                          "%.1f, %.1f, %.1f s; black: %.1f, %.1f, %.1f s\n",
                          players, levels[i], percentile(&rounds.end, 10),
                          percentile(&rounds.end, 50), percentile(&rounds.end, 90),
                          percentile(&rounds.first, 0), percentile(&rounds.first, 10),
                          percentile(&rounds.first, 50), percentile(&rounds.black, 0),
                          percentile(&rounds.black, 10), percentile(&rounds.black, 50));
            if (i >= sizeof least / sizeof *least)
                continue;
            assert_true(percentile(&rounds.first, 10) >= least[i].first);
            assert_true(percentile(&rounds.black, 0) >= least[i].end);
            assert_true(percentile(&rounds.end, 0) >= least[i].end);
        }
    }
}

/* ---- a table ---- */

/* A server's table with a person who does nothing, in simulated time. */
static struct {
    struct table_env env;
    struct text scratch;
    struct rng rng;
    struct table_question *asked[GAME_SEATS_MAX];
    int waiting;
} idle;

static void keep_no_event(struct table *t, const struct table_event *event)
{
    (void)t;
    (void)event;
}

static void tell_nobody(struct table *t, unsigned viewers, struct span message)
{
    (void)t;
    (void)viewers;
    (void)message;
}

static void reply_nothing(struct table *t, const struct table_asker *asker, struct span message)
{
    (void)t;
    (void)asker;
    (void)message;
}

static unsigned find_nobody(const struct table *t)
{
    (void)t;
    return 0;
}

static bool throws_nothing(const struct table *t, int seat)
{
    (void)t;
    (void)seat;
    return false;
}

static void ask_robot(struct table *t, int seat)
{
    struct table_question *question = memory_new(1, sizeof *question);
    table_question(t, seat, question);
    idle.asked[idle.waiting++] = question;
}

static void answer_robots(struct table *t, uint64_t now)
{
    while (idle.waiting > 0) {
        struct table_question *question = idle.asked[--idle.waiting];
        table_question_ask(question, &idle.rng);
        table_answer(t, question, now);
        table_question_free(question);
        memory_free(question);
    }
}

/* Plays one game, and adds the time of each round's end in milliseconds after its letters were
 * thrown. */
static void sit_idle(const char *level, int number, struct times *colour, struct times *black)
{
    const unsigned char seed[FAIR_BYTES] = {(unsigned char)number, (unsigned char)(number >> 8), 1};
    struct table_setup setup = {.game = &themots_game, .host_seat = 1};
    uint64_t now = 1700000000000u, fell = 0;
    rng_seed(&idle.rng, (uint64_t)number);
    idle.scratch = text_on(memory_new(TABLE_MESSAGE_MAX, 1), TABLE_MESSAGE_MAX);
    idle.env = (struct table_env){.scratch = &idle.scratch,
                                  .fair_cache = fair_cache_new(),
                                  .rng = &idle.rng,
                                  .round_pause = 4000,
                                  .lead = 3000,
                                  .fair_wait = TABLE_FAIR_WAIT,
                                  .program = "cornet-1",
                                  .store = keep_no_event,
                                  .tell = tell_nobody,
                                  .reply = reply_nothing,
                                  .audience = find_nobody,
                                  .throws = throws_nothing,
                                  .think = ask_robot};
    game_defaults(&themots_game, &setup.settings);
    game_people_defaults(&themots_game, &setup.settings, false);
    setup.settings.players = 3;
    for (int seat = 1; seat < 3; seat++)
        snprintf(setup.name[seat], MATCH_NAME_MAX, "bot:%s", level);
    struct table *t = table_create(&idle.env, NULL, &setup, "qrstuvwxyzabcdef", seed, now);
    const struct table_asker anne = {.seat = 1, .id = -1, .who = &idle};
    table_enter(t, 1);
    table_sit(t, &anne, "Anne", "00000000000000000000000000000001", NULL, now);
    while (table_phase(t) != TABLE_OVER) {
        const struct themots *s = (const struct themots *)&table_match(t)->state;
        const bool talks = match_mover(table_match(t)) == GAME_ANYONE;
        if (talks && !fell) {
            fell = now;
            /* the first round is not black */
            assert_true(s->round > 1 || s->colour != THEMOTS_BLACK);
        } else if (!talks && fell) {
            add_time(s->colour == THEMOTS_BLACK ? black : colour, (uint32_t)(now - fell));
            fell = 0;
        }
        answer_robots(t, now);
        if (table_phase(t) == TABLE_OVER)
            break;
        if (table_due(t) != TABLE_NEVER)
            now = table_due(t) > now ? table_due(t) : now;
        table_run(t, now);
    }
    answer_robots(t, now);
    table_free(t);
    fair_cache_free(idle.env.fair_cache);
    memory_free(idle.scratch.start);
}

/* With three at a table, one of whom does nothing, rounds last the 15 to 25 seconds that a person
 * needs to read a theme, think of a word and type it on a phone. So do black rounds. */
static void hands_off_at_a_table(void **unused)
{
    (void)unused;
    static struct times colour, black;
    for (int level = 0; level < 3; level++) {
        colour.count = black.count = 0;
        for (int game = 0; game < test_count(40, 400); game++)
            sit_idle(levels[level], game, &colour, &black);
        const double rounds[] = {percentile(&colour, 10), percentile(&colour, 50)};
        const double blacks[] = {percentile(&black, 10), percentile(&black, 50)};
        print_message("%s, hands off: a round ends after %.1f s (10 %%), %.1f s (median); a black "
                      "one after %.1f s, %.1f s\n",
                      levels[level], rounds[0], rounds[1], blacks[0], blacks[1]);
        assert_true(rounds[0] >= 20 && blacks[0] >= 20);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_take_their_time),    cmocka_unit_test(promises_are_fair),
        cmocka_unit_test(levels_keep_their_promise), cmocka_unit_test(robots_leave_time),
        cmocka_unit_test(hands_off_at_a_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
