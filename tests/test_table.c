/* Tables without a server: random people, bots, clocks, proposals and crashes, in simulated time.
 * At random moments a table is restored from its events alone. Every viewer must receive the same
 * bytes from both. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "agents/levels.h"
#include "base/memory.h"
#include "copy_unstored.h"
#include "event_log.h"
#include "helpers.h"
#include "table/internal.h"

enum { PENDING = 8, WORLDS = 6, STEPS = 400 };

/* A table and its environment. */
struct world {
    struct table_env env;
    struct fair_cache *cache;
    struct text scratch;
    struct rng rng, bots;
    struct table *table;
    struct event_log log; /* all events so far */
    struct table_question *pending[PENDING];
    int waiting; /* pending questions */
    char seed[GAME_SEATS_MAX][FAIR_HEX], secret[GAME_SEATS_MAX][TABLE_SECRET_HEX];
    uint64_t now;
    char old_secret[GAME_SEATS_MAX][TABLE_SECRET_HEX]; /* of the former player */
    unsigned throwing; /* bitmask of the seats whose clients throw while they are connected */
    unsigned rematches, restores, crashes, openings, forfeits, draws, taken, returned, sent, kinds,
        throws;
    char last_moves[1 << 14]; /* the last message `moves`, or its beginning */
    char last_clock[256];     /* the last message `clock` */
    struct shared {           /* the last message `table` for each viewer, kept for others */
        const struct table *table;
        struct table_answer answer;
        char *message; /* owned */
    } shared[GAME_SEATS_MAX + 1];
    bool shares;           /* otherwise nothing is kept */
    unsigned reused, logs; /* messages; and those that were written, with a kept log */
    const char *watched;   /* text that `seen` counts in messages; NULL: none */
    unsigned seen;
};

static uint32_t below(struct world *w, uint32_t n)
{
    return rng_below(&w->rng, n);
}

/* ---- the environment ---- */

static void store(struct table *t, const struct table_event *event)
{
    struct world *w = t->env->context;
    event_log_add(&w->log, event);
    w->kinds |= 1u << event->kind;
    assert_int_equal(t->event_count, w->log.count);
    assert_true(event->at == w->now);
}

static void tell(struct table *t, unsigned viewers, struct span message)
{
    struct world *w = t->env->context;
    assert_true(viewers != 0);
    assert_int_equal(message.at[0], '{');
    assert_int_equal(message.at[message.length - 1], '}');
    if (strncmp(message.at, "{\"type\":\"moves\"", 15) == 0)
        snprintf(w->last_moves, sizeof w->last_moves, "%.*s", (int)message.length, message.at);
    if (strncmp(message.at, "{\"type\":\"clock\"", 15) == 0)
        snprintf(w->last_clock, sizeof w->last_clock, "%.*s", (int)message.length, message.at);
    w->seen += w->watched && strstr(message.at, w->watched);
    w->sent++;
}

static void reply(struct table *t, const struct table_asker *asker, struct span message)
{
    assert_ptr_equal(asker->who, t->env->context);
    tell(t, 1, message);
}

/* The messages are equal but for the clock. */
static void compare_shared(struct world *w, const struct shared *shared)
{
    static const char clock[] = "\"clock\":", after[] = ",\"fair\":";
    struct text now = text_on(memory_new(TABLE_MESSAGE_MAX, 1), TABLE_MESSAGE_MAX);
    table_write(w->table, shared->answer.viewer, shared->answer.why, w->now, &now);
    const char *one = strstr(shared->message, clock), *other = strstr(now.start, clock);
    assert_int_equal(one - shared->message, other - now.start);
    assert_memory_equal(now.start, shared->message, (size_t)(other - now.start));
    assert_string_equal(strstr(one, after), strstr(other, after));
    free(now.start);
}

static bool again(struct table *t, const struct table_asker *asker,
                  const struct table_answer *answer)
{
    struct world *w = t->env->context;
    const struct shared *shared = &w->shared[answer->viewer];
    const struct table_answer *kept = &shared->answer;
    assert_ptr_equal(asker->who, w);
    if (!shared->message || shared->table != t || kept->events != answer->events ||
        kept->news != answer->news || kept->spectators != answer->spectators ||
        strcmp(kept->why, answer->why) != 0)
        return false;
    compare_shared(w, shared);
    w->reused++;
    return true;
}

static void keep(struct table *t, const struct table_asker *asker,
                 const struct table_answer *answer, struct span message)
{
    struct world *w = t->env->context;
    struct shared *shared = &w->shared[answer->viewer];
    free(shared->message);
    *shared = (struct shared){0};
    if (w->shares)
        *shared = (struct shared){t, *answer, memory_copy(message.at, message.length + 1)};
    reply(t, asker, message);
}

/* Somebody asks for the table as every viewer sees it, and is shown the right clock. */
static void ask_for_table(struct world *w)
{
    for (int viewer = 0; viewer <= w->table->match->settings.players; viewer++) {
        const struct table_asker who = {.seat = viewer, .id = -1, .who = w};
        const unsigned reused = w->reused;
        const struct table_log *log = w->table->logs->of[viewer];
        w->last_clock[0] = '\0';
        table_tell_table(w->table, &who, "sync", w->now);
        assert_true(!log || log == w->table->logs->of[viewer]); /* a kept log is not made again */
        w->logs += log && w->reused == reused;
        char bytes[1024];
        struct text clock = text_on(bytes, sizeof bytes);
        struct json json = json_on(&clock);
        table_clock_write(w->table, w->now, &json);
        if (w->reused > reused && strcmp(clock.start, "\"clock\":null") != 0)
            assert_non_null(strstr(w->last_clock, clock.start));
    }
}

static void drop_shared(struct world *w)
{
    for (int viewer = 0; viewer <= GAME_SEATS_MAX; viewer++) {
        free(w->shared[viewer].message);
        w->shared[viewer] = (struct shared){0};
    }
}

/* Some clients want states, some do not, and some viewers have both. */
static unsigned audience(const struct table *t)
{
    const unsigned viewers = table_viewers(t), with = viewers & below(t->env->context, 128);
    return (viewers & ~with) | viewers << TABLE_WITH_STATES;
}

static bool throws(const struct table *t, int seat)
{
    const struct world *w = t->env->context;
    return w->throwing >> (seat - 1) & 1 && t->seat[seat - 1].present > 0;
}

static void think(struct table *t, int seat)
{
    struct world *w = t->env->context;
    assert_true(w->waiting < PENDING);
    struct table_question *question = memory_new(1, sizeof *question);
    table_question(t, seat, question);
    w->pending[w->waiting++] = question;
}

static void rematch(struct table *t)
{
    struct world *w = t->env->context;
    struct table_setup setup;
    table_setup_rematch(t, &setup);
    assert_ptr_equal(setup.game, t->match->game);
    table_set_next(t, "abcdefghijklmnop", w->now);
    table_tell_next(t);
    w->rematches++;
}

/* ---- making a table ---- */

/* The weakest bot that speaks at all. */
static const char *weak_bot(const struct game *game)
{
    return game->flags & GAME_SPEECH && agent_level_spec(game, 0) ? "novice" : "random";
}

static void random_setup(struct world *w, const struct game *game, struct table_setup *setup)
{
    *setup = (struct table_setup){
        .game = game, .listed = below(w, 2), .chat = below(w, 4) > 0, .takeover = below(w, 2)};
    test_random_settings(game, &w->rng, &setup->settings);
    setup->clock = (enum table_clock)below(w, 3);
    setup->clock_ms = setup->clock ? 1000 * (1 + (int64_t)below(w, 60)) : 0;
    setup->clock_add = setup->clock == CLOCK_BANK ? 1000 * (int64_t)below(w, 5) : 0;
    for (int i = 0; i < setup->settings.players; i++) {
        if (below(w, 3) == 0)
            snprintf(setup->name[i], MATCH_NAME_MAX, "bot:%s", weak_bot(game));
    }
    for (int i = 0; i < setup->settings.players; i++) {
        if (!setup->name[i][0])
            setup->host_seat = i + 1;
    }
}

/* Plays a random game for a while. The setup's game continues from there, with bots at all seats
 * but one. */
static void random_opening(struct world *w, struct table_setup *setup)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    struct table_refusal refusal = {.why = text_on(reason, sizeof reason)};
    const int players = setup->settings.players, own = 1 + (int)below(w, (uint32_t)players);
    for (int i = 0; i < players; i++)
        snprintf(setup->name[i], MATCH_NAME_MAX, "%s%s",
                 i + 1 == own ? "" : "bot:", i + 1 == own ? "" : weak_bot(setup->game));
    setup->host_seat = own;
    setup->settings.bots = ((1u << players) - 1) & ~(1u << (own - 1));
    struct match *match = match_new(setup->game, &setup->settings, &why);
    for (uint32_t left = below(w, 80); left && match_mover(match) != GAME_OVER; left--) {
        game_action action[GAME_ACTIONS_MAX], ruling;
        int seat = match_mover(match);
        if (seat == GAME_CHANCE) {
            if (match->game->ruling(&match->state, &ruling))
                match_do_action(match, ruling);
            else
                match_draw(match, &w->rng);
            continue;
        }
        if (seat == GAME_ANYONE)
            seat = 1 + (int)below(w, (uint32_t)players);
        const size_t count = match->game->actions(&match->state, seat, action);
        if (count)
            match_do_action(match, action[below(w, (uint32_t)count)]);
    }
    if (match->body.count && match_mover(match) == GAME_OVER)
        lines_cut(&match->body, match->body.count - 1);
    setup->opening = match->body;
    match->body = (struct lines){0};
    match_free(match);
    memcpy(setup->source, "abcdefghijklmnop", sizeof setup->source);
    if (!table_check_opening(setup, &refusal))
        fail_msg("%s: %s", setup->game->id, reason);
}

static void open_world(struct world *w, const struct game *game, uint64_t number)
{
    unsigned char seed[FAIR_BYTES] = {(unsigned char)number, (unsigned char)(number >> 8)};
    struct table_setup setup;
    *w = (struct world){.now = 1700000000000u, .cache = fair_cache_new()};
    w->scratch = text_on(memory_new(TABLE_MESSAGE_MAX, 1), TABLE_MESSAGE_MAX);
    rng_seed(&w->rng, number);
    rng_seed(&w->bots, number + 1);
    w->env = (struct table_env){.context = w,
                                .scratch = &w->scratch,
                                .fair_cache = w->cache,
                                .rng = &w->bots,
                                .round_pause = number % 2 ? 3000 : 0,
                                .lead = number % 4 == 3 ? 3000 : 0,
                                .fair_wait = TABLE_FAIR_WAIT,
                                .take_wait = TABLE_TAKE_WAIT,
                                .grace = TABLE_GRACE,
                                .program = "cornet-1",
                                .store = store,
                                .tell = tell,
                                .reply = reply,
                                .again = again,
                                .keep = keep,
                                .audience = audience,
                                .throws = throws,
                                .think = think,
                                .rematch = rematch};
    random_setup(w, game, &setup);
    if (below(w, 4) == 0)
        random_opening(w, &setup);
    w->openings += setup.opening.count > 0;
    w->table = table_create(&w->env, NULL, &setup, "qrstuvwxyzabcdef", seed, w->now);
    lines_free(&setup.opening);
}

static void drop_questions(struct world *w)
{
    while (w->waiting > 0) {
        table_question_free(w->pending[--w->waiting]);
        free(w->pending[w->waiting]);
    }
}

static void close_world(struct world *w)
{
    drop_questions(w);
    drop_shared(w);
    table_free(w->table);
    event_log_free(&w->log);
    fair_cache_free(w->cache);
    free(w->scratch.start);
}

/* ---- restoring ---- */

static struct table *restored(struct world *w)
{
    return event_log_restore(&w->log, &w->env, table_id(w->table));
}

static void compare(struct world *w)
{
    struct table *t = restored(w);
    char *bytes = memory_resize(NULL, 2, TABLE_MESSAGE_MAX);
    copy_unstored(t, w->table);
    for (int viewer = 0; viewer <= t->match->settings.players; viewer++) {
        for (uint64_t later = 0; later <= 7777; later += 7777) { /* clocks must run alike */
            struct text one = text_on(bytes, TABLE_MESSAGE_MAX);
            struct text other = text_on(bytes + TABLE_MESSAGE_MAX, TABLE_MESSAGE_MAX);
            table_write(w->table, viewer, "check", w->now + later, &one);
            table_write(t, viewer, "check", w->now + later, &other);
            assert_string_equal(one.start, other.start);
        }
    }
    assert_memory_equal(&t->match->state, &w->table->match->state, t->match->game->state_size);
    assert_int_equal(t->match->turns, w->table->match->turns);
    assert_int_equal(t->match->undo_floor, w->table->match->undo_floor);
    assert_int_equal(t->match->history.trail_count, w->table->match->history.trail_count);
    assert_int_equal(t->event_count, w->table->event_count);
    assert_true(t->changed == w->table->changed);
    assert_int_equal(t->late, w->table->late);
    assert_memory_equal(&t->fair, &w->table->fair, sizeof t->fair);
    for (int i = 0; i < t->match->settings.players; i++) {
        const struct table_former *former = t->seat[i].former, *live = w->table->seat[i].former;
        assert_memory_equal(t->seat[i].hash, w->table->seat[i].hash, TABLE_HASH_BYTES);
        assert_int_equal(former != NULL, live != NULL);
        if (former)
            assert_memory_equal(former, live, sizeof *former);
    }
    free(bytes);
    table_free(t);
    w->restores++;
}

static char *message_at(const struct table *t, uint64_t now)
{
    struct text out = text_on(memory_new(TABLE_MESSAGE_MAX, 1), TABLE_MESSAGE_MAX);
    table_write(t, 0, "check", now, &out);
    return out.start;
}

