"""The base class of the environment if Gymnasium is not installed, with the interface of its Env."""

from __future__ import annotations

from typing import Any, Self

import numpy as np


class Env:
    """Random numbers, the `with` statement, and the attributes that wrappers ask for."""

    metadata: dict[str, Any] = {"render_modes": []}
    render_mode: str | None = None
    spec: Any = None
    _np_random: np.random.Generator | None = None
    _np_random_seed: int | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        """Seeds the generator if a seed is given."""
        if seed is not None:
            self._np_random, self._np_random_seed = np.random.default_rng(seed), seed

    @property
    def np_random(self) -> np.random.Generator:
        """The generator; random if it was never seeded."""
        if self._np_random is None:
            self._np_random, self._np_random_seed = np.random.default_rng(), -1
        return self._np_random

    @np_random.setter
    def np_random(self, value: np.random.Generator) -> None:
        self._np_random, self._np_random_seed = value, -1

    @property
    def np_random_seed(self) -> int:
        """The seed of the generator; -1 if it is unknown."""
        return int(self._np_random_seed if self.np_random is not None and self._np_random_seed is not None else -1)

    @property
    def unwrapped(self) -> Self:
        """The environment itself."""
        return self

    def close(self) -> None:
        """Ends the environment."""

    def has_wrapper_attr(self, name: str) -> bool:
        """Whether the attribute exists."""
        return hasattr(self, name)

    def get_wrapper_attr(self, name: str) -> Any:
        """The value of an attribute."""
        return getattr(self, name)

    def set_wrapper_attr(self, name: str, value: Any, *, force: bool = True) -> bool:
        """Sets an existing attribute, or a new one if `force` is true. Returns whether it was set."""
        if not force and not hasattr(self, name):
            return False
        setattr(self, name, value)
        return True

    def __enter__(self) -> Self:
        """For `with`."""
        return self

    def __exit__(self, *unused: Any) -> None:
        """Ends the environment."""
        self.close()

    def __str__(self) -> str:
        """For example <CornetEnv instance>."""
        return f"<{type(self).__name__} instance>"
