/* A summary as text, as JSON, and as a self-contained HTML page with histograms. */
#include <math.h>

#include "base/lang.h"
#include "base/memory.h"
#include "cli/run_file.h"
#include "cli/summary.h"
#include "embedded/summary_css.h"
#include "tui/report.h"

enum { NAME = 22 }; /* columns of a name */

/* ---- sentences that text and page have in common ---- */

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

static const char *stopped_note(void)
{
    return tr("Stopped early: only the first records were counted.");
}

/* ---- text ---- */

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
        screen_put_wrapped(&screen, stopped_note(), 0);
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

/* ---- the page ---- */

enum { WIDTH = 640, HEIGHT = 200, LEFT = 56, RIGHT = 12, TOP = 10, BOTTOM = 40, BARS = 40 };

/* A histogram: its bars cover `low` to `high`; `unit` follows these numbers. */
static void put_histogram(const char *title, const uint32_t bar[], size_t count, double low,
                          double high, const char *unit)
{
    const double width = (double)(WIDTH - LEFT - RIGHT) / (double)count;
    const double height = HEIGHT - TOP - BOTTOM;
    uint32_t most = 1;
    for (size_t i = 0; i < count; i++)
        most = bar[i] > most ? bar[i] : most;
    fputs("<figure><figcaption>", stdout);
    report_put_safe(title);
    printf("</figcaption><svg viewBox='0 0 %d %d' role='img' aria-label='", WIDTH, HEIGHT);
    report_put_safe(title);
    puts("'>");
    for (size_t i = 0; i < count; i++) {
        const double tall = height * bar[i] / most;
        printf("<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f'><title>",
               LEFT + width * (double)i, TOP + height - tall, fmax(width - 1, 0.5), tall);
        report_printf("%.4g%s – %.4g%s: %u", low + (high - low) * (double)i / (double)count, unit,
                      low + (high - low) * (double)(i + 1) / (double)count, unit, bar[i]);
        puts("</title></rect>");
    }
    printf("<line x1='%d' x2='%d' y1='%.1f' y2='%.1f'/>", LEFT, WIDTH - RIGHT, TOP + height,
           TOP + height);
    for (int i = 0; i <= 4; i++) {
        printf("<text x='%.1f' y='%d' text-anchor='middle'>",
               LEFT + (WIDTH - LEFT - RIGHT) * i / 4.0, HEIGHT - BOTTOM + 18);
        report_printf("%.4g%s", low + (high - low) * i / 4, unit);
        fputs("</text>", stdout);
    }
    printf("<text x='%d' y='%d' text-anchor='end'>%u</text>", LEFT - 6, TOP + 10, most);
    puts("</svg></figure>");
}

/* Turns, in bars of as many turns as make at most BARS of them. */
static void put_lengths(const struct summary_game *g)
{
    const size_t count = lengths_of(g), each = (count + BARS - 1) / BARS;
    uint32_t bar[BARS] = {0};
    if (count == 0)
        return;
    for (size_t i = 0; i < count; i++)
        bar[i / each] += g->lengths[i];
    const size_t bars = (count + each - 1) / each;
    put_histogram(tr("Games by number of turns"), bar, bars, 0, (double)(bars * each), "");
}

static void put_cell(const char *element, const char *text)
{
    printf("<%s>", element);
    report_put_safe(text);
    printf("</%.2s>", element);
}

static void put_row(const struct summary *s, const struct summary_player *p)
{
    const struct summary_sum *column[3] = {&p->share, &p->luck, &p->cost};
    char buffer[TEXT_WHY];
    struct text name = text_on(buffer, sizeof buffer);
    summary_name(p, &name);
    fputs("<tr>", stdout);
    put_cell("th scope='row'", buffer);
    printf("<td>%llu</td><td>", (unsigned long long)p->share.count);
    report_printf("%.1f", 100 * summary_mean(&p->expected));
    fputs("</td>", stdout);
    for (int i = 0; i < (s->judged ? 3 : 1); i++) {
        struct text cell = text_on(buffer, sizeof buffer);
        put_percent(column[i], &cell);
        put_cell("td", buffer);
    }
    if (s->judged) {
        printf("<td>%llu / %llu</td>", (unsigned long long)p->mistakes,
               (unsigned long long)p->decisions);
        put_cell("td", p->decisions ? tr(summary_verdict(s, p)) : "-");
    }
    puts("</tr>");
}

static void put_table(const struct summary *s, const struct summary_game *g)
{
    puts("<div class='wide' tabindex='0' role='region'><table><thead><tr>");
    put_cell("th scope='col'", tr("player"));
    put_cell("th scope='col'", tr("games"));
    put_cell("th scope='col'", tr("equal share"));
    put_cell("th scope='col'", tr("won"));
    if (s->judged) {
        put_cell("th scope='col'", tr("luck"));
        put_cell("th scope='col'", tr("cost"));
        put_cell("th scope='col'", tr("errors"));
        put_cell("th scope='col'", tr("verdict"));
    }
    puts("</tr></thead><tbody>");
    for (size_t i = 0; i < s->players; i++) {
        if (s->player[i].game == g->game)
            put_row(s, &s->player[i]);
    }
    puts("</tbody></table></div>");
}

static void put_player_histograms(const struct summary_player *p)
{
    char buffer[TEXT_WHY], title[2 * TEXT_WHY];
    struct text name = text_on(buffer, sizeof buffer);
    summary_name(p, &name);
    snprintf(title, sizeof title, tr("%s: games by luck"), buffer);
    put_histogram(title, p->luck_bars, SUMMARY_BARS, -100, 100, " %");
    snprintf(title, sizeof title, tr("%s: games by cost of mistakes"), buffer);
    put_histogram(title, p->cost_bars, SUMMARY_BARS, 0, 100, " %");
}

void summary_html(const struct summary *s)
{
    printf("<!doctype html>\n<html lang='%s'><head><meta charset='utf-8'>"
           "<meta name='viewport' content='width=device-width,initial-scale=1'><title>Cornet: ",
           tr("en"));
    report_put_safe(tr("statistics"));
    printf("</title><style>%s</style></head>\n<body><main><h1>", (const char *)summary_css);
    report_put_safe(tr("Statistics"));
    puts("</h1>");
    for (size_t g = 0; g < s->games; g++) {
        struct text out = text_on((char[2 *TEXT_WHY]){0}, 2 * TEXT_WHY);
        describe_game(s, &s->game[g], &out);
        put_cell("h2", s->game[g].game->title);
        put_cell("p", out.start);
        put_table(s, &s->game[g]);
        put_lengths(&s->game[g]);
        for (size_t i = 0; i < s->players; i++) {
            if (s->player[i].game == s->game[g].game && s->player[i].luck.count)
                put_player_histograms(&s->player[i]);
        }
    }
    printf("<p class='small'>");
    report_put_safe(legend(s));
    if (s->stopped) {
        putchar(' ');
        report_put_safe(stopped_note());
    }
    puts("</p></main></body></html>");
}
