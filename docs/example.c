/* A program of somebody else's: plays one game of Easy Come Easy Go between two bots and prints it.
 *
 *     cc example.c $(pkg-config --cflags --libs cornet) -o example */
#include <stdio.h>

#include <cornet/cornet.h>

int main(void)
{
    char buffer[TEXT_WHY];
    struct text why = text_on(buffer, sizeof buffer);
    const struct game *game = game_find(span_of("easycome"));
    struct game_settings settings;
    struct rng rng;

    rng_seed(&rng, 2026);
    game_defaults(game, &settings);
    struct driver driver; /* the bots, and what is due next */
    driver_init(&driver, game, settings.players);
    struct match *match = match_new(game, &settings, &why);
    if (!match || !match_set_name(match, 1, span_of("bot:greedy"), &why) ||
        !match_set_name(match, 2, span_of("bot:random"), &why) ||
        !driver_open(&driver, match, &why)) {
        fprintf(stderr, "%s\n", buffer);
        return 1;
    }
    while (driver_play(&driver, match, &rng, &rng))
        ;
    match_write(match, stdout);

    uint8_t share[GAME_SEATS_MAX];
    game->result(&match->state, share);
    printf("# seat %d wins\n", share[0] == GAME_WHOLE ? 1 : 2);
    driver_close(&driver);
    match_free(match);
    return 0;
}
