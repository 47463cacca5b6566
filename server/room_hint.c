/* Hints at a table: what each choice is worth to the one person who plays against bots. */
#include <string.h>

#include "base/lang.h"
#include "server/inside.h"

/* Whoever may come back is at the table, too; who has left for good is not. */
static bool is_alone(const struct room *room, int seat)
{
    for (int i = 0; i < room->match->settings.players; i++) {
        const int kind = room->seat[i].kind;
        if (i + 1 != seat && kind != SEAT_BOT && kind != SEAT_LEFT)
            return false;
    }
    return true;
}

static void ask(struct room *room, struct conn *conn, long long id)
{
    struct bots_job *job = bots_new_job(room->match);
    job->task = BOTS_HINT;
    memcpy(job->table, room->id, sizeof room->id);
    job->seq = room->seq;
    job->seat = conn->seat;
    job->id = id;
    job->ticket = room->hint = conn->hint = ++room->server->hints_asked;
    job->game->hide(&job->state, job->seat); /* nothing else leaves the loop */
    bots_ask(room->server->bots, job);
}

bool room_hint(struct room *room, struct conn *conn, long long id, const char **code,
               struct text *why)
{
    const struct match *match = room->match;
    const bool alone = is_alone(room, conn->seat);
    *code = "not-now";
    if (room->phase == ROOM_OVER)
        return text_fail(why, tr("the game is over"));
    if (room->phase != ROOM_PLAYING)
        return text_fail(why, tr("the game has not started yet"));
    if (!alone || !judge_of(match->game))
        *code = "no-hints";
    if (!hints_allowed(match, conn->seat, alone, why))
        return false;
    if (room->hint)
        return text_fail(why, tr("a hint is being computed already"));
    ask(room, conn, id);
    return true;
}

static struct conn *find_asker(const struct room *room, uint32_t ticket)
{
    struct conn *conn = room->conns;
    while (conn && conn->hint != ticket)
        conn = conn->room_next;
    return conn;
}

void room_hint_done(struct room *room, const struct bots_job *job)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    const struct judge *judge = judge_of(job->game);
    struct conn *conn = find_asker(room, job->ticket);
    if (room->hint == job->ticket)
        room->hint = 0;
    if (!conn)
        return; /* has gone */
    conn->hint = 0;
    locale_use(conn->french);
    if (room->seq != job->seq)
        send_error(conn, job->id, "stale", tr("the table has moved on"));
    else if (job->hints)
        say_hint(room, conn, job->id, job->hints);
    else if (!judge->ready(&job->settings, &why))
        send_error(conn, job->id, "no-hints", reason);
    else
        ask(room, conn, job->id); /* the judge has become ready since */
}
