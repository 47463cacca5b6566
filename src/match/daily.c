#include "match/daily.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "agents/levels.h"

/* 2026-11-01. */
const long daily_first = 20758;

/* Public, as the program is: the commitments prove that nobody changed the dice afterwards. They
 * hide nothing from somebody who reads this. */
static const unsigned char master[FAIR_BYTES] = "cornet: challenges of the day 01";

const struct daily *daily_of(const struct game *game)
{
    const struct daily *const *daily = daily_list;
    while (*daily && (*daily)->game != game)
        daily++;
    return *daily;
}

/* ---- dates: the civil calendar, in days since 1970-01-01 ---- */

static long days_of(long year, long month, long day)
{
    year -= month <= 2;
    const long era = (year >= 0 ? year : year - 399) / 400;
    const long of_era = year - era * 400;
    const long of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

void daily_date(long day, char date[DAILY_DATE])
{
    day += 719468;
    const long era = (day >= 0 ? day : day - 146096) / 146097;
    const long of_era = day - era * 146097;
    const long year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    const long of_year = of_era - (365 * year + year / 4 - year / 100);
    const long month = (5 * of_year + 2) / 153;
    const unsigned of_month = (unsigned)(of_year - (153 * month + 2) / 5 + 1);
    const unsigned name = (unsigned)(month < 10 ? month + 3 : month - 9);
    snprintf(date, DAILY_DATE, "%04u-%02u-%02u", (unsigned)(year + era * 400 + (name <= 2)) % 10000,
             name % 100, of_month % 100);
}

bool daily_read(struct span date, long *day)
{
    char again[DAILY_DATE];
    uint64_t part[3];
    struct span rest = date;
    if (date.length != DAILY_DATE - 1 || date.at[4] != '-' || date.at[7] != '-')
        return false;
    for (int i = 0; i < 3; i++) { /* leading zeros are not numbers elsewhere */
        struct span one = span_cut(&rest, '-');
        while (one.length > 1 && one.at[0] == '0')
            one = (struct span){one.at + 1, one.length - 1};
        if (!span_number(one, i ? 1 : 1970, i ? 31 : 9999, &part[i]))
            return false;
    }
    *day = days_of((long)part[0], (long)part[1], (long)part[2]);
    daily_date(*day, again); /* 31 April is 1 May */
    return span_is(date, again);
}

unsigned daily_number(const struct daily *daily, long day)
{
    const long count = (long)daily->count();
    const long at = count ? (day - daily_first) % count : 0;
    return (unsigned)(at < 0 ? at + count : at);
}

/* ---- a game with the day's dice ---- */

void daily_name(const struct daily *daily, long day, char name[FAIR_TABLE_MAX])
{
    char date[DAILY_DATE];
    struct text out = text_on(name, FAIR_TABLE_MAX);
    daily_date(day, date);
    text_printf(&out, DAILY_PREFIX "%s-%s", date, daily->game->id);
}

bool daily_of_name(struct span name, const struct daily **daily, long *day)
{
    const size_t prefix = strlen(DAILY_PREFIX), start = prefix + DAILY_DATE;
    char again[FAIR_TABLE_MAX];
    if (name.length <= start || strncmp(name.at, DAILY_PREFIX, prefix) != 0 ||
        !daily_read((struct span){name.at + prefix, DAILY_DATE - 1}, day))
        return false;
    const struct game *game = game_find((struct span){name.at + start, name.length - start});
    *daily = game ? daily_of(game) : NULL;
    if (!*daily || (*daily)->kind != DAILY_GAME)
        return false;
    daily_name(*daily, *day, again);
    return span_is(name, again);
}

void daily_seed(const struct daily *daily, long day, unsigned char seed[FAIR_BYTES])
{
    char name[FAIR_TABLE_MAX];
    daily_name(daily, day, name);
    crypto_auth_hmacsha256(seed, (const unsigned char *)name, strlen(name), master);
}

void daily_settings(const struct daily *daily, struct game_settings *settings,
                    char name[][MATCH_NAME_MAX])
{
    game_defaults(daily->game, settings);
    settings->players = daily->players;
    memset(name, 0, (size_t)daily->players * MATCH_NAME_MAX);
    for (int i = 1; i < daily->players; i++) {
        snprintf(name[i], MATCH_NAME_MAX, MATCH_BOT "%s", agent_level_names[daily->level]);
        settings->bots |= 1u << i;
    }
}

void daily_dice(const struct daily *daily, long day, struct fair *fair)
{
    struct game_settings settings;
    char name[GAME_SEATS_MAX][MATCH_NAME_MAX];
    unsigned char commit[FAIR_BYTES];
    struct lines lines = {0};
    daily_settings(daily, &settings, name);
    struct match *match = match_new(daily->game, &settings, TEXT_UNREAD);
    *fair = (struct fair){.players = (uint8_t)daily->players, .attempt = 1};
    daily_name(daily, day, fair->table);
    daily_seed(daily, day, fair->seed);
    fair_commit(fair->seed, commit);
    fair_settings(fair, match, &lines);
    fair_close(fair, commit, &lines);
    fair_make_key(fair);
    lines_free(&lines);
    match_free(match);
}

uint64_t daily_bot_seed(const unsigned char seed[FAIR_BYTES], const struct match *match)
{
    unsigned char digest[FAIR_BYTES];
    char message[64];
    size_t lines = 0;
    uint64_t number = 0;
    for (size_t i = 0; i < match->body.count; i++)
        lines += match->body.line[i][0] != '#';
    snprintf(message, sizeof message, "cornet daily bot %zu\n", lines);
    crypto_auth_hmacsha256(digest, (const unsigned char *)message, strlen(message), seed);
    for (int i = 0; i < 8; i++)
        number = number << 8 | digest[i];
    return number ? number : 1;
}