/* The server stops, and the table is restored some time later. Its clocks stand still meanwhile. */
static void crash(struct world *w)
{
    if (below(w, 2)) { /* an orderly stop also stores the used time */
        table_sleep(w->table, w->now);
        compare(w);
    }
    struct table *t = restored(w);
    drop_questions(w);
    drop_shared(w);
    table_free(w->table);
    w->table = t;
    assert_true(t->due == TABLE_NEVER);
    char *before = message_at(t, t->changed);
    const uint32_t seq = t->seq;
    w->now += below(w, 100000);
    table_wake(t, w->now);
    char *after = message_at(t, w->now);
    if (t->seq == seq && t->proposal == PROPOSAL_NONE) /* restoring stored no other event */
        assert_string_equal(before, after);
    free(before);
    free(after);
    w->crashes++;
}

/* ---- actions of people ---- */

static struct table_asker asker(struct world *w, int seat)
{
    return (struct table_asker){.seat = seat, .id = (long long)below(w, 100) - 1, .who = w};
}

static void make_hex(struct world *w, char hex[FAIR_HEX], unsigned char bytes[FAIR_BYTES])
{
    for (int i = 0; i < FAIR_BYTES; i++)
        bytes[i] = (unsigned char)below(w, 256);
    fair_to_hex(bytes, hex);
}

static void sit(struct world *w, int seat)
{
    char name[32], commit[FAIR_HEX];
    unsigned char bytes[FAIR_BYTES], hash[FAIR_BYTES];
    const struct table_asker who = asker(w, seat);
    snprintf(name, sizeof name, "Anne %u", below(w, 100));
    make_hex(w, w->seed[seat - 1], bytes);
    fair_commit(bytes, hash);
    fair_to_hex(hash, commit);
    if (table_seat_kind(w->table, seat) == SEAT_STAND_IN)
        memcpy(w->old_secret[seat - 1], w->secret[seat - 1], TABLE_SECRET_HEX);
    snprintf(w->secret[seat - 1], TABLE_SECRET_HEX, "%08x%024d", below(w, UINT32_MAX), seat);
    table_enter(w->table, seat);
    table_sit(w->table, &who, name, w->secret[seat - 1], below(w, 3) ? commit : NULL, w->now);
    assert_true(table_check_secret(w->table, seat, w->secret[seat - 1]));
    assert_false(table_check_secret(w->table, seat, "another"));
}

/* The seat sends a line that the rules may or may not allow. */
static void move(struct world *w, int seat)
{
    const struct match *match = w->table->match;
    const struct table_asker who = asker(w, seat);
    char line[GAME_LINE_MAX], reason[TEXT_WHY];
    struct text out = text_on(line, sizeof line);
    struct table_refusal refusal = {.why = text_on(reason, sizeof reason)};
    game_action action[GAME_ACTIONS_MAX];
    const int mover = w->table->phase == TABLE_PLAYING ? match_mover(match) : GAME_OVER;
    size_t count = 0;
    if (mover == seat || mover == GAME_ANYONE)
        count = match->game->actions(&match->state, seat, action);
    if (count == 0 || below(w, 20) == 0)
        text_printf(&out, "%d %s", seat, below(w, 50) ? "say xyzzy" : MATCH_FORFEITS);
    else
        match->game->write(&match->state, action[below(w, (uint32_t)count)], &match->history,
                           GAME_OPEN, &out);
    const uint32_t before = w->table->seq;
    const bool good = table_move(w->table, &who, span_of(line), w->now, &refusal);
    assert_true(good == (w->table->seq > before) || !good);
    assert_true(good || refusal.why.length > 0);
    assert_false(good && match_ending_of(span_of(line)) && match->settings.players > 2);
}

static bool throw_dice(struct world *w, int seat)
{
    char reason[TEXT_WHY];
    struct table_refusal refusal = {.why = text_on(reason, sizeof reason)};
    const struct table_asker who = asker(w, seat);
    const size_t lines = w->table->match->body.count;
    const bool good = table_throw(w->table, &who, w->now, &refusal);
    assert_true(good == (w->table->match->body.count > lines));
    assert_true(good || strcmp(refusal.code, "not-now") == 0);
    w->throws += good;
    return good;
}

static void commit_to(struct world *w, int seat, struct table_refusal *refusal)
{
    char commit[FAIR_HEX];
    unsigned char bytes[FAIR_BYTES];
    const struct table_asker who = asker(w, seat);
    if (w->table->fair.attempt > 1)
        make_hex(w, w->seed[seat - 1], bytes);
    if (!fair_from_hex(span_of(w->seed[seat - 1]), bytes))
        return;
    fair_commit(bytes, bytes);
    fair_to_hex(bytes, commit);
    table_commit(w->table, &who, commit, w->now, refusal);
}

static void speak_of_seeds(struct world *w, int seat)
{
    char reason[TEXT_WHY], list[FAIR_HEX];
    struct table_refusal refusal = {.why = text_on(reason, sizeof reason)};
    const struct table_asker who = asker(w, seat);
    if (!w->table->reveal && below(w, 2)) {
        commit_to(w, seat, &refusal);
    } else if (below(w, 2)) {
        fair_to_hex(w->table->fair.list, list);
        table_acknowledge(w->table, &who, below(w, 20) ? list : "00", w->now, &refusal);
    } else {
        table_seed(w->table, &who, below(w, 20) ? w->seed[seat - 1] : "00", w->now, &refusal);
    }
}

/* The seat has returned to its former player, who is not connected to it. */
static void was_returned(struct world *w, int seat)
{
    assert_true(table_check_secret(w->table, seat, w->old_secret[seat - 1]));
    memcpy(w->secret[seat - 1], w->old_secret[seat - 1], TABLE_SECRET_HEX);
    while (w->table->seat[seat - 1].present > 0)
        table_leave(w->table, seat, w->now);
    w->returned++;
}

/* The person whose seat was taken reconnects: gets the seat if a bot plays it, else asks for it. */
static void come_back(struct world *w, int seat)
{
    char reason[TEXT_WHY];
    struct table_refusal refusal = {.why = text_on(reason, sizeof reason)};
    const struct table_asker who = asker(w, 0);
    struct table *t = w->table;
    assert_true(table_was_theirs(t, seat, w->old_secret[seat - 1]));
    if (table_return_seat(t, seat, w->now)) {
        char secret[TABLE_SECRET_HEX];
        memcpy(secret, w->secret[seat - 1], sizeof secret);
        memcpy(w->secret[seat - 1], w->old_secret[seat - 1], sizeof secret);
        memcpy(w->old_secret[seat - 1], secret, sizeof secret); /* of a stand-in's person */
        assert_true(table_check_secret(t, seat, w->secret[seat - 1]));
        w->returned++;
    } else {
        table_ask_back(t, &who, seat, w->old_secret[seat - 1], w->now, &refusal);
    }
}

static void consent(struct world *w, int seat)
{
    static const char *const what[] = {"undo", "bot", "rematch", "draw", "seat", "remove", "tea"};
    char reason[TEXT_WHY];
    struct table_refusal refusal = {.why = text_on(reason, sizeof reason)};
    const struct table_asker who = asker(w, seat);
    if (w->table->proposal == PROPOSAL_NONE || below(w, 10) == 0)
        table_propose(w->table, &who, what[below(w, 7)], 1 + (long long)below(w, 6), w->now,
                      &refusal);
    else
        table_agree(w->table, &who, what[w->table->proposal - 1], below(w, 5) > 0, w->now,
                    &refusal);
    if (!table_check_secret(w->table, seat, w->secret[seat - 1]))
        was_returned(w, seat);
}

static void quit(struct world *w, int seat)
{
    char reason[TEXT_WHY];
    struct table_refusal refusal = {.why = text_on(reason, sizeof reason)};
    const struct table_asker who = asker(w, seat);
    assert_true(table_quit(w->table, &who, w->now, &refusal));
    while (w->table->seat[seat - 1].present > 0)
        table_leave(w->table, seat, w->now);
    table_run(w->table, w->now);
}

static void set_by_host(struct world *w, int seat)
{
    char reason[TEXT_WHY];
    struct table_refusal refusal = {.why = text_on(reason, sizeof reason)};
    const struct table_asker who = asker(w, seat);
    const struct table_wish wish = {(int)below(w, 3) - 1, (int)below(w, 3) - 1,
                                    (int)below(w, 3) - 1, below(w, 4) ? -1 : (int)below(w, 7),
                                    below(w, 4) ? NULL : "bot:random"};
    table_set_by_host(w->table, &who, &wish, w->now, &refusal);
}

static void come_or_go(struct world *w, int seat)
{
    struct table *t = w->table;
    const struct table_asker who = asker(w, seat);
    if (t->seat[seat - 1].present > 0 && below(w, 2)) {
        table_leave(t, seat, w->now);
    } else {
        assert_true(table_check_secret(t, seat, w->secret[seat - 1]));
        table_enter(t, seat);
        table_resume(t, &who, w->now);
    }
}

static void watch(struct world *w)
{
    const struct table_asker who = asker(w, 0);
    if (w->table->spectators > 0) {
        table_leave(w->table, 0, w->now);
    } else {
        table_enter(w->table, 0);
        table_resume(w->table, &who, w->now);
    }
}

static void answer(struct world *w)
{
    if (w->waiting == 0)
        return;
    const int i = (int)below(w, (uint32_t)w->waiting);
    struct table_question *question = w->pending[i];
    w->pending[i] = w->pending[--w->waiting];
    if (question->bot->agent->plan) {
        table_question_ask(question, &w->bots);
    } else { /* its strength does not matter here */
        game_action action[GAME_ACTIONS_MAX];
        const size_t count = question->game->actions(&question->state, question->seat, action);
        question->plan = (struct agent_plan){.action = action[below(w, (uint32_t)count)]};
        question->plan.at = question->now + below(w, 5000) * question->race;
    }
    if (below(w, 200) == 0) { /* like an external program that has crashed */
        question->plan.forfeits = true;
        question->bot->fault = "it exited with status 1";
    }
    w->last_moves[0] = '\0';
    table_answer(w->table, question, w->now);
    if (strstr(w->last_moves, " forfeits\"]") && strlen(w->last_moves) + 1 < sizeof w->last_moves)
        assert_non_null(strstr(w->last_moves, "\"fault\":\"it exited with status 1\""));
    table_question_free(question); /* twice, as the server's pool does with its job */
    free(question);
}

static void person_acts(struct world *w, int seat)
{
    char reason[TEXT_WHY];
    struct table_refusal refusal = {.why = text_on(reason, sizeof reason)};
    const struct table_asker who = asker(w, seat);
    if (w->table->seat[seat - 1].present == 0) {
        if (below(w, 4) == 0)
            come_or_go(w, seat);
        return;
    }
    const uint32_t what = below(w, 200);
    if (w->table->phase == TABLE_FAIR)
        speak_of_seeds(w, seat);
    else if (what < 10)
        table_ready(w->table, &who, w->now, &refusal);
    else if (what < 150 && table_thrower(w->table) == seat)
        assert_true(throw_dice(w, seat));
    else if (what < 150)
        move(w, seat);
    else if (what < 175)
        consent(w, seat);
    else if (what < 180)
        table_chat(w->table, &who, "bonjour", w->now, &refusal);
    else if (what < 185)
        set_by_host(w, seat);
    else if (what < 199)
        come_or_go(w, seat);
    else
        quit(w, seat);
}

static void step(struct world *w)
{
    struct table *t = w->table;
    const int seat = 1 + (int)below(w, (uint32_t)t->match->settings.players);
    const enum table_seat_kind kind = table_seat_kind(t, seat);
    answer(w);
    if (below(w, 3) == 0)
        w->now += below(w, 4000);
    if (t->due <= w->now)
        table_run(t, w->now);
    if (below(w, 50) == 0)
        watch(w);
    else if (kind == SEAT_OPEN && below(w, 2))
        sit(w, seat);
    else if (t->seat[seat - 1].former && below(w, 4) == 0)
        come_back(w, seat);
    else if (kind != SEAT_OPEN && table_may_take(t, seat, w->now) && below(w, 2))
        w->taken++, sit(w, seat);
    else if (kind == SEAT_PERSON || kind == SEAT_STAND_IN)
        person_acts(w, seat);
}

/* ---- the tests ---- */

static void play_world(const struct game *game, uint64_t number, struct world *sum)
{
    struct world w;
    open_world(&w, game, number);
    w.throwing = below(&w, 1u << GAME_SEATS_MAX);
    w.shares = true;
    for (int i = 0; i < STEPS && (w.table->phase != TABLE_OVER || i % 40); i++) {
        step(&w);
        if (i % 4 == 0)
            ask_for_table(&w);
        if (below(&w, 12) == 0)
            compare(&w);
        if (below(&w, 150) == 0)
            crash(&w);
    }
    compare(&w);
    sum->restores += w.restores;
    sum->crashes += w.crashes;
    sum->openings += w.openings;
    sum->rematches += w.rematches;
    sum->throws += w.throws;
    sum->sent += w.sent;
    sum->kinds |= w.kinds;
    sum->forfeits += w.table->match && w.table->match->ended > 0;
    sum->draws += w.table->match && w.table->match->ended == MATCH_DRAWN;
    sum->taken += w.taken;
    sum->reused += w.reused;
    sum->logs += w.logs;
    sum->returned += w.returned;
    close_world(&w);
}

/* Creates a table with this setup, where the people at the open seats start without seeds. The
 * clients of the seats in the bitmask throw. */
