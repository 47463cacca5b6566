/* Thémots: rulings and their reasons, scores compared with a plain implementation, words of
 * arbitrary bytes, and bots that know only what they should. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/themots/rules.h"
#include "match/driver.h"
#include "sim/sim.h"
#include "tests/helpers.h"

static struct match *table(const char *head, const char *body)
{
    char record[2048], why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    size_t line;
    snprintf(record, sizeof record, "cornet 1\ngame themots\n%s---\n%s", head, body);
    struct match *match = match_read(span_of(record), &line, &reason);
    if (!match)
        fail_msg("%zu: %s in %s", line, why, record);
    return match;
}

static void play(struct match *match, const char *line)
{
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    if (!match_do(match, span_of(line), &reason))
        fail_msg("'%s': %s", line, why);
}

/* Checks the pending ruling, as a line and as a sentence. */
static void check_ruling(struct match *match, const char *line, const char *sentence)
{
    char written[GAME_LINE_MAX], words[TEXT_WHY];
    struct text out = text_on(written, sizeof written), text = text_on(words, sizeof words);
    game_action ruling;
    assert_true(match->game->ruling(&match->state, &ruling));
    match->game->write(&match->state, ruling, NULL, GAME_OPEN, &out);
    themots_explain((const struct themots *)&match->state, ruling, &text);
    assert_string_equal(written, line);
    assert_string_equal(words, sentence);
    play(match, written);
}

static void reasons_in_words(void **unused)
{
    (void)unused;
    struct match *match = table("players 4\n", "* theme 2\n* roll SELOE blanc\n");
    play(match, "1 say lion");
    check_ruling(match, "* no initial", "it must start with E");
    play(match, "1 say Espagne");
    check_ruling(match, "* no theme",
                 "known for \"Countries, regions and cities\", but not for the theme \"Animals\"");
    play(match, "1 say Eblouglou");
    check_ruling(match, "* no unknown", "not known for the theme \"Animals\"");
    play(match, "1 say @");
    check_ruling(match, "* no unknown", "not known for the theme \"Animals\"");
    play(match, "1 say éléphent");
    check_ruling(match, "* no unknown",
                 "not known for the theme \"Animals\"; did you mean éléphant?");
    play(match, "1 say éléphant");
    check_ruling(match, "* yes 3", "correct, 3 letters");
    play(match, "2 say éléphanteau");
    check_ruling(match, "* no root", "same root as éléphant");
    play(match, "2 say Elephants");
    check_ruling(match, "* no same", "already said");
    play(match, "2 say écureuil");
    check_ruling(match, "* yes 3", "correct, 3 letters");
    play(match, "3 say élan");
    check_ruling(match, "* yes 3", "correct, 3 letters");
    play(match, "4 say escargot");
    check_ruling(match, "* yes 4", "correct, but too late to score");
    play(match, "* theme 2");
    play(match, "* roll SOCRA noir");
    play(match, "1 say chat");
    check_ruling(match, "* no letter", "it contains C");
    play(match, "2 say zébu");
    check_ruling(match, "* yes 4", "none of the letters: wins the round");
    match_free(match);

    match = table("players 2\noption variant=fermer\n", "* roll SELOE blanc\n");
    play(match, "1 say 2 éléphant");
    check_ruling(match, "* yes 3", "correct, 3 letters");
    play(match, "2 say 2 écureuil");
    check_ruling(match, "* no theme", "the theme \"Animals\" is closed");
    match_free(match);

    match =
        table("players 3\noption vote=on\n", "* theme 2\n* roll SELOE blanc\n1 say Eblouglou\n");
    play(match, "2 vote no");
    play(match, "3 vote no");
    check_ruling(match, "* no unknown", "the others voted against it");
    play(match, "1 say Espagne");
    play(match, "3 vote yes");
    play(match, "2 vote no");
    check_ruling(match, "* no theme", "the others voted against it");
    match_free(match);

    match = table("players 2\noption vote=on\nseat 2 bot:novice\n",
                  "* theme 2\n* roll SELOE blanc\n1 say Espagne\n");
    check_ruling(match, "* no theme",
                 "known for \"Countries, regions and cities\", but not for the theme \"Animals\"");
    match_free(match);
}

