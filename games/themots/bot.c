/* novice, easy, amateur, hard, expert: players of Thémots with a vocabulary, a pace and a temper.
 *
 * Words come to mind one after the other, at random, the better known the sooner: how soon is fixed
 * for each word when the dice fall (the thoughts of the turn), so that thinking goes on where it
 * was after somebody has spoken. Where few well-known words fit, all of them come later: the player
 * is at a loss, as people are. Each number of points has a moment from which the player settles for
 * it; a word is said at the first moment when it is there and good enough. Nothing is known but the
 * lexicon, up to a level.
 *
 * The expert knows all of the lexicon at once, and needs only the time to read the dice and to
 * type. docs/measurements/bots.md says where these times come from. */
#include <math.h>

#include "agents/agent.h"
#include "base/lang.h"
#include "games/themots/rules.h"

struct strength {
    unsigned level;    /* of words it knows */
    unsigned plurals;  /* the level of words whose plural it thinks of; 0: of none */
    double spread;     /* how much longer a word of each further level takes */
    uint32_t look;     /* milliseconds to take in the dice */
    uint32_t interval; /* between two words that come to mind; 0: it knows them all at once */
    uint32_t hold;     /* how long it holds out for each point more if all can score */
    uint32_t race;     /* the same if the last do not score */
    uint32_t give_up;  /* when it passes without a word */
    bool tokens;       /* it sees how many tokens are left and what it needs to win */
};

enum { OPTION_RECALL };
static const struct agent_option options[] = {
    [OPTION_RECALL] = {"recall", mark("percentage of the words of its levels that it knows"), 1,
                       100, 100, .any = true},
    {.name = NULL},
};
static const struct agent_option novice_options[] = {
    [OPTION_RECALL] = {"recall", mark("percentage of the words of its levels that it knows"), 1,
                       100, 50, .any = true},
    {.name = NULL},
};

enum { BREATH = 1500 }; /* milliseconds between what somebody says and the next word */
enum { USUAL = 9 };     /* well-known words that fit a theme and a letter as a rule */
enum { SHARE = 4 };     /* tokens that a good word takes as a rule */
enum { KEY = 230 };     /* milliseconds to type a letter */
enum { NEXT = 850 };    /* what a point is worth in milliseconds if a next word can follow */

/* Uniform between 0 and 1, both excluded. */
static double chance_of(uint64_t seed, unsigned entry)
{
    uint64_t x = seed + (uint64_t)entry * 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return ((double)((x ^ x >> 31) >> 12) + 0.5) * 0x1p-52;
}

/* Whether the word belongs to the seat's vocabulary, which is the same in every game. */
static bool recalls(const struct bot *bot, int seat, unsigned entry)
{
    return chance_of((uint64_t)seat << 32, entry) * 100 < (double)bot->value[OPTION_RECALL];
}

/* How much longer the word takes than one of the best known; 0: it does not come to mind at all. A
 * plural is an afterthought. */
static double slowness(const struct bot *bot, const struct strength *strength, int seat,
                       const struct words_answer *answer)
{
    const struct words_form *form = &words_form[answer->form];
    const bool plural = form->kind == WORDS_PLURAL;
    double slow = plural ? 2 : 1;
    for (unsigned level = WORDS_FIRST; level < answer->level; level++)
        slow *= strength->spread;
    const bool known =
        (!plural || answer->level <= strength->plurals) && recalls(bot, seat, form->entry);
    return known ? slow : 0;
}

