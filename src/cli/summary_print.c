/* A summary as text and as JSON. */
#include "base/lang.h"
#include "base/memory.h"
#include "cli/run_file.h"
#include "cli/summary.h"
#include "program/screen.h"

enum { NAME = 22 }; /* columns of a name */

/* ---- text ---- */

/* `12.3 ± 0.4`, in per cent. */
static void put_percent(const struct summary_sum *sum, struct text *out)
{
    if (sum->count == 0)
        text_add(out, "-");
    else
        text_printf(out, "%.1f ± %.1f", 100 * summary_mean(sum), 100 * summary_margin(sum));
}

/* The players that have forfeited games of this kind, and how many. */
static void put_forfeits(const struct summary *s, const struct game *game, struct text *out)
{
    bool any = false;
    for (size_t i = 0; i < s->players; i++) {
        const struct summary_player *p = &s->player[i];
        if (p->game != game || !p->forfeits)
            continue;
        text_add(out, any ? ", " : tr(" Forfeited games: "));
        summary_name(p, out);
        text_printf(out, " %llu", (unsigned long long)p->forfeits);
        any = true;
    }
    text_add(out, any ? "." : "");
}

static void describe_game(const struct summary *s, const struct summary_game *g, struct text *out)
{
    text_printf(out,
                trn("%s: %llu game, %.1f ± %.1f turns and %.1f ± %.1f moves long.",
                    "%s: %llu games, %.1f ± %.1f turns and %.1f ± %.1f moves long.", g->games),
                g->game->title, (unsigned long long)g->games, summary_mean(&g->turns),
                summary_margin(&g->turns), summary_mean(&g->moves), summary_margin(&g->moves));
    if (g->unfinished)
        text_printf(out,
                    trn(" %llu unfinished game is left out.",
                        " %llu unfinished games are left out.", g->unfinished),
                    (unsigned long long)g->unfinished);
    if (s->judged && g->unjudged)
        text_printf(
            out,
            trn(" %llu game could not be judged.", " %llu games could not be judged.", g->unjudged),
            (unsigned long long)g->unjudged);
    put_forfeits(s, g->game, out);
}

static const char *legend(const struct summary *s)
{
    return s->judged ? tr("Means in percent of a game with confidence intervals (95 %): result, "
                          "luck of the dice, cost of wrong decisions.")
                     : tr("Mean in percent of a game with its confidence interval (95 %): result, "
                          "beside an equal share.");
}

static void text_player(struct screen *screen, const struct summary *s,
                        const struct summary_player *p)
{
    const struct summary_sum *column[3] = {&p->share, &p->luck, &p->cost};
    char buffer[TEXT_WHY];
    struct text name = text_on(buffer, sizeof buffer);
    summary_name(p, &name);
    screen_put(screen, "  ");
    screen_put_cut(screen, buffer, NAME);
    screen_printf(screen, "%7llu", (unsigned long long)p->share.count);
    for (int i = 0; i < (s->judged ? 3 : 1); i++) {
        struct text cell = text_on(buffer, sizeof buffer);
        put_percent(column[i], &cell);
        screen_put_right(screen, buffer, 13);
    }
    if (!s->judged) {
        struct text cell = text_on(buffer, sizeof buffer);
        text_printf(&cell, "%.1f", 100 * summary_mean(&p->expected));
        screen_put_right(screen, buffer, 13);
    } else if (p->decisions) {
        screen_printf(screen, " %s", tr(summary_verdict(s, p)));
    }
    screen_put(screen, "\n");
}

