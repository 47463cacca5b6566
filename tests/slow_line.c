/* slow_line BYTES COMMAND...: runs a command on a pseudo-terminal that transmits BYTES per second
 * to the screen, like a modem or a bad connection. Keys are transmitted at once. */
#include <poll.h>
#include <pty.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { TICKS = 20 }; /* per second */

static bool copy(int from, int to, size_t most)
{
    char bytes[4096];
    const ssize_t got = read(from, bytes, most < sizeof bytes ? most : sizeof bytes);
    return got > 0 && write(to, bytes, (size_t)got) == got;
}

/* Returns when the command has ended and all its output is shown. */
static void relay(int master, size_t a_tick)
{
    const struct timespec tick = {.tv_nsec = 1000000000 / TICKS};
    for (bool going = true; going;) {
        struct pollfd keys = {.fd = STDIN_FILENO, .events = POLLIN};
        struct pollfd text = {.fd = master, .events = POLLIN};
        while (poll(&keys, 1, 0) > 0 && keys.revents & POLLIN) {
            if (!copy(STDIN_FILENO, master, 64))
                return;
        }
        if (poll(&text, 1, 0) > 0)
            going = copy(master, STDOUT_FILENO, a_tick);
        nanosleep(&tick, NULL);
    }
}

int main(int argc, char **argv)
{
    struct winsize size = {.ws_row = 24, .ws_col = 80};
    struct termios saved, raw;
    int master, status = 0;
    if (argc < 3)
        return 2;
    const bool terminal = tcgetattr(STDIN_FILENO, &saved) == 0;
    ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
    const pid_t child = forkpty(&master, NULL, terminal ? &saved : NULL, &size);
    if (child < 0)
        return 1;
    if (child == 0) {
        execvp(argv[2], argv + 2);
        _exit(127);
    }
    if (terminal) {
        raw = saved;
        cfmakeraw(&raw);
        tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    }
    relay(master, (size_t)atol(argv[1]) / TICKS);
    if (terminal)
        tcsetattr(STDIN_FILENO, TCSANOW, &saved);
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
