/* Games that become a person's later: a guest's seats, and records of games played offline. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "match/match.h"
#include "people/internal.h"
#include "table/table.h"

static struct text reason(char buffer[TEXT_WHY])
{
    return text_on(buffer, TEXT_WHY);
}

/* ---- seats of a guest ---- */

/* Whether another account has the game of this seat. Inside a transaction. */
static bool is_taken(struct handling *h, int64_t row, int seat, bool *taken, struct text *why)
{
    int64_t count = 0;
    const bool good = RUN_ROWS(&h->env->db, why, people_keep_number, &count,
                               "SELECT count(*) FROM played WHERE tbl = $1 AND seat = $2"
                               " AND person <> $3 AND result <> $4",
                               NUMBER(row), NUMBER(seat), NUMBER(h->person), NUMBER(PEOPLE_LEFT));
    *taken = count > 0;
    return good;
}

/* Whether the person has this game already. */
static bool is_own(struct handling *h, int64_t row, int seat, bool *own, struct text *why)
{
    int64_t count = 0;
    const bool good = RUN_ROWS(&h->env->db, why, people_keep_number, &count,
                               "SELECT count(*) FROM played WHERE tbl = $1 AND seat = $2"
                               " AND person = $3",
                               NUMBER(row), NUMBER(seat), NUMBER(h->person));
    *own = count > 0;
    return good;
}

/* Adds the rows of a seat, as the events would have. Inside a transaction. */
static bool add_rows(struct handling *h, const struct table *table, int64_t row, int seat,
                     bool theirs, struct text *why)
{
    const struct people_db *db = &h->env->db;
    struct people_change change = {.kind = PEOPLE_SIT,
                                   .table = row,
                                   .seat = seat,
                                   .person = h->person,
                                   .at = table_created(table)};
    snprintf(change.name, sizeof change.name, "%s", table_id(table));
    people_game_of(table, &change.played);
    change.played.left[seat - 1] |= !theirs;
    if (!people_write_change(db, &change, why))
        return false;
    if (table_phase(table) != TABLE_OVER && theirs)
        return true;
    change.kind = table_phase(table) == TABLE_OVER ? PEOPLE_OVER : PEOPLE_TAKE;
    change.person = theirs ? h->person : 0;
    change.at = table_changed(table);
    return people_write_change(db, &change, why);
}

/* NULL: it is the person's now. Else the code of a refusal. */
static const char *claim_table(struct handling *h, const struct table *table, int64_t row,
                               const struct people_claim *claim)
{
    struct text why = reason((char[TEXT_WHY]){0});
    const struct people_db *db = &h->env->db;
    const int seat = (int)claim->seat;
    const bool theirs = table_check_secret(table, seat, claim->secret);
    bool taken = false, own = false;
    if (!theirs && !table_was_theirs(table, seat, claim->secret))
        return "bad-secret";
    if (!db->begin(db->context, &why))
        return "store";
    bool good = people_lock(db, &why) && is_taken(h, row, seat, &taken, &why) &&
                is_own(h, row, seat, &own, &why);
    if (good && !taken && !own)
        good = add_rows(h, table, row, seat, theirs, &why);
    if (!db->end(db->context, good, &why) || !good)
        return "store";
    return taken ? "taken" : NULL;
}

static const char *claim_one(struct handling *h, const struct people_claim *claim)
{
    int64_t row;
    if (!claim->table || !claim->secret || strlen(claim->table) != TABLE_ID_LENGTH)
        return "no-table";
    struct table *table = h->env->table(h->env->context, claim->table, &row);
    if (!table)
        return "no-table";
    const char *code = claim->seat < 1 || claim->seat > table_players(table)
                           ? "bad-secret"
                           : claim_table(h, table, row, claim);
    table_free(table);
    return code;
}

