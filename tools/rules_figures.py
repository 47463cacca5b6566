#!/usr/bin/env python3
"""rules_figures.py CORNET [--check]: computes the figures of the rules pages, games/NAME/rules.md.

Each row of FIGURES has a page, the sentences with the figures in both languages, with {} for each figure, and a function
that computes them. Without --check the figures are written into the pages. With --check nothing is written, and a
different figure in a page is an error. A sentence that is not found is an error too. Lines may be broken anywhere.
--check computes the most expensive figures only if CORNET_DEEP is set; the daily ones would change with them.
"""

import json
import os
import re
import subprocess
import sys
from functools import cache

program = sys.argv[1]
check = "--check" in sys.argv[2:]
quick = check and not os.environ.get("CORNET_DEEP")


@cache
def run(command):
    return subprocess.run([program, *command.split()], check=True, capture_output=True, text=True).stdout


def turns(game, agent, players, games, *options):
    """The mean number of turns of a game between equal bots."""
    agents = ",".join([agent] * players)
    more = "".join(f" --option {option}" for option in options)
    return round(json.loads(run(f"sim {game} --players {players} --agents {agents} --games {games} --json{more}"))["mean_turns"])


def prize(name):
    """The chance in percent of a prize in a turn that plays only for it."""
    return round(float(re.search(rf"^  {re.escape(name)} +([\d.]+) %", run("solve easycome --describe"), re.M)[1]))


def best_word():
    coverage = os.path.join(os.path.dirname(program), "tools", "words_coverage")
    report = subprocess.run([coverage], check=True, capture_output=True, text=True).stdout
    return re.search(r"mean best score is ([\d.]+\d)", report)[1]


def steady(game, seats, games):
    return [turns(game, "normal", players, games) for players in seats]


def debacle(recover):
    """The turns of one round, and of a game to 30 points, which takes six times as long to compute."""
    return [None if quick and target == 30 else turns("debacle", "hard", 2, 48, f"recover={recover}", f"target={target}") for target in (1, 30)]


PRIZES = {
    "carre": ("Carré", "Four of a kind"),
    "paires": ("2 paires", "Two pairs"),
    "brelan-impair": ("Brelan impair", "Three, all odd"),
    "brelan-pair": ("Brelan pair", "Three, all even"),
    "7": ("7 exactement", "Exactly 7"),
    "13": ("13 exactement", "Exactly 13"),
    "3-": ("3 ou moins", "3 or less"),
    "17+": ("17 ou plus", "17 or more"),
    "suite": ("Suite", "Straight"),
}

# (page, the sentence in French, in English, the function that computes the figures). `...` is any text of the same line.
FIGURES = [
    ("easycome", "prend {} tours à deux joueurs, {} à trois et {} à quatre.", "takes {} turns with two players, {} with three and {} with four.",
     lambda: steady("easycome", (2, 3, 4), 2000)),
    *[("easycome", f"| {fr} |...| {{}} % |", f"| {en} |...| {{}} % |", lambda name=name: [prize(name)]) for name, (fr, en) in PRIZES.items()],
    ("wazabi", "prend {} tours à deux joueurs, {} à quatre et {} à six.", "takes {} turns with two players, {} with four and {} with six.",
     lambda: steady("wazabi", (2, 4, 6), 2000)),
    ("debacle", "| sans limite | {} | {} |", "| as often as possible | {} | {} |", lambda: debacle("any")),
    ("debacle", "| une fois par tour | {} | {} |", "| once per turn | {} | {} |", lambda: debacle("once")),
    ("themots", "prend {} manches à deux joueurs, {} à quatre et {} à six,", "takes {} rounds with two players, {} with four and {} with six,",
     lambda: steady("themots", (2, 4, 6), 500)),
    ("themots", "Le meilleur mot du lexique a, en moyenne, {} des cinq dés.", "The best word of the lexicon has, on average, {} of the five dice.",
     lambda: [best_word()]),
]


def pattern(sentence):
    """The sentence as a regular expression: a group for each figure, any whitespace between words."""
    text = re.escape(sentence).replace(r"\{\}", r"(\d+(?:[.,]\d+)?)").replace(r"\.\.\.", ".*")
    return re.compile(text.replace(r"\ ", r"\s+"))


def put(page, text, sentence, figures):
    """The text with these figures in the sentence; None keeps a figure. Prints the figures that differed."""
    found = pattern(sentence).findall(text), pattern(sentence).search(text)
    if len(found[0]) != 1:
        sys.exit(f"games/{page}/rules.md has {len(found[0])} times, not once: {sentence}")
    match = found[1]
    for group in range(len(figures), 0, -1):
        if figures[group - 1] is not None and match[group] != figures[group - 1]:
            print(f"games/{page}/rules.md says {match[group]} where it is {figures[group - 1]}: {sentence}")
            wrong.append(page)
            text = text[: match.start(group)] + figures[group - 1] + text[match.end(group) :]
    return text


wrong = []
for page, french, english, compute in FIGURES:
    path = f"games/{page}/rules.md"
    if not os.path.exists(path):
        continue  # this tree lacks the game
    figures = [None if figure is None else str(figure) for figure in compute()]
    with open(path, encoding="utf-8") as file:
        text = file.read()
    text = put(page, text, french, [figure and figure.replace(".", ",") for figure in figures])
    text = put(page, text, english, figures)
    if not check:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
if check and wrong:
    sys.exit("update them with: make update-pages")
