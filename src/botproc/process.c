#include "botproc/process.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sockios.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/lang.h"

enum { GRACE = 500, END_WAIT = 3000 }; /* milliseconds */

static long now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- finding ---- */

static bool is_program(const char *path)
{
    return access(path, X_OK) == 0;
}

bool process_find(const char *program, char *path, size_t capacity, struct text *why)
{
    const char *folders = getenv("PATH");
    struct span rest = span_of(folders ? folders : "/usr/local/bin:/usr/bin:/bin");
    if (strchr(program, '/')) {
        if ((size_t)snprintf(path, capacity, "%s", program) < capacity && is_program(path))
            return true;
        return text_fail(why, tr("'%s' is not an executable program"), program);
    }
    while (rest.at) {
        const struct span folder = span_cut(&rest, ':');
        const int length =
            snprintf(path, capacity, "%.*s/%s", (int)folder.length, folder.at, program);
        if (folder.length > 0 && (size_t)length < capacity && is_program(path))
            return true;
    }
    return text_fail(why, tr("there is no program '%s' in PATH; write a path with '/': './%s'"),
                     program, program);
}

/* ---- the two processes between fork and exec: only calls that are safe after a fork ---- */

/* Prepared before the fork, for the new processes. */
struct launch {
    const char *path;
    char *const *argv;
    char *const *environment;
    const struct process_limits *limits;
    int in, out, lifeline, report; /* the program's ends, the guardian's, and for a report */
};

/* Sent to us by a starting program: its process id, and a second report if it cannot be started. */
struct report {
    pid_t program;
    int reason; /* an errno; 0: none */
};

static void limit(int resource, rlim_t most)
{
    struct rlimit now;
    if (getrlimit(resource, &now) != 0)
        return;
    now.rlim_cur = most < now.rlim_max ? most : now.rlim_max;
    now.rlim_max = now.rlim_cur;
    setrlimit(resource, &now);
}

