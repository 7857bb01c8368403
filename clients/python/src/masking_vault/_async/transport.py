"""One request: sent, and sent again where that is safe."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from itertools import count
from typing import Any

import httpx

from .._async_io import AsyncHttp, sleep
from .._requests import (
    CallOptions,
    Outgoing,
    answer_of,
    delay_after,
    is_stream,
    may_repeat,
    outgoing,
    unanswered,
)
from ..errors import VaultError


class AsyncByteStream:
    """Bytes that come piece by piece. Whoever does not read them to the end closes it."""

    def __init__(self, response: httpx.Response) -> None:
        self._response = response

    async def __aiter__(self) -> AsyncIterator[bytes]:
        try:
            async for piece in self._response.aiter_bytes():
                yield piece
        except httpx.RequestError as cause:
            raise unanswered(cause) from cause
        finally:
            await self.aclose()

    async def read(self) -> bytes:
        """All of them."""
        return b"".join([piece async for piece in self])

    async def aclose(self) -> None:
        """Read no further."""
        await self._response.aclose()


class AsyncTransport:
    """Sends requests of one caller."""

    def __init__(
        self, url: str, token: str, retries: int, timeout: float, http: AsyncHttp | None
    ) -> None:
        self._url = url.rstrip("/")
        self._token = token
        self._retries = retries
        self._timeout = timeout
        self._owned = http is None
        self._http = http or AsyncHttp()

    async def send(
        self,
        operation: str,
        options: CallOptions,
        *,
        path: Mapping[str, object] = {},
        query: Mapping[str, object] = {},
        body: object = None,
        content_type: str | None = None,
    ) -> Any:
        """The answer's JSON, its stream where it is none, or None where it is empty. Raises VaultError."""
        headers = options.get("headers", {})
        request = outgoing(operation, path, query, body, content_type, headers)
        for attempt in count():
            try:
                return await self._attempt(request, options.get("timeout", self._timeout))
            except VaultError as error:
                last = attempt >= options.get("retries", self._retries)
                if last or not may_repeat(request, error):
                    raise
                delay = delay_after(attempt, error)
            await sleep(delay)

    async def _attempt(self, request: Outgoing, timeout: float) -> Any:
        try:
            headers = {"authorization": f"Bearer {self._token}", **request.headers}
            url = self._url + request.route
            built = self._http.build_request(
                request.method, url, headers=headers, content=request.content, timeout=timeout
            )
            response = await self._http.send(built, stream=True)
            if is_stream(response):
                return AsyncByteStream(response)
            try:
                await response.aread()
            finally:
                await response.aclose()
        except httpx.RequestError as cause:
            raise unanswered(cause) from cause
        return answer_of(response)

    async def aclose(self) -> None:
        """Close connections, unless they are those of a given client."""
        if self._owned:
            await self._http.aclose()