/* The rulings in the records of the rules are those of the lexicon, except for two records about
 * other rulings. */
static void records_agree_with_the_lexicon(void **unused)
{
    (void)unused;
    DIR *dir = opendir("rules");
    assert_non_null(dir);
    for (struct dirent *file; (file = readdir(dir));) {
        char path[1024], why[TEXT_WHY];
        struct text reason = text_on(why, sizeof why);
        size_t length, line;
        if (file->d_name[0] == '.' || strcmp(file->d_name, "verdicts-written.cornet") == 0 ||
            strcmp(file->d_name, "vote-then-and-now.cornet") == 0)
            continue;
        snprintf(path, sizeof path, "rules/%s", file->d_name);
        char *bytes = test_read_file(path, &length);
        struct match *match = match_read((struct span){bytes, length}, &line, &reason);
        assert_non_null(match);
        struct match *again = match_new(match->game, &match->settings, &reason);
        for (size_t i = 0; i < match->body.count; i++) {
            const char *written = match->body.line[i];
            game_action ruling;
            if (written[0] == '#')
                continue;
            if (written[0] == '*' && match->game->ruling(&again->state, &ruling)) {
                char today[GAME_LINE_MAX];
                struct text out = text_on(today, sizeof today);
                match->game->write(&again->state, ruling, NULL, GAME_OPEN, &out);
                if (strcmp(today, written) != 0)
                    fail_msg("%s: %s, today %s", path, written, today);
            }
            assert_true(match_do(again, span_of(written), &reason));
        }
        match_free(again);
        match_free(match);
        free(bytes);
    }
    closedir(dir);
}

/* Says random entries of one word at random rolls, and judges them again by their text alone. */
static void scores_in_a_plain_way(void **unused)
{
    (void)unused;
    struct rng rng;
    rng_seed(&rng, 7);
    int good = 0;
    for (int i = 0; i < 20000; i++) {
        const uint32_t entry = rng_below(&rng, words_entries);
        const unsigned theme = words_entry[entry].theme;
        unsigned card = 0, slot = 0;
        while (card < WORDS_CARDS && words_card[card][slot] != theme) {
            slot = (slot + 1) % WORDS_ON_CARD;
            card += slot == 0;
        }
        if (card == WORDS_CARDS)
            continue;
        struct game_settings settings;
        struct themots s;
        struct game_history history = {0};
        char why[TEXT_WHY], line[GAME_LINE_MAX], folded[WORDS_FORM_MAX], letters[6] = "";
        struct text reason = text_on(why, sizeof why);
        game_action action;
        game_defaults(&themots_game, &settings);
        snprintf(line, sizeof line, "%u", card + 1);
        assert_true(game_set(&themots_game, &settings, span_of("card"), span_of(line), &reason));
        assert_true(themots_game.start(&s, &settings, &reason));
        themots_game.apply(&s, themots_action(THEMOTS_DRAW_THEME, 0, 0, slot), &history);
        themots_game.apply(&s, themots_game.sample(&s, &rng), &history);
        const struct span word = words_written(words_entry[entry].form);
        if (memchr(word.at, ' ', word.length) || memchr(word.at, '\'', word.length) ||
            memchr(word.at, '-', word.length))
            continue; /* it has several readings */
        snprintf(line, sizeof line, "1 say %.*s", (int)word.length, word.at);
        assert_true(game_read_line(&themots_game, &s, span_of(line), &action, &history, &reason));
        assert_true(words_fold(word, folded));
        unsigned points = 0;
        for (int die = 0; die < WORDS_DICE; die++) {
            letters[die] = (char)('A' + s.letter[die]);
            points += strchr(folded, letters[die]) != NULL;
        }
        const bool black = s.colour == THEMOTS_BLACK;
        const char initial = black ? '\0' : letters[s.colour];
        themots_game.apply(&s, action, &history);
        assert_true(themots_game.ruling(&s, &action));
        if (black && points == 0)
            assert_int_equal(action, themots_action(THEMOTS_YES, 0, 0, 4));
        else if (black)
            assert_int_equal(action, themots_action(THEMOTS_NO, 0, 0, THEMOTS_LETTER));
        else if (folded[0] != initial)
            assert_int_equal(action, themots_action(THEMOTS_NO, 0, 0, THEMOTS_INITIAL));
        else
            assert_int_equal(action, themots_action(THEMOTS_YES, 0, 0, points));
        good += themots_kind(action) == THEMOTS_YES;
    }
    assert_true(good > 1000);
}

