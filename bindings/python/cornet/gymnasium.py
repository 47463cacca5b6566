"""One seat of a game as a Gymnasium environment, or of many games at once, with bots on the other seats.

Gymnasium need not be installed: without it, the environments are plain classes with the same methods. With it, the games are
registered too: `gymnasium.make("cornet/wazabi-v1")` and `gymnasium.make_vec("cornet/wazabi-v1", num_envs=1000)` after
`import cornet.gymnasium`. An action is an action id: it means the same in every state (`cornet.Game.id_name`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

import cornet

from ._shared import NUMBERS, RENDER_MODES, check_render_mode, index_of

try:
    import gymnasium as _gymnasium
    from gymnasium import spaces as _spaces
    from gymnasium import vector as _vector

    _Base: Any = _gymnasium.Env
    _VectorBase: Any = _vector.VectorEnv
    _SAME_STEP: Any = getattr(getattr(_vector, "AutoresetMode", None), "SAME_STEP", "SameStep")  # Gymnasium 1.1 has the mode
except ImportError:
    from . import _env, _spaces  # type: ignore[no-redef]

    _gymnasium = None
    _Base = _VectorBase = _env.Env
    _SAME_STEP = "SameStep"

__all__ = ["CornetEnv", "CornetVectorEnv"]


def _find_opponents(rules: cornet.Game, opponents: str | None) -> str:
    """The agent of the other seats: "greedy", or if the game has no such agent "normal" or "random"."""
    if opponents is not None:
        return opponents
    greedy = any(agent.name == "greedy" for agent in rules.agents)
    return "greedy" if greedy else "normal" if rules.levels else "random"


def _make_batch(game: str, players: int, seat: int, opponents: str | None, options: Mapping[str, Any] | None, count: int,
                **settings: Any) -> cornet.Batch:
    """Games in which bots have all seats but one."""
    rules = cornet.Game(game)
    players = index_of(players) or rules.players_min
    if not 1 <= index_of(seat) <= players:
        raise cornet.Error(f"a seat is a number from 1 to {players}, not {seat}")
    agent = _find_opponents(rules, opponents)
    return cornet.Batch(game, players, options, count, ids=True,
                        bots={other: agent for other in range(1, players + 1) if other != seat}, **settings)


class CornetEnv(_Base):  # type: ignore[misc]
    """A seat among bots.

    An observation is the seat's view as numbers (float32, named by `number_names`). An action is an action id.
    `info["action_mask"]` has a 1 for each legal id; `action_lines()` gives the move lines. An illegal action ends the game with
    a reward of -1 and `info["illegal"]`. The reward at the end is the share of the result, 0 to 1; before it is 0.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}
    spec: Any = None

    def __init__(self, game: str, players: int = 0, seat: int = 1, opponents: str | None = None,
                 options: Mapping[str, Any] | None = None, render_mode: str | None = None) -> None:
        """Makes the environment.

        opponents: the agent or level of all other seats. None: "greedy", or if the game has no such agent "normal" or "random".
        """
        check_render_mode(render_mode)
        self._batch = _make_batch(game, players, seat, opponents, options, 1, stay=True)
        self.render_mode = render_mode
        self.seat = seat
        self.number_names = self._batch.number_names
        self.observation_space = _spaces.Box(*NUMBERS, (len(self.number_names),), np.float32)
        self.action_space = _spaces.Discrete(self._batch.id_count)
        self._over = True
        self._seeded = False

    def _observe(self) -> tuple[NDArray[np.float32], dict[str, Any]]:
        batch = self._batch
        if self.render_mode == "human":
            print(batch.json(0, self.seat))
        return batch.features[0].copy(), {"action_mask": batch.id_mask[0].astype(np.int8)}

    def action_lines(self) -> dict[int, str]:
        """The move line of each legal action id."""
        batch, count = self._batch, self._batch.legal_count[0]
        return {int(id): batch.line_of(0, action) for id, action in zip(batch.ids[0, :count], batch.actions[0, :count])}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Starts a game. The same seed gives the same dice and bots. Without a seed, the generator continues; at first it is random."""
        if seed is not None:
            self._batch.reset(seed)
        super().reset(seed=seed)
        if seed is None and not self._seeded:
            self._batch.reset(int(self.np_random.integers(2**63)))
        elif seed is None:
            self._batch.restart(0)
        self._seeded = True
        self._batch.look()
        while self._batch.mover[0] == cornet.OVER:  # the others have ended it before the seat was asked
            self._batch.restart(0)
            self._batch.look()
        self._over = False
        return self._observe()

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Plays an action and continues to the seat's next decision. Returns observation, reward, terminated, truncated, info."""
        if self._over:
            raise cornet.Error("the game is over: call reset first")
        id = index_of(action)
        if not (0 <= id < self._batch.id_count and self._batch.id_mask[0, id]):
            self._over = True
            observation, info = self._observe()
            return observation, -1.0, True, False, {**info, "illegal": True}
        self._batch.step(np.array([id], np.int32))
        self._over = bool(self._batch.done[0])
        observation, info = self._observe()
        return observation, float(self._batch.reward[0, self.seat - 1]), self._over, False, info

    def render(self) -> str | None:
        """In mode 'ansi', returns the seat's view as JSON. In mode 'human', reset and step print it."""
        return self._batch.json(0, self.seat) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Ends the game; may be called again."""
        self._batch.close()
        self._over = True


class CornetVectorEnv(_VectorBase):  # type: ignore[misc]
    """A seat in each of many games, all stepped at once by a `cornet.Batch`.

    Observations, actions and rewards are those of CornetEnv, as arrays with a row for each game. `infos["action_mask"]` has a row
    of `single_action_space.n` columns for each game. A game that ends restarts in the same step
    (`metadata["autoreset_mode"]` is SAME_STEP): the observation is the first of the next game, and `infos["final_obs"]` has zeros
    for the games that `infos["_final_obs"]` marks, since a finished game asks nobody. An illegal action raises cornet.Error, and
    then no game moves.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": _SAME_STEP}
    spec: Any = None

    def __init__(self, game: str, num_envs: int = 1, players: int = 0, seat: int = 1, opponents: str | None = None,
                 options: Mapping[str, Any] | None = None, threads: int = 1, copy: bool = True) -> None:
        """Makes the games.

        opponents: as in CornetEnv. threads: affects speed only. copy: if false, the next step overwrites the returned arrays.
        """
        self.batch = _make_batch(game, players, seat, opponents, options, num_envs, threads=threads,
                                 arrays=["legal_count", "features", "reward", "done", "ids", "id_mask"])
        self.num_envs, self.seat = self.batch.count, seat
        self.number_names = self.batch.number_names
        count, length, ids = self.num_envs, len(self.number_names), self.batch.id_count
        self.single_observation_space = _spaces.Box(*NUMBERS, (length,), np.float32)
        self.single_action_space = _spaces.Discrete(ids)
        self.observation_space = _spaces.Box(*NUMBERS, (count, length), np.float32)
        self.action_space = _spaces.MultiDiscrete([ids] * count)
        self._copy = copy
        self._none = np.zeros(count, np.bool_)  # no game is ever truncated
        self._final = np.zeros((count, length), np.float32)
        self._final.flags.writeable = False
        self._seeded = False

    def _give(self) -> tuple[NDArray[np.float32], dict[str, Any]]:
        batch, mask = self.batch, self.batch.id_mask.view(np.int8)
        return (batch.features.copy(), {"action_mask": mask.copy()}) if self._copy else (batch.features, {"action_mask": mask})

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Restarts all games. One seed seeds them all; without a seed, their generators continue, and are random at first."""
        if seed is not None and not isinstance(seed, (int, np.integer)):
            raise cornet.Error("a seed is one whole number for all games: each game's generator is made from it and the game's index")
        if seed is None and self._seeded:
            self.batch.restart(np.arange(self.num_envs))
        else:
            self.batch.reset(int(np.random.default_rng().integers(2**63)) if seed is None else seed)
        self._seeded = True
        self.batch.look()
        return self._give()

    def step(self, actions: Any) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Plays an action id in each game. Returns observations, rewards, terminations, truncations and infos."""
        self.batch.step(actions)
        observations, infos = self._give()
        done = self.batch.done.copy()
        if done.any():
            infos["final_obs"], infos["_final_obs"] = self._final, done
        return observations, self.batch.reward[:, self.seat - 1].copy(), done, self._none.copy(), infos

    def random_actions(self, generator: np.random.Generator) -> NDArray[np.int32]:
        """A random legal action id for each game, all equally likely."""
        return self.batch.random_choices(generator)

    def close_extras(self, **unused: Any) -> None:
        """Ends the games; called by close()."""
        self.batch.close()

    if _gymnasium is None:

        def close(self) -> None:
            """Ends the games; may be called again."""
            self.close_extras()


if _gymnasium is not None:
    for _game in cornet.games():
        _gymnasium.register(f"cornet/{_game.id}-v1", "cornet.gymnasium:CornetEnv", kwargs={"game": _game.id},
                            vector_entry_point="cornet.gymnasium:CornetVectorEnv")
