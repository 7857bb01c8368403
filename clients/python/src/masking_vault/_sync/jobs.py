# Made by npm run openapi from the same module of _async: not to be edited.
"""Background jobs: lists of any length in, results one by one out."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator, Callable, Iterable
from typing import TYPE_CHECKING, Any, List, Literal, TypeVar, cast, overload

from .._sync_io import Items, each, sleep
from .._parts import Part, Parts
from .._requests import OPTION_NAMES, CallOptions
from .._waiting import Looks, Progress, deadline_of
from ..errors import VaultError
from ..operations import (
    CancelJobAnswerData,
    ListJobsAnswerData,
    MaskedItem,
    MaskItem,
    SubmitMaskJobOptions,
    SubmitUnmaskJobOptions,
    UnmaskItem,
)
from .transport import Transport

if TYPE_CHECKING:
    from typing_extensions import Unpack

Item = TypeVar("Item")
JobStatus = ListJobsAnswerData
"""How far a job is."""
OnSubmitted = Callable[[str, int], None]
OnProgress = Callable[[Progress], None]

_LONGEST_LOOK = 20
"""Seconds that one look waits for a job's end: proxies cut connections that are silent for 30 s."""
_LOOK: CallOptions = {"timeout": 60.0}


class MaskJobOptions(SubmitMaskJobOptions, CallOptions, total=False):
    """What a submission to mask may have beside its list."""


class UnmaskJobOptions(SubmitUnmaskJobOptions, CallOptions, total=False):
    """What a submission to unmask may have beside its list."""