/* Checks the listed words and all answers of the lexicon at the state. Each that fits and does not
 * clash is allowed and accepted. In another round, or for a player who is out, none is. */
static size_t check_allowed(const struct themots *s)
{
    static struct words_answer answer[WORDS_ANSWERS_MAX];
    game_action listed[GAME_ACTIONS_MAX];
    const size_t count = themots_game.actions(s, 1, listed);
    size_t allowed = 0;
    for (size_t i = 0; i < count; i++)
        assert_int_equal(themots_kind(listed[i]) == THEMOTS_SAY,
                         themots_game.allows(s, 1, listed[i]));
    for (unsigned slot = 0; slot < WORDS_ON_CARD; slot++) {
        const size_t answers = themots_answers(s, slot, answer);
        for (size_t i = 0; i < answers; i++) {
            const unsigned shown = s->variant == THEMOTS_FERMER ? slot : 0;
            const game_action say = themots_action(THEMOTS_SAY, 0, shown, answer[i].form);
            const bool legal = themots_is_open(s, slot) && themots_clash(s, answer[i].form) < 0;
            struct themots after = *s;
            struct game_history history = {0};
            game_action ruling;
            if (!themots_is_open(s, slot) && s->variant != THEMOTS_FERMER)
                continue;
            assert_int_equal(themots_game.allows(s, 1, say), legal);
            assert_false(themots_game.allows(s, 2, say));
            after.out |= 1;
            assert_false(themots_game.allows(&after, 1, say));
            after.out = s->out;
            themots_game.apply(&after, say, &history);
            assert_true(themots_game.ruling(&after, &ruling));
            assert_true(!legal || themots_kind(ruling) == THEMOTS_YES);
            allowed += legal;
        }
    }
    return allowed;
}

static void every_good_word_is_allowed(void **unused)
{
    size_t allowed = 0;
    struct rng rng;
    (void)unused;
    rng_seed(&rng, 3);
    for (int game = 0; game < 30; game++) {
        struct match *match =
            table(game % 2 ? "players 2\noption variant=fermer\n" : "players 2\n", "");
        for (int move = 0; move < 60 && match_mover(match) != GAME_OVER; move++) {
            if (match_mover(match) == GAME_CHANCE) {
                match_draw(match, &rng);
                continue;
            }
            game_action listed[GAME_ACTIONS_MAX];
            int seat = 2;
            size_t count = themots_game.actions(match->state, seat, listed);
            if (count == 0)
                count = themots_game.actions(match->state, --seat, listed);
            if (seat == 2)
                allowed += check_allowed((const struct themots *)match->state);
            match_do_action(match, listed[rng_below(&rng, (uint32_t)count)]);
        }
        match_free(match);
    }
    assert_true(allowed > 10000);
}

/* ---- a plain model of a game ---- */

struct model {
    int players, variant, centre, reserve, score[GAME_SEATS_MAX];
    int round, thrower, idle, spoken;
    unsigned out, closed;
    bool black, moved, refill, over;
};

static int take(int *from, int tokens)
{
    const int taken = tokens < *from ? tokens : *from;
    *from -= taken;
    return taken;
}

static void model_begin(struct model *m)
{
    if (m->variant == THEMOTS_MANCHE && m->refill)
        m->centre += take(&m->reserve, 2 * m->players);
    m->round++;
    m->spoken = 0;
    m->out = m->closed = 0;
    m->moved = false;
}

static void model_end(struct model *m)
{
    m->idle = m->moved ? 0 : m->idle + 1;
    m->over = m->centre + m->reserve == 0 || m->idle == 20 || m->round == 500;
    if (m->over)
        return;
    m->thrower = (m->thrower + 1) % m->players;
    m->refill = !m->black;
    model_begin(m);
}

