/* cornet completion: what a shell completes, made from the commands' own tables of options.
 *
 * A `struct shell` writes the script of one shell: what comes before the commands, a block for each
 * command, what comes after them. Values are completed by the word that stands for them in the
 * help: FILE, DIR, GAME, LEVEL, name=value. */
#include <ctype.h>
#include <string.h>

#include "agents/levels.h"
#include "base/lang.h"
#include "program/options.h"

struct shell {
    const char *name;
    void (*begin)(void);
    void (*block)(const struct command *command, const struct command_option *options);
    void (*end)(void);
};

/* ---- what can stand in a place ---- */

/* Bits: a place may take several. */
enum kind { KIND_FILE = 1, KIND_FOLDER = 2, KIND_GAME = 4, KIND_LEVEL = 8, KIND_SETTING = 16 };

/* Words, with spaces between them, and perhaps names of files. */
struct place {
    unsigned kinds;
    char words[512];
};

static const struct {
    const char *word; /* in the help */
    enum kind kind;
} kinds[] = {{"FILE", KIND_FILE},
             {"DIR", KIND_FOLDER},
             {"GAME", KIND_GAME},
             {"LEVEL", KIND_LEVEL},
             {"name=value", KIND_SETTING}};

static unsigned kind_of(struct span word)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (span_is(word, kinds[i].word))
            return kinds[i].kind;
    }
    return 0;
}

static void add_word(struct text *words, struct span word)
{
    if (words->length > 0)
        text_char(words, ' ');
    text_add_bytes(words, word.at, word.length);
}

/* Options of several games may have the same name. */
static void add_settings(struct text *words, const struct game *game)
{
    for (const struct game_option *option = game->options; option->name; option++) {
        char name[64], all[600];
        snprintf(name, sizeof name, " %s=", option->name);
        snprintf(all, sizeof all, " %s", words->start);
        if (!strstr(all, name))
            add_word(words, span_of(name + 1));
    }
}

/* The words that the place's kinds stand for. */
static void add_known(struct place *place, struct text *words)
{
    for (const struct game *const *game = game_list; *game; game++) {
        if ((*game)->flags & GAME_EXAMPLE)
            continue;
        if (place->kinds & KIND_GAME)
            add_word(words, span_of((*game)->id));
        if (place->kinds & KIND_SETTING)
            add_settings(words, *game);
    }
    for (int i = 0; place->kinds & KIND_LEVEL && i < AGENT_LEVELS; i++)
        add_word(words, span_of(agent_level_names[i]));
}

static void place_of_value(const struct command_option *option, struct place *place)
{
    struct text words = text_on(place->words, sizeof place->words);
    place->kinds = kind_of(span_of(option->argument));
    add_known(place, &words);
}

/* Operands, from the line that the help shows: words in lower case stand for themselves, an option
 * and its value are none. */
static void place_of_operands(const struct command *command, struct place *place)
{
    struct text words = text_on(place->words, sizeof place->words);
    bool is_value = false;
    place->kinds = 0;
    for (const char *at = command->arguments; *at;) {
        const size_t length = strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-");
        const struct span word = {at, length};
        if (length > 0 && !is_value && *at != '-') {
            place->kinds |= kind_of(word);
            if (islower((unsigned char)*at))
                add_word(&words, word);
        }
        if (length > 0)
            is_value = *at == '-';
        at += length ? length : 1;
    }
    add_known(place, &words);
}

/* ---- writing ---- */

/* A text within single quotes of the shell; `escaped` are further characters that need a backslash.
 */
static void put_quoted(const char *text, const char *escaped, const char *quote)
{
    for (; *text; text++) {
        if (*text == '\'') {
            fputs(quote, stdout);
        } else {
            if (strchr(escaped, *text))
                putchar('\\');
            putchar(*text);
        }
    }
}

/* The commands; and what else `cornet help` explains. Each word has a space after it. */
static void put_commands(void)
{
    for (const struct command *const *command = command_list; *command; command++)
        printf("%s ", (*command)->name);
}

static void put_topics(void)
{
    for (const struct game *const *game = game_list; *game; game++) {
        if (!((*game)->flags & GAME_EXAMPLE))
            printf("%s ", (*game)->id);
    }
    fputs("commands", stdout);
}

/* ---- bash ---- */

