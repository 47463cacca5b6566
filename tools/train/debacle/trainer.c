/* The trainer of Débâcle's network: each generation consists of self-play, a fit, and a test
 * against the previous network. docs/design/debacle-engine.md explains the figures. */
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "base/memory.h"
#include "games/debacle/bot_search.h"
#include "tools/train/debacle/linear.h"
#include "tools/train/debacle/sample.h"

enum { OPENING = 10, RANDOM_ONE_IN = 60, KEEP_ONE_IN = 3, ROUND_MAX = 6000 };
enum { BLOCK_MIN = 8, BLOCK_MAX = 512, BLOCK_PART = 2000 }; /* rounds per block */
enum { MIXED = 4 };      /* generations whose positions a network is fitted to */
enum { HELD_BACK = 50 }; /* one of this many positions is not learnt from */
enum { EPOCHS = 6, BATCH = 16384, BATCHES_MIN = 128 };
enum { TEST_TARGET = 6, TABLE_BITS = 11, NAME = 64 };
enum { USE_ROUND, USE_FIT, USE_TEST }; /* purposes of random numbers */
static const double lambda = 0.98;     /* share of a goal that comes from later positions */
static const double elo_low = 0, elo_high = 40; /* hypotheses of the test */

/* ---- self-play ---- */

/* A network in memory; NULL is the linear evaluation. */
typedef struct debacle_weights *network;

static struct debacle_limits limits_of(const struct train_run *run, network net)
{
    return (struct debacle_limits){
        .depth = DEBACLE_PLY_MAX / 2,
        .nodes = run->settings.nodes,
        .weights = net,
        .evaluate = net ? NULL : train_linear_value,
    };
}

/* The settings of self-play; false with a reason if `option` is none of Débâcle's. */
static bool set_option(const char *option, struct game_settings *settings, struct text *why)
{
    struct span value = span_of(option ? option : "");
    const struct span name = span_cut(&value, '=');
    game_defaults(&debacle_game, settings);
    return !option || game_set(&debacle_game, settings, name, value, why);
}

static void start(struct debacle *s, struct rng *rng, const char *option, const char *target,
                  struct game_history *history)
{
    struct game_settings settings;
    struct text_unread unread;
    if (!set_option(option, &settings, text_unread(&unread)) ||
        !game_set(&debacle_game, &settings, span_of("setup"), span_of("random"),
                  text_unread(&unread)) ||
        (target && !game_set(&debacle_game, &settings, span_of("target"), span_of(target),
                             text_unread(&unread))) ||
        !debacle_game.start(s, &settings, text_unread(&unread)))
        abort(); /* impossible: the game accepts its own options */
    while (debacle_game.mover(s) == GAME_CHANCE)
        debacle_game.apply(s, debacle_game.sample(s, rng), history);
}

/* The plan of the turn: the line of the last search, as long as the position is on it. */
struct plan {
    struct debacle_answer answer;
    int at;
};

/* The next action of the side to move. One search serves the whole turn: all positions on its line
 * have its value. */
static game_action next_action(struct debacle_searcher *searcher,
                               const struct debacle_limits *limits, const struct debacle *s,
                               const struct game_history *history, struct plan *plan)
{
    if (plan->at == 0 || plan->at >= plan->answer.length) {
        debacle_search(searcher, s, history, limits, &plan->answer);
        plan->at = 0;
    }
    return plan->answer.line[plan->at++];
}

/* Sets the goals from the last position to the first. A goal is a mixture of the search's value and
 * the next position's goal. `cut`: a random action was played there. */
static void set_goals(struct debacle_sample at[], size_t count, const int16_t value[],
                      const uint8_t side[], const bool cut[], const struct debacle *last)
{
    double red = debacle_round_value(last, DEBACLE_RED);
    for (size_t i = count; i-- > 0;) {
        const int sign = side[i] == DEBACLE_RED ? 1 : -1;
        red = cut[i] ? sign * value[i] : (1 - lambda) * sign * value[i] + lambda * red;
        at[i].goal = (int16_t)(sign * red);
    }
}