static void model_yes(struct model *m, int seat, int points, int theme)
{
    const int late = m->players == 2 ? 0 : m->players < 5 ? 1 : 2;
    int got = 0;
    if (m->black)
        got = take(m->variant == THEMOTS_MANCHE && m->reserve ? &m->reserve : &m->centre, points);
    else if (m->variant != THEMOTS_BASE || m->spoken++ < m->players - late)
        got = take(&m->centre, points);
    m->score[seat] += got;
    m->moved = m->moved || got;
    if (!m->black && m->variant == THEMOTS_BASE)
        m->out |= 1u << seat;
    if (!m->black && m->variant == THEMOTS_FERMER)
        m->closed |= 1u << theme;
}

static void model_letter(struct model *m, int seat)
{
    const int paid = take(&m->score[seat], 4);
    *(m->variant == THEMOTS_MANCHE ? &m->reserve : &m->centre) += paid;
    m->moved = m->moved || paid;
    m->out |= 1u << seat;
}

/* One random action of a player, and what the model expects. */
static void model_talk(struct model *m, struct match *match, struct rng *rng)
{
    static const char *const reason[] = {"theme", "root", "same", "unknown"};
    const uint32_t dice = rng_below(rng, 100);
    char line[64];
    bool ends = dice < 3;
    int seat = (int)rng_below(rng, (uint32_t)m->players);
    while (m->out >> seat & 1)
        seat = (seat + 1) % m->players;
    if (dice < 3) {
        play(match, "* time");
    } else if (dice < 15) {
        snprintf(line, sizeof line, "%d pass", seat + 1);
        play(match, line);
        m->out |= 1u << seat;
    } else {
        const int theme = (int)rng_below(rng, 6),
                  points = 1 + (int)rng_below(rng, m->black ? 4 : 5);
        const char word[] = {'z',
                             'q',
                             (char)('a' + rng_below(rng, 26)),
                             (char)('a' + rng_below(rng, 26)),
                             (char)('a' + rng_below(rng, 26)),
                             0};
        if (m->variant == THEMOTS_FERMER)
            snprintf(line, sizeof line, "%d say %d %s", seat + 1, theme + 1, word);
        else
            snprintf(line, sizeof line, "%d say %s", seat + 1, word);
        play(match, line);
        if (dice < 60)
            snprintf(line, sizeof line, "* yes %d", points);
        else
            snprintf(line, sizeof line, "* no %s",
                     m->black && dice < 80 ? "letter" : reason[rng_below(rng, 4)]);
        play(match, line);
        if (dice < 60)
            model_yes(m, seat, points, theme);
        else if (m->black && dice < 80)
            model_letter(m, seat);
        ends = m->black && dice < 60;
    }
    if (m->centre == 0 && m->variant != THEMOTS_MANCHE)
        m->over = true;
    else if (ends || m->centre == 0 || m->closed == 63 || m->out == (1u << m->players) - 1)
        model_end(m);
}

static void check_model(const struct model *m, const struct match *match)
{
    const struct themots *s = (const struct themots *)&match->state;
    assert_int_equal(m->over, s->phase == THEMOTS_END);
    assert_int_equal(m->centre, s->centre);
    assert_int_equal(m->reserve, s->reserve);
    for (int i = 0; i < m->players; i++)
        assert_int_equal(m->score[i], s->score[i]);
    if (m->over)
        return;
    assert_int_equal(m->round, s->round);
    assert_int_equal(m->thrower, s->thrower);
    assert_int_equal(m->out, s->out);
    assert_int_equal(m->closed, s->closed);
}

/* Plays random lines with written rulings in every variant: the tokens agree with the model. */
static void tokens_in_a_plain_way(void **unused)
{
    (void)unused;
    static const char *const variant[] = {"base", "manche", "fermer"};
    struct rng rng;
    rng_seed(&rng, 9);
    for (int game = 0; game < test_repeats(60); game++) {
        const int tokens = 1 + (int)rng_below(&rng, 16);
        struct model m = {.players = 2 + game % 5, .variant = game % 3, .refill = true};
        char head[128];
        *(m.variant == THEMOTS_MANCHE ? &m.reserve : &m.centre) = tokens * m.players;
        snprintf(head, sizeof head, "players %d\noption variant=%s\noption tokens=%d\n", m.players,
                 variant[m.variant], tokens);
        struct match *match = table(head, "");
        model_begin(&m);
        while (!m.over) {
            check_model(&m, match);
            while (match_mover(match) == GAME_CHANCE)
                match_draw(match, &rng);
            m.black = ((const struct themots *)&match->state)->colour == THEMOTS_BLACK;
            model_talk(&m, match, &rng);
        }
        check_model(&m, match);
        match_free(match);
    }
}

