"""Four French dice games for programs: rules, records, bots, exact values, and many games stepped at once.

Seats are counted from 1. An illegal move, a wrong option or an invalid number raises `cornet.Error` with one sentence,
and changes nothing.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from . import _cornet
from ._cornet import Bot, Error, Fault, Rng

__all__ = ["ANYONE", "AgentInfo", "AgentOption", "ArenaPair", "ArenaResult", "Batch", "Bot", "CHANCE", "Error",
           "Estimate", "Fault", "Game", "Hint", "Match", "OPEN", "OVER", "Option", "Record", "Rng", "SPECTATOR",
           "SimResult", "arena", "games", "load", "sim"]

CHANCE = 0
"""The mover if dice or cards are next."""
ANYONE = -1
"""The mover if any seat may act (simultaneous play)."""
OVER = -2
"""The mover if the game is over."""
SPECTATOR = 0
"""A viewer who sees only public information."""
OPEN = -1
"""A viewer who sees everything."""

__version__ = _cornet.version()

Options = Mapping[str, "str | int | bool"]


@dataclass(frozen=True)
class Option:
    """An option of a game: its values are `words`, the numbers from `min` to `max` if `min <= max`, or any text."""

    name: str
    about: str
    words: tuple[str, ...]
    default: str
    min: int
    max: int
    free_text: bool


@dataclass(frozen=True)
class AgentOption:
    """A setting of an agent, written after its name: `engine:nodes=1000`."""

    name: str
    about: str
    min: int
    max: int
    default: int


@dataclass(frozen=True)
class AgentInfo:
    """An agent that plays a game."""

    name: str
    about: str
    options: tuple[AgentOption, ...]


class Game:
    """A game, by its id: `cornet.Game("easycome")`.

    `hidden` is true if seats have secrets, `speech` if players may say words that are in no list. `options` and `agents`
    list the game's options and agents. `levels` has the agent of each level, weakest first. `depths` is the number of
    depths of the game's judge; 0 if it has none.
    """

    id: str
    title: str
    about: str
    players_min: int
    players_max: int
    hidden: bool
    speech: bool
    depths: int
    options: tuple[Option, ...]
    agents: tuple[AgentInfo, ...]
    levels: tuple[str, ...]

    def __init__(self, id: str) -> None:
        """Finds the game."""
        (self.id, self.title, self.about, flags, self.players_min, self.players_max, self.depths,
         options, agents, levels) = _cornet.game_info(id)
        self.hidden, self.speech = bool(flags & 1), bool(flags & 4)
        self.options = tuple(Option(name, about, tuple(words.split("|")) if words else (), default, low, high, bool(free))
                             for name, about, words, default, low, high, free in options)
        self.agents = tuple(AgentInfo(name, about, tuple(AgentOption(*option) for option in settings))
                            for name, about, settings in agents)
        self.levels = tuple(levels)

    def __repr__(self) -> str:
        """For example Game('wazabi')."""
        return f"Game({self.id!r})"

    def __eq__(self, other: object) -> bool:
        """Games with the same id are equal."""
        return isinstance(other, Game) and self.id == other.id

    def __hash__(self) -> int:
        """The hash of the id."""
        return hash(self.id)

    def __reduce__(self) -> tuple[Any, ...]:
        """A game is pickled as its id. Before unpickling a plugin's game, load the plugin."""
        return type(self), (self.id,)

    def match(self, players: int = 0, **options: str | int | bool) -> Match:
        """Starts a match; 0 means the minimum number of players."""
        return Match(self.id, players, options)

    def batch(self, count: int, players: int = 0, options: Options | None = None, **settings: Any) -> Batch:
        """Starts many games at once, with the settings of Batch."""
        return Batch(self.id, players, options, count, **settings)

    def bot(self, agent: str, players: int = 0, **options: str | int | bool) -> Bot:
        """Makes a bot for games with this setup."""
        return Bot(self.id, agent, players, options)


def games() -> list[Game]:
    """All games, in the order of the program."""
    return [Game(id) for id in _cornet.game_ids()]


def load(path: str | os.PathLike[str]) -> list[Game]:
    """Loads a plugin, a shared object with games or agents (include/cornet/plugin.h), and returns its games.

    They can be used like all other games until the process ends. A path without a slash is in the current folder.
    """
    before = set(_cornet.game_ids())
    _cornet.load(path)
    return [game for game in games() if game.id not in before]


@dataclass(frozen=True)
class Hint:
    """The value of an action for its seat: the expected share of the result, and its error; 0 if it is exact."""

    action: int
    share: float
    error: float


