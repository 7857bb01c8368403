"""Following something that goes on in the background until it has ended."""

from __future__ import annotations

import time
from typing import NamedTuple

from .errors import VaultError

_FIRST_INTERVAL, _LONGEST_INTERVAL = 0.05, 1.0


class Progress(NamedTuple):
    """How far it is."""

    done: int
    total: int | None
    """None until it has been counted."""


def deadline_of(max_wait: float | None) -> float:
    """When waiting ends, on the clock of time.monotonic; never where nothing is said."""
    return float("inf") if max_wait is None else time.monotonic() + max_wait


class Looks:
    """When to look at something again, ever less often."""

    def __init__(self, tracking_id: str, deadline: float) -> None:
        self._tracking_id = tracking_id
        self._deadline = deadline
        self._interval = _FIRST_INTERVAL
        self._next = time.monotonic() + self._interval

    def pause(self, status: str) -> float | None:
        """Seconds until the next look; None where it has ended. Raises wait_timeout.

        A look that takes its time, because the service answers with the end, is followed by the next one at once.
        """
        if status not in ("PENDING", "IN-PROGRESS"):
            return None
        now = time.monotonic()
        rest = max(0.0, self._next - now)
        if now + rest > self._deadline:
            message = "It has not ended in the time it was given"
            raise VaultError("wait_timeout", message, tracking_id=self._tracking_id)
        self._interval = min(_LONGEST_INTERVAL, self._interval * 1.5)
        self._next = now + rest + self._interval
        return rest
