/* A summary as text, as JSON, and as a self-contained HTML page with histograms. */
#include <math.h>

#include "base/lang.h"
#include "base/memory.h"
#include "cli/run_file.h"
#include "cli/summary.h"
#include "embedded/summary_css.h"
#include "sim/sim.h"
#include "tui/report.h"

enum { NAME = 16, SHARE = 20, COLUMN = 13 }; /* columns of a name and of numbers */

/* ---- sentences that text and page have in common ---- */

/* `12.3 ± 0.4`; one value has no interval. */
static void put_mean(const struct summary_sum *sum, double unit, struct text *out)
{
    if (sum->count == 0)
        text_add(out, "-");
    else
        text_printf(out, "%.1f", unit * summary_mean(sum));
    if (sum->count > 1)
        text_printf(out, " ± %.1f", unit * summary_margin(sum));
}

/* `12.3 (9.5..15.7)`, in per cent. */
static void put_share(const struct summary_sum *sum, struct text *out)
{
    double low, high;
    sim_wilson(summary_mean(sum), sum->count, &low, &high);
    text_printf(out, tr("%.1f (%.1f–%.1f)"), 100 * summary_mean(sum), 100 * low, 100 * high);
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
    struct text turns = text_on((char[64]){0}, 64), moves = text_on((char[64]){0}, 64);
    put_mean(&g->turns, 1, &turns);
    put_mean(&g->moves, 1, &moves);
    text_printf(out,
                trn("%s: %llu game, %s turns and %s moves long.",
                    "%s: %llu games, %s turns and %s moves long.", g->games),
                g->game->title, (unsigned long long)g->games, turns.start, moves.start);
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

/* A name, a number of games, how many were won, and an equal share if it is not NULL. */
static void text_row(struct screen *screen, const char *name, const struct summary_sum *share,
                     const struct summary_sum *expected)
{
    struct text cell = text_on((char[64]){0}, 64);
    screen_put(screen, "  ");
    screen_put_cut(screen, name, NAME);
    screen_printf(screen, "%7llu", (unsigned long long)share->count);
    put_share(share, &cell);
    screen_put_right(screen, cell.start, SHARE);
    if (expected)
        screen_printf(screen, "%*.1f\n", COLUMN, 100 * summary_mean(expected));
}

static void text_player(struct screen *screen, const struct summary *s,
                        const struct summary_player *p)
{
    const struct summary_sum *column[2] = {&p->luck, &p->cost};
    struct text name = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    summary_name(p, &name);
    text_row(screen, name.start, &p->share, s->judged ? NULL : &p->expected);
    if (!s->judged)
        return;
    for (int i = 0; i < 2; i++) {
        struct text cell = text_on((char[64]){0}, 64);
        put_mean(column[i], 100, &cell);
        screen_put_right(screen, cell.start, COLUMN);
    }
    screen_printf(screen, " %s\n", p->decisions ? tr(summary_verdict(s, p)) : "");
}

/* A row for each seat that was ever taken. */
static void text_seats(struct screen *screen, const struct summary_game *g)
{
    for (int i = 0; i < GAME_SEATS_MAX && g->seat[i].count; i++) {
        char name[64];
        snprintf(name, sizeof name, tr("seat %d"), i + 1);
        text_row(screen, name, &g->seat[i], &g->even[i]);
    }
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
        screen_put_right(&screen, tr("won"), SHARE);
        screen_put_right(&screen, s->judged ? tr("luck") : tr("equal share"), COLUMN);
        if (s->judged)
            screen_put_right(&screen, tr("cost"), COLUMN);
        screen_put(&screen, "\n");
        for (size_t i = 0; i < s->players; i++) {
            if (s->player[i].game == s->game[g].game)
                text_player(&screen, s, &s->player[i]);
        }
        screen_put(&screen, "\n");
        text_seats(&screen, &s->game[g]);
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
    if (sum->count > 1)
        run_put_interval(json, key, mean, mean - margin, mean + margin);
    else if (sum->count)
        json_key_real(json, key, mean);
}

static void json_share(struct json *json, const struct summary_sum *share,
                       const struct summary_sum *expected)
{
    double low, high;
    json_key_unsigned(json, "games", share->count);
    sim_wilson(summary_mean(share), share->count, &low, &high);
    run_put_interval(json, "won", summary_mean(share), low, high);
    json_key_real(json, "equal_share", summary_mean(expected));
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
    json_share(json, &p->share, &p->expected);
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
    const size_t room = 4096 + s->games * (SUMMARY_LENGTHS * 11 + 2048) + s->players * 2048;
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
        json_key_open(&json, "seats", '[');
        for (int seat = 0; seat < GAME_SEATS_MAX && g->seat[seat].count; seat++) {
            json_open(&json, '{');
            json_share(&json, &g->seat[seat], &g->even[seat]);
            json_close(&json, '}');
        }
        json_close(&json, ']');
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

/* A histogram: each bar covers `step` from `low` on; `unit` follows these numbers. `whole`: bars
 * are of whole numbers, and a tick names the first number of its bar. */
static void put_histogram(const char *title, const uint32_t bar[], size_t count, double low,
                          double step, bool whole, const char *unit)
{
    const size_t every = whole ? (count + 7) / 8 : count / 4; /* bars from tick to tick */
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
        const double first = low + step * (double)i, last = first + step - whole;
        if (last > first)
            report_printf("%.4g%s – %.4g%s: %u", first, unit, last, unit, bar[i]);
        else
            report_printf("%.4g%s: %u", first, unit, bar[i]);
        puts("</title></rect>");
    }
    printf("<line x1='%d' x2='%d' y1='%.1f' y2='%.1f'/>", LEFT, WIDTH - RIGHT, TOP + height,
           TOP + height);
    for (size_t i = 0; i < count + !whole; i += every) {
        printf("<text x='%.1f' y='%d' text-anchor='middle'>",
               LEFT + width * ((double)i + whole / 2.0), HEIGHT - BOTTOM + 18);
        report_printf("%.4g%s", low + step * (double)i, unit);
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
    put_histogram(tr("Games by number of turns"), bar, bars, 0, (double)each, true, "");
}

static void put_cell(const char *element, const char *text)
{
    printf("<%s>", element);
    report_put_safe(text);
    printf("</%.2s>", element);
}

/* The cells that players and seats have in common. */
static void open_row(const char *name, const struct summary_sum *share,
                     const struct summary_sum *expected)
{
    struct text cell = text_on((char[64]){0}, 64);
    fputs("<tr>", stdout);
    put_cell("th scope='row'", name);
    printf("<td>%llu</td><td>", (unsigned long long)share->count);
    report_printf("%.1f", 100 * summary_mean(expected));
    fputs("</td>", stdout);
    put_share(share, &cell);
    put_cell("td", cell.start);
}

static void put_row(const struct summary *s, const struct summary_player *p)
{
    const struct summary_sum *column[2] = {&p->luck, &p->cost};
    struct text name = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    summary_name(p, &name);
    open_row(name.start, &p->share, &p->expected);
    for (int i = 0; i < (s->judged ? 2 : 0); i++) {
        struct text cell = text_on((char[64]){0}, 64);
        put_mean(column[i], 100, &cell);
        put_cell("td", cell.start);
    }
    if (s->judged) {
        printf("<td>%llu / %llu</td>", (unsigned long long)p->mistakes,
               (unsigned long long)p->decisions);
        put_cell("td", p->decisions ? tr(summary_verdict(s, p)) : "-");
    }
    puts("</tr>");
}

static void open_table(const char *first)
{
    puts("<div class='wide' tabindex='0' role='region'><table><thead><tr>");
    put_cell("th scope='col'", first);
    put_cell("th scope='col'", tr("games"));
    put_cell("th scope='col'", tr("equal share"));
    put_cell("th scope='col'", tr("won"));
}

static void put_seats(const struct summary_game *g)
{
    open_table(tr("seat"));
    puts("</tr></thead><tbody>");
    for (int i = 0; i < GAME_SEATS_MAX && g->seat[i].count; i++) {
        char name[16];
        snprintf(name, sizeof name, "%d", i + 1);
        open_row(name, &g->seat[i], &g->even[i]);
        puts("</tr>");
    }
    puts("</tbody></table></div>");
}

static void put_table(const struct summary *s, const struct summary_game *g)
{
    open_table(tr("player"));
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
    put_histogram(title, p->luck_bars, SUMMARY_BARS, -100, 200.0 / SUMMARY_BARS, false, " %");
    snprintf(title, sizeof title, tr("%s: games by cost of mistakes"), buffer);
    put_histogram(title, p->cost_bars, SUMMARY_BARS, 0, 100.0 / SUMMARY_BARS, false, " %");
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
        put_seats(&s->game[g]);
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
