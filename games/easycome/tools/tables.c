/* easycome_tables: prints the constant tables of Easy Come Easy Go as C, while the library is
 * built: `tables` for games/easycome/rules.c, `throws` for games/easycome/solve/play.c. */
#include <assert.h>

#include "base/dice.h"
#include "games/easycome/solve/throws.h"
#include "tools/print_table.h"

/* 6^n: how many equal throws n dice have. */
static const unsigned throws_of[EASYCOME_DICE + 1] = {1, 6, 36, 216, 1296};

static struct easycome_tables tables;
static struct easycome_throws plan;

/* ---- of the rules ---- */

static uint16_t prizes_met(const struct dice *dice, int sum)
{
    int max = 0, pairs = 0, run = 0, longest = 0, odd = 0;
    for (int face = 0; face < EASYCOME_FACES; face++) {
        const int n = dice->of[face];
        max = n > max ? n : max;
        pairs += n == 2;
        run = n ? run + 1 : 0;
        longest = run > longest ? run : longest;
        odd += face % 2 ? n : 0;
    }
    return (uint16_t)((max == 4) << EASYCOME_CARRE | (pairs == 2) << EASYCOME_PAIRES |
                      (max == 3 && odd == 4) << EASYCOME_BRELAN_IMPAIR |
                      (max == 3 && odd == 0) << EASYCOME_BRELAN_PAIR | (sum == 7) << EASYCOME_7 |
                      (sum == 13) << EASYCOME_13 | (sum <= 3) << EASYCOME_3_OR_LESS |
                      (sum >= 17) << EASYCOME_17_OR_MORE | (longest == 4) << EASYCOME_SUITE);
}

static void make_set(struct easycome_set *set, const struct dice *dice, int count)
{
    static const uint8_t one_side_each[EASYCOME_FACES] = {1, 1, 1, 1, 1, 1};
    int written = 0;
    for (int face = 0; face < EASYCOME_FACES; face++) {
        set->of[face] = dice->of[face];
        set->sum = (uint8_t)(set->sum + face * dice->of[face]);
        for (int i = 0; i < dice->of[face]; i++)
            set->digits[written++] = (char)('0' + face);
    }
    set->count = (uint8_t)count;
    set->weight = (uint16_t)dice_weight(dice, EASYCOME_FACES, one_side_each);
    if (count == EASYCOME_DICE)
        set->prizes = prizes_met(dice, set->sum);
}

static unsigned find_set(const uint8_t of[EASYCOME_FACES])
{
    for (unsigned i = 0; i < EASYCOME_SETS; i++) {
        if (memcmp(tables.set[i].of, of, EASYCOME_FACES) == 0)
            return i;
    }
    return 0;
}

static void make_sets(void)
{
    unsigned sets = 0;
    for (int count = 0; count <= EASYCOME_DICE; count++) {
        tables.first[count] = (uint8_t)sets;
        struct dice dice = dice_first(count);
        do
            make_set(&tables.set[sets++], &dice, count);
        while (dice_next(&dice, EASYCOME_FACES));
    }
    tables.first[EASYCOME_DICE + 1] = (uint8_t)sets;
    assert(sets == EASYCOME_SETS);
}

static void make_keeps(void)
{
    unsigned keeps = 0;
    for (unsigned a = 0; a < EASYCOME_SETS; a++) {
        struct easycome_set *set = &tables.set[a];
        set->keeps_at = (uint16_t)keeps;
        for (unsigned b = 0; b < EASYCOME_SETS; b++) {
            const struct easycome_set *other = &tables.set[b];
            if (other->count > 0 && other->count < set->count && easycome_contains(set, other))
                tables.keeps[keeps++] = easycome_action(EASYCOME_KEEP, b);
            if (set->count + other->count <= EASYCOME_DICE) {
                uint8_t both[EASYCOME_FACES];
                for (int face = 0; face < EASYCOME_FACES; face++)
                    both[face] = (uint8_t)(set->of[face] + other->of[face]);
                tables.join[a][b] = (uint8_t)find_set(both);
            }
        }
        set->keeps_count = (uint8_t)(keeps - set->keeps_at);
    }
    assert(keeps + EASYCOME_KEEPS_MAX <= sizeof tables.keeps / sizeof *tables.keeps);
}

static void make_met(void)
{
    int at = 0;
    for (unsigned kept = 0; kept < EASYCOME_SETS; kept++) {
        const int left = EASYCOME_DICE - tables.set[kept].count;
        tables.met_at[kept] = (int16_t)(at - tables.first[left]);
        for (unsigned set = tables.first[left]; set < tables.first[left + 1]; set++)
            tables.met[at++] = tables.set[tables.join[kept][set]].prizes;
    }
    assert(at == EASYCOME_MET);
}

static void make_tables(void)
{
    make_sets();
    make_keeps();
    make_met();
    for (unsigned prizes = 1; prizes < sizeof tables.bits; prizes++)
        tables.bits[prizes] = (uint8_t)(tables.bits[prizes / 2] + prizes % 2);
    for (int count = 0; count <= EASYCOME_DICE; count++) {
        for (unsigned i = 0; i < throws_of[count]; i++) {
            unsigned set = 0, left = i;
            for (int die = 0; die < count; die++, left /= EASYCOME_FACES)
                set = tables.join[set][tables.first[1] + left % EASYCOME_FACES];
            tables.thrown[count][i] = (uint8_t)set;
        }
    }
}

