# Made by npm run openapi from the same module of _async: not to be edited.
"""One request: sent, and sent again where that is safe."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

import httpx

from .._sync_io import Http, sleep
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


class ByteStream:
    """Bytes that come piece by piece. Whoever does not read them to the end closes it."""

    def __init__(self, response: httpx.Response) -> None:
        self._response = response

    def __iter__(self) -> Iterator[bytes]:
        try:
            for piece in self._response.iter_bytes():
                yield piece
        except httpx.RequestError as cause:
            raise unanswered(cause) from cause
        finally:
            self.close()

    def read(self) -> bytes:
        """All of them."""
        return b"".join([piece for piece in self])

    def close(self) -> None:
        """Read no further."""
        self._response.close()


class Transport:
    """Sends requests of one caller."""

    def __init__(
        self, url: str, token: str, retries: int, timeout: float, http: Http | None
    ) -> None:
        self._url = url.rstrip("/")
        self._token = token
        self._retries = retries
        self._timeout = timeout
        self._owned = http is None
        self._http = http or Http()

    def send(
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
                return self._attempt(request, options.get("timeout", self._timeout))
            except VaultError as error:
                last = attempt >= options.get("retries", self._retries)
                if last or not may_repeat(request, error):
                    raise
                delay = delay_after(attempt, error)
            sleep(delay)

    def _attempt(self, request: Outgoing, timeout: float) -> Any:
        try:
            headers = {"authorization": f"Bearer {self._token}", **request.headers}
            url = self._url + request.route
            built = self._http.build_request(
                request.method, url, headers=headers, content=request.content, timeout=timeout
            )
            response = self._http.send(built, stream=True)
            if is_stream(response):
                return ByteStream(response)
            try:
                response.read()
            finally:
                response.close()
        except httpx.RequestError as cause:
            raise unanswered(cause) from cause
        return answer_of(response)

    def close(self) -> None:
        """Close connections, unless they are those of a given client."""
        if self._owned:
            self._http.close()
