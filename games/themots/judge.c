/* The judge of Thémots uses rollouts: bots of level `normal` finish the present round, as if the
 * dice had just been rolled; the rounds after it are drawn from a library of rounds played
 * beforehand. The depth sets the number of rollouts and the size of the library. The error measure
 * is the standard error.
 *
 * All seats are played alike: no bot waits for people.
 *
 * The value of a word depends on its points alone, so words of equal points share one estimate. All
 * estimates use the same random numbers, so that they differ only by the state or the word. */
#include <stdlib.h>
#include <string.h>

#include "agents/agent.h"
#include "agents/judge.h"
#include "base/lang.h"
#include "base/memory.h"
#include "games/themots/judge_errors.h"
#include "games/themots/rules.h"

enum { DEPTHS = THEMOTS_ERRORS, DEEP = DEPTHS + 1 };
enum { RESTS = 4 };                    /* ends of the game that are drawn for each sample */
enum { RESTS_UNTHROWN = 8 };           /* as RESTS, if the round's dice are not rolled yet */
enum { SHOWN = 12, ROUNDS_MAX = 500 }; /* words that are advised; rounds of a game */

enum { CHOICE, STATE }; /* kinds of estimates */

/* At each depth, and for the value that the errors are fitted to: samples of an estimate, and
 * rounds of each theme that are played beforehand. */
static const struct {
    int samples, library;
} effort[DEEP] = {{125, 150}, {500, 150}, {2000, 600}, {8000, 2400}};

struct memory {
    const stop_flag *stop; /* may be NULL; first, for judge_watch */
    int depth, samples, library;
    int players;
    struct bot bot[GAME_SEATS_MAX];
    struct game_history history;
    uint8_t (*round[WORDS_ON_CARD])[GAME_SEATS_MAX]; /* the tokens that each seat took */
};

/* ---- one round ---- */

/* Applies the verdicts of the present lexicon; an open vote is counted as lost. */
static void settle(struct themots *s, struct game_history *history)
{
    game_action action;
    for (unsigned seat = 0; s->phase == THEMOTS_VOTE; seat++) {
        if ((themots_voters(s) & ~s->voted) >> seat & 1)
            themots_game.apply(s, themots_action(THEMOTS_CAST, seat, 0, 0), history);
    }
    if (themots_game.ruling(s, &action))
        themots_game.apply(s, action, history);
}

/* The bots' input in a round, besides the state. */
struct pace {
    uint32_t now, acted[GAME_SEATS_MAX];
    uint64_t noise_seed[GAME_SEATS_MAX];
};

/* The next thing that a bot says, or the end of the time. */
static game_action next_word(struct memory *m, const struct themots *s, struct pace *pace,
                             struct rng *rng)
{
    game_action actions[GAME_ACTIONS_MAX];
    struct agent_plan first = {.action = themots_action(THEMOTS_TIME, 0, 0, 0),
                               .at = 1000u * s->seconds};
    int speaker = 0;
    for (int seat = 1; seat <= m->players; seat++) {
        struct agent_turn turn = {.game = &themots_game,
                                  .view = s,
                                  .seat = seat,
                                  .actions = actions,
                                  .count = themots_game.actions(s, seat, actions),
                                  .history = &m->history,
                                  .race = true,
                                  .now = pace->now,
                                  .acted = pace->acted[seat - 1],
                                  .noise_seed = pace->noise_seed[seat - 1]};
        if (turn.count == 0)
            continue;
        const struct agent_plan plan = bot_plan(&m->bot[seat - 1], &turn, rng);
        if (plan.at < first.at) {
            first = plan;
            speaker = seat;
        }
    }
    pace->now = first.at;
    if (speaker)
        pace->acted[speaker - 1] = first.at;
    return first.action;
}