static void print_tables(void)
{
    make_tables();
    printf(
        "#include \"games/easycome/rules.h\"\n\nconst struct easycome_tables easycome_tables = {\n"
        ".set = {\n");
    for (const struct easycome_set *set = tables.set; set < tables.set + EASYCOME_SETS; set++) {
        printf("{.prizes = %d, .weight = %d, .count = %d, .sum = %d, .digits = \"%s\", "
               ".keeps_at = %d, .keeps_count = %d, .of = ",
               set->prizes, set->weight, set->count, set->sum, set->digits, set->keeps_at,
               set->keeps_count);
        print_numbers(set->of, 1, EASYCOME_FACES);
        printf("},\n");
    }
    printf("},\n.first = ");
    print_numbers(tables.first, 1, sizeof tables.first);
    printf(",\n.join = {");
    for (int i = 0; i < EASYCOME_SETS; i++) {
        print_numbers(tables.join[i], 1, EASYCOME_SETS);
        printf(",\n");
    }
    printf("},\n.thrown = {");
    for (int dice = 0; dice <= EASYCOME_DICE; dice++) {
        print_numbers(tables.thrown[dice], 1, throws_of[dice]);
        printf(",\n");
    }
    printf("},\n.keeps = ");
    print_numbers(tables.keeps, sizeof *tables.keeps, sizeof tables.keeps / sizeof *tables.keeps);
    printf(",\n.met_at = {");
    for (int i = 0; i < EASYCOME_SETS; i++)
        printf("%d, ", tables.met_at[i]);
    printf("},\n.met = ");
    print_numbers(tables.met, sizeof *tables.met, EASYCOME_MET);
    printf(",\n.bits = ");
    print_numbers(tables.bits, 1, sizeof tables.bits);
    printf("};\n");
}

/* ---- of a turn ---- */

static void add_option(unsigned option)
{
    assert(plan.options < EASYCOME_OPTIONS_MAX);
    plan.option[plan.options++] = (uint8_t)option;
}

static void add_throw(unsigned kept, const struct easycome_set *rolled)
{
    const struct easycome_tables *t = &tables;
    const int dice = EASYCOME_DICE - t->set[kept].count;
    assert(plan.throws < EASYCOME_THROWS_MAX);
    plan.throw [plan.throws++] =
        (struct easycome_throw){.weight = rolled->weight / (double)throws_of[dice],
                                .first = (uint16_t)plan.options,
                                .options = (uint8_t)(1 + rolled->keeps_count),
                                .kept = (uint8_t)kept};
    add_option(t->join[kept][rolled - t->set]);
    for (int i = 0; i < rolled->keeps_count; i++)
        add_option(t->join[kept][easycome_value_of(t->keeps[rolled->keeps_at + i])]);
}

static void make_throws(void)
{
    const struct easycome_tables *t = &tables;
    const unsigned fours = t->first[EASYCOME_DICE];
    for (unsigned kept = 0; kept < fours; kept++) {
        const int dice = EASYCOME_DICE - t->set[kept].count;
        plan.first_of[kept] = (uint16_t)plan.throws;
        for (unsigned rolled = t->first[dice]; rolled < t->first[dice + 1]; rolled++)
            add_throw(kept, &t->set[rolled]);
    }
    plan.first_of[fours] = (uint16_t)plan.throws;
    for (unsigned four = fours; four < EASYCOME_SETS; four++) {
        plan.ends_at[four] = (uint16_t)plan.options;
        for (unsigned prizes = t->set[four].prizes; prizes; prizes &= prizes - 1)
            add_option((unsigned)__builtin_ctz(prizes));
        add_option(EASYCOME_NONE);
        plan.ends[four] = (uint8_t)(plan.options - plan.ends_at[four]);
    }
}

static void print_throws(void)
{
    make_tables();
    make_throws();
    printf("#include \"games/easycome/solve/throws.h\"\n\nstatic const struct easycome_throws plan "
           "= {\n"
           ".throws = %d,\n.options = %d,\n.throw = {\n",
           plan.throws, plan.options);
    for (const struct easycome_throw *throw = plan.throw; throw < plan.throw +plan.throws; throw ++)
        printf("{%a, %d, %d, %d},\n", throw->weight, throw->first, throw->options, throw->kept);
    printf("},\n.first_of = ");
    print_numbers(plan.first_of, 2, EASYCOME_SETS + 1);
    printf(",\n.option = ");
    print_numbers(plan.option, 1, (size_t)plan.options);
    printf(",\n.ends_at = ");
    print_numbers(plan.ends_at, 2, EASYCOME_SETS);
    printf(",\n.ends = ");
    print_numbers(plan.ends, 1, EASYCOME_SETS);
    printf("};\n");
}

int main(int argc, char **argv)
{
    static const struct print_table list[] = {
        {"tables", print_tables}, {"throws", print_throws}, {NULL, NULL}};
    return print_asked(argc, argv, list);
}
