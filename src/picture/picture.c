#include "picture/picture.h"

#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "base/memory.h"

enum { LEFT = 652, FELT = 0x2c6350, GROUND = 0xf5efe4, INK = 0x241d17, SOFT = 0x6a5d50 };
enum { ACCENT = 0x8f2530, GOLD = 0xd8a83a, GOLD_INK = 0x3b2a05 };

static const struct svg_font title_font = {44, INK, SVG_START, true, true};
static const struct svg_font text_font = {30, INK, SVG_START, false, false};
static const struct svg_font soft_font = {26, SOFT, SVG_START, false, false};

struct canvas {
    char *bytes;
    size_t length;
    FILE *out;
};

static void open_canvas(struct canvas *canvas, const char *title)
{
    *canvas = (struct canvas){0};
    canvas->out = open_memstream(&canvas->bytes, &canvas->length);
    if (!canvas->out)
        abort(); /* out of memory */
    svg_open(canvas->out, PICTURE_WIDTH, PICTURE_HEIGHT, title);
    svg_rect(canvas->out, GROUND, 0, 0, PICTURE_WIDTH, PICTURE_HEIGHT, 0);
}

static char *close_canvas(struct canvas *canvas)
{
    svg_close(canvas->out);
    fclose(canvas->out);
    return canvas->bytes;
}

static void draw_board(const struct match *match, const void *state, FILE *out)
{
    const struct picture_game *const *drawn = picture_list;
    while (*drawn && (*drawn)->game != match->game)
        drawn++;
    svg_rect(out, FELT, 0, 0, PICTURE_BOARD, PICTURE_HEIGHT, 0);
    fputs("<g transform=\"translate(0 15)\">\n", out);
    if (*drawn)
        (*drawn)->draw(match, state, out);
    fputs("</g>\n", out);
}

static void draw_foot(FILE *out)
{
    svg_text(out, (struct svg_font){34, ACCENT, SVG_START, true, true}, LEFT, 592, "Cornet");
}

/* ---- a position ---- */

static void draw_players(const struct match *match, FILE *out)
{
    const bool over = match_mover(match) == GAME_OVER;
    uint8_t share[GAME_SEATS_MAX] = {0};
    if (over)
        match_result(match, share);
    for (int seat = 1; seat <= match->settings.players; seat++) {
        struct text name = text_on((char[MATCH_NAME_MAX + 64]){0}, MATCH_NAME_MAX + 64);
        const double y = 190 + 56.0 * (seat - 1);
        match_show_name(match, seat, &name);
        svg_circle(out, svg_seat(seat), LEFT + 14, y - 10, 14);
        svg_text(out, text_font, LEFT + 44, y, name.start);
        if (over && share[seat - 1])
            svg_text(out, (struct svg_font){30, ACCENT, SVG_END, true, false}, 1150, y,
                     share[seat - 1] == GAME_WHOLE ? tr("won") : tr("shared"));
        else if (!over && match_mover(match) == seat)
            svg_text(out, (struct svg_font){26, ACCENT, SVG_END, false, false}, 1150, y,
                     tr("to move"));
    }
}

/* Plays the first lines of a match again; `count` gets how many there are. */
static struct match *replay_until(const struct match *match, size_t lines, size_t *count)
{
    struct match *replay = match_again(match);
    *count = 0;
    for (size_t i = 0; i < match->body.count; i++) {
        if (match->body.line[i][0] == '#')
            continue;
        if (++*count <= lines)
            match_replay(replay, span_of(match->body.line[i]));
    }
    for (int seat = 0; seat < match->settings.players; seat++)
        memcpy(replay->name[seat], match->name[seat], MATCH_NAME_MAX);
    return replay;
}

static union game_state seen_state(const struct match *whole, const struct match *match)
{
    union game_state state = match_state(match);
    if (match_mover(whole) != GAME_OVER)
        match->game->hide(&state, GAME_SPECTATOR);
    return state;
}

