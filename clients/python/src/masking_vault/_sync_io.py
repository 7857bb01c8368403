"""What differs between asynchronous and synchronous programs. The rest of _sync is made from _async."""

from __future__ import annotations

from collections.abc import Iterable
from time import sleep as sleep
from typing import TypeVar, Union

import httpx

T = TypeVar("T")

Http = httpx.Client
Items = Iterable[T]
"""A list that may be longer than memory."""
Body = Union[str, bytes, Iterable[bytes]]


def each(items: Items[T]) -> Items[T]:
    """Items one by one."""
    return items
