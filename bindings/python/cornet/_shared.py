"""What the adapters share."""

from __future__ import annotations

import operator
from typing import Any

from ._cornet import Error

NUMBERS = (-2.0**31, 2.0**31)
"""The limits of what a seat sees: whole numbers of 32 bits."""

RENDER_MODES = ("human", "ansi")


def check_render_mode(mode: str | None) -> None:
    """Refuses a mode that there is not."""
    if mode is not None and mode not in RENDER_MODES:
        raise Error(f"a render mode is None, 'human' or 'ansi', not {mode!r}")


def index_of(action: Any) -> int:
    """An action as an int: a whole number, also one of numpy's; anything else is a TypeError."""
    try:
        return operator.index(action)
    except TypeError:
        raise TypeError(f"an action is a whole number, not {action!r}") from None
