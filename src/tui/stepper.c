#include "tui/stepper.h"

#include <stdlib.h>

#include "base/lang.h"
#include "base/memory.h"
#include "match/analyse.h"
#include "tui/asking.h"
#include "tui/report.h"

enum { LEAP = 10, PACE = 700 };

/* Owned: the match at the present step, and the analysis. */
struct stepper {
    struct full *full;
    const struct match *match; /* the whole game */
    const struct view *view;
    struct match *at;
    size_t step, count; /* lines that are moves: how many are played, and all */
    size_t *line;       /* the index of each in the record's body */
    struct analysis analysis;
    bool judged, playing;
    int pace;
};

/* ---- position ---- */

/* Plays one line, and adds it to the log. */
static void play_line(struct stepper *t)
{
    struct text sentence = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    const union game_state before = match_state(t->at);
    report_play(t->at, t->match->body.line[t->line[t->step++]]);
    view_tell(t->view, &(struct telling){t->at, GAME_OPEN, false, &sentence}, &before);
    if (sentence.length)
        full_say(t->full, sentence.start);
}

static void go_to(struct stepper *t, size_t step)
{
    step = step > t->count ? t->count : step;
    if (step < t->step) {
        if (!match_restart(t->at, TEXT_UNREAD))
            abort(); /* the same match has started before */
        full_forget(t->full);
        t->step = 0;
    }
    while (t->step < step)
        play_line(t);
}

/* ---- the judge ---- */

bool stepper_progress(void *full, size_t done, size_t whole)
{
    char text[128];
    const struct scene scene = {.about = tr("The game is being analysed."), .keys = "q"};
    snprintf(text, sizeof text, trn("%zu of %zu move", "%zu of %zu moves", whole), done, whole);
    full_notice(full, text, false);
    full_draw(full, &scene);
    const struct full_event event = full_wait(full, &scene, 0);
    return event.kind != FULL_COMMAND && event.kind != FULL_END;
}

static void judge(struct stepper *t)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    if (t->judged)
        return;
    analyse(t->match, 0, &t->analysis, &why, stepper_progress, t->full);
    t->judged = t->analysis.judge != NULL;
    full_notice(t->full, why.start, true);
    if (!t->judged)
        analysis_free(&t->analysis);
}

/* The next step that was a mistake. */
static void seek_mistake(struct stepper *t)
{
    for (size_t i = t->step; t->judged && i < t->analysis.count; i++) {
        if (t->analysis.step[i].cost >= 0.001) {
            go_to(t, i + 1);
            return;
        }
    }
    full_notice(t->full, t->judged ? tr("No mistake after this.") : tr("Press a for the analysis."),
                false);
}

static double chance_at(const struct stepper *t, size_t step, int seat)
{
    const struct analysis *a = &t->analysis;
    return step == 0 || a->count == 0
               ? a->start[seat]
               : a->step[step <= a->count ? step - 1 : a->count - 1].after[seat];
}

/* Everybody's chances from the first step to the last, each seat by its number. */
static void draw_curve(struct screen *screen, int rows, void *context)
{
    const struct stepper *t = context;
    const int width = screen->width - 9;
    if (!t->judged) {
        screen_put(screen, "\n");
        screen_put_wrapped(
            screen, tr("Press a for the analysis: the curve of the chances, luck and mistakes."),
            2);
        return;
    }
    for (int row = 0; row < rows; row++) {
        screen_printf(screen, " %3d %% %s", rows > 1 ? 100 - 100 * row / (rows - 1) : 100,
                      screen->unicode ? "│" : "|");
        for (int x = 0; x < width; x++) {
            const size_t step =
                t->count ? (size_t)x * t->count / (size_t)(width > 1 ? width - 1 : 1) : 0;
            const bool here = t->count && (size_t)x == t->step * (size_t)(width - 1) / t->count;
            int seat = t->analysis.players;
            while (seat > 0 && (int)((1 - chance_at(t, step, seat - 1)) * (rows - 1) + 0.5) != row)
                seat--;
            if (seat > 0)
                screen_printf(screen, "%s%d%s", screen_style(screen, SCREEN_SEAT + seat), seat,
                              screen_style(screen, SCREEN_PLAIN));
            else
                screen_put(screen, here ? (screen->unicode ? "┊" : ":") : " ");
        }
        screen_put(screen, "\n");
    }
}

