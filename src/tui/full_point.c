/* The cursor on the board: it picks a move spot by spot, a die and then its target. The list stays
 * below, with the move that the cursor is about selected. */
#include <stdlib.h>

#include "base/lang.h"
#include "tui/full_parts.h"

enum { ESCAPE = 27, FAR = 1000 };

bool full_can_point(const struct scene *scene)
{
    return scene->view && scene->view->spots && scene->actions && !scene->list && !scene->typing &&
           full_count_choices(scene) > 0;
}

const char *full_point_help(void)
{
    return tr(
        "Tab: a cursor on the board instead of the list. Arrows move it, Enter picks a die or a "
        "card, then where it goes; Esc takes that back, Tab leads to the list.");
}

/* What can be picked after the spots of this cursor; `found` gets the first such move, or the one
 * that they complete. */
static uint64_t find_offered(const struct scene *scene, const struct screen_cursor *cursor,
                             size_t *found, bool *whole)
{
    uint64_t offered = 0, next;
    *found = SIZE_MAX;
    *whole = false;
    for (size_t i = 0; i < full_count_choices(scene); i++) {
        if (!scene->view->spots(scene->state, scene->actions[i], cursor, &next))
            continue;
        if (*found == SIZE_MAX || (next == 0 && !*whole))
            *found = i;
        *whole |= next == 0;
        offered |= next;
    }
    return offered;
}

/* The cursor after it has picked the spot under it. */
static struct screen_cursor after_pick(const struct screen_cursor *cursor)
{
    struct screen_cursor after = *cursor;
    if (after.picks < sizeof after.picked)
        after.picked[after.picks++] = (uint8_t)after.at;
    return after;
}

bool full_point(struct full *f, const struct scene *scene)
{
    struct screen_cursor *cursor = &f->spot;
    size_t found;
    if (!f->pointing || !full_can_point(scene))
        return false;
    cursor->offered = find_offered(scene, cursor, &found, &f->whole);
    if (!cursor->offered && cursor->picks) { /* another position */
        cursor->picks = 0;
        cursor->offered = find_offered(scene, cursor, &found, &f->whole);
    }
    if (!cursor->offered)
        return false;
    if (!(cursor->offered >> cursor->at & 1) && !screen_is_picked(cursor, cursor->at)) {
        uint64_t next = 0; /* the spot of the selected move */
        const bool fits =
            f->chosen < full_count_choices(scene) &&
            scene->view->spots(scene->state, scene->actions[f->chosen], cursor, &next);
        cursor->at = (unsigned)__builtin_ctzll(fits && next ? next : cursor->offered);
    }
    const struct screen_cursor after = after_pick(cursor);
    find_offered(scene, &after, &found, &f->whole);
    if (found < full_count_choices(scene))
        f->chosen = found;
    return true;
}

/* Moves to the nearest spot in a direction; at the side of the board to the next or previous one.
 */
static void step(struct screen_cursor *cursor, int down, int right)
{
    unsigned best = cursor->at;
    int least = FAR;
    for (unsigned spot = 0; spot < 64; spot++) {
        const int y = (int)(spot / SCREEN_SPOTS) - (int)(cursor->at / SCREEN_SPOTS);
        const int x = (int)(spot % SCREEN_SPOTS) - (int)(cursor->at % SCREEN_SPOTS);
        const int along = y * down + x * right, aside = abs(y * right) + abs(x * down);
        if ((cursor->offered >> spot & 1 || screen_is_picked(cursor, spot)) && along > 0 &&
            along + 3 * aside < least) {
            least = along + 3 * aside;
            best = spot;
        }
    }
    for (unsigned spot = best; best == cursor->at && right && spot < 64;) {
        spot += (unsigned)right; /* wraps below 0 */
        if (spot < 64 && (cursor->offered >> spot & 1 || screen_is_picked(cursor, spot)))
            best = spot;
    }
    cursor->at = best;
}

/* Whether a spot beside the cursor is offered. */
static bool offers_near(const struct screen_cursor *cursor)
{
    for (unsigned spot = 0; spot < 64; spot++) {
        const int y = (int)(spot / SCREEN_SPOTS) - (int)(cursor->at / SCREEN_SPOTS);
        const int x = (int)(spot % SCREEN_SPOTS) - (int)(cursor->at % SCREEN_SPOTS);
        if (cursor->offered >> spot & 1 && abs(y) <= 1 && abs(x) <= 1)
            return true;
    }
    return false;
}

/* The cursor stays on what it has picked, unless what comes next is of another kind and elsewhere:
 * after a card a player. */
static struct full_event pick(struct full *f, const struct scene *scene)
{
    struct screen_cursor *cursor = &f->spot;
    unsigned i = 0;
    if (f->whole) {
        cursor->picks = 0;
        return (struct full_event){.kind = FULL_MOVE, .index = f->chosen};
    }
    if (cursor->offered >> cursor->at & 1) {
        const uint64_t before = cursor->offered;
        *cursor = after_pick(cursor);
        full_point(f, scene);
        if (cursor->offered && !(cursor->offered & before) && !offers_near(cursor))
            cursor->at = (unsigned)__builtin_ctzll(cursor->offered);
    } else {
        while (cursor->picked[i] != cursor->at)
            i++;
        cursor->picked[i] = cursor->picked[--cursor->picks];
    }
    return (struct full_event){0};
}

bool full_point_key(struct full *f, const struct scene *scene, bool special, int key,
                    struct full_event *event)
{
    static const struct {
        int key, down, right;
    } arrows[] = {{KEY_UP, -1, 0}, {KEY_DOWN, 1, 0}, {KEY_LEFT, 0, -1}, {KEY_RIGHT, 0, 1}};
    *event = (struct full_event){0};
    if (!special && key == '\t' && full_can_point(scene)) {
        f->pointing = !f->pointing;
        f->spot = (struct screen_cursor){0};
        return true;
    }
    if (!full_point(f, scene))
        return false;
    if ((special && key == KEY_ENTER) || (!special && (key == '\n' || key == '\r'))) {
        *event = pick(f, scene);
        return true;
    }
    if (!special && key == ESCAPE) {
        f->pointing = f->spot.picks > 0;
        if (f->pointing)
            f->spot.at = f->spot.picked[--f->spot.picks];
        return true;
    }
    for (size_t i = 0; special && i < sizeof arrows / sizeof *arrows; i++) {
        if (key == arrows[i].key) {
            step(&f->spot, arrows[i].down, arrows[i].right);
            return true;
        }
    }
    f->pointing =
        special ? key != KEY_MOUSE : key < '0' || key > '9'; /* these are about the list */
    return false;
}
