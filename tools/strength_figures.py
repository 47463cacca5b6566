#!/usr/bin/env python3
"""strength_figures.py CORNET: measures the strength of the bots, and writes the tables about it in docs/.

The script rewrites the tables between `<!-- figures: NAME -->` and `<!-- end of figures -->`; TABLES below lists them
all. The documents mark other tables with figures: `<!-- fixed: WHY -->` before those that do not depend on the bots,
`<!-- history: WHEN -->` before those that cannot be measured again. --check only checks these marks.

Games are played in portions, each by one single-threaded command with its own seed. The cache keeps the result of each
portion by the program's hash and the command, so an interrupted run continues. The next portion is one of the table that
has used the least time so far, so that with --minutes every table gets a share of the time.
"""

import argparse
import hashlib
import json
import math
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from functools import cache

LEVELS = ("novice", "easy", "normal", "hard", "max")
MARK = re.compile(r"<!-- figures: (\S+) -->\n(.*?)<!-- end of figures -->\n", re.S)
BEGINNER, BELOW_NOVICE = "adaptive:level=-9", "adaptive:level=-4"  # the game's beginner, and halfway to it
ROUND_TURNS, QUIET_TURNS = 1000, 200  # limits that end a round of Débâcle
ENDS = ("captures", "repetition", "quiet", "limit")  # of a round
ADAPTIVE_START, ADAPTIVE_STEP, ADAPTIVE_MIN, ADAPTIVE_MAX = 21, 4, -29, 61  # tenths of a level, as in src/agents/levels.h


class Stopped(Exception):
    """The time is up: a command was killed, and its results do not count."""


def fail(sentence):
    raise SystemExit(f"strength_figures.py: {sentence}")


# ---- portions: the results of one or a few commands ----


