"""Four French dice games for programs: rules, records, bots, exact values, and many games stepped at once.

Seats are counted from 1. An illegal move, a wrong option or an invalid number raises `cornet.Error` with one sentence,
and changes nothing.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self, TypeVar

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
    depths of the game's judge; 0 if it has none. `id_count` is the number of action ids. `example` is true for games that
    are for programmers only.
    """

    id: str
    title: str
    about: str
    players_min: int
    players_max: int
    hidden: bool
    speech: bool
    example: bool
    depths: int
    id_count: int
    options: tuple[Option, ...]
    agents: tuple[AgentInfo, ...]
    levels: tuple[str, ...]

    def __init__(self, id: str) -> None:
        """Finds the game."""
        (self.id, self.title, self.about, flags, self.players_min, self.players_max, self.depths, self.id_count,
         options, agents, levels) = _cornet.game_info(id)
        self.hidden, self.speech, self.example = bool(flags & 1), bool(flags & 4), bool(flags & 8)
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

    def id_name(self, id: int) -> str:
        """The meaning of an action id, for example "keep 22". Seats and squares in it are the seat's own: seat 1 is itself."""
        return _cornet.id_name(self.id, id)

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
    """All games, in the order of the program, without those that are for programmers only (Game.example)."""
    return [game for game in map(Game, _cornet.game_ids()) if not game.example]


