"""What goes wrong, as one kind of error."""

from __future__ import annotations

import json
import time
from email.utils import parsedate_to_datetime
from typing import Any

import httpx


class VaultError(Exception):
    """A request that was refused or got no usable answer, or a job that did not end well. Never holds a submitted value.

    Beside the service's codes there are the client's own: no answer came (``network``), or not in time (``timeout``); an
    answer was no JSON (``unreadable_answer``), or a failure not in the service's words, as proxies answer
    (``http_error``); or a job had not ended in the time it was waited for (``wait_timeout``).
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int = 0,
        item_index: int | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
        allowed: list[str] | None = None,
        tracking_id: str | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        """Stable. A newer service may have codes that this client does not know."""
        self.message = message
        """For people."""
        self.status = status
        """HTTP status; 0 where no answer came, or where a job's record tells the failure."""
        self.item_index = item_index
        """Position of the item to blame among those that were given, from 0."""
        self.request_id = request_id
        """Names the request in the service's log."""
        self.retry_after = retry_after
        """Seconds after which the same request may succeed."""
        self.allowed = allowed
        """What could have stood in place of what was refused."""
        self.tracking_id = tracking_id
        """The job that did not end well, or not in time."""

    def __str__(self) -> str:
        return f"{self.message} ({self.code})"


def error_of(response: httpx.Response) -> VaultError:
    """The error of an answer with a bad status, whichever API words it. Its content has been read."""
    words = _words_in(response.content)
    return VaultError(
        words.get("code") or "http_error",
        words.get("message") or f"The answer has status {response.status_code}",
        status=response.status_code,
        item_index=words.get("item_index"),
        allowed=words.get("allowed"),
        request_id=response.headers.get("x-request-id"),
        retry_after=_seconds_in(response.headers.get("retry-after")),
    )


def _words_in(content: bytes) -> dict[str, Any]:
    try:
        error = json.loads(content)["error"]
    except (ValueError, KeyError, TypeError):
        return {}
    return error if isinstance(error, dict) else {}


def _seconds_in(header: str | None) -> float | None:
    """Retry-After (RFC 9110): seconds, or a date."""
    if header is None:
        return None
    if header.isascii() and header.isdigit():
        return float(header)
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - time.time())
    except ValueError:
        return None