/* The data that a thread needs to play. */
struct player {
    const char *option;
    struct debacle_searcher *searcher;
    struct debacle_sample sample[ROUND_MAX];
    int16_t value[ROUND_MAX];
    uint8_t side[ROUND_MAX];
    bool cut[ROUND_MAX];
};

/* Plays one round from a random set-up and a random opening, with random scores before it. Some
 * actions are random, to reach positions that good play avoids; positions before a random action do
 * not learn from later ones. Returns the number of positions. */
static size_t play_round(struct player *p, const struct debacle_limits *limits, struct rng *rng)
{
    struct game_history history = {0};
    struct debacle s, before = {0};
    struct plan plan = {.at = 0};
    size_t count = 0;
    start(&s, rng, p->option, NULL, &history);
    if (rng_below(rng, 3) > 0) {
        s.score[0] = (uint16_t)rng_below(rng, s.target);
        s.score[1] = (uint16_t)rng_below(rng, s.target);
    }
    for (int step = 0; s.rounds == 0; step++) {
        game_action list[GAME_ACTIONS_MAX];
        const size_t legal = debacle_list(&s, list);
        game_action action = list[rng_below(rng, (uint32_t)legal)];
        const bool wild = step < OPENING || rng_below(rng, RANDOM_ONE_IN) == 0;
        if (step >= OPENING) {
            const game_action best = next_action(p->searcher, limits, &s, &history, &plan);
            action = wild ? action : best;
            if (legal > 1 && count < ROUND_MAX) {
                debacle_sample_pack(&s, &p->sample[count]);
                p->value[count] = (int16_t)plan.answer.value;
                p->side[count] = s.side;
                p->cut[count++] = wild;
            }
            plan.at = wild ? 0 : plan.at;
        }
        const int side = s.side;
        before = s;
        debacle_make(&before, action);
        debacle_game.apply(&s, action, &history);
        plan.at = s.side != side ? 0 : plan.at;
    }
    game_history_free(&history);
    set_goals(p->sample, count, p->value, p->side, p->cut, &before);
    return count;
}

/* Shared by the steps. */
struct work {
    struct train_run *run;
    struct player **player;         /* one per thread */
    network net, candidate;         /* of the last accepted generation; of this one */
    struct debacle_limits rival[2]; /* of the current test: the previous network, the new one */
    uint64_t generation;            /* from 1 */
    struct train_set set[MIXED];    /* generation g is at g % MIXED */
};

static struct train_set *set_of(struct work *w, uint64_t generation)
{
    return &w->set[generation % MIXED];
}

static uint64_t positions_of(const struct work *w, uint64_t generation)
{
    const struct train_settings *settings = &w->run->settings;
    return generation == settings->generations ? settings->last_positions : settings->positions;
}

/* `generation-1.net` and the like. */
static const char *name_file(uint64_t generation, const char *kind, char name[NAME])
{
    snprintf(name, NAME, "generation-%llu.%s", (unsigned long long)generation, kind);
    return name;
}

/* `generation 2 of 6: self-play`. */
static const char *name_step(const struct work *w, const char *what, char name[NAME])
{
    snprintf(name, NAME, "generation %llu of %llu: %s", (unsigned long long)w->generation,
             (unsigned long long)w->run->settings.generations, what);
    return name;
}

/* The number of rounds per block. */
static uint64_t rounds_of(uint64_t wanted)
{
    const uint64_t part = wanted / BLOCK_PART;
    return part < BLOCK_MIN ? BLOCK_MIN : part > BLOCK_MAX ? BLOCK_MAX : part;
}

/* Plays the rounds of the set's next block. Returns the kept positions, in the order of the rounds;
 * the caller frees them. */
