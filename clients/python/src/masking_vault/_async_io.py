"""What differs between asynchronous and synchronous programs. The rest of _sync is made from _async."""

from __future__ import annotations

from asyncio import sleep as sleep
from collections.abc import AsyncIterable, AsyncIterator, Iterable
from typing import TypeVar, Union

import httpx

T = TypeVar("T")

AsyncHttp = httpx.AsyncClient
AsyncItems = Union[Iterable[T], AsyncIterable[T]]
"""A list that may be longer than memory."""
AsyncBody = Union[str, bytes, AsyncIterable[bytes]]


async def each(items: AsyncItems[T]) -> AsyncIterator[T]:
    """Items one by one."""
    if isinstance(items, AsyncIterable):
        async for item in items:
            yield item
    else:
        for item in items:
            yield item
