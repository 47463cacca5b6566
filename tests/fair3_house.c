#include "fair3_house.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "helpers.h"
#include "match/driver.h"

/* Turns of a game after which somebody gives up. */
static uint32_t turns_max(void)
{
    return (uint32_t)test_count(60, 400);
}

static uint32_t below(struct house *h, uint32_t bound)
{
    return rng_below(&h->rng, bound);
}

static bool happens(struct house *h, unsigned flag, uint32_t one_in)
{
    return h->flags & flag && below(h, one_in) == 0;
}

static void random_bytes(struct house *h, unsigned char out[FAIR_BYTES])
{
    for (int i = 0; i < FAIR_BYTES; i++)
        out[i] = (unsigned char)below(h, 256);
}

static int players(const struct house *h)
{
    return h->match->settings.players;
}

/* ---- entries ---- */

/* Takes what a client wrote, and what it sends. */
static void take_out(struct house *h, int seat, struct client3_out *out, const struct text *why)
{
    struct house_client *c = &h->client[seat];
    if (out->contradicted)
        fail_msg("seat %d: %s", seat, why->start);
    for (size_t i = 0; i < out->news.count; i++)
        lines_add(&c->transcript, span_of(out->news.line[i]));
    if (out->link.due)
        c->link = out->link;
    client3_out_free(out);
}

static void deliver_to(struct house *h, int seat)
{
    struct house_client *c = &h->client[seat];
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct text text = text_on((char[FAIR3_TEXT_MAX]){0}, FAIR3_TEXT_MAX);
    struct text seal = text_on((char[FAIR3_SIGNED_HEX]){0}, FAIR3_SIGNED_HEX);
    struct client3_out out = {0};
    if (!c->client || c->asleep)
        return;
    fair3_text_seal(h->record.head.table, h->sum.count, h->sum.hash, &text);
    const struct fair3_signed sign = fair3_sign(&h->key, &text);
    fair3_write_signed(&sign, &seal);
    client3_entries(c->client, c->delivered + 1, &c->waiting, span_of(seal.start), h->now, &out,
                    &why);
    take_out(h, seat, &out, &why);
    assert_int_equal(client3_have(c->client), h->sum.count);
    c->delivered = h->sum.count;
    lines_free(&c->waiting);
}

static void deliver(struct house *h)
{
    h->now += below(h, 50);
    for (int seat = 0; seat <= players(h); seat++)
        deliver_to(h, seat);
}

/* The entry as a viewer may see it. */
static void view(const struct house *h, struct span entry, int viewer, struct text *out)
{
    struct game_history history = h->match->history;
    struct text_unread unread;
    game_action action;
    if (h->sum.hidden && game_read_line(h->match->game, &h->match->state, entry, &action, &history,
                                        text_unread(&unread)))
        h->match->game->write(&h->match->state, action, &history, viewer, out);
    else
        text_add_bytes(out, entry.at, entry.length);
}

static void append(struct house *h, const char *entry)
{
    for (int seat = 0; seat <= players(h); seat++) {
        struct text shown = text_on((char[FAIR3_NOTE_MAX]){0}, FAIR3_NOTE_MAX);
        view(h, span_of(entry), seat, &shown);
        if (h->client[seat].client)
            lines_add(&h->client[seat].waiting, span_of(shown.start));
    }
    lines_add(&h->record.entries, span_of(entry));
    fair3_ledger_add(&h->sum, span_of(entry));
}

static void append_note(struct house *h, const struct fair3_note *note)
{
    struct text text = text_on((char[FAIR3_NOTE_MAX]){0}, FAIR3_NOTE_MAX);
    fair3_write_note(note, &text);
    append(h, text.start);
}

__attribute__((format(printf, 2, 3))) static void appendf(struct house *h, const char *format, ...)
{
    char line[FAIR3_NOTE_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    append(h, line);
}

static void play_line(struct house *h, const char *line)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    append(h, line);
    if (!match_do(h->match, span_of(line), &why))
        fail_msg("%s: %s", line, why.start);
}

