#!/usr/bin/env python3
"""Trains the evaluation of Débâcle on what tools/debacle_selfplay wrote.

    debacle_train.py net SAMPLES... >data/debacle.net
    debacle_train.py rounds SAMPLES... >data/debacle-rounds.table   how rounds end
    debacle_train.py linear SAMPLES...                 prints the fitted weights of the linear sum

Needs numpy and PyTorch; uses a GPU if there is one. tools/debacle_train.sh runs the whole loop."""
import struct
import sys
import time

import numpy as np
import torch

ROWS, HIDDEN, INPUTS = 656, 64, 72  # as in agents/debacle_net.h
COLUMNS = 23
ONE, OUT_ONE = 255, 64  # what stands for 1 in whole numbers, as in agents/debacle_net.c
EPOCHS, BATCH = 8, 65536

SAMPLE = np.dtype([
    ("own", "<u2", INPUTS), ("other", "<u2", INPUTS), ("column", "i1", 24), ("value", "<f4"),
    ("target", "<f4"), ("score_odds", "<f4"), ("points", "u1", 2), ("final", "u1", 2), ("captures", "u1", 2),
    ("five", "u1"), ("side", "u1")])


def say(*words):
    print(*words, file=sys.stderr, flush=True)


def load(paths):
    samples = np.concatenate([np.fromfile(path, dtype=SAMPLE) for path in paths])
    say(f"{len(samples)} positions")
    return samples


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.rows = torch.nn.Parameter(torch.randn(ROWS + 1, HIDDEN) * 0.1)
        self.first = torch.nn.Parameter(torch.full((HIDDEN,), 0.1))
        self.out = torch.nn.Parameter(torch.randn(2, HIDDEN) * 0.1)
        self.last = torch.nn.Parameter(torch.zeros(1))

    def half(self, inputs, out):
        sums = torch.nn.functional.embedding_bag(inputs, self.rows, mode="sum", padding_idx=ROWS)
        return (sums + self.first).clamp(0, 1).square() @ out

    def forward(self, own, other):
        return self.half(own, self.out[0]) + self.half(other, self.out[1]) + self.last

    def keep_small(self):
        """Whole numbers of 16 bits must hold everything."""
        with torch.no_grad():
            self.rows.clamp_(-1.9, 1.9)
            self.out.clamp_(-1.9, 1.9)


def chance(samples):
    return np.clip((samples["target"] + 1) / 2, 0.002, 0.998)


def train(samples):
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(1)
    own = torch.from_numpy(samples["own"].astype(np.int32)).to(device)
    other = torch.from_numpy(samples["other"].astype(np.int32)).to(device)
    scores = torch.from_numpy(samples["score_odds"].copy()).to(device)
    goal = torch.from_numpy(chance(samples).astype(np.float32)).to(device)
    held_back = min(len(goal) // 20, 500000)
    order = torch.randperm(len(goal), device=device)
    test, order = order[:held_back], order[held_back:]
    net = Net().to(device)
    steps = EPOCHS * (len(order) // BATCH + 1)
    optimizer = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 4e-3, total_steps=steps)
    loss_of = torch.nn.functional.binary_cross_entropy_with_logits
    for epoch in range(EPOCHS):
        order = order[torch.randperm(len(order), device=device)]
        total, began = 0.0, time.time()
        for part in order.split(BATCH):
            loss = loss_of(net(own[part], other[part]) + scores[part], goal[part])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            net.keep_small()
            total += loss.detach() * len(part)
        if epoch % 4 == 3 or epoch == 0:
            with torch.no_grad():
                held = torch.cat([net(own[p], other[p]) + scores[p] for p in test.split(BATCH)])
                loss = loss_of(held, goal[test]).item()
            say(f"epoch {epoch + 1}: loss {total / len(order):.5f}, held back {loss:.5f}, "
                f"{time.time() - began:.1f} s")
    return net


def write_file(magic, rows, body):
    """A file of data/: struct data_header of base/data.h, and what follows it."""
    sys.stdout.buffer.write(struct.pack("<8sII", magic, 16 + len(body), rows) + body)


def whole(weights, one):
    """Little-endian numbers of 16 bits, where `one` stands for 1."""
    numbers = np.rint(weights.detach().cpu().numpy() * one)
    if np.abs(numbers).max() > 32767:
        sys.exit("debacle_train.py: a weight does not fit 16 bits")
    return numbers.astype("<i2").tobytes()


def write_net(net):
    """struct weights of agents/debacle_net.c."""
    last = int(np.rint(net.last.item() * ONE * OUT_ONE))
    write_file(b"dbc-net1", ROWS, struct.pack("<Ii40x", HIDDEN, last) + whole(net.first, ONE) +
               whole(net.out, OUT_ONE) + whole(net.rows[:ROWS], ONE))


def fit_linear(samples):
    """Logistic regression on the columns, by Newton's method."""
    x, goal = samples["column"][:, :COLUMNS].astype(np.float64), chance(samples)
    scores, decay = samples["score_odds"].astype(np.float64), 1e-5 * len(samples)
    weight = np.zeros(COLUMNS)
    for _ in range(12):
        p = 1 / (1 + np.exp(-x @ weight - scores))
        curve = (x * (p * (1 - p))[:, None]).T @ x + decay * np.eye(COLUMNS)
        weight += np.linalg.solve(curve, x.T @ (goal - p) - decay * weight)
    p = 1 / (1 + np.exp(-x @ weight - scores))
    say(f"linear: loss {-(goal * np.log(p) + (1 - goal) * np.log(1 - p)).mean():.5f}")
    return np.rint(100 * weight).astype(int)


def write_rounds(samples):
    """struct rounds of agents/debacle_eval.c: points of the winner and the loser, in classes of
    three, with their share. Each round counts once, by its first position that was kept."""
    final = samples["final"].astype(int)
    high, low = final.max(axis=1), final.min(axis=1)
    first = np.r_[True, (high[1:] != high[:-1]) | (low[1:] != low[:-1])]
    high, low = high[first], low[first]
    high, low = high[high > low], low[high > low]
    block = (high + 1) // 3 * 100 + (low + 1) // 3
    kinds, counts = np.unique(block, return_counts=True)
    often = kinds[counts * 200 > len(high)]
    total = np.isin(block, often).sum()
    say(f"{len(high)} rounds")
    body = b""
    for kind in often:
        inside = block == kind
        body += struct.pack("<BBH", round(high[inside].mean()), round(low[inside].mean()),
                            round(10000 * inside.sum() / total))
    write_file(b"dbc-rnd1", len(often), body)


def main():
    jobs = {
        "net": lambda samples: write_net(train(samples)),
        "rounds": write_rounds,
        "linear": lambda samples: print(", ".join(map(str, fit_linear(samples)))),
    }
    if len(sys.argv) < 3 or sys.argv[1] not in jobs:
        sys.exit("usage: debacle_train.py net|rounds|linear SAMPLES...")
    jobs[sys.argv[1]](load(sys.argv[2:]))


main()