class Program:
    """The program and its running commands."""

    def __init__(self, path):
        self.path, self.stopped, self.running, self.lock = path, False, set(), threading.Lock()
        self.folder = tempfile.TemporaryDirectory()
        self.environment = {**os.environ, "LC_ALL": "C.UTF-8", "XDG_CACHE_HOME": self.folder.name, "OMP_NUM_THREADS": "1"}

    def start(self, *arguments):
        with self.lock:
            if self.stopped:
                raise Stopped
            process = subprocess.Popen([self.path, "--lang", "en", *arguments], env=self.environment, text=True, encoding="utf-8", stdin=subprocess.PIPE,
                                       # only the script receives Ctrl-C
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
            self.running.add(process)
            return process

    def finish(self, process):
        """The remaining output of the command."""
        out, error = process.communicate()
        with self.lock:
            self.running.discard(process)
            if self.stopped:
                raise Stopped
        if process.returncode:
            fail(f"cornet {' '.join(process.args[3:])}: {error.strip()}")
        return out

    def run(self, *arguments):
        return self.finish(self.start(*arguments))

    def stop(self):
        with self.lock:
            self.stopped = True
            for process in self.running:
                process.kill()


def play_arena(program, arguments, games, seed):
    """Two agents against each other: how often the first won, the worth of a game, and the thinking times."""
    result = json.loads(program.run("arena", *arguments, "--games", str(games), "--seed", str(seed), "--threads", "1", "--every", "0", "--json"))
    pair = result["pairs"][0]
    times = [{"answers": one["answers_measured"], "seconds": one["answers_measured"] * (one["seconds_an_answer"] or 0), "slowest": one["seconds_slowest"]}
             for one in result["agents"]]
    return {"games": pair["games"], "won": pair["wins"] * pair["games"], "worth": pair["game_worth"], "times": times}


def play_rounds(program, arguments, games, seed):
    """How the rounds of Débâcle end between two equals: by five captures, or at the end of a turn. Also the number of rounds by their
    turns, and how many the first player won; a level round counts a half."""
    agent, *settings = arguments
    count = {**dict.fromkeys((*ENDS, "first"), 0), "turns": [0] * (ROUND_TURNS + 1)}
    process = program.start("engine")

    def ask(command):
        """The answer without the command's name; None if it has no other words."""
        process.stdin.write(f"{command}\n")
        process.stdin.flush()
        found = None
        for line in process.stdout:
            if line == "ok\n":
                return found
            if line.startswith("error "):
                fail(f"cornet engine: {command}: {line.strip()}")
            found = line.split(" ", 1)[1].strip()
        raise Stopped

    ask(f"seed {seed}")
    for _ in range(games):
        ask("new debacle")
        for setting in settings:
            ask(f"option {setting}")
        play_round_ends(ask, agent, count)
    process.stdin.write("quit\n")
    program.finish(process)
    return count


def play_round_ends(ask, agent, count):
    before = json.loads(ask("state"))
    while before["mover"] != "over":
        if before["mover"] == "chance":
            ask("roll")
        else:
            starter = before["mover"] if before["turns"] == 0 else starter
            line = ask(f"best {agent}")
            ask(f"play {line}")
            if not line.endswith(" end") and not re.search(r"x..$", line):
                continue
        state = json.loads(ask("state"))
        if state["mover"] == "over" or state["round"] > before["round"]:
            gained = [now - then for now, then in zip(state["scores"], before["scores"])]
            own, other = gained[starter - 1], gained[2 - starter]
            count["first"] += 1 if own > other else 0.5 if own == other else 0
            count["turns"][before["turns"] + 1] += 1
            if not line.endswith(" end"):
                count["captures"] += 1
            elif before["turns"] + 1 >= ROUND_TURNS:
                count["limit"] += 1
            else:
                count["quiet" if before["quiet"] + 1 >= QUIET_TURNS else "repetition"] += 1
        before = state


def play_adaptive(program, arguments, games, seed):
    """A series of a simulated person against `adaptive`. The first sixth, in which it finds its level, does not count."""
    game, person, players, *options = arguments
    level, won = ADAPTIVE_START, 0.0
    for number in range(games):
        seat = number % int(players)
        agents = [f"adaptive:level={level}"] * int(players)
        agents[seat] = person
        share = json.loads(program.run("sim", game, "--agents", ",".join(agents), "--games", "1", "--seed", str(1000 * (seed - 1) + number + 1),
                                       "--threads", "1", "--json", *options))["wins"][seat]
        level = min(max(level + round(ADAPTIVE_STEP * (int(players) * share - 1)), ADAPTIVE_MIN), ADAPTIVE_MAX)
        won += share if number >= games // 6 else 0
    return {"games": games - games // 6, "won": won}


PLAYS = {"arena": play_arena, "rounds": play_rounds, "adaptive": play_adaptive}


# ---- cells: all portions of one measurement ----


class Cell:
    """One measurement: `games` in portions of `portion`."""

    def __init__(self, play, arguments, games, portion, seats=1):
        self.play, self.arguments, self.wanted, self.usual, self.seats = play, arguments, games, portion, seats
        self.results, self.taken, self.seconds, self.expected = {}, set(), 0.0, 0.0

    def scale(self, factor):
        games = max(self.seats, round(self.wanted * factor))
        self.portion = min(self.usual, -(-games // self.seats) * self.seats)
        self.portions = -(-games // self.portion)

    def key(self, number):
        return f"{self.play} {' '.join(self.arguments)} games={self.portion} seed={number + 1}"

    def next(self):
        return next((n for n in range(self.portions) if n not in self.results and n not in self.taken), None)

    def total(self):
        """The sum of all portions; lists are added element by element."""
        return add_up(list(self.results.values()))


def add_up(parts):
    if isinstance(parts[0], dict):
        return {name: max(part[name] for part in parts) if name == "slowest" else add_up([part[name] for part in parts]) for name in parts[0]}
    if isinstance(parts[0], list):
        return [add_up(list(place)) for place in zip(*parts)]
    return sum(parts)


@cache
def pair(game, first, second, games, portion, players=2, options=(), gauntlet=False):
    arguments = [game, "--agents", f"{first},{second}", "--players", str(players)]
    arguments += [word for option in options for word in ("--option", option)] + ["--gauntlet"] * gauntlet
    return Cell("arena", arguments, games, portion, seats=players if gauntlet else 2)


@cache
def rounds(agent, games, options):
    return Cell("rounds", [agent, *options], games, 1)


@cache
def adaptive(game, person, people, games, players=2, options=()):
    """`people` equal persons with different luck, who play `games` games each."""
    arguments = [game, person, str(players), *(word for option in options for word in ("--option", option))]
    return Cell("adaptive", arguments, people * games, games, seats=games)


# ---- the text of a cell ----


def interval(won, games):
    """Wilson's 95 % interval. Games with equal dice count as independent, which makes it slightly too wide."""
    z = 1.96
    share, spread = won / games, z * z / games
    middle, half = (share + spread / 2) / (1 + spread), z * math.sqrt(share * (1 - share) / games + spread / games / 4) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def share(cell):
    total = cell.total()
    low, high = interval(total["won"], total["games"])
    return f"{100 * total['won'] / total['games']:.1f} ({100 * low:.1f} to {100 * high:.1f}) % of {total['games']:,}"


def milliseconds(seconds):
    value = 1000 * seconds
    return f"{value:.0f}" if value >= 10 else f"{value:.1f}" if value >= 1 else f"{value:.2g}" if value >= 0.001 else f"{value:.1g}"


def time_of(place):
    def say(cell):
        taken = cell.total()["times"][place]
        return f"{milliseconds(taken['seconds'] / max(1, taken['answers']))}, {milliseconds(taken['slowest'])}"
    return say


def worth(cell):
    """How many games with independent dice one of these games is worth: the mean over portions."""
    values = [part["worth"] for part in cell.results.values() if part["worth"]]
    return f"{sum(values) / len(values):.2f}" if values else "?"


def rounds_of(total):
    return sum(total[kind] for kind in ENDS)


def of_rounds(*kinds, digits=0):
    def say(cell):
        total = cell.total()
        return f"{100 * sum(total[kind] for kind in kinds) / max(1, rounds_of(total)):.{digits}f} %"
    return say


def number_of_rounds(cell):
    return f"{rounds_of(cell.total()):,}"


def turns_at(part):
    """The number of turns that this part of the rounds does not exceed."""
    def say(cell):
        total, seen = cell.total(), 0
        for turns, rounds in enumerate(total["turns"]):
            seen += rounds
            if seen >= part * rounds_of(total):
                return str(turns)
        return "?"
    return say


def first_player(cell):
    total = cell.total()
    low, high = interval(total["first"], rounds_of(total))
    return f"{100 * total['first'] / rounds_of(total):.1f} ({100 * low:.1f} to {100 * high:.1f}) %"


# ---- the tables ----

SIX = ("target=6", "setup=random")  # games of Débâcle that are short enough to play hundreds
PARTS = [  # as in enum debacle_part
    (1, "the unfinished iteration"),
    (2, "one order of exchanged actions"),
    (4, "reductions"),
    (8, "null move"),
    (16, "the end of the turn at the horizon"),
    (32, "margin"),
    (64, "killers and history"),
    (128, "aspiration windows"),
    (512, "correction history"),
]


def debacle_pair(first, second, games, portion, *more):
    return pair("debacle", first, second, games, portion, options=(*SIX, *more))


def part_rows():
    for number, name in PARTS:
        yield [f"{name} (`without={number}`)", "500 nodes", (debacle_pair("engine:nodes=500", f"engine:nodes=500:without={number}", 400, 4), share)]
    yield ["the table kept between turns (`without=256`)", "4 ms", (debacle_pair("engine:nodes=0:time=4", "engine:nodes=0:time=4:without=256", 400, 2), share)]


def budget_rows():
    for nodes in (250, 1000, 4000):
        yield [f"{4 * nodes:,} nodes against {nodes:,}", (debacle_pair(f"engine:nodes={4 * nodes}", f"engine:nodes={nodes}", 200, 4 if nodes < 4000 else 2), share)]


def round_rows():
    for agent, recover, games in (("nodes=500", "any", 200), ("nodes=2000", "any", 200), ("nodes=8000", "any", 100), ("nodes=2000", "once", 200)):
        cell = rounds(f"engine:{agent}", games, (*SIX, f"recover={recover}"))
        nodes = f"{int(agent.split('=')[1]):,} nodes"
        yield [f"{nodes}, `recover={recover}`", (cell, of_rounds("captures")), (cell, of_rounds("repetition")), (cell, of_rounds("quiet")),
               (cell, of_rounds("limit")), (cell, number_of_rounds)]


def tournament_rows():
    form = ("form=tournament",)  # its set-up is random
    for nodes, games, against in ((500, 1600, 160), (2000, 1500, 80), (8000, 503, 40)):
        cell = rounds(f"engine:nodes={nodes}", games, form)
        rival = pair("debacle", f"engine:nodes={4 * nodes}", f"engine:nodes={nodes}", against, 4, options=form)
        yield [f"{nodes:,} nodes", (cell, of_rounds("captures", digits=1)), (cell, turns_at(0.5)), (cell, turns_at(0.9)), (cell, first_player),
               (cell, number_of_rounds), (rival, share)]


# (game, players, options; games for a step between two levels and for the last, in portions)
LADDERS = {
    "Easy Come, two players": ("easycome", 2, (), (10000, 2000), (10000, 2000)),
    "Easy Come, three players": ("easycome", 3, (), (4000, 1000), (4000, 1000)),
    "Easy Come, four players": ("easycome", 4, (), (4000, 1000), (10000, 500)),
    "Easy Come, four players, `hold=3`": ("easycome", 4, ("hold=3",), (4000, 1000), (10000, 500)),
    "Wazabi, two players": ("wazabi", 2, (), (10000, 1000), (10000, 1000)),
    "Wazabi, four players": ("wazabi", 4, (), (10000, 1000), (10000, 1000)),
    "Débâcle, `setup=random` (`max`: `target=6`)": ("debacle", 2, ("setup=random",), (200, 20), (60, 2)),
    "Débâcle, the same with `recover=once`": ("debacle", 2, ("setup=random", "recover=once"), (200, 20), (60, 2)),
    "Débâcle, the same with `form=tournament`": ("debacle", 2, ("form=tournament",), (200, 20), (60, 2)),
    "Thémots, two players": ("themots", 2, (), (4000, 1000), (4000, 1000)),
    "Thémots, four players": ("themots", 4, (), (4000, 1000), (4000, 1000)),
}


def step(name, level):
    """A level against the one below it."""
    game, players, options, usual, last = LADDERS[name]
    if game == "debacle" and level == 4:
        options = ("target=6", *options)  # a whole game of max takes minutes
    return pair(game, LEVELS[level], LEVELS[level - 1], *(last if level == 4 else usual), players=players, options=options)


def level_rows():
    for name in LADDERS:
        yield [name, *((step(name, level), share) for level in range(1, 5))]


def time_rows():
    for name in LADDERS:
        if "the same" not in name and "hold" not in name:
            yield [name, (step(name, 1), time_of(1)), *((step(name, level), time_of(0)) for level in range(1, 5))]


def worth_rows():
    for first, second in (("greedy:blur=20", "greedy:blur=10"), ("greedy", "perfect")):
        yield [f"Easy Come, `{first}` and `{second}`", (pair("easycome", first, second, 20000, 4000), worth)]
    for first, second in (("judging:blur=10", "judging"), ("judging", "greedy")):
        yield [f"Wazabi, `{first}` and `{second}`", (pair("wazabi", first, second, 20000, 2000), worth)]
    for name in ("Easy Come, two players", "Easy Come, three players", "Easy Come, four players", "Thémots, two players", "Thémots, four players"):
        yield [f"{name}, `normal` and `easy`", (step(name, 2), worth)]


def adaptive_rows():
    games = {
        "Easy Come, two players": ("easycome", 2),
        "Easy Come, three players": ("easycome", 3),
        "Wazabi, two players": ("wazabi", 2),
        "Wazabi, four players": ("wazabi", 4),
        "Débâcle, `target=1`": ("debacle", 2, ("target=1",)),
        "Thémots, two players": ("themots", 2),
        "Thémots, four players": ("themots", 4),
    }
    people = (BEGINNER, BELOW_NOVICE, *LEVELS[:-1])
    for name, (game, *how) in games.items():  # not in Débâcle against agents stronger than hard: that takes minutes
        yield [name, *((adaptive(game, person, 10, 120, *how), share) if (game, person) != ("debacle", "hard") else "" for person in people)]


def simple_rows():
    for level, other in (("novice", "greedy"), ("normal", "cautious"), ("hard", "cautious")):
        yield [f"`{level}` against `{other}`", (pair("debacle", level, other, 200, 20, options=("setup=random",)), share)]


PEOPLE = ("amateur:recall=10", "easy:recall=10", "novice:recall=10")


def people_rows():
    for person in PEOPLE:
        yield [f"`{person}`", (pair("themots", person, "novice", 4000, 1000), share)]


def adaptive_people_rows():
    for person in PEOPLE:
        yield [f"`{person}`", *((adaptive("themots", person, 10, 120, players), share) for players in (2, 4))]


def wazabi_rows():
    for agent, games, portion in (("judging", 20000, 2000), ("judging:greedy=1", 20000, 2000), ("max", 20000, 2000)):
        yield [f"`{agent}`", (pair("wazabi", agent, "greedy", games, portion, gauntlet=True), share),
               (pair("wazabi", agent, "greedy", games // 2, portion // 2, players=4, gauntlet=True), share)]


def wazabi_table_rows():
    for name, players, option in (("teams of two, four players", 4, "teams=on"), ("teams of two, six players", 6, "teams=on"),
                                  ("a tournament of two games, two players", 2, "games=2"), ("a tournament of three games, two players", 2, "games=3"),
                                  ("a tournament of two games, four players", 4, "games=2")):
        yield [name, *((pair("wazabi", "max", other, 10000, 1000, players=players, options=(option,)), share) for other in ("judging", "greedy"))]


DEBACLE, BOTS, WAZABI = "measurements/debacle.md", "measurements/bots.md", "measurements/wazabi.md"
# name: (document, head of the table, function for its rows: texts and cells)
TABLES = {
    "parts": (DEBACLE, ["the search against itself without", "each", "won"], part_rows),
    "budgets": (DEBACLE, ["four times the budget", "won"], budget_rows),
    "rounds": (DEBACLE, ["both sides", "five captures", "repetition", "200 quiet turns", "1000 turns", "rounds"], round_rows),
    "tournament": (DEBACLE, ["both sides", "five captures", "turns, median", "90 % have at most", "the first player won", "rounds", "four times the nodes won"], tournament_rows),
    "adaptive": (BOTS, ["the person", "the beginner", "halfway to it", *(f"`{level}`" for level in LEVELS[:-1])], adaptive_rows),
    "times": (BOTS, ["milliseconds, mean and slowest", *LEVELS], time_rows),
    "worth": (BOTS, ["", "a game is worth"], worth_rows),
    "levels": (BOTS, ["", *LEVELS[1:]], level_rows),
    "debacle-simple": (BOTS, ["Débâcle, `setup=random`", "won"], simple_rows),
    "themots-people": (BOTS, ["Thémots, against `novice`", "won"], people_rows),
    "adaptive-people": (BOTS, ["Thémots, against `adaptive`", "two players", "four players"], adaptive_people_rows),
    "wazabi-tables": (WAZABI, ["`max` at Wazabi", "against `judging`", "against `greedy`"], wazabi_table_rows),
    "wazabi-greedy": (WAZABI, ["Wazabi", "against `greedy`", "alone against three `greedy`"], wazabi_rows),
}


def cells_of(rows):
    return [entry[0] for row in rows for entry in row if isinstance(entry, tuple)]


def table_text(head, rows):
    lines = [head, ["---"] * len(head), *[[entry if isinstance(entry, str) else entry[1](entry[0]) for entry in row] for row in rows]]
    return "".join("|" + "".join(f" {entry} |" if entry else " |" for entry in line) + "\n" for line in lines)


# ---- documents ----


def check(folder):
    """Every table with figures is written by this script or has a mark that says why not. Every table of TABLES is in its document once."""
    problems = []
    for document in sorted({document for document, _, _ in TABLES.values()}):
        text = (folder / document).read_text(encoding="utf-8")
        found = [name for name, _ in MARK.findall(text)]
        for name in sorted(set(found) | {name for name, table in TABLES.items() if table[0] == document}):
            if name not in TABLES or TABLES[name][0] != document:
                problems.append(f"{document}: tools/strength_figures.py makes no table '{name}' for it")
            elif found.count(name) != 1:
                problems.append(f"{document}: the table '{name}' stands there {found.count(name)} times, not once")
        if text.count("<!-- figures:") != len(found):
            problems.append(f"{document}: a mark `figures` without its `end of figures`, or not alone in its line")
        for table in re.finditer(r"(?m)^(.*)\n((?:\|.*\n)+)", MARK.sub("", text)):
            before, rows = table[1], table[2]
            if re.search(r"\d", re.sub(r"`[^`]*`", "", rows)) and not re.fullmatch(r"<!-- (fixed|history): \S.* -->", before):
                problems.append(f"{document}: the table '{rows.splitlines()[0]}' holds figures and has no mark")
    return problems


def write(folder, tables):
    for document in sorted({TABLES[name][0] for name in tables}):
        path = folder / document
        old = path.read_text(encoding="utf-8")
        new = MARK.sub(lambda found: f"<!-- figures: {found[1]} -->\n{tables[found[1]]}<!-- end of figures -->\n" if found[1] in tables else found[0], old)
        if new != old:
            beside = path.with_suffix(".new")
            beside.write_text(new, encoding="utf-8")
            beside.replace(path)


# ---- playing ----


class Work:
    """Distributes portions to threads, and stores their results."""

    def __init__(self, program, cells, kept, deadline):
        self.program, self.cells, self.deadline, self.began = program, cells, deadline, time.monotonic()
        self.lock, self.failed = threading.Lock(), None
        self.kept = open(kept, "a+", encoding="utf-8")
        known = self.read_kept()
        for cell in cells:
            for number in range(cell.portions):
                if cell.key(number) in known:
                    cell.results[number], seconds = known[cell.key(number)]
                    cell.seconds += seconds
        self.known = self.done()

    def read_kept(self):
        """Reads lines of [command, result, seconds]. The last one may be incomplete."""
        self.kept.seek(0)
        known = {}
        for line in self.kept:
            try:
                command, result, seconds = json.loads(line)
                known[command] = result, seconds
            except ValueError:
                continue
        if self.kept.tell():
            self.kept.write("\n")
        return known

    def done(self):
        return sum(len(cell.results) for cell in self.cells)

    def take(self):
        """The next portion, of the cell that has used the least time; None if nothing is left."""
        with self.lock:
            open_cells = [cell for cell in self.cells if cell.next() is not None]
            if not open_cells or self.failed or self.program.stopped:
                return None
            cell = min(open_cells, key=lambda cell: (len(cell.taken) + len(cell.results) > 0, cell.seconds))
            number = cell.next()
            cell.taken.add(number)
            cell.expected = cell.seconds / len(cell.results) if cell.results else 1.0
            cell.seconds += cell.expected  # until the result is known, so that other cells come first
            return cell, number

    def play(self):
        while True:
            portion = self.take()
            if not portion:
                return
            cell, number = portion
            began, expected = time.monotonic(), cell.expected
            try:
                result = PLAYS[cell.play](self.program, cell.arguments, cell.portion, number + 1)
            except Stopped:
                return
            except BaseException as error:  # the main thread reports it, once
                self.failed = error
                self.program.stop()
                return
            with self.lock:
                seconds = time.monotonic() - began
                cell.results[number] = result
                cell.seconds += seconds - expected
                self.kept.write(json.dumps([cell.key(number), result, round(seconds, 3)]) + "\n")
                self.kept.flush()

    def say(self):
        done, whole = self.done(), sum(cell.portions for cell in self.cells)
        passed, fresh = time.monotonic() - self.began, self.done() - self.known
        left = min(passed / fresh * (whole - done) if fresh else math.inf, max(0.0, self.deadline - time.monotonic()))
        print(f"{done} of {whole} portions, {passed / 60:.1f} minutes" + (f", about {left / 60:.0f} more" if left < math.inf else ""), file=sys.stderr, flush=True)

    def run(self, threads, every):
        workers = [threading.Thread(target=self.play) for _ in range(threads)]
        for worker in workers:
            worker.start()
        reported = time.monotonic()
        try:
            while any(worker.is_alive() for worker in workers):
                time.sleep(0.05)
                if time.monotonic() > self.deadline:
                    break
                if time.monotonic() - reported >= every:
                    reported = time.monotonic()
                    self.say()
        except KeyboardInterrupt:
            print("stopped", file=sys.stderr)
        self.program.stop()
        for worker in workers:
            worker.join()
        self.kept.close()
        if self.failed:
            raise self.failed


def options():
    parser = argparse.ArgumentParser(description="measures how strong the bots are and writes the tables of docs/ that say so")
    parser.add_argument("cornet")
    parser.add_argument("--only", default="", help="names of tables, with commas; all of them unless named")
    parser.add_argument("--games", type=float, default=1.0, help="times the usual number of games")
    parser.add_argument("--minutes", type=float, default=math.inf, help="ends then, with as many games as were played")
    parser.add_argument("--threads", "-j", type=int, default=os.cpu_count(), help="commands at the same time")
    parser.add_argument("--docs", type=pathlib.Path, default=pathlib.Path("docs"), help="the folder of the documents")
    parser.add_argument("--cache", type=pathlib.Path, default=pathlib.Path("build/figures"), help="the folder of the stored measurements")
    parser.add_argument("--every", type=float, default=20.0, help="seconds between two lines of progress")
    parser.add_argument("--check", action="store_true", help="plays nothing: are all tables marked?")
    parser.add_argument("--print", action="store_true", help="prints the tables instead of writing them")
    given = parser.parse_args()
    given.only = [name for name in given.only.split(",") if name]
    for name in given.only:
        if name not in TABLES:
            fail(f"no table '{name}'; there are: {', '.join(TABLES)}")
    if given.threads < 1 or given.games <= 0 or given.minutes <= 0:
        fail("--threads, --games and --minutes take numbers above 0")
    return given


def main():
    given = options()
    for number in (signal.SIGINT, signal.SIGTERM):  # also in the background: the commands end with the script
        signal.signal(number, signal.default_int_handler)
    if not given.print or given.check:
        problems = check(given.docs)
        if problems:
            fail("\n".join(problems))
    if given.check:
        return
    program = pathlib.Path(given.cornet).resolve()
    made = {name: (head, list(rows())) for name, (_, head, rows) in TABLES.items() if not given.only or name in given.only}
    cells = list(dict.fromkeys(cell for _, rows in made.values() for cell in cells_of(rows)))
    for cell in cells:
        cell.scale(given.games)
    given.cache.mkdir(parents=True, exist_ok=True)
    kept = given.cache / f"{hashlib.sha256(program.read_bytes()).hexdigest()[:16]}.jsonl"
    work = Work(Program(str(program)), cells, kept, time.monotonic() + 60 * given.minutes)
    if work.known:
        print(f"{work.known} portions were there already, in {kept}", file=sys.stderr)
    work.run(given.threads, given.every)
    whole = {name for name, (_, rows) in made.items() if all(cell.results for cell in cells_of(rows))}
    tables = {name: table_text(head, rows) for name, (head, rows) in made.items() if name in whole}
    if given.print:
        for name, text in tables.items():
            print(f"{name}\n{text}")
    else:
        write(given.docs, tables)
    for name in made:
        print(f"{name}: " + ("whole" if all(len(cell.results) == cell.portions for cell in cells_of(made[name][1]))
                             else "with fewer games, since the time was out" if name in whole else "left as it is: the time was out"))


if __name__ == "__main__":
    main()
