#!/usr/bin/env python3
"""Trains a small Wazabi player for two with numpy alone, until it beats `greedy`.

A network with one hidden layer estimates, for each action, the chance of winning the game. It plays many games at once against `greedy`.
Mostly it plays the action with the highest estimate, sometimes a random one. When a game is over, each decision becomes an example with the
game's result. After every round of games the network is fitted to the newest examples. At the end it plays games in which it always takes
the action with the highest estimate; only these are counted.

    make python
    PYTHONPATH=build/default/python /usr/bin/python3 examples/python/train_wazabi.py
"""
import argparse
import time

import cornet
import numpy as np


class Actions:
    """Numbers the actions that have been seen, so that each has an output of the network. Only seat 1 plays: an action means the same
    whenever it is legal."""

    def __init__(self, room):
        self.known = np.zeros(0, np.uint32)
        self.column = np.zeros(0, np.int64)
        self.room = room

    def columns(self, actions, mask):
        new = np.setdiff1d(actions[mask], self.known)
        if len(self.known) + len(new) > self.room:
            raise SystemExit("there are more actions than outputs")
        if len(new):
            known = np.concatenate([self.known, new])
            column = np.concatenate([self.column, np.arange(len(self.column), len(known))])
            order = np.argsort(known)
            self.known, self.column = known[order], column[order]
        at = np.searchsorted(self.known, actions)
        return self.column[np.minimum(at, len(self.known) - 1)]  # behind the legal ones: any, the mask hides them


class Network:
    """Log-odds of winning for each action, fitted by Adam."""

    def __init__(self, inputs, hidden, outputs, generator):
        self.weights = [generator.normal(0, inputs ** -0.5, (inputs, hidden)).astype(np.float32), np.zeros(hidden, np.float32),
                        np.zeros((hidden, outputs), np.float32), np.zeros(outputs, np.float32)]
        self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self.steps = 0

    def hidden(self, seen):
        return np.maximum(seen @ self.weights[0] + self.weights[1], 0)

    def all_actions(self, seen):
        return self.hidden(seen) @ self.weights[2] + self.weights[3]

    def fit(self, seen, column, result, rate):
        hidden = self.hidden(seen)
        odds = (hidden * self.weights[2][:, column].T).sum(axis=1) + self.weights[3][column]
        slope = (1 / (1 + np.exp(-odds)) - result) / len(result)  # of the cross-entropy
        outputs = np.zeros((len(result), len(self.weights[3])), np.float32)
        outputs[np.arange(len(result)), column] = slope
        back = (outputs @ self.weights[2].T) * (hidden > 0)
        self.steps += 1
        for w, (mean, square), slope_of in zip(self.weights, self.moments,
                                               (seen.T @ back, back.sum(0), hidden.T @ outputs, outputs.sum(0))):
            mean += 0.1 * (slope_of - mean)
            square += 0.001 * (slope_of ** 2 - square)
            w -= rate * (mean / (1 - 0.9 ** self.steps)) / (np.sqrt(square / (1 - 0.999 ** self.steps)) + 1e-8)


def scaled(features):
    return np.minimum(features, 20) / 4


def choose(network, actions, batch, seen, explore, generator):
    """A choice for each game, and its column."""
    columns = actions.columns(batch.actions, batch.mask)
    odds = np.where(batch.mask, np.take_along_axis(network.all_actions(seen), columns, axis=1), -np.inf)
    choices = np.where(generator.random(batch.count) < explore, batch.random_choices(generator), odds.argmax(axis=1)).astype(np.int32)
    return choices, columns[np.arange(batch.count), choices]


def play(network, actions, batch, steps, explore, generator):
    """Plays `steps` steps. Returns an example for each decision of the games that ended (features, chosen column, result), the mean result
    and the number of these games."""
    seen = np.zeros((steps, batch.count, batch.features.shape[1]), np.float32)
    column = np.zeros((steps, batch.count), np.int64)
    result = np.full((steps, batch.count), np.nan, np.float32)
    for step in range(steps):
        seen[step] = scaled(batch.features)
        choices, column[step] = choose(network, actions, batch, seen[step], explore, generator)
        batch.step(choices)
        result[step, batch.done] = batch.reward[batch.done, 0]
    ended = ~np.isnan(result)
    mean = result[ended].mean()
    for step in range(steps - 2, -1, -1):  # a decision has the result of the game that it is part of
        result[step] = np.where(ended[step], result[step], result[step + 1])
    known = ~np.isnan(result)
    return seen[known], column[known], result[known], mean, ended.sum()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--games", type=int, default=512, help="played at once")
    parser.add_argument("--steps", type=int, default=96, help="decisions of each in a round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--test", type=int, default=200, help="decisions of 1024 games at the end that count")
    arguments = parser.parse_args()
    generator = np.random.default_rng(arguments.seed)
    batch = cornet.Batch("wazabi", 2, None, arguments.games, seed=arguments.seed, bots={2: "greedy"})
    network, actions = Network(batch.features.shape[1], 64, 256, generator), Actions(256)
    start = time.process_time()
    for number in range(1, arguments.rounds + 1):
        seen, column, result, mean, games = play(network, actions, batch, arguments.steps, max(0.05, 0.5 - 0.05 * number), generator)
        rate = 0.003 if number < 0.7 * arguments.rounds else 0.0007
        for part in np.array_split(generator.permutation(len(result)), max(1, len(result) // 512)):
            network.fit(seen[part], column[part], result[part], rate)
        print(f"round {number}: {games} games, {mean:.3f} won while learning, {time.process_time() - start:.0f} s of CPU time", flush=True)
    # With forced moves, so that a game that is lost without a decision counts too.
    fresh = cornet.Batch("wazabi", 2, None, 1024, seed=arguments.seed + 1, bots={2: "greedy"}, forced=True)
    *_, mean, games = play(network, actions, fresh, arguments.test, 0, generator)
    print(f"against greedy: {mean:.3f} of {games} games, ± {1.96 * (mean * (1 - mean) / games) ** 0.5:.3f}")


if __name__ == "__main__":
    main()