static struct debacle_sample *play_block(struct work *w, const struct train_set *set,
                                         const char *step, size_t *count)
{
    const struct debacle_limits limits = limits_of(w->run, w->net);
    const uint64_t wanted = positions_of(w, w->generation), rounds = rounds_of(wanted);
    const uint64_t first = train_set_next(set) * rounds;
    const double whole = (double)wanted / (double)(set->shards ? set->shards : 1);
    double done = (double)set->count;
    struct train_set kept[BLOCK_MAX];
#pragma omp parallel for schedule(dynamic, 1) num_threads(w->run->threads)
    for (uint64_t round = 0; round < rounds; round++) {
        struct player *player = w->player[omp_get_thread_num()];
        struct rng rng;
        rng_seed(&rng, train_seed(w->run, w->generation, USE_ROUND, first + round));
        const size_t played = play_round(player, &limits, &rng);
        struct train_set *to = &kept[round];
        to->count = 0;
        to->bytes = memory_new(played / KEEP_ONE_IN + 1, sizeof(struct debacle_sample));
        for (size_t i = rng_below(&rng, KEEP_ONE_IN); i < played; i += KEEP_ONE_IN)
            ((struct debacle_sample *)to->bytes)[to->count++] = player->sample[i];
#pragma omp critical
        {
            done += (double)to->count;
            if (w->run->progress)
                w->run->progress(w->run->context, step, done < whole ? done / whole : 1);
        }
    }
    *count = 0;
    for (uint64_t round = 0; round < rounds; round++)
        *count += kept[round].count;
    struct debacle_sample *all = memory_new(*count + 1, sizeof *all), *to = all;
    for (uint64_t round = 0; round < rounds; round++) {
        memcpy(to, kept[round].bytes, kept[round].count * sizeof *to);
        to += kept[round].count;
        free(kept[round].bytes);
    }
    return all;
}

/* Adds the positions of the next block: those of a shard that has been played, or new ones. */
static bool add_block(struct work *w, const char *name, struct train_set *set, const char *step,
                      struct text *why)
{
    const uint64_t wanted = positions_of(w, w->generation);
    size_t count;
    void *block = train_part_block(w->run, name, set, &count, why);
    if (!block && why->length)
        return false;
    if (!block)
        block = play_block(w, set, step, &count);
    count = count < wanted - set->count ? count : wanted - set->count;
    const bool good = train_set_add(w->run, name, set, block, count, why);
    free(block);
    return good;
}

static bool play_generation(struct work *w, struct text *why)
{
    char name[NAME], step[NAME];
    struct train_set *set = set_of(w, w->generation);
    name_file(w->generation, "positions", name);
    name_step(w, "self-play", step);
    set->record = sizeof(struct debacle_sample);
    bool good = train_set_read(w->run, name, set, why);
    while (good && set->count < positions_of(w, w->generation))
        good = add_block(w, name, set, step, why);
    if (good)
        train_part_forget(w->run, name);
    return good;
}

/* ---- shards of the self-play, for several processes ---- */

/* Whether a generation's positions are missing, and no shard of them exists. */
static bool is_not_begun(struct work *w, struct text *why)
{
    char name[NAME];
    struct train_set set = {.record = sizeof(struct debacle_sample)};
    if (train_has(w->run, name_file(w->generation, "net", name)))
        return false;
    name_file(w->generation, "positions", name);
    const bool missing = train_set_read(w->run, name, &set, why) &&
                         set.count < positions_of(w, w->generation) &&
                         !train_part_has(w->run, name);
    train_set_free(&set);
    return missing;
}

/* Whether the shard needs another block. The number of blocks that have enough positions is not
 * known until all are played, so a shard estimates it from its own blocks, with a small margin. */
static bool lacks_block(const struct train_set *part, uint64_t wanted)
{
    if (part->count == 0)
        return true;
    const double needed = 1.02 * (double)wanted * (double)part->blocks / (double)part->count;
    return (double)train_set_next(part) < needed;
}

static bool play_part(struct work *w, struct text *why)
{
    char name[NAME], step[NAME], file[TRAIN_NAME];
    const uint64_t wanted = positions_of(w, w->generation);
    struct train_set whole = {.record = sizeof(struct debacle_sample)};
    struct train_set part = {
        .record = whole.record, .shard = w->run->shard, .shards = w->run->shards};
    name_file(w->generation, "positions", name);
    name_step(w, "self-play", step);
    bool good = train_set_read(w->run, name, &whole, why);
    const bool played =
        whole.count >= wanted || train_has(w->run, name_file(w->generation, "net", file));
    train_set_free(&whole);
    if (good && played) {
        train_note(w->run, "%s: all parts are there; continue with --join", step);
        return true;
    }
    train_part_name(w->run, name, file);
    good = good && train_part_lock(w->run, file, why) && train_set_read(w->run, file, &part, why);
    while (good && lacks_block(&part, wanted)) {
        size_t count;
        struct debacle_sample *block = play_block(w, &part, step, &count);
        good = train_set_add(w->run, file, &part, block, count, why);
        free(block);
    }
    if (good)
        train_note(w->run, "%s: part %llu of %llu has %llu positions", step,
                   (unsigned long long)part.shard, (unsigned long long)part.shards,
                   (unsigned long long)part.count);
    train_set_free(&part);
    return good;
}

