/* cards: checks the deck's promise: that a card shows a mistake.
 *
 *     cards GAME CARDS [SEED] [option NAME=VALUE...]
 *
 * Plays games between bots of the four lower levels, from 2 to 4 of them, analyses the games and
 * makes cards of them as for a player, until there are CARDS of mistakes. Each is judged once more
 * by the reference of the game's judge (judge.h): much deeper, and with other random numbers; a
 * solved game is judged exactly. The program prints how often the reference agrees that the choice
 * of the card was worse than its best one, and that it cost half a percent of a game or more; and
 * the same for cards of fine choices against the second best. It fails if less than 97 % of the
 * mistakes cost half a percent. docs/measurements/practise.md has the figures. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/levels.h"
#include "match/analyse.h"
#include "match/driver.h"
#include "practise/card.h"

enum { LEVELS = 4, PLAYERS_MAX = 4, ENOUGH = 97 };

struct tally {
    unsigned cards, worse, mistakes;
    double cost, reference;
};

struct check {
    unsigned wanted;
    void *reference;    /* the open judge of this game; NULL: not open yet */
    bool show;          /* prints the cards that the reference does not confirm */
    struct tally of[2]; /* mistakes, fine choices */
};

static void fail(const char *why)
{
    fprintf(stderr, "cards: %s\n", why);
    exit(2);
}

/* By how much the reference values the best choice above the other one. */
static double reference_of(struct check *check, const struct exercise *e, size_t other)
{
    const struct judge *judge = judge_of(e->match->game);
    const union game_state view = exercise_view(e);
    const game_action pair[2] = {e->choice[0].action, e->choice[other].action};
    struct judgement judged[2];
    struct rng rng;
    rng_seed(&rng, e->match->body.count + 1);
    if (!check->reference)
        check->reference = judge->open(&e->match->settings, judge->depths + 1);
    judge->actions(check->reference, &view, &e->match->history, e->seat, pair, 2, &rng, judged);
    return judged[0].share[e->seat - 1] - judged[1].share[e->seat - 1];
}

static void take(void *context, struct exercise *e, bool fine)
{
    struct check *check = context;
    struct tally *tally = &check->of[fine];
    const size_t other = fine ? 1 : e->played;
    if (check->of[0].cards < check->wanted) {
        const double cost = e->choice[0].share - e->choice[other].share;
        const double reference = reference_of(check, e, other);
        tally->cards++;
        tally->worse += reference > 0;
        tally->mistakes += reference >= ANALYSIS_MISTAKE;
        tally->cost += cost;
        tally->reference += reference;
        if (check->show && reference < ANALYSIS_MISTAKE)
            printf("  %s: %.4f by the card (%.4f), %.4f by the reference\n",
                   e->practice->themes[e->theme].id, cost, e->choice[other].apart, reference);
    }
    exercise_free(e);
}

/* A game between bots of the lower levels. */
static struct match *play(const struct game *game, const struct game_settings *base,
                          struct rng *rng)
{
    char why[TEXT_WHY], name[MATCH_NAME_MAX];
    struct text reason = text_on(why, sizeof why);
    struct game_settings settings = *base;
    struct driver driver;
    const int most = game->seats_max < PLAYERS_MAX ? game->seats_max : PLAYERS_MAX;
    settings.players =
        game->seats_min + (int)rng_below(rng, (uint32_t)(most - game->seats_min + 1));
    settings.bots = (1u << settings.players) - 1;
    struct match *match = match_new(game, &settings, &reason);
    for (int seat = 1; match && seat <= settings.players; seat++) {
        snprintf(name, sizeof name, MATCH_BOT "%s", agent_level_names[rng_below(rng, LEVELS)]);
        match_set_name(match, seat, span_of(name), &reason);
    }
    driver_init(&driver, game, settings.players);
    if (!match || !driver_open(&driver, match, &reason))
        fail(why);
    while (driver_play(&driver, match, rng, rng))
        ;
    driver_close(&driver);
    return match;
}

static void print(const char *what, const struct tally *t)
{
    if (t->cards == 0)
        return;
    printf("%-9s %5u cards, worse %5.1f %%, half a percent or more %5.1f %%, mean cost %.2f %%, by "
           "the "
           "reference %.2f %%\n",
           what, t->cards, 100.0 * t->worse / t->cards, 100.0 * t->mistakes / t->cards,
           100 * t->cost / t->cards, 100 * t->reference / t->cards);
}

int main(int argc, char **argv)
{
    char why[TEXT_WHY] = "";
    struct text reason = text_on(why, sizeof why);
    struct game_settings settings;
    struct check check = {.show = getenv("SHOW") != NULL};
    const struct game *game = argc > 1 ? game_find(span_of(argv[1])) : NULL;
    if (!game || !practice_of(game) || argc < 3)
        fail("usage: cards GAME CARDS [SEED] [option NAME=VALUE...]");
    check.wanted = (unsigned)atoi(argv[2]);
    uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    game_defaults(game, &settings);
    for (int at = 4; at + 1 < argc && strcmp(argv[at], "option") == 0; at += 2) {
        const size_t name = strcspn(argv[at + 1], "=");
        if (!argv[at + 1][name] || !game_set(game, &settings, (struct span){argv[at + 1], name},
                                             span_of(argv[at + 1] + name + 1), &reason))
            fail(why[0] ? why : "an option is NAME=VALUE");
    }
    unsigned games = 0;
    for (seed *= 1000000; check.of[0].cards < check.wanted; seed++, games++) {
        struct analysis a;
        struct rng rng;
        rng_seed(&rng, seed);
        struct match *match = play(game, &settings, &rng);
        analyse(match, 0, &a, &reason, NULL, NULL);
        if (!a.judge)
            fail(why);
        for (int seat = 1; seat <= a.players; seat++)
            cards_collect(match, &a, seat, take, &check);
        if (check.reference)
            a.judge->close(check.reference);
        check.reference = NULL;
        analysis_free(&a);
        match_free(match);
    }
    printf("%s: %u games\n", game->id, games);
    print("mistakes", &check.of[0]);
    print("fine", &check.of[1]);
    return 100 * check.of[0].mistakes < ENOUGH * check.of[0].cards;
}
