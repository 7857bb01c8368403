# Made by npm run openapi from the same module of _async: not to be edited.
"""The client: every operation by its name, and plain methods for those that are called most."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Union, cast

from .._sync_io import Http, sleep
from .._requests import OPTION_NAMES, CallOptions
from .._waiting import Looks, Progress, deadline_of
from ..operations import (
    DeleteByAgeRequestData,
    DeleteByAgeRequestData2,
    DeletionRecord,
    DetectedItem,
    DetectOptions,
    DetectRequestDetect,
    EraseByAttributeRequestData,
    EraseByTokenRequestData,
    EraseByValueRequestData,
    MaskedItem,
    MaskItem,
    MaskOptions,
    UnmaskedItem,
    UnmaskItem,
    UnmaskOptions,
)
from .api import Api
from .jobs import Jobs, OnProgress
from .transport import Transport

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self, Unpack


ErasureTarget = Union[
    DeleteByAgeRequestData,
    DeleteByAgeRequestData2,
    EraseByValueRequestData,
    EraseByTokenRequestData,
    EraseByAttributeRequestData,
]
"""Whose mappings are erased, or how old ones."""


class MaskCall(MaskOptions, CallOptions, total=False):
    """What a call to mask may have beside its list."""


class UnmaskCall(UnmaskOptions, CallOptions, total=False):
    """What a call to unmask may have beside its list."""


class DetectCall(DetectOptions, CallOptions, total=False):
    """What a call to detect may have beside its list."""


class Client:
    """A caller of a Masking Vault. Every method raises VaultError. What failed by chance is sent again where that is safe.

    ``token`` is a namespace token; for operations of operators the master key or a credential of theirs. ``retries`` is
    how often a request is sent again at most, ``timeout`` how long the service may be silent, in seconds. ``http`` is used
    in place of a client of its own, and stays open.
    """

    def __init__(
        self,
        url: str,
        token: str,
        *,
        retries: int = 3,
        timeout: float = 60.0,
        http: Http | None = None,
    ) -> None:
        self._transport = Transport(url, token, retries, timeout, http)
        self.jobs = Jobs(self._transport)
        """Lists of any length, in the background."""
        self.api = Api(self._transport)
        """Any operation, by its name in the OpenAPI document; gives the whole answer."""

    def mask(self, items: Sequence[MaskItem], **options: Unpack[MaskCall]) -> list[MaskedItem]:
        """Mask up to 1,000 values at once; longer lists are jobs."""
        return cast("list[MaskedItem]", self._list("mask", items, options))

    def unmask(
        self, items: Sequence[UnmaskItem], **options: Unpack[UnmaskCall]
    ) -> list[UnmaskedItem]:
        """Turn tokens, or texts with tokens in them, back."""
        return cast("list[UnmaskedItem]", self._list("unmask", items, options))

    def detect(
        self, items: Sequence[DetectRequestDetect], **options: Unpack[DetectCall]
    ) -> list[DetectedItem]:
        """What auto-detect finds in texts; masks and stores nothing."""
        return cast("list[DetectedItem]", self._list("detect", items, options))

    def erase(
        self,
        target: ErasureTarget,
        *,
        dry_run: bool = False,
        idempotency_key: str | None = None,
        **options: Unpack[CallOptions],
    ) -> dict[str, Any]:
        """Erase mappings by ``values``, ``tokens``, an attribute (``key`` and ``value``), or by age (``date`` or ``duration``).

        Gives a ``tracking_id`` for ``wait_for_erasure``, or with ``dry_run`` what would go. The same
        ``idempotency_key`` and target are the same erasure, however often they are sent.
        """
        key = idempotency_key or str(uuid.uuid4())
        options["headers"] = {**options.get("headers", {}), "idempotency-key": key}
        body = {"data": target, "dry_run": dry_run}
        answer = self._transport.send(_erasure_of(target), options, body=body)
        return cast("dict[str, Any]", answer["data"])

    def wait_for_erasure(
        self,
        tracking_id: str,
        *,
        max_wait: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> DeletionRecord:
        """Wait until an erasure has ended; its record has the receipt. Raises ``wait_timeout`` after ``max_wait`` seconds."""
        looks = Looks(tracking_id, deadline_of(max_wait))
        pause: float | None = 0.0
        while pause is not None:
            sleep(pause)
            record = (self.api.read_deletion(tracking_id=tracking_id))["data"]
            if on_progress is not None:
                progress = record["progress"]
                on_progress(Progress(progress["cleared"], progress["total"]))
            pause = looks.pause(record["status"])
        return record

    def close(self) -> None:
        """Close the client's connections."""
        self._transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _list(self, operation: str, items: Sequence[Any], options: Any) -> Any:
        call: Any = {name: options.pop(name) for name in OPTION_NAMES if name in options}
        answer = self._transport.send(operation, call, body={operation: items, **options})
        return answer["data"]


def _erasure_of(target: Any) -> str:
    for member, operation in (
        ("values", "eraseByValue"),
        ("tokens", "eraseByToken"),
        ("key", "eraseByAttribute"),
    ):
        if member in target:
            return operation
    return "deleteByAge"