static void begin_bash(void)
{
    puts("# bash completion for cornet, made by `cornet completion bash`\n"
         "_cornet_words()\n"
         "{\n"
         "    COMPREPLY+=($(compgen -W \"$1\" -- \"$cur\"))\n"
         "    [[ ${COMPREPLY[0]} != *= ]] || compopt -o nospace 2>/dev/null\n"
         "}\n"
         "_cornet_files()\n"
         "{\n"
         "    local name\n"
         "    compopt -o filenames 2>/dev/null\n"
         "    while IFS= read -r name; do COMPREPLY+=(\"$name\"); done < <(compgen \"$1\" -- "
         "\"$cur\")\n"
         "}\n"
         "_cornet()\n"
         "{\n"
         "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command= at\n"
         "    COMPREPLY=()\n"
         "    # A value after `=` is a word of its own.\n"
         "    if [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD - 2]}; fi\n"
         "    if [[ $cur == = ]]; then cur=; fi\n"
         "    for ((at = 1; at < COMP_CWORD; at++)); do\n"
         "        case ${COMP_WORDS[at]} in\n"
         "        --lang) ((at++)); if [[ ${COMP_WORDS[at]} == = ]]; then ((at++)); fi ;;\n"
         "        *) command=${COMP_WORDS[at]}; break ;;\n"
         "        esac\n"
         "    done\n"
         "    if [[ $prev == --lang ]]; then _cornet_words 'fr en'; return; fi\n"
         "    case $command in");
    printf("    '')\n        _cornet_words '");
    put_commands();
    puts("help --help --version --lang' ;;");
    printf("    help)\n        _cornet_words '");
    put_commands();
    put_topics();
    puts("' ;;");
}

/* One case of what stands before the word that is completed. */
static void put_bash_value(const struct command_option *option)
{
    struct place place;
    place_of_value(option, &place);
    printf("        --%s) ", option->name);
    if (*place.words)
        printf("_cornet_words '%s' ", place.words);
    if (place.kinds & (KIND_FILE | KIND_FOLDER))
        printf("_cornet_files %s ", place.kinds & KIND_FILE ? "-f" : "-d");
    puts(";;");
}

static void block_bash(const struct command *command, const struct command_option *options)
{
    struct place place;
    place_of_operands(command, &place);
    printf("    %s)\n        case $prev in\n", command->name);
    for (const struct command_option *option = options; option->help; option++) {
        if (option->name && option->argument)
            put_bash_value(option);
    }
    printf("        *) if [[ $cur == -* ]]; then _cornet_words '");
    for (const struct command_option *option = options; option->help; option++) {
        if (option->name)
            printf("--%s ", option->name);
    }
    printf("--help --lang'");
    if (*place.words || place.kinds & KIND_FILE)
        printf("; else _cornet_words '%s'%s", place.words,
               place.kinds & KIND_FILE ? "; _cornet_files -f" : "");
    puts("; fi ;;\n        esac ;;");
}

static void end_bash(void)
{
    puts("    esac\n"
         "}\n"
         "complete -F _cornet cornet");
}

/* ---- zsh ---- */

#define ZSH_QUOTE "'\\''"

static void begin_zsh(void)
{
    puts("#compdef cornet\n"
         "# zsh completion for cornet, made by `cornet completion zsh`\n"
         "_cornet() {\n"
         "    local curcontext=$curcontext state line\n"
         "    typeset -A opt_args\n"
         "    local -a commands=(");
    for (const struct command *const *command = command_list; *command; command++) {
        printf("        '%s:", (*command)->name);
        put_quoted(tr((*command)->about), ":\\", ZSH_QUOTE);
        puts("'");
    }
    puts("    )\n"
         "    _arguments -C -A '-*' '(- *)--help' '(- *)--version' '*--lang=:language:(fr en)' \\\n"
         "        '1:command:->command' '*::argument:->argument'\n"
         "    case $state in\n"
         "    command) _describe -t commands command commands ;;\n"
         "    argument)\n"
         "        case $words[1] in\n"
         "        help)");
    fputs("            compadd -- ", stdout);
    put_topics();
    puts("\n            _describe -t commands command commands ;;");
}

/* What completes a place, as an action of _arguments. */
static void put_zsh_action(const struct place *place)
{
    const char *files = place->kinds & KIND_FILE ? "_files" : "_files -/";
    if (place->kinds & KIND_SETTING)
        printf("{compadd -S \"\" -- %s}", place->words);
    else if (*place->words && place->kinds & KIND_FILE)
        printf("{compadd -- %s; _files}", place->words);
    else if (*place->words)
        printf("(%s)", place->words);
    else
        fputs(place->kinds & (KIND_FILE | KIND_FOLDER) ? files : " ", stdout);
}

static void put_zsh_option(const struct command_option *option)
{
    struct place place;
    printf(" \\\n            '%s--%s%s[", option->list ? "*" : "", option->name,
           option->argument ? "=" : "");
    put_quoted(tr(option->help), "[]\\", ZSH_QUOTE);
    putchar(']');
    if (option->argument) {
        place_of_value(option, &place);
        putchar(':');
        put_quoted(tr(option->argument), ":\\", ZSH_QUOTE);
        putchar(':');
        put_zsh_action(&place);
    }
    putchar('\'');
}

