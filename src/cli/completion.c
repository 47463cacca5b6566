/* cornet completion: completion of the command line in shells, from the commands' tables of
 * options.
 *
 * The scripts of the shells run `cornet completion words LINE`, where LINE is every word up to the
 * cursor with a newline after it. The answer lists the possible words, one per line: a word, a tab
 * and its description; `:files` and `:folders` mean names of files. Values are completed according
 * to their word in the help: FILE, DIR, GAME, LEVEL, name=value. */
#include <ctype.h>
#include <string.h>

#include "agents/levels.h"
#include "base/lang.h"
#include "base/lines.h"
#include "embedded/completion_bash.h"
#include "embedded/completion_fish.h"
#include "embedded/completion_zsh.h"
#include "program/options.h"

static const char *current, *before; /* the word to complete, and the word before it */

static void offer(const char *word, const char *about)
{
    if (strncmp(word, current, strlen(current)) == 0)
        printf("%s\t%s\n", word, about);
}

static void offer_games(void)
{
    for (const struct game *const *game = game_list; *game; game++) {
        if (!((*game)->flags & GAME_EXAMPLE))
            offer((*game)->id, (*game)->title);
    }
}

static void offer_commands(void)
{
    for (const struct command *const *command = command_list; *command; command++)
        offer((*command)->name, tr((*command)->about));
}

/* Whether a game before this one has an option of the same name. */
static bool is_repeated(const struct game *const *game, const char *name)
{
    for (const struct game *const *earlier = game_list; earlier < game; earlier++) {
        if (game_option_index(*earlier, name) >= 0)
            return true;
    }
    return false;
}

static void offer_settings(void)
{
    for (const struct game *const *game = game_list; *game; game++) {
        for (const struct game_option *option = (*game)->options; option->name; option++) {
            char word[64];
            snprintf(word, sizeof word, "%s=", option->name);
            if (!is_repeated(game, option->name))
                offer(word, tr(option->about));
        }
    }
}

/* Offers the values of a word of the help. */
static void offer_kind(struct span word)
{
    if (span_is(word, "FILE"))
        puts(":files");
    else if (span_is(word, "DIR"))
        puts(":folders");
    else if (span_is(word, "GAME"))
        offer_games();
    else if (span_is(word, "name=value"))
        offer_settings();
    for (int i = 0; span_is(word, "LEVEL") && i < AGENT_LEVELS; i++)
        offer(agent_level_names[i], "");
}

/* Operands, from the line that the help shows: words in lower case are literal, an option and its
 * value are none. */
static void offer_operands(const struct command *command)
{
    bool is_value = false;
    for (const char *at = command->arguments; *at;) {
        const size_t length = strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-");
        char word[64];
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        if (length > 0 && !is_value && islower((unsigned char)*at))
            offer(word, "");
        else if (length > 0 && !is_value)
            offer_kind(span_of(word));
        if (length > 0)
            is_value = *at == '-';
        at += length ? length : 1;
    }
}

static void offer_of_command(const struct command *command, const struct command_option *options)
{
    for (const struct command_option *option = options; option->help; option++) {
        if (option->name && option->argument && strncmp(before, "--", 2) == 0 &&
            strcmp(before + 2, option->name) == 0) {
            offer_kind(span_of(option->argument));
            return;
        }
    }
    if (*current != '-') {
        offer_operands(command);
        return;
    }
    for (const struct command_option *option = options; option->help; option++) {
        char word[64];
        snprintf(word, sizeof word, "--%s", option->name ? option->name : "");
        if (option->name)
            offer(word, tr(option->help));
    }
    offer("--help", "");
    offer("--lang", "");
}

/* The words of the line. Bash splits words at `=`. */
static struct lines read_words(const char *line)
{
    struct lines words = {0};
    for (struct span rest = span_of(line); rest.length > 0;) {
        const struct span word = span_cut(&rest, '\n');
        if (!span_is(word, "="))
            lines_add(&words, word);
        else if (rest.length == 0)
            lines_add(&words, span_of(""));
    }
    return words;
}

/* The commands, or after `help` everything that it explains. */
static void offer_first(bool help)
{
    static const char *const others[] = {"help", "--help", "--version", "--lang"};
    offer_commands();
    if (help) {
        offer_games();
        offer("commands", "");
    }
    for (size_t i = 0; !help && i < sizeof others / sizeof *others; i++)
        offer(others[i], "");
}

static void complete(const struct lines *words)
{
    const size_t last = words->count - 1;
    size_t at = 1; /* of the command */
    current = words->line[last];
    before = words->line[last - 1];
    while (at < last && strncmp(words->line[at], "--l", 3) == 0)
        at += 2; /* --lang or --load, and its value */
    if (strcmp(before, "--lang") == 0) {
        offer("fr", "");
        offer("en", "");
    } else if (strcmp(before, "--load") == 0) {
        puts(":files");
    } else if (at >= last || strcmp(words->line[at], "help") == 0) {
        offer_first(at < last);
    } else {
        for (const struct command *const *command = command_list; *command; command++) {
            if (strcmp(words->line[at], (*command)->name) == 0)
                options_describe(*command, offer_of_command);
        }
    }
}

/* ---- the scripts ---- */

static const struct {
    const char *shell;
    const unsigned char *script;
} scripts[] = {{"bash", completion_bash}, {"zsh", completion_zsh}, {"fish", completion_fish}};

static int run(const struct command *command, int argc, char **argv)
{
    const struct command_option options[] = {
        {.argument = mark("SHELL"), .help = mark("Names your shell: bash, zsh or fish.")}, {0}};
    int code;
    if (!options_read(command, options, &argc, &argv, &code))
        return code;
    if (argc == 2 && strcmp(argv[0], "words") == 0) {
        struct lines words = read_words(argv[1]);
        if (words.count > 1)
            complete(&words);
        lines_free(&words);
        return command_finish(command);
    }
    for (size_t i = 0; argc == 1 && i < sizeof scripts / sizeof *scripts; i++) {
        if (strcmp(argv[0], scripts[i].shell) == 0) {
            fputs((const char *)scripts[i].script, stdout);
            return command_finish(command);
        }
    }
    return command_usage(command, tr("completion takes bash, zsh or fish"));
}

const struct command command_completion = {
    .name = "completion",
    .topic = COMMAND_TOOLS,
    .arguments = "bash|zsh|fish",
    .about = mark("Prints the completion of commands and options for your shell."),
    .notes = mark("Packages install it. Without a package, put eval \"$(cornet completion bash)\" "
                  "into ~/.bashrc, the same with zsh into ~/.zshrc after compinit, or cornet "
                  "completion fish | source into fish's configuration."),
    .example = "cornet completion bash",
    .run = run,
};