/* A line; if it is hidden, `#3 hide` first, with this digest. */
static void play(struct house *h, const char *line, const unsigned char *salt)
{
    struct fair3_note hide = {.kind = FAIR3_HIDE, .has_bytes = line[0] != '*'};
    if (!fair3_is_hidden(h->match, span_of(line))) {
        play_line(h, line);
        return;
    }
    if (hide.has_bytes)
        fair3_act(salt, span_of(line), hide.bytes);
    append_note(h, &hide);
    if (hide.has_bytes)
        fair3_record_add_salt(&h->record, h->sum.count + 1, salt);
    play_line(h, line);
}

/* ---- seats and chains ---- */

static void send_chain(struct house *h, int seat)
{
    struct house_client *c = &h->client[seat];
    struct client3_chain chain;
    struct client3_out out = {0};
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct fair3_note note = {.kind = FAIR3_CHAIN, .seat = seat, .number = h->asks};
    client3_chain(c->client, &chain, &out);
    assert_true(chain.due);
    assert_int_equal(chain.asks, h->asks);
    take_out(h, seat, &out, &why);
    note.key = chain.key;
    memcpy(note.bytes, chain.end, FAIR_BYTES);
    append_note(h, &note);
    deliver(h);
}

static void new_client(struct house *h, int seat, bool keyed)
{
    struct house_client *c = &h->client[seat];
    struct client3_out out = {0};
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    unsigned char secret[FAIR_BYTES], key[FAIR_BYTES];
    struct lines head = {0};
    random_bytes(h, secret);
    random_bytes(h, key);
    *c = (struct house_client){.client = client3_new(seat, secret, keyed ? key : NULL),
                               .keyed = keyed};
    fair3_write_head(&h->record.head, h->match, &head);
    client3_head(c->client, &head, h->record.head.from ? &h->record.opening : NULL, &out, &why);
    take_out(h, seat, &out, &why);
    lines_free(&head);
}

static void set_seat(struct house *h, int seat, enum fair3_seat kind)
{
    appendf(h, "#3 seat %d %s", seat, fair3_seat_words[kind]);
    h->kind[seat - 1] = kind;
}

/* ---- words ---- */

/* The seat's client says it wants the act, or agrees; appends the word. */
static void say(struct house *h, int seat, bool yes, const char *act, bool salted,
                unsigned char salt[FAIR_BYTES])
{
    struct house_client *c = &h->client[seat];
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct client3_word word;
    struct client3_out out = {0};
    struct fair3_note note = {.kind = yes ? FAIR3_YES : FAIR3_BY, .seat = seat};
    if (below(h, 20) == 0) { /* a word that is refused leaves a gap */
        client3_say(c->client, span_of(act), yes, salted, h->now, &word, &out);
        client3_refused(c->client, word.m, &out);
    }
    client3_say(c->client, span_of(act), yes, salted, h->now, &word, &out);
    take_out(h, seat, &out, &why);
    note.number = word.m;
    note.seen = word.seen;
    note.sign = word.sign;
    memcpy(note.bytes, word.digest, FAIR_BYTES);
    append_note(h, &note);
    if (salted)
        memcpy(salt, word.salt, FAIR_BYTES);
}

static bool is_person(const struct house *h, int seat)
{
    return h->kind[seat - 1] == FAIR3_PERSON;
}

/* `by` of the seat, and `yes` of the others. */
static void say_all(struct house *h, int seat, const char *act)
{
    say(h, seat, false, act, false, NULL);
    for (int other = 1; other <= players(h); other++) {
        if (other != seat && is_person(h, other))
            say(h, other, true, act, false, NULL);
    }
}

/* A line of a seat, with its word if it is a person's. */
static void move(struct house *h, int seat, const char *line)
{
    unsigned char salt[FAIR_BYTES];
    random_bytes(h, salt);
    const bool hidden = fair3_is_hidden(h->match, span_of(line));
    if (is_person(h, seat))
        say(h, seat, false, line, hidden, salt);
    else
        h->client[seat].made += h->client[seat].client != NULL;
    play(h, line, salt);
    deliver(h);
}