/* Plays the round to its end, with bots whose time starts now. */
static void finish_round(struct memory *m, struct themots *s, struct rng *rng)
{
    const unsigned round = s->round;
    struct pace pace = {.now = 0};
    for (int i = 0; i < m->players; i++)
        pace.noise_seed[i] = rng_next(rng);
    while (s->round == round && s->phase != THEMOTS_END) {
        const game_action action =
            s->phase == THEMOTS_TALK ? next_word(m, s, &pace, rng) : themots_game.sample(s, rng);
        themots_game.apply(s, action, &m->history);
        settle(s, &m->history);
    }
}

/* ---- the rest of a game ---- */

/* Gives out the remaining tokens by rounds drawn from the library, and adds the result. The same
 * rounds are used with every rotation of the seats, since all bots play alike. The first round has
 * this theme; WORDS_ON_CARD: any. */
static void add_rest(const struct memory *m, const struct themots *s, unsigned theme,
                     struct rng *rng, double share[])
{
    const struct rng start = *rng;
    for (int turn = 0; turn < m->players; turn++) {
        uint16_t score[GAME_SEATS_MAX];
        unsigned left = s->centre + s->reserve, of = theme;
        memcpy(score, s->score, sizeof score);
        *rng = start;
        for (int round = 0; left > 0 && round < ROUNDS_MAX; round++, of = WORDS_ON_CARD) {
            const unsigned any = rng_below(rng, WORDS_ON_CARD);
            const uint8_t *got =
                m->round[of < WORDS_ON_CARD ? of : any][rng_below(rng, (uint32_t)m->library)];
            int seat = (int)((rng_below(rng, (uint32_t)m->players) + (unsigned)turn) %
                             (unsigned)m->players);
            for (int i = 0; i < m->players; i++) {
                const unsigned taken = got[i] < left ? got[i] : left;
                score[seat] = (uint16_t)(score[seat] + taken);
                left -= taken;
                seat = seat + 1 < m->players ? seat + 1 : 0;
            }
        }
        struct themots end = {.players = s->players};
        struct judgement judged;
        memcpy(end.score, score, sizeof score);
        judge_result(&themots_game, &end, m->players, &judged);
        for (int i = 0; i < m->players; i++)
            share[i] += judged.share[i];
    }
}

/* Judges the state. `sample`, unless NULL, gets the seat's samples. */
static void judge_here(struct memory *m, struct themots *s, int seat, struct judgement *judged,
                       float sample[])
{
    struct judge_sums sums = {{0}, {0}, 0};
    settle(s, &m->history);
    s->people = 0;
    if (s->phase == THEMOTS_END) {
        judge_result(&themots_game, s, m->players, judged);
        for (int i = 0; sample && i < m->samples; i++)
            sample[i] = (float)judged->share[seat - 1];
        return;
    }
    const bool thrown = s->phase == THEMOTS_TALK;
    const bool known = s->phase == THEMOTS_TO_ROLL && s->variant != THEMOTS_FERMER;
    const int rests = thrown ? RESTS : RESTS_UNTHROWN;
    for (int i = 0; i < m->samples; i++) {
        double share[GAME_SEATS_MAX] = {0};
        struct themots at = *s;
        struct rng rng;
        judge_seed(i, m->depth == DEEP, &rng);
        if (thrown)
            finish_round(m, &at, &rng);
        for (int rest = 0; rest < rests; rest++) {
            judge_seed(i * RESTS_UNTHROWN + rest, m->depth == DEEP, &rng);
            add_rest(m, &at, known ? s->theme : WORDS_ON_CARD, &rng, share);
        }
        judge_add(&sums, share, rests * m->players, m->players);
        if (sample)
            sample[i] = (float)(share[seat - 1] / (rests * m->players));
    }
    judge_conclude(&sums, m->players, judged);
}

/* ---- the judge ---- */