char *picture_position(const struct match *match, size_t lines)
{
    struct canvas canvas;
    size_t count;
    char words[64];
    struct match *replay = replay_until(match, lines, &count);
    const union game_state state = seen_state(match, replay);
    open_canvas(&canvas, match->game->title);
    draw_board(replay, &state, canvas.out);
    svg_text(canvas.out, title_font, LEFT, 110, match->game->title);
    draw_players(replay, canvas.out);
    snprintf(words, sizeof words, tr("line %zu of %zu"), lines < count ? lines : count, count);
    svg_text(canvas.out, soft_font, LEFT, 540, words);
    draw_foot(canvas.out);
    match_free(replay);
    return close_canvas(&canvas);
}

/* ---- the curve ---- */

char *picture_curve(const struct match *match, const struct analysis *analysis)
{
    const double x0 = 90, y0 = 110, width = 1060, height = 400;
    const size_t count = analysis->count ? analysis->count : 1;
    struct canvas canvas;
    open_canvas(&canvas, match->game->title);
    FILE *out = canvas.out;
    svg_text(out, (struct svg_font){40, INK, SVG_START, true, true}, x0, 70, match->game->title);
    for (int i = 0; i <= 4; i++) {
        char percent[16];
        const double y = y0 + height * i / 4;
        snprintf(percent, sizeof percent, "%d %%", 100 - 25 * i);
        svg_rect(out, 0xdccfba, x0, y, width, 1, 0);
        svg_text(out, (struct svg_font){18, SOFT, SVG_END, false, false}, x0 - 10, y + 6, percent);
    }
    for (int seat = 1; seat <= match->settings.players; seat++) {
        static const char *const dashes[] = {"", "12 8", "3 7", "16 6 3 6", "8 4", "2 4"};
        struct text name = text_on((char[MATCH_NAME_MAX + 64]){0}, MATCH_NAME_MAX + 64);
        fprintf(out,
                "<polyline fill=\"none\" stroke=\"#%06x\" stroke-width=\"4\" "
                "stroke-dasharray=\"%s\" points=\"%.1f,%.1f",
                (unsigned)svg_seat(seat), dashes[seat - 1], x0,
                y0 + height * (1 - analysis->start[seat - 1]));
        for (size_t i = 0; i < analysis->count; i++)
            fprintf(out, " %.1f,%.1f", x0 + width * (double)(i + 1) / (double)count,
                    y0 + height * (1 - analysis->step[i].after[seat - 1]));
        fputs("\"/>\n", out);
        match_show_name(match, seat, &name);
        svg_circle(out, svg_seat(seat), x0 + 180.0 * (seat - 1) + 10, 560, 10);
        svg_text(out, (struct svg_font){22, INK, SVG_START, false, false},
                 x0 + 180.0 * (seat - 1) + 28, 568, name.start);
    }
    svg_text(out, (struct svg_font){30, ACCENT, SVG_END, true, true}, 1150, 606, "Cornet");
    return close_canvas(&canvas);
}

/* ---- a replay ---- */

static void draw_frame(const struct match *whole, const struct match *replay, const char *line,
                       size_t frame, size_t frames, double seconds, FILE *out)
{
    const union game_state state = seen_state(whole, replay);
    const double all = seconds * (double)frames, from = (double)frame / (double)frames,
                 to = (double)(frame + 1) / (double)frames;
    fputs("<g class=\"frame\" data-line=\"", out);
    svg_escape(out, line);
    fprintf(out,
            "\" visibility=\"%s\"><animate attributeName=\"visibility\" calcMode=\"discrete\" "
            "values=\"%s\" keyTimes=\"%s%.6f;%.6f\" dur=\"%.2fs\" repeatCount=\"indefinite\"/>\n",
            frame ? "hidden" : "visible", frame ? "hidden;visible;hidden" : "visible;hidden",
            frame ? "0;" : "", from, frame + 1 == frames ? 1.0 : to, all);
    draw_board(replay, &state, out);
    draw_players(replay, out);
    svg_text(out, soft_font, LEFT, 540, line);
    fputs("</g>\n", out);
}