/* ---- steps ---- */

static bool is_barred(const struct house *h, int seat)
{
    const uint32_t second = h->misses[seat - 1][1];
    return second && second + LEDGER_WINDOW >= h->asks + 1;
}

static unsigned may_be_asked(const struct house *h)
{
    unsigned seats = 0;
    for (int seat = 1; seat <= players(h); seat++) {
        const struct house_client *c = &h->client[seat];
        if (is_person(h, seat) && c->client && !c->asleep && !is_barred(h, seat))
            seats |= 1u << (seat - 1);
    }
    return seats;
}

static void ask(struct house *h, unsigned seats)
{
    const struct fair3_note note = {.kind = FAIR3_ASK, .number = ++h->asks, .seats = seats};
    append_note(h, &note);
    h->last_ask = h->sum.count;
    for (int seat = 1; seat <= players(h); seat++)
        h->client[seat].link.due = false;
    deliver(h);
}

/* One of several seats asked does not answer. */
static unsigned miss(struct house *h, unsigned seats)
{
    int seat;
    do {
        seat = 1 + (int)below(h, (uint32_t)players(h));
    } while (!(seats >> (seat - 1) & 1));
    const unsigned bit = 1u << (seat - 1);
    const struct fair3_note note = {.kind = FAIR3_MISS, .number = h->asks, .seats = bit};
    for (int other = 1; other <= players(h); other++)
        h->client[other].voided += seats >> (other - 1) & 1; /* the answer came too late */
    append_note(h, &note);
    h->misses[seat - 1][1] = h->misses[seat - 1][0];
    h->misses[seat - 1][0] = h->asks;
    return seats & ~bit;
}

static void step(struct house *h, unsigned seats)
{
    struct fair3_note note = {.kind = FAIR3_STEP, .number = h->asks, .seats = seats};
    struct fair3_run run;
    unsigned char key[FAIR_BYTES], asked[FAIR_BYTES];
    memcpy(asked, h->sum.hash, FAIR_BYTES);
    memcpy(note.bytes, h->link, FAIR_BYTES);
    random_bytes(h, h->link);
    fair3_server_promise(h->record.head.table, h->link, note.next);
    for (int seat = 1; seat <= players(h); seat++) {
        const struct client3_link *link = &h->client[seat].link;
        if (!(seats >> (seat - 1) & 1))
            continue;
        assert_true(link->due && link->step == h->asks);
        assert_memory_equal(link->hash, asked, FAIR_BYTES);
        memcpy(note.link[seat - 1], link->link, FAIR_BYTES);
        note.open[seat - 1] = link->sign;
        h->client[seat].with_link++;
    }
    if (!seats)
        random_bytes(h, note.fresh);
    append_note(h, &note);
    h->steps++;
    fair3_step_key(h->record.head.table, &note, asked, key);
    fair3_run_begin(&run, key, h->record.hidden);
    while (match_mover(h->match) == GAME_CHANCE &&
           driver_is_throw(h->match->game, &h->match->state)) {
        struct text line = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
        fair3_draw(&run, fair3_hides_draw(h->match), h->cache, h->match, &line);
        play(h, line.start, NULL);
        run.drawn++;
    }
}

static void draw(struct house *h)
{
    unsigned seats = may_be_asked(h);
    if (happens(h, HOUSE_SLEEPS, 6)) {
        const int seat = 1 + (int)below(h, (uint32_t)players(h));
        if (seats & ~(1u << (seat - 1)))
            seats &= ~(1u << (seat - 1));
    }
    ask(h, seats);
    while ((seats & (seats - 1)) && happens(h, HOUSE_MISSES, 4)) {
        seats = miss(h, seats);
        ask(h, seats);
    }
    step(h, seats);
    deliver(h);
}

/* ---- moves ---- */

/* A random legal line of the seat. */
static bool choose(struct house *h, int seat, char line[GAME_LINE_MAX])
{
    game_action actions[GAME_ACTIONS_MAX];
    struct text out = text_on(line, GAME_LINE_MAX);
    const size_t count = h->match->game->actions(&h->match->state, seat, actions);
    if (!count)
        return false;
    h->match->game->write(&h->match->state, actions[below(h, (uint32_t)count)], NULL, GAME_OPEN,
                          &out);
    return true;
}

