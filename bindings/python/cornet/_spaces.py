"""Spaces if Gymnasium is not installed: the parts of its Box, Discrete, MultiDiscrete and Dict that the adapters use."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


class Discrete:
    """The integers from 0 to n - 1."""

    def __init__(self, n: int) -> None:
        """Makes a space of n integers."""
        self.n = n
        self.shape: tuple[int, ...] = ()
        self.dtype = np.dtype(np.int64)
        self._random = np.random.default_rng()

    def seed(self, seed: int | None = None) -> None:
        """Seeds the generator of samples."""
        self._random = np.random.default_rng(seed)

    def sample(self, mask: NDArray[Any] | None = None) -> np.int64:
        """A random element; with a mask, one that the mask marks with 1."""
        if mask is not None and mask.any():
            return np.int64(self._random.choice(np.flatnonzero(mask)))
        return np.int64(self._random.integers(self.n))

    def contains(self, x: Any) -> bool:
        """Whether the value is in the space."""
        return isinstance(x, (int, np.integer)) and 0 <= int(x) < self.n

    __contains__ = contains


class MultiDiscrete:
    """Arrays of integers, each from 0 to its own limit minus 1."""

    def __init__(self, nvec: list[int]) -> None:
        """Makes a space with these limits."""
        self.nvec = np.array(nvec, np.int64)
        self.shape = self.nvec.shape
        self.dtype = np.dtype(np.int64)
        self._random = np.random.default_rng()

    def seed(self, seed: int | None = None) -> None:
        """Seeds the generator of samples."""
        self._random = np.random.default_rng(seed)

    def sample(self) -> NDArray[np.int64]:
        """A random element."""
        return self._random.integers(self.nvec)

    def contains(self, x: Any) -> bool:
        """Whether the value is in the space."""
        return bool(isinstance(x, np.ndarray) and x.shape == self.shape and x.dtype.kind in "iu" and (x >= 0).all() and (x < self.nvec).all())

    __contains__ = contains


class Box:
    """Arrays of a shape, each number from low to high."""

    def __init__(self, low: float, high: float, shape: tuple[int, ...], dtype: Any) -> None:
        """Makes a space with the same limits for all numbers."""
        self.low, self.high = np.full(shape, low, dtype), np.full(shape, high, dtype)
        self.shape, self.dtype = shape, np.dtype(dtype)
        self._random = np.random.default_rng()

    def seed(self, seed: int | None = None) -> None:
        """Seeds the generator of samples."""
        self._random = np.random.default_rng(seed)

    def sample(self) -> NDArray[Any]:
        """A random element."""
        if self.dtype.kind == "f":
            return self._random.normal(size=self.shape).astype(self.dtype)
        return self._random.integers(self.low, self.high, endpoint=True).astype(self.dtype)

    def contains(self, x: Any) -> bool:
        """Whether the value is in the space."""
        return bool(isinstance(x, np.ndarray) and x.shape == self.shape and np.can_cast(x.dtype, self.dtype)
                    and (x >= self.low).all() and (x <= self.high).all())

    __contains__ = contains


class Dict(dict[str, Any]):
    """A dict of spaces by name."""

    @property
    def spaces(self) -> dict[str, Any]:
        """The same as a plain dict."""
        return dict(self)

    def seed(self, seed: int | None = None) -> None:
        """Seeds the generators of samples."""
        for space in self.values():
            space.seed(seed)

    def sample(self) -> dict[str, Any]:
        """A random element of each space."""
        return {name: space.sample() for name, space in self.items()}

    def contains(self, x: Any) -> bool:
        """Whether the value has an element of each space."""
        return isinstance(x, dict) and x.keys() == self.keys() and all(x[name] in self[name] for name in self)
