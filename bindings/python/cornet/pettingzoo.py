"""All seats of a game as a PettingZoo environment, one after the other (AEC).

PettingZoo need not be installed: without it, the environment is a plain class with the same methods.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

import cornet

from ._shared import NUMBERS, RENDER_MODES, check_render_mode, index_of

try:
    from gymnasium import spaces as _spaces
except ImportError:
    from . import _spaces  # type: ignore[no-redef]
try:
    from pettingzoo import AECEnv as _AECEnv

    _Base: Any = _AECEnv
except ImportError:
    _Base = object

__all__ = ["CornetAEC", "env"]


class CornetAEC(_Base):  # type: ignore[misc]
    """The seats as agents "seat_1", "seat_2", … that act in turn; dice and cards are drawn inside.

    An observation is a dict: "observation" is the seat's view as numbers (float32), "action_mask" has a 1 for each legal action,
    and only zeros for a seat that is not to move. An action is the index of a legal action. The reward at the end is the share of
    the result, 0 to 1. If anybody may act (Thémots), one of the seats that may act is drawn. An illegal action raises cornet.Error.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "name": "cornet_v1", "is_parallelizable": False}

    def __init__(self, game: str, players: int = 0, options: Mapping[str, Any] | None = None, render_mode: str | None = None) -> None:
        """Makes the environment; call `reset` before anything else."""
        check_render_mode(render_mode)
        self._setup = (game, players, None if options is None else dict(options))
        self._match = cornet.Match(*self._setup)
        batch = cornet.Batch(game, players, options, 1, arrays=[])
        self._width, self.number_names = batch.width, batch.number_names
        self.metadata = {**self.metadata, "name": f"cornet_{game}_v1"}
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(1, self._match.players + 1)]
        self.agents: list[str] = []
        shape = (len(self.number_names),)
        self.observation_spaces = {agent: _spaces.Dict({"observation": _spaces.Box(*NUMBERS, shape, np.float32),
                                                        "action_mask": _spaces.Box(0, 1, (self._width,), np.int8)})
                                   for agent in self.possible_agents}
        self.action_spaces = {agent: _spaces.Discrete(self._width) for agent in self.possible_agents}
        self.state_space = _spaces.Box(*NUMBERS, (len(self.possible_agents) * shape[0],), np.float32)
        self._rng = cornet.Rng(secrets.randbits(64))
        self._actions: list[int] = []

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions, always the same object."""
        return self.action_spaces[agent]

    @property
    def num_agents(self) -> int:
        """The number of agents that are still playing."""
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        """The maximum number of agents."""
        return len(self.possible_agents)

    @property
    def unwrapped(self) -> CornetAEC:
        """The environment itself."""
        return self

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a game. The same seed gives the same dice. Without a seed, the generator continues; at first it is random."""
        if seed is not None:
            self._rng = cornet.Rng(seed)
        self._match = cornet.Match(*self._setup)
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._advance()

    def _advance(self) -> None:
        """Plays dice, and finds the next agent and its legal actions."""
        match = self._match
        while match.mover == cornet.CHANCE:
            match.roll(self._rng)
        if match.over:
            self._actions = []
            for agent, share in zip(self.possible_agents, match.result().values()):
                self.rewards[agent] = share
                self.terminations[agent] = True
            self.agent_selection = self.agents[0]
            return
        seat = match.mover
        if seat == cornet.ANYONE:
            able = [other for other in range(1, match.players + 1) if match.actions(other)]
            seat = able[self._rng.below(len(able))]
        self._actions = match.actions(seat)
        self.agent_selection = self.possible_agents[seat - 1]

    def observe(self, agent: str) -> dict[str, Any]:
        """The agent's current observation."""
        mask = np.zeros(self._width, np.int8)
        if agent == self.agent_selection:
            mask[:len(self._actions)] = 1
        numbers = self._match.numbers(self.possible_agents.index(agent) + 1)
        return {"observation": np.array(numbers, np.float32), "action_mask": mask}

    def state(self) -> NDArray[np.float32]:
        """The observations of all seats, concatenated. They contain all hands, so no player may see them."""
        return np.array([number for seat in range(1, self._match.players + 1) for number in self._match.numbers(seat)], np.float32)

    def last(self, observe: bool = True) -> tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]]:
        """Returns observation, reward since its last action, terminated, truncated and info of the selected agent."""
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def step(self, action: Any) -> None:
        """Plays an action of the selected agent. The only action of a terminated agent is None."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._leave(agent, action)
            return
        index = -1 if action is None else index_of(action)
        if not 0 <= index < len(self._actions):
            raise cornet.Error(f"{agent} has {len(self._actions)} legal actions, counted from 0: {action} is none")
        self._cumulative_rewards[agent] = 0.0
        self._match.play_action(self._actions[index])
        self.rewards = {other: 0.0 for other in self.agents}
        self._advance()
        for other, reward in self.rewards.items():
            self._cumulative_rewards[other] += reward

    def _leave(self, agent: str, action: Any) -> None:
        """Removes a terminated agent."""
        if action is not None:
            raise cornet.Error(f"{agent} is terminated: its only action is None")
        self.agents.remove(agent)
        by_agent: tuple[dict[str, Any], ...] = (self._cumulative_rewards, self.terminations, self.truncations, self.infos)
        for values in by_agent:
            del values[agent]
        self.rewards = {other: 0.0 for other in self.agents}
        if self.agents:
            self.agent_selection = self.agents[0]

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agents in the order in which they act, until none is left."""
        for _ in range(max_iter):
            if not self.agents:
                return
            yield self.agent_selection

    def render(self) -> str | None:
        """The public part of the state as JSON: returned in mode 'ansi', printed in mode 'human'."""
        if self.render_mode == "human":
            print(self._match.json(cornet.SPECTATOR))
        return self._match.json(cornet.SPECTATOR) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Does nothing: the environment owns no resources."""

    def __str__(self) -> str:
        """The name."""
        return str(self.metadata["name"])


def env(game: str, players: int = 0, options: Mapping[str, Any] | None = None, render_mode: str | None = None) -> CornetAEC:
    """Makes the environment, as PettingZoo's modules do."""
    return CornetAEC(game, players, options, render_mode)
