#include "program/grid.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "program/screen.h"

void grid_start(struct grid *grid, int width)
{
    *grid = (struct grid){.width = width};
}

void grid_free(struct grid *grid)
{
    free(grid->cell);
    *grid = (struct grid){0};
}

const struct grid_cell *grid_at(const struct grid *grid, int row, int column)
{
    static const struct grid_cell empty;
    if (row < 0 || row >= grid->rows || column < 0 || column >= grid->width)
        return &empty;
    return &grid->cell[row * grid->width + column];
}

/* Makes sure that the present row is there. */
static void need_row(struct grid *grid)
{
    if (grid->row < grid->rows)
        return;
    if (grid->row >= grid->capacity) {
        const int old = grid->capacity;
        grid->capacity = 2 * grid->row + 16;
        grid->cell =
            memory_resize(grid->cell, (size_t)(grid->capacity * grid->width), sizeof *grid->cell);
        memset(grid->cell + old * grid->width, 0,
               (size_t)((grid->capacity - old) * grid->width) * sizeof *grid->cell);
    }
    grid->rows = grid->row + 1;
}

/* Takes one number of a colour sequence. */
static void take_style(struct grid *grid, int number)
{
    if (number == 0)
        grid->style = 0;
    else if (number == 1)
        grid->style |= GRID_BOLD;
    else if (number == 2)
        grid->style |= GRID_DIM;
    else if (number == 7)
        grid->style |= GRID_REVERSE;
    else if (number >= 30 && number <= 37)
        grid->style = (uint8_t)((grid->style & ~GRID_COLOUR) | (number - 29));
}

/* Parses a sequence such as ESC [ 1 ; 32 m; returns the text after it. */
static const char *read_sequence(struct grid *grid, const char *at)
{
    int number = 0;
    at += strncmp(at, "\033[", 2) == 0 ? 2 : 1;
    for (; *at; at++) {
        if (*at >= '0' && *at <= '9') {
            number = (10 * number + *at - '0') % 1000;
            continue;
        }
        if (*at == ';' || *at == 'm')
            take_style(grid, number);
        number = 0;
        if (*at != ';')
            return at + 1;
    }
    return at;
}

static void put_character(struct grid *grid, const char *bytes, size_t length, int width)
{
    need_row(grid);
    struct grid_cell *row = grid->cell + grid->row * grid->width;
    if (width == 0 && grid->column > 0) {
        struct grid_cell *before = &row[grid->column - 1];
        const size_t used = strlen(before->text);
        if (used && used + length < sizeof before->text)
            memcpy(before->text + used, bytes, length);
        return;
    }
    if (width == 0 || grid->column + width > grid->width || length >= sizeof row->text) {
        grid->cut = true;
        return;
    }
    struct grid_cell *cell = &row[grid->column];
    *cell = (struct grid_cell){.style = grid->style};
    memcpy(cell->text, bytes, length);
    if (width == 2)
        row[grid->column + 1] = (struct grid_cell){.style = grid->style};
    grid->column += width;
}

void grid_put(struct grid *grid, const char *text)
{
    while (*text) {
        if (*text == '\033') {
            text = read_sequence(grid, text);
        } else if (*text == '\n') {
            need_row(grid);
            grid->row++;
            grid->column = 0;
            text++;
        } else {
            char one[8] = "";
            const size_t length = screen_character(text);
            memcpy(one, text, length);
            put_character(grid, one, length, screen_width(one));
            text += length;
        }
    }
}
