#include "tui/terminal.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

char terminal_terminal_reset[256];
static struct termios saved_mode;
static volatile sig_atomic_t is_kept;

bool terminal_is_possible(void)
{
    const char *name = getenv("TERM");
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && name && *name &&
           strcmp(name, "dumb") != 0;
}

bool terminal_keep(void)
{
    is_kept = tcgetattr(STDIN_FILENO, &saved_mode) == 0;
    return is_kept;
}

void terminal_restore(void)
{
    if (!is_kept)
        return;
    is_kept = 0;
    if (write(STDOUT_FILENO, terminal_terminal_reset, strlen(terminal_terminal_reset)) < 0)
        return; /* the terminal is gone */
    tcsetattr(STDIN_FILENO, TCSANOW, &saved_mode);
}

void terminal_catch(void (*handler)(int signal), bool ignored)
{
    const struct sigaction action = {.sa_handler = handler};
    const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (int i = 0; i < 3; i++) {
        struct sigaction before;
        if (ignored || (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN))
            sigaction(signals[i], &action, NULL);
    }
}

int64_t terminal_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}
