#!/usr/bin/python3
"""reap.py COMMAND...: runs it and reaps what its processes leave behind, as Chromium's do, so that their CPU time counts as this one's."""
import ctypes
import os
import signal
import sys

PR_SET_CHILD_SUBREAPER = 36  # <sys/prctl.h>
ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
command = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ)
signal.signal(signal.SIGINT, lambda *_: None)  # it is the command that ends
ended = None
while ended != command:
    ended, status = os.wait()
try:
    while os.waitpid(-1, os.WNOHANG) != (0, 0):
        pass
except ChildProcessError:
    pass
code = os.waitstatus_to_exitcode(status)
sys.exit(code if code >= 0 else 128 - code)
