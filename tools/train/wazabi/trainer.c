/* The trainer of Wazabi: seven networks from scratch, by self-play, in two populations. First the
 * four for single games without teams learn, all at once. Then those for teams and tournaments
 * learn, starting from the first ones.
 *
 *     lessons, special-lessons  checkpoints while they learn (train_population.h)
 *     NAME.new        a trained network
 *     NAME.verdict    result of its sequential test against the program's network
 *     NAME            the same network, if it was not weaker
 *     wazabi-hands.table  cards that players of these networks hold (train_tally.h)
 *
 * In some games all seats but one are `greedy`, so that the networks also learn from other players:
 * in most games of the two networks for any rivals, in all games of the two for greedy rivals, and
 * in some games of the others. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "base/memory.h"
#include "tools/train/wazabi/population.h"
#include "tools/train/wazabi/tally.h"

enum { FIRST = 4, NETS = WAZABI_NET_KINDS }; /* networks of the first population, and of both */
enum { ROUND_GAMES = 8000, HANDS_GAMES = 150000 };
enum { USE_WEIGHTS = 10, USE_TEST, USE_HANDS };

/* The test refuses a network if this many Elo weaker is more likely than equally strong. */
static const double weaker = -4;

/* `games` is chosen so that rounds take about as long for each network of a population. */
static const struct net {
    const char *name;
    struct wazabi_table table;
    int games;
    enum wazabi_net_kind from; /* of the second population: its initial network */
} nets[NETS] = {
    [WAZABI_NET_TWO] = {.name = "wazabi-two.net",
                        .table = {.players = 2, .games = 1, .greedy = 65, .varied = true},
                        .games = 400},
    [WAZABI_NET_MORE] = {.name = "wazabi-more.net",
                         .table = {.games = 1, .greedy = 65, .varied = true},
                         .games = 200},
    [WAZABI_NET_TWO_GREEDY] = {.name = "wazabi-two-greedy.net",
                               .table = {.players = 2, .games = 1, .greedy = 100, .varied = true},
                               .games = 800},
    [WAZABI_NET_MORE_GREEDY] = {.name = "wazabi-more-greedy.net",
                                .table = {.games = 1, .greedy = 100, .varied = true},
                                .games = 600},
    [WAZABI_NET_TEAMS] = {.name = "wazabi-teams.net",
                          .table = {.teams = true, .games = 1, .greedy = 40, .varied = true},
                          .games = 60,
                          .from = WAZABI_NET_MORE},
    [WAZABI_NET_TWO_TOURNAMENT] =
        {.name = "wazabi-two-tournament.net",
         .table = {.players = 2, .greedy = 40, .varied = true, .standing = true},
         .games = 60,
         .from = WAZABI_NET_TWO},
    [WAZABI_NET_MORE_TOURNAMENT] = {.name = "wazabi-more-tournament.net",
                                    .table = {.greedy = 40, .varied = true, .standing = true},
                                    .games = 60,
                                    .from = WAZABI_NET_MORE},
};

static uint32_t rows_of(const struct net *net)
{
    return wazabi_net_rows((enum wazabi_net_kind)(net - nets));
}

/* In every game all seats but one are `greedy`. */
static bool is_for_greedy(const struct net *net)
{
    return net->table.greedy == 100;
}

/* The file name: name and suffix. */
static const char *file_of(const struct net *net, const char *ending, char name[64])
{
    snprintf(name, 64, "%s%s", net->name, ending);
    return name;
}

/* ---- learning ---- */

static bool write_new(struct train_run *run, const struct net *net,
                      const struct wazabi_weights *weights, struct text *why)
{
    char name[64], path[TRAIN_PATH];
    const size_t length = wazabi_weights_length(rows_of(net));
    struct wazabi_net *file = memory_new(1, length);
    const bool good = wazabi_weights_write(weights, rows_of(net), file, why) &&
                      files_replace(train_path(run, file_of(net, ".new", name), path),
                                    (const char *)file, length, why);
    free(file);
    return good;
}