char *picture_replay(const struct match *match, double seconds)
{
    struct canvas canvas;
    size_t count, frame = 0;
    struct match *replay = replay_until(match, 0, &count);
    const size_t first = count + 1 > PICTURE_FRAMES ? count + 1 - PICTURE_FRAMES : 0;
    const size_t frames = count + 1 - first;
    open_canvas(&canvas, match->game->title);
    svg_text(canvas.out, title_font, LEFT, 110, match->game->title);
    draw_foot(canvas.out);
    if (first == 0)
        draw_frame(match, replay, "", frame, frames, seconds, canvas.out);
    for (size_t i = 0; i < match->body.count; i++) {
        if (match->body.line[i][0] == '#')
            continue;
        match_replay(replay, span_of(match->body.line[i]));
        if (++frame >= first)
            draw_frame(match, replay, match->body.line[i], frame - first, frames, seconds,
                       canvas.out);
    }
    match_free(replay);
    return close_canvas(&canvas);
}

/* ---- the challenge of the day ---- */

static void draw_result(const struct daily *daily, int result, FILE *out)
{
    char words[64];
    if (result < 0)
        return;
    svg_rect(out, GOLD, LEFT, 300, 496, 110, 20);
    if (daily->kind == DAILY_TURNS)
        snprintf(words, sizeof words, "%.*s%.*s", 3 * (result < 3 ? result : 3), "★★★",
                 3 * (3 - (result < 3 ? result : 3)), "☆☆☆");
    else if (daily->kind == DAILY_WORDS)
        snprintf(words, sizeof words, trn("%d token", "%d tokens", result), result);
    else
        snprintf(words, sizeof words, "%s", result ? tr("won") : tr("lost"));
    svg_text(out, (struct svg_font){46, GOLD_INK, SVG_START, true, true}, LEFT + 28, 372, words);
}

static void draw_hidden_letters(FILE *out)
{
    for (int i = 0; i < DAILY_LETTERS; i++)
        svg_letter(out, 0xfff8ea, INK, 40 + 106.0 * i, 250, 96, "?");
}

char *picture_daily(const struct daily *daily, long day, int result)
{
    static const char *const tasks[] = {[DAILY_GAME] =
                                            mark("The same dice for everybody. And you?"),
                                        [DAILY_TURNS] = mark("One turn wins. Do you find it?"),
                                        [DAILY_WORDS] = mark("The same letters for all. And you?")};
    struct canvas canvas;
    struct game_settings settings;
    char date[DAILY_DATE];
    game_defaults(daily->game, &settings);
    if (daily->players)
        settings.players = daily->players;
    struct match *match = match_new(daily->game, &settings, TEXT_UNREAD);
    open_canvas(&canvas, daily->game->title);
    if (daily->kind == DAILY_TURNS) {
        struct daily_turns turns = {0};
        if (!daily->turns(daily_number(daily, day), &(struct lines){0}, &turns, TEXT_UNREAD))
            abort();
        draw_board(match, &turns.state, canvas.out);
        lines_free(&turns.solution);
        lines_free(&turns.log);
    } else if (daily->kind == DAILY_WORDS) {
        svg_rect(canvas.out, FELT, 0, 0, PICTURE_BOARD, PICTURE_HEIGHT, 0);
        draw_hidden_letters(canvas.out);
    } else {
        draw_board(match, match->state, canvas.out);
    }
    daily_date(day, date);
    svg_text(canvas.out, (struct svg_font){34, SOFT, SVG_START, false, true}, LEFT, 90,
             tr("Challenge of the day"));
    svg_text(canvas.out, title_font, LEFT, 160, daily->game->title);
    svg_text(canvas.out, soft_font, LEFT, 210, date);
    draw_result(daily, result, canvas.out);
    svg_text(canvas.out, (struct svg_font){28, ACCENT, SVG_START, true, true}, LEFT, 480,
             tr(tasks[daily->kind]));
    draw_foot(canvas.out);
    match_free(match);
    return close_canvas(&canvas);
}