static void tell_clock(struct house *h, int clock, uint64_t left)
{
    for (int seat = 0; seat <= players(h); seat++) {
        struct client3_out out = {0};
        struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
        if (!h->client[seat].client || h->client[seat].asleep)
            continue;
        client3_clock(h->client[seat].client, clock, left, h->now, &out);
        take_out(h, seat, &out, &why);
    }
}

static void time_out(struct house *h, int seat, const char *line, uint64_t ms)
{
    unsigned char salt[FAIR_BYTES];
    random_bytes(h, salt);
    tell_clock(h, seat, ms);
    h->now += ms;
    appendf(h, "#3 late %d %llu", seat, (unsigned long long)ms);
    play(h, line, salt);
    if (seat)
        h->client[seat].made += h->client[seat].client != NULL;
    deliver(h);
}

/* Anybody may act: somebody does, or the time is out. */
static void race(struct house *h)
{
    char line[GAME_LINE_MAX];
    struct text out = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    game_action end;
    const unsigned seconds = h->match->game->clock(&h->match->state, &end);
    const int seat = 1 + (int)below(h, (uint32_t)players(h));
    if (seconds && below(h, 4) == 0) {
        h->match->game->write(&h->match->state, end, NULL, GAME_OPEN, &out);
        time_out(h, 0, out.start, 1000ull * seconds);
    } else if (choose(h, seat, line)) {
        move(h, seat, line);
    }
}

static void rule(struct house *h)
{
    struct text out = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    game_action ruling;
    assert_true(h->match->game->ruling(&h->match->state, &ruling));
    h->match->game->write(&h->match->state, ruling, NULL, GAME_OPEN, &out);
    play_line(h, out.start);
    deliver(h);
}

/* ---- events ---- */

static int random_person(struct house *h)
{
    int seat = 1 + (int)below(h, (uint32_t)players(h));
    for (int i = 0; i < players(h) && !is_person(h, seat); i++)
        seat = 1 + seat % players(h);
    return is_person(h, seat) ? seat : 0;
}

static void undo(struct house *h)
{
    const int seat = random_person(h);
    struct text_unread unread;
    char act[64];
    unsigned bots = 0;
    for (int i = 0; i < players(h); i++)
        bots |= (unsigned)(h->kind[i] != FAIR3_PERSON) << i;
    const size_t from =
        seat ? match_find_undo(h->match, seat, bots, text_unread(&unread)) : h->match->body.count;
    if (from >= h->match->body.count || from < h->record.opening.count)
        return;
    size_t line = h->record.opening.count, entry = 0;
    for (; entry < h->record.entries.count; entry++) {
        if (h->record.entries.line[entry][0] != '#' && line++ == from)
            break;
    }
    bool own = match_undo_is_own(h->match, seat, from);
    for (size_t i = from; i < h->match->body.count; i++)
        own = own && (h->match->body.line[i][0] == '0' + seat || h->match->body.line[i][0] == '#');
    snprintf(act, sizeof act, "#3 undo %zu %s", entry + 1, own ? "own" : "all");
    if (own)
        say(h, seat, false, act, false, NULL);
    else
        say_all(h, seat, act);
    append(h, act);
    match_undo_from(h->match, from);
    deliver(h);
}

static void stand_in(struct house *h)
{
    const int seat = random_person(h);
    int other = 0;
    char act[64];
    for (int i = 1; i <= players(h); i++) {
        if (h->kind[i - 1] == FAIR3_STAND_IN) { /* returns */
            set_seat(h, i, FAIR3_PERSON);
            deliver(h);
            return;
        }
        if (i != seat && is_person(h, i))
            other = i;
    }
    if (!seat || !other)
        return;
    snprintf(act, sizeof act, "#3 seat %d stand-in", seat);
    say(h, other, false, act, false, NULL);
    set_seat(h, seat, FAIR3_STAND_IN);
    deliver(h);
}

