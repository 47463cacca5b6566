"""How the adapters read an action."""

from __future__ import annotations

import operator
from typing import Any


def index_of(action: Any) -> int:
    """An action as an int: a whole number, also one of numpy's; anything else is a TypeError."""
    try:
        return operator.index(action)
    except TypeError:
        raise TypeError(f"an action is a whole number, not {action!r}") from None
