"""The games with the interface of OpenSpiel's Python module, `pyspiel.Game` and `pyspiel.State`.

Programs use it as they use OpenSpiel: players are counted from 0, chance is player -1, the end is -4. An action of a player
is an action id, which means the same in every state (`cornet.Game.id_name`); an outcome of chance is its place in the list. OpenSpiel need not be installed; if it is, the members of a GameType are its own enumerations. Games in
which anybody may act (Thémots) are not available. Observers, structs, simultaneous games and mean field games are not supported.
"""

from __future__ import annotations

import enum
import re
import zlib
from collections.abc import Sequence
from typing import Any

import cornet

from ._shared import index_of

try:
    import pyspiel as _pyspiel
except ImportError:
    _pyspiel = None

__all__ = ["Game", "GameType", "PlayerId", "State", "StateType", "TensorLayout", "deserialize_game_and_state", "load_game", "registered_games",
           "registered_names", "serialize_game_and_state"]

_HORIZON = 10000


class PlayerId(enum.IntEnum):
    """Who moves, if it is not a player."""

    DEFAULT_PLAYER_ID = 0
    CHANCE = -1
    SIMULTANEOUS = -2
    INVALID = -3
    TERMINAL = -4
    MEAN_FIELD = -5


class StateType(enum.Enum):
    """What kind of state it is."""

    TERMINAL = 0
    CHANCE = 1
    DECISION = 2
    MEAN_FIELD = 3


class TensorLayout(enum.Enum):
    """The layout of a tensor."""

    HWC = 0
    CHW = 1


class GameType:
    """What kind of game it is."""

    class Dynamics(str, enum.Enum):
        """How players move."""

        SEQUENTIAL = "SEQUENTIAL"
        SIMULTANEOUS = "SIMULTANEOUS"
        MEAN_FIELD = "MEAN_FIELD"

    class ChanceMode(str, enum.Enum):
        """Whether there is chance, and whether its outcomes are listed."""

        DETERMINISTIC = "DETERMINISTIC"
        EXPLICIT_STOCHASTIC = "EXPLICIT_STOCHASTIC"
        SAMPLED_STOCHASTIC = "SAMPLED_STOCHASTIC"

    class Information(str, enum.Enum):
        """What players know."""

        ONE_SHOT = "ONE_SHOT"
        PERFECT_INFORMATION = "PERFECT_INFORMATION"
        IMPERFECT_INFORMATION = "IMPERFECT_INFORMATION"

    class Utility(str, enum.Enum):
        """The sum of the returns."""

        ZERO_SUM = "ZERO_SUM"
        CONSTANT_SUM = "CONSTANT_SUM"
        GENERAL_SUM = "GENERAL_SUM"
        IDENTICAL = "IDENTICAL"

    class RewardModel(str, enum.Enum):
        """When there are rewards."""

        REWARDS = "REWARDS"
        TERMINAL = "TERMINAL"

    def __init__(self, game: cornet.Game, chance: bool, tensor: bool) -> None:
        """Describes the game; `tensor`: information states are available as tensors too."""
        words: Any = GameType if _pyspiel is None else _pyspiel.GameType
        self.short_name = game.id
        self.long_name = game.title
        self.dynamics = words.Dynamics.SEQUENTIAL
        self.chance_mode = words.ChanceMode.EXPLICIT_STOCHASTIC if chance else words.ChanceMode.DETERMINISTIC
        self.information = words.Information.IMPERFECT_INFORMATION if game.hidden else words.Information.PERFECT_INFORMATION
        self.utility = words.Utility.CONSTANT_SUM
        self.reward_model = words.RewardModel.TERMINAL
        self.min_num_players = game.players_min
        self.max_num_players = game.players_max
        self.provides_information_state_string = True
        self.provides_information_state_tensor = tensor
        self.provides_observation_string = True
        self.provides_observation_tensor = True
        self.provides_factored_observation_string = False
        self.parameter_specification: dict[str, Any] = {
            "players": game.players_min, "horizon": _HORIZON, **{option.name: option.default for option in game.options}}
        self.default_loadable = True
        self.is_concrete = True
        self.action_structs_only = False

    def __eq__(self, other: object) -> bool:
        """Types with the same values are equal."""
        return isinstance(other, GameType) and vars(self) == vars(other)

    def __hash__(self) -> int:
        """The hash of the name."""
        return hash(self.short_name)

    def __repr__(self) -> str:
        """For example <GameType 'easycome'>."""
        return f"<GameType {self.short_name!r}>"


