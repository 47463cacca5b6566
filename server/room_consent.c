/* What happens only by consent: undo, a bot for an absent seat, a rematch. One proposal at a time;
 * the people who are here are asked. */
#include <math.h>
#include <string.h>

#include "base/lang.h"
#include "server/inside.h"

#define PROPOSAL_SECONDS 60.0

const char *say_proposal_name(int what)
{
    static const char *const names[] = {"", "undo", "bot", "rematch"};
    return names[what];
}

static enum proposal find_proposal(const char *name)
{
    for (int i = PROPOSAL_UNDO; i <= PROPOSAL_REMATCH; i++) {
        if (strcmp(name, say_proposal_name(i)) == 0)
            return (enum proposal)i;
    }
    return PROPOSAL_NONE;
}

/* Whether the seat's word is awaited. */
static bool is_wanted(const struct room *room, int seat)
{
    const struct seat *s = &room->seat[seat - 1];
    return s->kind == SEAT_PERSON && s->connections > 0 && !s->voiced;
}

void consent_write(const struct room *room, struct json *json)
{
    if (room->proposal == PROPOSAL_NONE) {
        json_put_null(json);
        return;
    }
    const double left = room->proposal_until - room_now();
    json_open(json, '{');
    json_put_key(json, "what");
    json_put_string(json, say_proposal_name(room->proposal));
    json_put_key(json, "by");
    json_put_number(json, room->proposal_by);
    json_put_key(json, "seat");
    json_put_number(json, room->proposal_seat);
    for (int wanted = 0; wanted < 2; wanted++) {
        json_put_key(json, wanted ? "wanted" : "agreed");
        json_open(json, '[');
        for (int seat = 1; seat <= room->match->settings.players; seat++) {
            if (wanted ? is_wanted(room, seat) : room->seat[seat - 1].voiced)
                json_put_number(json, seat);
        }
        json_close(json, ']');
    }
    json_put_key(json, "left");
    json_put_number(json, left > 0 ? llround(left * 1000) : 0);
    json_close(json, '}');
}

static void undo(struct room *room)
{
    char number[32], reason[TEXT_WHY];
    struct text out = text_on(number, sizeof number), why = text_on(reason, sizeof reason);
    const size_t from = match_find_undo(room->match, room->proposal_seat, room_bots(room), &why);
    if (from == room->match->body.count)
        return;
    match_undo_from(room->match, from);
    clock_settle(room, GAME_CHANCE);
    text_number(&out, (long long)from);
    room_event(room, EVENT_UNDO, room->proposal_seat, span_of(number));
    say_table_to_all(room, "undo");
}

static void end_proposal(struct room *room, bool done)
{
    const enum proposal what = (enum proposal)room->proposal;
    room->proposal = PROPOSAL_NONE;
    for (int i = 0; i < room->match->settings.players; i++)
        room->seat[i].voiced = false;
    if (done) /* told together with the event that follows, when that is stored */
        room->batch = writer_number(room->server->writer);
    say_proposal(room, what, done);
    if (!done)
        return;
    switch (what) {
    case PROPOSAL_UNDO:
        undo(room);
        break;
    case PROPOSAL_BOT:
        room_set_kind(room, room->proposal_seat, SEAT_STAND_IN, room_best_agent(room));
        clock_settle(room, GAME_CHANCE);
        say_seats(room);
        break;
    default:
        room_rematch(room);
        return;
    }
    room_go_on(room);
}

/* Whether what is proposed is still possible. */
static bool is_possible(const struct room *room, enum proposal what, int seat, struct text *why)
{
    switch (what) {
    case PROPOSAL_UNDO:
        if (room->phase != ROOM_PLAYING)
            return text_fail(why, tr("nothing to take back: the game is not being played"));
        return match_find_undo(room->match, seat, room_bots(room), why) != room->match->body.count;
    case PROPOSAL_BOT:
        if (room->phase != ROOM_PLAYING)
            return text_fail(why, tr("the game is not being played"));
        if (seat < 1 || seat > room->match->settings.players ||
            room->seat[seat - 1].kind != SEAT_PERSON || room->seat[seat - 1].connections > 0)
            return text_fail(why, tr("a bot takes the seat of a person who is not here"));
        return true;
    default:
        if (room->phase != ROOM_OVER)
            return text_fail(why, tr("a rematch comes when the game is over"));
        return !room->next[0] || text_fail(why, tr("there is a rematch already"));
    }
}

/* Carries a proposal out when nobody is wanted any more, and drops it when its time is out or it
 * has become impossible. */
void consent_check(struct room *room)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    const enum proposal what = (enum proposal)room->proposal;
    if (what == PROPOSAL_NONE)
        return;
    if (room->proposal_until <= room_now() || !is_possible(room, what, room->proposal_seat, &why)) {
        end_proposal(room, false);
        return;
    }
    for (int seat = 1; seat <= room->match->settings.players; seat++) {
        if (is_wanted(room, seat))
            return;
    }
    end_proposal(room, true);
}

bool consent_propose(struct room *room, int seat, const struct message *message, const char **code,
                     struct text *why)
{
    const enum proposal what = find_proposal(message->what);
    const int about = what == PROPOSAL_BOT ? (int)(message->seat > 99 ? 99 : message->seat) : seat;
    *code = "bad-value";
    if (what == PROPOSAL_NONE)
        return text_fail(why, tr("undo, bot and rematch can be proposed, not '%.40s'"),
                         message->what);
    *code = "not-now";
    if (room->proposal != PROPOSAL_NONE)
        return text_fail(why, tr("something else is being proposed"));
    *code = "illegal";
    if (!is_possible(room, what, about, why))
        return false;
    room->proposal = (uint8_t)what;
    room->proposal_by = (uint8_t)seat;
    room->proposal_seat = (uint8_t)about;
    room->proposal_until = room_now() + PROPOSAL_SECONDS;
    room->seat[seat - 1].voiced = true;
    say_proposal(room, what, false);
    consent_check(room);
    room_go_on(room);
    return true;
}

bool consent_agree(struct room *room, int seat, const struct message *message, const char **code,
                   struct text *why)
{
    *code = "not-now";
    if (room->proposal == PROPOSAL_NONE ||
        strcmp(message->what, say_proposal_name(room->proposal)) != 0)
        return text_fail(why, tr("nothing of that kind is being proposed"));
    if (!message->yes) {
        end_proposal(room, false);
        return true;
    }
    room->seat[seat - 1].voiced = true;
    say_proposal(room, (enum proposal)room->proposal, false);
    consent_check(room);
    return true;
}
