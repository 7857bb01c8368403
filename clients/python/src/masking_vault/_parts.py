"""Lists of any length, cut into what one submission takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ._requests import json_bytes

MAX_PART_ITEMS = 100_000
"""What one submission takes (docs/api.md, limits)."""
MAX_PART_BYTES = 16 * 1024 * 1024
"""The same in bytes."""


class Part(NamedTuple):
    """The body of a submission."""

    body: bytes
    items: int
    """How many items are in it."""


class Parts:
    """Bodies of submissions: a member ``name`` with the list's items, and what stands beside it. One is held in memory."""

    def __init__(self, name: str, beside: Mapping[str, object]) -> None:
        others = json_bytes(beside)[1:]
        self._begin = b'{"' + name.encode() + b'":['
        self._end = b"]}" if others == b"}" else b"]," + others
        self._room = MAX_PART_BYTES - len(self._begin + self._end)
        self._items: list[bytes] = []
        self._bytes = 0

    def add(self, item: object) -> Part | None:
        """Take an item; gives the part before it where that is full."""
        text = json_bytes(item)
        added = len(text) + 1
        is_full = len(self._items) == MAX_PART_ITEMS or self._bytes + added > self._room
        full = self.close() if is_full else None
        self._items.append(text)
        self._bytes += added
        return full

    def close(self) -> Part | None:
        """The part that has been begun, if one has."""
        if not self._items:
            return None
        part = Part(self._begin + b",".join(self._items) + self._end, len(self._items))
        self._items, self._bytes = [], 0
        return part