class Game:
    """A game with its parameters: "players", the game's options, and "horizon".

    OpenSpiel requires a maximum length, which the rules do not have. So a game ends with equal shares when players and chance together
    have made "horizon" actions (default 10,000). If "horizon" is given, information states are available as tensors.
    """

    def __init__(self, id: str, parameters: dict[str, Any] | None = None) -> None:
        """Loads the game."""
        self._parameters = dict(parameters or {})
        options = dict(self._parameters)
        self._players: int = options.pop("players", 0)
        self._horizon = index_of(options.pop("horizon", _HORIZON))
        if self._horizon < 1:
            raise cornet.Error(f"a horizon is at least 1, not {self._horizon}")
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
        self._outcomes = outer.width if self._chance else 0
        self.number_names = inner.number_names

    def _new_match(self) -> cornet.Match:
        return cornet.Match(self._game.id, self._players, self._options)

    def new_initial_state(self) -> State:
        """The first state."""
        return State(self, self._new_match())

    def new_initial_states(self) -> list[State]:
        """A list with the only first state."""
        return [self.new_initial_state()]

    def max_game_length(self) -> int:
        """The maximum number of decisions of players in one game."""
        return self._horizon

    def max_chance_nodes_in_history(self) -> int:
        """The maximum number of moves of chance in one game."""
        return self._horizon if self._chance else 0

    def max_move_number(self) -> int:
        """The maximum number of actions of players and chance in one game."""
        return self._horizon

    def max_history_length(self) -> int:
        """The same."""
        return self._horizon

    def num_distinct_actions(self) -> int:
        """Actions are numbers from 0 to this number minus 1."""
        return self._game.id_count

    def max_chance_outcomes(self) -> int:
        """Outcomes of chance are numbers from 0 to this number minus 1."""
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
        """The sum of all returns."""
        return 1.0

    def get_type(self) -> GameType:
        """What kind of game it is."""
        return GameType(self._game, self._chance, "horizon" in self._parameters)

    def get_parameters(self) -> dict[str, Any]:
        """The parameters with which the game was loaded."""
        return dict(self._parameters)

    def observation_tensor_shape(self) -> list[int]:
        """The shape of an observation's tensor."""
        return [len(self.number_names)]

    def observation_tensor_size(self) -> int:
        """The size of an observation's tensor."""
        return len(self.number_names)

    def information_state_tensor_shape(self) -> list[int]:
        """The shape of an information state's tensor; an Error if the game was loaded without a horizon."""
        if "horizon" not in self._parameters:
            raise cornet.Error('information states as tensors need a bounded game: load it with the parameter "horizon"')
        return [len(self.number_names) + 2 * self._horizon]

    def information_state_tensor_size(self) -> int:
        """The size of an information state's tensor."""
        return self.information_state_tensor_shape()[0]

    def information_state_tensor_layout(self) -> TensorLayout:
        """The layout of tensors with several dimensions; these have one dimension."""
        return TensorLayout.CHW

    def observation_tensor_layout(self) -> TensorLayout:
        """The same."""
        return TensorLayout.CHW

    def policy_tensor_shape(self) -> list[int]:
        """The shape of a policy's tensor."""
        return [self._game.id_count]

    def action_to_string(self, player: int, action: int) -> str:
        """The meaning of an action. That of an outcome of chance depends on the state."""
        return f"outcome {action}" if player == PlayerId.CHANCE else self._game.id_name(action)

    def serialize(self) -> str:
        """The game as text, for `load_game`."""
        return str(self)

    def deserialize_state(self, text: str) -> State:
        """The state that State.serialize wrote."""
        state = self.new_initial_state()
        for action in text.split():
            state.apply_action(int(action))
        return state

    def to_string(self) -> str:
        """The same as str."""
        return str(self)

    def __str__(self) -> str:
        """For example easycome(players=2), which load_game reads."""
        return f"{self._game.id}({','.join(f'{name}={value}' for name, value in self._parameters.items())})"

    __repr__ = __str__

    def __eq__(self, other: object) -> bool:
        """Games with the same id and parameters are equal."""
        return isinstance(other, Game) and str(self) == str(other)

    def __hash__(self) -> int:
        """The hash of the id and the parameters."""
        return hash(str(self))