static void start_throwing(struct world *w, const struct table_setup *setup, unsigned throwing)
{
    static const unsigned char seed[FAIR_BYTES] = {7};
    open_world(w, setup->game, 1);
    table_free(w->table);
    event_log_free(&w->log);
    w->throwing = throwing;
    w->table = table_create(&w->env, NULL, setup, "qrstuvwxyzabcdef", seed, w->now);
    for (int seat = 1; seat <= setup->settings.players; seat++) {
        if (table_seat_kind(w->table, seat) == SEAT_OPEN)
            sit(w, seat);
    }
    while (w->table->phase != TABLE_PLAYING) {
        w->now += 10000;
        table_run(w->table, w->now);
    }
}

static void start_world(struct world *w, const struct table_setup *setup)
{
    start_throwing(w, setup, 0);
}

/* The host lets others take seats that a bot plays for somebody. */
static void allow_takeover(struct world *w, int host)
{
    char reason[TEXT_WHY];
    struct table_refusal refusal = {.why = text_on(reason, sizeof reason)};
    const struct table_asker who = asker(w, host);
    const struct table_wish wish = {-1, -1, 1, -1, NULL};
    if (!table_set_by_host(w->table, &who, &wish, w->now, &refusal))
        fail_msg("%s", reason);
}

/* The stand-in of a person who left is as strong as the table's first bot with a level, else it has
 * the level normal. */
static void stand_in_strength(void **state)
{
    (void)state;
    test_plays("easycome");
    const char *const bots[][2] = {
        {"", "normal"}, {"bot:easy", "easy"}, {"bot:hard", "hard"}, {"bot:greedy", "normal"}};
    for (size_t i = 0; i < sizeof bots / sizeof *bots; i++) {
        struct table_setup setup = {.game = test_game("easycome"), .host_seat = 1};
        struct world w;
        game_defaults(setup.game, &setup.settings);
        setup.settings.players = 3;
        snprintf(setup.name[2], MATCH_NAME_MAX, "%s", bots[i][0]);
        start_world(&w, &setup);
        quit(&w, 1);
        assert_int_equal(table_seat_kind(w.table, 1), SEAT_GONE);
        assert_string_equal(w.table->seat[0].agent, bots[i][1]);
        compare(&w); /* a restored table has the same */
        allow_takeover(&w, 2);
        sit(&w, 1);
        quit(&w, 1); /* a person took the seat and left: the same bot again */
        assert_string_equal(w.table->seat[0].agent, bots[i][1]);
        close_world(&w);
    }
}

/* Starts a game of two people, or of a person and a bot. */
static void start_two(struct world *w, const char *game, const char *bot)
{
    struct table_setup setup = {.game = test_game(game), .host_seat = 1, .chat = true};
    game_defaults(setup.game, &setup.settings);
    setup.settings.players = 2;
    snprintf(setup.name[1], MATCH_NAME_MAX, "%s", bot);
    start_world(w, &setup);
}

static bool try_move(struct world *w, int seat, const char *line, char reason[TEXT_WHY])
{
    struct table_refusal refusal = {.why = text_on(reason, TEXT_WHY)};
    const struct table_asker who = asker(w, seat);
    return table_move(w->table, &who, span_of(line), w->now, &refusal);
}

static void do_line(struct world *w, int seat, const char *line)
{
    char reason[TEXT_WHY];
    const struct table_asker who = asker(w, seat);
    struct table_refusal refusal = {.why = text_on(reason, sizeof reason)};
    if (!table_move(w->table, &who, span_of(line), w->now, &refusal))
        fail_msg("%s: %s", line, reason);
}

static bool try_propose(struct world *w, int seat, const char *what, char reason[TEXT_WHY])
{
    struct table_refusal refusal = {.why = text_on(reason, TEXT_WHY)};
    const struct table_asker who = asker(w, seat);
    return table_propose(w->table, &who, what, seat, w->now, &refusal);
}

static bool try_agree(struct world *w, int seat, const char *what, bool yes, char reason[TEXT_WHY])
{
    struct table_refusal refusal = {.why = text_on(reason, TEXT_WHY)};
    const struct table_asker who = asker(w, seat);
    return table_agree(w->table, &who, what, yes, w->now, &refusal);
}

/* The record of the finished game reads back with the same shares, and its dice verify. */
static void check_record(struct world *w, int first, int second)
{
    char reason[TEXT_WHY], *bytes = NULL;
    struct text why = text_on(reason, sizeof reason);
    uint8_t share[GAME_SEATS_MAX];
    size_t length = 0, line;
    FILE *out = open_memstream(&bytes, &length);
    table_record(w->table, out);
    fclose(out);
    assert_int_equal(strncmp(bytes, "cornet 2\n", 9), 0);
    struct match *match = match_read(span_of(bytes), &line, &why);
    if (!match)
        fail_msg("line %zu: %s", line, reason);
    match_result(match, share);
    assert_int_equal(share[0], first);
    assert_int_equal(share[1], second);
    match_free(match);
    struct fair_report report;
    if (!fair_verify(span_of(bytes), &report, &line, &why))
        fail_msg("line %zu: %s", line, reason);
    bytes[strlen("cornet ")] = '1'; /* replay and verify refuse the same records */
    assert_false(fair_verify(span_of(bytes), &report, &line, &why));
    free(bytes);
}

/* With two players each may resign at any time, even if the dice or the other player must act. */
static void one_of_two_may_resign(void **state)
{
    (void)state;
    test_plays("easycome");
    char reason[TEXT_WHY];
    struct world w;
    start_two(&w, "easycome", "");
    const int idle = match_mover(w.table->match) == 1 ? 2 : 1;
    char line[] = "1 forfeits";
    /* not their line */
    assert_false(try_move(&w, 3 - idle, idle == 1 ? line : "2 forfeits", reason));
    line[0] = (char)('0' + idle);
    if (!try_move(&w, idle, line, reason))
        fail_msg("%s", reason);
    assert_int_equal(w.table->phase, TABLE_OVER);
    assert_null(strstr(w.last_moves, "\"fault\""));
    assert_false(try_move(&w, 3 - idle, idle == 1 ? "2 forfeits" : "1 forfeits", reason));
    check_record(&w, idle == 1 ? 0 : GAME_WHOLE, idle == 1 ? GAME_WHOLE : 0);
    compare(&w);
    close_world(&w);

    struct table_setup setup = {.game = test_game("easycome"), .host_seat = 1};
    game_defaults(setup.game, &setup.settings);
    setup.settings.players = 3;
    start_world(&w, &setup);
    assert_false(try_move(&w, 1, "1 forfeits", reason)); /* it would end the others' game */
    close_world(&w);
}

/* A draw needs both players; only games that have draws offer one. */
static void two_may_agree_to_a_draw(void **state)
{
    (void)state;
    test_plays("debacle");
    char reason[TEXT_WHY];
    struct world w;
    start_two(&w, "debacle", "");
    assert_false(try_move(&w, 1, "1 accepts draw", reason));
    assert_true(try_propose(&w, 1, "draw", reason));
    assert_true(try_agree(&w, 2, "draw", false, reason));
    assert_int_equal(w.table->proposal, PROPOSAL_NONE);
    w.now += 3600000;
    assert_false(try_propose(&w, 1, "draw", reason)); /* before a move it is pestering */
    assert_true(try_propose(&w, 2, "draw", reason));
    assert_true(try_agree(&w, 1, "draw", false, reason));
    do_line(&w, 1, "1 a1-a2");
    assert_true(try_propose(&w, 1, "draw", reason));
    do_line(&w, 1, "1 end");
    assert_int_equal(w.table->proposal, PROPOSAL_DRAW);
    do_line(&w, 2, "2 a6-a5"); /* playing on refuses it */
    assert_int_equal(w.table->proposal, PROPOSAL_NONE);
    assert_true(try_propose(&w, 2, "draw", reason));
    compare(&w);
    assert_true(try_agree(&w, 1, "draw", true, reason));
    assert_int_equal(w.table->phase, TABLE_OVER);
    assert_string_equal(w.table->match->body.line[w.table->match->body.count - 1],
                        "1 accepts draw");
    check_record(&w, GAME_WHOLE / 2, GAME_WHOLE / 2);
    compare(&w);
    close_world(&w);

    start_two(&w, "debacle", ""); /* an offer ends with the game, and when its player leaves */
    assert_true(try_propose(&w, 1, "draw", reason));
    quit(&w, 1);
    assert_int_equal(w.table->proposal, PROPOSAL_NONE);
    close_world(&w);
    start_two(&w, "debacle", "");
    assert_true(try_propose(&w, 1, "draw", reason));
    assert_true(try_move(&w, 2, "2 forfeits", reason));
    assert_int_equal(w.table->proposal, PROPOSAL_NONE);
    close_world(&w);

    if (!test_game("easycome")) /* which has no draws */
        return;
    start_two(&w, "easycome", "");
    assert_false(try_propose(&w, 1, "draw", reason));
    close_world(&w);
}

/* A bot accepts a draw exactly if the judge does not prefer its position to one. */
static void a_bot_answers_by_its_judge(void **state)
{
    (void)state;
    test_plays("debacle");
    char reason[TEXT_WHY];
    unsigned seen = 0;
    for (int plies = 0; plies < 60 && seen != 3; plies++) {
        struct world w;
        start_two(&w, "debacle", "bot:random");
        for (int i = 0; i < plies && w.table->phase == TABLE_PLAYING; i++) {
            if (match_mover(w.table->match) == 1)
                move(&w, 1);
            while (w.waiting > 0)
                answer(&w);
        }
        if (w.table->phase == TABLE_PLAYING && !w.table->match->ended) {
            const bool accepts = hints_accept_draw(w.table->match, 2);
            seen |= accepts ? 1 : 2;
            assert_true(try_propose(&w, 1, "draw", reason));
            assert_int_equal(w.table->phase, accepts ? TABLE_OVER : TABLE_PLAYING);
            assert_int_equal(w.table->proposal, PROPOSAL_NONE);
            if (accepts)
                check_record(&w, GAME_WHOLE / 2, GAME_WHOLE / 2);
            compare(&w);
        }
        close_world(&w);
    }
    assert_int_equal(seen, 3);
}

/* A person takes the seat of a player who is away, with its view, clock and rights. The former
 * player asks for it, and gets it back if the new player agrees or is away. */
static void a_seat_passes_on(void **state)
{
    (void)state;
    test_plays("wazabi");
    char reason[TEXT_WHY], *message;
    struct table_setup setup = {.game = test_game("wazabi"),
                                .host_seat = 1,
                                .chat = true,
                                .clock = CLOCK_BANK,
                                .clock_ms = 60000};
    struct table_refusal refusal = {.why = text_on(reason, sizeof reason)};
    struct world w;
    game_defaults(setup.game, &setup.settings);
    setup.settings.players = 3;
    start_world(&w, &setup);
    w.env.grace = 0;
    const struct table_asker nobody = asker(&w, 0), chatter = asker(&w, 2);
    for (int i = 0; i < TABLE_CHAT_BURST; i++)
        assert_true(table_chat(w.table, &chatter, "bonjour", w.now, &refusal));
    assert_false(table_chat(w.table, &chatter, "bonjour", w.now, &refusal));
    assert_true(table_chat(w.table, &chatter, "bonjour", w.now + TABLE_CHAT_PAUSE, &refusal));
    char name[MATCH_NAME_MAX], said[128];
    memcpy(name, w.table->match->name[1], sizeof name);
    snprintf(said, sizeof said, "\"name\":\"%s\",\"text\":\"bonjour\"", name);
    table_leave(w.table, 2, w.now);
    w.now += 3000;
    const struct table_asker first = asker(&w, 1);
    assert_true(table_propose(w.table, &first, "bot", 2, w.now, &refusal));
    assert_true(try_agree(&w, 3, "bot", true, reason));
    assert_int_equal(table_seat_kind(w.table, 2), SEAT_STAND_IN);
    assert_false(table_may_take(w.table, 2, TABLE_AT_MAX)); /* the host has not allowed it */
    w.watched = "\"free\":true";
    allow_takeover(&w, 1);
    assert_false(table_may_take(w.table, 2, w.now)); /* whoever was cut off may return first */
    while (w.now < w.table->seat[1].kind_since + TABLE_TAKE_WAIT) {
        assert_int_equal(w.seen, 0);
        assert_true(w.table->due <= w.table->seat[1].kind_since + TABLE_TAKE_WAIT);
        w.now = w.table->due;
        table_run(w.table, w.now);
        while (w.waiting > 0)
            answer(&w);
    }
    assert_true(w.seen > 0);
    w.watched = NULL;
    assert_true(table_may_take(w.table, 2, w.now));
    assert_false(table_may_take(w.table, 1, TABLE_AT_MAX));
    compare(&w);

    unsigned char hash[TABLE_HASH_BYTES];
    memcpy(hash, w.table->seat[1].hash, sizeof hash);
    const struct fair fair = w.table->fair;
    const int64_t bank = w.table->seat[1].bank;
    sit(&w, 2);
    assert_int_equal(table_seat_kind(w.table, 2), SEAT_PERSON);
    assert_memory_not_equal(hash, w.table->seat[1].hash, sizeof hash);
    assert_false(table_check_secret(w.table, 2, w.old_secret[1]));
    assert_true(table_was_theirs(w.table, 2, w.old_secret[1]));
    assert_memory_equal(&fair, &w.table->fair, sizeof fair); /* the dice stay the same */
    assert_int_equal(w.table->seat[1].bank, bank);
    const char *comment = w.table->match->body.line[w.table->match->body.count - 1];
    assert_int_equal(strncmp(comment, "# seat 2 passes from ", 21), 0);
    message = message_at(w.table, w.now);
    assert_non_null(strstr(message, said)); /* earlier lines keep the former player's name */
    free(message);
    compare(&w);
    char used[MATCH_NAME_MAX]; /* the person before may return: nobody else takes the name */
    assert_false(table_check_name(w.table, 3, name, used, &refusal));
    assert_true(table_check_name(w.table, 2, name, used, &refusal));

    assert_false(table_ask_back(w.table, &nobody, 2, "another", w.now, &refusal));
    assert_true(table_ask_back(w.table, &nobody, 2, w.old_secret[1], w.now, &refusal));
    compare(&w);
    assert_false(try_agree(&w, 1, "seat", false, reason)); /* not their decision */
    assert_true(try_agree(&w, 2, "seat", false, reason));
    assert_true(table_check_secret(w.table, 2, w.secret[1]));
    assert_false(table_return_seat(w.table, 2, w.now));
    assert_false(table_ask_back(w.table, &nobody, 2, w.old_secret[1], w.now, &refusal));
    assert_string_equal(refusal.code, "not-now"); /* nobody is pestered */
    compare(&w);
    w.now += 60000;
    assert_true(table_ask_back(w.table, &nobody, 2, w.old_secret[1], w.now, &refusal));
    assert_true(try_agree(&w, 2, "seat", true, reason));
    was_returned(&w, 2);
    assert_string_equal(w.table->match->name[1], name);
    assert_null(w.table->seat[1].former); /* a player who gave the seat back has no claim */
    compare(&w);

    come_or_go(&w, 2);
    quit(&w, 2);
    sit(&w, 2);
    assert_null(w.table->seat[1].former); /* nor one who left for good */
    while (w.table->seat[1].present > 0)
        table_leave(w.table, 2, w.now);
    assert_true(table_propose(w.table, &first, "bot", 2, w.now, &refusal));
    assert_true(try_agree(&w, 3, "bot", true, reason));
    sit(&w, 2);
    quit(&w, 2);
    come_back(&w, 2); /* a bot plays: at once */
    assert_int_equal(table_seat_kind(w.table, 2), SEAT_PERSON);
    assert_int_equal(w.table->host_seat, 1);
    quit(&w, 3);
    table_leave(w.table, 1, w.now);
    table_enter(w.table, 2);
    const struct table_asker second = asker(&w, 2);
    assert_true(table_propose(w.table, &second, "bot", 1, w.now, &refusal));
    assert_int_equal(w.table->host_seat, 1); /* away, and still the host */
    sit(&w, 1);
    /* the new player of the host's seat does not become host */
    assert_int_equal(w.table->host_seat, 2);
    compare(&w);
    close_world(&w);
}

