"""What goes out, and when it may go out once more."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypedDict
from urllib.parse import quote

import httpx

from .errors import VaultError, error_of
from .operations import OPERATIONS, REPEATABLE


class CallOptions(TypedDict, total=False):
    """How one call is made, where that is not as the client's options say."""

    retries: int
    """How often a request is sent again at most."""
    timeout: float
    """Longest that the service may be silent, in seconds."""
    headers: Mapping[str, str]
    """Beside those that are always sent, as ``vault-policy`` for language models."""


OPTION_NAMES = CallOptions.__annotations__.keys()

_PASSING = {429, 502, 503, 504}
_FIRST_DELAY, _LONGEST_DELAY = 0.25, 20.0
_LONGEST_RETRY_AFTER = 30.0
"""Who is asked to wait longer than this hears of it instead. In seconds."""


@dataclass(frozen=True)
class Outgoing:
    """A request as it is sent, maybe several times."""

    operation: str
    method: str
    route: str
    """Path and query."""
    headers: Mapping[str, str]
    content: Any
    """Bytes, or an iterable of them, which cannot be sent twice."""


def outgoing(
    operation: str,
    path: Mapping[str, object],
    query: Mapping[str, object],
    body: object,
    content_type: str | None,
    headers: Mapping[str, str],
) -> Outgoing:
    """The request of an operation. What is neither text, bytes nor of another ``content_type`` is sent as JSON."""
    method, template = OPERATIONS[operation].split(" ")
    route = re.sub(r"\{(\w+)\}", lambda part: quote(str(path[part[1]]), safe=""), template)
    # No credential stands in an address: copies of those are kept on the way.
    credential = query.get("auth_token")
    asked = {name: value for name, value in query.items() if value is not None and name != "auth_token"}
    if asked:
        route += f"?{httpx.QueryParams({name: str(value) for name, value in asked.items()})}"
    sent = dict(headers) if credential is None else {"x-auth-token": str(credential), **headers}
    if body is not None:
        sent = {"content-type": content_type or "application/json", **sent}
    if isinstance(body, str):
        body = body.encode()
    elif body is not None and not isinstance(body, bytes) and content_type is None:
        body = json_bytes(body)
    return Outgoing(operation, method, route, sent, body)


def json_bytes(value: object) -> bytes:
    """JSON without blanks; half a character outside of Unicode's first plane is escaped, for the service to refuse."""
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":")).encode()


def is_stream(response: httpx.Response) -> bool:
    """Whether an answer is passed on piece by piece: a good one that is no JSON."""
    kind = response.headers.get("content-type")
    is_json = kind is None or re.match(r"application/([\w.-]+\+)?json\b", kind)
    return response.is_success and not is_json


def answer_of(response: httpx.Response) -> Any:
    """What is in an answer that has been read: its JSON, None where it is empty. Raises VaultError."""
    if not response.is_success:
        raise error_of(response)
    if not response.content:
        return None
    try:
        return json.loads(response.content)
    except ValueError as cause:
        raise VaultError("unreadable_answer", "The answer is no JSON") from cause


def unanswered(cause: httpx.RequestError) -> VaultError:
    """The error of a request to which no answer came."""
    if isinstance(cause, httpx.TimeoutException):
        return VaultError("timeout", "No answer came in time")
    return VaultError("network", "No usable answer came")


_DELETIONS = ("deleteByAge", "deleteAuditRecords", "deleteNamespace")


def may_repeat(request: Outgoing, error: VaultError) -> bool:
    """Whether a request may go out once more. What was refused before anything was done may always."""
    if request.content is not None and not isinstance(request.content, bytes):
        return False
    if (error.retry_after or 0) > _LONGEST_RETRY_AFTER:
        return False
    if error.status == 429 or error.code in ("overloaded", "submission_under_way"):
        return True
    is_passing = error.code in ("network", "timeout") or error.status in _PASSING
    takes_key = request.operation.startswith(("submit", "erase")) or request.operation in _DELETIONS
    is_keyed = takes_key and "idempotency-key" in request.headers
    return is_passing and (is_keyed or request.operation in REPEATABLE or request.method == "GET")


def delay_after(attempt: int, error: VaultError) -> float:
    """Seconds until the next attempt: no sooner than Retry-After says, with full jitter."""
    backoff: float = min(_LONGEST_DELAY, _FIRST_DELAY * 2**attempt)
    return (error.retry_after or 0) + random.random() * backoff