/* ---- fit ---- */

/* The sets that a network is fitted to, the newest last. Each position counts twice, plain and
 * mirrored. */
struct mixture {
    const struct train_set *set[MIXED];
    int sets;
};

static void describe_mixed(const void *context, uint64_t index, struct fit_example *out)
{
    const struct mixture *mixture = context;
    const bool mirrored = index % 2;
    int set = 0;
    index /= 2;
    for (; index >= mixture->set[set]->count; set++)
        index -= mixture->set[set]->count;
    debacle_sample_describe((const struct debacle_sample *)mixture->set[set]->bytes + index,
                            mirrored, out);
}

/* Reads the positions of earlier generations that are not in memory. */
static bool mix(struct work *w, struct mixture *mixture, uint64_t *positions, struct text *why)
{
    const uint64_t first = w->generation < MIXED ? 1 : w->generation - MIXED + 1;
    *mixture = (struct mixture){.sets = 0};
    *positions = 0;
    for (uint64_t generation = first; generation <= w->generation; generation++) {
        char name[NAME];
        struct train_set *set = set_of(w, generation);
        set->record = sizeof(struct debacle_sample);
        if (set->count == 0 &&
            !train_set_read(w->run, name_file(generation, "positions", name), set, why))
            return false;
        if (set->count != positions_of(w, generation))
            return text_fail(why, "%s/%s is damaged: delete it, and it will be made again",
                             w->run->folder, name);
        mixture->set[mixture->sets++] = set;
        *positions += set->count;
    }
    return true;
}

static bool fit_generation(struct work *w, struct text *why)
{
    char name[NAME], step[NAME], checkpoint[NAME], path[TRAIN_PATH];
    struct mixture mixture;
    uint64_t positions;
    double loss = 0;
    if (!mix(w, &mixture, &positions, why))
        return false;
    struct fit_net net = {
        .rows = DEBACLE_NET_ROWS, .units = (int)w->run->settings.units, .sides = 2};
    net.weight = memory_new(fit_weights(&net), sizeof *net.weight);
    const uint64_t most = 2 * positions / BATCHES_MIN;
    const struct fit_job job = {
        .examples = 2 * positions,
        .held_back = 2 * (set_of(w, w->generation)->count / HELD_BACK),
        .describe = describe_mixed,
        .context = &mixture,
        .epochs = EPOCHS,
        .batch = most < BATCH ? (int)most + 1 : BATCH,
        .rate = 2e-3f,
        .decay = 1e-3f,
        .limit = 1.9f, /* so that every sum fits into 16 bits */
        .seed = train_seed(w->run, w->generation, USE_FIT, 0),
        .step = name_step(w, "fit", step),
        .checkpoint = name_file(w->generation, "fit", checkpoint),
    };
    bool good = fit_run(w->run, &job, &net, &loss, why);
    if (good) {
        size_t length;
        void *file =
            fit_file(&net, DEBACLE_NET_MAGIC, DEBACLE_NET_ONE, DEBACLE_NET_OUT_ONE, &length);
        name_file(w->generation, "net", name);
        good = files_replace(train_path(w->run, name, path), file, length, why);
        free(file);
        train_note(w->run, "%s: %llu positions, loss %.5f on held-out positions", step,
                   (unsigned long long)positions, loss);
    }
    free(net.weight);
    return good;
}

/* ---- test ---- */