/* If a voter left for good, a bot votes instead. The stopped clock does not stop the game. */
static void a_vote_without_its_voter_ends(void **state)
{
    (void)state;
    test_plays("themots");
    char json[GAME_JSON_MAX], line[64], reason[TEXT_WHY];
    struct table_setup setup = {.game = test_game("themots"), .host_seat = 1};
    struct text why = text_on(reason, sizeof reason);
    struct world w;
    game_defaults(test_game("themots"), &setup.settings);
    setup.settings.players = 3;
    assert_true(
        game_set(test_game("themots"), &setup.settings, span_of("vote"), span_of("on"), &why));
    snprintf(setup.name[2], MATCH_NAME_MAX, "bot:novice");
    start_world(&w, &setup);
    quit(&w, 2);
    const struct match *match = w.table->match;
    const char *initial = NULL;
    while (!initial) { /* until a round asks for an initial */
        struct text out = text_on(json, sizeof json);
        game_json(match->game, &match->settings, &match->state, 1, &out);
        initial = strstr(json, "\"initial\":\"");
        if (initial)
            break;
        w.now += 1000;
        table_run(w.table, w.now);
        while (w.waiting > 0)
            answer(&w);
    }
    struct table_refusal refusal = {.why = text_on(reason, sizeof reason)};
    const struct table_asker who = asker(&w, 1);
    snprintf(line, sizeof line, "1 say %cragoubi", initial[strlen("\"initial\":\"")]);
    if (!table_move(w.table, &who, span_of(line), w.now, &refusal))
        fail_msg("%s", reason);
    assert_false(w.table->driver.running); /* during a vote the clock is stopped */
    const int64_t left = driver_left(&w.table->driver, w.now);
    assert_true(left > 0);
    w.now += 5000;
    assert_int_equal(driver_left(&w.table->driver, w.now), left);
    while (w.waiting > 0)
        answer(&w);
    assert_true(w.table->driver.running);
    assert_true(driver_left(&w.table->driver, w.now) >= left);
    compare(&w);
    close_world(&w);
}

static void check_summary(const struct table *t, const char *part)
{
    char bytes[4096];
    struct text out = text_on(bytes, sizeof bytes);
    struct json json = json_on(&out);
    table_summary(t, &json);
    if (!strstr(bytes, part))
        fail_msg("no %s in %s", part, bytes);
}

/* After a round there is a pause before the dice of the next one are thrown. */
static void rounds_are_apart(void **state)
{
    (void)state;
    test_plays("themots");
    char reason[TEXT_WHY];
    struct table_setup setup = {.game = test_game("themots"), .host_seat = 1};
    struct world w;
    game_defaults(test_game("themots"), &setup.settings);
    setup.settings.players = 2;
    start_world(&w, &setup);
    for (int seat = 1; seat <= 2; seat++) {
        char line[] = "1 pass";
        struct table_refusal refusal = {.why = text_on(reason, sizeof reason)};
        const struct table_asker who = asker(&w, seat);
        line[0] = (char)('0' + seat);
        if (!table_move(w.table, &who, span_of(line), w.now, &refusal))
            fail_msg("%s", reason);
    }
    const size_t lines = w.table->match->body.count;
    assert_int_equal(match_mover(w.table->match), GAME_CHANCE);
    check_summary(w.table, "\"mover\":\"chance\"");
    const uint32_t rest = 3 * w.env.round_pause;
    assert_true(w.table->due == w.now + rest);
    compare(&w);
    w.now += rest - 1;
    table_run(w.table, w.now);
    assert_int_equal(w.table->match->body.count, lines);
    w.now += 1;
    table_run(w.table, w.now);
    assert_true(w.table->match->body.count > lines);
    assert_int_equal(match_mover(w.table->match), GAME_ANYONE);
    compare(&w);
    close_world(&w);
}

/* The next round does not wait for a player who has gone away. */
static void all_who_remain_are_ready(void **state)
{
    (void)state;
    test_plays("themots");
    char reason[TEXT_WHY];
    struct world w;
    start_two(&w, "themots", "");
    for (int seat = 1; seat <= 2; seat++)
        do_line(&w, seat, seat == 1 ? "1 pass" : "2 pass");
    const size_t lines = w.table->match->body.count;
    struct table_refusal refusal = {.why = text_on(reason, sizeof reason)};
    const struct table_asker who = asker(&w, 1);
    assert_true(table_ready(w.table, &who, w.now, &refusal));
    assert_int_equal(w.table->match->body.count, lines);
    table_leave(w.table, 2, w.now);
    assert_true(w.table->match->body.count > lines);
    close_world(&w);
}

/* Plays a line that the table must accept. */
static void must_move(struct world *w, int seat, const char *words)
{
    char line[64], reason[TEXT_WHY];
    struct table_refusal refusal = {.why = text_on(reason, sizeof reason)};
    const struct table_asker who = asker(w, seat);
    snprintf(line, sizeof line, "%d %s", seat, words);
    if (!table_move(w->table, &who, span_of(line), w->now, &refusal))
        fail_msg("%s", reason);
}

/* An early word is refused with this sentence. */
static void expect_too_early(struct world *w, const char *sentence)
{
    char reason[TEXT_WHY];
    struct table_refusal refusal = {.why = text_on(reason, sizeof reason)};
    const struct table_asker who = asker(w, 1);
    const uint32_t seq = w->table->seq;
    assert_false(table_move(w->table, &who, span_of("1 say lion"), w->now, &refusal));
    assert_string_equal(refusal.code, "not-now");
    assert_string_equal(reason, sentence);
    assert_int_equal(w->table->seq, seq);
}

/* Whether every viewer's table contains this text at that time. */
static bool all_see(const struct world *w, uint64_t now, const char *text)
{
    struct text out = text_on(memory_new(TABLE_MESSAGE_MAX, 1), TABLE_MESSAGE_MAX);
    bool see = true;
    for (int viewer = 0; viewer <= w->table->match->settings.players; viewer++) {
        text_clear(&out);
        table_write(w->table, viewer, "check", now, &out);
        see = see && strstr(out.start, text);
    }
    free(out.start);
    return see;
}

/* Starts Thémots for these seats ("" is a person) with a countdown of 3 s before the letters. */
static void start_countdown(struct world *w, const char *variant, const char *second)
{
    char unused[TEXT_WHY];
    struct text why = text_on(unused, sizeof unused);
    struct table_setup setup = {.game = test_game("themots"), .host_seat = 1};
    static const unsigned char seed[FAIR_BYTES] = {7};
    game_defaults(setup.game, &setup.settings);
    setup.settings.players = 2;
    snprintf(setup.name[1], MATCH_NAME_MAX, "%s", second);
    assert_true(game_set(setup.game, &setup.settings, span_of("variant"), span_of(variant), &why));
    open_world(w, setup.game, 1);
    table_free(w->table);
    event_log_free(&w->log);
    w->env.lead = 3000;
    w->watched = "* roll "; /* the log of a `table` is not sent meanwhile */
    w->table = table_create(&w->env, NULL, &setup, "qrstuvwxyzabcdef", seed, w->now);
    for (int seat = 1; seat <= 2; seat++) {
        if (table_seat_kind(w->table, seat) == SEAT_OPEN)
            sit(w, seat);
    }
    while (w->table->phase != TABLE_PLAYING) {
        w->now += 10000;
        table_run(w->table, w->now);
    }
}

/* Runs the countdown that has just begun. No message contains the letters before its end, and the
 * clock starts with them. */
static void run_countdown(struct world *w)
{
    static const char of[] = "\"left\":60000,\"running\":false,\"of\":60000,\"lead\":";
    char clock[128];
    assert_true(w->table->due == w->now + 3000);
    for (uint64_t left = 3000; left > 0; left -= left > 1 ? 2999 : 1) {
        snprintf(clock, sizeof clock, "%s%d}", of, (int)left);
        assert_true(all_see(w, w->now, clock));
        assert_true(all_see(w, w->now, "\"letters\":null"));
        expect_too_early(w, "the dice have not fallen yet: wait for them");
        compare(w);
        assert_int_equal(match_mover(w->table->match), GAME_CHANCE);
        assert_int_equal(w->seen, 0);
        w->now += left > 1 ? 2999 : 1;
        table_run(w->table, w->now);
    }
    assert_int_equal(match_mover(w->table->match), GAME_ANYONE);
    assert_int_equal(driver_left(&w->table->driver, w->now), 60000);
    assert_true(all_see(w, w->now, "\"running\":true"));
    assert_true(w->seen > 0);
    compare(w);
}

/* At a table with people a countdown precedes the letters; among bots alone there is none. */
static void letters_wait_for_the_countdown(void **state)
{
    (void)state;
    test_plays("themots");
    static const char *const variants[] = {"base", "manche", "fermer"};
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        struct world w;
        start_countdown(&w, variants[i], "bot:novice");
        assert_int_equal(w.waiting, 0); /* the bot starts to think when it sees the letters */
        run_countdown(&w);
        assert_int_equal(w.waiting, 1);
        must_move(&w, 1, "pass");
        quit(&w, 1); /* a bot continues: no countdown is needed */
        table_enter(w.table, 0);
        for (int round = 0; round < 3 && match_mover(w.table->match) != GAME_OVER;) {
            const size_t lines = w.table->match->body.count;
            while (w.waiting > 0)
                answer(&w);
            w.now = w.table->due;
            table_run(w.table, w.now);
            round += w.table->match->body.count > lines &&
                     strncmp(w.table->match->body.line[lines], "* ", 2) == 0;
            assert_false(all_see(&w, w.now, "\"lead\":"));
        }
        close_world(&w);
    }
}

/* After a round the next one begins when all people who are present are ready; otherwise at the end
 * of the pause. */
static void people_say_when_they_are_ready(void **state)
{
    (void)state;
    test_plays("themots");
    static const char *const variants[] = {"base", "fermer"};
    char reason[TEXT_WHY];
    for (int run = 0; run < 6; run++) { /* who is ready: both, one who is alone, nobody */
        struct world w;
        struct table_refusal refusal = {.why = text_on(reason, sizeof reason)};
        const bool fermer = run % 2 == 1;
        start_countdown(&w, variants[run % 2], "");
        const struct table_asker one = asker(&w, 1), two = asker(&w, 2);
        assert_false(table_ready(w.table, &one, w.now, &refusal)); /* there was no round yet */
        assert_string_equal(refusal.code, "not-now");
        run_countdown(&w);
        must_move(&w, 1, "pass");
        must_move(&w, 2, "pass");
        const uint64_t end = w.now + 3 * w.env.round_pause;
        assert_true(w.table->due == end);
        assert_true(all_see(&w, w.now, "\"rest\":9000}"));
        expect_too_early(&w, "the round is over: wait for the next one");
        w.now += 5000;
        w.seen = 0;
        if (run < 4) {
            assert_true(table_ready(w.table, &one, w.now, &refusal));
            assert_true(w.table->due == end); /* the other is not ready */
            compare(&w);
            if (run < 2)
                assert_true(table_ready(w.table, &two, w.now, &refusal));
            else
                table_leave(w.table, 2, w.now);
            table_run(w.table, w.now);
        } else {
            w.now = end;
            table_run(w.table, w.now);
        }
        assert_int_equal(w.last_clock[0] != '\0', fermer); /* otherwise `moves` has the clock */
        assert_true(!fermer || strstr(w.last_clock, "\"lead\":3000}"));
        run_countdown(&w);
        close_world(&w);
    }
}

