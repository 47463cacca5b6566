"""Shared parts of the adapters."""

from __future__ import annotations

import operator
from typing import Any

from ._cornet import Error

NUMBERS = (-2.0**31, 2.0**31)
"""The limits of the numbers in a view: integers of 32 bits."""

RENDER_MODES = ("human", "ansi")


def check_render_mode(mode: str | None) -> None:
    """Refuses an unknown render mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise Error(f"a render mode is None, 'human' or 'ansi', not {mode!r}")


def index_of(action: Any) -> int:
    """An action as an int, from any integer type including numpy's. Anything else raises a TypeError."""
    try:
        return operator.index(action)
    except TypeError:
        raise TypeError(f"an action is a whole number, not {action!r}") from None
