/* What others see of a person. */
#include <string.h>

#include "people/internal.h"
#include "people/names.h"

#define GAMES_SHOWN 10

struct found {
    int64_t person;
    char name[MATCH_NAME_MAX];
    int64_t made;
    int visible;
};

static bool read_found(void *context, const struct people_value column[], int columns)
{
    struct found *found = context;
    (void)columns;
    found->person = column[0].number;
    snprintf(found->name, sizeof found->name, "%.*s", (int)column[1].bytes.length,
             column[1].bytes.at);
    found->made = column[2].number;
    found->visible = (int)column[3].number;
    return false;
}

static bool write_profile(struct handling *h, const struct found *found)
{
    struct json *json = &h->json;
    json_open(json, '{');
    json_key_string(json, "name", found->name);
    json_key_number(json, "since", found->made);
    json_key_string(json, "visible", found->visible == 2 ? "games" : "results");
    json_key_open(json, "by_game", '[');
    if (!people_put_by_game(h, found->person, false))
        return false;
    json_close(json, ']');
    if (found->visible == 2 && !people_put_games(h, found->person, GAMES_SHOWN, true))
        return false;
    json_close(json, '}');
    return true;
}

/* A hidden profile, one's own too, and a name that nobody has give the same answer. */
bool people_profile(struct handling *h)
{
    char buffer[TEXT_WHY];
    struct text why = text_on(buffer, sizeof buffer);
    char fold[PEOPLE_FOLD_MAX];
    struct found found = {.person = 0};
    people_fold_name(h->q->name, fold);
    if (!RUN_ROWS(&h->env->db, &why, read_found, &found,
                  "SELECT id, name, made, visible FROM person WHERE fold = $1 AND visible > 0",
                  TEXT(fold)))
        return people_failed(h, &why);
    return found.person
               ? write_profile(h, &found)
               : people_refuse(h, 404, "unknown", tr("nobody shows a profile under this name"));
}
