"""Writes down who read what, behind the answer: a read waits for no line, and lines of busy times share a transaction."""

from __future__ import annotations

import logging
import os
from collections import deque
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from datetime import timedelta
from itertools import groupby
from threading import Lock

from memory_pipeline.domain.errors import MemoryPipelineError, TransientError
from memory_pipeline.domain.scope import Scope, Tenant
from memory_pipeline.pipeline.audit import line
from memory_pipeline.pipeline.dependencies import Dependencies
from memory_pipeline.ports.audit import Action, Audit, AuditLine

_MOST_WAITING = (
    20_000  # lines kept while the database is away; beyond, the oldest are given up and counted in the log
)
_BATCH = 500
_log = logging.getLogger(__name__)
_Waiting = tuple[Audit, Tenant, AuditLine]


class _Behind:
    """One thread writes, while there is something to write; what is added meanwhile goes with its next batch."""

    def __init__(self) -> None:
        self.renew()

    def renew(self) -> None:
        # A parent's lock and pool are of no use to a forked child, and its lines are the parent's to write.
        self._lock = Lock()
        self._waiting: deque[_Waiting] = deque()
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="audit")
        self._writing: Future[None] | None = None

    def add(self, items: Iterable[_Waiting]) -> None:
        with self._lock:
            self._waiting.extend(items)
            lost = max(0, len(self._waiting) - _MOST_WAITING)
            for _ in range(lost):
                self._waiting.popleft()
            if self._writing is None:
                self._writing = self._pool.submit(self._write)
        if lost:
            _log.error("%d lines of the audit trail are lost: the database has been away for too long", lost)

    def finish(self, within: timedelta) -> None:
        with self._lock:
            running = self._writing
        if running is not None:
            wait([running], timeout=within.total_seconds())

    def _write(self) -> None:
        while batch := self._next():
            try:
                for (_, tenant), group in groupby(batch, key=lambda each: (id(each[0]), each[1])):
                    items = list(group)
                    items[0][0].record(tenant, [each[2] for each in items])
            except TransientError as error:
                with self._lock:
                    self._waiting.extendleft(reversed(batch))
                    self._writing = None
                _log.warning("%d lines of the audit trail wait for the next read: %s", len(batch), error)
                return
            except MemoryPipelineError as error:
                _log.error("%d lines of the audit trail are lost: %s", len(batch), error)

    def _next(self) -> list[_Waiting]:
        with self._lock:
            batch = [self._waiting.popleft() for _ in range(min(_BATCH, len(self._waiting)))]
            if not batch:
                self._writing = None
        return batch


_behind = _Behind()
os.register_at_fork(after_in_child=_behind.renew)


def audit_read(
    action: Action,
    tenant: Tenant,
    scope: Scope | None,
    deps: Dependencies,
    *,
    ids: Iterable[object] = (),
    count: int = 0,
    outcome: str = "done",
) -> None:
    """Has a read written down, soon. Returns at once, and raises nothing: a read is no less good for it."""
    if deps.audit is not None:
        about = line(action, tenant, deps, scope=scope, ids=ids, count=count, outcome=outcome)
        _behind.add([(deps.audit, tenant, about)])


def finish_audit(within: timedelta = timedelta(seconds=2)) -> None:
    """Waits until this process's lines are written, which needs its connections."""
    _behind.finish(within)