/* Only people vote: a game in which a person has voted cannot be continued with a bot at that seat,
 * and the refusal says why. */
static void a_vote_stays_a_persons(void **state)
{
    (void)state;
    test_plays("themots");
    char json[GAME_JSON_MAX], line[64], reason[TEXT_WHY] = "";
    struct table_setup setup = {.game = test_game("themots"), .host_seat = 1};
    struct table_refusal refusal = {.why = text_on(reason, sizeof reason)};
    const char *initial = NULL;
    struct rng rng;
    rng_seed(&rng, 3);
    game_defaults(test_game("themots"), &setup.settings);
    assert_true(game_set(test_game("themots"), &setup.settings, span_of("vote"), span_of("on"),
                         &refusal.why));
    struct match *match = match_new(test_game("themots"), &setup.settings, &refusal.why);
    while (!initial) { /* until a round asks for an initial */
        struct text out = text_on(json, sizeof json);
        if (match_mover(match) == GAME_CHANCE)
            match_draw(match, &rng);
        else
            assert_true(match_do(match, span_of("* time"), &refusal.why));
        game_json(match->game, &match->settings, &match->state, 1, &out);
        initial = match_mover(match) == GAME_ANYONE ? strstr(json, "\"initial\":\"") : NULL;
    }
    snprintf(line, sizeof line, "1 say %cragoubi", initial[strlen("\"initial\":\"")]);
    assert_true(match_do(match, span_of(line), &refusal.why));
    assert_true(match_do(match, span_of("2 vote yes"), &refusal.why));
    setup.opening = match->body;
    memcpy(setup.source, "abcdefghijklmnop", sizeof setup.source);
    if (!table_check_opening(&setup, &refusal))
        fail_msg("%s", reason);
    snprintf(setup.name[1], MATCH_NAME_MAX, "bot:novice");
    assert_false(table_check_opening(&setup, &refusal));
    assert_string_equal(refusal.code, "illegal");
    assert_non_null(strstr(reason, "2 vote yes"));
    match_free(match); /* frees the opening too */
}

/* An orderly removal from memory does not give a player time back. */
static void time_used_counts_over_a_pause(void **state)
{
    (void)state;
    test_plays("easycome");
    struct table_setup setup = {
        .game = test_game("easycome"), .host_seat = 1, .clock = CLOCK_BANK, .clock_ms = 100000};
    struct world w;
    game_defaults(test_game("easycome"), &setup.settings);
    start_world(&w, &setup);
    w.now += 30000;
    table_sleep(w.table, w.now);
    assert_true(w.table->due == TABLE_NEVER);
    w.now += 5000000;
    struct table *t = restored(&w);
    table_free(w.table);
    w.table = t;
    table_wake(t, w.now);
    assert_true(t->due == w.now + 70000);
    close_world(&w);
}

/* If everybody has left, the next person to sit down becomes the host. */
static void an_open_seat_is_no_host(void **state)
{
    (void)state;
    test_plays("easycome");
    struct table_setup setup = {.game = test_game("easycome"), .host_seat = 1};
    const unsigned char seed[FAIR_BYTES] = {9};
    struct world w;
    char *message;
    game_defaults(test_game("easycome"), &setup.settings);
    open_world(&w, test_game("easycome"), 1);
    table_free(w.table);
    event_log_free(&w.log);
    w.table = table_create(&w.env, NULL, &setup, "qrstuvwxyzabcdef", seed, w.now);
    sit(&w, 1);
    quit(&w, 1);
    message = message_at(w.table, w.now);
    assert_non_null(strstr(message, "\"host\":0"));
    free(message);
    sit(&w, 2);
    message = message_at(w.table, w.now);
    assert_non_null(strstr(message, "\"host\":2"));
    free(message);
    compare(&w);
    close_world(&w);
}

/* A person says 5,000 words in a round, and then as many as allowed in each round, until the log no
 * longer fits. The table still fits into the largest message that clients accept. */
static void five_thousand_words(void **state)
{
    (void)state;
    test_plays("themots");
    char line[64], reason[TEXT_WHY];
    struct table_setup setup = {.game = test_game("themots"), .host_seat = 1};
    struct world w;
    unsigned taken = 0;
    game_defaults(test_game("themots"), &setup.settings);
    setup.settings.players = 2;
    start_world(&w, &setup);
    const struct table_asker who = asker(&w, 1);
    for (int i = 0; i < 5000; i++) {
        struct table_refusal refusal = {.why = text_on(reason, sizeof reason)};
        snprintf(line, sizeof line, "1 say xqzt%c%c%c", 'a' + i / 676, 'a' + i / 26 % 26,
                 'a' + i % 26);
        const bool good = table_move(w.table, &who, span_of(line), w.now, &refusal);
        taken += good;
        if (!good)
            assert_string_equal(refusal.code, "limit");
    }
    assert_int_equal(taken, TABLE_WORDS_MAX);
    size_t longest = 0;
    for (int i = 0; i < 30000 && w.table->match->body.count < TABLE_LINES_MAX; i++) {
        struct table_refusal refusal = {.why = text_on(reason, sizeof reason)};
        snprintf(line, sizeof line, "1 say xqzt%c%c%c", 'a' + i / 676 % 26, 'a' + i / 26 % 26,
                 'a' + i % 26);
        if (!table_move(w.table, &who, span_of(line), w.now, &refusal)) {
            w.now += 60000; /* the round ends */
            table_run(w.table, w.now);
        }
    }
    char *message = message_at(w.table, w.now);
    longest = strlen(message);
    assert_null(strstr(message, "\"log_from\":0,"));
    assert_true(longest > TABLE_WHOLE_MAX / 2 && longest <= TABLE_WHOLE_MAX);
    free(message);
    compare(&w);
    close_world(&w);
}

static void propose_undo(struct world *w, int seat)
{
    char reason[TEXT_WHY];
    const struct table_asker who = asker(w, seat);
    struct table_refusal refusal = {.why = text_on(reason, sizeof reason)};
    if (!table_propose(w->table, &who, "undo", 0, w->now, &refusal))
        fail_msg("undo: %s", reason);
}

static void table_message_has(struct world *w, const char *part)
{
    char *message = message_at(w->table, w->now);
    if (!strstr(message, part))
        fail_msg("no %s in %s", part, message);
    free(message);
}

/* A player can undo moves of their own turn at once, until it ends. That gains no time. */
static void a_turn_can_be_taken_apart(void **state)
{
    (void)state;
    test_plays("debacle");
    for (enum table_clock clock = CLOCK_NONE; clock <= CLOCK_BANK; clock++) {
        struct table_setup setup = {.game = test_game("debacle"), .host_seat = 1, .clock = clock};
        struct world w;
        setup.clock_ms = clock ? 100000 : 0;
        setup.clock_add = clock == CLOCK_BANK ? 7000 : 0;
        game_defaults(test_game("debacle"), &setup.settings);
        start_world(&w, &setup);
        const struct match *match = w.table->match;
        table_message_has(&w, "\"undo\":{\"free\":[],\"asked\":[]}");
        w.now += 10000;
        do_line(&w, 1, "1 a1-a2");
        table_message_has(&w, "\"undo\":{\"free\":[1],\"asked\":[]}");
        for (int i = 0; i < 5; i++) {
            w.now += 1000;
            propose_undo(&w, 1);
            assert_int_equal(w.table->proposal, PROPOSAL_NONE);
            assert_string_equal(match->body.line[i], "# undone: 1 a1-a2");
            w.now += 1000;
            do_line(&w, 1, "1 a1-a2");
            compare(&w);
        }
        table_message_has(&w, clock == CLOCK_NONE   ? "\"clock\":null"
                              : clock == CLOCK_MOVE ? "\"left\":90000"
                                                    : "\"left\":87000");
        do_line(&w, 1, "1 end");
        table_message_has(&w, "\"undo\":{\"free\":[],\"asked\":[1]}");
        propose_undo(&w, 1);
        table_message_has(&w, "\"wanted\":[2]");
        compare(&w);
        close_world(&w);
    }
}

/* After a timeout the bot's move is marked, in the message and in the record. */
static void a_move_by_the_clock_is_announced(void **state)
{
    (void)state;
    test_plays("debacle");
    struct table_setup setup = {
        .game = test_game("debacle"), .host_seat = 1, .clock = CLOCK_MOVE, .clock_ms = 30000};
    struct world w;
    game_defaults(test_game("debacle"), &setup.settings);
    start_world(&w, &setup);
    do_line(&w, 1, "1 a1-a2");
    assert_null(strstr(w.last_moves, "timeout"));
    w.now += 30000;
    table_run(w.table, w.now);
    while (w.waiting)
        answer(&w);
    const struct lines *body = &w.table->match->body;
    assert_int_equal(body->count, 3);
    assert_string_equal(body->line[1], "# seat 1's time was out: a bot moves");
    assert_memory_equal(body->line[2], "1 ", 2);
    assert_non_null(strstr(w.last_moves, "\"timeout\":1"));
    compare(&w);
    close_world(&w);
}

static bool message_has(const struct table *t, int viewer, uint64_t now, const char *part)
{
    struct text out = text_on(memory_new(TABLE_MESSAGE_MAX, 1), TABLE_MESSAGE_MAX);
    table_write(t, viewer, "check", now, &out);
    const bool found = strstr(out.start, part) != NULL;
    free(out.start);
    return found;
}

/* Starts Easy Come for two people; those of the bitmask throw. Seat 2 may be a bot. */
static void start_easycome(struct world *w, unsigned throwing, const char *first, const char *bot,
                           enum table_clock clock)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    struct table_setup setup = {
        .game = test_game("easycome"), .host_seat = 1, .clock = clock, .clock_ms = 30000};
    game_defaults(setup.game, &setup.settings);
    assert_true(game_set(setup.game, &setup.settings, span_of("first"), span_of(first), &why));
    snprintf(setup.name[1], MATCH_NAME_MAX, "%s", bot);
    setup.clock_add = clock == CLOCK_BANK ? 5000 : 0;
    start_throwing(w, &setup, throwing);
}

static size_t lines_of(const struct world *w)
{
    return w->table->match->body.count;
}

/* The seat throws if it must, and stops. */
static void end_turn(struct world *w, int seat)
{
    char line[] = "1 stop";
    line[0] = (char)('0' + seat);
    if (table_thrower(w->table) == seat)
        assert_true(throw_dice(w, seat));
    do_line(w, seat, line);
}

/* If a person's client throws, their dice are drawn at that moment, and all viewers see whose throw
 * is awaited. */
static void dice_wait_for_their_owner(void **state)
{
    (void)state;
    test_plays("easycome");
    struct world w;
    start_easycome(&w, 3, "1", "", CLOCK_NONE);
    assert_int_equal(table_thrower(w.table), 1);
    assert_int_equal(lines_of(&w), 0);
    assert_true(w.table->due == table_idle_from(w.table, 1));
    for (int viewer = 0; viewer <= 2; viewer++) {
        assert_true(message_has(w.table, viewer, w.now, "\"throws\":1,"));
        assert_true(message_has(w.table, viewer, w.now, "\"mover\":\"chance\""));
        assert_int_equal(message_has(w.table, viewer, w.now, "\"may\":true"), viewer == 1);
    }
    compare(&w);
    assert_false(throw_dice(&w, 2)); /* only the owner may throw */
    assert_true(throw_dice(&w, 1));
    assert_int_equal(lines_of(&w), 1);
    assert_memory_equal(w.table->match->body.line[0], "* roll ", 7);
    assert_false(throw_dice(&w, 1)); /* only once */
    assert_false(message_has(w.table, 1, w.now, "\"throws\""));
    do_line(&w, 1, "1 stop");
    assert_non_null(strstr(w.last_moves, "\"throws\":2"));
    assert_null(strstr(w.last_moves, "* roll"));
    assert_int_equal(lines_of(&w), 2);
    assert_int_equal(table_thrower(w.table), 2);
    compare(&w);
    end_turn(&w, 2);
    assert_int_equal(table_thrower(w.table), 1);
    assert_true(throw_dice(&w, 1)); /* rolling again after a choice needs no throw */
    char keep[] = "1 keep 0";
    keep[7] = w.table->match->body.line[lines_of(&w) - 1][7];
    do_line(&w, 1, keep);
    assert_memory_equal(w.table->match->body.line[lines_of(&w) - 1], "* roll ", 7);
    close_world(&w);
}

/* Each owner throws their roll for the start; a bot's is drawn at once. */
static void a_roll_for_the_start_is_thrown(void **state)
{
    (void)state;
    test_plays("easycome");
    struct world w;
    start_easycome(&w, 3, "roll", "", CLOCK_MOVE);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(table_thrower(w.table), i + 1);
        assert_int_equal(w.table->turn_seat, i + 1);
        assert_int_equal(lines_of(&w), i);
        w.now += 1000;
        assert_true(throw_dice(&w, i + 1));
        compare(&w);
    }
    close_world(&w);
    start_easycome(&w, 3, "roll", "bot:random", CLOCK_NONE);
    assert_int_equal(table_thrower(w.table), 1);
    assert_true(throw_dice(&w, 1));
    assert_true(lines_of(&w) >= 2);
    close_world(&w);
}

/* Cards are dealt at once: they are not thrown. */
static void cards_are_not_thrown(void **state)
{
    (void)state;
    test_plays("wazabi");
    struct table_setup setup = {.game = test_game("wazabi"), .host_seat = 1};
    struct world w;
    game_defaults(setup.game, &setup.settings);
    setup.settings.players = 3;
    start_throwing(&w, &setup, 7);
    assert_int_equal(table_thrower(w.table), 1);
    assert_true(lines_of(&w) > 0);
    for (size_t i = 0; i < lines_of(&w); i++)
        assert_memory_equal(w.table->match->body.line[i], "* draw ", 7);
    assert_true(throw_dice(&w, 1));
    assert_int_equal(table_thrower(w.table), 2);
    compare(&w);
    close_world(&w);
}

