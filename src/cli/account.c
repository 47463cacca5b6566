#include "cli/account.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/lang.h"
#include "tui/mirror.h"
#include "tui/saving.h"

#define SPARE_SECONDS 60.0 /* that a ticket stays valid after it is used */

/* ---- the file ---- */

static const struct member {
    const char *name;
    size_t offset, capacity;
} members[] = {
    {"name", offsetof(struct account, name), sizeof((struct account *)0)->name},
    {"words", offsetof(struct account, words), sizeof((struct account *)0)->words},
    {"token", offsetof(struct account, token), sizeof((struct account *)0)->token},
};

enum { MEMBERS = sizeof members / sizeof members[0] };

static char *value_of(const struct account *account, const struct member *member)
{
    return (char *)account + member->offset;
}

/* One line of the file: a member's name, a space and its value. */
static void read_line(struct account *account, char *line)
{
    line[strcspn(line, "\r\n")] = '\0';
    for (size_t i = 0; i < MEMBERS; i++) {
        const size_t length = strlen(members[i].name);
        if (strncmp(line, members[i].name, length) == 0 && line[length] == ' ')
            snprintf(value_of(account, &members[i]), members[i].capacity, "%s", line + length + 1);
    }
}

static bool read_file(struct account *account, struct text *why)
{
    const int fd = open(account->path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    struct stat status;
    char line[600];
    if (fd < 0 && errno == ENOENT)
        return true;
    FILE *in = fd < 0 ? NULL : fdopen(fd, "r");
    if (!in || fstat(fd, &status) != 0) {
        text_fail(why, "%s: %s", account->path, strerror(errno));
        if (fd >= 0)
            in ? (void)fclose(in) : (void)close(fd);
        return false;
    }
    if (status.st_mode & 077)
        text_fail(why, tr("others can read your words in %s: run chmod 600 on it"), account->path);
    else
        account->known = true;
    while (account->known && fgets(line, sizeof line, in))
        read_line(account, line);
    fclose(in);
    if (account->known && !account->token[0] && !account->words[0])
        text_fail(why, tr("%s has neither words nor a session: delete it"), account->path);
    return why->length == 0;
}

bool account_open(struct account *account, const char *url, struct text *why)
{
    char folder[4000];
    *account = (struct account){0};
    if (!fetch_read_url(url, &account->server))
        return true;
    if (!saving_folder(folder, sizeof folder))
        return true;
    snprintf(account->path, sizeof account->path, "%s/name-%.150s-%d", folder, account->server.host,
             account->server.port);
    return read_file(account, why);
}

bool account_keep(const struct account *account, struct text *why)
{
    if (!account->path[0])
        return text_fail(why, tr("there is no folder for your words: set HOME"));
    const int fd = open(account->path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    FILE *out = fd < 0 ? NULL : fdopen(fd, "w");
    if (!out || fchmod(fd, 0600) != 0) {
        text_fail(why, "%s: %s", account->path, strerror(errno));
        if (fd >= 0)
            out ? (void)fclose(out) : (void)close(fd);
        return false;
    }
    for (size_t i = 0; i < MEMBERS; i++) {
        if (value_of(account, &members[i])[0])
            fprintf(out, "%s %s\n", members[i].name, value_of(account, &members[i]));
    }
    if (fflush(out) != 0 || fsync(fd) != 0)
        text_fail(why, "%s: %s", account->path, strerror(errno));
    fclose(out);
    return why->length == 0;
}

void account_forget(struct account *account)
{
    if (account->path[0])
        unlink(account->path);
    account->name[0] = account->words[0] = account->token[0] = account->ticket[0] = '\0';
    account->known = false;
}

/* ---- requests ---- */

/* The sentence of an error. */
static void explain(const json_t *answer, const struct account *account, int status,
                    struct text *why)
{
    if (mirror_text(answer, "text")[0])
        mirror_tame(mirror_text(answer, "text"), why);
    else if (status == 404)
        text_fail(why, tr("this server has no accounts"));
    else
        text_fail(why, tr("status %d from %s:%d"), status, account->server.host,
                  account->server.port);
}

/* One request; `over`: set if it needs a session, and there is none. */
static json_t *request(struct account *account, const char *path, const char *body, bool *over,
                       struct text *why)
{
    char whole[600];
    size_t length;
    int status;
    snprintf(whole, sizeof whole, "%s%slang=%s", path, strchr(path, '?') ? "&" : "?",
             lang_is_french() ? "fr" : "en");
    char *bytes =
        fetch_ask(&account->server,
                  &(struct fetch_request){whole, account->token[0] ? account->token : NULL, body},
                  &length, &status, why);
    if (!bytes)
        return NULL;
    json_t *answer = status == 200 && strncmp(path, "/api/me/record", 14) == 0
                         ? json_stringn(bytes, length)
                         : json_loadb(bytes, length, 0, NULL);
    free(bytes);
    *over = status == 401;
    if (status == 200 && answer)
        return answer;
    explain(answer, account, status, why);
    json_decref(answer);
    return NULL;
}

static bool enter(struct account *account, json_t *proof, struct text *why)
{
    bool over;
    json_object_set_new(proof, "device", json_string(tr("Terminal")));
    json_object_set_new(proof, "token", json_true());
    char *body = json_dumps(proof, JSON_COMPACT);
    account->token[0] = '\0';
    json_t *answer = request(account, "/api/session", body, &over, why);
    free(body);
    if (!answer)
        return false;
    const char *name = mirror_text(json_object_get(answer, "person"), "name");
    const char *words = json_string_value(json_object_get(proof, "words"));
    snprintf(account->name, sizeof account->name, "%s", name);
    snprintf(account->token, sizeof account->token, "%s", mirror_text(answer, "token"));
    if (words)
        snprintf(account->words, sizeof account->words, "%s", words);
    json_decref(answer);
    return account_keep(account, why);
}

bool account_enter(struct account *account, json_t *proof, struct text *why)
{
    const bool done = enter(account, proof, why);
    json_decref(proof);
    return done;
}

json_t *account_ask(struct account *account, const char *path, json_t *body, struct text *why)
{
    char first[TEXT_WHY];
    struct text reason = text_on(first, sizeof first);
    char *bytes = body ? json_dumps(body, JSON_COMPACT) : NULL;
    bool over = false;
    json_decref(body);
    json_t *answer = account->token[0] || !account->words[0]
                         ? request(account, path, bytes, &over, &reason)
                         : NULL;
    if (!answer && (over || !account->token[0]) && account->words[0] &&
        account_enter(account, json_pack("{s:s}", "words", account->words), why))
        answer = request(account, path, bytes, &over, why);
    else if (!answer && !why->length)
        text_add(why, reason.start);
    free(bytes);
    return answer;
}

bool account_make(struct account *account, const char *name, struct text *why)
{
    bool over;
    struct text words = text_on(account->words, sizeof account->words);
    json_t *body = json_pack("{s:s,s:s,s:b}", "name", name, "device", tr("Terminal"), "token", 1);
    char *bytes = json_dumps(body, JSON_COMPACT);
    json_decref(body);
    account->token[0] = '\0';
    json_t *answer = request(account, "/api/people", bytes, &over, why);
    free(bytes);
    if (!answer)
        return false;
    size_t i;
    const json_t *word;
    text_clear(&words);
    json_array_foreach(json_object_get(answer, "words"), i, word)
    {
        text_add(&words, i ? " " : "");
        mirror_tame(json_string_value(word) ? json_string_value(word) : "", &words);
    }
    snprintf(account->name, sizeof account->name, "%s",
             mirror_text(json_object_get(answer, "person"), "name"));
    snprintf(account->token, sizeof account->token, "%s", mirror_text(answer, "token"));
    json_decref(answer);
    return account_keep(account, why);
}

const char *account_ticket(struct account *account)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    if (!account->known || (account->ticket[0] && clock_steady() < account->ticket_until))
        return account->ticket;
    json_t *answer = account_ask(account, "/api/me", NULL, &why);
    if (answer && json_is_null(json_object_get(answer, "person")) && account->words[0]) {
        json_decref(answer); /* an old session: the words begin a new one */
        account->token[0] = '\0';
        answer = account_ask(account, "/api/me", NULL, &why);
    }
    snprintf(account->ticket, sizeof account->ticket, "%s", mirror_text(answer, "ticket"));
    const char *name = mirror_text(json_object_get(answer, "person"), "name");
    if (name[0])
        snprintf(account->name, sizeof account->name, "%s", name);
    account->ticket_until = clock_steady() + 600 - SPARE_SECONDS;
    json_decref(answer);
    return account->ticket;
}

bool account_key(struct account *account, const char *table, int *seat, char *key, size_t capacity)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    json_t *answer =
        account->known ? account_ask(account, "/api/me/games?running=1", NULL, &why) : NULL;
    size_t i;
    const json_t *game;
    bool found = false;
    json_array_foreach(json_object_get(answer, "games"), i, game)
    {
        const int of = (int)json_integer_value(json_object_get(game, "seat"));
        if (found || strcmp(mirror_text(game, "table"), table) != 0 || (*seat && *seat != of))
            continue;
        *seat = of;
        snprintf(key, capacity, "%s", mirror_text(game, "key"));
        found = key[0] != '\0';
    }
    json_decref(answer);
    return found;
}
