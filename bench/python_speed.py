#!/usr/bin/env python3
"""Decisions a second from Python: PYTHONPATH=build/default/python /usr/bin/python3 bench/python_speed.py [SECONDS].

Random choices by numpy in batches of 4096 games, with all arrays filled and with only what such a player needs; beside it what `cornet.sim`
plays of random agents on one thread in the same run, without Python; and, if pyspiel can be imported, OpenSpiel's pig, one game after the
other, since OpenSpiel has no batches. One thread is measured in CPU time, so that other work on the machine
does not count. What a second thread gains is measured by the clock, in the fastest tenth of the steps: it needs two idle cores.
"""
import random
import sys
import time

import cornet
import numpy as np

COUNT = 4096


def rate(game, seconds, arrays):
    """Millions of decisions in a second of CPU time."""
    batch = cornet.Batch(game, 2, None, COUNT, seed=1, arrays=arrays)
    generator = np.random.default_rng(1)
    for _ in range(20):
        batch.step(batch.random_choices(generator))
    steps, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        batch.step(batch.random_choices(generator))
        steps += 1
    return steps * COUNT / (time.process_time() - start) / 1e6


def microseconds(game, seconds, count, threads):
    """What a step takes, and what it takes together with numpy's choices."""
    batch = cornet.Batch(game, 2, None, count, seed=1, threads=threads)
    generator = np.random.default_rng(1)
    steps, wholes, start = [], [], time.perf_counter()
    while time.perf_counter() - start < seconds or len(steps) < 20:
        began = time.perf_counter()
        choices = batch.random_choices(generator)
        chosen = time.perf_counter()
        batch.step(choices)
        ended = time.perf_counter()
        steps.append(ended - chosen)
        wholes.append(ended - began)
    return [sorted(times)[len(times) // 10] * 1e6 for times in (steps, wholes)]


def plain(game, seconds):
    games = 64
    while True:
        start = time.process_time()
        result = cornet.sim(game, ["random", "random"], games, seed=1)
        spent = time.process_time() - start
        if spent > seconds:
            return (result.decisions / spent) / 1e6
        games *= 2


def pig(pyspiel, seconds):
    """Millions of decisions in a second of CPU time: legal actions, dice and results, and no observations."""
    game, draw, decisions, start = pyspiel.load_game("pig"), random.Random(1).random, 0, time.process_time()
    while time.process_time() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()  # all have the same probability
                state.apply_action(outcomes[int(draw() * len(outcomes))][0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(draw() * len(legal))])
                decisions += 1
    return decisions / (time.process_time() - start) / 1e6


seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
few = ["legal_count", "reward", "done"]
GAMES = ("easycome", "wazabi", "debacle", "themots")
print("million decisions a second     all arrays   few arrays   sim in C")
for game in GAMES:
    print(f"{game:30} {rate(game, seconds, None):10.2f} {rate(game, seconds, few):12.2f} {plain(game, seconds):10.2f}", flush=True)
try:
    import pyspiel

    print(f"{'pig of OpenSpiel':30} {'':10} {pig(pyspiel, seconds):12.2f}")
except ImportError:
    print("pig of OpenSpiel: pyspiel is not installed")
print("\nmicroseconds of a step         games   1 thread   2 threads   gain   gain with numpy's choices")
for game in GAMES:
    for count in (256, COUNT):
        (one, one_whole), (two, two_whole) = (microseconds(game, seconds, count, threads) for threads in (1, 2))
        print(f"{game:30} {count:5} {one:10.0f} {two:11.0f} {one / two:6.2f} {one_whole / two_whole:27.2f}", flush=True)