void summary_text(const struct summary *s)
{
    struct screen screen = screen_on(stdout);
    for (size_t g = 0; g < s->games; g++) {
        struct text out = text_on((char[2 *TEXT_WHY]){0}, 2 * TEXT_WHY);
        describe_game(s, &s->game[g], &out);
        screen_put_wrapped(&screen, out.start, 0);
        screen_put(&screen, "\n  ");
        screen_put_padded(&screen, tr("player"), NAME);
        screen_put_right(&screen, tr("games"), 7);
        screen_put_right(&screen, tr("won"), 13);
        screen_put_right(&screen, s->judged ? tr("luck") : tr("equal share"), 13);
        if (s->judged)
            screen_put_right(&screen, tr("cost"), 13);
        screen_put(&screen, "\n");
        for (size_t i = 0; i < s->players; i++) {
            if (s->player[i].game == s->game[g].game)
                text_player(&screen, s, &s->player[i]);
        }
        screen_put(&screen, "\n");
    }
    screen_put_wrapped(&screen, legend(s), 0);
    if (s->stopped)
        screen_put_wrapped(&screen, tr("Stopped early: only the first records were counted."), 0);
}

/* ---- JSON ---- */

static void json_sum(struct json *json, const char *key, const struct summary_sum *sum)
{
    const double mean = summary_mean(sum), margin = summary_margin(sum);
    if (sum->count > 0)
        run_put_interval(json, key, mean, mean - margin, mean + margin);
}

static void json_bars(struct json *json, const char *key, const uint32_t bar[], size_t count)
{
    json_key_open(json, key, '[');
    for (size_t i = 0; i < count; i++)
        json_put_unsigned(json, bar[i]);
    json_close(json, ']');
}

/* How many of the lengths are needed to show all games. */
static size_t lengths_of(const struct summary_game *g)
{
    size_t count = SUMMARY_LENGTHS;
    while (count > 0 && g->lengths[count - 1] == 0)
        count--;
    return count;
}

static void json_player(struct json *json, const struct summary_player *p)
{
    json_open(json, '{');
    json_key_string(json, "name", p->name);
    json_key_string(json, "game", p->game->id);
    json_key_unsigned(json, "games", p->share.count);
    json_sum(json, "won", &p->share);
    json_key_real(json, "equal_share", summary_mean(&p->expected));
    if (p->forfeits)
        json_key_unsigned(json, "forfeits", p->forfeits);
    if (p->luck.count) {
        json_key_unsigned(json, "judged", p->luck.count);
        json_sum(json, "luck", &p->luck);
        json_sum(json, "cost", &p->cost);
        json_key_unsigned(json, "decisions", p->decisions);
        json_key_unsigned(json, "mistakes", p->mistakes);
        json_bars(json, "luck_histogram", p->luck_bars, SUMMARY_BARS);
        json_bars(json, "cost_histogram", p->cost_bars, SUMMARY_BARS);
    }
    json_close(json, '}');
}

void summary_json(const struct summary *s)
{
    const size_t room = 4096 + s->games * (SUMMARY_LENGTHS * 11 + 1024) + s->players * 2048;
    char *buffer = memory_new(room, 1);
    struct text out = text_on(buffer, room);
    struct json json = json_on(&out);
    json_open(&json, '{');
    json_key_unsigned(&json, "records", s->records);
    json_key_unsigned(&json, "wrong", s->wrong);
    if (s->stopped)
        json_key_bool(&json, "stopped", true);
    json_key_open(&json, "games", '[');
    for (size_t i = 0; i < s->games; i++) {
        const struct summary_game *g = &s->game[i];
        json_open(&json, '{');
        json_key_string(&json, "game", g->game->id);
        json_key_unsigned(&json, "games", g->games);
        json_key_unsigned(&json, "unfinished", g->unfinished);
        json_key_unsigned(&json, "unjudged", g->unjudged);
        json_sum(&json, "turns", &g->turns);
        json_sum(&json, "moves", &g->moves);
        json_bars(&json, "turns_histogram", g->lengths, lengths_of(g));
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_key_open(&json, "players", '[');
    for (size_t i = 0; i < s->players; i++)
        json_player(&json, &s->player[i]);
    json_close(&json, ']');
    json_close(&json, '}');
    puts(buffer);
    memory_free(buffer);
}
