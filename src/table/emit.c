/* Events that happen now: each is stored and applied, and the lines of one act form one event. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "table/internal.h"

static void fail(const struct table *t, const struct table_event *event, const char *why)
{
    fprintf(stderr, "cornet: table %s refuses its own event %d '%.*s': %s\n", table_id(t),
            event->kind, span_shown(event->text), span_start(event->text), why);
    abort();
}

void table_emit(struct table *t, enum table_event_kind kind, int seat, struct span text)
{
    table_emit_left(t, kind, seat, -1, text);
}

void table_emit_left(struct table *t, enum table_event_kind kind, int seat, int64_t left,
                     struct span text)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    const struct table_event event = {
        .kind = (int)kind, .seat = seat, .at = t->now, .left = left, .text = text};
    if (!table_apply(t, &event, &why))
        fail(t, &event, why.start);
    t->env->store(t, &event);
}

void table_playing_begin(struct table_playing *p, struct table *t, enum table_event_kind kind,
                         int seat)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    p->t = t;
    p->event = (struct table_event){.kind = (int)kind, .seat = seat, .at = t->now, .left = -1};
    p->mover = kind == EVENT_START ? GAME_CHANCE : match_mover(t->match);
    p->timeout = 0;
    p->lines = 0;
    p->fault[0] = '\0';
    p->stored = text_on(p->bytes, sizeof p->bytes);
    memset(&p->shown, 0, sizeof p->shown);
    memset(p->states, 0, sizeof p->states);
    const bool secret = t->match->game->flags & GAME_HIDDEN;
    p->audience = t->env->audience(t);
    p->wants_states = p->audience >> TABLE_WITH_STATES;
    if (!secret) /* one viewer's are everybody's */
        p->wants_states = p->wants_states != 0;
    p->shown.viewers = secret ? table_viewers(t) | table_log_viewers(t) : 1;
    if (kind == EVENT_START && !table_start(t, t->now, &why))
        fail(t, &p->event, why.start); /* the settings were checked when the table was made */
    if (kind == EVENT_START && p->wants_states)
        table_note_states(p);
}

static void store_line(struct table_playing *p, struct span line)
{
    if (p->stored.length)
        text_char(&p->stored, '\n');
    text_add_bytes(&p->stored, line.at, line.length);
}

void table_playing_timeout(struct table_playing *p, int seat)
{
    char bytes[64];
    const struct text comment = table_timeout_comment(seat, bytes);
    lines_add(&p->t->match->body, span_of(comment.start));
    store_line(p, span_of(comment.start));
    p->timeout = seat;
}

void table_playing_forfeit(struct table_playing *p, int seat, const char *fault)
{
    struct text comment = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    text_printf(&comment, "# seat %d's program: %s", seat, fault);
    lines_add(&p->t->match->body, span_of(comment.start));
    store_line(p, span_of(comment.start));
    snprintf(p->fault, sizeof p->fault, "%s", fault);
}

void table_playing_note(struct table_playing *p, const struct fair3_note *note)
{
    struct text text = text_on((char[FAIR3_NOTE_MAX]){0}, FAIR3_NOTE_MAX);
    fair3_write_note(note, &text);
    if (!table_ledger_note(p->t, span_of(text.start), p->event.at))
        fail(p->t, &p->event, text.start);
    store_line(p, span_of(text.start));
}

static void store_private(struct table_playing *p, const char *key,
                          const unsigned char bytes[FAIR_BYTES])
{
    char line[FAIR_HEX + 16], hex[FAIR_HEX];
    fair_to_hex(bytes, hex);
    snprintf(line, sizeof line, "%s %s", key, hex);
    if (!table_ledger_private(p->t->ledger, span_of(line)))
        fail(p->t, &p->event, key);
    store_line(p, span_of(line));
}

static void store_prelude(struct table_playing *p, const struct table_prelude *prelude)
{
    if (prelude->salted)
        store_private(p, "salt", prelude->salt);
    for (size_t i = 0; i < prelude->note.count; i++) {
        const struct span note = span_of(prelude->note.line[i]);
        if (!table_ledger_note(p->t, note, p->event.at))
            fail(p->t, &p->event, note.at);
        store_line(p, note);
    }
}

bool table_playing_line(struct table_playing *p, const struct table_prelude *prelude,
                        struct span line, struct text *why)
{
    struct table *t = p->t;
    const unsigned viewers = t->ledger ? table_ledger_viewers(t, line) : 0;
    if (!table_apply_line(t, line, &p->shown, p->event.at, why))
        return false;
    if (prelude)
        store_prelude(p, prelude);
    if (t->ledger)
        table_ledger_line(t, line, viewers);
    p->lines++;
    store_line(p, line);
    if (p->wants_states)
        table_note_states(p);
    return true;
}

void table_playing_end(struct table_playing *p)
{
    struct table *t = p->t;
    if (t->ledger && match_mover(t->match) == GAME_OVER && !t->ledger->shown)
        store_private(p, "hidden", t->ledger->hidden_seed);
    p->event.text = (struct span){p->stored.start, p->stored.length};
    if (p->stored.cut)
        fail(t, &p->event, "more lines than anybody foresaw");
    table_log_played(p);
    table_finish_lines(t, &p->event, p->mover);
    p->event.left = table_clock_stored(t, p->event.seat, p->event.at);
    table_count_event(t, &p->event);
    t->env->store(t, &p->event);
}

void table_playing_free(struct table_playing *p)
{
    match_shown_free(&p->shown);
    for (int viewer = 0; viewer <= GAME_SEATS_MAX; viewer++)
        lines_free(&p->states[viewer]);
}