bool people_claim(struct handling *h)
{
    struct json *json = &h->json;
    int claimed = 0;
    if (!people_needs(h))
        return false;
    json_open(json, '{');
    json_key_open(json, "refused", '[');
    for (int i = 0; i < h->q->claims; i++) {
        const struct people_claim *claim = &h->q->claim[i];
        const char *code = claim_one(h, claim);
        claimed += !code;
        if (!code)
            continue;
        h->answer->is_miss |= strcmp(code, "bad-secret") == 0;
        json_open(json, '{');
        json_key_string(json, "table", claim->table);
        json_key_number(json, "seat", claim->seat);
        json_key_string(json, "code", code);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_key_number(json, "claimed", claimed);
    json_close(json, '}');
    return true;
}

/* ---- imported games ---- */

static void count_match(const struct match *match, struct people_game *game)
{
    memset(game, 0, sizeof *game);
    game->game = match->game->id;
    game->players = match->settings.players;
    game->lines = (uint32_t)match->body.count;
    match_result(match, game->share);
    for (int i = 0; i < game->players; i++)
        snprintf(game->name[i], sizeof game->name[0], "%s", match->name[i]);
}

/* The number of an imported game, by its record: the same record has the same number. */
static int64_t number_of(const char *record)
{
    unsigned char hash[16];
    uint64_t number = 0;
    crypto_generichash(hash, sizeof hash, (const unsigned char *)record, strlen(record), NULL, 0);
    for (int i = 0; i < 8; i++)
        number = number << 8 | hash[i];
    return -(int64_t)(number >> 2) - 1;
}

static bool has_room(struct handling *h)
{
    struct text why = reason((char[TEXT_WHY]){0});
    int64_t count = 0;
    if (!RUN_ROWS(&h->env->db, &why, people_keep_number, &count,
                  "SELECT count(*) FROM played WHERE person = $1 AND tbl < 0", NUMBER(h->person)))
        return people_failed(h, &why);
    return count < PEOPLE_IMPORTS_MAX ||
           people_refuse(h, 403, "limit", tr("an account has room for 10,000 imported games"));
}

/* Stores the game; `made` is whether it is new. Inside a transaction. */
static bool insert_import(struct handling *h, const struct people_change *change, int64_t *made,
                          struct text *why)
{
    const struct people_db *db = &h->env->db;
    struct people_change over = *change;
    over.kind = PEOPLE_OVER;
    return RUN_ROWS(db, why, people_keep_number, made,
                    "INSERT INTO played(person, tbl, seat, name, game, players, began, ended,"
                    " result, share, hints, lines, opponents, record, analysed)"
                    " VALUES($1, $2, $3, $4, $5, $6, $7, 0, 0, 0, 0, 0, '[]', $8, 0)"
                    " ON CONFLICT DO NOTHING RETURNING seat",
                    NUMBER(h->person), NUMBER(change->table), NUMBER(change->seat),
                    TEXT(change->name), TEXT(change->played.game), NUMBER(change->played.players),
                    NUMBER(change->at), TEXT(h->q->record)) &&
           (!*made || people_write_change(db, &over, why));
}

static bool store_import(struct handling *h, const struct match *match)
{
    struct text why = reason((char[TEXT_WHY]){0});
    const struct people_db *db = &h->env->db;
    struct people_change change = {.table = number_of(h->q->record),
                                   .seat = (int)h->q->seat,
                                   .person = h->person,
                                   .at = h->q->ended > 0 && (uint64_t)h->q->ended < h->env->now
                                             ? (uint64_t)h->q->ended
                                             : h->env->now};
    int64_t made = 0;
    snprintf(change.name, sizeof change.name, "%lld", (long long)change.table);
    count_match(match, &change.played);
    if (!db->begin(db->context, &why))
        return people_failed(h, &why);
    bool good = (people_lock(db, &why) || people_failed(h, &why)) && has_room(h);
    if (good && !insert_import(h, &change, &made, &why))
        good = people_failed(h, &why);
    if (!people_end(h, good))
        return false;
    json_open(&h->json, '{');
    json_key_string(&h->json, "table", change.name);
    json_key_bool(&h->json, "new", made != 0);
    json_close(&h->json, '}');
    return true;
}

bool people_import(struct handling *h)
{
    struct text why = reason((char[TEXT_WHY]){0});
    size_t line = 0;
    if (!people_needs(h))
        return false;
    if (!h->q->record)
        return people_refuse(h, 400, "bad-message", tr("'record' is missing"));
    struct match *match = match_read(span_of(h->q->record), &line, &why);
    if (!match) {
        struct text sentence = reason((char[TEXT_WHY]){0});
        text_fail(&sentence, tr("line %d of the record: %s"), (int)line, why.start);
        return people_refuse(h, 400, "bad-value", sentence.start);
    }
    bool good;
    if (match_mover(match) != GAME_OVER)
        good = people_refuse(h, 400, "bad-value", tr("only finished games can be imported"));
    else if (h->q->seat < 1 || h->q->seat > match->settings.players ||
             match_names_bot(match->name[h->q->seat - 1]))
        good = people_refuse(h, 400, "bad-value", tr("'seat' is a person's seat in this record"));
    else
        good = store_import(h, match);
    match_free(match);
    return good;
}