/* Plays a game; `red` plays the first seat. Returns the share of the second network. */
static uint64_t play_game(struct player *p, const struct debacle_limits limits[2], int red,
                          uint64_t seed)
{
    struct game_history history = {0};
    struct debacle s;
    struct plan plan = {.at = 0};
    struct rng rng;
    char target[8];
    uint8_t share[GAME_SEATS_MAX];
    snprintf(target, sizeof target, "%d", TEST_TARGET);
    rng_seed(&rng, seed);
    start(&s, &rng, p->option, target, &history);
    for (;;) {
        const int mover = debacle_game.mover(&s);
        if (mover == GAME_OVER)
            break;
        const int side = s.side, rounds = s.rounds;
        const game_action action =
            mover == GAME_CHANCE
                ? debacle_game.sample(&s, &rng)
                : next_action(p->searcher, &limits[s.side == DEBACLE_RED ? red : !red], &s,
                              &history, &plan);
        debacle_game.apply(&s, action, &history);
        plan.at = s.side != side || s.rounds != rounds ? 0 : plan.at;
    }
    game_history_free(&history);
    debacle_game.result(&s, share);
    return share[red == 1 ? 0 : 1];
}

static uint64_t play_pair(void *context, uint64_t set, int thread)
{
    const struct work *w = context;
    const uint64_t seed = train_seed(w->run, w->generation, USE_TEST, set);
    return play_game(w->player[thread], w->rival, 1, seed) +
           play_game(w->player[thread], w->rival, 0, seed);
}

/* The stored result of a test. */
struct verdict {
    uint64_t decision, games, sum;
    double llr;
};

/* The result of the test of the second rival against the first, from its file or by playing. */
static bool test(struct work *w, const char *name, const char *step, struct verdict *verdict,
                 struct text *why)
{
    size_t length;
    text_clear(why);
    void *kept = train_kept(w->run, name, &length, why);
    if (!kept && why->length)
        return false;
    if (kept && length == sizeof *verdict) {
        memcpy(verdict, kept, sizeof *verdict);
    } else {
        const struct train_test test = {
            .elo = {elo_low, elo_high}, .play = play_pair, .context = w};
        struct arena_pair pair;
        verdict->decision = train_compare(w->run, &test, step, &pair, &verdict->llr);
        verdict->games = pair.games;
        verdict->sum = pair.sum;
        if (!train_keep(w->run, name, verdict, sizeof *verdict, why))
            return false;
    }
    free(kept);
    return true;
}

static bool test_generation(struct work *w, bool *accepted, struct text *why)
{
    char name[NAME], step[NAME];
    struct verdict verdict;
    name_file(w->generation, "test", name);
    name_step(w, "test", step);
    w->rival[0] = limits_of(w->run, w->net);
    w->rival[1] = limits_of(w->run, w->candidate);
    if (!test(w, name, step, &verdict, why))
        return false;
    *accepted = verdict.decision == ARENA_BETTER;
    train_note(w->run, "%s: won %.1f of %llu games, LLR %.2f: %s", step,
               (double)verdict.sum / GAME_WHOLE, (unsigned long long)verdict.games, verdict.llr,
               *accepted ? "accepted" : "not accepted");
    return true;
}

/* The program's own network for the run's option, which has been checked. */
static const struct debacle_weights *shipped_for(const struct train_run *run)
{
    struct game_settings settings;
    struct debacle s;
    struct text_unread unread;
    set_option(run->option, &settings, text_unread(&unread));
    debacle_game.start(&s, &settings, text_unread(&unread));
    return debacle_net_shipped(s.rules);
}

/* Tests the result of the run against the program's own network. Only reported; nothing depends on
 * it. */
static bool test_result(struct work *w, struct text *why)
{
    const struct debacle_weights *shipped = shipped_for(w->run);
    struct verdict verdict;
    if (w->net->header.length == shipped->header.length &&
        memcmp(w->net, shipped, shipped->header.length) == 0) {
        train_note(w->run, "the result is the program's own network");
        return true;
    }
    w->rival[0] = limits_of(w->run, w->net);
    w->rival[0].weights = NULL;
    w->rival[1] = limits_of(w->run, w->net);
    if (!test(w, "result.test", "the result against the program's network", &verdict, why))
        return false;
    train_note(w->run, "the result against the program's network: won %.1f of %llu games, LLR %.2f",
               (double)verdict.sum / GAME_WHOLE, (unsigned long long)verdict.games, verdict.llr);
    return true;
}

