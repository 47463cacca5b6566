/* wazabi_tables: prints the constant tables of Wazabi as C, while the library is built: `throws`
 * for games/wazabi/rules.c. */
#include "games/wazabi/rules.h"
#include "tools/print_table.h"

enum { AT_ONCE = 4, THROWS = 1296, COST_MAX = 3 };

/* Of a throw's number: the C in the low four bits, the D in the high four. */
static uint8_t pack(unsigned number, int dice)
{
    unsigned packed = 0;
    for (int die = 0; die < dice; die++, number /= 6)
        packed += number % 6 < 2 ? 1 : number % 6 == 2 ? 16 : 0;
    return (uint8_t)packed;
}

static void print_throws(void)
{
    uint8_t thrown[THROWS];
    uint16_t affordable[COST_MAX + 1] = {0};
    unsigned throws = 1;
    printf("#include <stdint.h>\n\nenum { AT_ONCE = %d, THROWS = %d };\n\n"
           "/* thrown[n][i]: the C (low four bits) and D (high four bits) of the i-th of the\n"
           " * 6^n equally likely throws of n dice. */\n"
           "static const uint8_t thrown[AT_ONCE + 1][THROWS] = {\n",
           AT_ONCE, THROWS);
    for (int dice = 0; dice <= AT_ONCE; dice++, throws *= 6) {
        for (unsigned i = 0; i < throws; i++)
            thrown[i] = pack(i, dice);
        print_numbers(thrown, 1, throws);
        printf(",\n");
    }
    for (int card = 0; card < WAZABI_KINDS; card++) {
        for (int w = wazabi_kinds[card].cost; w <= COST_MAX; w++)
            affordable[w] |= (uint16_t)(1 << card);
    }
    printf("};\n\n/* Indexed by W: bitmask of the kinds that they pay for; none costs more. */\n"
           "static const uint16_t affordable[] = ");
    print_numbers(affordable, 2, COST_MAX + 1);
    printf(";\n");
}

int main(int argc, char **argv)
{
    static const struct print_table list[] = {{"throws", print_throws}, {NULL, NULL}};
    return print_asked(argc, argv, list);
}
