#include "tools/bench/table_moves.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "table/internal.h"

enum { WARM_UP = 20 };

#define ID "abcdefghijklmnop"

struct bench {
    struct table_env env;
    struct table_fair3 fair3;
    struct text scratch;
    struct rng bots;
    struct table *table;
    struct fair3_chain chain[2];
    uint32_t said[2];
    uint64_t now;
    size_t bytes; /* of messages and events */
};

/* ---- the environment ---- */

static void store(struct table *t, const struct table_event *event)
{
    ((struct bench *)t->env->context)->bytes += event->text.length;
}

static void tell(struct table *t, unsigned viewers, struct span message)
{
    (void)viewers;
    ((struct bench *)t->env->context)->bytes += message.length;
}

static void reply(struct table *t, const struct table_asker *asker, struct span message)
{
    (void)asker;
    tell(t, 0, message);
}

static unsigned audience(const struct table *t)
{
    (void)t;
    return 6;
}

static bool throws(const struct table *t, int seat)
{
    (void)t;
    (void)seat;
    return false;
}

static bool proves(const struct table *t, int seat)
{
    (void)seat;
    return t->ledger != NULL;
}

static void no_bot(struct table *t, int seat)
{
    (void)t;
    (void)seat;
    abort(); /* there are only persons */
}

static void no_rematch(struct table *t)
{
    (void)t;
    abort(); /* nobody proposes one */
}

static void make_random(void *bytes, size_t length)
{
    memset(bytes, 7, length); /* the same work each time */
}

/* ---- the persons ---- */

static struct table_asker asker_of(int seat, const struct table_word *word)
{
    return (struct table_asker){.seat = seat, .id = -1, .by = word, .proves = true};
}

static void must(bool good, const struct table_refusal *r)
{
    if (good)
        return;
    fprintf(stderr, "hot_loops: %s: %s\n", r->code, r->why.start);
    exit(1);
}

static void promise(struct bench *b, int seat, struct table_refusal *r)
{
    const struct table_asker asker = asker_of(seat, NULL);
    char end[FAIR_HEX];
    table_heard(b->table, seat, b->now);
    fair_to_hex(b->chain[seat - 1].start, end);
    must(table_chain(b->table, &asker, 0, end, "-", b->now, r), r);
}

static void new_table(struct bench *b, const struct game *game, bool fair3, struct table_refusal *r)
{
    const unsigned char seed[FAIR_BYTES] = {1};
    struct table_setup setup = {.game = game, .host_seat = 1, .fair3 = fair3};
    game_defaults(game, &setup.settings);
    setup.settings.players = 2;
    table_free(b->table);
    memset(b->said, 0, sizeof b->said);
    b->table = table_create(&b->env, b, &setup, ID, seed, b->now);
    for (int seat = 1; seat <= 2; seat++) {
        const struct table_asker asker = asker_of(seat, NULL);
        table_enter(b->table, seat);
        table_sit(b->table, &asker, seat == 1 ? "Anne" : "Bruno", "00", NULL, b->now);
    }
    for (int seat = 1; fair3 && seat <= 2; seat++)
        promise(b, seat, r);
    if (!fair3) { /* nobody commits */
        b->now += b->env.fair_wait;
        table_run(b->table, b->now);
    }
}

/* Both open their links, if the table asks for them. */
static void open_links(struct bench *b, struct table_refusal *r)
{
    struct table_ledger *ledger = b->table->ledger;
    while (ledger && ledger->open) {
        const uint32_t step = ledger->asks;
        char hash[FAIR_HEX];
        fair_to_hex(ledger->ask_hash, hash);
        for (int seat = 1; seat <= 2; seat++) {
            const struct table_asker asker = asker_of(seat, NULL);
            unsigned char link[FAIR_BYTES];
            char hex[FAIR_HEX];
            fair3_chain_link(&b->chain[seat - 1], step, link);
            fair_to_hex(link, hex);
            const struct table_link given = {.step = step, .hash = hash, .link = hex, .sign = "-"};
            must(table_link(b->table, &asker, &given, b->now, r), r);
        }
    }
}

static void move(struct bench *b, struct table_refusal *r)
{
    const struct match *match = b->table->match;
    const int seat = match_mover(match);
    char line[GAME_LINE_MAX] = "";
    struct text out = text_on(line, sizeof line);
    game_action action[GAME_ACTIONS_MAX];
    struct table_word word = {.number = ++b->said[seat - 1]};
    const struct table_asker asker = asker_of(seat, b->table->ledger ? &word : NULL);
    const size_t count = match->game->actions(&match->state, seat, action);
    for (size_t i = 0; i < count && !strstr(line, " stop"); i++) { /* so the game goes on */
        text_clear(&out);
        match->game->write(&match->state, action[i], &match->history, GAME_OPEN, &out);
    }
    if (b->table->ledger) {
        word.seen = b->table->ledger->sum.count;
        fair3_act(NULL, span_of(line), word.digest);
    }
    must(table_move(b->table, &asker, span_of(line), b->now, r), r);
}

static void play(struct bench *b, uint64_t moves, struct table_refusal *r)
{
    for (uint64_t i = 0; i < moves && table_phase(b->table) == TABLE_PLAYING; i++) {
        b->now += 1000;
        for (int seat = 1; seat <= 2; seat++)
            table_heard(b->table, seat, b->now);
        move(b, r);
        open_links(b, r);
    }
}

static __attribute__((noinline)) void counted_table(struct bench *b, uint64_t moves,
                                                    struct table_refusal *r)
{
    play(b, moves, r);
}

void table_moves(const struct game *game, int version, uint64_t moves)
{
    static const unsigned char key[FAIR_BYTES] = {3};
    char why[TEXT_WHY];
    struct table_refusal r = {.code = "", .why = text_on(why, sizeof why)};
    struct bench *b = memory_new(1, sizeof *b);
    b->scratch = text_on(memory_resize(NULL, TABLE_MESSAGE_MAX, 1), TABLE_MESSAGE_MAX);
    b->fair3 =
        (struct table_fair3){.sign = fair3_sign, .check = fair3_check, .random = make_random};
    b->now = 1800000000000;
    b->env = (struct table_env){.context = b,
                                .scratch = &b->scratch,
                                .fair_cache = fair_cache_new(),
                                .rng = &b->bots,
                                .fair3 = &b->fair3,
                                .fair_wait = TABLE_FAIR_WAIT,
                                .store = store,
                                .tell = tell,
                                .reply = reply,
                                .audience = audience,
                                .throws = throws,
                                .proves = proves,
                                .think = no_bot,
                                .rematch = no_rematch};
    fair3_secret_make(&b->fair3.secret, key);
    for (int i = 0; i < 2; i++)
        fair3_chain_make(&b->chain[i], ID, i + 1, FAIR3_LINKS, key);
    new_table(b, game, version == 3, &r);
    open_links(b, &r);
    play(b, WARM_UP, &r);
    counted_table(b, moves, &r);
    if (table_phase(b->table) != TABLE_PLAYING)
        must(false, &(struct table_refusal){.code = "the game has ended", .why = r.why});
    fair_cache_free(b->env.fair_cache);
    table_free(b->table);
    free(b->scratch.start);
    memory_free(b);
}