/* `say` with arbitrary bytes is refused with a reason, or judged. */
static void say_takes_any_bytes(void **unused)
{
    (void)unused;
    static const char *const heads[] = {"players 2\n", "players 3\noption variant=fermer\n",
                                        "players 2\noption variant=manche\noption vote=on\n"};
    struct rng rng;
    rng_seed(&rng, 3);
    for (int i = 0; i < test_repeats(6000); i++) {
        static struct match *match;
        char line[128] = "1 say ", why[TEXT_WHY];
        struct text reason = text_on(why, sizeof why);
        if (i % 200 == 0) {
            match_free(match);
            const int head = i / 200 % 3;
            match = table(heads[head],
                          head == 1 ? "* roll SELOE blanc\n" : "* theme 2\n* roll SELOE blanc\n");
        }
        size_t length = 6 + rng_below(&rng, 80);
        for (size_t j = 6; j < length; j++)
            line[j] = rng_below(&rng, 4) ? "eéls 1'-œ"[rng_below(&rng, 10)] : (char)rng_next(&rng);
        const union game_state before = match_state(match);
        if (!match_do(match, (struct span){line, length}, &reason)) {
            assert_true(reason.length > 0);
            assert_memory_equal(&before, &match->state, match->game->state_size);
            continue;
        }
        const int mover = match_mover(match);
        assert_true(mover == GAME_CHANCE || mover == GAME_ANYONE);
        if (mover == GAME_ANYONE)
            play(match, "2 vote no");
        match_draw(match, &rng);
        if (match_mover(match) != GAME_ANYONE) /* by chance, the end of a round */
            i += 199 - i % 200;
    }
}

/* Plays rulings and dice until a player may speak. */
static void to_talk(struct match *match, struct rng *rng)
{
    while (match_mover(match) == GAME_CHANCE)
        match_draw(match, rng);
}

/* The next throw of letters has every roll once, black or not, with equal odds. Drawn rolls are
 * among them. */
static void check_rolls(const struct match *match, bool black, struct rng *rng)
{
    static struct game_outcome outcome[THEMOTS_ROLLS];
    static unsigned char listed[THEMOTS_ROLLS];
    uint64_t denominator;
    unsigned colours = 0, drawn = 0;
    const size_t count = match->game->chance(&match->state, outcome, &denominator);
    assert_int_equal(count, black ? 6 * 6 * 6 * 6 * 6 * 6 : 6 * 6 * 6 * 6 * 6 * 5);
    assert_int_equal(denominator, count);
    memset(listed, 0, sizeof listed);
    for (size_t i = 0; i < count; i++) {
        const unsigned value = themots_value(outcome[i].action);
        assert_int_equal(themots_kind(outcome[i].action), THEMOTS_ROLL);
        assert_int_equal(outcome[i].weight, 1);
        assert_int_equal(listed[value]++, 0);
        colours |= 1u << value % THEMOTS_COLOURS;
    }
    assert_int_equal(colours >> THEMOTS_BLACK, black);
    for (int i = 0; i < 2000; i++) {
        const unsigned value = themots_value(match->game->sample(&match->state, rng));
        assert_true(listed[value]);
        drawn |= 1u << value % THEMOTS_COLOURS;
    }
    assert_int_equal(drawn, colours);
}

/* opening=plain: the first roll of letters is not black; the second may be. */
static void the_first_round_is_plain(void **unused)
{
    (void)unused;
    static const char *const heads[] = {"players 3\n", "players 3\noption variant=fermer\n"};
    struct rng rng;
    rng_seed(&rng, 12);
    for (int run = 0; run < 4; run++) {
        char head[128];
        const bool plain = run < 2, fermer = run % 2;
        snprintf(head, sizeof head, "%s%s", heads[fermer], plain ? "option opening=plain\n" : "");
        struct match *match = table(head, fermer ? "" : "* theme 3\n");
        check_rolls(match, !plain, &rng);
        play(match, "* roll SELOE blanc");
        play(match, "* time");
        if (!fermer)
            play(match, "* theme 3");
        check_rolls(match, true, &rng);
        match_free(match);
    }
}

