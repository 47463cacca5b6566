#include "cli/dice3.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files.h"
#include "base/lang.h"
#include "tui/mirror.h"
#include "tui/terminal.h"

#define SECRETS_FIRST "cornet-secrets 3"
#define EARLY_MS 2000 /* that a message may be on its way */

/* The numbers of messages tell their answers apart: 10 M + 1 of a word, and so on. */
enum { ID_WORD = 1, ID_LINK = 2, ID_CHAIN = 3 };

/* ---- files ---- */

struct secrets {
    unsigned char link[FAIR_BYTES], key[FAIR_BYTES]; /* x_L, and the seed of the secret key */
};

/* Stores them durably, in a file that only the user can read. */
static bool write_secrets(const struct dice3 *dice, const struct secrets *secrets, struct text *why)
{
    char link[FAIR_HEX], key[FAIR_HEX];
    const int fd = open(dice->secrets, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    FILE *out = fd < 0 ? NULL : fdopen(fd, "w");
    fair_to_hex(secrets->link, link);
    fair_to_hex(secrets->key, key);
    const bool good = out && fprintf(out, SECRETS_FIRST "\nlink %s\nkey %s\n", link, key) > 0 &&
                      fflush(out) == 0 && fsync(fileno(out)) == 0;
    sodium_memzero(link, sizeof link);
    sodium_memzero(key, sizeof key);
    if (out)
        fclose(out);
    return good || text_fail(why, tr("cannot write %s: %s"), dice->secrets, strerror(errno));
}

static bool read_secrets(const struct dice3 *dice, struct secrets *secrets, struct text *why)
{
    size_t length;
    char *bytes = files_read(dice->secrets, &length, why);
    struct span rest = {bytes, length};
    if (!bytes)
        return false;
    const bool first = span_is(span_cut(&rest, '\n'), SECRETS_FIRST);
    struct span link = span_cut(&rest, '\n'), key = span_cut(&rest, '\n');
    const bool good = first && span_is(span_cut(&link, ' '), "link") &&
                      fair_from_hex(link, secrets->link) && span_is(span_cut(&key, ' '), "key") &&
                      fair_from_hex(key, secrets->key);
    sodium_memzero(bytes, length);
    free(bytes);
    return good || text_fail(why, tr("%s cannot be read"), dice->secrets);
}

static bool restore(struct dice3 *dice, struct text *why)
{
    struct transcript3 kept = {0};
    size_t length, line;
    char *bytes = files_read(dice->kept.path, &length, why);
    const bool good = bytes && transcript3_read(&kept, (struct span){bytes, length}, &line, why) &&
                      client3_restore(dice->client, &kept, why);
    transcript3_free(&kept);
    free(bytes);
    return good;
}

/* The private file has the transcript's name with another ending. */
static void name_secrets(struct dice3 *dice)
{
    const size_t stem = strlen(dice->kept.path) - strlen(".txt");
    snprintf(dice->secrets, sizeof dice->secrets, "%.*s.key", (int)stem, dice->kept.path);
}

static bool begin(struct dice3 *dice, const char *table, bool resumed, struct text *why)
{
    struct secrets secrets;
    if (!kept_file_open(&dice->kept, table, dice->seat, resumed, why))
        return false;
    name_secrets(dice);
    randombytes_buf(&secrets, sizeof secrets);
    bool good = resumed ? read_secrets(dice, &secrets, why) : write_secrets(dice, &secrets, why);
    if (good)
        dice->client = client3_new(dice->seat, secrets.link, secrets.key);
    sodium_memzero(&secrets, sizeof secrets);
    good = good && (!resumed || restore(dice, why));
    if (good) {
        dice->said = client3_said(dice->client);
        return true;
    }
    client3_free(dice->client);
    dice->client = NULL;
    if (resumed)
        kept_file_close(&dice->kept);
    else
        kept_file_drop(&dice->kept);
    return false;
}

bool dice3_open(struct dice3 *dice, const char *table, int seat, bool resumed, struct text *why)
{
    dice3_close(dice);
    dice->seat = seat;
    snprintf(dice->table, sizeof dice->table, "%s", table);
    dice->clock_seat = -1;
    if (resumed && begin(dice, table, true, why))
        return true;
    /* Without the earlier files, another chain is promised. */
    return !dice->kept.busy && begin(dice, table, false, why);
}

void dice3_close(struct dice3 *dice)
{
    client3_free(dice->client);
    dice->client = NULL;
    kept_file_close(&dice->kept);
    json_decref(dice->giving_up);
    lines_free(&dice->due);
    lines_free(&dice->log);
    *dice = (struct dice3){
        .kept.file = -1, .send = dice->send, .warn = dice->warn, .context = dice->context};
}

static void release(struct dice3 *dice); /* below, with the words */

/* ---- what comes out ---- */

static uint64_t now_ms(void)
{
    return (uint64_t)terminal_now();
}

static void set_hex(json_t *object, const char *key, const unsigned char bytes[FAIR_BYTES])
{
    char hex[FAIR_HEX];
    fair_to_hex(bytes, hex);
    json_object_set_new(object, key, json_string(hex));
}

static void set_sign(json_t *object, const struct fair3_signed *sign)
{
    struct text hex = text_on((char[FAIR3_SIGNED_HEX]){0}, FAIR3_SIGNED_HEX);
    fair3_write_signed(sign, &hex);
    json_object_set_new(object, "sig", json_string(hex.start));
}

/* Stores new lines of the transcript; `durable`: something is sent after them. If that fails, the
 * game goes on without a proof: a later run must not open a link again, so the secrets go. */
static void store(struct dice3 *dice, struct client3_out *out, bool durable)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    if (!out->news.count || dice->unstored ||
        kept_file_write(&dice->kept, &out->news, durable, &why))
        return;
    dice->unstored = true;
    unlink(dice->secrets);
    dice->warn(dice->context, why.start, false);
}

