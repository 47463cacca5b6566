/* A program of somebody else's: plays one game of Easy Come Easy Go between two bots and prints it.
 * It is C and C++ alike.
 *
 *     cc example.c $(pkg-config --cflags --libs cornet) -o example */
#include <stdio.h>

#include <cornet/cornet.h>

/* Prints what went wrong, if anything did. */
static int failed(cornet_status status, const cornet_error *error)
{
    if (status != CORNET_OK)
        fprintf(stderr, "%s\n", error->message);
    return status != CORNET_OK;
}

int main(void)
{
    cornet_error error;
    cornet_setup *setup = NULL;
    cornet_match *match = NULL;
    cornet_rng rng;
    char *record = NULL;
    double share[CORNET_SEATS_MAX + 1];
    int wrong;

    cornet_rng_seed(&rng, 2026);
    wrong = failed(cornet_setup_new(cornet_game_find("easycome"), &setup, &error), &error) ||
            failed(cornet_match_new(setup, &match, &error), &error) ||
            failed(cornet_match_set_name(match, 1, "bot:greedy", &error), &error) ||
            failed(cornet_match_set_name(match, 2, "bot:random", &error), &error) ||
            failed(cornet_match_run(match, &rng, &error), &error) ||
            failed(cornet_match_result(match, share, &error), &error) ||
            failed(cornet_record_write(match, &record, &error), &error);
    if (!wrong) {
        fputs(record, stdout);
        printf("# seat %d wins\n", share[1] == 1 ? 1 : 2);
    }
    cornet_free(record);
    cornet_match_free(match);
    cornet_setup_free(setup);
    return wrong;
}
