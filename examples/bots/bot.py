#!/usr/bin/env python3
"""A bot for every game of Cornet, with Python's standard library alone.

    cornet play easycome --seat Anne --seat bot:exec:examples/bots/bot.py
    cornet sim easycome --agents exec:examples/bots/bot.py,random --games 200

It plays any legal move, and at Easy Come Easy Go by two rules of thumb. Make it better: change
choose(). docs/develop/bots.md says what the lines mean.
"""

import json
import random
import sys


class Game:
    """What the bot knows of the game that is being played."""

    def __init__(self):
        self.name = ""
        self.players = 0
        self.seat = 0
        self.options = {}
        self.moves = []  # everything that has happened, as this seat may see it
        self.forget_question()

    def forget_question(self):
        self.view = {}
        self.legal = []
        self.clock = None  # (now, limit) in milliseconds if anybody may act


def choose(game):
    """One of the lines in game.legal."""
    if game.name == "easycome":
        return choose_easycome(game)
    return random.choice(game.legal)


def choose_easycome(game):
    """Takes a prize if there is one; else keeps the largest group of equal dice."""
    takes = [line for line in game.legal if " take " in line]
    if takes:
        return random.choice(takes)
    groups = [line for line in game.legal if " keep " in line and len(set(line.split()[2])) == 1]
    return max(groups or game.legal, key=len)


def answer(game):
    line = choose(game)
    if game.clock:  # anybody may act: also when, some seconds after the dice have fallen
        return f"at {game.clock[0] + random.randint(2000, 10000)} {line}"
    return f"play {line}"


def main():
    game = Game()
    for text in sys.stdin:
        word, _, rest = text.rstrip("\n").partition(" ")
        if word == "new":
            game = Game()
        elif word == "game":
            game.name = rest
        elif word == "players":
            game.players = int(rest)
        elif word == "option":
            name, _, value = rest.partition("=")
            game.options[name] = value
        elif word == "seat":
            game.seat = int(rest)
        elif word == "move":
            game.moves.append(rest)
        elif word == "view":
            game.forget_question()
            game.view = json.loads(rest)
        elif word == "legal":
            game.legal.append(rest)
        elif word == "clock":
            game.clock = tuple(int(number) for number in rest.split())
        elif word == "go":
            print(answer(game), flush=True)  # or the answer stays here
        elif word == "quit":
            break


if __name__ == "__main__":
    main()