static void *read_net(struct train_run *run, const struct net *net, const char *ending,
                      struct text *why)
{
    char name[64], path[TRAIN_PATH];
    size_t length;
    struct wazabi_net *file =
        files_read(train_path(run, file_of(net, ending, name), path), &length, why);
    if (file && (length != wazabi_weights_length(rows_of(net)) ||
                 memcmp(file->header.magic, WAZABI_NET_MAGIC, DATA_MAGIC) != 0 ||
                 file->header.length != length || file->header.rows != rows_of(net))) {
        free(file);
        text_fail(why, "%s/%s is damaged: delete it, and it will be made again", run->folder, name);
        return NULL;
    }
    return file;
}

/* Random weights, or those of a network of the first population. */
static bool begin(struct train_run *run, int i, struct wazabi_student *student, struct text *why)
{
    student->table = nets[i].table;
    student->games = nets[i].games;
    if (i < FIRST) {
        student->rate = 0.01;
        student->decay = -5.298317366548036; /* to a two-hundredth */
        wazabi_weights_begin(&student->now, train_seed(run, 0, USE_WEIGHTS, (uint64_t)i));
        return true;
    }
    struct wazabi_net *from = read_net(run, &nets[nets[i].from], ".new", why);
    if (!from)
        return false;
    student->rate = 0.003;
    student->decay = -4;
    wazabi_weights_read(&student->now, from);
    free(from);
    return true;
}

/* Trains the networks from `first` on, unless they exist. */
static bool teach(struct train_run *run, int first, int count, const char *checkpoint,
                  struct text *why)
{
    char name[64];
    const uint64_t each = (run->settings.positions + ROUND_GAMES - 1) / ROUND_GAMES;
    bool done = true, good = true;
    for (int i = first; i < first + count; i++)
        done &= train_has(run, file_of(&nets[i], ".new", name));
    if (done)
        return true;
    struct wazabi_student *student = memory_new((size_t)count, sizeof *student);
    struct wazabi_population population = {.student = student,
                                           .students = count,
                                           .number = (uint64_t)first,
                                           .rounds = run->settings.generations * each,
                                           .keep = each,
                                           .checkpoint = checkpoint};
    for (int i = 0; good && i < count; i++)
        good = begin(run, first + i, &student[i], why);
    good = good && wazabi_population_run(run, &population, why);
    for (int i = 0; good && i < count; i++)
        good = write_new(run, &nets[first + i], &student[i].mean, why);
    free(student);
    return good;
}

/* ---- the test against the networks of the program ---- */

struct contest {
    const struct train_run *run;
    const struct net *net;
    const struct wazabi_net *old, *new;
};

/* The number of players in a test. */
static int seats_of(const struct net *net)
{
    return net->table.players == 2 ? 2 : 4;
}

/* Plays a game of two or four, or a tournament of two games. `seats` is the network of each seat;
 * NULL is `greedy`. Returns the share of the seats with `of`. */
static uint64_t play_game(const struct contest *contest, uint64_t set,
                          const struct wazabi_net *const seats[], const struct wazabi_net *of)
{
    const struct net *net = contest->net;
    struct wazabi s;
    struct rng rng;
    uint8_t share[GAME_SEATS_MAX];
    uint64_t sum = 0;
    rng_seed(&rng, train_seed(contest->run, set, USE_TEST, is_for_greedy(net)));
    wazabi_worker_start(seats_of(net), net->table.teams, net->table.standing ? 2 : 1, &s);
    wazabi_worker_finish(&s, seats, &rng, NULL, NULL);
    wazabi_game.result(&s, share);
    for (int seat = 0; seat < s.players; seat++)
        sum += seats[seat] == of ? share[seat] : 0;
    return sum;
}

/* Both networks play against each other, or each plays alone among greedy players. In the second
 * case the old one's losses count for the new one. */
static uint64_t play_set(void *context, uint64_t set, int thread)
{
    const struct contest *contest = context;
    const struct wazabi_net *seats[4] = {NULL};
    uint64_t sum = 0;
    (void)thread;
    if (is_for_greedy(contest->net)) {
        const uint64_t seat = set % (uint64_t)seats_of(contest->net);
        seats[seat] = contest->new;
        sum = play_game(contest, set, seats, contest->new);
        seats[seat] = contest->old;
        return sum + GAME_WHOLE - play_game(contest, set, seats, contest->old);
    }
    for (int turn = 0; turn < 2; turn++) {
        for (int seat = 0; seat < 4; seat++)
            seats[seat] = seat % 2 == turn ? contest->new : contest->old;
        sum += play_game(contest, set, seats, contest->new);
    }
    return sum;
}

