"""The games with the interface of OpenSpiel's Python module, `pyspiel.Game` and `pyspiel.State`.

`load_game("easycome")` and what follows reads as OpenSpiel's own: players are counted from 0, chance is player -1, the end is -4, and
an action is the index of a legal one at its state. It needs no OpenSpiel. A game in which anybody may act (Thémots) has no such interface.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

import cornet

from ._actions import index_of

__all__ = ["Game", "GameType", "PlayerId", "State", "load_game", "registered_names"]


class PlayerId(enum.IntEnum):
    """Who moves, if it is not a player."""

    CHANCE = -1
    TERMINAL = -4


class GameType:
    """What kind of game it is; the words are those of OpenSpiel's enumerations."""

    def __init__(self, game: cornet.Game, chance: bool) -> None:
        """Describes the game."""
        self.short_name = game.id
        self.long_name = game.title
        self.dynamics = "SEQUENTIAL"
        self.chance_mode = "EXPLICIT_STOCHASTIC" if chance else "DETERMINISTIC"
        self.information = "IMPERFECT_INFORMATION" if game.hidden else "PERFECT_INFORMATION"
        self.utility = "CONSTANT_SUM"
        self.reward_model = "TERMINAL"
        self.min_num_players = game.players_min
        self.max_num_players = game.players_max
        self.provides_information_state_string = True
        self.provides_information_state_tensor = False
        self.provides_observation_string = True
        self.provides_observation_tensor = True


class Game:
    """A game with its parameters: "players", and the game's options."""

    def __init__(self, id: str, parameters: dict[str, Any] | None = None) -> None:
        """Loads the game."""
        self._parameters = dict(parameters or {})
        options = dict(self._parameters)
        self._players = options.pop("players", 0)
        self._options = options
        self._game = cornet.Game(id)
        match = self._new_match()
        if self._game.speech:
            raise cornet.Error(f"{self._game.title} has no turns: it cannot be played by this interface")
        self._players = match.players
        inner = cornet.Batch(id, self._players, options, 1, arrays=[])
        outer = cornet.Batch(id, self._players, options, 1, chance=True, arrays=[])
        for seat in range(1, match.players + 1):
            match.set_name(seat, "bot:random")
        match.run(cornet.Rng(0))
        self._chance = any(line.startswith("* ") for line in match.lines)  # in a whole game
        self._width, self._outcomes = inner.width, outer.width if self._chance else 0
        self.number_names = inner.number_names

    def _new_match(self) -> cornet.Match:
        return cornet.Match(self._game.id, self._players, self._options)

    def new_initial_state(self) -> State:
        """The first state."""
        return State(self, self._new_match())

    def num_distinct_actions(self) -> int:
        """Actions are numbers from 0 to this one, exclusive."""
        return self._width

    def max_chance_outcomes(self) -> int:
        """Outcomes of chance are numbers from 0 to this one, exclusive."""
        return self._outcomes

    def num_players(self) -> int:
        """The number of players."""
        return self._players

    def min_utility(self) -> float:
        """The smallest return."""
        return 0.0

    def max_utility(self) -> float:
        """The largest return."""
        return 1.0

    def utility_sum(self) -> float:
        """What all returns sum to."""
        return 1.0

    def get_type(self) -> GameType:
        """What kind of game it is."""
        return GameType(self._game, self._chance)

    def get_parameters(self) -> dict[str, Any]:
        """The parameters that it was loaded with."""
        return dict(self._parameters)

    def observation_tensor_shape(self) -> list[int]:
        """The shape of an observation's tensor."""
        return [len(self.number_names)]

    def observation_tensor_size(self) -> int:
        """The size of an observation's tensor."""
        return len(self.number_names)

    def serialize(self) -> str:
        """The game as text; `load_game` with its id and parameters makes it again."""
        return str(self)

    def deserialize_state(self, text: str) -> State:
        """The state that State.serialize wrote."""
        state = self.new_initial_state()
        for action in text.split():
            state.apply_action(int(action))
        return state

    def __str__(self) -> str:
        """For example easycome(players=2)."""
        return f"{self._game.id}({','.join(f'{name}={value}' for name, value in self._parameters.items())})"


