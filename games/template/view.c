/* Template in a terminal: everybody's points, and those of this turn. */
#include <string.h>

#include "base/lang.h"
#include "games/template/rules.h"
#include "tui/view.h"

static void draw(struct screen *screen, const struct match *match, const void *state, int seat)
{
    const struct template *s = state;
    (void)seat; /* everybody sees everything */
    screen_put(screen, screen->low ? "" : "\n");
    for (int i = 0; i < s->players; i++) {
        screen_printf(screen, "  %s ", s->phase != TEMPLATE_END && i == s->seat ? ">" : " ");
        view_put_name(screen, match, i + 1, 20);
        screen_printf(screen, trn("%d of %d point", "%d of %d points", (unsigned long)s->target),
                      s->score[i], s->target);
        screen_put(screen, "\n");
    }
    if (s->turn_points)
        screen_printf(screen, tr("  This turn: %d\n"), s->turn_points);
}

static void tell(const struct telling *to, const void *before, game_action action)
{
    const struct template *s = before;
    const struct view_name name = view_name(to->match, s->seat + 1);
    switch (template_kind_of(action)) {
    case TEMPLATE_DIE:
        text_printf(to->out, tr("%s throws a %u"), name.text, template_pips(action));
        break;
    case TEMPLATE_HOLD:
        text_printf(to->out, tr("%s banks %d"), name.text, s->turn_points);
        break;
    case TEMPLATE_ROLL:
        break; /* the line of the die reports it */
    }
}

static void phrase(const struct match *match, const void *state, game_action action,
                   struct text *out)
{
    const struct template *s = state;
    (void)match;
    if (template_kind_of(action) == TEMPLATE_HOLD)
        text_printf(out, tr("bank %d"), s->turn_points);
    else
        text_add(out, tr("throw the die"));
}

/* `r` and `lance` are `roll`, `b` and `garde` are `hold`. */
static void tidy(const void *state, const char *typed, struct text *out)
{
    static const struct {
        const char *typed, *words;
    } others[] = {{"r", "roll"}, {"lance", "roll"}, {"b", "hold"}, {"garde", "hold"}};
    (void)state;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (strcmp(typed, others[i].typed) == 0)
            typed = others[i].words;
    }
    text_add(out, typed);
}

const struct view view_template = {
    .game = &template_game,
    .draw = draw,
    .tell = tell,
    .phrase = phrase,
    .label = view_no_label,
    .tidy = tidy,
    .rules = mark(
        "Goal: be the first to reach the target.\n"
        "\n"
        "Your turn:\n"
        "  roll   throw the die: its pips are added to the turn's points, but a 1 loses them and "
        "ends the turn;\n"
        "  hold   bank the turn's points, and end the turn.\n"),
    .odds = view_no_odds,
};