/* A client that does not throw gets its dice at once, and so does a bot. */
static void other_dice_are_drawn_at_once(void **state)
{
    (void)state;
    test_plays("easycome");
    struct world w;
    start_easycome(&w, 1, "1", "", CLOCK_NONE);
    end_turn(&w, 1);
    assert_int_equal(match_mover(w.table->match), 2);
    assert_int_equal(lines_of(&w), 3);
    assert_null(strstr(w.last_moves, "\"throws\""));
    w.throwing = 0; /* an old client replaces that of seat 1 */
    do_line(&w, 2, "2 stop");
    assert_int_equal(match_mover(w.table->match), 1);
    close_world(&w);
    start_easycome(&w, 1, "1", "bot:random", CLOCK_NONE);
    end_turn(&w, 1);
    assert_int_equal(match_mover(w.table->match), 2);
    close_world(&w);
}

/* Dice wait a moment for a person who is away, and not for one who has left. The person may
 * reconnect, also after a crash. */
static void dice_wait_only_for_who_is_here(void **state)
{
    (void)state;
    test_plays("easycome");
    char reason[TEXT_WHY];
    struct world w;
    start_easycome(&w, 3, "1", "", CLOCK_NONE);
    struct table_refusal refusal = {.why = text_on(reason, sizeof reason)};
    const struct table_asker one = asker(&w, 1), two = asker(&w, 2);
    table_leave(w.table, 1, w.now);
    assert_true(w.table->due == w.now + TABLE_THROW_WAIT);
    w.now += TABLE_THROW_WAIT - 1;
    table_run(w.table, w.now);
    assert_int_equal(lines_of(&w), 0);
    table_enter(w.table, 1);
    table_resume(w.table, &one, w.now);
    assert_true(w.table->due == table_idle_from(w.table, 1));
    w.now += 3600000;
    table_run(w.table, w.now);
    assert_int_equal(lines_of(&w), 0);

    struct table *t = restored(&w); /* the wait is not stored, but continues */
    table_free(w.table);
    w.table = t;
    table_wake(t, w.now);
    assert_true(t->due == w.now + TABLE_THROW_WAIT);
    table_enter(t, 1);
    table_resume(t, &one, w.now);
    assert_true(t->due == table_idle_from(t, 1));
    table_enter(t, 2);
    table_resume(t, &two, w.now);
    assert_true(throw_dice(&w, 1));

    do_line(&w, 1, "1 stop");
    table_leave(t, 2, w.now);
    w.now += TABLE_THROW_WAIT;
    table_run(t, w.now);
    assert_int_equal(match_mover(t->match), 2); /* drawn; now a move is awaited */
    table_enter(t, 2);
    table_resume(t, &two, w.now);
    do_line(&w, 2, "2 stop");
    assert_int_equal(table_thrower(t), 1);
    table_leave(t, 1, w.now);
    assert_true(table_propose(t, &two, "bot", 1, w.now, &refusal));
    assert_int_equal(table_seat_kind(t, 1), SEAT_PERSON);
    w.now += TABLE_GRACE;
    table_run(t, w.now);
    assert_int_equal(table_seat_kind(t, 1), SEAT_STAND_IN);
    assert_int_equal(match_mover(t->match), 1);
    compare(&w);
    close_world(&w);

    start_easycome(&w, 3, "1", "", CLOCK_NONE);
    quit(&w, 1);
    assert_int_equal(match_mover(w.table->match), 1);
    close_world(&w);
}

/* A person who was cut off has time to return before a bot plays, and loses nothing. Without a
 * clock a player who does not act can be replaced in the same way, and has as much time to act. */
static void a_person_has_time_to_return(void **state)
{
    (void)state;
    test_plays("easycome");
    char reason[TEXT_WHY], *message;
    struct table_refusal refusal = {.why = text_on(reason, sizeof reason)};
    struct world w;
    start_easycome(&w, 2, "1", "", CLOCK_NONE);
    const struct table_asker one = asker(&w, 1), two = asker(&w, 2);
    assert_false(table_propose(w.table, &two, "bot", 1, w.now, &refusal));
    table_leave(w.table, 1, w.now);
    w.now += 5000;
    assert_true(table_propose(w.table, &two, "bot", 1, w.now, &refusal));
    message = message_at(w.table, w.now);
    assert_non_null(strstr(message, "\"grace\":20000}"));
    free(message);
    compare(&w);
    w.now += TABLE_GRACE - 5001;
    table_run(w.table, w.now);
    assert_int_equal(table_seat_kind(w.table, 1), SEAT_PERSON);
    table_enter(w.table, 1);
    table_resume(w.table, &one, w.now);
    assert_int_equal(w.table->proposal, PROPOSAL_NONE);
    table_leave(w.table, 1, w.now);
    assert_true(table_propose(w.table, &two, "bot", 1, w.now, &refusal));
    assert_true(w.table->due == w.now + TABLE_GRACE);
    w.now += TABLE_GRACE;
    table_run(w.table, w.now);
    assert_int_equal(table_seat_kind(w.table, 1), SEAT_STAND_IN);
    table_enter(w.table, 1);
    table_resume(w.table, &one, w.now);
    assert_int_equal(table_seat_kind(w.table, 1), SEAT_PERSON);

    const int mover = match_mover(w.table->match) > 0 ? match_mover(w.table->match) : 1;
    const struct table_asker other = mover == 1 ? two : one;
    const uint64_t idle = table_idle_from(w.table, mover);
    w.watched = "\"idle\":true";
    w.seen = 0;
    for (w.now = idle - 1; w.now <= idle; w.now++)
        table_run(w.table, w.now);
    assert_true(w.seen > 0);
    w.watched = NULL;
    assert_true(table_propose(w.table, &other, "bot", mover, w.now, &refusal));
    assert_int_equal(table_seat_kind(w.table, mover), SEAT_PERSON);
    assert_true(try_agree(&w, mover, "bot", false, reason));
    assert_false(table_propose(w.table, &other, "bot", mover, w.now, &refusal));
    w.now += 60000; /* and only once per turn */
    assert_true(table_propose(w.table, &other, "bot", mover, w.now, &refusal));
    compare(&w);
    assert_false(try_agree(&w, mover, "bot", false, reason));
    w.now += TABLE_GRACE;
    table_run(w.table, w.now);
    assert_int_equal(table_seat_kind(w.table, mover), SEAT_STAND_IN);
    table_resume(w.table, mover == 1 ? &one : &two, w.now); /* connected all the time */
    assert_int_equal(table_seat_kind(w.table, mover), SEAT_PERSON);
    compare(&w);
    close_world(&w);
}

/* The host can remove a person: alone before the game, with the others' consent during it. */
static void the_host_removes(void **state)
{
    (void)state;
    test_plays("easycome");
    char reason[TEXT_WHY];
    struct table_refusal refusal = {.why = text_on(reason, sizeof reason)};
    struct world w;
    struct table_setup setup = {.game = test_game("easycome"), .host_seat = 1};
    game_defaults(setup.game, &setup.settings);
    setup.settings.players = 3;
    start_world(&w, &setup);
    const struct table_asker one = asker(&w, 1), two = asker(&w, 2);
    const struct table_wish wish = {-1, -1, -1, 3, NULL};
    assert_false(table_set_by_host(w.table, &one, &wish, w.now, &refusal));
    assert_string_equal(refusal.code, "not-now");
    assert_false(table_propose(w.table, &two, "remove", 3, w.now, &refusal));
    assert_string_equal(refusal.code, "not-host");
    assert_false(table_propose(w.table, &one, "remove", 1, w.now, &refusal));
    assert_true(table_propose(w.table, &one, "remove", 3, w.now, &refusal));
    assert_int_equal(table_seat_kind(w.table, 3), SEAT_PERSON);
    assert_true(try_agree(&w, 2, "remove", true, reason));
    assert_int_equal(table_seat_kind(w.table, 3), SEAT_GONE);
    assert_false(table_check_secret(w.table, 3, w.secret[2]));
    assert_false(table_propose(w.table, &one, "remove", 2, w.now, &refusal)); /* nobody to ask */
    close_world(&w);
}

/* A table with the host at seat 1, which waits for another person. */
static void wait_for_strangers(struct world *w, const char *game, bool untimed)
{
    static const unsigned char seed[FAIR_BYTES] = {7};
    struct table_setup setup = {.game = test_game(game), .host_seat = 1, .untimed = untimed};
    game_defaults(setup.game, &setup.settings);
    setup.settings.players = 2;
    open_world(w, setup.game, 1);
    table_free(w->table);
    event_log_free(&w->log);
    w->table = table_create(&w->env, NULL, &setup, "qrstuvwxyzabcdef", seed, w->now);
    sit(w, 1);
    w->watched = "\"timing\":{\"kind\":\"move\",\"seconds\":90}";
}

static void wish_for(struct world *w, int listed, int takeover)
{
    char reason[TEXT_WHY];
    struct table_refusal refusal = {.why = text_on(reason, sizeof reason)};
    const struct table_wish wish = {-1, listed, takeover, -1, NULL};
    const struct table_asker one = asker(w, 1);
    if (!table_set_by_host(w->table, &one, &wish, w->now, &refusal))
        fail_msg("%s", reason);
    compare(w);
}

/* A table that is listed after it was made has a clock, unless its host wanted none or the game has
 * one. In a game, it begins with the full time. */
static void strangers_bring_a_clock(void **state)
{
    (void)state;
    test_plays("easycome");
    struct world w;
    wait_for_strangers(&w, "easycome", false);
    wish_for(&w, -1, 1);
    assert_int_equal(w.table->clock, CLOCK_NONE);
    wish_for(&w, 1, -1);
    assert_int_equal(w.table->clock, CLOCK_MOVE);
    assert_int_equal(w.table->clock_ms, TABLE_STRANGERS_MS);
    assert_int_equal(w.seen, 1); /* in `seats` */
    wish_for(&w, 0, -1);
    wish_for(&w, 1, -1);
    assert_int_equal(w.table->clock_ms, TABLE_STRANGERS_MS);
    close_world(&w);
    wait_for_strangers(&w, "easycome", true);
    wish_for(&w, 1, 1);
    assert_int_equal(w.table->clock, CLOCK_NONE);
    assert_int_equal(w.seen, 0);
    close_world(&w);
    start_two(&w, "easycome", "");
    w.now += 50000; /* of thinking, which do not count */
    wish_for(&w, 1, -1);
    assert_int_equal(w.table->clock, CLOCK_NONE); /* spectators only */
    wish_for(&w, -1, 1);
    assert_int_equal(w.table->clock, CLOCK_MOVE);
    assert_int_equal(table_clock_left(w.table, w.table->turn_seat, w.now), TABLE_STRANGERS_MS);
    assert_non_null(strstr(w.last_clock, "\"left\":90000,\"running\":true"));
    w.now += TABLE_STRANGERS_MS;
    assert_true(table_clock_is_out(w.table, w.now));
    compare(&w);
    close_world(&w);
    if (game_find(span_of("themots"))) {
        wait_for_strangers(&w, "themots", false);
        wish_for(&w, 1, 1);
        assert_int_equal(w.table->clock, CLOCK_NONE);
        close_world(&w);
    }
}

/* The owner's clock runs while the dice wait. A throw and the choice after it share their time. */
static void a_throw_takes_time(void **state)
{
    (void)state;
    test_plays("easycome");
    struct world w;
    start_easycome(&w, 3, "1", "", CLOCK_MOVE);
    assert_int_equal(w.table->turn_seat, 1);
    assert_true(w.table->due == w.now + 30000);
    w.now += 10000;
    assert_true(throw_dice(&w, 1));
    assert_int_equal(table_clock_left(w.table, 1, w.now), 20000);
    do_line(&w, 1, "1 stop");
    assert_int_equal(table_clock_left(w.table, 2, w.now), 30000);
    compare(&w);
    w.now += 30000; /* the dice of seat 2 are thrown for it, and a bot moves */
    table_run(w.table, w.now);
    assert_int_equal(match_mover(w.table->match), 2);
    assert_int_equal(w.waiting, 1);
    answer(&w);
    const struct lines *body = &w.table->match->body;
    assert_memory_equal(body->line[2], "* roll ", 7);
    assert_string_equal(body->line[3], "# seat 2's time was out: a bot moves");
    compare(&w);
    if (w.table->turn_seat == 1) { /* at its next move, seat 2 can be replaced */
        assert_true(throw_dice(&w, 1));
        do_line(&w, 1, "1 stop");
    }
    assert_int_equal(w.table->turn_seat, 2);
    assert_true(table_idle_from(w.table, 2) <= w.now);
    compare(&w);
    struct text_unread unread;
    struct table_refusal refusal = {.why = *text_unread(&unread)};
    const struct table_asker one = asker(&w, 1);
    assert_true(table_propose(w.table, &one, "bot", 2, w.now, &refusal));
    if (table_thrower(w.table) == 2)
        assert_true(throw_dice(&w, 2));
    do_line(&w, 2, "2 stop"); /* it acts, and is on time again */
    assert_int_equal(w.table->proposal, PROPOSAL_NONE);
    assert_int_equal(w.table->late, 0);
    compare(&w);
    close_world(&w);

    start_easycome(&w, 3, "roll", "", CLOCK_BANK);
    w.now += 10000;
    assert_true(throw_dice(&w, 1)); /* without a choice: its time ends, without an increment */
    assert_int_equal(w.table->turn_seat, 2);
    assert_int_equal(w.table->seat[0].bank, 20000);
    compare(&w);
    w.now += 30000;
    table_run(w.table, w.now);
    assert_int_equal(w.table->seat[1].bank, 0);
    assert_true(lines_of(&w) >= 2);
    compare(&w);
    close_world(&w);
}

