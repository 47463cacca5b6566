#!/usr/bin/env python3
"""Decisions a second from Python: PYTHONPATH=build/default/python /usr/bin/python3 bench/python_speed.py [SECONDS].

Random choices by numpy in batches of 4096 games, with all arrays filled and with only what such a player needs; beside it what `cornet.sim`
plays of random agents on one thread in the same run, without Python. One thread is measured in CPU time, so that other work on the machine
does not count; several in the time of the clock.
"""
import sys
import time

import cornet
import numpy as np

COUNT = 4096


def rate(game, seconds, threads, arrays, clock):
    batch = cornet.Batch(game, 2, None, COUNT, seed=1, threads=threads, arrays=arrays)
    generator = np.random.default_rng(1)
    for _ in range(20):
        batch.step(batch.random_choices(generator))
    steps, start = 0, clock()
    while clock() - start < seconds:
        batch.step(batch.random_choices(generator))
        steps += 1
    return steps * COUNT / (clock() - start) / 1e6


def plain(game, seconds):
    games = 64
    while True:
        start = time.process_time()
        result = cornet.sim(game, ["random", "random"], games, seed=1)
        spent = time.process_time() - start
        if spent > seconds:
            return (result.decisions / spent) / 1e6
        games *= 2


seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
few = ["legal_count", "reward", "done"]
print("million decisions a second     all arrays   few arrays   2 threads, clock: 1 -> 2   sim in C")
for game in ("easycome", "wazabi", "debacle", "themots"):
    wall = [rate(game, seconds, threads, None, time.perf_counter) for threads in (1, 2)]
    print(f"{game:30} {rate(game, seconds, 1, None, time.process_time):10.2f} {rate(game, seconds, 1, few, time.process_time):12.2f}"
          f" {wall[0]:17.2f} -> {wall[1]:5.2f} {plain(game, seconds):10.2f}", flush=True)