/* Stores, then sends the link, and tells the user what is wrong. */
static void finish(struct dice3 *dice, struct client3_out *out, const struct text *why)
{
    store(dice, out, out->link.due);
    if (out->contradicted || out->left_out)
        dice->warn(dice->context, why->start, out->contradicted);
    if (out->link.due) {
        json_t *link = json_pack("{s:s,s:i,s:i}", "do", "link", "id",
                                 (int)(10 * out->link.step + ID_LINK), "step", (int)out->link.step);
        set_hex(link, "hash", out->link.hash);
        set_hex(link, "link", out->link.link);
        set_sign(link, &out->link.sign);
        dice->send(dice->context, link);
    }
    client3_out_free(out);
}

/* Sends the seat's chain, if it is due. */
static void promise(struct dice3 *dice)
{
    struct client3_chain chain;
    struct client3_out out = {0};
    struct text key = text_on((char[FAIR_HEX]){0}, FAIR_HEX);
    if (dice->chain_sent || !dice->synced || !dice->playing)
        return;
    client3_chain(dice->client, &chain, &out);
    store(dice, &out, true);
    client3_out_free(&out);
    if (!chain.due)
        return;
    dice->chain_sent = true;
    json_t *message =
        json_pack("{s:s,s:i,s:i}", "do", "chain", "id", ID_CHAIN, "asks", (int)chain.asks);
    set_hex(message, "end", chain.end);
    fair3_write_key(&chain.key, &key);
    json_object_set_new(message, "key", json_string(key.start));
    dice->send(dice->context, message);
}

static void contradict(struct dice3 *dice, const char *sentence)
{
    struct client3_out out = {0};
    client3_contradict(dice->client, sentence, &out);
    store(dice, &out, false);
    client3_out_free(&out);
    dice->warn(dice->context, sentence, true);
}

/* ---- entries ---- */

static void read_lines(const json_t *array, struct lines *out)
{
    size_t i;
    const json_t *line;
    json_array_foreach(array, i, line)
    {
        const struct span text = {json_string_value(line), json_string_length(line)};
        lines_add(out, text.at ? text : (struct span){"", 0});
    }
}

static void request(struct dice3 *dice)
{
    dice->send(dice->context,
               json_pack("{s:s,s:i}", "do", "entries", "have", (int)client3_have(dice->client)));
}

