"""One seat of a game as a Gymnasium environment, the other seats played by bots.

Gymnasium need not be installed: without it, the environment is a plain class with the same methods. With it, the games are
registered too: `gymnasium.make("cornet/wazabi-v1")` after `import cornet.gymnasium`.
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

    _Base: Any = _gymnasium.Env
except ImportError:
    from . import _env, _spaces  # type: ignore[no-redef]

    _gymnasium = None
    _Base = _env.Env

__all__ = ["CornetEnv"]


class CornetEnv(_Base):  # type: ignore[misc]
    """A seat among bots.

    An observation is the seat's view as numbers (float32, named by `number_names`). An action is the index of a legal action.
    `info["action_mask"]` has a 1 for each legal index, `info["actions"]` the move lines. An illegal action ends the game with a
    reward of -1 and `info["illegal"]`. The reward at the end is the share of the result, 0 to 1; before it is 0.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}
    spec: Any = None

    def __init__(self, game: str, players: int = 0, seat: int = 1, opponents: str | None = None,
                 options: Mapping[str, Any] | None = None, render_mode: str | None = None) -> None:
        """Makes the environment.

        opponents: the agent or level of all other seats. None: "greedy", or if the game has no such agent "normal" or "random".
        """
        check_render_mode(render_mode)
        rules = cornet.Game(game)
        players = players or rules.players_min
        if opponents is None:
            greedy = any(agent.name == "greedy" for agent in rules.agents)
            opponents = "greedy" if greedy else "normal" if rules.levels else "random"
        if not 1 <= seat <= players:
            raise cornet.Error(f"a seat is a number from 1 to {players}, not {seat}")
        self._batch = cornet.Batch(game, players, options, 1, stay=True,
                                   bots={other: opponents for other in range(1, players + 1) if other != seat})
        self.render_mode = render_mode
        self.seat = seat
        self.number_names = self._batch.number_names
        self.observation_space = _spaces.Box(*NUMBERS, (len(self.number_names),), np.float32)
        self.action_space = _spaces.Discrete(self._batch.width)
        self._over = True
        self._seeded = False

    def _observe(self) -> tuple[NDArray[np.float32], dict[str, Any]]:
        batch = self._batch
        if self.render_mode == "human":
            print(batch.json(0, self.seat))
        lines = [batch.line_of(0, action) for action in batch.actions[0, :batch.legal_count[0]]]
        return batch.features[0].copy(), {"action_mask": batch.mask[0].astype(np.int8), "actions": lines}

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
        index = index_of(action)
        if not 0 <= index < self._batch.legal_count[0]:
            self._over = True
            observation, info = self._observe()
            return observation, -1.0, True, False, {**info, "illegal": True}
        self._batch.step(np.array([index], np.int32))
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


if _gymnasium is not None:
    for _game in cornet.games():
        _gymnasium.register(f"cornet/{_game.id}-v1", "cornet.gymnasium:CornetEnv", kwargs={"game": _game.id})