class Jobs:
    """Jobs of the token's namespace."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    @overload
    def submit(
        self,
        kind: Literal["mask"],
        items: Items[MaskItem],
        *,
        idempotency_key: str | None = None,
        on_submitted: OnSubmitted | None = None,
        **options: Unpack[MaskJobOptions],
    ) -> List[str]: ...

    @overload
    def submit(
        self,
        kind: Literal["unmask"],
        items: Items[UnmaskItem],
        *,
        idempotency_key: str | None = None,
        on_submitted: OnSubmitted | None = None,
        **options: Unpack[UnmaskJobOptions],
    ) -> List[str]: ...

    def submit(
        self,
        kind: Literal["mask", "unmask"],
        items: Any,
        *,
        idempotency_key: str | None = None,
        on_submitted: OnSubmitted | None = None,
        **options: Any,
    ) -> List[str]:
        """Submit a list of any length, in as many jobs as it needs (100,000 items or 16 MiB each).

        Gives their tracking ids in the list's order; none for an empty list. ``on_submitted`` is told of each job as
        soon as the service has it. What was submitted before a failure goes on: the same list with the same
        ``idempotency_key`` (up to 240 ASCII letters, no personal data) takes it up.
        """
        key = idempotency_key or str(uuid.uuid4())
        call: Any = {name: options.pop(name) for name in OPTION_NAMES if name in options}
        given = call.get("headers", {})
        tracking_ids: list[str] = []

        def send(part: Part) -> None:
            headers = {**given, "idempotency-key": f"{key}-{len(tracking_ids)}"}
            keyed: Any = {**call, "headers": headers}
            operation = "submitMaskJob" if kind == "mask" else "submitUnmaskJob"
            answer = self._transport.send(operation, keyed, body=part.body)
            for job in answer["data"]:
                tracking_ids.append(job["tracking_id"])
                if on_submitted is not None:
                    on_submitted(job["tracking_id"], part.items)

        parts = Parts(kind, options)
        for item in each(items):
            full = parts.add(item)
            if full is not None:
                send(full)
        rest = parts.close()
        if rest is not None:
            send(rest)
        return tracking_ids

    def get(self, tracking_id: str, **options: Unpack[CallOptions]) -> JobStatus:
        """How far a job is."""
        path = {"tracking_id": tracking_id}
        answer = self._transport.send("readJob", options, path=path)
        return cast(JobStatus, answer["data"])

    def list(
        self,
        *,
        status: str | None = None,
        call_type: Literal["mask", "unmask"] | None = None,
        own: bool = False,
        limit: int | None = None,
        **options: Unpack[CallOptions],
    ) -> Iterator[JobStatus]:
        """Jobs that the token may read, the newest first; pages are asked for as they are needed."""
        own_only = "true" if own else None
        query = {"status": status, "call_type": call_type, "own": own_only, "limit": limit}
        for job in self._paged("listJobs", options, {}, query):
            yield job

    def cancel(self, tracking_id: str, **options: Unpack[CallOptions]) -> CancelJobAnswerData:
        """End an open job. Gives its status afterwards: ``CANCELLED``, unless it had ended before."""
        path = {"tracking_id": tracking_id}
        answer = self._transport.send("cancelJob", options, path=path)
        return cast(CancelJobAnswerData, answer["data"])

    def wait(
        self,
        tracking_ids: str | Iterable[str],
        *,
        max_wait: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> List[JobStatus]:
        """Wait until jobs have ended well, ``max_wait`` seconds at most.

        Raises VaultError with the job's code when one has not (``item_index`` counts from the first job's first item),
        and ``wait_timeout``.
        """
        deadline = deadline_of(max_wait)
        ended: List[JobStatus] = []
        before = 0
        for tracking_id in _listed(tracking_ids):
            job = self._wait(tracking_id, before, deadline, on_progress)
            ended.append(job)
            before += _items_of(job)
        return ended

    @overload
    def results(
        self,
        tracking_ids: str | Iterable[str],
        *,
        max_wait: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> Iterator[MaskedItem]: ...

    @overload
    def results(
        self,
        tracking_ids: str | Iterable[str],
        *,
        item_type: type[Item],
        max_wait: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> Iterator[Item]: ...

    def results(
        self,
        tracking_ids: str | Iterable[str],
        *,
        item_type: object = MaskedItem,
        max_wait: float | None = None,
        on_progress: OnProgress | None = None,
    ) -> Iterator[Any]:
        """Results in the order of what was submitted, as soon as each job has ended, page by page.

        Waits and raises as ``wait`` does. ``item_type`` is for type checkers: ``UnmaskedItem`` of jobs that unmask.
        """
        deadline = deadline_of(max_wait)
        before = 0
        for tracking_id in _listed(tracking_ids):
            before += _items_of(self._wait(tracking_id, before, deadline, on_progress))
            path = {"tracking_id": tracking_id}
            for item in self._paged("readJobResults", {}, path, {}):
                yield item

    def _paged(
        self, operation: str, options: CallOptions, path: dict[str, str], query: dict[str, Any]
    ) -> Iterator[Any]:
        following: str | None = None
        while True:
            asked = {**query, "next_page_token": following}
            page = self._transport.send(operation, options, path=path, query=asked)
            for item in page["data"]:
                yield item
            following = page["next_page_token"]
            if following is None:
                return

    def _wait(
        self, tracking_id: str, before: int, deadline: float, on_progress: OnProgress | None
    ) -> JobStatus:
        """``before``: items of jobs that have been waited for."""
        path = {"tracking_id": tracking_id}
        looks = Looks(tracking_id, deadline)
        pause: float | None = 0.0
        while pause is not None:
            sleep(pause)
            # Whoever wants to see progress is told of it between, where nobody does the answer comes with the end.
            longest = _LONGEST_LOOK if on_progress is None else 1
            seconds = max(0, int(min(longest, deadline - time.monotonic())))
            answer = self._transport.send("readJob", _LOOK, path=path, query={"wait": seconds})
            job: JobStatus = answer["data"]
            if on_progress is not None:
                done = 0 if job["progress"] is None else job["progress"]["done"]
                on_progress(Progress(before + done, before + _items_of(job)))
            pause = looks.pause(job["status"])
        if job["status"] == "SUCCESS":
            return job
        index = job["error_item_index"]
        raise VaultError(
            job["error_code"] or "no_result",
            job["error_msg"] or f"The job is {job['status']}",
            item_index=None if index is None else before + index,
            tracking_id=tracking_id,
        )


def _listed(tracking_ids: str | Iterable[str]) -> Iterable[str]:
    return [tracking_ids] if isinstance(tracking_ids, str) else tracking_ids


def _items_of(job: JobStatus) -> int:
    return 0 if job["progress"] is None else job["progress"]["total"]