static _Noreturn void become_program(const struct launch *launch)
{
    sigset_t none;
    const int ignored[] = {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD};
    setpgid(0, 0);
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
        signal(ignored[i], SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (launch->limits->quiet)
        dup2(open("/dev/null", O_WRONLY | O_CLOEXEC), STDERR_FILENO);
    dup2(launch->in, STDIN_FILENO);
    dup2(launch->out, STDOUT_FILENO);
    close_range(STDERR_FILENO + 1, ~0u, CLOSE_RANGE_CLOEXEC);
    limit(RLIMIT_CORE, 0);
    if (launch->limits->memory)
        limit(RLIMIT_AS, (rlim_t)launch->limits->memory << 20);
    if (launch->limits->seconds)
        limit(RLIMIT_CPU, (rlim_t)launch->limits->seconds);
    const struct report begun = {.program = getpid()};
    if (write(launch->report, &begun, sizeof begun) < 0)
        _exit(126);
    execve(launch->path, launch->argv, launch->environment);
    const struct report failed = {.program = begun.program, .reason = errno};
    if (write(launch->report, &failed, sizeof failed) < 0)
        _exit(126);
    _exit(127);
}

/* Kills every child of this process: /proc lists them as numbers with spaces between them. */
static void kill_children(void)
{
    char bytes[4096];
    long pid = 0;
    ssize_t length;
    const int list = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    if (list < 0)
        return;
    while ((length = read(list, bytes, sizeof bytes)) > 0) {
        for (ssize_t i = 0; i < length; i++) {
            if (bytes[i] >= '0' && bytes[i] <= '9') {
                pid = pid * 10 + (bytes[i] - '0');
                continue;
            }
            if (pid > 1)
                kill((pid_t)pid, SIGKILL);
            pid = 0;
        }
    }
    close(list);
}

/* Waits until the lifeline or the program ends. */
static void await_either(int lifeline, pid_t program)
{
    enum { LOOK_AGAIN = 50 }; /* milliseconds, on a system without pidfd_open */
    const int ended = pidfd_open(program, 0);
    struct pollfd fds[2] = {{.fd = lifeline, .events = POLLIN}, {.fd = ended, .events = POLLIN}};
    for (;;) {
        siginfo_t info = {0};
        const int ready = poll(fds, 2, ended < 0 ? LOOK_AGAIN : -1);
        waitid(P_PID, (id_t)program, &info, WEXITED | WNOHANG | WNOWAIT);
        if ((ready > 0 && fds[0].revents) || info.si_pid)
            return;
    }
}

/* Waits for the end, then kills the remaining processes until none are left. */
static _Noreturn void guard(const struct launch *launch)
{
    sigset_t all;
    int result = 255;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    setpgid(0, 0);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    signal(SIGCHLD, SIG_DFL);
    const pid_t program = fork();
    if (program == 0)
        become_program(launch);
    if (program > 0)
        setpgid(program, program);
    const int lifeline = dup2(launch->lifeline, STDIN_FILENO);
    close_range(STDIN_FILENO + 1, ~0u, 0);
    if (program > 0) {
        await_either(lifeline, program);
        kill(-program, SIGKILL);
    }
    for (;;) {
        int status;
        kill_children();
        const pid_t ended = waitpid(-1, &status, 0);
        if (ended < 0 && errno == EINTR)
            continue;
        if (ended < 0)
            break;
        if (ended == program)
            result = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    _exit(result);
}

/* ---- starting and stopping ---- */

/* The environment variables that a program gets if the environment may contain secrets. */
static char **few_variables(char *few[], size_t capacity)
{
    static const char *const names[] = {"PATH=", "HOME=", "LANG=", "LC_ALL=", "TZ=", "TMPDIR="};
    size_t count = 0;
    for (char **one = environ; *one; one++) {
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            if (count + 1 < capacity && strncmp(*one, names[i], strlen(names[i])) == 0)
                few[count++] = *one;
        }
    }
    few[count] = NULL;
    return few;
}

static void close_all(const int fds[], int count)
{
    for (int i = 0; i < count; i++) {
        if (fds[i] >= 0)
            close(fds[i]);
    }
}

/* Waits until the program runs. Returns 0, or why it does not. */
static int read_report(struct process *p, int from)
{
    struct report report;
    for (;;) {
        const ssize_t length = read(from, &report, sizeof report);
        if (length < 0 && errno == EINTR)
            continue;
        if (length != (ssize_t)sizeof report)
            return 0;
        p->program = report.program;
        if (report.reason)
            return report.reason;
    }
}

int process_start(struct process *p, const char *path, char *const argv[],
                  const struct process_limits *limits)
{
    int in[2] = {-1, -1}, out[2] = {-1, -1}, life[2] = {-1, -1}, report[2] = {-1, -1};
    char *few[16];
    int reason = 0;
    p->guardian = 0;
    p->length = 0;
    /* The input is a socket, so that writing to a program that has ended is an error and no
     * signal. */
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in) != 0 || pipe2(out, O_CLOEXEC) != 0 ||
        pipe2(life, O_CLOEXEC) != 0 || pipe2(report, O_CLOEXEC) != 0)
        reason = errno;
    shutdown(in[1], SHUT_WR);
    shutdown(in[0], SHUT_RD);
    const struct launch launch = {.path = path,
                                  .argv = argv,
                                  .environment = limits->closed ? few_variables(few, 16) : environ,
                                  .limits = limits,
                                  .in = in[1],
                                  .out = out[1],
                                  .lifeline = life[0],
                                  .report = report[1]};
    const pid_t guardian = reason ? -1 : fork();
    if (guardian == 0)
        guard(&launch);
    if (guardian < 0 && !reason)
        reason = errno;
    close_all((const int[]){in[1], out[1], life[0], report[1]}, 4);
    if (guardian > 0) {
        *p =
            (struct process){.guardian = guardian, .lifeline = life[1], .in = in[0], .out = out[0]};
        fcntl(p->in, F_SETFL, O_NONBLOCK);
        fcntl(p->out, F_SETFL, O_NONBLOCK);
        reason = read_report(p, report[0]);
        close(report[0]);
        if (reason)
            process_stop(p, false);
    } else {
        close_all((const int[]){in[0], out[0], life[1], report[0]}, 4);
    }
    return reason;
}

/* The program ends by itself, or the time is over. */
static void await_end(struct process *p, int milliseconds)
{
    const long until = now_ms() + milliseconds;
    char unused[4096];
    for (long left; (left = until - now_ms()) > 0;) {
        struct pollfd out = {.fd = p->out, .events = POLLIN};
        if (poll(&out, 1, (int)left) < 0 && errno != EINTR)
            return;
        const ssize_t length = read(p->out, unused, sizeof unused);
        if (length == 0 || (length < 0 && errno != EAGAIN && errno != EINTR))
            return;
    }
}

int process_stop(struct process *p, bool gently)
{
    int status = 0;
    pid_t ended = 0;
    if (p->guardian == 0)
        return -1;
    close(p->in);
    if (gently)
        await_end(p, GRACE);
    close(p->out);
    close(p->lifeline);
    kill(p->guardian, SIGCONT); /* the program may have stopped it */
    for (long until = now_ms() + END_WAIT; ended == 0 && now_ms() < until;) {
        ended = waitpid(p->guardian, &status, WNOHANG);
        if (ended < 0 && errno == EINTR)
            ended = 0;
        if (ended == 0)
            nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL);
    }
    if (p->program > 1 && (ended == 0 || (ended > 0 && WIFSIGNALED(status))))
        kill(-p->program, SIGKILL); /* the guardian could not */
    if (ended == 0) /* a process that cannot be killed yet: the guardian stays with it */
        status = -1;
    p->guardian = 0;
    return ended > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* ---- asking ---- */