/* While dice wait, the move before them can be undone, with the same consent as any finished turn.
 * After the throw it cannot. */
static void an_undo_ends_the_wait(void **state)
{
    (void)state;
    test_plays("easycome");
    char reason[TEXT_WHY];
    struct world w;
    for (int thrown = 0; thrown < 2; thrown++) {
        struct table_refusal refusal = {.why = text_on(reason, sizeof reason)};
        start_easycome(&w, 3, "1", "", CLOCK_MOVE);
        const struct table_asker one = asker(&w, 1), two = asker(&w, 2);
        end_turn(&w, 1);
        assert_true(table_propose(w.table, &one, "undo", 0, w.now, &refusal));
        assert_int_equal(w.table->proposal, PROPOSAL_UNDO);
        assert_int_equal(table_thrower(w.table), 2); /* the proposal does not end the wait */
        if (thrown) {
            assert_true(throw_dice(&w, 2));
            assert_int_equal(match_mover(w.table->match), 2);
        } else {
            assert_true(table_agree(w.table, &two, "undo", true, w.now, &refusal));
            assert_int_equal(match_mover(w.table->match), 1);
            assert_int_equal(w.table->turn_seat, 1);
            assert_int_equal(table_thrower(w.table), 0);
        }
        assert_int_equal(w.table->proposal, PROPOSAL_NONE);
        compare(&w);
        close_world(&w);
    }
}

/* The consent of an opponent who is away is needed too: the undo waits for them, and expires. */
static void an_undo_waits_for_who_is_away(void **state)
{
    (void)state;
    test_plays("debacle");
    char reason[TEXT_WHY];
    struct table_setup setup = {.game = test_game("debacle"), .host_seat = 1};
    struct world w;
    game_defaults(test_game("debacle"), &setup.settings);
    for (int agreed = 0; agreed < 2; agreed++) {
        struct table_refusal refusal = {.why = text_on(reason, sizeof reason)};
        start_world(&w, &setup);
        const struct table_asker one = asker(&w, 1), two = asker(&w, 2);
        do_line(&w, 1, "1 a1-a2");
        do_line(&w, 1, "1 end"); /* moves before it need no consent */
        const size_t lines = w.table->match->body.count;
        table_leave(w.table, 2, w.now);
        assert_true(table_propose(w.table, &one, "undo", 0, w.now, &refusal));
        assert_int_equal(w.table->proposal, PROPOSAL_UNDO);
        char *message = message_at(w.table, w.now);
        assert_non_null(strstr(message, "\"wanted\":[2]"));
        free(message);
        if (agreed) {
            table_enter(w.table, 2);
            table_resume(w.table, &two, w.now);
            assert_true(table_agree(w.table, &two, "undo", true, w.now, &refusal));
        } else {
            w.now += 60000;
            table_run(w.table, w.now);
        }
        assert_int_equal(w.table->proposal, PROPOSAL_NONE);
        const char *last = w.table->match->body.line[w.table->match->body.count - 1];
        assert_int_equal(last[0] == '#', agreed);
        assert_int_equal(w.table->match->body.count, lines);
        compare(&w);
        close_world(&w);
    }
}

/* Setting an option to its current value stores no event. The number of changes is limited. */
static void settings_are_bounded(void **state)
{
    (void)state;
    test_plays("debacle");
    char reason[TEXT_WHY];
    struct table_setup setup = {.game = test_game("debacle"), .host_seat = 1, .chat = true};
    struct world w;
    game_defaults(test_game("debacle"), &setup.settings);
    start_world(&w, &setup);
    const struct table_asker who = asker(&w, 1);
    const size_t before = w.log.count;
    struct table_refusal refusal = {.why = text_on(reason, sizeof reason)};
    assert_true(
        table_set_by_host(w.table, &who, &(struct table_wish){1, 0, 0, -1, NULL}, w.now, &refusal));
    assert_int_equal(w.log.count, before);
    for (int i = 0; i < 100000; i++)
        table_set_by_host(w.table, &who, &(struct table_wish){i % 2, -1, -1, -1, NULL}, w.now,
                          &refusal);
    assert_string_equal(refusal.code, "limit");
    assert_true(w.log.count < before + TABLE_REQUESTS_MAX);
    compare(&w);
    close_world(&w);
}

static bool takes_name(const struct table *t, const char *name)
{
    char out[MATCH_NAME_MAX], reason[TEXT_WHY];
    struct table_refusal refusal = {.why = text_on(reason, sizeof reason)};
    const bool good = table_check_name(t, 0, name, out, &refusal);
    assert_true(good ? strcmp(out, name) == 0 : refusal.why.length > 10);
    return good;
}

/* Names must be legible and distinct; names in old tables stay valid. */
static void chat_is_what_it_seems(void **state)
{
    (void)state;
    static const struct {
        const char *typed, *shown;
    } lines[] = {
        {"bonjour à tous", "bonjour à tous"},
        {"ça va\u00a0?", "ça va ?"},
        {"a\u202egnp.exe", "agnp.exe"},
        {"Bruno\u200b\u2066 a triché\u2069", "Bruno a triché"},
        {"  trop   d\u2003espaces ", "trop d espaces"},
        {"z\u0300\u0301\u0302\u0303\u0304", "z\u0300\u0301"},
        {"\U0001f468\u200d\U0001f469 \u2764\ufe0f", "\U0001f468\u200d\U0001f469 \u2764\ufe0f"},
        {"a\u200db", "ab"},
        {"\u200b\u2066 \u3164", ""},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char shown[TABLE_CHAT_MAX + 1];
        table_clean_chat(lines[i].typed, shown);
        assert_string_equal(shown, lines[i].shown);
    }
}

static void names_are_what_they_seem(void **state)
{
    (void)state;
    test_plays("easycome");
    static const char *const good[] = {"Anne",
                                       "Zo\u00eb",
                                       "Jean-Pierre d\u2019A",
                                       "\u0410\u043d\u043d\u0430",
                                       "\u0395\u03bb\u03ad\u03bd\u03b7",
                                       "\u674e\u56db 2",
                                       "Zoe\u0308",
                                       "\u05d3\u05d5\u05d3",
                                       "\U0001f3b2"};
    static const char *const bad[] = {"An\u202ene",
                                      "An\u200bne",
                                      "Anne\u00a0B",
                                      "\u3164",
                                      "An\u00adne",
                                      "Ann\u0435",
                                      "Ann\u03bf",
                                      "a\u0301\u0301\u0301",
                                      "\u0301a",
                                      "A\u2028B",
                                      "\ue000",
                                      "A\ufe0f",
                                      "BOT:max",
                                      "bot:max",
                                      "\uff42\uff4f\uff54:x",
                                      "\u2066x\u2069",
                                      "\u0378"};
    static const char *const alike[] = {"Anne B", "anne b", "ANNEB", "\uff21nne B", "An ne B"};
    struct table_setup setup = {.game = test_game("easycome"), .host_seat = 1};
    const unsigned char seed[FAIR_BYTES] = {9};
    struct world w;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        if (!takes_name(NULL, good[i]))
            fail_msg("refused: %s", good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (takes_name(NULL, bad[i]))
            fail_msg("taken: %zu %s", i, bad[i]);
    }
    game_defaults(test_game("easycome"), &setup.settings);
    open_world(&w, test_game("easycome"), 1);
    table_free(w.table);
    event_log_free(&w.log);
    w.table = table_create(&w.env, NULL, &setup, "qrstuvwxyzabcdef", seed, w.now);
    table_take_seat(w.table, 1, "Anne B", "secret", w.now);
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++)
        assert_false(takes_name(w.table, alike[i]));
    assert_true(takes_name(w.table, "Anne C"));
    table_take_seat(w.table, 2, "\u202eold\u200b", "secret",
                    w.now); /* as stored tables have them */
    compare(&w);
    close_world(&w);
    open_world(&w, test_game("easycome"), 1);
    table_free(w.table);
    event_log_free(&w.log);
    w.table = table_create(&w.env, NULL, &setup, "qrstuvwxyzabcdef", seed, w.now);
    table_take_seat(w.table, 1, "pacex", "secret", w.now);
    assert_false(takes_name(w.table, "\u0440\u0430\u0441\u0435\u0445"));
    close_world(&w);
}

/* All persons except `silent` acknowledge the list and then reveal their seeds. */
static void exchange_without(struct world *w, int silent, bool acknowledges)
{
    char reason[TEXT_WHY], list[FAIR_HEX];
    struct table_refusal refusal = {.why = text_on(reason, sizeof reason)};
    const int players = w->table->match->settings.players;
    for (int seat = 1; seat <= players; seat++)
        commit_to(w, seat, &refusal);
    assert_true(w->table->reveal);
    fair_to_hex(w->table->fair.list, list);
    for (int seat = 1; seat <= players; seat++) {
        const struct table_asker who = asker(w, seat);
        if (seat != silent || acknowledges)
            table_acknowledge(w->table, &who, list, w->now, &refusal);
    }
    for (int seat = 1; seat <= players; seat++) {
        const struct table_asker who = asker(w, seat);
        if (seat != silent && (acknowledges || !silent))
            table_seed(w->table, &who, w->seed[seat - 1], w->now, &refusal);
    }
}

/* If a seat commits to a seed and does not reveal it, all viewers and the record name it. The
 * others repeat the seed exchange without it. */
static void a_broken_promise_is_named(void **state)
{
    (void)state;
    test_plays("easycome");
    static const char *const steps[] = {"list", "reveal"};
    struct table_setup setup = {.game = test_game("easycome"), .host_seat = 1};
    game_defaults(test_game("easycome"), &setup.settings);
    setup.settings.players = 3;
    for (int late = 0; late < 2; late++) {
        const unsigned char seed[FAIR_BYTES] = {9};
        struct world w;
        char expected[64], *message, *record = NULL;
        size_t length;
        open_world(&w, test_game("easycome"), 1);
        table_free(w.table);
        event_log_free(&w.log);
        w.table = table_create(&w.env, NULL, &setup, "qrstuvwxyzabcdef", seed, w.now);
        for (int seat = 1; seat <= 3; seat++)
            sit(&w, seat);
        exchange_without(&w, 2, late);
        assert_int_equal(w.table->phase, TABLE_FAIR);
        w.now += 10000;
        table_run(w.table, w.now);
        assert_int_equal(w.table->fair.attempt, 2);
        message = message_at(w.table, w.now);
        snprintf(expected, sizeof expected, "{\"attempt\":1,\"seat\":2,\"step\":\"%s\"",
                 steps[late]);
        assert_non_null(strstr(message, expected));
        free(message);
        compare(&w);
        exchange_without(&w, 0, true);
        assert_int_equal(w.table->phase, TABLE_PLAYING);
        assert_int_equal(w.table->fair.revealed, 5); /* seat 2 takes no part in the repetition */
        FILE *out = open_memstream(&record, &length);
        table_record(w.table, out);
        fclose(out);
        snprintf(expected, sizeof expected, "\nfair-failed 1 2 %s ", steps[late]);
        assert_non_null(strstr(record, expected));
        assert_non_null(strstr(record, "\ndate 2023-11-14T22:13:20Z\nprogram cornet-1\nfair-"));
        free(record);
        compare(&w);
        close_world(&w);
    }
}

static char *record_of(const struct table *table)
{
    char *record = NULL;
    size_t length;
    FILE *out = open_memstream(&record, &length);
    table_record(table, out);
    fclose(out);
    return record;
}

static void refuse_record(struct world *w, const char *record, const char *part)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    assert_null(table_of_record(&w->env, NULL, "0bcdefghijklmnop", span_of(record), &why));
    assert_non_null(strstr(reason, part));
}

/* An uploaded record becomes a table without players: its record stays unchanged, and a new game
 * can continue from it. */
static void a_record_is_shown_as_a_table(void **state)
{
    (void)state;
    test_plays("easycome");
    static const char good[] =
        "cornet 1\ngame easycome\nplayers 2\nseat 2 Bruno\nfair-table x\n---\n";
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    struct table_refusal r = {.why = why};
    struct table_setup setup = {0};
    struct world w;
    struct rng rng;
    size_t line;
    open_world(&w, test_game("easycome"), 1);
    struct match *match = match_read(span_of(good), &line, &why);
    rng_seed(&rng, 1);
    while (match_mover(match) != GAME_OVER) {
        game_action action[GAME_ACTIONS_MAX];
        if (match_mover(match) == GAME_CHANCE) {
            match_draw(match, &rng);
            continue;
        }
        match->game->actions(&match->state, match_mover(match), action);
        match_do_action(match, action[0]);
    }
    char *record = NULL, *message;
    size_t length;
    FILE *out = open_memstream(&record, &length);
    match_write(match, out);
    fclose(out);
    struct table *table = table_of_record(&w.env, NULL, "0bcdefghijklmnop", span_of(record), &why);
    assert_non_null(table);
    assert_int_equal(table->phase, TABLE_OVER);
    for (int seat = 1; seat <= 2; seat++)
        assert_int_equal(table_seat_kind(table, seat), SEAT_PERSON);
    assert_false(table_check_secret(table, 1, ""));
    message = message_at(table, w.now);
    assert_non_null(strstr(message, "\"fair\":null"));
    free(message);
    const size_t events = w.log.count;
    table_wake(table, w.now);
    table_sleep(table, w.now + 1000);
    assert_int_equal(w.log.count, events); /* nothing of it is stored */
    for (int again = 0; again < 2; again++) {
        char *written = record_of(table);
        assert_string_equal(written, record);
        free(written);
    }
    assert_true(table_setup_from(table, 3, &setup, &r));
    assert_int_equal(setup.opening.count, 3);
    assert_string_equal(setup.source, "0bcdefghijklmnop");
    lines_free(&setup.opening);
    refuse_record(&w, good, "only a finished game");
    refuse_record(&w, "hello", "line 1");
    refuse_record(&w, "cornet 1\ngame easycome\nplayers 2\n---\n1 fly\n", "line 5");
    table_free(table);
    match_free(match);
    free(record);
    close_world(&w);
}