static bool keep_if_good(struct train_run *run, const struct net *net, const struct wazabi_net *new,
                         enum arena_decision decision, double share, uint64_t games,
                         struct text *why)
{
    const bool accepted = decision == ARENA_BETTER;
    char name[64], path[TRAIN_PATH], line[160];
    const int length = snprintf(
        line, sizeof line, "%s: %.2f %% of %llu games against the program's: %s\n", net->name,
        100 * share, (unsigned long long)games, accepted ? "accepted" : "refused");
    if (accepted && !files_replace(train_path(run, net->name, path), (const char *)new,
                                   wazabi_weights_length(rows_of(net)), why))
        return false;
    train_note(
        run,
        accepted ? "%s: %.2f %% of %llu games against the program's network: accepted"
        : decision == ARENA_OPEN
            ? "%s: %.2f %% of %llu games against the program's network: undecided, so rejected"
            : "%s: %.2f %% of %llu games against the program's network: rejected",
        net->name, 100 * share, (unsigned long long)games);
    return files_replace(train_path(run, file_of(net, ".verdict", name), path), line,
                         (size_t)length, why);
}

static bool test_net(struct train_run *run, const struct net *net, struct text *why)
{
    char name[64];
    struct arena_pair pair = {0};
    double llr;
    if (train_has(run, file_of(net, ".verdict", name)))
        return true;
    struct wazabi_net *new = read_net(run, net, ".new", why);
    if (!new)
        return false;
    struct contest contest = {run, net, wazabi_net_shipped((enum wazabi_net_kind)(net - nets)),
                              new};
    const struct train_test test = {.elo = {weaker, 0}, .play = play_set, .context = &contest};
    const enum arena_decision decision = train_compare(run, &test, net->name, &pair, &llr);
    const double share = (double)pair.sum / ((double)pair.games * GAME_WHOLE);
    const bool good = keep_if_good(run, net, new, decision, share, pair.games, why);
    free(new);
    return good;
}

/* ---- the whole run ---- */

/* Computes the table of hands for players with the accepted networks, or the program's. */
static bool tally_hands(struct train_run *run, struct text *why)
{
    static const char table[] = "wazabi-hands.table";
    struct wazabi_net *new[2] = {NULL};
    const struct wazabi_net *use[2];
    char path[TRAIN_PATH];
    struct wazabi_hands_table out;
    bool good = true;
    if (train_has(run, table))
        return true;
    for (int i = WAZABI_NET_TWO; i <= WAZABI_NET_MORE; i++) {
        if (train_has(run, nets[i].name)) {
            new[i] = read_net(run, &nets[i], "", why);
            good &= new[i] != NULL;
        }
        use[i] = new[i] ? new[i] : wazabi_net_shipped((enum wazabi_net_kind)i);
    }
    if (good) {
        const uint64_t games =
            run->settings.games < HANDS_GAMES ? run->settings.games : HANDS_GAMES;
        wazabi_tally_hands(run, use, games, train_seed(run, 0, USE_HANDS, 0), &out);
        good = files_replace(train_path(run, table, path), (const char *)&out, sizeof out, why);
    }
    free(new[0]);
    free(new[1]);
    return good;
}

static bool run_all(struct train_run *run, struct text *why)
{
    if (!teach(run, 0, FIRST, "lessons", why) ||
        !teach(run, FIRST, NETS - FIRST, "special-lessons", why))
        return false;
    for (int i = 0; i < NETS; i++) {
        if (!test_net(run, &nets[i], why))
            return false;
    }
    if (!tally_hands(run, why))
        return false;
    for (int i = 0; i < NETS; i++) {
        if (train_has(run, nets[i].name))
            return true;
    }
    return text_fail(why, "no network was as strong as the program's");
}

const struct trainer wazabi_trainer = {
    .game = &wazabi_game,
    .defaults = {.generations = 100,
                 .positions = 600000,
                 .units = WAZABI_NET_HIDDEN,
                 .games = 400000},
    .units_step = WAZABI_NET_HIDDEN,
    .units_max = WAZABI_NET_HIDDEN,
    .run = run_all,
};