/* A time-out that came before the announced clock had run out. */
static void check_late(struct dice3 *dice, const struct fair3_note *late, uint64_t now)
{
    const bool timed = dice->synced && dice->clock_seat == late->seat;
    /* The rules may shorten the game's own time. */
    const uint64_t left = !late->seat && late->ms < dice->clock_left ? late->ms : dice->clock_left;
    if (timed && late->ms < left)
        contradict(dice, tr("the server says that a player had less time than it announced"));
    else if (timed && now + EARLY_MS < dice->clock_at + left)
        dice->warn(dice->context,
                   tr("a player's time ran out earlier than this computer's clock says"), false);
}

/* What new entries mean for clocks and for the lines that will be shown. */
static void note_entries(struct dice3 *dice, uint32_t from, uint32_t known,
                         const struct lines *entries, uint64_t now)
{
    for (size_t i = known + 1 - from; i < entries->count; i++) {
        const struct span entry = span_of(entries->line[i]);
        struct fair3_note note;
        if (!fair3_read_note(entry, &note))
            return; /* a contradiction: client3 has reported it */
        if (note.kind == FAIR3_LATE)
            check_late(dice, &note, now);
        if (note.kind == FAIR3_LINE || note.kind == FAIR3_STEP || note.kind == FAIR3_UNDO)
            dice->clock_seat = -1;
        if (note.kind == FAIR3_LINE &&
            from + i > dice->last) /* the log of `table` has earlier ones */
            lines_add(&dice->due, entry);
    }
}

/* All entries are here: words of the last connection that are not among them had no effect. */
static void settle(struct dice3 *dice)
{
    struct client3_out out = {0};
    if (dice->synced || client3_have(dice->client) < dice->last)
        return;
    dice->synced = true;
    client3_settle(dice->client, dice->said, dice->word, &out);
    store(dice, &out, false);
    client3_out_free(&out);
}

/* Once the entries of a `table` are here: its log must be that of the ledger. */
static void compare(struct dice3 *dice)
{
    const uint32_t have = client3_have(dice->client);
    if (!dice->compares || have < dice->last || client3_is_contradicted(dice->client))
        return;
    dice->compares = false;
    if (have == dice->last && !client3_has_lines(dice->client, &dice->log, dice->whole))
        contradict(dice, tr("the server shows other lines than those it has written down"));
    lines_free(&dice->log);
}

static void take_entries(struct dice3 *dice, const json_t *message)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct client3_out out = {0};
    struct lines entries = {0};
    const json_int_t from = json_integer_value(json_object_get(message, "from"));
    const uint32_t have = client3_have(dice->client);
    const uint64_t now = now_ms();
    if (from < 1 || (uint64_t)from > (uint64_t)have + 1) {
        request(dice);
        return;
    }
    read_lines(json_object_get(message, "lines"), &entries);
    client3_entries(dice->client, (uint32_t)from, &entries, span_of(mirror_text(message, "seal")),
                    now, &out, &why);
    if (from + (json_int_t)entries.count > (json_int_t)have)
        note_entries(dice, (uint32_t)from, have, &entries, now);
    lines_free(&entries);
    finish(dice, &out, &why);
    if (client3_have(dice->client) < dice->last && client3_have(dice->client) > have)
        request(dice);
    compare(dice);
    settle(dice);
    promise(dice);
}

/* ---- other messages ---- */

/* What the words of this seat would be about. */
static void take_facts(struct dice3 *dice, const json_t *message)
{
    const json_t *acts = json_object_get(json_object_get(message, "undo"), "acts");
    const char *undo = json_string_value(json_array_get(acts, (size_t)dice->seat - 1));
    snprintf(dice->undo, sizeof dice->undo, "%s", undo ? undo : "");
    dice->salted = json_is_true(json_object_get(message, "salt"));
    if (strcmp(mirror_text(json_object_get(message, "state"), "mover"), "over") == 0)
        dice->playing = false;
}

/* M of this seat's word in `words`; 0: none. */
static uint32_t find_word(const struct dice3 *dice, const json_t *message)
{
    const json_t *words = json_object_get(message, "words");
    const json_int_t m = json_integer_value(json_array_get(words, (size_t)dice->seat - 1));
    return m > 0 && m < INT32_MAX ? (uint32_t)m : 0;
}