/* Whether the table accepts the seat's line; else `code` receives the code of the refusal. */
static bool moves(struct world *w, int seat, const char *line, const char **code)
{
    char reason[TEXT_WHY];
    struct table_refusal refusal = {.why = text_on(reason, sizeof reason)};
    const struct table_asker who = asker(w, seat);
    const bool good = table_move(w->table, &who, span_of(line), w->now, &refusal);
    *code = good ? "" : refusal.code;
    return good;
}

/* Plays a legal line: a roll that somebody enters, or a move of the mover. */
static void enter_anything(struct world *w)
{
    const struct match *match = w->table->match;
    game_action action[GAME_ACTIONS_MAX];
    char line[GAME_LINE_MAX];
    const char *code;
    struct text out = text_on(line, sizeof line);
    const bool rolls = table_awaits_roll(w->table);
    int seat = match_mover(match);
    if (seat == GAME_ANYONE || rolls)
        seat = 1 + (int)below(w, (uint32_t)match->settings.players);
    const size_t count = rolls ? 0 : match->game->actions(&match->state, seat, action);
    assert_true(rolls || match_mover(match) > 0 || match_mover(match) == GAME_ANYONE);
    if (!rolls && !count)
        return;
    match->game->write(&match->state,
                       rolls ? match->game->sample(&match->state, &w->rng)
                             : action[below(w, (uint32_t)count)],
                       &match->history, GAME_OPEN, &out);
    if (!moves(w, seat, line, &code))
        fail_msg("%s: %s is refused: %s", match->game->id, line, code);
}

static void open_own_dice(struct world *w, const struct game *game, bool own)
{
    const unsigned char seed[FAIR_BYTES] = {5};
    struct table_setup setup = {.game = game, .host_seat = 1, .own_dice = own};
    game_defaults(game, &setup.settings);
    setup.settings.players = 2;
    open_world(w, game, 2);
    table_free(w->table);
    event_log_free(&w->log);
    w->table = table_create(&w->env, NULL, &setup, "qrstuvwxyzabcdef", seed, w->now);
    for (int seat = 1; seat <= 2; seat++)
        sit(w, seat);
    exchange_without(w, 0, true);
    assert_int_equal(w->table->phase, TABLE_PLAYING);
}

/* The record says that the players rolled real dice, and its dice cannot be verified. */
static void check_own_record(const struct world *w)
{
    char reason[TEXT_WHY], *record = NULL;
    struct text why = text_on(reason, sizeof reason);
    struct fair_report report;
    size_t length, line;
    FILE *out = open_memstream(&record, &length);
    table_record(w->table, out);
    fclose(out);
    assert_non_null(strstr(record, "\n" FAIR_OWN_DICE "\n"));
    assert_null(strstr(record, "\nfair-"));
    assert_false(fair_verify(span_of(record), &report, &line, &why));
    assert_non_null(strstr(reason, "nothing can be proved"));
    free(record);
}

/* Anybody at the table enters the rolls of real dice, which are checked like any line. The program
 * draws what a seat may not see. */
static void own_dice_are_entered(void **state)
{
    static const char *const games[] = {"easycome", "wazabi"};
    static const char *const wrong[] = {"* roll 9", "* roll", "* roll 00000000", "* draw x"};
    const char *code;
    (void)state;
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        struct world w;
        const struct game *game = test_game(games[g]);
        if (!game)
            continue;
        open_own_dice(&w, game, true);
        w.throwing = ~0u; /* an entered roll is not thrown */
        assert_true(table_awaits_roll(w.table));
        assert_int_equal(table_thrower(w.table), 0);
        w.now += 1000000;
        table_run(w.table, w.now); /* nobody rolls for them */
        assert_true(table_awaits_roll(w.table));
        char *message = message_at(w.table, w.now);
        assert_non_null(strstr(message, "\"dice\":\"own\""));
        free(message);
        for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
            assert_false(moves(&w, 1, wrong[i], &code));
            assert_string_equal(code, "illegal");
        }
        for (int i = 0; i < 5000 && w.table->phase == TABLE_PLAYING; i++) {
            enter_anything(&w);
            if (match_mover(w.table->match) > 0) {
                assert_false(moves(&w, 1, "* roll 0000", &code));
                assert_string_equal(code, "not-now");
            }
            if (i % 16 == 0)
                compare(&w);
        }
        assert_int_equal(w.table->phase, TABLE_OVER);
        check_own_record(&w);
        compare(&w);
        close_world(&w);
        open_own_dice(&w, game, false);
        assert_false(table_awaits_roll(w.table));
        assert_false(moves(&w, 1, "* roll 0000", &code));
        assert_string_equal(code, "not-yours");
        close_world(&w);
    }
}

/* ---- untrusted events ---- */

/* A table with clocks at which both people have moved. */
static void open_clocks(struct world *w)
{
    static const char *const line[] = {"1 a1-a2", "1 end", "2 a6-a5", "2 end"};
    struct table_setup setup = {.game = test_game("debacle"),
                                .host_seat = 1,
                                .clock = CLOCK_BANK,
                                .clock_ms = 100000,
                                .clock_add = 5000};
    const char *code;
    game_defaults(test_game("debacle"), &setup.settings);
    start_world(w, &setup);
    for (int i = 0; i < 4; i++)
        assert_true(moves(w, line[i][0] - '0', line[i], &code));
}

/* A table made of all events; NULL with a reason if one is refused. */
static struct table *apply_all(struct world *w, struct text *why)
{
    struct table *t = table_new(&w->env, NULL, table_id(w->table));
    text_clear(why);
    for (size_t i = 0; i < w->log.count; i++) {
        if (!table_apply(t, &w->log.event[i], why)) {
            assert_true(why->length > 0);
            table_free(t);
            return NULL;
        }
    }
    return t;
}

/* The settings in the first event are parsed completely, and numbers out of range are refused with
 * a sentence. */
static void settings_of_a_file_are_checked(void **state)
{
    test_plays("debacle");
    static const struct {
        const char *line, *why; /* NULL: it is accepted */
    } cases[] = {
        {"table host 1 listed 0 chat 1 clock 2 86400000 86400000", NULL},
        {"table host 0 listed 1 chat 0 clock 0 0 0", NULL},
        {"table host 1 listed 0 chat 0 clock 2 9223372036854775807 9223372036854775807", "86400"},
        {"table host 1 listed 0 chat 0 clock 2 99999999999999999999999 0", "86400"},
        {"table host 1 listed 0 chat 0 clock 2 86400001 0", "86400"},
        {"table host 1 listed 0 chat 0 clock 2 1000 86400001", "86400"},
        {"table host 1 listed 0 chat 0 clock 2 -1 0", "86400"},
        {"table host 1 listed 0 chat 0 clock 2 1000", "86400"},
        {"table host 1 listed 0 chat 0 clock 2 1000 0 0", "86400"},
        {"table host 1 listed 0 chat 0 clock 3 1000 0", "event 1"},
        {"table host 3 listed 0 chat 0 clock 2 1000 0", "event 1"},
        {"table host 99999999999999999999 listed 0 chat 0 clock 2 1000 0", "event 1"},
        {"table host 1 listed 0 chat 0", "event 1"},
        {"table host", "event 1"},
    };
    (void)state;
    struct world w;
    open_clocks(&w);
    const struct span whole = w.log.event[0].text;
    const char *from = strstr(whole.at, "table host ");
    const char *rest = strchr(from, '\n');
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char bytes[4096], reason[TEXT_WHY];
        struct text text = text_on(bytes, sizeof bytes), why = text_on(reason, sizeof reason);
        text_printf(&text, "%.*s%s%s", (int)(from - whole.at), whole.at, cases[i].line, rest);
        w.log.event[0].text = (struct span){text.start, text.length};
        struct table *t = apply_all(&w, &why);
        if (!t != !!cases[i].why || (!t && !strstr(reason, cases[i].why)))
            fail_msg("%s: %s", cases[i].line, reason);
        table_free(t);
    }
    w.log.event[0].text = whole;
    close_world(&w);
}

/* Every event with every unusual time is refused with a sentence, or its clocks can be computed. */
static void times_of_a_file_are_checked(void **state)
{
    test_plays("debacle");
    static const uint64_t at[] = {0, 1, TABLE_AT_MAX, TABLE_AT_MAX + 1, 1ull << 63, UINT64_MAX};
    static const int64_t left[] = {INT64_MIN,          -2,        -1,        0, TABLE_LEFT_MAX,
                                   TABLE_LEFT_MAX + 1, INT64_MAX, 1ll << 62, 7};
    (void)state;
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    struct world w;
    open_clocks(&w);
    w.now++;
    table_sleep(w.table, w.now);
    w.now++;
    table_wake(w.table, w.now);
    const size_t events = w.log.count;
    for (size_t i = 0; i < events * 6 * 9; i++) {
        struct table_event *event = &w.log.event[i / 54];
        const struct table_event before = *event;
        event->at = at[i % 6];
        event->left = left[i / 6 % 9];
        const bool good =
            event->at <= TABLE_AT_MAX && event->left >= -1 && event->left <= TABLE_LEFT_MAX;
        struct table *t = apply_all(&w, &why);
        if (!t != !good || (!t && !strstr(reason, "out of range")))
            fail_msg("event %zu at %llu: %s", i / 54 + 1, (unsigned long long)event->at, reason);
        if (t) {
            free(message_at(t, w.now));
            free(message_at(t, UINT64_MAX));
        }
        table_free(t);
        *event = before;
    }
    close_world(&w);
}

/* Whether events of every kind have occurred. */
static bool all_happened(const struct world *w)
{
    for (int kind = EVENT_CREATE; kind <= EVENT_FAIL; kind++) {
        if (!(w->kinds >> kind & 1))
            return false;
    }
    return true;
}

static void a_restored_table_is_the_live_table(void **state)
{
    (void)state;
    struct world sum = {.kinds = 0};
    const uint64_t worlds = (uint64_t)test_repeats(WORLDS);
    for (const struct game *const *game = game_list; *game; game++) {
        for (uint64_t number = 0; number < worlds; number++)
            play_world(*game, number, &sum);
    }
    /* with fewer games, more worlds are needed */
    for (uint64_t number = worlds; number < 20 * worlds && !all_happened(&sum); number++) {
        for (const struct game *const *game = game_list; *game; game++)
            play_world(*game, number, &sum);
    }
    print_message("%u restores, %u crashes, %u rematches, %u messages\n", sum.restores, sum.crashes,
                  sum.rematches, sum.sent);
    assert_true(sum.rematches > 0 && sum.crashes > 0 && sum.openings > 0 && sum.forfeits > 0);
    print_message("%u draws, %u seats taken, %u returned, %u messages shared\n", sum.draws,
                  sum.taken, sum.returned, sum.reused);
    assert_true(sum.reused > 0 && sum.logs > 0);
    assert_true(sum.throws > 0);
    assert_true(all_happened(&sum));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_is_shown_as_a_table),
        cmocka_unit_test(a_restored_table_is_the_live_table),
        cmocka_unit_test(stand_in_strength),
        cmocka_unit_test(one_of_two_may_resign),
        cmocka_unit_test(two_may_agree_to_a_draw),
        cmocka_unit_test(all_who_remain_are_ready),
        cmocka_unit_test(a_bot_answers_by_its_judge),
        cmocka_unit_test(a_seat_passes_on),
        cmocka_unit_test(a_person_has_time_to_return),
        cmocka_unit_test(the_host_removes),
        cmocka_unit_test(strangers_bring_a_clock),
        cmocka_unit_test(a_vote_without_its_voter_ends),
        cmocka_unit_test(a_vote_stays_a_persons),
        cmocka_unit_test(rounds_are_apart),
        cmocka_unit_test(letters_wait_for_the_countdown),
        cmocka_unit_test(people_say_when_they_are_ready),
        cmocka_unit_test(time_used_counts_over_a_pause),
        cmocka_unit_test(an_open_seat_is_no_host),
        cmocka_unit_test(five_thousand_words),
        cmocka_unit_test(a_turn_can_be_taken_apart),
        cmocka_unit_test(a_move_by_the_clock_is_announced),
        cmocka_unit_test(an_undo_waits_for_who_is_away),
        cmocka_unit_test(settings_are_bounded),
        cmocka_unit_test(names_are_what_they_seem),
        cmocka_unit_test(chat_is_what_it_seems),
        cmocka_unit_test(a_broken_promise_is_named),
        cmocka_unit_test(own_dice_are_entered),
        cmocka_unit_test(settings_of_a_file_are_checked),
        cmocka_unit_test(times_of_a_file_are_checked),
        cmocka_unit_test(dice_wait_for_their_owner),
        cmocka_unit_test(a_roll_for_the_start_is_thrown),
        cmocka_unit_test(cards_are_not_thrown),
        cmocka_unit_test(other_dice_are_drawn_at_once),
        cmocka_unit_test(dice_wait_only_for_who_is_here),
        cmocka_unit_test(a_throw_takes_time),
        cmocka_unit_test(an_undo_ends_the_wait),
    };
    cmocka_set_test_filter(getenv("CORNET_TEST"));
    return sodium_init() < 0 || cmocka_run_group_tests(tests, NULL, NULL);
}
