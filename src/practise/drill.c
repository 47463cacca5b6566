#include "practise/drill.h"

#include <stdio.h>

#include "base/lang.h"
#include "base/memory.h"
#include "match/analyse.h"
#include "match/driver.h"

enum { GAMES = 60 }; /* that are begun before a theme is given up */
enum { JUDGED = 6 }; /* positions of a game that are judged */
enum { MISSED_MAX = 12 };

bool drill_is_race(const struct practice *practice)
{
    return practice->points != NULL;
}

static struct match *begin(const struct practice *practice, int theme, struct rng *rng)
{
    const struct game *game = practice->game;
    char name[MATCH_NAME_MAX];
    struct game_settings settings;
    game_defaults(game, &settings);
    settings.players = practice->themes[theme].players;
    if (practice->pose && !practice->pose(theme, rng, &settings))
        return NULL;
    struct match *match = match_new(game, &settings, TEXT_UNREAD);
    snprintf(name, sizeof name, MATCH_BOT "%s", practice->level);
    for (int seat = 1; match && seat <= settings.players; seat++)
        match_set_name(match, seat, span_of(name), TEXT_UNREAD);
    return match;
}

/* Whether the position may be one of the theme. */
static bool may_fit(const struct exercise *e, int theme)
{
    const struct judge *judge = judge_of(e->match->game);
    const union game_state view = exercise_view(e);
    game_action actions[GAME_ACTIONS_MAX];
    const size_t count = judge ? judge_choices(judge, &view, e->seat, actions) : 0;
    return count > 1 &&
           (!e->practice->offers || e->practice->offers(&view, e->seat, theme, actions, count));
}

/* Whether the position teaches something: the best choice is certain, and others lose. */
static bool is_instructive(const struct exercise *e, int theme)
{
    const double lead = e->choice[0].share - e->choice[1].share;
    return e->theme == theme && lead >= ANALYSIS_MISTAKE && lead > e->choice[1].apart;
}

static bool try_depth(struct exercise *e, int theme, int depth)
{
    const bool good = exercise_judge(e, depth, NULL) && is_instructive(e, theme);
    if (!good) {
        memory_free(e->choice);
        e->choice = NULL;
        e->count = 0;
    }
    return good;
}

/* Judges the position the mover is at: briefly first, since most positions are refused. */
static bool try_position(struct exercise *e, int theme)
{
    const int depth = e->practice->depth;
    if (depth > 1 && !try_depth(e, theme, 1))
        return false;
    memory_free(depth > 1 ? e->choice : NULL);
    return try_depth(e, theme, depth);
}

/* The seat that decides loses its bot's name. */
static void name_seat(struct exercise *e)
{
    char name[GAME_SEATS_MAX][MATCH_NAME_MAX] = {{0}};
    for (int seat = 1; seat <= e->match->settings.players; seat++) {
        if (seat != e->seat)
            snprintf(name[seat - 1], MATCH_NAME_MAX, "%s", e->match->name[seat - 1]);
    }
    match_set_names(e->match, (const char(*)[MATCH_NAME_MAX])name);
}

/* Plays a game until it comes to a position of the theme. */
static bool play_to(struct exercise *e, int theme, struct rng *rng)
{
    struct match *match = e->match;
    const size_t skip = rng_below(rng, (uint32_t)e->practice->themes[theme].lines_max);
    struct driver driver;
    int judged = 0;
    bool found = false;
    driver_init(&driver, match->game, match->settings.players);
    if (!driver_open(&driver, match, TEXT_UNREAD))
        return false;
    do {
        e->seat = match_mover(match);
        if (match->body.count < skip || e->seat < 1 || !may_fit(e, theme))
            continue;
        found = try_position(e, theme);
        judged++;
    } while (!found && judged < JUDGED && driver_play(&driver, match, rng, rng));
    driver_close(&driver);
    return found;
}

/* Draws until anybody may act. */
static bool draw_to_race(struct exercise *e, struct rng *rng)
{
    while (match_mover(e->match) == GAME_CHANCE)
        match_draw(e->match, rng);
    e->seat = 1;
    return match_mover(e->match) == GAME_ANYONE;
}

/* A position that was set up: it may begin with draws. */
static bool draw_to_choice(struct exercise *e, int theme, struct rng *rng)
{
    while (match_mover(e->match) == GAME_CHANCE)
        match_draw(e->match, rng);
    e->seat = match_mover(e->match);
    return e->seat > 0 && may_fit(e, theme) && try_position(e, theme);
}

bool drill_make(const struct practice *practice, int theme, uint64_t seed, struct exercise *out)
{
    struct rng rng;
    rng_seed(&rng, seed);
    for (int game = 0; game < GAMES; game++) {
        *out = (struct exercise){.practice = practice, .match = begin(practice, theme, &rng)};
        out->theme = theme;
        if (out->match &&
            (drill_is_race(practice)                  ? draw_to_race(out, &rng)
             : practice->themes[theme].lines_max == 0 ? draw_to_choice(out, theme, &rng)
                                                      : play_to(out, theme, &rng))) {
            name_seat(out);
            out->played = out->count;
            return true;
        }
        exercise_free(out);
    }
    return false;
}

/* ---- words ---- */

/* The points of a line `POINTS WORD`. */
static int points_of(const char *line)
{
    int points = 0;
    while (*line >= '0' && *line <= '9')
        points = 10 * points + *line++ - '0';
    return points;
}

void drill_words_begin(const struct exercise *e, struct drill_words *words)
{
    struct lines best = {0};
    *words = (struct drill_words){0};
    e->practice->words(e->match, 1, &best);
    words->most = best.count ? points_of(best.line[0]) : 0;
    lines_free(&best);
}

void drill_words_free(struct drill_words *words)
{
    lines_free(&words->said);
    lines_free(&words->missed);
}

int drill_words_add(const struct exercise *e, struct span word, struct drill_words *words,
                    struct text *why)
{
    const int points = e->practice->points(e->match, word, why);
    if (points < 0) {
        lines_printf(&words->said, "0 %.*s\t%s", span_shown(word), span_start(word), why->start);
        return points;
    }
    lines_printf(&words->said, "%d %.*s", points, span_shown(word), span_start(word));
    words->valid++;
    words->best = points > words->best ? points : words->best;
    return points;
}

void drill_words_end(const struct exercise *e, struct drill_words *words)
{
    struct lines best = {0};
    e->practice->words(e->match, MISSED_MAX, &best);
    for (size_t i = 0; i < best.count; i++) {
        if (points_of(best.line[i]) > words->best)
            lines_add(&words->missed, span_of(best.line[i]));
    }
    lines_free(&best);
}