/* The open proposal. */
static void take_open(struct dice3 *dice, const json_t *message)
{
    const json_t *proposal = json_object_get(message, "proposal");
    snprintf(dice->act, sizeof dice->act, "%s", mirror_text(proposal, "act"));
    dice->word = find_word(dice, proposal);
}

static void take_proposal(struct dice3 *dice, const json_t *message)
{
    struct client3_out out = {0};
    if (json_is_false(json_object_get(message, "done")))
        client3_refused(dice->client, find_word(dice, message), &out);
    store(dice, &out, false);
    client3_out_free(&out);
    take_open(dice, message);
}

static void take_clock(struct dice3 *dice, const json_t *clock)
{
    struct client3_out out = {0};
    const bool game = strcmp(mirror_text(clock, "kind"), "game") == 0;
    const int seat = game ? 0 : (int)json_integer_value(json_object_get(clock, "seat"));
    if (!json_is_true(json_object_get(clock, "running")) || !dice->synced ||
        json_object_get(clock, "lead") || json_object_get(clock, "rest") ||
        dice->clock_seat == seat || seat < 0 || seat > GAME_SEATS_MAX)
        return;
    const json_int_t left = json_integer_value(json_object_get(clock, "left"));
    dice->clock_seat = seat;
    dice->clock_left = left < 0 ? 0 : (uint64_t)left;
    dice->clock_at = now_ms();
    client3_clock(dice->client, seat, dice->clock_left, dice->clock_at, &out);
    store(dice, &out, false);
    client3_out_free(&out);
}

/* The lines shown are those of the entries before them. If they are not, the whole table tells
 * whether a message was lost or the server shows something else. */
static void take_moves(struct dice3 *dice, const json_t *message)
{
    struct lines shown = {0};
    read_lines(json_object_get(message, "lines"), &shown);
    bool same = shown.count == dice->due.count;
    for (size_t i = 0; same && i < shown.count; i++)
        same = strcmp(shown.line[i], dice->due.line[i]) == 0;
    lines_free(&shown);
    lines_free(&dice->due);
    if (!same && dice->synced && !client3_is_contradicted(dice->client))
        dice->send(dice->context, json_pack("{s:s}", "do", "sync"));
    take_facts(dice, message);
    take_clock(dice, json_object_get(message, "clock"));
}

/* The lines of another table from which the game continues, at the start of the log. */
static void read_opening(const json_t *message, struct lines *out)
{
    const json_int_t count =
        json_integer_value(json_object_get(json_object_get(message, "origin"), "step"));
    size_t i;
    const json_t *line;
    if (json_integer_value(json_object_get(message, "log_from")) > 0)
        return;
    json_array_foreach(json_object_get(message, "log"), i, line)
    {
        const struct span text = {json_string_value(line), json_string_length(line)};
        if ((json_int_t)out->count < count && text.at && text.length && text.at[0] != '#')
            lines_add(out, text);
    }
}

/* Keeps the log until the entries are here. */
static void keep_log(struct dice3 *dice, const json_t *message)
{
    const json_t *log = json_object_get(message, "log");
    size_t i;
    const json_t *line;
    lines_free(&dice->log);
    dice->compares = true;
    dice->whole = json_integer_value(json_object_get(message, "log_from")) == 0;
    json_array_foreach(log, i, line)
    {
        const struct span text = {json_string_value(line), json_string_length(line)};
        if (text.at && text.length && text.at[0] != '#')
            lines_add(&dice->log, text);
    }
}

static void take_table(struct dice3 *dice, const json_t *message)
{
    const json_t *fair3 = json_object_get(message, "fair3");
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct client3_out out = {0};
    struct lines head = {0}, opening = {0};
    const char *phase = mirror_text(message, "phase");
    read_lines(json_object_get(fair3, "head"), &head);
    read_opening(message, &opening);
    client3_head(dice->client, &head, opening.count ? &opening : NULL, &out, &why);
    lines_free(&head);
    lines_free(&opening);
    finish(dice, &out, &why);
    if (!client3_has_head(dice->client)) {
        if (!client3_is_contradicted(dice->client))
            dice->warn(dice->context, why.start, false);
        return;
    }
    dice->last = (uint32_t)json_integer_value(json_object_get(fair3, "last"));
    if (dice->last < client3_have(dice->client) && !client3_is_contradicted(dice->client))
        contradict(dice, tr("the server has removed entries of the game"));
    dice->playing = strcmp(phase, "over") != 0;
    if (client3_have(dice->client) < dice->last && strcmp(mirror_text(message, "why"), "join") != 0)
        request(dice); /* after `join` they come by themselves */
    lines_free(&dice->due);
    take_facts(dice, message);
    take_open(dice, message);
    keep_log(dice, message);
    compare(dice);
    settle(dice);
    take_clock(dice, json_object_get(message, "clock"));
    promise(dice);
}

