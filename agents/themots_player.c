/* novice, easy, amateur, hard, expert: players of Thémots with a vocabulary, a pace and a temper.
 *
 * Words come to mind one after the other, at random, the better known the sooner: how soon is fixed
 * for each word when the dice fall (the thoughts of the turn), so that thinking goes on where it
 * was after somebody has spoken. Where few well-known words fit, all of them come later: the player
 * is at a loss, as people are. Each number of points has a moment from which the player settles for
 * it; a word is said at the first moment when it is there and good enough. Nothing is known but the
 * lexicon, up to a level. */
#include <math.h>

#include "agents/agent.h"
#include "base/lang.h"
#include "games/themots.h"

extern const struct agent themots_novice_agent;
extern const struct agent themots_easy_agent;
extern const struct agent themots_amateur_agent;
extern const struct agent themots_hard_agent;
extern const struct agent themots_expert_agent;

struct strength {
    unsigned level;    /* of words it knows */
    unsigned plurals;  /* the level of words whose plural it thinks of; 0: of none */
    double spread;     /* how much longer a word of each further level takes */
    uint32_t look;     /* milliseconds to take in the dice */
    uint32_t interval; /* between two words that come to mind */
    uint32_t hold;     /* how long it holds out for each point more */
    uint32_t give_up;  /* when it passes without a word */
    bool counts;       /* it sees how many may still score, and hurries */
};

enum { BREATH = 1500 }; /* milliseconds between what somebody says and the next word */
enum { USUAL = 9 };     /* well-known words that fit a theme and a letter as a rule */

/* Uniform between 0 and 1, both excluded, for a word in a round. */
static double chance_of(const struct agent_turn *turn, unsigned entry)
{
    uint64_t x = turn->thoughts + (uint64_t)entry * 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return ((double)((x ^ x >> 31) >> 12) + 0.5) * 0x1p-52;
}

/* How much longer the word takes than one of the best known; 0: it does not come to mind at all. A
 * plural is an afterthought. */
static double slowness(const struct strength *strength, const struct words_answer *answer)
{
    const bool plural = words_form[answer->form].kind == WORDS_PLURAL;
    double slow = plural ? 2 : 1;
    for (unsigned level = WORDS_FIRST; level < answer->level; level++)
        slow *= strength->spread;
    return plural && answer->level > strength->plurals ? 0 : slow;
}

/* The time from which the player settles for this many points. */
static uint32_t patience(const struct strength *strength, const struct themots *s, int seat,
                         unsigned points)
{
    static const uint32_t steps[WORDS_DICE + 1] = {9, 7, 4, 2, 1, 0};
    if (s->colour == THEMOTS_BLACK || s->variant != THEMOTS_BASE)
        return 0; /* the first takes it */
    const int places = themots_places(s);
    const int others = s->players - __builtin_popcount(s->out | 1u << (seat - 1));
    uint32_t hold = strength->hold;
    if (strength->counts && places <= others)
        hold = hold * (uint32_t)places / (uint32_t)(others + 1);
    return strength->look + steps[points] * hold;
}