/* With five players nobody scores after the third good word, so the table passes for the others at
 * once. */
static void the_table_passes_for_the_last(void **unused)
{
    (void)unused;
    static const char *const words[] = {"1 say éléphant", "* yes 3",        "2 say écureuil",
                                        "* yes 3",        "3 say escargot", "* yes 4"};
    struct match *match = table("players 5\n", "* theme 2\n* roll SELOE blanc\n");
    struct driver driver;
    driver_init(&driver, match->game, 5);
    driver_applied(&driver, &match->state, true, 0, 0);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const struct driver_due due = driver_due(&driver, &match->state, 0);
        assert_true(i % 2 || (due.kind == DUE_CLOCK && due.at == 60000)); /* the clock runs */
        play(match, words[i]);
        driver_applied(&driver, &match->state, false, words[i][0] == '*' ? 0 : words[i][0] - '0',
                       2000);
    }
    for (unsigned seat = 3; seat < 5; seat++) {
        const struct driver_due due = driver_due(&driver, &match->state, 0);
        assert_int_equal(due.kind, DUE_CLOCK);
        assert_true(due.at <= driver_elapsed(&driver, 2000));
        assert_int_equal(due.action, themots_action(THEMOTS_PASS, seat, 0, 0));
        match_do_action(match, due.action);
        driver_applied(&driver, &match->state, false, 0, 2000);
    }
    assert_string_equal(match->body.line[match->body.count - 1], "5 pass");
    assert_int_equal(((const struct themots *)&match->state)->round, 2);
    driver_close(&driver);
    match_free(match);
}

/* Bots say only words of the lexicon and of their level, take a believable time, and are never
 * refused. */
static void players_know_what_they_may(void **unused)
{
    (void)unused;
    static const char *const name[] = {"novice", "amateur", "expert"};
    static const char *const variant[] = {"base", "manche", "fermer"};
    for (unsigned level = WORDS_EASY; level <= WORDS_RARE; level++) {
        char head[256], why[TEXT_WHY];
        struct text reason = text_on(why, sizeof why);
        struct rng rng;
        uint64_t sum = 0;
        unsigned words = 0;
        rng_seed(&rng, level);
        for (int game = 0; game < 60; game++) {
            snprintf(head, sizeof head,
                     "players 3\noption variant=%s\noption card=%d\nseat 1 bot:%s\nseat 2 bot:%s\n"
                     "seat 3 bot:%s\n",
                     variant[game % 3], 1 + game % WORDS_CARDS, name[level - WORDS_EASY],
                     name[level - WORDS_EASY], name[level - WORDS_EASY]);
            struct match *match = table(head, "");
            struct driver driver;
            driver_init(&driver, match->game, 3);
            assert_true(driver_open(&driver, match, &reason));
            to_talk(match, &rng);
            for (uint32_t now = 0; now < 60000 && match_mover(match) == GAME_ANYONE;) {
                const unsigned round = ((const struct themots *)&match->state)->round;
                const struct driver_move move =
                    driver_race(&driver, &match->state, &match->history, &rng);
                const uint32_t first = driver.elapsed;
                if (move.choices == 0) { /* nothing is left to win: the table passes for them */
                    match_do_action(match, move.action);
                    continue;
                }
                assert_true(first > now);
                match_do_action(match, move.action);
                const struct themots *s = (const struct themots *)&match->state;
                if (s->phase == THEMOTS_JUDGE) {
                    assert_int_equal(s->reason, THEMOTS_GOOD);
                    assert_true(words_entry[s->word].level <= level);
                    assert_true(first >= 1500);
                    sum += first;
                    words++;
                    match_draw(match, &rng);
                }
                if (s->round != round)
                    break;
                now = first;
            }
            driver_close(&driver);
            match_free(match);
        }
        assert_true(words > 60);
        print_message("%s: a word after %.1f s in the mean\n", name[level - WORDS_EASY],
                      (double)sum / words / 1000);
        assert_in_range(sum / words, 3000, 40000);
    }
}

