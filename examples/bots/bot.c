/* A bot for every game of Cornet in C, with the standard library alone: it plays any legal move.
 *
 *     cc -O2 -o bot examples/bots/bot.c
 *     cornet sim wazabi --agents exec:./bot,greedy --games 100
 *
 * docs/develop/bots.md says what the lines mean. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LINE_MAX_BYTES = 20000, LEGAL_MAX = 512, MOVE_MAX = 512 };

static char legal[LEGAL_MAX][MOVE_MAX];
static int count;

/* Whether the line begins with this word and a space; `rest` is what follows. */
static int begins(const char *line, const char *word, const char **rest)
{
    const size_t length = strlen(word);
    *rest = line + length + 1;
    return strncmp(line, word, length) == 0 && line[length] == ' ';
}

static void answer(unsigned now, int race)
{
    const char *move = legal[rand() % count];
    if (race)
        printf("at %u %s\n", now + 2000 + (unsigned)(rand() % 8000), move);
    else
        printf("play %s\n", move);
    fflush(stdout); /* or the answer stays here */
}

int main(void)
{
    static char line[LINE_MAX_BYTES];
    const char *rest;
    unsigned now = 0;
    int race = 0;
    srand((unsigned)time(NULL));
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        if (begins(line, "view", &rest)) { /* a question begins */
            count = 0;
            race = 0;
        } else if (begins(line, "legal", &rest) && count < LEGAL_MAX) {
            snprintf(legal[count++], MOVE_MAX, "%.*s", MOVE_MAX - 1, rest);
        } else if (begins(line, "clock", &rest)) {
            now = (unsigned)strtoul(rest, NULL, 10);
            race = 1;
        } else if (strcmp(line, "go") == 0) {
            answer(now, race);
        } else if (strcmp(line, "quit") == 0) {
            break;
        }
    }
    return 0;
}