static void leave(struct house *h)
{
    const int seat = random_person(h);
    char act[64];
    unsigned persons = 0;
    for (int i = 1; i <= players(h); i++)
        persons += is_person(h, i);
    if (!seat || persons < 2)
        return;
    snprintf(act, sizeof act, "#3 seat %d left", seat);
    say(h, seat, false, act, false, NULL);
    set_seat(h, seat, FAIR3_LEFT);
    deliver(h);
}

/* The person goes on with another device, which does not have the old key. */
static void change_device(struct house *h)
{
    const int seat = random_person(h);
    if (!seat || h->old_seat)
        return;
    const bool keyed = h->client[seat].keyed;
    struct house_client old = h->client[seat];
    h->old_seat = seat;
    new_client(h, seat, keyed);
    for (size_t i = 0; i < h->record.entries.count; i++) {
        struct text shown = text_on((char[FAIR3_NOTE_MAX]){0}, FAIR3_NOTE_MAX);
        const bool hidden = i && strncmp(h->record.entries.line[i - 1], "#3 hide", 7) == 0;
        if (hidden) /* as a spectator sees it: less is allowed */
            fair3_hidden_line(span_of(h->record.entries.line[i]), &shown);
        else
            text_add(&shown, h->record.entries.line[i]);
        lines_add(&h->client[seat].waiting, span_of(shown.start));
    }
    deliver(h);
    send_chain(h, seat);
    h->old = old.transcript;
    client3_free(old.client);
    lines_free(&old.waiting);
}

static bool give_up(struct house *h)
{
    const int seat = random_person(h);
    char line[GAME_LINE_MAX];
    if (!seat)
        return false;
    snprintf(line, sizeof line, "%d " MATCH_FORFEITS, seat);
    h->unvouched_end = !h->client[seat].keyed || h->old_seat == seat;
    move(h, seat, line);
    h->ended_by = seat;
    return true;
}

static void events(struct house *h)
{
    if (happens(h, HOUSE_UNDO, 8))
        undo(h);
    if (happens(h, HOUSE_STAND_IN, 20))
        stand_in(h);
    if (happens(h, HOUSE_LEAVES, 60))
        leave(h);
    if (happens(h, HOUSE_DEVICE, 30))
        change_device(h);
}

static void turn(struct house *h)
{
    char line[GAME_LINE_MAX];
    const int mover = match_mover(h->match);
    if (mover == GAME_CHANCE && driver_is_throw(h->match->game, &h->match->state))
        draw(h);
    else if (mover == GAME_CHANCE)
        rule(h);
    else if (mover == GAME_ANYONE)
        race(h);
    else if (choose(h, mover, line) && is_person(h, mover) && happens(h, HOUSE_LATE, 8))
        time_out(h, mover, line, 30000);
    else
        move(h, mover, line);
}

/* ---- the whole game ---- */

static void sit(struct house *h, int seat)
{
    enum fair3_seat kind = FAIR3_PERSON;
    if (h->flags & HOUSE_BOTS && seat > 1 && below(h, 2))
        kind = FAIR3_BOT;
    else if (h->flags & HOUSE_PLAIN && seat > 1 && below(h, 2))
        kind = FAIR3_PLAIN;
    set_seat(h, seat, kind);
}

/* The opening of another table: some lines of a random game. */
static void make_opening(struct house *h)
{
    struct match *other = match_again(h->match);
    struct rng rng;
    rng_seed(&rng, 77);
    for (int i = 0; i < 12 && match_mover(other) != GAME_OVER; i++) {
        game_action actions[GAME_ACTIONS_MAX];
        const int mover = match_mover(other);
        if (mover == GAME_ANYONE)
            break;
        if (mover == GAME_CHANCE)
            match_draw(other, &rng);
        else if (other->game->actions(&other->state, mover, actions))
            match_do_action(other, actions[0]);
    }
    for (size_t i = 0; match_mover(other) != GAME_OVER && i < other->body.count; i++)
        lines_add(&h->record.opening, span_of(other->body.line[i]));
    match_free(other);
}