/* The plan of the bot just after the dice were thrown. */
static struct agent_plan plan_of(struct match *match, const char *spec, int seat,
                                 uint64_t noise_seed)
{
    game_action actions[GAME_ACTIONS_MAX];
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct rng rng;
    struct bot bot;
    rng_seed(&rng, 1);
    assert_true(bot_open(&bot, match->game, span_of(spec), &reason));
    struct agent_turn turn = {.game = match->game,
                              .view = &match->state,
                              .seat = seat,
                              .actions = actions,
                              .count = match->game->actions(&match->state, seat, actions),
                              .history = &match->history,
                              .race = true,
                              .noise_seed = noise_seed};
    const struct agent_plan plan = bot_plan(&bot, &turn, &rng);
    bot_close(&bot);
    return plan;
}

/* Characters, not bytes. */
static uint32_t letters_of(struct span word)
{
    uint32_t letters = 0;
    for (size_t i = 0; i < word.length; i++)
        letters += (word.at[i] & 0xc0) != 0x80;
    return letters;
}

/* The strongest bot takes the best word, after the time for reading and typing. */
static void the_expert_types(void **unused)
{
    (void)unused;
    struct rng rng;
    rng_seed(&rng, 9);
    for (int i = 0; i < 300; i++) {
        struct words_answer answer[WORDS_ANSWERS_MAX];
        char head[64];
        snprintf(head, sizeof head, "players 2\noption card=%d\n", 1 + i % WORDS_CARDS);
        struct match *match = table(head, "");
        to_talk(match, &rng);
        const struct themots *s = (const struct themots *)&match->state;
        const size_t count = themots_answers(s, s->theme, answer);
        const struct agent_plan plan = plan_of(match, "expert", 1, 7);
        if (themots_kind(plan.action) == THEMOTS_SAY) {
            const uint32_t form = themots_value(plan.action);
            assert_true(plan.at >= 2400 + 231 * (1 + letters_of(words_written(form))));
            assert_true(plan.at < 12000);
            assert_int_equal(themots_points(s, form),
                             s->colour == THEMOTS_BLACK ? THEMOTS_BLACK_TOKENS : answer[0].points);
        } else {
            assert_int_equal(count, 0);
        }
        match_free(match);
    }
}

/* With few tokens left, or few missing to win, a bot that counts them accepts a smaller word
 * sooner. But up to `normal` (amateur) it does not end the round for a person before 20 s. */
static void players_count_the_tokens(void **unused)
{
    (void)unused;
    static const struct {
        unsigned centre, own, rival, points;
    } end[] = {
        {30, 0, 0, 5},  /* everything is open */
        {2, 14, 14, 2}, /* only two tokens are left */
        {1, 14, 15, 1},
        {8, 14, 8, 2}, /* two tokens win the game */
    };
    static const char *const name[] = {"amateur", "hard", "expert"};
    for (size_t player = 0; player < 3; player++) {
        uint32_t first = 0;
        for (size_t i = 0; i < sizeof end / sizeof *end; i++) {
            uint32_t sum = 0;
            struct match *match = table("players 2\nseat 1 bot:normal\nseat 2 bot:normal\n",
                                        "* theme 2\n* roll SELOE blanc\n");
            struct themots *s = (struct themots *)&match->state;
            assert_int_equal(s->people, 0);
            s->centre = (uint16_t)end[i].centre;
            s->score[0] = (uint16_t)end[i].own;
            s->score[1] = (uint16_t)end[i].rival;
            for (uint64_t noise_seed = 1; noise_seed <= 40; noise_seed++) {
                const struct agent_plan plan = plan_of(match, name[player], 1, noise_seed);
                if (themots_kind(plan.action) == THEMOTS_PASS && player == 0)
                    continue; /* an amateur may think of no word */
                assert_int_equal(themots_kind(plan.action), THEMOTS_SAY);
                assert_true(themots_points(s, themots_value(plan.action)) >= end[i].points ||
                            strcmp(name[player], "expert") != 0);
                sum += plan.at;
                s->people = 2;
                const struct agent_plan leaves = plan_of(match, name[player], 1, noise_seed);
                s->people = 0;
                assert_int_equal(leaves.action, plan.action);
                const bool waits = player == 0 && s->centre <= WORDS_DICE && plan.at < 20000;
                assert_int_equal(leaves.at, waits ? 20000 : plan.at);
            }
            first = i == 0 ? sum : first;
            if (i > 0 && sum >= first)
                fail_msg("%s, %u tokens: after %u ms, at first %u", name[player], end[i].centre,
                         sum / 40, first / 40);
            match_free(match);
        }
    }
}