class State:
    """A state of a game. `Game.new_initial_state` makes the first."""

    def __init__(self, game: Game, match: cornet.Match) -> None:
        """Made by a game."""
        self._game, self._match = game, match
        self._history: list[tuple[int, int]] = []
        self._known: dict[int, int] | None = None

    def current_player(self) -> int:
        """Who moves: a player from 0, or a PlayerId."""
        if self.is_terminal():
            return int(PlayerId.TERMINAL)
        return int(PlayerId.CHANCE) if self._match.mover == cornet.CHANCE else self._match.mover - 1

    def is_terminal(self) -> bool:
        """Whether the game is over, or has reached its horizon."""
        return len(self._history) >= self._game.max_move_number() or self._match.over

    def is_chance_node(self) -> bool:
        """Whether chance moves."""
        return self.current_player() == PlayerId.CHANCE

    def is_player_node(self) -> bool:
        """Whether a player moves."""
        return self.current_player() >= 0

    def is_initial_state(self) -> bool:
        """Whether no action has been played yet."""
        return not self._history

    def is_initial_non_chance_state(self) -> bool:
        """Whether a player moves for the first time in the game."""
        return self.is_player_node() and all(player == PlayerId.CHANCE for player, _ in self._history)

    def is_mean_field_node(self) -> bool:
        """Always false."""
        return False

    def get_type(self) -> StateType:
        """What kind of state it is."""
        return StateType.TERMINAL if self.is_terminal() else StateType.CHANCE if self.is_chance_node() else StateType.DECISION

    def is_simultaneous_node(self) -> bool:
        """Always false: players move in turn."""
        return False

    def _raw(self) -> dict[int, int]:
        """The library's actions by OpenSpiel's, in the order of the latter."""
        if self._known is None:
            if self.is_chance_node():
                self._known = dict(enumerate(action for action, _ in self._match.outcomes()))
            else:
                match = self._match
                self._known = dict(sorted(zip(match.ids(), match.actions()))) if self.is_player_node() else {}
        return self._known

    def _check_player(self, player: int) -> int:
        if not 0 <= player < self.num_players():
            raise cornet.Error(f"a player is a number from 0 to {self.num_players() - 1}, not {player}")
        return player + 1

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions of a player, sorted; None: of the current player."""
        if player is not None and player != self.current_player():
            return []
        return list(self._raw())

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """A mask with a 1 for each legal action and a 0 for all others."""
        size = self._game.max_chance_outcomes() if self.is_chance_node() else self._game.num_distinct_actions()
        mask = [0] * size
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """At a chance node: the outcomes with their probabilities."""
        return [(index, probability) for index, (_, probability) in enumerate(self._match.outcomes())]

    def _at(self, action: int) -> int:
        raw, action = self._raw(), index_of(action)
        if action not in raw:
            raise cornet.Error(f"action {action} is not legal here: legal_actions() lists those that are")
        return raw[action]

    def apply_action(self, action: int) -> None:
        """Plays an action of the current player or of chance."""
        player = self.current_player()
        self._match.play_action(self._at(action))
        self._known = None
        self._history.append((player, index_of(action)))

    def apply_action_with_legality_check(self, action: int) -> None:
        """Like apply_action, which always refuses illegal actions."""
        self.apply_action(action)

    def undo_action(self, player: int, action: int) -> None:
        """Undoes the last action."""
        if not self._history or self._history[-1] != (player, action):
            raise cornet.Error("only the last action can be taken back")
        self._match.undo()
        self._known = None
        self._history.pop()

    def child(self, action: int) -> State:
        """Returns the state after an action. This state does not change."""
        state = self.clone()
        state.apply_action(action)
        return state

    def clone(self) -> State:
        """An independent copy."""
        state = State(self._game, self._match.copy())
        state._history = list(self._history)
        return state

    def action_to_string(self, *arguments: int) -> str:
        """The move line of an action: action_to_string(action) or action_to_string(player, action)."""
        return self._match.line_of(self._at(arguments[-1]))

    def string_to_action(self, *arguments: Any) -> int:
        """The action of a move line: string_to_action(line) or string_to_action(player, line)."""
        wanted = self._match.action_of(arguments[-1])
        return next(action for action, raw in self._raw().items() if raw == wanted)

    def returns(self) -> list[float]:
        """Each player's share of the result; 0 before the end."""
        if self._match.over:
            return list(self._match.result().values())
        return [1 / self.num_players() if self.is_terminal() else 0.0] * self.num_players()

    def rewards(self) -> list[float]:
        """The returns: rewards are given only at the end."""
        return self.returns()

    def player_return(self, player: int) -> float:
        """The return of one player."""
        return self.returns()[self._check_player(player) - 1]

    def player_reward(self, player: int) -> float:
        """The reward of one player."""
        return self.player_return(player)

    def observation_string(self, player: int = -1) -> str:
        """The state as a player sees it, as JSON; -1 is the current player."""
        return self._match.json(self._check_player(self.current_player() if player == -1 else player))

    def observation_tensor(self, player: int = -1) -> list[float]:
        """A player's view as numbers; -1 is the current player."""
        seat = self._check_player(self.current_player() if player == -1 else player)
        return [float(number) for number in self._match.numbers(seat)]

    def information_state_string(self, player: int = -1) -> str:
        """All lines that a player has seen; -1 is the current player."""
        return self._match.log(self._check_player(self.current_player() if player == -1 else player))

    def information_state_tensor(self, player: int = -1) -> list[float]:
        """A player's view, then two numbers for each line that the player has seen: a checksum in halves, up to the horizon."""
        size = self._game.information_state_tensor_size()
        tensor = self.observation_tensor(player)
        for line in self.information_state_string(player).splitlines():
            half = divmod(zlib.crc32(line.encode()), 1 << 16)
            tensor += (float(half[0]), float(half[1]))
        return tensor + [0.0] * (size - len(tensor))

    def history_str(self) -> str:
        """The actions as text."""
        return ", ".join(map(str, self.history()))

    def history(self) -> list[int]:
        """The actions from the first state to this one."""
        return [action for _, action in self._history]

    def full_history(self) -> Sequence[tuple[int, int]]:
        """The history with the player of each action."""
        return list(self._history)

    def move_number(self) -> int:
        """How many actions have been played."""
        return len(self._history)

    def num_players(self) -> int:
        """The number of players."""
        return self._match.players

    def num_distinct_actions(self) -> int:
        """The number of distinct actions of the game."""
        return self._game.num_distinct_actions()

    def get_game(self) -> Game:
        """The game."""
        return self._game

    def serialize(self) -> str:
        """The state as text, for Game.deserialize_state."""
        return " ".join(map(str, self.history()))

    def to_string(self) -> str:
        """The same as str."""
        return str(self)

    def to_json(self) -> str:
        """The whole state as JSON."""
        return self._match.json()

    def to_dict(self) -> dict[str, Any]:
        """The whole state as a dict."""
        return self._match.state()

    def __str__(self) -> str:
        """The whole state as JSON."""
        return self._match.json()

    __repr__ = __str__