static void begin(struct house *h, const struct game *game)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct game_settings settings;
    struct lines head = {0};
    unsigned char secret[FAIR_BYTES], hash[FAIR_BYTES];
    test_random_settings(game, &h->rng, &settings);
    settings.bots = 0;
    h->match = match_new(game, &settings, &why);
    assert_non_null(h->match);
    strcpy(h->record.head.table, "k3v9w2mnpq7rt4xy");
    if (h->flags & HOUSE_LATE)
        h->record.head.clock = (struct fair3_clock){FAIR3_CLOCK_MOVE, 30, 0};
    random_bytes(h, h->link);
    fair3_server_promise(h->record.head.table, h->link, h->record.head.server);
    random_bytes(h, h->record.hidden);
    fair3_promise(h->record.head.table, h->record.hidden, h->record.head.hidden);
    random_bytes(h, secret);
    if (!(h->flags & (HOUSE_NO_KEY | HOUSE_UNSIGNED)))
        fair3_secret_make(&h->key, secret);
    h->record.head.key = h->key.key;
    if (h->flags & HOUSE_FROM) {
        make_opening(h);
        if (h->record.opening.count)
            fair3_head_continue(&h->record.head, span_of("abcdefghijklmnop"), &h->record.opening);
    }
    fair3_write_head(&h->record.head, h->match, &head);
    fair3_head_hash(&head, hash);
    fair3_ledger_begin(&h->sum, hash);
    lines_free(&head);
}

static void start(struct house *h)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    new_client(h, 0, false);
    for (int seat = 1; seat <= players(h); seat++)
        sit(h, seat);
    for (int seat = 1; seat <= players(h); seat++) {
        char name[MATCH_NAME_MAX];
        snprintf(name, sizeof name, "%sS%d", h->kind[seat - 1] == FAIR3_BOT ? MATCH_BOT : "", seat);
        assert_true(match_set_name(h->match, seat, span_of(name), &why));
        h->match->settings.bots |= (unsigned)(h->kind[seat - 1] == FAIR3_BOT) << (seat - 1);
        if (h->kind[seat - 1] != FAIR3_PERSON)
            continue;
        const bool keyed =
            !(h->flags & HOUSE_UNSIGNED) && (!(h->flags & HOUSE_KEYLESS) || below(h, 2));
        new_client(h, seat, keyed);
        for (size_t i = 0; i < h->record.entries.count; i++)
            lines_add(&h->client[seat].waiting, span_of(h->record.entries.line[i]));
    }
    deliver(h);
    for (int seat = 1; seat <= players(h); seat++) {
        if (h->client[seat].client)
            send_chain(h, seat);
    }
    assert_true(match_restart(h->match, &why)); /* some games depend on who is a bot */
    for (size_t i = 0; i < h->record.opening.count; i++)
        assert_true(match_do(h->match, span_of(h->record.opening.line[i]), &why));
}

void house_play(struct house *h, const struct game *game, unsigned flags, uint64_t seed)
{
    memset(h, 0, sizeof *h);
    h->flags = flags;
    rng_seed(&h->rng, seed);
    h->cache = fair_cache_new();
    begin(h, game);
    start(h);
    const uint32_t end = flags & HOUSE_STOPS      ? 20 + below(h, 60)
                         : flags & HOUSE_GIVES_UP ? 10 + below(h, 200)
                                                  : turns_max();
    for (uint32_t i = 0; match_mover(h->match) != GAME_OVER; i++) {
        turn(h);
        if (match_mover(h->match) == GAME_OVER)
            break;
        if (i >= end && (flags & HOUSE_STOPS || give_up(h)))
            break;
        events(h);
    }
    h->record.has_hidden = match_mover(h->match) == GAME_OVER;
    if (!h->record.has_hidden)
        h->record.salts = 0;
}