/* In a short round, a bot that knows a word says it in time. */
static void players_mind_the_clock(void **unused)
{
    (void)unused;
    static const struct {
        const char *name;
        unsigned seconds; /* less than it would wait for a better word */
        int least;
    } of[] = {{"amateur", 20, 50}, {"hard", 18, 50}, {"expert", 8, 95}};
    for (size_t player = 0; player < sizeof of / sizeof *of; player++) {
        char head[64];
        struct rng rng;
        int in_time = 0;
        rng_seed(&rng, 4);
        snprintf(head, sizeof head, "players 2\noption time=%u\n", of[player].seconds);
        for (int i = 0; i < 100; i++) {
            struct match *match = table(head, "");
            to_talk(match, &rng);
            const struct agent_plan plan = plan_of(match, of[player].name, 2, rng_next(&rng));
            in_time +=
                themots_kind(plan.action) == THEMOTS_SAY && plan.at < 1000 * of[player].seconds;
            match_free(match);
        }
        print_message("%s: %d words in 100 rounds of %u seconds\n", of[player].name, in_time,
                      of[player].seconds);
        assert_true(in_time >= of[player].least);
    }
}

static struct sim_result simulate(const char *variant, const char *a, const char *b, int threads)
{
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct sim_job job = {.game = &themots_game, .games = 600, .seed = 5, .threads = threads};
    struct sim_result result;
    game_defaults(&themots_game, &job.settings);
    assert_true(
        game_set(&themots_game, &job.settings, span_of("variant"), span_of(variant), &reason));
    job.settings.bots = 3;
    job.agent[0] = span_of(a);
    job.agent[1] = span_of(b);
    if (!sim_run(&job, &result, &reason))
        fail_msg("%s", why);
    return result;
}

/* Each strength beats the one below in every variant, from either seat. The number of threads
 * changes nothing. */
static void strengths_differ(void **unused)
{
    (void)unused;
    static const char *const variant[] = {"base", "manche", "fermer"};
    for (int i = 0; i < 3; i++) {
        const struct sim_result first = simulate(variant[i], "amateur", "novice", 1);
        assert_true(sim_mean(&first.counts, 0) > 0.6);
        const struct sim_result second = simulate(variant[i], "amateur", "expert", 1);
        assert_true(sim_mean(&second.counts, 1) > 0.6);
        const struct sim_result third = simulate(variant[i], "novice", "expert", 1);
        assert_true(sim_mean(&third.counts, 1) > 0.8);
        const struct sim_result again = simulate(variant[i], "amateur", "expert", 2);
        assert_memory_equal(&second.counts, &again.counts, sizeof again.counts);
    }
}

/* A player who knows a quarter of the common words can beat the novice, but not the others. */
static void a_child_has_a_chance(void **unused)
{
    (void)unused;
    const struct sim_result novice = simulate("base", "amateur:recall=25", "novice", 1);
    const struct sim_result easy = simulate("base", "amateur:recall=25", "easy", 1);
    assert_true(sim_mean(&novice.counts, 0) > 0.5); /* 0.55 in 2000 games of the arena */
    assert_true(sim_mean(&easy.counts, 0) < 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reasons_in_words),
        cmocka_unit_test(records_agree_with_the_lexicon),
        cmocka_unit_test(scores_in_a_plain_way),
        cmocka_unit_test(tokens_in_a_plain_way),
        cmocka_unit_test(say_takes_any_bytes),
        cmocka_unit_test(players_know_what_they_may),
        cmocka_unit_test(every_good_word_is_allowed),
        cmocka_unit_test(strengths_differ),
        cmocka_unit_test(the_first_round_is_plain),
        cmocka_unit_test(the_table_passes_for_the_last),
        cmocka_unit_test(the_expert_types),
        cmocka_unit_test(players_count_the_tokens),
        cmocka_unit_test(players_mind_the_clock),
        cmocka_unit_test(a_child_has_a_chance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
