#!/usr/bin/env python3
"""Decisions a second from Python: PYTHONPATH=build/default/python /usr/bin/python3 tools/bench/python_speed.py [SECONDS].

numpy makes random choices in batches of 4096 games, once with all arrays filled and once with only those that a random player needs. Two
other programs are measured in the same run: `cornet.sim` with random agents on one thread, without Python in the loop; and, if pyspiel can
be imported, OpenSpiel's pig, one game after the other, because OpenSpiel has no batches. Pig's legal actions alone are compared with the few
arrays; with its tensors and masks it is compared with all arrays.

The second table compares `cornet.gymnasium` with a batch that does the same work: the same bots, arrays and choices, with action ids.

One thread is measured in CPU time, in short turns of which the best counts, so that other work on the machine matters little. The gain of a
second thread is measured by the clock, in the fastest tenth of the steps: it needs two idle cores.
"""
import random
import sys
import time

import cornet
import cornet.gymnasium
import numpy as np

try:
    import pyspiel
except ImportError:
    pyspiel = None

COUNT, TURNS = 4096, 5


def stepping(game, arrays):
    """A function of seconds: millions of decisions in a second of CPU time."""
    batch = cornet.Batch(game, 2, None, COUNT, seed=1, arrays=arrays)
    generator = np.random.default_rng(1)

    def rate(seconds):
        steps, start = 0, time.process_time()
        while time.process_time() - start < seconds:
            batch.step(batch.random_choices(generator))
            steps += 1
        return steps * COUNT / (time.process_time() - start) / 1e6

    rate(0.1)
    return rate


def rate_of(step, games):
    """A function of seconds: millions of decisions in a second of CPU time of a step of many games."""
    def rate(seconds):
        steps, start = 0, time.process_time()
        while time.process_time() - start < seconds:
            step()
            steps += 1
        return steps * games / (time.process_time() - start) / 1e6

    rate(0.1)
    return rate


def with_ids(game):
    """A batch with a random player against random bots, and the same as environments: many with and without copies, and one."""
    generator = np.random.default_rng(1)
    arrays = ["legal_count", "features", "reward", "done", "ids", "id_mask"]
    batch = cornet.Batch(game, 2, None, COUNT, seed=1, ids=True, arrays=arrays, bots={2: "random"})
    envs = [cornet.gymnasium.CornetVectorEnv(game, COUNT, 2, opponents="random", copy=copy) for copy in (True, False)]
    one = cornet.gymnasium.CornetEnv(game, 2, opponents="random")
    for env in (*envs, one):
        env.reset(seed=1)
    legal = [one.reset(seed=1)[1]["action_mask"]]

    def step_one():
        _, _, over, _, info = one.step(legal[0].argmax())
        legal[0] = (one.reset()[1] if over else info)["action_mask"]

    return [rate_of(lambda: batch.step(batch.random_choices(generator)), COUNT),
            *(rate_of(lambda env=env: env.step(env.random_actions(generator)), COUNT) for env in envs), rate_of(step_one, 1)]


def best(rates, seconds):
    """The best of several turns of each rate, so that other work on the machine matters little."""
    return [max(turns) for turns in zip(*([rate(seconds / TURNS) for rate in rates] for _ in range(TURNS)))]


def microseconds(game, seconds, count, threads):
    """The time of a step, without and with numpy's choices."""
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


def pig(seconds, observing=False):
    """Millions of decisions per second of CPU time: legal actions and dice; if `observing`, also the observation tensor and mask."""
    game, draw, decisions, start = pyspiel.load_game("pig"), random.Random(1).random, 0, time.process_time()
    while time.process_time() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()  # with equal probabilities
                state.apply_action(outcomes[int(draw() * len(outcomes))][0])
            else:
                legal = state.legal_actions()
                if observing:
                    state.observation_tensor()
                    state.legal_actions_mask()
                state.apply_action(legal[int(draw() * len(legal))])
                decisions += 1
    return decisions / (time.process_time() - start) / 1e6


seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
few = ["legal_count", "reward", "done"]
GAMES = ("easycome", "wazabi", "debacle", "themots")
print("million decisions per second   all arrays   few arrays   sim in C" + ("   OpenSpiel's pig: with tensors (ratio)   legal actions (ratio)" if pyspiel else ""))
for game in GAMES:
    rates = best([stepping(game, None), stepping(game, few)] + ([lambda s: pig(s, True), pig] if pyspiel else []), seconds)
    line = f"{game:30} {rates[0]:10.2f} {rates[1]:12.2f} {plain(game, seconds):10.2f}"
    if pyspiel:
        line += f" {rates[2]:32.2f} ({rates[0] / rates[2]:5.1f}) {rates[3]:15.2f} ({rates[1] / rates[3]:5.1f})"
    print(line, flush=True)
print("\nmillion decisions per second   batch with ids   CornetVectorEnv (of the batch)   without copies (of the batch)   CornetEnv, one game")
for game in GAMES:
    batch, env, bare, one = best(with_ids(game), seconds)
    print(f"{game:30} {batch:14.2f} {env:17.2f} ({env / batch:4.2f}) {bare:25.2f} ({bare / batch:4.2f}) {one:26.3f}", flush=True)
print("\nmicroseconds of a step         games   1 thread   2 threads   gain   gain with numpy's choices")
for game in GAMES:
    for count in (256, COUNT):
        (one, one_whole), (two, two_whole) = (microseconds(game, seconds, count, threads) for threads in (1, 2))
        print(f"{game:30} {count:5} {one:10.0f} {two:11.0f} {one / two:6.2f} {one_whole / two_whole:27.2f}", flush=True)
