/* wazabi_hands: counts what players of Wazabi hold, for agents/wazabi_hands.c.
 *
 *     wazabi_hands GAMES SEED >agents/wazabi_hands_table.h
 *
 * Whoever plays well keeps some cards and plays others at once, so that a hand is no fair sample of
 * the cards that are out of sight. For players like `judging` and for `greedy`, at two seats and at
 * four, by dice and by the number of cards: how many of each kind a hand holds, against what a fair
 * sample would hold, in sixty-fourths. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "agents/wazabi_greedy.h"
#include "agents/wazabi_hands.h"
#include "agents/wazabi_value.h"

struct tally {
    double held[WAZABI_KINDS], fair[WAZABI_KINDS];
};

static struct tally tally[2][2][WAZABI_HANDS_DICE][WAZABI_HANDS_CARDS];

/* All other hands, as the seat about to choose could wonder about them. */
static void count(const struct wazabi *s, int seat, bool greedy)
{
    uint8_t pool[WAZABI_KINDS];
    const double size = wazabi_out_of_sight(s, seat, pool);
    for (int other = 0; other < s->players; other++) {
        if (other == seat || s->cards[other] == 0)
            continue;
        struct tally *t = &tally[greedy][s->players > 2][wazabi_hands_dice(s, other)]
                                [wazabi_hands_cards(s, other)];
        for (int card = 0; card < WAZABI_KINDS; card++) {
            t->held[card] += s->hand[other][card];
            t->fair[card] += s->cards[other] * pool[card] / size;
        }
    }
}

static void play_game(int players, bool greedy, int pupil, struct rng *rng)
{
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct game_settings settings;
    struct wazabi s;
    game_defaults(&wazabi_game, &settings);
    settings.players = players;
    if (!wazabi_game.start(&s, &settings, &reason))
        exit(1);
    for (int mover; (mover = wazabi_game.mover(&s)) != GAME_OVER;) {
        game_action actions[GAME_ACTIONS_MAX];
        if (mover == GAME_CHANCE) {
            wazabi_game.apply(&s, wazabi_game.sample(&s, rng), NULL);
            continue;
        }
        const size_t n = wazabi_game.actions(&s, mover, actions);
        if (mover - 1 == pupil)
            count(&s, pupil, greedy);
        wazabi_game.apply(&s,
                          greedy && mover - 1 != pupil
                              ? wazabi_greedy_choice(&s, mover - 1, actions, n)
                              : wazabi_best(&s, mover - 1, actions, n),
                          NULL);
    }
}

static void print_kinds(const struct tally *t)
{
    printf("{");
    for (int card = 0; card < WAZABI_KINDS; card++) {
        /* As if a hundred fair cards had been seen besides; never nothing. */
        const double ratio = (t->held[card] + 100) / (t->fair[card] + 100);
        const double number = fmax(1, fmin(255, ratio * WAZABI_HANDS_FAIR));
        printf("%s%ld", card ? "," : "", lrint(number));
    }
    puts("},");
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: wazabi_hands GAMES SEED >agents/wazabi_hands_table.h\n");
        return 2;
    }
    const int games = atoi(argv[1]);
    struct rng rng;
    rng_seed(&rng, strtoull(argv[2], NULL, 10));
    for (int game = 0; game < games; game++) {
        for (int greedy = 0; greedy < 2; greedy++) {
            play_game(2, greedy, game % 2, &rng);
            play_game(4, greedy, game % 4, &rng);
        }
    }
    puts("/* Made by tools/wazabi_hands: see wazabi_hands */\n/* clang-format off */");
    for (int greedy = 0; greedy < 2; greedy++) {
        puts("{");
        for (int more = 0; more < 2; more++) {
            puts("{");
            for (int dice = 0; dice < WAZABI_HANDS_DICE; dice++) {
                puts("{");
                for (int cards = 0; cards < WAZABI_HANDS_CARDS; cards++)
                    print_kinds(&tally[greedy][more][dice][cards]);
                puts("},");
            }
            puts("},");
        }
        puts("},");
    }
    puts("/* clang-format on */");
    return 0;
}