static uint32_t later(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* Makes the plan better with the words of one theme. */
static void think(const struct strength *strength, const struct agent_turn *turn, unsigned slot,
                  struct agent_plan *plan)
{
    const struct themots *s = turn->view;
    struct words_answer answer[WORDS_ANSWERS_MAX];
    const unsigned theme = themots_theme(s, slot);
    const bool black = s->colour == THEMOTS_BLACK;
    const size_t count =
        black ? words_without(theme, s->letter, strength->level, answer)
              : words_answers(theme, s->letter[s->colour], s->letter, strength->level, answer);
    const unsigned shown = s->variant == THEMOTS_FERMER ? slot : 0;
    double known = 0; /* the words that fit, in best known ones */
    for (size_t i = 0; i < count; i++) {
        const double slow = slowness(strength, &answer[i]);
        known += slow > 0 ? 1 / slow : 0;
    }
    /* The more fit, the sooner one comes to mind, but each of them later. */
    double pause = sqrt(known * USUAL) * strength->interval;
    if (s->variant == THEMOTS_FERMER)
        pause *= WORDS_ON_CARD - __builtin_popcount(s->closed);
    for (size_t i = 0; i < count; i++) {
        const double slow = slowness(strength, &answer[i]);
        const uint32_t soonest =
            later(patience(strength, s, turn->seat, answer[i].points), turn->acted + BREATH);
        if (slow <= 0 || soonest >= plan->at || themots_clash(s, answer[i].form) >= 0)
            continue;
        const double chance = chance_of(turn, words_form[answer[i].form].entry);
        const double thought = strength->look - log(chance) * pause * slow;
        const uint32_t at = later(soonest, thought < 1e9 ? (uint32_t)thought : 1000000000);
        if (at < plan->at)
            *plan = (struct agent_plan){
                themots_action(THEMOTS_SAY, (unsigned)turn->seat - 1, shown, answer[i].form), at};
    }
}

static const struct strength *strength_of(const struct bot *bot);

/* What the player does next, and when, if nothing happens before. */
static struct agent_plan make_plan(struct bot *bot, const struct agent_turn *turn, struct rng *rng)
{
    const struct strength *strength = strength_of(bot);
    const struct themots *s = turn->view;
    struct agent_plan plan = {turn->actions[turn->count - 1], strength->give_up}; /* to pass */
    (void)rng;
    if (s->phase == THEMOTS_VOTE) { /* for a person who has left: against a word it does not know */
        plan.at = turn->now;
        return plan;
    }
    if (s->colour != THEMOTS_BLACK && themots_places(s) <= 0)
        plan.at = 0; /* there is nothing left to win */
    for (unsigned slot = 0; plan.at && slot < WORDS_ON_CARD; slot++) {
        if (themots_is_open(s, slot))
            think(strength, turn, slot, &plan);
    }
    if (plan.at <= turn->now)
        plan.at = turn->now + BREATH;
    return plan;
}

const struct agent themots_novice_agent = {
    .name = "novice",
    .about = mark("knows easy words, and says the first that comes to mind"),
    .game = &themots_game,
    .options = agent_no_options,
    .open = agent_open_nothing,
    .close = agent_close_nothing,
    .plan = make_plan,
};

const struct agent themots_easy_agent = {
    .name = "easy",
    .about = mark("knows easy words, and is not slow"),
    .game = &themots_game,
    .options = agent_no_options,
    .open = agent_open_nothing,
    .close = agent_close_nothing,
    .plan = make_plan,
};

const struct agent themots_amateur_agent = {
    .name = "amateur",
    .about = mark("knows common words, and waits a little for a better one"),
    .game = &themots_game,
    .options = agent_no_options,
    .open = agent_open_nothing,
    .close = agent_close_nothing,
    .plan = make_plan,
};

const struct agent themots_hard_agent = {
    .name = "hard",
    .about = mark("knows every word, but thinks of them less quickly than an expert"),
    .game = &themots_game,
    .options = agent_no_options,
    .open = agent_open_nothing,
    .close = agent_close_nothing,
    .plan = make_plan,
};

const struct agent themots_expert_agent = {
    .name = "expert",
    .about = mark("knows every word, waits for good ones, and hurries when others may be first"),
    .game = &themots_game,
    .options = agent_no_options,
    .open = agent_open_nothing,
    .close = agent_close_nothing,
    .plan = make_plan,
};

static const struct {
    const struct agent *agent;
    struct strength strength;
} players[] = {
    {&themots_novice_agent, {WORDS_EASY, 0, 8, 4000, 6500, 500, 30000, false}},
    {&themots_easy_agent, {WORDS_EASY, 0, 6, 3600, 5200, 1000, 35000, false}},
    {&themots_amateur_agent, {WORDS_PLAIN, WORDS_EASY, 4.5, 3200, 4500, 1800, 40000, false}},
    {&themots_hard_agent, {WORDS_RARE, WORDS_PLAIN, 3.5, 2700, 3700, 2500, 45000, true}},
    {&themots_expert_agent, {WORDS_RARE, WORDS_PLAIN, 2.8, 2300, 2800, 3200, 50000, true}},
};

static const struct strength *strength_of(const struct bot *bot)
{
    size_t i = 0;
    while (players[i].agent != bot->agent)
        i++;
    return &players[i].strength;
}