class Match(_cornet.Match):
    """One game in progress, with its record.

    `Match(game, players=0, options=None)`: 0 means the minimum number of players. Dice are moves: if the mover is CHANCE,
    call `roll`, or play any outcome.
    """

    def legal(self) -> list[str]:
        """The legal lines of the mover, or the outcomes of chance, sorted."""
        return [line.split("\t")[0] for line in self.legal_text().splitlines()]

    def state(self, viewer: int = OPEN) -> dict[str, Any]:
        """The state as a seat, a SPECTATOR or everybody (OPEN) sees it."""
        state: dict[str, Any] = json.loads(self.json(viewer))
        return state

    def best(self, seat: int = 0, depth: int = 0) -> list[Hint]:
        """The values of a seat's actions, best first; seat 0 is the mover. Exact if the game is solved."""
        return [Hint(*hint) for hint in self.hints(seat, depth)]

    def analysis(self, depth: int = 0) -> dict[str, Any]:
        """Luck and mistakes of every move (docs/play/analysis.md). Ctrl-C stops it."""
        analysis: dict[str, Any] = json.loads(self.analysis_json(depth))
        return analysis

    def record(self) -> Record:
        """The record of the match so far."""
        return Record(self.record_text())

    def __reduce__(self) -> tuple[Any, ...]:
        """A match is pickled as its record. Before unpickling a match of a plugin's game, load the plugin."""
        return type(self).read, (self.record_text(),), self.__dict__ or None

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        """The same as copy()."""
        return self.copy()

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.mover == OVER

    def __repr__(self) -> str:
        """For example <Match of wazabi, 2 players, 14 lines>."""
        return f"<Match of {self.game}, {self.players} players, {len(self.lines)} lines>"


class Record:
    """A game as text (docs/develop/record.md). Every line has been checked and is legal."""

    text: str

    def __init__(self, text: str) -> None:
        """Reads a record. If it is invalid, raises an Error that names the line."""
        self._match = Match.read(text)
        self.text = text

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Record:
        """Reads a record from a file."""
        return Match.load(path).record()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the record to a file, replacing it atomically."""
        self._match.save(path)

    @property
    def game(self) -> str:
        """The id of the game."""
        return self._match.game

    @property
    def players(self) -> int:
        """The number of players."""
        return self._match.players

    @property
    def lines(self) -> list[str]:
        """The lines after the header, including comments."""
        return self._match.lines

    def match(self) -> Match:
        """A new match at the end of the record."""
        return self._match.copy()

    def replay(self) -> Iterator[Match]:
        """The match at each state, from the first to the last."""
        match = self._match.copy()
        states = [match.copy()]
        try:
            while True:
                match.undo()
                states.append(match.copy())
        except Error:
            pass
        return reversed(states)

    def __reduce__(self) -> tuple[Any, ...]:
        """A record is pickled as its text."""
        return type(self), (self.text,)

    def __str__(self) -> str:
        """The text."""
        return self.text


class Batch(_cornet.Batch):
    """Many games of one kind, stepped together. Every step fills the batch's arrays in place.

    Every game waits at a decision. `step(choices)` plays one legal action in each game, given by its index, and continues
    to the next decision. Dice, forced moves and the seats of bots are played inside. The same seed and choices give the
    same games, with any number of threads.

    The arrays have a row for each game: `mover`; `legal_count`; `actions` and `mask`, the legal actions in `width` columns;
    `numbers` and `features`, the mover's view as int32 and float32, with the names in `number_names`; `reward`, the shares
    of the result if the game ended in this step (column 0 is seat 1), and `done`; with `chance`, the `probability` of each
    outcome.
    """

    mover: NDArray[np.int32]
    legal_count: NDArray[np.int32]
    actions: NDArray[np.uint32]
    mask: NDArray[np.bool_]
    probability: NDArray[np.float32]
    numbers: NDArray[np.int32]
    features: NDArray[np.float32]
    reward: NDArray[np.float32]
    done: NDArray[np.bool_]

    def __new__(cls, game: str, players: int = 0, options: Options | None = None, count: int = 1, *, seed: int = 0,
                threads: int = 1, width: int = 0, chance: bool = False, stay: bool = False, forced: bool = False,
                bots: Mapping[int, str] | None = None, arrays: Sequence[str] | None = None) -> Batch:
        """Makes the games.

        chance: CHANCE is a mover, and its outcomes are choices. stay: a finished game waits for `restart`. forced: seats with
        one legal action are asked too. bots: agents by seat. arrays: the names of the arrays to fill (None: all; fewer is
        faster). width: the maximum number of legal actions in the arrays; 0: as many as the game can have.
        """
        self = super().__new__(cls, game, players, None if options is None else dict(options), count, width, seed,
                               (1 if chance else 0) | (2 if stay else 0) | (4 if forced else 0))
        self.set_threads(threads)
        for seat, agent in (bots or {}).items():
            self.set_bot(seat, agent)
        if bots:
            self.reset(seed)
        width, length = self.width, len(self.number_names)
        shapes: dict[str, tuple[Any, tuple[int, ...]]] = {
            "mover": (np.int32, (count,)), "legal_count": (np.int32, (count,)), "actions": (np.uint32, (count, width)),
            "mask": (np.bool_, (count, width)), "numbers": (np.int32, (count, length)),
            "features": (np.float32, (count, length)), "reward": (np.float32, (count, self.players)),
            "done": (np.bool_, (count,))}
        if chance:
            shapes["probability"] = (np.float32, (count, width))
        names = list(shapes) if arrays is None else list(arrays)
        for name in names:
            if name not in shapes:
                raise Error(f"a batch has no array {name!r}")
        filled = {name: np.zeros(shapes[name][1], shapes[name][0]) for name in names}
        self.bind(filled)
        self.look()
        return self

    def bind(self, arrays: dict[str, Any]) -> None:
        """Fills these arrays, a dict by name, in later steps. They become attributes; arrays not named are removed."""
        super().bind(arrays)
        for name in Batch.__annotations__:
            if name in arrays:
                setattr(self, name, arrays[name])
            elif hasattr(self, name):
                delattr(self, name)

    def state(self, index: int, viewer: int = OPEN) -> dict[str, Any]:
        """The state of one game, by its index from 0, as the viewer sees it."""
        state: dict[str, Any] = json.loads(self.json(index, viewer))
        return state

    def random_choices(self, generator: np.random.Generator) -> NDArray[np.int32]:
        """A random legal choice for each game, all equally likely."""
        return (generator.random(self.count, np.float32) * self.legal_count).astype(np.int32)


@dataclass(frozen=True)
class Estimate:
    """An estimate with its 95 % confidence interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class SimResult:
    """The result of many games. Mean shares and their standard errors are dicts by seat."""

    games: int
    moves: int
    turns: int
    decisions: int
    forced: int
    mean: dict[int, float]
    standard_error: dict[int, float]
    seconds: float
    reproducible: bool