def registered_names() -> list[str]:
    """The ids of the games that can be loaded."""
    return [game.id for game in cornet.games() if not game.speech]


def registered_games() -> list[GameType]:
    """The types of the games that can be loaded."""
    return [load_game(id).get_type() for id in registered_names()]


def load_game(id: str, parameters: dict[str, Any] | None = None) -> Game:
    """Loads a game: load_game("wazabi", {"players": 3}) or load_game("wazabi(players=3)")."""
    match = re.fullmatch(r"(\w+)\((.*)\)", id)
    if not match:
        return Game(id, parameters)
    words: dict[str, Any] = {"True": True, "False": False}
    read: dict[str, Any] = {}
    for pair in filter(None, match[2].split(",")):
        name, _, value = pair.partition("=")
        read[name.strip()] = int(value) if re.fullmatch(r"-?\d+", value) else words.get(value, value)
    return Game(match[1], {**read, **(parameters or {})})


def serialize_game_and_state(game: Game, state: State) -> str:
    """A game and a state as text, for deserialize_game_and_state."""
    return f"{game.serialize()}\n{state.serialize()}"


def deserialize_game_and_state(text: str) -> tuple[Game, State]:
    """The game and the state that serialize_game_and_state wrote."""
    name, _, state = text.partition("\n")
    game = load_game(name)
    return game, game.deserialize_state(state)