static void fill_library(struct memory *m, const struct game_settings *settings)
{
    struct rng rng;
    rng_seed(&rng, m->depth == DEEP ? 2 : 1);
    for (unsigned theme = 0; theme < WORDS_ON_CARD; theme++) {
        m->round[theme] = memory_new((size_t)m->library, sizeof *m->round[theme]);
        for (int i = 0; i < m->library; i++) {
            struct themots s;
            if (!themots_game.start(&s, settings, TEXT_UNREAD))
                abort(); /* our own bug */
            s.people = 0;
            if (s.phase == THEMOTS_TO_THEME)
                themots_game.apply(&s, themots_action(THEMOTS_DRAW_THEME, 0, 0, theme), NULL);
            finish_round(m, &s, &rng);
            for (int seat = 0; seat < m->players; seat++)
                m->round[theme][i][seat] = (uint8_t)s.score[seat];
        }
    }
}

static void *open_memory(const struct game_settings *settings, int depth)
{
    struct memory *m = memory_new(1, sizeof *m);
    m->depth = depth;
    m->samples = effort[depth - 1].samples;
    m->library = effort[depth - 1].library;
    m->players = settings->players;
    for (int seat = 0; seat < m->players; seat++) {
        if (!bot_open(&m->bot[seat], &themots_game, span_of("normal"), TEXT_UNREAD))
            abort(); /* our own bug */
    }
    fill_library(m, settings);
    return m;
}

static void close_memory(void *memory)
{
    struct memory *m = memory;
    for (int seat = 0; seat < m->players; seat++)
        bot_close(&m->bot[seat]);
    for (int theme = 0; theme < WORDS_ON_CARD; theme++)
        memory_free(m->round[theme]);
    game_history_free(&m->history);
    memory_free(m);
}

static void judge_state(void *memory, const void *state, const struct game_history *history,
                        struct rng *rng, struct judgement *judged)
{
    struct memory *m = memory;
    struct themots s;
    (void)rng;
    memcpy(&s, state, sizeof s);
    game_history_set(&m->history, history);
    judge_here(m, &s, 1, judged, NULL);
    judged->kind = STATE;
}

static bool is_better(const struct words_answer *a, const struct words_answer *b)
{
    return a->points != b->points ? a->points > b->points : a->level < b->level;
}

/* Inserts the word into the sorted list of the best so far. Returns the length of the list. */
static size_t keep_best(struct words_answer best[SHOWN], game_action action[SHOWN], size_t count,
                        const struct words_answer *answer, game_action say)
{
    size_t at = count < SHOWN ? count : SHOWN;
    while (at > 0 && is_better(answer, &best[at - 1])) {
        if (at < SHOWN) {
            best[at] = best[at - 1];
            action[at] = action[at - 1];
        }
        at--;
    }
    if (at == SHOWN)
        return SHOWN;
    best[at] = *answer;
    action[at] = say | answer->form;
    return count < SHOWN ? count + 1 : SHOWN;
}

/* The best words that would be accepted now, best known first among equals; and passing. */
static size_t choices(const void *view, int seat, game_action out[])
{
    const struct themots *s = view;
    const unsigned who = (unsigned)seat - 1;
    struct words_answer best[SHOWN], answer[WORDS_ANSWERS_MAX];
    size_t count = 0;
    if (s->phase != THEMOTS_TALK || s->out >> who & 1)
        return 0;
    for (unsigned slot = 0; slot < WORDS_ON_CARD; slot++) {
        if (!themots_is_open(s, slot))
            continue;
        const size_t found = themots_answers(s, slot, answer);
        const game_action say =
            themots_action(THEMOTS_SAY, who, s->variant == THEMOTS_FERMER ? slot : 0, 0);
        for (size_t i = 0; i < found; i++) {
            if (count == SHOWN && !is_better(&answer[i], &best[SHOWN - 1]))
                break; /* the remaining ones are not better */
            if (themots_clash(s, answer[i].form) < 0)
                count = keep_best(best, out, count, &answer[i], say);
        }
    }
    out[count++] = themots_action(THEMOTS_PASS, who, 0, 0);
    return count;
}