@dataclass(frozen=True)
class ArenaPair:
    """The games of two agents: the share won by the first, and its Elo minus that of the second."""

    first: str
    second: str
    games: int
    score: Estimate
    elo: Estimate


@dataclass(frozen=True)
class ArenaResult:
    """The result of a tournament. Ratings are in the order of the agents; their mean is 0."""

    games: int
    pairs: tuple[ArenaPair, ...]
    ratings: tuple[Estimate, ...]
    seconds: float
    reproducible: bool


_Result = TypeVar("_Result", SimResult, ArenaResult)


def _give(result: _Result, stopped: BaseException | None) -> _Result:
    """Returns the result. If an exception stopped the games, raises it with the result as an attribute."""
    if stopped is None:
        return result
    stopped.result = result  # type: ignore[attr-defined]
    raise stopped


def sim(game: str, agents: Sequence[str], games: int, *, players: int = 0, options: Options | None = None, seed: int = 1,
        threads: int = 1) -> SimResult:
    """Plays many games between bots, one agent for each seat, as `cornet sim` does with the same seed.

    Other Python threads continue to run. Ctrl-C stops the games and raises KeyboardInterrupt, after the bots have finished
    their current decisions. The exception has a `result` for the games played so far, as if only these had been requested.
    Any other exception raised by a signal handler has a `result` too.
    """
    played, stopped = _cornet.sim(game, players or len(agents), None if options is None else dict(options), agents, games,
                                  seed, threads, False)
    return _give(SimResult(*played), stopped)


def arena(game: str, agents: Sequence[str], games: int, *, players: int = 0, options: Options | None = None, seed: int = 1,
          threads: int = 1, gauntlet: bool = False) -> ArenaResult:
    """Plays a tournament of agents, as `cornet arena` does with the same seed; Ctrl-C as in sim.

    games: games per pair, rounded up to whole sets. gauntlet: only the first agent plays each of the others.
    """
    (count, pairs, ratings, seconds, reproducible), stopped = _cornet.arena(
        game, players, None if options is None else dict(options), agents, games, seed, threads, gauntlet)
    return _give(ArenaResult(count, tuple(ArenaPair(agents[first], agents[second], played, Estimate(*score), Estimate(*elo))
                                          for first, second, played, score, elo in pairs),
                             tuple(Estimate(*rating) for rating in ratings), seconds, reproducible), stopped)