/* The judge's verdict on the present step. */
static void write_verdict(const struct stepper *t, struct text *out)
{
    struct text choice = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    if (t->step == 0) {
        text_add(out, tr("The start."));
        return;
    }
    struct match *before = report_until(t->match, t->line[t->step - 1]);
    if (t->judged && t->step <= t->analysis.count) {
        report_best(before, &t->analysis.step[t->step - 1], &choice);
        report_effect(t->match, &t->analysis, t->step - 1, choice.start, out);
    }
    if (out->length == 0) /* the log has the move itself */
        report_event(before, t->match->body.line[t->line[t->step - 1]], out);
    match_free(before);
}

/* ---- keys ---- */

/* False: the user leaves. */
static bool take_command(struct stepper *t, int key)
{
    switch (key) {
    case ' ':
        t->playing = !t->playing;
        break;
    case 'a':
        judge(t);
        break;
    case 'm':
        seek_mistake(t);
        break;
    case '?':
        full_page(t->full, t->match->game->title, tr(t->view->rules));
        break;
    default:
        return asking_set_pace(t->full, key, &t->pace);
    }
    return true;
}

static bool take_event(struct stepper *t, const struct full_event *event)
{
    uint64_t number;
    switch (event->kind) {
    case FULL_LEFT:
        go_to(t, t->step ? t->step - 1 : 0);
        break;
    case FULL_RIGHT:
    case FULL_ENTER:
        go_to(t, t->step + 1);
        break;
    case FULL_UP:
        go_to(t, t->step > LEAP ? t->step - LEAP : 0);
        break;
    case FULL_DOWN:
        go_to(t, t->step + LEAP);
        break;
    case FULL_FIRST:
        go_to(t, 0);
        break;
    case FULL_LAST:
        go_to(t, t->count);
        break;
    case FULL_LINE:
        if (span_number(span_of(event->text), 0, t->count, &number))
            go_to(t, number);
        break;
    case FULL_COMMAND:
        return take_command(t, event->key);
    case FULL_END:
        return false;
    default:
        break;
    }
    return true;
}

static bool show_step(struct stepper *t)
{
    char status[64], verdict_buffer[GAME_LINE_MAX + TEXT_WHY];
    struct text verdict = text_on(verdict_buffer, sizeof verdict_buffer);
    write_verdict(t, &verdict);
    snprintf(status, sizeof status, tr("%zu of %zu"), t->step, t->count);
    const struct scene scene = {
        .title = t->match->game->title,
        .status = status,
        .view = t->view,
        .match = t->at,
        .state = &t->at->state,
        .seat = match_mover(t->at) > 0 && t->at->game->flags & GAME_HIDDEN ? match_mover(t->at)
                                                                           : GAME_SPECTATOR,
        .extra = draw_curve,
        .context = t,
        .prompt = verdict_buffer,
        .keys = " am+-?q",
        .help = tr("left, right, up, down, Home, End; space plays; :N jumps; a analyses; m next "
                   "mistake; q leaves"),
        .brief = tr("arrows, Home, End, space plays, a analyses, q leaves"),
    };
    full_draw(t->full, &scene);
    const bool moving = t->playing && t->step < t->count && !full_is_paging(t->full);
    const struct full_event event = full_wait(t->full, &scene, moving ? t->pace : -1);
    if (event.kind == FULL_NOTHING && moving)
        go_to(t, t->step + 1);
    return take_event(t, &event);
}

void stepper_run(struct full *full, const struct match *match, bool analyse_now)
{
    struct stepper t = {.full = full,
                        .match = match,
                        .view = view_of(match->game),
                        .at = report_until(match, 0),
                        .pace = PACE,
                        .line = memory_new(match->body.count + 1, sizeof *t.line)};
    if (!t.line)
        abort();
    for (size_t i = 0; i < match->body.count; i++) {
        if (match->body.line[i][0] != '#')
            t.line[t.count++] = i;
    }
    full_forget(full);
    if (analyse_now)
        judge(&t);
    while (show_step(&t))
        ;
    if (t.judged)
        analysis_free(&t.analysis);
    full_forget(full);
    match_free(t.at);
    free(t.line);
}