static unsigned smaller(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static uint32_t later(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* The most points that are of use: no more than there are tokens, nor than make sure that nobody
 * else can have as many. */
static unsigned most(const struct strength *strength, const struct themots *s, int seat)
{
    if (!strength->tokens)
        return WORDS_DICE;
    const unsigned left = s->centre + s->reserve, own = s->score[seat - 1];
    unsigned rival = 0;
    for (int i = 0; i < s->players; i++)
        rival = i == seat - 1 || s->score[i] < rival ? rival : s->score[i];
    const unsigned sure = rival + left < own ? 1 : (rival + left - own) / 2 + 1;
    return smaller(smaller(WORDS_DICE, s->centre), sure);
}

/* Others who are still in the round. */
static int rivals(const struct themots *s, int seat)
{
    return s->players - __builtin_popcount(s->out | 1u << (seat - 1));
}

/* The milliseconds that the player gives for a point more. */
static uint32_t hold_of(const struct strength *strength, const struct themots *s, int seat)
{
    const unsigned others = (unsigned)rivals(s, seat);
    const unsigned demand = SHARE * (others + 1);
    uint32_t hold = themots_places(s) > (int)others ? strength->hold : strength->race;
    if (s->variant != THEMOTS_BASE)
        hold = NEXT; /* the player goes on after a word */
    const bool scarce = s->centre < demand;
    if (strength->tokens && scarce)
        hold = hold * s->centre / demand;
    return hold;
}

/* The time from which the player settles for this many points: at the last moment for any. */
static uint32_t patience(const struct strength *strength, const struct themots *s, int seat,
                         unsigned points)
{
    static const uint32_t steps[WORDS_DICE + 1] = {0, 1, 2, 4, 7, 9}; /* by points missing */
    if (s->colour == THEMOTS_BLACK || s->variant != THEMOTS_BASE)
        return 0; /* the first takes it */
    const unsigned top = most(strength, s, seat);
    const uint32_t last = smaller(strength->give_up, 1000u * s->seconds) - BREATH;
    return smaller(strength->look + steps[top - smaller(points, top)] * hold_of(strength, s, seat),
                   last);
}

/* The words of one theme that fit the dice, and how they are said. */
struct question {
    struct words_answer answer[WORDS_ANSWERS_MAX];
    size_t count;
    unsigned slot; /* as an action names it */
};

static void ask(const struct strength *strength, const struct themots *s, unsigned slot,
                struct question *question)
{
    const unsigned theme = themots_theme(s, slot);
    question->count = s->colour == THEMOTS_BLACK
                          ? words_without(theme, s->letter, strength->level, question->answer)
                          : words_answers(theme, s->letter[s->colour], s->letter, strength->level,
                                          question->answer);
    question->slot = s->variant == THEMOTS_FERMER ? slot : 0;
}

static game_action say(const struct agent_turn *turn, const struct question *question, size_t i)
{
    return themots_action(THEMOTS_SAY, (unsigned)turn->seat - 1, question->slot,
                          question->answer[i].form);
}

/* Makes the plan better with the words of one theme, as they come to mind. */
static void think(const struct bot *bot, const struct strength *strength,
                  const struct agent_turn *turn, const struct question *question,
                  struct agent_plan *plan)
{
    const struct themots *s = turn->view;
    double known = 0; /* the words that fit, in best known ones */
    for (size_t i = 0; i < question->count; i++) {
        const double slow = slowness(bot, strength, turn->seat, &question->answer[i]);
        known += slow > 0 ? 1 / slow : 0;
    }
    /* The more fit, the sooner one comes to mind, but each of them later. */
    double pause = sqrt(known * USUAL) * strength->interval;
    if (s->variant == THEMOTS_FERMER)
        pause *= WORDS_ON_CARD - __builtin_popcount(s->closed);
    for (size_t i = 0; i < question->count; i++) {
        const struct words_answer *answer = &question->answer[i];
        const double slow = slowness(bot, strength, turn->seat, answer);
        const uint32_t soonest =
            later(patience(strength, s, turn->seat, answer->points), turn->acted + BREATH);
        if (slow <= 0 || soonest >= plan->at || themots_clash(s, answer->form) >= 0)
            continue;
        const double chance = chance_of(turn->thoughts, words_form[answer->form].entry);
        const double thought = strength->look - log(chance) * pause * slow;
        const uint32_t at = later(soonest, thought < 1e9 ? (uint32_t)thought : 1000000000);
        if (at < plan->at)
            *plan = (struct agent_plan){.action = say(turn, question, i), .at = at};
    }
}

/* Milliseconds to type the word. */
static uint32_t typing(uint32_t form)
{
    const struct span word = words_written(form);
    uint32_t letters = 0;
    for (size_t i = 0; i < word.length; i++)
        letters += ((unsigned char)word.at[i] & 0xc0) != 0x80; /* UTF-8: one for each character */
    return letters * KEY;
}

/* The same for a player who knows all words: what a word brings and how long it takes to type. A
 * word begun before somebody spoke is gone on with; any other is typed from now on. */
static void choose(const struct bot *bot, const struct strength *strength,
                   const struct agent_turn *turn, const struct question *question,
                   struct agent_plan *plan, double *best)
{
    const struct themots *s = turn->view;
    const unsigned top = most(strength, s, turn->seat);
    const double price = hold_of(strength, s, turn->seat);
    const uint32_t start = later(strength->look, turn->acted + (turn->acted ? BREATH : 0));
    for (size_t i = 0; i < question->count; i++) {
        const struct words_answer *answer = &question->answer[i];
        const uint32_t length = typing(answer->form);
        const uint32_t at =
            start + length > turn->now ? start + length : turn->now + BREATH + length;
        const double value = smaller(answer->points, top) * price - at;
        if (value > *best && at < 1000u * s->seconds && themots_clash(s, answer->form) < 0 &&
            recalls(bot, turn->seat, words_form[answer->form].entry)) {
            *best = value;
            *plan = (struct agent_plan){.action = say(turn, question, i), .at = at};
        }
    }
}

static const struct strength *strength_of(const struct bot *bot);

/* What the player does next, and when, if nothing happens before. */
static struct agent_plan make_plan(struct bot *bot, const struct agent_turn *turn, struct rng *rng)
{
    const struct strength *strength = strength_of(bot);
    const struct themots *s = turn->view;
    struct agent_plan plan = {.action = turn->actions[turn->count - 1], /* to pass */
                              .at = strength->give_up};
    (void)rng;
    if (s->phase == THEMOTS_VOTE) { /* for a person who has left: against a word it does not know */
        plan.at = turn->now;
        return plan;
    }
    if (s->colour != THEMOTS_BLACK && themots_places(s) <= 0)
        plan.at = 0; /* there is nothing left to win */
    double best = -INFINITY;
    for (unsigned slot = 0; plan.at && slot < WORDS_ON_CARD; slot++) {
        struct question question;
        if (!themots_is_open(s, slot))
            continue;
        ask(strength, s, slot, &question);
        if (strength->interval)
            think(bot, strength, turn, &question, &plan);
        else
            choose(bot, strength, turn, &question, &plan, &best);
    }
    if (plan.at <= turn->now)
        plan.at = turn->now + BREATH;
    return plan;
}

const struct agent themots_novice_agent = {
    .name = "novice",
    .about = mark("knows easy words, thinks as slowly as a child, and says the first word that "
                  "comes to mind"),
    .game = &themots_game,
    .options = novice_options,
    .open = agent_open_nothing,
    .close = agent_close_nothing,
    .plan = make_plan,
};

const struct agent themots_easy_agent = {
    .name = "easy",
    .about = mark("knows easy words and is fairly quick"),
    .game = &themots_game,
    .options = options,
    .open = agent_open_nothing,
    .close = agent_close_nothing,
    .plan = make_plan,
};

const struct agent themots_amateur_agent = {
    .name = "amateur",
    .about = mark("knows common words, waits a little for a better one, and counts tokens"),
    .game = &themots_game,
    .options = options,
    .open = agent_open_nothing,
    .close = agent_close_nothing,
    .plan = make_plan,
};

const struct agent themots_hard_agent = {
    .name = "hard",
    .about = mark("knows every word, waits for good ones, and hurries when others may be first"),
    .game = &themots_game,
    .options = options,
    .open = agent_open_nothing,
    .close = agent_close_nothing,
    .plan = make_plan,
};

const struct agent themots_expert_agent = {
    .name = "expert",
    .about = mark("knows every word at once; needs only the time to read the dice and type"),
    .game = &themots_game,
    .options = options,
    .open = agent_open_nothing,
    .close = agent_close_nothing,
    .plan = make_plan,
};

static const struct {
    const struct agent *agent;
    struct strength strength;
} players[] = {
    {&themots_novice_agent, {WORDS_EASY, 0, 8, 6900, 9000, 500, 500, 40000, false}},
    {&themots_easy_agent, {WORDS_EASY, 0, 7.5, 4200, 6300, 700, 700, 35000, false}},
    {&themots_amateur_agent, {WORDS_PLAIN, WORDS_EASY, 4.5, 3200, 4500, 2500, 1500, 40000, true}},
    {&themots_hard_agent, {WORDS_RARE, WORDS_PLAIN, 3.5, 2700, 3700, 10000, 500, 50000, true}},
    {&themots_expert_agent, {WORDS_RARE, WORDS_RARE, 1, 2400, 0, 20000, 400, 60000, true}},
};

static const struct strength *strength_of(const struct bot *bot)
{
    size_t i = 0;
    while (players[i].agent != bot->agent)
        i++;
    return &players[i].strength;
}