/* Dice came first. Who gives up means it whatever they are: it is said again. */
static void give_up_again(struct dice3 *dice, const char *code)
{
    if (dice->giving_up && (strcmp(code, "stale") == 0 || strcmp(code, "not-now") == 0)) {
        dice->held = dice->held ? dice->held : json_array();
        json_array_append(dice->held, dice->giving_up);
    }
    json_decref(dice->giving_up);
    dice->giving_up = NULL;
}

/* The server's answer to a word, a link or a chain was an error. */
static void take_error(struct dice3 *dice, const json_t *message)
{
    const json_int_t id = json_integer_value(json_object_get(message, "id"));
    const char *code = mirror_text(message, "code");
    struct client3_out out = {0};
    if (id % 10 == ID_WORD && strcmp(code, "store") == 0)
        client3_lose(dice->client, (uint32_t)(id / 10), &out);
    else if (id % 10 == ID_WORD)
        client3_refused(dice->client, (uint32_t)(id / 10), &out);
    if (id % 10 == ID_WORD)
        give_up_again(dice, code);
    store(dice, &out, false);
    client3_out_free(&out);
    if (id % 10 == ID_LINK && strcmp(code, "bad-value") == 0)
        contradict(dice, tr("the server refuses your link: it has another record of the game"));
    if (id % 10 == ID_CHAIN)
        dice->chain_sent = false;
}

void dice3_take(struct dice3 *dice, const char *type, const json_t *message)
{
    struct client3_out out = {0};
    const json_int_t step = json_integer_value(json_object_get(message, "step"));
    if (strcmp(type, "table") == 0)
        dice->opening = false;
    if (!dice->client) {
        release(dice);
        return;
    }
    if (strcmp(type, "table") == 0)
        take_table(dice, message);
    else if (strcmp(type, "entries") == 0)
        take_entries(dice, message);
    else if (strcmp(type, "moves") == 0)
        take_moves(dice, message);
    else if (strcmp(type, "proposal") == 0)
        take_proposal(dice, message);
    else if (strcmp(type, "clock") == 0)
        take_clock(dice, json_object_get(message, "clock"));
    else if (strcmp(type, "error") == 0)
        take_error(dice, message);
    else if (strcmp(type, "got") == 0)
        client3_got(dice->client, (uint32_t)step, span_of(mirror_text(message, "sig")), &out);
    else if (strcmp(type, "ready") == 0)
        dice->send(dice->context, json_pack("{s:s,s:i}", "do", "ready", "step", (int)step));
    store(dice, &out, false);
    client3_out_free(&out);
    release(dice);
}

void dice3_reconnect(struct dice3 *dice)
{
    dice->chain_sent = false;
    dice->synced = false;
    dice->said = dice->client ? client3_said(dice->client) : 0;
}

uint32_t dice3_have(const struct dice3 *dice)
{
    return dice->client ? client3_have(dice->client) : 0;
}

bool dice3_is_contradicted(const struct dice3 *dice)
{
    return dice->client && client3_is_contradicted(dice->client);
}

/* ---- words ---- */

