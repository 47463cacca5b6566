/* easycome_pack: makes the packed solution of Easy Come Easy Go that is built into the program.
 *
 *     easycome_pack PLAYERS HOLD TABLE >data/easycome-PLAYERS-HOLD.pack
 *
 * TABLE is what `cornet solve easycome --file TABLE` wrote. The packed values are unpacked and
 * checked again, so that residual, regret and gain in the packed file, which are printed too, are
 * its own. */
#include <stdio.h>
#include <stdlib.h>

#include "games/easycome/solve/pack.h"
#include "games/easycome/tools/pack_make.h"

int main(int argc, char *argv[])
{
    char buffer[TEXT_WHY];
    struct text why = text_on(buffer, sizeof buffer);
    if (argc != 4) {
        fprintf(stderr, "usage: easycome_pack PLAYERS HOLD TABLE\n");
        return 2;
    }
    const struct easycome_rules rules = {
        .players = atoi(argv[1]), .hold = atoi(argv[2]), .centre = (1 << EASYCOME_PRIZES) - 1};
    struct easycome_solution *s = easycome_solution_read(rules, argv[3], &why);
    if (!s) {
        fprintf(stderr, "easycome_pack: %s\n", buffer);
        return 1;
    }
    const double regret = s->regret, gain = s->gain;
    size_t length;
    unsigned char *bytes = easycome_pack_make(s, &length);
    if (!easycome_pack_parse(s, bytes, length))
        abort(); /* our own bug */
    easycome_solution_check(s, 1);
    free(bytes);
    bytes = easycome_pack_make(s, &length);
    fprintf(stderr, "%zu bytes; residual %.2g, regret %.3g (was %.3g), gain %.3g (was %.3g)\n",
            length, s->residual, s->regret, regret, s->gain, gain);
    const bool written = fwrite(bytes, 1, length, stdout) == length && fflush(stdout) == 0;
    free(bytes);
    easycome_solution_free(s);
    return written ? 0 : 1;
}