/* Whether two actions have the same value: acceptable words of one theme with the same points. */
static bool are_alike(const struct themots *s, game_action a, game_action b)
{
    const uint32_t form[2] = {themots_value(a), themots_value(b)};
    if (themots_kind(a) != THEMOTS_SAY || themots_kind(b) != THEMOTS_SAY ||
        themots_slot(a) != themots_slot(b) || form[0] >= words_forms || form[1] >= words_forms)
        return false;
    for (int i = 0; i < 2; i++) {
        if (themots_clash(s, form[i]) >= 0 ||
            (s->colour != THEMOTS_BLACK && words_form[form[i]].initial != s->letter[s->colour]))
            return false;
    }
    return words_value(form[0], s->letter, s->once) == words_value(form[1], s->letter, s->once);
}

static void judge_actions(void *memory, const void *view, const struct game_history *history,
                          int seat, const game_action actions[], size_t count, struct rng *rng,
                          struct judgement judged[])
{
    struct memory *m = memory;
    const size_t samples = (size_t)m->samples;
    float *sample = memory_new(count * samples, sizeof *sample);
    size_t like[GAME_ACTIONS_MAX], best = 0;
    (void)rng;
    for (size_t i = 0; i < count; i++) {
        struct themots s;
        memcpy(&s, view, sizeof s);
        like[i] = i;
        for (size_t j = 0; j < i && like[i] == i; j++) {
            if (are_alike(&s, actions[i], actions[j]))
                like[i] = like[j];
        }
        judged[i] = judged[like[i]];
        if (like[i] == i && !stop_is_set(m->stop)) {
            game_history_set(&m->history, history);
            themots_game.apply(&s, actions[i], &m->history);
            judge_here(m, &s, seat, &judged[i], sample + i * samples);
        }
        best = judged[i].share[seat - 1] > judged[best].share[seat - 1] ? i : best;
    }
    for (size_t i = 0; i < count; i++)
        judged[i].apart = judge_distance_error(sample + like[best] * samples,
                                               sample + like[i] * samples, m->samples);
    memory_free(sample);
}

static int disputed(const void *state, game_action ruling)
{
    const struct themots *s = state;
    const bool opinion = themots_kind(ruling) == THEMOTS_NO &&
                         themots_is_opinion(themots_value(ruling)) && themots_is_open(s, s->theme);
    return opinion && !s->voted ? s->speaker + 1 : 0;
}

static const char *theme_of(const void *state, game_action ruling, int *seat, bool *accepted)
{
    const struct themots *s = state;
    const unsigned kind = themots_kind(ruling);
    if (s->phase != THEMOTS_JUDGE || (kind != THEMOTS_YES && kind != THEMOTS_NO))
        return NULL;
    *seat = s->speaker + 1;
    *accepted = kind == THEMOTS_YES;
    return words_theme[themots_theme(s, s->theme)].id;
}

static const char *theme_title(struct span id)
{
    const unsigned theme = words_find_theme(id);
    return theme < words_themes ? words_title(theme) : NULL;
}

const struct judge themots_judge = {
    .game = &themots_game,
    .how = mark("estimated by playing the round on many times with average bots, and the rest of "
                "the game four times each; ± is the confidence interval (95 %)"),
    .rest = mark("noise in the estimates"),
    .verdict = {1, 7, 10, 12, 14, 17},
    .ready = judge_is_always_ready,
    .depths = DEPTHS,
    .usual = 2,
    .errors = themots_errors,
    .fitted = THEMOTS_FITTED,
    .open = open_memory,
    .close = close_memory,
    .watch = judge_watch,
    .choices = choices,
    .state = judge_state,
    .actions = judge_actions,
    .disputed = disputed,
    .theme = theme_of,
    .theme_title = theme_title,
};