static void block_zsh(const struct command *command, const struct command_option *options)
{
    struct place place;
    place_of_operands(command, &place);
    printf("        %s)\n            _arguments '(- *)--help' '*--lang=:language:(fr en)'",
           command->name);
    for (const struct command_option *option = options; option->help; option++) {
        if (option->name)
            put_zsh_option(option);
    }
    if (*place.words || place.kinds & KIND_FILE) {
        printf(" \\\n            '*:%s:", "operand");
        put_zsh_action(&place);
        putchar('\'');
    }
    puts(" ;;");
}

static void end_zsh(void)
{
    puts("        esac ;;\n"
         "    esac\n"
         "}\n"
         "if [[ $funcstack[1] = _cornet ]]; then _cornet \"$@\"; else compdef _cornet cornet; fi");
}

/* ---- fish ---- */

#define FISH_QUOTE "\\'"

static void begin_fish(void)
{
    puts("# fish completion for cornet, made by `cornet completion fish`\n"
         "complete -c cornet -f\n"
         "complete -c cornet -l lang -x -a 'fr en'\n"
         "complete -c cornet -l help\n"
         "complete -c cornet -n __fish_use_subcommand -l version\n"
         "complete -c cornet -n __fish_use_subcommand -a help");
    printf("complete -c cornet -n '__fish_seen_subcommand_from help' -a '");
    put_topics();
    puts("'");
    for (const struct command *const *command = command_list; *command; command++) {
        printf("complete -c cornet -n '__fish_use_subcommand; or __fish_seen_subcommand_from help' "
               "-a %s -d '",
               (*command)->name);
        put_quoted(tr((*command)->about), "\\", FISH_QUOTE);
        puts("'");
    }
}

static void put_fish_option(const struct command *command, const struct command_option *option)
{
    struct place place;
    printf("complete -c cornet -n '__fish_seen_subcommand_from %s' -l %s", command->name,
           option->name);
    if (option->argument) {
        place_of_value(option, &place);
        if (*place.words)
            printf(" -x -a '%s'", place.words);
        else if (place.kinds & KIND_FOLDER)
            fputs(" -x -a '(__fish_complete_directories)'", stdout);
        else
            fputs(place.kinds & KIND_FILE ? " -r -F" : " -x", stdout);
    }
    fputs(" -d '", stdout);
    put_quoted(tr(option->help), "\\", FISH_QUOTE);
    puts("'");
}

static void block_fish(const struct command *command, const struct command_option *options)
{
    struct place place;
    place_of_operands(command, &place);
    for (const struct command_option *option = options; option->help; option++) {
        if (option->name)
            put_fish_option(command, option);
    }
    if (*place.words)
        printf("complete -c cornet -n '__fish_seen_subcommand_from %s' -a '%s'\n", command->name,
               place.words);
    if (place.kinds & KIND_FILE)
        printf("complete -c cornet -n '__fish_seen_subcommand_from %s' -F\n", command->name);
}

static void end_fish(void)
{
}

/* ---- the command ---- */

static const struct shell shells[] = {{"bash", begin_bash, block_bash, end_bash},
                                      {"zsh", begin_zsh, block_zsh, end_zsh},
                                      {"fish", begin_fish, block_fish, end_fish}};

static int run(const struct command *command, int argc, char **argv)
{
    const struct command_option options[] = {{.argument = mark("SHELL"), .help = "bash, zsh, fish"},
                                             {0}};
    int code;
    if (!options_read(command, options, &argc, &argv, &code))
        return code;
    const struct shell *shell = NULL;
    for (size_t i = 0; argc == 1 && i < sizeof shells / sizeof *shells; i++) {
        if (strcmp(argv[0], shells[i].name) == 0)
            shell = &shells[i];
    }
    if (!shell)
        return command_usage(command, tr("completion takes bash, zsh or fish"));
    shell->begin();
    for (const struct command *const *each = command_list; *each; each++)
        options_describe(*each, shell->block);
    shell->end();
    return command_finish(command);
}

const struct command command_completion = {
    .name = "completion",
    .topic = COMMAND_TOOLS,
    .arguments = "bash|zsh|fish",
    .about = mark("prints completion of commands and options for your shell"),
    .notes = mark("Packages install it. Without a package, put eval \"$(cornet completion bash)\" "
                  "into ~/.bashrc, the same with zsh into ~/.zshrc after compinit, or cornet "
                  "completion fish | source into fish's configuration."),
    .example = "cornet completion bash",
    .run = run,
};
