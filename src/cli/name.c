/* cornet name: the user's name at a server. The account's words and session are in a file that only
 * the user can read; cornet join uses it. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/lang.h"
#include "cli/my_games.h"
#include "program/options.h"

enum { WORDS_MAX = 400 };

struct naming {
    const struct command *command;
    const char *keep, *code;
    bool words, out, games;
};

/* Reads six words from the terminal or from standard input. */
static bool read_words(char line[WORDS_MAX])
{
    if (isatty(STDIN_FILENO)) {
        fputs(tr("Your six words: "), stdout);
        fflush(stdout);
    }
    if (!fgets(line, WORDS_MAX, stdin))
        return false;
    line[strcspn(line, "\r\n")] = '\0';
    return line[0] != '\0';
}

/* The words of a new account, shown once. */
static void show_words(const struct account *account, struct screen *screen)
{
    char words[sizeof account->words], *rest = words;
    int number = 1;
    memcpy(words, account->words, sizeof words);
    screen_printf(screen, tr("%s is yours. These are your six words:\n"), account->name);
    for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        screen_printf(screen, "  %d. %s\n", number++, word);
    screen_put_wrapped(screen,
                       tr("Write them on paper: with them you are this person on any device. The "
                          "server cannot show them again."),
                       0);
    screen_printf(screen, tr("They are also in %s, which only you can read.\n"), account->path);
}

static int sign_in(const struct naming *n, struct account *account, struct screen *screen)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    char line[WORDS_MAX];
    if (n->words && !read_words(line))
        return command_failed(n->command, tr("no words were typed"));
    if (!account_enter(account,
                       n->words ? json_pack("{s:s}", "words", line)
                                : json_pack("{s:s}", "code", n->code),
                       &why))
        return command_failed(n->command, "%s", why.start);
    screen_printf(screen, tr("You are %s here.\n"), account->name);
    return COMMAND_DONE;
}

static int sign_out(const struct naming *n, struct account *account, struct screen *screen)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    json_t *answer = account_ask(account, "/api/session/end", json_object(), &why);
    if (!answer)
        return command_failed(n->command, "%s", why.start);
    json_decref(answer);
    account_forget(account);
    screen_put_wrapped(screen, tr("Signed out. To sign in again you need your six words."), 0);
    return COMMAND_DONE;
}

static int act(const struct naming *n, struct account *account, struct screen *screen,
               const char *server)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    const bool enters = n->keep || n->words || n->code;
    if (enters && account->known)
        return command_failed(
            n->command, tr("you are %s at this server already: sign out first with --sign-out"),
            account->name);
    if (!enters && !account->known)
        return command_failed(n->command,
                              tr("you have no name at this server here: --keep NAME makes one, "
                                 "--words or --code signs in"));
    if (n->keep && !account_make(account, n->keep, &why))
        return command_failed(n->command, "%s", why.start);
    if (n->keep)
        show_words(account, screen);
    else if (enters)
        return sign_in(n, account, screen);
    else if (n->out)
        return sign_out(n, account, screen);
    else if (!account_ticket(account)[0])
        return command_failed(n->command, tr("the server does not accept this session or its "
                                             "words"));
    else
        screen_printf(screen, tr("You are %s here.\n"), account->name);
    if (n->games && !my_games_print(account, screen, server, &why))
        return command_failed(n->command, "%s", why.start);
    return COMMAND_DONE;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct naming n = {.command = command};
    struct screen screen = screen_on(stdout);
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct account account;
    int code;
    const struct command_option options[] = {
        {.argument = "URL", .help = mark("Names the server by its address, http://HOST:PORT/.")},
        {"keep", mark("NAME"), mark("Makes an account with this name, and shows its six words."),
         .text = &n.keep, .group = 1},
        {"words", NULL, mark("Signs in with six words, which are read from the input."),
         .flag = &n.words, .group = 1},
        {"code", mark("CODE"),
         mark("Signs in with the code that another device shows under Your name, Open on another "
              "device."),
         .text = &n.code, .group = 1},
        {"games", NULL, mark("Lists your running and your last finished games."), .flag = &n.games,
         .group = 1},
        {"sign-out", NULL, mark("Signs this terminal out, and deletes the file with the words."),
         .flag = &n.out, .group = 1},
        {0},
    };
    if (!options_read(command, options, &argc, &argv, &code))
        return code;
    if (argc != 1 || !fetch_read_url(argv[0], &account.server))
        return command_usage(command, tr("give the server's address: http://HOST:PORT/"));
    if (!account_open(&account, argv[0], &why))
        return command_failed(command, "%s", why.start);
    code = act(&n, &account, &screen, argv[0]);
    return code == COMMAND_DONE ? command_finish(command) : code;
}

const struct command command_name = {
    .name = "name",
    .topic = COMMAND_PLAY,
    .arguments = "URL",
    .about = mark("Keeps your name at a server, and lists your games there."),
    .notes = mark("cornet join then plays under this name. Only you can read the file with your "
                  "words."),
    .example = "cornet name http://localhost:7777/ --keep Anne",
    .run = run,
};
