"""All seats of a game as a PettingZoo environment: one after the other (AEC), or all at once (parallel) for Thémots.

PettingZoo need not be installed: without it, the environments are plain classes with the same methods. An action is an action id:
it means the same in every state (`cornet.Game.id_name`).
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
    from pettingzoo import ParallelEnv as _ParallelEnv

    _Base: Any = _AECEnv
    _ParallelBase: Any = _ParallelEnv
except ImportError:
    _Base = _ParallelBase = object

__all__ = ["CornetAEC", "CornetParallel", "env", "parallel_env"]


class _Table:
    """What both environments have: a match, its seats as agents, and their spaces."""

    def __init__(self, game: str, players: int, options: Mapping[str, Any] | None, render_mode: str | None, more_ids: int) -> None:
        """Makes the spaces; `more_ids` actions follow the ids of the game."""
        check_render_mode(render_mode)
        self._setup = (game, players, None if options is None else dict(options))
        self._match = cornet.Match(*self._setup)
        batch = cornet.Batch(game, players, options, 1, arrays=[])
        self._ids, self.number_names = batch.id_count + more_ids, batch.number_names
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(1, self._match.players + 1)]
        self.agents: list[str] = []
        shape = (len(self.number_names),)
        self.observation_spaces = {agent: _spaces.Dict({"observation": _spaces.Box(*NUMBERS, shape, np.float32),
                                                        "action_mask": _spaces.Box(0, 1, (self._ids,), np.int8)})
                                   for agent in self.possible_agents}
        self.action_spaces = {agent: _spaces.Discrete(self._ids) for agent in self.possible_agents}
        self.state_space = _spaces.Box(*NUMBERS, (len(self.possible_agents) * shape[0],), np.float32)
        self._rng = cornet.Rng(secrets.randbits(64))

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

    def _restart(self, seed: int | None) -> None:
        """Starts a game."""
        if seed is not None:
            self._rng = cornet.Rng(seed)
        self._match = cornet.Match(*self._setup)
        self.agents = list(self.possible_agents)

    def _numbers(self, agent: str) -> NDArray[np.float32]:
        """The view of a seat."""
        return np.array(self._match.numbers(self.possible_agents.index(agent) + 1), np.float32)

    def _legal(self, seat: int) -> dict[int, int]:
        """The legal actions of a seat by their ids."""
        return dict(zip(self._match.ids(seat), self._match.actions(seat)))

    def state(self) -> NDArray[np.float32]:
        """The observations of all seats, concatenated. They contain all hands, so no player may see them."""
        return np.concatenate([self._numbers(agent) for agent in self.possible_agents])

    def render(self) -> str | None:
        """The public part of the state as JSON: returned in mode 'ansi', printed in mode 'human'."""
        if self.render_mode == "human":
            print(self._match.json(cornet.SPECTATOR))
        return self._match.json(cornet.SPECTATOR) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Does nothing: the environment owns no resources."""


class CornetAEC(_Table, _Base):  # type: ignore[misc]
    """The seats as agents "seat_1", "seat_2", … that act in turn; dice and cards are drawn inside.

    An observation is a dict: "observation" is the seat's view as numbers (float32), "action_mask" has a 1 for each legal action,
    and only zeros for a seat that is not to move. An action is an action id. The reward at the end is the share of
    the result, 0 to 1. If anybody may act (Thémots), one of the seats that may act is drawn. An illegal action raises cornet.Error.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "name": "cornet_v1", "is_parallelizable": False}

    def __init__(self, game: str, players: int = 0, options: Mapping[str, Any] | None = None, render_mode: str | None = None) -> None:
        """Makes the environment; call `reset` before anything else."""
        super().__init__(game, players, options, render_mode, 0)
        self.metadata = {**self.metadata, "name": f"cornet_{game}_v1"}
        self._actions: dict[int, int] = {}

    @property
    def unwrapped(self) -> CornetAEC:
        """The environment itself."""
        return self

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a game. The same seed gives the same dice. Without a seed, the generator continues; at first it is random."""
        self._restart(seed)
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
            self._actions = {}
            for agent, share in zip(self.possible_agents, match.result().values()):
                self.rewards[agent] = share
                self.terminations[agent] = True
            self.agent_selection = self.agents[0]
            return
        seat = match.mover
        if seat == cornet.ANYONE:
            able = [other for other in range(1, match.players + 1) if match.actions(other)]
            seat = able[self._rng.below(len(able))]
        self._actions = self._legal(seat)
        self.agent_selection = self.possible_agents[seat - 1]

    def observe(self, agent: str) -> dict[str, Any]:
        """The agent's current observation."""
        mask = np.zeros(self._ids, np.int8)
        if agent == self.agent_selection:
            mask[list(self._actions)] = 1
        return {"observation": self._numbers(agent), "action_mask": mask}

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
        id = -1 if action is None else index_of(action)
        if id not in self._actions:
            raise cornet.Error(f"{agent} cannot play the action id {action} now: action_mask has a 1 for each id that is legal")
        self._cumulative_rewards[agent] = 0.0
        self._match.play_action(self._actions[id])
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

    def __str__(self) -> str:
        """The name."""
        return str(self.metadata["name"])