/* The text of the act in a message; "" if it needs no word. `yes`: the word is `yes`. */
static void find_act(const struct dice3 *dice, const json_t *message, struct text *act, bool *yes)
{
    const char *verb = mirror_text(message, "do"), *what = mirror_text(message, "what");
    const bool draw = strcmp(what, "draw") == 0;
    const int about = (int)json_integer_value(json_object_get(message, "seat"));
    if (strcmp(verb, "move") == 0)
        text_add(act, mirror_text(message, "line"));
    else if (strcmp(verb, "quit") == 0 && client3_is_person(dice->client))
        text_printf(act, FAIR3_NOTE "seat %d left", dice->seat);
    else if (strcmp(verb, "propose") == 0 && strcmp(what, "undo") == 0)
        text_add(act, dice->undo);
    else if (strcmp(verb, "propose") == 0 &&
             (strcmp(what, "bot") == 0 ||
              (strcmp(what, "remove") == 0 && client3_is_played(dice->client, about))))
        text_printf(act, FAIR3_NOTE "seat %d stand-in", about);
    else if (strcmp(verb, "propose") == 0 && draw)
        text_printf(act, "%d " MATCH_ACCEPTS, 3 - dice->seat);
    else if (strcmp(verb, "agree") == 0 && json_is_true(json_object_get(message, "yes")))
        text_add(act, dice->act);
    *yes = (strcmp(verb, "agree") == 0) != draw;
}

/* Whether messages of the seat wait: for the dice, or for its chain. Words before the chain would
 * be keyless, and of no use at a seat that had another chain. */
static bool is_waiting(const struct dice3 *dice)
{
    if (dice->client && dice->playing && client3_is_asking(dice->client))
        return true; /* nothing can be written before the step */
    return dice->opening ||
           (dice->client && dice->playing && !client3_is_contradicted(dice->client) &&
            (dice->chain_sent ? !client3_is_chained(dice->client)
                              : !client3_may_say(dice->client)));
}

/* Another device has the seat's chain, and this one has opened links of its own: it goes on with
 * another chain and another transcript. Only when the user acts here: devices would otherwise
 * replace each other's chains without end. */
static void renew(struct dice3 *dice)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    if (!dice->client || !dice->playing || !client3_is_moved(dice->client))
        return;
    client3_free(dice->client);
    dice->client = NULL;
    kept_file_close(&dice->kept);
    dice->chain_sent = dice->synced = dice->compares = false;
    dice->last = dice->said = 0;
    if (begin(dice, dice->table, false, &why))
        dice->send(dice->context, json_pack("{s:s}", "do", "sync"));
    else
        dice->warn(dice->context, why.start, false);
}

static bool is_worded(const json_t *message)
{
    const char *verb = mirror_text(message, "do");
    return strcmp(verb, "move") == 0 || strcmp(verb, "propose") == 0 ||
           strcmp(verb, "agree") == 0 || strcmp(verb, "quit") == 0;
}

/* Sends the messages that were held. */
static void release(struct dice3 *dice)
{
    json_t *held = dice->held;
    size_t i;
    json_t *message;
    if (!held || is_waiting(dice))
        return;
    dice->held = NULL;
    json_array_foreach(held, i, message) dice->send(dice->context, json_incref(message));
    json_decref(held);
}

bool dice3_add_word(struct dice3 *dice, json_t *message)
{
    struct text act = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    struct client3_word word;
    struct client3_out out = {0};
    bool yes;
    if (!is_worded(message))
        return true;
    renew(dice);
    if (is_waiting(dice)) {
        if (!dice->held)
            dice->held = json_array();
        json_array_append(dice->held, message);
        return false;
    }
    if (!dice->client || !client3_is_person(dice->client) || !dice->playing)
        return true;
    find_act(dice, message, &act, &yes);
    if (!act.length || act.start[0] == '*')
        return true;
    const bool move = strcmp(mirror_text(message, "do"), "move") == 0;
    json_decref(dice->giving_up);
    dice->giving_up =
        move && match_ending_of((struct span){act.start, act.length}) ? json_copy(message) : NULL;
    client3_say(dice->client, (struct span){act.start, act.length}, yes, move && dice->salted,
                now_ms(), &word, &out);
    store(dice, &out, true);
    client3_out_free(&out);
    json_t *by = json_pack("{s:i,s:i,s:s}", "m", (int)word.m, "seen", (int)word.seen, "salt", "-");
    set_hex(by, "digest", word.digest);
    if (word.has_salt)
        set_hex(by, "salt", word.salt);
    set_sign(by, &word.sign);
    json_object_set_new(message, "by", by);
    json_object_set_new(message, "id", json_integer((json_int_t)10 * word.m + ID_WORD));
    return true;
}
