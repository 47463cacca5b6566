/* print_table.h: shared by the programs that print constant tables as C during the build. */
#ifndef CORNET_TOOLS_PRINT_TABLE_H
#define CORNET_TOOLS_PRINT_TABLE_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Prints the separator before the number with this index, from 0: a line has a few numbers. */
static inline void print_gap(size_t index)
{
    enum { IN_A_LINE = 16 };
    putchar(index % IN_A_LINE ? ' ' : '\n');
}

/* Prints an array of numbers of 1, 2 or 4 bytes. */
static inline void print_numbers(const void *numbers, size_t bytes, size_t count)
{
    putchar('{');
    for (size_t i = 0; i < count; i++) {
        uint32_t number = 0; /* little-endian, as base/data.h asserts for all of games/NAME/data/ */
        memcpy(&number, (const char *)numbers + i * bytes, bytes);
        print_gap(i);
        printf("%" PRIu32 ",", number);
    }
    putchar('}');
}

/* A table and its name on the command line. */
struct print_table {
    const char *name;
    void (*print)(void);
};

/* Prints the table that the command line names. The last entry of `tables` has no name. */
static inline int print_asked(int argc, char **argv, const struct print_table tables[])
{
    const struct print_table *table = tables;
    while (table->name && (argc != 2 || strcmp(argv[1], table->name) != 0))
        table++;
    if (!table->name) {
        fprintf(stderr, "%s: no such table\n", argv[0]);
        return 2;
    }
    printf("/* Made by tools/%s.c. */\n",
           strrchr(argv[0], '/') ? strrchr(argv[0], '/') + 1 : argv[0]);
    table->print();
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}

#endif
