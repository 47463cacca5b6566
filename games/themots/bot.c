/* novice, easy, amateur, hard, expert: players of Thémots with a vocabulary, a pace and a temper.
 *
 * Like a person, a player needs time to read the dice, to recall a word, to type it and to send it.
 * Words come to mind one after the other, at random, the better known the sooner. The time of each
 * word is fixed when the dice are thrown (the noise_seed of the turn), so that thinking continues
 * after somebody has spoken. If few well-known words fit, all of them come later, as for people.
 * For each number of points there is a moment from which the player accepts it. The player types
 * the first word that is recalled and good enough. Players know only the lexicon, up to a level.
 *
 * The expert knows the whole lexicon at once, and needs only the time to read and to type.
 * docs/design/themots-people.md explains where these times come from. */
#include "games/themots/bot.h"

#include <math.h>

#include "base/lang.h"
#include "games/themots/rules.h"

extern const struct agent themots_novice_agent;
extern const struct agent themots_easy_agent;
extern const struct agent themots_amateur_agent;
extern const struct agent themots_hard_agent;
extern const struct agent themots_expert_agent;

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

enum { BREATH = 1500 }; /* milliseconds to notice what has happened and to turn to another word */
enum { CHECK = 1500 };  /* to check a word against the letters of a black round */
enum { USUAL = 9 };     /* well-known words that fit a theme and a letter as a rule */
enum { SHARE = 4 };     /* tokens that a good word takes as a rule */
enum { NEXT = 850 };    /* what a point is worth in milliseconds if a next word can follow */
enum { BLACK = 2 };     /* how much longer a word with none of five letters takes to recall */

/* Uniform between 0 and 1, both excluded. */
static double chance_of(uint64_t seed, unsigned entry)
{
    uint64_t x = seed + (uint64_t)entry * 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return ((double)((x ^ x >> 31) >> 12) + 0.5) * 0x1p-52;
}

/* A player that must choose, and the state for its choice. */
struct mind {
    const struct themots_player *player;
    long recall;
    const struct agent_turn *turn;
    const struct themots *state;
};

/* Whether the word belongs to the seat's vocabulary, which is the same in every game. */
static bool recalls(const struct mind *mind, unsigned entry)
{
    return chance_of((uint64_t)mind->turn->seat << 32, entry) * 100 < (double)mind->recall;
}

/* How much longer the word takes than one of the best known; 0: it does not come to mind at all. A
 * plural is an afterthought. */