/* ---- the run ---- */

static network read_network(const struct train_run *run, const char *name, struct text *why)
{
    char path[TRAIN_PATH];
    size_t length;
    void *bytes = files_read(train_path(run, name, path), &length, why);
    if (!bytes || debacle_net_is_whole(bytes, length))
        return bytes;
    free(bytes);
    text_fail(why, "%s/%s is damaged: delete it, and it will be made again", run->folder, name);
    return NULL;
}

/* The accepted network plays the next generation, and is stored as the result of the run. */
static bool accept(struct work *w, struct text *why)
{
    char path[TRAIN_PATH];
    free(w->net);
    w->net = w->candidate;
    w->candidate = NULL;
    return files_replace(train_path(w->run, "debacle.net", path), w->net, w->net->header.length,
                         why);
}

static bool run_generation(struct work *w, struct text *why)
{
    char name[NAME];
    bool accepted;
    if (!train_has(w->run, name_file(w->generation, "net", name)) &&
        !(play_generation(w, why) && fit_generation(w, why)))
        return false;
    train_forget(w->run, name_file(w->generation, "fit", name)); /* a killed run may have left it */
    w->candidate = read_network(w->run, name_file(w->generation, "net", name), why);
    if (!w->candidate || !test_generation(w, &accepted, why))
        return false;
    if (accepted)
        return accept(w, why);
    free(w->candidate);
    w->candidate = NULL;
    return true;
}

static void open_players(struct work *w)
{
    w->player = memory_new((size_t)w->run->threads, sizeof *w->player);
    for (int i = 0; i < w->run->threads; i++) {
        w->player[i] = memory_new(1, sizeof **w->player);
        w->player[i]->option = w->run->option;
        w->player[i]->searcher = debacle_searcher_new(TABLE_BITS, 1);
    }
}

static void close_work(struct work *w)
{
    for (int i = 0; i < w->run->threads; i++) {
        debacle_searcher_free(w->player[i]->searcher);
        free(w->player[i]);
    }
    free(w->player);
    free(w->net);
    free(w->candidate);
    for (int i = 0; i < MIXED; i++)
        train_set_free(&w->set[i]);
}

/* Whether the generation is not completed in this process: other processes play its shards, or this
 * process has played its own. */
static bool pauses(struct work *w, bool *good, struct text *why)
{
    char name[NAME];
    if (w->run->shards && !train_has(w->run, name_file(w->generation, "test", name))) {
        *good = play_part(w, why);
        return true;
    }
    if (!w->run->join || !is_not_begun(w, why))
        return false;
    train_note(w->run, "%s: play its parts with --shard", name_step(w, "self-play", name));
    return true;
}

static bool train(struct train_run *run, struct text *why)
{
    struct work w = {.run = run};
    struct game_settings settings;
    bool good = set_option(run->option, &settings, why), paused = false;
    if (good && run->option) { /* better than the sum, even if trained for other options */
        const struct debacle_weights *shipped = shipped_for(run);
        w.net = memory_new(1, shipped->header.length);
        memcpy(w.net, shipped, shipped->header.length);
    }
    open_players(&w);
    for (w.generation = 1; good && w.generation <= run->settings.generations; w.generation++) {
        set_of(&w, w.generation)->count = 0; /* of an old generation */
        paused = pauses(&w, &good, why);
        if (paused)
            break;
        good = run_generation(&w, why);
    }
    if (good && !paused)
        good = w.net ? test_result(&w, why)
                     : text_fail(why, "no network beat the hand-written evaluation");
    close_work(&w);
    return good;
}

const struct trainer debacle_trainer = {
    .game = &debacle_game,
    .defaults = {.generations = 4,
                 .positions = 4000000,
                 .last_positions = 4000000,
                 .nodes = 800,
                 .units = 128,
                 .games = 600},
    .shards = true,
    .options = true,
    .units_step = DEBACLE_NET_UNITS_MIN,
    .units_max = DEBACLE_NET_UNITS_MAX,
    .run = train,
};