class State:
    """A state of a game; `Game.new_initial_state` makes the first."""

    def __init__(self, game: Game, match: cornet.Match) -> None:
        """Made by a game."""
        self._game, self._match = game, match
        self._history: list[tuple[int, int]] = []

    def current_player(self) -> int:
        """Who moves: a player from 0, or a PlayerId."""
        mover = self._match.mover
        return int(PlayerId.CHANCE if mover == cornet.CHANCE else PlayerId.TERMINAL if mover == cornet.OVER else mover - 1)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._match.over

    def is_chance_node(self) -> bool:
        """Whether chance moves."""
        return self._match.mover == cornet.CHANCE

    def is_player_node(self) -> bool:
        """Whether a player moves."""
        return self._match.mover > 0

    def is_simultaneous_node(self) -> bool:
        """Never: players move in turn."""
        return False

    def _raw(self) -> list[int]:
        """The library's actions, by index."""
        if self.is_chance_node():
            return [action for action, _ in self._match.outcomes()]
        return self._match.actions() if self.is_player_node() else []

    def _check_player(self, player: int) -> int:
        if not 0 <= player < self.num_players():
            raise cornet.Error(f"a player is a number from 0 to {self.num_players() - 1}, not {player}")
        return player + 1

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions of a player, sorted; of the one who moves if it is None."""
        if player is not None and player != self.current_player():
            return []
        return list(range(len(self._raw())))

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """A 1 for each legal action, and a 0 for the others."""
        size = self._game.max_chance_outcomes() if self.is_chance_node() else self._game.num_distinct_actions()
        count = len(self.legal_actions(player))
        return [1] * count + [0] * (size - count)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """At a chance node: the outcomes with their probabilities."""
        return [(index, probability) for index, (_, probability) in enumerate(self._match.outcomes())]

    def _at(self, action: int) -> int:
        raw, action = self._raw(), index_of(action)
        if not 0 <= action < len(raw):
            raise cornet.Error(f"there are {len(raw)} legal actions, counted from 0: {action} is none")
        return raw[action]

    def apply_action(self, action: int) -> None:
        """Plays an action of who moves."""
        player = self.current_player()
        self._match.play_action(self._at(action))
        self._history.append((player, index_of(action)))

    def undo_action(self, player: int, action: int) -> None:
        """Takes back the last action."""
        if not self._history or self._history[-1] != (player, action):
            raise cornet.Error("only the last action can be taken back")
        self._match.undo()
        self._history.pop()

    def child(self, action: int) -> State:
        """The state after an action; this one stays."""
        state = self.clone()
        state.apply_action(action)
        return state

    def clone(self) -> State:
        """A copy that goes its own way."""
        state = State(self._game, self._match.copy())
        state._history = list(self._history)
        return state

    def action_to_string(self, *arguments: int) -> str:
        """The move line of an action: action_to_string(action) or action_to_string(player, action)."""
        return self._match.line_of(self._at(arguments[-1]))

    def string_to_action(self, *arguments: Any) -> int:
        """The action of a move line: string_to_action(line) or string_to_action(player, line)."""
        return self._raw().index(self._match.action_of(arguments[-1]))

    def returns(self) -> list[float]:
        """Each player's share of the result; 0 before the end."""
        return list(self._match.result().values()) if self.is_terminal() else [0.0] * self.num_players()

    def rewards(self) -> list[float]:
        """The same: there are rewards only at the end."""
        return self.returns()

    def player_return(self, player: int) -> float:
        """The return of one player."""
        return self.returns()[self._check_player(player) - 1]

    def player_reward(self, player: int) -> float:
        """The reward of one player."""
        return self.player_return(player)

    def observation_string(self, player: int = -1) -> str:
        """The state as a player sees it, as JSON; -1 is the one who moves."""
        return self._match.json(self._check_player(self.current_player() if player == -1 else player))

    def observation_tensor(self, player: int = -1) -> NDArray[np.float32]:
        """What a player sees, as numbers; -1 is the one who moves."""
        seat = self._check_player(self.current_player() if player == -1 else player)
        return np.array(self._match.numbers(seat), np.float32)

    def information_state_string(self, player: int = -1) -> str:
        """All lines that a player has seen; -1 is the one who moves."""
        return self._match.log(self._check_player(self.current_player() if player == -1 else player))

    def history(self) -> list[int]:
        """The actions from the first state to this one."""
        return [action for _, action in self._history]

    def full_history(self) -> Sequence[tuple[int, int]]:
        """The same with the players."""
        return list(self._history)

    def move_number(self) -> int:
        """How many actions have been played."""
        return len(self._history)

    def num_players(self) -> int:
        """The number of players."""
        return self._match.players

    def num_distinct_actions(self) -> int:
        """As of the game."""
        return self._game.num_distinct_actions()

    def get_game(self) -> Game:
        """The game."""
        return self._game

    def serialize(self) -> str:
        """The state as text, for Game.deserialize_state."""
        return " ".join(map(str, self.history()))

    def __str__(self) -> str:
        """The whole state as JSON."""
        return self._match.json()


def registered_names() -> list[str]:
    """The ids of the games that can be loaded."""
    return [game.id for game in cornet.games() if not game.speech]


def load_game(id: str, parameters: dict[str, Any] | None = None) -> Game:
    """Loads a game: load_game("wazabi", {"players": 3})."""
    return Game(id, parameters)