static double slowness(const struct mind *mind, const struct words_answer *answer)
{
    const struct words_form *form = &words_form[answer->form];
    const bool plural = form->kind == WORDS_PLURAL;
    double slow = plural ? 2 : 1;
    for (unsigned level = WORDS_FIRST; level < answer->level; level++)
        slow *= mind->player->spread;
    const bool known =
        (!plural || answer->level <= mind->player->plurals) && recalls(mind, form->entry);
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

/* The most points that are useful: no more than the tokens left, and no more than the number after
 * which nobody else can catch up. */
static unsigned most(const struct mind *mind)
{
    const struct themots *s = mind->state;
    const int seat = mind->turn->seat;
    if (!mind->player->tokens)
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
static uint32_t hold_of(const struct mind *mind)
{
    const struct themots *s = mind->state;
    const unsigned others = (unsigned)rivals(s, mind->turn->seat);
    const unsigned demand = SHARE * (others + 1);
    uint32_t hold = themots_places(s) > (int)others ? mind->player->hold : mind->player->race;
    if (s->variant != THEMOTS_BASE)
        hold = NEXT; /* the player continues after a word */
    const bool scarce = s->centre < demand;
    if (mind->player->tokens && scarce)
        hold = hold * s->centre / demand;
    return hold;
}

/* Milliseconds to type the word, and to send it. */
static uint32_t typing(const struct mind *mind, uint32_t form)
{
    const struct span word = words_written(form);
    uint32_t letters = 0;
    for (size_t i = 0; i < word.length; i++)
        letters += ((unsigned char)word.at[i] & 0xc0) != 0x80; /* UTF-8: one for each character */
    return letters * mind->player->key + mind->player->send;
}

/* The time from which no word comes to mind any more. */
static uint32_t last_thought(const struct mind *mind)
{
    return smaller(mind->player->give_up, 1000u * mind->state->seconds);
}

/* The time before which no word can come to mind. */
static uint32_t first_thought(const struct mind *mind)
{
    return mind->player->read + mind->player->search +
           (mind->state->colour == THEMOTS_BLACK && mind->player->interval ? CHECK : 0);
}

/* The time from which the player settles for this many points, if the word takes this long to type:
 * at the last moment for any. */
static uint32_t patience(const struct mind *mind, unsigned points, uint32_t length)
{
    static const uint32_t steps[WORDS_DICE + 1] = {0, 1, 2, 4, 7, 9}; /* by points missing */
    const struct themots *s = mind->state;
    if (s->colour == THEMOTS_BLACK || s->variant != THEMOTS_BASE)
        return 0; /* the first takes it */
    const unsigned top = most(mind);
    const uint32_t last = last_thought(mind), needed = BREATH + length;
    return smaller(first_thought(mind) + steps[top - smaller(points, top)] * hold_of(mind),
                   last > needed ? last - needed : 0);
}

/* The words of one theme that fit the dice, and how they are spoken. */
struct question {
    struct words_answer answer[WORDS_ANSWERS_MAX];
    size_t count;
    unsigned slot; /* as an action names it */
};

static void ask(const struct mind *mind, unsigned slot, struct question *question)
{
    const struct themots *s = mind->state;
    const unsigned theme = themots_theme(s, slot), level = mind->player->level;
    question->count = s->colour == THEMOTS_BLACK
                          ? words_without(theme, s->letter, level, question->answer)
                          : words_answers(theme, s->letter[s->colour], s->letter, s->once, level,
                                          question->answer);
    question->slot = s->variant == THEMOTS_FERMER ? slot : 0;
}

static game_action say(const struct mind *mind, const struct question *question, size_t i)
{
    return themots_action(THEMOTS_SAY, (unsigned)mind->turn->seat - 1, question->slot,
                          question->answer[i].form);
}

/* The mean time until one of the best known words comes to mind. The more words fit, the sooner one
 * comes, but each of them later. In a black round many fit, but each that comes to mind has to be
 * checked, and most fail. */
static double pause_of(const struct mind *mind, const struct question *question)
{
    const struct themots *s = mind->state;
    const bool black = s->colour == THEMOTS_BLACK;
    double known = 0; /* the words that fit, in best known ones */
    for (size_t i = 0; i < question->count; i++) {
        const double slow = slowness(mind, &question->answer[i]);
        known += slow > 0 ? 1 / slow : 0;
    }
    double pause = sqrt(known * (black ? fmax(known, USUAL) : USUAL)) * mind->player->interval;
    if (black)
        pause *= BLACK;
    if (s->variant == THEMOTS_FERMER)
        pause *= WORDS_ON_CARD - __builtin_popcount(s->closed);
    return pause;
}

/* Makes the plan better with the words of one theme, as they come to mind; `from` is when the
 * player begins to type. */
static void think(const struct mind *mind, const struct question *question, struct agent_plan *plan,
                  uint32_t *from)
{
    const double pause = pause_of(mind, question);
    const struct agent_turn *turn = mind->turn;
    for (size_t i = 0; i < question->count; i++) {
        const struct words_answer *answer = &question->answer[i];
        const double slow = slowness(mind, answer);
        const uint32_t length = typing(mind, answer->form);
        const uint32_t soonest =
            later(patience(mind, answer->points, length), turn->acted ? turn->acted + BREATH : 0);
        if (slow <= 0 || soonest >= *from || themots_clash(mind->state, answer->form) >= 0)
            continue;
        const double chance = chance_of(turn->noise_seed, words_form[answer->form].entry);
        const double thought = first_thought(mind) - log(chance) * pause * slow;
        uint32_t start = later(soonest, thought < 1e9 ? (uint32_t)thought : 1000000000);
        if (start + length <= turn->now)
            start = turn->now + BREATH; /* its time has passed: something has changed since */
        if (start < *from) {
            *from = start;
            *plan = (struct agent_plan){.action = say(mind, question, i), .at = start + length};
        }
    }
}

/* The same for a player who knows all words: considers the points of a word and its typing time. A
 * word begun before somebody spoke is continued; any other is typed from now on. */
static void choose(const struct mind *mind, const struct question *question,
                   struct agent_plan *plan, double *best)
{
    const struct agent_turn *turn = mind->turn;
    const struct themots *s = mind->state;
    const unsigned top = most(mind);
    const double price = hold_of(mind);
    const uint32_t start = later(first_thought(mind), turn->acted + (turn->acted ? BREATH : 0));
    for (size_t i = 0; i < question->count; i++) {
        const struct words_answer *answer = &question->answer[i];
        const uint32_t length = typing(mind, answer->form);
        const uint32_t at =
            start + length > turn->now ? start + length : turn->now + BREATH + length;
        const double value = smaller(answer->points, top) * price - at;
        if (value > *best && at < 1000u * s->seconds && themots_clash(s, answer->form) < 0 &&
            recalls(mind, words_form[answer->form].entry)) {
            *best = value;
            *plan = (struct agent_plan){.action = say(mind, question, i), .at = at};
        }
    }
}

/* The time before which the player says no word that would end the round for people who are still
 * in it. */
static uint32_t earliest(const struct mind *mind)
{
    const struct themots *s = mind->state;
    const bool ends =
        s->colour == THEMOTS_BLACK || themots_places(s) == 1 || s->centre <= WORDS_DICE;
    const unsigned people = s->people & ~(s->out | 1u << (mind->turn->seat - 1));
    const bool waits = s->variant == THEMOTS_BASE && people != 0;
    return ends && waits ? smaller(mind->player->leave, 1000u * s->seconds / 2) : 0;
}

/* The next action of the player and its time, if nothing happens before. */
struct agent_plan themots_plan(const struct themots_player *player, long recall,
                               const struct agent_turn *turn)
{
    const struct mind mind = {player, recall, turn, turn->view};
    const struct themots *s = turn->view;
    struct agent_plan plan = {.action = turn->actions[turn->count - 1], /* to pass */
                              .at = player->give_up};
    if (s->phase == THEMOTS_VOTE) { /* for a person who has left: against a word it does not know */
        plan.at = turn->now;
        return plan;
    }
    if (s->colour != THEMOTS_BLACK && themots_places(s) <= 0)
        plan.at = 0; /* there is nothing left to win */
    double best = -INFINITY;
    uint32_t from = last_thought(&mind);
    for (unsigned slot = 0; plan.at && slot < WORDS_ON_CARD; slot++) {
        struct question question;
        if (!themots_is_open(s, slot))
            continue;
        ask(&mind, slot, &question);
        if (player->interval)
            think(&mind, &question, &plan, &from);
        else
            choose(&mind, &question, &plan, &best);
    }
    if (themots_kind(plan.action) == THEMOTS_SAY)
        plan.at = later(plan.at, earliest(&mind));
    if (plan.at <= turn->now)
        plan.at = turn->now + BREATH;
    return plan;
}

static struct agent_plan make_plan(struct bot *bot, const struct agent_turn *turn, struct rng *rng);

const struct agent themots_novice_agent = {
    .name = "novice",
    .about = mark("knows easy words, thinks as slowly as a child, and says the first word that "
                  "comes to mind"),
    .game = &themots_game,
    .options = novice_options,
    .plan = make_plan,
};

const struct agent themots_easy_agent = {
    .name = "easy",
    .about = mark("knows easy words and is fairly quick"),
    .game = &themots_game,
    .options = options,
    .plan = make_plan,
};

const struct agent themots_amateur_agent = {
    .name = "amateur",
    .about = mark("knows common words, waits a little for a better one, and counts tokens"),
    .game = &themots_game,
    .options = options,
    .plan = make_plan,
};

const struct agent themots_hard_agent = {
    .name = "hard",
    .about = mark("knows every word, waits for good ones, and hurries when others may be first"),
    .game = &themots_game,
    .options = options,
    .plan = make_plan,
};

const struct agent themots_expert_agent = {
    .name = "expert",
    .about = mark("knows every word at once; needs only the time to read the dice and type"),
    .game = &themots_game,
    .options = options,
    .plan = make_plan,
};

/* The times follow from published figures, and the rest from the share of games that people are to
 * win: games/themots/tests/test_people.c checks both. */
static const struct {
    const struct agent *agent;
    struct themots_player player;
} players[] = {
    {&themots_novice_agent,
     {.level = WORDS_EASY,
      .plurals = 0,
      .spread = 8,
      .read = 4000,
      .search = 3000,
      .interval = 14000,
      .key = 450,
      .send = 1500,
      .hold = 500,
      .race = 500,
      .leave = 25000,
      .give_up = 60000,
      .tokens = false}},
    {&themots_easy_agent,
     {.level = WORDS_EASY,
      .plurals = 0,
      .spread = 7.5,
      .read = 3600,
      .search = 3200,
      .interval = 11700,
      .key = 400,
      .send = 1500,
      .hold = 1000,
      .race = 700,
      .leave = 22000,
      .give_up = 60000,
      .tokens = false}},
    {&themots_amateur_agent,
     {.level = WORDS_PLAIN,
      .plurals = WORDS_EASY,
      .spread = 4.5,
      .read = 3000,
      .search = 3000,
      .interval = 11500,
      .key = 332,
      .send = 1200,
      .hold = 1300,
      .race = 700,
      .leave = 20000,
      .give_up = 60000,
      .tokens = true}},
    {&themots_hard_agent,
     {.level = WORDS_RARE,
      .plurals = WORDS_PLAIN,
      .spread = 3.5,
      .read = 2400,
      .search = 2300,
      .interval = 9500,
      .key = 231,
      .send = 800,
      .hold = 2700,
      .race = 500,
      .give_up = 60000,
      .tokens = true}},
    {&themots_expert_agent,
     {.level = WORDS_RARE,
      .plurals = WORDS_RARE,
      .spread = 1,
      .read = 2400,
      .search = 0,
      .interval = 0,
      .key = 231,
      .send = 231,
      .hold = 20000,
      .race = 400,
      .give_up = 60000,
      .tokens = true}},
};

static struct agent_plan make_plan(struct bot *bot, const struct agent_turn *turn, struct rng *rng)
{
    size_t i = 0;
    (void)rng;
    while (players[i].agent != bot->agent)
        i++;
    return themots_plan(&players[i].player, bot->value[OPTION_RECALL], turn);
}