void house_free(struct house *h)
{
    for (int seat = 0; seat <= GAME_SEATS_MAX; seat++) {
        client3_free(h->client[seat].client);
        lines_free(&h->client[seat].transcript);
        lines_free(&h->client[seat].waiting);
    }
    lines_free(&h->old);
    fair_cache_free(h->cache);
    fair3_record_free(&h->record);
    match_free(h->match);
}

/* ---- files and verdicts ---- */

static void write_header(const struct fair3_record *record, struct lines *out)
{
    const struct fair3_head *head = &record->head;
    char line[FAIR3_TEXT_MAX], hex[2][FAIR_HEX];
    struct text text = text_on(line, sizeof line);
    lines_printf(out, "fair-version 3");
    lines_printf(out, "fair-table %s", head->table);
    text_add(&text, "fair-clock ");
    fair3_write_clock(&head->clock, &text);
    lines_add(out, span_of(line));
    text_clear(&text);
    fair_to_hex(head->server, hex[0]);
    fair_to_hex(head->hidden, hex[1]);
    text_printf(&text, "fair-server %s %s ", hex[0], hex[1]);
    fair3_write_key(&head->key, &text);
    lines_add(out, span_of(line));
    if (head->from)
        lines_printf(out, "fair-from %u %s", (unsigned)head->from, head->source);
    if (!record->has_hidden)
        return;
    fair_to_hex(record->hidden, hex[0]);
    lines_printf(out, "fair-hidden %s", hex[0]);
    for (size_t i = 0; i < record->salts; i++) {
        fair_to_hex(record->salt[i].bytes, hex[0]);
        lines_printf(out, "fair-salt %u %s", (unsigned)record->salt[i].entry, hex[0]);
    }
}

/* Which entries are undone: the lines from entry I up to each `#3 undo I`. */
static bool *find_undone(const struct lines *entries)
{
    bool *undone = memory_new(entries->count + 1, sizeof *undone);
    for (size_t i = 0; i < entries->count; i++) {
        struct fair3_note note;
        if (strncmp(entries->line[i], "#3 undo ", 8) != 0 ||
            !fair3_read_note(span_of(entries->line[i]), &note))
            continue;
        for (size_t j = note.number - 1; j < i; j++)
            undone[j] |= entries->line[j][0] != '#';
    }
    return undone;
}

/* Adds the lines of a whole record: the header of the match (version, settings, names, extra lines)
 * with the `fair-` lines, then the body, in which undone lines are comments. */
static void write_record(const struct fair3_record *record, const struct match *match,
                         struct lines *out)
{
    const struct lines *entries = &record->entries;
    bool *undone = find_undone(entries);
    match_record_header(match, out);
    write_header(record, out);
    lines_add(out, span_of("---"));
    for (size_t i = 0; i < record->opening.count; i++)
        lines_add(out, span_of(record->opening.line[i]));
    for (size_t i = 0; i < entries->count; i++) {
        if (undone[i])
            lines_printf(out, MATCH_UNDONE " %s", entries->line[i]);
        else
            lines_add(out, span_of(entries->line[i]));
    }
    memory_free(undone);
}

char *house_record(const struct house *h)
{
    struct lines lines = {0};
    write_record(&h->record, h->match, &lines);
    return lines_join(&lines);
}

char *house_transcript(const struct house *h, int seat)
{
    struct lines lines = {0};
    for (size_t i = 0; i < h->client[seat].transcript.count; i++)
        lines_add(&lines, span_of(h->client[seat].transcript.line[i]));
    return lines_join(&lines);
}

enum verdict_grade house_expected(const struct house *h, int seat)
{
    const struct house_client *c = &h->client[seat];
    const bool own_end = h->ended_by == seat;
    if (!c->with_link)
        return VERDICT_NOT_PROVED;
    return c->with_link == h->steps && !c->voided && !c->made && !c->dropped &&
                   h->record.has_hidden && (!h->unvouched_end || own_end)
               ? VERDICT_PROVED
               : VERDICT_IN_PART;
}

void house_judge(const char *record, const char *transcript, struct verdict *verdict)
{
    verdict_of(span_of(record), transcript ? span_of(transcript) : (struct span){0}, ledger_sodium,
               NULL, verdict);
}