def load(path: str | os.PathLike[str]) -> list[Game]:
    """Loads a plugin, a shared object with games or agents (include/cornet/plugin.h), and returns its games.

    They can be used like all other games until the process ends. A path without a slash is in the current folder.
    """
    before = set(_cornet.game_ids())
    _cornet.load(path)
    return [Game(id) for id in _cornet.game_ids() if id not in before]


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

    def legal(self, seat: int = 0) -> list[str]:
        """The legal lines of a seat (0: the mover), or the outcomes of chance, sorted. If anybody may act, name a seat."""
        return [line.split("\t")[0] for line in self.legal_text(seat).splitlines()]

    def play_id(self, id: int, seat: int = 0) -> None:
        """Plays the action of a seat (0: the mover) that has this id."""
        self.play_action(self.id_action(id, seat))

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

    Every game waits at a decision. `step(choices)` plays one legal action in each game and continues to the next decision.
    A choice is the index of a legal action or, with `ids=True`, an action id. Dice, forced moves and the seats of bots are
    played inside. The same seed and choices give the same games, with any number of threads.

    The arrays have a row for each game: `mover`; `legal_count`; `actions` and `mask`, the legal actions in `width` columns;
    `numbers` and `features`, the mover's view as int32 and float32, with the names in `number_names`; `reward`, the shares
    of the result if the game ended in this step (column 0 is seat 1), and `done`; with `ids`, the `ids` of the legal actions
    in `width` columns, then -1, and `id_mask` with `id_count` columns; with `chance`, the `probability` of each outcome.
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
    ids: NDArray[np.int32]
    id_mask: NDArray[np.bool_]
    _by_id: bool

    def __new__(cls, game: str, players: int = 0, options: Options | None = None, count: int = 1, *, seed: int = 0,
                threads: int = 1, width: int = 0, chance: bool = False, stay: bool = False, forced: bool = False,
                ids: bool = False, bots: Mapping[int, str] | None = None, arrays: Sequence[str] | None = None) -> Batch:
        """Makes the games.

        chance: CHANCE is a mover, and its outcomes are choices. stay: a finished game waits for `restart`. forced: seats with
        one legal action are asked too. ids: choices are action ids. bots: agents by seat. arrays: the names of the arrays to
        fill (None: all, but `ids` and `id_mask` only with ids=True; fewer is faster). width: the maximum number of legal
        actions in the arrays; 0: as many as the game can have.
        """
        self = super().__new__(cls, game, players, None if options is None else dict(options), count, width, seed,
                               (1 if chance else 0) | (2 if stay else 0) | (4 if forced else 0))
        self.set_threads(threads)
        for seat, agent in (bots or {}).items():
            self.set_bot(seat, agent)
        if bots:
            self.reset(seed)
        return self._with_arrays(arrays, ids)

    def _with_arrays(self, arrays: Sequence[str] | None, ids: bool) -> Self:
        """Makes and fills new arrays of these names."""
        count, width, length = self.count, self.width, len(self.number_names)
        shapes: dict[str, tuple[Any, tuple[int, ...]]] = {
            "mover": (np.int32, (count,)), "legal_count": (np.int32, (count,)), "actions": (np.uint32, (count, width)),
            "mask": (np.bool_, (count, width)), "numbers": (np.int32, (count, length)),
            "features": (np.float32, (count, length)), "reward": (np.float32, (count, self.players)),
            "done": (np.bool_, (count,))}
        more: dict[str, tuple[Any, tuple[int, ...]]] = {
            "ids": (np.int32, (count, width)), "id_mask": (np.bool_, (count, self.id_count))}
        if self.flags & 1:
            shapes["probability"] = (np.float32, (count, width))
        names = list(shapes) + (list(more) if ids else []) if arrays is None else list(arrays)
        shapes.update(more)
        for name in names:
            if name not in shapes:
                raise Error(f"a batch has no array {name!r}: the arrays are {', '.join(shapes)}")
        self._by_id = bool(ids)
        self.bind({name: np.zeros(shapes[name][1], shapes[name][0]) for name in names})
        self.look()
        return self

    def bind(self, arrays: dict[str, Any]) -> None:
        """Fills these arrays, a dict by name, in later steps. They become attributes; arrays not named are removed."""
        super().bind(arrays)
        for name in _ARRAYS:
            if name in arrays:
                setattr(self, name, arrays[name])
            elif hasattr(self, name):
                delattr(self, name)

    def _bound(self) -> dict[str, Any]:
        """The arrays by name."""
        return {name: getattr(self, name) for name in _ARRAYS if hasattr(self, name)}

    def step(self, choices: Any) -> None:
        """Plays a choice in each game, continues to the next decision, and writes the arrays.

        choices: whole numbers, one for each game, as an array of any integer type or a list; or a bool array with a row for
        each game that marks one column. With `ids=True` they are action ids, otherwise indexes of legal actions.
        Other Python threads continue to run.
        """
        if not (type(choices) is np.ndarray and choices.dtype == np.int32 and choices.shape == (self.count,) and choices.flags.c_contiguous):
            choices = self._choices(choices)
        if self._by_id:
            super().step_ids(choices)
        else:
            super().step(choices)

    def step_ids(self, ids: Any) -> None:
        """Like step, with action ids, whether or not the batch was made with ids=True."""
        super().step_ids(self._choices(ids))

    def _choices(self, given: Any) -> NDArray[np.int32]:
        """Choices as the library takes them."""
        choices = np.asarray(given)
        if choices.dtype == np.bool_ and choices.ndim == 2:
            if (choices.sum(1) != 1).any():
                raise Error("a bool array of choices marks exactly one column in each row")
            choices = choices.argmax(1)
        if choices.shape != (self.count,):
            raise Error(f"choices have the shape ({self.count},), one for each game, not {choices.shape}")
        if choices.dtype.kind not in "iu":
            raise Error(f"choices are whole numbers, not {choices.dtype}: convert them, as in choices.astype(np.int32)")
        if choices.dtype.itemsize >= 4 and ((choices > 2**31 - 1) | (choices < -(2**31))).any():
            raise Error("a choice is a number of 32 bits")
        return np.ascontiguousarray(choices, np.int32)

    def restart(self, index: Any) -> None:
        """Restarts the game with this index, those of a list of indexes, or those that a bool array marks.

        Their generators are not reset. The arrays do not change before the next step or look().
        """
        games = np.asarray(index)
        if games.dtype == np.bool_:
            if games.shape != (self.count,):
                raise Error(f"a bool array of games has the shape ({self.count},), not {games.shape}")
            games = np.flatnonzero(games)
        elif games.dtype.kind not in "iu" and games.size:
            raise Error(f"an index is a whole number, not {index!r}")
        for game in games.ravel().tolist():
            super().restart(game)

    def set(self, index: int, position: Match | Record) -> None:
        """Sets one game to the state of a match or the end of a record, and plays on to the next decision.

        Game, number of players and options must be those of the batch; only a start position may differ. The arrays do not
        change before the next step or look().
        """
        self.set_match(index, position.match() if isinstance(position, Record) else position)

    def copy(self) -> Self:
        """An independent copy with arrays of its own. With the same choices it plays the same games. It has one thread."""
        return self.copy_games()._with_copied_arrays(self._bound(), self._by_id)

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """The same as copy()."""
        return self.copy()

    def _with_copied_arrays(self, arrays: dict[str, Any], ids: bool) -> Self:
        self._by_id = ids
        self.bind({name: np.array(array) for name, array in arrays.items()})
        return self

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the games to a file, replacing it atomically. Only the same version of Cornet can load it."""
        path = os.fspath(path)
        with open(f"{path}.new", "wb") as file:
            file.write(self.save_bytes())
        os.replace(f"{path}.new", path)

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, ids: bool = False, arrays: Sequence[str] | None = None) -> Self:
        """Makes a batch from a file that save wrote; ids and arrays as in Batch. Load only files that you trust."""
        with open(path, "rb") as file:
            self = cls.load_bytes(file.read())
        return self._with_arrays(arrays, ids)

    def __reduce__(self) -> tuple[Any, ...]:
        """A batch is pickled as its games and arrays. Only the same version of Cornet can unpickle it."""
        return _unpickle, (type(self), self.save_bytes(), self._bound(), self._by_id)

    def state(self, index: int, viewer: int = OPEN) -> dict[str, Any]:
        """The state of one game, by its index from 0, as the viewer sees it."""
        state: dict[str, Any] = json.loads(self.json(index, viewer))
        return state

    def random_choices(self, generator: np.random.Generator) -> NDArray[np.int32]:
        """A random legal choice for each game, all equally likely. With ids=True it needs the array `ids`."""
        columns = (generator.random(self.count, np.float32) * self.legal_count).astype(np.int32)
        return self.ids[np.arange(self.count), columns] if self._by_id else columns


_ARRAYS = [name for name in Batch.__annotations__ if not name.startswith("_")]


def _unpickle(cls: type[Batch], saved: bytes, arrays: dict[str, Any], ids: bool) -> Batch:
    """The batch that Batch.__reduce__ wrote."""
    return cls.load_bytes(saved)._with_copied_arrays(arrays, ids)


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
