#!/usr/bin/python3
"""run_test.py COST COMMAND...: runs one test, and writes the CPU seconds of all its processes to the file COST.

Processes that outlive their parents, such as Chromium's, are counted too. When the command ends, its remaining processes are killed.
A test that runs for LIMIT seconds is killed with all its processes, and fails: only a test that hangs takes that long.
"""
import ctypes
import os
import resource
import signal
import sys
import time

LIMIT = 7200 if os.environ.get("CORNET_DEEP") else 600
PR_SET_CHILD_SUBREAPER = 36  # <sys/prctl.h>
PR_SET_PDEATHSIG = 1


def descendants():
    """The ids of all descendants of this process."""
    children = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", encoding="latin-1") as file:
                    parent = int(file.read().rsplit(")", 1)[1].split()[1])
            except OSError:
                continue  # the process has ended
            children.setdefault(parent, []).append(int(name))
    found, waiting = [], [os.getpid()]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


def kill_all():
    """Kills all descendants of this process, including those that start meanwhile, and waits for them with a limit: processes of
    another user cannot be killed."""
    for _ in range(1000):
        for pid in descendants():
            try:
                os.kill(pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                pass
        try:
            if os.waitpid(-1, os.WNOHANG) == (0, 0):
                time.sleep(0.01)
        except ChildProcessError:
            return


def end(signum, _):
    kill_all()
    if signum == signal.SIGALRM:
        print(f"run_test.py: killed after {LIMIT} s", flush=True)
    os._exit(128 + signum)


def main():
    cost, command = sys.argv[1], sys.argv[2:]
    prctl = ctypes.CDLL(None).prctl
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    for signum in (signal.SIGALRM, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(signum, end)
    signal.alarm(LIMIT)
    test = os.posix_spawnp(command[0], command, os.environ)
    ended = None
    while ended != test:
        ended, status = os.wait()
    kill_all()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    os.makedirs(os.path.dirname(cost), exist_ok=True)
    with open(cost, "w", encoding="ascii") as file:
        file.write(f"{used.ru_utime + used.ru_stime:.2f}\n")
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        print(f"run_test.py: ended by {signal.Signals(-code).name}", flush=True)
        code = 128 - code
    sys.exit(code)


main()