/* Reads what there is. False: the program has closed its output. */
static bool read_more(struct process *p)
{
    while (p->length < PROCESS_ANSWER_MAX) {
        const ssize_t length =
            read(p->out, p->received + p->length, PROCESS_ANSWER_MAX - p->length);
        if (length == 0)
            return false;
        if (length < 0 && errno == EINTR)
            continue;
        if (length < 0)
            return errno == EAGAIN;
        p->length += (size_t)length;
    }
    return true;
}

/* Writes as much as the program accepts now. False if it has closed its input. */
static bool write_more(struct process *p, struct span *rest)
{
    while (rest->length > 0) {
        const ssize_t length = send(p->in, rest->at, rest->length, MSG_NOSIGNAL);
        if (length < 0 && errno == EINTR)
            continue;
        if (length < 0)
            return errno == EAGAIN;
        rest->at += length;
        rest->length -= (size_t)length;
    }
    return true;
}

/* Finds the first complete line that is an answer, from `*from`, and advances `*from` past the
 * examined bytes. */
static bool find_line(const struct process *p, size_t *from, struct span *line)
{
    for (;;) {
        const char *start = p->received + *from;
        const char *end = memchr(start, '\n', p->length - *from);
        if (!end)
            return false;
        *from = (size_t)(end + 1 - p->received);
        *line = (struct span){start, (size_t)(end - start)};
        if (line->length > 0 && line->at[line->length - 1] == '\r')
            line->length--;
        if (line->length > 0 && line->at[0] != '#')
            return true;
    }
}

/* Waits until something can be read or the rest can be written, or for a while if somebody may
 * stop it. False: the time is over. */
static bool wait_for(const struct process *p, bool reads, bool writes, const stop_flag *stop,
                     long until)
{
    enum { LOOK_AGAIN = 20 }; /* milliseconds */
    struct pollfd fds[2] = {{.fd = reads ? p->out : -1, .events = POLLIN},
                            {.fd = writes ? p->in : -1, .events = POLLOUT}};
    const long left = until - now_ms();
    const long wait = stop && left > LOOK_AGAIN ? LOOK_AGAIN : left;
    return left > 0 && !stop_is_set(stop) && (poll(fds, 2, (int)wait) >= 0 || errno == EINTR);
}

bool process_send(struct process *p, struct span message, int milliseconds)
{
    const long until = now_ms() + milliseconds;
    while (write_more(p, &message)) {
        if (message.length == 0)
            return true;
        if (!wait_for(p, false, true, NULL, until))
            return false;
    }
    return false;
}

/* Discards output written before the question: PROCESS_EARLY if it was more than remarks,
 * PROCESS_LONG if the remarks do not end, else PROCESS_ANSWERED. */
static enum process_answer drop_remarks(struct process *p)
{
    size_t from = 0;
    struct span line;
    p->length -= p->taken;
    memmove(p->received, p->received + p->taken, p->length);
    p->taken = 0;
    const bool open = read_more(p);
    if (find_line(p, &from, &line))
        return PROCESS_EARLY;
    if (open && p->length == PROCESS_ANSWER_MAX)
        return PROCESS_LONG;
    p->length -= from;
    memmove(p->received, p->received + from, p->length);
    return p->length == 0 || p->received[0] == '#' ? PROCESS_ANSWERED : PROCESS_EARLY;
}

/* Whether a part of the question has not been read. */
static bool is_unread(const struct process *p)
{
    int bytes = 0;
    return ioctl(p->in, SIOCOUTQ, &bytes) == 0 && bytes > 0;
}

/* Whether the guardian was killed: by itself it ends only after the program. */
static bool is_unguarded(const struct process *p)
{
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)p->guardian, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid && info.si_code != CLD_EXITED;
}

enum process_answer process_ask(struct process *p, struct span question, int milliseconds,
                                const stop_flag *stop, struct span *line)
{
    const long until = now_ms() + milliseconds;
    size_t from = 0;
    const enum process_answer before = drop_remarks(p);
    if (before != PROCESS_ANSWERED)
        return before;
    for (;;) {
        const bool takes = write_more(p, &question);
        const bool open = read_more(p);
        if (is_unguarded(p))
            return PROCESS_UNGUARDED;
        if (find_line(p, &from, line)) {
            p->taken = from;
            return question.length > 0 || is_unread(p) ? PROCESS_EARLY : PROCESS_ANSWERED;
        }
        if (!open || !takes)
            return PROCESS_ENDED;
        if (p->length == PROCESS_ANSWER_MAX)
            return PROCESS_LONG;
        if (!wait_for(p, true, question.length > 0, stop, until))
            return is_unguarded(p) ? PROCESS_UNGUARDED : PROCESS_LATE;
    }
}
