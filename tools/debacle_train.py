#!/usr/bin/env python3
"""Learns to judge boards of Débâcle from what tools/debacle_selfplay wrote.

    debacle_train.py linear SAMPLES...   prints the weights of the linear sum and how rounds end
    debacle_train.py net SAMPLES... >agents/debacle_net_weights.h

Needs numpy and PyTorch; uses a GPU where there is one. tools/debacle_train.sh runs the whole loop."""
import sys
import time

import numpy as np
import torch

ROWS, HIDDEN, INPUTS = 656, 64, 72  # as in agents/debacle_net.h
COLUMNS = 23
ONE, OUT_ONE = 255, 64  # what stands for 1 in whole numbers
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


def c_array(name, values, per_line=16):
    values = values.astype(int)
    size = "".join(f"[{n}]" for n in values.shape)
    lines = [f"static const int16_t {name}{size} = {{"]
    for row in values.reshape(-1, values.shape[-1]):
        text = ",".join(map(str, row))
        lines.append(("{" + text + "}," if values.ndim > 1 else text + ","))
    return "\n".join(lines + ["};"])


def print_net(net):
    rows = np.rint(net.rows.detach().cpu().numpy()[:ROWS] * ONE)
    first = np.rint(net.first.detach().cpu().numpy() * ONE)
    out = np.rint(net.out.detach().cpu().numpy() * OUT_ONE)
    last = int(np.rint(net.last.item() * ONE * OUT_ONE))
    print("/* debacle_net_weights.h: made by tools/debacle_train.sh from self-play. */\n"
          "#ifndef CORNET_AGENTS_DEBACLE_NET_WEIGHTS_H\n"
          "#define CORNET_AGENTS_DEBACLE_NET_WEIGHTS_H\n\n#include <stdint.h>\n\n"
          "/* clang-format off */")
    print(c_array("debacle_net_first", first))
    print(c_array("debacle_net_row", rows))
    print(c_array("debacle_net_out", out))
    print(f"static const int debacle_net_last = {last};\n/* clang-format on */\n\n#endif")


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


def print_linear(samples):
    """The weights, and how rounds end: each round once, by its first position that was kept."""
    print("weights:", ", ".join(map(str, fit_linear(samples))))
    final = samples["final"].astype(int)
    high, low = final.max(axis=1), final.min(axis=1)
    first = np.r_[True, (high[1:] != high[:-1]) | (low[1:] != low[:-1])]
    high, low = high[first], low[first]
    high, low = high[high > low], low[high > low]
    block = (high + 1) // 3 * 100 + (low + 1) // 3
    kinds, counts = np.unique(block, return_counts=True)
    often = kinds[counts * 200 > len(high)]
    total = np.isin(block, often).sum()
    print("rounds:", len(high))
    for kind in often:
        inside = block == kind
        print(f"    {{{high[inside].mean():.0f}, {low[inside].mean():.0f}, "
              f"{inside.sum() / total:.4f}}},")


def main():
    if len(sys.argv) < 3 or sys.argv[1] not in ("linear", "net"):
        sys.exit("usage: debacle_train.py linear|net SAMPLES...")
    samples = load(sys.argv[2:])
    if sys.argv[1] == "linear":
        print_linear(samples)
    else:
        print_net(train(samples))


main()