def env(game: str, players: int = 0, options: Mapping[str, Any] | None = None, render_mode: str | None = None) -> CornetAEC:
    """Makes the environment, as PettingZoo's modules do."""
    return CornetAEC(game, players, options, render_mode)


class CornetParallel(_Table, _ParallelBase):  # type: ignore[misc]
    """The seats of Thémots as agents "seat_1", "seat_2", … that act at the same time.

    Observations and rewards are those of CornetAEC. An action is an action id, or the last number of the action space: wait. In
    each step every agent chooses once. The seats then act in an order that is drawn at random, since the environment has no clock.
    An action that is no longer legal at its turn, because another seat was faster, does nothing. If all agents that could act wait,
    the time of the round is over. An agent that cannot act can only wait. An illegal action raises cornet.Error.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "name": "cornet_v1"}

    def __init__(self, game: str = "themots", players: int = 0, options: Mapping[str, Any] | None = None, render_mode: str | None = None) -> None:
        """Makes the environment; call `reset` before anything else."""
        if not cornet.Game(game).speech:
            raise cornet.Error(f"the seats of {game} act in turn: use cornet.pettingzoo.env")
        super().__init__(game, players, options, render_mode, 1)
        self.metadata = {**self.metadata, "name": f"cornet_{game}_parallel_v1"}
        self._able: dict[str, dict[int, int]] = {}

    @property
    def unwrapped(self) -> CornetParallel:
        """The environment itself."""
        return self

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Starts a game. The same seed gives the same dice and orders. Without a seed, the generator continues; at first it is random."""
        self._restart(seed)
        self._advance()
        return self._observe(), {agent: {} for agent in self.agents}

    def _advance(self) -> None:
        """Plays dice and rulings, and finds who may act."""
        while self._match.mover == cornet.CHANCE:
            self._match.roll(self._rng)
        acting = self._match.mover == cornet.ANYONE
        self._able = {agent: self._legal(seat) if acting else {} for seat, agent in enumerate(self.possible_agents, 1)}

    def _observe(self) -> dict[str, Any]:
        seen = {}
        for agent in self.agents:
            mask = np.zeros(self._ids, np.int8)
            mask[[*self._able[agent], self._ids - 1]] = 1
            seen[agent] = {"observation": self._numbers(agent), "action_mask": mask}
        return seen

    def _check(self, actions: Mapping[str, Any]) -> dict[str, int]:
        """The agents that do not wait, with their ids."""
        chosen = {}
        for agent in self.agents:
            if agent not in actions:
                raise cornet.Error(f"{agent} needs an action: {self._ids - 1} is to wait")
            id = index_of(actions[agent])
            if id != self._ids - 1 and id not in self._able[agent]:
                raise cornet.Error(f"{agent} cannot play the action id {id} now: action_mask has a 1 for each id that is legal")
            if id != self._ids - 1:
                chosen[agent] = id
        return chosen

    def step(self, actions: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Plays an action of every agent. Returns observations, rewards, terminations, truncations and infos by agent."""
        chosen = self._check(actions)
        meant = [(agent, self._able[agent][id]) for agent, id in chosen.items()]
        if not meant and self._match.mover == cornet.ANYONE:
            self._match.play("* vote" if self._match.state()["in_hand"] else "* time")
        turns = self._match.turns
        while meant:
            agent, action = meant.pop(self._rng.below(len(meant)))
            self._advance()
            if self._match.turns == turns and action in self._able[agent].values():  # not in the next round
                self._match.play_action(action)
        self._advance()
        over = self._match.over
        shares = self._match.result().values() if over else [0.0] * len(self.possible_agents)
        agents = list(self.agents)
        observations = self._observe()
        if over:
            self.agents = []
        return (observations, dict(zip(agents, shares)), dict.fromkeys(agents, over), dict.fromkeys(agents, False),
                {agent: {} for agent in agents})

    def __str__(self) -> str:
        """The name."""
        return str(self.metadata["name"])


def parallel_env(game: str = "themots", players: int = 0, options: Mapping[str, Any] | None = None, render_mode: str | None = None) -> CornetParallel:
    """Makes the environment in which all seats act at once."""
    return CornetParallel(game, players, options, render_mode)
