#!/usr/bin/env python3
"""match.py: Débâcle's engine of today against that of commit 7bf36b6, with the same settings on both sides.

    python3 bench/before/match.py                       200 games at 12 ms a turn, on one core: 40 minutes of CPU time
    python3 bench/before/match.py --each nodes=2000     at 2,000 positions a turn: some two minutes

It compiles the old engine as a bot from outside (old_bot.c; the sources are taken from the repository's history) in
build/before, and lets `cornet arena` play: target=6, random set-ups, every start from both sides. time= is CPU time on
both sides (cpu_clock.c). It prints what today's engine won, with Wilson's 95 % interval, and the CPU time that each side
really used for a turn.

Games are played in portions, each with a seed of its own. What a portion gave is kept in build/before, by the program's
hash and the settings: stopped at any moment, the same command goes on where it was.
"""

import argparse
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
from strength_figures import interval  # noqa: E402

COMMIT = "7bf36b6"
HERE, WORK = ROOT / "bench/before", ROOT / "build/before"
SOURCES = ["base/json.c", "base/memory.c", "base/rng.c", "base/text.c", "games/game.c", "games/debacle.c", "games/debacle_text.c", "agents/agent.c",
           "agents/debacle_engine.c", "agents/debacle_eval.c", "agents/debacle_net.c", "agents/debacle_search.c"]
FLAGS = ["-std=gnu17", "-O2", "-g", "-D_GNU_SOURCE", "-Wall", "-Wextra"]  # as that commit's CMakeLists.txt has them
PORTION = 10  # games
WHOLE = 60  # a game's share is counted in sixtieths


def fail(sentence):
    raise SystemExit(f"match.py: {sentence}")


def build():
    """The old engine's sources as they were, old_bot, and the clock."""
    git = ["git", "-C", str(ROOT)]
    if subprocess.run([*git, "cat-file", "-e", COMMIT + "^{commit}"], stderr=subprocess.DEVNULL).returncode:
        fail(f"this repository's history has no commit {COMMIT}, whose engine is compiled here; a clone without --depth has it")
    tree = WORK / "tree"
    tree.mkdir(parents=True, exist_ok=True)
    archive = subprocess.run([*git, "archive", COMMIT, "base", "games", "agents"], stdout=subprocess.PIPE, check=True).stdout
    subprocess.run(["tar", "-x", "-C", str(tree)], input=archive, check=True)
    compiler = [os.environ.get("CC", "gcc"), *FLAGS]
    subprocess.run([*compiler, f"-I{tree}", "-o", str(WORK / "old_bot"), str(HERE / "old_bot.c"), *[str(tree / name) for name in SOURCES], "-lm"], check=True)
    subprocess.run([*compiler, "-shared", "-fPIC", "-o", str(WORK / "cpu_clock.so"), str(HERE / "cpu_clock.c")], check=True)


def play(program, each, games, seed):
    """One portion: games, sixtieths won, and of today's engine and the old one turns and CPU seconds."""
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder) / "log"
        agents = f"engine:{each},exec:build/before/old_bot engine:{each} {log}"
        environment = {**os.environ, "LD_PRELOAD": "build/before/cpu_clock.so", "OMP_NUM_THREADS": "1"}
        command = [program, "--lang", "en", "arena", "debacle", "--agents", agents, "--option", "target=6", "--option", "setup=random",
                   "--games", str(games), "--seed", str(seed), "--threads", "1", "--every", "0", "--json"]
        done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
        if done.returncode:
            fail(f"cornet arena ended with status {done.returncode}")
        result = json.loads(done.stdout)
        lines = [line.split() for line in log.read_text().splitlines()]
    new = result["agents"][0]
    if any("forfeits" in agent for agent in result["agents"]) or len(lines) != result["games"]:
        fail("a game was forfeited: that is a fault of this measurement, and nothing is counted")
    return {"games": result["games"], "won": result["pairs"][0]["sum"],
            "turns": [sum(int(line[1]) for line in lines), sum(int(line[0]) for line in lines)],
            "seconds": [new["answers"] * new["seconds_an_answer"], sum(float(line[2]) for line in lines)]}


def report(each, parts):
    games, won = sum(part["games"] for part in parts), sum(part["won"] for part in parts) / WHOLE
    low, high = interval(won, games)
    print(f"engine:{each} won {won:g} of {games} against that of {COMMIT}: {100 * won / games:.1f} ({100 * low:.1f} to {100 * high:.1f}) %")
    turns, seconds = ([sum(part[what][side] for part in parts) for side in (0, 1)] for what in ("turns", "seconds"))
    print(f"CPU time for a turn: {1000 * seconds[0] / turns[0]:.2f} ms today's, {1000 * seconds[1] / turns[1]:.2f} ms the old one's, of {turns[0]:,} turns each")


def main():
    parser = argparse.ArgumentParser(description="Débâcle's engine of today against that of commit " + COMMIT)
    parser.add_argument("--each", default="nodes=0:time=12", help="settings of both engines; default: nodes=0:time=12")
    parser.add_argument("--games", type=int, default=200, help=f"rounded up to portions of {PORTION}; default: 200")
    parser.add_argument("--cornet", default=str(ROOT / "build/default/cornet"), help="today's program; default: build/default/cornet")
    arguments = parser.parse_args()
    program = pathlib.Path(arguments.cornet).resolve()
    if not program.is_file():
        fail(f"there is no program {arguments.cornet}; make builds build/default/cornet")
    build()
    identity = hashlib.sha256(program.read_bytes()).hexdigest()[:16]
    kept = WORK / f"{identity}-{arguments.each.replace(':', '-')}.jsonl"
    parts = [json.loads(line) for line in kept.read_text().splitlines()] if kept.exists() else []
    portions = -(-arguments.games // PORTION)
    try:
        while len(parts) < portions:
            parts.append(play(str(program), arguments.each, PORTION, 1 + len(parts)))
            with open(kept, "a", encoding="utf-8") as file:
                file.write(json.dumps(parts[-1]) + "\n")
            if sys.stderr.isatty():
                print(f"{PORTION * len(parts)} games", file=sys.stderr)
    except KeyboardInterrupt:
        print("match.py: stopped; the same command goes on", file=sys.stderr)
    if parts:
        report(arguments.each, parts[:portions])


if __name__ == "__main__":
    main()
