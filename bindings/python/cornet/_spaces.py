"""Spaces for where Gymnasium is not installed: what its Box and Discrete promise, as far as the adapters use it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


class Discrete:
    """The whole numbers from 0 to n - 1."""

    def __init__(self, n: int) -> None:
        """n numbers."""
        self.n = n
        self.shape: tuple[int, ...] = ()
        self.dtype = np.dtype(np.int64)
        self._random = np.random.default_rng()

    def seed(self, seed: int | None = None) -> None:
        """Starts the generator of samples."""
        self._random = np.random.default_rng(seed)

    def sample(self, mask: NDArray[Any] | None = None) -> np.int64:
        """One of them, or one of those that the mask has a 1 for."""
        if mask is not None and mask.any():
            return np.int64(self._random.choice(np.flatnonzero(mask)))
        return np.int64(self._random.integers(self.n))

    def contains(self, x: Any) -> bool:
        """Whether it is one of them."""
        return isinstance(x, (int, np.integer)) and 0 <= int(x) < self.n

    __contains__ = contains


class Box:
    """Arrays of a shape, each number from low to high."""

    def __init__(self, low: float, high: float, shape: tuple[int, ...], dtype: Any) -> None:
        """The same limits for all numbers."""
        self.low, self.high = np.full(shape, low, dtype), np.full(shape, high, dtype)
        self.shape, self.dtype = shape, np.dtype(dtype)
        self._random = np.random.default_rng()

    def seed(self, seed: int | None = None) -> None:
        """Starts the generator of samples."""
        self._random = np.random.default_rng(seed)

    def sample(self) -> NDArray[Any]:
        """One of them."""
        if self.dtype.kind == "f":
            return self._random.normal(size=self.shape).astype(self.dtype)
        return self._random.integers(self.low, self.high, endpoint=True).astype(self.dtype)

    def contains(self, x: Any) -> bool:
        """Whether it is one of them."""
        return bool(isinstance(x, np.ndarray) and x.shape == self.shape and np.can_cast(x.dtype, self.dtype)
                    and (x >= self.low).all() and (x <= self.high).all())

    __contains__ = contains


class Dict(dict[str, Any]):
    """Spaces by name."""

    @property
    def spaces(self) -> dict[str, Any]:
        """The same as a plain dict."""
        return dict(self)

    def seed(self, seed: int | None = None) -> None:
        """Starts the generators of samples."""
        for space in self.values():
            space.seed(seed)

    def sample(self) -> dict[str, Any]:
        """One of each."""
        return {name: space.sample() for name, space in self.items()}

    def contains(self, x: Any) -> bool:
        """Whether it has one of each."""
        return isinstance(x, dict) and x.keys() == self.keys() and all(x[name] in self[name] for name in self)
